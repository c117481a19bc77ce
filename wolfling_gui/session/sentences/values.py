"""Fill the places of a sentence: names of what it is about, facts in their units, what was measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding
from wolfling_gui.session import naming
from wolfling_gui.session.sentences import knows, places_of, tr
from wolfling_gui.session.sentences.forms import Value

KINDS: Mapping[str, tuple[Callable[[Battle, str], bool], Callable[[Battle, str], str]]] = {
    "model": (lambda battle, id: id in battle.models, naming.model_name),
    "unit": (lambda battle, id: id in battle.units, naming.unit_name),
    "side": (lambda battle, id: any(side.id == id for side in battle.sides), naming.side_name),
    "wall": (lambda battle, id: id in battle.table.walls, naming.wall_name),
    "door": (lambda battle, id: id in battle.table.doors, naming.door_name),
    "zone": (lambda battle, id: id in battle.table.zones, naming.zone_name),
    "structure": (lambda battle, id: id in battle.table.structures, naming.structure_name),
    "piece": (
        lambda battle, id: id in battle.table.areas or id in battle.table.obstacles,
        naming.piece_name,
    ),
    "marker": (lambda battle, id: id in battle.table.objectives, naming.marker_name),
}
"""Kinds of things a sentence can be about: how each is known, and how it is called."""

_ACTORS = ("model", "unit", "side")
LENGTHS = frozenset(("walked", "longest", "inches", "range"))
LEFT_OUT = frozenset(("walked", "range"))
"""Lengths without which there are sentences too."""
NAMED = {
    "step": "step",
    "type": "type",
    "condition": "condition",
    "mission": "mission",
    "layout": "layout",
    "zone": "part",
    "edge": "part",
    "sight": "said",
    "shared": "said",
    "cover_said": "said",
    "floor": "said",
}
"""Facts that are shown by the name of a key; their word itself is given as “…_id”."""


def values_of(
    key: str, about: tuple[str, ...], facts: Mapping[str, Value], battle: Battle
) -> dict[str, Value]:
    """Return the values for the places of a key's sentence.

    A name that means several things is taken as what the sentence asks for: with {side} in it, as a side.
    """
    wanted = (
        {place.removesuffix("_count").rstrip("0123456789") for place in places_of(key)}
        if knows(key)
        else set()
    )
    found: dict[str, Value] = {}
    models: list[str] = []
    units: list[str] = []
    for id in about:
        place, name = _called(id, wanted, found, battle)
        if not place:
            continue
        models += [id] if place == "model" else []
        units += [name] if place == "unit" else []
        number = _put(found, place, name)
        if place == "unit":
            found[f"{number}_count"] = len(battle.units[id].models) if id in battle.units else 1
    for place, value in zip("ab", about, strict=False):
        found[place] = value
    found |= {
        "models": naming.models_listed(battle, models),
        "model_count": len(models),
        "units": naming.listed(units),
        "names": _names(battle, [id for id in about if id]),
        "same": "yes" if len(about) == 2 and about[0] == about[1] else "no",
    }
    owner = battle.models.get(about[0]) if about else None
    if "unit" in wanted and "unit" not in found and owner is not None:
        found["unit"] = naming.unit_name(battle, owner.unit)
        found["unit_count"] = len(battle.units[owner.unit].models)
    if "type" in wanted and about:
        _name_fact(found, "type", about[0])
    for name, fact in facts.items():
        _fact(found, name, fact, battle)
    return found


def _names(battle: Battle, ids: list[str]) -> str:
    names = [naming.thing_name(battle, id) for id in ids]
    if all(name == naming.model_name(battle, id) for name, id in zip(names, ids, strict=True)):
        return naming.models_listed(battle, ids)
    return naming.listed(names)


def _called(id: str, wanted: set[str], found: Mapping[str, Value], battle: Battle) -> tuple[str, str]:
    """Return the place an id belongs to, and its name; both empty where the sentence has no use for it."""
    if not id:
        return "", ""
    known = [kind for kind, (is_one, _) in KINDS.items() if is_one(battle, id)]
    for kind in known:
        if kind in wanted or f"{kind}s" in wanted:
            return kind, KINDS[kind][1](battle, id)
    for kind in known:
        if kind not in _ACTORS and "thing" in wanted:
            return "thing", KINDS[kind][1](battle, id)
    if known:
        return known[0], KINDS[known[0]][1](battle, id)
    place = next((kind for kind in (*KINDS, "thing") if kind in wanted and kind not in found), "")
    return place, id


def _put(found: dict[str, Value], place: str, name: str) -> str:
    """Put a name into the first free place of its kind; returns that place."""
    free, number = place, 1
    while free in found:
        number += 1
        free = f"{place}{number}"
    found[free] = name
    return free


def _fact(found: dict[str, Value], name: str, fact: Value, battle: Battle) -> None:
    if name in LENGTHS and isinstance(fact, int):
        found[name] = "" if name in LEFT_OUT and fact < naming.LEAST else naming.inches_text(fact)
    elif name in NAMED:
        _name_fact(found, name, str(fact))
    elif name == "unit":
        found[name] = naming.unit_name(battle, str(fact))
    elif name == "picked":
        found[name] = naming.thing_name(battle, str(fact))
    elif name == "among":
        found[name] = naming.listed([naming.thing_name(battle, id) for id in str(fact).split(", ")])
    elif name == "pool":
        found[name] = naming.listed(str(fact).split("\n"))
    elif name == "side":
        found[name] = naming.side_name(battle, str(fact))
    else:
        found[name] = fact


def _name_fact(found: dict[str, Value], name: str, fact: str) -> None:
    key = f"{NAMED[name]}.{fact}"
    found[name] = tr(key) if knows(key) else fact
    found[f"{name}_id"] = fact


# ---------------------------------------------------------------------- what was measured


def is_kept(finding: Finding) -> bool:
    """Tell whether a finding's limit is kept; without numbers, whether it does not forbid."""
    margin = finding.margin
    if margin is None:
        return finding.effect in ("permits", "warns")
    return margin > 0 or (margin == 0 and finding.comparison not in ("more_than", "less_than"))


