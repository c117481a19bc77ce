from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.forces import Model, Profile, Unit, Weapon
from wolfling_gui.core.lengths import Point, inches
from wolfling_gui.core.requests import Allocate
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door, Marker, Obstacle, Structure, Wall, Zone
from wolfling_gui.core.verdict import Finding
from wolfling_gui.session import naming
from wolfling_gui.session.explain import candidate_text, guide_text
from wolfling_gui.session.sentences import tr
from wolfling_gui.session.sentences.values import measured_values

LENGTHS = st.integers(0, inches(100))
START = Point(0, 0)
POLYGON = (START, Point(100, 0), Point(100, 100))


def number(text: str) -> Decimal:
    assert text.endswith("″")
    return Decimal(text[:-1])


@pytest.fixture
def battle() -> Battle:
    table = Table(
        inches(48),
        inches(48),
        structures={"B1": Structure("B1", "ruin", "Old mill"), "S1": Structure("S1", "spacecraft")},
        zones={
            "R3": Zone("R3", "room", "S1", POLYGON, "Reactor hall"),
            "C1": Zone("C1", "corridor", "S1", POLYGON),
        },
        walls={"W3": Wall("W3", START, Point(100, 0))},
        doors={"D6": Door("D6", START, Point(100, 0))},
        areas={"A1": Area("A1", POLYGON, "crater"), "A2": Area("A2", POLYGON, "wood", "Wood 1")},
        obstacles={"X1": Obstacle("X1", (START, Point(100, 0)), "razor_wire")},
        objectives={"O1": Marker("O1", START), "O2": Marker("O2", START, name="Vox relay")},
    )
    profile = Profile("Rifleman")
    units: dict[str, Unit] = {}
    models: dict[str, Model] = {}
    for side, id, name, model in (
        ("a", "a-rif", "Riflemen", "Rifleman"),
        ("b", "b-rif", "Riflemen", "Rifleman"),
        ("b", "b-one", "Scouts", "Scout"),
        ("b", "b-two", "Scouts", "Scout"),
        ("a", "a-bre", "Breachers", "Breacher"),
    ):
        ids = tuple(f"{id}-{n}" for n in (1, 2))
        units[id] = Unit(id, name, side, ids)
        models |= {m: Model(m, f"{model} {n}", id, profile) for n, m in enumerate(ids, 1)}
    return Battle("wolfling", table, (Side("a", "Anna"), Side("b", "Orange")), models, units)


# ---------------------------------------------------------------------- lengths


@pytest.mark.parametrize(
    ("length", "text"),
    [
        (inches(6), "6″"),
        (inches("6.2"), "6.2″"),
        (inches("3.25"), "3.25″"),
        (inches("3.75"), "3.75″"),
        (inches("3.5"), "3.5″"),
        (inches("5.98"), "6.0″"),
        (0, "0″"),
        (3, "0.001″"),
        (inches("0.04"), "0.04″"),
    ],
)
def test_lengths_have_one_decimal_and_quarter_steps_two(length, text):
    assert naming.inches_text(length) == text


def test_a_length_that_is_just_over_is_told_from_its_limit():
    assert naming.pair_texts(inches(6) + 1, inches(6)) == ("6.0004″", "6″")
    assert naming.margin_length_text(inches(6) + 1, inches(6)) == "0.0004″"
    assert naming.pair_texts(inches("6.2"), inches(6)) == ("6.2″", "6″")
    assert naming.margin_length_text(inches("6.2"), inches(6)) == "0.2″"


def test_a_margin_fits_the_numbers_shown():
    assert naming.pair_texts(inches("3.96"), inches("3.75")) == ("3.96″", "3.75″")
    assert naming.margin_length_text(inches("3.96"), inches("3.75")) == "0.21″"


@given(LENGTHS, LENGTHS)
@example(inches(6), inches(6) + 1)
@example(1, 0)
def test_two_lengths_look_equal_only_when_they_are_and_keep_their_order(value, limit):
    shown, bound = (number(text) for text in naming.pair_texts(value, limit))
    assert (shown > bound) == (value > limit)
    assert (shown < bound) == (value < limit)


@given(LENGTHS, st.integers(-5, 5))
def test_neighbours_never_look_equal(limit, apart):
    value = max(0, limit + apart)
    shown, bound = naming.pair_texts(value, limit)
    assert (number(shown) == number(bound)) == (value == limit)
    assert (number(naming.margin_length_text(value, limit)) == 0) == (value == limit)


