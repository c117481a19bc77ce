"""Turn what rules say into the words, marks and bars that panels show.

The sentences are those of the session; here they only meet the widgets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.battle import Battle
from wolfling_gui.core.breakdown import Breakdown
from wolfling_gui.core.forces import Profile, Weapon
from wolfling_gui.core.verdict import Finding, Permit, Refusal
from wolfling_gui.session import explain, naming
from wolfling_gui.session.sentences import in_english, tr
from wolfling_gui.ui.counted import plural as plural
from wolfling_gui.ui.draft import Verdict
from wolfling_gui.ui.scene.symbols.marks import MarkKind as MapMark
from wolfling_gui.ui.widgets import Margin, MarkKind
from wolfling_gui.ui.widgets.bars import Bound
from wolfling_gui.ui.widgets.chips import ChipStyle

if TYPE_CHECKING:
    from wolfling_gui.rules.catalogue import Catalogue
    from wolfling_gui.rules.guide import Guide, Offer
    from wolfling_gui.rules.ruleset import Ruleset
    from wolfling_gui.session.charges import ChargePreview
    from wolfling_gui.session.preview import TargetPreview

_BOUNDS: Final[dict[str, Bound]] = {
    "at_most": "at_most",
    "less_than": "at_most",
    "at_least": "at_least",
    "more_than": "at_least",
}


MAP_MARKS: Final[dict[MarkKind, MapMark]] = {
    "allowed": "legal",
    "refused": "refused",
    "warning": "warning",
    "question": "question",
    "not_applicable": "none",
}
"""The verdict marks as the map names them."""


def needed(number: int) -> str:
    """Write the number a die needs: 2+."""
    return naming.needed_text(number)


def number(breakdown: Breakdown) -> str:
    """Write an explained number as a die's need: 2+, always, or a dash where nothing helps."""
    if breakdown.impossible or not breakdown.terms:
        return tr("value.none")
    if breakdown.automatic:
        return tr("value.always")
    return naming.needed_text(breakdown.total)


def weapon(one: Weapon) -> str:
    """Write a weapon's profile in one line; a blade without a Strength of its own is just that."""
    if one.type == "close_combat" and not one.s:
        return tr("weapon.close_combat")
    return naming.weapon_line(one)


def profile_kind(profile: Profile) -> str:
    """Say what kind of model a profile is, and its base: Infantry · 25 mm."""
    kind = tr(f"type.{profile.unit_type}").capitalize()
    base = naming.millimetres_text(profile.base.width)
    words = QCoreApplication.translate("Words", "%1 · %2")
    return words.replace("%1", kind, 1).replace("%2", base, 1)


def offer(battle: Battle, one: Offer) -> str:
    """Return the words of something that can be done."""
    return explain.guide_text(one.says, one.about, battle, one.facts)


def title(battle: Battle, guide: Guide) -> str:
    """Return the guide's title."""
    return explain.guide_text(guide.title, guide.about, battle, guide.facts)


def hint(battle: Battle, guide: Guide) -> str:
    """Return the guide's hint."""
    return explain.guide_text(guide.hint, guide.about, battle, guide.facts)


def next_line(battle: Battle, key: str) -> str:
    """Return what comes next."""
    return explain.guide_text(key, (battle.clock.side,) if battle.clock.side else (), battle)


def sentence(battle: Battle, finding: Finding, catalogue: Catalogue | None = None) -> str:
    """Return the sentence of a finding."""
    return explain.explain_finding(finding, battle, catalogue).text


def margin(battle: Battle, finding: Finding) -> Margin | None:
    """Return a finding's measured value against its limit as a bar, None without numbers worth a bar."""
    if finding.value is None or finding.limit is None or finding.comparison not in _BOUNDS:
        return None
    if finding.limit <= 0 or finding.measure not in ("inches", "millimetres", "points", "count"):
        return None
    limit = (
        naming.pair_texts(finding.value, finding.limit)[1]
        if finding.measure == "inches"
        else naming.millimetres_text(finding.limit)
        if finding.measure == "millimetres"
        else str(finding.limit)
    )
    words = QCoreApplication.translate("Words", "limit %1").replace("%1", limit)
    over = explain.explain_finding(finding, battle).margin_text
    return Margin(finding.value, finding.limit, _BOUNDS[finding.comparison], words, over)


def chip_style(rule: str, catalogue: Catalogue | None, finding: Finding | None = None) -> ChipStyle:
    """Return how a rule's chip is drawn: by what it does, else dashed for a house rule."""
    if finding is not None and finding.effect == "forbids":
        return "refuses"
    if finding is not None and finding.effect == "warns":
        return "warns"
    return "house" if explain.house_rule(catalogue, rule) else "plain"


def mark_of(finding: Finding) -> MarkKind:
    """Return the mark of a finding."""
    marks: dict[str, MarkKind] = {
        "forbids": "refused",
        "warns": "warning",
        "permits": "allowed",
        "asks": "question",
    }
    return marks[finding.effect]


def mark_of_verdict(verdict: Verdict) -> MarkKind:
    """Return the mark of a whole verdict."""
    if isinstance(verdict, Refusal):
        asked = any(f.effect == "asks" for f in verdict.findings)
        return "question" if asked and not verdict.reasons else "refused"
    return "warning" if any(f.effect == "warns" for f in verdict.findings) else "allowed"


