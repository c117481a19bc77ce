"""Special rules that nothing acts on are noted with their line; those the rules look for are all known."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import wolfling_gui.rules
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import Problems
from wolfling_gui.files.roster_notes import note_unknown_rules
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.strict_yaml import load, load_file
from wolfling_gui.rules.special_rules import known_rules

ROSTERS = sorted((rulesets_dir() / "rosters").glob("*.yaml"))
RULES = Path(wolfling_gui.rules.__file__).parent
LOOKED_FOR = (
    re.compile(r'has_rule\([^()]*"([a-z_]+)"\)'),
    re.compile(r'"([a-z_]+)" (?:not )?in [a-z_.]*(?:profile|weapon|unit)\.rules'),
)


def test_every_special_rule_the_rules_look_for_is_known() -> None:
    known = known_rules(load_catalogue("wolfling"))
    found = {
        word
        for path in RULES.rglob("*.py")
        for pattern in LOOKED_FOR
        for word in pattern.findall(path.read_text(encoding="utf-8"))
    }
    assert len(found) > 8
    assert found <= known


def test_unknown_rules_are_noted_with_line_and_a_guess() -> None:
    text = (
        "format: wolfling-roster/1\nname: A\nprofiles:\n"
        "  a: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 4+, rules: [fleet, scotus]}\n"
        "squads:\n  - {id: s, rules: [Moonwalk], models: [{profile: a}]}\n"
    )
    notes = Problems()
    note_unknown_rules(load(text, "a.yaml"), notes)
    listed = notes.listed()
    assert [note.line for note in listed] == [4, 6]
    assert "“scotus”" in listed[0].message
    assert "scouts" in listed[0].hint


@pytest.mark.parametrize("path", ROSTERS, ids=lambda path: path.stem)
def test_shipped_rosters_name_only_rules_that_are_known(path: Path) -> None:
    notes = Problems()
    note_unknown_rules(load_file(path), notes)
    assert [str(note) for note in notes] == []
