"""The turn as data: which turn it is, whose, which step, and what has been settled before it."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.defaults import always


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Hold the moment of the battle.

    `turn` counts game turns from 1 and is 0 during set-up; `step` is an id of the ruleset's sequence;
    `order` holds the sides in the order in which they take their turns, empty until that is settled;
    `active_unit` is the unit in the middle of its move or activation; `closed` the units that are finished
    in this step.
    """

    turn: int = 0
    side: str = ""
    step: str = always("roll_off")
    order: tuple[str, ...] = ()
    active_unit: str = ""
    closed: tuple[str, ...] = ()
    over: bool = False

    def other(self, side: str) -> str:
        """Return the side whose turn comes after that of `side`; itself when it stands alone."""
        if side not in self.order:
            return self.order[0] if self.order else side
        return self.order[(self.order.index(side) + 1) % len(self.order)]
