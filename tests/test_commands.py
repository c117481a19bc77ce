"""Check the command line: what it prints, its exit codes, and that no traceback reaches a user."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from wolfling_gui.__main__ import main
from wolfling_gui.commands import command_demo
from wolfling_gui.commands.parser import COMMANDS
from wolfling_gui.core.actions import Fight
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.changes import delta, digest
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.table import Table
from wolfling_gui.files.cases import parse_cases
from wolfling_gui.files.journal import read_journal
from wolfling_gui.files.journal_lines import Act, Answer, Done, Header, OverlayText
from wolfling_gui.files.journal_writer import JournalWriter
from wolfling_gui.session.cases import rules_of
from wolfling_gui.session.session import Session
from wolfling_gui.session.verifying import verify
from wolfling_gui.ui.window_shot import read_session

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


@pytest.fixture
def good(tmp_path):
    file = tmp_path / "good.yaml"
    file.write_text(GOOD, encoding="utf-8")
    return file


@pytest.fixture
def bad(tmp_path):
    file = tmp_path / "bad.yaml"
    file.write_text(BAD, encoding="utf-8")
    return file


def run(capsys, *argv):
    code = main([str(word) for word in argv])
    said = capsys.readouterr()
    assert "Traceback" not in said.err + said.out
    return code, said.out, said.err


# ---------------------------------------------------------------------- the line itself


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(capsys, name):
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert f"wolfling {name}" in out


def test_help_lists_the_commands(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert all(name in out for name in COMMANDS)


@pytest.mark.parametrize(
    "argv",
    [
        ["--nonsense"],
        ["case"],
        ["case", "none.yaml"],
        ["cases", "none.yaml"],
        ["none.yaml"],
        ["check", "none.yaml"],
        ["verify", "none.wolfling"],
        ["rules", "--ruleset", "none"],
        ["rules", "--cases", "none"],
        ["import", "none.uvtt"],
        ["screenshot", "none.yaml", "-o", "x.png", "--size", "big"],
        ["screenshot", "none.yaml", "-o", "x.png", "--size", "99999x99999"],
        ["screenshot", "none.yaml", "-o", "x.png", "--scale", "9"],
        ["check", "n" * 5000],
        ["verify", "n" * 5000],
        ["n" * 5000],
    ],
)
def test_wrong_usage_is_one_message_and_code_2(capsys, argv):
    code, out, err = run(capsys, *argv)
    assert code == 2
    assert out == ""
    assert err.strip()


def test_a_bug_is_one_message_too(capsys, monkeypatch, good):
    from wolfling_gui.commands import command_case

    def broken(file):
        raise RuntimeError("torn")

    monkeypatch.setattr(command_case, "run_file", broken)
    code, _, err = run(capsys, "case", good)
    assert code == 1
    assert err.startswith("wolfling: The program failed: RuntimeError: torn")


def test_the_module_runs_as_a_program(good):
    done = subprocess.run(
        [sys.executable, "-m", "wolfling_gui", "case", str(good)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=50,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "2 cases, all passed." in done.stdout


def test_commands_load_no_window(good):
    code = (
        "import sys; from wolfling_gui.__main__ import main; "
        f"main(['case', {str(good)!r}]); sys.exit('PySide6' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=50)
    assert done.returncode == 0


# ---------------------------------------------------------------------- case


def test_cases_that_pass(capsys, good):
    assert run(capsys, "case", good) == (0, "2 cases, all passed.\n", "")


def test_cases_as_json(capsys, good, bad):
    code, out, _ = run(capsys, "case", good, bad, "--json")
    assert code == 1
    listed = json.loads(out)
    assert [set(entry) for entry in listed] == [{"case", "file", "passed", "failures"}] * 4
    assert [entry["passed"] for entry in listed] == [True, True, True, False]
    assert listed[3]["case"] == "A move"
    assert listed[3]["file"] == str(bad)
    assert "CL-MOVE-2" in listed[3]["failures"][0]


def test_a_case_that_fails_says_why(capsys, bad):
    code, out, _ = run(capsys, "case", bad)
    assert code == 1
    assert "FAILED  A move" in out
    assert "bad.yaml:16: move is expected to be permitted" in out
    assert "2 cases, 1 failed." in out


def test_a_file_with_a_mistake_is_a_failed_case(capsys, tmp_path):
    file = tmp_path / "odd.yaml"
    file.write_text(GOOD.replace("to: [16", "too: [16"), encoding="utf-8")
    code, out, _ = run(capsys, "case", file, "--json")
    assert code == 1
    (entry,) = json.loads(out)
    assert entry["passed"] is False
    assert any("“too” is not known here" in text for text in entry["failures"])


def test_a_folder_of_cases(capsys, good, bad):
    code, out, _ = run(capsys, "case", good.parent)
    assert code == 1
    assert "4 cases, 1 failed." in out


# ---------------------------------------------------------------------- rules


def test_rules_are_listed_once_each(capsys):
    code, out, _ = run(capsys, "rules", "--json")
    assert code == 0
    listed = json.loads(out)
    assert {tuple(entry) for entry in listed} == {("id", "ruleset", "title", "kind", "implemented", "cases")}
    ids = [entry["id"] for entry in listed]
    assert len(ids) == len(set(ids)) > 250
    assert not any(entry["implemented"] or entry["cases"] for entry in listed)
    assert {entry["ruleset"] for entry in listed} >= {"classic", "wolfling"}


def test_rules_of_one_ruleset_with_cases(capsys, good):
    code, out, _ = run(capsys, "rules", "--ruleset", "classic", "--cases", good, "--json")
    assert code == 0
    listed = {entry["id"]: entry for entry in json.loads(out)}
    assert {entry["ruleset"] for entry in listed.values()} == {"classic"}
    assert (listed["CL-SHOOT-7"]["implemented"], listed["CL-SHOOT-7"]["cases"]) == (True, 1)
    assert (listed["CL-MOVE-2"]["implemented"], listed["CL-MOVE-2"]["cases"]) == (True, 1)
    assert all(entry["implemented"] == (entry["cases"] > 0) for entry in listed.values())
    assert not all(entry["implemented"] for entry in listed.values())


def test_a_worked_sequence_counts_the_cases_that_name_it_if_all_pass(capsys, root, tmp_path):
    golden = (root / "tests" / "cases" / "classic" / "golden.yaml").read_text(encoding="utf-8")
    for number, (text, done) in enumerate(
        ((golden, True), (golden.replace("5, 1, 3, 2", "5, 1, 1, 2"), False))
    ):
        file = tmp_path / f"golden{number}.yaml"
        file.write_text(text, encoding="utf-8")
        assert main(["rules", "--ruleset", "classic", "--cases", str(file), "--json"]) == 0
        listed = {entry["id"]: entry for entry in json.loads(capsys.readouterr().out)}
        assert listed["CL-GOLD-3"]["implemented"] is done
        assert listed["CL-GOLD-1"]["implemented"]


def test_rules_in_words(capsys, good):
    code, out, _ = run(capsys, "rules", "--cases", good)
    assert code == 0
    assert "* CL-SHOOT-7" in out


# ---------------------------------------------------------------------- check


def test_files_in_order_are_said_to_be(capsys, root, good):
    shipped = [
        *sorted((root / "rulesets" / "scenarios").glob("*.yaml")),
        *sorted((root / "rulesets" / "rosters").glob("*.yaml")),
        *sorted((root / "rulesets" / "wolfling" / "overlays").glob("*.yaml")),
        root / "tests" / "cases" / "maps" / "deck.yaml",
        good,
    ]
    code, out, _ = run(capsys, "check", *shipped)
    assert code == 0, out
    assert out.count("is in order.") == len(shipped)


def test_a_battle_is_checked_as_one_whole_and_damaged(capsys, root, tmp_path):
    demo = root / "resources" / "demo" / "deck-seven-raid.wolfling"
    assert run(capsys, "check", demo)[:2] == (0, "deck-seven-raid.wolfling: this battle is in order.\n")
    bad = tmp_path / "raid.wolfling"
    for content, said in (
        (b"", "This battle's file is empty or damaged"),
        (b"\x00\x93noise", "This battle's file is empty or damaged"),
        (demo.read_bytes()[:-9], "The last line is cut off"),
    ):
        bad.write_bytes(content)
        code, out, _ = run(capsys, "check", bad)
        assert code == 1
        assert said in out
        assert "format:" not in out


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name: x\n", "odd.yaml:1:1: The line “format:” is missing."),
        ("format: wolfling-rooster/1\n", "Did you mean “wolfling-roster”?"),
        ("format: [1]\n", "“format” is a list"),
        (
            "format: wolfling-case/1\ncases: [{case: X, rulez: []}]\n",
            "odd.yaml:2:19: “rulez” is not known here",
        ),
        ("format: wolfling-roster/1\nnaem: x\n", "odd.yaml:2:1: “naem” is not known here"),
        ("format: wolfling-overlay/1\nname: x\nruleset: wolfing\n", "odd.yaml:3:10:"),
        ("format: wolfling-scenario/1\nname: x\ntabel: {}\n", "odd.yaml:3:1: “tabel” is not known here"),
        ("format: wolfling-map/1\ntable: {width: 1, height: 30}\n", "odd.yaml:2:16:"),
        ("a: [\n", "odd.yaml:"),
        ("", "The line “format:” is missing"),
    ],
)
def test_every_problem_is_told_with_its_line(capsys, tmp_path, text, said):
    file = tmp_path / "odd.yaml"
    file.write_text(text, encoding="utf-8")
    code, out, err = run(capsys, "check", file)
    assert code == 1
    assert said in out
    assert err == ""


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("wolfling-scenario/2", "odd.yaml:1:9: The file is of version 2, this program reads up to 1."),
        ("wolfling-roster/3", "odd.yaml:1:9: The file is of version 3, this program reads up to 1."),
    ],
)
def test_a_file_of_another_version_says_only_that(capsys, tmp_path, form, said):
    file = tmp_path / "odd.yaml"
    file.write_text(f"format: {form}\nplayers: 2\n", encoding="utf-8")
    _, out, _ = run(capsys, "check", file)
    assert out.splitlines() == [f"{said} Get a newer version of the program."]


def test_a_map_of_another_program_is_sent_to_its_import(capsys, root):
    code, out, _ = run(capsys, "check", sorted((root / "tests" / "data" / "uvtt").glob("*.dd2vtt"))[0])
    assert code == 1
    assert "This is a map of another program" in out
    assert "wolfling import" in out


def test_a_name_that_is_nothing_keeps_no_other_file_from_being_checked(capsys, root):
    good = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, out, err = run(capsys, "check", "n" * 5000, good)
    assert code == 2
    assert len(err) < 300
    assert f"{good.name}: this scenario is in order." in out


# ---------------------------------------------------------------------- verify


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


def test_a_recorded_battle_comes_out_again(capsys, tmp_path):
    path = recorded(tmp_path)
    code, out, err = run(capsys, "verify", path)
    assert (code, err) == (0, "")
    assert out == "battle.wolfling: 1 step, all as recorded.\n"


def test_what_is_no_battle_keeps_no_other_from_being_verified(capsys, tmp_path):
    path = recorded(tmp_path)
    code, out, err = run(capsys, "verify", tmp_path, "none.wolfling", path)
    assert code == 2
    assert out == "battle.wolfling: 1 step, all as recorded.\n"
    assert [line.startswith("wolfling: ") for line in err.splitlines()] == [True, True]


def test_a_battle_is_verified_by_the_house_rules_it_began_with(capsys, tmp_path):
    read = read_journal(recorded(tmp_path))
    house = "format: wolfling-overlay/1\nname: H\nruleset: classic\nset: {CL-WPN-2: {bars_assault: true}}\n"
    header = Header(read.header.battle, "A battle", "classic", overlays=(OverlayText("house.yaml", house),))
    other = tmp_path / "other.wolfling"
    with JournalWriter(other, header) as writer:
        for line in read.lines:
            writer.append(line)
    code, out, _ = run(capsys, "verify", other)
    assert code == 1
    assert "other.wolfling:7: The battle after this step has the digest" in out


def test_the_first_line_that_differs_is_named(capsys, tmp_path):
    table = Table(inches(48), inches(48))
    sides = (Side("blue", "Blue"), Side("red", "Red"))
    battle = Battle("classic", table, sides, {}, {}, Clock(1, "blue", "movement", ("blue", "red")))
    (case,) = parse_cases(GOOD.split("  do:")[0] + "  do: [end step]\n")
    header = Header(battle, "A battle", "classic")
    session = Session(rules_of(case), header)
    session.perform(case.deeds[0].action)
    after = session.settled
    path = tmp_path / "battle.wolfling"
    with JournalWriter(path, header) as writer:
        writer.append(Act(case.deeds[0].action))
        writer.append(Done(delta(battle, after), digest(after)))
        wrong = after.with_score("blue", 5)
        writer.append(Act(case.deeds[0].action))
        writer.append(Done(delta(after, wrong), digest(wrong)))
    code, out, _ = run(capsys, "verify", path)
    assert code == 1
    assert out.startswith("battle.wolfling:5: The battle after this step has the digest ")
    steps, trouble = verify(read_journal(path))
    assert (steps, trouble.line, trouble.expected) == (1, 5, digest(wrong))


def test_a_refused_action_and_an_answer_that_does_not_fit_are_named(tmp_path):
    path = recorded(tmp_path)
    read = read_journal(path)
    (step,) = read.history.steps.values()
    with JournalWriter(tmp_path / "more.wolfling", read.header) as writer:
        writer.append(Act(step.action))
        writer.append(Answer([6]))
        writer.append(Done(step.done.delta, step.done.digest))
    _, trouble = verify(read_journal(tmp_path / "more.wolfling"))
    assert "Answer 1 of the action begun in line 2" in trouble.message
    header = Header(read.header.battle.with_condition("a", _locked()), "A battle", "classic")
    with JournalWriter(tmp_path / "refused.wolfling", header) as writer:
        writer.append(Act(step.action))
        writer.append(Done(step.done.delta, step.done.digest))
    _, trouble = verify(read_journal(tmp_path / "refused.wolfling"))
    assert "is refused now by CL-SHOOT-2" in trouble.message


def test_a_damaged_journal_is_told(capsys, tmp_path):
    path = recorded(tmp_path)
    path.write_bytes(path.read_bytes()[:-20])
    code, out, _ = run(capsys, "verify", path)
    assert code == 1
    assert "is cut off" in out


def test_what_is_no_journal_is_one_message(capsys, good):
    code, _, err = run(capsys, "verify", good)
    assert code == 1
    assert "good.yaml:1:" in err


def _locked():
    from wolfling_gui.core.forces import Condition

    return Condition("locked", "CL-ASLT-1")


# ---------------------------------------------------------------------- import, demo


def test_a_map_is_imported(capsys, root, tmp_path):
    samples = sorted((root / "tests" / "data" / "uvtt").glob("*.*vtt"))
    if not samples:
        pytest.skip("no sample map is here")
    out = tmp_path / "map.yaml"
    code, said, err = run(capsys, "import", samples[0], "-o", out, "--inches-per-square", "2")
    assert (code, err) == (0, ""), err
    assert f"Written: {out}" in said
    assert run(capsys, "check", out)[0] == 0


def test_an_import_takes_gaps_and_the_edge_as_it_is_told(capsys, root, tmp_path):
    sample = root / "tests" / "data" / "uvtt" / "dungeonalchemist_rooms.dd2vtt"
    code, said, _ = run(capsys, "import", sample, "-o", tmp_path / "a.yaml", "--turn", "opening=door")
    assert code == 0
    assert "opening without a door" not in said
    cropped = sample.with_name("dungeondraft03_cropped_wing.dd2vtt")
    assert "edge was taken as a wall" in run(capsys, "import", cropped, "-o", tmp_path / "b.yaml")[1]
    code, said, _ = run(capsys, "import", cropped, "-o", tmp_path / "c.yaml", "--open-edge")
    assert code == 0
    assert "edge was taken as a wall" not in said
    code, _, err = run(capsys, "import", sample, "-o", tmp_path / "d.yaml", "--turn", "window=gate")
    assert code == 2
    assert "window, door, opening" in err


def test_what_cannot_be_imported_is_one_message(capsys, good, tmp_path):
    code, _, err = run(capsys, "import", good, "-o", tmp_path / "map.yaml")
    assert code == 1
    assert err.startswith("wolfling: good.yaml")
    assert not (tmp_path / "map.yaml").exists()


@pytest.fixture
def shipped(tmp_path, monkeypatch):
    """Let the recorded battle stand for the program's own demonstration."""
    (tmp_path / "shipped").mkdir()
    path = recorded(tmp_path / "shipped")
    monkeypatch.setattr(command_demo, "shipped", lambda: sorted(path.parent.glob("*.wolfling")))
    return path


