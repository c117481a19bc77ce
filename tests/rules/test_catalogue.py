from __future__ import annotations

from types import MappingProxyType

import pytest

from wolfling_gui.rules.catalogue import (
    Catalogue,
    Origin,
    Parameter,
    Rule,
    UnknownRule,
    WrongType,
    consulting,
    frozen,
)

HOUSE = Origin("house.yaml", 4, "Our rules")


def parameters(**values):
    return MappingProxyType(
        {k: Parameter(k, frozen(v), frozen(v), Origin("r.yaml", 3)) for k, v in values.items()}
    )


def rule(rule_id, title="Title", **more):
    values = more.pop("values", {})
    return Rule(rule_id, title, parameters=parameters(**values), **more)


@pytest.fixture
def catalogue():
    return Catalogue(
        [
            rule(
                "CL-MOVE-3",
                "Coherency of two inches",
                text="Models form a chain.",
                values={
                    "inches": 2,
                    "gap_inches": 0.05,
                    "base_mm": 32.5,
                    "flag": True,
                    "dice": "2D6",
                    "blocked": ["locked", "falling_back"],
                    "mixed": ["locked", 1],
                    "table": {"infantry": {"move": 6}, 2: [1, 2]},
                    "cap": None,
                },
            ),
            rule("WO-CQS-1", "Close quarters", tags=("A",), text="Hits on 2+ whatever the chain of command."),
            rule("WO-MOV-1", "Base size", tags=("B*",)),
            rule("WO-MOV-5", "Fleet", tags=("B", "ruling")),
            rule("WO-TPL-1", "Walls", tags=("house",)),
            rule("WO-TER-9", "Doors", tags=("ruling",)),
            rule("WO-TER-10", "Doors of a chain", tags=("ruling", "B")),
        ]
    )


def test_typed_readers_return_what_is_written(catalogue):
    assert catalogue.count("CL-MOVE-3", "inches") == 2
    assert catalogue.number("CL-MOVE-3", "gap_inches") == 0.05
    assert catalogue.inches("CL-MOVE-3", "inches") == 5080
    assert catalogue.inches("CL-MOVE-3", "gap_inches") == 127
    assert catalogue.millimetres("CL-MOVE-3", "base_mm") == 3250
    assert catalogue.flag("CL-MOVE-3", "flag") is True
    assert catalogue.word("CL-MOVE-3", "dice") == "2D6"
    assert catalogue.words("CL-MOVE-3", "blocked") == ("locked", "falling_back")
    assert catalogue.table("CL-MOVE-3", "table")["infantry"] == {"move": 6}
    assert catalogue.count_or_none("CL-MOVE-3", "cap") is None
    assert catalogue.count_or_none("CL-MOVE-3", "inches") == 2
    assert catalogue.inches_or_none("CL-MOVE-3", "cap") is None
    assert catalogue.inches_or_none("CL-MOVE-3", "inches") == 5080


@pytest.mark.parametrize(
    ("reader", "name", "expected"),
    [
        ("number", "dice", "a number"),
        ("number", "flag", "a number"),
        ("count", "gap_inches", "a whole number"),
        ("count", "flag", "a whole number"),
        ("count_or_none", "dice", "a whole number or null"),
        ("inches", "cap", "a number"),
        ("millimetres", "table", "a number"),
        ("flag", "inches", "true or false"),
        ("word", "blocked", "a word"),
        ("words", "mixed", "a list of words"),
        ("words", "dice", "a list of words"),
        ("table", "blocked", "a table"),
    ],
)
def test_a_reader_of_another_type_says_what_it_found(catalogue, reader, name, expected):
    with pytest.raises(WrongType) as caught:
        getattr(catalogue, reader)("CL-MOVE-3", name)
    assert f"Rule CL-MOVE-3: parameter {name} is " in str(caught.value)
    assert str(caught.value).endswith(f"expected {expected}.")


