"""Hold the help pages, README and CONTRIBUTING to the program: examples, keys, messages, commands, paths."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import cast, get_args

import pytest

from tests.builders import CARBINE, Position, ruleset
from wolfling_gui.commands import parser
from wolfling_gui.commands.command_check import check_file
from wolfling_gui.core.battle import BattleKind
from wolfling_gui.core.forces import Roster
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import DoorState, StructureKind, TerrainClass, WallState
from wolfling_gui.files import (
    cases,
    cases_actions,
    cases_expect,
    cases_position,
    overlays,
    roster,
    scenario,
    scenario_pieces,
    scenario_table,
)
from wolfling_gui.files.formats import MAP_FORMATS
from wolfling_gui.files.formats.describe import describe
from wolfling_gui.files.formats.imported import ImportOptions
from wolfling_gui.files.formats.importing import import_map
from wolfling_gui.files.problems import ProblemsError
from wolfling_gui.files.rulesets import (
    load_catalogue,
    read_rules,
    read_ruleset_info,
    ruleset_info,
)
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.files.setup import new_battle
from wolfling_gui.rules.classic.mission import MISSIONS
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext, SightLine
from wolfling_gui.session.cases import run_case
from wolfling_gui.ui.scene.overlays import Ring
from wolfling_gui.ui.tools.pointer import Pointer, Tool
from wolfling_gui.ui.tools.toolbox import TOOLS, ToolKind

ROOT = Path(__file__).resolve().parent.parent
HELP = ROOT / "resources" / "help"
TOP = [ROOT / "README.md", ROOT / "CONTRIBUTING.md"]
PAGES = [*TOP, *sorted(HELP.glob("*.md"))]
FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]]+\]\(([^)]+)\)")
CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")


def blocks(page: Path, *kinds: str) -> list[str]:
    """Return the fenced blocks of a page that are marked as one of these kinds."""
    return [text for kind, text in FENCE.findall(page.read_text(encoding="utf-8")) if kind in kinds]


def in_code(page: Path) -> set[str]:
    """Return what a page sets in code: each whole piece, and the words of lists such as `[a, b]`."""
    plain = FENCE.sub("", page.read_text(encoding="utf-8"))
    found = set(CODE.findall(plain))
    words = {word for piece in found for word in re.split(r"[^\w-]+", piece)}
    keys = {key.strip() for piece in found for key in re.split(r"[{}\[\],:]", piece)}
    return found | words | keys


def help_page(name: str) -> Path:
    return HELP / f"{name}.md"


# ---------------------------------------------------------------------- whole examples


EXAMPLES = [
    pytest.param(text, id=f"{page.stem} {number}")
    for page in PAGES
    for number, text in enumerate(blocks(page, "yaml"), start=1)
    if text.startswith(("format:", "#")) and "format: wolfling-" in text and page != TOP[1]
]


def beside(folder: Path, text: str, name: str = "example.yaml") -> Path:
    """Write an example into a folder that has the shipped rosters beside it."""
    (folder / "rosters").mkdir(exist_ok=True)
    for file in (ROOT / "rulesets" / "rosters").glob("*.yaml"):
        (folder / "rosters" / file.name).write_bytes(file.read_bytes())
    path = folder / "scenarios" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def written_problems(path: Path) -> list[str]:
    """Return all that the check says of a file."""
    _, problems, notes = check_file(path)
    return [*map(str, problems), *(f"Note: {note}" for note in notes)]


@pytest.mark.parametrize("text", EXAMPLES)
def test_every_whole_example_reads_without_a_problem(text: str, tmp_path: Path) -> None:
    path = beside(tmp_path, text)
    assert written_problems(path) == []
    if "format: wolfling-case/" in text:
        for case in cases.read_cases(path):
            result = run_case(case)
            assert result.passed, result.failures


def test_there_are_two_examples_of_every_kind() -> None:
    kinds = [str(text.values[0]).partition("format: ")[2].partition("/")[0] for text in EXAMPLES]
    for kind in ("wolfling-scenario", "wolfling-roster", "wolfling-overlay", "wolfling-case"):
        assert kinds.count(kind) >= 2, kind


def test_the_scenarios_of_the_page_can_be_begun(tmp_path: Path) -> None:
    small, large = blocks(help_page("writing-scenarios"), "yaml")
    forces = beside(tmp_path, blocks(help_page("writing-rosters"), "yaml")[0], "force.yaml")
    force: Roster = roster.read_roster(forces)
    one = new_battle(read_scenario(beside(tmp_path, small)), {"blue": force, "red": force})
    assert len(one.units) == 2
    other = new_battle(read_scenario(beside(tmp_path, large)))
    assert other.models["red-guards-2"].on_table
    assert not other.models["red-watch-1"].on_table


def test_the_map_of_the_page_is_imported_as_it_says(tmp_path: Path) -> None:
    (text,) = blocks(help_page("importing-maps"), "json")
    path = tmp_path / "house.uvtt"
    path.write_text(text, encoding="utf-8")
    assert MAP_FORMATS[0].sniff(text.encode())
    import_map(path, tmp_path / "house.yaml", ImportOptions())
    table = read_scenario(tmp_path / "house.yaml", draft=True).table
    assert [zone.kind for zone in table.zones.values()] == ["room", "room"]
    assert len(table.doors) == 2
    json.loads(text)


# ---------------------------------------------------------------------- recipes for programmers


def module_of(text: str) -> dict[str, object]:
    """Return the names that a recipe's module defines."""
    names: dict[str, object] = {"__name__": "recipe"}
    exec(compile(text, "recipe", "exec", dont_inherit=True), names)
    return names


