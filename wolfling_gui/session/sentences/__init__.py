"""Every sentence the program says about a battle, by key; `tr` turns a key and values into text."""

from __future__ import annotations

from collections.abc import Mapping
from string import Formatter

from wolfling_gui.session.sentences import (
    assault,
    at_table,
    characters,
    clearing,
    declared,
    dice,
    effects,
    entries,
    findings,
    guide,
    judging,
    morale,
    requests,
    reserves,
    scoring,
    setup,
    steps,
    summary,
    terms,
    watching,
    words,
)
from wolfling_gui.session.sentences.forms import Form, Language, Plural, Select, Value, render, texts_of

RULES_SENTENCES: Mapping[str, Form] = {
    **findings.FINDINGS,
    **terms.TERMS,
    **entries.ENTRIES,
    **requests.REQUESTS,
    **requests.OPTIONS,
    **steps.STEPS,
    **guide.GUIDE,
    **setup.SETUP,
    **reserves.RESERVES,
    **judging.JUDGING,
    **effects.EFFECTS,
    **assault.ASSAULT,
    **morale.MORALE,
    **characters.CHARACTERS,
    **at_table.AT_TABLE,
}
"""The sentences of keys that rules code uses in `says`."""

ENGLISH = Language(
    "en",
    {
        **RULES_SENTENCES,
        **clearing.CLEARING,
        **words.WORDS,
        **words.HEADLINES,
        **words.ASIDES,
        **setup.PARTS,
        **dice.DICE,
        **declared.DECLARED,
        **watching.WATCHING,
        **summary.SUMMARY,
        **scoring.SCORING,
    },
)

_spoken = [ENGLISH]


def speak(language: Language) -> Language:
    """Say everything in a language from now on; returns the one spoken before.

    A key that the language does not have is said in English.
    """
    before = _spoken[-1]
    _spoken[-1] = language
    return before


def knows(key: str) -> bool:
    """Tell whether there is a sentence for a key."""
    return key in ENGLISH.sentences


def tr(key: str, /, **values: Value) -> str:
    """Return the sentence of a key with its values; raises KeyError for an unknown key or a missing value."""
    return said(key, values)


def said(key: str, values: Mapping[str, Value]) -> str:
    """Return the sentence of a key with its values given as a mapping."""
    language = _spoken[-1]
    if key not in language.sentences or language is ENGLISH:
        return in_english(render(ENGLISH.sentences[key], values, ENGLISH.category))
    return render(language.sentences[key], values, language.category)


def in_english(text: str) -> str:
    """Return an English text with the possessive of names in -s as it is written: the boarders’ turn."""
    return text.replace("s’s", "s’")


def places_of(key: str) -> frozenset[str]:
    """Return the names of all places that the sentence of a key may fill or choose by, in any language."""
    forms = [
        t.sentences[key] for t in {id(t): t for t in (ENGLISH, _spoken[-1])}.values() if key in t.sentences
    ]
    found: set[str] = set()
    for form in forms:
        found |= _places(form)
    return frozenset(found)


def _places(form: Form) -> set[str]:
    found = {name for text in texts_of(form) for _, name, _, _ in Formatter().parse(text) if name}
    match form:
        case Plural(by=by, forms=forms):
            return {by, *found}.union(*(_places(inner) for inner in forms.values()))
        case Select(by=by, forms=forms, other=other):
            return {by, *found}.union(*(_places(inner) for inner in (*forms.values(), other)))
        case _:
            return found
