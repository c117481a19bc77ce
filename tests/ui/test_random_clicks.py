"""Random clicks and keys in the window: whatever players press, the guide leads on, until the score."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog

from tests.properties.player import Player as Chance
from tests.properties.starts import SCENARIOS, drawn
from tests.ui.play import LEFT, PLAIN, Player, settle
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Put
from wolfling_gui.session.opening import begin
from wolfling_gui.session.session import Session
from wolfling_gui.ui import words

SHORT, LONG = 60, 1500
"""How many clicks and keys at random each battle gets, and with --long."""
KEYS = (
    Qt.Key.Key_Return, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_P, Qt.Key.Key_Up,
    Qt.Key.Key_Right, Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_F6, Qt.Key.Key_R, Qt.Key.Key_M, Qt.Key.Key_V,
    Qt.Key.Key_B, Qt.Key.Key_S, Qt.Key.Key_D,
)  # fmt: skip


def short(path: Path, seed: int) -> Session:
    """Return a battle of two rounds on a scenario, with other forces and missions by the seed."""
    scenario, rosters = drawn(path, seed)
    mission = msgspec.structs.replace(scenario.mission, last_turn=2, random_length=False)
    return begin(msgspec.structs.replace(scenario, mission=mission), rosters, keep=False, seed=seed)


class Restless:
    """Press whatever is there."""

    def __init__(self, player: Player, seed: int) -> None:
        self.player = player
        self.chance = random.Random(seed)
        self.answers = Chance(player.desk.rules, seed)
        self.presses: list[Callable[[], object]] = [
            *(self.go_on,) * 6, *(self.answer,) * 4, *(self.button,) * 3, *(self.row,) * 3, self.map,
            self.drag, self.drag, self.key, self.key, self.back,
        ]  # fmt: skip

    def press(self) -> None:
        """Do something at random, and see that it leads on."""
        self.chance.choice(self.presses)()
        settle(2)
        for dialog in self.player.window.findChildren(QDialog):
            if dialog.isVisible():
                dialog.close()
        settle(1)
        self.leads_on()

    def leads_on(self) -> None:
        """Check that something can be done from here, by what the guide shows."""
        guide, desk = self.player.guide, self.player.desk
        if desk.request is not None or desk.looking_back or desk.draft is not None:
            return
        main = guide.main.isVisible() and guide.main.isEnabled()
        rows = guide.choices.isVisible() and any(r.mark != "refused" for r in guide.choices.rows.rows)
        assert main or rows, f"stuck at {desk.battle.clock}, {self.player.main()!r}"

    def go_on(self) -> None:
        """Click the main button."""
        main = self.player.guide.main
        # Where the battle is over it would begin another one.
        if main.isVisible() and main.isEnabled() and not self.player.battle.clock.over:
            self.player.click(main)

    def answer(self) -> None:
        """Answer the question that waits, by hand or by what the card proposes."""
        desk = self.player.desk
        request = desk.request
        if isinstance(request, Put):
            if desk.draft is None or not desk.draft.allowed:
                desk.step_back()
            said = desk.put_down()
            assert not said, f"the places proposed are refused: {said}"
        elif request is not None:
            assert not desk.give(self.answers.answer(request))

    def button(self) -> None:
        """Click any button of the guide."""
        player = self.player
        listed = [b for b in player.buttons(player.guide) if b.isEnabled() and b is not player.guide.main]
        if listed:
            player.click(self.chance.choice(listed))

    def row(self) -> None:
        """Click any row of the guide's list."""
        view = self.player.guide.choices
        if view.isVisible() and view.rows.rows:
            rect = view.visualRect(view.rows.index(self.chance.randrange(len(view.rows.rows))))
            self.player.click(view.viewport(), QPoint(rect.x() + 40, rect.center().y()))

    def spot(self) -> Point:
        """Return a place on the table, often that of a model."""
        battle = self.player.battle
        standing = list(battle.on_table())
        if standing and self.chance.random() < 0.7:
            place = self.chance.choice(standing).place
            assert place is not None
            return place.at
        table = battle.table
        return Point(self.chance.randint(0, table.width), self.chance.randint(0, table.height))

    def map(self) -> None:
        """Click somewhere on the map."""
        self.player.click_map(self.spot())

    def drag(self) -> None:
        """Drag a model, or whatever else lies there, a few inches."""
        start = self.spot()
        view = self.player.map.viewport()
        end = start.shifted(self.chance.randint(-15000, 15000), self.chance.randint(-15000, 15000))
        QTest.mousePress(view, LEFT, PLAIN, self.player.spot(start))
        for part in (0.3, 1.0):
            dx, dy = round((end.x - start.x) * part), round((end.y - start.y) * part)
            QTest.mouseMove(view, self.player.spot(start.shifted(dx, dy)))
        QTest.mouseRelease(view, LEFT, PLAIN, self.player.spot(end))

    def key(self) -> None:
        """Press a key where the focus is."""
        if not self.player.battle.clock.over:
            QTest.keyClick(QApplication.focusWidget() or self.player.window, self.chance.choice(KEYS))

    def back(self) -> None:
        """Take a step back, or forward again, or look at an earlier moment."""
        desk = self.player.desk
        steps = [step.line for step in desk.session.steps]
        self.chance.choice(
            [desk.undo, desk.redo, desk.call_off, lambda: desk.look_at(self.chance.choice([None, *steps]))]
        )()

    def finish(self, most: int = 300) -> None:
        """Go on by what the guide offers and by answers alone until the battle is over.

        A plan that nobody finds a place for is agreed on.
        """
        player, desk = self.player, self.player.desk
        desk.set_tool("select")
        refused = 0
        for _ in range(most):
            if desk.request is not None and not desk.looking_back:
                self.answer()
            elif desk.battle.clock.over and not desk.looking_back:
                return
            elif desk.draft is not None and not desk.draft.allowed and (refused := refused + 1) > 3:
                desk.overrule(desk.draft.action, "there is no room")
            elif player.main() and player.guide.main.isEnabled():
                self.go_on()
            else:
                self._take_any()
            settle(1)
        raise AssertionError(f"no end: {desk.battle.clock}, {player.main()!r}")

    def _take_any(self) -> None:
        """Take the first thing that is offered besides the main button."""
        player, battle = self.player, self.player.battle
        unit = battle.units.get(player.desk.unit)
        offered = [o for o in player.desk.guide().also if o.allowed and o.action is not None]
        if unit is not None and unit.in_reserve.startswith("arriving:deep_strike"):
            self.map()
        elif offered:
            player.press_button(words.offer(battle, offered[0]), player.guide)
        else:
            allowed = [r for r in player.guide.choices.rows.rows if r.mark != "refused"]
            assert allowed, f"stuck at {battle.clock}"
            player.choose_row(allowed[0].name)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("seed", [1, 8, 18])
def test_whatever_is_pressed_the_guide_leads_on_to_the_score(sit_down, monkeypatch, request, seed):
    for name in ("getSaveFileName", "getOpenFileName"):
        monkeypatch.setattr(QFileDialog, name, lambda *_, **__: ("", ""))
    path = SCENARIOS[seed % len(SCENARIOS)]
    player = sit_down(short(path, seed), app_dice=bool(seed % 2))
    restless = Restless(player, seed)
    for _ in range(LONG if request.config.getoption("--long") else SHORT):
        restless.press()
    restless.finish()
    assert player.battle.clock.over
