"""The order of play: set-up, game turns, phases, reserves, game length (CL-TURN)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import ConditionKind, Unit
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Choose, Option, Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import boosting, mission, morale, piling, rage, vanguard
from wolfling_gui.rules.classic.artillery import abandoned
from wolfling_gui.rules.classic.due import due_before, start_of_turn_due
from wolfling_gui.rules.classic.ground import stays_down
from wolfling_gui.rules.classic.holding import say_holders
from wolfling_gui.rules.dice_rolls import roll_off
from wolfling_gui.rules.facts import set_up
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Act, Step
from wolfling_gui.rules.states import has_regrouped
from wolfling_gui.rules.strength import counted

PHASE_ACTS: dict[str, tuple[Act, ...]] = {
    "deployment": ("deploy", "reserve"),
    "infiltrators": ("deploy",),
    "scouts": ("move",),
    "movement": ("move", "door", "reserve"),
    "shooting": ("shoot", "run"),
    "assault": ("assault",),
    "combat": ("fight",),
}


def sequence(rules: Ruleset) -> tuple[Step, ...]:
    """Give the set-up steps, then the phases of a player turn in order, each once (CL-TURN-2, CL-DEP-1)."""
    phases = dict.fromkeys(rules.words("CL-TURN-2", "phases"))
    return (
        *(Step(step, f"step.{step}", "setup") for step in mission.setup_steps(rules)),
        *(step for phase in phases for step in _parts(rules, phase)),
        Step("over", "step.over", "end"),
    )


def _parts(rules: Ruleset, phase: str) -> tuple[Step, ...]:
    """Return the steps of a phase: assaults are all moved before any combat is fought (CL-ASLT-1)."""
    whole = Step(phase, f"step.{phase}")
    if phase != "assault" or not rules.on("CL-ASLT-1"):
        return (whole,)
    return (whole, Step("combat", "step.combat", part_of=phase))


def phases(rules: Ruleset) -> tuple[str, ...]:
    """Return the ids of the phases of a turn in their order."""
    return tuple(step.id for step in rules.sequence(rules) if step.kind == "phase" and not step.part_of)


def may_act(rules: Ruleset, battle: Battle, unit: Unit, act: Act) -> tuple[Finding, ...]:
    """Judge whether it is this unit's moment: the step, the side, its state, and what comes first."""
    clock = battle.clock
    found: list[Finding] = []
    allowed = PHASE_ACTS.get(clock.step, ())
    if clock.step == "assault" and not rules.on("CL-ASLT-1"):
        allowed = (*allowed, *PHASE_ACTS["combat"])
    if clock.over or clock.step == "over":
        return (forbid("CL-TURN-11", "turn.battle_over", unit.id),)
    if act not in allowed and rules.on("CL-TURN-2"):
        found.append(forbid("CL-TURN-2", "turn.wrong_step", unit.id, facts={"step": clock.step, "act": act}))
    if unit.side != clock.side:
        found.append(forbid("CL-TURN-2", "turn.not_your_turn", unit.id, clock.side))
    if not battle.members(unit.id):
        found.append(forbid("CL-WND-9", "turn.unit_destroyed", unit.id))
    if act in ("move", "door", "run", "shoot"):
        found += stays_down(rules, unit)
    flees = act == "shoot" and unit.has("falling_back") and rules.on("CL-MOR-14")
    if flees and not rules.flag("CL-MOR-14", "may_shoot"):
        found.append(forbid("CL-MOR-14", "shoot.falls_back", unit.id))
    if act in ("move", "door", "run"):
        found += _free_to_move(rules, battle, unit, act)
    return tuple(found)


STATES: tuple[ConditionKind, ...] = ("locked", "gone_to_ground", "falling_back")


