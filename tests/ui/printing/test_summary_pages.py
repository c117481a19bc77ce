"""The summary on paper: ids stay whole, and tables keep their heads."""

from __future__ import annotations

import pytest

from wolfling_gui.session.summary import Grid, Head, Summary, Words
from wolfling_gui.ui.printing.page import Page, broken_at_spaces
from wolfling_gui.ui.printing.summary_pages import SMALL, _blocks, _sheets
from wolfling_gui.ui.scene.symbols.ink import font, text_width


class Heard(Page):
    """Keep the rows that are written."""

    def __init__(self) -> None:
        super().__init__(None)
        self.rows: list[tuple[str, ...]] = []

    def row(self, *cells, **looks) -> None:
        self.rows.append(tuple(cell.words for cell in cells))
        super().row(*cells, **looks)


def sheets_of(*parts) -> list[list[tuple[str, ...]]]:
    """Return the rows of tables on each page."""
    found = []
    for blocks in _sheets(list(_blocks(Summary("Battle", "today", tuple(parts)), {}))):
        page = Heard()
        for block in blocks:
            block(page)
        found.append(page.rows)
    return found


def table(rows: int) -> Grid:
    return Grid(("Unit", "Lost"), tuple((f"Unit {n}", str(n)) for n in range(rows)), (3, 1), 1)


def test_ids_are_broken_between_and_never_within(look):
    face = font(9.5, 500, mono=True)
    ids = "WO-CQS-6, WO-CQS-8, CL-COV-1, CL-COV-3"
    width = text_width("WO-CQS-6, WO-CQ", face)
    assert broken_at_spaces(ids, face, width).split("\u2028") == ids.split()
    two = text_width("WO-CQS-6, WO-CQS-8,", face) + 1
    assert broken_at_spaces(ids, face, two).split("\u2028") == [
        "WO-CQS-6, WO-CQS-8,", "CL-COV-1, CL-COV-3",
    ]  # fmt: skip


def test_a_table_over_two_pages_has_its_head_on_both(look):
    pages = sheets_of(Head("Luck", 1), table(90))
    assert len(pages) > 1
    assert all(page[0] == ("Unit", "Lost") for page in pages)
    assert sum(len(page) - 1 for page in pages) == 90


@pytest.mark.parametrize("lines", range(36, 60, 3))
def test_a_small_table_is_never_parted(look, lines):
    pages = sheets_of(*(Words(f"Line {n}") for n in range(lines)), Head("Luck", 1), table(SMALL))
    assert [len(page) for page in pages if page] == [SMALL + 1]
