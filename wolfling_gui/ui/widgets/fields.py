"""Enter numbers: spin boxes whose figures keep the distance from the border that other fields have."""

from __future__ import annotations

import re

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QValidator
from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

from wolfling_gui.ui.widgets.base import repolish

PAD = 8
_NUMBER = re.compile(r"[-+]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)\Z")


def _pad(field: QAbstractSpinBox) -> None:
    # Qt puts the inner line edit at the very left of a styled spin box, whatever padding the sheet gives.
    line = field.lineEdit()
    line.setTextMargins(PAD, 0, 0, 0)
    line.setFrame(False)


class NumberField(QSpinBox):
    """Enter a whole number, with an optional unit behind it."""

    def __init__(self, least: int = 0, most: int = 99, unit: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setRange(least, most)
        self.setSuffix(unit)
        _pad(self)


class DecimalField(QDoubleSpinBox):
    """Enter a number with decimals, such as a length in inches, with an optional unit behind it.

    A comma is a point. What is no number of the range keeps the last one: the field is marked, and
    `refused(reason)` says why; it is empty once a number is taken again.
    """

    refused = Signal(str)

    def __init__(
        self,
        least: float = 0.0,
        most: float = 99.0,
        decimals: int = 1,
        step: float = 0.5,
        unit: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.trouble = ""
        self.setDecimals(decimals)
        self.setRange(least, most)
        self.setSingleStep(step)
        self.setSuffix(unit)
        _pad(self)
        self.lineEdit().textEdited.connect(self._judge)
        self._last = self.value()
        self.valueChanged.connect(self._changed)

    def _figures(self, text: str) -> str:
        return text.strip().rstrip(self.suffix()).strip().replace(",", ".")

    def _empty(self, text: str) -> bool:
        return not self._figures(text) or (bool(self.specialValueText()) and text == self.specialValueText())

    def _reason(self, text: str) -> str:
        """Say why what is typed is not taken; empty for a number of the range, and for nothing at all."""
        figures = self._figures(text)
        unit = self.suffix()
        typed = text.strip().rstrip(unit)
        if self._empty(text):
            return ""
        if not _NUMBER.match(figures):
            told = QCoreApplication.translate("DecimalField", "“%1” is no number.")
        elif len(figures.partition(".")[2].rstrip("0")) > self.decimals():
            told = QCoreApplication.translate("DecimalField", "“%1” is not taken: %2 decimals at most.")
            if self.decimals() == 1:
                told = QCoreApplication.translate("DecimalField", "“%1” is not taken: one decimal at most.")
        elif float(figures) > self.maximum():
            told = QCoreApplication.translate("DecimalField", "“%1” is not taken: %3 at most.")
        elif float(figures) < (0 if self.specialValueText() else self.minimum()):
            told = QCoreApplication.translate("DecimalField", "“%1” is not taken: %4 at least.")
        else:
            return ""
        least = 0 if self.specialValueText() else self.minimum()
        for place, part in (
            ("%2", str(self.decimals())), ("%3", f"{self.maximum():g}{unit}"), ("%4", f"{least:g}{unit}"),
            ("%1", typed if len(typed) <= 20 else typed[:19] + "…"),
        ):  # fmt: skip
            told = told.replace(place, part, 1)
        return told

    def _changed(self, value: float) -> None:
        # The last number is told once more when it comes back in place of what was refused.
        if value != self._last:
            self._last = value
            self._mark("")

    def _judge(self, text: str) -> None:
        self._mark(self._reason(text))

    def _mark(self, reason: str) -> None:
        if reason != self.trouble:
            self.trouble = reason
            self.setProperty("state", "refused" if reason else "")
            repolish(self)
            self.setAccessibleDescription(reason)
            self.refused.emit(reason)

    def validate(self, text: str, pos: int) -> tuple[QValidator.State, str, int]:
        """Let anything be typed, and take a number of the range."""
        taken = bool(self.specialValueText()) if self._empty(text) else not self._reason(text)
        return QValidator.State.Acceptable if taken else QValidator.State.Intermediate, text, pos

    def valueFromText(self, text: str) -> float:
        """Read the number typed; nothing typed is what the special word stands for."""
        if self._empty(text):
            return self.minimum() if self.specialValueText() else self.value()
        return self.value() if self._reason(text) else float(self._figures(text))

    def show_value(self, value: float) -> None:
        """Show a number that was not typed, and say nothing of it."""
        self.blockSignals(True)
        self.setValue(value)
        self.blockSignals(False)
        self._last = self.value()
        self._mark("")
