"""Two ways to do at the window what a player wants: with the mouse, or with keys alone.

Both know how to begin, to take what the guide offers, to take a unit in hand, to aim, to carry models, and
to answer. What is wanted is named by the words on the window or by the units on the table, never by a
position in the window.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from tests.bot import share
from tests.ui.play import CONTROL, SHIFT, Player, rest, settle
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Put, Roll, Spin
from wolfling_gui.session import explain
from wolfling_gui.ui.map_keys import LONG_STEP, STEP
from wolfling_gui.ui.panels.welcome import StarterRow

K = Qt.Key
PLAIN = Qt.KeyboardModifier.NoModifier


class Hands(Protocol):
    """What a player can do, each by events of one kind alone."""

    player: Player

    def begin(self, scenario: str, rounds: int) -> None:
        """Begin a battle on a scenario of the first screen, as long as so many rounds."""
        ...

    def go_on(self) -> None:
        """Do what the guide's main button says."""
        ...

    def offered(self, words: str) -> bool:
        """Take what the guide offers in these words; tells whether it offers that."""
        ...

    def take(self, unit: str) -> None:
        """Take a unit in hand."""
        ...

    def aim(self, unit: str) -> None:
        """Aim the unit in hand at another."""
        ...

    def carry(self, model: str, to: Point) -> None:
        """Carry a model, and its unit with it, to a place, and let go there."""
        ...

    def back(self) -> None:
        """Go one step back: put back a plan, drop a target."""
        ...

    def roll(self, faces: list[int]) -> None:
        """Answer with dice that lie on the table."""
        ...

    def spin(self) -> None:
        """Answer the scatter die: a hit."""
        ...

    def choose(self, number: int) -> None:
        """Answer with one of the options, 1 for the first."""
        ...

    def share_out(self, counts: Mapping[str, int]) -> None:
        """Answer with so many for each candidate."""
        ...

    def put_down(self) -> None:
        """Answer that the models stand where they are proposed."""
        ...


Picks = Callable[[Choose | Confirm], int]
"""Which answer to give to a choice, 1 for the first; of yes and no 1 is yes."""


def first_or_no(request: Choose | Confirm) -> int:
    """Take the first of several options, and no rather than yes."""
    return 1 if isinstance(request, Choose) else 2


def answer_one(hands: Hands, pick: Picks = first_or_no) -> None:
    """Answer the question that waits: dice as the app would roll them, losses from the front."""
    desk = hands.player.desk
    match desk.request:
        case Roll():
            hands.roll(list(desk.session.app_answer()))
        case Spin():
            hands.spin()
        case (Choose() | Confirm()) as request:
            hands.choose(pick(request))
        case Allocate() as request:
            hands.share_out(share(request))
        case Put():
            hands.put_down()
    settle()


def answer_all(hands: Hands, pick: Picks = first_or_no) -> None:
    """Answer until nothing is asked any more; every answer must lead on."""
    desk = hands.player.desk
    for _ in range(150):
        request = desk.request
        if request is None:
            return
        answer_one(hands, pick)
        assert desk.request is not request, f"the answer was not taken: {request}"
    raise AssertionError("questions without end")


def named(rows: object, words: str) -> int | None:
    """Return the place of the row with these words, 0 for the first, or None."""
    listed = rows.rows.rows  # type: ignore[attr-defined]
    return next((number for number, row in enumerate(listed) if row.name == words), None)


