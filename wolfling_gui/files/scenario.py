"""Read a scenario: the table, the sides with their forces, and what is played for.

    format: wolfling-scenario/1
    name: Deck Seven raid
    kind: shipboard
    table: {width: 32, height: 24}
    sides:
      - {id: blue, name: Blue, edge: west, force: breach-team.yaml}
    structures: [{id: deck, floors: [{polygon: {from: [1, 1], to: [31, 23]}}]}]
    rooms: [{id: R1, name: Hold, polygon: {from: [1, 1], to: [9.5, 8]}}]
    walls: [{id: W1, line: [[1, 1], [9.5, 1], [9.5, 8], [1, 8]], closed: true}]
    doors: [{id: D1, at: [6, 8], width: 1.5, state: open}]

Lengths are inches, the origin is the south-west corner, x runs east and y north.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal, get_args

import msgspec

from wolfling_gui.core.battle import BattleKind, Edge, Mission, Side
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Place, Roster, UnitType
from wolfling_gui.core.table import Table
from wolfling_gui.files.problems import Problems, ProblemsError, did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.roster import KEYS as ROSTER_FILE_KEYS
from wolfling_gui.files.roster import read_roster, roster_in, word_in
from wolfling_gui.files.rulesets import load_catalogue, ruleset_names
from wolfling_gui.files.scenario_checks import check_table
from wolfling_gui.files.scenario_table import TableReader
from wolfling_gui.files.strict_yaml import Document, load, read_bytes
from wolfling_gui.rules.classic.mission import MISSIONS
from wolfling_gui.rules.registry import build
from wolfling_gui.rules.special_rules import as_rule

FORMAT = "wolfling-scenario"
KEYS = (
    "format",
    "name",
    "ruleset",
    "kind",
    "description",
    "table",
    "sides",
    "mission",
    "turns",
    "random_length",
    "layout",
    "night",
    "structures",
    "ruins",
    "rooms",
    "corridors",
    "sections",
    "walls",
    "doors",
    "areas",
    "obstacles",
    "impassable",
    "objectives",
    "deployment",
    "allowed_indoors",
    "backdrop",
    "placed",
    "start",
)
SIDE_KEYS = ("id", "name", "edge", "force")
ROSTER_KEYS = tuple(key for key in ROSTER_FILE_KEYS if key != "format")
PLACE_KEYS = ("at", "level", "facing")
START_KEYS = ("turn", "side", "step")
LAYOUT_WORDS = {
    "pitched battle": "pitched_battle",
    "spearhead": "spearhead",
    "dawn of war": "dawn_of_war",
    "random": "random",
}
"""How a scenario names a deployment that is worked out on its table instead of drawn."""

EDGES: tuple[Edge, ...] = get_args(Edge)
MOST_SIDES = 4
MOST_TURNS = 20


class ScenarioSide(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold a side and its force; `force` is the file it comes from, empty when it stands in the scenario."""

    side: Side
    force: str = ""
    roster: Roster | None = None


