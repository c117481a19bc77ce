"""Cover: what gives it, when a model and a unit are in it, and at what value (CL-COV-1 to 6 and 11)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown, Term
from wolfling_gui.core.forces import Model
from wolfling_gui.geometry.footprint import Footprint
from wolfling_gui.geometry.space import space_of
from wolfling_gui.geometry.through import Outline, through_many
from wolfling_gui.rules.classic import screens
from wolfling_gui.rules.classic.sight import behind_areas, hidden_by
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.limits import usual_piece
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext

NO_COVER = Breakdown("save", (Term("CL-COV-1", "impossible", 0, "why.no_cover"),))
Found = tuple[int, str, str]
"""A cover save, the rule it comes from, and what gives it."""


def cover(rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...]) -> Breakdown:
    """Give the target unit's cover save against these shots (CL-COV-2 to CL-COV-4).

    At least half of its models must be in cover; the value most of the covered ones have counts.
    """
    if not shots:
        return NO_COVER
    shots = _by_firer(shots)
    target = shots[0].target
    if shots[0].declared_cover is not None:
        return _declared_by_most(rules, battle, shots)
    models = battle.standing(target.id)
    if not models:
        return NO_COVER
    between = screens.between(rules, battle, shots, models)
    deep = _deep_areas(rules, battle, shots, models)
    woods = _woods_between(rules, battle, shots, models)
    values = [
        _best(
            rules,
            battle,
            model,
            shots,
            [line[n] for line in between],
            [(*line[n], *wood[n]) for line, wood in zip(deep, woods, strict=True)],
        )
        for n, model in enumerate(models)
    ]
    covered = [found for found in values if found is not None]
    if not covered or not _enough(rules, len(covered), len(models)):
        return NO_COVER
    value = chosen_value(rules, [value for value, _, _ in covered])
    _, rule, about = next(found for found in covered if found[0] == value)
    share = (str(len(covered)), str(len(models)))
    terms = [Term(rule, "base", value, "why.cover_from", (about,))]
    if len({found[0] for found in covered}) > 1:
        terms.append(Term("CL-COV-4", "note", value, "why.cover_mixed", (str(value),)))
    terms.append(Term("CL-COV-3", "note", value, "why.cover_share", share))
    return Breakdown("save", tuple(terms))


def _by_firer(shots: tuple[ShotContext, ...]) -> tuple[ShotContext, ...]:
    """Return one shot of each firer: who fires two weapons has one view (CL-COV-2)."""
    return tuple({(shot.firer.id, shot.firer.place): shot for shot in shots}.values())


def _declared_by_most(rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...]) -> Breakdown:
    """Return the best cover declared of any firer's view, if most of them have one (CL-COV-2)."""
    views = [_declared(rules, battle, shot, shot.declared_cover or 0) for shot in shots]
    covered = [view for view in views if not view.impossible]
    if not covered or not most_firers(rules, len(covered), len(views)):
        return min(views, key=lambda view: not view.impossible)
    best = min(covered, key=lambda view: view.total)
    if len(covered) == len(views):
        return best
    share = (str(len(covered)), str(len(views)))
    return best.plus(Term("CL-COV-2", "note", best.total, "why.cover_views", share))


def _declared(rules: Ruleset, battle: Battle, shot: ShotContext, declared: int) -> Breakdown:
    """Return the cover the players declared; a creature half of which is in doubt has it at one worse."""
    if declared == 0:
        return NO_COVER
    base = Term("CL-COV-1", "base", declared, "why.cover_declared", (str(declared),))
    large = any(is_large(rules, model) for model in battle.members(shot.target.id))
    if not large or shot.half == "":
        return Breakdown("save", (base,))
    if shot.half == "less":
        return Breakdown("save", (Term("CL-COV-11", "impossible", 0, "why.less_than_half"),))
    return Breakdown("save", (base, *_doubt(rules, shot)))


def _doubt(rules: Ruleset, shot: ShotContext) -> tuple[Term, ...]:
    if shot.half != "doubtful":
        return ()
    return (Term("CL-COV-11", "add", rules.count("CL-COV-11", "doubtful_penalty"), "why.half_in_doubt"),)


