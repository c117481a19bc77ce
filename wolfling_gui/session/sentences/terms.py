"""What each step of an explained number says; {a} and {b} are the numbers it names.

A key with “.short” at its end is the same in fewer letters, for breakdowns in one line.
"""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select

TERMS: Mapping[str, Form] = {
    # ------------------------------------------------------------ to hit and to wound
    "why.bs": "Ballistic Skill {a}",
    "why.bs_zero": "Ballistic Skill 0",
    "why.to_hit": "Ballistic Skill {a}",
    "why.to_hit.short": "BS {a}",
    "why.reroll_high_bs": "Ballistic Skill {a} rolls misses again",
    "why.same_room": Select(
        "zone",
        {"": "same room: close quarters", "declared": "same room: close quarters"},
        "same {zone}: close quarters",
    ),
    "why.same_corridor": Select(
        "zone",
        {"": "same corridor: close quarters", "declared": "same corridor: close quarters"},
        "same {zone}: close quarters",
    ),
    "why.same_section": Select(
        "zone",
        {"": "same section: close quarters", "declared": "same section: close quarters"},
        "same {zone}: close quarters",
    ),
    "why.to_wound": "S{a} against T{b}",
    "why.cannot_wound": "S{a} cannot wound T{b}",
    "why.toughness": "Toughness {a}",
    "why.toughness_majority": "Toughness {a}, that of most models",
    "why.at_least": "the least a characteristic can be",
    "why.at_most": "the most a characteristic can be",
    # ------------------------------------------------------------ saves and cover
    "why.armour": "armour",
    "why.invulnerable": "invulnerable save",
    "why.no_save": "no save is left",
    "why.best_save": "the best a save can be",
    "why.cover": "cover",
    "why.cover_ignored": "the weapon ignores cover",
    "why.no_cover": "no cover",
    "why.cover_declared": "cover, as declared",
    "why.cover_from": Select(
        "thing",
        {"": Select("model", {"": "cover"}, "cover behind {model}")},
        "cover from {thing}",
    ),
    "why.cover_views": "{a} of {b} firers see it in cover",
    "why.cover_share": "{a} of {b} models in cover",
    "why.no_cover_corridor": Select(
        "zone",
        {"": "no cover in the same corridor", "declared": "no cover in the same corridor"},
        "no cover in the same {zone}",
    ),
    "why.corridor_cover": Select(
        "zone",
        {"": "cover in the same corridor", "declared": "cover in the same corridor"},
        "cover in the same {zone}",
    ),
    "why.auto_cover_room": Select("zone", {"": "cover in a room"}, "cover in {zone}"),
    "why.auto_cover_section": Select("zone", {"": "cover in a ruin’s section"}, "cover in {zone} of a ruin"),
    "why.close_quarters_cap": "the best cover at close quarters",
    # ------------------------------------------------------------ shots
    "why.shots_listed": "the weapon’s shots",
    "why.pistol": "pistol",
    "why.rapid_near": "rapid fire within {a}″",
    "why.rapid_far": "rapid fire beyond {a}″",
    "why.out_of_range": "out of range",
    "why.moved": "the unit has moved",
    # ------------------------------------------------------------ moves
    "why.move_type": "{type} move",
    "why.move_on_foot": "on foot",
    "why.move_packs": "with packs",
    "why.boost": "turbo-boost",
    "why.slowest": "the slowest model sets the pace",
    "why.difficult_roll": "difficult terrain, highest die",
    "why.difficult_dice": "dice for difficult terrain",
    "why.through_cover": "move through cover",
    "why.character_through_cover": "move through cover (CL-CHAR-5)",
    "why.monster_through_cover": "monstrous creatures move through cover",
    "why.run": "run, as rolled",
    "why.no_packs_indoors": "packs stay folded in a building",
    "why.packs_in_spacecraft": "packs aboard a spacecraft",
    # ------------------------------------------------------------ tests
    "why.characteristic": "{a} of most models",
    "why.leadership": "Leadership {a}",
    "why.modifier": "modifier",
    # ------------------------------------------------------------ other rolls
    "why.danger": "a 1 takes a wound",
    "why.reserves": "to arrive from reserve",
    "why.seize": "to seize the initiative",
    "why.game_length": "to play another turn",
}
