"""Ask what an action asks: dice with the reason for their number, choices, sharing out, yes or no."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Allocate, Choose, Confirm, Put, Request, Roll, Spin
from wolfling_gui.session import explain, naming
from wolfling_gui.session.allocating import WhyNot, candidate_of, why_not
from wolfling_gui.session.pools import pools_so_far
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.breakdown import BreakdownTable
from wolfling_gui.ui.panels.dice_part import DicePart
from wolfling_gui.ui.panels.dice_so_far import DiceSoFar
from wolfling_gui.ui.panels.discard import clear, discard
from wolfling_gui.ui.panels.pool import PoolField
from wolfling_gui.ui.panels.pool_entry import PoolEntry
from wolfling_gui.ui.panels.putting import PutPart
from wolfling_gui.ui.panels.scatter import ScatterPart
from wolfling_gui.ui.panels.sharing import SharingPart
from wolfling_gui.ui.panels.standing_part import StandingPart
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Card,
    FlatButton,
    Hairline,
    MainButton,
    ProblemLine,
    RuleChip,
    SidePlate,
    TextLabel,
)

MOST_POOLS = 4
"""So many pools of dice are kept in sight in the guide; a fight has a dozen."""


class RequestCard(Card):
    """Show the question that waits and take its answer.

    `opened(rule)` comes from a chip, `spoke(widget)` asks to bring into view what is wrong with an answer.
    Here it is as small as the guide needs; `RequestPage` lays the same parts out large. Of several cards only
    the active one asks.
    """

    opened = Signal(str)
    spoke = Signal(QWidget)
    LARGE = False

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__("map", parent)
        self._desk = desk
        self._active = True
        self._asked: object = None
        self._answers: list[Callable[[], None]] = []
        self.dice: DicePart | None = None
        self.sharing: SharingPart | None = None
        self.take: MainButton | None = None
        self._said = ProblemLine()
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(8)
        self.content().addWidget(self._body)
        self.foot = QWidget()
        """What takes the answer; the guide keeps it in view while the question scrolls."""
        self._foot_rows = QVBoxLayout(self.foot)
        self._foot_rows.setContentsMargins(0, 0, 0, 0)
        self._foot_rows.setSpacing(8)
        self.content().addWidget(self.foot)
        self.setAccessibleName(self.tr("Question"))
        desk.battle_changed.connect(self.refresh)
        desk.session_changed.connect(self.refresh)
        desk.pointed_out.connect(self.point_out)
        self.refresh()

    # ------------------------------------------------------------------ showing

    def set_active(self, active: bool) -> None:
        """Ask, or leave asking to another card."""
        if active != self._active:
            self._active = active
            self._asked = None
            self.refresh()

    def take_over(self, other: RequestCard) -> None:
        """Ask in place of another card, which leaves off; dice typed there are not typed again."""
        if self._active:
            return
        begun, self._active = other.field, True
        self._asked = None
        self.refresh()
        if begun is not None and self.field is not None and begun.text():
            self.field.take_over(begun)
        other.set_active(False)

    def refresh(self) -> None:
        """Show the question that waits, if it is another."""
        request = self._desk.request if self._active else None
        shown = request is not None and not self._desk.looking_back
        self.setVisible(shown)
        self.foot.setVisible(shown)
        if request is self._asked and request is not None:
            return
        self._asked = request
        self._clear()
        battle = self._desk.battle
        if request is None or battle is None:
            return
        self._dice_so_far()
        words = explain.explain_request(request, battle)
        self.setAccessibleName(words.title)
        self._head(battle, request, words)
        match request:
            case Roll():
                self._ask_roll(request, words)
            case Spin():
                self._ask_spin(request)
            case Choose():
                self._ask_choice(request)
            case Allocate():
                self._ask_sharing(request)
            case Confirm():
                self._ask_yes_or_no()
            case Put():
                self._ask_places(request)
        self._rows.addWidget(self._said)
        self._said.say("")
        if self.dice is not None:
            self.dice.offer_old()
        self._foot()
        self.take_focus()

    @property
    def entry(self) -> PoolEntry | None:
        """Return the entry of the dice asked for, None where none are."""
        return self.dice.entry if self.dice is not None else None

    @property
    def field(self) -> PoolField | None:
        """Return the field that dice are typed into, None where none are asked for."""
        return self.entry.field if self.entry is not None else None

    def take_focus(self) -> bool:
        """Give the field the focus, so that dice can be typed at once; tells whether there is one."""
        if self.field is None or not self.isVisible():
            return False
        self.field.setFocus(Qt.FocusReason.OtherFocusReason)
        return True

    def _clear(self) -> None:
        self.dice = self.sharing = self.take = None
        self._answers = []
        self._said.hide()
        self._said.setParent(None)
        old = self._body
        self._body = QWidget()
        self._rows = QVBoxLayout(self._body)
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setSpacing(8)
        self.content().replaceWidget(old, self._body)
        discard(old)
        clear(self._foot_rows)

    def _dice_so_far(self) -> None:
        """Keep the dice of this action in sight."""
        session = self._desk.session
        rows = pools_so_far(session) if session is not None else ()
        if rows:
            self._rows.addWidget(DiceSoFar(rows, most=0 if self.LARGE else MOST_POOLS))
            self._rows.addWidget(Hairline())

    def _head(self, battle: Battle, request: Request[object], words: explain.RequestWords) -> None:
        """Say whose question it is, what it asks, and by which rule."""
        head = QHBoxLayout()
        head.setSpacing(8)
        side = battle.side_index(request.side) if request.side in {s.id for s in battle.sides} else 0
        plate = SidePlate(side, naming.side_name(battle, request.side), 20)
        head.addWidget(plate, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(TextLabel(words.title, "card_title", f"side{side % 4}", wrap=True), 1)
        self._rows.addLayout(head)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(TextLabel(words.detail, "small", "text2", wrap=True), 1)
        chip = RuleChip(words.rule)
        chip.opened.connect(self.opened)
        line.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(line)

    def _foot(self) -> None:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        if self.take is not None and self.LARGE:
            row.addWidget(self.take)
        elif self.take is not None:
            self._foot_rows.addWidget(self.take)
        if isinstance(self._desk.request, Roll | Spin):
            roll = BorderedButton(self.tr("Roll for me") if self.LARGE else self.tr("Roll"), "R", "dice")
            roll.setToolTip(self.tr("Rolls the dice that are missing."))
            roll.clicked.connect(self.roll_missing)
            row.addWidget(roll)
        row.addStretch(1)
        off = FlatButton(self.tr("Call it off"))
        off.setToolTip(self.tr("Gives the action up; the battle is as it was before it."))
        off.clicked.connect(self._desk.call_off)
        row.addWidget(off)
        self._foot_rows.addWidget(line)

    def say(self, text: str) -> None:
        """Say what is wrong with the answer; an empty text takes it away."""
        self._said.say(text)

    # ------------------------------------------------------------------ places

    def _ask_places(self, request: Put) -> None:
        """Follow where the models are dragged, and take the places when the rules allow them."""
        if self._desk.asks_for_marker:
            words = self.tr("Lay it here")
        else:
            one = len(request.models) == 1
            if self._desk.asks_for_walks:
                words = self.tr("Move it there") if one else self.tr("Move them there")
            else:
                words = self.tr("Set it down here") if one else self.tr("Set them down here")
        self.take = MainButton(words, "Return")
        self.take.clicked.connect(self.put_down)
        part = PutPart(self._desk)
        part.opened.connect(self.opened)
        part.judged.connect(self.take.setEnabled)
        self.take.setEnabled(False)
        part.refresh()
        self._rows.addWidget(part)

    def put_down(self) -> None:
        """Give the places on the map as the answer."""
        self.say(self._desk.put_down())

    # ------------------------------------------------------------------ dice

    def _ask_roll(self, request: Roll, words: explain.RequestWords) -> None:
        battle, rules = self._desk.battle, self._desk.rules
        assert battle is not None
        table: BreakdownTable | None = None
        number = request.needed if request.needed is not None and request.needed.terms else request.counted
        if number is not None and len(number.terms) > (number is request.counted):
            catalogue = rules.catalogue if rules is not None else None
            rows = explain.explain_breakdown(number, battle, catalogue)
            table = BreakdownTable(rows, large=self.LARGE)
            table.opened.connect(self.opened)
        self._place_numbers(words, table)
        part = self.dice = DicePart(self._desk, request, self.LARGE)
        part.opened.connect(self.opened)
        part.said.connect(self.say)
        self._rows.addWidget(part)
        take = self.tr("Take the die") if request.dice.count == 1 else self.tr("Take these dice")
        self.take = MainButton(take, "Return")
        self.take.clicked.connect(part.take)
        part.readied.connect(self.take.setEnabled)
        part.refresh()

    @property
    def _adds_up(self) -> bool:
        """Tell whether the dice asked for count together, not each by itself."""
        request = self._desk.request
        if not isinstance(request, Roll) or request.needed is None:
            return False
        return request.dice.count > 1 and explain.rolls_under(request.needed)

    def _place_numbers(self, words: explain.RequestWords, table: BreakdownTable | None) -> None:
        """Lay out the number needed with what to expect, and the reasons for it."""
        if words.needed:
            block = QHBoxLayout()
            block.setSpacing(14)
            number = TextLabel(words.needed, "needed_number", "accent")
            number.setFont(self.look.font("needed_number", 48))
            number.setMinimumHeight(self.look.px(52))
            together = self.tr("The dice must come to this in all.")
            number.setToolTip(together if self._adds_up else self.tr("Each die needs this."))
            block.addWidget(number)
            column = QVBoxLayout()
            column.setSpacing(0)
            column.addStretch(1)
            for text in (words.expected, words.likely):
                if text:
                    column.addWidget(TextLabel(text, "small", "text2"))
            column.addStretch(1)
            block.addLayout(column, 1)
            self._rows.addLayout(block)
        if table is not None:
            self._rows.addWidget(table)

    def roll_missing(self) -> None:
        """Let the app roll the dice that are missing."""
        if self.dice is not None:
            self.dice.roll_missing()
        elif isinstance(self._desk.request, Spin):
            self._desk.roll()

    def _ask_spin(self, request: Spin) -> None:
        """Ask what the scatter die shows: a hit, or where its arrow points."""
        part = ScatterPart(self._desk, request)
        part.opened.connect(self.opened)
        answer = self._giver({"hit": True})
        part.hit.clicked.connect(answer)
        self._answers.append(answer)
        self._rows.addWidget(part)
        self.take = MainButton(self.tr("Take this direction"), "Return")
        self.take.setEnabled(self._desk.arrow is not None)
        self.take.clicked.connect(self._take_direction)
        part.directed.connect(self.take.setEnabled)

    def _take_direction(self) -> None:
        """Give the direction of the arrow as the answer."""
        if self._desk.arrow is not None:
            self.say(self._desk.give({"degrees": self._desk.arrow}))

    # ------------------------------------------------------------------ choices

    def _ask_choice(self, request: Choose) -> None:
        battle = self._desk.battle
        assert battle is not None
        for place, option in enumerate(request.options, start=1):
            key = str(place) if place <= 9 else None
            button = BorderedButton(explain.option_text(option, battle), key)
            answer = self._giver(option.id)
            button.clicked.connect(answer)
            self._answers.append(answer)
            self._rows.addWidget(button)
        catalogue = self._desk.rules.catalogue if self._desk.rules is not None else None
        for standing in self._desk.standing():
            part = StandingPart(battle, standing, catalogue)
            part.opened.connect(self.opened)
            self._rows.addWidget(part)

    def _ask_yes_or_no(self) -> None:
        for place, (text, value) in enumerate(((self.tr("Yes"), True), (self.tr("No"), False)), start=1):
            button = BorderedButton(text, str(place))
            answer = self._giver(value)
            button.clicked.connect(answer)
            self._answers.append(answer)
            self._rows.addWidget(button)

    def _giver(self, value: object) -> Callable[[], None]:
        def give(*_: object) -> None:
            self.say(self._desk.give(value))

        return give

    def choose(self, number: int) -> bool:
        """Choose by key, 1 for the first; tells whether there was such an answer."""
        if not 1 <= number <= len(self._answers):
            return False
        self._answers[number - 1]()
        return True

    # ------------------------------------------------------------------ sharing out

    def _ask_sharing(self, request: Allocate) -> None:
        battle = self._desk.battle
        assert battle is not None
        part = self.sharing = SharingPart(self._desk, battle, request)
        self._answers += part.more
        self._rows.addWidget(part)
        self.take = MainButton(self.tr("Share them out so"), "Return")
        self.take.clicked.connect(self.take_counts)
        part.changed.connect(self.take.setEnabled)
        part.changed.connect(lambda *_: self.say(""))
        part.refused.connect(self._say_why)
        part.refresh()

    def take_counts(self) -> None:
        """Give the counts as the answer."""
        if self.sharing is not None:
            self.say(self._desk.give(self.sharing.given()))

    def point_out(self, model: str) -> None:
        """Answer with a model clicked on the map, or say why it cannot be the answer."""
        request, battle = self._desk.request, self._desk.battle
        if not self._active or battle is None or not isinstance(request, Allocate | Choose):
            return
        name = candidate_of(request, battle, model)
        if not name:
            self._say_why(why_not(request, battle, model))
        elif self.sharing is not None:
            self.sharing.pick(name)
        elif isinstance(request, Choose):
            self.choose([option.id for option in request.options].index(name) + 1)

    def _say_why(self, against: WhyNot) -> None:
        """Say why not, and by which rule."""
        self.say(self.tr("%1 (%2)").replace("%2", against.rule).replace("%1", against.text, 1))
        QTimer.singleShot(0, self._said, lambda: self.spoke.emit(self._said))

    # ------------------------------------------------------------------ keys

    def enter(self) -> bool:
        """Take the answer as it stands, as Enter does; tells whether there was one to take."""
        if self.dice is not None:
            self.dice.take()
            return True
        if isinstance(self._desk.request, Spin):
            self._take_direction()
            return True
        if isinstance(self._desk.request, Allocate):
            if self.take is not None and self.take.isEnabled():
                self.take_counts()
            return True
        if isinstance(self._desk.request, Put):
            if self.take is not None and self.take.isEnabled():
                self.put_down()
            return True
        return self._desk.request is not None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass keys on to the window."""
        event.ignore()
