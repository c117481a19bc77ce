"""Measures of units: coherency, moves, what they count as, and what they may do."""

from __future__ import annotations

from typing import Any

from wolfling_gui.core.actions import Move, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place as ModelPlace
from wolfling_gui.core.forces import Roster, Squad
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.classic.coherency import is_coherent
from wolfling_gui.rules.classic.profiles import toughness
from wolfling_gui.rules.classic.shooting import may_assault
from wolfling_gui.rules.classic.unit_types import assault_reach
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.limits import check_profile, check_weapon
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.case_numbers import check_number, same_length, shown_finding
from wolfling_gui.session.measures.common import equal, forbidden, judged, length_is, number_is, unit_of


def coherent(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit is coherent, by which rule not, and with which margin."""
    unit = battle.units[measure.about[0]]
    findings = rules.coherency(rules, battle, unit)
    found = equal(is_coherent(rules, battle, unit), measure.want, f"the coherency of {unit.id}")
    found += forbidden(findings, measure.options.get("by"))
    if "margin" in measure.options:
        wanted = measure.options["margin"]
        margins = [f.margin for f in findings if f.margin is not None]
        if not isinstance(wanted, int | float) or not any(same_length(m, wanted) for m in margins):
            listed = "; ".join(shown_finding(f) for f in findings)
            found.append(f"a margin of {wanted}″ expected, found {listed}")
    return found


def limit(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how far a unit may move in a way of moving."""
    unit = battle.units[measure.about[0]]
    mode: Any = measure.options.get("mode", "foot")
    number = rules.move_limit(rules, battle, unit, Move(unit.id, {}, mode))
    found = length_is(number.total, measure.want, f"the move of {unit.id}")
    return found + check_number(measure.number, number)


def toughness_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell the Toughness that a unit counts as."""
    number = toughness(rules, battle, battle.units[measure.about[0]])
    return number_is(number, measure, f"the Toughness of {measure.about[0]}")


def force(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether sides that cost so many points may fight."""
    assert isinstance(measure.want, tuple)
    points, wanted = measure.want
    rosters = {side: (Roster(side, (Squad(side, side, (), points=cost),)),) for side, cost in points.items()}
    findings = rules.force_check(rules, rosters)
    verdict = "refused" if forbids(findings) else "permitted"
    return equal(verdict, wanted, "the check of the forces") + forbidden(findings, measure.options.get("by"))


def grounding(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit may go to ground, and what keeps it."""
    unit = battle.units[measure.about[0]]
    findings = rules.may_ground(rules, battle, unit)
    return equal(not forbids(findings), measure.want, f"{unit.id} going to ground") + forbidden(
        findings, measure.options.get("by")
    )


def fleet(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit may assault after running from where it stands, to a place if one is given."""
    unit = battle.units[measure.about[0]]
    to = measure.options.get("to")
    paths = {}
    if isinstance(to, ModelPlace):
        paths = {m.id: (Waypoint(to.at, to.level),) for m in battle.standing(unit.id)}
    stopped = rules.fleet_stopped(rules, battle, unit, paths)
    wrong = equal(not stopped, measure.want, f"Fleet of {unit.id}")
    by = measure.options.get("by")
    if isinstance(by, tuple) and by and stopped not in by:
        wrong.append(f"{stopped or 'nothing'} stops Fleet, expected {', '.join(by)}")
    return wrong


def profile(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a model's profile is possible."""
    model = battle.models[measure.about[0]]
    return judged(check_profile(rules, model.profile), measure, f"the profile of {model.id}")


def weapons(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a model's weapons are possible."""
    model = battle.models[measure.about[0]]
    findings = tuple(f for weapon in model.weapons for f in check_weapon(rules, weapon))
    return judged(findings, measure, f"the weapons of {model.id}")


def assault_move(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how far a unit's assault move reaches, through difficult ground with dice."""
    unit = battle.units[measure.about[0]]
    dice: Any = measure.options.get("dice", ())
    number = assault_reach(rules, battle, unit, tuple(dice))
    found = length_is(number.total, measure.want, f"the assault move of {unit.id}")
    return found + check_number(measure.number, number)


def fall_back(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell by which dice a unit falls back, and by which rule."""
    unit = battle.units[measure.about[0]]
    dice, rule = rules.fall_back(rules, battle, unit)
    found = equal(dice, measure.want, f"the fall-back roll of {unit.id}")
    if "rule" in measure.options:
        found += equal(rule, measure.options["rule"], f"the rule of the fall-back roll of {unit.id}")
    return found


def assault(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit's shots of this turn leave it free to assault another."""
    a, b = (battle.units[unit_of(battle, name)] for name in measure.about)
    findings = may_assault(rules, battle, a, b)
    found = equal(not forbids(findings), measure.want, f"an assault of {a.id} on {b.id}")
    return found + forbidden(findings, measure.options.get("by"))
