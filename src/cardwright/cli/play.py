"""`cardwright play`: play a game yourself in the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import play_autosave
from .options import GAME_HELP, GameOptions, PromptFile, ScenarioName, load_games, with_prompt
from .play_session import Session
from .stopping import stoppable

if TYPE_CHECKING:
    from cardwright.agents import Agent
    from cardwright.core.game import Game


def command(
    game: Annotated[str | None, typer.Argument(help=GAME_HELP)] = None,
    seats: Annotated[str | None, typer.Option(help="Who plays in each seat, as in you,mcts:200.")] = None,
    level: Annotated[str | None, typer.Option(help="How well the others play: easy, normal or hard.")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of the game (default: random).")] = None,
    players: Annotated[int | None, typer.Option(help="Number of players, in games that allow several numbers.")] = None,
    scenario: ScenarioName = None,
    load: Annotated[Path | None, typer.Option(help="Continue a saved game.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the game that you left last.")] = False,
    prompt: PromptFile = None,
    python_games: GameOptions = None,
) -> None:
    """Play a game yourself; agents take the other seats.

    You see only what your seat knows. Undo goes back as far as you like. All random outcomes follow from the seed, so
    the same choices after an undo lead to the same cards. The others follow the heuristics of the game where it has
    any, and search otherwise; --level hard seats the strongest agent of the game.

    Example: cardwright play spire:jaw-worm --seed 7

    Against a language model: cardwright play cgdl:briscola --seats you,llm:llama3.1:8b
    """
    from cardwright.agents import make_saved_seats
    from cardwright.core import registry, saved_games
    from cardwright.core.errors import CardwrightError
    from cardwright.core.showing.terminal import Console

    load_games(python_games)
    if resume:
        if game is not None and game.endswith(".json"):
            raise CardwrightError(f"--resume goes on with the last game that was left; to open a file: --load {game}")
        load = load or play_autosave.last_game()
        if not load.exists():
            raise CardwrightError("there is no game to go on with: you have left none yet")
    if (game is None) == (load is None):
        raise CardwrightError("name either a game, as in 'spire:jaw-worm', or a saved game with --load, but not both")
    if load is not None:
        if seed is not None or players is not None:
            raise CardwrightError("--seed and --players cannot be used with --load: a saved game has both")
        saved = saved_games.load_saved(load, logged=True)
    else:
        saved = saved_games.SavedGame(registry.game(str(game), players, scenario).new(seed, logged=True), ())
    seats = with_prompt([seats or ""], prompt)[0] or None
    keep = saved.seats and seats is None and level is None
    agents = make_saved_seats(saved.seats, str(load)) if keep else _agents(saved.state.game, seats, level)
    code = _code_options(saved.state.game, game, python_games)
    with stoppable(f"{play_autosave.WAY_BACK}{code}"):
        Session(saved.state, agents, Console(), play_autosave.prepared(), saved.joint, load, code).play()


def _code_options(game: Game, name: str | None, python_games: Sequence[str] | None) -> str:
    """Return the options that load the code of a game in Python, for a command that goes on with it."""
    from cardwright.core import registry

    if registry.is_installed(game.family):
        return ""
    return "".join(f" --game {shlex.quote(each)}" for each in python_games or filter(None, (name,)))


def _agents(game: Game, text: str | None, level: str | None = None) -> list[Agent | None]:
    """Return the agent of each seat, with None for a person."""
    from cardwright.agents import make_seats, opponent
    from cardwright.core.errors import CardwrightError

    if text is None:
        if level is not None and game.players == 1:
            raise CardwrightError(f"--level is for opponents, and nobody plays against you in {game.name}")
        return [None, *[opponent(game, level or "normal")] * (game.players - 1)]
    if level is not None:
        raise CardwrightError("name opponents with --seats or choose their --level, but not both")
    seats: list[Agent | None] = []
    for part in text.split(","):
        times, star, who = part.rpartition("*")
        if who.strip() == "you":
            seats += [None] * len(make_seats(f"{times}{star}random"))
        else:
            seats += make_seats(part)
    if None not in seats or len(seats) != game.players:
        raise CardwrightError(f"{game.name} needs {game.players} seats, including 'you', not {text[:80]!r}")
    return seats
