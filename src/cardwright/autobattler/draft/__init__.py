"""The draft: players buy cards in a shop, arrange them, and let them fight between the rounds.

Auto battlers have such a shop; the LUDUS paper leaves it for later. It makes the price of a card one more number to
tune.
"""

from .facade import Draft, draft, family

__all__ = ["Draft", "draft", "family"]
