"""Hold the middle of the window beside a real table: the request, the rules that matter now, the score."""

from __future__ import annotations

from typing import Final, Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from wolfling_gui.core.requests import Put, Spin
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.panels.fight_said import FightSaid
from wolfling_gui.ui.panels.guide_cards import CorrectBlock
from wolfling_gui.ui.panels.guide_parts import must_first
from wolfling_gui.ui.panels.guide_titles import titles
from wolfling_gui.ui.panels.hover_card import TargetCard
from wolfling_gui.ui.panels.reference import ReferencePage
from wolfling_gui.ui.panels.request_page import RequestPage
from wolfling_gui.ui.panels.score_page import ScorePage
from wolfling_gui.ui.widgets import Card, TextLabel, UprightArea

Page = Literal["request", "table", "reference", "score"]
PAGES: Final[tuple[Page, ...]] = ("request", "table", "reference", "score")
WIDEST: Final = 900
"""The request is never wider than this, so that the eye finds the number and the field together."""


def scrolled(inner: QWidget) -> UprightArea:
    """Return a widget in an area that scrolls, on the ground of the map."""
    area = UprightArea()
    area.setProperty("ground", "mat")
    area.setWidget(inner)
    return area


class CompanionView(QWidget):
    """Show one of the companion's pages; the table itself is shown by the window.

    `page_changed` tells that another page is wanted, `rule_opened(rule)` comes from a chip.
    """

    page_changed = Signal()
    rule_opened = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._page: Page = "request"
        self._asked: object = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Request, reference and score"))
        self._stack = QStackedWidget()
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.addWidget(self._stack)
        self.request = RequestPage(desk)
        self.request.set_active(False)
        self.reference, self.score = ReferencePage(desk), ScorePage(desk)
        self._request_area = scrolled(self._make_request())
        for area in (self._request_area, scrolled(self.reference), scrolled(self.score)):
            self._stack.addWidget(area)
        for part in (self.request, self.reference, self.score):
            part.opened.connect(self.rule_opened)
        for signal in (
            desk.session_changed, desk.battle_changed, desk.selection_changed, desk.target_changed,
            desk.facts_changed, desk.hover_changed,
        ):  # fmt: skip
            signal.connect(self.refresh)
        self.refresh()

    def _make_request(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 18, 20, 18)
        column.setSpacing(14)
        self._idle = Card("map")
        self._title = TextLabel("", "panel_title", "text", wrap=True)
        self._hint = TextLabel("", "body", "text2", wrap=True)
        self._idle.content().addWidget(self._title)
        self._idle.content().addWidget(self._hint)
        self._numbers = QVBoxLayout()
        self._numbers.setContentsMargins(0, 0, 0, 0)
        self._facts = QVBoxLayout()
        self._facts.setContentsMargins(0, 0, 0, 0)
        self.fights = FightSaid(self._desk)
        self.fights.rule_opened.connect(self.rule_opened)
        for part in (self.request, self._idle, self.fights):
            part.setMaximumWidth(WIDEST)
            column.addWidget(part)
        self.correct = CorrectBlock(self._desk, page, wide=True)
        self.correct.rule_opened.connect(self.rule_opened)
        self.correct.setMaximumWidth(WIDEST)
        column.addWidget(self.correct)
        column.addLayout(self._facts)
        column.addLayout(self._numbers)
        column.addStretch(1)
        return page

    # ------------------------------------------------------------------ pages

    @property
    def page(self) -> Page:
        """Return the page that is wanted."""
        return self._page

    def show_page(self, page: str) -> None:
        """Show another page; raises ValueError for one that does not exist."""
        found = next((known for known in PAGES if known == page), None)
        if found is None:
            raise ValueError(f"There is no page {page!r}.")
        changed = found != self._page
        self._page = found
        if found != "table":
            self._stack.setCurrentIndex(("request", "reference", "score").index(found))
        self.refresh()
        if changed:
            self.page_changed.emit()

    def hold_facts(self, form: QWidget | None) -> None:
        """Hold the facts of the shot under what is to be done; None where a dock shows them."""
        while (item := self._facts.takeAt(0)) is not None:
            if (held := item.widget()) is not None and held is not form:
                held.setParent(None)
        if form is not None:
            self._facts.addWidget(form)
        self.refresh()

    def refresh(self) -> None:
        """Show the moment: the question that waits, else what is to be done, and the shot in hand."""
        desk = self._desk
        battle, guide = desk.battle, desk.guide()
        if battle is None or guide is None:
            return
        if desk.request is not self._asked:
            self._asked = desk.request
            placing = isinstance(self._asked, Put | Spin) and not battle.real_table
            wanted: Page = "table" if placing else "request"
            if self._asked is not None and self._page != wanted:
                # A question comes to the front; those about places are answered on the map.
                self.show_page(wanted)
        asked = desk.request is not None and not desk.looking_back
        shot = desk.shot() is not None
        for place in range(self._facts.count()):
            if (item := self._facts.itemAt(place)) is not None and (form := item.widget()) is not None:
                form.setVisible(shot or asked)
        # The guide beside the facts says the same.
        self._idle.setHidden(asked or (bool(self._facts.count()) and shot))
        title, hint = titles(desk, battle, guide)
        if (must := must_first(guide)) and not asked and not desk.looking_back and not desk.undo_asked:
            hint = "\n".join(words.sentence(battle, finding) for finding in must)
        self._title.setText(title)
        self._hint.setText(hint)
        self._hint.setVisible(bool(hint))
        self.correct.follow()
        self.fights.refresh()
        self._show_numbers()

    def _show_numbers(self) -> None:
        """Show the numbers of the unit aimed at, or of the one pointed at in a list."""
        desk, battle = self._desk, self._desk.battle
        clear(self._numbers)
        if battle is None or not desk.shows_targets or self._page != "request":
            return
        shown = desk.target or desk.hovered.unit
        preview = desk.target_preview(shown) if shown else None
        if preview is None or not preview.legal:
            return
        card = TargetCard(battle, preview, desk.rules.catalogue if desk.rules is not None else None)
        card.lie_in_page(self.rule_opened, most=WIDEST)
        self._numbers.addWidget(card)
        card.show()

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the pages: they scroll."""
        return QSize(320, 200)
