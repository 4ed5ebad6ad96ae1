"""Games in progress: playing, copying, saving, and all the ways to get that wrong."""

from __future__ import annotations

import json
import tracemalloc

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cardwright
from cardwright.core.errors import BadData, CardwrightError, IllegalAction, RunawayRules
from cardwright.core.presentation import Action
from cardwright.core.random import as_seed, derive
from cardwright.core.state import State

PROMPTING = {  # cards that ask in the middle
    "enemies": ["Jaw Worm", "Cultist"],
    "hand": ["Survivor", "Headbutt", "Concentrate", "Defend", "Strike"],
    "draw": ["Strike", "Bash", "Defend"],
    "discard": ["Defend", "Bash", "Strike"],
}


@pytest.fixture(scope="module")
def battle():
    return cardwright.game("spire:jaw-worm")


@pytest.fixture(scope="module")
def prompting():
    return cardwright.spire.family.game(PROMPTING)


def wander(state: State, steps: int) -> State:
    """Play on with choices that depend on the position alone."""
    for _ in range(steps):
        if state.over:
            break
        options = state.legal()
        state.play(options[state.check() % len(options)])
    return state


def test_an_action_is_given_in_three_ways(battle):
    by_action, by_number, by_words, by_name = (battle.new(seed=3) for _ in range(4))
    action = by_action.legal()[1]
    by_action.play(action)
    by_number.play(np.int64(action.id))
    by_words.play(str(action).upper())
    by_name.play(f" {action.name} ")
    assert by_action == by_number == by_words == by_name
    assert by_action.history() == [action.id]


@pytest.mark.parametrize(
    "action",
    [True, False, 1.0, float("nan"), None, (), (1,), ("x",), [1], {}, b"0", ..., 10**30, -(10**30), 10**5000,
     -1, 148, 2**63, 147, 11, "", "strke", "play", "x" * 100_000, "a\nb", Action(99, "play", "Strike"),
     Action("1", "play", "Strike"), np.float64(1), np.uint64(2**64 - 1)],
    ids=lambda each: repr(each)[:20] if not isinstance(each, int) or abs(each) < 10**40 else "very large",
)  # fmt: skip
def test_illegal_actions_are_refused_and_change_nothing(battle, action):
    state = battle.new(seed=3)
    before = state.check()
    with pytest.raises(IllegalAction) as error:
        state.play(action)
    assert "\n" not in str(error.value)
    assert len(str(error.value)) < 1_000
    assert state.check() == before
    assert state.history() == []


def test_the_error_says_what_is_legal(battle):
    with pytest.raises(IllegalAction, match=r"'Blizzard' cannot be played now; legal: play .*, end turn$"):
        battle.new(seed=3).play("Blizzard")


def test_nothing_is_played_after_the_end(battle):
    state = wander(battle.new(seed=1), 10_000)
    assert state.over
    for action in (0, "end turn", Action(0, "end turn", "")):
        with pytest.raises(IllegalAction, match="the game is over"):
            state.play(action)


@pytest.mark.parametrize("seed", ["7", 1.5, [7]])
def test_a_seed_is_an_integer(battle, seed):
    with pytest.raises(CardwrightError, match="a seed is an integer"):
        battle.new(seed=seed)
    with pytest.raises(CardwrightError, match="a seed is an integer"):
        battle.new(seed=1).copy(hidden_from=0, seed=seed)


@given(st.integers())
@example(2**64 + 1)
@example(-(2**70))
def test_any_whole_number_is_a_seed(seed):
    game = cardwright.game("spire:jaw-worm")
    state = game.new(seed=seed)
    assert state == game.new(seed=seed)
    assert cardwright.state_from_json(state.to_json()) == state
    hidden = state.copy(hidden_from=0, seed=seed)
    assert cardwright.state_from_json(hidden.to_json()) == hidden


