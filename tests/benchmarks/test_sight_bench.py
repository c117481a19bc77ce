"""Sight and visible region against plain shapely: same answers, and the ratio of their times.

The ratios are kept with the benchmark's results (extra_info) and never asserted: machines differ.
"""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
import shapely

from tests.benchmarks.goals import best_of, report
from wolfling_gui.core.lengths import Point, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Door, Floor, Structure, Wall
from wolfling_gui.geometry.blockers import TIE
from wolfling_gui.geometry.sight import Body, Eye, see_many
from wolfling_gui.geometry.space import Space, space_of
from wolfling_gui.geometry.through import through_many
from wolfling_gui.geometry.visible import visible_region

WIDTH, HEIGHT = inches(48), inches(72)
GOALS = {1: ">= 20", 10: ">= 30"}
BLOCKING = frozenset(("intact_wall", "shut_door", "sealed_door"))


def big_table() -> Table:
    """Return 48 by 72 inches with 40 ruins of 3 levels, and 200 wall segments with doors."""
    chance = random.Random(11)
    walls, doors, areas, structures = {}, {}, {}, {}
    for i in range(200):
        a = Point(chance.randrange(WIDTH), chance.randrange(HEIGHT))
        turn, length = chance.uniform(0, 2 * math.pi), chance.randrange(2540, 15240)
        b = Point(round(a.x + length * math.cos(turn)), round(a.y + length * math.sin(turn)))
        walls[f"w{i}"] = Wall(f"w{i}", a, b)
        if i % 4 == 0:
            ends = [
                Point(round(a.x + (b.x - a.x) * part), round(a.y + (b.y - a.y) * part)) for part in (0.4, 0.6)
            ]
            doors[f"d{i}"] = Door(f"d{i}", *ends, state="open" if i % 8 else "shut")
    for i in range(40):
        x, y, corners = chance.randrange(WIDTH), chance.randrange(HEIGHT), chance.randrange(6, 13)
        outline = tuple(
            Point(
                round(x + math.cos(2 * math.pi * k / corners) * chance.randrange(4000, 9000)),
                round(y + math.sin(2 * math.pi * k / corners) * chance.randrange(4000, 9000)),
            )
            for k in range(corners)
        )
        areas[f"a{i}"] = Area(f"a{i}", outline)
        floors = tuple(Floor(level, outline) for level in range(3))
        structures[f"s{i}"] = Structure(f"s{i}", "ruin", floors=floors)
    return Table(WIDTH, HEIGHT, structures, walls=walls, doors=doors, areas=areas)


@pytest.fixture(scope="module")
def space() -> Space:
    table = big_table()
    found = space_of(table)
    found.memo("kept", lambda: table)
    return found


def crowd(seed: int, count: int) -> list[Point]:
    chance = random.Random(seed)
    return [
        Point(chance.randrange(2000, WIDTH - 2000), chance.randrange(2000, HEIGHT - 2000))
        for _ in range(count)
    ]


def naive_lines(space: Space, starts: list[Point], ends: list[Point]) -> tuple[np.ndarray, np.ndarray]:
    """Return sight and lengths inside every ruin, one shapely question at a time."""
    walls = [shapely.LineString([(b.a.x, b.a.y), (b.b.x, b.b.y)]) for b in space.barriers(0, BLOCKING)]
    ruins = [
        shapely.Polygon([(p.x, p.y) for p in area.polygon]).buffer(-TIE, join_style="mitre")
        for area in space.areas.values()
    ]
    for shape in (*walls, *ruins):
        shapely.prepare(shape)
    seen = np.zeros((len(starts), len(ends)), dtype=bool)
    inside = np.zeros((len(starts), len(ends), len(ruins)))
    for i, start in enumerate(starts):
        for j, end in enumerate(ends):
            line = shapely.LineString([(start.x, start.y), (end.x, end.y)])
            seen[i, j] = not any(wall.intersects(line) for wall in walls)
            inside[i, j] = [ruin.intersection(line).length for ruin in ruins]
    return seen, inside


