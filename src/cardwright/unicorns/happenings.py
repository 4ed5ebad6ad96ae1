"""What the rules report to the event log, and the same in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import IntEnum

from cardwright.core.event_log import LoggedEvent

from .rules import Op
from .state import Zone

NOBODY = -1


class Happening(IntEnum):
    """The events of the log, with their operands.

    Those up to ENTER move cards: the index of the card's name, the `Zone` it leaves and the one it goes to. All that
    happen because of an effect have the number of its `Op`.
    """

    DESTROY = Op.DESTROY
    SACRIFICE = Op.SACRIFICE
    STEAL = Op.STEAL
    RETURN = Op.RETURN
    MOVE = Op.MOVE
    GIVE = Op.GIVE
    GIVE_BACK = Op.GIVE_BACK
    FOLLOW = Op.FOLLOW
    BRING = Op.BRING
    TAKE = Op.TAKE
    SEARCH = Op.SEARCH
    DISCARD = Op.DISCARD
    DRAW = Op.DRAW
    PULL = Op.PULL
    PICK = Op.PICK
    SHRINK = Op.SHRINK
    PLAY = 32  # from a hand to the stack
    STOP = 33  # from the stack to the discard pile, by an instant
    RESOLVE = 34  # from the stack to the discard pile: a Magic card or an instant takes effect
    ENTER = 35  # from the stack to a stable
    # These move whole zones.
    SWAP = Op.SWAP  # the two hands, as zones
    SHUFFLE_IN = Op.SHUFFLE  # the zone that goes into the deck
    # And these move nothing.
    AGAIN = Op.AGAIN  # the player
    SKIP = Op.SKIP  # the player
    LOOK = Op.LOOK  # the player and the number of cards
    SHUFFLE = 36  # none: the order of the deck
    SHOW = 37  # the player who sees a hand, and whose hand it is
    TURN = 38  # the player
    AIM = 39  # the player, the index of the card's name, and the player whose stable it is to enter
    USE = 40  # the player and the index of the name of the card whose effect is used
    SAVE = 41  # the player, the index of the saving card's name and that of the saved one
    WIN = 42  # the player, or NOBODY


MOVEMENTS = frozenset(
    (*(each for each in Happening if each <= Op.PICK), Happening.SHRINK, Happening.PLAY, Happening.STOP,
     Happening.RESOLVE, Happening.ENTER)
)  # fmt: skip


class Teller:
    """Tells events in words; `names` are the names of cards by index, and `player_name` is that of a player."""

    def __init__(self, names: Sequence[str], player_name: Callable[[int], str]):
        self.names = names
        self.player_name = player_name

    def text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it; whoever does not see which card it is reads "a card"."""
        kind = Happening(event.kind)
        if kind in MOVEMENTS:
            name, source, target = event.operands
            card = self.names[name] if event.seen(player) else "a card"
            return self._movement(kind, card, source, target)
        return self._other(kind, event.operands)

    def _movement(self, kind: Happening, card: str, source: int, target: int) -> str:
        giver, taker = self._owner(source), self._owner(target)
        match kind:
            case Happening.DESTROY:
                return f"{card} of {giver} is destroyed{self._instead(target)}"
            case Happening.SACRIFICE:
                return f"{giver} sacrifices {card}{self._instead(target)}"
            case Happening.SHRINK:
                return f"{card} of {giver} is shrunk{self._instead(target)}"
            case Happening.RETURN:
                return f"{card} of {giver} returns to the {'nursery' if target == Zone.NURSERY else 'hand'}"
            case Happening.STEAL:
                return f"{taker} steals {card} from {giver}"
            case Happening.GIVE:
                return f"{giver} gives {card} to {taker}"
            case Happening.GIVE_BACK:
                return f"{card} goes back from {giver} to {taker}"
            case Happening.MOVE | Happening.FOLLOW:
                return f"{card} moves from {giver} to {taker}"
            case Happening.BRING:
                return f"{card} enters the stable of {taker} from {self._place(source)}"
            case Happening.TAKE:
                return f"{taker} takes {card} from the discard pile"
            case Happening.SEARCH:
                return f"{taker} finds {card} in the deck"
            case Happening.DISCARD:
                return f"{giver} discards {card}"
            case Happening.DRAW:
                return f"{taker} draws {card}"
            case Happening.PULL | Happening.PICK:
                return f"{taker} takes {card} from the hand of {giver}"
            case Happening.PLAY:
                return f"{giver} plays {card}"
            case Happening.STOP:
                return f"{card} is stopped"
            case Happening.RESOLVE:
                return f"{card} takes effect"
            case _:
                return f"{card} enters the stable of {taker}"

    def _other(self, kind: Happening, operands: tuple[int, ...]) -> str:
        match kind:
            case Happening.SWAP:
                return f"{self._owner(operands[0])} and {self._owner(operands[1])} swap hands"
            case Happening.SHUFFLE_IN:
                return f"{self._place(operands[0])} goes into the deck"
            case Happening.SHUFFLE:
                return "the deck is shuffled"
            case Happening.LOOK:
                player, number = operands
                cards = f"{number} cards" if number != 1 else "card"
                return f"{self.player_name(player)} looks at the top {cards} of the deck"
            case Happening.SHOW:
                return f"{self.player_name(operands[0])} looks at the hand of {self.player_name(operands[1])}"
            case Happening.TURN:
                return f"{self.player_name(operands[0])} begins a turn"
            case Happening.AGAIN:
                return f"{self.player_name(operands[0])} takes another turn after this one"
            case Happening.SKIP:
                return f"the turn of {self.player_name(operands[0])} goes straight to its end"
            case Happening.AIM:
                player, card, whose = operands
                chooser, stable = self.player_name(player), self.player_name(whose)
                return f"{chooser} chooses the stable of {stable} for {self.names[card]}"
            case Happening.USE:
                return f"{self.player_name(operands[0])} uses {self.names[operands[1]]}"
            case Happening.SAVE:
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