def _free_to_move(rules: Ruleset, battle: Battle, unit: Unit, act: Act) -> list[Finding]:
    """Judge what keeps a unit from moving: its state, an earlier end of its move, arrivals due first."""
    found: list[Finding] = []
    rule, name = ("CL-MOVE-11", "cannot_run") if act == "run" else ("CL-MOVE-8", "blocked")
    if rules.on(rule):
        blocked = rules.words(rule, name)
        found += [
            forbid(rule, f"move.state_{state}", unit.id)
            for state in STATES
            if state in blocked and unit.has(state)
        ]
    if boosting.spent(rules, unit):
        found.append(forbid("CL-USR-22", "move.boosted", unit.id))
    if rules.on("CL-MOVE-1") and unit.id in battle.clock.closed:
        found.append(forbid("CL-MOVE-1", "move.finished", unit.id))
    arrived = unit.condition("arrived")
    if arrived is not None and act == "move":
        found.append(forbid(arrived.rule or "CL-TURN-6", "move.arrived", unit.id))
    came_down = arrived is not None and arrived.rule == "CL-TURN-9"
    if act == "run" and came_down and not rules.flag("CL-TURN-9", "may_run"):
        found.append(forbid("CL-TURN-9", "move.arrived", unit.id))
    if act == "door" and has_regrouped(unit):
        found.append(forbid("CL-MOR-13", "door.regrouped", unit.id))
    if battle.clock.step == "scouts":
        found += vanguard.check_scout(rules, battle, unit)
    elif act == "move" and not has_regrouped(unit):
        found += due_before(rules, battle, unit.side, "moves")
    return found


