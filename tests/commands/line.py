"""Cases as text, a battle recorded from them, and a command line run in place."""

from __future__ import annotations

from wolfling_gui.__main__ import main
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.journal_writer import JournalWriter
from wolfling_gui.session.cases import rules_of
from wolfling_gui.session.session import Session

GOOD = """format: wolfling-case/1
ruleset: classic
weapons: {gun: {range: 24, S: 4, AP: 5, type: assault 2}}
cases:
- case: A shot
  rules: [CL-SHOOT-7]
  units:
    a: {models: [[10, 10]], weapons: [gun]}
    b: {side: red, models: [[20, 10], [20, 12]]}
  do:
  - shoot: {unit: a, target: b}
    rolls: [{to hit: 66}, {to wound: 61}, {confirm: false}, {allocate: {b-1: 1}}]
- case: A move
  rules: [CL-MOVE-2]
  units: {a: {models: [[10, 10]]}}
  do: [{move: {unit: a, to: [16, 10]}}]
"""
BAD = GOOD.replace("to: [16, 10]", "to: [17, 10]")


def run(capsys, *argv):
    """Run a command line; return its exit code and what it printed on stdout and stderr."""
    code = main([str(word) for word in argv])
    said = capsys.readouterr()
    assert "Traceback" not in said.err + said.out
    return code, said.out, said.err


def recorded(folder):
    """Play the first case of GOOD into a journal and return its path."""
    case = parse_cases(GOOD)[0]
    path = folder / "battle.wolfling"
    header = Header(case.battle, "A battle", "classic")
    session = Session(rules_of(case), header, JournalWriter(path, header))
    for deed in case.deeds:
        session.perform(deed.action)
        for step in deed.answers:
            session.give(step.answer)
    session.close()
    return path
