"""The command line: `wolfling COMMAND …`, or `wolfling [FILE]` for the window."""

from __future__ import annotations

import sys

from wolfling_gui.commands.parser import run


def main(argv: list[str] | None = None) -> int:
    """Run the command line and return its exit code: 0 done, 1 something is wrong, 2 wrong usage."""
    return run(sys.argv[1:] if argv is None else argv)


if __name__ == "__main__":
    sys.exit(main())
