"""Finished games as columns: one array per column, one entry per game."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cardwright.agents import Played, play_game, play_games
from cardwright.arena.decisions import retrace
from cardwright.core import array_verbs
from cardwright.core.game import Game
from cardwright.core.state import State
from cardwright.core.winners import winners

from . import usage
from .actions import frame_of
from .plan import Plan
from .replays import Replays
from .searches import Searches, note_in

if TYPE_CHECKING:
    import polars

UNFINISHED = -1  # in the column "fault": the game reached the limit on decisions

Columns = dict[str, np.ndarray]


class Finished(NamedTuple):
    """Games that were played, and their decisions if those are logged."""

    columns: Columns
    decisions: polars.DataFrame | None = None


def player_column(name: str, player: int, players: int) -> str:
    """Return the name of a player's column: "win" with one player, else "win_1", "win_2" ...

    >>> player_column("win", 0, players=1), player_column("win", 1, players=2)
    ('win', 'win_2')
    """
    return name if players == 1 else f"{name}_{player + 1}"


def measure_names(game: Game) -> list[str]:
    """Return the columns that tables show: what the game measures, turns and decisions."""
    return list(dict.fromkeys([*game.measures, "turns", "decisions"]))


def usage_types(game: Game, reading_seats: Iterable[int]) -> dict[str, type]:
    """Return the columns of what language models use in these seats, and their types."""
    return {
        player_column(name, seat, game.players): kind for seat in reading_seats for name, kind in usage.TYPES.items()
    }


def column_names(game: Game, reading_seats: Iterable[int] = ()) -> list[str]:
    """Return the names of all columns, in order."""
    own = [player_column(name, player, game.players) for player in range(game.players) for name in ("win", "score")]
    return ["game", *own, *measure_names(game), *game.details, "fault", *usage_types(game, reading_seats)]


def as_columns(game: Game, indices: np.ndarray, played: Played) -> Columns:
    """Return the columns of finished games: who won, what the game measures, and faults; none shares the records."""
    states = played.states
    fault = np.where(played.finished | (states["fault"] != 0), states["fault"], UNFINISHED)
    scores = np.zeros((len(indices), game.players))
    array_verbs.score_all(states, scores)
    columns = {"turns": states["turn"], **game.measure(states), "decisions": played.decisions}
    columns |= {"game": np.asarray(indices, np.int64), "fault": fault}
    won = winners(scores) & (fault == 0)[:, None]
    for player in range(game.players):
        columns[player_column("score", player, game.players)] = scores[:, player]
        columns[player_column("win", player, game.players)] = won[:, player]
    return {name: np.array(columns[name]) for name in column_names(game)}


def play_chunk(
    plan: Plan,
    series: int,
    indices: np.ndarray,
    replays: Replays | None = None,
    gpu: bool = False,
    actions: bool = False,
    searches: bool = False,
) -> Finished:
    """Play the games with these ascending numbers; write replays of those that `replays` asks for."""
    seeds, agent_seeds = plan.seeds("game", indices), plan.seeds("agent", indices)
    noted: Searches | None = {} if searches else None
    alone = len(indices) if searches else int(np.searchsorted(indices, replays.games)) if replays else 0
    each = zip(indices[:alone].tolist(), seeds.tolist(), agent_seeds.tolist(), strict=False)
    ends = [play_alone(plan, series, *numbers, replays, noted) for numbers in each]
    rest, agents = slice(len(ends), None), plan.seatings[series].agents
    memory = None if gpu else _records_for(plan.game, len(indices))
    played = play_games(plan.game, agents, seeds[rest], agent_seeds[rest], gpu=gpu, actions=actions, memory=memory)
    if ends:
        played = with_ends(ends, played)
    columns = as_columns(plan.game, indices, played)
    unused = usage_types(plan.game, plan.reading_seats).items()
    columns |= {name: np.zeros(len(indices), kind) for name, kind in unused}
    return Finished(columns, decisions_of(plan, series, indices, played, noted) if actions else None)


def play_alone(
    plan: Plan,
    series: int,
    index: int,
    seed: int,
    agent_seed: int,
    replays: Replays | None = None,
    searches: Searches | None = None,
    **hooks: Any,
) -> State:
    """Play one game in Python, write its replay if `replays` asks for it, note its searches, and return its end."""
    on_search = None if searches is None else note_in(searches, index)
    if replays and index < replays.games:
        return replays.play(plan, series, index, seed, agent_seed, on_search=on_search, **hooks)
    return play_game(plan.game, plan.seatings[series].agents, seed, agent_seed, on_search=on_search, **hooks)


def _records_for(game: Game, count: int) -> np.ndarray:
    """Return records for some games, the same ones each time a thread asks.

    A record is several times larger than what a battle touches of it, so fresh memory for each would take longer to get
    than some games take to play.
    """
    kept: tuple[Game, np.ndarray] | None = getattr(_memory, "kept", None)
    if kept is None or kept[0] is not game or len(kept[1]) < count:
        kept = _memory.kept = game, np.zeros(count, game.dtype)
    return kept[1]


_memory = threading.local()  # of each thread that plays


def decisions_of(
    plan: Plan,
    series: int,
    indices: np.ndarray,
    played: Played,
    searches: Searches | None = None,
    compiled: bool = True,
) -> polars.DataFrame:
    """Return the decisions of games that were played for their actions."""
    assert played.actions is not None
    seeds = plan.seeds("game", indices)
    decisions = retrace(plan.game, seeds, played.decisions, played.actions, indices, compiled)
    return frame_of(plan.game, series, decisions, searches)


def with_ends(ends: list[State], played: Played) -> Played:
    """Return the games in `ends`, which were played one by one, followed by the others."""
    histories = [np.array(end.history(), np.int32) for end in ends]
    return Played(
        np.concatenate([*(end.records for end in ends), played.states]),
        np.concatenate([[len(each) for each in histories], played.decisions]).astype(np.int64),
        np.concatenate([[end.over for end in ends], played.finished]).astype(np.bool_),
        None if played.actions is None else np.concatenate([*histories, played.actions]),
    )


def none_played(game: Game) -> Played:
    """Return no games, with no actions."""
    nothing = np.zeros(0, np.int64)
    return Played(np.zeros(0, game.dtype), nothing, nothing.astype(np.bool_), nothing.astype(np.int32))


def joined(chunks: Iterable[Columns]) -> Columns:
    """Return the games of all chunks, ordered by number."""
    chunks = list(chunks)
    columns = {name: np.concatenate([chunk[name] for chunk in chunks]) for name in chunks[0]}
    order = np.argsort(columns["game"])
    return {name: column[order] for name, column in columns.items()}
