"""What the guide offers in the Assault phase: targets first, and no roll where no ground is difficult."""

from __future__ import annotations

import msgspec

from tests.builders import Position, bare_table, ruleset, session
from wolfling_gui.core.actions import Charge, EndStep, Fight, RollAllowance
from wolfling_gui.core.lengths import at
from wolfling_gui.core.terrain import Area
from wolfling_gui.rules.guide import guide


def facing(gap: float = 5, table=None, step: str = "assault"):
    built = Position(table).unit("ours", "blue", [(20, 20), (21.5, 20)])
    built = built.unit("theirs", "orange", [(20, 20 + gap), (21.5, 20 + gap)])
    return built.unit("away", "orange", [(40, 40)]).battle(step)


def offered(battle, unit: str = "ours"):
    found = guide(ruleset(), battle, unit)
    return [one.action for one in (*found.also, *found.offers) if one.action is not None]


def test_a_unit_in_hand_is_offered_whom_it_reaches():
    assert offered(facing()) == [Charge("ours", "theirs")]
    assert offered(facing(9)) == []


def test_the_roll_is_offered_after_the_targets_where_ground_is_difficult():
    bog = Area("bog", (at(30, 30), at(34, 30), at(34, 34), at(30, 34)), terrain="difficult")
    table = msgspec.structs.replace(bare_table(), areas={"bog": bog})
    assert offered(facing(table=table)) == [Charge("ours", "theirs"), RollAllowance("ours", "assault")]


def test_a_combat_to_fight_is_the_main_thing_and_keeps_the_turn_from_ending():
    found = guide(ruleset(), facing(0.99, step="combat"))
    assert found.main is not None
    assert isinstance(found.main.action, Fight)
    assert [f.rule for f in found.must] == ["CL-ASLT-1"]


def after_an_assault(*others: str):
    """Return the battle after ours have assaulted theirs; `others` of Blue stand 5 inches from them."""
    position = Position().unit("ours", "blue", [(20, 20), (21.5, 20)])
    position.unit("theirs", "orange", [(20, 23), (21.5, 23)])
    for number, name in enumerate(others):
        position.unit(name, "blue", [(24 + 2 * number, 25)])
    running = session(position.battle("assault"))
    running.perform(Charge("ours", "theirs"))
    assert running.request is None
    return running.battle


def test_after_a_good_assault_it_says_what_it_has_come_to_and_goes_on():
    found = guide(ruleset(), after_an_assault("second"), "ours")
    assert (found.title, found.about, found.facts["contacts"]) == (
        "guide.assault_reached", ("ours", "theirs"), 2,
    )  # fmt: skip
    ours = next(one for one in found.offers if one.unit == "ours")
    assert (ours.says, ours.findings) == ("offer.assault_done", ())
    assert found.main is not None
    assert (found.main.says, found.main.unit) == ("offer.assault_unit", "second")
    assert any(isinstance(one.action, EndStep) for one in found.also)


def test_after_the_last_assault_the_moves_are_ended():
    found = guide(ruleset(), after_an_assault(), "ours")
    assert found.main is not None
    assert isinstance(found.main.action, EndStep)
    assert found.hint == "guide.assault_last_hint"
