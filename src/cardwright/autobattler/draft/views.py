"""A draft as data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.presentation import Action, Face
from cardwright.core.showing.choices import mentioned
from cardwright.core.state import State

from ..cards import CardSet
from ..log_events import LogEvent
from ..profiles import Profile
from ..state import CARD_BITS, CARD_MASK, MAX_LINEUP
from .narration import cards_of, event_words
from .state import MERGED_COPIES, NOBODY, Act


class DraftViews(Game):
    """The part of a draft's facade that shows positions and actions."""

    event_type = LogEvent
    score_words = "from -1 (last) to 1 (first)"
    cards: CardSet
    profile: Profile  # of the battles; card texts depend on it

    def view(self, state: State) -> dict[str, Any]:
        """Return the position in the words of scenario files."""
        return self._view(state, None)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view of one player: the others appear with their lineups of the last battles."""
        return self._view(state, player)

    def text(self, state: State) -> str:
        """Return the position as the player who is shopping sees it; all of it once the game is over."""
        record = state.record
        who = int(record.who)
        view = self._view(state, None if who == NOBODY else who)
        lines = [f"Round {view['round']} of {int(self.rules['rounds'][0])}"]
        for seat in range(record.count):
            name = self.player_name(seat)
            player = view[name]
            gold = f"   gold {player['gold']}" if seat == who else ""
            cards = ", ".join(map(self._stats, player["lineup"])) or "nobody"
            name += " (you)" if seat == who else ""
            lines.append(f"  {name}: lives {player['lives']}   points {player['points']}{gold}   {cards}")
        if who != NOBODY:
            offers = ", ".join(f"{self._stats(card)} for {self.cards.card(card).price}" for card in view["shop"])
            lines.append(f"Shop: {offers or 'empty'}")
        if "pool" in view:
            left = ", ".join(f"{card} {count}" for card, count in view["pool"].items())
            lines.append(f"Not seen of the shared pool: {left}")
        return "\n".join(lines)

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the price and the text of its card, and which of equal cards it moves."""
        if action.kind == "reroll":
            return f"{action} ({int(self.rules['reroll'][0])} gold): other offers"
        if action.kind == "lead with":
            return f"{action}: {', '.join(self._lineup_after(state, action.id - Act.LEAD, leads=True))}"
        if action.kind not in ("buy", "sell"):
            return str(action)
        card = self.cards.card(action.name)
        buys = action.kind == "buy"
        price = f"{card.price if buys else card.price // 2} gold"
        left = [] if buys else self._lineup_after(state, action.id - Act.SELL, leads=False)
        if action.name in left:
            price += f", {' and '.join(filter(None, (', '.join(left[:-1]), left[-1])))} stay"
        text = self.cards.text(action.name, self.profile)
        return f"{action} {card.attack}/{card.health} ({price}): {text}".removesuffix(": ")

    def _lineup_after(self, state: State, position: int, *, leads: bool) -> list[str]:
        """Return the lineup of the player who decides after the card at a position leads, or is sold."""
        lineup = self._lineup(int(state.record.players[state.decider].lineup))
        moved = lineup.pop(position)
        return [moved, *lineup] if leads else lineup

    def refusal(self, state: State, words: str) -> str:
        """Return why a card cannot be bought or sold, or the shop not be filled again, now."""
        view, verb = self.seen(state, state.decider), words.casefold().split()[0]
        own = view[self.player_name(state.decider)]
        gold, lineup = own["gold"], own["lineup"]
        if "reroll".startswith(verb):
            return f"a reroll costs {int(self.rules['reroll'][0])} gold, and you have {gold}"
        if verb in ("sell", "lead") and not lineup:
            return "your lineup is empty: buy a card first"
        wanted = mentioned(words, self.cards.names)
        if not wanted:
            return _named(verb, view["shop"], lineup)
        offered = next((each for each in view["shop"] if each in wanted), None)
        if verb in ("sell", "lead") and not any(each in wanted for each in lineup):
            return f"{wanted[0]} is not in your lineup"
        if verb == "lead":
            return "the leftmost card leads already, or you have moved cards too often in this round"
        if offered is None:
            return f"the shop does not offer {wanted[0]}"
        price = self.cards.card(offered).price
        if price > gold:
            return f"{offered} costs {price} gold, and you have {gold}"
        return f"your lineup is full: {len(lineup)} cards; sell one first" if len(lineup) >= self._most_cards else ""

    @property
    def _most_cards(self) -> int:
        return int(self.rules["lineup"][0])

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it; empty if the player does not notice it."""
        return event_words(event, player, self._name, self.player_name)

    def event_texts(self, events: Sequence[LoggedEvent], player: int | None) -> list[str]:
        """Return events as a player notices them; in a battle, cards are those of the players who meet."""
        texts, sides = [], ("A", "B")
        for event in events:
            if event.kind == LogEvent.MET:
                sides = (self.player_name(event.operands[0]), self.player_name(event.operands[1]))
            texts.append(event_words(event, player, self._name, self.player_name, sides))
        return texts

    def face(self, card: str) -> Face | None:
        """Return the attack, health, price and text of a card."""
        if card not in self.cards.names:
            return None
        return self.cards.printed(card, self.profile).face

    def _view(self, state: State, player: int | None) -> dict[str, Any]:
        """Return the position as a player sees it, or all of it for None."""
        records = state.records
        in_shop = player is None or player == int(records["who"][0])
        players = records["players"][0][: int(records["count"][0])]
        columns = zip(*(players[name].tolist() for name in ("lives", "points", "gold", "lineup", "shown")), strict=True)
        return {
            "round": int(records["turn"][0]),
            "shop": [self._name(card) for card in records["shop"][0].tolist() if card and in_shop],
            **{
                self.player_name(seat): self._player(player in (None, seat), *values)
                for seat, values in enumerate(columns)
            },
            **({"pool": self._pool(records[0], player)} if self.rules["pool"][0] else {}),
        }

    def _pool(self, record: Any, player: int | None) -> dict[str, int]:
        """Return the copies of each card that are left in the pool, or for a player those it does not see elsewhere."""
        offered = int(self.rules["offered"][0])
        in_sight = [int(card) for card in record["shop"] if card and player in (None, record["who"])]
        for seat in range(record["count"]):
            in_sight += cards_of(int(record["players"][seat]["lineup" if player in (None, seat) else "shown"]))
        copies = [
            in_sight.count(card) + MERGED_COPIES * in_sight.count(card + offered) for card in range(1, offered + 1)
        ]
        whole = int(self.rules["pool"][0])
        return {self.cards.names[card]: max(0, whole - copies[card]) for card in range(offered)}

    def _player(self, known: bool, lives: int, points: int, gold: int, lineup: int, shown: int) -> dict[str, Any]:
        return {
            "lives": lives,
            "points": points,
            "gold": gold if known else None,
            "lineup": self._lineup(lineup if known else shown),
        }

    def _lineup(self, code: int) -> list[str]:
        """Return the names of the cards in a lineup, from the left."""
        cards = [code >> (CARD_BITS * position) & CARD_MASK for position in range(MAX_LINEUP)]
        return [self._name(card) for card in cards if card]

    def _name(self, card: int) -> str:
        return self.cards.names[int(card) - 1]

    def _stats(self, name: str) -> str:
        card = self.cards.card(name)
        return f"{name} {card.attack}/{card.health}"


def _named(verb: str, shop: Sequence[str], lineup: Sequence[str]) -> str:
    """Return what can be bought or sold, for somebody who names no card; empty for other words."""
    if verb == "buy":
        return f"name a card that the shop offers: {', '.join(shop)}" if shop else "the shop is empty"
    return f"name a card of your lineup: {', '.join(lineup)}" if verb in ("sell", "lead") else ""
