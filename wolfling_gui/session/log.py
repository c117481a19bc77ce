"""The battle's log: every step in words, with what was refused, overruled and put right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from wolfling_gui.core.actions import (
    Action,
    Adjust,
    Deploy,
    EndStep,
    KeepInReserve,
    Move,
    OperateDoor,
    Overrule,
    RollAllowance,
    RollReserves,
    Shoot,
)
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.report import Entry
from wolfling_gui.core.verdict import Finding
from wolfling_gui.files.journal import START, Folded, History, Step
from wolfling_gui.files.journal_lines import Refused
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import naming
from wolfling_gui.session.explain import explain_entry, explain_finding
from wolfling_gui.session.luck import USUAL, customs_of, rolls_in, row_text, with_following
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.sentences.values import values_of
from wolfling_gui.session.session import Session

RowMark = Literal["", "refused", "overruled", "corrected"]
RowKind = Literal["dice", "move", "shot", "door", "loss", "turn", "agreed", "refused", "other"]

_KINDS: Mapping[str, RowKind] = {
    "did.moved": "move",
    "did.came_on": "move",
    "did.deployed": "move",
    "did.kept_back": "move",
    "did.aimed": "shot",
    "did.opened": "door",
    "did.shut": "door",
    "did.casualties": "loss",
    "did.wounded": "loss",
    "did.lost_to_danger": "loss",
    "did.began_step": "turn",
    "did.won": "turn",
    "did.draw": "turn",
    "did.wiped_out": "turn",
    "did.overruled": "agreed",
}


class LogRow(msgspec.Struct, frozen=True):
    """Hold one row of the log.

    `number` is the turn and the row's place in it (“3.07”); `side` the id of the side it belongs to, empty
    for both; `step_line` the line of the step after which it stands, to go back to that moment; `explained`
    the breakdown of what the dice needed, in one line; `luck` what they made of what was to be expected;
    `refusal` its line of the record.
    """

    number: str
    turn: int
    side: str
    side_name: str
    mark: RowMark
    text: str
    rules: tuple[str, ...]
    faces: tuple[int, ...]
    step_line: int
    kind: RowKind
    explained: str = ""
    luck: str = ""
    refusal: int = 0


class LogBook:
    """Write the log of one battle, keeping the rows of steps already written."""

    def __init__(
        self,
        battle_after: Callable[[int], Battle],
        catalogue: Catalogue | None = None,
        agreed: Sequence[Finding] = (),
    ) -> None:
        """Begin with nothing written; `battle_after` gives the battle after a step, by its line.

        `agreed` is what the rules have against the forces, which the players overruled before the first step.
        """
        self._agreed = tuple(agreed)
        self._battle_after = battle_after
        self._catalogue = catalogue
        self._customs = customs_of(catalogue) if catalogue is not None else USUAL
        self._names: dict[str, str] = {}
        self._written: dict[int, tuple[LogRow, ...]] = {}
        self._last: tuple[tuple[object, ...], list[LogRow]] | None = None

    def rows(self, history: History) -> list[LogRow]:
        """Return the rows from the start to where the battle stands, numbered within each turn.

        Sides bear the names in them that they bear now.
        """
        key = (history, history.here, history.count)
        if self._last is not None and self._last[0] == key:
            return list(self._last[1])
        steps = history.branch()
        names = {side.id: side.name for side in self._battle_after(history.here).sides}
        if names != self._names:
            self._names = names
            self._written.clear()
        refused = _placed(history, steps)
        found: list[LogRow] = [self._agreement(finding) for finding in self._agreed]
        for line, step in ((START, None), *((step.line, step) for step in steps)):
            if step is not None:
                found += self._rows_of(step, history)
            for number in refused.get(line, ()):
                found += self._refusal(*number, line)
        self._last = (key, list(_numbered(found)))
        return list(self._last[1])

    def _rows_of(self, step: Step, history: History) -> tuple[LogRow, ...]:
        if step.line not in self._written:
            self._written[step.line] = tuple(self._write(step, history))
        return self._written[step.line]

    def _then(self, line: int) -> Battle:
        """Return the battle after a step with the sides called as they are called now."""
        battle = self._battle_after(line)
        for side in battle.sides:
            name = self._names.get(side.id, side.name)
            if name != side.name:
                battle = battle.with_side(msgspec.structs.replace(side, name=name))
        return battle

    def _write(self, step: Step, history: History) -> Iterator[LogRow]:
        before, after = self._then(step.parent), self._then(step.line)
        turn, side = before.clock.turn, _actor(step.action, before)
        if step.corrects:
            text = _put_right(history.steps[step.corrects], step)
            yield _row(turn, side, before, "corrected", text, (), (), step.line, "agreed")
        dice = _Dice(step)
        for entry, following in with_following(step.done.report.entries):
            row = self._entry_row(entry, step, before, after, dice, side)
            luck = row_text(list(rolls_in(entry, following, self._customs))) if entry.faces else ""
            yield msgspec.structs.replace(row, luck=luck) if luck else row

    def _entry_row(
        self, entry: Entry, step: Step, before: Battle, after: Battle, dice: _Dice, side: str
    ) -> LogRow:
        battle = after if entry.says in ("did.began_step",) else before
        words = explain_entry(entry, battle, self._catalogue, typed=dice.typed(entry))
        text, rules = words.text, words.rules
        mark: RowMark = ""
        if entry.says == "did.overruled":
            mark = "overruled"
            text, rules = self._overruled(entry, step, before)
        kind = _KINDS.get(entry.says, "dice" if entry.faces else "other")
        if isinstance(step.action, Adjust):
            kind = "agreed"
        turn = int(entry.facts.get("turn", 0)) if entry.says == "did.began_step" else before.clock.turn
        owner = entry.side or ("" if isinstance(step.action, Adjust) else side)
        return _row(turn, owner, battle, mark, text, rules, entry.faces, step.line, kind, words.line)

    def _overruled(self, entry: Entry, step: Step, before: Battle) -> tuple[str, tuple[str, ...]]:
        """Say what was overruled: the first reason the rules had against it, and the players' note."""
        note = entry.facts.get("note", "")
        reasons = [f for f in step.done.report.findings if f.effect == "warns"]
        if not reasons:
            return explain_entry(entry, before, self._catalogue).text, ()
        reason = explain_finding(reasons[0], before, self._catalogue).text
        rules = tuple(dict.fromkeys(f.rule for f in reasons))
        return tr("log.overruled_because", reason=reason, note=note), rules

    def _agreement(self, finding: Finding) -> LogRow:
        """Say of a force that it is played with by agreement, and what is against it."""
        battle = self._then(START)
        reason = explain_finding(finding, battle, self._catalogue).text
        text = tr("log.overruled_because", reason=reason, note="")
        side = finding.about[0] if finding.about else ""
        return _row(0, side, battle, "overruled", text, (finding.rule,), (), START, "agreed")

    def _refusal(self, number: int, refused: Refused, line: int) -> tuple[LogRow, ...]:
        if -number not in self._written:
            before = self._then(line)
            reasons = [f for f in refused.findings if f.against]
            said = [explain_finding(finding, before, self._catalogue).text for finding in reasons[:1]]
            text = _tried(refused.action, before, said[0] if said else "")
            side = _actor(refused.action, before)
            rules = tuple(dict.fromkeys(f.rule for f in reasons))
            turn = before.clock.turn
            row = _row(turn, side, before, "refused", text, rules, (), line, "refused")
            row = msgspec.structs.replace(row, refusal=number)
            self._written[-number] = (row,)
        return self._written[-number]


