"""What helps a person in the terminal: short names, looking things up, hints, line editing, and a way back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typed_console import TypedConsole, played

import cardwright
from cardwright import cgdl, spire, unicorns
from cardwright.agents import make, opponent
from cardwright.cli.main import run
from cardwright.cli.play import _agents
from cardwright.cli.play_choices import match_choice
from cardwright.cli.play_session import Session
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.errors import CardwrightError
from cardwright.core.saved_games import load_state
from cardwright.play.hints import MOST_AMOUNTS, hint_lines, legend, search_spec

SENTRIES = {"hand": ["Strike", "Bash"], "energy": 3, "enemies": ["Sentry", "Sentry", "Cultist"]}
UNO = cgdl.game("uno", P1={"hand": ["2c", "3d", "4d"]}, T0=["Jd"])


# Opponents.


@pytest.mark.parametrize(
    ("game", "level", "agent"),
    [
        ("unicorns", None, "rules"),
        ("autobattler", None, "rules"),
        ("cgdl:hearts", None, "mcts:200+points=0.5"),
        ("cgdl:holdem", None, "mcts:200+points=1.0"),
        ("unicorns", "easy", "rules:slips=0.3"),
        ("cgdl:uno", "easy", "mcts:10+points=0.5"),
        ("cgdl:uno", "hard", "mcts:1000ms+points=0.5"),
    ],
)
def test_opponents_play_as_well_as_the_level_says(game, level, agent):
    first, *others = _agents(cardwright.game(game), None, level)
    assert first is None
    assert {each.name for each in others} == {agent}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["cgdl:uno", "--level", "hrad"], "unknown level 'hrad'; did you mean 'hard'?"),
        (["cgdl:uno", "--level", "hard", "--seats", "you,2*random"], "but not both"),
        (["spire:jaw-worm", "--level", "hard"], "nobody plays against you in jaw-worm"),
    ],
)
def test_a_level_that_makes_no_sense_is_refused(arguments, message, capsys):
    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


# What people write.


@pytest.mark.parametrize(
    "line", ["3c", "3♣", "put 3c", "PASS 3C", "3 of clubs", "pass 3 of c", "the 3 of club", "3 clubs"]
)
def test_cards_of_an_ordinary_deck_have_short_names(line):
    state = cgdl.game("hearts", stage="pass", P1={"hand": ["3c", "3d", "Qs", "Ks"]}).new(1, logged=True)
    options = {state.game.describe(state, each): each for each in state.legal()}
    assert match_choice(line, options, state.game.resolve_name).name == "3 of clubs"


@pytest.mark.parametrize("line", ["a " * 3_000, "a" * 10_000, "9" * 10_000, "," * 5_000, f"card {'x ' * 5_000}"])
def test_a_huge_line_gets_a_short_answer_at_once(line, monkeypatch):
    """Each of its words could begin another choice, and be the name of a card: there is no time to try them all."""
    game = spire.battle(**SENTRIES)
    asked = []
    monkeypatch.setattr(game, "refusal", lambda *given: asked.append(given) or "")
    session, shown = played(game, line)
    assert session.table.actions == []
    assert len(shown) < 1_500
    assert not asked or len(asked[0][1].split()) == 1


def test_a_hint_lists_the_best_amounts_of_a_bet_beside_the_other_choices():
    state = cgdl.game("holdem").new(5)
    options = {state.game.describe(state, each): each for each in state.legal()}
    lines = hint_lines(state, options)
    bets = [line for line in lines if " bet " in line]
    assert len(bets) == MOST_AMOUNTS
    assert len(lines) == 1 + (len(options) - 98) + MOST_AMOUNTS + 2  # 98 bets; a head, what is left out, and a legend
    assert not any("nan" in line for line in lines)
    assert lines[-1].startswith("value: by how much one wins or loses")


@pytest.mark.parametrize("game", [cgdl.game("holdem"), cgdl.game("hearts"), spire.battle(**SENTRIES)])
def test_hints_mind_points_if_opponents_do(game):
    searching = next(each for each in ("easy", "normal", "hard") if opponent(game, each).name.startswith("mcts"))
    minded = [re.findall(r"points=[0-9.]+", each) for each in (search_spec(game), opponent(game, searching).name)]
    assert minded[0] == minded[1]


def test_a_loaded_game_keeps_its_name(tmp_path):
    cardwright.game("spire:sentries").new(3).save(tmp_path / "game.json")
    assert load_state(tmp_path / "game.json").game.name == "sentries"


def test_equal_words_for_different_choices_are_asked_back():
    game = spire.battle(hand=["Bash", {"name": "Bash", "cost": 0}], energy=3)
    session, shown = played(game, "bash", "2")
    assert "'bash' could be: 1 play Bash, 2 play Bash" in shown
    assert len(session.table.actions) == 1


def test_looking_up_a_card_never_takes_a_choice():
    game = spire.battle(hand=["True Grit+", "Bash", "Strike"], energy=3)
    session, shown = played(game, "true", "card bash", "bash")
    assert "Choose a card for True Grit+: Gain 9 block. Exhaust a card in hand.\n" in shown
    assert "Bash (attack, 2): Deal 8 damage. Apply 2 Vulnerable.\n" in shown
    assert [str(each) for each in session.table.actions] == ["play True Grit+", "card Bash"]


CALLED_AS_KEYS = {
    "base": "second-print",
    "cards": {name: {"type": "magic", "play": {"draw": 1}} for name in ("Save the Narwhal", "Card Trick", "Undo", "Q")},
}


@pytest.mark.parametrize("name", ["Save the Narwhal", "Card Trick", "Undo", "Q"])
def test_a_card_can_be_called_as_a_key_word(name, tmp_path, monkeypatch):
    """Its whole name plays it, unless that is a key word itself, which keeps its meaning."""
    monkeypatch.chdir(tmp_path)
    game = unicorns.game(players=2, cards=CALLED_AS_KEYS, P1={"hand": [name]})
    session, _ = played(game, name, "q", seats=[None, make("random")])
    assert [str(each) for each in session.table.actions[:1]] == ([f"play {name}"] if " " in name else [])
    session, _ = played(game, f"play {name}", "q", seats=[None, make("random")])
    assert str(session.table.actions[0]) == f"play {name}"
    assert not list(tmp_path.iterdir())


# Looking things up.


OWN = {
    "statuses": {"Smoulder": {"rules": [{"after": "turn end", "do": {"lose_hp": "stacks"}}]}},
    "cards": {"Kindle": {"type": "skill", "cost": 1, "effect": {"to": "an enemy", "apply": "2 Smoulder"}}},
}


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("card bolt", r"Bolt: Add 2 Dazed to the discard pile\. \(a move of Sentry\)"),
        ("card sentry", r"Sentry: 38 to 42 HP\. .* Beam: Deal 9 damage\."),
        ("card vuln", "Vulnerable: Takes 50% more damage"),
        ("card kindle", r"Kindle \(skill, 1\): Apply 2 Smoulder\."),
        ("card smoulder", "Smoulder: .+"),
    ],
)
def test_everything_in_a_battle_can_be_looked_up(line, text):
    game = spire.battle(**SENTRIES, content=spire.from_dict(OWN))
    assert re.search(text, played(game, line)[1])


def test_the_card_to_answer_is_shown_with_its_text():
    neigh = {"P1": {"hand": ["Reset Button"]}, "P2": {"hand": ["Neigh"]}, "players": 2, "turn": "P1", "phase": "action"}
    state = cardwright.unicorns.game(**neigh).new(1, logged=True).play("play Reset Button")
    assert "being played: Reset Button by P1\n    Reset Button: " in str(state)


def test_a_choice_of_a_stable_says_what_for():
    start = {"P1": {"hand": ["Stabby the Unicorn"]}, "players": 2, "turn": "P1", "phase": "action"}
    state = cardwright.unicorns.game(**start).new(1, logged=True).play("play Stabby the Unicorn")
    described = [state.game.describe(state, action) for action in state.legal()]
    assert described[0] == "into P1: Stabby the Unicorn enters your stable"
    assert described[1] == "into P2: Stabby the Unicorn enters the stable of P2"


# Hints.


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("spire", "share of HP left after a win"),
        ("cgdl:hearts", "half of it is by how much one wins"),
        ("cgdl:holdem", "by how much one wins or loses on average"),
    ],
)
def test_a_hint_says_what_its_values_count(name, words):
    assert words in legend(cardwright.game(name))


@pytest.mark.skipif(not COMPILED, reason="a search takes long without the compiler")
def test_a_hint_has_a_value_for_each_choice(kuhn_game):
    _, shown = played(kuhn_game, "hint", seats=[None, make("first")])
    rows = re.findall(r"^ +([12])  (pass|bet) +(-?[0-9.]+) +([0-9,]+)$", shown, re.MULTILINE)
    assert {(number, words) for number, words, *_ in rows} == {("1", "pass"), ("2", "bet")}
    assert "value: the mean result of the playouts, from -1 (lost) to 1 (won)" in " ".join(shown.split())


def test_a_single_choice_needs_no_search():
    _, shown = played(spire.battle(hand=[], enemies=["Cultist"]), "hint")
    assert "there is only one choice\n" in shown
    assert "nan" not in shown


def test_why_before_the_end_says_when_it_works(kuhn_game):
    _, shown = played(kuhn_game, "why", seats=[None, None])
    assert "why works after the end of the game" in shown


@pytest.mark.skipif(not COMPILED, reason="a search takes long without the compiler")
def test_after_the_end_the_worst_decision_is_shown_and_can_be_undone(kuhn_game):
    import kuhn

    game = kuhn.family.game({"hands": {"P1": "Jack", "P2": "King"}})
    _, shown = played(game, "pass", "bet", "call", "why", "u", "fold", seats=[None, None])
    assert re.search(r"Decision 3, turn \d:\nhands: P1 Jack, P2 \?", shown)
    assert re.search(r"You chose call \(value -[0-9.]+\); fold was better \(-[0-9.]+, a loss of 0\.[0-9]+ ±0\.", shown)
    assert shown.count("The game is over.") == 2


def test_things_can_be_looked_up_after_the_end(tmp_path):
    game = spire.battle(hand=["Strike"], enemies=[{"name": "Cultist", "hp": 1}])
    console = TypedConsole("strike", "card bash", "more", "rules", "h", "hint", "dance", "dance now", "")
    session = Session(game.new(7, logged=True), [None], console, autosaved=tmp_path / "last.json")
    session.play()
    _, _, end = console.file.getvalue().partition("The game is over.")
    for answer in ("Bash (attack, 2)", "Turn 1", "Reduce the HP", "save the game", "nothing to choose"):
        assert answer in end
    assert end.count("means nothing after the end of the game") == 2
    assert load_state(tmp_path / "last.json").over  # what was left is the end, not the decision before


def test_a_finished_game_is_saved_to_be_watched(tmp_path):
    game = spire.battle(hand=["Strike"], enemies=[{"name": "Cultist", "hp": 1}])
    _, shown = played(game, "strike", f"s {tmp_path}/end.json", "")
    assert f"saved; watch it with: cardwright replay {tmp_path}/end.json" in shown


# The terminal.


def test_long_piles_are_folded_until_they_are_asked_for():
    from cardwright.spire import standard

    deck = {name: 1 for name in list(standard().cards)[:40]}
    game = spire.battle(deck=deck, enemies=["Cultist"])
    _, shown = played(game, "more", width=80)
    piles = re.findall(r"^Draw pile .*\n(?:     .*\n)*", shown, re.MULTILINE)
    assert piles[0].count("\n") == 2
    assert piles[0].endswith("... (more)\n")
    assert piles[1].count("\n") > 2


def test_a_choice_is_kept_if_the_person_stops_an_opponent_that_thinks(kuhn_game, tmp_path, monkeypatch):
    def stopped(*given):
        raise KeyboardInterrupt

    session = Session(
        kuhn_game.new(1, logged=True), [None, make("random")], TypedConsole("bet"), autosaved=tmp_path / "last.json"
    )
    monkeypatch.setattr(session.opponents, "decide", stopped)
    with pytest.raises(KeyboardInterrupt):
        session.play()
    assert len(load_state(tmp_path / "last.json").history()) == 1


def test_the_way_back_to_a_game_in_python_names_its_code(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("cardwright.core.showing.terminal.Console.input", lambda *given, **options: next(lines))
    code = str(Path(__file__).parents[2] / "examples" / "kuhn.py") + ":family"
    lines = iter([f"s {tmp_path / 'game.json'}", "q"])
    assert run(["play", code, "--seats", "you,random", "--seed", "1"]) == 0
    shown = "".join(capsys.readouterr().out.split())  # long paths are broken anywhere
    assert f"play--load{tmp_path / 'game.json'}--game{code}" in shown
    assert f"play--resume--game{code}" in shown
    lines = iter(["q"])
    assert run(["play", "--resume", "--game", code]) == 0


def test_rules_in_the_file_of_a_game_are_wrapped_once(kuhn_game):
    """The lines of the file are joined first, because those of a terminal are shorter."""
    assert "a bet is called or folded. The higher card wins the pot." in kuhn_game.how_to_play()


def test_there_is_nothing_to_resume_before_the_first_game(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert run(["play", "--resume"]) == 2
    assert "no game to go on with" in capsys.readouterr().err


@pytest.mark.skipif(not COMPILED, reason="Numba is switched off")
def test_nobody_waits_for_a_compiler_that_has_nothing_to_do(kuhn_game, monkeypatch):
    from cardwright.play import opponents

    started = []
    monkeypatch.setattr(opponents, "_start_compiler", lambda game, agents: started.append(agents))
    agent = make("mcts:20")
    agent.choose(kuhn_game.new(1))  # compiled now
    opponents.Opponents(kuhn_game, [None, agent])
    assert not started


def test_levels_are_for_opponents_only():
    with pytest.raises(CardwrightError, match="nobody plays against you"):
        _agents(spire.battle(), None, "easy")


# Saving.


def test_an_undo_of_a_loaded_game_takes_back_a_whole_line(tmp_path):
    from cardwright.core.saved_games import load_saved

    file = tmp_path / "game.json"
    played(spire.battle(**SENTRIES), "strike 2", f"s {file}")
    saved = load_saved(file, logged=True)
    console = TypedConsole("u")
    session = Session(saved.state, [None], console, joint=saved.joint)
    session.play()
    assert session.table.actions == []


def test_the_name_of_a_saved_file_is_quoted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, shown = played(spire.battle(hand=["Strike"]), "s a b.json")
    assert "cardwright play --load 'a b.json'\n" in shown


def test_another_game_is_replaced_only_on_purpose(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file = Path("game.json")
    file.write_text("something else")
    game = spire.battle(**SENTRIES)
    _, shown = played(game, f"s {file}")
    assert f"to replace it: s! {file}" in shown
    assert file.read_text() == "something else"
    _, shown = played(game, f"s! {file}", "strike 2", f"s {file}")
    assert shown.count("saved; continue later") == 2
    assert len(load_state(file, logged=True).history()) == 2


# Refusals.


@pytest.mark.parametrize(
    ("game", "line", "reason"),
    [
        (spire.battle(hand=["Bash", "Strike", "Wound"], energy=1), "bash", "Bash costs 2, and you have 1 energy"),
        (spire.battle(hand=["Bash", "Strike", "Wound"], energy=1), "play wound", "Wound cannot be played"),
        (spire.battle(hand=["Bash", "Strike"], energy=1), "play inflame", "Inflame is not in your hand"),
        (spire.battle(hand=["Bash", "Strike"], energy=1), "inflame", "Inflame is not in your hand"),
        (
            cgdl.game("uno", P1={"hand": ["2c", "3d", "4d"]}, T0=["Jd"]),
            "2c",
            "the 2 of clubs does not fit now; what does",
        ),
        (UNO, "play 9s", "you do not hold the 9 of spades"),
        (UNO, "a 9 of spade", "you do not hold the 9 of spades"),
        (cgdl.game("holdem"), "fold", "you can fold only if your bet is less than the highest bet of the others"),
        (cgdl.game("holdem"), "bet 300", "you can bet 1 to 98 chips now"),
        (spire.battle(hand=["Bash"]), "dance", "'dance' is not one of the choices; h for help"),
    ],
)
def test_a_choice_that_is_not_possible_now_is_refused_with_the_reason(game, line, reason):
    session, shown = played(game, line)
    assert session.table.actions == []
    assert reason in shown


def test_a_full_lineup_is_the_reason_not_to_buy():
    most = int(cardwright.game("autobattler").rules["lineup"][0])
    full = cardwright.autobattler.draft(P1={"lineup": ["Recruit"] * most, "gold": 50})
    offered = full.new(7, logged=True).view()["shop"][0]
    _, shown = played(full, f"buy {offered}", seats=[None, make("rules")])
    assert f"your lineup is full: {most} cards; sell one first" in shown


def test_a_card_that_the_player_sees_is_looked_up_first():
    _, shown = played(spire.battle(hand=["Dark Embrace"]), "card dark")
    assert "\nDark Embrace (power" in shown


def test_several_cards_that_fit_are_listed():
    _, shown = played(spire.battle(hand=["Bash"]), "card dark")
    assert "'dark' could be: Dark " in shown


@pytest.mark.parametrize(
    ("line", "reason"),
    [("sell", "your lineup is empty: buy a card first"), ("buy 9", "name a card that the shop offers: ")],
)
def test_a_purchase_or_sale_without_a_card_gets_the_reason(line, reason):
    _, shown = played(cardwright.autobattler.draft(), line, seats=[None, make("rules")])
    assert reason in shown


@pytest.mark.skipif(not COMPILED, reason="a search takes long without the compiler")
def test_a_game_without_a_clear_mistake_says_so(kuhn_game):
    import kuhn

    game = kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}})
    _, shown = played(game, "bet", "fold", "why", seats=[None, None])
    assert "no clear mistake" in shown
