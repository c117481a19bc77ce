"""Check the reading of rule cases: shorthand and defaults, and a problem with its line for every mistake."""

from __future__ import annotations

import contextlib
from typing import get_args

import hypothesis.strategies as st
import pytest
from hypothesis import given

from wolfling_gui.core.actions import Action, Adjust, Move, Overrule, Shoot, Waypoint
from wolfling_gui.core.forces import Base, Condition, Place
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.files.cases import case_files, parse_cases, read_cases, read_map
from wolfling_gui.files.cases_actions import VERBS
from wolfling_gui.files.problems import ProblemsError

TOP = """format: wolfling-case/1
weapons:
  rifle: {range: 24, S: 4, AP: 5, type: rapid fire}
profiles:
  brute: {name: Brute, T: 5, W: 2, Sv: 3+, base: 40 mm}
cases:
- case: One
  rules: [CL-MOVE-2]
  units:
    a: {models: [[10, 10], [12, 10, 1]], weapons: [rifle]}
    b: {side: red, profile: brute, models: [{id: boss, at: [20, 10], lost: 1, T: 6}], conditions: [moved]}
"""


def read(text):
    (case,) = parse_cases(text, "tried.yaml")
    return case


def problems(text):
    with pytest.raises(ProblemsError) as caught:
        parse_cases(text, "tried.yaml")
    return [str(problem) for problem in caught.value.problems]


def do(line):
    return read(TOP + f"  do:\n  - {line}\n").deeds[0]


# ---------------------------------------------------------------------- position


def test_a_short_position_is_filled_with_what_is_usual():
    battle = read(TOP + "  do: [end step]\n").battle
    assert (battle.table.width, battle.table.height) == (inches(48), inches(48))
    assert [side.id for side in battle.sides] == ["blue", "red"]
    assert battle.units["a"].models == ("a-1", "a-2")
    assert battle.models["a-2"].place == Place(at(12, 10), 1)
    trooper = battle.models["a-1"].profile
    assert (trooper.ws, trooper.bs, trooper.t, trooper.w, trooper.ld, trooper.sv) == (4, 4, 4, 1, 8, 0)
    assert trooper.base == Base(2500)
    boss = battle.models["boss"]
    assert (boss.name, boss.profile.t, boss.profile.w, boss.profile.sv) == ("Brute", 6, 2, 3)
    assert (boss.profile.base, boss.wounds_lost) == (Base(4000), 1)
    assert battle.units["b"].conditions == (Condition("moved", ""),)
    assert battle.phase_start == {"a": 2, "b": 1}


def test_rows_and_models_off_the_table():
    text = TOP.replace("models: [[10, 10], [12, 10, 1]]", "row: {from: [1, 2], step: [0, 1.5], count: 3}")
    battle = read(text + "  do: [end step]\n").battle
    assert [battle.models[m].place.at for m in battle.units["a"].models] == [at(1, 2), at(1, 3.5), at(1, 5)]
    battle = read(TOP.replace("[[10, 10], [12, 10, 1]]", "4") + "  do: [end step]\n").battle
    assert [battle.models[m].place for m in battle.units["a"].models] == [None] * 4


@pytest.mark.parametrize(
    ("line", "turn", "side", "step"),
    [
        ("move: {unit: b, shift: [1, 0]}", 1, "red", "movement"),
        ("shoot: {unit: a, target: b}", 1, "blue", "shooting"),
        ("roll run: {unit: b}", 1, "red", "shooting"),
        ("deploy: {unit: b, places: {boss: [1, 1]}}", 0, "red", "deployment"),
        ("roll off:", 0, "", "roll_off"),
        ("overrule: {shoot: {unit: b, target: a}}", 1, "red", "movement"),
        ("end step:", 1, "blue", "movement"),
    ],
)
def test_the_clock_stands_where_the_first_action_belongs(line, turn, side, step):
    clock = read(TOP + f"  do:\n  - {line}\n").battle.clock
    assert (clock.turn, clock.side, clock.step) == (turn, side, step)


def test_a_clock_may_be_given():
    clock = read(TOP + "  clock: {turn: 3, side: red, step: assault}\n  do: [end step]\n").battle.clock
    assert (clock.turn, clock.side, clock.step, clock.order) == (3, "red", "assault", ("blue", "red"))
    assert read(TOP + "  clock: assault\n  do: [end step]\n").battle.clock.step == "assault"


def test_a_scenario_that_comes_with_the_program_is_a_position():
    text = (
        "format: wolfling-case/1\ncase: One\nrules: [CL-TURN-2]\nscenario: deck-seven-raid\ndo: [end step]\n"
    )
    battle = read(text).battle
    assert len(battle.units) > 2
    assert battle.clock.step


