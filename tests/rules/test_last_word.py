"""The table has the last word, but not for what makes no sense: adjustments and overruled actions."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import Position, ruleset, session
from wolfling_gui.core.actions import (
    Action,
    Adjust,
    Change,
    ChooseZone,
    Deploy,
    EndStep,
    Move,
    Overrule,
    PlaceObjective,
    RollOff,
    SetClock,
    SetCondition,
    SetPlace,
    SetScore,
    SetSideName,
    SettleLayout,
    SettleMission,
    Waypoint,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.lengths import Point, at
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.overlays import read_overlay
from wolfling_gui.rules.classic.turn import phases
from wolfling_gui.rules.engine import check
from wolfling_gui.session.opening import ruleset_with

HUGE = 2**62


HIDDEN = ("\n", "\t", "\0", "\u202e", "\u200b", "\ud800")
"""Characters that cannot be shown."""


def battle(step: str = "movement", turn: int = 1) -> Battle:
    position = Position().unit("blues", "blue", [(10, 10)]).unit("reds", "orange", [(18, 10)])
    return position.battle(step, turn=turn)


def said(action: Action, step: str = "movement", turn: int = 1) -> list[str]:
    verdict = check(ruleset(), battle(step, turn), action)
    assert isinstance(verdict, Refusal)
    return [f.says for f in verdict.findings if f.effect == "forbids"]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (SetScore("blue", HUGE), "adjust.too_much"),
        (SetScore("blue", -HUGE), "adjust.too_much"),
        (SetCondition("blues", Condition("walked", "CL-MOVE-1", HUGE)), "adjust.too_much"),
        (SetClock(-1, "blue", "movement"), "adjust.turn"),
        (SetClock(0, "blue", "movement"), "adjust.turn"),
        (SetClock(2, "blue", "deployment"), "adjust.turn"),
        (SetClock(HUGE, "blue", "over"), "adjust.turn"),
        (SetClock(2, "blue", "nowhere"), "adjust.no_such_step"),
        (SetPlace("blues-1", Place(at(-1, 4))), "adjust.off_table"),
        (SetPlace("blues-1", Place(at(4, 4), 9)), "adjust.off_table"),
        (SetPlace("blues-1", Place(Point(HUGE, 0))), "action.too_far"),
        (SetSideName("blue", "  "), "adjust.no_name"),
        (SetSideName("blue", "a" * 41), "adjust.no_name"),
        *((SetSideName("blue", f"one{hidden}two"), "adjust.name_unseen") for hidden in HIDDEN),
        (SetSideName("blue", "ORANGE "), "adjust.name_taken"),
        (SetSideName("green", "Green"), "adjust.no_such_side"),
    ],
)
def test_an_adjustment_that_makes_no_sense_is_refused(change: Change, says: str) -> None:
    assert said(Adjust((change,))) == [says]


def test_two_sides_are_not_given_one_name_at_once_but_may_change_theirs() -> None:
    same = (SetSideName("blue", "Same"), SetSideName("orange", "same "))
    assert said(Adjust(same)) == ["adjust.name_taken", "adjust.name_taken"]
    changed = (SetSideName("blue", "Orange"), SetSideName("orange", "Blue"))
    assert isinstance(check(ruleset(), battle(), Adjust(changed)), Permit)


def test_an_adjustment_within_the_bounds_is_permitted() -> None:
    changes = (
        SetScore("blue", -3),
        SetClock(6, "orange", "shooting"),
        SetPlace("blues-1", Place(at(0, 0))),
        SetPlace("reds-1", None),
    )
    assert isinstance(check(ruleset(), battle(), Adjust(changes)), Permit)
    assert isinstance(check(ruleset(), battle(), Adjust((SetClock(0, "blue", "deployment"),))), Permit)


@pytest.mark.parametrize(
    "action",
    [
        Move("blues", {"blues-1": (Waypoint(Point(HUGE, 0)),)}),
        Deploy("blues", {"blues-1": Place(Point(0, -HUGE))}),
        PlaceObjective(Point(HUGE, HUGE)),
        Overrule(Move("blues", {"blues-1": (Waypoint(Point(-HUGE, 0)),)})),
    ],
)
def test_nothing_is_measured_far_beyond_any_table(action: Action) -> None:
    assert said(action) == ["action.too_far"]


@pytest.mark.parametrize(
    "action", [RollOff(), ChooseZone("south"), ChooseZone("middle"), SettleMission("x"), SettleLayout("")]
)
def test_the_set_up_cannot_be_forced_upon_a_battle_under_way(action: Action) -> None:
    running = session(battle())
    assert isinstance(running.overrule(action), Refusal)
    assert running.request is None
    assert running.battle == battle()


def test_the_end_of_a_battle_cannot_be_left() -> None:
    ended = battle("over")
    ended = ended.with_clock(msgspec.structs.replace(ended.clock, over=True))
    assert isinstance(check(ruleset(), ended, Overrule(EndStep())), Refusal)


def test_an_objective_may_be_added_to_a_battle_under_way() -> None:
    running = session(battle())
    clock = running.battle.clock
    assert isinstance(running.overrule(PlaceObjective(at(20, 20)), "agreed"), Permit)
    assert [marker.at for marker in running.settled.table.objectives.values()] == [at(20, 20)]
    assert running.settled.clock == clock


def test_a_phase_that_house_rules_name_twice_comes_once_so_that_the_turn_ends() -> None:
    written = "format: wolfling-overlay/1\nname: Twice\nruleset: wolfling\nset:\n"
    written += "  CL-TURN-2: {phases: [movement, shooting, assault, movement]}\n"
    rules = ruleset_with("wolfling", [read_overlay(written, "twice.yaml")])
    assert phases(rules) == ("movement", "shooting", "assault")
