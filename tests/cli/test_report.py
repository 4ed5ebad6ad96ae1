"""`cardwright report`: tables, JSON, plots and a page, from any log and from nothing else."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil

import polars
import pytest

from cardwright import arena, report
from cardwright.arena.actions import checksum
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.report import METRICS

HOSTILE = (
    "</style><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">\x1b[2J\u202e$x$"
)


@pytest.fixture(scope="module")
def logged(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "kuhn"
    arena.run("kuhn", ["2*random", "first,random"], games=40, seed=5, log=folder, actions=True, jobs=1)
    return folder


@pytest.fixture
def copy(logged, tmp_path):
    return shutil.copytree(logged, tmp_path / "copy")


def rewrite(folder, games=lambda frame: frame, decisions=lambda frame: frame, **about):
    """Change a log as somebody can who knows how checksums are made."""
    file, action_file = folder / "games.parquet", folder / "actions.parquet"
    games(polars.read_parquet(file)).write_parquet(file)
    head = json.loads((folder / "games.json").read_text()) | about
    checked = hashlib.blake2b(file.read_bytes(), digest_size=16).hexdigest()
    (folder / "games.json").write_text(json.dumps({**head, "checksums": [checked]}))
    decisions(polars.read_parquet(action_file)).write_parquet(action_file)
    run_of = {key: value for key, value in head.items() if key != "checksums"}
    own = json.loads((folder / "actions.json").read_text()) | {"run": run_of, "checksum": checksum(action_file)}
    (folder / "actions.json").write_text(json.dumps(own))


def another_seed(head):
    head.write_text(json.dumps(json.loads(head.read_text()) | {"seed": 6}))


def test_the_tables_fit_a_terminal(logged, capsys):
    assert run(["report", str(logged)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert lines[0].startswith("kuhn:standard, 80 games, 1")
    absent = {"pairs", "chains", "statuses", "leads", "endings"}  # a turn of Kuhn poker is one decision
    for name, each in METRICS.items():
        assert any(line.startswith(each.title) for line in lines) == (name not in absent and each.standard)


def test_json_has_every_row(logged, capsys):
    assert run(["report", str(logged), "--json", "--only", "actions", "--only", "results"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["run"]["seats"] == ["2*random", "first,random"]
    assert list(found["metrics"]) == ["actions", "results"]
    frame = polars.read_parquet(logged / "actions.parquet")
    first = frame.filter((polars.col("series") == 1) & (polars.col("player") == 1))
    taken = {row["action"]: row["taken"] for row in found["metrics"]["actions"]["rows"] if row["agent"] == "first"}
    assert taken["pass"] == (first["taken"] == "pass").sum() > 0
    assert taken["bet"] == 0


def test_plots_and_a_page_are_written(logged, tmp_path, capsys):
    page = tmp_path / "report.html"
    assert run(["report", str(logged), "--plots", str(tmp_path / "plots"), "--html", str(page)]) == 0
    names = {"results", "length", "measures", "actions", "divergence"}
    assert {*os.listdir(tmp_path / "plots")} == {f"{name}.{kind}" for name in names for kind in ("png", "svg")}
    assert (tmp_path / "plots" / "actions.png").read_bytes().startswith(b"\x89PNG")
    text = page.read_text()
    assert text.count("<svg") == len(names)
    assert not re.search(r"<script|<link|<img|<iframe|@import|url\(\s*['\"]?(?!#)", text)
    assert {*re.findall(r'(?:href|src)="([^"#]*)', text)} <= {""}  # links to parts of the page
    assert 'name="viewport"' in text
    assert "@media print" in text


def test_a_report_on_cards_needs_cards(logged, refused):
    refused(["report", str(logged), "--cards"], "lists no cards, so there is no report on them")


def test_a_log_without_decisions_says_what_it_lacks(tmp_path, capsys):
    arena.run("kuhn", ["2*random"], games=5, seed=5, log=tmp_path / "x.parquet", jobs=1)
    assert run(["report", str(tmp_path / "x.parquet")]) == 0
    out = capsys.readouterr().out
    assert "Results" in out
    assert "They need the action log; `cardwright arena ... --actions` writes it." in " ".join(out.split())


def test_a_run_that_was_killed_says_how_to_go_on(copy, capsys):
    (copy / "actions.parquet").unlink()
    (copy / "actions.parts").mkdir()
    assert run(["report", str(copy)]) == 0
    assert "`cardwright arena ... --resume --actions` finishes it." in " ".join(capsys.readouterr().out.split())


def test_a_log_of_some_decisions_says_so(copy, capsys):
    rewrite(copy, decisions=lambda frame: frame.filter(polars.col("game") < 20))
    assert run(["report", str(copy)]) == 0
    made = polars.read_parquet(copy / "games.parquet")["decisions"].sum()
    kept = polars.read_parquet(copy / "actions.parquet").height
    assert 0 < kept < made
    assert f"The action log holds {kept} of {made} decisions." in capsys.readouterr().out


def test_metrics_of_the_users_own(logged, tmp_path, capsys):
    file = tmp_path / "mine.py"
    file.write_text(
        "from cardwright.report import metric\n"
        '@metric("Deepest games")\ndef deepest(run):\n    return run.games.lazy().select("seats", "turns").head(3)\n'
    )
    try:
        assert run(["report", str(logged), "--metrics", str(file), "--only", "deepest"]) == 0
    finally:
        METRICS.pop("deepest", None)
    assert "Deepest games" in capsys.readouterr().out
    assert run(["report", "--list"]) == 0
    assert "actions: Actions. How many decisions" in capsys.readouterr().out


def test_bad_arguments_are_refused(logged, tmp_path, refused):
    refused(["report", str(tmp_path / "none")], "there is no log here")
    refused(["report"], "name the log of a run")
    refused(["report", str(logged), "--only", "acttions"], "unknown metric 'acttions'; did you mean 'actions'?")
    refused(["report", str(logged), "--metrics", str(tmp_path / "none.py")], "there is no file")
    refused(["report", str(logged), "--html", str(tmp_path / "no" / "such" / "x.html")], "no such file")


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda folder: (folder / "games.parquet").write_bytes(b"PAR1"), "checksum is wrong"),
        (lambda folder: (folder / "actions.parquet").write_bytes(b"PAR1"), "checksum is wrong"),
        (lambda folder: (folder / "actions.json").unlink(), "no such file"),
        (lambda folder: (folder / "actions.json").write_text("[]"), "actions.json"),
        (lambda folder: (folder / "games.parquet").unlink(), "no such file"),
        (lambda folder: rewrite(folder, lambda frame: frame.drop("win_1")), "not have the columns of a log"),
        (lambda folder: rewrite(folder, lambda frame: frame.drop("seats")), "not have the columns of a log"),
        (lambda folder: rewrite(folder, lambda frame: frame.clear()), "holds no games"),
        (
            lambda folder: rewrite(folder, decisions=lambda frame: frame.drop("turn")),
            "not have the columns of an action",
        ),
        (lambda folder: another_seed(folder / "games.json"), "of another run"),
    ],
)
def test_damaged_logs_are_refused(copy, refused, damage, complaint):
    damage(copy)
    refused(["report", str(copy)], complaint)


@pytest.mark.parametrize(
    "decisions",
    [
        lambda frame: frame.clear(),
        lambda frame: frame.reverse(),
        lambda frame: polars.concat([frame, frame]),
        lambda frame: frame.with_columns(polars.lit(200, polars.UInt8).alias("player")),
        lambda frame: frame.with_columns(polars.lit(2**32 - 1, polars.UInt32).alias("game")),
        lambda frame: frame.with_columns(polars.lit(2**32 - 1, polars.UInt32).alias("turn")),
        lambda frame: frame.with_columns(polars.lit(9, polars.UInt32).alias("series")),
        lambda frame: frame.with_columns(polars.lit(None, frame["taken"].dtype).alias("taken")),
        lambda frame: frame.with_columns(polars.lit(None, frame["available"].dtype).alias("available")),
        lambda frame: frame.with_columns(polars.lit(None, polars.UInt32).alias("game")),
        lambda frame: frame.with_columns(polars.lit(7, polars.UInt8).alias("leader")),
        lambda frame: frame.with_columns(polars.lit(2**63, polars.UInt64).alias("statuses_x")),
    ],
)
def test_decisions_that_no_game_makes_are_reported_or_refused(copy, decisions):
    rewrite(copy, decisions=decisions)
    with contextlib.suppress(CardwrightError):  # anything else fails
        assert report.report(copy).to_html().startswith("<!doctype html>")


def hostile(folder):
    """Give agents and actions names that are markup and control characters."""
    names = polars.Enum([HOSTILE, f"{HOSTILE} 2"])

    def rename(frame):
        old = frame["taken"].dtype.categories.to_list()
        words = polars.Enum([f"{HOSTILE} {number}" for number in range(len(old))])
        new = dict(zip(old, words.categories.to_list(), strict=True))
        return frame.with_columns(
            polars.col("taken").cast(str).replace(new).cast(words),
            polars.col("available").list.eval(polars.element().cast(str).replace(new).cast(words)),
        )

    seats = polars.col("series").replace_strict({0: HOSTILE, 1: f"{HOSTILE} 2"}, return_dtype=polars.String)
    rewrite(folder, lambda frame: frame.with_columns(seats.cast(names).alias("seats")), rename, game=HOSTILE)


def test_no_name_can_control_a_terminal_or_a_page(copy, capsys, tmp_path):
    hostile(copy)
    assert run(["report", str(copy), "--html", str(tmp_path / "x.html"), "--plots", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "\u202e" not in out
    text = (tmp_path / "x.html").read_text()
    assert "&lt;script&gt;" in text
    assert "<script" not in text
    assert "<img" not in text
    assert text.count("</style>") == 1 + text.count("<svg")


def test_the_page_opens_on_a_phone(copy, browser, tmp_path):
    hostile(copy)
    page = tmp_path / "report.html"
    page.write_text(report.report(copy).to_html(), encoding="utf-8")
    browser.get_log("browser")
    browser.set_window_size(500, 900)
    browser.get(page.as_uri())
    assert [each["message"] for each in browser.get_log("browser")] == []
    assert browser.title.startswith("</style><script>")
    width, shown = browser.execute_script("return [document.documentElement.scrollWidth, window.innerWidth]")
    assert width <= shown
    assert len(browser.find_elements("css selector", "section table")) == len(
        browser.find_elements("css selector", "h2")
    )
    assert all(each.size["width"] > 100 for each in browser.find_elements("css selector", "svg"))
