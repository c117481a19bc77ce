from __future__ import annotations

import itertools
import math

import pytest

from tests.builders import Position, deck, play, ruleset, session
from tests.session.test_log import small
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.core.breakdown import Breakdown, Scale, Term
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.report import Entry
from wolfling_gui.session.luck import (
    Customs,
    Rolled,
    customs_of,
    distribution,
    ledger,
    luck_of,
    rolls_in,
    session_luck,
    sum_chance,
)


def number(total: int, reroll: int = 0, scale: Scale = "to_hit") -> Breakdown:
    terms: tuple[Term, ...] = (Term("CL-SHOOT-7", "base", total),)
    if reroll:
        terms = (*terms, Term("CL-SHOOT-7", "reroll", reroll))
    return Breakdown(scale, terms)


def by_hand(chances: list[float]) -> list[float]:
    found = [0.0] * (len(chances) + 1)
    for made in itertools.product((0, 1), repeat=len(chances)):
        found[sum(made)] += math.prod(p if one else 1 - p for p, one in zip(chances, made, strict=True))
    return found


def test_the_distribution_is_that_of_every_way_to_succeed():
    chances = [1 / 6, 1 / 2, 1 / 2, 5 / 6, 8 / 9, 1.0, 0.0]
    assert distribution([(1 - p, p) for p in chances]) == pytest.approx(by_hand(chances), abs=1e-15)


def test_thousands_of_dice_still_add_up():
    shares = distribution([(0.5, 0.5)] * 3000)
    assert shares.sum() == pytest.approx(1, abs=1e-12)
    assert luck_of([Rolled("a", "to_hit", (), (0.5,) * 3000, 1500)]).unusual == pytest.approx(1, abs=1e-9)


def test_luck_tells_both_sides_of_what_was_made():
    luck = luck_of([Rolled("a", "to_hit", (6, 6, 1), (0.5, 0.5, 0.5), 2)])
    assert (luck.dice, luck.trials, luck.made) == (3, 3, 2)
    assert luck.expected == pytest.approx(1.5)
    assert luck.difference == pytest.approx(0.5)
    assert luck.luckier == pytest.approx(4 / 8)
    assert luck.unluckier == pytest.approx(1 / 8)
    assert luck.unusual == pytest.approx(1)
    assert luck.faces == (1, 0, 0, 0, 0, 2)
    rare = luck_of([Rolled("a", "to_hit", (6, 6, 6), (0.5, 0.5, 0.5), 3)])
    assert rare.unusual == pytest.approx(2 / 8)


def test_no_rolls_are_as_expected():
    luck = luck_of([])
    assert (luck.trials, luck.expected, luck.luckier, luck.unluckier, luck.unusual) == (0, 0, 0, 0, 1)


@pytest.mark.parametrize(
    ("dice", "at_most", "ways"), [(2, 1, 0), (2, 2, 1), (2, 7, 21), (2, 12, 36), (1, 3, 3)]
)
def test_sums_of_dice_are_counted(dice, at_most, ways):
    assert sum_chance(dice, at_most) == pytest.approx(ways / 6**dice)


def test_dice_rolled_again_count_once_with_both_chances():
    entry = Entry("did.hit", faces=(2, 5, 6), needed=number(5, 4), side="a")
    again = Entry("did.rerolled", faces=(4,), side="a")
    (roll,) = rolls_in(entry, again)
    assert roll.chances == pytest.approx((1 / 3 + 2 / 3 / 2,) * 3)
    assert (roll.made, roll.faces) == (3, (2, 5, 6, 4))
    (once,) = rolls_in(entry, None, Customs(rerolls=False))
    assert once.chances == pytest.approx((1 / 3,) * 3)
    assert once.made == 2


def test_dice_tried_again_in_part_count_once_with_the_misses_their_owner_tries_again():
    facts = {"tries": 1, "dealt": "2 1"}
    entry = Entry("did.hit", facts=facts, faces=(1, 1, 6), needed=number(3), side="a")
    (roll,) = rolls_in(entry, Entry("did.rerolled", faces=(5,), side="a"))
    assert (roll.made, roll.faces) == (2, (1, 1, 6, 5))
    # Two dice with one second try: both miss at first 1/9, then none or one; one misses 4/9, then one or two.
    two = (1 / 9 * 1 / 3, 1 / 9 * 2 / 3 + 4 / 9 * 1 / 3, 4 / 9 + 4 / 9 * 2 / 3)
    assert roll.shared == (pytest.approx(two), pytest.approx((1 / 9, 8 / 9)))
    assert roll.expected == pytest.approx(two[1] + 2 * two[2] + 8 / 9)
    luck = luck_of([roll])
    assert (luck.dice, luck.trials, luck.made) == (4, 3, 2)
    assert luck.luckier == pytest.approx(two[0] + two[1] * 1 / 9)
    assert luck.luckier + luck.unluckier < 1
    variance = two[1] + 4 * two[2] - (two[1] + 2 * two[2]) ** 2 + 8 / 81
    assert luck.spread == pytest.approx(math.sqrt(variance))
    (once,) = rolls_in(entry, None, Customs(rerolls=False))
    assert once.chances == pytest.approx((2 / 3,) * 3)


