"""Our games in OpenSpiel: its own tests of games, chance, information, copies and pickles."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys

import numpy as np
import pytest
from patience import PATIENCE

from cardwright.core.errors import BadData, CardwrightError, IllegalAction, UnknownName
from cardwright.core.random import as_seed

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'cardwright[rl]'")

from cardwright.adapters import openspiel_deals, openspiel_game  # noqa: E402

KUHN = "python_cardwright(game=kuhn:standard,deals=0,zero_sum=True)"
GAMES = ["kuhn:standard", "leduc:standard", "spire:jaw-worm", "autobattler:draft", "unicorns:2", "cgdl:war"]


@pytest.fixture(scope="module")
def kuhn():
    return pyspiel.load_game(KUHN)


def positions(state):
    """All positions of a small game from this one on."""
    yield state
    for action in state.legal_actions():
        yield from positions(state.child(action))


def deal(game, hands):
    """A game in progress with these cards."""
    for number in range(game.max_chance_outcomes()):
        state = game.new_initial_state().child(number)
        if list(state.cardwright.view()["hands"].values()) == hands:
            return state
    raise AssertionError(hands)


@pytest.mark.parametrize("name", GAMES)
def test_its_own_random_simulations_pass(name):
    pyspiel.random_sim_test(openspiel_game.make(name), num_sims=1, serialize=True, verbose=False)


def test_its_own_random_simulations_pass_for_a_game_in_a_file(request):
    path = request.config.rootpath / "examples" / "stand_or_draw.cgdl"
    pyspiel.random_sim_test(openspiel_game.make(str(path), deals=10), num_sims=2, serialize=True, verbose=False)


def test_a_game_says_what_it_is(kuhn):
    kind = kuhn.get_type()
    assert kind.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert kind.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kind.utility == pyspiel.GameType.Utility.ZERO_SUM
    assert (kuhn.num_players(), kuhn.num_distinct_actions(), kuhn.max_game_length()) == (2, 2, 3)
    assert kuhn.observation_tensor_shape() == [5]
    assert openspiel_game.make("kuhn:standard").get_type().utility == pyspiel.GameType.Utility.GENERAL_SUM


def test_actions_have_words(kuhn):
    state = kuhn.new_initial_state()
    assert state.action_to_string(0) == "deal 0"
    state.apply_action(0)
    assert [state.action_to_string(each) for each in state.legal_actions()] == ["pass or fold", "bet or call"]


def test_a_deal_is_a_seed():
    game = openspiel_game.make("spire:jaw-worm", deals=5, seed=100)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [(number, 0.2) for number in range(5)]
    assert state.child(3).cardwright == game.cardwright.new(seed=103)


def test_all_deals_of_a_small_game_are_found(kuhn):
    hands = {tuple(kuhn.new_initial_state().child(each).cardwright.view()["hands"].values()) for each in range(6)}
    assert len(hands) == kuhn.max_chance_outcomes() == 6


def test_all_deals_of_a_large_game_are_refused():
    with pytest.raises(CardwrightError, match="more than 1,000 different deals"):
        openspiel_game.make("cgdl:war", deals=openspiel_game.ALL)


def test_deals_that_are_not_equally_likely_are_refused(kuhn, monkeypatch):
    monkeypatch.setattr(openspiel_deals, "as_seed", lambda seed: as_seed(seed if seed % 3 else 1))
    with pytest.raises(CardwrightError, match="not equally likely"):
        openspiel_deals.deal_seeds(kuhn.cardwright, openspiel_game.ALL, 1)


def test_draws_after_the_deal_are_noticed():
    game = openspiel_game.make("spire:jaw-worm")
    game.whole = True
    state = game.new_initial_state().child(0)
    with pytest.raises(CardwrightError, match="draws at random after the deal"):
        state.apply_action(state.string_to_action("end turn"))


def test_a_game_that_is_not_zero_sum_is_noticed():
    game = openspiel_game.make("spire:jaw-worm", zero_sum=True)
    state = game.new_initial_state().child(0)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(CardwrightError, match="not a zero-sum game"):
        state.returns()


def test_information_states_are_those_of_kuhn_poker(kuhn):
    decisions = [each for each in positions(kuhn.new_initial_state()) if each.is_player_node()]
    keys = {each.information_state_string() for each in decisions}
    assert len(decisions) == 6 * 4
    assert len(keys) == 12
    for key in keys:  # whoever has the same information has the same card, and has heard the same
        same = [each for each in decisions if each.information_state_string() == key]
        assert len(same) == 2
        assert len({(tuple(each.history()[1:]), each.observation_string()) for each in same}) == 1


def test_players_remember_what_can_no_longer_be_seen():
    game = openspiel_game.make("leduc:standard", deals=1)
    state = game.new_initial_state().child(0)
    check, bet = (state.string_to_action(each) for each in ("call or check", "raise or bet"))
    one, two = state.clone(), state.clone()
    for action in (check, bet, check):
        one.apply_action(action)
    for action in (bet, check):
        two.apply_action(action)
    assert one.observation_tensor(0) == two.observation_tensor(0)  # the same cards and bets on the table
    assert one.information_state_string(0) != two.information_state_string(0)


@pytest.mark.parametrize("name", ["kuhn:standard", "leduc:standard"])
def test_information_state_tensors_tell_apart_what_the_strings_do(name):
    game = openspiel_game.make(name, deals=openspiel_game.ALL if name == "kuhn:standard" else 3)
    assert game.get_type().provides_information_state_tensor
    rows = game.max_game_length() + 1
    features, actions = len(game.cardwright.features), game.num_distinct_actions()
    assert game.information_state_tensor_shape() == [rows, features + actions]
    strings, tensors = {}, {}
    for state in positions(game.new_initial_state()):
        if state.current_player() >= 0:
            for player in range(2):
                string, tensor = state.information_state_string(player), tuple(state.information_state_tensor(player))
                assert strings.setdefault(string, tensor) == tensor
                assert tensors.setdefault((player, tensor), string) == string
    assert len(strings) > 12


def test_rows_of_a_tensor_are_moments(kuhn):
    state = deal(kuhn, ["King", "Jack"]).child(0).child(1)  # pass, bet
    rows = np.reshape(state.information_state_tensor(0), kuhn.information_state_tensor_shape())
    assert rows.tolist() == [
        [0, 0, 0, 0, 1, 0.5, 0.5],  # the king, and both antes
        [1, 0, 0, 0, 1, 0.5, 0.5],  # after its own pass
        [0, 0, 0, 0, 1, 0.5, 1],  # after the other's bet
        [0] * 7,
    ]


def test_redrawn_positions_keep_what_a_player_knows(kuhn):
    state = deal(kuhn, ["Queen", "King"]).child(1)
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    drawn = [state.resample_from_infostate(1, sampler) for _ in range(20)]
    assert {each.information_state_string(1) for each in drawn} == {state.information_state_string(1)}
    assert {each.cardwright.view()["hands"]["P1"] for each in drawn} == {"Jack", "Queen"}
    jack = next(each for each in drawn if each.cardwright.view()["hands"]["P1"] == "Jack")
    assert jack.information_state_string(0) not in (state.information_state_string(0), jack.information_state_string(1))
    assert pickle.loads(pickle.dumps(jack)).cardwright == jack.cardwright  # noqa: S301


@pytest.mark.parametrize("name", ["kuhn:standard", "spire:jaw-worm"])
def test_games_and_states_survive_pickling(name):
    game = openspiel_game.make(name, deals=20, seed=5)
    state = game.new_initial_state().child(11)
    state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(game))  # noqa: S301
    assert again == game
    for twin in (pickle.loads(pickle.dumps(state)), again.deserialize_state(state.serialize())):  # noqa: S301
        assert (str(twin), twin.history()) == (str(state), state.history())
        assert twin.information_state_string(0) == state.information_state_string(0)
        choices = random.Random(1)
        other = state.clone()
        while not other.is_terminal():
            action = choices.choice(other.legal_actions())
            other.apply_action(action)
            twin.apply_action(action)
        assert (str(twin), twin.returns()) == (str(other), other.returns())


def test_a_game_without_a_name_is_described_by_its_start():
    import kuhn as example

    given = example.family.game({"hands": {"P1": "King", "P2": "Jack"}})
    game = openspiel_game.make(given, deals=openspiel_game.ALL)
    assert game.max_chance_outcomes() == 1
    again = pyspiel.load_game(str(game))
    assert again.new_initial_state().child(0).cardwright.view()["hands"] == {"P1": "King", "P2": "Jack"}


def test_another_process_can_unpickle_a_state(tmp_path):
    state = openspiel_game.make("cgdl:war").new_initial_state().child(2)
    (tmp_path / "state").write_bytes(pickle.dumps(state))
    code = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')))"
    command = [sys.executable, "-c", code, str(tmp_path / "state")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=PATIENCE)
    assert (done.stdout.strip(), done.stderr) == (str(state), "")


def test_bad_input_gets_one_sentence(kuhn):
    state = kuhn.new_initial_state()
    with pytest.raises(IllegalAction, match="deals are 0 to 5, not 6"):
        state.apply_action(6)
    state.apply_action(0)
    with pytest.raises(IllegalAction, match="actions are 0 to 1, not 99"):
        state.action_to_string(99)
    with pytest.raises(IllegalAction, match="'action 7' cannot be played now; legal: pass, bet"):
        state.apply_action(7)
    with pytest.raises(UnknownName, match="did you mean"):
        pyspiel.load_game("python_cardwright(game=spire:jaw-wurm)")
    with pytest.raises(BadData, match="'start' is not"):
        pyspiel.load_game("python_cardwright(game=kuhn,start=rubbish)")
    with pytest.raises(CardwrightError, match="'deals' must be from 1 to 1,000,000"):
        openspiel_game.make("kuhn:standard", deals=-1)
    with pytest.raises(CardwrightError, match="'seed' must be an integer up to 2,147,483,647, not '1099511627776'"):
        openspiel_game.make("kuhn:standard", seed=1 << 40)
    with pytest.raises(CardwrightError, match="Kuhn poker is played by 2, not by 3"):
        openspiel_game.make(kuhn.cardwright, players=3)
    with pytest.raises(CardwrightError, match="cannot contain any of"):
        openspiel_game.make("odd(name).cgdl")
    fight = openspiel_game.make("spire:jaw-worm").new_initial_state().child(0)
    with pytest.raises(CardwrightError, match="has no such tensor: it sets no bound on its decisions"):
        fight.information_state_tensor(0)
