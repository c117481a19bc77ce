"""Names of things and ways to write numbers, the same everywhere: lists, log, dialogs, map, print."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import UNITS_PER_INCH, UNITS_PER_MILLIMETRE, Length
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.sentences.forms import isolated

INCH = "″"
MINUS = "−"
LEAST: Length = 127
"""A length below this, 0.05″ in units, is as good as nothing where it decides nothing."""

# ---------------------------------------------------------------------- lengths


def inches_text(length: Length) -> str:
    """Write a length in inches: whole inches plain, quarter steps with two decimals, others with one.

    A length that would look like nothing gets more decimals. `length` is in units of 0.01 mm.

    >>> inches_text(15240), inches_text(15748), inches_text(8255), inches_text(1270)
    ('6″', '6.2″', '3.25″', '0.5″')
    """
    places = _places(length)
    while length and not _rounded(length, places):
        places += 1
    return _inches(length, places)


def as_good_as(value: Length, limit: Length) -> bool:
    """Tell whether what lies between a length and a limit that it keeps is too small to speak of.

    >>> as_good_as(15239, 15240), as_good_as(15113, 15240)
    (True, False)
    """
    return abs(value - limit) < LEAST


def pair_texts(value: Length, limit: Length, kept: bool = False) -> tuple[str, str]:
    """Write a measured length and its limit so that they look equal only when they are (CL-BASE-5).

    Where the limit is `kept` they may look equal, too, when what is left is too small to speak of.

    >>> pair_texts(15748, 15240), pair_texts(15255, 15240), pair_texts(15239, 15240, kept=True)
    (('6.2″', '6″'), ('6.01″', '6″'), ('6″', '6″'))
    """
    if kept and as_good_as(value, limit):
        value = limit
    places = _pair_places(value, limit)
    return _exact(value, places), _exact(limit, places)


def margin_length_text(value: Length, limit: Length) -> str:
    """Write by how much a measured length and its limit differ, with the decimals of `pair_texts`."""
    places = _pair_places(value, limit)
    difference = abs(value - limit)
    while difference and not _rounded(difference, places):
        places += 1
    return _exact(difference, places)


def millimetres_text(length: Length) -> str:
    """Write a length in millimetres, as bases are: 25 mm, 32.5 mm."""
    number = f"{Decimal(length) / UNITS_PER_MILLIMETRE:f}"
    return f"{number} mm"


def _places(length: Length) -> int:
    """Return how many decimals a length in inches gets by itself."""
    if length % UNITS_PER_INCH == 0:
        return 0
    return 2 if length % 635 == 0 and length % 1270 else 1


def _limit_places(limit: Length) -> int:
    """Return how many decimals a limit gets: two where one would round it, as of a tolerance of 0.05″."""
    return 1 + (_rounded(limit, 1) != _rounded(limit, 2)) if _places(limit) else 0


def _pair_places(value: Length, limit: Length) -> int:
    """Return the decimals at which value and limit are told apart."""
    places = max(_places(value), _limit_places(limit))
    while value != limit and _rounded(value, places) == _rounded(limit, places):
        places += 1
    return places


def _exact(length: Length, places: int) -> str:
    """Write a length with its own decimals where these say all, else with so many."""
    own = _places(length)
    return _inches(length, own if _rounded(length, own) * UNITS_PER_INCH == length else places)


def _rounded(length: Length, places: int) -> Decimal:
    return (Decimal(length) / UNITS_PER_INCH).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)


def _inches(length: Length, places: int) -> str:
    rounded = _rounded(length, places)
    number = f"{rounded or Decimal(0):f}".replace("-", MINUS)
    return f"{number}{INCH}"


# ---------------------------------------------------------------------- dice and odds


def needed_text(number: int) -> str:
    """Write the number a die needs: 2+."""
    return f"{number}+"


def signed_text(number: int) -> str:
    """Write a modifier with its sign: +1, −1."""
    return f"+{number}" if number >= 0 else f"{MINUS}{-number}"


def chance_text(chance: float) -> str:
    """Write a chance from 0 to 1 in whole per cent; only certainties are 0 % and 100 %.

    >>> chance_text(0.666), chance_text(0.001), chance_text(0.999), chance_text(1.0)
    ('67 %', '< 1 %', '> 99 %', '100 %')
    """
    if 0 < chance < 0.01:
        return "< 1 %"
    if 0.99 < chance < 1:
        return "> 99 %"
    return f"{Decimal(str(chance * 100)).quantize(Decimal(1), ROUND_HALF_UP)} %"


def expected_text(number: float) -> str:
    """Write an expectation with one decimal."""
    return f"{Decimal(str(number)).quantize(Decimal('0.1'), ROUND_HALF_UP)}"


def losses_text(number: float) -> str:
    """Write casualties to expect with one decimal: “none” for no chance of any, “<0.1” for hardly any.

    >>> losses_text(0), losses_text(0.01), losses_text(1.26)
    ('none', '<0.1', '1.3')
    """
    if not number:
        return tr("value.no_losses")
    return expected_text(number) if number >= 0.05 else tr("value.hardly_any")


def capital(text: str) -> str:
    """Return words as they begin a line: with a capital, the rest as it is."""
    return text[:1].upper() + text[1:]


def step_name(key: str) -> str:
    """Return the name of a step of play from its key: step.own_objectives."""
    return tr(key) if knows(key) else capital(key.partition(".")[2].replace("_", " "))


def faces_text(faces: Sequence[int]) -> str:
    """Write dice as they lie: 6 5 5 1."""
    return " ".join(str(face) for face in faces)


def listed(names: Sequence[str]) -> str:
    """Write names as a list with “and”; empty for none.

    >>> listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C"])
    ('A', 'A and B', 'A, B and C')
    """
    if len(names) < 2:
        return "".join(names)
    found = names[0]
    for name in names[1:-1]:
        found = tr("list.more", before=found, name=name)
    return tr("list.last", before=found, name=names[-1])


def weapon_line(weapon: Weapon) -> str:
    """Write a weapon's profile in one line: 18″ · S4 · AP5 · Assault 2."""
    parts = [tr("weapon.strength", s=weapon.s), tr("weapon.ap", ap=weapon.ap)]
    if weapon.range:
        parts.insert(0, inches_text(weapon.range))
    elif "template" in weapon.rules:
        parts.insert(0, tr("weapon.template"))
    parts.append(tr(f"weapon.{weapon.type}", shots=weapon.shots))
    parts += [rule.replace("_", " ") for rule in weapon.rules if rule != "template"]
    return " · ".join(parts)


