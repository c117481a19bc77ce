"""Maps of other programs are read beside the window, shown with their notes, kept, and played on."""

from __future__ import annotations

import base64
import json
import threading
from pathlib import Path

import pytest
import shiboken6
from PySide6.QtCore import QBuffer, QCoreApplication, QEvent, QIODevice, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QApplication

from tests.files.formats.maps import ALCHEMIST, CROPPED
from wolfling_gui.files.formats import importing
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.ui import jobs, opening
from wolfling_gui.ui.dialogs.import_map import ImportDialog
from wolfling_gui.ui.dialogs.import_notes import PLACES
from wolfling_gui.ui.jobs import Job

DATA = Path(__file__).parents[2] / "data" / "uvtt"


def settle():
    for _ in range(4):
        QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QApplication.processEvents()


def opened(qtbot, source, folder):
    made = ImportDialog(source, folder)
    made.show()
    qtbot.waitUntil(lambda: not made.reading, timeout=20000)
    settle()
    return made


@pytest.fixture
def dialog(look, qtbot, tmp_path):
    made = opened(qtbot, DATA / ALCHEMIST, tmp_path)
    yield made
    if shiboken6.isValid(made):
        made.close()
    settle()
    jobs.wait_for_all()


def listed(dialog):
    return [dialog.notes.item(row).text() for row in range(dialog.notes.count())]


def test_it_shows_the_map_its_size_and_every_note(dialog):
    assert dialog._size.text().startswith("The table is 21″ × 14″.")
    said = listed(dialog)
    assert "37 wall pieces lie inside the picture." in said
    assert "The file holds no picture." in said
    assert any("deployment zones were proposed" in text for text in said)
    assert dialog._counts["opening"].text() == "Open gaps: 13"
    assert dialog.board.board.battle.table.width == 21 * 2540


def test_a_note_shows_its_places_on_the_map(dialog, qtbot):
    row = next(r for r in range(dialog.notes.count()) if dialog.notes.item(r).data(PLACES))
    place = dialog.notes.visualItemRect(dialog.notes.item(row)).center()
    dialog.notes.scrollToItem(dialog.notes.item(row))
    place = dialog.notes.visualItemRect(dialog.notes.item(row)).center()
    qtbot.mouseClick(dialog.notes.viewport(), Qt.MouseButton.LeftButton, pos=place)
    places = dialog.notes.item(row).data(PLACES)
    assert {ring.centre for ring in dialog.board.board.overlays} == set(places)
    middle = dialog.board.to_view(places[0])
    assert dialog.board.viewport().rect().contains(middle.toPoint())


def test_larger_squares_and_other_gaps_are_read_again(dialog, qtbot):
    dialog.square.setFocus()
    qtbot.keyClick(dialog.square, Qt.Key.Key_End)
    dialog.other.setValue(2.5)
    dialog.turns["opening"].setCurrentIndex(1)
    dialog.structure.setCurrentIndex(dialog.structure.findData("spacecraft"))
    qtbot.waitUntil(lambda: dialog.reading, timeout=5000)
    qtbot.waitUntil(lambda: not dialog.reading, timeout=20000)
    table = dialog.board.board.battle.table
    assert table.width == round(21 * 2.5 * 2540)
    assert {door.state for door in table.doors.values()} == {"sealed"}
    assert {structure.kind for structure in table.structures.values()} == {"spacecraft"}


def test_it_is_kept_as_previewed_and_asks_for_a_battle(dialog, qtbot, tmp_path):
    spy = QSignalSpy(dialog.kept)
    qtbot.mouseClick(dialog.begin, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: spy.count() == 1, timeout=20000)
    path, begin = spy.at(0)
    assert begin
    assert path == tmp_path / f"{Path(ALCHEMIST).stem}.yaml"
    scenario = read_scenario(path)
    assert scenario.table.zones
    assert len(scenario.table.deployment) == 2


def test_a_map_that_is_none_says_what_it_is(look, qtbot, tmp_path):
    bad = tmp_path / "map.dd2vtt"
    bad.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", encoding="utf-8")
    made = opened(qtbot, bad, tmp_path)
    assert made._problem.text()
    assert not made.begin.isEnabled()
    assert not made.save.isEnabled()
    made.close()
    settle()


