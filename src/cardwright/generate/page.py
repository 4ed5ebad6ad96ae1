"""A page on a game that was found: its rules in English, and what the cascade measured."""

from __future__ import annotations

import math
from collections.abc import Iterator

from cardwright import cgdl
from cardwright.arena import statistics
from cardwright.arena.statistics import Estimate
from cardwright.cgdl.tally import Tally
from cardwright.core.random import seed_for

from .individual import Individual
from .stages import LOOKAHEAD, SEARCH, STAGES
from .subject import Subject
from .trim import effects

PLAYS = 1000  # at random, to see what each rule does


def report(individual: Individual) -> str:
    """The page, as Markdown."""
    return "\n".join(_lines(individual)) + "\n"


def _lines(individual: Individual) -> Iterator[str]:
    judgement, game = individual.judgement, individual.game
    tallies = individual.tallies.values()
    yield f"# {game.name}\n"
    found = f"evaluation {individual.number}, {individual.origin}"
    yield f"A game for {game.players} players, found by evolution ({found})."
    yield f"A play takes {judgement.length:.0f} turns; the skill gradient is {judgement.skill:.2f}, the quality "
    yield f"{judgement.quality:.2f}. Play it: `cardwright play {individual.file_name}.cgdl`\n"
    yield f"## Rules\n\n{cgdl.english(game).strip()}\n"
    yield "## Seats\n"
    yield f"Shares of {' and '.join(f'{tally.games:,}' for tally in tallies)} plays, with 95 % intervals.\n"
    yield f"| seat | {' | '.join(f'wins, all {agent}' for agent in individual.tallies)} |\n| --- | --- | --- |"
    for seat in range(game.players):
        yield f"| P{seat + 1} | {' | '.join(_share(tally.wins[seat], tally) for tally in tallies)} |"
    yield f"| draws | {' | '.join(_share(tally.draws, tally) for tally in tallies)} |\n"
    yield "## Stages\n"
    yield "What the cascade asked, with 95 % intervals, measured anew after the game had passed once. A gain is 0 for"
    yield "no more wins than the others have and 1 for nothing but wins; look-ahead is"
    yield f"`{LOOKAHEAD}`, tree search `{SEARCH}`.\n"
    yield "| stage | question | figure | passed |\n| --- | --- | --- | --- |"
    for stage in STAGES:
        if stage.name in judgement.verdicts:
            verdict = judgement.verdicts[stage.name]
            passed = "yes" if verdict.passed else "no"
            yield f"| {stage.name} | {stage.asks} | {_figure(verdict.figure)} | {passed} |"
    yield "\n## What each rule does for the game\n"
    yield "The share of random plays that would go otherwise without it.\n\n| rule | plays |\n| --- | --- |"
    subject = Subject(game, seed_for(individual.number, "report"))
    yield from (f"| `{rule}` | {share:.0%} |" for rule, share in effects(subject, PLAYS))
    yield f"\n## The file\n\n```\n{individual.text.strip()}\n```"


def _share(count: int, tally: Tally) -> str:
    share = statistics.rate(count, tally.games)
    return f"{share.value:.1%} ({share.low:.1%} to {share.high:.1%})"


def _figure(figure: Estimate) -> str:
    if math.isnan(figure.low) or figure.low == figure.high:
        return f"{figure.value:.4g}"
    return f"{figure.value:.3g} ({figure.low:.3g} to {figure.high:.3g})"
