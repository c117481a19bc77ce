"""The one sight engine: what an eye sees of a body, what hides it, where, and by how much.

A body is an upright cylinder on its base; an eye is a point. What blocks is named by the caller: kinds of
barriers ("intact_wall", "shut_door", …), "obstacle" for linear obstacles and "solid" for areas that are not
area terrain, each up to its own height. Floors above the ground are always opaque inside their polygon; a
piece never blocks an eye inside its own outline. Area terrain does not block, it is reported in `through`.

The family of lines is an argument:
- "centre": one line, from the eye to the middle of the base;
- "eye_to_base": all lines from the eye to the base, exactly, by the angles it takes up (see `cast`);
- "base_to_base": lines between the rims of both bases, sampled: 16, then 64 and 256 where nothing was seen.

On every line the whole height of the body is looked at: a blocker hides the heights whose line of sight
passes below its top and above its bottom. `hidden` is the hidden part of the silhouette, angle times height;
between rims it is the hidden part of the sampled lines.
Ties: walls are lengthened and floors and areas shrunk by a millionth of an inch (see `blockers`); a line that
runs along a wall is blocked; a wall on which the eye or the looked-at point lies does not block.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec
import numpy as np
import numpy.typing as npt
import shapely

from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.blockers import blockers_of
from wolfling_gui.geometry.cast import CLEAR, Casting, Pairs, Scene, Screens
from wolfling_gui.geometry.explain_sight import Block, blocks_of, hiders_of
from wolfling_gui.geometry.families import base_to_base, centre, chunks, eye_to_base
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.space import Space, area_cut

Family = Literal["centre", "eye_to_base", "base_to_base"]
EYE_PART = 0.9
"""Eyes are at nine tenths of a body's height."""

_NOTHING: Mapping[str, Length] = {}
_CHUNK = {"centre": 500, "eye_to_base": 500, "base_to_base": 100}


class Eye(msgspec.Struct, frozen=True):
    """Hold where someone looks from, in units: the centre of the base, the eye's height above the ground.

    `radius` is that of the base, for lines from its rim. Screens with the same `group` (the unit's id), or
    the same id where there is no group, never hide anything from it.
    """

    at: Point
    z: Length
    level: int = 0
    radius: Length = 0
    id: str = ""
    group: str = ""


class Body(msgspec.Struct, frozen=True):
    """Hold a body to look at, or one that may hide others: a cylinder, in units above the ground."""

    at: Point
    radius: Length
    z_bottom: Length = 0
    z_top: Length = 3175
    level: int = 0
    id: str = ""
    group: str = ""


class Sight(NamedTuple):
    """Hold what was seen: a clear line if there is one, what hides any part, nearest first.

    `hidden` goes from 0 to 1 and is 1 exactly when nothing is seen; `partial` is seen but not wholly;
    `through` gives area terrain on the line (the clear one, else the centre line) and how long it is in it.
    """

    visible: bool
    hidden: float
    witness: tuple[Point, Point] | None
    partial: bool
    blocked_by: tuple[Block, ...]
    through: tuple[tuple[str, Length], ...] = ()


class Sights(NamedTuple):
    """Hold what several eyes see of several bodies, as arrays of shape (eyes, bodies).

    `hidden_by` names for (eye, body) what hides any part, nearest first, where that was asked for.
    """

    visible: npt.NDArray[np.bool_]
    hidden: npt.NDArray[np.float64]
    hidden_by: Mapping[tuple[int, int], tuple[str, ...]] = {}

    @property
    def partial(self) -> npt.NDArray[np.bool_]:
        """Return where a body is seen but not wholly."""
        part: npt.NDArray[np.bool_] = self.visible & (self.hidden > CLEAR)
        return part


def eye_of(fp: Footprint, id: str = "", group: str = "") -> Eye:
    """Return the eye of a model on a base, at nine tenths of its height."""
    return Eye(fp.at, fp.z + round(fp.height * EYE_PART), fp.level, _disc(fp), id, group)


def body_of(fp: Footprint, id: str = "", group: str = "") -> Body:
    """Return the body of a model on a base; ovals and hulls count as the disc of equal area."""
    return Body(fp.at, _disc(fp), fp.z, fp.z + fp.height, fp.level, id, group)