@pytest.mark.parametrize("player", [-1, 1, 10**30, 0.5, "0", [0]])
def test_only_players_have_views(battle, player):
    with pytest.raises(IllegalAction, match="player must be 0, not"):
        battle.new(seed=1).copy(hidden_from=player)


def test_copies_are_independent(prompting):
    state = wander(prompting.new(seed=5), 2)
    twin = state.copy()
    before = state.check()
    wander(twin, 20)
    assert state.check() == before
    assert wander(state, 20) == twin


def test_a_hidden_copy_has_its_own_seed(battle):
    state = battle.new(seed=5)
    assert state.copy(hidden_from=0, seed=1) == state.copy(hidden_from=0, seed=1)
    assert state.copy(hidden_from=0, seed=1) != state.copy(hidden_from=0, seed=2)
    assert state.copy(hidden_from=0) != state.copy(hidden_from=0)


def guesses(state: State) -> list[int]:
    """Take copies of a state, of its copies and of what it becomes, and return what was redrawn in each."""
    plain = [state.copy(), state.copy()]
    hidden = [state.copy(hidden_from=0), state.copy(hidden_from=0)]
    found = [each.copy(hidden_from=0) for each in (*plain, *plain, *hidden, *hidden)]
    wander(state, 1)
    return [each.check() for each in (*hidden, *found, state.copy(hidden_from=0), state.copy().copy(hidden_from=0))]


def test_the_seed_of_a_game_decides_all_its_hidden_copies(battle):
    first = guesses(battle.new(seed=5))
    assert guesses(battle.new(seed=5)) == first
    assert len(set(first)) == len(first), "every copy is another guess"
    assert not set(guesses(battle.new(seed=6))) & set(first)


def test_the_seed_of_a_hidden_copy_decides_copies_of_it(battle):
    one, two = (battle.new(seed=5) for _ in range(2))
    two.copy(hidden_from=0)
    assert guesses(one.copy(hidden_from=0, seed=3)) == guesses(two.copy(hidden_from=0, seed=3))


def test_the_seed_of_a_hidden_copy_is_none_of_the_streams(battle):
    state = battle.new(seed=5)
    (_, seed), streams = state.copy(hidden_from=0).history()[-1], state.record.rng.tolist()
    assert seed not in (5, *streams, *(int(derive(as_seed(5), as_seed(use), as_seed(0))) for use in range(8)))


@pytest.mark.parametrize("steps", [0, 1, 2, 3, 4, 5, 8])
def test_saved_games_go_on_where_they_were(prompting, tmp_path, steps):
    state = wander(prompting.new(seed=9), steps)
    state.save(tmp_path / "game.json")
    again = cardwright.load_state(tmp_path / "game.json")
    assert again == state
    assert again.legal() == state.legal()
    assert wander(again, 30) == wander(state, 30)
    assert again.history() == state.history()


def test_a_saved_game_is_no_scenario(prompting, tmp_path):
    prompting.new(seed=9).save(tmp_path / "game.json")
    with pytest.raises(BadData, match="a saved game is continued with --load"):
        cardwright.game(tmp_path / "game.json")


def test_a_game_is_saved_in_the_middle_of_a_card(prompting):
    state = prompting.new(seed=2).play("Survivor")
    assert state.legal()[0].kind == "card"
    again = cardwright.state_from_json(state.to_json())
    assert again == state
    assert again.play("Strike") == state.play("Strike")


def test_hidden_copies_are_saved_too(prompting):
    state = wander(prompting.new(seed=2), 3).copy(hidden_from=0, seed=77)
    wander(state, 2)
    state = wander(state.copy(hidden_from=0), 2)
    again = cardwright.state_from_json(state.to_json())
    assert again == state
    assert again.history() == state.history()


