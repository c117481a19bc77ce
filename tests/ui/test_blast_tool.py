"""The blast tool and the arrow of the scatter die, by made-up events and no window."""

from __future__ import annotations

import msgspec
import pytest

from tests.bot import share
from tests.ui.deck import MINE, THEIRS, deck_battle
from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Condition, Place, Weapon
from wolfling_gui.core.lengths import Point, at, inches
from wolfling_gui.core.requests import Confirm, Put, Roll, Spin
from wolfling_gui.core.verdict import Permit
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.rules.registry import build
from wolfling_gui.session.session import Session
from wolfling_gui.ui.blast_marks import blast_marks
from wolfling_gui.ui.blast_words import bearing, compass, hits_of
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.tools.arrow import arrow
from wolfling_gui.ui.tools.blast import blast, drop, further, of_use, waiting
from wolfling_gui.ui.tools.pointer import Pointer

BOMBER, WARDENS = f"{MINE}-5", "blue-wardens"
TARGET = at(15.9, 16.5)
"""Where one of the riflemen stands."""


class Hand:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.overlays: tuple[object, ...] = ()
        self.shape = ""

    def show(self, *overlays: object) -> None:
        self.overlays = overlays

    def cursor(self, name: str) -> None:
        self.shape = name


def opened(battle: Battle, *, app_dice: bool = False) -> Desk:
    rules = build(battle.ruleset, load_catalogue(battle.ruleset))
    desk = Desk()
    desk.set_app_dice(app_dice)
    desk.open(Session(rules, Header(battle, "Deck Seven raid", battle.ruleset, seed=3)))
    return desk


@pytest.fixture
def battle() -> Battle:
    """Return the deck with the breacher who has the launcher in the reactor hall."""
    return deck_battle().with_place(BOMBER, Place(at(15.9, 11.6)))


@pytest.fixture
def desk(battle, qapp) -> Desk:
    made = opened(battle)
    made.select(MINE)
    made.set_tool("blast")
    return made


@pytest.fixture
def tool(desk):
    made = blast(Hand(desk))
    next(made)
    return made


def send(tool, kind, where: Point, **more) -> None:
    tool.send(Pointer(kind, where, **more))


def click(tool, where: Point) -> None:
    for kind in ("move", "press", "release"):
        send(tool, kind, where)


def test_the_marker_follows_the_pointer_and_counts_its_hits(desk, tool):
    send(tool, "move", TARGET)
    assert desk.draft.held == BOMBER
    assert desk.draft.shot.target == THEIRS
    (one,) = desk.forecasts()
    assert one.shape.radius == inches(1.5)
    assert one.shape.at == TARGET
    assert one.hit == (f"{THEIRS}-5",)
    assert hits_of(desk.battle, one) == "1 hit (Rifleman 4)"
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(TARGET, 0, "legal", inches(1.5)) in marks
    assert o.TargetRing(f"{THEIRS}-5", "hit") in marks


def test_a_click_puts_it_and_the_others_fire_what_they_have(desk, tool):
    click(tool, TARGET)
    assert not desk.draft.held
    assert desk.draft.fixed[BOMBER].at == TARGET
    assert isinstance(desk.draft.verdict, Permit)
    assert desk.draft.verdict.plan.shots == 8
    assert desk.target == THEIRS
    assert desk.commit_draft() is not None
    assert isinstance(desk.request, Spin)


def test_a_click_elsewhere_than_the_last_move_counts_where_it_was_clicked(desk, tool):
    send(tool, "move", at(14.2, 15))
    send(tool, "press", TARGET)
    send(tool, "release", TARGET)
    assert desk.draft.fixed[BOMBER].at == TARGET


