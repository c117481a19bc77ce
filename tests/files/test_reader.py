from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfling_gui.core.lengths import Point
from wolfling_gui.files.problems import Problem, Problems, ProblemsError, did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.strict_yaml import load

RAID = """\
format: raid/1
name: Hangar
size: [48, 36.5]
rounds: 6
share: 0.5
open: true
kind: intact
gap: 1.25
note: ""
corners: [[0, 0], [1, 2]]
words: [a, b]
walls:
  - {from: [1, 2], to: [3, 4]}
  - {from: [5, 6], to: [7, 8]}
rules: {X-1: {n: 1}, 2: x}
empty:
"""


@pytest.fixture
def raid():
    return Reader(load(RAID, "raid.yaml"))


def reader_of(text):
    return Reader(load(text, "f.yaml"))


def messages(reader):
    with pytest.raises(ProblemsError) as caught:
        reader.finish()
    return [str(problem) for problem in caught.value.problems]


def test_good_values_are_returned_and_nothing_is_noted(raid):
    assert raid.format("raid") == 1
    assert raid.text("name") == "Hangar"
    assert raid.point("size") == Point(48 * 2540, 92710)
    assert raid.integer("rounds", at_least=1, at_most=6) == 6
    assert raid.number("share") == 0.5
    assert raid.number("rounds") == 6
    assert raid.boolean("open") is True
    assert raid.choice("kind", ("intact", "ruined")) == "intact"
    assert raid.inches("gap") == 3175
    assert raid.text("note", empty=True) == ""
    assert raid.points("corners", at_least=2) == (Point(0, 0), Point(2540, 5080))
    assert raid.texts("words") == ("a", "b")
    assert [wall.point("to") for wall in raid.sequence("walls")] == [Point(7620, 10160), Point(17780, 20320)]
    assert raid.at("walls").at(1).point("from") == Point(12700, 15240)
    assert raid.point(("walls", 1, "from")) == Point(12700, 15240)
    assert [(key, rule.value()) for key, rule in raid.entries("rules")] == [("X-1", {"n": 1}), ("2", "x")]
    assert raid.mapping(("walls", 0), ("from", "to", "kind"), required=("from",)) == ("from", "to")
    raid.finish()


def test_defaults_stand_in_for_what_is_missing(raid):
    assert raid.text("x", "d") == "d"
    assert raid.integer("x", 3) == 3
    assert raid.number("x", 0.5) == 0.5
    assert raid.boolean("x", True) is True
    assert raid.choice("x", ("a", "b"), "b") == "b"
    assert raid.inches("x", 2540) == 2540
    assert raid.point("x", Point(1, 2)) == Point(1, 2)
    assert raid.points("x", ()) == ()
    assert raid.texts("x", ()) == ()
    assert raid.sequence("x", ()) == ()
    assert list(raid.entries("x", optional=True)) == []
    assert raid.mapping("x", ("a",), optional=True) == ()
    assert raid.mapping("empty", ("a",), optional=True) == ()
    assert not raid.has("empty")
    assert not raid.has("x")
    assert raid.has("note")
    raid.finish()


@pytest.mark.parametrize(
    ("read", "expected"),
    [
        (lambda r: r.text("v"), "text"),
        (lambda r: r.integer("v"), "a whole number"),
        (lambda r: r.number("v", at_least=2), "a number, at least 2"),
        (lambda r: r.boolean("v"), "true or false"),
        (lambda r: r.choice("v", ("a", "b", "c")), "“a”, “b” or “c”"),
        (lambda r: r.inches("v"), "a number of inches from 0 to 10000"),
        (lambda r: r.point("v"), "a place as [x, y] in inches"),
        (lambda r: r.points("v"), "a list of places, each as [x, y] in inches"),
        (lambda r: r.texts("v"), "a list of texts"),
        (lambda r: r.sequence("v"), "a list"),
    ],
)
def test_what_is_missing_without_a_default_is_a_problem(read, expected):
    reader = reader_of("a:\n  b: 1\n").at("a")
    assert not read(reader) or read(reader) in ("a", Point(0, 0))
    assert messages(reader) == [f"f.yaml:2:3: “v” is missing. Expected {expected}."]


@pytest.mark.parametrize(
    ("text", "read", "message"),
    [
        ("12", lambda r: r.text("v"), "“v” is 12. Expected text in quotes."),
        ("' '", lambda r: r.text("v"), "“v” is “”. Expected text."),
        ("1.5", lambda r: r.integer("v"), "“v” is 1.5. Expected a whole number."),
        ("true", lambda r: r.integer("v"), "“v” is true. Expected a whole number."),
        ("7", lambda r: r.integer("v", at_most=6), "“v” is 7. Expected a whole number, at most 6."),
        (
            "-1",
            lambda r: r.integer("v", at_least=0, at_most=6),
            "“v” is -1. Expected a whole number from 0 to 6.",
        ),
        ("six", lambda r: r.number("v"), "“v” is “six”. Expected a number."),
        ("yes", lambda r: r.boolean("v"), "“v” is “yes”. Expected true or false. Write true."),
        ("False", lambda r: r.boolean("v"), "“v” is “False”. Expected true or false. Write false."),
        ("1", lambda r: r.boolean("v"), "“v” is 1. Expected true or false."),
        (
            "intct",
            lambda r: r.choice("v", ("intact", "ruined")),
            "“v” is “intct”. Expected “intact” or “ruined”. Did you mean “intact”?",
        ),
        ("-1", lambda r: r.inches("v"), "“v” is -1. Expected a number of inches from 0 to 10000."),
        ("[1]", lambda r: r.point("v"), "“v” is a list. Expected a place as [x, y] in inches."),
        ("[1, x]", lambda r: r.point("v"), "“v” is a list. Expected a place as [x, y] in inches."),
        ("[1, true]", lambda r: r.point("v"), "“v” is a list. Expected a place as [x, y] in inches."),
        ("[1, 99999]", lambda r: r.point("v"), "“v” is a list. Expected a place as [x, y] in inches."),
        ("[[1, 2]]", lambda r: r.points("v", at_least=3), "Only 1 places are given. Expected at least 3."),
        ("{a: 1}", lambda r: r.sequence("v"), "“v” is a mapping. Expected a list."),
        ("[]", lambda r: r.sequence("v", at_least=1), "The list has 0 items. Expected at least 1."),
        ("x", lambda r: r.mapping("v", ("a", "b")), "“v” is “x”. Expected a mapping with “a” and “b”."),
        ("[a]", lambda r: list(r.entries("v")), "“v” is a list. Expected a mapping."),
        ("x", lambda r: r.at("v").text("w"), "Found “x”. Expected a mapping with “w”."),
        ("", lambda r: r.text("v"), "“v” is nothing. Expected text in quotes."),
    ],
)
def test_what_is_wrong_is_said_where_it_stands(text, read, message):
    reader = reader_of(f"v: {text}\n")
    read(reader)
    [found] = messages(reader)
    assert found.split(": ", 1)[1] == message
    assert found.startswith("f.yaml:1:")


