"""Hold the one style sheet of the program and fill it from a palette.

In the template ``@name`` is a colour token, ``12sp`` a length that grows with the text scale, ``12px`` one
that does not, and ``url(:name)`` an indicator picture made for the theme.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from wolfling_gui.ui.palette import Palette, blend

INDICATORS: Final[Mapping[str, tuple[str, str]]] = {
    "tick": ("activated", "on_accent"),
    "tick_off": ("activated", "text3"),
    "down": ("chevron_down", "text2"),
    "up": ("chevron_up", "text2"),
    "right": ("chevron_right", "text3"),
    "left": ("chevron_left", "text2"),
    "open": ("chevron_down", "text3"),
    "more": ("chevron_right", "text2"),
    "close": ("close", "text2"),
    "float": ("float", "text2"),
}
"""Pictures that the style sheet itself places: name -> (icon, colour token)."""

DISABLED_SHARE: Final = 0.38
"""The opacity of disabled controls."""

TEMPLATE: Final = """
QMainWindow, QDialog { background: @panel; color: @text; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QToolTip { background: @panel; color: @text; border: 1px solid @line2; border-radius: 4px; padding: 4sp 6sp; }
QFrame[surface="mat"], QWidget[surface="mat"] { background: @mat; }
QFrame[surface="win"], QWidget[surface="win"] { background: @win; }
QFrame[surface="panel"], QWidget[surface="panel"] { background: @panel; }
QFrame[surface="raised"], QWidget[surface="raised"] { background: @raised; }
QFrame[line="horizontal"] { background: @line; border: none; max-height: 1px; min-height: 1px; }
QFrame[line="vertical"] { background: @line; border: none; max-width: 1px; min-width: 1px; }

QLabel { background: transparent; }
QLabel[tone="text"] { color: @text; }
QLabel[tone="text2"] { color: @text2; }
QLabel[tone="text3"] { color: @text3; }
QLabel[tone="accent"] { color: @accent; }
QLabel[tone="on_accent"] { color: @on_accent; }
QLabel[tone="legal"] { color: @legal; }
QLabel[tone="refused"] { color: @refused; }
QLabel[tone="warning"] { color: @warning; }
QLabel[tone="side0"] { color: @side0; }
QLabel[tone="side1"] { color: @side1; }
QLabel[tone="side2"] { color: @side2; }
QLabel[tone="side3"] { color: @side3; }
QLabel:disabled { color: @off_text; }

QMenuBar { background: @win; color: @text2; border-bottom: 1px solid @line; padding: 0 8px; }
QMenuBar { min-height: 29sp; max-height: 30sp; }
QMenuBar::item { background: transparent; padding: 0 8sp; min-height: 27sp; border-radius: 4px; }
QMenuBar::item:selected, QMenuBar::item:pressed { background: @hover; color: @text; }
QMenu { background: @panel; color: @text; border: 1px solid @line2; padding: 4px; }
QMenu::item { min-height: 16sp; padding: 4sp 24sp 4sp 12sp; border-radius: 4px; }
QMenu::item:selected { background: @hover; }
QMenu::item:disabled { color: @off_text; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QMenu::indicator { width: 13sp; height: 13sp; margin-left: 8px; }
QMenu::indicator { border: 1px solid @line2; border-radius: 3px; }
QMenu::indicator:checked { background: @accent; border-color: @accent; image: url(:tick); }
QMenu::right-arrow { image: url(:more); width: 12sp; height: 12sp; }

QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; spacing: 4px; padding: 0 8px; }
QToolBar { min-height: 43sp; max-height: 43sp; icon-size: 18sp; }
QToolBar::separator { background: @line; width: 1px; margin: 6sp 8px; }
QStatusBar { background: @win; color: @text2; border-top: 1px solid @line; }
QStatusBar { min-height: 25sp; max-height: 25sp; }
QStatusBar::item { border: none; }

QDockWidget { color: @text2; titlebar-close-icon: url(:close); titlebar-normal-icon: url(:float); }
QDockWidget::title { background: @panel; border-bottom: 1px solid @line; padding: 8sp 12px; }
QDockWidget::title { text-align: left; }
QDockWidget > QWidget { background: @panel; }

QPushButton { background: @raised; color: @text; border: 1px solid @line2; border-radius: 5px; }
QPushButton { padding: 0 12sp; min-height: 28sp; font-weight: 500; icon-size: 16sp; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @sunk; }
QPushButton:checked { background: @accentbg; color: @accent; }
QPushButton:focus { border: 2px solid @accent; padding: 0 11sp; min-height: 26sp; }
QPushButton:disabled { color: @off_text; border-color: @off_line2; }
QPushButton[kind="main"] { background: @accent; color: @on_accent; border: 2px solid @accent; }
QPushButton[kind="main"] { min-height: 34sp; font-weight: 600; padding: 0 16sp; }
QPushButton[kind="main"]:hover, QPushButton[kind="main"]:pressed { background: @accent_hover; }
QPushButton[kind="main"]:focus { border: 2px solid @on_accent; }
QPushButton[kind="main"]:disabled { background: @off_accent; border-color: @off_accent; color: @on_accent; }
QPushButton[kind="flat"] { background: transparent; border: 1px solid transparent; color: @text2; }
QPushButton[kind="flat"] { padding: 0 8sp; }
QPushButton[kind="flat"]:hover { background: @hover; color: @text; }
QPushButton[kind="flat"]:focus { border: 2px solid @accent; padding: 0 7sp; }
QPushButton[kind="flat"]:disabled { color: @off_text; }

QToolButton { background: transparent; color: @text2; border: 1px solid transparent; border-radius: 5px; }
QToolButton { padding: 0 6sp; min-height: 30sp; min-width: 18sp; font-weight: 500; }
QToolButton:hover { background: @hover; color: @text; }
QToolButton:pressed { background: @sunk; }
QToolButton:checked { background: @accentbg; color: @accent; border: 1px solid @line2; }
QToolButton:focus { border: 2px solid @accent; padding: 0 5sp; min-height: 28sp; min-width: 18sp; }
QToolButton:disabled { color: @off_text; }
QToolButton[kind="icon"], QToolButton[kind="icon"]:focus {
  min-height: 0; min-width: 0; padding: 0; border: none;
}
QToolButton[kind="toggle"]:checked { background: @raised; color: @text; border: 1px solid @line; }
QToolButton::menu-indicator { image: url(:down); width: 10sp; height: 10sp; }

QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QPlainTextEdit, QTextEdit, QDateTimeEdit {
  background: @sunk; color: @text; border: 1px solid @line2; border-radius: 4px; padding: 0 8px;
  selection-background-color: @accent; selection-color: @on_accent;
}
QLineEdit, QSpinBox, QDoubleSpinBox, QComboBox, QDateTimeEdit { min-height: 26sp; }
QLineEdit[pool="large"] { min-height: 44sp; }
QPlainTextEdit, QTextEdit { padding: 4px; }
QLineEdit:focus, QSpinBox:focus, QDoubleSpinBox:focus, QComboBox:focus, QDateTimeEdit:focus {
  border: 2px solid @accent; padding: 0 7px; min-height: 24sp;
}
QLineEdit[pool="large"]:focus { min-height: 42sp; }
QPlainTextEdit:focus, QTextEdit:focus { border: 2px solid @accent; padding: 3px; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QComboBox:disabled, QPlainTextEdit:disabled {
  color: @off_text; border-color: @off_line2;
}
QLineEdit[state="refused"], QSpinBox[state="refused"], QDoubleSpinBox[state="refused"] {
  border-color: @refused;
}
QSpinBox::up-button, QDoubleSpinBox::up-button { subcontrol-origin: border; subcontrol-position: top right; }
QSpinBox::down-button, QDoubleSpinBox::down-button {
  subcontrol-origin: border; subcontrol-position: bottom right;
}
QSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::up-button, QDoubleSpinBox::down-button {
  width: 24sp; height: 14sp; border: none; border-left: 1px solid @line; background: transparent;
}
QSpinBox::up-button:hover, QSpinBox::down-button:hover, QDoubleSpinBox::up-button:hover,
QDoubleSpinBox::down-button:hover { background: @hover; }
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(:up); width: 9sp; height: 9sp; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(:down); width: 9sp; height: 9sp; }
QSpinBox, QDoubleSpinBox, QDateTimeEdit { min-height: 23sp; }
QSpinBox:focus, QDoubleSpinBox:focus, QDateTimeEdit:focus { min-height: 21sp; }
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {
  background: transparent; border: none; min-height: 0; padding: 0 0 0 8px;
}
QComboBox::drop-down { border: none; width: 26sp; }
QComboBox::down-arrow { image: url(:down); width: 12sp; height: 12sp; }
QComboBox QAbstractItemView { background: @panel; border: 1px solid @line2; padding: 4px; }

QCheckBox, QRadioButton { color: @text; spacing: 8px; min-height: 20sp; background: transparent; }
QCheckBox, QRadioButton { border: 2px solid transparent; border-radius: 4px; }
QCheckBox:focus, QRadioButton:focus { border: 2px solid @accent; }
QCheckBox:disabled, QRadioButton:disabled { color: @off_text; }
QCheckBox::indicator, QRadioButton::indicator {
  width: 14sp; height: 14sp; border: 1px solid @line2; border-radius: 3px; background: @sunk;
}
QCheckBox::indicator:hover, QRadioButton::indicator:hover { border-color: @text2; }
QCheckBox::indicator:checked { background: @accent; border-color: @accent; image: url(:tick); }
QCheckBox::indicator:indeterminate { background: @line2; border-color: @line2; }
QCheckBox::indicator:disabled { border-color: @off_line2; }
QCheckBox::indicator:checked:disabled { background: @raised; border-color: @off_line2; }
QCheckBox::indicator:checked:disabled { image: url(:tick_off); }
QRadioButton::indicator { border-radius: @half_indicator; }
QRadioButton::indicator:checked {
  border-color: @accent;
  background: qradialgradient(cx: 0.5, cy: 0.5, radius: 0.5, fx: 0.5, fy: 0.5,
    stop: 0 @accent, stop: 0.52 @accent, stop: 0.6 @sunk, stop: 1 @sunk);
}

QGroupBox { border: 1px solid @line; border-radius: 6px; margin-top: 14sp; padding: 8px; color: @text3; }
QGroupBox::title { subcontrol-origin: margin; left: 8px; padding: 0 4px; }
QAbstractScrollArea { background: @panel; border: none; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollArea[ground="mat"], QScrollArea[ground="mat"] > QWidget { background: @mat; }
QScrollBar:vertical { background: transparent; width: 10px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 10px; margin: 0; }
QScrollBar::handle { background: @line2; border-radius: 2px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 24sp; }
QScrollBar::handle:horizontal { min-width: 24sp; }
QScrollBar::handle:hover { background: @text3; border-radius: 3px; margin: 2px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; border: none; background: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: none; }
QAbstractScrollArea::corner { background: transparent; }

QListView, QTreeView, QTableView {
  background: @panel; color: @text; border: none; outline: 0; alternate-background-color: @panel;
  selection-background-color: @accentbg; selection-color: @text; gridline-color: @line;
}
QListView:focus, QTreeView:focus, QTableView:focus { border: 2px solid @accent; }
QListView::item, QTreeView::item { min-height: 26sp; padding: 0 6px; border: none; }
QTableView::item { padding: 0 6px; }
QListView::item:hover, QTreeView::item:hover, QTableView::item:hover { background: @hover; }
QListView::item:selected, QTreeView::item:selected, QTableView::item:selected {
  background: @accentbg; color: @text;
}
QTreeView::branch:has-children:closed { image: url(:right); }
QTreeView::branch:has-children:open { image: url(:open); }
QHeaderView { background: @panel; border: none; }
QHeaderView::section {
  background: @panel; color: @text3; border: none; border-bottom: 1px solid @line; padding: 4sp 6px;
  font-weight: 500;
}
QTableCornerButton::section { background: @panel; border: none; }

QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar { background: @panel; }
QTabBar::tab { background: transparent; color: @text2; border: none; padding: 0 12sp; min-height: 30sp; }
QTabBar::tab { border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; background: @hover; }
QTabBar::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar::tab:focus { border: 2px solid @accent; }
QTabBar::tab:disabled { color: @off_text; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QSplitter::handle:hover { background: @accent; }
QProgressBar { background: @sunk; border: none; border-radius: 3px; max-height: 6sp; min-height: 6sp; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QSlider::groove:horizontal { background: @sunk; border: 1px solid @line; height: 4px; border-radius: 3px; }
QSlider::sub-page:horizontal { background: @line2; border-radius: 3px; }
QSlider::handle:horizontal { background: @accent; width: 12sp; margin: -5px 0; border-radius: 4px; }
QSlider:focus { border: 2px solid @accent; border-radius: 4px; }

QFrame[card="true"] { background: @raised; border: 1px solid @line; border-radius: 6px; }
QFrame[card="map"] { background: @panel; border: 1px solid @line2; border-radius: 6px; }
QFrame[card="bare"] { background: transparent; border: none; }
QFrame[card="refused"] { background: @raised; border: 1px solid @refused; border-radius: 6px; }
QFrame[card="warning"] { background: @raised; border: 1px solid @warning; border-radius: 6px; }
QFrame[card="legal"] { background: @raised; border: 1px solid @legal; border-radius: 6px; }
QFrame[toast="true"] { background: @panel; border: 1px solid @line2; border-radius: 6px; }
"""


def colours(record: Palette) -> dict[str, str]:
    """Return every colour the template may name: the tokens and the few mixed from them."""
    named = {
        name: value
        for name, value in record._asdict().items()
        if isinstance(value, str) and value.startswith("#")
    }
    named |= {f"side{index}": side.full for index, side in enumerate(record.sides)}
    named |= {
        "off_text": blend(record.text, record.panel, DISABLED_SHARE),
        "off_line2": blend(record.line2, record.panel, DISABLED_SHARE),
        "off_accent": blend(record.accent, record.panel, DISABLED_SHARE),
        "accent_hover": blend(record.accent, record.panel, 0.9),
    }
    return named


def style_sheet(record: Palette, scale: float = 1.0, pictures: Mapping[str, str] | None = None) -> str:
    """Fill the template; ``scale`` is the text scale (1 = 100 %), ``pictures`` maps indicators to files.

    Raise ``KeyError`` if the template names a colour that the palette does not have.
    """
    named = colours(record)
    named["half_indicator"] = f"{round(14 * scale) // 2 + 1}px"
    files = pictures or {}
    sheet = re.sub(r"@(\w+)", lambda hit: named[hit[1]], TEMPLATE)
    sheet = re.sub(r"(\d+)sp\b", lambda hit: f"{max(1, round(int(hit[1]) * scale))}px", sheet)
    return re.sub(
        r"url\(:(\w+)\)", lambda hit: f'url("{files[hit[1]]}")' if hit[1] in files else "none", sheet
    )
