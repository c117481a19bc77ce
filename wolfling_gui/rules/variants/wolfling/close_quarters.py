"""Close-quarters shooting: 2+ to hit in one zone, automatic cover, no cover in corridors (WO-CQS)."""

from __future__ import annotations

from collections import Counter

import msgspec

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Unit, Weapon
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import slots
from wolfling_gui.rules.classic.cover import is_large
from wolfling_gui.rules.classic.weapons import is_plain
from wolfling_gui.rules.facts import places_known
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.variants.wolfling.zones import sections, share_in, zone_of, zones_here


def check_shoot(core: slots.CheckShootSlot) -> slots.CheckShootSlot:
    """Ask for the zone of firers and target where the app cannot see who is in which (WO-TER-12)."""

    def slot(rules: Ruleset, battle: Battle, action: Shoot) -> tuple[Finding, ...]:
        found = core(rules, battle, action)
        if places_known(battle) or not rules.on("WO-TER-12"):
            return found
        firers = [m.id for m in battle.members(action.unit) if not action.weapons or m.id in action.weapons]
        if all(action.facts_of(name).zone is not None for name in firers):
            return found
        asks = Finding("WO-TER-12", "asks", "shoot.zone_unsaid", (action.unit, action.target))
        return (*found, asks)

    return slot


def to_hit(core: slots.ToHitSlot) -> slots.ToHitSlot:
    """Hit on 2+ within one zone, whatever the BS (WO-CQS-1, WO-CQS-2)."""

    def slot(rules: Ruleset, battle: Battle, shot: ShotContext) -> Breakdown:
        found = core(rules, battle, shot)
        if not shot.shared_kind or not rules.on("WO-CQS-1") or found.impossible:
            return found
        unaimed = not is_plain(rules, shot.weapon) and rules.on("WO-CQS-3")
        if unaimed and not rules.flag("WO-CQS-3", "blast_uses_two_plus"):
            return found
        needed = rules.count("WO-CQS-1", "close_quarters_to_hit")
        terms = []
        for term in found.terms:
            if term.rule == "CL-WPN-12" and term.op == "reroll":
                allowed = not rules.on("WO-CQS-2") or rules.flag("WO-CQS-2", "rerolls_allowed")
                term = msgspec.structs.replace(term, value=needed, dropped="" if allowed else "WO-CQS-2")
            elif term.op == "reroll" and term.rule == "CL-SHOOT-7" and rules.on("WO-CQS-2"):
                if not rules.flag("WO-CQS-2", "high_bs_second_roll"):
                    term = msgspec.structs.replace(term, dropped="WO-CQS-2")
            elif term.op == "add" and rules.on("WO-CQS-2"):
                term = msgspec.structs.replace(term, dropped="WO-CQS-2")
            terms.append(term)
        same = Term("WO-CQS-1", "set", needed, f"why.same_{shot.shared_kind}", (shot.shared_zone,))
        return Breakdown("to_hit", (*terms, same))

    return slot


def cover(core: slots.CoverSlot) -> slots.CoverSlot:
    """Give the automatic 5+ of rooms and ruins, and none in a shared corridor (WO-CQS-4 to WO-CQS-9)."""

    def slot(rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...]) -> Breakdown:
        found = core(rules, battle, shots)
        if not shots:
            return found
        first = shots[0]
        found = _framed(rules, battle, found)
        if first.shared_kind == "corridor" and rules.on("WO-CQS-4"):
            return _no_corridor_cover(rules, first)
        if first.declared_cover is not None and first.zone_declared and not first.shared_kind:
            return found
        auto = None if _declared_bare(rules, battle, first) else automatic_cover(rules, battle, first)
        if auto is None:
            return _from_elsewhere(rules, battle, first, found)
        if first.shared_kind and rules.on("WO-CQS-7"):
            return _capped(rules, auto, found)
        if not first.shared_kind and not (
            rules.on("WO-CQS-8") and rules.flag("WO-CQS-8", "auto_cover_vs_other_zones")
        ):
            return found
        if found.impossible or auto.value <= found.total:
            return Breakdown("save", (auto,))
        passed = msgspec.structs.replace(auto, dropped="WO-CQS-8")
        return Breakdown("save", (passed, *found.terms))

    return slot


