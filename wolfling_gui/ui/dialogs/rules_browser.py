"""Browse the rules: search, read text, source and ruling, and see every parameter and where it comes from."""

from __future__ import annotations

from PySide6.QtCore import (
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRectF,
    QSize,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QListView,
    QScrollArea,
    QSizePolicy,
    QSplitter,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from wolfling_gui.rules.catalogue import Catalogue, Origin, Rule
from wolfling_gui.session import explain, naming
from wolfling_gui.ui.theme import theme
from wolfling_gui.ui.widgets import (
    Hairline,
    RuleChipRow,
    SectionHead,
    TextLabel,
    VerdictMark,
    draw_text,
    focus_ring,
    paint_chip,
)
from wolfling_gui.ui.widgets.chips import ChipStyle
from wolfling_gui.ui.widgets.rows import ROW, RowsModel
from wolfling_gui.ui.words import plural

HEIGHT = 44


class RulesModel(RowsModel["Rule"]):
    """Hold the rules that were found."""

    def words(self, row: Rule) -> str:
        """Return a rule's id and title."""
        return f"{row.id} {row.title}"


def rule_style(catalogue: Catalogue, rule: Rule) -> ChipStyle:
    """Return how a rule's chip is drawn: dashed when a house rule changes it."""
    return "house" if catalogue.is_house_rule(rule.id) else "plain"


class RulesDelegate(QStyledItemDelegate):
    """Paint a rule as a row: chip and title."""

    def __init__(self, catalogue: Catalogue, parent: QObject) -> None:
        super().__init__(parent)
        self._catalogue = catalogue

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Return the height of a row."""
        return QSize(120, theme().px(HEIGHT))

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one row."""
        from wolfling_gui.ui.widgets import chip_size

        rule: Rule = index.data(ROW)
        look = theme()
        rect = QRectF(option.rect)
        painter.save()
        current = bool(option.state & QStyle.StateFlag.State_Selected)
        if current:
            painter.fillRect(rect, look.colour("accentbg"))
            painter.fillRect(QRectF(rect.x(), rect.y(), 3, rect.height()), look.colour("accent"))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, look.colour("hover"))
        x = rect.x() + look.px(12)
        title = QRectF(x, rect.y() + look.px(4), rect.right() - x - look.px(8), look.line("body"))
        ink = look.palette.text if rule.enabled else look.palette.text3
        draw_text(painter, title, rule.title, look.font("body"), ink)
        size = chip_size(rule.id)
        place = QRectF(x, title.bottom() + 1, size.width(), size.height())
        paint_chip(painter, place, rule.id, look.palette, rule_style(self._catalogue, rule))
        if not rule.enabled:
            off = QRectF(place.right() + look.px(8), place.y(), look.px(90), place.height())
            draw_text(painter, off, self.tr("switched off"), look.font("caption"), look.palette.text3)
        view = option.widget
        if isinstance(view, QListView) and view.hasFocus() and current:
            focus_ring(painter, rect.adjusted(1, 1, -1, -1), 4, look.palette.accent)
        painter.restore()


class RulePage(QScrollArea):
    """Show one rule whole."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.links: RuleChipRow | None = None

    def show_rule(self, catalogue: Catalogue, rule: Rule, opened: object) -> None:
        """Show a rule; `opened` is called with the id of another that is clicked."""
        page = QWidget()
        page.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        column = QVBoxLayout(page)
        column.setContentsMargins(20, 16, 20, 16)
        column.setSpacing(10)
        card = explain.rule_card(rule)
        column.addWidget(TextLabel(rule.title, "panel_title", wrap=True))
        chips = RuleChipRow()
        chips.set_rules([(rule.id, rule_style(catalogue, rule))])
        column.addWidget(chips)
        if not rule.enabled:
            by = self.tr("Switched off by %1.").replace("%1", rule.switched_by or self.tr("the ruleset"))
            self._noted(column, by)
        if card.overlay:
            self._noted(column, naming.capital(card.overlay))
        column.addWidget(TextLabel(" ".join(card.text.split()), "body", "text", wrap=True))
        if card.ruling:
            column.addWidget(SectionHead(self.tr("Ruling")))
            column.addWidget(TextLabel(" ".join(card.ruling.split()), "body", "text2", wrap=True))
        for note in card.notes:
            column.addWidget(SectionHead(self.tr("Note of the players")))
            column.addWidget(TextLabel(note, "body", "text2", wrap=True))
        if rule.parameters:
            column.addWidget(Hairline())
            column.addWidget(SectionHead(self.tr("Values")))
            column.addLayout(self._parameters(rule))
        if rule.leans_on:
            column.addWidget(SectionHead(self.tr("Leans on")))
            self.links = RuleChipRow()
            self.links.set_rules([(r, rule_style(catalogue, catalogue.rule(r))) for r in rule.leans_on])
            self.links.opened.connect(opened)
            column.addWidget(self.links)
        if card.source:
            column.addWidget(Hairline())
            words = self.tr("Source: %1").replace("%1", " ".join(card.source.split()))
            column.addWidget(TextLabel(words, "small", "text3", wrap=True))
        column.addStretch(1)
        self.setWidget(page)
        self.verticalScrollBar().setValue(0)

    def _noted(self, column: QVBoxLayout, text: str) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(VerdictMark("warning", 14), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(TextLabel(text, "small", "text", wrap=True), 1)
        column.addLayout(row)

    def _parameters(self, rule: Rule) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(16)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(2, 1)
        for number, parameter in enumerate(rule.parameters.values()):
            changed = bool(parameter.origin.overlay)
            name, value = explain.parameter_words(parameter.name, parameter.value)
            grid.addWidget(TextLabel(name, "small", "text2"), number, 0, Qt.AlignmentFlag.AlignTop)
            if changed:
                words = self.tr("%1 (house rule)").replace("%1", value)
                value = words
            label = TextLabel(value, "row_title", "text", wrap=True)
            grid.addWidget(label, number, 1, Qt.AlignmentFlag.AlignTop)
            origin = origin_words(parameter.origin)
            if changed:
                was = self.tr("%1, as shipped %2")
                origin = was.replace("%1", origin).replace(
                    "%2", explain.parameter_words(parameter.name, parameter.default)[1]
                )
            grid.addWidget(TextLabel(origin, "caption", "text3", wrap=True), number, 2)
        return grid


def origin_words(origin: Origin) -> str:
    """Say where a value was written: file and line, and the house rules' name."""
    if origin.overlay and origin.line:
        return f"{origin.overlay} · {origin.file}:{origin.line}"
    return origin.overlay or (f"{origin.file}:{origin.line}" if origin.line else origin.file)


