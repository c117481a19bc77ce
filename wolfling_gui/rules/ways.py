"""What a ruleset puts in the way, in geometry's terms; used by the check and by the drag alike."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import msgspec

from wolfling_gui.core.actions import MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Base, Model, Place
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Obstacle
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.free_space import Blocks, Mover, Obstruction, mover_of, obstructions_of
from wolfling_gui.geometry.measure import gap_to_segment, overlap
from wolfling_gui.geometry.paths import Hit, Stretch, path_clear, stretches
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Passage

_KNOWN = Recent()


class Way(msgspec.Struct, frozen=True):
    """Hold a model's base and what blocks it, in geometry's terms, with the passage they come from."""

    mover: Mover
    blocks: Blocks
    passage: Passage


def way_of(
    rules: Ruleset, battle: Battle, model: Model, mode: MoveMode, together: frozenset[str] = frozenset()
) -> Way:
    """Return what a model's base meets when it moves; `together` are the models moved by the same action.

    Kept for the last few battles: a drag asks the same of one battle at every step.
    """
    if battle.models.get(model.id) is not model:
        return _worked_out(rules, battle, model, mode, together)
    known, key = _KNOWN.of(rules, battle), (model.id, mode, together)
    if key not in known:
        known[key] = _worked_out(rules, battle, model, mode, together)
    way: Way = known[key]
    return way


def ends_of(battle: Battle, paths: Mapping[str, Path], facings: Mapping[str, int] = {}) -> dict[str, Place]:
    """Return where models stand after their paths, with their facings."""
    found = {}
    for name, path in paths.items():
        place = battle.models[name].place
        facing = facings.get(name, place.facing if place else 0)
        if path:
            found[name] = Place(path[-1].at, path[-1].level, facing)
    return found


def _worked_out(
    rules: Ruleset, battle: Battle, model: Model, mode: MoveMode, together: frozenset[str]
) -> Way:
    passage = rules.passage(rules, battle, model, mode, together)
    obstacles: list[Obstruction] = []
    at_end: list[Obstruction] = []
    for other in battle.on_table():
        if other.id == model.id or other.id in together:
            continue
        base = base_of(battle, other)
        if other.id in passage.keep_off:
            keep, _ = passage.keep_off[other.id]
            obstacles.extend(obstructions_of(other.id, base, keep))
        elif other.id in passage.end_off:
            # An overlap that still counts as contact does not keep a base from ending here.
            _, slack = rules.overlap_limit(rules)
            at_end.extend(obstructions_of(other.id, base, 0 if base.shape == "hull" else -slack))
    table = battle.table
    solid = [table.areas[name] for name in passage.impassable if name in table.areas]
    solid += [
        Area(name, floor.polygon, terrain="impassable", area=False, level=floor.level)
        for name in passage.impassable
        if name in table.structures
        for floor in table.structures[name].floors
    ]
    blocks = Blocks(
        kinds=frozenset(passage.barriers),
        impassable=tuple(solid),
        obstacles=tuple(obstacles),
        at_end=tuple(at_end),
    )
    own = model.profile.base
    if passage.long_axis and own.length > own.width:
        own = Base(own.length)
    mover = mover_of(own, passage.tolerance, passage.per_floor)
    return Way(mover, blocks, passage)


def path_findings(
    rules: Ruleset, battle: Battle, model: Model, way: Way, start: Waypoint, path: Path
) -> tuple[Finding, ...]:
    """Say what stands in the way of a model's path: which thing, by which rule, and where."""
    check = path_clear(battle.table, way.mover, way.blocks, start, path)
    corners = (start, *path)
    return tuple(_finding(battle, model, way, hit, corners) for hit in check.hits)


