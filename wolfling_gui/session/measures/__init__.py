"""Answer what cases ask without an action, by the very functions that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wolfling_gui.core.battle import Battle
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.measures import distances, ground, morale, shots, tallies, units
from wolfling_gui.session.measures.shots import SHOTS, shot_asked

Asked = Callable[[Ruleset, Battle, Measure], list[str]]

MEASURES: Mapping[str, Asked] = {
    "gap": distances.gap_of,
    "within": distances.within,
    "contact": distances.contact,
    "overlap": distances.overlap_of,
    "sight": ground.sight,
    "zones": ground.zones,
    "shared zone": ground.shared_zone,
    "coherent": units.coherent,
    "limit": units.limit,
    "toughness": units.toughness_of,
    "place": ground.place,
    "force": units.force,
    "map": ground.game_map,
    "may go to ground": units.grounding,
    "fleet": units.fleet,
    "large": ground.large,
    "seems": ground.seems,
    "d3": tallies.d3_of,
    "standings": tallies.standing,
    "holder": tallies.holder,
    "kill points": tallies.kills,
    "below half": tallies.half,
    "lost a quarter": tallies.quarter,
    "structure": ground.structure,
    "to hit": shots.shot,
    "to wound": shots.shot,
    "cover": shots.shot,
    "save": shots.shot,
    "shots": shots.shots,
    "contact places": distances.contact_places,
    "floor contact": distances.floor_contact,
    "assault distance": distances.assault_distance,
    "marker": distances.marker,
    "usual terrain": ground.terrain,
    "usual base": ground.base,
    "usual door": ground.door,
    "profile": units.profile,
    "weapons": units.weapons,
    "assault move": units.assault_move,
    "fall back": units.fall_back,
    "may assault": units.assault,
    "morale": morale.check,
    "flight": morale.flight,
    "fights as": morale.bodies,
}


def take(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Return what does not come out as the measure says; empty when all does."""
    return MEASURES[measure.kind](rules, battle, measure)


__all__ = ["MEASURES", "SHOTS", "shot_asked", "take"]
