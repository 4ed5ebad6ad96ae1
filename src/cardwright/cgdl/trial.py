"""A first trial of a game: what to warn of in a valid text, and whether random play is ever won."""

from __future__ import annotations

import random

from cardwright.core.showing.choices import choices

from .engine.state import Ended
from .facade import CardGame, game
from .language import tree
from .language.contradictions import contradictions
from .language.supply import late_removals
from .language.unused import unused_parts
from .prose.ending import points_of

PLAYS = 20
LOSER = ", always with one player behind; in language 3, `with ties = shared` lets the others win"
DECISIONS = 200  # in which choices are compared; describing them takes longer than playing
TURNS = 3000  # of all plays together, and not many more: the rules run as plain Python, which needs no compiling


def warnings(described: tree.Game) -> list[str]:
    """Return what may be wrong with a valid game: rules and conditions without use, and plays that nobody wins.

    >>> from cardwright import cgdl
    >>> warnings(cgdl.load("blackjack"))
    []
    """
    found = [*late_removals(described), *unused_parts(described), *contradictions(described)]
    return [*found, *_told_alike(described), *_never_won(described)]


def _told_alike(described: tree.Game) -> list[str]:
    """Return a warning for each text that stood for different choices at the same time in a random play.

    Only rules of a stage with the same word can be told alike; without any, nothing is played.
    """
    if not any(_says_twice(stage) for stage in described.written_stages()):
        return []
    state, rng = game(described).new(0), random.Random(0)
    found: dict[str, str] = {}
    for _ in range(DECISIONS):
        if state.over:
            break
        for words, alike in choices(state).items():
            different = dict.fromkeys(map(str, alike))
            if len(different) > 1 and words not in found:
                both = " and ".join(map(repr, different))
                found[words] = f"players are told {words!r} for {both} alike; 'say' can give them different words"
        state.play(rng.choice(state.legal()))
    return list(found.values())


def _says_twice(stage: tree.Stage) -> bool:
    said = [rule.say for rule in stage.rules if rule.say]
    return len(set(said)) < len(said)


def _never_won(described: tree.Game) -> list[str]:
    """Return a warning if nobody wins; it stops at the first random play that is won."""
    if described.players == 1:  # a patience is seldom won at random
        return []
    limit = min(TURNS, int(described.switch("turn_limit")))
    playable = game(described, switches={"turn_limit": limit})
    drawn = crashed = lost = turns = 0
    reason = ""
    for seed in range(PLAYS):
        ended, length, ending, loser = _played(playable, seed)
        unfinished = length > limit < int(described.switch("turn_limit"))
        if ended == Ended.WON:
            return []
        if unfinished and not drawn + crashed:
            return [f"nobody won: a random play was given up after {limit:,} turns; perhaps it can never be decided"]
        drawn += ended == Ended.DRAWN
        lost += loser
        if ended == Ended.CRASHED and not unfinished:
            crashed += 1
            reason = reason or f" ({ending})"
        turns += length
        if turns > TURNS:
            break
    if not crashed:
        return [f"nobody won: {_all(drawn)} drawn{LOSER if drawn and lost == drawn else ''}"]
    if not drawn:
        return [f"nobody won: {_all(crashed, verb='')} crashed{reason}"]
    return [f"nobody won: of {drawn + crashed} random plays, {drawn} were drawn and {crashed} crashed{reason}"]


def _all(plays: int, verb: str = "were") -> str:
    one = {"were": " was"}.get(verb, "")
    return f"the only random play{one}" if plays == 1 else f"all {plays} random plays {verb}".rstrip()


def _played(playable: CardGame, seed: int) -> tuple[Ended, int, str, bool]:
    """Return how a random play ended, after how many turns, why, and whether it was drawn by all but one player."""
    rng = random.Random(seed)
    state = playable.new(seed, logged=True)
    while not state.over:
        state.play(rng.choice(state.legal()))
    points = sorted(points_of(playable.described, state.record, seat) for seat in range(playable.players))
    ended = Ended(int(state.record.ended))
    one_loser = ended == Ended.DRAWN and points[0] < points[1] == points[-1]
    return ended, int(state.record.turn), playable.ending(state), one_loser
