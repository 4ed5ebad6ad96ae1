"""Card games as people use them: `game("uno")`, and the family of games that the registry knows."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from cardwright.core import data
from cardwright.core.errors import UnknownName
from cardwright.core.family import Family
from cardwright.core.game import TokenField
from cardwright.core.interpreted import plain
from cardwright.core.presentation import Action, Face, Presentation
from cardwright.core.record import copied
from cardwright.core.state import State

from .action_space import ActionSpace
from .bounds import max_decisions
from .engine.compiler import compile_game
from .engine.conditions import holds
from .engine.rules import NEEDS, STEPS
from .engine.start import Start, described_game, position
from .engine.state import CARDS, CHOICES, DONE, ENOUGH, MAX_ACTIONS, NEXT, NONE, PASS, Ended, Need
from .engine.state import State as Record
from .engine.summary import NAMES as SUMMARY
from .engine.verbs import RULES, SUBJECT, label
from .feature_names import feature_names, token_fields
from .language import tree
from .language.card_names import NUMBERS, card_name, find_card, full_name
from .language.checks import problems
from .language.files import SUFFIX, games, parse, source
from .language.formatter import rewritten
from .language.numbers import numbers, with_numbers
from .language.printer import text
from .language.problem import BadGame
from .prose.actions import action_words, distinguishing_texts
from .prose.choices import PASSING, ChoiceTexts, Chosen
from .prose.ending import ending
from .prose.english import english
from .views import CardGameViews

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
    max_tokens = CARDS
    summary_names = SUMMARY
    measures = ("drawn", "crashed")
    presentation = Presentation(
        unordered=("hand", "deck", "removed"),
        piles=("deck", "removed", "stack"),
    )

    def __init__(self, name: str, start: Mapping[str, Any], described: tree.Game | None = None):
        start = data.plain(start)
        model = data.validate(Start, start)
        self.described = described or described_game(model)
        self.title = self.described.name
        self.stages = self.described.written_stages()
        rules, setup = compile_game(self.described), position(model, self.described)
        self._action_space = ActionSpace(self.described)
        self._action_space.write(rules[0])
        super().__init__(name, start, setup, players=self.described.players, rules=rules)
        self.max_decisions = max_decisions(self.described)
        self._rests: dict[int, list[str]] = {}
        self._alike: dict[int, bool] = {}

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What the verb `observe` writes: the cards in each zone, the players, and how far the game has come."""
        return feature_names(self.rules[0], self.stages)

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns of the rows for cards."""
        return token_fields(self.rules[0])

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
        name = self._subject(subject, need) or name
        rest = self._rest(stage, rule) if step <= 0 else ""
        return kind, f"{name}, {rest}" if rest else name

    def _subject(self, subject: int, need: Need) -> str:
        """Return the name of the card, amount, player or number chosen."""
        match need:
            case Need.CARD:
                return card_name(subject)
            case Need.AMOUNT:
                return str(subject)
            case Need.PLAYER:
                return self.player_name(subject)
            case Need.NUMBER:
                return NUMBERS[subject]
        return ""

    def _rest(self, stage: int, rule: int) -> str:
        """Return the rest of a rule's text where it is needed to tell actions apart."""
        if stage not in self._rests:
            needs = [Need(int(self.rules[0].rules[stage, k].need)) for k in range(len(self.stages[stage].rules))]
            self._rests[stage] = distinguishing_texts(self.stages[stage], needs)
        return self._rests[stage][rule]

    def resolve_name(self, words: str) -> str:
        """Return the full name of a card written short: Kd is the king of diamonds."""
        return full_name(words)

    def describe(self, state: State, action: Action) -> str:
        """Return in plain English what an action does, and what the same rule does afterwards."""
        record = state.record
        chosen = _Label.decode(self._label(state, action))
        if chosen.rule == PASS:
            text = PASSING[action.id % CHOICES] if action.id % CHOICES in PASSING else str(action)
            return f"{text}{self._leaving(state)}" if action.id % CHOICES == DONE else text
        stage = self.stages[chosen.stage]
        rule = stage.rules[chosen.rule]
        choice = Chosen(
            chosen.step,
            chosen.need,
            self._subject(chosen.subject, chosen.need),
            state.decider,
            int(record.partner) if record.partner != NONE else None,
            NUMBERS[record.asked],
            int(record.cards_to_put),
            int(record.bet[state.decider]),
        )
        text = self._choice_texts.text(stage, rule, choice)
        if rule.consequents == (tree.Done(),):
            text += self._leaving(state)
        rest = self._rest(chosen.stage, chosen.rule) if record.rule == NONE and self._needs_rest(chosen.stage) else ""
        return f"{text} ({rest})" if rest else text

    @functools.cached_property
    def _choice_texts(self) -> ChoiceTexts:
        return ChoiceTexts(self.described)

    def _label(self, state: State, action: Action) -> int:
        return int(plain(label)(state.record, self.rules[0], action.id))

    def _needs_rest(self, stage: int) -> bool:
        """Return whether rules of a stage do not differ in plain English, so that their text must tell them apart."""
        if stage not in self._alike:
            nothing = Chosen(0, Need.NOTHING, "0", 0, None, "", 0, 0)
            rules = self.stages[stage].rules
            firsts = [-1 if isinstance(rule.antecedent, tree.Show) else 0 for rule in rules]
            texts = {
                (self._choice_texts.text(self.stages[stage], rule, nothing._replace(step=step)), self._rest(stage, k))
                for k, (rule, step) in enumerate(zip(rules, firsts, strict=True))
            }
            self._alike[stage] = len({text for text, _ in texts}) < len(texts)
        return self._alike[stage]

    def _leaving(self, state: State) -> str:
        """Return what happens in the next stage to a player who leaves the current one now, where it is known."""
        rules, following = self.rules[0], int(state.record.stage) + 1
        if following >= rules.stages_played:
            return ""
        after = int(rules.order[following])
        record = copied(state.records)[0]
        return self._choice_texts.leaving(
            self.stages[after], lambda rule: bool(plain(holds)(record, rules, rules.rules[after, rule]))
        )

    def how_to_play(self) -> str:
        """Return the rules in English."""
        return english(self.described)

    def face(self, card: str) -> Face | None:
        """Return the suit and number of a card; None for any other name."""
        try:
            suit, number = divmod(find_card(card), len(NUMBERS))
        except UnknownName:
            return None
        return Face(tree.SUITS[suit], NUMBERS[number])

    def ending(self, state: State) -> str:
        """Return who won and why."""
        return ending(self.described, state.record, self.stages[int(self.rules[0].order[self._last_stage(state)])])

    def _last_stage(self, state: State) -> int:
        return min(int(state.record.stage), int(self.rules[0].stages_played) - 1)

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return whether games ended in a draw or a crash."""
        return {"drawn": states["ended"] == Ended.DRAWN, "crashed": states["ended"] == Ended.CRASHED}


class CardFamily(Family[CardGame]):
    """Games in the card game description language."""

    suffix = SUFFIX  # of files that hold a game of this family
    synonyms: Mapping[str, str] = {"turn limit": "turn_limit", "with": "switches", "times": "repeat"}

    def read(self, path: str) -> Mapping[str, Any]:
        """Return the start of the game in a file."""
        content = source(path)
        parse(content, path)  # errors found here name the file
        return {"text": content}

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
    """Return the games that come with the package, each with the first line of its file."""
    return {name: (_first_comment(source(name)), {"game": name}) for name in games()}


def _first_comment(content: str) -> str:
    first = content.lstrip().partition("\n")[0]
    return first.lstrip("# ") if first.startswith("#") else ""


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
