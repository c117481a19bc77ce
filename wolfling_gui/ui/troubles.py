"""Say in plain words why a file cannot be read or written, in place of the system's own messages."""

from __future__ import annotations

import errno
from pathlib import Path

from PySide6.QtCore import QCoreApplication

from wolfling_gui.files.atomic import NoFolderError


def _tr(text: str) -> str:
    return QCoreApplication.translate("Troubles", text)


def trouble_words(error: BaseException, file: Path | None = None) -> str:
    """Return one sentence for what is wrong with a file; `file` is named where the error names none."""
    if not isinstance(error, OSError) or error.errno is None:
        return str(error)
    name = str(error.filename or file or "")
    if isinstance(error, NoFolderError):
        return _tr("The folder %1 is not there.").replace("%1", name, 1)
    match error.errno:
        case errno.ENOSPC | errno.EDQUOT:
            return _tr("The disk is full.")
        case errno.EACCES | errno.EPERM:
            said = _tr("%1 cannot be written or read: its rights do not allow it.")
        case errno.EROFS:
            said = _tr("%1 cannot be written: the disk can only be read.")
        case errno.ENOENT | errno.ENOTDIR:
            said = _tr("%1 is not there.")
        case errno.EIO:
            return _tr("The disk does not answer as it should.")
        case _:
            return _tr("%1: %2.").replace("%1", name, 1).replace("%2", error.strerror or str(error), 1)
    return said.replace("%1", name or _tr("The file"), 1)
