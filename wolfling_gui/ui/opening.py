"""Open and begin battles for the window: from a journal, from a scenario, and what the first screen lists."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QImage

from wolfling_gui.ui.panels.welcome import RecentBattle, RulesetTile, Starter

if TYPE_CHECKING:
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.files.problems import Problem
    from wolfling_gui.files.scenario import Scenario
    from wolfling_gui.session.session import Session


@dataclass(frozen=True, slots=True)
class Opened:
    """Hold an opened battle, and what of its file could not be read."""

    session: Session
    problems: tuple[Problem, ...] = ()


def open_battle(path: Path) -> Opened:
    """Open a battle's journal to go on with it.

    Raises ProblemsError when nothing of it can be read, InUseError when it is open elsewhere, and OSError.
    """
    from wolfling_gui.files.journal import fold
    from wolfling_gui.files.journal_writer import open_journal
    from wolfling_gui.session.session import Session
    from wolfling_gui.session.verifying import rules_of_header

    read, writer = open_journal(path)
    try:
        folded = fold(read)
        session = Session(rules_of_header(read.header), read.header, writer)
        session.resume(folded.battles)
    except BaseException:
        writer.close()
        raise
    return Opened(session, (*read.problems, *folded.problems))


def is_journal(path: Path) -> bool:
    """Tell whether a file looks like a battle's journal, by its first bytes."""
    try:
        with path.open("rb") as file:
            return file.read(2) == b'["'
    except OSError:
        return False


def begin(scenario: Scenario, name: str, rosters: Mapping[str, Roster] | None = None) -> Session:
    """Begin a battle of a scenario with its own forces or others, kept on disk from its first step.

    `name` is the scenario's file. Raises ValueError for a side without a force, ProblemsError, and OSError.
    """
    from wolfling_gui.files.journal_lines import Header
    from wolfling_gui.files.journal_writer import JournalWriter
    from wolfling_gui.files.saves import new_battle_path
    from wolfling_gui.files.setup import new_battle
    from wolfling_gui.session.session import Session
    from wolfling_gui.session.verifying import rules_of_header

    battle = new_battle(scenario, rosters)
    used = {s.side.id: s.roster for s in scenario.sides if s.roster is not None}
    header = Header(
        battle,
        scenario.name,
        scenario.ruleset,
        created=now(),
        scenario=name,
        rosters={**used, **(rosters or {})},
        seed=secrets.randbits(31),
    )
    rules = rules_of_header(header)
    return Session(rules, header, JournalWriter(new_battle_path(scenario.name), header))


def now() -> str:
    """Return the present time in a form that sorts."""
    return datetime.now().isoformat(timespec="seconds")


def remember(session: Session, picture: QImage | None = None) -> None:
    """Note in the list of battles where this one stands, with a small picture; raises OSError."""
    from wolfling_gui.files.saves import Recent, battles_dir, touch
    from wolfling_gui.session import explain, naming

    path = getattr(session.recorder, "path", None)
    if path is None:
        return
    battle = session.battle
    request = session.request
    waits = ""
    if request is not None:
        waits = explain.explain_request(request, battle).title
    elif battle.clock.side:
        waits = explain.guide_text(f"step.{battle.clock.step}", (), battle)
        words = QCoreApplication.translate("Opening", "%1: %2")
        waits = words.replace("%1", naming.side_name(battle, battle.clock.side), 1).replace("%2", waits, 1)
    thumbnail = ""
    if picture is not None and not picture.isNull():
        file = battles_dir() / f"{Path(path).stem}.png"
        if picture.save(str(file)):
            thumbnail = str(file)
    turn, side = battle.clock.turn, battle.clock.side
    touch(
        Recent(str(path), session.header.title, session.header.ruleset, turn, side, waits, now(), thumbnail)
    )


def recent_battles() -> tuple[RecentBattle, ...]:
    """Return the battles that can be gone on with, the latest first; none when the folder cannot be read."""
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.files.rulesets import ruleset_info
    from wolfling_gui.files.saves import list_battles

    found: list[RecentBattle] = []
    try:
        listed = list_battles()
    except OSError:
        return ()
    for entry in listed[:20]:
        try:
            title = ruleset_info(entry.ruleset).title
        except ProblemsError:
            title = entry.ruleset
        if entry.turn:
            state = QCoreApplication.translate("Opening", "%1 · round %2")
        else:
            state = QCoreApplication.translate("Opening", "%1 · set-up")
        state = state.replace("%1", title, 1).replace("%2", str(entry.turn), 1)
        picture = QImage(entry.thumbnail) if entry.thumbnail else None
        if picture is not None and picture.isNull():
            picture = None
        found.append(
            RecentBattle(
                Path(entry.path),
                entry.title,
                when_words(entry.time),
                state,
                entry.waits_for,
                None,
                None,
                picture,
            )
        )
    return tuple(found)


def when_words(time: str, today: datetime | None = None) -> str:
    """Say when a battle was left: today 21:40, yesterday, a weekday, or the date."""
    try:
        then = datetime.fromisoformat(time)
    except ValueError:
        return ""
    days = ((today or datetime.now()).date() - then.date()).days
    if days == 0:
        return QCoreApplication.translate("Opening", "today %1").replace("%1", f"{then:%H:%M}")
    if days == 1:
        return QCoreApplication.translate("Opening", "yesterday")
    return f"{then:%Y-%m-%d}"


def starters() -> tuple[Starter, ...]:
    """Return the shipped scenarios; one that cannot be read is left out."""
    from wolfling_gui.files.locations import rulesets_dir
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.files.rulesets import ruleset_info
    from wolfling_gui.files.scenario import read_scenario

    found: list[Starter] = []
    for path in sorted((rulesets_dir() / "scenarios").glob("*.yaml")):
        try:
            scenario = read_scenario(path)
            title = ruleset_info(scenario.ruleset).title
        except ProblemsError:
            continue
        size = QCoreApplication.translate("Opening", "%1 · %2″ × %3″")
        note = (
            size.replace("%1", title, 1)
            .replace("%2", f"{scenario.table.width / 2540:g}", 1)
            .replace("%3", f"{scenario.table.height / 2540:g}", 1)
        )
        found.append(Starter(path, scenario.name, note))
    return tuple(found)


def ruleset_tiles() -> tuple[RulesetTile, ...]:
    """Return the rulesets that can be played."""
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.files.rulesets import ruleset_info, ruleset_names
    from wolfling_gui.rules.registry import BUILDERS

    found: list[RulesetTile] = []
    cores: set[str | None] = set()
    for name in ruleset_names():
        if name not in BUILDERS:
            continue
        try:
            info = ruleset_info(name)
        except ProblemsError:
            continue
        cores.add(info.core)
        words = " ".join(info.description.split()).partition(".")[0].partition(",")[0]
        found.append(RulesetTile(name, info.title, words))
    # What others lie over is played through them.
    return tuple(tile for tile in found if tile.name not in cores)
