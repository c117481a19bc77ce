"""Answer what cases ask without an action, by the very functions that the rules use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from wolfling_gui.core.actions import DeclaredFacts, Move, Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Model, Roster, Squad
from wolfling_gui.core.forces import Place as ModelPlace
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.geometry.measure import overlap
from wolfling_gui.rules.classic.coherency import is_coherent
from wolfling_gui.rules.classic.profiles import toughness
from wolfling_gui.rules.classic.scoring import holders, kill_points, standings
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.dice_rolls import d3
from wolfling_gui.rules.facts import base_of, gap_between, in_contact, unit_gap
from wolfling_gui.rules.findings import forbids, limited
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.strength import below_half, lost_a_quarter
from wolfling_gui.rules.variants.wolfling.zones import (
    is_large,
    structure_kind,
    suggested_kind,
    zone_of,
    zones_here,
)
from wolfling_gui.rules.volley import ShotGroup, Volley
from wolfling_gui.session.case_numbers import (
    check_number,
    same_length,
    shown_finding,
    shown_number,
    shown_value,
)

Asked = Callable[[Ruleset, Battle, Measure], list[str]]


def take(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Return what does not come out as the measure says; empty when all does."""
    return MEASURES[measure.kind](rules, battle, measure)


def models_of(battle: Battle, name: str) -> tuple[Model, ...]:
    """Return the model of a name, or the living models of a unit on the table."""
    if name in battle.models:
        return (battle.models[name],)
    return battle.standing(name)


def unit_of(battle: Battle, name: str) -> str:
    """Return the unit that a name means: itself, or the unit of a model."""
    return name if name in battle.units else battle.models[name].unit


def _gap(rules: Ruleset, battle: Battle, a: str, b: str) -> int | None:
    if a in battle.models and b in battle.models:
        return gap_between(rules, battle, battle.models[a], battle.models[b])
    if a in battle.units and b in battle.units:
        return unit_gap(rules, battle, a, b)
    pairs = [(one, other) for one in models_of(battle, a) for other in models_of(battle, b)]
    return min((gap_between(rules, battle, one, other) for one, other in pairs), default=None)


def _length(found: int | None, wanted: Any, what: str) -> list[str]:
    if found is None:
        return [f"{what} is not to be measured: not on the table"]
    if not isinstance(wanted, int | float) or not same_length(found, wanted):
        return [f"{what} is {shown_value(found, 'inches')}, expected {wanted}″"]
    return []


def _equal(found: object, wanted: object, what: str) -> list[str]:
    return [] if found == wanted else [f"{what} is {_said(found)}, expected {_said(wanted)}"]


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(str(one) for one in value)}]"
    return str(value)


# ---------------------------------------------------------------------- distances


def gap_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Measure between two models or units, from base edge to base edge."""
    a, b = measure.about
    return _length(_gap(rules, battle, a, b), measure.want, f"the gap of {a} and {b}")


def within(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether two models or units are within a distance, the limit included."""
    a, b, limit = measure.about
    found = _gap(rules, battle, a, b)
    if found is None:
        return [f"the gap of {a} and {b} is not to be measured"]
    rules.on("CL-BASE-5")
    judged = limited("CL-BASE-5", "measure.within", a, b, value=found, at_most=int(limit))
    return _equal(
        judged.effect == "permits", measure.want, f"{a} within {shown_value(int(limit), 'inches')} of {b}"
    )


