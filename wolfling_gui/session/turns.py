"""Part a battle's log into the turns of its sides, and these into phases."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from wolfling_gui.core.clock import Clock
from wolfling_gui.files.journal import START
from wolfling_gui.session.log import LogRow
from wolfling_gui.session.session import Session


class PlayerTurn(msgspec.Struct, frozen=True):
    """Hold one turn of a side; turn 0 is the set-up of both.

    `line` is that of the step that ended it, or the last one so far; `phases` are its steps of play in order
    with their lines of the log; `fallen` the models that were lost in it.
    """

    turn: int
    side: str
    line: int
    phases: tuple[tuple[str, tuple[LogRow, ...]], ...]
    fallen: tuple[str, ...] = ()


def turns_of(session: Session, rows: Iterable[LogRow]) -> tuple[PlayerTurn, ...]:
    """Return the turns of a battle from the start to where it stands, with the log's rows in them.

    A step that ends a turn belongs to it with all it does before the next one begins. The line that says
    that a phase began is left out: the phase itself says so.
    """
    by_step: dict[int, list[LogRow]] = {}
    for row in rows:
        by_step.setdefault(row.step_line, []).append(row)
    found: list[PlayerTurn] = []
    keys: list[tuple[int, str]] = []
    phases: list[tuple[str, list[LogRow]]] = []
    began = session.header.battle

    def close(line: int) -> None:
        turn, side = keys[-1]
        after = session.battle_after(line)
        parts = tuple((step, tuple(listed)) for step, listed in phases)
        found.append(PlayerTurn(turn, side, line, parts, after.fallen_since(began)))

    def put(clock: Clock, row: LogRow | None) -> None:
        if not phases or phases[-1][0] != clock.step:
            phases.append((clock.step, []))
        if row is not None:
            phases[-1][1].append(row)

    keys.append(_key(began.clock))
    for row in by_step.get(START, ()):
        put(began.clock, row)
    line = START
    for step in session.steps:
        line = step.line
        before, after = session.battle_after(step.parent), session.battle_after(line)
        clock = before.clock
        own = [row for row in by_step.get(line, ()) if not row.refusal]
        for row in own:
            if row.kind == "turn" and clock == before.clock and not after.clock.over:
                clock = after.clock
                if _key(clock) != keys[-1]:
                    close(line)
                    keys.append(_key(clock))
                    phases, began = [], after
                put(clock, None)
            else:
                put(clock, row)
        if _key(after.clock) != keys[-1] and not after.clock.over:
            close(line)
            keys.append(_key(after.clock))
            phases, began = [], after
        for row in by_step.get(line, ()):
            if row.refusal:
                put(after.clock, row)
    if session.steps or phases:
        close(line)
    return tuple(found)


def _key(clock: Clock) -> tuple[int, str]:
    return clock.turn, clock.side if clock.turn else ""
