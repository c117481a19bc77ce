"""What markers and templates would do where they lie: whom they hit, and what speaks for or against it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable

import msgspec

from wolfling_gui.core.actions import DeclaredFacts, Shoot, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place, Weapon
from wolfling_gui.core.lengths import Length, Point
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import markers
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.aiming import against_aim, covers_fewer, range_of_hole, size_of, teardrop
from wolfling_gui.rules.classic.blasts import adjacent, drifted, in_order, is_lost, scorched, struck
from wolfling_gui.rules.classic.volleys import chosen_weapons, context_of, fired
from wolfling_gui.rules.classic.weapons import is_ranged
from wolfling_gui.rules.facts import gap_between
from wolfling_gui.rules.findings import permit, warn
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext, SightLine
from wolfling_gui.rules.volley import Volley


class Shape(msgspec.Struct, frozen=True):
    """Hold what is drawn: a round marker about its hole, or a teardrop from its narrow end.

    Lengths are units; `degrees` and `length` are those of a teardrop, `radius` that of a marker.
    """

    at: Point
    level: int
    radius: Length = 0
    degrees: float = 0.0
    length: Length = 0
    width: Length = 0

    @property
    def is_template(self) -> bool:
        """Tell whether this is a teardrop."""
        return self.length > 0


class Forecast(msgspec.Struct, frozen=True):
    """Hold what a marker or template would do where it lies.

    `hit` are the models it hits, `spared` those it covers but does not reach, each with the reason. `follows`
    tells that it is a further marker of a barrage, which is laid beside the first (CL-WPN-19); `times` how
    often its weapon fires.
    """

    firer: str
    weapon: str
    shape: Shape
    hit: tuple[str, ...]
    spared: tuple[Finding, ...] = ()
    findings: tuple[Finding, ...] = ()
    follows: bool = False
    times: int = 1

    @property
    def allowed(self) -> bool:
        """Tell whether it may be put there."""
        return not any(finding.effect == "forbids" for finding in self.findings)


class Aimed(msgspec.Struct, frozen=True):
    """Hold a model that lays a marker or template, its weapon, and whether its marker only follows."""

    model: str
    weapon: Weapon
    follows: bool = False


class Drifting(msgspec.Struct, frozen=True):
    """Hold where a scattering marker would come down: what stopped it, whether it is lost, whom it hits."""

    away: Length
    landing: Forecast
    stopped: Finding | None = None
    lost: bool = False


def aimed_weapons(rules: Ruleset, battle: Battle, unit: str, target: str = "") -> tuple[Aimed, ...]:
    """Return the models of a unit that can lay a marker or template, in the order they fire.

    Of a barrage the gun nearest the target goes first, and the markers of the others follow (CL-WPN-19).
    """
    owner = battle.units[unit]
    found: list[Aimed] = []
    for model in battle.standing(unit):
        if model.id in fired(owner):
            continue
        weapons = [w for w in model.weapons if is_ranged(w) and abilities.spread_of(rules, w)]
        ready = [w for w in weapons if abilities.withheld(rules, owner, model.id, w) is None]
        found += [Aimed(model.id, weapon) for weapon in ready[:1]]
    if not adjacent(rules) or target not in battle.units or not battle.standing(target):
        return tuple(found)
    guns = [one for one in found if abilities.is_barrage(rules, one.weapon)]
    guns.sort(key=lambda one: _away(rules, battle, one.model, target))
    first: dict[str, str] = {}
    for gun in guns:
        first.setdefault(gun.weapon.name, gun.model)
    follow = [msgspec.structs.replace(gun, follows=first[gun.weapon.name] != gun.model) for gun in guns]
    return (*follow, *(one for one in found if one not in guns))


def _away(rules: Ruleset, battle: Battle, model: str, target: str) -> int:
    firer = battle.models[model]
    return min(gap_between(rules, battle, firer, other) for other in battle.standing(target))


def weapons_named(rules: Ruleset, battle: Battle, action: Shoot, aimed: Iterable[Aimed]) -> dict[str, str]:
    """Return the weapons to name in a shot so that models fire what was placed and the rest what they can.

    The further guns of a barrage fire with the one whose marker was placed.
    """
    unit, aimed = battle.units[action.unit], tuple(aimed)
    placed = {one.weapon.name for one in aimed if one.model in action.aims}
    wanted = {
        one.model: one.weapon.name
        for one in aimed
        if one.model in action.aims or (one.follows and one.weapon.name in placed)
    }
    usual = {
        m.id: {weapon.name for weapon in chosen_weapons(rules, unit, m, action) if weapon is not None}
        for m in battle.members(unit.id)
        if m.id in wanted
    }
    if all(usual.get(model) == {name} for model, name in wanted.items()):
        return {}
    return {m.id: wanted.get(m.id, "") for m in battle.members(unit.id)}


def forecasts(rules: Ruleset, battle: Battle, volley: Volley) -> tuple[Forecast, ...]:
    """Return what each marker and template of a volley would do where it is put, before it scatters."""
    found: list[Forecast] = []
    for group in volley.groups:
        barrage = abilities.is_barrage(rules, group.weapon) and adjacent(rules)
        for number, shooter in enumerate(in_order(rules, group) if group.spread else ()):
            if shooter.aim is None:
                continue
            made = _made(rules, battle, shooter.context, shooter.aim)
            follows = bool(barrage and number)
            found.append(msgspec.structs.replace(made, follows=follows, times=shooter.shots.total))
    return tuple(found)


def forecast_at(
    rules: Ruleset, battle: Battle, aimed: Aimed, target: str, aim: Waypoint, facts: DeclaredFacts
) -> Forecast:
    """Return what a model's marker or template would do at a place, whatever speaks against it."""
    firer = battle.models[aimed.model]
    unit, other = battle.units[firer.unit], battle.units[target]
    context, trouble = context_of(rules, battle, firer, unit, other, aimed.weapon, facts)
    if context is None:
        unseen = SightLine(False, 100)
        bare = ShotContext(firer, unit, other, aimed.weapon, _away(rules, battle, firer.id, target), unseen)
        made = _made(rules, battle, bare, aim)
        others = tuple(f for f in made.findings if f.says != "blast.unseen_model")
        return msgspec.structs.replace(made, findings=(trouble, *others))
    return _made(rules, battle, context, aim)