def test_the_recipe_of_a_ruleset_makes_one() -> None:
    info, rules, case = blocks(TOP[1], "yaml")
    core = load_catalogue("classic")
    assert read_ruleset_info(info, "ruleset.yaml").core == "classic"
    catalogue = read_rules(rules, "rules.yaml", core, ("house",)).laid_over(core)
    build = cast(Callable[..., Ruleset], module_of(blocks(TOP[1], "python")[0])["build"])
    made = build(ruleset("classic"), catalogue)
    position = Position(ruleset="classic").unit("riflemen", "blue", [(10, 10)])
    position.unit("far", "orange", [(26, 10)])
    battle = position.battle("shooting")
    firer, target = battle.models["riflemen-1"], battle.units["far"]

    def needed(rules: Ruleset, inches_away: int) -> int:
        line = SightLine(True, 0)
        shot = ShotContext(firer, battle.units["riflemen"], target, CARBINE, inches(inches_away), line)
        return rules.to_hit(rules, battle, shot).total

    assert (needed(made, 12), needed(made, 13)) == (3, 4)
    off = build(ruleset("classic"), catalogue.with_rule("GL-SMK-1", False, "test"))
    assert needed(off, 13) == 3
    # The case is written for a ruleset that is not shipped; its form is read with the core in its place.
    assert cases.parse_cases(case.replace("gloom", "wolfling").replace("GL-SMK-1", "CL-SHOOT-7"), "case.yaml")


def test_the_recipe_of_a_tool_draws_and_puts_away() -> None:
    tool = cast(Callable[..., Tool], module_of(blocks(TOP[1], "python")[1])["circle"])
    shown: list[tuple[object, ...]] = []
    hands = SimpleNamespace(show=lambda *pieces: shown.append(pieces), cursor=lambda name: None)
    at_work = tool(hands)
    next(at_work)
    at_work.send(Pointer("press", at(3, 4)))
    at_work.send(Pointer("cancel", at(0, 0)))
    assert shown == [(Ring(at(3, 4), inches(6)),), ()]


def test_the_row_of_the_tool_fits_the_table() -> None:
    (row,) = re.findall(r"`ToolKind\((.*), circle\),`", TOP[1].read_text(encoding="utf-8"))
    kind = ToolKind(*ast.literal_eval(f"({row},)"), start=lambda hands: iter(()))  # type: ignore[arg-type]
    assert (ROOT / "resources" / "icons" / f"{kind.icon}.svg").exists()
    assert kind.key not in {known.key for known in TOOLS.values() if known.name != kind.name}


# ---------------------------------------------------------------------- every key is told


def words_of(kind: object) -> tuple[str, ...]:
    return tuple(word.replace("_", " ") if kind in SPACED else word for word in get_args(kind))


