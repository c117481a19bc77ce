"""Ask what an action asks: dice with the reason for their number, choices, sharing out, yes or no."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.requests import Allocate, Choose, Confirm, Put, Roll, Spin
from wolfling_gui.session import explain, naming
from wolfling_gui.session.allocating import CASUALTIES, WhyNot, candidate_of, why_no_more, why_not
from wolfling_gui.session.pools import pools_so_far
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.breakdown import BreakdownTable
from wolfling_gui.ui.panels.dice_so_far import DiceSoFar
from wolfling_gui.ui.panels.discard import clear, discard
from wolfling_gui.ui.panels.pool import PoolField
from wolfling_gui.ui.panels.pool_entry import PoolEntry
from wolfling_gui.ui.panels.putting import PutPart
from wolfling_gui.ui.panels.scatter import LandingPart, ScatterPart
from wolfling_gui.ui.panels.standing_part import StandingPart
from wolfling_gui.ui.widgets import (
    BorderedButton,
    Card,
    ElidedLabel,
    FlatButton,
    Hairline,
    IconButton,
    KeyCap,
    MainButton,
    ProblemLine,
    RuleChip,
    SidePlate,
    TextLabel,
)
from wolfling_gui.ui.words import plural

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
        self._counts: dict[str, int] = {}
        self._count_labels: dict[str, TextLabel] = {}
        self._answers: list[Callable[[], None]] = []
        self.entry: PoolEntry | None = None
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
        self._head()
        match request:
            case Roll():
                self._ask_roll(request)
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
        self._offer_old()
        self._foot()
        self.take_focus()

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
        self.entry = self.take = None
        self._answers = []
        self._counts, self._count_labels = {}, {}
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

    def _head(self) -> None:
        request, battle = self._desk.request, self._desk.battle
        assert request is not None
        assert battle is not None
        words = explain.explain_request(request, battle)
        self.setAccessibleName(words.title)
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

    def _ask_roll(self, request: Roll) -> None:
        battle, rules = self._desk.battle, self._desk.rules
        assert battle is not None
        words = explain.explain_request(request, battle)
        table: BreakdownTable | None = None
        number = request.needed if request.needed is not None and request.needed.terms else request.counted
        if number is not None and len(number.terms) > (number is request.counted):
            catalogue = rules.catalogue if rules is not None else None
            rows = explain.explain_breakdown(number, battle, catalogue)
            table = BreakdownTable(rows, large=self.LARGE)
            table.opened.connect(self.opened)
        self._place_numbers(words, table)
        self.entry = PoolEntry(request.dice.count, request.needed, request.says, self.LARGE)
        self.entry.changed.connect(self._show_dice)
        self.entry.taken.connect(self.take_dice)
        self.entry.roll_wanted.connect(self.roll_missing)
        self._rows.addWidget(self.entry)
        if self._desk.scattering() is not None:
            landing = LandingPart(self._desk)
            landing.opened.connect(self.opened)
            self._rows.addWidget(landing)
        take = self.tr("Take the die") if request.dice.count == 1 else self.tr("Take these dice")
        self.take = MainButton(take, "Return")
        self.take.clicked.connect(self.take_dice)
        self._show_dice()

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

    def _offer_old(self) -> None:
        """Put the old dice into the field where an earlier die was put right and only their count changed."""
        old = self._desk.session.offered if self._desk.session is not None else None
        if self.entry is None or not isinstance(old, list | tuple):
            return
        self.entry.set_faces(old[: self.entry.missing])
        self.say(self.tr("These are the dice from before; put right what is different now."))

    def _show_dice(self) -> None:
        if self.entry is None:
            return
        self._desk.set_typed(self.entry.faces if self.entry.ready else ())
        if self.take is not None:
            self.take.setEnabled(self.entry.ready)
        self.say("")

    def take_dice(self) -> None:
        """Give the typed dice as the answer, if they are right."""
        entry = self.entry
        if entry is None:
            return
        if not entry.ready:
            self.say(entry.words())
            return
        typed = entry.typed
        self.say(self._desk.give(list(entry.faces), rolled=typed < len(entry.faces), typed=typed))

    def roll_missing(self) -> None:
        """Let the app roll the dice that are missing: all of them are taken at once, some are shown first."""
        request, session = self._desk.request, self._desk.session
        if isinstance(request, Spin):
            self._desk.roll()
            return
        entry = self.entry
        if entry is None or session is None or not isinstance(request, Roll):
            return
        if not entry.faces and not entry.field.pool().wrong:
            self._desk.roll()
            return
        rolled = session.app_answer()
        if entry.missing > 0 and not entry.field.pool().wrong and isinstance(rolled, list):
            entry.complete(rolled[len(entry.faces) :])
        elif not entry.ready:
            self.say(entry.words())

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
        self._counts = {name: request.least.get(name, 0) for name in request.candidates}
        for place, name in enumerate(request.candidates, start=1):
            line = QWidget()
            row = QHBoxLayout(line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(6)
            text = explain.candidate_text(request, name, battle)
            if place <= 9:
                row.addWidget(KeyCap(str(place)))
            row.addWidget(TextLabel(text, "body", "text", wrap=True), 1)
            add = self._adder(name, 1)
            self._answers.append(add)
            less = IconButton("minus", self.tr("One less"), self.tr("Takes one back."), side=28)
            less.clicked.connect(self._adder(name, -1))
            row.addWidget(less)
            count = TextLabel("0", "row_title", "text")
            count.setAlignment(Qt.AlignmentFlag.AlignCenter)
            count.setMinimumWidth(self.look.px(44))
            row.addWidget(count)
            self._count_labels[name] = count
            more = IconButton("plus", self.tr("One more"), self.tr("Gives one more."), side=28)
            more.clicked.connect(add)
            row.addWidget(more)
            self._rows.addWidget(line)
        self._tally = ElidedLabel("", "small", "text2")
        self._rows.addWidget(self._tally)
        self.take = MainButton(self.tr("Share them out so"), "Return")
        self.take.clicked.connect(self.take_counts)
        self._show_counts()

    def _adder(self, name: str, step: int) -> Callable[[], None]:
        def add(*_: object) -> None:
            self._add(name, step)

        return add

    def _add(self, name: str, step: int) -> None:
        request = self._desk.request
        if not isinstance(request, Allocate) or name not in self._counts:
            return
        battle = self._desk.battle
        assert battle is not None
        against = why_no_more(request, battle, name, self._counts, step)
        if against is not None:
            self._say_why(against)
            return
        self._counts[name] += step
        self.say("")
        self._show_counts()

    def _show_counts(self) -> None:
        request = self._desk.request
        if not isinstance(request, Allocate):
            return
        self._desk.set_shared(self._counts)
        for name, label in self._count_labels.items():
            most = request.most.get(name)
            text = str(self._counts[name])
            label.setText(
                text if most is None else self.tr("%1 of %2").replace("%1", text).replace("%2", str(most))
            )
        given = sum(self._counts.values())
        left = request.count - given
        self._tally.set_text(
            self.tr("All given out.")
            if not left
            else plural("RequestCard", "1 left to give", "%n left to give", left)
        )
        if self.take is not None:
            self.take.setEnabled(left == 0)

    def take_counts(self) -> None:
        """Give the counts as the answer."""
        self.say(self._desk.give({name: count for name, count in self._counts.items() if count}))

    def point_out(self, model: str) -> None:
        """Answer with a model clicked on the map, or say why it cannot be the answer."""
        request, battle = self._desk.request, self._desk.battle
        if not self._active or battle is None or not isinstance(request, Allocate | Choose):
            return
        name = candidate_of(request, battle, model)
        if not name:
            self._say_why(why_not(request, battle, model))
        elif isinstance(request, Allocate):
            # A second click on a casualty takes it back.
            picked = request.says == CASUALTIES and self._counts[name]
            self._add(name, -1 if picked else 1)
        else:
            self.choose([option.id for option in request.options].index(name) + 1)

    def _say_why(self, against: WhyNot) -> None:
        """Say why not, and by which rule."""
        self.say(self.tr("%1 (%2)").replace("%2", against.rule).replace("%1", against.text, 1))
        QTimer.singleShot(0, self._said, lambda: self.spoke.emit(self._said))

    # ------------------------------------------------------------------ keys

    def enter(self) -> bool:
        """Take the answer as it stands, as Enter does; tells whether there was one to take."""
        if isinstance(self._desk.request, Roll):
            self.take_dice()
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
