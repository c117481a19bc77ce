"""The sight tool, the guide, the check, its words and the print agree on a thousand random pairs.

A pair is a shooting model and a unit of the enemy. Tables are the shipped scenarios and random ones, with
floors, doors in every state, woods and other area terrain; places are random and need not be legal.
"""

from __future__ import annotations

import random

import msgspec
import pytest

from tests.builders import CARBINE, PISTOL, RIFLE, TROOPER, Position, ruleset, session
from tests.geometry.decks import random_table
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.lengths import Point, to_inches
from wolfling_gui.core.terrain import Area
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.facts import gap_between
from wolfling_gui.session.explain import explain_finding
from wolfling_gui.session.proof import proof_of
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.marks import marks, proof_marks
from wolfling_gui.ui.panels.targets import numbers_of, target_rows
from wolfling_gui.ui.scene import overlays as o

SHIPPED = ("broken-square", "deck-seven-raid", "night-clinic")
BATTLES, FIRERS, TARGETS = 21, 4, 12
PARTS = 3
RULES = ruleset()


def table_of(number):
    """Return a shipped table with its doors in random states, or a random one with smoke on it."""
    chance = random.Random(number)
    if number % 2 == 0:
        name = SHIPPED[number // 2 % len(SHIPPED)]
        table = read_scenario(rulesets_dir() / "scenarios" / f"{name}.yaml").table
        for door in table.doors.values():
            state = chance.choice(("open", "shut", "sealed"))
            table = table.with_door(msgspec.structs.replace(door, state=state))
        return table
    table = random_table(number, walls=18)
    smoke = tuple(Point(x, y) for x, y in ((20000, 20000), (32000, 20000), (32000, 32000), (20000, 32000)))
    areas = {**table.areas, "smoke": Area("smoke", smoke, kind="smoke", cover=5)}
    return msgspec.structs.replace(table, areas=areas)


def battle_of(number):
    """Return four shooters of three weapons and twelve units of two, anywhere and on any floor."""
    chance, table = random.Random(1000 + number), table_of(number)
    space, taken = space_of(table), []

    def spot():
        while True:
            x, y = chance.randrange(1300, table.width - 1300), chance.randrange(1300, table.height - 1300)
            if all(abs(x - a) + abs(y - b) > 2600 for a, b in taken):
                break
        taken.append((x, y))
        level = chance.choice((0, *space.floors_at(Point(x, y))))
        return to_inches(x), to_inches(y), level

    position = Position(table)
    for n, weapon in enumerate((CARBINE, RIFLE, PISTOL, RIFLE)):
        position.unit(f"blue{n}", "blue", [spot()], weapons=(weapon,))
    for n in range(TARGETS):
        base = chance.choice((25, 32, 40, 60))
        position.unit(f"orange{n}", "orange", [spot(), spot()], TROOPER, base_mm=base)
    return position.battle("shooting")


def told_alone(battle, firer, target):
    """Return which models of a unit a model sees, asked pair by pair of a battle nobody has asked of yet."""
    fresh = msgspec.structs.replace(battle)
    models = [msgspec.structs.replace(m) for m in fresh.standing(target)]
    shooter = msgspec.structs.replace(fresh.models[firer])
    return [m for m in models if RULES.sight(RULES, fresh, shooter, m).seen]


@pytest.mark.parametrize("first", range(PARTS))
def test_all_say_the_same(look, first):
    tally = dict.fromkeys(("pairs", "seen", "fires", "levels"), 0)
    for number in range(first, BATTLES, PARTS):
        ask(battle_of(number), tally)
    pairs = BATTLES // PARTS * FIRERS * TARGETS
    assert PARTS * pairs >= 1000
    assert tally["pairs"] == pairs
    assert min(tally["seen"], tally["fires"]) > pairs / 25
    assert tally["levels"] >= 10
    assert tally["fires"] < tally["seen"] < pairs


def ask(battle, tally):
    """Ask everybody about every shooter and every enemy unit of a battle, and count the answers."""
    catalogue = RULES.catalogue
    desk = Desk()
    desk.open(session(battle))
    desk.set_tool("sight")
    for unit in (f"blue{n}" for n in range(FIRERS)):
        desk.select(unit)
        (firer,) = battle.units[unit].models
        reach = battle.models[firer].weapons[0].range
        previews = desk.targets()
        assert len(previews) == TARGETS
        rows = {row.unit: row for row in target_rows(battle, catalogue, unit, previews, "")}
        shown = marks(desk)
        rings = {v.model: v.kind for v in shown if isinstance(v, o.TargetRing)}
        tags = {v.anchor: v for v in shown if isinstance(v, o.Tag)}
        for preview in previews:
            target = preview.unit
            verdict = check(RULES, battle, Shoot(unit, target))
            proof = proof_of(RULES, verdict)
            legal = isinstance(verdict, Permit)

            # Sight and range, asked of the engine alone.
            seen = told_alone(battle, firer, target)
            near = [gap_between(RULES, battle, battle.models[firer], m) for m in seen]
            assert legal == (bool(near) and min(near) <= reach)

            # The sight tool.
            (line,) = desk.lines(target)
            assert line.seen == bool(seen)
            assert preview.legal == legal
            assert preview.line is not None
            assert preview.line.seen == bool(seen)
            assert {rings[m] for m in battle.units[target].models} == {"legal" if legal else "refused"}
            assert tags[target].mark == ("legal" if legal else "refused")

            # The guide, the words, the print.
            row = rows[target]
            assert row.mark == ("allowed" if legal else "refused")
            assert proof.headline.kind == ("allowed" if legal else "refused")
            assert [one.seen for one in proof.lines] == [bool(seen)]
            if legal:
                group = max(verdict.plan.groups, key=lambda g: g.shots)
                assert verdict.plan.firers == (firer,)
                assert numbers_of(preview)[0] == row.hit == words.number(group.to_hit)
                printed = {n.scale: n for n in proof.numbers}
                assert printed["to_hit"].number == group.to_hit
                assert printed["to_wound"].number == group.to_wound
                assert printed["save"].number == verdict.plan.saves[0][0]
                assert proof.chances == tuple(preview.odds.casualties)
                assert proof.expected == row.lost
                assert tags[target].strong == row.hit
                assert any(isinstance(v, o.SightLegal) for v in proof_marks(proof))
            else:
                assert isinstance(verdict, Refusal)
                reason = verdict.reasons[0]
                assert preview.reason == reason
                assert row.rule == reason.rule == proof.findings[0].rule
                assert row.note == explain_finding(reason, battle, catalogue).text == proof.findings[0].text
                assert (reason.says == "shoot.out_of_range") == bool(seen)
                if not seen:
                    assert reason.says.startswith("sight.")
                    assert any(isinstance(v, o.SightRefused | o.FindingMarks) for v in proof_marks(proof))
            tally["pairs"] += 1
            tally["seen"] += bool(seen)
            tally["fires"] += legal
            tally["levels"] += battle.models[firer].place.level != battle.standing(target)[0].place.level
    desk.close()
