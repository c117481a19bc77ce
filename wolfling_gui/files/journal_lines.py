"""The lines of a battle's journal: what each says, and how it is written with its checksum.

A line is `["0a1b2c3d",{"type":"act",…}]`: valid JSON, the first part being the CRC-32 of the second,
continued from the line before. So a changed, missing, doubled or moved line is noticed.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from sys import intern
from typing import Any

import msgspec

from wolfling_gui.core.actions import Action
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import Delta
from wolfling_gui.core.forces import Roster
from wolfling_gui.core.report import Report
from wolfling_gui.core.verdict import Finding

FORMAT = "wolfling-journal/1"


class OverlayText(msgspec.Struct, frozen=True):
    """Hold an overlay as it was when the battle began: its file name and its text."""

    file: str
    text: str


class Header(msgspec.Struct, frozen=True, omit_defaults=True):
    """Hold the first line: everything the battle began with, as resolved, so that no other file is needed.

    `created` is a time given by the caller; `seed` feeds the app's dice; `agreed` is what the rules have
    against the forces, which the players agreed to play with all the same.
    """

    battle: Battle
    title: str
    ruleset: str
    created: str = ""
    scenario: str = ""
    overlays: tuple[OverlayText, ...] = ()
    rosters: Mapping[str, Roster] = {}
    seed: int = 0
    format: str = ""
    agreed: tuple[Finding, ...] = ()


class Act(msgspec.Struct, frozen=True, tag="act", omit_defaults=True):
    """Begin an action; `seed` and `dice` (answered on this branch) say where the app's dice stand.

    `again` is the step it plays again after an action before that was put right, 0 for one that is new.
    """

    action: Action
    seed: int = 0
    dice: int = 0
    again: int = 0


class Answer(msgspec.Struct, frozen=True, tag="answer", omit_defaults=True):
    """Answer the question of the action begun; `rolled` tells dice of the app from dice typed in.

    Of a pool that the app completed the first `typed` dice were typed, the others rolled.
    """

    answer: Any
    rolled: bool = False
    typed: int = 0


class Done(msgspec.Struct, frozen=True, tag="done", omit_defaults=True):
    """End the action begun: its report, what it changed, and the digest of the battle after it."""

    delta: Delta
    digest: str
    report: Report = Report()


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """Record a refused action that a player confirmed, with the findings."""

    action: Action
    findings: tuple[Finding, ...] = ()


class Undo(msgspec.Struct, frozen=True, tag="undo", omit_defaults=True):
    """Go back to the battle after line `to`, 0 being the start; an action begun is given up.

    `whole` takes back a correction with all that was played again after it: redo leads to it from there.
    """

    to: int
    whole: bool = False


class Redo(msgspec.Struct, frozen=True, tag="redo"):
    """Go forward again to the step last left from here."""


class Correct(msgspec.Struct, frozen=True, tag="correct", omit_defaults=True):
    """Begin the action of line `line` anew with its answer number `index` (from 0) put right.

    The answers before it hold; those after it follow as `answer` lines, then `done`.
    """

    line: int
    index: int
    answer: Any
    rolled: bool = False
    typed: int = 0


class DiceBy(msgspec.Struct, frozen=True, tag="dice"):
    """Say for which sides the app rolls from here on; the others type what their own dice show."""

    app: tuple[str, ...]


Line = Act | Answer | Done | Refused | Undo | Redo | Correct | DiceBy

LINES: tuple[type, ...] = (Act, Answer, Done, Refused, Undo, Redo, Correct, DiceBy)

_encoder = msgspec.json.Encoder()
_decoder: msgspec.json.Decoder[Line] = msgspec.json.Decoder(Line)


class _Format(msgspec.Struct, frozen=True):
    format: str = ""


def sealed(payload: bytes, before: int) -> tuple[bytes, int]:
    """Return a line around a JSON payload, and its checksum; `before` is the checksum of the line before."""
    check = zlib.crc32(payload, before)
    return b'["%08x",%b]\n' % (check, payload), check


def unsealed(line: bytes, before: int) -> tuple[bytes, int]:
    """Return the JSON payload of a line and its checksum; raises ValueError saying what is wrong."""
    if len(line) < 14 or line[:2] != b'["' or line[10:12] != b'",' or line[-1:] != b"]":
        raise ValueError("This is no line of a journal")
    payload = line[12:-1]
    check = zlib.crc32(payload, before)
    if line[2:10] != b"%08x" % check:
        raise ValueError("The line was changed, or a line before it is missing")
    return payload, check


def encode_line(line: Line) -> bytes:
    """Return the JSON payload of a line."""
    return _encoder.encode(line)


def checked_line(line: Line) -> bytes:
    """Return the JSON payload of a line; raises ValueError when it could not be read again."""
    try:
        payload = encode_line(line)
    except (TypeError, OverflowError, RecursionError, UnicodeError) as error:
        raise ValueError(f"The line cannot be written: {error}") from None
    decode_line(payload)
    return payload


def decode_line(payload: bytes) -> Line:
    """Return the line of a JSON payload; raises ValueError when it does not fit."""
    try:
        line = _decoder.decode(payload)
        if type(line) is Done:
            # The same few names come thousands of times: they are kept once.
            for path, _ in line.delta:
                path[:] = map(intern, path)
        return line
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"The line does not fit: {error}") from None


def encode_header(header: Header) -> bytes:
    """Return the JSON payload of the first line."""
    return _encoder.encode(msgspec.structs.replace(header, format=FORMAT))


def decode_header(payload: bytes) -> Header:
    """Return the header of a first line's payload; raises ValueError for another format or version."""
    try:
        found = msgspec.json.decode(payload, type=_Format).format
        name, _, version = found.partition("/")
        if name != FORMAT.partition("/")[0]:
            raise ValueError("This is no journal of a battle")
        if found != FORMAT:
            raise ValueError(f"The journal is of version {version[:12]}, this program reads version 1")
        header = msgspec.json.decode(payload, type=Header)
    except (msgspec.DecodeError, RecursionError) as error:
        raise ValueError(f"The first line does not fit: {error}") from None
    return msgspec.structs.replace(header, format="")
