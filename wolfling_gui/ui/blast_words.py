"""Say in words what markers hit and where arrows point."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.battle import Battle
from wolfling_gui.session import naming
from wolfling_gui.ui.counted import plural

if TYPE_CHECKING:
    from wolfling_gui.session.aiming import Drifting, Forecast

_SHARE = 22.5


def hits(count: int) -> str:
    """Say how many models are hit."""
    if not count:
        return QCoreApplication.translate("Blast", "no hit")
    return plural("Blast", "1 hit", "%n hits", count)


def who(battle: Battle, models: Sequence[str], side: str) -> str:
    """Say who is hit: 3 Riflemen, own Breacher 4. A single model of a unit is called by its own name."""
    counts = Counter(battle.models[name].unit for name in models)
    parts = []
    for unit, count in counts.items():
        own = battle.units[unit].side == side
        if count == 1:
            name = next(m for m in models if battle.models[m].unit == unit)
            text = QCoreApplication.translate("Blast", "own %1") if own else "%1"
            parts.append(text.replace("%1", naming.model_name(battle, name), 1))
            continue
        text = (
            QCoreApplication.translate("Blast", "%1 own %2")
            if own
            else QCoreApplication.translate("Blast", "%1 %2")
        )
        parts.append(text.replace("%1", str(count), 1).replace("%2", naming.unit_name(battle, unit), 1))
    return ", ".join(parts)


def hits_of(battle: Battle, one: Forecast) -> str:
    """Say how many models a marker or template hits, and whose they are, within a sentence."""
    side = battle.units[battle.models[one.firer].unit].side
    if not one.hit:
        return hits(0)
    text = QCoreApplication.translate("Blast", "%1 (%2)")
    return text.replace("%1", hits(len(one.hit)), 1).replace("%2", who(battle, one.hit, side), 1)


def compass(degrees: int) -> str:
    """Say a direction as a word of the compass, the table's top being north."""
    names = (
        QCoreApplication.translate("Blast", "east"),
        QCoreApplication.translate("Blast", "east-north-east"),
        QCoreApplication.translate("Blast", "north-east"),
        QCoreApplication.translate("Blast", "north-north-east"),
        QCoreApplication.translate("Blast", "north"),
        QCoreApplication.translate("Blast", "north-north-west"),
        QCoreApplication.translate("Blast", "north-west"),
        QCoreApplication.translate("Blast", "west-north-west"),
        QCoreApplication.translate("Blast", "west"),
        QCoreApplication.translate("Blast", "west-south-west"),
        QCoreApplication.translate("Blast", "south-west"),
        QCoreApplication.translate("Blast", "south-south-west"),
        QCoreApplication.translate("Blast", "south"),
        QCoreApplication.translate("Blast", "south-south-east"),
        QCoreApplication.translate("Blast", "south-east"),
        QCoreApplication.translate("Blast", "east-south-east"),
    )
    return names[round(degrees / _SHARE) % len(names)]


def bearing(degrees: int) -> str:
    """Say a direction in degrees and as a word: 137° north-west."""
    text = QCoreApplication.translate("Blast", "%1° %2")
    return text.replace("%1", str(degrees), 1).replace("%2", compass(degrees), 1)


def stopped_by(battle: Battle, outcome: Drifting) -> str:
    """Say what stopped a scattering marker, empty where nothing did."""
    if outcome.stopped is None:
        return ""
    thing = next((naming.thing_name(battle, name) for name in outcome.stopped.about), "")
    return QCoreApplication.translate("Blast", "stops at %1").replace("%1", thing, 1)


def landing(battle: Battle, outcome: Drifting) -> str:
    """Say where a marker comes down and whom it hits, in one line."""
    if outcome.lost:
        return QCoreApplication.translate("Blast", "The hole leaves the table: the shot is lost.")
    stopped = stopped_by(battle, outcome)
    if stopped:
        text = QCoreApplication.translate("Blast", "It %1 and makes %2.")
        return text.replace("%1", stopped, 1).replace("%2", hits_of(battle, outcome.landing), 1)
    if not outcome.away:
        text = QCoreApplication.translate("Blast", "It stays where it is and makes %1.")
        return text.replace("%1", hits_of(battle, outcome.landing), 1)
    text = QCoreApplication.translate("Blast", "It goes %1 and makes %2.")
    text = text.replace("%1", naming.inches_text(outcome.away), 1)
    return text.replace("%2", hits_of(battle, outcome.landing), 1)
