"""Tests of what is said of requests and of what happened, in English and in other languages."""

from __future__ import annotations

import pytest

from tests.session.explained import roll, to_hit
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Option
from wolfling_gui.session import sentences
from wolfling_gui.session.explain import (
    candidate_text,
    explain_entry,
    explain_request,
    guide_text,
    option_text,
)
from wolfling_gui.session.sentences import ENGLISH, speak, tr
from wolfling_gui.session.sentences.forms import Language, Plural, plural


def test_a_request_says_who_rolls_what_and_what_to_expect(battle):
    said = explain_request(roll("roll.to_hit", 7, to_hit(), weapon="Carbine", firers=7, each=1), battle)
    assert said.title == "Anna rolls 7 dice to hit"
    assert said.detail == "Wardens at Brutes: 7 models with Carbine, 1 shot each"
    assert said.needed == "2+"
    assert said.expected == "5.8 hits expected"
    assert said.likely == "6 or more: 67 %"


@pytest.mark.parametrize(
    ("firers", "each", "detail"),
    [
        (1, 1, "Wardens at Brutes: 1 model with Carbine, 1 shot"),
        (1, 2, "Wardens at Brutes: 1 model with Carbine, 2 shots"),
        (3, 2, "Wardens at Brutes: 3 models with Carbine, 2 shots each"),
        (3, 0, "Wardens at Brutes: 3 models with Carbine"),
    ],
)
def test_shots_are_counted_in_words(battle, firers, each, detail):
    request = roll("roll.to_hit", 4, to_hit(), weapon="Carbine", firers=firers, each=each)
    assert explain_request(request, battle).detail == detail


def test_one_die_is_one_die(battle):
    said = explain_request(roll("roll.to_hit", 1, to_hit(), weapon="Carbine", firers=1, each=1), battle)
    assert said.title == "Anna rolls 1 die to hit"
    assert (said.expected, said.likely) == ("", "success: 83 %")


def test_thousands_of_dice_have_an_expectation_like_any_others(battle):
    said = explain_request(roll("roll.to_hit", 3000, to_hit(), weapon="Carbine", firers=100, each=30), battle)
    assert (said.expected, said.likely) == ("2500.0 hits expected", "2500 or more: 51 %")


def test_the_chance_of_a_second_roll_counts(battle):
    again = Breakdown("to_hit", (Term("X", "base", 2, "why.bs"), Term("X", "reroll", 6, "why.bs")))
    assert explain_request(roll("roll.to_hit", 1, again), battle).likely == "success: 86 %"
    second = Breakdown("to_hit", (Term("X", "reroll", 6, "why.bs"),))
    said = explain_request(roll("roll.again", 1, second), battle)
    assert (said.needed, said.likely) == ("6+", "success: 17 %")


def test_sharing_names_groups_and_single_models(battle):
    request = Allocate(
        rule="CL-WND-1",
        side="a",
        says="allocate.wounds",
        about=("war",),
        count=2,
        candidates=("war-1", "war-2"),
    )
    assert explain_request(request, battle).title == "Anna shares out 2 wounds"
    assert candidate_text(request, "war-1", battle) == "Warden 1 · Pistol"
    assert candidate_text(request, "war-2", battle) == "2 × Warden · Carbine"
    picks = Allocate(
        rule="CL-WND-4", side="a", says="allocate.casualties", count=1, candidates=("war-2", "war-3")
    )
    assert candidate_text(picks, "war-2", battle) == "Warden 2"


def test_options_and_the_guide_speak(battle):
    assert option_text(Option("first", "option.go_first"), battle) == "Go first"
    assert guide_text("guide.movement_unit", ("war",), battle) == "Move Wardens"
    assert guide_text("guide.over_hint", (), battle) == "Nobody won: it is a draw."
    assert guide_text("guide.over_hint", ("a",), battle) == "Anna has won."


# ---------------------------------------------------------------------- what happened


def test_entries_tell_dice_as_they_lay(battle):
    facts = {"weapon": "Carbine", "dice": 3, "hits": 1}
    entry = Entry("did.hit", ("CL-SHOOT-7",), ("war", "bru"), facts, (1, 6, 1), to_hit(), "a")
    assert explain_entry(entry, battle).text == "To hit 2+, Carbine: rolled 1 6 1, 1 hit."
    said = explain_entry(entry, battle, typed=3)
    assert said.text == "To hit 2+, Carbine: typed 1 6 1, 1 hit."
    assert said.line.startswith("to hit 2+: ")


def test_a_roll_off_names_both_sides(battle):
    entry = Entry("did.roll_off", ("CL-TURN-4",), ("b",), faces=(2, 5), side="b")
    assert explain_entry(entry, battle).text == "Roll-off: Anna 2, Orange 5. Orange won it."


def test_adjustments_carry_their_note(battle):
    bare = Entry("did.adjusted_place", (), ("war-1",), {"off": 0, "note": ""})
    noted = Entry("did.adjusted_place", (), ("war-1",), {"off": 1, "note": "fell off"})
    assert explain_entry(bare, battle).text == "Warden 1 was put elsewhere by agreement."
    assert explain_entry(noted, battle).text == "Warden 1 was taken off the table by agreement: “fell off”."


# ---------------------------------------------------------------------- other languages


def test_another_language_orders_and_counts_in_its_own_way(battle):
    def category(count: int) -> str:
        return "one" if count == 1 else "few" if count < 5 else "other"

    dice = Plural(
        "dice", {"one": "bere {dice} kostku {who}", "few": "bere {dice} kostky {who}", "other": "{who}!"}
    )
    before = speak(Language("xx", {"roll.to_hit": dice}, category))
    try:
        assert explain_request(roll("roll.to_hit", 3, None, weapon="x"), battle).title == "Bere 3 kostky Anna"
        assert explain_request(roll("roll.to_hit", 9, None, weapon="x"), battle).title == "Anna!"
        assert tr("list.last", before="A", name="B") == "A and B"
    finally:
        assert speak(before).name == "xx"
    assert (
        explain_request(roll("roll.to_hit", 3, None, weapon="x"), battle).title == "Anna rolls 3 dice to hit"
    )


def test_a_missing_value_is_told_by_tr_and_never_breaks_the_log(battle):
    with pytest.raises(KeyError):
        tr("name.wall")
    with pytest.raises(KeyError):
        tr("no.such_key")
    entry = Entry("did.hit", (), ("war",), {"weapon": "Carbine"})
    assert explain_entry(entry, battle).text == "Something this program has no words for (did.hit)."


def test_plurals_need_no_more_than_one_and_other():
    assert sentences.render(plural("n", "one", "many"), {"n": 1}, ENGLISH.category) == "one"
    assert sentences.render(plural("n", "one", "many"), {"n": 0}, ENGLISH.category) == "many"
