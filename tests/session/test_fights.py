"""Fights as they stand: who fights, the blows by step, how far one has come, and how it came out."""

from __future__ import annotations

import pytest

from tests.bot import Bot
from tests.builders import CARBINE, TROOPER, Position, ruleset, session
from wolfling_gui.core.actions import Charge, EndStep, Fight
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.core.terrain import Wall
from wolfling_gui.session.allocating import candidate_of, pickable
from wolfling_gui.session.fights import answers, combats, fought, under_way

FIST = Weapon("Fist", "close_combat", rules=("energy_fist", "two_handed"))
TOUCHING = 0.986
"""How far apart the middles of two 25 mm bases are that touch, in inches."""


def melee(name: str = "classic", **fields):
    """Three of ours, of whom the last only supports, against two; a second pair fights elsewhere."""
    built = Position(ruleset=name).unit("ours", "blue", [(20, 20), (21.5, 20), (23, 19)], weapons=(CARBINE,))
    built.unit("theirs", "orange", [(20, 20 + TOUCHING), (21.5, 20 + TOUCHING)], weapons=(CARBINE,), **fields)
    built.unit("aside", "blue", [(40, 40)], weapons=(FIST,))
    return built.unit("others", "orange", [(40, 40 + TOUCHING)]).battle("combat")


def test_each_combat_is_told_apart_with_who_touches_and_who_supports():
    one, two = combats(ruleset("classic"), melee())
    assert (one.units, two.units) == (("ours", "theirs"), ("aside", "others"))
    assert one.line.contacts["ours-1"] == ("theirs-1",)
    assert one.line.supports == {"ours-3": ("ours-2",)}
    assert one.line.fighters == {"ours-1", "ours-2", "ours-3", "theirs-1", "theirs-2"}


def test_blows_come_by_step_from_the_highest_a_fist_last():
    _, two = combats(ruleset("classic"), melee())
    assert [(b.strike.step, b.volley.unit) for b in two.blows] == [(TROOPER.i, "others"), (1, "aside")]
    assert all(b.odds is not None and b.odds.exact for b in two.blows)


def test_a_fight_that_waits_knows_its_step_and_who_still_strikes():
    running = session(melee(), ruleset("classic"))
    running.perform(Fight("ours"))
    course = under_way(running)
    assert isinstance(running.request, Roll)
    assert course.step == TROOPER.i
    assert not course.scores
    assert {b.volley.unit for b in course.combat.blows} == {"ours", "theirs"}
    assert fought(running) is None


def test_scores_are_known_with_their_reasons_while_the_losers_test_their_morale():
    running = session(melee(), ruleset("classic"))
    running.perform(Fight("ours"))
    while running.request.says != "roll.morale":
        request = running.request
        if isinstance(request, Roll):
            # Ours strike one wound home, theirs miss.
            dice = request.dice.count
            hits = request.about[0] == "ours" and request.says != "roll.save"
            running.give([6, *[1] * (dice - 1)] if hits else [1] * dice)
        else:
            Bot(running).answer()
    course = under_way(running)
    assert course.step == 0
    assert {side: score.total for side, score in course.scores} == {"blue": 1, "orange": 0}
    blue = dict(course.scores)["blue"]
    assert [(t.rule, t.op, t.value) for t in blue.ordered()][1:] == [("CL-ASLT-20", "add", 1)]
    assert [e.says for e in course.lines] == ["did.lost_combat"]


def test_what_came_of_a_fight_is_told_until_something_else_is_done():
    running = session(melee(), ruleset("classic"))
    running.perform(Fight("aside"))
    while running.request is not None:
        Bot(running).answer()
    course = fought(running)
    assert course.over
    assert {side for side, _ in course.scores} == {"blue", "orange"}
    running.perform(Fight("ours"))
    assert fought(running) is None, "another fight is under way"


def test_losers_who_flee_against_a_wall_are_told_of_to_their_end():
    battle = melee()
    behind = Wall("W1", at(0, 22), at(48, 22))
    running = session(battle.with_table(battle.table.with_wall(behind)), ruleset("classic"))
    running.perform(Fight("ours"))
    typed = {"roll.morale": [6, 6], "roll.fall_back": [6, 6]}
    while (request := running.request) is not None:
        if request.says in typed:
            running.give(typed[request.says])
        elif request.says == "roll.sweep":
            running.give([1 if request.about[0] == "ours" else 6])
        elif isinstance(request, Roll):
            hits = request.about[0] == "ours" and request.says != "roll.save"
            running.give([6, *[1] * (request.dice.count - 1)] if hits else [1] * request.dice.count)
        else:
            Bot(running).answer()
    told = [entry.says for entry in fought(running).lines]
    assert told[:2] == ["did.lost_combat", "did.morale_failed"]
    assert told[2:] == ["did.chased", "did.chased", "did.must_fall_back", "did.trapped"]


def test_attacks_are_directed_by_clicking_models_of_the_units():
    built = Position(ruleset="classic").unit("ours", "blue", [(20, 20)], weapons=(CARBINE,))
    built.unit("left", "orange", [(20 - TOUCHING, 20)]).unit("right", "orange", [(20 + TOUCHING, 20)])
    running = session(built.battle("combat"), ruleset("classic"))
    running.perform(Fight("ours"))
    request = running.request
    assert isinstance(request, Allocate)
    assert request.says == "allocate.blows"
    assert candidate_of(request, running.battle, "right-1") == "right"
    assert candidate_of(request, running.battle, "ours-1") == ""
    assert set(pickable(request, running.battle)) == {"left-1", "right-1"}


def test_an_assaulted_unit_is_told_every_condition_and_what_it_would_fire():
    built = Position().unit("ours", "blue", [(20, 20), (21.5, 20)], weapons=(CARBINE,))
    built.unit("theirs", "orange", [(20, 24), (21.5, 24)], weapons=(CARBINE,))
    running = session(built.battle("assault"))
    running.perform(Charge("ours", "theirs"))
    running.perform(EndStep())
    while running.request is not None:
        running.give({})
    running.perform(Fight("ours"))
    assert running.request.says == "choose.stand_and_shoot"
    (answer,) = answers(running.rules, running.battle, "theirs")
    assert answer.allowed
    assert [f.rule for f in answer.findings if f.effect == "permits"][:4] == [
        "WO-SAS-1", "WO-SAS-2", "WO-SAS-3", "WO-SAS-20",
    ]  # fmt: skip
    step, volley = answer.shots[0]
    assert (step, volley.shots) == (2 * TROOPER.i, 2 * CARBINE.shots)
    running.give("ours")
    course = under_way(running)
    first = course.combat.blows[0].strike
    assert (first.step, first.source) == (2 * TROOPER.i, "shots")
    assert all(b.volley.unit != "theirs" or b.strike.source == "shots" for b in course.combat.blows)


@pytest.mark.parametrize(("gap", "joined"), [(1.9, True), (2.1, False)])
def test_support_reaches_two_inches(gap, joined):
    built = Position(ruleset="classic").unit("ours", "blue", [(20, 20), (20, 20 - TOUCHING - gap)])
    built.unit("theirs", "orange", [(20, 20 + TOUCHING)])
    (found,) = combats(ruleset("classic"), built.battle("combat"))
    assert ("ours-2" in found.line.supports) is joined
    assert inches(gap) <= inches(2) or not joined
