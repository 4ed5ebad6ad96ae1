"""From a derivation of the grammar to the syntax tree."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from lark import Token, Tree

from . import tree
from .decks import pack_of
from .fitting import fitted
from .parts import Mode, Note, ScorePoints, Word, location_of, values_of
from .rule_builder import RuleBuilder, as_test, cards_of

DIGITS_READ = 18  # more than any allowed number has; further digits make no difference

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
    "lay_all_3": tree.LayAll, "beat_3": tree.Beat, "last_3": tree.Last, "taken_3": tree.Taken,
    "deal_until_3": tree.DealUntil, "shown_starts_3": tree.ShownStarts, "all_return_3": tree.AllReturn,
    "others_out_3": tree.OthersOut, "share_3": tree.SharePot, "reopen_3": tree.Reopen, "forget_own_3": tree.ForgetOwn,
    "look_3": tree.LookAt, "put_all_3": tree.PutAll, "put_highest_3": tree.PutHighest,
    "chosen_takes_3": tree.ChosenTakes, "chosen_out_3": tree.ChosenOut,
    "card": tree.Card, "number": tree.Number, "suit": tree.Suit, "deck": tree.Deck, "suit_3": tree.Suit,
}  # fmt: skip


def build(derivation: Tree[Token]) -> tree.Game:
    """Return the game that a derivation describes."""
    return cast(tree.Game, _Builder().build(derivation))


class _Builder(RuleBuilder):
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
        return parts[0] if kind is None else kind(*values_of(parts), at=location_of(parts))

    def INT(self, token: Token) -> int:  # noqa: N802
        return tree.Located.read(int(token[:DIGITS_READ]), location_of([token]))

    def STRING(self, token: Token) -> str:  # noqa: N802
        return str(token[1:-1])

    def WORD(self, token: Token) -> Word:  # noqa: N802
        return Word.read(str(token), location_of([token]))

    def game(self, parts: list[Any]) -> tree.Game:
        language, name, *rest = values_of(parts)
        rest = [each for part in rest for each in (part if isinstance(part, list) else [part])]
        notes = dict(each for each in rest if isinstance(each, Note))
        players, *rest = [each for each in rest if not isinstance(each, Note)]
        partners = rest.pop(0) if isinstance(rest[0], tuple) else ()
        tables, *rest = rest
        deck = next((each for each in rest if isinstance(each, tree.OwnDeck)), None)
        named = tuple(each for each in rest if isinstance(each, tree.NamedCards))
        jokers = next((each for each in rest if isinstance(each, tree.Jokers)), None)
        first_meld = next((each for each in rest if isinstance(each, tree.FirstMeld)), None)
        layouts = tuple(each for each in rest if isinstance(each, tree.Layout))
        settings = tuple(each for each in rest if isinstance(each, tree.Setting))
        stages = tuple(each for each in rest if isinstance(each, tree.Part))
        effects = tuple(each for each in rest if isinstance(each, tree.Effect))
        ranking = rest[-2] if isinstance(rest[-2], tuple) else ()
        at = location_of(parts[2:])  # of the word `game`
        game = tree.Game(
            name, players, tables, language, settings, stages, ranking, rest[-1],
            **notes, partners=partners, deck=deck, named=named, effects=effects, jokers=jokers,
            layouts=layouts, first_meld=first_meld, at=at,
        )  # fmt: skip
        return cast(tree.Game, fitted(game, pack_of(game), game.words)) if language > 2 else game

    def deck_3(self, parts: list[Any]) -> tree.OwnDeck:
        values = values_of(parts)
        suits = values.pop(0) if isinstance(values[0], tuple) else ()
        copies = tuple(each for each in values if isinstance(each, tree.Copies))
        bowers = next((str(each) for each in values if isinstance(each, str)), "")
        trumps = values[-1] if isinstance(values[-1], tuple) else ()
        return tree.OwnDeck(suits, copies, bowers, trumps, at=location_of(parts))

    def bowers_3(self, parts: list[Any]) -> str:
        return str(parts[1])

    def trumps_3(self, parts: list[Any]) -> tuple[tree.Selection, ...]:
        return tuple(values_of(parts))

    def suits_3(self, parts: list[Any]) -> tuple[str, ...]:
        return tuple(values_of(parts))

    def copies_3(self, parts: list[Any]) -> tree.Copies:
        amount, *ranks = values_of(parts)
        return tree.Copies(amount, "each" in parts, tuple(ranks), at=amount.at)

    def ranks_3(self, parts: list[Any]) -> tree.Ranks:
        return tree.Ranks(*values_of(parts), at=parts[0].at)

    def named_cards_3(self, parts: list[Any]) -> tree.NamedCards:
        name, *cards = values_of(parts)
        return tree.NamedCards(name, tuple(cards), at=name.at)

    def jokers_3(self, parts: list[Any]) -> tree.Jokers:
        values = values_of(parts)
        cards = tuple(each for each in values if isinstance(each, tree.Selection))
        most = next((each for each in values if isinstance(each, int)), None)
        return tree.Jokers(cards, most, any(isinstance(each, Mode) for each in values), at=location_of(parts))

    def fewer_3(self, parts: list[Any]) -> Mode:
        return Mode("fewer")

    def first_meld_3(self, parts: list[Any]) -> tree.FirstMeld:
        return tree.FirstMeld(tuple(values_of(parts)), at=location_of(parts))

    def minimum_3(self, parts: list[Any]) -> tree.Minimum:
        values = values_of(parts)
        return tree.Minimum(*values, at=values[0].at)

    def partners_3(self, parts: list[Any]) -> tuple[tuple[int, ...], ...]:
        return tuple(values_of(parts))

    team_3 = partners_3

    def edition(self, parts: list[Any]) -> Note:
        return Note("version", parts[1])

    def origin(self, parts: list[Any]) -> Note:
        return Note("source", parts[1])

    def names(self, parts: list[Any]) -> Note:
        return Note("names", tuple(parts))

    def naming(self, parts: list[Any]) -> tree.Name:
        return tree.Name(*values_of(parts), at=location_of(parts))

    def say(self, parts: list[Any]) -> Note:
        return Note("say", parts[1] or " ")  # a rule without a word has "", so the checks can refuse an empty one

    def stage(self, parts: list[Any]) -> tree.Stage:
        values = values_of(parts)
        name = values.pop(0) if values and isinstance(values[0], str) else ""
        modes = [each for each in values if isinstance(each, Mode)]
        com = tuple(each for each in values if isinstance(each, tree.Com))
        steps = [each for each in values if isinstance(each, tuple) and not isinstance(each, Mode)]
        rules = [replace(rule, step=number) for number, step in enumerate(steps, 1) for rule in step]
        rules += [each for each in values if isinstance(each, tree.Rule)]
        return tree.Stage(name, com, tuple(rules), **{mode.field: True for mode in modes}, at=location_of(parts))

    def when_3(self, parts: list[Any]) -> list[tree.Effect]:
        return values_of(parts)

    def effect_3(self, parts: list[Any]) -> tree.Effect:
        cards, table, *tests, consequents = values_of(parts)
        return tree.Effect(cards, table, tuple(map(as_test, tests)), consequents, at=table.at)

    def by_partners_3(self, parts: list[Any]) -> Mode:
        return Mode("by_partners")

    def together_3(self, parts: list[Any]) -> Mode:
        return Mode("together")

    def one_seat_3(self, parts: list[Any]) -> int:
        return cast(int, parts[1])

    def step_3(self, parts: list[Any]) -> tuple[tree.Rule, ...]:
        return tuple(values_of(parts))

    def repeat_2(self, parts: list[Any]) -> tree.Repeat:
        times, *stages = values_of(parts)
        return tree.Repeat(times, tuple(stages), at=location_of(parts))

    def until_3(self, parts: list[Any]) -> tree.Until:
        condition, *stages = values_of(parts)
        return tree.Until(condition, tuple(stages), at=location_of(parts))

    def each_3(self, parts: list[Any]) -> tree.ForEach:
        name, *stages = values_of(parts)
        return tree.ForEach(name, tuple(stages), at=location_of(parts))

    def layout_3(self, parts: list[Any]) -> tree.Layout:
        name, first, last, *more = values_of(parts)
        return tree.Layout(name, first, last, **{mode.field: True for mode in more}, at=location_of(parts))

    def by_suit_3(self, parts: list[Any]) -> Mode:
        return Mode("by_suit")

    def own_3(self, parts: list[Any]) -> Mode:
        return Mode("own")

    def ranking(self, parts: list[Any]) -> tuple[tree.Rank, ...]:
        return tuple(values_of(parts))

    def rank(self, parts: list[Any]) -> tree.Rank:
        what, *scores = values_of(parts)
        return tree.Rank(what, tuple(scores), at=what.at)

    def winning(self, parts: list[Any]) -> tree.Winning:
        values = values_of(parts)
        captured = tuple(each for each in values if isinstance(each, tree.Captured))
        score = next((each.points for each in values if isinstance(each, ScorePoints)), None)
        token, alive = [each for each in values if isinstance(each, int)] or (0, 0)
        return tree.Winning(token, alive, captured, score, at=location_of(parts))

    def score_points_3(self, parts: list[Any]) -> ScorePoints:
        return ScorePoints(values_of(parts)[0])

    def captured_2(self, parts: list[Any]) -> tree.Captured:
        what, points = values_of(parts)
        return tree.Captured(cards_of(what), points, at=location_of(parts))

    def trick_2(self, parts: list[Any]) -> tree.Trick:
        table, to, *rest = values_of(parts)
        trump = next((each for each in rest if isinstance(each, str)), None)
        given = next((each for each in rest if isinstance(each, int)), None)
        return tree.Trick(table, to, trump, given, at=location_of(parts))

    def com(self, parts: list[Any]) -> tree.Com:
        return cast(tree.Com, parts[1])

    def seats(self, parts: list[Any]) -> tuple[int, ...] | None:
        return tuple(values_of(parts)) or None
