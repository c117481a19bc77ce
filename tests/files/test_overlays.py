from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wolfling_gui.files.overlays import (
    Note,
    SetValue,
    Switch,
    SwitchTag,
    apply_overlays,
    load_overlay,
    read_overlay,
    shipped_overlays,
)
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.rulesets import load_catalogue, ruleset_names
from wolfling_gui.rules.catalogue import Catalogue, Origin

HEAD = "format: wolfling-overlay/1\nname: Ours\nruleset: wolfling\n"


def overlay(body):
    return read_overlay(HEAD + body, "ours.yaml")


def laid(*bodies):
    return apply_overlays(load_catalogue("wolfling"), [overlay(body) for body in bodies])


def problems_of(body):
    with pytest.raises(ProblemsError) as caught:
        overlay(body)
    return [str(problem) for problem in caught.value.problems]


def test_a_value_is_set_and_keeps_its_origin():
    catalogue = laid("set:\n  WO-TER-9:\n    door_action_cost_inches: 1.5\n")
    assert catalogue.inches("WO-TER-9", "door_action_cost_inches") == 3810
    assert catalogue.origin("WO-TER-9", "door_action_cost_inches") == Origin("ours.yaml", 6, "Ours")
    assert catalogue.is_house_rule("WO-TER-9", "door_action_cost_inches")
    assert not catalogue.is_house_rule("WO-TER-9", "may_open_sealed")
    assert not load_catalogue("wolfling").is_house_rule("WO-TER-9")


def test_a_core_rule_is_changed_too():
    catalogue = laid("set: {CL-MOVE-3: {coherency_inches: 3}, CL-GEN-9: {premeasure_allowed: false}}\n")
    assert catalogue.inches("CL-MOVE-3", "coherency_inches") == 7620
    assert not catalogue.flag("CL-GEN-9", "premeasure_allowed")


def test_on_and_off_are_words_here():
    read = overlay("off: [WO-TPL-5]\non: [WO-TPL-4]\n")
    assert [(change.rule, change.on) for change in read.changes] == [("WO-TPL-5", False), ("WO-TPL-4", True)]
    catalogue = apply_overlays(load_catalogue("wolfling"), [read])
    assert not catalogue.on("WO-TPL-5")
    assert catalogue.rule("WO-TPL-5").switched_by == "Ours"


def test_a_named_alternative_is_picked():
    assert laid("pick: {WO-MOV-2: {oval_uses: long_axis}}\n").word("WO-MOV-2", "oval_uses") == "long_axis"
    assert laid("pick: {CL-WPN-17: {hit_by: 2}}\n").value("CL-WPN-17", "hit_by") == 2


def test_null_means_no_limit_where_the_rule_allows_it():
    assert (
        laid("set: {CL-GEN-6: {always_pass_on: null}}\n").count_or_none("CL-GEN-6", "always_pass_on") is None
    )
    ten = laid("set: {WO-FRC-1: {max_points_per_side: 10}}\n")
    assert ten.count_or_none("WO-FRC-1", "max_points_per_side") == 10
    assert problems_of("set: {CL-GEN-4: {max_rerolls_per_die: null}}\n")


def test_a_table_is_changed_key_by_key_and_by_several_overlays():
    first = "set: {CL-UT-1: {table: {infantry: {move: 8}}}}\n"
    second = "set: {CL-UT-1: {table: {infantry: {assault: 7}, bike: {fall_back: 2d6}}}}\n"
    table = laid(first, second).table("CL-UT-1", "table")
    assert table["infantry"] == {"move": 8, "assault": 7, "fall_back": "2D6"}
    assert table["bike"]["fall_back"] == "2D6"
    assert table["beast"] == load_catalogue("classic").table("CL-UT-1", "table")["beast"]
    assert laid("set: {CL-TURN-11: {check_after: {}}}\n").table("CL-TURN-11", "check_after") == {}
    assert laid("set: {CL-TURN-11: {check_after: {5: 4}}}\n").table("CL-TURN-11", "check_after") == {
        5: 4,
        6: 4,
    }


