"""What is said of bases, profiles, maps, coherency, guns and wordings of saves.

Places as in findings and entries.
"""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

JUDGING: Mapping[str, Form] = {
    # ------------------------------------------------------------ bases and contact
    "contact.no_limit": "Any number of models can be in contact with {model2}.",
    "contact.place_left": "Round {model2} there is room for {limit} bases; {model} is number {value}.",
    "contact.none_left": "No free contact place is left round {model2}: {limit} bases as large as that fit.",
    # ------------------------------------------------------------ profiles and weapons
    "profile.out_of_range": "{profile} has {characteristic} {value}; the limit is {limit}.",
    "weapon.no_such_ap": "The {weapon} has AP {ap}, which is none.",
    # ------------------------------------------------------------ the map
    "map.terrain_class": "{thing} is {terrain} ground, which these rules do not have.",
    "map.terrain_flag": "{thing} is dangerous ground, which these rules do not have.",
    "map.structure_kind": Select(
        "structure",
        {
            "intact_building": "{thing} is an intact building, which these rules do not have.",
            "spacecraft": "{thing} is a spacecraft, which these rules do not have.",
        },
        "{thing} is a ruin, which these rules do not have.",
    ),
    "map.zone_kind": "{zone} is of a kind that these rules do not have.",
    "map.zones_overlap": "{zone} and {zone2} overlap by {value} square inches.",
    "map.barrier_kind": Select(
        "door",
        {"": "{wall} is a barrier that these rules do not have."},
        "{door} is a barrier that these rules do not have.",
    ),
    # ------------------------------------------------------------ coherency
    "coherency.comes_nearer": "{unit} {unit:comes|come} together, but not all the way yet.",
    "coherency.must_restore": (
        "{unit} {unit:is|are} out of coherency and must come together as far as possible."
    ),
    "turn.restore_first": "{model} of {unit} is {value} away and can come nearer; do that first.",
    "turn.run_together_first": "{unit} {unit:is|are} still out of coherency and must run first.",
    # ------------------------------------------------------------ moving and shooting
    "move.too_few_crew": "{unit} {unit:has|have} {value} crew for guns that need {limit} to move.",
    "shoot.too_many_weapons": plural(
        "limit_count",
        "{model} cannot fire {value} weapons: one is the most.",
        "{model} cannot fire {value} weapons: {limit} are the most.",
    ),
    "shoot.must_run": "{unit} {unit:is|are} out of coherency and must run instead of shooting.",
    "shoot.fired_already": "{model} has fired this turn.",
    "shoot.gun_moved": "{model} cannot fire: the guns have moved.",
    "shoot.no_crew": "{model} cannot fire: no crew in reach sees the target.",
    "shoot.serves_gun": "{model} serves {model2}.",
    "shoot.indirect": "{model} fires the {weapon} without seeing {unit}.",
    "sight.body": "Body is what counts, not what is held or worn: {parts}.",
    "assault.barred": "{unit} cannot assault after what it has done this turn.",
    "assault.only_target": "{unit} can assault only {unit2}, which it shot at.",
    "ground.not_used": "Nobody goes to ground in this ruleset.",
    "ground.down_already": "{unit} {unit:has|have} gone to ground already.",
    "ground.type": "{unit} cannot go to ground: {type} do not.",
    "ground.state_locked": "{unit} {unit:is|are} locked in combat and cannot go to ground.",
    "ground.state_falling_back": "{unit} {unit:is|are} falling back and cannot go to ground.",
    "ground.state_turbo_boosted": "{unit} turbo-boosted and cannot go to ground.",
    "ground.banned_declared": Select(
        "kind",
        {
            "corridor": "{unit} cannot go to ground in a corridor, as declared.",
            "room": "{unit} cannot go to ground in a room, as declared.",
        },
        "{unit} cannot go to ground in that zone, as declared.",
    ),
    "ground.zone_unsaid": (
        "Its owner knows whether {unit} {unit:is|are} in a zone in which nobody goes to ground."
    ),
    "ground.banned_zone": "{unit} cannot go to ground in {zone}.",
    # ------------------------------------------------------------ tests and dice
    "test.not_used": "There is no such test in this ruleset.",
    "dice.not_used": "Dice are not added up, and there is no scatter die, in this ruleset.",
    "choose.pick": "{who} {who:picks|pick} one",
    "did.hit_surely": plural(
        "hits",
        "{unit} hit without a roll, {weapon}: 1 hit.",
        "{unit} hit without a roll, {weapon}: {hits} hits.",
    ),
    "did.wounded_surely": plural(
        "wounds",
        "{unit} took a wound without a roll, {weapon}.",
        "{unit} took {wounds} wounds without a roll, {weapon}.",
    ),
    # ------------------------------------------------------------ terms
    "why.assault_type": "{type} assault move",
    "why.difficult_doubled": "difficult terrain, highest die doubled",
    "why.door_frame": "cover behind a door frame",
    "why.no_cover_door_frame": "a door frame gives no cover",
    "why.not_rolled": "no roll is needed",
    "why.twin_linked": "twin-linked rolls misses again",
    "condition.fired": "Has fired",
}
