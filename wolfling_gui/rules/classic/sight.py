"""Line of sight: what a model sees of another, and what hides it (CL-LOS)."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.explain_sight import Block
from wolfling_gui.geometry.sight import Body, Sight, body_of, eye_of, see
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import SightLine

CORE_BLOCKING: Mapping[str, str] = {
    "intact_wall": "CL-LOS-1",
    "low_wall": "CL-LOS-1",
    "shut_door": "CL-LOS-1",
    "sealed_door": "CL-LOS-1",
    "obstacle": "CL-LOS-1",
    "solid": "CL-LOS-1",
}
_KEPT = 8
_cache: dict[tuple[int, int], tuple[Battle, Ruleset, dict[tuple[str, str], SightLine]]] = {}


def sight(rules: Ruleset, battle: Battle, firer: Model, target: Model) -> SightLine:
    """Say what a model sees of another by the core: anything solid hides up to its height (CL-LOS-1)."""
    return look(rules, battle, firer, target, CORE_BLOCKING, see_through=("ruined_wall",))


def look(
    rules: Ruleset,
    battle: Battle,
    firer: Model,
    target: Model,
    blocking: Mapping[str, str],
    see_through: tuple[str, ...],
) -> SightLine:
    """Look from a model's eye at another's body; `see_through` kinds hide a part but never the whole.

    `blocking` maps the kinds that block to the rule that says so. Results are kept for the last few battles.
    """
    key = (id(battle), id(rules))
    if key not in _cache:
        while len(_cache) >= _KEPT:
            del _cache[next(iter(_cache))]
        _cache[key] = (battle, rules, {})
    lines = _cache[key][2]
    pair = (firer.id, target.id)
    known = battle.models.get(firer.id) is firer and battle.models.get(target.id) is target
    if known and pair in lines:
        rules.on("CL-LOS-1")
        return lines[pair]
    line = _look(rules, battle, firer, target, blocking, see_through)
    if known:
        lines[pair] = line
    return line


def screens_of(rules: Ruleset, battle: Battle) -> tuple[Body, ...]:
    """Return the bodies of all models on the table; members of a unit see through each other (CL-LOS-3)."""
    transparent = rules.on("CL-LOS-3") and rules.flag("CL-LOS-3", "own_unit_transparent")
    if not rules.on("CL-LOS-3"):
        return ()
    return tuple(body_of(base_of(battle, m), m.id, m.unit if transparent else "") for m in battle.on_table())


def _look(
    rules: Ruleset,
    battle: Battle,
    firer: Model,
    target: Model,
    blocking: Mapping[str, str],
    see_through: tuple[str, ...],
) -> SightLine:
    if not rules.on("CL-LOS-1"):
        return SightLine(True, 0, ())
    space = space_of(battle.table)
    eye = eye_of(base_of(battle, firer), firer.id, firer.unit)
    body = body_of(base_of(battle, target), target.id, target.unit)
    screens = screens_of(rules, battle)
    solid = see(space, eye, body, frozenset(blocking), screens)
    if not solid.visible:
        return SightLine(False, 100, (_blocked(battle, firer, target, solid, blocking),))
    shown = see(space, eye, body, frozenset((*blocking, *see_through)), screens) if see_through else solid
    hidden = min(99, max(1, round(shown.hidden * 100))) if shown.hidden > 0 else 0
    witness = solid.witness
    marks = (Mark("line", witness, eye.level, about=target.id),) if witness else ()
    says = "sight.partly" if hidden else "sight.clear"
    found = permit("CL-LOS-1", says, firer.id, target.id, value=hidden, measure="per_cent", marks=marks)
    names = tuple(dict.fromkeys(block.id for block in shown.blocked_by))
    return SightLine(True, hidden, (found,), _pair(witness), names)


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
    if first.stretch:
        marks.append(Mark("link", first.stretch, level, about=first.id))
    says = f"sight.blocked_by_{first.kind}" + ("_short" if first.short_by else "")
    facts: dict[str, str | int] = {"x": first.at.x, "y": first.at.y}
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


def shortest_miss(blocks: tuple[Block, ...]) -> int:
    """Return by how much the best line misses being clear, in units; 0 where no clear line is near."""
    return min((b.short_by for b in blocks if b.short_by), default=0)
