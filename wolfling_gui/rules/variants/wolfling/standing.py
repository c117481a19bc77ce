"""Stand and Shoot: an assaulted unit fires instead of striking, at twice its Initiative (WO-SAS)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import msgspec

from wolfling_gui.core.actions import CombatFacts, DeclaredFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Condition, Model, Unit, Weapon
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Choose, Option
from wolfling_gui.rules import engaged, slots
from wolfling_gui.rules.allocation import groups_of
from wolfling_gui.rules.classic import melee
from wolfling_gui.rules.classic.abilities import is_barrage, spread_of, withheld
from wolfling_gui.rules.classic.blows import put_together, struck
from wolfling_gui.rules.classic.saves import AS_IN_COMBAT
from wolfling_gui.rules.classic.volleys import context_of
from wolfling_gui.rules.classic.weapons import is_ranged, weapon_range
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Burst, Lost, ShotContext
from wolfling_gui.rules.variants.wolfling.zones import zones_here
from wolfling_gui.rules.volley import Shooter, Volley

Aim = tuple[str, str]
"""A weapon's name and the unit it is fired at."""


def answer_assault(core: slots.AnswerAssaultSlot) -> slots.AnswerAssaultSlot:
    """Ask whether an assaulted unit fights or stands and shoots, and at whom (WO-SAS-1, WO-SAS-21)."""

    def slot(
        rules: Ruleset, battle: Battle, unit: str, said: CombatFacts
    ) -> Procedure[tuple[Battle, tuple[Burst, ...], tuple[Entry, ...]]]:
        if not rules.on("WO-SAS-1"):
            return (yield from core(rules, battle, unit, said))
        side = battle.units[unit].side
        reasons = hindrances(rules, battle, battle.units[unit], said)
        if reasons:
            return battle, (), tuple(Entry(says, (rule,), (unit,), side=side) for rule, says in reasons)
        entries: list[Entry] = list(_grenades(rules, battle, unit))
        foes = engaged.assaulters(battle, unit)
        aims: dict[str, Aim] = {}
        for number, models in enumerate(_askers(rules, battle, unit)):
            chosen = yield from _choice(rules, battle, unit, models, foes, number)
            if chosen == "fight":
                continue
            battle = _noted(rules, battle, unit, models)
            weapons, lines = yield from _weapons(rules, battle, unit, models)
            aims |= {name: (weapon, chosen) for name, weapon in weapons.items()}
            entries += lines
            told: dict[str, str | int] = {"models": len(models), "firers": len(weapons)}
            entries.append(Entry("did.stands", ("WO-SAS-1", "WO-SAS-18"), (unit, chosen), told, side=side))
        if any(name not in said.blind for name in aims):
            said = yield from _cover_said(rules, battle, unit, said)
        return battle, tuple(bursts(rules, battle, unit, aims, said)), tuple(entries)

    return slot


def _cover_said(rules: Ruleset, battle: Battle, unit: str, said: CombatFacts) -> Procedure[CombatFacts]:
    """Ask for the assaulters' cover where nobody has said it and the app cannot see it (WO-SAS-8)."""
    if places_known(battle) or said.cover is not None:
        return said
    best = rules.count("WO-SAS-8", "max_cover_vs_stand_and_shoot") if rules.on("WO-SAS-8") else 3
    saves = ("0", *(str(save) for save in range(6, best - 1, -1)))
    cover = yield from ask(
        Choose(
            rule="WO-SAS-8", side=battle.units[unit].side, says="choose.stand_cover", about=(unit,),
            options=tuple(Option(save, "option.cover", (), {"cover_said": save}) for save in saves),
        ),
        battle,
    )  # fmt: skip
    return msgspec.structs.replace(said, cover=int(cover))