@given(LENGTHS)
def test_a_length_shown_is_near_and_only_nothing_looks_like_nothing(length):
    shown = number(naming.inches_text(length))
    assert abs(shown * 2540 - length) <= Decimal("127.001")
    assert (shown == 0) == (length == 0)


def test_bases_are_in_millimetres():
    assert naming.millimetres_text(2500) == "25 mm"
    assert naming.millimetres_text(3250) == "32.5 mm"
    assert naming.millimetres_text(10000) == "100 mm"
    assert naming.millimetres_text(2501) == "25.01 mm"


# ---------------------------------------------------------------------- dice


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (0, "0 %"),
        (0.0001, "< 1 %"),
        (0.01, "1 %"),
        (0.666, "67 %"),
        (0.99, "99 %"),
        (0.995, "> 99 %"),
        (1, "100 %"),
    ],
)
def test_chances_are_whole_per_cent(chance, text):
    assert naming.chance_text(chance) == text


@given(st.floats(0, 1))
def test_only_certainties_look_certain(chance):
    text = naming.chance_text(chance)
    assert (text == "0 %") == (chance == 0)
    assert (text == "100 %") == (chance == 1)
    assert re.fullmatch(r"(< 1|> 99|\d{1,3}) %", text)


def test_numbers_of_dice():
    assert naming.needed_text(2) == "2+"
    assert naming.signed_text(-1) == "−1"
    assert naming.signed_text(2) == "+2"
    assert naming.expected_text(3.05) == "3.1"
    assert naming.expected_text(0) == "0.0"
    assert [naming.losses_text(n) for n in (0, 0.03, 0.05, 2)] == ["none", "<0.1", "0.1", "2.0"]
    assert naming.faces_text((6, 5, 1)) == "6 5 1"


def test_lists_end_with_and():
    assert naming.listed([]) == ""
    assert naming.listed(["A"]) == "A"
    assert naming.listed(["A", "B"]) == "A and B"
    assert naming.listed(["A", "B", "C", "D"]) == "A, B, C and D"


@pytest.mark.parametrize(
    ("weapon", "line"),
    [
        (Weapon("Carbine", "assault", inches(18), 4, 5, 2), "18″ · S4 · AP5 · Assault 2"),
        (Weapon("Pistol", "pistol", inches(12), 4, 5), "12″ · S4 · AP5 · Pistol"),
        (Weapon("Rifle", "rapid_fire", inches(24), 3, 0), "24″ · S3 · AP– · Rapid Fire"),
        (Weapon("Flamer", "assault", 0, 4, 5, 1, ("template",)), "Template · S4 · AP5 · Assault 1"),
        (
            Weapon("Mortar", "heavy", inches(48), 4, 6, 1, ("large_blast",)),
            "48″ · S4 · AP6 · Heavy 1 · large blast",
        ),
        (Weapon("Blade", "close_combat", 0, 4), "S4 · AP– · Close combat"),
    ],
)
def test_weapons_fit_one_line(weapon, line):
    assert naming.weapon_line(weapon) == line


# ---------------------------------------------------------------------- names


@pytest.mark.parametrize(
    ("thing", "name"),
    [
        ("W3", "wall W3"),
        ("D6", "door D6"),
        ("R3", "room R3"),
        ("C1", "corridor C1"),
        ("B1", "ruin B1"),
        ("S1", "spacecraft S1"),
        ("A1", "crater A1"),
        ("A2", "Wood 1"),
        ("X1", "razor wire X1"),
        ("O1", "objective O1"),
        ("O2", "Vox relay"),
        ("a-bre", "Breachers"),
        ("a-bre-2", "Breacher 2"),
        ("a", "Anna"),
        ("nothing", "nothing"),
    ],
)
def test_things_have_names(battle, thing, name):
    assert naming.thing_name(battle, thing) == name


def test_full_names_add_what_the_author_called_them(battle):
    assert naming.zone_name(battle, "R3", full=True) == "R3 Reactor hall"
    assert naming.zone_name(battle, "C1", full=True) == "corridor C1"
    assert naming.structure_name(battle, "B1", full=True) == "B1 Old mill"


