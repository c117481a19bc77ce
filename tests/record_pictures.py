"""Draw the pictures of the help pages anew: `python -m tests.record_pictures`.

Run it when the window looks otherwise than they show. They have 256 colours, so that they stay small.
"""

from __future__ import annotations

import os
from collections.abc import Callable

import numpy as np
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage

from tests.ui.deck import MINE, THEIRS, deck_session, table_session
from wolfling_gui.session.session import Session
from wolfling_gui.ui.help_pages import help_dir
from wolfling_gui.ui.window_shot import window_image

SIZE = QSize(1440, 900)
PICTURES: dict[str, tuple[Callable[[], Session], str, str]] = {
    "shooting": (deck_session, MINE, THEIRS),
    "real-table": (table_session, MINE, ""),
}
"""The battle, who is in hand, and who is pointed at, by the picture's name."""
MOST_BYTES = 120_000


def few_colours(image: QImage) -> QImage:
    """Return a picture in the 256 colours that it has most of, every other in the nearest of them."""
    plain = image.convertToFormat(QImage.Format.Format_RGB32)
    colours, counts = np.unique(np.frombuffer(plain.constBits(), np.uint32), return_counts=True)
    table = [int(colour) for colour in colours[np.argsort(-counts)][:256]]
    flags = Qt.ImageConversionFlag.AvoidDither | Qt.ImageConversionFlag.ThresholdDither
    return plain.convertToFormat(QImage.Format.Format_Indexed8, table, flags)


def main() -> None:
    """Draw every picture."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    folder = help_dir() / "pictures"
    folder.mkdir(exist_ok=True)
    for name, (battle, select, hover) in PICTURES.items():
        image = window_image(battle(), SIZE, "dark", 1.0, None, select, hover)
        path = folder / f"{name}.png"
        few_colours(image).save(str(path), "PNG", 0)
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
