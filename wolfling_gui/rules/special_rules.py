"""The special rules that units, models and weapons can bear and the program acts on, by their ids.

A roster may name any others; they show in a unit's card and change nothing.
"""

from __future__ import annotations

from typing import Final

from wolfling_gui.rules.catalogue import Catalogue

OF_UNITS: Final = frozenset(
    (
        "acute_senses", "assault_grenades", "cannot_sweep", "counter_attack", "deep_strike",
        "defensive_grenades", "eternal_warrior", "fearless", "feel_no_pain", "fleet", "furious_charge", "gun",
        "hit_and_run", "independent_character", "infiltrate", "infiltrators", "night_vision", "not_scoring",
        "preferred_enemy", "psyker", "rage", "relentless", "scouts", "skilled_rider", "slow_and_purposeful",
        "stealth", "stubborn", "swarm", "they_know_no_fear", "turbo_boosters", "two_riders", "vehicle",
        "vulnerable_to_blasts",
    )
)  # fmt: skip
"""Borne by a unit or its models."""

OF_WEAPONS: Final = frozenset(
    (
        "barrage", "blast", "energy_fist", "energy_weapon", "gets_hot", "ignores_cover", "large_blast",
        "master_crafted", "no_armour_save", "no_save", "one_shot", "one_use", "ordnance_barrage",
        "paired_claw", "pinning", "poisoned", "psychic", "removed_outright", "rending", "shock_hammer",
        "sniper", "template", "twin_linked", "two_handed",
    )
)  # fmt: skip
"""Borne by a weapon."""


def known_rules(catalogue: Catalogue) -> frozenset[str]:
    """Return every special rule that is acted on; parameters of the rules may name further ones."""
    words: set[str] = set()
    for rule in catalogue.rules.values():
        for parameter in rule.parameters.values():
            values = parameter.value if isinstance(parameter.value, tuple) else (parameter.value,)
            words.update(value for value in values if isinstance(value, str))
    return OF_UNITS | OF_WEAPONS | words
