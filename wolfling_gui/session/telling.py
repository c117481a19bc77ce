"""Tell a finished action to those who watch it: what it is, what its dice came to, which rules decide it."""

from __future__ import annotations

import msgspec

from wolfling_gui.core.actions import EndStep, Overrule
from wolfling_gui.core.battle import Battle
from wolfling_gui.core.report import Entry
from wolfling_gui.files.journal import Step
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session.explain import explain_entry, total_text
from wolfling_gui.session.luck import KINDS
from wolfling_gui.session.pools import PoolRow, result_parts, succeeds
from wolfling_gui.session.sentences import knows, tr
from wolfling_gui.session.session import Session


class Told(msgspec.Struct, frozen=True):
    """Hold what is told of an action: what it is, its dice, and its rules, each once."""

    text: str
    pools: tuple[PoolRow, ...] = ()
    rules: tuple[str, ...] = ()


def tell_start(*, shown: bool) -> Told:
    """Tell of the battle before its first step; `shown` for one that others played."""
    return Told(tr("watch.start" if shown else "watch.start_again"))


def tell_step(session: Session, step: Step) -> Told:
    """Tell of an action of a battle, by its step."""
    entries = step.done.report.entries
    cited = [rule for entry in entries for rule in entry.rules]
    cited += [finding.rule for finding in step.done.report.findings if finding.effect == "warns"]
    known = session.rules.catalogue
    battle = session.battle_after(step.parent)
    pools = tuple(_pool(number, entry, battle) for number, entry in enumerate(entries) if entry.faces)
    return Told(_what(session, step), pools, _each_once(cited, known))


def _pool(number: int, entry: Entry, battle: Battle) -> PoolRow:
    """Return a line's dice as they were recorded; nothing is played again for it."""
    needed, roll = entry.needed, f"roll.{KINDS.get(entry.says, 'again')}"
    name = f"pool.{roll}"
    good, bad = result_parts(roll, entry.faces, needed)
    return PoolRow(
        number,
        tr(name if knows(name) and needed is not None else "pool.roll"),
        explain_entry(entry, battle).text,
        entry.side,
        next(iter(entry.rules), ""),
        total_text(needed) if needed is not None else "",
        entry.faces,
        tuple(succeeds(face, needed) for face in entry.faces),
        good or bad or tr("came.sum", total=sum(entry.faces)),
    )


def _what(session: Session, step: Step) -> str:
    if isinstance(step.action, EndStep):
        key = f"watch.to_{session.battle_after(step.line).clock.step}"
        if knows(key):
            return tr(key)
    if isinstance(step.action, Overrule):
        return tr("watch.overrule")
    return tr(f"watch.{type(step.action).__struct_config__.tag}")


def _each_once(rules: list[str], catalogue: Catalogue) -> tuple[str, ...]:
    """Return the rules in their order; what only says how a force is made up decides least."""
    known = dict.fromkeys(rule for rule in rules if rule in catalogue)
    return tuple(sorted(known, key=lambda rule: catalogue.rule(rule).kind == "force"))
