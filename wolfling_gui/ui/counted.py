"""Counted texts of the window; apart from `words`, so that the first screen needs no words of rules."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication


def plural(context: str, one: str, many: str, count: int) -> str:
    """Return a counted text: `many` holds %n and is what translations count by, `one` its English singular.

    English needs no translation file, so its singular is chosen here where nobody translated `many`.
    """
    text = QCoreApplication.translate(context, many, None, count)
    if count == 1 and text == many.replace("%n", "1"):
        return one
    return text
