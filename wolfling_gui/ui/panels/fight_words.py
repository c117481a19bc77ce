"""Say where a fight stands: its step, who strikes now, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.battle import Battle
from wolfling_gui.session import naming

if TYPE_CHECKING:
    from wolfling_gui.session.fights import Combat, Course


def course_title(course: Course) -> str:
    """Say where a fight stands in a few words."""
    if course.scores:
        return QCoreApplication.translate("Fight", "Combat result")
    if course.step is None:
        return QCoreApplication.translate("Fight", "Before the first blow")
    if not course.step:
        return QCoreApplication.translate("Fight", "After the last blow")
    return QCoreApplication.translate("Fight", "Initiative step %1").replace("%1", str(course.step))


def who_strikes(combat: Combat, step: int) -> str:
    """Name the units that strike or shoot at a step of a fight."""
    units = dict.fromkeys(b.volley.unit for b in combat.blows if b.strike.step == step)
    return naming.listed([naming.unit_name(combat.battle, unit) for unit in units])


def what_follows(course: Course) -> str:
    """Say who strikes after this step, or that the result comes next; empty after the blows."""
    if course.combat is None or course.scores or course.step == 0:
        return ""
    below = [b.strike.step for b in course.combat.blows if course.step is None or b.strike.step < course.step]
    if not below:
        return QCoreApplication.translate("Fight", "Then the result.")
    then = QCoreApplication.translate("Fight", "Then step %1: %2.")
    first = QCoreApplication.translate("Fight", "First step %1: %2.")
    text = first if course.step is None else then
    return text.replace("%1", str(below[0]), 1).replace("%2", who_strikes(course.combat, below[0]), 1)


def score_words(battle: Battle, course: Course) -> str:
    """Write what each side has scored in one line; empty before the result."""
    one = QCoreApplication.translate("Fight", "%1 %2")
    said = [
        one.replace("%1", naming.side_name(battle, side), 1).replace("%2", str(score.total), 1)
        for side, score in course.scores
    ]
    return naming.listed(said)


def moment_words(battle: Battle, course: Course) -> tuple[str, str]:
    """Return a title and a line for a fight that waits for an answer: the step, who strikes, what follows."""
    title = course_title(course)
    if course.combat is not None and course.step:
        both = QCoreApplication.translate("Fight", "%1 · %2")
        title = both.replace("%1", title, 1).replace("%2", who_strikes(course.combat, course.step), 1)
    return title, what_follows(course) or score_words(battle, course)
