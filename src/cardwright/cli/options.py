"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

GAME_HELP = "A game (spire:jaw-worm), a scenario file, or a Python game (my_game.py:family)."

GameOptions = Annotated[
    list[str] | None,
    typer.Option("--game", help="Python game that a file needs, as in my_game.py:family; repeatable."),
]

Concurrency = Annotated[int | None, typer.Option(help="Games at once that ask language models (default: 8).")]
PromptFile = Annotated[str | None, typer.Option("--prompt", help="Prompt file for language models.")]


def with_prompt(agents: list[str], file: str | None) -> list[str]:
    """Return the texts of agents with a prompt file for each language model that sets none."""
    if file is None:
        return agents
    from cardwright.agents import llm
    from cardwright.core.errors import CardwrightError

    changed = [llm.with_prompt(each, file) for each in agents]
    if changed == agents:
        raise CardwrightError("--prompt is for language models, and none plays: name one, as in llm:llama3.1:8b")
    return changed


def load_games(games: Iterable[str] | None) -> None:
    """Load Python games that scenario files and saved games name."""
    from cardwright.core import registry

    for each in games or ():
        registry.game(each)
