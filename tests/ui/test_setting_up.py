"""Set up and come onto the table by mouse and keys: objectives, zones, edges, from above, and by question."""

from __future__ import annotations

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.builders import Position, bare_table
from tests.ui.play import CONTROL, LEFT, PLAIN, SHIFT, rest, settle
from wolfling_gui.core.actions import Adjust, DeepStrike, SetPlace
from wolfling_gui.core.battle import Mission, SetUp
from wolfling_gui.core.forces import Base, Profile
from wolfling_gui.core.lengths import at, distance, inches, millimetres
from wolfling_gui.core.requests import Put
from wolfling_gui.core.terrain import DeploymentZone, Marker
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.ui.panels.verdict_card import FindingRow
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.widgets import ElidedLabel, TextLabel

JUMPER = Profile("Jumper", unit_type="jump_infantry", bs=4, s=4, t=4, sv=5)


def spot(player, x, y):
    return player.map.to_view(at(x, y)).toPoint()


def click_map(player, x, y):
    QTest.mouseMove(player.map.viewport(), spot(player, x, y))
    QTest.mouseClick(player.map.viewport(), LEFT, PLAIN, spot(player, x, y))
    settle()


def near(point, x, y, slack=0.15):
    return distance(point, at(x, y)) <= inches(slack)


def drag_map(player, start, end):
    port = player.map.viewport()
    QTest.mousePress(port, LEFT, PLAIN, spot(player, *start))
    for share in (0.3, 0.7, 1.0):
        x, y = (a + (b - a) * share for a, b in zip(start, end, strict=True))
        QTest.mouseMove(port, spot(player, x, y))
        settle()
    QTest.mouseRelease(port, LEFT, PLAIN, spot(player, *end))
    rest()


def two_sides(table=None, name="classic"):
    position = Position(table or bare_table(), name)
    position.unit("blues", "blue", [(5, 5), (6, 5)])
    position.unit("oranges", "orange", [(40, 40), (41, 40)])
    return position


# ---------------------------------------------------------------------- objectives and zones


def placing():
    battle = two_sides().battle("objectives", turn=0)
    battle = battle.with_mission(Mission("seize_ground")).with_setup(SetUp("blue", 2))
    return battle


def test_objectives_are_placed_by_clicks_that_are_judged_on_the_way(table):
    player = table(placing())
    port = player.map.viewport()
    QTest.mouseMove(port, spot(player, 5, 24))
    settle()
    rings = [v for v in player.map.board.overlays if isinstance(v, o.Ring)]
    assert [ring.kind for ring in rings] == ["refused"]
    click_map(player, 5, 24)
    assert not player.battle.table.objectives
    assert isinstance(player.desk.refusal, Refusal)
    QTest.mouseMove(port, spot(player, 24, 24))
    settle()
    assert [v.kind for v in player.map.board.overlays if isinstance(v, o.Ring)] == ["legal"]
    click_map(player, 24, 24)
    (first,) = player.battle.table.objectives.values()
    assert near(first.at, 24, 24)
    assert player.battle.clock.side == "orange"
    player.press(Qt.Key.Key_Z, CONTROL)
    assert not player.battle.table.objectives


def test_an_objective_is_placed_by_keys(table):
    player = table(placing())
    player.map.setFocus()
    for _ in range(2):
        player.press(Qt.Key.Key_Up, SHIFT)
    player.press(Qt.Key.Key_P)
    (first,) = player.battle.table.objectives.values()
    assert first.at == at(24, 26)


def test_a_zone_is_taken_by_its_number(table):
    battle = (
        two_sides().battle("zones", turn=0).with_mission(Mission("annihilation", layout="pitched_battle"))
    )
    player = table(battle)
    rows = [row.name for row in player.guide.choices.rows.rows]
    assert rows[:2] == ["Take the south edge", "Take the north edge"]
    player.press(Qt.Key.Key_2)
    assert player.battle.clock.step == "deployment"
    assert {zone.side: zone.name for zone in player.battle.table.deployment} == {
        "blue": "north",
        "orange": "south",
    }
    assert player.map.options.deployment


def test_a_mission_is_agreed_on_by_a_click(table):
    battle = two_sides().battle("mission", turn=0).with_mission(Mission("random"))
    battle = battle.with_clock(msgspec.structs.replace(battle.clock, side="", order=()))
    player = table(battle)
    player.choose_row("Play Annihilation")
    assert player.battle.mission.id == "annihilation"


# ---------------------------------------------------------------------- arrivals


def arriving(how: str, count=3, rules=("deep_strike",), enemies=((40, 40),)):
    position = Position(bare_table(), "classic")
    position.unit("drop", "blue", [(1, 1)] * count, in_reserve=f"arriving:{how}", rules=rules)
    position.unit("enemy", "orange", enemies)
    battle = position.battle(turn=2)
    return battle.with_models([msgspec.structs.replace(m, place=None) for m in battle.members("drop")])


