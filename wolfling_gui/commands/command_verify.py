"""`wolfling verify JOURNAL…`: play recorded battles again by the rules and compare every step."""

from __future__ import annotations

import argparse

from wolfling_gui.commands.trouble import existing, telling


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("files", nargs="+", metavar="JOURNAL", help="a recorded battle")
    parser.epilog = (
        "Every action goes through the rules again with its recorded answers. The exit code is 1 when a "
        "battle comes out differently; the first line of the journal that differs is named."
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify the battles one after the other."""
    from wolfling_gui.files.journal import read_journal
    from wolfling_gui.session.verifying import verify

    right = True
    for name in arguments.files:
        path = existing(name)
        with telling():
            read = read_journal(path)
            steps, trouble = verify(read)
        if trouble:
            print(trouble)
            right = False
        else:
            words = "1 step" if steps == 1 else f"{steps} steps"
            print(f"{path.name}: {words}, all as recorded.")
    return 0 if right else 1
