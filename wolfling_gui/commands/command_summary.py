"""`wolfling summary BATTLE -o FILE`: write the summary of a battle as a PDF or a web page."""

from __future__ import annotations

import argparse
from pathlib import Path

from wolfling_gui.commands.trouble import CommandError, existing, tell, telling

ENDINGS = (".pdf", ".html")


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("battle", metavar="BATTLE", help="a recorded battle, finished or not")
    parser.add_argument("-o", "--out", required=True, metavar="FILE", help="a name ending in .pdf or .html")
    parser.epilog = "The web page holds its pictures itself; the battle's file is only read."


def run(arguments: argparse.Namespace) -> int:
    """Write the summary."""
    out = Path(arguments.out)
    if out.suffix.lower() not in ENDINGS:
        raise CommandError(f"“{out.name}” says neither PDF nor web page; end it in “.pdf” or “.html”.", 2)
    path = existing(arguments.battle)
    from wolfling_gui.commands.pictures import without_screen

    without_screen()
    from wolfling_gui.files.saves import is_battle

    if not is_battle(path):
        raise CommandError(f"“{path.name}” is no recorded battle.")
    from wolfling_gui.session.opening import watch

    with telling():
        opened = watch(path)
    for problem in opened.problems:
        tell(str(problem))
    try:
        from wolfling_gui.ui.app import make_application
        from wolfling_gui.ui.summarising import save_summary
    except ImportError as error:
        raise CommandError(f"The maps cannot be drawn: {error}.") from None
    make_application()
    try:
        save_summary(out, opened.session)
    except OSError as error:
        raise CommandError(f"“{out}” cannot be written: {error.strerror}.") from None
    print(f"Written: {out}")
    return 0
