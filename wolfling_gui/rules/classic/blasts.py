"""Markers and templates rolled out: scatter, where they land, whom they hit (CL-WPN-8 to 12, 18, 19)."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.dice import Dice, parse_dice
from wolfling_gui.core.forces import Model, Place, Weapon
from wolfling_gui.core.lengths import UNITS_PER_INCH, Point, off
from wolfling_gui.core.procedure import Procedure, ask
from wolfling_gui.core.report import Entry
from wolfling_gui.core.requests import Choose, Confirm, Option, Put, Roll
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.measure import gap_to_point
from wolfling_gui.geometry.space import space_of
from wolfling_gui.geometry.templates import Extent, disc_extent
from wolfling_gui.rules import markers
from wolfling_gui.rules.classic import abilities
from wolfling_gui.rules.classic.aiming import covered, range_of_hole, size_of, teardrop
from wolfling_gui.rules.classic.hits import warm_up
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.rules.facts import base_of
from wolfling_gui.rules.findings import forbid
from wolfling_gui.rules.free_rolls import ask_scatter
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import ShotContext
from wolfling_gui.rules.volley import Shooter, ShotGroup, Volley

BESIDE = "put.barrage"
"""The question where a further marker of a barrage is laid."""


class Landing(msgspec.Struct, frozen=True):
    """Hold where a marker or template lies, the models it hits, and how many hits players counted."""

    shooter: Shooter
    place: Place | None
    hit: tuple[Model, ...] = ()
    declared: int = 0

    def hits(self, target: str) -> Mapping[str, int]:
        """Return the hits on each unit."""
        found = Counter(model.unit for model in self.hit)
        if self.declared:
            found[target] += self.declared
        return found


Laid = tuple[list[Landing], list[str], list[Entry]]
"""What was laid, the bearers that were burnt, and the lines of the log."""


def lay(rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, number: int) -> Procedure[Laid]:
    """Place and scatter each marker or template of a group in turn, before wounds are rolled (CL-WPN-10)."""
    landings: list[Landing] = []
    burnt: list[str] = []
    entries: list[Entry] = []
    ordinal = number * 100
    for shooter in in_order(rules, group):
        for _ in range(shooter.shots.total):
            ordinal += 1
            if abilities.runs_hot(rules, group.weapon):
                model, weapon = shooter.model, group.weapon.name
                hot, line = yield from warm_up(rules, battle, volley, model, weapon, Dice(1), ordinal)
                entries.append(line)
                if hot:
                    burnt.append(shooter.model)
                    continue
            landing, lines = yield from _lay_one(rules, battle, volley, group, shooter, ordinal, landings)
            entries += lines
            if landing is not None:
                landings.append(landing)
    return landings, burnt, entries


def in_order(rules: Ruleset, group: ShotGroup) -> Sequence[Shooter]:
    """Return the shooters as they fire: of a barrage the gun nearest the target first (CL-WPN-19)."""
    if not abilities.is_barrage(rules, group.weapon) or not rules.on("CL-WPN-19"):
        return group.shooters
    return sorted(group.shooters, key=lambda shooter: shooter.context.range)


def _lay_one(
    rules: Ruleset,
    battle: Battle,
    volley: Volley,
    group: ShotGroup,
    shooter: Shooter,
    ordinal: int,
    before: Sequence[Landing],
) -> Procedure[tuple[Landing | None, list[Entry]]]:
    shot = shooter.context
    side = shot.unit.side
    facts: dict[str, str | int] = {"weapon": group.weapon.name}
    if shooter.aim is None:
        count = yield from _declared(rules, battle, volley, group, shooter, ordinal)
        facts = {**facts, "hits": count}
        line = Entry("did.touched", (_rule(group),), (shooter.model, volley.target), facts, side=side)
        return Landing(shooter, None, declared=count), [line]
    if group.spread == "template":
        hit, spared = scorched(rules, battle, shot, shooter.aim)
        place = Place(shooter.aim.at, shooter.aim.level)
        lines = [_put_line(rules, battle, shooter), *_shielded(shot, spared)]
        return Landing(shooter, place, hit), [*lines, *_told(battle, shooter, group, hit)]
    lost = too_far(rules, battle, shot, shooter.aim.at)
    if lost:
        gone = Entry("did.blast_lost", (lost,), (shooter.model,), {**facts, "why": "range"}, side=side)
        return None, [_put_line(rules, battle, shooter), gone]
    if not group.to_hit.automatic:
        missed, line = yield from _rolled(rules, battle, volley, group, shooter, ordinal)
        if missed:
            return None, [line]
        place = Place(shooter.aim.at, shooter.aim.level)
        lines = [_put_line(rules, battle, shooter), line]
    elif before and abilities.is_barrage(rules, group.weapon) and adjacent(rules):
        place, lines = yield from _next_to(rules, battle, volley, shooter, before, ordinal)
    else:
        place, lines = yield from _scattered(rules, battle, volley, shooter, ordinal)
        lines = [_put_line(rules, battle, shooter), *lines]
    if is_lost(rules, battle, place.at):
        gone = Entry("did.blast_lost", ("CL-WPN-8",), (shooter.model,), {**facts, "why": "table"}, side=side)
        return None, [*lines, gone]
    hit, spared = struck(rules, battle, shot, place)
    lines += _shielded(shot, spared)
    return Landing(shooter, place, hit), [*lines, *_told(battle, shooter, group, hit)]


def _rule(group: ShotGroup) -> str:
    return "CL-WPN-11" if group.spread == "template" else "CL-WPN-9"


def _declared(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, shooter: Shooter, ordinal: int
) -> Procedure[int]:
    """Ask how many models of the target a marker touches on the players' table."""
    most = len(battle.members(volley.target))
    options = tuple(Option(str(n), "option.count", facts={"count": n}) for n in range(most + 1))
    answer = yield from ask(
        Choose(
            rule=_rule(group), side=shooter.context.unit.side, says="choose.touched",
            about=(volley.unit, volley.target, shooter.model), ordinal=ordinal, options=options,
            facts={"weapon": group.weapon.name},
        ),
        battle,
    )  # fmt: skip
    return int(answer)


