"""Wolfling: fights in rooms, corridors and ruins. Each function replaces one slot of the classic core."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import msgspec

from wolfling_gui.core.actions import Move, MoveMode, Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Place, Roster, Unit
from wolfling_gui.core.terrain import Zone
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.crossing import zones_crossed
from wolfling_gui.geometry.paths import measured
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules import slots
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.classic.sight import CORE_BLOCKING, look
from wolfling_gui.rules.facts import zones_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import DangerTest, Passage, ShotContext, SightLine


def zone_key(battle: Battle, zone: Zone) -> str:
    """Return what makes two models share a zone: the zone itself, which lies on one floor (WO-TER-4)."""
    return zone.id


def zones_here(rules: Ruleset, battle: Battle, model: Model) -> tuple[str, ...]:
    """Return the zones a model is in, both at a doorway (WO-TER-11)."""
    return zones_of(rules, battle, model, rules.inches("WO-TER-11", "threshold_tolerance_inches"))


def kind_of(battle: Battle, zone: str) -> str:
    """Return a zone's kind: corridor, room or section."""
    return battle.table.zones[zone].kind


def structure_kind(battle: Battle, zone: str) -> str:
    """Return the kind of structure a zone belongs to, empty when it has none."""
    structure = battle.table.structures.get(battle.table.zones[zone].structure)
    return structure.kind if structure else ""


def share_in(rules: Ruleset, battle: Battle, unit: Unit, wanted: set[str]) -> float:
    """Return which part of a unit's models on the table is in one of these zones (WO-TER-12)."""
    models = battle.standing(unit.id)
    if not models:
        return 0.0
    inside = sum(1 for m in models if wanted & set(zones_here(rules, battle, m)))
    return inside / len(models)


def shared_zone(rules: Ruleset, battle: Battle, firer: Model, target: Unit) -> tuple[str, str]:
    """Say whether firer and target unit share a zone: at least half of the target is in it (WO-TER-12)."""
    if not rules.on("WO-TER-12"):
        return "", ""
    needed = float(rules.catalogue.number("WO-TER-12", "target_unit_fraction"))
    for zone in zones_here(rules, battle, firer):
        if share_in(rules, battle, target, {zone}) >= needed:
            return zone, kind_of(battle, zone)
    return "", ""


def to_hit(core: slots.ToHitSlot) -> slots.ToHitSlot:
    """Hit on 2+ within one zone, whatever the BS (WO-CQS-1, WO-CQS-2)."""

    def slot(rules: Ruleset, battle: Battle, shot: ShotContext) -> Breakdown:
        found = core(rules, battle, shot)
        if not shot.shared_kind or not rules.on("WO-CQS-1") or found.impossible:
            return found
        needed = rules.count("WO-CQS-1", "close_quarters_to_hit")
        terms = []
        for term in found.terms:
            if term.op == "reroll" and term.rule == "CL-SHOOT-7" and rules.on("WO-CQS-2"):
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
        if first.shared_kind == "corridor" and rules.on("WO-CQS-4"):
            return _no_corridor_cover(rules, first)
        auto = automatic_cover(rules, battle, first)
        if auto is None:
            return found
        if first.shared_kind and rules.on("WO-CQS-7"):
            return _capped(rules, auto, found)
        if not first.shared_kind and not (
            rules.on("WO-CQS-8") and rules.flag("WO-CQS-8", "auto_cover_vs_other_zones")
        ):
            return found
        if found.impossible or auto.value <= found.total:
            return Breakdown("save", (auto,))
        return found

    return slot


def _no_corridor_cover(rules: Ruleset, shot: ShotContext) -> Breakdown:
    save = rules.catalogue.value("WO-CQS-4", "corridor_cover_save")
    if isinstance(save, int):
        return Breakdown("save", (Term("WO-CQS-4", "base", save, "why.corridor_cover", (shot.shared_zone,)),))
    return Breakdown(
        "save", (Term("WO-CQS-4", "impossible", 0, "why.no_cover_corridor", (shot.shared_zone,)),)
    )


def _capped(rules: Ruleset, auto: Term, core: Breakdown) -> Breakdown:
    """Keep the automatic save from being bettered at close quarters; what would better it is listed."""
    best = rules.count("WO-CQS-7", "best_cover_close_quarters")
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
    if shot.shared_zone == "declared":
        if shot.shared_kind in ("room", "section"):
            return Term("WO-CQS-6", "base", save, f"why.auto_cover_{shot.shared_kind}", ("",))
        return None
    models = battle.standing(shot.target.id)
    kinds: Counter[str] = Counter()
    covered = 0
    for model in models:
        zones = [z for z in zones_here(rules, battle, model) if _gives_cover(rules, battle, z)]
        covered += bool(zones)
        kinds.update(zones[:1])
    if not models or 2 * covered < len(models):
        return None
    zone = shot.shared_zone if shot.shared_zone in kinds else kinds.most_common(1)[0][0]
    return Term("WO-CQS-6", "base", save, f"why.auto_cover_{kind_of(battle, zone)}", (zone,))


