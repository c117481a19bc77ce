"""Saving a ruling as a proof card from the card, the menu and the log."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.bot import Bot
from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session
from wolfling_gui.core.actions import EndStep, Shoot
from wolfling_gui.session.proof import proof_of_step
from wolfling_gui.ui.panels.verdict_card import VerdictCard
from wolfling_gui.ui.proving import proof_wanted, to_prove
from wolfling_gui.ui.widgets import BorderedButton, IconButton


@pytest.fixture
def window(window):
    window.open_session(deck_session())
    QApplication.processEvents()
    return window


@pytest.fixture
def file(monkeypatch, tmp_path):
    wanted = tmp_path / "proof.pdf"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(wanted), "PDF (*.pdf)"))
    return wanted


def test_the_card_of_a_refusal_saves_it(window, file):
    window.desk.select(MINE)
    window.desk.set_target(HIDDEN)
    card = next(c for c in window.guide.findChildren(VerdictCard) if c.isVisible())
    button = next(b for b in card.findChildren(IconButton))
    assert button.toolTip().startswith("Save as proof card…")
    button.click()
    assert file.read_bytes().startswith(b"%PDF")


def test_the_command_saves_what_is_at_hand(window, file):
    action = window.commands["proof_card"]
    assert not action.isEnabled()
    assert "nothing has been done yet" in action.toolTip()
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    assert action.isEnabled()
    action.trigger()
    assert file.exists()
    assert window.toast.isVisible()


def test_a_row_of_the_log_saves_its_dice(window, file):
    desk = window.desk
    desk.perform(Shoot(MINE, "orange-scouts"))
    while desk.request is not None:
        Bot(desk.session).answer()
    window.log.refresh()
    row = next(r for r in window.log.view.rows.rows if r.faces)
    menu = window.log.view.menu_of(row)
    assert [a.text() for a in menu.actions()] == [
        "Show this moment", "Replay from here", "Go back to here…", "Save as proof card…",
    ]  # fmt: skip
    proof = proof_wanted(desk, row)
    assert row.faces in {words.faces for words in proof.rolled}
    menu.actions()[-1].trigger()
    assert file.exists()
    menu.deleteLater()


def test_a_refused_row_of_the_log_saves_the_refusal(window, file):
    desk = window.desk
    desk.perform(Shoot(MINE, HIDDEN))
    window.log.refresh()
    row = window.log.view.rows.rows[-1]
    assert row.refusal
    assert proof_wanted(desk, row).headline.kind == "refused"


def test_a_file_that_cannot_be_written_is_said(window, monkeypatch, tmp_path):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "no" / "x.pdf"), ""))
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    window.work.save_proof()
    assert window.toast.isVisible()


def test_a_name_without_an_ending_gets_one(window, monkeypatch, tmp_path):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "x"), "Picture (*.png)"))
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    window.work.save_proof()
    assert (tmp_path / "x.png").exists()


def test_putting_the_dialog_aside_writes_nothing(window, monkeypatch, tmp_path):
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: ("", ""))
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    window.work.save_proof()
    assert list(tmp_path.iterdir()) == []
    assert to_prove(window.desk) is window.desk.target_preview().verdict


def test_a_replayed_step_saves_its_own_dice(window, file):
    desk = window.desk
    bot = Bot(desk.session)
    bot.do(Shoot(MINE, THEIRS))
    bot.do(EndStep())
    line = desk.session.steps[0].line
    window.replay.begin(1)
    assert proof_wanted(desk).rolled == proof_of_step(desk.session, line).rolled != ()
    QApplication.processEvents()
    button = next(b for b in window.guide.findChildren(BorderedButton) if b.text() == "Save as proof card…")
    button.click()
    assert file.read_bytes().startswith(b"%PDF")
    window.replay.move(-1)
    assert desk.looking_at == 0
    assert "This is the start" in window.commands["proof_card"].toolTip()
    assert proof_wanted(desk) is None


def test_a_refused_row_is_proved_from_any_moment_looked_at(window, file):
    desk = window.desk
    desk.perform(Shoot(MINE, HIDDEN))
    desk.drop_refusal()
    bot = Bot(desk.session)
    bot.do(Shoot(MINE, THEIRS))
    bot.do(EndStep())
    window.replay.begin(1)
    window.log.refresh()
    row = next(r for r in window.log.view.rows.rows if r.refusal)
    proof = proof_wanted(desk, row)
    assert proof.headline.kind == "refused"
    assert proof.battle is desk.session.battle_after(0)
    menu = window.log.view.menu_of(row)
    menu.actions()[-1].trigger()
    assert file.read_bytes().startswith(b"%PDF")
    menu.deleteLater()


def test_what_was_overruled_and_what_is_watched_can_be_proved(window, file):
    desk = window.desk
    desk.overrule(Shoot(MINE, HIDDEN), "the wall is low")
    while desk.request is not None:
        Bot(desk.session).answer()
    window.replay.begin(1)
    proof = proof_wanted(desk)
    assert proof.headline.kind == "but"
    assert any(f.effect == "warns" for f in proof.deciding)
    window.work.save_proof()
    assert file.read_bytes().startswith(b"%PDF")
    file.unlink()
    window.work.watch()
    place = next(n for n, s in enumerate(window.replay.steps, 1) if isinstance(s.action, Shoot))
    window.replay.go(place)
    assert window.commands["proof_card"].isEnabled()
    window.work.save_proof()
    assert file.read_bytes().startswith(b"%PDF")
