"""Who touches whom and who fights whom: measured from positions, or declared by the players (CL-ASLT-13).

This is the one seam through which combats ask about the table. Where somebody has no place, what is declared
with an action stands in for what would be measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import msgspec
import numpy as np

from wolfling_gui.core.actions import CombatFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Condition, ConditionKind, Model
from wolfling_gui.core.lengths import Length
from wolfling_gui.geometry.contact import separated
from wolfling_gui.geometry.measure import gap, gaps
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.contacts import in_contact_by_floors
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset

_KNOWN = Recent()
NEIGHBOURS = 2
"""Only bases closer than this many tolerances are looked at in full for contact."""


class Engagement(msgspec.Struct, frozen=True):
    """Hold how a model takes part in a combat: the enemy models it touches, and the units it can strike.

    Without contact of its own it strikes the units that the mates it supports touch.
    """

    model: str
    touches: tuple[str, ...] = ()
    units: tuple[str, ...] = ()

    @property
    def fights(self) -> bool:
        """Tell whether the model is engaged at all."""
        return bool(self.units)


def in_positions(battle: Battle, units: Iterable[str]) -> bool:
    """Tell whether every living model of these units stands on the table, so that it can be measured."""
    return all(model.place is not None for unit in units for model in battle.members(unit))


def touched_by(rules: Ruleset, battle: Battle, model: Model, others: Iterable[Model]) -> tuple[Model, ...]:
    """Return the models of others that a model is in base contact with (CL-BASE-3, CL-TERR-10)."""
    placed = [other for other in others if other.on_table]
    if not model.on_table or not placed:
        return ()
    apart = gaps([base_of(battle, model)], [base_of(battle, other) for other in placed])[0]
    near = NEIGHBOURS * rules.inches("CL-BASE-3", "contact_tolerance_inches")
    return tuple(
        other
        for other, away in zip(placed, apart.tolist(), strict=True)
        if away <= near and _touch(rules, battle, model, other)
    )


def _touch(rules: Ruleset, battle: Battle, a: Model, b: Model) -> bool:
    """Tell whether two models are in contact, and no wall or shut door is between them."""
    if not in_contact_by_floors(rules, battle, a, b):
        return False
    one, other = base_of(battle, a), base_of(battle, b)
    space = space_of(battle.table)
    if one.level != other.level or not space.barriers(one.level):
        return True
    kinds = frozenset(rules.passage(rules, battle, a, "assault", frozenset()).barriers)
    return not separated(space.barriers(one.level, kinds), one.at, other.at)


def measured_contacts(rules: Ruleset, battle: Battle, unit: str) -> dict[str, tuple[str, ...]]:
    """Return for each model of a unit on the table the enemy models it touches, in the battle's order."""
    known = _KNOWN.of(rules, battle)
    if "contacts" not in known:
        known["contacts"] = _all_contacts(rules, battle)
    contacts: dict[str, tuple[str, ...]] = known["contacts"]
    return {m.id: contacts[m.id] for m in battle.standing(unit) if m.id in contacts}


def _all_contacts(rules: Ruleset, battle: Battle) -> dict[str, tuple[str, ...]]:
    models = battle.on_table()
    bases = [base_of(battle, model) for model in models]
    near = NEIGHBOURS * rules.inches("CL-BASE-3", "contact_tolerance_inches")
    sides = [battle.units[model.unit].side for model in models]
    found: dict[str, list[str]] = {}
    for i, j in np.argwhere(gaps(bases, bases) <= near).tolist():
        if sides[i] != sides[j] and _touch(rules, battle, models[i], models[j]):
            found.setdefault(models[i].id, []).append(models[j].id)
    return {name: tuple(touches) for name, touches in found.items()}


