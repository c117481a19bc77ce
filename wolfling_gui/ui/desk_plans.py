"""Hold what players do at the desk before anything is done: take in hand, aim, look from elsewhere, plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from wolfling_gui.core.actions import MoveMode, Shoot
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Put
from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.ui.desk_fights import FightingState
from wolfling_gui.ui.desk_state import phase_of
from wolfling_gui.ui.draft import Draft, Hovered, HoverKind, SaidKind, Verdict

if TYPE_CHECKING:
    from wolfling_gui.session.clearing import Remedy


class PlanningDesk(FightingState):
    """Change what is shown, selected, aimed at and planned; the battle stays as it is."""

    # ------------------------------------------------------------------ what the players look at

    def select(self, unit: str, models: tuple[str, ...] = ()) -> None:
        """Take a unit in hand, or some of its models; an empty id lets go."""
        battle = self.battle
        if battle is None or unit not in battle.units:
            unit, models = "", ()
        models = tuple(m for m in models if battle is not None and m in battle.units[unit].models)
        if (unit, models) == (self._unit, self._models):
            self.pick_door("")
            return
        self._door = ""
        changed = unit != self._unit
        self._unit, self._models = unit, models
        self.look_from(None)
        if changed:
            self._refusal = None
            if self._draft is not None and self._draft.unit != unit:
                self.clear_draft()
            self.set_target("")
        self.selection_changed.emit()

    def pick_door(self, door: str) -> None:
        """Show who can work a door; an empty id lets go. The unit in hand stays in hand."""
        if door != self._door:
            self._door = door
            self.selection_changed.emit()

    def set_target(self, unit: str) -> None:
        """Aim at a unit; an empty id lets go."""
        battle = self.battle
        if battle is None or unit not in battle.units or not battle.members(unit):
            unit = ""
        if unit != self._target:
            self._target = unit
            self._refusal = None
            self.target_changed.emit()

    def declare(self, shot: Shoot) -> None:
        """Take what the players say of a shot; targets, numbers and cards follow at once."""
        battle = self.battle
        if battle is None or shot == self.shot(shot.target):
            return
        self._said[(shot.unit, shot.target)] = (phase_of(battle.clock), shot)
        self._targets = None
        self._refusal = None
        self.facts_changed.emit()

    def hover(self, kind: HoverKind = "", thing: str = "") -> None:
        """Say what the pointer is over; without arguments nothing."""
        unit = ""
        battle = self.battle
        if battle is not None and kind == "model" and thing in battle.models:
            unit = battle.models[thing].unit
        elif kind == "unit":
            unit = thing
        found = Hovered(kind, thing, unit) if kind and thing else Hovered()
        if found != self._hovered:
            self._hovered = found
            self.hover_changed.emit()

    def set_cursor(self, at: Point | None) -> None:
        """Say where on the table the pointer is."""
        if at != self._cursor:
            self._cursor = at
            self.cursor_changed.emit()

    def set_level(self, level: int) -> None:
        """Show another level of the table, if there is such a one."""
        battle = self.battle
        if battle is None or level not in battle.table.levels() or level == self._level:
            return
        self._level = level
        self.level_changed.emit()

    def set_tool(self, name: str) -> None:
        """Take another tool."""
        if name and name != self._tool:
            self._tool = name
            self.tool_changed.emit()

    def set_arrow(self, degrees: int | None) -> None:
        """Say where the scatter die's arrow points, without answering yet."""
        if degrees != self._arrow:
            self._arrow = degrees
            self.arrow_changed.emit()

    def set_snaps(self, snaps: bool) -> None:
        """Let the dragged arrow snap to quarter turns, or turn freely."""
        self._snaps = snaps

    def set_shared(self, counts: Mapping[str, int]) -> None:
        """Say how many each model has been given so far of what is shared out; the map marks them."""
        if counts != self._shared:
            self._shared = dict(counts)
            self.shared_changed.emit()

    def set_typed(self, faces: tuple[int, ...]) -> None:
        """Say which dice are typed, without answering yet."""
        if faces != self._typed:
            self._typed = faces
            self.arrow_changed.emit()

    def set_move_mode(self, unit: str, mode: MoveMode) -> None:
        """Say how a unit moves: on foot, with its packs, boosting; a plan of its move is judged anew."""
        if mode == self.move_mode(unit):
            return
        self._modes[unit] = mode
        if self._draft is not None and self._draft.kind == "move" and self._draft.unit == unit:
            self.set_draft(replace(self._draft, mode=mode))
        self.selection_changed.emit()

    def look_from(self, at: Point | None, level: int = 0) -> None:
        """Show what the models in hand would see with the first of them at a point; None ends that."""
        if at is None or not self.may_look_from:
            if self._vantage is not None:
                self._vantage = None
                self.vantage_changed.emit()
            return
        battle, rules, models = self.battle, self.rules, self.models
        assert battle is not None
        assert rules is not None
        if self._lookout is None or self._lookout[0] is not battle or self._lookout[1] != models:
            from wolfling_gui.session.vantage import Lookout

            self._lookout = (battle, models, Lookout(rules, battle, self._unit, models))
        self._vantage = self._lookout[2].at(at, level)
        self.vantage_changed.emit()

    def show_remedy(self, remedy: Remedy | None) -> None:
        """Show on the map what would clear a refusal; None takes it off."""
        if remedy is not self._remedy:
            self._remedy = remedy
            self.remedy_changed.emit()

    def look_round(self) -> None:
        """Add to what is seen from elsewhere every enemy unit as a target; this takes longer."""
        if self._vantage is not None and self._lookout is not None and not self._vantage.looked:
            self._vantage = self._lookout[2].looked(self._vantage)
            self.vantage_changed.emit()

    @property
    def may_turn(self) -> bool:
        """Tell whether models in hand are being set down, or about to come down, and can be turned."""
        if self._draft is not None:
            places = self._draft.kind in ("deploy", "put")
            return places and not self.asks_for_marker and not self.asks_for_walks
        return bool(self.comes_down())

    def comes_down(self) -> str:
        """Return the unit in hand if it arrives from above now and a place is asked for; else empty."""
        battle, unit = self.battle, self.chosen()
        if battle is None or unit is None or self.request is not None or self.looking_back:
            return ""
        falls = unit.in_reserve.startswith("arriving:deep_strike")
        return unit.id if falls and battle.clock.step == "movement" and unit.side == battle.clock.side else ""

    def landing_facing(self, unit: str) -> int:
        """Return where a unit that comes down is to face: across the table unless it was turned."""
        battle = self.battle
        if unit in self._facings or battle is None or unit not in battle.units:
            return self._facings.get(unit, 0)
        from wolfling_gui.rules.classic.edges import ahead

        return ahead(battle, battle.units[unit].side)

    def turn(self, degrees: int) -> bool:
        """Turn what is being set down by degrees anticlockwise; tells whether there was anything to turn.

        Models picked one by one turn about their own middle, else the whole unit does; a unit that is to come
        down will face so much further round.
        """
        if not self.may_turn:
            return False
        draft = self._draft
        if draft is None:
            unit = self.comes_down()
            self._facings[unit] = (self.landing_facing(unit) + degrees) % 360
        else:
            from wolfling_gui.session.placing import turned

            models = self._models if self._unit == draft.unit and self._models else draft.models
            self.set_draft(replace(draft, places=turned(draft.places, models, degrees)))
        self.turned.emit()
        return True

    def face(self, degrees: int) -> None:
        """Say where the unit that is to come down will face, in degrees anticlockwise from east."""
        unit = self.comes_down()
        if unit and self.landing_facing(unit) != degrees % 360:
            self._facings[unit] = degrees % 360
            self.turned.emit()

    def point_out(self, model: str) -> None:
        """Say that a model was clicked to answer the question that waits."""
        self.pointed_out.emit(model)

    def say(self, text: str, kind: SaidKind = "warning") -> None:
        """Show a short note in the window."""
        self.said.emit(text, kind)

    # ------------------------------------------------------------------ plans

    def set_draft(self, draft: Draft) -> None:
        """Keep a plan and have the rules judge it; its models are not moved until it is committed."""
        if self._session is None or self.looking_back:
            return
        verdict = self._judged(draft) if draft.kind == "put" else self._session.propose(draft.action)
        self._draft = replace(draft, verdict=verdict)
        self._refusal = None
        self.draft_changed.emit()

    def _judged(self, draft: Draft) -> Verdict:
        """Judge where the models stand that a question asks to set down."""
        session = self._session
        assert session is not None
        findings = session.judge(dict(draft.places))
        if any(finding.effect == "forbids" for finding in findings):
            return Refusal(session.battle, draft.action, findings)
        return Permit(session.battle, draft.action, None, findings)

    def clear_draft(self) -> None:
        """Drop the plan."""
        if self._draft is not None:
            self._draft = None
            self._refusal = None
            self.draft_changed.emit()

    def _put_back(self) -> bool:
        """Put the models asked for back to where they were proposed; tells whether they had been moved."""
        before = self._draft
        self._propose_places()
        return before is not None and self._draft is not None and before.places != self._draft.places

    def _take_up_marker(self, draft: Draft) -> None:
        """Take back the marker or template that was put last."""
        from wolfling_gui.session.aiming import shot_with

        if draft.shot is None or self.rules is None or self.battle is None:
            return
        aims = dict(draft.fixed)
        aims.popitem()
        shot = shot_with(self.rules, self.battle, draft.unit, draft.shot.target, aims)
        self.set_draft(Draft("aim", draft.unit, shot=shot))

    def _propose_places(self) -> None:
        """Propose places for the models that a question asks to set down, or for a marker."""
        from wolfling_gui.session.aiming import beside_best, is_marker
        from wolfling_gui.session.placing import proposed

        session = self._session
        request = self.request
        if session is None or not isinstance(request, Put) or self.looking_back:
            return
        marker = is_marker(request)
        places = beside_best(session) if marker else proposed(session.rules, session.battle, request)
        if places:
            self.set_draft(Draft("put", request.about[0], places=places))

    # ------------------------------------------------------------------ what is put aside

    def drop_refusal(self) -> None:
        """Put the last refusal aside."""
        if self._refusal is not None:
            self._refusal = None
            self.battle_changed.emit()

    def forget_undo(self) -> None:
        """Let undo ask again before it takes dice back."""
        if self._undo_asked:
            self._undo_asked = False
            self.battle_changed.emit()
