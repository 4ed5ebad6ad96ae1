"""Hold a game to the whole contract."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardwright.core.game import Game
from cardwright.core.random import seed_for

from .contract import UNCLEAR, ContractBroken, UnclearVerb
from .fuzz import MOST_DECISIONS, Finding, Fuzzer
from .plain_games import check_plain_games
from .positions import check_chance, check_known, check_observation, check_positions
from .secrets import check_secrets

POSITIONS_A_GAME = 20
FACADE_GAMES = 10
PLAIN_GAMES = 2
UNLOGGED = "the rules log no events"
HIDDEN_COPIES = 64  # that are drawn to name what differs in one


@dataclass(frozen=True)
class Report:
    """What was checked in a game that keeps the contract."""

    game: str
    games: int
    decisions: int
    longest: int  # decisions in one game
    hidden_copies: int
    positions: int  # checked through the facade
    indistinguishable: int  # positions compared with others that a player cannot tell from them, by the event log
    told: int  # positions whose hidden copies were compared with what events had told the player
    deduced: str = ""  # what a player could work out and hidden copies do not keep, if anything was found: no fault
    skipped: str = ""  # why compiled and uncompiled games were not compared, if they were not
    unlogged: str = ""  # why no positions were compared by the event log, if none were
    untold: str = ""  # why no hidden copies were compared with what events told, if none were


def check(
    game: Game,
    games: int = 200,
    seed: int = 0,
    most: int = MOST_DECISIONS,
    uncompiled: bool = True,
    progress: Callable[[int], None] = lambda done: None,
) -> Report:
    """Check that a game keeps the contract; raise `ContractBroken` with one sentence if it does not.

    Kernels play `games` random games and check every position: same seed same game, copies evolve alike, reading
    changes nothing, hiding leaks nothing, `reset` leaves no residue, actions are distinct, scores are in range, and
    every game ends, after at most `most` decisions if it declares no bound of its own. Some games are also played
    through the facade, where words, what players see and saved games are checked, and some as plain Python, which must
    do the same as compiled code. If the rules log events, a player who noticed the same events and took the same
    actions in two games must get the same copies, views and observations in both, and hidden copies must keep what
    events told the player. Set the environment variable NUMBA_BOUNDSCHECK=1 to check every array index too.
    """
    fuzzer = Fuzzer(game, most)
    check_observation(game.new(seed))  # kernels would stumble over a verb that returns something else
    logged = [seed_for(seed, "logged game", index) for index in range(games)]
    try:
        _check_random_games(fuzzer, games, seed, progress)
        positions = sum(
            check_positions(game, seed_for(seed, "checked positions", index), POSITIONS_A_GAME)
            for index in range(min(games, FACADE_GAMES))
        )
    except UnclearVerb as unclear:
        compared = check_secrets(game, logged, redraw=False)  # raises an error if another verb than `hide` is to blame
        raise unclear.settled(by_log=compared.alike > 0) from None
    check_chance(game, (seed_for(seed, "chance", index) for index in range(5)))
    skipped = "not asked for"
    if uncompiled:
        skipped = check_plain_games(game, [seed_for(seed, "plain game", index) for index in range(PLAIN_GAMES)])
    compared = check_secrets(game, logged)
    alike, told = ("no two positions looked alike", "no hidden copy fitted") if game.event_type else 2 * (UNLOGGED,)
    return Report(
        game.name,
        fuzzer.games,
        fuzzer.decisions,
        fuzzer.longest,
        fuzzer.hidden_copies,
        positions,
        *compared,
        skipped=skipped,
        unlogged="" if compared.alike else alike,
        untold="" if compared.told else told,
    )


def _check_random_games(fuzzer: Fuzzer, games: int, seed: int, progress: Callable[[int], None]) -> None:
    """Let kernels play and check random games."""
    for index in range(games):
        found = fuzzer.play(seed_for(seed, "checked game", index))
        if found:
            if found.violation in UNCLEAR:
                _name_what_differs(fuzzer, found)
            raise ContractBroken(f"{fuzzer.game.title}, {fuzzer.game.name}: {found}")
        progress(index + 1)


def _name_what_differs(fuzzer: Fuzzer, found: Finding) -> None:
    """Raise an error that names the player, the verb and the field that differ in a hidden copy, if they show."""
    try:
        check_known(fuzzer.position(found.seed), fuzzer.player, range(HIDDEN_COPIES))
    except UnclearVerb as unclear:
        unclear.where = f"seed {found.seed}, decision {found.decision}"
        raise
