"""Tests of what is said of findings and verdicts, and of the house rules behind them."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from tests.builders import ruleset
from tests.session.explained import forbidding, measured
from wolfling_gui.core.actions import Overrule, RollOff
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.rules.catalogue import Catalogue, Origin, Parameter, Rule
from wolfling_gui.session import explain
from wolfling_gui.session.explain import (
    explain_breakdown,
    explain_finding,
    rule_card,
    verdict_headline,
)


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


@pytest.mark.parametrize(
    ("facts", "short_of"),
    [
        ({}, "a clear one"),
        ({"past": "breach"}, "the breach"),
        ({"past": "door"}, "the door"),
        ({"past": "end"}, "its end"),
    ],
)
def test_a_wall_says_what_the_best_line_falls_short_of(battle, facts, short_of):
    says = "sight.blocked_by_intact_wall_short"
    finding = forbidding(says, "war-1", "bru-1", "W3", **measured("0.4", "0"), facts=facts)
    said = explain_finding(finding, battle)
    assert said.text == f"Wall W3 blocks every line; the best is 0.4″ short of {short_of}."
    assert said.margin_text == "0.4″ short"
    assert (said.rule, said.effect) == (finding.rule, finding.effect)


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


def test_a_note_names_its_rule_and_is_no_limit(battle):
    base = Term("CL-TERR-7", "base", 4, "why.cover_from", ("A1",))
    share = Term("CL-COV-3", "note", 4, "why.cover_share", ("4", "4"))
    number = Breakdown("save", (base, share, Term("CL-USR-22", "add", -2, "why.boosted")))
    assert number.total == 2
    rows = explain_breakdown(number, battle)
    assert [(row.word, row.value_text, row.rule) for row in rows[:3]] == [
        ("start", "4+", "CL-TERR-7"),
        ("note", "", "CL-COV-3"),
        ("minus", "−2", "CL-USR-22"),
    ]
    assert rows[1].text == "4 of 4 models in cover"
    assert "at most" not in explain.breakdown_line(number, battle)
    assert "4 of 4 models in cover [CL-COV-3]" in explain.breakdown_line(number, battle)


def test_the_number_of_dice_is_explained(battle):
    base = Term("CL-TERR-2", "base", 2, "why.difficult_dice")
    more = Term("CL-USR-11", "add", 1, "why.character_through_cover")
    rows = explain_breakdown(Breakdown("count", (base, more)), battle)
    assert [(row.word, row.value_text) for row in rows] == [("start", "2"), ("plus", "+1"), ("result", "3")]
    assert rows[1].text == "move through cover (CL-CHAR-5)"


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
