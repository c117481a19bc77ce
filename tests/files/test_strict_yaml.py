from __future__ import annotations

import json
import math
import os
import string

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wolfling_gui.files import strict_yaml
from wolfling_gui.files.problems import Place, ProblemsError
from wolfling_gui.files.strict_yaml import load, load_file, read_bytes


def problems_of(source, **limits):
    with pytest.raises(ProblemsError) as caught:
        load(source, "f.yaml", **limits)
    return caught.value.problems


def one_problem(source, **limits):
    problems = problems_of(source, **limits)
    assert len(problems) == 1, problems
    return problems[0]


@pytest.mark.parametrize(
    "word",
    [
        "no", "yes", "on", "off", "y", "N", "True", "FALSE", "Null", "~", "12:30", "1_000", "0o17",
        "017", "007", "0x1F", "2024-01-31", "1e3", "5.", ".inf", ".nan", "+", "1.2.3", "<<", "=", "2D6",
        "1,5",
    ],
)  # fmt: skip
def test_what_only_looks_like_something_else_stays_text(word):
    assert load(f"a: {word}\n").value == {"a": word}


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("true", True), ("false", False), ("null", None), ("", None), ("0", 0), ("-3", -3), ("+4", 4),
        ("0.5", 0.5), (".5", 0.5), ("-1.25", -1.25), ("1.5e3", 1500.0),
        ("123456789012345678", 123456789012345678), ("-100000000000000000", -(10**17)),
    ],
)  # fmt: skip
def test_plain_words_and_numbers_are_typed(word, value):
    found = load(f"a: {word}\n").value["a"]
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize("text", ['"12"', "'true'", '"null"', "!!str 12", "! 12", "|\n  12\n", ">-\n  12"])
def test_quoted_text_is_text(text):
    assert isinstance(load(f"a: {text}\n").value["a"], str)


def test_keys_are_text_or_whole_numbers():
    assert load("on: 1\noff: 2\n3: x\n'3': y\nnull: z\n1.5: w\ntrue: v\n").value == {
        "on": 1,
        "off": 2,
        3: "x",
        "3": "y",
        "null": "z",
        "1.5": "w",
        "true": "v",
    }


@pytest.mark.parametrize("text", ["", "\n", "# only a comment\n", "---\n", "\ufeff"])
def test_an_empty_text_holds_nothing(text):
    assert load(text).value is None


def test_a_byte_order_mark_is_tolerated():
    assert load(b"\xef\xbb\xbfa: 1\n").value == {"a": 1}
    assert load("\ufeffa: 1\n").where(("a",)) == Place("text", 1, 4)
    assert one_problem("\ufeffa: \x00").column == 4


def test_every_value_knows_its_place():
    document = load("a: 1\nb:\n  - x\n  - {c: 2, d: [3, 4]}\n", "f.yaml")
    assert document.where(()) == Place("f.yaml", 1, 1)
    assert document.where(("b",)) == Place("f.yaml", 3, 3)
    assert document.where(("b",), key=True) == Place("f.yaml", 2, 1)
    assert document.where(("b", 1, "d", 1)) == Place("f.yaml", 4, 19)
    assert document.where(("b", 1, "d"), key=True) == Place("f.yaml", 4, 12)


def test_a_place_that_does_not_exist_is_that_of_what_is_around_it():
    document = load("b:\n  - x\n", "f.yaml")
    assert document.where(("b", 5)) == Place("f.yaml", 2, 3)
    assert document.where(("z", "y")) == Place("f.yaml", 1, 1)
    assert document.where(("b", 0, "y")) == Place("f.yaml", 2, 5)


def test_columns_count_letters_not_bytes():
    assert load("“ä”: [é, x]\n".encode()).where(("“ä”", 1)).column == 10


@pytest.mark.parametrize(
    ("text", "line", "column", "first"),
    [
        ("a: 1\nb: 2\na: 3\n", 3, 1, 1),
        ("x:\n  k: 1\n  k: 2\n", 3, 3, 2),
        ("{a: 1, a: 2}", 1, 8, 1),
        ("1: x\n+1: y\n", 2, 1, 1),
        ("a: 1\n'a': 2\n", 2, 1, 1),
    ],
)
def test_a_duplicate_key_names_both_lines(text, line, column, first):
    problem = one_problem(text)
    assert (problem.line, problem.column) == (line, column)
    assert f"the first is in line {first}" in problem.message
    assert str(problem).startswith(f"f.yaml:{line}:{column}: ")


def test_all_duplicates_are_listed_in_order():
    assert [problem.line for problem in problems_of("a: 1\na: 2\nb: 3\nb: 4\na: 5\n")] == [2, 4, 5]


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("a: &x 1\n", "anchor “&x”"),
        ("a: &x [1]\n", "anchor “&x”"),
        ("a: *x\n", "alias “*x”"),
        ("*x : 1\n", "alias “*x”"),
        ("a: !!python/object/apply:os.system [x]\n", "type “!!python/object/apply:os.system”"),
        ("a: !!int '1'\n", "type “!!int”"),
        ("a: !mine x\n", "type “!mine”"),
        ("? [a]\n: b\n", "cannot be a key"),
        ("{{a: 1}: b}\n", "cannot be a key"),
        ("a: 1\n---\nb: 2\n", "second document"),
        ("a: 1234567890123456789\n", "too long"),
        (f"a: {'9' * 400}.0\n", "too large"),
        ("a: 1.0e999\n", "too large"),
    ],
)
def test_what_is_not_allowed_is_named(text, part):
    assert part in one_problem(text).message


