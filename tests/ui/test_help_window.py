"""Help: what the five-minutes page says exists, and the help window with its contents, search and links."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.record_pictures import MOST_BYTES, PICTURES
from tests.ui.deck import HIDDEN, MINE, deck_session, set_up_session, table_session
from tests.ui.play import press, settle
from wolfling_gui.core.actions import Adjust, SetClock, Shoot
from wolfling_gui.ui import help_pages, own_keys
from wolfling_gui.ui.commands import Commands
from wolfling_gui.ui.dialogs.ground import GroundDialog
from wolfling_gui.ui.dialogs.help import HelpDialog
from wolfling_gui.ui.dialogs.keys import KeysDialog
from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog
from wolfling_gui.ui.helping import place, with_own_keys
from wolfling_gui.ui.menu_names import menu_title
from wolfling_gui.ui.own_keys import FIXED
from wolfling_gui.ui.widgets.keycap import key_text

ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = help_pages.HOW_IT_WORKS
CONTROL = Qt.KeyboardModifier.ControlModifier
HELD = {"Shift", "Alt"}
"""Keys that are held, and so no key of a command."""
TYPED = {"R", "2335", "6x4"}
"""What is typed while dice are asked for."""


def text() -> str:
    return " ".join(help_pages.page_text(PAGE).split())


def menu_entries(commands: Commands) -> dict[str, str]:
    """Return the first key of every command by “Menu, Entry”."""
    return {
        f"{menu_title(c.menu).replace('&', '')}, {c.name}": key_text(c.keys.split("|")[0])
        for c in commands.listed
    }


# ---------------------------------------------------------------------- what the page says


def test_every_menu_entry_named_exists_with_the_key_named(window):
    known = menu_entries(window.commands)
    told = re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)(?: \(`([^`]+)`\))?", text())
    assert len(told) >= 18
    for entry, key in told:
        assert entry in known, entry
        assert key in ("", known[entry]), entry


def test_every_key_named_is_one(window):
    known = {key_text(part) for c in window.commands.listed for part in c.keys.split("|")}
    fixed = {key_text(key) for key in FIXED}
    told = set(re.findall(r"`([^`]+)`", text()))
    assert len(told) > 25
    assert told - known - fixed - HELD - TYPED == set()


def test_every_button_named_stands_in_the_program():
    written = " ".join(
        path.read_text(encoding="utf-8")
        for folder in ("wolfling_gui/ui", "wolfling_gui/session/sentences", "rulesets/scenarios")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in (".py", ".yaml")
    ).lower()
    for name in re.findall(r"\*\*([^*]+)\*\*", text()):
        for part in re.split(r"…| \.\.\. ", name.rstrip(".")):
            found = part.strip().lower() in written
            assert found, name


def test_pictures_are_there_and_small():
    shown = set(re.findall(r"!\[[^\]]+\]\(pictures/([\w-]+)\.png\)", text()))
    assert shown == set(PICTURES)
    for name in PICTURES:
        path = help_pages.help_dir() / "pictures" / f"{name}.png"
        assert 0 < path.stat().st_size <= MOST_BYTES
        assert QImage(str(path)).width() == 1440


def test_every_page_has_its_place_in_the_contents():
    assert sorted(help_pages.ORDER) == sorted(path.stem for path in help_pages.help_dir().glob("*.md"))


def test_every_place_of_the_window_has_a_section_that_exists():
    known = {section.link for section in help_pages.contents()}
    assert set(help_pages.AT.values()) <= known


def test_sections_are_found_by_all_their_words():
    found = [section.link for section in help_pages.find("putting die RIGHT")]
    assert f"{PAGE}#putting-a-die-right" in found
    assert help_pages.find("no such words zebra") == ()
    assert help_pages.find("  ") == help_pages.contents()
    # A line of a fenced example that begins with # is no heading.
    assert not [s for s in help_pages.contents() if s.title.startswith("A hunting pack")]


# ---------------------------------------------------------------------- the window


@pytest.fixture
def help_(window) -> HelpDialog:
    settle()
    press(window, Qt.Key.Key_F1, CONTROL)
    return shown(window)


def shown(window) -> HelpDialog:
    (dialog,) = window.findChildren(HelpDialog)
    settle()
    return dialog


def test_the_five_minutes_open_by_their_key(help_):
    assert help_.here == PAGE
    assert help_.view.document().begin().text() == "How it works, in five minutes"
    assert len(help_.links()) == len(help_pages.contents())
    assert not help_.back.isEnabled()


def test_contents_search_and_back(help_):
    help_.search.setText("rapid fire")
    settle()
    listed = help_.links()
    assert "writing-rosters#weapons" in listed
    assert len(listed) < len(help_pages.contents())
    assert "rapid" in help_.view.textCursor().selectedText().lower()
    help_.search.setText("scoring units")
    assert "how-it-works#the-end" in help_.links()
    help_.search.setText("zebra crossing")
    assert help_.links() == []
    help_.search.clear()
    here = help_.here
    item = next(i for i in help_._items() if i.text(0) == "House rules")
    help_.tree.setCurrentItem(item)
    settle()
    assert help_.view.page == "house-rules"
    help_.go_back()
    assert help_.here == here


def test_arrows_walk_the_contents_from_the_search(help_):
    QTest.keyClick(help_.search, Qt.Key.Key_Down)
    settle()
    assert help_.here == f"{PAGE}#three-ways-to-play"


def test_links_lead_between_pages(help_):
    help_.view.anchorClicked.emit(QUrl("writing-scenarios.md"))
    assert help_.here == "writing-scenarios"
    help_.view.anchorClicked.emit(QUrl("writing-rosters.md#squads"))
    assert help_.here == "writing-rosters#squads"
    settle()
    top = help_.view.cursorForPosition(help_.view.viewport().rect().topLeft()).block().text()
    assert top in ("", "Squads") or help_.view.verticalScrollBar().value() > 0
    help_.view.anchorClicked.emit(QUrl("#profiles"))
    assert help_.here == "writing-rosters#profiles"
    help_.view.anchorClicked.emit(QUrl("https://example.org"))
    assert help_.here == "writing-rosters#profiles"
    press(help_, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert help_.here == "writing-rosters#squads"


@pytest.mark.parametrize("page", help_pages.ORDER)
def test_every_page_is_shown_whole_with_headings_that_links_find(help_, page):
    help_.show_link(page)
    for section in help_pages.sections(page):
        assert help_.view.heading(section.anchor), section.link


def test_the_page_wears_the_theme(help_, look):
    def ink() -> str:
        block = help_.view.document().begin()
        return block.begin().fragment().charFormat().foreground().color().name()

    dark = ink()
    look.set_theme("light")
    settle()
    assert ink() != dark
    assert help_.here == PAGE


def test_pictures_are_as_wide_as_the_page(help_):
    room = help_.view.viewport().width()
    picture = help_.view.loadResource(2, QUrl("pictures/shooting.png"))
    assert room - 100 < picture.width() / picture.devicePixelRatio() < room
    assert help_.view.loadResource(2, QUrl("pictures/none.png")).isNull()


# ---------------------------------------------------------------------- where one is


def test_the_first_screen_has_the_whole_page(window):
    press(window, Qt.Key.Key_F1)
    assert shown(window).here == PAGE


def test_the_moment_of_the_battle_chooses_the_section(window):
    def here() -> str:
        return help_pages.AT[place(window)].partition("#")[2]

    window.open_session(set_up_session())
    assert here() == "set-up"
    window.guide.enter()
    assert here() == "dice"
    window.open_session(deck_session("movement"))
    assert here() == "moving"
    window.open_session(deck_session())
    assert here() == "shooting"
    window.desk.select(MINE)
    window.desk.set_target(HIDDEN)
    settle()
    assert here() == "refusals-and-overrule"
    window.open_session(deck_session("assault"))
    assert here() == "assault-and-combat"
    window.desk.look_at(0)
    window.desk.perform(Adjust((SetClock(turn=6, side="orange", step="over"),)))
    window.desk.look_at(0)
    assert here() == "taking-back"
    window.desk.look_at(None)
    assert here() == "the-end"
    window.open_session(table_session())
    assert here() == "at-a-real-table"
    window.desk.set_app_dice(False)
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, "orange-riflemen"))
    press(window, Qt.Key.Key_F1)
    assert shown(window).here == f"{PAGE}#dice"


def test_the_key_of_the_help_works_in_dialogs(window):
    window.work.show_keys()
    (keys,) = window.findChildren(KeysDialog)
    settle()
    press(keys, Qt.Key.Key_F1)
    dialog = shown(window)
    assert dialog.parent() is keys
    assert dialog.here == f"{PAGE}#keys"
    # In the help itself the key changes nothing.
    press(dialog, Qt.Key.Key_F1)
    assert shown(window).here == f"{PAGE}#keys"
    dialog.close()
    keys.close()


def test_the_key_works_in_a_dialog_of_a_dialog(window):
    window.work.new_battle()
    (battle,) = window.findChildren(NewBattleDialog)
    settle()
    battle._adjust_ground()
    (ground,) = battle.findChildren(GroundDialog)
    settle()
    press(ground, Qt.Key.Key_F1)
    assert shown(window).here == "importing-maps#afterwards"
    ground.close()
    battle.close()


def test_help_that_is_open_comes_to_the_front(window):
    window.work.show_help()
    window.work.show_help("house-rules")
    assert shown(window).here == "house-rules"
    assert QApplication.activeWindow() is shown(window)


def test_changed_keys_stand_in_the_page(window):
    own_keys.give(window.commands, window.settings, "undo", "Ctrl+G")
    words = with_own_keys(help_pages.page_text(PAGE), window.commands)
    assert "*Edit, Undo* (`Ctrl G`)" in words
    assert "`Ctrl Z`" not in words
    window.work.show_help(f"{PAGE}#taking-back")
    assert "Ctrl G" in shown(window).view.toPlainText()
