"""Enter numbers: spin boxes whose figures keep the distance from the border that other fields have."""

from __future__ import annotations

from PySide6.QtWidgets import QAbstractSpinBox, QDoubleSpinBox, QSpinBox, QWidget

PAD = 8


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
    """Enter a number with decimals, such as a length in inches, with an optional unit behind it."""

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
        self.setDecimals(decimals)
        self.setRange(least, most)
        self.setSingleStep(step)
        self.setSuffix(unit)
        _pad(self)
