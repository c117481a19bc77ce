from __future__ import annotations

from types import MappingProxyType

import pytest

from tests.builders import deck, ruleset
from wolfling_gui.core.actions import Overrule, RollOff
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Model, Place, Profile, Unit, Weapon
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Allocate, Option, Roll
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.rules.catalogue import Catalogue, Origin, Parameter, Rule
from wolfling_gui.session import explain, sentences
from wolfling_gui.session.explain import (
    breakdown_line,
    candidate_text,
    explain_breakdown,
    explain_entry,
    explain_finding,
    explain_request,
    guide_text,
    option_text,
    rule_card,
    verdict_headline,
)
from wolfling_gui.session.pools import result_parts
from wolfling_gui.session.sentences import ENGLISH, speak, tr
from wolfling_gui.session.sentences.forms import Language, Plural, plural

CARBINE = Weapon("Carbine", "assault", inches(18), 4, 5, 2)
PISTOL = Weapon("Pistol", "pistol", inches(12), 4, 5)


@pytest.fixture
def battle() -> Battle:
    table = deck()
    profile = Profile("Warden", bs=3, sv=4)
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for side, id, name, model, count in (
        ("a", "war", "Wardens", "Warden", 3),
        ("b", "bru", "Brutes", "Brute", 2),
        ("b", "mark", "Marksman", "Marksman", 1),
    ):
        ids = tuple(f"{id}-{n + 1}" for n in range(count))
        units[id] = Unit(id, name, side, ids)
        for n, m in enumerate(ids):
            called = model if count == 1 else f"{model} {n + 1}"
            arms = (PISTOL,) if n == 0 else (CARBINE,)
            models[m] = Model(m, called, id, profile, arms, place=Place(at(2 + n, 2 + len(units))))
    return Battle("wolfling", table, (Side("a", "Anna"), Side("b", "Orange")), models, units)


def forbidding(says: str, *about: str, **more) -> Finding:
    return Finding("CL-MOVE-2", "forbids", says, about, **more)


def measured(value: str, limit: str, comparison: str = "at_most") -> dict:
    return {"value": inches(value), "limit": inches(limit), "measure": "inches", "comparison": comparison}


