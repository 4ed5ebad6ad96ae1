"""Card games as people use them: `game("uno")`, and the family of games that the registry knows."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardwright.core import data
from cardwright.core.family import Family
from cardwright.core.game import TokenField
from cardwright.core.interpreted import plain
from cardwright.core.presentation import Action, Face, Presentation, Row
from cardwright.core.record import copied
from cardwright.core.state import State

from .action_space import ActionSpace, spoken_choices
from .bounds import max_decisions
from .engine.compiler import compile_game, state_type
from .engine.conditions import holds
from .engine.rules import NEEDS, STEPS
from .engine.start import Start, described_game, position
from .engine.state import (
    CHOICES,
    DONE,
    ENOUGH,
    MAX_ACTIONS,
    MAX_LARGE_ACTIONS,
    NEXT,
    NONE,
    PASS,
    Ended,
    Need,
    State3Wide,
)
from .engine.state import State as Record
from .engine.summary import NAMES as SUMMARY
from .engine.verbs import RULES, SUBJECT, label
from .feature_names import feature_names, token_fields
from .language import tree
from .language.card_names import sign_of
from .language.card_names import words as in_words
from .language.checks import problems
from .language.decks import NO_SUIT, pack_of
from .language.files import SUFFIX, games, parse, source
from .language.formatter import rewritten
from .language.numbers import numbers, with_numbers
from .language.printer import text
from .language.problem import BadGame
from .prose.actions import action_words, distinguishing_texts
from .prose.choices import PASSING, ChoiceTexts, Chosen
from .prose.ending import ending
from .prose.english import english, uses_bets, uses_tokens
from .views import CardGameViews

TO = "to"  # the kind of an action that says where a card goes which has been chosen
PASSING_WORDS = {NEXT: ("next", ""), DONE: ("done", ""), ENOUGH: ("show", "no more")}


class _Label(NamedTuple):
    """The parts of the label of an action, see engine/verbs.py."""

    stage: int
    rule: int  # its index in the stage, or PASS
    step: int
    need: Need
    subject: int  # the card, amount, player or number chosen

    @classmethod
    def decode(cls, label: int) -> _Label:
        rest, need = divmod(label >> SUBJECT, NEEDS)
        rest, step = divmod(rest, STEPS)
        stage, rule = divmod(rest, RULES)
        return cls(stage, rule, step - 1, Need(need), label & ((1 << SUBJECT) - 1))


class CardGame(CardGameViews):
    """A game from a text: its syntax tree, its rules as tables, and its start."""

    family = "cgdl"
    title = "Card game"  # of the family; each game has its own
    version = 1
    dtype = Record
    max_actions = MAX_ACTIONS
    summary_names = SUMMARY
    measures = ("drawn", "crashed")
    presentation = Presentation(
        unordered=("hand", "deck", "removed"),
        piles=("deck", "removed", "stack"),
        sources={"put": ("hand",), "play": ("hand",), "show": ("hand",)},
    )

    def __init__(self, name: str, start: Mapping[str, Any], described: tree.Game | None = None):
        start = data.plain(start)
        model = data.validate(Start, start)
        self.described = described or described_game(model)
        self.title = self.described.name
        self.pack = pack_of(self.described)
        self.max_tokens = self.pack.size
        self.dtype = state_type(self.described.language == 3, self.pack.size)
        self.max_actions = MAX_LARGE_ACTIONS if self.dtype == State3Wide else MAX_ACTIONS
        self.stages = self.described.played_stages()
        rules, setup = compile_game(self.described), position(model, self.described)
        self._action_space = ActionSpace(self.described)
        self._action_space.write(rules[0])
        super().__init__(name, start, setup, players=self.described.players, rules=rules)
        self.max_decisions = max_decisions(self.described)
        if uses_bets(self.described):  # a fold loses, but it is right where a call would lose more
            self.points_matter = 1.0
        self.presentation = self.presentation._replace(
            redundant=tuple(self._unused()), labels=self._names.labels(), rows=tuple(self._rows())
        )
        self._rests: dict[int, list[str]] = {}
        self._alike: dict[int, bool] = {}

    def _unused(self) -> Iterator[str]:
        """Yield the piles that stay empty, and what is never counted, so that viewers need not show them."""
        if not (uses_tokens(self.described) or self.setup["stash"].any()):
            yield "stash"
        if not (uses_bets(self.described) or self.setup["bet"].any()):
            yield "bet"
        if not (self.described.uses(tree.Remove) or self.setup["removed"].any()):
            yield "removed"
        if not self.described.uses(tree.Trick):
            yield "tricks"

    def _rows(self) -> Iterator[Row]:
        """Yield the layouts as rows: where each table is for a suit, only the highest card matters."""
        for layout in self.described.layouts:
            size, zones = layout.each(self.players), [f"T{table}" for table in layout.tables]
            for first in range(0, len(zones), size):
                own = first // size if layout.own else None
                yield Row(tuple(zones[first : first + size]), layout.own or not layout.by_suit, own)

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What the verb `observe` writes: the cards in each zone, the players, and how far the game has come."""
        return feature_names(self.rules[0], self.stages, self.described.words, self.pack)

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns of the rows for cards."""
        return token_fields(self.rules[0], self.pack)

    @functools.cached_property
    def action_space(self) -> Sequence[str]:
        """What the text can ever offer, in words."""
        return self._action_space.words()

    def words(self, label: int) -> tuple[str, str]:
        """Return the kind and name of an action."""
        stage, rule, step, need, subject = _Label.decode(label)
        if rule == PASS:
            return PASSING_WORDS[label & (CHOICES - 1)]
        kind, name = action_words(self.stages[stage].rules[rule], step, need)
        name = self._subject(self.stages[stage].rules[rule], step, subject, need) or name
        rest = self._rest(stage, rule) if step <= 0 and kind != TO else ""
        return kind, f"{name}, {rest}" if rest else name

    def _subject(self, rule: tree.Rule, step: int, subject: int, need: Need) -> str:
        """Return the name of the card, amount, player or number chosen."""
        spoken = spoken_choices(rule.consequents[step], need, self.pack, self._action_space.tables) if step >= 0 else ()
        if spoken:
            return spoken[subject]
        match need:
            case Need.CARD:
                return self.pack.name(self.pack.faces[subject])
            case Need.AMOUNT:
                return str(subject)
            case Need.PLAYER:
                return self.player_name(subject)
            case Need.NUMBER:
                return in_words(self.pack.ranks[subject])
        return ""

    def _rest(self, stage: int, rule: int) -> str:
        """Return the rest of a rule's text where it is needed to tell actions apart."""
        if stage not in self._rests:
            needs = [Need(int(self.rules[0].rules[stage, k].need)) for k in range(len(self.stages[stage].rules))]
            self._rests[stage] = distinguishing_texts(self.stages[stage], needs, self.pack)
        return self._rests[stage][rule]

    def resolve_name(self, words: str) -> str:
        """Return the full name of a card written short: Kd is the king of diamonds."""
        return self.pack.full_name(words)

    def describe(self, state: State, action: Action) -> str:
        """Return in plain English what an action does, and what the same rule does afterwards."""
        record = state.record
        chosen = _Label.decode(self._label(state, action))
        if chosen.rule == PASS:
            text = PASSING[action.id % CHOICES] if action.id % CHOICES in PASSING else str(action)
            return self._leaving(text, state) if action.id % CHOICES == DONE else text
        stage = self.stages[chosen.stage]
        rule, player = stage.rules[chosen.rule], state.decider
        bets = record.bet[: self.players].tolist()
        choice = Chosen(
            chosen.step,
            chosen.need,
            self._subject(rule, chosen.step, chosen.subject, chosen.need),
            player,
            int(record.partner) if record.partner != NONE else None,
            in_words(self.pack.ranks[record.asked]) if record.asked != NONE else "",
            int(record.cards_to_put),
            bets[player],
            max(bets[:player] + bets[player + 1 :], default=0),
            self._using(record),
        )
        text = self._choice_texts.text(stage, rule, choice)
        if rule.consequents == (tree.Done(),):
            text = self._leaving(text, state)
        rest = self._rest(chosen.stage, chosen.rule) if record.rule == NONE and self._needs_rest(chosen.stage) else ""
        return f"{text} ({rest})" if rest else text

    def _using(self, record: Any) -> str:
        """Return the card with which the player captures others; empty between captures."""
        using = int(record.using) if self.described.language == 3 else NONE
        return self.pack.name(using) if using != NONE else ""

    def refusal(self, state: State, words: str) -> str:
        """Return why a card, a bet or another rule of the stage cannot be played now."""
        stage = self.stages[int(self.rules[0].order[int(state.record.stage)])]
        chosen = [_Label.decode(self._label(state, action)) for action in state.legal()]
        tails = (words.split(maxsplit=first)[-1] for first in range(words.count(" ") + 1))
        card = next((found for tail in tails if (found := self.pack.known(tail)) is not None), None)
        if card is not None:
            if not int(state.record.hands[state.decider]) & self.pack.equal(card):
                return f"you do not hold the {self.pack.name(card)}"
            if self._lays_first(state):
                return f"your first melds must count at least {int(state.record.meld_goal)} before you do anything else"
            return self._choice_texts.fitting(card, stage.rules)
        word, _, amount = words.partition(" ")
        meant = [each for each in chosen if each.rule != PASS and stage.rules[each.rule].say in ("", word.casefold())]
        amounts = [each.subject for each in meant if each.need == Need.AMOUNT]
        numbers = [each.subject + lowest for each in meant if (lowest := _lowest(stage, each)) is not None]
        offered = amount.isdecimal() and meant
        if amounts and offered:
            ending = "" if max(amounts) == 1 else "s"
            return f"you can {word} {_span(amounts)} {self._names.token}{ending} now"
        if numbers and offered:
            return f"you can {word} {_span(numbers)} now"
        possible = {self.describe(state, action).partition(" ")[0] for action in state.legal()}
        return "" if word.casefold() in possible and not offered else self._choice_texts.condition_of(word, stage)

    @functools.cached_property
    def _choice_texts(self) -> ChoiceTexts:
        return ChoiceTexts(self.described)

    def _label(self, state: State, action: Action) -> int:
        return int(plain(label)(state.record, self.rules[0], action.id))

    def _needs_rest(self, stage: int) -> bool:
        """Return whether rules of a stage do not differ in plain English, so that their text must tell them apart."""
        if stage not in self._alike:
            nothing = Chosen(0, Need.NOTHING, "0", 0, None, "", 0, 0, 0)
            rules = self.stages[stage].rules
            firsts = [-1 if isinstance(rule.antecedent, tree.Show) else 0 for rule in rules]
            texts = {
                (self._choice_texts.text(self.stages[stage], rule, nothing._replace(step=step)), self._rest(stage, k))
                for k, (rule, step) in enumerate(zip(rules, firsts, strict=True))
            }
            self._alike[stage] = len({text for text, _ in texts}) < len(texts)
        return self._alike[stage]

    def _leaving(self, text: str, state: State) -> str:
        """Return the text of leaving the current stage, with what happens then in the next one, where it is known."""
        rules, following = self.rules[0], int(state.record.stage) + 1
        if following >= rules.stages_played:
            return text
        now, then = int(rules.order[following - 1]), int(rules.order[following])
        if then < 0:  # the end of a repeat: what follows is not known
            return text
        stage, after, row = self.stages[now], self.stages[then], rules.rules[then]
        record = copied(state.records)[0]
        return self._choice_texts.leaving(text, stage, after, lambda rule: bool(plain(holds)(record, rules, row[rule])))

    def how_to_play(self) -> str:
        """Return the rules in English."""
        return english(self.described)

    def face(self, card: str) -> Face | None:
        """Return the suit and number of a card; None for any other name."""
        pack, found = self.pack, self.pack.known(card)
        if found is None:
            return None
        rank = in_words(pack.ranks[pack.rank_of[found]])
        if pack.suit_of[found] == NO_SUIT:
            return Face("", rank)
        suit = pack.suits[pack.suit_of[found]]
        return Face(suit, rank, pip=sign_of(suit, pack.suits).capitalize())

    def ending(self, state: State) -> str:
        """Return who won and why."""
        return ending(self.described, state.record, self.stages[int(self.rules[0].order[int(state.record.stage)])])

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return whether games ended in a draw or a crash."""
        return {"drawn": states["ended"] == Ended.DRAWN, "crashed": states["ended"] == Ended.CRASHED}


def _span(numbers: Sequence[int]) -> str:
    """Return what numbers can be, in words.

    >>> _span([2]), _span([1, 2, 3])
    ('2', '1 to 3')
    """
    least, most = min(numbers), max(numbers)
    return str(least) if least == most else f"{least} to {most}"


def _lowest(stage: tree.Stage, chosen: _Label) -> int | None:
    """Return the lowest number of the range that a choice is from; None for other choices."""
    if chosen.rule == PASS or chosen.step < 0:
        return None
    consequent = stage.rules[chosen.rule].consequents[chosen.step]
    return consequent.lowest if isinstance(consequent, tree.Choose) and consequent.kind in ("", tree.HIGHER) else None


class CardFamily(Family[CardGame]):
    """Games in the card game description language."""

    suffix = SUFFIX  # of files that hold a game of this family
    synonyms: Mapping[str, str] = {"turn limit": "turn_limit", "with": "switches", "times": "repeat"}

    def read(self, path: str) -> Mapping[str, Any]:
        """Return the start of the game in a file."""
        content = source(path)
        parse(content, path)  # errors found here name the file
        return {"text": content}

    def inline_files(self, start: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """Read the file that `game` names, relative to the folder of the scenario file."""
        name = start.get("game")
        if not isinstance(name, str) or not name.endswith(SUFFIX) or "text" in start:
            return start
        return {**self.read(str(folder / name)), **{key: value for key, value in start.items() if key != "game"}}

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Return the numbers of the game, named by the words around them: stages, ranking, winning, switches.

        >>> family.rules({"game": "uno"})["stages"]
        {'deal': {'deal to all players': 7, 'deal to T0': 1}}
        """
        return numbers(described_game(data.validate(Start, data.plain(start))))

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start with the text of a game that has these numbers, or raise `BadGame` if it is not valid."""
        model = data.validate(Start, data.plain(start))
        changed = with_numbers(described_game(model), rules)
        found = problems(changed)
        if found:
            raise BadGame(changed.name, found)
        written = rewritten(model.text if model.text is not None else source(str(model.game)), changed)
        in_text = {"game", "text", "players", "switches"}
        return {"text": written, **{key: value for key, value in start.items() if key not in in_text}}

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return a scenario file with this start; every command that plays games reads it."""
        return {"game": self.name, "start": dict(self.with_rules(start, rules))}


