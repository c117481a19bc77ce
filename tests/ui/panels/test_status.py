"""The strip at the bottom: where the pointer is."""

from __future__ import annotations

import msgspec

from tests.ui.deck import deck_battle
from wolfling_gui.core.lengths import at
from wolfling_gui.core.terrain import Area
from wolfling_gui.files.journal_lines import Header
from wolfling_gui.session.session import Session
from wolfling_gui.ui.panels.status import StatusStrip


def test_the_piece_under_the_pointer_is_named_outside_every_zone(desk, put):
    battle = deck_battle()
    copse = Area("A7", (at(0, 0), at(0.5, 0), at(0.5, 0.5), at(0, 0.5)), "wood", "Copse")
    battle = battle.with_table(msgspec.structs.replace(battle.table, areas={"A7": copse}))
    desk.open(Session(desk.rules, Header(battle, "Raid", battle.ruleset)))
    strip = put(StatusStrip(desk))
    said = []
    for x in (0.2, 0.7):
        desk.set_cursor(at(x, 0.2))
        said.append(strip.zone_field.accessibleName())
    assert said == ["Copse", "open ground"]
