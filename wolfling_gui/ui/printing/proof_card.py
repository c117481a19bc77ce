"""The proof card: one page that proves a ruling, with the map, the numbers, the rules and the dice."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from PySide6.QtCore import QCoreApplication, QRectF, QSize
from PySide6.QtGui import QImage, QPainter

from wolfling_gui.core.actions import Shoot
from wolfling_gui.session import naming
from wolfling_gui.session.explain import BreakdownRow
from wolfling_gui.session.proof import Proof, ProofNumber
from wolfling_gui.ui import words
from wolfling_gui.ui.marks import proof_marks
from wolfling_gui.ui.palette import palette
from wolfling_gui.ui.printing.output import Paint, save
from wolfling_gui.ui.printing.page import Cell, Page
from wolfling_gui.ui.screenshot import board_image
from wolfling_gui.ui.widgets.marks import paint_mark

MAP_HIGH: Final = 300
MAP_RATIO: Final = 3.0
CLOSEST: Final = 44.0
FARTHEST: Final = 6.0
"""How many points an inch of the table is shown at most and at least."""
MARK: Final = 20.0
FOOT: Final = 17.0


@dataclass(frozen=True, slots=True)
class Moment:
    """Say of which battle a proof is, and when it was written down."""

    title: str
    ruleset: str
    house: tuple[str, ...] = ()
    when: str = ""


def title_of(proof: Proof) -> str:
    """Name what a proof is about: who shoots at whom, or what was asked for."""
    action, battle = proof.verdict.action, proof.battle
    if isinstance(action, Shoot) and {action.unit, action.target} <= set(battle.units):
        text = QCoreApplication.translate("ProofCard", "%1 shoot at %2")
        text = text.replace("%1", naming.unit_name(battle, action.unit), 1)
        return text.replace("%2", naming.unit_name(battle, action.target), 1)
    return words.action_name(battle, action)


def map_image(proof: Proof, width: float, high: float = MAP_HIGH, ratio: float = MAP_RATIO) -> QImage:
    """Return the part of the map that a ruling is about, with its geometry, bases to scale.

    `width` and `high` are points of the page, `ratio` the pixels for each.
    """
    battle, models = proof.battle, proof.models
    places = [battle.models[m].place for m in models]
    stand = [p for p in places if p is not None]
    xs, ys = [p.at.x for p in stand], [p.at.y for p in stand]
    zoom = FARTHEST
    if stand:
        across = max(max(xs) - min(xs), 1) / 2540 + 5
        down = max(max(ys) - min(ys), 1) / 2540 + 4
        zoom = max(FARTHEST, min(CLOSEST, width / across, high / down))
    level = stand[0].level if stand else 0
    return board_image(
        battle,
        QSize(round(width), round(high)),
        palette("light"),
        ratio,
        level,
        proof_marks(proof),
        zoom=zoom if stand else None,
        centre=models,
        frame=False,
    )


def write(page: Page, proof: Proof, moment: Moment, picture: QImage | None) -> None:
    """Write a proof on a page; without a picture the map's place stays empty, to measure only."""
    _head(page, proof, moment)
    page.space(8)
    if proof.models:
        if picture is not None:
            page.picture(picture, MAP_HIGH)
        else:
            page.space(MAP_HIGH)
    _findings(page, proof)
    _numbers(page, proof)
    _chances(page, proof)
    _rolled(page, proof)
    _rules(page, proof)
    _foot(page, moment)


def pages(proof: Proof, moment: Moment) -> list[Paint]:
    """Return what paints the card: one page; rules that have no room left on it are named by their ids."""
    picture = map_image(proof, Page(None).width)

    def paint(painter: QPainter) -> None:
        write(Page(painter), proof, moment, picture)

    return [paint]


def save_proof(path: Path, proof: Proof, moment: Moment) -> None:
    """Write a proof card as a PDF or a PNG, as the file's name says. Raises OSError."""
    save(path, pages(proof, moment), title_of(proof))


# ---------------------------------------------------------------------- parts


def _tr(text: str) -> str:
    return QCoreApplication.translate("ProofCard", text)


def _head(page: Page, proof: Proof, moment: Moment) -> None:
    ink = page.ink
    page.row(
        Cell(moment.title, 3, 500, ink.text2), Cell(_when(proof), 3, 400, ink.text2, right=True), pixels=10.5
    )
    page.space(2)
    page.rule(1.4)
    page.space(8)
    page.text(title_of(proof), 20, 600, line=1.25)
    page.space(4)
    kind = words.mark_of_verdict(proof.verdict)
    if page.painter is not None:
        paint_mark(page.painter, QRectF(page.left, page.y, MARK, MARK), kind, ink)
    tones = {"allowed": ink.legal, "but": ink.warning, "refused": ink.refused, "asks": ink.text}
    page.text(proof.headline.text, 14, 600, ink=tones[proof.headline.kind], left=MARK + 8)
    if proof.findings and proof.headline.kind != "allowed":
        page.text(proof.findings[0].text, 12, 400, left=MARK + 8)


