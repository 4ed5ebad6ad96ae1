"""What people read of a run: the map, shops, rewards, events and rest sites, in the terminal and on pages."""

from __future__ import annotations

from typing import Any

import pytest

from cardwright.core.state import State
from cardwright.route.encounters import ENCOUNTERS
from cardwright.spire.run.facade import game
from cardwright.spire.run.option_text import neow_text, option_text
from cardwright.spire.run.state import NONE
from cardwright.spire.run.tables import names
from cardwright.spire.run.text import LEGEND


def position(**start: Any) -> State:
    return game(**{"hp": 40, "gold": 150, "deck": ["Bash+", "Anger", "Anger"], "seed": 5, **start}).new(2, logged=True)


def described(state: State) -> list[str]:
    return [state.describe(action) for action in state.legal()]


def test_a_shop_shows_its_prices():
    state = position(room="shop", relics=["Burning Blood", "Pen Nib"])
    lines = str(state).splitlines()
    assert "  Relics: Burning Blood, Pen Nib (0)" in lines
    assert "  Deck (3): 2 Anger, Bash+" in lines
    assert any(line.startswith("  Cards: Body Slam (49), Thunderclap (46)") for line in lines)
    assert "buy removal for 75 gold: remove a card; the next removal costs 100 gold" in described(state)
    assert "buy Body Slam (1) for 49 gold: Deal damage equal to your block." in described(state)


def test_the_whole_text_shows_the_map_while_a_card_is_chosen():
    state = position(room={"event": "Living Wall"}, deck=["Brutality"]).play("choose forget")
    assert LEGEND in str(state)
    assert LEGEND not in state.game.short_text(state)


def test_the_price_of_removals_stays_with_a_smiling_mask():
    (said,) = [each for each in described(position(room="shop", relics=["Smiling Mask"])) if "removal" in each]
    assert said == "buy removal for 50 gold: remove a card; the next removal costs 50 gold"


def test_neow_says_what_options_do_with_numbers():
    state = game(seed=1).new(1, logged=True)
    assert (
        described(state)[-1]
        == "choose boss relic swap (lose starter relic): lose Burning Blood, get a random boss relic"
    )
    run, bonuses, drawbacks = state.record.run, names().bonuses, names().drawbacks
    said = neow_text(bonuses.index("three_rare_cards"), drawbacks.index("lose_all_gold"), run)
    assert said == "lose all gold, choose one of three rare cards"
    assert neow_text(bonuses.index("max_hp_10_percent"), NONE, run) == "+8 max HP"
    assert (
        neow_text(bonuses.index("gold_250"), drawbacks.index("lose_hp_30_percent"), run) == "lose 24 HP, gain 250 gold"
    )
    texts = [neow_text(bonus, drawback, run) for bonus in range(len(bonuses)) for drawback in range(len(drawbacks))]
    assert not [text for text in texts if "_" in text or "{" in text]


def test_powers_explain_the_statuses_they_give():
    state = position(room={"event": "Living Wall"}, deck=["Brutality"]).play("choose forget")
    assert described(state) == [
        "remove Brutality (0): Gain 1 Brutality. Brutality: At the start of your turn, lose HP and draw."
    ]


def test_the_bonfire_spirits_say_what_a_card_is_worth():
    state = position(room={"event": "Bonfire Spirits"}, deck=["Strike", "Inflame", "Anger"]).play("choose offer")
    assert "Choose: 1 to offer" in str(state)
    assert described(state)[:3] == [
        "offer Strike: nothing happens",
        "offer Inflame: heal all HP",
        "offer Anger: heal 5 HP",
    ]


def test_every_status_that_a_card_names_is_explained():
    state = position(room="shop", deck=["Inflame"])
    goods = [state.game._explained(state.game.face(card)) for card in ("Rage", "Flex")]
    assert "Rage: This turn, each attack" in goods[0]
    assert "Strength Down: " in goods[1]


def test_the_head_line_has_the_seed_that_a_run_was_given():
    assert str(game(seed="HELLO").new(1)).splitlines()[0].endswith("   Seed: HELLO")
    assert "Seed" not in str(game().new(1))


def test_the_legend_of_a_map_fits_and_names_the_rooms_as_routes_do():
    assert all(len(line) <= 80 for line in LEGEND.splitlines())
    assert all(f"{each.letter} {each.name}" in LEGEND for each in ENCOUNTERS.values() if each.letter != "ST")
    legal = str(position(room="map", floor=3).legal())
    assert "enemy" in legal
    assert "monster" not in legal


