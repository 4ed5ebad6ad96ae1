"""Budgets of requests and tokens. A run stops when one is spent, rather than play on in another way."""

from __future__ import annotations

import threading

from cardwright.core.errors import CardwrightError


class BudgetSpent(CardwrightError):
    """A budget of requests or tokens is spent."""


class Budget:
    """Counts what an agent has asked; replies from the disk cost nothing."""

    def __init__(self, name: str, requests: int, tokens: int):
        self._name = name
        self._most = {"requests": requests, "tokens": tokens}
        self._spent = {"requests": 0, "tokens": 0}
        self._lock = threading.Lock()

    def take_request(self) -> None:
        """Count a request; raise `BudgetSpent` if none is left."""
        with self._lock:
            for what, most in self._most.items():
                if most and self._spent[what] >= most:
                    raise BudgetSpent(
                        f"{self._name} has spent its budget of {most:,} {what}; a log can be resumed with a larger one"
                    )
            self._spent["requests"] += 1

    def take_tokens(self, tokens: int) -> None:
        """Count the tokens of a request and its reply."""
        with self._lock:
            self._spent["tokens"] += tokens
