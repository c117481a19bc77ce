"""Check the proof itself on a tiny set of rules, some of which nothing holds."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

from tests.prove import shots
from tests.prove.__main__ import main
from tests.prove.exceptions import Exceptions, read_exceptions
from tests.prove.moves import moves
from tests.prove.report import LATER, Chosen, put_together
from tests.prove.work import Progress, examine_all, prove_all
from tests.prove.world import TooLong, World, limited
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.catalogue import Catalogue, Origin, Parameter, Rule
from wolfling_gui.rules.classic import build as classic

CASES = """
format: wolfling-case/1
ruleset: classic
weapons:
  gun: {range: 24, S: 4, AP: 5, type: assault 1}
cases:
  - case: A shot on a bare table
    rules: [CL-SHOOT-7]
    units:
      a: {models: [[10, 10]], BS: 3, weapons: [gun]}
      b: {side: red, models: [[20, 10], [20, 12]], T: 4, Sv: 5}
    do:
      - shoot: {unit: a, target: b}
        rolls:
          - {to hit: 6, needs: 4}
          - {to wound: 1}
  - case: A shot that is only measured
    rules: [CL-SHOOT-7]
    units:
      a: {models: [[10, 10]], BS: 3, weapons: [gun]}
      b: {side: red, models: [[20, 10]]}
    measure:
      - {to hit: [a, b], is: 4}
