"""`wolfling import FILE -o OUT`: turn a foreign map into a scenario of ours."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import get_args

from wolfling_gui.commands.trouble import existing, telling
from wolfling_gui.core.terrain import StructureKind

GAPS = ("window", "door", "opening")
"""The kinds of gaps in a map's walls."""


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", help="the foreign map, such as a Universal VTT file")
    parser.add_argument("-o", "--out", required=True, metavar="OUT", help="the scenario to write")
    parser.add_argument(
        "--inches-per-square", type=float, default=1.0, metavar="N", help="inches per square (default 1)"
    )
    parser.add_argument(
        "--structure",
        choices=get_args(StructureKind),
        default="intact_building",
        help="what the walls belong to (default intact_building)",
    )
    parser.add_argument(
        "--open-edge",
        action="store_true",
        help="the picture's edge is no wall where the map runs on beyond it",
    )
    parser.add_argument(
        "--turn",
        action="append",
        default=[],
        type=_turn,
        metavar="A=B",
        help="take all gaps of a kind for another: window=opening, opening=door and so on",
    )


def _turn(text: str) -> tuple[str, str]:
    """Take apart two kinds of gaps such as window=door."""
    before, _, after = text.partition("=")
    if before not in GAPS or after not in GAPS:
        kinds = ", ".join(GAPS)
        raise argparse.ArgumentTypeError(f"“{text}” is not two of {kinds}, such as window=door")
    return before, after


def run(arguments: argparse.Namespace) -> int:
    """Import the map and list what was kept, guessed, clipped or skipped."""
    from wolfling_gui.files.formats.describe import describe as said
    from wolfling_gui.files.formats.imported import ImportOptions
    from wolfling_gui.files.formats.importing import import_map

    options = ImportOptions(
        inches_per_square=arguments.inches_per_square,
        structure_kind=arguments.structure,
        picture_edge_is_wall=not arguments.open_edge,
        turn=dict(arguments.turn),
    )
    out = Path(arguments.out)
    with telling():
        notes = import_map(existing(arguments.file), out, options)
    print(f"Written: {out}")
    for sentence in said(notes):
        print(f"  {sentence}")
    return 0
