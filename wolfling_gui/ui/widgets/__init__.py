"""Gather the kit: every small widget the panels are built from; each module is imported when asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wolfling_gui.ui.widgets.bars import (
        Margin,
        MarginBar,
        Odds,
        OddsBars,
        PoolStrip,
        paint_margin,
        paint_odds,
        paint_pool,
        pool_width,
    )
    from wolfling_gui.ui.widgets.base import ANY_WIDTH, Themed, box, draw_text, focus_ring, text_width
    from wolfling_gui.ui.widgets.buttons import BorderedButton, FlatButton, IconButton, MainButton
    from wolfling_gui.ui.widgets.card import Card, DockTitle, Hairline
    from wolfling_gui.ui.widgets.chips import (
        RuleChip,
        RuleChipRow,
        VerdictTag,
        chip_size,
        paint_chip,
        paint_tag,
        tag_size,
    )
    from wolfling_gui.ui.widgets.dice import DieFace, paint_die
    from wolfling_gui.ui.widgets.fields import DecimalField, NumberField
    from wolfling_gui.ui.widgets.flow import FlowLayout
    from wolfling_gui.ui.widgets.keycap import KeyCap, key_text, keycap_size, paint_keycap
    from wolfling_gui.ui.widgets.labels import (
        ElidedLabel,
        ProblemLine,
        SectionHead,
        TextLabel,
        head_row,
        set_tone,
    )
    from wolfling_gui.ui.widgets.marks import (
        MARK_KINDS,
        MarkKind,
        SidePlate,
        VerdictMark,
        mark_token,
        mark_word,
        paint_mark,
        paint_plate,
        plate_path,
    )
    from wolfling_gui.ui.widgets.scrolling import UprightArea
    from wolfling_gui.ui.widgets.segmented import Segment, Segmented
    from wolfling_gui.ui.widgets.stats import StatGrid
    from wolfling_gui.ui.widgets.toast import Toast

_HOMES = {
    "bars": "Margin MarginBar Odds OddsBars PoolStrip paint_margin paint_odds paint_pool pool_width",
    "base": "ANY_WIDTH Themed box draw_text focus_ring text_width",
    "buttons": "BorderedButton FlatButton IconButton MainButton",
    "card": "Card DockTitle Hairline",
    "chips": "RuleChip RuleChipRow VerdictTag chip_size paint_chip paint_tag tag_size",
    "dice": "DieFace paint_die",
    "fields": "DecimalField NumberField",
    "flow": "FlowLayout",
    "keycap": "KeyCap key_text keycap_size paint_keycap",
    "labels": "ElidedLabel ProblemLine SectionHead TextLabel head_row set_tone",
    "marks": "MARK_KINDS MarkKind SidePlate VerdictMark mark_token mark_word paint_mark paint_plate"
    " plate_path",
    "scrolling": "UprightArea",
    "segmented": "Segment Segmented",
    "stats": "StatGrid",
    "toast": "Toast",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> object:
    """Return a part of the kit, importing its module the first time."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found: object = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = found
    return found


__all__ = [
    "ANY_WIDTH",
    "MARK_KINDS",
    "BorderedButton",
    "Card",
    "DecimalField",
    "DieFace",
    "DockTitle",
    "ElidedLabel",
    "FlatButton",
    "FlowLayout",
    "Hairline",
    "IconButton",
    "KeyCap",
    "MainButton",
    "Margin",
    "MarginBar",
    "MarkKind",
    "NumberField",
    "Odds",
    "OddsBars",
    "PoolStrip",
    "ProblemLine",
    "RuleChip",
    "RuleChipRow",
    "SectionHead",
    "Segment",
    "Segmented",
    "SidePlate",
    "StatGrid",
    "TextLabel",
    "Themed",
    "Toast",
    "UprightArea",
    "VerdictMark",
    "VerdictTag",
    "box",
    "chip_size",
    "draw_text",
    "focus_ring",
    "head_row",
    "key_text",
    "keycap_size",
    "mark_token",
    "mark_word",
    "paint_chip",
    "paint_die",
    "paint_keycap",
    "paint_margin",
    "paint_mark",
    "paint_odds",
    "paint_plate",
    "paint_pool",
    "paint_tag",
    "plate_path",
    "pool_width",
    "set_tone",
    "tag_size",
    "text_width",
]
