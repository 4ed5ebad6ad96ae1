"""Saved games: read what `State.save` wrote, and replay it step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import pydantic

from . import data
from .errors import BadData, IllegalAction
from .game import LONGEST_GAME, Game
from .registry import family_in_file
from .state import FORMAT, State, Step

Watch = Callable[[State, Step], None]


def replay(
    game: Game,
    seed: int,
    history: Iterable[Any],
    check: int | None = None,
    *,
    logged: bool = False,
    watch: Watch | None = None,
) -> State:
    """Replay a saved history, checking every step; `watch` is called with each position and the step taken in it."""
    state = game.new(seed, logged=logged)
    for number, step in enumerate(history):
        try:
            if isinstance(step, list | tuple):
                if len(step) != 2:
                    raise IllegalAction("a step is the number of an action, or a player and a seed")
                player, hidden_seed = step
                if watch is not None:
                    watch(state, (player, hidden_seed))
                state = state.copy(hidden_from=player, seed=hidden_seed)
            else:
                if watch is not None:
                    watch(state, step)
                    state = state.copy()
                state.play(step)
        except (IllegalAction, TypeError, ValueError) as error:
            raise BadData(f"step {number + 1} of the saved game does not fit: {error}") from None
    if check is not None and state.check() != check:
        raise BadData("the saved game replays to another position than it was saved in; its rules may have changed")
    return state


class _Saved(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    format: str
    game: str
    name: Annotated[str, pydantic.Field(min_length=1, max_length=200)] = "custom"  # of the start
    version: int
    start: dict[str, Any]
    seed: int
    history: list[int | list[int]] = pydantic.Field(max_length=LONGEST_GAME)
    check: int
    seats: list[Annotated[str, pydantic.Field(min_length=1, max_length=600)]] = []  # copied by pydantic
    exchanges: dict[str, Any] = {}  # for viewers, as the result is; games do not need them
    result: str = ""
    joint: list[int] = pydantic.Field([], max_length=LONGEST_GAME)  # steps that belong to the one before


class SavedGame(NamedTuple):
    """A game in progress, and who plays in each seat, in the words of `--seats`; no seats if nobody said.

    `joint` are the steps that a person took together with the one before.
    """

    state: State
    seats: tuple[str, ...]
    joint: tuple[int, ...] = ()


def check_format(document: data.Document, formats: Mapping[str, str]) -> str:
    """Return which of some formats a document has; it is an error if it has none of them."""
    found = document.value.get("format") if isinstance(document.value, dict) else None
    if found not in list(formats):
        wanted = " or ".join(f"{what} (format {each!r})" for each, what in formats.items())
        raise BadData(f"{document.name}: not {wanted}")
    return str(found)


def saved_from_json(
    text: str, name: str = "saved game", *, logged: bool = False, watch: Watch | None = None
) -> SavedGame:
    """Return the game in progress and the seats that `State.to_json` wrote; `replay` explains the options."""
    document = data.parse(text, name)
    check_format(document, {FORMAT: "a saved game"})
    saved = data.validate(_Saved, document.value, document)
    with document.error_context():
        built = family_in_file(saved.game).game(saved.start, saved.name)
        if built.version != saved.version:
            raise BadData(f"saved by version {saved.version} of {saved.game}; this is version {built.version}")
        if saved.seats and len(saved.seats) != built.players:
            raise BadData(f"{len(saved.seats)} seats for {built.players} players")
        state = replay(built, saved.seed, saved.history, saved.check, logged=logged, watch=watch)
        return SavedGame(state, tuple(saved.seats), tuple(saved.joint))


def state_from_json(text: str, name: str = "saved game", *, logged: bool = False, watch: Watch | None = None) -> State:
    """Return the game in progress that `State.to_json` wrote; `logged` and `watch` as in `replay`."""
    return saved_from_json(text, name, logged=logged, watch=watch).state


def load_saved(path: str | Path, *, logged: bool = False) -> SavedGame:
    """Return the game in progress and the seats that `State.save` wrote to a file."""
    return saved_from_json(data.read_text(path), str(path), logged=logged)


def load_state(path: str | Path, *, logged: bool = False) -> State:
    """Return the game in progress that `State.save` wrote to a file."""
    return load_saved(path, logged=logged).state
