"""Cut the table along a line of sight that was refused, where heights matter."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.sight import Section, body_of, eye_of, section
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.ruleset import Ruleset


def section_of(rules: Ruleset, battle: Battle, finding: Finding) -> Section | None:
    """Return the cut along the line that a finding on sight is about, None where no height matters.

    Heights matter between floors, and where something is in the way that does not reach the ceiling.
    """
    if not finding.says.startswith("sight.blocked") or len(finding.about) < 2:
        return None
    models = [battle.models.get(name) for name in finding.about[:2]]
    firer, target = models
    if firer is None or target is None or firer.place is None or target.place is None:
        return None
    space = space_of(battle.table)
    eye, body = eye_of(base_of(battle, firer)), body_of(base_of(battle, target))
    cut = section(space, eye, body, frozenset(rules.opaque(rules).blocking))
    ceiling = battle.table.floor_height
    low = any(piece.top - piece.bottom < ceiling for piece in cut.pieces)
    if firer.place.level == target.place.level and not low:
        return None
    return cut
