"""Hold what dialogs share: how large they are."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QDialog

from wolfling_gui.ui.theme import theme

LARGEST: Final = QSize(1240, 680)
"""No dialog opens larger, whatever the size of text."""


def fit(dialog: QDialog, least: QSize, best: QSize) -> None:
    """Size a dialog by the size of text, within screen and `LARGEST`; the sizes are in px at scale 1."""
    look = theme()
    dialog.setMinimumSize(
        min(look.px(least.width()), LARGEST.width()), min(look.px(least.height()), LARGEST.height())
    )
    room = dialog.screen().availableSize() if dialog.screen() is not None else LARGEST
    dialog.resize(QSize(look.px(best.width()), look.px(best.height())).boundedTo(LARGEST).boundedTo(room))
