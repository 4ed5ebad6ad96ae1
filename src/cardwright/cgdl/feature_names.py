"""Names for what learners see of a described game, in the order of engine/observation.py."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.core.features import seat_name
from cardwright.core.game import TokenField

from .engine.codes import Observed
from .engine.observation import Place
from .engine.observed import once_rules
from .engine.rules import STEPS
from .engine.state import Need
from .language import tree
from .language.card_names import words as in_words
from .language.decks import Pack


def feature_names(record: Any, stages: tuple[tree.Stage, ...], words: tuple[str, ...], pack: Pack) -> list[str]:
    """Return the names of all features: a group, a colon, and what the feature is about."""
    return [f"{group}: {name}" for group, names in _groups(record, stages, words, pack) for name in names]


def _groups(
    record: Any, stages: tuple[tree.Stage, ...], words: tuple[str, ...], pack: Pack
) -> Iterator[tuple[str, list[str]]]:
    def has(what: Observed) -> bool:
        return bool(int(record["observed"]) & what)

    players = int(record["players"])
    seats = [seat_name(k) for k in range(players)]
    cards, face = [pack.name(card) for card in pack.faces], _face(pack)
    yield "own hand", cards
    for table in range(int(record["tables"])):
        yield f"T{table}", cards
        yield f"top of T{table}", face
        if has(Observed.FIRST_CARDS):
            yield f"first card of T{table}", face
    if has(Observed.KNOWN_HANDS):
        yield from ((f"known in the hand of {seat}", cards) for seat in seats[1:])
    if has(Observed.STACKS):
        yield from ((f"known in the stack of {seat}" if k else "known in own stack", cards)
                    for k, seat in enumerate(seats))  # fmt: skip
    if has(Observed.UNDER_DECK):
        yield "known under the deck", cards
    if has(Observed.REMOVED):
        yield "out of the game", cards
    yield from ((seat, list(_player(has, once_rules(stages)))) for seat in seats)
    yield from _course(record, stages, has, seats, pack)
    if has(Observed.CHOICES):
        yield from _choice(record, has, seats, pack)
    if "team" in record.dtype.names:  # only in the tables of language 3
        said = [name for word in words for name in (f"has said {word}", word)]
        shares = ["shares the pot"] if record["shares_pots"] else []
        yield from ((seat, ["score", "tricks", *said, *shares]) for seat in seats)
        yield "turn", ["step"]
        yield from _effects(record, seats, pack)
        yield from _melds(record, seats, pack)


def _melds(record: Any, seats: list[str], pack: Pack) -> Iterator[tuple[str, list[str]]]:
    cards = [pack.name(card) for card in pack.faces]
    for table in range(int(record["tables"])):
        if int(record["one_group"]) >> table & 1:
            yield f"last group on T{table}", cards
    owners = [f"of {seat}" for seat in seats]
    yield from ((f"meld {k}", [*owners, "run", "size", *_face(pack)]) for k in range(1, int(record["melds_seen"]) + 1))


def _effects(record: Any, seats: list[str], pack: Pack) -> Iterator[tuple[str, list[str]]]:
    cards = [pack.name(card) for card in pack.faces]
    if record["shows_suits"]:
        yield from (
            (f"suit named for T{table}", list(map(in_words, pack.suits))) for table in range(int(record["tables"]))
        )
    if record["shows_turns"]:
        yield "turn", ["backwards", *(f"missed by {seat}" for seat in seats)]
    if record["shows_picked"]:
        yield "captures", cards
        yield "chosen for the capture", cards


def _player(has: Any, once: list[int]) -> Iterator[str]:
    yield from ("cards in hand", "done with the stage", "out", "turn")
    if has(Observed.STARTER):
        yield "starts the stages"
    if has(Observed.STACKS):
        yield "cards in stack"
    if has(Observed.TOKENS):
        yield from ("tokens", "bet")
    yield from (f"has played rule {k + 1}" for k in once)


def _course(
    record: Any, stages: tuple[tree.Stage, ...], has: Any, seats: list[str], pack: Pack
) -> Iterator[tuple[str, list[str]]]:
    yield "game", ["cards in the deck", "turn", *(["stages played"] if has(Observed.REPEATS) else [])]
    if record["slots"] > 1:
        yield "stage", list(_stage_names(stages))
    if has(Observed.TRUMP):
        yield "trump", list(map(in_words, pack.suits))
    if has(Observed.SEATS):
        yield "own seat", [f"P{k + 1}" for k in range(len(seats))]


def _stage_names(stages: tuple[tree.Stage, ...]) -> Iterator[str]:
    """Yield the names of the stages in which players decide; with a number where a name occurs again."""
    names = [stage.name or f"stage {index}" for index, stage in enumerate(stages) if stage.rules]
    for index, name in enumerate(names):
        again = names[:index].count(name)
        yield f"{name} ({again + 1})" if again else name


def _choice(record: Any, has: Any, seats: list[str], pack: Pack) -> Iterator[tuple[str, list[str]]]:
    yield "rule being played", [f"rule {k + 1}" for k in range(int(record["most_rules"]))]
    yield "step of the rule", ["show a card", *(f"consequent {k}" for k in range(1, STEPS))]
    yield "choice", [*(need.name.lower() for need in Need if need), "cards still to put"]
    yield "chosen player", seats
    if has(Observed.SHOWN):
        yield "shown card", _face(pack)
    if has(Observed.ASKED):
        yield "number asked for", list(map(in_words, pack.ranks))


def _face(pack: Pack) -> list[str]:
    return list(map(in_words, (*pack.suits, *pack.ranks)))


def token_fields(record: Any, pack: Pack) -> list[TokenField]:
    """Return the columns of the rows for cards."""
    players, tables = int(record["players"]), int(record["tables"])
    suits, numbers = list(map(in_words, pack.suits)), list(map(in_words, pack.ranks))
    laid = ["nobody", *(seat_name(k) for k in range(players))]
    return [
        TokenField("suit", 1 + len(suits), ["unknown", *suits]),
        TokenField("number", 1 + len(numbers), ["unknown", *numbers]),
        TokenField("zone", 1 + len(Place), ["none", *(place.name.lower() for place in Place)]),
        TokenField("whose or which", max(players, tables)),
        TokenField("top", 2, ["no", "yes"]),
        TokenField("laid by", len(laid), laid),
    ]
