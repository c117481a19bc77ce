"""The luck ledger: successes made against successes to be expected, by side and kind of roll, exactly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import sqrt
from typing import Final

import msgspec
import numpy as np

from wolfling_gui.core.report import Entry
from wolfling_gui.files.journal import Step
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.rules.chances import chance, shared_tries
from wolfling_gui.rules.dice_rolls import succeeds
from wolfling_gui.session import naming
from wolfling_gui.session.explain import rolls_under
from wolfling_gui.session.sentences import tr
from wolfling_gui.session.session import Session

KINDS: Final[Mapping[str, str]] = {
    "did.hit": "to_hit",
    "did.wounded_rolls": "to_wound",
    "did.saved": "save",
    "did.danger_saved": "save",
    "did.felt_no_pain": "no_pain",
    "did.leadership_passed": "leadership",
    "did.leadership_failed": "leadership",
    "did.morale_passed": "leadership",
    "did.morale_failed": "leadership",
    "did.test_passed": "test",
    "did.test_failed": "test",
    "did.danger_tests": "danger",
    "did.arrives": "reserves",
    "did.stays_back": "reserves",
}
"""Kinds of rolls by the key of their line in the log, in the order in which they are shown."""
ORDER: Final = (*dict.fromkeys(KINDS.values()), "other")
AGAIN: Final = "did.rerolled"
EQUAL: Final = 1e-9
"""Chances that differ by less, in their own proportion, count as the same one."""


class Rolled(msgspec.Struct, frozen=True):
    """Hold one roll with a needed number: whose, of which kind, its faces, and what it came to.

    `chances` has the chance of success of each trial: a die, with its re-roll where it has one, or a test
    that takes several dice. `shared` has the chances of each number of successes, from 0 up, of dice that
    share a few second tries.
    """

    side: str
    kind: str
    faces: tuple[int, ...]
    chances: tuple[float, ...]
    made: int
    shared: tuple[tuple[float, ...], ...] = ()

    @property
    def parts(self) -> tuple[tuple[float, ...], ...]:
        """Return the chances of each number of successes, from 0 up, of every independent part."""
        return (*((1 - chance, chance) for chance in self.chances), *self.shared)

    @property
    def expected(self) -> float:
        """Return how many successes were to be expected."""
        return sum(_mean(part) for part in self.parts)


class Customs(msgspec.Struct, frozen=True):
    """Hold what of the rules the chances depend on besides the numbers needed.

    `rerolls` tells whether dice are rolled again at all (CL-GEN-4); a test of a characteristic is `passed`
    and `failed` on these faces whatever the value (CL-GEN-6), None for no such face; `morale` are the faces
    that pass a check of morale whatever was needed (CL-MOR-2), None for none.
    """

    rerolls: bool = True
    passed: int | None = 1
    failed: int | None = 6
    morale: tuple[int, ...] | None = (1, 1)


USUAL: Final = Customs()


class Luck(msgspec.Struct, frozen=True):
    """Hold the luck of some rolls together.

    `dice` were thrown in `trials`; `luckier` is the chance of fewer successes than were made, `unluckier` of
    more, `unusual` that of a number at least as unlikely as this one (the exact test on both sides).
    `spread` is the standard deviation of the successes; `faces` counts the dice that showed 1 to 6.
    """

    dice: int
    trials: int
    expected: float
    made: int
    luckier: float
    unluckier: float
    unusual: float
    spread: float
    faces: tuple[int, ...]

    @property
    def difference(self) -> float:
        """Return how many successes more than expected were made."""
        return self.made - self.expected


class LuckRow(msgspec.Struct, frozen=True):
    """Hold the luck of one side, or of both with an empty `side`, in one kind of roll or in all of them."""

    side: str
    kind: str
    luck: Luck


def sum_chance(dice: int, at_most: int) -> float:
    """Return the chance that dice together show a number or less (CL-GEN-7).

    >>> sum_chance(2, 2) == 1 / 36, sum_chance(2, 12)
    (True, 1.0)
    """
    ways = np.array([1], dtype=np.int64)
    for _ in range(dice):
        ways = np.convolve(ways, np.ones(6, dtype=np.int64))
    return float(ways[: max(0, at_most - dice + 1)].sum() / ways.sum())


def distribution(parts: Iterable[Sequence[float]]) -> np.ndarray:
    """Return the chance of each number of successes, from 0 up, of independent parts together.

    A part holds the chances of each number of its own. Exact up to rounding: about 1e-15 for each part.
    """
    found = np.ones(1)
    for part in parts:
        found = np.convolve(found, part)
    return found


def _mean(part: Sequence[float]) -> float:
    return sum(count * share for count, share in enumerate(part))


def _variance(part: Sequence[float]) -> float:
    return sum(count * count * share for count, share in enumerate(part)) - _mean(part) ** 2


def luck_of(rolls: Iterable[Rolled]) -> Luck:
    """Return the luck of rolls together, from the exact distribution of their successes."""
    listed = list(rolls)
    parts = [part for roll in listed for part in roll.parts]
    made = sum(roll.made for roll in listed)
    shares = distribution(parts)
    own = shares[made] if made < len(shares) else 0.0
    unusual = float(shares[shares <= own * (1 + EQUAL)].sum())
    faces = [face for roll in listed for face in roll.faces]
    return Luck(
        len(faces),
        sum(len(part) - 1 for part in parts),
        sum(_mean(part) for part in parts),
        made,
        float(shares[:made].sum()),
        float(shares[made + 1 :].sum()),
        min(1.0, unusual),
        sqrt(sum(_variance(part) for part in parts)),
        tuple(faces.count(face) for face in range(1, 7)),
    )


def rolls_of(steps: Iterable[Step], customs: Customs = USUAL) -> Iterator[Rolled]:
    """Yield the rolls of steps that had a needed number and belong to a side, typed or rolled by the app.

    A die that is rolled again by its own rule counts once, with the chance of both rolls (CL-GEN-4); so do
    the dice of a master-crafted weapon, with the chance of all of them together (CL-WPN-22).
    """
    for step in steps:
        for entry, following in with_following(step.done.report.entries):
            yield from rolls_in(entry, following, customs)


def with_following(entries: Sequence[Entry]) -> Iterator[tuple[Entry, Entry | None]]:
    """Yield lines of the log, each with the one that follows it; None follows the last."""
    yield from zip(entries, (*entries[1:], None), strict=True)


def rolls_in(entry: Entry, following: Entry | None = None, customs: Customs = USUAL) -> Iterator[Rolled]:
    """Yield what a line of the log rolled; second rolls stand in the line that follows it."""
    needed, faces = entry.needed, entry.faces
    if not faces or needed is None or not entry.side or entry.says == AGAIN:
        return
    if needed.impossible or needed.automatic or not needed.terms:
        return
    again = following if following is not None and following.says == AGAIN else None
    kind = KINDS.get(entry.says, "other")
    if rolls_under(needed):
        sure = customs.morale if entry.says.startswith("did.morale_") else None
        share = _test_chance(len(faces), needed.total, customs, sure)
        yield Rolled(entry.side, kind, faces, (share,), 1 if entry.says.endswith("_passed") else 0)
        return
    good = sum(1 for face in faces if succeeds(face, needed.total))
    share = chance(needed, customs.rerolls)
    if needed.reroll and customs.rerolls:
        more = again.faces if again is not None else ()
        good += sum(1 for face in more if succeeds(face, needed.reroll))
        yield Rolled(entry.side, kind, (*faces, *more), (share,) * len(faces), good)
        return
    tries, dealt = entry.facts.get("tries", 0), str(entry.facts.get("dealt", ""))
    if isinstance(tries, int) and tries and dealt and customs.rerolls:
        more = again.faces if again is not None else ()
        good += sum(1 for face in more if succeeds(face, needed.total))
        shared = tuple(tuple(shared_tries(int(dice), share, tries)) for dice in dealt.split())
        yield Rolled(entry.side, kind, (*faces, *more), (), good, shared)
        return
    yield Rolled(entry.side, kind, faces, (share,) * len(faces), good)
    if again is not None:
        second = sum(1 for face in again.faces if succeeds(face, needed.total))
        yield Rolled(entry.side, kind, again.faces, (share,) * len(again.faces), second)


def _test_chance(dice: int, needed: int, customs: Customs, sure: tuple[int, ...] | None) -> float:
    """Return the chance to pass a test: on the number or less in all (CL-GEN-6, CL-GEN-7).

    Faces that are `sure` pass whatever was needed (CL-MOR-2).
    """
    if dice > 1:
        besides = sure is not None and len(sure) == dice and sum(sure) > needed
        return sum_chance(dice, needed) + (1 / 6**dice if besides else 0)
    faces = range(1, 7)
    return sum(1 for f in faces if f == customs.passed or (f != customs.failed and f <= needed)) / 6


def ledger(rolls: Iterable[Rolled], sides: Sequence[str]) -> tuple[LuckRow, ...]:
    """Return the luck of each side and of both, for each kind of roll there was and in all of them."""
    listed = list(rolls)
    found: list[LuckRow] = []
    for side in (*sides, ""):
        own = [roll for roll in listed if not side or roll.side == side]
        if not own:
            continue
        for kind in ORDER:
            part = [roll for roll in own if roll.kind == kind]
            if part:
                found.append(LuckRow(side, kind, luck_of(part)))
        found.append(LuckRow(side, "all", luck_of(own)))
    return tuple(found)


def row_text(rolls: Sequence[Rolled]) -> str:
    """Say what a roll made of what was to be expected; empty where no number was needed."""
    if not rolls:
        return ""
    expected = naming.expected_text(sum(roll.expected for roll in rolls))
    return tr("luck.expected_of", made=sum(roll.made for roll in rolls), expected=expected)


def verdict_text(luck: Luck) -> str:
    """Say how lucky somebody was: luckier, or unluckier, than so many battles with the same rolls."""
    if abs(luck.difference) < EQUAL:
        return tr("luck.even")
    if luck.difference > 0:
        return tr("luck.luckier", share=naming.chance_text(luck.luckier))
    return tr("luck.unluckier", share=naming.chance_text(luck.unluckier))


def session_luck(session: Session) -> tuple[LuckRow, ...]:
    """Return the luck ledger of a running battle: of what is played now, without branches undone."""
    sides = [side.id for side in session.header.battle.sides]
    return ledger(rolls_of(session.steps, customs_of(session.rules.catalogue)), sides)


def customs_of(catalogue: Catalogue) -> Customs:
    """Return what of a ruleset the chances depend on."""
    return Customs(
        bool(catalogue.count("CL-GEN-4", "max_rerolls_per_die")),
        catalogue.count_or_none("CL-GEN-6", "always_pass_on"),
        catalogue.count_or_none("CL-GEN-6", "always_fail_on"),
        _sure_of_morale(catalogue),
    )


def _sure_of_morale(catalogue: Catalogue) -> tuple[int, ...] | None:
    faces = catalogue.value("CL-MOR-2", "auto_pass") if catalogue.on("CL-MOR-2") else None
    return tuple(face for face in faces if isinstance(face, int)) if isinstance(faces, tuple) else None
