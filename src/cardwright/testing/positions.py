"""Checks of the facade, position by position: reading, words, what players see, saving."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

import numpy as np

from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.saved_games import replay
from cardwright.core.state import State
from cardwright.core.verbs import provides

from .contract import SENTENCES, ContractBroken, UnclearVerb, Violation
from .differences import leaves
from .kernels import SPARE
from .readings import Readings, normal


def check_positions(game: Game, seed: int, most: int) -> int:
    """Play one game at random through the facade, checking up to `most` positions; return how many were checked."""
    random = Random(seed)
    state = game.new(seed)
    checked = 0
    while checked < most:
        where = f"seed {seed}, decision {len(state.history())}"
        try:
            check_position(state, random)
        except UnclearVerb as unclear:
            unclear.where = where
            raise
        except CardwrightError as error:
            raise ContractBroken(f"{error} ({where})") from None
        checked += 1
        if state.over:
            break
        for _ in range(random.randint(1, 4)):  # not every position: views are slow
            if not state.over:
                state.play(random.choice(state.legal()))
    return checked


def check_position(state: State, random: Random) -> None:
    """Check one position in every way."""
    _check_reading(state)
    _check_words(state)
    check_observation(state)
    for player in range(state.game.players):
        _check_seen(state, player, random.getrandbits(32))
    _check_saving(state)


def _check_reading(state: State) -> None:
    before = state.records.tobytes()
    state.view()
    str(state)
    state._repr_html_()
    for action in state.legal():
        state.describe(action)
    for player in range(state.game.players):
        state.seen(player)
        state.copy(hidden_from=player, seed=1)
    if state.records.tobytes() != before:
        raise ContractBroken(SENTENCES[Violation.READING_CHANGES_THE_POSITION])


def _check_words(state: State) -> None:
    """Actions with the same words or the same label must do the same: people choose by words, agents by labels."""
    game = state.game
    actions, labels = (np.zeros(game.max_actions, np.int64) for _ in range(2))
    n = array_verbs.options(state.records, 0, game.rules, actions, labels)
    first: dict[str, tuple[int, int]] = {}
    labelled: dict[int, int] = {}
    for action, label in zip(state.legal(), labels[:n].tolist(), strict=True):
        words = str(action)
        if not words.strip():
            raise ContractBroken("an action has no name")
        other, other_label = first.setdefault(words.casefold(), (action.id, label))
        if label != other_label and _outcome(state, other) != _outcome(state, action.id):
            raise ContractBroken(f"labels are ambiguous: two that do different things are called {words!r}")
        if not _do_the_same(state, labelled.setdefault(label, action.id), action.id):
            raise ContractBroken(f"two actions that do different things have one label, called {words!r}")
    for words in first:
        state.copy().play(words)


def _do_the_same(state: State, one: int, other: int) -> bool:
    """Whether two actions lead to the same things, as far as the decider sees, in whatever order.

    After a draw by chance nobody can say.
    """
    after = [state.copy().play(action) for action in (one, other)]
    if any((each.record.rng != state.record.rng).any() for each in after):
        return True
    first, second = (sorted(repr(value) for _, value in leaves(each.seen(state.decider))) for each in after)
    return first == second


def _outcome(state: State, action: int) -> tuple[Any, set[str]]:
    after = state.copy().play(action)
    return normal(after.view(), state.game.presentation.unordered), {str(each) for each in after.legal()}


def check_observation(state: State) -> None:
    """Check what learners read of one position."""
    game = state.game
    size = len(game.features)
    if size and not provides("observe", game.dtype):
        raise ContractBroken("`features` are declared, but there is no verb `observe`")
    out = np.zeros(size + SPARE, np.float32)
    for player in range(game.players):
        out[:] = np.nan
        if array_verbs.observe(state.records, 0, game.rules, player, out) != size or not np.isnan(out[size:]).all():
            raise ContractBroken(SENTENCES[Violation.OBSERVATION_SIZE])
        wrong = np.flatnonzero(~(np.abs(out[:size]) <= 1))
        if len(wrong):
            sentence = SENTENCES[Violation.OBSERVATION_OUT_OF_RANGE]
            raise ContractBroken(f"{sentence}: {game.features[wrong[0]]!r} is {out[wrong[0]]}")
        _check_tokens(state, player)
        _check_summary(state, player)


def _check_summary(state: State, player: int) -> None:
    size = len(state.game.summary_names or state.game.features)
    out = np.full(size + SPARE, np.nan)
    n = array_verbs.summarise(state.records, 0, state.game.rules, player, out)
    if n != size or not np.isfinite(out[:size]).all() or not np.isnan(out[size:]).all():
        raise ContractBroken(SENTENCES[Violation.SUMMARY_SIZE])


def _check_tokens(state: State, player: int) -> None:
    game = state.game
    rows = np.full((game.max_tokens + SPARE, len(game.token_fields)), -1, np.int16)
    n = array_verbs.tokenise(state.records, 0, game.rules, player, rows)
    sizes = np.array([each.size for each in game.token_fields], np.int64)
    if n > game.max_tokens or (rows[:n] < 0).any() or (rows[:n] >= sizes).any() or (rows[n:] != -1).any():
        raise ContractBroken(SENTENCES[Violation.TOKENS_OUT_OF_RANGE])
    if not rows[:n].any(axis=1).all():
        raise ContractBroken("`tokenise` writes a row of zeroes for something, which looks like padding")


def _check_seen(state: State, player: int, seed: int) -> None:
    """A hidden copy shows the player the same, and offers the same if that player decides."""
    if state.over:  # nothing is left to decide, so nobody hides anything
        return
    game = state.game
    if not state.seen(player):
        raise ContractBroken("a game with hidden information needs a method `seen`")
    hidden = state.copy(hidden_from=player, seed=seed)
    if not game.hidden_information and hidden.view() != state.view():
        raise ContractBroken("`hide` changes the position of a game that declares no hidden information")
    check_known(state, player, [seed])


def check_known(state: State, player: int, seeds: Iterable[int]) -> None:
    """Check that a player reads the same in hidden copies drawn with these seeds."""
    here, there = "the position", "a hidden copy"
    mine = Readings(state, player)
    for seed in seeds:
        other = Readings(state.copy(hidden_from=player, seed=seed), player)
        found = mine.difference(other, here, there) or mine.difference_in_numbers(other, here, there)
        if found:
            raise UnclearVerb(state.game.player_name(player), *found)


def _check_saving(state: State) -> None:
    saved = json.loads(state.to_json())
    again = replay(state.game, saved["seed"], saved["history"], saved["check"])
    if again != state or again.view() != state.view():
        raise ContractBroken("a saved game does not replay to the same position")
    twin = state.copy()
    for each in (state, twin):
        if each != again:
            raise ContractBroken(SENTENCES[Violation.COPY_DIFFERS])


def check_chance(game: Game, seeds: Iterator[int]) -> None:
    """Check a game that declares no chance: every seed starts and continues the same game."""
    if game.chance:
        return
    views = []
    for seed in seeds:
        random, state = Random(0), game.new(seed)
        while not state.over and len(state.history()) < 100:
            state.play(random.choice(state.legal()))
        views.append(state.view())
    if any(view != views[0] for view in views):
        raise ContractBroken("the game declares no chance, but two seeds lead to different games")
