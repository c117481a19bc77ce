"""Open and begin battles for the window: from a journal, from a scenario, and what the first screen lists."""

from __future__ import annotations

import errno
import re
import secrets
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import msgspec
from PySide6.QtCore import QBuffer, QByteArray, QCoreApplication, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from wolfling_gui.ui.panels.welcome import RecentBattle, RulesetTile, Starter

if TYPE_CHECKING:
    from wolfling_gui.core.battle import Battle
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.core.table import Table
    from wolfling_gui.files.completing import Completed
    from wolfling_gui.files.overlays import Overlay
    from wolfling_gui.files.problems import Problem
    from wolfling_gui.files.saves import Recent
    from wolfling_gui.files.scenario import Scenario
    from wolfling_gui.session.opening import Opened
    from wolfling_gui.session.session import Session

FileKind = Literal["battle", "scenario", "roster", "overlay", "map"]
FORMAT_LINE = re.compile(rb"^format:\s*[\"']?wolfling-([a-z]+)", re.MULTILINE)
DEMONSTRATION = "deck-seven-raid.wolfling"
MAP_ENDINGS = (".dd2vtt", ".uvtt", ".df2vtt")
LARGEST_PICTURE = 4096
"""A picture under the map is shown with at most so many pixels along a side."""


def open_battle(path: Path) -> Opened:
    """Open a battle's journal to go on with it; one that cannot be written is opened to be looked at.

    Raises ProblemsError when nothing of it can be read, InUseError when it is open elsewhere, and OSError.
    """
    from wolfling_gui.session.opening import look_at, take_up

    try:
        return take_up(path)
    except OSError as error:
        if error.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise
        return look_at(path)


def demonstration() -> Session:
    """Open the battle that comes with the program, to be watched.

    Raises ProblemsError when it cannot be read.
    """
    from wolfling_gui.files.locations import resources_dir
    from wolfling_gui.session.opening import watch

    return watch(resources_dir() / "demo" / DEMONSTRATION).session


def play_on(session: Session, line: int) -> Session:
    """Begin a battle of the players' own after a step of another; raises OSError."""
    from wolfling_gui.session.opening import play_on as played_on

    return played_on(session, line, created=now(), seed=secrets.randbits(31))


def kind_of(path: Path) -> FileKind:
    """Tell what a file holds: a battle, a force, house rules, a foreign map, else a scenario."""
    from wolfling_gui.files.saves import is_battle

    if is_battle(path):
        return "battle"
    try:
        if not path.is_file():
            return "scenario"
        with path.open("rb") as file:
            head = file.read(4096)
    except OSError:
        return "scenario"
    if head.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"{" or path.suffix.lower() in MAP_ENDINGS:
        return "map"
    found = FORMAT_LINE.search(head)
    word = found[1].decode() if found else ""
    return "roster" if word == "roster" else "overlay" if word == "overlay" else "scenario"


def check_roster(path: Path) -> None:
    """Read a force to see that it is one; raises ProblemsError with all that is wrong with it."""
    from wolfling_gui.files.roster import read_roster

    read_roster(path)


def copy_backdrop(session: Session, journal: Path) -> None:
    """Copy the picture under a battle's map beside another journal; raises OSError."""
    from wolfling_gui.files.saves import keep_map_picture, map_picture

    backdrop = session.header.battle.table.backdrop
    source = getattr(session.recorder, "path", None)
    if backdrop is None or source is None:
        return
    file = map_picture(Path(source), backdrop.file)
    if file.is_file():
        keep_map_picture(journal, file)