def facts_of_combat(rules: Ruleset, battle: Battle, units: Iterable[str], said: CombatFacts) -> CombatFacts:
    """Return who touches whom and who supports whom among units: as declared, the rest measured.

    Support is being within 2 inches of a mate in contact, on the same floor (CL-ASLT-13).
    """
    contacts: dict[str, tuple[str, ...]] = {}
    supports: dict[str, tuple[str, ...]] = {}
    listed = tuple(units)
    counted = _by_count(battle, listed, said.engaged)
    within = rules.inches("CL-ASLT-13", "support_inches") if rules.on("CL-ASLT-13") else 0
    for unit in listed:
        measured = measured_contacts(rules, battle, unit) if in_positions(battle, listed) else {}
        for model in battle.members(unit):
            touches = said.contacts.get(model.id, measured.get(model.id, counted.get(model.id, ())))
            touches = tuple(m for m in touches if battle.models[m].unit in listed)
            if touches:
                contacts[model.id] = touches
    for unit in listed:
        members = battle.members(unit)
        front = [m for m in members if m.id in contacts]
        for model in members:
            if model.id in contacts:
                continue
            mates = said.supports.get(model.id)
            if mates is None and model.place is not None and front and within:
                mates = tuple(m.id for m in front if stands_near(battle, model, m, within))
            mates = tuple(m for m in mates or () if m in contacts and battle.models[m].unit == unit)
            if mates:
                supports[model.id] = mates
    return CombatFacts(contacts, supports)