def test_a_word_of_a_table_may_be_any_of_its_column():
    body = "set: {CL-MIS-1: {table: {5: seize_ground}}, CL-UT-2: {table: {bike: {dangerous_test: always}}}}"
    rules = laid(body.replace("always", "if_dangerous"))
    assert rules.table("CL-MIS-1", "table")[5] == "seize_ground"
    assert rules.table("CL-UT-2", "table")["bike"]["dangerous_test"] == "if_dangerous"
    (said,) = problems_of(body.replace("always", "allways"))
    assert "one of always, if_dangerous, starts_or_ends. Did you mean “always”?" in said


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ("CL-SHOOT-7: {hit: {4: 9}}", "a whole number from 1 to 6"),
        ("WO-CQS-6: {room_or_ruin_cover_save: 0}", "a whole number from 1 to 6"),
        ("WO-CQS-4: {corridor_cover_save: 7}", "a whole number from 1 to 6"),
        ("CL-WPN-1: {short_shots: -3}", "a whole number from 0 to 10000"),
        ("CL-GEN-4: {max_rerolls_per_die: 2}", "one of 1, 0"),
        ("WO-TPL-1: {stopped_by: [intact_wall, shut_door]}", "one of intact_wall, sealed_door"),
    ],
)
def test_numbers_no_die_can_show_and_words_without_effect_are_refused(values, expected):
    (said,) = problems_of(f"set: {{{values}}}\n")
    assert expected in said


def test_lists_are_replaced():
    states = "set: {WO-MOV-10: {scenario_allows: [pinned]}}\n"
    assert laid(states).words("WO-MOV-10", "scenario_allows") == ("pinned",)
    assert laid("set: {WO-TER-7: {ruined_wall_blocks: [sight]}}\n").words(
        "WO-TER-7", "ruined_wall_blocks"
    ) == ("sight",)
    assert laid("set: {CL-TURN-7: {left_on: [1]}}\n").value("CL-TURN-7", "left_on") == (1,)


def test_a_source_is_switched_off_and_single_rules_on_again():
    catalogue = laid("tags_off: [B]\non: [WO-MOV-5]\n")
    assert not catalogue.on("WO-MOV-1")
    assert catalogue.on("WO-MOV-5")
    assert catalogue.on("WO-TER-9")
    assert catalogue.rule("WO-MOV-1").switched_by == "Ours"


def test_the_later_overlay_wins():
    assert laid("off: [WO-TPL-5]\n", "on: [WO-TPL-5]\n").on("WO-TPL-5")
    assert not laid("on: [WO-TPL-5]\n", "off: [WO-TPL-5]\n").on("WO-TPL-5")


