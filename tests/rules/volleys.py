"""Volleys for the tests of the odds, drawn from everything a weapon and a target can be."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.builders import Position
from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Profile, Unit, Weapon
from wolfling_gui.core.lengths import inches

ABILITIES = (
    "twin_linked", "rending", "sniper", "poisoned", "poisoned_3", "master_crafted", "pinning",
    "no_armour_save", "no_save", "removed_outright", "ignores_cover",
)  # fmt: skip
TRAITS = ("feel_no_pain", "eternal_warrior", "stealth")
WEAPONS = st.builds(
    lambda number, s, ap, shots, rules: Weapon(f"Gun {number}", "assault", inches(36), s, ap, shots, rules),
    st.integers(1, 3),
    st.integers(1, 10),
    st.integers(0, 6),
    st.integers(1, 3),
    st.lists(st.sampled_from(ABILITIES), max_size=3, unique=True).map(tuple),
)
FIRERS = st.lists(st.tuples(st.integers(1, 10), WEAPONS), min_size=1, max_size=4)
TARGETS = st.lists(
    st.tuples(
        st.integers(1, 3),  # how many are alike
        st.integers(1, 3),  # Wounds
        st.integers(2, 6),  # Toughness
        st.sampled_from((0, 2, 3, 4, 5, 6)),  # Save
        st.sampled_from((0, 0, 4, 5, 6)),  # invulnerable save
        st.lists(st.sampled_from(TRAITS), max_size=2, unique=True).map(tuple),
        st.integers(0, 2),  # Wounds the first has lost
    ),
    min_size=1,
    max_size=3,
)
COVERS = st.sampled_from((0, 4, 5, 6))


def battle_of(firers: list, targets: list, ruleset: str = "classic") -> Battle:
    """Return a battle without places: who fires, and whom at."""
    position = Position(ruleset=ruleset)
    names: dict[str, list[str]] = {"blues": [], "reds": []}
    for number, (bs, weapon) in enumerate(firers):
        _add(position, names["blues"], "blues", Profile("Shooter", bs=bs), (weapon,), f"b{number}", 0)
    for number, (count, wounds, tough, save, invulnerable, rules, lost) in enumerate(targets):
        profile = Profile(
            f"Kind {number}", t=tough, w=wounds, sv=save, invulnerable=invulnerable, rules=rules
        )
        for one in range(count):
            gone = min(lost, wounds - 1) if one == 0 else 0
            _add(position, names["reds"], "reds", profile, (), f"r{number}{one}", gone)
    for name, side in (("blues", "blue"), ("reds", "orange")):
        ids = tuple(names[name])
        position.units[name] = Unit(name, name, side, ids, starting_size=len(ids))
    return position.battle("shooting")


def _add(
    position: Position,
    names: list[str],
    unit: str,
    profile: Profile,
    weapons: tuple[Weapon, ...],
    name: str,
    lost: int,
) -> None:
    position.models[name] = Model(name, name, unit, profile, weapons, wounds_lost=lost)
    names.append(name)


def shot(cover: int) -> Shoot:
    """Return the shot of a battle without places, over open ground or at a cover save."""
    return Shoot("blues", "reds", facts=DeclaredFacts(range=inches(10), sight="clear", cover=cover))
