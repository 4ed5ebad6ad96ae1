"""What the rules report, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.core.event_log import LoggedEvent

from .log_events import MOVEMENTS, NOBODY, LogEvent
from .state import Zone


class Narrator:
    """Says events in words; `names` are the names of cards by index, and `player_name` is that of a player."""

    def __init__(self, names: Sequence[str], player_name: Callable[[int], str]):
        self.names = names
        self.player_name = player_name

    def text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it; whoever does not see which card it is reads "a card"."""
        kind = LogEvent(event.kind)
        if kind in MOVEMENTS:
            name, source, target = event.operands
            card = self.names[name] if event.seen(player) else "a card"
            return self._movement(kind, card, source, target)
        return self._other(kind, event.operands)

    def _movement(self, kind: LogEvent, card: str, source: int, target: int) -> str:
        giver, taker = self._owner(source), self._owner(target)
        match kind:
            case LogEvent.DESTROY:
                return f"{card} of {giver} is destroyed{self._instead(target)}"
            case LogEvent.SACRIFICE:
                return f"{giver} sacrifices {card}{self._instead(target)}"
            case LogEvent.SHRINK:
                return f"{card} of {giver} is shrunk{self._instead(target)}"
            case LogEvent.RETURN:
                return f"{card} of {giver} returns to the {'nursery' if target == Zone.NURSERY else 'hand'}"
            case LogEvent.STEAL:
                return f"{taker} steals {card} from {giver}"
            case LogEvent.GIVE:
                return f"{giver} gives {card} to {taker}"
            case LogEvent.GIVE_BACK:
                return f"{card} goes back from {giver} to {taker}"
            case LogEvent.MOVE | LogEvent.FOLLOW:
                return f"{card} moves from {giver} to {taker}"
            case LogEvent.BRING:
                return f"{card} enters the stable of {taker} from {self._place(source)}"
            case LogEvent.TAKE:
                return f"{taker} takes {card} from the discard pile"
            case LogEvent.SEARCH:
                return f"{taker} finds {card} in the deck"
            case LogEvent.DISCARD:
                return f"{giver} discards {card}"
            case LogEvent.DRAW:
                return f"{taker} draws {card}"
            case LogEvent.PULL | LogEvent.PICK:
                return f"{taker} takes {card} from the hand of {giver}"
            case LogEvent.PLAY:
                return f"{giver} plays {card}"
            case LogEvent.STOP:
                return f"{card} is stopped"
            case LogEvent.RESOLVE:
                return f"{card} takes effect"
            case _:
                return f"{card} enters the stable of {taker}"

    def _other(self, kind: LogEvent, operands: tuple[int, ...]) -> str:
        match kind:
            case LogEvent.SWAP:
                return f"{self._owner(operands[0])} and {self._owner(operands[1])} swap hands"
            case LogEvent.SHUFFLE_IN:
                return f"{self._place(operands[0])} goes into the deck"
            case LogEvent.SHUFFLE:
                return "the deck is shuffled"
            case LogEvent.LOOK:
                player, number = operands
                cards = f"{number} cards" if number != 1 else "card"
                return f"{self.player_name(player)} looks at the top {cards} of the deck"
            case LogEvent.SHOW:
                return f"{self.player_name(operands[0])} looks at the hand of {self.player_name(operands[1])}"
            case LogEvent.TURN:
                return f"{self.player_name(operands[0])} begins a turn"
            case LogEvent.AGAIN:
                return f"{self.player_name(operands[0])} takes another turn after this one"
            case LogEvent.SKIP:
                return f"the turn of {self.player_name(operands[0])} goes straight to its end"
            case LogEvent.AIM:
                player, card, whose = operands
                chooser, stable = self.player_name(player), self.player_name(whose)
                return f"{chooser} chooses the stable of {stable} for {self.names[card]}"
            case LogEvent.USE:
                return f"{self.player_name(operands[0])} uses {self.names[operands[1]]}"
            case LogEvent.SAVE:
                player, saver, saved = operands
                return f"{self.player_name(player)} saves {self.names[saved]} with {self.names[saver]}"
            case _:
                return "everybody loses" if operands[0] == NOBODY else f"{self.player_name(operands[0])} wins"

    def _owner(self, zone: int) -> str:
        """The player whose hand or stable a zone is; empty for other zones."""
        return self.player_name(zone % Zone.STABLE) if zone < Zone.DISCARD else ""

    def _place(self, zone: int) -> str:
        if zone == Zone.DISCARD:
            return "the discard pile"
        return "the nursery" if zone == Zone.NURSERY else f"the hand of {self._owner(zone)}"

    def _instead(self, target: int) -> str:
        """Where a card goes that does not go to the discard pile."""
        if target == Zone.NURSERY:
            return " and goes to the nursery"
        return " and returns to the hand" if target < Zone.STABLE else ""