def begin(
    scenario: Scenario,
    name: str,
    rosters: Mapping[str, Roster] | None = None,
    overlays: Sequence[Overlay] = (),
    title: str = "",
    picture: Path | None = None,
    real_table: bool = False,
    app_dice: Sequence[str] | None = None,
) -> Session:
    """Begin a battle of a scenario with its own forces or others, kept on disk from its first step.

    `name` is the scenario's file, `picture` the one under its map; with `real_table` the models stand at a
    real table; `app_dice` names the sides for which the app rolls. Raises ValueError for a side without a
    force, ProblemsError for house rules that do not fit, and OSError.
    """
    from wolfling_gui.session.opening import begin as begun

    return begun(
        scenario,
        rosters,
        overlays,
        created=now(),
        seed=secrets.randbits(31),
        title=title,
        file=name,
        picture=picture,
        real_table=real_table,
        app_dice=app_dice,
    )


def with_choices(
    scenario: Scenario, names: Mapping[str, str], last_turn: int, random_length: bool, mission: str
) -> Scenario:
    """Return a scenario with other names of its sides, another length, and another mission."""
    from msgspec.structs import replace

    sides = tuple(
        replace(entry, side=replace(entry.side, name=names.get(entry.side.id, entry.side.name)))
        for entry in scenario.sides
    )
    played = replace(scenario.mission, id=mission, last_turn=last_turn, random_length=random_length)
    return replace(scenario, sides=sides, mission=played)


def bare_battle(scenario: Scenario, rosters: Mapping[str, Roster] | None = None) -> Battle:
    """Return the battle of a scenario for looking at it; a side without a force has no units yet."""
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.files.setup import new_battle

    empty = Roster("", (), scenario.ruleset)
    missing = {entry.side.id: empty for entry in scenario.sides if entry.roster is None}
    return new_battle(scenario, {**missing, **(rosters or {})})


def playable(path: Path) -> Completed:
    """Return a scenario with proposals for what it lacks, read anew only when a file beside it has changed.

    Raises ProblemsError as `read_playable` does.
    """
    beside = [*path.parent.glob("*.yaml"), *path.parent.parent.joinpath("rosters").glob("*.yaml"), path]
    stamps: list[tuple[str, int, int]] = []
    for file in sorted(set(beside)):
        try:
            stamp = file.stat()
        except OSError:
            continue
        stamps.append((file.name, stamp.st_mtime_ns, stamp.st_size))
    from wolfling_gui.files.problems import ProblemsError

    found = _playable(path, tuple(stamps))
    if isinstance(found, tuple):
        raise ProblemsError(found)
    return found


@lru_cache(maxsize=32)
def _playable(path: Path, stamps: tuple[tuple[str, int, int], ...]) -> Completed | tuple[Problem, ...]:
    """Return what is wrong with a scenario as well as what can be played, so that neither is read twice."""
    from wolfling_gui.files.completing import read_playable
    from wolfling_gui.files.problems import ProblemsError

    try:
        return read_playable(path)
    except ProblemsError as error:
        return error.problems


def map_picture_of(path: Path, ratio: float = 1.0) -> QImage | None:
    """Return a small picture of a scenario's map with its zones, None when it cannot be read."""
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.ui.scene.terrain import TerrainOptions
    from wolfling_gui.ui.screenshot import THUMBNAIL, board_image
    from wolfling_gui.ui.theme import theme

    try:
        scenario = playable(path).scenario
    except ProblemsError:
        return None
    options = TerrainOptions(grid=False, labels=False, deployment=True)
    battle = bare_battle(scenario)
    return board_image(battle, THUMBNAIL, theme().palette, ratio, None, options=options, frame=False)


def picture_beside(scenario: Path, table: Table) -> Path | None:
    """Return the picture under a scenario's map: a file beside it, None when there is none."""
    if table.backdrop is None:
        return None
    file = scenario.parent / table.backdrop.file
    return file if file.is_file() else None


def read_picture(path: Path) -> tuple[QImage | None, str]:
    """Return a picture from its file, or None and why it cannot be shown."""
    return _picture(QImageReader(str(path)), path.name)


def picture_in(data: bytes, name: str) -> tuple[QImage | None, str]:
    """Return the picture that bytes hold, or None and why it cannot be shown; no words without bytes."""
    if not data:
        return None, ""
    buffer = QBuffer()
    buffer.setData(QByteArray(data))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    return _picture(QImageReader(buffer), name)


