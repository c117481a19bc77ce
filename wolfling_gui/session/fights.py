"""What blows can be expected to do: step by step, who strikes whom how often, and the chances of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import CombatFacts, Fight
from wolfling_gui.core.battle import Battle
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic.outlook import Strike, fighting_apart, strikes_of
from wolfling_gui.rules.odds import Odds, many_ways, odds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Answer
from wolfling_gui.rules.volley import Volley

NOTHING_SAID = CombatFacts()


class Blow(msgspec.Struct, frozen=True):
    """Hold one strike of a fight with its chances, None where they take too long to work out."""

    strike: Strike
    odds: Odds | None

    @property
    def volley(self) -> Volley:
        """Return what is rolled."""
        return self.strike.volley


class Line(msgspec.Struct, frozen=True):
    """Hold who is in contact and who supports whom in a fight, by model."""

    contacts: Mapping[str, tuple[str, ...]] = {}
    supports: Mapping[str, tuple[str, ...]] = {}

    @property
    def fighters(self) -> frozenset[str]:
        """Return every model that fights."""
        return frozenset((*self.contacts, *self.supports))


class Combat(msgspec.Struct, frozen=True):
    """Hold a combat as it stands: its units, who fights, and the blows by step, the highest first.

    `battle` is that in which characters who fight by themselves are units of their own.
    """

    units: tuple[str, ...]
    line: Line
    blows: tuple[Blow, ...]
    battle: Battle


def combat_ahead(
    rules: Ruleset,
    battle: Battle,
    units: Sequence[str],
    said: CombatFacts = NOTHING_SAID,
    shots: Sequence[tuple[int, Volley]] = (),
) -> Combat:
    """Return a combat between units as it stands, with the chances of every step as if nobody fell before.

    `shots` answer the assault at their steps; who fires them is taken to strike no blows.
    """
    facts = engaged.facts_of_combat(rules, battle, units, said)
    apart, striking, engagements = fighting_apart(rules, battle, units, said)
    shooting = {volley.unit for _, volley in shots}
    strikes = [s for s in strikes_of(rules, apart, striking, engagements) if s.volley.unit not in shooting]
    strikes += [Strike(step, volley, "shots") for step, volley in shots]
    strikes.sort(key=lambda one: -one.step)
    blows = tuple(Blow(one, None if many_ways(one.volley) else odds(rules, one.volley)) for one in strikes)
    return Combat(tuple(units), Line(facts.contacts, facts.supports), blows, apart)


def combats(rules: Ruleset, battle: Battle) -> tuple[Combat, ...]:
    """Return the combats that are still to be fought, as they stand."""
    return tuple(combat_ahead(rules, battle, units) for units in engaged.unfought(rules, battle))


def answers(
    rules: Ruleset, battle: Battle, unit: str, said: CombatFacts = NOTHING_SAID
) -> tuple[Answer, ...]:
    """Return how a unit could answer each enemy that has assaulted it this phase."""
    found = (rules.answer_ahead(rules, battle, unit, foe, said) for foe in engaged.assaulters(battle, unit))
    return tuple(answer for answer in found if answer is not None)


def action_of(combat: Combat) -> Fight:
    """Return the action that fights a combat."""
    return Fight(combat.units[0])
