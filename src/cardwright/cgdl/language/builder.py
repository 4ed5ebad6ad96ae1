"""From a derivation of the grammar to the syntax tree."""

from __future__ import annotations

import operator
from dataclasses import replace
from typing import Any, NamedTuple, cast

from lark import Token, Tree

from . import tree
from .decks import Pack, pack_of

WHO = {
    "X": tree.ME, "A": tree.OTHERS, "L": tree.LEFT, "R": tree.RIGHT, "O": tree.OPPOSITE,
    "B": tree.STARTER, "C": tree.CHOSEN,
}  # fmt: skip
MOST_PLAYERS = 6
DIGITS_READ = 10  # longer than any allowed number; further digits make no difference

# The grammar rules whose parts, apart from keywords, are exactly the fields of the class.
PLAIN: dict[str, type[tree.Node]] = {
    "setting": tree.Setting,
    "deal": tree.Deal, "deal_2": tree.Deal, "give": tree.Give, "remove_2": tree.Remove, "trump_2": tree.Trump,
    "all_stacks": tree.Stacks, "its_stack": tree.Stacks,
    "tokens": tree.CompareTokens, "play": tree.ComparePlays, "play_3": tree.ComparePlays, "exactly_3": tree.Exactly,
    "sum": tree.CompareSums, "draw": tree.Draw,
    "show": tree.Show, "found_2": tree.Found, "points_2": tree.ComparePoints,
    "take": tree.Take, "put": tree.Put, "put_2": tree.PutPlay, "put_cards_2": tree.PutCards, "turn_2": tree.Turn,
    "ask_2": tree.Ask, "bet": tree.Bet, "bet_2": tree.BetAll, "gain": tree.Gain, "gain_2": tree.Gain,
    "lead_2": tree.Lead,
    "playit": tree.PlayIt, "next": tree.Next, "done": tree.Done, "out": tree.Out, "win": tree.Win, "end": tree.End,
    "gather_3": tree.Gather, "deal_3": tree.DealCount, "move_3": tree.Move,
    "leader_3": tree.Leader, "alone_3": tree.Alone, "chosen_3": tree.Chosen, "highest_3": tree.Highest,
    "add_all_3": tree.AddForAll,
    "points_3": tree.PointsOf, "tokens_3": tree.TokensOf,
    "score_3": tree.Score, "add_3": tree.Add, "choose_3": tree.Choose, "choose_trump_3": tree.ChooseTrump,
    "call_3": tree.Call, "capture_3": tree.Capture, "stop_3": tree.Stop, "again_3": tree.Again,
    "choose_suit_3": tree.ChooseSuit, "next_takes_3": tree.NextTakes, "next_misses_3": tree.NextMisses,
    "turn_around_3": tree.TurnAround, "swap_3": tree.SwapHands, "move_hands_3": tree.MoveHands,
    "take_all_3": tree.TakeAll, "take_to_3": tree.TakeTo, "reveal_3": tree.Reveal, "forget_3": tree.Forget,
    "next_starts_3": tree.NextStarts, "deal_cards_3": tree.DealCards,
    "on_top_3": tree.OnTop, "trump_3": tree.IsTrump, "caught_3": tree.Caught,
    "captured_last_3": tree.CapturedLast, "capture_cards_3": tree.CaptureCards,
    "reveal_top_3": tree.RevealTop, "turn_over_3": tree.TurnOver, "deal_tables_3": tree.DealTables,
    "lay_all_3": tree.LayAll, "lay_off_3": tree.LayOff, "beat_3": tree.Beat, "last_3": tree.Last, "taken_3": tree.Taken,
    "deal_until_3": tree.DealUntil, "shown_starts_3": tree.ShownStarts, "all_return_3": tree.AllReturn,
    "others_out_3": tree.OthersOut, "share_3": tree.SharePot, "reopen_3": tree.Reopen, "forget_own_3": tree.ForgetOwn,
    "look_3": tree.LookAt, "put_all_3": tree.PutAll, "put_highest_3": tree.PutHighest,
    "chosen_takes_3": tree.ChosenTakes, "chosen_out_3": tree.ChosenOut,
    "card": tree.Card, "number": tree.Number, "suit": tree.Suit, "deck": tree.Deck, "suit_3": tree.Suit,
}  # fmt: skip


class _ScorePoints(NamedTuple):
    """The points for each point of the score."""

    points: int


class _Mode(NamedTuple):
    """How a stage is played: the field of the tree that is set."""

    field: str


