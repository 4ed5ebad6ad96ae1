"""The parts of a game in plain English: conditions, actions, cards and zones, addressed to the current player."""

from __future__ import annotations

from collections.abc import Iterable

from ..language import tree
from ..language.card_names import COURT

AMOUNTS = {"<": "is less than", "<=": "is at most", "=": "equals", ">=": "is at least", ">": "is more than"}
TARGETS = {"<": "less than", "<=": "at most", "=": "exactly", ">=": "at least", ">": "more than"}
QUALITIES = {
    "<": "worse than", "<=": "no better than", "=": "just as good as", ">=": "at least as good as", ">": "better than",
}  # fmt: skip
CARDS = {
    "<": "lower than", "<=": "no higher than", "=": "equal to", ">=": "no lower than", ">": "higher than",
    tree.SAME_SUIT: "of the same suit as", tree.SAME_NUMBER: "of the same number as",
}  # fmt: skip
COMPARED = {"top": "the top card of", "first": "the first card of", "any": "a card of"}
COMPARED_THERE = {"top": "its top card", "first": "its first card", "any": "one of its cards"}
PLAYS = {
    "one pair": "a pair", "two pairs": "two pairs", "three of a kind": "three of a kind", "poker": "four of a kind",
}  # fmt: skip
SETS = {"one pair": "two", "three of a kind": "three", "poker": "four"}
NEIGHBOURS = {tree.LEFT: "the player on your left", tree.RIGHT: "the player on your right"}
PILES = {tree.STASH: "stashes", tree.BET: "bets"}
ENDINGS: dict[type, str] = {
    tree.Lead: "start the stages from now on",
    tree.Next: "end your turn",
    tree.Done: "leave this stage",
    tree.Out: "drop out of the game",
    tree.Win: "win the game",
    tree.End: "end the game",
}


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words into a list for a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def count(amount: int, thing: str) -> str:
    """Return an amount of a thing.

    >>> count(1, "card"), count(3, "card")
    ('a card', '3 cards')
    """
    return f"a {thing}" if amount == 1 else f"{amount} {thing}s"


def player(number: int) -> str:
    """Return the name of a player; P1 is player 0 of the file."""
    return f"P{number + 1}"


def every(cards: tree.Card | tree.Number | tree.Suit) -> str:
    """Return a phrase for all of these cards.

    >>> every(tree.Card(12, "clubs")), every(tree.Number(1)), every(tree.Suit("hearts"))
    ('the queen of clubs', 'every ace', 'every heart')
    """
    match cards:
        case tree.Card(number, suit):
            return f"the {COURT.get(number, number)} of {suit}"
        case tree.Number(number):
            return f"every {COURT.get(number, number)}"
    return f"every {cards.suit.removesuffix('s')}"


def selection(chosen: tree.Selection) -> str:
    """Return a phrase for one card of a selection.

    >>> selection(tree.Selection(None, (tree.Suit("hearts"),))), selection(tree.Selection(tree.Suit("clubs")))
    ('a card of your choice except hearts', 'a club')
    """
    what = "a card of your choice" if chosen.cards is None else held(chosen.cards)
    return f"{what} except {listed(map(_plural, chosen.without))}" if chosen.without else what


def _plural(cards: tree.Card | tree.Number | tree.Suit) -> str:
    match cards:
        case tree.Number(number):
            return f"{COURT.get(number, number)}s"
        case tree.Suit(suit):
            return suit
    return every(cards)


def of_player(who: int) -> str:
    """Return a player by number or as a neighbour."""
    return NEIGHBOURS.get(who) or player(who)


def held(part: tree.Combination) -> str:
    """Return a phrase for cards or a play in a hand.

    >>> held(tree.Number(8)), held(tree.Play("one pair"))
    ('an 8', 'a pair')
    """
    if isinstance(part, tree.Play):
        return PLAYS.get(part.name, f"a {part.name}")
    article = "an" if part in (tree.Number(1), tree.Number(8)) else "a"
    return every(part).replace("every", article, 1)


