"""Say in the guide where markers and templates go: as put, or where the rules would put them."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session import naming
from wolfling_gui.ui import blast_words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import Block
from wolfling_gui.ui.tools.blast import waiting
from wolfling_gui.ui.widgets import BorderedButton, Odds, OddsBars, TextLabel

MOST_LINES = 5


class AimPart(Block):
    """List each marker and template of the shot with its hits, and offer the tool that puts them."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self._desk = desk
        self.head.setText(self.tr("Markers and templates"))
        self.head.show()

    def refresh(self) -> None:
        """Show the markers of the moment, or take no room."""
        self.clear()
        desk, battle = self._desk, self._desk.battle
        forecasts = desk.forecasts()
        draft = desk.draft
        one_left = waiting(desk)
        if battle is None or not (forecasts or (one_left is not None and desk.shows_targets)):
            return
        aims = draft.shot.aims if draft is not None and draft.shot is not None else {}
        proposed = False
        for one in forecasts[:MOST_LINES]:
            name = naming.model_name(battle, one.firer)
            if one.follows:
                text = self.tr("%1’s %2 follows, edge to edge with the first.")
            elif draft is not None and one.firer == draft.held:
                text = self.tr("%1’s %2 where it is held: %3.")
            elif one.firer in aims:
                text = self.tr("%1’s %2 as put: %3.")
            else:
                proposed = True
                text = self.tr("%1’s %2 where it covers most: %3.")
            text = text.replace("%1", name, 1).replace("%2", one.weapon, 1)
            self.add(
                TextLabel(text.replace("%3", blast_words.hits_of(battle, one), 1), "small", "text", wrap=True)
            )
        if not forecasts and one_left is not None:
            text = self.tr("%1 can lay the %2 instead.")
            text = text.replace("%1", naming.model_name(battle, one_left.model), 1)
            self.add(TextLabel(text.replace("%2", one_left.weapon.name, 1), "small", "text", wrap=True))
        if proposed and draft is None:
            told = self.tr("The rules choose the place unless you put the marker yourself.")
            self.add(TextLabel(told, "small", "text2", wrap=True))
        self._add_odds(battle)
        if desk.tool != "blast" and one_left is not None:
            button = BorderedButton(self.tr("Put it yourself"), "B", "blast")
            button.setToolTip(
                self.tr("Takes the blast tool: what is aimed follows the pointer, a click puts it.")
            )
            button.clicked.connect(lambda *_: desk.set_tool("blast"))
            self.add(button)

    def _add_odds(self, battle: Battle) -> None:
        """Show what the plan is worth, once nothing follows the pointer any more."""
        desk, draft = self._desk, self._desk.draft
        plan = draft.verdict.plan if draft is not None and isinstance(draft.verdict, Permit) else None
        if draft is None or draft.held or not isinstance(plan, Volley) or desk.rules is None:
            return
        from wolfling_gui.session.preview import chances_of

        odds = chances_of(desk.rules, battle, plan)
        if odds is None:
            return
        text = self.tr("%1 casualties expected, with the markers as they lie here")
        self.add(
            TextLabel(text.replace("%1", naming.expected_text(odds.expected), 1), "small", "text", wrap=True)
        )
        side = battle.side_index(battle.units[plan.target].side)
        self.add(OddsBars(Odds(odds.casualties, side, len(odds.casualties) - 1)))
