"""Going to ground: who may, what it does for a unit, and what it keeps a unit from (CL-COV-8 to 10)."""

from __future__ import annotations

from typing import Literal

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Condition, ConditionKind, Unit
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Confirm
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic import boosting
from wolfling_gui.rules.findings import forbid, forbids
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule, shares_rule

STATES: tuple[ConditionKind, ...] = ("locked", "falling_back")
UNTIL: dict[str, Literal["turn", "own_turn"]] = {"end_of_own_next_turn": "own_turn", "end_of_turn": "turn"}
ASKED = "confirm.ground"
"""The key of the question whether a unit goes to ground."""


def may_ground(rules: Ruleset, battle: Battle, unit: Unit, zone: str = "") -> tuple[Finding, ...]:
    """Refuse units whose type or state keeps them on their feet (CL-COV-10), and units down already."""
    found: list[Finding] = []
    if not in_use(rules):
        found.append(forbid("CL-COV-8", "ground.not_used", unit.id))
    if unit.has("gone_to_ground"):
        found.append(forbid("CL-COV-8", "ground.down_already", unit.id))
    if rules.on("CL-COV-10"):
        cannot = rules.words("CL-COV-10", "cannot")
        types = {m.profile.unit_type for m in battle.members(unit.id)}
        found += [
            forbid("CL-COV-10", "ground.type", unit.id, facts={"type": kind})
            for kind in sorted(types)
            if kind in cannot
        ]
        found += [
            forbid("CL-COV-10", f"ground.state_{state}", unit.id)
            for state in STATES
            if state in cannot and unit.has(state)
        ]
        if "turbo_boosted" in cannot and boosting.save_of(rules, battle, unit):
            found.append(forbid("CL-COV-10", "ground.state_turbo_boosted", unit.id))
        if not rules.flag("CL-COV-10", "fearless_may") and shares_rule(rules, battle, unit, "fearless"):
            found.append(forbid("CL-COV-10", "ground.fearless", unit.id))
    return tuple(found)


def in_use(rules: Ruleset) -> bool:
    """Tell whether units go to ground of their own will at all (CL-COV-8)."""
    return rules.on("CL-COV-8") and rules.flag("CL-COV-8", "enabled")


def stays_down(rules: Ruleset, unit: Unit) -> tuple[Finding, ...]:
    """Refuse what a unit on the ground would do by choice (CL-COV-9)."""
    down = unit.has("gone_to_ground") and rules.on("CL-COV-9")
    if not down or rules.catalogue.word("CL-COV-9", "voluntary_actions") != "none":
        return ()
    return (forbid("CL-COV-9", "ground.stays_down", unit.id),)


def go_down(rules: Ruleset, battle: Battle, unit: str, rule: str) -> Battle:
    """Return the battle with a unit on the ground to the end of its own next turn (CL-COV-8, CL-COV-9)."""
    until: Literal["turn", "own_turn", "battle"] = UNTIL[rules.catalogue.word("CL-COV-8", "until")]
    if rules.on("CL-COV-9") and "end_of_own_next_turn" not in rules.words("CL-COV-9", "ends_on"):
        until = "battle"
    return battle.with_condition(unit, Condition("gone_to_ground", rule, until=until))


def risen(rules: Ruleset, battle: Battle, unit: str, event: Literal["fall_back", "assaulted"]) -> Battle:
    """Return the battle with a unit on its feet again if what happened to it ends its stay (CL-COV-9)."""
    if not rules.on("CL-COV-9") or event not in rules.words("CL-COV-9", "ends_on"):
        return battle
    return battle.without_condition(unit, "gone_to_ground")


def improved(rules: Ruleset, battle: Battle, unit: Unit, found: Breakdown, zone: str = "") -> Breakdown:
    """Return a unit's cover bettered by a boost (CL-USR-22), the ground (CL-COV-8) and stealth (CL-USR-18).

    In the open only the ground gives a save; what a rule caps or sets is not bettered and listed as dropped.
    """
    found = boosting.bettered(rules, battle, unit, found)
    covered = bool(found.terms) and not found.impossible
    terms: list[Term] = []
    if _gains(rules, battle, unit, zone):
        if not covered:
            save = rules.count("CL-COV-8", "open_ground_save")
            found = Breakdown("save", (Term("CL-COV-8", "base", save, "why.ground_open"),))
            covered = True
        else:
            terms.append(Term("CL-COV-8", "add", -rules.count("CL-COV-8", "cover_bonus"), "why.ground"))
    if covered and has_stealth(rules, battle, unit):
        terms.append(Term("CL-USR-18", "add", -rules.count("CL-USR-18", "bonus"), "why.stealth"))
    if not terms:
        return found
    best = rules.count("CL-GEN-3", "best_save")
    better = found.plus(*terms)
    if better.total >= found.total:
        stop = next((t for t in reversed(found.ordered()) if t.counts and t.op in ("set", "at_least")), None)
        if stop is not None:
            dropped = [msgspec.structs.replace(term, dropped=stop.rule) for term in terms]
            return found.plus(*dropped)
    if better.total < best:
        better = better.plus(Term("CL-GEN-3", "at_least", best, "why.best_save"))
    return better


def has_stealth(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit has Stealth (CL-USR-18), as swarms have it (CL-USR-20)."""
    if not rules.on("CL-USR-18"):
        return False
    born = rules.on("CL-USR-20") and rules.flag("CL-USR-20", "stealth")
    return has_rule(battle, unit, "stealth") or (born and has_rule(battle, unit, "swarm"))


def _gains(rules: Ruleset, battle: Battle, unit: Unit, zone: str) -> bool:
    """Tell whether being down covers a unit: not where it may not go down of its own will (CL-COV-8)."""
    if not unit.has("gone_to_ground") or not in_use(rules):
        return False
    found = rules.may_ground(rules, battle, unit, zone)
    return not forbids(f for f in found if f.says != "ground.down_already")


def offer(
    rules: Ruleset, battle: Battle, unit: str, before: int, after: int, zone: str = ""
) -> Procedure[tuple[bool, Entry | None]]:
    """Ask a unit's owner whether it goes to ground (CL-COV-8); returns the answer and its line of the log.

    `before` and `after` are what a save needs now and on the ground, 0 for no save, both 0 where no save
    against these wounds changes; `zone` is what was declared of the shot. The question says what only the
    owner can know.
    """
    found = rules.may_ground(rules, battle, battle.units[unit], zone)
    barred = next((str(f.facts["kind"]) for f in found if f.effect == "asks"), "")
    side = battle.units[unit].side
    down = yield from ask(
        Confirm(
            rule="CL-COV-8", side=side, says=ASKED, about=(unit,),
            facts={"before": before, "after": after, "barred": barred},
        ),
        battle,
    )  # fmt: skip
    if not down:
        return False, None
    return True, Entry("did.went_to_ground", ("CL-COV-8",), (unit,), side=side)
