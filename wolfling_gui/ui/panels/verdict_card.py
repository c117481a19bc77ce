"""Show a verdict: its word, the sentence with measured and limit, the margin, the rule, and every finding."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding, Refusal
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session import explain, naming
from wolfling_gui.session.sections import section_of
from wolfling_gui.ui import words
from wolfling_gui.ui.draft import Verdict
from wolfling_gui.ui.widgets import (
    Card,
    Hairline,
    IconButton,
    MarginBar,
    RuleChip,
    TextLabel,
    VerdictMark,
    head_row,
)
from wolfling_gui.ui.widgets.card import CardLook
from wolfling_gui.ui.widgets.section import SectionView

MOST_FINDINGS = 6
_LOOKS: dict[str, CardLook] = {"allowed": "legal", "but": "warning", "refused": "refused", "asks": "true"}


class FindingRow(QWidget):
    """Show one finding in a line: mark, sentence, chip."""

    opened = Signal(str)

    def __init__(
        self, battle: Battle, finding: Finding, catalogue: Catalogue | None, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(VerdictMark(words.mark_of(finding), 13), 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(TextLabel(words.sentence(battle, finding, catalogue), "small", "text", wrap=True), 1)
        chip = RuleChip(finding.rule, words.chip_style(finding.rule, catalogue, finding))
        chip.opened.connect(self.opened)
        row.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)


class VerdictCard(Card):
    """Show a verdict as a card in its colour.

    `opened(rule)` comes from a chip, `proof_wanted(verdict)` from the button that saves it as a proof card.
    """

    opened = Signal(str)
    proof_wanted = Signal(object)

    def __init__(
        self,
        battle: Battle,
        verdict: Verdict,
        catalogue: Catalogue | None = None,
        parent: QWidget | None = None,
        *,
        rules: Ruleset | None = None,
    ) -> None:
        headline = explain.verdict_headline(verdict)
        super().__init__(_LOOKS[headline.kind], parent)
        self.headline = headline.text
        self.setAccessibleName(headline.text)
        first = _first(verdict)
        body = self.content()
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(VerdictMark(words.mark_of_verdict(verdict), 18), 0, Qt.AlignmentFlag.AlignTop)
        tones = {"allowed": "legal", "but": "warning", "refused": "refused", "asks": "text"}
        head.addWidget(TextLabel(headline.text, "card_title", tones[headline.kind], wrap=True), 1)
        if first is not None:
            chip = RuleChip(first.rule, words.chip_style(first.rule, catalogue, first))
            chip.opened.connect(self.opened)
            head.addWidget(chip, 0, Qt.AlignmentFlag.AlignTop)
        keep = IconButton(
            "export",
            self.tr("Save as proof card…"),
            self.tr("Saves this ruling with its map, numbers and rules as a PDF or a picture."),
            side=24,
        )
        keep.clicked.connect(lambda: self.proof_wanted.emit(verdict))
        head.addWidget(keep, 0, Qt.AlignmentFlag.AlignTop)
        body.addLayout(head)
        if first is not None:
            body.addWidget(TextLabel(words.sentence(battle, first, catalogue), "body", "text", wrap=True))
            margin = words.margin(battle, first)
            if margin is not None:
                body.addWidget(MarginBar(margin))
            self._rule(body, first.rule, catalogue)
            self._section(body, battle, first, rules)
        others = [f for f in _ordered(verdict) if f is not first]
        if len(others) > MOST_FINDINGS:
            # One of a kind is enough where many models say the same.
            others = list({(f.rule, f.says, f.effect): f for f in reversed(others)}.values())[::-1]
        if others:
            body.addWidget(Hairline())
            for finding in others[:MOST_FINDINGS]:
                row = FindingRow(battle, finding, catalogue)
                row.opened.connect(self.opened)
                body.addWidget(row)
        if len(others) > MOST_FINDINGS:
            more = self.tr("and %1 more").replace("%1", str(len(others) - MOST_FINDINGS))
            body.addWidget(TextLabel(more, "small", "text3"))

    def _section(self, body: QVBoxLayout, battle: Battle, finding: Finding, rules: Ruleset | None) -> None:
        """Show a section along the line that is stopped, where heights matter."""
        cut = section_of(rules, battle, finding) if rules is not None else None
        if cut is None:
            return
        firer, target = (battle.models[name] for name in finding.about[:2])
        body.addWidget(Hairline())
        assert firer.place is not None
        assert target.place is not None
        told = self.tr("level %1 to level %2")
        told = told.replace("%1", str(firer.place.level), 1).replace("%2", str(target.place.level), 1)
        body.addLayout(head_row(self.tr("Section along the line"), TextLabel(told, "small", "text3")))
        names = {piece.id: naming.thing_name(battle, piece.id) for piece in cut.pieces}
        sides = (
            battle.side_index(battle.units[firer.unit].side),
            battle.side_index(battle.units[target.unit].side),
        )
        body.addWidget(SectionView(cut, names, sides))

    def _rule(self, body: QVBoxLayout, rule: str, catalogue: Catalogue | None) -> None:
        if catalogue is None or rule not in catalogue:
            return
        found = catalogue.rule(rule)
        body.addWidget(Hairline())
        body.addWidget(TextLabel(found.title, "row_title", "text", wrap=True))
        body.addWidget(TextLabel(" ".join(found.text.split()), "small", "text2", wrap=True))


def _first(verdict: Verdict) -> Finding | None:
    """Return the finding that decides: the first reason, else the first warning, else the tightest."""
    ordered = _ordered(verdict)
    if isinstance(verdict, Refusal) or any(f.effect == "warns" for f in verdict.findings):
        return ordered[0] if ordered else None
    measured = [f for f in ordered if f.margin is not None and f.limit]
    return min(measured, key=lambda f: (f.margin or 0) / (f.limit or 1)) if measured else None


def _ordered(verdict: Verdict) -> list[Finding]:
    weight = {"forbids": 0, "asks": 1, "warns": 2, "permits": 3}
    seen: dict[tuple[str, str, tuple[str, ...]], Finding] = {}
    for finding in verdict.findings:
        # What is to be said of every firer is asked once.
        about = () if finding.effect == "asks" else finding.about
        seen.setdefault((finding.rule, finding.says, about), finding)
    return sorted(seen.values(), key=lambda f: weight[f.effect])


class RuleView(Card):
    """Show one rule: title, own-words text, its chip and source; `opened(rule)` asks for the browser."""

    opened = Signal(str)

    def __init__(self, catalogue: Catalogue, rule: str, parent: QWidget | None = None) -> None:
        super().__init__("true", parent)
        card = explain.rule_card(catalogue.rule(rule))
        self.rule = rule
        body = self.content()
        body.addWidget(TextLabel(card.title, "row_title", "text", wrap=True))
        body.addWidget(TextLabel(" ".join(card.text.split()), "small", "text2", wrap=True))
        for line in card.house:
            words_ = self.tr("House rule: %1").replace("%1", line)
            body.addWidget(TextLabel(words_, "small", "text", wrap=True))
        foot = QHBoxLayout()
        foot.setSpacing(8)
        chip = RuleChip(rule, "house" if card.overlay else "plain", card.title)
        chip.opened.connect(self.opened)
        foot.addWidget(chip)
        follow = sum(1 for other in catalogue.rules.values() if rule in other.leans_on)
        if follow:
            note = words.plural("RuleView", "1 rule follows from it", "%n rules follow from it", follow)
            foot.addWidget(TextLabel(note, "small", "text3"))
        foot.addStretch(1)
        body.addLayout(foot)


__all__ = ["FindingRow", "RuleView", "VerdictCard"]
