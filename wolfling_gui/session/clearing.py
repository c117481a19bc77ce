"""What would clear a refusal: worked out on the battle as it would then stand, and passed by the very check.

A shot may be cleared by a short step of one model, by a door, or from another floor; a move by stopping
sooner. Nothing is guessed: each remedy holds the battle in which the rules no longer refuse.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import msgspec
import numpy as np

from wolfling_gui.core.actions import Move, Path, Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import UNITS_PER_INCH, Length, Point, distance, inches, off
from wolfling_gui.core.terrain import Door
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.geometry.free_space import field
from wolfling_gui.geometry.measure import gaps
from wolfling_gui.geometry.paths import measured, path_clear
from wolfling_gui.geometry.sight import body_of, eye_of, in_the_open, see_many
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.classic.weapons import is_ranged
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.facts import base_of, gap_between, measured_in_advance
from wolfling_gui.rules.findings import permit
from wolfling_gui.rules.moving import having_moved
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import left_to_walk
from wolfling_gui.rules.volley import Volley
from wolfling_gui.rules.ways import Way, way_of
from wolfling_gui.session.preview import ShotLine, TargetPreview, shot_line

DIRECTIONS = 32
STEP = inches("0.5")
"""Places are looked for in so many directions and at every half inch, then exactly between two."""
RINGS_AT_ONCE = 3
EXACT = 13
"""How exactly the nearest place is found, in units: a two-hundredth of an inch."""
FIRERS, NEAREST = 4, 3
"""So many firers, and so many models of the target, are tried: the nearest."""
MOST_DOORS = 3
USUAL_STEP = inches(6)
WAYS = ("east", "north_east", "north", "north_west", "west", "south_west", "south", "south_east")


class Remedy(msgspec.Struct, frozen=True):
    """Hold one thing that would clear a refusal, and the battle as it would then stand.

    `finding` says it with its rule and measure, or that nothing was found, which cannot be shown; `places`
    are where models would stand, `door` the door that would be open, `units` others that could be
    shot at as it is; `line` is the line that is then clear.
    `action` is what could then be asked for in place of the refused action, where it is another.
    """

    finding: Finding
    battle: Battle
    places: Mapping[str, Place] = {}
    door: str = ""
    units: tuple[str, ...] = ()
    line: ShotLine | None = None
    action: Move | None = None

    @property
    def shown(self) -> bool:
        """Tell whether there is something to show on the map."""
        return bool(self.places or self.door or self.units)


def remedies(rules: Ruleset, verdict: Refusal) -> tuple[Remedy, ...]:
    """Return what would clear a refused shot or move, the simplest first; empty for what no place clears."""
    return tuple(remedy for remedy in search(rules, verdict) if remedy is not None)


def search(rules: Ruleset, verdict: Refusal) -> Iterator[Remedy | None]:
    """Yield what would clear a refusal as it is found, and None now and then, to let others do something."""
    battle, action = verdict.battle, verdict.action
    if not isinstance(battle, Battle):
        return
    match action:
        case Shoot():
            yield from _for_shot(rules, battle, action)
        case Move():
            yield from _for_move(rules, battle, action)


def others(battle: Battle, previews: Sequence[TargetPreview], target: str) -> Remedy | None:
    """Return the units that can be shot at in place of one that cannot, None where there are none."""
    names = tuple(t.unit for t in previews if t.legal and t.unit != target)
    if not names:
        return None
    return Remedy(permit("CL-SHOOT-3", "clear.others", *names), battle, units=names)


class Shot:
    """Hold a refused shot, and tell of other positions whether it would be permitted there."""

    def __init__(self, rules: Ruleset, battle: Battle, action: Shoot) -> None:
        """Note what the moment forbids whoever stands where."""
        self.rules, self.battle, self.action = rules, battle, action
        self._besides = {
            f.says
            for f in check(rules, battle, action).findings
            if f.effect == "forbids" and not _geometric(f)
        }
        self.targets = battle.standing(action.target)

    def clears(self, after: Battle, firer: str = "") -> bool:
        """Tell whether the shot, or that of one firer, would be permitted but for what stays forbidden.

        So a step that breaks coherency, which forbids the shot too (CL-MOVE-4), clears nothing.
        """
        verdict = check(self.rules, after, self.of(firer))
        if not isinstance(verdict.plan, Volley) or not verdict.plan.groups:
            return False
        return {f.says for f in verdict.findings if f.effect == "forbids"} <= self._besides

    def of(self, firer: str = "") -> Shoot:
        """Return the shot of one model alone, or of all."""
        if not firer:
            return self.action
        return msgspec.structs.replace(self.action, weapons={firer: self.action.weapons.get(firer, "")})

    def stepped(self, model: Model, place: Place) -> Battle:
        """Return the battle with one model stepped aside; its unit has moved then."""
        after = self.battle.with_place(model.id, place)
        return after.with_unit(having_moved(self.rules, after.units[model.unit], (model.id,)))


def _geometric(finding: Finding) -> bool:
    return finding.says.startswith("sight.") or finding.says == "shoot.out_of_range"


# ---------------------------------------------------------------------- shots


def _for_shot(rules: Ruleset, battle: Battle, action: Shoot) -> Iterator[Remedy | None]:
    if not _lacks_line(rules, battle, action):
        return
    shot, found = Shot(rules, battle, action), False
    ways = [_doors]
    if measured_in_advance(rules):
        # How far a step would have to be tells the range (CL-GEN-9).
        ways += [_step, _levels]
    for way in ways:
        for remedy in way(shot):
            found = found or remedy is not None
            yield remedy
    limit = max((_reach(rules, battle, m) for m in battle.standing(action.unit)), default=0)
    if len(ways) > 1 and limit and not found:
        says = permit("CL-MOVE-2", "clear.no_step", action.unit, value=limit, measure="inches")
        yield Remedy(says, battle)


def _lacks_line(rules: Ruleset, battle: Battle, action: Shoot) -> bool:
    """Tell whether the shot fails for want of sight or range, measured and not declared."""
    facts = action.facts
    if facts.sight is not None or facts.range is not None or action.facts_by_model:
        return False
    if not battle.standing(action.unit) or not battle.standing(action.target):
        return False
    if battle.units[action.unit].side == battle.units[action.target].side:
        return False
    volley, silent = plan_volley(rules, battle, action)
    if volley is not None and volley.groups:
        return False
    return any(_geometric(f) for f in silent)


def _firers(shot: Shot) -> list[Model]:
    """Return the models that could step, the nearest to the target first."""
    rules, battle, action = shot.rules, shot.battle, shot.action
    found = [m for m in battle.standing(action.unit) if not action.weapons or m.id in action.weapons]
    found = [m for m in found if any(is_ranged(weapon) for weapon in m.weapons)] or found
    return sorted(found, key=lambda m: min(gap_between(rules, battle, m, t) for t in shot.targets))[:FIRERS]


def _seen_by(shot: Shot, battle: Battle, model: str = "") -> ShotLine | None:
    """Return a clear line of the shot as it would be, of one model if it is named."""
    volley, _ = plan_volley(shot.rules, battle, shot.action)
    if volley is None:
        return None
    firers = [f for f in volley.firers if f == model] or list(volley.firers)
    for firer in firers:
        for target in shot.targets:
            line = shot_line(shot.rules, battle, firer, target.id)
            if line.seen:
                return line
    return None


def _doors(shot: Shot) -> Iterator[Remedy | None]:
    """Try each shut door that is not locked and lies on a line from a firer to the target."""
    battle = shot.battle
    for door in _doors_between(battle, _firers(shot), shot.targets):
        opened = msgspec.structs.replace(door, state="open")
        after = battle.with_table(battle.table.with_door(opened))
        yield None
        if shot.clears(after):
            says = permit("WO-TER-9", "clear.door", door.id, shot.action.target)
            yield Remedy(says, after, door=door.id, line=_seen_by(shot, after))


def _doors_between(battle: Battle, firers: Sequence[Model], targets: Sequence[Model]) -> list[Door]:
    found: dict[str, Door] = {}
    for firer in firers:
        for target in targets:
            assert firer.place is not None
            assert target.place is not None
            for door in battle.table.doors.values():
                shut = door.state == "shut" and not door.locked
                here = door.level in (firer.place.level, target.place.level)
                if shut and here and _near_line(door, firer.place.at, target.place.at):
                    found.setdefault(door.id, door)
    return list(found.values())[:MOST_DOORS]


def _near_line(door: Door, a: Point, b: Point) -> bool:
    """Tell whether a line between two models, or one beside it, crosses a door."""
    dx, dy = b.x - a.x, b.y - a.y
    length = math.hypot(dx, dy)
    if not length:
        return False
    along = [((p.x - a.x) * dx + (p.y - a.y) * dy) / length for p in (door.a, door.b)]
    across = [((p.x - a.x) * dy - (p.y - a.y) * dx) / length for p in (door.a, door.b)]
    beside = min(across) <= UNITS_PER_INCH / 2 and max(across) >= -UNITS_PER_INCH / 2
    return beside and max(along) > 0 and min(along) < length


def _levels(shot: Shot) -> Iterator[Remedy | None]:
    """Try the floors above and below the nearest firer."""
    battle = shot.battle
    for firer in _firers(shot)[:1]:
        assert firer.place is not None
        floors = sorted({0, *space_of(battle.table).floors_at(firer.place.at)} - {firer.place.level})
        for level in floors:
            place = msgspec.structs.replace(firer.place, level=level)
            after = shot.stepped(firer, place)
            if _stands(shot.rules, battle, firer, place) and shot.clears(after, firer.id):
                names = space_of(battle.table).structures_at(place.at, max(level, firer.place.level))
                says = permit("CL-LOS-1", "clear.level", firer.id, *names[:1], facts={"floor": level})
                yield Remedy(says, after, {firer.id: place}, line=_seen_by(shot, after, firer.id))
                return


# ---------------------------------------------------------------------- a short step


def _step(shot: Shot) -> Iterator[Remedy | None]:
    """Find the shortest straight step after which a model can fire at the target."""
    rules, battle = shot.rules, shot.battle
    best: tuple[Length, Model, Place] | None = None
    for firer in _firers(shot):
        most = _reach(rules, battle, firer) if best is None else best[0]
        found: tuple[Length, Place] | None = None
        for nearest in _nearest(shot, firer, most):
            found = nearest
            yield None
        if found is not None and (best is None or found[0] < best[0]):
            best = (found[0], firer, found[1])
    if best is None:
        return
    away, firer, place = best
    assert firer.place is not None
    after = shot.stepped(firer, place)
    line = _seen_by(shot, after, firer.id)
    sees = any(rules.sight(rules, battle, firer, model).seen for model in shot.targets)
    key = "clear.nearer" if sees else "clear.step"
    turn = math.atan2(place.at.y - firer.place.at.y, place.at.x - firer.place.at.x)
    way = WAYS[round(turn / (math.pi / 4)) % 8]
    says = permit(
        "CL-SHOOT-5" if sees else "CL-LOS-4",
        key, firer.id, shot.action.target, value=away, measure="inches", facts={"way": way},
    )  # fmt: skip
    yield Remedy(says, after, {firer.id: place}, line=line)


def _reach(rules: Ruleset, battle: Battle, model: Model) -> Length:
    """Return how far a model may still walk in its Movement phase, or in the next one it has."""
    unit = battle.units[model.unit]
    limit = rules.move_limit(rules, battle, unit, Move(unit.id, {})).total
    if battle.clock.step == "movement":
        limit = left_to_walk(unit, model.id, limit)
    return max(0, min(limit, USUAL_STEP))


def _stands(rules: Ruleset, battle: Battle, model: Model, place: Place) -> bool:
    way = way_of(rules, battle, model, "foot")
    return not field(battle.table, way.mover, way.blocks, place.level, end=True).stops(place.at)


def _nearest(shot: Shot, firer: Model, most: Length) -> Iterator[tuple[Length, Place] | None]:
    """Yield last the nearest place straight ahead from which one model can fire, and how far it is.

    Rings of places are tried from the inside out by sight and range; what they find is put to the rules, and
    the step is then halved until it is exact.
    """
    assert firer.place is not None
    battle, start = shot.battle, firer.place
    way = way_of(shot.rules, battle, firer, "foot")
    for spots in _rings(battle, firer, shot.targets[:NEAREST], way, most):
        promising = _promising(shot, firer, [spot for _, _, spot in spots])
        found: list[tuple[Length, Place]] = []
        for (ring, turn, spot), promises in zip(spots, promising, strict=True):
            place = Place(spot, start.level, start.facing)
            if not promises or (found and ring * STEP - STEP >= min(away for away, _ in found)):
                continue
            if _walks(battle, way, start, spot) and shot.clears(shot.stepped(firer, place), firer.id):
                found.append(_exact(shot, firer, way, turn, ring * STEP))
        if found:
            yield min(found, key=lambda pair: pair[0])
            return
        yield None


def _rings(
    battle: Battle, firer: Model, targets: Sequence[Model], way: Way, most: Length
) -> Iterator[list[tuple[int, float, Point]]]:
    """Yield places round a model ring by ring: its number, the direction, and the place.

    Only places where the base fits and that no wall hides from where it stands.
    """
    assert firer.place is not None
    start = firer.place
    turns = [2 * math.pi * k / DIRECTIONS for k in range(DIRECTIONS)]
    for target in targets:
        assert target.place is not None
        turns.append(math.atan2(target.place.at.y - start.at.y, target.place.at.x - start.at.x))
    every = [
        (ring, turn, off(start.at, turn, ring * STEP))
        for ring in range(1, most // STEP + 1)
        for turn in turns
    ]
    if not every:
        return
    here = field(battle.table, way.mover, way.blocks, start.level, end=True)
    fits = here.free(np.array([(spot.x, spot.y) for _, _, spot in every], dtype=np.float64))
    spots = [spot for _, _, spot in every]
    fits = fits & in_the_open(space_of(battle.table), start.at, start.level, spots, way.blocks.kinds)
    left = [one for one, stands in zip(every, fits, strict=True) if stands]
    for first in range(1, most // STEP + 1, RINGS_AT_ONCE):
        some = [one for one in left if first <= one[0] < first + RINGS_AT_ONCE]
        if some:
            yield some


def _walks(battle: Battle, way: Way, start: Place, spot: Point) -> bool:
    path = (Waypoint(spot, start.level),)
    return path_clear(battle.table, way.mover, way.blocks, Waypoint(start.at, start.level), path).ok


def _promising(shot: Shot, firer: Model, spots: Sequence[Point]) -> list[bool]:
    """Tell from which spots any body of the target can be seen and is in range, but for models between."""
    assert firer.place is not None
    rules, battle, level = shot.rules, shot.battle, firer.place.level
    models = sorted(shot.targets, key=lambda m: gap_between(rules, battle, firer, m))
    models = models[:NEAREST]
    bases = [base_of(battle, m) for m in models]
    if not spots:
        return []
    longest = max((weapon.range for weapon in firer.weapons), default=0)
    standing = [base_of(battle, firer, Place(spot, level)) for spot in spots]
    near = gaps(standing, bases) <= longest
    if not near.any():
        return [False] * len(spots)
    if not rules.on("CL-LOS-1"):
        return [bool(row.any()) for row in near]
    kinds = frozenset(rules.opaque(rules).blocking)
    eyes = [eye_of(base, firer.id, firer.unit) for base in standing]
    bodies = [body_of(base, m.id, m.unit) for base, m in zip(bases, models, strict=True)]
    seen = see_many(space_of(battle.table), eyes, bodies, kinds, wanted=near).visible
    return [bool(row.any()) for row in seen]


def _exact(shot: Shot, firer: Model, way: Way, turn: float, high: Length) -> tuple[Length, Place]:
    """Halve the last quarter of an inch until the shortest step that clears one model's shot is exact."""
    assert firer.place is not None
    start, low = firer.place, high - STEP
    place = Place(off(start.at, turn, high), start.level, start.facing)
    while high - low > EXACT:
        middle = (low + high) // 2
        tried = Place(off(start.at, turn, middle), start.level, start.facing)
        after = shot.stepped(firer, tried)
        if _walks(shot.battle, way, start, tried.at) and shot.clears(after, firer.id):
            high, place = middle, tried
        else:
            low = middle
    return distance(start.at, place.at), place


