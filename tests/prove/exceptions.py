"""What need not be proven, each with its reason: `exceptions.yaml` beside this file.

format: wolfling-exceptions/1
rules: {CL-GEN-1: why no case can show it}
parameters: {CL-GEN-1.name: why no case can read it}
shots: {name of a case: why its shots need positions}
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from wolfling_gui.files.reader import Reader
from wolfling_gui.files.strict_yaml import load, read_bytes

FILE = Path(__file__).parent / "exceptions.yaml"
KINDS = ("rules", "parameters", "shots")


@dataclass(frozen=True)
class Exceptions:
    """Hold the reasons by kind and name."""

    rules: Mapping[str, str] = field(default_factory=dict)
    parameters: Mapping[str, str] = field(default_factory=dict)
    shots: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Judged:
    """Hold what falls short without an exception, what is excused, and which exceptions nobody needs."""

    short: tuple[str, ...]
    excused: tuple[str, ...]
    needless: tuple[str, ...]


def read_exceptions(path: Path = FILE) -> Exceptions:
    """Read the exceptions; raises ProblemsError with every problem; each exception needs a reason."""
    reader = Reader(load(read_bytes(path), path.name))
    reader.mapping((), ("format", *KINDS), ("format",))
    reader.format("wolfling-exceptions")
    found = {
        kind: {name: item.text() for name, item in reader.entries(kind, optional=True)} for kind in KINDS
    }
    reader.finish()
    return Exceptions(**found)


def judge(short: Collection[str], looked_at: Collection[str], reasons: Mapping[str, str]) -> Judged:
    """Set what falls short against the exceptions; an exception for something that was not looked at is left.

    `looked_at` are all names that could have fallen short.
    """
    return Judged(
        tuple(name for name in short if name not in reasons),
        tuple(name for name in short if name in reasons),
        tuple(name for name in reasons if name in looked_at and name not in short),
    )
