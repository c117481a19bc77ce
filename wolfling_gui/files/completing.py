"""Complete a scenario that cannot be played yet: sides, deployment zones and objectives are proposed.

A map on which nothing is drawn but walls is a scenario too. What it lacks is proposed, and everything else
that keeps it from being played stays a problem.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from msgspec.structs import replace

from wolfling_gui.core.battle import Side
from wolfling_gui.files.problems import Problem, Problems, ProblemsError
from wolfling_gui.files.proposals import propose_deployment, propose_objectives
from wolfling_gui.files.scenario import Scenario, ScenarioSide, parse_scenario, scenario_in
from wolfling_gui.files.scenario_write import scenario_text
from wolfling_gui.files.strict_yaml import load_file

Lacking = Literal["sides", "deployment", "objectives"]
SIDES = (Side("blue", "Blue"), Side("orange", "Orange"))
OBJECTIVES: Mapping[str, int] = {"capture_and_control": 2, "seize_ground": 3, "annihilation": 0, "random": 3}
"""How many objectives are proposed for each mission."""


@dataclass(frozen=True, slots=True)
class Completed:
    """Hold a scenario that can be played, what of it was only proposed, and what is odd in its file."""

    scenario: Scenario
    proposed: tuple[Lacking, ...] = ()
    warnings: tuple[Problem, ...] = ()


def read_playable(path: Path) -> Completed:
    """Read a scenario and propose what it lacks to be played.

    Raises ProblemsError with every problem when that is not enough, or the file cannot be read.
    """
    document = load_file(path)
    warnings = Problems()
    try:
        scenario = scenario_in(document, path.parent, warnings)
    except ProblemsError as error:
        try:
            draft = scenario_in(document, path.parent, draft=True)
        except ProblemsError:
            raise error from None
        found = complete(draft)
        try:
            parse_scenario(scenario_text(found.scenario), path.name, path.parent)
        except ProblemsError:
            raise error from None
        return found
    found = complete(scenario)
    return Completed(found.scenario, found.proposed, warnings.listed() if len(warnings) else ())


def complete(scenario: Scenario) -> Completed:
    """Return a scenario with two sides, zones for both and objectives, each proposed where it has none.

    Zones are not proposed beside a layout, which works them out, nor objectives where the set-up places them
    or nothing is played for.
    """
    proposed: list[Lacking] = []
    if len(scenario.sides) < 2:
        taken = {entry.side.id for entry in scenario.sides}
        more = [ScenarioSide(side) for side in SIDES if side.id not in taken]
        scenario = replace(scenario, sides=(*scenario.sides, *more)[:2])
        proposed.append("sides")
    table, mission = scenario.table, scenario.mission
    ids = [entry.side.id for entry in scenario.sides]
    have = {zone.side for zone in table.deployment}
    if not mission.layout and not set(ids[:2]) <= have:
        zones = propose_deployment(table, (ids[0], ids[1]))
        missing = [zone for zone in zones if zone.side not in have]
        table = replace(table, deployment=(*table.deployment, *missing))
        proposed.append("deployment")
        if not table.objectives and (count := OBJECTIVES.get(mission.id, 0)):
            markers = propose_objectives(table, count)
            table = replace(table, objectives={marker.id: marker for marker in markers})
            proposed.append("objectives")
        scenario = replace(scenario, table=table)
    return Completed(scenario, tuple(proposed))
