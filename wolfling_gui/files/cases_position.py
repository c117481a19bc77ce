"""Read the position of a rule case: its table or map, units in shorthand, and the clock."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, get_args

import msgspec

from wolfling_gui.core.battle import Battle, BattleKind, Edge, Side
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import (
    Condition,
    ConditionKind,
    Model,
    Place,
    Profile,
    Role,
    Unit,
    Weapon,
)
from wolfling_gui.core.lengths import Point, inches
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import DoorState, WallState
from wolfling_gui.files import roster
from wolfling_gui.files.problems import did_you_mean, shown
from wolfling_gui.files.reader import Reader, Step
from wolfling_gui.files.scenario_table import TableReader
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.classic.characters import joined
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.limits import usual_base
from wolfling_gui.rules.special_rules import as_rule
from wolfling_gui.rules.states import is_lone

PIECES = (
    "structures", "ruins", "walls", "rooms", "corridors", "sections", "doors", "areas", "impassable",
    "obstacles", "objectives", "deployment",
)  # fmt: skip
TABLE_PARTS = ("table", "kind", *PIECES)
POSITION_KEYS = (
    *TABLE_PARTS, "map", "sides", "profiles", "weapons", "units", "clock", "mission", "set up", "score",
    "allowed indoors", "real table",
)  # fmt: skip
CHARACTERISTICS = ("WS", "BS", "S", "T", "W", "I", "A", "Ld")
PROFILE_KEYS = (*CHARACTERISTICS, "Sv", "invulnerable", "toughness bonus", "type", "base", "height")
UNIT_KEYS = (
    "side", "name", "profile", "models", "row", "weapons", "role", "points", "rules", "conditions",
    "reserve", "starting size", "joined", *PROFILE_KEYS,
)  # fmt: skip
MODEL_KEYS = (
    "id", "at", "level", "facing", "profile", "weapons", "lost", "casualty", "role", "gear", "rules",
    *PROFILE_KEYS,
)  # fmt: skip
USUAL = Profile("Trooper", ws=4, bs=4, s=4, t=4, w=1, i=4, a=1, ld=8, sv=0)
"""The profile of a model of which the case says nothing."""

EDGES: tuple[Edge, ...] = get_args(Edge)
KINDS: tuple[BattleKind, ...] = get_args(BattleKind)
MOST_MODELS = 200
_FIELDS = {"WS": "ws", "BS": "bs", "S": "s", "T": "t", "W": "w", "I": "i", "A": "a", "Ld": "ld"}


class CaseTable(TableReader):
    """Read a table written in a case: without one it is 48 by 48 inches; a map's pieces are kept."""

    def __init__(
        self,
        reader: Reader,
        kind: BattleKind,
        sides: tuple[str, ...],
        under: Table | None = None,
        catalogue: Catalogue | None = None,
    ) -> None:
        """Begin with the reader of a case, or of a map, and the table it adds to."""
        super().__init__(reader, kind, sides, catalogue)
        self.under = under
        if under is not None:
            self.structures.update(under.structures)
            self.zones.update(under.zones)
            self.walls.update(under.walls)

    def _sections_of_ruins(self) -> None:
        """Leave the floors of ruins as they are: the rules divide them into sections (WO-TER-4)."""

    def _size(self) -> None:
        if self.under is not None:
            self.width, self.height = self.under.width, self.under.height
            self.floor_height = self.under.floor_height
            if self.reader.has("table"):
                self.reader.problem(
                    "table", "The map has a size of its own", hint="Remove “table”.", key=True
                )
        elif self.reader.has("table"):
            super()._size()
        else:
            self.width = self.height = inches(48)
            self.floor_height = inches(3)

    def whole(self) -> Table:
        """Return the table with the pieces of the map under it."""
        found = self.read()
        under = self.under
        if under is None:
            return found
        return msgspec.structs.replace(
            found,
            doors={**under.doors, **found.doors},
            areas={**under.areas, **found.areas},
            obstacles={**under.obstacles, **found.obstacles},
            objectives={**under.objectives, **found.objectives},
            deployment=(*under.deployment, *found.deployment),
        )


