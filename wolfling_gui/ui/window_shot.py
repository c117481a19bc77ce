"""Draw the whole window as a picture, without showing it: for reports, help pages, and our own eyes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from wolfling_gui.core.forces import Place
from wolfling_gui.ui.app import make_application
from wolfling_gui.ui.main_window import MainWindow
from wolfling_gui.ui.palette import ThemeName
from wolfling_gui.ui.settings import Settings
from wolfling_gui.ui.theme import theme as current_theme

if TYPE_CHECKING:
    from wolfling_gui.files.journal import Step
    from wolfling_gui.session.session import Session

ROUNDS = 4


def window_image(
    source: Path | Session | None,
    size: QSize,
    theme: ThemeName = "dark",
    scale: float = 1.0,
    step: int | None = None,
    select: str = "",
    hover: str = "",
    *,
    text_scale: float = 1.0,
    app_dice: bool = True,
    answers: int | None = None,
) -> QImage:
    """Return a picture of the window of `size` device-independent pixels at a screen's ratio.

    `source` is a file, a running battle, or None for the first screen; `step` shows the battle after so many
    actions; `select` takes a unit or model in hand and `hover` points at one. With `answers` the action that
    follows the step is shown under way, after so many of its answers. Raises ProblemsError for a file that
    cannot be read, ValueError for an unknown unit or step.
    """
    session = read_session(source, step, answers) if isinstance(source, Path) else source
    app_dice = app_dice and answers is None
    app = make_application()
    before = (current_theme().mode, current_theme().scale)
    current_theme().set_theme(theme)
    current_theme().set_scale(text_scale)
    window = MainWindow(Settings(app_dice=app_dice, hints=False))
    window.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
    try:
        window.resize(size)
        window.show()
        window.resize(size)
        if session is None:
            window.work.fill_welcome()
        else:
            window.open_session(session)
            _point(window, select, hover)
        settle(window)
        return picture(window, scale)
    finally:
        window.hide()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        current_theme().set_theme(before[0])
        current_theme().set_scale(before[1])
        app.processEvents()


def settle(window: MainWindow) -> None:
    """Let layouts, marks and cards come to rest."""
    for _ in range(ROUNDS):
        QApplication.processEvents()
        if window.view is not None and window.desk.session is not None:
            window.view.board.settle()
            window.view.board.fit()
            window.view.flush()
        window.desk.slow_odds.finish()
        if window.guide is not None:
            window.guide.aims.slow_odds.finish()
            window.guide.clearing.finish()
        if window.log is not None:
            window.log.refresh()


def picture(window: MainWindow, scale: float) -> QImage:
    """Return the window as it stands, at a screen's ratio."""
    if window.view is not None and window.desk.session is not None:
        # The map bakes its pictures for a screen; here that is the picture's own ratio.
        board = window.view.board
        board.board.set_zoom(board.zoom, scale)
    image = QImage(window.size() * scale, QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(scale)
    # Painting straight to the picture tells every painter its ratio; a painter of ours would not.
    window.render(image, QPoint(0, 0))
    return image


def read_session(path: Path, step: int | None = None, answers: int | None = None) -> Session:
    """Return a running battle of a file without writing to it: a journal, or a scenario at its start.

    With `answers` the action that follows the step has begun, and so many of its questions are answered.
    Raises ProblemsError when it cannot be read, ValueError for a step that does not exist.
    """
    from wolfling_gui.core.forces import Roster
    from wolfling_gui.files.journal import fold, read_journal
    from wolfling_gui.files.journal_lines import Header
    from wolfling_gui.files.saves import is_battle
    from wolfling_gui.files.scenario import read_scenario
    from wolfling_gui.files.setup import new_battle
    from wolfling_gui.session.session import Session
    from wolfling_gui.session.verifying import rules_of_header

    if not is_battle(path):
        scenario = read_scenario(path)
        if step or answers is not None:
            raise ValueError(f"A scenario has no step {step or 0}; only a battle has steps.")
        # A map without forces is shown as it is, with nobody on it.
        nobody = {s.side.id: Roster("", ()) for s in scenario.sides if s.roster is None}
        battle = new_battle(scenario, nobody)
        header = Header(battle, scenario.name, scenario.ruleset, scenario=path.name)
        return Session(rules_of_header(header), header)
    read = read_journal(path)
    folded = fold(read)
    steps = folded.history.branch(folded.here)
    if step is not None and not 0 <= step <= len(steps):
        raise ValueError(f"The battle has {len(steps)} steps; there is no step {step}.")
    session = Session(rules_of_header(read.header), read.header)
    session.recorder.history = folded.history
    session.resume(folded.battles)
    if step is not None and step < len(steps):
        session.go_to(steps[step - 1].line if step else 0)
    if answers is not None:
        begin(session, steps[step] if step is not None and step < len(steps) else None, answers)
    return session


def begin(session: Session, step: Step | None, answers: int) -> None:
    """Begin an action again and give its first answers; raises ValueError when it has none so far."""
    if step is None or not 0 <= answers < len(step.answers):
        most = len(step.answers) if step is not None else 0
        raise ValueError(f"The next action asks {most} questions; {answers} of them cannot stand before one.")
    session.perform(step.action)
    for answer in step.answers[:answers]:
        session.give(answer)


def _point(window: MainWindow, select: str, hover: str) -> None:
    desk = window.desk
    battle = desk.battle
    assert battle is not None
    for name in (select, hover):
        if name and name not in battle.units and name not in battle.models:
            raise ValueError(f"There is no unit or model {name!r}; units: {', '.join(battle.units)}.")
    if select in battle.models:
        desk.select(battle.models[select].unit, (select,))
    elif select:
        desk.select(select)
    if not hover:
        return
    desk.hover("model" if hover in battle.models else "unit", hover)
    models = [battle.models[hover]] if hover in battle.models else list(battle.standing(hover))
    place: Place | None = next((m.place for m in models if m.place is not None), None)
    if place is not None:
        desk.set_cursor(place.at)
