"""`wolfling screenshot FILE -o PNG`: draw a scenario or battle as the window shows it."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from wolfling_gui.commands.trouble import existing, telling

SMALLEST, LARGEST = (200, 150), (7680, 4320)
_SIZE = re.compile(r"(\d{3,5})[x×](\d{3,5})\Z", re.ASCII)


def describe(parser: argparse.ArgumentParser) -> None:
    """Add what the command takes."""
    parser.add_argument("file", metavar="FILE", help="a scenario, or a recorded battle")
    parser.add_argument("-o", "--out", required=True, metavar="PNG", help="the picture to write")
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WxH", help="default 1440x900")
    parser.add_argument("--theme", choices=("light", "dark"), default="dark")
    parser.add_argument("--scale", type=_scale, default=1.0, metavar="N", help="1 to 4, default 1")
    parser.add_argument("--step", type=int, metavar="N", help="the battle after so many actions")
    parser.add_argument(
        "--answers",
        type=int,
        metavar="N",
        help="with the next action begun, and so many of its answers given",
    )
    parser.add_argument("--select", default="", metavar="ID", help="a unit or model that is selected")
    parser.add_argument("--hover", default="", metavar="ID", help="a unit or model under the pointer")


def run(arguments: argparse.Namespace) -> int:
    """Draw the picture."""
    from wolfling_gui.commands.pictures import draw

    with telling():
        draw(
            existing(arguments.file),
            Path(arguments.out),
            size=arguments.size,
            theme=arguments.theme,
            scale=arguments.scale,
            step=arguments.step,
            select=arguments.select,
            hover=arguments.hover,
            answers=arguments.answers,
        )
    print(f"Written: {arguments.out}")
    return 0


def _size(text: str) -> tuple[int, int]:
    match = _SIZE.match(text)
    if match is None:
        raise argparse.ArgumentTypeError(f"“{text}” is no size; expected for example 1440x900")
    width, height = int(match[1]), int(match[2])
    if not (SMALLEST[0] <= width <= LARGEST[0] and SMALLEST[1] <= height <= LARGEST[1]):
        least, most = f"{SMALLEST[0]}x{SMALLEST[1]}", f"{LARGEST[0]}x{LARGEST[1]}"
        raise argparse.ArgumentTypeError(f"{text} is no size for the window; expected {least} to {most}")
    return width, height


def _scale(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0.5 <= value <= 4:
        raise argparse.ArgumentTypeError(f"“{text}” is no scale; expected a number from 0.5 to 4")
    return value
