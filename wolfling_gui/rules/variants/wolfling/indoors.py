"""Moving inside: walls and doors, base fit, packs, Fleet, and who may be indoors at all (WO-MOV)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.actions import Move, MoveMode, Path
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model, Place, Unit
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.crossing import zones_crossed
from wolfling_gui.geometry.paths import measured
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules import slots
from wolfling_gui.rules.facts import here_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.rough import terrain_roll
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import DangerTest, Passage
from wolfling_gui.rules.states import allowance, walked
from wolfling_gui.rules.variants.wolfling.zones import (
    is_large,
    structure_kind,
    zone_of,
    zones_here,
    zones_on_path,
)
from wolfling_gui.rules.ways import path_findings, way_of


def passage(core: slots.PassageSlot) -> slots.PassageSlot:
    """Walls and shut doors stop movement; squadmates do not (WO-TER-6 to WO-TER-8, WO-MOV-1, WO-MOV-15)."""

    def slot(
        rules: Ruleset, battle: Battle, model: Model, mode: MoveMode, together: frozenset[str]
    ) -> Passage:
        found = core(rules, battle, model, mode, together)
        barriers = dict(found.barriers)
        if rules.on("WO-TER-6"):
            barriers.pop("intact_wall", None)
            if "movement" in rules.words("WO-TER-6", "intact_wall_blocks"):
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
        fit, tolerance, long_axis = found.fit_rule, found.tolerance, found.long_axis
        if rules.on("WO-MOV-1") and rules.flag("WO-MOV-1", "base_fit_required"):
            fit = "WO-MOV-1"
            if rules.on("WO-MOV-2"):
                tolerance = rules.catalogue.millimetres("WO-MOV-2", "tolerance_mm")
                long_axis = rules.catalogue.word("WO-MOV-2", "oval_uses") == "long_axis"
        return msgspec.structs.replace(
            found,
            barriers=barriers,
            keep_off=keep_off,
            end_off=end_off,
            fit_rule=fit,
            tolerance=tolerance,
            long_axis=long_axis,
        )

    return slot


def overlap_limit(core: slots.OverlapLimitSlot) -> slots.OverlapLimitSlot:
    """Let no model end on another's base (WO-MOV-3)."""

    def slot(rules: Ruleset) -> tuple[str, Length]:
        if not rules.on("WO-MOV-3"):
            return core(rules)
        return "WO-MOV-3", rules.inches("WO-MOV-3", "overlap_tolerance_inches")

    return slot


def check_place(core: slots.CheckPlaceSlot) -> slots.CheckPlaceSlot:
    """Keep bikes and cavalry out of intact buildings and spacecraft (WO-MOV-10, WO-MOV-11)."""

    def slot(rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]:
        return (*core(rules, battle, model, place), *banned_indoors(rules, battle, model, place))

    return slot


def banned_indoors(rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]:
    """Refuse a unit type that may not be inside a structure, unless the scenario allows it there.

    Types that are allowed by name pass (WO-MOV-13, WO-MOV-14); bikes and cavalry do not (WO-MOV-10).
    """
    unit_type = model.profile.unit_type
    for rule in ("WO-MOV-13", "WO-MOV-14"):
        if rules.on(rule) and unit_type in rules.words(rule, "allowed_unit_types"):
            return ()
    if not rules.on("WO-MOV-10"):
        return ()
    listed = unit_type in rules.words("WO-MOV-10", "banned_unit_types")
    if not listed and not rules.on("WO-MOV-14"):
        return ()
    rule = "WO-MOV-10" if listed else "WO-MOV-14"
    found = []
    for zone in space_of(battle.table).zones_at(place.at, place.level):
        structure = battle.table.zones[zone].structure
        kind = structure_kind(rules, battle.table, zone)
        if kind not in rules.words("WO-MOV-10", "banned_in"):
            continue
        allowed = battle.allowed_indoors.get(structure, ()) if rules.on("WO-MOV-11") else ()
        if unit_type in allowed or unit_type in rules.words("WO-MOV-10", "scenario_allows"):
            continue
        mark = Mark("ring", (place.at,), place.level, model.profile.base.radius, model.id)
        facts: dict[str, str | int] = {"type": unit_type, "structure": kind}
        found.append(forbid(rule, "place.banned_indoors", model.id, zone, marks=(mark,), facts=facts))
    return tuple(found)