def _framed(rules: Ruleset, battle: Battle, found: Breakdown) -> Breakdown:
    """Give the cover that a wall beside an open door gives to who stands partly behind it (WO-TER-13)."""
    name = next((t.about[0] for t in found.terms if t.op == "base" and t.rule == "CL-COV-1" and t.about), "")
    if found.impossible or name not in battle.table.walls:
        return found
    if not any(door.state == "open" for door in battle.table.doors.values()):
        return found
    if rules.on("WO-TER-13") and not rules.flag("WO-TER-13", "open_door_frame_gives_core_cover"):
        return Breakdown("save", (Term("WO-TER-13", "impossible", 0, "why.no_cover_door_frame", (name,)),))
    frame = rules.catalogue.count_or_none("WO-CQS-8", "door_frame_cover") if rules.on("WO-CQS-8") else None
    if frame is None or frame == found.total:
        return found
    return found.plus(Term("WO-CQS-8", "set", frame, "why.door_frame", (name,)))


def _from_elsewhere(rules: Ruleset, battle: Battle, shot: ShotContext, found: Breakdown) -> Breakdown:
    """Give a target in a corridor what stands in the line, or nothing by house rule (WO-CQS-8)."""
    if shot.shared_kind or not rules.on("WO-CQS-8"):
        return found
    if rules.flag("WO-CQS-8", "corridor_core_cover_vs_other_zones"):
        return found
    zones = {z for m in battle.standing(shot.target.id) for z in zones_here(rules, battle, m)}
    for zone in sorted(zones):
        corridor = zone_of(rules, battle.table, zone).kind == "corridor"
        if corridor and share_in(rules, battle, shot.target, zone) >= 0.5:
            return Breakdown("save", (Term("WO-CQS-8", "impossible", 0, "why.no_cover_corridor", (zone,)),))
    return found


def _no_corridor_cover(rules: Ruleset, shot: ShotContext) -> Breakdown:
    save = rules.catalogue.value("WO-CQS-4", "corridor_cover_save")
    if isinstance(save, int):
        return Breakdown("save", (Term("WO-CQS-4", "base", save, "why.corridor_cover", (shot.shared_zone,)),))
    return Breakdown(
        "save", (Term("WO-CQS-4", "impossible", 0, "why.no_cover_corridor", (shot.shared_zone,)),)
    )


def _capped(rules: Ruleset, auto: Term, core: Breakdown) -> Breakdown:
    """Keep the automatic save from being bettered at close quarters; what would better it is listed.

    Where a house rule makes the automatic save itself better than the best, that save is the best.
    """
    best = min(rules.count("WO-CQS-7", "best_cover_close_quarters"), auto.value)
    passed = tuple(
        msgspec.structs.replace(term, dropped="WO-CQS-7")
        for term in core.terms
        if not core.impossible and term.op == "base" and term.value < best
    )
    return Breakdown("save", (auto, *passed, Term("WO-CQS-7", "at_least", best, "why.close_quarters_cap")))


def automatic_cover(rules: Ruleset, battle: Battle, shot: ShotContext) -> Term | None:
    """Return the automatic cover of a unit half of which is in rooms or sections (WO-CQS-6), or None."""
    if not rules.on("WO-CQS-6"):
        return None
    save = rules.count("WO-CQS-6", "room_or_ruin_cover_save")
    members = battle.members(shot.target.id)
    if 2 * sum(served(rules, model) for model in members) < len(members):
        return None
    if shot.zone_declared and shot.shared_kind:
        name = shot.shared_zone
        mapped = name in battle.table.zones or name in sections(rules, battle.table)
        if shot.shared_kind == "corridor" or (mapped and not _gives_cover(rules, battle, name)):
            return None
        about = (name if mapped else "",)
        return Term("WO-CQS-6", "base", save, f"why.auto_cover_{shot.shared_kind}", about)
    models = battle.standing(shot.target.id)
    kinds: Counter[str] = Counter()
    covered = 0
    for model in models:
        here = zones_here(rules, battle, model) if served(rules, model) else ()
        zones = [z for z in here if _gives_cover(rules, battle, z)]
        covered += bool(zones)
        kinds.update(zones[:1])
    if not models or 2 * covered < len(models):
        return None
    zone = shot.shared_zone if shot.shared_zone in kinds else kinds.most_common(1)[0][0]
    return Term(
        "WO-CQS-6", "base", save, f"why.auto_cover_{zone_of(rules, battle.table, zone).kind}", (zone,)
    )


