"""`wolfling case FILE…`: run rule cases and say what does not come out."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from wolfling_gui.commands.trouble import existing, write_json

if TYPE_CHECKING:
    from pathlib import Path

    from wolfling_gui.session.cases import CaseResult


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of cases, or a folder of such files")
    parser.add_argument("--json", action="store_true", help="write a list of case, file, passed, failures")
    parser.epilog = "The exit code is 1 when a case fails or a file cannot be read."


def run(arguments: argparse.Namespace) -> int:
    """Run all cases of the files and report; a file that cannot be read counts as a failed case."""
    from wolfling_gui.files.cases import case_files

    results = [
        result
        for file in case_files([existing(name) for name in arguments.files])
        for result in run_file(file)
    ]
    if arguments.json:
        write_json([result.plain() for result in results])
    else:
        _print(results)
    return 0 if all(result.passed for result in results) else 1


def run_file(file: Path) -> list[CaseResult]:
    """Run the cases of one file; its problems are the failures of one case that bears the file's name."""
    from wolfling_gui.files.cases import read_cases
    from wolfling_gui.files.problems import ProblemsError
    from wolfling_gui.session.cases import CaseResult, run_case

    try:
        return [run_case(case) for case in read_cases(file)]
    except ProblemsError as error:
        problems = tuple(str(problem) for problem in error.problems)
        return [CaseResult(file.name, str(file), False, problems, frozenset(), frozenset())]


def _print(results: list[CaseResult]) -> None:
    failed = [result for result in results if not result.passed]
    for result in failed:
        print(f"FAILED  {result.case}")
        for text in result.failures:
            print(f"        {text}")
    words = "1 case" if len(results) == 1 else f"{len(results)} cases"
    if failed:
        print(f"{words}, {len(failed)} failed.")
    else:
        print(f"{words}, all passed." if results else "There are no cases here.")