def may_end(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Say what must be done before the step can be left (CL-DEP-1, CL-TURN-3)."""
    clock = battle.clock
    if clock.step == "over":
        return (forbid("CL-TURN-11", "turn.battle_over"),)
    if clock.step == "roll_off":
        return (forbid("CL-DEP-1", "turn.roll_off_first"),)
    if clock.step == "objectives" and not mission.has_room(rules, battle):
        return ()
    if clock.step in ("mission", "layout", "objectives", "zones", "own_objectives"):
        return (forbid("CL-DEP-1", f"setup.{clock.step}_first", *filter(None, (clock.side,))),)
    if clock.step == "deployment":
        if not rules.on("CL-DEP-1") or comes_later(rules, battle):
            return ()
        return tuple(
            forbid("CL-DEP-1", "turn.deploy_first", unit.id)
            for unit in battle.units_of(clock.side)
            if not unit.in_reserve
            and len(set_up(battle, unit.id)) < len(battle.members(unit.id))
            and not vanguard.waits_to_infiltrate(rules, battle, unit)
        )
    if clock.step == "movement":
        return (
            *start_of_turn_due(rules, battle, clock.side),
            *rage.still_to_move(rules, battle, clock.side),
        )
    if "fight" in PHASE_ACTS.get(clock.step, ()):
        return tuple(
            forbid("CL-ASLT-1", "turn.fight_first", combat[0]) for combat in engaged.unfought(rules, battle)
        )
    return ()


def comes_later(rules: Ruleset, battle: Battle) -> bool:
    """Tell whether units that are not set up come on in the first turn of their side (CL-DEP-5)."""
    return battle.mission.layout == "dawn_of_war" and rules.on("CL-DEP-5")


def enter_phase(rules: Ruleset, battle: Battle, clock: Clock) -> Battle:
    """Begin a step: nothing is closed yet, and the size of every unit is noted (CL-MOR-3)."""
    clock = msgspec.structs.replace(clock, active_unit="", closed=())
    counts = {unit: counted(rules, battle, unit) for unit in battle.units}
    return battle.with_clock(clock).with_phase_start(counts)


def expire(rules: Ruleset, battle: Battle, side: str, *, turn_ends: bool) -> Battle:
    """Take away the conditions that end with this phase, and with this player turn when it ends too.

    What lasts until the end of its side's own turn counts player turns, a plain turn is a player turn
    (CL-TURN-1); with that rule off a turn is a game turn, which ends with the last player's.
    """
    last = not battle.clock.order or side == battle.clock.order[-1]
    by_player = rules.on("CL-TURN-1")
    changed = {}
    for unit in battle.units.values():
        kept = tuple(
            c
            for c in unit.conditions
            if not (
                c.until == "phase"
                or (turn_ends and c.until == "turn" and (by_player or last))
                or (turn_ends and c.until == "own_turn" and (c.side or unit.side) == side)
            )
        )
        if len(kept) != len(unit.conditions):
            changed[unit.id] = msgspec.structs.replace(unit, conditions=kept)
    if not changed:
        return battle
    return msgspec.structs.replace(battle, units={**battle.units, **changed})


def advance(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Leave the step: the next phase, the other side's turn, the next game turn, or the end of the battle.

    Morale is tested as a phase ends (CL-MOR-3).
    """
    clock = battle.clock
    if clock.step in vanguard.STEPS:
        return (yield from pass_on(rules, battle, ()))
    if clock.turn == 0:
        return (yield from go_on(rules, _kept_for_later(rules, battle), ()))
    part = _next_part(rules, battle)
    if part:
        return (yield from _enter_part(rules, battle, part))
    battle, tested = yield from morale.settle(rules, battle)
    outcome = yield from _after_phase(rules, battle)
    return Outcome(outcome.battle, Report((*tested, *outcome.report.entries)))


def _after_phase(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Go from a phase to the next, to the other side's turn, or to the end of the game turn."""
    clock = battle.clock
    order = phases(rules)
    here = order.index(phase_of(rules, clock.step))
    if here + 1 < len(order):
        after = expire(rules, battle, clock.side, turn_ends=False)
        after = enter_phase(rules, after, msgspec.structs.replace(clock, step=order[here + 1]))
        return Outcome(after, Report((_began(after),)))
    battle = expire(rules, battle, clock.side, turn_ends=True)
    side_at = clock.order.index(clock.side)
    if side_at + 1 < rules.count("CL-TURN-1", "player_turns_per_game_turn") and side_at + 1 < len(
        clock.order
    ):
        later = msgspec.structs.replace(clock, step=order[0], side=clock.order[side_at + 1])
        after = enter_phase(rules, battle, later)
        return Outcome(after, Report((_began(after),)))
    return (yield from _end_of_game_turn(rules, battle, order[0]))


def phase_of(rules: Ruleset, step: str) -> str:
    """Return the phase that a step belongs to, the step itself when it is no part of one."""
    return next((s.part_of or s.id for s in rules.sequence(rules) if s.id == step), step)


def _next_part(rules: Ruleset, battle: Battle) -> str:
    """Return the part of the phase that comes next, empty when none does or nobody has a combat to fight."""
    steps = [step for step in rules.sequence(rules) if step.kind == "phase"]
    here = next((n for n, step in enumerate(steps) if step.id == battle.clock.step), len(steps))
    following = steps[here + 1] if here + 1 < len(steps) else None
    if following is None or not following.part_of or not engaged.combats(rules, battle):
        return ""
    return following.id


def _enter_part(rules: Ruleset, battle: Battle, part: str) -> Procedure[Outcome]:
    """Enter a later part of a phase: what lasts for the phase goes on; assaulted units react (CL-ASLT-12)."""
    after = battle.with_clock(msgspec.structs.replace(battle.clock, step=part, active_unit="", closed=()))
    outcome = yield from piling.react(rules, after)
    return Outcome(outcome.battle, Report((_began(after), *outcome.report.entries)))


def go_on(rules: Ruleset, battle: Battle, before: tuple[Entry, ...]) -> Procedure[Outcome]:
    """Go on with the set-up, or begin the first turn after its last step (CL-DEP-1)."""
    stop = mission.next_stop(rules, battle)
    if stop is None:
        return _first_turn(rules, battle, before)
    outcome = yield from mission.entered(rules, battle, stop)
    return Outcome(outcome.battle, Report((*before, *outcome.report.entries)))


def pass_on(rules: Ruleset, battle: Battle, before: tuple[Entry, ...]) -> Procedure[Outcome]:
    """Let the other side infiltrate or scout, and go on when nobody has units left for it.

    Infiltrators that are not set up when their side ends the step come on from reserve.
    """
    clock = battle.clock
    if clock.step == "infiltrators" and not before:
        for name in vanguard.left(rules, battle, clock.step, clock.side):
            battle = battle.with_unit(msgspec.structs.replace(battle.units[name], in_reserve="edge"))
    after = vanguard.passed_on(rules, battle)
    if after is not None:
        return Outcome(after, Report((*before, _began(after))))
    for side in clock.order:
        battle = expire(rules, battle, side, turn_ends=True)
    return (yield from go_on(rules, battle, before))


def _kept_for_later(rules: Ruleset, battle: Battle) -> Battle:
    """Let the units that a dawn of war leaves off the table come on in their side's first turn (CL-DEP-5)."""
    clock = battle.clock
    if clock.step != "deployment" or not comes_later(rules, battle):
        return battle
    for unit in battle.units_of(clock.side):
        waits = vanguard.waits_to_infiltrate(rules, battle, unit)
        if not unit.in_reserve and not waits and battle.members(unit.id) and not set_up(battle, unit.id):
            battle = battle.with_unit(msgspec.structs.replace(unit, in_reserve="arriving:edge"))
    return battle


def _first_turn(rules: Ruleset, battle: Battle, before: tuple[Entry, ...]) -> Outcome:
    first = phases(rules)[0]
    clock = msgspec.structs.replace(battle.clock, turn=1, step=first, side=battle.clock.order[0])
    after = enter_phase(rules, battle, clock)
    return Outcome(after, Report((*before, _began(after))))


def _began(battle: Battle) -> Entry:
    clock = battle.clock
    return Entry(
        "did.began_step",
        ("CL-TURN-2",) if clock.turn else ("CL-DEP-1",),
        (clock.side,),
        {"step": clock.step, "turn": clock.turn},
        side=clock.side,
    )


def _end_of_game_turn(rules: Ruleset, battle: Battle, first_phase: str) -> Procedure[Outcome]:
    clock = battle.clock
    entries: tuple[Entry, ...] = ()
    goes_on, entries = yield from _goes_on(rules, battle)
    if not goes_on:
        battle, said = yield from say_holders(rules, battle)
        return end_battle(rules, battle, (*entries, *said))
    later = msgspec.structs.replace(clock, turn=clock.turn + 1, step=first_phase, side=clock.order[0])
    after = enter_phase(rules, battle, later)
    return Outcome(after, Report((*entries, _began(after))))


def length_of(rules: Ruleset, battle: Battle) -> tuple[int, int]:
    """Return the least and the most game turns that the battle will last, seen from now (CL-TURN-11).

    They are equal once the last turn is known; (0, 0) where nothing ends the battle but the players.
    """
    mission = battle.mission
    if not rules.on("CL-TURN-11"):
        return mission.last_turn, mission.last_turn
    most = rules.count("CL-TURN-11", "last_turn")
    if not mission.random_length:
        return mission.last_turn or most, mission.last_turn or most
    rolled = [turn for turn in rules.table("CL-TURN-11", "check_after") if isinstance(turn, int)]
    least = min((turn for turn in rolled if battle.clock.turn <= turn < most), default=most)
    return least, most


def _goes_on(rules: Ruleset, battle: Battle) -> Procedure[tuple[bool, tuple[Entry, ...]]]:
    """Tell whether another game turn is played: a fixed last turn, or the roll of CL-TURN-11."""
    turn = battle.clock.turn
    if not rules.on("CL-TURN-11"):
        return not battle.mission.last_turn or turn < battle.mission.last_turn, ()
    if not battle.mission.random_length:
        return turn < length_of(rules, battle)[1], ()
    if turn >= rules.count("CL-TURN-11", "last_turn"):
        return False, ()
    needed = rules.table("CL-TURN-11", "check_after").get(turn)
    if not isinstance(needed, int):
        return True, ()
    roll = Roll(
        rule="CL-TURN-11",
        side=battle.clock.side,
        says="roll.game_length",
        about=(),
        ordinal=turn,
        dice=Dice(1),
        needed=rules.number("needed", rules.term("CL-TURN-11", "base", needed, "why.game_length")),
        facts={"turn": turn},
    )
    faces = yield from ask(roll, battle)
    goes_on = faces[0] >= needed
    says = "did.game_goes_on" if goes_on else "did.game_ends"
    return goes_on, (Entry(says, ("CL-TURN-11",), (), {"turn": turn}, faces, roll.needed),)


def end_battle(rules: Ruleset, battle: Battle, entries: tuple[Entry, ...] = ()) -> Outcome:
    """End the battle and settle who has won by the score."""
    clock = msgspec.structs.replace(battle.clock, step="over", over=True, active_unit="")
    outcome = rules.score(rules, battle.with_clock(clock))
    return Outcome(outcome.battle, Report((*entries, *outcome.report.entries)))


def resolve_roll_off(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Roll off; the winner chooses to go first or second, and who goes first deploys first (CL-TURN-4)."""
    winner, entries = yield from roll_off(rules, battle, "CL-TURN-4")
    choice = "first"
    if rules.on("CL-TURN-4"):
        choice = yield from ask(
            Choose(
                rule="CL-TURN-4",
                side=winner,
                says="choose.first_or_second",
                about=(winner,),
                options=(Option("first", "option.go_first"), Option("second", "option.go_second")),
            ),
            battle,
        )
    other = next(side.id for side in battle.sides if side.id != winner)
    order = (winner, other) if choice == "first" else (other, winner)
    chosen = Entry("did.chose_order", ("CL-TURN-4",), (winner, order[0]), side=winner)
    after = battle.with_clock(msgspec.structs.replace(battle.clock, order=order))
    after = after.with_setup(msgspec.structs.replace(battle.setup, winner=winner))
    return (yield from go_on(rules, after, (*entries, chosen)))


def resolve_seize(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Let the second player roll once to go first after all (CL-TURN-4)."""
    needed = rules.count("CL-TURN-4", "seize_on")
    second = battle.clock.order[1]
    roll = Roll(
        rule="CL-TURN-4",
        side=second,
        says="roll.seize",
        about=(second,),
        dice=Dice(1),
        needed=rules.number("needed", rules.term("CL-TURN-4", "base", needed, "why.seize")),
    )
    faces = yield from ask(roll, battle)
    seized = faces[0] >= needed
    if seized:
        swapped = (second, *(side for side in battle.clock.order if side != second))
        battle = battle.with_clock(msgspec.structs.replace(battle.clock, order=swapped))
    entry = Entry(
        "did.seized" if seized else "did.not_seized",
        ("CL-TURN-4",),
        (second,),
        faces=faces,
        needed=roll.needed,
        side=second,
    )
    return _first_turn(rules, battle, (entry,))


def removal(rules: Ruleset, battle: Battle) -> Outcome:
    """Remove guns without crew (CL-UT-10), and end the battle when a side has nothing left (CL-TURN-12)."""
    battle, left = abandoned(rules, battle)
    ended, lines = _wiped_out(rules, battle)
    return Outcome(ended, Report((*left, *lines)))


def _wiped_out(rules: Ruleset, battle: Battle) -> tuple[Battle, tuple[Entry, ...]]:
    if battle.clock.turn == 0 or battle.clock.over or not rules.on("CL-TURN-12"):
        return battle, ()
    counts_reserves = rules.flag("CL-TURN-12", "counts_reserves")
    fighting = [side.id for side in battle.sides if battle.units_of(side.id)]
    alive = [
        side
        for side in fighting
        if any(
            battle.members(unit.id) and (counts_reserves or not unit.in_reserve)
            for unit in battle.units_of(side)
        )
    ]
    if len(fighting) < 2 or len(alive) != 1:
        return battle, ()
    clock = msgspec.structs.replace(battle.clock, step="over", over=True, active_unit="")
    won = battle.with_clock(clock).with_winner(alive[0])
    return won, (Entry("did.wiped_out", ("CL-TURN-12",), (alive[0],), side=alive[0]),)
