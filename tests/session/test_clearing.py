from __future__ import annotations

import random

import msgspec
import pytest

from tests.builders import CARBINE, HEAVY, PISTOL, Position, bare_table, deck, ruleset
from tests.geometry.decks import random_table
from tests.ui.deck import HIDDEN, MINE, deck_battle
from wolfling_gui.core.actions import EndStep, Move, Shoot, Waypoint
from wolfling_gui.core.changes import digest
from wolfling_gui.core.lengths import at, distance, inches, to_inches
from wolfling_gui.core.terrain import Floor, Structure, Wall
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.geometry.paths import measured
from wolfling_gui.rules import registry
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.engine import check
from wolfling_gui.session.clearing import remedies, shortened
from wolfling_gui.session.explain import explain_finding

RULES = ruleset()


def refused(battle, action) -> Refusal:
    verdict = check(RULES, battle, action)
    assert isinstance(verdict, Refusal)
    return verdict


def cleared(battle, action):
    """Return the remedies of a refused action by what they say; what can be shown must pass the check."""
    before = digest(battle)
    found = remedies(RULES, refused(battle, action))
    assert digest(battle) == before
    for remedy in found:
        if remedy.shown:
            again = check(RULES, remedy.battle, remedy.action or action)
            assert isinstance(again, Permit), remedy.finding.says
    return {remedy.finding.says: remedy for remedy in found}


def said(battle, remedy):
    return explain_finding(remedy.finding, battle).text


def test_a_shut_door_is_named_and_opening_it_clears_the_shot():
    battle = deck_battle()
    found = cleared(battle, Shoot(MINE, "orange-marksman"))
    assert found["clear.door"].door == "D6"
    assert said(battle, found["clear.door"]) == "Opening door D6 clears a line to Marksman."
    assert found["clear.door"].line.seen
    assert found["clear.door"].battle.table.doors["D6"].state == "open"


@pytest.mark.parametrize("state", ["sealed", "locked"])
def test_a_door_that_cannot_be_opened_is_no_remedy(state):
    battle = deck_battle()
    door = battle.table.doors["D6"]
    changed = {"state": "sealed"} if state == "sealed" else {"locked": True}
    battle = battle.with_table(battle.table.with_door(msgspec.structs.replace(door, **changed)))
    assert "clear.door" not in cleared(battle, Shoot(MINE, "orange-marksman"))


def test_the_shortest_step_past_a_wall_is_exact():
    # The wall ends at y 10; the target of radius 0.49 peeps out at its upper rim as soon as the line passes.
    table = msgspec.structs.replace(bare_table(), walls={"W": Wall("W", at(15, 0), at(15, 10))})
    position = Position(table)
    position.unit("blue", "blue", [(10, 9)]).unit("orange", "orange", [(20, 9)])
    battle = position.battle("shooting")
    remedy = cleared(battle, Shoot("blue", "orange"))["clear.step"]
    step = distance(battle.models["blue-1"].place.at, remedy.places["blue-1"].at)
    assert remedy.finding.value == step
    back = remedy.places["blue-1"].at
    shorter = battle.with_place(
        "blue-1",
        msgspec.structs.replace(
            remedy.places["blue-1"],
            at=at(
                to_inches(battle.models["blue-1"].place.at.x)
                + to_inches(back.x - battle.models["blue-1"].place.at.x) * (1 - 0.03 * 2540 / step),
                to_inches(battle.models["blue-1"].place.at.y)
                + to_inches(back.y - battle.models["blue-1"].place.at.y) * (1 - 0.03 * 2540 / step),
            ),
        ),
    )
    assert isinstance(check(RULES, shorter, Shoot("blue", "orange")), Refusal)
    assert "north" in said(battle, remedy)


def test_how_much_nearer_a_target_is_in_range():
    position = Position()
    position.unit("blue", "blue", [(10, 10)], weapons=(CARBINE,)).unit("orange", "orange", [(31.3, 10)])
    battle = position.battle("shooting")
    remedy = cleared(battle, Shoot("blue", "orange"))["clear.nearer"]
    short = inches("21.3") - 2 * 1250 - inches(18)
    assert short <= remedy.finding.value <= short + 14
    assert said(battle, remedy) == "2.3″ nearer, Blue 1 is in range of Orange."


def test_out_of_every_step_says_so_and_shows_nothing():
    position = Position()
    position.unit("blue", "blue", [(5, 5)], weapons=(PISTOL,)).unit("orange", "orange", [(40, 40)])
    battle = position.battle("shooting")
    found = cleared(battle, Shoot("blue", "orange"))
    assert list(found) == ["clear.no_step"]
    assert said(battle, found["clear.no_step"]) == "No straight step of up to 6″ clears it."


def test_a_heavy_weapon_that_would_have_moved_is_not_cleared_by_a_step():
    position = Position()
    position.unit("blue", "blue", [(4, 10)], weapons=(HEAVY,)).unit("orange", "orange", [(43, 10)])
    assert list(cleared(position.battle("shooting"), Shoot("blue", "orange"))) == ["clear.no_step"]


