"""Going to ground where nobody has a place: asked by what was declared of the shot (WO-CQS-5)."""

from __future__ import annotations

from tests.builders import TROOPER, Position, play, session
from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.forces import Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.session.explain import explain_request

ONE = Weapon("one", "assault", inches(24), 10, 1, 1)


def shot_at(zone):
    position = Position().unit("shooters", "blue", [(4, 4)], weapons=[ONE])
    battle = position.unit("foes", "orange", [(8, 4), (9, 6)], TROOPER).battle("shooting")
    running = session(battle.at_real_table())
    facts = DeclaredFacts(inches(5), "clear", zone, 0 if zone == "none" else None)
    running.perform(Shoot("shooters", "foes", facts=facts))
    running.give([6])
    running.give([6])
    return running


def test_in_the_corridor_of_the_firer_nobody_is_asked():
    running = shot_at("corridor")
    assert running.request.says == "allocate.casualties"
    play(running, {"foes-1": 1})
    assert running.battle.models["foes-1"].casualty


def test_elsewhere_the_owner_is_asked_and_told_of_corridors():
    running = shot_at("none")
    assert running.request.says == "confirm.ground"
    words = explain_request(running.request, running.battle)
    assert words.detail.endswith(
        "; say no if half of it or more is in a corridor, where nobody goes to ground."
    )


def test_in_a_room_of_the_firer_it_would_help_nothing():
    assert shot_at("room").request.says == "roll.save"
