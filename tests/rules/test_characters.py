"""Characters in units: kept apart in fights, back on their own when the rest is lost, and in files."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.builders import TROOPER, Position, bare_table, driven, play, ruleset, session
from wolfling_gui.core.actions import Adjust, Deploy, JoinUnit, SetWounds
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Term
from wolfling_gui.core.changes import digest
from wolfling_gui.core.forces import Condition, Place
from wolfling_gui.core.lengths import at
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.classic.characters import (
    bereft,
    fighting_units,
    guests,
    host_of,
    joined,
    parted,
    settle_joining,
)
from wolfling_gui.rules.classic.morale import morale_check
from wolfling_gui.rules.classic.scoring import kill_points
from wolfling_gui.rules.guide import guide

CLASSIC = ruleset("classic")


def squad(*rules: str) -> Battle:
    position = Position(bare_table(), "classic").unit("squad", "blue", [(10, 10), (11.5, 10)], TROOPER)
    position.unit("captain", "blue", [(10, 11.5)], rules=("independent_character", *rules))
    return position.unit("enemy", "orange", [(10, 40)]).battle()


def test_a_battle_with_a_joined_character_reads_back_as_it_was_written() -> None:
    battle = joined(squad(), "captain", "squad")
    again = msgspec.json.decode(msgspec.json.encode(battle), type=Battle)
    assert again == battle
    assert host_of(again, "captain") == "squad"
    assert [m.id for m in guests(again, "squad")] == ["captain-1"]


def test_battles_without_characters_are_written_as_before() -> None:
    assert b"home" not in msgspec.json.encode(squad())


def test_leaving_again_leads_back_to_the_units_as_they_were() -> None:
    battle = squad()
    after = parted(joined(battle, "captain", "squad"), "captain-1")
    assert after.units == battle.units
    assert after.models["squad-1"] == battle.models["squad-1"]
    own = after.models["captain-1"]
    assert (
        msgspec.structs.replace(own, profile=battle.models["captain-1"].profile) == battle.models["captain-1"]
    )
    assert after.phase_start == battle.phase_start


def test_what_the_unit_is_under_goes_with_who_leaves_it() -> None:
    battle = joined(squad(), "captain", "squad")
    for condition in (
        Condition("falling_back", "CL-MOR-1", until="battle"),
        Condition("walked", "CL-MOVE-2", 500, "captain-1", "phase"),
        Condition("walked", "CL-MOVE-2", 700, "squad-1", "phase"),
    ):
        battle = battle.with_condition("squad", condition)
    after = parted(battle, "captain-1")
    assert [(c.kind, c.about) for c in after.units["captain"].conditions] == [
        ("falling_back", ""),
        ("walked", "captain-1"),
    ]
    assert [(c.kind, c.about) for c in after.units["squad"].conditions] == [
        ("falling_back", ""),
        ("walked", "squad-1"),
    ]


def test_undo_takes_a_joining_back() -> None:
    running = session(squad(), CLASSIC)
    before = digest(running.battle)
    running.perform(JoinUnit("captain", "squad"))
    assert running.battle.models["captain-1"].unit == "squad"
    running.undo()
    assert digest(running.battle) == before


def test_when_the_rest_is_lost_the_character_is_on_his_own_and_the_unit_counts_as_lost() -> None:
    running = session(joined(squad(), "captain", "squad"), CLASSIC)
    assert kill_points(CLASSIC, running.battle, "orange") == 0
    running.perform(Adjust((SetWounds("squad-1", 1, True), SetWounds("squad-2", 1, True))))
    assert running.battle.models["captain-1"].unit == "captain"
    assert running.battle.units["captain"].models == ("captain-1",)
    assert kill_points(CLASSIC, running.battle, "orange") == 1


def test_a_character_who_falls_in_a_unit_counts_as_a_unit_lost() -> None:
    running = session(joined(squad(), "captain", "squad"), CLASSIC)
    running.perform(Adjust((SetWounds("captain-1", 1, True),)))
    assert running.battle.models["captain-1"].unit == "squad"
    assert kill_points(CLASSIC, running.battle, "orange") == 1
    assert bereft(running.battle) is running.battle


def test_in_a_fight_he_is_a_unit_of_one() -> None:
    battle = joined(squad(), "captain", "squad")
    bodies = fighting_units(CLASSIC, battle, "squad")
    assert [(b.id, [m.id for m in b.models], b.alone) for b in bodies] == [
        ("squad", ["squad-1", "squad-2"], False),
        ("captain", ["captain-1"], True),
    ]
    assert [b.id for b in fighting_units(CLASSIC, squad(), "captain")] == ["captain"]


@pytest.mark.parametrize(
    ("name", "bodies", "alone"), [("separate_target", 1, False), ("needs_base_contact", 2, False)]
)
def test_house_rules_let_him_fight_with_his_unit(name: str, bodies: int, alone: bool) -> None:
    catalogue = CLASSIC.catalogue.with_value("CL-CHAR-7", name, False, Origin("house", 1))
    found = fighting_units(
        replace(CLASSIC, catalogue=catalogue), joined(squad(), "captain", "squad"), "squad"
    )
    assert len(found) == bodies
    assert found[-1].alone is alone


def test_a_stubborn_character_lets_his_unit_test_unmodified() -> None:
    less = Term("CL-ASLT-22", "add", -3, "why.below_half")
    for rules, needs in (("stubborn", 7), ("fleet", 4)):
        battle = joined(squad(rules), "captain", "squad")
        _, (line,) = driven(morale_check(CLASSIC, battle, "squad", "assault_lost", less), [1, 1])
        assert line.needed is not None
        assert line.needed.total == needs


def test_set_up_beside_a_squad_he_may_begin_the_game_joined() -> None:
    battle = squad()
    battle = battle.with_clock(msgspec.structs.replace(battle.clock, turn=0, step="deployment"))
    battle = battle.with_place("captain-1", None)
    running = session(battle, CLASSIC)
    running.perform(Deploy("captain", {"captain-1": Place(at(10, 11.5))}))
    play(running, True)
    assert running.battle.models["captain-1"].unit == "squad"
    assert "captain-1" in running.battle.units["squad"].models


def test_who_falls_back_or_is_locked_draws_nobody_in() -> None:
    battle = squad().with_condition("captain", Condition("falling_back", "CL-MOR-1", until="battle"))
    assert driven(settle_joining(CLASSIC, battle, "captain")) == (True, battle, ())
    battle = squad().with_condition("squad", Condition("locked", "CL-ASLT-11", until="battle"))
    assert driven(settle_joining(CLASSIC, battle, "captain")) == (True, battle, ())


def test_the_guide_offers_to_join_and_to_leave() -> None:
    said = [offer.says for offer in guide(CLASSIC, squad(), "captain").also]
    assert "offer.join" in said
    beside_a_table = joined(squad(), "captain", "squad")
    for name in ("squad-1", "squad-2", "captain-1"):
        beside_a_table = beside_a_table.with_place(name, None)
    assert "offer.leave" in [offer.says for offer in guide(CLASSIC, beside_a_table, "squad").also]
