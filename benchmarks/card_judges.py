"""Test the judges of cards: against a slow judge, and with cards that gain an option.

python benchmarks/card_judges.py ranks --jobs 2
python benchmarks/card_judges.py ranks --game unicorns --cards 32 --new --reference mcts:100 24 --judge lookahead:1 120
python benchmarks/card_judges.py options --cards 20 --jobs 2
python benchmarks/card_judges.py options --game unicorns --agents lookahead:1 --games 120

`ranks` prints Spearman's rank correlation between each judge and the reference, over the cards of a game (of Slay the
Spire, those of the Ironclad). A judge is a group of agents whose gains are averaged, as `generate judge` does. The
reference plays other seeds, so that nobody profits from the same luck. Intervals are bootstrapped over the cards.

`options` adds options to cards and prints what each card gains by each, on the same seeds. A player can ignore an
option, so a good judge finds no more losses beyond the interval than chance does.
"""

from __future__ import annotations

import argparse
import functools
import time
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardwright.agents import make, play_games
from cardwright.arena.statistics import Estimate, Z
from cardwright.core import registry
from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seeds_for
from cardwright.core.working.workers import Workers
from cardwright.generate.cards.trials import Judge, Rung

RESAMPLES = 1000
Group = tuple[tuple[str, ...], int]  # agents, and games of each trial by each of them

# What a player may do besides the effect of a card, or in its place.
SPIRE_BESIDES = {
    "exhaust": {"to": "up to 1 card in hand", "do": "exhaust"},
    "discard": {"to": "up to 2 cards in hand", "do": "discard"},
}
SPIRE_INSTEAD = {"1 block": {"block": 1}, "lose 3 HP": {"to": "self", "lose_hp": 3}}
UNICORNS_BESIDES = {"sacrifice": {"sacrifice": "unicorn"}, "discard": {"discard": 2}, "give": {"give": "unicorn"}}
UNICORNS_INSTEAD = {"draw 2": {"draw": 2}, "draw 3": {"draw": 3}, "discard 1": {"discard": 1}}


