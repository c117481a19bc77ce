"""Say what lies over the map of assaults and fights: targets, ways and their order, who fights."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.verdict import Finding
from wolfling_gui.geometry.measure import witness
from wolfling_gui.rules.facts import base_of
from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.words import MAP_MARKS

if TYPE_CHECKING:
    from wolfling_gui.session.charges import ChargePreview
    from wolfling_gui.session.fights import Line


def charge_marks(desk: Desk, battle: Battle, *, lines: bool, tags: bool) -> Iterator[o.Overlay]:
    """Mark every enemy unit as a target of an assault, with the ways to the one that is looked at."""
    previews = desk.charges()
    for preview in previews:
        kind: o.TargetKind = "reacts" if preview.reacts else "legal" if preview.legal else "refused"
        for model in battle.standing(preview.unit):
            yield o.TargetRing(model.id, kind)
    looked_at = desk.charge_preview(desk.hovered.unit) or desk.charge_preview()
    if looked_at is not None:
        side = battle.side_index(battle.units[desk.unit].side)
        yield o.Reach(desk.reach(looked_at.unit), side)
        if lines:
            yield from _ways(battle, looked_at)
    for preview in previews if tags else ():
        yield _tag(battle, desk.unit, preview)


def _ways(battle: Battle, preview: ChargePreview) -> Iterator[o.Overlay]:
    """Show the way of every model and where it would stand, or how far short the nearest one falls."""
    plan = preview.plan
    if plan is None:
        return
    if not plan.reached:
        short = preview.reason is not None and not preview.reason.facts.get("blocked")
        ends = [battle.models[name].place for name in preview.pair or ()]
        if short and len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            one, foe = (battle.models[name] for name in preview.pair or ())
            start, end = witness(base_of(battle, one), base_of(battle, foe))
            yield o.Path((start, end), plan.limit.total)
        return
    for number, leg in enumerate(plan.legs, start=1):
        start_place = battle.models[leg.model].place
        if start_place is None:
            continue
        yield o.Path((start_place.at, *(corner.at for corner in leg.path)), plan.limit.total)
        yield o.Landing(leg.model, preview.places[leg.model], number, stand_of(leg.model, preview.line))
    yield from line_marks(battle, preview.line, preview.places)
    pieces = [
        about for f in preview.verdict.findings if f.says == "assault.roll_terrain_first" for about in f.about
    ]
    areas = tuple(name for name in pieces if name in battle.table.areas or name in battle.table.structures)
    if areas:
        yield o.Highlight(areas)


def stand_of(model: str, line: Line) -> o.StandKind:
    """Return how well a model stands: in contact, in support of a mate, or only near."""
    if model in line.contacts:
        return "contact"
    return "support" if model in line.supports else "near"


def line_marks(battle: Battle, line: Line, moved: Mapping[str, Place] = {}) -> Iterator[o.Overlay]:
    """Mark who touches whom and who supports whom, models that have `moved` where they then stand."""
    battle = battle.with_places(moved) if moved else battle
    for model, touches in line.contacts.items():
        for other in touches:
            if model < other or model not in line.contacts.get(other, ()):
                a, b = base_of(battle, battle.models[model]), base_of(battle, battle.models[other])
                at, _ = witness(a, b)
                yield o.Contact(at, b.at)
                if a.level != b.level:
                    floors = QCoreApplication.translate("Marks", "level %1 against %2")
                    floors = floors.replace("%1", str(a.level), 1).replace("%2", str(b.level), 1)
                    yield o.Tag(at, None, "", plain=floors)
    for model, mates in line.supports.items():
        ends = [battle.models[name].place for name in (model, *mates[:1])]
        if len(ends) == 2 and ends[0] is not None and ends[1] is not None:
            yield o.Backing(ends[0].at, ends[1].at)


def _tag(battle: Battle, unit: str, preview: ChargePreview) -> o.Tag:
    """Return the tag of a target: how many come into contact, or why not in two words."""
    name = naming.unit_name(battle, preview.unit)
    mark = MAP_MARKS[words.mark_of_aim(preview)]
    if not preview.legal:
        return o.Tag(preview.unit, mark, name, plain=short_reason(battle, preview))
    return o.Tag(preview.unit, mark, name, *contact_words(battle, unit, preview))


def contact_words(battle: Battle, unit: str, preview: ChargePreview) -> tuple[str, str]:
    """Say how many of a unit come into contact: 3 of 5, in contact."""
    touching = sum(1 for model in preview.line.contacts if battle.models[model].unit == unit)
    count = QCoreApplication.translate("Marks", "%1 of %2")
    count = count.replace("%1", str(touching)).replace("%2", str(len(battle.standing(unit))))
    return count, QCoreApplication.translate("Marks", "in contact")


def short_reason(battle: Battle, preview: ChargePreview) -> str:
    """Say why a unit is no target of an assault in a few words for a tag."""
    reason = preview.reason
    if reason is None:
        return QCoreApplication.translate("Marks", "no assault")
    if preview.rolls_first:
        return QCoreApplication.translate("Marks", "roll first")
    if reason.says == "assault.out_of_reach" and reason.value is not None and reason.limit is not None:
        return _out_of_reach(reason, reason.value, reason.limit)
    if reason.says == "assault.only_target":
        others = [name for name in reason.about if name in battle.units][1:]
        if others:
            only = QCoreApplication.translate("Marks", "only %1")
            return only.replace("%1", naming.unit_name(battle, others[0]))
    return QCoreApplication.translate("Marks", "no assault")


def _out_of_reach(reason: Finding, value: int, limit: int) -> str:
    measured, most = naming.pair_texts(value, limit)
    if reason.facts.get("blocked"):
        return QCoreApplication.translate("Marks", "no way in %1").replace("%1", most)
    text = QCoreApplication.translate("Marks", "%1 away, reach %2")
    return text.replace("%1", measured, 1).replace("%2", most, 1)


def combat_marks(desk: Desk, battle: Battle, *, tags: bool) -> Iterator[o.Overlay]:
    """Mark the combats that are to be fought, or the fight that waits for an answer."""
    course = desk.course() if desk.request is not None else None
    if course is not None and course.combat is not None:
        if course.scores:
            return
        yield from line_marks(battle, _standing(battle, course.combat.line))
        for blow in course.combat.blows:
            if blow.strike.step == course.step:
                yield from (o.TargetRing(m, "legal") for m in blow.strike.models if _stands(battle, m))
        return
    looked_at = desk.combat()
    for combat in desk.combats():
        yield from line_marks(battle, combat.line)
        if combat is looked_at:
            yield from (o.TargetRing(m, "legal") for m in sorted(combat.line.fighters) if _stands(battle, m))
        for unit in combat.units if tags else ():
            fighting = sum(1 for m in battle.standing(unit) if m.id in combat.line.fighters)
            text = QCoreApplication.translate("Marks", "%1 of %2")
            text = text.replace("%1", str(fighting), 1).replace("%2", str(len(battle.standing(unit))), 1)
            fights = QCoreApplication.translate("Marks", "fight")
            yield o.Tag(unit, None, naming.unit_name(battle, unit), text, fights)


def _stands(battle: Battle, model: str) -> bool:
    found = battle.models.get(model)
    return found is not None and found.on_table


def _standing(battle: Battle, line: Line) -> Line:
    """Return who touches and supports whom among those who stand."""

    def kept(pairs: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {
            model: tuple(m for m in others if _stands(battle, m))
            for model, others in pairs.items()
            if _stands(battle, model)
        }

    return msgspec.structs.replace(line, contacts=kept(line.contacts), supports=kept(line.supports))


def walk_marks(desk: Desk, battle: Battle) -> Iterator[o.Overlay]:
    """Show the ways to the places that a question asks for, who would touch whom there, and the reach."""
    walked, draft = desk.walks(), desk.draft
    if walked is None or draft is None:
        return
    reach = desk.reach_asked()
    if reach:
        yield o.Reach(reach, battle.side_index(battle.units[draft.unit].side))
    for model, path in walked.paths.items():
        start = battle.models[model].place
        if start is not None and path:
            yield o.Path((start.at, *(corner.at for corner in path)), walked.limit)
    yield from line_marks(battle, walked.line, draft.places)


def retreat_marks(desk: Desk, battle: Battle) -> Iterator[o.Overlay]:
    """Show the way back that is rolled for, as far as it may lead, and where a trapped unit is stopped."""
    found = desk.retreating()
    if found is None:
        return
    for model, path in found.paths.items():
        start = battle.models[model].place
        if start is None:
            continue
        if path:
            yield o.Path((start.at, *(corner.at for corner in path)), walked=0)
        if model in found.short:
            yield o.TargetRing(model, "refused")
            end = path[-1].at if path else start.at
            yield o.Tag(end, "refused", naming.model_name(battle, model), plain=_ends(found.short[model]))
    if found.leaves_from:
        text = QCoreApplication.translate("Marks", "off the table from %1")
        text = text.replace("%1", naming.inches_text(found.leaves_from), 1)
        yield o.Tag(found.unit, "warning", naming.unit_name(battle, found.unit), plain=text)
    for thing in found.blocked_by if found.short else ():
        barrier = thing in battle.table.walls or thing in battle.table.doors
        yield o.BlockedBarrier(thing) if barrier else o.Highlight((thing,))


def _ends(far: int) -> str:
    text = QCoreApplication.translate("Marks", "no way after %1")
    return text.replace("%1", naming.inches_text(far), 1)


def trail_marks(desk: Desk) -> Iterator[o.Overlay]:
    """Show from where models came that were made to go by the last action."""
    for was, now in desk.trails().values():
        yield o.Path((was.at, now.at), walked=0)


def turn_marks(paths: Sequence[str], line: Line) -> Iterator[o.Overlay]:
    """Number the models of a plan in the order in which they go."""
    for number, model in enumerate(paths, start=1):
        yield o.Turn(model, number, stand_of(model, line))
