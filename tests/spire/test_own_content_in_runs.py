"""A designer's own cards and relics in runs: in the deck, in rewards and shops, upgraded, lost, and observed."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import cardwright
from cardwright.core.errors import CardwrightError
from cardwright.core.interpreted import plain
from cardwright.spire.run import cards, flow, verbs
from cardwright.spire.run.facade import RunGame
from cardwright.spire.run.relics import fill_pools
from cardwright.spire.run.tables import tables

OWN = """
cards:
  Harpoon: {type: attack, color: red, rarity: common, cost: 1, effect: {to: an enemy, attack: 60 (80)}}
  Feint: {type: skill, rarity: rare, cost: 0, effect: {block: 12}}
  Keepsake: {type: power, cost: 0, effect: {to: self, apply: 2 (3) Strength}}
  Grudge: {type: curse, rarity: curse, unplayable: true}
relics:
  Lucky Coin: {tier: common, outside: {pickup: {gold: 77}}}
  War Banner: {tier: starter, rules: [{after: battle start, do: {to: self, apply: 3 Strength}}]}
"""


@pytest.fixture
def play(tmp_path):
    """Return a state of a run with this start and the cards and relics above, from files as a designer has them."""
    (tmp_path / "own.yaml").write_text(OWN)

    def new(start="", seed=1):
        (tmp_path / "run.yaml").write_text(f"game: spire\nstart: {{content: own.yaml, run: {{{start}}}}}\n")
        return cardwright.game(tmp_path / "run.yaml").new(seed, logged=True)

    return new


def test_a_run_begins_with_own_cards_and_relics(play):
    state = play("room: {fight: Cultist}, deck: {Harpoon: 2, Harpoon+: 2, Keepsake+: 1}, relics: [War Banner]")
    view = state.view()
    assert sorted(view["deck"]) == ["Harpoon", "Harpoon", "Harpoon+", "Harpoon+", "Keepsake+"]
    state.play("play Keepsake+")
    assert state.view()["player"]["statuses"]["Strength"] == 6
    state.play("play Harpoon")
    assert not state.record.fighting
    assert state.game.face("Harpoon").text == "Deal 60 damage."


def test_own_cards_are_found_as_others_of_their_rarity_are(play):
    game = play().game
    t, number = game.rules["run"][0], game.listed.cards.index
    pools = [
        t["pool_card"][start:][:size].tolist() for start, size in zip(t["pool_start"], t["pool_size"], strict=True)
    ]
    found = {
        name: {cards.Pool(min(k, cards.Pool.SHOP)).name for k, pool in enumerate(pools) if number(name) in pool}
        for name in ("Harpoon", "Feint", "Grudge", "Strike")
    }
    everywhere = {"TRANSFORM", "PANDORA", "SHOP"}
    assert found == {
        "Harpoon": {"COMMON", *everywhere}, "Feint": {"RARE", *everywhere}, "Grudge": {"CURSES"}, "Strike": set(),
    }  # fmt: skip
    assert "Keepsake" not in game.listed.cards  # which nothing brings into this run


def test_an_own_relic_is_in_the_pool_of_its_tier_and_acts_when_picked_up(play):
    game = play().game
    s, t = game.new(1).record.run, game.rules["run"].view(np.recarray)[0]
    plain(fill_pools)(s, t)
    assert game.listed.relics.index("Lucky Coin") in s.pool[0][: s.pool_left[0]]
    assert s.pool_left.tolist() == [34, *tables().tier_size.tolist()[1:]]
    state = play("room: treasure")
    s, gold = state.record.run, state.view()["player"]["gold"]
    s.chest_tier, s.chest_gold, s.pool[0][s.pool_first[0]] = 0, 0, game.listed.relics.index("Lucky Coin")
    state.play("open chest").play("take Lucky Coin")
    assert state.view()["player"]["gold"] == gold + 77
    assert "player gets Lucky Coin" in [game.event_text(event, 0) for event in state.events]


def test_a_card_without_an_upgrade_is_not_upgraded(play):
    state = play("room: rest, deck: {Feint: 1, Harpoon: 1}").play("smith")
    assert [str(action) for action in state.legal()] == ["upgrade Harpoon"]
    state = play("room: shop, deck: [Feint], relics: [Toxic Egg], gold: 999")
    s, t = state.record.run, state.game.rules["run"].view(np.recarray)[0]
    assert not plain(cards.egg_upgrades)(s, t, state.game.listed.cards.index("Feint"))
    assert plain(flow.allowed)(s, t, 0)


def test_random_runs_with_own_content_are_played_to_their_end_and_hidden_like_others(play):
    game, chance = play("deck: {Harpoon: 3, Strike: 3, Defend: 4}").game, Random(3)
    state, met = game.new(3, logged=True), set()
    while not state.over:
        legal = state.legal()
        met |= {state.game.describe(state, action).split(" (")[0] for action in legal if "Harpoon" in str(action)}
        state.copy(hidden_from=0, seed=1).legal()
        state.play(chance.choice(legal))
    assert "play Harpoon" in met
    out = np.zeros(len(game.features), np.float32)
    assert plain(verbs.observe)(state.record, game.rules[0], 0, out) == len(out) == len(set(game.features))
    assert {"owns: Lucky Coin", "deck: Harpoon+"} <= set(game.features)
    assert {"take Lucky Coin", "take Harpoon"} <= set(game.action_space)


@pytest.mark.parametrize(
    ("content", "start", "message"),
    [
        ({"cards": {"Jab": {"type": "skill", "effect": {"block": 4}}}}, {"deck": ["Jab+"]}, "Jab has no upgrade"),
        ({"cards": {"Soot": {"type": "status"}}}, {"deck": ["Soot"]}, "can meet the card Soot only in battles"),
        ({"cards": {"Strike": {"type": "status"}}}, {}, "Strike can be in a deck, so it cannot be a status"),
        ({"cards": {f"C{k}": {"type": "skill", "rarity": "rare"} for k in range(33)}}, {}, "up to 32 cards of your"),
        ({"relics": {f"R{k}": {"tier": "rare"} for k in range(17)}}, {}, "up to 16 relics of your own, not 17"),
    ],
)
def test_what_does_not_fit_a_run_is_refused(content, start, message):
    with pytest.raises(CardwrightError, match=message):
        RunGame("own", {"run": start, "content": content})