def _starts() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the games that come with the package, each with the first sentence of its file."""
    return {name: (_first_sentence(source(name)), {"game": name}) for name in games()}


def _first_sentence(content: str) -> str:
    """Return the first sentence of the comment that a file begins with.

    >>> _first_sentence("# Whist for four,\\n# to 5 points. (Without honours.)\\nlanguage 3")
    'Whist for four, to 5 points.'
    """
    lines = itertools.takewhile(lambda line: line.startswith("#"), content.lstrip().splitlines())
    comment = " ".join(line.lstrip("# ") for line in lines)
    sentence, period, _ = comment.partition(". ")
    return sentence + period.strip()


family = CardFamily(CardGame, _starts)


def game(what: str | Path | tree.Game, **start: Any) -> CardGame:
    """Return a game by its name, from a file, or from the tree of a checked game; `start` is as in scenario files.

    >>> from cardwright import cgdl
    >>> state = cgdl.game("uno", players=4).new(seed=1)
    >>> [len(state.view()[name]["hand"]) for name in ("P1", "P2", "P3", "P4")]
    [7, 7, 7, 7]
    """
    if isinstance(what, tree.Game):
        return CardGame(what.name or "custom", {"text": text(what), **start}, None if start else what)
    if str(what).endswith(SUFFIX):
        return family.game({**family.read(str(what)), **start}, Path(what).stem)
    return family.game({**family.start(str(what)), **start}, str(what))
