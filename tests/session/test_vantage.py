from __future__ import annotations

import msgspec
import pytest

from tests.builders import HEAVY, Position, bare_table, deck, ruleset
from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_battle
from wolfling_gui.core.changes import digest
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Wall
from wolfling_gui.session.preview import targets
from wolfling_gui.session.vantage import Lookout


def lookout(battle, unit=MINE, models=()):
    return Lookout(ruleset(battle.ruleset), battle, unit, models or battle.units[unit].models)


def test_nothing_in_the_battle_changes():
    battle = deck_battle("movement")
    before = digest(battle)
    looked = lookout(battle)
    vantage = looked.looked(looked.at(at(13.5, 9.6), 0))
    assert digest(battle) == before
    assert vantage.battle.models[MINE + "-1"].place.at == at(13.5, 9.6)


def test_from_where_it_stands_a_unit_sees_what_it_sees_now():
    battle = deck_battle("shooting")
    looked = lookout(battle)
    vantage = looked.looked(looked.at(battle.models[MINE + "-1"].place.at, 0))
    assert vantage.access == "here"
    assert {m: p.at for m, p in vantage.places.items()} == {
        m: battle.models[m].place.at for m in battle.units[MINE].models
    }
    now = targets(ruleset(), battle, MINE)
    assert [(t.unit, t.legal, t.odds and t.odds.expected) for t in vantage.previews] == [
        (t.unit, t.legal, t.odds and t.odds.expected) for t in now
    ]


def test_from_there_targets_are_as_they_would_be_after_the_move():
    battle = deck_battle("movement")
    looked = lookout(battle)
    vantage = looked.looked(looked.at(at(14, 14), 0))
    assert vantage.access == "within"
    assert 0 < vantage.length <= vantage.limit == inches(6)
    moved = vantage.battle
    assert moved.clock.step == "shooting"
    assert moved.units[MINE].has("moved")
    assert [(t.unit, t.legal) for t in vantage.previews] == [
        (t.unit, t.legal) for t in targets(ruleset(), msgspec.structs.replace(moved), MINE)
    ]
    assert next(t for t in vantage.previews if t.unit == THEIRS).legal


def test_a_place_beyond_the_move_and_one_in_a_wall_are_named():
    battle = deck_battle("movement")
    looked = lookout(battle)
    assert looked.at(at(21, 9.5), 0).access == "beyond"
    assert looked.at(at(9, 14), 0).access == "no_room"
    assert lookout(deck_battle("shooting")).at(at(14, 14), 0).access == "not_now"


def test_no_way_leads_through_a_shut_door():
    position = Position(deck(D2="shut"))
    position.unit("blue", "blue", [(20, 4)]).unit("orange", "orange", [(28, 4)])
    battle = position.battle()
    there = lookout(battle, "blue").at(at(23, 4), 0)
    assert there.access == "no_way"
    assert there.limit == inches(6)


def test_the_formation_is_kept_and_pulled_together_at_walls():
    table = msgspec.structs.replace(bare_table(), walls={"W": Wall("W", at(20, 0), at(20, 48))})
    position = Position(table)
    position.unit("blue", "blue", [(10, 10), (12, 10), (14, 10)]).unit("orange", "orange", [(40, 40)])
    looked = lookout(position.battle(), "blue")
    free = looked.at(at(10, 20), 0)
    assert [free.places[f"blue-{n}"].at for n in (1, 2, 3)] == [at(10, 20), at(12, 20), at(14, 20)]
    assert not free.crowded
    near = looked.at(at(17, 20), 0)
    third = near.places["blue-3"].at
    assert third.x < inches(20) - 1250
    assert third.x < inches(21)
    assert not near.crowded


def test_models_picked_look_alone():
    battle = deck_battle("shooting")
    one = MINE + "-1"
    looked = lookout(battle, MINE, (one,))
    vantage = looked.looked(looked.at(at(7.5, 14), 0))
    assert list(vantage.places) == [one]
    brutes = next(t for t in vantage.previews if t.unit == HIDDEN)
    assert brutes.legal
    assert set(brutes.volley.firers) == {one}
    assert brutes.line.firer == one
    # The others still see the riflemen, but they are not asked.
    assert not next(t for t in vantage.previews if t.unit == THEIRS).legal


def test_a_heavy_weapon_counts_as_moved_from_there():
    position = Position()
    position.unit("blue", "blue", [(10, 10)], weapons=(HEAVY,)).unit("orange", "orange", [(30, 10)])
    looked = lookout(position.battle(), "blue")
    assert looked.looked(looked.at(at(10, 10), 0)).previews[0].legal
    assert not looked.looked(looked.at(at(12, 10), 0)).previews[0].legal


def test_how_the_others_would_stand_bars_no_shot():
    position = Position()
    position.unit("blue", "blue", [(10, 10), (17, 10)]).unit("orange", "orange", [(12, 20)])
    looked = lookout(position.battle(), "blue")
    vantage = looked.looked(looked.at(at(10, 12), 0))
    assert vantage.access == "within"
    assert vantage.previews[0].legal
    assert not targets(ruleset(), vantage.battle, "blue")[0].legal


def test_outside_a_move_the_unit_counts_as_having_moved_there():
    position = Position()
    position.unit("blue", "blue", [(10, 10)], weapons=(HEAVY,)).unit("orange", "orange", [(30, 10)])
    looked = lookout(position.battle("shooting"), "blue")
    there = looked.looked(looked.at(at(12, 10), 0))
    assert there.access == "not_now"
    assert [f.says for f in there.previews[0].verdict.findings if f.effect == "forbids"] == [
        "shoot.no_shots_moved"
    ]


def test_the_ground_in_view_is_that_of_every_model():
    battle = deck_battle("shooting")
    looked = lookout(battle)
    first = looked.at(at(14.9, 12.55), 0)
    assert not first.previews
    assert not first.looked
    whole = looked.looked(first)
    assert whole.looked
    assert len(whole.seen) >= len(first.seen) + 4


def test_somebody_has_to_stand():
    battle = deck_battle("movement")
    gone = battle.with_models(
        msgspec.structs.replace(battle.models[m], place=None) for m in battle.units[MINE].models
    )
    with pytest.raises(ValueError, match="stands"):
        lookout(gone)
