"""A game of a search, with its origin and its judgement."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.tally import Tally
from cardwright.core import files
from cardwright.core.showing import html
from cardwright.core.showing.text import escape_html

from .distance import shape
from .verdict import Judgement


@dataclass(frozen=True)
class Individual:
    """One evaluation of a search: a game and its judgement."""

    number: int  # of the evaluation
    origin: str  # "random", "mutation of 17", ...
    game: tree.Game
    judgement: Judgement
    tallies: Mapping[str, Tally] = field(default_factory=dict)  # how plays ended, by agent; only if the game passed

    @property
    def text(self) -> str:
        """The text of the game, as in its file."""
        return cgdl.text(self.game)

    @functools.cached_property
    def shape(self) -> Counter[str]:
        """The shape that is compared with other games, see `distance`."""
        return shape(self.game)

    @property
    def file_name(self) -> str:
        """The name of its file, without the suffix; `BadData` if the name of the game cannot be part of one."""
        return files.file_name(f"{self.game.name.lower().replace(' ', '-')}-{self.number}")

    def _repr_html_(self) -> str:
        judged = self.judgement
        about = f"{self.origin}; length {judged.length:.0f}, skill {judged.skill:.2f}, quality {judged.quality:.2f}"
        rules = f"<pre>{escape_html(cgdl.english(self.game).strip())}</pre>"
        return html.notebook(html.heading(f"{self.game.name} (evaluation {self.number})", about), rules)

    def to_data(self) -> dict[str, Any]:
        """Return the individual as plain data."""
        return {
            "number": self.number,
            "origin": self.origin,
            "text": self.text,
            "judgement": self.judgement.to_data(),
            "tallies": {agent: tally.to_dict() for agent, tally in self.tallies.items()},
        }

    @classmethod
    def from_data(cls, saved: Mapping[str, Any]) -> Individual:
        """Return the individual that `to_data` described."""
        game = cgdl.parse(saved["text"], f"game {saved['number']}")
        tallies = {agent: Tally.from_dict(each) for agent, each in saved["tallies"].items()}
        return cls(saved["number"], saved["origin"], game, Judgement.from_data(saved["judgement"]), tallies)
