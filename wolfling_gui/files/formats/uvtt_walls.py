"""Cut the loose lines of a map where they meet: clip, join ends, split at junctions and crossings."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt
import shapely

from wolfling_gui.core.lengths import Length

Node = tuple[int, int]
"""A place in length units, y up."""

Chain = tuple[Node, ...]
"""The nodes along one line from end to end; fewer than two if nothing is left of it."""

Edge = tuple[Node, Node]
"""Two neighbouring nodes, the lesser first."""

MOST_MEETINGS = 50_000
MOST_NEAR = 3_000_000
_CHUNK = 64


class TooTangledError(ValueError):
    """Say that the lines of a map cross each other too often to be walls."""


def clipped(
    a: tuple[float, float], b: tuple[float, float], width: float, height: float
) -> tuple[tuple[float, float], tuple[float, float]] | None:
    """Return the part of a line from a to b inside a rectangle from (0, 0), or None if they do not meet."""
    enter, leave = 0.0, 1.0
    dx, dy = b[0] - a[0], b[1] - a[1]
    for step, room in ((-dx, a[0]), (dx, width - a[0]), (-dy, a[1]), (dy, height - a[1])):
        if step == 0:
            if room < 0:
                return None
        elif step < 0:
            enter = max(enter, room / step)
        else:
            leave = min(leave, room / step)
    if enter > leave:
        return None
    start = a if enter == 0 else (a[0] + dx * enter, a[1] + dy * enter)
    end = b if leave == 1 else (a[0] + dx * leave, a[1] + dy * leave)
    return start, end


def noded(lines: Sequence[Edge], tolerance: Length) -> tuple[list[Chain], set[Node]]:
    """Return each line as a chain of nodes, split wherever another line ends at it or crosses it.

    Ends within `tolerance` units of each other become one, and an end so near a line is moved onto it; the
    second value holds the nodes that an end was moved to. Lines given first keep their places. All in units.
    Raises TooTangledError when many more lines meet than walls do.
    """
    joined = _joined([end for line in lines for end in line], tolerance)
    segments = [(joined[a], joined[b]) for a, b in lines]
    moved, on = _onto(segments, tolerance)
    chains: list[list[Node]] = []
    for i, (a, b) in enumerate(segments):
        chains.append([moved.get(node, node) for node in (a, *on.get(i, ()), b)] if a != b else [])
    _cross(chains, tolerance)
    return [_in_order(chain) for chain in chains], set(moved.values())


def edges(chain: Chain) -> Iterator[Edge]:
    """Yield the edges of a chain, each with its lesser node first, so that equal edges are equal."""
    for a, b in pairwise(chain):
        yield (a, b) if a <= b else (b, a)


def straight_runs(chain: Chain, taken: set[Edge]) -> list[Edge]:
    """Return the straight pieces of a chain outside the edges `taken`, and add their edges to it.

    A piece goes on through a node that lies at most 1 unit off its line.
    """
    runs: list[list[Node]] = []
    for a, b in pairwise(chain):
        edge = (a, b) if a <= b else (b, a)
        if edge in taken:
            runs.append([])
            continue
        taken.add(edge)
        if runs and runs[-1] and runs[-1][-1] == a and _straight([*runs[-1], b]):
            runs[-1].append(b)
        else:
            runs.append([a, b])
    return [(run[0], run[-1]) for run in runs if run]


def _straight(nodes: Sequence[Node]) -> bool:
    (ax, ay), (bx, by) = nodes[0], nodes[-1]
    length = math.hypot(bx - ax, by - ay)
    return all(
        abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) <= length
        and (bx - ax) * (x - ax) + (by - ay) * (y - ay) >= 0
        for x, y in nodes[1:-1]
    )


def _joined(ends: Sequence[Node], tolerance: Length) -> dict[Node, Node]:
    """Map each end to the nearest of the earlier ones within the tolerance, else to itself."""
    cells: dict[Node, list[Node]] = {}
    joined: dict[Node, Node] = {}
    for end in ends:
        if end not in joined:
            joined[end] = _near(cells, end, tolerance) or end
            if joined[end] == end:
                _keep(cells, end, tolerance)
    return joined


def _onto(segments: Sequence[Edge], tolerance: Length) -> tuple[dict[Node, Node], dict[int, list[Node]]]:
    """Return where ends move that nearly touch a line, and the ends that lie on each line, by its number."""
    nodes = sorted({end for a, b in segments if a != b for end in (a, b)})
    if not nodes:
        return {}, {}
    points = np.asarray(shapely.points(np.array(nodes, dtype=float)))
    moved: dict[Node, Node] = {}
    nearest: dict[Node, float] = {}
    on: dict[int, list[Node]] = {}
    for p, s in _pairs(points, segments, tolerance):
        node, (a, b) = nodes[p], segments[s]
        if node in (a, b) or a == b:
            continue
        on.setdefault(s, []).append(node)
        foot = _foot(node, a, b)
        away = math.dist(node, foot)
        if away < nearest.get(node, math.inf):
            nearest[node] = away
            moved[node] = round(foot[0]), round(foot[1])
    return {node: to for node, to in moved.items() if to != node}, on


def _foot(node: Node, a: Node, b: Node) -> tuple[float, float]:
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((node[0] - a[0]) * dx + (node[1] - a[1]) * dy) / (dx * dx + dy * dy)
    part = min(1.0, max(0.0, part))
    return a[0] + dx * part, a[1] + dy * part


def _cross(chains: list[list[Node]], tolerance: Length) -> None:
    """Add a node to both chains wherever two of them cross away from their nodes."""
    segments = [(chain[0], chain[-1]) if chain else ((0, 0), (0, 0)) for chain in chains]
    cells: dict[int, dict[Node, list[Node]]] = {}
    for i, j in _pairs(_lines(segments), segments, 0):
        if i >= j or not chains[i] or not chains[j] or set(segments[i]) & set(segments[j]):
            continue
        place = _crossing(segments[i], segments[j])
        if place is None:
            continue
        for k in (i, j):
            if k not in cells:
                cells[k] = {}
                for node in chains[k]:
                    _keep(cells[k], node, tolerance)
        here = [_near(cells[k], place, tolerance) for k in (i, j)]
        node = here[0] or here[1] or (round(place[0]), round(place[1]))
        for k, found in zip((i, j), here, strict=True):
            if found is None:
                chains[k].append(node)
                _keep(cells[k], node, tolerance)


def _keep(cells: dict[Node, list[Node]], node: Node, size: Length) -> None:
    cells.setdefault((node[0] // size, node[1] // size), []).append(node)


def _near(cells: dict[Node, list[Node]], place: tuple[float, float], size: Length) -> Node | None:
    """Return the node nearest to a place and at most one cell's side away, or None."""
    cx, cy = int(place[0] // size), int(place[1] // size)
    near = [
        node
        for i in (cx - 1, cx, cx + 1)
        for j in (cy - 1, cy, cy + 1)
        for node in cells.get((i, j), ())
        if math.dist(node, place) <= size
    ]
    return min(near, key=lambda node: math.dist(node, place), default=None)


def _crossing(first: Edge, second: Edge) -> tuple[float, float] | None:
    (ax, ay), (bx, by) = first
    (cx, cy), (dx, dy) = second
    cross = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if cross == 0:
        return None
    part = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / cross
    return ax + (bx - ax) * part, ay + (by - ay) * part


def _in_order(chain: list[Node]) -> Chain:
    """Return the nodes of a chain sorted from its first end to the other, each once.

    The far end is the one that was farthest when the chain was made, so a node added later cannot pass it.
    """
    if not chain:
        return ()
    (ax, ay) = chain[0]
    far = max(chain, key=lambda node: math.dist(node, chain[0]))
    dx, dy = far[0] - ax, far[1] - ay
    unique = dict.fromkeys(chain)
    return tuple(sorted(unique, key=lambda node: ((node[0] - ax) * dx + (node[1] - ay) * dy, node)))


def _lines(segments: Sequence[Edge]) -> npt.NDArray[np.object_]:
    return np.asarray(shapely.linestrings(np.array(segments, dtype=float).reshape(-1, 2, 2)))


def _pairs(
    shapes: npt.NDArray[np.object_], segments: Sequence[Edge], within: Length
) -> Iterator[tuple[int, int]]:
    """Yield (shape, segment) for all that come `within` units of each other, in a fixed order."""
    lines = _lines(segments)
    tree = shapely.STRtree(lines)
    near = met = 0
    for start in range(0, len(shapes), _CHUNK):
        some = shapes[start : start + _CHUNK]
        west, south, east, north = shapely.bounds(some).T
        frames = np.asarray(shapely.box(west - within, south - within, east + within, north + within))
        found = tree.query(frames)
        near += found.shape[1]
        if near > MOST_NEAR + 20 * len(segments):
            raise TooTangledError
        found = found[:, shapely.dwithin(some[found[0]], lines[found[1]], float(within))]
        met += found.shape[1]
        if met > MOST_MEETINGS + 20 * len(segments):
            raise TooTangledError
        order = np.lexsort((found[1], found[0]))
        for shape, segment in found[:, order].T.tolist():
            yield shape + start, segment
