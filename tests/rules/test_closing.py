"""What is proposed for assaults, reactions and pile-ins is what the judge accepts, in random positions."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from tests.builders import CARBINE, Position, bare_table, ruleset, session
from wolfling_gui.core.actions import Charge, EndStep
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Wall
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules import closing, engine
from wolfling_gui.rules.classic import charging
from wolfling_gui.rules.engaged import measured_contacts

Spot = tuple[float, float]


def blob(
    chance: random.Random, x: float, y: float, count: int, apart: list[Spot] | None = None
) -> list[Spot]:
    """Return coherent places of 25 mm bases round a first, all more than an inch from some others."""
    found = [(x, y)]
    for _ in range(60):
        if len(found) == count:
            break
        bx, by = chance.choice(found)
        turn, away = chance.random() * math.tau, 1.0 + chance.random() * 1.8
        spot = (bx + away * math.cos(turn), by + away * math.sin(turn))
        if all(math.dist(spot, other) > 1.0 for other in found):
            found.append(spot)
    return [spot for spot in found if all(math.dist(spot, other) > 1.99 for other in apart or ())]


def walled(chance: random.Random, keep_off: list[Spot]) -> Table:
    """Return a table with a few walls that touch no base."""
    table = bare_table()
    for number in range(chance.randint(1, 4)):
        x, y = chance.uniform(17, 28), chance.uniform(16, 24)
        dx, dy = chance.uniform(-3, 3), chance.uniform(-3, 3)
        along = [(x + dx * step / 20, y + dy * step / 20) for step in range(21)]
        if all(math.dist(spot, point) > 0.7 for spot in keep_off for point in along):
            wall = Wall(f"W{number}", at(x, y), at(x + dx, y + dy))
            table = msgspec.structs.replace(table, walls={**table.walls, wall.id: wall})
    return table


def position(seed: int, name: str) -> Battle:
    """Return two units that may reach each other, with walls between them in every other battle."""
    chance = random.Random(seed)
    ours = blob(chance, 20, 20, chance.randint(1, 7))
    theirs = blob(
        chance, 20 + chance.uniform(2.5, 9.5), 20 + chance.uniform(-3, 3), chance.randint(1, 7), ours
    )
    theirs = theirs or [(27.0, 20.0)]
    table = walled(chance, ours + theirs) if seed % 2 else bare_table()
    built = Position(table, name)
    built.unit("ours", "blue", ours, weapons=(CARBINE,))
    return built.unit("theirs", "orange", theirs).battle("assault")


@pytest.mark.parametrize("seed", range(7))
@pytest.mark.parametrize("name", ["classic", "wolfling"])
def test_what_is_proposed_is_permitted_when_it_is_given(seed, name):
    rules, battle = ruleset(name), position(seed, name)
    chosen = engine.check(rules, battle, Charge("ours", "theirs"))
    assert isinstance(chosen, Permit), [f.says for f in chosen.findings if f.effect == "forbids"]
    if not chosen.plan.reached:
        return
    reach = charging.reach(rules, battle, battle.units["ours"]).total
    paths = closing.proposed(closing.Closing(rules, battle, "ours", ("theirs",), reach), shortest_first=True)
    given = engine.check(rules, battle, Charge("ours", "theirs", paths))
    assert isinstance(given, Permit), [(f.says, f.about) for f in given.findings if f.effect == "forbids"]
    running = session(battle, rules)
    running.perform(Charge("ours", "theirs"))
    running.perform(EndStep())
    while running.request is not None:
        running.give({})
    after = running.settled
    assert after.clock.step == "combat"
    assert measured_contacts(rules, after, "ours")
    assert after.units["ours"].has("locked")


def test_some_of_these_assaults_reach_and_some_do_not():
    rules = ruleset("classic")
    reached = [
        engine.check(rules, battle, Charge("ours", "theirs")).plan.reached
        for battle in (position(seed, "classic") for seed in range(12))
    ]
    assert 3 < sum(reached) < 12


def test_no_name_of_a_model_is_taken_for_something_else():
    rules = ruleset("classic")
    battle = (
        Position()
        .unit("ours", "blue", [(10, 10), (11.2, 10)])
        .unit("theirs", "orange", [(10, 14)])
        .battle("assault")
    )
    one = msgspec.structs.replace(battle.models["ours-1"], id="first")
    ours = msgspec.structs.replace(battle.units["ours"], models=("first", "ours-2"))
    rest = {name: model for name, model in battle.models.items() if name != "ours-1"}
    battle = msgspec.structs.replace(battle, models={"first": one, **rest}).with_unit(ours)
    plan = closing.Closing(rules, battle, "ours", ("theirs",), inches(6))
    found = plan.first()
    assert found is not None
    assert found[0].id == "first"
    assert plan.best(one) == found[1]
