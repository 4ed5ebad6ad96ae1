"""A draft as data and as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...core.game import State
from ...core.presentation import Action
from ..state import CARD, CARD_BITS, MAX_LINEUP
from .state import NOBODY

if TYPE_CHECKING:
    from .facade import Draft

_FARED = {1: "beat", 0: "tied with", -1: "lost to"}


def view(game: Draft, state: State, player: int | None = None) -> dict[str, Any]:
    """The position; with a player, as that one sees it."""
    record = state.record
    entered = player is None or player == record.who
    return {
        "round": int(record.turn),
        "shop": [_name(game, card) for card in record.shop if card and entered],
        **{
            game.player_name(seat): _player(game, record.players[seat], player in (None, seat))
            for seat in range(record.count)
        },
    }


def _player(game: Draft, seat: Any, known: bool) -> dict[str, Any]:
    return {
        "lives": int(seat.lives),
        "points": int(seat.points),
        "gold": int(seat.gold) if known else None,
        "lineup": lineup(game, int(seat.lineup if known else seat.shown)),
    }


def lineup(game: Draft, code: int) -> list[str]:
    """The cards of a lineup, from the left."""
    cards = [code >> (CARD_BITS * place) & CARD for place in range(MAX_LINEUP)]
    return [_name(game, card) for card in cards if card]


def _name(game: Draft, card: int) -> str:
    return game.cards.names[int(card) - 1]


def board(game: Draft, state: State) -> str:
    """The position as the one who shops sees it; all of it once the game is over."""
    record = state.record
    who = int(record.who)
    seen = view(game, state, None if who == NOBODY else who)
    lines = [f"Round {seen['round']} of {int(game.rules['rounds'][0])}"]
    for seat in range(record.count):
        name = game.player_name(seat)
        each = seen[name]
        gold = f"   gold {each['gold']}" if seat == who else ""
        cards = ", ".join(_card(game, card) for card in each["lineup"]) or "nobody"
        lines.append(f"  {name}: lives {each['lives']}   points {each['points']}{gold}   {cards}")
    if who != NOBODY:
        offers = ", ".join(f"{_card(game, card)} for {game.cards.card(card).price}" for card in seen["shop"])
        lines.append(f"Shop: {offers or 'empty'}")
    return "\n".join(lines)


def _card(game: Draft, name: str) -> str:
    card = game.cards.card(name)
    return f"{name} {card.attack}/{card.health}"


def describe(game: Draft, action: Action) -> str:
    """An action with the price and the text of its card."""
    if action.kind == "reroll":
        return f"{action} ({int(game.rules['reroll'][0])})"
    if action.kind not in ("buy", "sell"):
        return str(action)
    card = game.cards.card(action.name)
    price = card.price if action.kind == "buy" else card.price // 2
    return f"{action} {card.attack}/{card.health} ({price}): {game.cards.text(action.name)}".removesuffix(": ")


def events(game: Draft, before: State, after: State) -> list[str]:
    """What came of the battles, if there were any between two positions."""
    record = after.record
    if before.record.turn == record.turn and (record.who != NOBODY or before.record.who == NOBODY):
        return []
    told = []
    for seat in range(record.count):
        mine = record.players[seat]
        if seat < mine.rival:
            words = f"{_FARED[int(mine.fared)]} {game.player_name(int(mine.rival))}"
            told.append(f"{game.player_name(seat)} {words}")
    return told
