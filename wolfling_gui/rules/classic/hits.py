"""Rolling to hit and to wound, with what a weapon makes of single dice (CL-SHOOT-7, CL-SHOOT-8, CL-WPN)."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Roll
from wolfling_gui.rules.allocation import Pool, may_ignore, remove, roll_saves
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.cover import NO_COVER
from wolfling_gui.rules.dice_rolls import hits_of, rerolled, second_need, succeeds
from wolfling_gui.rules.facts import measured_in_advance
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import SaveGroup, ShotGroup, Volley


class Hits(msgspec.Struct, frozen=True):
    """Hold what a group's dice to hit came to: hits, those that rend, and bearers burnt by their weapons."""

    hits: int = 0
    sharp: int = 0
    burnt: tuple[str, ...] = ()


def roll_to_hit(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int
) -> Procedure[tuple[Hits, tuple[Entry, ...]]]:
    """Roll a group's shots to hit, with its second rolls; by bearers where it matters whose dice fell."""
    if not _bearer_matters(rules, group):
        return (yield from _roll_one_lot(rules, battle, volley, group, number, own=False))
    found: list[Hits] = []
    entries: tuple[Entry, ...] = ()
    for shooter in group.shooters:
        one = msgspec.structs.replace(group, shooters=(shooter,))
        rolled, lines = yield from _roll_one_lot(rules, battle, volley, one, number, own=True)
        found.append(rolled)
        entries += lines
    burnt = tuple(name for rolled in found for name in rolled.burnt)
    return Hits(sum(one.hits for one in found), sum(one.sharp for one in found), burnt), entries


def _bearer_matters(rules: Ruleset, group: ShotGroup) -> bool:
    """Tell whether each bearer rolls apart: his dice may wound him, or be his to roll again.

    So dice may be told in any order (CL-WPN-16, CL-WPN-22).
    """
    if len(group.shooters) < 2 or group.to_hit.automatic:
        return False
    most = max(shooter.shots.total for shooter in group.shooters)
    return abilities.runs_hot(rules, group.weapon) or 0 < group.second_tries < most


def _roll_one_lot(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int, own: bool
) -> Procedure[tuple[Hits, tuple[Entry, ...]]]:
    """Roll the dice of a group, or of one of its bearers, that lie on the table together."""
    side = battle.units[volley.unit].side
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": group.shots}
    if group.to_hit.automatic:
        sure: dict[str, str | int] = {**facts, "hits": group.shots}
        about = (volley.unit, volley.target)
        return Hits(group.shots), (Entry("did.hit_surely", group.to_hit.rules(), about, sure, side=side),)
    each = {shooter.shots.total for shooter in group.shooters}
    firing: dict[str, str | int] = {"firers": len(group.shooters), "each": min(each) if len(each) == 1 else 0}
    whose = {"own": 1} if own else {}
    if group.weapon.type == "close_combat":
        whose["blows"] = 1
    roll = Roll(
        rule=group.to_hit.ordered()[-1].rule if group.to_hit.terms else "CL-SHOOT-7",
        side=side,
        says="roll.to_hit",
        about=(volley.unit, volley.target, group.shooters[0].model),
        ordinal=number,
        dice=Dice(group.shots),
        needed=group.to_hit,
        facts={**facts, **firing, **whose},
    )
    faces = yield from ask(roll, battle)
    standing, again = yield from rerolled(rules, battle, roll, group.to_hit, faces)
    hits = hits_of(faces, standing, group.to_hit)
    crafted, second = yield from _tried_again(rules, battle, roll, group, standing, again)
    hits += crafted
    standing = _with_second(group, standing, second) if second and not again else standing
    sharp = _sharp(group, faces, standing) if group.rends_by == "to_hit" else 0
    entries = [
        Entry(
            "did.hit",
            group.to_hit.rules(),
            (volley.unit, volley.target, group.shooters[0].model) if own else (volley.unit, volley.target),
            {**facts, **_crafted(group), **whose, "hits": hits},
            faces,
            group.to_hit,
            side,
        )
    ]
    for rule, extra, wanted in (
        ("CL-GEN-4", again, second_need(group.to_hit)),
        ("CL-WPN-22", second, group.to_hit),
    ):
        if extra:
            entries.append(Entry("did.rerolled", (rule,), (volley.unit,), facts, extra, wanted, side))
    burnt = _burnt(rules, group, standing) if abilities.runs_hot(rules, group.weapon) else ()
    return Hits(hits, sharp, burnt), tuple(entries)


def _sharp(group: ShotGroup, first: Sequence[int], standing: Sequence[int]) -> int:
    """Count the hits that show the face that rends, where the roll to hit decides it (CL-WPN-15)."""
    needed, count = group.to_hit, 0
    for old, new in zip(first, standing, strict=True):
        again = needed.reroll and not succeeds(old, needed.total)
        count += new == group.rends and succeeds(new, needed.reroll if again else needed.total)
    return count