def log_rows(
    history: History,
    battle_after: Callable[[int], Battle],
    catalogue: Catalogue | None = None,
    agreed: Sequence[Finding] = (),
) -> list[LogRow]:
    """Return the log of a battle from the start to where it stands."""
    return LogBook(battle_after, catalogue, agreed).rows(history)


def session_log(session: Session) -> list[LogRow]:
    """Return the log of a running battle."""
    agreed = session.header.agreed
    return log_rows(session.recorder.history, session.battle_after, session.rules.catalogue, agreed)


def folded_log(folded: Folded, catalogue: Catalogue | None = None) -> list[LogRow]:
    """Return the log of a battle read from its journal."""
    return log_rows(folded.history, folded.battles.__getitem__, catalogue)


def log_lines(log: Session | list[LogRow]) -> list[str]:
    """Return a log as plain text, one line a row: number, side, mark, text, rules."""
    rows = log if isinstance(log, list) else session_log(log)
    width = max((len(row.side_name) for row in rows), default=0)
    return [
        tr(
            "log.line",
            number=row.number,
            side=row.side_name.ljust(width),
            mark=tr("log.refused") if row.mark == "refused" else "",
            text=row.text,
            rules=", ".join(row.rules),
        )
        for row in rows
    ]


# ---------------------------------------------------------------------- inside


