"""Language models in the arena: concurrency, logs, resuming, figures."""

from __future__ import annotations

import hashlib
import io
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import polars
import pytest
from chat_server import KEY, sending
from patience import PATIENCE

from cardwright import arena
from cardwright.agents.llm.budget import BudgetSpent
from cardwright.arena.story import load_story
from cardwright.arena.table import usage_grids
from cardwright.cli.main import run
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.showing.terminal import Console

ROOT = Path(__file__).parents[2]
GAME = "leduc"
SEATS = ["llm:m+price_in=1+price_out=2,random"]


def by_prompt(request) -> str:
    """A player whose choice depends on nothing but the prompt; a part of its replies cannot be used."""
    number = hashlib.sha256(json.dumps(request["messages"]).encode()).digest()[0]
    return ("Choice: 1", "Choice: 2", "Choice: 9")[number % 3]


@pytest.fixture
def chat(chat):
    chat.reply = by_prompt
    return chat


def rows(path) -> list[dict]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def table(path) -> polars.DataFrame:
    return polars.read_parquet(path).sort("series", "game")


def test_concurrency_does_not_affect_the_result(chat, tmp_path, monkeypatch):
    frames = []
    for concurrency in (1, 8):
        monkeypatch.setenv("CARDWRIGHT_ANSWERS", str(tmp_path / f"answers {concurrency}"))
        result = arena.run(GAME, SEATS, games=24, seed=1, concurrency=concurrency)
        frames.append(result.frame())
    assert frames[0].equals(frames[1])


def test_games_wait_for_replies_at_the_same_time(chat):
    """Four games are in progress at once: each of the first four requests waits for the other three."""
    together = threading.Barrier(4, timeout=PATIENCE)

    def reply(request) -> str:
        if not together.broken and len(chat.requests) <= 4:
            together.wait()
        return "Choice: 1"

    chat.reply = reply
    arena.run("leduc", ["2*llm:m+temperature=1"], games=4, seed=1, concurrency=4)
    assert not together.broken


def test_what_models_used_is_counted_per_game_and_reported(chat, tmp_path):
    result = arena.run(GAME, [*SEATS, "2*random"], games=30, seed=1, log=tmp_path)
    lines = rows(tmp_path / "games.llm.jsonl")
    frame = table(tmp_path / "games.parquet")
    (used,) = [side.usage for series in result.series for side in series.sides if side.usage]
    assert used.requests == len(lines) == frame["requests_1"].sum() > 0
    assert used.repairs == sum(line["attempt"] == 2 for line in lines) == frame["repairs_1"].sum() > 0
    assert used.fallbacks == sum(line["attempt"] == 2 and line["fallback"] for line in lines) > 0
    assert used.tokens_in == 100 * used.requests
    assert used.cost == pytest.approx((100 + 2 * 10) * used.requests / 1e6)
    assert frame.filter(frame["series"] == 1)["requests_1"].sum() == 0
    assert result.to_dict()["series"][0]["players"][0]["language_model"] == used.to_dict()
    text = " ".join(str(result).split())
    assert "Language models, totals" in text
    assert f"could be used for {used.fallbacks} of {used.decisions} decisions" in text
    assert "language_model" not in json.dumps(result.to_dict()["series"][1])


def test_each_seat_of_a_game_between_models_has_its_own_figures(chat, tmp_path):
    result = arena.run(GAME, ["llm:a,llm:b+price_in=1"], games=8, seed=1, log=tmp_path)
    lines = rows(tmp_path / "games.llm.jsonl")
    for seat, side in enumerate(result.series[0].sides):
        own = [line for line in lines if line["player"] == seat]
        assert side.usage.requests == len(own) == table(tmp_path / "games.parquet")[f"requests_{seat + 1}"].sum()
        assert {line["agent"] for line in own} == {side.agent}
    assert [side.usage.cost > 0 for side in result.series[0].sides] == [False, True]