def test_a_unit_comes_on_from_its_edge_and_is_dragged_within_its_strip(table):
    player = table(arriving("edge"))
    player.choose_row("Drop")
    draft = player.desk.draft
    assert draft.kind == "deploy"
    assert draft.allowed
    strips = [v for v in player.map.board.overlays if isinstance(v, o.Reach)]
    assert strips
    assert max(p.y for p in strips[0].polygons[0]) == inches(6)
    first = next(iter(draft.places.values())).at
    start = (first.x / 2540, first.y / 2540)
    drag_map(player, start, (start[0] + 5, start[1] + 12))
    assert isinstance(player.desk.draft.verdict, Refusal)
    assert "Put back" in player.main()
    drag_map(player, (start[0] + 5, start[1] + 12), (start[0] + 5, start[1]))
    assert player.desk.draft.allowed
    player.press(Qt.Key.Key_Return)
    places = [m.place for m in player.battle.standing("drop")]
    assert len(places) == 3
    assert near(places[0].at, start[0] + 5, start[1])
    assert player.battle.units["drop"].in_reserve == ""


def test_a_unit_comes_down_where_it_is_aimed_at_by_a_click(table):
    player = table(arriving("deep_strike"))
    player.choose_row("Drop")
    assert player.desk.unit == "drop"
    assert player.desk.draft is None
    click_map(player, 20, 20)
    begun = player.desk.session.recorder.history.open
    assert isinstance(begun.action, DeepStrike)
    assert near(begun.action.at, 20, 20)
    player.desk.give({"hit": True})
    assert len(player.battle.standing("drop")) == 3


def mishap(table):
    player = table(arriving("deep_strike", 2, enemies=[(20, 21.2)]))
    player.desk.select("drop")
    player.desk.perform(DeepStrike("drop", at(20, 20)))
    player.desk.give({"hit": True})
    player.desk.give([3])
    settle()
    assert isinstance(player.desk.request, Put)
    assert player.desk.request.side == "orange"
    return player


def test_the_opponent_drags_a_mishapped_unit_and_is_judged_live(table, qtbot):
    player = mishap(table)
    draft = player.desk.draft
    assert draft.kind == "put"
    assert isinstance(draft.verdict, Permit)
    take = player.guide.request.take
    qtbot.waitUntil(take.isEnabled)
    first = draft.places["drop-1"].at
    start = (first.x / 2540, first.y / 2540)
    drag_map(player, start, (20, 20.3))
    assert isinstance(player.desk.draft.verdict, Refusal)
    qtbot.waitUntil(lambda: not take.isEnabled())
    rows = [row for row in player.guide.request.findChildren(FindingRow) if row.isVisible()]
    assert rows
    player.press(Qt.Key.Key_Return)
    assert isinstance(player.desk.request, Put)
    drag_map(player, (20, 20.3), (10, 30))
    qtbot.waitUntil(take.isEnabled)
    player.click(take)
    assert player.desk.request is None
    assert near(player.battle.models["drop-1"].place.at, 10, 30)


def test_esc_puts_dragged_models_back_and_undo_goes_before_the_question(table):
    player = mishap(table)
    before = dict(player.desk.draft.places)
    first = before["drop-1"].at
    start = (first.x / 2540, first.y / 2540)
    drag_map(player, start, (30, 10))
    assert player.desk.draft.places != before
    player.map.setFocus()
    player.press(Qt.Key.Key_Escape)
    assert player.desk.draft.places == before
    player.press_button("Call it off", player.guide)
    assert player.desk.request is None
    assert player.desk.draft is None


# ---------------------------------------------------------------------- packs


def test_jump_infantry_moves_with_packs_or_on_foot(table):
    position = two_sides()
    position.unit("jumpers", "blue", [(10, 10), (11, 10)], JUMPER)
    player = table(position.battle())
    ways = player.guide.ways
    player.desk.select("blues")
    settle()
    assert not ways.isVisible()
    player.desk.select("jumpers")
    settle()
    assert ways.isVisible()
    drag_map(player, (10, 10), (10, 20))
    assert isinstance(player.desk.draft.verdict, Refusal)
    ways.choice.setFocus()
    player.press(Qt.Key.Key_Right)
    assert player.focus is ways.choice
    assert player.desk.draft.mode == "packs"
    player.press(Qt.Key.Key_Escape)
    drag_map(player, (10, 10), (10, 20))
    assert player.desk.draft.mode == "packs"
    assert player.desk.draft.allowed
    player.map.setFocus()
    player.press(Qt.Key.Key_Return)
    assert near(player.battle.models["jumpers-1"].place.at, 10, 20)


