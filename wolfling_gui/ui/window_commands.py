"""Say what every command of the window does."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from wolfling_gui.core.actions import EndStep, RollDice, RollOff
from wolfling_gui.ui import proving
from wolfling_gui.ui.commands import Command
from wolfling_gui.ui.panels.correct import step_with_dice
from wolfling_gui.ui.panels.guide_parts import PLAY_ON_KEYS
from wolfling_gui.ui.theme import LARGEST_SCALE, SMALLEST_SCALE, Mode, theme
from wolfling_gui.ui.tools.toolbox import TOOLS

if TYPE_CHECKING:
    from wolfling_gui.ui.main_window import MainWindow
    from wolfling_gui.ui.replay import Replay
    from wolfling_gui.ui.work import Work


TURN = 15
"""By how many degrees a key turns models that are being set down."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Commands", text)


def table(window: MainWindow) -> tuple[Command, ...]:
    """Return every command of the window, in the order of the menus."""
    desk = window.desk

    def work() -> Work:
        return window.work

    def replay() -> Replay:
        return window.replay

    def do(name: str, *given: object) -> Callable[[], object]:
        return lambda: getattr(window.work, name)(*given)

    def no_battle() -> str:
        return "" if desk.session is not None else _tr("Open a battle first.")

    def busy() -> str:
        if desk.session is None:
            return _tr("Open a battle first.")
        if desk.watching:
            return _tr("This battle is only watched. Play on from here to go on with it yourself.")
        if desk.request is not None:
            return _tr("Answer the question first, or call it off.")
        return _tr("Come back to now first.") if desk.looking_back else ""

    def no_replay() -> str:
        if desk.session is None:
            return _tr("Open a battle first.")
        return "" if desk.session.steps or window.replay.on else _tr("Nothing has been done yet.")

    def no_play_on() -> str:
        return "" if desk.watching else _tr("It belongs to the demonstration.")

    def no_step(way: int) -> Callable[[], str]:
        def reason() -> str:
            if desk.session is None:
                return _tr("Open a battle first.")
            if not window.replay.on:
                return _tr("Open the replay first.")
            place = window.replay.place
            if way < 0 and place == 0:
                return _tr("This is the start.")
            return _tr("This is the end.") if way > 0 and place == window.replay.count else ""

        return reason

    def no_undo() -> str:
        session = desk.session
        if desk.watching:
            return busy()
        if session is not None and (session.undo_step is not None or session.resolution is not None):
            return ""
        return _tr("Nothing has been done yet.")

    def no_redo() -> str:
        session = desk.session
        if desk.watching:
            return busy()
        if session is not None and session.redo_step is not None and session.resolution is None:
            return ""
        return _tr("Nothing was taken back.")

    def no_dice() -> str:
        if desk.session is None or desk.watching or desk.request is not None:
            return busy()
        return "" if step_with_dice(desk) else _tr("This action had no dice.")

    def no_end() -> str:
        reason = busy()
        if reason:
            return reason
        guide = desk.guide()
        offers = () if guide is None else (guide.main, *guide.also)
        if not any(o is not None and o.allowed and isinstance(o.action, EndStep) for o in offers):
            return _tr("Something must be done first; the guide says what.")
        return ""

    def no_roll_off() -> str:
        reason = busy()
        battle = desk.battle
        if reason or battle is None:
            return reason
        return "" if battle.clock.step == "roll_off" else _tr("The roll-off has been made already.")

    def no_copy() -> str:
        session = desk.session
        return "" if session is not None and getattr(session.recorder, "path", None) else no_battle()

    def no_picture() -> str:
        battle = desk.battle
        if battle is None:
            return no_battle()
        return "" if battle.table.backdrop is not None else _tr("There is no picture under this map.")

    def no_turn() -> str:
        if desk.session is None:
            return no_battle()
        return "" if desk.may_turn else _tr("Models are turned while they are being set down.")

    def no_looking() -> str:
        if desk.may_look_from or (window.view is not None and window.view.from_there.on):
            return ""
        return busy() or _tr("Take a unit in hand that stands on the table.")

    def no_page() -> str:
        if desk.session is None:
            return _tr("Open a battle first.")
        return "" if window.mode == "companion" else _tr("It belongs to the companion beside a real table.")

    def no_shot() -> str:
        reason = busy()
        if reason:
            return reason
        return "" if desk.shot() is not None else _tr("Choose who shoots and at whom first.")

    def no_refusal() -> str:
        guide = window.guide
        if guide is not None and guide.refused_action() is not None:
            return ""
        return _tr("Nothing was refused.")

    def zoom(name: str, *given: object) -> Callable[[], object]:
        def run() -> None:
            if window.view is not None:
                getattr(window.view.board, name)(*given)

        return run

    def panel(name: str) -> Callable[[], bool]:
        return lambda: window.panel_shown(name)

    def shown(name: str) -> Callable[[], bool]:
        return lambda: window.settings.show.get(name, True)

    def moded(mode: Mode) -> Callable[[], bool]:
        return lambda: theme().mode == mode

    def level(step: int) -> Callable[[], object]:
        return lambda: desk.set_level(desk.level + step)

    def no_level(step: int) -> Callable[[], str]:
        def reason() -> str:
            battle = desk.battle
            if battle is None:
                return no_battle()
            known = desk.level + step in battle.table.levels()
            return "" if known else _tr("There is no other level that way.")

        return reason

    def rolled(dice: str) -> Callable[[], object]:
        return lambda: desk.perform(RollDice(dice))

    c = functools.partial(Command)
    tools = [
        c(f"tool_{kind.name}", "table", kind.title, f"{kind.what}.", kind.icon, kind.key,
          functools.partial(desk.set_tool, kind.name), no_battle,
          checked=functools.partial(_is_tool, desk, kind.name), group="tools", scope="map")
        for kind in TOOLS.values()
    ]  # fmt: skip
    tools.append(
        c("take_or_put", "table", _tr("Take or put down"),
          _tr("Does at the map cursor what the mouse button does: takes models, puts them down, clicks."),
          "position", "P", lambda: window.view.keys.take_or_put() if window.view is not None else None,
          no_battle, scope="map")
    )  # fmt: skip
    tools += [
        c(f"turn_{way}", "table", name,
          _tr("Turns the models that are being set down: those picked, else the unit as a whole."), icon, key,
          functools.partial(desk.turn, degrees), no_turn, scope="map")
        for way, name, icon, key, degrees in (
            ("left", _tr("Turn left"), "rotate_left", "Q", TURN),
            ("right", _tr("Turn right"), "rotate", "E", -TURN),
        )
    ]  # fmt: skip
    tools.append(
        c("from_there", "table", _tr("From there"),
          _tr("Shows what the models in hand would see from the cursor; so does Alt held over the map."),
          "from_there", "L", lambda: window.view.toggle_from_there() if window.view is not None else None,
          no_looking, checked=lambda: window.view is not None and window.view.from_there.on)
    )  # fmt: skip
    return (
        c("new_battle", "file", _tr("New battle…"), _tr("Chooses a scenario and forces."), "new", "Ctrl+N",
          do("new_battle")),
        c("open", "file", _tr("Open…"), _tr("Opens a battle or a scenario."), "open_file", "Ctrl+O",
          do("open_file")),
        c("import_map", "file", _tr("Import a map…"), _tr("Makes a scenario of another program’s map."),
          "import_map", "Ctrl+I", do("import_map")),
        c("save_copy", "file", _tr("Save a copy…"),
          _tr("Writes the battle to another file; the battle itself is always saved."), "save",
          "Ctrl+Shift+S", do("save_copy"), no_copy, apart=True),
        c("screenshot", "file", _tr("Screenshot…"), _tr("Saves a picture of the window."), "export",
          "Ctrl+Shift+P", do("screenshot")),
        c("proof_card", "file", _tr("Save as proof card…"),
          _tr("Saves the ruling at hand, or the last action, with its map, numbers and rules."), "print",
          "Ctrl+Shift+V", do("save_proof"), lambda: proving.why_not(desk)),
        c("close_battle", "file", _tr("Close the battle"),
          _tr("Goes back to the first screen; nothing is lost."), "close", "Ctrl+W", do("close_battle"),
          no_battle, apart=True),
        c("quit", "file", _tr("Quit"), _tr("Leaves the program; nothing is lost."), "stop", "Ctrl+Q",
          window.close),
        c("undo", "edit", _tr("Undo"), _tr("Takes back the last step."), "undo", "Ctrl+Z", do("undo"),
          no_undo, lambda: work().undo_label() if hasattr(window, "work") else _tr("Undo")),
        c("redo", "edit", _tr("Redo"), _tr("Does again what was taken back."), "redo",
          "Ctrl+Y|Ctrl+Shift+Z", desk.redo, no_redo,
          lambda: work().redo_label() if hasattr(window, "work") else _tr("Redo")),
        c("overrule", "edit", _tr("Overrule…"), _tr("Does what was refused, when both players agree."),
          "overruled", "Ctrl+Shift+O",
          lambda: window.guide.ask_to_overrule() if window.guide is not None else None, no_refusal,
          apart=True),
        c("adjust", "edit", _tr("Adjust…"),
          _tr("Puts models, states, score or the moment right by agreement."), "edit", "Ctrl+J",
          do("adjust"), busy),
        c("correct", "edit", _tr("Put a die right…"),
          _tr("Changes a die of the last action, or of the one looked at in the log."), "dice",
          "Ctrl+K", lambda: window.guide.ask_to_correct() if window.guide is not None else None, no_dice),
        c("preferences", "edit", _tr("Preferences…"),
          _tr("Chooses look, size of text, dice, hints, keys and what the map shows."), "settings", "Ctrl+,",
          do("show_preferences"), apart=True),
        c("mode_play", "view", _tr("Play"), _tr("Plays on the map: models are moved and measured here."),
          "play", "F7", lambda: window.set_mode("play"), no_battle,
          checked=lambda: window.mode == "play", group="modes", apart=True),
        c("mode_companion", "view", _tr("Companion"),
          _tr("Plays beside a real table: you type your dice and say what stands there."), "companion", "F8",
          lambda: window.set_mode("companion"), no_battle,
          checked=lambda: window.mode == "companion", group="modes"),
        *(
            c(f"page_{name}", "view", title, what, icon, keys, functools.partial(window.show_page, name),
              no_page, checked=functools.partial(_is_page, window, name), group="pages")
            for name, title, what, icon, keys in (
                ("request", _tr("Request"), _tr("Shows the question that waits."), "dice", "F2"),
                ("table", _tr("Table"), _tr("Shows the map."), "table", "F3"),
                ("reference", _tr("Reference"), _tr("Shows the rules that matter now."), "book", "F4"),
                ("score", _tr("Score"), _tr("Shows and changes the score."), "objective", "F5"),
            )
        ),
        c("facts", "battle", _tr("Say the facts…"),
          _tr("Says range, sight, cover and more of the shot in hand."), "companion", "F",
          desk.facts_wanted.emit, no_shot, scope="map", apart=True),
        c("panel_forces", "view", _tr("Forces"), _tr("Shows or hides the forces."), "people", "F9",
          lambda: window.toggle_panel("forces"), no_battle, checked=panel("forces")),
        c("panel_guide", "view", _tr("Guide"), _tr("Shows or hides the guide."), "book", "F10",
          lambda: window.toggle_panel("guide"), no_battle, checked=panel("guide")),
        c("panel_facts", "view", _tr("Facts at the table"), _tr("Shows or hides the facts of the companion."),
          "ruler", "F12", lambda: window.toggle_panel("facts"), no_page, checked=panel("facts")),
        c("panel_log", "view", _tr("Log"), _tr("Shows or hides the log."), "tag", "F11",
          lambda: window.toggle_panel("log"), no_battle, checked=panel("log")),
        c("open_log", "view", _tr("Go to the log"), _tr("Opens the log and goes there."), "search", "Ctrl+L",
          window.toggle_log, no_battle),
        c("next_part", "view", _tr("Next part of the window"),
          _tr("Goes on to toolbar, map, guide, forces, log."), "chevron_right", "F6",
          lambda: window.walk_parts(1)),
        c("part_before", "view", _tr("Part of the window before"), _tr("Goes the other way round."),
          "chevron_left", "Shift+F6", lambda: window.walk_parts(-1)),
        c("level_up", "view", _tr("Level up"), _tr("Shows the level above."), "level", "PgUp", level(1),
          no_level(1), apart=True),
        c("level_down", "view", _tr("Level down"), _tr("Shows the level below."), "stairs", "PgDown",
          level(-1), no_level(-1)),
        c("zoom_in", "view", _tr("Zoom in"), _tr("Shows the map larger."), "zoom_in", "Ctrl++|Ctrl+=|+",
          zoom("zoom_at", 1.25), no_battle, apart=True),
        c("zoom_out", "view", _tr("Zoom out"), _tr("Shows the map smaller."), "zoom_out", "Ctrl+-|-",
          zoom("zoom_at", 0.8), no_battle),
        c("zoom_fit", "view", _tr("Whole table"), _tr("Shows the whole table."), "fit", "Ctrl+0|0",
          zoom("fit"), no_battle),
        c("show_lines", "view", _tr("Sight lines"), _tr("Shows the lines of sight to targets."), "eye",
          "Ctrl+1", do("toggle_shown", "lines"), no_battle, checked=shown("lines"), apart=True),
        c("show_links", "view", _tr("Coherency"), _tr("Shows the links that hold a unit together."),
          "coherency", "Ctrl+2", do("toggle_shown", "links"), no_battle, checked=shown("links")),
        c("show_tags", "view", _tr("Names"), _tr("Shows the units’ names and verdicts."), "tag", "Ctrl+3",
          do("toggle_shown", "tags"), no_battle, checked=shown("tags")),
        c("show_grid", "view", _tr("Grid"), _tr("Shows the grid in inches."), "grid", "Ctrl+4",
          do("toggle_shown", "grid"), no_battle, checked=shown("grid")),
        c("picture_stronger", "view", _tr("Picture stronger"),
          _tr("Shows the picture under the map stronger."), "sun", "Ctrl+Alt+.",
          do("change_backdrop", 0.2), no_picture, apart=True),
        c("picture_fainter", "view", _tr("Picture fainter"),
          _tr("Shows the picture under the map fainter."), "moon", "Ctrl+Alt+,",
          do("change_backdrop", -0.2), no_picture),
        c("theme", "view", _tr("Dark or light"), _tr("Changes between the dark and the light look."), "sun",
          "Ctrl+T", do("next_theme"), apart=True),
        c("theme_system", "view", _tr("Look as the system"), _tr("Follows the system’s dark or light look."),
          "settings", "Ctrl+Shift+T", do("set_theme", "system"), checked=moded("system")),
        c("clear_palette", "view", _tr("Clear colours"),
          _tr("Keeps sides and verdicts further apart for colour-blind eyes."), "eye", "Ctrl+Shift+C",
          do("toggle_clear"), checked=lambda: theme().clear),
        c("text_larger", "view", _tr("Larger text"), _tr("Makes all text larger, up to 150 %."), "plus",
          "Ctrl+Alt++|Ctrl+Alt+=", do("change_scale", 0.1),
          lambda: "" if theme().scale < LARGEST_SCALE else _tr("Text is as large as it gets."), apart=True),
        c("text_smaller", "view", _tr("Smaller text"), _tr("Makes all text smaller, down to 90 %."), "minus",
          "Ctrl+Alt+-", do("change_scale", -0.1),
          lambda: "" if theme().scale > SMALLEST_SCALE else _tr("Text is as small as it gets.")),
        c("text_normal", "view", _tr("Text at 100 %"), _tr("Gives text its normal size again."), "corners",
          "Ctrl+Alt+0", do("change_scale", 0.0)),
        c("end_step", "battle", _tr("End the step"), _tr("Goes on to the next step or phase."),
          "chevron_right", "Ctrl+E", lambda: desk.perform(EndStep()), no_end),
        c("roll_off", "battle", _tr("Roll off"), _tr("Rolls for who goes first."), "dice", "Ctrl+Shift+R",
          lambda: desk.perform(RollOff()), no_roll_off),
        c("app_dice", "battle", _tr("App dice"), _tr("On: the app rolls. Off: you type your own dice."),
          "dice", "Ctrl+D", do("set_dice"), checked=lambda: desk.app_dice, apart=True),
        c("sides", "battle", _tr("Sides and dice…"),
          _tr("Names the sides, and says whose dice the app rolls; the battle keeps both."), "people",
          "Ctrl+Shift+N", do("name_sides"), no_battle),
        c("luck", "battle", _tr("Luck…"), _tr("Shows what the dice made against what was to be expected."),
          "luck", "Ctrl+U", do("show_luck"), no_battle),
        c("summary", "battle", _tr("Battle summary…"),
          _tr("Saves forces, score, every turn with its map, and luck as a PDF or a web page."), "summary",
          "Ctrl+Shift+B", do("save_summary"), no_replay),
        c("replay", "battle", _tr("Replay"),
          _tr("Steps through the battle from its start; leaving it comes back to now."), "replay", "Ctrl+R",
          window.toggle_replay, no_replay, checked=lambda: window.replay.on, apart=True),
        *(
            c(f"replay_{name}", "battle", title, what, icon, keys, run, no_step(way))
            for name, title, what, icon, keys, run, way in (
                ("first", _tr("Replay: the start"), _tr("Shows the battle before its first step."), "first",
                 "Home", lambda: replay().move(-replay().count), -1),
                ("back", _tr("Replay: step back"), _tr("Shows the battle one step before."), "step_back",
                 ",", lambda: replay().move(-1), -1),
                ("play", _tr("Replay: play or rest"), _tr("Goes on step by step by itself, or rests."),
                 "play", "/", lambda: replay().toggle(), 0),
                ("on", _tr("Replay: step on"), _tr("Shows the battle one step later."), "step_on", ".",
                 lambda: replay().move(1), 1),
                ("last", _tr("Replay: now"), _tr("Shows the battle as it stands."), "last", "End",
                 lambda: replay().move(replay().count), 1),
                ("turn_back", _tr("Replay: turn before"), _tr("Shows where this turn, or the last, began."),
                 "chevron_left", "Ctrl+Left", lambda: replay().move_turn(-1), -1),
                ("turn_on", _tr("Replay: next turn"), _tr("Shows where the next turn began."),
                 "chevron_right", "Ctrl+Right", lambda: replay().move_turn(1), 1),
            )
        ),
        c("play_on", "battle", _tr("Play on from here"),
          _tr("Makes this moment of the demonstration a battle of your own."), "play", PLAY_ON_KEYS,
          do("play_on"), no_play_on),
        c("roll_d6", "battle", _tr("Roll D6"), _tr("Rolls one die for anything at the table."), "dice",
          "Ctrl+Alt+1", rolled("D6"), busy, apart=True),
        c("roll_2d6", "battle", _tr("Roll 2D6"), _tr("Rolls two dice and adds them."), "dice", "Ctrl+Alt+2",
          rolled("2D6"), busy),
        c("roll_scatter", "battle", _tr("Roll the scatter die"), _tr("Rolls a hit or a direction."), "blast",
          "Ctrl+Alt+3", rolled("scatter"), busy),
        *tools,
        c("browse_rules", "rules", _tr("Browse the rules"), _tr("Searches and reads the rules."), "rules",
          "Ctrl+B", do("browse_any")),
        c("house_rules", "rules", _tr("House rules"), _tr("Lists the rules that are changed."),
          "house_rule", "Ctrl+H", do("browse_any", True)),
        c("how_it_works", "help", _tr("How it works, in five minutes"),
          _tr("Tells a newcomer all that a first battle needs."), "help", "Ctrl+F1",
          do("show_help", "how-it-works")),
        c("help", "help", _tr("Help for this moment"),
          _tr("Opens the help page that fits to where you are, also in dialogs."), "book", "F1",
          do("show_help")),
        c("watch", "help", _tr("Watch a demonstration"),
          _tr("Shows a whole battle step by step, with the rules that decide each step."), "demonstration",
          "Ctrl+Shift+D", do("watch")),
        c("hints", "help", _tr("Hints in the guide"),
          _tr("Shows at each new moment of a first battle what it asks for."), "tag", "Ctrl+Shift+H",
          do("toggle_hints"), checked=lambda: window.settings.hints, apart=True),
        c("hints_anew", "help", _tr("Begin the hints anew"), _tr("Shows every hint once more."), "undo",
          "Ctrl+Alt+H", do("begin_hints_anew"),
          lambda: "" if window.settings.hints_done else _tr("No hint was put away yet.")),
        c("keys", "help", _tr("Keys and version"), _tr("Lists every command with its key, and changes keys."),
          "edit", "Shift+F1", do("show_keys"), apart=True),
    )  # fmt: skip


def _is_page(window: MainWindow, name: str) -> bool:
    return window.mode == "companion" and window.companion is not None and window.companion.page == name


def _is_tool(desk: object, name: str) -> bool:
    return getattr(desk, "tool", "") == name
