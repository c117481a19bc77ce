"""What commands share: trouble told in one message, and output as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wolfling_gui.files.problems import ProblemsError, shown


class CommandError(Exception):
    """Carry one message for the user and the exit code: 1 for trouble with a file, 2 for wrong usage."""

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.code = code


@contextmanager
def telling() -> Iterator[None]:
    """Turn the problems of a file into one message."""
    try:
        yield
    except ProblemsError as error:
        raise CommandError(str(error)) from None


def existing(text: str) -> Path:
    """Return a path that exists; raises CommandError with code 2 when there is nothing."""
    path = Path(text)
    if not is_there(path):
        raise CommandError(f"There is no file {shown(text, 200)}.", 2)
    return path


def is_there(path: Path) -> bool:
    """Tell whether there is something at a path, also where the system refuses to look for such a name."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def tell(text: str) -> None:
    """Say one thing to whoever gave the command, beside what it puts out."""
    print(f"wolfling: {text}", file=sys.stderr)


def write_json(value: object) -> None:
    """Print a value as JSON, with all signs as they are."""
    print(json.dumps(value, ensure_ascii=False, indent=2))
