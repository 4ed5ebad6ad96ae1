"""Judging the cards of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cardwright.core import registry
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.showing.progress import shown
from cardwright.core.working.workers import Workers, jobs_for, working_on

from .alike import Cards
from .figures import DUPLICATE
from .known import Known
from .recipe import GIVEN, Candidate
from .search import Settings, judged

MOST_CARDS = 10_000


def judge_file(
    path: str | Path,
    settings: Settings,
    *,
    jobs: int | None = None,
    on: str | None = None,
    progress: Callable[[int, int], None] | bool | None = None,
) -> list[Candidate]:
    """Return the cards of a file with all their figures, compared with each other and with the known cards.

    `progress(done, total)` is called after each card; True shows a bar.
    """
    maker = registry.family(settings.game).card_maker()
    cards = maker.read(path)
    if not cards:
        raise BadData(f"{path} has no cards that can be played")
    if len(cards) > MOST_CARDS:
        raise BadData(f"{path} has {len(cards):,} cards; at most {MOST_CARDS:,} are judged at once")
    for card in cards:
        try:
            maker.check(card)
        except CardwrightError as error:
            raise BadData(f"{path}: {error}") from None
    known, reference = maker.known(), max(0, len(settings.rungs) - 2)
    last = len(settings.rungs) - 1
    tasks = [*((settings, card, reference) for card in known), *((settings, card, last) for card in cards)]
    with working_on(on), Workers(jobs_for(jobs, usual=1)) as workers, shown(progress, "cards") as report:
        found = workers.run(judged, tasks, done=report) or []
    usual = Known([{maker.name(card): each for card, each in zip(known, found, strict=False)}])
    seen = Cards(maker)
    candidates = []
    for number, (card, figures) in enumerate(zip(cards, found[len(known) :], strict=True)):
        ranked, twin = usual.ranked(figures), seen.like(card)
        seen.add(card)
        if twin is not None:
            ranked = replace(ranked, flags=(*ranked.flags, f"{DUPLICATE} {twin}"))
        candidates.append(Candidate(number, GIVEN, card, ranked))
    return candidates
