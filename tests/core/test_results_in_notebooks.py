"""What notebooks show of results, archives, studies and maps: well-formed, escaped, and the figures of the object."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from notebook_html import HOSTILE, words_of

import cardwright
from cardwright import arena, autobattler, balance, cgdl, report, route, spire, training
from cardwright.arena.statistics import Estimate
from cardwright.arena.story import Story
from cardwright.balance import Metagame, plots
from cardwright.balance.sweeps import sweep
from cardwright.core.showing.figure import Figure
from cardwright.generate.cards import Candidate, CardArchive, Figures, Known, Search, Settings
from cardwright.generate.games import Archive, Evolution, Individual, Judgement, Verdict
from cardwright.generate.games import Settings as GameSettings
from cardwright.training.fit import Fitted, Quality

CONFIG = {
    "play": {"tournament": {"cards": "vanilla", "size": 2}},
    "parameters": {"cards.*.attack": [1, 9]},
    "budget": 10,
}


# The arena


def test_a_result_and_a_league_show_tables(kuhn_game):
    result = arena.run(kuhn_game, ["random,random", "first,random"], games=20, seed=1)
    assert "win rate %" in words_of(result._repr_html_())
    hostile = replace(result.series[0], seats=HOSTILE)
    assert HOSTILE in words_of(arena.Result(result.plan, [hostile])._repr_html_())
    league = arena.league(kuhn_game, ["random", "first"], games=10, seed=1)
    assert "rating" in words_of(league._repr_html_())


def test_a_report_shows_its_notes_tables_and_plots(kuhn_game, tmp_path):
    arena.run(kuhn_game, ["random,random"], games=20, seed=1, log=tmp_path)
    made = report.report(tmp_path)
    shown = made._repr_html_()
    words = words_of(shown)
    assert all(text in words for text in (made.title, *made.notes(), *(each.metric.title for each in made.sections)))
    assert shown.count("<svg") == len(made.figures)


def test_a_story_shows_its_decisions_and_cuts_long_ones():
    state = cardwright.game("spire:jaw-worm").new(seed=7, logged=True)
    while not state.over:
        state.play(state.legal()[-1])
    story = Story.of(state, (HOSTILE,), "a battle")
    words = words_of(story._repr_html_())
    assert "a battle" in words
    assert HOSTILE in words
    assert str(story.decisions[0]) in words
    longer = replace(story, decisions=story.decisions * 50, states=story.states[:1] * (50 * len(story.decisions) + 1))
    assert "more decisions" in words_of(longer._repr_html_())


def test_a_picture_shows_itself_and_trusts_no_text():
    figure = Figure(figsize=(2, 1))
    figure.suptitle(f"{HOSTILE} $x$")
    assert words_of(figure._repr_svg_()) is not None
    assert isinstance(plots.rates(Metagame(["a", "b"], [0.4, 0.6])), Figure)


# Balance


def test_a_metagame_shows_rates_and_errors():
    known = Metagame([HOSTILE, "Ogre"], [0.4, 0.6], errors=np.array([0.01, 0.02]), games=10)
    shown = known._repr_html_()
    words = words_of(shown)
    assert HOSTILE in words
    assert "60 %" in words
    assert "2 %" in words
    assert "<svg" in shown
    assert "standard error" not in words_of(Metagame(["a", "b"], [0.4, 0.6])._repr_html_())


def test_a_tuned_set_shows_before_and_after():
    result = balance.tune(balance.Study(CONFIG), budget=10, seed=1, optimiser="random")
    words = words_of(result._repr_html_())
    assert "before" in words
    assert "after" in words
    assert all(change.label in words for change in result.changes)
    assert all(warning in words for warning in result.warnings())


def test_a_sweep_shows_where_it_is_best():
    study = balance.Study(CONFIG)
    name = study.space.variables[0].label
    found = sweep(study, f"{name}=1:3")
    words = words_of(found._repr_html_())
    assert f"best at {name} {found.best()[name]:g}" in words


def test_a_tournament_shows_the_cards_from_the_best():
    cards = [autobattler.Card(HOSTILE, 1, 1), autobattler.Card("Big", 2, 2)]
    words = words_of(autobattler.tournament(cards, size=1)._repr_html_())
    assert words.index("Big") < words.index(HOSTILE)


# Archives


def individual(number=3):
    verdicts = {name: Verdict(True, Estimate(12, 12, 12), 0.5) for name in ("length", "foresight", "search")}
    return Individual(number, "random", cgdl.load("war"), Judgement(verdicts))


def test_an_archive_of_games_shows_its_games():
    kept = Archive([individual()])
    evolution = Evolution(GameSettings(seed=1), kept, evaluations=192, interrupted=True)
    evolution.failures.update({"sound": 5})
    for shown in (kept, evolution):
        assert individual().game.name in words_of(shown._repr_html_())
    assert "unfinished" in words_of(evolution._repr_html_())
    named = replace(individual(), origin=HOSTILE)
    words = words_of(named._repr_html_())
    assert HOSTILE in words
    assert cgdl.english(named.game).splitlines()[0] in words


def figures(value=2.0):
    return Figures(Estimate(value, 1, 3), 40, {"random": value}, {"starter": value, HOSTILE: 1.0}, 7, 1)


@pytest.fixture
def card_archive():
    maker = spire.family.card_maker()
    known = Known([{maker.name(card): figures(index) for index, card in enumerate(maker.known()[:5])}])
    cards = [
        {"cards": {HOSTILE: {"type": "attack", "effect": {"to": "an enemy", "attack": 3}}}},
        {"cards": {"Jab": {"type": "skill", "effect": {"block": 3}}}},
    ]
    kept = [Candidate(index, "grown", card, figures(3.0 * index), 0.5) for index, card in enumerate(cards)]
    return CardArchive(maker, known, kept)


def test_an_archive_of_cards_shows_them_with_their_figures(card_archive):
    search = Search(Settings("spire", 1), card_archive, evaluations=96)
    search.reasons.update(["does nothing", HOSTILE])
    for shown in (card_archive, search):
        words = words_of(shown._repr_html_())
        assert HOSTILE in words
        assert "Jab" in words
        assert "Deal 3 damage." in words
        assert "strength" in words
    assert "does nothing" in words_of(search._repr_html_())


def test_figures_show_only_what_was_measured():
    words = words_of(figures()._repr_html_())
    assert "+2.0 [+1.0, +3.0]" in words
    assert HOSTILE in words
    assert "nan" not in words
    assert "synergy" not in words
    assert "flags: loops" in words_of(replace(figures(), flags=("loops",))._repr_html_())


# Maps and training


def test_maps_and_routes_are_drawn():
    act = spire.map("HELLO")
    best = route.Planner(route.example()).best()
    assert "Act 1" in words_of(act._repr_html_())
    assert "16 floors" in words_of(route.example()._repr_html_())
    assert "risk 26" in words_of(best._repr_html_())


def test_a_fitted_value_shows_its_quality():
    quality = Quality(Estimate(0.5, 0.4, 0.6), Estimate(0.8, 0.7, 0.9), 0.03)
    made = {"games": 20, "seed": 1}
    fitted = Fitted(cardwright.game("spire:jaw-worm"), np.zeros(3), made, {HOSTILE: quality}, Estimate(0.1, 0, 0.2))
    words = words_of(fitted._repr_html_())
    assert all(text in words for text in (HOSTILE, "0.5000±0.1000", "0.030", "0.1000±0.1000"))


def test_trained_weights_are_listed_with_their_curve():
    trained = training.Trained(cardwright.game("spire:jaw-worm"), training.Settings(seed=1, population=4))
    assert "0 generations" in words_of(trained._repr_html_())
    trained.add(training.Verdict(np.arange(4.0), np.zeros(4)))
    shown = trained._repr_html_()
    assert all(name in words_of(shown) for name in trained.named_weights())
    assert "<svg" in shown


LOADED = """
import sys
import cardwright.balance.metagame, cardwright.balance.outcome, cardwright.training.trained
import cardwright.generate.cards.archive, cardwright.generate.cards.figures
print([name for name in sys.modules if name.startswith("cardwright") and name.endswith(".notebook")])
"""


def test_results_do_not_import_what_draws_them():
    answer = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"


def test_a_result_of_a_subclass_is_shown_too():
    class Own(Metagame):
        pass

    assert "2 compared" in words_of(Own(["a", "b"], [0.4, 0.6])._repr_html_())