class MouseHands:
    """Play with the mouse alone; only dice, notes and numbers are typed."""

    def __init__(self, player: Player) -> None:
        self.player = player

    def begin(self, scenario: str, rounds: int) -> None:
        """Click the scenario, the rounds, and the button that begins."""
        player = self.player
        player.click(player.starter(scenario))
        card = player.dialog()
        field = _named_child(card, "Rounds").findChild(QLineEdit)
        assert field is not None
        player.click(field)
        field.selectAll()
        player.type(str(rounds))
        player.press_button("Begin the battle", card)
        player.window.activateWindow()
        settle()

    def go_on(self) -> None:
        """Click the main button."""
        self.player.click(self.player.guide.main)

    def offered(self, words: str) -> bool:
        """Click the main button, a row or a button with these words."""
        player = self.player
        if player.main() == words:
            self.go_on()
            return True
        view = player.guide.choices
        if view.isVisible() and named(view, words) is not None:
            player.choose_row(words)
            return True
        for button in player.buttons(player.guide):
            if button.text() == words:
                player.guide.body.ensureWidgetVisible(button)
                player.click(button)
                return True
        return False

    def take(self, unit: str) -> None:
        """Click a model of the unit on the map, when another unit is in hand."""
        player = self.player
        if player.desk.unit == unit:
            return
        standing = player.battle.standing(unit)
        player.click_model(standing[0].id)
        assert player.desk.unit == unit, f"{standing[0].id} cannot be clicked"

    def aim(self, unit: str) -> None:
        """Click a model of the target on the map."""
        player = self.player
        player.click_model(player.battle.standing(unit)[0].id)

    def carry(self, model: str, to: Point) -> None:
        """Drag the model."""
        self.player.drag(model, to, steps=4)

    def back(self) -> None:
        """Click the main button, which puts a refused plan back or drops a target."""
        self.go_on()

    def roll(self, faces: list[int]) -> None:
        """Type the faces and click what takes them."""
        player = self.player
        player.type("".join(map(str, faces)))
        player.click(player.guide.request.take)

    def spin(self) -> None:
        """Click the face with the hit."""
        self.player.press_button("Hit", self.player.guide.request)

    def choose(self, number: int) -> None:
        """Click one of the buttons of the answers."""
        player, request = self.player, self.player.desk.request
        if isinstance(request, Choose):
            words = explain.option_text(request.options[number - 1], player.battle)
        else:
            words = ("Yes", "No")[number - 1]
        button = player.button(words, player.guide.request)
        player.guide.body.ensureWidgetVisible(button)
        player.click(button)

    def share_out(self, counts: Mapping[str, int]) -> None:
        """Click the plus of each candidate as often as it gets one."""
        player, card = self.player, self.player.guide.request
        request = player.desk.request
        more = [b for b in player.buttons(card) if b.accessibleName() == "One more"]
        for name, plus in zip(request.candidates, more, strict=True):
            for _ in range(counts.get(name, 0) - request.least.get(name, 0)):
                player.guide.body.ensureWidgetVisible(plus)
                player.click(plus)
        player.click(card.take)

    def put_down(self) -> None:
        """Click what takes the places, once they are judged."""
        rest()
        self.player.click(self.player.guide.request.take)