def _enough(rules: Ruleset, covered: int, models: int) -> bool:
    """Tell whether so many covered models cover the whole unit (CL-COV-3); with it off one is enough."""
    if not rules.on("CL-COV-3"):
        return covered > 0
    needed = float(rules.catalogue.number("CL-COV-3", "fraction")) * models
    if rules.catalogue.word("CL-COV-3", "comparison") == "more_than":
        return covered > needed
    return covered >= needed


def chosen_value(rules: Ruleset, values: Sequence[int]) -> int:
    """Return the cover save a unit uses of those its covered models have (CL-COV-4); the best with it off."""
    choice = rules.catalogue.word("CL-COV-4", "choice") if rules.on("CL-COV-4") else "best"
    if choice != "majority_of_covered":
        return min(values) if choice == "best" else max(values)
    counts = Counter(values)
    most = max(counts.values())
    tied = [value for value, count in counts.items() if count == most]
    return min(tied) if rules.catalogue.word("CL-COV-4", "tie") == "better" else max(tied)


def is_large(rules: Ruleset, model: Model) -> bool:
    """Tell whether a model needs half of its body hidden for cover (CL-COV-11)."""
    return model.profile.unit_type == "monstrous_creature" and rules.on("CL-COV-11")


def _best(
    rules: Ruleset,
    battle: Battle,
    model: Model,
    shots: tuple[ShotContext, ...],
    between: Sequence[str],
    areas: Sequence[Sequence[Found]],
) -> Found | None:
    """Return the cover of one model: of the area it stands in, or of what hides it from most firers."""
    large = is_large(rules, model)
    found: list[Found] = []
    if not large or rules.flag("CL-COV-11", "area_terrain_enough"):
        found += area_cover(rules, battle, model)
    hidden: list[Found] = []
    for number, shot in enumerate(shots):
        if shot.firer.place is None:
            continue
        screen = _screen(rules, battle, model, shot, between[number], areas[number], large)
        if screen is not None:
            hidden.append(screen)
    if hidden and most_firers(rules, len(hidden), len(shots)):
        found.append(min(hidden))
    return min(found, key=lambda one: one[0]) if found else None


def most_firers(rules: Ruleset, hidden: int, firers: int) -> bool:
    """Tell whether a model hidden from so many of the firers is in cover (CL-COV-2)."""
    if not rules.on("CL-COV-2"):
        return hidden > 0
    which = rules.catalogue.word("CL-COV-2", "firers")
    if which != "majority":
        return hidden > 0 if which == "any" else hidden == firers
    tie_covers = rules.catalogue.word("CL-COV-2", "firers_tie") == "in_cover"
    return 2 * hidden >= firers if tie_covers else 2 * hidden > firers


def _screen(
    rules: Ruleset,
    battle: Battle,
    model: Model,
    shot: ShotContext,
    between: str,
    areas: Sequence[Found],
    large: bool,
) -> Found | None:
    """Return what covers a model from one firer: what hides it, a unit or a wood in between, its own wood."""
    line = rules.sight(rules, battle, shot.firer, model)
    hiders = line.hidden_by if line.seen else hidden_by(rules, battle, shot.firer, model)
    found: list[Found] = []
    if large:
        least = round(100 * float(rules.catalogue.number("CL-COV-11", "hidden_fraction")))
        half = shot.half in ("half", "doubtful") if shot.half else line.hidden >= least
        screen = screen_cover(rules, battle, hiders, model) if half else None
        if screen is None:
            return None
        penalty = sum(term.value for term in _doubt(rules, shot))
        return (screen[0] + penalty, "CL-COV-11", screen[2])
    least = _least_hidden(rules)
    if line.hidden >= least and rules.on("CL-COV-2"):
        screen = screen_cover(rules, battle, hiders, model)
        found += [screen] if screen is not None else []
    if between:
        found.append((rules.count("CL-COV-5", "save"), "CL-COV-5", between))
    found += areas
    return min(found) if found else None


