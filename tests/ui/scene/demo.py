"""Overlays of every kind over the two battles of the tests."""

from __future__ import annotations

from wolfling_gui.core.forces import Place
from wolfling_gui.core.lengths import at, inches
from wolfling_gui.core.verdict import Mark
from wolfling_gui.ui.scene import overlays as o


def shooting(battle):
    """Return the overlays of a shooter selected on the deck, as in the design's first picture."""

    def stands(model):
        return battle.models[model].place.at

    return (
        o.SharedZone("R3"),
        *(o.SelectedRing(f"B{n}") for n in range(1, 6)),
        *(o.TargetRing(f"R{n}", "legal") for n in range(1, 6)),
        *(o.TargetRing(name, "legal") for name in ("S1", "S2")),
        *(o.TargetRing(name, "refused") for name in ("U1", "U2", "M1")),
        *(o.SightLegal(stands(f"B{n}"), stands("R5")) for n in range(1, 6)),
        o.SightLegal(stands("B5"), stands("S2"), ((at(18, 10), at(20, 9.9)),)),
        o.BlockedBarrier("W3", at(9, 16.6)),
        o.BlockedBarrier("D6"),
        o.SightRefused(stands("B2"), at(9, 16.6), stands("U2")),
        o.SightRefused(stands("B5"), at(16.8, 8), stands("M1")),
        o.Tag("R", "legal", "Riflemen", "2+", "cover 5+"),
        o.Tag("S", "legal", "Scouts", "2+", "1 of 5 sees"),
        o.Tag("U", "refused", "Brutes", "", "wall W3"),
        o.Tag("M", "refused", "Marksman", "", "door D6 shut"),
        o.Tag("B", None, "Breachers", "", "5"),
        o.Tag("W", None, "Wardens", "", "3"),
        o.Tag(at(9, 16.6), None, "0.4″", "", "short of the breach"),
    )


def every_kind():
    """Return one overlay of each kind for the yard, each on ground of its own."""
    return (
        o.SelectedRing("R1"),
        o.TargetRing("R2", "legal"),
        o.TargetRing("R3", "refused"),
        o.TargetRing("R4", "reacts"),
        o.SightLegal(at(2, 2), at(12, 2), ((at(6, 2), at(8, 2)),)),
        o.SightRefused(at(2, 3), at(6, 3), at(12, 3)),
        o.SightStretch(at(2, 4), at(12, 4), at(5, 4), at(9, 4), inches(3), "3″", "4.0″"),
        o.BlockedBarrier("V1"),
        o.Shortfall(at(2, 6), at(4, 6)),
        o.Path((at(14, 10), at(18, 12), at(23, 12)), inches(7), None, inches(4)),
        o.Path((at(24, 2), at(24, 8)), walked=inches(3)),
        o.Ghost("C1", Place(at(24, 12), 0, 45)),
        o.Ghost("C2", Place(at(28, 10), 0, 0), False),
        o.Landing("R2", Place(at(20, 28), 0, 0), 1, "contact"),
        o.Landing("R3", Place(at(22, 28), 0, 0), 2, "support"),
        o.Turn("R4", 3, "near"),
        o.Contact(at(21, 30), at(22, 30)),
        o.Backing(at(20, 28), at(22, 28)),
        o.Reach((yard_square(26, 20, 4),), 1),
        o.View((yard_square(32, 20, 3), yard_square(33, 21, 3))),
        o.Arc((yard_square(40, 30, 5),), 1, (yard_square(41, 31, 2),)),
        o.Link(at(30, 2), at(34, 2), True, "0.9″ of 1″"),
        o.Link(at(30, 3), at(34, 3), False),
        *(
            o.Ring(at(4 + 4 * n, 34), inches(1), kind)
            for n, kind in enumerate(("range", "control", "legal", "refused", "reacts"))
        ),
        o.Laid(at(34, 22), 0, "legal", inches(1.5)),
        o.Laid(at(38, 24), 0, "refused", degrees=30.0, length=inches(8), width=inches(2)),
        o.ScatterArrow(at(34, 22), 90, inches(1), inches(4), "90° · north"),
        o.Tag("R", "question", "Riflemen", "", "seen through a gap?"),
        o.Tag("V1", "none", "Walker", "", "does not apply"),
        o.Measure(at(30, 34), at(36, 34), "6.0″", (at(33, 35),)),
        o.Shot(at(46, 2), at(46, 8)),
        o.Cursor(at(44, 33)),
        o.SharedZone("Q1S"),
        o.Highlight(("A3", "V2", "O1", "M1", "Q1", "B")),
        o.FindingMarks(
            (
                Mark("point", (at(46, 10),)),
                Mark("line", (at(42, 10), at(44, 11))),
                Mark("ring", (at(40, 10),), 0, inches(1)),
                Mark("polygon", yard_square(44, 12, 1)),
                Mark("link", (at(40, 12), at(42, 12)), 1),
            )
        ),
        o.FindingMarks((Mark("point", (at(47, 14),)),), "warns"),
        o.FindingMarks((Mark("point", (at(47, 16),)),), "permits"),
        o.FindingMarks((Mark("point", (at(47, 18),)),), "asks"),
    )


def yard_square(x, y, side):
    return (at(x, y), at(x + side, y), at(x + side, y + side), at(x, y + side))
