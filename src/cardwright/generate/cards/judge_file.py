"""Judging the cards of a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.showing.progress import shown
from cardwright.core.working.workers import Workers, jobs_for, working_on

from .alike import Cards
from .figures import DISPUTED, Figures
from .known import Known
from .recipe import GIVEN, Candidate
from .search import Settings, judged
from .trials import RUNGS, Rung

MOST_CARDS = 10_000
FEWER = (  # of agents that take long: for the known cards, and for those of the file
    Rung(games=8, agents=None),
    Rung(games=24, agents=None, partner_games=8, use_games=3),
)


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
    maker = settings.maker()
    quick = settings if maker.judges and not settings.agents else None  # how a search would judge the same cards
    settings = for_people(settings)
    cards = maker.read(path)
    if not cards:
        raise BadData(f"{path} has no cards to judge; {maker.judged}")
    if len(cards) > MOST_CARDS:
        raise BadData(f"{path} has {len(cards):,} cards; at most {MOST_CARDS:,} are judged at once")
    for card in cards:
        try:
            maker.check(card)
        except CardwrightError as error:
            raise BadData(f"{path}: {error}") from None
    known, last = maker.known(), len(settings.rungs) - 1
    tasks = [*((settings, card, max(0, last - 1)) for card in known), *((settings, card, last) for card in cards)]
    if quick is not None:
        tasks += [(quick, card, max(0, len(quick.rungs) - 2)) for card in (*known, *cards)]
    with working_on(on), Workers(jobs_for(jobs, usual=1)) as workers, shown(progress, "cards") as report:
        if report:
            report(0, len(tasks))
        found = workers.run(judged, tasks, done=report) or []
    names, every = [maker.name(card) for card in known], len(known) + len(cards)
    usual, own = _apart(names, found[:every])
    quickly = _apart(names, found[every:]) if quick is not None else None
    seen = Cards(maker)
    candidates = []
    for number, (card, figures) in enumerate(zip(cards, own, strict=True)):
        ranked = usual.ranked(figures)
        disputed = _disputed(usual.side(figures), *quickly, number) if quickly is not None else []
        flags = dict.fromkeys([*ranked.flags, *usual.strong(figures), *disputed, *seen.flags(card)])
        seen.add(card)
        candidates.append(Candidate(number, GIVEN, card, replace(ranked, flags=tuple(flags))))
    return candidates


def for_people(settings: Settings) -> Settings:
    """Return the settings by which cards that people wrote are judged: by slower agents, where a game names some."""
    judges = settings.maker().judges
    if not judges:
        return settings
    fewer = FEWER if settings.rungs == RUNGS else settings.rungs
    return replace(settings, agents=settings.agents or judges, rungs=fewer)


def _apart(names: Sequence[str], found: Sequence[Figures]) -> tuple[Known, Sequence[Figures]]:
    """Return the figures of known cards and those of the others."""
    return Known([dict(zip(names, found, strict=False))]), found[len(names) :]


def _disputed(side: int, usual: Known, quickly: Sequence[Figures], number: int) -> list[str]:
    """Return a flag if the quick agents find a card strong that the judge finds weak, or the other way round."""
    figures = quickly[number]
    if side * usual.side(figures) >= 0:
        return []
    words = "weak" if side > 0 else "strong"
    return [f"{words} {DISPUTED} ({figures.strength.value:+.1f})"]
