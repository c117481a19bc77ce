"""Round markers over bases: whom one touches, and on which floors (CL-BASE-7, CL-TERR-11)."""

from __future__ import annotations

from typing import Literal

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset

Size = Literal["small", "large"]
DIAMETERS: dict[str, str] = {"small": "small_blast_diameter_inches", "large": "large_blast_diameter_inches"}


def radius_of(rules: Ruleset, size: Size) -> Length:
    """Return the radius of a blast marker in units (CL-BASE-7)."""
    return rules.inches("CL-BASE-7", DIAMETERS[size]) // 2


def touched(
    rules: Ruleset, battle: Battle, at: Point, size: Size, level: int | None = None
) -> tuple[Model, ...]:
    """Return the models under a marker: any part of the base is enough (CL-BASE-7).

    It hits the floor declared, or without one the top floor under the marker (CL-TERR-11). With
    `partial_counts` off, or CL-BASE-7 off, the centre of the base has to be under it.
    """
    radius = radius_of(rules, size)
    partly = rules.on("CL-BASE-7") and rules.flag("CL-BASE-7", "partial_counts")
    floors = floors_hit(rules, battle, at, level)

    def under(base: Footprint) -> bool:
        apart = gap_to_point(base, at) if partly else gap_to_point(_centre(base), at)
        return apart <= radius

    bases = ((model, base_of(battle, model)) for model in battle.on_table())
    return tuple(m for m, base in bases if (floors is None or base.level in floors) and under(base))


def floors_hit(rules: Ruleset, battle: Battle, at: Point, level: int | None) -> tuple[int, ...] | None:
    """Return the floors that a marker hits from the declared one up; None is all of them (CL-TERR-11)."""
    if not rules.on("CL-TERR-11"):
        return None
    first = top_floor(rules, battle, at) if level is None else level
    return tuple(range(first, first + rules.count("CL-TERR-11", "floors_hit")))


def top_floor(rules: Ruleset, battle: Battle, at: Point) -> int:
    """Return the floor that a barrage or a marker drifting onto a building hits (CL-TERR-11)."""
    floors = (0, *space_of(battle.table).floors_at(at))
    return max(floors) if rules.catalogue.word("CL-TERR-11", "barrage_floor") == "highest" else min(floors)


def _centre(base: Footprint) -> Footprint:
    return Footprint(base.at, base.level, 0)
