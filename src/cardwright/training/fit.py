"""Fitting the value of positions to the results of played games, by logistic regression.

Games are divided into those that are learned from and those that are tested on, so that no game is in both. What is
predicted is the expected result: 1 for a score of 1, 0 for a score of -1. Predictions of the game's own estimate are
shown beside it: as they are, and after a logistic curve was fitted to them in the same games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.agents.value import feature_names, write_value
from cardwright.arena.statistics import Estimate, mean
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import seed_for
from cardwright.core.showing import html
from cardwright.core.showing.progress import shown

from .positions import Progress, collect, usual_agents

SURE = 1e-3  # predictions stay this far from 0 and 1: one wrong certainty would make a log loss infinite
BINS = 10  # of predictions, to see whether they come true as often as they say
TARGETS = ("score", "win")
CALIBRATED, FITTED = "estimate, calibrated", "fitted"
COLUMNS = ("prediction", "log loss", "accuracy", "calibration error")


@dataclass(frozen=True)
class Quality:
    """How good predictions are in games that were not learned from; means over games, with intervals."""

    log_loss: Estimate
    accuracy: Estimate  # the share of positions with the winner on the right side; draws are left out
    calibration: float  # how far predictions are from what happens, as a mean over ten groups of predictions


@dataclass(frozen=True)
class Fitted:
    """A fitted value and how it compares with the game's own estimate."""

    game: Game
    weights: np.ndarray  # the bias first
    made: dict[str, Any]
    qualities: dict[str, Quality]
    gain: Estimate  # how much lower its log loss is than that of the calibrated estimate, game by game

    def save(self, path: str | Path) -> None:
        """Write the weights to a file."""
        write_value(path, self.game, self.weights.tolist(), self.made)

    def rows(self) -> list[tuple[str, str, str, str]]:
        """Return the quality of each prediction in words: its name, log loss, accuracy and calibration error."""
        return [
            (name, each.log_loss.text(4), each.accuracy.text(4), f"{each.calibration:.3f}")
            for name, each in self.qualities.items()
        ]

    def _repr_html_(self) -> str:
        title = f"{self.game.family}:{self.game.name}, {self.made['games']:,} games, seed {self.made['seed']}"
        gain = html.paragraph(f"Gain in log loss over the calibrated estimate: {self.gain.text(4)}")
        return html.notebook(html.table(COLUMNS, self.rows(), title=f"{title}, 95 % intervals"), gain)

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        return {
            "made": self.made,
            "weights": dict(zip(["bias", *feature_names(self.game)], self.weights.tolist(), strict=True)),
            "qualities": {
                name: {
                    "log_loss": each.log_loss.to_list(),
                    "accuracy": each.accuracy.to_list(),
                    "calibration": each.calibration,
                }
                for name, each in self.qualities.items()
            },
            "gain": self.gain.to_list(),
        }


