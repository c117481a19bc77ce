from __future__ import annotations

import pytest

from tests.builders import CARBINE, TROOPER, Position, deck, play, session
from wolfling_gui.core.actions import EndStep, Move, Shoot, Waypoint
from wolfling_gui.core.changes import digest
from wolfling_gui.core.lengths import at
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.session.correcting import preview
from wolfling_gui.session.log import session_log
from wolfling_gui.session.pools import pools_of, pools_so_far, result_text, succeeds
from wolfling_gui.session.session import Session


def fight(extra: bool = False) -> Session:
    """Return a battle in which three breachers may shoot at four riflemen, and two wardens after them."""
    position = Position(deck())
    position.unit("breachers", "blue", [(4, 4), (5, 4), (6, 4)], weapons=(CARBINE,))
    if extra:
        position.unit("wardens", "blue", [(2, 2), (3, 2)], weapons=(CARBINE,))
    position.unit("riflemen", "orange", [(8, 6), (8, 7), (9, 6), (9, 7)], TROOPER)
    return session(position.battle("shooting", phase_start={"riflemen": 4}))


def shot(running: Session, unit: str = "breachers", *answers: object) -> Session:
    running.perform(Shoot(unit, "riflemen"))
    play(running, *answers)
    return running


def test_a_save_put_right_is_previewed_in_counts_and_models():
    running = shot(
        fight(), "breachers", [6, 6, 6, 1, 1, 1], [4, 4, 4], [5, 2, 1], {"riflemen-1": 1, "riflemen-2": 1}
    )
    before = digest(running.battle)
    found = preview(running, 2, [5, 5, 1])
    assert found.counts == "1 → 2 saves, 2 → 1 wounds."
    assert found.again
    assert found.follows.startswith("Later answers no longer fit. Asked again: Orange picks 1 casualty")
    assert digest(running.battle) == before
    assert len(running.steps) == 1


def test_what_becomes_of_models_is_said_when_all_later_answers_fit():
    running = shot(fight(), "breachers", [6, 1, 1, 1, 1, 1], [4], [1], {"riflemen-3": 1})
    found = preview(running, 2, [6])
    assert found.counts == "0 → 1 saves, 1 → 0 wounds."
    assert found.effects == ("Riflemen 3 stands again.",)
    assert found.follows == "1 later answer is no longer needed."
    assert not found.again
    assert found.text.splitlines() == [found.counts, *found.effects, found.follows]
    same = preview(running, 1, [5])
    assert same.counts == "1 → 1 wounds."
    assert same.effects == ("Nobody stands or falls by it.",)
    assert same.follows == "Later answers still fit."


def test_a_test_of_leadership_is_put_right_into_falling_back():
    running = shot(fight(), "breachers", [6, 1, 1, 1, 1, 1], [4], [1], {"riflemen-3": 1})
    running.perform(EndStep())
    play(running, [1, 1])
    found = preview(running, 0, [6, 6])
    assert found.counts == "Sum 2 → 12."
    assert found.again
    assert found.follows == "Asked then: Orange rolls how far Riflemen must fall back."


def test_a_wrong_die_is_refused_with_words():
    running = shot(fight(), "breachers", [1, 1, 1, 1, 1, 1])
    with pytest.raises(ValueError, match="7"):
        preview(running, 0, [7, 1, 1, 1, 1, 1])
    with pytest.raises(ValueError, match="no number 4"):
        preview(running, 3, [1])
    with pytest.raises(ValueError, match="nothing has been done"):
        preview(fight(), 0, [1])


def test_old_dice_are_offered_where_only_their_count_changed():
    running = shot(
        fight(),
        "breachers",
        [6, 6, 1, 1, 1, 1],
        [2, 3],
    )
    left = running.correct(0, [6, 6, 5, 1, 1, 1])
    assert left == [[2, 3]]
    assert isinstance(running.request, Roll)
    assert running.request.dice.count == 3
    assert running.offered == [2, 3]
    running.give([2, 3, 1])
    assert running.request is None
    assert running.offered is None


def test_kept_answers_keep_whose_dice_they_were():
    running = fight()
    running.perform(Shoot("breachers", "riflemen"))
    running.give([6, 6, 1, 1, 1, 1])
    rolled = running.app_answer()
    running.give([2, *rolled[1:]], rolled=True, typed=1)
    while isinstance(running.request, Roll | Allocate):
        request = running.request
        running.give(
            [6] * request.dice.count if isinstance(request, Roll) else {request.candidates[0]: request.count}
        )
    said = f"To wound 4+, Carbine: typed 2 and rolled {rolled[1]}, "
    assert any(row.text.startswith(said) for row in session_log(running))
    running.correct(0, [6, 1, 6, 1, 1, 1])
    rows = session_log(running)
    assert rows[0].text == "Dice put right: 6 6 1 1 1 1 → 6 1 6 1 1 1."
    assert any(row.text.startswith(said) for row in rows)


def test_app_dice_after_a_correction_begin_as_they_did():
    running = fight()
    running.perform(Shoot("breachers", "riflemen"))
    running.give([6, 6, 1, 1, 1, 1])
    first = running.app_answer()
    running.give([1, 1])
    running.correct(0, [6, 6, 6, 1, 1, 1])
    assert running.app_answer()[:2] == first


