"""Which reason of a volley that nobody can fire comes first: that of the model nearest to firing."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from tests.builders import HEAVY, PISTOL, RIFLE, Position, bare_table, ruleset
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.forces import Condition, Weapon
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.terrain import Wall
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.rules.engine import check
from wolfling_gui.session.explain import verdict_headline

MOVED = Condition("moved", "CL-MOVE-1")
HIDDEN, OPEN = (28, 8), (30.7, 8.5)
"""Places behind the wall, and past its end, from where all of the north is seen."""


def refused(
    firers: Sequence[tuple[tuple[float, float], Weapon]], north: float, moved: bool = True
) -> Refusal:
    """Return the refusal of firers, each at a spot with a weapon, at one enemy so far to the north."""
    table = bare_table().with_wall(Wall("W1", at(0, 10), at(30, 10)))
    position = Position(table, "classic").unit("ours", "blue", [spot for spot, _ in firers])
    position.unit("theirs", "orange", [(30, north)])
    for number, (_, weapon) in enumerate(firers, 1):
        name = f"ours-{number}"
        position.models[name] = msgspec.structs.replace(position.models[name], weapons=(weapon,))
    battle = position.battle("shooting")
    if moved:
        battle = battle.with_condition("ours", MOVED)
    verdict = check(ruleset("classic"), battle, Shoot("ours", "theirs"))
    assert isinstance(verdict, Refusal)
    return verdict


def reasons(verdict: Refusal) -> list[tuple[str, str]]:
    return [(f.says, f.about[0]) for f in verdict.findings if f.against]


def test_who_sees_and_is_out_of_range_comes_before_who_sees_nothing():
    verdict = refused([(HIDDEN, PISTOL), (OPEN, RIFLE)], 25.7)
    says, who = reasons(verdict)[0]
    assert (says, who) == ("shoot.rapid_moved", "ours-2")
    assert verdict.findings[0].limit == inches(12)
    assert abs(verdict.findings[0].value - inches("16.23")) < inches("0.05")
    assert "sight" not in verdict_headline(verdict).text
    assert ("sight.blocked_by_intact_wall", "ours-1") in [
        (says.removesuffix("_short"), who) for says, who in reasons(verdict)
    ]


def test_of_several_out_of_range_the_one_that_lacks_least_comes_first():
    verdict = refused([((32, 7), PISTOL), (OPEN, PISTOL)], 25, moved=False)
    assert reasons(verdict) == [("shoot.out_of_range", "ours-2"), ("shoot.out_of_range", "ours-1")]


def test_a_gun_that_cannot_fire_after_a_move_is_named_so_even_where_it_sees_nothing():
    verdict = refused([((26, 7), HEAVY), (HIDDEN, PISTOL)], 25)
    assert reasons(verdict)[0][0].startswith("sight.blocked_by_intact_wall")
    assert ("shoot.no_shots_moved", "ours-1") in reasons(verdict)


def test_where_nobody_sees_the_wall_still_comes_first():
    verdict = refused([(HIDDEN, PISTOL), ((26, 7), RIFLE)], 25)
    assert reasons(verdict)[0][0].startswith("sight.blocked_by_intact_wall")
