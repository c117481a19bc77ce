"""Write files so that a crash leaves either the whole old file or the whole new one."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from pathlib import Path


class NoFolderError(FileNotFoundError):
    """Tell that a file cannot be written since its folder, the `filename` of the error, is not there."""


def write_atomically(path: Path, data: bytes | str) -> None:
    """Replace a file's content in one step; text is written as UTF-8.

    The new content is safe on disk before the old is let go. Raises OSError, with the old file untouched: it
    names the file as it was given, or is a NoFolderError that names the folder missing.
    """
    raw = data.encode("utf-8") if isinstance(data, str) else data
    try:
        _replace(path.resolve(), raw)
    except RuntimeError as error:  # what resolving says of a link that leads back to itself
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR) and not path.parent.is_dir():
            words = f"the folder “{path.parent}” is not there"
            raise NoFolderError(errno.ENOENT, words, str(path.parent)) from error
        # What was tried on the hidden file beside it means nothing to those who named this one.
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def _replace(target: Path, raw: bytes) -> None:
    if target.exists() and not target.is_file():
        raise OSError(errno.EINVAL, "this is a folder or a device", str(target))
    handle, name = tempfile.mkstemp(prefix=f".{target.name[:40]}.", suffix=".new", dir=target.parent)
    try:
        try:
            _keep_mode(handle, target)
            write_all(handle, raw)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(name, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
    sync_folder(target.parent)


def write_all(handle: int, data: bytes) -> None:
    """Write all bytes to a file descriptor, however many calls that takes; raises OSError."""
    left = memoryview(data)
    while left:
        left = left[os.write(handle, left) :]


def sync_folder(folder: Path) -> None:
    """Make new and renamed names in a folder safe on disk, on systems where that is a step of its own."""
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return
    try:
        with contextlib.suppress(OSError):  # some network folders refuse; the file itself is safe
            os.fsync(handle)
    finally:
        os.close(handle)


def _keep_mode(handle: int, target: Path) -> None:
    """Give a new file the rights of the one it replaces, or those any new file gets."""
    if os.name == "nt":
        return
    try:
        mode = target.stat().st_mode & 0o777
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        mode = 0o666 & ~mask
    with contextlib.suppress(OSError):
        os.fchmod(handle, mode)
