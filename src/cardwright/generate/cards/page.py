"""The archive as one HTML file: it needs no server, loads nothing, and no name in it can run as code."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Iterable, Sequence
from importlib import resources

from cardwright.arena.statistics import Estimate
from cardwright.core import registry
from cardwright.core.making.maker import CardMaker
from cardwright.core.showing import html, pictures
from cardwright.core.showing.text import escape_html

from .archive import CardArchive
from .figures import Figures
from .plot import archive_plot
from .recipe import Candidate
from .search import Search

BRIEF = 4  # figures below a card in a notebook
MOST_SHOWN = 24  # cards of an archive in a notebook
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
        f"gain in {maker.unit} with the card over the same games without it; all intervals are 95 % intervals. The "
        f"cards were judged by {', '.join(maker.agents)}.{_better(search)}"
    )
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        f"<title>{title}</title>\n<style>\n{html.STYLE}{style}</style>\n</head>\n<body>\n"
        f'<h1>{title}</h1>\n<p class="about">{about}</p>\n{_form(maker, candidates)}\n<main>\n'
        f"{''.join(_card(maker, each) for each in candidates)}</main>\n"
        f'<img alt="Strength and synergy of the cards" src="data:image/svg+xml;base64,{picture}">\n'
        f"<script>{script}</script>\n</body>\n</html>\n"
    )


def _better(search: Search) -> str:
    """Return who else can judge the cards, if somebody plays better than the agents of the search."""
    if not search.maker.judges or search.settings.agents:
        return ""
    better = ", ".join(search.maker.judges)
    return f" generate judge archive.json judges them by {better}, which plays better, and says where the two disagree."


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
        "strength": _key(figures.strength.value), "synergy": _key(figures.synergy.value),
        "use": _key(figures.use.value), "spread": _key(figures.spread), "quality": _key(candidate.quality),
    }  # fmt: skip
    return html.card(name, face, terms.values(), rows(candidate.figures, maker.unit, face.cost), data) + "\n"


def piece(archive: CardArchive) -> str:
    """Return the archive for a notebook: its cards with their figures, the best first."""
    maker = archive.maker
    best = sorted(archive.candidates(), key=lambda each: -each.quality)
    drawn = [brief_card(maker, each) for each in best[:MOST_SHOWN]]
    more = [html.paragraph(f"and {len(best) - MOST_SHOWN:,} more")] if len(best) > MOST_SHOWN else []
    return "".join([html.row(drawn), *more])


def brief_card(maker: CardMaker, candidate: Candidate) -> str:
    """Return a card with its most important figures."""
    cost = maker.face(candidate.card).cost
    return html.card(*maker.printed(candidate.card), figures=rows(candidate.figures, maker.unit, cost)[:BRIEF])


def rows(figures: Figures, unit: str, cost: str) -> list[tuple[str, str]]:
    """Return what was measured of a card in words, the most important first; `cost` is empty if it has none."""
    known = "cards of its cost" if cost else "known cards"
    found = [
        ("strength", figures.strength.value, f"{interval(figures.strength)} {unit}".strip()),
        ("stronger than", figures.rank.value, f"{share(figures.rank)} of {known}"),
        ("played", figures.use.value, f"{100 * figures.use.value:.0f} % of the time"),
        ("synergy", figures.synergy.value, f"{figures.synergy.value:+.1f} with {figures.partner}"),
        ("spread", figures.spread, f"{figures.spread:.1f} {unit}".strip()),
        *((f"in {deck}", gain, f"{gain:+.1f} {unit}".strip()) for deck, gain in figures.decks.items()),
    ]
    return [(key, words) for key, value, words in found if not math.isnan(value)]


def share(estimate: Estimate) -> str:
    """Return a share in per cent, with its interval if there is one.

    >>> share(Estimate(0.672, 0.45, 0.8)), share(Estimate(0.5, math.nan, math.nan))
    ('67 % [45, 80]', '50 %')
    """
    text = f"{100 * estimate.value:.0f} %"
    return text if math.isnan(estimate.low) else f"{text} [{100 * estimate.low:.0f}, {100 * estimate.high:.0f}]"


def interval(estimate: Estimate) -> str:
    """Return an estimate with its interval.

    >>> interval(Estimate(1.26, -0.5, 3.0))
    '+1.3 [-0.5, +3.0]'
    """
    return f"{estimate.value:+.1f} [{estimate.low:+.1f}, {estimate.high:+.1f}]"


def _key(value: float) -> str:
    return "-999" if math.isnan(value) else f"{value:.3f}"


def _asset(name: str) -> str:
    return (resources.files(__package__) / "data" / name).read_text(encoding="utf-8")
