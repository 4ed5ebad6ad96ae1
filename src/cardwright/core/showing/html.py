"""Pieces of HTML that notebooks and pages share: cards, tables, chips, bars and plots.

They need no script. Their colours are the ink of the page and translucent greys, so they look right on light and dark
backgrounds. Every text is escaped here, so callers pass names as they are.
"""

from __future__ import annotations

import functools
import importlib
import re
import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .text import escape_html

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from ..presentation import Face

STYLE = """
.cardwright { line-height: 1.35; max-width: 64em; }
.cardwright table { border-collapse: collapse; margin: .4em 0; font-size: .9em; }
.cardwright caption { text-align: left; font-weight: 600; padding: .2em 0; }
.cardwright th, .cardwright td { text-align: left; vertical-align: top; padding: .15em .9em .15em 0; background: none; }
.cardwright th { border-bottom: 1px solid #8888; }
.cardwright .number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.cardwright svg { max-width: 100%; height: auto; }
.cardwright p { margin: .3em 0; }
.cardwright h2 { font-size: 1.05em; margin: 1em 0 .2em; }
.cardwright .note, .cardwright .warning { border-left: 4px solid #d98c1f; padding-left: .6em; margin: .4em 0; }
.cw-row { display: flex; flex-wrap: wrap; gap: .5em; align-items: stretch; margin: .3em 0; }
.cw-dim, .cw-card .cw-kind, .cw-card dt { opacity: .7; }
.cw-zone { display: flex; flex-wrap: wrap; gap: .3em; align-items: baseline; margin: .25em 0; }
.cw-drawing { margin: .3em 0; overflow-x: auto; line-height: 1.15; }
.cw-zone > .cw-card { align-self: stretch; }
.cw-panel { border: 1px solid #8886; border-radius: .6em; padding: .3em .7em; }
.cw-now { border-color: #d98c1f; box-shadow: 0 0 0 1px #d98c1f; }
.cw-chip { display: inline-block; padding: 0 .5em; border-radius: .4em; background: #8882; font-size: .9em; }
.cw-back { background: repeating-linear-gradient(45deg, #8886 0 4px, #8883 4px 8px); }
.cw-bar { display: inline-block; position: relative; min-width: 9em; padding: 0 .6em; border-radius: .4em;
  background: #8883; overflow: hidden; text-align: center; font-size: .85em; }
.cw-bar i { position: absolute; inset: 0 auto 0 0; background: #d0494388; }
.cw-bar b { position: relative; font-weight: 400; }
.cw-card { display: inline-flex; flex-direction: column; box-sizing: border-box; width: 11em; padding: .5em .6em;
  border: 1px solid #8886; border-top: .35em solid var(--cw-band, #888a); border-radius: .6em;
  background: #8881; font-size: .9em; }
.cw-card header { display: flex; gap: .4em; justify-content: space-between; align-items: baseline; }
.cw-card .cw-name { font-weight: 700; overflow-wrap: anywhere; }
.cw-card .cw-cost { flex: none; min-width: 1.5em; padding: 0 .3em; border-radius: 1em; background: #c9822b; color: #fff;
  font-weight: 700; text-align: center; }
.cw-card .cw-kind { font-size: .85em; }
.cw-card .cw-text { margin: .4em 0; overflow-wrap: anywhere; }
.cw-card .cw-term { display: block; margin-top: .4em; padding-left: .5em; border-left: 3px solid #8886;
  font-size: .9em; }
.cw-card dl { margin: auto 0 0; font-size: .85em; }
.cw-card dt { float: left; clear: left; width: auto; padding-right: .5em; font-weight: 400; }
.cw-card dd { margin: 0; text-align: right; font-variant-numeric: tabular-nums; }
"""
HUES = (224, 96, 36, 4, 280, 190, 330, 148)


def notebook(*parts: str) -> str:
    """Return pieces of HTML as one that a notebook shows, with its style."""
    return f'<div class="cardwright"><style>{STYLE}</style>{"".join(parts)}</div>'


@functools.singledispatch
def rendered(value: object) -> str:
    """Return a result as HTML for notebooks; a function for each type is registered with `rendered.register`."""
    raise TypeError(f"no renderer is registered for {type(value).__name__}")


def show(value: object) -> str:
    """Return a result as a notebook shows it, for its `_repr_html_`.

    What draws a result imports its class, and plots with Matplotlib, so the class must not import it. The module
    `notebook` of the class's package registers the renderers. It is imported when a result is first shown.
    """
    shown = next(each for each in type(value).__mro__ if "_repr_html_" in vars(each))
    importlib.import_module(f"{shown.__module__.rpartition('.')[0]}.notebook")
    return rendered(value)


