"""Measures of morale: what a check is taken on, where a unit falls back to, and as whom it fights."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import inches, to_inches
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.classic import morale
from wolfling_gui.rules.classic.characters import fighting_units
from wolfling_gui.rules.classic.falling_back import is_trapped
from wolfling_gui.rules.classic.flight import flight_of, moved
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.measures.common import equal, number_is

HAIR = inches("0.001")


def check(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what a unit checks its morale on, after a fight lost by so many points if any are given."""
    unit = measure.about[0]
    points = measure.options.get("lost by", 0)
    lost = (morale.lost_by(rules, points),) if isinstance(points, int) and points else ()
    return number_is(morale.needed(rules, battle, unit, *lost), measure, f"the morale of {unit}")


def flight(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell where the models of a unit end that falls back so far, or that it is trapped or leaves."""
    unit = measure.about[0]
    through = measure.options.get("through")
    distance = measure.options.get("inches", 0)
    foes = frozenset({through}) if isinstance(through, str) and through else frozenset()
    assert isinstance(distance, int)
    found = flight_of(rules, battle, battle.units[unit], distance, foes)
    what = f"the flight of {unit}"
    if found.leaves or is_trapped(rules, battle, unit, found):
        return equal("leaves" if found.leaves else "trapped", measure.want, what)
    ends = [m.place.at for m in moved(battle, found.paths).standing(unit) if m.place is not None]
    want = measure.want if isinstance(measure.want, tuple) else ()
    near = len(want) == len(ends) and all(
        isinstance(spot, list)
        and len(spot) == 2
        and abs(inches(str(spot[0])) - end.x) <= HAIR
        and abs(inches(str(spot[1])) - end.y) <= HAIR
        for spot, end in zip(want, ends, strict=False)
    )
    if near:
        return []
    listed = ", ".join(f"[{to_inches(end.x):.3f}, {to_inches(end.y):.3f}]" for end in ends)
    return [f"{what} ends at {listed}, expected {measure.want}"]


def bodies(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell as which units of their own a unit and its characters fight; “alone” needs contact."""
    unit = measure.about[0]
    found = tuple(body.id + (" alone" if body.alone else "") for body in fighting_units(rules, battle, unit))
    return equal(found, measure.want, f"how {unit} fights")
