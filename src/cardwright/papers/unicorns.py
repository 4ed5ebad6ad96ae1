"""The experiments of a thesis on Unstable Unicorns, repeated with its own rules and with the official ones.

"Artificial intelligence for Unstable Unicorns" (thesis, 2023), chapters 5 and 6. Every experiment is a cell: a table or
a figure consists of cells, and each cell is measured once and kept, so that a stopped run can be continued.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from cardwright import unicorns
from cardwright.agents import make, make_seats, share_kernel
from cardwright.arena.statistics import Estimate, rate
from cardwright.core import data, files
from cardwright.core.errors import BadData, unknown
from cardwright.core.random import seed_for
from cardwright.training import contest

PLAYERS = 6
PROFILES = ("thesis", "official")
SEARCH = "mcts-thesis"  # the agent that searches as the thesis says
CODE = "+redraw=1+c=4"  # its settings with which it searches as the thesis's code does
RESULTS = "results.json"
FORMAT = "cardwright unicorns thesis 1"
STRICT = 3.29 / 1.96  # how much wider an interval of 99.9 % is

# The numbers of the thesis, win rates in per cent.
TABLE_5_1 = {100: 69.0, 200: 75.0, 400: 76.0, 800: 84.0}
TABLE_5_2 = {
    3: (1.0, 1.0, 1.0, 0.6667),
    5: (1.0, 1.0, 1.0, 0.8),
    10: (0.9, 1.0, 1.0, 0.9),
    20: (0.95, 1.0, 1.0, 0.95),
    100: (0.99, 0.98, 0.99, 0.99),
    200: (0.985, 0.965, 0.975, 0.99),
    500: (0.972, 0.98, 0.978, 0.98),
}
TABLE_5_2_VARIANCE = {
    3: (0.0, 0.0, 0.0, 0.2222),
    5: (0.0, 0.0, 0.0, 0.16),
    10: (0.09, 0.0, 0.0, 0.09),
    20: (0.0475, 0.0, 0.0, 0.0475),
    100: (0.0099, 0.0196, 0.0099, 0.0099),
    200: (0.0148, 0.0338, 0.0244, 0.0099),
    500: (0.0272, 0.0196, 0.0215, 0.0196),
}  # of a game's result, 1 if it is won and 0 otherwise
INITIAL_SEEDS = (0, 4000, 6000, 9000)
MANY_GAMES, MANY_GAMES_RATE = 100_000, 98.3  # the same seats, after many games
RULES_RATE, RULES_REFERENCE = 93.0, 90.9  # 2 rule-based against 4 random agents: Table 6.1, and the reference for 6.2
TABLE_6_2 = {
    "evo_rule_based": (93.73, 94.8),
    "evo_random": (93.59, 94.7),
    "evo_best_last_gen": (93.23, 94.2),
    "evo_mcts_rule_based": (92.87, 93.9),
    "evo_mcts_random": (92.33, 94.1),
}
TABLE_6_3 = {
    "evo_rule_based": (40.62, 42.8),
    "evo_best_last_gen": (38.84, 46.0),
    "evo_random": (34.14, 36.8),
    "evo_mcts_rule_based": (32.81, 35.2),
    "evo_mcts_random": (30.18, 38.0),
}
SAMPLE, TEST_SAMPLE = 100, 1000  # games behind a number of Tables 5.1 and 6.1, and of 6.2 and 6.3
FINAL = {"random": (95.05, 95.7), "rules": (45.3, 46.8)}

TABLES = ("5.1", "5.2", "6.1", "6.2", "6.3", "final", "switches", "search switches", "search code")
USUAL_TABLES = TABLES[:-1]  # the last one takes more than an hour
AGENT_SWITCH = "advice_ignores_harm"  # on in both profiles: the agent `rules` of the thesis
SEARCH_SWITCHES = ("advice_weakest_opponent", "advice_plain_sacrifice", "neigh_own_cards", "always_play")
FIGURES = ("5.1",)

Progress = Callable[[int, int, str], None]
Number = Annotated[float, Field(ge=-1e30, le=1e30, allow_inf_nan=False)]
Share = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Interval = Annotated[list[Number], Field(min_length=3, max_length=3)]  # an Estimate in a file


class Effort(NamedTuple):
    """How much to measure; the thesis's own numbers in the comments."""

    games: int  # of agents that do not search: 100
    search_games: int  # of agents that search: 100
    playouts: tuple[int, ...]  # of these agents: 100, 200, 400, 800
    many_games: int  # for the limit of Table 5.2: 100,000
    runs: int  # of each evolution: 10
    population: int  # 20
    generations: int  # 200
    fitness_games: int  # 100
    search_runs: int  # of evolutions against agents that search: 10
    search_generations: int  # 100
    tests: int  # games of each individual of the last generation: 1,000
    sizes: tuple[int, ...]  # populations in Figure 5.1
    size_runs: int  # 10
    individuals: int  # judged in each of these runs
    size_games: int  # 200
    final_population: int  # 100
    final_generations: int  # 200


