"""What speaks for or against an action, one sentence a finding: what, measured, limit, where.

Places: {model}, {unit}, {side}, {wall}, {door}, {zone}, {thing} … are what the finding is about, {model2} the
second of its kind, {models} all of them; {value}, {limit}, {margin} what was measured; {judged} is “kept” or
“broken”; the other names are the finding's own facts.
"""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural


def judged(kept: Form, broken: Form) -> Select:
    """Return a choice between a limit that is kept and one that is broken."""
    return Select("judged", {"kept": kept}, broken)


def past(breach: Form, door: Form, end: Form, other: Form) -> Select:
    """Return a choice by what the nearest clear line would pass through."""
    return Select("past", {"breach": breach, "door": door, "end": end}, other)


FINDINGS: Mapping[str, Form] = {
    # ------------------------------------------------------------ whose moment it is
    "action.unknown": Select(
        "kind",
        {
            "unit": "There is no unit {name} in this battle.",
            "target": "There is no unit {name} in this battle to be the target.",
            "model": "There is no model {name} in this battle.",
            "door": "There is no door {name} on this table.",
            "wall": "There is no wall {name} on this table.",
            "structure": "There is no structure {name} on this table.",
        },
        "There is nothing called {name} in this battle.",
    ),
    "action.too_far": "That is too far away from the table.",
    "turn.battle_over": "The battle is over.",
    "turn.wrong_step": Select(
        "act",
        {
            "deploy": "Units are set up in Deployment; now it is {step}.",
            "reserve": "Units are kept back in Deployment; now it is {step}.",
            "move": "Units move in the Movement phase; now it is {step}.",
            "door": "Doors are worked in the Movement phase; now it is {step}.",
            "run": "Units run in the Shooting phase; now it is {step}.",
            "shoot": "Units shoot in the Shooting phase; now it is {step}.",
        },
        "This is not done in the present step, {step}.",
    ),
    "turn.not_your_turn": "It is {side}’s turn; {unit} must wait.",
    "turn.unit_destroyed": plural(
        "unit_count",
        "{unit} {unit:has|have} no models left.",
        "{unit} have no models left.",
    ),
    "turn.roll_off_done": "The roll-off has been made already.",
    "turn.rolls_off": "Both sides roll a die; the higher chooses who goes first.",
    "turn.roll_off_first": "Roll off first for who goes first.",
    "turn.seize_not_now": "The initiative can be seized only after Deployment, before the first turn.",
    "turn.may_seize": "The second player may try once to go first after all.",
    "turn.deploy_first": "Set up {unit} first, or keep that unit in reserve.",
    "turn.reserve_roll_first": "Roll for {unit} in reserve before anything moves.",
    "turn.arrival_first": "Bring {unit} on from reserve before other units move.",
    "turn.may_end": "The step can end here.",
    # ------------------------------------------------------------ set-up and reserves
    "deploy.incomplete": "Still without a place: {models}.",
    "deploy.not_in_unit": plural("model_count", "{models} is not in {unit}.", "{models} are not in {unit}."),
    "deploy.outside_zone": "{model} is {value} outside its deployment zone; it must be wholly within.",
    "deploy.sets_up": plural(
        "unit_count",
        "{unit} {unit:is|are} set up in {unit:its|their} deployment zone.",
        "{unit} are set up in their deployment zone.",
    ),
    "deploy.reserve_at_set_up": "{unit} can be kept back only during Deployment.",
    "deploy.may_keep_back": "{unit} can be kept in reserve.",
    "reserves.start_of_turn": "Reserves roll and arrive in their side’s Movement phase; now it is {step}.",
    "reserves.too_early": "Reserves roll from turn {limit} on; this is turn {value}.",
    "reserves.none_waiting": "{side} {side:has|have} no unit in reserve that waits for its roll.",
    "reserves.may_roll": Select("units", {"": "Reserves roll now."}, "Reserves roll now: {units}."),
    "reserves.from_edge": judged(
        "{model} comes on {value} from the table edge, at most {limit}: {margin}.",
        "{model} would come on {value} from the table edge, at most {limit}: {margin}.",
    ),
    # ------------------------------------------------------------ moving
    "move.walked": judged(
        "{model} walks {value} of {limit}: {margin}.", "{model} walks {value}, at most {limit}: {margin}."
    ),
    "move.state_locked": plural(
        "unit_count",
        "{unit} {unit:is|are} locked in combat and cannot leave it.",
        "{unit} are locked in combat and cannot leave it.",
    ),
    "move.state_gone_to_ground": plural(
        "unit_count",
        "{unit} {unit:has|have} gone to ground and cannot move.",
        "{unit} have gone to ground and cannot move.",
    ),
    "move.state_falling_back": plural(
        "unit_count",
        "{unit} {unit:is|are} falling back and {unit:moves|move} only by that rule.",
        "{unit} are falling back and move only by that rule.",
    ),
    "move.at_table": "{unit} {unit:moves|move} at the table, at most {longest}.",
    "move.finished": plural(
        "unit_count",
        "{unit} {unit:has|have} finished {unit:its|their} move: another unit moved after {unit:it|them}.",
        "{unit} have finished their move: another unit moved after them.",
    ),
    "move.arrived": plural(
        "unit_count",
        "{unit} came on from reserve this turn; that was its move.",
        "{unit} came on from reserve this turn; that was their move.",
    ),
    "move.not_in_unit": plural("model_count", "{models} is not in {unit}.", "{models} are not in {unit}."),
    "move.not_on_table": plural(
        "model_count", "{models} is not on the table.", "{models} are not on the table."
    ),
    "move.came": "{model} has made its move and then joined {unit}; it stays where it is.",
    "move.nobody_left": "{unit} has no models left that could move.",
    "move.no_paths": "No model of {unit} was given a path.",
    "move.no_packs": plural(
        "unit_count",
        "{unit} cannot jump: only models with packs do.",
        "{unit} cannot jump: not every model has a pack.",
    ),
    "move.no_boost": "{unit} cannot boost: only bikes and jetbikes with turbo-boosters do.",
    "move.boost_first": "{unit} moved already; a boost is the whole move of a unit.",
    "move.boost_movement": "{unit} can only boost in the Movement phase.",
    "move.boosted": "{unit} turbo-boosted; that was all for this turn.",
    "move.boost_covers": "The boost of {unit} ends far enough from its start for a cover save.",
    "move.boost_short": "The boost of {unit} ends too near to its start for a cover save.",
    "move.no_running": "Units do not run in this ruleset.",
    "move.shot_already": plural(
        "unit_count",
        "{unit} {unit:has|have} shot this turn and cannot run.",
        "{unit} have shot this turn and cannot run.",
    ),
    "move.cannot_run": "{unit} cannot run: {model} is of a type that does not.",
    "move.may_run": "{unit} can run instead of shooting.",
    "move.roll_run_first": "Roll for the run of {unit} first.",
    "move.roll_terrain_first": Select(
        "thing",
        {"": "Difficult terrain is in the way of {unit}: roll for the move first."},
        "Difficult terrain is in the way of {unit}, {thing}: roll for the move first.",
    ),
    "move.roll_slow_first": (
        "{unit} {unit:moves|move} as through difficult terrain everywhere: roll for the move first."
    ),
    "move.rolled_already": plural(
        "unit_count",
        "{unit} {unit:has|have} rolled for this move already.",
        "{unit} have rolled for this move already.",
    ),
    "move.roll_before_moving": plural(
        "unit_count",
        "{unit} {unit:has|have} moved; the roll for difficult terrain comes before that.",
        "{unit} have moved; the roll for difficult terrain comes before that.",
    ),
    "move.may_roll_terrain": "{unit} can roll for a move through difficult terrain.",
    "move.danger_test": Select(
        "thing",
        {"": "{model} must test for danger: on a 1 it takes a wound."},
        "{model} must test for danger in {thing}: on a 1 it takes a wound.",
    ),
    "coherency.kept": "{model} ends {value} from {model2}, at most {limit}: the unit is in coherency.",
    "coherency.broken": "{model} is {value} from {model2}, at most {limit}: {margin}.",
    "coherency.floors": "{model} and {model2} are too many floors apart to be in coherency.",
    # ------------------------------------------------------------ what is in the way
    "path.intact_wall": Select(
        "walked",
        {"": "{wall} is in the way of {model}."},
        "{wall} is in the way of {model} after {walked}.",
    ),
    "path.ruined_wall": Select(
        "walked",
        {"": "ruined {wall} is in the way of {model}."},
        "ruined {wall} is in the way of {model} after {walked}.",
    ),
    "path.low_wall": Select(
        "walked",
        {"": "low {wall} is in the way of {model}."},
        "low {wall} is in the way of {model} after {walked}.",
    ),
    "path.open_door": Select(
        "walked",
        {"": "the jamb of {door} is in the way of {model}."},
        "the jamb of {door} is in the way of {model} after {walked}.",
    ),
    "path.shut_door": Select(
        "walked",
        {"": "{door} is shut; {model} stands before it."},
        "{door} is shut; {model} meets it after {walked}.",
    ),
    "path.sealed_door": Select(
        "walked",
        {"": "{door} is sealed; {model} stands before it."},
        "{door} is sealed; {model} meets it after {walked}.",
    ),
    "path.narrow": Select(
        "thing",
        {"": "The base of {model} is {value} wide, but the gap only {limit}: {margin}."},
        "The base of {model} is {value} wide, but the gap at {thing} only {limit}: {margin}.",
    ),
    "path.difficult": Select(
        "walked",
        {"": "{model} does not boost through difficult ground: {thing}."},
        "{model} meets difficult ground after {walked} and does not boost through it: {thing}.",
    ),
    "path.impassable": Select(
        "walked",
        {"": "{model} stands before impassable ground: {thing}."},
        "{model} meets impassable ground after {walked}: {thing}.",
    ),
    "path.near_enemy": "{model} comes to {value} from {model2}; it must stay more than {limit} away.",
    "path.ends_on_model": "{model} would end on {model2}: they overlap by {value}.",
    "path.through_model": Select(
        "walked",
        {"": "{model2} is in the way of {model}."},
        "{model2} is in the way of {model} after {walked}.",
    ),
    "path.edge": Select(
        "walked",
        {"": "{model} would leave the table."},
        "{model} would leave the table after {walked}.",
    ),
    "path.no_floor": Select(
        "walked",
        {"": "There is no floor on level {level} beside {model}."},
        "There is no floor under {model} on level {level} after {walked}.",
    ),
    "path.no_climb": "{model} cannot change levels here.",
    "place.off_table": "{model} sticks out {value} over the table’s edge.",
    "place.overlap": "{model} and {model2} overlap by {value}, at most {limit}.",
    "place.near_enemy": "{model} ends {value} from {model2}; it must be more than {limit}.",
    "place.no_floor": "There is no floor under {model} on level {level}.",
    "place.not_upstairs": "{model} cannot stand on an upper floor of a ruin: {type} stay on the ground.",
    "place.impassable": "{model} would stand in impassable ground: {thing}.",
    "place.banned_indoors": Select(
        "structure",
        {
            "intact_building": "{model} cannot be in {zone}: {type} do not enter intact buildings.",
            "spacecraft": "{model} cannot be in {zone}: {type} do not go aboard spacecraft.",
        },
        "{model} cannot be in {zone}: {type} do not go inside.",
    ),
    # ------------------------------------------------------------ doors
    "door.no_rule": "This ruleset has no rule for working doors; agree on {door} and adjust it.",
    "door.already": Select(
        "state",
        {
            "open": "{door} is open already.",
            "shut": "{door} is shut already.",
        },
        "{door} is sealed already.",
    ),
    "door.locked": "{door} is locked.",
    "door.sealed": "{door} is sealed and cannot be opened by hand.",
    "door.used_up": plural(
        "limit_count",
        "{model} has worked a door this phase; a model can work one.",
        "{model} has worked {limit} doors this phase; that is the most.",
    ),
    "door.other_level": "{model} and {door} are not on the same level.",
    "door.contact": judged(
        "{model} is in contact with {door}.", "{model} is {value} from {door}, at most {limit}: {margin}."
    ),
    "door.gap_taken": "{model} stands in the gap of {door}; it cannot be shut.",
    "door.cost": judged(
        "Working the door brings {model} to {value} of {limit} walked: {margin}.",
        "Working the door would bring {model} to {value} walked, at most {limit}: {margin}.",
    ),
    # ------------------------------------------------------------ sight
    "sight.clear": "{model} sees {model2} clearly.",
    "sight.partly": "{model} sees {model2}; {value} of it is hidden.",
    "sight.blocked": "{model} has no line to {model2}.",
    "sight.blocked_by_intact_wall": "{wall} blocks every line.",
    "sight.blocked_by_intact_wall_short": past(
        "{wall} blocks every line; the best is {margin} of the breach.",
        "{wall} blocks every line; the best is {margin} of the door.",
        "{wall} blocks every line; the best is {margin} of its end.",
        "{wall} blocks every line; the best is {margin} of a clear one.",
    ),
    "sight.blocked_by_ruined_wall": "Ruined {wall} blocks every line.",
    "sight.blocked_by_ruined_wall_short": past(
        "Ruined {wall} blocks every line; the best is {margin} of the breach.",
        "Ruined {wall} blocks every line; the best is {margin} of the door.",
        "Ruined {wall} blocks every line; the best is {margin} of its end.",
        "Ruined {wall} blocks every line; the best is {margin} of a clear one.",
    ),
    "sight.blocked_by_low_wall": "The low {wall} blocks every line.",
    "sight.blocked_by_low_wall_short": past(
        "The low {wall} blocks every line; the best is {margin} of the breach.",
        "The low {wall} blocks every line; the best is {margin} of the door.",
        "The low {wall} blocks every line; the best is {margin} of its end.",
        "The low {wall} blocks every line; the best is {margin} of a clear one.",
    ),
    "sight.blocked_by_open_door": "The leaf of {door} blocks every line.",
    "sight.blocked_by_open_door_short": "{door} is in the way; the best line is {margin} of its gap.",
    "sight.blocked_by_shut_door": "{door} is shut.",
    "sight.blocked_by_shut_door_short": "{door} is shut.",
    "sight.blocked_by_sealed_door": "{door} is sealed.",
    "sight.blocked_by_sealed_door_short": "{door} is sealed.",
    "sight.blocked_by_obstacle": "The target is hidden behind {thing}.",
    "sight.blocked_by_obstacle_short": "The target is hidden behind {thing}; the best line is {margin}.",
    "sight.blocked_by_solid": "The target is hidden behind {thing}.",
    "sight.blocked_by_solid_short": "The target is hidden behind {thing}; the best line is {margin}.",
    "sight.blocked_by_floor": "A floor of {thing} lies between {model} and {model2}.",
    "sight.blocked_by_floor_short": "A floor of {thing} lies between; the best line is {margin}.",
    "sight.blocked_by_screen": "{model3} hides {model2} from {model}.",
    "sight.blocked_by_screen_short": "{model3} hides {model2}; the best line is {margin}.",
    "sight.declared_clear": "{model} sees {unit} clearly, as declared.",
    "sight.declared_partly": "{model} sees {unit} partly, as declared.",
    "sight.declared_blocked": "{model} cannot see {unit}, as declared.",
    "sight.none": "{model} sees no model of {unit}.",
    "sight.unsaid": "Say whether {model} sees {unit}.",
    # ------------------------------------------------------------ shooting
    "shoot.state_locked": plural(
        "unit_count",
        "{unit} {unit:is|are} locked in combat and cannot shoot.",
        "{unit} are locked in combat and cannot shoot.",
    ),
    "shoot.state_ran": "{unit} ran this turn and cannot shoot.",
    "shoot.state_gone_to_ground": plural(
        "unit_count",
        "{unit} {unit:has|have} gone to ground and cannot shoot.",
        "{unit} have gone to ground and cannot shoot.",
    ),
    "shoot.state_turbo_boosted": "{unit} turbo-boosted this turn and cannot shoot.",
    "shoot.not_nearest": "The nearest target of {unit} is {unit3}, not {unit2}: first a test of Leadership.",
    "rage.not_toward": "{model} rages: it comes {value} nearer to {unit}, and can come {limit} nearer.",
    "offer.rage": "Let {unit} rage toward {unit2}",
    "rage.must_move": (
        "{unit} {unit:rages|rage}: {unit:it|they} must move toward {unit2} before the phase ends."
    ),
    "rage.at_table": (
        "{unit} {unit:rages|rage}: as fast as {unit:it|they} can toward the nearest enemy "
        "{unit:it sees|they see}."
    ),
    "shoot.nearest_only": "{unit} failed the test and can only fire at the nearest target, {unit2}.",
    "shoot.once": plural(
        "unit_count",
        "{unit} {unit:has|have} shot this turn already.",
        "{unit} have shot this turn already.",
    ),
    "shoot.own_side": plural(
        "unit2_count",
        "{unit2} {unit2:is|are} on the same side.",
        "{unit2} are on the same side.",
    ),
    "shoot.target_gone": plural(
        "unit_count",
        "{unit} {unit:has|have} no models left to shoot at.",
        "{unit} have no models left to shoot at.",
    ),
    "shoot.target_locked": plural(
        "unit2_count",
        "{unit2} {unit2:is|are} locked in combat; nobody can shoot into {unit2:it|them}.",
        "{unit2} are locked in combat; nobody can shoot into {unit2:it|them}.",
    ),
    "shoot.holds_fire": "{model} holds its fire.",
    "shoot.no_weapon": "{model} has no weapon to fire.",
    "shoot.cannot_hit": "{model} cannot hit anything with Ballistic Skill 0.",
    "shoot.no_such_weapon": "{model} has no {weapon}.",
    "shoot.no_shots_moved": "{model} cannot fire the {weapon} after moving.",
    "shoot.rapid_moved": (
        "After moving, {model} can fire the {weapon} up to {limit}; the target is {value} off: {margin}."
    ),
    "shoot.out_of_range": "{model} is {value} away, at most {limit} with the {weapon}: {margin}.",
    "shoot.range_unsaid": "Say how far {model} is from {unit}.",
    "shoot.cover_unsaid": "Say what cover {unit2} {unit2:has|have} from {unit}.",
    "shoot.zone_unsaid": "Say whether {unit} and {unit2} are in the same room or corridor.",
    "shoot.fires": "{model} can fire.",
    "shoot.volley": plural(
        "shots", "{unit} can fire 1 shot at {unit2}.", "{unit} can fire {shots} shots at {unit2}."
    ),
    # ------------------------------------------------------------ tests and dice the players call for
    "test.called": "{unit} can take the test.",
    "dice.free_roll": "The dice can be rolled.",
    "dice.not_a_roll": "{problem}.",
    "pick.uniform": "One of {count} is picked, each with the same chance.",
    "pick.nothing": "There is nothing to pick from.",
    # ------------------------------------------------------------ agreement and forces
    "overrule.nothing_to_do": "There is nothing here that could be done.",
    "adjust.by_agreement": "Both players put it right by agreement.",
    "adjust.nothing": "There is nothing to put right.",
    "adjust.no_such_step": "This ruleset has no step {step}.",
    "adjust.no_such_side": "There is no side {side} in this battle.",
    "adjust.no_name": "A side has a name of 1 to {limit} letters.",
    "adjust.name_unseen": "The name holds a character that cannot be shown; type it anew.",
    "adjust.name_taken": "Another side is called {name} already.",
    "adjust.held_by_models": "Who holds {marker} follows from where the models stand.",
    "adjust.turn": "Turn {turn} has no step {step}; the set-up is turn 0, and turns are numbered to 99.",
    "adjust.too_much": "{amount} is too much; {limit} is the most, and as much below nothing.",
    "adjust.off_table": "{model} can stand only on the table; else take it off.",
    "adjust.casualty": "{model} is a casualty; give back Wounds first, or in the same correction.",
    "adjust.wounds": "{model} can have lost 0 to {limit} Wounds, not {value}.",
    "force.points": judged(
        "{side} {side:brings|bring} {value} points of {limit}: {margin}.",
        "{side} {side:brings|bring} {value} points, at most {limit}: {margin}.",
    ),
}
