"""Save a ruling as a proof card: find what is meant, ask for a file, write it, and say how it went."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale
from PySide6.QtWidgets import QFileDialog

from wolfling_gui.core.verdict import Permit, Refusal
from wolfling_gui.ui.desk import Desk
from wolfling_gui.ui.panels.guide_parts import refused_now
from wolfling_gui.ui.troubles import trouble_words

if TYPE_CHECKING:
    from wolfling_gui.session.log import LogRow
    from wolfling_gui.session.proof import Proof
    from wolfling_gui.ui.draft import Verdict
    from wolfling_gui.ui.main_window import MainWindow


def _tr(text: str) -> str:
    return QCoreApplication.translate("Proving", text)


def to_prove(desk: Desk) -> Verdict | None:
    """Return the ruling that is before the players: a plan's, a refusal, or that of the unit pointed at."""
    if desk.session is None or desk.request is not None or desk.looking_back:
        return None
    if desk.draft is not None:
        return desk.draft.verdict
    refused = refused_now(desk)
    if refused is not None:
        return refused
    preview = desk.aim() or desk.aim(desk.hovered.unit)
    return preview.verdict if preview is not None else None


def why_not(desk: Desk) -> str:
    """Return why nothing can be saved as a proof card now, empty when something can."""
    if desk.session is None:
        return _tr("Open a battle first.")
    if to_prove(desk) is not None or (desk.looking_at or 0) > 0:
        return ""
    if desk.looking_back:
        return _tr("This is the start; nothing has been done yet.")
    if desk.session.steps and desk.request is None:
        return ""
    return _tr("Aim at a unit or plan a move first; nothing has been done yet.")


def proof_wanted(desk: Desk, what: Verdict | LogRow | None = None) -> Proof | None:
    """Return the proof of a verdict or of a row of the log; without either of what the players look at."""
    from wolfling_gui.session.proof import proof_of, proof_of_refusal, proof_of_step

    session = desk.session
    if session is None:
        return None
    if isinstance(what, Permit | Refusal):
        return proof_of(session.rules, what)
    if what is not None:
        refusals = dict(session.recorder.history.refused)
        if what.refusal in refusals:
            return proof_of_refusal(session, what.step_line, refusals[what.refusal])
        return proof_of_step(session, what.step_line) if what.step_line else None
    verdict = to_prove(desk)
    if verdict is not None:
        return proof_of(session.rules, verdict)
    last = session.steps[-1].line if session.steps else 0
    line = last if desk.looking_at is None else desk.looking_at
    return proof_of_step(session, line) if line else None


def save_proof_card(window: MainWindow, what: Verdict | LogRow | None = None) -> bool:
    """Ask for a file and write the proof card; tells whether one was written."""
    from wolfling_gui.session.house import house_rules
    from wolfling_gui.ui.printing.proof_card import Moment, save_proof, title_of

    session = window.desk.session
    proof = proof_wanted(window.desk, what)
    if session is None or proof is None:
        return False
    title = title_of(proof)
    name, kind = QFileDialog.getSaveFileName(
        window,
        _tr("Save as proof card"),
        _tr("Proof %1.pdf").replace("%1", title.replace("/", "-"), 1),
        _tr("PDF (*.pdf);;Picture (*.png)"),
    )
    if not name:
        return False
    path = Path(name)
    if path.suffix.lower() not in (".pdf", ".png"):
        path = path.with_name(path.name + (".png" if "png" in kind else ".pdf"))
    now = QLocale().toString(QDateTime.currentDateTime(), QLocale.FormatType.ShortFormat)
    rules = session.rules
    moment = Moment(session.header.title, rules.title, house_rules(rules.catalogue), now)
    try:
        save_proof(path, proof, moment)
    except OSError as error:
        window.toast.say(trouble_words(error, path), "refused", 12000)
        return False
    window.toast.say(_tr("The proof card is saved."), "allowed")
    return True
