from __future__ import annotations

import msgspec
import pytest

from tests.builders import Position, play, session
from tests.rules.toy import toy
from wolfling_gui.core.actions import EndStep, Move, Shoot, Waypoint
from wolfling_gui.core.battle import Battle, Mission
from wolfling_gui.core.lengths import at, to_inches
from wolfling_gui.core.verdict import Permit, Refusal


def crossing() -> Battle:
    position = Position(ruleset="classic")
    position.unit("runners", "blue", [(10, 10), (11.5, 10)])
    position.unit("gunners", "blue", [(10, 30)])
    position.unit("sentry", "orange", [(24, 10)], rules=("sentry",))
    battle = position.battle("activations")
    return msgspec.structs.replace(battle, mission=Mission(last_turn=2))


def run_east() -> Move:
    return Move(
        "runners",
        {"runners-1": (Waypoint(at(15.5, 10)),), "runners-2": (Waypoint(at(17, 10)),)},
    )


def test_activations_alternate_and_a_unit_moves_and_fires_in_one() -> None:
    running = session(crossing(), toy())
    assert isinstance(running.perform(EndStep()), Refusal)
    assert isinstance(running.perform(Move("gunners", {"gunners-1": (Waypoint(at(12, 30)),)})), Permit)
    assert isinstance(running.perform(run_east()), Refusal)
    running.perform(EndStep())
    assert running.battle.clock.side == "orange"
    assert isinstance(running.perform(run_east()), Refusal)
    assert isinstance(running.perform(Shoot("sentry", "runners")), Permit)
    running.call_off()
    assert running.battle.clock.side == "orange"


def test_the_turn_ends_when_every_unit_has_acted() -> None:
    running = session(crossing(), toy())
    running.perform(Move("gunners", {"gunners-1": (Waypoint(at(12, 30)),)}))
    running.perform(EndStep())
    running.perform(Move("sentry", {"sentry-1": (Waypoint(at(25, 10)),)}))
    running.perform(EndStep())
    assert running.battle.clock.side == "blue"
    running.perform(Move("runners", {"runners-1": (Waypoint(at(10, 11)),)}))
    running.perform(EndStep())
    assert (running.battle.clock.turn, running.battle.clock.closed) == (2, ())


@pytest.mark.parametrize(("face", "fallen"), [(3, 0), (4, 1)])
def test_a_sentry_interrupts_the_move_where_it_comes_into_reach(face: int, fallen: int) -> None:
    running = session(crossing(), toy())
    running.perform(run_east())
    assert running.request is not None
    seen = running.battle.models["runners-2"].place
    assert seen is not None
    gap = to_inches(24 * 2540 - seen.at.x - 2500)
    assert 7.5 < gap <= 8
    play(running, True, [face])
    assert sum(m.casualty for m in running.battle.models.values()) == fallen
    end = running.battle.models["runners-2"].place
    assert end is not None
    assert end.at == at(17, 10)


def test_a_declined_interrupt_lets_the_move_go_on() -> None:
    running = session(crossing(), toy())
    running.perform(run_east())
    play(running, False)
    assert not running.battle.units["sentry"].has("shot")
    assert running.undo()
    assert running.battle == crossing()
