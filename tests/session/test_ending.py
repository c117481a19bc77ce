"""How a battle was decided, read from its record."""

from __future__ import annotations

import msgspec

from tests.builders import Position, bare_table, session
from wolfling_gui.core.actions import Adjust, EndStep, SetClock
from wolfling_gui.core.battle import Mission
from wolfling_gui.core.lengths import at
from wolfling_gui.core.terrain import Marker
from wolfling_gui.session.ending import Ending, ending_of


def last_moment(held: bool = True):
    position = Position(bare_table(), "classic")
    position.unit("blues", "blue", [(10, 10)], role="troops").unit(
        "reds", "orange", [(40, 40)], role="troops"
    )
    battle = position.battle("combat", side="orange", turn=6)
    battle = battle.with_mission(Mission("seize_ground", last_turn=6))
    where = at(10, 11) if held else at(24, 24)
    return session(battle.with_table(battle.table.with_objective(Marker("O1", where))))


def test_a_battle_under_way_has_no_ending() -> None:
    assert ending_of(last_moment()) is None


def test_the_ending_is_what_the_log_says_of_it() -> None:
    running = last_moment()
    running.perform(EndStep())
    assert running.battle.clock.over
    assert ending_of(running) == Ending("Blue won, 1 to 0.", ("CL-MIS-2", "CL-MIS-6"))
    drawn = last_moment(held=False)
    drawn.perform(EndStep())
    found = ending_of(drawn)
    assert found is not None
    assert found.rules == ("CL-MIS-2", "CL-MIS-7")


def test_an_end_set_by_agreement_was_decided_by_no_rule() -> None:
    running = last_moment()
    running.perform(Adjust((SetClock(6, "orange", "over"),)))
    assert running.battle.clock.over
    assert ending_of(running) is None
    assert msgspec.structs.asdict(running.battle)["won_by"] == ""
