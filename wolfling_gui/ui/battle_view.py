"""Hold the map in the middle of the window: the board, its tools and overlays, and the cards on it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QPointF, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QResizeEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import naming
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.map_keys import MapKeys
from wolfling_gui.ui.marks import Show, line_ends, marks
from wolfling_gui.ui.panels.blast_card import BlastCard
from wolfling_gui.ui.panels.charge_card import ChargeCard
from wolfling_gui.ui.panels.hover_card import MapCard, MoveCard, TargetCard, free_place
from wolfling_gui.ui.panels.vantage_card import VantageCard
from wolfling_gui.ui.scene.terrain import TerrainOptions
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.step_marks import step_marks
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.tools.from_there import FromThere
from wolfling_gui.ui.tools.toolbox import ToolBox
from wolfling_gui.ui.widgets import TextLabel

HOVER_MS = 120
OWN_WEIGHT, MARKED_WEIGHT = 60, 12
"""How much more it costs to cover the unit pointed at and its lines, or another marked unit, than others."""
LINE_STEP = 14
LARGEST_SHARE = 0.3
"""A card that would take a larger share of the map is shown in the guide instead."""


class BattleView(QWidget):
    """Show the battle as a map, with what the desk and the tool in hand lay over it.

    `card_wanted(unit)` asks for a target's card elsewhere, because it would hide too much of the map.
    """

    card_wanted = Signal(str)

    def __init__(self, desk: Desk, shown: dict[str, bool], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._shown = shown
        self._backdrop_opacity = 0.6
        self._card: MapCard | None = None
        self._card_for = ""
        self._pinned = False
        self.board = BoardView()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.board)
        self.setFocusProxy(self.board)
        self.tools = ToolBox(desk, self.board)
        self.tools.overlays_changed.connect(self._lay_marks)
        self.keys = MapKeys(desk, self.board, self.tools)
        self.keys.moved.connect(self._lay_marks)
        self.from_there = FromThere(desk, self.board, self.tools)
        desk.vantage_changed.connect(self._look_elsewhere)
        desk.remedy_changed.connect(self._marks_soon)
        self._was = TextLabel(self.tr("As it was · Esc leads back to now"), "row_title", "warning")
        self._was.setParent(self)
        self._was.setContentsMargins(12, 5, 12, 5)
        self._was.setAutoFillBackground(True)
        self._was.hide()
        self._hover = QTimer(self)
        self._hover.setSingleShot(True)
        self._hover.setInterval(HOVER_MS)
        self._hover.timeout.connect(self.show_card)
        self._marks = QTimer(self)
        self._marks.setSingleShot(True)
        self._marks.setInterval(0)
        self._marks.timeout.connect(self._lay_marks)
        desk.session_changed.connect(self.sync)
        desk.battle_changed.connect(self.sync)
        for signal in (
            desk.selection_changed, desk.target_changed, desk.tool_changed, desk.draft_changed,
            desk.arrow_changed, desk.shared_changed,
            desk.facts_changed,
        ):  # fmt: skip
            signal.connect(self._change)
        desk.odds_changed.connect(self._follow_odds)
        desk.hover_changed.connect(self._on_hover)
        desk.level_changed.connect(self._on_level)
        self.board.level_changed.connect(self._level_from_board)
        self.board.space_tapped.connect(self.toggle_pin)
        self.sync()

    # ------------------------------------------------------------------ showing

    def sync(self) -> None:
        """Show the battle as it is."""
        battle = self._desk.battle
        if battle is None:
            self.drop_card()
            return
        fallen = self._fallen()
        self._set_options()
        self.board.sync(battle, fallen)
        self.board.set_contests(self._desk.contests())
        self.board.setEnabled(True)
        # Of a battle that is only watched nothing is now.
        past = self._desk.looking_back and not self._desk.watching
        self._was.setVisible(past)
        self.board.set_dimmed(past)
        self._was.adjustSize()
        self._place_note()
        self._change()

    def _fallen(self) -> list[str]:
        """Return the models that fell in this step: they stay on the map, struck, until it ends."""
        session, battle = self._desk.session, self._desk.battle
        if session is None or battle is None:
            return []
        before = None
        for step in reversed(session.recorder.history.branch(self._desk.looking_at)):
            then = session.battle_after(step.parent)
            if (then.clock.turn, then.clock.side, then.clock.step) != (
                battle.clock.turn, battle.clock.side, battle.clock.step,
            ):  # fmt: skip
                break
            before = then
        if before is None:
            return []
        return list(battle.fallen_since(before))

    def _change(self) -> None:
        self._marks.start()
        if self._desk.draft is not None and (self.tools.busy or self.tools.holds_marker):
            self._follow_drag()
            return
        if self._desk.draft is not None or self._pinned or self._desk.target or self._card is not None:
            self._hover.start()

    def _follow_drag(self) -> None:
        """Keep the card of a drag at the pointer; what it says follows a little later."""
        card = self._card
        if isinstance(card, MoveCard | BlastCard) and self._desk.cursor is not None:
            self._place(card, self._at_cursor(), self._dragged_rects())
        if not self._hover.isActive():
            self._hover.start()

    def _marks_soon(self) -> None:
        self._marks.start()

    def _look_elsewhere(self) -> None:
        """Keep the card of a look from elsewhere at the cursor, and the marks with it."""
        self._marks.start()
        self._hover.stop()
        self.show_card()

    def _on_hover(self) -> None:
        self._marks.start()
        self._hover.start()

    def _follow_odds(self) -> None:
        """Fill odds in on the card of a target that were worked out a little later."""
        card = self._card
        if isinstance(card, TargetCard) and self._desk.target_preview(card.unit) is not card.preview:
            self.show_card()

    def flush(self) -> None:
        """Bring marks and cards up to date at once, for pictures and tests."""
        self._marks.stop()
        self._hover.stop()
        self._lay_marks()
        self.show_card()

    def _lay_marks(self) -> None:
        if self._desk.battle is None:
            return
        show = Show(
            self._shown.get("lines", True), self._shown.get("links", True), self._shown.get("tags", True)
        )
        past = step_marks(self._desk, show) if self._desk.looking_back else ()
        laid = (*past, *marks(self._desk, show), *self.tools.overlays, *self.keys.overlays)
        self.board.set_overlays(tuple(dict.fromkeys(laid)))
        self._describe()

    def set_backdrop(self, picture: QImage | None, opacity: float | None = None) -> None:
        """Put a picture under the map, as strong as it was or at another opacity from 0 to 1."""
        self.board.set_backdrop(picture)
        if opacity is not None:
            self.set_backdrop_opacity(opacity)

    def set_backdrop_opacity(self, opacity: float) -> None:
        """Show the picture under the map stronger or fainter, from 0 to 1."""
        self._backdrop_opacity = opacity
        self.set_shown()

    def set_shown(self) -> None:
        """Follow the toggles of the toolbar."""
        self._set_options()
        self._lay_marks()

    def _set_options(self) -> None:
        battle = self._desk.battle
        setting_up = battle is not None and battle.clock.turn == 0
        options = TerrainOptions(
            grid=self._shown.get("grid", True),
            deployment=setting_up,
            backdrop_opacity=self._backdrop_opacity,
        )
        self.board.set_options(options)

    def _on_level(self) -> None:
        if self.board.level is not None:
            self.board.show_level(self._desk.level)

    def _level_from_board(self, level: int | None) -> None:
        if level is not None:
            self._desk.set_level(level)

    def focus_map(self) -> None:
        """Give the map the focus."""
        self.board.setFocus(Qt.FocusReason.OtherFocusReason)

    def toggle_from_there(self) -> None:
        """Look from the pointer, else from a map cursor that the arrow keys move; or stop looking."""
        if not self.from_there.on:
            self.focus_map()
            self.keys.come()
        self.from_there.toggle()

    def _describe(self) -> None:
        """Say for screen readers what is under the pointer or in hand."""
        battle = self._desk.battle
        unit = self._desk.hovered.unit or self._desk.unit
        if battle is None or unit not in battle.units:
            self.board.describe("")
            return
        living, all_models = len(battle.members(unit)), len(battle.units[unit].models)
        text = self.tr("%1, %2 of %3")
        text = text.replace("%1", naming.unit_name(battle, unit), 1)
        text = text.replace("%2", str(living), 1).replace("%3", str(all_models), 1)
        preview = self._desk.aim(unit)
        if preview is not None:
            verdict = self.tr("legal target") if preview.legal else self.tr("no target")
            said = self.tr("%1, %2")
            text = said.replace("%1", text, 1).replace("%2", verdict, 1)
        self.board.describe(text)

    # ------------------------------------------------------------------ cards

    @property
    def card(self) -> MapCard | None:
        """Return the card on the map, or None."""
        return self._card

    def toggle_pin(self) -> None:
        """Put the marker that follows the map cursor; else keep the card pointed at, or let go of it."""
        if self.tools.holds_marker:
            self.keys.take_or_put()
            return
        self._pinned = not self._pinned and self._card is not None
        self.show_card()

    def step_back(self) -> bool:
        """Put back what is being dragged, or let go of a pinned card; tells whether there was anything."""
        if self._pinned:
            self._pinned = False
            self.drop_card()
            return True
        return self.tools.cancel()

    def drop_card(self) -> None:
        """Take the card off the map."""
        card, self._card = self._card, None
        self._card_for = ""
        self.card_wanted.emit("")
        if card is not None:
            card.hide()
            card.setParent(None)
            card.deleteLater()
            self._tell_cards()

    def _tell_cards(self) -> None:
        """Keep tags off the card on the map; one that follows the pointer is left alone."""
        cards = []
        if isinstance(self._card, TargetCard | ChargeCard):
            corner = self.board.viewport().mapTo(self, QPoint(0, 0))
            cards.append(self._card.geometry().translated(-corner))
        self.board.set_cards(cards)

    def show_card(self) -> None:
        """Show the card of what is dragged, pointed at, or aimed at."""
        desk = self._desk
        battle, rules = desk.battle, desk.rules
        catalogue = rules.catalogue if rules is not None else None
        if battle is None or desk.looking_back:
            self.drop_card()
            return
        if desk.request is not None:
            if desk.draft is not None and self._drags(desk.draft):
                card = MoveCard(battle, desk.draft, catalogue, self)
                self._put(card, self._at_cursor(), self._dragged_rects())
            else:
                self.drop_card()
            return
        if desk.vantage is not None:
            if desk.cursor is not None:
                seen = VantageCard(battle, desk.vantage, self)
                self._put(seen, self._at_cursor(), self._kept_free(desk.unit))
            return
        draft = desk.draft
        if draft is not None:
            if self._drags(draft):
                self._put(MoveCard(battle, draft, catalogue, self), self._at_cursor(), self._dragged_rects())
                self._card_for = "draft"
            elif self.tools.holds_marker and desk.cursor is not None:
                self._show_blast(battle, catalogue)
            else:
                self.drop_card()
            return
        unit = desk.hovered.unit
        if self._pinned and self._card_for:
            unit = self._card_for
        preview = (desk.aim(unit) if unit else None) or desk.aim()
        if preview is None:
            self.drop_card()
            return
        charge = desk.charge_preview(preview.unit) if desk.shows_charges else None
        target = desk.target_preview(preview.unit) if charge is None else None
        shown = (
            TargetCard(battle, target, catalogue, self)
            if target is not None
            else ChargeCard(battle, desk.unit, charge, catalogue, self)
        )
        room = self.board.viewport().size()
        if shown.width() * shown.height_needed() > LARGEST_SHARE * room.width() * room.height():
            shown.deleteLater()
            self.drop_card()
            self.card_wanted.emit(preview.unit)
            return
        self._put(shown, self._middle_of(preview.unit), self._kept_free(preview.unit))
        self._card_for = preview.unit

    def _drags(self, draft: Draft) -> bool:
        """Tell whether models of a plan are being dragged now, to walk or to be set down."""
        if not self.tools.busy or self._desk.cursor is None or self._desk.asks_for_marker:
            return False
        return draft.walks or draft.kind in ("deploy", "put")

    def _show_blast(self, battle: Battle, catalogue: Catalogue | None) -> None:
        """Show what the marker held at the pointer would do."""
        draft = self._desk.draft
        held = draft.held if draft is not None else ""
        one = next((f for f in self._desk.forecasts() if f.firer == held), None)
        if one is None:
            self.drop_card()
            return
        self._put(BlastCard(battle, one, catalogue, self), self._at_cursor(), self._dragged_rects())
        self._card_for = "draft"

    def _put(self, card: MapCard, near: QPoint, taken: Sequence[tuple[QRect, int]]) -> None:
        self.drop_card()
        self._card = card
        card.resize(card.width(), card.height_needed())
        self._place(card, near, taken)
        card.show()
        card.raise_()
        self._tell_cards()

    def _place(self, card: MapCard, near: QPoint, taken: Sequence[tuple[QRect, int]]) -> None:
        room = self.board.viewport().geometry()
        card.move(free_place(QRect(QPoint(0, 0), card.size()), room, taken, near))

    def _dragged_rects(self) -> list[tuple[QRect, int]]:
        """Return where the models of the plan are shown, which its card should not cover."""
        draft = self._desk.draft
        models = draft.models if draft is not None else ()
        if draft is not None and draft.held:
            one = next((f for f in self._desk.forecasts() if f.firer == draft.held), None)
            models = one.hit if one is not None else ()
        return [(self._rect_of(name).adjusted(-8, -8, 8, 8), OWN_WEIGHT) for name in models]

    def _at_cursor(self) -> QPoint:
        cursor = self._desk.cursor
        assert cursor is not None
        return self._from_board(self.board.to_view(cursor))

    def _from_board(self, at: QPointF) -> QPoint:
        return self.board.viewport().mapTo(self, at.toPoint())

    def _rect_of(self, unit: str) -> QRect:
        rect = self.board.viewportTransform().mapRect(self.board.board.bounds_of((unit,)))
        return QRect(self._from_board(rect.topLeft()), rect.size().toSize())

    def _middle_of(self, unit: str) -> QPoint:
        return self._rect_of(unit).center()

    def _kept_free(self, unit: str) -> list[tuple[QRect, int]]:
        """Return what a card should not cover, with weights.

        Most weigh the unit, its lines and the one in hand, then other marked units, then the rest.
        """
        desk, battle = self._desk, self._desk.battle
        if battle is None:
            return []
        marked = {aim.unit for aim in desk.aims()}
        charge = desk.charge_preview(unit) if desk.shows_charges else None
        found: list[tuple[QRect, int]] = []
        for model in battle.on_table():
            own = model.unit in (unit, desk.unit)
            weight = OWN_WEIGHT if own else MARKED_WEIGHT if model.unit in marked else 1
            found.append((self._rect_of(model.id).adjusted(-14, -14, 14, 14), weight))
        transform = self.board.viewportTransform()
        for placed in self.board.board.placed_tags:
            spot = transform.mapRect(placed.rect)
            weight = OWN_WEIGHT if placed.tag.anchor == unit else MARKED_WEIGHT if placed.tag.mark else 1
            found.append((QRect(self._from_board(spot.topLeft()), spot.size().toSize()), weight))
        for place in charge.places.values() if charge is not None else ():
            at = self._from_board(self.board.to_view(place.at))
            found.append((QRect(at.x() - 16, at.y() - 16, 32, 32), OWN_WEIGHT))
        for line in desk.lines(unit) if charge is None else ():
            ends = line_ends(battle, line)
            if ends is not None:
                a, b = (self._from_board(self.board.to_view(end)) for end in ends)
                steps = max(1, (b - a).manhattanLength() // LINE_STEP)
                for n in range(steps + 1):
                    at = a + (b - a) * (n / steps)
                    found.append((QRect(at.x() - 6, at.y() - 6, 12, 12), OWN_WEIGHT))
        return found

    # ------------------------------------------------------------------ size

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the note and the card in place."""
        super().resizeEvent(event)
        self._place_note()
        if self._card is not None:
            self._hover.start()

    def _place_note(self) -> None:
        look = theme()
        self._was.setStyleSheet(f"background: {look.palette.warning_ground}; border-radius: 4px;")
        self._was.adjustSize()
        self._was.move((self.width() - self._was.width()) // 2, 28)
        self._was.raise_()

    def minimumSizeHint(self) -> QSize:
        """Return the least size of the map."""
        return QSize(320, 200)
