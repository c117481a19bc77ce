"""Play whole battles by a simple player, from the roll-off to the score; check the shipped one."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.bot import Bot
from tests.record_demo import ORDERS
from wolfling_gui.core.changes import digest
from wolfling_gui.files.formats.importing import ImportOptions, import_map
from wolfling_gui.files.journal import fold, read_journal
from wolfling_gui.files.locations import resources_dir, rulesets_dir
from wolfling_gui.files.roster import read_roster
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.session.opening import begin
from wolfling_gui.session.verifying import verify

SCENARIOS = sorted((rulesets_dir() / "scenarios").glob("*.yaml"))
MAP = Path(__file__).parent / "data" / "uvtt" / "dungeonalchemist_rooms.dd2vtt"
DEMOS = sorted((resources_dir() / "demo").glob("*.wolfling"))


@pytest.mark.timeout(180)
@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.stem)
def test_a_battle_is_played_to_its_score_and_no_step_is_stuck(path: Path) -> None:
    scenario = read_scenario(path)
    orders = ORDERS if path.stem == "deck-seven-raid" else None
    if orders is None:
        # Two turns show as much as six, in a third of the time.
        short = msgspec.structs.replace(scenario.mission, last_turn=2, random_length=False)
        scenario = msgspec.structs.replace(scenario, mission=short)
    session = begin(scenario, keep=False, seed=2)
    done = Bot(session, orders).play(500)
    assert session.battle.clock.over
    assert done < 500
    assert {step.done.report.entries[-1].says for step in session.steps[-1:]} <= {
        "did.won",
        "did.draw",
        "did.wiped_out",
    }


@pytest.mark.timeout(180)
@pytest.mark.parametrize("seed", [4, 5])
def test_a_battle_on_an_imported_map_is_played_to_its_score(tmp_path: Path, seed: int) -> None:
    out = tmp_path / "rooms.yaml"
    import_map(MAP, out, ImportOptions(inches_per_square=2.0))
    scenario = read_scenario(out)
    mission = msgspec.structs.replace(scenario.mission, last_turn=6, random_length=False)
    scenario = msgspec.structs.replace(scenario, mission=mission)
    names = ("breach-team", "garrison")
    forces = [read_roster(rulesets_dir() / "rosters" / f"{name}.yaml") for name in names]
    rosters = {side.side.id: roster for side, roster in zip(scenario.sides, forces, strict=True)}
    session = begin(scenario, rosters, keep=False, seed=seed)
    assert Bot(session).play(500) < 500
    assert session.battle.clock.over
    told = [entry.says for step in session.steps for entry in step.done.report.entries]
    assert session.battle.clock.turn == 6 or told[-1] == "did.wiped_out"
    assert told.count("did.moved") > 5


@pytest.mark.parametrize("path", DEMOS, ids=lambda path: path.stem)
def test_the_shipped_battle_still_comes_out_as_it_was_recorded(path: Path) -> None:
    read = read_journal(path)
    steps, problem = verify(read)
    assert problem is None
    assert steps > 50
    folded = fold(read, thorough=True)
    assert folded.battle.clock.over
    assert digest(folded.battle) == read.history.steps[folded.here].done.digest
