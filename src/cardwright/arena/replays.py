"""Replays: games as JSON, every decision with its options and the position that followed."""

from __future__ import annotations

import json
import re
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardwright.agents import Answer, OnAnswer, OnSearch, play_game
from cardwright.core import data, files, saved_games
from cardwright.core.errors import BadData
from cardwright.core.presentation import Action
from cardwright.core.state import State

from .plan import Plan

FORMAT = "cardwright replay 1"


@dataclass(frozen=True)
class Replays:
    """Where the first `games` games of each series are written."""

    folder: Path
    games: int

    def path(self, plan: Plan, series: int, index: int) -> Path:
        """Return the file of a game."""
        seats = re.sub(r"[^A-Za-z0-9]+", "-", plan.seatings[series].text)[:40].strip("-")
        return self.folder / f"{series + 1}-{seats}-{index:06}.json"

    def missing(self, plan: Plan, series: int) -> list[int]:
        """Return the numbers of a series' games that have no replay yet."""
        return [index for index in range(self.games) if not self.path(plan, series, index).exists()]

    def play(
        self,
        plan: Plan,
        series: int,
        index: int,
        seed: int,
        agent_seed: int,
        on_answer: OnAnswer | None = None,
        halt: threading.Event | None = None,
        on_search: OnSearch | None = None,
        logged: bool = False,
    ) -> State:
        """Play a game, write its replay, and return the final state; the options are those of `play_game`."""
        seating = plan.seatings[series]
        views: list[dict[str, Any]] = []
        decisions: list[dict[str, Any]] = []
        exchanges: dict[int, list[dict[str, Any]]] = {}  # by decision

        def note_answer(decision: int, player: int, answer: Answer) -> None:
            if answer.exchanges:
                exchanges[decision] = [each.to_dict() for each in answer.exchanges]
            if on_answer is not None:
                on_answer(decision, player, answer)

        def note(state: State, legal: list[Action], action: Action) -> None:
            views.append(state.view())
            options = [str(option) for option in legal]
            decisions.append({"player": state.decider, "options": options, "choice": str(action), "action": action.id})

        hooks: dict[str, Any] = {"on_answer": note_answer, "halt": halt, "on_search": on_search, "logged": logged}
        end = play_game(plan.game, seating.agents, seed, agent_seed, note, **hooks)
        views.append(end.view())
        for decision, after in zip(decisions, views[1:], strict=True):
            decision["state"] = after
        replay = {
            "format": FORMAT,
            "game": plan.title,
            "seats": seating.names,
            "scores": [end.score(player) for player in range(plan.game.players)],
            "saved": json.loads(end.to_json()),
            "state": views[0],
            "decisions": decisions,
            **({"exchanges": exchanges} if exchanges else {}),
        }
        files.write(self.path(plan, series, index), json.dumps(replay) + "\n", private=bool(exchanges))
        return end


def load_replay(path: str | Path) -> State:
    """Replay a file step by step, check it, and return the final state."""
    document = data.read(path, data.LARGEST_CHECKPOINT)
    if not isinstance(document.value, dict) or document.value.get("format") != FORMAT:
        raise BadData(f"{path}: not a replay of format {FORMAT!r}")
    return saved_games.state_from_json(json.dumps(document.value.get("saved")), str(path))