def test_all_that_speaks_against_a_place_is_said_with_its_margin(desk, tool):
    send(tool, "move", at(14.2, 15))
    (one,) = desk.forecasts()
    against = {f.says: f for f in one.findings if f.effect == "forbids"}
    assert set(against) == {"blast.not_over_target", "blast.touches_friend"}
    friend = against["blast.touches_friend"]
    assert friend.about == (BOMBER, f"{MINE}-2")
    assert friend.limit == inches(1.5)
    assert friend.margin < 0
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(at(14.2, 15), 0, "refused", inches(1.5)) in marks
    assert o.TargetRing(f"{MINE}-2", "refused") in marks


def test_a_friend_whose_edge_the_marker_just_touches_is_in_the_way(desk, tool, battle):
    """A base edge at exactly the marker's radius is touched, a unit farther it is not (CL-BASE-7)."""
    radius, base = inches(1.5), 1250
    for more, touched in ((0, True), (1, False)):
        moved = battle.with_place(f"{MINE}-2", Place(TARGET.shifted(0, -(radius + base + more))))
        other = opened(moved)
        other.select(MINE)
        other.set_tool("blast")
        made = blast(Hand(other))
        next(made)
        send(made, "move", TARGET)
        (one,) = other.forecasts()
        said = [f.says for f in one.findings if f.effect == "forbids"]
        assert said == (["blast.touches_friend"] if touched else []), more


def test_a_blast_beside_a_wall_spares_those_beyond_it(desk, tool, battle):
    beyond = battle.with_place("orange-scouts-1", Place(at(19.6, 17.0)))
    beyond = beyond.with_place(f"{THEIRS}-5", Place(at(18.4, 17.0)))
    other = opened(beyond)
    other.select(MINE)
    made = blast(Hand(other))
    next(made)
    send(made, "move", at(18.4, 17.0))
    (one,) = other.forecasts()
    assert "orange-scouts-1" not in one.hit
    (spared,) = one.spared
    assert spared.rule == "WO-TPL-1"
    assert spared.about == ("orange-scouts-1", "W6")
    assert o.TargetRing("orange-scouts-1", "spared") in blast_marks(other, other.battle)


def test_escape_and_leaving_take_back_what_is_not_put(desk, tool):
    send(tool, "move", TARGET)
    send(tool, "leave", Point(0, 0))
    assert desk.draft is None
    click(tool, TARGET)
    send(tool, "leave", Point(0, 0))
    assert desk.draft.fixed
    assert desk.step_back()
    assert desk.draft is None
    assert desk.target == THEIRS
    assert desk.step_back()
    assert not desk.target


def test_one_that_lies_can_be_dragged_on(desk, tool):
    click(tool, TARGET)
    there = at(15.6, 16.6)
    send(tool, "press", TARGET)
    assert desk.draft.held == BOMBER
    send(tool, "move", there, dragging=True)
    send(tool, "release", there, dragging=True)
    assert desk.draft.fixed[BOMBER].at == there


def test_a_click_puts_one_that_lies_anew_whatever_is_there(desk, tool):
    click(tool, at(14.2, 15))
    assert not desk.draft.allowed
    send(tool, "move", TARGET, model=f"{THEIRS}-5")
    send(tool, "press", TARGET, model=f"{THEIRS}-5")
    send(tool, "release", TARGET, model=f"{THEIRS}-5")
    assert desk.unit == MINE
    assert desk.draft.allowed
    assert not desk.draft.held
    assert desk.draft.fixed[BOMBER].at == TARGET
    aside = at(14.6, 18.3)
    send(tool, "press", aside, model=f"{THEIRS}-3")
    send(tool, "release", aside, model=f"{THEIRS}-3")
    assert desk.draft.fixed[BOMBER].at == aside


def test_of_several_the_refused_one_is_put_anew(battle, qapp):
    two = _armed(battle, f"{MINE}-3", Weapon("Sling", "assault", inches(18), 3, 6, 1, ("blast",)))
    desk = opened(two)
    desk.select(MINE)
    made = blast(Hand(desk))
    next(made)
    click(made, at(14.2, 15))
    click(made, TARGET)
    first, last = desk.draft.fixed
    assert not desk.draft.allowed
    click(made, at(15.6, 17.8))
    assert desk.draft.fixed[first].at == at(15.6, 17.8)
    assert desk.draft.fixed[last].at == TARGET