def _picture(reader: QImageReader, name: str) -> tuple[QImage | None, str]:
    reader.setDecideFormatFromContent(True)
    size = reader.size()
    if size.isValid() and max(size.width(), size.height()) > LARGEST_PICTURE:
        wanted = QSize(LARGEST_PICTURE, LARGEST_PICTURE)
        reader.setScaledSize(size.scaled(wanted, Qt.AspectRatioMode.KeepAspectRatio))
    picture = reader.read()
    if not picture.isNull():
        return picture, ""
    words = QCoreApplication.translate(
        "Opening", "The picture %1 cannot be shown: %2. The map is shown without it."
    )
    return None, words.replace("%1", name, 1).replace("%2", reader.errorString().rstrip("."), 1)


def backdrop_of(session: Session) -> tuple[QImage | None, str]:
    """Return the picture under a battle's map, or None and why it is not shown; no words without one."""
    from wolfling_gui.files.saves import map_picture

    backdrop = session.header.battle.table.backdrop
    journal = getattr(session.recorder, "path", None)
    if backdrop is None or journal is None:
        return None, ""
    file = map_picture(Path(journal), backdrop.file)
    if file.is_file():
        return read_picture(file)
    words = QCoreApplication.translate("Opening", "The picture under the map is missing: %1.")
    return None, words.replace("%1", str(file), 1)


def now() -> str:
    """Return the present time in a form that sorts."""
    return datetime.now().isoformat(timespec="seconds")


def remember(session: Session, picture: QImage | None = None) -> None:
    """Note in the list of battles where this one stands, with a small picture; raises OSError."""
    from wolfling_gui.files.saves import battles_dir, touch

    path = getattr(session.recorder, "path", None)
    if path is not None and picture is not None and not picture.isNull():
        picture.save(str(battles_dir() / f"{Path(path).stem}.png"))
    entry = entry_of(session)
    if entry is not None:
        touch(entry)


def entry_of(session: Session) -> Recent | None:
    """Return what the list of battles says of a battle as it stands, None for one without a file.

    Its picture is the one kept last. Raises OSError.
    """
    from wolfling_gui.files.saves import Recent, battles_dir
    from wolfling_gui.session import explain

    path = getattr(session.recorder, "path", None)
    if path is None:
        return None
    battle = session.battle
    request = session.request
    waits = _step_words(battle) if request is None else explain.explain_request(request, battle).title
    kept = battles_dir() / f"{Path(path).stem}.png"
    thumbnail = str(kept) if kept.is_file() else ""
    turn, side = battle.clock.turn, battle.clock.side
    return Recent(
        str(path), session.header.title, session.header.ruleset, turn, side, waits, now(), thumbnail
    )


def _step_words(battle: Battle) -> str:
    """Say whose step a battle is at, empty where it is nobody's."""
    from wolfling_gui.session import explain, naming

    if not battle.clock.side:
        return ""
    step = explain.guide_text(f"step.{battle.clock.step}", (), battle)
    words = QCoreApplication.translate("Opening", "%1: %2")
    return words.replace("%1", naming.side_name(battle, battle.clock.side), 1).replace("%2", step, 1)


def _as_it_stands(entry: Recent) -> Recent:
    """Return what the list says of a battle, read from its file where that was played on since."""
    from wolfling_gui.files.saves import played_on

    found = played_on(entry)
    if found is None:
        return entry
    battle, time = found
    clock, waits = battle.clock, _step_words(battle)
    return msgspec.structs.replace(entry, turn=clock.turn, side=clock.side, waits_for=waits, time=time)


