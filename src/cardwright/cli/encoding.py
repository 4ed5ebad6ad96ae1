"""What learners see of a game and do in it, summed up: features and actions in groups, and the columns of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from cardwright.core.game import Game

EXAMPLES = 3  # named of each group
_NUMBER = re.compile(r"\b\d+\b")


class Group(NamedTuple):
    """A group of similar features or actions: its name, size and first members."""

    name: str
    size: int
    examples: list[str]


def feature_groups(game: Game) -> list[Group]:
    """Return the features in groups: what stands before the colon in their names, with N for any number.

    >>> import cardwright
    >>> feature_groups(cardwright.game("cgdl:uno"))[0]
    Group(name='own hand', size=52, examples=['ace of clubs', '2 of clubs', '3 of clubs'])
    """
    return _grouped(name.partition(": ")[::2] for name in game.features)


def action_groups(game: Game) -> list[Group]:
    """Return the actions in groups that begin with the same word.

    >>> import cardwright
    >>> [(group.name, group.size) for group in action_groups(cardwright.game("cgdl:uno"))]
    [('play', 52), ('draw', 1), ('pass', 1)]
    """
    return _grouped((words.partition(" ")[0].rstrip(":,"), words) for words in game.action_space)


def _grouped(pairs: Iterable[tuple[str, ...]]) -> list[Group]:
    """Return groups from pairs of a group and a member, in the order in which they appear first."""
    members: dict[str, list[str]] = {}
    for group, member in pairs:
        members.setdefault(_NUMBER.sub("N", group), []).append(member)
    return [
        Group(name, len(found), [each for each in dict.fromkeys(found) if each][:EXAMPLES])
        for name, found in members.items()
    ]


def encoding(game: Game) -> dict[str, Any]:
    """Return all that a learner needs to know of a game, as plain data."""
    return {
        "features": list(game.features),
        "feature_groups": [group._asdict() for group in feature_groups(game)],
        "token_fields": [
            {"name": field.name, "size": field.size, "values": list(field.values)} for field in game.token_fields
        ],
        "max_tokens": game.max_tokens,
        "actions": list(game.action_space),
        "action_groups": [group._asdict() for group in action_groups(game)],
    }
