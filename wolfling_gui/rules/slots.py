"""The decision points a ruleset fills: one Protocol each.

A slot takes the final ruleset first and never keeps another, so that a core function that asks
`rules.cover(rules, …)` gets the cover of the variant being played. A variant writes `new(core_slot)`: when
its rule is on it decides, otherwise it returns `core_slot(rules, …)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

import msgspec

from wolfling_gui.core.actions import (
    NOTHING_SAID,
    CombatFacts,
    DeclaredFacts,
    Deploy,
    Move,
    MoveMode,
    Path,
    Shoot,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Model, Place, Roster, Unit, Weapon
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.procedure import Outcome, Procedure
from wolfling_gui.core.report import Entry
from wolfling_gui.core.table import Table
from wolfling_gui.core.verdict import Finding

if TYPE_CHECKING:
    from wolfling_gui.rules.ruleset import Ruleset
    from wolfling_gui.rules.volley import Volley

Act = Literal["deploy", "move", "run", "door", "shoot", "reserve", "assault", "fight", "end_step"]


class Step(msgspec.Struct, frozen=True):
    """Hold one step of the sequence: its id, its name's key, and whether a player or both act in it.

    A later part of a phase names the phase it is `part_of`; it is entered only when there is something to do.
    """

    id: str
    says: str
    kind: Literal["setup", "phase", "end"] = "phase"
    part_of: str = ""


class Passage(msgspec.Struct, frozen=True):
    """Hold what a model's base may not cross, and by which rule.

    `barriers` maps kinds of barriers to the rule that makes them stop movement; `impassable` areas to theirs;
    `keep_off` model ids to the gap in units that must stay free and the rule; `end_off` models that may be
    passed but not stood on. `fit_rule` says how a base fits a gap, `tolerance` units it may be too wide;
    `long_axis` lets an oval base need room for its length.
    `per_floor` is what a floor up or down costs in units, None for one that may not climb.
    """

    barriers: Mapping[str, str] = {}
    impassable: Mapping[str, str] = {}
    keep_off: Mapping[str, tuple[int, str]] = {}
    end_off: Mapping[str, str] = {}
    fit_rule: str = "CL-BASE-8"
    tolerance: int = 0
    long_axis: bool = False
    per_floor: int | None = None


class DangerTest(msgspec.Struct, frozen=True):
    """Hold a test for danger that a model has to take for its move, and the rule that asks for it."""

    model: str
    rule: str
    about: str = ""


class SightLine(msgspec.Struct, frozen=True):
    """Hold what one model sees of another, by which rule, and what hides it.

    `hidden` is the hidden share of the target in per cent, 100 when it cannot be seen.
    """

    seen: bool
    hidden: int
    findings: tuple[Finding, ...] = ()
    witness: tuple[tuple[int, int], tuple[int, int]] | None = None
    hidden_by: tuple[str, ...] = ()


class Opaque(msgspec.Struct, frozen=True):
    """Hold what stops lines of sight.

    `blocking` maps the kinds of barriers and terrain that block to the rule that says so; `veiling` kinds
    hide a part of what is behind them, never the whole.
    """

    blocking: Mapping[str, str]
    veiling: tuple[str, ...] = ()


class ShotContext(msgspec.Struct, frozen=True):
    """Hold everything a single firer's shot depends on besides the weapon: measured or declared."""

    firer: Model
    unit: Unit
    target: Unit
    weapon: Weapon
    range: int
    sight: SightLine
    shared_zone: str = ""
    shared_kind: str = ""
    zone_declared: bool = False
    declared_cover: int | None = None
    moved: bool = False
    indirect: bool = False
    half: Literal["", "half", "less", "doubtful"] = ""


class SequenceSlot(Protocol):
    """Give the steps of a battle in order."""

    def __call__(self, rules: Ruleset) -> tuple[Step, ...]: ...


class AdvanceSlot(Protocol):
    """Leave the present step and enter the next."""

    def __call__(self, rules: Ruleset, battle: Battle) -> Procedure[Outcome]: ...


class MayActSlot(Protocol):
    """Say what speaks against a unit doing something now."""

    def __call__(self, rules: Ruleset, battle: Battle, unit: Unit, act: Act) -> tuple[Finding, ...]: ...


class MayEndSlot(Protocol):
    """Say what must be done before the step can end."""

    def __call__(self, rules: Ruleset, battle: Battle) -> tuple[Finding, ...]: ...


