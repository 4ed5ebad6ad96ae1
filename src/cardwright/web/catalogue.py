"""What can be played: games, starts, files with games, agents, and how many people fit."""

from __future__ import annotations

import contextlib
import functools
import re
from collections.abc import Sequence
from typing import Any

from cardwright.agents import LEVELS, Agent, make, opponent
from cardwright.agents.compiled import BUILT_IN
from cardwright.agents.llm import WORD as MODEL
from cardwright.agents.strongest import WORD as STRONGEST
from cardwright.agents.weights import is_file
from cardwright.core import registry
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.game import Game
from cardwright.play.table import YOU

from .importing import importing
from .seat import start_name
from .settings import Settings
from .workspace import Workspace

MOST_PLAYERS = 12
MOST_KEPT = 64  # games in memory: to build one can take a quarter of a second
GAME_FILES = (".cgdl", ".yaml", ".yml", ".json")


class Catalogue:
    """The games and agents that pages may name."""

    def __init__(self, settings: Settings, workspace: Workspace):
        self._built_in = functools.lru_cache(MOST_KEPT)(registry.game)
        self._built_in_described = functools.lru_cache(MOST_KEPT)(self._described)
        self._settings = settings
        self._workspace = workspace
        self.python_games = {registry.game(each).family: each for each in settings.games}  # by their families

    def games(self) -> list[dict[str, Any]]:
        """Return all games by family, with their starts."""
        _load_families()
        return [
            {
                "family": name,
                "title": registry.family(name).title,
                "first": self._first(name),
                "starts": [
                    {"name": f"{name}:{start}", "about": about}
                    for start, about in registry.family(name).starts().items()
                ],
            }
            for name in registry.names()
        ]

    def _first(self, family: str) -> str:
        """Return what the game of a family is called that its first start plays."""
        with contextlib.suppress(CardwrightError):
            return self._built_in(family).title
        return registry.family(family).title

    def game(self, name: str, players: int | None = None, scenario: str | None = None) -> Game:
        """Return a game by its name or its file in the folder; Python code only if the server was started with it."""
        if registry.is_file(name) and name not in self._settings.games:
            if not name.endswith(GAME_FILES):
                raise BadData(
                    f"{name[:80]!r}: Python code is run only if the server was started with --game {name[:80]}"
                )
            return registry.game(self._workspace.path(name), players, scenario)
        make = registry.game if registry.is_file(name) else self._built_in  # files change
        return make(name, players, scenario)

    def described(self, name: str, players: int | None = None, scenario: str | None = None) -> dict[str, Any]:
        """Return what a form needs to know to offer a game by its name."""
        describe = self._described if registry.is_file(name) else self._built_in_described
        return describe(name, players, scenario)

    def _described(self, name: str, players: int | None, scenario: str | None) -> dict[str, Any]:
        game = self.game(name, players, scenario)
        others = (each for each in (game.players + 1, game.players - 1) if each)
        return {**self.about(game), "resizable": any(self._is_playable(name, each) for each in others)}

    def _is_playable(self, name: str, players: int) -> bool:
        with contextlib.suppress(CardwrightError):
            return self.game(name, players).players == players
        return False

    def about(self, game: Game) -> dict[str, Any]:
        """Return what a form needs to know to offer a game."""
        return {
            "title": game.title,
            "name": game.name,
            "start": start_name(game),
            "players": game.players,
            "player_names": [game.player_name(player) for player in range(game.players)],
            "levels": {level: opponent(game, level).name for level in LEVELS},
            "agents": self.agents(game),
            "rules": game.how_to_play(),
            "python": self.python_games.get(game.family, ""),
            "hidden": game.hidden_information,
        }

    def agents(self, game: Game) -> list[str]:
        """Return names of agents that play a game."""
        wanted = [
            "random",
            "rules",
            "lookahead:2",
            "mcts:20",
            "mcts:200",
            "mcts:1000",
            STRONGEST,
            *self._settings.agents,
        ]
        return [each for each in wanted if _fits(each, game)]

    def seated(self, game: Game, names: Sequence[str]) -> list[Agent | None]:
        """Return the agent of each seat, with None for a person."""
        if len(names) != game.players:
            raise BadData(f"{game.name} needs {game.players} seats, not {len(names)}")
        agents = [None if each == YOU else self._agent(each) for each in names]
        for agent in agents:
            if agent is not None:
                agent.check_game(game)
        return agents

    def _agent(self, name: str) -> Agent:
        """Return an agent; code runs only if the server was started with it, and files are those of the folder."""
        word, _, settings = name.strip().partition(":")
        if name in self._settings.agents:
            return make(name)
        if word not in (*BUILT_IN, STRONGEST, MODEL):
            raise BadData(f"unknown agent {name[:80]!r}; Python agents are named when the server starts, with --agent")
        for each in filter(is_file, re.split("[+=]", settings)):
            self._workspace.path(each)
        return make(name)


@functools.cache
def _load_families() -> None:
    """Import all families of games, once."""
    with importing():
        for name in registry.names():
            registry.family(name)


def warm_up() -> None:
    """Do what the first game needs before anybody asks for it: import all families and read their cards."""
    with contextlib.suppress(Exception):  # whoever asks for a broken game is told what is wrong with it
        _load_families()
        for name in registry.names():
            registry.game(name)


def _fits(name: str, game: Game) -> bool:
    try:
        make(name).check_game(game)
    except CardwrightError:
        return False
    return True
