"""How strong a file's cards are, or how well its game plays, in a worker process and in rounds.

Every round is sent as groups of rows: a name, a figure with its 95 % interval, and a note. The intervals shrink from
round to round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.core.errors import BadData

from . import formats

if TYPE_CHECKING:
    from cardwright.arena.statistics import Estimate

MOST_CARDS = 12
GROUP = 32  # lineups of a group of a tournament
TOURNAMENTS = 20
EXACT = 2500  # lineups that all meet in the last round
PLAYS = (25, 50, 100, 200, 400)  # of a described game by random players
SHARE = (0.0, 1.0)  # the scale of shares
SEARCHES = (4, 8, 16, 32)  # by players that search


def judge(name: str, cards: Sequence[str], seed: int) -> Iterator[dict[str, Any]]:
    """Yield rounds of figures about the cards of a file, or about its game."""
    from cardwright.core import data

    kind = formats.read(name, data.read_text(name)).kind
    if kind in ("spire", "unicorns"):
        yield from _judge_cards(kind, name, cards, seed)
    elif kind == "autobattler":
        yield from _judge_set(name, seed)
    elif kind == "cgdl":
        yield from _judge_game(name, seed)
    else:
        raise BadData(f"{name}: nothing in this file can be judged")


def _row(name: str, figure: Estimate, zero: float | None = None, note: str = "") -> dict[str, Any]:
    """Return a figure; `zero` is a mark to compare it with, such as an equal share."""
    value, low, high = figure.to_list()
    return {"name": name, "value": value, "low": low, "high": high, "zero": zero, "note": note}


def _round(done: int, steps: int, doing: str, *groups: dict[str, Any]) -> dict[str, Any]:
    return {"done": done, "steps": steps, "doing": doing, "groups": list(groups)}


def _group(title: str, form: str, rows: Sequence[dict[str, Any]], scale: Sequence[float] = ()) -> dict[str, Any]:
    """Return rows that share a scale, which contains a range; `form` is "percent" or a unit."""
    return {"title": title, "form": form, "range": list(scale), "rows": list(rows)}


# Cards


def _judge_cards(kind: str, name: str, cards: Sequence[str], seed: int) -> Iterator[dict[str, Any]]:
    from cardwright.generate.cards import Settings, judge_rounds

    for each in judge_rounds(name, Settings(kind, seed), cards, MOST_CARDS):
        games = max((figures.games for figures in each.figures.values()), default=0)
        doing = f"{games:,} games of each card" + ("; now known cards, to compare" if each.comparing else "")
        rows = [_row(card, figures.strength, 0.0, _note(figures)) for card, figures in each.figures.items()]
        yield _round(each.done, each.steps, doing, _group(f"Gain in {each.unit} with the card", each.unit, rows))


def _note(figures: Any) -> str:
    """Return what else is known of a card, in words."""
    import math

    from cardwright.generate.cards.page import share

    parts = []
    if not math.isnan(figures.rank.value):
        parts.append(f"stronger than {share(figures.rank)} of the known cards of its cost")
    if not math.isnan(figures.use.value):
        parts.append(f"played {100 * figures.use.value:.0f} % of the times it could be")
    if figures.partner:
        parts.append(f"best with {figures.partner}")
    return "; ".join([*parts, *(f"flag: {each}" for each in figures.flags)])


# Card sets


def _judge_set(name: str, seed: int) -> Iterator[dict[str, Any]]:
    import numpy as np

    from cardwright.arena.statistics import Estimate, mean
    from cardwright.autobattler import CardSet, tournament
    from cardwright.autobattler.tournament import DEFAULT_SIZE

    cards = CardSet.read(name)
    lineups = len(cards.cards) ** DEFAULT_SIZE
    size = DEFAULT_SIZE if lineups <= EXACT else DEFAULT_SIZE - 1
    exact = len(cards.cards) ** size <= EXACT
    steps = TOURNAMENTS + exact
    rates: list[np.ndarray] = []
    for number in range(TOURNAMENTS):
        played = tournament(cards, size, group=GROUP, seed=seed + number, threads=1, device="cpu")
        rates.append(played.card_win_rates())
        figures = [mean(np.array(each)) for each in np.array(rates).T]
        rows = [_row(card, figure, 0.5) for card, figure in zip(cards.names, figures, strict=True)]
        doing = f"lineups of {size} in groups of {GROUP}, tournament {number + 1} of {TOURNAMENTS}"
        yield _round(number + 1, steps, doing, _group("Win rate", "percent", rows, SHARE))
    if exact:
        played = tournament(cards, size, threads=1, device="cpu")
        figures = [Estimate(float(each), float(each), float(each)) for each in played.card_win_rates()]
        rows = [_row(card, figure, 0.5) for card, figure in zip(cards.names, figures, strict=True)]
        doing = f"all {len(played.lineups):,} lineups of {size} against each other: exact; {played.ties:.0%} ties"
        yield _round(steps, steps, doing, _group("Win rate", "percent", rows, SHARE))


# Described games


def _judge_game(name: str, seed: int) -> Iterator[dict[str, Any]]:
    from cardwright import cgdl
    from cardwright.generate.games.outcomes import gain
    from cardwright.generate.games.subject import RANDOM, SEARCH, Subject

    subject = Subject(cgdl.load(name), seed)
    groups: dict[str, dict[str, Any]] = {}
    steps = len(PLAYS) + 2 * len(SEARCHES)
    done = 0
    for agent, words, counts in ((RANDOM, "Random players", PLAYS), (SEARCH, "Players that search", SEARCHES)):
        for count in counts:
            groups.update(_outcomes(words, subject.self_plays(agent, count), subject.players))
            done += 1
            yield _round(done, steps, f"{count} games of {words.lower()}", *groups.values())
    for count in SEARCHES:
        skill = gain(subject.plays_against(SEARCH, RANDOM, count), subject.sides)
        title = "Skill: a player that searches among random ones"
        note = "0: wins no more than the others; 100 %: wins always"
        groups[title] = _group(title, "percent", [_row("Gain", skill, 0.0, note)], SHARE)
        done += 1
        yield _round(done, steps, f"{count} games in each seat", *groups.values())


def _outcomes(words: str, plays: Any, players: int) -> dict[str, dict[str, Any]]:
    """Return how games ended and how long they were."""
    from cardwright.arena.statistics import mean, rate
    from cardwright.generate.games.outcomes import draws

    count = len(plays["drawn"])
    wins = [rate(float(plays[f"win_{seat + 1}"].sum()), count) for seat in range(players)]
    rows = [_row(f"P{seat + 1} wins", each, 1 / players) for seat, each in enumerate(wins)]
    stopped = rate(float(plays["crashed"].sum()), count)
    rows += [_row("Draws", draws(plays)), _row("Stopped by a limit", stopped)]
    return {
        words: _group(words, "percent", rows, SHARE),
        f"{words}: length": _group(f"{words}: length", "turns", [_row("Turns of a game", mean(plays["turns"]))]),
    }
