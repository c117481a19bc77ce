from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import get_args

import pytest

from tests.builders import Position
from wolfling_gui.core.forces import ConditionKind, UnitType
from wolfling_gui.core.report import Entry
from wolfling_gui.core.terrain import DoorState, StructureKind, WallState
from wolfling_gui.session.explain import explain_entry
from wolfling_gui.session.sentences import ENGLISH, RULES_SENTENCES, places_of, tr, words
from wolfling_gui.session.sentences.forms import texts_of
from wolfling_gui.session.sentences.setup import SETUP
from wolfling_gui.session.sentences.values import KINDS

KEY = re.compile(r"[a-z]+\.[a-z_0-9]+\Z")
BARRIERS = ("intact_wall", "ruined_wall", "low_wall", "open_door", "shut_door", "sealed_door")
HIDING = (*BARRIERS, "obstacle", "solid", "floor", "screen")
SETTLED = ("mission", "layout")
BEFORE = (*SETTLED, "objectives", "zones", "own_objectives")
SETUP_STEPS = ("roll_off", "deployment", "infiltrators", "scouts", "seize")
PHASES = ("movement", "shooting", "assault")
GUIDED = ("movement", "shooting")

# What the computed keys of rules code can become; each is found there by its pattern.
COMPUTED = {
    "path.{}": [f"path.{kind}" for kind in BARRIERS],
    "sight.blocked_by_{}": [f"sight.blocked_by_{kind}{short}" for kind in HIDING for short in ("", "_short")],
    "move.state_{}": [f"move.state_{s}" for s in ("locked", "gone_to_ground", "falling_back")],
    "assault.state_{}": [
        f"assault.state_{s}" for s in ("locked", "gone_to_ground", "falling_back", "turbo_boosted")
    ],
    "{}_hint": ["guide.assault_hint", "guide.assault_unit_hint"],
    "shoot.state_{}": [f"shoot.state_{s}" for s in ("locked", "ran", "gone_to_ground", "turbo_boosted")],
    "step.{}": [f"step.{s}" for s in (*SETUP_STEPS, *BEFORE, *PHASES)],
    "character.state_{}": [f"character.state_{s}" for s in ("falling_back", "locked", "gone_to_ground")],
    "ground.state_{}": [f"ground.state_{s}" for s in ("locked", "falling_back")],
    "why.same_{}": [f"why.same_{kind}" for kind in ("room", "corridor", "section")],
    "why.auto_cover_{}": [f"why.auto_cover_{kind}" for kind in ("room", "section")],
    "guide.{}": [f"guide.{phase}" for phase in GUIDED],
    "guide.{}_hint": [f"guide.{phase}_hint" for phase in GUIDED],
    "guide.{}_unit": [f"guide.{phase}_unit" for phase in GUIDED],
    "guide.{}_unit_hint": [f"guide.{phase}_unit_hint" for phase in GUIDED],
    "offer.end_{}": [f"offer.end_{phase}" for phase in GUIDED],
    "offer.{}_unit": [f"offer.{act}_unit" for act in ("move", "shoot")],
    "offer.{}_done": [f"offer.{act}_done" for act in ("move", "shoot")],
    "offer.door_{}": [f"offer.door_{to}" for to in ("open", "shut")],
    "did.agreed_{}": [f"did.agreed_{step}" for step in SETTLED],
    "did.rolled_{}": [f"did.rolled_{step}" for step in SETTLED],
    "roll.{}": [f"roll.{step}" for step in SETTLED],
    "setup.{}_not_now": [f"setup.{step}_not_now" for step in SETTLED],
    "setup.no_such_{}": [f"setup.no_such_{step}" for step in SETTLED],
    "setup.{}_is_agreed": [f"setup.{step}_is_agreed" for step in SETTLED],
    "setup.settles_{}": [f"setup.settles_{step}" for step in SETTLED],
    "setup.{}_first": [f"setup.{step}_first" for step in BEFORE],
    "choose.order_{}": [],
    "next.after_{}": [f"next.after_{phase}" for phase in GUIDED],
}
# Names that sentences use of a thing rather than of the moment: conditions, types, states.
LABELS = ("condition.", "type.", "kind.", "state.", "said.")


