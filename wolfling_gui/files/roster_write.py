"""Write a force as a roster that people can read and go on editing."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeVar

from wolfling_gui.core.forces import Base, Profile, Roster, Squad, SquadModel, Weapon
from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.files.roster import FORMAT
from wolfling_gui.files.yaml_text import Line, dump, millimetres, number
from wolfling_gui.rules.special_rules import as_rule

T = TypeVar("T", Profile, Weapon)


def write_roster(roster: Roster, path: Path) -> None:
    """Write a roster file in one step; raises OSError."""
    write_atomically(path, roster_text(roster))


def roster_text(roster: Roster) -> str:
    """Return a roster as YAML text that reads back as the same value."""
    return dump({"format": f"{FORMAT}/1", **roster_parts(roster)})


def roster_parts(roster: Roster) -> dict[str, object]:
    """Return the parts of a roster as plain values, as they stand in a file."""
    lines = [line for squad in roster.squads for line in squad.lines]
    profiles = _keyed(line.profile for line in lines)
    weapons = _keyed(weapon for line in lines for weapon in line.weapons)
    return {
        "name": roster.name,
        "ruleset": roster.ruleset,
        "profiles": {key: _profile(profile, key) for profile, key in profiles.items()},
        "weapons": {key: _weapon(weapon, key) for weapon, key in weapons.items()},
        "squads": [_squad(squad, profiles, weapons) for squad in roster.squads],
    }


def _keyed(values: Iterable[T]) -> dict[T, str]:
    """Give each value a key of its own: its name in small letters, numbered where names meet."""
    keys: dict[T, str] = {}
    for value in values:
        if value in keys:
            continue
        plain = as_rule(value.name).replace("_", "-") or "x"
        key, count = plain, 1
        while key in keys.values():
            count += 1
            key = f"{plain}-{count}"
        keys[value] = key
    return keys


def _profile(profile: Profile, key: str) -> Line:
    found = Line()
    if profile.name != key:
        found["name"] = profile.name
    if profile.unit_type != "infantry":
        found["type"] = profile.unit_type.replace("_", " ")
    found.update(WS=profile.ws, BS=profile.bs, S=profile.s, T=profile.t, W=profile.w, I=profile.i)
    found.update(A=profile.a, Ld=profile.ld, Sv=_save(profile.sv))
    if profile.invulnerable:
        found["invulnerable"] = _save(profile.invulnerable)
    if profile.toughness_bonus:
        found["toughness_bonus"] = profile.toughness_bonus
    found["base"] = base_text(profile.base)
    if profile.height:
        found["height"] = number(profile.height)
    if profile.rules:
        found["rules"] = _spoken(profile.rules)
    return found


def _save(value: int) -> str:
    return f"{value}+" if value else "-"


def base_text(base: Base) -> str:
    """Return a base the way it stands in a roster: 25 mm, 60 x 35 mm oval."""
    if base.shape == "round":
        return f"{millimetres(base.width)} mm"
    return f"{millimetres(base.length)} x {millimetres(base.width)} mm {base.shape}"


def _weapon(weapon: Weapon, key: str) -> Line:
    found = Line()
    if weapon.name != key:
        found["name"] = weapon.name
    if weapon.range:
        found["range"] = number(weapon.range)
    found["S"] = weapon.s or ("user" if weapon.type == "close_combat" else "X")
    found["AP"] = weapon.ap or "-"
    kind = weapon.type.replace("_", " ")
    found["type"] = f"{kind} {weapon.shots}" if weapon.type in ("assault", "heavy", "ordnance") else kind
    if weapon.rules:
        found["rules"] = _spoken(weapon.rules)
    return found


def _squad(squad: Squad, profiles: dict[Profile, str], weapons: dict[Weapon, str]) -> dict[str, object]:
    found: dict[str, object] = {
        "id": squad.id,
        "name": squad.name,
        "role": squad.role,
        "points": squad.points,
    }
    if squad.rules:
        found["rules"] = _spoken(squad.rules)
    found["models"] = [_model(line, profiles, weapons) for line in squad.lines]
    return found


def _model(line: SquadModel, profiles: dict[Profile, str], weapons: dict[Weapon, str]) -> Line:
    found = Line(profile=profiles[line.profile])
    if line.name != line.profile.name:
        found["name"] = line.name
    if line.count != 1:
        found["count"] = line.count
    if line.role != "plain":
        found["role"] = line.role
    if line.weapons:
        found["weapons"] = [weapons[weapon] for weapon in line.weapons]
    if line.gear:
        found["gear"] = list(line.gear)
    return found


def _spoken(rules: tuple[str, ...]) -> list[str]:
    return [rule.replace("_", " ") for rule in rules]