def drifting(
    rules: Ruleset, battle: Battle, shot: ShotContext, aim: Place, degrees: int, away: Length
) -> Drifting:
    """Return where a marker would come down that scatters so many units at an angle, and whom it hits."""
    place, stopped = drifted(rules, battle, shot, aim, degrees, away)
    landing = landed_at(rules, battle, shot, place)
    return Drifting(away, landing, stopped, is_lost(rules, battle, place.at))


def told(rules: Ruleset, battle: Battle, volley: Volley) -> tuple[Finding, ...]:
    """Return what is worth saying of a volley's markers and templates before they are fired."""
    return tuple(f for one in forecasts(rules, battle, volley) for f in one.findings)


def _made(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint) -> Forecast:
    against = against_aim(rules, battle, shot, aim)
    if abilities.spread_of(rules, shot.weapon) == "template":
        hit, spared = scorched(rules, battle, shot, aim)
        fewer = () if against else covers_fewer(rules, battle, shot, aim)
        findings = (*against, *fewer, *_noted(spared), *_hits(battle, shot, "CL-WPN-11", hit))
        shape = msgspec.structs.replace(template_shape(rules, battle, shot.firer, aim.at), level=aim.level)
        return Forecast(shot.firer.id, shot.weapon.name, shape, _ids(hit), spared, findings)
    landed = landed_at(rules, battle, shot, Place(aim.at, aim.level))
    hits = _hits(battle, shot, "CL-WPN-9", [battle.models[name] for name in landed.hit])
    far = range_of_hole(rules, battle, shot, aim.at)
    return msgspec.structs.replace(landed, findings=(*against, *far, *_noted(landed.spared), *hits))


def landed_at(rules: Ruleset, battle: Battle, shot: ShotContext, place: Place) -> Forecast:
    """Return whom a marker hits that has come to lie somewhere."""
    hit, spared = struck(rules, battle, shot, place)
    shape = Shape(place.at, place.level, markers.radius_of(rules, size_of(rules, shot.weapon)))
    return Forecast(shot.firer.id, shot.weapon.name, shape, _ids(hit), spared)


def template_shape(rules: Ruleset, battle: Battle, firer: Model, towards: Point) -> Shape:
    """Return the template of a firer that is laid towards a point, on his own level (CL-WPN-11)."""
    drop = teardrop(rules, battle, firer, towards)
    level = firer.place.level if firer.place is not None else 0
    width, length = round(drop.round * 2), round(drop.middle + drop.round)
    return Shape(drop.tip, level, 0, math.degrees(drop.turn), length, width)


def _noted(spared: Iterable[Finding]) -> list[Finding]:
    """Return what spares models as something to know: it forbids nobody to fire."""
    return [msgspec.structs.replace(finding, effect="permits") for finding in spared]


def _ids(models: Iterable[Model]) -> tuple[str, ...]:
    return tuple(model.id for model in models)


def _hits(battle: Battle, shot: ShotContext, rule: str, hit: Iterable[Model]) -> list[Finding]:
    """Say how many models of each unit are hit; of the firer's own side that is a warning."""
    counts = Counter(model.unit for model in hit)
    found = []
    for unit, count in counts.items():
        say = warn if battle.units[unit].side == shot.unit.side else permit
        facts: dict[str, str | int] = {"weapon": shot.weapon.name, "hits": count}
        found.append(say(rule, "blast.would_hit", shot.firer.id, unit, facts=facts))
    return found
