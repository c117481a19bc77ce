"""What a guide holds: the steps of the moment, what can be done in it, and what speaks against it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding, Refusal
from wolfling_gui.rules import engine
from wolfling_gui.rules.ruleset import Ruleset


class StepState(msgspec.Struct, frozen=True):
    """Hold one step of the turn and whether it is done, under way or still to come."""

    id: str
    says: str
    state: Literal["done", "now", "later"]


class Offer(msgspec.Struct, frozen=True):
    """Hold something that can be done: an action, or a unit to take in hand; with what speaks against it."""

    says: str
    action: Action | None = None
    unit: str = ""
    about: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    facts: Mapping[str, str | int] = {}

    @property
    def allowed(self) -> bool:
        """Tell whether nothing speaks against it."""
        return not any(f.against for f in self.findings)


class Guide(msgspec.Struct, frozen=True):
    """Hold the guide's content for a moment: where we are, what to do, what first, and the main button.

    `queued` is what waits for the end of the phase.
    """

    steps: tuple[StepState, ...]
    title: str
    hint: str
    about: tuple[str, ...] = ()
    must: tuple[Finding, ...] = ()
    offers: tuple[Offer, ...] = ()
    also: tuple[Offer, ...] = ()
    main: Offer | None = None
    next: tuple[str, ...] = ()
    queued: tuple[Finding, ...] = ()
    facts: Mapping[str, str | int] = {}


def offer(rules: Ruleset, battle: Battle, says: str, action: Action, *about: str) -> Offer:
    """Return an action as an offer with what speaks against it."""
    verdict = engine.check(rules, battle, action)
    reasons = verdict.reasons if isinstance(verdict, Refusal) else ()
    return Offer(says, action, about=about, findings=reasons)