def test_the_table_of_models_fits_80_columns(chat):
    name = "llm:hf.co/bartowski/Llama-3.2-1B-Instruct-GGUF:Q4_K_M+style=plan+price_in=2000+price_out=3000"
    result = arena.run(GAME, [f"{name},random"], games=3, seed=1)
    (series,) = result.series
    many = {key: value * 10_000 if key.startswith("tokens") else value for key, value in series.columns.items()}
    (grid,) = usage_grids([replace(series, columns=many)])
    file = io.StringIO()
    Console(file=file, width=80).print(grid)
    assert all(word in file.getvalue() for row in grid.rows for word in row[1:])
    assert "cost" in file.getvalue()


def test_the_table_of_series_fits_80_columns(chat):
    """The settings of a long name go to lines of their own."""
    result = arena.run("spire:jaw-worm", ["llm:gpt-4o-mini+style=reason+memory=3+price_in=0.15"], games=10, seed=1)
    file = io.StringIO()
    Console(file=file, width=80).print(result)
    assert "games/s" in file.getvalue()
    assert all(len(line) <= 80 for line in file.getvalue().splitlines())


def test_a_run_without_models_has_no_such_columns(tmp_path):
    arena.run(GAME, ["2*random"], games=5, seed=1, log=tmp_path)
    assert "requests_1" not in table(tmp_path / "games.parquet").columns
    assert not (tmp_path / "games.llm.jsonl").exists()


def test_a_resumed_run_asks_nothing_twice(chat, tmp_path):
    """A run that the budget stops in the middle of games goes on where it was, and ends as if it had not stopped."""
    with pytest.raises(BudgetSpent, match="resumed with a larger one"):
        arena.run(GAME, ["llm:m+requests=9,random"], games=20, seed=1, concurrency=3, log=tmp_path / "a")
    assert len(chat.requests) == 9
    resumed = arena.run(GAME, ["llm:m,random"], games=20, seed=1, log=tmp_path / "a", resume=True)
    asked = [json.dumps(each) for each in chat.requests]
    assert len(asked) == len(set(asked))
    whole = arena.run(GAME, ["llm:m,random"], games=20, seed=1, log=tmp_path / "b")
    assert len(chat.requests) == len(asked)
    assert resumed.complete
    columns = [name for name in whole.frame().columns if name != "seats"]
    assert resumed.frame().select(columns).equals(whole.frame().select(columns))
    kept, fresh = (rows(tmp_path / folder / "games.llm.jsonl") for folder in "ab")
    same = ("game", "decision", "attempt", "reply", "action")
    kept, fresh = (sorted([line[name] for name in same] for line in lines) for lines in (kept, fresh))
    assert kept == fresh


def test_ctrl_c_keeps_finished_games_and_answers(chat, tmp_path):
    def reply(request) -> str:
        if len(chat.requests) == 8:
            os.kill(os.getpid(), signal.SIGINT)
        return by_prompt(request)

    chat.reply = reply
    with pytest.raises(arena.Interrupted) as stopped:
        arena.run(GAME, SEATS, games=200, seed=1, concurrency=3, log=tmp_path)
    assert len(table(tmp_path / "games.parquet")) == stopped.value.result.series[0].games < 200
    assert len(chat.requests) < 20
    arena.run(GAME, SEATS, games=30, seed=1, log=tmp_path, resume=True)
    asked = [json.dumps(each) for each in chat.requests]
    assert len(asked) == len(set(asked))


def test_a_killed_run_is_resumed(chat, tmp_path):
    """After kill -9, only the request that was on its way is sent again."""
    arguments = ["arena", "examples/leduc.py:family", "--seats", "llm:m,random", "--games", "30", "--seed", "1"]
    arguments += ["--concurrency", "1", "--log", str(tmp_path / "run")]
    process = subprocess.Popen([sys.executable, "-m", "cardwright", *arguments], cwd=ROOT, stderr=subprocess.DEVNULL)

    def reply(request):
        if len(chat.requests) == 9:
            process.kill()
        return by_prompt(request)

    chat.reply = reply
    assert process.wait() == -signal.SIGKILL
    game = str(ROOT / "examples/leduc.py:family")
    resumed = arena.run(game, ["llm:m,random"], games=30, seed=1, log=tmp_path / "run", resume=True)
    asked = [json.dumps(each) for each in chat.requests]
    assert len(asked) - len(set(asked)) <= 1
    whole = arena.run(game, ["llm:m,random"], games=30, seed=1)
    assert resumed.frame().equals(whole.frame())


