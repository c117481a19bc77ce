"""Show the small facts of the moment in the status bar: cursor, zone, distance, rules, the record, level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from wolfling_gui.core.lengths import distance
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.icons import paint_icon
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.troubles import trouble_words
from wolfling_gui.ui.widgets import Hairline, Themed, draw_text, text_width

NEXT_TO = 13
"""Bases closer than this, in units (0.005 inches), are shown as touching."""

if TYPE_CHECKING:
    from concurrent.futures import Future


class Field(Themed, QWidget):
    """Show one fact with an optional icon; a clickable one sends `clicked`."""

    clicked = Signal()

    def __init__(self, icon: str = "", clickable: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icon = icon
        self._token = "text3"
        self._text = ""
        self._clickable = clickable
        if clickable:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.follow_theme()

    def text(self) -> str:
        """Return what is shown."""
        return self._text

    def show_fact(self, text: str, icon: str | None = None, token: str | None = None, tip: str = "") -> None:
        """Show another fact; an empty one takes no room."""
        self._text = text
        self._icon = self._icon if icon is None else icon
        self._token = self._token if token is None else token
        self.setAccessibleName(text)
        self.setToolTip(tip)
        self.setVisible(bool(text))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of icon and words."""
        width = text_width(self.look.font("small"), self._text)
        if self._icon:
            width += self.look.px(13) + self.look.px(6)
        return QSize(width, self.look.px(22))

    def minimumSizeHint(self) -> QSize:
        """Return the least size; facts are shortened before the window grows."""
        return QSize(min(self.look.px(30), self.sizeHint().width()), self.look.px(22))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Send the click of a clickable fact."""
        if self._clickable and event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon and words."""
        painter = QPainter(self)
        x = 0.0
        if self._icon:
            side = self.look.px(13)
            ink = self.look.colour(self._token)
            paint_icon(painter, QRectF(0, (self.height() - side) / 2, side, side), self._icon, ink)
            x = side + self.look.px(6)
        rect = QRectF(x, 0, self.width() - x, self.height())
        draw_text(painter, rect, self._text, self.look.font("small"), self.colours.text2)
        painter.end()


