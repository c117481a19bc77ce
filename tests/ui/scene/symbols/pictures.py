"""Paint into pictures and compare them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor, QImage, QPainter, QPolygonF


def polygon(*corners):
    return QPolygonF([QPointF(*corner) for corner in corners])


def painted(
    width: int, height: int, paint: Callable[[QPainter], object], ground: str | None = None
) -> QImage:
    """Return what a painter leaves on a transparent picture, or on a ground."""
    picture = QImage(width, height, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(QColor(ground) if ground else QColor(0, 0, 0, 0))
    painter = QPainter(picture)
    try:
        paint(painter)
    finally:
        painter.end()
    return picture


def pixels(picture: QImage) -> np.ndarray:
    """Return rows of blue, green, red, alpha."""
    made = picture.convertToFormat(QImage.Format.Format_ARGB32)
    flat = np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())
    return flat[:, : made.width() * 4].reshape(made.height(), made.width(), 4).copy()


def alpha(picture: QImage) -> np.ndarray:
    return pixels(picture)[:, :, 3]


def grey(picture: QImage) -> np.ndarray:
    made = picture.convertToFormat(QImage.Format.Format_Grayscale8)
    flat = np.frombuffer(made.constBits(), np.uint8).reshape(made.height(), made.bytesPerLine())
    return flat[:, : made.width()].astype(int)


def border_is_clear(picture: QImage) -> bool:
    """Tell whether nothing touches the outermost pixels, as it would if something were cut off."""
    a = alpha(picture)
    return not (a[0].any() or a[-1].any() or a[:, 0].any() or a[:, -1].any())


def ink_share(one: QImage, other: QImage, step: int = 40) -> float:
    """Return the share of pixels whose grey differs clearly, among those where either shows ink."""
    a, b = grey(one), grey(other)
    ground = np.bincount(a.ravel(), minlength=256).argmax()
    inked = (abs(a - ground) > 8) | (abs(b - ground) > 8)
    return float((abs(a - b) > step).sum() / max(1, inked.sum()))


def near(picture: QImage, x: int, y: int, value: str, tolerance: int = 24) -> bool:
    """Tell whether a pixel shows a colour."""
    seen, wanted = picture.pixelColor(x, y), QColor(value)
    parts = zip(seen.getRgb()[:3], wanted.getRgb()[:3], strict=True)
    return all(abs(a - b) <= tolerance for a, b in parts)


def shows(picture: QImage, value: str, tolerance: int = 12) -> int:
    """Count the pixels that show a colour."""
    wanted = QColor(value)
    bgra = pixels(picture).astype(int)
    target = np.array([wanted.blue(), wanted.green(), wanted.red()])
    return int(((abs(bgra[:, :, :3] - target) <= tolerance).all(axis=2) & (bgra[:, :, 3] > 200)).sum())
