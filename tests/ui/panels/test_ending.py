"""How the battle ended: the score, and why an objective belongs to nobody."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtGui import QTextLayout

from tests.ui.deck import deck_session
from wolfling_gui.session.ending import Ending
from wolfling_gui.session.preview import near_objectives
from wolfling_gui.ui.panels.ending import EndCard, left_words
from wolfling_gui.ui.widgets import ElidedLabel, RuleChip, TextLabel


def texts(card):
    return [label.text() for kind in (TextLabel, ElidedLabel) for label in card.findChildren(kind)]


@pytest.fixture
def battle(look):
    return deck_session().battle


@pytest.mark.parametrize(
    ("near", "said"),
    [(None, "nobody"), ((), "nobody near"), (("orange",), "Orange near, not scoring"),
     (("blue", "orange"), "contested")],
)  # fmt: skip
def test_an_objective_without_a_holder_says_why(battle, put, near, said):
    table = battle.table
    for marker in table.objectives.values():
        table = table.with_objective(msgspec.structs.replace(marker, owner=""))
    free = battle.with_table(table)
    name = next(iter(table.objectives))
    others = {other: () for other in table.objectives if other != name}
    card = put(EndCard(free, others if near is None else others | {name: near}))
    assert texts(card).count(said) == (len(others) + (said == "nobody near") if near == () else 1)


def test_a_held_objective_names_its_side(battle, put):
    table = battle.table
    name = next(iter(table.objectives))
    held = battle.with_table(
        table.with_objective(msgspec.structs.replace(table.objectives[name], owner="orange"))
    )
    card = put(EndCard(held, {}))
    elided = [label.text() for label in card.findChildren(ElidedLabel)]
    assert elided.count("Orange") == 2
    assert len(card.findChildren(ElidedLabel)) >= len(table.objectives) + len(battle.sides)


def test_who_is_near_is_measured_as_the_score_does(battle):
    session = deck_session()
    near = near_objectives(session.rules, session.battle)
    assert set(near) == set(session.battle.table.objectives)
    for marker in session.battle.table.objectives.values():
        if marker.owner:
            assert marker.owner in near[marker.id]
    empty = session.battle
    for model in list(empty.on_table()):
        empty = empty.with_model(msgspec.structs.replace(model, place=None))
    assert near_objectives(session.rules, empty) == {}


def test_the_card_says_how_it_was_decided_and_what_is_left(battle, put):
    opened = []
    fallen = battle.members("orange-riflemen") if "orange-riflemen" in battle.units else ()
    card = put(EndCard(battle, {}, Ending("Blue won, 2 to 1.", ("CL-MIS-2", "CL-MIS-6"))))
    card.opened.connect(opened.append)
    said = texts(card)
    assert "Blue won, 2 to 1." in said
    for number, side in enumerate(battle.sides):
        models = [m for u in battle.units_of(side.id) for m in u.models]
        left = [m for m in models if not battle.models[m].casualty]
        units = [u for u in battle.units_of(side.id) if battle.members(u.id)]
        total = len(battle.units_of(side.id))
        wanted = f"{side.name}: {len(units)} of {total} units, {len(left)} of {len(models)} models"
        assert wanted in said, (number, fallen)
    chips = [chip for chip in card.findChildren(RuleChip) if chip.rule() == "CL-MIS-2"]
    chips[0].click()
    assert opened == ["CL-MIS-2"]


def test_a_name_from_right_to_left_leaves_the_counts_in_their_order(battle):
    side = battle.sides[0]
    plain = left_words(battle, side.id)
    named = battle.with_side(msgspec.structs.replace(side, name="צבא אדום"))
    assert left_words(named, side.id) == plain.replace(side.name, "\u2068צבא אדום\u2069")
    layout = QTextLayout(left_words(named, side.id))
    layout.beginLayout()
    layout.createLine().setLineWidth(10000)
    layout.endLayout()
    words = left_words(named, side.id)
    line = layout.lineAt(0)
    places = [line.cursorToX(words.index(part))[0] for part in (":", " of ", " units", ", ", " models")]
    assert places == sorted(places)


def test_a_long_name_makes_no_card_wider_and_objectives_stay_readable(battle, put):
    name = "W" * 40
    for side in battle.sides:
        battle = battle.with_side(msgspec.structs.replace(side, name=name))
    near = {marker: (battle.sides[0].id,) for marker in battle.table.objectives}
    decided = Ending(f"{name} won, 2 to 1.", ("CL-MIS-2",))
    card = put(EndCard(battle, near, decided))
    assert card.minimumSizeHint().width() <= card.look.px(316)
    assert decided.text in texts(card)
    card.setFixedWidth(card.look.px(316))
    card.layout().activate()
    cut = {label.text(): label for label in card.findChildren(ElidedLabel) if label.is_cut()}
    assert not cut.keys() & {marker.name for marker in battle.table.objectives.values()}
    assert name in cut
    assert cut[name].toolTip() == name
