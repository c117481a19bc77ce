"""Assaults on the map: marks on every target, the plan that a drag makes, and the one action it becomes."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt

from tests.builders import Position, bare_table, session
from tests.session.test_charges import BOG, facing
from tests.ui.play import SHIFT, settle
from wolfling_gui.core.actions import Charge
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.rules.engaged import measured_contacts
from wolfling_gui.session.explain import verdict_headline
from wolfling_gui.session.proof import proof_of
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.marks import marks, proof_marks
from wolfling_gui.ui.panels.charge_card import ChargeCard
from wolfling_gui.ui.panels.hover_card import MoveCard
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.tools.charge import charging
from wolfling_gui.ui.tools.pointer import Pointer


class Hand:
    """Stand in for the toolbox: a desk to act on, nothing to draw with."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    def show(self, *overlays: object) -> None:
        """Draw nothing."""

    def cursor(self, name: str) -> None:
        """Show no pointer."""


@pytest.fixture
def desk(qapp) -> Desk:
    """Return a desk with three models that can reach two enemies."""
    made = Desk()
    made.open(session(facing()))
    made.select("ours")
    return made


def dragged(desk: Desk, model: str, *spots, last: str = "release") -> None:
    """Drag a model over places of the table by made-up events."""
    start = desk.battle.models[model].place.at
    if desk.draft is not None and desk.draft.paths.get(model):
        start = desk.draft.paths[model][-1].at
    events = [Pointer("move", spot, 0, dragging=True) for spot in spots]
    tool = charging(Hand(desk), Pointer("press", start, 0, model), events[0])
    next(tool)
    for event in events[1:]:
        tool.send(event)
    with pytest.raises(StopIteration):
        tool.send(Pointer(last, spots[-1], 0))


def shown(desk: Desk, kind: type) -> list:
    """Return the overlays of a kind that lie over the map."""
    return [value for value in marks(desk) if isinstance(value, kind)]


# ---------------------------------------------------------------------- what is marked


def test_every_enemy_unit_is_marked_as_soon_as_a_unit_is_in_hand(desk):
    rings = {ring.model: ring.kind for ring in shown(desk, o.TargetRing)}
    assert rings == {"theirs-1": "reacts", "theirs-2": "reacts", "away-1": "refused"}
    tags = {tag.anchor: (tag.mark, tag.strong, tag.plain) for tag in shown(desk, o.Tag)}
    assert tags["theirs"] == ("warning", "3 of 3", "in contact")
    assert tags["away"][0] == "refused"
    assert tags["away"][2].endswith("away, reach 6″")


def test_pointing_at_a_target_shows_ways_order_reach_and_contacts(desk):
    assert not shown(desk, o.Landing)
    desk.hover("model", "theirs-1")
    landings = shown(desk, o.Landing)
    assert [one.number for one in landings] == [1, 2, 3]
    assert {one.kind for one in landings} == {"contact"}
    assert all(path.limit == inches(6) for path in shown(desk, o.Path))
    assert len(shown(desk, o.Contact)) >= 3
    assert shown(desk, o.Reach)[0].polygons


def test_a_target_out_of_reach_shows_how_far_the_nearest_model_would_come(desk):
    desk.hover("model", "away-1")
    (path,) = shown(desk, o.Path)
    assert path.limit == inches(6) < distance(*path.points)


# ---------------------------------------------------------------------- by made-up events


def test_a_drag_towards_an_enemy_plans_the_assault_of_the_whole_unit(desk):
    dragged(desk, "ours-1", at(20, 21), at(20, 23))
    draft = desk.draft
    assert (draft.kind, draft.target, draft.allowed) == ("charge", "theirs", True)
    assert set(draft.paths) == {"ours-1", "ours-2", "ours-3"}
    assert [turn.number for turn in shown(desk, o.Turn)] == [1, 2, 3]
    desk.commit_draft()
    assert isinstance(desk.session.steps[-1].action, Charge)
    assert len(measured_contacts(desk.rules, desk.battle, "ours")) == 3


def test_a_small_drag_and_one_that_is_called_off_plan_nothing(desk):
    dragged(desk, "ours-1", at(20, 20.3))
    assert desk.draft is None
    dragged(desk, "ours-1", at(20, 23), last="cancel")
    assert desk.draft is None


def test_a_drag_towards_an_enemy_out_of_reach_only_aims_at_it(desk):
    dragged(desk, "ours-3", at(30, 30), at(39, 39))
    assert desk.draft is None
    assert desk.target == "away"