# ---------------------------------------------------------------------- actions


def test_a_move_is_read_in_all_its_forms():
    assert do("move: {unit: b, to: [22, 10]}").action == Move("b", {"boss": (Waypoint(at(22, 10)),)})
    assert do("move: {unit: b, path: [[22, 10], [22, 12, 1]], mode: packs}").action == Move(
        "b", {"boss": (Waypoint(at(22, 10)), Waypoint(at(22, 12), 1))}, "packs"
    )
    assert do("move: {unit: a, to: {a-1: [11, 10]}}").action == Move("a", {"a-1": (Waypoint(at(11, 10)),)})
    assert do("run: {unit: a, paths: {a-1: [[11, 10]]}}").action.mode == "run"
    shifted = do("move: {unit: a, shift: [1, -2]}")
    assert (shifted.action, shifted.shift) == (Move("a", {}), at(1, -2))


def test_a_shot_is_read_with_weapons_and_facts():
    action = do("shoot: {unit: a, target: b, weapons: {a: rifle}, facts: {range: 11, cover: 5}}").action
    assert isinstance(action, Shoot)
    assert action.weapons == {"a-1": "rifle", "a-2": "rifle"}
    assert (action.facts.range, action.facts.cover, action.facts.sight) == (inches(11), 5, None)


def test_adjusting_and_overruling_are_read():
    action = do("adjust: {places: {boss: null}, wounds: {boss: 1}, casualties: [a-1], note: Agreed}").action
    assert isinstance(action, Adjust)
    assert len(action.changes) == 3
    action = do("overrule: {move: {unit: b, to: [40, 10]}, note: Agreed}").action
    assert isinstance(action, Overrule)
    assert action.note == "Agreed"


def test_every_action_there_is_can_be_written():
    spoken = {"RollAllowance": "roll terrain", "OperateDoor": "door"}
    for kind in get_args(Action):
        tag = kind.__struct_config__.tag
        assert spoken.get(kind.__name__, tag.replace("_", " ")) in VERBS


def test_a_whole_pool_of_dice_may_be_typed():
    rolls = "[{to hit: 2335661}, {to wound: [1, 2]}, {save: '3 4'}, {again: 5}]"
    deed = do(f"shoot: {{unit: a, target: b}}\n    rolls: {rolls}")
    assert [step.answer for step in deed.answers] == [[2, 3, 3, 5, 6, 6, 1], [1, 2], [3, 4], [5]]


def test_with_by_an_action_is_expected_to_be_refused():
    assert do("{move: {unit: b, to: [40, 10]}, by: CL-MOVE-2}").expect == "refused"
    assert do("{move: {unit: b, to: [21, 10]}}").expect == "permitted"


