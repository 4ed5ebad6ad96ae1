"""Reports on runs of every family of games."""

from __future__ import annotations

import polars
import pytest

import cardwright
from cardwright import arena, report

RUNS = {
    "kuhn": ({"divergence"}, 20),
    "leduc": ({"divergence"}, 20),
    "spire:jaw-worm": ({"divergence", "pairs", "chains", "statuses"}, 2),
    "autobattler": ({"divergence", "pairs", "chains", "leads"}, 1),
    "cgdl:uno": ({"divergence", "leads"}, 2),
    "unicorns:2": ({"divergence", "pairs", "chains", "leads"}, 1),
}


@pytest.mark.parametrize("name", RUNS)
def test_a_report_on_any_game(name, tmp_path):
    game = cardwright.game(name)
    series = [f"{game.players}*random", ",".join(["first", *["random"] * (game.players - 1)])]
    wanted, games = RUNS[name]
    arena.run(game, series, games=games, seed=3, log=tmp_path, actions=True, jobs=1)
    made = report.report(tmp_path)
    tables = {section.metric.name: section.table for section in made.sections}
    assert wanted <= tables.keys()
    assert made.missing == []
    logged = polars.read_parquet(tmp_path / "games.parquet")
    taken = tables["actions"].group_by("seats").agg(polars.col("taken").sum())
    assert dict(taken.rows()) == dict(
        logged.group_by(polars.col("seats").cast(str)).agg(polars.col("decisions").sum()).rows()
    )
    assert all(len(line) <= 200 for line in str(made).splitlines())
    assert all(section.metric.about in " ".join(str(made).split()) for section in made.sections)
    assert made.to_html().count("<section") == len(tables)
