"""Read rule cases: YAML files in which players write a position, actions with dice, and what must come out.

The format is described for players in `resources/help/writing-cases.md`.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from wolfling_gui.core.actions import Action, Overrule
from wolfling_gui.core.battle import Battle, BattleKind, Mission, SetUp
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.table import Table
from wolfling_gui.files.cases_actions import MOMENTS, VERBS, ActionReader
from wolfling_gui.files.cases_expect import ExpectReader
from wolfling_gui.files.cases_generic import read_struct
from wolfling_gui.files.cases_position import (
    KINDS,
    POSITION_KEYS,
    TABLE_PARTS,
    CaseTable,
    PositionReader,
    place_in,
    sizes,
    usual_clock,
    with_states,
)
from wolfling_gui.files.cases_values import Case, Deed, Expected
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.overlays import Overlay, apply_overlays, changes_in
from wolfling_gui.files.problems import ProblemsError, did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.rulesets import load_catalogue, ruleset_names
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.files.setup import new_battle
from wolfling_gui.files.strict_yaml import load, read_bytes
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.registry import build

FORMAT = "wolfling-case"
MAP_FORMAT = "wolfling-map"
CASE_KEYS = (
    "case", "ruleset", "rules", "house", "measure", "do", "then", "scenario", "places", *POSITION_KEYS,
)  # fmt: skip
FILE_KEYS = ("format", "ruleset", "map", "sides", "profiles", "weapons", "real table", "cases", "note")
DEED_KEYS = (
    "expect", "by", "only by", "warns", "findings", "rolls", "then",
)  # fmt: skip
HOUSE_KEYS = ("set", "pick", "off", "on", "tags_off", "note")
DEFAULT_RULESET = "wolfling"


def read_cases(path: Path) -> tuple[Case, ...]:
    """Read a file of rule cases; raises ProblemsError with every problem in it."""
    return parse_cases(read_bytes(path), path.name, path)


def parse_cases(source: str | bytes, file: str = "cases", path: Path | None = None) -> tuple[Case, ...]:
    """Read rule cases from their text; maps are looked for in `maps` beside `path` and above it.

    Raises ProblemsError with every problem found.
    """
    reader = Reader(load(source, file))
    if isinstance(reader.value(), dict) and reader.has("case"):
        reader.mapping((), ("format", *CASE_KEYS), ("format",))
        reader.format(FORMAT)
        cases = [_CaseReader(reader, reader, path).read()]
    else:
        reader.mapping((), FILE_KEYS, ("format", "cases"))
        reader.format(FORMAT)
        cases = [_CaseReader(part, reader, path).read() for part in reader.sequence("cases", at_least=1)]
    seen: dict[str, int] = {}
    for case in cases:
        if case.name in seen:
            reader.problems.add(case.where, f"Two cases are named {shown(case.name)}", "a name for each")
        seen[case.name] = 1
    reader.finish()
    return tuple(cases)


def read_map(path: Path) -> tuple[Table, BattleKind]:
    """Read a map that cases share; returns the table and the kind of battle it is made for."""
    reader = Reader(load(read_bytes(path), path.name))
    reader.mapping((), ("format", "name", *TABLE_PARTS), ("format", "table"))
    reader.format(MAP_FORMAT)
    kind = reader.choice("kind", KINDS, "shipboard")
    table = CaseTable(reader, kind, ()).whole()
    reader.finish()
    return table, kind


def case_files(paths: Iterable[Path]) -> tuple[Path, ...]:
    """Return the files of cases among files and folders, sorted; maps and pending cases are left out."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            listed = (
                p for p in path.rglob("*.yaml") if not {"maps", "pending"} & set(p.relative_to(path).parts)
            )
            found += sorted(listed)
        else:
            found.append(path)
    return tuple(dict.fromkeys(found))


