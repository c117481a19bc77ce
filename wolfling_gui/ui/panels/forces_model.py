"""List the forces of a battle as rows: sides, their units, and the lines of an opened unit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from PySide6.QtCore import QCoreApplication, Qt

from wolfling_gui.core.actions import Change, SetWounds
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import ConditionKind, Model, Place, Unit
from wolfling_gui.core.lengths import Point, Polygon
from wolfling_gui.rules.classic.characters import host_of
from wolfling_gui.session import naming
from wolfling_gui.session.scoring import RULE
from wolfling_gui.ui.widgets import MarkKind
from wolfling_gui.ui.widgets.rows import ROW, Index, RowsModel

RowKind = Literal["side", "unit", "line"]

STATUS_ICONS: Mapping[ConditionKind, str] = {
    "falling_back": "falling_back",
    "gone_to_ground": "gone_to_ground",
    "locked": "in_combat",
    "shot": "shot",
    "ran": "ran",
    "walked": "moved",
    "out_of_coherency": "coherency",
    "arrived": "reserve",
}
"""The conditions that are shown, the weightiest first, each with its icon."""


@dataclass(frozen=True, slots=True)
class ForceRow:
    """Hold what one row shows."""

    kind: RowKind
    id: str
    side: int
    name: str
    note: str = ""
    pool: tuple[tuple[int, int], ...] = ()
    statuses: tuple[str, ...] = ()
    mark: MarkKind | None = None
    models: tuple[str, ...] = ()
    opened: bool = False
    gone: bool = False
    scoring: str = ""
    scores: bool = False
    active: bool = False
    less: Change | None = None
    more: Change | None = None

    @property
    def steps(self) -> bool:
        """Tell whether wounds can be counted up and down in this row."""
        return self.less is not None or self.more is not None


def status_words(icon: str) -> str:
    """Say a status in words, for tooltips and screen readers."""
    words = {
        "falling_back": QCoreApplication.translate("Forces", "Falling back"),
        "gone_to_ground": QCoreApplication.translate("Forces", "Gone to ground"),
        "in_combat": QCoreApplication.translate("Forces", "In combat"),
        "shot": QCoreApplication.translate("Forces", "Has shot"),
        "ran": QCoreApplication.translate("Forces", "Has run"),
        "moved": QCoreApplication.translate("Forces", "Has moved"),
        "coherency": QCoreApplication.translate("Forces", "Out of coherency"),
        "reserve": QCoreApplication.translate("Forces", "In reserve or just arrived"),
    }
    return words[icon]


def statuses_of(unit: Unit) -> tuple[str, ...]:
    """Return the icons of a unit's statuses, the weightiest first, each once."""
    found = [icon for kind, icon in STATUS_ICONS.items() if unit.has(kind)]
    if unit.in_reserve:
        found.insert(0, "reserve")
    return tuple(dict.fromkeys(found))


def pool_of(battle: Battle, unit: Unit) -> tuple[tuple[int, int], ...]:
    """Return (wounds left, wounds at full strength) of every model of a unit, the lost ones last."""
    found = [battle.models[m] for m in unit.models if m in battle.models]
    pool = [(0 if m.casualty else m.wounds_left, m.profile.w) for m in found]
    return tuple(sorted(pool, key=lambda pair: pair[0] == 0))


def model_count(battle: Battle, unit: Unit) -> str:
    """Say how many models of a unit are left, and their wounds where models have several."""
    living = battle.members(unit.id)
    host = host_of(battle, unit.id)
    if host:
        words = QCoreApplication.translate("Forces", "with %1")
        return words.replace("%1", naming.unit_name(battle, host))
    if not living:
        return QCoreApplication.translate("Forces", "lost")
    words = QCoreApplication.translate("Forces", "%1 of %2")
    if any(m.profile.w > 1 for m in living):
        words = QCoreApplication.translate("Forces", "%1 of %2 · %3 wounds")
        words = words.replace("%3", str(sum(m.wounds_left for m in living)))
    return words.replace("%1", str(len(living))).replace("%2", str(len(unit.models)))