def too_far(rules: Ruleset, battle: Battle, shot: ShotContext, at: Point) -> str:
    """Return the rule by which a hole is out of range or too near, empty when it is neither."""
    found = range_of_hole(rules, battle, shot, at)
    return next((finding.rule for finding in found if finding.effect == "warns"), "")


def _rolled(
    rules: Ruleset, battle: Battle, volley: Volley, group: ShotGroup, shooter: Shooter, ordinal: int
) -> Procedure[tuple[bool, Entry]]:
    """Roll to hit with a blast where a rule lets it; a miss is no shot (WO-CQS-3)."""
    side = shooter.context.unit.side
    faces = yield from ask(
        Roll(
            rule=group.to_hit.ordered()[-1].rule, side=side, says="roll.to_hit",
            about=(volley.unit, volley.target, shooter.model), ordinal=ordinal, dice=Dice(1),
            needed=group.to_hit, facts={"weapon": group.weapon.name, "dice": 1, "firers": 1, "each": 1},
        ),
        battle,
    )  # fmt: skip
    hits = int(succeeds(faces[0], group.to_hit.total))
    facts: dict[str, str | int] = {"weapon": group.weapon.name, "dice": 1, "hits": hits}
    about = (volley.unit, volley.target)
    return not hits, Entry("did.hit", group.to_hit.rules(), about, facts, faces, group.to_hit, side)


def adjacent(rules: Ruleset) -> bool:
    """Tell whether the further markers of a barrage are laid beside the first (CL-WPN-19)."""
    return rules.on("CL-WPN-19") and rules.catalogue.word("CL-WPN-19", "further_markers") == "adjacent"


