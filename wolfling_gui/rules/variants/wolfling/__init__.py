"""Wolfling: fights in rooms, corridors and ruins, laid over the classic core.

Each function named here replaces one slot of the core: `zones` says where models are, `sightlines` what walls
and doors hide, `indoors` how they move inside, `close_quarters` how they shoot there, `standing` how assaults
are answered, `answering` what is said of that ahead.
"""

from __future__ import annotations

from dataclasses import replace

from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.variants.wolfling import (
    answering,
    close_quarters,
    effects,
    forces,
    indoors,
    sightlines,
    standing,
    zones,
)
from wolfling_gui.rules.variants.wolfling.zones import zones_here


def build(core: Ruleset, catalogue: Catalogue) -> Ruleset:
    """Lay the supplement over the classic core, which plays whatever it does not mention (WO-SCP-2).

    Rules of sources that are off fall back to the core (WO-SRC-1); with WO-SCP-2 off nothing is laid over it.
    """
    if not catalogue.on("WO-SCP-2"):
        return replace(core, name="wolfling", title="Wolfling", catalogue=catalogue)
    off: list[str] = []
    if catalogue.on("WO-SRC-1"):
        enabled = catalogue.words("WO-SRC-1", "enabled_sources")
        off = [tag for tag in catalogue.tags() if tag.rstrip("*") not in enabled and tag != "core"]
    return replace(
        core,
        name="wolfling",
        title="Wolfling",
        catalogue=catalogue.without_tags(off, "WO-SRC-1"),
        check_map=zones.check_map(core.check_map),
        walked_in=zones.walked_in(core.walked_in),
        fall_back=indoors.fall_back(core.fall_back),
        shared_zone=zones.shared_zone,
        opaque=sightlines.opaque(core.opaque),
        passage=indoors.passage(core.passage),
        overlap_limit=indoors.overlap_limit(core.overlap_limit),
        check_place=indoors.check_place(core.check_place),
        move_limit=indoors.move_limit(core.move_limit),
        check_move=indoors.check_move(core.check_move),
        danger=indoors.danger(core.danger),
        fleet_stopped=indoors.fleet_stopped(core.fleet_stopped),
        check_shoot=close_quarters.check_shoot(core.check_shoot),
        to_hit=close_quarters.to_hit(core.to_hit),
        cover=close_quarters.cover(core.cover),
        cover_left=close_quarters.cover_left(core.cover_left),
        spread=effects.spread(core.spread),
        drift=effects.drift(core.drift),
        answer_assault=standing.answer_assault(core.answer_assault),
        answer_ahead=answering.answer_ahead(core.answer_ahead),
        combat_result=standing.combat_result(core.combat_result),
        may_ground=close_quarters.may_ground(core.may_ground),
        force_check=forces.force_check(core.force_check),
        check_start=forces.check_start(core.check_start),
    )


__all__ = ["build", "zones_here"]