@pytest.mark.parametrize("ask", ["rule", "on"])
def test_an_unknown_rule_names_the_nearest(catalogue, ask):
    with pytest.raises(UnknownRule) as caught:
        getattr(catalogue, ask)("CL-MOVE-33")
    assert str(caught.value) == "There is no rule CL-MOVE-33. Did you mean CL-MOVE-3?"
    assert isinstance(caught.value, KeyError)


def test_an_unknown_parameter_lists_those_there_are(catalogue):
    with pytest.raises(
        UnknownRule, match=r"CL-MOVE-3 has no parameter inch\. Its parameters: inches, gap_inches"
    ):
        catalogue.value("CL-MOVE-3", "inch")
    with pytest.raises(UnknownRule, match="Its parameters: none"):
        catalogue.value("WO-CQS-1", "inch")


def test_values_are_immutable_all_the_way_down(catalogue):
    table = catalogue.table("CL-MOVE-3", "table")
    with pytest.raises(TypeError):
        table["infantry"] = 1
    with pytest.raises(TypeError):
        table["infantry"]["move"] = 1
    assert table[2] == (1, 2)
    with pytest.raises(TypeError):
        catalogue.rules["CL-MOVE-3"] = None
    given = {"a": [1, {"b": 2}]}
    kept = frozen(given)
    given["a"].append(3)
    assert kept == {"a": (1, {"b": 2})}


@pytest.mark.parametrize("value", [object(), {1, 2}, {"a": b"x"}, {None: 1}, {(1,): 2}])
def test_a_value_of_a_foreign_kind_is_refused(value):
    with pytest.raises(TypeError, match="a parameter"):
        frozen(value)


def test_a_changed_value_keeps_its_origin_and_the_old_catalogue_stays(catalogue):
    changed = catalogue.with_value("CL-MOVE-3", "inches", 3, HOUSE)
    assert changed.count("CL-MOVE-3", "inches") == 3
    assert catalogue.count("CL-MOVE-3", "inches") == 2
    assert changed.parameter("CL-MOVE-3", "inches").default == 2
    assert changed.origin("CL-MOVE-3", "inches") == HOUSE
    assert changed.origin("CL-MOVE-3", "dice") == Origin("r.yaml", 3)
    assert changed.is_house_rule("CL-MOVE-3")
    assert changed.is_house_rule("CL-MOVE-3", "inches")
    assert not changed.is_house_rule("CL-MOVE-3", "dice")
    assert not catalogue.is_house_rule("CL-MOVE-3")
    with pytest.raises(UnknownRule):
        catalogue.with_value("CL-MOVE-3", "inch", 3, HOUSE)


def test_a_switched_off_rule_is_off_and_says_who_did_it(catalogue):
    off = catalogue.with_rule("WO-CQS-1", False, "Our rules")
    assert not off.on("WO-CQS-1")
    assert catalogue.on("WO-CQS-1")
    assert off.rule("WO-CQS-1").switched_by == "Our rules"
    assert off.is_house_rule("WO-CQS-1")
    assert off.with_rule("WO-CQS-1", True, "Others").on("WO-CQS-1")


def test_notes_add_up(catalogue):
    noted = catalogue.with_note("WO-TER-9", "first").with_note("WO-TER-9", "second")
    assert noted.rule("WO-TER-9").notes == ("first", "second")


@pytest.mark.parametrize(
    ("tags", "off"),
    [
        ("A", {"WO-CQS-1"}),
        ("B", {"WO-MOV-1", "WO-MOV-5"}),
        (["A", "B"], {"WO-CQS-1", "WO-MOV-1", "WO-MOV-5"}),
        (["B*"], {"WO-MOV-1"}),
        ("house", {"WO-TPL-1"}),
        (["ruling"], set()),
        (["C"], set()),
    ],
)
def test_the_first_tag_decides_which_rules_a_source_switches(catalogue, tags, off):
    without = catalogue.without_tags(tags)
    assert {rule_id for rule_id in without.rules if not without.on(rule_id)} == off


