"""The classic core put together: every slot with its core function."""

from __future__ import annotations

from collections.abc import Mapping

from wolfling_gui.core.actions import NOTHING_SAID, DeclaredFacts
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Roster, Squad, Unit
from wolfling_gui.core.table import Table
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules import placing
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.classic import (
    coherency,
    cover,
    deployment,
    ground,
    movement,
    profiles,
    saves,
    scoring,
    shooting,
    sight,
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


def force_check(rules: Ruleset, rosters: Mapping[str, tuple[Roster, ...]]) -> tuple[Finding, ...]:
    """Accept every force: the core sets no limit of its own."""
    return ()


def check_start(rules: Ruleset, battle: Battle) -> tuple[Finding, ...]:
    """Judge the forces as they stand in the battle, by the check that a new battle passes."""
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
    return rules.force_check(rules, forces)


def check_map(rules: Ruleset, table: Table) -> tuple[Finding, ...]:
    """Accept every map: the core knows no zones."""
    return ()


def build(catalogue: Catalogue) -> Ruleset:
    """Return the classic core over a catalogue."""
    return Ruleset(
        name="classic",
        title="Classic core",
        catalogue=catalogue,
        sequence=turn.sequence,
        advance=turn.advance,
        may_act=turn.may_act,
        may_end=turn.may_end,
        move_limit=unit_types.move_limit,
        passage=movement.passage,
        check_move=movement.check_move,
        danger=movement.danger,
        check_place=movement.check_place,
        interrupts=movement.no_interrupts,
        coherency=coherency.coherency,
        sight=sight.sight,
        shared_zone=no_shared_zone,
        cover=cover.cover,
        to_hit=profiles.to_hit,
        shots=weapons.shots,
        to_wound=profiles.to_wound,
        save=saves.save,
        check_shoot=shooting.check_shoot,
        check_deploy=deployment.check_deploy,
        overlap_limit=placing.overlap_limit,
        fleet_stopped=unit_types.fleet_stopped,
        may_ground=ground.may_ground,
        check_map=check_map,
        removal=turn.removal,
        score=scoring.score,
        force_check=force_check,
        check_start=check_start,
    )