class KeyHands:
    """Play with keys alone."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self._rolled = False

    def begin(self, scenario: str, rounds: int) -> None:
        """Walk to the scenario and to the rounds with Tab, and begin with Ctrl+Enter."""
        player = self.player
        player.tab_to(lambda w: isinstance(w, StarterRow) and scenario in w.accessibleName())
        player.press(K.Key_Return)
        card = player.dialog()
        card.activateWindow()
        settle()
        rounds_field = _named_child(card, "Rounds")
        player.tab_to(lambda w: w is rounds_field)
        player.press(K.Key_A, CONTROL)
        player.type(str(rounds))
        player.press(K.Key_Return, CONTROL)
        player.window.activateWindow()
        settle()

    def home(self) -> None:
        """Bring the focus to the map with F6."""
        player = self.player
        for _ in range(8):
            if player.focus is player.map:
                return
            player.press(K.Key_F6)
        raise AssertionError("F6 never comes to the map")

    def go_on(self) -> None:
        """Press Enter on the map, or Esc where the main button says so."""
        player = self.player
        self.home()
        if self._rolled:
            # Enter right behind typed dice belongs to them.
            player.breathe()
            self._rolled = False
        player.press(K.Key_Return)

    def offered(self, words: str) -> bool:
        """Press Enter for the main button, a number for a row; else walk to the button with Tab."""
        player = self.player
        if player.main() == words:
            self.go_on()
            return True
        view = player.guide.choices
        place = named(view, words) if view.isVisible() else None
        if place is not None and place < 9:
            self.home()
            player.press(K(K.Key_1 + place))
            return True
        if not any(button.text() == words for button in player.buttons(player.guide)):
            return False
        for _ in range(8):
            if player.window.docks["guide"].isAncestorOf(player.focus):
                break
            player.press(K.Key_F6)
        player.tab_to(lambda w: getattr(w, "text", str)() == words)
        player.press(K.Key_Return)
        return True

    def take(self, unit: str) -> None:
        """Walk over the map with Tab, or back with Shift and Tab, until the unit is in hand."""
        player = self.player
        for key in (K.Key_Tab, K.Key_Backtab):
            self.home()
            while player.focus is player.map:
                if player.desk.unit == unit and not player.desk.target:
                    return
                player.press(key, SHIFT if key == K.Key_Backtab else PLAIN)
        raise AssertionError(f"Tab never comes to {unit}")

    def aim(self, unit: str) -> None:
        """Press the number of the target in the guide's list."""
        player = self.player
        self.home()
        listed = [row.unit for row in player.guide.choices.rows.rows]
        assert unit in listed, f"{unit} is not listed: {listed}"
        player.press(K(K.Key_1 + listed.index(unit)))

    def carry(self, model: str, to: Point) -> None:
        """Bring the cursor to the model, take it with P, carry it with the arrows, and put it down."""
        player = self.player
        self.home()
        self.point(player.place(model))
        player.press(K.Key_P)
        self.point(to)
        player.press(K.Key_P)
        rest()

    def point(self, to: Point) -> None:
        """Move the map's cursor to within a step of a place."""
        player = self.player
        for _ in range(200):
            here = player.desk.cursor
            if here is None:
                player.press(K.Key_Right)
                continue
            dx, dy = to.x - here.x, to.y - here.y
            if abs(dx) < STEP and abs(dy) < STEP:
                return
            if abs(dx) >= STEP:
                key, far = (K.Key_Right if dx > 0 else K.Key_Left), abs(dx)
            else:
                key, far = (K.Key_Up if dy > 0 else K.Key_Down), abs(dy)
            player.press(key, SHIFT if far >= LONG_STEP else PLAIN)
        raise AssertionError("the cursor never comes there")

    def back(self) -> None:
        """Press Esc."""
        self.home()
        self.player.press(K.Key_Escape)

    def roll(self, faces: list[int]) -> None:
        """Type the faces where the focus is, and Enter."""
        player = self.player
        assert player.focus is player.guide.request.field, "dice cannot be typed at once"
        player.type("".join(map(str, faces)))
        player.press(K.Key_Return)
        self._rolled = True

    def spin(self) -> None:
        """Press 1 for a hit."""
        self.player.press(K.Key_1)

    def choose(self, number: int) -> None:
        """Press the number of the answer."""
        self.player.press(K(K.Key_0 + number))

    def share_out(self, counts: Mapping[str, int]) -> None:
        """Press each candidate's number as often as it gets one, and Enter."""
        player = self.player
        request = player.desk.request
        for number, name in enumerate(request.candidates):
            for _ in range(counts.get(name, 0) - request.least.get(name, 0)):
                player.press(K(K.Key_1 + number))
        player.press(K.Key_Return)

    def put_down(self) -> None:
        """Press Enter, once the places are judged."""
        rest()
        self.player.press(K.Key_Return)


def _named_child(card: QWidget, name: str) -> QWidget:
    """Return the part of a dialog that bears a name for those who cannot see it."""
    for child in card.findChildren(QWidget):
        if child.accessibleName() == name:
            return child
    raise AssertionError(f"nothing is named {name!r}")


__all__ = ["Hands", "KeyHands", "MouseHands", "answer_all", "answer_one"]