class PositionReader:
    """Read one case's position; `shared` is the top of its file, whose maps and profiles all cases use."""

    def __init__(
        self, reader: Reader, shared: Reader, under: Table | None, kind: BattleKind, catalogue: Catalogue
    ) -> None:
        """Begin with a case, the top of its file, the map under both, if any, and the rules of the case."""
        self.catalogue = catalogue
        self.reader = reader
        self.shared = shared
        self.under = under
        self.kind = kind
        self.profiles = {**self._profiles(shared), **(self._profiles(reader) if reader is not shared else {})}
        self.weapons = {**self._weapons(shared), **(self._weapons(reader) if reader is not shared else {})}
        self.sides = self._sides()

    def read(self, ruleset: str) -> Battle:
        """Return the battle as far as it could be read, at the start of its Movement phase."""
        table = self._table()
        units: dict[str, Unit] = {}
        models: dict[str, Model] = {}
        for name, part in self.reader.entries("units", optional=True):
            unit, members = self._unit(name, part)
            units[name] = unit
            for model in members:
                if model.id in models:
                    part.problem((), f"The model id {model.id} is in use", "another id", key=True)
                models[model.id] = model
        ids = tuple(side.id for side in self.sides)
        battle = Battle(
            ruleset=ruleset,
            table=table,
            sides=self.sides,
            models=models,
            units=units,
            clock=Clock(1, ids[0] if ids else "", "movement", ids),
            kind=self.kind,
            score=self._score(),
            allowed_indoors=self._allowed(),
        )
        if self._either("real table").boolean("real table", False):
            battle = battle.at_real_table()
        battle = battle.with_phase_start(sizes(battle))
        return self._joined(battle)

    def _joined(self, battle: Battle) -> Battle:
        """Return the battle with the characters in the units that they have joined."""
        for name, part in self.reader.entries("units", optional=True):
            host = part.text("joined", "")
            if host and _known(part, host, battle.units, "unit"):
                if host == name or not is_lone(battle, battle.units[name]):
                    part.problem("joined", f"{name} is no independent character on his own")
                else:
                    battle = joined(battle, name, host)
        return battle

    # ------------------------------------------------------------------ table and sides

    def _sides(self) -> tuple[Side, ...]:
        part = self._either("sides")
        value = part.value("sides")
        if value is None:
            return (Side("blue", "Blue", "south"), Side("red", "Red", "north"))
        if isinstance(value, list):
            names = part.texts("sides")
            edges: tuple[Edge | Literal[""], ...] = ("south", "north", "", "")
            return tuple(Side(name, name.capitalize(), edges[i]) for i, name in enumerate(names[:4]))
        given: dict[str, Edge | Literal["none"]] = {
            name: item.choice((), (*EDGES, "none")) for name, item in part.entries("sides")
        }
        return tuple(
            Side(name, name.capitalize(), "" if edge == "none" else edge) for name, edge in given.items()
        )

    def _table(self) -> Table:
        sides = tuple(side.id for side in self.sides)
        states = self.reader.value("doors")
        opened = isinstance(states, dict)
        ruined = isinstance(self.reader.value("walls"), dict)
        source = self.reader
        if opened or ruined:
            source = _Without(self.reader, tuple(k for k, on in (("doors", opened), ("walls", ruined)) if on))
        table = CaseTable(source, self.kind, sides, self.under, self.catalogue).whole()
        return with_states(self.reader, table)

    def _score(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for side, item in self.reader.entries("score", optional=True):
            if _known(item, side, [s.id for s in self.sides], "side"):
                found[side] = item.integer(at_least=-100, at_most=10_000)
        return found

    def _allowed(self) -> dict[str, tuple[str, ...]]:
        return {
            structure: tuple(as_rule(text) for text in item.texts())
            for structure, item in self.reader.entries("allowed indoors", optional=True)
        }

    def _either(self, key: str) -> Reader:
        return self.reader if self.reader.has(key) or self.reader is self.shared else self.shared

    # ------------------------------------------------------------------ forces

    def _profiles(self, reader: Reader) -> dict[str, Profile]:
        found: dict[str, Profile] = {}
        for name, part in reader.entries("profiles", optional=True):
            part.mapping((), ("name", "rules", *PROFILE_KEYS))
            base = msgspec.structs.replace(
                USUAL, name=part.text("name", name.capitalize()), rules=roster.rules_in(part)
            )
            found[name] = self._changed(part, base)
        return found

    def _weapons(self, reader: Reader) -> dict[str, Weapon]:
        return {name: roster.weapon_in(part, name) for name, part in reader.entries("weapons", optional=True)}

    def _profile(self, part: Reader, usual: Profile) -> Profile:
        if part.has("profile"):
            name = part.text("profile")
            if name in self.profiles:
                usual = self.profiles[name]
            elif name:
                hint = did_you_mean(name, self.profiles) or "Add it under “profiles”."
                part.problem("profile", f"There is no profile {shown(name)}", hint=hint)
        return self._changed(part, usual)

    def _changed(self, part: Reader, usual: Profile) -> Profile:
        return changed_profile(part, usual, self.catalogue)

    def _carried(self, part: Reader, usual: tuple[Weapon, ...]) -> tuple[Weapon, ...]:
        if not part.has("weapons"):
            return usual
        found: list[Weapon] = []
        for index, name in enumerate(part.texts("weapons")):
            if name in self.weapons:
                found.append(self.weapons[name])
            elif name:
                hint = did_you_mean(name, self.weapons) or "Add it under “weapons”."
                part.problem(("weapons", index), f"There is no weapon {shown(name)}", hint=hint)
        return tuple(found)

    def _unit(self, name: str, part: Reader) -> tuple[Unit, list[Model]]:
        part.mapping((), UNIT_KEYS)
        if not roster.ID.match(name):
            part.problem((), f"“{name}” is no id", roster.ID_EXPECTED, key=True)
        sides = tuple(side.id for side in self.sides)
        profile = self._profile(part, USUAL)
        carried = self._carried(part, ())
        models = self._models(name, part, profile, carried)
        unit = Unit(
            id=name,
            name=part.text("name", name.replace("-", " ").capitalize()),
            side=part.choice("side", sides, sides[0] if sides else ""),
            models=tuple(model.id for model in models),
            role=part.text("role", "troops"),
            points=part.integer("points", 0, at_least=0, at_most=10_000),
            starting_size=part.integer("starting size", len(models), at_least=1, at_most=MOST_MODELS),
            conditions=tuple(self._condition(item) for item in part.sequence("conditions", ())),
            rules=roster.rules_in(part),
            in_reserve=part.text("reserve", ""),
        )
        return unit, models

    def _models(self, unit: str, part: Reader, profile: Profile, carried: tuple[Weapon, ...]) -> list[Model]:
        places: list[tuple[str, Place | None, Reader | None]] = []
        value = part.value("models")
        if isinstance(value, int) and not isinstance(value, bool):
            count = part.integer("models", at_least=1, at_most=MOST_MODELS)
            places += [("", None, None)] * count
        elif isinstance(value, dict):
            for name, item in part.entries("models"):
                places.append((name, *self._model_place(item)))
        elif value is not None:
            places += [("", *self._model_place(item)) for item in part.sequence("models")]
        if part.has("row"):
            places += self._row(part.at("row"))
        if not places:
            part.problem((), f"The unit {unit} has no models", "“models” or “row”", key=True)
        found = []
        for number, (name, place, details) in enumerate(places, start=1):
            model = Model(name or f"{unit}-{number}", profile.name, unit, profile, carried, place=place)
            found.append(self._detailed(details, model) if details is not None else model)
        return found

    def _row(self, part: Reader) -> list[tuple[str, Place | None, Reader | None]]:
        part.mapping((), ("from", "step", "count", "level"), ("from", "count"))
        start = part.point("from")
        step = part.point("step", Point(inches(1), 0))
        level = part.integer("level", 0, at_least=0, at_most=20)
        count = part.integer("count", 1, at_least=1, at_most=MOST_MODELS)
        return [("", Place(start.shifted(step.x * n, step.y * n), level), None) for n in range(count)]

    def _model_place(self, item: Reader) -> tuple[Place | None, Reader | None]:
        value = item.value()
        if isinstance(value, dict):
            item.mapping((), MODEL_KEYS)
            if not item.has("at"):
                return None, item
            place = place_in(item, "at")
            level = item.integer("level", place.level, at_least=0, at_most=20)
            return Place(place.at, level, item.integer("facing", 0, at_least=0, at_most=359)), item
        return place_in(item), None

    def _detailed(self, item: Reader, model: Model) -> Model:
        profile = self._profile(item, model.profile)
        if item.has("rules"):
            own = tuple(dict.fromkeys((*profile.rules, *roster.rules_in(item))))
            profile = msgspec.structs.replace(profile, rules=own)
        lost = item.integer("lost", 0, at_least=0, at_most=10)
        return msgspec.structs.replace(
            model,
            id=item.text("id", model.id),
            name=profile.name,
            profile=profile,
            weapons=self._carried(item, model.weapons),
            wounds_lost=lost,
            casualty=item.boolean("casualty", False),
            role=item.choice("role", get_args(Role), "plain"),
            gear=item.texts("gear", ()),
        )

    def _condition(self, item: Reader) -> Condition:
        return condition_in(item)


def with_states(reader: Reader, table: Table) -> Table:
    """Return a table with doors and walls in the states that a case gives them by their ids."""
    for name, item in reader.entries("doors") if isinstance(reader.value("doors"), dict) else ():
        word = item.choice((), (*get_args(DoorState), "locked"))
        if _known(item, name, table.doors, "door"):
            state: Any = "sealed" if word == "locked" else word
            door = msgspec.structs.replace(table.doors[name], state=state, locked=word == "locked")
            table = table.with_door(door)
    for name, item in reader.entries("walls") if isinstance(reader.value("walls"), dict) else ():
        state = item.choice((), get_args(WallState))
        if _known(item, name, table.walls, "wall"):
            table = table.with_wall(msgspec.structs.replace(table.walls[name], state=state))
    return table


def _known(item: Reader, name: str, known: Iterable[str], what: str) -> bool:
    if name in known:
        return True
    item.problem((), f"There is no {what} {shown(name)}", hint=did_you_mean(name, known), key=True)
    return False


def condition_in(item: Reader) -> Condition:
    """Read a condition: its name, or a mapping with what it is about and for how long it holds."""
    if not isinstance(item.value(), dict):
        return Condition(_kind(item, ()), "")
    item.mapping((), ("kind", "rule", "inches", "amount", "about", "until", "side"), ("kind",))
    amount = item.inches("inches") if item.has("inches") else item.integer("amount", 0)
    return Condition(
        _kind(item, "kind"),
        item.text("rule", ""),
        amount,
        item.text("about", ""),
        item.choice("until", ("phase", "turn", "own_turn", "battle"), "turn"),
        item.text("side", ""),
    )


def _kind(item: Reader, step: Step) -> Any:
    kinds = get_args(ConditionKind)
    value = item.value(step)
    if isinstance(value, str) and as_rule(value) in kinds:
        return as_rule(value)
    spoken = [kind.replace("_", " ") for kind in kinds]
    hint = did_you_mean(value, spoken) if isinstance(value, str) else ""
    item.problem(step, f"{shown(value)} is no condition", ", ".join(spoken), hint)
    return "moved"


def changed_profile(part: Reader, usual: Profile, catalogue: Catalogue) -> Profile:
    """Return a profile with what a part of the case says otherwise: characteristics, save, type, base.

    Characteristics may be more than there are, so that cases can show what the rules say of it.
    """
    changes: dict[str, Any] = {}
    for key, field in _FIELDS.items():
        if part.has(key):
            changes[field] = part.integer(key, at_least=0, at_most=20)
    if part.has("Sv"):
        changes["sv"] = roster.save_in(part, "Sv")
    if part.has("invulnerable"):
        changes["invulnerable"] = roster.save_in(part, "invulnerable")
    if part.has("toughness bonus"):
        changes["toughness_bonus"] = part.integer("toughness bonus", at_least=0, at_most=5)
    if part.has("type"):
        changes["unit_type"] = roster.word_in(part, "type", roster.UNIT_TYPES, "infantry")
        changes["base"] = usual_base(catalogue, changes["unit_type"])
    if part.has("base"):
        changes["base"] = roster.base_in(part, catalogue)
    if part.has("height"):
        changes["height"] = part.inches("height", at_least=0.1, at_most=20)
    return msgspec.structs.replace(usual, **changes) if changes else usual


def place_in(part: Reader, step: Step = ()) -> Place:
    """Read a place as [x, y] or [x, y, level], in inches."""
    value = part.value(step)
    path = step if isinstance(step, tuple) else (step,)
    if isinstance(value, list) and len(value) == 3:
        x, y = (part.inches((*path, index), at_least=-1000) for index in (0, 1))
        return Place(Point(x, y), part.integer((*path, 2), at_least=0, at_most=20))
    return Place(part.point(step))


def sizes(battle: Battle) -> dict[str, int]:
    """Return how many models of each unit count at the start of a phase: guns do not (CL-UT-12)."""
    return {name: sum(1 for m in battle.members(name) if not is_gun(m)) for name in battle.units}


class _Without(Reader):
    """Read a part of a document as if some of its keys were not there."""

    __slots__ = ("hidden",)

    def __init__(self, reader: Reader, hidden: tuple[str, ...]) -> None:
        super().__init__(reader.document, reader.problems, reader.path)
        self.hidden = hidden

    def _found(self, step: Step) -> Any:
        if step in self.hidden:
            return super()._found("not there")
        return super()._found(step)


def usual_clock(battle: Battle, moments: Mapping[str, str], verb: str, side: str) -> Clock:
    """Return the moment in which an action belongs: its step, and the turn of the side that acts."""
    step = moments.get(verb, "movement")
    turn = 1 if step in ("movement", "shooting", "assault", "combat") else 0
    clock = battle.clock
    acting = side or clock.side
    unordered = step in ("mission", "layout", "roll_off")
    return Clock(turn, "" if unordered else acting, step, () if unordered else clock.order)