def test_an_alias_bomb_is_refused_at_once():
    bomb = "a: &a [x, x]\n" + "".join(
        f"{k}: &{k} [*{j}, *{j}]\n" for j, k in zip("abcdefg", "bcdefgh", strict=True)
    )
    assert all("not allowed" in problem.message for problem in problems_of(bomb))


@pytest.mark.parametrize(
    ("text", "line", "part"),
    [
        ("a:\n\tb: 1\n", 2, "A tab stands in the indentation"),
        ("a: b: c\n", 1, "A second “: ” on one line"),
        ("a: [1, 2\nb: 3\n", 2, "A list in brackets that goes wrong here"),
        ("a: {b: 1\nc: 3\n", 2, "A mapping in braces that goes wrong here"),
        ("a: 'open\n", 2, "ends inside quotes"),
        ("- a\nb: 1\n", 2, "does not fit the list"),
        ("a: @x\n", 1, "cannot begin a value"),
        ("a: 1\n  b\nc\n", 4, "A key without its “:”"),
    ],
)
def test_syntax_errors_say_where_and_what_to_do(text, line, part):
    problem = one_problem(text)
    assert problem.line == line
    assert part in problem.message
    assert problem.hint.endswith(".")


def test_bytes_that_are_not_utf8_are_placed():
    problem = one_problem("a: 1\nbé: ".encode() + b"\xff\n")
    assert (problem.line, problem.column) == (2, 5)
    assert problem.hint == "Save the file as UTF-8."
    assert "is not UTF-8 text" in one_problem("a: 1".encode("utf-16")).message


@pytest.mark.parametrize(
    ("text", "code"), [("a: x\x00", "U+0000"), ("a: \x1b", "U+001B"), ("\ud800", "U+D800")]
)
def test_characters_that_are_no_text_are_named(text, code):
    assert code in one_problem(text).message


def test_a_file_of_far_too_many_values_is_refused_before_most_of_it_is_read(monkeypatch):
    read = []
    events = strict_yaml._events

    def counted(text):
        for event in events(text):
            read.append(event)
            yield event

    monkeypatch.setattr(strict_yaml, "_events", counted)
    found = one_problem("a: [" + "1," * 1_500_000 + "1]")
    assert found.message == "The file holds more than 100000 values"
    assert len(read) < 100_010


def test_limits_hold():
    assert "larger than 10 bytes" in one_problem("a: 12345678", most_bytes=10).message
    assert load("a: [[1]]", most_depth=3).value == {"a": [[1]]}
    assert "nested more than 2 deep" in one_problem("a: [[1]]", most_depth=2).message
    assert load("[1, 2]", most_nodes=3).value == [1, 2]
    assert "more than 2 values" in one_problem("[1, 2]", most_nodes=2).message
    assert "nest" in one_problem("[" * 100_000).message
    assert "nest" in one_problem("- " * 100_000).message


def test_depth_needs_no_recursion():
    document = load("[" * 900 + "]" * 900, most_depth=1000)
    assert document.where((0,) * 899).column == 900


def test_many_problems_are_counted_not_listed():
    problems = problems_of("a: 1\n" * 5000)
    assert len(problems) == 201
    assert "4799 more" in problems[-1].message


def test_a_file_is_read_and_named(tmp_path):
    path = tmp_path / "x.yaml"
    path.write_bytes(b"a: 1\n")
    assert load_file(path).where(("a",)) == Place("x.yaml", 1, 4)
    assert load_file(path, "shown.yaml").file == "shown.yaml"
    assert len(read_bytes(path, most_bytes=2)) == 3


@pytest.mark.parametrize("name", ["missing.yaml", ".", "nul\0.yaml"])
def test_a_file_that_cannot_be_read_is_a_problem(tmp_path, name):
    with pytest.raises(ProblemsError, match="The file cannot be read: "):
        load_file(tmp_path / name)


yaml_like = st.text(
    st.sampled_from("ab01:-?[]{},&*!|>'\"%@`#~.\n\t \\<=\ufeff\u2028\x85é\x00" + string.digits), max_size=60
)


@given(st.one_of(st.text(max_size=200), yaml_like, st.binary(max_size=200)))
@example("a: \ufeff")
@example("\ufeff\ufeff")
@example("%YAML 3.0\n---\na")
@example("%TAG ! tag:x\n--- !a b")
@example("!!str")
@example("!<x> a")
@example('"\\ud800"')
@example('"\\U00110000"')
@example("a: \u2028b: c")
@example(b"\xef\xbb\xbf\xff")
def test_nothing_but_problems_is_ever_raised(source):
    try:
        document = load(source, "f.yaml")
    except ProblemsError as error:
        problems = error.problems
    else:
        check(document, document.value, ())
        return
    assert problems
    assert all(str(problem).startswith("f.yaml") and problem.message for problem in problems)


def check(document, value, path):
    place = document.where(path)
    assert place.line >= 1
    assert place.column >= 1
    if isinstance(value, dict):
        for key, inner in value.items():
            assert type(key) in (str, int)
            check(document, inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            check(document, inner, (*path, index))
    else:
        assert value is None or type(value) in (bool, int, float, str)
        assert not isinstance(value, float) or math.isfinite(value)


plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**17), 10**17)
    | st.text(string.printable.strip() + " é", max_size=12),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(string.ascii_letters, min_size=1), inner)
    ),
    max_leaves=20,
)


@given(plain)
def test_json_is_read_as_it_is(value):
    assert load(json.dumps(value, ensure_ascii=False)).value == value


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_what_is_no_file_is_told_and_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.yaml")
    for path in (tmp_path, tmp_path / "pipe.yaml"):
        with pytest.raises(ProblemsError, match="folder or a device"):
            read_bytes(path)
