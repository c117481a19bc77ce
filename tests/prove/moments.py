"""Bring a window to the moments at which players look at it, for a proof that nothing is cut off there."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from tests.bot import Bot
from tests.ui.deck import HIDDEN, MINE, SCENARIO, SPOTS, THEIRS, deck_session, set_up_session, table_session
from wolfling_gui.core.actions import (
    Adjust,
    Charge,
    ChargeFacts,
    DeclaredFacts,
    EndStep,
    Fight,
    SetClock,
    Shoot,
    Waypoint,
)
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.requests import Allocate, Confirm, Roll
from wolfling_gui.files.locations import rulesets_dir
from wolfling_gui.files.rulesets import load_catalogue
from wolfling_gui.files.scenario import read_scenario
from wolfling_gui.ui import opening
from wolfling_gui.ui.dialogs.adjust import AdjustDialog
from wolfling_gui.ui.dialogs.error import ErrorDialog
from wolfling_gui.ui.dialogs.ground import GroundDialog
from wolfling_gui.ui.dialogs.help import HelpDialog
from wolfling_gui.ui.dialogs.import_map import ImportDialog
from wolfling_gui.ui.dialogs.keys import KeysDialog
from wolfling_gui.ui.dialogs.luck import LuckDialog
from wolfling_gui.ui.dialogs.new_battle import NewBattleDialog
from wolfling_gui.ui.dialogs.preferences import PreferencesDialog
from wolfling_gui.ui.dialogs.rules_browser import RulesBrowser
from wolfling_gui.ui.dialogs.sides import SidesDialog
from wolfling_gui.ui.dialogs.summary import SummaryDialog
from wolfling_gui.ui.draft import Draft
from wolfling_gui.ui.main_window import MainWindow

MAPS = Path(__file__).resolve().parent.parent / "data" / "uvtt"
SET_UP_STEPS = 20
PATIENCE_SECONDS = 30


def first_screen(window: MainWindow) -> None:
    """Show the first screen."""
    window.work.fill_welcome()


def rolling_off(window: MainWindow) -> None:
    """Begin a battle: the sides roll off."""
    window.open_session(set_up_session())


def setting_up(window: MainWindow) -> None:
    """Lay a unit out in its zone."""
    window.open_session(set_up_session())
    assert window.guide is not None
    for _ in range(SET_UP_STEPS):
        if window.desk.battle is not None and window.desk.battle.clock.step == "deployment":
            break
        window.guide.enter()
        if window.desk.request is not None:
            window.guide.choose(1)
    window.guide.enter()
    assert window.desk.draft is not None


def moving(window: MainWindow) -> None:
    """Plan a move within the rules."""
    _planned(window, 0.5)
    assert window.desk.draft is not None
    assert window.desk.draft.allowed


def moving_too_far(window: MainWindow) -> None:
    """Plan a move that is refused, for several reasons."""
    _planned(window, 9.0)
    assert len(window.desk.reasons()) > 1


def _planned(window: MainWindow, north: float) -> None:
    window.open_session(deck_session("movement"))
    window.desk.select(MINE)
    paths = {
        model: (Waypoint(at(x, y + north)),)
        for model, (x, y) in zip(window.desk.models, SPOTS[MINE], strict=True)
    }
    window.desk.set_draft(Draft("move", MINE, paths=paths))


def aiming(window: MainWindow) -> None:
    """Aim at a unit in sight, with its card open."""
    window.open_session(deck_session())
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    window.desk.hover("unit", THEIRS)


def aiming_unseen(window: MainWindow) -> None:
    """Be refused a shot at a unit behind a wall, and open the form that overrules it."""
    window.open_session(deck_session())
    window.desk.select(MINE)
    window.desk.fire(HIDDEN)
    assert window.guide is not None
    window.guide.ask_to_overrule()
    assert window.guide.form is not None


def charging(window: MainWindow) -> None:
    """Look at an assault on a unit in reach, with its card open."""
    window.open_session(deck_session("assault"))
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    window.desk.hover("unit", THEIRS)
    assert any(one.unit == THEIRS and one.legal for one in window.desk.charges())


def _locked(window: MainWindow) -> None:
    """Assault, and come to the combats."""
    window.desk.set_app_dice(False)
    window.open_session(deck_session("assault"))
    window.desk.perform(Charge(MINE, THEIRS))
    window.desk.perform(EndStep())
    while window.desk.request is not None:
        window.desk.give({})
    assert window.desk.combats()


def to_fight(window: MainWindow) -> None:
    """Choose a combat, with its blows by step."""
    _locked(window)


def answering(window: MainWindow) -> None:
    """Be asked how an assault is answered, with every condition for shooting."""
    _locked(window)
    window.desk.perform(Fight(MINE))
    assert window.desk.standing()


def fought_out(window: MainWindow) -> None:
    """Read how a combat came out."""
    _locked(window)
    window.desk.perform(Fight(MINE))
    assert window.desk.session is not None
    while window.desk.request is not None:
        Bot(window.desk.session).answer()
    assert window.desk.course() is not None


def asked_for_dice(window: MainWindow) -> None:
    """Be asked for the dice of a volley, some of them typed."""
    window.desk.set_app_dice(False)
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, THEIRS))
    assert window.guide is not None
    assert window.guide.request.field is not None
    window.guide.request.field.setText("2335")


def asked_to_allocate(window: MainWindow) -> None:
    """Be asked which models the wounds go on."""
    window.desk.set_app_dice(False)
    window.open_session(deck_session())
    window.desk.perform(Shoot(MINE, THEIRS))
    _roll_to_wounds(window)


def _roll_to_wounds(window: MainWindow) -> None:
    """Type the best dice until the wounds of a shot are to be shared out."""
    desk = window.desk
    while isinstance(desk.request, Roll | Confirm):
        desk.give([6] * desk.request.dice.count if isinstance(desk.request, Roll) else False)
    assert isinstance(desk.request, Allocate)


def after_a_volley(window: MainWindow) -> None:
    """See the log of a volley, and put one of its dice right."""
    window.open_session(deck_session())
    desk = window.desk
    desk.perform(Shoot(MINE, THEIRS))
    for _ in range(40):
        if desk.request is None:
            break
        assert window.guide is not None
        for number in range(1, 10):
            window.guide.choose(number)
        window.guide.enter()
    assert desk.request is None
    window.open_log()
    assert window.guide is not None
    window.guide.ask_to_correct()
    assert window.guide.card is not None


def putting_right(window: MainWindow) -> None:
    """Pick a die and its face, and see what would change."""
    after_a_volley(window)
    assert window.guide is not None
    card = window.guide.card
    assert card is not None
    number, place, die = card.dice[-1]
    card.choose(number, place)
    card.setFocus()
    QTest.keyClicks(card, "1" if die.face() != 1 else "6")
    assert card.put_right.isEnabled()


def shown_luck(window: MainWindow) -> QWidget:
    """See whose dice were lucky."""
    after_a_volley(window)
    return LuckDialog(window.desk, window)


def looking_back(window: MainWindow) -> None:
    """Look at a past moment from the log."""
    after_a_volley(window)
    window.desk.look_at(0)


def replaying(window: MainWindow) -> None:
    """Step through a finished battle; a combat with many dice is shown."""
    window.open_session(opening.demonstration())
    window.replay.begin(_combat(window))
    assert window.replay_bar is not None
    assert window.replay_bar.isVisible()


def watching(window: MainWindow) -> None:
    """Watch the demonstration at a combat, told with its rules."""
    window.work.watch()
    window.replay.go(_combat(window))
    assert window.desk.watching


def _combat(window: MainWindow) -> int:
    return next(n for n, step in enumerate(window.replay.steps, 1) if isinstance(step.action, Fight))


def summarising(window: MainWindow) -> QWidget:
    """Wait for the summary of a battle to be written."""
    window.open_session(opening.demonstration())
    assert window.desk.session is not None
    dialog = SummaryDialog(window.desk.session, Path("A battle with a rather long name.pdf"), window)
    dialog.maker.call_off()
    return dialog


def at_table(window: MainWindow, page: str = "request") -> None:
    """Stand beside a real table, with a shot in hand of which nothing is said."""
    window.open_session(table_session())
    window.desk.select(MINE)
    window.desk.set_target(THEIRS)
    window.show_page(page)
    assert window.mode == "companion"


def at_table_said(window: MainWindow) -> None:
    """Say a shot at a real table whole, one firer apart from the others."""
    at_table(window)
    facts = DeclaredFacts(inches(7), "partly", "none", 4, "above")
    own = {f"{MINE}-1": DeclaredFacts(inches(19), "blocked")}
    window.desk.declare(Shoot(MINE, THEIRS, facts=facts, facts_by_model=own))


def at_table_rolling(window: MainWindow) -> None:
    """Type the dice of a shot at a real table."""
    at_table_said(window)
    window.desk.fire()
    assert window.guide is not None
    assert window.guide.request.field is not None
    window.guide.request.field.setText("23")


def at_table_sharing(window: MainWindow) -> None:
    """Share out the wounds of a shot at a real table."""
    at_table_said(window)
    window.desk.fire()
    _roll_to_wounds(window)


def at_table_assaulting(window: MainWindow) -> None:
    """Say of an assault at a real table how far it went and over what."""
    window.open_session(table_session("assault"))
    window.desk.select(MINE)
    window.show_page("request")


def at_table_fighting(window: MainWindow) -> None:
    """Say of a fight at a real table who is engaged."""
    made = table_session("assault")
    made.perform(Charge(MINE, THEIRS, facts=ChargeFacts(0, also=(HIDDEN,))))
    made.perform(EndStep())
    window.open_session(made)
    window.show_page("request")


def at_table_reading(window: MainWindow) -> None:
    """Read the rules that matter now."""
    at_table(window, "reference")


def at_table_scoring(window: MainWindow) -> None:
    """Say who holds the objectives."""
    at_table(window, "score")


def saying_facts(window: MainWindow) -> None:
    """Say the facts of a shot that is played on the map."""
    aiming(window)
    window.desk.facts_wanted.emit()
    assert window.facts is not None
    assert window.facts.isVisible()


def ended(window: MainWindow) -> None:
    """See how the battle ended."""
    window.open_session(deck_session())
    window.desk.perform(Adjust((SetClock(turn=6, side="orange", step="over"),)))


def new_battle(window: MainWindow) -> QWidget:
    """Ask for scenario and forces."""
    return NewBattleDialog(opening.starters(), parent=window)


def adjusting(window: MainWindow) -> QWidget:
    """Adjust the battle by agreement."""
    window.open_session(deck_session())
    window.desk.select(MINE)
    return AdjustDialog(window.desk, window)


def naming_sides(window: MainWindow) -> QWidget:
    """Name the sides, and say of each who rolls its dice."""
    window.open_session(deck_session())
    dialog = SidesDialog(window.desk, window)
    dialog.dice.set_app_sides([window.desk.battle.sides[0].id] if window.desk.battle is not None else [])
    return dialog


def reading_rules(window: MainWindow) -> QWidget:
    """Read a rule."""
    return RulesBrowser(load_catalogue("wolfling"), "Wolfling", "WO-CQS-1", parent=window)


def reading_keys(window: MainWindow) -> QWidget:
    """Read the keys."""
    return KeysDialog(window.commands, window.settings, window)


def preferring_look(window: MainWindow) -> QWidget:
    """Choose the look."""
    return PreferencesDialog(window, "look")


def preferring_play(window: MainWindow) -> QWidget:
    """Choose dice and hints."""
    return PreferencesDialog(window, "play")


def preferring_map(window: MainWindow) -> QWidget:
    """Choose what the map shows."""
    return PreferencesDialog(window, "map")


def preferring_files(window: MainWindow) -> QWidget:
    """See where the files lie."""
    return PreferencesDialog(window, "files")


def reading_help(window: MainWindow) -> QWidget:
    """Read how it works."""
    dialog = HelpDialog(parent=window)
    dialog.show_link("how-it-works#the-window")
    return dialog


def importing(window: MainWindow) -> QWidget:
    """Import a map of another program."""
    dialog = ImportDialog(MAPS / "dungeonalchemist_rooms.dd2vtt", parent=window)
    dialog.show()
    until = time.monotonic() + PATIENCE_SECONDS
    while dialog.reading or not dialog.notes.count():
        assert time.monotonic() < until
        QTest.qWait(20)
    return dialog


def grounding(window: MainWindow) -> QWidget:
    """Set zones and objectives on a map."""
    return GroundDialog(read_scenario(rulesets_dir() / "scenarios" / SCENARIO), parent=window)


def failing(window: MainWindow) -> QWidget:
    """Be told that something went wrong in the program."""
    return ErrorDialog("ValueError: an example\n" * 12, window)


MOMENTS: dict[str, Callable[[MainWindow], QWidget | None]] = {
    made.__name__: made
    for made in (
        first_screen, rolling_off, setting_up, moving, moving_too_far, aiming, aiming_unseen, asked_for_dice,
        asked_to_allocate, after_a_volley, putting_right, shown_luck, looking_back, replaying, watching,
        summarising, ended, new_battle, adjusting, naming_sides, reading_rules, reading_keys,
        preferring_look, preferring_play, preferring_map, preferring_files, reading_help, importing,
        grounding, failing, charging, to_fight, answering, fought_out, at_table, at_table_said,
        at_table_rolling, at_table_sharing, at_table_reading, at_table_scoring, at_table_assaulting,
        at_table_fighting, saying_facts,
    )
}  # fmt: skip
"""Every moment by its name; it returns the dialog that stands over the window, if one does."""
