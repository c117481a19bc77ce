"""Difficult ground before a move: whether a unit meets any, and has to roll for it first (CL-TERR-2)."""

from __future__ import annotations

from wolfling_gui.core.actions import Move, MoveMode
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.paths import stretches
from wolfling_gui.rules.classic.unit_types import is_slow, slowed
from wolfling_gui.rules.facts import here_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import allowance, came, character_move_rules, has_regrouped, rules_of
from wolfling_gui.rules.ways import difficult_lines, difficult_pieces, lines_crossed


def enters_difficult(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> str:
    """Return the difficult piece that the unit starts in or is about to enter, empty when there is none.

    Those who moved before they joined it stay where they are.
    """
    pieces = difficult_pieces(battle)
    if not pieces and not difficult_lines(battle):
        return ""
    for model in battle.standing(unit.id):
        if came(unit, model.id):
            continue
        start = here_of(model)
        path = action.paths.get(model.id, ())
        radius = model.profile.base.radius
        touched = stretches(start, path, radius, pieces)
        touched += lines_crossed(battle, start, path, radius)
        if touched:
            return touched[0].id
        if any(p.level != start.level for p in path):
            return model.id
    return ""


def terrain_roll(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> list[Finding]:
    """Ask for the difficult terrain roll before the plan where the unit needs one (CL-TERR-2).

    The move of a unit that has regrouped is not slowed (CL-MOR-13).
    """
    if has_regrouped(unit) and action.mode != "run":
        return []
    rolled = allowance(unit, "foot" if action.mode == "run" else action.mode)
    if not rules.on("CL-TERR-2") or rolled is not None:
        return []
    if action.mode != "run" and is_slow(rules, battle, unit):
        return [forbid("CL-USR-17", "move.roll_slow_first", unit.id)]
    slow = slowed(rules, battle, unit, action.mode)
    piece = enters_difficult(rules, battle, unit, action) if slow else ""
    if not piece:
        return []
    return [forbid("CL-TERR-2", "move.roll_terrain_first", unit.id, piece)]


def terrain_dice(rules: Ruleset, battle: Battle, unit: Unit, mode: MoveMode) -> Breakdown:
    """Explain how many dice a unit rolls for difficult ground (CL-TERR-2, CL-ASLT-7), with what helps it.

    A whole unit has to move through cover (CL-USR-11), as monsters (CL-UT-8) and independent characters
    (CL-CHAR-5) do: its worst model decides.
    """
    base = Term("CL-TERR-2", "base", 2, "why.difficult_dice")
    if mode == "assault":
        dice = parse_dice(rules.catalogue.word("CL-ASLT-7", "dice"))
        base = Term("CL-ASLT-7", "base", dice.count, "why.difficult_dice")
    more = [_through_cover(rules, battle, unit, model) for model in battle.members(unit.id)]
    if not more or any(term is None for term in more):
        return Breakdown("count", (base,))
    least = min((term for term in more if term is not None), key=lambda term: term.value)
    return Breakdown("count", (base, least))


def _through_cover(rules: Ruleset, battle: Battle, unit: Unit, model: Model) -> Term | None:
    """Return the dice that a model adds by moving through cover, None for one that does not."""
    monster = model.profile.unit_type == "monstrous_creature" and rules.on("CL-UT-8")
    if monster and rules.flag("CL-UT-8", "move_through_cover"):
        return Term("CL-UT-8", "add", 1, "why.monster_through_cover")
    if not rules.on("CL-USR-11"):
        return None
    extra = rules.words("CL-TERR-2", "extra_dice_rules")
    dice = rules.count("CL-USR-11", "extra_dice")
    if any(rule in extra for rule in rules_of(rules, unit, model)):
        return Term("CL-USR-11", "add", dice, "why.through_cover")
    if any(rule in extra for rule in character_move_rules(rules, battle, model)):
        return Term("CL-USR-11", "add", dice, "why.character_through_cover")
    return None
