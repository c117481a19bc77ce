"""Counting what a group of models loses to its unsaved wounds (CL-WND-9 to CL-WND-12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from wolfling_gui.core.procedure import Procedure
from wolfling_gui.rules.ruleset import Ruleset

Picker = Callable[[Sequence[str], int, int, str], Procedure[list[str]]]
"""Picks so many of these models, at the turn and by the rule given."""


class Toll:
    """Count what a group loses: whole models, and Wounds of those that stand.

    `left` are the Wounds that those who may fall still have, `fresh` which of them have lost none.
    """

    def __init__(self, rules: Ruleset, left: Mapping[str, int], fresh: frozenset[str], pick: Picker) -> None:
        """Begin with nothing lost."""
        self.rules = rules
        self.left = dict(left)
        self.fresh = fresh
        self.pick = pick
        self.alive = list(left)
        self.lost: dict[str, int] = {}
        self.gone: list[str] = []

    def take(self, deaths: int, ordinary: int, several: bool) -> Procedure[None]:
        """Take wounds that kill and ordinary ones, by CL-WND-12 the former first; the excess is lost.

        `several` says that the group's models have several Wounds.
        """
        order = self.rules.words("CL-WND-12", "order") if self.rules.on("CL-WND-12") else ()
        if order[:1] == ("ordinary",):
            yield from self._take_ordinary(ordinary)
            yield from self._take_deaths(deaths, several)
        else:
            yield from self._take_deaths(deaths, several)
            yield from self._take_ordinary(ordinary)

    def _hurt(self, model: str) -> bool:
        return model not in self.fresh or model in self.lost

    def _take_deaths(self, deaths: int, several: bool) -> Procedure[None]:
        """Remove a model for each, unwounded ones first where they have several Wounds (CL-WND-12)."""
        if not deaths:
            return
        whole_first = several and self.rules.on("CL-WND-12")
        whole_first = whole_first and self.rules.flag("CL-WND-12", "remove_unwounded_first")
        first = [m for m in self.alive if not self._hurt(m)] if whole_first else self.alive
        chosen = yield from self._picked(first, min(deaths, len(first)), 0, "CL-WND-4")
        if len(chosen) < deaths:
            rest = [m for m in self.alive if m not in chosen]
            count = min(deaths - len(chosen), len(rest))
            chosen = [*chosen, *(yield from self._picked(rest, count, 1, "CL-WND-12"))]
        self._remove(chosen)

    def _take_ordinary(self, ordinary: int) -> Procedure[None]:
        """Take single Wounds, the wounded model's first, so that whole models go (CL-WND-11)."""
        while ordinary and self.alive:
            wounded = [m for m in self.alive if self._hurt(m)]
            most = self.rules.count("CL-WND-11", "wounded_models_per_group")
            grouped = self.rules.on("CL-WND-11")
            among = wounded if len(wounded) >= most and grouped else self.alive
            turn = 2 + len(self.gone) + 50 * sum(self.lost.values())
            (model,) = yield from self._picked(among, 1, turn, "CL-WND-11")
            taken = min(self.left[model], ordinary) if len(among) == 1 or grouped else 1
            self.lost[model] = self.lost.get(model, 0) + taken
            self.left[model] -= taken
            ordinary -= taken
            if not self.left[model]:
                self._remove([model])

    def _remove(self, models: Sequence[str]) -> None:
        self.gone += models
        self.alive = [m for m in self.alive if m not in models]

    def _picked(self, models: Sequence[str], count: int, turn: int, rule: str) -> Procedure[list[str]]:
        """Pick by asking, unless there is no choice or none is given (CL-WND-4)."""
        if count >= len(models) or not count or not self.rules.on("CL-WND-4"):
            return list(models[:count])
        return (yield from self.pick(models, count, turn, rule))


def first_of(models: Sequence[str], count: int, turn: int, rule: str) -> Procedure[list[str]]:
    """Pick the first models, as the odds do; asks nobody."""
    return list(models[:count])
    yield  # a procedure that never pauses
