"""Show one hint of a first battle in the guide, small, to be put away by itself or with all others."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.hints import Hint, HintBook, hint_words
from wolfling_gui.ui.icons import icon
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.widgets import Card, FlatButton, TextLabel


class HintBlock(Block):
    """Hold the hint of the moment; `changed` tells that the player put one away, or all.

    `kept` tells that the settings say something else of hints now, also because one was done.
    """

    changed = Signal()
    kept = Signal()

    def __init__(self, desk: Desk, book: HintBook, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._desk, self._book = desk, book
        self.hint: Hint | None = None
        card = Card()
        card.content().setContentsMargins(10, 8, 6, 4)
        card.content().setSpacing(2)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._mark = TextLabel("")
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        self._text = TextLabel("", "small", "text2", wrap=True)
        row.addWidget(self._text, 1)
        card.content().addLayout(row)
        foot = QHBoxLayout()
        foot.setSpacing(0)
        foot.addStretch(1)
        self.all_away = self._button(self.tr("No more hints"), self._no_more)
        self.all_away.setToolTip(self.tr("Puts all hints away; Help brings them back."))
        self.away = self._button(self.tr("Got it"), self._put_away)
        self.away.setToolTip(self.tr("Puts this hint away for good."))
        foot.addWidget(self.all_away)
        foot.addWidget(self.away)
        card.content().addLayout(foot)
        layout = self.layout()
        assert isinstance(layout, QVBoxLayout)
        layout.addWidget(card)

    def _button(self, text: str, run: object) -> FlatButton:
        button = FlatButton(text)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(run)
        return button

    @property
    def text(self) -> str:
        """Return what the hint says, empty while none is shown."""
        return self._text.text() if self.hint is not None else ""

    def refresh(self) -> None:
        """Show the hint of the moment, or nothing."""
        before = len(self._book.settings.hints_done)
        self.hint = self._book.follow(self._desk, seen=not self.isHidden())
        if len(self._book.settings.hints_done) != before:
            self.kept.emit()
        if self.hint is not None:
            side = self._text.look.px(15)
            self._mark.setPixmap(icon("help", "text3").pixmap(QSize(side, side)))
            words = hint_words(self.hint, self._desk)
            if words != self._text.text():
                self._text.setText(words)
                self.setAccessibleName(self.tr("Hint: %1").replace("%1", words, 1))
        self.setHidden(self.hint is None)

    def _put_away(self) -> None:
        if self.hint is not None:
            self._book.put_away(self.hint.id)
            self.kept.emit()
        self.changed.emit()

    def _no_more(self) -> None:
        self._book.settings.hints = False
        self.kept.emit()
        self.changed.emit()
