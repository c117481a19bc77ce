"""Beginning a battle and taking one up again: from a scenario, or from its journal on disk."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Roster
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.journal import START, JournalRead, fold, read_journal
from wolfling_gui.files.journal_lines import Act, Header, OverlayText, Refused, Undo
from wolfling_gui.files.journal_writer import JournalWriter, open_journal
from wolfling_gui.files.overlays import Overlay, apply_overlays
from wolfling_gui.files.problems import Problem
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.saves import keep_map_picture, new_battle_path
from wolfling_gui.files.scenario import Scenario
from wolfling_gui.files.setup import new_battle
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.recorder import MemoryRecorder, Recorder
from wolfling_gui.session.session import Session
from wolfling_gui.session.verifying import rules_that_fit


class Opened(NamedTuple):
    """Hold a battle taken up from disk, and what of its file could not be read."""

    session: Session
    problems: tuple[Problem, ...]


def ruleset_with(name: str, overlays: Sequence[Overlay] = ()) -> Ruleset:
    """Return a ruleset with house rules laid over it; raises ProblemsError when they do not fit."""
    return build(name, apply_overlays(load_catalogue(name), overlays))


def header_for(
    battle: Battle,
    title: str,
    overlays: Sequence[Overlay] = (),
    *,
    scenario: str = "",
    rosters: Mapping[str, Roster] | None = None,
    created: str = "",
    seed: int | None = None,
    agreed: Sequence[Finding] = (),
) -> Header:
    """Return the first line of a battle's journal; without a seed the app's dice follow title and time."""
    if seed is None:
        seed = int.from_bytes(hashlib.blake2b(f"{title}{created}".encode(), digest_size=6).digest(), "big")
    return Header(
        battle=battle,
        title=title,
        ruleset=battle.ruleset,
        created=created,
        scenario=scenario,
        overlays=tuple(OverlayText(overlay.file, overlay.text) for overlay in overlays),
        rosters=dict(rosters or {}),
        seed=seed,
        agreed=tuple(agreed),
    )


def begin(
    scenario: Scenario,
    rosters: Mapping[str, Roster] | None = None,
    overlays: Sequence[Overlay] = (),
    *,
    path: Path | None = None,
    created: str = "",
    seed: int | None = None,
    title: str = "",
    keep: bool = True,
    file: str = "",
    picture: Path | None = None,
    real_table: bool = False,
    app_dice: Sequence[str] | None = None,
) -> Session:
    """Begin a battle on a scenario, with its journal at `path` or in the player's folder.

    `created` is a time given by the caller. With `keep` off it is held in memory alone. `file` is the
    scenario's file, for the record; `picture` lies under its map and is copied beside the journal, where it
    stays with the battle. With `real_table` it is played at a real table, where nobody has a known place.
    `app_dice` names the sides for which the app rolls, kept with the battle; None leaves that to the window.
    Forces that the rules refuse are played with by agreement, and the battle keeps what was against them.
    Raises ValueError when a side has no force, ProblemsError when house rules do not
    fit, OSError when nothing can be written.
    """
    rules = ruleset_with(scenario.ruleset, overlays)
    battle = new_battle(scenario, rosters)
    if real_table:
        battle = battle.at_real_table()
    title = title or scenario.name
    forces = {entry.side.id: entry.roster for entry in scenario.sides if entry.roster is not None}
    header = header_for(
        battle,
        title,
        overlays,
        scenario=file or scenario.name,
        rosters={**forces, **(rosters or {})},
        created=created,
        seed=seed,
        agreed=[f for f in force_findings(rules, scenario, rosters or {}) if f.effect == "forbids"],
    )
    if not keep:
        session = Session(rules, header)
    else:
        journal = path or new_battle_path(title)
        if picture is not None:
            keep_map_picture(journal, picture)
        session = Session(rules, header, JournalWriter(journal, header))
    if app_dice is not None:
        session.let_app_roll(app_dice)
    return session


def take_up(path: Path) -> Opened:
    """Take up a battle from its journal, up to its last good line; an unfinished action waits again.

    One that cannot be taken up, since the rules have changed, is called off and told among the problems; so
    are house rules that do not fit any more, which the battle goes on without.

    Raises ProblemsError when not even the first line can be read, OSError when another program has it open.
    """
    read, writer = open_journal(path)
    try:
        return _taken_up(path, read, writer)
    except BaseException:
        writer.close()
        raise


def look_at(path: Path) -> Opened:
    """Take up a battle whose file cannot be written: what is done now is kept in memory alone.

    The first problem says so. Raises ProblemsError when not even the first line can be read.
    """
    opened = watch(path)
    message = "The file cannot be written: the battle can be looked at, but what is done now is not kept"
    hint = "To go on with it, copy the file to a folder that can be written, and open the copy."
    return Opened(opened.session, (Problem(path.name, 0, 0, message, "", hint), *opened.problems))


def watch(path: Path) -> Opened:
    """Take up a battle to be watched: its file is only read, and stays as it is.

    Raises ProblemsError when not even the first line can be read.
    """
    read = read_journal(path)
    return _taken_up(path, read, MemoryRecorder(read.history))


def play_on(session: Session, line: int, *, created: str = "", seed: int = 0) -> Session:
    """Begin a battle of its own that stands where another stood after a step, with all that led there.

    Its journal lies in the player's folder; the other battle stays as it is. Its dice follow `seed`. Raises
    ValueError when there is no such step, OSError when nothing can be written.
    """
    history = session.recorder.history
    if line != START and line not in history.steps:
        raise ValueError(f"there is no step of line {line} to play on from")
    header = replace(session.header, created=created, seed=seed)
    writer = JournalWriter(new_battle_path(header.title), header)
    battles: dict[int, Battle] = {}
    refused: dict[int, list[Refused]] = {}
    for number, one in history.refused:
        refused.setdefault(history.refused_at[number], []).append(one)
    for one in refused.get(START, ()):
        writer.append(one)
    for step in history.branch(line):
        writer.append(Act(step.action, step.seed, step.dice))
        for number in range(len(step.answers)):
            writer.append(step.answer_line(number))
        writer.append(step.done)
        battles[writer.history.here] = session.battle_after(step.line)
        for one in () if step.line == line else refused.get(step.line, ()):
            writer.append(one)
    begun = Session(session.rules, header, writer)
    begun.resume(battles)
    return begun


def _taken_up(path: Path, read: JournalRead, recorder: Recorder) -> Opened:
    folded = fold(read)
    rules, unfit = rules_that_fit(read.header)
    session = Session(rules, read.header, recorder)
    if folded.here != recorder.history.here:
        recorder.append(Undo(folded.here))
    begun = recorder.history.open
    trouble = session.resume(folded.battles)
    problems = [*read.problems, *folded.problems, *unfit]
    if trouble and begun is not None:
        message = f"The action under way cannot be taken up: {trouble}"
        problems.append(Problem(path.name, begun.began, 0, message, "", "It was called off; do it again."))
    return Opened(session, tuple(problems))


def force_findings(rules: Ruleset, scenario: Scenario, rosters: Mapping[str, Roster]) -> tuple[Finding, ...]:
    """Judge the forces of a battle to be begun, by side (WO-FRC-1)."""
    chosen = {entry.side.id: rosters.get(entry.side.id, entry.roster) for entry in scenario.sides}
    return rules.force_check(rules, {side: (roster,) for side, roster in chosen.items() if roster})


def refused_sides(findings: Sequence[Finding]) -> tuple[str, ...]:
    """Return the sides whose forces are refused by what was found of them."""
    return tuple(dict.fromkeys(f.about[0] for f in findings if f.effect == "forbids" and f.about))


def dearest_that_fits(
    rules: Ruleset,
    scenario: Scenario,
    chosen: Mapping[str, Roster],
    side: str,
    offered: Sequence[tuple[str, Roster]],
) -> str | None:
    """Return the key of the dearest force offered to a side that is not refused, None without one (WO-FRC-1).

    `chosen` are the forces of all sides; each of those offered is tried in place of the side's own.
    """
    for key, roster in sorted(offered, key=lambda one: -one[1].points):
        if side not in refused_sides(force_findings(rules, scenario, {**chosen, side: roster})):
            return key
    return None
