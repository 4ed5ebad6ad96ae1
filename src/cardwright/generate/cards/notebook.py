"""How notebooks show cards that were made and judged; see `html.show`."""

from __future__ import annotations

from cardwright.core.showing import html

from .archive import CardArchive
from .figures import Figures
from .page import piece, rows
from .search import Search


@html.rendered.register
def _archive(archive: CardArchive) -> str:
    return html.notebook(html.heading(f"{len(archive)} cards", "the best of each kind"), piece(archive))


@html.rendered.register
def _figures(figures: Figures) -> str:
    flags = ", ".join(figures.flags)
    title = html.heading(f"{figures.games:,} games", f"flags: {flags}" if flags else "no flags")
    return html.notebook(title, html.table(["figure", "value"], rows(figures, "", ""), left=(0, 1)))


@html.rendered.register
def _search(search: Search) -> str:
    title = f"New cards for {search.settings.game}{' (unfinished)' if search.interrupted else ''}"
    about = f"{len(search.archive)} kept of {search.evaluations:,} candidates, seed {search.settings.seed}"
    reasons = html.table(["not kept because", "candidates"], search.reasons.most_common())
    return html.notebook(html.heading(title, about), piece(search.archive), reasons)
