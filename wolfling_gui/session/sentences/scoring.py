"""What is said of units that can hold objectives, and of objectives."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.session.sentences.forms import Form

SCORING: Mapping[str, Form] = {
    "scoring.holds": "holds objectives",
    "scoring.not_role": "does not hold objectives: not {role}",
    "scoring.not_falling_back": "does not hold objectives: falling back",
    "scoring.not_vehicle": "does not hold objectives: a vehicle",
    "scoring.not_swarm": "does not hold objectives: a swarm",
    "scoring.not_by_rule": "does not hold objectives: its own rules forbid it",
    "scoring.objective": "Held by the side with a scoring unit within {reach}, unless an enemy unit is within"
    " {reach}, too. CL-MIS-6, CL-MIS-5",
    "scoring.objective_scoring": "Held by the side with a scoring unit within {reach}, unless the enemy has"
    " one there, too. CL-MIS-6, CL-MIS-5",
    "scoring.near": "{unit}: {what}",
}
