"""A draft as data and as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.presentation import Action, Face
from cardwright.core.state import State

from ..cards import CardSet
from ..log_events import LogEvent
from ..profiles import Profile
from ..state import CARD_BITS, CARD_MASK, MAX_LINEUP
from .narration import cards_of, event_words
from .state import MERGED_COPIES, NOBODY


class DraftViews(Game):
    """The part of a draft's facade that shows positions and actions."""

    event_type = LogEvent
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
            lines.append(f"  {name}: lives {player['lives']}   points {player['points']}{gold}   {cards}")
        if who != NOBODY:
            offers = ", ".join(f"{self._stats(card)} for {self.cards.card(card).price}" for card in view["shop"])
            lines.append(f"Shop: {offers or 'empty'}")
        if "pool" in view:
            left = ", ".join(f"{card} {count}" for card, count in view["pool"].items())
            lines.append(f"Not seen of the shared pool: {left}")
        return "\n".join(lines)

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the price and the text of its card."""
        if action.kind == "reroll":
            return f"{action} ({int(self.rules['reroll'][0])})"
        if action.kind not in ("buy", "sell"):
            return str(action)
        card = self.cards.card(action.name)
        price = card.price if action.kind == "buy" else card.price // 2
        text = self.cards.text(action.name, self.profile)
        return f"{action} {card.attack}/{card.health} ({price}): {text}".removesuffix(": ")

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
