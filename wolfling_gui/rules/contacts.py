"""Base contact: how many bases fit round one, and contact between floors (CL-BASE-4, CL-TERR-10)."""

from __future__ import annotations

import math
from collections.abc import Mapping

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.footprint import Footprint, outline
from wolfling_gui.geometry.measure import gap_to_segment, overlap
from wolfling_gui.geometry.placement import contacts
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.facts import base_of, gap_between, in_contact
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset

DIRECTIONS = 72
"""In how many directions round a base a free place is looked for."""


def most_contacts(rules: Ruleset, inner: Model, outer: Model) -> int | None:
    """Return how many bases as large as `outer` fit round `inner`, by the table or the formula (CL-BASE-4).

    None with that rule off: there is no such limit then.
    """
    if not rules.on("CL-BASE-4"):
        return None
    one, other = inner.profile.base, outer.profile.base
    row = rules.table("CL-BASE-4", "max_contacts").get(one.width // 100)
    listed = row.get(other.width // 100) if isinstance(row, Mapping) else None
    if isinstance(listed, int) and not one.length and not other.length:
        return listed
    return contacts(max(one.width, one.length) // 2, other.radius)


def free_contacts(rules: Ruleset, battle: Battle, mover: Model, target: Model) -> tuple[int | None, Finding]:
    """Say how many contact places are left round a model, and whether another fits (CL-BASE-4)."""
    most = most_contacts(rules, target, mover)
    touching = sum(
        1
        for other in battle.on_table()
        if other.id not in (mover.id, target.id)
        and battle.side_of(other.id) == battle.side_of(mover.id)
        and in_contact(rules, battle, other, target)
    )
    if most is None:
        return None, permit("CL-BASE-3", "contact.no_limit", mover.id, target.id)
    make = permit if touching < most else forbid
    says = "contact.place_left" if touching < most else "contact.none_left"
    left = make(
        "CL-BASE-4", says, mover.id, target.id,
        value=touching + 1, limit=most, measure="count", comparison="at_most",
    )  # fmt: skip
    return max(0, most - touching), left


def climbing_distance(rules: Ruleset, battle: Battle, a: Model, b: Model) -> Length:
    """Return what an assault move from a model to another takes in units, floors included (CL-TERR-10)."""
    one, other = base_of(battle, a), base_of(battle, b)
    flat = gap_between(rules, battle, a, b)
    if not rules.on("CL-TERR-10"):
        return flat
    return flat + abs(one.level - other.level) * rules.inches("CL-TERR-10", "inches_per_floor")


def in_contact_by_floors(rules: Ruleset, battle: Battle, a: Model, b: Model) -> bool:
    """Tell whether two models are in contact, on one floor or on neighbouring ones (CL-TERR-10).

    Stacked on neighbouring floors with bases over each other they are, where no place beside one of them is
    free for the other: who is touched touches too.
    """
    if in_contact(rules, battle, a, b):
        return True
    if not rules.on("CL-TERR-10"):
        return False
    one, other = base_of(battle, a), base_of(battle, b)
    floors = abs(one.level - other.level)
    near = 0 < floors <= rules.count("CL-TERR-10", "vertical_contact_floors")
    if not near or overlap(one, other) <= 0:
        return False
    return not (has_room_beside(battle, a, b) and has_room_beside(battle, b, a))


def has_room_beside(battle: Battle, mover: Model, target: Model) -> bool:
    """Tell whether a model could stand in contact with another, on a floor, clear of walls and bases."""
    there = base_of(battle, target)
    space = space_of(battle.table)
    walls = space.barriers(there.level)
    others = [base_of(battle, m) for m in battle.on_table() if m.id not in (mover.id, target.id)]
    others = [base for base in others if base.level == there.level]
    apart = there.reach + mover.profile.base.radius
    for number in range(DIRECTIONS):
        turn = math.tau * number / DIRECTIONS
        spot = Point(round(there.at.x + apart * math.cos(turn)), round(there.at.y + apart * math.sin(turn)))
        base = base_of(battle, mover, Place(spot, there.level))
        if not space.supported(base) or not _on_table(battle, base):
            continue
        if any(overlap(base, other) > 1 for other in others):
            continue
        if all(gap_to_segment(base, wall.a, wall.b) > 0 for wall in walls):
            return True
    return False


def _on_table(battle: Battle, base: Footprint) -> bool:
    x1, y1, x2, y2 = outline(base).bounds
    return bool(x1 >= 0 and y1 >= 0 and x2 <= battle.table.width and y2 <= battle.table.height)
