"""The thesis on Unstable Unicorns: its tables beside ours, measured once and kept."""

from __future__ import annotations

import json

import pytest

from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.papers import unicorns as paper
from cardwright.papers import unicorns_evolution as evolution
from cardwright.papers.unicorns import QUICK, Cell, explanation, reproduce

TINY = QUICK._replace(
    games=2, search_games=1, playouts=(), many_games=2, population=2, generations=1, fitness_games=1, tests=1,
    sizes=(2, 3), size_runs=1, individuals=4, size_games=1, final_population=2, final_generations=1,
)  # fmt: skip


def test_every_table_and_figure_is_there_in_both_profiles(tmp_path):
    cells = reproduce(TINY, seed=1, tables=["5.1", "6.1", "6.2", "6.3", "final"], folder=tmp_path)
    for profile in paper.PROFILES:
        found = {each.table for each in cells if each.profile == profile}
        assert found == {"5.1", "6.1", "6.2", "6.3", "final", "figure 5.1"}
    rows = {each.name: each for each in cells if (each.table, each.profile) == ("6.3", "thesis")}
    assert rows["evo_rule_based, mean"].thesis == 40.62
    assert rows["evo_rule_based, best"].games == TINY.tests
    assert rows["evo_mcts_random, mean"].value is None  # not measured in a quick look
    assert next(each for each in cells if each.table == "6.1").thesis == 93.0
    json.dumps([(each, each.differs) for each in cells])  # as `--json` prints them


def test_a_stopped_run_continues_with_what_was_measured(tmp_path, monkeypatch):
    first = reproduce(TINY, seed=1, tables=["6.1"], figures=[], folder=tmp_path)
    saved = json.loads((tmp_path / paper.RESULTS).read_text())
    monkeypatch.setattr(paper, "contest", lambda *_: pytest.fail("a known cell was measured again"))
    assert reproduce(TINY, seed=1, tables=["6.1"], figures=[], folder=tmp_path, resume=True) == first
    assert json.loads((tmp_path / paper.RESULTS).read_text()) == saved
    with pytest.raises(CardwrightError, match="already exists"):
        reproduce(TINY, seed=1, tables=["6.1"], figures=[], folder=tmp_path)
    with pytest.raises(CardwrightError, match="measured with seed 1, not 2"):
        reproduce(TINY, seed=2, tables=["6.1"], figures=[], folder=tmp_path, resume=True)
    with pytest.raises(CardwrightError, match="other numbers of games"):
        reproduce(QUICK, seed=1, tables=["6.1"], figures=[], folder=tmp_path, resume=True)


RULES = "thesis: 2*rules,4*random in 2 games"
EVOLVED = "thesis: evo_rule_based run 0"
SIZES = "thesis: population 2 run 0"
TESTS = {"best": 0.5, "again": 0.5}
FIGURES = {"best": 1.0, "mean": 1.0, "worst": 1.0, "wins": 0.5}


@pytest.mark.parametrize(
    ("wanted", "cell", "value"),
    [
        ({"tables": ["6.1"]}, RULES, [0.5, 0.4]),
        ({"tables": ["6.1"]}, RULES, {"random": 1}),
        ({"tables": ["6.1"]}, RULES, [0.5, 0.4, "high"]),
        ({"tables": ["6.1"]}, RULES, [0.5, 0.4, 1e300]),
        ({"tables": ["6.2"]}, EVOLVED, {"random": TESTS, "rules": {"best": 0.5}, "weights": []}),
        ({"tables": ["6.2"]}, EVOLVED, {"random": {**TESTS, "best": 7}, "rules": TESTS, "weights": []}),
        ({"tables": ["6.2"]}, EVOLVED, None),
        ({"figures": ["5.1"]}, SIZES, [FIGURES]),
        ({"figures": ["5.1"]}, SIZES, [FIGURES, {**FIGURES, "wins": -1}]),
    ],
)
def test_a_damaged_cell_is_refused_in_one_sentence(wanted, cell, value, tmp_path):
    cells = paper.Cells(1, TINY, tmp_path)
    cells.get("first", paper.Interval, lambda: [0.5, 0.4, 0.6])
    saved = json.loads((tmp_path / paper.RESULTS).read_text())
    saved["cells"][cell] = value
    (tmp_path / paper.RESULTS).write_text(json.dumps(saved))
    with pytest.raises(CardwrightError) as caught:
        reproduce(TINY, seed=1, **{"tables": [], "figures": [], **wanted}, folder=tmp_path, resume=True)
    assert str(caught.value).startswith(f"{tmp_path / paper.RESULTS}: cells.{cell}")
    assert "\n" not in str(caught.value)


