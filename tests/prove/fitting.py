"""Find what is cut off in a window: labels and buttons that are smaller than their text needs."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton, QScrollArea, QWidget

from wolfling_gui.ui.commands import Commands
from wolfling_gui.ui.menu_names import MENUS
from wolfling_gui.ui.widgets.buttons import KeyButton

SLACK = 1
"""A text may be a device-independent pixel wider than its label: fonts are measured in fractions."""


def cut(window: QWidget) -> list[str]:
    """Return a line for every visible label or button of a window that has less room than its text needs."""
    found: list[str] = []
    for label in window.findChildren(QLabel):
        if _shown(label, window) and label.text() and label.textFormat() != Qt.TextFormat.RichText:
            found += _of_label(label)
    for button in window.findChildren(QAbstractButton):
        if _shown(button, window) and button.text():
            found += _of_button(button)
    for widget in (*window.findChildren(QLabel), *window.findChildren(QAbstractButton)):
        if _shown(widget, window) and not _scrolled(widget):
            found += _outside(widget, window)
    for area in window.findChildren(QScrollArea):
        if _shown(area, window):
            found += _too_wide(area)
    return found


def _shown(part: QWidget, window: QWidget) -> bool:
    """Tell whether a part is seen in a window itself, not in a dialog of its own over it."""
    return part.isVisible() and part.window() is window.window()


def _too_wide(area: QScrollArea) -> Iterator[str]:
    """Say when what scrolls up and down only is wider than what is seen of it."""
    inner = area.widget()
    if inner is None or area.horizontalScrollBarPolicy() != Qt.ScrollBarPolicy.ScrollBarAlwaysOff:
        return
    seen = area.viewport().width()
    if inner.width() > seen + SLACK:
        name = area.accessibleName() or type(area.parentWidget()).__name__
        yield f"what scrolls in {name} is {inner.width()} wide, and {seen} of it are seen"


def _of_label(label: QLabel) -> Iterator[str]:
    words = " ".join(label.text().split())
    if label.wordWrap():
        needed = label.heightForWidth(label.width())
        if needed > label.height() + SLACK:
            yield f"“{words}” is {label.height()} high and needs {needed}"
        return
    needed = max(label.fontMetrics().horizontalAdvance(line) for line in label.text().split("\n"))
    if needed > label.width() + SLACK:
        yield f"“{words}” is {label.width()} wide and needs {needed}"


def _of_button(button: QAbstractButton) -> Iterator[str]:
    if isinstance(button, KeyButton):
        needed = button.content_width()
    elif isinstance(button, QPushButton):
        needed = button.fontMetrics().horizontalAdvance(button.text())
    else:
        needed = min(button.sizeHint().width(), button.fontMetrics().horizontalAdvance(button.text()))
    if needed > button.width() + SLACK:
        yield f"button “{button.text()}” is {button.width()} wide and needs {needed}"


def _scrolled(widget: QWidget) -> bool:
    """Tell whether a widget lies in a part that scrolls: what is out of view there can be reached."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            return True
        above = above.parentWidget()
    return False


def _outside(widget: QWidget, window: QWidget) -> Iterator[str]:
    """Say when a part sticks out of what holds it, where nothing can bring it back."""
    own = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    holder = widget.parentWidget()
    while holder is not None and holder is not window:
        around = QRect(holder.mapTo(window, holder.rect().topLeft()), holder.size())
        if not around.adjusted(-SLACK, -SLACK, SLACK, SLACK).contains(own):
            words = widget.text() if isinstance(widget, QLabel | QAbstractButton) else ""
            if words or isinstance(widget, QAbstractButton):
                yield f"“{words or widget.accessibleName()}” sticks out of {type(holder).__name__}"
            return
        holder = holder.parentWidget()


def bare(commands: Commands) -> list[str]:
    """Return a line for every command without name, icon, key, or a tooltip that says what it does."""
    found: list[str] = []
    for command in commands.listed:
        action = commands[command.id]
        if not command.name or command.menu not in MENUS:
            found.append(f"command {command.id} has no name or menu")
        if action.icon().isNull():
            found.append(f"command {command.id} has no icon")
        if not action.shortcuts():
            found.append(f"command {command.id} has no key")
        if "\n" not in action.toolTip():
            found.append(f"command {command.id}'s tooltip does not say what it does")
    return found
