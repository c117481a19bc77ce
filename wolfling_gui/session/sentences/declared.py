"""What is said of facts that players declare: what each of them does to a shot, and what was measured."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select, plural

DECLARED: Mapping[str, Form] = {
    "fact.unsaid": "not said",
    "fact.waited_for": "not said; the shot waits for it",
    "fact.measured": Select(
        "fact",
        {
            "range": "measured: {text}",
            "sight": Select(
                "text",
                {"clear": "seen from here: clear", "partly": "seen from here: partly"},
                "seen from here: blocked",
            ),
            "zone": Select(
                "text",
                {
                    "room": "on the map: the same room",
                    "corridor": "on the map: the same corridor",
                    "section": "on the map: the same section",
                },
                "on the map: not the same",
            ),
            "level": Select(
                "text",
                {"same": "on the map: the same floor", "above": "on the map: above"},
                "on the map: below",
            ),
        },
        "on the map: {text}",
    ),
    "fact.in_range": Select(
        "which",
        {
            "all": plural("all", "{weapon} {reach}: in range", "{weapon} {reach}: all {all} in range"),
            "none": plural(
                "all", "{weapon} {reach}: out of range", "{weapon} {reach}: none of {all} in range"
            ),
        },
        "{weapon} {reach}: {count} of {all} in range",
    ),
    "fight.said_nobody": "It strikes no blow.",
    "fight.said_strikes": plural("attacks", "1 attack at step {step}.", "{attacks} attacks at step {step}."),
    "fact.sees": Select(
        "which",
        {
            "all": plural("all", "sees {unit}", "all {all} see {unit}"),
            "none": plural("all", "does not see {unit}", "none of {all} see {unit}"),
        },
        "{count} of {all} see {unit}",
    ),
    "fact.sees_partly": Select(
        "which",
        {"all": plural("all", "sees {unit} in part", "all {all} see {unit} in part")},
        "{count} of {all} see {unit} in part",
    ),
    "fact.to_hit": "{why}, {needed} to hit",
    "fact.cover": Select("save", {"": "{why}"}, "{save}: {why}"),
    "reference.again": "{first} {second}",
    "fact.same_floor": "the same floor",
    "fact.other_floor": "another floor is another zone",
    "fact.floor_apart": "matters only within one zone",
}