class MoveLimitSlot(Protocol):
    """Give how far the models of a unit may move, in units."""

    def __call__(self, rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> Breakdown: ...


class PassageSlot(Protocol):
    """Give what stands in the way of a model; `together` are models that move with it and never block it."""

    def __call__(
        self, rules: Ruleset, battle: Battle, model: Model, mode: MoveMode, together: frozenset[str]
    ) -> Passage: ...


class DangerSlot(Protocol):
    """Say which models test for danger because of a move."""

    def __call__(
        self, rules: Ruleset, battle: Battle, unit: Unit, action: Move
    ) -> tuple[DangerTest, ...]: ...


class CheckMoveSlot(Protocol):
    """Judge the move of a unit beyond its paths: places, terrain and zones."""

    def __call__(
        self, rules: Ruleset, battle: Battle, after: Battle, action: Move
    ) -> tuple[Finding, ...]: ...


class CheckPlaceSlot(Protocol):
    """Judge where a model stands or is set down."""

    def __call__(self, rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]: ...


class InterruptsSlot(Protocol):
    """Carry out what others may do between two moments of an action."""

    def __call__(self, rules: Ruleset, before: Battle, battle: Battle, unit: str) -> Procedure[Outcome]: ...


class CoherencySlot(Protocol):
    """Judge whether a unit's models stand together."""

    def __call__(self, rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]: ...


class OpaqueSlot(Protocol):
    """Say what stops lines of sight."""

    def __call__(self, rules: Ruleset) -> Opaque: ...


class SightSlot(Protocol):
    """Say what a model sees of another; with `explain` also the line, what blocks or hides it, and why."""

    def __call__(
        self, rules: Ruleset, battle: Battle, firer: Model, target: Model, explain: bool = False
    ) -> SightLine: ...


class SharedZoneSlot(Protocol):
    """Say whether a firer and a target unit count as being in one zone: its id and kind, or empty texts.

    A declared zone takes the place of the measured one; its id is its name, or "declared" without one.
    """

    def __call__(
        self,
        rules: Ruleset,
        battle: Battle,
        firer: Model,
        target: Unit,
        facts: DeclaredFacts = NOTHING_SAID,
    ) -> tuple[str, str]: ...


class Burst(NamedTuple):
    """Hold shots that answer an assault: at which step of the fight, whose, and the volley as it is then.

    With `tests` the losses to them are tested for at once, as those to shots in the Shooting phase are.
    """

    step: int
    unit: str
    volley: Callable[[Battle], Volley | None]
    tests: bool = False


class Answer(NamedTuple):
    """Hold how an assaulted unit could answer an enemy: each condition, kept or not, and shots by step.

    `shots` are worked out even where a condition is not kept, as long as anybody could fire. `note` is what
    whoever assaults should know, None where there is nothing to fear.
    """

    unit: str
    target: str
    findings: tuple[Finding, ...]
    shots: tuple[tuple[int, Volley], ...] = ()
    note: Finding | None = None

    @property
    def allowed(self) -> bool:
        """Tell whether the unit may answer so."""
        return not any(finding.effect == "forbids" for finding in self.findings)


class Lost(msgspec.Struct, frozen=True):
    """Hold the Wounds that a side has caused in a fight: at which unit, and by blows or by shots."""

    side: str
    target: str
    wounds: int
    source: str = "blows"


class AssaultReachSlot(Protocol):
    """Give how far a unit's assault move reaches, in units; `faces` are the dice of difficult ground."""

    def __call__(
        self, rules: Ruleset, battle: Battle, unit: Unit, faces: tuple[int, ...] = ()
    ) -> Breakdown: ...


class AnswerAssaultSlot(Protocol):
    """Let the owner of an assaulted unit answer before blows: the battle, shots to come, the log."""

    def __call__(
        self, rules: Ruleset, battle: Battle, unit: str, said: CombatFacts
    ) -> Procedure[tuple[Battle, tuple[Burst, ...], tuple[Entry, ...]]]: ...


class AnswerAheadSlot(Protocol):
    """Say ahead how a unit could answer the assault of an enemy; None where the rules know no answer.

    `battle` is that in which the models have come together, or stand before the first blow.
    """

    def __call__(
        self, rules: Ruleset, battle: Battle, unit: str, target: str, said: CombatFacts
    ) -> Answer | None: ...


class CombatResultSlot(Protocol):
    """Give what each side has scored in a fight."""

    def __call__(
        self, rules: Ruleset, battle: Battle, sides: tuple[str, ...], lost: tuple[Lost, ...]
    ) -> Mapping[str, Breakdown]: ...


class CoverSlot(Protocol):
    """Give the cover save of the target unit against shots of one group, or a number that is impossible."""

    def __call__(self, rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...]) -> Breakdown: ...