def test_actions_after_one_put_right_are_played_again():
    running = shot(fight(extra=True), "breachers", [6, 1, 1, 1, 1, 1], [4], [6])
    shot(running, "wardens", [1, 1, 1, 1])
    running.perform(EndStep())
    first = running.steps[0]
    assert preview(running, 2, [5], first).follows == (
        "The 2 actions after it still pass; they are played again."
    )
    running.correct(2, [5], first)
    assert running.played_on.count == 2
    assert running.played_on.left == ()
    assert [type(step.action) for step in running.steps] == [Shoot, Shoot, EndStep]
    assert running.steps[0].corrects == first.line
    assert running.battle.clock.step == "assault"
    assert session_log(running)[0].text == "Die 1 put right: 6 → 5."


def test_playing_again_stops_at_the_first_action_whose_answers_no_longer_fit():
    running = shot(fight(extra=True), "breachers", [6, 1, 1, 1, 1, 1], [4], [6])
    shot(running, "wardens", [6, 1, 1, 1], [4], [1], {"riflemen-3": 1})
    running.perform(EndStep())
    play(running, [1, 1])
    old = running.recorder.history.here
    running.correct(2, [1], running.steps[0])
    assert isinstance(running.request, Allocate)
    running.give({"riflemen-3": 1})
    assert running.played_on.count == 0
    assert [type(step.action) for step in running.played_on.left] == [Shoot, EndStep]
    assert running.played_on.reasons == ()
    assert len(running.steps) == 1
    assert running.battle.models["riflemen-3"].casualty
    running.go_to(old)
    assert running.battle.clock.step == "assault"


def test_playing_again_stops_at_the_first_action_that_is_refused_now():
    position = Position(deck())
    position.unit("breachers", "blue", [(4, 4)], weapons=(CARBINE,))
    position.unit("riflemen", "orange", [(8, 6)], TROOPER)
    position.unit("others", "orange", [(9, 7)], TROOPER)
    running = session(position.battle("shooting"))
    shot(running, "breachers", [6, 1], [4], [6])
    for _ in range(2):
        running.perform(EndStep())
    running.perform(Move("riflemen", {"riflemen-1": (Waypoint(at(8, 5)),)}))
    running.correct(2, [1], running.steps[0])
    assert running.played_on.count == 2
    assert len(running.played_on.left) == 1
    assert {f.rule for f in running.played_on.reasons} & {"CL-WND-9", "CL-GEN-13"}
    assert running.battle.clock.side == "orange"


def test_undo_takes_a_correction_back_with_what_fell_out_by_it():
    running = shot(fight(extra=True), "breachers", [6, 1, 1, 1, 1, 1], [4], [1], {"riflemen-3": 1})
    shot(running, "wardens", [1, 1, 1, 1])
    running.perform(EndStep())
    play(running, [1, 1])
    before, old = digest(running.battle), running.steps
    found = preview(running, 2, [6], running.steps[0])
    assert found.follows == (
        "Of the actions after it 1 of 2 still pass, and 1 falls out. Undo brings it back."
    )
    running.correct(2, [6], running.steps[0])
    assert running.played_on.count == 1
    assert running.undoes_correction
    after = running.steps
    assert len(after) == 2
    running.undo()
    assert (digest(running.battle), running.steps) == (before, old)
    assert running.redoes_correction
    running.redo()
    assert running.steps == after
    assert running.undoes_correction
    running.perform(EndStep())
    assert not running.undoes_correction
    running.undo()
    assert running.steps == after
    running.undo()
    assert running.steps == old
    running.undo()
    assert running.steps == old[:-1]


def test_calling_a_correction_off_leaves_everything_as_it_was():
    running = shot(fight(extra=True), "breachers", [6, 1, 1, 1, 1, 1], [1])
    shot(running, "wardens", [1, 1, 1, 1])
    before = digest(running.battle)
    running.correct(1, [5], running.steps[0])
    assert running.request is not None
    running.call_off()
    assert digest(running.battle) == before
    assert len(running.steps) == 2
    running.perform(EndStep())
    assert running.played_on is None
    assert len(running.steps) == 3


def test_the_dice_of_an_action_are_told_pool_by_pool():
    running = fight()
    assert pools_so_far(running) == ()
    running.perform(Shoot("breachers", "riflemen"))
    running.give([6, 6, 1, 1, 1, 1])
    running.roll()
    first, second = pools_so_far(running)
    assert (first.number, first.needed, first.result, first.typed) == (0, "2+", "2 hits, 4 misses", 6)
    assert first.made == (True, True, False, False, False, False)
    assert first.title == "Blue rolls 6 dice to hit"
    assert second.typed == 0
    while running.request is not None:
        request = running.request
        running.give(
            [1] * request.dice.count if isinstance(request, Roll) else {request.candidates[0]: request.count}
        )
    assert pools_of(running, running.steps[0])[:2] == (first, second)


@pytest.mark.parametrize(
    ("says", "faces", "text"),
    [
        ("roll.to_wound", [4, 1, 6], "2 wounds, 1 fails"),
        ("roll.save", [4, 1, 1], "1 save, 2 wounds"),
        ("roll.danger", [4, 1], "1 success, 1 fails"),
        ("roll.to_hit", [], ""),
        ("roll.to_hit", [1, 1], "2 misses"),
        ("roll.to_hit", [6, 6], "2 hits"),
    ],
)
def test_what_dice_come_to_is_said_in_the_words_of_the_roll(says, faces, text):
    from tests.session.test_luck import number

    assert result_text(says, faces, number(4)) == text


def test_a_one_never_succeeds_and_sums_have_no_single_success():
    from tests.session.test_luck import number

    assert succeeds(1, number(1)) is False
    assert succeeds(2, number(1)) is True
    assert succeeds(6, None) is None
    assert result_text("roll.free", [3, 4], None) == "sum 7"