def fit(
    game: Game,
    agents: Sequence[str] = (),
    *,
    games: int = 2000,
    positions: int = 5,
    target: str = "score",
    test_share: float = 0.3,
    estimate: bool = True,
    seed: int = 1,
    progress: Progress | bool | None = None,
) -> Fitted:
    """Play games, fit the value of positions in some of them, and test it in the others.

    Without `estimate`, the game's own estimate gets no weight. A game can then use the value as its estimate.
    """
    if target not in TARGETS:
        raise CardwrightError(f"the target is {' or '.join(TARGETS)}, not {target[:40]!r}")
    if not 0 < test_share < 1:
        raise CardwrightError(f"the share of games to test on must be between 0 and 1, not {test_share}")
    regression = _regression()
    with shown(progress, "games") as report:
        found = collect(game, agents, games, positions, seed, report)
    results = found.wins.astype(float) if target == "win" else (1 + found.scores) / 2
    tested = _draw_games(games, test_share, seed)[found.games]
    learn, test = ~tested, tested
    if min(len(np.unique(found.games[each])) for each in (learn, test)) < 2 or np.ptp(results[learn]) == 0:
        raise CardwrightError(
            "there is nothing to learn from these games: all have the same result, or they are too few"
        )
    known = found.features if estimate else found.features * (np.arange(found.features.shape[1]) > 0)
    weights = _train(regression, known[learn], results[learn])
    predictions = {
        "mean result": np.full(len(results), results[learn].mean()),
        "estimate": (1 + found.features[:, 0]) / 2,
        CALIBRATED: _calibrated(regression, found.features[:, :1], results, learn),
        FITTED: _predict(weights, found.features),
    }
    qualities = {name: _quality(each[test], results[test], found.games[test]) for name, each in predictions.items()}
    losses = [_losses(predictions[name][test], results[test]) for name in (CALIBRATED, FITTED)]
    gain = mean(_by_game(losses[0] - losses[1], found.games[test]))
    made = {
        "agents": ",".join(agents or usual_agents(game)),
        "games": games,
        "positions": len(results),
        "target": target,
        "estimate": estimate,
        "seed": seed,
    }
    return Fitted(game, weights, made, qualities, gain)


def _draw_games(games: int, share: float, seed: int) -> np.ndarray:
    """Return which games are tested on."""
    order = np.random.default_rng(seed_for(seed, "fit test")).permutation(games)
    return np.asarray(order < share * games)


def _regression() -> Any:
    try:
        from sklearn.linear_model import LogisticRegression
    except ImportError:
        raise CardwrightError("fitting needs the library scikit-learn: pip install 'cardwright[fit]'") from None
    return LogisticRegression(max_iter=1000)


def _train(regression: Any, features: np.ndarray, results: np.ndarray) -> np.ndarray:
    """Return the weights, the bias first; a result between 0 and 1 counts as both, each with its share."""
    centre, spread = features.mean(axis=0), features.std(axis=0)
    spread[spread < 1e-9] = np.inf  # a feature that is always the same gets no weight
    scaled = (features - centre) / spread
    twice = np.concatenate([scaled, scaled])
    classes = np.repeat([1, 0], len(scaled))
    regression.fit(twice, classes, sample_weight=np.concatenate([results, 1 - results]))
    weights = regression.coef_[0] / spread
    return np.concatenate([regression.intercept_ - weights @ centre, weights])


def _calibrated(regression: Any, estimates: np.ndarray, results: np.ndarray, learn: np.ndarray) -> np.ndarray:
    """Return predictions by a logistic curve through the game's own estimates."""
    return _predict(_train(regression, estimates[learn], results[learn]), estimates)


def _predict(weights: np.ndarray, features: np.ndarray) -> np.ndarray:
    return np.asarray(1 / (1 + np.exp(-np.clip(weights[0] + features @ weights[1:], -50, 50))))


def _losses(predictions: np.ndarray, results: np.ndarray) -> np.ndarray:
    sure = np.clip(predictions, SURE, 1 - SURE)
    return np.asarray(-(results * np.log(sure) + (1 - results) * np.log(1 - sure)))


def _by_game(values: np.ndarray, games: np.ndarray) -> np.ndarray:
    """Return the mean of each game; positions of one game are not independent."""
    _, homes = np.unique(games, return_inverse=True)
    return np.asarray(np.bincount(homes, values) / np.bincount(homes))


def _quality(predictions: np.ndarray, results: np.ndarray, games: np.ndarray) -> Quality:
    decided = results != 0.5
    right = (predictions > 0.5) == (results > 0.5)
    groups = np.minimum((predictions * BINS).astype(int), BINS - 1)
    sizes = np.bincount(groups, minlength=BINS)
    gaps = np.abs(np.bincount(groups, predictions - results, minlength=BINS))
    return Quality(
        mean(_by_game(_losses(predictions, results), games)),
        mean(_by_game(right[decided].astype(float), games[decided])),
        float(gaps.sum() / sizes.sum()),
    )
