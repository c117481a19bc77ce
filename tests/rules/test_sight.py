"""Sight lines of whole units: many at once agree with single ones, and name what hides a part."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import TROOPER, Position, ruleset
from tests.geometry.maps import crowded
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import inches, to_inches
from wolfling_gui.rules.classic.sight import look_at_all


def crowded_battle() -> Battle:
    """Return four units on a crowded table; every third foe is twice as tall as the others."""
    table, centres = crowded(models=40)
    spots = [(to_inches(at.x), to_inches(at.y)) for at in centres]
    position = Position(table)
    for number in range(4):
        side = "orange" if number else "blue"
        position.unit(f"unit{number}", side, spots[number * 10 : number * 10 + 10])
    tall = msgspec.structs.replace(TROOPER, height=inches("2.5"))
    for number, (name, model) in enumerate(position.models.items()):
        if number % 3 == 0 and model.unit != "unit0":
            position.models[name] = msgspec.structs.replace(model, profile=tall)
    return position.battle("shooting")


@pytest.mark.parametrize("wide", [False, True])
def test_many_lines_at_once_agree_with_explained_ones(wide: bool) -> None:
    rules, battle = ruleset(), crowded_battle()
    alone = msgspec.structs.replace(battle)
    if wide:
        look_at_all(rules, battle, "unit0")
    partly = unseen = 0
    for firer in battle.standing("unit0"):
        for target in battle.enemies_of("blue"):
            line = rules.sight(rules, battle, firer, target)
            stranger = msgspec.structs.replace(target)
            single = rules.sight(rules, alone, firer, stranger, True)
            assert (line.seen, line.hidden, set(line.hidden_by)) == (
                single.seen,
                single.hidden,
                set(single.hidden_by),
            )
            assert bool(line.hidden_by) == (line.seen and line.hidden > 0)
            partly += line.seen and line.hidden > 0
            unseen += not line.seen
    assert partly > 5
    assert unseen > 50


def test_a_body_hides_wholly_only_whom_it_rises_above() -> None:  # CL-LOS-3
    tall = msgspec.structs.replace(TROOPER, height=inches(3))
    position = Position()
    position.unit("looker", "blue", [(5, 10)])
    position.unit("wall", "blue", [(10, 10)], tall, base_mm=60)
    position.unit("mixed", "orange", [(20, 10), (20, 10.5)])
    second = position.models["mixed-2"]
    position.models["mixed-2"] = msgspec.structs.replace(second, profile=msgspec.structs.replace(tall))
    battle, rules = position.battle("shooting"), ruleset()
    firer = battle.models["looker-1"]
    small, big = battle.models["mixed-1"], battle.models["mixed-2"]
    assert not rules.sight(rules, battle, firer, small).seen
    seen = rules.sight(rules, battle, firer, big)
    assert seen.seen
    assert "wall-1" in seen.hidden_by
