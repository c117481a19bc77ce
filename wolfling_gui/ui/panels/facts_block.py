"""Hold the facts of a shot within the guide, where nobody plays beside a real table: shut until wanted."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.facts import FactsForm
from wolfling_gui.ui.panels.guide_parts import Block


class FactsBlock(Block):
    """Show the facts of the shot in hand when they are asked for, or when the shot waits for one."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(edge=0, parent=parent)
        self._desk = desk
        self._form: FactsForm | None = None
        self._open = False

    @property
    def opened(self) -> bool:
        """Tell whether the facts are shown, here or elsewhere in the window."""
        return self._form is None or self._open

    def hold(self, form: FactsForm | None) -> None:
        """Take the form, or give it away with None."""
        if form is None and self._form is not None:
            self._form.setParent(None)
        self._form = form
        if form is not None:
            form.set_columns(1)
            form.set_scrolling(False)
            self.add(form)
        self.follow()

    def open(self) -> None:
        """Show the facts."""
        self._open = True
        self.follow()

    def close_facts(self) -> bool:
        """Put the facts away; tells whether they were shown."""
        was = self._open and self._form is not None
        self._open = False
        self.follow()
        return was

    def follow(self) -> None:
        """Show the facts while there is a shot they are about."""
        if self._desk.shot() is None or not self._desk.shows_targets:
            self._open = False
        self.setVisible(self._form is not None and self._open)
