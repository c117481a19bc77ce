"""Take widgets out of layouts for good."""

from __future__ import annotations

from PySide6.QtWidgets import QLayout, QWidget


def discard(widget: QWidget) -> None:
    """Hide a widget, take it out of its parent, and free it.

    A layout shows its widgets by an event of its own a moment after they were added: one that has left its
    parent by then would come up as a window.
    """
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()


def clear(layout: QLayout) -> None:
    """Free every widget of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            discard(widget)