def zone_at(battle: Battle, at: Point, level: int) -> str:
    """Return the id of the zone a point lies in, else of the structure, else an empty text."""
    for zone in battle.table.zones.values():
        if zone.level == level and inside(zone.polygon, at):
            return zone.id
    for structure in battle.table.structures.values():
        if any(floor.level == level and inside(floor.polygon, at) for floor in structure.floors):
            return structure.id
    return ""


def piece_at(battle: Battle, at: Point, level: int) -> str:
    """Return the id of the area terrain that a point lies in, the one drawn last, else an empty text."""
    areas = [a.id for a in battle.table.areas.values() if a.level == level and inside(a.polygon, at)]
    return areas[-1] if areas else ""


def place_words(battle: Battle, place: Place) -> str:
    """Say in a word or two where a model stands: the room’s id, the level of a building, the structure."""
    zone = zone_at(battle, place.at, place.level)
    found = battle.table.zones.get(zone)
    if found is not None and found.kind == "section":
        words = QCoreApplication.translate("Forces", "level %1")
        return words.replace("%1", str(place.level))
    return naming.structure_name(battle, zone) if zone in battle.table.structures else zone


def inside(polygon: Polygon, at: Point) -> bool:
    """Tell whether a point lies in a polygon, for showing only; points in whole units."""
    found = False
    previous = polygon[-1]
    for corner in polygon:
        if (corner.y > at.y) != (previous.y > at.y):
            # Whole numbers on both sides: no rounding.
            cross = (previous.x - corner.x) * (at.y - corner.y) - (at.x - corner.x) * (previous.y - corner.y)
            if (cross > 0) == (previous.y > corner.y):
                found = not found
        previous = corner
    return found


def unit_lines(battle: Battle, unit: Unit) -> list[ForceRow]:
    """Return the lines of an opened unit: models alike in name, weapons and zone stand in one line."""
    side = battle.side_index(unit.side)

    def look(model: Model) -> tuple[str, str, str]:
        weapons = " + ".join(w.name.lower() for w in model.weapons)
        kind = model.name.rstrip("0123456789").strip() if model.role == "plain" else model.name
        where = "" if model.place is None else place_words(battle, model.place)
        return kind, weapons, where

    found: list[ForceRow] = []
    order = {m.id: n for n, m in enumerate(battle.members(unit.id))}
    members = sorted(battle.members(unit.id), key=lambda m: (m.role != "leader", look(m), order[m.id]))
    for (kind, weapons, where), group in groupby(members, key=look):
        models = tuple(m.id for m in group)
        if len(models) > 1:
            words = QCoreApplication.translate("Forces", "%1 × %2 · %3")
        else:
            words = QCoreApplication.translate("Forces", "%2 · %3")
        name = words.replace("%1", str(len(models))).replace("%2", kind).replace("%3", weapons)
        found.append(ForceRow("line", unit.id, side, name.removesuffix(" · "), where, models=models))
    return found


def wound_lines(battle: Battle, unit: Unit, opened: bool) -> list[ForceRow]:
    """Return the lines on which wounds are counted: models of several Wounds one by one, others together.

    A unit that is not opened shows only those that are wounded.
    """
    side = battle.side_index(unit.side)
    found: list[ForceRow] = []
    alike: dict[str, list[Model]] = {}
    for model in (battle.models[name] for name in unit.models):
        if model.profile.w == 1:
            kind = model.name.rstrip("0123456789").strip() if model.role == "plain" else model.name
            alike.setdefault(kind, []).append(model)
            continue
        if not opened and (model.casualty or not model.wounds_lost):
            continue
        most, lost = model.profile.w, model.profile.w if model.casualty else model.wounds_lost
        words = QCoreApplication.translate("Forces", "%1 of %2 wounds")
        note = words.replace("%1", str(most - lost)).replace("%2", str(most))
        less = SetWounds(model.id, lost + 1, lost + 1 >= most) if lost < most else None
        more = SetWounds(model.id, lost - 1) if lost else None
        row = ForceRow("line", unit.id, side, model.name, note, models=(model.id,), less=less, more=more)
        found.append(row)
    for kind, models in alike.items() if opened else ():
        standing, gone = [m for m in models if not m.casualty], [m for m in models if m.casualty]
        words = QCoreApplication.translate("Forces", "%1 of %2")
        note = words.replace("%1", str(len(standing))).replace("%2", str(len(models)))
        names = tuple(m.id for m in standing)
        less = SetWounds(standing[-1].id, 1, True) if standing else None
        more = SetWounds(gone[0].id, 0) if gone else None
        found.append(ForceRow("line", unit.id, side, kind, note, models=names, less=less, more=more))
    return found


