"""Check that proving finds cases without teeth, and takes those that bite."""

from __future__ import annotations

import pytest

from tests.prove.rules import bites, moved, prove
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.rules.catalogue import Parameter

TOP = """format: wolfling-case/1
ruleset: classic
cases:
- case: Too far
  rules: [CL-MOVE-2]
  units: {a: {models: [[10, 10]]}}
  do:
  - {move: {unit: a, to: [16.5, 10]}, by: [CL-MOVE-2]}
- case: Near
  rules: [CL-MOVE-9]
  units: {a: {models: [[10, 10]]}}
  do:
  - move: {unit: a, to: [11, 10]}
- case: A D3
  rules: [CL-GEN-1]
  units: {a: {models: [[10, 10]]}}
  measure:
  - {d3: 5, is: 3}
- case: Wrong
  rules: [CL-MOVE-2]
  units: {a: {models: [[10, 10]]}}
  do:
  - move: {unit: a, to: [17, 10]}
"""


@pytest.fixture(scope="module")
def cases():
    return {case.name: case for case in parse_cases(TOP)}


def test_a_case_that_depends_on_its_rule_bites(cases):
    assert bites("CL-MOVE-2", [cases["Too far"]])


def test_a_case_that_only_passes_by_has_no_teeth(cases):
    assert not bites("CL-MOVE-9", [cases["Near"]])


def test_a_moved_number_is_enough(cases):
    assert bites("CL-GEN-1", [cases["A D3"]])


def test_the_proof_lists_what_is_missing(cases):
    proof = prove(tuple(cases.values()))
    assert proof.failing == ("Wrong",)
    assert "CL-MOVE-9" in proof.toothless
    assert not {"CL-MOVE-2", "CL-GEN-1"} & set(proof.toothless)
    assert {"CL-MOVE-2", "CL-MOVE-9"} <= set(proof.rules)
    assert "CL-WND-10 strength_ratio" in proof.unread
    assert "CL-GEN-1 d3_table" not in proof.unread


@pytest.mark.parametrize(
    ("value", "choices", "expected"),
    [
        (True, (), (False,)),
        (3, (), (4, 2)),
        ("a", ("a", "b"), ("b",)),
        ("a", (), ()),
        (("x", "y"), (), ((), ("y",))),
        ({1: 2, "t": (1, None, True)}, (), ({1: 3, "t": (2, None, False)}, {1: 1, "t": (0, None, False)})),
    ],
)
def test_parameters_are_moved_to_values_of_their_kind(value, choices, expected):
    assert moved(Parameter("p", value, value, choices=choices)) == expected