@pytest.mark.parametrize(
    ("finding", "text", "margin"),
    [
        (
            forbidding("move.walked", "war-1", **measured("6.2", "6")),
            "Warden 1 walks 6.2″, at most 6″: 0.2″ too much.",
            "0.2″ too much",
        ),
        (
            Finding("CL-MOVE-2", "permits", "move.walked", ("war-1",), **measured("5.8", "6")),
            "Warden 1 walks 5.8″ of 6″: 0.2″ left.",
            "0.2″ left",
        ),
        (
            Finding("CL-MOVE-2", "warns", "move.walked", ("war-1",), **measured("7", "6")),
            "Warden 1 walks 7″, at most 6″: 1″ too much.",
            "1″ too much",
        ),
        (
            Finding("CL-MOVE-2", "permits", "move.walked", ("war-1",), **measured("6", "6")),
            "Warden 1 walks 6″ of 6″: none left.",
            "none left",
        ),
        (
            forbidding("coherency.broken", "war-1", "war-2", **measured("2.1", "2")),
            "Warden 1 is 2.1″ from Warden 2, at most 2″: 0.1″ too much.",
            "0.1″ too much",
        ),
        (
            forbidding("place.near_enemy", "war-1", "bru-2", **measured("1", "1", "more_than")),
            "Warden 1 ends 1″ from Brute 2; it must be more than 1″.",
            "exactly the limit",
        ),
        (
            forbidding("place.near_enemy", "war-1", "bru-2", **measured("0.8", "1", "more_than")),
            "Warden 1 ends 0.8″ from Brute 2; it must be more than 1″.",
            "0.2″ short",
        ),
        (
            forbidding("sight.blocked_by_intact_wall_short", "war-1", "bru-1", "W3", **measured("0.4", "0")),
            "Wall W3 blocks every line; the best is 0.4″ short of the opening.",
            "0.4″ short",
        ),
        (
            forbidding(
                "sight.blocked_by_intact_wall_short",
                "war-1",
                "bru-1",
                "W3",
                **measured("0.4", "0"),
                facts={"past": "breach"},
            ),
            "Wall W3 blocks every line; the best is 0.4″ short of the breach.",
            "0.4″ short",
        ),
        (
            forbidding(
                "sight.blocked_by_intact_wall_short",
                "war-1",
                "bru-1",
                "W3",
                **measured("0.4", "0"),
                facts={"past": "door"},
            ),
            "Wall W3 blocks every line; the best is 0.4″ short of the door.",
            "0.4″ short",
        ),
        (
            forbidding(
                "sight.blocked_by_intact_wall_short",
                "war-1",
                "bru-1",
                "W3",
                **measured("0.4", "0"),
                facts={"past": "end"},
            ),
            "Wall W3 blocks every line; the best is 0.4″ short of its end.",
            "0.4″ short",
        ),
        (forbidding("shoot.once", "war"), "Wardens have shot this turn already.", ""),
        (forbidding("shoot.once", "mark"), "Marksman has shot this turn already.", ""),
        (
            forbidding("turn.wrong_step", "war", facts={"step": "shooting", "act": "move"}),
            "Units move in the Movement phase; now it is Shooting.",
            "",
        ),
        (
            forbidding("path.through_model", "war-1", "bru-2", facts={"walked": inches("2.7")}),
            "Brute 2 is in the way of Warden 1 after 2.7″.",
            "",
        ),
        (
            forbidding("path.through_model", "war-1", "bru-2", facts={"walked": 3}),
            "Brute 2 is in the way of Warden 1.",
            "",
        ),
        (
            forbidding("turn.not_your_turn", "war", "b"),
            "It is Orange’s turn; Wardens must wait.",
            "",
        ),
        (forbidding("no.such_key", "war"), "Something this program has no words for (no.such_key).", ""),
        (
            forbidding(
                "path.narrow",
                "war-1",
                "bru-1",
                value=4000,
                limit=3810,
                measure="millimetres",
                comparison="at_most",
            ),
            "The base of Warden 1 is 40 mm wide, but the gap only 38.1 mm: 1.9 mm too much.",
            "1.9 mm too much",
        ),
    ],
)
def test_findings_are_whole_sentences(battle, finding, text, margin):
    said = explain_finding(finding, battle)
    assert said.text == text
    assert said.margin_text == margin
    assert said.rule == finding.rule
    assert said.effect == finding.effect


def test_walls_and_doors_are_called_by_their_ids(battle):
    door = next(iter(battle.table.doors))
    finding = forbidding("sight.blocked_by_shut_door_short", "war-1", "bru-1", door, **measured("4", "0"))
    said = explain_finding(finding, battle)
    assert said.text == f"Door {door} is shut."
    assert said.margin_text == ""


def test_a_name_that_means_two_things_is_taken_as_the_sentence_asks(battle):
    units = {**battle.units, "b": Unit("b", "Bikers", "b", ())}
    sides = (Side("a", "Anna"), Side("b", "Orange"))
    both = Battle("wolfling", battle.table, sides, battle.models, units)
    none = explain_finding(forbidding("reserves.none_waiting", "b"), both)
    first = explain_finding(forbidding("turn.deploy_first", "b"), both)
    assert none.text.startswith("Orange has no unit")
    assert first.text.startswith("Set up Bikers first")


@pytest.mark.parametrize(
    ("verdict", "kind", "text"),
    [
        (Permit(None, None, None), "allowed", "Allowed"),
        (
            Permit(None, None, None, (Finding("CL-TERR-3", "warns", "move.danger_test"),)),
            "but",
            "Allowed, but with a test for danger",
        ),
        (
            Permit(None, Overrule(RollOff()), None, (Finding("CL-TERR-3", "warns", "move.walked"),)),
            "but",
            "Allowed, but only because you both agree",
        ),
        (Refusal(None, None, (forbidding("move.walked"),)), "refused", "Refused: too far"),
        (Refusal(None, None, (forbidding("sight.blocked_by_floor"),)), "refused", "Refused: no sight"),
        (Refusal(None, None, (Finding("CL-LOS-1", "asks", "sight.unsaid"),)), "asks", "To be declared"),
        (
            Refusal(None, None, (Finding("X", "asks", "sight.unsaid"), forbidding("shoot.once"))),
            "refused",
            "Refused: no shot",
        ),
        (Refusal(None, None, ()), "refused", "Refused: not now"),
    ],
)
def test_there_are_four_verdicts(verdict, kind, text):
    headline = verdict_headline(verdict)
    assert (headline.kind, headline.text) == (kind, text)


