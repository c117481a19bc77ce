"""`wolfling verify JOURNAL…`: play recorded battles again by the rules and compare every step."""

from __future__ import annotations

import argparse

from wolfling_gui.commands.trouble import CommandError, existing, tell, telling


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("files", nargs="+", metavar="JOURNAL", help="a recorded battle")
    parser.epilog = (
        "Every action goes through the rules again with its recorded answers. The exit code is 1 when a "
        "battle comes out differently; the first line of the journal that differs is named."
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify the battles one after the other; one that cannot be read keeps none of the others."""
    from wolfling_gui.files.journal import read_journal
    from wolfling_gui.session.verifying import verify

    code = 0
    for name in arguments.files:
        try:
            path = existing(name)
            with telling():
                read = read_journal(path)
                steps, trouble = verify(read)
        except CommandError as error:
            tell(str(error))
            code = max(code, error.code)
            continue
        if trouble:
            print(trouble)
            code = max(code, 1)
        else:
            words = "1 step" if steps == 1 else f"{steps} steps"
            print(f"{path.name}: {words}, all as recorded.")
    return code
