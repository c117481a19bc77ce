"""What players can say of a shot, what is waited for, and what each fact does."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import CARBINE, Position, bare_table, deck, ruleset
from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts, Shoot
from wolfling_gui.core.lengths import inches
from wolfling_gui.session.declaring import fact_lines, facts_to_say, waited_for, with_fact

SHOT = Shoot("a", "b")


def facing(table=None, firers=((3, 4), (4, 4)), targets=((7, 4),), **more):
    position = Position(table or bare_table()).unit("a", "blue", list(firers), weapons=(CARBINE,))
    return position.unit("b", "orange", list(targets), **more).battle("shooting")


@pytest.fixture
def at_table():
    return facing().at_real_table()


def said(**facts) -> Shoot:
    return Shoot("a", "b", facts=DeclaredFacts(**facts))


def lines(battle, shot, model=""):
    """Return what each fact does as (text, rule) pairs."""
    found = fact_lines(ruleset(), battle, shot, model)
    return {fact: [(line.text, line.rule) for line in given] for fact, given in found.items()}


def test_only_what_the_ruleset_knows_can_be_said(at_table):
    wolfling = facts_to_say(ruleset(), at_table, SHOT)
    assert list(wolfling) == ["range", "sight", "zone", "cover", "level"]
    assert wolfling["zone"] == ("room", "corridor", "section", "none")
    classic = facts_to_say(ruleset("classic"), at_table, SHOT)
    assert list(classic) == ["range", "sight", "cover"]


def test_how_much_of_a_creature_is_hidden_can_be_said():
    battle = facing()
    target = battle.models["b-1"]
    creature = msgspec.structs.replace(target.profile, unit_type="monstrous_creature")
    battle = battle.with_model(msgspec.structs.replace(target, profile=creature))
    assert facts_to_say(ruleset(), battle, SHOT)["half"] == ("half", "less", "doubtful")


def test_a_shot_at_a_real_table_waits_for_each_fact_it_needs(at_table):
    rules = ruleset()
    assert waited_for(rules, at_table, SHOT) == ("range", "sight", "zone", "cover")
    assert waited_for(rules, at_table, said(sight="clear", zone="none")) == ("range", "cover")
    assert waited_for(rules, at_table, said(sight="clear", range=inches(6), zone="room")) == ()
    assert waited_for(ruleset("classic"), at_table, SHOT) == ("range", "sight", "cover")


def test_on_a_map_nothing_is_waited_for_and_what_was_measured_is_said():
    battle = facing(deck())
    assert waited_for(ruleset(), battle, SHOT) == ()
    found = lines(battle, SHOT)
    assert found["range"] == [("measured: 2.0″", "")]
    assert found["sight"] == [("seen from here: clear", "")]
    assert found["zone"] == [("on the map: the same room", "")]
    assert found["cover"] == [("on the map: 5+", "")]
    assert found["level"] == [("on the map: the same floor", "")]


def test_facts_not_said_are_named_as_waited_for(at_table):
    found = fact_lines(ruleset(), at_table, SHOT)
    assert [fact for fact, (line, *_) in found.items() if line.waits] == ["range", "sight", "zone", "cover"]
    assert [line.text for line in found["level"]] == ["not said"]


@pytest.mark.parametrize(
    ("away", "text"),
    [(18, "Carbine 18″: all 2 in range"), (18.5, "Carbine 18″: none of 2 in range")],
)
def test_a_range_says_who_is_within_it(at_table, away, text):
    assert lines(at_table, said(range=inches(away)))["range"] == [(text, "CL-SHOOT-5")]


def test_a_range_of_one_firer_is_his_own(at_table):
    shot = Shoot("a", "b", facts=DeclaredFacts(inches(6)), facts_by_model={"a-2": DeclaredFacts(inches(30))})
    assert lines(at_table, shot)["range"] == [("Carbine 18″: 1 of 2 in range", "CL-SHOOT-5")]
    assert lines(at_table, shot, "a-2")["range"] == [("Carbine 18″: out of range", "CL-SHOOT-5")]


@pytest.mark.parametrize(
    ("sight", "text"),
    [
        ("clear", "all 2 see b"),
        ("partly", "all 2 see b in part"),
        ("blocked", "none of 2 see b"),
    ],
)
def test_sight_says_how_many_see(at_table, sight, text):
    (found,) = lines(at_table, said(sight=sight))["sight"]
    assert found[0].casefold() == text
    assert found[1] == "CL-LOS-4"


def test_a_shared_zone_says_what_it_does_to_the_roll(at_table):
    room = lines(at_table, said(zone="room"))["zone"]
    assert room == [("same room: close quarters, 2+ to hit", "WO-CQS-1")]
    apart = lines(at_table, said(zone="none"))["zone"]
    assert [rule for _, rule in apart] == ["CL-SHOOT-7"]


def test_cover_says_what_counts_and_by_which_rule(at_table):
    ((text, rule),) = lines(at_table, said(zone="room", cover=3))["cover"]
    assert text.startswith("5+: ")
    assert rule == "WO-CQS-7"
    ((text, rule),) = lines(at_table, said(zone="none", cover=4))["cover"]
    assert text.startswith("4+: ")
    assert rule == "CL-COV-1"


def test_cover_that_needs_no_saying_is_told(at_table):
    ((text, rule),) = lines(at_table, said(zone="room"))["cover"]
    assert text.startswith("5+: ")
    assert rule == "WO-CQS-7"
    ((text, rule),) = lines(at_table, said(zone="corridor"))["cover"]
    assert rule == "WO-CQS-4"
    assert lines(at_table, said(zone="none"))["cover"] == [("not said; the shot waits for it", "")]


def test_a_floor_matters_only_within_a_zone(at_table):
    assert lines(at_table, said(level="above"))["level"] == [("matters only within one zone", "WO-TER-4")]
    shared = lines(at_table, said(zone="room", level="above"))["level"]
    assert shared == [("another floor is another zone", "WO-TER-4")]
    assert lines(at_table, said(zone="room", level="same"))["level"] == [("the same floor", "WO-TER-4")]


def test_a_fact_is_said_and_taken_back():
    facts = with_fact(NOTHING_SAID, "cover", "5")
    assert facts.cover == 5
    assert with_fact(facts, "cover", None) == NOTHING_SAID
    assert with_fact(DeclaredFacts(zone="room", zone_name="R1"), "zone", "none").zone_name == ""
    with pytest.raises(KeyError):
        with_fact(facts, "weather", "fine")
