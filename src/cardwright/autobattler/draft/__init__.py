"""The draft: players buy cards in a shop, arrange them, and let them fight between the rounds.

What auto battlers have and the paper on LUDUS leaves for later, so that the price of a card is one more number to tune.
"""

from .facade import Draft, draft, family

__all__ = ["Draft", "draft", "family"]
