"""Defaults of fields that are always written out.

msgspec leaves a field out when its value *is* the default object, so of two equal battles one could be
written without it and the other with it, and their digests would differ. Only defaults that exist once
(empty text, small numbers, None, empty tuples and mappings) may be plain; all others are given by `always`.
"""

from __future__ import annotations

from typing import TypeVar

import msgspec

T = TypeVar("T")


def always(default: T) -> T:
    """Return a field with this immutable default that is written even when the value equals it."""
    return msgspec.field(default_factory=lambda: default)
