"""The terrain as it is agreed before the battle: classes and flags, and what is closed (CL-TERR)."""

from __future__ import annotations

from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Area, Obstacle
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.ruleset import Ruleset


def check_map(rules: Ruleset, table: Table) -> tuple[Finding, ...]:
    """Refuse pieces of a class or with a flag that the rules do not have (CL-TERR-1)."""
    if not rules.on("CL-TERR-1"):
        return ()
    classes, flags = rules.words("CL-TERR-1", "classes"), rules.words("CL-TERR-1", "flags")
    found: list[Finding] = []
    pieces: tuple[Area | Obstacle, ...] = (*table.areas.values(), *table.obstacles.values())
    for piece in pieces:
        outline = piece.polygon if isinstance(piece, Area) else piece.line
        marks = (Mark("polygon", outline, piece.level, about=piece.id),)
        if piece.terrain not in classes:
            facts: dict[str, str | int] = {"terrain": piece.terrain}
            found.append(forbid("CL-TERR-1", "map.terrain_class", piece.id, marks=marks, facts=facts))
        if piece.dangerous and "dangerous" not in flags:
            found.append(forbid("CL-TERR-1", "map.terrain_flag", piece.id, marks=marks))
    return tuple(found)


def walked_in(rules: Ruleset, table: Table, structure: str) -> bool:
    """Say that nobody walks about in a closed building by the core (CL-TERR-14)."""
    return False
