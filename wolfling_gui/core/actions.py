"""Actions: everything players can ask for, as one closed union for all rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from wolfling_gui.core.forces import Condition, ConditionKind, Place
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.terrain import DoorState, StructureKind, WallState

MoveMode = Literal["foot", "packs", "boost", "run", "regroup", "arrive", "assault"]
ReserveMethod = Literal["edge", "outflank", "deep_strike"]


class Waypoint(msgspec.Struct, frozen=True, array_like=True):
    """Hold a corner of a path and the level it lies on."""

    at: Point
    level: int = 0


Path = tuple[Waypoint, ...]
"""The corners a base centre walks, the start not counted."""


class DeclaredFacts(msgspec.Struct, frozen=True):
    """Hold what the players say of a shot in place of what would be measured; None is not said.

    `zone` is the kind of zone that firer and target share, `zone_name` its id where the table has a map;
    `cover` is the cover save, 0 for none; `level` is where the target is, seen from the firer; `half` says of
    a creature whether half of its body is hidden.
    """

    range: Length | None = None
    sight: Literal["clear", "partly", "blocked"] | None = None
    zone: Literal["room", "corridor", "section", "none"] | None = None
    cover: int | None = None
    level: Literal["same", "above", "below"] | None = None
    zone_name: str = ""
    half: Literal["half", "less", "doubtful"] | None = None

    def completed(self, other: DeclaredFacts) -> DeclaredFacts:
        """Return these facts with what they leave unsaid taken from others."""
        own_zone = self.zone is not None
        return DeclaredFacts(
            other.range if self.range is None else self.range,
            self.sight or other.sight,
            self.zone if own_zone else other.zone,
            other.cover if self.cover is None else self.cover,
            self.level or other.level,
            self.zone_name if own_zone else other.zone_name,
            self.half or other.half,
        )


NOTHING_SAID = DeclaredFacts()


class RollOff(msgspec.Struct, frozen=True, tag="roll_off"):
    """Roll off for who goes first; the winner chooses."""


class SettleMission(msgspec.Struct, frozen=True, tag="settle_mission"):
    """Settle what is played for: roll for it, or name a mission to agree on it."""

    id: str = ""


class SettleLayout(msgspec.Struct, frozen=True, tag="settle_layout"):
    """Settle how the sides deploy: roll for it, or name a way to agree on it."""

    id: str = ""


class PlaceObjective(msgspec.Struct, frozen=True, tag="place_objective"):
    """Place an objective during set-up, for the side whose turn it is to place one."""

    at: Point
    level: int = 0


class ChooseZone(msgspec.Struct, frozen=True, tag="choose_zone"):
    """Take a deployment zone: a table edge such as "south", or a quarter such as "south_west"."""

    option: str


class Seize(msgspec.Struct, frozen=True, tag="seize"):
    """Try to seize the initiative before the first turn."""


class Deploy(msgspec.Struct, frozen=True, tag="deploy"):
    """Set up a unit, or set it up anew."""

    unit: str
    places: Mapping[str, Place]


class KeepInReserve(msgspec.Struct, frozen=True, tag="keep_in_reserve"):
    """Keep a unit in reserve, to come on by a method."""

    unit: str
    method: ReserveMethod = "edge"


class RollReserves(msgspec.Struct, frozen=True, tag="roll_reserves"):
    """Roll for the active side's units in reserve."""


class DeepStrike(msgspec.Struct, frozen=True, tag="deep_strike"):
    """Let an arriving unit come down at a place, from which it scatters.

    Its models face `facing` degrees anticlockwise from east, by default across the table from their own edge.
    """

    unit: str
    at: Point
    level: int = 0
    facing: int | None = None


class Regroup(msgspec.Struct, frozen=True, tag="regroup"):
    """Let a unit that falls back try to regroup at the start of its Movement phase."""

    unit: str


class JoinUnit(msgspec.Struct, frozen=True, tag="join_unit"):
    """Let an independent character join a friendly unit that he is near."""

    unit: str
    target: str


class LeaveUnit(msgspec.Struct, frozen=True, tag="leave_unit"):
    """Let an independent character leave the unit that he has joined."""

    model: str


