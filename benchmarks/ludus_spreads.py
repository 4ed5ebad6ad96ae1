"""Why Table 2 of the LUDUS paper has another standard deviation here: readings of the paper, one after the other.

    python benchmarks/ludus_spreads.py [--draws 200]

Each row is a way to play or to count. It shows the standard deviation of the card win rates over draws of the groups
(mean, standard deviation, lowest, highest), and the share of draws at or below the paper's figure. With Table 2's 125
lineups a group of 256 holds all of them, so a draw decides only which lineup of a pair is side a.
"""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable, Iterator

import numpy as np

from cardwright.autobattler import PROFILES, CardSet, Tournament, sample, tournament
from cardwright.autobattler.profiles import Profile

PAPER = {"table-1-initial": 0.0751, "table-1": 0.0589, "table-2": 0.0584, "tables-2-and-3": 0.0541}
FIGURE = PAPER["table-2"]
BEFORE = 0.0704  # what the paper gives for the cards of Table 2 before the optimisation
GROUP = 256
Measure = Callable[[Tournament], float]


def spreads(
    cards: CardSet, profile: Profile, draws: int, measure: Measure = Tournament.std, **settings: object
) -> np.ndarray:
    """Return the measure of a tournament in groups for each draw of the groups."""
    played = (tournament(cards, profile=profile, group=GROUP, seed=seed, **settings) for seed in range(draws))  # type: ignore[arg-type]
    return np.array([measure(each) for each in played])


def once(result: Tournament) -> float:
    """Return the standard deviation if each card counts once per lineup."""
    return result.std("once")


def sample_deviation(result: Tournament) -> float:
    """Return the standard deviation of a sample (divided by n - 1)."""
    return float(np.std(result.card_win_rates(), ddof=1))


def without_itself(result: Tournament) -> float:
    """Return the standard deviation if no lineup counts a tie against itself."""
    n = len(result.lineups)
    return result.std() * n / (n - 1)


def of_payoffs(result: Tournament) -> float:
    """Return the standard deviation of payoffs, from -1 to 1, in place of win rates."""
    return 2 * result.std()


def row(name: str, values: np.ndarray, figure: float = FIGURE) -> None:
    """Print how some values compare with the paper's figure."""
    below = f"{np.mean(values <= figure + 0.00005):7.1%}"
    print(f"{name:52} {values.mean():.4f} {values.std():.4f} {values.min():.4f} {values.max():.4f} {below}", flush=True)


def profiles() -> Iterator[tuple[str, Profile]]:
    """Yield every profile, and the reference with each switch turned over."""
    yield from ((name, name) for name in PROFILES)
    reference = PROFILES["reference"]
    for switch, on in reference.items():
        yield f"reference, {switch} {'off' if on else 'on'}", {**reference, switch: not on}


def chosen_lineups(cards: CardSet) -> Iterator[tuple[str, list[tuple[str, ...]]]]:
    """Yield other readings of "permutations of 3 cards from the set, allowing for duplicates"."""
    yield "no duplicates in a lineup", list(itertools.permutations(cards.names, 3))
    yield "combinations with duplicates", list(itertools.combinations_with_replacement(cards.names, 3))
    yield "combinations without duplicates", list(itertools.combinations(cards.names, 3))


def neighbours(cards: CardSet) -> Iterator[tuple[str, CardSet]]:
    """Yield the card set with each printed number one higher and one lower, as if it was rounded or misprinted."""
    for path, number in cards.parameters().items():
        for other in (number - 1, number + 1):
            if not path.endswith(".price") and 1 <= other <= 10:
                yield f"{path} {other} for {number}", cards.replace({path: other})


def reordered(cards: CardSet) -> np.ndarray:
    """Return the measure of the round robin in list order, for every order of the cards in the set."""
    orders = itertools.permutations(cards.cards)
    return np.array([tournament(CardSet(order), profile="reference").std() for order in orders])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--draws", type=int, default=200, help="draws of the groups for each row (default 200)")
    draws = parser.parse_args().draws
    cards = sample("table-2")
    print(f"{f'Table 2; the paper has {FIGURE} ({BEFORE} before)':52} mean   sd     lowest highest at or below")
    for name, profile in profiles():
        row(f"profile {name}", spreads(cards, profile, draws))
    for measure in (once, sample_deviation, without_itself, of_payoffs):
        row(f"reference, {measure.__name__.replace('_', ' ')}", spreads(cards, "reference", draws, measure))
    row("paper, once", spreads(cards, "paper", draws, once))
    for name, lineups in chosen_lineups(cards):
        row(f"reference, {name}", spreads(cards, "reference", draws, lineups=lineups))
    row("reference, list order, all orders of the cards", reordered(cards))
    print(f"in the order of the table: {tournament(cards, profile='reference').std():.4f}")
    values = spreads(cards, "reference", draws)
    for k in (2, 4, 8, 32):
        best = values[: draws // k * k].reshape(-1, k).min(axis=1)
        row(f"reference, the luckiest of {k} draws", best)
    for measure in (Tournament.std, once):
        print(f"\nEach number of Table 2 one off, reference, {measure.__name__}: the five nearest to the paper")
        found = {name: spreads(other, "reference", max(1, draws // 8), measure) for name, other in neighbours(cards)}
        for name in sorted(found, key=lambda name: abs(found[name].mean() - FIGURE))[:5]:
            row(name, found[name])
    print("\nAll card sets, reference: the paper, by multiplicity, once")
    for name, figure in PAPER.items():
        for measure in (Tournament.std, once):
            row(
                f"{name}, paper {figure}, {measure.__name__}",
                spreads(sample(name), "reference", draws // 4, measure),
                figure,
            )


if __name__ == "__main__":
    main()
