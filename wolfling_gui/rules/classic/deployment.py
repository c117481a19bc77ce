"""Setting up: zones, places, and units kept back (CL-DEP)."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import Deploy
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.procedure import Outcome
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.measure import outside_by
from wolfling_gui.rules.classic.layouts import check_layout, grounds
from wolfling_gui.rules.classic.vanguard import check_infiltrators
from wolfling_gui.rules.facts import base_of, places_known
from wolfling_gui.rules.findings import forbid, forbids, permit
from wolfling_gui.rules.placing import stacked
from wolfling_gui.rules.ruleset import Ruleset


def placed(battle: Battle, action: Deploy) -> Battle:
    """Return the battle with the unit set down at the places of the action."""
    return battle.with_places({n: place for n, place in action.places.items() if n in battle.models})


def check_deploy(rules: Ruleset, battle: Battle, after: Battle, action: Deploy) -> tuple[Finding, ...]:
    """Judge a unit's set-up: wholly in its zone, coherent, on free and allowed ground (CL-DEP-2)."""
    unit = battle.units[action.unit]
    found: list[Finding] = []
    missing = [m.id for m in after.members(unit.id) if m.place is None and places_known(battle)]
    if missing:
        found.append(forbid("CL-DEP-2", "deploy.incomplete", *missing))
    infiltrating = battle.clock.step == "infiltrators"
    zones = () if infiltrating else grounds(rules, battle, unit.side)
    for model in after.standing(unit.id):
        if model.id not in action.places or model.place is None:
            continue
        base = base_of(after, model)
        here = tuple(polygon for level, polygon in zones if level == model.place.level)
        if rules.on("CL-DEP-2") and rules.flag("CL-DEP-2", "wholly_within_zone") and zones:
            beyond = outside_by(base, here)
            if beyond:
                mark = Mark("ring", (model.place.at,), model.place.level, base.radius, model.id)
                found.append(
                    forbid(
                        "CL-DEP-2",
                        "deploy.outside_zone",
                        model.id,
                        value=beyond,
                        limit=0,
                        measure="inches",
                        comparison="at_most",
                        marks=(mark,),
                    )
                )
        found += rules.check_place(rules, after, model, model.place)
    check = check_infiltrators if infiltrating else check_layout
    found += check(rules, battle, after, unit)
    found += stacked(rules, after, tuple(action.places))
    if not missing:
        found += rules.coherency(rules, after, unit)
    if not forbids(found):
        found.append(permit("CL-DEP-1", "deploy.sets_up", unit.id))
    return tuple(found)


def resolve_deploy(rules: Ruleset, battle: Battle, action: Deploy) -> Outcome:
    """Set the unit up."""
    unit = msgspec.structs.replace(battle.units[action.unit], in_reserve="")
    after = placed(battle, action).with_unit(unit)
    entry = Entry("did.deployed", ("CL-DEP-2",), (unit.id,), {"models": len(action.places)}, side=unit.side)
    return Outcome(after, Report((entry,)))
