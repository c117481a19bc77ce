"""Line of sight: what a model sees of another, and what hides it (CL-LOS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.sight import Body, Eye, Sight, body_of, eye_of, see, see_many
from wolfling_gui.geometry.space import space_of, to_segment
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Opaque, SightLine

CORE_BLOCKING: Mapping[str, str] = {
    "intact_wall": "CL-LOS-1",
    "low_wall": "CL-LOS-1",
    "shut_door": "CL-LOS-1",
    "sealed_door": "CL-LOS-1",
    "obstacle": "CL-LOS-1",
    "solid": "CL-LOS-1",
}
_UNSEEN = SightLine(False, 100)
_KEPT = 8
_BESIDE = 8
"""A clear line passes a wall's end at a hair's breadth: so many units from what it goes through at most."""


class Looks(msgspec.Struct):
    """Hold what was looked at in one battle: lines by firer and target, and explained ones.

    `bodies` are those of all models on the table; `wide` names units that look at every enemy at once;
    `hiders` what stands before models that are not seen.
    """

    battle: Battle
    rules: Ruleset
    lines: dict[tuple[str, str], SightLine]
    explained: dict[tuple[str, str], SightLine]
    wide: set[str] = set()
    bodies: list[Body] | None = None
    hiders: dict[tuple[str, str], tuple[str, ...]] = {}


_kept: dict[tuple[int, int], Looks] = {}


def opaque(rules: Ruleset) -> Opaque:
    """Say that anything solid hides up to its height; a ruined wall hides only a part (CL-LOS-1)."""
    return Opaque(CORE_BLOCKING, ("ruined_wall",))


def sight(rules: Ruleset, battle: Battle, firer: Model, target: Model, explain: bool = False) -> SightLine:
    """Say what a model sees of another: a line from its eye to any part of the other's body (CL-LOS-1).

    A unit looks at a whole unit at once, and what was seen is kept for the last few battles; with `explain` a
    clear line or what blocks it comes too.
    """
    looks = _kept.get((id(battle), id(rules)))
    pair = (firer.id, target.id)
    own = battle.models.get(firer.id) is firer and battle.models.get(target.id) is target
    if looks is not None and own:
        known = (looks.explained if explain else looks.lines).get(pair)
        if known is not None:
            return known
    if not rules.on("CL-LOS-1"):
        return SightLine(True, 0)
    stops = rules.opaque(rules)
    if not own:
        line = _look_many(rules, battle, (firer,), (target,), stops)[pair]
        return _explained(rules, battle, firer, target, stops.blocking, line) if explain else line
    looks = _looks(rules, battle)
    if pair not in looks.lines:
        firers, targets = battle.standing(firer.unit), battle.standing(target.unit)
        side = battle.units[firer.unit].side
        if firer.unit in looks.wide and battle.units[target.unit].side != side:
            targets = battle.enemies_of(side)
        looks.lines |= _look_many(rules, battle, firers, targets, stops)
    if explain and pair not in looks.explained:
        looks.explained[pair] = _explained(rules, battle, firer, target, stops.blocking, looks.lines[pair])
    return looks.explained[pair] if explain else looks.lines[pair]


def hidden_by(rules: Ruleset, battle: Battle, firer: Model, target: Model) -> tuple[str, ...]:
    """Name what hides a model that a firer does not see, nearest first, for the cover it gives (CL-COV-1).

    What a unit does not see of another is asked for at once, and kept as long as what it sees.
    """
    pair = (firer.id, target.id)
    own = battle.models.get(firer.id) is firer and battle.models.get(target.id) is target
    if not own:
        return _hiders_many(rules, battle, (firer,), (target,)).get(pair, ())
    known = _looks(rules, battle).hiders
    if pair not in known:
        firers, targets = battle.standing(firer.unit), battle.standing(target.unit)
        known |= {(f.id, t.id): () for f in firers for t in targets}
        known |= _hiders_many(rules, battle, firers, targets)
    return known[pair]


def _hiders_many(
    rules: Ruleset, battle: Battle, firers: Sequence[Model], targets: Sequence[Model]
) -> dict[tuple[str, str], tuple[str, ...]]:
    stops = rules.opaque(rules)
    unseen = np.array([[not rules.sight(rules, battle, f, t).seen for t in targets] for f in firers])
    shown = see_many(
        space_of(battle.table),
        _eyes(rules, battle, firers),
        _bodies(rules, battle, targets),
        frozenset((*stops.blocking, *stops.veiling)),
        _screens(rules, battle),
        overtop=True,
        wanted=unseen,
        name=True,
    )
    return {(firers[i].id, targets[j].id): names for (i, j), names in shown.hidden_by.items()}


def behind_areas(
    rules: Ruleset, battle: Battle, firers: Sequence[Model], targets: Sequence[Model]
) -> dict[tuple[str, str], tuple[tuple[str, ...], int]]:
    """Name the area terrain through which firers look at targets, with the share it hides in per cent.

    Only terrain with a height counts, over which the lines do not plainly pass (CL-COV-2); it hides nothing
    from an eye inside it. Pairs that nothing lies between are left out.
    """
    tall = {a.id: a.height for a in battle.table.areas.values() if a.area and a.height and a.cover}
    firers = [m for m in firers if m.place is not None]
    if not tall or not firers:
        return {}
    shown = see_many(
        space_of(battle.table),
        _eyes(rules, battle, firers),
        _bodies(rules, battle, targets),
        frozenset(),
        area_heights=tall,
        name=True,
    )
    return {
        (firers[i].id, targets[j].id): (
            tuple(name for name in names if name in tall),
            round(100 * float(shown.hidden[i, j])),
        )
        for (i, j), names in shown.hidden_by.items()
    }


def look_at_all(rules: Ruleset, battle: Battle, unit: str) -> None:
    """Let a unit's first look in this battle be one at every enemy: quicker than one look at each unit."""
    _looks(rules, battle).wide.add(unit)