class StatusStrip(QWidget):
    """Show facts at the left as the pointer moves, and facts of the battle at the right."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.cursor_field = Field("position")
        self.zone_field = Field()
        self.distance_field = Field()
        self.ready_field = Field()
        self.ruleset_field = Field("book", clickable=True)
        self.house_field = Field("house", clickable=True)
        self.saved_field = Field("activated")
        self.level_field = Field()
        self.scale_field = Field()
        self.theme_field = Field("sun", clickable=True)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(10)
        self._lines: list[tuple[Field, Hairline]] = []
        for field in (self.ready_field, self.cursor_field, self.zone_field, self.distance_field):
            self._add(row, field)
        row.addStretch(1)
        right = (
            self.theme_field, self.scale_field, self.ruleset_field, self.house_field, self.saved_field,
            self.level_field,
        )  # fmt: skip
        for field in right:
            self._add(row, field, last=field is self.level_field)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(60)
        self._timer.timeout.connect(self.show_saved)
        for signal in (desk.session_changed, desk.battle_changed, desk.level_changed):
            signal.connect(self.refresh)
        for signal in (desk.cursor_changed, desk.selection_changed):
            signal.connect(self._show_cursor)
        theme().changed.connect(self.refresh)
        self.refresh()

    def _add(self, row: QHBoxLayout, field: Field, last: bool = False) -> None:
        row.addWidget(field)
        line = Hairline(vertical=True)
        line.setFixedHeight(14)
        row.addWidget(line, 0, Qt.AlignmentFlag.AlignVCenter)
        line.setVisible(not last)
        self._lines.append((field, line))

    def refresh(self) -> None:
        """Show the facts of the battle."""
        desk = self._desk
        battle, rules = desk.battle, desk.rules
        if battle is None or rules is None:
            self.ready_field.show_fact(self.tr("Ready"))
            for field in (self.ruleset_field, self.house_field, self.saved_field, self.level_field):
                field.show_fact("")
            look = theme()
            names = {
                ("dark", True): self.tr("dark, as the system"),
                ("light", True): self.tr("light, as the system"),
                ("dark", False): self.tr("dark"),
                ("light", False): self.tr("light"),
            }
            shown = names[look.palette.theme, look.mode == "system"]
            self.theme_field.show_fact(shown, "moon" if look.palette.dark else "sun")
            self.scale_field.show_fact(self.tr("%1 %").replace("%1", str(round(look.scale * 100))))
        else:
            self.ready_field.show_fact("")
            self.theme_field.show_fact("")
            self.scale_field.show_fact("")
            self.ruleset_field.show_fact(rules.title, tip=self.tr("Opens the rules of this battle."))
            count = sum(1 for rule in rules.catalogue.rules if rules.catalogue.is_house_rule(rule))
            words = (
                self.tr("no house rules")
                if not count
                else self.tr("1 house rule")
                if count == 1
                else self.tr("%1 house rules").replace("%1", str(count))
            )
            self.house_field.show_fact(words, tip=self.tr("Lists the rules that are changed."))
            self.level_field.show_fact(self.tr("Level %1").replace("%1", str(desk.level)))
            self.show_saved()
        self._show_cursor()

    def show_saved(self) -> None:
        """Show whether every line is on disk."""
        session = self._desk.session
        if session is None:
            return
        path = getattr(session.recorder, "path", None)
        number = session.recorder.history.count + 1
        written: Future[int] | None = session.last_write
        if self._desk.watching:
            told = self.tr("Nothing is done in this battle, and its file stays as it is.")
            self.saved_field.show_fact(self.tr("Only watched"), "eye", "text3", told)
        elif path is None:
            self.saved_field.show_fact(
                self.tr("Not on disk"),
                "warning",
                "warning",
                self.tr("This battle is kept in memory only; what is done is lost when it is closed."),
            )
        elif session.recorder.trouble is not None:
            said = (
                self.tr("Line %1 is not on disk").replace("%1", str(number))
                if session.recorder.unsaved
                else self.tr("No longer on disk")
            )
            self.saved_field.show_fact(said, "warning", "refused", trouble_words(session.recorder.trouble))
        elif written is not None and not written.done():
            self.saved_field.show_fact(self.tr("Saving line %1").replace("%1", str(number)), "save", "text3")
            self._timer.start()
        else:
            self.saved_field.show_fact(
                self.tr("Saved, line %1").replace("%1", str(number)), "activated", "legal", str(path)
            )
        self._lay_lines()

    def _show_cursor(self) -> None:
        desk = self._desk
        battle, at = desk.battle, desk.cursor
        if battle is None or at is None:
            for field in (self.cursor_field, self.zone_field, self.distance_field):
                field.show_fact("")
            if battle is not None:
                self.ready_field.show_fact(self._idle())
            self._lay_lines()
            return
        from wolfling_gui.session import naming
        from wolfling_gui.ui.panels.forces_model import piece_at, zone_at

        self.ready_field.show_fact("")
        words = self.tr("x %1  y %2")
        self.cursor_field.show_fact(
            words.replace("%1", f"{at.x / 2540:.1f}″").replace("%2", f"{at.y / 2540:.1f}″")
        )
        zone = zone_at(battle, at, desk.level)
        name = self.tr("open ground")
        found = battle.table.zones.get(zone)
        if found is not None and found.kind == "section":
            name = naming.zone_name(battle, zone)
        elif found is not None:
            kind = naming.zone_name(battle, zone).split(" ")[0]
            full = naming.zone_name(battle, zone, full=True)
            name = self.tr("%1 · %2").replace("%1", full, 1).replace("%2", kind, 1)
        elif zone:
            name = naming.structure_name(battle, zone, full=True)
        elif piece := piece_at(battle, at, desk.level):
            name = naming.piece_name(battle, piece)
        self.zone_field.show_fact(name)
        self.distance_field.show_fact(self._distance())
        self._lay_lines()

    def _distance(self) -> str:
        """Say how far the pointer is from the nearest selected model, or the model pointed at."""
        desk = self._desk
        battle, at = desk.battle, desk.cursor
        if battle is None or at is None:
            return ""
        own = [battle.models[m] for m in desk.models if battle.models[m].place is not None]
        if not own:
            return ""
        from wolfling_gui.session import naming

        placed = [(m, m.place) for m in own if m.place is not None]
        model, place = min(placed, key=lambda pair: distance(pair[1].at, at))
        far = max(0, distance(place.at, at) - model.profile.base.radius)
        text = self.tr("from %1 %2")
        over = battle.models.get(desk.hovered.id) if desk.hovered.kind == "model" else None
        if over is not None and over.place is not None and over.id != model.id:
            between = distance(place.at, over.place.at) - model.profile.base.radius
            far = max(0, between - over.profile.base.radius)
            text = self.tr("from %1 %2 base to base")
            if far < NEXT_TO:
                far = 0
        name = naming.model_name(battle, model.id)
        return text.replace("%1", name, 1).replace("%2", naming.inches_text(far), 1)

    def _idle(self) -> str:
        request = self._desk.request
        if request is None:
            return self.tr("Ready")
        from wolfling_gui.session import naming

        side = naming.side_name(self._desk.battle, request.side) if self._desk.battle else request.side
        return self.tr("Waiting for an answer from %1").replace("%1", side)

    def _lay_lines(self) -> None:
        for field, line in self._lines:
            line.setVisible(bool(field.text()) and field is not self.level_field)
