"""Draw the whole vocabulary of the map on one sheet, for the help page."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, QPointF, QRectF
from PySide6.QtGui import QImage, QPainter

from wolfling_gui.ui.palette import SIDE_LETTERS, Palette

from .badges import STATUS_NAMES, paint_icon, status_colour
from .ink import CENTRE, colour, draw_text, font, pen, saved, text_at_scale
from .marks import Role, chip_rect
from .rings import paint_selected_ring, paint_target_ring
from .sheet_map import paint_lines, paint_markers, paint_ruins, paint_terrain, paint_walls_and_doors
from .tags import RuleTone, Tag, paint_rule_chip, paint_tag, tag_size
from .tokens import TokenLook, TokenState, paint_token

WIDTH: Final = 1440
HEIGHT: Final = 900
translate = QCoreApplication.translate


def paint_sheet(painter: QPainter, palette: Palette, title: str) -> None:
    """Draw the symbol sheet, 1440 by 900 pixels from the origin, with `title` beside its heading."""
    with saved(painter), text_at_scale(1.0):
        painter.fillRect(QRectF(0, 0, WIDTH, HEIGHT), colour(palette.win))
        heading = translate("MapSymbols", "Map symbols")
        place = draw_text(painter, QPointF(20, 32), heading, font(20, 600), palette.text)
        draw_text(painter, QPointF(place.right() + 14, 35), title, font(13), palette.text2)
        _paint_sides(painter, palette)
        _paint_states(painter, palette)
        _paint_zooms(painter, palette)
        _panel(
            painter,
            palette,
            QRectF(494, 64, 442, 238),
            translate("MapSymbols", "Walls and doors"),
            translate("MapSymbols", "the state is drawn; leaf and swing as on plans"),
        )
        paint_walls_and_doors(painter, palette)
        _panel(
            painter,
            palette,
            QRectF(494, 314, 442, 265),
            translate("MapSymbols", "Ruins and levels"),
            translate("MapSymbols", "contours as on a map, number at each contour"),
        )
        paint_ruins(painter, palette)
        _panel(
            painter,
            palette,
            QRectF(494, 592, 442, 133),
            translate("MapSymbols", "Terrain"),
            translate("MapSymbols", "class in the outline, kind in the fill"),
        )
        paint_terrain(painter, palette)
        _panel(
            painter,
            palette,
            QRectF(948, 64, 472, 341),
            translate("MapSymbols", "Lines"),
            translate("MapSymbols", "the same width at every zoom"),
        )
        paint_lines(painter, palette)
        _panel(
            painter,
            palette,
            QRectF(948, 418, 472, 139),
            translate("MapSymbols", "Markers"),
            translate("MapSymbols", "40 mm, owner’s rim and badge"),
        )
        paint_markers(painter, palette)
        _paint_statuses(painter, palette)
        _paint_verdicts(painter, palette)
        foot = translate("MapSymbols", "Sizes in device-independent pixels at 1×.")
        draw_text(painter, QPointF(20, 870), foot, font(11), palette.text3)


def sheet_image(palette: Palette, title: str, ratio: float = 1.0) -> QImage:
    """Return the sheet as a picture at a screen ratio."""
    picture = QImage(round(WIDTH * ratio), round(HEIGHT * ratio), QImage.Format.Format_ARGB32_Premultiplied)
    picture.setDevicePixelRatio(ratio)
    picture.fill(colour(palette.win))
    painter = QPainter(picture)
    try:
        paint_sheet(painter, palette, title)
    finally:
        painter.end()
    return picture


def _panel(painter: QPainter, palette: Palette, box: QRectF, heading: str, note: str) -> None:
    with saved(painter):
        painter.setPen(pen(palette.line, 1.0))
        painter.setBrush(colour(palette.panel))
        painter.drawRoundedRect(box.adjusted(0.5, 0.5, -0.5, -0.5), 6, 6)
    at = QPointF(box.left() + 15, box.top() + 19)
    place = draw_text(painter, at, heading, font(13, 600), palette.text)
    draw_text(painter, QPointF(place.right() + 8, at.y() + 0.5), note, font(11), palette.text3)


def _caption(painter: QPainter, palette: Palette, x: float, y: float, text: str) -> None:
    draw_text(painter, QPointF(x, y), text, font(10.5, 500), palette.text3, align=CENTRE)


def _paint_sides(painter: QPainter, palette: Palette) -> None:
    _panel(
        painter,
        palette,
        QRectF(20, 64, 462, 268),
        translate("MapSymbols", "Sides and roles"),
        translate("MapSymbols", "outer circle = true base; the plate inside tells the side"),
    )
    columns: tuple[tuple[float, Role, str], ...] = (
        (143, "plain", translate("MapSymbols", "plain")),
        (197, "leader", translate("MapSymbols", "leader")),
        (251, "special", translate("MapSymbols", "special")),
        (305, "heavy", translate("MapSymbols", "heavy")),
        (359, "number", translate("MapSymbols", "number")),
    )
    for x, _, words in columns:
        _caption(painter, palette, x, 109, words)
    _caption(painter, palette, 430, 109, translate("MapSymbols", "wounds, 40 mm"))
    shapes = {
        "disc": translate("MapSymbols", "disc"),
        "square": translate("MapSymbols", "square"),
        "hexagon": translate("MapSymbols", "hexagon"),
        "triangle": translate("MapSymbols", "triangle"),
    }
    for side in range(4):
        y = 145.0 + 50 * side
        colours = palette.side(side)
        words = translate("MapSymbols", "{side} · {shape}").format(
            side=SIDE_LETTERS[side], shape=shapes[colours.plate]
        )
        draw_text(painter, QPointF(35, y), words, font(12, 600), colours.full)
        for x, role, _ in columns:
            look = TokenLook(side, role, "7" if role == "number" else "", width_px=28, length_px=28)
            paint_token(painter, palette, look, 28, QPointF(x, y))
        look = TokenLook(side, "leader", width_px=44, length_px=44, wounds_left=2, wounds_total=3)
        paint_token(painter, palette, look, 28, QPointF(430, y))


def _paint_states(painter: QPainter, palette: Palette) -> None:
    _panel(
        painter,
        palette,
        QRectF(20, 344, 462, 222),
        translate("MapSymbols", "States"),
        translate("MapSymbols", "form first, colour second"),
    )
    xs = (70.0, 160.0, 251.0, 342.0, 432.0)

    def base(side: int, state: TokenState = "ready", level: int | None = None, *badges: str) -> TokenLook:
        return TokenLook(side, state=state, width_px=40, length_px=40, level=level, badges=badges)

    looks = (
        (base(0), base(0), base(0, "acted"), base(0, "ghost"), base(0, "ready", 2)),
        (base(1), base(1), base(1), base(1, "casualty"), base(1, "ready", None, "pinned")),
    )
    for row, y in zip(looks, (413.0, 502.0), strict=True):
        for look, x in zip(row, xs, strict=True):
            paint_token(painter, palette, look, 28, QPointF(x, y))
    paint_selected_ring(painter, palette, base(0), QPointF(xs[1], 413))
    paint_target_ring(painter, palette, base(1), QPointF(xs[0], 502), "legal")
    paint_target_ring(painter, palette, base(1), QPointF(xs[1], 502), "refused")
    paint_target_ring(painter, palette, base(1), QPointF(xs[2], 502), "reacts")
    words = (
        (
            translate("MapSymbols", "ready"),
            translate("MapSymbols", "selected"),
            translate("MapSymbols", "has acted"),
            translate("MapSymbols", "was here"),
            translate("MapSymbols", "on level 2"),
        ),
        (
            translate("MapSymbols", "legal target"),
            translate("MapSymbols", "refused target"),
            translate("MapSymbols", "will react"),
            translate("MapSymbols", "casualty"),
            translate("MapSymbols", "pinned"),
        ),
    )
    for names, y in zip(words, (449.0, 541.0), strict=True):
        for name, x in zip(names, xs, strict=True):
            _caption(painter, palette, x, y, name)


def _paint_zooms(painter: QPainter, palette: Palette) -> None:
    _panel(
        painter,
        palette,
        QRectF(20, 578, 462, 147),
        translate("MapSymbols", "One model, five zooms"),
        translate("MapSymbols", "below 12: plate only; from 40: names"),
    )
    for zoom, x in ((8.0, 61.0), (12.0, 123.0), (18.0, 194.0), (28.0, 280.0), (48.0, 390.0)):
        for side in (0, 1):
            look = TokenLook(side, "leader", width_px=zoom, length_px=zoom)
            at = QPointF(x + (zoom / 2 + 2.5) * (2 * side - 1), 653)
            paint_token(painter, palette, look, zoom, at)
        words = translate("MapSymbols", "48 px per inch") if zoom == 48 else f"{zoom:g}"
        _caption(painter, palette, x, 698, words)


def _paint_statuses(painter: QPainter, palette: Palette) -> None:
    _panel(
        painter,
        palette,
        QRectF(948, 570, 472, 155),
        translate("MapSymbols", "Statuses"),
        translate("MapSymbols", "20 px grid, 1.5 px line, round ends, one colour"),
    )
    names = {
        "moved": translate("MapSymbols", "moved"),
        "falling_back": translate("MapSymbols", "falling back"),
        "shot": translate("MapSymbols", "has shot"),
        "pinned": translate("MapSymbols", "pinned"),
        "gone_to_ground": translate("MapSymbols", "gone to ground"),
        "in_combat": translate("MapSymbols", "in combat"),
        "overwatch": translate("MapSymbols", "overwatch"),
        "activated": translate("MapSymbols", "has activated"),
        "oversized": translate("MapSymbols", "oversized"),
        "may_not_act": translate("MapSymbols", "may not act"),
        "house_rule": translate("MapSymbols", "house rule"),
        "overruled": translate("MapSymbols", "overruled"),
    }
    for n, name in enumerate(STATUS_NAMES):
        at = QPointF(974 + 149 * (n % 3), 619 + 28 * (n // 3))
        with saved(painter):
            painter.setPen(pen(palette.raised, 0.0))
            painter.setBrush(colour(palette.raised))
            painter.drawRoundedRect(chip_rect(at, 22, 22), 4, 4)
        paint_icon(painter, name, status_colour(palette, name), at, 15)
        draw_text(painter, at + QPointF(18, 0), names[name], font(12), palette.text)


def _paint_verdicts(painter: QPainter, palette: Palette) -> None:
    _panel(
        painter,
        palette,
        QRectF(20, 738, 1400, 112),
        translate("MapSymbols", "Verdicts"),
        translate("MapSymbols", "mark + words + rule + margin; never colour alone"),
    )
    tags = (
        Tag("legal", translate("MapSymbols", "Riflemen"), "2+", translate("MapSymbols", "cover 5+")),
        Tag(
            "warning", translate("MapSymbols", "Runner 4"), plain=translate("MapSymbols", "Sentry fires here")
        ),
        Tag("refused", translate("MapSymbols", "Brutes"), plain=translate("MapSymbols", "wall W3")),
        Tag(
            "question",
            translate("MapSymbols", "Marksman"),
            plain=translate("MapSymbols", "seen through a gap?"),
        ),
        Tag("none", "R3", plain=translate("MapSymbols", "does not apply")),
    )
    x = 35.0
    for tag in tags:
        paint_tag(painter, palette, QPointF(x, 777), tag)
        x += tag_size(tag).width() + 22
    rules: tuple[tuple[str, RuleTone, str], ...] = (
        ("WO-CQS-1", "plain", translate("MapSymbols", "rule")),
        ("HW-LOS-2", "refused", translate("MapSymbols", "rule that refuses")),
        ("KT-OVW-6", "warning", translate("MapSymbols", "rule that warns")),
        ("WO-TER-9", "house", translate("MapSymbols", "changed by a house rule")),
    )
    x = 35.0
    for rule, tone, words in rules:
        chip = paint_rule_chip(painter, palette, QPointF(x, 817), rule, tone)
        at = QPointF(chip.right() + 9, 826)
        x = draw_text(painter, at, words, font(12), palette.text3).right() + 26
    button = QRectF(x, 814, 106, 25)
    with saved(painter):
        painter.setPen(pen(palette.line2, 1.0))
        painter.setBrush(colour(palette.raised))
        painter.drawRoundedRect(button.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)
    paint_icon(painter, "overruled", palette.text2, QPointF(x + 19, 826.5), 14)
    words = translate("MapSymbols", "Overrule…")
    draw_text(painter, QPointF(x + 34, 826.5), words, font(12, 600), palette.text)
    words = translate("MapSymbols", "always beside a refusal")
    draw_text(painter, QPointF(button.right() + 9, 826), words, font(12), palette.text3)
