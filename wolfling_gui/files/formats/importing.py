"""Turn a foreign map into a scenario of ours: the file, the picture beside it, and the notes."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

from wolfling_gui.core.battle import BattleKind, Side
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.terrain import StructureKind
from wolfling_gui.files.atomic import write_atomically
from wolfling_gui.files.formats import read_map
from wolfling_gui.files.formats.imported import ImportedMap, ImportNote, ImportOptions, Progress
from wolfling_gui.files.formats.sniff import MOST_BYTES, too_large
from wolfling_gui.files.problems import Problem, ProblemsError
from wolfling_gui.files.proposals import with_proposals
from wolfling_gui.files.scenario import Scenario, ScenarioSide
from wolfling_gui.files.scenario_write import scenario_text
from wolfling_gui.files.strict_yaml import load

SIDES = (Side("blue", "Blue"), Side("orange", "Orange"))
OBJECTIVES = 3

_KINDS: dict[StructureKind, BattleKind] = {
    "intact_building": "building_interior",
    "spacecraft": "shipboard",
    "ruin": "cityfight",
}
_ENDINGS = {"jpeg": ".jpg", "png": ".png", "webp": ".webp"}


def to_scenario(
    imported: ImportedMap,
    name: str,
    kind: StructureKind = "intact_building",
    picture: str = "",
    proposed: Scenario | None = None,
) -> Scenario:
    """Return the map as a scenario of two sides without forces, with proposed zones and objectives.

    `kind` is the structure kind it was imported with; `picture` names the picture's file, empty for none;
    `proposed` is a scenario made of the same map before, whose proposals are taken over.
    """
    if proposed is not None:
        table = proposed.table
    else:
        table = with_proposals(imported.table, (SIDES[0].id, SIDES[1].id), OBJECTIVES)
    under = imported.table.backdrop
    backdrop = replace(under, file=picture) if under and picture else None
    sides = tuple(ScenarioSide(side) for side in SIDES)
    return Scenario(name, replace(table, backdrop=backdrop), sides, kind=_KINDS[kind])


def import_map(path: Path, out: Path, options: ImportOptions | None = None) -> list[ImportNote]:
    """Read a foreign map, write it as the scenario `out` with its picture beside it, and return the notes.

    The picture bears the scenario's name and is written first, each file in one step. Raises ProblemsError
    for a file that cannot be read or written; then no scenario was written.
    """
    options = options or ImportOptions()
    return keep_map(load_map(path, options), path, out, options)


def load_map(
    path: Path, options: ImportOptions | None = None, progress: Progress | None = None
) -> ImportedMap:
    """Return a foreign map read from its file, nothing written yet; raises ProblemsError.

    `progress` is told how much is done, and may raise to stop.
    """
    return read_map(_content(path), options, path.name, progress)


def keep_map(
    imported: ImportedMap,
    path: Path,
    out: Path,
    options: ImportOptions,
    proposed: Scenario | None = None,
) -> list[ImportNote]:
    """Write a map read from `path` as the scenario `out` with its picture beside it; return the notes.

    Both are as `import_map` says, and so is what is raised. `proposed` is what `to_scenario` made of it
    before; it is not made again then.
    """
    picture = out.with_suffix(_ENDINGS[imported.picture_type]) if imported.picture else None
    if path.resolve() in (out.resolve(), picture.resolve() if picture else None):
        raise ProblemsError(
            [
                Problem(
                    out.name,
                    message="The map would be written over the file it is read from",
                    expected="another name",
                    hint=f"Write it to {path.stem}.yaml, for example.",
                )
            ]
        )
    name = picture.name if picture else ""
    scenario = to_scenario(imported, _title(out), options.structure_kind, name, proposed)
    text = scenario_text(scenario)
    _fits(text, path.name)
    try:
        if picture is not None:
            write_atomically(picture, imported.picture)
        write_atomically(out, text)
    except OSError as error:
        message = f"The file cannot be written: {error.strerror or error}"
        raise ProblemsError([Problem(out.name, message=message, hint="Choose another folder.")]) from None
    return [*imported.notes, *proposed_notes(scenario)]


def _content(path: Path) -> bytes:
    if path.exists() and not path.is_file():
        raise ProblemsError([Problem(path.name, message="This is a folder or a device", expected="a map")])
    try:
        with path.open("rb") as file:
            data = file.read(MOST_BYTES + 1)
            size = len(data) if len(data) <= MOST_BYTES else path.stat().st_size
    except OSError as error:
        message = f"The file cannot be read: {error.strerror or error}"
        raise ProblemsError([Problem(path.name, message=message)]) from None
    if size > MOST_BYTES:
        raise too_large(size, path.name)
    return data


def _fits(text: str, file: str) -> None:
    """See that the scenario is not larger than what can be read again."""
    try:
        load(text, file)
    except ProblemsError:
        problem = Problem(
            file,
            message="The map has more walls than a scenario can hold",
            hint="Export a part of the map, or without its caves.",
        )
        raise ProblemsError([problem]) from None


def _title(out: Path) -> str:
    """Return the scenario's name made of its file's name: deck-seven.yaml is Deck seven."""
    words = " ".join(out.stem.replace("_", " ").replace("-", " ").split())
    return words[:1].upper() + words[1:] if words else "Imported map"


def proposed_notes(scenario: Scenario) -> list[ImportNote]:
    """Return the notes on zones and objectives that were proposed for a map."""
    table = scenario.table
    corners = tuple(zone.polygons[0][0] for zone in table.deployment)
    places: tuple[Point, ...] = tuple(marker.at for marker in table.objectives.values())
    notes = [
        ImportNote("guessed", "deployment", len(corners), corners),
        ImportNote("guessed", "objectives", len(places), places),
    ]
    return [note for note in notes if note.count]
