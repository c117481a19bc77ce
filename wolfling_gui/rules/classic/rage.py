"""Rage: a unit that goes as fast as it can toward the nearest enemy it sees (CL-USR-13)."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.actions import Move, MoveMode, Path
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place, Unit
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.verdict import Finding, Mark
from wolfling_gui.geometry.planner import Planner
from wolfling_gui.rules.classic.nearest import sees
from wolfling_gui.rules.closing import BACK, Closing, Spot, end_of, level_of
from wolfling_gui.rules.facts import here_of, places_known, unit_gap
from wolfling_gui.rules.findings import forbid, warn
from wolfling_gui.rules.placing import near_enemies
from wolfling_gui.rules.recent import Recent
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import has_rule, left_to_walk
from wolfling_gui.rules.ways import ends_of, way_of

_KNOWN = Recent()
RULE = "CL-USR-13"
SIDEWAYS = 2
"""A model behind the first one keeps its place in the unit if a part in so many of its way leads nearer."""
WHEN = {"foot": "movement", "packs": "movement", "boost": "movement", "run": "shooting"}
"""The ways of moving that rage binds, and the step of each."""


def rages(rules: Ruleset, battle: Battle, unit: Unit) -> bool:
    """Tell whether a unit is driven by its rage: not while it falls back, nor as it regroups."""
    if not rules.on(RULE) or not has_rule(battle, unit, "rage"):
        return False
    return not unit.has("falling_back") and not unit.has("regrouped")


def prey(rules: Ruleset, battle: Battle, unit: Unit) -> tuple[str, ...]:
    """Return the enemy unit that a raging unit goes for: the nearest it sees, several that are as near."""
    away: dict[str, Length] = {}
    for other in battle.units.values():
        if other.side != unit.side:
            between = unit_gap(rules, battle, unit.id, other.id)
            if between is not None:
                away[other.id] = between
    seen_only = rules.catalogue.word(RULE, "direction") == "nearest_visible_enemy"
    least: Length | None = None
    found: list[str] = []
    for name in sorted(away, key=lambda n: away[n]):
        if least is not None and away[name] > least:
            break
        if not seen_only or sees(rules, battle, unit.id, name):
            least = away[name]
            found.append(name)
    return tuple(found)


class Chase(Closing):
    """Follow the models of a raging unit as they come nearer to the enemy, an inch kept (CL-BASE-6).

    `limits` say how far each model may still go, in units.
    """

    def __init__(
        self,
        rules: Ruleset,
        battle: Battle,
        unit: str,
        targets: tuple[str, ...],
        limits: Mapping[str, Length],
        mode: MoveMode,
    ) -> None:
        """Begin with the battle as it stands."""
        super().__init__(rules, battle, unit, targets, 0)
        self.limits, self.mode = limits, mode
        self.beyond = battle.table.width + battle.table.height
        self._walkers: dict[tuple[str, Length], Planner] = {}

    def nearer(self, model: Model) -> Spot:
        """Return the way that brings a model as near to the enemy as it can come."""
        self.limit = self.limits.get(model.id, 0)
        return super().nearer(model)

    def _stands(self, model: Model, place: Place) -> bool:
        if not super()._stands(model, place) or near_enemies(self.rules, self.scene, model, place):
            return False
        return self._walker(model).to(place.at, place.level).ok

    def _walker(self, model: Model) -> Planner:
        """Return the planner of a model's ways as the unit moves, no farther than it may go."""
        key = model.id, self.limit
        if key not in self._walkers:
            way = way_of(self.rules, self.start, model, self.mode, self._mates)
            table = self.start.table
            self._walkers[key] = Planner(table, way.mover, way.blocks, here_of(model), self.limit)
        return self._walkers[key]