def _gives_cover(rules: Ruleset, battle: Battle, zone: str) -> bool:
    found = battle.table.zones[zone]
    if found.kind == "corridor":
        return False
    return not found.bare or rules.flag("WO-TER-3", "empty_room_gives_cover")


def passage(core: slots.PassageSlot) -> slots.PassageSlot:
    """Walls and shut doors stop movement; squadmates do not (WO-TER-6 to WO-TER-8, WO-MOV-1, WO-MOV-15)."""

    def slot(
        rules: Ruleset, battle: Battle, model: Model, mode: MoveMode, together: frozenset[str]
    ) -> Passage:
        found = core(rules, battle, model, mode, together)
        barriers = dict(found.barriers)
        if rules.on("WO-TER-6") and "movement" in rules.words("WO-TER-6", "intact_wall_blocks"):
            barriers["intact_wall"] = "WO-TER-6"
        if rules.on("WO-TER-7") and "movement" in rules.words("WO-TER-7", "ruined_wall_blocks"):
            barriers["ruined_wall"] = "WO-TER-7"
        if rules.on("WO-TER-8"):
            barriers |= {"shut_door": "WO-TER-8", "sealed_door": "WO-TER-8"}
        keep_off, end_off = dict(found.keep_off), dict(found.end_off)
        if rules.on("WO-MOV-15") and battle.clock.step in rules.words("WO-MOV-15", "phases"):
            for mate in battle.units[model.unit].models:
                if keep_off.pop(mate, None):
                    end_off[mate] = "WO-MOV-16"
        fit, tolerance = found.fit_rule, found.tolerance
        if rules.on("WO-MOV-1") and rules.flag("WO-MOV-1", "base_fit_required"):
            fit, tolerance = "WO-MOV-1", rules.catalogue.millimetres("WO-MOV-2", "tolerance_mm")
        return msgspec.structs.replace(
            found, barriers=barriers, keep_off=keep_off, end_off=end_off, fit_rule=fit, tolerance=tolerance
        )

    return slot


def sight(core: slots.SightSlot) -> slots.SightSlot:
    """Walls and doors block by their state; an open door is seen through (WO-TER-6, WO-TER-8, WO-TER-13)."""

    def slot(
        rules: Ruleset, battle: Battle, firer: Model, target: Model, explain: bool = False
    ) -> SightLine:
        if not rules.on("WO-TER-13"):
            return core(rules, battle, firer, target, explain)
        blocking = {kind: rule for kind, rule in CORE_BLOCKING.items() if "door" not in kind}
        if rules.on("WO-TER-6"):
            if "sight" in rules.words("WO-TER-6", "intact_wall_blocks"):
                blocking["intact_wall"] = "WO-TER-13"
            else:
                del blocking["intact_wall"]
        if rules.on("WO-TER-8"):
            blocking |= {"shut_door": "WO-TER-13", "sealed_door": "WO-TER-13"}
        through: tuple[str, ...] = ("ruined_wall",)
        if rules.on("WO-TER-7") and "sight" in rules.words("WO-TER-7", "ruined_wall_blocks"):
            blocking["ruined_wall"] = "WO-TER-7"
            through = ()
        return look(rules, battle, firer, target, blocking, through, explain)

    return slot


def check_place(core: slots.CheckPlaceSlot) -> slots.CheckPlaceSlot:
    """Keep bikes and cavalry out of intact buildings and spacecraft (WO-MOV-10, WO-MOV-11)."""

    def slot(rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]:
        return (*core(rules, battle, model, place), *banned_indoors(rules, battle, model, place))

    return slot


def banned_indoors(rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]:
    """Refuse a unit type that may not be inside a structure, unless the scenario allows it there."""
    if not rules.on("WO-MOV-10"):
        return ()
    unit_type = model.profile.unit_type
    if unit_type not in rules.words("WO-MOV-10", "banned_unit_types"):
        return ()
    found = []
    for zone in space_of(battle.table).zones_at(place.at, place.level):
        structure = battle.table.zones[zone].structure
        if structure_kind(battle, zone) not in rules.words("WO-MOV-10", "banned_in"):
            continue
        allowed = battle.allowed_indoors.get(structure, ()) if rules.on("WO-MOV-11") else ()
        if unit_type in allowed or unit_type in rules.words("WO-MOV-10", "scenario_allows"):
            continue
        mark = Mark("ring", (place.at,), place.level, model.profile.base.radius, model.id)
        facts: dict[str, str | int] = {"type": unit_type, "structure": structure_kind(battle, zone)}
        found.append(forbid("WO-MOV-10", "place.banned_indoors", model.id, zone, marks=(mark,), facts=facts))
    return tuple(found)


