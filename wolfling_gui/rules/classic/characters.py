"""Independent characters: they join units, belong to them for a while, and leave again (CL-CHAR).

A character who joins is a model of that unit; his own unit is empty until he leaves, and his `home` says
which it is.
"""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import JoinUnit, LeaveUnit, Move
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.forces import ConditionKind, Model, Unit
from wolfling_gui.core.lengths import Length
from wolfling_gui.core.procedure import Outcome, Procedure, ask
from wolfling_gui.core.report import Entry, Report
from wolfling_gui.core.requests import Choose, Confirm, Option
from wolfling_gui.core.verdict import Finding
from wolfling_gui.rules.classic.coherency import most_floors_apart
from wolfling_gui.rules.classic.due import due_before
from wolfling_gui.rules.facts import gap_between
from wolfling_gui.rules.findings import forbid, limited, permit
from wolfling_gui.rules.ruleset import Ruleset
from wolfling_gui.rules.states import JOINED, has_rule, is_character, is_lone

STATES: tuple[ConditionKind, ...] = ("falling_back", "locked", "gone_to_ground")
_BROUGHT: tuple[ConditionKind, ...] = ("moved", "arrived", "no_assault", "shot", "ran")
"""What a character's own unit has done and his new one counts as having done, too."""


# ---------------------------------------------------------------------- who belongs to whom


def guests(battle: Battle, unit: str) -> tuple[Model, ...]:
    """Return the characters that have joined a unit and live."""
    return tuple(m for m in battle.members(unit) if m.home)


def host_of(battle: Battle, unit: str) -> str:
    """Return the unit that a character's own unit has joined; empty when it has joined none."""
    return next((m.unit for m in battle.models.values() if m.home == unit and not m.casualty), "")


def joined(battle: Battle, unit: str, host: str) -> Battle:
    """Return the battle with a character in another unit (CL-CHAR-2).

    His special rules become his alone, and what he did this turn is known of his new unit; that he moved
    closes his own move, not the unit's.
    """
    own = battle.units[unit]
    (model,) = battle.members(unit)
    rules = tuple(dict.fromkeys((*model.profile.rules, *own.rules)))
    profile = msgspec.structs.replace(model.profile, rules=rules)
    found = battle.units[host]
    brought = [c for c in own.conditions if c.about == model.id or c.kind in _BROUGHT]
    for condition in brought:
        if condition.kind == "walked":
            condition = msgspec.structs.replace(condition, rule=JOINED)
        if condition.about == model.id or not found.has(condition.kind):
            found = found.with_condition(condition)
    found = msgspec.structs.replace(found, models=(*found.models, model.id))
    battle = battle.with_model(msgspec.structs.replace(model, unit=host, home=unit, profile=profile))
    battle = battle.with_unit(found).with_unit(msgspec.structs.replace(own, models=(), conditions=()))
    return _counted(battle, unit, host, 1)


def parted(battle: Battle, name: str) -> Battle:
    """Return the battle with a character back in his own unit, in the state of the other (CL-CHAR-3)."""
    model = battle.models[name]
    host, home = model.unit, model.home
    found, own = battle.units[host], battle.units[home]
    with_him = tuple(c for c in found.conditions if c.about == name)
    shared = tuple(c for c in found.conditions if c.about not in battle.models)
    left = msgspec.structs.replace(
        found,
        models=tuple(m for m in found.models if m != name),
        conditions=tuple(c for c in found.conditions if c not in with_him),
    )
    own = msgspec.structs.replace(own, models=(name,), conditions=(*shared, *with_him))
    battle = battle.with_model(msgspec.structs.replace(model, unit=home, home=""))
    return _counted(battle.with_unit(left).with_unit(own), home, host, -1)


def _counted(battle: Battle, unit: str, host: str, more: int) -> Battle:
    """Return the battle with the sizes at the start of the phase put right (CL-CHAR-9)."""
    counts = dict(battle.phase_start)
    if host not in counts:
        return battle
    counts[host] += more
    counts[unit] = counts.get(unit, 0) - more
    return battle.with_phase_start(counts)


