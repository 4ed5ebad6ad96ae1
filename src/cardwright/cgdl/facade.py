"""Card games as people use them: `game("uno")`, and the family of games the registry knows."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.errors import UnknownName
from cardwright.core.family import Family
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action, Face, Presentation

from . import tree, views
from .check import problems
from .compiler import compile_game
from .engine.poker import RANKS
from .engine.state import CHOICES, DONE, MAX_ACTIONS, MAX_TABLES, PASS, Ended, Need
from .engine.state import State as Record
from .engine.verbs import NEEDS, PLACES, STEPS, SUBJECT
from .files import SUFFIX, games, parse, source
from .formatter import rewritten
from .numbers import numbers, with_numbers
from .printer import text
from .problem import BadGame
from .start import Start, described_game, position
from .words import NUMBERS, card_name, find_card, full_name, phrase, tail, tails


class CardGame(Game):
    """A described game, its rules as tables, and its start."""

    family = "cgdl"
    title = "Card game"
    version = 1
    dtype = Record
    max_actions = MAX_ACTIONS
    measures = ("drawn", "crashed")
    presentation = Presentation(
        unordered=("hand", "deck", "removed"),
        piles=("deck", "removed"),
        narrated_keys=("hand", "deck", "turn", *(f"T{table}" for table in range(MAX_TABLES))),
    )

    def __init__(self, name: str, start: Mapping[str, Any], described: tree.Game | None = None):
        start = data.plain(start)
        model = data.validate(Start, start)
        self.described = described or described_game(model)
        rules = compile_game(self.described)
        setup = position(model, self.described)
        super().__init__(name, start, setup, players=self.described.players, rules=rules)
        self.tables = self.described.tables
        self._stages = self.described.written_stages()
        self._tails: dict[int, list[str]] = {}

    def stage_name(self, played: int) -> str:
        """What a stage is called, counted as they are played; one without a name by its number."""
        played = min(played, int(self.rules[0].stages_played) - 1)
        return self._stages[int(self.rules[0].order[played])].name or f"stage {played}"

    def words(self, label: int) -> tuple[str, str]:
        """The kind and name of an action."""
        stage, place, step, need = _parts(label)
        if place == PASS:
            return ("done" if label & (CHOICES - 1) == DONE else "next"), ""
        kind, name = phrase(self._stages[stage].rules[place], step, need)
        name = self._subject(label & ((1 << SUBJECT) - 1), need) or name
        more = self._tail(stage, place) if step <= 0 else ""
        return kind, f"{name}, {more}" if more else name

    def _subject(self, subject: int, need: Need) -> str:
        """The card, amount, player or number that is chosen."""
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

    def _tail(self, stage: int, place: int) -> str:
        if stage not in self._tails:
            needs = [Need(int(self.rules[0].rules[stage, k].need)) for k in range(len(self._stages[stage].rules))]
            self._tails[stage] = tails(self._stages[stage], needs)
        return self._tails[stage][place]

    def resolve_name(self, words: str) -> str:
        """Cards may be written short: Kd for the king of diamonds."""
        return full_name(words)

    def view(self, state: State) -> dict[str, Any]:
        """The position in the words of scenario files; piles from the top."""
        return views.view(self, state)

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """The view as a player sees it, with None for hidden cards."""
        return views.view(self, state, player)

    def text(self, state: State) -> str:
        """The position as the one who decides sees it."""
        return views.board(self, state)

    def describe(self, state: State, action: Action) -> str:
        """An action with what follows from it by the same rule."""
        place = action.id // CHOICES
        if place == PASS or state.record.rule >= 0:
            return str(action)
        rule = self._rule(state, place)
        play = [each.play.name for each in rule.consequents[:1] if isinstance(each, tree.PutPlay)]
        then = [f"then {tail(rule)}"] if tail(rule) and not action.name.endswith(tail(rule)) else []
        return f"{action} ({', '.join(play + then)})" if play or then else str(action)

    def _rule(self, state: State, place: int) -> tree.Rule:
        return self._stages[int(self.rules[0].order[state.record.stage])].rules[place]

    def public_text(self, state: State, action: Action, player: int) -> str:
        """What another player hears of an action: not which card goes face down."""
        record = state.record
        if action.kind != "put" or action.id // CHOICES == PASS:
            return str(action)
        consequent = self._rule(state, action.id // CHOICES).consequents[
            max(0, int(record.step)) if record.rule >= 0 else 0
        ]
        return str(action) if consequent.face == tree.UP else "put a card face down"  # type: ignore[union-attr]

    def events(self, before: State, after: State) -> list[str]:
        """Where cards went since a decision, as all players see it."""
        return views.events(self, before, after)

    def face(self, card: str) -> Face | None:
        """The suit and number of a card."""
        try:
            number = find_card(card)
        except UnknownName:
            return None
        return Face(tree.SUITS[number // RANKS], NUMBERS[number % RANKS])

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Whether games ended in a draw or a crash."""
        return {"drawn": states["ended"] == Ended.DRAWN, "crashed": states["ended"] == Ended.CRASHED}


