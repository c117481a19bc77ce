"""Dice: what may be asked for, and which faces are legal."""

from __future__ import annotations

import re

import msgspec

_SPEC = re.compile(r"^(?P<count>\d*)D(?P<sides>3|6)(?P<bonus>[+-]\d+)?$", re.ASCII)


class Dice(msgspec.Struct, frozen=True):
    """Describe a roll such as 2D6 or D3+2: how many dice, of what kind, plus a bonus to the sum."""

    count: int
    sides: int = 6
    bonus: int = 0

    def __str__(self) -> str:
        """Write the roll the way players do."""
        count = "" if self.count == 1 else str(self.count)
        bonus = f"{self.bonus:+d}" if self.bonus else ""
        return f"{count}D{self.sides}{bonus}"


def parse_dice(text: str) -> Dice:
    """Read a roll from its usual notation.

    Raises ValueError when the text is not of the form nD6, nD3, D6+n.

    >>> parse_dice("2D6"), parse_dice("D3+2")
    (Dice(count=2, sides=6, bonus=0), Dice(count=1, sides=3, bonus=2))
    """
    match = _SPEC.match(text.strip().upper().replace(" ", ""))
    if match is None:
        raise ValueError(f"“{text}” is not a roll; expected for example D6, 2D6 or D3+2")
    count = int(match["count"] or 1)
    if not 1 <= count <= 100:
        raise ValueError(f"“{text}” asks for {count} dice; expected 1 to 100")
    return Dice(count, int(match["sides"]), int(match["bonus"] or 0))


def check_faces(faces: object, count: int) -> tuple[int, ...]:
    """Return the faces as a tuple of `count` whole numbers from 1 to 6 (CL-GEN-1).

    Raises ValueError with a message for the field: wrong number of dice, or which die has a wrong face.
    """
    if not isinstance(faces, list | tuple):
        raise ValueError(f"expected {count} dice faces from 1 to 6")
    for place, face in enumerate(faces, start=1):
        if type(face) is not int or not 1 <= face <= 6:
            raise ValueError(f"die {place} shows {face}; expected a face from 1 to 6")
    if len(faces) < count:
        raise ValueError(f"{len(faces)} dice given, {count - len(faces)} missing of {count}")
    if len(faces) > count:
        raise ValueError(f"{len(faces)} dice given, {len(faces) - count} more than the {count} asked for")
    return tuple(faces)


def d3_value(face: int) -> int:
    """Return what a D6 face is worth on a D3: half of it, rounded up (CL-GEN-1)."""
    return (face + 1) // 2
