"""Cards judged by play: the figures are what a comparison by hand gives, and defects are found."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from cardwright import spire
from cardwright.agents import make, play_games
from cardwright.arena.statistics import Estimate, mean_difference
from cardwright.core.errors import CardwrightError, UnknownName
from cardwright.core.making.maker import Likeness
from cardwright.core.random import seeds_for
from cardwright.generate.cards import Candidate, Settings, contradictions, judge_file, judge_rounds
from cardwright.generate.cards.alike import Cards, alike
from cardwright.generate.cards.figures import Figures
from cardwright.generate.cards.known import Known
from cardwright.generate.cards.trials import Judge, Rung

MAKER = spire.family.card_maker()
SMALL = (Rung(games=3, stride=6), Rung(games=2, stride=6, agents=2, partner_games=2, use_games=3))
SEED = 5


def card(name, kind="attack", cost=1, **fields):
    return {"cards": {name: {"type": kind, "cost": cost, **fields}}}


HEAVY = card("Heavy", effect={"to": "an enemy", "attack": 20})
PLANTED = {
    "loops": card("Perpetuum", "skill", 0, effect={"draw": 2, "energy": 2}),
    "duplicate of Strike+": card("Not Strike", effect={"to": "an enemy", "attack": 9}),
    "never playable": card("Stone", "skill", unplayable=True, effect={"block": 5}),
    "does nothing": card("Idle", "skill"),
}


@pytest.fixture(scope="module")
def judge():
    return Judge(MAKER, SEED, SMALL)


def test_strength_is_the_mean_gain_on_the_same_seeds(judge):
    """As anybody can compute it with the arena's means: each game with the card against the same game without."""
    trials = [0, 6]
    (with_card,) = MAKER.games([HEAVY], [("Heavy",)], trials)
    (without,) = MAKER.games([], [()], trials)
    seeds, agent_seeds = (seeds_for(SEED, use, np.arange(3)) for use in ("game", "agent"))
    gains = []
    for pair in zip(with_card, without, strict=True):
        hp = [game.measure(play_games(game, [make("random")], seeds, agent_seeds).states)["hp_left"] for game in pair]
        gains.append(mean_difference(np.maximum(hp[0], 0), np.maximum(hp[1], 0)).value)
    figures = judge.judge(HEAVY, 0)
    assert figures.strength.value == pytest.approx(np.mean(gains))
    assert list(figures.decks.values()) == pytest.approx(gains)
    assert figures.games == 6
    assert figures.strength.low < figures.strength.value < figures.strength.high


def test_the_same_card_has_the_same_figures_in_any_order(judge):
    again = Judge(MAKER, SEED, SMALL)
    again.judge(PLANTED["does nothing"], 0)
    assert again.judge(HEAVY, 0) == judge.judge(HEAVY, 0)


def test_full_figures(judge):
    figures = judge.judge(HEAVY)
    assert figures.partner in MAKER.partners
    assert 0 < figures.use.value <= 1
    assert not math.isnan(figures.synergy.value)
    assert set(figures.agents) == set(MAKER.agents)
    assert figures.flags == ("in other numbers: Strike",)
    assert Figures.from_data(figures.to_data()).to_data() == figures.to_data()


@pytest.mark.parametrize("flag", PLANTED)
def test_planted_defects_are_flagged(judge, flag):
    assert flag in judge.judge(PLANTED[flag]).flags


def test_a_card_that_is_better_than_all_others_in_every_deck_is_flagged(judge):
    usual = {name: judge.judge(card(name, effect={"to": "an enemy", "attack": 6}), 0) for name in ("A", "B")}
    known = Known([usual])
    best = known.ranked(judge.judge(card("Nuke", cost=0, effect={"to": "all enemies", "attack": 60}), 0))
    assert best.flags == ("in other numbers: Cleave", "always best")
    assert best.rank.value == 1
    assert known.ranked(usual["A"]).flags == ("duplicate of Strike",)
    assert known.fit(usual["A"], 0) == 1 > known.fit(best, 0)


def test_a_card_that_beats_most_of_its_cost_beyond_its_interval_is_strong(judge):
    weak = judge.judge(card("A", cost=0, effect={"block": 1}), 0)
    dear = replace(weak, cost=1, strength=Estimate(30, 29, 31))
    known = Known([{"A": weak, "B": dear}])
    strong = replace(weak, strength=Estimate(99, 98, 100))
    assert known.strong(strong) == ["strong for its cost"]
    assert not known.strong(replace(weak, strength=Estimate(99, weak.strength.value - 1, 100)))
    free = {name: replace(each, cost=0) for name, each in known.rungs[-1].items()}
    assert Known([free]).strong(strong) == ["strong"]  # nobody names costs in a game without them


def test_a_card_is_on_one_side_of_the_usual_ones_or_on_neither(judge):
    usual = judge.judge(card("A", cost=0, effect={"block": 1}), 0)
    known = Known([{"A": replace(usual, strength=Estimate(2, 1, 3))}])
    sides = [
        known.side(replace(usual, strength=each)) for each in (Estimate(4, 3, 5), Estimate(2, 1, 4), Estimate(0, -1, 1))
    ]
    assert sides == [1, 0, -1]