SPACED = (roster.UnitType, roster.WeaponType)
SCENARIO_WORDS = (
    scenario.KEYS,
    scenario.SIDE_KEYS,
    scenario.PLACE_KEYS,
    scenario.START_KEYS,
    scenario.EDGES,
    tuple(scenario.LAYOUT_WORDS),
    scenario_table.TABLE_KEYS,
    scenario_table.STRUCTURE_KEYS,
    scenario_table.FLOOR_KEYS,
    scenario_table.RUIN_KEYS,
    scenario_table.ZONE_KEYS,
    scenario_table.WALL_KEYS,
    scenario_table.DOOR_KEYS,
    scenario_table.AREA_KEYS,
    scenario_table.IMPASSABLE_KEYS,
    scenario_table.OBSTACLE_KEYS,
    scenario_table.OBJECTIVE_KEYS,
    scenario_table.DEPLOYMENT_KEYS,
    scenario_table.BACKDROP_KEYS,
    tuple(scenario_table.STRUCTURE_WORDS),
    scenario_pieces.CORNERS,
    MISSIONS,
    *(get_args(kind) for kind in (BattleKind, DoorState, WallState, TerrainClass)),
)
ROSTER_WORDS = (
    roster.KEYS,
    roster.PROFILE_KEYS,
    roster.WEAPON_KEYS,
    roster.SQUAD_KEYS,
    roster.MODEL_KEYS,
    roster.SQUAD_ROLES,
    words_of(roster.UnitType),
    words_of(roster.WeaponType),
    get_args(roster.Role),
)


CASE_WORDS = (
    cases.CASE_KEYS,
    cases.DEED_KEYS,
    cases.HOUSE_KEYS,
    cases_position.POSITION_KEYS,
    cases_actions.FACT_KEYS,
    cases_expect.FINDING_KEYS,
    cases_expect.ANSWER_KEYS,
    cases_expect.THEN_KEYS,
    cases_expect.MEASURES,
    cases_expect.MEASURE_KEYS,
)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("writing-scenarios", SCENARIO_WORDS),
        ("writing-rosters", ROSTER_WORDS),
        ("house-rules", (overlays._KEYS,)),
        ("writing-cases", CASE_WORDS),
        ("importing-maps", (get_args(StructureKind), MAP_FORMATS[0].endings)),
    ],
)
def test_every_key_and_word_that_the_reader_knows_is_told(name: str, known: Iterable[Iterable[str]]) -> None:
    told = in_code(help_page(name))
    missing = sorted({word for words in known for word in words} - told)
    assert missing == []


def test_every_action_that_cases_can_write_has_its_line() -> None:
    (told,) = (text for text in blocks(help_page("writing-cases"), "") if text.startswith("- move:"))
    lines = [line.removeprefix("- ") for line in told.splitlines()]
    missing = [
        verb for verb in cases_actions.VERBS if not any(re.match(rf"{verb}(:|\s|$)", x) for x in lines)
    ]
    assert missing == []


def test_the_tags_that_house_rules_switch_are_told() -> None:
    text = help_page("house-rules").read_text(encoding="utf-8")
    assert f"sources {', '.join(list(ruleset_info('wolfling').tags)[:-1])} and house" in text


# ---------------------------------------------------------------------- messages are real


STORE, WATCH, EVENING = "writing-scenarios", "writing-rosters", "house-rules"
SLIPS = [
    (STORE, "state: open", "state: closed"),
    (STORE, "walls:", "wals:"),
    (STORE, "kind: building_interior", "kind: building"),
    (STORE, "state: open", "locked: yes"),
    (STORE, "at: [12, 9]", "at: [13, 9]"),
    (STORE, "to: [12, 16]", "to: [13, 16]"),
    (STORE, "at: [5, 9]", "at: [5, 19]"),
    (STORE, "- {side: red, zones: [R2]}\n", ""),
    (STORE, "edge: east", "force: nobody.yaml"),
    (STORE, "id: R2", "id: R1"),
    (STORE, "structures:\n- {id: house, floors: [{polygon: {from: [2, 2], to: [22, 16]}}]}\n", ""),
    (STORE, "name: The", "name: Blue: The"),
    (STORE, "name: Hall,", "name: Hall;"),
    (STORE, "kind: b", "\tkind: b"),
    (STORE, "to: [22, 16]}}\nwalls", "to: [22, 15]}}\nwalls"),
    (WATCH, ", Ld: 7", ""),
    (WATCH, "Sv: 5+", "Sv: 7+"),
    (WATCH, "Sv: 5+", "Sv: 5+, type: jumper"),
    (WATCH, "[rifle]", "[riffle]"),
    (WATCH, "type: rapid fire", "type: assualt 2"),
    (WATCH, "type: rapid fire", "type: pistol 2"),
    (WATCH, "id: watch", "id: the watch"),
    (WATCH, "count: 5", "count: five"),
    (WATCH, "type: rapid fire", "type: rapid fire, rules: twin linked"),
    (EVENING, "CQS", "CSQ"),
    (EVENING, "room_or_ruin", "room"),
    (EVENING, ": 4}", ": 4+}"),
    (EVENING, "\nset:", "\npick:"),
    (EVENING, "", "pick:\n  WO-TPL-4: {method: floood}\n"),
    (EVENING, "", "tags_off: [D]\n"),
    (EVENING, "", "off: [WO-TPL-5]\non: [WO-TPL-5]\n"),
]
FILES = {STORE: "store.yaml", WATCH: "watch.yaml", EVENING: "evening.yaml"}


