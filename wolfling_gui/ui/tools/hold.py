"""What a press takes in hand, shared by the tools that move models."""

from __future__ import annotations

from wolfling_gui.core.actions import MoveMode
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.requests import Put
from wolfling_gui.ui.desk import Desk

SETTING_UP = ("deployment", "infiltrators")
"""The steps in which units are set up."""


def may_move(desk: Desk, model: str) -> bool:
    """Tell whether a model can be dragged: the active side's in a step of moves, or one asked for.

    A question may ask either side to set models down; then only those can be dragged.
    """
    battle = desk.battle
    if battle is None or model not in battle.models or desk.looking_back:
        return False
    if desk.request is not None:
        return isinstance(desk.request, Put) and model in desk.request.models
    unit = battle.units[battle.models[model].unit]
    if unit.side != battle.clock.side:
        return False
    running = battle.clock.step == "shooting" and unit.has("ran")
    if battle.clock.step == "assault":
        return not unit.has("charged")
    return battle.clock.step in (*SETTING_UP, "movement", "scouts") or running


def sets_down(desk: Desk, model: str) -> bool:
    """Tell whether a drag of a model sets it down, as in the set-up, rather than lets it walk."""
    battle = desk.battle
    if battle is None or model not in battle.models:
        return False
    if isinstance(desk.request, Put) or battle.clock.step in SETTING_UP:
        return True
    draft = desk.draft
    arrives = draft is not None and draft.kind == "deploy" and model in draft.places
    return arrives or not battle.models[model].on_table


def taken(desk: Desk, battle: Battle, model: str) -> tuple[str, ...]:
    """Return the models a drag of this one moves: those picked with it, else its whole unit."""
    unit = battle.models[model].unit
    if desk.unit == unit and desk.picked_models:
        return desk.picked_models if model in desk.picked_models else (model,)
    return tuple(m.id for m in battle.standing(unit))


def move_mode(desk: Desk, battle: Battle, unit: str) -> MoveMode:
    """Return how a unit's drag moves it: the plan's way, a run in the Shooting phase, else on foot."""
    if battle.clock.step == "shooting":
        return "run"
    if desk.draft is not None and desk.draft.unit == unit and desk.draft.kind == "move":
        return desk.draft.mode
    return desk.move_mode(unit)
