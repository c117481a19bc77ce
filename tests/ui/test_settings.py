"""Settings: what is kept, and what becomes of a file that cannot be read whole."""

from __future__ import annotations

import json
import os

import pytest

from wolfling_gui.ui.app import open_window
from wolfling_gui.ui.settings import ASIDE, MOST_BYTES, Settings, read_settings, save_settings, settings_file


def written(text: str) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(text, encoding="utf-8")


def test_everything_chosen_is_kept():
    chosen = Settings(
        "light", True, 1.25, True, False, mode="companion", show={"grid": False}, backdrop=0.2, hints=False,
        hints_done=["drag"], keys={"undo": "Ctrl+U"}, recent=["a"],
    )  # fmt: skip
    save_settings(chosen)
    assert read_settings() == (chosen, "")


def test_without_a_file_nothing_is_said():
    assert read_settings() == (Settings(), "")


@pytest.mark.parametrize("text", ["{not json", "[1, 2]", "\0", '{"scale": 1' + "0" * 5000 + "}"])
def test_a_damaged_file_is_put_aside_and_said_once(text):
    written(text)
    found, trouble = read_settings()
    assert found == Settings()
    assert trouble.startswith("Some settings could not be read and are as at first: ")
    assert trouble.endswith(f"The old file is kept as {ASIDE}.")
    assert (settings_file().parent / ASIDE).read_text(encoding="utf-8") == text
    assert read_settings() == (Settings(), "")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("theme", "pink"),
        ("mode", "author"),
        ("scale", "large"),
        ("scale", float("nan")),
        ("scale", float("inf")),
        ("scale", 10**400),
        ("backdrop", -(10**400)),
        ("clear", 10**400),
        ("geometry", "\ud800"),
        ("state", "\ud800"),
        ("companion_state", "01 hex"),
        ("clear", 1),
        ("show", {"grid": "no"}),
        ("keys", {"undo": 3}),
        ("keys", ["undo"]),
        ("hints_done", [1]),
    ],
)
def test_one_bad_value_does_not_cost_the_others(name, value):
    written(json.dumps({"app_dice": False, "calm": True, name: value}))
    found, trouble = read_settings()
    assert (found.app_dice, found.calm) == (False, True)
    assert getattr(found, name) == getattr(Settings(), name)
    assert f"“{name}”" in trouble


def test_a_number_too_long_for_python_costs_only_itself():
    written('{"calm": true, "scale": 1' + "0" * 5000 + "}")
    found, trouble = read_settings()
    assert (found.calm, found.scale) == (True, 1.0)
    assert "“scale”" in trouble
    assert len(trouble) < 300


@pytest.mark.skipif(os.name == "nt", reason="pipes and links are those of POSIX")
@pytest.mark.parametrize("kind", ["pipe", "loop", "folder", "large"])
def test_what_is_no_file_of_settings_is_put_aside_unread(kind):
    file = settings_file()
    file.parent.mkdir(parents=True)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "loop":
        file.symlink_to(file)
    elif kind == "folder":
        file.mkdir()
    else:
        file.write_text(" " * MOST_BYTES + "{}")
    found, trouble = read_settings()
    assert found == Settings()
    assert trouble.endswith(f"The old file is kept as {ASIDE}.")
    save_settings(Settings(calm=True))
    assert read_settings() == (Settings(calm=True), "")


@pytest.mark.skipif(os.name == "nt", reason="links are those of POSIX")
def test_settings_that_cannot_be_kept_are_no_reason_not_to_close():
    file = settings_file()
    file.parent.mkdir(parents=True)
    file.symlink_to(file)
    save_settings(Settings(calm=True))
    assert file.is_symlink()


def test_sizes_beyond_the_ends_go_to_the_ends():
    written(json.dumps({"scale": 9, "backdrop": -1, "of another version": 1}))
    found, trouble = read_settings()
    assert (found.scale, found.backdrop, trouble) == (1.5, 0.0, "")


def test_the_window_says_what_could_not_be_read(look, qtbot):
    window = open_window(Settings(), trouble="Some settings could not be read.")
    qtbot.addWidget(window)
    qtbot.waitUntil(lambda: window.toast.isVisible())
    assert window.toast.text() == "Some settings could not be read."