def said_of_slips(page: str, folder: Path) -> set[str]:
    """Return all that the check says of a page's first example after each of its slips."""
    good = blocks(help_page(page), "yaml")[0]
    said: set[str] = set()
    for name, old, new in SLIPS:
        if name != page:
            continue
        assert old in good, old
        bad = good.replace(old, new, 1) if old else good + new
        found = written_problems(beside(folder, bad, FILES[page]))
        assert found, (old, new)
        said.update(found)
    return said


@pytest.mark.parametrize("page", FILES)
def test_the_messages_of_a_page_are_those_of_the_program(page: str, tmp_path: Path) -> None:
    told = [line for block in blocks(help_page(page), "slips") for line in block.splitlines()]
    assert len(told) >= 7
    said = said_of_slips(page, tmp_path)
    assert [line for line in told if line not in said] == []
    assert len(told) == sum(1 for name, _, _ in SLIPS if name == page)


REFUSED = {
    "house.png": b"\x89PNG\r\n\x1a\n",
    "house.zip": b"PK\x03\x04",
    "house.dungeondraft_map": b'{"header": {"creation_build": "1"}}',
    "house.html": b"<!DOCTYPE html><html></html>",
    "house.uvtt": b"",
}


def test_the_refusals_of_imports_are_those_of_the_program(tmp_path: Path) -> None:
    said = []
    for name, data in REFUSED.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(ProblemsError) as caught:
            import_map(tmp_path / name, tmp_path / "out.yaml")
        said.append(str(caught.value))
    good = blocks(help_page("importing-maps"), "json")[0]
    (tmp_path / "house.uvtt").write_text(good, encoding="utf-8")
    with pytest.raises(ProblemsError) as caught:
        import_map(tmp_path / "house.uvtt", tmp_path / "out.yaml", ImportOptions(inches_per_square=100.0))
    said.append(str(caught.value))
    assert blocks(help_page("importing-maps"), "refusals")[0].splitlines() == said


def test_the_notes_of_the_page_are_those_of_an_import(tmp_path: Path) -> None:
    notes = import_map(ROOT / "tests" / "data" / "uvtt" / "t_junction.dd2vtt", tmp_path / "out.yaml")
    assert blocks(help_page("importing-maps"), "notes")[0].splitlines() == describe(notes)


# ---------------------------------------------------------------------- commands


def wolfling(*arguments: str, cwd: Path, code: int = 0) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "wolfling_gui", *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=50,
    )
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


SHELL = sorted(
    {
        line.partition("#")[0].strip()
        for page in PAGES
        for block in blocks(page, "sh")
        for line in block.splitlines()
        if line.startswith("wolfling ") and not re.search(r"[A-Z…]{2}|…", line.partition("#")[0])
    }
)
QUICK = ("case", "rules", "verify", "check", "import", "screenshot")