def skill(rules: Ruleset, shot: ShotContext) -> int:
    """Return what is taken off the scatter: the firer's BS, or nothing for an unseen target (CL-WPN-18)."""
    if shot.indirect and abilities.is_barrage(rules, shot.weapon):
        return rules.count("CL-WPN-18", "indirect_bs_deduction")
    return shot.firer.profile.bs if rules.catalogue.word("CL-WPN-8", "subtract") == "BS" else 0


def scatters_again(rules: Ruleset, weapon: Weapon) -> bool:
    """Tell whether the firer of a weapon may roll a marker's whole scatter again (CL-WPN-12)."""
    twin = abilities.is_twin_linked(rules, weapon) and rules.count("CL-GEN-4", "max_rerolls_per_die") > 0
    return twin and rules.catalogue.word("CL-WPN-12", "blast") == "scatter_and_distance_together"


def _scattered(
    rules: Ruleset, battle: Battle, volley: Volley, shooter: Shooter, ordinal: int
) -> Procedure[tuple[Place, list[Entry]]]:
    """Roll the scatter of a marker; a twin-linked weapon may roll it all again (CL-WPN-8, CL-WPN-12)."""
    assert shooter.aim is not None
    aim = Place(shooter.aim.at, shooter.aim.level)
    if not rules.on("CL-WPN-8"):
        return aim, []
    shot, side = shooter.context, shooter.context.unit.side
    about = (volley.unit, volley.target, shooter.model)
    entries: list[Entry] = []
    again = scatters_again(rules, shot.weapon)
    turn = ordinal * 10
    lies = {"weapon": shot.weapon.name, **spot_facts(aim)}
    while True:
        degrees, hit = yield from ask_scatter(rules, battle, side, "CL-WPN-8", about, turn, lies)
        away, faces = 0, tuple[int, ...]()
        if not hit:
            faces = yield from ask(
                Roll(rule="CL-WPN-8", side=side, says="roll.scatter_distance", about=about, ordinal=turn,
                     dice=distance_dice(rules), facts={**lies, "degrees": degrees}),
                battle,
            )  # fmt: skip
            away = distance_of(rules, shot, sum(faces))
        if away and again:
            again = False
            asked = Confirm(
                rule="CL-WPN-12", side=side, says="confirm.scatter_again", about=about, ordinal=turn,
                facts={"inches": away, "degrees": degrees},
            )  # fmt: skip
            if (yield from ask(asked, battle)):
                entries.append(_scatter_line(shooter, degrees, away, faces, "did.scattered_before"))
                turn += 1
                continue
        break
    if not away:
        entries.append(_scatter_line(shooter, degrees, 0, faces, "did.stayed"))
        return aim, entries
    place, found = drifted(rules, battle, shot, aim, degrees, away)
    entries.append(_scatter_line(shooter, degrees, away, faces, "did.scattered", place.at))
    if found is not None:
        entries.append(Entry("did.blast_stopped", (found.rule,), (shooter.model, *found.about), side=side))
    return place, entries


def distance_dice(rules: Ruleset) -> Dice:
    """Return the dice of a marker's scatter (CL-WPN-8)."""
    return parse_dice(rules.catalogue.word("CL-WPN-8", "dice"))


def distance_of(rules: Ruleset, shot: ShotContext, sum_of_dice: int) -> int:
    """Return how far a marker scatters, in units, for a sum of its dice: less the skill (CL-WPN-8)."""
    less = sum_of_dice + distance_dice(rules).bonus - skill(rules, shot)
    return max(rules.count("CL-WPN-8", "minimum"), less) * UNITS_PER_INCH


def drifted(
    rules: Ruleset, battle: Battle, shot: ShotContext, aim: Place, degrees: int, away: int
) -> tuple[Place, Finding | None]:
    """Return where a marker comes down that scatters so many units at an angle, and what stopped it."""
    if not away:
        return aim, None
    end = off(aim.at, math.radians(degrees), away)
    stop, found = rules.drift(rules, battle, aim, end)
    return settled(rules, battle, shot, aim, stop), found


