"""Say what lies over the map at this moment: selection, targets with their lines, plans, what was refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.actions import Charge, Move, Path, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Length, Point, distance, path_length
from wolfling_gui.core.requests import Allocate, Choose
from wolfling_gui.core.verdict import Finding, Refusal
from wolfling_gui.session import naming
from wolfling_gui.session.allocating import pickable
from wolfling_gui.session.sentences.values import shortfall_text
from wolfling_gui.ui import words
from wolfling_gui.ui.blast_marks import blast_marks
from wolfling_gui.ui.desk import Desk, Draft
from wolfling_gui.ui.fight_marks import (
    charge_marks,
    combat_marks,
    line_marks,
    retreat_marks,
    trail_marks,
    turn_marks,
    walk_marks,
)
from wolfling_gui.ui.panels.hover_card import WALKED
from wolfling_gui.ui.panels.targets import numbers_of, odds_text
from wolfling_gui.ui.scene import overlays as o

if TYPE_CHECKING:
    from wolfling_gui.session.clearing import Remedy
    from wolfling_gui.session.fights import Standing
    from wolfling_gui.session.preview import ShotLine, TargetPreview
    from wolfling_gui.session.proof import Proof
    from wolfling_gui.session.vantage import Vantage


@dataclass(frozen=True, slots=True)
class Show:
    """Say which kinds of marks are wanted."""

    lines: bool = True
    links: bool = True
    tags: bool = True


def marks(desk: Desk, show: Show | None = None) -> tuple[o.Overlay, ...]:
    """Return everything that lies over the map for the state of the desk."""
    show = show or Show()
    battle = desk.battle
    if battle is None:
        return ()
    if desk.vantage is not None:
        return tuple(dict.fromkeys(_from_there(desk, desk.vantage, show)))
    found: list[o.Overlay] = []
    targets = _targets_shown(desk)
    if targets:
        found += _target_marks(desk, battle, targets, show)
    if desk.shows_charges:
        found += charge_marks(desk, battle, lines=show.lines, tags=show.tags)
    if not desk.looking_back:
        found += combat_marks(desk, battle, tags=show.tags)
        found += [*retreat_marks(desk, battle), *trail_marks(desk)]
    for standing in desk.standing():
        found += _standing_marks(battle, standing, show)
    found += [o.SelectedRing(m) for m in _in_hand(desk, battle)]
    if desk.remedy is not None:
        found += _remedy_marks(battle, desk.remedy)
    laid = blast_marks(desk, battle, show.tags)
    under = {v.model for v in laid if isinstance(v, o.TargetRing)}
    found = [v for v in found if not (isinstance(v, o.TargetRing) and v.model in under)]
    found += laid
    if desk.draft is not None and desk.draft.kind != "aim" and not desk.asks_for_marker:
        found += _ground(desk, battle, desk.draft)
        if desk.remedy is None:
            found += walk_marks(desk, battle)
            found += _draft_marks(battle, desk.draft, show)
            found += _charge_plan(desk, battle, desk.draft)
    elif desk.refusal is not None:
        found += _finding_marks(desk.refusal)
    if show.tags:
        tagged = {aim.unit for aim in desk.aims()} | {u for one in desk.combats() for u in one.units}
        tagged |= {one.answer.target for one in desk.standing()}
        back = desk.retreating()
        tagged |= {back.unit} if back is not None and back.leaves_from else set()
        found += _unit_tags(desk, battle, tagged)
    found += _asked(desk, battle)
    if desk.door and desk.draft is None:
        found.append(o.Highlight((desk.door,)))
    if desk.hovered.kind == "unit" and desk.hovered.unit in battle.units and not targets:
        found.append(o.Highlight((desk.hovered.unit,)))
    return tuple(dict.fromkeys(found))


def _standing_marks(battle: Battle, standing: Standing, show: Show) -> Iterator[o.Overlay]:
    """Show the shots by which an assaulted unit could answer: their lines, and what they could do."""
    preview = standing.preview
    if preview is None or preview.volley is None:
        return
    for firer in dict.fromkeys(preview.volley.firers):
        yield o.SelectedRing(firer)
    for model in battle.standing(preview.unit):
        yield o.TargetRing(model.id, "legal")
    for line in standing.lines if show.lines else ():
        yield from _line(battle, line)
    if show.tags:
        name = naming.unit_name(battle, preview.unit)
        hit, _ = numbers_of(preview)
        lost = QCoreApplication.translate("Marks", "%1 lost").replace("%1", odds_text(preview))
        yield o.Tag(preview.unit, "legal", name, hit, lost)


def _from_there(desk: Desk, vantage: Vantage, show: Show) -> Iterator[o.Overlay]:
    """Show the models in hand as ghosts elsewhere, the ground they would see, and every target from there."""
    battle = vantage.battle
    yield o.View(vantage.seen)
    reached = vantage.access in ("here", "within", "not_now")
    for model, place in vantage.places.items():
        yield o.Ghost(model, place, model not in vantage.crowded and reached)
    yield from _rings(battle, vantage.previews)
    if show.lines:
        for preview in vantage.previews:
            if preview.line is not None:
                yield from _line(battle, preview.line)
    if show.tags:
        yield from _tags(battle, len(vantage.places), vantage.previews)


def _remedy_marks(battle: Battle, remedy: Remedy) -> Iterator[o.Overlay]:
    """Show what would clear a refusal: where models would stand, the door, the line then clear."""
    for model, place in remedy.places.items():
        start = battle.models[model].place
        if remedy.action is not None and model in remedy.action.paths:
            yield from _walk(battle, model, remedy.action.paths[model], (), True)
            continue
        yield o.Ghost(model, place)
        if start is not None and start.at != place.at:
            yield o.Measure(start.at, place.at, naming.inches_text(distance(start.at, place.at)))
    if remedy.door:
        yield o.Highlight((remedy.door,))
    if remedy.units:
        yield o.Highlight(remedy.units)
    ends = line_ends(remedy.battle, remedy.line) if remedy.line is not None else None
    if ends is not None:
        yield o.SightLegal(*ends, remedy.line.cover if remedy.line is not None else ())


def proof_marks(proof: Proof) -> tuple[o.Overlay, ...]:
    """Return what proves a ruling on the map: who is meant, every line, what stops it and by how much."""
    battle, action = proof.battle, proof.verdict.action
    found: list[o.Overlay] = []
    preview = proof.preview
    if preview is not None and isinstance(action, Shoot):
        found += [o.SelectedRing(m.id) for m in battle.standing(action.unit)]
        found += _rings(battle, (preview,))
        for line in proof.lines:
            if line.seen == preview.legal:
                found += _line(battle, line)
        if not preview.legal and preview.line is not None:
            found += _line(battle, preview.line)
        if not preview.legal and preview.reason is not None:
            found += _shortfall(preview.reason)
        found += _tags(battle, len(battle.standing(action.unit)), (preview,))
        name = naming.unit_name(battle, action.unit)
        found.append(o.Tag(action.unit, None, name, plain=str(len(battle.standing(action.unit)))))
    elif isinstance(action, Move | Charge):
        for model, path in action.paths.items():
            bad = any(f.effect == "forbids" and model in f.about for f in proof.deciding)
            found += _walk(battle, model, path, proof.deciding, not bad)
    if preview is None:
        found += [
            o.FindingMarks(f.marks, f.effect)
            for f in proof.deciding
            if f.marks and f.effect in ("forbids", "warns")
        ]
    return tuple(dict.fromkeys(found))


def _stands(battle: Battle, model: str) -> bool:
    return model in battle.models and battle.models[model].on_table


def _in_hand(desk: Desk, battle: Battle) -> tuple[str, ...]:
    """Return the models in hand that are shown: on the table, or where the plan of a set-up has them."""
    draft = desk.draft
    planned = draft.models if draft is not None and not draft.walks and not desk.asks_for_marker else ()
    if isinstance(desk.request, Allocate | Choose) and not desk.looking_back:
        # Only the models that may be answered with are ringed.
        return planned
    wanted = desk.picked_models or (*desk.models, *planned)
    return tuple(m for m in dict.fromkeys(wanted) if _stands(battle, m) or m in planned)


def _targets_shown(desk: Desk) -> tuple[TargetPreview, ...]:
    if not desk.shows_targets or desk.draft is not None or desk.request is not None or desk.looking_back:
        return ()
    return desk.targets()


# ---------------------------------------------------------------------- targets


def _target_marks(
    desk: Desk, battle: Battle, previews: tuple[TargetPreview, ...], show: Show
) -> Iterator[o.Overlay]:
    looked_at = desk.hovered.unit or desk.target
    yield from _rings(battle, previews)
    if show.lines:
        for preview in previews:
            if desk.remedy is None or preview.legal or preview.unit != desk.target:
                yield from _lines(desk, battle, preview, preview.unit == looked_at)
    chosen = next((p for p in previews if p.unit == looked_at), None)
    if chosen is not None and chosen.legal and chosen.volley is not None:
        zones = {g.zone for g in chosen.volley.groups if g.zone in battle.table.zones}
        for zone in sorted(zones):
            yield o.SharedZone(zone)
    shown = show.lines and desk.remedy is None
    if chosen is not None and not chosen.legal and chosen.reason is not None and shown:
        yield from _shortfall(chosen.reason)
    if show.tags:
        yield from _tags(battle, len(battle.standing(desk.unit)), previews)


def _rings(battle: Battle, previews: Sequence[TargetPreview]) -> Iterator[o.Overlay]:
    for preview in previews:
        kind: o.TargetKind = "legal" if preview.legal else "refused"
        for model in battle.standing(preview.unit):
            yield o.TargetRing(model.id, kind)


def _tags(battle: Battle, firers: int, previews: Sequence[TargetPreview]) -> Iterator[o.Overlay]:
    for preview in previews:
        if battle.standing(preview.unit):
            yield target_tag(battle, firers, preview)


def _shortfall(reason: Finding) -> Iterator[o.Overlay]:
    """Say beside the place where a line is stopped how much is missing."""
    spot = next((m.points[0] for m in reason.marks if m.kind == "point"), None)
    missing = shortfall_text(reason)
    gap = next((m.points for m in reason.marks if m.kind == "link" and m.about == "short"), ())
    if len(gap) == 2:
        yield o.Shortfall(gap[0], gap[1])
    if spot is not None and missing and reason.effect == "forbids":
        yield o.Tag(spot, None, missing)


def target_tag(battle: Battle, firers: int, preview: TargetPreview) -> o.Tag:
    """Return the tag of a target: its needed number and cover, or why not in two words.

    Where not all of the `firers` fire, their number stands in place of the cover.
    """
    name = naming.unit_name(battle, preview.unit)
    mark = words.MAP_MARKS[words.mark_of_verdict(preview.verdict)]
    if not preview.legal or preview.volley is None:
        return o.Tag(preview.unit, mark, name, plain=short_reason(battle, preview.reason))
    hit, cover = numbers_of(preview)
    firing = len(set(preview.volley.firers))
    if firing < firers:
        plain = QCoreApplication.translate("Marks", "%1 of %2 fire")
        plain = plain.replace("%1", str(firing)).replace("%2", str(firers))
    else:
        plain = QCoreApplication.translate("Marks", "cover %1").replace("%1", cover)
    return o.Tag(preview.unit, mark, name, hit, plain)


def short_reason(battle: Battle, reason: Finding | None) -> str:
    """Say a refusal in two or three words for a tag: wall W3, door D6 shut, out of range."""
    if reason is None:
        return QCoreApplication.translate("Marks", "no shot")
    for thing in reversed(reason.about):
        if thing in battle.table.doors:
            door = battle.table.doors[thing]
            states = {
                "shut": QCoreApplication.translate("Marks", "%1 shut"),
                "sealed": QCoreApplication.translate("Marks", "%1 sealed"),
                "open": "%1",
            }
            return states[door.state].replace("%1", naming.door_name(battle, thing))
        if thing in battle.table.walls:
            return naming.wall_name(battle, thing)
        if thing in battle.table.areas or thing in battle.table.structures:
            return naming.thing_name(battle, thing)
    short = {
        "shoot.out_of_range": QCoreApplication.translate("Marks", "out of range"),
        "shoot.no_shots_moved": QCoreApplication.translate("Marks", "has moved"),
        "shoot.must_run": QCoreApplication.translate("Marks", "must run"),
        "shoot.no_weapon": QCoreApplication.translate("Marks", "no weapon"),
        "shoot.target_locked": QCoreApplication.translate("Marks", "in melee"),
    }
    if reason.says in short:
        return short[reason.says]
    if reason.says.startswith("sight."):
        return QCoreApplication.translate("Marks", "no sight")
    if reason.effect == "asks":
        return QCoreApplication.translate("Marks", "facts missing")
    return QCoreApplication.translate("Marks", "no shot")


def _lines(desk: Desk, battle: Battle, preview: TargetPreview, looked_at: bool) -> Iterator[o.Overlay]:
    rules = desk.rules
    if looked_at and preview.legal and rules is not None:
        for line in desk.lines(preview.unit):
            if line.seen:
                yield from _line(battle, line)
        return
    if preview.line is not None:
        yield from _line(battle, preview.line)


def _line(battle: Battle, line: ShotLine) -> Iterator[o.Overlay]:
    ends = line_ends(battle, line)
    if ends is None:
        return
    a, b = ends
    if line.seen:
        yield o.SightLegal(a, b, line.cover)
        return
    finding = line.finding
    if finding is None:
        yield o.SightRefused(a, b, b)
        return
    spot = next((m.points[0] for m in finding.marks if m.kind == "point"), None)
    way = next((m for m in finding.marks if m.kind == "line" and len(m.points) == 2), None)
    beyond = next((m for m in finding.marks if m.kind == "line" and m.about == "beyond"), None)
    if spot is None:
        yield o.FindingMarks(finding.marks)
        return
    start = way.points[0] if way is not None else a
    end = beyond.points[-1] if beyond is not None else b
    yield o.SightRefused(start, spot, end)
    for thing in finding.about:
        if thing in battle.table.walls or thing in battle.table.doors:
            yield o.BlockedBarrier(thing, spot)


def line_ends(battle: Battle, line: ShotLine) -> tuple[Point, Point] | None:
    """Return the ends of a line of sight on the table, None where a model stands nowhere."""
    if line.witness is not None:
        (ax, ay), (bx, by) = line.witness
        return Point(round(ax), round(ay)), Point(round(bx), round(by))
    a, b = battle.models[line.firer].place, battle.models[line.target].place
    return None if a is None or b is None else (a.at, b.at)


# ---------------------------------------------------------------------- plans


def _ground(desk: Desk, battle: Battle, draft: Draft) -> Iterator[o.Overlay]:
    """Show the strip along its edge that an arriving unit may be set down in."""
    rules, unit = desk.rules, battle.units.get(draft.unit)
    if draft.kind != "deploy" or rules is None or unit is None or not unit.in_reserve:
        return
    from wolfling_gui.session.placing import where_to

    number = battle.side_index(unit.side)
    yield o.Reach(tuple(polygon for _, polygon in where_to(rules, battle, unit.id)), number)


def _draft_marks(battle: Battle, draft: Draft, show: Show) -> Iterator[o.Overlay]:
    findings = draft.verdict.findings if draft.verdict is not None else ()
    bad = {f.about[0] for f in findings if f.effect == "forbids" and f.about}
    if not draft.walks:
        for model, place in draft.places.items():
            yield o.Ghost(model, place, model not in bad and draft.unit not in bad)
    else:
        for model, path in draft.paths.items():
            yield from _walk(battle, model, path, findings, model not in bad)
    for finding in findings:
        if finding.effect in ("forbids", "warns") and finding.marks:
            if not show.links and all(m.kind == "link" for m in finding.marks):
                continue
            yield o.FindingMarks(finding.marks, finding.effect)


def _charge_plan(desk: Desk, battle: Battle, draft: Draft) -> Iterator[o.Overlay]:
    """Number the models of a planned assault, and show who would touch and support whom."""
    preview = desk.planned_charge()
    if draft.kind != "charge" or preview is None:
        return
    for model in battle.standing(draft.target):
        yield o.TargetRing(model.id, "reacts" if preview.reacts else "legal" if preview.legal else "refused")
    yield from turn_marks([model for model, path in draft.paths.items() if path], preview.line)
    yield from line_marks(battle, preview.line, preview.places)


def _walk(
    battle: Battle, model: str, path: Path, findings: tuple[Finding, ...], ok: bool
) -> Iterator[o.Overlay]:
    start = battle.models[model].place
    if start is None or not path:
        return
    points = (start.at, *(corner.at for corner in path))
    limit: Length | None = None
    for finding in findings:
        if finding.says in WALKED and finding.about[:1] == (model,):
            already = max(0, (finding.value or 0) - path_length(points)) if finding.value is not None else 0
            limit = None if finding.limit is None else max(0, finding.limit - already)
    yield o.Path(points, limit)
    yield o.Ghost(model, Place(path[-1].at, path[-1].level, start.facing), ok)


def _finding_marks(refusal: Refusal) -> Iterator[o.Overlay]:
    for finding in refusal.reasons:
        if finding.marks:
            yield o.FindingMarks(finding.marks, finding.effect)


# ---------------------------------------------------------------------- names and questions


def _unit_tags(desk: Desk, battle: Battle, targets: set[str]) -> Iterator[o.Overlay]:
    """Name the units of the side whose turn it is, and the one in hand."""
    draft = desk.draft
    for unit in battle.units.values():
        standing: Sequence[object] = battle.standing(unit.id)
        sets_up = draft is not None and draft.kind in ("deploy", "put") and not desk.asks_for_marker
        if draft is not None and sets_up and draft.unit == unit.id:
            standing = draft.models
        if not standing or unit.id in targets:
            continue
        if unit.side == battle.clock.side or unit.id == desk.unit or not targets:
            yield o.Tag(unit.id, None, naming.unit_name(battle, unit.id), plain=str(len(standing)))


def _asked(desk: Desk, battle: Battle) -> Iterator[o.Overlay]:
    """Set off the models that a question lets a player click, and mark those that were given something."""
    request = desk.request
    names = pickable(request, battle) if isinstance(request, Allocate | Choose) else ()
    if names:
        yield o.Highlight(names)
    for name, count in desk.shared.items() if isinstance(request, Allocate) else ():
        if count and name in battle.units:
            yield o.Tag(name, None, naming.unit_name(battle, name), str(count))
        place = battle.models[name].place if count and name in battle.models else None
        if place is not None:
            yield o.TargetRing(name, "hit")
            yield o.Tag(place.at, None, str(count))
