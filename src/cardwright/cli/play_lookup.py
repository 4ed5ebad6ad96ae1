"""`card NAME` in the terminal: what is printed on a card, or what a status, an enemy or a move does."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

from .play_choices import quoted

if TYPE_CHECKING:
    from collections.abc import Iterable

    from cardwright.core.game import Game


def explained(game: Game, name: str) -> str:
    """Return what a card or a word of a game means, or a sentence saying that there is none of this name."""
    terms = game.glossary()
    cards = {each.casefold(): each for each in game.card_list()}
    known, alike = _closest(game.resolve_name(name), [*cards.values(), *terms])
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


def _closest(name: str, names: Iterable[str]) -> tuple[str, bool]:
    """Return the name that is meant, or nothing, and whether it has the words in it or is only similar."""
    wanted = name.casefold()
    written = {each.casefold(): each for each in names}
    for fits in (str.__eq__, str.startswith, lambda each, word: word in each.split()):
        found = [each for each in written if fits(each, wanted)]
        if found:
            return written[min(found, key=len)], True
    found = difflib.get_close_matches(wanted, written, n=1)
    return (written[found[0]], False) if found else ("", True)
