"""Assaults seen ahead: who reaches whom and how, what the blows do, and models put elsewhere by hand."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import CARBINE, Position, bare_table, ruleset
from wolfling_gui.core.actions import Charge
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.terrain import Area
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.rules.engine import check
from wolfling_gui.session.charge_drag import ChargeDrag
from wolfling_gui.session.charges import charges, completed, reach_of

BOG = Area("bog", (at(18, 22), at(26, 22), at(26, 23), at(18, 23)), terrain="difficult")


def facing(gap: float = 5.0, table=None, name: str = "wolfling"):
    """Three of ours face two of theirs, so far away between the middles; a third unit is far off."""
    built = Position(table, name).unit("ours", "blue", [(20, 20), (21.5, 20), (23, 20)], weapons=(CARBINE,))
    built.unit("theirs", "orange", [(20, 20 + gap), (21.5, 20 + gap)], weapons=(CARBINE,))
    return built.unit("away", "orange", [(40, 40)]).battle("assault")


def test_every_enemy_is_told_with_its_reach_and_those_in_reach_come_first():
    near, far = charges(ruleset(), facing(), "ours")
    assert (near.unit, near.legal, far.unit, far.legal) == ("theirs", True, "away", False)
    assert isinstance(far.verdict, Permit)
    assert far.reason.says == "assault.out_of_reach"
    assert far.reason.limit == inches(6)


def test_models_go_in_order_the_nearest_first_and_two_come_into_contact():
    found = charges(ruleset(), facing(), "ours")[0]
    assert found.order[0] in ("ours-1", "ours-2")
    assert set(found.order[:2]) == {"ours-1", "ours-2"}
    assert len([m for m in found.line.contacts if m.startswith("ours")]) == 3
    assert found.plan.legs[0].length == pytest.approx(inches(5) - 2500, abs=4)


def test_the_blows_of_both_sides_are_told_step_by_step_with_exact_chances():
    found = charges(ruleset("classic"), facing(name="classic"), "ours")[0]
    own = found.own_blows("ours")
    # Attacks 1 and 1 more for the assault; WS 4 against 4 is 4+, S 4 against T 4 is 4+, armour saves 4+.
    assert own.volley.shots == 6
    hit, wound = own.volley.groups[0].to_hit.total, own.volley.groups[0].to_wound.total
    save = own.volley.saves[0][0].total
    share = (7 - hit) / 6 * (7 - wound) / 6 * (save - 1) / 6
    most = len(own.odds.casualties) - 1
    assert most == 2
    assert own.odds.at_least(1) == pytest.approx(1 - (1 - share) ** 6)
    assert {b.volley.unit for b in found.blows} == {"ours", "theirs"}


def test_the_assaulted_may_shoot_by_wolfling_alone_and_not_while_they_fall_back():
    found = charges(ruleset(), facing(), "ours")[0]
    assert found.reacts
    assert [f.says for f in found.verdict.findings if f.rule == "WO-SAS-1"] == ["stands.may"]
    assert not charges(ruleset("classic"), facing(name="classic"), "ours")[0].reacts
    battle = facing().with_condition("theirs", Condition("falling_back", "CL-MOR-1", until="battle"))
    fled = charges(ruleset(), battle, "ours")[0]
    assert not fled.reacts
    assert "did.stands_not_fleeing" in [f.says for f in fled.answer.findings if f.effect == "forbids"]


def test_bad_ground_asks_for_its_roll_first_and_shows_the_ways_all_the_same():
    table = msgspec.structs.replace(bare_table(), areas={"bog": BOG})
    found = charges(ruleset(), facing(table=table), "ours")[0]
    assert not found.legal
    assert found.rolls_first
    assert found.order
    assert found.reason.about == ("ours", "bog")


def test_the_ground_in_reach_is_a_disc_where_nothing_stands_in_the_way():
    (ring,) = reach_of(ruleset(), facing(), "ours", "ours-3", "theirs")
    start = at(23, 20)
    assert max(distance(start, corner) for corner in ring) == pytest.approx(inches(6), abs=30)


# ---------------------------------------------------------------------- by hand


def drag_of(battle, grabbed: str) -> ChargeDrag:
    paths = completed(ruleset(), battle, "ours", "theirs", {})
    return ChargeDrag(ruleset(), battle, "ours", "theirs", paths, (), grabbed)


def test_what_is_completed_is_what_the_rules_permit():
    battle = facing()
    paths = completed(ruleset(), battle, "ours", "theirs", {})
    assert next(iter(paths)) == charges(ruleset(), battle, "ours")[0].order[0]
    assert isinstance(check(ruleset(), battle, Charge("ours", "theirs", paths)), Permit)


def test_a_model_dragged_close_to_an_enemy_stands_in_contact():
    battle = facing()
    drag = drag_of(battle, "ours-3")
    paths = drag.to(at(22.7, 24.8), 0)
    end = paths["ours-3"][-1].at
    assert distance(end, at(21.5, 25)) == pytest.approx(2500, abs=4)
    assert isinstance(check(ruleset(), battle, Charge("ours", "theirs", paths)), Permit)


def test_a_model_kept_out_of_a_fight_it_can_reach_is_refused_by_rule_and_stays_where_it_was_put():
    battle = facing()
    drag = drag_of(battle, "ours-3")
    paths = drag.settled(drag.to(at(24, 22), 0))
    assert paths["ours-3"][-1].at == at(24, 22)
    refused = check(ruleset(), battle, Charge("ours", "theirs", paths))
    assert isinstance(refused, Refusal)
    assert ("CL-ASLT-6", "assault.better_place") in [(f.rule, f.says) for f in refused.reasons]


def test_the_others_find_their_places_round_a_model_put_by_hand():
    battle = facing()
    free = completed(ruleset(), battle, "ours", "theirs", {})
    spot = free["ours-2"][-1].at
    drag = drag_of(battle, "ours-3")
    paths = drag.settled(drag.to(spot, 0))
    ends = [path[-1].at for path in paths.values() if path]
    assert all(distance(a, b) >= 2490 for n, a in enumerate(ends) for b in ends[:n])
    assert list(paths)[:2] == [next(iter(free)), "ours-3"]


def test_beyond_its_reach_a_dragged_model_is_told_by_how_much():
    battle = facing()
    drag = drag_of(battle, "ours-3")
    refused = check(ruleset(), battle, Charge("ours", "theirs", drag.to(at(30.5, 20), 0)))
    over = next(f for f in refused.reasons if f.says == "assault.walked")
    assert (over.value, over.limit) == (inches(7.5), inches(6))