# ---------------------------------------------------------------------- explained numbers


def to_hit() -> Breakdown:
    source = Breakdown("ballistic_skill", (Term("CL-PROF-1", "base", 3, "why.bs", ("3",)),))
    return Breakdown(
        "to_hit",
        (
            Term("CL-SHOOT-7", "base", 4, "why.to_hit", ("3",), origin=source),
            Term("WO-CQS-1", "set", 2, "why.same_room", ("R2",)),
            Term("CL-SHOOT-7", "reroll", 6, "why.reroll_high_bs", ("6",), dropped="WO-CQS-2"),
        ),
    )


def test_a_breakdown_is_told_row_by_row(battle):
    rows = explain_breakdown(to_hit(), battle, ruleset().catalogue)
    assert [(r.word, r.value_text, r.text, r.rule) for r in rows] == [
        ("start", "4+", "Ballistic Skill 3", "CL-SHOOT-7"),
        ("set to", "2+", "same room R2: close quarters", "WO-CQS-1"),
        (
            "dropped",
            "6+",
            "Ballistic Skill 6 rolls misses again: changes nothing at close quarters",
            "WO-CQS-2",
        ),
        ("result", "2+", "a rolled 1 always misses", "WO-CQS-2"),
    ]
    assert rows[2].dropped_by == "WO-CQS-2"
    assert not any(row.house for row in rows)


def test_a_breakdown_fits_one_line(battle):
    line = breakdown_line(to_hit(), battle)
    assert line.startswith(
        "to hit 2+: BS 3 → 4+ [CL-SHOOT-7], same room R2: close quarters, set to 2+ [WO-CQS-1]"
    )


def test_a_changed_skill_stands_before_the_number_read_from_it(battle):
    source = Breakdown(
        "ballistic_skill",
        (Term("CL-PROF-1", "base", 4, "why.bs", ("4",)), Term("CL-COV-1", "add", -1, "why.cover")),
    )
    number = Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 4, "why.to_hit", ("3",), origin=source),))
    rows = explain_breakdown(number, battle)
    assert [(r.word, r.value_text, r.text) for r in rows[:3]] == [
        ("start", "BS 4", "Ballistic Skill 4"),
        ("minus", "−1 BS", "cover"),
        ("start", "4+", "Ballistic Skill 3"),
    ]
    assert breakdown_line(number, battle) == (
        "to hit 4+: Ballistic Skill 4 [CL-PROF-1], cover −1 BS [CL-COV-1], BS 3 → 4+ [CL-SHOOT-7]"
    )


def test_cover_taken_as_the_save_speaks_for_itself(battle):
    cover = Breakdown("save", (Term("WO-CQS-6", "base", 5, "why.auto_cover_room", ("R2",)),))
    armour = Term("CL-WND-5", "base", 5, "why.armour", ("5",), dropped="CL-WND-6")
    taken = Term("WO-CQS-6", "base", 5, "why.cover", ("5",), origin=cover)
    rows = explain_breakdown(Breakdown("save", (taken, armour)), battle)
    assert [(r.word, r.text) for r in rows] == [
        ("start", "cover in room R2"),
        ("dropped", "armour: pierced by the weapon’s AP"),
        ("result", "a rolled 1 always fails"),
    ]


