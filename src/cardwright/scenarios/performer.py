"""Playing a scenario: making the choices it names, and looking whether all is as it expects."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action

from .expect import ZONE_WORDS, Mismatch, compare, show
from .script import CHOICE_WORDS, STEP_WORDS, Choice, Choices, Expect, Knowledge, Step

MOST_CHOICES = 1000
HIDDEN_COPIES = 20
SHOWN_OPTIONS = 40
NOBODY = "nobody"
YES_OR_NO = ("yes", "no")


class Performer:
    """A scenario being played: the state, and the steps taken on it."""

    def __init__(self, state: State, otherwise: tuple[Choice, ...] = ()):
        self.state = state
        self.game: Game = state.game
        self.otherwise = otherwise
        self.players = [self.game.player_name(player) for player in range(self.game.players)]

    def take(self, step: Step) -> list[Mismatch]:
        """Take a step; gives what was not as it should be."""
        try:
            if isinstance(step, Expect):
                return list(self._look(step))
            if isinstance(step, Choices):
                return list(self._choose(step))
            self._repeat(step.choice)
        except CardwrightError as error:
            return [Mismatch(step.place, str(error))]
        return []

    def _choose(self, step: Choices, trial: bool = False) -> Iterator[Mismatch]:
        """Make the choices; in a trial only those that are really offered, and nothing in between."""
        known = _names(self.state.view()) if len(step.choices) > 1 else set()
        for number, choice in enumerate(step.choices):
            action = self._find(choice)
            if action is None and not trial:
                action = self._wait_for(choice)
            if action is not None:
                self.state.play(action)
            elif number == 0 or trial or not self._was_made(choice, known):
                yield Mismatch(choice.place, self._refusal(choice))
                return

    def _wait_for(self, choice: Choice) -> Action | None:
        """Do what is to be done otherwise until the choice can be made; if it never can, do nothing."""
        before = self.state
        self.state = before.copy()
        for _ in range(MOST_CHOICES):
            between = next(filter(None, map(self._find, self.otherwise)), None)
            if between is None:
                break
            self.state.play(between)
            action = self._find(choice)
            if action is not None:
                return action
        self.state = before
        return None

    def _repeat(self, choice: Choice) -> None:
        for _ in range(MOST_CHOICES):
            action = self._find(choice)
            if action is None:
                return
            self.state.play(action)
        raise BadData(f"'{choice}' can be done without end; it was stopped after {MOST_CHOICES:,} times")

    def _was_made(self, choice: Choice, known: set[str]) -> bool:
        """Whether the rules have made this choice themselves: none such is offered, and what it names is there."""
        _, kind = self._who_and_what(choice)
        words = choice.words.split()
        known = known | _names(self.state.view()) | {name.casefold() for name in self.game.presentation.extra_names}
        splits = [(" ".join(words[:k]), " ".join(words[k:])) for k in range(1, len(words))]
        for what, name in splits if kind is None else [(kind, choice.words)]:
            name = re.sub(rf"( of ({'|'.join(map(re.escape, self.players))}))?( \d+)?$", "", name, flags=re.IGNORECASE)
            if {name.casefold(), self.game.resolve_name(name).casefold()} & known:
                return not any(_alike(action.kind, what) for action in self._options())
        return False

    def _options(self) -> list[Action]:
        return [] if self.state.over else self.state.legal()

    def _option_words(self) -> list[str]:
        return list(dict.fromkeys(map(str, self._options())))

    def _find(self, choice: Choice) -> Action | None:
        """The action that is meant, if it can be done now."""
        player, kind = self._who_and_what(choice)
        if player is not None and not _alike(player, self._decider()):
            return None
        options = [each for each in self._options() if kind is None or _alike(each.kind, kind)]
        readings = ["{0.name}"] if kind is not None else ["{0.kind} {0.name}", "{0.name}"]
        own = re.sub(rf" of {re.escape(self._decider())}$", "", choice.words, flags=re.IGNORECASE)
        for words in dict.fromkeys(each for text in (choice.words, own) for each in (text, self._meant(text, kind))):
            numbered = re.fullmatch(r"(.+) (\d+)", words)
            for name, number in [(words, 1), *([(numbered[1], int(numbered[2]))] if numbered else [])]:
                for reading in readings:
                    equal = [each for each in options if _alike(reading.format(each).strip(), name)]
                    if 0 < number <= len(equal):
                        return equal[number - 1]
                    if number == 1 and len(owned := _of_somebody(name, reading, options)) == 1:
                        return next(iter(owned.values()))
        return None

    def _meant(self, words: str, kind: str | None) -> str:
        """The words in full; where they begin with the kind of choice, only what comes after it is a name."""
        if kind is None:
            for each in sorted({option.kind for option in self._options()}, key=len, reverse=True):
                if _alike(words[: len(each) + 1], f"{each} "):
                    return f"{each} {self.game.resolve_name(words[len(each) + 1 :].strip())}"
        return self.game.resolve_name(words)

    def _who_and_what(self, choice: Choice) -> tuple[str | None, str | None]:
        """The player and the kind of a choice, now that it is known how the players are called."""
        if choice.kind is not None and self._is_player(choice.kind):
            return choice.kind, None
        if choice.words in YES_OR_NO and not any(_alike(each.kind, str(choice.kind)) for each in self._options()):
            return choice.player, None  # "use: yes" and the like, whatever it is that is used
        if choice.player is not None and not self._is_player(choice.player):
            raise unknown("player", choice.player, [*self.players, *STEP_WORDS])
        return choice.player, choice.kind

    def _is_player(self, name: str) -> bool:
        return any(_alike(name, player) for player in self.players)

    def _decider(self) -> str:
        return NOBODY if self.state.over else self.players[self.state.decider]

    def _refusal(self, choice: Choice) -> str:
        if self.state.over:
            return f"'{choice}' cannot be done: the game is over"
        options = self._option_words()
        shown = ", ".join(options[:SHOWN_OPTIONS]) + (", ..." if len(options) > SHOWN_OPTIONS else "")
        player, _ = self._who_and_what(choice)
        if player is not None and not _alike(player, self._decider()):
            return f"it is not for {player} to decide now; {self._decider()} decides and may: {shown}"
        near = difflib.get_close_matches(str(choice), options, n=1, cutoff=0.75)
        hint = f"did you mean '{near[0]}'? " if near else ""
        return f"'{choice}' cannot be done now; {hint}{self._decider()} decides and may: {shown}"

    def _look(self, step: Expect) -> Iterator[Mismatch]:
        found = dict.fromkeys(CHOICE_WORDS) | self.state.view() | self._standing()  # all that can be asked for
        if step.position:
            yield from self._compare(step, found)
        for each in step.knowledge:
            yield from self._look_into(each)
        if step.legal is not None:
            meant = {"legal": list(dict.fromkeys(str(self._find(choice) or choice) for choice in step.legal))}
            for _, message in compare(meant, {"legal": self._option_words()}, unordered=["legal"]):
                yield Mismatch((*step.place, "legal"), message)
        for choices in step.can:
            for mismatch in Performer(self.state.copy())._choose(choices):
                yield Mismatch(choices.place, f"can: {mismatch.message}")
        for choices in step.cannot:
            if not any(Performer(self.state.copy())._choose(choices, trial=True)):
                yield Mismatch(choices.place, f"cannot: '{', '.join(map(str, choices.choices))}' can be done")

    def _look_into(self, knowledge: Knowledge) -> Iterator[Mismatch]:
        """A player knows what holds in every position it cannot tell from this one; a sample stands for them all."""
        player = next((k for k, name in enumerate(self.players) if _alike(name, knowledge.player)), None)
        if player is None:
            raise unknown("player", knowledge.player, self.players)
        copies = (self.state.copy(hidden_from=player, seed=seed) for seed in range(HIDDEN_COPIES))
        untrue = self._compare(knowledge, self.state.view())
        doubts = next(filter(None, (self._compare(knowledge, copy.view()) for copy in copies)), [])
        if untrue:
            yield from untrue
        elif knowledge.known:
            for place, message in doubts:
                yield Mismatch(place, f"{knowledge.player} cannot know this; it could also be so: {message}")
        elif not doubts:
            yield Mismatch(knowledge.place, f"{knowledge.player} knows {show(knowledge.position)}")

    def _compare(self, step: Expect | Knowledge, found: Mapping[str, Any]) -> list[Mismatch]:
        mismatches = compare(self._in_full(step.position), found, (*self.game.presentation.unordered, "winner"))
        return [Mismatch((*step.place, *place), message) for place, message in mismatches]

    def _in_full(self, expected: Any) -> Any:
        """An expectation with the names in it written in full."""
        if isinstance(expected, Mapping):
            return {
                key if key in ZONE_WORDS or not isinstance(key, str) else self.game.resolve_name(key): self._in_full(
                    value
                )
                for key, value in expected.items()
            }
        if isinstance(expected, list):
            return [self._in_full(each) for each in expected]
        if isinstance(expected, str) and expected.casefold().startswith("not "):
            return f"not {self.game.resolve_name(expected[4:])}"
        return self.game.resolve_name(expected) if isinstance(expected, str) else expected

    def _standing(self) -> dict[str, Any]:
        """What every game has: whose decision it is, and how it ended."""
        winners = [self.players[player] for player in self.state.winners]
        return {
            "over": self.state.over,
            "decider": self._decider(),
            "winner": winners if len(winners) > 1 else winners[0] if winners else NOBODY,
            "scores": {name: self.state.score(player) for player, name in enumerate(self.players)},
        }


def _alike(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _of_somebody(name: str, reading: str, options: list[Action]) -> dict[str, Action]:
    """The options that read "NAME of SOMEBODY", by their words: who it is can be left out where it is clear."""
    begun = f"{name} of ".casefold()
    return {str(each): each for each in options if reading.format(each).strip().casefold().startswith(begun)}


def _names(view: Any) -> set[str]:
    """All words in a view, to tell names from slips."""
    if isinstance(view, Mapping):
        return {str(key).casefold() for key in view}.union(*map(_names, view.values()))
    if isinstance(view, list):
        return set().union(*map(_names, view))
    return {str(view).casefold()}