def contact(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether two models, or any of two units, are in base contact."""
    a, b = measure.about
    touching = any(
        in_contact(rules, battle, one, other)
        for one in models_of(battle, a)
        for other in models_of(battle, b)
    )
    return _equal(touching, measure.want, f"base contact of {a} and {b}")


def overlap_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Measure how deep two bases overlap."""
    a, b = measure.about
    deepest = max(
        overlap(base_of(battle, one), base_of(battle, other))
        for one in models_of(battle, a)
        for other in models_of(battle, b)
    )
    return _length(deepest, measure.want, f"the overlap of {a} and {b}")


# ---------------------------------------------------------------------- sight and zones


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
        found += _equal(state, measure.want, f"the sight from {a} to {b}")
    if "hidden" in measure.options:
        found += _equal(line.hidden, measure.options["hidden"], f"the share of {b} hidden from {a}")
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
    return _equal(here, tuple(sorted(str(one) for one in wanted)), f"the zone of {model.id}")


def shared_zone(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell which zone a model shares with a unit."""
    a, b = measure.about
    (firer, *_) = models_of(battle, a)
    zone, _ = rules.shared_zone(rules, battle, firer, battle.units[unit_of(battle, b)])
    return _equal(zone or "none", measure.want, f"the zone that {a} shares with {b}")


# ---------------------------------------------------------------------- units


def coherent(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit is coherent, by which rule not, and with which margin."""
    unit = battle.units[measure.about[0]]
    findings = rules.coherency(rules, battle, unit)
    found = _equal(is_coherent(rules, battle, unit), measure.want, f"the coherency of {unit.id}")
    found += _forbidden(findings, measure.options.get("by"))
    if "margin" in measure.options:
        wanted = measure.options["margin"]
        margins = [f.margin for f in findings if f.margin is not None]
        if not isinstance(wanted, int | float) or not any(same_length(m, wanted) for m in margins):
            listed = "; ".join(shown_finding(f) for f in findings)
            found.append(f"a margin of {wanted}″ expected, found {listed}")
    return found


def _forbidden(findings: tuple[Finding, ...], wanted: object) -> list[str]:
    if not isinstance(wanted, tuple):
        return []
    given = {f.rule for f in findings if f.effect == "forbids"}
    missing = [rule for rule in wanted if rule not in given]
    listed = "; ".join(shown_finding(f) for f in findings) or "nothing"
    return [f"forbidden by {', '.join(missing)} expected, found {listed}"] if missing else []


def limit(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how far a unit may move in a way of moving."""
    unit = battle.units[measure.about[0]]
    mode: Any = measure.options.get("mode", "foot")
    number = rules.move_limit(rules, battle, unit, Move(unit.id, {}, mode))
    found = _length(number.total, measure.want, f"the move of {unit.id}")
    return found + check_number(measure.number, number)


def toughness_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell the Toughness that a unit counts as."""
    number = toughness(rules, battle, battle.units[measure.about[0]])
    return _number(number, measure, f"the Toughness of {measure.about[0]}")


def place(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a model may stand somewhere."""
    model = battle.models[measure.about[0]]
    where = measure.options.get("at", model.place)
    if not isinstance(where, ModelPlace):
        return [f"{model.id} is not on the table; say “at”"]
    findings = rules.check_place(rules, battle, model, where)
    verdict = "refused" if forbids(findings) else "permitted"
    return _equal(verdict, measure.want, f"the place of {model.id}") + _forbidden(
        findings, measure.options.get("by")
    )


def force(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether sides that cost so many points may fight."""
    assert isinstance(measure.want, tuple)
    points, wanted = measure.want
    rosters = {side: (Roster(side, (Squad(side, side, (), points=cost),)),) for side, cost in points.items()}
    findings = rules.force_check(rules, rosters)
    verdict = "refused" if forbids(findings) else "permitted"
    return _equal(verdict, wanted, "the check of the forces") + _forbidden(
        findings, measure.options.get("by")
    )


def game_map(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether the map itself may be played on, and what speaks against it by how much."""
    findings = rules.check_map(rules, battle.table)
    overlaps = tuple(sorted(f"{f.about[0]} {f.about[1]} {f.value}" for f in findings if len(f.about) > 1))
    found: object = "refused" if forbids(findings) else "permitted"
    if isinstance(measure.want, tuple):
        found = overlaps
    return _equal(found, measure.want, "the check of the map") + _forbidden(
        findings, measure.options.get("by")
    )


def grounding(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit may go to ground, and what keeps it."""
    unit = battle.units[measure.about[0]]
    findings = rules.may_ground(rules, battle, unit)
    return _equal(not forbids(findings), measure.want, f"{unit.id} going to ground") + _forbidden(
        findings, measure.options.get("by")
    )


def fleet(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit may assault after running from where it stands, to a place if one is given."""
    unit = battle.units[measure.about[0]]
    to = measure.options.get("to")
    paths = {}
    if isinstance(to, ModelPlace):
        paths = {m.id: (Waypoint(to.at, to.level),) for m in battle.standing(unit.id)}
    stopped = rules.fleet_stopped(rules, battle, unit, paths)
    wrong = _equal(not stopped, measure.want, f"Fleet of {unit.id}")
    by = measure.options.get("by")
    if isinstance(by, tuple) and by and stopped not in by:
        wrong.append(f"{stopped or 'nothing'} stops Fleet, expected {', '.join(by)}")
    return wrong


def large(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a zone counts as a larger corridor."""
    return _equal(is_large(rules, battle.table, measure.about[0]), measure.want, measure.about[0])


def seems(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what an unmarked zone of this outline would be proposed as."""
    kind, _, _ = suggested_kind(rules, zone_of(rules, battle.table, measure.about[0]).polygon)
    return _equal(kind, measure.want, measure.about[0])


# ---------------------------------------------------------------------- dice and scores


def d3_of(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell what dice count as D3."""
    values = tuple(d3(rules, int(face)) for face in measure.about)
    wanted = measure.want if isinstance(measure.want, tuple) else (measure.want,)
    return _equal(values, wanted, "the D3")


def standing(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how the score would stand if the battle ended now."""
    assert isinstance(measure.want, tuple)
    wanted, _ = measure.want
    now = standings(rules, battle)
    return [
        f"the score of {side} is {now.get(side)}, expected {points}"
        for side, points in wanted.items()
        if now.get(side) != points
    ]


def holder(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell which side controls an objective."""
    side, _ = holders(rules, battle, battle.table.objectives[measure.about[0]])
    return _equal(side or "none", measure.want, f"the holder of {measure.about[0]}")


def kills(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell a side's kill points."""
    side = measure.about[0]
    return _equal(kill_points(rules, battle, side), measure.want, f"the kill points of {side}")


def half(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit is below half of the models it started the game with."""
    name = measure.about[0]
    return _equal(below_half(rules, battle, name), measure.want, f"{name} below half strength")


def quarter(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell whether a unit has lost a quarter of its models since the phase began."""
    name = measure.about[0]
    return _equal(lost_a_quarter(rules, battle, name), measure.want, f"a quarter of {name} lost")


def structure(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell in what kind of structure a model is."""
    model = battle.models[measure.about[0]]
    kinds = {structure_kind(rules, battle.table, z) for z in zones_here(rules, battle, model)} - {""}
    return _equal(", ".join(sorted(kinds)) or "none", measure.want, f"the structure round {model.id}")


# ---------------------------------------------------------------------- shots


def shot_asked(battle: Battle, measure: Measure) -> Shoot:
    """Return the volley that a measure asks about, as the action that would fire it."""
    a, b = measure.about
    weapons: dict[str, str] = {}
    asked = measure.options.get("weapons")
    if isinstance(asked, Mapping):
        weapons |= asked
    weapon = str(measure.options.get("weapon", ""))
    if a in battle.models:
        weapons.setdefault(a, weapon)
    elif weapon and not weapons:
        weapons = {m: weapon for m in battle.units[a].models if _carries(battle.models[m], weapon)}
    facts = measure.options.get("facts")
    return Shoot(
        unit_of(battle, a),
        unit_of(battle, b),
        weapons,
        facts if isinstance(facts, DeclaredFacts) else DeclaredFacts(),
    )


def volley_of(rules: Ruleset, battle: Battle, measure: Measure) -> tuple[Volley | None, tuple[Finding, ...]]:
    """Return the volley that a model or unit would fire at another, as the rules work it out."""
    return plan_volley(rules, battle, shot_asked(battle, measure))


def _carries(model: Model, weapon: str) -> bool:
    return any(one.name == weapon for one in model.weapons)


def _group(volley: Volley, measure: Measure) -> tuple[int, ShotGroup] | None:
    weapon = measure.options.get("weapon")
    for number, group in enumerate(volley.groups):
        if weapon is None or group.weapon.name == weapon:
            return number, group
    return None


def shot(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell a number of a volley: to hit, to wound, cover or save of its first group, or of a weapon's."""
    a, b = measure.about
    volley, reasons = volley_of(rules, battle, measure)
    what = f"{measure.kind} of {a} against {b}"
    if volley is None:
        return [f"{what}: nobody fires; {'; '.join(shown_finding(f) for f in reasons)}"]
    found = _group(volley, measure)
    if found is None:
        return [f"{what}: nobody fires a {measure.options.get('weapon')}"]
    place, group = found
    match measure.kind:
        case "to hit":
            number = group.to_hit
        case "to wound":
            number = group.to_wound
        case "cover":
            number = group.cover
        case _:
            number = volley.saves[place][_target(volley, measure)]
    return _number(number, measure, what)


def _target(volley: Volley, measure: Measure) -> int:
    model = measure.options.get("model")
    for number, group in enumerate(volley.targets):
        if model in group.models:
            return number
    return 0


def shots(rules: Ruleset, battle: Battle, measure: Measure) -> list[str]:
    """Tell how many dice a volley rolls to hit, and who stays silent by which rule."""
    a, b = measure.about
    volley, reasons = volley_of(rules, battle, measure)
    count = volley.shots if volley else 0
    silent = volley.silent if volley else reasons
    found: list[str] = []
    if measure.want is not None:
        found = _equal(count, measure.want, f"the shots of {a} at {b}")
    wanted = measure.options.get("silent")
    if isinstance(wanted, Mapping):
        given = {f.about[0]: f.rule for f in silent if f.about}
        for model, rule in wanted.items():
            found += _equal(given.get(model, "not silent"), rule, f"the rule that silences {model}")
    if volley is not None and len(volley.groups) == 1 and len(volley.groups[0].shooters) == 1:
        found += check_number(measure.number, volley.groups[0].shooters[0].shots)
    return found


def _number(number: Breakdown, measure: Measure, what: str) -> list[str]:
    wanted = measure.want
    nothing = number.impossible or not number.terms
    right = nothing if wanted in ("none", "impossible") else (not nothing and number.total == wanted)
    found = [] if right else [f"{what} is {shown_number(number)}, expected {wanted}"]
    return found + check_number(measure.number, number)


SHOTS = ("to hit", "to wound", "cover", "save", "shots")
"""The measures that ask about a volley."""

MEASURES: Mapping[str, Asked] = {
    "gap": gap_of,
    "within": within,
    "contact": contact,
    "overlap": overlap_of,
    "sight": sight,
    "zones": zones,
    "shared zone": shared_zone,
    "coherent": coherent,
    "limit": limit,
    "toughness": toughness_of,
    "place": place,
    "force": force,
    "map": game_map,
    "may go to ground": grounding,
    "fleet": fleet,
    "large": large,
    "seems": seems,
    "d3": d3_of,
    "standings": standing,
    "holder": holder,
    "kill points": kills,
    "below half": half,
    "lost a quarter": quarter,
    "structure": structure,
    "to hit": shot,
    "to wound": shot,
    "cover": shot,
    "save": shot,
    "shots": shots,
}
