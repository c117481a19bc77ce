"""Combats on the map and in the guide: chosen by click or number, followed by step, and how they come out."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from tests.builders import CARBINE, Position, bare_table, deck, session
from tests.session.test_fights import TOUCHING, melee
from tests.session.test_walking import FALLS, reacting
from tests.ui.play import settle
from wolfling_gui.core.actions import Charge, EndStep, Fight, Regroup
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at, distance, inches
from wolfling_gui.core.requests import Allocate, Roll
from wolfling_gui.core.terrain import Floor, Structure
from wolfling_gui.core.verdict import Refusal
from wolfling_gui.rules.engaged import measured_contacts
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.marks import marks
from wolfling_gui.ui.panels.fight_block import CombatCard, CourseCard
from wolfling_gui.ui.panels.hover_card import MoveCard
from wolfling_gui.ui.panels.standing_part import StandingPart
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.widgets import RuleChip

ENDS = ("lost the combat", "is drawn", "Nobody is left")


def shown(desk: Desk, kind: type) -> list:
    """Return the overlays of a kind that lie over the map."""
    return [value for value in marks(desk) if isinstance(value, kind)]


def said(widget) -> list[str]:
    """Return the words of a widget's labels."""
    return [label.text() for label in widget.findChildren(QLabel)]


@pytest.fixture
def desk(qapp) -> Desk:
    """Return a desk with two combats to fight, whose dice are typed."""
    made = Desk()
    made.set_app_dice(False)
    made.open(session(melee()))
    return made


def test_contacts_supports_and_who_fights_are_marked_for_every_combat(desk):
    assert len(shown(desk, o.Contact)) == 3
    assert [(b.a, b.b) for b in shown(desk, o.Backing)] == [
        (desk.battle.models["ours-3"].place.at, desk.battle.models["ours-2"].place.at)
    ]
    tags = {tag.anchor: (tag.strong, tag.plain) for tag in shown(desk, o.Tag)}
    assert tags["ours"] == ("3 of 3", "fight")
    assert {ring.model for ring in shown(desk, o.TargetRing)} == {
        "ours-1", "ours-2", "ours-3", "theirs-1", "theirs-2",
    }  # fmt: skip
    desk.select("others")
    assert {ring.model for ring in shown(desk, o.TargetRing)} == {"aside-1", "others-1"}


def test_while_a_fight_asks_those_are_ringed_who_strike_now(desk):
    desk.perform(Fight("aside"))
    assert desk.course().step > 1
    assert {ring.model for ring in shown(desk, o.TargetRing)} == {"others-1"}


def test_combats_are_listed_with_numbers_and_the_chosen_one_is_fought_with_enter(table):
    player = table(melee())
    rows = player.guide.choices.rows.rows
    assert [(row.name, row.key) for row in rows] == [("Ours and Theirs", "1"), ("Aside and Others", "2")]
    assert rows[0].note.startswith("3 against 2 fight")
    assert player.main() == "Fight: Ours and Theirs"
    player.window.view.focus_map()
    player.press(Qt.Key.Key_2)
    assert player.main() == "Fight: Aside and Others"
    player.click_model("theirs-1")
    assert player.main() == "Fight: Ours and Theirs"
    card = player.guide.findChild(CombatCard)
    assert {"step", "dice", "hit", "wound", "lost"} <= set(said(card))
    player.press(Qt.Key.Key_Return)
    assert isinstance(player.desk.request, Roll)


def test_the_guide_follows_the_steps_and_shows_the_result_with_its_reasons(table):
    player = table(melee())
    player.desk.select("aside")
    player.click_main("Fight: Aside and Others")
    assert any("Initiative step" in text and "Others" in text for text in said(player.guide))
    assert any(text.startswith("Then step 1: Aside") for text in said(player.guide))
    while player.desk.request is not None:
        assert player.guide.findChild(CourseCard) is not None
        if isinstance(player.desk.request, Roll):
            player.desk.roll()
        else:
            player.desk.give(
                dict(player.desk.request.least) if isinstance(player.desk.request, Allocate) else {}
            )
    words = said(player.guide.findChild(CourseCard))
    assert "Combat result" in words
    assert any("caused" in text for text in words)
    came = next(n for n, text in enumerate(words) if any(w in text for w in ENDS))
    assert came < next(n for n, text in enumerate(words) if "caused" in text)
    # It stays, whoever is looked at, until something else is done.
    for unit in ("others", "ours", "aside"):
        player.desk.select(unit)
        settle()
        assert player.guide.findChild(CourseCard) is not None
    player.desk.perform(Fight("ours"))
    settle()
    assert "Combat result" not in said(player.guide)


def test_attacks_are_directed_by_clicking_enemies_on_the_map(table):
    built = Position(ruleset="classic").unit("ours", "blue", [(20, 20)], weapons=(CARBINE,))
    built.unit("left", "orange", [(20 - TOUCHING, 20)]).unit("right", "orange", [(20 + TOUCHING, 20)])
    player = table(built.battle("combat"))
    player.click_main("Fight")
    request = player.desk.request
    assert isinstance(request, Allocate)
    for _ in range(request.count):
        player.click_model("right-1")
    assert player.desk.shared == {"left": 0, "right": request.count}
    assert any(
        tag.anchor == "right" and tag.strong == str(request.count) for tag in shown(player.desk, o.Tag)
    )
    player.press(Qt.Key.Key_Return)
    assert isinstance(player.desk.request, Roll)