class _Word(str):
    """A word of the game's own that knows its location in the file."""

    at: tree.Location

    @classmethod
    def read(cls, text: str, at: tree.Location) -> _Word:
        word = cls(text)
        word.at = at
        return word


def build(derivation: Tree[Token]) -> tree.Game:
    """Return the game that a derivation describes."""
    return cast(tree.Game, _Builder().build(derivation))


class _Note(NamedTuple):
    """A text about the game, and the field of the tree it belongs to."""

    field: str
    text: Any


class _Builder:
    """One method per grammar rule that is not plain; it receives the parts of the rule, keywords included."""

    def build(self, node: Tree[Token] | Token) -> Any:
        """Return what a derivation stands for, parts first; keywords stand for themselves."""
        if isinstance(node, Token):
            read = getattr(self, node.type, None)
            return node if read is None else read(node)
        parts = [self.build(each) for each in node.children]
        method = getattr(self, node.data, None)
        return self._plain(node.data, parts) if method is None else method(parts)

    def _plain(self, rule: str, parts: list[Any]) -> Any:
        """Build plain rules, and pass on rules that only choose between others or name the role of a number."""
        kind = PLAIN.get(rule)
        return parts[0] if kind is None else kind(*_values(parts), at=_location(parts))

    def INT(self, token: Token) -> int:  # noqa: N802
        return tree.Located.read(int(token[:DIGITS_READ]), _location([token]))

    def STRING(self, token: Token) -> str:  # noqa: N802
        return str(token[1:-1])

    def WORD(self, token: Token) -> _Word:  # noqa: N802
        return _Word.read(str(token), _location([token]))

    def game(self, parts: list[Any]) -> tree.Game:
        language, name, *rest = _values(parts)
        rest = [each for part in rest for each in (part if isinstance(part, list) else [part])]
        notes = dict(each for each in rest if isinstance(each, _Note))
        players, *rest = [each for each in rest if not isinstance(each, _Note)]
        partners = rest.pop(0) if isinstance(rest[0], tuple) else ()
        tables, *rest = rest
        deck = next((each for each in rest if isinstance(each, tree.OwnDeck)), None)
        named = tuple(each for each in rest if isinstance(each, tree.NamedCards))
        jokers = next((each for each in rest if isinstance(each, tree.Jokers)), None)
        layouts = tuple(each for each in rest if isinstance(each, tree.Layout))
        settings = tuple(each for each in rest if isinstance(each, tree.Setting))
        stages = tuple(each for each in rest if isinstance(each, tree.Part))
        effects = tuple(each for each in rest if isinstance(each, tree.Effect))
        ranking = rest[-2] if isinstance(rest[-2], tuple) else ()
        at = _location(parts[2:])  # of the word `game`
        game = tree.Game(
            name, players, tables, language, settings, stages, ranking, rest[-1],
            **notes, partners=partners, deck=deck, named=named, effects=effects, jokers=jokers,
            layouts=layouts, at=at,
        )  # fmt: skip
        return cast(tree.Game, _fitted(game, pack_of(game), game.words)) if language > 2 else game

    def deck_3(self, parts: list[Any]) -> tree.OwnDeck:
        values = _values(parts)
        suits = values.pop(0) if isinstance(values[0], tuple) else ()
        copies = tuple(each for each in values if isinstance(each, tree.Copies))
        bowers = next((str(each) for each in values if isinstance(each, str)), "")
        trumps = values[-1] if isinstance(values[-1], tuple) else ()
        return tree.OwnDeck(suits, copies, bowers, trumps, at=_location(parts))

    def bowers_3(self, parts: list[Any]) -> str:
        return str(parts[1])

    def trumps_3(self, parts: list[Any]) -> tuple[tree.Selection, ...]:
        return tuple(_values(parts))

    def suits_3(self, parts: list[Any]) -> tuple[str, ...]:
        return tuple(_values(parts))

    def copies_3(self, parts: list[Any]) -> tree.Copies:
        amount, *ranks = _values(parts)
        return tree.Copies(amount, "each" in parts, tuple(ranks), at=amount.at)

    def ranks_3(self, parts: list[Any]) -> tree.Ranks:
        return tree.Ranks(*_values(parts), at=parts[0].at)

    def named_cards_3(self, parts: list[Any]) -> tree.NamedCards:
        name, *cards = _values(parts)
        return tree.NamedCards(name, tuple(cards), at=name.at)

    def jokers_3(self, parts: list[Any]) -> tree.Jokers:
        values = _values(parts)
        cards = tuple(each for each in values if isinstance(each, tree.Selection))
        most = next((each for each in values if isinstance(each, int)), None)
        return tree.Jokers(cards, most, any(isinstance(each, _Mode) for each in values), at=_location(parts))

    def fewer_3(self, parts: list[Any]) -> _Mode:
        return _Mode("fewer")

    def card_3(self, parts: list[Any]) -> tree.Card:
        return tree.Card(*_values(parts), at=parts[0].at)

    def kind_3(self, parts: list[Any]) -> tree.Kind:
        return tree.Kind(parts[0], at=parts[0].at)

    def partners_3(self, parts: list[Any]) -> tuple[tuple[int, ...], ...]:
        return tuple(_values(parts))

    team_3 = partners_3

    def edition(self, parts: list[Any]) -> _Note:
        return _Note("version", parts[1])

    def origin(self, parts: list[Any]) -> _Note:
        return _Note("source", parts[1])

    def names(self, parts: list[Any]) -> _Note:
        return _Note("names", tuple(parts))

    def naming(self, parts: list[Any]) -> tree.Name:
        return tree.Name(*_values(parts), at=_location(parts))

    def say(self, parts: list[Any]) -> _Note:
        return _Note("say", parts[1])

    def stage(self, parts: list[Any]) -> tree.Stage:
        values = _values(parts)
        name = values.pop(0) if values and isinstance(values[0], str) else ""
        modes = [each for each in values if isinstance(each, _Mode)]
        com = tuple(each for each in values if isinstance(each, tree.Com))
        steps = [each for each in values if isinstance(each, tuple) and not isinstance(each, _Mode)]
        rules = [replace(rule, step=number) for number, step in enumerate(steps, 1) for rule in step]
        rules += [each for each in values if isinstance(each, tree.Rule)]
        return tree.Stage(name, com, tuple(rules), **{mode.field: True for mode in modes}, at=_location(parts))

    def when_3(self, parts: list[Any]) -> list[tree.Effect]:
        return _values(parts)

    def effect_3(self, parts: list[Any]) -> tree.Effect:
        cards, table, *tests, consequents = _values(parts)
        return tree.Effect(cards, table, tuple(map(_test, tests)), consequents, at=table.at)

    def by_partners_3(self, parts: list[Any]) -> _Mode:
        return _Mode("by_partners")

    def together_3(self, parts: list[Any]) -> _Mode:
        return _Mode("together")

    def one_seat_3(self, parts: list[Any]) -> int:
        return cast(int, parts[1])

    def called_cards_3(self, parts: list[Any]) -> tree.CalledCards:
        return tree.CalledCards(tree.OF_CARD, parts[1], at=_location(parts))

    def step_3(self, parts: list[Any]) -> tuple[tree.Rule, ...]:
        return tuple(_values(parts))

    def repeat_2(self, parts: list[Any]) -> tree.Repeat:
        times, *stages = _values(parts)
        return tree.Repeat(times, tuple(stages), at=_location(parts))

    def until_3(self, parts: list[Any]) -> tree.Until:
        condition, *stages = _values(parts)
        return tree.Until(condition, tuple(stages), at=_location(parts))

    def each_3(self, parts: list[Any]) -> tree.ForEach:
        name, *stages = _values(parts)
        return tree.ForEach(name, tuple(stages), at=_location(parts))

    def layout_3(self, parts: list[Any]) -> tree.Layout:
        name, first, last, *more = _values(parts)
        return tree.Layout(name, first, last, **{mode.field: True for mode in more}, at=_location(parts))

    def by_suit_3(self, parts: list[Any]) -> _Mode:
        return _Mode("by_suit")

    def own_3(self, parts: list[Any]) -> _Mode:
        return _Mode("own")

    this_3 = above_3 = own_3

    def in_layout_3(self, parts: list[Any]) -> tree.InLayout:
        name = parts[-1]
        return tree.InLayout(name, len(parts) > 1, at=name.at)

    def found_in_3(self, parts: list[Any]) -> tree.Found:
        cards, place = _values(parts)
        return tree.Found(cards, (place,), at=_location(parts))

    def move_cards_3(self, parts: list[Any]) -> tree.MoveCards:
        cards, *rest = _values(parts)
        above = isinstance(rest[0], _Mode)
        places = [each for each in rest if isinstance(each, tree.Hand | tree.Table | tree.InLayout)]
        words = [each for each in rest if isinstance(each, str)]
        empty = words.pop() if words and words[-1] in (tree.OR_EMPTY, tree.EMPTY) else ""
        return tree.MoveCards(cards, above, tuple(places[:-1]), places[-1], tuple(words), empty, at=_location(parts))

    def ranking(self, parts: list[Any]) -> tuple[tree.Rank, ...]:
        return tuple(_values(parts))

    def rank(self, parts: list[Any]) -> tree.Rank:
        what, *scores = _values(parts)
        return tree.Rank(what, tuple(scores), at=what.at)

    def winning(self, parts: list[Any]) -> tree.Winning:
        values = _values(parts)
        captured = tuple(each for each in values if isinstance(each, tree.Captured))
        score = next((each.points for each in values if isinstance(each, _ScorePoints)), None)
        token, alive = [each for each in values if isinstance(each, int)] or (0, 0)
        return tree.Winning(token, alive, captured, score, at=_location(parts))

    def score_points_3(self, parts: list[Any]) -> _ScorePoints:
        return _ScorePoints(_values(parts)[0])

    def captured_2(self, parts: list[Any]) -> tree.Captured:
        what, points = _values(parts)
        return tree.Captured(_cards(what), points, at=_location(parts))

    def selection(self, parts: list[Any]) -> tree.Selection:
        what, *without = _values(parts)
        at = next((each.at for each in (what, *without) if isinstance(each, tree.Node)), tree.Location(0, 0))
        return tree.Selection(_cards(what), tuple(without), at=at)

    def exception(self, parts: list[Any]) -> tree.Cards:
        return cast(tree.Cards, parts[1])

    def trick_2(self, parts: list[Any]) -> tree.Trick:
        table, to, *rest = _values(parts)
        trump = next((each for each in rest if isinstance(each, str)), None)
        given = next((each for each in rest if isinstance(each, int)), None)
        return tree.Trick(table, to, trump, given, at=_location(parts))

    def com(self, parts: list[Any]) -> tree.Com:
        return cast(tree.Com, parts[1])

    def seats(self, parts: list[Any]) -> tuple[int, ...] | None:
        return tuple(_values(parts)) or None

    def rule(self, parts: list[Any]) -> tree.Rule:
        values = _values(parts)
        said = dict([values.pop()]) if isinstance(values[-1], _Note) else {}
        modifiers = tuple(values.pop(0).split()) if isinstance(values[0], str) else ()
        antecedent = values.pop(0) if isinstance(values[0], tree.Antecedent) else None
        consequents = values[0]
        begins = antecedent or consequents[0]
        main, also = _main(antecedent or tree.Always(at=begins.at))
        return tree.Rule(modifiers, main, consequents, also, **said, at=begins.at)

    def condition_3(self, parts: list[Any]) -> tree.Condition:
        return _condition(parts[0])

    def either_3(self, parts: list[Any]) -> tree.Condition:
        alternatives = tuple(_condition(each).alternatives[0] for each in _values(parts))
        return tree.Condition(alternatives, at=alternatives[0][0].at)

    def both_3(self, parts: list[Any]) -> tree.Condition:
        tests = tuple(map(_test, _values(parts)))
        return tree.Condition((tests,), at=tests[0].at)

    def not_3(self, parts: list[Any]) -> tree.Test:
        return tree.Test(True, _values(parts)[0], at=_location(parts))

    def called_3(self, parts: list[Any]) -> tree.Called:
        return tree.Called(_values(parts)[0], parts[0] == "others", at=_location(parts))

    def compare_3(self, parts: list[Any]) -> tree.Compare:
        left, relation, right = _values(parts)
        kind = {"sum": tree.SumOf, "points": tree.PointsOf, "tokens": tree.TokensOf}.get(str(parts[0]))
        at = _location(parts) if kind else left.at
        return tree.Compare(
            kind(_together(left) if kind is tree.SumOf else left, at=at) if kind else left, relation, right, at=at
        )

    def cards_3(self, parts: list[Any]) -> tree.CardCount:
        return tree.CardCount(_together(_values(parts)[0]), at=_location(parts))

    def count_3(self, parts: list[Any]) -> tree.CardCount:
        cards, zones = _values(parts)
        return tree.CardCount(_together(zones), cards, at=_location(parts))

    def sum_3(self, parts: list[Any]) -> tree.SumOf:
        return tree.SumOf(_together(_values(parts)[0]), at=_location(parts))

    def best_3(self, parts: list[Any]) -> tree.BestOf:
        cards, zones = _values(parts)
        return tree.BestOf(cards, _together(zones), at=_location(parts))

    def groups_3(self, parts: list[Any]) -> tree.GroupsOf:
        whose = tree.US if parts[0] == "our" else tree.ME
        size, *natural = [part for part in _values(parts) if not isinstance(part, str)]
        return tree.GroupsOf(size, bool(natural), whose, at=_location(parts))

    def natural_3(self, parts: list[Any]) -> _Mode:
        return _Mode("natural")

    def kept_3(self, parts: list[Any]) -> tree.Kept:
        whose = tree.US if parts[0] == "our" else tree.OTHERS if parts[-1] == "others" else tree.ME
        name = parts[1] if whose == tree.US else parts[0]
        return tree.Kept(str(name), whose, at=name.at)

    def kept_name_3(self, parts: list[Any]) -> _Word:
        return parts[0] if isinstance(parts[0], _Word) else _Word.read(str(parts[0]), _location(parts))

    def word_3(self, parts: list[_Word]) -> _Word:
        return parts[0]

    def put_cards_3(self, parts: list[Any]) -> tree.PutCards:
        cards, table, same, face = _values(parts)
        return tree.PutCards(cards, table, face, same, at=_location(parts))

    def or_more_3(self, parts: list[Any]) -> _Mode:
        return _Mode("or_more")

    def containing_3(self, parts: list[Any]) -> tree.Selection:
        return cast(tree.Selection, parts[1])

    def lay_3(self, parts: list[Any]) -> tree.Lay:
        kind, least, *more, table = _values(parts)
        required = next((each for each in more if isinstance(each, tree.Selection)), None)
        return tree.Lay(kind, least, _Mode("or_more") in more, table, required, at=_location(parts))

    def lay_hand_3(self, parts: list[Any]) -> tree.Lay:
        *required, table = _values(parts)
        return tree.Lay(tree.POKER_HAND, tree.HAND_SIZE, False, table, *required, at=_location(parts))

    def choose_higher_3(self, parts: list[Any]) -> tree.Choose:
        lowest, highest, word = _values(parts)
        return tree.Choose(lowest, highest, word, tree.HIGHER, at=_location(parts))

    def bet_3(self, parts: list[Any]) -> tree.Bet:
        chips, *over = _values(parts)
        return tree.Bet("=", over[0] if over else None, chips, at=_location(parts))

    def choose_other_3(self, parts: list[Any]) -> tree.Choose:
        without, word = _values(parts)
        return tree.Choose(0, MOST_PLAYERS - 1, word, tree.OF_PLAYER, without, at=_location(parts))

    def choose_with_3(self, parts: list[Any]) -> tree.Choose:
        having, number, word = _values(parts)
        at = _location(parts)
        return tree.Choose(0, MOST_PLAYERS - 1, word, tree.OF_PLAYER, having=having, number=number, at=at)

    def choose_card_3(self, parts: list[Any]) -> tree.Choose:
        kind = str(parts[1])
        lowest, highest = (1, 1) if kind == tree.OF_CARD else (0, MOST_PLAYERS - 1)  # the deck decides about cards
        return tree.Choose(lowest, highest, parts[-1], kind, at=_location(parts))

    def count_all_3(self, parts: list[Any]) -> tree.AddForAll:
        word, most = _values(parts)
        return tree.AddForAll(1, word, most, at=_location(parts))

    def excess_3(self, parts: list[Any]) -> tree.Amount:
        each, *over = _values(parts)
        return tree.Amount(None, each, *over, at=each.at)

    def worth_3(self, parts: list[Any]) -> tree.Amount:
        number, *excess = _values(parts)
        if isinstance(number, tree.Amount):
            return number
        return replace(excess[0], number=number) if excess else tree.Amount(number, at=number.at)

    def consequents(self, parts: list[Any]) -> tuple[tree.Consequent, ...]:
        """Flatten the parts: an ending, and what follows `playit`, are lists themselves."""
        return tuple(each for part in _values(parts) for each in (part if isinstance(part, tuple) else (part,)))

    shown = consequents

    def ending(self, parts: list[Any]) -> tuple[tree.Consequent, ...]:
        return tuple(_values(parts))

    def have(self, parts: list[Any]) -> tree.Have:
        return tree.Have(tuple(each for each in _values(parts) if not isinstance(each, str)), at=_location(parts))

    def face(self, parts: list[Any]) -> str:
        return str(parts[1])

    def same(self, parts: list[Any]) -> str:
        return " ".join(parts)

    best_or_lowest_3 = melds_3 = set_or_run_3 = match_3 = relation = any = nothing = named = modifier = otherwise_2 = (
        up_or_down
    ) = suit_name = catch_3 = empty_3 = fit_3 = same

    def made_play(self, parts: list[Any]) -> tree.Play:
        return tree.Play(" ".join(parts), at=_location(parts))

    set_2 = made_play

    def zones(self, parts: list[Any]) -> tuple[tree.Hand | tree.Table | tree.Stack | tree.Exactly, ...]:
        return tuple(_values(parts))

    exactly_two_3 = zones

    def table(self, parts: list[Any]) -> tree.Table:
        return tree.Table(int(parts[0][1:]), at=_location(parts))

    def hand(self, parts: list[Any]) -> tree.Hand:
        return tree.Hand(_who(parts[0][1]), at=_location(parts))

    def stack_2(self, parts: list[Any]) -> tree.Stack:
        return tree.Stack(_who(parts[0][1]), at=_location(parts))

    def pile(self, parts: list[Any]) -> tree.Tokens:
        return tree.Tokens(_who(parts[0][1]), int(parts[0][2]), at=_location(parts))


