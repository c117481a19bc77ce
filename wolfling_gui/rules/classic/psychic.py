"""Psychic powers, which a group has to switch on: the test, its perils, the weapon it frees (CL-PSY-1)."""

from __future__ import annotations

from wolfling_gui.core.actions import UsePower
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Condition, Model, Weapon
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.abilities import powers_on, powers_used
from wolfling_gui.rules.classic.cover import NO_COVER
from wolfling_gui.rules.dangers import hurt
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import rules_of
from wolfling_gui.rules.testing import leadership_limits, take_leadership_test

RULE = "CL-PSY-1"
PERILS = Weapon("Perils", "close_combat", rules=("no_armour_save",))
"""What wounds a seer whose power recoils: neither armour nor cover helps."""


def is_seer(rules: Ruleset, battle: Battle, model: Model) -> bool:
    """Tell whether a model can use psychic powers at all."""
    return "seer" in rules_of(rules, battle.units[model.unit], model)


def plan(rules: Ruleset, battle: Battle, action: UsePower) -> tuple[UsePower | None, tuple[Finding, ...]]:
    """Judge the use of a power: powers are played, the model is a seer, and has one left this turn."""
    model = battle.models[action.model]
    if not powers_on(rules):
        return None, (forbid(RULE, "power.not_played", model.id),)
    found: list[Finding] = []
    if model.casualty or battle.units[model.unit].in_reserve:
        found.append(forbid(RULE, "power.not_here", model.id))
    if not battle.clock.turn or battle.clock.over:
        found.append(forbid(RULE, "power.not_now", model.id))
    if not is_seer(rules, battle, model):
        found.append(forbid(RULE, "power.no_seer", model.id))
    most = rules.count(RULE, "powers_per_turn")
    uses = powers_used(battle.units[model.unit], model.id) + 1
    make = permit if uses <= most else forbid
    found.append(
        make(RULE, "power.uses", model.id, value=uses, limit=most, measure="count", comparison="at_most")
    )
    return action, tuple(found)


def resolve(rules: Ruleset, battle: Battle, action: UsePower) -> Procedure[Outcome]:
    """Test the seer's own Leadership; a double of the perils wounds him whether it works or not."""
    model = battle.models[action.model]
    unit = model.unit
    uses = powers_used(battle.units[unit], model.id) + 1
    value = model.profile.ld
    own = Term(RULE, "base", value, "why.leadership", (str(value),))
    needed = Breakdown("leadership", (own, *leadership_limits(rules)))
    works, line = yield from take_leadership_test(
        rules, battle, unit, needed, RULE, says="roll.power", about=(unit, model.id)
    )
    facts: dict[str, str | int] = {**line.facts, "power": action.power}
    entries = [
        Entry(
            "did.power_works" if works else "did.power_fails",
            line.rules, (model.id,), facts, line.faces, needed, line.side,
        )
    ]  # fmt: skip
    battle = battle.with_condition(unit, Condition("used", RULE, uses, model.id, "turn"))
    if works:
        ready = Condition("power", RULE, about=model.id, until="turn")
        battle = battle.with_condition(unit, ready)
    perils = rules.catalogue.value(RULE, "perils_on")
    if isinstance(perils, tuple) and line.faces in perils:
        battle, lines = yield from _recoil(rules, battle, model)
        entries += lines
    settled = rules.removal(rules, battle)
    return Outcome(settled.battle, Report((*entries, *settled.report.entries)))


def _recoil(rules: Ruleset, battle: Battle, model: Model) -> Procedure[tuple[Battle, list[Entry]]]:
    """Let a seer take his wound, unless a save holds that neither armour nor cover gives: twice over."""
    side = battle.units[model.unit].side
    entries = [Entry("did.perils", (RULE,), (model.id,), side=side)]
    save = rules.save(rules, battle, PERILS, model, NO_COVER)
    if not save.impossible and save.terms:
        rolls = ["roll.save"]
        if rules.flag(RULE, "invulnerable_reroll_success"):
            rolls.append("roll.ward_again")
        for says in rolls:
            (face,) = yield from ask(
                Roll(
                    rule="CL-WND-7" if says == "roll.save" else RULE, side=side, says=says,
                    about=(model.unit, model.id), dice=Dice(1), needed=save,
                ),
                battle,
            )  # fmt: skip
            if not succeeds(face, save.total):
                break
        else:
            held = Entry("did.warded", ("CL-WND-7", RULE), (model.id,), {}, (face,), save, side)
            return battle, [*entries, held]
    battle, line = hurt(battle, battle.models[model.id], 1, RULE, "did.lost_to_power")
    return battle, [*entries, line]
