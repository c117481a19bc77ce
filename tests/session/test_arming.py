"""Weapons are named for models that carry several; the others fire what they would."""

from __future__ import annotations

from tests.ui.deck import MINE, THEIRS, table_session
from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.requests import Choose
from wolfling_gui.core.verdict import Permit
from wolfling_gui.session.arming import NONE, armed, armings

BOMBER = f"{MINE}-5"
FACTS = DeclaredFacts(inches(10), "clear", "none", 0)


def test_only_models_with_several_weapons_choose():
    session = table_session()
    (one,) = armings(session.rules, session.battle, Shoot(MINE, THEIRS))
    assert one.models == (BOMBER,)
    assert one.weapons == ("Carbine", "Grenade launcher")
    assert one.fires == "Carbine"
    assert one.counted == ("Grenade launcher",)


def test_a_named_weapon_leaves_the_others_as_they_were():
    session = table_session()
    shot = armed(session.battle, Shoot(MINE, THEIRS), (BOMBER,), "Grenade launcher")
    assert {name: weapon for name, weapon in shot.weapons.items() if weapon} == {BOMBER: "Grenade launcher"}
    assert set(shot.weapons) == {m.id for m in session.battle.members(MINE)}
    assert armings(session.rules, session.battle, shot)[0].fires == "Grenade launcher"
    held = armed(session.battle, shot, (BOMBER,), NONE)
    assert BOMBER not in held.weapons
    assert armings(session.rules, session.battle, held)[0].fires == NONE
    assert armed(session.battle, held, (BOMBER,), "Carbine").weapons[BOMBER] == "Carbine"


def test_the_players_count_what_the_marker_touches():
    session = table_session()
    shot = armed(session.battle, Shoot(MINE, THEIRS, facts=FACTS), (BOMBER,), "Grenade launcher")
    assert isinstance(session.perform(shot), Permit)
    asked = []
    while session.request is not None and not isinstance(session.request, Choose):
        asked.append(session.request.says)
        session.give([1] * session.request.dice.count)
    assert isinstance(session.request, Choose)
    assert session.request.says == "choose.touched"
    assert session.request.about[-1] == BOMBER
