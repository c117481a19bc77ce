"""Units in between: fire through the gaps of another unit (CL-COV-5)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.rules.classic.abilities import bears
from wolfling_gui.rules.facts import gap_between
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext

Floats = npt.NDArray[np.float64]

EYE = 0.9
"""Eyes are at so much of a model's height."""

Pairs = tuple[tuple[Model, Model], ...]
_KNOWN = Recent()


def may_screen(rules: Ruleset, battle: Battle, screen: Model, model: Model | None) -> bool:
    """Tell whether a model of another unit covers one behind it (CL-COV-5, CL-USR-20)."""
    if not rules.on("CL-COV-5"):
        return False
    large = model is not None and model.profile.unit_type == "monstrous_creature"
    return not (
        large and rules.on("CL-USR-20") and bears(rules, (screen,), battle.units[screen.unit], "swarm")
    )


def between(
    rules: Ruleset, battle: Battle, shots: Sequence[ShotContext], models: Sequence[Model]
) -> list[list[str]]:
    """Return for each shot and target model a model beside whose gap the fire passes, empty for none.

    A gap is the straight line between two neighbours of a third unit that are within coherency distance; the
    line of fire is that from eye to the middle of the body, and passes over what is lower (CL-COV-5).
    """
    nothing = [[""] * len(models) for _ in shots]
    if not shots or not rules.on("CL-COV-5") or not rules.flag("CL-COV-5", "through_gaps"):
        return nothing
    own = rules.flag("CL-COV-5", "own_unit")
    spared = set() if own else {shots[0].unit.id, shots[0].target.id}
    gaps = [pair for unit in battle.units if unit not in spared for pair in neighbours(rules, battle, unit)]
    if not gaps:
        return nothing
    firers = [shot.firer for shot in shots]
    starts = np.array([_spot(battle, m, EYE) if m.place else (np.nan,) * 3 for m in firers], dtype=float)
    ends = np.array([_spot(battle, m, 0.5) for m in models], dtype=float)
    lows = np.array([_spot(battle, a, 0) for a, _ in gaps], dtype=float)
    highs = np.array([_spot(battle, b, 0) for _, b in gaps], dtype=float)
    tops = np.array([max(_spot(battle, a, 1)[2], _spot(battle, b, 1)[2]) for a, b in gaps], dtype=float)
    crossed = _crossings(starts, ends, lows, highs, tops)
    for i, firer in enumerate(firers):
        for j, model in enumerate(models):
            for k in np.flatnonzero(crossed[i, j]):
                a, b = gaps[int(k)]
                if firer.id in (a.id, b.id) or model.id in (a.id, b.id):
                    continue
                if may_screen(rules, battle, a, model):
                    nothing[i][j] = a.id
                    break
    return nothing


def neighbours(rules: Ruleset, battle: Battle, unit: str) -> Pairs:
    """Return the pairs of a unit's models on one floor that are within coherency distance (CL-MOVE-3).

    What was found is kept for the battles looked at last.
    """
    known = _KNOWN.of(rules, battle)
    if unit not in known:
        known[unit] = _neighbours(rules, battle, unit)
    pairs: Pairs = known[unit]
    return pairs


def _neighbours(rules: Ruleset, battle: Battle, unit: str) -> Pairs:
    reach = rules.inches("CL-MOVE-3", "coherency_inches")
    found = []
    standing = battle.standing(unit)
    for n, a in enumerate(standing):
        for b in standing[n + 1 :]:
            assert a.place is not None
            assert b.place is not None
            near = abs(a.place.at.x - b.place.at.x) <= 4 * reach and a.place.level == b.place.level
            if near and gap_between(rules, battle, a, b) <= reach:
                found.append((a, b))
    return tuple(found)


def _spot(battle: Battle, model: Model, share: float) -> tuple[float, float, float]:
    assert model.place is not None
    floor = model.place.level * battle.table.floor_height
    return float(model.place.at.x), float(model.place.at.y), floor + share * model.body_height


def _crossings(starts: Floats, ends: Floats, a: Floats, b: Floats, tops: Floats) -> npt.NDArray[np.bool_]:
    """Tell which lines cross which gaps not above their top: booleans of shape (starts, ends, gaps)."""
    p, q = starts[:, None, None, :], ends[None, :, None, :]
    a, b = a[None, None], b[None, None]
    d, e = q - p, b - a
    across = d[..., 0] * e[..., 1] - d[..., 1] * e[..., 0]
    to_a = a - p
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (to_a[..., 0] * e[..., 1] - to_a[..., 1] * e[..., 0]) / across
        beside = (to_a[..., 0] * d[..., 1] - to_a[..., 1] * d[..., 0]) / across
    height = p[..., 2] + along * d[..., 2]
    low = a[..., 2]
    inside = (along > 0) & (along < 1) & (beside >= 0) & (beside <= 1)
    found: npt.NDArray[np.bool_] = inside & (height <= tops) & (height >= low)
    return found