def test_the_demonstration_writes_log_journal_and_picture(capsys, tmp_path, shipped):
    out = tmp_path / "demo"
    code, said, err = run(capsys, "demo", "--out", out)
    assert (code, err) == (0, "")
    assert "A battle: 1 actions played" in said
    assert (out / "battle.log").read_text(encoding="utf-8").count("\n") >= 3
    assert (out / "screenshot.png").read_bytes().startswith(b"\x89PNG")
    old, new = read_journal(shipped), read_journal(out / "battle.wolfling")
    assert new.lines == old.lines
    assert run(capsys, "verify", out / "battle.wolfling")[0] == 0
    assert run(capsys, "demo", "--out", out)[0] == 0


def test_a_demonstration_that_is_missing_is_one_message(capsys, tmp_path, shipped):
    shipped.unlink()
    code, _, err = run(capsys, "demo", "--out", tmp_path / "demo")
    assert code == 1
    assert "The demonstration battle is missing" in err


def test_a_picture_of_a_scenario_is_drawn(capsys, root, tmp_path):
    out = tmp_path / "shot.png"
    scenario = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, said, err = run(capsys, "screenshot", scenario, "-o", out, "--size", "1280x720")
    assert (code, said, err) == (0, f"Written: {out}\n", "")
    head = out.read_bytes()[:24]
    assert head.startswith(b"\x89PNG")
    assert (int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")) == (1280, 720)


def test_a_picture_shows_an_action_under_way_that_asks_its_next_question(root):
    demo = root / "resources" / "demo" / "deck-seven-raid.wolfling"
    fights = [n for n, step in enumerate(read_session(demo).steps) if isinstance(step.action, Fight)]
    running = read_session(demo, fights[0], 1)
    assert running.request is not None
    assert len(running.resolution.answers) == 1
    with pytest.raises(ValueError, match="questions"):
        read_session(demo, fights[0], 99)


def test_a_picture_is_a_png_and_its_name_says_so(capsys, root, tmp_path):
    scenario = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, said, err = run(capsys, "screenshot", scenario, "-o", tmp_path / "shot.doc")
    assert (code, said) == (2, "")
    assert "“.png”" in err
    assert not (tmp_path / "shot.doc").exists()


@pytest.mark.parametrize(
    "extra", [["--step", "3"], ["--answers", "0"], ["--select", "nobody"], ["--hover", "nobody"]]
)
def test_a_picture_that_cannot_be_drawn_is_one_message(capsys, root, tmp_path, extra):
    scenario = sorted((root / "rulesets" / "scenarios").glob("*.yaml"))[0]
    code, _, err = run(capsys, "screenshot", scenario, "-o", tmp_path / "shot.png", *extra)
    assert code == 1
    assert err.startswith("wolfling: ")
    assert not (tmp_path / "shot.png").exists()
