"""Note what is odd but allowed in a roster: special rules that the program does not act on."""

from __future__ import annotations

from collections.abc import Iterator

from wolfling_gui.files.problems import Problems, did_you_mean, shown
from wolfling_gui.files.reader import Reader
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.strict_yaml import Document
from wolfling_gui.rules.special_rules import as_rule, is_known, known_rules


def note_unknown_rules(document: Document, notes: Problems) -> None:
    """Note each special rule of a roster, read without problems before, that changes nothing."""
    reader = Reader(document)
    known = known_rules(load_catalogue(reader.text("ruleset", "wolfling")))
    for bearer in _bearers(reader):
        for index, text in enumerate(bearer.texts("rules", ())):
            rule = as_rule(text)
            if not is_known(rule, known):
                hint = did_you_mean(rule.replace("_", " "), [word.replace("_", " ") for word in known])
                notes.add(
                    bearer.at("rules").place(index),
                    f"The special rule {shown(text)} is not one that the program acts on",
                    "a rule it knows, or one that you keep in mind yourselves",
                    hint,
                )


def _bearers(reader: Reader) -> Iterator[Reader]:
    for name in ("profiles", "weapons"):
        yield from (part for _, part in reader.entries(name, optional=True))
    yield from reader.sequence("squads", ())
