"""The desk: what is in hand, what is planned, what is done, and who is told."""

from __future__ import annotations

import pytest

from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_session, set_up_session
from wolfling_gui.core.actions import EndStep, Move, RollOff, Shoot, Waypoint
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.requests import Choose, Roll
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.files.journal_lines import Refused
from wolfling_gui.session.recorder import MemoryRecorder
from wolfling_gui.ui.desk import Desk, Draft


class Heard:
    """Count what a desk tells."""

    def __init__(self, desk: Desk) -> None:
        self.count: dict[str, int] = {}
        for name in ("session", "battle", "selection", "target", "hover", "level", "tool", "draft", "dice"):
            getattr(desk, f"{name}_changed").connect(lambda name=name: self._hear(name))

    def _hear(self, name: str) -> None:
        self.count[name] = self.count.get(name, 0) + 1

    def take(self) -> dict[str, int]:
        found, self.count = self.count, {}
        return found


@pytest.fixture
def desk(qapp) -> Desk:
    made = Desk()
    made.open(deck_session())
    return made


def test_without_a_battle_nothing_can_be_done_and_nothing_breaks(qapp):
    desk = Desk()
    desk.select(MINE)
    desk.set_target(THEIRS)
    desk.hover("model", "x")
    desk.set_level(3)
    assert (desk.battle, desk.rules, desk.request, desk.unit, desk.target) == (None, None, None, "", "")
    assert desk.guide() is None
    assert desk.targets() == ()
    assert desk.perform(EndStep()) is None
    assert desk.give([1]) == ""
    assert not desk.undo()
    assert not desk.step_back()


def test_selecting_tells_once_and_unknown_units_let_go(desk):
    heard = Heard(desk)
    desk.select(MINE)
    desk.select(MINE)
    assert heard.take() == {"selection": 1}
    assert desk.models == desk.battle.units[MINE].models
    desk.select(MINE, (desk.battle.units[MINE].models[1], "stranger"))
    assert desk.models == desk.picked_models == (desk.battle.units[MINE].models[1],)
    desk.select("nobody")
    assert (desk.unit, desk.models) == ("", ())


def test_another_selection_drops_the_target(desk):
    desk.select(MINE)
    desk.set_target(THEIRS)
    desk.select("blue-wardens")
    assert desk.target == ""


def test_targets_and_guide_are_kept_while_battle_and_selection_stay(desk):
    desk.select(MINE)
    first, guide = desk.targets(), desk.guide()
    assert desk.targets() is first
    assert desk.guide() is guide
    assert [t.unit for t in first if t.legal] == [THEIRS, "orange-scouts"]
    desk.select("blue-wardens")
    assert desk.targets() is not first
    assert desk.guide() is not guide


def test_targets_show_while_the_unit_may_fire_and_by_the_sight_tool_afterwards(desk):
    assert not desk.shows_targets
    desk.select(MINE)
    assert desk.shows_targets
    desk.fire(THEIRS)
    assert desk.request is not None or desk.chosen().has("shot")
    while desk.request is not None:
        desk.call_off()
    desk.select(THEIRS)
    assert not desk.shows_targets
    desk.set_tool("sight")
    assert desk.shows_targets


def test_with_app_dice_dice_are_rolled_at_once_and_told_once(desk):
    desk.select(MINE)
    desk.set_target("orange-scouts")
    heard = Heard(desk)
    verdict = desk.fire()
    assert isinstance(verdict, Permit)
    assert not isinstance(desk.request, Roll)
    assert heard.take()["battle"] == 1
    assert desk.target == ""


def test_with_real_dice_the_question_waits_and_a_bad_answer_leaves_it(desk):
    desk.set_app_dice(False)
    desk.select(MINE)
    desk.fire(THEIRS)
    request = desk.request
    assert isinstance(request, Roll)
    assert "missing" in desk.give([1])
    assert desk.request is request
    assert desk.give([1] * request.dice.count) == ""
    assert desk.request is not request
    assert desk.perform(EndStep()) is None  # a question waits
    desk.set_app_dice(True)
    assert not isinstance(desk.request, Roll)


def test_a_refusal_is_recorded_once_and_overruled_with_a_note(desk):
    desk.select(MINE)
    action = Shoot(MINE, HIDDEN)
    assert isinstance(desk.perform(action), Refusal)
    assert desk.refusal is not None
    history = desk.session.recorder.history
    assert len(history.refused) == 1
    desk.overrule(action, "the wall is glass")
    assert len(history.refused) == 1


def test_overruling_without_asking_first_records_the_refusal(desk):
    move = Move(MINE, {f"{MINE}-1": (Waypoint(at(16, 12.55)),)})
    assert isinstance(desk.propose(move), Refusal)
    verdict = desk.overrule(move, "agreed")
    assert isinstance(verdict, Permit)
    assert [type(line) for _, line in desk.session.recorder.history.refused] == [Refused]
    assert desk.battle.models[f"{MINE}-1"].place.at == at(16, 12.55)


@pytest.fixture
def moving(qapp) -> Desk:
    made = Desk()
    made.open(deck_session("movement"))
    made.select(MINE)
    return made


def plan(x: float, y: float) -> Draft:
    return Draft("move", MINE, paths={f"{MINE}-1": (Waypoint(at(x, y)),)})


