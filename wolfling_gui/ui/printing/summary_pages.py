"""The summary of a battle on paper: its parts one below the other, on as many pages as they need."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from PySide6.QtCore import QSize
from PySide6.QtGui import QImage, QPainter

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.session import naming
from wolfling_gui.session.log import LogRow
from wolfling_gui.session.sentences import tr
from wolfling_gui.session.summary import Grid, Head, Lines, Map, Part, Summary, Words, mark_text
from wolfling_gui.ui.palette import palette
from wolfling_gui.ui.printing.output import Paint
from wolfling_gui.ui.printing.page import MARGIN, Cell, Page
from wolfling_gui.ui.scene.overlays import Tag
from wolfling_gui.ui.screenshot import board_image

FOOT: Final = 20.0
HEAD_SIZES: Final = {1: 17.0, 2: 13.0, 3: 10.5}
TEXT: Final = 10.0
MAP_RATIO: Final = 2.0
"""Pixels of a map's picture for each point of its width on the page."""
MOST_HIGH: Final = 440.0
LEAST_ZOOM: Final = 15.0
"""Pixels per inch from which on the map names its units."""

BELOW: Final = 2.0
"""So far below the upper margin something stands under something else."""

Block = Callable[[Page], None]
SMALL: Final = 12
"""A table of at most so many rows is never parted."""


class Piece(NamedTuple):
    """Hold what stays together on a page, and what is written over it again where it begins a page."""

    write: Block
    again: Block | None = None


def table_image(battle: Battle, part: Map) -> QImage:
    """Return the whole table after a turn, in light colours, with the units' names and who fell struck."""
    table = battle.table
    wide, high = _place(table.width / table.height)
    # A large table is drawn larger and set smaller, or its units would have no names.
    larger = max(1.0, LEAST_ZOOM * table.width / UNITS_PER_INCH / wide)
    tags = tuple(
        Tag(unit.id, None, naming.unit_name(battle, unit.id), plain=str(len(battle.standing(unit.id))))
        for unit in battle.units.values()
        if battle.standing(unit.id)
    )
    size = QSize(round(wide * larger), round(high * larger))
    ratio = MAP_RATIO / larger
    return board_image(battle, size, palette("light"), ratio, None, tags, casualties=part.fallen, frame=False)


def _place(aspect: float) -> tuple[float, float]:
    """Return how wide and high a picture is on the page, in points; `aspect` is width by height."""
    high = min(MOST_HIGH, Page(None).width / aspect)
    return high * aspect, high


def pages(summary: Summary, pictures: Mapping[int, QImage]) -> list[Paint]:
    """Return what paints each page; `pictures` are the maps by their lines, one without is left out."""
    sheets = _sheets(list(_blocks(summary, pictures)))
    total = len(sheets)

    def painted(number: int, blocks: Sequence[Block]) -> Paint:
        def paint(painter: QPainter) -> None:
            page = Page(painter)
            for block in blocks:
                block(page)
            _foot(page, summary.title, number, total)

        return paint

    return [painted(number, blocks) for number, blocks in enumerate(sheets, start=1)]


def _sheets(pieces: list[Piece]) -> list[list[Block]]:
    """Part pieces into pages, none of them cut in two."""
    room = Page(None).room - FOOT
    found: list[list[Block]] = [[]]
    used = 0.0
    for piece in pieces:
        high = _high(piece.write)
        if found[-1] and used + high > room:
            found.append([piece.again] if piece.again is not None else [])
            used = sum(_high(block) for block in found[-1])
        found[-1].append(piece.write)
        used += high
    return found


def _high(block: Block) -> float:
    """Return how high a block is below something, in points; what comes first on a page takes less."""
    page = Page(None)
    page.space(BELOW)
    block(page)
    return page.y - MARGIN - BELOW