def move_limit(core: slots.MoveLimitSlot) -> slots.MoveLimitSlot:
    """Keep packs folded in intact buildings and allow them aboard spacecraft (WO-MOV-7, WO-MOV-8)."""

    def slot(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> Breakdown:
        found = core(rules, battle, unit, action)
        if action.mode != "packs":
            return found
        kinds = structures_touched(battle, unit, action)
        if "intact_building" in kinds and rules.on("WO-MOV-8"):
            limit = rules.inches("WO-MOV-8", "move_without_pack_inches")
            return found.plus(Term("WO-MOV-8", "at_most", limit, "why.no_packs_indoors"))
        if "spacecraft" in kinds and rules.on("WO-MOV-7"):
            limit = rules.inches("WO-MOV-7", "jump_move_inches")
            return found.plus(Term("WO-MOV-7", "at_most", limit, "why.packs_in_spacecraft"))
        return found

    return slot


def structures_touched(battle: Battle, unit: Unit, action: Move) -> set[str]:
    """Return the kinds of structures in which a move starts, passes or ends."""
    kinds: set[str] = set()
    for model in battle.standing(unit.id):
        assert model.place is not None
        path = action.paths.get(model.id, ())
        if path:
            kinds |= kinds_on_path(battle, model, path)
    return kinds - {""}


def kinds_on_path(battle: Battle, model: Model, path: Path) -> set[str]:
    """Return the kinds of structures that one model's path touches."""
    assert model.place is not None
    start = Waypoint(model.place.at, model.place.level)
    zones = zones_crossed(space_of(battle.table), (start, *path))
    return {structure_kind(battle, zone) for zone in zones} - {""}


def danger(core: slots.DangerSlot) -> slots.DangerSlot:
    """Test for danger once for a jump of more than 6 inches inside a spacecraft (WO-MOV-9)."""

    def slot(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> tuple[DangerTest, ...]:
        found = core(rules, battle, unit, action)
        if action.mode != "packs" or not rules.on("WO-MOV-9"):
            return found
        free = rules.inches("WO-MOV-9", "free_jump_inches")
        tested = {test.model for test in found}
        for name, path in action.paths.items():
            model = battle.models[name]
            if name in tested or model.place is None or not path:
                continue
            start = Waypoint(model.place.at, model.place.level)
            if measured(start, path) > free and "spacecraft" in kinds_on_path(battle, model, path):
                found = (*found, DangerTest(name, "WO-MOV-9"))
        return found

    return slot


def force_check(core: slots.ForceCheckSlot) -> slots.ForceCheckSlot:
    """Refuse a side that costs more than the limit; allies on a side share it (WO-FRC-1)."""

    def slot(rules: Ruleset, rosters: Mapping[str, tuple[Roster, ...]]) -> tuple[Finding, ...]:
        found = core(rules, rosters)
        if not rules.on("WO-FRC-1"):
            return found
        limit = rules.count("WO-FRC-1", "max_points_per_side")
        for side, listed in rosters.items():
            points = sum(roster.points for roster in listed)
            make = permit if points <= limit else forbid
            found = (
                *found,
                make(
                    "WO-FRC-1",
                    "force.points",
                    side,
                    value=points,
                    limit=limit,
                    measure="points",
                    comparison="at_most",
                ),
            )
        return found

    return slot


def build(core: Ruleset, catalogue: Catalogue) -> Ruleset:
    """Lay the supplement over the classic core; rules of sources that are off fall back to it (WO-SRC-1)."""
    enabled = catalogue.words("WO-SRC-1", "enabled_sources")
    off = [tag for tag in catalogue.tags() if tag.rstrip("*") not in enabled and tag != "core"]
    return replace(
        core,
        name="wolfling",
        title="Wolfling",
        catalogue=catalogue.without_tags(off, "WO-SRC-1"),
        passage=passage(core.passage),
        sight=sight(core.sight),
        shared_zone=shared_zone,
        cover=cover(core.cover),
        to_hit=to_hit(core.to_hit),
        check_place=check_place(core.check_place),
        move_limit=move_limit(core.move_limit),
        danger=danger(core.danger),
        force_check=force_check(core.force_check),
    )