FULL = Effort(
    games=10_000, search_games=400, playouts=(100, 200, 400, 800), many_games=100_000, runs=10, population=20,
    generations=200, fitness_games=100, search_runs=1, search_generations=10, tests=1000, sizes=(10, 20, 50, 100),
    size_runs=10, individuals=4000, size_games=200, final_population=100, final_generations=200,
)  # fmt: skip
WHOLE = FULL._replace(search_runs=10, search_generations=100)  # as much as the thesis also against MCTS
QUICK = Effort(
    games=1000, search_games=10, playouts=(100,), many_games=2000, runs=1, population=10, generations=15,
    fitness_games=30, search_runs=0, search_generations=0, tests=200, sizes=(5, 20), size_runs=1, individuals=100,
    size_games=20, final_population=10, final_generations=10,
)  # fmt: skip


class _Saved(data.Data):
    format: Literal["cardwright unicorns thesis 1"]
    seed: int
    effort: dict[str, Any]
    cells: Annotated[dict[str, Any], Field(max_length=100_000)]


class Cells:
    """The cells measured so far, kept in a folder if there is one."""

    def __init__(
        self, seed: int, effort: Effort, folder: Path | None = None, resume: bool = False, jobs: int | None = None
    ):
        self.seed, self.effort, self.folder, self.jobs = seed, effort, folder, jobs
        self.known: dict[str, Any] = {}
        if folder is None:
            return
        files.make_folder(folder)
        path = folder / RESULTS
        if path.exists():
            if not resume:
                raise BadData(f"{path} already exists; continue with --resume or choose another folder")
            document = data.read(path, data.LARGEST_CHECKPOINT)
            saved = data.validate(_Saved, document.value, document)
            if saved.seed != seed:
                raise BadData(f"{path}: these results were measured with seed {saved.seed}, not {seed}")
            if saved.effort != json.loads(json.dumps(effort._asdict())):
                raise BadData(f"{path}: these results were measured with other numbers of games (see --quick)")
            self.known = dict(saved.cells)

    def get(self, key: str, shape: Any, measure: Callable[[], Any]) -> Any:
        """Return a cell, measured now unless it is known; `shape` is the type of what a file must hold."""
        if key not in self.known:
            self.known[key] = json.loads(json.dumps(measure()))
            if self.folder is not None:
                files.write(self.folder / RESULTS, self._text())
        known = self.known[key]
        data.validate(shape, known, data.Document(known, self.name, location=("cells", key)))
        return known

    def _text(self) -> str:
        """Return the results as JSON with a line for each cell."""
        head = json.dumps({"format": FORMAT, "seed": self.seed, "effort": self.effort._asdict()})
        lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(cell)}" for key, cell in self.known.items())
        return f'{head[:-1]},\n"cells": {{\n{lines}\n}}}}\n'

    @property
    def name(self) -> str:
        """What errors about the cells begin with: the name of their file."""
        return RESULTS if self.folder is None else str(self.folder / RESULTS)


class Cell(NamedTuple):
    """A measured figure beside the thesis's."""

    table: str
    profile: str
    name: str
    thesis: float | None  # in per cent, like our own figure
    sample: int  # games behind the thesis's number
    games: int  # games behind ours
    value: float | None  # None if it was not measured
    low: float = 0.0
    high: float = 0.0
    thesis_variance: float | None = None  # of a game's result, 1 if it is won and 0 otherwise; in Table 5.2

    @property
    def variance(self) -> float | None:
        """The variance of a game's result, as the thesis computes it."""
        return None if self.value is None else self.value / 100 * (1 - self.value / 100)

    @property
    def differs(self) -> bool:
        """Whether our figure differs from the thesis's by more than the 95 % interval of the difference."""
        if self.value is None or self.thesis is None:
            return False
        theirs = rate(self.thesis / 100 * self.sample, self.sample)
        chance = math.hypot(self.high - self.low, 100 * (theirs.high - theirs.low)) / 2
        return abs(self.value - self.thesis) > chance


