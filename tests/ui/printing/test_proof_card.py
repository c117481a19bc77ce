from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QImage, QPainter

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_battle, deck_session
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.rules import registry
from wolfling_gui.rules.catalogue import Origin
from wolfling_gui.rules.engine import check
from wolfling_gui.session.house import house_rules
from wolfling_gui.session.proof import proof_of
from wolfling_gui.ui.marks import proof_marks
from wolfling_gui.ui.palette import palette
from wolfling_gui.ui.printing.output import image_of, pdf_of, save
from wolfling_gui.ui.printing.page import A4, Cell, Page
from wolfling_gui.ui.printing.proof_card import (
    Moment,
    map_image,
    pages,
    save_proof,
    title_of,
    write,
)
from wolfling_gui.ui.scene import overlays as o

MOMENT = Moment("Deck Seven raid", "Wolfling", (), "1 January")


@pytest.fixture
def session(look):
    return deck_session()


def proof(session, target):
    return proof_of(session.rules, session.propose(Shoot(MINE, target)))


class Said(Page):
    """A page that remembers every word written on it."""

    def __init__(self):
        super().__init__(None)
        self.words = []

    def lines(self, words, *given, **named):
        self.words.append(words)
        return super().lines(words, *given, **named)


def written(proof, moment=MOMENT):
    page = Said()
    write(page, proof, moment, None)
    assert page.fits
    return " | ".join(page.words)


def test_a_shot_has_title_moment_numbers_chances_and_rules(session):
    text = written(proof(session, THEIRS))
    for words in (
        "Breachers shoot at Riflemen", "Allowed", "Round 3 of 6, Blue’s turn, Shooting",
        "To hit, 6 × Carbine", "start 3+ Ballistic Skill 4 [CL-SHOOT-7] · set to 2+", "[WO-CQS-1]",
        "3.0 casualties expected of 9 shots", "Same corridor, room or section hits on 2+",
        "Played by Wolfling, no house rules.", "1 January",
    ):  # fmt: skip
        assert words in text, words


def test_a_refusal_has_the_sentence_and_the_margin(session):
    text = written(proof(session, HIDDEN))
    assert "Refused: no sight" in text
    assert "Wall W3 blocks every line; the best is 1.3″ short of the breach." in text
    assert "1.3″ short of the breach" in text
    assert "casualties expected" not in text


def test_house_rules_are_named_with_what_they_change(look):
    battle = deck_battle()
    changed = deck_session().rules.catalogue.with_value(
        "CL-GEN-9", "premeasure_allowed", False, Origin("Ours", "ours.yaml", 3)
    )
    rules = registry.build("wolfling", changed)
    house = house_rules(changed)
    assert len(house) == 1
    assert house[0].startswith("CL-GEN-9 ")
    proved = proof_of(rules, check(rules, battle, Shoot(MINE, HIDDEN)))
    assert house[0] in written(proved, Moment("", "Wolfling", house))


def test_the_map_shows_every_line_what_stops_it_and_by_how_much(session):
    shown = proof_marks(proof(session, HIDDEN))
    assert o.BlockedBarrier("W3", next(v.at for v in shown if isinstance(v, o.BlockedBarrier))) in shown
    assert "1.3″ short of the breach" in {tag.name for tag in shown if isinstance(tag, o.Tag)}
    legal = proof_marks(proof(session, THEIRS))
    assert sum(isinstance(v, o.SightLegal) for v in legal) == 5
    assert not any(isinstance(v, o.SightRefused) for v in legal)


def test_the_map_is_as_large_as_its_place_on_the_page(session):
    narrow, wide = (map_image(proof(session, THEIRS), width, 300, 2.0) for width in (400, 680))
    assert (narrow.width(), narrow.height()) == (800, 600)
    assert (wide.width(), wide.height()) == (1360, 600)


def test_a_ruling_about_nothing_on_the_map_has_none(session):
    text = written(proof_of(session.rules, session.propose(EndStep())))
    assert "What was found" in text


def test_it_is_saved_as_a_picture_and_as_a_pdf(session, tmp_path):
    proved = proof(session, THEIRS)
    for name in ("card.png", "card.pdf"):
        (tmp_path / name).write_text("old")
        save_proof(tmp_path / name, proved, MOMENT)
    picture = QImage(str(tmp_path / "card.png"))
    assert picture.width() / picture.height() == pytest.approx(A4.width() / A4.height(), abs=2e-3)
    white = sum(picture.pixelColor(x, 700).lightness() > 250 for x in range(0, picture.width(), 7))
    assert 0 < white < picture.width() / 7
    data = (tmp_path / "card.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 1
    assert b"595" in data
    with pytest.raises(OSError, match="nowhere"):
        save_proof(tmp_path / "nowhere" / "card.pdf", proved, MOMENT)


def test_the_title_names_who_and_whom(session):
    assert title_of(proof(session, THEIRS)) == "Breachers shoot at Riflemen"


def test_rules_that_find_no_room_are_named_by_their_ids(session):
    proved = proof(session, THEIRS)
    crowded = msgspec.structs.replace(proved, rules=proved.rules * 4)
    text = written(crowded)
    assert "Also cited: " in text


def test_a_page_measures_as_it_paints(look):
    def fill(page):
        page.text("Many words that need more than one line on a page as narrow as this one is", 12)
        page.row(Cell("left", 3), Cell("right", 1, right=True))
        page.heading("Head")
        page.bars((0.2, 0.8), ("0", "1"), 60, palette("light").text)
        return page.y

    size = QSizeF(260, 400)
    measured = fill(Page(None, size))
    heights = []

    def paint(painter: QPainter) -> None:
        heights.append(fill(Page(painter, size)))

    image_of(paint, size, 1.0)
    assert heights == [measured]
    assert not Page(None, QSizeF(260, 20)).fits


def test_a_pdf_has_as_many_pages_as_were_given(look, tmp_path):
    def paint(painter: QPainter) -> None:
        Page(painter).text("One page")

    assert pdf_of([paint, paint, paint], "Three").count(b"/Type /Page\n") == 3
    save(tmp_path / "one.png", [paint, paint], "Two")
    assert QImage(str(tmp_path / "one.png")).width() > 1000


def test_the_card_is_one_page(session):
    assert len(pages(proof(session, THEIRS), MOMENT)) == 1
