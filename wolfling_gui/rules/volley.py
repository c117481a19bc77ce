"""A volley: the explained numbers of an attack, computed once by a pure function.

`resolve` rolls a volley and `odds` convolves it, so the two cannot disagree.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

import msgspec

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.slots import ShotContext


class Shooter(msgspec.Struct, frozen=True):
    """Hold one firing model: its weapon, what its shots depend on, and how many dice it rolls.

    `aim` is where its marker is put or towards what its template is laid; None where nobody has a place.
    """

    model: str
    context: ShotContext
    shots: Breakdown
    aim: Waypoint | None = None


class ShotGroup(msgspec.Struct, frozen=True):
    """Hold shots that are rolled together: one weapon, one number to hit, one cover save.

    `found` is the cover before what the target itself adds to it; `spread` says what is laid instead of
    rolling to hit; `pinning` that its unsaved wounds pin; `rends` the face that rends, by which roll;
    `to_break` what a hit on a gun needs and `gun_save` what then saves it (CL-UT-10).
    """

    weapon: Weapon
    shooters: tuple[Shooter, ...]
    to_hit: Breakdown
    to_wound: Breakdown
    cover: Breakdown
    zone: str = ""
    zone_kind: str = ""
    found: Breakdown = Breakdown("save")
    spread: Literal["", "small", "large", "template"] = ""
    pinning: bool = False
    rends: int = 0
    rends_by: Literal["to_wound", "to_hit"] = "to_wound"
    second_tries: int = 0
    to_break: Breakdown = Breakdown("to_wound")
    gun_save: Breakdown = Breakdown("save")

    @property
    def shots(self) -> int:
        """Return how many dice the group rolls to hit."""
        return sum(shooter.shots.total for shooter in self.shooters)

    @property
    def zone_said(self) -> str:
        """Return the kind of zone that was declared for the group, "none" for no shared one, else nothing."""
        said = any(shooter.context.zone_declared for shooter in self.shooters)
        return self.zone_kind or "none" if said else ""


class SaveGroup(msgspec.Struct, frozen=True):
    """Hold target models that are the same in every respect (CL-WND-2).

    `painless` is what they ignore wounds on (CL-USR-6), `eternal` that they never die at one blow (CL-USR-4),
    `frail` how many wounds one of a blast counts as (CL-USR-20).
    """

    models: tuple[str, ...]
    wounds: int
    toughness: int
    wounds_lost: tuple[int, ...] = ()
    painless: int = 0
    eternal: bool = False
    frail: int = 1

    @property
    def id(self) -> str:
        """Return the group's id: its first model."""
        return self.models[0]


class Volley(msgspec.Struct, frozen=True):
    """Hold everything an attack rolls: shots by group, and the saves of each target group against each.

    `saves[i][j]` is the save of target group j against shot group i, `sharp[i][j]` that against its rending
    wounds, if it has any. `silent` says of each model that does
    not fire why. `guns` of artillery are struck apart and stand in no target group (CL-UT-10).
    """

    unit: str
    target: str
    groups: tuple[ShotGroup, ...]
    targets: tuple[SaveGroup, ...]
    saves: tuple[tuple[Breakdown, ...], ...]
    silent: tuple[Finding, ...] = ()
    sharp: tuple[tuple[Breakdown, ...], ...] = ()
    guns: tuple[str, ...] = ()

    @property
    def shots(self) -> int:
        """Return how many dice are rolled to hit in all."""
        return sum(group.shots for group in self.groups)

    def only(self, groups: Iterable[int]) -> Volley:
        """Return the volley of some of its shot groups."""
        kept = tuple(groups)
        return msgspec.structs.replace(
            self,
            groups=tuple(self.groups[n] for n in kept),
            saves=tuple(self.saves[n] for n in kept),
            sharp=tuple(self.sharp[n] for n in kept),
        )

    @property
    def zone_said(self) -> str:
        """Return the zone that was declared to be shared with the target by any of its groups, if one was."""
        said = [group.zone_said for group in self.groups if group.zone_said]
        return next((zone for zone in said if zone != "none"), said[0] if said else "")

    @property
    def firers(self) -> tuple[str, ...]:
        """Return the models that fire."""
        return tuple(shooter.model for group in self.groups for shooter in group.shooters)
