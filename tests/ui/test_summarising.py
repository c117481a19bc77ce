"""Saving the summary: from the menu and the end, as PDF and page; called off it leaves nothing."""

from __future__ import annotations

import re

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QFileDialog

from tests.session.summaries import NASTY, demo, nasty_session
from tests.session.test_summary_html import Parsed
from tests.ui.play import settle
from wolfling_gui.__main__ import main
from wolfling_gui.session.summary import summary_of
from wolfling_gui.ui.dialogs.summary import SummaryDialog
from wolfling_gui.ui.printing.output import image_of
from wolfling_gui.ui.printing.page import MARGIN, Page
from wolfling_gui.ui.printing.summary_pages import FOOT, _blocks, _sheets, pages, table_image
from wolfling_gui.ui.summarising import Summariser, save_summary
from wolfling_gui.ui.widgets import BorderedButton


@pytest.fixture
def file(monkeypatch, tmp_path):
    """Choose a file in every dialog; its name is set by the test."""
    chosen = {"name": tmp_path / "summary.pdf", "kind": "PDF (*.pdf)"}
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(chosen["name"]), chosen["kind"]))
    return chosen


def page_count(data: bytes) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", data))


def test_the_menu_writes_a_pdf_with_all_its_pages(window, file, qtbot):
    window.open_session(demo())
    settle()
    window.commands["summary"].trigger()
    dialog = window.findChild(SummaryDialog)
    seen = []
    dialog.maker.progressed.connect(seen.append)
    with qtbot.waitSignal(dialog.maker.done, timeout=60000):
        pass
    data = file["name"].read_bytes()
    assert data.startswith(b"%PDF-")
    summary = summary_of(window.desk.session)
    pictures = {part.line: QImage(40, 30, QImage.Format.Format_RGB32) for part in summary.maps}
    assert page_count(data) >= 7
    assert len(pages(summary, pictures)) > 3
    assert seen == sorted(seen)
    assert len(seen) > 13
    assert "summary.pdf" in window.toast.text()


def test_the_end_of_a_battle_offers_it(window, file, qtbot):
    window.open_session(demo())
    settle()
    button = next(
        b
        for b in window.guide.findChildren(BorderedButton)
        if b.text() == "Battle summary…" and b.isVisible()
    )
    file["name"] = file["name"].with_name("page")
    file["kind"] = "Web page (*.html)"
    button.click()
    dialog = window.findChild(SummaryDialog)
    with qtbot.waitSignal(dialog.maker.done, timeout=60000):
        pass
    page = Parsed(file["name"].with_name("page.html").read_text(encoding="utf-8"))
    assert len(page.pictures) == 13
    picture = QImage.fromData(page.pictures[0], "PNG")
    assert picture.width() > 800
    assert abs(picture.width() / picture.height() - 32 / 24) < 0.02


@pytest.mark.parametrize("after", [0, 3])
@pytest.mark.parametrize("ending", [".pdf", ".html"])
def test_stopped_it_leaves_no_file_and_what_was_there(window, file, qtbot, after, ending):
    path = file["name"] = file["name"].with_suffix(ending)
    path.write_text("older")
    window.open_session(nasty_session())
    window.work.save_summary()
    dialog = window.findChild(SummaryDialog)
    for _ in range(after):
        qtbot.wait(5)
    dialog.stop.click()
    qtbot.wait(100)
    assert path.read_text() == "older"
    assert list(path.parent.iterdir()) == [path]


