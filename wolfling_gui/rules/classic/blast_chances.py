"""The chances of what markers and templates hit, for the odds of a volley (CL-WPN-8, CL-WPN-11)."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import UNITS_PER_INCH, Point, distance
from wolfling_gui.core.steps import Steps, finished
from wolfling_gui.geometry.drifts import Truth, ends, free, gaps_to
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules import markers
from wolfling_gui.rules.chances import convolve, makes
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.aiming import size_of
from wolfling_gui.rules.classic.blasts import (
    distance_dice,
    distance_of,
    drifted,
    is_lost,
    scatters_again,
    scorched,
    struck,
    too_far,
)
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.volley import Shooter, ShotGroup, Volley

_SLACK = 8
"""Ways of one direction differ by rounding; so many units cover it when places near a target are sought."""


def hit_chances(rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup) -> list[float] | None:
    """Return the chance of each number of hits on the target, None where the players count them.

    The arrow points in each whole degree with the same chance, as the scatter die is asked for (CL-GEN-2), so
    this is exact but for what `is_exact` names: further markers of a barrage are taken as scattering on their
    own. Twin-linked ones are taken to scatter again where that hits more on the average.
    """
    return finished(hit_chances_in_steps(rules, battle, volley, group))


def hit_chances_in_steps(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup
) -> Steps[list[float] | None]:
    """Do the work of `hit_chances` a little at a time: beside walls every place of a marker is looked at."""
    found = [1.0]
    for shooter in group.shooters:
        if shooter.aim is None:
            return None
        one = yield from _marker_chances(rules, battle, volley, group, shooter)
        if abilities.runs_hot(rules, group.weapon):
            # One face of the die keeps it from firing (CL-WPN-16).
            one = [share * 5 / 6 for share in one]
            one[0] += 1 / 6
        for _ in range(shooter.shots.total):
            found = convolve(found, one)
    return found


def likely_hits(rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup) -> list[float] | None:
    """Return what a group hits if every marker or template lies where it is put and no wall is in its way.

    This is no chance but a measure, quickly found, by which targets can be put in order; None as in
    `hit_chances`.
    """
    bases = [base_of(battle, model) for model in battle.standing(volley.target)]
    radius = 0 if group.spread == "template" else markers.radius_of(rules, size_of(rules, group.weapon))
    hits = 0
    for shooter in group.shooters:
        if shooter.aim is None:
            return None
        places = np.array([(shooter.aim.at.x, shooter.aim.at.y)])
        hits += max(1, int((gaps_to(bases, places) <= radius).sum())) * shooter.shots.total
    return [0.0] * hits + [1.0]


def _marker_chances(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, shooter: Shooter
) -> Steps[list[float]]:
    assert shooter.aim is not None
    shot, aim = shooter.context, Place(shooter.aim.at, shooter.aim.level)
    found = [0.0] * (len(battle.members(volley.target)) + 1)
    if group.spread == "template":
        hit, _ = scorched(rules, battle, shot, shooter.aim)
        found[sum(m.unit == volley.target for m in hit)] = 1.0
        return found
    if too_far(rules, battle, shot, aim.at):
        return [1.0]
    here = _count_at(rules, battle, volley, shot, aim)
    yield
    if not group.to_hit.automatic:
        share = makes(group.to_hit.total)
        found[here] += share
        found[0] += 1 - share
        return found
    stays = 1.0
    if rules.on("CL-WPN-8") and rules.on("CL-GEN-2"):
        faces = rules.catalogue.value("CL-GEN-2", "digital_hit_on_d6")
        stays = len(faces) / 6 if isinstance(faces, tuple) else 0.0
    found[here] += stays
    if stays == 1:
        return found
    ways = _distances(rules, shot)
    found[here] += (1 - stays) * ways.pop(0, 0.0)
    moved = [0.0] * len(found)
    for share, count in (yield from _scattered(rules, battle, volley, shot, aim, ways)):
        moved[count] += (1 - stays) * share
    once = [a + b for a, b in zip(found, moved, strict=True)]
    return _again(found, moved, once) if scatters_again(rules, group.weapon) else once


def _again(stays: list[float], moved: list[float], once: list[float]) -> list[float]:
    """Return the chances when a marker that moved is scattered again where that hits more on the average."""
    mean = sum(count * share for count, share in enumerate(once))
    worse = sum(share for count, share in enumerate(moved) if count < mean)
    kept = [share if count >= mean else 0.0 for count, share in enumerate(moved)]
    return [a + b + worse * c for a, b, c in zip(stays, kept, once, strict=True)]


def is_exact(rules: Ruleset, group: ShotGroup) -> bool:
    """Tell whether chances of a group are exact: no player's choice and no place of a marker bears on them.

    A barrage's cover is judged from where its marker comes down, and its further markers follow the first
    (CL-WPN-18, CL-WPN-19).
    """
    if group.spread in ("", "template"):
        return True
    anywhere = rules.catalogue.word("CL-WPN-9", "allocate_to") == "whole_unit"
    return anywhere and not abilities.is_barrage(rules, group.weapon)


def _scattered(
    rules: Ruleset,
    battle: Battle,
    volley: Volley,
    shot: ShotContext,
    aim: Place,
    ways: Mapping[int, float],
) -> Steps[list[tuple[float, int]]]:
    """Return the chance of each way a marker drifts, by its inches, and how many of the target it then hits.

    Ways that end clear of the target are told from the bases alone; free ways and lines need no wall rule;
    all others go through the very rules that resolve the shot.
    """
    directions = rules.count("CL-GEN-2", "direction_degrees")
    lengths = [inches * UNITS_PER_INCH for inches in ways]
    places = ends(aim.at, lengths, directions)
    shares = [share / directions for share in ways.values() for _ in range(directions)]
    walls = [(wall.a, wall.b) for wall in space_of(battle.table).barriers(aim.level)]
    unhindered = free(places, aim.at, walls)
    rough = places.copy()
    farthest = len(lengths) - 1
    for degrees in range(directions):
        rows = [degrees + directions * n for n in range(len(lengths))]
        if all(unhindered[row] for row in rows):
            continue
        far = rows[farthest]
        end = Point(int(places[far, 0]), int(places[far, 1]))
        stop, stopped = rules.drift(rules, battle, aim, end)
        yield
        if stopped is None:
            continue
        reach = distance(aim.at, stop)
        for row, length in zip(rows, lengths, strict=True):
            if length > reach:
                rough[row] = stop.x, stop.y
    radius = markers.radius_of(rules, size_of(rules, shot.weapon))
    models = [m for m in battle.standing(volley.target)]
    bases = [base_of(battle, model) for model in models]
    gaps = gaps_to(bases, rough)
    near: Truth = np.asarray((gaps <= radius + _SLACK).any(axis=1), dtype=bool)
    plain = _is_plain(rules, battle)
    touched = gaps <= radius
    seen: Truth = np.ones(touched.shape, dtype=bool)
    if plain:
        for column, base in enumerate(bases):
            seen[:, column] = ~touched[:, column] | free(rough, base.at, walls)
    sure: Truth = unhindered & np.asarray(seen.all(axis=1), dtype=bool)
    counts = touched.sum(axis=1)
    table = battle.table
    outside = (places < 0) | (places > np.array([table.width, table.height]))
    lost: Truth = np.asarray(outside.any(axis=1), dtype=bool)
    known: dict[Place, int] = {}
    found: list[tuple[float, int]] = []
    for row, share in enumerate(shares):
        if not near[row]:
            found.append((share, 0))
        elif plain and sure[row] and not lost[row]:
            found.append((share, int(counts[row])))
        else:
            length, degrees = lengths[row // directions], row % directions
            place, _ = drifted(rules, battle, shot, aim, degrees, length)
            if place not in known:
                known[place] = _count_at(rules, battle, volley, shot, place)
            found.append((share, known[place]))
            yield
    return found


def _is_plain(rules: Ruleset, battle: Battle) -> bool:
    """Tell whether a marker hits all it touches that a free line reaches: one floor, and the usual rules."""
    usual = rules.on("CL-WPN-9") and rules.on("CL-BASE-7") and rules.flag("CL-BASE-7", "partial_counts")
    return usual and battle.table.levels() == (0,)


def _distances(rules: Ruleset, shot: ShotContext) -> dict[int, float]:
    """Return the chance of each distance of scatter, in inches."""
    totals = [1.0]
    for _ in range(distance_dice(rules).count):
        totals = convolve(totals, [0.0] + [1 / 6] * 6)
    found: dict[int, float] = {}
    for total, share in enumerate(totals):
        if share:
            away = distance_of(rules, shot, total) // UNITS_PER_INCH
            found[away] = found.get(away, 0.0) + share
    return found


def _count_at(rules: Ruleset, battle: Battle, volley: Volley, shot: ShotContext, place: Place) -> int:
    """Return how many models of the target a marker would hit at a place."""
    radius = markers.radius_of(rules, size_of(rules, shot.weapon))
    bases = [base_of(battle, model) for model in battle.standing(volley.target)]
    if all(gap_to_point(base, place.at) > radius for base in bases):
        return 0
    if is_lost(rules, battle, place.at):
        return 0
    hit, _ = struck(rules, battle, shot, place)
    return sum(model.unit == volley.target for model in hit)
