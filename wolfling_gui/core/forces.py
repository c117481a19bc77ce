"""Models and units: profiles, weapons, bases, and the squads a roster buys."""

from __future__ import annotations

from typing import Literal

import msgspec

from wolfling_gui.core.defaults import always
from wolfling_gui.core.lengths import Length, Point

UnitType = Literal[
    "infantry",
    "jump_infantry",
    "beast",
    "cavalry",
    "bike",
    "jetbike",
    "monstrous_creature",
    "artillery",
]
WeaponType = Literal["rapid_fire", "assault", "heavy", "pistol", "ordnance", "close_combat"]
Role = Literal["plain", "leader", "special", "heavy"]


class Base(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a base: a disc of `width`, or an oval or hull `length` long along its facing."""

    width: Length
    length: Length = 0
    shape: Literal["round", "oval", "hull"] = always("round")

    @property
    def radius(self) -> Length:
        """Return half the width, the radius of a disc, in units."""
        return self.width // 2


class Profile(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold the characteristics of a model (CL-PROF-1); a save of 0 means none."""

    name: str
    unit_type: UnitType = always("infantry")
    ws: int = 3
    bs: int = 3
    s: int = 3
    t: int = 3
    w: int = 1
    i: int = 3
    a: int = 1
    ld: int = 7
    sv: int = 0
    invulnerable: int = 0
    base: Base = always(Base(2500))
    height: Length = 0
    rules: tuple[str, ...] = ()
    toughness_bonus: int = 0


class Weapon(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a weapon profile (CL-PROF-4); an AP of 0 means none, a range of 0 means a template or blade."""

    name: str
    type: WeaponType = always("rapid_fire")
    range: Length = 0
    s: int = 3
    ap: int = 0
    shots: int = 1
    rules: tuple[str, ...] = ()


class Place(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold where a model stands: the centre of its base, its level, and its facing in degrees."""

    at: Point
    level: int = 0
    facing: int = 0


class Model(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold one model; `place` is None while it is not on the table.

    `home` is the unit of its own of a character who has joined another (CL-CHAR-2).
    """

    id: str
    name: str
    unit: str
    profile: Profile
    weapons: tuple[Weapon, ...] = ()
    role: Role = always("plain")
    place: Place | None = None
    wounds_lost: int = 0
    casualty: bool = False
    gear: tuple[str, ...] = ()
    home: str = ""

    @property
    def on_table(self) -> bool:
        """Tell whether the model stands on the table and still lives."""
        return self.place is not None and not self.casualty

    @property
    def wounds_left(self) -> int:
        """Return the Wounds the model has left (CL-WND-9)."""
        return max(0, self.profile.w - self.wounds_lost)

    @property
    def body_height(self) -> Length:
        """Return how high the model stands: its profile's height, else by its base (design, heights)."""
        if self.profile.height:
            return self.profile.height
        longest = max(self.profile.base.width, self.profile.base.length)
        if longest <= 3200:
            return 3175
        return 5080 if longest <= 4000 else 7620


ConditionKind = Literal[
    "moved",
    "jumped",
    "turbo_boosted",
    "allowance",
    "shot",
    "ran",
    "locked",
    "gone_to_ground",
    "falling_back",
    "regrouped",
    "walked",
    "shot_at",
    "no_assault",
    "arrived",
    "tests_due",
    "out_of_coherency",
    "door_used",
    "fleet_blocked",
    "danger_tested",
    "fell_back",
    "fired",
    "used",
    "charged",
    "assaulted",
    "before_assault",
    "slowed_charge",
    "fought",
    "stood_and_shot",
    "dazed",
    "nearest_only",
    "power",
]


class Condition(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold something that is true of a unit for a while, with the rule that made it so.

    `amount` and `about` say more where the kind needs it: an allowance in units, the unit shot at.
    `until` names when it ends: the side whose player turn, and "phase", "turn", "own_turn" or "battle".
    """

    kind: ConditionKind
    rule: str
    amount: int = 0
    about: str = ""
    until: Literal["phase", "turn", "own_turn", "battle"] = always("turn")
    side: str = ""


class Unit(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold one unit: models that move, shoot and assault as one body (CL-GEN-13)."""

    id: str
    name: str
    side: str
    models: tuple[str, ...]
    role: str = always("troops")
    points: int = 0
    starting_size: int = 0
    conditions: tuple[Condition, ...] = ()
    rules: tuple[str, ...] = ()
    in_reserve: str = ""

    def condition(self, kind: ConditionKind) -> Condition | None:
        """Return the unit's condition of a kind, or None."""
        for condition in self.conditions:
            if condition.kind == kind:
                return condition
        return None

    def has(self, kind: ConditionKind) -> bool:
        """Tell whether the unit is under a condition of a kind."""
        return self.condition(kind) is not None

    def with_condition(self, condition: Condition) -> Unit:
        """Return the unit with the condition added, in place of an older one of its kind and subject."""
        kept = tuple(c for c in self.conditions if (c.kind, c.about) != (condition.kind, condition.about))
        return msgspec.structs.replace(self, conditions=(*kept, condition))

    def without(self, *kinds: ConditionKind) -> Unit:
        """Return the unit without its conditions of these kinds."""
        kept = tuple(c for c in self.conditions if c.kind not in kinds)
        return msgspec.structs.replace(self, conditions=kept)


class SquadModel(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a line of a squad: how many models of a profile with these weapons."""

    name: str
    profile: Profile
    count: int = 1
    weapons: tuple[Weapon, ...] = ()
    role: Role = always("plain")
    gear: tuple[str, ...] = ()


class Squad(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a squad as bought: its lines, points and special rules."""

    id: str
    name: str
    lines: tuple[SquadModel, ...]
    role: str = always("troops")
    points: int = 0
    rules: tuple[str, ...] = ()


class Roster(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a force as bought: a name, a ruleset, and its squads."""

    name: str
    squads: tuple[Squad, ...]
    ruleset: str = always("wolfling")

    @property
    def points(self) -> int:
        """Return what the whole force costs (WO-FRC-1)."""
        return sum(squad.points for squad in self.squads)
