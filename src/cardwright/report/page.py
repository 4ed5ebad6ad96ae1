"""A report as one HTML file: it needs no server and no script, reads well on a phone, and prints well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.arena.table import Grid
from cardwright.core.showing import html
from cardwright.core.showing.text import escape_html

if TYPE_CHECKING:
    from .report import Report

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


def page(report: Report) -> str:
    """Return the whole page; every text in it is escaped."""
    title = escape_html(report.title)
    links = "".join(
        f'<li><a href="#{escape_html(each.metric.name)}">{escape_html(each.metric.title)}</a></li>'
        for each in report.sections
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{STYLE}</style></head><body>"
        f"<h1>{title}</h1>{_notes(report)}<nav><ul>{links}</ul></nav>{_sections(report, ROWS)}</body></html>\n"
    )


def piece(report: Report) -> str:
    """Return the report for a notebook."""
    return html.notebook(html.heading(report.title), _notes(report), _sections(report, report.rows))


def _notes(report: Report) -> str:
    return "".join(f'<p class="note">{escape_html(note)}</p>' for note in report.notes())


def _sections(report: Report, rows: int) -> str:
    made = []
    for each in report.sections:
        name, title = each.metric.name, each.metric.title
        drawn = html.plot(report.figures[name], title) if name in report.figures else ""
        made.append(
            f'<section id="{escape_html(name)}"><h2>{escape_html(title)}</h2>'
            f'<p class="about">{escape_html(each.metric.about)}</p>{drawn}{_table(each.grid(rows))}</section>'
        )
    return "".join(made)


def _table(grid: Grid) -> str:
    more = re.search(r"\(the first .*\)$", grid.title)
    note = f'<p class="about">{escape_html(more[0])}</p>' if more else ""
    return f'<div class="scroll" tabindex="0">{grid._replace(title="").to_html()}</div>{note}'