class ToHitSlot(Protocol):
    """Give what a shot needs to hit."""

    def __call__(self, rules: Ruleset, battle: Battle, shot: ShotContext) -> Breakdown: ...


class ShotsSlot(Protocol):
    """Give how many dice a weapon rolls."""

    def __call__(self, rules: Ruleset, battle: Battle, shot: ShotContext) -> Breakdown: ...


class ToWoundSlot(Protocol):
    """Give what a hit needs to wound."""

    def __call__(self, rules: Ruleset, battle: Battle, weapon: Weapon, target: Unit) -> Breakdown: ...


class CoverLeftSlot(Protocol):
    """Give what a weapon leaves of a target's cover save; a number that is impossible where it ignores it."""

    def __call__(self, rules: Ruleset, weapon: Weapon, cover: Breakdown) -> Breakdown: ...


class SaveSlot(Protocol):
    """Give the best save of a model against a weapon, with the saves it passes over."""

    def __call__(
        self, rules: Ruleset, battle: Battle, weapon: Weapon, model: Model, cover: Breakdown
    ) -> Breakdown: ...


class SpreadSlot(Protocol):
    """Say which of the models under a marker or template its effect does not reach, a finding about each.

    `origin` is the centre of a marker or the narrow end of a template, `extent` how far it reaches from there
    at an angle.
    """

    def __call__(
        self,
        rules: Ruleset,
        battle: Battle,
        origin: Place,
        under: tuple[Model, ...],
        extent: Callable[[float], float],
    ) -> tuple[Finding, ...]: ...


class DriftSlot(Protocol):
    """Say where a scattering marker comes to a stop on its way, and the finding that stops it, if any."""

    def __call__(
        self, rules: Ruleset, battle: Battle, start: Place, end: Point
    ) -> tuple[Point, Finding | None]: ...


class CheckShootSlot(Protocol):
    """Judge the target and the weapons chosen, beyond sight and range."""

    def __call__(self, rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Finding, ...]: ...


class CheckDeploySlot(Protocol):
    """Judge where a unit is set up."""

    def __call__(
        self, rules: Ruleset, battle: Battle, after: Battle, action: Deploy
    ) -> tuple[Finding, ...]: ...


class OverlapLimitSlot(Protocol):
    """Give the rule against overlapping bases, and how deep an overlap still counts as contact, in units."""

    def __call__(self, rules: Ruleset) -> tuple[str, int]: ...


class FleetSlot(Protocol):
    """Give the rule that keeps a unit from assaulting after a run, empty when Fleet lets it."""

    def __call__(self, rules: Ruleset, battle: Battle, unit: Unit, paths: Mapping[str, Path]) -> str: ...


class MayGroundSlot(Protocol):
    """Say what speaks against a unit going to ground.

    `zone` is the kind of zone that it was declared to share with who shoots at it, "none" for no such zone,
    empty where nothing was declared. What only its owner can know is a finding that asks.
    """

    def __call__(self, rules: Ruleset, battle: Battle, unit: Unit, zone: str = "") -> tuple[Finding, ...]: ...


class WalkedInSlot(Protocol):
    """Say whether models walk about inside an intact structure."""

    def __call__(self, rules: Ruleset, table: Table, structure: str) -> bool: ...


class FallBackSlot(Protocol):
    """Give the dice a unit falls back by, such as "2D6", and the rule they come from."""

    def __call__(self, rules: Ruleset, battle: Battle, unit: Unit) -> tuple[str, str]: ...


class CheckMapSlot(Protocol):
    """Judge a map before the battle."""

    def __call__(self, rules: Ruleset, table: Table) -> tuple[Finding, ...]: ...


class RemovalSlot(Protocol):
    """Settle what follows when models have been removed: who has won, what is due."""

    def __call__(self, rules: Ruleset, battle: Battle) -> Outcome: ...


class ScoreSlot(Protocol):
    """Count the score as it would stand if the battle ended now."""

    def __call__(self, rules: Ruleset, battle: Battle) -> Outcome: ...


class CheckStartSlot(Protocol):
    """Judge a battle before its roll-off: its kind and its forces."""

    def __call__(self, rules: Ruleset, battle: Battle) -> tuple[Finding, ...]: ...


class ForceCheckSlot(Protocol):
    """Judge the forces before the battle."""

    def __call__(self, rules: Ruleset, rosters: Mapping[str, tuple[Roster, ...]]) -> tuple[Finding, ...]: ...
