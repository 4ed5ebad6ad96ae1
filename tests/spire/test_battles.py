"""Battles as people use them: Python functions in effects, agents with three methods, faults, text and record size."""

from __future__ import annotations

import random

import pytest

import cardwright
from cardwright import arena, spire
from cardwright.agents import Past, play_game
from cardwright.agents.llm import prompt
from cardwright.core.errors import BadData, IllegalAction, RunawayRules, UnknownName
from cardwright.core.record import LARGEST
from cardwright.spire.engine.state import State

ENEMY = {"name": "Cultist", "hp": 40, "intent": "Incantation"}


@spire.host_action
def cards_in_hand(state, entry):
    """A stand-in for what data cannot express."""
    return len(state.view()["hand"])


@spire.host_action
def not_a_number(state, entry):
    return "three"


def asking(function: str) -> spire.Card:
    effect = spire.Host(function).And(spire.Attack("amount")).To(spire.Choose("enemies"))
    return spire.Card(name="Ask", type="attack", cost=0, effect=effect)


def test_a_python_function_answers_in_the_middle_of_a_card():
    game = spire.battle(enemies=[ENEMY], hand=["Ask", "Defend", "Defend"], content=[asking("cards_in_hand")])
    state = game.new(seed=1).play("play Ask")
    assert state.view()["enemies"][0]["hp"] == 38
    assert cardwright.state_from_json(state.to_json()) == state


def test_the_arena_plays_battles_that_ask_python():
    game = spire.battle(deck=["Ask"] * 6, enemies=["Cultist"], content=[asking("cards_in_hand")])
    series = arena.run(game, ["first", "random", "mcts:20"], games=4, seed=1).series
    assert [each.games for each in series] == [4, 4, 4]


def test_an_answer_must_be_an_integer_and_the_function_must_exist():
    game = spire.battle(enemies=[ENEMY], hand=["Ask"], content=[asking("not_a_number")])
    with pytest.raises(BadData, match="returns an integer"):
        game.new(seed=1).play("play Ask")
    with pytest.raises(UnknownName, match="host action 'nobody'"):
        spire.battle(enemies=[ENEMY], hand=["Ask"], content=[asking("nobody")])


class Curious(spire.BattleAgent):
    """Records which of its methods are called."""

    def __init__(self):
        self.asked = set()
        self.dice = random.Random(1)

    def choose_card(self, state, options):
        self.asked.add("card to play")
        assert {each.kind for each in options} <= {"play", "end turn"}
        return self.dice.choice(options)

    def choose_agent_target(self, state, options):
        self.asked.add("agent")
        return self.dice.choice(options)

    def choose_card_target(self, state, options):
        self.asked.add("card")
        return self.dice.choice(options)


def test_an_agent_with_three_methods_plays_whole_battles():
    agent = Curious()
    game = spire.battle(deck=["Strike", "Survivor", "Headbutt", "Bash*"] * 4, enemies=["Red Louse", "Cultist"])
    arena.run(game, [[agent]], games=3, seed=1, jobs=1)
    assert agent.asked == {"card to play", "agent", "card"}


class Numeral(spire.BattleAgent):
    """Answers with a number instead of an option."""

    def choose_card(self, state, options):
        return 0


def test_an_agent_with_three_methods_must_return_one_of_the_options():
    with pytest.raises(IllegalAction, match=r"Numeral.choose_card returns one of its options \('play Strike', .*not 0"):
        Numeral().choose(spire.battle(["Strike"] * 5, ["Cultist"]).new(seed=1, logged=True))


def test_an_agent_with_three_methods_plays_battles_only():
    with pytest.raises(BadData, match="Curious plays Slay the Spire battles, not "):
        Curious().choose(cardwright.game("cgdl:blackjack").new(seed=1, logged=True))


class Polled(Curious):
    """Counts the questions with a single answer, and answers those for a status."""

    def __init__(self):
        super().__init__()
        self.single = 0

    def choose_agent_target(self, state, options):
        self.single += len(options) == 1
        return super().choose_agent_target(state, options)

    def choose_status_target(self, state, options):
        self.asked.add("status")
        return options[-1]


@pytest.mark.parametrize("ask_always", [False, True])
def test_a_single_target_is_a_question_only_with_ask_always(ask_always):
    agent = Polled()
    game = spire.battle(["Strike"] * 5, ["Cultist"], ask_always=ask_always)
    state = play_game(game, [agent], seed=1, agent_seed=1)
    assert state.over
    assert (agent.single > 0) == ask_always


def test_a_fourth_question_is_for_a_status():
    cleanse = spire.Card(name="Cleanse", type="skill", effect=spire.Remove().To(spire.StatusOf("any", spire.Self())))
    player = {"statuses": {"Weak": 3, "Frail": 3}}
    agent = Polled()
    state = spire.battle(enemies=[ENEMY], hand=["Cleanse"], content=[cleanse], player=player).new(seed=1)
    state.play("play Cleanse").play(agent.choose(state))
    assert agent.asked == {"status"}
    assert state.view()["player"]["statuses"] == {"Weak": 3}


def test_the_rules_in_words_follow_the_start_and_the_cards():
    usual, other = spire.battle(), spire.battle(hand_size=7, max_energy=4, deck={"Inflame": 5, "Carnage": 5})
    assert "draw 5 cards and get 3 energy" in usual.how_to_play()
    assert "powers" not in usual.how_to_play()
    assert "draw 7 cards and get 4 energy" in other.how_to_play()
    assert "get 3 energy (5 energy in the first turn);" in spire.battle(energy=5).how_to_play()
    assert "powers stay in effect" in other.how_to_play()
    assert "ethereal cards, which are exhausted" in other.how_to_play()
    assert (
        "draw 7 cards and get 4 energy" in prompt.load_prompt("plain").messages(other.new(1), Past(0), 0)[0]["content"]
    )


def runaway() -> spire.Battle:
    tire = spire.Apply("Weak").To(spire.Self())
    echo = spire.Status(name="Echo", rules=(spire.Rule(after="debuffed", role="target", do=tire),))
    yawn = spire.Card(name="Yawn", type="skill", cost=0, effect=tire)
    statuses = {"statuses": {"Echo": 1}}
    return spire.battle(enemies=[ENEMY], content=[echo, yawn], player=statuses, hand=["Yawn"] * 5)


def test_rules_that_trigger_themselves_are_stopped_and_reported():
    state = runaway().new(seed=1)
    with pytest.raises(RunawayRules, match="without end"):
        state.play("play Yawn")
    assert state.over


def test_a_fault_is_counted_in_the_arena_not_raised():
    series = arena.run(runaway(), ["random"], games=20, seed=1).series[0]
    assert series.faults > 0
    assert series.win_rate == 0


def test_the_text_shows_what_a_player_needs_to_know():
    text = str(spire.battle(enemies=[ENEMY], hand=["Strike"], draw=["Bash", "Defend", "Defend"]).new(seed=1))
    for part in ("Turn 1", "Energy 3", "HP 80/80", "Cultist", "40/40", "Incantation", "Strike", "Bash, 2 Defend"):
        assert part in text


def test_the_text_explains_the_statuses_in_play():
    enemy = {**ENEMY, "statuses": {"Vulnerable": 2}}
    text = str(spire.battle(enemies=[enemy], hand=["Strike"]).new(seed=1))
    assert "Vulnerable 2" in text
    assert "Vulnerable: Takes 50% more damage from attacks." in text
    assert "Weak:" not in text


def test_the_record_fits_the_size_limit():
    assert State.itemsize <= LARGEST
