"""Language 3: pots that are shared, players who are chosen or come back, and cards that are always trumps."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.engine.log_events import LogEvent
from cardwright.cgdl.language.decks import pack_of
from cardwright.core.state import State

END = " winning { score = 1 }"
TOKENS = " winning { token = 1 alive = 0 }"


def start(text: str, seed: int = 1, players: int = 3, end: str = END, deck: str = "", **given) -> State:
    """Return a new game with rules that run as plain Python."""
    head = f'language 3 game "Test" players {players} tables 2 {deck} '
    return cgdl.game(cgdl.parse(head + text + end), **given).new(seed, logged=True)


def seats(state: State, key: str) -> list:
    return [state.view()[f"P{seat + 1}"][key] for seat in range(state.game.players)]


def legal(state: State) -> list[str]:
    return [str(action) for action in state.legal()]


# Pots.

BETS = "stage { com give 20 to all players mandatory bet 5, done }"


def test_a_pot_is_divided_among_those_who_share_it_when_the_stage_ends():
    text = f'{BETS} stage "share" {{ share pot, done say "mine" done }} stage "last" {{ bet 1 done }}'
    state = start(text, end=TOKENS).play("share pot").play("share pot")
    assert seats(state, "stash") == [15, 15, 15]
    state.play("done")
    assert seats(state, "stash") == [23, 22, 15]
    assert seats(state, "bet") == [0, 0, 0]
    assert state.narrate(2)[-3:] == ["P1 gets 8 tokens of the pot", "P2 gets 7 tokens of the pot", "last begins"]


def test_who_shares_a_pot_alone_takes_it():
    state = start(f"{BETS} stage {{ share pot, done done }} stage {{ bet 1 done }}", end=TOKENS)
    state.play("done").play("share pot").play("done")
    assert seats(state, "stash") == [15, 30, 15]
    assert "P2 takes the pot of 15 tokens" in state.narrate(0)


def test_a_pot_that_nobody_shares_stays():
    state = start(f"{BETS} stage {{ share pot, done done }} stage {{ bet 1 done }}", end=TOKENS)
    state.play("done").play("done").play("done")
    assert seats(state, "bet") == [5, 5, 5]


def test_learners_see_who_shares_the_pot():
    state = start(f"{BETS} stage {{ share pot, done done }} stage {{ bet 1 done }}", end=TOKENS)
    before = state.observe(1)
    state.play("share pot")
    changed = [each for each, one, two in zip(state.game.features, before, state.observe(1), strict=True) if one != two]
    assert any("shares the pot" in each for each in changed)


def test_a_bet_of_a_number_is_exact_and_needs_the_tokens():
    text = "stage { com give 7 to player 0 com give 3 to player 1 and 2 } stage { bet 5, done bet 2, done }"
    state = start(text, end=TOKENS)
    assert legal(state) == ["bet 5", "bet 2"]
    state.play("bet 5")
    assert seats(state, "bet") == [5, 2, 2]  # the others had no choice


def test_a_bet_over_another_raises_it():
    text = f"{BETS} stage {{ bet 3 over KA1, done done }} stage {{ done bet 1 }}"
    state = start(text, end=TOKENS).play("bet 3").play("bet 6")
    assert seats(state, "bet") == [8, 11, 5]
    assert legal(state)[0] == "bet 9"


def test_reopening_gives_the_others_another_turn():
    text = f"{BETS} stage {{ once bet 1 over KA1, reopen, done done }} stage {{ bet 1 done }}"
    state = start(text, end=TOKENS).play("done").play("bet 1")
    assert seats(state, "status") == ["playing", "done", "playing"]
    assert state.narrate(0) == ["P2 bets a token"]
    state.play("done")
    assert state.decider == 0
    state.play("done")
    assert "stage 2" in str(state)


def test_reopening_without_a_bet_is_told():
    state = start("stage { once reopen, done done }").play("done").play("reopen")
    assert state.narrate(0) == ["P2 lets P1 act again"]


def test_others_out_holds_for_the_last_player_and_all_can_return():
    text = "repeat 2 { stage { com all return done out } stage { mandatory if others out then score 1 } }"
    state = start(text).play("done").play("out").play("out")
    assert seats(state, "score") == [1, 0, 0]
    assert seats(state, "status") == ["playing"] * 3
    assert "P2 and P3 are in the game again" in state.narrate(0)


# Deals.


def test_the_dealer_deals_to_a_table_until_a_sum_is_reached():
    text = "stage { com deal to T0 until sum 17 } stage { done if sum HX > 21 then done } ranking { ace = 1 or 11 }"
    for seed in range(5):
        cards = start(text, seed).view()["T0"]
        numbers = [card.number % 13 + 1 for card in cards]
        totals = [sum(numbers[k:]) + (10 if 1 in numbers[k:] and sum(numbers[k:]) <= 11 else 0) for k in (0, 1)]
        assert totals[1] < 17 <= totals[0]  # the last card is on top


def test_the_best_or_lowest_shown_hand_starts():
    text = (
        "stage { com deal 7 of clubs to player 0 com deal 2 of clubs to player 1 com deal 9 of clubs to player 2 "
        "com deal 3 to all players } stage { com %s shown starts done put 1 in T0 any face up }"
    )
    assert start(text % "best").decider == 2
    assert start(text % "lowest").decider == 1


def test_players_who_are_out_do_not_start():
    text = (
        "stage { com deal 7 of clubs to player 0 com deal 2 of clubs to player 1 com deal 9 of clubs to player 2 } "
        "stage { done out } stage { com best shown starts done put 1 in T0 any face up }"
    )
    assert start(text).play("done").play("done").play("out").decider == 0


LEADERS = "stage { mandatory if leader then score 7 } stage { score 1, done done }"


def test_the_next_player_starts_in_place_of_one_who_is_out():
    state = start(f"stage {{ out done }} {LEADERS}").play("out").play("done").play("done")
    assert seats(state, "score") == [0, 7, 0]
    state = start(f"stage {{ done out }} stage {{ com next starts done score 1, done }} {LEADERS}")
    state.play("done").play("out").play("done").play("done").play("done")
    assert seats(state, "score") == [0, 0, 7]


def test_a_word_can_be_compared_with_the_top_card_of_a_table():
    text = (
        "stage { com deal 1 of spades to T0 choose number as rank, done } "
        "stage { mandatory if found number rank on T0 then score 1 mandatory if found any except number rank on T0 "
        "then score 5 } stage { done score 5, done }"
    )
    assert seats(start(text, players=2).play("rank king").play("rank ace"), "score") == [5, 1]


# Chosen players.

CHOICE = "stage { com deal 2 to all players } stage { choose player as target, %s, done }"


def test_a_player_can_look_at_the_hand_of_a_chosen_one():
    state = start(CHOICE % "look at HC").play("target P3")
    hand = sorted(map(str, state.view()["P3"]["hand"]))
    assert sorted(map(str, state.game.seen(state, 0)["P3"]["hand"])) == hand
    assert state.game.seen(state, 1)["P3"]["hand"] == [None, None]
    told = state.narrate(0)
    assert told[:2] == ["P1 chooses P3 as the target", "P1 looks at the hand of P3"]
    assert told[2].startswith("P3 holds the ")
    assert state.narrate(1)[:2] == told[:2]
    assert not any("holds" in each for each in state.narrate(1))


def test_a_chosen_player_takes_cards_and_can_be_put_out():
    state = start(CHOICE % "chosen takes 3 from D, chosen out", players=4).play("target P3")
    assert len(state.view()["P3"]["hand"]) == 5
    assert seats(state, "status") == ["done", "playing", "out", "playing"]


def test_a_hand_is_put_on_a_table_without_effects():
    text = f"when {{ any in T0 then score 5 }} {CHOICE % 'put all from HC in T0'}"
    state = start(text).play("target P3")
    assert state.view()["P3"]["hand"] == []
    assert len(state.view()["T0"]) == 2
    assert seats(state, "score") == [0, 0, 0]


def test_a_protected_player_cannot_be_chosen():
    text = "stage { call safe, done done } stage { choose player except safe as target, done otherwise done }"
    state = start(text).play("done").play("call safe").play("done")
    assert state.view()["P1"]["said"] == {"target": "P3"}  # there was nobody else to choose
    assert legal(state) == ["target P1", "target P3"]


def test_words_of_a_player_can_be_taken_back():
    text = "stage { call safe, done done } stage { forget, done done }"
    state = start(text, players=2).play("call safe").play("call safe").play("forget")
    assert seats(state, "said") == [{}, {"safe": 1}]
    assert [event.operands for event in state.events if event.kind == LogEvent.TOOK_BACK] == [(0,)]


def test_nothing_happens_without_a_chosen_player():
    text = (
        "stage { com deal 2 to all players } stage { look at HC, put all from HC in T0, "
        "chosen takes 1 from D, chosen out choose player as target, done done }"
    )
    state = start(text)
    state.play(legal(state)[0])
    assert seats(state, "status") == ["playing"] * 3
    assert state.view()["T0"] == []


def test_the_hand_of_the_player_who_starts_can_be_compared():
    text = (
        "stage { com deal 7 of clubs to player 0 com deal 2 of clubs to player 1 com deal 9 of clubs to player 2 } "
        "stage { mandatory if not leader and sum HX > HB then score 1 } stage { done score 2, done }"
    )
    assert seats(start(text), "score") == [0, 0, 1]


# Trumps of a deck.

DECK = (
    "deck { suits clubs, spades, hearts, diamonds 1 of each 9, jack, queen, ace trumps 9 of hearts, queen, suit clubs }"
)


def test_trumps_of_a_deck_are_a_suit_with_an_order_of_its_own():
    game = cgdl.parse(f'language 3 game "x" players 2 tables 1 {DECK} stage {{ done }}{END}')
    pack = pack_of(game)
    order = sorted(pack.trumps, key=lambda card: -pack.trumps[card])
    assert [pack.name(card) for card in order] == [
        "9 of hearts", "queen of clubs", "queen of spades", "queen of hearts", "queen of diamonds",
        "ace of clubs", "jack of clubs", "9 of clubs",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("stage { look at HX, done }", "players know their own hands"),
        ("stage { look at HA, done }", "name a single hand"),
        ("stage { look at HC, done }", "nobody chooses a player"),
        ("stage { chosen out, done }", "nobody chooses a player"),
        ("stage { choose player as target, choose player as ally, chosen out, done }", "as target and as ally"),
        ("stage { choose player except safe as target, done }", "nobody calls 'safe'"),
        ("stage { choose player except safe as target, add 1 to safe, done }", "'safe' is counted, not called"),
        ("stage { share pot, done }", "there are no tokens to share"),
        ("stage { reopen, done done }", "could go on forever"),
        ("stage { com deal to T2 until sum 17 done }", "there is no T2"),
        ("stage { com give 5 to all players bet 20000, done }", "1 to 10,000 are allowed, not 20000"),
    ],
)
def test_problems_are_explained(text, expected):
    with pytest.raises(cgdl.BadGame, match=expected):
        start(text)


@pytest.mark.parametrize(
    ("deck", "expected"),
    [
        ("1 of each 9, ace trumps queen", "no cards 'queen'"),
        ("1 of each 9, ace trumps number 9, 9 of clubs", "no card that is not a trump already"),
        ("1 of each 9, jack bowers jack trumps number 9", "either bowers or trumps"),
    ],
)
def test_problems_with_trumps_are_explained(deck, expected):
    with pytest.raises(cgdl.BadGame, match=expected):
        start("stage { done }", deck=f"deck {{ {deck} }}")


def test_no_other_trumps_can_be_named_where_the_deck_has_its_own():
    with pytest.raises(cgdl.BadGame, match="trumps of its own"):
        start("stage { choose trump, done }", deck=DECK)


@pytest.mark.parametrize("part", ["com all return", "com best shown starts", "com deal to T0 until sum 3"])
def test_new_com_rules_belong_to_language_3(part):
    text = f'language 2 game "x" players 2 tables 1 stage {{ {part} done }} winning {{ token = 0 alive = 0 }}'
    with pytest.raises(cgdl.BadGame, match="belongs to language 3"):
        cgdl.parse(text)


@pytest.mark.parametrize("part", ["share pot", "reopen", "forget", "look at H1", "put all from HX in T0", "bet 5"])
def test_new_consequents_belong_to_language_3(part):
    text = f'language 2 game "x" players 2 tables 1 stage {{ com give 9 to all players {part}, done }}{TOKENS}'
    with pytest.raises(cgdl.BadGame, match="belongs to language 3"):
        cgdl.parse(text)


def test_everything_reads_back_after_printing():
    text = (
        f'language 3 game "x" players 2 tables 1 {DECK} stage {{ com give 9 to all players '
        "com deal to T0 until sum 17 com best shown starts com lowest shown starts com all return once bet 5, done "
        "once bet 5 over KA1, reopen, done call safe choose player except safe as target, look at HC, "
        "chosen takes 1 from D, chosen out if others out and not others out then share pot, forget, "
        f"put all from HX in T0, done if sum HB > SB then look at HB, done }} {END}"
    )
    game = cgdl.parse(text)
    assert cgdl.parse(cgdl.text(game)) == game
    assert cgdl.parse(cgdl.formatted(text)) == game
    assert game.deck.trumps[0] == tree.Selection(tree.Card("9", "hearts"))
    assert "put the player you have chosen out of the game" in " ".join(cgdl.english(game).split())


# Players with a number, and their highest cards.

PLACES = "stage { mandatory if leader then add 2 to place mandatory if not leader then add 1 to place } "


def test_a_player_is_chosen_by_a_counter():
    state = start(PLACES + 'stage "s" { choose player with place = 1 as target, done done }')
    assert legal(state) == ["target P2", "target P3", "done"]
    state.play("target P2")
    assert legal(state) == ["target P3", "done"]  # the player before has 2, and nobody chooses himself


def test_nobody_is_chosen_by_a_number_that_nobody_has():
    state = start(PLACES + 'stage "s" { choose player with place = 7 as target, done call no, done done }')
    assert legal(state) == ["call no", "done"]


@pytest.mark.parametrize(
    ("amount", "given", "left"),
    [(1, "Ac", ["5c", "Kc", "2d"]), (2, "Ac Kc", ["5c", "2d"]), (9, "Ac Kc 5c 2d", [])],
)
def test_the_highest_cards_of_a_hand_are_given(amount, given, left):
    text = f'stage "s" {{ mandatory if leader then put {amount} highest in HL face down call no done }} '
    state = start(text, P1={"hand": ["Ac", "5c", "2d", "Kc"]}, P2={"hand": ["3h"]})
    find = state.game.pack.find
    assert {card.number for card in state.view()["P1"]["hand"]} == set(map(find, left))
    assert {card.number for card in state.view()["P2"]["hand"]} == set(map(find, ["3h", *given.split()]))
    assert len(state.view()["P2"]["hand"]) == 1 + len(given.split())
    assert state.seen(2)["P2"]["hand"].count(None) == 1 + len(given.split())


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("put 2 highest in HX face down", "players cannot put cards in their own hand"),
        ("put 2 highest in HA face down", "name a single hand, as in HC, HL or H0"),
        ("choose player with rank = 1 as target", "nobody calls, chooses or counts 'rank'"),
    ],
)
def test_chosen_players_and_highest_cards_are_checked(rule, message):
    with pytest.raises(cgdl.BadGame, match=message):
        start(f'stage "s" {{ {rule}, done }}')
