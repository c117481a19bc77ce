"""Check that cases fail when something does not come out, each with a text that says what and where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wolfling_gui.core.changes import digest
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.files.locations import resources_dir
from wolfling_gui.session.cases import rules_of, run_case, run_cases
from wolfling_gui.session.measures import MEASURES

HEAD = """format: wolfling-case/1
ruleset: classic
weapons:
  gun: {range: 24, S: 4, AP: 5, type: assault 2}
cases:
- case: Tried
"""
MOVE = (
    HEAD
    + """  rules: [CL-MOVE-2]
  units:
    a: {models: [[10, 10]]}
  do:
"""
)
SHOT = (
    HEAD
    + """  rules: [CL-SHOOT-7]
  units:
    a: {models: [[10, 10]], weapons: [gun]}
    b: {side: red, models: [[20, 10], [20, 12]], Sv: 4+}
  do:
  - shoot: {unit: a, target: b}
    rolls:
"""
)
MEASURE = (
    HEAD
    + """  rules: [CL-BASE-1]
  units:
    a: {models: [[10, 10]], weapons: [gun]}
    b: {side: red, models: [[16, 10]]}
  measure:
"""
)


def outcome(text):
    (case,) = parse_cases(text, "tried.yaml")
    return run_case(case)


def failures(text):
    result = outcome(text)
    assert not result.passed
    assert all(re.match(r"tried\.yaml:\d+: ", line) for line in result.failures), result.failures
    return "\n".join(result.failures)


# ---------------------------------------------------------------------- verdicts


def test_a_case_that_comes_out_passes_and_says_what_it_consulted():
    result = outcome(MOVE + "  - move: {unit: a, to: [16, 10]}\n")
    assert result.passed
    assert result.failures == ()
    assert "CL-MOVE-2" in result.rules
    assert ("CL-UT-1", "table") in result.parameters
    assert result.plain() == {"case": "Tried", "file": "tried.yaml", "passed": True, "failures": []}


def test_a_refusal_that_was_not_expected_lists_its_reasons():
    text = failures(MOVE + "  - move: {unit: a, to: [16.5, 10]}\n")
    assert "tried.yaml:11: move is expected to be permitted, it is refused" in text
    assert "CL-MOVE-2 forbids (move.walked: a-1) 6.5″ of 6″" in text


def test_a_permission_that_was_not_expected_fails():
    assert "expected to be refused, it is permitted" in failures(
        MOVE + "  - {move: {unit: a, to: [16, 10]}, by: [CL-MOVE-2]}\n"
    )


def test_a_refusal_by_another_rule_fails():
    text = failures(MOVE + "  - {move: {unit: a, to: [16.5, 10]}, by: [CL-MOVE-3]}\n")
    assert "CL-MOVE-3 is expected to speak against it; found CL-MOVE-2" in text


def test_only_by_takes_no_further_rule():
    text = failures(MOVE + "  - {move: {unit: a, to: [-9, 10]}, only by: [CL-MOVE-2]}\n")
    assert "CL-MOVE-9 speaks against it too" in text


@pytest.mark.parametrize(
    "check", ["value: 6.4", "limit: 7", "margin: 0.5", "about: b-1", "effect: warns", "says: move.other"]
)
def test_a_finding_must_be_as_expected_in_everything(check):
    line = "  - move: {unit: a, to: [16.5, 10]}\n    by: [CL-MOVE-2]\n    findings: [{rule: CL-MOVE-2, %s}]\n"
    assert "no finding of CL-MOVE-2 is as expected" in failures(MOVE + line % check)


def test_a_missing_warning_fails():
    text = failures(MOVE + "  - {move: {unit: a, to: [16, 10]}, warns: [CL-TERR-3]}\n")
    assert "a warning by CL-TERR-3 is expected" in text


def test_a_rule_that_was_not_asked_for_cannot_be_claimed():
    text = failures(MOVE.replace("[CL-MOVE-2]", "[CL-WND-10]") + "  - move: {unit: a, to: [16, 10]}\n")
    assert "names CL-WND-10, but the rules never asked for it" in text


# ---------------------------------------------------------------------- answers


def test_a_missing_answer_fails():
    assert "an answer is missing: “to wound” with 2 dice for blue" in failures(SHOT + "    - {to hit: 66}\n")


def test_a_left_over_answer_fails():
    assert "nothing is asked any more; “to wound” is left over" in failures(
        SHOT + "    - {to hit: 11}\n    - {to wound: 66}\n"
    )


def test_another_question_than_the_case_answers_fails():
    text = failures(SHOT + "    - {to hitt: 66}\n")
    assert "the case answers “to hitt”, but “to hit” with 2 dice for blue (CL-SHOOT-7) is asked" in text


def test_a_wrong_number_of_dice_fails():
    text = failures(SHOT + "    - {to hit: 666}\n")
    assert "does not fit: 3 dice given, 1 more than the 2 asked for" in text


def test_an_answer_that_must_not_fit_and_does_fails():
    assert "is taken, expected not to fit" in failures(SHOT + "    - {to hit: 66, fits: false}\n")


@pytest.mark.parametrize(
    ("check", "said"),
    [
        ("needs: 4", "needs 4 expected, found 3"),
        ("reroll: 5", "re-roll 5 expected, found 0"),
        ("because: [CL-PROF-1]", "because of CL-PROF-1 expected, found 3 [CL-SHOOT-7 base 3]"),
        ("because: [{CL-SHOOT-7: 4}]", "because of CL-SHOOT-7 4 expected"),
        ("dropped: {CL-SHOOT-7: CL-WND-8}", "dropped CL-SHOOT-7 by CL-WND-8 expected"),
        ("hits: 2", "1 hits, expected 2"),
        ("side: red", "blue is asked, expected red"),
        ("rule: CL-SHOOT-8", "stands under CL-SHOOT-7, expected CL-SHOOT-8"),
        ("about: c", "not c"),
        ("saved: 1", "the report has no saved for these dice"),
        ("dice because: [CL-TERR-2]", "the number of dice for to hit: it has no explained number"),
    ],
)
def test_what_is_said_of_a_roll_must_be_true(check, said):
    text = f"{SHOT}    - {{to hit: [6, 1], {check}}}\n    - {{to wound: 1}}\n"
    assert said in failures(text)


# ---------------------------------------------------------------------- results

DONE = (
    SHOT
    + "    - {to hit: [6, 1]}\n    - {to wound: 6}\n    - {save: 1}\n    - {allocate: {b-2: 1}}\n    then: "
)


def test_the_shot_that_the_following_tests_bend_passes():
    then = "{casualties: [b-2], left: {b-1: 1}, conditions: {a: [shot]}, log: [{did.hit: {hits: 1}}]}\n"
    assert outcome(DONE + then).passed


@pytest.mark.parametrize(
    ("then", "said"),
    [
        ("{casualties: 0}", "1 casualties (b-2), expected 0"),
        ("{casualties: [b-1]}", "the casualties are b-2, expected b-1"),
        ("{lost: {b-1: 1}}", "b-1 has lost 0 Wounds, expected 1"),
        ("{left: {b-2: 1}}", "b-2 has 0 Wounds left, expected 1"),
        ("{conditions: {a: [moved]}}", "a is expected to be moved"),
        ("{conditions: {a: [not shot]}}", "a is expected to be not shot"),
        ("{places: {a: [11, 10]}}", "a-1 stands at [10.000, 10.000, 0], expected [11, 10, 0]"),
        ("{places: {a: null}}", "a-1 is on the table"),
        ("{score: {blue: 1}}", "blue has 0 points, expected 1"),
        ("{won by: blue}", "the battle is won by nobody"),
        ("{clock: {turn: 2}}", "the turn is 1, expected 2"),
        ("{reserve: {a: edge}}", "the reserve of a is nobody"),
        ("{log: [did.moved]}", "the log has no did.moved"),
        ("{log: [{did.hit: {hits: 2}}]}", "the log has no did.hit with {hits: 2}"),
        ("{not logged: [did.hit]}", "which must not be there"),
    ],
)
def test_what_is_said_of_the_battle_afterwards_must_be_true(then, said):
    assert said in failures(DONE + then + "\n")


def test_lengths_in_the_log_are_inches_as_files_write_them():
    moved = MOVE + "  - move: {unit: a, shift: [0, 4.5]}\n    then: {log: [{did.moved: {longest: %s}}]}\n"
    assert outcome(moved % 4.5).passed
    said = (
        "the log has no did.moved with {longest: 4}; it has did.moved a {models: 1, longest: 4.5, mode: foot}"
    )
    assert said in failures(moved % 4)


def test_the_end_of_a_case_counts_all_its_actions():
    ends = "{casualties: 1}\n  - end step:\n    rolls: [{morale: 44}]\n  - end step\n"
    text = DONE + ends + "  then: {casualties: 1, clock: {side: red}}\n"
    result = outcome(text)
    assert result.passed, result.failures
    assert "expected 2" in failures(
        text.replace("then: {casualties: 1, clock", "then: {casualties: 2, clock")
    )


# ---------------------------------------------------------------------- measures


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{gap: [a, b], is: 5.02}", "the gap of a and b is 5.016″, expected 5.02″"),
        ("{within: [a, b, 5], is: true}", "is false, expected true"),
        ("{contact: [a, b], is: true}", "base contact of a and b is false"),
        ("{overlap: [a, b], is: 1}", "the overlap of a and b is 0″"),
        ("{sight: [a, b], is: blocked}", "is clear, expected blocked"),
        ("{sight: [a, b], is: clear, hidden: 10}", "is 0, expected 10"),
        ("{sight: [a, b], is: clear, by: W1}", "W1 is expected to hide b"),
        ("{sight: [a, b], is: clear, rule: CL-LOS-3}", "CL-LOS-3 is expected to decide"),
        ("{to hit: [a, b], is: 4}", "expected 4"),
        ("{to hit: [a, b], is: none}", "expected none"),
        ("{to wound: [a, b], is: 5}", "expected 5"),
        ("{save: [a, b], is: 2}", "expected 2"),
        ("{cover: [a, b], is: 4}", "expected 4"),
        ("{shots: [a, b], is: 3}", "is 2, expected 3"),
        ("{shots: [a, b], silent: {a: CL-SHOOT-5}}", "not silent"),
        ("{limit: a, is: 7}", "is 6″, expected 7″"),
        (
            "{limit: a, is: 6, because: [CL-UT-13]}",
            "because of CL-UT-13 expected, found 6″ [CL-UT-1 base 6″]",
        ),
        ("{coherent: a, is: false}", "is true, expected false"),
        ("{coherent: a, is: true, by: [CL-MOVE-3]}", "forbidden by CL-MOVE-3 expected"),
        ("{coherent: a, is: true, margin: 1}", "a margin of 1″ expected"),
        ("{toughness: a, is: 5}", "expected 5"),
        ("{place: a, is: refused}", "is permitted, expected refused"),
        ("{place: a, at: [0, 0], is: refused, by: [CL-TERR-6]}", "forbidden by CL-TERR-6 expected"),
        ("{d3: 6, is: 2}", "is [3], expected [2]"),
        ("{standings: {blue: 1}}", "the score of blue is 0, expected 1"),
        ("{kill points: blue, is: 1}", "is 0, expected 1"),
        ("{force: {blue: 9}, is: refused}", "is permitted, expected refused"),
    ],
)
def test_a_measure_that_does_not_come_out_fails(line, said):
    assert said in failures(MEASURE + f"  - {line}\n")


def test_zones_and_objectives_are_measured():
    text = MEASURE.replace("ruleset: classic", "ruleset: wolfling").replace(
        "  measure:", "  objectives: [{id: O1, at: [10, 11]}]\n  measure:"
    )
    good = "  - {holder: O1, is: blue}\n  - {zones: a, is: []}\n  - {shared zone: [a, b], is: none}\n"
    assert outcome(text + good + "  - {gap: [a, b], is: 5.016}\n").passed
    bad = failures(text + good.replace("blue", "red").replace("[]", "R1").replace("none", "R1"))
    assert "the holder of O1 is blue, expected red" in bad
    assert "the zone of a-1 is [], expected [R1]" in bad
    assert "the zone that a shares with b is none, expected R1" in bad


def test_every_kind_of_measure_is_answered():
    from wolfling_gui.files.cases_expect import MEASURES as WRITTEN

    assert set(WRITTEN) == set(MEASURES)


# ---------------------------------------------------------------------- running


def test_a_run_leaves_the_case_as_it_was_and_repeats_itself():
    (case,) = parse_cases(DONE + "{casualties: 1}\n")
    before = digest(case.battle)
    first, second = run_cases((case, case))
    assert digest(case.battle) == before
    assert first == second
    assert first.digests != ()


def test_trouble_in_the_program_is_a_failure_of_the_case(monkeypatch):
    def broken(*_):
        raise RuntimeError("torn")

    monkeypatch.setitem(MEASURES, "gap", broken)
    assert "the program failed here: RuntimeError: torn" in failures(
        MEASURE + "  - {gap: [a, b], is: 5.016}\n"
    )


def test_house_rules_of_a_case_hold_in_it_alone():
    text = MOVE.replace("  units:", "  house: {off: [CL-MOVE-2]}\n  units:")
    (case,) = parse_cases(text + "  - move: {unit: a, to: [30, 10]}\n")
    assert run_case(case).passed
    assert not rules_of(case).on("CL-MOVE-2")
    assert not outcome(MOVE + "  - move: {unit: a, to: [30, 10]}\n").passed


def test_the_examples_of_the_help_page_pass():
    page = (resources_dir() / "help" / "writing-cases.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```yaml\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    cases = [case for block in blocks for case in parse_cases(block, "help")]
    assert len(blocks) >= 3
    for case in cases:
        result = run_case(case)
        assert result.passed, result.failures


def test_the_help_page_names_every_key():
    from wolfling_gui.files import cases_expect, cases_position

    page = (resources_dir() / "help" / "writing-cases.md").read_text(encoding="utf-8")
    keys = (
        *cases_expect.MEASURES,
        *cases_expect.THEN_KEYS,
        *cases_expect.ANSWER_KEYS,
        *cases_expect.FINDING_KEYS,
        *cases_position.UNIT_KEYS,
    )
    missing = [key for key in keys if not re.search(rf"\b{re.escape(key)}\b", page)]
    assert missing == []


def test_maps_are_found_beside_the_file_or_above(tmp_path):
    folder = tmp_path / "cases" / "deep"
    (tmp_path / "cases" / "maps").mkdir(parents=True)
    folder.mkdir()
    deck = Path(__file__).parent.parent / "cases" / "maps" / "deck.yaml"
    (tmp_path / "cases" / "maps" / "deck.yaml").write_bytes(deck.read_bytes())
    file = folder / "one.yaml"
    text = "format: wolfling-case/1\nmap: deck\ncases:\n- case: One\n  rules: [WO-TER-11]\n"
    text += "  units: {a: {models: [[5, 4]]}}\n  measure: [{zones: a, is: R1}]\n"
    (case,) = parse_cases(text, "one.yaml", file)
    assert run_case(case).passed
