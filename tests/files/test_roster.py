"""Tests of reading and writing rosters."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.files.mutations import damaged
from wolfling_gui.core.forces import Base, Profile, Roster, Squad, SquadModel, Weapon
from wolfling_gui.files.problems import Problem, ProblemsError
from wolfling_gui.files.roster import (
    SQUAD_ROLES,
    UNIT_TYPES,
    WEAPON_TYPES,
    as_rule,
    parse_roster,
    read_roster,
)
from wolfling_gui.files.roster_write import base_text, roster_text, write_roster
from wolfling_gui.files.strict_yaml import load
from wolfling_gui.files.yaml_text import dump

SHIPPED = sorted((Path(__file__).parents[2] / "rulesets" / "rosters").glob("*.yaml"))

SMALL = """\
format: wolfling-roster/1
name: Breach team
profiles:
  breacher: {WS: 4, BS: 4, S: 4, T: 4, W: 1, I: 4, A: 1, Ld: 8, Sv: 4+}
  hound: {name: Hound, type: Beast, WS: 4, BS: 0, S: 4, T: 3, W: 1, I: 4, A: 2, Ld: 6, Sv: "-", base: 40 mm}
weapons:
  carbine: {name: Carbine, range: 18, S: 4, AP: 5, type: assault 2}
  torch: {range: template, S: 4, AP: "-", type: assault}
  blade: {S: user, AP: "-", type: close combat, rules: [Rending]}
squads:
  - id: breachers
    points: 100
    role: troops
    rules: [Move Through  Cover, fleet]
    models:
      - {profile: breacher, count: 4, weapons: [carbine, blade], gear: [grenades]}
      - {profile: breacher, name: Torch bearer, role: special, weapons: [torch]}