def hindrances(
    rules: Ruleset, battle: Battle, unit: Unit, said: CombatFacts = engaged.NOTHING_SAID
) -> list[tuple[str, str]]:
    """Return what keeps a unit from standing and shooting: rules and what they say (WO-SAS-1 to WO-SAS-3)."""
    found: list[tuple[str, str]] = []
    types = rules.words("WO-SAS-1", "unit_types")
    if any(m.profile.unit_type not in types for m in battle.members(unit.id)):
        found.append(("WO-SAS-1", "did.stands_not_type"))
    indoors = rules.catalogue.word("WO-SAS-1", "zones") == "interior"
    inside = unit.id in said.indoors or any(zones_here(rules, battle, m) for m in battle.standing(unit.id))
    if indoors and not inside:
        found.append(("WO-SAS-1", "did.stands_not_outside"))
    held = rules.on("WO-SAS-2") and not rules.flag("WO-SAS-2", "allowed_if_already_locked")
    if held and engaged.was(battle, unit.id, "locked"):
        found.append(("WO-SAS-2", "did.stands_not_locked"))
    if rules.on("WO-SAS-3"):
        before = rules.catalogue.word("WO-SAS-3", "states_judged_at") == "before_assault_moves"
        forbidden = rules.words("WO-SAS-3", "forbidden_states")
        down = (
            engaged.before(battle, unit.id, "gone_to_ground") if before else unit.condition("gone_to_ground")
        )
        pinned = down is not None and down.rule == "CL-MOR-17"
        fled = engaged.was(battle, unit.id, "falling_back") if before else unit.has("falling_back")
        if down is not None and ("pinned" if pinned else "gone_to_ground") in forbidden:
            found.append(("WO-SAS-3", "did.stands_not_pinned" if pinned else "did.stands_not_down"))
        if fled and "falling_back" in forbidden:
            found.append(("WO-SAS-3", "did.stands_not_fleeing"))
    return found


def _grenades(rules: Ruleset, battle: Battle, unit: str) -> list[Entry]:
    """Say that grenades come before the shots, where any are borne (WO-SAS-9)."""
    if not rules.on("WO-SAS-9") or not rules.flag("WO-SAS-9", "grenades_first"):
        return []
    bearers = [
        other
        for other, gear in (
            (unit, "defensive_grenades"),
            *((f, "assault_grenades") for f in engaged.assaulters(battle, unit)),
        )
        if any(melee.bears_gear(battle.units[other], m, gear) for m in battle.members(other))
    ]
    return [Entry("did.grenades_first", ("WO-SAS-9",), tuple(bearers))] if bearers else []


def _askers(rules: Ruleset, battle: Battle, unit: str) -> list[tuple[str, ...]]:
    """Return the models that choose together: all (WO-SAS-19), or those that are alike by house rules."""
    members = battle.members(unit)
    whole = rules.on("WO-SAS-19") and rules.flag("WO-SAS-19", "all_or_nothing")
    one = rules.on("WO-SAS-20") and rules.catalogue.word("WO-SAS-20", "targets") == "one_assaulting_unit"
    if whole and one:
        return [tuple(m.id for m in members)]
    return [group.models for group in groups_of(rules, members, battle.units[unit])]


def _choice(
    rules: Ruleset, battle: Battle, unit: str, models: Sequence[str], foes: Sequence[str], ordinal: int
) -> Procedure[str]:
    """Ask to fight, or to shoot at one of those who assaulted the unit this phase (WO-SAS-20)."""
    return (
        yield from ask(
            Choose(
                rule="WO-SAS-21" if rules.on("WO-SAS-21") else "WO-SAS-1",
                side=battle.units[unit].side,
                says="choose.stand_and_shoot",
                about=(unit, models[0]),
                ordinal=ordinal,
                options=(
                    Option("fight", "option.fight", (unit,)),
                    *(Option(foe, "option.stand_and_shoot", (foe,)) for foe in foes),
                ),
                facts={"models": len(models)},
            ),
            battle,
        )
    )