def test_lines_of_games_that_are_not_logged_are_removed(chat, tmp_path):
    """As after kill -9: the transcript has a game that the log lacks, and ends within a line."""
    arena.run(GAME, SEATS, games=4, seed=1, log=tmp_path)
    path = tmp_path / "games.llm.jsonl"
    before = rows(path)
    lost = json.dumps({**before[0], "game": 4})
    with open(path, "a") as file:
        file.write(f"{lost}\nnonsense\n{lost[:50]}")
    arena.run(GAME, SEATS, games=5, seed=1, log=tmp_path, resume=True)
    after = rows(path)
    assert after[: len(before)] == before
    assert {line["game"] for line in after} <= set(range(5))
    steps = [(line["game"], line["decision"], line["attempt"]) for line in after]
    assert len(steps) == len(set(steps))


def test_a_log_is_not_resumed_with_another_prompt(chat, tmp_path):
    arena.run(GAME, SEATS, games=2, seed=1, log=tmp_path)
    with pytest.raises(BadData, match="log of another run"):
        arena.run(GAME, ["llm:m+style=plan,random"], games=3, seed=1, log=tmp_path, resume=True)


def test_a_server_that_fails_stops_the_run_and_keeps_finished_games(chat, tmp_path):
    def reply(request):
        return by_prompt(request) if len(chat.requests) < 12 else sending(b"broken", 500)

    chat.reply = reply
    with pytest.raises(CardwrightError, match="status 500"):
        arena.run(GAME, ["llm:m+retries=0,random"], games=40, seed=1, concurrency=2, log=tmp_path)
    done = len(table(tmp_path / "games.parquet"))
    assert 0 < done < 40
    asked = {line["game"] for line in rows(tmp_path / "games.llm.jsonl")}
    assert asked <= {*table(tmp_path / "games.parquet")["game"]}
    chat.reply = by_prompt
    assert arena.run(GAME, ["llm:m,random"], games=40, seed=1, log=tmp_path, resume=True).complete


def test_a_game_that_ends_after_another_failed_is_kept(chat, tmp_path):
    """One game fails while the other still waits for its reply, with which it ends."""
    failed = threading.Event()

    def reply(request):
        if len(chat.requests) == 1:
            failed.wait(PATIENCE)
            return "Choice: 1"
        failed.set()
        return sending(b"broken", 500)

    chat.reply = reply
    with pytest.raises(CardwrightError, match="status 500"):
        arena.run("kuhn", ["llm:m+retries=0+temperature=1,first"], games=2, seed=1, concurrency=2, log=tmp_path)
    assert len(table(tmp_path / "games.parquet")) == 1


def test_a_replay_holds_what_was_asked(chat, tmp_path):
    arena.run(GAME, SEATS, games=3, seed=1, log=tmp_path, replays=3)
    files = sorted((tmp_path / "replays").glob("*.json"))
    lines = rows(tmp_path / "games.llm.jsonl")
    for game, file in enumerate(files):
        story = load_story(file)
        own = [line for line in lines if line["game"] == game]
        assert [each.reply for number in sorted(story.exchanges) for each in story.exchanges[number]] == [
            line["reply"] for line in sorted(own, key=lambda line: (line["decision"], line["attempt"]))
        ]
    assert len(files) == 3


def test_a_replay_with_damaged_exchanges_is_refused(chat, tmp_path):
    arena.run(GAME, SEATS, games=1, seed=1, log=tmp_path, replays=1)
    (file,) = (tmp_path / "replays").glob("*.json")
    document = json.loads(file.read_text())
    file.write_text(json.dumps({**document, "exchanges": {"0": [{"reply": 5}]}}))
    with pytest.raises(BadData, match="exchanges"):
        load_story(file)


