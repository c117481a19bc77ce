"""`wolfling demo`: play the shipped battle headless by its recorded answers."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from wolfling_gui.commands.trouble import CommandError, telling

if TYPE_CHECKING:
    from wolfling_gui.files.journal import JournalRead
    from wolfling_gui.session.session import Session


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("--out", default="demo", metavar="DIR", help="where to write (default: demo)")
    parser.epilog = "Writes battle.log, battle.wolfling (the journal) and screenshot.png into the folder."


def run(arguments: argparse.Namespace) -> int:
    """Play the demonstration battle and write its log, its journal and a picture."""
    from wolfling_gui.commands.pictures import draw
    from wolfling_gui.files.journal import read_journal

    battles = shipped()
    if not battles:
        raise CommandError("The demonstration battle is missing from the program's folder “resources/demo”.")
    out = Path(arguments.out)
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandError(f"The folder “{out}” cannot be made: {error.strerror}.") from None
    with telling():
        read = read_journal(battles[0])
        if read.problems:
            raise CommandError(str(read.problems[0]))
        session = play(read, out / "battle.wolfling")
    try:
        lines = write_log(session, out / "battle.log")
        draw(session, out / "screenshot.png")
    finally:
        session.close()
    battle = session.settled
    print(f"{read.header.title}: {len(session.steps)} actions played, {lines} lines of log.")
    score = ", ".join(f"{side.name} {battle.score.get(side.id, 0)}" for side in battle.sides)
    print(f"Score: {score}.")
    for name in ("battle.log", "battle.wolfling", "screenshot.png"):
        print(f"Written: {out / name}")
    return 0


def shipped() -> list[Path]:
    """Return the recorded battles that come with the program, the demonstration first."""
    from wolfling_gui.files.locations import resources_dir

    return sorted((resources_dir() / "demo").glob("*.wolfling"))


def play(read: JournalRead, journal: Path) -> Session:
    """Play a recorded battle's branch anew by its answers, writing a journal of its own.

    Raises CommandError when an action comes out differently.
    """
    from wolfling_gui.core.changes import digest
    from wolfling_gui.core.verdict import Refusal
    from wolfling_gui.files.journal_writer import JournalWriter
    from wolfling_gui.session.session import Session
    from wolfling_gui.session.verifying import rules_of_header

    journal.unlink(missing_ok=True)
    session = Session(rules_of_header(read.header), read.header, JournalWriter(journal, read.header))
    for step in read.history.branch():
        verdict = session.perform(step.action)
        if isinstance(verdict, Refusal):
            raise CommandError(f"The action of line {step.began} of the recorded battle is refused.")
        for answer, rolled in zip(step.answers, step.rolled, strict=True):
            session.give(answer, rolled=rolled)
        if session.request is not None or digest(session.settled) != step.done.digest:
            raise CommandError(
                f"The action of line {step.began} of the recorded battle comes out differently."
            )
    return session


def write_log(session: Session, path: Path) -> int:
    """Write the battle's log as text and return how many lines it has."""
    from wolfling_gui.files.atomic import write_atomically
    from wolfling_gui.session.log import log_lines

    lines = log_lines(session)
    write_atomically(path, "\n".join(lines) + "\n")
    return len(lines)
