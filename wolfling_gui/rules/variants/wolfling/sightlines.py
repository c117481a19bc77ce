"""What walls and doors hide, by their state (WO-TER-6 to WO-TER-8, WO-TER-13)."""

from __future__ import annotations

from wolfling_gui.rules import slots
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Opaque


def opaque(core: slots.OpaqueSlot) -> slots.OpaqueSlot:
    """Walls and doors block by their state; an open door is seen through (WO-TER-6, WO-TER-8, WO-TER-13)."""

    def slot(rules: Ruleset) -> Opaque:
        found = core(rules)
        if not rules.on("WO-TER-13"):
            return found
        blocking = {kind: rule for kind, rule in found.blocking.items() if "door" not in kind}
        if rules.on("WO-TER-6"):
            if "sight" in rules.words("WO-TER-6", "intact_wall_blocks"):
                blocking["intact_wall"] = "WO-TER-13"
            else:
                del blocking["intact_wall"]
        if rules.on("WO-TER-8"):
            blocking |= {"shut_door": "WO-TER-13", "sealed_door": "WO-TER-13"}
        veiling: tuple[str, ...] = ("ruined_wall",)
        if rules.on("WO-TER-7") and "sight" in rules.words("WO-TER-7", "ruined_wall_blocks"):
            blocking["ruined_wall"] = "WO-TER-7"
            veiling = ()
        return Opaque(blocking, veiling)

    return slot
