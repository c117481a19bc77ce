"""Choose the house rules of a battle, and read what each of them changes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFileDialog, QGridLayout, QVBoxLayout, QWidget

from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import FlatButton, RuleChip, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.files.overlays import Change, Overlay
    from wolfling_gui.rules.catalogue import Catalogue

INDENT = 26


class HouseRuleList(QWidget):
    """Offer the house rules that come with a ruleset and those of the player's files.

    `changed` follows every choice; `said(text)` tells what is wrong with a file.
    """

    changed = Signal()
    said = Signal(str)
    rule_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.boxes: dict[str, QCheckBox] = {}
        self._overlays: dict[str, Overlay] = {}
        self._own: list[tuple[str, Overlay]] = []
        self._catalogue: Catalogue | None = None
        self._ruleset = ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        column.addLayout(self._rows)
        self.more = FlatButton(self.tr("House rules from a file…"), icon_name="open_file")
        self.more.setAutoDefault(False)
        self.more.clicked.connect(self._ask)
        column.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeft)

    def show_ruleset(self, ruleset: str) -> None:
        """Offer the house rules of a ruleset, none of them chosen."""
        from wolfling_gui.files.overlays import load_overlay, shipped_overlays
        from wolfling_gui.files.problems import ProblemsError
        from wolfling_gui.files.rulesets import load_catalogue

        if ruleset == self._ruleset:
            return
        self._ruleset = ruleset
        clear(self._rows)
        self.boxes, self._overlays = {}, {}
        self._catalogue = load_catalogue(ruleset)
        for path in shipped_overlays(ruleset):
            try:
                self._add(str(path), load_overlay(path))
            except ProblemsError as error:
                self.said.emit(str(error))
        for key, overlay in self._own:
            if overlay.ruleset == ruleset:
                self._add(key, overlay)

    def chosen(self) -> tuple[Overlay, ...]:
        """Return the house rules chosen, in the order of the list: the later ones win."""
        return tuple(self._overlays[key] for key, box in self.boxes.items() if box.isChecked())

    def add_file(self, path: Path) -> bool:
        """Offer the house rules of a file and choose them; tells whether it could be read."""
        from wolfling_gui.files.overlays import load_overlay
        from wolfling_gui.files.problems import ProblemsError

        try:
            overlay = load_overlay(path)
        except ProblemsError as error:
            self.said.emit(str(error))
            return False
        if overlay.ruleset != self._ruleset:
            words = self.tr("The house rules “%1” are for other rules: %2.")
            self.said.emit(words.replace("%1", overlay.name, 1).replace("%2", overlay.ruleset, 1))
            return False
        key = str(path)
        self._own = [entry for entry in self._own if entry[0] != key] + [(key, overlay)]
        if key in self.boxes:
            self._overlays[key] = overlay
        else:
            self._add(key, overlay)
        self.boxes[key].setChecked(True)
        self.said.emit("")
        self.changed.emit()
        return True

    def _ask(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose house rules"), "", self.tr("House rules (*.yaml *.yml)")
        )
        if name:
            self.add_file(Path(name))

    def _add(self, key: str, overlay: Overlay) -> None:
        self._overlays[key] = overlay
        box = QCheckBox(overlay.name)
        box.setToolTip(overlay.file)
        box.setAccessibleDescription(overlay.description)
        box.toggled.connect(lambda *_: self.changed.emit())
        self.boxes[key] = box
        self._rows.addWidget(box)
        about = QWidget()
        grid = QGridLayout(about)
        grid.setContentsMargins(INDENT, 0, 0, 4)
        grid.setHorizontalSpacing(10)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        if overlay.description:
            grid.addWidget(TextLabel(overlay.description, "small", "text2", wrap=True), 0, 0, 1, 2)
        for row, (rule, words, tip) in enumerate(change_lines(overlay.changes, self._catalogue), start=1):
            if rule:
                chip = RuleChip(rule, "house", self._catalogue.rule(rule).title if self._catalogue else "")
                chip.opened.connect(self.rule_opened)
                grid.addWidget(chip, row, 0)
            label = TextLabel(words, "small", "text2", wrap=True)
            label.setToolTip(tip)
            grid.addWidget(label, row, 1)
        self._rows.addWidget(about)


def change_lines(changes: Sequence[Change], catalogue: Catalogue | None) -> list[tuple[str, str, str]]:
    """Say what house rules change, one line each: the rule, the words, and the place in the file."""
    from wolfling_gui.files.overlays import SetValue, Switch, SwitchTag
    from wolfling_gui.rules.catalogue import UnknownRule
    from wolfling_gui.session import explain

    def tr(text: str) -> str:
        return QCoreApplication.translate("HouseRules", text)

    found: list[tuple[str, str, str]] = []
    for change in changes:
        match change:
            case SetValue(rule, parameter, value, origin):
                name, new = explain.parameter_words(parameter, value)
                try:
                    old = "" if catalogue is None else catalogue.parameter(rule, parameter).value
                    text = tr("%1: %3 instead of %2").replace(
                        "%2", explain.parameter_words(parameter, old)[1], 1
                    )
                except UnknownRule:
                    text = tr("%1: %3")
                words = text.replace("%3", new, 1).replace("%1", name, 1)
            case Switch(rule, on, origin):
                words = tr("switched on") if on else tr("switched off")
            case SwitchTag(tag, origin):
                rule = ""
                words = tr("All rules of source %1 are switched off").replace("%1", tag)
            case _:
                continue
        where = tr("%1, line %2").replace("%2", str(origin.line), 1).replace("%1", origin.file, 1)
        found.append((rule, words, where))
    return found
