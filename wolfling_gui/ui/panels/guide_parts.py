"""Hold the pieces of the guide: its blocks, what is refused now, and what the main button does."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.core.actions import KeepInReserve, Overrule, RollAllowance
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk, Verdict
from wolfling_gui.ui.panels.apart import rule_of
from wolfling_gui.ui.panels.charge_rows import charge_choice, charge_words
from wolfling_gui.ui.panels.discard import clear, discard
from wolfling_gui.ui.panels.main_choice import MainChoice
from wolfling_gui.ui.tools.deploy import lay_out, lay_out_all
from wolfling_gui.ui.tools.hold import SETTING_UP
from wolfling_gui.ui.widgets import (
    BorderedButton,
    ElidedLabel,
    FlowLayout,
    KeyCap,
    SectionHead,
    Segment,
    Segmented,
    SidePlate,
    TextLabel,
)

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide, Offer
    from wolfling_gui.rules.ruleset import Ruleset

EDGE = 14
PLAY_ON_KEYS = "Ctrl+G"
ROLLS_FIRST = ("move.roll_terrain_first", "move.roll_slow_first", "assault.roll_terrain_first")
"""What says that dice for the ground come before a plan."""


class GuideHead(QWidget):
    """Say whose moment it is, which round, and where in it we are; after the end, who won."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(EDGE, 10, EDGE, 12)
        column.setSpacing(10)
        row = QHBoxLayout()
        row.setSpacing(8)
        self._plate = SidePlate(0)
        self._whose = ElidedLabel("", "card_title", "side0")
        self._round = TextLabel("", "small", "text2")
        row.addWidget(self._plate)
        row.addWidget(self._whose)
        row.addStretch(1)
        row.addWidget(self._round)
        column.addLayout(row)
        self.steps = Segmented((), steps=True, read_only=True)
        self.steps.set_label(self.tr("Phase"))
        column.addWidget(self.steps)

    def show_moment(self, battle: Battle, guide: Guide, rules: Ruleset | None = None) -> None:
        """Show another moment."""
        side = battle.won_by if battle.clock.over else battle.clock.side
        known = side in {s.id for s in battle.sides}
        number = battle.side_index(side) if known else 0
        self._plate.setVisible(known)
        self._plate.set_side(number, naming.side_name(battle, side))
        self._whose.set_text(words.whose_turn(battle))
        self._whose.set_tone(f"side{number % 4}" if known else "text")
        self._round.setText(words.turn_words(battle, rules))
        current = next((n for n, s in enumerate(guide.steps) if s.state == "now"), -1)
        segments = [Segment(naming.step_name(s.says), done=s.state == "done") for s in guide.steps]
        self.steps.set_segments(segments, current)
        self.steps.setVisible(bool(segments))


