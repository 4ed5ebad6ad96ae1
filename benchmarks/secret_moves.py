"""Measure how a search handles secret choices in Goofspiel (examples/goofspiel.py): the figures in docs/search.md.

    python benchmarks/secret_moves.py --games 2000 --seed 1

Both players choose a card at once, so two equal players should win equally often. `hide` draws the other's choice from
the cards in hand, or takes it back; and opponents answer to secret choices (`secrets=0`), or cannot.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cardwright import arena
from cardwright.arena.statistics import rate
from cardwright.core import Family, below, game_record, kernel, register_verbs

sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))
import goofspiel

OWN = goofspiel.Record.names[3:-1]  # without the common fields and the marker
TYPES = [goofspiel.Record[name] for name in OWN]
FIELDS = [(name, each.base, each.shape) for name, each in zip(OWN, TYPES, strict=True)]
Record = game_record("secret_moves", [*FIELDS, ("draws", np.int8)], __name__)  # draws: whether `hide` draws a choice
SEEING = "+secrets=0"
ROWS = [(1, SEEING, SEEING), (0, SEEING, SEEING), (1, "", ""), (0, "", ""), (0, "", SEEING), (0, SEEING, "")]


@kernel
def reset(s, rules, setup, seed):
    """Start a game."""
    goofspiel.reset(s, rules, setup, seed)
    s.draws = setup.draws


@kernel
def hide(s, rules, player, seed):
    """Redraw what a player cannot know."""
    secret = s.bid[1 - player]
    goofspiel.hide(s, rules, player, seed)
    if s.to_act == player and secret and s.draws:
        left = below(s, 0, s.cards - s.turned)
        for card in range(s.cards):
            if s.hand[1 - player] >> card & 1:
                if left == 0:
                    s.bid[1 - player] = card + 1
                left -= 1


VERBS = ("decider", "legal", "apply", "label", "score", "observe")
register_verbs(Record, **{name: getattr(goofspiel, name) for name in VERBS}, reset=reset, hide=hide)


class SecretMoves(goofspiel.Goofspiel):
    """Goofspiel in which `hide` can draw the other's choice."""

    family = "secret-moves"
    dtype = Record

    def __init__(self, name: str, start: Mapping[str, Any]):
        given = dict(start)
        draws = given.pop("draws")
        super().__init__(name, given)
        setup = np.zeros(1, Record)
        for each in OWN:
            setup[each] = self.setup[each]
        setup["draws"] = draws
        self.setup = setup


def main() -> None:
    """Print who wins."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--agent", default="mcts:200")
    parser.add_argument("--cards", type=int, nargs="+", default=[5, 7, 13])
    given = parser.parse_args()
    family = Family(SecretMoves, {})
    for cards in given.cards:
        for draws, *settings in ROWS:
            begun = time.process_time()
            game, seats = (
                family.game({"cards": cards, "draws": draws}),
                ",".join(given.agent + each for each in settings),
            )
            columns = arena.run(game, [seats], games=given.games, seed=given.seed).series[0].columns
            won = [rate(int(columns[f"win_{player}"].sum()), given.games) for player in (1, 2)]
            first, second = (f"{100 * each:.1f} % [{100 * low:.1f}, {100 * high:.1f}]" for each, low, high in won)
            name, seconds = "drawn" if draws else "taken back", time.process_time() - begun
            print(f"{cards:2} cards, {name:10} | {seats:34} | {first} | {second} | {seconds:.0f} s", flush=True)


if __name__ == "__main__":
    main()