def naive_region(space: Space, eye: Point) -> shapely.Geometry:
    """Return the table less the shadow of every wall, by shapely."""
    region: shapely.Geometry = shapely.box(0, 0, space.width, space.height)
    for wall in space.barriers(0, BLOCKING):
        far = []
        for end in (wall.a, wall.b):
            away = math.hypot(end.x - eye.x, end.y - eye.y)
            far.append((eye.x + (end.x - eye.x) * 1e7 / away, eye.y + (end.y - eye.y) * 1e7 / away))
        region = region.difference(shapely.Polygon([(wall.a.x, wall.a.y), *far, (wall.b.x, wall.b.y)]))
    return region


@pytest.mark.parametrize("shooters", [1, 10])
def test_centre_lines(benchmark, space, shooters):
    starts, ends = crowd(1, shooters), crowd(2, 125)
    eyes = [Eye(p, 2857) for p in starts]
    bodies = [Body(p, 1250) for p in ends]
    names = list(space.areas)

    def ours():
        sights = see_many(space, eyes, bodies, BLOCKING, family="centre")
        return sights.visible, through_many(space, starts, ends, names)

    seen, inside = benchmark(ours)
    plain_seen, plain_inside = naive_lines(space, starts, ends)
    assert (seen == plain_seen).all()
    assert np.abs(inside - plain_inside).max() <= 0.51
    assert 0.02 < seen.mean() < 0.98
    if benchmark.enabled:
        ratio = best_of(lambda: naive_lines(space, starts, ends), 2) / best_of(ours, 15)
        report(benchmark, f"sight, {shooters} × 125, centre lines", ratio, GOALS[shooters])


@pytest.mark.parametrize("family", ["eye_to_base", "base_to_base"])
def test_families(benchmark, space, family):
    eyes = [Eye(p, 2857, radius=1250) for p in crowd(1, 1)]
    bodies = [Body(p, 1250) for p in crowd(2, 125)]
    sights = benchmark(lambda: see_many(space, eyes, bodies, BLOCKING, family=family))
    centre = see_many(space, eyes, bodies, BLOCKING, family="centre")
    assert (sights.visible >= centre.visible).all()
    assert sights.visible.sum() > centre.visible.sum()


def test_visible_region(benchmark, space):
    eye = crowd(5, 1)[0]
    region = benchmark(lambda: visible_region(space, Eye(eye, 2857), BLOCKING))
    plain = naive_region(space, eye)
    assert region.symmetric_difference(plain).area / plain.area <= 1e-6
    if benchmark.enabled:
        slow = best_of(lambda: naive_region(space, eye), 2)
        fast = best_of(lambda: visible_region(space, Eye(eye, 2857), BLOCKING), 15)
        report(benchmark, "region visible from a point", slow / fast, ">= 10")


def test_rim_lines_miss_hardly_anything_that_1024_lines_find(benchmark, space):
    """Of the pairs called not visible from rim to rim, at most one in a hundred has a clear line."""

    def rim(middle: Point, count: int) -> list[Point]:
        turns = (2 * math.pi * k / count for k in range(count))
        return [
            Point(round(middle.x + 1249 * math.cos(t)), round(middle.y + 1249 * math.sin(t))) for t in turns
        ]

    hidden = wrong = 0
    for start in crowd(21, 8):
        ends = crowd(start.x, 60)
        bodies = [Body(p, 1250) for p in ends]
        sights = see_many(space, [Eye(start, 2857, radius=1250)], bodies, BLOCKING, family="base_to_base")
        unseen = [p for p, seen in zip(ends, sights.visible[0], strict=True) if not seen]
        hidden += len(unseen)
        marks = [Body(mark, 1) for end in unseen for mark in rim(end, 32)]
        eyes = [Eye(mark, 2857) for mark in rim(start, 32)]
        clear = see_many(space, eyes, marks, BLOCKING, family="centre").visible
        wrong += int(clear.reshape(32, len(unseen), 32).any(axis=(0, 2)).sum())
    assert hidden > 200
    assert wrong <= hidden / 100
    benchmark.pedantic(lambda: None, rounds=1)
    report(benchmark, "“not visible” that is wrong, per cent", 100 * wrong / hidden, "<= 1")