def test_a_battle_counts_master_crafted_dice_once():
    blade = Weapon("blade", "assault", inches(24), 4, 5, 2, ("master_crafted",))
    position = Position(ruleset="classic").unit("crafted", "blue", [(10, 10), (10, 12)], weapons=[blade])
    running = session(position.unit("foes", "orange", [(20, 10), (20, 12)]).battle("shooting"))
    running.perform(Shoot("crafted", "foes"))
    play(running, [1, 1], [6], [1, 6], [1], [1, 1])
    (hits,) = [r for r in session_luck(running) if (r.side, r.kind) == ("blue", "to_hit")]
    assert (hits.luck.dice, hits.luck.trials, hits.luck.made) == (6, 4, 2)
    p = 2 / 3
    assert hits.luck.expected == pytest.approx(2 * (2 * p + (1 - p**2) * p))


@pytest.mark.parametrize(
    ("needed", "customs", "chance"),
    [(3, Customs(), 3 / 6), (0, Customs(), 1 / 6), (6, Customs(), 5 / 6), (6, Customs(failed=None), 1)],
)
def test_tests_are_passed_on_the_value_or_less(needed, customs, chance):
    explained = Breakdown("needed", (Term("CL-GEN-6", "base", needed, "why.characteristic", ("T",)),))
    (roll,) = rolls_in(Entry("did.test_passed", faces=(1,), needed=explained, side="a"), None, customs)
    assert roll.chances == (pytest.approx(chance),)
    assert (roll.kind, roll.made) == ("test", 1)


@pytest.mark.parametrize(
    ("needed", "customs", "ways"),
    [
        (1, Customs(), 1),
        (0, Customs(morale=None), 0),
        (2, Customs(), 1),
        (8, Customs(), 26),
        (5, Customs(morale=(6, 6)), 11),
    ],
)
def test_a_double_one_passes_a_check_of_morale_whatever_is_needed(needed, customs, ways):
    explained = Breakdown("leadership", (Term("CL-GEN-7", "base", needed),))
    (roll,) = rolls_in(Entry("did.morale_failed", faces=(3, 4), needed=explained, side="a"), None, customs)
    assert roll.chances == (pytest.approx(ways / 36),)
    (test,) = rolls_in(
        Entry("did.leadership_failed", faces=(3, 4), needed=explained, side="a"), None, customs
    )
    assert test.chances == (pytest.approx(sum_chance(2, needed)),)


def test_the_rules_in_force_say_whether_a_double_one_passes():
    assert customs_of(ruleset("classic").catalogue).morale == (1, 1)


def test_sums_and_what_nobody_can_do_are_no_rolls():
    assert not list(rolls_in(Entry("did.rolled", faces=(3, 4), side="a")))
    never = Breakdown("to_wound", (Term("CL-SHOOT-8", "impossible"),))
    assert not list(rolls_in(Entry("did.wounded_rolls", faces=(3,), needed=never, side="a")))


def test_the_ledger_lists_sides_then_both_and_only_what_was_rolled():
    rolls = [Rolled("a", "save", (6,), (0.5,), 1), Rolled("b", "to_hit", (1,), (0.5,), 0)]
    rows = [(row.side, row.kind) for row in ledger(rolls, ["a", "b"])]
    assert rows == [
        ("a", "save"), ("a", "all"), ("b", "to_hit"), ("b", "all"), ("", "to_hit"), ("", "save"), ("", "all"),
    ]  # fmt: skip


def test_a_battle_counts_typed_and_rolled_dice_and_leaves_out_what_was_undone():
    running = small()
    assert session_luck(running) == ()
    running.perform(Shoot("breachers", "riflemen"))
    play(running, [6, 6, 1, 1, 1, 1], [6, 1], [1], {"riflemen-1": 1})
    rows = {(row.side, row.kind): row.luck for row in session_luck(running)}
    hits = rows["blue", "to_hit"]
    assert (hits.dice, hits.made) == (6, 2)
    assert hits.expected == pytest.approx(6 * 5 / 6)
    assert rows["blue", "to_wound"].expected == pytest.approx(1)
    assert rows["orange", "save"].expected == pytest.approx(1 / 3)
    assert rows["", "all"].dice == 9
    assert rows["", "all"].faces == (6, 0, 0, 0, 0, 3)
    running.undo()
    assert session_luck(running) == ()
    running.perform(EndStep())
    assert session_luck(running) == ()
    running.undo()
    running.perform(Shoot("breachers", "riflemen"))
    running.give([2, 1, 1, 1, 1, *running.app_answer()[5:]], rolled=True, typed=5)
    running.give([1] * running.request.dice.count)
    rows = {(row.side, row.kind): row.luck for row in session_luck(running)}
    assert rows["blue", "to_hit"].dice == 6


def test_a_check_of_morale_counts_as_one_trial():
    position = Position(deck())
    position.unit("breachers", "blue", [(4, 4)])
    position.unit("riflemen", "orange", [(8, 6), (8, 7)])
    running = session(position.battle("shooting", phase_start={"riflemen": 2}))
    running.perform(Shoot("breachers", "riflemen"))
    play(running, [6, 1], [6], [1], {"riflemen-1": 1})
    running.perform(EndStep())
    play(running, [6, 6], [1, 1])
    (row,) = [r for r in session_luck(running) if (r.side, r.kind) == ("orange", "leadership")]
    assert (row.luck.dice, row.luck.trials, row.luck.made) == (2, 1, 0)
    assert row.luck.expected == pytest.approx(21 / 36)