class Block(QWidget):
    """Hold a part of the guide under a head; without content it takes no room."""

    def __init__(self, title: str = "", edge: int = EDGE, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._outer = QVBoxLayout(self)
        self._outer.setContentsMargins(edge, 0, edge, 0)
        self._outer.setSpacing(6)
        self.head = SectionHead(title, self)
        self._outer.addWidget(self.head)
        self.head.setHidden(not title)
        self.hide()

    def clear(self) -> None:
        """Free what it holds."""
        while self._outer.count() > 1:
            item = self._outer.takeAt(1)
            if item is not None and (widget := item.widget()) is not None:
                discard(widget)
        self.hide()

    def add(self, widget: QWidget) -> None:
        """Add a widget and show the block."""
        self._outer.addWidget(widget)
        widget.show()
        self.show()


class KeysLine(QWidget):
    """Say in one line what some keys do now."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(6)

    def show_keys(self, said: list[tuple[str, str]]) -> None:
        """Show other keys with what they do; without any the line takes no room."""
        clear(self._row)
        self.setHidden(not said)
        if not said:
            return
        self._row.addStretch(1)
        for place, (keys, text) in enumerate(said):
            if place:
                self._row.addWidget(TextLabel("·", "small", "text3"))
            self._row.addWidget(KeyCap(keys))
            self._row.addWidget(TextLabel(text, "small", "text3"))
        self._row.addStretch(1)


def keys_said(desk: Desk) -> list[tuple[str, str]]:
    """Return keys with what they do now: Esc, and that any step can be taken back."""
    said: list[tuple[str, str]] = []
    if desk.draft is not None and desk.draft.allowed:
        said.append(("Esc", QCoreApplication.translate("Guide", "puts it back")))
    elif desk.aim() is not None and refused_now(desk) is None:
        said.append(("Esc", QCoreApplication.translate("Guide", "drops the target")))
    if desk.watching:
        return [
            (desk.key_of("replay_on"), QCoreApplication.translate("Guide", "steps on")),
            (desk.key_of("replay_play"), QCoreApplication.translate("Guide", "plays by itself")),
        ]
    undo = desk.key_of("undo")
    can_undo = undo and desk.session is not None and desk.session.undo_step is not None
    if can_undo and not desk.undo_asked and not desk.looking_back:
        said.append((undo, QCoreApplication.translate("Guide", "takes back a step")))
    return said


def refused_now(desk: Desk) -> Refusal | None:
    """Return the refusal shown: of the plan, of what was asked for, or of the unit aimed at."""
    if desk.looking_back or desk.request is not None:
        return None
    if desk.draft is not None:
        return desk.draft.verdict if isinstance(desk.draft.verdict, Refusal) else None
    if desk.refusal is not None:
        return desk.refusal
    aim = desk.aim()
    return aim.verdict if aim is not None and isinstance(aim.verdict, Refusal) else None


def may_be_overruled(refusal: Refusal) -> bool:
    """Tell whether there is something that could be done all the same."""
    return not isinstance(refusal.action, Overrule) and bool(refusal.reasons)


def must_first(guide: Guide) -> list[Finding]:
    """Return what must be done first, without units to set up: the list has them already."""
    listed = {o.unit for o in guide.offers if o.says == "offer.deploy_unit"}
    return [f for f in guide.must if f.against and not listed & set(f.about)]


def telling_rule(desk: Desk) -> str:
    """Return the rule that tells most about what is chosen: what gives the number to hit its last turn."""
    if desk.draft is not None or desk.request is not None or refused_now(desk) is not None:
        return ""
    if not desk.shows_targets:
        return ""
    shown = desk.target or next((t.unit for t in desk.targets() if t.legal), "")
    preview = desk.target_preview(shown) if shown else None
    if preview is None or preview.volley is None or not preview.volley.groups:
        return ""
    group = max(preview.volley.groups, key=lambda g: g.shots)
    return rule_of(group.to_hit)


def doer(desk: Desk, offer: Offer) -> Callable[..., object]:
    """Return a function that does what is offered."""

    def do(*_: object) -> None:
        if offer.action is not None:
            desk.perform(offer.action)

    return do


def offer_button(desk: Desk, battle: Battle, offer: Offer) -> BorderedButton:
    """Return a button that asks for what is offered; where it is refused now the tooltip says why.

    A refused one can be pressed all the same: the refusal shows its reasons and the way to overrule it.
    """
    button = BorderedButton(words.offer(battle, offer))
    if offer.findings:
        button.setToolTip(words.sentence(battle, offer.findings[0]))
    button.clicked.connect(doer(desk, offer))
    return button


def extra_button(text: str, icon_name: str, told: str, run: Callable[[], object]) -> BorderedButton:
    """Return a button for something that is no action of the battle; `told` is its tooltip."""
    button = BorderedButton(text, icon_name=icon_name)
    button.setToolTip(told)
    button.clicked.connect(lambda *_: run())
    return button


def ways_on(desk: Desk, battle: Battle, guide: Guide) -> list[BorderedButton]:
    """Return what clears the way for a refused plan: the roll that its terrain asks for."""
    draft = desk.draft
    if draft is None or draft.allowed:
        return []
    wanted = [o for o in guide.also if isinstance(o.action, RollAllowance) and o.allowed]
    needed = any(f.says in ROLLS_FIRST for f in desk.reasons())
    return [offer_button(desk, battle, offer) for offer in wanted] if needed else []


def set_up_ways(desk: Desk, battle: Battle, guide: Guide, *, kept: bool = True) -> list[BorderedButton]:
    """Return what else can be done while units are set up: keep the one laid out back, or propose for all.

    With `kept` off, what the guide offers beside it anyway is left out.
    """
    draft = desk.draft
    if (
        battle.clock.step != "deployment"
        or battle.real_table
        or (draft is not None and draft.kind != "deploy")
    ):
        return []
    found: list[BorderedButton] = []
    if kept:
        back = (o for o in guide.also if isinstance(o.action, KeepInReserve))
        found += [offer_button(desk, battle, o) for o in back]
    left = sum(1 for o in guide.offers if o.says == "offer.deploy_unit")
    if left > 1:
        text = words.plural("Guide", "Set up the last one as proposed", "Set up all %n as proposed", left)
        told = QCoreApplication.translate(
            "Guide", "Sets up every unit that is left where there is room; each can be moved afterwards."
        )
        found.append(extra_button(text, "deploy", told, lambda: lay_out_all(desk)))
    return found


def flowing(widgets: Iterable[QWidget]) -> QWidget:
    """Return widgets in rows that break where the width ends."""
    holder = QWidget()
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
    policy.setHeightForWidth(True)
    holder.setSizePolicy(policy)
    flow = FlowLayout(holder, 8)
    for widget in widgets:
        flow.addWidget(widget)
    return holder


def waits_to_be_set_up(battle: Battle, unit: str) -> bool:
    """Tell whether models of a unit are to be set down now: in the set-up, or as they arrive."""
    missing = not battle.real_table and len(battle.standing(unit)) < len(battle.members(unit))
    arrives = battle.units[unit].in_reserve.startswith("arriving")
    return missing and (battle.clock.step in SETTING_UP or arrives)


def main_choice(
    desk: Desk, battle: Battle, guide: Guide, choose_unit: Callable[[str], None]
) -> MainChoice | None:
    """Return what the main button does now, None where there is nothing left to do."""
    if desk.watching:
        on = (
            QCoreApplication.translate("Guide", "Play it from the start")
            if battle.clock.over
            else QCoreApplication.translate("Guide", "Play on from here")
        )
        return MainChoice(on, desk.play_on_wanted.emit, PLAY_ON_KEYS)
    if desk.looking_back:
        return MainChoice(
            QCoreApplication.translate("Guide", "Back to now"), lambda: desk.look_at(None), "Esc"
        )
    if desk.undo_asked:
        return MainChoice(QCoreApplication.translate("Guide", "Take it back"), lambda: desk.undo(sure=True))
    if desk.draft is not None:
        return _plan_choice(desk)
    if desk.refusal is not None:
        return MainChoice(QCoreApplication.translate("Guide", "Leave it"), desk.drop_refusal, "Esc")
    if desk.target and desk.shows_targets:
        return _shot_choice(desk, battle)
    if desk.aim() is not None:
        return charge_choice(desk, guide)
    if guide.main is not None and guide.main.action is not None:
        return MainChoice(words.offer(battle, guide.main), doer(desk, guide.main))
    if guide.main is not None and guide.main.unit:
        named = guide.main.unit
        return MainChoice(words.offer(battle, guide.main), lambda: choose_unit(named))
    if guide.title == "guide.run_unit" and not battle.real_table:
        stay = QCoreApplication.translate("Guide", "Leave %1 where it stands")
        return MainChoice(
            stay.replace("%1", naming.unit_name(battle, guide.about[0]), 1), lambda: desk.select("")
        )
    waiting = (o for o in guide.offers if o.unit and o.allowed and not o.says.endswith("_done"))
    following = next(waiting, None)
    if following is not None and following.unit != desk.unit:
        return MainChoice(words.offer(battle, following), lambda: choose_unit(following.unit))
    if following is not None and battle.clock.step == "deployment":
        return MainChoice(words.offer(battle, following), lambda: lay_out(desk, following.unit))
    must = must_first(guide)
    if must:
        reason = words.sentence(battle, must[0])
        return MainChoice(QCoreApplication.translate("Guide", "Go on"), lambda: None, why_not=reason)
    return None


def _plan_choice(desk: Desk) -> MainChoice:
    draft = desk.draft
    assert draft is not None
    if not draft.allowed:
        return MainChoice(QCoreApplication.translate("Guide", "Put back"), desk.clear_draft, "Esc")
    count = len(draft.models)
    if draft.shot is not None:
        return MainChoice(fire_words(desk, draft.verdict), desk.commit_draft)
    if draft.kind == "deploy":
        text = words.plural("Guide", "Set up 1 model here", "Set up %n models here", count)
    elif draft.kind == "charge":
        text = charge_words(desk, draft.target, sum(1 for path in draft.paths.values() if path))
    elif draft.mode == "run":
        text = words.plural("Guide", "Commit the run of 1", "Commit the run of %n", count)
    else:
        text = words.plural("Guide", "Commit the move of 1", "Commit the move of %n", count)
    return MainChoice(text, desk.commit_draft)


def _shot_choice(desk: Desk, battle: Battle) -> MainChoice:
    preview = desk.target_preview()
    if preview is not None and words.mark_of_verdict(preview.verdict) == "question":
        say = QCoreApplication.translate("Guide", "Say the facts…")
        return MainChoice(say, desk.facts_wanted.emit)
    if preview is None or not preview.legal or preview.volley is None:
        other = QCoreApplication.translate("Guide", "Other target")
        return MainChoice(other, lambda: desk.set_target(""), "Esc")
    return MainChoice(fire_words(desk, preview.verdict), lambda: desk.fire(preview.unit))


def fire_words(desk: Desk, verdict: Verdict | None) -> str:
    """Say at whom a permitted shot is fired, and with how many dice."""
    plan = verdict.plan if isinstance(verdict, Permit) else None
    if desk.battle is None or not isinstance(plan, Volley):
        return QCoreApplication.translate("Guide", "Fire")
    text = words.plural("Guide", "Fire at %1 · 1 die", "Fire at %1 · %n dice", plan.shots)
    return text.replace("%1", naming.unit_name(desk.battle, plan.target))