def served(rules: Ruleset, model: Model) -> bool:
    """Tell whether rooms and ruins cover a model of its type by themselves (WO-CQS-10).

    Without that rule they do as area terrain does: not for creatures half of which has to be hidden.
    """
    if not rules.on("WO-CQS-10"):
        return not is_large(rules, model)
    return model.profile.unit_type in rules.words("WO-CQS-10", "auto_cover_unit_types")


def _declared_bare(rules: Ruleset, battle: Battle, shot: ShotContext) -> bool:
    """Tell whether a zone that is not on the map is declared bare, where that counts (WO-TER-3)."""
    if shot.declared_cover != 0 or shot.shared_zone in battle.table.zones:
        return False
    return bool(shot.shared_kind) and not _bare_covers(rules)


def _bare_covers(rules: Ruleset) -> bool:
    """Tell whether a room without furniture gives cover like any other (WO-TER-3)."""
    return rules.on("WO-TER-3") and rules.flag("WO-TER-3", "empty_room_gives_cover")


def _gives_cover(rules: Ruleset, battle: Battle, zone: str) -> bool:
    found = zone_of(rules, battle.table, zone)
    if found.kind == "corridor":
        return False
    return _bare_covers(rules) or not found.bare


def cover_left(core: slots.CoverLeftSlot) -> slots.CoverLeftSlot:
    """Let weapons that ignore cover ignore the automatic 5+ too, or leave it by house rule (WO-CQS-9)."""

    def slot(rules: Ruleset, weapon: Weapon, cover: Breakdown) -> Breakdown:
        left = core(rules, weapon, cover)
        auto = next((term for term in cover.terms if term.rule == "WO-CQS-6"), None)
        if auto is None or cover.impossible or not left.impossible:
            return left
        if not rules.on("WO-CQS-9") or not rules.flag("WO-CQS-9", "auto_cover_can_be_ignored"):
            if auto.counts:
                return cover
            better = (t for t in cover.terms if t.counts and t.rule in ("CL-COV-8", "CL-USR-18"))
            return Breakdown("save", (msgspec.structs.replace(auto, dropped=""), *better))
        if not auto.counts:
            return left
        terms = (msgspec.structs.replace(t, dropped="WO-CQS-9") if t.dropped else t for t in left.terms)
        return Breakdown("save", tuple(terms))

    return slot


def _still_pinned(rules: Ruleset) -> bool:
    return rules.flag("WO-CQS-5", "pinned_in_corridor_still_pinned")


def may_ground(core: slots.MayGroundSlot) -> slots.MayGroundSlot:
    """Refuse going to ground to a unit with at least half its models in a corridor (WO-CQS-5).

    Where nobody has a place the zone declared of the shot says so; where that is another than the firer's,
    only the owner knows.
    """

    def slot(rules: Ruleset, battle: Battle, unit: Unit, zone: str = "") -> tuple[Finding, ...]:
        found = core(rules, battle, unit, zone)
        if not rules.on("WO-CQS-5"):
            return found
        banned = rules.words("WO-CQS-5", "gtg_banned_in")
        facts: dict[str, str | int] = {"kind": zone, "pinned": int(_still_pinned(rules))}
        if zone in banned:
            return (*found, forbid("WO-CQS-5", "ground.banned_declared", unit.id, facts=facts))
        if zone not in ("", "none") or not banned:
            return found
        if not battle.standing(unit.id):
            facts["kind"] = banned[0] if len(banned) == 1 else "several"
            return (*found, Finding("WO-CQS-5", "asks", "ground.zone_unsaid", (unit.id,), facts=facts))
        zones = {z for m in battle.standing(unit.id) for z in zones_here(rules, battle, m)}
        for name in sorted(zones):
            kind = zone_of(rules, battle.table, name).kind
            if kind in banned and share_in(rules, battle, unit, name) >= 0.5:
                banning = forbid(
                    "WO-CQS-5", "ground.banned_zone", unit.id, name, facts={**facts, "kind": kind}
                )
                found = (*found, banning)
        return found

    return slot