def rows_of(
    battle: Battle,
    opened: str,
    marks: Mapping[str, MarkKind],
    wounds: bool = False,
    scoring: Mapping[str, tuple[bool, str]] | None = None,
) -> tuple[ForceRow, ...]:
    """Return all rows: each side, its units, and the lines of the unit that is opened.

    With `wounds` the lines are those on which wounds are counted. `scoring` tells of each unit whether it
    holds objectives, and says so.
    """
    found: list[ForceRow] = []
    for number, side in enumerate(battle.sides):
        units = battle.units_of(side.id)
        total = sum(len(u.models) for u in units)
        left = sum(len(battle.members(u.id)) for u in units)
        points = sum(u.points for u in units)
        words = (
            QCoreApplication.translate("Forces", "%1 of %2 models · %3 pts")
            if points
            else QCoreApplication.translate("Forces", "%1 of %2 models")
        )
        note = words.replace("%1", str(left)).replace("%2", str(total)).replace("%3", str(points))
        active = battle.clock.side == side.id and not battle.clock.over
        found.append(ForceRow("side", side.id, number, side.name, note, active=active))
        for unit in units:
            living = battle.members(unit.id)
            scores, said = (scoring or {}).get(unit.id, (False, ""))
            row = ForceRow(
                "unit",
                unit.id,
                number,
                unit.name,
                model_count(battle, unit),
                pool_of(battle, unit),
                statuses_of(unit),
                marks.get(unit.id),
                unit.models,
                unit.id == opened,
                not living and not host_of(battle, unit.id),
                scores=scores,
                scoring=said,
            )
            found.append(row)
            if wounds:
                found += wound_lines(battle, unit, unit.id == opened)
            elif unit.id == opened and living:
                found += unit_lines(battle, unit)
    return tuple(found)


class ForcesModel(RowsModel[ForceRow]):
    """Hold the rows of both forces; rows that stay the same are not touched."""

    def key(self, row: ForceRow) -> object:
        """Return what a row stands for."""
        return row.kind, row.id, row.name if row.steps else row.models

    def words(self, row: ForceRow) -> str:
        """Return a row's name and note, and what holds for it."""
        said = [row.name, row.note, *(status_words(s) for s in row.statuses), row.scoring]
        return ", ".join(part for part in said if part)

    def tip(self, row: ForceRow) -> str | None:
        """Return what holds for a row, a line each."""
        held = [status_words(s) for s in row.statuses]
        if row.scoring:
            words = QCoreApplication.translate("Forces", "%1 (%2)")
            said = naming.capital(row.scoring)
            held.append(words.replace("%1", said, 1).replace("%2", RULE, 1))
        if row.kind == "line" and row.note:
            held.append(row.note)
        return "\n".join([row.name, *held]) if held or row.kind == "line" else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Let units and lines be chosen, sides not."""
        if not 0 <= index.row() < len(self.rows) or self.rows[index.row()].kind == "side":
            return Qt.ItemFlag.ItemIsEnabled
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable

    def row_of(self, unit: str) -> int:
        """Return the row number of a unit, -1 when it is not listed."""
        return next((n for n, r in enumerate(self.rows) if r.kind == "unit" and r.id == unit), -1)


__all__ = ["ROW", "ForceRow", "ForcesModel", "inside", "rows_of", "zone_at"]