# ---------------------------------------------------------------------- mistakes


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("  ¦doo: []", "“doo” is not known here. Did you mean “do”?"),
        ("  do: [{¦mov: {unit: a}}]", "“mov” is not known here"),
        ("  do: [¦end steps]", "There is no action “end steps”. Did you mean “end step”?"),
        ("  do: [{move: {unit: ¦c, to: [1, 1]}}]", "There is no unit “c”"),
        ("  do: [{move: {unit: ¦a, to: [1, 1]}}]", "The unit a has 2 models. Expected one of a-1, a-2."),
        ("  do: [{move: {unit: b, to: {¦bos: [1, 1]}}}]", "There is no model “bos”. Did you mean “boss”?"),
        ("  do: [{move: ¦{unit: b}}]", "The move does not say where to"),
        ("  do: [{shoot: {unit: a, target: b, weapons: {a: ¦rifel}}}]", "has a weapon “rifel”"),
        ("  do: [{end step: , by: [¦CL-MOV-2]}]", "There is no rule “CL-MOV-2”"),
        ("  do: [{end step: , expect: ¦permitted, by: [CL-MOVE-2]}]", "A permitted action is not forbidden"),
        ("  do: [{end step: , by: [CL-MOVE-2], ¦rolls: [{run: 1}]}]", "A refused action asks for nothing"),
        ("  do: [{end step: , rolls: [{run: ¦7}]}]", "each face from 1 to 6"),
        ("  do: [{end step: , rolls: [¦{run: 1, ruin: 1}]}]", "The answer names run, ruin"),
        ("  do: [{end step: , then: {conditions: {a: [¦movd]}}}]", "is no condition. Did you mean “moved”?"),
        ("  do: [{end step: , then: {¦casulties: 1}}]", "Did you mean “casualties”?"),
        ("  measure: [{gap: [a, ¦c], is: 1}]", "There is no unit or model “c”"),
        ("  measure: [¦{gap: [a, b]}]", "“is” is missing"),
        ("  measure: [¦{gab: [a, b], is: 1}]", "Did you mean “gap”?"),
        ("  map: ¦nowhere\n  do: [end step]", "There is no map “nowhere”"),
        ("  scenario: ¦nowhere\n  do: [end step]", "There is no scenario “nowhere”"),
        ("  clock: ¦moovement\n  do: [end step]", "Did you mean “movement”?"),
        ("  clock: {step: ¦shoot}\n  do: [end step]", "“step” is “shoot”"),
        ("  clock: {side: ¦green}\n  do: [end step]", "“side” is “green”"),
        ("  clock: {closed: [¦c]}\n  do: [end step]", "“a” or “b”"),
        ("  measure: [{kill points: ¦green, is: 1}]", "There is no side “green”"),
        ("  measure: [{large: ¦C9, is: true}]", "There is no zone “C9”"),
        ("  house: {off: [¦CL-MOV-2]}\n  do: [end step]", "There is no rule “CL-MOV-2”"),
        ("  doors: {¦D1: open}\n  do: [end step]", "There is no door “D1”"),
    ],
)
def test_a_mistake_is_told_with_its_place(line, said):
    """Read a case with a mistake at the mark."""
    place = f"12:{line.index('¦') + 1}"
    found = problems(TOP + line.replace("¦", "") + "\n")
    assert any(text.startswith(f"tried.yaml:{place}: ") and said in text for text in found), found


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("weapons: [rifle]", "weapons: [rifel]", "There is no weapon “rifel”. Did you mean “rifle”?"),
        ("profile: brute", "profile: brut", "There is no profile “brut”. Did you mean “brute”?"),
        ("side: red", "side: rad", "Did you mean “red”?"),
        ("lost: 1", "loss: 1", "“loss” is not known here"),
        ("conditions: [moved]", "conditions: [mooved]", "is no condition"),
        ("T: 6", "T: 21", "a whole number from 0 to 20"),
        ("id: boss", "id: a-1", "The model id a-1 is in use"),
        ("rules: [CL-MOVE-2]", "rules: [CL-MOVE-22]", "There is no rule “CL-MOVE-22”"),
        ("  rules: [CL-MOVE-2]\n", "", "“rules” is missing"),
        ("wolfling-case/1", "wolfling-case/9", "this program reads up to 1"),
        ("models: [[10, 10], [12, 10, 1]], ", "", "The unit a has no models"),
    ],
)
def test_a_mistake_in_the_position_is_told(old, new, said):
    assert old in TOP
    found = problems(TOP.replace(old, new) + "  do: [end step]\n")
    assert any(said in text for text in found), found


def test_a_case_that_does_nothing_and_two_of_one_name_are_mistakes():
    assert any("neither measures nor does anything" in text for text in problems(TOP))
    twice = TOP + "  do: [end step]\n- case: One\n  rules: [CL-MOVE-2]\n  do: [end step]\n"
    assert any("Two cases are named “One”" in text for text in problems(twice))


@given(st.text(alphabet="abdo: {}[]-\n\"'0123,", max_size=80))
def test_whatever_stands_in_a_case_is_read_or_refused(text):
    with contextlib.suppress(ProblemsError):
        parse_cases(TOP + "  do:\n  - " + text.replace("\n", "\n    ") + "\n")


# ---------------------------------------------------------------------- files


def test_maps_and_pending_cases_are_no_case_files(tmp_path):
    for name in ("b/two.yaml", "one.yaml", "maps/deck.yaml", "pending/later.yaml", "notes.md"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert [p.relative_to(tmp_path).as_posix() for p in case_files([tmp_path])] == ["b/two.yaml", "one.yaml"]
    alone = tmp_path / "pending" / "later.yaml"
    assert case_files([alone]) == (alone,)


def test_the_shared_map_is_deck(root):
    table, kind = read_map(root / "tests" / "cases" / "maps" / "deck.yaml")
    assert kind == "shipboard"
    assert sorted(table.zones) == ["C1", "R1", "R2", "R3"]
    assert (len(table.structures), sorted(table.doors)) == (1, ["D1", "D2", "D3"])
    assert {door.state for door in table.doors.values()} == {"sealed"}
    assert (table.doors["D1"].a, table.doors["D1"].b) == (at(10, 3.25), at(10, 4.75))


def test_a_file_that_is_missing_is_a_problem(tmp_path):
    with pytest.raises(ProblemsError, match="cannot be read"):
        read_cases(tmp_path / "none.yaml")


def test_points_keep_to_units():
    assert read(TOP + "  do: [end step]\n").battle.models["a-1"].place.at == Point(25400, 25400)
