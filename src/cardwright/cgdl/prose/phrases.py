"""The parts of a game in plain English: conditions, actions, cards and zones, addressed to the current player."""

from __future__ import annotations

from ..language import tree
from ..language.decks import pack_of
from .amounts import AmountPhrases
from .cards import held, plural, selection
from .layouts import zone_of_layout
from .players import THEM
from .words import AMOUNTS, Words, count, listed, player

TARGETS = {"<": "less than", "<=": "at most", "=": "exactly", ">=": "at least", ">": "more than"}
QUALITIES = {
    "<": "worse than", "<=": "no better than", "=": "just as good as", ">=": "at least as good as", ">": "better than",
}  # fmt: skip
CARDS = {
    "<": "lower than", "<=": "no higher than", "=": "equal to", ">=": "no lower than", ">": "higher than",
    tree.SAME_SUIT: "of the same suit as", tree.SAME_NUMBER: "of the same number as",
    tree.BEATING: "that beats", tree.MATCHING: "of the same number as",
    tree.CATCHING_NOTHING: "that captures nothing",
}  # fmt: skip
COMPARED = {"top": "the top card of", "first": "the first card of", "any": "a card of"}
COMPARED_THERE = {"top": "its top card", "first": "its first card", "any": "one of its cards"}
SETS = {"one pair": "two", "three of a kind": "three", "poker": "four"}
NEIGHBOURS = {
    tree.LEFT: "the player on your left", tree.RIGHT: "the player on your right", tree.OPPOSITE: "the player opposite",
    tree.STARTER: "the player who starts", tree.CHOSEN: THEM,
}  # fmt: skip
PILES = {tree.STASH: "stashes", tree.BET: "bets"}
ENDINGS: dict[type, str] = {
    tree.Lead: "start the stages from now on",
    tree.Next: "end your turn",
    tree.Done: "leave this stage",
    tree.Out: "drop out of the game",
    tree.Win: "win the game",
    tree.End: "end the game",
}


def of_player(who: int) -> str:
    """Return a player by number or as a neighbour."""
    return NEIGHBOURS.get(who) or player(who)


