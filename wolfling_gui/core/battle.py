"""The battle: one immutable value, and the only functions that make a changed one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from wolfling_gui.core.clock import Clock
from wolfling_gui.core.defaults import always
from wolfling_gui.core.forces import Condition, ConditionKind, Model, Place, Unit
from wolfling_gui.core.table import Table

BattleKind = Literal["shipboard", "building_interior", "cityfight", "open"]
Edge = Literal["north", "east", "south", "west"]


class Side(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold a side: its id, the name the players gave it, and the table edge it calls its own."""

    id: str
    name: str
    edge: Edge | Literal[""] = ""


class Mission(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold what is played for, how long, and how the sides deploy.

    `id` and `layout` are "random" until they are settled; an empty `layout` means zones drawn on the table.
    `night` is the number of game turns fought by night from the first on.
    """

    id: str = always("capture_and_control")
    last_turn: int = 0
    random_length: bool = False
    layout: str = ""
    night: int = 0


class SetUp(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold how far the set-up has come: who won the roll-off, and how many objectives are to be placed."""

    winner: str = ""
    objectives: int = 0


class Battle(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold everything that is true of a battle at one moment; change it only through its `with_` methods.

    With `real_table` its models stand at a real table: where is seen there and not kept here.
    """

    ruleset: str
    table: Table
    sides: tuple[Side, ...]
    models: Mapping[str, Model]
    units: Mapping[str, Unit]
    clock: Clock = always(Clock())
    kind: BattleKind = always("shipboard")
    mission: Mission = always(Mission())
    set_up: SetUp | None = msgspec.field(default=None, name="setup")
    score: Mapping[str, int] = {}
    won_by: str = ""
    phase_start: Mapping[str, int] = {}
    allowed_indoors: Mapping[str, tuple[str, ...]] = {}
    real_table: bool = False

    def with_model(self, model: Model) -> Battle:
        """Return the battle with one model replaced or added."""
        return msgspec.structs.replace(self, models={**self.models, model.id: model})

    def with_models(self, models: Iterable[Model]) -> Battle:
        """Return the battle with several models replaced or added."""
        return msgspec.structs.replace(self, models={**self.models, **{m.id: m for m in models}})

    def with_place(self, model: str, place: Place | None) -> Battle:
        """Return the battle with one model set down somewhere, or taken off the table."""
        return self.with_model(msgspec.structs.replace(self.models[model], place=place))

    def with_places(self, places: Mapping[str, Place]) -> Battle:
        """Return the battle with several models set down somewhere."""
        return self.with_models(msgspec.structs.replace(self.models[n], place=p) for n, p in places.items())

    def fallen_since(self, before: Battle) -> tuple[str, ...]:
        """Return the models that are casualties here and lived in another moment of the battle."""
        was = before.models
        return tuple(
            m.id for m in self.models.values() if m.casualty and m.id in was and not was[m.id].casualty
        )

    def at_real_table(self) -> Battle:
        """Return the battle taken to a real table: nobody has a place any more."""
        models = {m.id: msgspec.structs.replace(m, place=None) for m in self.models.values()}
        return msgspec.structs.replace(self, models=models, real_table=True)

    def with_unit(self, unit: Unit) -> Battle:
        """Return the battle with one unit replaced or added."""
        return msgspec.structs.replace(self, units={**self.units, unit.id: unit})

    def with_condition(self, unit: str, condition: Condition) -> Battle:
        """Return the battle with a condition laid on a unit."""
        return self.with_unit(self.units[unit].with_condition(condition))

    def without_condition(self, unit: str, *kinds: ConditionKind) -> Battle:
        """Return the battle with a unit freed of its conditions of these kinds."""
        return self.with_unit(self.units[unit].without(*kinds))

    def with_table(self, table: Table) -> Battle:
        """Return the battle on a changed table."""
        return msgspec.structs.replace(self, table=table)

    def with_clock(self, clock: Clock) -> Battle:
        """Return the battle at another moment."""
        return msgspec.structs.replace(self, clock=clock)

    def with_mission(self, mission: Mission) -> Battle:
        """Return the battle played for something else, or with its deployment settled."""
        return msgspec.structs.replace(self, mission=mission)

    @property
    def setup(self) -> SetUp:
        """Return how far the set-up has come; nothing is kept before there is something to keep."""
        return self.set_up or SetUp()

    def with_setup(self, setup: SetUp) -> Battle:
        """Return the battle at another point of its set-up."""
        return msgspec.structs.replace(self, set_up=None if setup == SetUp() else setup)

    def with_side(self, side: Side) -> Battle:
        """Return the battle with one side replaced."""
        sides = tuple(side if found.id == side.id else found for found in self.sides)
        return msgspec.structs.replace(self, sides=sides)

    def with_score(self, side: str, points: int) -> Battle:
        """Return the battle with a side's score set."""
        return msgspec.structs.replace(self, score={**self.score, side: points})

    def with_phase_start(self, counts: Mapping[str, int]) -> Battle:
        """Return the battle with the number of models each unit had when the phase began."""
        return msgspec.structs.replace(self, phase_start=dict(counts))

    def with_winner(self, side: str) -> Battle:
        """Return the battle won by a side; an empty name is a draw."""
        return msgspec.structs.replace(self, won_by=side)

    def side(self, side: str) -> Side:
        """Return a side by its id; raises KeyError for an unknown one."""
        for found in self.sides:
            if found.id == side:
                return found
        raise KeyError(side)

    def side_index(self, side: str) -> int:
        """Return the number of a side, 0 for the first, for its colour and plate."""
        return next(i for i, found in enumerate(self.sides) if found.id == side)

    def members(self, unit: str) -> tuple[Model, ...]:
        """Return the models of a unit that live, in the unit's order."""
        found = (self.models[m] for m in self.units[unit].models)
        return tuple(m for m in found if not m.casualty)

    def standing(self, unit: str) -> tuple[Model, ...]:
        """Return the living models of a unit that stand on the table."""
        return tuple(m for m in self.members(unit) if m.place is not None)

    def side_of(self, model: str) -> str:
        """Return the side a model fights for."""
        return self.units[self.models[model].unit].side

    def units_of(self, side: str) -> tuple[Unit, ...]:
        """Return the units of a side in the battle's order."""
        return tuple(u for u in self.units.values() if u.side == side)

    def on_table(self) -> tuple[Model, ...]:
        """Return every living model that stands on the table."""
        return tuple(m for m in self.models.values() if m.on_table)

    def enemies_of(self, side: str) -> tuple[Model, ...]:
        """Return the living models on the table that fight for another side."""
        return tuple(m for m in self.on_table() if self.units[m.unit].side != side)