def _together(zones: Any) -> tuple[Any, ...]:
    """Return zones that count together; the tables of a layout stand alone."""
    return zones if isinstance(zones, tuple) else (zones,)


def _values(parts: list[Any]) -> list[Any]:
    """Return the parts that are not keywords."""
    return [part for part in parts if not isinstance(part, Token)]


def _location(parts: list[Any]) -> tree.Location:
    """Return the location of the first word; a derivation that was not read from a text has none."""
    token = next(part for part in parts if isinstance(part, Token))
    return tree.Location(token.line or 0, token.column or 0)


def _test(what: Any) -> tree.Test:
    return what if isinstance(what, tree.Test) else tree.Test(False, what, at=what.at)


def _condition(what: Any) -> tree.Condition:
    if isinstance(what, tree.Condition):
        return what
    test = _test(what)
    return tree.Condition(((test,),), at=test.at)


def _main(antecedent: tree.Antecedent) -> tuple[tree.Antecedent, tuple[tree.Test, ...]]:
    """Return what a rule shows or draws, and its other tests; otherwise its whole condition."""
    if isinstance(antecedent, tree.Condition) and len(antecedent.alternatives) == 1:
        tests = antecedent.alternatives[0]
        for test in tests:
            if isinstance(test.what, tree.Show | tree.Draw) and not test.negated:
                return test.what, tuple(each for each in tests if each is not test)
    return antecedent, ()