def judge(
    rules: Ruleset,
    battle: Battle,
    unit: Unit,
    places: Mapping[str, Place],
    limits: Mapping[str, Length],
    mode: MoveMode,
    lengths: Mapping[str, Length],
) -> list[Finding]:
    """Refuse a move of a raging unit that does not go as fast as it can toward its prey (CL-USR-13).

    The nearest model comes as near as it can, to a quarter of an inch; the others too, unless they go as far
    as they may and keep their place in the unit. `places` say where models end, `lengths` how far they went.
    """
    targets = prey(rules, battle, unit)
    if not targets:
        return []
    chase = Chase(rules, battle, unit.id, targets, limits, mode)
    found: list[Finding] = []
    for number, model in enumerate(chase.waiting()):
        assert model.place is not None
        place, best = places.get(model.id, model.place), chase.nearer(model)
        before, now = chase.way_left(model, model.place), chase.way_left(model, place)
        chase.put(model.id, place)
        could = before - chase.way_left(model, end_of(model, best))
        came, went = before - now, lengths.get(model.id, 0)
        in_line = number and went + BACK >= limits.get(model.id, 0) and came * SIDEWAYS >= went
        if came + BACK >= could or in_line:
            continue
        marks = (Mark("line", (model.place.at, *(p.at for p in best.path)), level_of(model), about=model.id),)
        found.append(
            forbid(
                RULE, "rage.not_toward", model.id, targets[0],
                value=max(0, came), limit=could, measure="inches", comparison="at_least", marks=marks,
            )
        )  # fmt: skip
    return found


def judge_move(
    rules: Ruleset,
    battle: Battle,
    after: Battle,
    action: Move,
    limit: Length,
    lengths: Mapping[str, Length],
) -> list[Finding]:
    """Judge a unit's move or run; a run goes toward the enemy, but as far as its owner likes (CL-USR-13)."""
    unit = battle.units[action.unit]
    if WHEN.get(action.mode) != battle.clock.step or not rages(rules, battle, unit):
        return []
    if not places_known(battle):
        return [warn(RULE, "rage.at_table", unit.id)]
    here = battle.standing(unit.id)
    limits = {
        m.id: lengths.get(m.id, 0) if action.mode == "run" else left_to_walk(unit, m.id, limit) for m in here
    }
    places = {m.id: m.place for m in after.standing(unit.id) if m.place is not None}
    return judge(rules, battle, unit, places, limits, action.mode, lengths)


def ways(rules: Ruleset, battle: Battle, unit: Unit, limit: Length) -> dict[str, Path]:
    """Return the ways of the models of a raging unit that goes so far on foot, in units; empty where none.

    They are kept for the battles looked at last: they are asked for more than once at every step.
    """
    known, key = _KNOWN.of(rules, battle), (unit.id, limit)
    if key not in known:
        known[key] = _ways(rules, battle, unit, limit)
    found: dict[str, Path] = known[key]
    return found


def _ways(rules: Ruleset, battle: Battle, unit: Unit, limit: Length) -> dict[str, Path]:
    targets = prey(rules, battle, unit)
    limits = {m.id: limit for m in battle.standing(unit.id)}
    chase = Chase(rules, battle, unit.id, targets, limits, "foot")
    found: dict[str, Path] = {}
    for model in chase.waiting() if targets else ():
        spot = chase.nearer(model)
        chase.go(model, spot)
        if spot.path:
            found[model.id] = spot.path
    return found


def proposed(rules: Ruleset, battle: Battle, unit: Unit, limit: Length) -> dict[str, Place]:
    """Return where the models of a raging unit end that goes so far on foot, in units; all are named."""
    here = {m.id: m.place for m in battle.standing(unit.id) if m.place is not None}
    return here | ends_of(battle, ways(rules, battle, unit, limit))


def move_to_prey(rules: Ruleset, battle: Battle, unit: Unit) -> Move | None:
    """Return the move that a raging unit has to make on foot, None where it has none to make."""
    if not places_known(battle) or battle.clock.step != "movement" or not rages(rules, battle, unit):
        return None
    if unit.has("moved"):
        return None
    found = ways(rules, battle, unit, rules.move_limit(rules, battle, unit, Move(unit.id, {})).total)
    return Move(unit.id, found) if found else None


def still_to_move(rules: Ruleset, battle: Battle, side: str) -> tuple[Finding, ...]:
    """Say which raging units must move before the Movement phase ends, and toward whom (CL-USR-13)."""
    if not rules.on(RULE) or not places_known(battle):
        return ()
    found: list[Finding] = []
    for unit in battle.units_of(side):
        move = move_to_prey(rules, battle, unit)
        if move is None or any(f.effect == "forbids" for f in rules.may_act(rules, battle, unit, "move")):
            continue
        found.append(forbid(RULE, "rage.must_move", unit.id, prey(rules, battle, unit)[0]))
    return tuple(found)
