"""What the guide says: titles, hints, what can be done, what comes next. Imperative and in the present."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select

GUIDE: Mapping[str, Form] = {
    # ------------------------------------------------------------ where we are
    "guide.roll_off": "Roll off",
    "guide.roll_off_hint": "Both sides roll a die. The higher one chooses who goes first.",
    "guide.deploy": "Set up {side}’s units",
    "guide.deploy_unit": "Set up {unit}",
    "guide.deployed_unit": "Already set up: {unit}",
    "guide.deploy_hint": "Place every model wholly within the deployment zone, or keep units in reserve.",
    "guide.seize": "Seize the initiative?",
    "guide.seize_hint": "{side} {side:goes|go} second and may roll once, {on}+, to go first after all.",
    "guide.movement": "Move {side}’s units",
    "guide.movement_hint": "Choose a unit on the map or in the list. Units that stay put shoot better.",
    "guide.movement_doors_hint": "Choose a unit, or click a door to see who can work it: a model "
    "has to touch it. Units that stay put shoot better.",
    "guide.movement_unit": "Move {unit}",
    "guide.movement_unit_hint": "Drag its models; nothing is done before you commit the move.",
    "guide.shooting": "Shoot with {side}’s units",
    "guide.shooting_hint": "Choose a unit on the map or in the list to see all its targets.",
    "guide.shooting_unit": "Shoot with {unit}",
    "guide.run_unit": "Move the run of {unit}",
    "guide.run_unit_hint": (
        "The die gives {inches} ({rule}): drag its models up to that far now, or leave it where it stands."
    ),
    "guide.shooting_unit_hint": "Click a target on the map or press its number; then fire.",
    "guide.assault": "Assault with {side}’s units",
    "guide.assault_hint": "Choose a unit to see whom it can assault. All move before any combat is fought.",
    "guide.assault_unit": "Assault with {unit}",
    "guide.assault_unit_hint": "Point at an enemy to see the assault; click it, or drag a model towards it.",
    "guide.combat": "Fight {side}’s combats",
    "guide.combat_hint": "Fight them in any order; each goes from its first blow to the pile-in.",
    "guide.combat_done_hint": "All combats are fought. End the turn when nobody breaks away any more.",
    "guide.over": "The battle is over",
    "guide.over_hint": Select("side", {"": "Nobody won: it is a draw."}, "{side} {side:has|have} won."),
    "guide.over_agreed_hint": "It was ended by agreement: no rule has named a winner.",
    # ------------------------------------------------------------ what can be done
    "offer.roll_off": "Roll off",
    "offer.deploy_unit": "Set up {unit}",
    "offer.keep_back": "Keep {unit} in reserve",
    "offer.end_deployment": "End {side}’s deployment",
    "offer.seize": "Try to seize the initiative",
    "offer.first_turn": "Begin the first turn",
    "offer.roll_reserves": "Roll for reserves",
    "offer.bring_on": "Bring on {unit}",
    "offer.move_unit": "Move {unit}",
    "offer.move_done": "{unit}: has moved",
    "offer.shoot_unit": "Shoot with {unit}",
    "offer.shoot_done": "{unit}: has shot or run",
    "offer.door_open": "Open {door} with {model}",
    "offer.door_shut": "Shut {door} with {model}",
    "offer.roll_terrain": "Roll for difficult terrain",
    "offer.run_unit": "Move the run of {unit}: {inches}",
    "offer.run": "Run with {unit}",
    "offer.end_movement": "End {side}’s Movement phase",
    "offer.end_shooting": "End {side}’s Shooting phase",
    "offer.end_assault": "End {side}’s turn",
    "offer.end_moves": "End {side}’s assault moves",
    "offer.end_combat": "End {side}’s turn",
    "offer.assault_unit": "Assault with {unit}",
    "offer.assault_done": "{unit}: has assaulted",
    "offer.charge": "Assault {unit2} with {unit}",
    "offer.roll_assault": "Roll for difficult ground first",
    "offer.fight": "Fight: {units}",
    "offer.hit_and_run": "Break away with {unit}",
    # ------------------------------------------------------------ what comes next
    "next.deployment": "Whoever goes first sets up first, in the zone drawn for it, and moves first.",
    "next.first_takes_zone": "Whoever goes first takes a deployment zone, sets up first and moves first.",
    "next.second_may_seize": "The other side sets up second and may then try to seize the initiative.",
    "next.other_side_deploys": "Then the other side sets up.",
    "next.seize": "Then the second player may try to seize the initiative.",
    "next.first_turn": "Then the first turn begins with its Movement phase.",
    "next.after_movement": "Then comes the Shooting phase.",
    "next.after_shooting": "Then comes the Assault phase.",
    "next.after_moves": "Then assaulted units react, and the combats are fought.",
    "next.after_assault": "Then it is the other side’s turn, or the next game turn.",
}
