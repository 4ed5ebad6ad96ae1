"""What the dealer does at the start of a stage, in plain English."""

from __future__ import annotations

from itertools import groupby

from ..language import tree
from .cards import every
from .layouts import plural_name
from .phrases import Phrases
from .players import dealer_action
from .words import Words, count, listed, player

WHENCE = {"removes": " from the deck"}  # what follows all that the dealer removes


def dealer(coms: tuple[tree.Com, ...], phrases: Phrases) -> str:
    """Return what the dealer does; com rules of the same kind share their verb."""
    groups = groupby((_com(com, phrases) for com in coms), lambda each: each[0])
    clauses = [(verb, [what for _, what in group]) for verb, group in groups]
    *most, last = (f"{verb} {listed(whats)}{WHENCE.get(verb, '')}" for verb, whats in clauses)
    comma = "," if any(len(whats) > 1 for _, whats in clauses) else ""
    return f"{', '.join(most)}{comma} and {last}" if most else last


def _com(com: tree.Com, phrases: Phrases) -> tuple[str, str]:
    """Return the verb and the rest of what the dealer does."""
    words = phrases.words
    match com:
        case tree.Deal():
            return "deals", f"{count(com.amount, 'card')} to {_receivers(com.to, words)}"
        case tree.Give():
            return "gives", f"{words.tokens(com.amount)} to {_receivers(com.to, words)}"
        case tree.Remove():
            return "removes", every(com.cards)
        case tree.Trump():
            already = "" if _is_first_trump(com, phrases.game) else " (unless there is a trump suit already)"
            return "makes", f"the suit of {words.top_card(com.table.which)} trumps{already}"
        case tree.DealCount():
            return "deals", f"to each player as many cards as {phrases.amounts.starters(com.amount)}"
        case tree.Gather():
            return "gathers and shuffles", "all cards"
        case tree.Move():
            return "moves", f"all cards from {words.table(com.table.which)} to {words.table(com.to.which)}"
        case tree.MoveHands():
            return "lets", "everybody give the whole hand to the next player"
        case tree.Reveal():
            return "turns up", f"the cards of {words.table(com.table.which)}"
        case tree.DealTables(amount, to, face):
            where = f"the {plural_name(to.name)} in turn" if isinstance(to, tree.InLayout) else words.table(to.which)
            return "deals", f"{count(amount, 'card')}{' face down' if face == tree.DOWN else ''} to {where}"
        case tree.Forget():
            return "cancels", "what was said before"
        case tree.NextStarts():
            return "lets", "the next player start the stages from now on"
        case tree.DealCards(cards, to):
            return "deals", f"{every(cards)} to {player(to) if isinstance(to, int) else words.table(to.which)}"
        case tree.AddForAll(amount, word, None):
            return ("adds", f"{amount} to the {word}") if amount >= 0 else ("takes", f"{-amount} off the {word}")
        case tree.AddForAll(word=word, most=most):
            return "moves", f"the {word} on by one (from 1 to {most}, then from 1 again)"
        case tree.DealUntil() | tree.ShownStarts() | tree.AllReturn():
            return dealer_action(com, words)
    return "moves", _trick(com, phrases)


def _is_first_trump(com: tree.Trump, game: tree.Game) -> bool:
    """Return whether there is no trump suit yet when a card is turned up: it is the first of a game or of a deal."""
    alone = len(game.of(tree.Trump, tree.ChooseTrump)) == 1
    gathered = any(com in stage.com and tree.Gather() in stage.com for stage in game.written_stages())
    once = any(isinstance(part, tree.Stage) and com in part.com for part in game.stages)
    return alone and (gathered or once)


def _trick(com: tree.Trick, phrases: Phrases) -> str:
    words, deck = phrases.words, phrases.game.deck
    turned = phrases.game.uses(tree.Trump, tree.ChooseTrump) or (deck is not None and bool(deck.trumps))
    best = "the highest card of the suit led"
    if com.trump:
        trump = com.trump.removesuffix("s")
    elif turned:
        trump = "trump"
    if com.trump or turned:
        best = f"the highest {trump}, or of {best} if there is no {trump},"
    gained = f" and gains {words.tokens(com.reward)}" if com.reward else ""
    to = f"the winner's {words.stack}" if isinstance(com.to, tree.Stacks) else words.table(com.to.which)
    table = words.table(com.table.which)
    trick = "the trick" if table == "the trick" else f"the trick from {table}"
    return f"{trick} to {to} (the player of {best} wins the trick{gained})"


def _receivers(to: tuple[int, ...] | tree.Table | tree.Stacks | None, words: Words) -> str:
    if isinstance(to, tree.Table):
        return words.table(to.which)
    if isinstance(to, tree.Stacks):
        return f"each {words.stack}"
    return "each player" if to is None else listed(map(player, to))
