"""Measures of distances, contact, and what a marker covers."""

from __future__ import annotations

from typing import Any

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.core.lengths import Point
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.geometry.measure import overlap
from wolfling_gui.rules.contacts import climbing_distance, free_contacts, in_contact_by_floors
from wolfling_gui.rules.facts import base_of, in_contact
from wolfling_gui.rules.markers import touched
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.case_numbers import shown_value
from wolfling_gui.session.measures.common import equal, forbidden, gap_or_none, length_is, models_of


def gap_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Measure between two models or units, from base edge to base edge."""
    a, b = measure.about
    return length_is(gap_or_none(rules, battle, a, b), measure.want, f"the gap of {a} and {b}")


def within(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether two models or units are within a distance, the limit included."""
    a, b, limit = measure.about
    found = gap_or_none(rules, battle, a, b)
    if found is None:
        return [f"the gap of {a} and {b} is not to be measured"]
    what = f"{a} within {shown_value(int(limit), 'inches')} of {b}"
    return equal(rules.within(found, int(limit)), measure.want, what)


def contact(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether two models, or any of two units, are in base contact."""
    a, b = measure.about
    touching = any(
        in_contact(rules, battle, one, other)
        for one in models_of(battle, a)
        for other in models_of(battle, b)
    )
    return equal(touching, measure.want, f"base contact of {a} and {b}")


def overlap_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Measure how deep two bases overlap."""
    a, b = measure.about
    deepest = max(
        overlap(base_of(battle, one), base_of(battle, other))
        for one in models_of(battle, a)
        for other in models_of(battle, b)
    )
    return length_is(deepest, measure.want, f"the overlap of {a} and {b}")


def _pair(battle: Battle, measure: Measure) -> tuple[Model, Model]:
    a, b = measure.about
    return models_of(battle, a)[0], models_of(battle, b)[0]


def contact_places(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how many places in contact with a model are left for another."""
    mover, target = _pair(battle, measure)
    left, finding = free_contacts(rules, battle, mover, target)
    what = f"the free places of {mover.id} round {target.id}"
    found = equal("unlimited" if left is None else left, measure.want, what)
    return found + forbidden((finding,), measure.options.get("by"))


def floor_contact(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether two models are in contact, on one floor or on neighbouring ones."""
    a, b = _pair(battle, measure)
    touching = in_contact_by_floors(rules, battle, a, b)
    return equal(touching, measure.want, f"contact of {a.id} and {b.id} by floors")


def assault_distance(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Measure what an assault from one model to another takes, floors included."""
    a, b = _pair(battle, measure)
    return length_is(climbing_distance(rules, battle, a, b), measure.want, f"the way from {a.id} to {b.id}")


def marker(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell which models a round marker at a place touches."""
    x, y = (int(number) for number in measure.about)
    size: Any = measure.options.get("size", "small")
    level: Any = measure.options.get("level")
    under = tuple(m.id for m in touched(rules, battle, Point(x, y), size, level))
    wanted = measure.want if isinstance(measure.want, tuple) else (measure.want,)
    return equal(tuple(sorted(under)), tuple(sorted(str(one) for one in wanted)), "under the marker")