# ---------------------------------------------------------------------- infiltrators and scouts


def test_infiltrators_are_laid_out_dragged_and_set_up(table):
    position = two_sides()
    position.unit("sneaks", "blue", [(1, 1), (1, 1)], rules=("infiltrate",))
    battle = position.battle("infiltrators", turn=0)
    battle = battle.with_models([msgspec.structs.replace(m, place=None) for m in battle.members("sneaks")])
    player = table(battle)
    player.choose_row("Sneaks")
    draft = player.desk.draft
    assert draft.kind == "deploy"
    first = draft.places["sneaks-1"].at
    drag_map(player, (first.x / 2540, first.y / 2540), (15, 15))
    assert player.desk.draft.allowed
    player.press(Qt.Key.Key_Return)
    assert near(player.battle.models["sneaks-1"].place.at, 15, 15)


def test_a_plan_outlives_a_click_beside_it_until_esc(table):
    position = two_sides()
    position.unit("runners", "blue", [(10, 10), (11, 10)], rules=("scouts",))
    player = table(position.battle("scouts", turn=0))
    player.choose_row("Runners")
    drag_map(player, (10, 10), (10, 14))
    plan = player.desk.draft
    click_map(player, 30, 5)
    assert player.desk.draft == plan
    assert player.desk.unit == "runners"
    player.press(Qt.Key.Key_Escape)
    assert player.desk.draft is None
    click_map(player, 30, 5)
    assert player.desk.unit == ""


def test_scouts_move_before_the_first_turn(table):
    position = two_sides()
    position.unit("runners", "blue", [(10, 10), (11, 10)], rules=("scouts",))
    player = table(position.battle("scouts", turn=0))
    player.choose_row("Runners")
    drag_map(player, (10, 10), (10, 14))
    assert player.desk.draft.kind == "move"
    assert player.desk.draft.allowed
    player.press(Qt.Key.Key_Return)
    assert near(player.battle.models["runners-1"].place.at, 10, 14)


# ---------------------------------------------------------------------- turning, proposals, what may be done


def laid_out(table):
    """Return a player who has two units of oval bases to set up in his zone, with the first laid out."""
    oval = Profile("Hound", base=Base(millimetres(35), millimetres(60), "oval"))
    position = Position(bare_table(), "classic")
    position.unit("hounds", "blue", [(1, 1)] * 3, oval)
    position.unit("blues", "blue", [(1, 1)] * 3)
    position.unit("oranges", "orange", [(40, 40), (41, 40)])
    battle = position.battle("deployment", turn=0)
    zones = tuple(
        DeploymentZone(side, (tuple(at(x, y) for x, y in corners),), name=side)
        for side, corners in (
            ("blue", ((0, 0), (48, 0), (48, 12), (0, 12))),
            ("orange", ((0, 36), (48, 36), (48, 48), (0, 48))),
        )
    )
    battle = battle.with_table(msgspec.structs.replace(battle.table, deployment=zones))
    off = [msgspec.structs.replace(m, place=None) for u in ("hounds", "blues") for m in battle.members(u)]
    player = table(battle.with_models(off))
    player.choose_row("Hounds")
    return player


def facings(player, unit="hounds"):
    draft = player.desk.draft
    return [draft.places[m].facing for m in player.battle.units[unit].models]


def test_a_unit_is_turned_as_a_whole_and_one_model_on_the_spot(table):
    player = laid_out(table)
    player.map.setFocus()
    before = dict(player.desk.draft.places)
    assert facings(player) == [90, 90, 90]
    player.press(Qt.Key.Key_Q)
    player.press(Qt.Key.Key_Q)
    assert facings(player) == [120, 120, 120]
    first, second = "hounds-1", "hounds-2"
    after = player.desk.draft.places
    apart = distance(before[first].at, before[second].at)
    assert abs(distance(after[first].at, after[second].at) - apart) <= 3
    assert after[first].at != before[first].at
    player.press(Qt.Key.Key_E)
    player.click_model(first)
    assert player.desk.picked_models == (first,)
    player.map.setFocus()
    spot_before = player.desk.draft.places[first].at
    player.press(Qt.Key.Key_E)
    assert facings(player) == [90, 105, 105]
    assert player.desk.draft.places[first].at == spot_before
    player.press(Qt.Key.Key_Return)
    assert [m.place.facing for m in player.battle.standing("hounds")] == [90, 105, 105]
    assert not player.desk.may_turn


def test_models_turned_in_mid_drag_are_carried_on_as_they_stand(table):
    player = laid_out(table)
    start = player.desk.draft.places["hounds-1"].at

    def turn():
        player.desk.turn(90)

    player.drag_from(start, at(20, 6), during=turn)
    shown = player.desk.draft.places
    assert facings(player) == [180, 180, 180]
    player.drag_from(shown["hounds-1"].at, at(shown["hounds-1"].at.x / 2540, shown["hounds-1"].at.y / 2540))
    assert facings(player) == [180, 180, 180]