def test_names_borne_twice_are_told_apart(battle):
    assert naming.unit_name(battle, "a-rif") == "Riflemen (Anna)"
    assert naming.unit_name(battle, "b-one") == "Scouts (b-one)"
    assert naming.model_name(battle, "b-rif-1") == "Rifleman 1 of Riflemen (Orange)"
    names = [naming.model_name(battle, m) for m in battle.models]
    assert len(set(names)) == len(names)


def test_models_are_named_alike_within_one_list(battle):
    alone = Model("b-rif-3", "Sniper", "b-rif", Profile("Rifleman"))
    battle = battle.with_model(alone)
    assert naming.models_listed(battle, ("a-bre-1", "a-bre-2")) == "Breacher 1 and Breacher 2"
    assert naming.models_listed(battle, ("b-rif-1", "b-rif-2", "b-rif-3")) == (
        "Rifleman 1, Rifleman 2 and Sniper of Riflemen (Orange)"
    )
    assert naming.models_listed(battle, ("b-rif-3",)) == "Sniper"
    assert naming.models_listed(battle, ("b-rif-1", "a-bre-1")) == (
        "Rifleman 1 of Riflemen (Orange) and Breacher 1 of Breachers"
    )
    assert naming.models_listed(battle, ("x",)) == "x"


def test_the_models_of_one_casualty_list_are_named_alike(battle):
    battle = battle.with_model(Model("b-rif-3", "Rifleman 3", "b-rif", Profile("Rifleman")))
    names = ("b-rif-1", "b-rif-2", "b-rif-3")
    question = Allocate(
        rule="CL-WND-4", side="b", says="allocate.casualties", about=("b-rif",), count=1, candidates=names
    )
    said = [candidate_text(question, name, battle) for name in names]
    assert said == ["Rifleman 1", "Rifleman 2", "Rifleman 3"]


def test_unknown_names_stay_as_they_are(battle):
    assert naming.unit_name(battle, "x") == "x"
    assert naming.model_name(battle, "x") == "x"
    assert naming.zone_name(battle, "x") == "x"
    assert naming.structure_name(battle, "x") == "x"
    assert naming.piece_name(battle, "x") == "x"
    assert naming.side_name(battle, "x") == "x"


def test_names_in_s_take_the_bare_apostrophe(battle: Battle) -> None:
    first = battle.sides[0]
    called = battle.with_side(Side(first.id, "The boarders"))
    assert guide_text("offer.end_movement", (first.id,), called) == "End The boarders’ Movement phase"
    assert guide_text("offer.end_movement", (first.id,), battle) == f"End {first.name}’s Movement phase"


def test_names_from_right_to_left_are_isolated_once_wherever_they_are_put(battle):
    name = "צבא אדום"
    side = battle.sides[0]
    battle = battle.with_side(Side(side.id, name))
    apart = f"\u2068{name}\u2069"
    assert naming.side_name(battle, side.id) == apart
    assert tr("summary.side_lost", side=name) == tr("summary.side_lost", side=apart)
    assert tr("summary.side_lost", side=name).count(apart) == 1
    assert naming.listed([apart, "Blue"]) == f"{apart} and Blue"
    assert naming.side_name(battle, "nobody") == "nobody"


def test_what_is_left_of_a_kept_limit_is_left_out_where_it_is_nothing():
    def walked(value, limit, effect="permits", comparison="at_most"):
        finding = Finding("CL-MOVE-2", effect, "move.walked", (), value, limit, "inches", comparison)
        said = measured_values(finding)
        return said["value"], said["limit"], said["margin"]

    assert walked(inches(2) - 1, inches(2)) == ("2″", "2″", "none left")
    assert walked(inches(6) - 100, inches(6)) == ("6″", "6″", "none left")
    assert walked(inches(6) - 127, inches(6)) == ("5.95″", "6″", "0.05″ left")
    assert walked(inches(1) + 3, inches(1), comparison="at_least") == ("1″", "1″", "just enough")
    assert walked(inches(1) + 3, inches(1), comparison="more_than")[0] == "1.001″"
    assert walked(inches(6) + 1, inches(6), "forbids") == ("6.0004″", "6″", "0.0004″ too much")
    assert naming.pair_texts(0, inches(1)) == ("0″", "1″")
    assert naming.pair_texts(5, inches(1)) == ("0″", "1″")