def _looks(rules: Ruleset, battle: Battle) -> Looks:
    key = (id(battle), id(rules))
    if key not in _kept:
        while len(_kept) >= _KEPT:
            del _kept[next(iter(_kept))]
        _kept[key] = Looks(battle, rules, {}, {})
    return _kept[key]


def _bodies(rules: Ruleset, battle: Battle, models: Sequence[Model]) -> list[Body]:
    """Return the bodies of models; members of a unit see through each other (CL-LOS-3)."""
    transparent = rules.on("CL-LOS-3") and rules.flag("CL-LOS-3", "own_unit_transparent")
    return [body_of(base_of(battle, m), m.id, m.unit if transparent else "") for m in models]


def _eyes(rules: Ruleset, battle: Battle, models: Sequence[Model]) -> list[Eye]:
    transparent = rules.on("CL-LOS-3") and rules.flag("CL-LOS-3", "own_unit_transparent")
    return [eye_of(base_of(battle, m), m.id, m.unit if transparent else "") for m in models]


def _screens(rules: Ruleset, battle: Battle) -> list[Body]:
    """Return the bodies that can hide a part of one; only one that rises above it hides it wholly (CL-LOS-3).

    A body is no solid cylinder.
    """
    if not rules.on("CL-LOS-3"):
        return []
    looks = _looks(rules, battle)
    if looks.bodies is None:
        looks.bodies = _bodies(rules, battle, battle.on_table())
    return looks.bodies


def _look_many(
    rules: Ruleset,
    battle: Battle,
    firers: Sequence[Model],
    targets: Sequence[Model],
    stops: Opaque,
) -> dict[tuple[str, str], SightLine]:
    space = space_of(battle.table)
    eyes, bodies = _eyes(rules, battle, firers), _bodies(rules, battle, targets)
    screens = _screens(rules, battle)
    seen = see_many(space, eyes, bodies, frozenset(stops.blocking), screens, overtop=True).visible
    kinds = frozenset((*stops.blocking, *stops.veiling))
    shown = see_many(space, eyes, bodies, kinds, screens, wanted=seen, name=True)
    return {
        (firer.id, target.id): SightLine(
            True, _per_cent(float(shown.hidden[i, j])), hidden_by=shown.hidden_by.get((i, j), ())
        )
        if seen[i, j]
        else _UNSEEN
        for i, firer in enumerate(firers)
        for j, target in enumerate(targets)
    }