def is_lost(rules: Ruleset, battle: Battle, at: Point) -> bool:
    """Tell whether a shot is lost whose marker comes to lie here: its hole has left the table (CL-WPN-8)."""
    table = battle.table
    outside = not (0 <= at.x <= table.width and 0 <= at.y <= table.height)
    return outside and rules.catalogue.word("CL-WPN-8", "off_table") == "lost"


def spot_facts(place: Place) -> dict[str, str | int]:
    """Return a place as facts of a question, so that it can be shown where the question is asked."""
    return {"x": place.at.x, "y": place.at.y, "level": place.level}


def _scatter_line(
    shooter: Shooter, degrees: int, away: int, faces: tuple[int, ...], says: str, end: Point | None = None
) -> Entry:
    facts: dict[str, str | int] = {"weapon": shooter.context.weapon.name, "degrees": degrees, "inches": away}
    if end is not None:
        facts |= {"x": end.x, "y": end.y}
    return Entry(says, ("CL-WPN-8",), (shooter.model,), facts, faces, side=shooter.context.unit.side)


def settled(rules: Ruleset, battle: Battle, shot: ShotContext, aim: Place, end: Point) -> Place:
    """Return the floor a marker comes down on: the one declared, or the top one elsewhere (CL-TERR-11)."""
    space = space_of(battle.table)
    elsewhere = space.structures_at(end, aim.level) != space.structures_at(aim.at, aim.level)
    if rules.on("CL-TERR-11") and (elsewhere or abilities.is_barrage(rules, shot.weapon)):
        return Place(end, markers.top_floor(rules, battle, end))
    return Place(end, aim.level)


def _next_to(
    rules: Ruleset,
    battle: Battle,
    volley: Volley,
    shooter: Shooter,
    before: Sequence[Landing],
    ordinal: int,
) -> Procedure[tuple[Place, list[Entry]]]:
    """Lay a further marker of a barrage edge to edge with the first, or touching any on a HIT (CL-WPN-19)."""
    side = shooter.context.unit.side
    about = (volley.unit, volley.target, shooter.model)
    first = next(landing.place for landing in before if landing.place is not None)
    width = 2 * markers.radius_of(rules, size_of(rules, shooter.context.weapon))
    lies = {"weapon": shooter.context.weapon.name, **spot_facts(first), "beside": width}
    degrees, hit = yield from ask_scatter(rules, battle, side, "CL-WPN-19", about, ordinal * 10, lies)
    if not hit:
        end = off(first.at, math.radians(degrees), width)
    else:
        centres = [one.place.at for one in before if one.place is not None]
        laid = ";".join(f"{at.x},{at.y}" for at in centres)
        asked = Put(
            rule="CL-WPN-19", side=side, says=BESIDE, about=about, ordinal=ordinal,
            models=(shooter.model,),
            facts={"weapon": shooter.context.weapon.name, "laid": laid, "width": width, "level": first.level},
        )  # fmt: skip
        answer = yield from ask(asked, battle)
        end = answer[shooter.model].at
    line = _scatter_line(shooter, degrees, 0, (), "did.laid_beside", end)
    line = msgspec.structs.replace(line, rules=("CL-WPN-19",))
    return settled(rules, battle, shooter.context, first, end), [line]


def judge_beside(
    rules: Ruleset, battle: Battle, request: Put, answer: Mapping[str, Place]
) -> tuple[Finding, ...]:
    """Judge where a further marker of a barrage is put: it has to touch one laid before (CL-WPN-19)."""
    laid = [tuple(int(part) for part in one.split(",")) for one in str(request.facts["laid"]).split(";")]
    width = int(request.facts["width"])
    (place,) = answer.values()
    apart = min(round(math.hypot(place.at.x - x, place.at.y - y)) for x, y in laid)
    if apart <= width + 1:
        return ()
    return (
        forbid(
            "CL-WPN-19", "blast.touches_no_marker", request.models[0],
            value=apart, limit=width, measure="inches", comparison="at_most",
        ),
    )  # fmt: skip


