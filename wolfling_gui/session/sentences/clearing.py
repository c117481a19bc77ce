"""What is said of things that would clear a refusal. Places as in findings."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form, Select


def _ways(text: str) -> Form:
    """Return a sentence for each direction of the compass, named in place of “%way”."""
    ways = {
        "east": "to the east",
        "north_east": "to the north-east",
        "north": "to the north",
        "north_west": "to the north-west",
        "west": "to the west",
        "south_west": "to the south-west",
        "south": "to the south",
    }
    forms = {way: text.replace("%way", words) for way, words in ways.items()}
    return Select("way", forms, text.replace("%way", "to the south-east"))


CLEARING: Mapping[str, Form] = {
    "clear.door": "Opening {door} clears a line to {unit}.",
    "clear.level": "From floor {floor} of {structure}, {model} has a clear shot.",
    "clear.step": _ways("{value} %way, {model} has a clear line."),
    "clear.nearer": "{value} nearer, {model} is in range of {unit}.",
    "clear.no_step": "No straight step of up to {value} clears it.",
    "clear.others": "Could be shot at: {units}.",
    "clear.shorter": "It fits if the longest way is {value} shorter.",
}