# ---------------------------------------------------------------------- things
# Names are isolated where they are found: wherever they are put, they turn no sentence round.


def side_name(battle: Battle, side: str) -> str:
    """Return the name the players gave a side, its id for an unknown one."""
    return isolated(next((found.name for found in battle.sides if found.id == side), side))


def unit_name(battle: Battle, unit: str) -> str:
    """Return a unit's name, with its side or id where another unit bears the same."""
    found = battle.units.get(unit)
    if found is None:
        return unit
    same = [u for u in battle.units.values() if u.name == found.name and u.id != unit]
    if not same:
        return isolated(found.name)
    if all(u.side != found.side for u in same):
        return tr("name.of_side", name=found.name, side=side_name(battle, found.side))
    return tr("name.with_id", name=found.name, id=unit)


def model_name(battle: Battle, model: str) -> str:
    """Return a model's name, with its unit where a model of another unit bears the same."""
    found = battle.models.get(model)
    if found is None:
        return model
    if any(m.name == found.name and m.unit != found.unit for m in battle.models.values()):
        return of_unit(battle, model)
    return isolated(found.name)


def models_listed(battle: Battle, models: Sequence[str]) -> str:
    """Write models as a list in which all are named alike: with their unit, if one of them has to be.

    Models of one unit share its name: Scout 1, Scout 2 and Scout 3 of Scouts.
    """
    units = {battle.models[name].unit for name in models if name in battle.models}
    plain = [isolated(battle.models[name].name) if name in battle.models else name for name in models]
    if all(model_name(battle, name) == said for name, said in zip(models, plain, strict=True)):
        return listed(plain)
    if len(units) == 1:
        return tr("name.of_unit", name=listed(plain), unit=unit_name(battle, units.pop()))
    return listed([of_unit(battle, name) for name in models])


def of_unit(battle: Battle, model: str) -> str:
    """Return a model's name with that of its unit: Scout 1 of Scouts."""
    found = battle.models.get(model)
    if found is None:
        return model
    return tr("name.of_unit", name=found.name, unit=unit_name(battle, found.unit))


def wall_name(battle: Battle, wall: str) -> str:
    """Return how a wall is called: wall W3."""
    return tr("name.wall", id=wall)


def door_name(battle: Battle, door: str) -> str:
    """Return how a door is called: door D6."""
    return tr("name.door", id=door)


def zone_name(battle: Battle, zone: str, *, full: bool = False) -> str:
    """Return how a zone is called: room R3; in full with its own name, R3 Reactor hall."""
    found = battle.table.zones.get(zone)
    if found is None:
        return zone
    if full and found.name:
        return tr("name.full", id=zone, name=found.name)
    if found.kind == "section" and found.structure in battle.table.structures:
        return tr("name.level_of", structure=structure_name(battle, found.structure), level=found.level)
    return tr(f"name.{found.kind}", id=zone)


def structure_name(battle: Battle, structure: str, *, full: bool = False) -> str:
    """Return how a structure is called: ruin R3, building B1, spacecraft S1; in full R3 Old mill.

    One whose id is only its name written small is called by its name: Town hall.
    """
    found = battle.table.structures.get(structure)
    if found is None:
        return structure
    if found.name and found.name.casefold().replace(" ", "-") == structure:
        return isolated(found.name)
    if full and found.name:
        return tr("name.full", id=structure, name=found.name)
    return tr(f"name.{found.kind}", id=structure)


def piece_name(battle: Battle, piece: str) -> str:
    """Return how an area or obstacle is called: its own name, else its kind and id (crater A2)."""
    table = battle.table
    found = table.areas.get(piece) or table.obstacles.get(piece)
    if found is None:
        return piece
    if found.name:
        return isolated(found.name)
    key = f"name.piece_{found.kind}"
    return tr(key, id=piece) if knows(key) else tr("name.piece", kind=found.kind.replace("_", " "), id=piece)


def marker_name(battle: Battle, marker: str) -> str:
    """Return how an objective is called: its own name, else objective O1."""
    found = battle.table.objectives.get(marker)
    return isolated(found.name) if found is not None and found.name else tr("name.objective", id=marker)


def thing_name(battle: Battle, thing: str) -> str:
    """Return the name of anything on or beside the table by its id; the id itself for an unknown one.

    Where one id means several things, terrain goes before models, units and sides.
    """
    table = battle.table
    if thing in table.walls:
        return wall_name(battle, thing)
    if thing in table.doors:
        return door_name(battle, thing)
    if thing in table.zones:
        return zone_name(battle, thing)
    if thing in table.structures:
        return structure_name(battle, thing)
    if thing in table.areas or thing in table.obstacles:
        return piece_name(battle, thing)
    if thing in table.objectives:
        return marker_name(battle, thing)
    if thing in battle.models:
        return model_name(battle, thing)
    if thing in battle.units:
        return unit_name(battle, thing)
    return side_name(battle, thing)
