"""Views of a game in progress: as data, as text, and as what happened."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.interpreted import plain
from cardwright.core.presentation import CardName
from cardwright.core.state import State

from .engine.first_melds import goal_of_melds, is_short
from .engine.group_tables import Group
from .engine.hooks import known_to
from .engine.log_events import LogEvent
from .engine.order import places
from .engine.state import NONE, UNSAID, Ended, Status, tables_in
from .engine.wide import listed
from .language import tree
from .language.card_names import words as in_words
from .language.decks import Pack
from .prose.ending import amount, own_points
from .prose.english import uses_bets
from .prose.narration import Narration
from .prose.words import Words
from .prose.words import listed as in_english

CARDS_LISTED = 8  # of a table, in the text
DIRECTIONS = ("left", "right")  # of play

_STATUSES = {int(status): status.name.lower() for status in Status}


class _Reader:
    """Reads a record; for a player, cards in zones that the player does not know are None.

    It reads whole columns as lists: that is much faster than field by field.
    """

    def __init__(self, records: Any, rules: Any, player: int | None, pack: Pack, names: list[CardName]):
        self.records, self.rules, self.names, self.player = records, rules, names, player
        self.known = pack.everything if player is None else int(plain(known_to)(records[0], rules, player))
        self.top, self.below = self.column("top"), self.column("below")

    def column(self, name: str) -> Any:
        return listed(self.records[name][0])

    def cards(self, bits: int) -> list[CardName | None]:
        """Return a set of cards, unknown ones last."""
        known, unknown = bits & self.known, bits & ~self.known
        found: list[CardName | None] = []
        while known:
            found.append(self.names[(known & -known).bit_length() - 1])
            known &= known - 1
        return found + [None] * unknown.bit_count()

    def table(self, table: int) -> list[CardName | None]:
        cards, below, card = [], self.below, self.top[table]
        while card != NONE:
            cards.append(card)
            card = below[card]
        return self.listed(cards)

    def groups(self) -> list[dict[str, Any]]:
        """Return the groups of cards on tables, which everybody sees, in the order in which they were laid."""
        owners, tables = map(self.column, ("group_owner", "group_table"))
        return [
            {"of": f"P{owners[k] + 1}", "in": f"T{tables[k]}", "cards": self.group(k)}
            for k in range(self.column("group_count"))
        ]

    def group(self, k: int) -> list[CardName | None]:
        """Return the cards of a group; those of a run with jokers from the lowest, to show what jokers stand for."""
        record, rules, cards = self.records[0], self.rules, []
        left, jokers, card = int(record.groups[k]), int(rules.jokers), int(record.group_first[k])
        if record.group_kind[k] != Group.RUN or not left & jokers:
            return self.cards(left)
        while left:
            fitting = left & int(rules.equal[card]) & ~jokers or left & jokers
            cards.append(_lowest(fitting))
            left ^= fitting & -fitting
            card = _lowest(int(rules.run_next[card]))
        return self.listed(cards)

    def listed(self, cards: list[int]) -> list[CardName | None]:
        """Return cards in their order."""
        known, names = self.known, self.names
        return [names[card] if known >> card & 1 else None for card in cards]

    def deck(self) -> list[CardName | None]:
        """Return the deck from the top; cards that have no order yet are sorted."""
        size, bottom, top, start = map(self.column, ("deck_size", "ordered_bottom", "ordered_top", "deck_start"))
        ring = self.column("deck")
        start %= len(ring)
        cards = (ring + ring)[start : start + size]
        middle = sorted(cards[bottom : size - top])
        return self.listed([*cards[size - top :][::-1], *middle, *cards[:bottom][::-1]])


class CardGameViews(Game):
    """A card game as data and as text; `CardGame` adds its actions."""

    event_type = LogEvent
    described: tree.Game
    pack: Pack
    stages: tuple[tree.Stage, ...]  # in the order of the file

    def stage_name(self, played: int) -> str:
        """Return the name of a stage by its index in the order of play; unnamed stages are called "stage 0" etc."""
        return self._stage_names[played]

    @functools.cached_property
    def _stage_names(self) -> list[str]:
        last = int(self.rules["stages_played"][0]) - 1
        order = self.rules["order"][0, : last + 2].tolist()  # when the game is over, the last stage is named
        names = [self.stages[stage].name if stage >= 0 else "" for stage in order]
        return [name or f"stage {min(place, last)}" for place, name in enumerate(names)]

    @functools.cached_property
    def _card_names(self) -> list[CardName]:
        return [CardName(name, card) for card, name in enumerate(self.pack.names)]

    @functools.cached_property
    def _uses_stacks(self) -> bool:
        return self.described.uses_stacks

    @functools.cached_property
    def _lays_groups(self) -> bool:
        return self.described.uses(tree.Lay, tree.LayAll)

    @functools.cached_property
    def _climbed(self) -> set[str]:
        """The tables that keep only their last group."""
        return {f"T{node.table.which}" for node in self.described.of(tree.Beat)}

    @functools.cached_property
    def _tricks(self) -> set[int]:
        """The tables on which tricks are played."""
        return {node.table.which for node in self.described.of(tree.Trick)}

    @functools.cached_property
    def _uses_trump(self) -> bool:
        return self.described.uses(tree.Trump, tree.ChooseTrump)

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files; piles are listed from the top."""
        return self._view(state, None)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view of one player, with None for every card that the player does not know."""
        return self._view(state, player)

    def _view(self, state: State, player: int | None) -> dict[str, Any]:
        reader = _Reader(state.records, self.rules[0], player, self.pack, self._card_names)
        hands, stashes, bets, statuses = map(reader.column, ("hands", "stash", "bet", "status"))
        stacks = self._uses_stacks
        seats = {
            self.player_name(each): {
                "hand": reader.cards(hands[each]),
                **({"stack": reader.table(tables_in(self.described.language) + each)} if stacks else {}),
                "stash": stashes[each],
                "bet": bets[each],
                "status": _STATUSES[statuses[each]],
                **self._kept(reader, each),
            }
            for each in range(self.players)
        }
        return {
            "stage": self.stage_name(reader.column("stage")),
            "turn": reader.column("turn"),
            **({"trump": self._trump(state.record)} if self._uses_trump else {}),
            **self._turns_and_suits(reader),
            **seats,
            **{f"T{table}": reader.table(table) for table in range(self.described.tables)},
            **({"melds": reader.groups()} if self._lays_groups else {}),
            "deck": reader.deck(),
            "removed": reader.cards(reader.column("removed")),
            "crashed": reader.column("ended") == Ended.CRASHED,
        }

    def _trump(self, record: Any) -> str | None:
        return None if record.trump == NONE else self.pack.suits[int(record.trump)]

    def _turns_and_suits(self, reader: _Reader) -> dict[str, Any]:
        """Return the direction of play and the suits that were named for tables, in games that have these."""
        found: dict[str, Any] = {}
        if self.described.uses(tree.TurnAround):
            found["direction"] = DIRECTIONS[reader.column("backwards")]
        if self.described.uses(tree.ChooseSuit):
            cards, suits = reader.column("named_card"), reader.column("named_suit")
            tables = range(self.described.tables)
            named = [table for table in tables if cards[table] != NONE and cards[table] == reader.top[table]]
            found["named"] = {f"T{table}": self.pack.suits[suits[table]] for table in named}
        return found

    def _kept(self, reader: _Reader, seat: int) -> dict[str, Any]:
        """Return what only games of language 3 keep for a player."""
        if self.described.language < 3:
            return {}
        words = zip(self.described.words, reader.column("words")[seat], strict=False)
        said = {word: self.spoken(word, number) for word, number in words if number != UNSAID}
        hidden = reader.column("hidden_word")[seat]
        if hidden != NONE and reader.player not in (None, seat):
            del said[self.described.words[hidden]]
        return {"score": reader.column("points_scored")[seat], "tricks": reader.column("tricks")[seat], "said": said}

    def spoken(self, word: str, number: int) -> int | str:
        """Return what a player has said with a word: a number, or the name of a suit or of a number of cards."""
        kind = self.described.kinds.get(word, "")
        return self.pack.spoken(kind)[number - (kind == tree.OF_CARD)] if kind else number

    def text(self, state: State) -> str:
        """Return the position as the deciding player sees it; all of it when the game is over."""
        player = None if state.over else state.decider
        seen = self._view(state, player)
        crashed = " (crashed)" if seen["crashed"] else ""
        counted = seen[self.player_name(0)].get("said", {})
        shared = (word for word in self.described.words if word in self.described.common)
        common = "".join(f", {in_words(word)} {counted[word]}" for word in shared)
        trumps = f", {in_words(seen['trump'])} are trumps" if seen.get("trump") else ""
        sides = self._sides(state, player) + self._minimum(state)
        lines = [f"{self.described.name}: {seen['stage']}, turn {seen['turn']}{common}{trumps}{crashed}{sides}"]
        bets = uses_bets(self.described)
        tokens = any(seen[self.player_name(each)][pile] for each in range(self.players) for pile in ("stash", "bet"))
        for each in range(self.players):
            name = self.player_name(each)
            seat = seen[name]
            words = [self._hand_text(seat["hand"], each == player or player is None)]
            words += [f"{self._names.stack}: {self._pile_text(seat['stack'])}"] if seat.get("stack") else []
            stash = _count(seat["stash"], self._names.token)
            words += [stash + (f", bet {seat['bet']}" if bets else "")] if tokens else []
            points = self._has_known_points(state, seat)
            words += [amount(own_points(self.described, state.record, each))] if points else []
            words += self._kept_text(seat)
            words += [seat["status"]] if seat["status"] != "playing" else []
            lines.append(f"  {name}{' (you)' if each == player else ''}: {'; '.join(words)}")
        melds = seen.get("melds", ())
        listed_below = {meld["in"] for meld in melds} - self._climbed
        for table in range(self.described.tables):
            if f"T{table}" in listed_below:
                continue
            named = seen.get("named", {}).get(f"T{table}")
            counts_as = f" (counts as {named})" if named else ""
            cards = self._table_text(state, table, seen[f"T{table}"])
            lines.append(f"  {self._names.label(table)}: {cards}{counts_as}")
        for number, group in enumerate(melds, 1):
            climbed = group["in"] in self._climbed
            whose = group["of"] if climbed else self._side(group["of"])
            what = "Last group" if climbed else f"Meld {number}"
            lines.append(f"  {what} ({whose}): {self._short(group['cards'])}")
        lines += [f"  Deck: {_count(len(seen['deck']), 'card')}"] if seen["deck"] or self._draws else []
        return "\n".join(lines)

    def _side(self, name: str) -> str:
        """Return a player, with the partners if there are any."""
        teams = (list(map(self.player_name, team)) for team in self.described.partners)
        return in_english(next((names for names in teams if name in names), [name]))

    def _sides(self, state: State, player: int | None) -> str:
        """Return who plays with whom, in games with partners, and the score of the player's side."""
        partners = self.described.partners
        mates = [self.player_name(each) for team in partners if player in team for each in team if each != player]
        if mates:
            team = next(team for team in partners if player in team)
            score = sum(int(state.record.points_scored[each]) for each in team)
            scored = f", and your side's score is {score}" if self.described.winning.score else ""
            return f"; your partner{'s are' if len(mates) > 1 else ' is'} {in_english(mates)}{scored}"
        teams = [in_english(map(self.player_name, team)) for team in partners]
        return f"; partners: {', '.join(teams)}" if player is None and teams else ""

    def _minimum(self, state: State) -> str:
        """Return what the first melds of the deciding player's side must count, until they do."""
        if state.over or not self.described.first_meld:
            return ""
        goal = plain(goal_of_melds)(state.record, self.rules[0])
        reached = state.record.meld_goal > 0 and not self._lays_first(state)
        return f"; your first melds must count at least {goal}" if goal and not reached else ""

    def _lays_first(self, state: State) -> bool:
        """Return whether the deciding player must go on with the first melds."""
        return bool(self.described.first_meld) and plain(is_short)(state.record, self.rules[0])

    def _kept_text(self, seat: dict[str, Any]) -> list[str]:
        if self.described.language < 3:
            return []
        words = [f"score {seat['score']}"] if self.described.winning.score else []
        words += [_count(seat["tricks"], "trick")] if self.described.uses(tree.Trick) else []
        own = (word for word in seat["said"] if word not in self.described.common)
        return words + [f"{in_words(word)} {seat['said'][word]}" for word in own]

    def _has_known_points(self, state: State, seat: dict[str, Any]) -> bool:
        """Return whether points are shown: those for captured cards, if all these cards are known and stay captured."""
        captured = self.described.winning.captured and None not in seat.get("stack", ())
        return bool(captured) and int(state.record.stage) > self._last_unstacking

    @functools.cached_property
    def _last_unstacking(self) -> int:
        """The last place in the order of play at which cards leave a stack, or will once more; -1 if there is none."""
        return max((index for index, part in enumerate(places(self.described)) if _unstacks(part)), default=-1)

    @functools.cached_property
    def _draws(self) -> bool:
        """Whether players take cards from the deck."""
        return self.described.uses(tree.Draw, tree.Deck, tree.Ask)

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it; empty if there is nothing to say."""
        return self.event_texts([event], player)[0]

    def event_texts(self, events: Sequence[LoggedEvent], player: int | None) -> list[str]:
        """Return the events of a step as a player notices them."""
        return self._narration.texts(events, player)

    @functools.cached_property
    def _narration(self) -> Narration:
        return Narration(self.described, self.stage_name)

    @functools.cached_property
    def _names(self) -> Words:
        return Words(self.described)

    def _hand_text(self, cards: list[CardName | None], all_known: bool) -> str:
        known = self._short(cards)
        if all_known:
            return known or "no cards"
        count = _count(len(cards), "card")
        return f"{count}, among them {known}" if known else count

    def _pile_text(self, cards: list[CardName | None]) -> str:
        if cards and None in cards:
            known = self._short(cards)
            return f"{_count(len(cards), 'card')}{f', among them {known}' if known else ''}"
        listed = self._short(cards[:CARDS_LISTED])
        more = len(cards) - CARDS_LISTED
        return f"{listed} and {more} more below" if more > 0 else listed or "empty"

    def _table_text(self, state: State, table: int, cards: list[CardName | None]) -> str:
        """Return the cards of a table; those of a layout are all listed, because they can be moved."""
        if table in self._tricks and cards:
            return self._trick_text(state, cards)
        if not any(table in layout.tables for layout in self.described.layouts) or not cards:
            return self._pile_text(cards)
        down = cards.count(None)
        return self._short(cards) + (f" and {down} face down" if down else "")

    def _trick_text(self, state: State, cards: list[CardName | None]) -> str:
        """Return the cards of a trick in the order in which they were played, with who played them."""
        played = []
        for card in reversed(cards):
            if card is not None:
                player = int(state.record.laid_by[card.number])
                by = f" ({self.player_name(player)})" if player != NONE else ""
                played.append(self._short([card]) + by)
        return ", ".join(played)

    def _short(self, cards: list[CardName | None]) -> str:
        """Return the cards that are known, with the symbols of their suits."""
        return " ".join(self.pack.shorts[card.number] for card in cards if card is not None)


def _unstacks(part: tree.Part) -> bool:
    """Return whether cards leave a stack in a stage, or in one of a repeat."""
    done = (each for stage in tree.stages_in((part,)) for rule in stage.rules for each in rule.consequents)
    return any(isinstance(getattr(each, "source", None), tree.Stack) for each in done)


def _lowest(cards: int) -> int:
    return (cards & -cards).bit_length() - 1


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}{'' if number == 1 else 's'}"
