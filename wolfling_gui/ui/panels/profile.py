"""Show the profile of what is selected: its values, every weapon, and whether it holds objectives."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from wolfling_gui.core.forces import Model, Weapon
from wolfling_gui.session import naming
from wolfling_gui.session.scoring import RULE
from wolfling_gui.ui import words
from wolfling_gui.ui.panels.discard import clear
from wolfling_gui.ui.widgets import ElidedLabel, RuleChip, StatGrid, TextLabel, Themed, text_width
from wolfling_gui.ui.widgets.scrolling import UprightArea

PAD = 12
WEAPON_ROOM = 220
"""How wide a weapon's name and profile may be together to stand in one line, in pixels at 100 %."""
WEAPONS_HEIGHT = 150
"""How high the weapons may stand before they scroll, in pixels at 100 %."""
_ACROSS, _DOWN = QBoxLayout.Direction.LeftToRight, QBoxLayout.Direction.TopToBottom


def profile_stats(model: Model) -> list[tuple[str, str]]:
    """Return a model's characteristics as they are written in a profile."""
    p = model.profile
    save = words.needed(p.sv) if p.sv else "–"
    return [
        ("WS", str(p.ws)), ("BS", str(p.bs)), ("S", str(p.s)), ("T", str(p.t)), ("W", str(p.w)),
        ("I", str(p.i)), ("A", str(p.a)), ("Ld", str(p.ld)), ("Sv", save),
    ]  # fmt: skip


class _Weapons(UprightArea):
    """Scroll the weapons where they are more than there is room for."""

    def __init__(self) -> None:
        super().__init__()
        self._inside = QWidget()
        self.rows = QVBoxLayout(self._inside)
        self.rows.setContentsMargins(0, 0, 0, 0)
        self.rows.setSpacing(3)
        self.setWidget(self._inside)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def room(self) -> int:
        """Return how high the weapons stand, in pixels."""
        self.rows.activate()
        return self._inside.sizeHint().height()


class ProfileBlock(Themed, QWidget):
    """Show the profile and weapons of what is selected; `rule_opened(id)` asks for a rule."""

    rule_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(PAD, 10, PAD, 10)
        outer.setSpacing(7)
        head = QHBoxLayout()
        head.setSpacing(8)
        self._name = ElidedLabel("", "card_title")
        self._kind = ElidedLabel("", "small", "text3")
        head.addWidget(self._name)
        head.addWidget(self._kind)
        head.addStretch(1)
        outer.addLayout(head)
        self._stats = StatGrid()
        outer.addWidget(self._stats)
        self.weapons = _Weapons()
        outer.addWidget(self.weapons)
        self._holding = QWidget()
        line = QHBoxLayout(self._holding)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        self.holds = TextLabel("", "small", "text2", wrap=True)
        chip = RuleChip(RULE)
        chip.opened.connect(self.rule_opened)
        line.addWidget(self.holds, 1)
        line.addWidget(chip)
        outer.addWidget(self._holding)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.follow_theme()

    def show_models(self, models: tuple[Model, ...], scoring: str = "") -> None:
        """Show the profile most of these models share, every weapon they carry, and what `scoring` says."""
        self.setVisible(bool(models))
        if not models:
            return
        profiles = [m.profile for m in models]
        most = max(profiles, key=profiles.count)
        shown = next(m for m in models if m.profile == most)
        self._name.set_text(most.name)
        self._kind.set_text(words.profile_kind(most))
        stats = profile_stats(shown)
        if most.invulnerable:
            stats.append(("Inv", words.needed(most.invulnerable)))
        self._stats.set_stats(stats)
        self.holds.setText(naming.capital(scoring))
        self._holding.setVisible(bool(scoring))
        clear(self.weapons.rows)
        weapons: dict[str, Weapon] = {}
        for model in models:
            for weapon in model.weapons:
                weapons.setdefault(weapon.name, weapon)
        for weapon in weapons.values():
            said = words.weapon(weapon)
            small = self.look.font("small")
            beside = text_width(small, weapon.name) + text_width(small, said) <= self.look.px(WEAPON_ROOM)
            line = QWidget()
            row = QBoxLayout(_ACROSS if beside else _DOWN, line)
            row.setContentsMargins(0, 0, 0, 0)
            row.setSpacing(8 if beside else 0)
            row.addWidget(ElidedLabel(weapon.name, "small"), 1)
            row.addWidget(ElidedLabel(said, "small", "text2"))
            self.weapons.rows.addWidget(line)
            # Their height is asked before they would be shown by themselves.
            line.show()
        self.weapons.setVisible(bool(weapons))
        self.weapons.setFixedHeight(min(self.weapons.room(), self.look.px(WEAPONS_HEIGHT)))
