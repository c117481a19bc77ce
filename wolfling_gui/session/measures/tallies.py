"""Measures of dice, losses and scores."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.classic.scoring import holders, kill_points, standings
from wolfling_gui.rules.dice_rolls import d3
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.strength import below_half, lost_a_quarter
from wolfling_gui.session.measures.common import equal


def d3_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what dice count as D3."""
    values = tuple(d3(rules, int(face)) for face in measure.about)
    wanted = measure.want if isinstance(measure.want, tuple) else (measure.want,)
    return equal(values, wanted, "the D3")


def standing(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how the score would stand if the battle ended now."""
    assert isinstance(measure.want, tuple)
    wanted, _ = measure.want
    now = standings(rules, battle)
    return [
        f"the score of {side} is {now.get(side)}, expected {points}"
        for side, points in wanted.items()
        if now.get(side) != points
    ]


def holder(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell which side controls an objective."""
    side, _ = holders(rules, battle, battle.table.objectives[measure.about[0]])
    return equal(side or "none", measure.want, f"the holder of {measure.about[0]}")


def kills(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell a side's kill points."""
    side = measure.about[0]
    return equal(kill_points(rules, battle, side), measure.want, f"the kill points of {side}")


def half(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit is below half of the models it started the game with."""
    name = measure.about[0]
    return equal(below_half(rules, battle, name), measure.want, f"{name} below half strength")


def quarter(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit has lost a quarter of its models since the phase began."""
    name = measure.about[0]
    return equal(lost_a_quarter(rules, battle, name), measure.want, f"a quarter of {name} lost")
