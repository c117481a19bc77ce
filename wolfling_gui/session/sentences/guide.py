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
    "guide.deploy_hint": "Place every model wholly within the deployment zone, or keep units in reserve.",
    "guide.seize": "Seize the initiative?",
    "guide.seize_hint": "{side} goes second and may roll once to go first after all.",
    "guide.movement": "Move {side}’s units",
    "guide.movement_hint": "Choose a unit on the map or in the list. Units that stay put shoot better.",
    "guide.movement_unit": "Move {unit}",
    "guide.movement_unit_hint": "Drag its models; nothing is done before you commit the move.",
    "guide.shooting": "Shoot with {side}’s units",
    "guide.shooting_hint": "Choose a unit on the map or in the list to see all its targets.",
    "guide.shooting_unit": "Shoot with {unit}",
    "guide.run_unit": "Move the run of {unit}",
    "guide.run_unit_hint": "The die is rolled: drag its models up to that far now.",
    "guide.shooting_unit_hint": "Click a target on the map or press its number; then fire.",
    "guide.assault": "Assault with {side}’s units",
    "guide.assault_hint": "Play assaults at the table and put their results in by adjusting models.",
    "guide.assault_unit": "Assault with {unit}",
    "guide.assault_unit_hint": "Play its assault at the table and put the result in by adjusting models.",
    "guide.over": "The battle is over",
    "guide.over_hint": Select("side", {"": "Nobody won: it is a draw."}, "{side} has won."),
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
    "offer.run": "Run with {unit}",
    "offer.end_movement": "End {side}’s Movement phase",
    "offer.end_shooting": "End {side}’s Shooting phase",
    "offer.end_assault": "End {side}’s turn",
    # ------------------------------------------------------------ what comes next
    "next.deployment": "Then the sides set up, the first player first.",
    "next.other_side_deploys": "Then the other side sets up.",
    "next.seize": "Then the second player may try to seize the initiative.",
    "next.first_turn": "Then the first turn begins with its Movement phase.",
    "next.after_movement": "Then comes the Shooting phase.",
    "next.after_shooting": "Then comes the Assault phase.",
    "next.after_assault": "Then it is the other side’s turn, or the next game turn.",
}
