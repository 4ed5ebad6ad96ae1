"""`card NAME` in the terminal: what is printed on a card, or what a status, an enemy or a move does."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .play_choices import MOST_NAMED, quoted

if TYPE_CHECKING:
    from cardwright.core.game import Game


def explained(game: Game, name: str, view: Any) -> str:
    """Return what a card or a word of a game means, or a sentence saying that there is none of this name.

    If a name fits several, what the player sees in the view is meant.
    """
    terms = game.glossary()
    cards = {each.casefold(): each for each in game.card_list()}
    fitting, alike = _closest(game.resolve_name(name), [*cards.values(), *terms])
    seen = set(_words_in(view))
    fitting = [each for each in fitting if each in seen] or fitting
    if len(fitting) > 1:
        more = f" and {len(fitting) - MOST_NAMED} more" if len(fitting) > MOST_NAMED else ""
        return f"{quoted(name)} could be: {', '.join(fitting[:MOST_NAMED])}{more}"
    known = "".join(fitting)
    texts = [] if alike else [f"there is no card {quoted(name)}; the nearest is {known}:"]
    if known in cards.values() and (face := game.face(known)) is not None:
        about = ", ".join(filter(None, (face.kind, face.cost)))
        texts.append(f"{known}{f' ({about})' if about else ''}: {face.text}".removesuffix(": "))
    if known in terms:
        texts.append(f"{known}: {terms[known]}")
    if known:
        return "\n".join(texts)
    face = game.face(game.resolve_name(name))  # a card that is not listed, such as one of an ordinary deck
    if face is not None:
        return f"{game.resolve_name(name)}: {', '.join(filter(None, face))}"
    return f"there is no card {quoted(name)} with a text in this game"


def _closest(name: str, names: Iterable[str]) -> tuple[list[str], bool]:
    """Return the names that can be meant, and whether they have the words in them or one is only similar."""
    wanted = name.casefold()
    written = {each.casefold(): each for each in names}
    for fits in (str.__eq__, str.startswith, lambda each, word: word in each.split()):
        found = [written[each] for each in written if fits(each, wanted)]
        if found:
            return found, True
    return [written[each] for each in difflib.get_close_matches(wanted, written, n=1)], False


def _words_in(view: Any) -> Iterator[str]:
    """Yield every text in a view."""
    if isinstance(view, str):
        yield str(view)
    elif isinstance(view, Mapping):
        yield from itertools.chain.from_iterable(map(_words_in, view.values()))
    elif isinstance(view, Iterable):
        yield from itertools.chain.from_iterable(map(_words_in, view))
