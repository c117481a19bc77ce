"""Tests of writing files in one step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from wolfling_gui.files import atomic
from wolfling_gui.files.atomic import NoFolderError, write_atomically


def test_writes_new_files_and_replaces_old_ones(tmp_path: Path) -> None:
    path = tmp_path / "raid.yaml"
    write_atomically(path, "name: “Überfall”\n")
    assert path.read_bytes() == "name: “Überfall”\n".encode()
    write_atomically(path, b"second")
    assert path.read_bytes() == b"second"
    assert [p.name for p in tmp_path.iterdir()] == ["raid.yaml"]


@pytest.mark.parametrize("failing", ["fsync", "replace", "write"])
def test_a_failure_at_any_step_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    path = tmp_path / "raid.yaml"
    path.write_text("old")

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(atomic.os, failing, fail)
    with pytest.raises(OSError, match="No space left"):
        write_atomically(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["raid.yaml"]


def test_the_new_content_is_on_disk_before_the_old_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    real_fsync, real_replace = os.fsync, os.replace
    monkeypatch.setattr(atomic.os, "fsync", lambda fd: (order.append("fsync"), real_fsync(fd))[1])
    monkeypatch.setattr(atomic.os, "replace", lambda a, b: (order.append("replace"), real_replace(a, b))[1])
    write_atomically(tmp_path / "x", b"1")
    assert order == (["fsync", "replace"] if os.name == "nt" else ["fsync", "replace", "fsync"])


@pytest.mark.skipif(os.name == "nt", reason="rights and links are those of POSIX")
def test_keeps_rights_and_writes_through_links(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    write_atomically(link, "new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640
    mask = os.umask(0o022)
    try:
        write_atomically(tmp_path / "fresh", "x")
    finally:
        os.umask(mask)
    assert (tmp_path / "fresh").stat().st_mode & 0o777 == 0o644


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(NoFolderError, match=r"the folder “.*none” is not there") as caught:
        write_atomically(tmp_path / "none" / "x", "1")
    assert caught.value.filename == str(tmp_path / "none")


@pytest.mark.parametrize(("failing", "number"), [("replace", 28), ("fsync", 5), ("open", 13)])
def test_trouble_names_the_file_that_was_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, failing: str, number: int
) -> None:
    def fail(name: object, *_: object, **__: object) -> None:
        raise OSError(number, "refused", str(name))

    monkeypatch.setattr(atomic.os, failing, fail)
    with pytest.raises(OSError, match="refused") as caught:
        write_atomically(tmp_path / "x.html", "1")
    assert (caught.value.errno, caught.value.filename) == (number, str(tmp_path / "x.html"))


def test_a_name_may_be_as_long_as_the_disk_allows(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 250)
    write_atomically(path, "1")
    assert path.read_text() == "1"


@pytest.mark.skipif(os.name == "nt", reason="links are those of POSIX")
def test_a_link_to_itself_is_an_error_of_the_file(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(link)
    with pytest.raises(OSError, match="symbolic links") as caught:
        write_atomically(link, "1")
    assert caught.value.filename == str(link)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_what_is_no_file_is_never_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, tmp_path):
        with pytest.raises(OSError, match="folder or a device"):
            write_atomically(path, b"new")
    assert pipe.is_fifo()
    assert [p.name for p in tmp_path.iterdir()] == ["pipe"]