def test_notes_are_kept():
    assert laid("note: {WO-TER-9: 'Agreed: no cost.'}\n").rule("WO-TER-9").notes == ("Agreed: no cost.",)


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("set: {WO-TER-99: {a: 1}}", "4:7: There is no rule “WO-TER-99”. Did you mean “WO-TER-9”?"),
        (
            "set: {WO-TER-9: {may_open_seald: true}}",
            "4:18: Rule WO-TER-9 has no parameter “may_open_seald”. Did you",
        ),
        ("set: {CL-WND-9: {a: 1}}", "4:18: Rule CL-WND-9 has no parameter “a”. It has no parameters."),
        (
            "set: {WO-TER-9: {may_open_sealed: yes}}",
            "4:35: “may_open_sealed” is “yes”. Expected true or false.",
        ),
        (
            "set: {WO-TER-9: {door_action_cost_inches: -1}}",
            "4:43: “door_action_cost_inches” is -1. Expected a number",
        ),
        (
            "set: {WO-CQS-1: {close_quarters_to_hit: 2.5}}",
            "4:41: “close_quarters_to_hit” is 2.5. Expected a whole",
        ),
        (
            "set: {WO-CQS-1: {close_quarters_to_hit: true}}",
            "4:41: “close_quarters_to_hit” is true. Expected a whole",
        ),
        (
            "set: {CL-GEN-7: {dice: two}}",
            "4:24: “two” is not a roll. Expected a roll such as D6, 2D6 or D3+2.",
        ),
        ("set: {CL-GEN-7: {dice: 2}}", "4:24: 2 is not a roll."),
        (
            "set: {CL-COV-2: {firers_tie: x}}",
            "4:30: “x” is not offered here. Expected",
        ),
        (
            "set: {WO-TER-7: {ruined_wall_blocks: sight}}",
            "4:38: “ruined_wall_blocks” is “sight”. Expected a list.",
        ),
        (
            "set: {WO-TER-7: {ruined_wall_blocks: [smell]}}",
            "4:39: “smell” is not offered here. Expected one of mov",
        ),
        ("set: {WO-MOV-10: {scenario_allows: [1]}}", "4:37: Found 1. Expected text in quotes."),
        ("set: {WO-MOV-10: {scenario_allows: x}}", "4:36: Found “x”. Expected a list."),
        ("set: {CL-TURN-7: {left_on: [x]}}", "4:29: Found “x”. Expected a whole number"),
        (
            "set: {CL-PROF-4: {ap_values: [true]}}",
            "4:31: Found true. Expected a value like those of “ap_values”",
        ),
        (
            "set: {CL-UT-1: {table: {infntry: {}}}}",
            "4:25: “infntry” is not a key of this table. Did you mean “infant",
        ),
        ("set: {CL-UT-1: {table: {bike: {move: x}}}}", "4:38: “move” is “x”. Expected a whole number"),
        ("set: {CL-UT-1: {table: 3}}", "4:24: Found 3. Expected a table with the keys to change."),
        (
            "set: {WO-FRC-1: {max_points_per_side: x}}",
            "4:39: “max_points_per_side” is “x”. Expected a whole number",
        ),
        ("set: [WO-MOV-2]", "4:6: “set” is a list. Expected a mapping."),
        ("set: {WO-MOV-2: 3}", "4:17: “WO-MOV-2” is 3. Expected a mapping."),
        (
            "pick: {WO-MOV-2: {oval_uses: long_axs}}",
            "4:30: “long_axs” is not offered here. Expected one of short_axis",
        ),
        (
            "pick: {WO-TER-9: {may_open_sealed: true}}",
            "4:19: “may_open_sealed” offers nothing to pick. Use “set”",
        ),
        ("off: [WO-X]", "4:7: There is no rule “WO-X”."),
        ("off: WO-TPL-5", "4:6: “off” is “WO-TPL-5”. Expected a list."),
        (
            "off: [WO-TPL-5]\non: [WO-TPL-5]",
            "5:6: WO-TPL-5 is switched a second time; the first is in line 4.",
        ),
        (
            "set: {WO-MOV-2: {oval_uses: long_axis}}\npick: {WO-MOV-2: {oval_uses: long_axis}}",
            "5:30: “oval_uses” gets a value a second time; the first is in line 4.",
        ),
        ("tags_off: [D]", "4:12: There is no tag “D”. Expected A, B, C, house."),
        (
            "tags_off: [House]",
            "4:12: There is no tag “House”. Expected A, B, C, house. Did you mean “house”?",
        ),
        ("note: {WO-TER-9: 3}", "4:18: “WO-TER-9” is 3. Expected text in quotes."),
        ("sett: {}", "4:1: “sett” is not known here. Did you mean “set”?"),
        ("name: again", "4:1: “name” stands here a second time; the first is in line 2."),
    ],
)
def test_a_mistake_is_named_with_its_place(body, message):
    found = problems_of(body + "\n")
    assert len(found) == 1
    assert found[0].startswith(f"ours.yaml:{message}")


def test_all_mistakes_are_listed():
    body = "set: {WO-TER-99: {a: 1}, WO-TER-9: {x: 1}}\noff: [WO-X]\ntags_off: [Z]\n"
    assert [one.split(":")[1] for one in problems_of(body)] == ["4", "4", "5", "6"]


def test_an_unknown_ruleset_stops_there_with_a_hint():
    with pytest.raises(ProblemsError, match="Did you mean “wolfling”") as caught:
        read_overlay("format: wolfling-overlay/1\nname: x\nruleset: wolfing\noff: [X]\n", "o.yaml")
    assert len(caught.value.problems) == 1


def test_an_overlay_for_other_rules_does_not_apply():
    with pytest.raises(ProblemsError, match=r"ours\.yaml:4: There is no rule WO-TPL-5") as caught:
        apply_overlays(load_catalogue("classic"), [overlay("off: [WO-TPL-5, WO-TPL-4]\n")])
    assert len(caught.value.problems) == 2
    with pytest.raises(ProblemsError, match="no rule CL-MOVE-3"):
        apply_overlays(Catalogue(), [overlay("set: {CL-MOVE-3: {coherency_inches: 3}}\n")])