def test_the_command_lines_of_the_pages_do_what_they_say(tmp_path: Path) -> None:
    assert len(SHELL) >= 7
    cellar = blocks(help_page("importing-maps"), "json")[0]
    (tmp_path / "cellar.dd2vtt").write_text(cellar, encoding="utf-8")

    def placed(word: str) -> str:
        """Return a file of the checkout as it stands, and any other in a folder of its own."""
        is_file = re.search(r"\.[a-z0-9]+\Z", word) and not re.match(r"[\d.]+\Z", word)
        return str(tmp_path / word) if is_file and not (ROOT / word).exists() else word

    # An import comes before what is done with its scenario.
    for line in sorted(SHELL, key=lambda line: (not line.startswith("wolfling import"), line)):
        verb, *words = line.split()[1:]
        assert verb in QUICK, line
        said = wolfling(verb, *map(placed, words), cwd=ROOT)
        assert said.strip(), line
    assert (tmp_path / "clinic.png").exists()


def test_every_command_and_option_of_the_pages_exists() -> None:
    for page in PAGES:
        for piece in [*in_code(page), *blocks(page, "sh")]:
            for verb, rest in re.findall(r"^wolfling (\w+)((?: .*)?)$", piece, re.MULTILINE):
                assert verb.isupper() or verb in parser.COMMANDS, f"{page.name}: {piece}"
                if not verb.isupper():
                    part = parser.parser()._subparsers._group_actions[0].choices[verb]  # type: ignore
                    known = {option for action in part._actions for option in action.option_strings}
                    options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*", rest))
                    assert options <= known, f"{page.name}: {piece}"


def test_the_table_of_commands_names_every_command_with_every_option() -> None:
    text = TOP[0].read_text(encoding="utf-8")
    for name in parser.COMMANDS:
        (row,) = re.findall(rf"^\| `wolfling {name} (.*)` \|", text, re.MULTILINE)
        part = parser.parser()._subparsers._group_actions[0].choices[name]  # type: ignore
        options = {
            min(action.option_strings, key=len) if action.required else action.option_strings[-1]
            for action in part._actions
            if action.option_strings and action.dest != "help"
        }
        assert {option for option in options if option not in row} == set(), name


def test_wrong_usage_is_said_as_the_readme_tells(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text("format: wolfling-roster/1\n", encoding="utf-8")
    assert "“name” is missing" in wolfling("check", str(path), cwd=tmp_path, code=1)
    wolfling("chekc", cwd=tmp_path, code=2)


def test_every_verb_of_the_developers_script_exists() -> None:
    script = (ROOT / "packaging" / "dev.py").read_text(encoding="utf-8")
    (line,) = re.findall(r"^VERBS = \{(.*)\}$", script, re.MULTILINE)
    verbs = set(re.findall(r'"(\w+)":', line))
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    named = set(re.findall(r"dev\.py (\w+)", text))
    assert named <= verbs
    assert {"run", "test", "bench", "bundle", "prove"} <= named


# ---------------------------------------------------------------------- links and paths

TOPS = "wolfling_gui|tests|packaging|resources|rulesets"
PATH = re.compile(rf"(?:{TOPS})/[\w./*<>-]*|(?:pyproject\.toml|README\.md|CONTRIBUTING\.md|LICENSE)\Z")
NEW = ("gloom", "smoke", "circle", "NAME")


def paths_in(page: Path) -> set[str]:
    """Return the paths a page names that must exist; those of recipes are yet to be made."""
    found = {
        piece.split()[0] for piece in CODE.findall(page.read_text(encoding="utf-8")) if PATH.match(piece)
    }
    return {path for path in found if not any(word in path for word in NEW)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_path_named_exists(page: Path) -> None:
    missing = [path for path in sorted(paths_in(page)) if not list(ROOT.glob(path.rstrip("/")))]
    assert missing == []


def test_paths_are_found_at_all() -> None:
    assert len(paths_in(TOP[1])) > 25


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(FENCE.sub("", page.read_text(encoding="utf-8"))):
        file, _, anchor = link.partition("#")
        assert "://" not in link, f"{link}: pages are read without a network"
        target = (page.parent / file).resolve() if file else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def test_every_help_page_is_reachable_from_the_readme() -> None:
    linked = {Path(link.partition("#")[0]).name for link in LINK.findall(TOP[0].read_text(encoding="utf-8"))}
    assert {page.name for page in HELP.glob("*.md")} <= linked


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_lines_stay_readable(page: Path) -> None:
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    assert [line for line in text.splitlines() if len(line) > 118 and not line.startswith("|")] == []
