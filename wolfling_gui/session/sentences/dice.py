"""What is said of dice: what a pool came to, what putting a die right changes, and whose luck it was."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

DICE: Mapping[str, Form] = {
    # ------------------------------------------------------------ what a pool came to
    "came.both": "{good}, {bad}",
    "good.roll": plural("good", "1 success", "{good} successes"),
    "bad.roll": plural("bad", "1 fails", "{bad} fail"),
    "good.roll.to_hit": plural("good", "1 hit", "{good} hits"),
    "bad.roll.to_hit": plural("bad", "1 miss", "{bad} misses"),
    "good.roll.to_wound": plural("good", "1 wound", "{good} wounds"),
    "bad.roll.to_wound": plural("bad", "1 fails", "{bad} fail"),
    "good.roll.save": plural("good", "1 save", "{good} saves"),
    "bad.roll.save": plural("bad", "1 wound", "{bad} wounds"),
    "good.roll.no_pain": "{good} ignored",
    "bad.roll.no_pain": plural("bad", "1 wound stays", "{bad} wounds stay"),
    "good.roll.seize": "seized",
    "bad.roll.seize": "not seized",
    "good.roll.game_length": "goes on",
    "bad.roll.game_length": "the battle ends",
    "good.roll.reserves": plural("good", "1 arrives", "{good} arrive"),
    "bad.roll.reserves": plural("bad", "1 stays back", "{bad} stay back"),
    "came.sum": "sum {total}",
    "came.roll.sweep": "{total} + I {initiative} = {all}",
    "came.roll.consolidate": "{total}″",
    "came.roll.fall_back": "{total}″",
    "came.roll.break_away": "{total}″",
    "came.roll.roll_off": "{total}",
    "came.roll_off_tie": "{total}: equal, again",
    "came.did.roll_off": "{side_1} {face_1}, {side_2} {face_2}",
    "came.did.roll_off_tie": "{side_1} {face_1}, {side_2} {face_2}: equal, again",
    "came.under": Select("passed", {"yes": "{total} in all: passed"}, "{total} in all: failed"),
    # ------------------------------------------------------------ what a pool is called, in short
    "pool.roll.roll_off": "{who}",
    "pool.roll.to_hit": "To hit",
    "pool.roll.again": "Again",
    "pool.roll.to_wound": "To wound",
    "pool.roll.save": "Saves",
    "pool.roll.no_pain": "Feel no pain",
    "pool.roll.leadership": "Leadership",
    "pool.roll.danger": "Danger",
    "pool.roll.scatter_distance": "Scatter",
    "pool.roll.scatter": "Scatter die",
    "pool.roll.deep_strike": "Scatter",
    "pool.roll.mishap": "Mishap",
    "pool.roll.outflank": "Table edge",
    "pool.roll.reserves": "Reserves",
    "pool.roll.seize": "Initiative",
    "pool.roll.game_length": "Another turn",
    "pool.roll.mission": "Mission",
    "pool.roll.layout": "Deployment",
    "pool.roll.objectives": "Objectives",
    "pool.roll.night": "Night",
    "pool.roll.run": "Run",
    "pool.roll.terrain": "Ground",
    "pool.roll.characteristic": "Test",
    "pool.roll.morale": "Morale",
    "pool.roll.regroup": "Regrouping",
    "pool.roll.fall_back": "Fall back",
    "pool.roll.break_away": "Breaking away",
    "pool.roll.sweep": "Pursuit",
    "pool.roll.consolidate": "Consolidation",
    "pool.roll.danger_again": "Danger again",
    "pool.roll.ward_again": "Saves again",
    "pool.roll.penetration": "Armour",
    "pool.roll.location": "What is hit",
    "pool.roll.heat": "Heat",
    "pool.roll.power": "Power",
    "pool.roll.pick": "Random pick",
    "pool.roll": "Dice",
    "pool.before": "{name} {result}",
    # ------------------------------------------------------------ putting a die right
    "correct.roll": "{before} → {after} successes.",
    "correct.roll.to_hit": "{before} → {after} hits.",
    "correct.roll.to_wound": "{before} → {after} wounds.",
    "correct.roll.save": "{before} → {after} saves, {lost} → {left} wounds.",
    "correct.roll.no_pain": "{before} → {after} ignored, {lost} → {left} wounds.",
    "correct.sum": "Sum {before} → {after}.",
    "correct.stands_again": plural("count", "{names} stands again.", "{names} stand again."),
    "correct.falls": plural("count", "{names} falls.", "{names} fall."),
    "correct.wounds": "{name}: {before} → {after} Wounds left.",
    "correct.free_of": "{name} is no longer “{condition}”.",
    "correct.comes_under": "{name} is “{condition}”.",
    "correct.end": "The battle ends otherwise.",
    "correct.no_effect": "Nobody stands or falls by it.",
    "correct.fits": "Later answers still fit.",
    "correct.left_over": plural(
        "count", "1 later answer is no longer needed.", "{count} later answers are no longer needed."
    ),
    "correct.asked": Select(
        "count",
        {"0": "Asked then: {question}."},
        plural(
            "count",
            "Later answers no longer fit. Asked again: {question}.",
            "Later answers no longer fit. Asked again: {question}, and what follows from it.",
        ),
    ),
    "correct.all_pass": plural(
        "count",
        "The action after it still passes; it is played again.",
        "The {count} actions after it still pass; they are played again.",
    ),
    "correct.falls_out": plural(
        "count",
        "Of the actions after it {passing} of {all} still pass, and 1 falls out. Undo brings it back.",
        "Of the actions after it {passing} of {all} still pass, and {count} fall out. Undo brings them back.",
    ),
    "correct.then_plays_on": plural(
        "count",
        "{first} The action after it is then played again, if it still passes.",
        "{first} The {count} actions after it are then played again, until one no longer passes.",
    ),
    "correct.played_on": plural(
        "count", "The action after it was played again.", "The {count} actions after it were played again."
    ),
    "correct.stopped": Select(
        "reason",
        {
            "": "Played again: {count} of {all} actions. The next asks for other answers now. "
            "Undo brings all of them back."
        },
        "Played again: {count} of {all} actions. The next is refused now: {reason} "
        "Undo brings all of them back.",
    ),
    # ------------------------------------------------------------ wounds and casualties by clicking
    "pick.no_option": "{name} is none of the choices.",
    "pick.other_unit": "{name} is not of {unit}, which takes the wounds.",
    "pick.other_group": "{name} is not like the models that take these wounds.",
    "pick.wounded_first": "{name} is whole; {first}, which is wounded, goes first.",
    "pick.whole_first": "{name} is wounded; a whole model goes first.",
    "pick.out_of_reach": "{name} is out of sight or range.",
    "pick.all_picked": plural(
        "count", "One is picked; take it back first.", "{count} are picked; take one back first."
    ),
    "pick.all_given": "All are given out; take one back first.",
    "pick.already": "{name} is picked already.",
    "pick.at_most": plural(
        "most",
        "At most 1 here before every model has one.",
        "At most {most} here before every model has as many.",
    ),
    "pick.at_least": plural(
        "least",
        "At least 1 here, as they are spread evenly.",
        "At least {least} here, as they are spread evenly.",
    ),
    # ------------------------------------------------------------ luck
    "luck.to_hit": "to hit",
    "luck.to_wound": "to wound",
    "luck.save": "saves",
    "luck.no_pain": "feel no pain",
    "luck.leadership": "Leadership",
    "luck.test": "tests",
    "luck.danger": "danger",
    "luck.reserves": "reserves",
    "luck.other": "other rolls",
    "luck.all": "in all",
    "luck.luckier": "luckier than {share} of battles",
    "luck.unluckier": "unluckier than {share} of battles",
    "luck.even": "as expected",
    "luck.expected_of": "{made} of {expected} expected",
}