def test_a_missing_file_is_a_problem(tmp_path):
    with pytest.raises(ProblemsError, match=r"gone\.yaml: The file cannot be read"):
        load_overlay(tmp_path / "gone.yaml")


def test_a_players_file_is_named_by_its_name(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(HEAD + "off: [WO-TPL-5]\n", encoding="utf-8")
    assert load_overlay(path).changes == (Switch("WO-TPL-5", False, Origin("mine.yaml", 4, "Ours")),)


SHIPPED = [(name, path) for name in ruleset_names() for path in shipped_overlays(name)]


@pytest.mark.parametrize(("name", "path"), SHIPPED, ids=lambda value: getattr(value, "stem", value))
def test_every_shipped_overlay_loads_and_changes_something(name, path):
    read = load_overlay(path)
    assert read.ruleset == name
    assert read.description
    assert read.file == f"rulesets/{name}/overlays/{path.name}"
    assert read.text == path.read_text(encoding="utf-8")
    changed = apply_overlays(load_catalogue(name), [read])
    assert any(changed.is_house_rule(rule_id) for rule_id in changed.rules)


def test_two_examples_are_shipped():
    assert {"doors-cost-an-inch", "no-premeasuring"} <= {path.stem for _, path in SHIPPED}


WOLFLING = load_catalogue("wolfling")
PLACES = sorted((rule.id, name) for rule in WOLFLING.rules.values() for name in rule.parameters)
junk = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-20_000, 20_000)
    | st.floats(-9, 9)
    | st.sampled_from(["2D6", "x", ""]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["infantry", "1", "x"]), inner)
    ),
    max_leaves=5,
)


@given(st.sampled_from(PLACES), junk)
def test_any_value_is_taken_as_its_kind_or_refused(place, value):
    rule_id, name = place
    try:
        read = overlay("set: " + json.dumps({rule_id: {name: value}}) + "\n")
    except ProblemsError as error:
        problems = error.problems
    else:
        changed = apply_overlays(WOLFLING, [read])
        found, default = changed.value(rule_id, name), WOLFLING.value(rule_id, name)
        parameter = WOLFLING.parameter(rule_id, name)
        assert kind(found) == kind(default) or parameter.nullable or parameter.choices
        return
    assert all(problem.line == 4 for problem in problems)


def kind(value):
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return type(value)
    return float if isinstance(value, (int, float)) else type(value)


@given(
    st.dictionaries(
        st.sampled_from(["format", "name", "ruleset", "set", "pick", "off", "on", "tags_off", "note", "x"]),
        junk
        | st.sampled_from(
            ["wolfling-overlay/1", "wolfling", {"WO-TER-9": {"x": 1}}, ["WO-TER-9"], ["A", "A"]]
        ),
    )
)
def test_nothing_but_problems_is_ever_raised(mapping):
    try:
        read = read_overlay(json.dumps(mapping), "o.yaml")
    except ProblemsError as error:
        problems = error.problems
    else:
        assert all(isinstance(change, (SetValue, Switch, SwitchTag, Note)) for change in read.changes)
        return
    assert problems


def plain(value):
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if hasattr(value, "items"):
        return {key: plain(item) for key, item in value.items()}
    return value


def test_every_default_may_be_written_down():
    for rule_id, name in PLACES:
        default = WOLFLING.value(rule_id, name)
        read = overlay(f"set: {{{rule_id}: {{{name}: {flow(plain(default))}}}}}\n")
        [change] = read.changes
        assert change.value == default
        assert type(change.value) is type(default)


def flow(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return json.dumps(value)


@pytest.mark.parametrize(
    ("rule", "value", "said"),
    [("CL-TURN-2", "phases: []", "is empty"), ("CL-PROF-1", "range: [3]", "has 1 numbers")],
)
def test_lists_that_must_hold_something_do(rule, value, said):
    text = f"format: wolfling-overlay/1\nname: n\nruleset: classic\nset:\n  {rule}: {{{value}}}\n"
    with pytest.raises(ProblemsError) as raised:
        read_overlay(text, "o.yaml")
    assert said in str(raised.value)


def test_a_worked_sequence_cannot_be_switched():
    text = "format: wolfling-overlay/1\nname: None\nruleset: wolfling\noff: [CL-GOLD-1]\n"
    with pytest.raises(ProblemsError, match="CL-GOLD-1 is a worked example"):
        read_overlay(text, "house.yaml")