def _parts(label: int) -> tuple[int, int, int, Need]:
    """The stage, the place of the rule, the step in it and the need that a label stands for."""
    rest, need = divmod(label >> SUBJECT, NEEDS)
    rest, step = divmod(rest, STEPS)
    stage, place = divmod(rest, PLACES)
    return stage, place, step - 1, Need(need)


def _scenarios() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the games that come with the package, each with the first line of its file."""
    return {name: (_about(source(name)), {"game": name}) for name in games()}


class CardFamily(Family[CardGame]):
    """Games in the card game description language."""

    suffix = SUFFIX  # of files that hold a game of this family
    synonyms: Mapping[str, str] = {"turn limit": "turn_limit", "with": "switches", "times": "repeat"}

    def read(self, path: str) -> Mapping[str, Any]:
        """The start of the game in a file."""
        content = source(path)
        parse(content, path)  # here, so that what is wrong names the file
        return {"text": content}

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """The numbers of the game, each under the words around it in its file: stages, ranking, winning, switches.

        >>> family.rules({"game": "uno"})["stages"]
        {'deal': {'deal to all players': 7, 'deal to T0': 1}}
        """
        return numbers(described_game(data.validate(Start, data.plain(start))))

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """The start with the text of a game that has these numbers; one that makes no sense is refused."""
        model = data.validate(Start, data.plain(start))
        changed = with_numbers(described_game(model), rules)
        found = problems(changed)
        if found:
            raise BadGame(changed.name, found)
        written = rewritten(model.text if model.text is not None else source(str(model.game)), changed)
        said = {"game", "text", "players", "switches"}  # all of it is in the text now
        return {"text": written, **{key: value for key, value in start.items() if key not in said}}

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """A scenario with this start: any command that plays a game reads it."""
        return {"game": self.name, "start": dict(self.with_rules(start, rules))}


def _about(content: str) -> str:
    first = content.lstrip().partition("\n")[0]
    return first.lstrip("# ") if first.startswith("#") else ""


family = CardFamily(CardGame, _scenarios)


def game(what: str | Path | tree.Game, **start: Any) -> CardGame:
    """A game by its name, from a file or from its tree (of a checked game); `start` as in scenario files.

    >>> from cardwright import cgdl
    >>> state = cgdl.game("uno", players=4).new(seed=1)
    >>> [len(state.view()[name]["hand"]) for name in ("P1", "P2", "P3", "P4")]
    [7, 7, 7, 7]
    """
    if isinstance(what, tree.Game):
        return CardGame(what.name or "custom", {"text": text(what), **start}, None if start else what)
    if str(what).endswith(SUFFIX):
        return family.game({**family.read(str(what)), **start}, Path(what).stem)
    return family.game({**family.scenario(str(what)), **start}, str(what))
