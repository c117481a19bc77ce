"""What putting a die right would change, found by running the action again on a copy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import ConditionKind
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.requests import Request, Roll
from wolfling_gui.files.journal import Step
from wolfling_gui.session import naming
from wolfling_gui.session.explain import explain_finding, explain_request
from wolfling_gui.session.pools import succeeds
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.session import PlayedOn, Session

STATES: Final[tuple[ConditionKind, ...]] = ("gone_to_ground", "falling_back", "regrouped")
"""States of units that players want to hear of when a die is put right."""


class Correction(msgspec.Struct, frozen=True):
    """Hold what a die put right would change, in whole sentences, before it is done.

    `counts` says how successes change, `effects` what becomes of models and units, `follows` what becomes of
    the answers and actions after it. `again` tells that something has to be answered anew.
    """

    counts: str
    effects: tuple[str, ...]
    follows: str
    again: bool = False

    @property
    def text(self) -> str:
        """Return all of it, a sentence a line."""
        return "\n".join(part for part in (self.counts, *self.effects, self.follows) if part)


def preview(session: Session, index: int, answer: Sequence[int], step: Step | None = None) -> Correction:
    """Return what an action, by default the last, would come to with one pool of its dice put right.

    It is run again with the new dice and the later answers; nothing is done. Raises ValueError when there is
    no such answer or it does not fit.
    """
    step = step or session.undo_step
    again, left = session.correction(index, list(answer), step)
    assert step is not None
    request = again.requests[index]
    battle = session.battle_after(step.parent)
    counts = _counts(request, step.answers[index], answer)
    later = [one for one in session.steps if one.line > step.line]
    if again.outcome is None:
        return Correction(counts, (), _asked(again, left, battle, len(later)), again=True)
    effects = tuple(changes(session.battle_after(step.line), again.outcome.battle))
    if not effects:
        effects = (tr("correct.no_effect"),)
    follows = tr("correct.left_over", count=len(left)) if left else tr("correct.fits")
    _, played = session.try_again(again.outcome.battle, later)
    if played is not None:
        follows = _passing(played)
    return Correction(counts, effects, follows)


def _counts(request: Request[Any], before: Any, after: Sequence[int]) -> str:
    """Say how the successes of a pool change, and of saves the wounds that are left with them."""
    if not isinstance(request, Roll):
        return ""
    old = [succeeds(face, request.needed) for face in before]
    new = [succeeds(face, request.needed) for face in after]
    if None in old or None in new:
        return tr("correct.sum", before=sum(before), after=sum(after))
    key = f"correct.{request.says}"
    return tr(
        key if knows(key) else "correct.roll",
        before=old.count(True),
        after=new.count(True),
        lost=old.count(False),
        left=new.count(False),
    )


def _passing(played: PlayedOn) -> str:
    """Say how many of the actions after it still pass, and that undo brings back those that do not."""
    if not played.left:
        return tr("correct.all_pass", count=played.count)
    return tr(
        "correct.falls_out",
        count=len(played.left),
        passing=played.count,
        all=played.count + len(played.left),
    )


def _asked(again: Resolution, left: Sequence[object], battle: Battle, later: int) -> str:
    """Say what is asked anew, and how many answers and actions come after that."""
    assert again.pause is not None
    title = explain_request(again.pause.request, battle).title
    first = tr("correct.asked", question=title, count=len(left))
    return tr("correct.then_plays_on", first=first, count=later) if later else first


def changes(before: Battle, after: Battle) -> Iterator[str]:
    """Yield what differs between two ends of an action: who stands or falls, Wounds, states of units."""
    back, gone = before.fallen_since(after), after.fallen_since(before)
    for key, names in (("correct.stands_again", back), ("correct.falls", gone)):
        if names:
            said = naming.models_listed(before, names)
            yield tr(key, names=said, count=len(names))
    for model in before.models.values():
        other = after.models[model.id]
        if not model.casualty and not other.casualty and model.wounds_lost != other.wounds_lost:
            name = naming.model_name(before, model.id)
            yield tr("correct.wounds", name=name, before=model.wounds_left, after=other.wounds_left)
    for unit in before.units.values():
        old = {c.kind for c in unit.conditions}
        new = {c.kind for c in after.units[unit.id].conditions}
        for key, kinds in (("correct.free_of", old - new), ("correct.comes_under", new - old)):
            for kind in STATES:
                if kind in kinds:
                    name = naming.unit_name(before, unit.id)
                    yield tr(key, name=name, condition=tr(f"condition.{kind}"))
    if before.won_by != after.won_by or before.clock.over != after.clock.over:
        yield tr("correct.end")


def played_on_text(session: Session) -> str:
    """Say how many actions were played again after one was put right, and why the next was not."""
    played = session.played_on
    if played is None:
        return ""
    if not played.left:
        return tr("correct.played_on", count=played.count)
    catalogue = session.rules.catalogue
    reason = explain_finding(played.reasons[0], session.settled, catalogue).text if played.reasons else ""
    return tr("correct.stopped", count=played.count, all=played.count + len(played.left), reason=reason)
