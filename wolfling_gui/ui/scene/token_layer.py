"""Keep the tokens of the map in line with the battle: their pictures, where they stand, and their names."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import msgspec
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QGraphicsScene

from wolfling_gui.core.forces import Model, Place, Unit
from wolfling_gui.ui.palette import Palette
from wolfling_gui.ui.scene.items import SketchItem, TokenItem
from wolfling_gui.ui.scene.looks import badge_bearer, badge_names, look_of
from wolfling_gui.ui.scene.markers import name_sketch
from wolfling_gui.ui.scene.stage import Layer, Stage, around
from wolfling_gui.ui.scene.symbols.tokens import half_extent, token_half_size, token_pixmap
from wolfling_gui.ui.scene.tagging import Box, box_of

NAMES_ABOVE = 40.0


class _Shown(NamedTuple):
    """Hold what a token's picture was made from, to compare by identity."""

    model: Model
    unit: Unit
    acted: bool
    bearer: bool
    casualty: bool


class TokenStage(Stage, Protocol):
    """Know besides the stage which palette is worn and which models are shown where they are not yet."""

    def palette_in_use(self) -> Palette:
        """Return the palette everything is painted in."""

    def is_ghost(self, model: str) -> bool:
        """Tell whether a plan shows a model somewhere."""


class TokenLayer:
    """Hold the tokens of a scene; `rects` and `boxes` say where the shown ones are, in scene pixels."""

    def __init__(self, scene: QGraphicsScene, stage: TokenStage) -> None:
        self._scene = scene
        self._stage = stage
        self._casualties: frozenset[str] = frozenset()
        self._last_places: dict[str, Place] = {}
        self._tokens: dict[str, TokenItem] = {}
        self._shown: dict[str, _Shown] = {}
        self._worn: dict[str, tuple[int, int]] = {}
        self._names: dict[str, SketchItem] = {}
        self.rects: dict[str, QRectF] = {}
        self.boxes: dict[str, Box] = {}

    @property
    def casualties(self) -> frozenset[str]:
        """Return the models that fell in this phase and are kept, struck."""
        return self._casualties

    def set_casualties(self, models: frozenset[str]) -> None:
        """Keep these fallen models on the map."""
        self._casualties = models

    def forget(self) -> None:
        """Make every picture anew with the next `sync`."""
        self._shown.clear()

    def fell_at(self, model: Model) -> Place | None:
        """Return where a fallen model is kept, None when it is not shown any more."""
        if model.id not in self._casualties:
            return None
        return model.place or self._last_places.get(model.id)

    def sync(self) -> bool:
        """Bring the tokens in line with the battle; tell whether any changed."""
        battle = self._stage.battle
        closed, units, shown = battle.clock.closed, battle.units, self._shown
        bearers: dict[str, str] = {}
        changed = False
        for name, model in battle.models.items():
            if not model.casualty and model.place is not None:
                self._last_places[name] = model.place
            elif not self._kept(name, model):
                continue
            unit = units[model.unit]
            if unit.id not in bearers:
                bearers[unit.id] = badge_bearer(battle, unit) if unit.conditions else ""
            now = _Shown(model, unit, unit.id in closed, bearers[unit.id] == name, model.casualty)
            was = shown.get(name)
            if was is not None and was.model is model and was.unit is unit and was[2:] == now[2:]:
                continue
            shown[name] = now
            changed = True
            self._dress(name, now)
            self.stand(name)
        gone = [n for n in self._tokens if n not in battle.models or not self._kept(n, battle.models[n])]
        for name in gone:
            changed = True
            self._drop(name)
        return changed

    def stand(self, name: str) -> None:
        """Move a token to where it is shown, with its name."""
        stage, item = self._stage, self._tokens.get(name)
        if item is None and stage.is_ghost(name) and name in stage.battle.models:
            model = stage.battle.models[name]
            unit = stage.battle.units[model.unit]
            self._dress(name, _Shown(model, unit, unit.id in stage.battle.clock.closed, False, False))
            item = self._tokens[name]
        if item is None:
            return
        centre = stage.centre_of(name)
        if centre is None:
            self._drop(name)
            return
        item.move_to(centre)
        look = stage.plain_look(name)
        if look is not None:
            self.rects[name] = around([centre], half_extent(look))
            self.boxes[name] = box_of(self.rects[name])
        place, shown = stage.shown_place(name), self._shown.get(name)
        if place is not None and shown is not None and self._worn.get(name) != _turn(place):
            self._dress(name, shown)
        if name in self._names:
            self._scene.removeItem(self._names.pop(name))
        if stage.projection.px_per_inch > NAMES_ABOVE:
            sketch = name_sketch(stage.battle.models[name].name, centre, look)
            self._names[name] = SketchItem(sketch, stage.palette_in_use)
            self._scene.addItem(self._names[name])

    def _drop(self, name: str) -> None:
        """Take a token off the map."""
        self._scene.removeItem(self._tokens.pop(name))
        self._shown.pop(name, None)
        self.rects.pop(name, None)
        self.boxes.pop(name, None)
        if name in self._names:
            self._scene.removeItem(self._names.pop(name))

    def _kept(self, name: str, model: Model) -> bool:
        if model.casualty:
            return name in self._casualties and (model.place is not None or name in self._last_places)
        return model.place is not None

    def _dress(self, name: str, now: _Shown) -> None:
        stage, ppi = self._stage, self._stage.projection.px_per_inch
        place = stage.shown_place(name)
        look = look_of(
            now.model if place is None else msgspec.structs.replace(now.model, place=place),
            stage.battle.side_index(now.unit.side),
            ppi,
            acted=now.acted,
            badges=badge_names(now.unit) if now.bearer else (),
            casualty=now.casualty,
            shown_level=None if place is None else stage.level,
        )
        if place is not None:
            self._worn[name] = _turn(place)
        item = self._tokens.get(name)
        if item is None:
            item = self._tokens[name] = TokenItem()
            self._scene.addItem(item)
        picture = token_pixmap(stage.palette_in_use(), look, ppi, stage.ratio)
        layer = Layer.TOKENS_ELSEWHERE if look.dimmed else Layer.TOKENS
        item.show_picture(picture, token_half_size(look, ppi), layer)


def _turn(place: Place) -> tuple[int, int]:
    """Return what of a place a token's picture depends on."""
    return place.level, place.facing
