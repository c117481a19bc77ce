"""A volley: the explained numbers of an attack, computed once by a pure function.

`resolve` rolls a volley and `odds` convolves it, so the two cannot disagree.
"""

from __future__ import annotations

import msgspec

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.slots import ShotContext


class Shooter(msgspec.Struct, frozen=True):
    """Hold one firing model: its weapon, what its shots depend on, and how many dice it rolls."""

    model: str
    context: ShotContext
    shots: Breakdown


class ShotGroup(msgspec.Struct, frozen=True):
    """Hold shots that are rolled together: one weapon, one number to hit, one cover save."""

    weapon: Weapon
    shooters: tuple[Shooter, ...]
    to_hit: Breakdown
    to_wound: Breakdown
    cover: Breakdown
    zone: str = ""
    zone_kind: str = ""

    @property
    def shots(self) -> int:
        """Return how many dice the group rolls to hit."""
        return sum(shooter.shots.total for shooter in self.shooters)


class SaveGroup(msgspec.Struct, frozen=True):
    """Hold target models that are the same in every respect (CL-WND-2)."""

    models: tuple[str, ...]
    wounds: int
    toughness: int
    wounds_lost: tuple[int, ...] = ()

    @property
    def id(self) -> str:
        """Return the group's id: its first model."""
        return self.models[0]


class Volley(msgspec.Struct, frozen=True):
    """Hold everything an attack rolls: shots by group, and the saves of each target group against each.

    `saves[i][j]` is the save of target group j against shot group i. `silent` says of each model that does
    not fire why.
    """

    unit: str
    target: str
    groups: tuple[ShotGroup, ...]
    targets: tuple[SaveGroup, ...]
    saves: tuple[tuple[Breakdown, ...], ...]
    silent: tuple[Finding, ...] = ()

    @property
    def shots(self) -> int:
        """Return how many dice are rolled to hit in all."""
        return sum(group.shots for group in self.groups)

    @property
    def firers(self) -> tuple[str, ...]:
        """Return the models that fire."""
        return tuple(shooter.model for group in self.groups for shooter in group.shooters)
