"""Say how a model's token looks, from the battle alone."""

from __future__ import annotations

from typing import Final

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import ConditionKind, Model, Unit
from wolfling_gui.ui.scene.symbols.tokens import TokenLook, TokenState

BADGES: Final[tuple[tuple[ConditionKind, str], ...]] = (
    ("falling_back", "falling_back"),
    ("locked", "in_combat"),
    ("gone_to_ground", "gone_to_ground"),
    ("ran", "ran"),
    ("shot", "shot"),
    ("moved", "moved"),
    ("jumped", "moved"),
    ("turbo_boosted", "moved"),
)
"""Conditions that a token shows, the gravest first, with the name of their icon."""
BADGES_FROM: Final = 16.0
"""Below so many pixels per inch a badge would hide its neighbours, and none is shown."""


def badge_names(unit: Unit) -> tuple[str, ...]:
    """Return the names of a unit's status badges, the gravest first, each once."""
    held = {condition.kind for condition in unit.conditions}
    return tuple(dict.fromkeys(name for kind, name in BADGES if kind in held))


def badge_bearer(battle: Battle, unit: Unit) -> str:
    """Return the id of the model that shows its unit's statuses: the leader, else the first that stands."""
    first = ""
    for name in unit.models:
        model = battle.models[name]
        if not model.on_table:
            continue
        if model.role == "leader":
            return name
        first = first or name
    return first


def look_of(
    model: Model,
    side: int,
    px_per_inch: float,
    *,
    acted: bool = False,
    badges: tuple[str, ...] = (),
    shown_level: int | None = None,
    casualty: bool = False,
) -> TokenLook:
    """Return the look of a model where it stands; `shown_level` is None when all levels are shown."""
    base = model.profile.base
    scale = px_per_inch / 2540
    place = model.place
    level = place.level if place is not None else 0
    state: TokenState = "casualty" if casualty else "acted" if acted else "ready"
    round_base = base.shape == "round"
    return TokenLook(
        side=side,
        role=model.role,
        shape=base.shape,
        width_px=base.width * scale,
        length_px=(base.width if round_base or not base.length else base.length) * scale,
        facing=None if round_base or place is None else float(place.facing),
        wounds_left=model.wounds_left,
        wounds_total=model.profile.w,
        state=state,
        level=level if level > 0 else None,
        badges=badges if px_per_inch >= BADGES_FROM else (),
        dimmed=shown_level is not None and level != shown_level,
    )
