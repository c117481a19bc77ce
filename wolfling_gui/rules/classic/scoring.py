"""Objectives, kill points and who has won (CL-MIS)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.procedure import Outcome
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.terrain import Marker
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.rules.classic.characters import host_of
from wolfling_gui.rules.facts import base_of, places_known
from wolfling_gui.rules.ruleset import Ruleset

UNSCORING = {"vehicle": "vehicle", "swarm": "swarm", "special_rule": "not_scoring"}
"""Which special rule of a unit or its models each word of `excluded` looks for (CL-MIS-5)."""


def counts_objectives(battle: Battle) -> bool:
    """Tell whether a battle is about objectives."""
    return battle.mission.id != "annihilation" and bool(battle.table.objectives)


def is_scoring(rules: Ruleset, battle: Battle, unit: str) -> bool:
    """Tell whether a unit counts for controlling objectives (CL-MIS-5)."""
    return not unscoring(rules, battle, unit)


def unscoring(rules: Ruleset, battle: Battle, unit: str) -> str:
    """Name what keeps a unit from controlling objectives, empty when it scores (CL-MIS-5).

    That is `role`, `falling_back`, or a word of the rule's `excluded`.
    """
    if not rules.on("CL-MIS-5"):
        return ""
    found = battle.units[unit]
    role = rules.catalogue.value("CL-MIS-5", "role")
    if role is not None and found.role != role:
        return "role"
    if found.has("falling_back") and not rules.flag("CL-MIS-5", "falling_back_scores"):
        return "falling_back"
    borne = {*found.rules, *(rule for model in battle.members(unit) for rule in model.profile.rules)}
    excluded = (word for word in rules.words("CL-MIS-5", "excluded") if UNSCORING.get(word, word) in borne)
    return next(excluded, "")


def units_near(rules: Ruleset, battle: Battle, marker: Marker) -> tuple[str, ...]:
    """Return the units with a model close enough to a marker to hold or contest it (CL-MIS-6)."""
    reach = rules.inches("CL-MIS-6", "control_inches")
    near = (
        model.unit
        for model in battle.on_table()
        if model.place is not None
        and model.place.level == marker.level
        and rules.within(gap_to_point(base_of(battle, model), marker.at), reach)
    )
    return tuple(dict.fromkeys(near))


def holders(rules: Ruleset, battle: Battle, marker: Marker) -> tuple[str, tuple[str, ...]]:
    """Return the side that controls a marker ("" for none) and all sides with a unit near it (CL-MIS-6).

    At a real table it is whoever the players say.
    """
    if not rules.on("CL-MIS-6"):
        return "", ()
    if not places_known(battle):
        return marker.owner, (marker.owner,) if marker.owner else ()
    near: dict[str, bool] = {}
    for unit in units_near(rules, battle, marker):
        side = battle.units[unit].side
        near[side] = near.get(side, False) or is_scoring(rules, battle, unit)
    sides = tuple(sorted(near))
    scoring = [side for side in sides if near[side]]
    if len(scoring) != 1:
        return "", sides
    if len(sides) > 1 and rules.catalogue.word("CL-MIS-6", "contested_by") == "any_enemy_unit":
        return "", sides
    return scoring[0], sides


def kill_points(rules: Ruleset, battle: Battle, side: str) -> int:
    """Return the kill points of a side: its enemies' destroyed units (CL-MIS-4)."""
    if not rules.on("CL-MIS-4"):
        return 0
    each = rules.count("CL-MIS-4", "per_unit")
    lost = (u for u in battle.units.values() if u.side != side and not battle.members(u.id))
    return each * sum(1 for unit in lost if not host_of(battle, unit.id))


def standings(rules: Ruleset, battle: Battle) -> dict[str, int]:
    """Return each side's score as it would stand if the battle ended now."""
    points = {side.id: 0 for side in battle.sides}
    if battle.mission.id == "annihilation":
        return {side: kill_points(rules, battle, side) for side in points}
    for marker in battle.table.objectives.values():
        side, _ = holders(rules, battle, marker)
        if side:
            points[side] += marker.value
    return points


def score(rules: Ruleset, battle: Battle) -> Outcome:
    """Settle the score and the winner: most objectives or kill points, equal is a draw (CL-MIS-7)."""
    points = standings(rules, battle)
    best = max(points.values())
    winners = [side for side, count in points.items() if count == best]
    won = winners[0] if len(winners) == 1 else _tie_broken(rules, battle, winners)
    after = msgspec.structs.replace(battle, score=points, won_by=won)
    rule = {"annihilation": "CL-MIS-4", "seize_ground": "CL-MIS-2"}.get(battle.mission.id, "CL-MIS-3")
    facts: dict[str, str | int] = {"points": points[winners[0]], "others": min(points.values())}
    if won and len(winners) > 1:
        entry = Entry("did.won_on_kill_points", (rule, "CL-MIS-7"), (won,), facts, side=won)
    elif won:
        entry = Entry("did.won", (rule, "CL-MIS-6"), (won,), facts, side=won)
    else:
        entry = Entry("did.draw", (rule, "CL-MIS-7"), tuple(points), facts)
    return Outcome(after, Report((entry,)))


def _tie_broken(rules: Ruleset, battle: Battle, equal: list[str]) -> str:
    """Return the side that wins a tie by the ruleset's further criterion, empty for a draw (CL-MIS-7)."""
    if not rules.on("CL-MIS-7") or rules.catalogue.word("CL-MIS-7", "tie_breaker") != "kill_points":
        return ""
    points = {side: kill_points(rules, battle, side) for side in equal}
    best = [side for side, count in points.items() if count == max(points.values())]
    return best[0] if len(best) == 1 else ""


def control_changes(rules: Ruleset, battle: Battle) -> Battle:
    """Return the battle with each marker's owner set to who controls it now.

    Without a single model on the table, as beside a real one, owners stay what the players say they are.
    """
    if not battle.on_table():
        return battle
    table = battle.table
    for marker in battle.table.objectives.values():
        side, _ = holders(rules, battle, marker)
        if side != marker.owner:
            table = table.with_objective(msgspec.structs.replace(marker, owner=side))
    return battle if table is battle.table else battle.with_table(table)
