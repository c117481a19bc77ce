"""The order of play: every set-up leads to the first turn, and what is due is asked in order."""

from __future__ import annotations

import itertools

import pytest

from tests.builders import Position, bare_table, place, ruleset, session
from wolfling_gui.core.actions import Adjust, Deploy, EndStep, PlaceObjective, RollOff, SetPlace, SetWounds
from wolfling_gui.core.battle import Mission
from wolfling_gui.core.forces import Condition
from wolfling_gui.core.lengths import at
from wolfling_gui.core.procedure import Outcome, Procedure, Resolution
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Choose
from wolfling_gui.core.terrain import Marker
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.classic import layouts, mission
from wolfling_gui.rules.classic.turn import expire, length_of
from wolfling_gui.rules.guide import Guide, guide
from wolfling_gui.rules.ordering import order_of
from wolfling_gui.session.placing import arranged
from wolfling_gui.session.session import Session

SPOTS = [at(x, y) for x in range(14, 60, 13) for y in (14, 24, 34)]


def answer_all(running: Session) -> None:
    while running.request is not None:
        if isinstance(running.request, Choose):
            running.give(running.request.options[0].id)
        else:
            running.roll()


def one_offer(running: Session) -> None:
    """Do the first thing the guide offers; fails when it offers nothing that can be done."""
    offered: Guide = guide(running.rules, running.settled)
    clock = running.settled.clock
    if clock.step in ("objectives", "own_objectives"):
        spots = SPOTS if clock.step == "objectives" else [at(5, 5), at(66, 42), at(5, 42), at(66, 5)]
        assert any(isinstance(running.perform(PlaceObjective(spot)), Permit) for spot in spots)
        return
    for offer in (offered.main, *offered.offers, *offered.also):
        if offer is None or not offer.allowed:
            continue
        if offer.action is not None:
            assert isinstance(running.perform(offer.action), Permit), offer.says
            answer_all(running)
            return
        places = arranged(running.rules, running.settled, offer.unit)
        assert isinstance(running.perform(Deploy(offer.unit, places)), Permit)
        return
    raise AssertionError(f"the guide offers nothing in {clock.step}: {offered}")


@pytest.mark.parametrize(
    ("played", "layout"),
    list(itertools.product(("random", *mission.MISSIONS), ("", "random", *layouts.LAYOUTS))),
)
def test_every_set_up_leads_to_the_first_turn(played: str, layout: str) -> None:
    position = Position(bare_table(72, 48), "classic")
    for name, side in (("a", "blue"), ("b", "orange")):
        position.unit(name, side, [(1, 1), (3, 1)])
    battle = position.battle(turn=0).with_mission(Mission(played, layout=layout))
    away = battle.with_models(m.__class__(**{**fields(m), "place": None}) for m in battle.models.values())
    running = session(away.with_clock(mission.fresh_clock(away)))
    seen = []
    for _ in range(40):
        step = running.settled.clock.step
        if step not in seen:
            seen.append(step)
        if running.settled.clock.turn:
            break
        one_offer(running)
    assert running.settled.clock.turn == 1
    steps = guide(running.rules, away.with_clock(mission.fresh_clock(away))).steps
    assert next(step.id for step in steps) == seen[0]
    assert ("mission" in seen) == (played == "random")
    assert ("layout" in seen) == (layout == "random")
    assert ("zones" in seen) == bool(layout)


def test_infiltrators_and_scouts_come_before_the_first_turn() -> None:
    position = Position(bare_table(72, 48), "classic")
    position.unit("sneaks", "blue", [(1, 1)], rules=("infiltrate",))
    position.unit("scouts", "blue", [(3, 3)], rules=("scouts",))
    position.unit("line", "orange", [(60, 44)])
    battle = position.battle("deployment", "orange", turn=0)
    running = session(battle.with_place("sneaks-1", None))
    assert isinstance(running.perform(EndStep()), Permit)
    shown = guide(running.rules, running.settled)
    assert (shown.title, [offer.unit for offer in shown.offers]) == ("guide.infiltrators", ["sneaks"])
    assert [s.id for s in shown.steps] == ["roll_off", "deployment", "infiltrators", "scouts", "seize"]
    places = arranged(running.rules, running.settled, "sneaks")
    assert isinstance(running.perform(Deploy("sneaks", places)), Permit)
    shown = guide(running.rules, running.settled)
    assert (shown.title, [offer.unit for offer in shown.offers]) == ("guide.scouts", ["scouts"])
    assert isinstance(running.perform(EndStep()), Permit)
    assert running.settled.clock.step == "seize"


