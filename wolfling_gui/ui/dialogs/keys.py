"""List every command with its key, and say which version this is."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui import __version__
from wolfling_gui.ui.commands import Commands
from wolfling_gui.ui.menu_names import MENUS, menu_title
from wolfling_gui.ui.widgets import Hairline, KeyCap, MainButton, SectionHead, TextLabel


class KeysDialog(QDialog):
    """Show the keys, menu by menu, as they really are."""

    def __init__(self, commands: Commands, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Keys"))
        self.resize(620, 560)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(8)
        for menu in MENUS:
            listed = commands.of_menu(menu)
            if not listed:
                continue
            column.addWidget(SectionHead(menu_title(menu).replace("&", "")))
            grid = QGridLayout()
            grid.setHorizontalSpacing(14)
            grid.setVerticalSpacing(3)
            grid.setColumnStretch(2, 1)
            for row, command in enumerate(listed):
                keys = command.keys.split("|")[0]
                grid.addWidget(KeyCap(QKeySequence(keys)), row, 0, Qt.AlignmentFlag.AlignLeft)
                grid.addWidget(TextLabel(command.name.rstrip("…"), "body"), row, 1)
                grid.addWidget(TextLabel(command.what, "small", "text3", wrap=True), row, 2)
            column.addLayout(grid)
            column.addSpacing(6)
        column.addWidget(SectionHead(self.tr("Wherever the focus is")))
        grid = QGridLayout()
        grid.setHorizontalSpacing(14)
        grid.setVerticalSpacing(3)
        grid.setColumnStretch(1, 1)
        said = (
            ("1", self.tr("to 9: choose in the guide’s list, or answer a question")),
            ("Return", self.tr("does the main button of the guide")),
            ("Esc", self.tr("goes one step back, never out of the phase")),
            ("R", self.tr("while dice are asked for: rolls the missing ones")),
            (
                "Tab",
                self.tr("on the map: goes from unit to unit, and through the targets of one in hand"),
            ),
            ("Right", self.tr("and the other arrows on the map: move the cursor ¼″, with Shift 1″")),
            ("Space", self.tr("on the map: keeps the card of the target pointed at")),
        )
        for row, (keys, text) in enumerate(said):
            grid.addWidget(KeyCap(keys), row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(TextLabel(text, "body", wrap=True), row, 1)
        column.addLayout(grid)
        area.setWidget(page)
        outer.addWidget(area, 1)
        outer.addWidget(Hairline())
        foot = QHBoxLayout()
        foot.setContentsMargins(20, 12, 20, 12)
        version = self.tr("Wolfling %1. Free under the MIT licence; fonts under the SIL Open Font License.")
        foot.addWidget(TextLabel(version.replace("%1", __version__), "small", "text3", wrap=True), 1)
        close = MainButton(self.tr("Close"), "Esc")
        close.setDefault(True)
        close.clicked.connect(self.accept)
        foot.addWidget(close)
        outer.addLayout(foot)
