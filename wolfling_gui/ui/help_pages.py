"""Know the help pages: their order, titles and sections, what is found in them, and which page fits where.

To add a page, write `resources/help/NAME.md`, add its name to `ORDER`, and a line to `AT` if a place in the
window has it as its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from wolfling_gui.files.locations import resources_dir

HOW_IT_WORKS: Final = "how-it-works"
ORDER: Final = (
    HOW_IT_WORKS, "writing-scenarios", "writing-rosters", "house-rules", "importing-maps", "writing-cases",
)  # fmt: skip
AT: Final[Mapping[str, str]] = {
    "first screen": HOW_IT_WORKS,
    "companion": f"{HOW_IT_WORKS}#at-a-real-table",
    "question": f"{HOW_IT_WORKS}#dice",
    "refusal": f"{HOW_IT_WORKS}#refusals-and-overrule",
    "looking back": f"{HOW_IT_WORKS}#taking-back",
    "setup": f"{HOW_IT_WORKS}#set-up",
    "movement": f"{HOW_IT_WORKS}#moving",
    "shooting": f"{HOW_IT_WORKS}#shooting",
    "assault": f"{HOW_IT_WORKS}#assault-and-combat",
    "combat": f"{HOW_IT_WORKS}#assault-and-combat",
    "over": f"{HOW_IT_WORKS}#the-end",
    "NewBattleDialog": f"{HOW_IT_WORKS}#choosing-a-battle",
    "ImportDialog": "importing-maps",
    "GroundDialog": "importing-maps#afterwards",
    "RulesBrowser": f"{HOW_IT_WORKS}#refusals-and-overrule",
    "AdjustDialog": f"{HOW_IT_WORKS}#refusals-and-overrule",
    "LuckDialog": f"{HOW_IT_WORKS}#dice",
    "KeysDialog": f"{HOW_IT_WORKS}#keys",
    "PreferencesDialog": f"{HOW_IT_WORKS}#keys",
}
"""The page, and its section, that belongs to a place: a moment of the battle, or a dialog by its class."""

_HEAD = re.compile(r"^(#{1,3}) (.+)$")
_FENCE = re.compile(r"^```")


@dataclass(frozen=True, slots=True)
class Section:
    """Hold a section of a page: its heading, how deep it lies (1 for the page itself), and its text."""

    page: str
    title: str
    depth: int
    text: str

    @property
    def anchor(self) -> str:
        """Return the section's name in links, made as code hosts make it."""
        return anchor_of(self.title)

    @property
    def link(self) -> str:
        """Return where the section stands: page and anchor; the top of a page is the page alone."""
        return self.page if self.depth == 1 else f"{self.page}#{self.anchor}"


def anchor_of(title: str) -> str:
    """Return the name that a heading has in links."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")


def help_dir() -> Path:
    """Return the folder of the help pages and their pictures."""
    return resources_dir() / "help"


@lru_cache(maxsize=16)
def page_text(page: str) -> str:
    """Return a page's Markdown; raises OSError where it is missing."""
    return (help_dir() / f"{page}.md").read_text(encoding="utf-8")


@lru_cache(maxsize=16)
def sections(page: str) -> tuple[Section, ...]:
    """Return the sections of a page in order, the first being what stands under its title."""
    found: list[Section] = []
    title, depth, lines, fenced = "", 1, [], False
    for line in page_text(page).splitlines():
        fenced ^= bool(_FENCE.match(line))
        head = None if fenced else _HEAD.match(line)
        if head is None:
            lines.append(line)
            continue
        if title:
            found.append(Section(page, title, depth, "\n".join(lines)))
        title, depth, lines = head[2], len(head[1]), []
    if title:
        found.append(Section(page, title, depth, "\n".join(lines)))
    return tuple(found)


def contents() -> tuple[Section, ...]:
    """Return every section of every page, in the order of the contents."""
    return tuple(section for page in ORDER for section in sections(page))


def find(words: str) -> tuple[Section, ...]:
    """Return the sections that hold all of these words, in heading or text; all sections without words."""
    wanted = words.casefold().split()
    if not wanted:
        return contents()
    found = []
    for section in contents():
        text = f"{section.title}\n{section.text}".casefold()
        if all(word in text for word in wanted):
            found.append(section)
    return tuple(found)
