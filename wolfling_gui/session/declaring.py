"""Facts that players declare for a shot: which there are to say, which are waited for, what each does."""

from __future__ import annotations

from collections import Counter

import msgspec

from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.lengths import Length, inches
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.cover import is_large
from wolfling_gui.rules.classic.shooting import facts_measured, plan_volley
from wolfling_gui.rules.classic.weapons import weapon_range
from wolfling_gui.rules.engine import check
from wolfling_gui.rules.facts import floors_matter, places_known, zones_shared
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session import naming
from wolfling_gui.session.explain import explain_breakdown, total_text
from wolfling_gui.session.sentences import tr

FACTS = ("range", "sight", "zone", "cover", "half", "level")
"""Every fact in the order in which it is asked for."""
ASKED = {
    "sight.unsaid": "sight",
    "shoot.range_unsaid": "range",
    "shoot.zone_unsaid": "zone",
    "shoot.cover_unsaid": "cover",
}
"""Which fact a finding asks for."""
USUAL = DeclaredFacts(range=inches(1), sight="clear", zone="none", cover=0)
"""What is taken for facts not said yet, to see what else would be asked for."""
FLOORS = "WO-TER-4"
MOST_WEAPONS = 3


class FactLine(msgspec.Struct, frozen=True):
    """Hold what a fact does, in words, with its rule; `waits` says that the shot needs it to be said."""

    text: str
    rule: str = ""
    waits: bool = False


def facts_to_say(rules: Ruleset, battle: Battle, shot: Shoot) -> dict[str, tuple[str, ...]]:
    """Return the facts that can be said of a shot by these rules, each with its words; a range has none."""
    firers, target = battle.members(shot.unit), battle.units[shot.target]
    found: dict[str, tuple[str, ...]] = {"range": (), "sight": ("clear", "partly", "blocked")}
    zones = zones_shared(rules, battle, firers[0], target) if firers else ()
    if zones:
        found["zone"] = (*zones, "none")
    found["cover"] = ("0", "6", "5", "4", "3")
    if any(is_large(rules, model) for model in battle.members(target.id)):
        found["half"] = ("half", "less", "doubtful")
    if firers and floors_matter(rules, battle, firers[0], target):
        found["level"] = ("same", "above", "below")
    return found


def with_fact(facts: DeclaredFacts, fact: str, word: str | Length | None) -> DeclaredFacts:
    """Return facts with one of them said, or with None not said any more; KeyError for an unknown one."""
    if fact not in FACTS:
        raise KeyError(fact)
    value: object = int(word) if fact == "cover" and word is not None else word
    changed = msgspec.structs.replace(facts, **{fact: value})
    return msgspec.structs.replace(changed, zone_name="") if fact == "zone" else changed


def waited_for(rules: Ruleset, battle: Battle, shot: Shoot) -> tuple[str, ...]:
    """Return the facts that a shot cannot do without and that nobody has said, in the order of asking."""
    found: list[str] = []
    trial = shot
    while True:
        asked = _asked(check(rules, battle, trial).findings)
        fresh = [fact for fact in asked if fact not in found]
        if not fresh:
            return tuple(fact for fact in FACTS if fact in found)
        found += fresh
        said = DeclaredFacts(**{fact: getattr(USUAL, fact) for fact in found})
        trial = msgspec.structs.replace(shot, facts=shot.facts.completed(said))


def _asked(findings: tuple[Finding, ...]) -> list[str]:
    return [ASKED[f.says] for f in findings if f.effect == "asks" and f.says in ASKED]


def fact_lines(
    rules: Ruleset, battle: Battle, shot: Shoot, model: str = ""
) -> dict[str, tuple[FactLine, ...]]:
    """Return what each fact of a shot does, or that it is not said, or what was measured in its place.

    With a model's id it is about that firer alone, whose facts may differ from those of the volley.
    """
    said = shot.facts_of(model) if model else shot.facts
    firers = [m.id for m in battle.members(shot.unit) if not model or m.id == model]
    if model:
        shot = Shoot(shot.unit, shot.target, {model: shot.weapons.get(model, "")}, said)
    waiting = waited_for(rules, battle, shot)
    measured = facts_measured(rules, battle, shot) if places_known(battle) else {}
    standing = {name: measured.get(name, shot.facts_of(name)) for name in firers}
    trial = shot
    if not places_known(battle):
        trial = msgspec.structs.replace(shot, facts=_seen(said).completed(USUAL))
    elif said.sight == "blocked":
        trial = msgspec.structs.replace(shot, facts=_seen(said))
    volley, silent = plan_volley(rules, battle, trial)
    found: dict[str, tuple[FactLine, ...]] = {}
    for fact in facts_to_say(rules, battle, shot):
        if getattr(said, fact) is None:
            given = fact == "cover" and fact not in waiting and not measured
            lines = _cover(battle, volley) if given else ()
            found[fact] = lines or _unsaid(
                fact, waiting, [standing[name] for name in firers if name in measured]
            )
            continue
        match fact:
            case "range":
                found[fact] = _ranges(rules, battle, volley, silent, firers)
            case "sight":
                found[fact] = _sights(battle, shot, standing)
            case "zone":
                found[fact] = _zone(battle, volley)
            case "cover" | "half":
                found[fact] = _cover(battle, volley)
            case "level":
                found[fact] = (_floor(said),)
    return found