def test_nothing_is_offered_to_put_when_it_is_no_moment_to_fire(desk, battle, qapp):
    assert waiting(desk) is not None
    for other in (deck_battle("movement"), deck_battle("assault")):
        later = opened(other)
        later.select(MINE)
        assert waiting(later) is None
        assert not of_use(later)
    assert of_use(desk)
    shot = Condition("shot", "CL-SHOOT-1", until="phase")
    done = opened(battle.with_unit(battle.units[MINE].with_condition(shot)))
    done.select(MINE)
    assert waiting(done) is None
    assert of_use(done) == any(
        "template" in w.rules or "blast" in w.rules for m in battle.standing(WARDENS) for w in m.weapons
    )


def test_an_own_unit_is_taken_in_hand_instead(desk, tool):
    send(tool, "move", at(4.7, 3.7))
    send(tool, "press", at(4.7, 3.7), model=f"{WARDENS}-1")
    send(tool, "release", at(4.7, 3.7), model=f"{WARDENS}-1")
    assert desk.unit == WARDENS


def test_several_are_put_one_after_another_and_taken_back_one_by_one(battle, qapp):
    two = _armed(battle, f"{MINE}-3", Weapon("Sling", "assault", inches(18), 3, 6, 1, ("blast",)))
    desk = opened(two)
    desk.select(MINE)
    made = blast(Hand(desk))
    next(made)
    click(made, TARGET)
    click(made, at(14.6, 18.3))
    assert set(desk.draft.fixed) == {f"{MINE}-3", BOMBER}
    assert len(desk.forecasts()) == 2
    desk.step_back()
    assert list(desk.draft.fixed) == [f"{MINE}-3"]
    drop(desk)
    assert list(desk.draft.fixed) == [f"{MINE}-3"]


def test_without_placing_the_rules_propose_the_place_and_it_is_shown(battle, qapp):
    only = _armed(battle, BOMBER, Weapon("Sling", "assault", inches(18), 3, 6, 1, ("blast",)), alone=True)
    desk = opened(only)
    desk.select(MINE)
    desk.set_target(THEIRS)
    (one,) = desk.forecasts()
    assert one.allowed
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(one.shape.at, 0, "proposed", inches(1.5)) in marks


def test_the_template_turns_about_its_firer_and_stays_off_friends(battle, qapp):
    flame = f"{WARDENS}-3"
    spots = {flame: (14.9, 14.2), f"{WARDENS}-1": (14.2, 12.9), f"{WARDENS}-2": (16.4, 12.9)}
    for model, spot in spots.items():
        battle = battle.with_place(model, Place(at(*spot)))
    desk = opened(battle)
    desk.select(WARDENS)
    made = blast(Hand(desk))
    next(made)
    send(made, "move", at(14.6, 18.3))
    (one,) = desk.forecasts()
    assert one.shape.is_template
    assert one.shape.length == inches(8)
    assert one.allowed
    assert set(one.hit) == {f"{THEIRS}-1", f"{THEIRS}-3"}
    turned = one.shape.degrees
    send(made, "move", at(13, 13.9))
    (one,) = desk.forecasts()
    assert abs(one.shape.degrees - turned) > 45
    assert {f.says for f in one.findings if f.effect == "forbids"} >= {"template.touches_friend"}


def test_the_further_guns_of_a_barrage_follow_the_first(battle, qapp):
    desk, made = _barrage(battle)
    send(made, "move", at(14.9, 12.55))
    aimed = desk.draft.held
    follow = [one.firer for one in desk.forecasts() if one.follows]
    assert len(follow) == 1
    assert aimed not in follow
    click(made, at(14.9, 12.55))
    assert set(desk.draft.fixed) == {aimed}
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(at(14.9, 12.55), 0, "follows", inches(4.5)) in marks


