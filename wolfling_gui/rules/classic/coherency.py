"""Coherency: a unit's models form one chain of short links (CL-MOVE-3, CL-MOVE-5)."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset


def linked(rules: Ruleset, floor_height: int, a: Footprint, b: Footprint, limit: int) -> bool:
    """Tell whether two bases are neighbours: on one floor, or on floors next to each other (CL-MOVE-5)."""
    apart = abs(a.level - b.level)
    if apart:
        if not rules.on("CL-MOVE-5"):
            return False
        if apart > rules.count("CL-MOVE-5", "floors_apart"):
            return False
        if apart * floor_height > rules.inches("CL-MOVE-5", "max_vertical_inches"):
            return False
        limit = rules.inches("CL-MOVE-5", "horizontal_inches")
    return gap(a, b) <= limit


def chains(rules: Ruleset, battle: Battle, bases: dict[str, Footprint]) -> list[list[str]]:
    """Return the unbroken chains of models, the largest first."""
    limit = rules.inches("CL-MOVE-3", "coherency_inches")
    left = list(bases)
    found: list[list[str]] = []
    while left:
        chain, queue = [], [left.pop(0)]
        while queue:
            name = queue.pop()
            chain.append(name)
            near = [o for o in left if linked(rules, battle.table.floor_height, bases[name], bases[o], limit)]
            left = [o for o in left if o not in near]
            queue += near
        found.append(chain)
    return sorted(found, key=len, reverse=True)


def coherency(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[Finding, ...]:
    """Refuse a unit whose models do not form one chain, naming the widest gap that breaks it (CL-MOVE-3)."""
    if not rules.on("CL-MOVE-3"):
        return ()
    models = battle.standing(unit.id)
    bases = {m.id: base_of(battle, m) for m in models}
    limit = rules.inches("CL-MOVE-3", "coherency_inches")
    if len(bases) < 2:
        return ()
    groups = chains(rules, battle, bases)
    if len(groups) == 1:
        return (_widest_link(bases, limit),)
    main = groups[0]
    found = []
    for stray in groups[1:]:
        near = min(
            (
                (gap(bases[a], bases[b]), a, b)
                for a in stray
                for b in main
                if bases[a].level == bases[b].level
            ),
            default=(0, stray[0], main[0]),
        )
        between, a, b = near
        mark = Mark("link", (bases[a].at, bases[b].at), bases[a].level, about=a)
        says = "coherency.broken" if between > limit else "coherency.floors"
        found.append(
            forbid(
                "CL-MOVE-3" if between > limit else "CL-MOVE-5",
                says,
                a,
                b,
                value=between,
                limit=limit,
                measure="inches",
                comparison="at_most",
                marks=(mark,),
            )
        )
    return tuple(found)


def _widest_link(bases: dict[str, Footprint], limit: int) -> Finding:
    """Name the model that hangs on by the widest gap, for the margin that is left."""
    nearest = {
        name: min((gap(base, other), o) for o, other in bases.items() if o != name)
        for name, base in bases.items()
    }
    name = max(nearest, key=lambda n: nearest[n][0])
    between, other = nearest[name]
    mark = Mark("link", (bases[name].at, bases[other].at), bases[name].level, about=name)
    return permit(
        "CL-MOVE-3",
        "coherency.kept",
        name,
        other,
        value=between,
        limit=limit,
        measure="inches",
        comparison="at_most",
        marks=(mark,),
    )


def is_coherent(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit is in coherency."""
    return not any(f.effect == "forbids" for f in rules.coherency(rules, battle, unit))
