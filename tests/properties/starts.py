"""Battles for random play: every shipped scenario with every pair of shipped forces that fits it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec

from wolfling_gui.core.battle import Mission
from wolfling_gui.core.forces import Roster
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.roster import read_roster
from wolfling_gui.files.scenario import Scenario, read_scenario
from wolfling_gui.rules.classic.layouts import LAYOUTS
from wolfling_gui.rules.classic.mission import MISSIONS
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.special_rules import OF_UNITS
from wolfling_gui.session.opening import begin, force_findings, ruleset_with
from wolfling_gui.session.session import Session

SCENARIOS = sorted((rulesets_dir() / "scenarios").glob("*.yaml"))
ROSTERS = sorted((rulesets_dir() / "rosters").glob("*.yaml"))
BORNE = sorted(OF_UNITS - {"vehicle", "infiltrators"})


@cache
def pairings(path: Path) -> tuple[tuple[str, str], ...]:
    """Return the pairs of shipped forces that may meet on a scenario, by the stems of their files."""
    scenario = read_scenario(path)
    rules = ruleset_with(scenario.ruleset)
    rosters = {found.stem: read_roster(found) for found in ROSTERS}
    mine = {name: roster for name, roster in rosters.items() if roster.ruleset == scenario.ruleset}
    first, second = (entry.side.id for entry in scenario.sides)
    return tuple(
        (one, other)
        for one, roster in mine.items()
        for other, enemy in mine.items()
        if not forbids(force_findings(rules, scenario, {first: roster, second: enemy}))
    )


def fresh(path: Path, seed: int, journal: Path | None = None) -> Session:
    """Return a battle on a scenario with the forces and the mission drawn by a seed."""
    scenario, rosters = drawn(path, seed)
    return begin(scenario, rosters, path=journal, keep=journal is not None, seed=seed)


def drawn(path: Path, seed: int) -> tuple[Scenario, dict[str, Roster]]:
    """Return a scenario and forces for it: as it ships with seed 1, then with other forces and missions.

    Every other force bears special rules at random; every third battle settles its mission and zones in the
    set-up.
    """
    scenario = read_scenario(path)
    chance = random.Random(seed)
    rosters: dict[str, Roster] = {}
    if seed > 1:
        listed = pairings(path)
        names = listed[seed % len(listed)]
        for entry, name in zip(scenario.sides, names, strict=True):
            roster = read_roster(rulesets_dir() / "rosters" / f"{name}.yaml")
            rosters[entry.side.id] = dressed(roster, chance) if seed % 2 else roster
    if seed % 3 == 0:
        scenario = open_mission(scenario, chance)
    return scenario, rosters


def dressed(roster: Roster, chance: random.Random) -> Roster:
    """Return a force some squads of which bear special rules more."""
    squads = tuple(
        msgspec.structs.replace(squad, rules=(*squad.rules, *chance.sample(BORNE, chance.randint(0, 2))))
        for squad in roster.squads
    )
    return msgspec.structs.replace(roster, squads=squads)


def open_mission(scenario: Scenario, chance: random.Random) -> Scenario:
    """Return the scenario without zones and objectives of its own, to be settled in the set-up."""
    mission = Mission(
        chance.choice(("random", *MISSIONS)),
        chance.randint(3, 6),
        chance.random() < 0.5,
        chance.choice(("random", *LAYOUTS)),
        chance.choice((0, 0, 1)),
    )
    table = msgspec.structs.replace(scenario.table, deployment=(), objectives={})
    return msgspec.structs.replace(scenario, mission=mission, table=table)


def seeds() -> Iterator[int]:
    """Yield numbers for battles without end."""
    number = 1
    while True:
        yield number
        number += 1
