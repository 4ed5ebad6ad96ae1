"""What the rules report, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from cardwright.core.event_log import LoggedEvent

from .log_events import NOBODY, LogEvent
from .state import Zone

# `{card[0]}` is the card that the first operand of the event stands for; `Narrator.text` lists all such words.
TEXTS = {
    LogEvent.DESTROY: "{owner[1]}'s {card[0]} is destroyed{instead[2]}",
    LogEvent.SACRIFICE: "{owner[1]} sacrifices {card[0]}{instead[2]}",
    LogEvent.SHRINK: "{owner[1]}'s {card[0]} is shrunk{instead[2]}",
    LogEvent.RETURN: "{owner[1]}'s {card[0]} returns to the {home[2]}",
    LogEvent.STEAL: "{owner[2]} steals {card[0]} from {owner[1]}",
    LogEvent.GIVE: "{owner[1]} gives {card[0]} to {owner[2]}",
    LogEvent.GIVE_BACK: "{card[0]} goes back from {owner[1]} to {owner[2]}",
    LogEvent.MOVE: "{card[0]} moves from {owner[1]} to {owner[2]}",
    LogEvent.FOLLOW: "{card[0]} moves from {owner[1]} to {owner[2]}",
    LogEvent.BRING: "{card[0]} enters the stable of {owner[2]} from {zone[1]}",
    LogEvent.TAKE: "{owner[2]} takes {card[0]} from the discard pile",
    LogEvent.SEARCH: "{owner[2]} finds {card[0]} in the deck",
    LogEvent.DISCARD: "{owner[1]} discards {card[0]}",
    LogEvent.DRAW: "{owner[2]} draws {card[0]}",
    LogEvent.PULL: "{owner[2]} takes {card[0]} from the hand of {owner[1]}",
    LogEvent.PICK: "{owner[2]} takes {card[0]} from the hand of {owner[1]}",
    LogEvent.REVEAL: "{player[3]} reveals {card[0]}, which goes to {target[2]}",
    LogEvent.PLAY: "{owner[1]} plays {card[0]}",
    LogEvent.STOP: "{card[0]} is stopped",
    LogEvent.RESOLVE: "{card[0]} takes effect",
    LogEvent.ENTER: "{card[0]} enters the stable of {owner[2]}",
    LogEvent.SWAP: "{owner[0]} and {owner[1]} swap hands",
    LogEvent.SHUFFLE_IN: "{zone[0]} goes into the deck",
    LogEvent.SHUFFLE: "the deck is shuffled",
    LogEvent.LOOK: "{player[0]} looks at the top {cards[1]} of the deck",
    LogEvent.SHOW: "{player[0]} looks at the hand of {player[1]}",
    LogEvent.CALL: "{player[0]} does this: {effect[1]}",
    LogEvent.LASTS: "{card[0]} begins to work for {player[1]}: {lasting[0]}",
    LogEvent.ENDS: "{card[0]} no longer works for {player[1]}",
    LogEvent.TURN: "{player[0]} begins a turn",
    LogEvent.AGAIN: "{player[0]} takes another turn after this one",
    LogEvent.SKIP: "the turn of {player[0]} goes straight to its end",
    LogEvent.AIM: "{player[0]} chooses the stable of {player[2]} for {card[1]}",
    LogEvent.USE: "{player[0]} uses {card[1]}",
    LogEvent.TARGET: "{chooser[0]} chooses {card[1]} {place[3]} for {card[2]}",
    LogEvent.CHOOSE: "{player[0]} chooses {player[2]} for {card[1]}",
    LogEvent.VARIANT: '{player[0]} chooses "{variant[2]}" for {card[1]}',
    LogEvent.KEEP: "{player[0]} keeps {card[1]}: chance picks another player's reaction",
    LogEvent.SAVE: "{player[0]} saves {card[2]} with {card[1]}",
    LogEvent.WIN: "{player[0]} wins",
    LogEvent.SEE: "",
}


@dataclass(frozen=True)
class _Words:
    """Words for the operands of an event, looked up as a text asks for them."""

    operands: tuple[int, ...]
    word: Callable[[int], str]

    def __getitem__(self, index: int) -> str:
        return self.word(self.operands[index])


class Narrator:
    """Puts events into words.

    `names` are the names of cards by index, `player_name` is that of a player, `lasting` has the continuous effects of
    cards by name, `effects` what functions in Python do, and `variants` the words for variants of effects, by row.
    """

    def __init__(
        self,
        names: Sequence[str],
        player_name: Callable[[int], str],
        lasting: Mapping[str, str],
        effects: Sequence[str],
        variants: Mapping[int, str],
    ):
        self.names = names
        self.player_name = player_name
        self.lasting = lasting
        self.effects = effects
        self.variants = variants

    def text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it; whoever does not see which card it is reads "a card"."""
        if event.kind == LogEvent.WIN and event.operands[0] == NOBODY:
            return "everybody loses"
        if event.kind == LogEvent.KEEP and not event.seen(player):
            return ""
        words = {
            "card": self.names.__getitem__ if event.seen(player) else lambda name: "a card",
            "cards": lambda number: "card" if number == 1 else f"{number} cards",
            "player": self.player_name,
            "chooser": lambda player: "chance" if player == NOBODY else self.player_name(player),
            "place": lambda zone: f"of {self._owner(zone)}" if _is_stable(zone) else f"in {self._zone(zone)}",
            "variant": self.variants.__getitem__,
            "zone": self._zone,
            "target": self._target,
            "effect": self.effects.__getitem__,
            "lasting": lambda name: self.lasting[self.names[name]],
            "owner": self._owner,
            "home": lambda zone: "nursery" if zone == Zone.NURSERY else "hand",
            "instead": _instead,
        }
        text = TEXTS[LogEvent(event.kind)]
        return text.format(**{name: _Words(event.operands, word) for name, word in words.items()})

    def _owner(self, zone: int) -> str:
        """Return the player whose hand or stable a zone is."""
        return self.player_name(zone % Zone.STABLE)

    def _zone(self, zone: int) -> str:
        if zone == Zone.DISCARD:
            return "the discard pile"
        return "the nursery" if zone == Zone.NURSERY else f"the hand of {self._owner(zone)}"

    def _target(self, zone: int) -> str:
        return f"the stable of {self._owner(zone)}" if _is_stable(zone) else self._zone(zone)


def _is_stable(zone: int) -> bool:
    return Zone.STABLE <= zone < Zone.DISCARD


def _instead(zone: int) -> str:
    """Return where a card goes that does not go to the discard pile."""
    if zone == Zone.NURSERY:
        return " and goes to the nursery"
    return " and returns to the hand" if zone < Zone.STABLE else ""
