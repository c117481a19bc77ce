"""Show beside the pointer what assaulting a unit would do: who gets where, the blows, and the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import explain, naming
from wolfling_gui.ui import words
from wolfling_gui.ui.panels.apart import rule_of
from wolfling_gui.ui.panels.charge_rows import lost_text
from wolfling_gui.ui.panels.hover_card import MapCard, unit_head
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.widgets import Odds, OddsBars, RuleChip, TextLabel

if TYPE_CHECKING:
    from wolfling_gui.session.charges import ChargePreview
    from wolfling_gui.session.fights import Blow

MOST_WAYS = 6
MOST_FINDINGS = 3


class ChargeCard(MapCard):
    """Show an assault: who comes into contact, in which order, the blows by step, and what to know."""

    def __init__(
        self,
        battle: Battle,
        unit: str,
        preview: ChargePreview | None,
        catalogue: Catalogue | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        assert preview is not None
        self.unit = preview.unit
        self.preview = preview
        self._battle, self._catalogue = battle, catalogue
        self.part().addLayout(unit_head(battle, preview.unit, words.mark_of_aim(preview), preview.gap))
        self.setAccessibleName(naming.unit_name(battle, preview.unit))
        if preview.reached:
            self._ways(unit, preview)
            self._blows(unit, preview)
        self._findings(preview)
        self.restyle()
        self.adjustSize()

    def _ways(self, unit: str, preview: ChargePreview) -> None:
        """Say how many come into contact, and list the models in the order in which they go."""
        plan = preview.plan
        assert plan is not None
        part = self.part(3)
        battle = self._battle
        touching = [m for m in preview.line.contacts if battle.models[m].unit == unit]
        backing = [m for m in preview.line.supports if battle.models[m].unit == unit]
        head = QHBoxLayout()
        head.setSpacing(8)
        text = self.tr("%1 of %2 in contact").replace("%1", str(len(touching)), 1)
        text = text.replace("%2", str(len(battle.standing(unit))), 1)
        head.addWidget(TextLabel(text, "row_title"))
        head.addStretch(1)
        reach = self.tr("reach %1").replace("%1", naming.inches_text(plan.limit.total))
        head.addWidget(TextLabel(reach, "small", "text2"))
        rule = rule_of(plan.limit)
        if rule:
            head.addWidget(RuleChip(rule, words.chip_style(rule, self._catalogue)))
        part.addLayout(head)
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(9)
        grid.setVerticalSpacing(0)
        grid.setColumnStretch(1, 1)
        stands = {"contact": self.tr("contact"), "support": self.tr("support"), "near": self.tr("no contact")}
        for number, leg in enumerate(plan.legs[:MOST_WAYS], start=1):
            stand = "contact" if leg.model in touching else "support" if leg.model in backing else "near"
            walked, _ = naming.pair_texts(leg.length, plan.limit.total, kept=True)
            none = naming.as_good_as(leg.length, plan.limit.total)
            left = naming.inches_text(0 if none else max(0, plan.limit.total - leg.length))
            cells = (
                (str(number), "text3"),
                (naming.model_name(battle, leg.model), "text2"),
                (walked, "text"),
                (self.tr("%1 left").replace("%1", left), "text3"),
                (stands[stand], "legal" if stand == "contact" else "text3"),
            )
            for column, (said, tone) in enumerate(cells):
                grid.addWidget(TextLabel(said, "small", tone), number, column)
        part.addLayout(grid)
        if len(plan.legs) > MOST_WAYS:
            more = self.tr("and %1 more").replace("%1", str(len(plan.legs) - MOST_WAYS))
            part.addWidget(TextLabel(more, "small", "text3"))

    def _blows(self, unit: str, preview: ChargePreview) -> None:
        """Show the blows step by step, and the chances of the unit's own."""
        if not preview.blows or preview.battle is None:
            return
        part = self.part()
        part.addLayout(blow_grid(preview.battle, preview.blows))
        own = preview.own_blows(unit)
        if own is None or own.odds is None:
            return
        head = QHBoxLayout()
        head.addWidget(TextLabel(self.tr("Casualties"), "small", "text2"))
        head.addStretch(1)
        text = words.plural(
            "ChargeCard", "%1 expected of 1 attack", "%1 expected of %n attacks", own.volley.shots
        )
        head.addWidget(TextLabel(text.replace("%1", lost_text(own), 1), "row_title"))
        part.addLayout(head)
        side = self._battle.side_index(self._battle.units[preview.unit].side)
        part.addWidget(OddsBars(Odds(own.odds.casualties, side, len(own.odds.casualties) - 1)))
        assumed = explain.assumptions(own.odds)
        if assumed:
            part.addWidget(TextLabel(assumed, "small", "text3", wrap=True))
        before = [b for b in preview.blows if b.strike.step > own.strike.step and b.volley.target == unit]
        if before:
            told = self.tr("If none of them falls at a step before.")
            part.addWidget(TextLabel(told, "small", "text3", wrap=True))

    def _findings(self, preview: ChargePreview) -> None:
        """Show why it is refused, or what to know before it is done."""
        wanted = ("forbids", "asks") if not preview.legal else ("warns",)
        listed = [f for f in preview.verdict.findings if f.effect in wanted]
        if preview.reason is not None and preview.reason not in listed:
            listed.insert(0, preview.reason)
        listed += [f for f in preview.verdict.findings if f.rule == "CL-ASLT-10"]
        add_findings(part_of=self, battle=self._battle, findings=listed, catalogue=self._catalogue)