def owners(group: ShotGroup) -> tuple[str, ...]:
    """Return whose die each die of a group is: they lie in the order of the shooters."""
    return tuple(shooter.model for shooter in group.shooters for _ in range(shooter.shots.total))


def _crafted(group: ShotGroup) -> dict[str, str | int]:
    """Return how many misses each bearer rolls again (CL-WPN-22), and how many dice each has, in order."""
    if not group.second_tries:
        return {}
    dealt = " ".join(str(shooter.shots.total) for shooter in group.shooters)
    return {"tries": group.second_tries, "dealt": dealt}


def _chosen(group: ShotGroup, standing: Sequence[int]) -> list[int]:
    """Return the places of the dice that master-crafted weapons roll again: the lowest misses of each."""
    left = dict.fromkeys(owners(group), group.second_tries)
    found = []
    dice = zip(owners(group), standing, strict=True)
    for place, (owner, face) in sorted(enumerate(dice), key=lambda one: one[1][1]):
        if left[owner] and not succeeds(face, group.to_hit.total):
            left[owner] -= 1
            found.append(place)
    return found


def _tried_again(
    rules: Ruleset,
    battle: Battle,
    roll: Roll,
    group: ShotGroup,
    standing: tuple[int, ...],
    again: tuple[int, ...],
) -> Procedure[tuple[int, tuple[int, ...]]]:
    """Roll a miss of each master-crafted weapon again (CL-WPN-22), unless all were: a die has one re-roll."""
    places = [] if again or not group.second_tries else _chosen(group, standing)
    if not places or not rules.count("CL-GEN-4", "max_rerolls_per_die"):
        return 0, ()
    second = yield from ask(
        Roll(
            rule="CL-WPN-22", side=roll.side, says="roll.again", about=roll.about, ordinal=roll.ordinal,
            dice=Dice(len(places)), needed=group.to_hit, facts={"needed": group.to_hit.total},
        ),
        battle,
    )  # fmt: skip
    return sum(1 for face in second if succeeds(face, group.to_hit.total)), second