def struck(
    rules: Ruleset, battle: Battle, shot: ShotContext, place: Place
) -> tuple[tuple[Model, ...], tuple[Finding, ...]]:
    """Return the models a marker hits: all it touches, friend or foe, unless a wall is between (CL-WPN-9).

    With them come the findings that spare others it covers.
    """
    size = size_of(rules, shot.weapon)
    under = markers.touched(rules, battle, place.at, size, place.level)
    if not rules.on("CL-WPN-9"):
        under = tuple(m for m in under if gap_to_point(base_of(battle, m), place.at) == 0)[:1]
    elif not rules.flag("CL-WPN-9", "friend_hit"):
        under = tuple(m for m in under if battle.units[m.unit].side != shot.unit.side)
    return _reached(rules, battle, place, under, disc_extent(markers.radius_of(rules, size)))


def scorched(
    rules: Ruleset, battle: Battle, shot: ShotContext, aim: Waypoint
) -> tuple[tuple[Model, ...], tuple[Finding, ...]]:
    """Return the models a template hits, from its narrow end, and what spares others (CL-WPN-11)."""
    firer = shot.firer
    assert firer.place is not None
    drop = teardrop(rules, battle, firer, aim.at)
    under = covered(rules, battle, firer, aim)
    return _reached(rules, battle, Place(drop.tip, firer.place.level), under, drop.extent)


def _reached(
    rules: Ruleset, battle: Battle, origin: Place, under: tuple[Model, ...], extent: Extent
) -> tuple[tuple[Model, ...], tuple[Finding, ...]]:
    spared = {found.about[0]: found for found in rules.spread(rules, battle, origin, under, extent)}
    return tuple(m for m in under if m.id not in spared), tuple(spared.values())


def _shielded(shot: ShotContext, spared: Sequence[Finding]) -> list[Entry]:
    facts: dict[str, str | int] = {"weapon": shot.weapon.name}
    return [Entry("did.shielded", (found.rule,), found.about, facts, side=shot.unit.side) for found in spared]


def _put_line(rules: Ruleset, battle: Battle, shooter: Shooter) -> Entry:
    """Say where a marker was put, or towards what a template was laid, before anything is rolled."""
    shot, aim = shooter.context, shooter.aim
    assert aim is not None
    facts = {"weapon": shot.weapon.name, **spot_facts(Place(aim.at, aim.level))}
    if abilities.spread_of(rules, shot.weapon) == "template":
        facts["degrees"] = round(math.degrees(teardrop(rules, battle, shot.firer, aim.at).turn)) % 360
        return Entry("did.laid", ("CL-WPN-11",), (shooter.model,), facts, side=shot.unit.side)
    beneath = [
        m.id
        for m in battle.standing(shot.target.id)
        if m.place is not None
        and m.place.level == aim.level
        and gap_to_point(base_of(battle, m), aim.at) == 0
    ]
    about = (shooter.model, *(beneath[:1] or [shot.target.id]))
    return Entry("did.put", ("CL-WPN-7",), about, facts, side=shot.unit.side)


def _told(battle: Battle, shooter: Shooter, group: ShotGroup, hit: tuple[Model, ...]) -> list[Entry]:
    """Return a line for each unit that was hit, or one that says that nobody was."""
    side = shooter.context.unit.side
    facts: dict[str, str | int] = {"weapon": group.weapon.name}
    counts = Counter(model.unit for model in hit)
    if not counts:
        return [Entry("did.touched_none", (_rule(group),), (shooter.model,), facts, side=side)]
    return [
        Entry("did.touched", (_rule(group),), (shooter.model, unit), {**facts, "hits": count}, side=side)
        for unit, count in counts.items()
    ]
