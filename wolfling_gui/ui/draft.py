"""Hold what the desk passes around: the thing under the pointer, and a plan not yet carried out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from wolfling_gui.core.actions import Charge, Deploy, Move, MoveMode, Path, Shoot, Waypoint
from wolfling_gui.core.forces import Place
from wolfling_gui.core.verdict import Permit, Refusal

Verdict = Permit[Any] | Refusal
DraftKind = Literal["move", "deploy", "put", "aim", "charge"]
HoverKind = Literal["", "model", "unit", "door", "wall", "structure", "zone", "area", "obstacle", "objective"]
SaidKind = Literal["allowed", "refused", "warning", "question", "not_applicable"]

SELECT = "select"
"""The name of the tool that is in use when no other is."""


@dataclass(frozen=True, slots=True)
class Hovered:
    """Name the thing under the pointer; for a model `unit` is its unit."""

    kind: HoverKind = ""
    id: str = ""
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """Hold a plan that is not yet carried out, and what rules say of it.

    `paths` hold each moved model's corners, the start not counted; `places` the models of a deployment, or
    those that a question asks to set down ("put"); `shot` a shot whose markers and templates are placed
    ("aim"), of which that of the model `held` still follows the pointer. A charge goes for the unit `target`;
    its `paths` stand in the order in which the models go, `by_hand` names those that were dragged.
    `verdict` is that of the whole plan and is filled in by the desk.
    """

    kind: DraftKind
    unit: str
    mode: MoveMode = "foot"
    paths: Mapping[str, Path] = field(default_factory=dict)
    places: Mapping[str, Place] = field(default_factory=dict)
    facings: Mapping[str, int] = field(default_factory=dict)
    shot: Shoot | None = None
    held: str = ""
    target: str = ""
    by_hand: tuple[str, ...] = ()
    verdict: Verdict | None = None

    @property
    def action(self) -> Move | Deploy | Shoot | Charge:
        """Return the action that the plan would be."""
        if self.shot is not None:
            return self.shot
        if self.kind == "charge":
            return Charge(self.unit, self.target, dict(self.paths), facings=dict(self.facings))
        if self.kind != "move":
            return Deploy(self.unit, dict(self.places))
        return Move(self.unit, dict(self.paths), self.mode, dict(self.facings))

    @property
    def fixed(self) -> Mapping[str, Waypoint]:
        """Return where markers and templates have been put: all but the one that follows the pointer."""
        aims = self.shot.aims if self.shot is not None else {}
        return {model: aim for model, aim in aims.items() if model != self.held}

    @property
    def models(self) -> tuple[str, ...]:
        """Return the models that the plan puts somewhere."""
        return tuple(self.paths if self.walks else self.places)

    @property
    def walks(self) -> bool:
        """Tell whether the plan is made of ways that models go, not of places where they are set down."""
        return self.kind in ("move", "charge")

    @property
    def allowed(self) -> bool:
        """Tell whether the rules permit the plan."""
        return isinstance(self.verdict, Permit)
