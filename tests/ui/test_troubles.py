"""What players read when a file cannot be written."""

from __future__ import annotations

from pathlib import Path

from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.ui.troubles import trouble_words


def words(path: Path) -> str:
    try:
        write_atomically(path, "1")
    except OSError as error:
        return trouble_words(error, path)
    return ""


def test_a_folder_that_is_missing_is_named(tmp_path, look):
    assert words(tmp_path / "none" / "x.html") == f"The folder {tmp_path / 'none'} is not there."
    (tmp_path / "file").write_text("")
    assert words(tmp_path / "file" / "x.html") == f"The folder {tmp_path / 'file'} is not there."


def test_a_file_that_is_refused_is_named_as_it_was_typed(tmp_path, look, monkeypatch):
    def refuse(*_: object, **given: object) -> None:
        raise PermissionError(13, "Permission denied", f"{given['dir']}/.x.html.e87oivoj.new")

    monkeypatch.setattr("wolfling_gui.files.atomic.tempfile.mkstemp", refuse)
    said = words(tmp_path / "x.html")
    assert said == f"{tmp_path / 'x.html'} cannot be written or read: its rights do not allow it."