class RollAllowance(msgspec.Struct, frozen=True, tag="roll_allowance"):
    """Roll what limits a unit's move before the move is planned: difficult terrain, or a run."""

    unit: str
    mode: MoveMode = "foot"


class Move(msgspec.Struct, frozen=True, tag="move"):
    """Move models of a unit along paths; models without a path stay where they are."""

    unit: str
    paths: Mapping[str, Path]
    mode: MoveMode = "foot"
    facings: Mapping[str, int] = {}


class OperateDoor(msgspec.Struct, frozen=True, tag="operate_door"):
    """Open or shut a door with a model in contact with it."""

    model: str
    door: str
    to: DoorState


class Shoot(msgspec.Struct, frozen=True, tag="shoot"):
    """Fire a unit's weapons at one enemy unit.

    `weapons` names one weapon per firing model; models left out of a non-empty mapping hold their fire,
    an empty mapping lets each fire what it can. `facts` are declared for the whole volley; `facts_by_model`
    says what is different for single firing models; `more` names further weapons of models that may fire
    several (CL-UT-8). `aims` says where the hole of a model's marker is put, or towards what its template
    is laid; without it the rules choose.
    """

    unit: str
    target: str
    weapons: Mapping[str, str] = {}
    facts: DeclaredFacts = DeclaredFacts()
    facts_by_model: Mapping[str, DeclaredFacts] = {}
    more: Mapping[str, tuple[str, ...]] = {}
    aims: Mapping[str, Waypoint] = {}

    def weapons_of(self, model: str) -> tuple[str, ...]:
        """Return the weapons named for one model; a single empty name lets it fire what it can."""
        return (self.weapons.get(model, ""), *self.more.get(model, ()))

    def facts_of(self, model: str) -> DeclaredFacts:
        """Return what is declared of one firing model's shot: its own facts, then those of the volley."""
        own = self.facts_by_model.get(model)
        return self.facts if own is None else own.completed(self.facts)


class ChargeFacts(msgspec.Struct, frozen=True):
    """Hold what the players say of an assault move in place of what would be measured; None is not said.

    `way` is how far the first model has to go to touch the target, `difficult` whether a model goes through
    difficult ground, `dangerous` names models that test for danger, `also` further units that are touched.
    """

    way: Length | None = None
    difficult: bool | None = None
    dangerous: tuple[str, ...] = ()
    also: tuple[str, ...] = ()


class Charge(msgspec.Struct, frozen=True, tag="charge"):
    """Let a unit assault another: its models go along paths, in the order in which they stand here.

    Without paths the rules choose them. `facts` are declared where nobody has a place.
    """

    unit: str
    target: str
    paths: Mapping[str, Path] = {}
    facts: ChargeFacts = ChargeFacts()
    facings: Mapping[str, int] = {}


class CombatFacts(msgspec.Struct, frozen=True):
    """Hold what the players say of a combat in place of what would be measured.

    `contacts` gives for models the enemy models they touch, `supports` for models that touch nobody the mates
    near them that do; `engaged` says instead how many models of a unit are engaged, a joined character under
    his own unit. `steps` gives models the step they strike or shoot at. Of shots that answer an assault,
    `cover` is the cover save they leave, 0 for none, `blind` names models that do not see the enemy, and
    `indoors` units that stand in an interior.
    """

    contacts: Mapping[str, tuple[str, ...]] = {}
    supports: Mapping[str, tuple[str, ...]] = {}
    cover: int | None = None
    blind: tuple[str, ...] = ()
    engaged: Mapping[str, int] = {}
    steps: Mapping[str, int] = {}
    indoors: tuple[str, ...] = ()


class Fight(msgspec.Struct, frozen=True, tag="fight"):
    """Fight out the combat that a unit is in, from the first blow to the pile-in."""

    unit: str
    facts: CombatFacts = CombatFacts()


class HitAndRun(msgspec.Struct, frozen=True, tag="hit_and_run"):
    """Let a unit that has fought break away from its combat (CL-USR-9)."""

    unit: str


class UsePower(msgspec.Struct, frozen=True, tag="use_power"):
    """Let a seer use a psychic power, named if players like, where house rules play them (CL-PSY-1)."""

    model: str
    power: str = ""


