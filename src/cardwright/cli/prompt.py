"""`cardwright prompt`: what a language model is asked, without asking it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from .options import GAME_HELP, GameOptions, PromptFile, load_games

if TYPE_CHECKING:
    from cardwright.agents import Past
    from cardwright.core.state import State


def command(
    game: Annotated[str | None, typer.Argument(help=f"{GAME_HELP} Without it, the prompt file is printed.")] = None,
    style: Annotated[str, typer.Option(help="plain, reason or plan.")] = "plain",
    prompt: PromptFile = None,
    decision: Annotated[int, typer.Option(min=1, help="Decision to show; earlier ones are random.")] = 1,
    memory: Annotated[int, typer.Option(min=0, help="Turns to remember.")] = 2,
    seed: Annotated[int, typer.Option(help="Seed of the game.")] = 0,
    python_games: GameOptions = None,
) -> None:
    """Print a prompt file to copy and change, or the messages that it makes of a position.

    Example: cardwright prompt --style reason > mine.yaml

    Its messages: cardwright prompt spire:jaw-worm --prompt mine.yaml --decision 5 --seed 7
    """
    from cardwright.agents.llm.prompt import load_prompt, shipped_text
    from cardwright.core import data, registry

    load_games(python_games)
    template = load_prompt(style, prompt or "")
    if game is None:
        print(data.read_text(prompt) if prompt else shipped_text(style), end="")
        return
    state, past = _play_to(registry.game(game).new(seed, logged=True), decision)
    for message in template.messages(state, past, memory):
        print(f"--- {message['role']} ---\n{message['content']}\n")


def _play_to(state: State, decision: int) -> tuple[State, Past]:
    """Play on to a decision; return its position, and what its player noticed before."""
    from cardwright.agents import Past, Random
    from cardwright.core.errors import CardwrightError
    from cardwright.core.random import seed_for
    from cardwright.core.showing.narration import noticed

    pasts = [Past(player, lines=noticed(state, player)) for player in range(state.game.players)]
    for number in range(1, decision):
        if state.over:
            break
        action = state.find(Random().choose(state, seed_for(state.seed, "agent", number)))
        pasts[state.decider].decide(state.turn, action, "")
        state.play(action)
        for past in pasts:
            past.notice(noticed(state, past.player))
    if state.over:
        raise CardwrightError(f"the game is over before decision {decision:,}; it took {len(state.history()):,}")
    pasts[state.decider].begin(state.turn)
    return state, pasts[state.decider]
