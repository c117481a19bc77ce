"""Hits on artillery: whether a gun or its crew is struck, and what breaks a gun (CL-UT-10)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.forces import Model, Unit, Weapon
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Roll
from wolfling_gui.rules.allocation import Pool, groups_of, remove, roll_saves
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import ShotGroup, Volley


def guns_and_crew(rules: Ruleset, battle: Battle, unit: str) -> tuple[tuple[Model, ...], tuple[Model, ...]]:
    """Return the living guns of a unit that are struck apart from its crew, and the other models.

    Without any crew, or without the rule, guns are models like others.
    """
    members = battle.members(unit)
    guns = tuple(m for m in members if is_gun(m))
    if not guns or len(guns) == len(members) or not rules.on("CL-UT-10"):
        return (), members
    return guns, tuple(m for m in members if not is_gun(m))


def gun_faces(rules: Ruleset) -> frozenset[int]:
    """Return the faces of the location die that strike a gun."""
    return frozenset(face for face in range(1, 7) if face in _listed(rules))


def _listed(rules: Ruleset) -> tuple[object, ...]:
    faces = rules.catalogue.value("CL-UT-10", "gun_hit_on")
    return tuple(faces) if isinstance(faces, tuple) else ()


def to_break(rules: Ruleset, weapon: Weapon) -> Breakdown:
    """Give what a hit on a gun needs to remove it: D6 and Strength against its armour, a glance is enough."""
    armour = rules.count("CL-UT-10", "gun_armour")
    needed, about = armour - weapon.s, (str(weapon.s), str(armour))
    if needed > 6:
        return Breakdown("to_wound", (Term("CL-UT-10", "impossible", 0, "why.gun_armour", about),))
    if needed <= 1:
        return Breakdown("to_wound", (Term("CL-UT-10", "auto", 0, "why.gun_armour", about),))
    return Breakdown("to_wound", (Term("CL-UT-10", "base", needed, "why.gun_armour", about),))


def gun_save(rules: Ruleset, battle: Battle, weapon: Weapon, gun: Model, cover: Breakdown) -> Breakdown:
    """Give the save of a gun against a hit that would remove it: its cover, never armour."""
    bare = msgspec.structs.replace(gun, profile=msgspec.structs.replace(gun.profile, sv=0))
    return rules.save(rules, battle, weapon, bare, cover)


def on_its_feet(unit: Unit) -> Unit:
    """Return a unit as it was before it went to ground, which does not help its guns."""
    return unit.without("gone_to_ground") if unit.has("gone_to_ground") else unit


def locate(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int, hits: int
) -> Procedure[tuple[int, int, list[Entry]]]:
    """Roll which hits strike guns, and what those do: returns hits on the crew, guns lost, and the log."""
    if not volley.guns or not hits:
        return hits, 0, []
    side = battle.units[volley.unit].side
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": hits}
    about = (volley.target, volley.unit, group.shooters[0].model)
    faces = yield from ask(
        Roll(
            rule="CL-UT-10", side=side, says="roll.location", about=about, ordinal=number,
            dice=Dice(hits), facts=facts,
        ),
        battle,
    )  # fmt: skip
    struck = sum(face in gun_faces(rules) for face in faces)
    told: dict[str, str | int] = {"hits": hits, "guns": struck, "crew": hits - struck}
    entries = [Entry("did.located", ("CL-UT-10",), (volley.target,), told, faces, side=side)]
    if not struck:
        return hits, 0, entries
    through = struck
    thrown: tuple[int, ...] = ()
    if group.to_break.impossible:
        through = 0
    elif not group.to_break.automatic:
        thrown = yield from ask(
            Roll(
                rule="CL-UT-10", side=side, says="roll.penetration", about=about, ordinal=number,
                dice=Dice(struck), needed=group.to_break, facts={**facts, "dice": struck},
            ),
            battle,
        )  # fmt: skip
        through = sum(succeeds(face, group.to_break.total) for face in thrown)
    lost = through
    saves: tuple[Entry, ...] = ()
    if through and not group.gun_save.impossible:
        guns = groups_of(rules, [battle.models[name] for name in volley.guns], battle.units[volley.target])
        pool = Pool(group.weapon.name, through, 0, (group.gun_save,))
        lost, saves = yield from roll_saves(
            rules, battle, volley.target, guns[0], pool, group.gun_save, through, 70_000 + number
        )
    hit: dict[str, str | int] = {"hits": struck, "through": through, "lost": lost}
    needed = group.to_break if thrown else None
    entries.append(Entry("did.gun_hit", ("CL-UT-10",), (volley.target,), hit, thrown, needed, side))
    return hits - struck, lost, [*entries, *saves]


def topple(
    rules: Ruleset, battle: Battle, volley: Volley, lost: int
) -> Procedure[tuple[Battle, tuple[Entry, ...]]]:
    """Remove so many guns of a volley's target; its owner picks which, none is left without crew anyway."""
    guns = [m for m in battle.members(volley.target) if m.id in volley.guns]
    if not lost or not guns or len(guns) == len(battle.members(volley.target)):
        return battle, ()
    merged = groups_of(rules, guns, battle.units[volley.target])
    group = msgspec.structs.replace(merged[0], models=tuple(m.id for m in guns), wounds=1, wounds_lost=())
    pool = Pool("", lost, 0, (), outright=True)
    return (yield from remove(rules, battle, volley.target, group, [(pool, lost)], 71_000))


def abandoned(rules: Ruleset, battle: Battle) -> tuple[Battle, tuple[Entry, ...]]:
    """Remove the guns of units whose last crewman has fallen."""
    entries: list[Entry] = []
    for unit in battle.units.values() if rules.on("CL-UT-10") else ():
        members = battle.members(unit.id)
        manned = any(not is_gun(battle.models[name]) for name in unit.models)
        if not members or not manned or not all(is_gun(m) for m in members):
            continue
        battle = battle.with_models(
            msgspec.structs.replace(m, wounds_lost=m.profile.w, casualty=True) for m in members
        )
        about = (unit.id, *(m.id for m in members))
        facts: dict[str, str | int] = {"models": len(members)}
        entries.append(Entry("did.guns_abandoned", ("CL-UT-10",), about, facts, side=unit.side))
    return battle, tuple(entries)