def _when(proof: Proof) -> str:
    battle = proof.battle
    text = _tr("%1, %2, %3")
    step = naming.step_name(f"step.{battle.clock.step}")
    return (
        text.replace("%1", words.turn_words(battle), 1)
        .replace("%2", words.whose_turn(battle), 1)
        .replace("%3", step, 1)
    )


def _findings(page: Page, proof: Proof) -> None:
    if not proof.findings:
        return
    page.heading(_tr("What was found"))
    inks = {
        "forbids": page.ink.refused, "warns": page.ink.warning,
        "permits": page.ink.legal, "asks": page.ink.text,
    }  # fmt: skip
    for said in proof.findings[:8]:
        page.row(
            Cell(said.text, 8),
            Cell(said.margin_text, 2, 600, inks[said.effect]),
            Cell(said.rule, 2, 500, page.ink.text2, mono=True, right=True),
            pixels=10.5,
        )
    if len(proof.findings) > 8:
        page.text(_tr("and %1 more").replace("%1", str(len(proof.findings) - 8)), 10, ink=page.ink.text2)


def _name(number: ProofNumber) -> str:
    names = {"to_hit": _tr("To hit"), "to_wound": _tr("To wound"), "save": _tr("Save")}
    text = _tr("%1, %2 × %3")
    return (
        text.replace("%1", names[number.scale], 1)
        .replace("%2", str(number.shots), 1)
        .replace("%3", number.weapon, 1)
    )


def _numbers(page: Page, proof: Proof) -> None:
    if not proof.numbers:
        return
    page.heading(_tr("The numbers"))
    for number in proof.numbers:
        page.row(
            Cell(_name(number), 4, 600),
            Cell(number.text, 1, 600),
            Cell(_because(number.rows), 9, 400, page.ink.text2),
            pixels=10.5,
        )


def _because(rows: tuple[BreakdownRow, ...]) -> str:
    """Return the steps to a number in one line: the word, the value, why, and the rule of each."""
    step = _tr("%1 %2 %3 [%4]")
    return " · ".join(
        " ".join(
            step.replace("%1", row.word, 1)
            .replace("%2", row.value_text, 1)
            .replace("%3", row.text, 1)
            .replace("%4", row.rule, 1)
            .split()
        )
        for row in rows
        if row.op != "result" and row.rule
    )


def _chances(page: Page, proof: Proof) -> None:
    if not proof.chances or proof.preview is None or not proof.preview.legal:
        return
    volley = proof.preview.volley
    shots = volley.shots if volley is not None else 0
    one, many = "%1 casualties expected of 1 shot", "%1 casualties expected of %n shots"
    head = words.plural("ProofCard", one, many, shots)
    page.heading(head.replace("%1", proof.expected, 1))
    last = len(proof.chances) - 1
    names = [str(n) for n in range(last)] + [_tr("all %1").replace("%1", str(last))]
    side = proof.battle.side_index(proof.battle.units[proof.preview.unit].side)
    page.bars(proof.chances, tuple(names), 66, page.ink.side(side).full)


def _rolled(page: Page, proof: Proof) -> None:
    if not proof.rolled:
        return
    page.heading(_tr("What was rolled"))
    for said in proof.rolled[:10]:
        cited = Cell(", ".join(said.rules), 4, 500, page.ink.text2, mono=True, right=True)
        page.row(Cell(said.text, 8), cited, pixels=10.5)


def _rules(page: Page, proof: Proof) -> None:
    """Write the text of the rules cited, what decides first, as long as there is room for them."""
    if not proof.rules:
        return
    page.heading(_tr("The rules"))
    left = list(proof.rules)
    while left:
        card = left[0]
        tried = Page(None, page.size)
        _rule(tried, card.id, card.title, card.text, card.house)
        if tried.y - Page(None).y > page.room - FOOT - 28:
            break
        _rule(page, card.id, card.title, card.text, card.house)
        left.pop(0)
    if left:
        text = _tr("Also cited: %1.").replace("%1", naming.listed([card.id for card in left]), 1)
        page.text(text, 9.5, ink=page.ink.text2)


def _rule(page: Page, name: str, title: str, text: str, house: tuple[str, ...]) -> None:
    page.row(Cell(name, 2, 500, page.ink.text2, mono=True), Cell(title, 10, 600), pixels=10)
    page.row(Cell("", 2), Cell(" ".join(text.split()), 10, 400, page.ink.text2), pixels=9.5)
    for line in house:
        said = _tr("House rule: %1").replace("%1", line, 1)
        page.row(Cell("", 2), Cell(said, 10, 600), pixels=9.5)
    page.space(3)


def _foot(page: Page, moment: Moment) -> None:
    page.y = max(page.y + 4, page.y + page.room - FOOT)
    page.rule(0.8)
    page.space(3)
    house = naming.listed(list(moment.house)) if moment.house else _tr("no house rules")
    text = _tr("Played by %1, %2.").replace("%1", moment.ruleset, 1).replace("%2", house, 1)
    page.row(
        Cell(text, 8, 400, page.ink.text2), Cell(moment.when, 4, 400, page.ink.text2, right=True), pixels=9
    )


__all__ = ["Moment", "map_image", "pages", "save_proof", "title_of", "write"]