def rules_trees(root: Path):
    for path in sorted((root / "wolfling_gui" / "rules").rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def keys_in(root: Path) -> tuple[dict[str, str], dict[str, str]]:
    """Return the literal keys and the patterns of computed keys of rules code, each with a file."""
    topics = {key.partition(".")[0] for key in RULES_SENTENCES}
    literal: dict[str, str] = {}
    computed: dict[str, str] = {}
    for path, tree in rules_trees(root):
        inside: set[int] = set()
        for node in ast.walk(tree):
            if isinstance(node, ast.JoinedStr):
                inside |= {id(part) for part in node.values}
                parts = [str(p.value) if isinstance(p, ast.Constant) else "{}" for p in node.values]
                text = "".join(parts)
                if text.partition(".")[0] in topics and "." in text and " " not in text:
                    computed[text] = path.name
        for node in ast.walk(tree):
            if not isinstance(node, ast.Constant) or id(node) in inside:
                continue
            if isinstance(node.value, str) and KEY.match(node.value):
                literal[node.value] = path.name
    return literal, computed


def test_every_key_of_rules_code_has_a_sentence(root):
    literal, computed = keys_in(root)
    assert set(computed) - set(COMPUTED) == set()
    wanted = [*literal, *(key for keys in COMPUTED.values() for key in keys)]
    assert len(wanted) > 200
    missing = [key for key in wanted if key not in RULES_SENTENCES]
    assert missing == []


def test_no_sentence_is_unused(root):
    literal, _ = keys_in(root)
    used = {*literal, *(key for keys in COMPUTED.values() for key in keys)}
    # The words of the set-up may stand ready before the rules that say them.
    ready = set() if any(key in literal for key in SETUP) else {*SETUP}
    unused = [
        key
        for key in RULES_SENTENCES.keys() - ready
        if key.removesuffix(".detail").removesuffix(".short") not in used and not key.startswith(LABELS)
    ]
    assert unused == []


def test_no_word_of_our_own_is_unused(root):
    code = "\n".join(p.read_text(encoding="utf-8") for p in (root / "wolfling_gui").rglob("*.py"))
    for key in words.WORDS:
        topic = key.partition(".")[0]
        computed = re.search(rf'f"{topic}\.(?:\w*_)?{{', code)
        assert code.count(f'"{key}"') > 1 or computed, key


def test_every_condition_type_and_state_has_a_name():
    for topic, words_of in (("condition", ConditionKind), ("type", UnitType), ("kind", StructureKind)):
        for word in get_args(words_of):
            assert f"{topic}.{word}" in RULES_SENTENCES
    for word in (*get_args(DoorState), *get_args(WallState)):
        assert f"state.{word}" in RULES_SENTENCES


def test_every_headline_belongs_to_findings(root):
    literal, _ = keys_in(root)
    says = {*literal, *(key for keys in COMPUTED.values() for key in keys)}
    topics = {key.partition(".")[0] for key in says}
    for key in words.HEADLINES:
        assert key.partition(".")[2] in says | topics, key


def test_places_are_named_as_they_are_filled(root):
    facts = {
        key.value
        for _, tree in rules_trees(root)
        for node in ast.walk(tree)
        if isinstance(node, ast.Dict)
        for key in node.keys
        if isinstance(key, ast.Constant) and isinstance(key.value, str)
    }
    given = {*KINDS, "thing", "models", "units", "model_count", "same", "a", "b", "type", "step_id"}
    given |= {"mission", "layout", "zone", "count"}
    given |= {"spec", "names"}
    given |= {"value", "limit", "margin", "judged", "limit_count", "who", "needed", "dice", "save", "count"}
    for key in RULES_SENTENCES:
        for place in places_of(key):
            if place in ("face_1", "face_2", "side_1", "side_2"):
                continue
            plain = re.sub(r"(_count|\d|_\d)$", "", re.sub(r"\d_count$", "_count", place))
            assert plain.rstrip("0123456789") in given | facts, (key, place)


@pytest.mark.parametrize(
    ("name", "verb"),
    [("Breachers", "are"), ("Riflemen", "are"), ("Scouts of Blue", "are"), ("Marksman", "is"),
     ("Rifleman 4", "is"), ("Boss", "is"), ("The Cerberus", "is"), ("Guard of the Rooms", "is")],
)  # fmt: skip
def test_verbs_agree_with_the_names_of_units(name, verb):
    said = tr("assault.state_locked", unit=name)
    assert said == f"{name} {verb} locked in combat and cannot assault."


@pytest.mark.parametrize("key", sorted(ENGLISH.sentences))
def test_sentences_keep_the_style(key):
    for text in texts_of(ENGLISH.sentences[key]):
        assert not re.search(r"\b(invalid|illegal|error|you can't|you can’t)\b", text, re.IGNORECASE)
        assert '"' not in text
        assert "'" not in text
        topic = key.partition(".")[0]
        if topic in ("did", "move", "path", "place", "sight", "shoot", "turn", "deploy", "door"):
            assert text.endswith((".", "”.", "{reason}")), text


# ---------------------------------------------------------------------- a made-up battle


@pytest.mark.parametrize("mode", ["foot", "run", "packs", "boost"])
@pytest.mark.parametrize("models", [1, 3])
def test_a_step_too_short_to_count_is_told_with_its_length_all_the_same(mode: str, models: int) -> None:
    battle = Position().unit("a", "blue", [(10, 10)]).battle()
    told = Entry("did.moved", (), ("a",), {"models": models, "longest": 5, "mode": mode})
    assert " 0.002″, " in explain_entry(told, battle).text
