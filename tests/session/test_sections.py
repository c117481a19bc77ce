from __future__ import annotations

import msgspec

from tests.builders import Position, bare_table, ruleset
from tests.ui.deck import HIDDEN, MINE, deck_battle
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Area, Floor, Structure
from wolfling_gui.rules.engine import check
from wolfling_gui.session.sections import section_of

RULES = ruleset()
BOX = Area("X", (at(17, 6), at(21, 6), at(21, 14), at(17, 14)), area=False, height=inches(4))


def reason(battle, unit="blue", target="orange"):
    return check(RULES, battle, Shoot(unit, target)).reasons[0]


def test_a_section_measures_the_line_and_what_stands_in_it():
    floor = tuple(at(*spot) for spot in ((2, 2), (12, 2), (12, 18), (2, 18)))
    ruin = Structure("R", "ruin", floors=(Floor(0, floor), Floor(1, floor)))
    table = msgspec.structs.replace(bare_table(), areas={"X": BOX}, structures={"R": ruin})
    position = Position(table)
    position.unit("blue", "blue", [(11, 10, 1)]).unit("orange", "orange", [(25, 10)])
    battle = position.battle("shooting")
    cut = section_of(RULES, battle, reason(battle))
    assert cut is not None
    assert cut.length == inches(14)
    assert cut.eye == inches(3) + round(inches("1.25") * 0.9)
    assert (cut.low, cut.high) == (0, inches("1.25"))
    (piece,) = cut.pieces
    assert (piece.id, piece.kind, piece.bottom, piece.top) == ("X", "solid", 0, inches(4))
    assert abs(piece.start - inches(6)) <= 2
    assert abs(piece.end - inches(10)) <= 2


def test_a_floor_in_the_way_is_met_at_its_height():
    floor = tuple(at(*spot) for spot in ((2, 2), (12, 2), (12, 18), (2, 18)))
    ruin = Structure("R", "ruin", floors=(Floor(0, floor), Floor(1, floor)))
    position = Position(msgspec.structs.replace(bare_table(), structures={"R": ruin}))
    position.unit("blue", "blue", [(4, 10, 1)]).unit("orange", "orange", [(14, 10)])
    battle = position.battle("shooting")
    cut = section_of(RULES, battle, reason(battle))
    assert cut is not None
    (piece,) = cut.pieces
    assert (piece.id, piece.kind, piece.bottom, piece.top) == ("R", "floor", inches(3), inches(3))


def test_walls_up_to_the_ceiling_on_one_floor_need_no_section():
    battle = deck_battle()
    assert section_of(RULES, battle, reason(battle, MINE, HIDDEN)) is None


def test_findings_that_are_not_about_a_line_have_none():
    position = Position()
    position.unit("blue", "blue", [(2, 2)]).unit("orange", "orange", [(40, 40)])
    battle = position.battle("shooting")
    assert section_of(RULES, battle, reason(battle)) is None
