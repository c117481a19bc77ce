from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfling_gui.files import rulesets
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.rulesets import (
    load_catalogue,
    read_rules,
    read_ruleset_info,
    ruleset_info,
    ruleset_names,
)
from wolfling_gui.files.strict_yaml import load_file

NAMES = ruleset_names()
SHIPPED = sorted(rulesets_dir().rglob("*.yaml"))

# Names that belong to publishers, their products and their worlds; none may appear in what we ship.
FORBIDDEN = re.compile(
    r"\b40[ ,.]?(?:000|k)|warhammer|games workshop|citadel|forge world|imperial armou?r|imperium"
    r"|cities of death|necromunda|horus|heresy|bolt(?:er|gun| pistol)|lasgun|lascannon|\bmelta|plasma"
    r"|flamer\b|\bkrak\b|space marine|adept(?:us|a)|astartes|\bork\b|eldar|tyranid|necron|\btau\b|chaos"
    r"|daemon|dreadnought|terminator|lightning claw|thunder hammer|power (?:fist|weapon|sword|armour)"
    r"|chainsword|storm shield|psyker|codex|know no fear|rhino|land raider|commissar|guardsm[ae]n|cadian"
    r"|camo cloak",
    re.IGNORECASE,
)


def problems_of(read, *given):
    with pytest.raises(ProblemsError) as caught:
        read(*given)
    return [str(problem) for problem in caught.value.problems]


