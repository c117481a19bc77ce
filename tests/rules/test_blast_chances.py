"""The chances of markers against every way they can go, one by one, through the rules that resolve a shot."""

from __future__ import annotations

import random

import msgspec
import pytest

from tests.builders import Position
from tests.ui.deck import MINE, THEIRS, deck_battle
from wolfling_gui.core.actions import Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place, Weapon
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.geometry.drifts import ends, free, gaps_to
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.templates import first_stop
from wolfling_gui.rules.classic.blast_chances import hit_chances, is_exact
from wolfling_gui.rules.classic.blasts import (
    distance_of,
    drifted,
    is_lost,
    skill,
    step,
    struck,
    too_far,
)
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.preview import chances_of

FIRER = at(14.2, 12.2)
WOLFLING = build("wolfling", load_catalogue("wolfling"))
CLASSIC = build("classic", load_catalogue("classic"))


def one_by_one(rules: Ruleset, battle: Battle, volley, group, degrees: int = 360) -> list[float]:
    """Return the chances of hits on the target of one marker, by trying every pair of dice and direction."""
    (shooter,) = group.shooters
    shot, aim = shooter.context, Place(shooter.aim.at, shooter.aim.level)
    found = [0.0] * (len(battle.members(volley.target)) + 1)

    def count(place: Place) -> int:
        if is_lost(rules, battle, place.at):
            return 0
        return sum(m.unit == volley.target for m in struck(rules, battle, shot, place)[0])

    if too_far(rules, battle, shot, aim.at):
        return [1.0]
    found[count(aim)] += 1 / 3
    sums = {total: 6 - abs(total - 7) for total in range(2, 13)}
    for total, ways in sums.items():
        away = distance_of(rules, shot, total)
        for turn in range(degrees):
            place, _ = drifted(rules, battle, shot, aim, turn * 360 // degrees, away)
            found[count(place)] += 2 / 3 * ways / 36 / degrees
    return found


def shot(rules: Ruleset, battle: Battle, aim: Point, firer: str = f"{MINE}-5", target: str = THEIRS):
    """Return the volley and the group of a marker that is put somewhere."""
    unit = battle.models[firer].unit
    weapons = {m.id: "" for m in battle.members(unit)}
    named = next(w.name for w in battle.models[firer].weapons if {"blast", "large_blast"} & set(w.rules))
    action = Shoot(unit, target, {**weapons, firer: named}, aims={firer: Waypoint(aim)})
    verdict = check(rules, battle, action)
    assert isinstance(verdict, Permit), verdict.findings
    group = next(g for g in verdict.plan.groups if g.spread)
    return verdict.plan, group


def deck(firer: Point, blast: str = "blast", bs: int = 4) -> Battle:
    battle = deck_battle().with_place(f"{MINE}-5", Place(firer))
    before = battle.models[f"{MINE}-5"]
    weapon = Weapon("Launcher", "assault", inches(18), 4, 5, 1, (blast,))
    profile = msgspec.structs.replace(before.profile, bs=bs)
    return battle.with_model(msgspec.structs.replace(before, weapons=(weapon,), profile=profile))


@pytest.mark.parametrize(("blast", "bs"), [("blast", 4), ("large_blast", 2), ("blast", 0)])
def test_every_way_on_the_deck_is_counted_as_the_rules_resolve_it(blast, bs):
    battle = deck(FIRER, blast, bs)
    volley, group = shot(WOLFLING, battle, at(15.9, 16.5))
    assert hit_chances(WOLFLING, battle, volley, group) == pytest.approx(
        one_by_one(WOLFLING, battle, volley, group), abs=1e-12
    )


def test_random_places_beside_walls_and_doors():
    """Walls on all sides, open and shut doors, targets in two rooms: equal to 1e-12 everywhere."""
    dice = random.Random(5)
    for _ in range(6):
        battle = deck(FIRER)
        for model in battle.members(THEIRS):
            battle = battle.with_place(model.id, Place(at(dice.uniform(11.5, 18.4), dice.uniform(16.3, 22))))
        aim = battle.members(THEIRS)[dice.randrange(5)].place.at
        volley, group = shot(WOLFLING, battle, aim)
        assert hit_chances(WOLFLING, battle, volley, group) == pytest.approx(
            one_by_one(WOLFLING, battle, volley, group), abs=1e-12
        )


def test_a_marker_that_may_leave_the_table_is_lost_there():
    gun = Weapon("Gun", "heavy", inches(48), 4, 5, 1, ("blast",))
    battle = (
        Position(ruleset="classic")
        .unit("blues", "blue", [(30, 24)], weapons=(gun,))
        .unit("reds", "orange", [(1, 24), (2, 25), (0.6, 26.5)])
        .battle("shooting")
    )
    volley, group = shot(CLASSIC, battle, at(1, 24), "blues-1", "reds")
    assert skill(CLASSIC, group.shooters[0].context) == battle.models["blues-1"].profile.bs
    assert hit_chances(CLASSIC, battle, volley, group) == pytest.approx(
        one_by_one(CLASSIC, battle, volley, group), abs=1e-12
    )


def test_a_few_directions_are_not_enough():
    """With 24 directions the chances come out wrong by more than a percentage point beside a wall."""
    battle = deck(FIRER)
    spots = [(18.3, 18.2), (17.9, 20.1), (16.2, 18.3), (18.4, 16.4), (14.8, 17.1)]
    for model, spot in zip(battle.members(THEIRS), spots, strict=True):
        battle = battle.with_place(model.id, Place(at(*spot)))
    volley, group = shot(WOLFLING, battle, at(18.3, 18.2))
    fine, coarse = (one_by_one(WOLFLING, battle, volley, group, count) for count in (360, 24))
    assert 0.005 < sum(abs(a - b) for a, b in zip(fine, coarse, strict=True)) < 0.1
    assert hit_chances(WOLFLING, battle, volley, group) == pytest.approx(fine, abs=1e-12)


def test_a_weapon_that_gets_hot_may_not_fire_at_all():
    battle = deck(FIRER)
    cool, group = shot(WOLFLING, battle, at(15.9, 16.5))
    plain = hit_chances(WOLFLING, battle, cool, group)
    hot_weapon = msgspec.structs.replace(group.weapon, rules=("blast", "gets_hot"))
    hot = hit_chances(WOLFLING, battle, cool, msgspec.structs.replace(group, weapon=hot_weapon))
    assert hot[0] == pytest.approx(plain[0] * 5 / 6 + 1 / 6)
    assert hot[1:] == pytest.approx([share * 5 / 6 for share in plain[1:]])


def test_what_is_exact_says_so():
    battle = deck(FIRER)
    volley, group = shot(WOLFLING, battle, at(15.9, 16.5))
    assert is_exact(WOLFLING, group)
    assert chances_of(WOLFLING, battle, volley).exact
    for rule in ("twin_linked", "barrage"):
        other = msgspec.structs.replace(group.weapon, rules=("blast", rule))
        assert not is_exact(WOLFLING, msgspec.structs.replace(group, weapon=other))


def test_all_ways_at_once_are_those_of_one():
    start, lengths = at(7, 9), [inches(1), inches(5)]
    found = ends(start, lengths, 360)
    for number, length in enumerate(lengths):
        for degrees in (0, 1, 90, 137, 359):
            single = start.shifted(*step(length, degrees))
            assert tuple(found[number * 360 + degrees]) == (single.x, single.y)
    bases = [Footprint(at(8, 9), 0, 2500), Footprint(at(9, 9), 0, 6000, 3500, "oval")]
    gaps = gaps_to(bases, found)
    for row in (0, 45, 200, 719):
        place = Point(int(found[row, 0]), int(found[row, 1]))
        assert list(gaps[row]) == [gap_to_point(base, place) for base in bases]


def test_a_line_is_free_only_where_no_wall_is_met():
    dice = random.Random(1)
    walls = [(at(5, 2), at(5, 8)), (at(2, 5), at(9, 5.5)), (at(7, 7), at(7, 7))]
    start = at(3, 3)
    found = ends(start, [inches(n) for n in (1, 3, 6, 9)], 360)
    clear = free(found, start, walls)
    assert clear.any()
    assert not clear.all()
    for row in dice.sample(range(len(found)), 300):
        end = Point(int(found[row, 0]), int(found[row, 1]))
        if clear[row]:
            assert first_stop(start, end, walls) is None
