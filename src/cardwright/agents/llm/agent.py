"""Language models as players, after MiniStS: position and rules as text, and a reply that names an option.

B. Bateni and J. Whitehead, "Language-driven play: large language models as game-playing agents in Slay the Spire",
2024.
"""

from __future__ import annotations

import functools
from typing import Any

from cardwright.agents.compiled import Compiled
from cardwright.agents.first import First
from cardwright.agents.random import Random
from cardwright.agents.reader import Answer, Exchange, Past, Reader
from cardwright.agents.rules import Rules
from cardwright.core.game import Game
from cardwright.core.showing.choices import choices
from cardwright.core.state import State

from .chat import Chat
from .prompt import Message, harmless, load_prompt, message
from .reply import Reply, read_reply
from .settings import Settings, read_settings

FALLBACKS: dict[str, type[Compiled]] = {"first": First, "random": Random, "rules": Rules}
ATTEMPTS = 2  # the second is the repair
LONGEST_QUOTE = 4000  # characters of a bad reply that the model reads again


class Llm(Reader):
    """Asks a language model for each decision that has more than one option.

    >>> Llm.from_text("llm:llama3.1:8b+memory=3").name
    'llm:llama3.1:8b+memory=3'
    """

    reads_back = True

    def __init__(self, settings: Settings):
        self.settings = settings
        self.prompt = load_prompt(settings.style, settings.prompt)
        self.chat = Chat(settings)

    @classmethod
    def from_text(cls, text: str) -> Llm:
        """Return the agent that a text names."""
        return cls(read_settings(text))

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return Llm.from_text, (self.name,)

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        return self.settings.text

    def identity(self, game: Game) -> str:
        """Return the settings that can affect its choices, and a checksum of its prompt."""
        return f"{self.settings.playing_text} prompt {self.prompt.checksum}"

    def read(self, state: State, past: Past) -> Answer:
        """Ask the model, a second time if its reply cannot be used; after that, the fallback chooses."""
        self._fallback.weights_for(state.game)  # a game without heuristics should say so before anything is asked
        past.begin(state.turn)
        options = [alike[0] for alike in choices(state).values()]
        if len(options) == 1:
            return Answer(options[0].id, past.note)
        messages = self.prompt.messages(state, past, self.settings.memory)
        exchanges: list[Exchange] = []
        for _ in range(ATTEMPTS):
            reply, exchange = self._ask(messages, len(options), state.seed, past)
            exchanges.append(exchange)
            if not reply.problem:
                return self._answer(options[reply.choice - 1].id, reply.plan or past.note, exchanges)
            quoted = message("assistant", harmless(exchange.reply[:LONGEST_QUOTE]))
            messages = [*messages, quoted, self.prompt.repair_message(reply.problem, len(options))]
        return self._answer(self._fallback.choose(state, state.seed), past.note, exchanges, fallback=True)

    @functools.cached_property
    def _fallback(self) -> Compiled:
        return FALLBACKS[self.settings.fallback]()

    def _ask(self, messages: list[Message], count: int, seed: int, past: Past) -> tuple[Reply, Exchange]:
        completion, cached = self.chat.ask(messages, seed, past.halt)
        reply = read_reply(completion.text, count)
        if reply.problem and completion.cut:
            reply = Reply(problem=f"it was cut off after {self.settings.reply:,} tokens, and {reply.problem}")
        counts = completion.tokens_in, completion.tokens_out
        return reply, Exchange(messages, completion.text, reply.problem, *counts, cached)

    def _answer(self, action: int, note: str, exchanges: list[Exchange], fallback: bool = False) -> Answer:
        cost = sum(self.chat.cost(each.tokens_in, each.tokens_out) for each in exchanges)
        return Answer(action, note, tuple(exchanges), fallback, cost)
