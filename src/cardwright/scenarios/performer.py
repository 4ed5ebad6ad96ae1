"""Performing a scenario: making the choices it names, and checking what it expects."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State

from .expect import ZONE_WORDS, Mismatch, compare, show
from .script import CHOICE_WORDS, STEP_WORDS, Choice, Choices, Events, Expect, Knowledge, Step

MAX_REPEATS = 1000
HIDDEN_COPIES = 20  # samples of the positions that a player cannot tell apart
MAX_SHOWN_OPTIONS = 40
NOBODY = "nobody"
YES_OR_NO = ("yes", "no")


class Performer:
    """A scenario in progress: the state, and methods that take the steps of a script on it."""

    def __init__(self, state: State, otherwise: tuple[Choice, ...] = ()):
        self.state = state
        self.game: Game = state.game
        self.otherwise = otherwise
        self.players = [self.game.player_name(player) for player in range(self.game.players)]
        self.happened: tuple[LoggedEvent, ...] = state.events  # since the last expectation, in a logged game

    def take(self, step: Step) -> list[Mismatch]:
        """Take a step and return what went wrong."""
        try:
            if isinstance(step, Expect):
                mismatches, self.happened = list(self._check(step)), ()
                return mismatches
            if isinstance(step, Choices):
                return list(self._choose(step))
            self._repeat(step.choice)
        except CardwrightError as error:
            return [Mismatch(step.location, str(error))]
        return []

    def _play(self, action: Action) -> None:
        self.state.play(action)
        self.happened += self.state.events

    def _choose(self, step: Choices, strict: bool = False) -> Iterator[Mismatch]:
        """Make the choices; if `strict`, only those that are offered, with nothing in between."""
        whole = _joined(step.choices)
        choices = (whole,) if self._find(whole, begun=True) is not None else step.choices
        known = _names(self.state.view()) if len(choices) > 1 else set()
        begun = len(choices) == 1  # of several, the next could be a part of the choice that is left out
        for number, choice in enumerate(choices):
            action = self._find(choice, begun)
            if action is None and not strict:
                action = self._wait_for(choice, begun)
            if action is not None:
                self._play(action)
            elif number == 0 or strict or not self._made_by_rules(choice, known):
                yield Mismatch(choice.location, self._refusal(choice))
                return

    def _wait_for(self, choice: Choice, begun: bool) -> Action | None:
        """Make the choices under `otherwise` until this one is possible; if it never is, change nothing."""
        before, happened = self.state, self.happened
        self.state = before.copy()
        for _ in range(MAX_REPEATS):
            between = next(filter(None, map(self._find, self.otherwise)), None)
            if between is None:
                break
            self._play(between)
            action = self._find(choice, begun)
            if action is not None:
                return action
        self.state, self.happened = before, happened
        return None

    def _repeat(self, choice: Choice) -> None:
        for _ in range(MAX_REPEATS):
            action = self._find(choice)
            if action is None:
                return
            self._play(action)
        raise BadData(f"'{choice}' never stops being possible; stopped after {MAX_REPEATS:,} repetitions")

    def _made_by_rules(self, choice: Choice, known: set[str]) -> bool:
        """Return whether the rules made this choice themselves.

        They did if no choice of its kind is offered and what it names exists.
        """
        _, kind = self._player_and_kind(choice)
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

    def _find(self, choice: Choice, begun: bool = False) -> Action | None:
        """Return the action that a choice names, or None if it is not possible now.

        If `begun`, what follows a comma can be left out where only one action begins so.
        """
        player, kind = self._player_and_kind(choice)
        if player is not None and not _alike(player, self._decider()):
            return None
        options = [each for each in self._options() if kind is None or _alike(each.kind, kind)]
        patterns = ["{0.name}"] if kind is not None else ["{0.kind} {0.name}", "{0.name}"]
        own = re.sub(rf" of {re.escape(self._decider())}$", "", choice.words, flags=re.IGNORECASE)
        for words in dict.fromkeys(each for text in (choice.words, own) for each in (text, self._resolve(text, kind))):
            numbered = re.fullmatch(r"(.+) (\d+)", words)
            for name, number in [(words, 1), *([(numbered[1], int(numbered[2]))] if numbered else [])]:
                for pattern in patterns:
                    equal = [each for each in options if _alike(pattern.format(each).strip(), name)]
                    if 0 < number <= len(equal):
                        return equal[number - 1]
                    for rest in (" of ", ", ") if begun else (" of ",):
                        if number == 1 and len(found := _beginning(name + rest, pattern, options)) == 1:
                            return next(iter(found.values()))
        return None

    def _resolve(self, words: str, kind: str | None) -> str:
        """Return the words with a short name in full; if they begin with a kind of choice, the name follows it."""
        if kind is None:
            for each in sorted({option.kind for option in self._options()}, key=len, reverse=True):
                if _alike(words[: len(each) + 1], f"{each} "):
                    return f"{each} {self.game.resolve_name(words[len(each) + 1 :].strip())}"
        return self.game.resolve_name(words)

    def _player_and_kind(self, choice: Choice) -> tuple[str | None, str | None]:
        """Return the player and the kind of a choice; a script is read before the players' names are known."""
        if choice.kind is not None and self._is_player(choice.kind):
            return choice.kind, None
        if choice.words in YES_OR_NO and not any(_alike(each.kind, str(choice.kind)) for each in self._options()):
            return choice.player, None  # "use: yes": any key can stand before an answer
        if choice.player is not None and not self._is_player(choice.player):
            raise unknown("player", choice.player, [*self.players, *STEP_WORDS])
        return choice.player, choice.kind

    def _is_player(self, name: str) -> bool:
        return any(_alike(name, player) for player in self.players)

    def _decider(self) -> str:
        return NOBODY if self.state.over else self.players[self.state.decider]

    def _refusal(self, choice: Choice) -> str:
        if self.state.over:
            return f"'{choice}' is not possible: the game is over"
        options = self._option_words()
        shown = ", ".join(options[:MAX_SHOWN_OPTIONS]) + (", ..." if len(options) > MAX_SHOWN_OPTIONS else "")
        player, _ = self._player_and_kind(choice)
        if player is not None and not _alike(player, self._decider()):
            return f"{player} does not decide now; {self._decider()} decides and can: {shown}"
        near = difflib.get_close_matches(str(choice), options, n=1, cutoff=0.75)
        hint = f"did you mean '{near[0]}'? " if near else ""
        return f"'{choice}' is not possible now; {hint}{self._decider()} decides and can: {shown}"

    def _check(self, step: Expect) -> Iterator[Mismatch]:
        found = dict.fromkeys(CHOICE_WORDS) | self.state.view() | self._status()  # every key that can be expected
        if step.position:
            yield from self._compare(step, found)
        for events in step.events:
            yield from self._check_events(events)
        for each in step.knowledge:
            yield from self._check_knowledge(each)
        if step.legal is not None:
            expected = {"legal": list(dict.fromkeys(str(self._find(choice) or choice) for choice in step.legal))}
            for _, message in compare(expected, {"legal": self._option_words()}, unordered=["legal"]):
                yield Mismatch((*step.location, "legal"), message)
        for choices in step.can:
            for mismatch in Performer(self.state.copy())._choose(choices):
                yield Mismatch(choices.location, f"can: {mismatch.message}")
        for choices in step.cannot:
            if not any(Performer(self.state.copy())._choose(choices, strict=True)):
                yield Mismatch(choices.location, f"cannot: '{', '.join(map(str, choices.choices))}' is possible")

    def _check_events(self, events: Events) -> Iterator[Mismatch]:
        """Check that events happened in this order, perhaps with others in between, or that none of them happened."""
        player = None if events.player is None else self._player_number(events.player)
        texts = self.game.event_texts(self.happened, player)
        rest = iter(texts)
        for expected in events.texts:
            if not events.happened:
                rest = iter(texts)
            if any(_is_event(expected, text) for text in rest) != events.happened:
                found = show(list(filter(None, texts)))
                yield Mismatch(events.location, f"expected {'' if events.happened else 'no '}{expected!r} in {found}")
                return

    def _player_number(self, name: str) -> int:
        for number, player in enumerate(self.players):
            if _alike(name, player):
                return number
        raise unknown("player", name, self.players)

    def _check_knowledge(self, knowledge: Knowledge) -> Iterator[Mismatch]:
        """Check a player's knowledge: facts that hold in a sample of the positions it cannot tell from the real one."""
        player = self._player_number(knowledge.player)
        copies = (self.state.copy(hidden_from=player, seed=seed) for seed in range(HIDDEN_COPIES))
        untrue = self._compare(knowledge, self.state.view())
        doubts: list[Mismatch] = next(filter(None, (self._compare(knowledge, copy.view()) for copy in copies)), [])
        if untrue:
            yield from untrue
        elif knowledge.known:
            for location, message in doubts:
                yield Mismatch(location, f"{knowledge.player} cannot know this; also possible: {message}")
        elif not doubts:
            yield Mismatch(knowledge.location, f"{knowledge.player} knows {show(knowledge.position)}")

    def _compare(self, step: Expect | Knowledge, found: Mapping[str, Any]) -> list[Mismatch]:
        unordered = (*self.game.presentation.unordered, "winner")
        mismatches = compare(self._resolve_all(step.position), found, unordered, self.game.presentation.counters)
        return [Mismatch((*step.location, *location), message) for location, message in mismatches]

    def _resolve_all(self, expected: Any) -> Any:
        """Return an expectation with all short names in full."""
        if isinstance(expected, Mapping):
            return {self._resolve_key(key): self._resolve_all(value) for key, value in expected.items()}
        if isinstance(expected, list):
            return [self._resolve_all(each) for each in expected]
        if isinstance(expected, str) and expected.casefold().startswith("not "):
            return f"not {self.game.resolve_name(expected[4:])}"
        return self.game.resolve_name(expected) if isinstance(expected, str) else expected

    def _resolve_key(self, key: Any) -> Any:
        return self.game.resolve_name(key) if isinstance(key, str) and key not in ZONE_WORDS else key

    def _result(self) -> str | dict[str, str]:
        """Return the result in a word, or in a word for each of several players."""
        if not self.state.over:
            return "open"
        results = {name: self._outcome(player) for player, name in enumerate(self.players)}
        return results if len(results) > 1 else results[self.players[0]]

    def _outcome(self, player: int) -> str:
        if player in self.state.winners:
            return "won"
        return "lost" if self.state.winners or self.state.score(player) < 0 else "drawn"

    def _status(self) -> dict[str, Any]:
        """Return the keys that every game has: who decides, whether it is over, and the result."""
        winners = [self.players[player] for player in self.state.winners]
        return {
            "over": self.state.over,
            "decider": self._decider(),
            "winner": winners if len(winners) > 1 else winners[0] if winners else NOBODY,
            "result": self._result(),
            "scores": {name: self.state.score(player) for player, name in enumerate(self.players)},
        }


def _alike(one: str, other: str) -> bool:
    return one.casefold() == other.casefold()


def _is_event(expected: str, text: str) -> bool:
    """Return whether an event is the expected one; what it says in brackets at its end can be left out."""
    return _alike(expected, text) or _alike(expected, re.sub(r" \([^()]*\)$", "", text))


def _joined(choices: tuple[Choice, ...]) -> Choice:
    """Return one choice of the words of several: `{move: 6c, to: T4}` can be the choice "move 6c, to T4"."""
    first, *others = choices
    return first._replace(words=", ".join([first.words, *map(str, others)]))


def _beginning(words: str, pattern: str, options: list[Action]) -> dict[str, Action]:
    """Return the options that begin with some words, by all their words: the rest can be left out if only one does."""
    prefix = words.casefold()
    return {str(each): each for each in options if pattern.format(each).strip().casefold().startswith(prefix)}


def _names(view: Any) -> set[str]:
    """Return all words in a view, to tell names from misspellings."""
    if isinstance(view, Mapping):
        return {str(key).casefold() for key in view}.union(*map(_names, view.values()))
    if isinstance(view, list):
        return set().union(*map(_names, view))
    return {str(view).casefold()}