def _per_cent(hidden: float) -> int:
    """Return a hidden share as whole per cent; a seen body is never wholly hidden."""
    return min(99, max(1, round(hidden * 100))) if hidden > 0 else 0


def _explained(
    rules: Ruleset,
    battle: Battle,
    firer: Model,
    target: Model,
    blocking: Mapping[str, str],
    line: SightLine,
) -> SightLine:
    """Return a line with the lines to draw: a clear one, or the finding that says what blocks it."""
    space = space_of(battle.table)
    (eye,), (body,) = _eyes(rules, battle, (firer,)), _bodies(rules, battle, (target,))
    solid = see(space, eye, body, frozenset(blocking), _screens(rules, battle), overtop=True)
    if not solid.visible:
        return SightLine(False, 100, (_blocked(battle, firer, target, solid, blocking),))
    hidden = line.hidden
    marks = (Mark("line", solid.witness, eye.level, about=target.id),) if solid.witness else ()
    says = "sight.partly" if hidden else "sight.clear"
    found = permit("CL-LOS-1", says, firer.id, target.id, value=hidden, measure="per_cent", marks=marks)
    return SightLine(True, hidden, (found,), _pair(solid.witness), line.hidden_by)


def _pair(witness: tuple[Point, Point] | None) -> tuple[tuple[int, int], tuple[int, int]] | None:
    if witness is None:
        return None
    a, b = witness
    return ((a.x, a.y), (b.x, b.y))


def _blocked(
    battle: Battle, firer: Model, target: Model, sight: Sight, blocking: Mapping[str, str]
) -> Finding:
    """Name what blocks every line: the first thing on the centre line, where, and how much is missing."""
    assert firer.place is not None
    assert target.place is not None
    if not sight.blocked_by:
        return forbid("CL-LOS-1", "sight.blocked", firer.id, target.id)
    first = sight.blocked_by[0]
    level = firer.place.level
    marks = [
        Mark("line", (firer.place.at, first.at), level, about=first.id),
        Mark("point", (first.at,), level, about=first.id),
        Mark("line", (first.at, target.place.at), level, about="beyond"),
    ]
    if first.gap and first.short_by:
        marks.append(Mark("link", first.gap, level, about="short"))
    if first.stretch:
        marks.append(Mark("link", first.stretch, level, about=first.id))
    says = f"sight.blocked_by_{first.kind}" + ("_short" if first.short_by else "")
    facts: dict[str, str | int] = {"x": first.at.x, "y": first.at.y}
    if first.gap and first.short_by and first.id in battle.table.walls:
        facts |= {"past": _passed(battle, first.id, first.gap[1])}
    if first.kind == "screen":
        rule = "CL-LOS-3"
    elif first.kind == "floor":
        rule = "CL-LOS-1"
    else:
        rule = blocking.get(first.kind, "CL-LOS-1")
    return forbid(
        rule,
        says,
        firer.id,
        target.id,
        first.id,
        value=first.short_by or None,
        limit=0 if first.short_by else None,
        measure="inches" if first.short_by else "",
        comparison="at_most" if first.short_by else "",
        marks=tuple(marks),
        facts=facts,
    )


def _passed(battle: Battle, wall: str, at: Point) -> str:
    """Say what a clear line passes through beside a wall: a breach, a door, past its end, or an opening."""
    table = battle.table
    own = table.walls[wall]
    doors = [d for d in table.doors.values() if d.level == own.level and d.state == "open"]
    if any(to_segment(at, door.a, door.b) <= _BESIDE for door in doors):
        return "door"
    ruined = [w for w in table.walls.values() if w.level == own.level and w.state == "ruined"]
    if any(to_segment(at, w.a, w.b) <= _BESIDE for w in ruined):
        return "breach"
    return "end" if to_segment(at, own.a, own.b) >= 1 else "opening"
