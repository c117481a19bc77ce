"""What is said of independent characters who join units and leave them."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.findings import judged
from wolfling_gui.session.sentences.forms import Form

CHARACTERS: Mapping[str, Form] = {
    "confirm.join": "{who}: does {unit} join {unit2}?",
    "confirm.join.detail": "Who ends so near joins. On no the move is taken back: he may not stand there.",
    "choose.join": "{who} {who:says|say} whom {unit} {unit:joins|join}",
    "choose.join.detail": "Who ends so near joins one of them. With none, the move is taken back.",
    "option.join": "Join {unit}",
    "option.join_none": "None of them",
    "offer.join": "Let {unit} join {unit2}",
    "offer.leave": "Let {model} leave {unit}",
    "did.joined": "{unit} joined {unit2}.",
    "did.left_unit": "{unit} left {unit2}.",
    "did.join_declined": "{unit} did not join, so the move was taken back.",
    "character.joins": "{unit} can join {unit2}: {value} away, within {limit}.",
    "character.joins_now": "{unit} {unit:joins|join} {unit2}.",
    "character.leaves": "{model} leaves {unit}.",
    "character.near": judged(
        "{unit} {unit:is|are} {value} from {unit2}, within {limit}.",
        "{unit} {unit:is|are} {value} from {unit2}, at most {limit}.",
    ),
    "character.too_far": "{unit} {unit:is|are} too far from {unit2} to join.",
    "character.none": "{unit} {unit:is|are} no independent character on his own.",
    "character.no_friends": "{unit} cannot join {unit2}.",
    "character.vehicle": "{unit} cannot join {unit2}: it is a vehicle.",
    "character.no_characters": "{unit} cannot join {unit2}: characters do not join each other here.",
    "character.single": "{unit} cannot join {unit2}: it always has one model only.",
    "character.not_now": "Characters join and leave in the Movement phase of their side; now it is {step}.",
    "character.not_joined": "{model} belongs to {unit} and cannot leave it.",
    "character.move_away": "{model} leaves {unit} by moving more than {inches} away from all its models.",
    "character.state_falling_back": (
        "{unit} {unit:falls|fall} back, so nobody joins or leaves {unit:it|them}."
    ),
    "character.state_locked": (
        "{unit} {unit:is|are} locked in combat, so nobody joins or leaves {unit:it|them}."
    ),
    "character.state_gone_to_ground": (
        "{unit} {unit:has|have} gone to ground, so nobody joins or leaves {unit:it|them}."
    ),
    "roll.danger_again": "{who} {who:rolls|roll} failed tests for danger again",
    "roll.danger_again.detail": "Skilled riders: {models}. A 1 takes a wound.",
    "did.danger_again": "{unit} rode well and tested for danger again: {dice}.",
}
