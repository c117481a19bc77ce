"""What blows can be expected to do: step by step, who strikes whom how often, and the chances of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from wolfling_gui.core.actions import CombatFacts, Fight, innermost
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.report import Entry
from wolfling_gui.core.verdict import Permit
from wolfling_gui.rules import engaged
from wolfling_gui.rules.classic.combat import FightPlan
from wolfling_gui.rules.classic.outlook import Strike, fighting_apart, strikes_of
from wolfling_gui.rules.odds import Odds, many_ways, odds
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.slots import Answer
from wolfling_gui.rules.volley import Volley
from wolfling_gui.session.preview import ShotLine, TargetPreview, lines
from wolfling_gui.session.session import Session


class Blow(msgspec.Struct, frozen=True):
    """Hold one strike of a fight with its chances, None where they take too long to work out."""

    strike: Strike
    odds: Odds | None

    @property
    def volley(self) -> Volley:
        """Return what is rolled."""
        return self.strike.volley


class Line(msgspec.Struct, frozen=True):
    """Hold who is in contact and who supports whom in a fight, by model."""

    contacts: Mapping[str, tuple[str, ...]] = {}
    supports: Mapping[str, tuple[str, ...]] = {}

    @property
    def fighters(self) -> frozenset[str]:
        """Return every model that fights."""
        return frozenset((*self.contacts, *self.supports))


class Combat(msgspec.Struct, frozen=True):
    """Hold a combat as it stands: its units, who fights, and the blows by step, the highest first.

    `battle` is that in which characters who fight by themselves are units of their own.
    """

    units: tuple[str, ...]
    line: Line
    blows: tuple[Blow, ...]
    battle: Battle


def combat_ahead(
    rules: Ruleset,
    battle: Battle,
    units: Sequence[str],
    said: CombatFacts = engaged.NOTHING_SAID,
    shots: Sequence[tuple[int, Volley]] = (),
) -> Combat:
    """Return a combat between units as it stands, with the chances of every step as if nobody fell before.

    `shots` answer the assault at their steps; who fires them is taken to strike no blows.
    """
    facts = engaged.facts_of_combat(rules, battle, units, said)
    apart, striking, engagements = fighting_apart(rules, battle, units, said)
    shooting = {volley.unit for _, volley in shots}
    strikes = [
        s
        for s in strikes_of(rules, apart, striking, engagements, said.steps)
        if s.volley.unit not in shooting
    ]
    strikes += [Strike(step, volley, "shots") for step, volley in shots]
    strikes.sort(key=lambda one: -one.step)
    blows = tuple(Blow(one, None if many_ways(one.volley) else odds(rules, one.volley)) for one in strikes)
    return Combat(tuple(units), Line(facts.contacts, facts.supports), blows, apart)


class Course(msgspec.Struct, frozen=True):
    """Hold how far a fight has come: the combat by those who live, the step now, what came of it so far.

    `step` is None before the first blow, 0 after the last; `scores` are what each side has scored, explained,
    and `lines` what has happened since: who lost, checks of morale, pursuit.
    """

    combat: Combat | None = None
    step: int | None = None
    scores: tuple[tuple[str, Breakdown], ...] = ()
    lines: tuple[Entry, ...] = ()
    over: bool = False


AFTER = frozenset(
    (
        "did.combat_over", "did.drawn", "did.lost_combat", "did.no_retreat", "did.chased", "did.swept",
        "did.swept_stays", "did.sweep_locked", "did.sweep_barred", "did.sweep_apart", "did.guns_caught",
        "did.parted", "did.fell_back", "did.fell_back_short", "did.fled_the_table", "did.falls_back_by_hand",
        "did.must_fall_back", "did.trapped", "did.trapped_spared", "did.trapped_at_table",
        "did.left_at_table",
    )
)  # fmt: skip
"""What is told of a fight after its last blow."""


def _course(combat: Combat | None, told: Sequence[Entry], *, over: bool) -> Course:
    steps = [int(entry.facts["step"]) for entry in told if entry.says == "did.step"]
    scores = tuple(
        (entry.side, entry.needed) for entry in told if entry.says == "did.scored" and entry.needed
    )
    begun = next((n for n, entry in enumerate(told) if entry.says == "did.scored"), len(told))
    lines = tuple(e for e in told[begun:] if e.says in AFTER or e.says.startswith("did.morale"))
    step = 0 if scores or over else steps[-1] if steps else None
    return Course(combat, step, scores, lines, over)


def under_way(session: Session) -> Course | None:
    """Return how far the fight has come that waits for an answer, None when none does."""
    plan = session.plan
    if not isinstance(plan, FightPlan) or session.resolution is None:
        return None
    rules, before, now = session.rules, session.settled, session.battle
    standing = before.with_models(
        msgspec.structs.replace(now.models[m.id], unit=m.unit, place=m.place) for m in before.models.values()
    )
    for unit in plan.units:
        conditions = now.units[unit].conditions
        standing = standing.with_unit(msgspec.structs.replace(before.units[unit], conditions=conditions))
    combat = combat_ahead(rules, standing, plan.units, plan.facts, _shots(session, standing, plan))
    return _course(combat, session.told, over=False)


def _shots(session: Session, battle: Battle, plan: FightPlan) -> list[tuple[int, Volley]]:
    """Return the shots by which assaulted units have chosen to answer, by step."""
    found: list[tuple[int, Volley]] = []
    for request, answer in session.asked:
        if request.says == "choose.stand_and_shoot" and answer != "fight":
            unit = request.about[0]
            ahead = session.rules.answer_ahead(session.rules, battle, unit, str(answer), plan.said)
            found += ahead.shots if ahead is not None else ()
    return found


def fought(session: Session) -> Course | None:
    """Return what came of the last action if it was a fight, else None."""
    step = session.last_step
    if step is None or not isinstance(innermost(step.action), Fight):
        return None
    return _course(None, step.done.report.entries, over=True)


def combats(rules: Ruleset, battle: Battle) -> tuple[Combat, ...]:
    """Return the combats that are still to be fought, as they stand."""
    return tuple(combat_ahead(rules, battle, units) for units in engaged.unfought(rules, battle))


def answers(
    rules: Ruleset, battle: Battle, unit: str, said: CombatFacts = engaged.NOTHING_SAID
) -> tuple[Answer, ...]:
    """Return how a unit could answer each enemy that has assaulted it this phase."""
    found = (rules.answer_ahead(rules, battle, unit, foe, said) for foe in engaged.assaulters(battle, unit))
    return tuple(answer for answer in found if answer is not None)


class Standing(msgspec.Struct, frozen=True):
    """Hold how an assaulted unit could shoot at one enemy: conditions, the shots as a target, their lines."""

    answer: Answer
    preview: TargetPreview | None = None
    lines: tuple[ShotLine, ...] = ()


def open_answers(session: Session) -> tuple[Standing, ...]:
    """Return how the unit could shoot that is asked how it answers an assault; nothing when none is asked."""
    request, rules, battle = session.request, session.rules, session.battle
    if request is None or request.says != "choose.stand_and_shoot":
        return ()
    said = session.plan.said if isinstance(session.plan, FightPlan) else engaged.NOTHING_SAID
    return tuple(_standing(rules, battle, one) for one in answers(rules, battle, request.about[0], said))


def _standing(rules: Ruleset, battle: Battle, answer: Answer) -> Standing:
    volleys = [volley for _, volley in answer.shots]
    if not volleys:
        return Standing(answer)
    whole = _joined(volleys)
    chances = None if many_ways(whole) else odds(rules, whole)
    permit = Permit(battle, None, whole)
    seen = lines(rules, battle, answer.unit, answer.target)
    firing = set(whole.firers)
    preview = TargetPreview(answer.target, permit, whole, chances, None, None)
    return Standing(answer, preview, tuple(line for line in seen if line.firer in firing))


def _joined(volleys: Sequence[Volley]) -> Volley:
    """Return the shots of all steps as one volley at the same target."""
    first = volleys[0]
    return msgspec.structs.replace(
        first,
        groups=tuple(group for volley in volleys for group in volley.groups),
        saves=tuple(save for volley in volleys for save in volley.saves),
        sharp=tuple(sharp for volley in volleys for sharp in volley.sharp),
    )
