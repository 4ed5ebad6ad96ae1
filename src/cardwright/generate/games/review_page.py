"""A review as one HTML page, in the style of reports."""

from __future__ import annotations

from cardwright import cgdl
from cardwright.core.showing import html
from cardwright.core.showing.text import escape_html
from cardwright.report import plots
from cardwright.report.page import Part, document, table

from .review import Review


def page(review: Review) -> str:
    """Return the page: warnings, tables, plots of seats and skill, and the rules in English."""
    drawn = {"seats": _seats(review), "skill": _skill(review)}
    parts = [
        Part(each.name, each.grid.title, (each.about,), drawn.get(each.name, "") + table(each.grid))
        for each in review.sections()
    ]
    english = f"<pre>{escape_html(cgdl.english(review.described).strip())}</pre>"
    return document(review.title, review.warnings(), [*parts, Part("english", "Rules in English", (), english)])


def _seats(review: Review) -> str:
    names = [f"{side}, all {each.agent}" for each in review.plays for side in review.side_names]
    figures = [[100 * number for number in side] for each in review.plays for side in each.sides]
    title = "plays won, %, with 95 % interval"
    return html.plot(plots.intervals(names, figures, title, 100 / len(review.sides)), title)


def _skill(review: Review) -> str:
    if not review.ladder:
        return ""
    names = [f"{rung.agent} against {rung.below}" for rung in review.ladder]
    title = "gain, with 95 % interval" if len(review.sides) > 1 else "difference of win rates, with 95 % interval"
    return html.plot(plots.intervals(names, [list(rung.gain) for rung in review.ladder], title, 0), title)
