"""The special rules that units, models and weapons can bear and the program acts on, by their ids.

A roster may name any others; they show in a unit's card and change nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from wolfling_gui.core.forces import Model
from wolfling_gui.rules.catalogue import Catalogue

OF_UNITS: Final = frozenset(
    (
        "acute_senses", "assault_grenades", "cannot_sweep", "counter_attack", "deep_strike",
        "defensive_grenades", "eternal_warrior", "fearless", "feel_no_pain", "fleet", "furious_charge", "gun",
        "hit_and_run", "independent_character", "infiltrate", "infiltrators", "night_vision", "not_scoring",
        "preferred_enemy", "seer", "rage", "relentless", "scouts", "skilled_rider", "slow_and_purposeful",
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
        "sniper", "template", "thrown", "twin_linked", "two_handed",
    )
)  # fmt: skip
"""Borne by a weapon."""


def as_rule(text: str) -> str:
    """Return the id of a special rule or type from the words players write: Move Through Cover.

    >>> as_rule(" Move  through Cover")
    'move_through_cover'
    """
    return "_".join(text.replace("-", " ").replace("_", " ").casefold().split())


def gear_of(model: Model) -> tuple[str, ...]:
    """Return what a model carries besides weapons as ids, however it is written: Assault Grenades."""
    return tuple(as_rule(item) for item in model.gear)


NUMBERED: Final = ("combat_ward", "minimum_range", "poisoned", "wounds_on")
"""Those that may end in a number, such as “poisoned 3” or “combat ward 4+”."""


def number_at_end(rule: str, ability: str) -> int | None:
    """Return the number that an ability ends in, 0 without one, None where a rule is another ability."""
    if rule == ability:
        return 0
    head, _, tail = rule.rpartition("_")
    return int(tail.strip("+")) if head == ability and tail.strip("+").isdecimal() else None


def is_known(rule: str, known: Collection[str]) -> bool:
    """Tell whether a special rule is one of those acted on, a number or the enemy's name at its end aside."""
    named = rule.startswith("preferred_enemy_")
    return rule in known or named or any(number_at_end(rule, one) is not None for one in NUMBERED)


def known_rules(catalogue: Catalogue) -> frozenset[str]:
    """Return every special rule that is acted on; parameters of the rules may name further ones."""
    words: set[str] = set()
    for rule in catalogue.rules.values():
        for parameter in rule.parameters.values():
            values = parameter.value if isinstance(parameter.value, tuple) else (parameter.value,)
            words.update(value for value in values if isinstance(value, str))
    return OF_UNITS | OF_WEAPONS | words