def move_limit(core: slots.MoveLimitSlot) -> slots.MoveLimitSlot:
    """Keep packs folded in intact buildings and allow them aboard spacecraft (WO-MOV-7, WO-MOV-8)."""

    def slot(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> Breakdown:
        found = core(rules, battle, unit, action)
        if action.mode != "packs":
            return found
        kinds = structures_touched(rules, battle, unit, action)
        folded = _folded_by(rules, kinds)
        if folded == "WO-MOV-8":
            limit = rules.inches("WO-MOV-8", "move_without_pack_inches")
            found = found.plus(Term("WO-MOV-8", "at_most", limit, "why.no_packs_indoors"))
        elif "spacecraft" in kinds and rules.on("WO-MOV-7"):
            if folded:
                foot = rules.inches("CL-UT-3", "foot_move_inches")
                found = found.plus(Term("WO-MOV-7", "at_most", foot, "why.packs_in_spacecraft"))
            else:
                limit = rules.inches("WO-MOV-7", "jump_move_inches")
                found = found.plus(Term("WO-MOV-7", "set", limit, "why.packs_in_spacecraft"))
        rolled = allowance(unit, "foot") if folded else None
        if rolled is None:
            return found
        return found.plus(Term("CL-TERR-2", "at_most", rolled, "why.difficult_roll"))

    return slot


def _folded_by(rules: Ruleset, kinds: set[str]) -> str:
    """Return the rule that keeps packs folded in these kinds of structures, empty when none does."""
    if rules.on("WO-MOV-8") and kinds & set(rules.words("WO-MOV-8", "jump_banned_in")):
        return "WO-MOV-8"
    allowed = not rules.on("WO-MOV-7") or "spacecraft" in rules.words("WO-MOV-7", "jump_allowed_in")
    return "" if allowed or "spacecraft" not in kinds else "WO-MOV-7"


def _on_foot(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> Move | None:
    """Return a jump as the move on foot that it has to be where packs stay folded; None for other moves."""
    if action.mode != "packs" or not _folded_by(rules, structures_touched(rules, battle, unit, action)):
        return None
    return msgspec.structs.replace(action, mode="foot")


def check_move(core: slots.CheckMoveSlot) -> slots.CheckMoveSlot:
    """Judge a jump like a move on foot where packs stay folded: what is in the way counts (WO-MOV-8)."""

    def slot(rules: Ruleset, battle: Battle, after: Battle, action: Move) -> tuple[Finding, ...]:
        unit = battle.units[action.unit]
        walk = _on_foot(rules, battle, unit, action)
        if walk is None:
            return core(rules, battle, after, action)
        found = [*core(rules, battle, after, walk)]
        together = frozenset(walk.paths)
        for name, path in walk.paths.items():
            model = battle.models[name]
            if model.place is not None and path:
                start = here_of(model)
                way = way_of(rules, battle, model, "foot", together)
                found += path_findings(rules, battle, model, way, start, path)
        return (*found, *terrain_roll(rules, battle, unit, walk))

    return slot


def fall_back(core: slots.FallBackSlot) -> slots.FallBackSlot:
    """Let jump infantry in an intact building fall back on foot (WO-MOV-8)."""

    def slot(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[str, str]:
        types = {m.profile.unit_type for m in battle.members(unit.id)}
        if "jump_infantry" in types and rules.on("WO-MOV-8"):
            banned = rules.words("WO-MOV-8", "jump_banned_in")
            zones = {z for m in battle.standing(unit.id) for z in zones_here(rules, battle, m)}
            if any(structure_kind(rules, battle.table, zone) in banned for zone in zones):
                return rules.catalogue.word("WO-MOV-8", "fall_back_without_pack"), "WO-MOV-8"
        return core(rules, battle, unit)

    return slot


def structures_touched(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> set[str]:
    """Return the kinds of structures in which a move starts, passes or ends."""
    kinds: set[str] = set()
    for model in battle.standing(unit.id):
        assert model.place is not None
        path = action.paths.get(model.id, ())
        if path:
            kinds |= kinds_on_path(rules, battle, model, path)
    return kinds - {""}


def kinds_on_path(rules: Ruleset, battle: Battle, model: Model, path: Path) -> set[str]:
    """Return the kinds of structures that one model's path touches."""
    start = here_of(model)
    zones = zones_crossed(space_of(battle.table), (start, *path))
    return {structure_kind(rules, battle.table, zone) for zone in zones} - {""}


def danger(core: slots.DangerSlot) -> slots.DangerSlot:
    """Test for danger once for a jump of more than 6 inches inside a spacecraft (WO-MOV-9)."""

    def slot(rules: Ruleset, battle: Battle, unit: Unit, action: Move) -> tuple[DangerTest, ...]:
        walk = _on_foot(rules, battle, unit, action)
        if walk is not None:
            return core(rules, battle, unit, walk)
        found = core(rules, battle, unit, action)
        if action.mode != "packs" or not rules.on("WO-MOV-9"):
            return found
        free = rules.inches("WO-MOV-9", "free_jump_inches")
        tested = {test.model for test in found}
        for name, path in action.paths.items():
            model = battle.models[name]
            if name in tested or model.place is None or not path:
                continue
            start = here_of(model)
            jumped = walked(unit, name) + measured(start, path)
            if jumped > free and "spacecraft" in kinds_on_path(rules, battle, model, path):
                found = (*found, DangerTest(name, "WO-MOV-9"))
        return found

    return slot


def fleet_stopped(core: slots.FleetSlot) -> slots.FleetSlot:
    """Withdraw Fleet where the run touches an intact building or a narrow corridor (WO-MOV-4 to WO-MOV-6)."""

    def slot(rules: Ruleset, battle: Battle, unit: Unit, paths: Mapping[str, Path]) -> str:
        stopped = core(rules, battle, unit, paths)
        if stopped:
            return stopped
        for model in battle.standing(unit.id):
            start = here_of(model)
            corners = (start, *paths.get(model.id, ()))
            for zone in zones_on_path(rules, battle.table, corners):
                rule = _fleet_blocked(rules, battle, zone)
                if rule:
                    return rule
        return ""

    return slot


def _fleet_blocked(rules: Ruleset, battle: Battle, zone: str) -> str:
    """Return the rule that keeps Fleet from working in a zone, empty when none does."""
    found = zone_of(rules, battle.table, zone)
    kind = structure_kind(rules, battle.table, zone)
    if kind == "ruin" and found.kind != "corridor":
        in_ruins = rules.on("WO-MOV-6") and rules.flag("WO-MOV-6", "fleet_blocked_in_ruins")
        return "WO-MOV-6" if in_ruins else ""
    if not rules.on("WO-MOV-4"):
        return ""
    blocked = rules.words("WO-MOV-4", "fleet_blocked_in")
    roomy = is_large(rules, battle.table, zone) and rules.on("WO-MOV-5")
    if roomy and "large_spacecraft_corridor" in rules.words("WO-MOV-5", "fleet_allowed_in"):
        return ""
    names = {"corridor"} if found.kind == "corridor" else set()
    if kind == "spacecraft" and found.kind == "room":
        names.add("spacecraft_room")
    if kind == "intact_building":
        names.add("intact_building")
    return "WO-MOV-4" if names & set(blocked) else ""