def see(
    space: Space,
    eye: Eye,
    body: Body,
    blocking: frozenset[str],
    screens: Sequence[Body] = (),
    area_heights: Mapping[str, Length] = _NOTHING,
    family: Family = "eye_to_base",
    overtop: bool = False,
) -> Sight:
    """Return what an eye sees of a body, with everything that hides part of it (CL-LOS-1, WO-TER-13).

    `screens` are other models' bodies; those of the eye's and the body's own group are left out (CL-LOS-3),
    with `overtop` also those that do not rise above the body. `area_heights` lets areas block up to a height
    in units. Raises ValueError for an unknown kind.
    """
    scene = _scene(space, [eye], blocking, screens, area_heights, overtop)
    pairs = _pairs([eye], [body], np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64), _names(screens))
    casting = _cast(scene, pairs, family)
    seen, hidden = _verdicts(casting, 1)
    visible = bool(seen[0])
    witness = _witness(casting) if visible else None
    if family != "base_to_base":
        pairs = pairs._replace(er=pairs.er * 0)
    line = witness or (eye.at, body.at)
    blocks = blocks_of(scene, pairs, casting, [screen.id for screen in screens], visible)
    through = tuple(
        (area.id, length)
        for area in space.areas.values()
        if area.area and area.level in (eye.level, body.level)
        if (length := area_cut(area.polygon, *line).length) > 0
    )
    share = float(hidden[0])
    return Sight(visible, share, witness, visible and share > CLEAR, blocks, through)


def see_many(
    space: Space,
    eyes: Sequence[Eye],
    bodies: Sequence[Body],
    blocking: frozenset[str],
    screens: Sequence[Body] = (),
    area_heights: Mapping[str, Length] = _NOTHING,
    family: Family = "eye_to_base",
    overtop: bool = False,
    wanted: npt.NDArray[np.bool_] | None = None,
    name: bool = False,
) -> Sights:
    """Return what every eye sees of every body: the verdicts of `see`, without its explanations.

    Arrays of shape (eyes, bodies). Screens of an eye's or a body's own group never hide it. `wanted`, of the
    same shape, leaves pairs out: they come back as not visible, with nothing hidden. With `name` what hides
    any part is named.
    """
    n, m = len(eyes), len(bodies)
    visible, hidden = np.zeros(n * m, dtype=np.bool_), np.zeros(n * m)
    if not n or not m:
        return Sights(visible.reshape(n, m), hidden.reshape(n, m))
    scene = _scene(space, eyes, blocking, screens, area_heights, overtop)
    names = _names(screens)
    everything = _pairs(eyes, bodies, np.repeat(np.arange(n), m), np.tile(np.arange(m), n), names)
    asked = np.arange(n * m) if wanted is None else np.flatnonzero(wanted)
    hidden_by: dict[tuple[int, int], tuple[str, ...]] = {}
    for numbers in chunks(len(asked), _CHUNK[family]):
        chunk = asked[numbers]
        casting = _cast(scene, everything.take(chunk), family)
        visible[chunk], hidden[chunk] = _verdicts(casting, len(chunk))
        if name:
            found = hiders_of(scene, casting, [screen.id for screen in screens])
            hidden_by |= {divmod(int(chunk[pair]), m): ids for pair, ids in found.items()}
    return Sights(visible.reshape(n, m), hidden.reshape(n, m), hidden_by)


class Piece(NamedTuple):
    """Hold what a line meets in a section: from where to where along it, and between which heights, in units.

    A floor is met at one height.
    """

    id: str
    kind: str
    start: Length
    end: Length
    bottom: Length
    top: Length


class Section(NamedTuple):
    """Hold a cut along the line from an eye to a body: its length, their heights, what hides, in units.

    `eye` is the eye's height, `low` and `high` those of the body's feet and top; pieces come nearest first.
    """

    length: Length
    eye: Length
    low: Length
    high: Length
    pieces: tuple[Piece, ...]


def in_the_open(
    space: Space, at: Point, level: int, spots: Sequence[Point], blocking: frozenset[str]
) -> npt.NDArray[np.bool_]:
    """Tell for each place of a level whether nothing that blocks stands on the straight line to a point.

    Looked at just above the floor. Raises ValueError for an unknown kind.
    """
    z = space.z_of(level) + 1
    bodies = [Body(spot, 1, z, z + 1, level) for spot in spots]
    open_to: npt.NDArray[np.bool_] = see_many(
        space, [Eye(at, z, level)], bodies, blocking, family="centre"
    ).visible[0]
    return open_to


def section(space: Space, eye: Eye, body: Body, blocking: frozenset[str]) -> Section:
    """Return the cut along the centre line of sight, with everything that hides any height of the body."""
    scene = _scene(space, [eye], blocking, (), _NOTHING, False)
    one = np.zeros(1, dtype=np.int64)
    hits = centre(scene, _pairs([eye], [body], one, one, {})).hits
    length = round(float(np.hypot(body.at.x - eye.at.x, body.at.y - eye.at.y)))
    b, panels = scene.blockers, len(scene.blockers.x1)
    found: dict[str, Piece] = {}
    for item, near, far in zip(hits.item.tolist(), hits.near.tolist(), hits.far.tolist(), strict=True):
        if item < panels:
            id, kind = b.ids[item], b.kinds[item]
            bottom, top = round(float(b.bottom[item])), round(float(b.top[item]))
        else:
            number = item - panels
            id, kind = b.floor_ids[number], "floor"
            bottom = top = round(float(b.floor_z[number]))
        start, end = round(near * length), round(far * length)
        key = f"{kind} {id} {bottom}"
        if key in found:
            start, end = min(start, found[key].start), max(end, found[key].end)
        found[key] = Piece(id, kind, start, end, bottom, top)
    pieces = tuple(sorted(found.values(), key=lambda piece: (piece.start, piece.id)))
    return Section(length, eye.z, body.z_bottom, body.z_top, pieces)


