"""Exact chances of what a volley's wounds take from its target, whatever saves and Wounds its models have.

The wounds of each kind, how the owner shares them over the groups, the saves and what the groups lose are
followed state by state; nothing is sampled and nothing is cut off.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import prod

import msgspec

from wolfling_gui.core.steps import Steps
from wolfling_gui.rules.allocation import kills, may_ignore, save_chain
from wolfling_gui.rules.chances import binomial, chance, makes, thinned, together
from wolfling_gui.rules.classic.pooling import Kind, batches_of, effect_of, kinds_of
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.sharing import shared_in_order
from wolfling_gui.rules.toll import Toll, first_of
from wolfling_gui.rules.volley import Volley

State = tuple[tuple[int, ...], ...]
"""The Wounds every model of every group of the target has left, 0 for one that has fallen."""
Counts = tuple[int, ...]
"""How many wounds there are of each effect."""


class Shots(msgspec.Struct, frozen=True):
    """Hold what a shot group does: the chance of each number of hits, and that a hit wounds or rends.

    Or of each number of dice rolled to hit, with the chances that one of them does.
    """

    hits: Sequence[float]
    plain: float
    sharp: float


class Effect(msgspec.Struct, frozen=True):
    """Hold wounds that do the same to every model: which kinds they are, what one does to each group.

    `unsaved` is the chance that a wound is neither saved nor ignored, `kills` whether it then removes a model
    at once, `times` how many wounds it counts as.
    """

    kinds: tuple[Kind, ...]
    unsaved: tuple[float, ...]
    kills: tuple[bool, ...]
    times: tuple[int, ...]
    batch: int = 0


class Losses:
    """Work out the chance of each number of casualties among a volley's targets.

    `within` are the only models that may fall, if given. `unsaved` is how many wounds are to be expected
    after the saves, `chosen` whether the owner was free to share them in another way.
    """

    def __init__(self, rules: Ruleset, volley: Volley, within: frozenset[str] | None = None) -> None:
        """Begin with the target as it stands."""
        self.rules = rules
        self.volley = volley
        self.within = within
        self.effects = _effects(rules, volley)
        self.unsaved = 0.0
        self.chosen = False
        self._outcomes: dict[tuple[int, tuple[int, ...], Counts], dict[tuple[int, ...], float]] = {}
        self._tolls: dict[tuple[int, tuple[int, ...], int, int], tuple[int, ...]] = {}

    def chances(self, shots: Sequence[Shots]) -> Steps[list[float]]:
        """Return in steps the chance of each number of casualties, from none to all."""
        targets = self.volley.targets
        found = [0.0] * (sum(len(group.models) for group in targets) + 1)
        start = tuple(_left(group.wounds, group.wounds_lost, len(group.models)) for group in targets)
        if len(targets) == 1 and self._together:
            for left, share in self._alone(start[0], shots).items():
                found[left.count(0)] += share
            return found
        for counts, share in self._wounds(shots).items():
            states: dict[State, float] = {start: share}
            for batch in range(1 + max((e.batch for e in self.effects), default=0)):
                own = tuple(n if e.batch == batch else 0 for e, n in zip(self.effects, counts, strict=True))
                states = self._after(states, own) if any(own) else states
            for state, part in states.items():
                found[sum(group.count(0) for group in state)] += part
            yield
        return found

    def roughly(self, shots: Sequence[Shots]) -> float:
        """Return about how many wounds go through, shared evenly, at most as many as there are models."""
        sizes = [len(group.models) for group in self.volley.targets]
        through = 0.0
        for effect in self.effects:
            mean = sum(n * share for n, share in zip(sizes, effect.unsaved, strict=True)) / sum(sizes)
            for number, sharp in effect.kinds:
                one = shots[number]
                hits = sum(count * share for count, share in enumerate(one.hits))
                through += hits * (one.sharp if sharp else one.plain) * mean
        return min(through, float(sum(sizes)))

    @cached_property
    def _together(self) -> bool:
        return all(effect.batch == 0 for effect in self.effects)

    def _alone(self, start: tuple[int, ...], shots: Sequence[Shots]) -> dict[tuple[int, ...], float]:
        """Return what becomes of a target of one group: every wound meets the same save."""
        joint: dict[tuple[int, int], float] = {(0, 0): 1.0}
        most = _most(start)
        for number, one in enumerate(shots):
            death = ordinary = 0.0
            times = 1
            for effect in self.effects:
                for group, sharp in effect.kinds:
                    if group == number:
                        part = (one.sharp if sharp else one.plain) * effect.unsaved[0]
                        death, ordinary = (
                            (death + part, ordinary) if effect.kills[0] else (death, ordinary + part)
                        )
                        times = effect.times[0]
            self.unsaved += (death + ordinary) * sum(n * share for n, share in enumerate(one.hits))
            joint = together(joint, thinned(one.hits, death, ordinary, most), times, most)
        found: dict[tuple[int, ...], float] = {}
        for (killed, hurt), share in joint.items():
            state = self._taken(0, start, killed, hurt)
            found[state] = found.get(state, 0.0) + share
        return found

    def _wounds(self, shots: Sequence[Shots]) -> dict[Counts, float]:
        """Return the chance of each number of wounds of every effect."""
        place = {kind: n for n, effect in enumerate(self.effects) for kind in effect.kinds}
        joint: dict[Counts, float] = {(0,) * len(self.effects): 1.0}
        for number, one in enumerate(shots):
            at, sharp_at = place[number, False], place.get((number, True))
            all_of = len(one.hits)
            if sharp_at is None or sharp_at == at:
                own = thinned(one.hits, one.plain + one.sharp, 0.0, (all_of, 0))
                sharp_at = at
            else:
                own = thinned(one.hits, one.plain, one.sharp, (all_of, all_of))
            found: dict[Counts, float] = {}
            for counts, share in joint.items():
                for (plain, sharp), part in own.items():
                    more = list(counts)
                    more[at] += plain
                    more[sharp_at] += sharp
                    key = tuple(more)
                    found[key] = found.get(key, 0.0) + share * part
            joint = found
        return joint

    def _after(self, states: Mapping[State, float], counts: Counts) -> dict[State, float]:
        """Return what becomes of the target when these wounds are shared over it, saved and taken."""
        found: dict[State, float] = {}
        for state, share in states.items():
            alive = [sum(1 for left in group if left) for group in state]
            places = [n for n, size in enumerate(alive) if size]
            if not places:
                found[state] = found.get(state, 0.0) + share
                continue
            given = [n for n, count in enumerate(counts) if count]
            sizes = [alive[n] for n in places]
            shares, chosen = shared_in_order(self.rules, sizes, [counts[n] for n in given])
            self.chosen = self.chosen or chosen
            ends: dict[State, float] = {(): share}
            for group in range(len(state)):
                own = [0] * len(counts)
                if group in places:
                    for row, effect in enumerate(given):
                        own[effect] = shares[row][places.index(group)]
                        self.unsaved += share * own[effect] * self.effects[effect].unsaved[group]
                outcome = self._outcome(group, state[group], tuple(own))
                ends = {
                    (*before, after): part * chance
                    for before, part in ends.items()
                    for after, chance in outcome.items()
                }
            for end, part in ends.items():
                found[end] = found.get(end, 0.0) + part
        return found

    def _outcome(self, group: int, state: tuple[int, ...], counts: Counts) -> dict[tuple[int, ...], float]:
        """Return the chance of each way a group comes out of so many wounds of every effect."""
        key = (group, state, counts)
        if key not in self._outcomes:
            joint: dict[tuple[int, int], float] = {(0, 0): 1.0}
            most = _most(state)
            for effect, count in zip(self.effects, counts, strict=True):
                if count:
                    own = {
                        ((n, 0) if effect.kills[group] else (0, n)): share
                        for n, share in enumerate(binomial(count, effect.unsaved[group]))
                    }
                    joint = together(joint, own, effect.times[group], most)
            found: dict[tuple[int, ...], float] = {}
            for (killed, hurt), share in joint.items():
                after = self._taken(group, state, killed, hurt)
                found[after] = found.get(after, 0.0) + share
            self._outcomes[key] = found
        return self._outcomes[key]

    def _taken(self, group: int, state: tuple[int, ...], deaths: int, ordinary: int) -> tuple[int, ...]:
        """Return the Wounds a group has left, by the very toll that is taken from it in play."""
        most = _most(state)
        key = (group, state, min(deaths, most[0]), min(ordinary, most[1]))
        if key not in self._tolls:
            self._tolls[key] = self._toll(*key)
        return self._tolls[key]

    def _toll(self, group: int, state: tuple[int, ...], deaths: int, ordinary: int) -> tuple[int, ...]:
        if not deaths and not ordinary:
            return state
        own = self.volley.targets[group]
        models = {
            name: left
            for name, left in zip(own.models, state, strict=True)
            if left and (self.within is None or name in self.within)
        }
        fresh = frozenset(name for name, left in models.items() if left == own.wounds)
        toll = Toll(self.rules, models, fresh, first_of)
        for _ in toll.take(deaths, ordinary, own.wounds > 1):
            raise AssertionError("the odds ask nobody")
        return tuple(
            0 if name in toll.gone else left - toll.lost.get(name, 0)
            for name, left in zip(own.models, state, strict=True)
        )


def _left(wounds: int, lost: Sequence[int], models: int) -> tuple[int, ...]:
    return tuple(wounds - some for some in lost) if lost else (wounds,) * models


def _most(state: Sequence[int]) -> tuple[int, int]:
    """Return the most deaths and the most ordinary wounds that can still change a group."""
    return len(state), sum(state)


def _effects(rules: Ruleset, volley: Volley) -> tuple[Effect, ...]:
    """Return what the wounds of a volley can do, in the order in which they are shared out."""
    kinds = kinds_of(rules, volley)
    pools = [pool for pool, _ in kinds]
    batch = {id(pool): n for n, batch in enumerate(batches_of(rules, pools)) for pool in batch}
    found: dict[object, Effect] = {}
    for pool, own in kinds:
        key = (batch[id(pool)], effect_of(rules, volley, pool))
        known = found.get(key)
        if known is not None:
            found[key] = msgspec.structs.replace(known, kinds=(*known.kinds, *own))
            continue
        groups = volley.targets
        unsaved = [
            prod(1 - chance(one) for one in save_chain(rules, save))
            * (1 - (makes(group.painless) if may_ignore(rules, pool, group) else 0.0))
            for save, group in zip(pool.saves, groups, strict=True)
        ]
        found[key] = Effect(
            tuple(own),
            tuple(unsaved),
            tuple(kills(rules, pool, group) for group in groups),
            tuple(group.frail if pool.spread else 1 for group in groups),
            batch[id(pool)],
        )
    return tuple(found.values())