def test_stopped_while_it_writes_it_leaves_no_file(look, qtbot, tmp_path, monkeypatch):
    from wolfling_gui.ui import summarising

    path = tmp_path / "summary.html"
    maker = Summariser(nasty_session(), path)
    plain = summarising.content_of

    def slow(*given):
        data = plain(*given)
        maker.call_off()
        return data

    monkeypatch.setattr(summarising, "content_of", slow)
    ends = []
    maker.done.connect(lambda: ends.append("done"))
    maker.failed.connect(ends.append)
    maker.begin()
    qtbot.waitUntil(lambda: maker._job is not None and maker._job.isFinished(), timeout=20000)
    qtbot.wait(50)
    assert ends == []
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there_is_told(window, file, qtbot):
    file["name"] = file["name"].parent / "nowhere" / "summary.pdf"
    window.open_session(nasty_session())
    window.work.save_summary()
    dialog = window.findChild(SummaryDialog)
    with qtbot.waitSignal(dialog.maker.failed, timeout=20000) as caught:
        pass
    assert isinstance(caught.args[0], FileNotFoundError)


def test_before_anything_is_done_there_is_nothing_to_save(window):
    assert not window.commands["summary"].isEnabled()


def test_no_block_is_cut_at_the_foot_of_a_page(look):
    session = demo()
    summary = summary_of(session)
    pictures = {part.line: table_image(session.battle_after(part.line), part) for part in summary.maps[:2]}
    for blocks in _sheets(list(_blocks(summary, pictures))):
        page = Page(None)
        for block in blocks:
            block(page)
        assert page.y <= page.size.height() - MARGIN - FOOT + 0.5


def test_pages_are_painted_within_their_edges(look):
    session = nasty_session()
    summary = summary_of(session)
    pictures = {part.line: table_image(session.battle_after(part.line), part) for part in summary.maps}
    for paint in pages(summary, pictures):
        image = image_of(paint, ratio=1.0)
        edge = round(MARGIN) - 2
        for x in range(0, image.width(), 3):
            for y in (edge // 2, image.height() - edge // 2):
                assert image.pixel(x, y) == 0xFFFFFFFF
        for y in range(0, image.height(), 3):
            for x in (edge // 2, image.width() - edge // 2):
                assert image.pixel(x, y) == 0xFFFFFFFF


def test_the_map_strikes_who_fell(look):
    session = demo()
    part = next(part for part in summary_of(session).maps if part.fallen)
    battle = session.battle_after(part.line)
    struck = table_image(battle, part)
    plain = table_image(battle, type(part)(part.line, part.caption))
    assert struck != plain
    assert struck.size() == plain.size()


def test_the_command_writes_both_and_refuses_other_names(tmp_path, capsys, look):
    from tests.session.summaries import DEMO

    for name in ("a.pdf", "a.html"):
        assert main(["summary", str(DEMO), "-o", str(tmp_path / name)]) == 0
        assert "Written:" in capsys.readouterr().out
    assert (tmp_path / "a.pdf").read_bytes().startswith(b"%PDF-")
    assert len(Parsed((tmp_path / "a.html").read_text(encoding="utf-8")).pictures) == 13
    assert main(["summary", str(DEMO), "-o", str(tmp_path / "a.docx")]) == 2
    assert "end it in “.pdf” or “.html”" in capsys.readouterr().err
    scenario = tmp_path / "no.yaml"
    scenario.write_text("format: wolfling-scenario/1\n")
    assert main(["summary", str(scenario), "-o", str(tmp_path / "b.pdf")]) == 1
    assert "is no recorded battle" in capsys.readouterr().err
    assert main(["summary", str(DEMO), "-o", str(tmp_path / "nowhere" / "b.pdf")]) == 1
    assert "cannot be written" in capsys.readouterr().err
    assert not (tmp_path / "b.pdf").exists()


def test_names_that_look_like_markup_reach_the_paper(look, tmp_path):
    path = tmp_path / "nasty.pdf"
    save_summary(path, nasty_session())
    assert path.read_bytes().startswith(b"%PDF-")
    words = []

    class Said(Page):
        def lines(self, text, *given, **named):
            words.append(text)
            return super().lines(text, *given, **named)

    for piece in _blocks(summary_of(nasty_session()), {}):
        piece.write(Said(None))
    assert NASTY in words