def test_a_ghost_put_where_it_may_not_stand_leaves_a_refused_plan_that_can_be_overruled(desk):
    dragged(desk, "ours-1", at(20, 23))
    dragged(desk, "ours-3", at(24, 22))
    assert isinstance(desk.draft.verdict, Refusal)
    assert "CL-ASLT-6" in {f.rule for f in desk.reasons()}
    assert any(isinstance(v, o.FindingMarks) for v in marks(desk))
    assert verdict_headline(desk.draft.verdict).text == "Refused: a better place is free"
    action = desk.draft.action
    desk.commit_draft()
    assert desk.draft is not None, "the plan stays with its reasons"
    desk.overrule(action, "we agree")
    assert distance(desk.battle.models["ours-3"].place.at, at(24, 22)) < 4
    assert desk.battle.units["ours"].has("charged")


def test_a_ghost_dragged_beside_an_enemy_is_drawn_into_contact(desk):
    dragged(desk, "ours-1", at(20, 23))
    dragged(desk, "ours-3", at(22.8, 24.7))
    assert desk.draft.allowed
    assert distance(desk.draft.paths["ours-3"][-1].at, at(21.5, 25)) == pytest.approx(2500, abs=4)


# ---------------------------------------------------------------------- by mouse and keys


def test_an_assault_by_mouse_from_the_press_to_enter(table):
    player = table(facing())
    player.click_model("ours-2")
    assert [row.name for row in player.guide.choices.rows.rows] == ["Theirs", "Away"]
    cards = []
    player.drag(
        "ours-2",
        at(21.5, 23.5),
        during=lambda: (settle(), player.window.view.flush(), cards.append(player.window.view.card)),
    )
    assert isinstance(cards[0], MoveCard)
    assert player.main().startswith("Assault Theirs · 3 models")
    player.press(Qt.Key.Key_Return)
    assert player.desk.draft is None
    assert player.battle.units["ours"].has("locked")


def test_an_assault_by_keys_chooses_the_target_by_its_number(table):
    player = table(facing())
    player.desk.select("ours")
    player.window.view.focus_map()
    player.press(Qt.Key.Key_1)
    player.window.view.flush()
    card = player.window.view.card
    assert isinstance(card, ChargeCard)
    assert card.preview.unit == "theirs"
    assert player.main().startswith("Assault Theirs")
    player.press(Qt.Key.Key_Return)
    assert player.battle.units["theirs"].has("assaulted")


def test_a_target_out_of_reach_can_be_declared_all_the_same(table):
    player = table(facing())
    player.click_model("ours-1")
    player.click_model("away-1")
    assert player.main() == "Other target"
    player.press_button("Declare it all the same")
    assert player.battle.units["ours"].has("charged")
    assert not player.battle.units["ours"].has("locked")


def test_the_roll_for_bad_ground_is_the_main_button_where_it_comes_first(table):
    rough = msgspec.structs.replace(bare_table(), areas={"bog": BOG})
    player = table(facing(table=rough))
    player.click_model("ours-1")
    player.click_model("theirs-1")
    assert "Roll for difficult ground" in player.main()
    player.press(Qt.Key.Key_Return)
    player.type("65")
    player.press(Qt.Key.Key_Return)
    player.breathe()
    assert player.desk.target == "theirs"
    assert player.main().startswith("Assault Theirs")


def test_a_plan_made_by_dragging_asks_for_the_roll_too(table):
    rough = msgspec.structs.replace(bare_table(), areas={"bog": BOG})
    player = table(facing(table=rough))
    player.drag("ours-1", at(20, 23.5))
    assert isinstance(player.desk.draft, Draft)
    assert not player.desk.draft.allowed
    player.press_button("Roll for difficult ground")
    assert player.desk.request is not None


def test_nobody_is_marked_for_a_unit_that_has_assaulted_or_that_has_nobody_to_go_for(qapp):
    made = Desk()
    made.open(session(Position().unit("ours", "blue", [(20, 20)]).battle("assault")))
    made.select("ours")
    assert made.charges() == ()
    made.open(session(facing()))
    made.select("ours")
    made.perform(Charge("ours", "theirs"))
    assert not made.shows_charges


def test_an_assault_is_dragged_by_keys_and_its_models_are_put_one_by_one(table):
    player = table(facing())
    player.desk.select("ours")
    player.window.view.focus_map()
    keys = player.window.view.keys
    keys.take_or_put()
    assert keys.carries
    for _ in range(3):
        player.press(Qt.Key.Key_Up, SHIFT)
    player.press(Qt.Key.Key_Return)
    assert not keys.carries
    draft = player.desk.draft
    assert (draft.kind, draft.target, draft.by_hand) == ("charge", "theirs", ())
    player.press(Qt.Key.Key_Return)
    assert player.battle.units["ours"].has("locked")


def test_a_refused_assault_keeps_its_ways_on_its_proof(desk):
    dragged(desk, "ours-1", at(20, 23))
    dragged(desk, "ours-3", at(24, 22))
    proof = proof_of(desk.rules, desk.draft.verdict)
    paths = [v for v in proof_marks(proof) if isinstance(v, o.Path)]
    assert len(paths) == 3
