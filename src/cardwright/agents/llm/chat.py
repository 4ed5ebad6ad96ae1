"""A language model with its settings: it is asked within budgets, and what it replies is kept."""

from __future__ import annotations

import threading
from typing import Any

from .budget import Budget
from .cache import Completion, answers
from .client import server
from .prompt import Message
from .settings import Settings

MOST_SEEDS = 2**31  # servers read seeds of 32 bits


class Chat:
    """Asks a language model; any number of threads can do so at once."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.budget = Budget(settings.text, settings.requests, settings.tokens)

    def ask(self, messages: list[Message], seed: int, halt: threading.Event) -> tuple[Completion, bool]:
        """Return the reply to messages, and whether it was on disk; a temperature above 0 draws it by the seed."""
        settings, to = self.settings, server()
        request: dict[str, Any] = {"model": settings.model, "messages": messages, "max_tokens": settings.reply}
        if settings.temperature != "unset":
            request["temperature"] = settings.temperature
        if settings.temperature:
            request["seed"] = seed % MOST_SEEDS

        def send() -> Completion:
            self.budget.take_request()
            found = to.ask(request, settings, halt)
            self.budget.take_tokens(found.tokens_in + found.tokens_out)
            return found

        return answers().get({"server": to.shown, **request}, send)

    def cost(self, tokens_in: int, tokens_out: int) -> float:
        """Return the price of some tokens."""
        return (tokens_in * self.settings.price_in + tokens_out * self.settings.price_out) / 1e6