def _noted(rules: Ruleset, battle: Battle, unit: str, models: Sequence[str]) -> Battle:
    """Note who has shot and strikes no blows this turn (WO-SAS-4)."""
    if not rules.on("WO-SAS-4"):
        return battle
    whole = len(models) == len(battle.members(unit))
    for name in ("",) if whole else models:
        battle = battle.with_condition(unit, Condition("stood_and_shot", "WO-SAS-4", about=name))
    return battle


# ---------------------------------------------------------------------- weapons


def barred_by(rules: Ruleset, weapon: Weapon) -> str:
    """Return the rule that keeps a weapon from being used to stand and shoot, empty when none does."""
    if (spread_of(rules, weapon) and weapon.type != "ordnance") or "template" in weapon.rules:
        free = not rules.on("WO-SAS-12") or rules.flag("WO-SAS-12", "template_and_blast_allowed")
        return "" if free else "WO-SAS-12"
    if weapon.type == "ordnance" or is_barrage(rules, weapon):
        free = not rules.on("WO-SAS-14") or rules.flag("WO-SAS-14", "ordnance_allowed")
        return "" if free else "WO-SAS-14"
    if "thrown" in weapon.rules and rules.on("WO-SAS-14"):
        return "WO-SAS-14"
    if "psychic" in weapon.rules:
        free = not rules.on("WO-SAS-14") or rules.flag("WO-SAS-14", "psychic_shooting_allowed")
        return "" if free else "WO-SAS-14"
    if weapon.type == "heavy":
        free = not rules.on("WO-SAS-13") or rules.flag("WO-SAS-13", "heavy_allowed")
        return "" if free else "WO-SAS-13"
    return ""


def shots_of(rules: Ruleset, context: ShotContext) -> Breakdown:
    """Give how many shots a weapon fires whatever the distance (WO-SAS-10, WO-SAS-11, WO-SAS-14)."""
    weapon = context.weapon
    match weapon.type:
        case "rapid_fire" if rules.on("WO-SAS-10"):
            count, rule = rules.count("WO-SAS-10", "rapid_fire_shots"), "WO-SAS-10"
        case "rapid_fire":
            count, rule = rules.count("CL-WPN-1", "short_shots"), "CL-WPN-1"
        case "pistol" if rules.on("WO-SAS-14"):
            count, rule = rules.count("WO-SAS-14", "pistol_shots"), "WO-SAS-14"
        case "assault" if rules.on("WO-SAS-11"):
            full = rules.catalogue.word("WO-SAS-11", "assault_weapon_shots") == "full"
            count, rule = weapon.shots if full else 1, "WO-SAS-11"
        case _:
            count, rule = weapon.shots, "CL-SHOOT-6"
    return Breakdown("shots", (Term(rule, "base", count, "why.stand_shots"),))


def weapons_for(rules: Ruleset, owner: Unit, model: Model) -> tuple[list[Weapon], list[Weapon]]:
    """Return the weapons a model could fire at all, and of these the ones it may use (WO-SAS-12 to 14)."""
    ranged = [w for w in model.weapons if is_ranged(w) and withheld(rules, owner, model.id, w) is None]
    return ranged, [w for w in ranged if not barred_by(rules, w)]


def _weapons(
    rules: Ruleset, battle: Battle, unit: str, models: Sequence[str]
) -> Procedure[tuple[dict[str, str], list[Entry]]]:
    """Ask which weapon models fire that have several they may use (WO-SAS-14); says who has none."""
    found: dict[str, str] = {}
    entries: list[Entry] = []
    owner = battle.units[unit]
    listed = [battle.models[m] for m in models]
    for number, group in enumerate(groups_of(rules, listed, owner)):
        first = battle.models[group.id]
        ranged, ready = weapons_for(rules, owner, first)
        for weapon in ranged if not ready else ():
            told: dict[str, str | int] = {"weapon": weapon.name}
            rule = barred_by(rules, weapon)
            entries.append(Entry("did.stands_silent", (rule,), (group.id,), told, side=owner.side))
        names = dict.fromkeys(w.name for w in ready)
        name = next(iter(names), "")
        if len(names) > 1 and rules.on("WO-SAS-14"):
            name = yield from ask(
                Choose(
                    rule="WO-SAS-14", side=owner.side, says="choose.stand_weapon", about=(unit, group.id),
                    ordinal=number,
                    options=tuple(Option(n, "option.weapon", (group.id,), {"weapon": n}) for n in names),
                ),
                battle,
            )  # fmt: skip
        if name:
            found |= dict.fromkeys(group.models, name)
    return found, entries