def mark_of_aim(aim: TargetPreview | ChargePreview) -> MarkKind:
    """Return the mark of a unit as a target: an assault that does not reach is as good as refused."""
    mark = mark_of_verdict(aim.verdict)
    return mark if aim.legal or mark == "question" else "refused"


def turn_words(battle: Battle, rules: Ruleset | None = None) -> str:
    """Say which round it is: Round 3 of 6, or of 5–7 while the last one has yet to be rolled for."""
    clock, mission = battle.clock, battle.mission
    if clock.turn == 0:
        return QCoreApplication.translate("Words", "Set-up")
    if clock.over:
        least = most = clock.turn
    elif rules is not None:
        from wolfling_gui.rules.classic.turn import length_of

        least, most = length_of(rules, battle)
    else:
        least = most = 0 if mission.random_length else mission.last_turn
    if not most:
        return QCoreApplication.translate("Words", "Round %1").replace("%1", str(clock.turn))
    last = str(most) if least == most else f"{least}–{most}"
    words = QCoreApplication.translate("Words", "Round %1 of %2")
    return words.replace("%1", str(clock.turn)).replace("%2", last)


def goal(battle: Battle, rules: Ruleset | None) -> str:
    """Say what a battle is fought for, and how many rounds it lasts."""
    from wolfling_gui.rules.classic.turn import length_of

    found = {
        "seize_ground": QCoreApplication.translate(
            "Words", "Seize Ground: whoever holds more objectives at the end wins."
        ),
        "capture_and_control": QCoreApplication.translate(
            "Words", "Capture and Control: whoever holds more objectives at the end wins."
        ),
        "annihilation": QCoreApplication.translate(
            "Words", "Annihilation: whoever has destroyed more enemy units at the end wins."
        ),
    }
    text = found.get(battle.mission.id, "")
    least, most = length_of(rules, battle) if rules is not None else (0, 0)
    if not text or not most:
        return text
    last = str(most) if least == most else f"{least}–{most}"
    rounds = QCoreApplication.translate("Words", "%1 It lasts %2 rounds.")
    return rounds.replace("%1", text, 1).replace("%2", last, 1)


def whose_turn(battle: Battle) -> str:
    """Say whose moment it is: Blue’s turn."""
    clock = battle.clock
    if clock.over or clock.step == "over":
        return QCoreApplication.translate("Words", "The battle is over")
    if not clock.side:
        return QCoreApplication.translate("Words", "Before the battle")
    name = naming.side_name(battle, clock.side)
    if clock.turn == 0:
        return QCoreApplication.translate("Words", "%1 sets up").replace("%1", name)
    return in_english(QCoreApplication.translate("Words", "%1’s turn").replace("%1", name))


def allowed(verdict: Verdict | None) -> bool:
    """Tell whether a verdict permits."""
    return isinstance(verdict, Permit)


def action_name(battle: Battle | None, action: object) -> str:
    """Name an action for undo: move of Breachers, fire of Wardens, end of the step."""
    inner = getattr(action, "action", action)
    names = {
        "Move": QCoreApplication.translate("Words", "move of %1"),
        "Shoot": QCoreApplication.translate("Words", "fire of %1"),
        "Deploy": QCoreApplication.translate("Words", "set-up of %1"),
        "KeepInReserve": QCoreApplication.translate("Words", "reserve of %1"),
        "RollAllowance": QCoreApplication.translate("Words", "roll of %1"),
        "TakeTest": QCoreApplication.translate("Words", "test of %1"),
        "Charge": QCoreApplication.translate("Words", "assault of %1"),
        "Fight": QCoreApplication.translate("Words", "combat of %1"),
        "HitAndRun": QCoreApplication.translate("Words", "breaking away of %1"),
        "OperateDoor": QCoreApplication.translate("Words", "door"),
        "EndStep": QCoreApplication.translate("Words", "end of the step"),
        "RollOff": QCoreApplication.translate("Words", "roll-off"),
        "SettleMission": QCoreApplication.translate("Words", "choice of the mission"),
        "SettleLayout": QCoreApplication.translate("Words", "choice of the deployment"),
        "ChooseZone": QCoreApplication.translate("Words", "choice of a zone"),
        "PlaceObjective": QCoreApplication.translate("Words", "objective"),
        "DeepStrike": QCoreApplication.translate("Words", "deep strike of %1"),
        "JoinUnit": QCoreApplication.translate("Words", "joining of %1"),
        "LeaveUnit": QCoreApplication.translate("Words", "leaving of a character"),
        "Regroup": QCoreApplication.translate("Words", "regrouping of %1"),
        "Seize": QCoreApplication.translate("Words", "seizing the initiative"),
        "RollReserves": QCoreApplication.translate("Words", "roll for reserves"),
        "RollDice": QCoreApplication.translate("Words", "dice"),
        "PickRandom": QCoreApplication.translate("Words", "random pick"),
        "Adjust": QCoreApplication.translate("Words", "adjustment"),
    }
    text = names.get(type(inner).__name__, QCoreApplication.translate("Words", "last step"))
    unit = getattr(inner, "unit", "")
    name = naming.unit_name(battle, unit) if battle is not None and unit else ""
    return text.replace("%1", name)
