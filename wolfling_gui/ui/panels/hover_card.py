"""Show beside the pointer what firing at a unit would do, or what a dragged move is worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QPoint, QRect, Qt, SignalInstance
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import explain, naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Draft
from wolfling_gui.ui.panels.apart import apart_words, decisive, looks_of, needs_to_hit, rolled_apart, rule_of
from wolfling_gui.ui.panels.targets import odds_text
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.widgets import (
    ANY_WIDTH,
    Card,
    ElidedLabel,
    Hairline,
    Margin,
    MarginBar,
    MarkKind,
    Odds,
    OddsBars,
    RuleChip,
    TextLabel,
    VerdictMark,
)

if TYPE_CHECKING:
    from wolfling_gui.rules.volley import Volley
    from wolfling_gui.session.preview import TargetPreview

WALKED = ("move.walked", "assault.walked", "flight.way")
"""What says how far a model goes of how far it may."""
WIDTH = 318
MOST_ROWS = 4
SPREAD = 6
MOST_WEIGHT = 100


class MapCard(Card):
    """Hold a card that lies on the map: it takes no clicks and no focus."""

    _most: int | None = None

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("map", parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        body = self.content()
        body.setContentsMargins(0, 0, 0, 0)
        body.setSpacing(0)

    def restyle(self) -> None:
        """Take the width of the text scale, or all there is where the card lies in a page."""
        if self._most is None:
            self.setFixedWidth(self.look.px(WIDTH))
        else:
            self.setMinimumWidth(0)
            self.setMaximumWidth(self._most)
        super().restyle()

    def lie_in_page(self, opened: SignalInstance, *, most: int = ANY_WIDTH, bare: bool = False) -> None:
        """Lie in a page, at most so many pixels wide, and let chips emit `opened`; bare in another card."""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents, False)
        for chip in self.findChildren(RuleChip):
            chip.opened.connect(opened)
        if bare:
            self.set_look("bare")
            body = self.content()
            for place in range(body.count()):
                if (item := body.itemAt(place)) is not None and (part := item.layout()) is not None:
                    part.setContentsMargins(0, 9, 0, 9)
        self._most = most
        self.restyle()

    def height_needed(self) -> int:
        """Return the height at which every sentence has all its lines."""
        layout = self.layout()
        assert layout is not None
        return max(layout.totalHeightForWidth(self.width()), layout.totalMinimumSize().height())

    def part(self, space: int = 6) -> QVBoxLayout:
        """Return the layout of a new part, with a line above it unless it is the first."""
        body = self.content()
        if body.count():
            body.addWidget(Hairline())
        part = QVBoxLayout()
        part.setContentsMargins(12, 9, 12, 9)
        part.setSpacing(space)
        body.addLayout(part)
        return part


class TargetCard(MapCard):
    """Show a target: every number with its reason and rule, and the exact chances."""

    def __init__(
        self,
        battle: Battle,
        preview: TargetPreview,
        catalogue: Catalogue | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.unit = preview.unit
        self.preview = preview
        self._battle, self._catalogue = battle, catalogue
        self._head(preview)
        if preview.volley is not None and preview.volley.groups:
            self._numbers(preview)
        if not preview.legal:
            self._reasons(preview)
        elif preview.odds is not None or preview.waits:
            self._odds(preview)
        self.restyle()
        self.adjustSize()

    def _head(self, preview: TargetPreview) -> None:
        mark = words.mark_of_verdict(preview.verdict)
        self.part().addLayout(unit_head(self._battle, preview.unit, mark, preview.gap))
        self.setAccessibleName(naming.unit_name(self._battle, preview.unit))

    def _numbers(self, preview: TargetPreview) -> None:
        volley = preview.volley
        assert volley is not None
        part = self.part()
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(9)
        grid.setVerticalSpacing(1)
        grid.setColumnStretch(2, 1)
        part.addLayout(grid)
        order = sorted(range(len(volley.groups)), key=lambda n: -volley.groups[n].shots)
        first = order[0]
        lead = volley.groups[first]
        self._row(grid, self.tr("To hit"), lead.to_hit, needs_to_hit(lead))
        for apart in rolled_apart(self._battle, volley, self._catalogue):
            self._minor(grid, apart.needs, apart_words(apart), apart.rule)
        self._row(grid, self.tr("To wound"), volley.groups[first].to_wound)
        shown = {looks_of(volley.groups[first].to_wound)}
        for n in order[1:]:
            group = volley.groups[n]
            if looks_of(group.to_wound) not in shown:
                shown.add(looks_of(group.to_wound))
                self._minor(grid, words.number(group.to_wound), group.weapon.name, rule_of(group.to_wound))
        if volley.saves:
            self._saves(grid, volley, first)

    def _saves(self, grid: QGridLayout, volley: Volley, first: int) -> None:
        """Show the save that most models have, then those of the others: a row for each that differs."""
        kinds: dict[object, tuple[Breakdown, list[str]]] = {}
        for group, save in zip(volley.targets, volley.saves[first], strict=True):
            kinds.setdefault(looks_of(save), (save, []))[1].extend(group.models)
        alike = sorted(kinds.values(), key=lambda kind: -len(kind[1]))
        for place, (save, models) in enumerate(alike):
            who = _kinds(self._battle, models) if len(alike) > 1 else ""
            row = decisive(save, self._battle, self._catalogue)
            if place:
                why = row.text if row is not None else ""
                self._minor(grid, words.number(save), _of(who, why), rule_of(save))
                continue
            self._row(grid, self.tr("Save"), save, who=who)
            for row in explain.explain_breakdown(save, self._battle, self._catalogue):
                if row.op == "dropped":
                    self._minor(grid, row.value_text, row.text, row.rule, struck=True)

    def _row(self, grid: QGridLayout, label: str, number: Breakdown, needs: str = "", who: str = "") -> None:
        at = grid.rowCount()
        grid.addWidget(TextLabel(label, "small", "text2"), at, 0)
        value = TextLabel(needs or words.number(number), "panel_title", "text")
        grid.addWidget(value, at, 1)
        row = decisive(number, self._battle, self._catalogue)
        if row is not None:
            grid.addWidget(TextLabel(f"← {_of(who, row.text)}", "small", "text", wrap=True), at, 2)
            if row.rule:
                grid.addWidget(RuleChip(row.rule, "house" if row.house else "plain"), at, 3)

    def _minor(self, grid: QGridLayout, value: str, why: str, rule: str, struck: bool = False) -> None:
        at = grid.rowCount()
        label = TextLabel(value, "small", "text3")
        if struck:
            font = QFont(label.font())
            font.setStrikeOut(True)
            label.setFont(font)
        grid.addWidget(label, at, 1)
        grid.addWidget(TextLabel(why, "small", "text3", wrap=True), at, 2)
        if rule:
            grid.addWidget(RuleChip(rule), at, 3)

    def _reasons(self, preview: TargetPreview) -> None:
        part = self.part()
        verdict = preview.verdict
        reasons = list(verdict.reasons) if isinstance(verdict, Refusal) else []
        if preview.reason is not None:
            reasons = [preview.reason, *(r for r in reasons if r != preview.reason)]
        for finding in _unlike(reasons)[:3]:
            part.addWidget(FindingRow(self._battle, finding, self._catalogue))

    def _odds(self, preview: TargetPreview) -> None:
        odds, volley = preview.odds, preview.volley
        if volley is None:
            return
        part = self.part()
        head = QHBoxLayout()
        title = self.tr("Casualties")
        if odds is not None:
            title = self.tr("Casualties, exact") if odds.exact else self.tr("Casualties, nearly")
        head.addWidget(TextLabel(title, "small", "text2", wrap=True), 1)
        text = words.plural("TargetCard", "%1 expected of 1 shot", "%1 expected of %n shots", volley.shots)
        head.addWidget(TextLabel(text.replace("%1", odds_text(preview), 1), "row_title", "text"))
        part.addLayout(head)
        part.addWidget(preview_bars(self._battle, preview))
        self._check(part, preview)
        if any(group.spread for group in volley.groups):
            note = self.tr("For markers and templates where the rules put them, scatter included.")
            part.addWidget(TextLabel(note, "small", "text3", wrap=True))
        assumed = explain.assumptions(odds) if odds is not None else ""
        if assumed:
            part.addWidget(TextLabel(assumed, "small", "text3", wrap=True))

    def _check(self, part: QVBoxLayout, preview: TargetPreview) -> None:
        """Say from how many losses on the target checks its morale when the phase ends, and how likely."""
        most = preview.check_at
        if most is None:
            return
        text = self.tr("Lost a quarter: morale check")
        if most:
            text = words.plural(
                "TargetCard", "1 or more lost, %1: morale check", "%n or more lost, %1: morale check", most
            )
            chance = naming.chance_text(preview.odds.at_least(most)) if preview.odds is not None else "…"
            text = text.replace("%1", chance, 1)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addStretch(1)
        row.addWidget(TextLabel(text, "small", "text2"))
        row.addWidget(RuleChip("CL-MOR-3", words.chip_style("CL-MOR-3", self._catalogue)))
        part.addLayout(row)


def unit_head(battle: Battle, unit: str, mark: MarkKind, gap: Length | None) -> QHBoxLayout:
    """Return the head of a target's card: its verdict, name, models with what they are, and its distance."""
    head = QHBoxLayout()
    head.setSpacing(8)
    head.addWidget(VerdictMark(mark, 16))
    head.addWidget(TextLabel(naming.unit_name(battle, unit), "card_title"))
    members = battle.members(unit)
    count = words.plural("Targets", "1 model", "%n models", len(members))
    if members:
        toughness = _most_first(str(m.profile.t + m.profile.toughness_bonus) for m in members)
        saves = _most_first(words.needed(m.profile.sv) if m.profile.sv else "–" for m in members)
        line = QCoreApplication.translate("TargetCard", "%1 · T%2 Sv %3")
        count = line.replace("%1", count).replace("%2", toughness[0]).replace("%3", ", ".join(saves))
    head.addWidget(ElidedLabel(count, "small", "text3"), 1)
    if gap is not None:
        head.addWidget(TextLabel(naming.inches_text(gap), "row_title", "text"))
    return head