def _by_count(battle: Battle, units: Sequence[str], counts: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """Return whom models touch where it is said how many are engaged: the first ones of each unit.

    A unit of which nothing is said is engaged as a whole; a character who has joined one is not.
    """
    if not counts:
        return {}
    most = {}
    for unit in units:
        members = battle.members(unit)
        guest = all(model.home == unit for model in members)
        most[unit] = min(len(members), counts.get(unit, 0 if guest else len(members)))
    return dict(everyone(battle, units, most).contacts)


def stands_near(battle: Battle, one: Model, other: Model, within: Length) -> bool:
    """Tell whether two models stand on one floor, their bases within a length in units."""
    if one.place is None or other.place is None or one.place.level != other.place.level:
        return False
    return gap(base_of(battle, one), base_of(battle, other)) <= within


def everyone(battle: Battle, units: Sequence[str], most: Mapping[str, int] | None = None) -> CombatFacts:
    """Return a combat as declared with all models in contact, each with a model of every enemy unit.

    With `most` only so many of a unit are.
    """
    contacts = {}
    here = {unit: battle.members(unit)[: None if most is None else most[unit]] for unit in units}
    for unit in units:
        side = battle.units[unit].side
        foes = [here[u] for u in units if battle.units[u].side != side and here[u]]
        for number, model in enumerate(here[unit]):
            contacts[model.id] = tuple(listed[number % len(listed)].id for listed in foes)
    return CombatFacts({model: touches for model, touches in contacts.items() if touches})


def engagements(battle: Battle, facts: CombatFacts) -> dict[str, Engagement]:
    """Return how each model takes part: those in contact, and those that support them (CL-ASLT-13)."""
    found: dict[str, Engagement] = {}
    for model, touches in facts.contacts.items():
        found[model] = Engagement(model, touches, _units(battle, touches))
    for model, mates in facts.supports.items():
        units = dict.fromkeys(unit for mate in mates for unit in found[mate].units if mate in found)
        if units and model not in found:
            found[model] = Engagement(model, (), tuple(units))
    return found


def _units(battle: Battle, models: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(battle.models[m].unit for m in models))


# ---------------------------------------------------------------------- combats


NOTHING_SAID = CombatFacts()


def opponents(rules: Ruleset, battle: Battle, unit: str, said: CombatFacts = NOTHING_SAID) -> tuple[str, ...]:
    """Return the enemy units that a unit is locked with: noted at their contact, declared, or touched now."""
    noted = [c.about for c in battle.units[unit].conditions if c.kind == "locked" and c.about]
    touched = [
        battle.models[m].unit for mine in measured_contacts(rules, battle, unit).values() for m in mine
    ]
    declared: list[str] = []
    for model, touches in said.contacts.items():
        units = _units(battle, touches)
        if battle.models[model].unit == unit:
            declared += units
        elif unit in units:
            declared.append(battle.models[model].unit)
    return tuple(u for u in dict.fromkeys((*noted, *touched, *declared)) if battle.members(u))


def combat_of(rules: Ruleset, battle: Battle, unit: str, said: CombatFacts = NOTHING_SAID) -> tuple[str, ...]:
    """Return every unit of the combat that a unit is in, in the battle's order; empty when it is in none."""
    found: dict[str, None] = {}
    waiting = [unit]
    while waiting:
        one = waiting.pop()
        if one in found:
            continue
        found[one] = None
        waiting += opponents(rules, battle, one, said)
    return tuple(u for u in battle.units if u in found) if len(found) > 1 else ()


def combats(rules: Ruleset, battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Return every combat on the table, each as its units."""
    seen: set[str] = set()
    found = []
    for unit in battle.units.values():
        if unit.id in seen or not battle.members(unit.id):
            continue
        combat = combat_of(rules, battle, unit.id)
        seen |= set(combat)
        if combat:
            found.append(combat)
    return tuple(found)


def unfought(rules: Ruleset, battle: Battle) -> tuple[tuple[str, ...], ...]:
    """Return the combats that are still to be fought in this phase (CL-ASLT-1)."""
    return tuple(
        combat for combat in combats(rules, battle) if not any(battle.units[u].has("fought") for u in combat)
    )


def locked(rules: Ruleset, battle: Battle, noted: Mapping[str, tuple[str, ...]] = {}) -> Battle:
    """Return the battle with every unit locked that touches an enemy, and freed that does not (CL-ASLT-11).

    `noted` are contacts that the players declare; units without places stay locked while both live.
    """
    partners: dict[str, dict[str, None]] = {name: {} for name in battle.units}
    for unit in battle.units.values():
        if not battle.members(unit.id):
            continue
        for mine in measured_contacts(rules, battle, unit.id).values():
            for model in mine:
                _join(partners, unit.id, battle.models[model].unit)
        for other in noted.get(unit.id, ()):
            _join(partners, unit.id, other)
        for condition in unit.conditions:
            other = condition.about
            if condition.kind != "locked" or not other or in_positions(battle, (unit.id, other)):
                continue
            fled = unit.has("falling_back") or battle.units[other].has("falling_back")
            if not fled and battle.members(other):
                _join(partners, unit.id, other)
    for name, others in partners.items():
        battle = _with_locks(rules, battle, name, tuple(others))
    return battle


def _join(partners: dict[str, dict[str, None]], one: str, other: str) -> None:
    partners[one][other] = None
    partners[other][one] = None


def _with_locks(rules: Ruleset, battle: Battle, name: str, others: tuple[str, ...]) -> Battle:
    unit = battle.units[name]
    before = tuple(c for c in unit.conditions if c.kind == "locked")
    wanted: tuple[Condition, ...] = ()
    if rules.on("CL-ASLT-11"):
        wanted = tuple(Condition("locked", "CL-ASLT-11", about=other, until="battle") for other in others)
    if not in_positions(battle, (name,)):
        wanted = (*(c for c in before if not c.about), *wanted)
    if before == wanted:
        return battle
    kept = tuple(c for c in unit.conditions if c.kind != "locked")
    return battle.with_unit(msgspec.structs.replace(unit, conditions=(*kept, *wanted)))


# ---------------------------------------------------------------------- what was before the assault

STATES: tuple[ConditionKind, ...] = ("locked", "gone_to_ground", "falling_back")
"""What a unit can be when it is assaulted that still matters in the fight."""


def remembered(battle: Battle, unit: str) -> Battle:
    """Return the battle with the states noted that a unit is in before this phase's assault moves."""
    found = battle.units[unit]
    if found.has("assaulted"):
        return battle
    for kind in STATES:
        here = found.condition(kind)
        if here is not None:
            battle = battle.with_condition(
                unit, Condition("before_assault", here.rule, about=kind, until="phase")
            )
    return battle


def was(battle: Battle, unit: str, state: ConditionKind) -> bool:
    """Tell whether a unit was locked, down or falling back before this phase's assault moves."""
    return before(battle, unit, state) is not None


def before(battle: Battle, unit: str, state: ConditionKind) -> Condition | None:
    """Return what was noted of a unit's state before this phase's assault moves."""
    return next(
        (c for c in battle.units[unit].conditions if c.kind == "before_assault" and c.about == state), None
    )


def charged(battle: Battle, unit: str) -> tuple[str, ...]:
    """Return the units that a unit has assaulted this turn and reached."""
    return tuple(c.about for c in battle.units[unit].conditions if c.kind == "charged" and c.about)


def assaulters(battle: Battle, unit: str) -> tuple[str, ...]:
    """Return the living units that have assaulted a unit this turn."""
    found = (c.about for c in battle.units[unit].conditions if c.kind == "assaulted")
    return tuple(u for u in found if battle.members(u))
