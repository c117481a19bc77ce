"""Journals of scripted battles to write, damage and fold."""

from __future__ import annotations

import itertools

from tests.files.journal_script import battle_of, header_of, script
from wolfling_gui.core.changes import digest
from wolfling_gui.files.journal import JournalRead
from wolfling_gui.files.journal_lines import (
    Done,
    Header,
    Line,
    encode_header,
    encode_line,
    sealed,
)


def journal_of(lines: list[Line], header: Header | None = None) -> bytes:
    """Return the bytes of a journal with these lines."""
    data, check = sealed(encode_header(header or header_of()), 0)
    for line in lines:
        part, check = sealed(encode_line(line), check)
        data += part
    return data


def first(count: int) -> list[Line]:
    """Return the first lines of the script."""
    return list(itertools.islice(script(), count))


def same(read: JournalRead, lines: list[Line]) -> bool:
    """Tell whether these lines were read."""
    return [encode_line(a) for a in read.lines] == [encode_line(b) for b in lines]


SAMPLE = journal_of(first(60))
ENDS = [index + 1 for index, byte in enumerate(SAMPLE) if byte == 10]

DONE = Done([], digest(battle_of(20)))