def fields(model: object) -> dict[str, object]:
    return {name: getattr(model, name) for name in model.__struct_fields__}  # type: ignore[attr-defined]


def test_the_winner_of_the_roll_off_places_the_first_objective_whoever_goes_first() -> None:
    position = Position(bare_table(72, 48), "classic").unit("a", "blue", []).unit("b", "orange", [])
    battle = position.battle(turn=0).with_mission(Mission("seize_ground"))
    running = session(battle.with_clock(mission.fresh_clock(battle)))
    running.perform(RollOff())
    for answer in ([6], [1], "second", [1]):
        running.give(answer)
    clock = running.settled.clock
    assert (clock.order, clock.side) == (("orange", "blue"), "blue")
    assert running.settled.setup.objectives == 3


def test_the_order_of_three_things_is_asked_twice() -> None:
    rules = ruleset("classic")
    battle = Position(ruleset="classic").unit("a", "blue", [(1, 1)]).unit("b", "orange", [(9, 9)]).battle()

    def ordered() -> Procedure[Outcome]:
        order = yield from order_of(rules, battle, ("x", "y", "z"), "choose.order_outflank")
        return Outcome(battle, Report((Entry("did.order", about=order),)))

    asked = Resolution(ordered, ["z", "x"])
    assert asked.done
    assert asked.outcome is not None
    assert asked.outcome.report.entries[0].about == ("z", "x", "y")
    assert [request.side for request in asked.requests] == ["blue", "blue"]
    assert [request.ordinal for request in asked.requests] == [0, 1]
    assert [o.id for o in asked.requests[1].options] == ["x", "y"]  # type: ignore[attr-defined]


@pytest.mark.parametrize("count", [0, 1])
def test_the_order_of_one_thing_is_not_asked(count: int) -> None:
    rules = ruleset("classic")
    battle = Position(ruleset="classic").battle()
    procedure = order_of(rules, battle, ("x",)[:count], "choose.order_outflank")
    with pytest.raises(StopIteration) as end:
        next(procedure)
    assert end.value.value == ("x",)[:count]


@pytest.mark.parametrize(
    ("until", "side", "ends", "gone"),
    [
        ("phase", "", False, True),
        ("turn", "", False, False),
        ("turn", "", True, True),
        ("own_turn", "", True, False),
        ("own_turn", "blue", True, True),
        ("battle", "", True, False),
    ],
)
def test_conditions_end_when_they_say(until: str, side: str, ends: bool, gone: bool) -> None:
    position = Position(ruleset="classic").unit("a", "blue", [(1, 1)]).unit("b", "orange", [(9, 9)])
    condition = Condition("gone_to_ground", "CL-TURN-1", until=until, side=side)  # type: ignore[arg-type]
    battle = position.battle().with_condition("b", condition)
    after = expire(ruleset("classic"), battle, "blue", turn_ends=ends)
    assert after.units["b"].has("gone_to_ground") != gone
    if not gone:
        assert after is battle


def test_a_fight_with_units_on_one_side_only_is_not_over_at_the_first_loss() -> None:
    position = Position(ruleset="classic").unit("a", "blue", [(1, 1), (3, 1)])
    running = session(position.battle())
    running.perform(Adjust((SetWounds("a-1", 1, True),)))
    assert not running.settled.clock.over


def test_a_place_on_the_map_changes_who_holds_an_objective_and_undo_gives_it_back() -> None:
    table = bare_table().with_objective(Marker("O1", at(10, 10)))
    position = Position(table, "classic").unit("a", "blue", [(20, 20)]).unit("b", "orange", [(40, 40)])
    running = session(position.battle())
    running.perform(Adjust((SetPlace("a-1", place((10, 12))),)))
    assert running.settled.table.objectives["O1"].owner == "blue"
    assert running.undo()
    assert running.settled.table.objectives["O1"].owner == ""


@pytest.mark.parametrize(
    ("mission", "turn", "lasts"),
    [
        (Mission(last_turn=4), 1, (4, 4)),
        (Mission(), 1, (7, 7)),
        (Mission(last_turn=4, random_length=True), 0, (5, 7)),
        (Mission(random_length=True), 5, (5, 7)),
        (Mission(random_length=True), 6, (6, 7)),
        (Mission(random_length=True), 7, (7, 7)),
    ],
)
def test_how_long_a_battle_lasts_is_known_as_far_as_dice_have_fallen(
    mission: Mission, turn: int, lasts: tuple[int, int]
) -> None:
    position = Position(bare_table(), "classic").unit("a", "blue", [(1, 1)]).unit("b", "orange", [(9, 9)])
    battle = position.battle(turn=turn).with_mission(mission)
    assert length_of(ruleset("classic"), battle) == lasts
