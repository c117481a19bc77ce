"""Damage text the way editors, typists and disks do; for fuzzing readers of hand-written files."""

from __future__ import annotations

from hypothesis import strategies as st

_PIECES = (
    "",
    " ",
    "  ",
    "\n",
    ":",
    "- ",
    "[",
    "]",
    "{",
    "}",
    ",",
    "null",
    "true",
    "-1",
    "0",
    "1e9",
    "99999999",
    "0.00001",
    "“",
    '"',
    "'",
    "#",
    "&a",
    "*a",
    "!!python",
    "\t",
    "[1, 2]",
    "{from: [1, 1]}",
    "é",
    "\x00",
    "x: y",
)


@st.composite
def damaged(draw: st.DrawFn, sources: list[str]) -> str:
    """Draw one of the texts with a few lines or spots changed, lost, doubled or moved."""
    lines = draw(st.sampled_from(sources)).split("\n")
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        line = lines[at]
        match draw(st.sampled_from(["drop", "double", "move", "cut", "put", "swap", "word", "indent"])):
            case "drop" if len(lines) > 1:
                del lines[at]
            case "double":
                lines.insert(at, line)
            case "move":
                lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
            case "cut" if line:
                a, b = sorted(draw(st.tuples(st.integers(0, len(line)), st.integers(0, len(line)))))
                lines[at] = line[:a] + line[b:]
            case "put":
                place = draw(st.integers(0, len(line)))
                lines[at] = line[:place] + draw(st.sampled_from(_PIECES)) + line[place:]
            case "swap" if line:
                place = draw(st.integers(0, len(line) - 1))
                lines[at] = line[:place] + draw(st.characters(codec="utf-8")) + line[place + 1 :]
            case "word" if " " in line.strip():
                words = line.split(" ")
                words[draw(st.integers(0, len(words) - 1))] = draw(st.sampled_from(_PIECES))
                lines[at] = " ".join(words)
            case "indent":
                lines[at] = "  " + line
    return "\n".join(lines)
