"""Battles for tests of the summary: the shipped one, and one whose names try to break a page."""

from __future__ import annotations

import msgspec

from tests.bot import Bot
from tests.ui.deck import HIDDEN, MINE, THEIRS, deck_battle, deck_session
from wolfling_gui.core.actions import Adjust, EndStep, SetScore, Shoot
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.files.locations import resources_dir
from wolfling_gui.session.opening import watch
from wolfling_gui.session.session import Session

DEMO = resources_dir() / "demo" / "deck-seven-raid.wolfling"
HEBREW = "צבא אדום"
NASTY = '<b>Tom & "Jerry"</b>'


def demo() -> Session:
    """Return the shipped battle, played to its end."""
    return watch(DEMO).session


def nasty_session(name: str = NASTY) -> Session:
    """Return a battle whose title, side and unit are named so, after a volley and what was agreed."""
    battle = deck_battle()
    battle = battle.with_side(msgspec.structs.replace(battle.side("blue"), name=name))
    battle = battle.with_unit(msgspec.structs.replace(battle.units[MINE], name=name))
    session = Session(deck_session().rules, Header(battle, name, battle.ruleset, seed=3))
    session.record_refusal(Shoot(MINE, HIDDEN), session.propose(Shoot(MINE, HIDDEN)).findings)
    bot = Bot(session)
    bot.do(Shoot(MINE, THEIRS))
    session.perform(Adjust((SetScore("blue", 4),)))
    bot.do(EndStep())
    return session