def _deep_areas(
    rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...], models: Sequence[Model]
) -> list[list[tuple[Found, ...]]]:
    """Return for each shot and model what the firer fires out of from too deep inside (CL-COV-6)."""
    none: list[list[tuple[Found, ...]]] = [[()] * len(models) for _ in shots]
    if not rules.on("CL-COV-6"):
        return none
    free = rules.inches("CL-COV-6", "free_depth_inches")
    space = space_of(battle.table)
    ends = [model.place.at for model in models if model.place is not None]
    for number, shot in enumerate(shots):
        if shot.firer.place is None:
            continue
        level = shot.firer.place.level
        inside = area_cover(rules, battle, shot.firer)
        names: list[Outline] = [name if name in space.areas else (name, level) for _, _, name in inside]
        if not inside:
            continue
        runs = through_many(space, [shot.firer.place.at], ends, names)[0]
        for n, run in enumerate(runs):
            over = [area for area, length in zip(inside, run, strict=True) if length > free]
            none[number][n] = tuple((value, "CL-COV-6", name) for value, _, name in over)
    return none


def _woods_between(
    rules: Ruleset, battle: Battle, shots: tuple[ShotContext, ...], models: Sequence[Model]
) -> list[list[tuple[Found, ...]]]:
    """Return for each shot and model the tall area terrain between them that neither stands in (CL-COV-2)."""
    veiled = (
        behind_areas(rules, battle, [shot.firer for shot in shots], models) if rules.on("CL-COV-2") else {}
    )
    if not veiled:
        return [[()] * len(models) for _ in shots]
    least = _least_hidden(rules)
    areas = battle.table.areas

    def found(firer: Model, model: Model) -> tuple[Found, ...]:
        names, hidden = veiled.get((firer.id, model.id), ((), 0))
        own = {*_areas_under(battle, firer), *_areas_under(battle, model)} if names else set()
        return tuple(
            (areas[name].cover or 0, "CL-COV-1", name)
            for name in names
            if name not in own and hidden >= least
        )

    return [[found(shot.firer, model) for model in models] for shot in shots]


def _least_hidden(rules: Ruleset) -> int:
    """Return how much of a model has to be hidden for cover, in per cent (CL-COV-2)."""
    return 1 if rules.flag("CL-COV-2", "any_part_hidden") else 50


def _areas_under(battle: Battle, model: Model) -> tuple[str, ...]:
    return space_of(battle.table).areas_under(base_of(battle, model)) if model.place is not None else ()


def area_cover(rules: Ruleset, battle: Battle, model: Model) -> tuple[Found, ...]:
    """Return the cover of every piece of area terrain a model's base is in (CL-TERR-7), ruins among them."""
    if model.place is None or not rules.on("CL-TERR-7"):
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
    ruins = space_of(battle.table).ruins_under(base)
    return [(usual.cover, "CL-TERR-12", name) for name in ruins]


def screen_cover(
    rules: Ruleset, battle: Battle, hidden_by: tuple[str, ...], model: Model | None = None
) -> Found | None:
    """Return the best cover of what hides a model: its own value, or the table's (CL-COV-1, CL-COV-5).

    A piece that was given none has none. Models of other units give it by CL-COV-5; with that rule off they
    give none, and swarms never cover a creature (CL-USR-20).
    """
    table = battle.table
    found: list[Found] = []
    standard = rules.count("CL-COV-1", "woods_ruins_walls_craters_wrecks_trenches_barricades")
    for name in hidden_by:
        if name in battle.models:
            if screens.may_screen(rules, battle, battle.models[name], model):
                found.append((rules.count("CL-COV-5", "save"), "CL-COV-5", name))
            continue
        piece = table.areas.get(name) or table.obstacles.get(name)
        value = standard if piece is None or piece.cover is None else piece.cover
        if value:
            found.append((value, "CL-COV-1", name))
    if found or hidden_by:
        return min(found) if found else None
    return (standard, "CL-COV-1", "")
