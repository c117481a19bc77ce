"""The one seam through which rules ask about the table: measured from positions, or declared by the players.

A declared fact takes the place of the measured one; where neither is to be had the answer is None and the
action has to ask for it. So a companion beside a real table runs the very same procedures without positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from wolfling_gui.core.actions import DeclaredFacts, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place, Unit
from wolfling_gui.core.lengths import Length, distance
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.footprint import Footprint, footprint_at
from wolfling_gui.geometry.measure import gap, nearest_pair
from wolfling_gui.geometry.sight import body_of, eye_of, in_the_way
from wolfling_gui.geometry.space import space_of
from wolfling_gui.rules.findings import forbid, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import SightLine

ZONES: tuple[Literal["room", "corridor", "section"], ...] = ("room", "corridor", "section")
"""The kinds of zones that firer and target can share."""


def places_known(battle: Battle) -> bool:
    """Tell whether the app knows where models stand; at a real table players say what follows from it."""
    return not battle.real_table


def set_up(battle: Battle, unit: str) -> tuple[Model, ...]:
    """Return the living models of a unit that are on the table, also where nobody has a known place."""
    if places_known(battle):
        return battle.standing(unit)
    return () if battle.units[unit].in_reserve else battle.members(unit)


def base_of(battle: Battle, model: Model, place: Place | None = None) -> Footprint:
    """Return the base of a model where it stands, or where it would stand at `place`.

    Raises ValueError when it has no place.
    """
    where = place or model.place
    if where is None:
        raise ValueError(f"{model.name} ({model.id}) is not on the table")
    return footprint_at(model, where, battle.table.floor_height)


def here_of(model: Model) -> Waypoint:
    """Return where a model stands as the corner of a path; raises ValueError off the table."""
    if model.place is None:
        raise ValueError(f"{model.name} ({model.id}) is not on the table")
    return Waypoint(model.place.at, model.place.level)


def bases_of(battle: Battle, unit: str) -> tuple[Footprint, ...]:
    """Return the bases of a unit's models on the table."""
    return tuple(base_of(battle, model) for model in battle.standing(unit))


def gap_between(rules: Ruleset, battle: Battle, a: Model, b: Model) -> Length:
    """Return the distance of two models in units, from base edge to base edge (CL-BASE-1)."""
    return _apart(rules, base_of(battle, a), base_of(battle, b))


def _apart(rules: Ruleset, a: Footprint, b: Footprint) -> Length:
    """Measure between nearest edges, or between centres where the rule says so or is off (CL-BASE-1)."""
    if rules.on("CL-BASE-1") and rules.catalogue.word("CL-BASE-1", "measure") == "nearest_edges":
        return gap(a, b)
    return distance(a.at, b.at)


def in_contact(rules: Ruleset, battle: Battle, a: Model, b: Model) -> bool:
    """Tell whether two models are in base contact: on one level, no gap wider than tolerated (CL-BASE-3)."""
    one, other = base_of(battle, a), base_of(battle, b)
    return one.level == other.level and gap(one, other) <= rules.inches(
        "CL-BASE-3", "contact_tolerance_inches"
    )


def unit_gap(rules: Ruleset, battle: Battle, a: str, b: str) -> Length | None:
    """Return the distance of two units in units, between their closest models; None when one is off table."""
    one, other = bases_of(battle, a), bases_of(battle, b)
    if not one or not other:
        return None
    if rules.on("CL-BASE-1") and rules.catalogue.word("CL-BASE-1", "measure") == "nearest_edges":
        return nearest_pair(one, other).gap
    return min(_apart(rules, i, j) for i in one for j in other)


def zones_of(rules: Ruleset, battle: Battle, model: Model, threshold: Length) -> tuple[str, ...]:
    """Return the zones a model is in: by its base centre, both zones on a doorway's line (WO-TER-11)."""
    if model.place is None:
        return ()
    return space_of(battle.table).zones_at(model.place.at, model.place.level, threshold)


def line_between(
    rules: Ruleset, battle: Battle, firer: Model, target: Unit, facts: DeclaredFacts
) -> SightLine:
    """Return the best line of sight from a model to any model of a unit (CL-LOS-4), or the declared one.

    A measured line comes without its reasons; `why_unseen` finds them.
    """
    match facts.sight:
        case "clear":
            return SightLine(True, 0, (permit("CL-LOS-1", "sight.declared_clear", firer.id, target.id),))
        case "partly":
            return SightLine(True, 50, (permit("CL-LOS-1", "sight.declared_partly", firer.id, target.id),))
        case "blocked":
            return SightLine(False, 100, (forbid("CL-LOS-1", "sight.declared_blocked", firer.id, target.id),))
    if firer.place is None or not battle.standing(target.id):
        return SightLine(False, 100, (Finding("CL-LOS-1", "asks", "sight.unsaid", (firer.id, target.id)),))
    models = battle.standing(target.id)
    lines = [rules.sight(rules, battle, firer, model) for model in models]
    seen = [line for line in lines if line.seen]
    if seen:
        return min(seen, key=lambda line: line.hidden)
    return SightLine(False, 100)