def test_a_refused_place_is_said_at_the_pointer_while_it_is_dragged(table):
    player = laid_out(table)
    seen = []

    def look():
        rest()
        player.window.view.flush()
        card = player.window.view.card
        seen.append([label.text() for label in card.findChildren(TextLabel)] if card is not None else [])

    player.drag_from(player.desk.draft.places["hounds-1"].at, at(24, 24), during=look)
    (said,) = seen
    assert any("outside its deployment zone" in text for text in said), said
    assert player.window.view.card is None or not player.window.view.tools.busy


def test_units_to_set_up_stay_listed_beside_a_plan_and_can_be_kept_back(table):
    player = laid_out(table)
    rows = [row.name for row in player.guide.choices.rows.rows]
    assert rows[:2] == ["Hounds", "Blues"]
    player.choose_row("Blues")
    assert player.desk.draft.unit == "blues"
    player.press_button("Keep Blues in reserve", player.guide)
    assert player.battle.units["blues"].in_reserve == "edge"
    assert player.desk.draft is None


def test_all_units_are_set_up_where_they_are_proposed(table):
    player = laid_out(table)
    player.press_button("Set up all 2 as proposed", player.guide)
    assert len(player.battle.standing("hounds")) == len(player.battle.standing("blues")) == 3
    assert player.desk.unit == ""
    assert "End Blue" in player.main()
    for model in (*player.battle.standing("hounds"), *player.battle.standing("blues")):
        assert model.place.at.y < inches(12)
    player.press(Qt.Key.Key_Z, CONTROL)
    assert [len(player.battle.standing(u)) for u in ("hounds", "blues")] == [3, 0]


def test_a_unit_that_comes_down_faces_where_it_is_dragged_to(table):
    player = table(arriving("deep_strike", 1))
    player.choose_row("Drop")
    assert player.desk.landing_facing("drop") == 90
    drag_map(player, (20, 20), (30, 20))
    action = player.desk.session.recorder.history.open.action
    assert (action.facing, near(action.at, 20, 20)) == (0, True)
    player.desk.give({"hit": True})
    assert player.battle.models["drop-1"].place.facing == 0


def test_a_unit_that_comes_down_is_turned_by_keys_and_its_mishap_is_told_before(table):
    player = table(arriving("deep_strike", 2, enemies=[(20, 21.2)]))
    player.choose_row("Drop")
    player.map.setFocus()
    QTest.mouseMove(player.map.viewport(), spot(player, 10, 30))
    settle()
    player.press(Qt.Key.Key_E)
    assert player.desk.landing_facing("drop") == 75
    shown = player.map.board.overlays
    ghosts = [v for v in shown if isinstance(v, o.Ghost)]
    assert {g.place.facing for g in ghosts} == {75}
    assert all(g.ok for g in ghosts)
    QTest.mouseMove(player.map.viewport(), spot(player, 20, 20))
    settle()
    shown = player.map.board.overlays
    assert not all(v.ok for v in shown if isinstance(v, o.Ghost))
    assert any("A mishap here" in v.name for v in shown if isinstance(v, o.Tag))
    click_map(player, 10, 30)
    assert player.desk.session.recorder.history.open.action.facing == 75


# ---------------------------------------------------------------------- who holds what, as it stands


def test_a_contested_objective_bears_both_sides_on_the_map_and_counts_for_none(table):
    position = Position(bare_table(), "classic")
    position.unit("blues", "blue", [(10, 10)], role="troops")
    position.unit("oranges", "orange", [(13, 10)], role="troops")
    battle = position.battle(turn=2).with_mission(Mission("seize_ground"))
    held = battle.table.with_objective(Marker("O1", at(11.5, 10), name="Well"))
    player = table(battle.with_table(held.with_objective(Marker("O2", at(9, 12), name="Mill"))))
    assert player.desk.contests() == {"O1": ("blue", "orange")}
    drawn = player.map.board.drawn_markers()
    assert drawn["O1"].owner == "blue orange"
    assert player.desk.score_now() == {"blue": 1, "orange": 0}
    rows = [label.text() for label in player.window.forces.score.objectives.findChildren(ElidedLabel)]
    assert "contested" in rows
    player.desk.perform(Adjust((SetPlace("oranges-1", None),)))
    settle()
    assert player.desk.contests() == {}
    assert (
        player.map.board.drawn_markers()["O1"].owner == player.battle.table.objectives["O1"].owner == "blue"
    )
    assert player.desk.score_now() == {"blue": 2, "orange": 0}