def bereft(battle: Battle) -> Battle:
    """Return the battle with characters on their own whose unit has lost all its other models."""
    for unit in tuple(battle.units.values()):
        left = battle.members(unit.id)
        if left and all(m.home for m in left):
            for model in left:
                battle = parted(battle, model.id)
    return battle


# ---------------------------------------------------------------------- joining


def barred(rules: Ruleset, battle: Battle, unit: str, host: str) -> tuple[Finding, ...]:
    """Say why a unit is none that a character could join (CL-CHAR-4)."""
    if not rules.on("CL-CHAR-4"):
        return ()
    found = battle.units[host]
    forbidden = rules.words("CL-CHAR-4", "forbidden")
    members = battle.members(host)
    if "vehicle" in forbidden and has_rule(battle, found, "vehicle"):
        return (forbid("CL-CHAR-4", "character.vehicle", unit, host),)
    characters = bool(members) and all(is_character(battle, m) for m in members)
    if characters and not rules.flag("CL-CHAR-4", "may_join_characters"):
        return (forbid("CL-CHAR-4", "character.no_characters", unit, host),)
    single = (found.starting_size or len(found.models)) == 1 and not characters
    if single and "always_single_model_unit" in forbidden:
        return (forbid("CL-CHAR-4", "character.single", unit, host),)
    return ()


def near(rules: Ruleset, battle: Battle, unit: str) -> dict[str, Length]:
    """Return the friendly units that a lone character stands near enough to join, with the gap to each."""
    (model,) = battle.members(unit)
    limit = rules.inches("CL-CHAR-2", "join_inches")
    found: dict[str, Length] = {}
    for other in battle.units_of(battle.units[unit].side):
        if other.id == unit or model.place is None:
            continue
        gaps = [
            gap_between(rules, battle, model, mate)
            for mate in battle.standing(other.id)
            if _floors_apart(model, mate) <= most_floors_apart(rules, battle)
        ]
        if gaps and min(gaps) <= limit:
            found[other.id] = min(gaps)
    return found


def _floors_apart(one: Model, other: Model) -> int:
    assert one.place is not None
    assert other.place is not None
    return abs(one.place.level - other.place.level)


def in_reach(rules: Ruleset, battle: Battle, unit: str) -> tuple[str, ...]:
    """Return the units that a lone character where he stands is taken to join (CL-CHAR-2, CL-CHAR-4)."""
    if not rules.on("CL-CHAR-2") or not is_lone(battle, battle.units[unit]):
        return ()
    if any(battle.units[unit].has(kind) for kind in STATES):
        return ()
    return tuple(
        name
        for name in near(rules, battle, unit)
        if not barred(rules, battle, unit, name) and not battle.units[name].has("locked")
    )


def foreseen(rules: Ruleset, battle: Battle, unit: str) -> tuple[Finding, ...]:
    """Say which units a lone character would join by ending where he stands, and which he cannot join."""
    if not rules.on("CL-CHAR-2") or not is_lone(battle, battle.units[unit]):
        return ()
    limit = rules.inches("CL-CHAR-2", "join_inches")
    found: list[Finding] = []
    for name, gap in near(rules, battle, unit).items():
        why = barred(rules, battle, unit, name)
        if why:
            found += [msgspec.structs.replace(f, effect="permits") for f in why]
        elif name in in_reach(rules, battle, unit):
            found.append(
                permit(
                    "CL-CHAR-2", "character.joins", unit, name,
                    value=gap, limit=limit, measure="inches", comparison="at_most",
                )
            )  # fmt: skip
    return tuple(found)