class Phrases:
    """The phrases of one game; its switches change some of them."""

    def __init__(self, game: tree.Game) -> None:
        self.game = game
        self.words = Words(game)
        self.amounts = AmountPhrases(self)
        self.sets = game.switch("showing") == "set"
        self._shown = "any number of them" if self.sets else "it"

    # Cards and tokens, and their zones.

    def hand(self, who: int) -> str:
        """Return whose hand is compared."""
        if who != tree.OTHERS:
            return "your hand" if who == tree.ME else f"the hand of {of_player(who)}"
        return self._others("hand")

    def whom(self, who: int) -> str:
        """Return a player by number or as a neighbour."""
        return of_player(who)

    def stack(self, who: int) -> str:
        """Return whose stack is compared."""
        if who != tree.OTHERS:
            return self._belonging(who, self.words.stack)
        return self._others(self.words.stack)

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

    def zones(self, zones: tuple[tree.Hand | tree.Table | tree.Stack | tree.InLayout | tree.Exactly, ...]) -> str:
        """Return several zones, taken together."""
        return " with ".join(map(self._zone, zones))

    def _zone(self, zone: tree.Hand | tree.Table | tree.Stack | tree.InLayout | tree.Exactly) -> str:
        match zone:
            case tree.Exactly(amount, part):
                return f"{count(amount, 'card')} of {self._zone(part)}"
            case tree.InLayout():
                return zone_of_layout(zone, self.game)
            case tree.Hand(who):
                return self.hand(who)
            case tree.Stack(who):
                return self.stack(who)
        return self.words.table(zone.which)

    def _lies(self, found: tree.Found) -> str:
        """Return where a card must lie; here all other players count together."""
        what = "a card" if found.cards.cards is None else held(found.cards.cards)
        if found.cards.without:
            what += f" other than {listed(map(plural, found.cards.without))}"
        return f"{what} lies in {listed(map(self._anywhere, found.zones), 'or')}"

    def compared(self, table: tree.Table) -> str:
        """Return the card of a table that others are compared with."""
        return f"{COMPARED[str(self.game.switch('compare_with'))]} {self.words.table(table.which)}"

    def own_layout(self, name: str) -> bool:
        """Return whether each player has tables of this layout."""
        return any(layout.own for layout in self.game.layouts if layout.name == name)

    # Conditions and actions.

    def condition(self, antecedent: tree.Antecedent | tree.CapturedLast) -> str:
        """Return when a rule can be played, as what follows "if"; empty if always."""
        match antecedent:
            case tree.CompareTokens(left, relation, right):
                return f"{self.tokens(left)} {AMOUNTS[relation]} {self.tokens(right)}"
            case tree.ComparePlays((tree.Exactly(), *_) as left, relation, right):
                return f"the best play of {self.zones(left)} is {QUALITIES[relation]} that of {self.zones(right)}"
            case tree.ComparePlays(left, relation, right):
                return f"{self.zones(left)} is {QUALITIES[relation]} {self.zones(right)}"
            case tree.CompareSums() if self.needs_nobody(antecedent):
                return f"{'the' if self.game.players == 2 else 'every'} other player is out of the game"
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
            case tree.Condition(alternatives):
                return self.amounts.condition(alternatives)
        return ""

    def rule_condition(self, rule: tree.Rule) -> str:
        """Return when a rule can be played, with its further tests, as what follows "if"; empty if always."""
        return " and ".join(filter(None, [self.condition(rule.antecedent), self.further_conditions(rule)]))

    def further_conditions(self, rule: tree.Rule) -> str:
        """Return the tests of a rule besides its antecedent, as what follows "if"; empty if there are none."""
        return " and ".join(map(self.amounts.test, rule.also))

    def needs_nobody(self, sums: tree.CompareSums) -> bool:
        """Return whether no other hand can have such a sum, so that it is only met if nobody else is left."""
        if sums.left != (tree.Hand(tree.OTHERS),) or sums.relation in ("<", "<=") or not isinstance(sums.right, int):
            return False
        scores = (score for rank in self.game.ranking if not isinstance(rank.what, tree.Play) for score in rank.scores)
        pack = pack_of(self.game)
        most = pack.size * max(*pack.values, *scores, 0)
        return self.game.switch("out_hands") == "ignored" and sums.right > most

    def actions(self, rule: tree.Rule) -> list[str]:
        """Return what a rule does, as what follows "you may"."""
        first = []
        if isinstance(rule.antecedent, tree.Draw):
            first = ["draw a card"]
        elif isinstance(rule.antecedent, tree.Show) and tree.PlayIt() not in rule.consequents:
            first = [f"show {self._shown}"]
        actions = [*first, *(self.action(each, rule) for each in rule.consequents)]
        if len(actions) == 2 and isinstance(rule.consequents[0], tree.MoveCards):
            actions[0] += ","
        return actions

    def playing(self, show: tree.Show) -> str:
        """Return what a rule does that shows a card and plays it, as what follows "you may"."""
        what = "one or more cards" if self.sets else "a card"
        compared = COMPARED_THERE[str(self.game.switch("compare_with"))]
        return f"play on {self.words.table(show.table.which)} {what} {CARDS[show.relation]} {compared}"

    def action(self, consequent: tree.Consequent, rule: tree.Rule) -> str:
        """Return what a consequent of a rule does, as what follows "you may"."""
        match consequent:
            case tree.Take():
                return self._take(consequent)
            case tree.Put():
                return self._put(consequent)
            case tree.PutPlay(play, zone, face):
                return self.put(f"{SETS[play.name]} cards of the same number", zone, face)
            case tree.PutCards(cards, zone, face, relation):
                if relation == tree.ANY:
                    return self.put(selection(cards), zone, face)
                compared = COMPARED_THERE["any"] if relation == tree.MATCHING else self._compared_there
                same = CARDS[relation] if relation == tree.CATCHING_NOTHING else f"{CARDS[relation]} {compared}"
                what = "a card" if cards.cards is None else held(cards.cards)
                without = f" (except {listed(map(plural, cards.without))})" if cards.without else ""
                return f"{self.put('', zone, face).replace('  ', ' ')} {what} {same}{without}"
            case tree.Turn(amount, source, table):
                whence = "the deck" if isinstance(source, tree.Deck) else self.stack(source.who)
                return f"turn up {count(amount, 'card')} from the top of {whence} on {self.words.table(table.which)}"
            case tree.BetAll():
                return f"bet all your {self.words.token}s"
            case tree.Ask(hand):
                whom = "another player" if hand.who == tree.OTHERS else of_player(hand.who)
                return f"ask {whom} for all cards of a number you hold (if there are none, draw a card)"
            case tree.Bet():
                return self._bet(consequent)
            case tree.Gain():
                return self._gain(consequent)
            case tree.PlayIt() if isinstance(rule.antecedent, tree.Show):
                return f"play {self._shown} on {self.words.table(rule.antecedent.table.which)}"
        return self.amounts.action(consequent) or ENDINGS[type(consequent)]

    def _take(self, take: tree.Take) -> str:
        face = " face up" if take.face == tree.UP else ""
        match take.source:
            case tree.Deck():
                return f"take {count(take.amount, 'card')}{face} from the deck"
            case tree.Table(which):
                if take.amount == 1:
                    return f"take {self.words.top_card(which)}"
                return f"take the top {count(take.amount, 'card')} of {self.words.table(which)}"
            case tree.Stack(who):
                return f"take {count(take.amount, 'card')}{face} from the top of {self._stack(who)}"
        whose = "another player's hand" if take.source.who == tree.OTHERS else self.hand(take.source.who)
        return f"take {count(take.amount, 'random card')}{face} from {whose}"

    def _put(self, put: tree.Put) -> str:
        cards = count(put.amount, "card")
        if put.relation == tree.ANY or not isinstance(put.zone, tree.Table):
            return self.put(f"{cards} of your choice", put.zone, put.face)
        each = "that is" if put.amount == 1 else "that are each"
        return f"{self.put(cards, put.zone, put.face)} {each} {CARDS[put.relation]} {self._compared_there}"

    @property
    def _compared_there(self) -> str:
        return COMPARED_THERE[str(self.game.switch("compare_with"))]

    def _bet(self, bet: tree.Bet) -> str:
        if bet.chips is not None:
            more = "" if bet.tokens is None else f" more than {self.tokens(bet.tokens)}"
            return f"{'raise your bet to' if more else 'bet'} {self.words.tokens(bet.chips)}{more}"
        if bet.tokens is None:
            return f"bet any number of {self.words.token}s"
        target = f"{TARGETS[bet.relation]} {self.tokens(bet.tokens)}"
        return f"raise your bet to {target}" if self.game.switch("bets") == "total" else f"add {target} to your bet"

    def _gain(self, gain: tree.Gain) -> str:
        if isinstance(gain.tokens, int):
            return f"gain {self.words.tokens(gain.tokens)}"
        if gain.tokens.who == tree.OTHERS:
            return f"take the {PILES[gain.tokens.pile]} of all other players"
        back = " back" if gain.tokens == tree.Tokens(tree.ME, tree.BET) else ""
        return f"take{back} {self.tokens(gain.tokens)}"

    def put(self, cards: str, zone: tree.CardZone, face: str = tree.UP) -> str:
        """Return where cards go, as what follows "you may".

        >>> from cardwright import cgdl
        >>> phrases = Phrases(cgdl.load("war"))
        >>> phrases.put("a card", tree.Table(0)), phrases.put("a card", tree.Hand(1))
        ('put a card on the pile', 'give a card to P2')
        """
        match zone:
            case tree.Deck():
                return f"put {cards} under the deck"
            case tree.Table(which):
                return f"put {cards}{' face down' if face == tree.DOWN else ''} on {self.words.table(which)}"
            case tree.Stack(who):
                return f"put {cards} under {self._stack(who)}"
        return f"give {cards} to {'another player' if zone.who == tree.OTHERS else of_player(zone.who)}"

    def _stack(self, who: int) -> str:
        return self._belonging(who, self.words.stack)

    def _belonging(self, who: int, thing: str) -> str:
        """Return a hand or a stack that cards go to or lie in; of the others, any."""
        if who == tree.OTHERS:
            return f"another player's {thing}"
        return f"your {thing}" if who == tree.ME else f"the {thing} of {of_player(who)}"

    def _anywhere(self, zone: tree.Hand | tree.Table | tree.Stack | tree.InLayout) -> str:
        """Return a zone where cards are looked for."""
        match zone:
            case tree.InLayout():
                return zone_of_layout(zone, self.game)
            case tree.Table(which):
                return self.words.table(which)
            case tree.Hand(who):
                return self._belonging(who, "hand")
        return self._stack(zone.who)
