"""What the board shows before anything is done: every target at once, with its verdict, numbers and lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from wolfling_gui.core.actions import Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.lengths import Length, Point, inches
from wolfling_gui.core.steps import Steps, finished
from wolfling_gui.core.verdict import Finding, Permit
from wolfling_gui.geometry.space import area_cut, space_of
from wolfling_gui.geometry.through import stretch_at
from wolfling_gui.rules.classic.blast_chances import hit_chances_in_steps, likely_hits
from wolfling_gui.rules.classic.blasts import scatters_again
from wolfling_gui.rules.classic.morale import losses_to_check
from wolfling_gui.rules.classic.night import blind_part, chance_to_see
from wolfling_gui.rules.classic.scoring import holders
from wolfling_gui.rules.classic.shooting import plan_volley
from wolfling_gui.rules.classic.sight import look_at_all
from wolfling_gui.rules.classic.strikes import ducks, in_reach
from wolfling_gui.rules.engine import Verdict, check
from wolfling_gui.rules.facts import base_of, measured_in_advance, unit_gap
from wolfling_gui.rules.odds import Odds, many_ways, odds, odds_in_steps, roughly
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import SightLine
from wolfling_gui.rules.volley import Volley

MARKERS = ("small", "large")
PIECE: Length = inches("0.4")
"""How much of a line is shown as cover to each side of a wall that hides a part."""


class ShotLine(msgspec.Struct, frozen=True):
    """Hold one line of sight to draw: from a firer to a target model, the witness the rule used.

    `cover` are the stretches of it that lie in or at what hides a part of the target, or covers it.
    """

    firer: str
    target: str
    seen: bool
    hidden: int
    witness: tuple[tuple[int, int], tuple[int, int]] | None
    finding: Finding | None = None
    cover: tuple[tuple[Point, Point], ...] = ()


class TargetPreview(msgspec.Struct, frozen=True):
    """Hold what firing at a unit would be: the verdict, the volley with its numbers, and the chances.

    `reason` is the finding to show first for a refusal, `gap` the distance of the two units in units, `line`
    the line to draw for it; `lines` gives those of every firer. Where ranges may not be measured before a
    target is declared (CL-GEN-9) `measured` is False: there is no gap and no odds, and of the volley only
    sight, to hit and cover mean anything. `waits` says that the odds have been left for later, and
    `check_at` how many more models lost bring a morale check when the phase ends, if any do (CL-MOR-3).
    """

    unit: str
    verdict: Verdict
    volley: Volley | None
    odds: Odds | None
    reason: Finding | None
    gap: Length | None
    line: ShotLine | None = None
    measured: bool = True
    waits: bool = False
    check_at: int | None = None

    @property
    def legal(self) -> bool:
        """Tell whether the shot is allowed now."""
        return isinstance(self.verdict, Permit)


def targets(
    rules: Ruleset,
    battle: Battle,
    unit: str,
    said: Mapping[str, Shoot] | None = None,
    firers: Sequence[str] = (),
    *,
    later: bool = False,
) -> tuple[TargetPreview, ...]:
    """Return every enemy unit as a target: legal ones first by casualties to expect, then by gap.

    `said` holds by target the shots of which players have declared facts; `firers` names the only models of
    the unit that fire, all of them by default. With `later` the odds of markers and templates are left open,
    since they can take long; those targets stand where a first estimate puts them, and stay there.
    """
    shots = said or {}
    side = battle.units[unit].side
    look_at_all(rules, battle, unit)
    found = [
        target(
            rules, battle, unit, other.id, shots.get(other.id) or shot_of(unit, other.id, firers), later=later
        )
        for other in battle.units.values()
        if other.side != side and battle.members(other.id)
    ]
    return tuple(
        sorted(found, key=lambda t: (not t.legal, -_worth(rules, battle, t), t.gap or 10**9)),
    )


def _worth(rules: Ruleset, battle: Battle, preview: TargetPreview) -> float:
    """Return the casualties to expect, or what they may be as long as the odds are open."""
    found = preview.odds
    if preview.waits and preview.volley is not None:
        if many_ways(preview.volley) and not any(group.spread for group in preview.volley.groups):
            return roughly(rules, preview.volley)
        found = likely(rules, battle, preview.volley)
    return found.expected if found is not None else 0.0


def shot_of(unit: str, other: str, firers: Sequence[str] = ()) -> Shoot:
    """Return the shot of a unit, or only of some of its models, at another."""
    return Shoot(unit, other, dict.fromkeys(firers, ""))


def target(
    rules: Ruleset, battle: Battle, unit: str, other: str, said: Shoot | None = None, *, later: bool = False
) -> TargetPreview:
    """Return one enemy unit as a target; numbers are worked out even where the moment forbids the shot.

    With `later` odds that can take long are left open.
    """
    action = said or shot_of(unit, other)
    verdict = check(rules, battle, action)
    if not measured_in_advance(rules):
        return _unmeasured(rules, battle, action, verdict)
    volley = verdict.plan
    reason: Finding | None = None
    if not isinstance(verdict, Permit):
        reasons = [f for f in verdict.findings if f.against]
        reason = reasons[0] if reasons else None
        if volley is None and reason is None:
            reason = next(iter(plan_volley(rules, battle, action)[1]), None)
    shots = volley if isinstance(volley, Volley) else None
    slow = later and shots is not None and takes_long(shots)
    return TargetPreview(
        other,
        verdict,
        shots,
        chances_of(rules, battle, shots) if shots is not None and not slow else None,
        reason,
        unit_gap(rules, battle, unit, other) if action.facts.range is None else action.facts.range,
        best_line(rules, battle, action, reason),
        waits=slow and isinstance(verdict, Permit),
        check_at=losses_to_check(rules, battle, other),
    )


def planned(rules: Ruleset, battle: Battle, permit: Permit[Volley]) -> TargetPreview:
    """Return a permitted shot whose markers have been put, with its odds, or with these left for later."""
    volley = permit.plan
    slow = takes_long(volley)
    chances = None if slow else chances_of(rules, battle, volley)
    return TargetPreview(volley.target, permit, volley, chances, None, None, waits=slow)


def takes_long(volley: Volley) -> bool:
    """Tell whether the odds of a volley can take long.

    It lays markers or templates, whose places count, or its wounds can be shared in a great many ways.
    """
    spread = [group for group in volley.groups if group.spread]
    if not spread:
        return many_ways(volley)
    return all(s.aim is not None for group in spread for s in group.shooters)


def chances_of(rules: Ruleset, battle: Battle, volley: Volley) -> Odds | None:
    """Return the chances of a volley, None where players count what its markers and templates hit."""
    return finished(chances_in_steps(rules, battle, volley))


def chances_in_steps(rules: Ruleset, battle: Battle, volley: Volley) -> Steps[Odds | None]:
    """Do the work of `chances_of` a little at a time."""
    found = yield from _chances(rules, battle, volley)
    sees = chance_to_see(rules, battle, volley)
    if found is None or sees == 1:
        return found
    blind = yield from _chances(rules, battle, blind_part(rules, volley))
    return None if blind is None else found.mixed(blind, sees)


def _chances(rules: Ruleset, battle: Battle, volley: Volley) -> Steps[Odds | None]:
    laid: dict[int, list[float]] = {}
    for number, group in enumerate(volley.groups):
        if group.spread:
            hits = yield from hit_chances_in_steps(rules, battle, volley, group)
            if hits is None:
                return None
            laid[number] = hits
            yield
    chances = yield from odds_in_steps(rules, volley, laid, in_reach(rules, battle, volley))
    assumes = list(chances.assumes)
    if ducks(rules, battle, volley) is not None:
        assumes.append("on_its_feet")
    if any(group.spread in MARKERS and scatters_again(rules, group.weapon) for group in volley.groups):
        assumes.append("rolls_again")
    return msgspec.structs.replace(chances, assumes=tuple(assumes))


def likely(rules: Ruleset, battle: Battle, volley: Volley) -> Odds | None:
    """Return what a volley is worth if its markers lie where they are put: an estimate, quickly made."""
    laid = {n: likely_hits(rules, battle, volley, g) for n, g in enumerate(volley.groups) if g.spread}
    known = {n: hits for n, hits in laid.items() if hits is not None}
    return odds(rules, volley, known) if len(known) == len(laid) else None


def _unmeasured(rules: Ruleset, battle: Battle, action: Shoot, verdict: Verdict) -> TargetPreview:
    """Return a target without anything that would tell its range: the volley is that of the closest range."""
    close = msgspec.structs.replace(action, facts=msgspec.structs.replace(action.facts, range=0))
    volley, reasons = plan_volley(rules, battle, close)
    shown = tuple(f for f in verdict.findings if f.rule != "CL-SHOOT-5" and f.says != "shoot.volley")
    hidden: Verdict = msgspec.structs.replace(verdict, plan=volley, findings=shown)
    against = [f for f in (*shown, *(() if volley else reasons)) if f.against]
    reason = against[0] if against else None
    line = best_line(rules, battle, action, reason)
    return TargetPreview(action.target, hidden, volley, None, reason, None, line, measured=False)


def best_line(rules: Ruleset, battle: Battle, action: Shoot, reason: Finding | None) -> ShotLine | None:
    """Return the one line to draw for a target: that of the reason, else the clearest there is."""
    if reason is not None and reason.says.startswith("sight.") and len(reason.about) > 1:
        firer, target = reason.about[:2]
        if target in battle.models:
            return ShotLine(firer, target, False, 100, None, reason)
    pairs = [
        (not line.seen, line.hidden, firer.id, model.id)
        for firer in battle.standing(action.unit)
        if not action.weapons or firer.id in action.weapons
        for model in battle.standing(action.target)
        for line in (rules.sight(rules, battle, firer, model),)
    ]
    if not pairs:
        return None
    _, _, firer, target = min(pairs)
    return shot_line(rules, battle, firer, target)


def shot_line(rules: Ruleset, battle: Battle, firer: str, target: str) -> ShotLine:
    """Return the explained line from one model to another."""
    line = rules.sight(rules, battle, battle.models[firer], battle.models[target], True)
    finding = line.findings[0] if line.findings else None
    cover = covered(battle, target, line) if line.seen else ()
    return ShotLine(firer, target, line.seen, line.hidden, line.witness, finding, cover)


def covered(battle: Battle, target: str, line: SightLine) -> tuple[tuple[Point, Point], ...]:
    """Return the stretches of a clear line where cover lies.

    They run through area terrain that the target stands in and through areas that hide a part of it; of walls
    and obstacles that hide a part they are a short piece to both sides.
    """
    if line.witness is None:
        return ()
    a, b = Point(*line.witness[0]), Point(*line.witness[1])
    table = battle.table
    model = battle.models[target]
    under = space_of(table).areas_under(base_of(battle, model)) if model.on_table else ()
    names = [*line.hidden_by, *(name for name in under if table.areas[name].area and table.areas[name].cover)]
    found: list[tuple[Point, Point]] = []
    for name in dict.fromkeys(names):
        if name in table.areas:
            found += area_cut(table.areas[name].polygon, a, b).stretches
            continue
        pieces = table.obstacles[name].line if name in table.obstacles else ()
        if name in table.walls:
            pieces = (table.walls[name].a, table.walls[name].b)
        found += [piece for p, q in pairwise(pieces) if (piece := stretch_at(p, q, a, b, PIECE)) is not None]
    return tuple(found)


def lines(rules: Ruleset, battle: Battle, unit: str, other: str) -> tuple[ShotLine, ...]:
    """Return for each model of a unit its best line to any model of another; blocked ones with the reason."""
    found: list[ShotLine] = []
    for firer in battle.standing(unit):
        seen = [(rules.sight(rules, battle, firer, model), model.id) for model in battle.standing(other)]
        if not seen:
            continue
        _, name = min(seen, key=lambda pair: (not pair[0].seen, pair[0].hidden))
        found.append(shot_line(rules, battle, firer.id, name))
    return tuple(found)


def near_objectives(rules: Ruleset, battle: Battle) -> dict[str, tuple[str, ...]]:
    """Return for each objective the sides with a unit close enough to hold or contest it (CL-MIS-6).

    Empty where the players say themselves who holds what: no model on the table, or the rule switched off.
    """
    if not rules.on("CL-MIS-6") or not battle.on_table():
        return {}
    return {name: holders(rules, battle, marker)[1] for name, marker in battle.table.objectives.items()}