"""


def problems_of(text: str) -> list[str]:
    with pytest.raises(ProblemsError) as caught:
        parse_roster(text, "r.yaml")
    return [str(problem) for problem in caught.value.problems]


def test_reads_profiles_weapons_and_squads() -> None:
    roster = parse_roster(SMALL)
    assert (roster.name, roster.ruleset, roster.points) == ("Breach team", "wolfling", 100)
    (squad,) = roster.squads
    assert (squad.id, squad.name, squad.rules) == ("breachers", "Breachers", ("move_through_cover", "fleet"))
    first, second = squad.lines
    profile = Profile("breacher", ws=4, bs=4, s=4, t=4, w=1, i=4, a=1, ld=8, sv=4)
    assert first == SquadModel(
        "breacher",
        profile,
        4,
        (
            Weapon("Carbine", "assault", 18 * 2540, 4, 5, 2),
            Weapon("blade", "close_combat", 0, 0, 0, 1, ("rending",)),
        ),
        gear=("grenades",),
    )
    assert (second.name, second.role) == ("Torch bearer", "special")
    assert second.weapons == (Weapon("torch", "assault", 0, 4, 0, 1, ("template",)),)


@pytest.mark.parametrize(
    ("written", "base"),
    [
        ("25 mm", Base(2500)),
        ("32mm", Base(3200)),
        ("28.5 MM", Base(2850)),
        ("60 x 35 mm oval", Base(3500, 6000, "oval")),
        ("35x60 mm oval", Base(3500, 6000, "oval")),
        ("120 × 70 mm hull", Base(7000, 12000, "hull")),
        ("{round: 25}", Base(2500)),
        ("{oval: [60, 35.5]}", Base(3550, 6000, "oval")),
    ],
)
def test_bases_are_round_oval_or_hulls_in_millimetres(written: str, base: Base) -> None:
    text = SMALL.replace("Sv: 4+}", f"Sv: 4+, base: {written}}}")
    assert parse_roster(text).squads[0].lines[0].profile.base == base


def test_bikes_stand_on_oval_bases_unless_said() -> None:
    text = SMALL.replace("breacher: {", "breacher: {type: bike, ")
    assert parse_roster(text).squads[0].lines[0].profile.base == Base(2500, 7000, "oval")


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        (
            "WS: 4, BS: 4, S: 4, T: 4",
            "WS: 4, BS: 4, S: 4, T: 11",
            "r.yaml:4:37: “T” is 11. Expected a whole number from 0 to 10.",
        ),
        ("Ld: 8, Sv: 4+", "Ld: 8, Sv: 7+", "“Sv” is “7+”. Expected a save from 2+ to 6+, or “-” for none."),
        ("Ld: 8, Sv: 4+", "Ld: 8", "r.yaml:4:13: “Sv” is missing. Add “Sv:”."),
        ("AP: 5,", "AP: 7,", "“AP” is 7. Expected a whole number from 1 to 6, or “-” for none."),
        (
            "[carbine, blade]",
            "[carbin, blade]",
            "r.yaml:16:49: There is no weapon “carbin”. Expected one of the weapons of this roster. Did",
        ),
        (
            "{profile: breacher, count",
            "{profile: breecher, count",
            "one of the profiles of this roster. Did you mean “breacher”?",
        ),
        ("{profile: breacher, count", "{profile: zzz, count", "Add it under “profiles”."),
        ("type: Beast", "type: beest", "Did you mean “beast”?"),
        ("type: assault 2", "type: asault 2", "Did you mean “assault”?"),
        ("type: assault 2", "type: pistol 2", "“pistol” takes no number."),
        ("type: assault 2", "type: assault 0", "The weapon has 0 shots. Expected a number from 1 to 30."),
        ("range: 18, ", "", "r.yaml:7:12: “range” is missing. Expected a number of inches from 0.1 to 1000."),
        (
            "blade: {S: user",
            "blade: {range: 2, S: user",
            "A close combat weapon has no range. Remove “range”.",
        ),
        ("base: 40 mm", "base: 40 cm", "“base” is “40 cm”. Expected for example 25 mm, or 60 x 35 mm oval."),
        ("base: 40 mm", "base: 4 mm", "The base has an unlikely size. Expected from 5 mm to 300 mm."),
        ("base: 40 mm", "base: {oval: 40}", "“base” is a mapping."),
        ("role: troops", "role: trops", "Did you mean “troops”?"),
        ("role: special", "role: hero", "Expected “plain”, “leader”, “special” or “heavy”."),
        ("count: 4", "count: 0", "“count” is 0. Expected a whole number from 1 to 100."),
        ("count: 4", "cuont: 4", "r.yaml:16:29: “cuont” is not known here. Did you mean “count”?"),
        ("points: 100", "points: -1", "“points” is -1. Expected a whole number from 0 to 10000."),
        ("id: breachers", "id: the breachers", "“id” is “the breachers”. Expected letters, digits"),
        ("format: wolfling-roster/1", "format: wolfling-scenario/1", "Expected format: wolfling-roster/1."),
        ("name: Breach team\n", "", "“name” is missing."),
    ],
)
def test_every_slip_gives_a_problem_with_its_place_and_a_way_out(old: str, new: str, problem: str) -> None:
    assert old in SMALL
    (found,) = problems_of(SMALL.replace(old, new, 1))
    assert problem in found
    assert found.startswith("r.yaml:")


def test_all_problems_are_told_at_once() -> None:
    text = SMALL.replace("T: 4", "T: 14").replace("AP: 5", "AP: 9").replace("profile: breacher", "profile: x")
    assert len(problems_of(text)) == 4


def test_a_squad_is_not_there_twice() -> None:
    extra = "  - {id: breachers, models: [{profile: hound}]}\n"
    (found,) = problems_of(SMALL + extra)
    assert "The squad “breachers” is there twice" in found


def test_a_missing_file_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(ProblemsError, match=r"none\.yaml: The file cannot be read"):
        read_roster(tmp_path / "none.yaml")


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_forces_are_sound_varied_and_survive_writing(path: Path, tmp_path: Path) -> None:
    roster = read_roster(path)
    assert 300 <= roster.points <= 400
    assert (
        len({weapon.name for squad in roster.squads for line in squad.lines for weapon in line.weapons}) >= 4
    )
    assert {"leader", "heavy"} <= {line.role for squad in roster.squads for line in squad.lines}
    copy = tmp_path / "copy.yaml"
    write_roster(roster, copy)
    assert read_roster(copy) == roster


def test_four_forces_are_shipped() -> None:
    assert len(SHIPPED) == 4


NAMES = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12).filter(lambda t: t.strip() != "")
WORDS = st.lists(
    st.sampled_from(["fleet", "rending", "move_through_cover", "x2"]), max_size=3, unique=True
).map(tuple)
SCORES = st.integers(0, 10)
BASES = st.one_of(
    st.integers(500, 30_000).map(Base),
    st.builds(
        lambda a, b, shape: Base(min(a, b), max(a, b), shape),
        st.integers(500, 30_000),
        st.integers(500, 30_000),
        st.sampled_from(["oval", "hull"]),
    ),
)
PROFILES = st.builds(
    Profile,
    NAMES,
    st.sampled_from(UNIT_TYPES),
    SCORES,
    SCORES,
    SCORES,
    SCORES,
    SCORES,
    SCORES,
    SCORES,
    SCORES,
    st.sampled_from([0, 2, 3, 4, 5, 6]),
    st.sampled_from([0, 2, 5]),
    BASES,
    st.sampled_from([0, 254, 5000, 3333]),
    WORDS,
    st.integers(0, 3),
)


@st.composite
def weapons(draw: Any) -> Weapon:
    kind = draw(st.sampled_from(WEAPON_TYPES))
    rules = draw(WORDS)
    template = kind != "close_combat" and draw(st.booleans())
    reach = 0 if template or kind == "close_combat" else draw(st.integers(254, 2_540_000))
    counted = kind in ("assault", "heavy", "ordnance")
    shots = draw(st.integers(1, 30)) if counted else 1
    found = (*rules, "template") if template else rules
    return Weapon(draw(NAMES), kind, reach, draw(SCORES), draw(st.integers(0, 6)), shots, found)


LINES = st.builds(
    SquadModel,
    NAMES,
    PROFILES,
    st.integers(1, 100),
    st.lists(weapons(), max_size=3).map(tuple),
    st.sampled_from(["plain", "leader", "special", "heavy"]),
    st.lists(NAMES, max_size=2).map(tuple),
)
ROSTERS = st.builds(
    lambda name, squads: Roster(
        name, tuple(msgspec.structs.replace(squad, id=f"s{n}") for n, squad in enumerate(squads))
    ),
    NAMES,
    st.lists(
        st.builds(
            Squad,
            st.just("s"),
            NAMES,
            st.lists(LINES, min_size=1, max_size=3).map(tuple),
            st.sampled_from(SQUAD_ROLES),
            st.integers(0, 10_000),
            WORDS,
        ),
        min_size=1,
        max_size=3,
    ),
)


@settings(max_examples=60, deadline=None)
@given(ROSTERS)
def test_any_roster_reads_back_as_it_was_written(roster: Roster) -> None:
    assert parse_roster(roster_text(roster)) == roster


@settings(max_examples=150, deadline=None)
@given(damaged([SMALL, *(path.read_text(encoding="utf-8") for path in SHIPPED)]))
def test_damaged_rosters_give_a_roster_or_problems_and_nothing_else(text: str) -> None:
    problems: tuple[Problem, ...] = ()
    try:
        roster = parse_roster(text, "r.yaml")
        assert parse_roster(roster_text(roster)) == roster
    except ProblemsError as error:
        problems = error.problems
    assert all(problem.message and problem.file == "r.yaml" for problem in problems)


@settings(max_examples=150, deadline=None)
@given(
    st.dictionaries(
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=6),
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers(-(10**9), 10**9)
            | st.text(st.characters(codec="utf-8"), max_size=20),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(st.text("ab: #-", min_size=1), inner, max_size=3)
            ),
            max_leaves=8,
        ),
        min_size=1,
        max_size=4,
    )
)
def test_what_the_writer_of_yaml_writes_the_strict_loader_reads(value: dict[str, object]) -> None:
    assert load(dump(value)).value == value


def test_words_and_bases_as_players_write_them() -> None:
    assert as_rule("Feel No-Pain") == "feel_no_pain"
    assert base_text(Base(3500, 6000, "oval")) == "60 x 35 mm oval"
