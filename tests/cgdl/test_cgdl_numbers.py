"""The numbers of a card game as data for tuning, named by the words around them in the file."""

from __future__ import annotations

import dataclasses

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.cgdl.language.numbers import numbers, with_numbers
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.family import Tunable

family = cgdl.family

TEXT = """
# My game.
language 2 game "Mine" players 2 tables 1   # T0: the pile
with passing = next # or wait
# Deal first.
stage { com deal 3 to all players com deal 3 to player 0 com give 5 to player 0 and 1 }
repeat 4 { stage "round" { take 1 from D face down, put 1 in T0 any face up, done
  take 1 from D face down, gain 2 # two of them
} stage { mandatory if sum T0 > 9 then done } }
stage "round" { mandatory if sum HX + T0 >= 30 then gain 7 done }
ranking { number 1 = 1 or 11 7 of hearts = 3 suit clubs = 2 one pair = 50 }
winning { token = 1 alive = 2 } # the end
"""


def flat(node, path=()):
    if not isinstance(node, dict):
        return {path: node}
    return {each: value for name, below in node.items() for each, value in flat(below, (*path, name)).items()}


def nested(values):
    found = {}
    for (*parents, name), value in values.items():
        entry = found
        for parent in parents:
            entry = entry.setdefault(parent, {})
        entry[name] = value
    return found


def test_the_family_is_tunable():
    assert isinstance(family, Tunable)


def test_every_number_is_named_by_the_words_around_it():
    found = numbers(cgdl.parse(TEXT))
    assert found == {
        "stages": {
            "stage 0": {"deal to all players": 3, "deal to player 0": 3, "give to player 0 and 1": 5},
            "round": {
                "repeat": 4,
                "take from D face down": 1,
                "put in T0 any face up": 1,
                "take from D face down 2": 1,
                "gain": 2,
            },
            "stage 2": {"sum T0 >": 9},
            "round 2": {"sum HX + T0 >=": 30, "gain": 7},
        },
        "ranking": {"number 1": 1, "number 1 or": 11, "7 of hearts": 3, "suit clubs": 2, "one pair": 50},
        "winning": {"token": 1, "alive": 2},
        "switches": {"turn_limit": 100},
    }


def test_the_numbers_of_pots_dealers_and_groups_are_named():
    """Of equal numbers, the one that is tuned leaves its place in the name, not the one that names cards."""
    stage = """stage "play" {
        com deal 9 to all players
        com give 20 to all players
        com deal to T0 until sum 17
        if count number 3 in HX >= 3 then lay set of 3 or more with number 3 in T1, done
        if cards T0 = 0 then bet 5 over KA1, done
        bet 4, choose player as target, chosen takes 2 from D, done
    }"""
    game = cgdl.parse(f'language 3 game "Mine" players 2 tables 2 {stage} winning {{ score = 1 }}')
    assert numbers(game)["stages"]["play"] == {
        "deal to all players": 9,
        "give to all players": 20,
        "deal to T0 until sum": 17,
        "count number 3 in HX >=": 3,
        "lay set of or more with number 3 in T1": 3,
        "cards T0 =": 0,
        "bet over KA1": 5,
        "bet": 4,
        "chosen takes from D": 2,
    }


def test_tuning_does_not_rename_an_unnamed_stage():
    game = cgdl.parse(TEXT.replace('stage "round" { mandatory', "stage { mandatory"))
    assert list(numbers(game)["stages"]) == ["stage 0", "round", "stage 2", "stage 3"]
    longer = with_numbers(game, {"stages": {"round": {"repeat": 9}}})
    assert list(numbers(longer)["stages"]) == list(numbers(game)["stages"])


@pytest.mark.parametrize("name", cgdl.games())
def test_changing_one_number_changes_one_line_of_the_text(name):
    game = cgdl.load(name)
    values = flat(numbers(game))
    before = cgdl.text(game).splitlines()
    for path, value in values.items():
        changed = with_numbers(game, nested({path: value + 1}))
        assert flat(numbers(changed)) == {**values, path: value + 1}
        after = cgdl.text(changed).splitlines()
        if path == ("switches", "turn_limit") and len(after) > len(before):
            continue  # it was not in the file
        assert sum(one != two for one, two in zip(before, after, strict=True)) == 1


def test_no_number_is_left_out():
    """All integers of the tree are there, except those that name cards, players, tables and the language."""
    for name in cgdl.games():
        game = cgdl.load(name)
        counted = 0
        for node in tree.walk(game):
            match node:
                case tree.Deal() | tree.Give() | tree.Take() | tree.Put() | tree.Repeat() | tree.Gain(tokens=int()):
                    counted += 1
                case tree.CompareSums(right=int()) | tree.ComparePoints(right=int()) | tree.Setting(value=int()):
                    counted += 1
                case tree.AddForAll() | tree.NextTakes() | tree.TakeTo() | tree.ChosenTakes() | tree.DealTables():
                    counted += 1
                case tree.DealUntil() | tree.Bet(chips=int()) | tree.Lay(kind=tree.SET | tree.RUN) | tree.PutHighest():
                    counted += 1
                case tree.Turn() | tree.Trick(given=int()) | tree.Captured():
                    counted += 1
                case tree.Rank():
                    counted += len(node.scores)
                case tree.Compare(right=int()) | tree.Amount(number=int()) | tree.Choose(highest=tree.CardCount()):
                    counted += 1
                case tree.Choose(kind="" | tree.HIGHER):
                    counted += 2
                case tree.Winning():
                    counted += 2 if node.score is None else 1
        implicit = "turn_limit" not in [each.name for each in game.switches]
        assert len(flat(numbers(game))) == counted + implicit


