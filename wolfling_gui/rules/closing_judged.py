"""Judging where the models of a unit end as they close with the enemy (CL-ASLT-5, CL-ASLT-6)."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.actions import Path
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.paths import measured
from wolfling_gui.rules.closing import BACK, NEAR, Closing, Spot, end_of
from wolfling_gui.rules.engaged import touched_by
from wolfling_gui.rules.facts import here_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.ways import way_of

RANKS = ("free", "touched", "support", "near")


def judge_first(
    rules: Ruleset, closing: Closing, first: tuple[Model, Spot], paths: Mapping[str, Path]
) -> list[Finding]:
    """Refuse a charge in which the nearest model does not go the shortest way into contact (CL-ASLT-5)."""
    model, spot = first
    if not rules.on("CL-ASLT-5") or model.place is None:
        return []
    marks = (Mark("line", (model.place.at, *(p.at for p in spot.path)), model.place.level, about=model.id),)
    path = paths.get(model.id, ())
    if not path:
        return [forbid("CL-ASLT-5", "assault.first_moves", model.id, spot.goal, marks=marks)]
    start = here_of(model)
    way = way_of(rules, closing.start, model, "assault", frozenset(closing.start.units[model.unit].models))
    length = measured(start, path, way.passage.per_floor or 0)
    slack = rules.inches("CL-BASE-3", "contact_tolerance_inches")
    found = []
    place = Place(path[-1].at, path[-1].level, model.place.facing)
    there = closing.scene.with_place(model.id, place)
    if not touched_by(rules, there, there.models[model.id], closing.enemies()):
        found.append(forbid("CL-ASLT-5", "assault.first_touches", model.id, spot.goal, marks=marks))
    elif length > spot.length + slack:
        found.append(
            forbid(
                "CL-ASLT-5", "assault.detour", model.id, spot.goal,
                value=length, limit=spot.length, measure="inches", comparison="at_most", marks=marks,
            )
        )  # fmt: skip
    return found


def judge_ends(
    rules: Ruleset, closing: Closing, paths: Mapping[str, Path], ends: Mapping[str, Place]
) -> list[Finding]:
    """Refuse ends that leave a better place unused, naming it; the models go in the order of their paths.

    Those with an empty path stay where they are; those that are not named do so too, and are judged last.
    """
    found: list[Finding] = []
    waiting = {m.id: m for m in closing.waiting()}
    order = [name for name in paths if name in waiting] + [name for name in waiting if name not in paths]
    for name in order:
        model = waiting[name]
        assert model.place is not None
        place = ends.get(name, model.place)
        best = closing.best(model)
        if rules.on("CL-ASLT-6"):
            found += _judged(closing, model, place, best)
        closing.put(name, place)
    return found


def _judged(closing: Closing, model: Model, place: Place, best: Spot) -> list[Finding]:
    rank, _ = closing.rank_of(model, place)
    better = end_of(model, best)
    marks = (Mark("ring", (better.at,), better.level, model.profile.base.radius, model.id),)
    facts: dict[str, str | int] = {"better": RANKS[best.rank], "chosen": RANKS[rank]}
    names = (model.id, best.goal) if best.goal else (model.id,)
    if rank > best.rank:
        return [forbid("CL-ASLT-6", "assault.better_place", *names, marks=marks, facts=facts)]
    if not closing.coherent_at(model, place) and closing.coherent_at(model, better):
        return [forbid("CL-ASLT-6", "assault.not_coherent", model.id, marks=marks)]
    if rank != NEAR or place.at == better.at:
        return []
    here, there = closing.way_left(model, place), closing.way_left(model, better)
    if here > there + BACK:
        return [
            forbid(
                "CL-ASLT-6", "assault.not_near", *names,
                value=here, limit=there, measure="inches", comparison="at_most", marks=marks, facts=facts,
            )
        ]  # fmt: skip
    return []
