"""Path queries and reachable ground against plain shapely: same answers, and the ratio of their times.

The ratios are kept with the benchmark's results (extra_info) and never asserted: machines differ.
"""

from __future__ import annotations

import math
import random
from time import process_time

import numpy as np
import pytest
import shapely

from tests.benchmarks.goals import best_of, report
from tests.geometry.maps import SHUT, crowded
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import Point, inches
from wolfling_gui.core.table import Table
from wolfling_gui.geometry.capsules import distances
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction, free_space
from wolfling_gui.geometry.paths import path_clear
from wolfling_gui.geometry.planner import ROOT, Planner
from wolfling_gui.geometry.reach import fans, reach_fans

FRAME = 0.016
MOVE = inches(12)
STARTS = (3, 50, 130, 200, 220)
WALKER = Mover(1250, per_floor=None)


@pytest.fixture(scope="module")
def drags() -> tuple[Table, list[tuple[Waypoint, Blocks]]]:
    """Return the crowded table, prepared, and five drags: friends block, enemies keep an inch away."""
    table, centres = crowded()
    found = []
    for start in STARTS:
        home = centres[start]
        others = []
        for k, spot in enumerate(centres):
            apart = math.hypot(spot.x - home.x, spot.y - home.y)
            if k != start and (k % 2 or apart > 5042):
                others.append(Obstruction(str(k), spot, 1250 if k % 2 else 1250 + 2541))
        found.append((Waypoint(home), Blocks(SHUT, obstacles=tuple(others))))
        for level in table.levels():
            free_space(table, WALKER, found[-1][1], level)
    return table, found


def shadowed(spot: np.ndarray, left: float, shapes: list[shapely.Geometry]) -> shapely.Geometry:
    """Return what is seen from a spot within a radius: a disc less each shape and the shadow behind it."""
    seen = shapely.Point(spot).buffer(left, quad_segs=24)
    hidden = []
    for shape in shapes:
        if shape.distance(shapely.Point(spot)) > left:
            continue
        near = shapely.get_coordinates(shape.convex_hull)
        away = near - spot
        far = spot + away / np.maximum(np.hypot(*away.T), 1.0)[:, None] * 4 * left
        hidden.append(shapely.MultiPoint(np.concatenate((near, far))).convex_hull)
    return seen.difference(shapely.union_all(hidden)) if hidden else seen


def region_by_unions(planner: Planner) -> shapely.Geometry:
    """Return the reachable region by plain shapely: the disc seen from every corner of the tree, united."""
    caps = planner.capsules_on(0)
    near = caps.pick(distances(np.array([[planner.start.at.x, planner.start.at.y]], float), caps)[0] < MOVE)
    shapes = [
        (shapely.Point(a) if (a == b).all() else shapely.LineString([a, b])).buffer(radius, quad_segs=4)
        for a, b, radius in zip(near.a, near.b, near.radius, strict=True)
    ]
    parts = []
    for node in (ROOT, *planner.order):
        spot, _, walked = planner.origin(node)
        if MOVE - walked > 1:
            parts.append(shadowed(spot, MOVE - walked, shapes))
    return shapely.union_all(parts)


def test_start_a_drag_with_its_region(benchmark, drags):
    table, starts = drags
    start, blocks = starts[1]
    planner = Planner(table, WALKER, blocks, start, MOVE)
    drawn = shapely.union_all(
        [shapely.make_valid(shapely.Polygon(fan.ring)) for fan in reach_fans(planner, MOVE)], grid_size=0.1
    )
    begun = process_time()
    plain = region_by_unions(planner)
    naive = process_time() - begun
    assert drawn.symmetric_difference(plain).area < 0.03 * drawn.area

    def begin() -> object:
        return reach_fans(Planner(table, WALKER, blocks, start, MOVE), MOVE)

    benchmark(begin)
    fast = best_of(begin)
    report(benchmark, "start of a drag with its region", naive / fast, ">= 6")


def test_the_longest_slice_of_a_region(benchmark, drags):
    table, starts = drags

    def longest() -> float:
        worst = 0.0
        for start, blocks in starts:
            parts = fans(Planner(table, WALKER, blocks, start, MOVE), MOVE)
            begun = process_time()
            for _ in parts:
                now = process_time()
                worst, begun = max(worst, now - begun), now
        return worst

    worst = longest()
    benchmark.pedantic(longest, rounds=1)
    report(benchmark, "longest slice of a region, in frames of 16 ms", worst / FRAME, "<= 1")


def test_ask_the_way_while_dragging(benchmark, drags):
    table, starts = drags
    chance = random.Random(5)
    taken = []
    for start, blocks in starts:
        planner = Planner(table, WALKER, blocks, start, MOVE)
        planner.settle()
        for _ in range(200):
            turn, far = chance.uniform(0, math.tau), chance.uniform(0.5, 1) * MOVE
            spot = Point(round(start.at.x + far * math.cos(turn)), round(start.at.y + far * math.sin(turn)))
            begun = process_time()
            route = planner.to(spot)
            taken.append(process_time() - begun)
            if route.ok:
                assert path_clear(table, WALKER, blocks, start, route.points).ok
                assert route.length >= math.hypot(spot.x - start.at.x, spot.y - start.at.y) - 0.5
    p95 = float(np.percentile(taken, 95))
    benchmark(planner.to, spot)
    report(benchmark, "path query while dragging, p95, in frames of 16 ms", p95 / FRAME, "<= 0.1")
