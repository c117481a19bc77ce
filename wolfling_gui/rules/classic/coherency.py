"""Coherency: a unit's models form one chain of short links (CL-MOVE-3, CL-MOVE-5)."""

from __future__ import annotations

import numpy as np

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Unit
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.formation import Link, broken_links, connected_groups, links
from wolfling_gui.geometry.measure import gaps, witness
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset


def unit_links(rules: Ruleset, battle: Battle, bases: list[Footprint]) -> tuple[Link, ...]:
    """Return the links between a unit's bases: on one floor, and between neighbouring floors (CL-MOVE-5)."""
    limit = rules.inches("CL-MOVE-3", "coherency_inches")
    flat = links(bases, limit, lambda floors: floors == 0)
    if not rules.on("CL-MOVE-5"):
        return flat
    most = most_floors_apart(rules, battle)
    across = rules.inches("CL-MOVE-5", "horizontal_inches")
    return (*flat, *links(bases, across, lambda floors: 0 < floors <= most))


def linked(
    rules: Ruleset, battle: Battle, bases: list[Footprint], others: list[Footprint]
) -> tuple[bool, ...]:
    """Tell of each base whether it is linked with any of the others, as `unit_links` links them."""
    apart = gaps(bases, others)
    floors = np.abs(np.array([b.level for b in bases])[:, None] - np.array([o.level for o in others]))
    near = (floors == 0) & (apart <= rules.inches("CL-MOVE-3", "coherency_inches"))
    if rules.on("CL-MOVE-5"):
        most, across = most_floors_apart(rules, battle), rules.inches("CL-MOVE-5", "horizontal_inches")
        near |= (floors > 0) & (floors <= most) & (apart <= across)
    return tuple(near.any(axis=1).tolist())


def most_floors_apart(rules: Ruleset, battle: Battle) -> int:
    """Return how many floors apart linked models may stand: by number, and by height (CL-MOVE-5)."""
    by_number = rules.count("CL-MOVE-5", "floors_apart")
    by_height = rules.inches("CL-MOVE-5", "max_vertical_inches") // battle.table.floor_height
    return min(by_number, by_height)


def coherency(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Refuse a unit whose models do not form one chain, naming each gap that breaks it (CL-MOVE-3)."""
    if not rules.on("CL-MOVE-3"):
        return ()
    models = battle.standing(unit.id)
    if len(models) < 2:
        return ()
    bases = [base_of(battle, m) for m in models]
    limit = rules.inches("CL-MOVE-3", "coherency_inches")
    found = unit_links(rules, battle, bases)
    if len(connected_groups(len(bases), found)) == 1:
        return (_widest_link(models, bases, found, limit),)
    most = most_floors_apart(rules, battle) if rules.on("CL-MOVE-5") else 0
    missing = []
    for gap in broken_links(bases, limit, lambda floors: floors <= most):
        mark = Mark("link", gap.line, bases[gap.b].level, about=models[gap.b].id)
        too_many_floors = gap.floors > most
        missing.append(
            forbid(
                "CL-MOVE-5" if gap.floors else "CL-MOVE-3",
                "coherency.floors" if too_many_floors else "coherency.broken",
                models[gap.b].id,
                models[gap.a].id,
                value=gap.floors if too_many_floors else gap.gap,
                limit=most if too_many_floors else limit,
                measure="count" if too_many_floors else "inches",
                comparison="at_most",
                marks=(mark,),
            )
        )
    return tuple(missing)


def _widest_link(
    models: tuple[Model, ...], bases: list[Footprint], found: tuple[Link, ...], limit: int
) -> Finding:
    """Name the model that hangs on by the widest gap, for the margin that is left."""
    nearest: dict[int, tuple[int, int]] = {}
    for link in found:
        for one, other in ((link.a, link.b), (link.b, link.a)):
            if one not in nearest or link.gap < nearest[one][0]:
                nearest[one] = (link.gap, other)
    one = max(nearest, key=lambda n: nearest[n][0])
    between, other = nearest[one]
    mark = Mark("link", witness(bases[one], bases[other]), bases[one].level, about=models[one].id)
    return permit(
        "CL-MOVE-3",
        "coherency.kept",
        models[one].id,
        models[other].id,
        value=between,
        limit=limit,
        measure="inches",
        comparison="at_most",
        marks=(mark,),
    )


def is_coherent(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit is in coherency."""
    return not any(f.effect == "forbids" for f in rules.coherency(rules, battle, unit))
