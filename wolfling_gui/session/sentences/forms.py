"""Sentences as data: whole texts with named places, chosen by number or by word, in one language at a time.

A form is a text such as “{model} walks {value}, at most {limit}.”, a `Plural` that chooses by a count, or a
`Select` that chooses by a word; both may hold further forms. A verb agrees with a name by “{unit:is|are}”.
A translation is another table of the same keys.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

Value = str | int

ISOLATE: Final = "\u2068"
ISOLATED: Final = "\u2069"
"""What stands before and behind words whose letters may run the other way, so that only they do."""
_TO_THE_LEFT: Final = re.compile(
    "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""Letters and digits of scripts written from right to left."""


def isolated(words: str) -> str:
    """Return words fit to stand in a sentence: letters from right to left do not turn what is around them.

    >>> isolated("Blue"), isolated("אדום") == ISOLATE + "אדום" + ISOLATED
    ('Blue', True)
    """
    if ISOLATE in words or _TO_THE_LEFT.search(words) is None:
        return words
    return f"{ISOLATE}{words}{ISOLATED}"


@dataclass(frozen=True, slots=True)
class Plural:
    """Choose a form by a count; `forms` is keyed by plural category, “other” being needed."""

    by: str
    forms: Mapping[str, Form]


@dataclass(frozen=True, slots=True)
class Select:
    """Choose a form by a word; `other` serves every word not listed, "" is a word that is not given."""

    by: str
    forms: Mapping[str, Form]
    other: Form


Form = str | Plural | Select


def plural(by: str, one: Form, other: Form) -> Plural:
    """Return a choice between one and many."""
    return Plural(by, {"one": one, "other": other})


def one_or_other(count: int) -> str:
    """Return the plural category of a count in English."""
    return "one" if count == 1 else "other"


@dataclass(frozen=True, slots=True)
class Language:
    """Hold a language: its sentences by key, and how it sorts counts into plural categories."""

    name: str
    sentences: Mapping[str, Form]
    category: Callable[[int], str] = field(default=one_or_other)


class _Named(str):
    """Fill a place by itself, or by what agrees with it: `{unit:is|are}` after a name of one or of many."""

    def __format__(self, choice: str) -> str:
        if "|" not in choice:
            return super().__format__(choice)
        one, many = choice.split("|", 1)
        return many if names_many(self) else one


def names_many(name: str) -> bool:
    """Tell whether an English name is that of many: Breachers, Riflemen of Blue; not Marksman, Rifleman 4."""
    head = name.split(" of ", 1)[0].strip(f" {ISOLATE}{ISOLATED}").lower()
    return head.endswith(("men", "people")) or (head.endswith("s") and not head.endswith(("ss", "us", "is")))


def render(form: Form, values: Mapping[str, Value], category: Callable[[int], str]) -> str:
    """Return a form with its places filled, names isolated; raises KeyError for a place that has no value."""
    match form:
        case Plural(by=by, forms=forms):
            chosen = forms.get(category(int(values[by])), forms["other"])
            return render(chosen, values, category)
        case Select(by=by, forms=forms, other=other):
            return render(forms.get(str(values.get(by, "")), other), values, category)
        case _:
            return form.format_map(
                {name: _Named(isolated(v)) if isinstance(v, str) else v for name, v in values.items()}
            )


def texts_of(form: Form) -> tuple[str, ...]:
    """Return every text a form can become."""
    match form:
        case Plural(forms=forms):
            return tuple(text for inner in forms.values() for text in texts_of(inner))
        case Select(forms=forms, other=other):
            return tuple(text for inner in (*forms.values(), other) for text in texts_of(inner))
        case _:
            return (form,)
