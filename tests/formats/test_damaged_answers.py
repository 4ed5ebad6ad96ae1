"""Damaged replies on disk are asked for again, and damaged transcripts lose only their damaged part."""

from __future__ import annotations

import json
from random import Random

import damage
import pytest

from cardwright.agents.llm.cache import Answers, Completion
from cardwright.arena.transcript import Transcript

REQUEST = {"model": "m", "messages": [{"role": "user", "content": "Choose."}], "temperature": 0.0}
LINES = [{"series": series, "game": game, "reply": "Choice: 1"} for series in range(2) for game in range(3)]


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_answer_is_used_or_asked_for_again(tmp_path, seed):
    first, second = (Completion(text=text, cut=False, tokens_in=1, tokens_out=1) for text in ("first", "second"))
    answers = Answers(tmp_path)
    assert answers.get(REQUEST, lambda: first) == (first, False)
    (file,) = tmp_path.rglob("*.json")
    content = file.read_text()
    file.write_bytes(damage.damaged(content, json.loads(content), Random(seed), True))
    found, cached = answers.get(REQUEST, lambda: second)
    assert cached or found == second
    assert answers.get(REQUEST, lambda: first) == (found, True)


@pytest.mark.parametrize("seed", range(60))
def test_a_damaged_transcript_keeps_only_lines_of_logged_games(tmp_path, seed):
    path = tmp_path / "games.llm.jsonl"
    content = "".join(f"{json.dumps(line)}\n" for line in LINES)
    path.write_bytes(damage.damaged(content, LINES, Random(seed), True))
    Transcript(path).begin({(0, 1), (1, 2)})
    for line in path.read_bytes().splitlines():
        assert (json.loads(line)["series"], json.loads(line)["game"]) in {(0, 1), (1, 2)}
