"""Measures of shots: what they need, how many there are, and who stays silent."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.actions import DeclaredFacts, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Model
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.cases_values import Measure
from wolfling_gui.rules.classic.volleys import context_of, plan_volley
from wolfling_gui.rules.classic.weapons import choose_weapon, is_plain
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.volley import ShotGroup, Volley
from wolfling_gui.session.case_numbers import check_number, shown_finding
from wolfling_gui.session.measures.common import equal, models_of, number_is, unit_of

SHOTS = ("to hit", "to wound", "cover", "save", "shots")
"""The measures that ask about a volley."""


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
    what = f"{measure.kind} of {a} against {b}"
    if measure.kind == "to hit" and (number := _scattering(rules, battle, measure)) is not None:
        return number_is(number, measure, what)
    volley, reasons = volley_of(rules, battle, measure)
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
    return number_is(number, measure, what)


def _scattering(rules: Ruleset, battle: Battle, measure: Measure) -> Breakdown | None:
    """Return what a weapon without rolls to hit would need by its firer's skill; None for other weapons."""
    (firer, *_) = (*models_of(battle, measure.about[0]), None)
    weapon = choose_weapon(rules, firer, str(measure.options.get("weapon", ""))) if firer else None
    if firer is None or weapon is None or is_plain(rules, weapon):
        return None
    action = shot_asked(battle, measure)
    unit, target = battle.units[action.unit], battle.units[action.target]
    context, _ = context_of(rules, battle, firer, unit, target, weapon, action.facts_of(firer.id))
    return None if context is None else rules.to_hit(rules, battle, context)


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
        found = equal(count, measure.want, f"the shots of {a} at {b}")
    wanted = measure.options.get("silent")
    if isinstance(wanted, Mapping):
        given = {f.about[0]: f.rule for f in silent if f.about}
        for model, rule in wanted.items():
            found += equal(given.get(model, "not silent"), rule, f"the rule that silences {model}")
    if volley is not None and len(volley.groups) == 1 and len(volley.groups[0].shooters) == 1:
        found += check_number(measure.number, volley.groups[0].shooters[0].shots)
    return found