class _CaseReader:
    """Read one case of a file."""

    def __init__(self, part: Reader, top: Reader, path: Path | None) -> None:
        self.part = part
        self.top = top
        self.path = path

    def read(self) -> Case:
        part, top = self.part, self.top
        if part is not top:
            part.mapping((), CASE_KEYS, ("case", "rules"))
        elif not part.has("rules"):
            part.problem((), "“rules” is missing", hint="Add “rules:” with the ids that the case is about.")
        ruleset = self._ruleset()
        catalogue = load_catalogue(ruleset)
        house = self._house(catalogue, ruleset)
        played = catalogue if house is None else apply_overlays(catalogue, (house,))
        battle = self._battle(ruleset, played)
        actions = ActionReader(battle)
        expect = ExpectReader(actions, catalogue)
        measures = tuple(expect.measure(item) for item in part.sequence("measure", ()))
        deeds = tuple(self._deed(item, actions, expect) for item in part.sequence("do", ()))
        if not measures and not deeds:
            part.problem((), "The case neither measures nor does anything", "“measure” or “do”")
        battle = battle.with_clock(self._clock(battle, deeds, ruleset))
        return Case(
            name=part.text("case"),
            file=part.document.file,
            where=part.place("case"),
            ruleset=ruleset,
            rules=expect.rules(part, "rules"),
            battle=battle,
            house=house,
            measures=measures,
            deeds=deeds,
            then=expect.then(part.at("then")) if part.has("then") else (),
            path=self.path,
        )

    def _battle(self, ruleset: str, played: Catalogue) -> Battle:
        """Return the position: that of a scenario, or the one the case writes."""
        if self.part.has("scenario"):
            return self._scenario(ruleset, played)
        under, kind = self._map()
        battle = PositionReader(self.part, self.top, under, kind, played).read(ruleset)
        if self.part.has("mission"):
            mission = read_struct(Mission, self.part.at("mission"), {})
            battle = msgspec.structs.replace(battle, mission=mission)
        if self.part.has("set up"):
            sides = tuple(side.id for side in battle.sides)
            setup = read_struct(SetUp, self.part.at("set up"), {"winner": sides})
            battle = battle.with_setup(setup)
        return battle

    def _scenario(self, ruleset: str, played: Catalogue) -> Battle:
        part = self.part
        for key in POSITION_KEYS:
            if part.has(key) and key not in ("doors", "walls", "clock"):
                part.problem(
                    key, f"“{key}” stands beside “scenario”", hint="Remove one of the two.", key=True
                )
        name = part.text("scenario")
        file = self._find(name) if name.endswith(".yaml") else rulesets_dir() / "scenarios" / f"{name}.yaml"
        if file is None or not file.is_file():
            expected = "a scenario that comes with the program, or a file ending in .yaml beside this one"
            part.problem("scenario", f"There is no scenario {shown(name)}", expected)
            return PositionReader(part, self.top, None, "open", played).read(ruleset)
        try:
            scenario = read_scenario(file)
            battle = msgspec.structs.replace(new_battle(scenario), ruleset=ruleset)
        except ProblemsError as error:
            part.problems.extend(error.problems)
            return PositionReader(part, self.top, None, "open", played).read(ruleset)
        except ValueError as error:
            part.problem("scenario", str(error))
            return PositionReader(part, self.top, None, "open", played).read(ruleset)
        battle = battle.with_table(with_states(part, battle.table))
        actions = ActionReader(battle)
        for name, item in part.entries("places", optional=True):
            model = actions.model_named(item, (), name, key=True)
            if model in battle.models:
                battle = battle.with_place(model, place_in(item))
        if not battle.clock.order:
            order = tuple(side.id for side in battle.sides)
            battle = battle.with_clock(Clock(1, order[0], "movement", order))
        return battle.with_phase_start(sizes(battle))

    def _ruleset(self) -> str:
        source = self.part if self.part.has("ruleset") else self.top
        found = source.choice("ruleset", ruleset_names(), DEFAULT_RULESET)
        return found if found in ruleset_names() else DEFAULT_RULESET

    def _map(self) -> tuple[Table | None, BattleKind]:
        part = self.part
        source = part if part.has("map") or part.has("table") else self.top
        kind = part.choice("kind", KINDS, "open")
        if not source.has("map"):
            return None, kind
        name = source.text("map")
        file = self._find(f"maps/{name}.yaml") if name.replace("-", "").replace("_", "").isalnum() else None
        if file is None:
            folders = "in the folder “maps” beside this file or above it"
            source.problem("map", f"There is no map {shown(name)}", f"a file {name}.yaml {folders}")
            return None, kind
        try:
            table, of_map = read_map(file)
        except ProblemsError as error:
            source.problems.extend(error.problems)
            return None, kind
        return table, kind if part.has("kind") else of_map

    def _find(self, name: str) -> Path | None:
        if self.path is None:
            return None
        for folder in self.path.resolve().parents:
            if (folder / name).is_file():
                return folder / name
        return None

    def _house(self, catalogue: Catalogue, ruleset: str) -> Overlay | None:
        if not self.part.has("house"):
            return None
        house = self.part.at("house")
        house.mapping((), HOUSE_KEYS)
        name = "House rules of the case"
        changes = changes_in(house, name, catalogue, ruleset)
        return Overlay(name, ruleset, "", changes, house.document.file, "")

    def _clock(self, battle: Battle, deeds: tuple[Deed, ...], ruleset: str) -> Clock:
        """Read the moment; by default that in which the first action belongs, in the turn of who acts."""
        part = self.part
        first = next((deed for deed in deeds if deed.action is not None), None)
        usual = usual_clock(
            battle, MOMENTS, first.verb if first else "", _side(battle, first.action if first else None)
        )
        value = part.value("clock")
        if value is None:
            return usual
        steps = steps_of(ruleset)
        if isinstance(value, str):
            return msgspec.structs.replace(usual, step=part.choice("clock", steps))
        item = part.at("clock")
        item.mapping((), ("turn", "side", "step", "order", "active unit", "closed"))
        sides = tuple(side.id for side in battle.sides)
        units = tuple(battle.units)
        return Clock(
            item.integer("turn", usual.turn, at_least=0, at_most=30),
            item.choice("side", sides) if item.has("side") else usual.side,
            item.choice("step", steps, usual.step),
            tuple(one.choice((), sides) for one in item.sequence("order"))
            if item.has("order")
            else usual.order,
            item.choice("active unit", units) if item.has("active unit") else "",
            tuple(one.choice((), units) for one in item.sequence("closed", ())),
        )

    def _deed(self, item: Reader, actions: ActionReader, expect: ExpectReader) -> Deed:
        value = item.value()
        if isinstance(value, str):
            if value not in VERBS:
                item.problem((), f"There is no action {shown(value)}", hint=did_you_mean(value, VERBS))
                return Deed(item.place(), value)
            return Deed(item.place(), value, actions.read(value, item.at("nothing")))
        if isinstance(value, dict) and "measure" in value:
            item.mapping((), ("measure",))
            listed = tuple(expect.measure(one) for one in item.sequence("measure"))
            return Deed(item.place(), "measure", measures=listed)
        item.mapping((), (*VERBS, *DEED_KEYS))
        given = [verb for verb in VERBS if isinstance(value, dict) and verb in value]
        if len(given) != 1:
            message = f"The step names {' and '.join(given) or 'no action'}"
            item.problem((), message, f"one action: {', '.join(VERBS)}")
            return Deed(item.place(), "")
        verb = given[0]
        by, only = expect.rules(item, "by"), expect.rules(item, "only by")
        if by and only:
            item.problem("by", "“by” stands beside “only by”", hint="Remove one of the two.", key=True)
        usual: Expected = "refused" if by or only else "permitted"
        expected: Expected = item.choice("expect", ("permitted", "refused", "asks"), usual)
        if expected == "permitted" and (by or only):
            item.problem("expect", "A permitted action is not forbidden by a rule", hint="Remove “by”.")
        action = actions.read(verb, item.at(verb))
        shift = actions.shift
        answers = tuple(expect.answer(one) for one in item.sequence("rolls", ()))
        if expected != "permitted" and answers:
            item.problem("rolls", "A refused action asks for nothing", hint="Remove “rolls”.", key=True)
        return Deed(
            where=item.place(),
            verb=verb,
            action=action,
            expect=expected,
            by=by or only,
            only=bool(only),
            warns=expect.rules(item, "warns"),
            findings=tuple(expect.finding(one) for one in item.sequence("findings", ())),
            answers=answers,
            then=expect.then(item.at("then")) if item.has("then") else (),
            shift=shift,
        )


@cache
def steps_of(ruleset: str) -> tuple[str, ...]:
    """Return the ids of all steps of a ruleset, as it is without house rules."""
    rules = build(ruleset, load_catalogue(ruleset))
    return tuple(step.id for step in rules.sequence(rules))


def _side(battle: Battle, action: Action | None) -> str:
    """Return the side that acts, empty where the action names nobody of it."""
    if isinstance(action, Overrule):
        return _side(battle, action.action)
    unit: Any = getattr(action, "unit", None)
    model: Any = getattr(action, "model", None)
    if unit in battle.units:
        return battle.units[unit].side
    if model in battle.models:
        return battle.side_of(model)
    return ""
