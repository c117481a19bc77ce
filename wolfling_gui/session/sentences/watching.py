"""What is said of an action while a battle is watched step by step: what it is, and what decides it."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form

WATCHING: Mapping[str, Form] = {
    "watch.start": "A recorded battle, from its first roll to its score. Step on, or let it play: each step "
    "is told here with the rules that decide it. Whenever you like, play on from there yourself.",
    "watch.start_again": "The battle as it began, before its first step.",
    "watch.roll_off": "Both sides roll a die; the higher one has the first choice.",
    "watch.settle_mission": "What is played for is settled, by agreement or by a die.",
    "watch.settle_layout": "Where the sides set up is settled, by agreement or by a die.",
    "watch.place_objective": "The sides take turns to place the objectives that are played for.",
    "watch.choose_zone": "The side that won the roll-off takes its part of the table.",
    "watch.seize": "The side that goes second may try to go first after all: it needs a 6.",
    "watch.deploy": "A unit is set up: every model in its side’s zone, near enough to the next one.",
    "watch.keep_in_reserve": "A unit stays off the table; it may come on from the second turn.",
    "watch.roll_reserves": "A die is rolled for each unit in reserve, to see whether it comes on this turn.",
    "watch.deep_strike": "A unit comes down from above where it aims, or as far from there as the dice say.",
    "watch.regroup": "A unit that falls back tries to rally: two dice against its Leadership.",
    "watch.join_unit": "A character joins a unit and acts with it from now on.",
    "watch.leave_unit": "A character leaves its unit and acts alone from now on.",
    "watch.roll_allowance": "Before it moves, dice say how far a unit may go.",
    "watch.move": "A unit moves. The way each model really walks is measured, round walls and through doors.",
    "watch.operate_door": "A model works a door that it can reach.",
    "watch.shoot": "A unit fires at one enemy unit that it sees: first the dice to hit, then those to wound, "
    "then the target saves what it can. What is left are the losses.",
    "watch.charge": "A unit goes to close combat: its models move to touch the enemy, nearest first.",
    "watch.fight": "A combat is fought in steps of Initiative, the quick first. The side that caused fewer "
    "wounds tests whether it holds.",
    "watch.hit_and_run": "A unit tries to break away from its combat.",
    "watch.use_power": "A seer uses a power: two dice against his own Leadership.",
    "watch.take_test": "A unit takes a test: dice against one of its characteristics.",
    "watch.pool_roll_off": "Roll-off",
    "watch.roll_dice": "Dice are rolled for something agreed at the table.",
    "watch.pick_random": "One of several is picked by chance.",
    "watch.end_step": "Nothing more is wanted here; the battle goes on.",
    "watch.adjust": "The players put something right by agreement.",
    "watch.overrule": "The rules refuse this; the players agreed to do it all the same.",
    "watch.to_movement": "A turn begins with movement: each unit of the side may move once.",
    "watch.to_shooting": "Movement is over. Each unit that may fire now fires once, or runs.",
    "watch.to_assault": "Firing is over. Units near enough to the enemy may now go to close combat.",
    "watch.to_combat": "All charges are made. Now every combat on the table is fought.",
    "watch.to_over": "The last turn is over: objectives are counted, and the score decides.",
}
