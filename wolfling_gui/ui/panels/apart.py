"""Say which shots of a volley are rolled apart from most of them: what they need instead, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import explain, naming
from wolfling_gui.ui import words
from wolfling_gui.ui.panels.forces_model import place_words

if TYPE_CHECKING:
    from wolfling_gui.rules.volley import ShotGroup, Volley

TURNS: Final = ("set", "add", "multiply", "at_least", "at_most")
"""The operations that turn a number from what it started as."""


@dataclass(frozen=True, slots=True)
class Apart:
    """Hold shots that roll another number to hit than the largest group: how many of what, where, and why.

    `needs` is what they need, `rule` what gives that its last turn.
    """

    needs: str
    rule: str
    shooters: str
    place: str
    why: str


def rolled_apart(battle: Battle, volley: Volley, catalogue: Catalogue | None) -> tuple[Apart, ...]:
    """Return what rolls another number to hit than the largest group, the largest first.

    Groups that need the same number for the same reason stand together.
    """
    lots: dict[object, list[ShotGroup]] = {}
    for group in sorted(volley.groups, key=lambda group: -group.shots):
        lots.setdefault((group.spread, looks_of(group.to_hit)), []).append(group)
    return tuple(_apart(battle, lot, catalogue) for lot in list(lots.values())[1:])


def _apart(battle: Battle, lot: list[ShotGroup], catalogue: Catalogue | None) -> Apart:
    one = QCoreApplication.translate("Apart", "%1 × %2")
    counts: dict[str, int] = {}
    for group in lot:
        counts[group.weapon.name] = counts.get(group.weapon.name, 0) + len(group.shooters)
    shooters = [one.replace("%1", str(n), 1).replace("%2", weapon, 1) for weapon, n in counts.items()]
    firers = [shooter.context.firer for group in lot for shooter in group.shooters]
    places = {place_words(battle, firer.place) if firer.place is not None else "" for firer in firers}
    number = lot[0].to_hit
    row = decisive(number, battle, catalogue)
    why = row.text if row is not None else ""
    skills = {firer.profile.bs for firer in firers}
    if row is not None and row.op == "base" and len(skills) == 1:
        why = QCoreApplication.translate("Apart", "BS %1").replace("%1", str(skills.pop()))
    return Apart(
        needs_to_hit(lot[0]),
        rule_of(number),
        naming.listed(shooters),
        places.pop() if len(places) == 1 else "",
        why,
    )


def apart_words(apart: Apart) -> str:
    """Say who rolls apart, where from, and why: 1 × Carbine in C1 · BS 4."""
    text = QCoreApplication.translate("Apart", "%1 in %2 · %3")
    if not apart.place:
        text = QCoreApplication.translate("Apart", "%1 · %3")
    return _filled(text, apart)


def apart_line(apart: Apart) -> str:
    """Write shots that roll apart with what they need: 1 × Carbine 3+ in C1 · BS 4."""
    text = QCoreApplication.translate("Apart", "%1 %4 in %2 · %3")
    if not apart.place:
        text = QCoreApplication.translate("Apart", "%1 %4 · %3")
    return _filled(text.replace("%4", apart.needs, 1), apart)


def _filled(text: str, apart: Apart) -> str:
    text = text.replace("%3", apart.why, 1).replace("%2", apart.place, 1)
    return text.replace("%1", apart.shooters, 1)


def rule_of(number: Breakdown) -> str:
    """Return the rule that gives a number its last turn, empty for none."""
    counting = [term for term in number.ordered() if term.counts]
    return counting[-1].rule if counting else ""


def needs_to_hit(group: ShotGroup) -> str:
    """Return what a group needs to hit; – where a marker or template says who is hit."""
    return "–" if group.spread else words.number(group.to_hit)


def looks_of(number: Breakdown) -> tuple[str, tuple[str, ...]]:
    """Return by what two numbers look alike: what is needed, and the rules that turn it."""
    return words.number(number), tuple(t.rule for t in number.terms if t.counts and t.op in TURNS)


def decisive(number: Breakdown, battle: Battle, catalogue: Catalogue | None) -> explain.BreakdownRow | None:
    """Return the row that gives the number its last turn: a set or change if there is one, else the start."""
    rows = [
        r for r in explain.explain_breakdown(number, battle, catalogue) if r.op not in ("result", "dropped")
    ]
    return rows[-1] if rows else None
