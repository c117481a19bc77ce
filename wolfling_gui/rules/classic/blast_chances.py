"""The chances of what markers and templates hit, for the odds of a volley (CL-WPN-8, CL-WPN-11)."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.rules import markers
from wolfling_gui.rules.classic.aiming import size_of
from wolfling_gui.rules.classic.blasts import is_lost, scorched, settled, skill, step, struck, too_far
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.volley import Shooter, ShotGroup, Volley

_DIRECTIONS = 24


def hit_chances(rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup) -> list[float] | None:
    """Return the chance of each number of hits on the target, None where the players count them.

    Exact for templates and for markers that stay; the arrow is taken to point in one of 24 directions.
    """
    found = [1.0]
    for shooter in group.shooters:
        if shooter.aim is None:
            return None
        for _ in range(shooter.shots.total):
            one = _marker_chances(rules, battle, volley, group, shooter)
            joined = [0.0] * (len(found) + len(one) - 1)
            for i, a in enumerate(found):
                for j, b in enumerate(one):
                    joined[i + j] += a * b
            found = joined
    return found


def _marker_chances(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, shooter: Shooter
) -> list[float]:
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
    if not group.to_hit.automatic:
        share = (7 - max(2, group.to_hit.total)) / 6
        found[here] += share
        found[0] += 1 - share
        return found
    stays = 1.0
    if rules.on("CL-WPN-8") and rules.on("CL-GEN-2"):
        faces = rules.catalogue.value("CL-GEN-2", "digital_hit_on_d6")
        stays = len(faces) / 6 if isinstance(faces, tuple) else 0.0
    found[here] += stays
    for away, share in _distances(rules, shot).items() if stays < 1 else ():
        for turn in range(_DIRECTIONS if away else 1):
            part = (1 - stays) * share / (_DIRECTIONS if away else 1)
            end = aim.at.shifted(*step(away * UNITS_PER_INCH, turn * 360 // _DIRECTIONS))
            stop, _ = rules.drift(rules, battle, aim, end)
            place = settled(rules, battle, shot, aim, stop) if away else aim
            found[_count_at(rules, battle, volley, shot, place)] += part
    return found


def _distances(rules: Ruleset, shot: ShotContext) -> dict[int, float]:
    """Return the chance of each distance of scatter, in inches."""
    dice = parse_dice(rules.catalogue.word("CL-WPN-8", "dice"))
    totals = {dice.bonus: 1.0}
    for _ in range(dice.count):
        more: dict[int, float] = {}
        for total, share in totals.items():
            for face in range(1, 7):
                more[total + face] = more.get(total + face, 0.0) + share / 6
        totals = more
    least, less = rules.count("CL-WPN-8", "minimum"), skill(rules, shot)
    found: dict[int, float] = {}
    for total, share in totals.items():
        away = max(least, total - less)
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