def tampered(state: State, **changes) -> str:
    return json.dumps({**json.loads(state.to_json()), **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"check": 1}, "replays to another position"),
        ({"check": "1"}, "check"),
        ({"check": None}, "check"),
        ({"history": [0, 99, 0]}, "step 2"),
        ({"history": [10**30]}, "not an integer from"),
        ({"history": [True]}, "history"),
        ({"history": ["end turn"]}, "history"),
        ({"history": [1.5]}, "history"),
        ({"history": [[0]]}, "step 1"),
        ({"history": [[0, 1, 2]]}, "step 1"),
        ({"history": [[7, 1]]}, "step 1"),
        ({"history": {"0": 1}}, "history"),
        ({"history": [0] * 1_000_001}, "history"),
        ({"history": [0] * 900_000}, "the game is over"),
        ({"seed": "x"}, "seed"),
        ({"seed": 1.5}, "seed"),
        ({"version": 99}, "version 99"),
        ({"version": "1"}, "version"),
        ({"format": "cardwright game 99"}, "format"),
        ({"game": "poker"}, "unknown game 'poker'"),
        ({"game": 3}, "game"),
        ({"start": {}}, "enemies"),
        ({"start": []}, "start"),
        ({"start": {"deck": "ironclad", "enemies": ["Bob"]}}, "unknown enemy 'Bob'"),
        ({"extra": 1}, "unknown key 'extra'"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_tampered_saves_are_refused(battle, changes, message):
    text = tampered(wander(battle.new(seed=4), 6), **changes)
    with pytest.raises(CardwrightError, match=message) as error:
        cardwright.state_from_json(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", "{", "7", '"x"', "\0", "{'a': 1}"])
def test_what_is_no_save_is_refused(text):
    with pytest.raises(BadData):
        cardwright.state_from_json(text)


def test_a_missing_part_is_named(battle):
    saved = json.loads(battle.new(seed=4).to_json())
    for key in saved.keys() - {"name"}:  # a game without a name is a custom one
        with pytest.raises(BadData, match=key):
            cardwright.state_from_json(json.dumps({each: saved[each] for each in saved if each != key}))


@given(st.data())
def test_saves_with_any_value_in_any_place(data):
    state = cardwright.game("spire:jaw-worm").new(seed=4).play("end turn")
    json_value = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
        max_leaves=5,
    )
    key = data.draw(st.sampled_from(sorted(json.loads(state.to_json()))))
    try:
        again = cardwright.state_from_json(tampered(state, **{key: data.draw(json_value)}))
    except CardwrightError:
        return
    assert again.check() == state.check()


def test_the_start_of_a_game_is_its_own():
    start = {"deck": ["Strike"] * 5, "enemies": ["Cultist"]}
    game = cardwright.spire.family.game(start)
    state = game.new(seed=1)
    start["deck"].append("Bash")
    start["enemies"].clear()
    assert cardwright.state_from_json(state.to_json()) == state


def test_runaway_rules_are_stopped():
    from cardwright import spire

    echo = {"name": "Echo", "rules": [{"after": "card played", "do": {"play": "card again"}}]}
    start = {
        "content": {"statuses": {"Echo": echo}},
        "player": {"statuses": {"Echo": 1}},
        "hand": ["Defend"],
        "enemies": ["Cultist"],
    }
    state = spire.family.game(start).new(seed=1)
    with pytest.raises(RunawayRules, match="without end"):
        state.play("Defend")


def test_kuhn_is_saved_and_hidden_too(kuhn_game):
    state = kuhn_game.new(seed=3)
    wander(state, 1)
    hidden = state.copy(hidden_from=state.decider, seed=8)
    assert cardwright.state_from_json(hidden.to_json()) == hidden
    assert hidden.legal() == state.legal()


def test_a_position_keeps_little_more_than_its_record():
    """Games keep all their positions; memory for the actions of one would be many times its record."""
    state = cardwright.game("cgdl:hearts").new(seed=3, logged=True)
    state.legal()
    tracemalloc.start()
    try:
        kept = [state.copy() for _ in range(50)]
        size, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert size / len(kept) < 2 * state.records.nbytes + 1000
