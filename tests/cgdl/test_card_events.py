"""The event log of described games: complete, true, and no player reads more than that player knows."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest

from cardwright import cgdl
from cardwright.cgdl.engine.log_events import LogEvent
from cardwright.cgdl.engine.state import NONE, Ended
from cardwright.core.event_log import LoggedEvent
from cardwright.core.presentation import CardName
from cardwright.core.state import State

RANDOM_GAMES = 12
CARD_OPERANDS = range(LogEvent.DRAWN, LogEvent.SHOWN + 1)  # events about one card, which is the second operand
UNSEEN_MOVES = (
    LogEvent.RESHUFFLED, LogEvent.HANDED, LogEvent.PUT_UNDER, LogEvent.UNSTACKED, LogEvent.STACKED, LogEvent.GATHERED,
)  # fmt: skip


@functools.cache
def known_game(name: str) -> cgdl.CardGame:
    return cgdl.game(name)


def random_game(seed: int) -> cgdl.CardGame:
    return cgdl.game(cgdl.random_game(seed, players=2 + seed % 4, language=2))


GAMES = [*cgdl.games(), *range(RANDOM_GAMES)]


def steps(game: cgdl.CardGame, seed: int, most: int = 25):
    """Yield a game before and after each step; the first step is the start, before which there is only a deck."""
    rng = random.Random(seed)
    state = game.new(seed, logged=True)
    yield None, state
    for _ in range(most):
        if state.over:
            return
        before = state.copy()
        state.play(rng.choice(state.legal()))
        yield before, state


LANGUAGE_3 = (*range(LogEvent.GATHERED, LogEvent.AGAIN + 1), *range(LogEvent.NAMED_SUIT, LogEvent.FORGOTTEN + 1))
MOVES_3 = (
    LogEvent.GROUPED, LogEvent.GROUP, LogEvent.LAID_OFF, LogEvent.SHIFTED, LogEvent.TURNED_OVER, LogEvent.CAUGHT,
)  # fmt: skip
PLAYERS_3 = range(LogEvent.LOOKED, LogEvent.TOOK_BACK + 1)


class Fold:
    """The zones and numbers of a view, changed by one event after another; cards are numbers: names can be equal."""

    def __init__(self, game: cgdl.CardGame, view: dict[str, Any] | None):
        self.game = game
        self.players = range(game.players)
        view = view or self.beginning()
        seats = [view[f"P{each + 1}"] for each in self.players]
        self.hands = [set(numbers(seat["hand"])) for seat in seats]
        self.stacks = [numbers(seat.get("stack", [])) for seat in seats]
        self.tokens = [[seat["stash"], seat["bet"]] for seat in seats]
        self.status = [seat["status"] for seat in seats]
        self.tables = [numbers(view[f"T{each}"]) for each in range(game.described.tables)]
        self.deck, self.removed = set(numbers(view["deck"])), set(numbers(view["removed"]))
        self.kept = [[seat.get("score", 0), seat.get("tricks", 0), dict(seat.get("said", {}))] for seat in seats]
        self.rest = {key: view.get(key) for key in ("stage", "turn", "trump", "crashed")}

    def beginning(self) -> dict[str, Any]:
        said = dict.fromkeys(self.game.described.counters, 0)
        seat = {"hand": [], "stack": [], "stash": 0, "bet": 0, "status": "playing", "said": said}
        tables = {f"T{each}": [] for each in range(self.game.described.tables)}
        deck = [CardName(name, number) for number, name in enumerate(self.game.pack.names)]
        whole = {"stage": self.game.stage_name(0), "turn": 0, "trump": None, "crashed": False}
        return {**whole, **tables, **{f"P{each + 1}": seat for each in self.players}, "deck": deck, "removed": []}

    def add(self, event: LoggedEvent) -> None:
        kind, operands = LogEvent(event.kind), event.operands
        card = operands[1] if kind in CARD_OPERANDS else NONE
        match kind, operands:
            case LogEvent.STAGE, (stage,):
                self.rest["stage"] = self.game.stage_name(stage)
                self.status = ["playing" if each == "done" else each for each in self.status]
            case LogEvent.TURN, (turn, _):
                self.rest["turn"] = turn
            case LogEvent.DEALT, (who, cards):
                self.draw(members(cards), self.hands[who])
            case LogEvent.DRAWN, (who, _):
                self.draw([card], self.hands[who])
            case LogEvent.LAID, (who, _, table):
                (self.deck if who == NONE else self.hands[who]).remove(card)
                self.tables[table].insert(0, card)
            case LogEvent.TURNED, (_, _, table, owner):
                taken = self.stacks[owner].pop(0) if owner != NONE else self.deck.remove(card) or card
                assert taken == card
                self.tables[table].insert(0, card)
            case LogEvent.LIFTED, (who, _, table):
                assert self.tables[table].pop(0) == card
                self.hands[who].add(card)
            case LogEvent.HANDED, (giver, _, taker, _):
                self.hands[giver].remove(card)
                self.hands[taker].add(card)
            case LogEvent.PUT_UNDER, (who, _):
                self.hands[who].remove(card)
                self.deck.add(card)
            case LogEvent.STACKED, (who, _, owner):
                (self.deck if who == NONE else self.hands[who]).remove(card)
                self.stacks[owner].append(card)
            case LogEvent.UNSTACKED, (who, _, owner):
                assert self.stacks[owner].pop(0) == card
                self.hands[who].add(card)
            case LogEvent.SHOWN, (who, _, _):
                assert card in self.hands[who]
            case LogEvent.RESHUFFLED, ():
                self.deck |= set(self.tables[0][1:])
                del self.tables[0][1:]
            case LogEvent.REMOVED, (cards,):
                self.draw(members(cards), self.removed)
            case LogEvent.TRICK, (who, table, to):
                if who == to == NONE:  # nobody takes it
                    return
                if self.game.described.language == 3 and who != NONE:
                    self.kept[who][1] += 1
                trick, self.tables[table] = self.tables[table], []
                if to == NONE:
                    self.stacks[who] += trick
                else:
                    self.tables[to][:0] = trick
            case LogEvent.TRUMP, (suit,):
                self.rest["trump"] = self.game.pack.suits[suit]
            case _ if kind in LANGUAGE_3:
                self.add_language_3(kind, operands)
            case _ if kind in MOVES_3:
                self.move(kind, operands)
            case _ if kind in PLAYERS_3:
                self.change_players(kind, operands)
            case _:
                self.add_rest(kind, operands)

    def add_language_3(self, kind: LogEvent, operands: tuple[int, ...]) -> None:
        described = self.game.described
        match kind, operands:
            case LogEvent.GATHERED, _:
                self.deck = set(range(self.game.pack.size)) - self.removed
                self.hands, self.stacks = [set() for _ in self.players], [[] for _ in self.players]
                self.tables = [[] for _ in self.tables]
                for kept in self.kept:
                    kept[1:] = 0, {word: number for word, number in kept[2].items() if word in described.counters}
                self.rest["trump"] = None
            case LogEvent.MOVED, (table, to):
                self.tables[to][:0], self.tables[table] = self.tables[table], []
            case LogEvent.SCORED, (who, points):
                self.kept[who][0] += points
            case LogEvent.COUNTED, (who, word, more):
                self.kept[who][2][described.words[word]] += more
            case LogEvent.SAID, (who, word, number):
                said = described.words[word]
                self.kept[who][2][said] = 1 if number == NONE else self.game.spoken(said, number)
            case LogEvent.NAMED, (_, suit):
                self.rest["trump"] = self.game.pack.suits[suit]
            case LogEvent.CAPTURED, (who, card, table):
                self.tables[table].remove(card)
                self.stacks[who].append(card)
            case LogEvent.STOPPED, _:
                self.status = ["done" if each == "playing" else each for each in self.status]
            case LogEvent.ADDED, (who, word, number):
                self.kept[who][2][described.words[word]] = number
            case LogEvent.FORGOTTEN, ():
                for who in self.players:
                    self.forget(who)
            case LogEvent.PICKED_UP, (who, table, number):
                assert len(self.tables[table]) == number
                self.hands[who] |= set(self.tables[table])
                self.tables[table] = []
            case LogEvent.SWAPPED, (who, whom):
                self.hands[who], self.hands[whom] = self.hands[whom], self.hands[who]

    def move(self, kind: LogEvent, operands: tuple[int, ...]) -> None:
        match kind, operands:
            case LogEvent.GROUPED, (who, card, table):
                self.hands[who].remove(card)
                self.tables[table].insert(0, card)
            case LogEvent.GROUP, (_, group, table):
                assert set(self.tables[table][: group.bit_count()]) == set(members(group))
            case LogEvent.LAID_OFF, (who, card, group):
                self.hands[who].remove(card)
                next(table for table in self.tables if set(table) >= set(members(group))).insert(0, card)
            case LogEvent.SHIFTED, (who, card, above, whence, to):
                if whence == NONE:
                    self.hands[who].remove(card)
                    run = [card]
                else:
                    run = self.tables[whence][: above + 1]
                    del self.tables[whence][: above + 1]
                assert run[-1] == card
                if to == NONE:
                    self.hands[who] |= set(run)
                else:
                    self.tables[to][:0] = run
            case LogEvent.TURNED_OVER, (_, table):
                self.deck |= set(self.tables[table])
                self.tables[table] = []
            case LogEvent.CAUGHT, (who, card, cards, table):
                self.hands[who].remove(card)
                self.stacks[who] += [card, *members(cards)]
                self.tables[table] = [each for each in self.tables[table] if not cards >> each & 1]

    def change_players(self, kind: LogEvent, operands: tuple[int, ...]) -> None:
        match kind, operands:
            case LogEvent.SEEN, (_, whom, cards):
                assert self.hands[whom] == set(members(cards))
            case LogEvent.SHARED, (who, amount, _):
                self.tokens[who][0] += amount
                for tokens in self.tokens:
                    tokens[1] = 0
            case LogEvent.RETURNED, (players,):
                self.play_again("out", players)
            case LogEvent.REOPENED, (_, players):
                self.play_again("done", players)
            case LogEvent.TOOK_BACK, (who,):
                self.forget(who)

    def play_again(self, status: str, players: int) -> None:
        for who in members(players):
            assert self.status[who] == status
            self.status[who] = "playing"

    def forget(self, who: int) -> None:
        kept = self.kept[who]
        kept[2] = {word: said for word, said in kept[2].items() if word in self.game.described.counters}

    def add_rest(self, kind: LogEvent, operands: tuple[int, ...]) -> None:
        match kind, operands:
            case LogEvent.GIVEN, (who, amount):
                self.tokens[who][0] += amount
            case LogEvent.BET, (who, amount):
                self.tokens[who][0] -= amount
                self.tokens[who][1] += amount
            case LogEvent.GAINED, (who, amount, whom, pile):
                assert self.tokens[whom][pile] == amount
                self.tokens[whom][pile] = 0
                self.tokens[who][0] += amount
            case LogEvent.DONE, (who, _):
                self.status[who] = "done"
            case LogEvent.OUT, (who,):
                self.status[who] = "out"
            case LogEvent.ENDED, (ended, _, _):
                self.rest["crashed"] = ended == Ended.CRASHED
            case ((LogEvent.LEADS | LogEvent.NEXT | LogEvent.ASKED | LogEvent.PLAYED | LogEvent.POINTS), _):
                pass
            case _:
                raise AssertionError(f"unknown event {kind!r}")

    def draw(self, cards: list[int], to: set[int]) -> None:
        assert self.deck >= set(cards)
        self.deck -= set(cards)
        to |= set(cards)


def members(cards: int) -> list[int]:
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


def numbers(cards: list[CardName]) -> list[int]:
    return [card.number for card in cards]


@pytest.mark.parametrize("which", GAMES)
def test_the_events_of_a_step_lead_from_one_view_to_the_next(which):
    game = known_game(which) if isinstance(which, str) else random_game(which)
    for before, after in steps(game, seed=4):
        fold = Fold(game, before and before.view())
        for event in after.events:
            fold.add(event)
        assert vars(fold) == vars(Fold(game, after.view()))


@pytest.mark.parametrize("which", GAMES)
def test_no_player_reads_which_cards_moved_unseen(which):
    """The text of an unseen event is the same whatever the cards, and only players see a card who know where it is."""
    game = known_game(which) if isinstance(which, str) else random_game(which)
    for before, after in steps(game, seed=5, most=12):
        for number, event in enumerate(after.events):
            for player in range(game.players):
                if not event.seen(player):
                    texts = {game.event_text(with_card(event, card, game.pack.size), player) for card in (0, 7, 15)}
                    assert texts == {game.event_text(event, player)}
                else:
                    assert knows(before, after, number, player)


def with_card(event: LoggedEvent, card: int, size_of_deck: int) -> LoggedEvent:
    if event.kind == LogEvent.DEALT:
        size = event.operands[1].bit_count()
        return event._replace(operands=(event.operands[0], (1 << size) - 1 << min(card, size_of_deck - size)))
    return event._replace(operands=(event.operands[0], card, *event.operands[2:]))


def knows(before: State | None, after: State, number: int, player: int) -> bool:
    """Return whether a player who sees an event knows its card before or after the step; later moves can hide it."""
    event = after.events[number]
    if event.kind not in CARD_OPERANDS or any(each.kind in UNSEEN_MOVES for each in after.events[number + 1 :]):
        return True
    known = int(after.record.knows[player]) | (int(before.record.knows[player]) if before else 0)
    return bool(known >> event.operands[1] & 1)


def test_a_step_is_told_as_each_player_notices_it():
    state = cgdl.game(
        "uno",
        T0=["5h"],
        P1={"hand": ["7h", "8h", "9c"]},
        P2={"hand": ["2c", "3c"]},
        P3={"hand": ["8d", "8s", "2s"]},
        deck={"top": ["Kc", "Qs"]},
    ).new(seed=1, logged=True)
    state.play("play 8 of hearts")
    played = ["P1 plays the 8 of hearts"]
    assert state.narrate(0) == [*played, "P2 draws a card"]
    assert state.narrate(1) == [*played, "P2 draws the king of clubs"] == state.narrate()


def test_stages_deals_and_results_are_told():
    game = cgdl.game("texas", deck={"top": ["2h", "3h"]})
    state = game.new(seed=1, logged=True)
    assert state.narrate(0)[:3] == [
        "pre-flop begins", "P1 is dealt the 2 of hearts and the 3 of hearts", "P2 is dealt 2 cards"]  # fmt: skip
    for _ in range(100):
        if state.over:
            break
        state.play(state.legal()[-1])
    end = Ended(int(state.record.ended))
    won = f"P{int(state.record.winner) + 1} wins the game"
    assert state.narrate()[-1] == {Ended.WON: won, Ended.DRAWN: "the game is a draw"}[end]
    assert any("chips" in line for line in state.narrate())


def test_a_logged_game_is_the_same_game():
    for name in ("hearts", "go_fish"):
        one, other = known_game(name).new(seed=3, logged=True), known_game(name).new(seed=3)
        for _ in range(6):
            action = one.legal()[0]
            assert one.play(action).view() == other.play(action).view()
