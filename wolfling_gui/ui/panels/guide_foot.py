"""Hold the guide's foot: the main button, the way to overrule beside it, and what some keys do."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.ui.panels.guide_parts import EDGE, KeysLine
from wolfling_gui.ui.panels.main_choice import MainChoice
from wolfling_gui.ui.widgets import BorderedButton, Hairline, MainButton


class GuideFoot(QWidget):
    """Show the main button under the guide, and over it the foot of the question that is asked there."""

    def __init__(self, asking: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        inner = QVBoxLayout()
        inner.setContentsMargins(EDGE, 12, EDGE, 12)
        inner.setSpacing(8)
        self._asking = asking
        inner.addWidget(asking)
        row = QHBoxLayout()
        row.setSpacing(8)
        self.main = MainButton("", "Return")
        self.main.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.main.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        row.addWidget(self.main, 1)
        self.overrule = BorderedButton(self.tr("Overrule…"), icon_name="overruled")
        row.addWidget(self.overrule)
        inner.addLayout(row)
        self._keys = KeysLine()
        inner.addWidget(self._keys)
        column.addLayout(inner)

    def show_moment(
        self,
        choice: MainChoice | None,
        keys: list[tuple[str, str]],
        *,
        waiting: bool,
        can_overrule: bool,
        width: int,
    ) -> None:
        """Show what the main button does; none while a question is `waiting`. `width` is in px."""
        self.main.setVisible(choice is not None and not waiting)
        if choice is not None:
            self.main.setText(choice.text)
            self.main.set_keys(choice.keys)
            self.main.setEnabled(not choice.why_not)
            self.main.setToolTip(choice.why_not or choice.text)
        self.overrule.setVisible(can_overrule)
        taken = self.overrule.sizeHint().width() + 8 if can_overrule else 0
        if choice is not None and self.main.content_width() + 16 > width - 2 * EDGE - taken:
            # A long name goes before its key; the tooltip has all of it.
            self.main.set_keys(None)
        self._keys.show_keys(keys)
        parts = (self.main, self.overrule, self._keys, self._asking)
        self.setVisible(any(not part.isHidden() for part in parts))