def add_findings(
    part_of: MapCard, battle: Battle, findings: Sequence[Finding], catalogue: Catalogue | None
) -> None:
    """Add a part with the first few findings, those that say the same of others left out."""
    unlike = list({(f.rule, f.says): f for f in reversed(findings)}.values())[::-1]
    if unlike:
        part = part_of.part()
        for finding in unlike[:MOST_FINDINGS]:
            part.addWidget(FindingRow(battle, finding, catalogue))


def _heads() -> tuple[str, ...]:
    return (
        QCoreApplication.translate("Blows", "step"),
        "",
        QCoreApplication.translate("Blows", "dice"),
        QCoreApplication.translate("Blows", "hit"),
        QCoreApplication.translate("Blows", "wound"),
        QCoreApplication.translate("Blows", "lost"),
    )


def blow_grid(battle: Battle, blows: Sequence[Blow], now: int | None = None) -> QGridLayout:
    """Return the blows of a fight in a row for each: step, who strikes, dice, hit, wound, casualties.

    Steps above `now` are over and shown faint.
    """
    grid = QGridLayout()
    grid.setContentsMargins(0, 0, 0, 0)
    grid.setHorizontalSpacing(8)
    grid.setVerticalSpacing(1)
    grid.setColumnStretch(1, 1)
    for column, name in enumerate(_heads()):
        label = TextLabel(name, "caption", "text3")
        if column > 1:
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
        grid.addWidget(label, 0, column)
    shown_step = 0
    for at, blow in enumerate(blows, start=1):
        volley, strike = blow.volley, blow.strike
        group = max(volley.groups, key=lambda g: g.shots)
        side = battle.side_index(battle.units[volley.unit].side)
        name = naming.unit_name(battle, volley.unit)
        if strike.source == "shots":
            name = QCoreApplication.translate("Blows", "%1 shoots").replace("%1", name, 1)
        if len({b.volley.target for b in blows if b.volley.unit == volley.unit}) > 1:
            foe = naming.unit_name(battle, volley.target)
            both = QCoreApplication.translate("Blows", "%1 at %2")
            name = both.replace("%1", name, 1).replace("%2", foe, 1)
        step = str(strike.step) if strike.step != shown_step else ""
        shown_step = strike.step
        over = now is not None and strike.step > now
        cells = (
            (step, "text3" if over else "text"),
            (name, "text3" if over else f"side{side % 4}"),
            (str(volley.shots), "text3" if over else "text"),
            (words.number(group.to_hit), "text3" if over else "text2"),
            (words.number(group.to_wound), "text3" if over else "text2"),
            (lost_text(blow), "text3" if over else "text"),
        )
        for column, (said, tone) in enumerate(cells):
            label = TextLabel(said, "row_title" if column in (0, 5) else "small", tone)
            if column > 1:
                label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            grid.addWidget(label, at, column)
    return grid