def recent_battles() -> tuple[RecentBattle, ...]:
    """Return the battles that can be gone on with, the latest first; none when the folder cannot be read."""
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.files.rulesets import ruleset_info
    from wolfling_gui.files.saves import list_battles

    found: list[RecentBattle] = []
    try:
        listed = list_battles()
    except OSError:
        return ()
    fresh = (_as_it_stands(entry) for entry in listed[:20])
    for entry in sorted(fresh, key=lambda entry: entry.time, reverse=True):
        try:
            title = ruleset_info(entry.ruleset).title
        except ProblemsError:
            title = entry.ruleset
        if entry.turn:
            state = QCoreApplication.translate("Opening", "%1 · round %2")
        else:
            state = QCoreApplication.translate("Opening", "%1 · set-up")
        state = state.replace("%1", title, 1).replace("%2", str(entry.turn), 1)
        picture = QImage(entry.thumbnail) if entry.thumbnail else None
        if picture is not None and picture.isNull():
            picture = None
        found.append(
            RecentBattle(
                Path(entry.path),
                entry.title,
                when_words(entry.time),
                state,
                entry.waits_for,
                None,
                None,
                picture,
            )
        )
    return tuple(found)


def when_words(time: str, today: datetime | None = None) -> str:
    """Say when a battle was left: today 21:40, yesterday, a weekday, or the date."""
    try:
        then = datetime.fromisoformat(time)
    except ValueError:
        return ""
    days = ((today or datetime.now()).date() - then.date()).days
    if days == 0:
        return QCoreApplication.translate("Opening", "today %1").replace("%1", f"{then:%H:%M}")
    if days == 1:
        return QCoreApplication.translate("Opening", "yesterday")
    return f"{then:%Y-%m-%d}"


def starters() -> tuple[Starter, ...]:
    """Return the shipped scenarios; one that cannot be read is left out."""
    from wolfling_gui.files.locations import rulesets_dir

    listed = sorted((rulesets_dir() / "scenarios").glob("*.yaml"))
    return tuple(found for path in listed if (found := starter_of(path)) is not None)


def own_maps() -> tuple[Starter, ...]:
    """Return the maps in the player's own folder, such as imported ones, the latest first."""
    folder = maps_dir()
    try:
        listed = sorted(folder.glob("*.yaml"), key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return ()
    return tuple(found for path in listed if (found := starter_of(path)) is not None)


def maps_dir() -> Path:
    """Return the folder where imported maps are kept unless another is chosen; it may not exist yet."""
    from wolfling_gui.files.locations import user_data_dir

    return user_data_dir() / "maps"


def starter_of(path: Path) -> Starter | None:
    """Return a scenario's title and what it is, None when it is none; it is not checked yet."""
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.files.rulesets import ruleset_info
    from wolfling_gui.files.scenario import FORMAT
    from wolfling_gui.files.strict_yaml import load_file

    try:
        value = load_file(path).value
    except ProblemsError:
        return None
    if not isinstance(value, dict) or not str(value.get("format", "")).startswith(FORMAT):
        return None
    table, name = value.get("table"), value.get("name")
    try:
        title = ruleset_info(str(value.get("ruleset", "wolfling"))).title
    except ProblemsError:
        title = str(value.get("ruleset"))
    wide, high = (table.get("width"), table.get("height")) if isinstance(table, dict) else (None, None)
    if not isinstance(wide, int | float) or not isinstance(high, int | float):
        return None
    size = QCoreApplication.translate("Opening", "%1 · %2″ × %3″")
    note = size.replace("%1", title, 1).replace("%2", f"{wide:g}", 1).replace("%3", f"{high:g}", 1)
    return Starter(path, str(name or path.stem), note)


def ruleset_tiles() -> tuple[RulesetTile, ...]:
    """Return the rulesets that can be played."""
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.files.rulesets import ruleset_info, ruleset_names
    from wolfling_gui.rules.registry import BUILDERS

    found: list[RulesetTile] = []
    cores: set[str | None] = set()
    for name in ruleset_names():
        if name not in BUILDERS:
            continue
        try:
            info = ruleset_info(name)
        except ProblemsError:
            continue
        cores.add(info.core)
        words = " ".join(info.description.split()).partition(".")[0].partition(",")[0]
        found.append(RulesetTile(name, info.title, words))
    # What others lie over is played through them.
    return tuple(tile for tile in found if tile.name not in cores)
