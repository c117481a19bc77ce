"""Explained numbers: every target number is a list of terms, each with the rule it comes from."""

from __future__ import annotations

from typing import Literal

import msgspec

Op = Literal["base", "note", "multiply", "add", "at_least", "at_most", "set", "reroll", "auto", "impossible"]
Scale = Literal[
    "to_hit",
    "to_wound",
    "save",
    "ballistic_skill",
    "strength",
    "toughness",
    "shots",
    "inches",
    "leadership",
    "needed",
    "count",
]
_ORDER: tuple[Op, ...] = (
    "base",
    "note",
    "multiply",
    "add",
    "at_least",
    "at_most",
    "set",
    "reroll",
    "auto",
    "impossible",
)


class Term(msgspec.Struct, frozen=True):
    """Hold one step of a number: the rule it comes from, what it does, and by how much.

    A note says by which rule the number counts at all, and changes nothing.
    `says` is the key of the words that explain it; `about` names things in them; `dropped` is the rule
    because of which the term does not count; `origin` is the number on another scale it was read from.
    """

    rule: str
    op: Op
    value: int = 0
    says: str = ""
    about: tuple[str, ...] = ()
    dropped: str = ""
    origin: Breakdown | None = None

    @property
    def counts(self) -> bool:
        """Tell whether the term takes part in the total."""
        return not self.dropped


class Breakdown(msgspec.Struct, frozen=True):
    """Hold an explained number; the total is computed from the terms, never stored.

    Terms are applied in the order base, multiply, add, at_least, at_most, set, whatever order they stand in
    (CL-GEN-3: multiply before adding).
    """

    scale: Scale
    terms: tuple[Term, ...] = ()

    @property
    def total(self) -> int:
        """Return the number after all terms that count.

        >>> Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 4), Term("WO-CQS-1", "set", 2))).total
        2
        """
        total = 0
        for term in self.ordered():
            if not term.counts:
                continue
            match term.op:
                case "base" | "set":
                    total = term.value
                case "multiply":
                    total *= term.value
                case "add":
                    total += term.value
                case "at_least":
                    total = max(total, term.value)
                case "at_most":
                    total = min(total, term.value)
                case "note" | "reroll" | "auto" | "impossible":
                    pass
        return total

    @property
    def impossible(self) -> bool:
        """Tell whether no die can do it."""
        return any(t.op == "impossible" and t.counts for t in self.terms)

    @property
    def automatic(self) -> bool:
        """Tell whether no die is needed."""
        return any(t.op == "auto" and t.counts for t in self.terms)

    @property
    def reroll(self) -> int:
        """Return what a re-rolled failure needs, 0 when nothing is re-rolled."""
        for term in self.terms:
            if term.op == "reroll" and term.counts:
                return term.value
        return 0

    def ordered(self) -> tuple[Term, ...]:
        """Return the terms in the order in which they are applied."""
        return tuple(sorted(self.terms, key=lambda term: _ORDER.index(term.op)))

    def plus(self, *terms: Term) -> Breakdown:
        """Return the number with more terms."""
        return msgspec.structs.replace(self, terms=(*self.terms, *terms))

    def rules(self) -> tuple[str, ...]:
        """Return the ids of all rules that had a say, each once, in order."""
        found: dict[str, None] = {}
        for term in self.terms:
            if term.origin is not None:
                found.update(dict.fromkeys(term.origin.rules()))
            found[term.rule] = None
            if term.dropped:
                found[term.dropped] = None
        return tuple(found)
