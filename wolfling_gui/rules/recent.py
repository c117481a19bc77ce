"""What was worked out for the last few battles, so that the same question is not worked out again."""

from __future__ import annotations

from typing import Any

from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.ruleset import Ruleset

KEPT = 8


class Recent:
    """Hold answers by battle and ruleset, both by identity; those of older battles are forgotten."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._kept: dict[tuple[int, int], tuple[Battle, Ruleset, dict[Any, Any]]] = {}

    def of(self, rules: Ruleset, battle: Battle) -> dict[Any, Any]:
        """Return the answers known for a battle under a ruleset, to be read and added to."""
        key = (id(battle), id(rules))
        if key not in self._kept:
            while len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            self._kept[key] = (battle, rules, {})
        return self._kept[key][2]