def preview_bars(battle: Battle, preview: TargetPreview) -> OddsBars:
    """Return the bars of a target's casualties; until they are known they only keep the room for it."""
    chances = preview.odds.casualties if preview.odds is not None else ()
    side = battle.side_index(battle.units[preview.unit].side)
    return OddsBars(Odds(chances, side, len(chances) - 1))


def _most_first(values: Iterable[str]) -> list[str]:
    """Return different values, those that occur most often first."""
    return [value for value, _ in Counter(values).most_common()]


def _kinds(battle: Battle, models: Iterable[str]) -> str:
    """Write how many models there are of each profile: 4 × Guard and 1 × Medic."""
    one = QCoreApplication.translate("TargetCard", "%1 × %2")
    count = Counter(battle.models[m].profile.name for m in models).most_common()
    return naming.listed([one.replace("%1", str(n), 1).replace("%2", name, 1) for name, n in count])


def _of(who: str, why: str) -> str:
    """Write whom a reason concerns before it, where that has to be said."""
    if not who or not why:
        return who or why
    text = QCoreApplication.translate("TargetCard", "%1: %2")
    return text.replace("%1", who, 1).replace("%2", why, 1)


def _unlike(findings: Sequence[Finding]) -> list[Finding]:
    """Return the findings without those that say the same of other models."""
    return list({(f.rule, f.says): f for f in reversed(findings)}.values())[::-1]


