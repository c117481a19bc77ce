"""Compare the battle after an action with what a case says of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import to_inches
from wolfling_gui.core.report import Entry
from wolfling_gui.files.cases_values import AfterCheck
from wolfling_gui.session.case_numbers import CLOSE, as_written, same_fact, same_length, shown_facts


def check_after(check: AfterCheck, before: Battle, after: Battle, entries: tuple[Entry, ...]) -> list[str]:
    """Return what is not as a case says: `before` is the battle that casualties are counted from."""
    want: Any = check.want
    name = check.about
    match check.kind:
        case "casualties":
            return _casualties(want, before, after)
        case "lost":
            return _same(after.models[name].wounds_lost, want, f"{name} has lost", "Wounds")
        case "left":
            left = 0 if after.models[name].casualty else after.models[name].wounds_left
            return _same(left, want, f"{name} has", "Wounds left")
        case "conditions":
            return _conditions(want, name, after)
        case "places":
            return _place(want, name, after)
        case "score":
            return _same(after.score.get(name, 0), want, f"{name} has", "points")
        case "won by":
            return _same(after.won_by, want, "the battle is won by", "")
        case "clock":
            return _same(getattr(after.clock, name.replace(" ", "_")), want, f"the {name} is", "")
        case "doors":
            return _same(after.table.doors[name].state, want, f"the door {name} is", "")
        case "walls":
            return _same(after.table.walls[name].state, want, f"the wall {name} is", "")
        case "zones":
            return _same(after.table.zones[name].kind, want, f"the zone {name} is a", "")
        case "owners":
            owners = {marker.id: marker.owner for marker in after.table.objectives.values()}
            return _same(owners.get(name, "not there"), want, f"the objective {name} is held by", "")
        case "mission":
            return _same(getattr(after.mission, name), want, f"the {name} of the mission is", "")
        case "reserve":
            return _same(after.units[name].in_reserve, want, f"the reserve of {name} is", "")
        case "log":
            return _logged(want, entries)
        case _:
            says, facts = want
            found = [e for e in entries if e.says == says and _holds(facts, e)]
            return [f"the log has {_line(found[0])}, which must not be there"] if found else []


def _same(found: object, want: object, before: str, behind: str) -> list[str]:
    if found == want:
        return []
    shown = "nobody" if found == "" else found
    return [f"{before} {shown} {behind}".rstrip() + f", expected {'nobody' if want == '' else want}"]


def _casualties(want: Any, before: Battle, after: Battle) -> list[str]:
    gone = after.fallen_since(before)
    if isinstance(want, int):
        if len(gone) == want:
            return []
        return [f"{len(gone)} casualties ({', '.join(gone) or 'none'}), expected {want}"]
    if sorted(gone) == sorted(want):
        return []
    return [f"the casualties are {', '.join(gone) or 'none'}, expected {', '.join(want) or 'none'}"]


def _conditions(want: Any, name: str, after: Battle) -> list[str]:
    unit = after.units[name]
    here = ", ".join(dict.fromkeys(c.kind for c in unit.conditions)) or "nothing"
    found: list[str] = []
    for kind, holds, amount in want:
        listed = [c for c in unit.conditions if c.kind == kind]
        if bool(listed) != holds:
            word = kind if holds else f"not {kind}"
            found.append(f"{name} is expected to be {word.replace('_', ' ')}; it is under {here}")
        elif amount is not None and not any(same_length(c.amount, amount) for c in listed):
            amounts = ", ".join(f"{to_inches(c.amount):g}″" for c in listed)
            found.append(f"{kind} of {name} is {amounts}, expected {amount}″")
    return found


def _place(want: Place | None, name: str, after: Battle) -> list[str]:
    place = after.models[name].place
    if want is None or place is None:
        if place is want:
            return []
        return [f"{name} is {'off' if place is None else 'on'} the table"]
    off = max(abs(place.at.x - want.at.x), abs(place.at.y - want.at.y))
    if off <= CLOSE and place.level == want.level:
        return []
    here = f"[{to_inches(place.at.x):.3f}, {to_inches(place.at.y):.3f}, {place.level}]"
    there = f"[{to_inches(want.at.x):g}, {to_inches(want.at.y):g}, {want.level}]"
    return [f"{name} stands at {here}, expected {there}"]


def _logged(want: Any, entries: tuple[Entry, ...]) -> list[str]:
    says, facts = want
    if any(entry.says == says and _holds(facts, entry) for entry in entries):
        return []
    named = [entry for entry in entries if entry.says == says] or list(entries)
    listed = "; ".join(_line(entry) for entry in named) or "nothing"
    return [f"the log has no {says} with {as_written(facts)}; it has {listed}"]


def _holds(facts: Mapping[str, object], entry: Entry) -> bool:
    for name, value in facts.items():
        if name == "about":
            listed = value if isinstance(value, list) else [value]
            if not set(listed) <= set(entry.about):
                return False
        elif name == "rules":
            listed = value if isinstance(value, list) else [value]
            if not set(listed) <= set(entry.rules):
                return False
        elif not same_fact(name, entry.facts.get(name), value):
            return False
    return True


def _line(entry: Entry) -> str:
    return f"{entry.says} {', '.join(entry.about)} {shown_facts(entry.facts)}"
