"""Card names as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterable


def resolve_name(words: str, names: Iterable[str]) -> str | None:
    """Return the card name that `words` stand for, or None; capitals and hyphens do not matter.

    A name can be shortened as long as it is unambiguous: "Basic" is the Basic Unicorn, "Kittencorn" the Magical
    Kittencorn.

    >>> names = ["Basic Unicorn", "Baby Unicorn", "Baby Narwhal", "Narwhal", "Re-Target", "Magical Kittencorn"]
    >>> [resolve_name(words, names) for words in ("basic", "Baby", "narwhal", "retarget", "Kittencorn")]
    ['Basic Unicorn', 'Baby Unicorn', 'Narwhal', 'Re-Target', 'Magical Kittencorn']
    >>> resolve_name("corn", names) is None
    True
    """
    wanted = _letters(words)
    written = {_letters(name): name for name in names}
    for reading in (wanted, wanted + "unicorn", "the" + wanted):
        if reading in written:
            return written[reading]
    parts = re.findall(r"\w+", words.casefold())
    close = [name for name in written.values() if parts and set(parts) <= set(re.findall(r"\w+", name.casefold()))]
    return close[0] if len(close) == 1 else None


def _letters(words: str) -> str:
    return re.sub(r"\W", "", words.casefold())