def test_a_tag_names_who_switched(catalogue):
    assert catalogue.without_tags("A").rule("WO-CQS-1").switched_by == "tag A"
    assert catalogue.without_tags("A", "Ours").rule("WO-CQS-1").switched_by == "Ours"
    assert catalogue.tags() == ("A", "B", "house")


def test_a_rule_that_is_off_already_keeps_who_switched_it(catalogue):
    off = catalogue.with_rule("WO-CQS-1", False, "Ours").without_tags("A", "Theirs")
    assert off.rule("WO-CQS-1").switched_by == "Ours"


def test_a_variant_lies_over_its_core(catalogue):
    variant = Catalogue([rule("CL-MOVE-3", "Replaced"), rule("XX-NEW-1")])
    laid = variant.laid_over(catalogue)
    assert next(iter(laid.rules)) == "CL-MOVE-3"
    assert laid.rule("CL-MOVE-3").title == "Replaced"
    assert len(laid) == len(catalogue) + 1
    assert "XX-NEW-1" in laid


def test_reads_are_seen_by_the_recorder_and_by_the_one_around_it(catalogue):
    with consulting() as outer:
        catalogue.on("WO-CQS-1")
        with consulting() as inner:
            catalogue.inches("CL-MOVE-3", "inches")
        assert outer.rules == {"WO-CQS-1", "CL-MOVE-3"}
    catalogue.on("WO-MOV-1")
    assert inner.rules == {"CL-MOVE-3"}
    assert inner.parameters == {("CL-MOVE-3", "inches")}
    assert outer.rules == {"WO-CQS-1", "CL-MOVE-3"}
    assert outer.parameters == {("CL-MOVE-3", "inches")}


def test_a_switched_off_rule_that_was_asked_for_counts_as_consulted(catalogue):
    with consulting() as seen:
        catalogue.with_rule("WO-CQS-1", False, "x").on("WO-CQS-1")
    assert seen.rules == {"WO-CQS-1"}


def test_display_does_not_count_as_consulted(catalogue):
    with consulting() as seen:
        catalogue.rule("WO-CQS-1")
        catalogue.parameter("CL-MOVE-3", "inches")
        catalogue.origin("CL-MOVE-3", "inches")
        catalogue.is_house_rule("CL-MOVE-3")
        catalogue.search("chain")
        catalogue.without_tags("A").with_note("WO-CQS-1", "x")
    assert not seen.rules
    assert not seen.parameters


@pytest.mark.parametrize("reader", ["number", "count", "flag", "word", "words", "table", "value", "inches"])
def test_every_typed_reader_is_seen(catalogue, reader):
    name = {"flag": "flag", "word": "dice", "words": "blocked", "table": "table"}.get(reader, "inches")
    with consulting() as seen:
        getattr(catalogue, reader)("CL-MOVE-3", name)
    assert seen.parameters == {("CL-MOVE-3", name)}


def test_the_recorder_is_gone_after_an_error(catalogue):
    with pytest.raises(UnknownRule), consulting() as seen:
        catalogue.on("none")
    catalogue.on("WO-CQS-1")
    assert not seen.rules


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("wo-ter-10", ["WO-TER-10"]),
        ("WO-TER", ["WO-TER-9", "WO-TER-10"]),
        ("chain", ["WO-TER-10", "CL-MOVE-3", "WO-CQS-1"]),
        ("doors chain", ["WO-TER-10"]),
        ("nothing of the kind", []),
    ],
)
def test_search_ranks_id_then_title_then_text(catalogue, text, found):
    assert [one.id for one in catalogue.search(text)] == found


def test_an_empty_search_lists_all_rules_in_order(catalogue):
    assert [one.id for one in catalogue.search("  ")] == list(catalogue.rules)