def settle_joining(
    rules: Ruleset, battle: Battle, unit: str
) -> Procedure[tuple[bool, Battle, tuple[Entry, ...]]]:
    """Ask a character who ends near a unit whether he joins it (CL-CHAR-2).

    False tells that he does not: then he may not stand there, and what brought him there is taken back.
    """
    names = in_reach(rules, battle, unit)
    if not names:
        return True, battle, ()
    side = battle.units[unit].side
    if len(names) == 1:
        joins = yield from ask(
            Confirm(rule="CL-CHAR-2", side=side, says="confirm.join", about=(unit, *names)), battle
        )
        host = names[0] if joins else ""
    else:
        options = tuple(Option(name, "option.join", (name,)) for name in names)
        question = Choose(
            rule="CL-CHAR-2",
            side=side,
            says="choose.join",
            about=(unit,),
            options=(*options, Option("none", "option.join_none")),
        )
        answer = yield from ask(question, battle)
        host = "" if answer == "none" else answer
    if not host:
        return False, battle, (Entry("did.join_declined", ("CL-CHAR-2",), (unit,), side=side),)
    line = Entry("did.joined", ("CL-CHAR-2",), (unit, host), side=side)
    return True, joined(battle, unit, host), (line,)


def plan_join(
    rules: Ruleset, battle: Battle, action: JoinUnit
) -> tuple[JoinUnit | None, tuple[Finding, ...]]:
    """Judge a character's joining a unit where he stands; without places the players see how near he is."""
    unit, host = battle.units[action.unit], battle.units[action.target]
    found = _moment(rules, battle, unit)
    if not rules.on("CL-CHAR-2") or not is_lone(battle, unit):
        found.append(forbid("CL-CHAR-2", "character.none", unit.id))
        return None, tuple(found)
    if host.side != unit.side or host.id == unit.id or not battle.members(host.id):
        found.append(forbid("CL-CHAR-2", "character.no_friends", unit.id, host.id))
    found += _held(rules, unit)
    found += _held(rules, host)
    found += barred(rules, battle, unit.id, host.id)
    if battle.standing(unit.id) and battle.standing(host.id):
        gap = near(rules, battle, unit.id).get(host.id)
        if gap is None:
            found.append(forbid("CL-CHAR-2", "character.too_far", unit.id, host.id))
        else:
            limit = rules.inches("CL-CHAR-2", "join_inches")
            found.append(limited("CL-CHAR-2", "character.near", unit.id, host.id, value=gap, at_most=limit))
    return action, (*found, permit("CL-CHAR-2", "character.joins_now", unit.id, host.id))


def resolve_join(rules: Ruleset, battle: Battle, action: JoinUnit) -> Outcome:
    """Let a character join a unit."""
    side = battle.units[action.unit].side
    line = Entry("did.joined", ("CL-CHAR-2",), (action.unit, action.target), side=side)
    return Outcome(joined(battle, action.unit, action.target), Report((line,)))


def _moment(rules: Ruleset, battle: Battle, unit: Unit) -> list[Finding]:
    setting_up = battle.clock.turn == 0
    if unit.side != battle.clock.side or not (setting_up or battle.clock.step == "movement"):
        facts = {"step": battle.clock.step}
        return [forbid("CL-CHAR-3", "character.not_now", unit.id, facts=facts)]
    return [] if setting_up else [*due_before(rules, battle, unit.side, "moves")]


def _held(rules: Ruleset, unit: Unit) -> list[Finding]:
    """Refuse joining and leaving where the state of the unit keeps its characters in it (CL-CHAR-3)."""
    if not rules.on("CL-CHAR-3"):
        return []
    blocked = rules.words("CL-CHAR-3", "blocked_by")
    return [
        forbid("CL-CHAR-3", f"character.state_{state}", unit.id)
        for state in STATES
        if state in blocked and unit.has(state)
    ]


# ---------------------------------------------------------------------- leaving


def plan_leave(
    rules: Ruleset, battle: Battle, action: LeaveUnit
) -> tuple[LeaveUnit | None, tuple[Finding, ...]]:
    """Judge a character's leaving without a move, as beside a real table; with places he moves away."""
    model = battle.models[action.model]
    unit = battle.units[model.unit]
    found = [*_moment(rules, battle, unit), *_held(rules, unit)]
    if not model.home or model.casualty:
        born = not is_character(battle, model) and rules.on("CL-CHAR-1")
        rule = "CL-CHAR-1" if born else "CL-CHAR-3"
        found.append(forbid(rule, "character.not_joined", model.id, unit.id))
        return None, tuple(found)
    if not is_away(rules, battle, model):
        limit = rules.inches("CL-CHAR-3", "leave_inches")
        found.append(forbid("CL-CHAR-3", "character.move_away", model.id, unit.id, facts={"inches": limit}))
    return action, (*found, permit("CL-CHAR-3", "character.leaves", model.id, unit.id))


