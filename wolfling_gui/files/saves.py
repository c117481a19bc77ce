"""Know where battles are kept, and list them for the first screen without reading them whole."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import msgspec

from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.files.journal_lines import decode_header, unsealed
from wolfling_gui.files.locations import user_data_dir

SUFFIX = ".wolfling"
ENDINGS = (SUFFIX, ".battle")
"""What names of battles end in."""
INDEX = "index.json"
MOST_HEADER = 16_000_000
"""A first line longer than this, in bytes, is no header."""


_OTHER = re.compile(rb"^format:", re.MULTILINE)


class Recent(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold what the first screen shows of a battle.

    `path` is absolute; `turn` is 0 during set-up; `side` is whose turn it is; `waits_for` says in words what
    is to be done next; `time` is given by the caller, in a form that sorts; `thumbnail` is a picture's file.
    """

    path: str
    title: str
    ruleset: str = ""
    turn: int = 0
    side: str = ""
    waits_for: str = ""
    time: str = ""
    thumbnail: str = ""


def battles_dir() -> Path:
    """Return the folder of the player's battles, making it when it is not there; raises OSError."""
    folder = user_data_dir() / "battles"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def list_battles(folder: Path | None = None) -> tuple[Recent, ...]:
    """Return the battles that can be opened, the latest first.

    Those of the folder that the index does not know, or all of them when it is missing or damaged, are
    described by the first lines of their journals; entries without a file are left out.
    """
    home = battles_dir() if folder is None else folder
    known = {entry.path: entry for entry in _read_index(home) if Path(entry.path).is_file()}
    for path in sorted(home.glob(f"*{SUFFIX}")):
        if str(path.resolve()) not in known:
            entry = _described(path.resolve())
            if entry is not None:
                known[entry.path] = entry
    return tuple(sorted(known.values(), key=lambda entry: (entry.time, entry.path), reverse=True))


def touch(entry: Recent, folder: Path | None = None) -> None:
    """Put a battle into the index, in place of what it said of it before; raises OSError."""
    home = battles_dir() if folder is None else folder
    entry = msgspec.structs.replace(entry, path=str(Path(entry.path).resolve()))
    _write_index(home, [entry, *(other for other in list_battles(home) if other.path != entry.path)])


def forget(path: Path, folder: Path | None = None) -> None:
    """Take a battle out of the index; its file stays, and is listed again if it lies in the folder."""
    home = battles_dir() if folder is None else folder
    _write_index(home, [other for other in list_battles(home) if other.path != str(path.resolve())])


def is_battle(path: Path) -> bool:
    """Tell whether a file is a battle's journal, whole, damaged or gone, by its first bytes and its name.

    One whose name ends as those of battles do is none when it says by a line “format:” what else it is.
    """
    try:
        if not path.is_file():
            return path.suffix.casefold() in ENDINGS
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return path.suffix.casefold() in ENDINGS
    if head.startswith(b'["'):
        return True
    return path.suffix.casefold() in ENDINGS and not _OTHER.search(head)


def new_battle_path(title: str, folder: Path | None = None) -> Path:
    """Return a file name not in use for a new battle: deck-seven-raid.wolfling and so on."""
    home = battles_dir() if folder is None else folder
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().casefold()
    stem = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60].strip("-") or "battle"
    path = home / f"{stem}{SUFFIX}"
    count = 1
    while path.exists():
        count += 1
        path = home / f"{stem}-{count}{SUFFIX}"
    return path


def map_picture(journal: Path, picture: str) -> Path:
    """Return where the picture under a battle's map lies: beside its journal, with the picture's ending."""
    return journal.with_name(f"{journal.stem}-map{Path(picture).suffix.lower() or '.png'}")


def keep_map_picture(journal: Path, picture: Path) -> Path:
    """Copy the picture under a battle's map beside its journal; raises OSError."""
    kept = map_picture(journal, picture.name)
    write_atomically(kept, picture.read_bytes())
    return kept


def _read_index(home: Path) -> tuple[Recent, ...]:
    try:
        return msgspec.json.decode((home / INDEX).read_bytes(), type=tuple[Recent, ...])
    except (OSError, msgspec.DecodeError, RecursionError):
        return ()


def _write_index(home: Path, entries: Iterable[Recent]) -> None:
    data = msgspec.json.format(msgspec.json.encode(tuple(entries)), indent=1)
    write_atomically(home / INDEX, data)


def _described(path: Path) -> Recent | None:
    """Return what the first line of a journal says of its battle, None when it cannot be read."""
    try:
        with path.open("rb") as file:
            line = file.readline(MOST_HEADER)
        header = decode_header(unsealed(line.rstrip(b"\n"), 0)[0])
    except (OSError, ValueError):
        return None
    clock = header.battle.clock
    return Recent(str(path), header.title, header.ruleset, clock.turn, clock.side, time=header.created)
