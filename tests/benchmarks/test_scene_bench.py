"""Benchmarks of the map: repaint, drag and zoom, each as a ratio to drawing everything as vectors.

The naive reference keeps one item per piece of terrain and per model, lets each draw itself with the same
painters whenever anything changes, and repaints the whole viewport.
"""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QTransform
from PySide6.QtWidgets import QApplication, QGraphicsItem, QGraphicsScene, QGraphicsView

from tests.benchmarks.goals import best_of, report
from tests.geometry.maps import crowded
from wolfling_gui.core.battle import Battle, Side
from wolfling_gui.core.forces import Base, Model, Place, Profile, Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.ui import theme as theme_module
from wolfling_gui.ui.palette import DARK, Palette
from wolfling_gui.ui.scene.looks import look_of
from wolfling_gui.ui.scene.overlays import Ghost, Link, Overlay, Path, SelectedRing
from wolfling_gui.ui.scene.projection import Projection
from wolfling_gui.ui.scene.symbols.ruins import paint_ruin
from wolfling_gui.ui.scene.symbols.tokens import half_extent, paint_token
from wolfling_gui.ui.scene.symbols.walls import paint_wall
from wolfling_gui.ui.scene.symbols.zones import paint_grid
from wolfling_gui.ui.scene.terrain import paint_door, ruin_levels, seed_of, wall_pieces
from wolfling_gui.ui.scene.view import BoardView
from wolfling_gui.ui.theme import Theme

ZOOM = 12.0
SIZE = (820, 900)


def battle_for_measuring() -> Battle:
    """Return the table performance is measured on, with 250 models in units of five."""
    table, centres = crowded()[:2]
    profile = Profile("Rifleman", base=Base(2500))
    models, units = {}, {}
    for number, at in enumerate(centres):
        unit = f"U{number // 5}"
        role = "leader" if number % 5 == 0 else "plain"
        models[f"m{number}"] = Model(f"m{number}", "Rifleman", unit, profile, role=role, place=Place(at))
    for name, found in itertools.groupby(models.values(), key=lambda model: model.unit):
        side = "blue" if int(name[1:]) % 2 else "orange"
        units[name] = Unit(name, name, side, tuple(model.id for model in found))
    return Battle("wolfling", table, (Side("blue", "Blue"), Side("orange", "Orange")), models, units)


class Vector(QGraphicsItem):
    """Draw a piece of the map as vectors each time it is painted."""

    def __init__(self, bounds: QRectF, paint: Any) -> None:
        super().__init__()
        self._bounds, self._paint = bounds, paint

    def boundingRect(self) -> QRectF:
        return self._bounds

    def paint(self, painter: QPainter, option: Any, widget: Any = None) -> None:
        self._paint(painter, DARK)


class NaiveView(QGraphicsView):
    """Show a battle by vector items and repaint the whole viewport at every change."""

    def __init__(self, battle: Battle, px_per_inch: float) -> None:
        super().__init__()
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.FullViewportUpdate)
        self.setBackgroundBrush(QColor(DARK.ground))
        p = Projection.of(battle.table, px_per_inch)
        scene = QGraphicsScene(self)
        self.setScene(scene)

        def grid(q: QPainter, c: Palette) -> None:
            paint_grid(q, c, p.table_rect, p.origin, px_per_inch)

        scene.addItem(Vector(p.table_rect, grid))
        for structure in battle.table.structures.values():
            levels, seed = ruin_levels(structure, p), seed_of(structure.id)
            foot = levels[0].polygons[0]
            scene.addItem(
                Vector(
                    foot.boundingRect().adjusted(-4, -4, 4, 4),
                    lambda q, c, f=foot, v=levels, s=seed: paint_ruin(q, c, f, v, 0, px_per_inch, seed=s),
                )
            )
        for piece in wall_pieces(battle.table, 0):
            a, b = p.point(piece.a), p.point(piece.b)
            scene.addItem(
                Vector(
                    QRectF(a, b).normalized().adjusted(-5, -5, 5, 5),
                    lambda q, c, a=a, b=b: paint_wall(q, c, a, b, px_per_inch),
                )
            )
        for door in battle.table.doors.values():
            a, b = p.point(door.a), p.point(door.b)
            scene.addItem(
                Vector(
                    QRectF(a, b).normalized().adjusted(-30, -30, 30, 30),
                    lambda q, c, d=door: paint_door(q, c, d, p),
                )
            )
        self.tokens = {}
        for model in battle.on_table():
            look = look_of(model, battle.side_index(battle.units[model.unit].side), px_per_inch)
            half = half_extent(look) + 3
            assert model.place is not None
            item = Vector(
                QRectF(-half, -half, 2 * half, 2 * half),
                lambda q, c, k=look: paint_token(q, c, k, px_per_inch),
            )
            item.setPos(p.point(model.place.at))
            scene.addItem(item)
            self.tokens[model.id] = item