class RulesBrowser(QDialog):
    """Search and read the rules of a ruleset; it stands beside the window and blocks nothing."""

    def __init__(
        self,
        catalogue: Catalogue,
        title: str,
        rule: str = "",
        changed_only: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(self.tr("Rules of %1").replace("%1", title))
        self.setMinimumSize(560, 360)
        self.resize(880, 600)
        self._catalogue = catalogue
        outer = QVBoxLayout(self)
        outer.setContentsMargins(0, 0, 0, 0)
        outer.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(12, 10, 12, 10)
        head.setSpacing(12)
        self.search = QLineEdit()
        self.search.setPlaceholderText(self.tr("Search ids, titles and texts"))
        self.search.setAccessibleName(self.tr("Search the rules"))
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        head.addWidget(self.search, 1)
        self.changed_only = QCheckBox(self.tr("Only house rules"))
        self.changed_only.setChecked(changed_only)
        head.addWidget(self.changed_only)
        self._count = TextLabel("", "small", "text3")
        head.addWidget(self._count)
        outer.addLayout(head)
        outer.addWidget(Hairline())
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        split.setHandleWidth(1)
        self.list = QListView()
        self.list.setAccessibleName(self.tr("Rules found"))
        self.list.setUniformItemSizes(True)
        self.list.setMouseTracking(True)
        self.list.setMinimumWidth(240)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.model = RulesModel()
        self.list.setModel(self.model)
        self.list.setItemDelegate(RulesDelegate(catalogue, self.list))
        split.addWidget(self.list)
        self.page = RulePage()
        self.page.setMinimumWidth(280)
        split.addWidget(self.page)
        split.setStretchFactor(1, 1)
        split.setSizes([320, 560])
        outer.addWidget(split, 1)
        self.search.textChanged.connect(self._find)
        self.changed_only.toggled.connect(self._find)
        self.list.selectionModel().currentChanged.connect(self._show_current)
        self._find()
        if rule:
            self.show_rule(rule)
        self.search.setFocus(Qt.FocusReason.OtherFocusReason)

    def show_rule(self, rule: str) -> None:
        """Show a rule by its id; the search is emptied when it hides it."""
        if rule not in self._catalogue:
            return
        place = next((n for n, r in enumerate(self.model.rows) if r.id == rule), -1)
        if place < 0:
            self.changed_only.setChecked(False)
            self.search.clear()
            place = next(n for n, r in enumerate(self.model.rows) if r.id == rule)
        index = self.model.index(place)
        self.list.setCurrentIndex(index)
        self.list.scrollTo(index, QAbstractItemView.ScrollHint.PositionAtCenter)

    def shown(self) -> str:
        """Return the id of the rule shown, empty for none."""
        index = self.list.currentIndex()
        return index.data(ROW).id if index.isValid() else ""

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Walk the list with the arrows while the search field has the focus."""
        if watched is self.search and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()), 0)
            if step and self.model.rows:
                row = max(0, min(len(self.model.rows) - 1, self.list.currentIndex().row() + step))
                self.list.setCurrentIndex(self.model.index(row))
                return True
        return super().eventFilter(watched, event)

    def _find(self) -> None:
        found = self._catalogue.search(self.search.text())
        if self.changed_only.isChecked():
            found = tuple(rule for rule in found if self._catalogue.is_house_rule(rule.id))
        self.model.set_rows(found)
        self._count.setText(plural("RulesBrowser", "1 rule", "%n rules", len(found)))
        if found:
            self.list.setCurrentIndex(self.model.index(0))
        else:
            nothing = (
                self.tr("No house rules: every rule stands as it was shipped.")
                if self.changed_only.isChecked() and not self.search.text()
                else self.tr("No rule holds all these words.")
            )
            label = TextLabel(nothing, "body", "text3", wrap=True)
            label.setContentsMargins(20, 16, 20, 16)
            label.setAlignment(Qt.AlignmentFlag.AlignTop)
            self.page.setWidget(label)

    def _show_current(self, index: QModelIndex) -> None:
        if index.isValid():
            self.page.show_rule(self._catalogue, index.data(ROW), self.show_rule)
