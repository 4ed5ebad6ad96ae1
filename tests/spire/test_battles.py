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


def test_discovery_offers_three_different_cards_and_the_chosen_one_is_free():
    game = spire.battle(hand=["Discovery"], enemies=["Cultist"])
    pool = {card.name for card in game.content.cards.values() if card.color == "red" and not card.name.endswith("+")}
    for seed in range(20):
        state = game.new(seed).play("play Discovery")
        offered = [action.name for action in state.legal()]
        assert len(set(offered)) == 3
        assert set(offered) <= pool - {"Strike", "Defend", "Bash", "Feed", "Reaper"}
        view = state.play(state.legal()[1]).view()
        free = {"name": offered[1], "cost": 0}
        assert view["hand"] in ([free], [offered[1]])  # what costs nothing or X needs no other cost
        assert (view["exhaust"], view["draw"], view["discard"]) == (["Discovery"], [], [])


def test_random_colourless_cards_come_from_their_pool():
    names = set()
    for card, upgraded in (("Transmutation", False), ("Transmutation+", True)):
        game = spire.battle(hand=[card], enemies=["Cultist"], energy=9)
        for seed in range(60):
            for each in game.new(seed).play(f"play {card}").view()["hand"]:
                name = each["name"] if isinstance(each, dict) else each
                assert name.endswith("+") == upgraded
                names.add(name.removesuffix("+"))
                assert game.content.cards[name].rarity in ("uncommon", "rare")
                assert isinstance(each, str) or each["cost"] == 0
    assert len(names) == 34
    assert "Bandage Up" not in names


def test_hiding_keeps_a_card_that_the_player_knows_to_be_at_the_bottom():
    game = spire.battle(hand=["Forethought", "Bash"], draw=["Strike"] * 3 + ["Defend"] * 3, enemies=["Cultist"])
    state = game.new(1).play("play Forethought")
    for seed in range(8):
        assert state.copy(hidden_from=0, seed=seed).view()["draw"][-1] == {"name": "Bash", "cost": 0}
    assert state.seen(0)["draw"][-1] == {"name": "Bash", "cost": 0}


def test_theft_escape_and_splitting_are_told_in_plain_sentences():
    game = spire.battle(hand=[], enemies=["Looter"], hand_size=0)
    state, told = game.new(1, logged=True), []
    while not state.over:
        told += [game.event_text(event, None) for event in state.play("end turn").events]
    assert "Looter steals 15 gold (84 left)" in told
    assert {f"Looter leaves the battle with {gold} gold" for gold in (30, 45)} & {*told}
    assert "Looter: gone" in str(state)
    game = spire.battle(hand=["Bludgeon"], enemies=[{"name": "Looter", "hp": 5, "gold": 15}])
    state = game.new(1, logged=True).play("play Bludgeon")
    assert "player gains 15 gold (now 114)" in [game.event_text(event, None) for event in state.events]
    game = spire.battle(hand=[], enemies=[{"name": "Slime Boss", "hp": 40, "intent": "Split"}], hand_size=0)
    state = game.new(1, logged=True).play("end turn")
    told = [game.event_text(event, None) for event in state.events]
    assert told.index("Slime Boss uses Split") < told.index("Spike Slime L appears with 40 HP")
    assert "Slime Boss leaves the battle" in told