def test_whoever_is_assaulted_sees_every_condition_and_where_the_shots_go(table):
    built = Position().unit("ours", "blue", [(20, 20), (21.5, 20)], weapons=(CARBINE,))
    built.unit("theirs", "orange", [(20, 24), (21.5, 24)], weapons=(CARBINE,))
    player = table(built.battle("assault"))
    player.desk.perform(Charge("ours", "theirs"))
    player.desk.perform(EndStep())
    while player.desk.request is not None:
        player.desk.give({})
    player.desk.perform(Fight("ours"))
    settle()
    part = player.guide.findChild(StandingPart)
    chips = [chip.rule() for chip in part.findChildren(RuleChip)]
    assert chips[:6] == ["WO-SAS-1", "WO-SAS-2", "WO-SAS-3", "WO-SAS-20", "WO-SAS-5", "WO-SAS-4"]
    assert any("Casualties, exact" in text for text in said(part))
    lines = shown(player.desk, o.SightLegal)
    assert len(lines) == 2
    (tag,) = [tag for tag in shown(player.desk, o.Tag) if tag.anchor == "ours"]
    preview = player.desk.standing()[0].preview
    assert tag.plain == f"{preview.odds.expected:.1f} lost"
    player.click_model("ours-1")
    assert isinstance(player.desk.request, Roll), "a click on the enemy is the choice to shoot at it"
    assert player.desk.request.about[0] == "theirs"


# ---------------------------------------------------------------------- models that are brought up


def test_places_are_proposed_with_their_ways_and_enter_takes_them(sit_down):
    player = sit_down(reacting())
    assert player.guide.request.take.text().startswith("Move it there") or "Move them" in (
        player.guide.request.take.text()
    )
    (path,) = shown(player.desk, o.Path)
    assert path.limit == inches(6)
    assert any("drawn in" in text for text in said(player.guide))
    player.press(Qt.Key.Key_Return)
    assert player.desk.request is None
    assert "theirs-2" in measured_contacts(player.desk.rules, player.battle, "theirs")
    (trail,) = shown(player.desk, o.Path)
    assert trail.points[0] == at(24, 23)
    player.desk.select("ours")
    assert not [p for p in shown(player.desk, o.Path) if p.walked == 0], (
        "a unit in hand has the map to itself"
    )


def test_a_model_brought_up_by_mouse_is_judged_live_and_drawn_into_contact(sit_down):
    player = sit_down(reacting())
    cards, reach = [], []

    def look() -> None:
        player.window.view.flush()
        cards.append(player.window.view.card)
        reach.extend(shown(player.desk, o.Reach))

    player.drag("theirs-2", at(26, 21), during=look)
    assert isinstance(cards[0], MoveCard)
    assert reach
    assert isinstance(player.desk.draft.verdict, Refusal)
    assert "CL-ASLT-6" in {f.rule for f in player.desk.draft.verdict.reasons}
    player.press(Qt.Key.Key_Return)
    assert player.desk.request is not None, "refused places are not taken"
    enemy = player.battle.models["ours-1"].place.at
    player.drag("theirs-2", enemy.shifted(inches(1.2), 0))
    assert player.desk.draft.allowed
    assert distance(player.desk.draft.places["theirs-2"].at, enemy) == pytest.approx(2500, abs=4)


# ---------------------------------------------------------------------- floors, and ways back


def square(low: float, high: float):
    return (at(low, low), at(high, low), at(high, high), at(low, high))


def test_a_contact_between_floors_names_the_levels(qapp):
    floors = (Floor(0, square(8, 12)), Floor(1, square(9.5, 10.5)))
    table = msgspec.structs.replace(bare_table(), structures={"Q": Structure("Q", "ruin", floors=floors)})
    built = Position(table, "classic").unit("below", "blue", [(10.3, 10)])
    battle = built.unit("above", "orange", [(10, 10)]).battle("combat")
    desk = Desk()
    desk.open(session(battle.with_place("above-1", Place(at(10, 10), 1))))
    assert len(shown(desk, o.Contact)) == 1
    assert "level 1 against 0" in [tag.plain for tag in shown(desk, o.Tag)] or "level 0 against 1" in [
        tag.plain for tag in shown(desk, o.Tag)
    ]


def test_a_trapped_unit_shows_what_stops_it_and_where(table):
    built = Position(deck(D3="shut")).unit("flees", "blue", [(14, 7)], conditions=(FALLS,))
    player = table(built.unit("enemy", "orange", [(20, 7)]).battle())
    player.desk.perform(Regroup("flees"))
    (way,) = shown(player.desk, o.Path)
    assert way.walked == 0, "a way that is not rolled for yet is only hinted at"
    while isinstance(player.desk.request, Roll):
        player.desk.give([6] * player.desk.request.dice.count)
    settle()
    assert [ring.model for ring in shown(player.desk, o.TargetRing) if ring.kind == "refused"] == ["flees-1"]
    assert {barrier.id for barrier in shown(player.desk, o.BlockedBarrier)} & {"W6", "D3"}
    assert any("of way, up to wall W6" in text for text in said(player.guide))


def test_a_unit_that_strikes_at_two_is_named_with_whom_it_strikes(table):
    built = Position(ruleset="classic").unit("ours", "blue", [(20, 20), (22, 20)], weapons=(CARBINE,))
    built.unit("left", "orange", [(20 - TOUCHING, 20)]).unit("right", "orange", [(22 + TOUCHING, 20)])
    player = table(built.battle("combat"))
    words = said(player.guide.findChild(CombatCard))
    struck = [text for text in words if text.startswith("Ours at ")]
    assert sorted(struck) == ["Ours at Left", "Ours at Right"]
    assert "Left" in words
