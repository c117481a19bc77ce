"""The summary as a page: whole, well-formed, with its numbers and pictures in it, whatever names hold."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import pytest

from tests.session.summaries import HEBREW, NASTY, demo, nasty_session
from wolfling_gui.session.summary import Grid, Lines, summary_of
from wolfling_gui.session.summary_html import html_of

EMPTY = {"meta", "img", "br"}
PNG = b"\x89PNG a picture"


class Parsed(HTMLParser):
    """Read a page: its texts by tag, its tables, its pictures; complain of tags that do not fit."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tables: list[list[list[str]]] = []
        self.pictures: list[bytes] = []
        self.items: list[str] = []
        self.heads: list[str] = []
        self.title = ""
        self.outside: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.outside += [v for k, v in attrs if k in ("href", "src") and not v.startswith("data:")]
        if tag == "img":
            kind, _, data = given["src"].partition(",")
            assert kind == "data:image/png;base64"
            assert given["alt"]
            self.pictures.append(base64.b64decode(data, validate=True))
        if tag in EMPTY:
            return
        self.open.append(tag)
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")
        elif tag == "li":
            self.items.append("")
        elif tag in ("h1", "h2", "h3", "h4"):
            self.heads.append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if "td" in self.open or "th" in self.open:
            self.tables[-1][-1][-1] += data
        elif "li" in self.open:
            self.items[-1] += data
        elif self.open and self.open[-1] in ("h1", "h2", "h3", "h4"):
            self.heads[-1] += data
        elif self.open and self.open[-1] == "title":
            self.title += data


@pytest.fixture(scope="module")
def summary():
    return summary_of(demo())


def test_no_rule_id_is_broken_at_its_hyphens(summary):
    text = html_of(summary, {})
    rows = [row for part in summary.parts if isinstance(part, Lines) for row in part.rows]
    for rule in {rule for row in rows for rule in row.rules}:
        assert f'<span class="id">{rule}</span>' in text
    assert ".id { white-space: nowrap; }" in text


def test_every_number_of_the_summary_stands_in_the_page(summary):
    page = Parsed(html_of(summary, {part.line: PNG for part in summary.maps}))
    grids = [part for part in summary.parts if isinstance(part, Grid)]
    assert page.tables == [[list(g.heads), *(list(row) for row in g.rows)] for g in grids]
    rows = [row for part in summary.parts if isinstance(part, Lines) for row in part.rows]
    assert len(page.items) == len(rows)
    for item, row in zip(page.items, rows, strict=True):
        assert row.text in item
        assert item.startswith(row.number)
        assert all(rule in item for rule in row.rules)
    assert page.pictures == [PNG] * 13
    assert page.title == page.heads[0] == "Deck Seven raid"
    assert page.outside == []


def test_a_picture_that_is_not_there_is_left_out(summary):
    only = {summary.maps[0].line: PNG}
    assert Parsed(html_of(summary, only)).pictures == [PNG]


def test_names_that_look_like_markup_stay_names():
    summary = summary_of(nasty_session())
    text = html_of(summary, {part.line: PNG for part in summary.maps})
    assert "<b>" not in text
    page = Parsed(text)
    assert page.title == NASTY
    assert page.heads[0] == NASTY
    assert any(NASTY in cell for table in page.tables for row in table for cell in row)
    assert any(NASTY in item for item in page.items)


def test_it_tells_how_far_it_is_and_stops_when_told(summary):
    told = []
    html_of(summary, {}, told.append)
    assert told[0] == 0
    assert told == sorted(told)
    assert told[-1] < 1

    def stop(share):
        raise RuntimeError("stop")

    with pytest.raises(RuntimeError):
        html_of(summary, {}, stop)


def test_names_from_right_to_left_turn_no_sentence_round():
    summary = summary_of(nasty_session(HEBREW))
    text = html_of(summary, {part.line: PNG for part in summary.maps})
    assert 'dir="ltr"' in text
    body = text.partition("<body>")[2]
    bare = re.sub("<bdi>[^<]*</bdi>", "", re.sub(r'(title|alt)="[^"]*"', "", body))
    assert HEBREW in body
    assert not re.search("[\u0590-\u05ff\u2068\u2069]", bare)
