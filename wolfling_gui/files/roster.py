"""Read a force from its roster: profiles, weapons, and squads as bought.

format: wolfling-roster/1
name: Breach team
profiles:
  breacher: {name: Breacher, WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 4+, base: 25 mm}
weapons:
  carbine: {range: 18, S: 4, AP: 5, type: assault 2}
squads:
  - id: breachers
    role: troops
    points: 120
    models: [{profile: breacher, count: 5, weapons: [carbine]}]
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import get_args

from wolfling_gui.core.forces import (
    Base,
    Profile,
    Role,
    Roster,
    Squad,
    SquadModel,
    UnitType,
    Weapon,
    WeaponType,
)
from wolfling_gui.core.lengths import millimetres
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import ProblemsError, did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.rulesets import load_catalogue, ruleset_names
from wolfling_gui.files.strict_yaml import load, read_bytes
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.limits import base_words, usual_base
from wolfling_gui.rules.special_rules import as_rule

FORMAT = "wolfling-roster"
KEYS = ("format", "name", "ruleset", "profiles", "weapons", "squads")
CHARACTERISTICS = ("WS", "BS", "S", "T", "W", "I", "A", "Ld")
"""Nine with the save Sv, which is written by itself (CL-PROF-1)."""

PROFILE_KEYS = (
    "name",
    "type",
    *CHARACTERISTICS,
    "Sv",
    "invulnerable",
    "toughness_bonus",
    "base",
    "height",
    "rules",
)
WEAPON_KEYS = ("name", "range", "S", "AP", "type", "rules")
SQUAD_KEYS = ("id", "name", "role", "points", "rules", "models")
MODEL_KEYS = ("profile", "count", "name", "role", "weapons", "gear")
SQUAD_ROLES = ("troops", "hq", "elites", "fast", "heavy")
UNIT_TYPES: tuple[str, ...] = get_args(UnitType)
WEAPON_TYPES: tuple[str, ...] = get_args(WeaponType)
MODEL_ROLES: tuple[Role, ...] = get_args(Role)

MOST_MODELS = 100
"""A line of a squad has at most so many models; more is a slip of the pen."""

ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}\Z")
ID_EXPECTED = "letters, digits, “-” and “_”, for example breachers-2"

_SHOTS = re.compile(r"([a-z_]+?)(?:_(\d{1,2}))?\Z", re.ASCII)
_ROUND = re.compile(r"(\d{1,3}(?:\.\d{1,2})?) ?mm\Z", re.ASCII)
_LONG = re.compile(r"(\d{1,3}(?:\.\d{1,2})?) ?[x×] ?(\d{1,3}(?:\.\d{1,2})?) ?mm (oval|hull)\Z", re.ASCII)
_BASE = "for example 25 mm, or 60 x 35 mm oval"
_COUNTED = ("assault", "heavy", "ordnance")


def read_roster(path: Path) -> Roster:
    """Read a roster file; raises ProblemsError with every problem in it."""
    return parse_roster(read_bytes(path), path.name)


def shipped_rosters() -> dict[str, dict[str, Roster]]:
    """Return the forces that ship, by ruleset and path; one that cannot be read is left out."""
    found: dict[str, dict[str, Roster]] = {}
    for path in sorted((rulesets_dir() / "rosters").glob("*.yaml")):
        try:
            roster = read_roster(path)
        except ProblemsError:
            continue
        found.setdefault(roster.ruleset, {})[str(path)] = roster
    return found


def parse_roster(source: str | bytes, file: str = "roster") -> Roster:
    """Read a roster from its text; raises ProblemsError with every problem in it."""
    reader = Reader(load(source, file))
    reader.headed(FORMAT, KEYS)
    roster = roster_in(reader)
    reader.finish()
    return roster


def roster_in(reader: Reader) -> Roster:
    """Read a roster from a part of a document, noting problems; its keys were checked by the caller."""
    name = reader.text("name")
    ruleset = reader.choice("ruleset", ruleset_names(), "wolfling")
    catalogue = load_catalogue(ruleset)
    profiles = {key: _profile(part, key, catalogue) for key, part in reader.entries("profiles")}
    weapons = {key: weapon_in(part, key) for key, part in reader.entries("weapons", optional=True)}
    squads: dict[str, Squad] = {}
    for part in reader.sequence("squads", at_least=1):
        squad = _squad(part, profiles, weapons)
        if squad.id in squads:
            part.problem("id", f"The squad {shown(squad.id)} is there twice", "another id")
        squads[squad.id] = squad
    return Roster(name, tuple(squads.values()), ruleset)


def _profile(reader: Reader, key: str, catalogue: Catalogue) -> Profile:
    reader.mapping((), PROFILE_KEYS, (*CHARACTERISTICS, "Sv"))
    kind = word_in(reader, "type", UNIT_TYPES, "infantry")
    found = {name: reader.integer(name, 0, at_least=0, at_most=10) for name in CHARACTERISTICS}
    return Profile(
        name=reader.text("name", key),
        unit_type=kind,  # type: ignore[arg-type]
        ws=found["WS"],
        bs=found["BS"],
        s=found["S"],
        t=found["T"],
        w=found["W"],
        i=found["I"],
        a=found["A"],
        ld=found["Ld"],
        sv=save_in(reader, "Sv"),
        invulnerable=save_in(reader, "invulnerable"),
        base=base_in(reader, catalogue) if reader.has("base") else usual_base(catalogue, kind),
        height=reader.inches("height", 0, at_least=0.1, at_most=20),
        rules=rules_in(reader),
        toughness_bonus=reader.integer("toughness_bonus", 0, at_least=0, at_most=5),
    )


def save_in(reader: Reader, name: str) -> int:
    """Read a save such as 4+, 4 or “-”; 0 stands for none (CL-PROF-1)."""
    value = reader.value(name)
    if value is None or value == "-":
        return 0
    text = str(value).removesuffix("+") if isinstance(value, int | str) else ""
    if isinstance(value, bool) or text not in ("2", "3", "4", "5", "6"):
        reader.problem(name, f"“{name}” is {shown(value)}", "a save from 2+ to 6+, or “-” for none")
        return 0
    return int(text)


def base_in(reader: Reader, catalogue: Catalogue) -> Base:
    """Read a base: 25 mm, 60 x 35 mm oval, a size of CL-BASE-2, or a mapping with round, oval or hull."""
    value = reader.value("base")
    if isinstance(value, str):
        flat = " ".join(value.split()).casefold()
        if flat in base_words(catalogue):
            return usual_base(catalogue, flat)
        if match := _ROUND.match(flat):
            return _sized(reader, (match[1],), "round")
        if match := _LONG.match(flat):
            return _sized(reader, (match[1], match[2]), match[3])
    elif isinstance(value, dict) and len(value) == 1:
        ((shape, size),) = value.items()
        sizes = size if isinstance(size, list) else [size]
        plain = [str(n) for n in sizes if isinstance(n, int | float) and not isinstance(n, bool)]
        if shape in ("round", "oval", "hull") and len(plain) == len(sizes) == (1 if shape == "round" else 2):
            return _sized(reader, tuple(plain), str(shape))
    reader.problem("base", f"“base” is {shown(value)}", _BASE)
    return Base(2500)


def _sized(reader: Reader, sizes: tuple[str, ...], shape: str) -> Base:
    found = sorted(millimetres(size) for size in sizes)
    if not 500 <= found[0] <= found[-1] <= 30_000:
        reader.problem("base", "The base has an unlikely size", "from 5 mm to 300 mm")
        return Base(2500)
    if shape == "round":
        return Base(found[0])
    return Base(found[0], found[-1], "hull" if shape == "hull" else "oval")


def weapon_in(reader: Reader, key: str) -> Weapon:
    """Read a weapon: range, Strength, AP from 1 to 6 or “-”, and its type with shots (CL-PROF-4)."""
    reader.mapping((), WEAPON_KEYS, ("S", "type"))
    kind, shots = _weapon_type(reader)
    rules = rules_in(reader)
    reach = reader.value("range")
    if reach == "template":
        length = 0
        rules = rules if "template" in rules else ("template", *rules)
    elif reach is None and (kind in ("close_combat", "pistol") or "template" in rules):
        length = 0
    elif kind == "close_combat":
        reader.problem("range", "A close combat weapon has no range", hint="Remove “range”.")
        length = 0
    else:
        length = reader.inches("range", at_least=0.1, at_most=1000)
    strength = reader.value("S")
    ap = reader.value("AP")
    if ap is not None and ap != "-" and (isinstance(ap, bool) or ap not in (1, 2, 3, 4, 5, 6)):
        reader.problem("AP", f"“AP” is {shown(ap)}", "a whole number from 1 to 6, or “-” for none")
        ap = None
    return Weapon(
        name=reader.text("name", key),
        type=kind,  # type: ignore[arg-type]
        range=length,
        s=0 if strength in ("X", "user") else reader.integer("S", 0, at_least=0, at_most=10),
        ap=ap if isinstance(ap, int) else 0,
        shots=shots,
        rules=rules,
    )


def _weapon_type(reader: Reader) -> tuple[str, int]:
    value = reader.value("type")
    if value is None:
        return "rapid_fire", 1
    match = _SHOTS.match(as_rule(value)) if isinstance(value, str) else None
    kind, count = (match[1], match[2]) if match else ("", None)
    expected = "rapid fire, pistol, close combat, or assault, heavy, ordnance with a number: assault 2"
    if kind not in WEAPON_TYPES:
        reader.problem("type", f"“type” is {shown(value)}", expected, did_you_mean(kind, WEAPON_TYPES))
        return "rapid_fire", 1
    if count is not None and kind not in _COUNTED:
        reader.problem("type", f"“{kind.replace('_', ' ')}” takes no number", expected)
    shots = 1 if count is None else int(count)
    if count is not None and not 1 <= shots <= 30:
        reader.problem("type", f"The weapon has {shots} shots", "a number from 1 to 30")
    return kind, shots


def _squad(reader: Reader, profiles: dict[str, Profile], weapons: dict[str, Weapon]) -> Squad:
    reader.mapping((), SQUAD_KEYS, ("id", "models"))
    found = reader.text("id")
    if found and not ID.match(found):
        reader.problem("id", f"“id” is {shown(found)}", ID_EXPECTED)
    lines = tuple(_model(part, profiles, weapons) for part in reader.sequence("models", at_least=1))
    return Squad(
        id=found,
        name=reader.text("name", found.replace("-", " ").replace("_", " ").capitalize()),
        lines=lines,
        role=reader.choice("role", SQUAD_ROLES, "troops"),
        points=reader.integer("points", 0, at_least=0, at_most=10_000),
        rules=rules_in(reader),
    )


def _model(reader: Reader, profiles: dict[str, Profile], weapons: dict[str, Weapon]) -> SquadModel:
    reader.mapping((), MODEL_KEYS, ("profile",))
    wanted = reader.text("profile")
    if wanted and wanted not in profiles:
        _unknown(reader, "profile", "profile", wanted, profiles)
    carried: list[Weapon] = []
    for index, name in enumerate(reader.texts("weapons", ())):
        if name in weapons:
            carried.append(weapons[name])
        elif name:
            _unknown(reader, ("weapons", index), "weapon", name, weapons)
    profile = profiles.get(wanted, Profile(wanted))
    return SquadModel(
        name=reader.text("name", profile.name),
        profile=profile,
        count=reader.integer("count", 1, at_least=1, at_most=MOST_MODELS),
        weapons=tuple(carried),
        role=reader.choice("role", MODEL_ROLES, "plain"),
        gear=reader.texts("gear", ()),
    )


def _unknown(
    reader: Reader, step: str | tuple[str | int, ...], what: str, name: str, known: Iterable[str]
) -> None:
    hint = did_you_mean(name, known) or f"Add it under “{what}s”."
    reader.problem(step, f"There is no {what} {shown(name)}", f"one of the {what}s of this roster", hint)


def rules_in(reader: Reader) -> tuple[str, ...]:
    """Read the ids of special rules from the key “rules”, each once."""
    return tuple(dict.fromkeys(as_rule(text) for text in reader.texts("rules", ())))


def word_in(reader: Reader, step: str, choices: tuple[str, ...], default: str) -> str:
    """Read one of several words, with spaces in place of underscores."""
    value = reader.value(step)
    if value is None:
        return default
    if isinstance(value, str) and as_rule(value) in choices:
        return as_rule(value)
    spoken = [choice.replace("_", " ") for choice in choices]
    hint = did_you_mean(value, spoken) if isinstance(value, str) else ""
    reader.problem(step, f"“{step}” is {shown(value)}", " or ".join(spoken), hint)
    return default