def _with_second(group: ShotGroup, standing: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    faces = list(standing)
    for place, face in zip(_chosen(group, standing), second, strict=True):
        faces[place] = face
    return tuple(faces)


def _burnt(rules: Ruleset, group: ShotGroup, standing: Sequence[int]) -> tuple[str, ...]:
    """Return the bearers that are wounded by their own weapons, once for each such die (CL-WPN-16)."""
    trigger = rules.count("CL-WPN-16", "trigger")
    return tuple(o for o, face in zip(owners(group), standing, strict=True) if face == trigger)


def warm_up(
    rules: Ruleset, battle: Battle, volley: Volley, model: str, weapon: str, dice: Dice, ordinal: int
) -> Procedure[tuple[int, Entry]]:
    """Roll whether a weapon that gets hot burns its bearer; returns how often, and the line (CL-WPN-16)."""
    side = battle.units[volley.unit].side
    facts: dict[str, str | int] = {"weapon": weapon}
    faces = yield from ask(
        Roll(
            rule="CL-WPN-16", side=side, says="roll.heat", about=(volley.unit, volley.target, model),
            ordinal=ordinal, dice=dice, facts=facts,
        ),
        battle,
    )  # fmt: skip
    ones = sum(face == rules.count("CL-WPN-16", "trigger") for face in faces)
    says = "did.too_hot" if ones else "did.stayed_cool"
    return ones, Entry(says, ("CL-WPN-16",), (model,), facts, faces, side=side)


def burn_in_vain(
    rules: Ruleset, battle: Battle, volley: Volley
) -> Procedure[tuple[list[tuple[str, str]], list[Entry]]]:
    """Roll for hot weapons of a volley that are out of range; returns bearers and weapons (CL-WPN-16).

    Where ranges are known before a target is declared nobody fires them.
    """
    burnt: list[tuple[str, str]] = []
    entries: list[Entry] = []
    if measured_in_advance(rules) or not rules.flag("CL-WPN-16", "roll_even_out_of_range"):
        return burnt, entries
    for ordinal, finding in enumerate(f for f in volley.silent if f.says == "shoot.out_of_range"):
        model = battle.models[finding.about[0]]
        weapon = next(w for w in model.weapons if w.name == finding.facts["weapon"])
        if not abilities.runs_hot(rules, weapon):
            continue
        dice = Dice(weapon.shots)
        ones, line = yield from warm_up(rules, battle, volley, model.id, weapon.name, dice, 60_000 + ordinal)
        entries.append(line)
        burnt += [(model.id, weapon.name)] * ones
    return burnt, entries


def roll_to_wound(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int, hits: int
) -> Procedure[tuple[int, int, tuple[Entry, ...]]]:
    """Roll hits to wound; returns ordinary wounds, those that rend (CL-WPN-15), and the lines of the log."""
    side = battle.units[volley.unit].side
    needed = group.to_wound
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": hits}
    if needed.impossible:
        return 0, 0, (Entry("did.cannot_wound", needed.rules(), (volley.target,), facts, (), needed, side),)
    if needed.automatic:
        sure: dict[str, str | int] = {**facts, "wounds": hits}
        line = Entry("did.wounded_surely", needed.rules(), (volley.target,), sure, side=side)
        return hits, 0, (line,)
    roll = Roll(
        rule="CL-SHOOT-8",
        side=side,
        says="roll.to_wound",
        about=(volley.unit, volley.target, group.shooters[0].model),
        ordinal=number,
        dice=Dice(hits),
        needed=needed,
        facts=facts,
    )
    faces = yield from ask(roll, battle)
    rends = group.rends if group.rends_by == "to_wound" else 0
    standing, again = yield from rerolled(rules, battle, roll, needed, faces, rends)
    wounds = hits_of(faces, standing, needed, rends)
    sharp = sum(1 for face in standing if face == rends)
    about = (volley.unit, volley.target)
    told = {**facts, "wounds": wounds}
    entries = [Entry("did.wounded_rolls", needed.rules(), about, told, faces, needed, side)]
    if again:
        wanted = second_need(needed)
        entries.append(Entry("did.rerolled", ("CL-GEN-4",), (volley.unit,), facts, again, wanted, side))
    if sharp:
        rent: dict[str, str | int] = {"weapon": group.weapon.name, "wounds": sharp}
        entries.append(Entry("did.rent", ("CL-WPN-15",), about, rent, side=side))
    return wounds - sharp, sharp, tuple(entries)


def burn(
    rules: Ruleset, battle: Battle, volley: Volley, burnt: Sequence[tuple[str, str]]
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Let bearers of hot weapons, pairs of model and weapon, roll their saves and suffer (CL-WPN-16)."""
    entries: list[Entry] = []
    unit = battle.units[volley.unit]
    for ordinal, name in enumerate(dict.fromkeys(model for model, _ in burnt)):
        model = battle.models[name]
        if model.casualty:
            continue
        count = sum(1 for one, _ in burnt if one == name)
        weapon = next(w for w in model.weapons if (name, w.name) in burnt)
        bare = msgspec.structs.replace(weapon, ap=0, rules=())
        save = rules.save(rules, battle, bare, model, NO_COVER)
        group = SaveGroup(
            (name,),
            model.profile.w,
            model.profile.t,
            (model.wounds_lost,),
            abilities.painless(rules, (model,), unit),
        )
        facts: dict[str, str | int] = {"weapon": weapon.name, "wounds": count}
        entries.append(Entry("did.burnt", ("CL-WPN-16",), (name,), facts, side=unit.side))
        pool = Pool(weapon.name, count, 0, (save,))
        failed, lines = yield from roll_saves(
            rules, battle, unit.id, group, pool, save, count, 50_000 + ordinal
        )
        entries += lines
        if failed:
            failed, lines = yield from endure(rules, battle, unit.id, group, pool, failed, 50_000 + ordinal)
            entries += lines
        if failed:
            battle, lines = yield from remove(
                rules, battle, unit.id, group, [(pool, failed)], 50_000 + ordinal
            )
            entries += lines
    return battle, entries


def endure(
    rules: Ruleset, battle: Battle, unit: str, group: SaveGroup, pool: Pool, failed: int, ordinal: int
) -> Procedure[tuple[int, tuple[Entry, ...]]]:
    """Let models that feel no pain ignore wounds after their saves; returns those left (CL-USR-6)."""
    if not may_ignore(rules, pool, group):
        return failed, ()
    side = battle.units[unit].side
    needed = abilities.no_pain(rules, group.painless)
    faces = yield from ask(
        Roll(
            rule="CL-USR-6", side=side, says="roll.no_pain", about=(unit, group.id), ordinal=ordinal,
            dice=Dice(failed), needed=needed, facts={"pool": pool.name},
        ),
        battle,
    )  # fmt: skip
    ignored = sum(1 for face in faces if succeeds(face, needed.total))
    facts: dict[str, str | int] = {
        "wounds": failed,
        "saved": ignored,
        "unsaved": failed - ignored,
        "pool": pool.name,
    }
    line = Entry("did.felt_no_pain", ("CL-USR-6",), (group.id,), facts, faces, needed, side)
    return failed - ignored, (line,)
