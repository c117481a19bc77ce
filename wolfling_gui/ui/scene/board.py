"""Hold the map's scene: a projection of one battle, its level, and what tools lay over it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

import msgspec
from PySide6.QtCore import QCoreApplication, QObject, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QGraphicsScene

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.table import Table
from wolfling_gui.core.terrain import Marker
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene import overlays as o
from wolfling_gui.ui.scene import tagging
from wolfling_gui.ui.scene.items import SketchItem, TerrainItem
from wolfling_gui.ui.scene.labels import door_boxes, paint_labels
from wolfling_gui.ui.scene.looks import look_of
from wolfling_gui.ui.scene.markers import marker_boxes, marker_sketch, name_place
from wolfling_gui.ui.scene.projection import FULL_SIZE, Projection
from wolfling_gui.ui.scene.sketches import clear_ring_pictures, sketch
from wolfling_gui.ui.scene.stage import Sketch, around
from wolfling_gui.ui.scene.symbols.ink import saved
from wolfling_gui.ui.scene.symbols.tokens import TokenLook, clear_token_pixmaps
from wolfling_gui.ui.scene.terrain import TerrainOptions, paint_terrain, seen_on
from wolfling_gui.ui.scene.token_layer import TokenLayer

MARKER_WEIGHT = 3
LABEL_WEIGHT = 3


class BoardScene(QGraphicsScene):
    """Show a battle in scene pixels; `sync` repaints only what changed, found by identity."""

    def __init__(self, palette: Palette, ratio: float = 1.0, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self._palette = palette
        self._ratio = ratio
        self._battle: Battle | None = None
        self._projection = Projection(FULL_SIZE, 1, 1)
        self._level: int | None = 0
        self._options = TerrainOptions()
        self._backdrop: QImage | None = None
        self._overlays: tuple[o.Overlay, ...] = ()
        self._ghosts: dict[str, Place] = {}
        self._selected: frozenset[str] = frozenset()
        self._tokens = TokenLayer(self, self)
        self._still: list[tagging.Box] | None = None
        self._markers: dict[str, tuple[Marker, QPointF, list[SketchItem]]] = {}
        self._contests: Mapping[str, tuple[str, ...]] = {}
        self._laid: dict[o.Overlay, list[SketchItem]] = {}
        self._tags: list[tuple[tagging.Placed, SketchItem]] = []
        self._labels: list[QRectF] | None = None
        self._named_round: dict[int | None, list[QRectF]] = {}
        self._hidden_names: frozenset[int] = frozenset()
        self._view_rect = QRectF()
        self._covered: list[QRectF] = []
        self._terrain = TerrainItem(self._bake)
        self.addItem(self._terrain)
        _forget_pictures_at_the_end()

    # ------------------------------------------------------------------ what is shown

    @property
    def battle(self) -> Battle:
        """Return the battle shown; raises RuntimeError before the first `sync`."""
        if self._battle is None:
            raise RuntimeError("The board shows no battle yet; call sync first.")
        return self._battle

    @property
    def has_battle(self) -> bool:
        """Tell whether a battle is shown."""
        return self._battle is not None

    @property
    def projection(self) -> Projection:
        """Return the projection in use."""
        return self._projection

    @property
    def level(self) -> int | None:
        """Return the level shown, None for all."""
        return self._level

    @property
    def options(self) -> TerrainOptions:
        """Return what the ground shows besides terrain."""
        return self._options

    @property
    def overlays(self) -> tuple[o.Overlay, ...]:
        """Return what lies over the map."""
        return self._overlays

    @property
    def terrain(self) -> TerrainItem:
        """Return the ground's item."""
        return self._terrain

    @property
    def ghosts(self) -> Mapping[str, Place]:
        """Return where the models of a plan are shown."""
        return self._ghosts

    @property
    def ratio(self) -> float:
        """Return how many pixels of the screen one pixel of the scene takes."""
        return self._ratio

    @property
    def placed_tags(self) -> tuple[tagging.Placed, ...]:
        """Return where the tags went."""
        return tuple(placed for placed, _ in self._tags)

    def drawn_markers(self) -> dict[str, Marker]:
        """Return the objectives as they are drawn; a contested one names all its sides as owners."""
        return {name: marker for name, (marker, _, _) in self._markers.items()}

    def palette_in_use(self) -> Palette:
        """Return the palette everything is painted in."""
        return self._palette

    # ------------------------------------------------------------------ changes from outside

    def sync(self, battle: Battle, casualties: Iterable[str] = ()) -> None:
        """Show a battle; `casualties` are models that fell in this phase and are kept, struck."""
        before, self._battle = self._battle, battle
        fallen = frozenset(casualties)
        if before is battle and fallen == self._tokens.casualties:
            return
        self._tokens.set_casualties(fallen)
        table_changed = before is None or before.table is not battle.table
        if table_changed:
            self._sync_table(None if before is None else before.table, battle.table)
        changed = self._tokens.sync()
        if changed:
            self._free_names()
        self._sync_markers(force=before is None)
        if changed or table_changed:
            self._lay_again()

    def set_contests(self, contests: Mapping[str, tuple[str, ...]]) -> None:
        """Show objectives as contested by these sides; all others belong to their owner."""
        if contests != self._contests:
            self._contests = dict(contests)
            self._sync_markers(force=False)

    def set_zoom(self, px_per_inch: float, ratio: float | None = None) -> None:
        """Draw everything at another zoom or for another screen."""
        ratio = self._ratio if ratio is None else ratio
        if px_per_inch == self._projection.px_per_inch and ratio == self._ratio:
            return
        self._ratio = ratio
        self._projection = replace(self._projection, px_per_inch=px_per_inch)
        self._draw_all()

    def set_palette_record(self, palette: Palette) -> None:
        """Draw everything in other colours."""
        self._palette = palette
        self._draw_all()

    def show_level(self, level: int | None) -> None:
        """Show one level, or all of them with None."""
        if level == self._level:
            return
        self._level = level
        self._labels = self._still = None
        self._terrain.set_level(level)
        self._tokens.forget()
        if self.has_battle:
            self._tokens.sync()
            self._sync_markers(force=True)
            self._lay_again()

    def set_options(self, options: TerrainOptions) -> None:
        """Choose what the ground shows."""
        if options != self._options:
            self._options = options
            self._labels = self._still = None
            self._terrain.forget()

    def set_backdrop(self, picture: QImage | None) -> None:
        """Put a picture under the map, where the table's backdrop says; None takes it away."""
        self._backdrop = picture
        self._terrain.forget()

    def set_view_rect(self, seen: QRectF, covered: Sequence[QRectF] = ()) -> None:
        """Tell which part of the scene is seen and what covers it, in scene pixels: tags keep to the rest."""
        if seen != self._view_rect or list(covered) != self._covered:
            self._view_rect, self._covered = QRectF(seen), list(covered)
            self._place_tags()

    def set_overlays(self, overlays: tuple[o.Overlay, ...]) -> None:
        """Lay these over the map in place of what lay there; equal values are kept as they are."""
        if overlays == self._overlays:
            return
        old_ghosts, old_selected = self._ghosts, self._selected
        self._overlays = overlays
        self._ghosts = {v.model: v.place for v in overlays if isinstance(v, o.Ghost)}
        self._selected = frozenset(v.model for v in overlays if isinstance(v, o.SelectedRing))
        moved = {
            m for m in old_ghosts.keys() | self._ghosts.keys() if old_ghosts.get(m) != self._ghosts.get(m)
        }
        for model in moved:
            self._tokens.stand(model)
        restless = moved | (old_selected ^ self._selected)
        wanted = dict.fromkeys(overlays)
        for value in [v for v in self._laid if v not in wanted or self._follows(v, restless)]:
            self._take(self._laid.pop(value))
        if self.has_battle:
            for value in wanted:
                if value not in self._laid:
                    self._laid[value] = self._add(sketch(value, self))
            self._place_tags()

    # ------------------------------------------------------------------ the stage of sketches

    def shown_place(self, model: str) -> Place | None:
        """Return where a model is shown: at its ghost's place, where it stands, or where it fell."""
        if model in self._ghosts:
            return self._ghosts[model]
        found = self.battle.models.get(model)
        if found is None:
            return None
        if found.casualty:
            return self._tokens.fell_at(found)
        return found.place

    def plain_look(self, model: str) -> TokenLook | None:
        """Return the look of a model that is shown, without its statuses."""
        found, place = self.battle.models.get(model), self.shown_place(model)
        if found is None or place is None:
            return None
        side = self.battle.side_index(self.battle.units[found.unit].side)
        return look_of(msgspec.structs.replace(found, place=place), side, self._projection.px_per_inch)

    def is_ghost(self, model: str) -> bool:
        """Tell whether a plan shows a model somewhere."""
        return model in self._ghosts

    def is_selected(self, model: str) -> bool:
        """Tell whether a model carries the ring of the selection."""
        return model in self._selected

    def centre_of(self, model: str) -> QPointF | None:
        """Return the middle of a shown model on a whole device pixel, in scene pixels."""
        place = self.shown_place(model)
        return None if place is None else self._snapped(place.at)

    def token_rect(self, model: str) -> QRectF | None:
        """Return the rectangle round the base of a shown model, in scene pixels."""
        return self._tokens.rects.get(model)

    # ------------------------------------------------------------------ how it is done

    def _snapped(self, at: Point) -> QPointF:
        exact = self._projection.point(at)
        return QPointF(
            round(exact.x() * self._ratio) / self._ratio, round(exact.y() * self._ratio) / self._ratio
        )

    def _follows(self, value: o.Overlay, models: Iterable[str]) -> bool:
        match value:
            case o.SelectedRing(model) | o.TargetRing(model) | o.Ghost(model) | o.Turn(model):
                return model in models
            case o.Highlight():
                return bool(models)
            case _:
                return False

    def _draw_all(self) -> None:
        self._projection = replace(self._projection)
        self._labels = self._still = None
        self._named_round = {}
        self._terrain.set_frame(self._projection.table_rect, self._ratio)
        self.setSceneRect(self._projection.table_rect)
        self._tokens.forget()
        if self.has_battle:
            self._tokens.sync()
            self._sync_markers(force=True)
            self._lay_again()

    def _sync_table(self, before: Table | None, table: Table) -> None:
        self._labels = self._still = None
        if before is None or (before.width, before.height) != (table.width, table.height):
            self._projection = Projection.of(table, self._projection.px_per_inch)
            self._terrain.set_frame(self._projection.table_rect, self._ratio)
            self.setSceneRect(self._projection.table_rect)
            return
        doors = [d for d in table.doors if before.doors.get(d) is not table.doors[d]]
        only_doors = before.doors.keys() == table.doors.keys() and all(
            getattr(before, name) is getattr(table, name)
            for name in before.__struct_fields__
            if name not in ("doors", "objectives")
        )
        if not only_doors:
            self._terrain.forget()
        elif doors:
            hole = QRectF()
            reach = max(90.0, 2 * self._projection.px_per_inch)
            for name in doors:
                door = table.doors[name]
                ends = [self._projection.point(door.a), self._projection.point(door.b)]
                hole = hole.united(around(ends, reach))
            self._terrain.mend(hole)

    def _bake(self, painter: QPainter) -> None:
        if self._battle is None:
            return
        table = self._battle.table
        sides = tuple(side.id for side in self._battle.sides)
        paint_terrain(
            painter,
            self._palette,
            table,
            self._level,
            self._projection,
            self._options,
            sides,
            self._backdrop,
        )
        if self._options.labels:
            with saved(painter):
                self._labels = self._paint_labels(painter)

    def _paint_labels(self, painter: QPainter) -> list[QRectF]:
        sides = tuple(side.id for side in self.battle.sides) if self._options.deployment else None
        table, p = self.battle.table, self._projection
        # What is baked later, as a door's place, must fit the names that stand there already.
        tokens = self._named_round.setdefault(self._level, list(self._tokens.rects.values()))
        return paint_labels(painter, self._palette, table, self._level, p, sides, tokens)

    def _free_names(self) -> None:
        """Write names anew that tokens have come to hide, where there is a better place for them."""
        if self._labels is None or self._covered_names() == self._hidden_names:
            return
        before = self._labels
        self._labels = self._still = None
        self._named_round = {}
        after = self._label_boxes()
        for box in [*(b for b in before if b not in after), *(b for b in after if b not in before)]:
            self._terrain.mend(box.adjusted(-6, -6, 6, 6))

    def _covered_names(self) -> frozenset[int]:
        """Return which of the names on the ground tokens hide."""
        boxes = list(self._tokens.boxes.values())
        names = enumerate(self._labels or ())
        return frozenset(n for n, name in names if tagging.any_over(tagging.box_of(name), boxes))

    def _label_boxes(self) -> list[QRectF]:
        """Return the places that names on the ground take; they may not have been painted yet."""
        if not self._options.labels:
            return []
        if self._labels is None:
            scratch = QImage(1, 1, QImage.Format.Format_ARGB32_Premultiplied)
            painter = QPainter(scratch)
            try:
                self._labels = self._paint_labels(painter)
            finally:
                painter.end()
            self._hidden_names = self._covered_names()
        return self._labels

    def _sync_markers(self, *, force: bool) -> None:
        wanted = {
            name: msgspec.structs.replace(marker, owner=" ".join(self._contests[name]))
            if name in self._contests
            else marker
            for name, marker in self.battle.table.objectives.items()
        }
        tokens = [*self._tokens.rects.values(), *self._label_boxes()]
        places = {name: name_place(self, marker, tokens) for name, marker in wanted.items()}
        for name in list(self._markers):
            marker, spot, items = self._markers[name]
            if force or wanted.get(name) != marker or spot != places[name]:
                self._take(items)
                del self._markers[name]
                self._still = None
        for name, marker in wanted.items():
            if name not in self._markers:
                items = self._add([marker_sketch(self, marker, places[name])])
                for item in items:
                    # Dragged models pass over the wide rings all the time.
                    item.setCacheMode(QGraphicsItem.CacheMode.DeviceCoordinateCache)
                self._markers[name] = (marker, places[name], items)

    def _add(self, pieces: Iterable[Sketch]) -> list[SketchItem]:
        items = [SketchItem(piece, self.palette_in_use) for piece in pieces]
        for item in items:
            self.addItem(item)
        return items

    def _take(self, items: Iterable[SketchItem]) -> None:
        for item in items:
            self.removeItem(item)

    def _lay_again(self) -> None:
        for items in self._laid.values():
            self._take(items)
        self._laid = {value: self._add(sketch(value, self)) for value in dict.fromkeys(self._overlays)}
        self._take(item for _, item in self._tags)
        self._tags = []
        self._place_tags()

    def _still_boxes(self) -> list[tagging.Box]:
        """Return what stands still and tags should rather not cover: doors, names and walls."""
        if self._still is None:
            p, table = self._projection, self.battle.table
            boxes = door_boxes(table, self._level, p) + self._label_boxes() * LABEL_WEIGHT
            self._still = [tagging.box_of(box) for box in boxes]
            for marker, spot, _ in self._markers.values():
                # A covered objective or its name weighs as much as going a good way farther off.
                self._still += [
                    tagging.box_of(box) for box in marker_boxes(self, marker, spot)
                ] * MARKER_WEIGHT
            for wall in table.walls.values():
                if seen_on(table, wall.level, self._level):
                    self._still += tagging.line_boxes(wall.a, wall.b, p)
        return self._still

    def _room_boxes(self) -> list[tagging.Box]:
        """Return the rectangles round the rooms and corridors of the level shown."""
        zones = self.battle.table.zones.values()
        return [
            tagging.box_of(self._projection.polygon(zone.polygon).boundingRect())
            for zone in zones
            if zone.level == self._level
        ]

    def _place_tags(self) -> None:
        wanted: list[tuple[o.Tag, tuple[tagging.Box, ...]]] = []
        for value in self._overlays:
            if isinstance(value, o.Tag) and self.has_battle:
                boxes = tuple(tagging.box_of(box) for box in self._anchor_boxes(value.anchor))
                if boxes:
                    wanted.append((value, boxes))
        placed: list[tagging.Placed] = []
        if wanted:
            p = self._projection
            hard = [*self._tokens.boxes.values(), *map(tagging.box_of, self._covered)]
            soft = tagging.avoided(self._overlays, p) + self._still_boxes()
            seen = tagging.box_of(p.table_rect if self._view_rect.isEmpty() else self._view_rect)
            before = {old.tag: old for old, _ in self._tags}
            placed = tagging.place(wanted, hard, soft, seen, p.px_per_inch, before, self._room_boxes())
        old, kept = self._tags, []
        for spot in placed:
            same = next((pair for pair in old if pair[0] == spot), None)
            if same is None:
                same = (spot, self._add([tagging.sketch_of(spot, self._projection.px_per_inch)])[0])
            else:
                old.remove(same)
            kept.append(same)
        self._take(item for _, item in old)
        self._tags = kept

    def _anchor_boxes(self, anchor: str | Point) -> list[QRectF]:
        if isinstance(anchor, Point):
            return [around([self._projection.point(anchor)], 6.0)]
        unit = self.battle.units.get(anchor)
        names = (anchor,) if unit is None else unit.models
        return [box for name in names if (box := self.token_rect(name)) is not None]

    def bounds_of(self, ids: Iterable[str]) -> QRectF:
        """Return the rectangle round units, models, doors, zones and other things, in scene pixels."""
        whole = QRectF()
        for name in ids:
            for box in self._anchor_boxes(name):
                whole = whole.united(box)
            for piece in sketch(o.Highlight((name,)), self) if not self._anchor_boxes(name) else []:
                whole = whole.united(piece.bounds)
        return whole


@lru_cache(maxsize=1)
def _forget_pictures_at_the_end() -> None:
    """Let go of all cached pictures before the application does."""
    app = QCoreApplication.instance()
    if app is not None:
        app.aboutToQuit.connect(clear_token_pixmaps)
        app.aboutToQuit.connect(clear_ring_pictures)
