"""The summary of a battle as a document: heads, words, tables, maps and lines of the log, in order.

What it says is found here once; how it looks as a page or on paper is decided by who writes it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.session import naming
from wolfling_gui.session.ending import ending_of
from wolfling_gui.session.house import house_rules
from wolfling_gui.session.log import LogRow, session_log
from wolfling_gui.session.luck import session_luck, verdict_text
from wolfling_gui.session.preview import near_objectives
from wolfling_gui.session.result import holder_text, models_of, result_text
from wolfling_gui.session.sentences import tr
from wolfling_gui.session.sentences.forms import isolated
from wolfling_gui.session.session import Session
from wolfling_gui.session.turns import PlayerTurn, turns_of


class Head(msgspec.Struct, frozen=True):
    """Hold a head: 1 for a part of the document, 2 for a side, 3 for a phase; one `apart` begins a page."""

    text: str
    level: int = 1
    apart: bool = False


class Words(msgspec.Struct, frozen=True):
    """Hold a paragraph; a `strong` one says what matters most."""

    text: str
    strong: bool = False


class Grid(msgspec.Struct, frozen=True):
    """Hold a table: heads, rows of as many cells, how wide each column is, and from where on are figures.

    `figures` is the number of the first column of figures; `total` tells that the last row sums up.
    """

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shares: tuple[int, ...]
    figures: int = 1
    total: bool = False


class Map(msgspec.Struct, frozen=True):
    """Hold a picture of the table after a step, by the step's line; `fallen` are the models struck on it."""

    line: int
    caption: str
    fallen: tuple[str, ...] = ()


class Lines(msgspec.Struct, frozen=True):
    """Hold lines of the log."""

    rows: tuple[LogRow, ...]


Part = Head | Words | Grid | Map | Lines


class Summary(msgspec.Struct, frozen=True):
    """Hold the summary of a battle: its title, what it was, and its parts in order."""

    title: str
    about: str
    parts: tuple[Part, ...]

    @property
    def maps(self) -> tuple[Map, ...]:
        """Return the pictures it wants."""
        return tuple(part for part in self.parts if isinstance(part, Map))


def summary_of(session: Session) -> Summary:
    """Return the summary of a battle as it stands, with everything played on the way there."""
    header, rules = session.header, session.rules
    rows = session_log(session)
    turns = turns_of(session, rows)
    key = "summary.head_dated" if header.created else "summary.head"
    about = tr(
        key,
        ruleset=rules.title,
        scenario=header.scenario or header.title,
        created=header.created.partition("T")[0],
    )
    parts = [
        *_result(session),
        *_forces(session),
        Head(tr("summary.house_rules")),
        *_house(session),
        *_casualties(session, turns),
        *_luck(session),
        *_agreed(rows),
        *(part for turn in turns for part in _turn(session, turn)),
    ]
    return Summary(header.title, about, tuple(parts))


# ---------------------------------------------------------------------- result and forces


def _result(session: Session) -> Iterator[Part]:
    battle = session.settled
    yield Head(tr("summary.result"))
    ending = ending_of(session)
    said = result_text(battle)
    if ending is not None:
        said = tr("summary.decided", text=ending.text, rules=", ".join(ending.rules))
    yield Words(said, strong=True)
    rows: list[tuple[str, ...]] = []
    for side in battle.sides:
        left, had = models_of(battle, side.id)
        lost = sum(1 for unit in battle.units_of(side.id) if not battle.members(unit.id))
        all_units = len(battle.units_of(side.id))
        rows.append(
            (
                naming.side_name(battle, side.id),
                str(battle.score.get(side.id, 0)),
                tr("summary.of", count=left, all=had),
                tr("summary.of", count=lost, all=all_units),
            )
        )
    heads = ("summary.side", "summary.score", "summary.models_left", "summary.units_lost")
    yield Grid(_said(heads), tuple(rows), (4, 2, 3, 3))
    markers = battle.table.objectives
    if markers:
        near = near_objectives(session.rules, battle)
        yield Head(tr("summary.objectives"), 2)
        yield Grid(
            _said(("summary.objective", "summary.held_by", "summary.worth")),
            tuple(
                (isolated(m.name or m.id), holder_text(battle, m, near.get(m.id)), str(m.value))
                for m in markers.values()
            ),
            (4, 5, 2),
            figures=2,
        )