@functools.lru_cache
def _judge(game: str, group: Group, seed: int) -> Judge:
    agents, games = group
    maker = registry.family(game).card_maker()
    maker.narrow(agents, ())
    return Judge(maker, seed, [Rung(games // maker.effort, agents=None)])


def strength(game: str, group: Group, seed: int, card: Card) -> tuple[float, float]:
    """Return the strength of a card and the CPU seconds it took."""
    judge = _judge(game, group, seed)
    begun = time.process_time()
    found = judge.judge(card).strength.value
    return found, time.process_time() - begun


def cards_of(maker: CardMaker, most: int) -> list[Card]:
    """Return known cards without upgrades and without those of other characters, spread over the list of the game."""
    known = [card for card in maker.known() if not maker.name(card).endswith("+")]
    red = [card for card in known if card["cards"][maker.name(card)].get("color") == "red"]
    cards = red or known
    return [cards[k] for k in np.linspace(0, len(cards) - 1, min(most, len(cards))).astype(int)]


def correlation(first: np.ndarray, second: np.ndarray) -> Estimate:
    """Return Spearman's rank correlation of two lists of strengths."""

    def spearman(chosen: np.ndarray) -> float:
        ranks = [_ranks(each[chosen]) for each in (first, second)]
        return float(np.corrcoef(*ranks)[0, 1])

    rng = np.random.default_rng(1)
    every = np.arange(len(first))
    some = [spearman(rng.choice(every, len(every))) for _ in range(RESAMPLES)]
    return Estimate(spearman(every), *map(float, np.quantile(some, (0.025, 0.975))))


def _ranks(values: np.ndarray) -> np.ndarray:
    """Return the ranks of values, equal ones sharing the mean of theirs."""
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    return (ends - (counts - 1) / 2)[place]


def compare(options: argparse.Namespace) -> None:
    """Print how well each judge ranks cards."""
    maker = registry.family(options.game).card_maker()
    cards = cards_of(maker, options.cards)
    groups = [_group(*each) for each in options.judge or _USUAL[options.game]]
    reference = _group(*options.reference)
    tasks = [(options.game, reference, 2, card) for card in cards]
    judged = [maker.renamed(card, {maker.name(card)}) for card in cards] if options.new else cards
    tasks += [(options.game, group, 1, card) for group in groups for card in judged]
    with Workers(options.jobs) as workers:
        found = np.array(workers.run(strength, tasks)).reshape(1 + len(groups), len(cards), 2)
    seconds = found[:, :, 1].mean(axis=1)
    trials = len(maker.trials)
    print(f"{len(cards)} cards; reference: {_words(reference, trials)}, {seconds[0]:.2f} s of CPU a card")
    for number, group in enumerate(groups, start=1):
        value, low, high = correlation(found[number, :, 0], found[0, :, 0])
        print(f"{value:.3f} [{low:.3f}, {high:.3f}], {seconds[number]:.2f} s of CPU a card: {_words(group, trials)}")


_USUAL = {
    "spire": [("random,lookahead:1", "12"), ("mcts:20", "12")],
    "unicorns": [("lookahead:1", "120")],
}


def _group(agents: str, games: str) -> Group:
    return tuple(agents.split(",")), int(games)


def _words(group: Group, trials: int) -> str:
    agents, games = group
    return f"{', '.join(agents)} in {len(agents) * games * trials:,} games"


def with_options(game: str, fields: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Return a card with each option that fits it, by the name of the option."""
    if game == "spire":
        effect = fields["effect"]
        effects: dict[str, Any] = {name: [effect, more] for name, more in SPIRE_BESIDES.items()}
        effects |= {name: {"choose_one": [effect, each]} for name, each in SPIRE_INSTEAD.items()}
        return {name: {**fields, "effect": each} for name, each in effects.items()}
    if fields["type"] == "magical" and "enter" not in fields:
        return {name: {**fields, "enter": {"may": more}} for name, more in UNICORNS_BESIDES.items()}
    if fields["type"] == "magic" and _is_one_effect(fields["play"]):
        return {name: {**fields, "play": {"either": [fields["play"], each]}} for name, each in UNICORNS_INSTEAD.items()}
    return {}


def _is_one_effect(program: Any) -> bool:
    return isinstance(program, Mapping) and program.keys().isdisjoint(("do", "may", "then", "if done", "either", "by"))


def gains(game: str, group: Group, seed: int, card: Card) -> dict[str, tuple[float, float]]:
    """Return what a card gains by each option, and the standard error."""
    (fields,) = card["cards"].values()
    variants = with_options(game, fields)
    plain = _outcomes(game, group, seed, fields) if variants else []
    return {name: _difference(_outcomes(game, group, seed, each), plain) for name, each in variants.items()}


def _outcomes(game: str, group: Group, seed: int, fields: Mapping[str, Any]) -> list[np.ndarray]:
    """Return how the games with a card go, by trial and agent."""
    agents, games = group
    maker = registry.family(game).card_maker()
    (played,) = maker.games([{"cards": {"Variant": fields}}], [("Variant",)], range(len(maker.trials)))
    game_seeds, agent_seeds = (seeds_for(seed, use, np.arange(games)) for use in ("game", "agent"))
    return [
        maker.outcomes(each, play_games(each, [make(agent)] * each.players, game_seeds, agent_seeds).states)
        for each in played
        for agent in agents
    ]


def _difference(first: Sequence[np.ndarray], second: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the mean difference over all trials, and its standard error."""
    cells = [one - other for one, other in zip(first, second, strict=True)]
    error = sum(float(np.var(cell, ddof=1)) / len(cell) for cell in cells) ** 0.5 / len(cells)
    return float(np.mean([cell.mean() for cell in cells])), error


def judge_options(options: argparse.Namespace) -> None:
    """Print what cards gain by an option."""
    maker = registry.family(options.game).card_maker()
    group = _group(options.agents, options.games)
    cards = [each for each in cards_of(maker, options.cards) if with_options(options.game, *each["cards"].values())]
    tasks = [(options.game, group, options.seed, each) for each in cards]
    with Workers(options.jobs) as workers:
        found = dict(zip(map(maker.name, cards), workers.run(gains, tasks) or [], strict=True))
    print(f"{len(cards)} cards; {_words(group, len(maker.trials))} of each card and variant")
    kinds = list(dict.fromkeys(kind for row in found.values() for kind in row))
    print(" | ".join(["card", *kinds]))
    for name, row in found.items():
        print(" | ".join([name, *(_interval(*row[kind]) if kind in row else "" for kind in kinds)]))
    columns = [[row[kind] for row in found.values() if kind in row] for kind in kinds]
    print(" | ".join(["mean", *(_interval(*_mean(np.array(column))) for column in columns)]))
    values, errors = np.array([cell for column in columns for cell in column]).T
    print(f"{(values + Z * errors < 0).sum()} of {len(values)} intervals lie below 0")


def _mean(row: np.ndarray) -> tuple[float, float]:
    return float(row[:, 0].mean()), float((row[:, 1] ** 2).sum() ** 0.5 / len(row))


def _interval(value: float, error: float) -> str:
    return f"{value:+.1f} [{value - Z * error:+.1f}, {value + Z * error:+.1f}]"


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    ranks = commands.add_parser("ranks", help="compare judges with a slow one")
    ranks.set_defaults(run=compare)
    ranks.add_argument("--game", default="spire", choices=_USUAL)
    ranks.add_argument("--reference", nargs=2, default=("mcts:200", "12"), metavar=("AGENTS", "GAMES"))
    ranks.add_argument("--judge", nargs=2, action="append", metavar=("AGENTS", "GAMES"), help="games of each trial")
    ranks.add_argument("--new", action="store_true", help="rename the cards for the judges: no weights know them")
    options = commands.add_parser("options", help="cards with an option beside the same without")
    options.set_defaults(run=judge_options)
    options.add_argument("--game", default="spire", choices=_USUAL)
    options.add_argument("--agents", default="mcts:20")
    options.add_argument("--games", type=int, default=24, help="games of each trial by each agent (default 24)")
    options.add_argument("--seed", type=int, default=1)
    for each in (ranks, options):
        each.add_argument("--cards", type=int, default=1000, help="at most so many cards (default: all)")
        each.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args(arguments)
    chosen.run(chosen)


if __name__ == "__main__":
    main()