class Scenario(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold all that a battle begins with.

    `placed` says where the models of a unit stand at the start, in their order; `start` is the moment at
    which it begins, None for the set-up.
    """

    name: str
    table: Table
    sides: tuple[ScenarioSide, ...]
    ruleset: str = "wolfling"
    kind: BattleKind = "shipboard"
    description: str = ""
    mission: Mission = Mission()
    allowed_indoors: Mapping[str, tuple[str, ...]] = {}
    placed: Mapping[str, tuple[Place, ...]] = {}
    start: Clock | None = None


def read_scenario(path: Path, warnings: Problems | None = None, *, draft: bool = False) -> Scenario:
    """Read a scenario file and the rosters it refers to.

    What is odd but playable is noted in `warnings`. With `draft`, what only keeps it from being played is
    noted there as well: no sides or deployment yet, zones that overlap, doors in no wall.
    Raises ProblemsError with every problem in the files.
    """
    return parse_scenario(read_bytes(path), path.name, path.parent, warnings, draft=draft)


def parse_scenario(
    source: str | bytes,
    file: str = "scenario",
    folder: Path | None = None,
    warnings: Problems | None = None,
    *,
    draft: bool = False,
) -> Scenario:
    """Read a scenario from its text; rosters are looked for in `folder`, and left out without one.

    `warnings` and `draft` are those of `read_scenario`. Raises ProblemsError with every problem found.
    """
    return scenario_in(load(source, file), folder, warnings, draft=draft)


def scenario_in(
    document: Document, folder: Path | None = None, warnings: Problems | None = None, *, draft: bool = False
) -> Scenario:
    """Read a scenario from its document as `parse_scenario` does."""
    reader = Reader(document)
    reader.headed(FORMAT, KEYS)
    ruleset = reader.choice("ruleset", ruleset_names(), "wolfling")
    kind: BattleKind = reader.choice("kind", get_args(BattleKind))
    warned = Problems() if warnings is None else warnings
    unplayable = warned if draft else reader.problems
    sides = _sides(reader, folder, ruleset)
    if len(sides) < 2:
        place = reader.place("sides", key=True)
        unplayable.add(place, f"There are {len(sides)} sides", "at least 2", "Add them under “sides”.")
    pieces = TableReader(reader, kind, tuple(side.side.id for side in sides))
    table = pieces.read()
    check_table(table, pieces.where, unplayable, warned)
    _deployment_for_all(reader, table, sides, unplayable)
    scenario = Scenario(
        name=reader.text("name"),
        table=table,
        sides=sides,
        ruleset=ruleset,
        kind=kind,
        description=reader.text("description", "").rstrip("\n"),
        mission=Mission(
            word_in(reader, "mission", (*MISSIONS, "random"), "capture_and_control"),
            reader.integer("turns", 0, at_least=1, at_most=MOST_TURNS),
            reader.boolean("random_length", False),
            LAYOUT_WORDS.get(reader.choice("layout", tuple(LAYOUT_WORDS), ""), ""),
            reader.integer("night", 0, at_least=1, at_most=MOST_TURNS),
        ),
        allowed_indoors=_allowed_indoors(reader, table),
        placed=_placed(reader, sides, pieces),
        start=_start(reader, sides, ruleset),
    )
    reader.finish()
    return scenario


def unit_id(side: str, squad: str) -> str:
    """Return the id of the unit that a squad of a side becomes: blue-breachers."""
    return f"{side}-{squad}"


def _sides(reader: Reader, folder: Path | None, ruleset: str) -> tuple[ScenarioSide, ...]:
    found: dict[str, ScenarioSide] = {}
    parts = reader.sequence("sides", ())
    if len(parts) > MOST_SIDES:
        reader.problem("sides", f"There are {len(parts)} sides", f"at most {MOST_SIDES}")
    for part in parts[:MOST_SIDES]:
        part.mapping((), SIDE_KEYS, ("id",))
        name = part.text("id", "")
        if name and not (name.isascii() and name.replace("_", "").isalnum()):
            part.problem("id", f"“id” is {shown(name)}", "letters, digits and “_”, for example blue")
        if name in found:
            part.problem("id", f"The side {shown(name)} is there twice", "another id")
        edge: Edge | Literal[""] = part.choice("edge", EDGES, "")
        side = Side(name, part.text("name", name.capitalize()), edge)
        force = part.value("force")
        roster: Roster | None = None
        file = ""
        if isinstance(force, dict):
            part.mapping("force", ROSTER_KEYS)
            roster = roster_in(part.at("force"))
        elif force is not None:
            file = part.text("force")
            roster = _force(part, file, folder)
        if roster is not None and roster.ruleset != ruleset:
            message = f"The force {shown(roster.name)} is for {roster.ruleset}"
            part.problem("force", message, f"a force for {ruleset}")
        found[name] = ScenarioSide(side, file, roster)
    return tuple(found.values())


def _force(part: Reader, file: str, folder: Path | None) -> Roster | None:
    """Read the roster a side refers to: beside the scenario, else in a folder “rosters” beside its own."""
    steps = file.replace("\\", "/").split("/")
    if not file or not steps[0] or ":" in file or "\0" in file or steps.count("..") > 1:
        if file:
            part.problem("force", f"“force” is {shown(file)}", "a file beside the scenario, or in ../rosters")
        return None
    if folder is None:
        return None
    places = (folder.joinpath(*steps), folder.parent.joinpath("rosters", *steps))
    try:
        path = next((place for place in places if place.is_file()), None)
    except OSError:
        path = None
    if path is None:
        nearby = {other.name for place in places for other in place.parent.glob("*.yaml") if other.is_file()}
        hint = did_you_mean(steps[-1], nearby) or "Put the roster beside the scenario."
        part.problem("force", f"There is no file {shown(file)}", "a roster file", hint)
        return None
    try:
        return read_roster(path)
    except ProblemsError as error:
        part.problems.extend(error.problems)
        return None


def _deployment_for_all(
    reader: Reader, table: Table, sides: tuple[ScenarioSide, ...], problems: Problems
) -> None:
    have = {zone.side for zone in table.deployment}
    if reader.has("layout"):
        if have:
            message = "Zones are drawn beside a “layout”, which works them out"
            problems.add(reader.place("layout", key=True), message, "one of the two")
        return
    for side in sides:
        if side.side.id and side.side.id not in have:
            problems.add(
                reader.place("deployment", key=True),
                f"The side {side.side.id} has no deployment zone",
                "one for each side",
                f"Add “- {{side: {side.side.id}, polygon: …}}” under “deployment”.",
            )


def _allowed_indoors(reader: Reader, table: Table) -> Mapping[str, tuple[str, ...]]:
    """Read which unit types may enter which structures all the same (WO-MOV-11)."""
    found: dict[str, tuple[str, ...]] = {}
    known = get_args(UnitType)
    for name, part in reader.entries("allowed_indoors", optional=True):
        if name not in table.structures:
            hint = did_you_mean(name, table.structures)
            part.problem((), f"There is no structure {shown(name)}", "the id of a structure", hint, key=True)
        types = [as_rule(text) for text in part.texts()]
        for index, kind in enumerate(types):
            if kind and kind not in known:
                spoken = [word.replace("_", " ") for word in known]
                hint = did_you_mean(kind.replace("_", " "), spoken)
                part.problem(index, f"There is no unit type {shown(kind)}", ", ".join(spoken), hint)
        found[name] = tuple(types)
    return found


def _placed(
    reader: Reader, sides: tuple[ScenarioSide, ...], pieces: TableReader
) -> Mapping[str, tuple[Place, ...]]:
    sizes = {
        unit_id(side.side.id, squad.id): sum(line.count for line in squad.lines)
        for side in sides
        if side.roster is not None
        for squad in side.roster.squads
    }
    unread = any(side.force and side.roster is None for side in sides)
    found: dict[str, tuple[Place, ...]] = {}
    for name, part in reader.entries("placed", optional=True):
        items = part.sequence()
        if name in sizes and len(items) > sizes[name]:
            part.problem((), f"{len(items)} places for {name}", f"at most {sizes[name]}, one for each model")
        elif name not in sizes and not unread:
            hint = did_you_mean(name, sizes)
            part.problem((), f"There is no unit {shown(name)}", "side-squad", hint, key=True)
        found[name] = tuple(_place(item, pieces) for item in items)
    return found


def _place(item: Reader, pieces: TableReader) -> Place:
    if not isinstance(item.value(), dict):
        return Place(pieces.point(item, ()))
    item.mapping((), PLACE_KEYS, ("at",))
    facing = item.integer("facing", 0, at_least=0, at_most=359)
    place = Place(pieces.point(item, "at"), pieces.level(item), facing)
    if not pieces.has_floor(place.at, place.level):
        item.problem("at", f"There is no floor of level {place.level} here", "a place on a floor")
    return place


def _start(reader: Reader, sides: tuple[ScenarioSide, ...], ruleset: str) -> Clock | None:
    if not reader.has("start"):
        return None
    part = reader.at("start")
    part.mapping((), START_KEYS, ("side", "step"))
    ids = tuple(side.side.id for side in sides)
    first = part.choice("side", ids) if ids else ""
    at = ids.index(first) if first in ids else 0
    return Clock(
        part.integer("turn", 1, at_least=1, at_most=MOST_TURNS),
        first,
        part.choice("step", _steps(ruleset)),
        (*ids[at:], *ids[:at]),
    )


@cache
def _steps(ruleset: str) -> tuple[str, ...]:
    """Return the ids of the steps that a ruleset has, in their order."""
    rules = build(ruleset, load_catalogue(ruleset))
    return tuple(step.id for step in rules.sequence(rules))
