"""Check that files are read, and every problem in them is told with its line."""

from __future__ import annotations

import pytest

from tests.commands.line import run


def test_files_in_order_are_said_to_be(capsys, root, good):
    shipped = [
        *sorted((root / "rulesets" / "scenarios").glob("*.yaml")),
        *sorted((root / "rulesets" / "rosters").glob("*.yaml")),
        *sorted((root / "rulesets" / "wolfling" / "overlays").glob("*.yaml")),
        root / "tests" / "cases" / "maps" / "deck.yaml",
        good,
    ]
    code, out, _ = run(capsys, "check", *shipped)
    assert code == 0, out
    assert out.count("is in order.") == len(shipped)


def test_a_battle_is_checked_as_one_whole_and_damaged(capsys, root, tmp_path):
    demo = root / "resources" / "demo" / "deck-seven-raid.wolfling"
    assert run(capsys, "check", demo)[:2] == (0, "deck-seven-raid.wolfling: this battle is in order.\n")
    bad = tmp_path / "raid.wolfling"
    for content, said in (
        (b"", "This battle's file is empty or damaged"),
        (b"\x00\x93noise", "This battle's file is empty or damaged"),
        (demo.read_bytes()[:-9], "The last line is cut off"),
    ):
        bad.write_bytes(content)
        code, out, _ = run(capsys, "check", bad)
        assert code == 1
        assert said in out
        assert "format:" not in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: x\n", "odd.yaml:1:1: The line “format:” is missing."),
        ("format: wolfling-rooster/1\n", "Did you mean “wolfling-roster”?"),
        ("format: [1]\n", "“format” is a list"),
        (
            "format: wolfling-case/1\ncases: [{case: X, rulez: []}]\n",
            "odd.yaml:2:19: “rulez” is not known here",
        ),
        ("format: wolfling-roster/1\nnaem: x\n", "odd.yaml:2:1: “naem” is not known here"),
        ("format: wolfling-overlay/1\nname: x\nruleset: wolfing\n", "odd.yaml:3:10:"),
        ("format: wolfling-scenario/1\nname: x\ntabel: {}\n", "odd.yaml:3:1: “tabel” is not known here"),
        ("format: wolfling-map/1\ntable: {width: 1, height: 30}\n", "odd.yaml:2:16:"),
        ("a: [\n", "odd.yaml:"),
        ("", "The line “format:” is missing"),
    ],
)
def test_every_problem_is_told_with_its_line(capsys, tmp_path, text, said):
    file = tmp_path / "odd.yaml"
    file.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "check", file)
    assert code == 1
    assert said in out
    assert err == ""


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("wolfling-scenario/2", "odd.yaml:1:9: The file is of version 2, this program reads up to 1."),
        ("wolfling-roster/3", "odd.yaml:1:9: The file is of version 3, this program reads up to 1."),
    ],
)
def test_a_file_of_another_version_says_only_that(capsys, tmp_path, form, said):
    file = tmp_path / "odd.yaml"
    file.write_text(f"format: {form}\nplayers: 2\n", encoding="utf-8")
    _, out, _ = run(capsys, "check", file)
    assert out.splitlines() == [f"{said} Get a newer version of the program."]


def test_a_map_of_another_program_is_sent_to_its_import(capsys, root):
    code, out, _ = run(capsys, "check", sorted((root / "tests" / "data" / "uvtt").glob("*.dd2vtt"))[0])
    assert code == 1
    assert "This is a map of another program" in out
    assert "wolfling import" in out


def test_a_name_that_is_nothing_keeps_no_other_file_from_being_checked(capsys, root):
    good = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, out, err = run(capsys, "check", "n" * 5000, good)
    assert code == 2
    assert len(err) < 300
    assert f"{good.name}: this scenario is in order." in out