class TakeTest(msgspec.Struct, frozen=True, tag="take_test"):
    """Let a unit test a characteristic, for a scenario or a ruling at the table; Ld is rolled on 2D6."""

    unit: str
    of: Literal["WS", "BS", "S", "T", "I", "Ld"]
    modifier: int = 0
    note: str = ""


class RollDice(msgspec.Struct, frozen=True, tag="roll_dice"):
    """Roll dice for anything: a sum such as 2D6 or D3+2, or the scatter die with "scatter"."""

    dice: str = "D6"
    side: str = ""
    multiplier: int = 1
    note: str = ""


class PickRandom(msgspec.Struct, frozen=True, tag="pick_random"):
    """Pick one of several things at random, each with the same chance."""

    candidates: tuple[str, ...]
    side: str = ""
    note: str = ""


class EndStep(msgspec.Struct, frozen=True, tag="end_step"):
    """Leave the step or phase and go on to the next."""


class SetPlace(msgspec.Struct, frozen=True, tag="place"):
    """Put a model somewhere, or off the table."""

    model: str
    place: Place | None


class SetWounds(msgspec.Struct, frozen=True, tag="wounds"):
    """Set how many Wounds a model has lost, and whether it is a casualty."""

    model: str
    lost: int
    casualty: bool = False


class SetCondition(msgspec.Struct, frozen=True, tag="condition"):
    """Lay a condition on a unit."""

    unit: str
    condition: Condition


class ClearCondition(msgspec.Struct, frozen=True, tag="clear_condition"):
    """Free a unit of a condition."""

    unit: str
    kind: ConditionKind


class SetClock(msgspec.Struct, frozen=True, tag="clock"):
    """Set the turn, the active side and the step."""

    turn: int
    side: str
    step: str


class SetScore(msgspec.Struct, frozen=True, tag="score"):
    """Set a side's score."""

    side: str
    points: int


class SetSideName(msgspec.Struct, frozen=True, tag="side_name"):
    """Give a side another name."""

    side: str
    name: str


class SetObjective(msgspec.Struct, frozen=True, tag="objective"):
    """Say which side holds an objective, empty for none."""

    objective: str
    owner: str


class SetDoor(msgspec.Struct, frozen=True, tag="door"):
    """Set a door's state and lock."""

    door: str
    state: DoorState
    locked: bool = False


class SetWall(msgspec.Struct, frozen=True, tag="wall"):
    """Set a wall's state."""

    wall: str
    state: WallState


class SetStructure(msgspec.Struct, frozen=True, tag="structure"):
    """Set what kind of structure something is: a breached building becomes a ruin (WO-TER-5)."""

    structure: str
    kind: StructureKind


Change = (
    SetPlace
    | SetWounds
    | SetCondition
    | ClearCondition
    | SetClock
    | SetScore
    | SetSideName
    | SetObjective
    | SetDoor
    | SetWall
    | SetStructure
)


class Adjust(msgspec.Struct, frozen=True, tag="adjust"):
    """Put something right by agreement: models, wounds, conditions, clock, score, names, doors."""

    changes: tuple[Change, ...]
    note: str = ""


Ruled = (
    SettleMission
    | SettleLayout
    | RollOff
    | PlaceObjective
    | ChooseZone
    | Seize
    | Deploy
    | KeepInReserve
    | RollReserves
    | DeepStrike
    | Regroup
    | JoinUnit
    | LeaveUnit
    | RollAllowance
    | Move
    | OperateDoor
    | Shoot
    | Charge
    | Fight
    | HitAndRun
    | UsePower
    | TakeTest
    | RollDice
    | PickRandom
    | EndStep
)
"""What rules judge, and players may overrule."""


class Overrule(msgspec.Struct, frozen=True, tag="overrule"):
    """Do a refused action all the same, because both players agree."""

    action: Ruled
    note: str = ""


Action = Ruled | Adjust | Overrule


def innermost(action: Action) -> Ruled | Adjust:
    """Return what an action does: of an overruled one what was refused, else the action itself."""
    return action.action if isinstance(action, Overrule) else action
