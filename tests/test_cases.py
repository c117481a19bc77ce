"""Run every rule case of tests/cases, twice, as a test of its own; those in pending/ are only read."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfling_gui.files.cases import case_files, read_cases
from wolfling_gui.session.cases import run_case

FOLDER = Path(__file__).parent / "cases"
FILES = case_files([FOLDER])
CASES = [
    pytest.param(case, id=f"{file.relative_to(FOLDER).with_suffix('').as_posix()}: {case.name}")
    for file in FILES
    for case in read_cases(file)
]
PENDING = [
    pytest.param(case, id=f"{file.stem}: {case.name}")
    for file in sorted((FOLDER / "pending").rglob("*.yaml"))
    for case in read_cases(file)
]


@pytest.mark.parametrize("case", CASES)
def test_the_case_comes_out_as_it_says_and_twice_the_same(case):
    first, second = run_case(case), run_case(case)
    assert first.passed, "\n" + "\n".join(first.failures)
    assert first == second


@pytest.mark.parametrize("case", PENDING)
def test_a_pending_case_still_fails(case):
    assert not run_case(case).passed, "it passes now: move it out of pending/"


def test_no_two_cases_bear_one_name():
    names = [case.values[0].name for case in CASES]
    assert sorted(names) == sorted(set(names))
