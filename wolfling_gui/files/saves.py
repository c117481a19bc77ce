"""Know where battles are kept, and list them for the first screen without reading them whole."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.files.journal import fold, read_journal
from wolfling_gui.files.journal_lines import decode_header, unsealed
from wolfling_gui.files.locations import user_data_dir
from wolfling_gui.files.plain import read_plain
from wolfling_gui.files.problems import ProblemsError

SUFFIX = ".wolfling"
ENDINGS = (SUFFIX, ".battle")
"""What names of battles end in."""
INDEX = "index.json"
MOST_HEADER = 16_000_000
"""A first line longer than this, in bytes, is no header."""
MOST_INDEX = 4_000_000
"""A larger file, in bytes, is no index."""
MOST_JOURNAL = 4_000_000
"""A longer journal, in bytes, is not read for the list of battles."""
LATER = 2.0
"""A file written this many seconds after its entry or more was played on since."""
MOST_TURN = 99
MOST_WORDS = 400
"""No title and nothing else said of a battle is longer than this."""

_RULESET = re.compile(r"[a-z0-9][a-z0-9_-]*|")

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
    described by the first lines of their journals, as are those of which it says what cannot be; entries
    without a file, or with one that is no battle, are left out.
    """
    home = battles_dir() if folder is None else folder
    known: dict[str, Recent] = {}
    for listed in _read_index(home):
        path = Path(listed.path)
        if path.is_absolute() and path.is_file() and is_battle(path):
            found = listed if _sane(listed) else _described(path)
            if found is not None:
                known.setdefault(found.path, found)
    for path in sorted(home.glob(f"*{SUFFIX}")):
        if str(path.resolve()) not in known:
            entry = _described(path.resolve())
            if entry is not None:
                known[entry.path] = entry
    return tuple(sorted(known.values(), key=lambda entry: (entry.time, entry.path), reverse=True))


def played_on(entry: Recent) -> tuple[Battle, str] | None:
    """Return how a battle stands that was played on after its entry was written, and when that was.

    So it is after a crash, or when the file came from elsewhere. None where the entry tells all, or where the
    journal is too long to be read for a list or cannot be read.
    """
    try:
        found = Path(entry.path).stat()
        then = datetime.fromisoformat(entry.time).timestamp() if entry.time else 0.0
        if found.st_mtime < then + LATER or found.st_size > MOST_JOURNAL:
            return None
        battle = fold(read_journal(Path(entry.path))).battle
    except (OSError, ValueError, ProblemsError):
        return None
    return battle, datetime.fromtimestamp(found.st_mtime).isoformat(timespec="seconds")


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
    named = path.suffix.casefold() in ENDINGS
    try:
        if not path.is_file():
            return named
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return named
    return head.startswith(b'["') or (named and not _OTHER.search(head))


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
    """Return the entries of the index that can be read; one that cannot costs only itself."""
    found: list[Recent] = []
    try:
        for raw in msgspec.json.decode(read_plain(home / INDEX, MOST_INDEX), type=tuple[msgspec.Raw, ...]):
            with contextlib.suppress(msgspec.DecodeError, RecursionError):
                found.append(msgspec.json.decode(raw, type=Recent))
    except (OSError, msgspec.DecodeError, RecursionError):
        return ()
    return tuple(found)


def _sane(entry: Recent) -> bool:
    """Tell whether what an entry says of its battle can be."""
    words = (entry.title, entry.side, entry.waits_for, entry.time)
    return (
        0 <= entry.turn <= MOST_TURN
        and _RULESET.fullmatch(entry.ruleset) is not None
        and bool(entry.title.strip())
        and entry.title.isprintable()
        and all(len(text) <= MOST_WORDS for text in words)
        and (not entry.thumbnail or Path(entry.thumbnail).suffix.casefold() == ".png")
    )


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
