"""Whatever file is given, the window goes on, begins, imports, or says what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QFileDialog

from tests.ui.deck import deck_session
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.ui import opening
from wolfling_gui.ui.app import open_window
from wolfling_gui.ui.dialogs.error import ProblemsDialog
from wolfling_gui.ui.dialogs.import_map import ImportDialog
from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog
from wolfling_gui.ui.settings import Settings

ROSTER = rulesets_dir() / "rosters" / "hunters.yaml"
SCENARIO = rulesets_dir() / "scenarios" / "night-clinic.yaml"
OVERLAY = rulesets_dir() / "wolfling" / "overlays" / "no-premeasuring.yaml"
MAP = Path(__file__).parents[1] / "data" / "uvtt" / "dungeonalchemist_rooms.dd2vtt"


def settle():
    for _ in range(6):
        QApplication.processEvents()


@pytest.fixture
def window(look, qtbot):
    made = []

    def opened(file=None):
        found = open_window(Settings(), file)
        qtbot.addWidget(found)
        settle()
        made.append(found)
        return found

    yield opened
    for found in made:
        for dialog in found.findChildren(NewBattleDialog) + found.findChildren(ImportDialog):
            dialog.close()
        found.close()
    settle()


def dialog_of(window, kind):
    (found,) = [d for d in window.findChildren(kind) if d.isVisible()]
    return found


@pytest.mark.parametrize(
    ("path", "kind"),
    [(ROSTER, "roster"), (SCENARIO, "scenario"), (OVERLAY, "overlay"), (MAP, "map")],
)
def test_a_file_is_known_by_what_it_holds(path, kind, tmp_path):
    renamed = tmp_path / "file.txt"
    renamed.write_bytes(path.read_bytes())
    assert opening.kind_of(renamed) == kind


def test_a_force_opens_new_battle_with_that_force_chosen(window):
    dialog = dialog_of(window(ROSTER), NewBattleDialog)
    assert "Hunters" in dialog.forces.boxes["blue"].currentText()
    assert dialog.forces.chosen()["blue"].name == "Hunters"


def test_a_scenario_opens_new_battle_with_that_scenario(window):
    dialog = dialog_of(window(SCENARIO), NewBattleDialog)
    assert dialog.scenarios.path() == SCENARIO
    assert dialog.title.text() == "Night at the clinic"


def test_house_rules_open_new_battle_with_them_chosen(window):
    dialog = dialog_of(window(OVERLAY), NewBattleDialog)
    assert [overlay.name for overlay in dialog.house.chosen()] == ["No measuring in advance"]


def test_a_foreign_map_opens_its_import_and_then_a_battle_on_it(window, qtbot):
    found = window(MAP)
    dialog = dialog_of(found, ImportDialog)
    qtbot.waitUntil(lambda: not dialog.reading, timeout=20000)
    dialog.begin.click()
    qtbot.waitUntil(lambda: bool(found.findChildren(NewBattleDialog)), timeout=20000)
    settle()
    battle = dialog_of(found, NewBattleDialog)
    assert battle.scenarios.path() == opening.maps_dir() / f"{MAP.stem}.yaml"
    battle.start.click()
    settle()
    assert found.desk.session is not None
    assert found.desk.battle.table.zones
    assert [starter.path for starter in opening.own_maps()] == [opening.maps_dir() / f"{MAP.stem}.yaml"]


def test_a_bad_force_says_where_and_the_first_screen_stays(window, tmp_path):
    bad = tmp_path / "bad.yaml"
    bad.write_text("format: wolfling-roster/1\nname: Bad\nruleset: wolflin\n", encoding="utf-8")
    found = window(bad)
    assert found.desk.session is None
    assert "bad.yaml:3" in found.toast.text()
    assert not [d for d in found.findChildren(NewBattleDialog) if d.isVisible()]


def test_much_that_is_wrong_with_a_force_is_a_list_to_scroll(window, tmp_path):
    bad = tmp_path / "bad.yaml"
    profiles = "\n".join(f"  p{n}: {{type: foo{n}, WS: 99}}" for n in range(40))
    bad.write_text(f"format: wolfling-roster/1\nname: Bad\nprofiles:\n{profiles}\n", encoding="utf-8")
    found = window(bad)
    assert found.desk.session is None
    assert not found.toast.isVisible()
    dialog = dialog_of(found, ProblemsDialog)
    text = dialog.text.toPlainText()
    assert all(f"bad.yaml:{4 + n}:" in text for n in range(10))
    assert dialog.height() <= 640
    assert dialog.text.verticalScrollBar().maximum() > 0
    dialog.accept()


def test_a_copy_is_suggested_with_the_ending_of_battles(window, tmp_path, monkeypatch):
    path = tmp_path / "deck.wolfling"
    deck_session(path=path).close()
    found = window(path)
    asked = []

    def answer(parent, title, name, kinds):
        asked.append((name, kinds))
        return str(tmp_path / "copy.wolfling"), ""

    monkeypatch.setattr(QFileDialog, "getSaveFileName", answer)
    found.commands["save_copy"].trigger()
    assert asked == [("Deck Seven raid.wolfling", "Battles (*.wolfling);;All files (*)")]
    assert (tmp_path / "copy.wolfling").read_bytes()[:2] == b'["'


def test_house_rules_of_a_battle_are_counted_and_chips_are_dashed(window, qtbot):
    dialog = dialog_of(window(SCENARIO), NewBattleDialog)
    found = dialog.parent()
    doors = rulesets_dir() / "wolfling" / "overlays" / "doors-cost-an-inch.yaml"
    dialog.house.boxes[str(doors)].setChecked(True)
    dialog.start.click()
    settle()
    assert found.status.house_field.text() == "1 house rule"
    from wolfling_gui.ui import words

    assert words.chip_style("WO-TER-9", found.desk.rules.catalogue) == "house"
    path = found.desk.session.recorder.path
    found.work.close_battle()
    assert found.work.open_path(path)
    assert found.status.house_field.text() == "1 house rule"
