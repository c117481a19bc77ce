"""The classic core put together: every slot with its core function."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place, Roster, Squad, Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.procedure import Outcome, Procedure
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import limits, placing
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.classic import (
    coherency,
    cover,
    deployment,
    ground,
    morale,
    movement,
    outcomes,
    profiles,
    repair,
    saves,
    scoring,
    shooting,
    sight,
    terrain,
    turn,
    unit_types,
    weapons,
)
from wolfling_gui.rules.ruleset import Ruleset


def no_shared_zone(
    rules: Ruleset, battle: Battle, firer: Model, target: Unit, facts: DeclaredFacts = NOTHING_SAID
) -> tuple[str, str]:
    """Say that the core knows no zones."""
    return "", ""


def reaches_all(
    rules: Ruleset,
    battle: Battle,
    origin: Place,
    under: tuple[Model, ...],
    extent: Callable[[float], float],
) -> tuple[Finding, ...]:
    """Say that a marker or template reaches all that it covers: the core knows no walls that end it."""
    return ()


def drifts_freely(rules: Ruleset, battle: Battle, start: Place, end: Point) -> tuple[Point, Finding | None]:
    """Say that nothing stops a scattering marker."""
    return end, None


def force_check(rules: Ruleset, rosters: Mapping[str, tuple[Roster, ...]]) -> tuple[Finding, ...]:
    """Accept every force: the core sets no limit of its own."""
    return ()


def may_end(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Say what the order of play and broken coherency ask for before a step ends (CL-TURN, CL-MOVE-4)."""
    return (*turn.may_end(rules, battle), *repair.due_to_restore(rules, battle))


def check_start(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Judge the forces as they stand in the battle, by the check that a new battle passes.

    Profiles and weapons have to be possible (CL-PROF-1, CL-PROF-4), the terrain agreed (CL-TERR-1).
    """
    forces = {
        side.id: (
            Roster(
                side.name,
                tuple(Squad(u.id, u.name, (), u.role, u.points) for u in battle.units_of(side.id)),
                rules.name,
            ),
        )
        for side in battle.sides
    }
    found = [*rules.force_check(rules, forces), *rules.check_map(rules, battle.table)]
    for profile in dict.fromkeys(m.profile for m in battle.models.values()):
        found += limits.check_profile(rules, profile)
    for weapon in dict.fromkeys(w for m in battle.models.values() for w in m.weapons):
        found += limits.check_weapon(rules, weapon)
    return tuple(found)


def advance(rules: Ruleset, battle: Battle) -> Procedure[Outcome]:
    """Leave the step; where a player turn begins, what is due at its start is settled (CL-MOR-16)."""
    outcome = yield from turn.advance(rules, battle)
    clock = outcome.battle.clock
    if not clock.turn or clock.over or clock.step != turn.phases(rules)[0]:
        return outcome
    after, lines = yield from morale.begin_turn(rules, outcome.battle)
    return Outcome(after, outcome.report.plus(*lines))


def build(catalogue: Catalogue) -> Ruleset:
    """Return the classic core over a catalogue."""
    return Ruleset(
        name="classic",
        title="Classic core",
        catalogue=catalogue,
        sequence=turn.sequence,
        advance=advance,
        may_act=turn.may_act,
        may_end=may_end,
        move_limit=unit_types.move_limit,
        passage=movement.passage,
        check_move=movement.check_move,
        danger=movement.danger,
        check_place=movement.check_place,
        interrupts=movement.no_interrupts,
        coherency=coherency.coherency,
        opaque=sight.opaque,
        sight=sight.sight,
        shared_zone=no_shared_zone,
        cover=cover.cover,
        to_hit=profiles.to_hit,
        shots=weapons.shots,
        to_wound=profiles.to_wound,
        cover_left=saves.cover_left,
        save=saves.save,
        spread=reaches_all,
        drift=drifts_freely,
        check_shoot=shooting.check_shoot,
        check_deploy=deployment.check_deploy,
        overlap_limit=placing.overlap_limit,
        fleet_stopped=unit_types.fleet_stopped,
        may_ground=ground.may_ground,
        check_map=terrain.check_map,
        walked_in=terrain.walked_in,
        assault_reach=unit_types.assault_reach,
        answer_assault=outcomes.no_answer,
        answer_ahead=outcomes.none_ahead,
        combat_result=outcomes.combat_result,
        fall_back=unit_types.fall_back_dice,
        removal=turn.removal,
        score=scoring.score,
        force_check=force_check,
        check_start=check_start,
    )
