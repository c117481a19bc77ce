"""Read small files of the program's own without waiting on what is no file."""

from __future__ import annotations

import errno
import stat
from pathlib import Path


def read_plain(path: Path, most: int) -> bytes:
    """Return what a regular file of at most `most` bytes holds; folders, pipes and devices are not opened.

    Raises OSError, FileNotFoundError where nothing is there.
    """
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, "this is a folder or a device", str(path))
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, f"this is larger than {most} bytes", str(path))
    return data
