"""The search: generations of candidates climb the rungs, and the best of each kind stay in the archive.

Successive halving (K. Jamieson and A. Talwalkar, "Non-stochastic best arm identification and hyperparameter
optimization", 2016) spends little on bad cards: a third of a generation gets from one rung to the next.
"""

from __future__ import annotations

import functools
import json
import math
import random
import threading
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from cardwright.agents import Halted
from cardwright.agents import make as make_agent
from cardwright.arena.workers import Interrupt
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seed_for
from cardwright.core.showing import html
from cardwright.core.showing.progress import shown
from cardwright.core.working.workers import Workers, jobs_for, working_on

from .alike import Cards
from .archive import CardArchive
from .conversation import Conversation
from .figures import Figures
from .known import Known
from .recipe import CROSSED, GROWN, VARIED, Candidate, Recipe, make
from .trials import RUNGS, Judge, Rung

BATCH = 96  # candidates of a generation
KEPT = 3  # one of this many candidates gets to the next rung
MAX_EVALUATIONS = 10_000_000
UNUSUAL = "much stronger or weaker than known cards of the same cost"
WORSE = "after a few games, less promising than others"
TWIN, KNOWN = "does the same as another candidate", "does the same as"  # a known card

Rungs = tuple[Rung, ...]


@dataclass(frozen=True)
class Settings:
    """What decides the result of a search, besides the number of evaluations."""

    game: str
    seed: int
    batch: int = BATCH
    rungs: Rungs = RUNGS
    designer: str = "grammar"  # the name of who designs the cards
    agents: tuple[str, ...] = ()  # the agents that judge; empty for those of the game's maker
    decks: tuple[str, ...] = ()  # the decks of the trials; empty for all

    def maker(self) -> CardMaker:
        """Return the maker of the game's cards, with the agents and decks that judge them."""
        for agent in self.agents:
            make_agent(agent)  # a wrong name is refused before anything is played
        maker = registry.family(self.game).card_maker()
        maker.narrow(self.agents, self.decks)
        return maker


@dataclass
class Search:
    """A search in progress."""

    settings: Settings
    archive: CardArchive
    evaluations: int = 0
    reasons: Counter[str] = field(default_factory=Counter)  # why candidates are not in the archive
    conversation: Conversation = field(default_factory=Conversation)  # with a designer that learns how its cards fared
    interrupted: bool = False

    @property
    def known(self) -> Known:
        """The figures of known cards."""
        return self.archive.known

    @property
    def maker(self) -> CardMaker:
        """What makes the cards."""
        return self.archive.maker

    def _repr_html_(self) -> str:
        return html.show(self)


class Designer(Protocol):
    """Where candidates come from; the default is the grammar of the game's maker."""

    @property
    def name(self) -> str:
        """What identifies the designer; a search goes on only with the one that began it."""

    def recipes(self, search: Search, count: int, halt: threading.Event) -> Sequence[Recipe]:
        """Return so many candidates or fewer, numbered on from `search.evaluations`; none ends the search.

        A designer that has to wait stops waiting when `halt` is set, with the exception `Halted`.
        """

    def tell(self, search: Search, candidates: Sequence[Candidate]) -> None:
        """Learn what became of the candidates: their figures, and the reasons why they were not kept.

        What the designer has to remember belongs in `search.conversation`, which is saved.
        """


class Grammar:
    """Grows cards, varies those of the archive and crosses them."""

    name = "grammar"

    def recipes(self, search: Search, count: int, halt: threading.Event) -> list[Recipe]:
        """Return the next candidates; they depend on the seed and the archive only."""
        rng = random.Random(seed_for(search.settings.seed, "generation", search.evaluations))
        parents = [each.card for each in search.archive.candidates()]
        recipes = []
        for number in range(search.evaluations, search.evaluations + count):
            origin = rng.choices((GROWN, VARIED, CROSSED), (3, 3, 2))[0] if len(parents) > 1 else GROWN
            chosen = {GROWN: 0, VARIED: 1, CROSSED: 2}[origin]
            seed = seed_for(search.settings.seed, "candidate", number)
            recipes.append(Recipe(number, origin, seed, tuple(rng.sample(parents, chosen))))
        return recipes

    def tell(self, search: Search, candidates: Sequence[Candidate]) -> None:
        """Learn nothing: the archive knows all."""


Progress = Callable[[Search], None]
Stop = Callable[[], bool]


def search_cards(
    settings: Settings,
    evaluations: int,
    *,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    designer: Designer | None = None,
    progress: Progress | bool | None = None,
) -> Search:
    """Judge so many candidates and return the search with its archive; Ctrl-C ends it early.

    `folder` receives the archive and the state of the search after each generation, and with `resume` the search
    continues from there. `jobs` is the number of processes, by default 1, and `on` a Ray cluster to use instead
    (docs/clusters.md); they make no difference to the result. `progress(search)` is called after each
    generation; True shows a bar.
    """
    from . import checkpoint

    if not 1 <= evaluations <= MAX_EVALUATIONS:
        raise CardwrightError(f"evaluations: 1 to {MAX_EVALUATIONS:,} are allowed, not {evaluations}")
    maker = settings.maker()
    designer = designer or Grammar()
    settings = replace(settings, designer=designer.name)
    found = checkpoint.begin(Path(folder), settings, resume) if folder is not None else None

    def step(found: Search) -> tuple[int, int, str]:
        return found.evaluations, evaluations, f"({len(found.archive)} kept)"

    def keep(search: Search) -> None:
        if folder is not None:
            checkpoint.save(Path(folder), search)
        if report is not None:
            report(search)

    with (
        working_on(on),
        Workers(jobs_for(jobs, usual=1)) as workers,
        Interrupt() as interrupt,
        shown(progress, "cards", step) as report,
    ):
        search = found or _begun(settings, maker, workers, lambda: interrupt.requested)
        if search is not None:
            _continue(search, evaluations, designer, workers, interrupt, keep)
    if search is None:
        raise KeyboardInterrupt
    search.interrupted = interrupt.requested
    return search


