"""What happened, in words: the events that the rules report, as a player notices them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardwright.core.event_log import LoggedEvent

from ..engine.log_events import LogEvent
from ..engine.order import places
from ..engine.state import MAX_PLAYERS, NONE, Ended
from ..language import tree
from ..language.card_names import words as in_words
from ..language.decks import pack_of
from .amounts import of_them
from .choices import ChoiceTexts
from .ending import points_in_words
from .layouts import moved
from .phrases import Phrases
from .players import player_event
from .words import Words, count, listed, player, third_person

PILES = ("stash", "bet")
SILENT = (
    LogEvent.TURN, LogEvent.PLAYED, LogEvent.ADDED, LogEvent.FORGOTTEN, LogEvent.TOOK_BACK,
    LogEvent.GROUPED,  # the whole group is told when it is complete
)  # fmt: skip
PUTS: dict[LogEvent, type[tree.Node]] = {
    LogEvent.LAID: tree.Table, LogEvent.HANDED: tree.Hand, LogEvent.STACKED: tree.Stack, LogEvent.PUT_UNDER: tree.Deck,
}  # fmt: skip
ON_TABLES = (LogEvent.CAUGHT, LogEvent.SHIFTED, LogEvent.TURNED_OVER)
ALONE = (LogEvent.NEXT, LogEvent.DONE)  # told only if the rule has done nothing else


class _Played(NamedTuple):
    """A rule that a player has played, and the bets after it: of the player, and of the others in a comparison."""

    rule: tree.Rule
    stage: tree.Stage
    bet: int
    highest: int


class Narration:
    """The events of one game in words; `stage_name` returns the name of a stage by its index in the order of play.

    >>> from cardwright import cgdl
    >>> event = LoggedEvent(LogEvent.DRAWN, 0b1, (0, 19))
    >>> told = Narration(cgdl.load("uno"), str)
    >>> told.texts([event], 0), told.texts([event], 1)
    (['P1 draws the 7 of diamonds'], ['P1 draws a card'])
    """

    def __init__(self, game: tree.Game, stage_name: Callable[[int], str]) -> None:
        self._stages = game.played_stages()
        order = enumerate(places(game))
        self._noticed = {place for place, part in order if isinstance(part, tree.Stage) and _matters(part)}
        self._stage_name = stage_name
        self._words = Words(game)
        self._pack = pack_of(game)
        self._said = game.words
        self._kinds = game.kinds
        self._phrases = Phrases(game)
        self._matching = ChoiceTexts(game).bets_in
        self._verbs = _verbs(self._stages)
        self._choosing = _choosing(self._stages)

    def texts(self, events: Sequence[LoggedEvent], viewer: int | None) -> list[str]:
        """Return events as a player notices them, None for somebody who sees everything; "" if there is nothing to say.

        A rule reports its end after what it does, so the events are read backwards.
        """
        told, played = [], dict[int, _Played]()
        for event in reversed(events):
            if event.kind == LogEvent.PLAYED:
                who, rule, stage, bet, highest = event.operands
                played[who] = _Played(self._stages[stage].rules[rule], self._stages[stage], bet, highest)
            told.append(self._text(event, viewer, played.get(_actor(event))))
        return told[::-1]

    def _text(self, event: LoggedEvent, viewer: int | None, played: _Played | None) -> str:
        kind, operands = LogEvent(event.kind), event.operands
        if kind in SILENT:
            return ""
        if kind == LogEvent.STAGE:
            return f"{self._stage_name(operands[0])} begins" if operands[0] in self._noticed else ""
        seen = event.seen(viewer)
        if LogEvent.GATHERED <= kind <= LogEvent.AGAIN or kind in ON_TABLES:
            return self._language_3(kind, operands, played) if seen else ""
        if kind == LogEvent.REOPENED and played and any(isinstance(each, tree.Bet) for each in played.rule.consequents):
            return ""  # the bet that lets others act again is told
        if kind >= LogEvent.LOOKED:
            cards = self._all(operands[-1]) if kind in (LogEvent.SEEN, LogEvent.HELD) and operands[-1] else ""
            return player_event(kind, operands, cards, self._words) if seen else ""
        if kind >= LogEvent.GROUP:
            return self._groups(kind, operands, played)
        if kind >= LogEvent.CHOSEN:
            # Whoever sees everything is told once: what the player who takes the cards sees.
            taker = operands[0] if viewer is None and operands and operands[0] != NONE else viewer
            return self._secret(kind, operands, viewer) if event.seen(taker) else ""
        if kind >= LogEvent.NAMED_SUIT:
            return _effect(kind, operands, self._pack.suits)
        return (
            self._in_own_words(kind, operands, seen, played)
            or self._cards(kind, operands, seen)
            or self._tokens(kind, operands, played, viewer)
            or self._players(kind, operands, played, viewer)
            or _end(kind, operands, self._phrases.game)
        )

    def _the(self, card: int) -> str:
        """Return a card as a phrase."""
        return f"the {self._pack.name(card)}"

    def _all(self, cards: int) -> str:
        """Return a set of cards as a phrase."""
        return listed(self._the(card) for card in range(self._pack.size) if cards >> card & 1)

    def _in_own_words(self, kind: LogEvent, operands: tuple[int, ...], seen: bool, played: _Played | None) -> str:
        """Return what a rule does in the word that the game has for it; empty if it has none."""
        verb = self._verb(kind, operands, played)
        if not verb or operands[0] == NONE:
            return ""
        doing = f"{player(operands[0])} {third_person(verb)}"
        if kind == LogEvent.UNSTACKED:
            return f"{doing} {self._the(operands[1]) if seen else 'a card'}"
        if kind in PUTS:
            given = kind in (LogEvent.HANDED, LogEvent.STACKED) and operands[2] != operands[0]
            whom = f" to {player(operands[2])}" if given else ""
            return f"{doing} {self._the(operands[1]) if seen else 'a card'}{whom}"
        if kind != LogEvent.BET or played is None:
            return doing
        if verb == "raise" and played.bet > operands[1]:
            return f"{doing} to {self._words.tokens(played.bet)}"
        in_all = f" ({played.bet} in all)" if played.bet > operands[1] else ""
        return f"{doing} {self._words.tokens(operands[1])}{in_all}"

    def _verb(self, kind: LogEvent, operands: tuple[int, ...], played: _Played | None) -> str:
        """Return the word for an event: that of the rule, or one that all rules of the game have for the same."""
        if kind in PUTS:
            if kind == LogEvent.HANDED and operands[3] != operands[0]:
                return ""  # the card is taken, not put
            where = operands[2] if kind == LogEvent.LAID else 0
            return self._verbs.get((PUTS[kind], where), "")
        if played is None or not played.rule.say:
            return ""
        first = played.rule.consequents[0]
        alone = (kind in ALONE and operands[1] == 0) or kind == LogEvent.UNSTACKED
        bets = kind == LogEvent.BET and isinstance(first, tree.Bet)
        return played.rule.say if alone or bets or (kind == LogEvent.OUT and isinstance(first, tree.Out)) else ""

    def _cards(self, kind: LogEvent, operands: tuple[int, ...], seen: bool) -> str:
        match kind, operands:
            case LogEvent.DEALT, (who, cards):
                dealt = self._all(cards) if seen else count(cards.bit_count(), "card")
                return f"{_who(who)} is dealt {dealt}"
            case LogEvent.REMOVED, (cards,):
                verb = "leaves" if cards.bit_count() == 1 else "leave"
                return f"{self._all(cards)} {verb} the game" if cards else ""
            case LogEvent.RESHUFFLED, _:
                return f"the cards on {self._words.table(0)} are shuffled into a new deck"
            case LogEvent.TRICK, (who, table, to):
                if who != NONE:
                    return f"{_who(who)} takes the trick"
                whence, where = self._words.table(table), self._words.table(to)
                return "nobody takes the trick" + ("" if to == NONE else f", which moves from {whence} to {where}")
            case LogEvent.TRUMP, (suit,):
                return f"{in_words(self._pack.suits[suit])} are trumps"
            case LogEvent.ASKED, (who, number, whom):
                return f"{_who(who)} asks {_who(whom)} for every {in_words(self._pack.ranks[number])}"
        return self._moved(kind, operands, seen) if LogEvent.DRAWN <= kind <= LogEvent.SHOWN else ""

    def _moved(self, kind: LogEvent, operands: tuple[int, ...], seen: bool) -> str:
        """Return the text of an event about one card."""
        who, card = _who(operands[0]), self._the(operands[1]) if seen else "a card"
        target = operands[2] if len(operands) > 2 else NONE
        table, stack = self._words.table, self._words.stack
        match kind:
            case LogEvent.DRAWN:
                return f"{who} draws {card}"
            case LogEvent.LAID:
                return f"{who} puts {card} on {table(target)}"
            case LogEvent.TURNED:
                whence = "the deck" if operands[3] == NONE else f"the {stack} of {_who(operands[3])}"
                return f"{who} turns up {card} from {whence} on {table(target)}"
            case LogEvent.LIFTED:
                return f"{who} takes {card} from {table(target)}"
            case LogEvent.HANDED:
                return f"{_who(target)} gets {card} from {who}"
            case LogEvent.PUT_UNDER:
                return f"{who} puts {card} under the deck"
            case LogEvent.STACKED:
                return f"{who} puts {card} under the {stack} of {_who(target)}"
            case LogEvent.UNSTACKED:
                return f"{who} takes {card} from the {stack} of {_who(target)}"
        return "" if target else f"{who} shows {card}"  # who plays a card does not have to show it first

    def _tokens(self, kind: LogEvent, operands: tuple[int, ...], played: _Played | None, viewer: int | None) -> str:
        match kind, operands:
            case LogEvent.GIVEN, (who, amount):
                return f"{_who(who)} gains {self._words.tokens(amount)}"
            case LogEvent.BET, (who, amount):
                return f"{_who(who)} {self._bet(amount, played)}"
            case LogEvent.GAINED, (who, amount, whom, pile) if amount:
                whose = "back from the" if who == whom else f"from {_who(whom)}'s"
                cause = self._cause(played, who, viewer)
                return f"{_who(who)} takes {self._words.tokens(amount)} {whose} {PILES[pile]}{cause}"
        return ""

    def _bet(self, amount: int, played: _Played | None) -> str:
        """Return what somebody does by betting; bets that can be matched are called and raised."""
        if played and self._matching(played.stage) and played.bet - amount < played.highest:
            if played.bet == played.highest:
                return f"calls with {self._words.tokens(amount)}"
            if played.bet > played.highest:
                return f"raises to {played.bet}"
        return f"bets {self._words.tokens(amount)}"

    def _players(self, kind: LogEvent, operands: tuple[int, ...], played: _Played | None, viewer: int | None) -> str:
        if kind == LogEvent.OUT:
            return f"{_who(operands[0])} is out of the game{self._cause(played, operands[0], viewer)}"
        if kind == LogEvent.LEADS:
            return f"{_who(operands[0])} leads from now on"
        drew = played is not None and isinstance(played.rule.antecedent, tree.Draw)
        if kind not in ALONE or operands[1] or drew or _forced(played):
            return ""
        behind = played is not None and played.bet < played.highest
        if played is not None and self._matching(played.stage):
            verbs = {LogEvent.NEXT: ("checks", "waits"), LogEvent.DONE: ("stands", "folds")}
            return f"{_who(operands[0])} {verbs[kind][behind]}"
        return f"{_who(operands[0])} {'ends the turn' if kind == LogEvent.NEXT else 'is done with the stage'}"

    def _language_3(self, kind: LogEvent, operands: tuple[int, ...], played: _Played | None) -> str:
        table, said = self._words.table, self._said
        match kind, operands:
            case LogEvent.GATHERED, (who,):
                return f"{_who(who)} starts, with all cards gathered and shuffled"
            case LogEvent.MOVED, (whence, to):
                return f"the cards on {table(whence)} go to {table(to)}"
            case LogEvent.SCORED, (who, points):
                verb = "scores" if points > 0 else "loses"
                return f"{_who(who)} {verb} {count(abs(points), 'point')}" if points else ""
            case LogEvent.COUNTED, (who, word, more):
                verb = f"adds {more} to" if more > 0 else f"takes {-more} off"
                silent = not more or (played is not None and _resets(played.rule, said[word]))
                return "" if silent else f"{_who(who)} {verb} the {in_words(said[word])}"
            case LogEvent.SAID, (who, word, number) if number == NONE:
                own = played and played.rule.consequents[0] == tree.Call(said[word]) and played.rule.say
                return f"{_who(who)} {third_person(own)}" if own else f'{_who(who)} calls "{in_words(said[word])}"'
            case LogEvent.SAID, (who, word, number):
                chosen = self._kinds.get(said[word], "")
                names = self._pack.spoken(chosen)
                what = names[number - (chosen == tree.OF_CARD)] if names else number
                if choosing := self._choosing.get(said[word]):
                    return f"{_who(who)} {third_person(choosing)} {what}"
                return f"{_who(who)} chooses {what} as the {in_words(said[word])}"
            case LogEvent.NAMED, (who, suit):
                return f"{_who(who)} makes {in_words(self._pack.suits[suit])} trumps"
            case LogEvent.CAPTURED, (who, card, whence):
                return f"{_who(who)} puts {self._the(card)} from {table(whence)} under the {self._words.stack}"
            case LogEvent.SHIFTED, (who, card, above, whence, to):
                places = (table(each) if each != NONE else "" for each in (whence, to))
                return moved(who, self._the(card), above, *places)
            case LogEvent.TURNED_OVER, (who, whence):
                return f"{_who(who)} turns {table(whence)} over to be the deck again"
            case LogEvent.CAUGHT, (who, card, cards, whence):
                return f"{_who(who)} captures {self._all(cards)} from {table(whence)} with {self._the(card)}"
            case LogEvent.STOPPED, (who, before):
                verb = third_person(played.rule.say if played and played.rule.say else "end the stage")
                return "" if before or _forced(played) else f"{_who(who)} {verb}"
        return f"{_who(operands[0])} has another turn"

    def _secret(self, kind: LogEvent, operands: tuple[int, ...], viewer: int | None) -> str:
        """Return what happens with cards or words that not everybody knows."""
        match kind, operands:
            case LogEvent.CHOSEN, (who,):
                return "" if viewer in (None, who) else f"{_who(who)} has chosen"
            case LogEvent.REVEALED, (who, card, _):
                return (
                    f"{self._the(card)} is turned up"
                    if who == NONE
                    else f"the card of {_who(who)} is {self._the(card)}"
                )
            case LogEvent.PICKED_UP, (who, table, number):
                cards = {1: "the only card", 2: "both cards"}.get(number, f"all {number} cards")
                return f"{_who(who)} takes {cards} of {self._words.table(table)}"
            case LogEvent.TAKEN, (who, cards):
                return f"{_who(who)} has {self._all(cards)} now"
        return ""

    def _groups(self, kind: LogEvent, operands: tuple[int, ...], played: _Played | None) -> str:
        """Return who lays which cards, in the word that the game has for it."""
        who, cards, where = operands
        said = third_person(played.rule.say) if played and played.rule.say else ""
        if kind == LogEvent.LAID_OFF:
            return f"{_who(who)} {said or 'adds'} {self._the(cards)} {'on' if said else 'to'} {self._all(where)}"
        whither = "" if said else f" on {self._words.table(where)}"
        return f"{_who(who)} {said or 'lays'} {self._all(cards)}{whither}"

    def _cause(self, played: _Played | None, who: int, viewer: int | None) -> str:
        """Return why a mandatory rule did something to a player; nobody chooses that."""
        if played is None or tree.MANDATORY not in played.rule.modifiers or played.rule.say:
            return ""
        condition = self._phrases.rule_condition(played.rule)
        if who != viewer:
            condition = of_them(condition)
        return f" ({condition})" if condition else ""


def _actor(event: LoggedEvent) -> int:
    """Return who plays the rule that an event belongs to, NONE for nobody."""
    if event.kind == LogEvent.HANDED:
        return event.operands[3]
    return event.operands[0] if event.operands else NONE


def _effect(kind: LogEvent, operands: tuple[int, ...], suits: tuple[str, ...]) -> str:
    match kind, operands:
        case LogEvent.NAMED_SUIT, (who, suit, _):
            return f"{_who(who)} names {in_words(suits[suit])}"
        case LogEvent.MISSED, (who,):
            return f"{_who(who)} misses a turn"
        case LogEvent.TURNED_AROUND, _:
            return "play turns around"
        case LogEvent.SWAPPED, (who, whom):
            return f"{_who(who)} and {_who(whom)} swap hands"
    return "all hands go to the next player"


def _resets(rule: tree.Rule, word: str) -> bool:
    """Return whether a rule sets a counter back to 0, which is only kept for other rules."""
    return any(isinstance(each, tree.Add) and each.word == word and each.resets for each in rule.consequents)


def _forced(played: _Played | None) -> bool:
    """Return whether a player had no choice but to play a rule."""
    return played is not None and not {tree.MANDATORY, tree.OTHERWISE}.isdisjoint(played.rule.modifiers)


def _choosing(stages: Sequence[tree.Stage]) -> dict[str, str]:
    """Return the verb for choosing each word: that of the rules that begin with it, where they agree."""
    found: dict[str, set[str]] = {}
    for rule in (each for stage in stages for each in stage.rules):
        if isinstance(rule.consequents[0], tree.Choose):
            found.setdefault(rule.consequents[0].word, set()).add(rule.say)
    return {word: verbs.pop() for word, verbs in found.items() if len(verbs) == 1}


def _matters(stage: tree.Stage) -> bool:
    """Return whether players notice that a stage begins: something is dealt, or somebody has a choice."""
    dealt = any(isinstance(com, tree.Deal | tree.DealCount | tree.DealTables | tree.Give) for com in stage.com)
    return dealt or any(tree.MANDATORY not in rule.modifiers for rule in stage.rules)


def _verbs(stages: Sequence[tree.Stage]) -> dict[tuple[type, int], str]:
    """Return the word for putting a card into each kind of zone, and on each table, where all rules agree on it."""
    found: dict[tuple[type, int], set[str]] = {}
    for rule in (each for stage in stages for each in stage.rules):
        for consequent in rule.consequents:
            zone = _target(rule, consequent)
            if zone is not None:
                where = zone.which if isinstance(zone, tree.Table) else 0
                found.setdefault((type(zone), where), set()).add(rule.say)
    return {zone: words.pop() for zone, words in found.items() if len(words) == 1}


def _target(rule: tree.Rule, consequent: tree.Node) -> tree.Node | None:
    """Return where a consequent puts cards from the hand, None if it does not."""
    match consequent:
        case tree.PutAll(table=zone):
            return zone
        case tree.PlayIt() if isinstance(rule.antecedent, tree.Show):
            return rule.antecedent.table
    return getattr(consequent, "zone", None)


def _who(number: int) -> str:
    return "the dealer" if number == NONE else player(number)


def _end(kind: LogEvent, operands: tuple[int, ...], game: tree.Game) -> str:
    match kind, operands:
        case LogEvent.POINTS, (who, points):
            return f"{_who(who)} has {points_in_words(game, points)}"
        case LogEvent.ENDED, (Ended.WON, winners, _):
            names = [player(each) for each in range(MAX_PLAYERS) if winners >> each & 1]
            return f"{listed(names)} {'wins' if len(names) == 1 else 'win'} the game"
        case LogEvent.ENDED, (Ended.DRAWN, _, _):
            return "the game is a draw"
        case LogEvent.ENDED, (Ended.LOST, _, _):
            return f"{player(0)} loses the game"
        case LogEvent.ENDED, _:
            return "the game crashes"
    return ""
