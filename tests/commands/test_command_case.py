"""Check that cases are run, and told in words and as JSON."""

from __future__ import annotations

import json

from tests.commands.line import GOOD, run


def test_cases_that_pass(capsys, good):
    assert run(capsys, "case", good) == (0, "2 cases, all passed.\n", "")


def test_cases_as_json(capsys, good, bad):
    code, out, _ = run(capsys, "case", good, bad, "--json")
    assert code == 1
    listed = json.loads(out)
    assert [set(entry) for entry in listed] == [{"case", "file", "passed", "failures"}] * 4
    assert [entry["passed"] for entry in listed] == [True, True, True, False]
    assert listed[3]["case"] == "A move"
    assert listed[3]["file"] == str(bad)
    assert "CL-MOVE-2" in listed[3]["failures"][0]


def test_a_case_that_fails_says_why(capsys, bad):
    code, out, _ = run(capsys, "case", bad)
    assert code == 1
    assert "FAILED  A move" in out
    assert "bad.yaml:16: move is expected to be permitted" in out
    assert "2 cases, 1 failed." in out


def test_a_file_with_a_mistake_is_a_failed_case(capsys, tmp_path):
    file = tmp_path / "odd.yaml"
    file.write_text(GOOD.replace("to: [16", "too: [16"), encoding="utf-8")
    code, out, _ = run(capsys, "case", file, "--json")
    assert code == 1
    (entry,) = json.loads(out)
    assert entry["passed"] is False
    assert any("“too” is not known here" in text for text in entry["failures"])


def test_a_folder_of_cases(capsys, good, bad):
    code, out, _ = run(capsys, "case", good.parent)
    assert code == 1
    assert "4 cases, 1 failed." in out
