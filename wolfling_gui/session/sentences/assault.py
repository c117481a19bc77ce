"""What is said of assaults, combats, blows, pursuit, and shots that answer an assault."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

_BETTER: Mapping[str, Form] = {
    "free": Select(
        "model2", {"": "{model} can reach an enemy that nobody touches yet."},
        "{model} can reach {model2}, whom nobody touches yet.",
    ),
    "touched": "{model} can come into contact with {model2}.",
    "support": "{model} can stand in support of {model2}, who is in contact.",
}  # fmt: skip

ASSAULT: Mapping[str, Form] = {
    # ------------------------------------------------------------ who may assault, and whom
    "step.combat": "Combats",
    "assault.state_locked": "{unit} {unit:is|are} locked in combat and cannot assault.",
    "assault.state_gone_to_ground": "{unit} {unit:has|have} gone to ground and cannot assault.",
    "assault.state_falling_back": "{unit} {unit:is|are} falling back and cannot assault.",
    "assault.state_turbo_boosted": "{unit} turbo-boosted this turn and cannot assault.",
    "assault.guns": "{unit} {unit:has|have} guns and cannot assault.",
    "assault.declared_once": "{unit} {unit:has|have} declared {unit:its|their} assault of this turn.",
    "assault.own_side": "{unit2} {unit2:is|are} on the same side.",
    "assault.target_gone": "{unit} {unit:has|have} no models left to assault.",
    "assault.unseen": "{unit} {unit:does|do} not see {unit2}.",
    "assault.not_slowed": "Difficult ground does not slow assaults in this ruleset.",
    "assault.may_roll_terrain": (
        "{unit} {unit:rolls|roll} how far {unit:its|their} "
        "assault goes through difficult ground."
    ),
    "assault.roll_terrain_first": Select(
        "thing",
        {"": "Roll for difficult ground before {unit} {unit:assaults|assault}."},
        "Roll for difficult ground before {unit} {unit:assaults|assault} through {thing}.",
    ),
    "move.assault_names_target": "An assault names the unit that {unit} {unit:goes|go} for.",
    # ------------------------------------------------------------ how far, and where to
    "assault.way_unsaid": "How far is the way of the first model of {unit} to {unit2}?",
    "assault.declared_way": Select(
        "judged",
        {"kept": "The first model of {unit} has {value} to go to {unit2}; its reach is {limit}."},
        "The first model of {unit} has {value} to go to {unit2}, over its reach of {limit}: nobody moves.",
    ),
    "assault.out_of_reach": Select(
        "blocked",
        {"1": "No way leads {unit} to {unit2} within its reach of {limit}: the assault fails, nobody moves."},
        (
            "{unit} {unit:is|are} {value} from {unit2}, {unit:its|their} reach is {limit}: the assault "
            "fails, nobody moves."
        ),
    ),
    "assault.reaches": plural(
        "models",
        "{unit} {unit:reaches|reach} {unit2}, 1 model moves.",
        "{unit} {unit:reaches|reach} {unit2}, {models} models move."
    ),
    "assault.walked": Select(
        "judged", {"kept": "{model} goes {value} of {limit}."}, "{model} goes {value}, at most {limit}."
    ),
    "assault.first_moves": "{model} is nearest to the enemy and must go first, to {model2}.",
    "assault.first_touches": "{model} goes first and must come into contact; the nearest is {model2}.",
    "assault.detour": "{model} goes first and takes the shortest way to {model2}: {limit}, not {value}.",
    "assault.better_place": Select("better", _BETTER, "{model} can come nearer to the enemy."),
    "assault.not_coherent": "{model} must stay in coherency with a model that has moved.",
    "assault.not_near": "{model} stays {value} away from the enemy and can come as near as {limit}.",
    "assault.touches_too": "{unit} {unit:touches|touch} {unit2} besides.",
    "assault.touches_new": "{unit} cannot bring {unit2} into this combat.",
    "did.assault_failed": "{unit} could not reach {unit2}: the assault failed, and nobody moved.",
    "did.assaulted": Select(
        "models",
        {"0": "{unit} assaulted {unit2}."},
        plural(
            "models",
            "{unit} assaulted {unit2}, 1 model moved.",
            "{unit} assaulted {unit2}, {models} models moved.",
        ),
    ),
    "did.engaged": "{unit} and {unit2} are locked in combat.",
    # ------------------------------------------------------------ bringing models up
    "put.react": "{who} {who:brings|bring} {unit} up to the enemy",
    "put.react.detail": "Models that are not in contact move up to {inches}, into contact or support.",
    "put.pile_in": "{who} {who:piles|pile} in with {unit}",
    "put.pile_in.detail": "Models that are not in contact move up to {inches} towards the enemy.",
    "put.consolidate": "{who} {who:consolidates|consolidate} {unit}",
    "put.consolidate.detail": "Its models move up to {inches} in any direction, off the enemy and together.",
    "put.break_away": "{who} {who:moves|move} {unit} away",
    "put.break_away.detail": "Straight, up to {inches}, through its foes, not into contact.",
    "roll.consolidate": "{who} {who:rolls|roll} how far {unit} {unit:consolidates|consolidate}",
    "roll.consolidate.detail": "In inches; terrain does not slow it.",
    "roll.break_away": "{who} {who:rolls|roll} how far {unit} {unit:breaks|break} away",
    "roll.break_away.detail": "In inches, straight in any direction.",
    "did.reacted": plural(
        "models",
        "{unit} brought up 1 model, {longest}.",
        "{unit} brought up {models} models, up to {longest}.",
    ),
    "did.piled_in": plural(
        "models", "{unit} piled in, 1 model, {longest}.", "{unit} piled in, {models} models, up to {longest}."
    ),
    "did.consolidates": "{unit} may consolidate {inches}: {dice}.",
    "did.consolidated": plural(
        "models",
        "{unit} consolidated, 1 model, {longest}.",
        "{unit} consolidated, {models} models, up to {longest}.",
    ),
    "did.parted": "Nobody can be reached any more: {units} fight no longer.",
    "did.broke_away": "{unit} broke away from its combat, up to {inches}: {dice}.",
    "did.finds_no_way": (
        "{unit} {unit:finds|find} no way out and {unit:stays|stay} "
        "in {unit:its|their} combat."
    ),
    "breaking.cannot": "{unit} cannot hit and run.",
    "breaking.not_now": "Units break away at the end of the Assault phase.",
    "breaking.not_fought": (
        "{unit} {unit:breaks|break} away after {unit:it has|they have} fought, while "
        "{unit:it is|they are} locked."
    ),
    "breaking.tried": "{unit} {unit:has|have} tried to break away in this phase.",
    "breaking.may": "{unit} may try to break away.",
    "breaking.blocked": "Something solid is in the way of {model}.",
    # ------------------------------------------------------------ at a real table
    "guide.assault_at_table": (
        "Move {unit:its|their} models at the table; then say "
        "whom {unit} {unit:has|have} reached."
    ),
    "offer.charged_at_table": "{unit} {unit:has|have} reached {unit2}",
    "offer.fight_at_table": "All engaged: {units}",
    "offer.fight_all_at_table": "Fight with all engaged",
    # ------------------------------------------------------------ the fight
    "turn.fight_first": "Fight the combat of {unit} first.",
    "fight.nobody": "{unit} {unit:is|are} in contact with nobody.",
    "fight.fought_already": "The combat of {unit} has been fought in this phase.",
    "fight.contacts_unsaid": "Who touches whom among {units}?",
    "fight.may": "{fighters} models fight in {units} units.",
    "choose.weapon": "{who} {who:chooses|choose} what {unit} {unit:strikes|strike} with",
    "choose.weapon.detail": "Models like {model} have several special weapons and use one.",
    "option.weapon": "{weapon}",
    "allocate.blows": plural(
        "count", "{who} {who:directs|direct} 1 attack", "{who} {who:directs|direct} {count} attacks"
    ),
    "allocate.blows.detail": plural(
        "models", "{unit}: {model} with {weapon}", "{unit}: {models} models with {weapon}, such as {model}"
    ),
    "did.step": "Initiative {step}.",
    "did.dazed": "{model} is dazed and strikes last to the end of the next turn.",
    "did.scored": Select(
        "score",
        {"0": "{side} caused no wounds in this combat.", "1": "{side} caused 1 wound in this combat."},
        "{side} caused {score} wounds in this combat.",
    ),
    "did.combat_over": "Nobody is left to fight on one side.",
    "did.drawn": "The combat is drawn; both sides fight on.",
    "did.lost_combat": "{side} lost the combat by {points}.",
    "did.no_retreat": Select(
        "wounds", {"1": "{unit} {unit:does|do} not retreat and {unit:takes|take} 1 wound."},
        "{unit} {unit:does|do} not retreat and {unit:takes|take} {wounds} wounds.",
    ),
    # ------------------------------------------------------------ pursuit
    "roll.sweep": "{who} {who:rolls|roll} for the pursuit, {unit}",
    "roll.sweep.detail": "Its Initiative of {initiative} is added.",
    "did.chased": "Pursuit, {unit}: {dice} and Initiative {initiative}, {total} in all.",
    "did.swept": "{unit2} caught {unit}, which is destroyed.",
    "did.swept_stays": "{unit2} caught {unit}, which stays and fights on.",
    "did.sweep_locked": "{unit} cannot pursue: it is locked with {unit2} still.",
    "did.sweep_barred": "{unit} cannot pursue: not all of its models can.",
    "did.sweep_apart": "{unit} cannot pursue: it does not touch {unit2} any more.",
    "did.guns_caught": "{unit2} caught {unit} without a roll.",
    # ------------------------------------------------------------ explained numbers
    "why.no_reach": "assaults reach any distance",
    "why.own_strength": "Strength {a}",
    "why.fist": "doubles Strength",
    "why.furious": "furious charge",
    "why.own_initiative": "Initiative {a}",
    "why.slowed_charge": "assaulted through difficult ground",
    "why.dazed": "dazed by a hammer",
    "why.fist_last": "always strikes last",
    "why.all_together": "all strike together",
    "why.step_said": "said at the table",
    "why.last_step": "the last step",
    "why.first_step": "the first step",
    "why.own_attacks": "Attacks {a}",
    "why.assaulted": "assaulted this turn",
    "why.countered": "counter-attack",
    "why.two_weapons": "two close combat weapons",
    "why.two_specials": "two different special weapons",
    "why.stood_and_shot": "stood and shot",
    "why.strikes_not": "strikes no blows",
    "why.split": "attacks directed elsewhere",
    "why.their_skill": "Weapon Skill {a}",
    "why.skills": "Weapon Skill {a} against {b}",
    "why.hit_surely": "Weapon Skill 0 is hit surely",
    "why.preferred_enemy": "preferred enemy rolls misses again",
    "why.claws": "paired claws roll again",
    "why.no_wounds": "wounds caused",
    "why.struck_down": "struck at {unit}",
    "why.shot_down": "shot at {unit}",
    "why.lost_by": "lost by {a}",
    # ------------------------------------------------------------ standing and shooting
    "choose.stand_and_shoot": "{who} {who:chooses|choose} how {unit} {unit:answers|answer} the assault",
    "choose.stand_and_shoot.detail": "Who shoots now strikes no blows this turn.",
    "option.fight": "Fight",
    "option.stand_and_shoot": "Stand and shoot at {unit}",
    "choose.stand_weapon": "{who} {who:chooses|choose} what {model} fires",
    "choose.stand_weapon.detail": "One weapon; models that are alike fire the same.",
    "choose.stand_cover": "{who} {who:says|say} what cover the assaulters have",
    "choose.stand_cover.detail": "Where they stand after their charge, seen from {unit}.",
    "option.cover": Select("cover_said", {"0": "No cover"}, "Cover {cover_said}+"),
    "did.stands": "{unit} {unit:stands|stand} and {unit:shoots|shoot} at {unit2}.",
    "did.stands_not_type": "{unit} cannot stand and shoot: it is of another type.",
    "did.stands_not_outside": "{unit} cannot stand and shoot outside.",
    "did.stands_not_locked": "{unit} cannot stand and shoot: it was in combat before.",
    "did.stands_not_pinned": "{unit} cannot stand and shoot: it was pinned.",
    "did.stands_not_down": "{unit} cannot stand and shoot: it had gone to ground.",
    "did.stands_not_fleeing": "{unit} cannot stand and shoot: it was falling back.",
    "did.stands_silent": "{model} fires nothing: its {weapon} is not for this.",
    "did.grenades_first": "Grenades come before any shot: {units}.",
    "stands.may": plural(
        "shots",
        "{unit} may stand and shoot instead of striking: 1 shot at step {at}.",
        "{unit} may stand and shoot instead of striking: {shots} shots at step {at}.",
    ),
    "stands.type": "{unit} are all of a type that may stand and shoot: {type}.",
    "stands.free": "{unit} {unit:was|were} in no combat before this phase’s assaults.",
    "stands.up": "{unit} {unit:was|were} not pinned, falling back or gone to ground before the assault.",
    "stands.seen": plural(
        "armed",
        "Of its 1 model with a weapon for it, {firing} can fire at {unit2}.",
        "Of its {armed} models with a weapon for it, {firing} can fire at {unit2}.",
    ),
    "stands.step": "It would shoot at step {at}; {unit2} {unit2:strikes|strike} at step {strikes}.",
    "stands.no_blows": "Whoever shoots strikes no blows this turn.",
    "why.stand_shots": "standing and shooting",
    "why.stand_cover": "no better cover against these shots",
    # ------------------------------------------------------------ states
    "condition.charged": "Has assaulted",
    "condition.assaulted": "Was assaulted",
    "condition.before_assault": "State before the assault",
    "condition.slowed_charge": "Strikes last after bad ground",
    "condition.fought": "Has fought",
    "condition.stood_and_shot": "Stood and shot",
    "condition.dazed": "Dazed",
}  # fmt: skip
