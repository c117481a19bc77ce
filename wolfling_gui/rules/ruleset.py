"""A ruleset: a catalogue and one function for each decision point."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wolfling_gui.core.breakdown import Breakdown, Op, Scale, Term
from wolfling_gui.rules import slots
from wolfling_gui.rules.catalogue import Catalogue, Value


@dataclass(frozen=True, slots=True)
class Ruleset:
    """Hold everything that decides a battle: the rules with their numbers, and the slots that apply them."""

    name: str
    title: str
    catalogue: Catalogue
    sequence: slots.SequenceSlot
    advance: slots.AdvanceSlot
    may_act: slots.MayActSlot
    may_end: slots.MayEndSlot
    move_limit: slots.MoveLimitSlot
    passage: slots.PassageSlot
    check_move: slots.CheckMoveSlot
    danger: slots.DangerSlot
    check_place: slots.CheckPlaceSlot
    interrupts: slots.InterruptsSlot
    coherency: slots.CoherencySlot
    opaque: slots.OpaqueSlot
    sight: slots.SightSlot
    shared_zone: slots.SharedZoneSlot
    cover: slots.CoverSlot
    to_hit: slots.ToHitSlot
    shots: slots.ShotsSlot
    to_wound: slots.ToWoundSlot
    cover_left: slots.CoverLeftSlot
    save: slots.SaveSlot
    spread: slots.SpreadSlot
    drift: slots.DriftSlot
    check_shoot: slots.CheckShootSlot
    check_deploy: slots.CheckDeploySlot
    overlap_limit: slots.OverlapLimitSlot
    fleet_stopped: slots.FleetSlot
    may_ground: slots.MayGroundSlot
    check_map: slots.CheckMapSlot
    walked_in: slots.WalkedInSlot
    assault_reach: slots.AssaultReachSlot
    answer_assault: slots.AnswerAssaultSlot
    answer_ahead: slots.AnswerAheadSlot
    combat_result: slots.CombatResultSlot
    fall_back: slots.FallBackSlot
    removal: slots.RemovalSlot
    score: slots.ScoreSlot
    force_check: slots.ForceCheckSlot
    check_start: slots.CheckStartSlot

    def on(self, rule: str) -> bool:
        """Tell whether a rule exists in this ruleset and is switched on."""
        return rule in self.catalogue and self.catalogue.on(rule)

    def inches(self, rule: str, name: str) -> int:
        """Return a parameter given in inches, in units."""
        return self.catalogue.inches(rule, name)

    def count(self, rule: str, name: str) -> int:
        """Return a parameter that is a whole number."""
        return self.catalogue.count(rule, name)

    def flag(self, rule: str, name: str) -> bool:
        """Return a parameter that is true or false."""
        return self.catalogue.flag(rule, name)

    def words(self, rule: str, name: str) -> tuple[str, ...]:
        """Return a parameter that is a list of words."""
        return self.catalogue.words(rule, name)

    def table(self, rule: str, name: str) -> Mapping[str | int, Value]:
        """Return a parameter that is a table."""
        return self.catalogue.table(rule, name)

    def within(self, value: int, limit: int) -> bool:
        """Tell whether a length is within a limit in units; exactly the limit counts (CL-BASE-5)."""
        if self.on("CL-BASE-5") and self.flag("CL-BASE-5", "within_is_inclusive"):
            return value <= limit
        return value < limit

    def term(self, rule: str, op: Op, value: int = 0, says: str = "", *about: str) -> Term:
        """Return one step of a breakdown."""
        return Term(rule, op, value, says, about)

    def number(self, scale: Scale, *terms: Term) -> Breakdown:
        """Return an explained number."""
        return Breakdown(scale, terms)
