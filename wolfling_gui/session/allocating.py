"""Wounds and casualties by clicking models: which model stands for which answer, and why others do not."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.core.requests import Allocate, Choose
from wolfling_gui.session import naming
from wolfling_gui.session.sentences import tr

CASUALTIES = "allocate.casualties"


class WhyNot(msgspec.Struct, frozen=True):
    """Hold why a model cannot be picked: a sentence, and the rule behind it."""

    text: str
    rule: str


def alike(a: Model, b: Model) -> bool:
    """Tell whether two models save together: the same in every game respect (CL-WND-2)."""
    return (a.profile, a.weapons, a.gear, a.role) == (b.profile, b.weapons, b.gear, b.role)


def like(candidate: str, battle: Battle) -> tuple[Model, ...]:
    """Return the living models that a candidate of a sharing stands for: all of its unit like it."""
    model = battle.models[candidate]
    return tuple(m for m in battle.members(model.unit) if alike(m, model))


def candidate_of(request: Allocate | Choose, battle: Battle, model: str) -> str:
    """Return the answer that a click on a model gives, empty for none.

    Casualties are picked one by one; where wounds are shared out a model stands for all those like it, where
    blows are split over units for its unit.
    """
    names = request.candidates if isinstance(request, Allocate) else [o.id for o in request.options]
    if model in names:
        return model
    clicked = battle.models.get(model)
    if clicked is None:
        return ""
    if clicked.unit in names:
        return clicked.unit
    if isinstance(request, Choose) or request.says == CASUALTIES:
        return ""
    groups = (name for name in names if name in battle.models)
    return next((name for name in groups if clicked in like(name, battle)), "")


def pickable(request: Allocate | Choose, battle: Battle) -> tuple[str, ...]:
    """Return the models on the table that give an answer when they are clicked."""
    return tuple(m.id for m in battle.on_table() if candidate_of(request, battle, m.id))


def why_not(request: Allocate | Choose, battle: Battle, model: str) -> WhyNot:
    """Return why a click on a model gives no answer (CL-WND-1, CL-WND-2, CL-WND-4, CL-WND-11, CL-WND-12)."""
    name = naming.model_name(battle, model)
    clicked = battle.models[model]
    if isinstance(request, Choose) or not set(request.candidates) <= battle.models.keys():
        return WhyNot(tr("pick.no_option", name=name), request.rule)
    unit = request.about[0] if request.about else ""
    if clicked.unit != unit:
        return WhyNot(tr("pick.other_unit", name=name, unit=naming.unit_name(battle, unit)), "CL-WND-1")
    same = [battle.models[c] for c in request.candidates if alike(battle.models[c], clicked)]
    if not same:
        return WhyNot(tr("pick.other_group", name=name), "CL-WND-2")
    if all(m.wounds_lost for m in same) and not clicked.wounds_lost:
        return WhyNot(
            tr("pick.wounded_first", name=name, first=naming.model_name(battle, same[0].id)), "CL-WND-11"
        )
    if clicked.wounds_lost and not any(m.wounds_lost for m in same):
        return WhyNot(tr("pick.whole_first", name=name), "CL-WND-12")
    return WhyNot(tr("pick.out_of_reach", name=name), "CL-WND-4")


def why_no_more(
    request: Allocate, battle: Battle, candidate: str, counts: Mapping[str, int], step: int
) -> WhyNot | None:
    """Return why a candidate gets no more, or no less, than it has; None when it may.

    `counts` is how many each candidate has so far, `step` 1 or −1.
    """
    wanted = counts.get(candidate, 0) + step
    if step > 0 and sum(counts.values()) >= request.count:
        key = "pick.all_picked" if request.says == CASUALTIES else "pick.all_given"
        return WhyNot(tr(key, count=request.count), request.rule)
    if step > 0 and wanted > request.most.get(candidate, request.count):
        name = naming.model_name(battle, candidate)
        if request.says == CASUALTIES:
            return WhyNot(tr("pick.already", name=name), request.rule)
        return WhyNot(tr("pick.at_most", most=request.most[candidate]), "CL-WND-1")
    if step < 0 and wanted < request.least.get(candidate, 0):
        return WhyNot(tr("pick.at_least", least=request.least.get(candidate, 0)), "CL-WND-1")
    return None
