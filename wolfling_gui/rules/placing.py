"""Where a base may stand: on the table, on a floor, clear of walls and of other bases."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap, gaps, off_table_by, overlap
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset


def on_table(rules: Ruleset, battle: Battle, model: Model, base: Footprint) -> tuple[Finding, ...]:
    """Refuse a base that sticks out over the table's edge (CL-MOVE-9)."""
    if not rules.on("CL-MOVE-9") or rules.flag("CL-MOVE-9", "voluntary_exit"):
        return ()
    beyond = off_table_by(base, battle.table.width, battle.table.height)
    if not beyond:
        return ()
    ring = Mark("ring", (base.at,), base.level, base.reach, model.id)
    return (
        forbid(
            "CL-MOVE-9",
            "place.off_table",
            model.id,
            value=beyond,
            limit=0,
            measure="inches",
            comparison="at_most",
            marks=(ring,),
        ),
    )


def overlap_limit(rules: Ruleset) -> tuple[str, int]:
    """Give the core's rule against overlap and its contact tolerance in units (CL-BASE-3)."""
    return "CL-BASE-3", rules.inches("CL-BASE-3", "contact_tolerance_inches")


def stacked(rules: Ruleset, battle: Battle, moved: Collection[str]) -> tuple[Finding, ...]:
    """Refuse bases that overlap by more than the contact tolerance (CL-BASE-3), naming each pair once."""
    rule, tolerance = rules.overlap_limit(rules)
    if not rules.on(rule):
        return ()
    found: list[Finding] = []
    models = battle.on_table()
    bases = {m.id: base_of(battle, m) for m in models}
    placed = [name for name in moved if name in bases]
    apart = gaps([bases[name] for name in placed], list(bases.values()))
    for row, name in enumerate(placed):
        for column in np.flatnonzero(apart[row] == 0):
            other = models[column]
            if other.id == name or (other.id in moved and other.id < name):
                continue
            a, b = bases[name], bases[other.id]
            if a.level != b.level:
                continue
            depth = overlap(a, b)
            if depth > tolerance:
                mark = Mark("link", (a.at, b.at), a.level, about=name)
                found.append(
                    forbid(
                        rule,
                        "place.overlap",
                        name,
                        other.id,
                        value=depth,
                        limit=tolerance,
                        measure="inches",
                        comparison="at_most",
                        marks=(mark,),
                    )
                )
    return tuple(found)


def near_enemies(rules: Ruleset, battle: Battle, model: Model, place: Place) -> tuple[Finding, ...]:
    """Refuse a place within the stand-off of an enemy; exactly the stand-off is still within (CL-BASE-6)."""
    if not rules.on("CL-BASE-6"):
        return ()
    limit = rules.inches("CL-BASE-6", "standoff_inches")
    base = base_of(battle, model, place)
    found = []
    for enemy in battle.enemies_of(battle.units[model.unit].side):
        other = base_of(battle, enemy)
        if other.level != base.level:
            continue
        between = gap(base, other)
        if between <= limit:
            mark = Mark("link", (base.at, other.at), base.level, about=enemy.id)
            found.append(
                forbid(
                    "CL-BASE-6",
                    "place.near_enemy",
                    model.id,
                    enemy.id,
                    value=between,
                    limit=limit,
                    measure="inches",
                    comparison="more_than",
                    marks=(mark,),
                )
            )
    return tuple(found)