def is_away(rules: Ruleset, battle: Battle, model: Model) -> bool:
    """Tell whether a character is out of coherency with every other model of his unit (CL-CHAR-3)."""
    limit = rules.inches("CL-CHAR-3", "leave_inches")
    mates = [m for m in battle.standing(model.unit) if m.id != model.id]
    if model.place is None:
        return True
    return all(
        gap_between(rules, battle, model, mate) > limit
        or _floors_apart(model, mate) > most_floors_apart(rules, battle)
        for mate in mates
    )


def resolve_leave(battle: Battle, name: str) -> Outcome:
    """Let a character leave the unit he joined."""
    after, line = _left(battle, name)
    return Outcome(after, Report((line,)))


def _left(battle: Battle, name: str) -> tuple[Battle, Entry]:
    model = battle.models[name]
    side = battle.units[model.unit].side
    return parted(battle, name), Entry("did.left_unit", ("CL-CHAR-3",), (model.home, model.unit), side=side)


def leavers(rules: Ruleset, after: Battle, action: Move) -> tuple[Model, ...]:
    """Return the characters that a move takes out of their unit (CL-CHAR-3).

    Those leave who are moved away themselves, or from whom the only other character moves away.
    """
    if not rules.on("CL-CHAR-3") or action.mode == "run" or after.clock.step != "movement":
        return ()
    unit = after.units[action.unit]
    if _held(rules, unit):
        return ()
    among = all(is_character(after, m) for m in after.members(unit.id))
    away = [
        m
        for m in guests(after, unit.id)
        if m.place is not None and (m.id in action.paths or among) and is_away(rules, after, m)
    ]
    return tuple(away)


def without(battle: Battle, leaving: tuple[Model, ...]) -> Battle:
    """Return the battle with some characters back in their own units."""
    for model in leaving:
        battle = parted(battle, model.id)
    return battle


def after_move(
    rules: Ruleset, battle: Battle, action: Move
) -> Procedure[tuple[bool, Battle, tuple[Entry, ...]]]:
    """Settle who has left a unit by a move, and whom a lone character joins where it ended."""
    entries: list[Entry] = []
    units = [action.unit]
    for model in leavers(rules, battle, action):
        battle, line = _left(battle, model.id)
        entries.append(line)
        units.append(model.home)
    for unit in units:
        if battle.clock.step == "movement" and action.mode != "run":
            stays, battle, lines = yield from settle_joining(rules, battle, unit)
            entries += lines
            if not stays:
                return False, battle, tuple(entries)
    return True, battle, tuple(entries)


# ---------------------------------------------------------------------- in a fight


class Body(msgspec.Struct, frozen=True):
    """Hold who strikes and is struck as one in a fight: a unit without its characters, or one character.

    `id` is that of the unit, for a character that of his own; `alone` tells that he fights only in contact.
    """

    id: str
    models: tuple[Model, ...]
    alone: bool = False


def fighting_units(rules: Ruleset, battle: Battle, unit: str) -> tuple[Body, ...]:
    """Return a unit as it strikes and is struck: each character in it is a unit of one (CL-CHAR-7).

    Results, morale, falling back and pursuit are the whole unit's again.
    """
    members = battle.members(unit)
    apart = rules.on("CL-CHAR-7") and rules.flag("CL-CHAR-7", "separate_target")
    alone = apart and rules.flag("CL-CHAR-7", "needs_base_contact")
    if not apart:
        return (Body(unit, members),) if members else ()
    single = [m for m in members if is_character(battle, m)]
    rest = tuple(m for m in members if m not in single)
    bodies = [Body(unit, rest)] if rest else []
    bodies += [Body(m.home or m.unit, (m,), alone) for m in single]
    return tuple(bodies)
