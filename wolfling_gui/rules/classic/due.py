"""What the start of a turn asks for before free moves, in which order (CL-TURN-3, CL-TURN-5)."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.facts import set_up
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset


def start_of_turn_due(rules: Ruleset, battle: Battle, side: str) -> tuple[Finding, ...]:
    """List what the start of a side's Movement phase asks for before free moves (CL-TURN-3)."""
    found: list[Finding] = []
    if not rules.on("CL-TURN-3"):
        return ()
    order = rules.words("CL-TURN-3", "order")
    waiting = [u for u in battle.units_of(side) if u.in_reserve and not u.in_reserve.startswith("arriving")]
    arriving = [u for u in battle.units_of(side) if u.in_reserve.startswith("arriving")]
    due = reserve_roll_due(rules, battle.clock.turn)
    if "reserve_rolls" in order and due:
        found.extend(
            forbid("CL-TURN-3", "turn.reserve_roll_first", unit.id)
            for unit in waiting
            if not unit.has("tests_due")
        )
    if "arrivals" in order:
        found.extend(forbid("CL-TURN-3", "turn.arrival_first", unit.id) for unit in arriving)
    if "regroup_and_fall_back" in order:
        found.extend(forbid("CL-TURN-3", "turn.regroup_first", name) for name in regroup_due(battle, side))
    return tuple(sorted(found, key=lambda f: order.index(DUE[f.says])))


DUE = {
    "turn.reserve_roll_first": "reserve_rolls",
    "turn.arrival_first": "arrivals",
    "turn.regroup_first": "regroup_and_fall_back",
}
"""Which step of CL-TURN-3's order each thing that is due belongs to."""


def regroup_due(battle: Battle, side: str) -> tuple[str, ...]:
    """Return the units of a side that fall back and have neither regrouped nor fled on this turn."""
    return tuple(
        u.id
        for u in battle.units_of(side)
        if u.has("falling_back") and not u.has("fell_back") and set_up(battle, u.id)
    )


def due_before(rules: Ruleset, battle: Battle, side: str, step: str) -> tuple[Finding, ...]:
    """List what CL-TURN-3 asks for before one of its steps."""
    if not rules.on("CL-TURN-3"):
        return ()
    order = rules.words("CL-TURN-3", "order")
    if step not in order:
        return ()
    earlier = order[: order.index(step)]
    return tuple(f for f in start_of_turn_due(rules, battle, side) if DUE[f.says] in earlier)


def reserve_roll_due(rules: Ruleset, turn: int) -> bool:
    """Tell whether units in reserve roll in this game turn (CL-TURN-5)."""
    return not rules.on("CL-TURN-5") or turn >= rules.count("CL-TURN-5", "first_roll_turn")


def arrival_needs(rules: Ruleset, turn: int) -> int | None:
    """Return what a unit in reserve needs on a D6 in a game turn; None when it comes without a roll."""
    if not rules.on("CL-TURN-5"):
        return None
    table = rules.table("CL-TURN-5", "arrival")
    earliest = min(int(key) for key in table)
    turn = max(turn, earliest)
    latest = max(int(key) for key in table)
    value = table.get(min(turn, latest))
    return value if isinstance(value, int) else None