def test_items_of_lists_are_named_by_their_place():
    reader = reader_of("v:\n  - [1, 2]\n  - 3\n  - [x, 1]\nw: [a, 1]\n")
    reader.points("v")
    reader.texts("w")
    assert messages(reader) == [
        "f.yaml:3:5: Found 3. Expected a place as [x, y] in inches.",
        "f.yaml:4:5: Found a list. Expected a place as [x, y] in inches.",
        "f.yaml:5:8: Found 1. Expected text in quotes.",
    ]


def test_unknown_and_missing_keys_are_all_noted_once():
    reader = reader_of("nmae: x\nzzz: 1\n5: 2\n")
    assert reader.mapping((), ("name", "size"), required=("name",)) == ()
    reader.text("name")
    found = messages(reader)
    assert found == [
        "f.yaml:1:1: “nmae” is not known here. Did you mean “name”?",
        "f.yaml:1:1: “name” is missing. Add “name:”.",
        "f.yaml:2:1: “zzz” is not known here. Known here: name, size.",
        "f.yaml:3:1: “5” is not known here. Known here: name, size.",
    ]


@pytest.mark.parametrize(
    "text", ["raid", "raid/", "raid/x", "raid/0", "raid/²", "other/1", "3", "raid/1/2", "[a]"]
)
def test_a_foreign_format_is_refused(text):
    reader = reader_of(f"format: {text}\n")
    reader.format("raid")
    assert messages(reader)[0].endswith("Expected format: raid/1.")


def test_a_newer_version_is_said_to_be_newer():
    reader = reader_of("format: raid/3\n")
    assert reader.format("raid", 2) == 2
    assert "version 3, this program reads up to 2" in messages(reader)[0]
    assert reader_of("format: raid/1\n").format("raid", 2) == 1


def test_own_problems_keep_their_place_and_hint():
    reader = reader_of("a:\n  - b: 1\n")
    reader.at(("a", 0)).problem("b", "Too flat", "a hill", "Raise it.", key=True)
    assert messages(reader) == ["f.yaml:2:5: Too flat. Expected a hill. Raise it."]


def test_problems_of_several_files_are_sorted_and_counted():
    problems = Problems(most=3)
    problems.extend([Problem("b", 1, 1, "x"), Problem("a", 9, 1, "y"), Problem("a", 2, 1, "z")])
    problems.extend([Problem("a", 1, 1, "dropped"), Problem("b", 1, 1, "x")])
    assert len(problems) == 4
    assert [str(one) for one in problems.listed()][:3] == ["a:2:1: z.", "a:9:1: y.", "b:1:1: x."]
    assert "1 more" in problems.listed()[3].message


def test_guesses_come_only_when_something_is_near():
    assert did_you_mean("sealde", ("open", "sealed")) == "Did you mean “sealed”?"
    assert did_you_mean("SEALED", ("open", "Sealed")) == "Did you mean “Sealed”?"
    assert did_you_mean("qqq", ("open", "sealed")) == ""
    assert did_you_mean("x" * 10_000, ("open",)) == ""


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "nothing"), (True, "true"), (2, "2"), ("a\n b", "“a b”"), ([1], "a list"), ({}, "a mapping")],
)
def test_values_are_shown_as_they_are_written(value, text):
    assert shown(value) == text


def test_long_text_is_cut():
    assert shown("x" * 100) == "“" + "x" * 39 + "…”"


values = st.recursive(
    st.none() | st.booleans() | st.integers(-99, 99999) | st.floats(-10, 10) | st.text("ab/1", max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abv"), inner, max_size=3),
    max_leaves=6,
)


@given(values)
def test_no_value_makes_the_reader_stumble(value):
    reader = reader_of(json.dumps({"v": value}))
    reader.mapping("v", ("a", "b"), required=("a",))
    results = (
        reader.text("v"), reader.integer("v"), reader.number("v"), reader.boolean("v"),
        reader.choice("v", ("a", "b")), reader.inches("v"),
        reader.point("v"), reader.points("v"), reader.texts("v"), reader.sequence("v"),
        list(reader.entries("v")), reader.text(("v", 0, "a")), reader.at("v").format("b"),
    )  # fmt: skip
    assert [type(one) for one in results[:4]] in (
        [str, int, int, bool],
        [str, int, float, bool],
    )
    assert all(isinstance(one, Point) for one in results[7])
    assert messages(reader)
