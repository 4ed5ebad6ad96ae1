"""The steps of a scenario: choices made by name, and looks at the position in between."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardwright.core.data import Document, Place
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.game import Action, Game, State

from .expect import Mismatch, compare

MOST_CHOICES = 1000
SHOWN_OPTIONS = 40
NOBODY = "nobody"
STEP_WORDS = ("expect", "repeat")


class Choice(NamedTuple):
    """One choice by name, as `play: Strike` or `end turn`, and by whom if that is said."""

    place: Place
    player: str | None
    kind: str | None
    words: str

    def __str__(self) -> str:
        return f"{self.kind or ''} {self.words}".strip()


class Choices(NamedTuple):
    """Choices made one after the other; all but the first may be left to the rules where they offer none."""

    place: Place
    choices: tuple[Choice, ...]


class Repeat(NamedTuple):
    """A choice made as long as it can be."""

    place: Place
    choice: Choice


class Expect(NamedTuple):
    """A look at the position and at what can be done in it."""

    place: Place
    position: Mapping[str, Any]
    legal: tuple[Choice, ...] | None
    can: tuple[Choices, ...]
    cannot: tuple[Choices, ...]


Step = Choices | Repeat | Expect


def read_step(raw: Any, document: Document, place: Place) -> Step:
    """A step from the data of a scenario file."""
    if not isinstance(raw, Mapping) or not any(word in raw for word in STEP_WORDS):
        return _read_choices(raw, document, place)
    word = next(word for word in STEP_WORDS if word in raw)
    if len(raw) > 1:
        raise BadData(f"{document.at(place)}: {word!r} stands alone in its step")
    if word == "repeat":
        return Repeat(place, read_choice(raw[word], document, (*place, word)))
    return _read_expect(raw[word], document, (*place, word))


def read_choice(raw: Any, document: Document, place: Place) -> Choice:
    """A single choice."""
    choices = _read_choices(raw, document, place).choices
    if len(choices) != 1:
        raise BadData(f"{document.at(place)}: one choice belongs here, not {len(choices)}")
    return choices[0]


def _read_choices(raw: Any, document: Document, place: Place, player: str | None = None) -> Choices:
    if isinstance(raw, list | None) or raw == {}:
        raise BadData(f"{document.at(place)}: a step is a choice, as 'play: Strike' or 'end turn', or 'expect: ...'")
    if not isinstance(raw, Mapping):
        return Choices(place, (Choice(place, player, None, _words(raw)),))
    result: list[Choice] = []
    for key, value in raw.items():
        here = (*place, key)
        if isinstance(value, Mapping):
            if player is not None or difflib.get_close_matches(str(key), STEP_WORDS):
                raise BadData(f"{document.at(here)}: {unknown('part of a step', key, STEP_WORDS)}")
            result += _read_choices(value, document, here, str(key)).choices
        else:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Mapping | list):
                    raise BadData(f"{document.at(here)}: {key!r} needs a name, as in 'play: Strike'")
                result.append(Choice(here, player, str(key), _words(each)))
    return Choices(place, tuple(result))


def _words(raw: Any) -> str:
    # YAML reads a bare yes or no as true or false.
    return "" if raw is None else {True: "yes", False: "no"}[raw] if isinstance(raw, bool) else str(raw).strip()


def _read_expect(raw: Any, document: Document, place: Place) -> Expect:
    if not isinstance(raw, Mapping) or not raw:
        raise BadData(f"{document.at(place)}: 'expect' needs the part of the position to look at, as in 'hand: [Bash]'")

    def several(key: str) -> Iterator[tuple[Any, Place]]:
        value = raw.get(key, [])
        if isinstance(value, list):
            yield from ((each, (*place, key, index)) for index, each in enumerate(value))
        else:
            yield value, (*place, key)

    return Expect(
        place,
        {key: value for key, value in raw.items() if key not in ("legal", "can", "cannot")},
        tuple(read_choice(each, document, here) for each, here in several("legal")) if "legal" in raw else None,
        tuple(_read_choices(each, document, here) for each, here in several("can")),
        tuple(_read_choices(each, document, here) for each, here in several("cannot")),
    )


class Performance:
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
        offered = any(_alike(action.kind, choice.kind or "") for action in self._options())
        name = choice.words.casefold()
        return not offered and bool({name, re.sub(r" \d+$", "", name)} & (known | _names(self.state.view())))

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
        numbered = re.fullmatch(r"(.+) (\d+)", choice.words)
        for words, number in [(choice.words, 1), *([(numbered[1], int(numbered[2]))] if numbered else [])]:
            for reading in readings:
                equal = [each for each in options if _alike(reading.format(each).strip(), words)]
                if 0 < number <= len(equal):
                    return equal[number - 1]
        return None

    def _who_and_what(self, choice: Choice) -> tuple[str | None, str | None]:
        """The player and the kind of a choice, now that it is known how the players are called."""
        if choice.kind is not None and self._is_player(choice.kind):
            return choice.kind, None
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
        found = self.game.view(self.state) | self._standing()
        if step.position:
            for place, message in compare(step.position, found, self.game.unordered):
                yield Mismatch((*step.place, *place), message)
        if step.legal is not None:
            meant = {"legal": list(dict.fromkeys(str(self._find(choice) or choice) for choice in step.legal))}
            for _, message in compare(meant, {"legal": self._option_words()}, unordered=["legal"]):
                yield Mismatch((*step.place, "legal"), message)
        for choices in step.can:
            for mismatch in Performance(self.state.copy())._choose(choices):
                yield Mismatch(choices.place, f"can: {mismatch.message}")
        for choices in step.cannot:
            if not any(Performance(self.state.copy())._choose(choices, trial=True)):
                yield Mismatch(choices.place, f"cannot: '{', '.join(map(str, choices.choices))}' can be done")

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


def _names(view: Any) -> set[str]:
    """All words in a view, to tell names from slips."""
    if isinstance(view, Mapping):
        return {str(key).casefold() for key in view}.union(*map(_names, view.values()))
    if isinstance(view, list):
        return set().union(*map(_names, view))
    return {str(view).casefold()}