# ---------------------------------------------------------------------- the shots


def step_of(rules: Ruleset, battle: Battle, model: Model) -> int:
    """Return the step at which a model shoots: twice its Initiative as it is now (WO-SAS-5, WO-SAS-6)."""
    modified = not rules.on("WO-SAS-6") or rules.flag("WO-SAS-6", "double_modified_initiative")
    own = melee.own_initiative(rules, battle, model).total if modified else model.profile.i
    if not rules.on("WO-SAS-5"):
        return own
    step = own * rules.count("WO-SAS-5", "initiative_factor")
    cap = rules.catalogue.count_or_none("WO-SAS-5", "step_cap")
    return step if cap is None else min(step, cap)


def bursts(
    rules: Ruleset, battle: Battle, unit: str, aims: Mapping[str, Aim], said: CombatFacts
) -> list[Burst]:
    """Return the unit's shots by step and target, from the highest down, and if they are tested for."""
    steps = {name: said.steps.get(name) or step_of(rules, battle, battle.models[name]) for name in aims}
    if rules.on("WO-SAS-5") and rules.catalogue.word("WO-SAS-5", "mixed_initiative") == "lowest":
        steps = dict.fromkeys(steps, min(steps.values(), default=0))
    together: dict[tuple[int, str], dict[str, str]] = {}
    for name, (weapon, target) in aims.items():
        together.setdefault((steps[name], target), {})[name] = weapon
    tests = rules.on("WO-SAS-18") and rules.flag("WO-SAS-18", "immediate_morale_test")
    return [
        Burst(step, unit, partial(volley, rules, unit, target, weapons, said), tests)
        for (step, target), weapons in sorted(together.items(), reverse=True)
    ]


def volley(
    rules: Ruleset, unit: str, target: str, weapons: Mapping[str, str], said: CombatFacts, battle: Battle
) -> Volley | None:
    """Return the shots of the models of one step as they stand now; None when nobody fires any more."""
    if not battle.members(target):
        return None
    owner, other = battle.units[unit], battle.units[target]
    contexts = []
    for name, weapon_name in weapons.items():
        model = battle.models[name]
        if model.casualty:
            continue
        weapon = next(w for w in model.weapons if w.name == weapon_name)
        context, _ = context_of(
            rules, battle, model, owner, other, weapon, _facts(rules, battle, model, target, said)
        )
        if context is not None and (not _range_counts(rules) or context.range <= weapon_range(rules, weapon)):
            contexts.append(context)
    if not contexts:
        return None
    shooters = [
        (c.weapon, Shooter(c.firer.id, c, shots_of(rules, c)), _to_hit(rules, battle, c)) for c in contexts
    ]
    cover = capped(rules, rules.cover(rules, battle, tuple(contexts)))
    return put_together(
        rules, battle, unit, target, shooters, struck(rules, battle, target, ()), cover, _to_wound,
        partial(_saved_as, rules),
    )  # fmt: skip