def test_an_option_named_like_a_card_says_what_it_does():
    state = position(room={"event": "Golden Idol"}).play("choose take the idol")
    assert described(state)[0] == "choose Injury: get the curse Injury"


def test_rest_sites_and_events_say_what_their_options_do():
    assert described(position(room="rest"))[:2] == ["rest: heal 24 HP", "smith: upgrade a card"]
    assert described(position(room={"event": "Big Fish"})) == [
        "choose banana: heal a third of max HP",
        "choose donut: gain 5 max HP",
        "choose box: get a random relic, get the curse Regret",
    ]
    harder = position(room={"event": "The Cleric"}, ascension=15)
    assert "choose purify: pay 75 gold, remove 1 card" in described(harder)


@pytest.mark.parametrize("room", ["map", "treasure", "shop", "rest", {"event": "Golden Idol"}])
def test_potions_are_used_in_every_room(room):
    state = position(room=room, potions=["Fruit Juice", "Fire Potion", "Entropic Brew"])
    before = state.view()
    state.play("potion Fruit Juice").play("potion Entropic Brew")
    after = state.view()
    assert after["player"]["max_hp"] == before["player"]["max_hp"] + 5
    assert "empty" not in after["potions"]
    assert after.get("event") == before.get("event")


def test_no_potion_is_used_where_one_is_asked_for():
    state = position(room={"event": "We Meet Again"}, potions=["Fruit Juice"])
    assert "potion" not in {action.kind for action in state.legal()}


@pytest.mark.parametrize("ascension", [0, 20])
def test_every_option_of_an_event_has_a_text_without_marks_of_the_notation(ascension):
    texts = [option_text(option, ascension) for option in range(len(names().options))]
    assert not [text for text in texts if "_" in text or "(s)" in text or "/" in text]


def test_the_map_is_drawn_where_a_path_is_chosen_and_not_in_battles():
    state = position(room="map", floor=3)
    assert "@" in state.view()["map"]
    assert "R rest" in str(state)
    battle = position(room={"fight": "Cultist"})
    assert "map" not in battle.view()
    assert "R rest" not in str(battle)


def test_pages_get_the_map_with_the_rooms_that_can_be_chosen():
    state = position(room="map", floor=3)
    chart, presentation = state.view()["map"], state.game.presentation
    spots = {spot.name: spot for spot in chart.spots}
    choices = {action.name for action in state.legal() if action.kind == "go"}
    assert spots[chart.here].row == 3
    assert {there for here, there in chart.links if here == chart.here} == choices
    assert {spots[name].row for name in choices} == {4}
    assert {spot.kind for spot in chart.spots} <= presentation.symbols.keys()
    assert spots["boss"].row == 16


def test_nobody_stands_on_the_map_before_the_first_room():
    assert game(seed=1).new(1, logged=True).view()["map"].here is None


@pytest.mark.parametrize(("floor", "shown"), [(1, range(1, 7)), (7, range(7, 13)), (14, range(14, 17))])
def test_a_small_screen_shows_the_next_floors_of_the_map(floor, shown):
    state = position(room="map", floor=floor)
    lines = state.game.short_text(state).splitlines()
    floors = [int(line[:3]) for line in lines if line[:3].strip().isdecimal()]
    assert floors == list(shown)[::-1]
    assert len(lines) <= 20
    assert set(lines) <= {*str(state).splitlines(), "     (more shows the floors above)"}


def test_pages_draw_the_map_as_text():
    shown = position(room="map", floor=3)._repr_html_()
    assert '<pre class="cw-drawing"> 16 ' in shown


def test_a_finished_run_names_what_the_player_died_of():
    state = position(room={"fight": "Cultist"}, hp=1, deck=["Bash"])
    while not state.over:
        state.play("end turn")
    measured = state.game.measure(state.records)
    assert state.game.value_names["died_of"][measured["died_of"][0]] == "Cultist"


def test_a_shop_says_why_it_does_not_sell_something():
    state = position(room="shop", gold=1)
    shop = state.view()["shop"]
    relic, unsold = shop["relics"][0], next(each for each in ("Demon Form", "Inflame") if each not in str(shop))
    refused = state.game.refusal(state, f"buy {relic['name']}")
    assert refused == f"{relic['name']} costs {relic['price']} gold, and you have 1"
    assert state.game.refusal(state, f"buy {unsold.lower()}") == f"the shop does not sell {unsold}"


def test_a_room_without_a_path_is_refused_with_the_reason():
    state = position(room="map")
    assert state.game.refusal(state, "go 2A") == "no path leads from here to 2A enemy"
    assert state.game.refusal(state, "go 99Z") == ""
