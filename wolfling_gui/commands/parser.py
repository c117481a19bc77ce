"""Take the command line apart, run one command, and turn every kind of trouble into one message."""

from __future__ import annotations

import argparse
import contextlib
import importlib
import os
import sys
from pathlib import Path

from wolfling_gui import __version__
from wolfling_gui.commands.trouble import CommandError, is_there, tell
from wolfling_gui.files.problems import shown

COMMANDS: tuple[str, ...] = ("case", "rules", "verify", "check", "import", "demo", "screenshot", "summary")
"""The commands; each is a module `command_…` with `describe(parser)` and `run(arguments)`."""

_SUMMARY = {
    "case": "run rule cases",
    "rules": "list the rules, and which of them cases consult",
    "verify": "play recorded battles again and compare every step",
    "check": "look for problems in scenarios, rosters, house rules, maps and cases",
    "import": "turn a foreign map into a scenario",
    "demo": "play the recorded demonstration battle without a window",
    "screenshot": "draw a scenario or battle as the window shows it",
    "summary": "write what happened in a battle as a PDF or a web page, with a map of every turn",
}
_USAGE = """wolfling [FILE]          open the window, with a battle, scenario or roster
       wolfling COMMAND …       run a command; “wolfling COMMAND --help” tells more"""


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line; every command describes its own part."""
    top = argparse.ArgumentParser(
        prog="wolfling",
        usage=_USAGE,
        description="An assistant for battles of miniatures in which every number is explained.",
    )
    top.add_argument("--version", action="version", version=f"wolfling {__version__}")
    listed = top.add_subparsers(dest="command", metavar="COMMAND", title="commands", prog="wolfling")
    for name in COMMANDS:
        part = listed.add_parser(name, help=_SUMMARY[name], description=_SUMMARY[name].capitalize() + ".")
        importlib.import_module(f"wolfling_gui.commands.command_{name}").describe(part)
    return top


def run(argv: list[str]) -> int:
    """Run a command line and return its exit code: 0 done, 1 something is wrong, 2 wrong usage.

    Trouble is told on the standard error, in one message and without a traceback.
    """
    _speak_utf8()
    try:
        if argv and (argv[0] in COMMANDS or argv[0].startswith("-")):
            return _command(argv)
        return _window(argv)
    except CommandError as error:
        tell(str(error))
        return error.code
    except KeyboardInterrupt:
        tell("Stopped.")
        return 130
    except BrokenPipeError:
        # The reader of our output has gone; leave quietly, also when Python flushes at its end.
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except Exception as error:
        if os.environ.get("WOLFLING_DEBUG"):
            raise
        tell(f"The program failed: {type(error).__name__}: {error}. Set WOLFLING_DEBUG=1 to see where.")
        return 1


def _command(argv: list[str]) -> int:
    try:
        arguments = parser().parse_args(argv)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else 2
    if not arguments.command:
        parser().print_help(sys.stderr)
        return 2
    module = importlib.import_module(f"wolfling_gui.commands.command_{arguments.command}")
    return int(module.run(arguments))


def _window(argv: list[str]) -> int:
    if len(argv) > 1:
        raise CommandError(
            f"“{argv[0]}” is no command, and only one file can be opened. "
            f"Expected a file, or one of: {', '.join(COMMANDS)}.",
            2,
        )
    file = Path(argv[0]) if argv else None
    if file is not None and not is_there(file):
        raise CommandError(
            f"There is no file {shown(str(file), 200)}, and it is no command. "
            f"Expected a battle, scenario or roster, or one of: {', '.join(COMMANDS)}.",
            2,
        )
    try:
        app = importlib.import_module("wolfling_gui.ui.app")
    except ImportError as error:
        raise CommandError(f"The window cannot be opened: {error}") from None
    return int(app.main(file) or 0)


def _speak_utf8() -> None:
    """Write signs such as ″ also where the terminal's own encoding does not have them."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="replace")