class SideBySide:
    """Objects that a notebook shows in one row, each as it shows itself alone."""

    def __init__(self, *shown: Any):
        self.shown = shown

    def __repr__(self) -> str:
        return "\n".join(map(str, self.shown))

    def _repr_html_(self) -> str:
        return notebook(row(map(_html_of, self.shown)))


def _html_of(value: Any) -> str:
    for method in ("_repr_html_", "_repr_svg_"):
        if (found := getattr(value, method, lambda: None)()) is not None:
            return f"<div>{found.replace(f'<style>{STYLE}</style>', '')}</div>"  # the row brings the style
    return f"<pre>{escape_html(value)}</pre>"


def row(parts: Iterable[str]) -> str:
    """Return pieces beside each other."""
    return f'<div class="cw-row">{"".join(parts)}</div>'


def heading(title: object, about: object = "") -> str:
    """Return a line with a title and a few words about it."""
    return f'<div><b>{escape_html(title)}</b> <span class="cw-dim">{escape_html(about)}</span></div>'


def paragraph(text: object) -> str:
    """Return a paragraph."""
    return f"<p>{escape_html(text)}</p>"


def card(
    name: str,
    face: Face,
    terms: Iterable[str] = (),
    figures: Iterable[tuple[str, str]] = (),
    data: Mapping[str, object] | None = None,
) -> str:
    """Return a card with its cost, name, kind and text, the terms that it explains, and figures about it.

    `data` becomes attributes that a script of a page can read.
    """
    band = f' style="--cw-band: hsl({_hue(face.kind)} 45% 48%)"' if face.kind[:1].isalpha() else ""
    attributes = "".join(f' data-{key}="{escape_html(value)}"' for key, value in (data or {}).items())
    cost = f'<span class="cw-cost">{escape_html(face.cost)}</span>' if face.cost else ""
    more = "".join(f'<span class="cw-term">{escape_html(term)}</span>' for term in terms)
    rows = "".join(f"<dt>{escape_html(key)}</dt><dd>{escape_html(value)}</dd>" for key, value in figures)
    return (
        f'<article class="cw-card"{band}{attributes}>'
        f'<header><span class="cw-name">{escape_html(name)}</span>{cost}</header>'
        f'<span class="cw-kind">{escape_html(face.kind)}</span>'
        f'<div class="cw-text">{escape_html(face.text)}{more}</div>{f"<dl>{rows}</dl>" if rows else ""}</article>'
    )


def _hue(kind: str) -> int:
    """Return the hue of a kind of card, by its last word: a rare attack looks like any other attack."""
    return HUES[zlib.crc32(kind.split()[-1].encode()) % len(HUES)]


def table(
    columns: Sequence[str], rows: Iterable[Sequence[object]], *, title: str = "", left: Collection[int] = (0,)
) -> str:
    """Return a table; the columns in `left` hold words, all others numbers. A column named "text" holds sentences.

    >>> print(table(["agent", "wins"], [["a<b", 3]]).partition("<tbody>")[2])
    <tr><td>a&lt;b</td><td class="number">3</td></tr></tbody></table>
    """
    classes = ["text" if name == "text" else "" if at in left else "number" for at, name in enumerate(columns)]
    kinds = [f' class="{each}"' if each else "" for each in classes]

    def line(tag: str, cells: Sequence[object]) -> str:
        pairs = zip(kinds, cells, strict=True)
        return f"<tr>{''.join(f'<{tag}{kind}>{escape_html(cell)}</{tag}>' for kind, cell in pairs)}</tr>"

    caption = f"<caption>{escape_html(title)}</caption>" if title else ""
    body = "".join(line("td", cells) for cells in rows)
    return f"<table>{caption}<thead>{line('th', columns)}</thead><tbody>{body}</tbody></table>"


def chip(text: object, *, title: str = "", back: bool = False) -> str:
    """Return a few words in a box; `title` appears when the pointer rests on it, and `back` draws a closed card."""
    shown = f' title="{escape_html(title)}"' if title else ""
    return f'<span class="cw-chip{" cw-back" if back else ""}"{shown}>{escape_html(text)}</span>'


def bar(label: str, value: float, most: float | None) -> str:
    """Return a bar that shows `value` as a share of `most`; an empty bar if `most` is None."""
    share = 0.0 if most is None else max(0.0, min(1.0, value / max(1, most)))
    text = escape_html(label if most is None else f"{label} {value:,.10g}/{most:,.10g}")
    return f'<span class="cw-bar"><i style="width: {share:.0%}"></i><b>{text}</b></span>'


def plot(figure: Figure, title: str) -> str:
    """Return a plot as SVG to stand in HTML; its text is drawn as outlines, so nothing of it can be read as HTML."""
    from .pictures import render

    text = render(figure, "svg").decode()
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text[text.index("<svg") :], flags=re.DOTALL)
    return text.replace("<svg", f'<svg role="img" aria-label="{escape_html(title)}"', 1)
