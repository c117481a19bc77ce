"""Measures of sight, zones, terrain, and where one may stand."""

from __future__ import annotations

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Base
from wolfling_gui.core.forces import Place as ModelPlace
from wolfling_gui.core.lengths import UNITS_PER_MILLIMETRE
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.findings import forbids
from wolfling_gui.rules.limits import usual_base, usual_door, usual_terrain
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.variants.wolfling.zones import (
    is_large,
    structure_kind,
    suggested_kind,
    zone_of,
    zones_here,
)
from wolfling_gui.session.case_numbers import shown_finding
from wolfling_gui.session.measures.common import equal, forbidden, judged, models_of, unit_of


def sight(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what a model sees of a unit or model, what hides it, and by which rule."""
    a, b = measure.about
    (firer, *others) = models_of(battle, a)
    if others:
        return [f"{a} has several models; name the one that looks"]
    lines = [rules.sight(rules, battle, firer, model, explain=True) for model in models_of(battle, b)]
    if not lines:
        return [f"{b} is not on the table"]
    line = min(lines, key=lambda one: (not one.seen, one.hidden))
    found: list[str] = []
    state = "blocked" if not line.seen else "partly" if line.hidden else "clear"
    if measure.want is not None:
        found += equal(state, measure.want, f"the sight from {a} to {b}")
    if "hidden" in measure.options:
        found += equal(line.hidden, measure.options["hidden"], f"the share of {b} hidden from {a}")
    named = {name for finding in line.findings for name in finding.about} | set(line.hidden_by)
    named |= {mark.about for finding in line.findings for mark in finding.marks}
    if "by" in measure.options and measure.options["by"] not in named:
        wanted = measure.options["by"]
        found.append(f"{wanted} is expected to hide {b}; it is {', '.join(sorted(named - {a, b, 'beyond'}))}")
    if "rule" in measure.options and measure.options["rule"] not in {f.rule for f in line.findings}:
        listed = "; ".join(shown_finding(f) for f in line.findings)
        found.append(f"{measure.options['rule']} is expected to decide; found {listed}")
    return found


def zones(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell in which zones a model is."""
    model = battle.models[measure.about[0]]
    place = measure.options.get("at")
    if isinstance(place, ModelPlace):
        battle = battle.with_place(model.id, place)
        model = battle.models[model.id]
    here = tuple(sorted(zones_here(rules, battle, model)))
    wanted = measure.want if isinstance(measure.want, tuple) else (measure.want,)
    return equal(here, tuple(sorted(str(one) for one in wanted)), f"the zone of {model.id}")


def shared_zone(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell which zone a model shares with a unit."""
    a, b = measure.about
    (firer, *_) = models_of(battle, a)
    zone, _ = rules.shared_zone(rules, battle, firer, battle.units[unit_of(battle, b)])
    return equal(zone or "none", measure.want, f"the zone that {a} shares with {b}")


def place(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a model may stand somewhere."""
    model = battle.models[measure.about[0]]
    where = measure.options.get("at", model.place)
    if not isinstance(where, ModelPlace):
        return [f"{model.id} is not on the table; say “at”"]
    return judged(rules.check_place(rules, battle, model, where), measure, f"the place of {model.id}")


def game_map(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether the map itself may be played on, and what speaks against it by how much."""
    findings = rules.check_map(rules, battle.table)
    overlaps = tuple(sorted(f"{f.about[0]} {f.about[1]} {f.value}" for f in findings if len(f.about) > 1))
    found: object = "refused" if forbids(findings) else "permitted"
    if isinstance(measure.want, tuple):
        found = overlaps
    return equal(found, measure.want, "the check of the map") + forbidden(findings, measure.options.get("by"))


def large(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a zone counts as a larger corridor."""
    return equal(is_large(rules, battle.table, measure.about[0]), measure.want, measure.about[0])


def seems(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what an unmarked zone of this outline would be proposed as."""
    kind, _, _ = suggested_kind(rules, zone_of(rules, battle.table, measure.about[0]).polygon)
    return equal(kind, measure.want, measure.about[0])


def structure(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell in what kind of structure a model is."""
    model = battle.models[measure.about[0]]
    kinds = {structure_kind(rules, battle.table, z) for z in zones_here(rules, battle, model)} - {""}
    return equal(", ".join(sorted(kinds)) or "none", measure.want, f"the structure round {model.id}")


def terrain(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what a piece of terrain of a kind is where nothing else is said."""
    kind = measure.about[0]
    found = usual_terrain(rules.catalogue, kind)
    here: object = "none" if found is None else {k: v for k, v in found.items() if v not in (None, False)}
    return equal(here, measure.want, f"a new {kind}")


def base(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell on which base a unit type, or a size, stands where nothing else is said."""
    word = measure.about[0]
    return equal(_shown_base(usual_base(rules.catalogue, word)), measure.want, f"the base of {word}")


def _shown_base(base: Base) -> str:
    width = f"{base.width / UNITS_PER_MILLIMETRE:g}"
    return (
        f"{base.length / UNITS_PER_MILLIMETRE:g} x {width} mm {base.shape}" if base.length else f"{width} mm"
    )


def door(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell in which state a new door of a structure is."""
    name = measure.about[0]
    state = usual_door(rules.catalogue, battle.table.structures.get(name))
    return equal(state, measure.want, f"a new door of {name}")
