"""Runs as a game: played to the end, hidden, saved, and numbered like their battles."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import cardwright
from cardwright.agents.lookahead import Lookahead, _search
from cardwright.agents.scratch import make_scratch
from cardwright.core.errors import CardwrightError
from cardwright.core.interpreted import plain
from cardwright.core.presentation import Action
from cardwright.core.saved_games import load_state
from cardwright.core.state import State
from cardwright.spire.run import verbs
from cardwright.spire.run.facade import RunGame, game
from cardwright.spire.run.record import ONE_ROOM
from cardwright.spire.run.tables import names

HIDDEN = ("seed", "words", "draws", "pool", "encounters", "elites", "bosses", "colorless", "work", "chest_tier",
          "chest_gold", "table", "memo")  # fmt: skip
ROOM_KINDS = ("shop", "rest", "treasure", {"event": "Match and Keep"}, {"event": "Dead Adventurer"})


def advised(state: State) -> Action:
    legal = state.legal()
    actions = np.array([action.id for action in legal])
    best = plain(verbs.advise)(state.record, state.game.rules[0], np.array(state.game.weights), 0, actions, len(legal))
    return next(action for action in legal if action.id == best)


def played(run: RunGame, seed: int, choose, most: int = 10_000) -> State:
    state = run.new(seed, logged=True)
    while not state.over and most:
        state.play(choose(state))
        most -= 1
    return state


def test_the_family_has_a_run() -> None:
    run = cardwright.game("spire:run")
    assert isinstance(run, RunGame)
    assert run.properties.players == 1


@pytest.mark.parametrize("ascension", [0, 20])
def test_random_runs_end_in_death_and_tell_every_action_apart(ascension: int) -> None:
    run, random = game(ascension=ascension), Random(1)
    for seed in range(2):
        state = played(run, seed, lambda state: random.choice(state.legal()))
        assert state.score() < 0
        assert state.game.ending(state).startswith("player dies on floor")


def test_advice_goes_further_than_chance() -> None:
    assert played(game(), 0, advised).record.run.floor > 12


def test_a_run_of_a_seed_is_the_same_in_every_game() -> None:
    one, two = (game(seed="HELLO").new(seed, logged=True).view() for seed in (1, 2))
    assert one == two
    assert game().new(1, logged=True).view() != game().new(2, logged=True).view()


def test_a_run_can_end_with_its_room() -> None:
    state = game(room="rest", hp=40, ends="room").new(1, logged=True)
    rest = next(action for action in state.legal() if str(action) == "rest")
    state.play(rest)
    assert state.over
    assert state.score() == 0.5 + 0.5 * 64 / 80
    lost = game(room={"fight": "Hexaghost"}, hp=1, ends="room").new(1, logged=True)
    while not lost.over:
        lost.play(next(action for action in lost.legal() if str(action) == "end turn"))
    assert -1 < lost.score() < 0


@pytest.mark.parametrize("room", ROOM_KINDS)
def test_what_is_hidden_changes_and_what_is_known_stays(room) -> None:
    state = game(room=room, hp=40, deck=["Bash", "Strike"]).new(3, logged=True)
    copies = [state.copy(hidden_from=0, seed=seed) for seed in range(6)]
    for copy in copies:
        assert copy.seen(0) == state.seen(0)
        assert [str(action) for action in copy.legal()] == [str(action) for action in state.legal()]
        kept = [name for name in state.records["run"].dtype.names if name not in HIDDEN]
        for name in kept:
            assert np.array_equal(copy.records["run"][name], state.records["run"][name]), name
    assert len({copy.records["run"]["pool"].tobytes() for copy in copies}) == len(copies)


def test_a_hidden_copy_depends_on_nothing_that_the_player_cannot_know() -> None:
    state = game(room="treasure").new(3, logged=True)
    other = state.copy(hidden_from=0, seed=9)
    assert state.copy(hidden_from=0, seed=5) == other.copy(hidden_from=0, seed=5)


@pytest.mark.parametrize("given", [{"relics": ["Vajra"]}, {"potions": ["Fire Potion"]}, {"keys": ["ruby"]}])
def test_a_run_begins_with_what_its_start_gives(given) -> None:
    view = game(**given).new(3, logged=True).view()
    ((key, expected),) = given.items()
    assert view[key][:1] == expected
    assert "neow" not in view


def test_a_saved_run_goes_on(tmp_path) -> None:
    random = Random(3)
    state = played(game(seed=7), 5, lambda state: random.choice(state.legal()), most=25)
    state.save(tmp_path / "run.json")
    assert load_state(tmp_path / "run.json", logged=True).view() == state.view()


def test_runs_and_battles_count_cards_relics_and_potions_alike() -> None:
    battle = game().battle
    assert battle.card_names[: len(names().cards)] == list(names().cards)
    assert battle.relic_names == list(names().relics)
    assert battle.potion_names == list(names().potions)


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"deck": ["Zap"]}, "unknown card 'Zap'"),
        ({"relics": ["Vajrra"]}, "did you mean 'Vajra'"),
        ({"room": {"event": "Bigg Fish"}}, "did you mean 'Big Fish'"),
        ({"ascension": 21}, "run.ascension"),
        ({"seed": "!"}, "seed"),
        ({"seed": 1.5}, "seed 1.5: a seed is an integer"),
        ({"seed": True}, "seed True: a seed is an integer"),
        ({"room": {"fight": "Champ"}}, "the fight Champ is of a later act; act 1 has: Cultist, Jaw Worm"),
        ({"room": {"fight": "3 Cultists"}}, "the fight 3 Cultists is of a later act"),
        ({"room": {"fight": "Zzz"}}, "unknown fight 'Zzz'; there are: 2 Fungi Beasts.*The Mushroom Lair$"),
        ({"room": {"event": "Mind Bloom"}}, "the event Mind Bloom is of a later act; act 1 has: Big Fish"),
        ({"room": {"event": "The Joust"}}, "the event The Joust is of a later act"),
        ({"room": {"event": "Big Fish", "fight": "Cultist"}}, "run.room: name an event or a fight, not both"),
        ({"room": {}}, "run.room: name an event or a fight"),
        ({"hp": 90, "max_hp": 80}, "hp 90 is more than max_hp 80"),
        ({"ends": "room"}, "add a room, such as room: shop"),
        ({"relics": ["Vajra", "Vajra"]}, "Vajra is there twice"),
        ({"potions": ["Fire Potion"] * 6}, "run.potions: a player has at most 5 potions, not 6"),
        ({"deck": {"Searing Blow+40": 1}}, "deck: Searing Blow can be upgraded 30 times"),
        ({"deck": {"Strike++": 1}}, "deck: Strike can be upgraded once"),
        ({"keys": ["ruby", "ruby"]}, "keys: ruby is there twice"),
        ({"deck": {"Strike": -1}}, "run.deck: .* a count of at least 0 for Strike, not -1"),
        ({"acts": 2}, "run.acts"),
    ],
)
def test_a_bad_start_is_refused_in_one_sentence(start, message: str) -> None:
    with pytest.raises(CardwrightError, match=message):
        game(**start)


def test_a_run_says_that_a_new_potion_is_only_met_in_battles() -> None:
    tea = {"potions": {"Tea": {"rarity": "rare", "effect": {"heal": 5}}}}
    with pytest.raises(CardwrightError, match="a run can meet the potion Tea only in battles, not begin with it"):
        RunGame("own content", {"run": {"potions": ["Tea"]}, "content": tea})


def test_content_replaces_a_card_of_the_deck() -> None:
    strike = {"type": "attack", "cost": 0, "effect": {"to": "an enemy", "attack": 30}}
    start = {"run": {"room": {"fight": "Cultist"}, "deck": {"Strike": 5}}, "content": {"cards": {"Strike": strike}}}
    state = RunGame("own Strike", start).new(1, logged=True).play("play Strike")
    assert state.view()["energy"] == 3
    assert 48 - 30 <= state.view()["enemies"][0]["hp"] <= 54 - 30


def test_circlets_can_repeat_and_hp_alone_raise_the_max_hp() -> None:
    view = game(relics=["Circlet", "Circlet"], hp=90).new(3, logged=True).view()
    assert view["relics"] == ["Circlet", "Circlet"]
    assert view["player"]["max_hp"] == 90


def test_a_search_looks_to_the_end_of_the_battle() -> None:
    state = game(room={"fight": "Cultist"}, hp=20, deck={"Bludgeon+": 5}).new(1, logged=True)
    before = plain(verbs.chapter)(state.record)
    state.play("play Bludgeon+").play("end turn").play("play Bludgeon+")
    assert (before, plain(verbs.chapter)(state.record)) == (0, 1)
    assert [str(action) for action in state.legal()][-1] == "proceed"


def test_an_estimate_likes_hp_and_fears_death() -> None:
    def worth(**start) -> float:
        run = game(**start)
        return float(plain(verbs.evaluate)(run.new(1, logged=True).record, run.rules[0], 0))

    assert worth(room="rest", hp=80) > worth(room="rest", hp=40) > worth(room="rest", hp=10)
    assert worth(room={"fight": "Cultist"}, hp=60) > worth(room={"fight": "Gremlin Nob"}, hp=60)
    assert worth(room="rest", relics=["Vajra", "Anchor"]) > worth(room="rest", relics=["Vajra"])


def test_a_summary_has_a_number_for_each_name() -> None:
    run = game(room={"fight": "Cultist"}, hp=40, gold=7, potions=["Fire Potion"], deck=["Bash+", "Clumsy"])
    state, found = run.new(1, logged=True), np.zeros(len(run.summary_names))
    assert plain(verbs.summarise)(state.record, run.rules[0], 0, found) == len(found)
    told = dict(zip(run.summary_names, found.tolist(), strict=True))
    assert (told["HP"], told["gold"], told["potions"], told["upgrades"], told["curses"]) == (40, 7, 1, 1, 1)
    assert (told["share of HP"], told["in a battle"], told["in the battle with the boss"]) == (0.5, 1, 0)
    assert 0 < told["share of HP that it will cost"] < 1


def test_scenarios_of_a_file_share_the_start_of_a_run() -> None:
    shared, own = {"run": {"hp": 5, "gold": 7}}, {"run": {"hp": 9}}
    assert cardwright.spire.family.merged_start(shared, own) == {"run": {"hp": 9, "gold": 7}}


SECRETS = """
from cardwright.spire.run.facade import game
from cardwright.testing import secrets