def test_leagues_have_language_models(chat, tmp_path):
    league = arena.league(GAME, ["llm:m", "random"], games=3, seed=1, folder=tmp_path, concurrency=2)
    assert {each.agent for each in league.standings} == {"llm:m", "random"}
    files = list(tmp_path.glob("*.llm.jsonl"))
    assert len(files) == 2
    assert league.to_dict()["language_models"]["llm:m"]["requests"] == sum(len(rows(file)) for file in files)
    assert "Language models, totals" in str(league)


@pytest.mark.parametrize("concurrency", [0, -1, 5000])
def test_an_impossible_concurrency(chat, concurrency):
    with pytest.raises(CardwrightError, match="number of games at once must be from 1"):
        arena.run(GAME, SEATS, games=2, seed=1, concurrency=concurrency)


def test_no_file_of_a_run_holds_the_key(chat, tmp_path, capsys):
    chat.reply = lambda request: f"{KEY}\x1b[2J\nChoice: 1"
    arguments = ["arena", GAME, "--seats", "llm:m,random", "--games", "3", "--log", str(tmp_path / "run")]
    assert run([*arguments, "--replays", "1"]) == 0
    texts = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert len(texts) > 4
    assert not any(KEY.encode() in text for text in texts)
    assert KEY not in "".join(capsys.readouterr())


def test_nobody_else_can_read_what_was_said(chat, tmp_path, open_umask):
    log = tmp_path / "new" / "run"
    arena.run(GAME, SEATS, games=2, seed=1, log=log, replays=1)
    arena.run(GAME, SEATS, games=3, seed=1, log=log, replays=1, resume=True)
    (replay,) = log.glob("replays/*.json")
    assert run(["replay", str(replay), "--html", str(log / "page.html")]) == 0
    load_story(replay).states[-1].save(log / "saved.json", exchanges={0: [{"reply": "Choice: 1"}]})
    answers = [*(tmp_path / "answers").rglob("*.json")]
    said = [log / "games.llm.jsonl", log / "page.html", log / "saved.json", replay, *answers]
    assert len(answers) > 1
    assert {stat.filemode(path.stat().st_mode) for path in said} == {"-rw-------"}
    folders = [log.parent, log, replay.parent, *(each.parent for each in answers), tmp_path / "answers"]
    assert {stat.filemode(path.stat().st_mode) for path in folders} == {"drwx------"}
    assert stat.filemode((log / "games.parquet").stat().st_mode) == "-rw-rw-rw-", "figures are for everybody"


def test_the_command_takes_a_prompt_file(chat, tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text("format: cardwright prompt 1\nsystem: Hello $player!\nuser: $options\nrepair: Again.\n")
    arguments = ["arena", GAME, "--games", "2", "--seed", "1", "--concurrency", "2", "--prompt", str(path)]
    assert run([*arguments, "--seats", "llm:m,random"]) == 0
    assert chat.prompt(0).startswith("Hello P1!")
    assert run([*arguments, "--seats", "random,random"]) == 2
    assert "none plays" in capsys.readouterr().err
    path.write_text("format: cardwright prompt 1\nsystem: $handd\nuser: $options\nrepair: Again.\n")
    assert run([*arguments, "--seats", "llm:m,random"]) == 2
    assert "unknown placeholder '$handd'" in capsys.readouterr().err


def test_decisions_of_language_models_are_in_the_action_log(chat, tmp_path):
    arena.run(GAME, SEATS, games=6, seed=3, log=tmp_path, actions=True, concurrency=3)
    logged = polars.read_parquet(tmp_path / "actions.parquet")
    games = table(tmp_path / "games.parquet")
    assert logged.group_by("game").len().sort("game")["len"].to_list() == games["decisions"].to_list()
    assert set(logged["player"]) == {1, 2}
