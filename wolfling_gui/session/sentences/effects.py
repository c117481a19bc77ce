"""What is said of blasts and templates, special rules of weapons, going to ground and pinning."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural


def _down(more: str) -> Form:
    """Return what going to ground does for a unit, and more that its owner should know."""
    return Select(
        "before",
        {
            "0": Select(
                "after",
                {"0": f"Its saves stay as they are, but later shots may meet better cover; {more}"},
                f"It gets a save of {{after}}+ against these wounds; {more}",
            )
        },
        f"Its save gets {{after}}+ instead of {{before}}+; {more}",
    )


EFFECTS: Mapping[str, Form] = {
    # ------------------------------------------------------------ where markers and templates may lie
    "blast.not_over_target": (
        "The hole of {model}’s marker has to be over a model of {unit}; the nearest is {value} away."
    ),
    "blast.over_other_floor": "{model2} under the hole is on level {level}: choose that level.",
    "blast.hole_range": "The hole lies {value} from {model}; the weapon reaches {limit}: {margin}.",
    "blast.hole_too_near": "The hole lies {value} from {model}, at least {limit}: {margin}; it is lost.",
    "blast.would_hit": plural(
        "hits", "The {weapon} hits 1 of {unit}.", "The {weapon} hits {hits} of {unit}."
    ),
    "blast.unseen_model": "{model} does not see {model2} under the marker’s hole.",
    "blast.touches_friend": "The marker would touch {model2}, a friend: {margin}.",
    "template.touches_melee": "It would touch {model2}, who is locked in combat.",
    "blast.touches_melee": "The marker would touch {model2}, who is locked in combat: {margin}.",
    "blast.touches_no_marker": "The marker lies {value} from the nearest one, at most {limit}: {margin}.",
    "blast.beyond_wall": Select(
        "thing", {"": "{model} is beyond a wall and is not hit."}, "{model} is beyond {thing} and is not hit."
    ),
    "blast.other_floor": "{model} is on another floor and is not hit.",
    "blast.stopped": "The marker stops at {thing}.",
    "template.touches_friend": "The template would touch {model2}, a friend.",
    "template.covers_fewer": "{model}’s template could touch {limit} of {unit}; here it touches {value}.",
    "template.touches_none": "{model}’s template touches no model of {unit} there.",
    # ------------------------------------------------------------ weapons
    "shoot.ordnance_alone": "{model} fires ordnance and can fire nothing else.",
    "shoot.used_up": "{model} has fired the {weapon}; it fires once a game.",
    "shoot.no_power": "{model} fires the {weapon} after a psychic power that works.",
    # ------------------------------------------------------------ psychic powers
    "power.not_played": "Psychic powers are not played; a house rule can switch them on.",
    "power.not_here": "{model} is not on the table.",
    "power.not_now": "Powers are used during the battle.",
    "power.no_seer": "{model} is no seer.",
    "power.uses": plural(
        "limit",
        "{model}: power {value} of 1 in this player turn.",
        "{model}: power {value} of {limit} in this player turn.",
    ),
    "offer.use_power": "Use a power with {model}",
    "roll.power": "{who} {who:rolls|roll} 2D6 for a power of {model}",
    "roll.power.detail": "It works on {needed} or less in all.",
    "roll.ward_again": "{who} {who:rolls|roll} the save that held again",
    "roll.ward_again.detail": "The power has recoiled on {model}: his save must hold twice.",
    "did.power_works": Select(
        "power", {"": "{model} used a power: {dice}, it works."}, "{model} used {power}: {dice}, it works."
    ),
    "did.power_fails": Select(
        "power", {"": "{model} used a power: {dice}, it fails."}, "{model} used {power}: {dice}, it fails."
    ),
    "did.perils": "The power recoils on {model}, who takes a wound.",
    "did.warded": "{model} was saved: {needed} needed, {dice}.",
    "did.lost_to_power": "{model} fell to a power that recoiled.",
    # ------------------------------------------------------------ going to ground
    "ground.stays_down": plural(
        "unit_count",
        "{unit} {unit:has|have} gone to ground and {unit:does|do} nothing by choice",
        "{unit} have gone to ground and do nothing by choice",
    ),
    "ground.fearless": "{unit} {unit:is|are} fearless and {unit:stays|stay} on {unit:its|their} feet",
    "confirm.ground": "{who}: shall {unit} go to ground?",
    "confirm.ground.detail": Select(
        "barred",
        {
            "": _down("it stays down to the end of its next turn."),
            "corridor": _down("say no if half of it or more is in a corridor, where nobody goes to ground."),
        },
        _down("say no if half of it or more is in a zone in which nobody goes to ground."),
    ),
    "did.went_to_ground": "{unit} went to ground.",
    "did.pinned": "{unit} {unit:was|were} pinned and went to ground.",
    "did.boosted_unpinned": "{unit} went too fast to be pinned.",
    "did.boosted": Select(
        "save",
        {"0": "{unit} ended {inches} from where it began: too near for the cover save of a boost."},
        "{unit} ended {inches} from where it began: cover save {save}+ in the next enemy Shooting phase.",
    ),
    "did.boosted_at_table": Select(
        "save",
        {"0": "{unit} ended too near to where it began for the cover save of a boost."},
        "{unit} ended far from where it began: cover save {save}+ in the next enemy Shooting phase.",
    ),
    "confirm.boosted_far": "{who}: did every model of {unit} end {inches} or more from its start?",
    "confirm.boosted_far.detail": "On yes it has a cover save of {save}+ in the next enemy Shooting phase.",
    "why.boosted": "turbo-boost",
    "roll.location": "{who} {who:rolls|roll} what each hit on {unit} {unit:strikes|strike}",
    "roll.location.detail": "{weapon}: a gun or its crew, one die for each hit.",
    "roll.penetration": "{who} {who:rolls|roll} against the armour of the guns of {unit}",
    "roll.penetration.detail": "{weapon}: each {needed} or more removes a gun that is not saved.",
    "why.gun_armour": "S{a} against the armour {b} of a gun",
    "did.located": "Hits on {unit}: {guns} of {hits} struck a gun, {crew} the crew.",
    "did.gun_hit": "Hits on guns of {unit}: {hits}, through the armour {through}, guns lost {lost}.",
    "confirm.nearest": "{who}: is {unit2} the nearest enemy that {unit} {unit:sees|see}?",
    "confirm.nearest.detail": "Another takes a test of Leadership. Units locked in combat do not count.",
    "did.nearest_only": "{unit} did not fire at {unit2}; only the nearest target is left.",
    "did.fearless": "{unit} {unit:is|are} fearless and {unit:was|were} not pinned.",
    # ------------------------------------------------------------ rolls and choices
    "roll.scatter_distance": "{who} {who:rolls|roll} how far the marker scatters",
    "roll.scatter_distance.detail": "{unit} at {unit2}: 2D6, less the firer’s Ballistic Skill, in inches.",
    "roll.heat": "{who} {who:rolls|roll} whether the {weapon} gets too hot",
    "roll.heat.detail": "On a 1 it does not fire and wounds {model}.",
    "roll.no_pain": plural(
        "dice",
        "{who} {who:rolls|roll} 1 die to feel no pain",
        "{who} {who:rolls|roll} {dice} dice to feel no pain",
    ),
    "roll.no_pain.detail": "{unit}: each success ignores a wound from {pool}.",
    "confirm.scatter_again": "{who}: roll the scatter again?",
    "confirm.scatter_again.detail": "It would scatter {inches} towards {degrees}°. The second roll stands.",
    "choose.touched": "{who} {who:says|say} how many models of {unit2} are touched",
    "choose.touched.detail": "{model} fires the {weapon}; count the bases under it, in whole or in part.",
    "put.barrage": "{who} {who:puts|put} the next marker against one that lies",
    "put.barrage.detail": "On a HIT the marker of {model} can touch any marker laid before.",
    "option.count": "{count}",
    # ------------------------------------------------------------ what happened
    "did.put": Select(
        "model2",
        {"": "The marker of {model}’s {weapon} was put where it had been agreed."},
        "The marker of {model}’s {weapon} was put over {model2}.",
    ),
    "did.laid": "The template of {model}’s {weapon} was laid towards {degrees}°.",
    "did.scattered": "The marker of {model}’s {weapon} scattered {inches} towards {degrees}°: {dice}.",
    "did.scattered_before": "A first roll, {dice}, sent it {inches} towards {degrees}°; it was rolled again.",
    "did.stayed": "The marker of {model}’s {weapon} stayed where it was.",
    "did.laid_beside": "The marker of {model}’s {weapon} was laid beside another.",
    "did.blast_stopped": "It stopped at {thing}.",
    "did.blast_lost": Select(
        "why",
        {"table": "The marker of {model}’s {weapon} left the table; the shot was lost."},
        "The hole of {model}’s {weapon} was out of its range; the shot was lost.",
    ),
    "did.touched": plural(
        "hits", "The {weapon} of {model} hit {unit} once.", "The {weapon} of {model} hit {unit} {hits} times."
    ),
    "did.touched_none": "The {weapon} of {model} hit nobody.",
    "did.shielded": Select(
        "thing",
        {"": "{model} was out of reach of the {weapon}."},
        "{model} was beyond {thing}, out of reach of the {weapon}.",
    ),
    "did.too_hot": "The {weapon} of {model} got too hot: {dice}.",
    "did.stayed_cool": "The {weapon} of {model} stayed cool: {dice}.",
    "did.burnt": plural(
        "wounds",
        "The {weapon} got hot: {model} took 1 wound.",
        "The {weapon} got hot: {model} took {wounds} wounds.",
    ),
    "did.rent": plural(
        "wounds", "1 wound from the {weapon} rends.", "{wounds} wounds from the {weapon} rend."
    ),
    "did.felt_no_pain": Select(
        "saved",
        {"0": "{unit} felt the pain: {needed} needed, {dice}."},
        plural(
            "saved",
            "{unit} felt no pain: {needed} needed, {dice}, 1 wound ignored.",
            "{unit} felt no pain: {needed} needed, {dice}, {saved} wounds ignored.",
        ),
    ),
    "did.looked_again": "{unit} saw {inches} by night, {dice}, and looked again.",
    # ------------------------------------------------------------ steps of numbers
    "why.wounds_on": "wounds on {a} and more",
    "why.strong_poison": "strong poison rolls wounds again",
    "why.rends_only": "S{a} wounds T{b} only by rending",
    "why.sniper_hits": "a sniper hits on {a}",
    "why.no_pain": "feels no pain",
    "why.laid": "a template is laid, not rolled",
    "why.scatters": "a blast scatters",
    "why.cover_mixed": "the cover of most covered models",
    "why.half_in_doubt": "half of the body in doubt",
    "why.less_than_half": "less than half of the body is hidden",
    "why.ground": "gone to ground",
    "why.ground_open": "gone to ground in the open",
    "why.stealth": "stealth",
    "condition.used": "Has fired a weapon that fires once",
}