def _facts(rules: Ruleset, battle: Battle, model: Model, target: str, said: CombatFacts) -> DeclaredFacts:
    """Return what of a shot is not measured: its distance, and sight where it is not needed (WO-SAS-20)."""
    needed = not rules.on("WO-SAS-20") or rules.flag("WO-SAS-20", "needs_line_of_sight")
    placed = engaged.in_positions(battle, (model.unit, target))
    away = None if _range_counts(rules) and placed else 0
    if model.id in said.blind and needed:
        return DeclaredFacts(range=away, sight="blocked", cover=said.cover)
    clear = not needed or not placed
    return DeclaredFacts(range=away, sight="clear" if clear else None, cover=said.cover)


def shots_measured(
    rules: Ruleset, battle: Battle, unit: str, target: str
) -> tuple[int | None, tuple[str, ...]]:
    """Return the assaulters' cover as players would declare it, 0 for none, and who does not see them."""
    contexts, blind = [], []
    owner, other = battle.units[unit], battle.units[target]
    for model in battle.standing(unit):
        for weapon in [w for w in model.weapons if is_ranged(w)][:1]:
            facts = _facts(rules, battle, model, target, CombatFacts())
            context, _ = context_of(rules, battle, model, owner, other, weapon, facts)
            if context is None:
                blind.append(model.id)
            else:
                contexts.append(context)
    if not contexts:
        return None, tuple(blind)
    cover = rules.cover(rules, battle, tuple(contexts))
    return 0 if cover.impossible or not cover.terms else cover.total, tuple(blind)


def _range_counts(rules: Ruleset) -> bool:
    """Tell whether shots must reach the enemy: not by WO-SAS-15, for he is in contact with the unit."""
    return not rules.on("WO-SAS-15") or rules.flag("WO-SAS-15", "range_checked")


def _to_hit(rules: Ruleset, battle: Battle, context: ShotContext) -> Breakdown:
    """Give what a shot needs by its own BS; the 2+ of close quarters does not apply (WO-SAS-7)."""
    if rules.on("WO-SAS-7") and rules.flag("WO-SAS-7", "stand_and_shoot_uses_bs"):
        context = msgspec.structs.replace(context, shared_zone="", shared_kind="")
    return rules.to_hit(rules, battle, context)


def capped(rules: Ruleset, cover: Breakdown) -> Breakdown:
    """Return the assaulters' cover, no better than 5+ against these shots (WO-SAS-8)."""
    if not rules.on("WO-SAS-8") or cover.impossible or not cover.terms:
        return cover
    best = rules.count("WO-SAS-8", "max_cover_vs_stand_and_shoot")
    return cover.plus(Term("WO-SAS-8", "at_least", best, "why.stand_cover")) if cover.total < best else cover


def _to_wound(rules: Ruleset, battle: Battle, weapon: Weapon, target: str) -> Breakdown:
    return rules.to_wound(rules, battle, weapon, battle.units[target])


def _saved_as(rules: Ruleset, weapon: Weapon) -> Weapon:
    """Return a weapon as saves are made against it: in close combat its AP cancels nothing (WO-SAS-16).

    Wards that hold only there hold against it too.
    """
    if not rules.on("WO-SAS-16"):
        return weapon
    near = (AS_IN_COMBAT,) if rules.flag("WO-SAS-16", "close_combat_only_saves_usable") else ()
    ap = weapon.ap if rules.flag("WO-SAS-16", "ap_negates_armour") else 0
    return msgspec.structs.replace(weapon, ap=ap, rules=(*weapon.rules, *near))


def combat_result(core: slots.CombatResultSlot) -> slots.CombatResultSlot:
    """Count the wounds of these shots for the result, unless a house rule leaves them out (WO-SAS-17)."""

    def slot(
        rules: Ruleset, battle: Battle, sides: tuple[str, ...], lost: tuple[Lost, ...]
    ) -> Mapping[str, Breakdown]:
        if rules.on("WO-SAS-17") and not rules.flag("WO-SAS-17", "counts_for_combat_result"):
            lost = tuple(one for one in lost if one.source != "shots")
        return core(rules, battle, sides, lost)

    return slot
