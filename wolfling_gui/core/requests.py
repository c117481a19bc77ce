"""Requests: what a procedure asks the players in its course, and which answers it takes.

An answer is the JSON form of a value: a list of faces, the id of an option, a mapping of counts. `accept`
judges its shape only; whether a place or choice is legal is judged by rules before it is sent.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.dice import Dice, check_faces
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point

T_co = TypeVar("T_co", covariant=True)


class Request(msgspec.Struct, Generic[T_co], frozen=True, kw_only=True):
    """Ask something of a side: by which rule, about whom, and for which purpose.

    `key` (kind, rule, side, about, ordinal) tells whether an older answer still belongs to it.
    """

    rule: str
    side: str
    says: str
    about: tuple[str, ...] = ()
    ordinal: int = 0
    facts: Mapping[str, str | int] = {}

    @property
    def key(self) -> tuple[str, str, str, tuple[str, ...], int]:
        """Return what makes this the same question when an action is run again."""
        return (type(self).__name__, self.rule, self.side, self.about, self.ordinal)

    def accept(self, answer: object) -> T_co:
        """Return the answer typed; raises ValueError with a message for the field."""
        raise NotImplementedError


class Roll(Request[tuple[int, ...]], frozen=True, kw_only=True, tag="roll"):
    """Ask for dice: how many, and what each needs, with the breakdown that says why.

    `counted` says why so many are rolled, where rules add to their number.
    """

    dice: Dice
    needed: Breakdown | None = None
    counted: Breakdown | None = None

    def accept(self, answer: object) -> tuple[int, ...]:
        """Return the faces of the dice, in the order they lie."""
        return check_faces(answer, self.dice.count)


class Scatter(msgspec.Struct, frozen=True):
    """Hold what a scatter die shows: its face as a D6, and the arrow's direction in degrees."""

    face: int
    degrees: int
    hit: bool = False


class Spin(Request[Scatter], frozen=True, kw_only=True, tag="spin"):
    """Ask for the scatter die: a D6 of which some faces are HIT, and a direction (CL-GEN-2).

    Takes {"hit": true}, {"degrees": 0…359}, or {"face": 1…6, "degrees": 0…359}.
    """

    hit_faces: tuple[int, ...]
    degrees: int = 360

    def accept(self, answer: object) -> Scatter:
        """Return the face, the direction and whether it is a HIT."""
        if isinstance(answer, Scatter):
            return answer
        if not isinstance(answer, Mapping) or set(answer) - {"hit", "face", "degrees"}:
            raise ValueError("expected a HIT, or the arrow’s direction in degrees")
        degrees = answer.get("degrees", 0)
        if type(degrees) is not int or not 0 <= degrees < self.degrees:
            raise ValueError(f"the arrow points to {degrees}°; expected 0 to {self.degrees - 1}")
        face = answer.get("face")
        if face is None:
            hit = answer.get("hit", False) is True
            if not hit and "degrees" not in answer:
                raise ValueError("expected a HIT, or the arrow’s direction in degrees")
            arrows = [one for one in range(1, 7) if one not in self.hit_faces]
            shown = self.hit_faces if hit else arrows
            return Scatter(shown[0] if shown else 1, degrees, hit)
        (number,) = check_faces([face], 1)
        return Scatter(number, degrees, number in self.hit_faces)


class Option(msgspec.Struct, frozen=True):
    """Hold one way to answer: its id, the key of its words, and what it is about."""

    id: str
    says: str
    about: tuple[str, ...] = ()
    facts: Mapping[str, str | int] = {}


class Choose(Request[str], frozen=True, kw_only=True, tag="choose"):
    """Ask for one of several options."""

    options: tuple[Option, ...]

    def accept(self, answer: object) -> str:
        """Return the id of the chosen option."""
        ids = [option.id for option in self.options]
        if answer not in ids:
            raise ValueError(f"“{answer}” is none of the options; expected one of {', '.join(ids)}")
        return str(answer)


class Allocate(Request[Mapping[str, int]], frozen=True, kw_only=True, tag="allocate"):
    """Ask for a number of things spread over candidates, each between its least and its most."""

    count: int
    candidates: tuple[str, ...]
    most: Mapping[str, int] = {}
    least: Mapping[str, int] = {}

    def accept(self, answer: object) -> Mapping[str, int]:
        """Return how many each candidate gets; the counts add up to what was asked."""
        if not isinstance(answer, Mapping):
            raise ValueError(f"expected counts for {', '.join(self.candidates)}")
        given: dict[str, int] = {}
        for name, count in answer.items():
            if name not in self.candidates:
                raise ValueError(f"“{name}” is no candidate; expected {', '.join(self.candidates)}")
            if type(count) is not int or count < 0:
                raise ValueError(f"“{name}” gets {count}; expected a whole number from 0")
            if name in self.most and count > self.most[name]:
                raise ValueError(f"“{name}” gets {count}, at most {self.most[name]}")
            if count:
                given[str(name)] = count
        for name, least in self.least.items():
            if given.get(name, 0) < least:
                raise ValueError(f"“{name}” gets {given.get(name, 0)}, at least {least}")
        total = sum(given.values())
        if total != self.count:
            raise ValueError(f"{total} given out, {self.count} expected")
        return given


class Put(Request[Mapping[str, Place]], frozen=True, kw_only=True, tag="put"):
    """Ask where models are set down; those that an answer leaves out stand where they are proposed."""

    models: tuple[str, ...]
    proposed: Mapping[str, Place] = {}

    def accept(self, answer: object) -> Mapping[str, Place]:
        """Return a place for each model; takes Place values or their JSON form."""
        try:
            given = msgspec.convert(answer, dict[str, Place]) if not _typed(answer) else dict(answer)  # type: ignore[call-overload]
        except msgspec.ValidationError as error:
            raise ValueError(f"expected a place for each model: {error}") from None
        missing = [model for model in self.models if model not in given and model not in self.proposed]
        extra = [model for model in given if model not in self.models]
        if missing:
            raise ValueError(f"no place given for {', '.join(missing)}")
        if extra:
            raise ValueError(f"{', '.join(extra)} was not asked for")
        return {model: given[model] if model in given else self.proposed[model] for model in self.models}


class Confirm(Request[bool], frozen=True, kw_only=True, tag="confirm"):
    """Ask yes or no."""

    def accept(self, answer: object) -> bool:
        """Return the answer; only true and false are taken."""
        if not isinstance(answer, bool):
            raise ValueError("expected yes or no")
        return answer


AnyRequest = Roll | Spin | Choose | Allocate | Put | Confirm


def _typed(answer: Any) -> bool:
    return isinstance(answer, Mapping) and all(isinstance(place, Place) for place in answer.values())


__all__ = [
    "Allocate",
    "AnyRequest",
    "Choose",
    "Confirm",
    "Option",
    "Point",
    "Put",
    "Request",
    "Roll",
    "Scatter",
    "Spin",
]
