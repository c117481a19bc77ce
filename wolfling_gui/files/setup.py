"""Make a battle out of a scenario and the forces of its sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place, Roster, Squad, Unit
from wolfling_gui.files.scenario import Scenario, unit_id
from wolfling_gui.rules.classic.mission import fresh_clock


def new_battle(scenario: Scenario, rosters: Mapping[str, Roster] | None = None) -> Battle:
    """Return the battle at its very start; `rosters` by side take the place of those of the scenario.

    Squads become units side-squad with models side-squad-1, -2, …; models that the scenario places stand
    there. Raises ValueError naming a side that has no force, or a roster's side that does not exist.
    """
    given = dict(rosters or {})
    models: dict[str, Model] = {}
    units: dict[str, Unit] = {}
    for entry in scenario.sides:
        side = entry.side
        roster = given.pop(side.id, entry.roster)
        if roster is None:
            raise ValueError(f"{side.name} has no force; choose a roster for it")
        for squad in roster.squads:
            unit = unit_id(side.id, squad.id)
            found = squad_models(squad, unit, scenario.placed.get(unit, ()))
            models.update((model.id, model) for model in found)
            units[unit] = Unit(
                id=unit,
                name=squad.name,
                side=side.id,
                models=tuple(model.id for model in found),
                role=squad.role,
                points=squad.points,
                starting_size=len(found),
                rules=squad.rules,
            )
    if given:
        raise ValueError(f"The scenario has no side {', '.join(given)}")
    sides = tuple(entry.side for entry in scenario.sides)
    battle = Battle(
        ruleset=scenario.ruleset,
        table=scenario.table,
        sides=sides,
        models=models,
        units=units,
        kind=scenario.kind,
        mission=scenario.mission,
        score={side.id: 0 for side in sides},
        allowed_indoors=scenario.allowed_indoors,
    )
    return battle.with_clock(scenario.start or fresh_clock(battle))


def squad_models(squad: Squad, unit: str, places: tuple[Place, ...] = ()) -> tuple[Model, ...]:
    """Return the models of a squad with ids unit-1, unit-2, …, the first ones set down at `places`.

    A name borne by one model stays as it is; others are numbered: Breacher 1, Breacher 2.
    """
    borne = Counter[str]()
    for line in squad.lines:
        borne[line.name] += line.count
    used = Counter[str]()
    models: list[Model] = []
    for line in squad.lines:
        for _ in range(line.count):
            used[line.name] += 1
            index = len(models)
            models.append(
                Model(
                    id=f"{unit}-{index + 1}",
                    name=line.name if borne[line.name] == 1 else f"{line.name} {used[line.name]}",
                    unit=unit,
                    profile=line.profile,
                    weapons=line.weapons,
                    role=line.role,
                    place=places[index] if index < len(places) else None,
                    gear=line.gear,
                )
            )
    return tuple(models)


def with_forces(scenario: Scenario, rosters: Mapping[str, Roster]) -> Scenario:
    """Return the scenario with the forces of some sides replaced, standing in the scenario itself."""
    sides = tuple(
        msgspec.structs.replace(entry, force="", roster=rosters[entry.side.id])
        if entry.side.id in rosters
        else entry
        for entry in scenario.sides
    )
    return msgspec.structs.replace(scenario, sides=sides)