class MoveCard(MapCard):
    """Show a dragged plan: how far the model that walks farthest goes, and every finding worth a line."""

    def __init__(
        self,
        battle: Battle,
        draft: Draft,
        catalogue: Catalogue | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        verdict = draft.verdict
        findings = list(verdict.findings) if verdict is not None else []
        walked = [f for f in findings if f.says in WALKED and f.value is not None and f.limit]
        part = self.part()
        if walked:
            far = max(walked, key=lambda f: (f.value or 0) / (f.limit or 1))
            kept = (far.margin or 0) >= 0
            value, limit = naming.pair_texts(far.value or 0, far.limit or 0, kept)
            head = QHBoxLayout()
            head.setSpacing(8)
            head.addWidget(TextLabel(value, "panel_title"))
            of = self.tr("of %1 walked").replace("%1", limit)
            head.addWidget(ElidedLabel(of, "body", "text2"), 1)
            left = explain.explain_finding(far, battle).margin_text
            head.addWidget(TextLabel(left, "row_title", "text" if kept else "refused"))
            part.addLayout(head)
            part.addWidget(MarginBar(Margin(far.value or 0, far.limit or 0)))
        weight = {"forbids": 0, "asks": 1, "warns": 2, "permits": 3}
        rest = sorted((f for f in findings if f not in walked), key=lambda f: weight[f.effect])
        listed = _unlike([*(f for f in walked if f.effect == "forbids"), *rest])
        for finding in listed[:MOST_ROWS]:
            part.addWidget(FindingRow(battle, finding, catalogue))
        if not walked and not listed:
            word = self.tr("Allowed") if isinstance(verdict, Permit) else self.tr("Not judged yet")
            part.addWidget(TextLabel(word, "row_title"))
        self.restyle()
        self.adjustSize()


def free_place(
    size: QRect, room: QRect, taken: Sequence[tuple[QRect, int]], near: QPoint, gap: int = 18
) -> QPoint:
    """Return where a card of a size covers least of what must stay visible, near a point if it can.

    `taken` gives rectangles with what a covered pixel of each costs. Places around the point are tried, the
    corners of the room, which is always kept within, and places spread over it.
    """
    w, h = size.width(), size.height()
    spots = [
        QPoint(near.x() + gap, near.y() + gap), QPoint(near.x() + gap, near.y() - gap - h),
        QPoint(near.x() - gap - w, near.y() + gap), QPoint(near.x() - gap - w, near.y() - gap - h),
        QPoint(near.x() + 2 * gap, near.y() - h // 2), QPoint(near.x() - 2 * gap - w, near.y() - h // 2),
        QPoint(room.right() - w - 8, room.y() + 8), QPoint(room.x() + 8, room.y() + 8),
        QPoint(room.right() - w - 8, room.bottom() - h - 8), QPoint(room.x() + 8, room.bottom() - h - 8),
    ]  # fmt: skip

    def cost(spot: QPoint) -> tuple[int, int]:
        card = QRect(spot, QPoint(spot.x() + w - 1, spot.y() + h - 1))
        outside = w * h - _area(card.intersected(room))
        covered = sum(_area(card.intersected(other)) * weight for other, weight in taken)
        distance = (card.center() - near).manhattanLength()
        return outside * MOST_WEIGHT + covered, distance

    best = min(spots, key=cost)
    if cost(best)[0]:
        across, down = max(0, room.width() - w - 16), max(0, room.height() - h - 16)
        spread = (
            QPoint(room.x() + 8 + across * n // SPREAD, room.y() + 8 + down * k // SPREAD)
            for n in range(SPREAD + 1)
            for k in range(SPREAD + 1)
        )
        best = min((best, *spread), key=cost)
    x = max(room.x() + 4, min(best.x(), room.right() - w - 4))
    y = max(room.y() + 4, min(best.y(), room.bottom() - h - 4))
    return QPoint(x, y)


def _area(rect: QRect) -> int:
    return max(0, rect.width()) * max(0, rect.height()) if rect.isValid() else 0
