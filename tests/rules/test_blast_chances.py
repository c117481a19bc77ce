"""The chances of markers against every way they can go, one by one, through the rules that resolve a shot."""

from __future__ import annotations

import math
import random

import msgspec
import pytest

from tests.builders import Position, bare_table
from tests.ui.deck import MINE, THEIRS, deck_battle
from wolfling_gui.core.actions import Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place, Weapon
from wolfling_gui.core.lengths import Point, at, inches, off
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.geometry.drifts import ends, free, gaps_to
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.templates import first_stop
from wolfling_gui.rules.classic import aiming
from wolfling_gui.rules.classic.blast_chances import hit_chances, is_exact
from wolfling_gui.rules.classic.blasts import (
    distance_of,
    drifted,
    is_lost,
    skill,
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
    other = msgspec.structs.replace(group.weapon, rules=("blast", "barrage"))
    assert not is_exact(WOLFLING, msgspec.structs.replace(group, weapon=other))


def test_a_twin_linked_marker_scatters_again_where_that_is_better():
    battle = deck(FIRER, bs=4)
    volley, group = shot(WOLFLING, battle, at(15.9, 16.5))
    once = hit_chances(WOLFLING, battle, volley, group)
    twin = msgspec.structs.replace(group.weapon, rules=("blast", "twin_linked"))
    again = hit_chances(WOLFLING, battle, volley, msgspec.structs.replace(group, weapon=twin))
    mean = sum(count * share for count, share in enumerate(once))
    # A HIT and a distance of nothing leave it where it was aimed; that is not asked about.
    still = 2 / 6 + 4 / 6 * 6 / 36
    aimed = max(count for count, share in enumerate(once) if share >= still)
    left = [share - (still if count == aimed else 0) for count, share in enumerate(once)]
    poor = sum(share for count, share in enumerate(left) if count < mean)
    wanted = [
        (still if count == aimed else 0) + (share if count >= mean else 0) + poor * once[count]
        for count, share in enumerate(left)
    ]
    assert again == pytest.approx(wanted, abs=1e-12)
    assert sum(count * share for count, share in enumerate(again)) > mean
    twins = msgspec.structs.replace(volley, groups=(msgspec.structs.replace(group, weapon=twin),))
    found = chances_of(WOLFLING, battle, twins)
    assert found.exact
    assert "rolls_again" in found.assumes


def test_all_ways_at_once_are_those_of_one():
    start, lengths = at(7, 9), [inches(1), inches(5)]
    found = ends(start, lengths, 360)
    for number, length in enumerate(lengths):
        for degrees in (0, 1, 90, 137, 359):
            single = off(start, math.radians(degrees), length)
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


def many_launchers(launchers: int, shots: int, targets: int) -> Battle:
    gun = Weapon("Launcher", "assault", inches(36), 4, 5, shots, ("blast",))
    position = Position(bare_table(), "wolfling")
    for unit, side, count, first in (("a", "blue", launchers, 2), ("b", "orange", targets, 20)):
        places = [(2 + 1.5 * (n % 20), first + 1.5 * (n // 20)) for n in range(count)]
        position.unit(unit, side, places, weapons=(gun,) if unit == "a" else ())
    return position.battle("shooting")


def test_many_launchers_try_each_place_once(monkeypatch):
    battle = many_launchers(40, 3, 40)
    tried = []
    touched = aiming.markers.touched
    monkeypatch.setattr(
        aiming.markers, "touched", lambda *said: tried.append((said[2], said[4])) or touched(*said)
    )
    for _ in range(2):
        assert isinstance(check(WOLFLING, battle, Shoot("a", "b")), Permit)
    places = {(model.place.at, model.place.level) for model in battle.standing("b")}
    assert places <= set(tried)
    counted = [one for one in tried if one in places]
    assert len(counted) == len(places) + 2 * 40, "each place once to aim, each marker to foretell its hits"


def test_the_hits_of_many_markers_are_those_of_one_after_another():
    battle = many_launchers(6, 3, 30)
    volley = check(WOLFLING, battle, Shoot("a", "b")).plan
    (group,) = volley.groups
    single = msgspec.structs.replace(group, shooters=group.shooters[:1])
    three = hit_chances(WOLFLING, battle, volley, single)
    wanted = {0: 1.0}
    for _ in range(6):
        more: dict[int, float] = {}
        for hits, share in wanted.items():
            for further, part in enumerate(three):
                more[hits + further] = more.get(hits + further, 0.0) + share * part
        wanted = more
    found = hit_chances(WOLFLING, battle, volley, group)
    shared = {shooter.aim for shooter in group.shooters}
    assert len(shared) == 1
    assert found == pytest.approx([wanted[n] for n in range(len(found))], abs=1e-12)
