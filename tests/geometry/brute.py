"""A slow, plain second opinion on sight: straight lines in space against every single thing."""

from __future__ import annotations

import math
from itertools import pairwise

import shapely

from wolfling_gui.geometry.sight import Body, Eye
from wolfling_gui.geometry.space import Space


class Brute:
    """Hold the blockers of a space for checking single lines in space."""

    def __init__(self, space: Space, blocking: frozenset[str], screens: list[Body], eye: Eye) -> None:
        self.panels: list[tuple[float, float, float, float, float, float]] = []
        for level in (0, 1):
            for b in space.barriers(level, blocking):
                self.panels.append((b.a.x, b.a.y, b.b.x, b.b.y, b.bottom, b.top))
        for obstacle in space.obstacles.values():
            for a, b in pairwise(obstacle.line):
                self.panels.append((a.x, a.y, b.x, b.y, 0, obstacle.height))
        spot = shapely.Point(eye.at.x, eye.at.y)
        for area in space.areas.values():
            outline = shapely.make_valid(shapely.Polygon([(p.x, p.y) for p in area.polygon]))
            if area.height and not area.area and not outline.contains(spot):
                corners = [*area.polygon, area.polygon[0]]
                for a, b in pairwise(corners):
                    self.panels.append((a.x, a.y, b.x, b.y, 0, area.height))
        self.floors = [
            (f.z, shapely.make_valid(shapely.Polygon([(p.x, p.y) for p in f.polygon])))
            for f in space.floors
            if f.level > 0
        ]
        self.screens = screens
        self.eye = eye

    def clear(self, x: float, y: float, z: float) -> bool:
        """Tell whether the straight line from the eye to a point in space is clear."""
        ex, ey, ez = self.eye.at.x, self.eye.at.y, self.eye.z
        dx, dy, dz = x - ex, y - ey, z - ez
        for x1, y1, x2, y2, bottom, top in self.panels:
            wx, wy = x2 - x1, y2 - y1
            turn = dx * wy - dy * wx
            if turn == 0:
                continue
            part = ((x1 - ex) * wy - (y1 - ey) * wx) / turn
            along = ((x1 - ex) * dy - (y1 - ey) * dx) / turn
            if 0 < part < 1 and 0 <= along <= 1 and bottom < ez + part * dz < top:
                return False
        for floor, outline in self.floors:
            if min(ez, z) < floor < max(ez, z):
                part = (floor - ez) / dz
                if outline.contains(shapely.Point(ex + part * dx, ey + part * dy)):
                    return False
        for body in self.screens:
            cx, cy = body.at.x - ex, body.at.y - ey
            square = dx * dx + dy * dy
            middle = (cx * dx + cy * dy) / square
            inner = middle * middle - (cx * cx + cy * cy - body.radius**2) / square
            if inner <= 0:
                continue
            near, far = middle - math.sqrt(inner), min(1.0, middle + math.sqrt(inner))
            if not 0 < near < 1:
                continue
            heights = (ez + near * dz, ez + far * dz)
            if min(heights) < body.z_top and max(heights) > body.z_bottom:
                return False
        return True

    def shown(self, body: Body, angles: int, heights: int) -> float:
        """Return which part of a grid of lines to the near side of a body is clear."""
        ex, ey = self.eye.at.x, self.eye.at.y
        dx, dy = body.at.x - ex, body.at.y - ey
        length, axis = math.hypot(dx, dy), math.atan2(dy, dx)
        half = math.asin(body.radius / length)
        seen = 0
        for i in range(angles):
            turn = -half + (i + 0.5) * 2 * half / angles
            reach = length * math.cos(turn) - math.sqrt(
                max(0.0, body.radius**2 - (length * math.sin(turn)) ** 2)
            )
            x, y = ex + reach * math.cos(axis + turn), ey + reach * math.sin(axis + turn)
            for k in range(heights):
                z = body.z_bottom + (k + 0.5) * (body.z_top - body.z_bottom) / heights
                seen += self.clear(x, y, z)
        return seen / (angles * heights)
