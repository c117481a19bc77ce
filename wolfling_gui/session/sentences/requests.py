"""What is asked in the course of an action: a title that says who does what, and a line that says why.

A key with “.detail” at its end is the second line. {who} is the side that is asked, {dice} how many dice.
"""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

_WITH = plural(
    "firers",
    "{unit} at {unit2}: 1 model with {weapon}",
    "{unit} at {unit2}: {firers} models with {weapon}",
)
"""Who acts against whom, and with what, where not all do so equally often."""


def _each(what: str) -> Form:
    """Return who acts against whom, with what, and how often each: 1 shot, 2 shots each."""
    one, many = "{unit} at {unit2}: 1 model with {weapon}", "{unit} at {unit2}: {firers} models with {weapon}"
    return plural(
        "firers",
        plural("each", f"{one}, 1 {what}", f"{one}, {{each}} {what}s"),
        plural("each", f"{many}, 1 {what} each", f"{many}, {{each}} {what}s each"),
    )


_SHOTS = Select(
    "each",
    {"": "{unit} at {unit2} with {weapon}", "0": _WITH},
    Select(
        "own",
        {
            "1": plural(
                "each",
                "{model} of {unit} at {unit2} with {weapon}, 1 shot; the dice of this model alone",
                "{model} of {unit} at {unit2} with {weapon}, {each} shots; the dice of this model alone",
            )
        },
        _each("shot"),
    ),
)
"""Who shoots at whom, with what, and how often."""
_BLOWS = Select(
    "each",
    {"0": _WITH},
    _each("attack"),
)
"""Who strikes whom, with what, and how often."""

REQUESTS: Mapping[str, Form] = {
    "roll.to_hit": plural(
        "dice", "{who} {who:rolls|roll} 1 die to hit", "{who} {who:rolls|roll} {dice} dice to hit"
    ),
    "roll.to_hit.detail": Select("blows", {"1": _BLOWS}, _SHOTS),
    "roll.again": plural(
        "dice", "{who} {who:rolls|roll} 1 miss again", "{who} {who:rolls|roll} {dice} misses again"
    ),
    "roll.again.detail": "{unit} at {unit2}: a second roll needs its own number",
    "roll.to_wound": plural(
        "dice", "{who} {who:rolls|roll} 1 die to wound", "{who} {who:rolls|roll} {dice} dice to wound"
    ),
    "roll.to_wound.detail": plural(
        "dice",
        "{unit} hit {unit2} once with {weapon}",
        "{unit} hit {unit2} {dice} times with {weapon}",
    ),
    "roll.save": plural("dice", "{who} {who:rolls|roll} 1 save", "{who} {who:rolls|roll} {dice} saves"),
    "roll.save.detail": Select(
        "pool",
        {"": "{model} may still be saved from danger"},
        Select(
            "deadly",
            {
                "1": plural(
                    "dice",
                    "{unit}: 1 wound from {pool}, which kills at once (CL-WND-10)",
                    "{unit}: {dice} wounds from {pool}, each of which kills at once (CL-WND-10)",
                )
            },
            plural("dice", "{unit}: 1 wound from {pool}", "{unit}: {dice} wounds from {pool}"),
        ),
    ),
    "roll.danger": plural(
        "dice", "{who} {who:rolls|roll} 1 test for danger", "{who} {who:rolls|roll} {dice} tests for danger"
    ),
    "roll.danger.detail": "In this order: {models}. A 1 takes a wound.",
    "roll.terrain": plural(
        "dice",
        "{who} {who:rolls|roll} 1 die for difficult terrain",
        "{who} {who:rolls|roll} {dice} dice for difficult terrain",
    ),
    "roll.terrain.detail": "The highest die is how far {unit} can move, in inches.",
    "roll.run": "{who} {who:rolls|roll} how far {unit} can run",
    "roll.run.detail": "The die is the distance in inches; the unit does not shoot.",
    "roll.reserves": plural(
        "dice", "{who} {who:rolls|roll} 1 die for reserves", "{who} {who:rolls|roll} {dice} dice for reserves"
    ),
    "roll.reserves.detail": "In this order: {units}",
    "roll.roll_off": "{who} {who:rolls|roll} 1 die for the roll-off",
    "roll.roll_off.detail": "The higher die chooses who goes first; equal dice roll again.",
    "roll.seize": "{who} {who:rolls|roll} 1 die to seize the initiative",
    "roll.seize.detail": "On a success {who} {who:takes|take} the first turn after all.",
    "roll.game_length": "{who} {who:rolls|roll} 1 die for another turn",
    "roll.game_length.detail": "After turn {turn} the battle goes on only on a success.",
    "roll.free": "{who} {who:rolls|roll} {spec}",
    "roll.scatter": "{who} {who:rolls|roll} the scatter die",
    "roll.scatter.detail": "On a HIT it stays where it is; otherwise say where the arrow points.",
    "roll.pick": "{who} {who:rolls|roll} for a random pick",
    "roll.pick.detail": "In this order: {names}",
    "roll.characteristic": "{who} {who:rolls|roll} 1 die for a test of {unit}",
    "roll.characteristic.detail": "Passed on {needed}.",
    "roll.leadership": "{who} {who:rolls|roll} 2D6 for the Leadership of {unit}",
    "roll.leadership.detail": "Passed on {needed} in all.",
    "allocate.wounds": plural(
        "count", "{who} {who:shares|share} out 1 wound", "{who} {who:shares|share} out {count} wounds"
    ),
    "allocate.wounds.detail": "{unit}: no model takes a second wound before every model has one.",
    "allocate.pool": plural(
        "count",
        "{who} {who:says|say} who takes the wound from {pool}",
        "{who} {who:says|say} who takes the {count} wounds from {pool}",
    ),
    "allocate.pool.detail": Select(
        "deadly",
        {"1": "{unit}: how many each takes is settled; those from {pool} kill at once (CL-WND-10)."},
        "{unit}: how many each takes is settled; say which come from {pool}.",
    ),
    "allocate.casualties": plural(
        "count", "{who} {who:picks|pick} 1 casualty", "{who} {who:picks|pick} {count} casualties"
    ),
    "allocate.casualties.detail": "{unit}: choose among models that are alike.",
    "choose.first_or_second": "{who} {who:chooses|choose} who goes first",
    "choose.first_or_second.detail": "{who} won the roll-off. Whoever goes first also sets up first.",
}

OPTIONS: Mapping[str, Form] = {
    "option.go_first": "Go first",
    "option.go_second": "Go second",
}
