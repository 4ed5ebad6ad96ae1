"""A report as one HTML file: it needs no server and no script, reads well on a phone, and prints well."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.arena.table import LEFT_ALIGNED, Grid
from cardwright.core.pictures import render
from cardwright.core.text import escape_html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
    drawn = report.figures
    links = "".join(
        f'<li><a href="#{escape_html(each.metric.name)}">{escape_html(each.metric.title)}</a></li>'
        for each in report.sections
    )
    notes = "".join(f"<p class=note>{escape_html(note)}</p>" for note in report.notes())
    sections = []
    for each in report.sections:
        name = each.metric.name
        sections.append(
            f'<section id="{escape_html(name)}"><h2>{escape_html(each.metric.title)}</h2>'
            f"<p class=about>{escape_html(each.metric.about)}</p>"
            f"{_svg(drawn[name], each.metric.title) if name in drawn else ''}{_table(each.grid(ROWS))}</section>"
        )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
        f"<title>{title}</title><style>{STYLE}</style></head><body>"
        f"<h1>{title}</h1>{notes}<nav><ul>{links}</ul></nav>{''.join(sections)}</body></html>\n"
    )


def _table(grid: Grid) -> str:
    kinds = ["" if column in LEFT_ALIGNED else ' class="number"' for column in grid.columns]

    def row(tag: str, cells: list[str]) -> str:
        pairs = zip(kinds, cells, strict=True)
        return f"<tr>{''.join(f'<{tag}{kind}>{escape_html(cell)}</{tag}>' for kind, cell in pairs)}</tr>"

    body = "".join(row("td", cells) for cells in grid.rows)
    more = re.search(r"\(the first .*\)$", grid.title)
    note = f"<p class=about>{escape_html(more[0])}</p>" if more else ""
    table = f"<table><thead>{row('th', grid.columns)}</thead><tbody>{body}</tbody></table>"
    return f'<div class="scroll" tabindex="0">{table}</div>{note}'


def _svg(figure: Figure, title: str) -> str:
    """Return a plot to stand in the page; its text is drawn as outlines, so nothing of it can be read as HTML."""
    text = render(figure, "svg").decode()
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape_html(title)}"', 1)
