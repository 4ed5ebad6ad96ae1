# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Help with the verb `hide`: redeal what a player cannot know.

A redrawn position must depend on what the player knows and on the seed alone. Shuffling hidden cards from the order
they are in would leak: the same seed would turn different deals into different guesses. So `redeal` sorts them first.
"""

from __future__ import annotations

from .compiling.jit import inner
from .random import below


@inner
def redeal(s, stream, cards, known):
    """Redeal `cards` at random, except at the indices whose bits are set in `known`.

    The record's streams are seeded anew before a game's `hide` is called, so the draw reveals nothing either.
    """
    hidden = 0
    for i in range(cards.size):
        if _is_hidden(known, i):
            hidden += 1
            for j in range(i + 1, cards.size):
                if _is_hidden(known, j) and cards[j] < cards[i]:
                    cards[i], cards[j] = cards[j], cards[i]
    for i in range(cards.size - 1, 0, -1):
        if _is_hidden(known, i):
            j = _nth_hidden(known, below(s, stream, hidden))
            cards[i], cards[j] = cards[j], cards[i]
            hidden -= 1


@inner
def _is_hidden(known, index):
    return index >= 64 or known >> index & 1 == 0


@inner
def _nth_hidden(known, n):
    index = 0
    while n > 0 or not _is_hidden(known, index):
        if _is_hidden(known, index):
            n -= 1
        index += 1
    return index