def _begun(settings: Settings, maker: CardMaker, workers: Workers, stop: Stop) -> Search | None:
    """Return a new search, once the known cards have been judged; None if it was stopped before."""
    known = judge_known(settings, maker, workers, stop)
    return None if known is None else Search(settings, CardArchive(maker, known))


def judge_known(settings: Settings, maker: CardMaker, workers: Workers, stop: Stop = lambda: False) -> Known | None:
    """Return the figures of the known cards on each rung but the last; None if `stop` returned true before."""
    cards = maker.known()
    rungs = []
    for rung in range(max(1, len(settings.rungs) - 1)):
        found = workers.run(judged, [(settings, card, rung) for card in cards], stop)
        if found is None:
            return None
        rungs.append({maker.name(card): figures for card, figures in zip(cards, found, strict=True)})
    return Known(rungs)


def _continue(
    search: Search, evaluations: int, designer: Designer, workers: Workers, interrupt: Interrupt, keep: Progress
) -> None:
    """Judge so many candidates in all, unless the designer has no more or Ctrl-C is pressed; `keep` each generation."""
    while search.evaluations < evaluations:
        count = min(search.settings.batch, evaluations - search.evaluations)
        try:
            recipes = designer.recipes(search, count, interrupt.halt)
        except Halted:
            return
        if not _generation(search, recipes, designer, workers, lambda: interrupt.requested):
            return
        keep(search)
        if not recipes:
            return


def _generation(search: Search, recipes: Sequence[Recipe], designer: Designer, workers: Workers, stop: Stop) -> bool:
    """Judge a generation and put the best into the archive; return False if it was stopped before it was complete."""
    settings = search.settings
    made = workers.run(first_glance, [(settings, each) for each in recipes], stop)
    if made is None:
        return False
    judged_so_far = [Candidate(each.number, each.origin, *found) for each, found in zip(recipes, made, strict=True)]
    dropped: list[Candidate] = []
    for rung in range(len(settings.rungs)):
        if rung:
            tasks = [(settings, each.card, rung) for each in judged_so_far]
            figures = workers.run(judged, tasks, stop)
            if figures is None:
                return False
            judged_so_far = [replace(each, figures=own) for each, own in zip(judged_so_far, figures, strict=True)]
        last = rung == len(settings.rungs) - 1
        judged_so_far, out = _sieved(search, judged_so_far, rung, last)
        dropped += out
    kept: list[Candidate] = []
    for each in judged_so_far:
        named = replace(each, card=search.maker.renamed(each.card, search.archive.names()))
        reason = search.archive.add(named)
        (dropped if reason else kept).append(replace(named, reason=reason))
    search.evaluations += len(recipes)
    search.reasons.update(each.reason for each in dropped)
    designer.tell(search, sorted([*kept, *dropped], key=lambda each: each.number))
    return True


def _sieved(
    search: Search, candidates: Sequence[Candidate], rung: int, last: bool
) -> tuple[list[Candidate], list[Candidate]]:
    """Return the candidates that go on from a rung, in their order, and the others with the reason."""
    good: list[Candidate] = []
    dropped: list[Candidate] = []
    seen = Cards(search.maker, search.maker.known())
    known = {search.maker.name(card) for card in search.maker.known()}
    for each in candidates:
        figures = search.known.ranked(each.figures) if last else each.figures
        twin = seen.like(each.card) or seen.kin(each.card)
        same = "" if twin is None else f"{KNOWN} {twin}" if twin in known else TWIN
        reason = figures.flags[0] if figures.flags else same
        if last and not reason and search.known.fit(figures, rung) < 1:
            reason = UNUSUAL
        seen.add(each.card)
        judged_one = replace(each, figures=figures, quality=quality(search.known, figures, rung), reason=reason)
        (dropped if reason else good).append(judged_one)
    if last:
        return good, dropped
    ranked = sorted(good, key=lambda each: (-each.quality, each.number))
    going = {each.number for each in ranked[: math.ceil(len(candidates) / KEPT)]}
    dropped += [replace(each, reason=WORSE) for each in good if each.number not in going]
    return [each for each in good if each.number in going], dropped


def quality(known: Known, figures: Figures, rung: int) -> float:
    """Return how good a card is, from 0 to 1: of usual strength, and neither always nor never played.

    How often it is played is known on the last rung only.
    """
    fit = known.fit(figures, rung)
    use = figures.use.value
    return fit if math.isnan(use) else fit * 4 * use * (1 - use)


# Tasks of worker processes


@functools.lru_cache(maxsize=2)
def _judge(settings: Settings) -> Judge:
    return Judge(settings.maker(), seed_for(settings.seed, "judging"), settings.rungs)


def judged(settings: Settings, card: Card, rung: int) -> Figures:
    """Return the figures of a card on a rung, as a file keeps them."""
    return _as_kept(_judge(settings).judge(card, rung))


def first_glance(settings: Settings, recipe: Recipe) -> tuple[Card, Figures]:
    """Make a candidate and return it with its figures on the first rung."""
    judge = _judge(settings)
    card = make(recipe, judge.maker)
    return card, _as_kept(judge.judge(card, 0))


def _as_kept(figures: Figures) -> Figures:
    """Return figures rounded as in a file, so that a search that is resumed goes on with the same numbers."""
    kept: Mapping[str, Any] = json.loads(json.dumps(figures.to_data()))
    return Figures.from_data(kept)