class Phrases:
    """The phrases of one game; its switches change some of them."""

    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.sets = game.switch("showing") == "set"
        self._shown = "any number of them" if self.sets else "it"

    # Cards and tokens, and their zones.

    def hand(self, who: int) -> str:
        """Return whose hand is compared."""
        if who != tree.OTHERS:
            return "your hand" if who == tree.ME else f"the hand of {of_player(who)}"
        return self._others("hand")

    def stack(self, who: int) -> str:
        """Return whose stack is compared."""
        if who != tree.OTHERS:
            return "your stack" if who == tree.ME else f"the stack of {of_player(who)}"
        return self._others("stack")

    def _others(self, zone: str) -> str:
        if self.game.players == 2:
            return f"the other {zone}"
        hand = f"every other {zone}" if self.game.switch("other_hands") == "all" else f"one of the other {zone}s"
        return hand if self.game.switch("out_hands") == "ignored" else f"{hand} (including players who are out)"

    def tokens(self, tokens: tree.Tokens) -> str:
        """Return which pile of tokens is compared."""
        pile = "bet" if tokens.pile == tree.BET else "stash"
        if tokens.who != tree.OTHERS:
            return f"your {pile}" if tokens.who == tree.ME else f"the {pile} of {of_player(tokens.who)}"
        if self.game.players == 2:
            return f"the other player's {pile}"
        if self.game.switch("other_bets") == "highest":
            return f"the highest {pile} of the others"
        return f"the sum of the other {PILES[tokens.pile]}"

    def zones(self, zones: tuple[tree.Hand | tree.Table | tree.Stack, ...]) -> str:
        """Return several zones, taken together."""
        return " with ".join(map(self._zone, zones))

    def _zone(self, zone: tree.Hand | tree.Table | tree.Stack) -> str:
        match zone:
            case tree.Hand(who):
                return self.hand(who)
            case tree.Stack(who):
                return self.stack(who)
        return f"T{zone.which}"

    def _lies(self, found: tree.Found) -> str:
        """Return where a card must lie; here all other players count together."""
        what = "a card" if found.cards.cards is None else held(found.cards.cards)
        if found.cards.without:
            what += f" except {listed(map(_plural, found.cards.without))}"
        return f"{what} lies in {listed(map(_anywhere, found.zones), 'or')}"

    def compared(self, table: tree.Table) -> str:
        """Return the card of a table that others are compared with."""
        return f"{COMPARED[str(self.game.switch('compare_with'))]} T{table.which}"

    # Conditions and actions.

    def condition(self, antecedent: tree.Antecedent) -> str:
        """Return when a rule can be played, as what follows "if"; empty if always."""
        match antecedent:
            case tree.CompareTokens(left, relation, right):
                return f"{self.tokens(left)} {AMOUNTS[relation]} {self.tokens(right)}"
            case tree.ComparePlays(left, relation, right):
                return f"{self.zones(left)} is {QUALITIES[relation]} {self.zones(right)}"
            case tree.CompareSums(left, relation, right):
                than = str(right) if isinstance(right, int) else f"that of {self.zones(right)}"
                return f"the sum of {self.zones(left)} {AMOUNTS[relation]} {than}"
            case tree.Have(()):
                return "you have no cards"
            case tree.Have(parts):
                return f"you hold {listed(map(held, parts))}"
            case tree.Found():
                return self._lies(antecedent)
            case tree.ComparePoints(left, relation, right):
                than = str(right) if isinstance(right, int) else f"that of {self.stack(right.who)}"
                return f"the worth of the cards in {self.stack(left.who)} {AMOUNTS[relation]} {than}"
            case tree.Show(relation, table):
                what = "one or more cards" if self.sets else "a card"
                return f"you have {what} {CARDS[relation]} {self.compared(table)}"
        return ""

    def actions(self, rule: tree.Rule) -> list[str]:
        """Return what a rule does, as what follows "you may"."""
        first = []
        if isinstance(rule.antecedent, tree.Draw):
            first = ["draw a card"]
        elif isinstance(rule.antecedent, tree.Show) and tree.PlayIt() not in rule.consequents:
            first = [f"show {self._shown}"]
        return [*first, *(self.action(each, rule) for each in rule.consequents)]

    def action(self, consequent: tree.Consequent, rule: tree.Rule) -> str:
        """Return what a consequent of a rule does, as what follows "you may"."""
        match consequent:
            case tree.Take():
                return self._take(consequent)
            case tree.Put():
                return self._put(consequent)
            case tree.PutPlay(play, zone, _):
                return put_phrase(f"{SETS[play.name]} cards of the same number", zone)
            case tree.PutCards(cards, zone, _):
                return put_phrase(selection(cards), zone)
            case tree.Turn(amount, source, table):
                whence = "the deck" if isinstance(source, tree.Deck) else self.stack(source.who)
                return f"turn up {count(amount, 'card')} from the top of {whence} on T{table.which}"
            case tree.BetAll():
                return "bet all your tokens"
            case tree.Ask(hand):
                whom = "another player" if hand.who == tree.OTHERS else of_player(hand.who)
                return f"ask {whom} for all cards of a number you hold (if there are none, draw a card)"
            case tree.Bet():
                return self._bet(consequent)
            case tree.Gain():
                return self._gain(consequent)
            case tree.PlayIt() if isinstance(rule.antecedent, tree.Show):
                return f"play {self._shown} on T{rule.antecedent.table.which}"
        return ENDINGS[type(consequent)]

    def _take(self, take: tree.Take) -> str:
        face = " face up" if take.face == tree.UP else ""
        match take.source:
            case tree.Deck():
                return f"take {count(take.amount, 'card')}{face} from the deck"
            case tree.Table(which):
                return f"take the top {'card' if take.amount == 1 else count(take.amount, 'card')} of T{which}"
            case tree.Stack(who):
                return f"take {count(take.amount, 'card')}{face} from the top of {_stack(who)}"
        whose = "another player's hand" if take.source.who == tree.OTHERS else self.hand(take.source.who)
        return f"take {count(take.amount, 'random card')}{face} from {whose}"

    def _put(self, put: tree.Put) -> str:
        cards = count(put.amount, "card")
        if put.relation == tree.ANY or not isinstance(put.zone, tree.Table):
            return put_phrase(f"{cards} of your choice", put.zone)
        each = "that is" if put.amount == 1 else "that are each"
        compared = COMPARED_THERE[str(self.game.switch("compare_with"))]
        return f"{put_phrase(cards, put.zone)} {each} {CARDS[put.relation]} {compared}"

    def _bet(self, bet: tree.Bet) -> str:
        if bet.tokens is None:
            return "bet any number of tokens"
        target = f"{TARGETS[bet.relation]} {self.tokens(bet.tokens)}"
        return f"raise your bet to {target}" if self.game.switch("bets") == "total" else f"add {target} to your bet"

    def _gain(self, gain: tree.Gain) -> str:
        if isinstance(gain.tokens, int):
            return f"gain {count(gain.tokens, 'token')}"
        if gain.tokens.who == tree.OTHERS:
            return f"take the {PILES[gain.tokens.pile]} of all other players"
        back = " back" if gain.tokens == tree.Tokens(tree.ME, tree.BET) else ""
        return f"take{back} {self.tokens(gain.tokens)}"


def put_phrase(cards: str, zone: tree.CardZone) -> str:
    """Return where cards go, as what follows "you may".

    >>> put_phrase("a card", tree.Table(0)), put_phrase("a card", tree.Hand(1))
    ('put a card on T0', 'give a card to P2')
    """
    match zone:
        case tree.Deck():
            return f"put {cards} under the deck"
        case tree.Table(which):
            return f"put {cards} on T{which}"
        case tree.Stack(who):
            return f"put {cards} under {_stack(who)}"
    return f"give {cards} to {'another player' if zone.who == tree.OTHERS else of_player(zone.who)}"


def _stack(who: int) -> str:
    return _belonging(who, "stack")


def _belonging(who: int, thing: str) -> str:
    """Return a hand or a stack that cards go to or lie in; of the others, any."""
    if who == tree.OTHERS:
        return f"another player's {thing}"
    return f"your {thing}" if who == tree.ME else f"the {thing} of {of_player(who)}"


def _anywhere(zone: tree.Hand | tree.Table | tree.Stack) -> str:
    """Return a zone where cards are looked for."""
    match zone:
        case tree.Table(which):
            return f"T{which}"
        case tree.Hand(who):
            return _belonging(who, "hand")
    return _stack(zone.who)