class _Dice:
    """Tell for the entries of a step, in order, how many of their dice were typed, not rolled by the app."""

    def __init__(self, step: Step) -> None:
        self._left = [
            (tuple(answer), step.typed_of(number))
            for number, answer in enumerate(step.answers)
            if isinstance(answer, list | tuple)
        ]
        self._all_rolled = all(not typed for _, typed in self._left)

    def typed(self, entry: Entry) -> int:
        for place, (faces, typed) in enumerate(self._left):
            if faces == entry.faces:
                del self._left[: place + 1]
                return typed
        return 0 if self._all_rolled else len(entry.faces)


def _row(
    turn: int,
    side: str,
    battle: Battle,
    mark: RowMark,
    text: str,
    rules: tuple[str, ...],
    faces: tuple[int, ...],
    line: int,
    kind: RowKind,
    explained: str = "",
) -> LogRow:
    name = naming.side_name(battle, side) if side else ""
    return LogRow("", turn, side, name, mark, text, rules, faces, line, kind, explained)


def _numbered(rows: list[LogRow]) -> Iterator[LogRow]:
    turn, count = -1, 0
    for row in rows:
        count = count + 1 if row.turn == turn else 1
        turn = row.turn
        yield msgspec.structs.replace(row, number=f"{turn}.{count:02d}")


def _placed(history: History, steps: tuple[Step, ...]) -> dict[int, list[tuple[int, Refused]]]:
    """Return the refusals of this branch by the step after which the battle stood then.

    One that was overruled at once is left out: the overruling says what was against it.
    """
    here = {START, *(step.line for step in steps)}
    overruled = {s.parent: (s.action.action,) for s in steps if isinstance(s.action, Overrule)}
    found: dict[int, list[tuple[int, Refused]]] = {}
    for number, refused in history.refused:
        stood = history.refused_at[number]
        if stood in here and refused.action not in overruled.get(stood, ()):
            found.setdefault(stood, []).append((number, refused))
    return found


def _actor(action: Action, battle: Battle) -> str:
    """Return the side that acts: that of the unit or model, else the one whose turn it is."""
    match action:
        case Overrule():
            return _actor(action.action, battle)
        case Move(unit=unit) | Shoot(unit=unit) | Deploy(unit=unit) | KeepInReserve(unit=unit):
            return battle.units[unit].side if unit in battle.units else battle.clock.side
        case RollAllowance(unit=unit):
            return battle.units[unit].side if unit in battle.units else battle.clock.side
        case OperateDoor(model=model):
            return battle.side_of(model) if model in battle.models else battle.clock.side
        case EndStep() | RollReserves():
            return battle.clock.side
        case _:
            return ""


def _tried(action: Action, battle: Battle, reason: str) -> str:
    """Say what was wanted and refused, and why."""
    about: tuple[str, ...] = ()
    kind = type(action).__struct_config__.tag
    match action:
        case Shoot():
            about = (action.unit, action.target)
        case Move() | RollAllowance():
            about = (action.unit,)
            kind = "run" if action.mode == "run" else kind
        case Deploy() | KeepInReserve():
            about = (action.unit,)
            arriving = action.unit in battle.units and battle.units[action.unit].in_reserve
            kind = "arrive" if isinstance(action, Deploy) and arriving else kind
        case OperateDoor():
            about = (action.model, action.door)
        case EndStep():
            about = (battle.clock.side,)
    key = f"log.tried_{kind}"
    known = {*battle.units, *battle.models, *battle.table.doors, *(side.id for side in battle.sides)}
    if not about or not known.issuperset(about) or not knows(key):
        key = "log.tried"
    return tr(key, **{**values_of(key, about, {}, battle), "reason": reason})


def _put_right(old: Step, new: Step) -> str:
    """Say which die or answer was put right: the first answer that differs."""
    for before, after in zip(old.answers, new.answers, strict=False):
        if before != after:
            return _changed(before, after)
    return tr("log.answer_put_right")


def _changed(before: Any, after: Any) -> str:
    if not isinstance(before, list | tuple) or not isinstance(after, list | tuple):
        return tr("log.answer_put_right")
    changed = [place for place, (a, b) in enumerate(zip(before, after, strict=False)) if a != b]
    if len(changed) == 1 and len(before) == len(after):
        place = changed[0]
        return tr("log.die_put_right", die=place + 1, old=before[place], new=after[place])
    return tr("log.dice_put_right", old=naming.faces_text(before), new=naming.faces_text(after))