def game_for(profile: str, **switches: bool) -> unicorns.Unicorns:
    """Return the game for six players in a profile, with single switches changed; the agent is that of the thesis."""
    return unicorns.game(PLAYERS, profile, switches={AGENT_SWITCH: True, **switches}, name=profile)


def rate_cell(
    cells: Cells,
    table: str,
    profile: str,
    name: str,
    seats: str,
    games: int,
    thesis: float | None,
    sample: int = SAMPLE,
    **switches: bool,
) -> Cell:
    """Return how often one of the first agents named in `seats` wins, e.g. of `2*rules,4*random`.

    The games of the same seats have the same seeds, whatever the rules.
    """
    changed = "".join(f" {switch}={value}" for switch, value in switches.items())
    key = f"{profile}{changed}: {seats} in {games} games"

    def measure() -> Sequence[float]:
        agents = make_seats(seats)
        own = [agent for agent in agents if agent.name == agents[0].name]
        game, seed = game_for(profile, **switches), seed_for(cells.seed, seats)
        return contest(game, own, agents[len(own) :], games, seed, cells.jobs)

    return as_cell(table, profile, name, thesis, sample, games, Estimate(*cells.get(key, Interval, measure)))


def as_cell(
    table: str, profile: str, name: str, thesis: float | None, sample: int, games: int, estimate: Estimate
) -> Cell:
    """Return a cell in per cent."""
    return Cell(table, profile, name, thesis, sample, games, *(100 * float(each) for each in estimate))


def searches(cells: Cells, table: str, profile: str, thesis: dict[int, float], settings: str = "") -> Iterator[Cell]:
    """Yield the win rates of two seats that search against four random agents, by the number of playouts."""
    for playouts, theirs in thesis.items():
        name, games = f"MCTS {playouts}", cells.effort.search_games
        if playouts in cells.effort.playouts:
            seats = f"2*{SEARCH}:{playouts}{settings},4*random"
            yield rate_cell(cells, table, profile, name, seats, games, theirs)
        else:
            yield Cell(table, profile, name, theirs, SAMPLE, 0, None)


def table_5_1(cells: Cells, profile: str) -> Iterator[Cell]:
    """MCTS agents with a different number of playouts."""
    return searches(cells, "5.1", profile, TABLE_5_1)


def search_code(cells: Cells, profile: str) -> Iterator[Cell]:
    """MCTS agents that search as the thesis's code does, where it differs from the text."""
    return searches(cells, "search code", profile, TABLE_5_1, CODE)


def table_5_2(cells: Cells, profile: str) -> Iterator[Cell]:
    """The same three rule-based and three random agents with different numbers of games and initial seeds."""
    for games, rates in TABLE_5_2.items():
        for seed, theirs, variance in zip(INITIAL_SEEDS, rates, TABLE_5_2_VARIANCE[games], strict=True):
            yield rate_cell_from(cells, profile, games, seed, 100 * theirs)._replace(thesis_variance=variance)
    seats, games = "3*rules,3*random", cells.effort.many_games
    yield rate_cell(cells, "5.2", profile, "many games", seats, games, MANY_GAMES_RATE, MANY_GAMES)


def rate_cell_from(cells: Cells, profile: str, games: int, seed: int, thesis: float) -> Cell:
    """Return a row of Table 5.2, whose games have a seed of their own."""
    key = f"{profile}: {games} games from seed {seed}"

    def measure() -> Sequence[float]:
        agents = make_seats("3*rules,3*random")
        return contest(game_for(profile), agents[:3], agents[3:], games, seed, cells.jobs)

    name, estimate = f"{games} from seed {seed}", Estimate(*cells.get(key, Interval, measure))
    return as_cell("5.2", profile, name, thesis, games, games, estimate)


def table_6_1(cells: Cells, profile: str) -> Iterator[Cell]:
    """Rule-based agents and MCTS agents against random agents."""
    yield rate_cell(cells, "6.1", profile, "Rule-based", "2*rules,4*random", cells.effort.games, RULES_RATE)
    yield from searches(cells, "6.1", profile, {count: TABLE_5_1[count] for count in (100, 200, 400)})