def test_reading_can_be_stopped_and_nothing_is_said_afterwards(look, qtbot, tmp_path, monkeypatch):
    go, begun = threading.Event(), threading.Event()
    real = importing.load_map

    def slow(path, options, told):
        begun.set()
        go.wait(10)
        told(0.5)
        return real(path, options, told)

    monkeypatch.setattr(importing, "load_map", slow)
    made = ImportDialog(DATA / CROPPED, tmp_path)
    made.show()
    qtbot.waitUntil(begun.is_set, timeout=5000)
    assert made.progress.isVisible()
    qtbot.mouseClick(made.stop, Qt.MouseButton.LeftButton)
    assert not made.reading
    assert "stopped" in made._problem.text()
    go.set()
    qtbot.waitUntil(lambda: not jobs._running, timeout=5000)
    settle()
    assert made.notes.count() == 0
    monkeypatch.setattr(importing, "load_map", real)
    made.edge.click()
    qtbot.waitUntil(lambda: made.notes.count() > 0, timeout=20000)
    made.close()
    settle()


def test_a_dialog_closed_while_it_reads_is_freed(look, qtbot, tmp_path):
    made = ImportDialog(DATA / CROPPED, tmp_path)
    made.show()
    made.reject()
    qtbot.waitUntil(lambda: not jobs._running, timeout=20000)
    settle()
    assert not shiboken6.isValid(made)


def test_a_job_tells_its_result_or_its_error(qapp, qtbot):
    def fails(told):
        raise ValueError("no")

    for work, name, wanted in ((lambda told: 7, "done", 7), (fails, "failed", "no")):
        job = Job(work)
        spy = QSignalSpy(getattr(job, name))
        job.begin()
        qtbot.waitUntil(lambda spy=spy: spy.count() == 1, timeout=5000)
        assert str(spy.at(0)[0]) == str(wanted)


def pictured(folder):
    image = QImage(64, 64, QImage.Format.Format_RGB32)
    image.fill(QColor("#cc3344"))
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")
    value = json.loads((DATA / ALCHEMIST).read_text(encoding="utf-8-sig"))
    value["image"] = base64.b64encode(bytes(buffer.data().data())).decode()
    path = folder / "pictured.dd2vtt"
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_the_picture_lies_under_the_battle_and_stays_with_it(look, qtbot, tmp_path):
    importing.import_map(pictured(tmp_path), tmp_path / "pictured.yaml")
    from tests.ui.test_opening import Settings, open_window
    from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog

    window = open_window(Settings())
    qtbot.addWidget(window)
    window.work.new_battle(tmp_path / "pictured.yaml")
    settle()
    (dialog,) = [w for w in QApplication.topLevelWidgets() if isinstance(w, NewBattleDialog)]
    dialog.start.click()
    settle()
    assert window.view.board.board._backdrop is not None
    path = window.desk.session.recorder.path
    before = window.view.board.options.backdrop_opacity
    window.commands["picture_stronger"].trigger()
    assert window.view.board.options.backdrop_opacity == pytest.approx(before + 0.2)
    assert window.settings.backdrop == pytest.approx(before + 0.2)
    window.work.close_battle()
    (tmp_path / "pictured.png").unlink()
    assert window.work.open_path(path)
    assert window.view.board.board._backdrop is not None
    picture, trouble = opening.backdrop_of(window.desk.session)
    assert picture.size().width() == 64
    assert trouble == ""
    opening.copy_backdrop(window.desk.session, tmp_path / "copy.wolfling")
    assert (tmp_path / "copy-map.png").is_file()
    window.close()


def test_the_preview_shows_the_picture_or_says_why_it_cannot(look, qtbot, tmp_path):
    made = opened(qtbot, pictured(tmp_path), tmp_path)
    scene = made.board.board
    assert scene.battle.table.backdrop is not None
    assert scene._backdrop.width() == 64
    made.close()
    value = json.loads((DATA / ALCHEMIST).read_text(encoding="utf-8-sig"))
    value["image"] = base64.b64encode(b"RIFF\x10\x00\x00\x00WEBPVP8 nothing").decode()
    odd = tmp_path / "odd.dd2vtt"
    odd.write_text(json.dumps(value), encoding="utf-8")
    made = opened(qtbot, odd, tmp_path)
    assert any("The picture WEBP cannot be shown" in text for text in listed(made)), listed(made)
    assert made.begin.isEnabled()
    made.close()
    settle()


def test_a_picture_that_cannot_be_shown_says_so(tmp_path, qapp):
    bad = tmp_path / "x.webp"
    bad.write_bytes(b"RIFF\x00\x00\x00\x00WEBPnothing")
    picture, trouble = opening.read_picture(bad)
    assert picture is None
    assert trouble.startswith("The picture x.webp cannot be shown")