@pytest.mark.parametrize(
    ("breakdown", "value", "text"),
    [
        (Breakdown("to_hit", (Term("X", "impossible", 0, "why.bs_zero"),)), "–", "cannot hit"),
        (Breakdown("save", (Term("X", "impossible", 0, "why.no_save"),)), "–", "no save"),
        (Breakdown("to_hit", (Term("X", "auto", 0, "why.bs_zero"),)), "always", "no die is needed"),
        (Breakdown("inches", (Term("X", "base", inches(6), "why.move_on_foot"),)), "6″", ""),
        (Breakdown("shots", (Term("X", "base", 2, "why.shots_listed"),)), "2", ""),
        (
            Breakdown(
                "to_hit", (Term("X", "base", 2, "why.to_hit", ("6",)), Term("X", "reroll", 6, "why.bs"))
            ),
            "2+, then 6+",
            "a rolled 1 always misses",
        ),
    ],
)
def test_results_are_said_in_their_scale(battle, breakdown, value, text):
    row = explain_breakdown(breakdown, battle)[-1]
    assert (row.value_text, row.text) == (value, text)


# ---------------------------------------------------------------------- house rules


def catalogue_with(overlay: str = "Our rules", enabled: bool = True, switched_by: str = "") -> Catalogue:
    origin = Origin("house.yaml", 4, overlay)
    parameters = MappingProxyType({"coherency_inches": Parameter("coherency_inches", 3, 2, origin)})
    rule = Rule(
        "CL-MOVE-3",
        "Coherency",
        "Models form a chain.",
        parameters=parameters,
        enabled=enabled,
        switched_by=switched_by,
        notes=("We measure generously.",),
    )
    return Catalogue([rule])


def test_a_house_rule_is_named_with_its_file_and_line(battle):
    finding = Finding("CL-MOVE-3", "forbids", "coherency.broken", ("war-1", "war-2"), **measured("4", "3"))
    said = explain_finding(finding, battle, catalogue_with())
    assert said.house
    assert said.overlay == "house rule “Our rules”, house.yaml, line 4"
    shipped = explain_finding(finding, battle, ruleset().catalogue)
    assert not shipped.house
    assert shipped.overlay == ""


def test_a_breakdown_row_shows_the_house_rule_behind_it(battle):
    number = Breakdown("inches", (Term("CL-MOVE-3", "base", inches(3), "why.move_on_foot"),))
    rows = explain_breakdown(number, battle, catalogue_with())
    assert rows[0].house
    assert "house.yaml" in rows[0].overlay


def test_a_rule_card_lists_what_was_changed():
    card = rule_card(catalogue_with().rule("CL-MOVE-3"))
    assert card.house == ("coherency inches: 3 instead of 2",)
    assert card.notes == ("We measure generously.",)
    assert card.overlay == "house rule “Our rules”, house.yaml, line 4"
    off = rule_card(catalogue_with(enabled=False, switched_by="Our rules").rule("CL-MOVE-3"))
    assert off.house[-1] == "switched off"
    assert rule_card(ruleset().catalogue.rule("WO-CQS-1")).house == ()


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "no limit"),
        (True, "yes"),
        (2, "2"),
        (("a_b", 1), "a b, 1"),
        ({1: 6, "two": None}, "1: 6, two: no limit"),
    ],
)
def test_values_of_rules_are_readable(value, text):
    assert explain.parameter_text(value) == text


# ---------------------------------------------------------------------- requests


def roll(
    says: str, count: int, needed: Breakdown | None = None, about=("war", "bru", "war-2"), **facts
) -> Roll:
    return Roll(
        rule="CL-SHOOT-7", side="a", says=says, about=about, dice=Dice(count), needed=needed, facts=facts
    )


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


def test_dice_that_count_together_pass_or_fail_together_and_idle_bounds_are_not_told(battle):
    def needed(leadership: int) -> Breakdown:
        return Breakdown(
            "leadership",
            (
                Term("CL-GEN-7", "base", leadership, "why.leadership", (str(leadership),)),
                Term("CL-GEN-7", "at_least", 2, "why.at_least"),
                Term("CL-GEN-7", "at_most", 10, "why.at_most"),
            ),
        )

    assert [row.op for row in explain.explain_breakdown(needed(9), battle)] == ["base", "result"]
    assert [row.op for row in explain.explain_breakdown(needed(11), battle)] == ["base", "at_most", "result"]
    assert result_parts("roll.morale", (5, 6), needed(9)) == ("", "11 in all: failed")
    assert result_parts("roll.morale", (5, 4), needed(9)) == ("9 in all: passed", "")
    assert explain.total_text(needed(9)) == "9 or less"
