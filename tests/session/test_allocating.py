from __future__ import annotations

import msgspec
import pytest

from tests.builders import CARBINE, HEAVY, TROOPER, Position, bare_table
from wolfling_gui.core.requests import Allocate, Choose, Option
from wolfling_gui.session.allocating import candidate_of, pickable, why_no_more, why_not
from wolfling_gui.session.explain import candidate_text, explain_request

BRUTE = msgspec.structs.replace(TROOPER, name="Brute", w=3)


@pytest.fixture
def battle():
    position = Position(bare_table())
    position.unit("squad", "orange", [(8, 6), (8, 7), (8, 8)], weapons=(CARBINE,))
    position.unit("brutes", "orange", [(10, 6), (10, 8), (10, 10)], BRUTE)
    position.unit("foes", "blue", [(2, 2)])
    made = position.battle("shooting")
    armed = msgspec.structs.replace(made.models["squad-3"], weapons=(HEAVY,))
    hurt = msgspec.structs.replace(made.models["brutes-2"], wounds_lost=2)
    return made.with_models([armed, hurt])


def shares() -> Allocate:
    return Allocate(
        rule="CL-WND-1", side="orange", says="allocate.wounds", about=("squad",), count=4,
        candidates=("squad-1", "squad-3"), most={"squad-1": 3, "squad-3": 2},
        least={"squad-1": 2, "squad-3": 1},
    )  # fmt: skip


def casualties(unit: str, *names: str, rule: str = "CL-WND-4", count: int = 1) -> Allocate:
    return Allocate(
        rule=rule, side="orange", says="allocate.casualties", about=(unit,), count=count, candidates=names,
        most=dict.fromkeys(names, 1),
    )  # fmt: skip


def test_a_model_stands_for_all_like_it_where_wounds_are_shared_out(battle):
    assert [candidate_of(shares(), battle, f"squad-{n}") for n in (1, 2, 3)] == [
        "squad-1",
        "squad-1",
        "squad-3",
    ]
    assert pickable(shares(), battle) == ("squad-1", "squad-2", "squad-3")
    assert candidate_of(shares(), battle, "nobody") == ""


def test_casualties_are_picked_one_by_one(battle):
    request = casualties("squad", "squad-1", "squad-2")
    assert pickable(request, battle) == ("squad-1", "squad-2")
    assert candidate_of(request, battle, "squad-3") == ""


def test_blows_are_split_over_units_by_clicking_any_of_their_models(battle):
    request = Allocate(
        rule="CL-ASLT-28", side="blue", says="allocate.blows", about=("foes", "foes-1"), count=3,
        candidates=("squad", "brutes"), facts={"models": 1, "weapon": "Blade"},
    )  # fmt: skip
    assert candidate_of(request, battle, "squad-3") == "squad"
    assert pickable(request, battle) == tuple(m.id for m in battle.on_table() if m.unit != "foes")
    assert candidate_of(request, battle, "foes-1") == ""
    assert why_not(request, battle, "foes-1").rule == "CL-ASLT-28"
    assert why_no_more(request, battle, "squad", {"squad": 2}, 1) is None
    assert why_no_more(request, battle, "squad", {"squad": 2, "brutes": 1}, 1) is not None


def test_a_unit_is_chosen_by_any_of_its_models(battle):
    request = Choose(
        rule="CL-GEN-10", side="blue", says="x", options=(Option("squad", "x"), Option("brutes", "x"))
    )
    assert candidate_of(request, battle, "brutes-3") == "brutes"
    assert why_not(request, battle, "foes-1").rule == "CL-GEN-10"


@pytest.mark.parametrize(
    ("request_", "model", "rule"),
    [
        (shares(), "foes-1", "CL-WND-1"),
        (casualties("squad", "squad-1", "squad-2"), "squad-3", "CL-WND-2"),
        (casualties("squad", "squad-1"), "squad-2", "CL-WND-4"),
        (casualties("brutes", "brutes-2", rule="CL-WND-11"), "brutes-1", "CL-WND-11"),
        (casualties("brutes", "brutes-1", "brutes-3"), "brutes-2", "CL-WND-12"),
    ],
)
def test_what_cannot_be_picked_says_by_which_rule(battle, request_, model, rule):
    said = why_not(request_, battle, model)
    assert said.rule == rule
    assert said.text.endswith(".")


@pytest.mark.parametrize(
    ("counts", "candidate", "step", "text"),
    [
        ({"squad-1": 2, "squad-3": 1}, "squad-3", 1, None),
        ({"squad-1": 3, "squad-3": 1}, "squad-3", 1, "All are given out; take one back first."),
        ({"squad-1": 1, "squad-3": 2}, "squad-3", 1, "At most 2 here before every model has as many."),
        ({"squad-1": 2, "squad-3": 1}, "squad-3", -1, "At least 1 here, as they are spread evenly."),
    ],
)
def test_limits_are_said(battle, counts, candidate, step, text):
    said = why_no_more(shares(), battle, candidate, counts, step)
    assert (said.text if said else None) == text


def test_a_casualty_is_picked_once(battle):
    request = casualties("squad", "squad-1", "squad-2", count=2)
    assert why_no_more(request, battle, "squad-1", {"squad-1": 1}, 1).text == "Squad 1 is picked already."
    full = why_no_more(request, battle, "squad-1", {"squad-1": 1, "squad-2": 1}, 1)
    assert full.text == "2 are picked; take one back first."


def test_models_of_several_wounds_are_listed_with_those_left(battle):
    request = casualties("brutes", "brutes-1", "brutes-2", rule="CL-WND-11")
    assert candidate_text(request, "brutes-2", battle) == "Brutes 2 · 1 of 3 Wounds left"


def test_wounds_that_kill_at_once_are_told(battle):
    request = msgspec.structs.replace(
        shares(), says="allocate.pool", about=("brutes",), facts={"pool": "Cannon\nBeam", "deadly": 1}
    )
    words = explain_request(request, battle)
    assert (
        words.detail
        == "Brutes: how many each takes is settled; those from Cannon and Beam kill at once (CL-WND-10)."
    )
