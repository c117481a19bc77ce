"""Night fighting: how far a unit sees is rolled after its target is chosen (CL-SHOOT-11)."""

from __future__ import annotations

from itertools import product

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.lengths import UNITS_PER_INCH
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Roll
from wolfling_gui.rules.classic.abilities import is_barrage, senses
from wolfling_gui.rules.dice_rolls import d3
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import ShotGroup, Volley


def in_force(rules: Ruleset, battle: Battle) -> bool:
    """Tell whether it is night: by the mission, or in the first turn of a dawn of war (CL-DEP-5)."""
    if not rules.on("CL-SHOOT-11"):
        return False
    turn = battle.clock.turn
    if turn <= battle.mission.night:
        return True
    dawn = battle.mission.layout == "dawn_of_war" and rules.on("CL-DEP-5")
    return dawn and turn == rules.count("CL-DEP-5", "night_turn")


def look_out(rules: Ruleset, battle: Battle, volley: Volley) -> Procedure[tuple[bool, tuple[Entry, ...]]]:
    """Roll how far the firing unit sees, and tell whether that reaches the nearest target model.

    Only shots that need sight count for the range: see `blind_part`.
    """
    dice = parse_dice(rules.catalogue.word("CL-SHOOT-11", "dice"))
    side = battle.units[volley.unit].side
    about = (volley.unit, volley.target)
    faces = yield from ask(
        Roll(rule="CL-SHOOT-11", side=side, says="roll.night", about=about, dice=dice), battle
    )
    nearest = _nearest(rules, volley)
    sees = _inches(rules, faces)
    entries: tuple[Entry, ...] = ()
    if nearest > sees and _looks_again(rules, battle, volley):
        short: dict[str, str | int] = {"inches": sees, "range": nearest}
        entries = (Entry("did.looked_again", ("CL-USR-1",), about, short, faces, side=side),)
        faces = yield from ask(
            Roll(rule="CL-USR-1", side=side, says="roll.night", about=about, ordinal=1, dice=dice), battle
        )
        sees = _inches(rules, faces)
    seen = nearest <= sees
    says = "did.sees_by_night" if seen else "did.lost_in_the_night"
    facts: dict[str, str | int] = {"inches": sees, "range": nearest}
    return seen, (*entries, Entry(says, ("CL-SHOOT-11",), about, facts, faces, side=side))


def chance_to_see(rules: Ruleset, battle: Battle, volley: Volley) -> float:
    """Return the chance that the firing unit sees its target by night, its second look included."""
    if not in_force(rules, battle) or len(blind_part(rules, volley).groups) == len(volley.groups):
        return 1.0
    dice = parse_dice(rules.catalogue.word("CL-SHOOT-11", "dice"))
    nearest = _nearest(rules, volley)
    throws = [_inches(rules, faces) >= nearest for faces in product(range(1, 7), repeat=dice.count)]
    sees = sum(throws) / len(throws)
    return sees + (1 - sees) * sees if _looks_again(rules, battle, volley) else sees


def blind_part(rules: Ruleset, volley: Volley) -> Volley:
    """Return what of a volley does not care for the night: barrages that fire at what they do not see."""
    if rules.flag("CL-SHOOT-11", "affects_barrage"):
        return volley.only(())
    return volley.only(n for n, group in enumerate(volley.groups) if _is_blind(rules, group))


def _is_blind(rules: Ruleset, group: ShotGroup) -> bool:
    blind = all(shooter.context.indirect for shooter in group.shooters)
    return blind and is_barrage(rules, group.weapon)


def _nearest(rules: Ruleset, volley: Volley) -> int:
    blind = blind_part(rules, volley).groups
    bound = [group for group in volley.groups if group not in blind]
    return min(shooter.context.range for group in bound for shooter in group.shooters)


def _looks_again(rules: Ruleset, battle: Battle, volley: Volley) -> bool:
    again = senses(battle, battle.units[volley.unit], rules)
    return again and rules.catalogue.word("CL-USR-1", "reroll") == "night_distance"


def _inches(rules: Ruleset, faces: tuple[int, ...]) -> int:
    """Return how far dice let a unit see, in units."""
    dice = parse_dice(rules.catalogue.word("CL-SHOOT-11", "dice"))
    total = sum(d3(rules, face) if dice.sides == 3 else face for face in faces) + dice.bonus
    return total * rules.count("CL-SHOOT-11", "multiplier") * UNITS_PER_INCH
