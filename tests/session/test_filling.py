"""Odds left for later: the same at the end as at once, in the order asked for, and never for refusals."""

from __future__ import annotations

import msgspec
import pytest

from tests.builders import CARBINE, Position, ruleset
from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_battle
from tests.ui.guns import LAUNCHER, MORTAR, armed
from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.changes import digest
from wolfling_gui.core.forces import Profile, Weapon
from wolfling_gui.core.lengths import inches
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules.engine import check
from wolfling_gui.session.filling import Filling
from wolfling_gui.session.preview import likely, planned, target, targets

RULES = ruleset()
SCOUTS = "orange-scouts"


def filling(battle: Battle) -> Filling:
    return Filling(RULES, battle, targets(RULES, battle, MINE, later=True))


@pytest.fixture(scope="module")
def launchers() -> Battle:
    """Return the deck with one breacher left of whom two units are in sight, and a launcher."""
    return armed(deck_battle(), LAUNCHER)


def test_everything_but_slow_odds_is_there_at_once(launchers):
    known = {t.unit: t for t in targets(RULES, launchers, MINE)}
    waiting = targets(RULES, launchers, MINE, later=True)
    assert {t.unit for t in waiting if t.waits} == {THEIRS, SCOUTS}
    for one in waiting:
        whole = known[one.unit]
        assert (one.verdict.plan, one.volley, one.reason, one.gap, one.line) == (
            whole.verdict.plan, whole.volley, whole.reason, whole.gap, whole.line,
        )  # fmt: skip
        assert one.odds is None
        assert (whole.odds is not None) == one.waits


def test_odds_filled_in_are_those_worked_out_at_once_and_nothing_moves(launchers):
    before = digest(launchers)
    made = filling(launchers)
    order = [t.unit for t in made.previews]
    assert made.waiting == (THEIRS, SCOUTS)
    known = []
    while made.waiting:
        waiting = made.waiting
        if made.step():
            known += [unit for unit in waiting if unit not in made.waiting]
    assert known == [THEIRS, SCOUTS]
    assert [t.unit for t in made.previews] == order
    at_once = {t.unit: t.odds for t in targets(RULES, launchers, MINE)}
    assert {t.unit: t.odds for t in made.previews} == at_once
    assert not made.step()
    assert digest(launchers) == before


def test_what_is_looked_at_comes_first_and_what_was_begun_goes_on(launchers):
    steps = filling(launchers)
    alone = 1
    while not steps.step((THEIRS,)):
        alone += 1
    made = filling(launchers)
    for _ in range(alone - 1):
        assert not made.step((THEIRS,))
    while not made.step(("", SCOUTS)):
        assert made.waiting == (THEIRS, SCOUTS)
    assert made.waiting == (THEIRS,)
    assert made.step(), "all but the last step was done before"


def test_a_unit_that_is_not_to_be_waited_for_changes_nothing(launchers):
    made = filling(launchers)
    first = made.previews
    made.step((HIDDEN, "nobody"))
    assert made.previews == first


def test_dice_to_hit_never_wait():
    battle = armed(deck_battle(), CARBINE)
    made = filling(battle)
    assert made.waiting == ()
    assert made.previews == targets(RULES, battle, MINE)


def test_one_marker_among_rifles_makes_the_volley_wait(launchers):
    battle = armed(deck_battle(), CARBINE)
    last = battle.units[MINE].models[-1]
    battle = battle.with_model(msgspec.structs.replace(battle.models[last], weapons=(LAUNCHER,)))
    made = filling(battle)
    assert THEIRS in made.waiting
    while made.waiting:
        made.step()
    assert next(t for t in made.previews if t.unit == THEIRS).odds == target(RULES, battle, MINE, THEIRS).odds


def test_markers_without_a_place_are_not_waited_for():
    """With facts declared at a table without positions the players count what a marker hits."""
    battle = armed(deck_battle(), LAUNCHER)
    for model in battle.models.values():
        battle = battle.with_model(msgspec.structs.replace(model, place=None))
    said = Shoot(MINE, THEIRS, facts=DeclaredFacts(range=10 * 2540, sight="clear", zone="none", cover=0))
    preview = target(RULES, battle, MINE, THEIRS, said, later=True)
    assert preview.volley is not None
    assert preview.volley.groups[0].spread
    assert (preview.waits, preview.odds) == (False, None)


def test_targets_that_wait_stand_in_the_order_of_an_estimate():
    """Barrages reach them all; the one with most models under the marker is the first."""
    battle = (
        Position()
        .unit("guns", "blue", [(10, 4), (12, 4)], weapons=(MORTAR,))
        .unit("few", "orange", [(10, 20)])
        .unit("many", "orange", [(20, 24), (21.1, 24), (20.5, 25)])
        .battle("shooting")
    )
    found = targets(RULES, battle, "guns", later=True)
    assert [t.unit for t in found] == ["many", "few"]
    assert all(t.waits for t in found)
    first, second = (likely(RULES, battle, t.volley) for t in found)
    assert first.expected > second.expected > 0


def test_many_dice_at_mixed_models_wait_too_and_stand_in_the_order_of_an_estimate():
    """Two hundred dice at two kinds of saves; what is worked out in steps is what is worked out at once."""
    gun = Weapon("Gun", "heavy", inches(48), 4, 0, 20)
    position = Position().unit("guns", "blue", [(4 + 2 * n, 4) for n in range(10)], weapons=(gun,))
    for unit, at, save in (("hard", 4, 2), ("soft", 20, 6)):
        position.unit(
            unit,
            "orange",
            [(at + 1.3 * (n % 10), 24 + 2 * (n // 10)) for n in range(20)],
            profile=Profile("M", sv=save),
        )
    battle = position.battle("shooting")
    for unit in ("hard", "soft"):
        one = battle.standing(unit)[0]
        other = msgspec.structs.replace(one.profile, sv=5)
        battle = battle.with_model(msgspec.structs.replace(one, profile=other))
    made = Filling(RULES, battle, targets(RULES, battle, "guns", later=True))
    assert [t.unit for t in made.previews] == ["soft", "hard"]
    assert made.waiting == ("soft", "hard")
    steps = 0
    while made.waiting:
        made.step()
        steps += 1
    assert steps > 100
    for preview in made.previews:
        assert preview.odds == target(RULES, battle, "guns", preview.unit).odds
        assert sum(preview.odds.casualties) == pytest.approx(1)


def test_a_plan_waits_only_where_markers_were_put(launchers):
    permit = check(RULES, launchers, Shoot(MINE, THEIRS))
    assert isinstance(permit, Permit)
    plan = planned(RULES, launchers, permit)
    assert (plan.waits, plan.odds) == (True, None)
    made = Filling(RULES, launchers, (plan,))
    while not made.step():
        pass
    assert made.previews[0].odds == target(RULES, launchers, MINE, THEIRS).odds
    rifles = armed(launchers, CARBINE)
    quick = planned(RULES, rifles, check(RULES, rifles, Shoot(MINE, THEIRS)))
    assert not quick.waits
    assert quick.odds == target(RULES, rifles, MINE, THEIRS).odds