def test_the_first_two_rulesets_are_there():
    assert {"classic", "wolfling"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_every_shipped_ruleset_loads(name):
    info = ruleset_info(name)
    assert info.name == name
    assert len({phase.id for phase in info.phases}) == len(info.phases) >= 1
    catalogue = load_catalogue(name)
    assert load_catalogue(name) is catalogue
    if info.core:
        assert set(load_catalogue(info.core).rules) <= set(catalogue.rules)
        assert next(iter(catalogue.rules)) == next(iter(load_catalogue(info.core).rules))
    assert set(catalogue.tags()) <= set(info.tags)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_is_complete_and_names_only_rules_that_exist(name):
    catalogue = load_catalogue(name)
    for rule in catalogue.rules.values():
        assert rule.enabled
        assert rule.title
        assert rule.source
        assert len(rule.text) > 10
        assert not rule.switched_by
        assert not catalogue.is_house_rule(rule.id)
        for named in re.findall(r"\b[A-Z]{2}-[A-Z]{2,6}-[0-9]+\b", rule.text + rule.ruling):
            assert named in catalogue, f"{rule.id} speaks of {named}"
        for parameter in rule.parameters.values():
            assert parameter.value == parameter.default
            assert parameter.origin.line > rule.origin.line > 0


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_shipped_file_is_strict_yaml(path):
    assert isinstance(load_file(path).value, dict)


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_shipped_text_names_a_publisher(path):
    found = [match.group() for match in FORBIDDEN.finditer(path.read_text(encoding="utf-8"))]
    assert found == []


@pytest.mark.parametrize(
    "text", ["the 40K core", "Imperial Armour 4", "a bolter", "Thunder hammers", "Warhammer"]
)
def test_a_publishers_name_would_be_found(text):
    assert FORBIDDEN.search(text)


def test_origins_point_at_the_line():
    catalogue = load_catalogue("wolfling")
    for rule_id, name in [("WO-TER-9", "door_action_cost_inches"), ("CL-MOVE-3", "coherency_inches")]:
        origin = catalogue.origin(rule_id, name)
        folder = "wolfling" if rule_id.startswith("WO") else "classic"
        assert origin.file == f"rulesets/{folder}/rules.yaml"
        lines = (rulesets_dir() / folder / "rules.yaml").read_text(encoding="utf-8").splitlines()
        assert lines[origin.line - 1].strip().startswith(f"{name}:")
        rule_line = catalogue.rule(rule_id).origin.line
        assert lines[rule_line - 1].strip() == f"- id: {rule_id}"


def test_numbers_keep_their_type():
    catalogue = load_catalogue("wolfling")
    assert catalogue.count("WO-CQS-1", "close_quarters_to_hit") == 2
    assert catalogue.inches("CL-BASE-3", "contact_tolerance_inches") == 127
    assert catalogue.value("WO-CQS-4", "corridor_cover_save") is None
    assert catalogue.words("WO-MOV-10", "banned_unit_types") == ("bike", "jetbike", "cavalry")
    assert catalogue.table("CL-GEN-1", "d3_table")[5] == 3
    assert catalogue.table("CL-UT-1", "table")["jump_infantry"]["fall_back"] == "3D6"
    assert catalogue.word("WO-TER-8", "default_state_building") == "shut"
    assert catalogue.parameter("WO-MOV-2", "oval_uses").choices == ("short_axis", "long_axis")


def test_sources_switch_by_their_first_tag():
    catalogue = load_catalogue("wolfling")
    without = catalogue.without_tags("B")
    assert not without.on("WO-MOV-5")
    assert not without.on("WO-MOV-1"), "B* goes with B"
    assert without.on("WO-CQS-1")
    assert without.on("WO-TER-9"), "a ruling stays"
    assert without.on("CL-MOVE-3"), "the core has no tags"
    assert ruleset_info("wolfling").tags["A"] == "A: first source book"


def test_an_unknown_ruleset_is_a_problem_with_a_hint():
    [found] = problems_of(load_catalogue, "wolfing")
    assert found.startswith("wolfing: There is no ruleset “wolfing”. Expected classic, ")
    assert found.endswith("Did you mean “wolfling”?")


RULE = """\
format: wolfling-rules/1
rules:
  - id: XX-ONE-1
    title: One
    source: here
    kind: check
    text: Says something.
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (RULE + "    leans_on: [XX-ONE-2]\n", "8:16: There is no rule XX-ONE-2. Did you mean “XX-ONE-1”?"),
        (RULE + "    tags: [D]\n", "8:12: The tag “D” is not known."),
        (RULE + "    parametres: {}\n", "8:5: “parametres” is not known here. Did you mean “parameters”?"),
        (
            RULE + "    parameters: {a_word: x}\n    choices: {a_wrod: [x]}\n",
            "9:15: There is no parameter “a_wrod”. Did you mean “a_word”?",
        ),
        (
            RULE + "    parameters: {a: x}\n    choices: {a: [y]}\n",
            "8:21: The default of “a” is not among its choices.",
        ),
        (RULE + "    nullable: [a]\n", "8:16: There is no parameter “a”."),
        (RULE.replace("check", "chek"), "6:11: “kind” is “chek”."),
        (RULE.replace("XX-ONE-1", "one"), "3:9: “one” is not a rule id. Expected an id such as CL-GEN-1."),
        (
            RULE + RULE.split("rules:\n")[1],
            "8:9: Rule XX-ONE-1 stands here a second time; the first is in line 3.",
        ),
        (RULE.replace("    title: One\n", ""), "3:5: “title” is missing. Expected text."),
        ("format: wolfling-rules/1\nrules: []\n", "2:8: The list has 0 items. Expected at least 1."),
    ],
)
def test_a_badly_written_catalogue_is_a_list_of_problems(text, message):
    found = problems_of(lambda: read_rules(text, "r.yaml", tags=("A",)))
    assert [one for one in found if one.startswith(f"r.yaml:{message}")], found


def test_a_default_of_null_may_stay_null():
    rule = read_rules(RULE + "    parameters: {a: null, b: 1, c: 2}\n    nullable: [b]\n", "r.yaml").rule(
        "XX-ONE-1"
    )
    assert [parameter.nullable for parameter in rule.parameters.values()] == [True, True, False]


def test_rules_may_lean_on_the_core():
    core = read_rules(RULE, "core.yaml")
    own = read_rules(RULE.replace("ONE", "TWO") + "    leans_on: [XX-ONE-1]\n", "r.yaml", core)
    assert list(own.rules) == ["XX-TWO-1"]
    assert list(own.laid_over(core).rules) == ["XX-ONE-1", "XX-TWO-1"]


def test_a_badly_written_ruleset_is_a_list_of_problems():
    text = "format: wolfling-ruleset/1\nname: x\ntitel: X\ndescription: d\nversion: 0\nphases: [{id: a}]\n"
    found = problems_of(read_ruleset_info, text, "x.yaml")
    assert [one.split(": ")[0] for one in found] == ["x.yaml:1:1", "x.yaml:3:1", "x.yaml:5:10", "x.yaml:6:10"]


def test_a_missing_file_is_a_problem(monkeypatch, tmp_path):
    monkeypatch.setattr(rulesets, "rulesets_dir", lambda: tmp_path)
    with pytest.raises(ProblemsError, match=r"rulesets/classic/rules\.yaml: The file cannot be read"):
        rulesets._shipped("classic", "rules.yaml")


@given(
    st.dictionaries(
        st.sampled_from(
            ["id", "title", "tags", "kind", "parameters", "choices", "nullable", "leans_on", "x"]
        ),
        st.recursive(
            st.sampled_from(["XX-ONE-1", "a", "check", 3, None, True, 0.5]),
            lambda inner: (
                st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from("ab"), inner, max_size=2)
            ),
            max_leaves=5,
        ),
    )
)
def test_a_garbled_rule_never_raises_anything_else(rule):
    text = json.dumps({"format": "wolfling-rules/1", "rules": [rule]})
    assert problems_of(read_rules, text, "r.yaml")
