"""Build the battle that window tests play: Deck Seven, both forces on their places."""

from __future__ import annotations

from pathlib import Path

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.journal_writer import JournalWriter
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.files.setup import new_battle
from wolfling_gui.rules.registry import build
from wolfling_gui.session.session import Session

SCENARIO = "deck-seven-raid.yaml"
SPOTS = {
    "blue-breachers": [(14.9, 12.55), (13.35, 13.85), (16.5, 12.1), (13.0, 11.5), (13.5, 9.4)],
    "blue-wardens": [(4.7, 3.7), (3.2, 2.4), (4.9, 1.8), (6.2, 3.6)],
    "orange-riflemen": [(14.2, 20.0), (16.6, 19.5), (14.6, 18.3), (17.6, 17.6), (15.9, 16.5)],
    "orange-scouts": [(28.8, 9.9), (27.3, 9.3), (26, 9.5), (25, 10)],
    "orange-brutes": [(3.0, 17.6), (5.2, 16.2)],
    "orange-marksman": [(21.5, 4.7)],
}
MINE, THEIRS, HIDDEN = "blue-breachers", "orange-riflemen", "orange-brutes"


def deck_battle(step: str = "shooting", turn: int = 3) -> Battle:
    """Return the battle in a step of Blue's turn."""
    battle = new_battle(read_scenario(rulesets_dir() / "scenarios" / SCENARIO))
    for unit, spots in SPOTS.items():
        for model, spot in zip(battle.units[unit].models, spots, strict=True):
            battle = battle.with_place(model, Place(at(*spot)))
    battle = battle.with_clock(Clock(turn, "blue", step, ("blue", "orange")))
    return battle.with_score("blue", 2).with_score("orange", 1)


def deck_session(step: str = "shooting", turn: int = 3, path: Path | None = None, seed: int = 3) -> Session:
    """Return a session over the battle, kept in memory or in a journal."""
    battle = deck_battle(step, turn)
    header = Header(battle, "Deck Seven raid", battle.ruleset, seed=seed)
    rules = build(battle.ruleset, load_catalogue(battle.ruleset))
    return Session(rules, header, JournalWriter(path, header) if path is not None else None)


def table_session(step: str = "shooting", turn: int = 3) -> Session:
    """Return a session over the battle at a real table."""
    battle = deck_battle(step, turn).at_real_table()
    rules = build(battle.ruleset, load_catalogue(battle.ruleset))
    return Session(rules, Header(battle, "Deck Seven raid", battle.ruleset, seed=3))


def set_up_session() -> Session:
    """Return a session at the very beginning of the scenario."""
    battle = new_battle(read_scenario(rulesets_dir() / "scenarios" / SCENARIO))
    rules = build(battle.ruleset, load_catalogue(battle.ruleset))
    return Session(rules, Header(battle, "Deck Seven raid", battle.ruleset, seed=3))
