"""A report as one HTML file: it needs no server, reads well on a phone, and prints well.

Only reports on cards have a script, which sorts and filters their tables.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from importlib import resources
from typing import TYPE_CHECKING, NamedTuple

from cardwright.arena.table import Grid
from cardwright.core.showing import html
from cardwright.core.showing.text import escape_html

if TYPE_CHECKING:
    from .report import Report

CARD_ROWS = 2000  # of each series and agent, in tables that can be filtered
ROWS = 60  # of each series and agent in a table
STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { font: 16px/1.5 system-ui, sans-serif; color: #222; max-width: 64rem; margin: 0 auto; padding: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.25; overflow-wrap: anywhere; }
h2 { font-size: 1.2rem; margin: 2.2rem 0 .3rem; border-bottom: 1px solid #ddd; }
nav ul { display: flex; flex-wrap: wrap; gap: .3rem 1rem; padding: 0; list-style: none; }
.about { color: #555; max-width: 46rem; }
.note { background: #fff3cd; border-left: 5px solid #D55E00; padding: .6rem 1rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .8rem .25rem 0; border-bottom: 1px solid #eee; vertical-align: top; text-align: left; }
th { position: sticky; top: 0; background: #fff; }
td:not(.number) { min-width: 6em; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
th button { font: inherit; text-align: inherit; background: none; border: 0; padding: 0; cursor: pointer; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
td.text { min-width: 18em; }
input { font: inherit; max-width: 100%; }
svg { max-width: 100%; height: auto; margin: .8rem 0; }
@media print {
  @page { margin: 1.5cm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  nav { display: none; }
  .scroll { overflow: visible; }
  table { font-size: 8pt; }
  thead { display: table-header-group; }
  tr, svg, h2 { break-inside: avoid; }
  h2, .about { break-after: avoid; }
}
"""


class Part(NamedTuple):
    """A section of a page: its name in links, its title, sentences about it, and its HTML."""

    name: str
    title: str
    about: Sequence[str]
    body: str

    def to_html(self) -> str:
        """Return the section."""
        about = "".join(f'<p class="about">{escape_html(each)}</p>' for each in self.about if each)
        return f'<section id="{escape_html(self.name)}"><h2>{escape_html(self.title)}</h2>{about}{self.body}</section>'


def page(report: Report) -> str:
    """Return the whole page; every text in it is escaped."""
    on_cards = any(not each.metric.standard for each in report.sections)
    script = (resources.files(__package__) / "data" / "cards.js").read_text(encoding="utf-8") if on_cards else ""
    parts = _parts(report, CARD_ROWS if on_cards else ROWS, wide=on_cards)
    return document(report.title, report.notes(), parts, script)


def document(title: str, notes: Iterable[str], parts: Sequence[Part], script: str = "") -> str:
    """Return a page of sections in the style of reports, with links to them and notes above them."""
    title = escape_html(title)
    links = "".join(f'<li><a href="#{escape_html(each.name)}">{escape_html(each.title)}</a></li>' for each in parts)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    allowed = f"; script-src 'sha256-{digest}'" if script else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" '
        f"content=\"default-src 'none'; style-src 'unsafe-inline'{allowed}\">"
        f"<title>{title}</title><style>{STYLE}</style></head><body>"
        f"<h1>{title}</h1>{_notes(notes)}<nav><ul>{links}</ul></nav>"
        f"{''.join(each.to_html() for each in parts)}"
        f"{f'<script>{script}</script>' if script else ''}</body></html>\n"
    )


def piece(report: Report) -> str:
    """Return the report for a notebook."""
    parts = (each.to_html() for each in _parts(report, report.rows))
    return html.notebook(html.heading(report.title), _notes(report.notes()), *parts)


def _notes(notes: Iterable[str]) -> str:
    return "".join(f'<p class="note">{escape_html(note)}</p>' for note in notes)


def _parts(report: Report, rows: int, wide: bool = False) -> list[Part]:
    made = []
    for each in report.sections:
        name, title = each.metric.name, each.metric.title
        drawn = html.plot(report.figures[name], title) if name in report.figures else ""
        made.append(Part(name, title, (each.metric.about, each.remark), drawn + table(each.grid(rows, wide))))
    return made


def table(grid: Grid) -> str:
    """Return a table that scrolls, without its title."""
    more = re.search(r"\(the first .*\)$", grid.title)
    note = f'<p class="about">{escape_html(more[0])}</p>' if more else ""
    return f'<div class="scroll" tabindex="0">{grid._replace(title="").to_html()}</div>{note}'