def test_agents_and_decks_are_chosen():
    maker = Settings("spire", 1, agents=("rules", "rules"), decks=("block",)).maker()
    assert maker.agents == ("rules",)
    assert {trial.deck for trial in maker.trials} == {"block"}
    with pytest.raises(UnknownName, match=r"unknown deck .blok.*block"):
        Settings("spire", 1, decks=("blok",)).maker()
    with pytest.raises(UnknownName, match="unknown agent 'mtcs'; did you mean 'mcts'"):
        Settings("spire", 1, agents=("mtcs:20",)).maker()


def test_an_agent_in_python_cannot_judge():
    maker = Settings("spire", 1, agents=("llm:model",)).maker()
    with pytest.raises(CardwrightError, match="'llm:model' cannot judge cards"):
        Judge(maker, SEED, SMALL)


def test_a_part_that_never_matters_is_found(judge):
    blows = [{"to": "an enemy", "attack": 8}, {"to": "self", "apply": {"After Image": "Combust"}}]  # who has Combust?
    own = card("Odd", effect=blows)
    games = MAKER.games([own], [("Odd",)], range(0, len(MAKER.trials), SMALL[-1].stride))[0]
    parts = replace(judge.rungs[-1], parts=True)
    assert "a part never matters" in judge._with_flags(own, judge.judge(own, 0), games, parts).flags
    sound = card("Sound", effect=[blows[0], {"block": 5}])
    games = MAKER.games([sound], [("Sound",)], range(0, len(MAKER.trials), SMALL[-1].stride))[0]
    assert "a part never matters" not in judge._with_flags(sound, judge.judge(sound, 0), games, parts).flags


def test_a_rule_under_two_names_and_a_copy_in_other_numbers_are_found():
    def power(name, status):
        rules = [
            {"after": "turn end", "do": {"block": "stacks"}},
            {"modify": "card block", "when": f"{status} > 1", "add": 1},
        ]
        made = card(name, "power", effect={"to": "self", "apply": f"2 {status}"})
        return {**made, "statuses": {status: {"rules": rules}}}

    seen = Cards(
        MAKER, [power("Shell", "Bark"), card("Grow", "power", 2, effect={"to": "self", "apply": "3 Strength"})]
    )
    again = power("Skin", "Hide")
    assert "one rule under two names: Bark, Hide" in seen.flags(again)
    assert seen.flags(card("Rise", "power", 1, effect={"to": "self", "apply": "9 Strength"})) == (
        "in other numbers: Grow",
    )
    assert seen.flags(card("Jab", effect={"to": "an enemy", "attack": 3})) == ()


def test_a_tournament_that_says_the_opposite_is_mentioned():
    figures = Figures(Estimate(5, 4, 6), 10, {"rules": 5.0}, {"a": 5.0})
    found = [
        Candidate(number, "given", card(name), replace(figures, strength=Estimate(value, value - 1, value + 1)))
        for number, (name, value) in enumerate({"A": 5.0, "B": -5.0, "C": 0.0}.items())
    ]

    class Maker(type(MAKER)):
        def tournament(self, cards):
            return {"A": 0.3, "B": 0.3, "C": 0.9}

    (line,) = contradictions(Maker(), found)
    assert line.startswith("A: the judge puts it above the average")
    assert "30 % won" in line
    assert list(contradictions(MAKER, found)) == []


def test_numbers_within_the_tolerance_are_alike():
    assert alike(Likeness("a", (9.0, 2.0)), Likeness("a", (10.0, 2.0)))
    assert not alike(Likeness("a", (9.0, 2.0)), Likeness("a", (10.0, 3.0)))
    assert not alike(Likeness("a", (9.0,)), Likeness("b", (9.0,)))


def test_rounds_end_with_the_strength_of_the_whole_judgement(tmp_path):
    path = tmp_path / "cards.yaml"
    path.write_text("cards:\n  Heavy: {type: attack, effect: {to: an enemy, attack: 20}}\n  Idle: {type: skill}\n")
    rungs = (Rung(games=1, stride=12), Rung(games=8, stride=12))
    settings = Settings("autobattler", SEED, rungs=rungs)
    with pytest.raises(CardwrightError):
        next(judge_rounds(path, settings))
    settings = replace(settings, game="spire", agents=("random",))
    with pytest.raises(UnknownName):
        next(judge_rounds(path, settings, ["Hevy"]))
    rounds = list(judge_rounds(path, settings, ["Heavy"]))
    assert [rounds[number].figures["Heavy"].games for number in range(4)] == [2, 2, 4, 8]
    assert [each.done for each in rounds] == list(range(1, rounds[0].steps + 1))
    whole = judge_file(path, settings)[0].figures
    last = rounds[-1].figures["Heavy"]
    assert last.strength.value == pytest.approx(whole.strength.value, abs=1e-3)
    assert last.rank == pytest.approx(whole.rank, abs=1e-3)
    assert list(rounds[-1].figures) == ["Heavy"]