"""


def rule(number, **values):
    parameters = {name: Parameter(name, value, value) for name, value in values.items()}
    return Rule(f"TOY-A-{number}", f"Toy {number}", parameters=parameters, origin=Origin("toy.yaml", number))


IDLE, SWITCH, NUMBER, UNREAD, CRASH, NOWHERE = (f"TOY-A-{number}" for number in range(1, 7))
TOY = Catalogue(
    [rule(1), rule(2), rule(3, plus=0), rule(4, read=1, unread=2), rule(5, word="right"), rule(6)]
)
BOTH = TOY.laid_over(load_catalogue("classic"))


def build(name, catalogue):
    core = classic.build(catalogue)

    def to_hit(rules, battle, shot):
        rules.on(IDLE)
        rules.count(UNREAD, "read")
        if rules.catalogue.word(CRASH, "word") != "right":
            raise RuntimeError("no such word")
        found = core.to_hit(rules, battle, shot)
        if not rules.on(SWITCH):
            return found.plus(Term(SWITCH, "add", 1))
        return found.plus(Term(NUMBER, "add", rules.count(NUMBER, "plus")))

    return replace(core, to_hit=to_hit)


def bound(name, catalogue):
    """Build rules whose cover looks at positions whatever is declared."""

    def cover(rules, battle, contexts):
        placed = contexts[0].firer.place is not None
        return Breakdown("save", (Term("CL-COV-1", "base" if placed else "impossible", 4),))

    return replace(build(name, catalogue), cover=cover)


NONE, AREA = Exceptions(), Chosen(area="TOY-A")


def prove(reasons=NONE, chosen=AREA, build=build, parameters=False, cases=CASES):
    world = World(parse_cases(cases), ("classic",), lambda name: BOTH, build)
    quiet = Progress(quiet=True)
    seen = examine_all(world, (), 1, quiet)
    proofs = prove_all(world, (), seen, chosen.labels(world), parameters, 1, quiet)
    return put_together(world, chosen, seen, proofs, reasons)


def test_a_rule_whose_switch_changes_nothing_is_reported():
    found = prove()
    assert not found.holds
    assert IDLE in found.rules.short
    assert f"not proven: {IDLE} Toy 1 (toy.yaml:1): 2 cases ask for it" in "\n".join(found.short())


def test_a_switch_or_a_number_that_a_case_notices_proves_its_rule():
    found = prove()
    assert not {SWITCH, NUMBER} & set(found.rules.short)
    assert found.proofs[SWITCH].change == "switched off"
    assert found.proofs[NUMBER].change.startswith("plus moved to")
    assert found.proofs[NUMBER].case


def test_a_program_that_fails_on_a_changed_rule_proves_nothing():
    assert CRASH in prove().rules.short


def test_a_rule_that_no_case_asks_for_is_reported_as_such():
    found = prove()
    assert f"no case: {NOWHERE} Toy 6 (toy.yaml:6)" in found.short()


def test_an_exception_suppresses_what_it_names():
    reasons = {IDLE: "it only explains", UNREAD: "so too", CRASH: "one word", NOWHERE: "no code"}
    found = prove(Exceptions(reasons, {f"{UNREAD}.unread": "not yet"}))
    assert found.rules.short == ()
    assert found.rules.excused == (IDLE, UNREAD, CRASH, NOWHERE)
    assert found.holds


def test_a_needless_exception_is_reported():
    found = prove(Exceptions({SWITCH: "thought so"}, {f"{UNREAD}.read": "thought so"}))
    assert found.rules.needless == (SWITCH,)
    assert "exception no longer needed: rule TOY-A-2" in found.short()
    assert "exception no longer needed: parameter TOY-A-4.read" in found.short()
    reasons = {IDLE: "a", UNREAD: "a", CRASH: "a", NOWHERE: "a", SWITCH: "needless"}
    assert not prove(Exceptions(reasons, {f"{UNREAD}.unread": "a"})).holds


def test_an_exception_for_something_that_does_not_exist_is_needless():
    found = prove(Exceptions({"TOY-A-99": "gone"}, {}, {"No such case": "gone"}), Chosen())
    assert found.rules.needless == ("TOY-A-99",)
    assert found.shots.needless == ("No such case",)
    assert found.later == LATER


def test_an_unread_parameter_is_reported():
    found = prove()
    assert found.parameters.short == (f"{UNREAD}.unread",)
    assert f"never read: {UNREAD}.unread" in found.short()


def test_a_parameter_that_can_be_moved_without_notice_is_listed():
    assert prove(parameters=True).blunt == (f"{UNREAD}.read", f"{CRASH}.word")


def test_a_shot_that_depends_on_positions_is_reported():
    assert prove().shots.short == ()
    cases = CASES.replace("measure:\n      - {to hit: [a, b], is: 4}", "measure: [{cover: [a, b], is: 4}]")
    found = prove(build=bound, cases=cases)
    # Cover that is declared and cover that is measured are the same here until positions are gone.
    assert found.shots.short == ("A shot on a bare table", "A shot that is only measured")
    assert any(line.startswith("shot needs positions: A shot on a bare table") for line in found.short())
    excused = prove(Exceptions(shots=dict.fromkeys(found.shots.short, "measured only")), build=bound)
    assert excused.shots.short == ()


@pytest.mark.parametrize("lost", ["range", "sight"])
def test_a_shot_that_lacks_a_fact_is_not_the_same(monkeypatch, lost):
    real = shots.facts_measured

    def lossy(*given):
        facts = real(*given)
        return {name: replace_field(one, lost) for name, one in facts.items()}

    monkeypatch.setattr(shots, "facts_measured", lossy)
    assert prove().shots.short == ("A shot on a bare table", "A shot that is only measured")


def replace_field(facts, name):
    return msgspec.structs.replace(facts, **{name: None})


def test_a_case_that_fails_anyway_is_reported_and_proves_nothing():
    found = prove(cases=CASES.replace("is: 4}", "is: 5}").replace("needs: 4", "needs: 5"))
    assert len(found.failing) == 2
    assert SWITCH in found.rules.short
    assert "case fails as it is: A shot on a bare table" in found.short()[0]


def test_the_table_counts_each_rule_once():
    heading, area, total = (line.split() for line in prove(Exceptions({IDLE: "it only explains"})).table())
    assert heading[:3] == ["area", "rules", "proven"]
    assert area == ["TOY-A", "6", "2", "2", "1", "1", "4", "1"]
    assert total[1:] == area[1:]


@pytest.mark.parametrize(
    ("value", "choices", "nullable", "expected"),
    [
        (True, (), False, [False]),
        (2, (), False, [3, 1, 4, 8, 0, 20]),
        (6, (), True, [7, 5, 12, 0, 60, None]),
        ("2D6", (), False, ["3D6", "1D6", "2D3"]),
        ("one", ("one", "two"), False, ["two"]),
        ("one", (), False, ["not_one"]),
        (("a", "b"), ("a", "b", "c"), False, [("b",), ("a",), ("a", "b", "c"), ("b", "a"), ()]),
        ({"x": 1}, (), False, [{}, {"x": 2}, {"x": 0}]),
    ],
)
def test_a_value_moves_to_its_neighbours(value, choices, nullable, expected):
    found = moves(Parameter("name", value, value, Origin(), choices, nullable), value)
    assert list(found)[: len(expected)] == expected
    assert value not in found


def test_a_case_that_runs_for_ever_is_stopped():
    def for_ever():
        with limited(0.05):
            while True:
                pass

    with pytest.raises(TooLong, match="not done after"):
        for_ever()


def test_the_shipped_exceptions_can_be_read_and_need_reasons(tmp_path):
    read_exceptions()
    bad = tmp_path / "exceptions.yaml"
    bad.write_text("format: wolfling-exceptions/1\nrules: {CL-GEN-1: }\n", encoding="utf-8")
    with pytest.raises(ProblemsError):
        read_exceptions(bad)


def test_an_unknown_area_is_refused(capsys):
    assert main(["--area", "CL-NOPE", "--processes", "1"]) == 2
    assert "CL-MOVE" in capsys.readouterr().err