# ---------------------------------------------------------------------- moves


def _for_move(rules: Ruleset, battle: Battle, action: Move) -> Iterator[Remedy]:
    """Stop every model that walks too far where its move ends, if the rules permit the move then."""
    verdict = check(rules, battle, action)
    over = {
        f.about[0]: f.value - f.limit
        for f in verdict.findings
        if f.says == "move.walked" and f.effect == "forbids" and f.value is not None and f.limit is not None
    }
    if not over:
        return
    paths = dict(action.paths)
    for model, excess in over.items():
        place = battle.models[model].place
        if place is None or model not in paths:
            return
        per_floor = way_of(rules, battle, battle.models[model], action.mode).passage.per_floor or 0
        start = Waypoint(place.at, place.level)
        cut = shortened(start, paths[model], measured(start, paths[model], per_floor) - excess, per_floor)
        if not cut:
            return
        paths[model] = cut
    shorter = msgspec.structs.replace(action, paths=paths)
    again = check(rules, battle, shorter)
    if not isinstance(again, Permit):
        return
    name, excess = max(over.items(), key=lambda pair: pair[1])
    says = permit("CL-MOVE-2", "clear.shorter", name, value=excess, measure="inches")
    places = {m: Place(path[-1].at, path[-1].level, _facing(battle, m)) for m, path in paths.items() if path}
    yield Remedy(says, battle, places, action=shorter)


def _facing(battle: Battle, model: str) -> int:
    place = battle.models[model].place
    return place.facing if place is not None else 0


def shortened(start: Waypoint, path: Path, length: Length, per_floor: Length = 0) -> Path:
    """Return a path cut off after a length in units; a floor that can no longer be climbed is left out.

    Lengths are as `measured` gives them; the cut is rounded towards the start, so it is never too long.
    """
    kept: list[Waypoint] = []
    left, here = float(length), start
    for corner in path:
        away = math.hypot(corner.at.x - here.at.x, corner.at.y - here.at.y)
        climb = abs(corner.level - here.level) * per_floor
        if away + climb <= left:
            kept.append(corner)
            left -= away + climb
            here = corner
            continue
        part = min(1.0, max(0.0, (left - 1) / away)) if away else 0.0
        at = Point(
            here.at.x + int((corner.at.x - here.at.x) * part),
            here.at.y + int((corner.at.y - here.at.y) * part),
        )
        if at != here.at:
            kept.append(Waypoint(at, here.level))
        break
    return tuple(kept)