def _forces(session: Session) -> Iterator[Part]:
    first, last = session.header.battle, session.settled
    yield Head(tr("summary.forces"))
    for side in last.sides:
        units = [unit for unit in last.units_of(side.id) if unit.models]
        points = sum(unit.points for unit in units)
        yield Head(tr("summary.force", side=side.name, points=points), 2)
        yield Grid(
            _said(("summary.unit", "summary.weapons", "summary.points", "summary.models_left")),
            tuple(
                (
                    naming.unit_name(last, unit.id),
                    _weapons(first if unit.id in first.units else last, unit.id),
                    str(unit.points),
                    tr("summary.of", count=len(last.members(unit.id)), all=len(unit.models)),
                )
                for unit in units
            ),
            (4, 8, 2, 3),
            figures=2,
        )


def _weapons(battle: Battle, unit: str) -> str:
    """List the weapons of a unit as it began, each with its number."""
    models = (battle.models[name] for name in battle.units[unit].models)
    counts = Counter(weapon.name for model in models for weapon in model.weapons)
    return naming.listed([tr("summary.weapon", count=count, name=name) for name, count in counts.items()])


def _house(session: Session) -> Iterator[Part]:
    changed = house_rules(session.rules.catalogue)
    for line in changed or (tr("summary.no_house_rules"),):
        yield Words(line)


# ---------------------------------------------------------------------- numbers over time


def _casualties(session: Session, turns: tuple[PlayerTurn, ...]) -> Iterator[Part]:
    """Yield how many models each side lost in each turn, and how many were left then."""
    sides = session.settled.sides
    rows: list[tuple[str, ...]] = []
    before = {side.id: models_of(session.header.battle, side.id)[0] for side in sides}
    began = dict(before)
    for turn in turns:
        after = session.battle_after(turn.line)
        left = {side.id: models_of(after, side.id)[0] for side in sides}
        cells = [part for s in sides for part in (str(before[s.id] - left[s.id]), str(left[s.id]))]
        rows.append((turn_name(session.settled, turn), *cells))
        before = left
    if not rows:
        return
    heads = [
        part
        for s in sides
        for part in (tr("summary.side_lost", side=s.name), tr("summary.side_left", side=s.name))
    ]
    total = [part for s in sides for part in (str(began[s.id] - before[s.id]), str(before[s.id]))]
    yield Head(tr("summary.casualties"))
    yield Grid(
        (tr("summary.turn"), *heads),
        (*rows, (tr("summary.in_all"), *total)),
        (4, *(2 for _ in heads)),
        total=True,
    )


def _luck(session: Session) -> Iterator[Part]:
    rows = session_luck(session)
    yield Head(tr("summary.luck"))
    if not rows:
        yield Words(tr("summary.no_luck"))
    for side in dict.fromkeys(row.side for row in rows if row.side):
        own = [row for row in rows if row.side == side]
        name = naming.side_name(session.settled, side)
        yield Head(tr("summary.side_luck", side=name, verdict=verdict_text(own[-1].luck)), 2)
        yield Grid(
            _said(("summary.roll", "summary.dice", "summary.expected", "summary.made", "summary.rarer")),
            tuple(
                (
                    naming.capital(tr(f"luck.{row.kind}")),
                    str(row.luck.dice),
                    naming.expected_text(row.luck.expected),
                    str(row.luck.made),
                    naming.chance_text(row.luck.unusual),
                )
                for row in own
            ),
            (5, 2, 2, 2, 3),
            total=True,
        )


def _agreed(rows: Iterable[LogRow]) -> Iterator[Part]:
    found = tuple(row for row in rows if row.mark or row.kind == "agreed")
    yield Head(tr("summary.agreed"))
    yield Lines(found) if found else Words(tr("summary.nothing_agreed"))


# ---------------------------------------------------------------------- turn by turn


def _turn(session: Session, turn: PlayerTurn) -> Iterator[Part]:
    after = session.battle_after(turn.line)
    yield Head(turn_name(after, turn), apart=True)
    if not after.real_table and after.on_table():
        yield Map(turn.line, tr("summary.at_the_end"), turn.fallen)
    if not any(rows for _, rows in turn.phases):
        yield Words(tr("summary.nothing_happened"))
    for step, rows in turn.phases:
        if rows:
            yield Head(naming.step_name(f"step.{step}"), 3)
            yield Lines(rows)


def turn_name(battle: Battle, turn: PlayerTurn) -> str:
    """Name a turn: Set-up, or the round and whose turn it is."""
    if not turn.turn:
        return tr("summary.setup")
    return tr("summary.player_turn", turn=turn.turn, side=naming.side_name(battle, turn.side))


def mark_text(row: LogRow) -> str:
    """Say what a line of the log is marked as, empty for nothing."""
    if row.mark:
        return tr(f"summary.{row.mark}")
    return tr("summary.adjusted") if row.kind == "agreed" else ""


def _said(keys: Iterable[str]) -> tuple[str, ...]:
    return tuple(tr(key) for key in keys)