def test_a_hit_lets_the_next_marker_be_put_against_the_first(battle, qapp):
    desk, made = _barrage(battle)
    click(made, at(14.9, 12.55))
    desk.commit_draft()
    assert not desk.give({"hit": True})
    assert not desk.give({"hit": True})
    request = desk.request
    assert isinstance(request, Put)
    assert desk.asks_for_marker
    assert desk.draft.allowed
    laying = further(Hand(desk))
    next(laying)
    send(laying, "press", at(20, 12.55))
    (place,) = desk.draft.places.values()
    assert place.at == at(17.9, 12.55), "drawn in so far that the two touch"
    assert desk.draft.allowed
    assert o.Laid(place.at, 0, "legal", inches(1.5)) in blast_marks(desk, desk.battle)
    assert not desk.put_down()
    assert not desk.asks_for_marker


# ---------------------------------------------------------------------- scatter


def scatter(battle) -> Desk:
    """Return the desk when the marker over the riflemen scatters."""
    desk = opened(battle)
    desk.select(MINE)
    made = blast(Hand(desk))
    next(made)
    click(made, TARGET)
    desk.commit_draft()
    assert isinstance(desk.request, Spin)
    return desk


def test_the_arrow_is_dragged_from_the_marker_and_read_in_degrees(battle, qapp):
    desk = scatter(battle)
    made = arrow(Hand(desk))
    next(made)
    send(made, "press", TARGET)
    assert desk.arrow is None
    send(made, "move", TARGET.shifted(-inches(3), inches(3)), dragging=True)
    assert desk.arrow == 135
    send(made, "move", TARGET.shifted(0, inches(3)), dragging=True)
    assert desk.arrow == 90
    send(made, "release", TARGET.shifted(0, inches(3)), dragging=True)
    assert bearing(desk.arrow) == "90° north"
    ways = [v for v in blast_marks(desk, desk.battle) if isinstance(v, o.ScatterArrow)]
    assert ways == [o.ScatterArrow(TARGET, 90, 0, inches(8), "90° north")], "2D6 less BS 4: 0 to 8 inches"
    send(made, "press", TARGET.shifted(inches(3), 0))
    assert desk.arrow == 0
    send(made, "cancel", TARGET)
    assert desk.arrow == 90


def test_it_snaps_to_quarter_turns_only_when_asked(battle, qapp):
    desk = scatter(battle)
    made = arrow(Hand(desk))
    next(made)
    near_east = TARGET.shifted(inches(3), inches(1))
    send(made, "press", near_east)
    assert desk.arrow == 18
    send(made, "move", near_east, shift=True)
    assert desk.arrow == 0
    desk.set_snaps(True)
    send(made, "move", near_east)
    assert desk.arrow == 0
    send(made, "move", near_east, shift=True)
    assert desk.arrow == 18


def test_where_it_comes_down_is_shown_before_the_dice_are_taken(battle, qapp):
    desk = scatter(battle)
    assert not desk.give({"degrees": 90})
    assert isinstance(desk.request, Roll)
    assert desk.outcome() is None
    desk.set_typed((2, 4))
    outcome = desk.outcome()
    assert outcome.away == inches(2)
    assert outcome.landing.shape.at == TARGET.shifted(0, inches(2))
    assert outcome.stopped is None
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(TARGET.shifted(0, inches(2)), 0, "landed", inches(1.5)) in marks
    assert not desk.give([2, 4])
    assert desk.typed == ()
    assert desk.request is not None, "wounds are rolled next"
    assert desk.scattering() is None
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(TARGET.shifted(0, inches(2)), 0, "landed", inches(1.5)) in marks
    assert any(isinstance(v, o.ScatterArrow) and v.degrees == 90 for v in marks)


def test_one_that_stays_lies_there_while_the_rest_is_rolled(battle, qapp):
    desk = scatter(battle)
    assert not desk.give({"hit": True})
    assert desk.request is not None
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(TARGET, 0, "landed", inches(1.5)) in marks
    assert not any(isinstance(v, o.ScatterArrow) for v in marks)


