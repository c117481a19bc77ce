"""The quick reference of a ruleset: what is needed to hit and to wound, and which rules a step has."""

from __future__ import annotations

from wolfling_gui.rules.catalogue import Rule
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session import naming
from wolfling_gui.session.sentences import tr

AREAS: dict[str, tuple[str, ...]] = {
    "mission": ("CL-MIS",),
    "layout": ("CL-DEP",),
    "roll_off": ("CL-DEP", "CL-TURN"),
    "deployment": ("CL-DEP",),
    "movement": ("CL-MOVE", "WO-MOV", "CL-TERR"),
    "shooting": ("CL-SHOOT", "CL-LOS", "WO-CQS", "CL-COV", "CL-WND", "CL-WPN", "WO-TPL"),
    "assault": ("CL-ASLT", "WO-SAS", "CL-CCW"),
    "over": ("CL-MIS",),
}
"""Which areas of rules each step leans on; a step not listed leans on the set-up's."""


def to_hit_row(rules: Ruleset) -> list[tuple[int, str]]:
    """Return for each Ballistic Skill what a die needs, the re-roll of a miss with it (CL-SHOOT-7)."""
    again = rules.table("CL-SHOOT-7", "reroll")
    found: list[tuple[int, str]] = []
    for skill, needed in rules.table("CL-SHOOT-7", "hit").items():
        text = naming.needed_text(int(str(needed)))
        second = again.get(skill)
        if isinstance(second, int):
            text = tr("reference.again", first=text, second=naming.needed_text(second))
        found.append((int(skill), text))
    return found


def to_wound_table(rules: Ruleset) -> list[tuple[int, tuple[str, ...]]]:
    """Return for each Strength what a die needs by Toughness, a dash where it cannot wound (CL-SHOOT-8)."""
    found: list[tuple[int, tuple[str, ...]]] = []
    for strength, row in rules.table("CL-SHOOT-8", "needed").items():
        cells = row if isinstance(row, tuple) else ()
        texts = tuple(
            naming.needed_text(cell) if isinstance(cell, int) else tr("value.none") for cell in cells
        )
        found.append((int(strength), texts))
    return found


def rules_of_step(rules: Ruleset, step: str) -> tuple[Rule, ...]:
    """Return the rules in force that a step leans on, area by area."""
    areas = AREAS.get(step, AREAS["deployment"])
    listed = rules.catalogue.rules.values()
    return tuple(
        rule
        for area in areas
        for rule in listed
        if rule.id.startswith(f"{area}-") and rules.catalogue.on(rule.id)
    )
