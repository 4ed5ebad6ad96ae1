"""The order of play: the stages of a game one after the other, and in language 3 the ends of its repeats."""

from __future__ import annotations

from collections.abc import Iterator

from ..language import tree

Place = tree.Part  # a stage, or the repeat that ends there


def places(game: tree.Game) -> list[Place]:
    """Return the places of a game in the order of play; languages 1 and 2 write repeats out.

    >>> from cardwright import cgdl
    >>> len(places(cgdl.load("whist")))
    27
    """
    return list(_flat(game.stages)) if game.language == 3 else list(_unrolled(game.stages))


def _flat(parts: tuple[tree.Part, ...]) -> Iterator[Place]:
    for part in parts:
        if not isinstance(part, tree.Stage):
            yield from _flat(part.stages)
        yield part


def _unrolled(parts: tuple[tree.Part, ...]) -> Iterator[Place]:
    for part in parts:
        if isinstance(part, tree.Repeat):
            for _ in range(part.times):
                yield from _unrolled(part.stages)
        else:
            yield part
