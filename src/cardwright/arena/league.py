"""Leagues: seat-balanced tournaments of any number of agents, which can be stopped, continued and extended.

Every table of a league is a series of the arena with a log of its own, named after its seats. So a league that gets
another agent, or more games, plays only what its folder lacks.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from cardwright.agents import Agent, Reader, make_seats, share_kernel, told_apart
from cardwright.core import data, files, registry
from cardwright.core.compiling.device import Device, use_gpu
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import fresh_seed
from cardwright.core.showing.progress import shown
from cardwright.core.working.jobs import checked_jobs
from cardwright.core.working.workers import working_on

from .plan import MAX_GAMES, title_of
from .ratings import check_library
from .result import Result
from .run import Interrupted, run
from .standings import League

FILE = "league.json"
FORMAT = "cardwright league 1"
MOST_AGENTS = 100
MOST_TABLES = 10_000

Progress = Callable[[int, int, str], None]
Table = tuple[Agent, ...]


class LeagueInterrupted(KeyboardInterrupt):
    """Ctrl-C; the games played so far are in `league`, and in its folder if there is one."""

    def __init__(self, league: League):
        super().__init__("stopped")
        self.league = league

    def _render_traceback_(self) -> list[str]:
        """What a notebook prints instead of a traceback."""
        return ["Stopped. The games played so far: import sys; league = sys.last_value.league"]


class _Head(data.Data):
    format: Literal["cardwright league 1"]
    game: str
    seed: int


def league(
    game: Game | str | Path,
    agents: Sequence[Any],
    *,
    games: int = 100,
    mix: int = 2,
    players: int | None = None,
    seed: int | None = None,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    device: Device = "auto",
    concurrency: int | None = None,
    on: str | None = None,
    progress: Progress | bool | None = None,
) -> League:
    """Play a tournament between agents and return their standings.

    `mix` different agents meet at a table. They take the seats in turn, and every such group plays once in each
    rotation, so that each of its agents sits in every seat equally often. With one player, the agents play alone.
    `games` games are played at every table, at all tables from the same seeds.

    `folder` keeps the games, and `resume` continues with those that it lacks, also after agents or games were added.
    `players` chooses the number of players, where the game allows several. The other arguments are those of `run`.

    >>> from cardwright import arena
    >>> found = arena.league("spire:jaw-worm", ["first", "random", "rules"], games=20, seed=1)
    >>> found.standings[0].agent
    'rules'
    """
    if not isinstance(games, int) or not 1 <= games <= MAX_GAMES:
        raise CardwrightError(f"the number of games must be from 1 to {MAX_GAMES:,}, not {games!r}")
    if resume and folder is None:
        raise CardwrightError("resume needs the folder of a league")
    entered = _entered(agents)
    chosen = registry.as_game(game, players)
    tables = _tables(entered, chosen.players, mix)
    _check(chosen, entered, jobs, device)
    if folder is not None:
        seed = _begin(Path(folder), chosen, seed, resume, any(isinstance(each, Reader) for each in entered))
    elif seed is None:
        seed = fresh_seed()
    share_kernel(chosen, entered)
    season = _Season(chosen, tables, games, seed, None if folder is None else Path(folder))
    names = [agent.name for agent in entered]
    try:
        with working_on(on), shown(progress, "playing") as report:
            return season.standings(names, season.play(report, jobs=jobs, device=device, concurrency=concurrency))
    except Interrupted as interrupted:
        raise LeagueInterrupted(season.standings(names, [*season.played, interrupted.result])) from None


def _check(game: Game, agents: list[Agent], jobs: int | None, device: Device) -> None:
    """Raise at once the errors that would otherwise come with a folder made and many games played."""
    checked_jobs(jobs)
    use_gpu(device, worthwhile=False)
    check_library()
    for agent in agents:
        agent.check_game(game)


def _entered(agents: Sequence[Any]) -> list[Agent]:
    """Return the agents by name, so that the order in which they are entered does not matter."""
    if isinstance(agents, str) or not 2 <= len(agents) <= MOST_AGENTS:
        raise CardwrightError(f"a league needs from 2 to {MOST_AGENTS} agents, as in 'random' and 'mcts:200'")
    made = told_apart(make_seats(list(agents)))
    entered = {agent.name: agent for agent in sorted(made, key=lambda agent: agent.name)}
    if len(entered) < len(made):
        raise CardwrightError("the agents of a league must differ; one was entered twice")
    return list(entered.values())


def _tables(agents: list[Agent], players: int, mix: int) -> list[Table]:
    """Return who sits where at every table."""
    if players == 1:
        return [(agent,) for agent in agents]
    most = min(players, len(agents))
    if not isinstance(mix, int) or not 2 <= mix <= most:
        raise CardwrightError(f"from 2 to {most} different agents can meet at a table, not {mix!r}")
    tables = list(itertools.islice(_seated_groups(agents, players, mix), MOST_TABLES + 1))
    if len(tables) > MOST_TABLES:
        raise CardwrightError(f"that is more than {MOST_TABLES:,} tables; enter fewer agents or mix fewer at a table")
    return tables


def _seated_groups(agents: list[Agent], players: int, mix: int) -> Iterator[Table]:
    """Yield the tables of every group: all rotations of its order, and among three or more of the reverse as well."""
    for group in itertools.combinations(agents, mix):
        for order in (group,) if mix == 2 else (group, group[::-1]):
            for first in range(mix):
                yield tuple(order[(first + seat) % mix] for seat in range(players))


def _begin(folder: Path, game: Game, seed: int | None, resume: bool, private: bool = False) -> int:
    """Return the seed of the league in a folder, after noting there which league it is."""
    path = files.make_folder(folder, private=private) / FILE
    title = title_of(game)
    if not path.exists():
        seed = fresh_seed() if seed is None else seed
        files.write(path, json.dumps({"format": FORMAT, "game": title, "seed": seed}, indent=2) + "\n")
        return seed
    if not resume:
        raise BadData(f"{folder} already holds a league; resume it or choose another folder")
    played, played_seed = read_head(folder)
    if played != title:
        raise BadData(f"{path}: this is a league of {played}, not of {title}")
    if seed not in (None, played_seed):
        raise BadData(f"{path}: this league was played with seed {played_seed}, not {seed}")
    return played_seed


def read_head(folder: Path) -> tuple[str, int]:
    """Return the game and the seed of the league in a folder."""
    document = data.read(folder / FILE)
    head = data.validate(_Head, document.value, document)
    return head.game, head.seed


def _file_name(seats: str) -> str:
    """Return the name of a table's log: readable, safe, and different for different seats.

    >>> _file_name("mcts:200,rules")
    'mcts-200,rules-144266e21177'
    """
    readable = re.sub(r"[^A-Za-z0-9.,=+_-]", "-", seats).lstrip(".")[:80]
    return f"{readable}-{hashlib.blake2b(seats.encode(), digest_size=6).hexdigest()}"


@dataclass
class _Season:
    """A league in progress."""

    game: Game
    tables: list[Table]
    games: int
    seed: int
    folder: Path | None
    played: list[Result] = field(default_factory=list)

    def play(self, progress: Progress | None, **options: Any) -> list[Result]:
        """Play the missing games of every table, one table after the other; the options are those of `run`."""
        for number, table in enumerate(self.tables):
            before = number * self.games

            def report(_: int, seats: str, done: int, __: int, before: int = before) -> None:
                if progress:
                    progress(before + done, len(self.tables) * self.games, seats)

            log = self._log(table)
            logged: dict[str, Any] = {"log": log, "resume": log is not None, "progress": report}
            self.played.append(run(self.game, [list(table)], games=self.games, seed=self.seed, **logged, **options))
        return self.played

    def _log(self, table: Table) -> Path | None:
        name = _file_name(",".join(agent.name for agent in table))
        return None if self.folder is None else self.folder / f"{name}.parquet"

    def standings(self, agents: list[str], results: list[Result]) -> League:
        """Return the standings after the games played so far."""
        complete = len(results) == len(self.tables) and all(each.complete for each in results)
        series = [each.series[0] for each in results]
        return League(title_of(self.game), agents, series, self.seed, complete)
