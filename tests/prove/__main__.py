"""Prove that the rules are held by their cases, and list what falls short.

    python -m tests.prove [--area CL-MOVE] [--rule ID] [--parameters] [--no-windows] [--json]

Exit code 1 unless: a case fails for every rule when the rule is switched off or one of its parameters is
moved; every parameter was read in some case; every shot comes out the same with its facts declared and all
positions removed; nothing is cut off in any window, size or theme (pictures in build/shots), and every
command has icon, tooltip and key; the battle by keyboard reaches its score. What need not be proven stands
in `exceptions.yaml`, with reasons.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.prove.exceptions import read_exceptions
from tests.prove.report import Chosen, put_together
from tests.prove.window_checks import keyboard_short, windows_short
from tests.prove.work import Progress, examine_all, prove_all
from tests.prove.world import load
from wolfling_gui.files.problems import ProblemsError

CASES = Path(__file__).resolve().parent.parent / "cases"


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove what the arguments choose and return the exit code: 0 it holds, 1 it does not, 2 wrong use."""
    parser = argparse.ArgumentParser(
        prog="prove", description="Check that every rule is proven by its cases."
    )
    parser.add_argument(
        "--area", default="", metavar="AREA", help="only the rules of an area such as CL-MOVE"
    )
    parser.add_argument("--rule", default="", metavar="ID", help="only one rule, with what proves it")
    parser.add_argument(
        "--parameters", action="store_true", help="also list parameters that can be moved without notice"
    )
    parser.add_argument("--no-windows", action="store_true", help="leave the windows and the keyboard out")
    parser.add_argument("--json", action="store_true", help="write the findings as JSON")
    parser.add_argument("--processes", type=int, default=2, metavar="N", help="how many work at once (2)")
    given = parser.parse_args(arguments)
    began = time.monotonic()
    paths = (CASES,)
    try:
        world = load(paths)
        reasons = read_exceptions()
    except ProblemsError as error:
        print(error, file=sys.stderr)
        return 2
    chosen = Chosen(given.area, given.rule)
    labels = chosen.labels(world)
    if not labels:
        known = ", ".join(sorted({entry.area for entry in world.entries.values()}))
        print(f"No such rule or area. The areas are {known}.", file=sys.stderr)
        return 2
    progress = Progress(quiet=given.json)
    seen = examine_all(world, paths, given.processes, progress)
    proofs = prove_all(world, paths, seen, labels, given.parameters, given.processes, progress)
    windows: tuple[str, ...] = ()
    if chosen.everything and not given.no_windows:
        progress("windows", 0, 2)
        windows = (*windows_short(), *keyboard_short())
        progress("windows", 2, 2)
    found = put_together(world, chosen, seen, proofs, reasons, windows)
    if given.json:
        print(json.dumps({**found.plain(), "seconds": round(time.monotonic() - began, 1)}, indent=1))
        return 0 if found.holds else 1
    for line in found.short():
        print(line)
    for name in found.blunt:
        print(f"can be moved without notice: {name}")
    if given.rule:
        for label in labels:
            proof = proofs[label]
            if proof.proven:
                print(f"{label}: {proof.change}, “{proof.case}” fails")
    print()
    print("\n".join(found.table()))
    shots = sum(one.shots for one in found.seen)
    bound = sum(len(one.bound) for one in found.seen)
    print(f"\n{len(found.seen)} cases; {shots} shots, {bound} of them need positions.")
    print(
        f"{'Everything holds' if found.holds else 'Something falls short'}; {time.monotonic() - began:.0f} s."
    )
    return 0 if found.holds else 1


if __name__ == "__main__":
    sys.exit(main())
