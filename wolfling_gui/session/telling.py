"""Tell a finished action to those who watch it: what it is, what its dice came to, which rules decide it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from wolfling_gui.core.actions import EndStep, Overrule
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.report import Entry
from wolfling_gui.files.journal import Step
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session.explain import explain_entry, total_text
from wolfling_gui.session.luck import KINDS
from wolfling_gui.session.pools import (
    PoolRow,
    owner_name,
    pool_name,
    result_parts,
    result_text,
    succeeds,
)
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.session import Session

ROLL_OFF: Final = "roll.roll_off"


class Told(msgspec.Struct, frozen=True):
    """Hold what is told of an action: what it is, its dice, and its rules, each once."""

    text: str
    pools: tuple[PoolRow, ...] = ()
    rules: tuple[str, ...] = ()


def tell_start(*, shown: bool) -> Told:
    """Tell of the battle before its first step; `shown` for one that others played."""
    return Told(tr("watch.start" if shown else "watch.start_again"))


def tell_step(session: Session, step: Step) -> Told:
    """Tell of an action of a battle, by its step."""
    entries = step.done.report.entries
    cited = [rule for entry in entries for rule in entry.rules]
    cited += [finding.rule for finding in step.done.report.findings if finding.effect == "warns"]
    known = session.rules.catalogue
    battle = session.battle_after(step.parent)
    pools = tuple(_pool(number, entry, battle) for number, entry in enumerate(entries) if entry.faces)
    return Told(_what(session, step), pools, _each_once(cited, known))


ROLLS: Final[Mapping[str, str]] = {
    **KINDS,
    "did.morale_passed": "morale",
    "did.morale_failed": "morale",
    "did.test_passed": "characteristic",
    "did.test_failed": "characteristic",
    "did.regrouped": "regroup",
    "did.stays_broken": "regroup",
    "did.rerolled": "again",
    "did.danger_again": "danger_again",
    "did.warded": "ward_again",
    "did.located": "location",
    "did.chased": "sweep",
    "did.consolidates": "consolidate",
    "did.fell_back": "fall_back",
    "did.falls_back_by_hand": "fall_back",
    "did.broke_away": "break_away",
    "did.roll_off": "roll_off",
    "did.roll_off_tie": "roll_off",
    "did.seized": "seize",
    "did.not_seized": "seize",
    "did.game_goes_on": "game_length",
    "did.game_ends": "game_length",
    "did.outflanks": "outflank",
    "did.mishap": "mishap",
    "did.deep_strike_scattered": "deep_strike",
    "did.rolled_run": "run",
    "did.rolled_terrain": "terrain",
    "did.rolled_objectives": "objectives",
    "did.rolled_mission": "mission",
    "did.rolled_layout": "layout",
    "did.sees_by_night": "night",
    "did.looked_again": "night",
}
"""Questions for dice by the key of the line that tells what they came to."""


def _pool(number: int, entry: Entry, battle: Battle) -> PoolRow:
    """Return a line's dice as they were recorded; nothing is played again for it."""
    needed, roll = entry.needed, f"roll.{ROLLS.get(entry.says, 'free')}"
    return PoolRow(
        number,
        _name(entry, roll, battle),
        explain_entry(entry, battle).text,
        entry.side,
        next(iter(entry.rules), ""),
        total_text(needed) if needed is not None else "",
        entry.faces,
        tuple(succeeds(face, needed) for face in entry.faces),
        _came(entry, roll, battle),
        unit=owner_name(entry.about, entry.side, battle),
    )


def _name(entry: Entry, roll: str, battle: Battle) -> str:
    return tr("watch.pool_roll_off") if roll == ROLL_OFF else pool_name(roll, entry.side, battle)


def _came(entry: Entry, roll: str, battle: Battle) -> str:
    """Say what a line's dice came to; those of a roll-off side by side."""
    if roll == ROLL_OFF and len(entry.faces) == 2:
        names = [side.name for side in battle.sides[:2]]
        first, second = entry.faces
        return tr(f"came.{entry.says}", side_1=names[0], side_2=names[1], face_1=first, face_2=second)
    good, bad = result_parts(roll, entry.faces, entry.needed)
    return good or bad or result_text(roll, entry.faces, None, entry.facts)


def _what(session: Session, step: Step) -> str:
    if isinstance(step.action, EndStep):
        key = f"watch.to_{session.battle_after(step.line).clock.step}"
        if knows(key):
            return tr(key)
    if isinstance(step.action, Overrule):
        return tr("watch.overrule")
    return tr(f"watch.{type(step.action).__struct_config__.tag}")


def _each_once(rules: list[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Return the rules in their order; what only says how a force is made up decides least."""
    known = dict.fromkeys(rule for rule in rules if rule in catalogue)
    return tuple(sorted(known, key=lambda rule: catalogue.rule(rule).kind == "force"))
