"""What is said of the guide through the set-up, of units that arrive, regroup, or fire at unknown range."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

RESERVES: Mapping[str, Form] = {
    # ------------------------------------------------------------ the guide through the set-up
    "guide.mission": "What is played for?",
    "guide.mission_hint": "Roll a die for the mission, or agree on one.",
    "guide.layout": "How do the sides deploy?",
    "guide.layout_hint": "Roll a die for the kind of deployment, or agree on one.",
    "guide.zones": "{side} {side:takes|take} a deployment zone",
    "guide.zones_hint": "The other side gets what lies opposite.",
    "guide.objectives": "{side} {side:places|place} an objective",
    "guide.objectives_hint": "Click a place away from the table’s edges and the other objectives.",
    "guide.own_objectives": "{side} {side:places|place} an objective in {side:its|their} own zone",
    "guide.own_objectives_hint": "Click a place on the map within the deployment zone.",
    "guide.infiltrators": "{side} {side:sets|set} up an infiltrating unit",
    "guide.infiltrators_hint": "Anywhere far from the enemy; nearer where no enemy can see it.",
    "guide.scouts": "{side} {side:moves|move} a scouting unit",
    "guide.scouts_hint": "One normal move before the first turn, far from the enemy.",
    "offer.pass_on": "Go on",
    "vanguard.no_infiltrators": "{unit} {unit:does|do} not infiltrate.",
    "vanguard.seen_near_enemy": "{model} is {value} from {model2}, in sight; it must be more than {limit}.",
    "vanguard.hidden_near_enemy": "{model} is {value} from {model2}; it must be more than {limit}.",
    "vanguard.no_scouts": "{unit} {unit:does|do} not scout, or {unit:has|have} done so.",
    "vanguard.one_at_a_time": "{unit} {unit:is|are} making {unit:its|their} scouting move; end it first.",
    "step.infiltrators": "Infiltrators",
    "step.scouts": "Scouts",
    "offer.roll_mission": "Roll for the mission",
    "offer.mission_seize_ground": "Play Seize Ground",
    "offer.mission_capture_and_control": "Play Capture and Control",
    "offer.mission_annihilation": "Play Annihilation",
    "offer.roll_layout": "Roll for the deployment",
    "offer.layout_pitched_battle": "Deploy for a Pitched Battle",
    "offer.layout_spearhead": "Deploy for a Spearhead",
    "offer.layout_dawn_of_war": "Deploy for a Dawn of War",
    "offer.zone_south": "Take the south edge",
    "offer.zone_north": "Take the north edge",
    "offer.zone_west": "Take the west edge",
    "offer.zone_east": "Take the east edge",
    "offer.zone_south_west": "Take the south-west quarter",
    "offer.zone_south_east": "Take the south-east quarter",
    "offer.zone_north_west": "Take the north-west quarter",
    "offer.zone_north_east": "Take the north-east quarter",
    "offer.objective_in_room": "Place it where there is most room",
    "offer.place_objective": plural(
        "left", "Place an objective, the last one", "Place an objective, {left} are left"
    ),
    "offer.no_room_for_objectives": "Go on: there is no room for another objective",
    "offer.keep_back_outflank": "Keep {unit} in reserve to outflank",
    "offer.keep_back_deep_strike": "Keep {unit} in reserve to deep strike",
    "offer.deep_strike": "Let {unit} come down",
    "next.roll_off": "Then the sides roll off for who goes first.",
    # ------------------------------------------------------------ set-up
    "setup.layout_no_room": "The table is too small to deploy so.",
    "start.kind": "These rules are made for battles like this one.",
    "start.other_kind": "These rules are made for battles aboard ships, inside buildings and in cities.",
    "start.other_structure": "In a battle of this kind other structures are usual than {structure}.",
    # ------------------------------------------------------------ reserves
    "reserves.cannot_outflank": "{unit} cannot outflank: only units that infiltrate or scout can.",
    "reserves.cannot_deep_strike": "{unit} cannot deep strike: nothing in its rules allows it.",
    "reserves.must_deep_strike": (
        "{unit} {unit:was|were} kept back to deep strike, so {unit:it|they} {unit:does|do} not come on "
        "from an edge."
    ),
    "reserves.no_deep_strike": "{unit} {unit:does|do} not arrive by deep strike.",
    "reserves.aim_off_table": "{unit} must aim at a point of the table.",
    "reserves.aims": "{unit} can come down here.",
    "place.in_wall": Select("door", {"": "{model} would stand in {wall}."}, "{model} would stand in {door}."),
    "place.deep_strike_enemy": "{model} would come down {value} from {model2}; it must be at least {limit}.",
    "place.no_room": "There is no room for {unit} here.",
    "roll.outflank": "{who} {who:rolls|roll} from which side {unit} {unit:comes|come}",
    "roll.deep_strike": "{who} {who:rolls|roll} how far {unit} {unit:scatters|scatter}",
    "roll.mishap": "{who} {who:rolls|roll} for the mishap of {unit}",
    "roll.mishap.detail": "There is no legal place for all of its models.",
    "choose.edge": "{who} {who:picks|pick} the edge from which {unit} {unit:comes|come}",
    "choose.method": "{who} {who:says|say} how {unit} {unit:comes|come}",
    "choose.order_outflank": "{who} {who:chooses|choose} whose side is rolled for next",
    "option.edge_south": "From the south edge",
    "option.edge_north": "From the north edge",
    "option.edge_west": "From the west edge",
    "option.edge_east": "From the east edge",
    "option.by_edge": "From the table edge",
    "option.by_outflank": "Round a flank",
    "option.by_deep_strike": "By deep strike",
    "put.deep_strike": "{who} {who:sets|set} down the rest of {unit}",
    "put.mishap": "{who} {who:sets|set} down {unit} of the enemy",
    "did.outflanks": (
        "{unit} {unit:outflanks|outflank} ({dice}): {unit:it comes|they come} from the {edge} edge."
    ),
    "did.deep_strike_hit": "{unit} {unit:comes|come} down where {unit:it|they} aimed.",
    "did.deep_strike_scattered": "{unit} {unit:scatters|scatter} {inches} ({dice}).",
    "did.came_down": plural("models", "{unit} came down, 1 model.", "{unit} came down, {models} models."),
    "did.mishap": Select(
        "cause",
        {
            "place.off_table": "{unit} had a mishap ({dice}): it would have come down off the table.",
            "place.impassable": "{unit} had a mishap ({dice}): it would have come down on impassable ground.",
            "place.overlap": "{unit} had a mishap ({dice}): it would have come down on another model.",
            "place.deep_strike_enemy": "{unit} had a mishap ({dice}): it would have come down at an enemy.",
            "place.in_wall": "{unit} had a mishap ({dice}): it would have come down in a wall.",
        },
        "{unit} had a mishap ({dice}): there was no place for all of its models.",
    ),
    "did.mishap_destroyed": "{unit} {unit:was|were} destroyed.",
    "did.mishap_delayed": "{unit} went back into reserve.",
    "did.mishap_again": "{unit} may aim again.",
    # ------------------------------------------------------------ falling back
    "regroup.not_now": "Units regroup at the start of their side’s Movement phase; now it is {step}.",
    "regroup.not_due": "{unit} {unit:has|have} nothing to regroup from now.",
    "regroup.tests": "{unit} {unit:regroups|regroup} or {unit:falls|fall} back on now.",
    "regroup.too_few": (
        "{unit} {unit:has|have} too few models left to regroup, so {unit:it|they} {unit:falls|fall} back on."
    ),
    "regroup.enemy_near": (
        "{unit} {unit:has|have} {unit2} within {value}, so {unit:it|they} {unit:falls|fall} back on "
        "without a test."
    ),
    "regroup.not_coherent": (
        "{unit} {unit:is|are} out of coherency, so {unit:it|they} {unit:falls|fall} back on without a test."
    ),
    # ------------------------------------------------------------ fire
    "shoot.came_down": "{unit} {unit:has|have} come down this turn and cannot shoot.",
    "shoot.range_unknown": (
        "The range to {unit2} is measured only when {unit} {unit:has|have} declared {unit:its|their} fire."
    ),
    "did.out_of_range": "{unit} fired at {unit2} in vain: it is {range} away, out of range.",
}
