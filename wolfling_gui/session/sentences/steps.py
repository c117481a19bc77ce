"""Names of steps and phases, of conditions, unit types and states."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form

STEPS: Mapping[str, Form] = {
    "step.roll_off": "Roll-off",
    "step.deployment": "Deployment",
    "step.seize": "Seize the initiative",
    "step.movement": "Movement",
    "step.shooting": "Shooting",
    "step.assault": "Assault",
    "step.over": "End of the battle",
    # ------------------------------------------------------------ conditions
    "condition.moved": "Moved",
    "condition.jumped": "Jumped",
    "condition.nearest_only": "Fires only at the nearest target",
    "condition.power": "Its power works",
    "condition.turbo_boosted": "Turbo-boosted",
    "condition.allowance": "Has rolled for its move",
    "condition.shot": "Has shot",
    "condition.ran": "Ran",
    "condition.locked": "In combat",
    "condition.gone_to_ground": "Gone to ground",
    "condition.falling_back": "Falling back",
    "condition.regrouped": "Regrouped",
    "condition.walked": "Has walked",
    "condition.shot_at": "Was shot at",
    "condition.no_assault": "May not assault",
    "condition.arrived": "Arrived this turn",
    "condition.tests_due": "Stays in reserve this turn",
    "condition.out_of_coherency": "Out of coherency",
    "condition.door_used": "Has used a door",
    "condition.fleet_blocked": "No assault after running",
    "condition.danger_tested": "Has tested for danger",
    "condition.fell_back": "Has fallen back",
    # ------------------------------------------------------------ unit types
    "type.infantry": "infantry",
    "type.jump_infantry": "jump infantry",
    "type.beast": "beasts",
    "type.cavalry": "cavalry",
    "type.bike": "bikes",
    "type.jetbike": "jetbikes",
    "type.monstrous_creature": "monstrous creatures",
    "type.artillery": "artillery",
    # ------------------------------------------------------------ structures, doors and walls
    "kind.intact_building": "intact building",
    "kind.spacecraft": "spacecraft",
    "kind.ruin": "ruin",
    "state.open": "open",
    "state.shut": "shut",
    "state.sealed": "sealed",
    "state.intact": "intact",
    "state.ruined": "ruined",
}
