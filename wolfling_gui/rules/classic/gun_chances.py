"""Exact chances of shots at artillery, whose hits strike guns or crew (CL-UT-10)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import msgspec

from wolfling_gui.core.steps import Steps
from wolfling_gui.rules.allocation import save_chain
from wolfling_gui.rules.chances import binomial, chance
from wolfling_gui.rules.classic.artillery import gun_faces
from wolfling_gui.rules.losses import Losses, Shots
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import ShotGroup, Volley


class GunShare(msgspec.Struct, frozen=True):
    """Hold the chances of one hit on artillery: that it strikes the crew, goes through a gun, removes it."""

    crew: float
    through: float
    lost: float


def gun_share(rules: Ruleset, group: ShotGroup) -> GunShare:
    """Return what one hit of a group does by the location die, the gun's armour and its cover."""
    gun = len(gun_faces(rules)) / 6
    through = gun * chance(group.to_break)
    kept = 1.0
    if not group.gun_save.impossible and group.gun_save.terms:
        for save in save_chain(rules, group.gun_save):
            kept *= 1 - chance(save)
    return GunShare(1 - gun, through, through * kept)


def at_artillery(
    rules: Ruleset, volley: Volley, losses: Losses, shots: Sequence[Shots]
) -> Steps[list[float]]:
    """Return in steps the chance of each number of casualties, guns among them, from none to all.

    `shots` are of hits, as at any target. How many hits of each group remove guns is followed case by case;
    the others are hits on the crew or none. When the whole crew falls all guns are lost.
    """
    split = [
        _split(one.hits, gun_share(rules, group).lost)
        for one, group in zip(shots, volley.groups, strict=True)
    ]
    crew = sum(len(group.models) for group in volley.targets)
    found = [0.0] * (crew + len(volley.guns) + 1)
    unsaved = 0.0
    for lost in product(*(range(len(rows)) for rows in split)):
        rows = [part[n] for part, n in zip(split, lost, strict=True)]
        weights = [sum(row) for row in rows]
        share = 1.0
        for weight in weights:
            share *= weight
        if not share:
            continue
        rest = [
            _rest(rules, group, one, [p / weight for p in row])
            for group, one, row, weight in zip(volley.groups, shots, rows, weights, strict=True)
        ]
        losses.unsaved = 0.0
        guns = min(sum(lost), len(volley.guns))
        casualties = yield from losses.chances(rest)
        for fallen, part in enumerate(casualties):
            gone = len(volley.guns) if fallen == crew else guns
            found[fallen + gone] += share * part
        unsaved += share * (losses.unsaved + sum(lost))
        yield
    losses.unsaved = unsaved
    return found


def _split(hits: Sequence[float], lost: float) -> list[list[float]]:
    """Return the chances of so many hits that remove guns, and so many others: `result[removing][others]`."""
    most = len(hits) - 1
    rows = [binomial(count, lost) for count in range(most + 1)]
    return [[hits[n + m] * rows[n + m][n] for m in range(most - n + 1)] for n in range(most + 1)]


def _rest(rules: Ruleset, group: ShotGroup, one: Shots, hits: Sequence[float]) -> Shots:
    """Return what the hits do that remove no gun."""
    own = gun_share(rules, group)
    crew = own.crew / (1 - own.lost) if own.lost < 1 else 0.0
    return Shots(hits, one.plain * crew, one.sharp * crew)
