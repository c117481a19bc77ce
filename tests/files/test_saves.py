"""Tests of the list of recent battles."""

from __future__ import annotations

import json
import os
from pathlib import Path

import msgspec
import pytest

from tests.files.journal_script import header_of
from wolfling_gui.files.journal_writer import JournalWriter
from wolfling_gui.files.saves import INDEX, Recent, battles_dir, forget, list_battles, new_battle_path, touch


def make(folder: Path, title: str, created: str) -> Path:
    path = new_battle_path(title, folder)
    JournalWriter(path, msgspec.structs.replace(header_of(4), title=title, created=created)).close()
    return path


def test_a_touched_battle_comes_first_and_says_what_it_waits_for(tmp_path: Path) -> None:
    one = make(tmp_path, "One", "2026-01-01T10:00")
    two = make(tmp_path, "Two", "2026-01-02T10:00")
    played = Recent(str(one.resolve()), "One", "wolfling", 2, "blue", "Shoot", "2026-01-03T10:00", "one.png")
    touch(msgspec.structs.replace(played, path=str(one)), tmp_path)
    first, second = list_battles(tmp_path)
    assert first == played
    assert (second.path, second.title, second.time) == (str(two.resolve()), "Two", "2026-01-02T10:00")
    touch(msgspec.structs.replace(first, turn=3), tmp_path)
    assert [entry.turn for entry in list_battles(tmp_path)] == [3, 0]


@pytest.mark.parametrize("damage", [None, b"", b"{", b"[1]", b"\xff", b"[" * 5000])
def test_a_missing_or_damaged_index_is_made_anew_from_the_journals(
    tmp_path: Path, damage: bytes | None
) -> None:
    path = make(tmp_path, "Deck Seven raid", "2026-01-01T10:00")
    touch(Recent(str(path), "Deck Seven raid", time="2026-02-01"), tmp_path)
    index = tmp_path / INDEX
    if damage is None:
        index.unlink()
    else:
        index.write_bytes(damage)
    (entry,) = list_battles(tmp_path)
    assert (entry.title, entry.ruleset, entry.time) == ("Deck Seven raid", "wolfling", "2026-01-01T10:00")
    touch(entry, tmp_path)
    assert msgspec.json.decode(index.read_bytes())[0]["title"] == "Deck Seven raid"


@pytest.mark.parametrize(
    "wrong",
    [
        {"turn": -3},
        {"turn": 10**30},
        {"turn": "x"},
        {"ruleset": "../../x"},
        {"title": ""},
        {"title": "a\u202eb"},
        {"title": "x" * 5000},
        {"thumbnail": "/dev/zero"},
    ],
)
def test_an_entry_that_cannot_be_costs_only_itself(tmp_path: Path, wrong: dict[str, object]) -> None:
    one = make(tmp_path, "One", "2026-01-01T10:00").resolve()
    two = make(tmp_path, "Two", "2026-01-02T10:00").resolve()
    good = {"path": str(two), "title": "Two", "ruleset": "wolfling", "turn": 2, "time": "2026-01-02T11:00"}
    bad = {"path": str(one), "title": "One", "ruleset": "wolfling", "turn": 3, "time": "2026-01-01T11:00"}
    (tmp_path / INDEX).write_text(json.dumps([{**bad, **wrong}, good]), encoding="utf-8")
    found = [(entry.title, entry.ruleset, entry.turn, entry.thumbnail) for entry in list_battles(tmp_path)]
    assert found == [("Two", "wolfling", 2, ""), ("One", "wolfling", 0, "")]


def test_only_battles_are_listed_from_the_index(tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "README.md").write_text("# no battle", encoding="utf-8")
    make(other, "Away", "2026-01-01")
    paths = (other / "README.md", Path("other/away.wolfling"), Path("a\0b.wolfling"), other)
    entries = [{"path": str(path), "title": "x", "turn": 1} for path in paths]
    (tmp_path / INDEX).write_text(json.dumps(entries), encoding="utf-8")
    assert list_battles(tmp_path) == ()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a pipe with a name")
def test_an_index_that_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    make(tmp_path, "One", "2026-01-01")
    os.mkfifo(tmp_path / INDEX)
    assert [entry.title for entry in list_battles(tmp_path)] == ["One"]


def test_files_that_are_no_battles_or_are_gone_are_not_listed(tmp_path: Path) -> None:
    (tmp_path / "torn.wolfling").write_bytes(b'["0000')
    gone = make(tmp_path, "Gone", "2026-01-01")
    touch(Recent(str(gone), "Gone"), tmp_path)
    gone.unlink()
    assert list_battles(tmp_path) == ()


def test_battles_elsewhere_are_remembered_until_forgotten(tmp_path: Path) -> None:
    home, other = tmp_path / "home", tmp_path / "other"
    home.mkdir()
    other.mkdir()
    path = make(other, "Away", "2026-01-01")
    touch(Recent(str(path), "Away"), home)
    assert [entry.title for entry in list_battles(home)] == ["Away"]
    forget(path, home)
    assert list_battles(home) == ()
    assert path.exists()


def test_names_of_new_battles_are_plain_and_free(tmp_path: Path) -> None:
    titles = ("Überfall auf 7!", "überfall auf 7", "…", "x" * 99)
    names = [make(tmp_path, title, "").name for title in titles]
    stems = ["uberfall-auf-7", "uberfall-auf-7-2", "battle", "x" * 60]
    assert names == [f"{stem}.wolfling" for stem in stems]


def test_the_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WOLFLING_HOME", str(tmp_path))
    assert battles_dir().is_relative_to(tmp_path)
    assert battles_dir().is_dir()
    assert list_battles() == ()