def in_the_way(space: Space, pairs: Sequence[tuple[Eye, Body]], blocking: frozenset[str]) -> tuple[int, ...]:
    """Return for each pair how many things the centre line meets that could hide the body."""
    if not pairs:
        return ()
    eyes, bodies = [eye for eye, _ in pairs], [body for _, body in pairs]
    scene = _scene(space, eyes, blocking, (), _NOTHING, False)
    own = np.arange(len(pairs))
    hits = centre(scene, _pairs(eyes, bodies, own, own, {})).hits
    met = np.unique(np.stack((hits.ray, hits.item)), axis=1)[0]
    return tuple(int(count) for count in np.bincount(met, minlength=len(pairs)))


def _disc(fp: Footprint) -> Length:
    return fp.radius if fp.is_disc else round(float(np.sqrt(float(fp.radius) * fp.half_length)))


def _cast(scene: Scene, pairs: Pairs, family: Family) -> Casting:
    match family:
        case "centre":
            return centre(scene, pairs)
        case "eye_to_base":
            return eye_to_base(scene, pairs)
        case "base_to_base":
            return base_to_base(scene, pairs)


def _verdicts(casting: Casting, count: int) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.float64]]:
    seen = np.zeros(count, dtype=np.bool_)
    seen[casting.pair[casting.hidden < 1 - CLEAR]] = True
    total = np.bincount(casting.pair, weights=casting.weight, minlength=count)
    part = np.bincount(casting.pair, weights=casting.weight * casting.hidden, minlength=count)
    hidden = np.where(seen, np.clip(part / total, 0.0, 1.0 - CLEAR), 1.0)
    return seen, np.where(hidden < CLEAR, 0.0, hidden)


def _witness(casting: Casting) -> tuple[Point, Point]:
    shows = (1 - casting.hidden) * (casting.weight + 1e-15)
    best = int(np.where(casting.hidden < 1 - CLEAR, shows, -1.0).argmax())
    rays = casting.rays
    return (
        Point(round(float(rays.px[best])), round(float(rays.py[best]))),
        Point(round(float(rays.qx[best])), round(float(rays.qy[best]))),
    )


def _names(screens: Sequence[Body]) -> dict[str, int]:
    names = sorted({_group(screen) for screen in screens} - {""})
    return {name: number for number, name in enumerate(names, start=1)}


def _group(thing: Eye | Body) -> str:
    return f"unit {thing.group}" if thing.group else f"model {thing.id}" if thing.id else ""


def _scene(
    space: Space,
    eyes: Sequence[Eye],
    blocking: frozenset[str],
    screens: Sequence[Body],
    area_heights: Mapping[str, Length],
    overtop: bool,
) -> Scene:
    blockers = blockers_of(space, blocking, area_heights)
    names = _names(screens)
    rows = np.array(
        [(s.at.x, s.at.y, s.radius, s.z_bottom, s.z_top) for s in screens], dtype=np.float64
    ).reshape(-1, 5)
    group = np.array([names.get(_group(s), 0) for s in screens], dtype=np.int64)
    inside = np.zeros((len(eyes), len(blockers.areas)), dtype=np.bool_)
    for k, area in enumerate(blockers.areas):
        inside[:, k] = shapely.contains_xy(area, [e.at.x for e in eyes], [e.at.y for e in eyes])
    x, y, radius, bottom, top = rows.T
    return Scene(blockers, Screens(x, y, radius, bottom, top, group, overtop), inside)


def _pairs(
    eyes: Sequence[Eye],
    bodies: Sequence[Body],
    i: npt.NDArray[np.int64],
    j: npt.NDArray[np.int64],
    names: Mapping[str, int],
) -> Pairs:
    ex, ey, ez, er = np.array([(e.at.x, e.at.y, e.z, e.radius) for e in eyes], dtype=np.float64).T
    cx, cy, r, low, high = np.array(
        [(b.at.x, b.at.y, b.radius, b.z_bottom, max(b.z_top, b.z_bottom + 1)) for b in bodies],
        dtype=np.float64,
    ).T
    eye_group = np.array([names.get(_group(e), -1) for e in eyes], dtype=np.int64)
    body_group = np.array([names.get(_group(b), -1) for b in bodies], dtype=np.int64)
    return Pairs(
        ex[i], ey[i], ez[i], er[i], cx[j], cy[j], r[j], low[j], high[j], eye_group[i], body_group[j], i
    )
