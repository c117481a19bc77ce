"""Dragging a model of a planned assault: its shortest way, drawn into contact where that is close by.

Knows no window, nor who keeps the plan: it takes the paths of all models in their order, and gives them back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wolfling_gui.core.actions import Path, Waypoint
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Model, Place
from wolfling_gui.core.lengths import Point, distance, inches
from wolfling_gui.rules.closing import Closing
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.charges import closing_of, completed

SNAP = inches("0.5")
"""A model dragged this close to a place in contact stands there: no hand hits hundredths of an inch."""


def into_contact(closing: Closing, model: Model, point: Point, level: int) -> Point:
    """Return the place in contact with an enemy of the level that is close to a point, else the point."""
    found = [
        spot
        for enemy in closing.enemies()
        if enemy.place is not None and enemy.place.level == level
        for spot in closing.touching(model, enemy, point)[:1]
    ]
    near = min(found, key=lambda spot: distance(spot, point), default=point)
    return near if distance(near, point) <= SNAP else point


class ChargeDrag:
    """Follow a drag of one model of an assault that is planned; the others stay where the plan has them."""

    def __init__(
        self,
        rules: Ruleset,
        battle: Battle,
        unit: str,
        target: str,
        paths: Mapping[str, Path],
        by_hand: Sequence[str],
        grabbed: str,
    ) -> None:
        """Take a model in hand; `paths` hold all models in the order in which they go."""
        self.rules, self.battle = rules, battle
        self.unit, self.target, self.grabbed = unit, target, grabbed
        self.paths = dict(paths)
        self.by_hand = (*(name for name in by_hand if name != grabbed), grabbed)
        self._closing = closing_of(rules, battle, unit, target)
        for name, path in self.paths.items():
            place = battle.models[name].place
            if name != grabbed and place is not None:
                end = path[-1] if path else Waypoint(place.at, place.level)
                self._closing.put(name, Place(end.at, end.level, place.facing))

    @property
    def start(self) -> Point:
        """Return where the model is shown: at the end of its way, else where it stands."""
        path = self.paths.get(self.grabbed, ())
        place = self.battle.models[self.grabbed].place
        assert place is not None
        return path[-1].at if path else place.at

    def to(self, point: Point, level: int) -> dict[str, Path]:
        """Return the ways of all models with the one in hand at a point, or in contact close to it."""
        spot = into_contact(self._closing, self.battle.models[self.grabbed], point, level)
        return {**self.paths, self.grabbed: self._way(spot, level)}

    def settled(self, paths: Mapping[str, Path]) -> dict[str, Path]:
        """Return the ways of all models, those that were not put by hand round those that were."""
        kept = {name: paths[name] for name in self.by_hand if name in paths}
        return completed(self.rules, self.battle, self.unit, self.target, kept)

    def _way(self, point: Point, level: int) -> Path:
        model = self.battle.models[self.grabbed]
        assert model.place is not None
        if point == model.place.at and level == model.place.level:
            return ()
        route = self._closing.way_to(model, point, level)
        return route.points if route.ok else (Waypoint(point, level),)
