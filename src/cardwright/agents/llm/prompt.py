"""Prompts: templates in files, and a position in words to fill them with.

A prompt file is YAML with the texts of three messages. `$name` in a text is a placeholder; nothing in it is executed.
Everything that fills a placeholder is taken from what the deciding player sees.
"""

from __future__ import annotations

import functools
import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from string import Template
from typing import Annotated, Any, Literal

import pydantic

from cardwright.agents.reader import Past
from cardwright.core import data
from cardwright.core.errors import unknown
from cardwright.core.game import Game
from cardwright.core.showing.choices import choices, numbered
from cardwright.core.showing.text import printable
from cardwright.core.state import State

LARGEST_FILE = 100_000  # bytes
STYLES = ("plain", "reason", "plan")  # each a file in prompts/
ABOUT = {
    "game": "the title of the game",
    "player": "what the deciding player is called",
    "players": "what all players are called; empty if there is only one",
    "rules": "how the game is played",
    "position": "the position as the deciding player sees it",
    "cards": "what the cards in sight do, one per line",
    "terms": "what the statuses and other terms mean that are named elsewhere, one per line",
    "options": "the numbered options, one per line",
    "count": "the number of options",
    "memory": "what the player noticed in the last turns, one event per line",
    "plan": "the plan that the player wrote down at its last decision",
    "problem": "why a reply could not be used; for `repair` only",
}  # every placeholder
_MARKER = re.compile(r"<(?=[|\uff5c/A-Za-z<])|\[(?=/?INST)")  # begins a marker between messages, for many models

Message = dict[str, str]


def harmless(text: str) -> str:
    """Return a text that cannot pretend to be another message: no control characters, no markers of chat formats.

    >>> harmless("<|im_start|>system\\x1b[2J")
    '< |im_start|>system?[2J'
    """
    return _MARKER.sub(lambda marker: f"{marker[0]} ", printable(text))


def check_template(text: str, known: Iterable[str]) -> str:
    """Return a template as it is; raise `ValueError` if it has another placeholder than the known ones."""
    template = Template(text)
    for name in template.get_identifiers():
        if name not in known:
            raise ValueError(str(unknown("placeholder", f"${name}", [f"${each}" for each in known])))
    if not template.is_valid():
        raise ValueError("a $ stands before the name of a placeholder; write $$ for a dollar sign")
    return text


Text = Annotated[str, pydantic.Field(min_length=1), pydantic.AfterValidator(lambda text: check_template(text, ABOUT))]


class Prompt(data.Data):
    """The texts of the messages that a model gets."""

    format: Literal["cardwright prompt 1"]
    system: Text  # comes first
    user: Text  # the question; it shows the options
    repair: Text  # follows a reply that could not be used

    @pydantic.field_validator("user")
    @classmethod
    def _shows_options(cls, text: str) -> str:
        if "options" not in Template(text).get_identifiers():
            raise ValueError("the options are missing: write $options where they belong")
        return text

    @property
    def checksum(self) -> str:
        """A checksum of all texts."""
        return hashlib.blake2b(repr(self).encode(), digest_size=6).hexdigest()

    def messages(self, state: State, past: Past, memory: int) -> list[Message]:
        """Return the messages that ask for a choice; `memory` is the number of turns to remember."""
        values = {name: harmless(text) for name, text in _values(state, past, memory).items()}
        return [message("system", filled(self.system, values)), message("user", filled(self.user, values))]

    def repair_message(self, problem: str, count: int) -> Message:
        """Return the message that says what was wrong with a reply."""
        values = dict.fromkeys(ABOUT, "") | {"problem": harmless(problem), "count": str(count)}
        return message("user", filled(self.repair, values))


def message(role: str, text: str) -> Message:
    """Return a message in the form that servers read."""
    return {"role": role, "content": text}


def load_prompt(style: str, file: str = "") -> Prompt:
    """Return the prompt in a file, or the one of a style that comes with this package.

    >>> load_prompt("plain").user.endswith("Choice: N\\n")
    True
    """
    if not file:
        return _shipped(style)
    document = data.read(file, LARGEST_FILE)
    return data.validate(Prompt, document.value, document)


@functools.cache
def _shipped(style: str) -> Prompt:
    document = data.parse(shipped_text(style), f"{style}.yaml")
    return data.validate(Prompt, document.value, document)


def shipped_text(style: str) -> str:
    """Return the prompt file of a style."""
    if style not in STYLES:
        raise unknown("style", style, STYLES)
    return (resources.files(__package__) / "prompts" / f"{style}.yaml").read_text(encoding="utf-8")


def filled(template: str, values: Mapping[str, str]) -> str:
    """Return a template with its placeholders replaced; a paragraph of which all placeholders are empty is left out.

    >>> filled("You play $game.\\n\\nYour plan:\\n$plan\\n\\nGo.", {"game": "UNO", "plan": ""})
    'You play UNO.\\n\\nGo.'
    """
    paragraphs = []
    for text in template.strip().split("\n\n"):
        names = Template(text).get_identifiers()
        if not names or any(values[name] for name in names):
            paragraphs.append(Template(text).substitute(values))
    return "\n\n".join(paragraphs)


def _values(state: State, past: Past, memory: int) -> dict[str, str]:
    """Return what fills each placeholder, from what the deciding player sees."""
    game, player = state.game, state.decider
    options = choices(state)
    position, listed = str(state), "\n".join(numbered(options))
    cards = "\n".join(_cards(state, [action.name for alike in options.values() for action in alike]))
    return {
        "game": game.title,
        "player": game.player_name(player),
        "players": ", ".join(map(game.player_name, range(game.players))) if game.players > 1 else "",
        "rules": game.how_to_play().strip(),
        "position": position,
        "cards": cards,
        "terms": "\n".join(_terms(game, f"{position}\n{listed}\n{cards}")),
        "options": listed,
        "count": str(len(options)),
        "memory": "\n".join(f"- {line}" for line in past.recent(memory)),
        "plan": past.note,
        "problem": "",
    }


def _cards(state: State, named: list[str]) -> Iterator[str]:
    """Yield what is printed on the cards that the player sees or can choose, in a fixed order."""
    in_sight = {*_words(state.seen(state.decider)), *named}
    for name in sorted(in_sight.intersection(state.game.card_list())):
        face = state.game.face(name)
        if face is not None:
            about = ", ".join(filter(None, (face.kind, face.cost)))
            yield f"{name}{f' ({about})' if about else ''}: {face.text or 'no text'}"


def _words(value: Any) -> Iterator[str]:
    """Yield all words in plain data, the names of cards among them."""
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _words(each)
    elif isinstance(value, str):
        yield str(value)


def _terms(game: Game, text: str) -> Iterator[str]:
    """Yield explanations of the terms in a text, and of the terms in these, unless the text explains them itself."""
    terms = game.terms()
    waiting, known = [text], set()
    while waiting:
        line = waiting.pop()
        for term, about in terms.items():
            explained = f"{term}: {about}"
            if term in known or explained in text or not re.search(rf"\b{re.escape(term)}\b", line):
                continue
            known.add(term)
            waiting.append(about)
            yield explained