def test_another_floor_clears_a_line_over_a_wall():
    floor = tuple(at(*spot) for spot in ((2, 2), (10, 2), (10, 18), (2, 18)))
    table = msgspec.structs.replace(
        bare_table(),
        walls={"W": Wall("W", at(14, 0), at(14, 48), height=inches(3))},
        structures={"R5": Structure("R5", "ruin", floors=(Floor(0, floor), Floor(1, floor)))},
    )
    position = Position(table)
    position.unit("blue", "blue", [(9, 10)]).unit("orange", "orange", [(24, 10)])
    found = cleared(position.battle("shooting"), Shoot("blue", "orange"))
    assert found["clear.level"].places["blue-1"].level == 1
    assert (
        said(position.battle(), found["clear.level"]) == "From floor 1 of ruin R5, Blue 1 has a clear shot."
    )


def test_what_no_place_clears_has_no_remedy():
    battle = deck_battle("assault")
    assert remedies(RULES, refused(battle, Shoot(MINE, "orange-riflemen"))) == ()
    assert remedies(RULES, refused(battle, Shoot(MINE, "blue-wardens"))) == ()
    assert remedies(RULES, Refusal(battle, EndStep(), ())) == ()


def test_a_declared_fact_is_not_cleared_by_the_map():
    battle = deck_battle()
    action = Shoot(MINE, HIDDEN)
    facts = msgspec.structs.replace(action.facts, sight="blocked")
    assert remedies(RULES, refused(battle, msgspec.structs.replace(action, facts=facts))) == ()


def test_where_ranges_are_not_known_in_advance_no_step_tells_them():
    position = Position(deck(D1="shut"))
    position.unit("blue", "blue", [(9, 4)]).unit("orange", "orange", [(14, 4)])
    battle = position.battle("shooting")
    catalogue = RULES.catalogue.with_value("CL-GEN-9", "premeasure_allowed", False, Origin("house"))
    rules = registry.build("wolfling", catalogue)
    verdict = check(rules, battle, Shoot("blue", "orange"))
    assert isinstance(verdict, Refusal)
    assert [remedy.finding.says for remedy in remedies(rules, verdict)] == ["clear.door"]
    walled = msgspec.structs.replace(bare_table(), walls={"W": Wall("W", at(15, 0), at(15, 10))})
    position = Position(walled)
    position.unit("blue", "blue", [(10, 9)]).unit("orange", "orange", [(20, 9)])
    verdict = check(rules, position.battle("shooting"), Shoot("blue", "orange"))
    assert isinstance(verdict, Refusal)
    assert remedies(rules, verdict) == ()


def test_a_move_that_is_too_long_says_by_how_much_and_the_shorter_one_passes():
    position = Position()
    position.unit("blue", "blue", [(10, 10)]).unit("orange", "orange", [(40, 40)])
    battle = position.battle()
    action = Move("blue", {"blue-1": (Waypoint(at(15, 10)), Waypoint(at(15, "12.2")))})
    remedy = cleared(battle, action)["clear.shorter"]
    assert remedy.finding.value == inches("1.2")
    assert said(battle, remedy) == "It fits if the longest way is 1.2″ shorter."
    path = remedy.action.paths["blue-1"]
    assert inches(6) - 3 <= measured(Waypoint(at(10, 10)), path) <= inches(6)
    assert remedy.places["blue-1"].at == path[-1].at


def test_a_move_that_is_refused_for_more_is_not_cleared_by_stopping():
    table = msgspec.structs.replace(bare_table(), walls={"W": Wall("W", at(12, 0), at(12, 48))})
    position = Position(table)
    position.unit("blue", "blue", [(10, 10)]).unit("orange", "orange", [(40, 40)])
    action = Move("blue", {"blue-1": (Waypoint(at(18, 10)),)})
    assert cleared(position.battle(), action) == {}


def test_shortened_paths_are_never_too_long():
    chance = random.Random(5)
    for _ in range(200):
        start = Waypoint(at(chance.randrange(40), chance.randrange(40)))
        path = tuple(
            Waypoint(at(chance.randrange(40), chance.randrange(40)), chance.randrange(2)) for _ in range(3)
        )
        whole = measured(start, path, 7620)
        length = chance.randrange(0, whole + 500)
        cut = shortened(start, path, length, 7620)
        assert measured(start, cut, 7620) <= length
        if length >= whole:
            assert cut == path


@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_offered_on_random_maps_passes_the_check(seed):
    chance = random.Random(seed)
    table = random_table(seed, walls=30)
    position = Position(table)

    def spots(count):
        return [(chance.uniform(2, 22), chance.uniform(2, 22)) for _ in range(count)]

    position.unit("blue", "blue", spots(3), weapons=(PISTOL,))
    for number in range(4):
        position.unit(f"orange{number}", "orange", spots(2))
    battle = position.battle("shooting")
    for number in range(4):
        action = Shoot("blue", f"orange{number}")
        if isinstance(check(RULES, battle, action), Refusal):
            cleared(battle, action)
