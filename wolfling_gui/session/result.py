"""How a battle stands or ended: who won, who holds which objective and why nobody does, what was lost."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.terrain import Marker
from wolfling_gui.session import naming
from wolfling_gui.session.sentences import tr


def result_text(battle: Battle) -> str:
    """Say in one sentence who won and by how much, or that the battle is not over."""
    if not battle.clock.over:
        key = "summary.unfinished" if battle.clock.turn else "summary.unfinished_setup"
        return tr(key, turn=battle.clock.turn)
    points = {side.id: battle.score.get(side.id, 0) for side in battle.sides}
    if battle.won_by:
        others = [count for side, count in points.items() if side != battle.won_by]
        won = naming.side_name(battle, battle.won_by)
        return tr("summary.won", side=won, points=points[battle.won_by], others=max(others, default=0))
    most, least = max(points.values(), default=0), min(points.values(), default=0)
    return tr("summary.draw" if most == least else "summary.ended", points=most, others=least)


def holder_text(battle: Battle, marker: Marker, near: tuple[str, ...] | None) -> str:
    """Say which side holds an objective, or why none does by who stands close to it (CL-MIS-6).

    `near` is None where nobody measures who is close.
    """
    if marker.owner in {side.id for side in battle.sides}:
        return naming.side_name(battle, marker.owner)
    if near is None:
        return tr("summary.nobody")
    if not near:
        return tr("summary.nobody_near")
    if len(near) > 1:
        return tr("summary.contested")
    return tr("summary.near", side=naming.side_name(battle, near[0]))


def models_of(battle: Battle, side: str) -> tuple[int, int]:
    """Return how many models of a side live, and how many it has had."""
    units = battle.units_of(side)
    return sum(len(battle.members(u.id)) for u in units), sum(len(u.models) for u in units)
