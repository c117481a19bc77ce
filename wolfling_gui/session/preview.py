"""What the board shows before anything is done: every target at once, with its verdict, numbers and lines."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.verdict import Finding, Permit
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.engine import Verdict, check
from wolfling_gui.rules.facts import unit_gap
from wolfling_gui.rules.odds import Odds, odds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import Volley


class ShotLine(msgspec.Struct, frozen=True):
    """Hold one line of sight to draw: from a firer to a target model, the witness the rule used."""

    firer: str
    target: str
    seen: bool
    hidden: int
    witness: tuple[tuple[int, int], tuple[int, int]] | None
    finding: Finding | None = None


class TargetPreview(msgspec.Struct, frozen=True):
    """Hold what firing at a unit would be: the verdict, the volley with its numbers, chances and lines.

    `reason` is the finding to show first for a refusal. `gap` is the distance of the two units in units.
    """

    unit: str
    verdict: Verdict
    volley: Volley | None
    odds: Odds | None
    reason: Finding | None
    gap: Length | None
    lines: tuple[ShotLine, ...] = ()

    @property
    def legal(self) -> bool:
        """Tell whether the shot is allowed now."""
        return isinstance(self.verdict, Permit)


def targets(
    rules: Ruleset, battle: Battle, unit: str, facts: DeclaredFacts | None = None
) -> tuple[TargetPreview, ...]:
    """Return every enemy unit as a target: legal ones first by casualties to expect, then by gap."""
    side = battle.units[unit].side
    found = [
        target(rules, battle, unit, other.id, facts)
        for other in battle.units.values()
        if other.side != side and battle.members(other.id)
    ]
    return tuple(
        sorted(found, key=lambda t: (not t.legal, -(t.odds.expected if t.odds else 0), t.gap or 10**9))
    )


def target(
    rules: Ruleset, battle: Battle, unit: str, other: str, facts: DeclaredFacts | None = None
) -> TargetPreview:
    """Return one enemy unit as a target; numbers are worked out even where the moment forbids the shot."""
    action = Shoot(unit, other, facts=facts or DeclaredFacts())
    verdict = check(rules, battle, action)
    volley = verdict.plan if isinstance(verdict, Permit) else None
    reason: Finding | None = None
    if volley is None:
        reasons = [f for f in verdict.findings if f.effect in ("forbids", "asks")]
        reason = reasons[0] if reasons else None
        volley, silent = plan_volley(rules, battle, action)
        if volley is None and reason is None and silent:
            reason = silent[0]
    chances = odds(rules, volley) if isinstance(volley, Volley) else None
    between = unit_gap(rules, battle, unit, other)
    return TargetPreview(
        unit=other,
        verdict=verdict,
        volley=volley,
        odds=chances,
        reason=reason,
        gap=between,
        lines=lines(rules, battle, unit, other),
    )


def lines(rules: Ruleset, battle: Battle, unit: str, other: str) -> tuple[ShotLine, ...]:
    """Return for each model of a unit its best line to any model of another; blocked ones with the reason."""
    found: list[ShotLine] = []
    for firer in battle.standing(unit):
        seen = [(rules.sight(rules, battle, firer, model), model.id) for model in battle.standing(other)]
        if not seen:
            continue
        _, name = min(seen, key=lambda pair: (not pair[0].seen, pair[0].hidden))
        line = rules.sight(rules, battle, firer, battle.models[name], True)
        finding = line.findings[0] if line.findings else None
        found.append(ShotLine(firer.id, name, line.seen, line.hidden, line.witness, finding))
    return tuple(found)
