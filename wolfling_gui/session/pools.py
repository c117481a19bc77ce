"""Pools of dice: what each die needs, which succeed, and what the dice of an action came to so far."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.procedure import Resolution
from wolfling_gui.core.requests import Request, Roll
from wolfling_gui.files.journal import Open, Step
from wolfling_gui.rules import dice_rolls
from wolfling_gui.session import naming
from wolfling_gui.session.explain import explain_request, rolls_under
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.session import Session

NO_FACTS: Mapping[str, str | int] = {}


class PoolRow(msgspec.Struct, frozen=True):
    """Hold one pool of an action: the number of its answer, its name and question, its dice, whose they are.

    `unit` is the name of the unit whose dice they are, empty where they belong to a side or to nobody.
    `made` tells of each die whether it succeeds, None where no single die decides. `needed` and `result` are
    in words; the first `typed` dice were typed.
    """

    number: int
    name: str
    title: str
    side: str
    rule: str
    needed: str
    faces: tuple[int, ...]
    made: tuple[bool | None, ...]
    result: str
    typed: int = 0
    unit: str = ""


def wanted_face(needed: Breakdown | None) -> int | None:
    """Return the face from which a single die succeeds, None where no single die decides.

    Sums such as a test of Leadership (CL-GEN-7) are decided by all dice together.
    """
    if needed is None or not needed.terms or needed.impossible or needed.automatic or rolls_under(needed):
        return None
    return needed.reroll if all(t.op == "reroll" for t in needed.terms) else needed.total


def succeeds(face: int, needed: Breakdown | None) -> bool | None:
    """Tell whether a face makes the number needed; None where no single die decides. A 1 never does."""
    wanted = wanted_face(needed)
    return None if wanted is None else dice_rolls.succeeds(face, wanted)


def result_text(
    says: str, faces: Sequence[int], needed: Breakdown | None, facts: Mapping[str, str | int] = NO_FACTS
) -> str:
    """Say what dice come to under the key of their question: “6 hits, 1 miss”, or their sum.

    >>> from wolfling_gui.core.breakdown import Term
    >>> result_text("roll.to_hit", [6, 1], Breakdown("to_hit", (Term("CL-SHOOT-7", "base", 4),)))
    '1 hit, 1 miss'
    """
    if not faces:
        return ""
    good, bad = result_parts(says, faces, needed)
    if good and bad:
        return tr("came.both", good=good, bad=bad)
    if good or bad:
        return good or bad
    key, total = f"came.{says}", sum(faces)
    if not knows(key):
        return tr("came.sum", total=total)
    return tr(key, **{**facts, "total": total, "all": total + int(facts.get("initiative", 0))})


def result_parts(says: str, faces: Sequence[int], needed: Breakdown | None) -> tuple[str, str]:
    """Say what succeeded and what failed in the words of a roll; both empty where nothing was needed.

    Where some dice fail and none succeed only that is said, and the other way round; dice that count together
    pass or fail together.
    """
    if faces and needed is not None and needed.terms and rolls_under(needed):
        total = sum(faces)
        passed = total <= needed.total
        text = tr("came.under", total=total, passed="yes" if passed else "no")
        return (text, "") if passed else ("", text)
    made = [succeeds(face, needed) for face in faces]
    if not made or None in made:
        return "", ""
    good, bad = made.count(True), made.count(False)
    told = []
    for word, count in (("good", good), ("bad", bad)):
        key = f"{word}.{says}"
        known = key if knows(key) else f"{word}.roll"
        told.append(tr(known, good=good, bad=bad) if count else "")
    return told[0], told[1]


def pool_row(
    number: int, request: Request[Any], answer: object, battle: Battle, typed: int = 0
) -> PoolRow | None:
    """Return an answer as a pool of dice, None when it is not one."""
    if not isinstance(request, Roll) or not isinstance(answer, list | tuple):
        return None
    faces = tuple(int(face) for face in answer)
    words = explain_request(request, battle)
    return PoolRow(
        number,
        pool_name(request.says, request.side, battle),
        words.title,
        request.side,
        request.rule,
        words.needed,
        faces,
        tuple(succeeds(face, request.needed) for face in faces),
        result_text(request.says, faces, request.needed, request.facts),
        typed,
        owner_name(request.about, request.side, battle),
    )


def pool_name(roll: str, side: str, battle: Battle) -> str:
    """Return what a pool is called in short, by the key of its question: “To hit”, “Pursuit”."""
    key = f"pool.{roll}"
    return tr(key if knows(key) else "pool.roll", who=naming.side_name(battle, side) if side else "")


def owner_name(about: Sequence[str], side: str, battle: Battle) -> str:
    """Return the name of the unit whose dice they are: the first of its side that they are about, else “”."""
    for name in about:
        unit = battle.models[name].unit if name in battle.models else name
        if unit in battle.units and battle.units[unit].side == side:
            return naming.unit_name(battle, unit)
    return ""


def pools_so_far(session: Session) -> tuple[PoolRow, ...]:
    """Return the dice of the action that is under way, in the order in which they were asked for."""
    running, begun = session.resolution, session.recorder.history.open
    if running is None or begun is None:
        return ()
    return _pools(running, session.battle, begun)


def pools_of(session: Session, step: Step) -> tuple[PoolRow, ...]:
    """Return the dice of a finished action, run again by the rules; empty when these refuse it by now."""
    try:
        played = session.played(step)
    except ValueError:
        return ()
    return _pools(played, session.battle_after(step.parent), step)


def _pools(played: Resolution, battle: Battle, record: Step | Open) -> tuple[PoolRow, ...]:
    asked = enumerate(zip(played.requests, played.answers, strict=True))
    found = (pool_row(n, request, answer, battle, record.typed_of(n)) for n, (request, answer) in asked)
    return _ties_told([row for row in found if row is not None], played)


def _ties_told(rows: list[PoolRow], played: Resolution) -> tuple[PoolRow, ...]:
    """Say of roll-offs that were equal that they are rolled again (CL-GEN-5)."""
    for place in range(1, len(rows)):
        pair = rows[place - 1 : place + 1]
        asked = [played.requests[row.number] for row in pair]
        tried = [one.ordinal for one in asked if one.says == "roll.roll_off"]
        if len(tried) == 2 and tried[0] == tried[1] and pair[0].faces == pair[1].faces:
            said = tr("came.roll_off_tie", total=sum(pair[1].faces))
            rows[place] = msgspec.structs.replace(pair[1], result=said)
    return tuple(rows)
