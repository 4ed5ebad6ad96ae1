"""The commands of a game at the terminal, which are never read as choices."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.cgdl.language.tree import Game

ALONE = ("q", "quit", "u", "undo", "h", "help", "?", "rules", "more", "hint", "why")
WITH_WORDS = ("s", "save", "s!", "save!", "card")  # whatever follows, such as a file


def hidden_words(game: Game) -> Iterator[str]:
    """Yield a warning for each rule of a card game whose own word is a command."""
    for stage in game.written_stages():
        for rule in stage.rules:
            said = rule.say.casefold()
            command = said.partition(" ")[0]
            if said in ALONE or command in WITH_WORDS:
                yield (
                    f"line {rule.at.line}: players cannot type {rule.say!r}, because {command!r} is a command of "
                    f"'cardwright play'; find another word"
                )
