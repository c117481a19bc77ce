"""List the hints of a first battle: when each is shown, what it says, and what makes it go for good.

To add a hint, add a row to `HINTS`. Rows above go before rows below; one is shown at a time.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.actions import EndStep, OperateDoor, RollReserves
from wolfling_gui.core.requests import Request
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import refused_now, waits_to_be_set_up
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.widgets.keycap import key_text

DICE: Final = ("Roll", "Spin")
BEFORE_PLAY: Final = ("roll_off", "mission", "layout", "zones")


@dataclass(frozen=True, slots=True)
class Moment:
    """Say what the window is at, in words that the table of hints can ask for.

    `did` names the action that was just done, "Undo" when one was taken back; `answered` the kind of question
    that was just answered, `asked` the one that waits, `by_rule` its rule.
    """

    step: str = ""
    turn: int = 0
    second: bool = False
    unit: bool = False
    plan: str = ""
    allowed: bool = False
    asked: str = ""
    by_rule: str = ""
    answered: str = ""
    did: str = ""
    refused: bool = False
    targets: bool = False
    target: bool = False
    charges: bool = False
    reserves: bool = False
    doors: bool = False
    to_set_up: bool = False
    may_end: bool = False
    objectives: bool = False
    app_dice: bool = True
    at_table: bool = False
    looking_back: bool = False

    @property
    def free(self) -> bool:
        """Tell whether nothing is asked, planned, refused or looked back at."""
        return not (self.asked or self.plan or self.refused or self.looking_back)


@dataclass(frozen=True, slots=True)
class Hint:
    """Hold a hint: `keys` are commands or keys that fill the places %1, %2 … of its text.

    Without `done` it is enough to have been in its moment once.
    """

    id: str
    when: Callable[[Moment], bool]
    text: str
    done: Callable[[Moment], bool] | None = None
    keys: tuple[str, ...] = ()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Hints", text)


def _did(*names: str) -> Callable[[Moment], bool]:
    return lambda m: m.did in names


def _answered(*kinds: str) -> Callable[[Moment], bool]:
    return lambda m: m.answered in kinds


HINTS: Final[tuple[Hint, ...]] = (
    Hint(
        "looking_back",
        lambda m: m.looking_back,
        "The map is dimmed: it shows that moment as it was. %1 comes back to now.",
        keys=("Esc",),
    ),
    # ------------------------------------------------------------ questions
    Hint(
        "typed_dice",
        lambda m: m.asked == "Roll" and not m.app_dice and "-MOR-" not in m.by_rule,
        "Roll that many dice and type the faces in one go, such as 2335. %1 rolls the missing ones for you;"
        " %2 takes them.",
        lambda m: m.answered == "Roll" and not m.app_dice,
        ("R", "Return"),
    ),
    Hint(
        "morale",
        lambda m: m.asked == "Roll" and "-MOR-" in m.by_rule,
        "A test of nerve: two dice together, at most the Leadership shown, or the unit falls back."
        " The card lists what changed the number.",
    ),
    Hint(
        "sharing",
        lambda m: m.asked == "Allocate",
        "The wounded side chooses who takes what: click models on the map, or rows here by their number."
        " %1 when all are given.",
        _answered("Allocate"),
        ("Return",),
    ),
    Hint(
        "putting",
        lambda m: m.asked == "Put",
        "These models are moved as the rules ask. Drag the ghosts if you want them elsewhere; %1 takes the"
        " places.",
        _answered("Put"),
        ("Return",),
    ),
    Hint(
        "choosing",
        lambda m: m.asked in ("Choose", "Confirm"),
        "A question to a player: click an answer, or press its number.",
        _answered("Choose", "Confirm"),
    ),
    # ------------------------------------------------------------ refusals and plans
    Hint(
        "refused",
        lambda m: m.refused,
        "A refusal says the rule, by how much, and where on the map. Change the plan, or go back with %1;"
        " when you both agree, Overrule… (%2) does it all the same.",
        keys=("Esc", "overrule"),
    ),
    Hint(
        "set_up_plan",
        lambda m: m.plan == "deploy",
        "The unit is only laid out. Drag one of its models to shift them all, or click a model first to shift"
        " it alone; %1 sets them up, %2 puts them back.",
        _did("Deploy"),
        ("Return", "Esc"),
    ),
    Hint(
        "move_plan",
        lambda m: m.plan == "move" and m.allowed,
        "Nothing is done yet: drag on, or click one model and drag it alone. %1 commits the move, %2 puts it"
        " back.",
        _did("Move"),
        ("Return", "Esc"),
    ),
    Hint(
        "charge_plan",
        lambda m: m.plan == "charge" and m.allowed,
        "These ways lead into contact. A model can be dragged to touch another enemy; %1 begins the assault,"
        " %2 puts it back.",
        _did("Charge"),
        ("Return", "Esc"),
    ),
    # ------------------------------------------------------------ set-up
    Hint(
        "begin",
        lambda m: m.free and m.step in BEFORE_PLAY,
        "The filled button below, or %1, always does what comes next. Other ways stand above it.",
        lambda m: m.turn == 0 and m.step not in ("", *BEFORE_PLAY),
        ("Return",),
    ),
    Hint(
        "set_up",
        lambda m: m.free and m.step == "deployment" and m.to_set_up,
        "Choose a unit here or by its number: it is laid out in the side’s zone, which is outlined"
        " on the map.",
        lambda m: m.plan == "deploy",
    ),
    Hint(
        "take_back",
        lambda m: m.free and m.did in ("Deploy", "Move"),
        "Changed your mind? %1 takes back any step, as far as you like, and %2 does it again.",
        lambda m: m.did in ("Undo", "EndStep", "Shoot"),
        ("undo", "redo"),
    ),
    Hint(
        "seize",
        lambda m: m.free and m.step == "seize",
        "The second player may roll once to go first after all. If nobody wants to, begin the first turn.",
        _did("Seize", "EndStep"),
    ),
    # ------------------------------------------------------------ movement
    Hint(
        "other_side",
        lambda m: m.free and m.turn == 1 and m.second and m.step == "movement",
        "Now it is the other side’s turn: the name at the top says whose. Everything works for it as it did"
        " for you.",
        lambda m: m.second and m.turn == 1 and m.step not in ("", "movement"),
    ),
    Hint(
        "reserves",
        lambda m: m.free and m.reserves,
        "Units in reserve wait off the table. The roll for each comes before any move of this turn.",
        _did("RollReserves"),
    ),
    Hint(
        "take",
        lambda m: m.free and m.step == "movement" and not m.unit and not m.at_table,
        "Click one of the side’s units, on the map or here. On the map, %1 goes from unit to unit.",
        lambda m: m.step == "movement" and m.unit,
        ("Tab",),
    ),
    Hint(
        "drag",
        lambda m: m.free and m.step == "movement" and m.unit and not m.at_table,
        "Drag a model: the unit follows, and the card at the pointer says how far it went and what is left."
        " By keys: %1 takes it, the arrows carry it, %2 puts it down.",
        lambda m: m.plan == "move",
        ("take_or_put", "take_or_put"),
    ),
    Hint(
        "doors",
        lambda m: m.free and m.step == "movement" and m.unit and m.doors,
        "A model stands close enough to work a door: the buttons here do it, or the door tool (%1) and a"
        " click on the door.",
        _did("OperateDoor"),
        ("tool_door",),
    ),
    Hint(
        "objectives",
        lambda m: m.free and m.objectives and m.turn >= 2 and m.step == "movement",
        "The discs with a dotted ring are objectives. A unit of yours within the ring holds one if no enemy"
        " is in it too; what counts is who holds them at the end.",
        _did("EndStep"),
    ),
    # ------------------------------------------------------------ shooting
    Hint(
        "fire",
        lambda m: m.free and m.target,
        "The card shows how the number comes about, and the odds. %1 fires; %2 drops the target.",
        _did("Shoot"),
        ("Return", "Esc"),
    ),
    Hint(
        "facts",
        lambda m: m.free and m.at_table and m.targets,
        "The app does not see your table: choose a target, then say range, sight and cover. Nothing is rolled"
        " before all that the shot needs is said.",
        _did("Shoot"),
    ),
    Hint(
        "targets",
        lambda m: m.free and m.targets,
        "Every enemy is marked: a ring may be shot at, a dashed one with ✕ may not, and says why. Click one,"
        " or press its number.",
        lambda m: m.target,
    ),
    Hint(
        "shooters",
        lambda m: m.free and m.step == "shooting" and not m.unit,
        "Take a unit to see whom it can shoot at. One that does not shoot may run instead.",
        lambda m: m.step == "shooting" and m.unit,
    ),
    Hint(
        "wrong_die",
        lambda m: m.free and m.did == "Shoot",
        "Every die stays open: Put a die right… (%1) changes one that was read or typed wrong, and plays on"
        " from there.",
        lambda m: m.did in ("Move", "EndStep", "Undo"),
        ("correct",),
    ),
    # ------------------------------------------------------------ assault
    Hint(
        "charge",
        lambda m: m.free and m.charges,
        "Every enemy says whether this unit can reach it. Click one, or press its number; the main button"
        " then moves the models the shortest ways into contact.",
        lambda m: m.did == "Charge" or m.plan == "charge",
    ),
    Hint(
        "assault",
        lambda m: m.free and m.step == "assault" and not m.unit,
        "Take a unit to see whom it can assault. Units out of reach are left where they are: end the step"
        " when nobody else assaults.",
        lambda m: m.step == "assault" and (m.unit or m.did == "EndStep"),
    ),
    Hint(
        "combat",
        lambda m: m.free and m.step == "combat",
        "Each combat is fought whole: blows by initiative, saves, who won and by how much, and whether the"
        " loser holds.",
        _did("Fight"),
    ),
    # ------------------------------------------------------------ going on
    Hint(
        "end_step",
        lambda m: m.free and m.may_end and m.turn > 0,
        "Units may be left as they are. When you are done, %1 or the filled button goes on to the next"
        " phase.",
        lambda m: m.did == "EndStep" and m.turn > 0 and (m.second or m.turn > 1 or m.step != "movement"),
        ("end_step",),
    ),
    Hint(
        "over",
        lambda m: m.free and m.step == "over",
        "The log keeps the whole battle: a click on a row shows its moment on the map, and why each number"
        " was what it was.",
        lambda m: m.step == "over" and m.looking_back,
    ),
)  # fmt: skip


class HintBook:
    """Find the hint of the moment; what was done or put away once is not shown again."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._session: object = None
        self._here: object = None
        self._asked: Request[object] | None = None
        self._did = ""
        self._shown: Hint | None = None

    def follow(self, desk: Desk, seen: bool = True) -> Hint | None:
        """Note what was just done, and return the hint to show now; `seen` tells if the last one was."""
        moment = self._moment(desk)
        for hint in HINTS:
            if hint.done is not None and hint.done(moment):
                self.put_away(hint.id)
        if self._shown is not None and self._shown.done is None and not self._shown.when(moment) and seen:
            self.put_away(self._shown.id)
        self._shown = None
        if self.settings.hints:
            self._shown = next((h for h in HINTS if h.id not in self._done and h.when(moment)), None)
        return self._shown

    @property
    def _done(self) -> list[str]:
        return self.settings.hints_done

    def put_away(self, hint: str) -> None:
        """Do not show a hint any more."""
        if hint not in self._done:
            self._done.append(hint)

    def _moment(self, desk: Desk) -> Moment:
        battle, session, guide = desk.battle, desk.session, desk.guide()
        if battle is None or session is None or guide is None or desk.watching:
            self._session = None
            return Moment()
        step = session.undo_step
        if session is not self._session:
            self._session, self._here, self._asked, self._did = session, step, None, ""
        moved, self._here = step is not self._here, step
        # Taking back leads to an earlier step, from where there is a way forward again.
        back = moved and session.redo_step is not None
        if moved:
            self._did = "Undo" if back or step is None else type(step.action).__name__
        request, asked = desk.request, self._asked
        answered = ""
        # A question that goes with its action is answered; one that goes without was called off.
        if asked is not None and request is not asked and (request is not None or moved) and not back:
            answered = type(asked).__name__
        self._asked = request
        clock, draft, chosen = battle.clock, desk.draft, desk.chosen()
        own = chosen is not None and chosen.side == clock.side
        offers = (*guide.also, *((guide.main,) if guide.main is not None else ()))
        doable = tuple(o.action for o in offers if o.allowed and o.action is not None)
        return Moment(
            step=clock.step,
            turn=clock.turn,
            second=len(clock.order) > 1 and clock.side == clock.order[1],
            unit=own,
            plan=draft.kind if draft is not None else "",
            allowed=draft is not None and draft.allowed,
            asked=type(request).__name__ if request is not None else "",
            by_rule=request.rule if request is not None else "",
            answered=answered,
            did=self._did,
            refused=refused_now(desk) is not None,
            targets=own and desk.may_fire,
            target=bool(desk.target) and desk.shows_targets,
            charges=desk.shows_charges,
            reserves=any(isinstance(action, RollReserves) for action in doable),
            doors=any(isinstance(action, OperateDoor) for action in doable),
            to_set_up=any(waits_to_be_set_up(battle, o.unit) for o in guide.offers if o.unit),
            may_end=any(isinstance(action, EndStep) for action in doable),
            objectives=bool(battle.table.objectives),
            app_dice=desk.app_dice,
            at_table=battle.real_table,
            looking_back=desk.looking_back,
        )


def hint_words(hint: Hint, desk: Desk) -> str:
    """Return what a hint says, with the keys as the players have them."""
    words = _tr(hint.text)
    for place, name in enumerate(hint.keys, start=1):
        words = words.replace(f"%{place}", key_text(desk.key_of(name) or name), 1)
    return words