def _finding(battle: Battle, model: Model, way: Way, hit: Hit, corners: tuple[Waypoint, ...]) -> Finding:
    names = tuple(thing.id for thing in hit.about if thing.id)
    mark = Mark("point", (hit.at,), hit.level, about=names[0] if names else "")
    passage = way.passage
    facts: dict[str, str | int] = {"walked": hit.walked}
    match hit.kind:
        case "narrow":
            return forbid(
                passage.fit_rule,
                "path.narrow",
                model.id,
                *names,
                value=hit.base,
                limit=hit.width,
                measure="millimetres",
                comparison="at_most",
                marks=(mark,),
                facts=facts,
            )
        case "wall" | "door":
            kind = _barrier_kind(battle, names[0])
            rule = passage.barriers.get(kind, "CL-TERR-6")
            says = f"path.{kind}"
            return forbid(rule, says, model.id, *names, marks=(mark,), facts=facts)
        case "area":
            rule = passage.impassable.get(names[0], "CL-TERR-6")
            difficult = names[0] in {piece.id for piece in difficult_pieces(battle)}
            says = "path.difficult" if difficult else "path.impassable"
            return forbid(rule, says, model.id, *names, marks=(mark,), facts=facts)
        case "model":
            return _model_hit(battle, model, passage, hit, corners, mark, facts)
        case "edge":
            return forbid("CL-MOVE-9", "path.edge", model.id, marks=(mark,), facts=facts)
        case "no_floor":
            facts["level"] = hit.level
            return forbid("CL-TERR-8", "path.no_floor", model.id, marks=(mark,), facts=facts)
        case "no_climb":
            return forbid("CL-TERR-9", "path.no_climb", model.id, marks=(mark,), facts=facts)


def _model_hit(
    battle: Battle,
    model: Model,
    passage: Passage,
    hit: Hit,
    corners: tuple[Waypoint, ...],
    mark: Mark,
    facts: dict[str, str | int],
) -> Finding:
    other = hit.about[0].id
    keep, rule = passage.keep_off.get(other, (0, passage.end_off.get(other, "CL-BASE-3")))
    standing, radius = base_of(battle, battle.models[other]), model.profile.base.radius
    link = Mark("link", (hit.at, standing.at), hit.level, about=other)
    if keep:
        between = max(0, _closest(standing, corners) - radius)
        return forbid(
            rule,
            "path.near_enemy",
            model.id,
            other,
            value=between,
            limit=keep - 1,
            measure="inches",
            comparison="more_than",
            marks=(link,),
            facts=facts,
        )
    if hit.at_end:
        turned = model.place.facing if model.place is not None else 0
        says, deep = (
            "path.ends_on_model",
            overlap(standing, base_of(battle, model, Place(hit.at, hit.level, turned))),
        )
    else:
        says, deep = "path.through_model", radius - _closest(standing, corners)
    return forbid(
        rule,
        says,
        model.id,
        other,
        value=deep,
        limit=0,
        measure="inches",
        comparison="at_most",
        marks=(mark,),
        facts=facts,
    )


def _closest(standing: Footprint, corners: tuple[Waypoint, ...]) -> Length:
    """Return the smallest gap between a base and the middle of another that goes along a path, in units."""
    legs = [(a.at, b.at) for a, b in pairwise(corners) if a.level == standing.level]
    return min((gap_to_segment(standing, a, b) for a, b in legs), default=0)


def _barrier_kind(battle: Battle, name: str) -> str:
    door = battle.table.doors.get(name)
    if door is not None:
        return f"{door.state}_door"
    wall = battle.table.walls[name]
    if wall.state == "ruined":
        return "ruined_wall"
    return (
        "low_wall" if wall.height is not None and wall.height < battle.table.floor_height else "intact_wall"
    )


def difficult_pieces(battle: Battle) -> tuple[Area, ...]:
    """Return every difficult piece of ground as an area: woods and the like, and the floors of ruins."""
    table = battle.table
    return space_of(table).memo("difficult pieces", lambda: _difficult_pieces(table))


def difficult_lines(battle: Battle) -> tuple[Obstacle, ...]:
    """Return every obstacle that is difficult to cross."""
    return tuple(o for o in battle.table.obstacles.values() if o.terrain == "difficult")


def lines_crossed(battle: Battle, start: Waypoint, path: Path, radius: Length) -> tuple[Stretch, ...]:
    """Return the stretches on which a base of a radius in units crosses difficult obstacles (CL-TERR-2)."""
    return tuple(s for s in stretches(start, path, radius, (), difficult_lines(battle)) if s.crossed)


def _difficult_pieces(table: Table) -> tuple[Area, ...]:
    areas = [area for area in table.areas.values() if area.terrain == "difficult"]
    for structure in table.structures.values():
        if structure.kind == "ruin":
            areas += [
                Area(structure.id, floor.polygon, "ruin", structure.name, level=floor.level)
                for floor in structure.floors
            ]
    return tuple(areas)
