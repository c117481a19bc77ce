"""How a fight comes out: score, morale, No Retreat, pursuit (CL-ASLT-20 to 25, 29 and 30)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import CombatFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.dice import parse_dice
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Roll
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic import melee, morale
from wolfling_gui.rules.classic.assembling import saves_of
from wolfling_gui.rules.classic.blows import SEEN, Struck, struck, take
from wolfling_gui.rules.classic.cover import NO_COVER
from wolfling_gui.rules.classic.falling_back import destroyed, fall_back
from wolfling_gui.rules.classic.pooling import Wounds
from wolfling_gui.rules.classic.profiles import majority
from wolfling_gui.rules.classic.unit_types import is_gun
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Answer, Burst, Lost, ShotContext
from wolfling_gui.rules.special_rules import gear_of
from wolfling_gui.rules.states import has_rule
from wolfling_gui.rules.volley import Shooter, ShotGroup, Volley

NO_RETREAT = Weapon("No Retreat", "close_combat", s=0)
"""What takes Wounds of those who lost and do not run (CL-ASLT-23)."""


def no_answer(
    rules: Ruleset, battle: Battle, unit: str, said: CombatFacts
) -> Procedure[tuple[Battle, tuple[Burst, ...], tuple[Entry, ...]]]:
    """Let an assaulted unit fight: the core knows no other answer."""
    yield from ()
    return battle, (), ()


def none_ahead(rules: Ruleset, battle: Battle, unit: str, target: str, said: CombatFacts) -> Answer | None:
    """Know no answer to an assault ahead, as the core knows none."""
    return None


def combat_result(
    rules: Ruleset, battle: Battle, sides: tuple[str, ...], lost: tuple[Lost, ...]
) -> Mapping[str, Breakdown]:
    """Give what each side has scored: the Wounds its units caused, added up (CL-ASLT-20, CL-ASLT-29)."""
    found = {}
    for side in sides:
        counts: dict[tuple[str, str], int] = {}
        for one in lost:
            if one.side == side:
                counts[one.target, one.source] = counts.get((one.target, one.source), 0) + one.wounds
        rule = "CL-ASLT-20" if rules.on("CL-ASLT-20") else "CL-ASLT-21"
        terms = [Term(rule, "base", 0, "why.no_wounds")]
        if rules.on("CL-ASLT-20"):
            terms += [
                Term(
                    rule, "add", count, "why.shot_down" if source == "shots" else "why.struck_down", (target,)
                )
                for (target, source), count in counts.items()
                if count
            ]
        found[side] = Breakdown("count", tuple(terms))
    return found


# ---------------------------------------------------------------------- morale


def losers_check(
    rules: Ruleset, battle: Battle, units: Sequence[str], foes: Sequence[str], lost_by: Mapping[str, int]
) -> Procedure[tuple[Battle, list[Entry], tuple[str, ...]]]:
    """Let every losing unit check its morale (CL-ASLT-22); returns who breaks.

    Those that pass without dice take Wounds instead (CL-ASLT-23).
    """
    entries: list[Entry] = []
    broken: list[str] = []
    for number, unit in enumerate(units):
        points = lost_by[unit]
        if morale.passes_without_dice(rules, battle, unit):
            battle, lines = yield from no_retreat(rules, battle, unit, foes, points)
            entries += lines
            continue
        if not rules.on("CL-ASLT-22") or not morale.calls(rules, "assault_lost"):
            continue
        by = morale.lost_by(rules, points)
        passed, told = yield from morale.morale_check(rules, battle, unit, "assault_lost", by, ordinal=number)
        entries += told
        if not passed:
            broken.append(unit)
    return battle, entries, tuple(broken)


def no_retreat(
    rules: Ruleset, battle: Battle, unit: str, foes: Sequence[str], points: int
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Let a unit that lost and does not run take as many wounds as its side lost by (CL-ASLT-23).

    It takes none when no enemy in the fight could hurt it. What is lost here does not change the result.
    """
    living = [foe for foe in foes if battle.members(foe)]
    if not rules.on("CL-ASLT-23") or not melee.can_hurt(rules, battle, living, unit):
        return battle, []
    count = points * rules.count("CL-ASLT-23", "wounds_per_point")
    line = Entry("did.no_retreat", ("CL-ASLT-23",), (unit,), {"wounds": count}, side=battle.units[unit].side)
    if not count:
        return battle, []
    targets = struck(rules, battle, unit, ())
    firer = melee.fighters(rules, battle, living[0])[0]
    context = ShotContext(firer, battle.units[living[0]], battle.units[unit], NO_RETREAT, 0, SEEN)
    shooter = Shooter(firer.id, context, Breakdown("count"))
    group = ShotGroup(NO_RETREAT, (shooter,), Breakdown("to_hit"), Breakdown("to_wound"), NO_COVER)
    saves = saves_of(rules, battle, NO_RETREAT, NO_COVER, targets)
    volley = Volley(living[0], unit, (group,), targets, (saves,), sharp=((),))
    battle, lines, _ = yield from take(rules, battle, unit, [Struck(volley, (Wounds(0, count),))])
    return battle, [line, *lines]


