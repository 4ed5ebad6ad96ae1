"""What notebooks show of positions and cards: well-formed, escaped, without scripts, and nothing hidden."""

from __future__ import annotations

import pytest
from notebook_html import HOSTILE, words_of

import cardwright
from cardwright import autobattler, spire, unicorns
from cardwright.core.errors import UnknownName
from cardwright.core.making.maker import Card
from cardwright.core.presentation import Face, Presentation, PrintedCard
from cardwright.core.showing import html
from cardwright.core.showing.board import Board

GAMES = ["spire:sentries", "unicorns:3", "autobattler:draft", "cgdl:german_whist", "cgdl:blackjack"]


def played(name, steps, seed=3):
    state = cardwright.game(name).new(seed=seed, logged=True)
    for step in range(steps):
        if not state.over:
            options = state.legal()
            state.play(options[(7 * step) % len(options)])
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("steps", [0, 9, 40])
def test_a_position_shows_what_its_decider_sees(name, steps):
    state = played(name, steps)
    shown = words_of(state._repr_html_())
    seen = state.seen(max(0, state.decider))
    own = seen.get(state.game.player_name(max(0, state.decider)), seen)
    for card in own.get("hand", own.get("lineup", [])):
        assert (card if isinstance(card, str) else card["name"]) in shown


@pytest.mark.parametrize("name", ["unicorns:3", "cgdl:german_whist"])
@pytest.mark.parametrize("steps", [0, 9, 25])
def test_two_positions_that_the_decider_cannot_tell_apart_look_the_same(name, steps):
    state = played(name, steps)
    others = [state.copy(hidden_from=state.decider, seed=seed) for seed in range(4)]
    assert any(other.view() != state.view() for other in others)
    assert {other._repr_html_() for other in others} == {state._repr_html_()}


def test_a_finished_game_says_who_won():
    state = played("cgdl:uno", 400)
    assert state.over
    assert state.game.ending(state) in words_of(state._repr_html_())


def test_names_of_cards_and_enemies_are_escaped():
    jab = spire.Card(name=HOSTILE, type="attack", effect=spire.Attack(4).To(spire.Choose("enemies")))
    move = spire.EnemyMove()
    enemy = spire.Enemy(name=HOSTILE + "2", hp=(9, 9), moves={"m": move}, plan=(spire.Plan(loop=("m",)),))
    state = spire.battle([HOSTILE] * 5, [enemy.name], content=[jab, enemy]).new(seed=1, logged=True)
    for shown in (state._repr_html_(), jab._repr_html_(), state.game.card(HOSTILE)._repr_html_()):
        assert "<script" not in shown
        assert HOSTILE in words_of(shown)
    assert "<script" not in PrintedCard(HOSTILE, Face(HOSTILE, HOSTILE, HOSTILE + "\x1b\u202e"))._repr_html_()
    assert f"{HOSTILE}??" in words_of(PrintedCard("Odd", Face(text=HOSTILE + "\x1b\u202e"))._repr_html_())


@pytest.mark.parametrize("name", [*GAMES, "cgdl:uno"])
def test_every_card_of_a_game_can_be_drawn(name):
    game = cardwright.game(name)
    for card in game.card_list():
        shown, face = words_of(game.card(card)._repr_html_()), game.face(card)
        assert all(text in shown for text in (card, face.kind, face.cost, face.text))


def test_an_unknown_card_is_refused_with_the_nearest_name():
    with pytest.raises(UnknownName, match="unknown card 'Bsh'; did you mean 'Bash'"):
        cardwright.game("spire:jaw-worm").card("Bsh")
    assert str(cardwright.game("cgdl:uno").card("5 of clubs")) == "5 of clubs (clubs, 5)"


def test_a_made_card_is_drawn_with_the_terms_it_brings_along():
    maker = spire.family.card_maker()
    card: Card = maker.from_data({
        "cards": {"Thorn": {"type": "power", "cost": 2, "effect": {"to": "self", "apply": "2 Barbs"}}},
        "statuses": {"Barbs": {"rules": [{"after": "attacked", "role": "target", "do": {"heal": "stacks"}}]}},
    })  # fmt: skip
    shown = words_of(maker.printed(card)._repr_html_())
    assert all(text in shown for text in ("Thorn", "power", "Barbs", "Whenever you are attacked"))


def test_the_cards_of_an_auto_battler_are_drawn_alone_and_as_a_set():
    grenade = autobattler.Card("Grenade", 2, 1, {"explode_on_death": 3})
    for shown in (grenade, autobattler.CardSet([grenade, autobattler.Card("Plain", 3, 2)])):
        words = words_of(shown._repr_html_())
        assert "Grenade" in words
        assert "2/1" in words
        assert "On death: 3 damage" in words
    own = autobattler.Card("Odd", 1, 1, {"of my own": None})  # a mechanic of a set that this card does not know
    assert "of my own" in words_of(own._repr_html_())


def test_side_by_side_shows_anything_and_brings_the_style_once():
    game = unicorns.game(players=2)
    first, second = (game.card(name) for name in game.card_list()[:2])
    row = html.SideBySide(first, second, "a <plain> text")
    shown = row._repr_html_()
    assert shown.count("<style>") == 1
    words = words_of(shown)
    assert all(text in words for text in (first.name, second.name, "a <plain> text"))
    assert first.name in repr(row)


def test_a_board_draws_odd_views():
    board = Board(["P1", "P2"], lambda name: Face(text=f"{name} & more") if name == "A" else None, Presentation())
    view = {
        "P1": {"hand": [None, None, {"name": "A", "bonus": 2}], "knows": {"P2": ["A", None]}},
        "P2": "out",
        "table": [{"name": HOSTILE, "hit_points": 3, "max_hit_points": 5, "mana": "?", "max_mana": 4}, 7],
        "nothing": [],
        "flag": False,
    }
    words = words_of(html.notebook(board.draw(view, "P1")))
    assert "A & more" in words
    assert "hit points 3/5" in words
    assert "mana ?" in words
    assert "P2 out" in words
    assert "flag" not in words


def test_a_card_without_text_is_drawn():
    assert "Blank" in words_of(PrintedCard("Blank", Face())._repr_html_())
