"""Gather the kit: every small widget the panels are built from."""

from __future__ import annotations

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
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, focus_ring, text_width
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
from wolfling_gui.ui.widgets.labels import ElidedLabel, SectionHead, TextLabel, Toast, set_tone
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
from wolfling_gui.ui.widgets.segmented import Segment, Segmented
from wolfling_gui.ui.widgets.stats import StatGrid

__all__ = [
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
    "VerdictMark",
    "VerdictTag",
    "box",
    "chip_size",
    "draw_text",
    "focus_ring",
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
