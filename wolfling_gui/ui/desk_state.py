"""Hold what can be read of the window's state: the battle shown, what is in hand, what follows from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from wolfling_gui.core.actions import MoveMode, Shoot, innermost
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.clock import Clock
from wolfling_gui.core.forces import Unit
from wolfling_gui.core.lengths import Point
from wolfling_gui.core.requests import Put, Request
from wolfling_gui.core.verdict import Finding, Refusal
from wolfling_gui.ui.draft import SELECT, Draft, Hovered
from wolfling_gui.ui.slow_odds import SlowOdds

if TYPE_CHECKING:
    from wolfling_gui.rules.classic.forecasts import Drifting, Forecast
    from wolfling_gui.rules.guide import Guide
    from wolfling_gui.rules.ruleset import Ruleset
    from wolfling_gui.session.aiming import Fallen, Scattering
    from wolfling_gui.session.clearing import Remedy
    from wolfling_gui.session.ending import Ending
    from wolfling_gui.session.filling import Filling
    from wolfling_gui.session.preview import ShotLine, TargetPreview
    from wolfling_gui.session.session import PlayedOn, Session
    from wolfling_gui.session.vantage import Lookout, Vantage


FIRING = "shooting"
"""The step in which units fire."""


def no_key(command: str) -> str:
    """Return no key for a command: a desk without a window has no commands."""
    return ""


class DeskState(QObject):
    """Answer what is shown, selected, aimed at, planned and asked; only the desk itself changes it."""

    session_changed = Signal()
    battle_changed = Signal()
    selection_changed = Signal()
    target_changed = Signal()
    hover_changed = Signal()
    cursor_changed = Signal()
    level_changed = Signal()
    tool_changed = Signal()
    draft_changed = Signal()
    vantage_changed = Signal()
    facts_changed = Signal()
    remedy_changed = Signal()
    facts_wanted = Signal()
    dice_changed = Signal()
    arrow_changed = Signal()
    turned = Signal()
    odds_changed = Signal()
    rule_wanted = Signal(str)
    proof_wanted = Signal(object)
    said = Signal(str, str)
    pointed_out = Signal(str)
    shared_changed = Signal()
    play_on_wanted = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._stop_listening: Any = None
        self._quiet = 0
        self._touched = False
        self._unit = ""
        self._models: tuple[str, ...] = ()
        self._target = ""
        self._door = ""
        self._hovered = Hovered()
        self._cursor: Point | None = None
        self._level = 0
        self._tool = SELECT
        self._draft: Draft | None = None
        self._looking: int | None = None
        self._watching = False
        self._refusal: Refusal | None = None
        self._undo_asked = False
        self._app_dice = True
        self._typing: frozenset[str] = frozenset()
        self._dice_chosen = True
        self._modes: dict[str, MoveMode] = {}
        self._said: dict[tuple[str, str], tuple[Clock, Shoot]] = {}
        self._guide: tuple[Battle, str, Guide] | None = None
        self._targets: tuple[Battle, str, Filling] | None = None
        self.slow_odds = SlowOdds(self, self._looked_at)
        self.slow_odds.known.connect(self.odds_changed)
        self._lines: tuple[Battle, tuple[str, str], tuple[ShotLine, ...]] | None = None
        self._lines_then: tuple[Battle, tuple[str, str], tuple[ShotLine, ...]] | None = None
        self._shown: Battle | None = None
        self._forecasts: tuple[Battle, Shoot, tuple[Forecast, ...]] | None = None
        self._arrow: int | None = None
        self._asked: Request[Any] | None = None
        self._typed: tuple[int, ...] = ()
        self._shared: Mapping[str, int] = {}
        self._snaps = False
        self._lookout: tuple[Battle, tuple[str, ...], Lookout] | None = None
        self._vantage: Vantage | None = None
        self._told: PlayedOn | None = None
        self._facings: dict[str, int] = {}
        self._remedy: Remedy | None = None
        self.key_of: Callable[[str], str] = no_key

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
    def door(self) -> str:
        """Return the id of the door that was clicked, empty for none; it stays until something is chosen."""
        battle = self.battle
        return self._door if battle is not None and self._door in battle.table.doors else ""

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
    def vantage(self) -> Vantage | None:
        """Return what the models in hand would see from elsewhere while players ask for it, or None."""
        return self._vantage

    @property
    def remedy(self) -> Remedy | None:
        """Return what would clear a refusal while it is shown on the map, or None."""
        return self._remedy

    @property
    def may_look_from(self) -> bool:
        """Tell whether players can ask now what the models in hand would see from elsewhere."""
        battle = self.battle
        if battle is None or self.request is not None or self.looking_back or self._draft is not None:
            return False
        return bool(self._unit) and any(battle.models[m].on_table for m in self.models)

    @property
    def looking_back(self) -> bool:
        """Tell whether the battle is shown as it was at a row of the log."""
        return self._looking is not None

    @property
    def looking_at(self) -> int | None:
        """Return the line of the step after which the battle is shown, or None for now."""
        return self._looking

    @property
    def watching(self) -> bool:
        """Tell whether the battle is only watched: moments of it are shown, and nothing is done in it."""
        return self._watching

    @property
    def refusal(self) -> Refusal | None:
        """Return the refusal of what a player last asked for, until something else is done."""
        return self._refusal

    @property
    def undo_asked(self) -> bool:
        """Tell whether undo waits to be pressed again, because dice would be taken back."""
        return self._undo_asked

    @property
    def app_dice(self) -> bool:
        """Tell whether the app rolls at once for every side; else some or all type their own dice."""
        return self._app_dice

    def app_rolls_for(self, side: str) -> bool:
        """Tell whether the app rolls at once for a side; for none in particular, whether it does for all."""
        return side not in self._typing if side else self._app_dice

    @property
    def mixed_dice(self) -> bool:
        """Tell whether the app rolls for some sides, and others type their own dice."""
        battle = self.battle
        return battle is not None and not self._app_dice and len(self._typing) < len(battle.sides)

    def move_mode(self, unit: str) -> MoveMode:
        """Return how a unit's models are to move when dragged: on foot unless it was said otherwise."""
        return self._modes.get(unit, "foot")

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

        Kept until either changes, or what is declared. Empty unless a unit is in hand that is on the table.
        Odds that take long follow a little later, with `odds_changed`.
        """
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or not self._unit:
            return ()
        from wolfling_gui.rules.facts import set_up

        if not set_up(battle, self._unit):
            return ()
        if self._targets is None or self._targets[0] is not battle or self._targets[1] != self._unit:
            from wolfling_gui.session.filling import Filling
            from wolfling_gui.session.preview import targets

            found = targets(rules, battle, self._unit, self.declared_shots(), later=True)
            self._targets = (battle, self._unit, Filling(rules, battle, found))
        if self.shows_targets:
            self.slow_odds.go_on(self._targets[2])
        return self._targets[2].previews

    def _looked_at(self) -> tuple[str, ...] | None:
        """Return the units whose odds come first, None while the odds last asked for are not shown."""
        kept = self._targets
        if not self.shows_targets or kept is None or kept[0] is not self.battle or kept[1] != self._unit:
            return None
        return self._hovered.unit, self._target

    def shot(self, target: str = "") -> Shoot | None:
        """Return the shot of the unit in hand at a unit (by default the one aimed at), as it was declared."""
        battle, target = self.battle, target or self._target
        if battle is None or target not in battle.units or self._unit not in battle.units:
            return None
        clock, shot = self._said.get((self._unit, target), (None, None))
        # What was seen in another phase is no longer so.
        return shot if shot is not None and clock == phase_of(battle.clock) else Shoot(self._unit, target)

    def declared_shots(self) -> dict[str, Shoot]:
        """Return by target the shots of the unit in hand of which something was declared."""
        listed = (self.shot(target) for unit, target in self._said if unit == self._unit)
        return {shot.target: shot for shot in listed if shot is not None}

    def contests(self) -> dict[str, tuple[str, ...]]:
        """Return for each objective that is contested the sides near it, on the battlefield (CL-MIS-6)."""
        battle = self.battle
        if battle is None or battle.clock.turn == 0:
            return {}
        held = battle.table.objectives
        near = self.near_objectives()
        return {name: sides for name, sides in near.items() if len(sides) > 1 and not held[name].owner}

    def ending(self) -> Ending | None:
        """Return how the battle was decided, None while it lasts or where players set its end."""
        if self._session is None:
            return None
        from wolfling_gui.session.ending import ending_of

        return ending_of(self._session)

    def score_now(self) -> Mapping[str, int]:
        """Return each side's score: as settled or set by hand, else as it would be if this were the end."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or battle.clock.over or any(battle.score.values()):
            return {} if battle is None else battle.score
        from wolfling_gui.rules.classic.scoring import standings

        return standings(rules, battle)

    def near_objectives(self) -> dict[str, tuple[str, ...]]:
        """Return for each objective the sides close enough to hold or contest it."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None:
            return {}
        from wolfling_gui.session.preview import near_objectives

        return near_objectives(rules, battle)

    def objective_tips(self) -> dict[str, str]:
        """Return for each objective what it takes to hold it, and who near it can (CL-MIS-6)."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None:
            return {}
        from wolfling_gui.session.scoring import objective_tip

        return {name: objective_tip(rules, battle, it) for name, it in battle.table.objectives.items()}

    def scoring(self, unit: str) -> tuple[bool, str]:
        """Tell whether a unit holds objectives, and say so; nothing where there are none (CL-MIS-5)."""
        battle, rules = self.battle, self.rules
        if battle is None or rules is None or unit not in battle.units:
            return False, ""
        from wolfling_gui.session.scoring import scores, scoring_text

        return bool(scores(rules, battle, unit)), scoring_text(rules, battle, unit)

    @property
    def shows_targets(self) -> bool:
        """Tell whether targets are marked now: a unit may fire, or the sight tool is in hand."""
        battle = self.battle
        if battle is None or self._unit not in battle.units or self.request is not None or self.looking_back:
            return False
        if self._draft is not None or self._tool == "sight":
            return self._draft is None
        return self.may_fire

    @property
    def may_fire(self) -> bool:
        """Tell whether it is the moment for the unit in hand to fire."""
        battle = self.battle
        if battle is None or self._unit not in battle.units or self.request is not None or self.looking_back:
            return False
        unit = battle.units[self._unit]
        waits = not unit.has("shot") and not unit.has("ran")
        return waits and unit.side == battle.clock.side and battle.clock.step == FIRING

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

    def lines_then(self, battle: Battle, shot: Shoot) -> tuple[ShotLine, ...]:
        """Return the line of every model of a shot fired at an earlier moment; kept for the last one."""
        rules = self.rules
        if rules is None or not battle.standing(shot.unit) or not battle.standing(shot.target):
            return ()
        key = (shot.unit, shot.target)
        if self._lines_then is None or self._lines_then[0] is not battle or self._lines_then[1] != key:
            from wolfling_gui.session.preview import lines

            self._lines_then = (battle, key, lines(rules, battle, shot.unit, shot.target))
        return self._lines_then[2]

    def forecasts(self) -> tuple[Forecast, ...]:
        """Return what markers and templates would do: those of the plan, else of the shot at the target.

        Without a plan the rules choose their places; there is nothing to show where the shot is refused.
        """
        battle, rules, draft = self.battle, self.rules, self._draft
        if battle is None or rules is None or self.request is not None or self.looking_back:
            return ()
        action = draft.shot if draft is not None else None
        if draft is None and self.shows_targets:
            preview = self.target_preview(self._hovered.unit) or self.target_preview()
            action = Shoot(self._unit, preview.unit) if preview is not None and preview.legal else None
        if action is None:
            return ()
        if self._forecasts is None or self._forecasts[0] is not battle or self._forecasts[1] != action:
            from wolfling_gui.session.aiming import forecasts_of

            self._forecasts = (battle, action, forecasts_of(rules, battle, action))
        return self._forecasts[2]

    def fallen(self) -> tuple[Fallen, ...]:
        """Return where the markers of the last shot came to lie, until another unit is taken in hand."""
        session = self._session
        step = session.undo_step if session is not None else None
        if session is None or step is None or self.looking_back or self._draft is not None:
            return ()
        action = innermost(step.action)
        if not isinstance(action, Shoot) or self._unit not in ("", action.unit):
            return ()
        from wolfling_gui.session.aiming import fallen

        return fallen(session)

    @property
    def asks_for_marker(self) -> bool:
        """Tell whether the question that waits asks where a further marker of a barrage is laid."""
        request = self.request
        if not isinstance(request, Put):
            return False
        from wolfling_gui.session.aiming import is_marker

        return is_marker(request)

    @property
    def arrow(self) -> int | None:
        """Return where the scatter die's arrow points, in degrees, while it is being set; else None."""
        return self._arrow

    @property
    def snaps(self) -> bool:
        """Tell whether the arrow that is dragged snaps to quarter turns."""
        return self._snaps

    @property
    def typed(self) -> tuple[int, ...]:
        """Return the dice typed so far for the question that waits."""
        return self._typed

    @property
    def shared(self) -> Mapping[str, int]:
        """Return how many each model has been given so far of what the question shares out."""
        return self._shared

    def scattering(self) -> Scattering | None:
        """Return what the question that waits lets scatter, or None."""
        if self._session is None or self.request is None or self.looking_back:
            return None
        from wolfling_gui.session.aiming import scattering

        return scattering(self._session)

    def come_down(self) -> tuple[Scattering, Drifting] | None:
        """Return what scattered last in the shot under way, and where it came down; else None."""
        if self._session is None or self.request is None or self.looking_back:
            return None
        from wolfling_gui.session.aiming import come_down

        return come_down(self._session)

    def outcome(self) -> Drifting | None:
        """Return where the marker that waits comes down, by the arrow set and the dice typed; else None."""
        if self._session is None or self.request is None or self.looking_back:
            return None
        from wolfling_gui.session.aiming import outcome

        return outcome(self._session, self._arrow, self._typed)

    def chosen(self) -> Unit | None:
        """Return the selected unit, or None."""
        return None if self.battle is None else self.battle.units.get(self._unit)

    def reasons(self) -> tuple[Finding, ...]:
        """Return what speaks against the plan or the last thing asked for."""
        verdict = self._draft.verdict if self._draft is not None else self._refusal
        return verdict.reasons if isinstance(verdict, Refusal) else ()


def phase_of(clock: Clock) -> Clock:
    """Return the phase of a clock, whatever is going on in it."""
    return Clock(clock.turn, clock.side, clock.step)
