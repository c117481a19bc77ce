"""Lock an open file against other programs, so that two never write the same battle."""

from __future__ import annotations

import os
import sys

_FAR = 1 << 40
"""Where Windows locks a byte: beyond any content, because it would also keep readers out."""


class InUseError(OSError):
    """Say that another window or program has the file open for writing."""


def lock(handle: int, name: str) -> None:
    """Lock an open file until it is closed; raises InUseError when someone else holds it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            os.lseek(handle, _FAR, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InUseError(
            f"{name} is open in another window. Close it there, or work on a copy of the file."
        ) from None