# ---------------------------------------------------------------------- pursuit


class Chase(msgspec.Struct, frozen=True):
    """Hold a unit's total in a pursuit: its die and its Initiative."""

    unit: str
    total: int


def pursue(
    rules: Ruleset,
    battle: Battle,
    broken: Sequence[str],
    pairs: Mapping[str, Sequence[str]],
    lost_by: Mapping[str, int],
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Let winners sweep after those who break, and let these fall back when they escape (CL-ASLT-24, 30).

    `pairs` says who was locked with whom.
    """
    entries: list[Entry] = []
    sweepers: dict[str, list[str]] = {}
    for unit in broken:
        for foe in pairs.get(unit, ()):
            if not battle.members(foe) or foe in broken:
                continue
            reason = barred(rules, battle, foe, unit, broken, pairs)
            if reason is None:
                sweepers.setdefault(foe, []).append(unit)
            else:
                entries.append(reason)
    chased = tuple(dict.fromkeys(unit for units in sweepers.values() for unit in units))
    swept: dict[str, str] = {}
    if rules.on("CL-ASLT-24") and chased:
        swept, lines = yield from _rolled(rules, battle, sweepers, chased)
        entries += lines
    for unit in broken:
        if unit in swept:
            battle, lines = yield from _caught(rules, battle, unit, swept[unit], pairs.get(unit, ()), lost_by)
            entries += lines
            continue
        through = frozenset(pairs.get(unit, ()))
        battle, told = yield from fall_back(rules, battle, unit, "CL-ASLT-22", through)
        entries += told
    return battle, entries


def barred(
    rules: Ruleset,
    battle: Battle,
    winner: str,
    fleeing: str,
    broken: Sequence[str],
    pairs: Mapping[str, Sequence[str]],
) -> Entry | None:
    """Say what keeps a unit from sweeping after another, None when nothing does (CL-ASLT-25)."""
    if not rules.on("CL-ASLT-25"):
        return None
    blocked = rules.words("CL-ASLT-25", "blocked")
    side = battle.units[winner].side
    held = [foe for foe in pairs.get(winner, ()) if foe not in broken and battle.members(foe)]
    if held and "still_locked" in blocked:
        return Entry("did.sweep_locked", ("CL-ASLT-25",), (winner, held[0]), side=side)
    slow = [m.id for m in battle.members(winner) if "cannot_sweep" in (*m.profile.rules, *gear_of(m))]
    if (slow or "cannot_sweep" in battle.units[winner].rules) and "barred_model" in blocked:
        return Entry("did.sweep_barred", ("CL-ASLT-25",), (winner, *slow[:1]), side=side)
    placed = engaged.in_positions(battle, (winner, fleeing))
    if rules.flag("CL-ASLT-25", "needs_contact") and placed:
        touching = engaged.measured_contacts(rules, battle, winner).values()
        if fleeing not in {battle.models[m].unit for touches in touching for m in touches}:
            return Entry("did.sweep_apart", ("CL-ASLT-25",), (winner, fleeing), side=side)
    return None


def _rolled(
    rules: Ruleset, battle: Battle, sweepers: Mapping[str, Sequence[str]], chased: Sequence[str]
) -> Procedure[tuple[dict[str, str], list[Entry]]]:
    """Roll for winners and losers, once each, and compare (CL-ASLT-24, CL-ASLT-30); returns who is caught.

    Artillery is caught without dice (CL-UT-12). Without CL-ASLT-30 each pair rolls by itself.
    """
    entries: list[Entry] = []
    swept: dict[str, str] = {}
    guns = rules.on("CL-UT-12") and rules.flag("CL-UT-12", "auto_lose_sweep")
    lame = [unit for unit in chased if guns and any(is_gun(m) for m in battle.members(unit))]
    for unit in lame:
        by = next(w for w, units in sweepers.items() if unit in units)
        swept[unit] = by
        entries.append(Entry("did.guns_caught", ("CL-UT-12",), (unit, by), side=battle.units[unit].side))
    pairs = [(w, u) for w, units in sweepers.items() for u in units if u not in lame]
    rounds = [pairs] if rules.on("CL-ASLT-30") else [[pair] for pair in pairs]
    for number, listed in enumerate(rounds):
        totals: dict[str, int] = {}
        for unit in dict.fromkeys((*(w for w, _ in listed), *(u for _, u in listed))):
            totals[unit], line = yield from _chase(rules, battle, unit, number)
            entries.append(line)
        for winner, unit in listed:
            tie = rules.catalogue.word("CL-ASLT-24", "tie") == "winner"
            caught = totals[winner] > totals[unit] or (tie and totals[winner] == totals[unit])
            if caught:
                swept.setdefault(unit, winner)
    return swept, entries


def _chase(rules: Ruleset, battle: Battle, unit: str, ordinal: int) -> Procedure[tuple[int, Entry]]:
    side = battle.units[unit].side
    values = [m.profile.i for m in melee.fighters(rules, battle, unit)]
    own = majority(values, rules.catalogue.word("CL-GEN-12", "initiative_tie"))
    faces = yield from ask(
        Roll(
            rule="CL-ASLT-24", side=side, says="roll.sweep", about=(unit,), ordinal=ordinal,
            dice=parse_dice(rules.catalogue.word("CL-ASLT-24", "die")), facts={"initiative": own},
        ),
        battle,
    )  # fmt: skip
    total = sum(faces) + own
    facts: dict[str, str | int] = {"initiative": own, "total": total}
    return total, Entry("did.chased", ("CL-ASLT-24",), (unit,), facts, faces, side=side)


def _caught(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    by: str,
    foes: Sequence[str],
    lost_by: Mapping[str, int],
) -> Procedure[tuple[Battle, list[Entry]]]:
    """Destroy a unit that was swept; those that know no fear stay and take wounds instead (CL-USR-2)."""
    side = battle.units[unit].side
    bold = rules.on("CL-USR-2") and has_rule(battle, battle.units[unit], "they_know_no_fear")
    if bold and rules.catalogue.word("CL-USR-2", "swept") == "no_retreat":
        line = Entry("did.swept_stays", ("CL-USR-2",), (unit, by), side=side)
        battle, lines = yield from no_retreat(rules, battle, unit, foes, lost_by[unit])
        return battle, [line, *lines]
    gone = Entry("did.swept", ("CL-ASLT-24",), (unit, by), side=side)
    return destroyed(battle, unit), [gone]
