"""Random play that begins at close quarters: assaults, combats and what follows keep every promise."""

from __future__ import annotations

import random
from collections import Counter

import msgspec
import pytest

from tests.builders import CARBINE, PISTOL, TROOPER, Position, bare_table, ruleset, session
from tests.properties.player import Player
from tests.properties.promises import offers_hold, one_step
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Profile, Weapon
from wolfling_gui.core.lengths import at
from wolfling_gui.core.terrain import Area, Wall
from wolfling_gui.session.session import Session

BLADE = Weapon("Blade", "close_combat", s=0)
FIST = Weapon("Fist", "close_combat", s=0, rules=("energy_fist",))
CLAW = Weapon("Claw", "close_combat", s=0, rules=("paired_claw",))
HAMMER = Weapon("Hammer", "close_combat", s=0, rules=("shock_hammer",))
SWORD = Weapon("Sword", "close_combat", s=0, rules=("energy_weapon",))
VENOM = Weapon("Venom", "close_combat", s=0, rules=("poisoned", "rending"))
KITS = [
    (CARBINE,), (PISTOL, BLADE), (FIST, PISTOL), (CLAW, CLAW), (HAMMER,), (SWORD, FIST), (VENOM,), (),
]  # fmt: skip
TYPES = ["infantry", "infantry", "jump_infantry", "beast", "bike"]
BORNE = [
    (), (), ("fearless",), ("furious_charge",), ("counter_attack",), ("hit_and_run",), ("they_know_no_fear",),
    ("preferred_enemy",), ("feel_no_pain",), ("assault_grenades",), ("defensive_grenades",),
    ("cannot_sweep",),
    ("slow_and_purposeful",), ("stubborn",),
]  # fmt: skip


def profile(chance: random.Random) -> Profile:
    return msgspec.structs.replace(
        TROOPER,
        unit_type=chance.choice(TYPES),
        ws=chance.randint(2, 5),
        i=chance.randint(1, 6),
        a=chance.randint(1, 3),
        w=chance.choice([1, 1, 2, 3]),
        ld=chance.randint(5, 10),
        sv=chance.choice([0, 3, 5]),
    )


def melee(seed: int) -> Battle:
    """Return four units a few inches from each other, with a wall and a wood in every other battle."""
    chance = random.Random(seed)
    table = bare_table()
    if seed % 2:
        corners = (at(22, 18), at(24, 18), at(24, 32), at(22, 32))
        wood = Area("T1", corners, "wood", terrain="difficult", dangerous=chance.random() < 0.5)
        wall = Wall("W1", at(26.5, 15), at(26.5, 19))
        table = msgspec.structs.replace(table, areas={"T1": wood}, walls={"W1": wall})
    built = Position(table, chance.choice(["classic", "wolfling"]))
    for number, (name, side) in enumerate(
        (("a", "blue"), ("b", "blue"), ("x", "orange"), ("y", "orange")),
    ):
        x = 20.0 if side == "blue" else 20 + chance.uniform(3.5, 5.8)
        y = 18 + 7 * (number % 2) + chance.uniform(-1, 1)
        spots = [(x, y + 1.3 * n) for n in range(chance.randint(1, 5))]
        built.unit(
            name, side, spots, profile(chance), chance.choice(KITS), base_mm=25, rules=chance.choice(BORNE)
        )
    return built.battle("assault")


EVENTFUL = (2, 4, 6, 8, 12, 14, 16, 18, 22, 24)
"""Battles in which much comes about."""


def told(running: Session) -> Counter[str]:
    return Counter(entry.says for step in running.steps for entry in step.done.report.entries)


@pytest.mark.timeout(300)
def test_random_fights_keep_every_promise(request: pytest.FixtureRequest) -> None:
    battles = range(400) if request.config.getoption("--long") else EVENTFUL
    says: Counter[str] = Counter()
    for seed in battles:
        battle = melee(seed)
        running = session(battle, ruleset(battle.ruleset), seed)
        player = Player(running.rules, seed)
        for _ in range(22):
            if running.battle.clock.over:
                break
            one_step(running, player)
        if seed % 4 == 2:
            offers_hold(session(battle, ruleset(battle.ruleset), seed))
        says += told(running)
    assert says["did.assaulted"] > len(battles) // 2
    assert says["did.scored"] > len(battles) // 2
    for happened in ("did.step", "did.hit", "did.engaged", "did.piled_in", "did.morale_failed"):
        assert says[happened], happened