@pytest.mark.parametrize("name", cgdl.games())
def test_unchanged_numbers_change_nothing(name):
    start = family.with_rules({"game": name}, family.rules({"game": name}))
    assert start == {"text": cgdl.source(name)}
    assert family.game(start).rules.tobytes() == family.game({"game": name}).rules.tobytes()


def test_tuning_keeps_the_comments():
    changes = {"stages": {"round": {"gain": 3}}, "ranking": {"number 1 or": 10}, "switches": {"turn_limit": 20}}
    text = family.with_rules({"text": TEXT}, changes)["text"]
    assert cgdl.formatted(text) == text
    assert "take 1 from D face down, gain 3  # two of them" in text
    assert text.startswith("# My game.\nlanguage 2\n")
    assert "\n# Deal first.\nstage {\n" in text
    assert "with turn_limit = 20\n" in text
    assert "number 1 = 1 or 10\n" in text
    assert text.endswith("}                                 # the end\n")
    assert text.count("#") == TEXT.count("#")


def test_players_and_switches_of_the_start_move_into_the_text():
    start = {"game": "uno", "players": 4, "switches": {"drawing": "always", "passing": "next"}, "T0": ["2 of clubs"]}
    changed = family.with_rules(start, {"winning": {"alive": 1}})
    assert set(changed) == {"text", "T0"}
    game = family.game(changed)
    assert game.players == 4
    assert (game.described.switch("drawing"), game.described.switch("passing")) == ("always", "next")
    assert "with drawing = always" in changed["text"]
    assert game.setup.tobytes() == family.game(start).setup.tobytes()


def test_the_game_is_played_with_the_new_numbers():
    changes = {"stages": {"deal": {"deal to all players": 4, "give to all players": 11}}}
    view = family.game(family.with_rules({"game": "blackjack"}, changes)).new(seed=1).view()
    assert [(len(view[name]["hand"]), view[name]["stash"]) for name in ("P1", "P2", "P3")] == [(4, 11)] * 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"stages": {"deal": {"deal to all players": 0}}}, "UNO, line 15, column 9: cards: 1 to 52 are allowed, not 0"),
        ({"stages": {"deal": {"deal to all players": 18}}}, "UNO, line 15, column 9: the deck has too few cards"),
        ({"stages": {"deal": {"deal to all players": 2.5}}}, "stages.deal.deal to all players must be an integer, not"),
        ({"stages": {"deal": {"deal to all players": True}}}, "must be an integer, not 'True'"),
        (
            {"stages": {"deal": {"deal to players": 2}}},
            "unknown number of this game 'stages.deal.deal to players'",
        ),
        ({"stages": {"play": {}, "dael": {"deal to T0": 1}}}, "did you mean 'stages.deal.deal to T0'"),
        ({"switches": {"turn_limit": 0}}, "turn_limit can be 1 to 10,000, not 0"),
        ({"winning": {"token": -1}}, "points: 0 to 1,000 are allowed, not -1"),
        ({"winning": {"token": {"of": 1}}}, "unknown number of this game 'winning.token.of'"),
    ],
)
def test_invalid_numbers_are_refused_in_one_sentence(changes, message):
    with pytest.raises(CardwrightError, match=message):
        family.with_rules({"game": "uno"}, changes)


def test_the_rules_file_is_a_scenario(tmp_path):
    path = tmp_path / "tuned.yaml"
    changes = {"stages": {"compare": {"sum HX >": 25}}, "ranking": {"number 1 or": 11}}
    path.write_text(yaml.safe_dump(family.rules_file({"game": "blackjack", "players": 2}, changes)))
    game = registry.game(path)
    assert (game.players, game.name) == (2, "tuned")
    assert flat(numbers(game.described))["stages", "compare", "sum HX >"] == 25
    (tmp_path / "tuned.cgdl").write_text(game.start["text"])
    assert registry.game(tmp_path / "tuned.cgdl").rules.tobytes() == game.rules.tobytes()


@settings(max_examples=25)
@given(st.integers(0, 10_000), st.integers(1, 2), st.data())
def test_any_game_with_any_numbers_reads_back(seed, language, data):
    game = cgdl.random_game(seed, language=language)
    values = flat(numbers(game))
    chosen = data.draw(st.dictionaries(st.sampled_from(sorted(values)), st.integers(0, 60), max_size=4))
    changed = with_numbers(game, nested(chosen))
    assert flat(numbers(changed)) == {**values, **chosen}
    assert dataclasses.replace(changed, switches=()) == dataclasses.replace(
        with_numbers(changed, numbers(changed)), switches=()
    )
    try:
        start = family.with_rules({"text": cgdl.text(game)}, nested(chosen))
    except CardwrightError:
        return  # the game is not valid with these numbers
    assert cgdl.parse(start["text"]) == changed