def _seen(facts: DeclaredFacts) -> DeclaredFacts:
    """Return facts as if the target were seen, so that the other facts show what they would do."""
    return msgspec.structs.replace(facts, sight="clear") if facts.sight == "blocked" else facts


def _unsaid(fact: str, waiting: tuple[str, ...], measured: list[DeclaredFacts]) -> tuple[FactLine, ...]:
    if fact in waiting:
        return (FactLine(tr("fact.waited_for"), waits=True),)
    values = [value for facts in measured if (value := getattr(facts, fact)) is not None]
    if not values or fact == "half":
        return (FactLine(tr("fact.unsaid")),)
    if fact == "range":
        text = naming.inches_text(min(values))
    elif fact == "cover":
        text = naming.needed_text(values[0]) if values[0] else tr("value.none")
    else:
        text = Counter(values).most_common(1)[0][0]
    return (FactLine(tr("fact.measured", fact=fact, text=text)),)


def _which(count: int, every: int) -> str:
    return "all" if count == every else "none" if not count else "some"


def _ranges(
    rules: Ruleset, battle: Battle, volley: Volley | None, silent: tuple[Finding, ...], firers: list[str]
) -> tuple[FactLine, ...]:
    """Say of each weapon how many of those that carry it are in range (CL-SHOOT-5)."""
    shooters = [s for group in volley.groups for s in group.shooters] if volley is not None else []
    inside = Counter(s.context.weapon.name for s in shooters if s.model in firers)
    quiet = volley.silent if volley is not None else silent
    outside = Counter(str(f.facts["weapon"]) for f in quiet if f.says == "shoot.out_of_range")
    reach = {w.name: weapon_range(rules, w) for name in firers for w in battle.models[name].weapons}
    lines: list[FactLine] = []
    for weapon, every in (inside + outside).most_common(MOST_WEAPONS):
        count = inside[weapon]
        text = tr(
            "fact.in_range",
            which=_which(count, every),
            weapon=weapon,
            reach=naming.inches_text(reach.get(weapon, 0)),
            count=count,
            all=every,
        )
        lines.append(FactLine(text, "CL-SHOOT-5"))
    return tuple(lines)


def _sights(battle: Battle, shot: Shoot, standing: dict[str, DeclaredFacts]) -> tuple[FactLine, ...]:
    seen = [facts.sight for facts in standing.values() if facts.sight in ("clear", "partly")]
    every, unit = len(standing), naming.unit_name(battle, shot.target)
    partly = seen.count("partly")
    key, count = ("fact.sees_partly", partly) if partly else ("fact.sees", len(seen))
    text = tr(key, which=_which(count, every), count=count, all=every, unit=unit)
    return (FactLine(text, "CL-LOS-4"),)


def _zone(battle: Battle, volley: Volley | None) -> tuple[FactLine, ...]:
    if volley is None or not volley.groups:
        return ()
    hit = volley.groups[0].to_hit
    why, rule = _telling(hit, battle)
    return (FactLine(tr("fact.to_hit", why=why, needed=total_text(hit)), rule),)


def _cover(battle: Battle, volley: Volley | None) -> tuple[FactLine, ...]:
    if volley is None or not volley.groups:
        return ()
    cover = volley.groups[0].cover
    why, rule = _telling(cover, battle)
    save = "" if cover.impossible or not cover.terms else naming.needed_text(cover.total)
    return (FactLine(tr("fact.cover", why=why, save=save), rule),)


def _telling(number: Breakdown, battle: Battle) -> tuple[str, str]:
    """Return why a number is what it is, in words, and the rule: the last of its steps that counts."""
    rows = [row for row in explain_breakdown(number, battle) if row.op not in ("result", "dropped")]
    return (rows[-1].text, rows[-1].rule) if rows else ("", "")


def _floor(said: DeclaredFacts) -> FactLine:
    if said.zone in (None, "none"):
        return FactLine(tr("fact.floor_apart"), FLOORS)
    return FactLine(tr("fact.same_floor" if said.level == "same" else "fact.other_floor"), FLOORS)