def _cards(what: Any) -> tree.Cards | None:
    """Return the cards of a selection; None for `any`."""
    return None if what == tree.ANY else what


def _who(letter: str) -> int:
    return WHO[letter] if letter in WHO else int(letter)


def _fitted(part: Any, pack: Pack, words: tuple[str, ...]) -> Any:
    """Return a part of a game as its deck and its words demand.

    In a deck of the game's own, numbers of cards are names of ranks. `suit WORD` means a suit of the deck, or else the
    suit that a word of the player stands for.
    """
    match part:
        case int() | str() | None:
            return part
        case tree.Number(number) if pack.own:
            return tree.Kind(str(number), at=part.at)
        case tree.Card(number, suit) if pack.own:
            return tree.Card(str(number), suit, at=part.at)
        case tree.Suit(suit) if suit not in pack.suits and suit in words:
            return tree.CalledCards(tree.OF_SUIT, suit, at=part.at)
        case tree.Choose(kind=tree.OF_SUIT):
            return replace(part, highest=len(pack.suits) - 1)
        case tree.Choose(kind=tree.OF_CARD):
            return replace(part, highest=len(pack.ranks))
        case tree.Node():
            names: tuple[str, ...] = type(part).__match_args__
            parts = {name: getattr(part, name) for name in names}
            fitted = {name: new for name, old in parts.items() if (new := _fitted(old, pack, words)) is not old}
            return replace(part, **fitted) if fitted else part
        case tuple():
            parts_fitted = tuple(_fitted(each, pack, words) for each in part)
            return parts_fitted if any(map(operator.is_not, parts_fitted, part)) else part
    return part