def _blocks(summary: Summary, pictures: Mapping[int, QImage]) -> Iterator[Piece]:
    """Yield what must stay together: a head with what follows it, a row of a table, a line of the log."""
    held: list[Block] = [lambda page: _title(page, summary)]
    for part in summary.parts:
        if isinstance(part, Head):
            held.append(_head(part))
            continue
        for piece in _of_part(part, pictures):
            yield Piece(_together([*held, piece.write]), None if held else piece.again)
            held = []
    if held:
        yield Piece(_together(held))


def _together(blocks: list[Block]) -> Block:
    def write(page: Page) -> None:
        for block in blocks:
            block(page)

    return write


def _of_part(part: Part, pictures: Mapping[int, QImage]) -> Iterator[Piece]:
    match part:
        case Words():
            yield Piece(_words(part))
        case Grid():
            yield from _grid(part)
        case Map():
            if part.line in pictures:
                yield Piece(_map(part, pictures[part.line]))
        case Lines(rows):
            yield from (Piece(_line(row)) for row in rows)


# ---------------------------------------------------------------------- parts


def _title(page: Page, summary: Summary) -> None:
    page.text(summary.title, 24, 600, line=1.25)
    page.text(summary.about, 11, ink=page.ink.text2)
    page.space(4)
    page.rule(1.6)


def _head(part: Head) -> Block:
    def write(page: Page) -> None:
        first = part.level == 1
        if page.y >= MARGIN + BELOW:
            page.space(18 if first else 9)
        page.text(part.text, HEAD_SIZES[part.level], 600, ink="" if part.level < 3 else page.ink.text2)
        if first:
            page.space(1)
            page.rule(1.0)
        page.space(4 if first else 2)

    return write


def _words(part: Words) -> Block:
    def write(page: Page) -> None:
        page.text(part.text, 13 if part.strong else TEXT + 0.5, 600 if part.strong else 400)
        page.space(3)

    return write


def _grid(part: Grid) -> Iterator[Piece]:
    def row(cells: tuple[str, ...], weight: int, *, soft: bool = False) -> Block:
        def write(page: Page) -> None:
            made = (
                Cell(text, part.shares[n], weight, page.ink.text2 if soft else "", right=n >= part.figures)
                for n, text in enumerate(cells)
            )
            page.space(1.5)
            page.row(*made, pixels=TEXT)
            page.space(1.5)
            page.rule(0.5, page.ink.line)

        return write

    heads = row(part.heads, 600, soft=True)
    last = len(part.rows) - 1
    rows = [
        row(cells, 600 if part.total and number == last else 400) for number, cells in enumerate(part.rows)
    ]
    if len(rows) <= SMALL:
        yield Piece(_together([heads, *rows]))
        return
    # The heads never stand alone at the foot of a page, nor rows without them at its top.
    yield Piece(_together([heads, rows[0]]))
    yield from (Piece(one, heads) for one in rows[1:])


def _map(part: Map, picture: QImage) -> Block:
    def write(page: Page) -> None:
        page.space(2)
        wide, high = _place(picture.width() / picture.height())
        page.picture(picture, high, wide)
        page.space(2)
        page.text(part.caption, 9, ink=page.ink.text2)
        page.space(4)

    return write


def _line(row: LogRow) -> Block:
    def write(page: Page) -> None:
        ink, mark = page.ink, mark_text(row)
        said = tr("summary.marked", mark=mark, text=row.text) if mark else row.text
        page.row(
            Cell(row.number, 1.1, 500, ink.text2, mono=True),
            Cell(row.side_name, 2, 600, ink.text2),
            Cell(said, 11, 400, ink.refused if row.mark == "refused" else ""),
            Cell(", ".join(row.rules), 4.5, 500, ink.text2, mono=True, right=True),
            pixels=TEXT - 0.5,
        )
        page.space(1)

    return write


def _foot(page: Page, title: str, number: int, total: int) -> None:
    page.y = page.size.height() - MARGIN - FOOT + 4
    page.rule(0.8, page.ink.line2)
    page.space(3)
    said = tr("summary.page", title=title, page=number, pages=total)
    page.row(Cell(said, 1, 400, page.ink.text2, right=True), pixels=9)
