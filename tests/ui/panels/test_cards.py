"""Cards on the map and in the guide: numbers with reasons, margins, and where a card finds room."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect

from tests.builders import CARBINE, TROOPER, Position, ruleset
from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_battle, deck_session
from tests.ui.guns import LAUNCHER, armed
from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.lengths import at
from wolfling_gui.session.preview import target
from wolfling_gui.ui import words as words_of
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.panels.apart import apart_line, rolled_apart
from wolfling_gui.ui.panels.hover_card import MoveCard, TargetCard, free_place
from wolfling_gui.ui.panels.targets import numbers_of
from wolfling_gui.ui.panels.verdict_card import RuleView, VerdictCard
from wolfling_gui.ui.widgets import ElidedLabel, MarginBar, OddsBars, RuleChip, TextLabel


def words(widget):
    return " | ".join(label.text() for label in widget.findChildren(TextLabel))


def test_a_target_card_explains_every_number(shooter, put):
    card = put(TargetCard(shooter.battle, shooter.target_preview(THEIRS), shooter.rules.catalogue))
    said = words(card)
    assert "Riflemen" in said
    for part in (
        "2+",
        "3+",
        "5+",
        "same room R3: close quarters",
        "S4 against T3",
        "1 × Carbine in C1 · BS 4",
        "3.0 expected of 9 shots",
        "2 or more lost, 88 %: morale check",
    ):
        assert part in said
    assert "Casualties, exact" in said
    assert "in the order listed" in said
    rules = {chip.rule() for chip in card.findChildren(RuleChip)}
    assert {"WO-CQS-1", "CL-SHOOT-7", "CL-SHOOT-8", "CL-WND-6", "CL-MOR-3"} <= rules
    bars = card.findChildren(OddsBars)
    assert len(bars) == 1
    assert bars[0].odds().chances == shooter.target_preview(THEIRS).odds.casualties
    assert bars[0].odds().side == 1


def test_no_check_is_announced_where_none_can_come(shooter, put):
    """The last model of a unit, the fearless, and a unit that owes one already say so or nothing."""
    legal = shooter.target_preview(THEIRS)
    alone = put(TargetCard(shooter.battle, msgspec.structs.replace(legal, check_at=None)))
    assert "morale" not in words(alone)
    owed = put(TargetCard(shooter.battle, msgspec.structs.replace(legal, check_at=0)))
    assert "Lost a quarter: morale check" in words(owed)
    one = put(TargetCard(shooter.battle, msgspec.structs.replace(legal, check_at=1)))
    assert "1 or more lost, 98 %: morale check" in words(one)


def test_shots_that_roll_apart_are_told_by_weapon_place_and_skill(shooter):
    volley = shooter.target_preview(THEIRS).volley
    (apart,) = rolled_apart(shooter.battle, volley, shooter.rules.catalogue)
    assert apart_line(apart) == "1 × Carbine 3+ in C1 · BS 4"
    few, *_, many = sorted(volley.groups, key=lambda group: group.shots)
    swapped = msgspec.structs.replace(
        volley, groups=(few, msgspec.structs.replace(many, to_hit=volley.groups[1].to_hit))
    )
    (other,) = rolled_apart(shooter.battle, swapped, shooter.rules.catalogue)
    assert apart_line(other) == "1 × Pistol 2+ in R3 · same room R3: close quarters"
    both = msgspec.structs.replace(
        volley,
        groups=(
            many,
            *(msgspec.structs.replace(g, to_hit=volley.groups[1].to_hit) for g in volley.groups[1:]),
        ),
    )
    (joined,) = rolled_apart(shooter.battle, both, shooter.rules.catalogue)
    assert apart_line(joined) == "1 × Carbine and 1 × Pistol 3+ · BS 4"


def test_a_marker_needs_no_number_and_rolls_apart_from_dice(look, put):
    battle = armed(deck_battle(), CARBINE)
    last = battle.models[f"{MINE}-4"]
    battle = battle.with_model(msgspec.structs.replace(last, weapons=(LAUNCHER,)))
    preview = target(ruleset(), battle, MINE, THEIRS)
    lines = [apart_line(one) for one in rolled_apart(battle, preview.volley, ruleset().catalogue)]
    assert lines == ["1 × Carbine 3+ in C1 · BS 4", "1 × Launcher – in R3 · a blast scatters"]
    every = target(ruleset(), armed(battle, LAUNCHER), MINE, THEIRS)
    assert numbers_of(every)[0] == "–"
    said = words(put(TargetCard(battle, every, ruleset().catalogue)))
    assert "To hit | – | ← a blast scatters" in said
    assert "always" not in said


def test_a_target_of_mixed_armour_shows_a_save_for_each_kind(look, put):
    captain = msgspec.structs.replace(TROOPER, name="Captain", sv=3)
    position = Position().unit("blue", "blue", [(10, 10)])
    position.unit("orange", "orange", [(12, 20), (14, 20), (16, 20)])
    position.models["orange-3"] = msgspec.structs.replace(position.models["orange-3"], profile=captain)
    battle = position.battle("shooting")
    preview = target(ruleset(), battle, "blue", "orange")
    said = words(put(TargetCard(battle, preview, ruleset().catalogue)))
    many, one = (words_of.number(save) for save in preview.volley.saves[0])
    assert (many, one) == ("–", "3+")
    assert f"Save | – | ← 2 × {TROOPER.name}: no save is left" in said
    assert "3+ | 1 × Captain: armour" in said
    heads = [label.text() for label in put(TargetCard(battle, preview)).findChildren(ElidedLabel)]
    assert any(f"Sv {TROOPER.sv}+, 3+" in head for head in heads)


def test_a_card_that_fills_its_page_does_so_in_the_other_theme_too(shooter, put):
    card = put(TargetCard(shooter.battle, shooter.target_preview(THEIRS), shooter.rules.catalogue))
    assert (card.minimumWidth(), card.maximumWidth()) == (318, 318)
    view = put(RuleView(shooter.rules.catalogue, "WO-CQS-1"))
    asked = []
    view.opened.connect(asked.append)
    card.lie_in_page(view.opened, most=760)
    card.restyle()
    card.findChildren(RuleChip)[0].click()
    assert asked == [card.findChildren(RuleChip)[0].rule()]
    assert card.minimumWidth() == 0
    assert card.maximumWidth() == 760


def test_a_refused_target_shows_reasons_and_no_odds(shooter, put):
    card = put(TargetCard(shooter.battle, shooter.target_preview(HIDDEN), shooter.rules.catalogue))
    assert "Wall W3 blocks every line" in words(card)
    assert not card.findChildren(OddsBars)


def plan(desk, x, y):
    desk.set_draft(Draft("move", MINE, paths={f"{MINE}-1": (Waypoint(at(x, y)),)}))


def test_a_move_card_says_how_far_and_how_much_is_left(look, put):
    desk = Desk()
    desk.open(deck_session("movement"))
    desk.select(MINE)
    plan(desk, 14.9, 14.0)
    card = put(MoveCard(desk.battle, desk.draft, desk.rules.catalogue))
    assert "of 6″ walked" in card.accessibleName() or card.findChildren(MarginBar)
    margin = card.findChildren(MarginBar)[0].margin()
    assert margin.kept
    assert margin.limit == 6 * 2540
    plan(desk, 17.6, 22.2)
    broken = put(MoveCard(desk.battle, desk.draft, desk.rules.catalogue))
    assert not broken.findChildren(MarginBar)[0].margin().kept


def test_a_verdict_card_leads_with_the_reason_its_margin_and_rule(look, put):
    desk = Desk()
    desk.open(deck_session("movement"))
    desk.select(MINE)
    plan(desk, 17.5, 22)
    card = put(VerdictCard(desk.battle, desk.draft.verdict, desk.rules.catalogue))
    assert card.headline.startswith("Refused: ")
    assert card.property("card") == "refused"
    first = desk.draft.verdict.reasons[0].rule
    assert first in [chip.rule() for chip in card.findChildren(RuleChip)]
    assert desk.rules.catalogue.rule(first).title in words(card)


def test_an_allowed_plan_has_the_colour_of_allowed(look, put):
    desk = Desk()
    desk.open(deck_session("movement"))
    desk.select(MINE)
    plan(desk, 14.9, 13.4)
    card = put(VerdictCard(desk.battle, desk.draft.verdict, desk.rules.catalogue))
    assert card.headline == "Allowed"
    assert card.property("card") == "legal"


def test_a_rule_is_shown_with_its_words(shooter, put):
    view = put(RuleView(shooter.rules.catalogue, "WO-CQS-1"))
    assert "hits on 2+" in words(view)


@given(st.integers(0, 900), st.integers(0, 600), st.integers(50, 400), st.integers(50, 300))
def test_a_card_stays_within_its_room(x, y, w, h):
    room = QRect(0, 0, 900, 600)
    spot = free_place(QRect(0, 0, w, h), room, (), QPoint(x, y))
    assert room.contains(QRect(spot.x(), spot.y(), w, h))


def test_a_card_keeps_off_what_must_stay_visible():
    room = QRect(0, 0, 900, 600)
    taken = (QRect(400, 250, 60, 60), QRect(420, 320, 200, 200))
    spot = free_place(QRect(0, 0, 200, 160), room, [(other, 1) for other in taken], QPoint(430, 280))
    card = QRect(spot.x(), spot.y(), 200, 160)
    assert not any(card.intersects(other) for other in taken)


def test_a_card_rather_covers_what_matters_less():
    room = QRect(0, 0, 400, 300)
    light, heavy = QRect(0, 0, 200, 300), QRect(200, 0, 200, 300)
    spot = free_place(QRect(0, 0, 180, 160), room, [(light, 1), (heavy, 40)], QPoint(300, 150))
    assert not QRect(spot.x(), spot.y(), 180, 160).intersects(heavy)
