"""`wolfling check FILE…`: list every problem of the files people write, each with its line."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from wolfling_gui.commands.trouble import CommandError, existing, tell

if TYPE_CHECKING:
    from wolfling_gui.files.problems import Problem, Problems


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a scenario, roster, map, battle, or file of house rules or cases",
    )
    parser.epilog = (
        "What a file is, its line “format:” says. Cases are read, not run. The exit code is 1 when a file "
        "has a problem; what is only odd is listed as a note."
    )


def run(arguments: argparse.Namespace) -> int:
    """Check the files and print their problems, or that there are none."""
    code = 0
    for name in arguments.files:
        try:
            path = existing(name)
        except CommandError as error:
            tell(str(error))
            code = max(code, error.code)
            continue
        kind, problems, notes = check_file(path)
        for problem in problems:
            print(problem)
        for note in notes:
            print(f"Note: {note}")
        if problems:
            code = max(code, 1)
        else:
            print(f"{path.name}: this {kind} is in order.")
    return code


def check_file(path: Path) -> tuple[str, tuple[Problem, ...], tuple[Problem, ...]]:
    """Return what a file is, its problems, and notes on what is odd but works."""
    from wolfling_gui.files.formats import find_format
    from wolfling_gui.files.journal import fold, read_journal
    from wolfling_gui.files.problems import Problem, Problems, ProblemsError, did_you_mean, shown
    from wolfling_gui.files.saves import is_battle
    from wolfling_gui.files.strict_yaml import load, read_bytes

    notes = Problems()
    try:
        if path.is_dir():
            return "folder", (Problem(path.name, message="This is a folder", expected="a file"),), ()
        if is_battle(path):
            battle = read_journal(path)
            return "battle", (*battle.problems, *fold(battle, thorough=True).problems), ()
        data = read_bytes(path)
        if foreign := find_format(data):
            message = f"This is a map of another program ({foreign.name})"
            hint = f"Make a scenario of it: wolfling import “{path.name}” -o map.yaml"
            return "file", (Problem(path.name, message=message, hint=hint),), ()
        document = load(data, path.name)
        value = document.value
        line = value.get("format") if isinstance(value, dict) else None
        name = line.partition("/")[0] if isinstance(line, str) else ""
        if name not in FORMATS:
            where = document.where(("format",), key=True)
            message = "The line “format:” is missing" if line is None else f"“format” is {shown(line)}"
            expected = " or ".join(f"{known}/1" for known in FORMATS)
            hint = did_you_mean(name, FORMATS)
            return "file", (Problem(path.name, where.line, where.column, message, expected, hint),), ()
        kind, read = FORMATS[name]
        read(path, notes)
    except ProblemsError as error:
        return "file", error.problems, ()
    return kind, (), notes.listed() if len(notes) else ()


def _scenario(path: Path, notes: Problems) -> None:
    from wolfling_gui.files.scenario import read_scenario

    read_scenario(path, notes)


def _roster(path: Path, notes: Problems) -> None:
    from wolfling_gui.files.roster import read_roster
    from wolfling_gui.files.roster_notes import note_unknown_rules
    from wolfling_gui.files.strict_yaml import load_file

    read_roster(path)
    note_unknown_rules(load_file(path), notes)


def _overlay(path: Path, notes: Problems) -> None:
    from wolfling_gui.files.overlays import load_overlay

    load_overlay(path)


def _cases(path: Path, notes: Problems) -> None:
    from wolfling_gui.files.cases import read_cases

    read_cases(path)


def _map(path: Path, notes: Problems) -> None:
    from wolfling_gui.files.cases import read_map

    read_map(path)


FORMATS: Mapping[str, tuple[str, Callable[[Path, Problems], None]]] = {
    "wolfling-scenario": ("scenario", _scenario),
    "wolfling-roster": ("roster", _roster),
    "wolfling-overlay": ("file of house rules", _overlay),
    "wolfling-case": ("file of cases", _cases),
    "wolfling-map": ("map", _map),
}
"""What a file is by its format, in words, and how it is read."""
