"""Tell by its first bytes what a file is, whatever its name says, and say what to do with a wrong one."""

from __future__ import annotations

import re
from typing import Literal

from wolfling_gui.files.problems import Problem, ProblemsError

MOST_BYTES = 64_000_000

Known = Literal[
    "empty",
    "lfs_pointer",
    "zip",
    "packed",
    "picture",
    "pdf",
    "dungeondraft_map",
    "web_page",
    "xml",
    "json",
    "other",
]

_PNG = b"\x89PNG\r\n\x1a\n"
_GAP = b" \t\r\n"
_PROJECT = re.compile(rb'"(?:creation_build|asset_manifest|uses_default_assets)"\s*:')
_UVTT = re.compile(rb'"(?:line_of_sight|pixels_per_grid|map_size|portals)"\s*:')

_REFUSALS: dict[Known, tuple[str, str]] = {
    "empty": ("The file is empty", "Export the map again."),
    "lfs_pointer": (
        "This is only a pointer to the map (Git LFS), not the map itself",
        "Download the file itself, or run “git lfs pull” in its folder.",
    ),
    "zip": ("This is a zip archive, not a map", "Unpack it and import the map inside."),
    "packed": ("This is a packed archive, not a map", "Unpack it and import the map inside."),
    "picture": (
        "This is a picture, not a map: it has no walls or doors to read",
        "Export the map as Universal VTT, or set the picture as the background of a table.",
    ),
    "pdf": ("This is a PDF document, not a map", "Export the map as Universal VTT."),
    "dungeondraft_map": (
        "This is a project of a map editor, not an exported map",
        "Open it in the editor and export it as Universal VTT.",
    ),
    "web_page": (
        "This is a web page, not a map",
        "Download the file itself; the page may ask you to sign in first.",
    ),
    "xml": ("This is an XML file, not a map", "Export the map as Universal VTT."),
    "json": (
        "This is a JSON file, but not a Universal VTT map: it has neither walls nor a map size",
        "Export the map as Universal VTT.",
    ),
    "other": ("This is not a map this program can read", "Export the map as Universal VTT."),
}


def identify(data: bytes) -> Known:
    """Return what kind of file the bytes are, judged by content."""
    if not data.strip(b"\x00" + _GAP):
        return "empty"
    if data.startswith(b"version https://git-lfs"):
        return "lfs_pointer"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if data.startswith((b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"\xfd7zXZ", b"BZh")):
        return "packed"
    if picture_type(data) or data.startswith((b"GIF8", b"BM", b"II*\x00", b"MM\x00*")):
        return "picture"
    if data.startswith(b"%PDF"):
        return "pdf"
    head = _text_head(data)
    if head.startswith(b"{"):
        return "dungeondraft_map" if _PROJECT.search(data, 0, 100_000) else "json"
    if head[:14].lower() == b"<!doctype html" or head[:5].lower() == b"<html":
        return "web_page"
    return "xml" if head.startswith(b"<") else "other"


def is_uvtt(data: bytes) -> bool:
    """Tell whether the bytes look like a Universal VTT map."""
    return identify(data) == "json" and _UVTT.search(data.replace(b"\x00", b"")) is not None


def refuse(data: bytes, file: str) -> None:
    """Raise ProblemsError, saying what to do, if the bytes are too many or no Universal VTT map."""
    if len(data) > MOST_BYTES:
        raise too_large(len(data), file)
    if not is_uvtt(data):
        message, hint = _REFUSALS[identify(data)]
        raise ProblemsError([Problem(file, message=message, expected="a Universal VTT map", hint=hint)])


def too_large(size: int, file: str) -> ProblemsError:
    """Return the refusal of a file of more than 64 MB; `size` is in bytes."""
    problem = Problem(
        file,
        message=f"The file is too large: {size / 1e6:.0f} MB",
        expected=f"at most {MOST_BYTES // 1_000_000} MB",
        hint="Export the map with fewer pixels per square.",
    )
    return ProblemsError([problem])


def picture_type(data: bytes) -> str:
    """Return "png", "webp" or "jpeg" by the first bytes, or an empty text."""
    if data.startswith(_PNG):
        return "png"
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "webp"
    return "jpeg" if data.startswith(b"\xff\xd8\xff") else ""


def picture_size(data: bytes) -> tuple[int, int] | None:
    """Return the width and height in pixels that a picture's header gives, or None."""
    match picture_type(data):
        case "png" if len(data) >= 24:
            size = int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
        case "webp" if len(data) >= 30:
            size = _webp_size(data)
        case "jpeg":
            size = _jpeg_size(data)
        case _:
            return None
    return size if min(size) > 0 else None


def _webp_size(data: bytes) -> tuple[int, int]:
    match data[12:16]:
        case b"VP8X":
            return int.from_bytes(data[24:27], "little") + 1, int.from_bytes(data[27:30], "little") + 1
        case b"VP8L":
            bits = int.from_bytes(data[21:25], "little")
            return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
        case b"VP8 ":
            width, height = (int.from_bytes(data[at : at + 2], "little") & 0x3FFF for at in (26, 28))
            return width, height
    return 0, 0


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return 0, 0


def _text_head(data: bytes) -> bytes:
    """Return the first text bytes without a byte order mark, wide letters made narrow."""
    head = data[:4000]
    for mark in (b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"):
        head = head.removeprefix(mark)
    return head.replace(b"\x00", b"").lstrip(_GAP)
