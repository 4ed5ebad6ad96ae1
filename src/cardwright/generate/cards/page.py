"""The archive as one HTML file: it needs no server, loads nothing, and no name in it can run as code."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterable, Sequence
from importlib import resources

from cardwright.arena.statistics import Estimate
from cardwright.core import pictures, registry
from cardwright.core.card_making import CardMaker
from cardwright.core.text import escape_html

from .plot import archive_plot
from .recipe import Candidate
from .search import Search

_SORTS = {
    "quality down": "quality", "strength down": "strongest", "strength up": "weakest", "synergy down": "synergy",
    "use down": "most played", "spread down": "spread between decks", "words up": "shortest", "name up": "name",
}  # fmt: skip


def archive_page(search: Search) -> str:
    """Return the page: every card of the archive with its text and its figures, to filter and to sort."""
    maker, candidates = search.maker, search.archive.candidates()
    script, style = _asset("archive.js"), _asset("archive.css")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{digest}'"
    picture = base64.b64encode(pictures.render(archive_plot(search), "svg")).decode()
    title = escape_html(f"New cards: {registry.family(search.settings.game).title}")
    about = escape_html(
        f"{len(candidates)} cards from {search.evaluations:,} candidates, seed {search.settings.seed}. Strength is the "
        f"gain in {maker.unit} with the card over the same games without it; intervals are of 95 %."
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{title}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f'<h1>{title}</h1>\n<p class="about">{about}</p>\n{_form(maker, candidates)}\n<main>\n'
        f"{''.join(_card(maker, each) for each in candidates)}</main>\n"
        f'<img alt="Strength and synergy of the cards" src="data:image/svg+xml;base64,{picture}">\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _form(maker: CardMaker, candidates: Sequence[Candidate]) -> str:
    faces = [maker.face(each.card) for each in candidates]
    kinds = _options("all", sorted({face.kind for face in faces}))
    costs = _options("all", sorted({face.cost for face in faces}))
    sorts = "".join(f'<option value="{value}">{escape_html(name)}</option>' for value, name in _SORTS.items())
    return (
        '<form><label>words <input name="words" type="search"></label>'
        f'<label>type <select name="kind">{kinds}</select></label>'
        f'<label>cost <select name="cost">{costs}</select></label>'
        f'<label>sort <select name="sort">{sorts}</select></label>'
        '<label><input name="rules" type="checkbox"> new rules only</label><output></output></form>'
    )


def _options(every: str, values: Iterable[str]) -> str:
    options = "".join(f'<option value="{escape_html(each)}">{escape_html(each)}</option>' for each in values)
    return f'<option value="">{every}</option>{options}'


def _card(maker: CardMaker, candidate: Candidate) -> str:
    figures, face, name = candidate.figures, maker.face(candidate.card), maker.name(candidate.card)
    terms = maker.terms(candidate.card)
    data = {
        "name": name.lower(), "kind": face.kind, "cost": face.cost, "rules": len(terms), "words": figures.complexity,
        "strength": _plain(figures.strength.value), "synergy": _plain(figures.synergy.value),
        "use": _plain(figures.use.value), "spread": _plain(figures.spread), "quality": _plain(candidate.quality),
    }  # fmt: skip
    attributes = " ".join(f'data-{key}="{escape_html(value)}"' for key, value in data.items())
    rows = "".join(f"<dt>{escape_html(key)}</dt><dd>{escape_html(each)}</dd>" for key, each in _rows(maker, candidate))
    more = "".join(f'<span class="term">{escape_html(text)}</span>' for text in terms.values())
    orb = f'<span class="orb">{escape_html(face.cost)}</span>' if face.cost else ""
    kind = face.kind if face.kind in ("attack", "skill", "power") else ""
    return (
        f'<article class="{kind}" {attributes}><header>{orb}<div><h2>{escape_html(name)}</h2>'
        f'<span class="kind">{escape_html(face.kind)}</span></div></header>'
        f'<div class="text">{escape_html(face.text)}{more}</div><dl>{rows}</dl></article>\n'
    )


def _rows(maker: CardMaker, candidate: Candidate) -> list[tuple[str, str]]:
    figures = candidate.figures
    return [
        ("strength", f"{interval(figures.strength)} {maker.unit}"),
        ("stronger than", f"{100 * figures.rank:.0f} % of cards of its cost"),
        ("spread", f"{figures.spread:.1f} {maker.unit}"),
        ("synergy", f"{figures.synergy.value:+.1f} with {figures.partner}"),
        ("played", f"{100 * figures.use.value:.0f} % of the time"),
        *((f"in {deck}", f"{gain:+.1f} {maker.unit}") for deck, gain in figures.decks.items()),
    ]


def interval(estimate: Estimate) -> str:
    """Return an estimate with its interval.

    >>> interval(Estimate(1.26, -0.5, 3.0))
    '+1.3 [-0.5, +3.0]'
    """
    return f"{estimate.value:+.1f} [{estimate.low:+.1f}, {estimate.high:+.1f}]"


def _plain(value: float) -> str:
    return "-999" if math.isnan(value) else f"{value:.3f}"


def _asset(name: str) -> str:
    return (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