def switches(cells: Cells, profile: str) -> Iterator[Cell]:
    """The rule-based agents against random ones, with one switch of the profile changed at a time."""
    games, on = cells.effort.games, profile == "thesis"
    yield rate_cell(cells, "switches", profile, "none", "2*rules,4*random", games, RULES_REFERENCE, TEST_SAMPLE)
    for name in unicorns.profiles().switches:
        changed, seats = {name: not (on or name == AGENT_SWITCH)}, "2*rules,4*random"
        yield rate_cell(cells, "switches", profile, name, seats, games, RULES_REFERENCE, TEST_SAMPLE, **changed)


def search_switches(cells: Cells, profile: str) -> Iterator[Cell]:
    """MCTS agents against random ones, with one of the switches changed that matter to how agents play."""
    games, seats = cells.effort.search_games, f"2*{SEARCH}:100,4*random"
    yield rate_cell(cells, "search switches", profile, "none", seats, games, TABLE_5_1[100])
    for name in SEARCH_SWITCHES:
        changed = {name: profile != "thesis"}
        yield rate_cell(cells, "search switches", profile, name, seats, games, TABLE_5_1[100], SAMPLE, **changed)


def reproduce(
    effort: Effort = FULL,
    seed: int = 0,
    tables: Sequence[str] = USUAL_TABLES,
    figures: Sequence[str] = FIGURES,
    folder: str | Path | None = None,
    resume: bool = False,
    jobs: int | None = None,
    progress: Progress | None = None,
    profiles: Sequence[str] = PROFILES,
) -> list[Cell]:
    """Measure the cells of some tables and figures, and return them; `progress(done, total, what)` before each table.

    >>> cells = reproduce(QUICK._replace(games=10), seed=1, tables=["switches"], figures=[])
    >>> cells[0].name, cells[0].thesis
    ('none', 90.9)
    """
    from . import unicorns_evolution as evolution

    for name in tables:
        if name not in TABLES:
            raise unknown("table", name, TABLES)
    for name in figures:
        if name not in FIGURES:
            raise unknown("figure", name, FIGURES)
    for name in profiles:
        if name not in PROFILES:
            raise unknown("profile of the rules", name, PROFILES)
    cells = Cells(seed, effort, None if folder is None else Path(folder), resume, jobs)
    makers: dict[str, Callable[[Cells, str], Iterator[Cell]]] = {
        "5.1": table_5_1, "5.2": table_5_2, "6.1": table_6_1, "6.2": evolution.table_6_2, "6.3": evolution.table_6_3,
        "final": evolution.final, "switches": switches, "search switches": search_switches,
        "search code": search_code,
        "figure 5.1": evolution.figure_5_1,
    }  # fmt: skip
    chosen = {*tables, *(f"figure {name}" for name in figures)}
    wanted = [name for name in makers if name in chosen]
    if {"5.1", "6.1", "search switches", "search code"} & chosen:
        share_kernel(game_for(PROFILES[0]), [make(f"{SEARCH}:1")])
    measured = []
    for number, (profile, name) in enumerate((profile, name) for profile in profiles for name in wanted):
        if progress:
            progress(number, len(profiles) * len(wanted), f"{name}, {profile} rules")
        measured += list(makers[name](cells, profile))
    return measured


def explanation(measured: Sequence[Cell]) -> list[str]:
    """Return in sentences where our figures differ from the thesis's, and which single switches move them."""
    sentences = []
    for profile in PROFILES:
        own = [each for each in measured if each.profile == profile]
        differing = [each for each in own if each.differs and "switches" not in each.table]
        names = ", ".join(f"{each.table} {each.name}" for each in differing)
        if differing:
            sentences.append(f"{profile} rules: our figures differ from the thesis's beyond chance for {names}.")
        state = "off" if profile == "thesis" else "on"
        for table, who in (("switches", "two rule-based agents"), ("search switches", "two MCTS agents")):
            rows = [each for each in own if each.table == table]
            moved = ", ".join(_moved(rows)) or "as often as without it, within chance"
            if rows:
                sentences.append(f"{profile} rules: with one switch {state}, {who} win {moved}.")
    return sentences


def _moved(rows: Sequence[Cell]) -> list[str]:
    """Return the switches that move the first row beyond chance, with what the figure becomes.

    With some thirty switches, a few would seem to at 95 %, so the difference must be larger: 99.9 %.
    """
    moved = []
    for each in rows[1:]:
        usual = rows[0]
        assert each.value is not None
        assert usual.value is not None
        chance = STRICT * math.hypot(each.high - each.low, usual.high - usual.low) / 2
        if abs(each.value - usual.value) > chance:
            moved.append(f"{each.value:.1f} % ({each.name}) instead of {usual.value:.1f} %")
    return moved
