"""Fill in odds that were left for later, a little at a time, one target after another."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.steps import Steps
from wolfling_gui.rules.odds import Odds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.session.preview import TargetPreview, chances_in_steps


class Filling:
    """Hold targets in their order while the odds of some of them are still being worked out."""

    def __init__(self, rules: Ruleset, battle: Battle, previews: Sequence[TargetPreview]) -> None:
        """Begin with targets as they are known at once."""
        self.previews = tuple(previews)
        self._rules = rules
        self._battle = battle
        self._begun: dict[str, Steps[Odds | None]] = {}

    @property
    def waiting(self) -> tuple[str, ...]:
        """Return the targets whose odds are still open."""
        return tuple(preview.unit for preview in self.previews if preview.waits)

    def step(self, first: Sequence[str] = ()) -> bool:
        """Work a little further and tell whether the odds of a target became known.

        The targets in `first` come before all others, which follow in their order. What has been begun of a
        target goes on where it stopped.
        """
        waiting = self.waiting
        if not waiting:
            return False
        unit = next((name for name in first if name in waiting), waiting[0])
        place = next(n for n, preview in enumerate(self.previews) if preview.unit == unit)
        preview = self.previews[place]
        if unit not in self._begun:
            assert preview.volley is not None
            self._begun[unit] = chances_in_steps(self._rules, self._battle, preview.volley)
        try:
            next(self._begun[unit])
        except StopIteration as end:
            del self._begun[unit]
            known = msgspec.structs.replace(preview, odds=end.value, waits=False)
            self.previews = (*self.previews[:place], known, *self.previews[place + 1 :])
            return True
        return False
