"""Check that rules are listed with the cases that pass for them."""

from __future__ import annotations

import json

from tests.commands.line import run
from wolfling_gui.__main__ import main


def test_rules_are_listed_once_each(capsys):
    code, out, _ = run(capsys, "rules", "--json")
    assert code == 0
    listed = json.loads(out)
    assert {tuple(entry) for entry in listed} == {("id", "ruleset", "title", "kind", "implemented", "cases")}
    ids = [entry["id"] for entry in listed]
    assert len(ids) == len(set(ids)) > 250
    assert not any(entry["implemented"] or entry["cases"] for entry in listed)
    assert {entry["ruleset"] for entry in listed} >= {"classic", "wolfling"}


def test_rules_of_one_ruleset_with_cases(capsys, good):
    code, out, _ = run(capsys, "rules", "--ruleset", "classic", "--cases", good, "--json")
    assert code == 0
    listed = {entry["id"]: entry for entry in json.loads(out)}
    assert {entry["ruleset"] for entry in listed.values()} == {"classic"}
    assert (listed["CL-SHOOT-7"]["implemented"], listed["CL-SHOOT-7"]["cases"]) == (True, 1)
    assert (listed["CL-MOVE-2"]["implemented"], listed["CL-MOVE-2"]["cases"]) == (True, 1)
    assert all(entry["implemented"] == (entry["cases"] > 0) for entry in listed.values())
    assert not all(entry["implemented"] for entry in listed.values())


def test_a_worked_sequence_counts_the_cases_that_name_it_if_all_pass(capsys, root, tmp_path):
    golden = (root / "tests" / "cases" / "classic" / "golden.yaml").read_text(encoding="utf-8")
    for number, (text, done) in enumerate(
        ((golden, True), (golden.replace("5, 1, 3, 2", "5, 1, 1, 2"), False))
    ):
        file = tmp_path / f"golden{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert main(["rules", "--ruleset", "classic", "--cases", str(file), "--json"]) == 0
        listed = {entry["id"]: entry for entry in json.loads(capsys.readouterr().out)}
        assert listed["CL-GOLD-3"]["implemented"] is done
        assert listed["CL-GOLD-1"]["implemented"]


def test_rules_in_words(capsys, good):
    code, out, _ = run(capsys, "rules", "--cases", good)
    assert code == 0
    assert "* CL-SHOOT-7" in out
