"""Press things: the one filled button, bordered and flat ones with their key, and icon tools."""

from __future__ import annotations

from typing import ClassVar, Literal

from PySide6.QtCore import QCoreApplication, QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QHelpEvent, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QSizePolicy, QToolButton, QToolTip, QWidget

from wolfling_gui.ui.icons import icon, paint_icon
from wolfling_gui.ui.palette import blend
from wolfling_gui.ui.stylesheet import DISABLED_SHARE
from wolfling_gui.ui.widgets.base import Themed, box, draw_text, focus_ring, square, text_width
from wolfling_gui.ui.widgets.keycap import key_text, keycap_size, paint_keycap

ButtonKind = Literal["main", "bordered", "flat"]


class KeyButton(Themed, QPushButton):
    """Draw a button with an optional icon before its words and a key cap after them.

    Words without room end in "…", and stand whole in the tooltip then.
    """

    KIND: ClassVar[ButtonKind] = "bordered"
    HEIGHT: ClassVar[int] = 30
    PAD: ClassVar[int] = 12
    MOST: ClassVar[int] = 270

    def __init__(
        self,
        text: str,
        keys: QKeySequence | str | None = None,
        icon_name: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self._keys = ""
        self._icon_name = icon_name
        self.setProperty("kind", self.KIND)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.follow_theme()
        self.set_keys(keys)

    def set_keys(self, keys: QKeySequence | str | None) -> None:
        """Show the key that does the same; None takes the cap away. The shortcut itself is the action's."""
        self._keys = "" if keys is None else key_text(keys)
        self.setAccessibleDescription(
            QCoreApplication.translate("KeyButton", "Key: %1").replace("%1", self._keys) if self._keys else ""
        )
        self.restyle()

    def keys(self) -> str:
        """Return what stands on the cap, empty without one."""
        return self._keys

    def set_icon_name(self, name: str) -> None:
        """Show another icon before the words; empty for none."""
        self._icon_name = name
        self.restyle()

    def font_used(self) -> QFont:
        """Return the font of the words."""
        return self.look.font("body", weight=500 if self.KIND == "bordered" else 400)

    def restyle(self) -> None:
        """Take font and height of the theme."""
        self.setFont(self.font_used())
        self.setFixedHeight(self.look.px(self.HEIGHT))
        super().restyle()

    def setText(self, text: str) -> None:
        """Show other words and make room for them."""
        super().setText(text)
        self.updateGeometry()

    def content_width(self) -> int:
        """Return the width of icon, words and cap in pixels."""
        width = text_width(self.font_used(), self._words())
        if self._icon_name:
            width += self.look.px(16) + self.look.px(8)
        if self._keys:
            width += self.look.px(8) + keycap_size(self._keys).width()
        return width

    def sizeHint(self) -> QSize:
        """Return the size that shows everything."""
        return QSize(self.content_width() + 2 * self.look.px(self.PAD), self.look.px(self.HEIGHT))

    def minimumSizeHint(self) -> QSize:
        """Return the same, but no more than fits into the narrowest panel."""
        hint = self.sizeHint()
        return QSize(min(hint.width(), self.look.px(self.MOST)), hint.height())

    def is_cut(self) -> bool:
        """Tell whether the words do not fit."""
        return self.width() < self.content_width() + 2 * self.look.px(8)

    def event(self, event: QEvent) -> bool:
        """Tell the whole words where they are cut."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.is_cut():
            told = "\n".join(part for part in (self._words(), self.toolTip()) if part)
            QToolTip.showText(event.globalPos(), told, self)
            return True
        return super().event(event)

    def _words(self) -> str:
        return self.text().replace("&&", "\0").replace("&", "").replace("\0", "&")

    def _colours(self) -> tuple[str | None, str | None, str, str]:
        """Return ground, border, ink and the cap's edge for the state the button is in."""
        p = self.colours
        hovered = self.isEnabled() and self.underMouse()
        if self.KIND == "main":
            return (blend(p.accent, p.panel, 0.9) if hovered else p.accent), None, p.on_accent, p.on_accent
        if self.KIND == "flat":
            return (p.hover if hovered else None), None, (p.text if hovered else p.text2), p.line2
        if self.isChecked():
            return p.accentbg, p.line2, p.accent, p.line2
        return (p.hover if hovered else p.raised), p.line2, p.text, p.line2

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, icon, words, cap and focus."""
        painter = QPainter(self)
        if not self.isEnabled():
            # A filled button fades by its ground alone, so that its words stay readable.
            painter.setOpacity(DISABLED_SHARE)
        ground, line, ink, edge = self._colours()
        if self.isDown() and self.KIND != "main":
            ground = self.colours.sunk
        rect = QRectF(self.rect())
        box(painter, rect, 5, ground, line)
        if not self.isEnabled() and self.KIND == "main":
            painter.setOpacity(0.85)
        x = max(float(self.look.px(8)), (rect.width() - self.content_width()) / 2)
        lacking = max(0, self.content_width() + 2 * self.look.px(8) - self.width())
        if self._icon_name:
            side = self.look.px(16)
            paint_icon(
                painter, QRectF(round(x), (rect.height() - side) // 2, side, side), self._icon_name, ink
            )
            x += side + self.look.px(8)
        font = self.font_used()
        words = self._words()
        room = max(0, text_width(font, words) - lacking)
        draw_text(painter, QRectF(x, 0, room, rect.height()), words, font, ink)
        if self._keys:
            x += room + self.look.px(8)
            width = keycap_size(self._keys).width()
            soft = QColor(blend(ink, ground or self.colours.panel, 0.7))
            rim = QColor(blend(edge, ground or self.colours.panel, 0.75 if self.KIND == "main" else 1))
            paint_keycap(painter, QRectF(x, 0, width, rect.height()), self._keys, soft, rim)
        if self.hasFocus():
            if self.KIND == "main":
                focus_ring(painter, rect.adjusted(2, 2, -2, -2), 4, self.colours.on_accent)
            else:
                focus_ring(painter, rect, 5, self.colours.accent)
        painter.end()


class MainButton(KeyButton):
    """Do the one thing that comes next; the filled button, one in each panel, 38 pixels high."""

    KIND = "main"
    HEIGHT = 38
    PAD = 16

    def font_used(self) -> QFont:
        """Return the font of the words."""
        return self.look.font("card_title")


class BorderedButton(KeyButton):
    """Do something else; 30 pixels high."""


class FlatButton(KeyButton):
    """Do something minor: plain words until hovered."""

    KIND = "flat"
    PAD = 8


class IconButton(Themed, QToolButton):
    """Show a tool as an icon, 32 by 32, whose tooltip says name, key, and what it does.

    ``set_labelled`` shows the name beside the icon, as for the tool in use.
    """

    def __init__(
        self,
        icon_name: str,
        name: str,
        what: str,
        keys: QKeySequence | str | None = None,
        side: int = 32,
        token: str = "text2",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._what = what
        self._why_not = ""
        self._keys = "" if keys is None else key_text(keys)
        self._side = side
        self._labelled = False
        self._icon_side = 18 if side >= 30 else 15
        self.setIcon(icon(icon_name, token))
        self.setProperty("kind", "icon")
        self.setAutoRaise(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        self.setAccessibleDescription(what)
        self._tell()
        self.follow_theme()

    def set_icon_name(self, name: str, token: str = "text2") -> None:
        """Show another icon."""
        self.setIcon(icon(name, token))

    def set_name(self, name: str, what: str) -> None:
        """Bear another name, and tell what the tool does under it."""
        self._name, self._what = name, what
        self.setAccessibleName(name)
        self.setAccessibleDescription(what)
        self._tell()
        self.restyle()

    def set_keys(self, keys: QKeySequence | str | None) -> None:
        """Tell another key in the tooltip."""
        self._keys = "" if keys is None else key_text(keys)
        self._tell()

    def set_why_not(self, reason: str) -> None:
        """Say why the tool cannot be used now and disable it; an empty reason enables it again."""
        self._why_not = reason
        self.setEnabled(not reason)
        self._tell()

    def set_labelled(self, labelled: bool) -> None:
        """Show the name beside the icon, or the icon alone."""
        self._labelled = labelled
        self.restyle()

    def restyle(self) -> None:
        """Take the size of the theme."""
        self.setFixedSize(self.sizeHint())
        icon_side = self.look.px(self._icon_side)
        self.setIconSize(QSize(icon_side, icon_side))
        super().restyle()

    def sizeHint(self) -> QSize:
        """Return the size of the tool."""
        side = self.look.px(self._side)
        if not self._labelled:
            return square(side)
        words = text_width(self._label_font(), self._name)
        return QSize(3 * self.look.px(8) + self.look.px(self._icon_side) + words, side)

    minimumSizeHint = sizeHint

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ground, icon and focus; checked tools keep their border."""
        painter = QPainter(self)
        p = self.colours
        rect = QRectF(self.rect())
        hovered = self.isEnabled() and self.underMouse()
        if self.isChecked():
            box(painter, rect, 5, p.accentbg, p.line2)
        elif self.isDown():
            box(painter, rect, 5, p.sunk, None)
        elif hovered:
            box(painter, rect, 5, p.hover, None)
        side = self.iconSize().width()
        left = self.look.px(8) if self._labelled else (rect.width() - side) // 2
        place = QRectF(left, (rect.height() - side) // 2, side, side).toRect()
        kit = type(self.icon()).Mode
        mode = kit.Normal if self.isEnabled() else kit.Disabled
        if hovered and not self.isChecked():
            mode = kit.Active
        state = type(self.icon()).State.On if self.isChecked() else type(self.icon()).State.Off
        self.icon().paint(painter, place, Qt.AlignmentFlag.AlignCenter, mode, state)
        if self._labelled:
            painter.save()
            if not self.isEnabled():
                painter.setOpacity(DISABLED_SHARE)
            words = rect.adjusted(left + side + self.look.px(8), 0, 0, 0)
            ink = p.accent if self.isChecked() else p.text if hovered else p.text2
            draw_text(painter, words, self._name, self._label_font(), ink)
            painter.restore()
        if self.hasFocus():
            focus_ring(painter, rect, 5, p.accent)
        painter.end()

    def _label_font(self) -> QFont:
        return self.look.font("body", weight=500)

    def event(self, event: QEvent) -> bool:
        """Repaint when the pointer comes or goes."""
        if event.type() in (QEvent.Type.Enter, QEvent.Type.Leave):
            self.update()
        return super().event(event)

    def _tell(self) -> None:
        if self._why_not:
            self.setToolTip(f"{self._name}\n{self._why_not}")
        elif self._keys:
            self.setToolTip(f"{self._name} ({self._keys})\n{self._what}")
        else:
            self.setToolTip(f"{self._name}\n{self._what}")