@pytest.fixture
def views(qapp: QApplication) -> Any:
    look = theme_module.theme() if theme_module.has_theme() else Theme(qapp)
    look.set_theme("dark")
    battle = battle_for_measuring()
    board, naive = BoardView(), NaiveView(battle, ZOOM)
    for view in (board, naive):
        view.resize(*SIZE)
    board.sync(battle)
    for view in (board, naive):
        view.show()
    qapp.processEvents()
    board.set_zoom(ZOOM)
    board.settle()
    qapp.processEvents()
    yield board, naive, battle
    for view in (board, naive):
        view.close()
        view.deleteLater()
    qapp.processEvents()


def test_full_repaint(benchmark: Any, views: Any) -> None:
    board, naive, _ = views
    benchmark(board.viewport().repaint)
    ours, reference = best_of(board.viewport().repaint, 12), best_of(naive.viewport().repaint, 12)
    report(benchmark, "full repaint, 250 models", ours / reference, "<= 0.25")


def drag(board: BoardView, battle: Battle) -> Any:
    """Return a function that drags one model a little farther each time, with path, ring and link."""
    start, neighbour = battle.models["m0"].place, battle.models["m1"].place
    assert start is not None
    assert neighbour is not None
    steps = itertools.cycle(range(1, 40))

    def move() -> None:
        step = next(steps)
        at = Point(start.at.x + 260 * step, start.at.y + 100 * step)
        overlays: tuple[Overlay, ...] = (
            SelectedRing("m0"),
            Ghost("m0", Place(at)),
            Path((start.at, at), limit=15240),
            Link(at, neighbour.at),
        )
        board.set_overlays(overlays)
        QApplication.processEvents()

    return move


def test_drag_one_model(benchmark: Any, views: Any) -> None:
    board, naive, battle = views
    move = drag(board, battle)
    benchmark(move)
    reference = best_of(naive.viewport().repaint, 12)
    report(benchmark, "drag one model, per move", best_of(move, 40) / reference, "<= 0.1")


def test_zoom_step(benchmark: Any, views: Any) -> None:
    board, naive, _ = views
    ways = itertools.cycle((1.25, 0.8))
    scales = itertools.cycle((1.25, 1.0))
    middle = QPointF(board.viewport().rect().center())

    def step() -> None:
        board.zoom_at(next(ways), middle)
        board.viewport().repaint()

    def naively() -> None:
        scale = next(scales)
        naive.setTransform(QTransform.fromScale(scale, scale))
        naive.viewport().repaint()

    benchmark(step)
    report(benchmark, "zoom step", best_of(step, 12) / best_of(naively, 12), "<= 0.25")


def test_sync_of_one_moved_model(benchmark: Any, views: Any) -> None:
    board, naive, battle = views
    start = battle.models["m0"].place
    assert start is not None
    steps = itertools.cycle(range(1, 40))

    def move() -> None:
        at = Point(start.at.x + 260 * next(steps), start.at.y)
        board.sync(battle.with_place("m0", Place(at)))
        QApplication.processEvents()

    benchmark(move)
    ratio = best_of(move, 12) / best_of(naive.viewport().repaint, 12)
    report(benchmark, "show one changed model", ratio, "<= 0.25")