def is_snug(finding: Finding) -> bool:
    """Tell whether a length just keeps its limit: what lies between is too small to speak of."""
    if finding.measure != "inches" or finding.value is None or finding.limit is None:
        return False
    kept = is_kept(finding) or finding.effect == "permits"
    inclusive = finding.comparison in ("at_most", "at_least")
    return kept and inclusive and naming.as_good_as(finding.value, finding.limit)


def margin_text(finding: Finding) -> str:
    """Write a finding's margin with its direction (“1.2″ too much”), empty when nothing is compared."""
    margin = finding.margin
    if margin is None or finding.value is None or finding.limit is None or not finding.comparison:
        return ""
    if finding.measure == "count":
        return ""
    floor = finding.comparison in ("at_least", "more_than")
    match finding.measure:
        case "inches":
            by = naming.margin_length_text(finding.value, finding.limit)
        case "millimetres":
            by = naming.millimetres_text(abs(margin))
        case "per_cent":
            by = f"{abs(margin)} %"
        case _:
            by = str(abs(margin))
    if finding.says.startswith("sight."):
        if "door" in finding.says:
            return ""
        return tr("margin.short", by=by)
    if is_kept(finding) or is_snug(finding):
        if margin == 0 or is_snug(finding):
            return tr("margin.just_enough" if floor else "margin.none_left")
        return tr("margin.to_spare" if floor else "margin.left", by=by)
    if margin == 0:
        return tr("margin.exactly")
    return tr("margin.short" if floor else "margin.too_much", by=by)


def shortfall_text(finding: Finding) -> str:
    """Write by how much a line of sight misses, and what (“0.4″ short of the breach”); else the margin."""
    margin = margin_text(finding)
    if not margin or not finding.says.startswith("sight.") or finding.value is None or finding.limit is None:
        return margin
    by = naming.margin_length_text(finding.value, finding.limit)
    return tr("margin.short_of", by=by, past=str(finding.facts.get("past", "")))


def measured_values(finding: Finding) -> dict[str, Value]:
    """Return a finding's value, limit and margin as they are shown."""
    found: dict[str, Value] = {
        "margin": margin_text(finding),
        "judged": "kept" if is_kept(finding) else "broken",
    }
    value, limit = finding.value, finding.limit
    if limit is not None:
        found["limit_count"] = limit
    if finding.measure == "inches" and value is not None and limit is not None:
        found["value"], found["limit"] = naming.pair_texts(value, limit, is_snug(finding))
        return found
    for name, number in (("value", value), ("limit", limit)):
        if number is not None:
            found[name] = _measured(number, finding.measure)
    return found


def _measured(number: int, measure: str) -> str:
    match measure:
        case "inches":
            return naming.inches_text(number)
        case "millimetres":
            return naming.millimetres_text(number)
        case "per_cent":
            return f"{number} %"
        case _:
            return str(number)
