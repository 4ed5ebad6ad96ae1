"""A page about a game that was found: its rules in English, and the figures of the cascade."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardwright import cgdl
from cardwright.arena import statistics
from cardwright.arena.statistics import Estimate
from cardwright.cgdl.tally import Tally
from cardwright.core.random import seed_for

from .individual import Individual
from .stages import STAGES
from .subject import LOOKAHEAD, SEARCH, Subject
from .trim import effects

PLAYS = 1000  # random plays that show what each rule does


def report(individual: Individual) -> str:
    """Return the page as Markdown."""
    sections = (_summary, _rules, _seats, _stages, _effects, _file)
    return "\n".join(line for section in sections for line in section(individual)) + "\n"


def _summary(individual: Individual) -> Iterator[str]:
    judgement, game = individual.judgement, individual.game
    found = f"evaluation {individual.number}, {individual.origin}"
    yield f"# {game.name}\n"
    yield f"A game for {game.players} players, found by evolution ({found})."
    yield f"A play takes {judgement.length:.0f} turns; the skill gradient is {judgement.skill:.2f}, the quality"
    yield f"{judgement.quality:.2f}. To play it: `cardwright play {individual.file_name}.cgdl`\n"


def _rules(individual: Individual) -> Iterator[str]:
    yield f"## Rules\n\n{cgdl.english(individual.game).strip()}\n"


def _seats(individual: Individual) -> Iterator[str]:
    tallies = individual.tallies.values()
    yield "## Seats\n"
    yield f"Shares of {' and '.join(f'{tally.games:,}' for tally in tallies)} plays, with 95 % intervals.\n"
    yield f"| seat | {' | '.join(f'wins, all {agent}' for agent in individual.tallies)} |\n| --- | --- | --- |"
    for seat in range(individual.game.players):
        yield f"| P{seat + 1} | {' | '.join(_share(tally.wins[seat], tally) for tally in tallies)} |"
    yield f"| draws | {' | '.join(_share(tally.draws, tally) for tally in tallies)} |\n"


def _stages(individual: Individual) -> Iterator[str]:
    yield "## Stages\n"
    yield "The questions of the cascade. All figures have 95 % intervals and were measured again after the game had"
    yield "passed once. A gain is 0 if the agent wins no more than the others and 1 if it always wins. Look-ahead is"
    yield f"`{LOOKAHEAD}`, tree search is `{SEARCH}`.\n"
    yield "| stage | question | figure | passed |\n| --- | --- | --- | --- |"
    verdicts = individual.judgement.verdicts
    for stage in STAGES:
        if stage.name in verdicts:
            verdict = verdicts[stage.name]
            passed = "yes" if verdict.passed else "no"
            yield f"| {stage.name} | {stage.question} | {_figure(verdict.figure)} | {passed} |"


def _effects(individual: Individual) -> Iterator[str]:
    yield "\n## What each rule does for the game\n"
    yield "The share of random plays that change without the rule.\n\n| rule | plays |\n| --- | --- |"
    subject = Subject(individual.game, seed_for(individual.number, "report"))
    yield from (f"| `{each.rule}` | {each.share:.0%} |" for each in effects(subject, PLAYS))


def _file(individual: Individual) -> Iterator[str]:
    yield f"\n## The file\n\n```\n{individual.text.strip()}\n```"


def _share(count: int, tally: Tally) -> str:
    share = statistics.rate(count, tally.games)
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def _figure(figure: Estimate) -> str:
    if math.isnan(figure.low) or figure.low == figure.high:
        return f"{figure.value:.4g}"
    return f"{figure.value:.3g} ({figure.low:.3g} to {figure.high:.3g})"