secrets.MOST_DECISIONS = secrets.ENOUGH_DECISIONS = 2
secrets.FEWEST_GAMES = 1
for room in ("treasure", {"event": "Match and Keep"}, {"fight": "3 Sentries"}):
    compared = secrets.check_secrets(game(room=room, hp=40), [3])
    assert compared.alike and compared.told, room
"""


def test_players_of_runs_know_what_events_told_them_and_nothing_else() -> None:
    """`cardwright check spire:run` checks much more; compiling takes most of its time."""
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run([sys.executable, "-c", SECRETS], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_cards_that_draw_each_other_are_not_played_for_ever() -> None:
    state = game(room={"fight": "Cultist"}, deck={"Finesse": 2}).new(1, logged=True)
    for _ in range(60):
        state.play(advised(state))
    assert state.record.battle.turn > 1


def test_look_ahead_stops_at_the_end_of_the_battle() -> None:
    run = game(room={"fight": "Cultist"}, deck={"Bludgeon+": 5})
    state = run.new(1, logged=True)
    state.record.battle.agents[1].hp = 1
    settings = SimpleNamespace(depth=2, discount=1.0)
    scratch = make_scratch(run, Lookahead(2).needs(run))
    scratch.states[0] = state.records[0]
    visited = plain(_search)(run.rules[0], 0, settings, np.int64(2), np.int64(100), scratch)
    assert visited == 4  # a Bludgeon or the end of the turn, and both again only after the end of the turn


def test_a_run_of_single_rooms_does_not_end_when_a_potion_is_used_at_the_map() -> None:
    """A comparison of paths plays room by room; it counted a drink at the map as a room."""
    state = game(seed=3, room="map", hp=20, potions=["Blood Potion"]).new(seed=1)
    state.record.last_act = ONE_ROOM
    floor = int(state.record.run.floor)
    state.play("potion Blood Potion")
    assert not state.over
    state.play(state.legal()[0])
    assert state.record.run.floor == floor + 1
