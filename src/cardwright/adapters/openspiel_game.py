"""Any of our games in OpenSpiel: `make("cgdl:uno")`, or `pyspiel.load_game("python_cardwright(game=cgdl:uno)")`.

OpenSpiel wants chance as nodes of the game tree, and our rules keep their random streams inside the position. So a game
begins with one chance node, which chooses a deal: a seed that decides everything drawn later. See docs/openspiel.md.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

from cardwright.core import registry
from cardwright.core.errors import CardwrightError, IllegalAction
from cardwright.core.game import LONGEST_GAME, Game
from cardwright.core.state import State

try:
    import pyspiel
except ModuleNotFoundError:
    raise CardwrightError("games of OpenSpiel need the library open_spiel: pip install 'cardwright[rl]'") from None

from .openspiel_deals import ALL, DEALS, deal_seeds
from .openspiel_guards import guard_bots
from .openspiel_memory import Memory, tensor_shape
from .openspiel_observer import UNDEALT, Observer, make_observer
from .openspiel_position import Position
from .openspiel_start import from_text, to_text

__all__ = ["ALL", "NAME", "SpielGame", "SpielState", "make"]

NAME = "python_cardwright"
LARGEST = (1 << 31) - 1  # integer in OpenSpiel's parameters
PARAMETERS = {"game": "spire:jaw-worm", "players": 0, "deals": DEALS, "seed": 0, "zero_sum": False, "start": ""}

CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)

_Kind = pyspiel.GameType


def make(
    game: Game | str, *, players: int | None = None, deals: int = DEALS, seed: int = 0, zero_sum: bool = False
) -> SpielGame:
    """Return a game for OpenSpiel, from one of ours or its name.

    A game starts with one of `deals` deals, all equally likely: those of the seeds from `seed` on. With `deals=ALL`
    these are all deals there are, each once; this is for small games whose deals are equally likely. `zero_sum` says
    that scores add up to 0, which some algorithms need to know; it is checked at the end of each game.
    """
    if isinstance(game, Game):
        named = {"game": game.family, "start": to_text(registry.as_game(game, players))}
    else:
        named = {"game": str(game)}
    options = {"players": players or 0, "deals": deals, "seed": seed, "zero_sum": zero_sum}
    for name in ("players", "deals", "seed"):
        if not isinstance(options[name], int) or abs(options[name]) > LARGEST:
            raise CardwrightError(f"{name!r} must be an integer up to {LARGEST:,}, not {str(options[name])[:40]!r}")
    return pyspiel.load_game(NAME, {**named, **options})  # type: ignore[no-any-return]


@functools.lru_cache(maxsize=32)  # OpenSpiel builds a game anew for each state that it deserialises
def _built(what: str, players: int, start: str) -> Game:
    return from_text(what, start) if start else registry.game(what, players or None)


def _loaded(text: str) -> SpielGame:
    """Return the game of a game string; pickles name this function, so that whoever reads one imports this module."""
    return pyspiel.load_game(text)  # type: ignore[no-any-return]


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, as OpenSpiel sees it."""

    def __init__(self, params: Mapping[str, Any] | None = None):
        given = {**PARAMETERS, **(params or {})}
        if set(given["game"]) & set(",=()"):
            raise CardwrightError(
                f"in OpenSpiel the name of a game cannot contain any of ,=() as {given['game']!r} does"
            )
        self.cardwright = _built(given["game"], given["players"], given["start"])
        self.whole = given["deals"] == ALL
        self.seeds = deal_seeds(self.cardwright, given["deals"], given["seed"])
        self.zero_sum = given["zero_sum"]
        kept = {name: value for name, value in given.items() if value != PARAMETERS[name] or name == "game"}
        super().__init__(_kind(self.cardwright, self.zero_sum), self._info(), kept)

    def _info(self) -> Any:
        game = self.cardwright
        return pyspiel.GameInfo(
            num_distinct_actions=len(game.action_space),
            max_chance_outcomes=len(self.seeds),
            num_players=game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if self.zero_sum else None,
            max_game_length=game.max_decisions or LONGEST_GAME,
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return _loaded, (str(self),)

    def new_initial_state(self) -> SpielState:
        """Return a game that is about to be dealt."""
        return SpielState(self)

    def dealt(self, deal: int) -> State:
        """Return a new game in progress with one of the deals."""
        if not 0 <= deal < len(self.seeds):
            raise IllegalAction(f"deals are 0 to {len(self.seeds) - 1}, not {deal}")
        return self.cardwright.new(self.seeds[deal])

    def max_chance_nodes_in_history(self) -> int:
        """Return 1: the deal."""
        return 1

    def make_py_observer(self, kind: Any = None, params: Any = None) -> Observer | None:
        """Return an observer that shows one player what this player knows, and None for other kinds."""
        return make_observer(self.cardwright, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A game in progress, as OpenSpiel sees it."""

    def __init__(self, game: SpielGame):
        super().__init__(game)
        self._position = Position()
        self._who = CHANCE  # OpenSpiel asks for it several times in each step

    @property
    def cardwright(self) -> State | None:
        """The game in progress as we know it; None before the deal."""
        return self._position.of(self.get_game().cardwright)

    def _dealt(self) -> State:
        state = self.cardwright
        if state is None:
            raise CardwrightError("the game has not been dealt yet: chance decides first")
        return state

    def current_player(self) -> int:
        """Return who decides: a player, chance, or nobody at the end."""
        return self._who

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return self._who == TERMINAL

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals, all equally likely."""
        deals = len(self.get_game().seeds)
        return [(deal, 1.0 / deals) for deal in range(deals)]

    def _legal_actions(self, player: int) -> list[int]:
        return np.flatnonzero(self._dealt().mask()).tolist()

    def _apply_action(self, action: int) -> None:
        if self._who == CHANCE:
            self._position = Position(self.get_game().dealt(action))
        else:
            self._play(action)
        who = self._dealt().decider
        self._who = who if who >= 0 else TERMINAL

    def _play(self, action: int) -> None:
        game, state = self.get_game(), self._dealt()
        streams = state.records["rng"].copy()
        state.play(state.action_at(action))
        if game.whole and not np.array_equal(streams, state.records["rng"]):
            raise CardwrightError(
                f"{game.cardwright.name} draws at random after the deal, so there are more games than deals: "
                "say how many to play with, as in deals=1000"
            )

    def _action_to_string(self, player: int, action: int) -> str:
        game = self.get_game()
        words = game.seeds if player == CHANCE else game.cardwright.action_space
        if not 0 <= action < len(words):
            raise IllegalAction(f"actions are 0 to {len(words) - 1}, not {action}")
        return f"deal {words[action]}" if player == CHANCE else words[action]

    def returns(self) -> list[float]:
        """Return the scores at the end, and 0 for everybody before."""
        game = self.get_game()
        if self._who != TERMINAL:
            return [0.0] * game.cardwright.players
        state = self._dealt()
        scores = [state.score(player) for player in range(game.cardwright.players)]
        if game.zero_sum and abs(sum(scores)) > 1e-9:
            raise CardwrightError(f"{game.cardwright.name} is not a zero-sum game: it ended with the scores {scores}")
        return scores

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Return a copy with everything redrawn that a player cannot know; `sampler()` returns numbers from 0 to 1."""
        twin: SpielState = self.clone()
        twin._position = self._position.redrawn(self._dealt(), player, seed=int(sampler() * (1 << 53)))
        return twin

    def remembered(self, player: int) -> Memory:
        """Return all that a player has seen and done."""
        return self._position.remembered(self._dealt(), player)

    def __str__(self) -> str:
        state = self.cardwright
        return UNDEALT if state is None else f"{json.dumps(state.view())} {state.check():08x}"


def _kind(game: Game | None = None, zero_sum: bool = False) -> Any:
    """Return what OpenSpiel has to know about a game; without one, about all of our games together."""
    hidden = game is None or game.hidden_information
    return _Kind(
        short_name=NAME,
        long_name="Cardwright" if game is None else f"Cardwright: {game.title}, {game.name}",
        dynamics=_Kind.Dynamics.SEQUENTIAL,
        chance_mode=_Kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=_Kind.Information.IMPERFECT_INFORMATION if hidden else _Kind.Information.PERFECT_INFORMATION,
        utility=_Kind.Utility.ZERO_SUM if zero_sum else _Kind.Utility.GENERAL_SUM,
        reward_model=_Kind.RewardModel.TERMINAL,
        max_num_players=100 if game is None else game.players,
        min_num_players=1 if game is None else game.players,
        provides_information_state_string=True,
        provides_information_state_tensor=game is None or tensor_shape(game) is not None,
        provides_observation_string=True,
        provides_observation_tensor=game is None or len(game.features) > 0,
        parameter_specification=PARAMETERS,
    )


pyspiel.register_game(_kind(), SpielGame)
guard_bots(NAME)
