"""Read the actions of a rule case: every action that players can ask for, each in a line or two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, get_args

import msgspec

from wolfling_gui.core.actions import (
    Action,
    Adjust,
    Change,
    Charge,
    ChargeFacts,
    ClearCondition,
    CombatFacts,
    DeclaredFacts,
    Deploy,
    EndStep,
    Fight,
    Move,
    MoveMode,
    OperateDoor,
    Overrule,
    Path,
    RollAllowance,
    SetClock,
    SetCondition,
    SetDoor,
    SetObjective,
    SetPlace,
    SetScore,
    SetSideName,
    SetStructure,
    SetWall,
    SetWounds,
    Shoot,
    Waypoint,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.terrain import DoorState, StructureKind, WallState
from wolfling_gui.files.cases_generic import read_struct, spoken
from wolfling_gui.files.cases_position import condition_in, place_in
from wolfling_gui.files.problems import did_you_mean, shown
from wolfling_gui.files.reader import Reader, Step

MODES: tuple[MoveMode, ...] = get_args(MoveMode)
FACT_KEYS = ("range", "sight", "zone", "cover", "level", "zone name", "half hidden")
HALVES: Mapping[str, Literal["half", "less", "doubtful"]] = {
    "yes": "half",
    "no": "less",
    "doubtful": "doubtful",
}
MOMENTS: Mapping[str, str] = {
    "settle mission": "mission",
    "settle layout": "layout",
    "roll off": "roll_off",
    "place objective": "objectives",
    "choose zone": "zones",
    "seize": "seize",
    "deploy": "deployment",
    "keep in reserve": "deployment",
    "run": "shooting",
    "roll run": "shooting",
    "shoot": "shooting",
    "charge": "assault",
    "roll assault": "assault",
    "fight": "combat",
    "hit and run": "combat",
}
"""The step in which an action belongs; all others belong in the Movement phase."""


class ActionReader:
    """Read actions for one battle, whose units, models and doors they name."""

    def __init__(self, battle: Battle) -> None:
        """Begin with the battle as it stands at the start of the case."""
        self.battle = battle
        self.shift: Point | None = None

    def read(self, verb: str, part: Reader) -> Action:
        """Return the action of a verb; the part is what stands behind it.

        `shift` is then by how much a move shifts its unit from where it stands when its turn comes.
        """
        self.shift = None
        return VERBS[verb](self, part)

    # ------------------------------------------------------------------ names

    @property
    def names(self) -> dict[str, tuple[str, ...]]:
        """Return the names that fields of actions can hold, by field."""
        battle = self.battle
        return {
            "unit": tuple(battle.units),
            "target": tuple(battle.units),
            "model": tuple(battle.models),
            "side": tuple(side.id for side in battle.sides),
            "door": tuple(battle.table.doors),
        }

    def unit(self, part: Reader, step: Step) -> str:
        """Read the id of a unit."""
        return self._one_of(part, step, self.battle.units, "unit")

    def model(self, part: Reader, step: Step = ()) -> str:
        """Read the id of a model; a unit of one may stand for its model."""
        name = part.text(step)
        return self.model_named(part, step, name)

    def model_named(self, part: Reader, step: Step, name: str, *, key: bool = False) -> str:
        """Return the model of a name, noting a problem when there is none."""
        found = self.named(name)
        if len(found) == 1:
            return found[0]
        if len(found) > 1:
            expected = f"one of {', '.join(found)}"
            part.problem(step, f"The unit {name} has {len(found)} models", expected, key=key)
            return found[0]
        if name:
            known = (*self.battle.models, *self.battle.units)
            part.problem(step, f"There is no model {shown(name)}", hint=did_you_mean(name, known), key=key)
        return name

    def named(self, name: str) -> tuple[str, ...]:
        """Return the models that a name means: the model, or the models of a unit; empty for neither."""
        if name in self.battle.models:
            return (name,)
        unit = self.battle.units.get(name)
        return unit.models if unit else ()

    def _unit_named(self, item: Reader, name: str) -> str:
        """Return the unit of a key, noting a problem when there is none."""
        if name not in self.battle.units:
            hint = did_you_mean(name, self.battle.units)
            item.problem((), f"There is no unit {shown(name)}", hint=hint, key=True)
        return name

    def _one_of(self, part: Reader, step: Step, known: Iterable[str], what: str) -> str:
        name = part.text(step)
        if name and name not in known:
            part.problem(step, f"There is no {what} {shown(name)}", hint=did_you_mean(name, known))
        return name

    # ------------------------------------------------------------------ actions

    def move(self, part: Reader, mode: MoveMode | None = None) -> Move:
        """Read a move: where to, or along which paths."""
        keys = ("unit", "to", "shift", "path", "paths", "facings")
        part.mapping((), keys if mode else (*keys, "mode"), ("unit",))
        unit = self.unit(part, "unit")
        given = [key for key in ("to", "shift", "path", "paths") if part.has(key)]
        if len(given) != 1:
            part.problem((), "The move does not say where to", "one of “to”, “shift”, “path” and “paths”")
        paths: dict[str, Path] = {}
        if "shift" in given:
            self.shift = part.point("shift")
        for key in ("to", "path", "paths"):
            if key in given:
                paths |= self._paths(part, key, unit)
        facings = {
            self.model_named(item, (), name, key=True): item.integer(at_least=0, at_most=359)
            for name, item in part.entries("facings", optional=True)
        }
        return Move(unit, paths, mode or part.choice("mode", MODES, "foot"), facings)

    def _paths(self, part: Reader, key: str, unit: str) -> dict[str, Path]:
        single = key == "to"

        def one(item: Reader) -> Path:
            if single:
                return (self._waypoint(item),)
            return tuple(self._waypoint(corner) for corner in item.sequence(at_least=1))

        if isinstance(part.value(key), dict):
            return {self.model_named(item, (), name, key=True): one(item) for name, item in part.entries(key)}
        return {self.model_named(part, "unit", unit): one(part.at(key))}

    def _waypoint(self, item: Reader) -> Waypoint:
        place = place_in(item)
        return Waypoint(place.at, place.level)

    def _places(self, part: Reader, step: str) -> dict[str, Place]:
        return {
            self.model_named(item, (), name, key=True): place_in(item) for name, item in part.entries(step)
        }

    def shoot(self, part: Reader) -> Shoot:
        """Read who fires what at whom, with the facts that are declared instead of measured."""
        part.mapping((), ("unit", "target", "weapons", "facts", "facts by model", "aims"), ("unit", "target"))
        weapons: dict[str, str] = {}
        more: dict[str, tuple[str, ...]] = {}
        for name, item in part.entries("weapons", optional=True):
            models = self.named(name)
            if not models:
                self.model_named(item, (), name, key=True)
            named = item.sequence() if isinstance(item.value(), list) else (item,)
            chosen = tuple(self._weapon(one, models) for one in named)
            weapons |= dict.fromkeys(models, chosen[0] if chosen else "")
            more |= dict.fromkeys(models, chosen[1:]) if len(chosen) > 1 else {}
        by_model = {
            self.model_named(item, (), name, key=True): self._facts(item)
            for name, item in part.entries("facts by model", optional=True)
        }
        aims = {
            self.model_named(item, (), name, key=True): self._waypoint(item)
            for name, item in part.entries("aims", optional=True)
        }
        unit, target = self.unit(part, "unit"), self.unit(part, "target")
        return Shoot(unit, target, weapons, self.facts(part), by_model, more, aims)

    def _weapon(self, item: Reader, models: tuple[str, ...]) -> str:
        name = item.text()
        known = {w.name for model in models for w in self.battle.models[model].weapons}
        if name and known and name not in known and not name.startswith("?"):
            item.problem((), f"Nobody here has a weapon {shown(name)}", " or ".join(sorted(known)))
        return name.removeprefix("?")

    def facts(self, part: Reader) -> DeclaredFacts:
        """Read declared facts: range in inches, sight, zone and its name, cover save, level."""
        if not part.has("facts"):
            return DeclaredFacts()
        return self._facts(part.at("facts"))

    def _facts(self, item: Reader) -> DeclaredFacts:
        item.mapping((), FACT_KEYS)
        return DeclaredFacts(
            item.inches("range") if item.has("range") else None,
            item.choice("sight", ("clear", "partly", "blocked")) if item.has("sight") else None,
            item.choice("zone", ("room", "corridor", "section", "none")) if item.has("zone") else None,
            item.integer("cover", at_least=0, at_most=6) if item.has("cover") else None,
            item.choice("level", ("same", "above", "below")) if item.has("level") else None,
            item.text("zone name", ""),
            HALVES.get(item.choice("half hidden", tuple(HALVES))) if item.has("half hidden") else None,
        )

    def allowance(self, part: Reader) -> RollAllowance:
        """Read the roll before a move through difficult ground."""
        part.mapping((), ("unit", "mode"), ("unit",))
        return RollAllowance(self.unit(part, "unit"), part.choice("mode", MODES, "foot"))

    def roll_run(self, part: Reader) -> RollAllowance:
        """Read the roll for a run."""
        part.mapping((), ("unit",), ("unit",))
        return RollAllowance(self.unit(part, "unit"), "run")

    def roll_assault(self, part: Reader) -> RollAllowance:
        """Read the roll for an assault through difficult ground."""
        part.mapping((), ("unit",), ("unit",))
        return RollAllowance(self.unit(part, "unit"), "assault")

    def charge(self, part: Reader) -> Charge:
        """Read who assaults whom: along which ways, if the rules do not choose, or what is declared."""
        part.mapping((), ("unit", "target", "to", "paths", "facings", "facts"), ("unit", "target"))
        unit, target = self.unit(part, "unit"), self.unit(part, "target")
        paths: dict[str, Path] = {}
        for key in ("to", "paths"):
            if part.has(key):
                paths |= self._paths(part, key, unit)
        facings = {
            self.model_named(item, (), name, key=True): item.integer(at_least=0, at_most=359)
            for name, item in part.entries("facings", optional=True)
        }
        return Charge(unit, target, paths, self._charge_facts(part), facings)

    def _charge_facts(self, part: Reader) -> ChargeFacts:
        if not part.has("facts"):
            return ChargeFacts()
        item = part.at("facts")
        item.mapping((), ("way", "difficult", "dangerous", "also"))
        return ChargeFacts(
            item.inches("way") if item.has("way") else None,
            item.boolean("difficult") if item.has("difficult") else None,
            tuple(self.model(one) for one in item.sequence("dangerous", ())),
            tuple(self._one_of(one, (), self.battle.units, "unit") for one in item.sequence("also", ())),
        )

    def fight(self, part: Reader) -> Fight:
        """Read whose combat is fought, and who touches and supports whom where that is declared."""
        keys = ("unit", "contacts", "supports", "cover", "blind", "engaged", "steps", "indoors")
        part.mapping((), keys, ("unit",))
        facts = CombatFacts(
            self._touching(part, "contacts"),
            self._touching(part, "supports"),
            part.integer("cover", at_least=0, at_most=6) if part.has("cover") else None,
            tuple(self.model(one) for one in part.sequence("blind", ())),
            {
                self._unit_named(item, name): item.integer(at_least=0)
                for name, item in part.entries("engaged", optional=True)
            },
            {
                self.model_named(item, (), name, key=True): item.integer(at_least=1)
                for name, item in part.entries("steps", optional=True)
            },
            tuple(self._one_of(one, (), self.battle.units, "unit") for one in part.sequence("indoors", ())),
        )
        return Fight(self.unit(part, "unit"), facts)

    def _touching(self, part: Reader, key: str) -> dict[str, tuple[str, ...]]:
        found = {}
        for name, item in part.entries(key, optional=True):
            listed = item.sequence() if isinstance(item.value(), list) else (item,)
            model = self.model_named(item, (), name, key=True)
            found[model] = tuple(self.model(one) for one in listed)
        return found

    def door(self, part: Reader) -> OperateDoor:
        """Read who opens or shuts which door."""
        part.mapping((), ("model", "door", "to"), ("model", "door"))
        door = self._one_of(part, "door", self.battle.table.doors, "door")
        return OperateDoor(self.model(part, "model"), door, part.choice("to", get_args(DoorState), "open"))

    def deploy(self, part: Reader) -> Deploy:
        """Read where the models of a unit are set up."""
        part.mapping((), ("unit", "places"), ("unit", "places"))
        unit = self.unit(part, "unit")
        if isinstance(part.value("places"), list):
            members = self.battle.units[unit].models if unit in self.battle.units else ()
            items = part.sequence("places")
            if len(items) != len(members):
                part.problem("places", f"{len(items)} places for {len(members)} models")
            return Deploy(unit, {m: place_in(item) for m, item in zip(members, items, strict=False)})
        return Deploy(unit, self._places(part, "places"))

    def adjust(self, part: Reader) -> Adjust:
        """Read what is put right by agreement."""
        keys = ("note", "places", "wounds", "casualties", "conditions", "clear", "clock", "score",
                "side names", "objectives", "doors", "walls", "structures")  # fmt: skip
        part.mapping((), keys)
        found: list[Change] = []
        for name, item in part.entries("places", optional=True):
            model = self.model_named(item, (), name, key=True)
            found.append(SetPlace(model, None if item.value() is None else place_in(item)))
        for name, item in part.entries("wounds", optional=True):
            found.append(SetWounds(self.model_named(item, (), name, key=True), item.integer()))
        for index, name in enumerate(part.texts("casualties", ())):
            model = self.model_named(part, ("casualties", index), name)
            if model in self.battle.models:
                found.append(SetWounds(model, self.battle.models[model].profile.w, True))
        for name, item in part.entries("conditions", optional=True):
            found += [SetCondition(name, condition_in(one)) for one in item.sequence()]
        for name, item in part.entries("clear", optional=True):
            found += [ClearCondition(name, condition_in(one).kind) for one in item.sequence()]
        if part.has("clock"):
            item = part.at("clock")
            item.mapping((), ("turn", "side", "step"), ("turn", "side", "step"))
            found.append(SetClock(item.integer("turn"), item.text("side"), item.text("step")))
        for name, item in part.entries("score", optional=True):
            found.append(SetScore(name, item.integer()))
        for name, item in part.entries("side names", optional=True):
            found.append(SetSideName(name, item.text(())))
        for name, item in part.entries("objectives", optional=True):
            owner = item.text(())
            found.append(SetObjective(name, "" if owner == "nobody" else owner))
        for name, item in part.entries("doors", optional=True):
            word = item.choice((), (*get_args(DoorState), "locked"))
            state: Any = "sealed" if word == "locked" else word
            found.append(SetDoor(name, state, word == "locked"))
        for name, item in part.entries("walls", optional=True):
            found.append(SetWall(name, item.choice((), get_args(WallState))))
        for name, item in part.entries("structures", optional=True):
            found.append(SetStructure(name, item.choice((), get_args(StructureKind))))
        return Adjust(tuple(found), part.text("note", ""))

    def overrule(self, part: Reader) -> Overrule:
        """Read a refused action that is done all the same."""
        verbs = tuple(verb for verb in VERBS if verb not in ("overrule", "adjust"))
        part.mapping((), (*verbs, "note"))
        value = part.value()
        given = [verb for verb in verbs if isinstance(value, dict) and verb in value]
        if len(given) != 1:
            part.problem((), "The overruling names no action", "one action, such as “move”")
            return Overrule(EndStep())
        inner: Any = VERBS[given[0]](self, part.at(given[0]))
        return Overrule(inner, part.text("note", ""))


def shifted(action: Action, battle: Battle, by: Point) -> Action:
    """Return a move (or an overruled one) with every model of its unit shifted from where it stands."""
    if isinstance(action, Overrule):
        inner: Any = shifted(action.action, battle, by)
        return msgspec.structs.replace(action, action=inner)
    if not isinstance(action, Move) or action.unit not in battle.units:
        return action
    paths = {
        model.id: (Waypoint(model.place.at.shifted(by.x, by.y), model.place.level),)
        for model in battle.standing(action.unit)
        if model.place is not None
    }
    return msgspec.structs.replace(action, paths=paths)


_SHORTHAND: Mapping[str, Callable[[ActionReader, Reader], Action]] = {
    "move": ActionReader.move,
    "run": lambda reader, part: reader.move(part, "run"),
    "roll terrain": ActionReader.allowance,
    "roll run": ActionReader.roll_run,
    "door": ActionReader.door,
    "shoot": ActionReader.shoot,
    "charge": ActionReader.charge,
    "roll assault": ActionReader.roll_assault,
    "fight": ActionReader.fight,
    "deploy": ActionReader.deploy,
    "adjust": ActionReader.adjust,
    "overrule": ActionReader.overrule,
}
_SPOKEN_ELSEWHERE = (Move, RollAllowance, OperateDoor, Shoot, Charge, Fight, Deploy, Adjust, Overrule)


def _generic(kind: type[Any]) -> Callable[[ActionReader, Reader], Action]:
    def read(reader: ActionReader, part: Reader) -> Action:
        action: Action = read_struct(kind, part, reader.names)
        return action

    return read


VERBS: Mapping[str, Callable[[ActionReader, Reader], Action]] = {
    **_SHORTHAND,
    **{
        spoken(str(kind.__struct_config__.tag)): _generic(kind)
        for kind in get_args(Action)
        if kind not in _SPOKEN_ELSEWHERE
    },
}
"""What a line of `do` can begin with, and how the rest of it is read: every action there is."""
