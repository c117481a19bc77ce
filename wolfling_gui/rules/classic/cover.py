"""Cover: what gives it, when a model and a unit are in it, and at what value (CL-COV)."""

from __future__ import annotations

from collections import Counter

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.measure import touches_polygon
from wolfling_gui.geometry.space import area_cut, space_of
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.limits import usual_piece
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext

NO_COVER = Breakdown("save", (Term("CL-COV-1", "impossible", 0, "why.no_cover"),))


def cover(rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...]) -> Breakdown:
    """Give the target unit's cover save against these shots (CL-COV-2 to CL-COV-4).

    At least half of its models must be in cover; the value most of the covered ones have counts.
    """
    if not shots:
        return NO_COVER
    declared = shots[0].declared_cover
    target = shots[0].target
    if declared is not None:
        if declared == 0:
            return NO_COVER
        return Breakdown(
            "save", (Term("CL-COV-1", "base", declared, "why.cover_declared", (str(declared),)),)
        )
    models = battle.standing(target.id)
    if not models:
        return NO_COVER
    values = [best_cover_of(rules, battle, model, shots) for model in models]
    covered = [found for found in values if found is not None]
    needed = float(rules.catalogue.number("CL-COV-3", "fraction"))
    if not covered or len(covered) < needed * len(models):
        return NO_COVER
    counts = Counter(value for value, _, _ in covered)
    most = max(counts.values())
    value = min(v for v, count in counts.items() if count == most)
    _, rule, about = next(found for found in covered if found[0] == value)
    share = (str(len(covered)), str(len(models)))
    return Breakdown(
        "save",
        (
            Term(rule, "base", value, "why.cover_from", (about,)),
            Term("CL-COV-3", "at_most", value, "why.cover_share", share),
        ),
    )


def best_cover_of(
    rules: Ruleset, battle: Battle, model: Model, shots: tuple[ShotContext, ...]
) -> tuple[int, str, str] | None:
    """Return (save, rule, what gives it) for one model: the area it stands in, or what hides it from most."""
    areas = area_cover(rules, battle, model)
    hidden: list[tuple[int, str, str]] = []
    for shot in shots:
        if shot.firer.place is None:
            continue
        line = rules.sight(rules, battle, shot.firer, model)
        screens = []
        if line.hidden >= least_hidden(rules, model) and rules.on("CL-COV-2"):
            screens.append(screen_cover(rules, battle, line.hidden_by))
        screens += deep_cover(rules, battle, shot.firer, model)
        if screens:
            hidden.append(min(screens))
    found = list(areas)
    tie_covers = rules.catalogue.word("CL-COV-2", "firers_tie") == "in_cover"
    enough = 2 * len(hidden) >= len(shots) if tie_covers else 2 * len(hidden) > len(shots)
    if hidden and enough:
        found.append(min(hidden))
    return min(found) if found else None


def least_hidden(rules: Ruleset, model: Model) -> int:
    """Return how many per cent of a model have to be hidden: any part, half of a monster (CL-COV-11)."""
    if model.profile.unit_type != "monstrous_creature" or not rules.on("CL-COV-11"):
        return 1
    return max(1, round(100 * float(rules.catalogue.number("CL-COV-11", "hidden_fraction"))))


def deep_cover(rules: Ruleset, battle: Battle, firer: Model, model: Model) -> list[tuple[int, str, str]]:
    """Return the cover of the area terrain a firer stands too deep in to fire out of freely (CL-COV-6)."""
    if firer.place is None or model.place is None or not rules.on("CL-COV-6"):
        return []
    free = rules.inches("CL-COV-6", "free_depth_inches")
    found: list[tuple[int, str, str]] = []
    for name in space_of(battle.table).areas_under(base_of(battle, firer)):
        area = battle.table.areas[name]
        if not area.area or not area.cover:
            continue
        if area_cut(area.polygon, firer.place.at, model.place.at).length > free:
            found.append((area.cover, "CL-COV-6", name))
    return found


def area_cover(rules: Ruleset, battle: Battle, model: Model) -> tuple[tuple[int, str, str], ...]:
    """Return the cover of every piece of area terrain a model's base is in (CL-TERR-7), ruins among them."""
    if model.place is None or not rules.on("CL-TERR-7"):
        return ()
    monster = model.profile.unit_type == "monstrous_creature" and rules.on("CL-COV-11")
    if monster and not rules.flag("CL-COV-11", "area_terrain_enough"):
        return ()
    found = []
    for name in space_of(battle.table).areas_under(base_of(battle, model)):
        area = battle.table.areas[name]
        if area.area and area.cover:
            found.append((area.cover, "CL-TERR-7", name))
    return (*found, *_ruin_cover(rules, battle, base_of(battle, model)))


def _ruin_cover(rules: Ruleset, battle: Battle, base: Footprint) -> list[tuple[int, str, str]]:
    """Return the cover of the ruins a base is in, on its own floor: that of the terrain list (CL-TERR-12)."""
    usual = usual_piece(rules.catalogue, "ruin")
    if not usual.area or usual.cover is None:
        return []
    return [
        (usual.cover, "CL-TERR-12", structure.id)
        for structure in battle.table.structures.values()
        if structure.kind == "ruin"
        and any(f.level == base.level and touches_polygon(base, f.polygon) for f in structure.floors)
    ]


def screen_cover(rules: Ruleset, battle: Battle, hidden_by: tuple[str, ...]) -> tuple[int, str, str]:
    """Return the best cover of what hides a model: its own value, or the table's (CL-COV-1)."""
    table = battle.table
    found: list[tuple[int, str, str]] = []
    standard = rules.count("CL-COV-1", "woods_ruins_walls_craters_wrecks_trenches_barricades")
    for name in hidden_by:
        if name in battle.models:
            found.append((rules.count("CL-COV-5", "save"), "CL-COV-5", name))
        elif name in table.areas and table.areas[name].cover:
            found.append((table.areas[name].cover or standard, "CL-COV-1", name))
        elif name in table.obstacles and table.obstacles[name].cover:
            found.append((table.obstacles[name].cover or standard, "CL-COV-1", name))
        else:
            found.append((standard, "CL-COV-1", name))
    return min(found) if found else (standard, "CL-COV-1", "")