@pytest.mark.parametrize(("faces", "inch"), [((1, 3), 0), ((1, 4), 1), ((6, 6), 8)])
def test_the_skill_is_taken_off_and_never_below_nothing(battle, qapp, faces, inch):
    desk = scatter(battle)
    desk.give({"degrees": 90})
    desk.set_typed(faces)
    assert desk.outcome().away == inches(inch)


def test_a_wall_stops_it_and_is_named_with_its_rule(battle, qapp):
    desk = scatter(battle)
    desk.give({"degrees": 0})
    desk.set_typed((6, 6))
    outcome = desk.outcome()
    assert outcome.stopped.rule == "WO-TPL-5"
    assert outcome.stopped.about == ("W6",)
    assert outcome.landing.shape.at.x == inches(19) - 1
    marks = blast_marks(desk, desk.battle)
    assert o.BlockedBarrier("W6", outcome.landing.shape.at) in marks
    tags = [v for v in marks if isinstance(v, o.Tag)]
    assert any("W6" in tag.plain and "WO-TPL-5" in tag.plain for tag in tags)


def test_with_app_dice_the_way_stays_on_the_map_after_the_shot(battle, qapp):
    desk = scatter(battle)
    desk.give({"degrees": 90})
    desk.give([2, 4])
    desk.set_app_dice(True)
    while desk.request is not None:
        assert not desk.give(_shared(desk.request))
    fallen = desk.fallen()
    assert [(one.put.at, one.shape.at, one.degrees) for one in fallen] == [
        (TARGET, TARGET.shifted(0, inches(2)), 90)
    ]
    marks = blast_marks(desk, desk.battle)
    assert o.Laid(TARGET, 0, "aimed", inches(1.5)) in marks
    assert o.Laid(TARGET.shifted(0, inches(2)), 0, "landed", inches(1.5)) in marks
    desk.select(WARDENS)
    assert desk.fallen() == ()


def test_the_words_of_the_compass():
    assert [compass(d) for d in (0, 11, 12, 45, 90, 135, 157, 180, 203, 225, 270, 337, 348, 349, 359)] == [
        "east", "east", "east-north-east", "north-east", "north", "north-west", "west-north-west", "west",
        "west-south-west", "south-west", "south", "east-south-east", "east-south-east", "east", "east",
    ]  # fmt: skip


def test_a_refused_marker_can_be_overruled(desk, tool):
    click(tool, at(14.2, 15))
    assert not desk.draft.allowed
    verdict = desk.overrule(desk.draft.action, "we agreed")
    assert isinstance(verdict, Permit)
    assert isinstance(desk.request, Spin)
    assert desk.scattering().at == at(14.2, 15)


def test_a_shot_that_cannot_be_fired_says_so_even_when_others_could(desk, tool, battle):
    """The bearer of the marker does not see the brutes; that the rest might fire does not hide it."""
    target = next(m for m in battle.standing("orange-brutes"))
    click(tool, target.place.at)
    action = desk.draft.action
    assert isinstance(action, Shoot)
    assert action.target == "orange-brutes"
    assert not desk.draft.allowed


def _armed(battle: Battle, model: str, weapon: Weapon, *, alone: bool = False) -> Battle:
    before = battle.models[model]
    weapons = (weapon,) if alone else (*before.weapons, weapon)
    return battle.with_model(msgspec.structs.replace(before, weapons=weapons))


def _barrage(battle: Battle):
    mortar = Weapon("Mortar", "heavy", inches(48), 4, 6, 1, ("blast", "barrage"))
    armed = _armed(battle, f"{THEIRS}-4", mortar)
    armed = armed.with_clock(Clock(3, "orange", "shooting", ("blue", "orange")))
    desk = opened(armed)
    desk.select(THEIRS)
    made = blast(Hand(desk))
    next(made)
    return desk, made


def _shared(request) -> object:
    return False if isinstance(request, Confirm) else share(request)
