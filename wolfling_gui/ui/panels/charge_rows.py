"""Say in the guide what assaults would be: a row for each enemy unit, and what the main button does."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.actions import Charge, RollAllowance
from wolfling_gui.core.battle import Battle
from wolfling_gui.rules.catalogue import Catalogue
from wolfling_gui.session import naming
from wolfling_gui.ui import words
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.main_choice import MainChoice
from wolfling_gui.ui.panels.targets import ChoiceRow

if TYPE_CHECKING:
    from wolfling_gui.rules.guide import Guide
    from wolfling_gui.session.charges import ChargePreview
    from wolfling_gui.session.fights import Blow, Combat


def charge_rows(
    battle: Battle, catalogue: Catalogue | None, unit: str, previews: Sequence[ChargePreview], chosen: str
) -> tuple[ChoiceRow, ...]:
    """Return a row for each target of an assault: numbers where it reaches, else the reason and its rule."""
    rows: list[ChoiceRow] = []
    for place, preview in enumerate(previews, start=1):
        name = naming.unit_name(battle, preview.unit)
        mark = words.mark_of_aim(preview)
        key = str(place) if place <= 9 else ""
        is_chosen = preview.unit == chosen
        if preview.legal:
            touching = sum(1 for model in preview.line.contacts if battle.models[model].unit == unit)
            blow = preview.own_blows(unit)
            dice, lost = str(blow.volley.shots) if blow is not None else "–", lost_text(blow)
            told = QCoreApplication.translate("Charges", "%1 in contact, %2 attacks, %3 lost")
            told = told.replace("%1", str(touching), 1).replace("%2", dice, 1).replace("%3", lost, 1)
            rows.append(
                ChoiceRow(
                    preview.unit, name, charge_note(preview), mark, key, str(touching), dice, lost,
                    chosen=is_chosen, told=told,
                )
            )  # fmt: skip
            continue
        reason = preview.reason
        rule = reason.rule if reason is not None else ""
        note = words.sentence(battle, reason, catalogue) if reason is not None else ""
        style = words.chip_style(rule, catalogue) if rule else "plain"
        rows.append(ChoiceRow(preview.unit, name, note, mark, key, rule=rule, style=style, chosen=is_chosen))
    return tuple(rows)


def combat_rows(battle: Battle, combats: Sequence[Combat], looked_at: Combat | None) -> tuple[ChoiceRow, ...]:
    """Return a row for each combat that is to be fought: who is in it, and how many fight."""
    rows: list[ChoiceRow] = []
    for place, combat in enumerate(combats, start=1):
        names = naming.listed([naming.unit_name(battle, unit) for unit in combat.units])
        mine = [u for u in combat.units if battle.units[u].side == battle.clock.side]
        counts = [
            sum(
                1
                for m in combat.line.fighters
                if (battle.units[battle.models[m].unit].side == battle.clock.side) is own
            )
            for own in (True, False)
        ]
        note = QCoreApplication.translate("Charges", "%1 against %2 fight")
        note = note.replace("%1", str(counts[0]), 1).replace("%2", str(counts[1]), 1)
        if combat.blows:
            first = QCoreApplication.translate("Charges", "%1 · first step %2")
            note = first.replace("%1", note, 1).replace("%2", str(combat.blows[0].strike.step), 1)
        rows.append(
            ChoiceRow(
                (mine or list(combat.units))[0], names, note, None, str(place) if place <= 9 else "",
                side=battle.side_index(battle.clock.side), chosen=combat is looked_at,
            )
        )  # fmt: skip
    return tuple(rows)


def column_names() -> tuple[str, str, str]:
    """Return the names of the columns of assaults: models in contact, attacks, casualties to expect."""
    return (
        QCoreApplication.translate("Charges", "touch"),
        QCoreApplication.translate("Charges", "dice"),
        QCoreApplication.translate("Charges", "lost"),
    )


def lost_text(blow: Blow | None) -> str:
    """Write the casualties to expect of a strike; a dash where they are not known."""
    return naming.losses_text(blow.odds.expected) if blow is not None and blow.odds is not None else "–"


def charge_note(preview: ChargePreview) -> str:
    """Say how far the first model goes, and whether the assaulted may shoot."""
    plan = preview.plan
    if plan is None:
        return ""
    if not plan.legs:
        text = QCoreApplication.translate("Charges", "in contact already")
    else:
        walked, most = naming.pair_texts(plan.legs[0].length, plan.limit.total, kept=True)
        text = QCoreApplication.translate("Charges", "%1 of %2")
        text = text.replace("%1", walked, 1).replace("%2", most, 1)
    if preview.reacts:
        both = QCoreApplication.translate("Charges", "%1 · may stand and shoot")
        return both.replace("%1", text, 1)
    return text


def charge_choice(desk: Desk, guide: Guide) -> MainChoice:
    """Return what the main button does with the unit aimed at: assault it, roll for the ground, or let go."""
    preview = desk.charge_preview()
    other = MainChoice(
        QCoreApplication.translate("Guide", "Other target"), lambda: desk.set_target(""), "Esc"
    )
    if preview is None:
        return other
    if preview.rolls_first:
        roll = next((o for o in guide.also if isinstance(o.action, RollAllowance) and o.allowed), None)
        if roll is not None and desk.battle is not None and roll.action is not None:
            action = roll.action
            return MainChoice(words.offer(desk.battle, roll), lambda: desk.perform(action))
    if not preview.legal:
        return other
    action = Charge(desk.unit, preview.unit)
    return MainChoice(charge_words(desk, preview.unit, len(preview.order)), lambda: desk.perform(action))


def charge_words(desk: Desk, target: str, moving: int) -> str:
    """Say whom a permitted assault goes for, and how many models move."""
    text = words.plural("Guide", "Assault %1 · 1 model", "Assault %1 · %n models", moving)
    return text.replace("%1", naming.unit_name(desk.battle, target) if desk.battle is not None else "")
