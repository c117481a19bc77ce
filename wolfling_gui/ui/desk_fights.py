"""Hold what can be read of assaults and fights: targets, plans, combats, answers, and moves asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import Polygon
from wolfling_gui.core.requests import Put, Request
from wolfling_gui.ui.desk_state import DeskState
from wolfling_gui.ui.draft import Draft

if TYPE_CHECKING:
    from wolfling_gui.session.charges import ChargePreview
    from wolfling_gui.session.fights import Combat, Course, Standing
    from wolfling_gui.session.preview import TargetPreview
    from wolfling_gui.session.walking import Retreating, Walks

ASSAULTING = "assault"
"""The step in which units assault."""
FIGHTING = "combat"
"""The step in which combats are fought."""


class FightingState(DeskState):
    """Answer what is to be shown of assaults and fights; kept until the battle, or what is asked, changes."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._charges: tuple[Battle, str, tuple[ChargePreview, ...]] | None = None
        self._reach: tuple[Battle, tuple[object, str, str], tuple[Polygon, ...]] | None = None
        self._combats: tuple[Battle, tuple[Combat, ...]] | None = None
        self._course: tuple[tuple[int, ...], object, Course | None] | None = None
        self._standing: tuple[Request[Any], tuple[Standing, ...]] | None = None
        self._walks: tuple[Draft, Walks | None] | None = None
        self._planned: tuple[Battle, Draft, ChargePreview] | None = None

    # ------------------------------------------------------------------ assaults

    @property
    def may_charge(self) -> bool:
        """Tell whether it is the moment for the unit in hand to assault, its places known."""
        battle = self.battle
        if battle is None or self._unit not in battle.units or self.request is not None or self.looking_back:
            return False
        unit = battle.units[self._unit]
        if unit.side != battle.clock.side or battle.clock.step != ASSAULTING or unit.has("charged"):
            return False
        return not battle.real_table and bool(battle.standing(unit.id))

    @property
    def shows_charges(self) -> bool:
        """Tell whether targets of an assault are marked now: a unit may assault, and no plan is made."""
        return self.may_charge and self._draft is None and self._tool != "sight"

    def charges(self) -> tuple[ChargePreview, ...]:
        """Return every enemy unit as the target of an assault of the unit in hand, legal ones first.

        Kept until either changes; empty unless it is the moment for that unit to assault.
        """
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or not self.may_charge:
            return ()
        if self._charges is None or self._charges[0] is not battle or self._charges[1] != self._unit:
            from wolfling_gui.session.charges import charges

            self._charges = (battle, self._unit, charges(rules, battle, self._unit))
        return self._charges[2]

    def charge_preview(self, unit: str = "") -> ChargePreview | None:
        """Return the preview of assaulting a unit, by default the one aimed at."""
        wanted = unit or self._target
        return next((c for c in self.charges() if c.unit == wanted), None) if wanted else None

    def planned_charge(self) -> ChargePreview | None:
        """Return what the planned assault would be with the ways as they are planned, None without one."""
        battle, rules, draft = self.battle, self.rules, self._draft
        if battle is None or rules is None or draft is None or draft.kind != "charge":
            return None
        if self._planned is None or self._planned[0] is not battle or self._planned[1] is not draft:
            from wolfling_gui.session.charges import charge_of

            assert draft.verdict is not None
            self._planned = (battle, draft, charge_of(rules, battle, draft.verdict))
        return self._planned[2]

    def reach(self, target: str) -> tuple[Polygon, ...]:
        """Return the ground that the first model of an assault on a unit can reach; kept with the charges."""
        battle, rules = self.battle, self.rules
        preview = self.charge_preview(target)
        if battle is None or rules is None or preview is None:
            return ()
        model = preview.order[0] if preview.order else preview.pair[0] if preview.pair else ""
        if not model:
            return ()
        key = (self._unit, target, model)
        if self._reach is None or self._reach[0] is not battle or self._reach[1] != key:
            from wolfling_gui.session.charges import reach_of

            self._reach = (battle, key, reach_of(rules, battle, self._unit, model, target))
        return self._reach[2]

    def aims(self) -> tuple[TargetPreview | ChargePreview, ...]:
        """Return the enemy units that are marked now, as targets of shots or of an assault."""
        if self.shows_targets:
            return self.targets()
        return self.charges() if self.shows_charges else ()

    def aim(self, unit: str = "") -> TargetPreview | ChargePreview | None:
        """Return how a unit is marked, by default the one aimed at."""
        wanted = unit or self._target
        return next((one for one in self.aims() if one.unit == wanted), None) if wanted else None

    # ------------------------------------------------------------------ fights

    def combats(self) -> tuple[Combat, ...]:
        """Return the combats that are still to be fought, when it is the time to fight them; else none."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or battle.clock.step != FIGHTING or battle.real_table:
            return ()
        if self.request is not None or self.looking_back:
            return ()
        if self._combats is None or self._combats[0] is not battle:
            from wolfling_gui.session.fights import combats

            self._combats = (battle, combats(rules, battle))
        return self._combats[1]

    def combat(self) -> Combat | None:
        """Return the combat that is looked at: that of the unit pointed at, else in hand, else the first."""
        found = self.combats()
        for unit in (self._hovered.unit, self._unit):
            here = next((one for one in found if unit in one.units), None)
            if here is not None:
                return here
        return found[0] if found else None

    def course(self) -> Course | None:
        """Return how far the fight has come that waits for an answer, else what came of the last one."""
        session = self._session
        if session is None or self.looking_back or self._draft_of_ours:
            return None
        key = (session.battle, session.request)
        if self._course is None or self._course[0] != tuple(map(id, key)):
            from wolfling_gui.session.fights import fought, under_way

            self._course = (tuple(map(id, key)), key, under_way(session) or fought(session))
        return self._course[2]

    @property
    def _draft_of_ours(self) -> bool:
        """Tell whether players plan something of their own, which no question asks for."""
        return self._draft is not None and self._draft.kind != "put"

    def standing(self) -> tuple[Standing, ...]:
        """Return how the unit could shoot that is asked how it answers an assault; else nothing."""
        session, request = self._session, self.request
        if session is None or request is None or self.looking_back:
            return ()
        if self._standing is None or self._standing[0] is not request:
            from wolfling_gui.session.fights import open_answers

            self._standing = (request, open_answers(session))
        return self._standing[1]

    # ------------------------------------------------------------------ moves that are asked for

    @property
    def closes_in(self) -> bool:
        """Tell whether the question that waits asks to bring models up to the enemy."""
        if not isinstance(self.request, Put):
            return False
        from wolfling_gui.session.walking import closes_in

        return closes_in(self.request)

    @property
    def asks_for_walks(self) -> bool:
        """Tell whether models walk to the places that the question asks for, rather than being set down."""
        if not isinstance(self.request, Put):
            return False
        from wolfling_gui.session.walking import WALKING

        return self.request.says in WALKING

    def drawn_in(self, model: str, places: Mapping[str, Place]) -> Place:
        """Return where a model that is brought up stands: in contact with an enemy if that is close by."""
        from wolfling_gui.session.walking import drawn_in

        assert self.rules is not None
        assert self.battle is not None
        assert isinstance(self.request, Put)
        return drawn_in(self.rules, self.battle, self.request, model, places)

    def walks(self) -> Walks | None:
        """Return the ways to the places planned for a question that has models walk, else None."""
        battle, rules, draft, request = self.battle, self.rules, self._draft, self.request
        if battle is None or rules is None or draft is None or not isinstance(request, Put):
            return None
        if self._walks is None or self._walks[0] is not draft:
            from wolfling_gui.session.walking import walks

            self._walks = (draft, walks(rules, battle, request, draft.places))
        return self._walks[1]

    def reach_asked(self) -> tuple[Polygon, ...]:
        """Return the ground that the one model dragged last may walk to for the question that waits."""
        battle, rules, draft, request = self.battle, self.rules, self._draft, self.request
        if battle is None or rules is None or draft is None or not isinstance(request, Put):
            return ()
        if len(draft.by_hand) != 1:
            return ()
        key = (id(request), draft.by_hand[0], "")
        if self._reach is None or self._reach[0] is not battle or self._reach[1] != key:
            from wolfling_gui.session.walking import reach_asked

            self._reach = (battle, key, reach_asked(rules, battle, request, draft.by_hand[0]))
        return self._reach[2]

    def retreating(self) -> Retreating | None:
        """Return the way back that the question that waits is about, or None."""
        if self._session is None or self.request is None or self.looking_back:
            return None
        from wolfling_gui.session.walking import retreating

        return retreating(self._session)

    def trails(self) -> Mapping[str, tuple[Place, Place]]:
        """Return from where to where models were made to go by the last action, until a unit is in hand."""
        if self._session is None or self.looking_back or self._draft is not None or self._unit:
            return {}
        from wolfling_gui.session.walking import trails

        return trails(self._session)
