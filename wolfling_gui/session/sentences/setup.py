"""What is said of missions, deployments, objectives, night, and the order of things due at once."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

SETUP: Mapping[str, Form] = {
    # ------------------------------------------------------------ steps
    "step.mission": "Mission",
    "step.layout": "Kind of deployment",
    "step.objectives": "Objectives",
    "step.zones": "Deployment zones",
    "step.own_objectives": "Own objectives",
    # ------------------------------------------------------------ findings
    "setup.mission_not_now": "The mission is settled before everything else.",
    "setup.layout_not_now": "The kind of deployment is settled before the roll-off.",
    "setup.no_such_mission": "There is no mission {name}.",
    "setup.no_such_layout": "There is no kind of deployment {name}.",
    "setup.mission_is_agreed": "The mission is not rolled for: agree on one.",
    "setup.layout_is_agreed": "The kind of deployment is not rolled for: agree on one.",
    "setup.settles_mission": "The mission can be settled.",
    "setup.settles_layout": "The kind of deployment can be settled.",
    "setup.zones_not_now": "Zones are taken after the roll-off, before anything is set up.",
    "setup.no_such_zone": "There is no zone {name} to take on this table.",
    "setup.takes_zone": "{side} can take this zone.",
    "setup.objective_not_now": "Objectives are placed only during the set-up.",
    "setup.objective_outside": "The objective is not in {side}’s deployment zone.",
    "setup.objective_inside": "The objective is in {side}’s deployment zone.",
    "setup.objective_at_table": "{side} {side:has|have} placed it at the table.",
    "setup.objective_edge": Select(
        "judged",
        {"kept": "The objective is {value} from the table’s edge, more than {limit}: {margin}."},
        "The objective is {value} from the table’s edge; it must be more than {limit}.",
    ),
    "setup.objective_spacing": Select(
        "judged",
        {"kept": "The objective is {value} from {marker}, more than {limit}: {margin}."},
        "The objective is {value} from {marker}; it must be more than {limit}.",
    ),
    "setup.objective_impassable": "The objective would lie in impassable ground: {thing}.",
    "setup.objective_no_floor": "There is no floor for the objective on level {level}.",
    "setup.mission_first": "Settle the mission first.",
    "setup.layout_first": "Settle the kind of deployment first.",
    "setup.objectives_first": "Place the objectives first.",
    "setup.zones_first": "{side} {side:takes|take} a deployment zone first.",
    "setup.own_objectives_first": "Place the objectives in the own zones first.",
    "deploy.near_centre": "{model} is {value} from the table’s centre; it must be more than {limit}.",
    "deploy.dawn_role": Select(
        "judged",
        {"kept": "{unit} can be set up before the first turn."},
        "{unit} {unit:comes|come} on in the first turn: this kind of deployment sets up fewer units.",
    ),
    "deploy.dawn_enemy": "{model} is {value} from {model2}; it must be more than {limit}.",
    "turn.regroup_first": "Let {unit} regroup or fall back before other units move.",
    # ------------------------------------------------------------ requests
    "roll.mission": "{who} {who:rolls|roll} 1 die for the mission",
    "roll.layout": "{who} {who:rolls|roll} 1 die for the kind of deployment",
    "roll.objectives": "{who} {who:rolls|roll} for the number of objectives",
    "roll.night": "{who} {who:rolls|roll} how far {unit} can see at night",
    "roll.night.detail": "Its target is {unit2}; beyond what is rolled it cannot be shot at.",
    "choose.winner": "Who has won the roll-off?",
    "option.side": "{side}",
    "option.next": Select("unit", {"": "{model}"}, "{unit}"),
    # ------------------------------------------------------------ what happened
    "did.agreed_mission": "The mission was agreed on: {mission}.",
    "did.agreed_layout": "The deployment was agreed on: {layout}.",
    "did.rolled_mission": "The mission was rolled for: {dice}, so {mission}.",
    "did.rolled_layout": "The deployment was rolled for: {dice}, so {layout}.",
    "did.rolled_objectives": plural(
        "count", "The number of objectives: {dice}, so 1.", "The number of objectives: {dice}, so {count}."
    ),
    "did.took_zone": "{side} took the {zone} of the table.",
    "did.placed_objective": "{side} placed {marker}.",
    "did.sees_by_night": "{unit} could see {inches} by night ({dice}); {unit2} {unit2:is|are} {range} away.",
    "did.lost_in_the_night": (
        "{unit} could see only {inches} by night ({dice}); {unit2} {unit2:is|are} {range} away."
    ),
    "did.won_on_kill_points": "{side} won: {points} to {others} was equal, and kill points decided.",
}

PARTS: Mapping[str, Form] = {
    "mission.seize_ground": "Seize Ground",
    "mission.capture_and_control": "Capture and Control",
    "mission.annihilation": "Annihilation",
    "layout.pitched_battle": "Pitched Battle",
    "layout.spearhead": "Spearhead",
    "layout.dawn_of_war": "Dawn of War",
    "part.south": "south",
    "part.north": "north",
    "part.west": "west",
    "part.east": "east",
    "part.south_west": "south-west quarter",
    "part.south_east": "south-east quarter",
    "part.north_west": "north-west quarter",
    "part.north_east": "north-east quarter",
}
"""Names of missions, kinds of deployment and parts of the table."""
