"""Hold the window's state over a running battle: what is shown, selected, aimed at, planned and asked.

The desk paints nothing. Panels, tools and the board read it and follow its signals; whatever a player wants
done goes through it to the session. Rules, sessions and geometry are imported when a battle is opened, so
that the first screen stands before they are loaded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from wolfling_gui.core.actions import Action, MoveMode, Overrule, Shoot
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Request, Roll, Spin
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.ui.draft import SELECT, Draft, Hovered, HoverKind, SaidKind, Verdict

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide
    from wolfling_gui.rules.ruleset import Ruleset
    from wolfling_gui.session.preview import ShotLine, TargetPreview
    from wolfling_gui.session.session import Session


class Desk(QObject):
    """Keep one battle on the table of the window, and tell everybody what changed.

    `battle_changed` follows every change of the battle shown or of the question that waits;
    `said(text, kind)` passes a short note to the window, `rule_wanted(id)` asks it to open a rule.
    """

    session_changed = Signal()
    battle_changed = Signal()
    selection_changed = Signal()
    target_changed = Signal()
    hover_changed = Signal()
    cursor_changed = Signal()
    level_changed = Signal()
    tool_changed = Signal()
    draft_changed = Signal()
    dice_changed = Signal()
    rule_wanted = Signal(str)
    said = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._stop_listening: Any = None
        self._quiet = 0
        self._touched = False
        self._unit = ""
        self._models: tuple[str, ...] = ()
        self._target = ""
        self._hovered = Hovered()
        self._cursor: Point | None = None
        self._level = 0
        self._tool = SELECT
        self._draft: Draft | None = None
        self._looking: int | None = None
        self._refusal: Refusal | None = None
        self._undo_asked = False
        self._app_dice = True
        self._modes: dict[str, MoveMode] = {}
        self._guide: tuple[Battle, str, Guide] | None = None
        self._targets: tuple[Battle, str, tuple[TargetPreview, ...]] | None = None
        self._lines: tuple[Battle, tuple[str, str], tuple[ShotLine, ...]] | None = None
        self._shown: Battle | None = None

    # ------------------------------------------------------------------ the battle

    @property
    def session(self) -> Session | None:
        """Return the running battle, or None on the first screen."""
        return self._session

    @property
    def rules(self) -> Ruleset | None:
        """Return the ruleset being played, or None."""
        return None if self._session is None else self._session.rules

    @property
    def battle(self) -> Battle | None:
        """Return the battle shown: as it stands, or as it was while a row of the log is looked at."""
        if self._session is None:
            return None
        if self._looking is not None:
            return self._session.battle_after(self._looking)
        return self._session.battle

    @property
    def request(self) -> Request[Any] | None:
        """Return the question that waits, or None."""
        return None if self._session is None else self._session.request

    def open(self, session: Session) -> None:
        """Put a battle on the table, in place of the one that lies there."""
        self._let_go()
        self._session = session
        self._stop_listening = session.listen(self._on_session)
        self._shown = session.battle
        self._level = 0
        self._tool = SELECT
        self.session_changed.emit()
        with self._one_change():
            self._touched = True
            self._roll_if_app()
        for signal in (self.selection_changed, self.target_changed, self.level_changed, self.tool_changed):
            signal.emit()

    def close(self) -> None:
        """Take the battle off the table; its journal is closed."""
        session = self._session
        self._let_go()
        if session is not None:
            session.close()
        self.session_changed.emit()
        self.battle_changed.emit()
        self.selection_changed.emit()
        self.target_changed.emit()

    def _let_go(self) -> None:
        if self._stop_listening is not None:
            self._stop_listening()
        self._stop_listening = None
        self._session = None
        self._unit, self._models, self._target = "", (), ""
        self._modes = {}
        self._hovered = Hovered()
        self._looking = None
        self._refusal = None
        self._undo_asked = False
        self._guide = self._targets = None
        self._shown = None
        if self._draft is not None:
            self._draft = None
            self.draft_changed.emit()

    # ------------------------------------------------------------------ what the players look at

    @property
    def unit(self) -> str:
        """Return the id of the selected unit, empty for none."""
        return self._unit

    @property
    def models(self) -> tuple[str, ...]:
        """Return the selected models: those picked, else all of the selected unit that stand."""
        if self._models or not self._unit or self.battle is None:
            return self._models
        return tuple(m.id for m in self.battle.standing(self._unit))

    @property
    def picked_models(self) -> tuple[str, ...]:
        """Return the models picked one by one within the selected unit; empty when it is taken whole."""
        return self._models

    @property
    def target(self) -> str:
        """Return the id of the unit aimed at, empty for none."""
        return self._target

    @property
    def hovered(self) -> Hovered:
        """Return the thing under the pointer."""
        return self._hovered

    @property
    def cursor(self) -> Point | None:
        """Return where on the table the pointer is, or None."""
        return self._cursor

    @property
    def level(self) -> int:
        """Return the level shown."""
        return self._level

    @property
    def tool(self) -> str:
        """Return the name of the tool in use."""
        return self._tool

    @property
    def draft(self) -> Draft | None:
        """Return the plan being made, or None."""
        return self._draft

    @property
    def looking_back(self) -> bool:
        """Tell whether the battle is shown as it was at a row of the log."""
        return self._looking is not None

    @property
    def looking_at(self) -> int | None:
        """Return the line of the step after which the battle is shown, or None for now."""
        return self._looking

    @property
    def refusal(self) -> Refusal | None:
        """Return the refusal of what a player last asked for, until something else is done."""
        return self._refusal

    @property
    def undo_asked(self) -> bool:
        """Tell whether undo waits to be pressed again, because dice would be taken back."""
        return self._undo_asked

    def select(self, unit: str, models: tuple[str, ...] = ()) -> None:
        """Take a unit in hand, or some of its models; an empty id lets go."""
        battle = self.battle
        if battle is None or unit not in battle.units:
            unit, models = "", ()
        models = tuple(m for m in models if battle is not None and m in battle.units[unit].models)
        if (unit, models) == (self._unit, self._models):
            return
        changed = unit != self._unit
        self._unit, self._models = unit, models
        if changed:
            self._refusal = None
            if self._draft is not None and self._draft.unit != unit:
                self.clear_draft()
            self.set_target("")
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

    def move_mode(self, unit: str) -> MoveMode:
        """Return how a unit's models are to move when dragged: on foot unless it was said otherwise."""
        return self._modes.get(unit, "foot")

    def set_move_mode(self, unit: str, mode: MoveMode) -> None:
        """Say how a unit moves: on foot or with its packs; a plan of its move is judged anew."""
        if mode == self.move_mode(unit):
            return
        self._modes[unit] = mode
        if self._draft is not None and self._draft.kind == "move" and self._draft.unit == unit:
            self.set_draft(replace(self._draft, mode=mode))
        self.selection_changed.emit()

    def look_at(self, line: int | None) -> None:
        """Show the battle as it was after a step (0: at the start), or as it stands with None."""
        if self._session is None or line == self._looking:
            return
        if line is not None and line == self._session.recorder.history.here and self.request is None:
            line = None
            if self._looking is None:
                return
        self._looking = line
        self._renew()

    def say(self, text: str, kind: SaidKind = "warning") -> None:
        """Show a short note in the window."""
        self.said.emit(text, kind)

    # ------------------------------------------------------------------ plans

    def set_draft(self, draft: Draft) -> None:
        """Keep a plan and have the rules judge it; its models are not moved until it is committed."""
        if self._session is None or self.looking_back:
            return
        verdict = self._session.propose(draft.action)
        self._draft = replace(draft, verdict=verdict)
        self._refusal = None
        self.draft_changed.emit()

    def clear_draft(self) -> None:
        """Drop the plan."""
        if self._draft is not None:
            self._draft = None
            self._refusal = None
            self.draft_changed.emit()

    def commit_draft(self) -> Verdict | None:
        """Carry out the plan and return the verdict; a refused one stays with its reasons."""
        draft = self._draft
        if draft is None:
            return None
        verdict = self.perform(draft.action)
        if verdict is None:
            return None
        if isinstance(verdict, Refusal):
            if self._draft is not None:
                self._draft = replace(self._draft, verdict=verdict)
                self.draft_changed.emit()
        else:
            self.clear_draft()
        return verdict

    # ------------------------------------------------------------------ doing

    def propose(self, action: Action) -> Verdict | None:
        """Judge an action without doing it; None when there is no battle."""
        return None if self._session is None else self._session.propose(action)

    def perform(self, action: Action) -> Verdict | None:
        """Do an action, or keep its refusal for the panels; None when it cannot even be asked now."""
        session = self._ready()
        if session is None:
            return None
        with self._one_change():
            verdict = session.perform(action)
            if isinstance(verdict, Refusal):
                session.record_refusal(action, verdict.findings)
                self._refusal = verdict
                self._touched = True
            else:
                self._done(action)
        return verdict

    def fire(self, target: str = "", weapons: Mapping[str, str] | None = None) -> Verdict | None:
        """Fire the selected unit's weapons at the unit aimed at."""
        target = target or self._target
        if not self._unit or not target:
            return None
        return self.perform(Shoot(self._unit, target, dict(weapons or {})))

    def overrule(self, action: Action, note: str = "") -> Verdict | None:
        """Do a refused action all the same, by agreement of the players, with their note."""
        session = self._ready()
        if session is None:
            return None
        with self._one_change():
            known = self._refusal is not None and self._refusal.action == action
            # The refusal stands in the record once: it was written when the player first asked.
            verdict = (
                session.perform(Overrule(action, note))  # type: ignore[arg-type]
                if known
                else session.overrule(action, note)
            )
            if isinstance(verdict, Refusal):
                self._refusal = verdict
                self._touched = True
            else:
                self._done(action)
        if isinstance(verdict, Permit):
            self.clear_draft()
        return verdict

    def give(self, answer: object) -> str:
        """Answer the question that waits; returns what is wrong with the answer, empty when it was taken."""
        if self._session is None:
            return ""
        try:
            with self._one_change():
                self._session.give(answer)
                self._roll_if_app()
        except ValueError as error:
            return str(error)
        return ""

    def roll(self) -> bool:
        """Let the app roll the dice that are asked for; tells whether any were."""
        if self._session is None or not isinstance(self._session.request, Roll | Spin):
            return False
        with self._one_change():
            self._session.roll()
            self._roll_if_app()
        return True

    def call_off(self) -> None:
        """Give up the action that waits for an answer."""
        if self._session is not None:
            with self._one_change():
                self._session.call_off()

    @property
    def app_dice(self) -> bool:
        """Tell whether the app rolls at once, or players type their own dice."""
        return self._app_dice

    def set_app_dice(self, app_dice: bool) -> None:
        """Let the app roll, or have the players type what their dice show."""
        if app_dice != self._app_dice:
            self._app_dice = app_dice
            self.dice_changed.emit()
            with self._one_change():
                self._roll_if_app()

    # ------------------------------------------------------------------ back and forth

    def undo(self, *, sure: bool = False) -> bool:
        """Take back the last step; over dice only when asked twice. Tells whether it was taken back."""
        session = self._session
        if session is None:
            return False
        step = session.undo_step
        waits = session.resolution is not None
        answers = session.resolution.answers if session.resolution is not None else ()
        over_dice = bool(answers) if waits else step is not None and bool(step.answers)
        if over_dice and not sure and not self._undo_asked:
            self._undo_asked = True
            self.battle_changed.emit()
            return False
        with self._one_change():
            done = session.undo()
        return done

    def forget_undo(self) -> None:
        """Let undo ask again before it takes dice back."""
        if self._undo_asked:
            self._undo_asked = False
            self.battle_changed.emit()

    def redo(self) -> bool:
        """Do again what was taken back; tells whether there was anything."""
        if self._session is None:
            return False
        with self._one_change():
            done = self._session.redo()
        return done

    def go_to(self, line: int) -> None:
        """Go back to the battle after a step; redo leads forward again."""
        if self._session is not None:
            with self._one_change():
                self._session.go_to(line)

    def correct(self, index: int, answer: object) -> list[object]:
        """Put one answer of the last action right; returns later answers that have to be asked for again."""
        if self._session is None:
            return []
        with self._one_change():
            left = self._session.correct(index, answer)
            self._roll_if_app()
        return left

    def step_back(self) -> bool:
        """Go one step back, as Esc does: past moment, asked undo, plan, target, tool, selection."""
        if self.looking_back:
            self.look_at(None)
        elif self._undo_asked:
            self.forget_undo()
        elif self._draft is not None:
            self.clear_draft()
        elif self._refusal is not None:
            self.drop_refusal()
        elif self._target:
            self.set_target("")
        elif self._tool != SELECT:
            self.set_tool(SELECT)
        elif self._unit:
            self.select("")
        else:
            return False
        return True

    def drop_refusal(self) -> None:
        """Put the last refusal aside."""
        if self._refusal is not None:
            self._refusal = None
            self.battle_changed.emit()

    # ------------------------------------------------------------------ what follows from it

    def guide(self) -> Guide | None:
        """Return what the guide says of this moment with the unit in hand; kept until either changes."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None:
            return None
        if self._guide is None or self._guide[0] is not battle or self._guide[1] != self._unit:
            from wolfling_gui.rules.guide import guide

            self._guide = (battle, self._unit, guide(rules, battle, self._unit))
        return self._guide[2]

    def targets(self) -> tuple[TargetPreview, ...]:
        """Return every enemy unit as a target of the unit in hand, legal ones first.

        Kept until either changes. Empty unless a unit is in hand that stands on the table.
        """
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or not self._unit or not battle.standing(self._unit):
            return ()
        if self._targets is None or self._targets[0] is not battle or self._targets[1] != self._unit:
            from wolfling_gui.session.preview import targets

            self._targets = (battle, self._unit, targets(rules, battle, self._unit))
        return self._targets[2]

    @property
    def shows_targets(self) -> bool:
        """Tell whether targets are marked now: a unit may fire, or the sight tool is in hand."""
        battle = self.battle
        if battle is None or self._unit not in battle.units or self.request is not None or self.looking_back:
            return False
        if self._draft is not None or self._tool == "sight":
            return self._draft is None
        unit = battle.units[self._unit]
        waits = not unit.has("shot") and not unit.has("ran")
        return waits and unit.side == battle.clock.side and battle.clock.step == "shooting"

    def target_preview(self, unit: str = "") -> TargetPreview | None:
        """Return the preview of firing at a unit, by default the one aimed at."""
        wanted = unit or self._target
        if not wanted:
            return None
        return next((t for t in self.targets() if t.unit == wanted), None)

    def lines(self, target: str) -> tuple[ShotLine, ...]:
        """Return the line of every model in hand to a unit; kept until battle or selection changes."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or target not in battle.units or not self._unit:
            return ()
        key = (self._unit, target)
        if self._lines is None or self._lines[0] is not battle or self._lines[1] != key:
            from wolfling_gui.session.preview import lines

            self._lines = (battle, key, lines(rules, battle, self._unit, target))
        return self._lines[2]

    def chosen(self) -> Unit | None:
        """Return the selected unit, or None."""
        return None if self.battle is None else self.battle.units.get(self._unit)

    def reasons(self) -> tuple[Finding, ...]:
        """Return what speaks against the plan or the last thing asked for."""
        verdict = self._draft.verdict if self._draft is not None else self._refusal
        return verdict.reasons if isinstance(verdict, Refusal) else ()

    # ------------------------------------------------------------------ inside

    def _ready(self) -> Session | None:
        """Return the session if an action may begin: none waits, and no past moment is shown."""
        if self._session is None:
            return None
        if self._session.resolution is not None:
            self.say(self.tr("Answer the question first, or call it off."))
            return None
        self._looking = None
        return self._session

    def _done(self, action: Action) -> None:
        self._refusal = None
        self._undo_asked = False
        if isinstance(action, Shoot):
            self._target = ""
            self.target_changed.emit()
        self._roll_if_app()

    def _roll_if_app(self) -> None:
        session = self._session
        while self._app_dice and session is not None and isinstance(session.request, Roll | Spin):
            session.roll()

    @contextmanager
    def _one_change(self) -> Iterator[None]:
        """Gather the session's many small changes into one signal."""
        self._quiet += 1
        try:
            yield
        finally:
            self._quiet -= 1
            if not self._quiet and self._touched:
                self._touched = False
                self._renew()

    def _on_session(self) -> None:
        if self._quiet:
            self._touched = True
        else:
            self._renew()

    def _renew(self) -> None:
        """Tell that the battle shown changed; drop what no longer fits it."""
        battle = self.battle
        before, self._shown = self._shown, battle
        moved = battle is not before
        if moved:
            self._undo_asked = False
            if self._refusal is not None and self._refusal.battle is not battle:
                self._refusal = None
            if self._draft is not None:
                self.clear_draft()
        if battle is not None:
            unit = self._unit
            if unit and (unit not in battle.units or not battle.members(unit)):
                self.select("")
            elif self._models:
                living = {m.id for m in battle.members(unit)}
                self.select(unit, tuple(m for m in self._models if m in living))
            if self._target and not battle.members(self._target):
                self.set_target("")
        self.battle_changed.emit()


__all__ = ["SELECT", "Desk", "Draft", "HoverKind", "Hovered", "SaidKind", "Verdict"]