def why_unseen(rules: Ruleset, battle: Battle, firers: Sequence[Model], target: Unit) -> Finding:
    """Say what blocks the line that comes nearest to seeing a unit that none of some models sees.

    Of each model's line to the nearest of the unit it is the one with the fewest things in the way, then the
    shortest.
    """
    models = battle.standing(target.id)
    pairs = []
    for firer in firers:
        away = [gap_between(rules, battle, firer, model) for model in models]
        nearest = min(range(len(models)), key=lambda n: away[n])
        pairs.append((firer, models[nearest], away[nearest]))
    kinds = frozenset(rules.opaque(rules).blocking)
    bases = [(base_of(battle, firer), base_of(battle, model)) for firer, model, _ in pairs]
    things = in_the_way(space_of(battle.table), [(eye_of(a), body_of(b)) for a, b in bases], kinds)
    best = min(range(len(pairs)), key=lambda n: (things[n], pairs[n][2], n))
    firer, model, _ = pairs[best]
    return rules.sight(rules, battle, firer, model, True).findings[0]


def measured_in_advance(rules: Ruleset) -> bool:
    """Tell whether ranges are known before a target is declared (CL-GEN-9)."""
    return not rules.on("CL-GEN-9") or rules.flag("CL-GEN-9", "premeasure_allowed")


def range_between(
    rules: Ruleset, battle: Battle, firer: Model, target: Unit, facts: DeclaredFacts
) -> Length | None:
    """Return the range from a firer to the nearest model of the target it can see (CL-SHOOT-5), in units."""
    if facts.range is not None:
        return facts.range
    if firer.place is None:
        return None
    measured = [
        gap_between(rules, battle, firer, model)
        for model in battle.standing(target.id)
        if facts.sight is not None or rules.sight(rules, battle, firer, model).seen
    ]
    return min(measured) if measured else None


def level_between(battle: Battle, firer: Model, target: Unit) -> Literal["same", "above", "below"] | None:
    """Say on which floor a target unit is, seen from a model: on its own when half the unit is there."""
    models = battle.standing(target.id)
    if firer.place is None or not models:
        return None
    own = firer.place.level
    levels = [model.place.level for model in models if model.place is not None]
    if 2 * levels.count(own) >= len(levels):
        return "same"
    return "above" if 2 * sum(1 for level in levels if level > own) >= len(levels) else "below"


def zones_shared(
    rules: Ruleset, battle: Battle, firer: Model, target: Unit
) -> tuple[Literal["room", "corridor", "section"], ...]:
    """Return the kinds of zones that firer and target can be said to share; none where rules know none."""
    said = {kind: DeclaredFacts(zone=kind, level="same") for kind in ZONES}
    return tuple(
        kind for kind in ZONES if rules.shared_zone(rules, battle, firer, target, said[kind])[1] == kind
    )


def floors_matter(rules: Ruleset, battle: Battle, firer: Model, target: Unit) -> bool:
    """Tell whether a shot can come out otherwise when the target is said to be on another floor."""
    said = {
        kind: DeclaredFacts(zone=kind, level="above") for kind in zones_shared(rules, battle, firer, target)
    }
    return any(
        rules.shared_zone(rules, battle, firer, target, facts)[1] != kind for kind, facts in said.items()
    )


def measured(
    rules: Ruleset, battle: Battle, firer: Model, target: Unit, said: DeclaredFacts
) -> DeclaredFacts:
    """Return the facts of a model's shot at a unit as players could declare them: the unsaid ones measured.

    Without positions what is unsaid stays so. The range of a target that is not seen is that of its nearest
    model, for weapons that need no sight. Cover belongs to a whole volley and is not found here.
    """
    line = line_between(rules, battle, firer, target, said)
    sight = said.sight
    if sight is None and not any(f.effect == "asks" for f in line.findings):
        sight = "blocked" if not line.seen else "partly" if line.hidden else "clear"
    placed = firer.place is not None and bool(battle.standing(target.id))
    zone, name = said.zone, said.zone_name
    if zone is None and placed:
        name, kind = rules.shared_zone(rules, battle, firer, target)
        zone = next((one for one in ZONES if one == kind), "none")
    away = range_between(rules, battle, firer, target, said)
    if away is None and placed:
        away = min(gap_between(rules, battle, firer, model) for model in battle.standing(target.id))
    return DeclaredFacts(
        away,
        sight,
        zone,
        said.cover,
        said.level or level_between(battle, firer, target),
        name,
    )
