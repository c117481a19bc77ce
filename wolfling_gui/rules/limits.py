"""What profiles and weapons can be at all, and what is usual where nothing is said (CL-PROF, CL-BASE-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from wolfling_gui.core.forces import Base, Profile, Weapon
from wolfling_gui.core.lengths import UNITS_PER_INCH, UNITS_PER_MILLIMETRE, Length
from wolfling_gui.core.terrain import DoorState, Structure, TerrainClass
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.catalogue import Catalogue, Value
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset

FIELDS = {"WS": "ws", "BS": "bs", "S": "s", "T": "t", "W": "w", "I": "i", "A": "a", "Ld": "ld", "Sv": "sv"}
"""The fields of a profile by their usual names (CL-PROF-1)."""


def check_profile(rules: Ruleset, profile: Profile) -> tuple[Finding, ...]:
    """Refuse characteristics outside their range, naming each (CL-PROF-1)."""
    if not rules.on("CL-PROF-1"):
        return ()
    listed = rules.catalogue.value("CL-PROF-1", "range")
    low, high = (n if isinstance(n, int) else 0 for n in listed) if isinstance(listed, tuple) else (0, 10)
    found: list[Finding] = []
    for name in rules.words("CL-PROF-1", "characteristics"):
        value: int = getattr(profile, FIELDS[name])
        if not low <= value <= high:
            limit = high if value > high else low
            facts: dict[str, str | int] = {"profile": profile.name, "characteristic": name}
            found.append(
                forbid(
                    "CL-PROF-1", "profile.out_of_range",
                    value=value, limit=limit, measure="count",
                    comparison="at_most" if value > high else "at_least", facts=facts,
                )
            )  # fmt: skip
    return tuple(found)


def check_weapon(rules: Ruleset, weapon: Weapon) -> tuple[Finding, ...]:
    """Refuse a weapon whose AP is none of those there are; "-" is 0 here (CL-PROF-4)."""
    if not rules.on("CL-PROF-4"):
        return ()
    listed = rules.catalogue.value("CL-PROF-4", "ap_values")
    known = {0 if one == "-" else one for one in listed} if isinstance(listed, tuple) else set()
    if weapon.ap in known:
        return ()
    facts: dict[str, str | int] = {"weapon": weapon.name, "ap": weapon.ap or "-"}
    return (forbid("CL-PROF-4", "weapon.no_such_ap", facts=facts),)


def usual_base(catalogue: Catalogue, word: str) -> Base:
    """Return the base that a unit type, or a size such as "bulky", stands on by default (CL-BASE-2).

    With that rule off every model stands on the smallest disc.
    """
    sizes = catalogue.table("CL-BASE-2", "base_mm")
    size = catalogue.table("CL-BASE-2", "by_type").get(word, word)
    if not catalogue.on("CL-BASE-2"):
        size = "small"
    if size == "bike":
        found = catalogue.value("CL-BASE-2", "bike_oval_mm")
        length, width = (_units(one) for one in found) if isinstance(found, tuple) else (7000, 2500)
        return Base(width, length, "oval")
    return Base(_units(sizes.get(size if isinstance(size, str) else "small", sizes.get("small"))))


def base_words(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the words that stand for a base: small, bulky, large, bike (CL-BASE-2)."""
    return (*(str(size) for size in catalogue.table("CL-BASE-2", "base_mm")), "bike")


def usual_terrain(catalogue: Catalogue, kind: str) -> Mapping[str | int, Value] | None:
    """Return what a piece of terrain of a kind is if nothing else is said: class, cover, area (CL-TERR-12).

    None for kinds that are not in the table, or with the rule off.
    """
    if not catalogue.on("CL-TERR-12"):
        return None
    found = catalogue.table("CL-TERR-12", "table").get(SPOKEN.get(kind, kind))
    return found if isinstance(found, Mapping) else None


SPOKEN: Mapping[str, str] = {
    "barricade": "wall_barricade",
    "crater": "crater_rubble",
    "rubble": "crater_rubble",
    "hedge": "hedge_fence",
    "fence": "hedge_fence",
    "woods": "wood",
    "grass": "high_grass_crops",
    "crops": "high_grass_crops",
    "hill": "open_hill",
}
"""Plain words for kinds of terrain that CL-TERR-12 lists under another name."""


class Piece(NamedTuple):
    """Hold what a piece of terrain is: class, danger, whether it is an area, its cover save if any.

    `height` is how tall area terrain of its kind stands, in units.
    """

    terrain: TerrainClass
    dangerous: bool
    area: bool
    cover: int | None
    height: Length = 0


def usual_piece(catalogue: Catalogue, kind: str) -> Piece:
    """Return what a piece of a kind is where the map says nothing of it (CL-TERR-12)."""
    found = usual_terrain(catalogue, kind)
    if found is None:
        return Piece("difficult", False, True, None)
    terrain: TerrainClass = "difficult"
    if found.get("class") == "clear":
        terrain = "clear"
    elif found.get("class") == "impassable":
        terrain = "impassable"
    cover = found.get("cover")
    save = cover if isinstance(cover, int) else None
    height = found.get("height")
    tall = round(height * UNITS_PER_INCH) if isinstance(height, int | float) else 0
    return Piece(terrain, found.get("dangerous") is True, found.get("area") is True, save, tall)


def usual_door(catalogue: Catalogue, structure: Structure | None) -> DoorState:
    """Return the state of a door that is given none, by the structure it is in (WO-TER-8).

    A set without that rule, or with it off, has ordinary shut doors.
    """
    if structure is None or "WO-TER-8" not in catalogue or not catalogue.on("WO-TER-8"):
        return "shut"
    if structure.kind == "spacecraft":
        name = "default_state_spacecraft"
    elif structure.kind == "ruin":
        name = "default_state_ruin"
    elif structure.reinforced:
        name = "default_state_reinforced_base"
    else:
        name = "default_state_building"
    match catalogue.word("WO-TER-8", name):
        case "open" | "sealed" as state:
            return state
        case _:
            return "shut"


def _units(value: object) -> int:
    return round(value * UNITS_PER_MILLIMETRE) if isinstance(value, int | float) else 2500