def test_an_individual_with_too_few_weights_is_refused(tmp_path):
    with (
        pytest.raises(CardwrightError, match="an individual has 1 weights, not"),
        evolution._file(paper.Cells(1, TINY, tmp_path), paper.game_for("thesis"), [[1.0]]),
    ):
        pass


@pytest.mark.parametrize(
    ("more", "advice"), [([], "nothing is kept"), (["--out", "thesis"], "with --resume continues")]
)
def test_ctrl_c_says_how_to_go_on(more, advice, monkeypatch, capsys, tmp_path):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(paper, "reproduce", stop)
    assert run(["papers", "unicorns", *more]) == 130
    assert advice in capsys.readouterr().err


def test_unknown_tables_are_refused():
    with pytest.raises(CardwrightError, match=r"unknown table '5\.9'"):
        reproduce(TINY, tables=["5.9"])
    with pytest.raises(CardwrightError, match="unknown figure '6'"):
        reproduce(TINY, figures=["6"])


def test_the_explanation_follows_from_the_figures():
    inside = Cell("6.1", "thesis", "Rule-based", 93.0, 100, 100, 92.0, 90.0, 94.0)
    outside = Cell("6.1", "thesis", "MCTS 100", 69.0, 100, 100, 92.0, 90.0, 94.0)
    usual = Cell("switches", "thesis", "none", 90.9, 1000, 100, 90.0, 89.0, 91.0)
    strong = Cell("switches", "thesis", "pandas_win", 90.9, 1000, 100, 80.0, 79.0, 81.0)
    weak = Cell("switches", "thesis", "always_play", 90.9, 1000, 100, 90.5, 89.5, 91.5)
    told = " ".join(explanation([inside, outside, usual, strong, weak]))
    assert "MCTS 100" in told
    assert "Rule-based" not in told
    assert "80.0 % (pandas_win) instead of 90.0 %" in told
    assert "always_play" not in told


def test_the_variance_of_table_5_2_is_that_of_a_single_game(tmp_path):
    """The thesis prints p (1 - p), rounded; so do we."""
    for games, rates in paper.TABLE_5_2.items():
        for rate, variance in zip(rates, paper.TABLE_5_2_VARIANCE[games], strict=True):
            assert rate * (1 - rate) == pytest.approx(variance, abs=6e-5)
    cells = paper.Cells(1, TINY, tmp_path)
    cells.known = {
        f"thesis: {games} games from seed {seed}": [0.9, 0.8, 0.95]
        for games in paper.TABLE_5_2
        for seed in paper.INITIAL_SEEDS
    }
    cells.known["thesis: 3*rules,3*random in 2 games"] = [0.5, 0.1, 0.9]
    rows = {each.name: each for each in paper.table_5_2(cells, "thesis")}
    assert rows["3 from seed 9000"].thesis_variance == 0.2222
    assert rows["3 from seed 9000"].variance == pytest.approx(0.09)
    assert rows["many games"].thesis_variance is None


def test_the_final_evolution_starts_from_the_best_of_all_last_generations():
    game = paper.game_for("thesis")
    genes = len(evolution.make_genes(game, evolution.GENES, evolution.NEIGHS))
    population = [{"genes": [share] * genes, "wins": share} for share in (0.2, 0.4, 0.9)]
    results = [{"population": population}, {"rules": {"best": 0.5}, "weights": list(game.weights)}]
    best = evolution.best_individuals(game, results, 3)
    assert [each[0] for each in best] == pytest.approx([9.0, game.weights[0], 4.0])


def test_every_line_of_the_figure_has_at_least_two_points(tmp_path, monkeypatch):
    """A line with a single point is only seen in the legend."""

    def histories(cells, profile, size):
        return [[{"best": 1.0, "mean": 1.0, "worst": 1.0, "wins": 0.5}] * max(2, QUICK.individuals // size)]

    monkeypatch.setattr(evolution, "histories", histories)
    figure = evolution.draw_figure_5_1(tmp_path, QUICK, seed=1)
    lines = [line for axes in figure.axes for line in axes.get_lines()]
    assert len(lines) == 2 * len(QUICK.sizes)
    assert min(len(line.get_xdata()) for line in lines) >= 2