def test_a_plan_is_judged_and_done_only_when_committed(moving):
    before = moving.battle
    moving.set_draft(plan(15.4, 13.0))
    assert moving.draft.allowed
    assert moving.battle is before
    assert isinstance(moving.commit_draft(), Permit)
    assert moving.draft is None
    assert moving.battle.models[f"{MINE}-1"].place.at == at(15.4, 13.0)


def test_a_refused_plan_stays_with_its_reasons(moving):
    moving.set_draft(plan(17.5, 22))
    assert not moving.draft.allowed
    verdict = moving.commit_draft()
    assert isinstance(verdict, Refusal)
    assert moving.draft is not None
    assert any(f.says == "move.walked" and f.margin < 0 for f in moving.reasons())
    assert moving.battle.models[f"{MINE}-1"].place.at == at(14.9, 12.55)
    moving.overrule(moving.draft.action, "agreed")
    assert moving.draft is None
    assert moving.battle.models[f"{MINE}-1"].place.at == at(17.5, 22)


def test_taking_another_unit_drops_the_plan(moving):
    moving.set_draft(plan(15.4, 13.0))
    moving.select("blue-wardens")
    assert moving.draft is None


def test_undo_over_dice_asks_first(desk):
    desk.set_app_dice(False)
    desk.select(MINE)
    desk.fire("orange-scouts")
    desk.give([1] * desk.request.dice.count)
    assert desk.request is None
    shot = desk.battle
    assert not desk.undo()
    assert desk.undo_asked
    assert desk.battle is shot
    assert desk.undo()
    assert desk.battle is not shot
    assert not desk.undo_asked
    assert desk.redo()
    assert desk.battle is shot


def test_undo_without_dice_is_done_at_once(moving):
    moving.set_draft(plan(15.4, 13.0))
    moving.commit_draft()
    assert moving.undo()
    assert moving.battle.models[f"{MINE}-1"].place.at == at(14.9, 12.55)


def test_calling_off_leaves_the_battle_as_it_was(desk):
    desk.set_app_dice(False)
    before = desk.battle
    desk.fire(THEIRS) if desk.unit else desk.select(MINE)
    desk.fire(THEIRS)
    assert desk.request is not None
    desk.call_off()
    assert desk.request is None
    assert desk.battle is before


def test_a_past_moment_is_shown_and_nothing_can_be_done_in_it(moving):
    moving.set_draft(plan(15.4, 13.0))
    moving.commit_draft()
    now = moving.battle
    moving.look_at(0)
    assert moving.looking_back
    assert moving.battle.models[f"{MINE}-1"].place.at == at(14.9, 12.55)
    moving.set_draft(plan(15.4, 13.4))
    assert moving.draft is None
    assert moving.step_back()
    assert not moving.looking_back
    assert moving.battle is now


def test_a_die_put_right_changes_what_followed(desk):
    desk.set_app_dice(False)
    desk.select(MINE)
    desk.fire("orange-scouts")
    desk.give([1] * desk.request.dice.count)
    assert desk.request is None
    count = len(desk.session.undo_step.answers[0])
    desk.correct(0, [6] * count)
    assert isinstance(desk.request, Roll)


def test_one_step_back_after_the_other(moving):
    moving.set_tool("move")
    moving.set_draft(plan(15.4, 13.0))
    assert moving.step_back()
    assert moving.draft is None
    assert moving.tool == "move"
    assert moving.step_back()
    assert moving.tool == "select"
    assert moving.unit == MINE
    assert moving.step_back()
    assert moving.unit == ""
    assert not moving.step_back()
    assert moving.battle.clock.step == "movement"


def test_the_roll_off_goes_through_with_choices_left_to_the_players(qapp):
    desk = Desk()
    desk.open(set_up_session())
    desk.perform(RollOff())
    assert isinstance(desk.request, Choose)
    assert "none of the options" in desk.give("third")
    assert desk.give(desk.request.options[0].id) == ""
    assert desk.battle.clock.step == "deployment"


def test_closing_frees_the_journal_and_forgets_everything(qapp, tmp_path):
    desk = Desk()
    path = tmp_path / "deck.battle"
    desk.open(deck_session(path=path))
    desk.select(MINE)
    desk.close()
    assert (desk.session, desk.unit, desk.battle) == (None, "", None)
    path.unlink()
    again = Desk()
    again.open(deck_session(path=path))
    again.close()


def test_opening_another_battle_stops_listening_to_the_first(qapp):
    desk = Desk()
    first = deck_session()
    desk.open(first)
    desk.open(deck_session("movement"))
    heard = Heard(desk)
    first.perform(EndStep())
    assert heard.take() == {}
    assert isinstance(first.recorder, MemoryRecorder)


def test_the_pointer_is_told_only_when_it_changes(desk):
    heard = Heard(desk)
    desk.hover("model", f"{THEIRS}-1")
    desk.hover("model", f"{THEIRS}-1")
    assert heard.take() == {"hover": 1}
    assert desk.hovered.unit == THEIRS
    desk.set_cursor(at(1, 1))
    assert desk.cursor.x == inches(1)
    desk.hover()
    assert desk.hovered.unit == ""
