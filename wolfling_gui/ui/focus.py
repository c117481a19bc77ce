"""Find where Tab goes: through each part of the window in reading order, then on to the next part.

Qt keeps a chain of its own, which panels that come, go and change places tear apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QDockWidget, QWidget

LINE = 8
"""Widgets whose tops are this close stand in one line, in pixels."""


def takes_focus(widget: QWidget) -> bool:
    """Tell whether Tab may stop at a widget now."""
    return (
        bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and widget.focusProxy() is None
        and widget.isEnabled()
        and widget.isVisible()
        and not _only_to_look_at(widget)
    )


def _only_to_look_at(widget: QWidget) -> bool:
    """Tell whether a widget lies on something that takes no clicks, such as a card on the map."""
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        if above.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents):
            return True
        above = above.parentWidget()
    return False


def stops(part: QWidget) -> list[QWidget]:
    """Return where Tab stops within a part: the part itself, then what it holds, line by line."""
    found = [widget for widget in part.findChildren(QWidget) if takes_focus(widget)]

    def reading(widget: QWidget) -> tuple[int, int]:
        at = widget.mapTo(part, QPoint(0, 0))
        return at.y() // LINE, at.x()

    found.sort(key=reading)
    return [part, *found] if takes_focus(part) else found


def next_stop(parts: Sequence[QWidget], focused: QWidget | None, *, forward: bool) -> QWidget | None:
    """Return where Tab goes from a widget; None when it stands in none of the parts."""
    order = list(dict.fromkeys(widget for part in parts for widget in stops(part)))
    if focused is None or focused not in order:
        return None
    return order[(order.index(focused) + (1 if forward else -1)) % len(order)]


def first_stop(part: QWidget) -> QWidget | None:
    """Return a part itself, or the first of its widgets that takes the focus."""
    inner = part.widget() if isinstance(part, QDockWidget) else part
    proxy = inner.focusProxy() if inner is not None else None
    candidates = [inner, proxy, *part.findChildren(QWidget)]
    for widget in candidates:
        if (
            widget is not None
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
            and widget.isVisible()
            and widget.isEnabled()
            and widget.focusProxy() is None
        ):
            return widget
    return None


def next_part(parts: Sequence[QWidget], focused: QWidget | None, way: int) -> QWidget | None:
    """Return where F6 goes from a widget: into the next part that takes the focus, with -1 the one before."""
    here = next(
        (n for n, part in enumerate(parts) if focused is not None and _within(focused, part)),
        -way,
    )
    following = (parts[(here + way * step) % len(parts)] for step in range(1, len(parts) + 1))
    return next((target for part in following if (target := first_stop(part)) is not None), None)


def _within(widget: QWidget, part: QWidget) -> bool:
    return widget is part or part.isAncestorOf(widget)
