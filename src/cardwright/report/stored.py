"""Results of runs and leagues read back from their logs; the game and the agents need not be known."""

from __future__ import annotations

from pathlib import Path

from cardwright.arena.league import read_head
from cardwright.arena.log import Log
from cardwright.arena.series import Series
from cardwright.arena.standings import League
from cardwright.core.errors import BadData

from .run import Run, agents_in, load


def stored_series(run: Run) -> list[Series]:
    """Return the series of a run."""
    found = []
    for number, seats in run.series.items():
        rows = run.games.filter(run.games["series"] == number)
        columns = {name: rows[name].to_numpy() for name in rows.columns if name not in ("series", "seats", "seed")}
        found.append(Series(seats, tuple(agents_in(seats, run.players)), tuple(run.measures), columns))
    return found


def stored_league(folder: Path) -> League:
    """Return the standings of the league in a folder, which is complete if all its tables have as many games."""
    game, seed = read_head(folder)
    played = [path for path in sorted(folder.glob("*.parquet")) if len(Log(path).games()[1])]
    if not played:
        raise BadData(f"{folder} holds no games yet; resume the league")
    series = [each for path in played for each in stored_series(load(path))]
    agents = sorted({agent for each in series for agent in each.agents})
    return League(game, agents, series, seed, len({each.games for each in series}) == 1)
