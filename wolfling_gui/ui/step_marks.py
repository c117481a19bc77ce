"""Mark on the map what the action did after which it is shown: who acted, moved, and was shot at."""

from __future__ import annotations

from collections.abc import Iterator

from wolfling_gui.core.actions import Shoot, innermost
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.marks import Show, line_ends
from wolfling_gui.ui.scene import overlays as o


def step_marks(desk: Desk, show: Show) -> Iterator[o.Overlay]:
    """Yield the marks of the action looked at; none at the start."""
    session = desk.session
    step = session.recorder.history.steps.get(desk.looking_at or 0) if session is not None else None
    if session is None or step is None:
        return
    before, after = session.battle_after(step.parent), session.battle_after(step.line)
    action = innermost(step.action)
    unit = getattr(action, "unit", "")
    if unit in after.units:
        yield from (o.SelectedRing(model.id) for model in after.standing(unit))
    for model in after.on_table():
        old = before.models[model.id].place if model.id in before.models else None
        if old is not None and model.place is not None and old.at != model.place.at:
            corners = tuple(corner.at for corner in getattr(action, "paths", {}).get(model.id, ()))
            walked = corners if corners and corners[-1] == model.place.at else (model.place.at,)
            yield o.Path((old.at, *walked))
    if isinstance(action, Shoot) and action.target in after.units:
        yield from (o.TargetRing(model.id, "legal") for model in after.standing(action.target))
        seen = [line for line in desk.lines_then(before, action) if line.seen] if show.lines else []
        ends = line_ends(before, seen[0]) if seen else None
        if ends is not None:
            yield o.SightLegal(*ends, seen[0].cover)
