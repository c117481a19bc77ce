"""A scripted battle for the journal's tests; run as a program, it plays the script until it is killed."""

from __future__ import annotations

import itertools
import os
import random
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from wolfling_gui.core.actions import EndStep, Move, Shoot, Waypoint
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.changes import delta, digest
from wolfling_gui.core.forces import Condition, Model, Place, Profile, Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.table import Table
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.journal import START, History
from wolfling_gui.files.journal_lines import Act, Answer, Correct, Done, Header, Line, Redo, Refused, Undo
from wolfling_gui.files.journal_writer import JournalWriter, open_journal


def battle_of(models: int, per_unit: int = 5) -> Battle:
    """Return a battle of two sides with so many models in all."""
    profiles = {"blue": Profile("Breacher", sv=4), "orange": Profile("Rifleman", sv=5)}
    units: dict[str, Unit] = {}
    found: dict[str, Model] = {}
    for number in range(0, models, per_unit):
        side = ("blue", "orange")[number // per_unit % 2]
        unit = f"{side}-unit{number // per_unit}"
        ids = tuple(f"{unit}-{n + 1}" for n in range(min(per_unit, models - number)))
        units[unit] = Unit(unit, unit, side, ids, starting_size=len(ids))
        for n, name in enumerate(ids):
            place = Place(Point(2540 * (n + 1), 2540 * (number + 1)))
            found[name] = Model(name, f"Model {n + 1}", unit, profiles[side], place=place)
    sides = (Side("blue", "Blue"), Side("orange", "Orange"))
    return Battle("wolfling", Table(2540 * 48, 2540 * 48), sides, found, units)


def header_of(models: int = 20) -> Header:
    """Return the header of a journal for such a battle."""
    return Header(battle_of(models), "Scripted battle", "wolfling", created="2026-01-02T03:04:05", seed=7)


def one_action(battle: Battle, number: int, chance: random.Random) -> tuple[list[Line], Battle]:
    """Return the lines of one action on a battle, and the battle after it."""
    unit = chance.choice(list(battle.units.values()))
    before = battle
    if number % 9 == 8:
        clock = msgspec.structs.replace(battle.clock, turn=number // 9, side=unit.side, step="movement")
        battle = battle.with_clock(clock).without_condition(unit.id, "moved")
        lines: list[Line] = [Act(EndStep())]
    elif number % 3 == 2:
        target = chance.choice(unit.models)
        faces = [chance.randint(1, 6) for _ in range(4)]
        hit = msgspec.structs.replace(battle.models[target], wounds_lost=faces[0])
        battle = battle.with_model(hit).with_score(unit.side, faces[1])
        lines = [Act(Shoot(unit.id, "orange-unit1")), Answer(faces, rolled=True), Answer({target: 1})]
    else:
        paths = {}
        for name in unit.models:
            place = battle.models[name].place
            assert place is not None
            end = place.at.shifted(chance.randint(-500, 500), chance.randint(-500, 500))
            paths[name] = (Waypoint(end),)
            battle = battle.with_place(name, Place(end))
        battle = battle.with_condition(unit.id, Condition("moved", "CL-MOVE-1", amount=number))
        lines = [Act(Move(unit.id, paths))]
    report = Report((Entry("moved", ("CL-MOVE-1",), (unit.id,), {"inches": number}),))
    lines.append(Done(delta(before, battle), digest(battle), report))
    return lines, battle


def script(models: int = 20, seed: int = 1) -> Iterator[Line]:
    """Yield the lines of a battle without end: actions, refusals, undo, redo, corrections."""
    chance = random.Random(seed)
    history = History()
    battles = {START: battle_of(models)}
    for number in itertools.count():
        lines, after = one_action(battles[history.here], number, chance)
        for line in lines:
            history.take(line)
            yield line
        battles[history.here] = after
        extra: list[Line] = []
        if number % 7 == 3:
            extra = [Refused(EndStep(), (Finding("CL-GEN-1", "forbids", "not_now", value=1, limit=2),))]
        elif number % 11 == 5:
            extra = [Undo(history.back or START), Redo()]
        elif number % 13 == 6:
            extra = [Undo(history.branch()[-3].line)]
        for line in extra:
            history.take(line)
            yield line
        last = history.steps.get(history.here)
        if number % 17 == 5 and last is not None and last.answers:
            again = [Correct(last.began, 0, [1, 1, 1, 1]), *(Answer(a) for a in last.answers[1:]), last.done]
            for line in again:
                history.take(line)
                yield line
            battles[history.here] = battles[last.line]


def keep(path: Path, lines: int = 40) -> None:
    """Write the beginning of the script as a journal to be kept: tests/journals/format-1.battle."""
    with JournalWriter(path, header_of(4)) as writer:
        for line in itertools.islice(script(4), lines):
            writer.append(line)


def main(path: Path, seed: int) -> None:
    """Go on with the script where the journal stands, telling each line on stdout once it is on disk."""
    if path.exists():
        read, writer = open_journal(path)
        played = len(read.lines)
    else:
        played, writer = 0, JournalWriter(path, header_of())
    forbidden = [name for name in sys.modules if name.split(".")[0] in ("PySide6", "shiboken6", "shapely")]
    if forbidden:
        sys.exit(f"imported {forbidden}")
    os.write(1, b"1\n")
    for line in itertools.islice(script(seed=seed), played, None):
        number = writer.append(line).result()
        os.write(1, b"%d\n" % number)


if __name__ == "__main__":
    if sys.argv[1] == "keep":
        keep(Path(sys.argv[2]))
    else:
        main(Path(sys.argv[1]), int(sys.argv[2]))
