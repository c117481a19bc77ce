"""Write the summary of a battle as one HTML page that needs no other file: readable, printable, plain."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Final

from wolfling_gui.session.log import LogRow
from wolfling_gui.session.sentences.forms import ISOLATE, ISOLATED, isolated
from wolfling_gui.session.summary import Grid, Head, Lines, Map, Part, Summary, Words, mark_text

STYLE: Final = """
:root { color-scheme: light; }
body { font: 15px/1.45 Inter, "Segoe UI", "Helvetica Neue", Arial, sans-serif; color: #1b2025;
  background: #f5f2eb; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem 3rem; background: #fff; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.3rem; margin: 2.2rem 0 .6rem; padding-bottom: .25rem; border-bottom: 2px solid #1b2025; }
h3 { font-size: 1.05rem; margin: 1.2rem 0 .4rem; }
h4 { font-size: .8rem; letter-spacing: .05em; text-transform: uppercase; color: #434b53;
  margin: 1rem 0 .3rem; }
p { margin: .4rem 0; }
p.about { color: #434b53; }
p.strong { font-size: 1.15rem; font-weight: 600; }
table { border-collapse: collapse; width: 100%; margin: .4rem 0 .8rem; }
th { text-align: left; font-size: .8rem; font-weight: 600; color: #434b53; }
th, td { padding: .25rem .6rem .25rem 0; border-bottom: 1px solid #d5cfc3; vertical-align: top; }
.figure { text-align: right; font-variant-numeric: tabular-nums; }
tr.total td { font-weight: 600; border-bottom: 0; }
figure { margin: .6rem 0 1rem; }
figure img { display: block; width: 100%; height: auto; border: 1px solid #8c8475; }
figcaption { font-size: .8rem; color: #434b53; margin-top: .3rem; }
ol.log { list-style: none; margin: 0; padding: 0; }
ol.log li { display: flex; gap: .6rem; padding: .15rem 0; break-inside: avoid; }
.number, .rules { font: .75rem/1.9 "JetBrains Mono", Consolas, monospace; color: #434b53; }
.number { flex: 0 0 3rem; }
.side { flex: 0 0 6.5rem; overflow-wrap: anywhere; font-weight: 600; color: #434b53; }
.text { flex: 1 1 auto; overflow-wrap: anywhere; }
.rules { flex: 0 0 11rem; text-align: right; }
.id { white-space: nowrap; }
.mark { font-weight: 600; color: #9c1439; }
@media print {
  body { background: none; font-size: 10pt; }
  main { max-width: none; padding: 0; }
  h2, h3, h4 { break-after: avoid; }
  figure, table { break-inside: avoid; }
  h2.turn { break-before: page; }
}
@page { size: A4; margin: 14mm; }
"""


def html_of(
    summary: Summary,
    pictures: Mapping[int, bytes],
    progress: Callable[[float], None] = lambda share: None,
) -> str:
    """Return the page; `pictures` are PNG files by the lines of the summary's maps, set into the page.

    A map without a picture is left out. `progress` is told how much is done, from 0 to 1.
    """
    parts: list[str] = []
    for number, part in enumerate(summary.parts):
        progress(number / len(summary.parts))
        parts.extend(_part(part, pictures))
    title, heading = escape(summary.title), _said(isolated(summary.title))
    return (
        '<!DOCTYPE html>\n<html lang="en" dir="ltr">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{heading}</h1>\n"
        f'<p class="about">{_said(summary.about)}</p>\n' + "\n".join(parts) + "\n</main>\n</body>\n</html>\n"
    )


def _said(text: str) -> str:
    """Return words as HTML, in which names that run from right to left are set apart."""
    return escape(text).replace(ISOLATE, "<bdi>").replace(ISOLATED, "</bdi>")


def _part(part: Part, pictures: Mapping[int, bytes]) -> Iterator[str]:
    match part:
        case Head(text, level, apart):
            kind = ' class="turn"' if apart else ""
            yield f"<h{level + 1}{kind}>{_said(text)}</h{level + 1}>"
        case Words(text, strong):
            kind = ' class="strong"' if strong else ""
            yield f"<p{kind}>{_said(text)}</p>"
        case Grid():
            yield from _grid(part)
        case Map(line, caption):
            if line in pictures:
                data = base64.b64encode(pictures[line]).decode("ascii")
                yield (
                    f'<figure><img src="data:image/png;base64,{data}" alt="{escape(caption)}">'
                    f"<figcaption>{_said(caption)}</figcaption></figure>"
                )
        case Lines(rows):
            yield '<ol class="log">'
            yield from (_row(row) for row in rows)
            yield "</ol>"


def _grid(part: Grid) -> Iterator[str]:
    def cells(tag: str, row: tuple[str, ...]) -> str:
        figure = ' class="figure"'
        return "".join(
            f"<{tag}{figure if place >= part.figures else ''}>{_said(text)}</{tag}>"
            for place, text in enumerate(row)
        )

    yield f"<table>\n<thead><tr>{cells('th', part.heads)}</tr></thead>\n<tbody>"
    last = len(part.rows) - 1
    for number, row in enumerate(part.rows):
        kind = ' class="total"' if part.total and number == last else ""
        yield f"<tr{kind}>{cells('td', row)}</tr>"
    yield "</tbody>\n</table>"


def _row(row: LogRow) -> str:
    mark = mark_text(row)
    marked = f'<span class="mark">{escape(mark)}</span> ' if mark else ""
    tip = f' title="{escape(row.explained)}"' if row.explained else ""
    cells = (
        ("number", "", escape(row.number)),
        ("side", "", _said(row.side_name)),
        ("text", tip, marked + _said(row.text)),
        ("rules", "", ", ".join(f'<span class="id">{escape(rule)}</span>' for rule in row.rules)),
    )
    spans = (f'<span class="{kind}"{more}>{said}</span>' for kind, more, said in cells)
    return f"<li>{''.join(spans)}</li>"
