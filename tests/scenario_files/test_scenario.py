"""Scenario files: what they can express, and the messages about those that fail or cannot be read."""

from __future__ import annotations

import pytest

import cardwright
from cardwright.core import data, registry
from cardwright.core.errors import BadData
from cardwright.scenarios import find_files, load_file, read_document

HEAD = "game: kuhn\nseed: 1\nstart: {hands: {P1: King, P2: Jack}}\n"


def outcome(steps: str):
    (only,) = read_document(data.parse(f"{HEAD}steps:\n{steps}", "test.yaml"))
    return only.run()


def failure(steps: str) -> str:
    (line,) = str(outcome(steps)).splitlines()[1:]
    return line.partition("test.yaml, ")[2]


def refused(text: str) -> str:
    def run_all():
        for each in read_document(data.parse(text, "test.yaml")):
            each.run()

    with pytest.raises(BadData) as error:
        run_all()
    return str(error.value)


# What a script can express


@pytest.mark.parametrize(
    "steps",
    [
        "  - bet\n  - call\n  - expect: {winner: P1}",
        "  - P1: bet\n  - P2: call\n  - expect: {over: true}",
        "  - {P1: bet, P2: call}\n  - expect: {pot: 4}",
        "  - P1: {bet: }\n  - P2: {call: }\n  - expect: {pot: 4}",
        "  - BET\n  - expect: {legal: [fold, Call]}",
        "  - expect: {can: bet, cannot: [call, {P2: bet}]}",
        "  - expect: {can: [{P1: bet, P2: call}], cannot: [{P1: bet, P2: pass}]}",
        "  - expect: {P1 knows: {hands: {P1: King}, pot: 2}, P1 does not know: {hands: {P2: Jack}}}",
        "  - expect: {p2 knows: {hands: {P2: Jack, P1: not Jack}}, P2 does not know: {hands: {P1: King}}}",
        "  - repeat: pass\n  - expect: {over: true, legal: [], decider: nobody}",
        "  - bet\n  - fold\n  - expect: {scores: {P1: 0.5, P2: less than 0}}",
    ],
)
def test_scripts_that_pass(steps):
    assert outcome(steps).passed, str(outcome(steps))


def test_can_and_cannot_change_nothing():
    assert outcome("  - expect: {can: [{P1: bet, P2: call}]}\n  - expect: {pot: 2, decider: P1}").passed


def test_otherwise_is_repeated_until_the_step_is_possible():
    text = HEAD + "otherwise: pass\nsteps:\n  - P2: bet\n  - P1: fold\n  - expect: {winner: P2}"
    (only,) = read_document(data.parse(text, "test.yaml"))
    assert only.run().passed


def test_otherwise_does_not_hide_an_impossible_step():
    text = HEAD + "otherwise: pass\nsteps:\n  - raise"
    (only,) = read_document(data.parse(text, "test.yaml"))
    assert "'raise' is not possible now; P1 decides and can: pass, bet" in str(only.run())


def test_start_and_game_are_shared_and_overridden():
    text = """
game: kuhn
start: {hands: {P1: King, P2: Jack}}
scenarios:
  - {name: shared, steps: [expect: {hands: {P1: King}}]}
  - {start: {hands: {P1: Jack, P2: King}}, steps: [expect: {hands: {P1: Jack}}]}
"""
    one, two = read_document(data.parse(text, "many.yaml"))
    assert (one.name, two.name) == ("shared", "many 2")
    assert one.run().passed
    assert two.run().passed


def test_a_scenario_without_a_seed_must_pass_under_several():
    dealt = "game: kuhn\nstart: {}\nsteps:\n  - expect: {hands: {P1: King}}\n"
    assert not read_document(data.parse(dealt))[0].run().passed
    seeds = [seed for seed in range(20) if read_document(data.parse(f"seed: {seed}\n{dealt}"))[0].run().passed]
    assert 0 < len(seeds) < 20


def test_a_failure_names_the_seed_that_shows_it():
    text = "game: kuhn\nstart: {}\nsteps:\n  - expect: {hands: {P1: King}}\n"
    outcome = read_document(data.parse(text, "test.yaml"))[0].run()
    seed = outcome.failures[0].seed
    assert f"test.yaml, line 4, step 1 (seed {seed}): hands P1: expected King, found" in str(outcome)
    assert not read_document(data.parse(f"seed: {seed}\n{text}"))[0].run().passed


def test_a_file_without_steps_is_only_a_start(tmp_path):
    path = tmp_path / "position.yaml"
    path.write_text(HEAD)
    assert load_file(path)[0].run().passed
    assert load_file(path)[0].name == "position"


def test_json_files_are_read(tmp_path):
    path = tmp_path / "position.json"
    path.write_text('{"game": "kuhn", "start": {}, "steps": ["bet", {"expect": {"pot": 7}}]}')
    (found,) = load_file(path)[0].run().failures
    assert (found.line, found.step, found.message) == (None, 2, "pot: expected 7, found 3")


def test_folders_are_searched(tmp_path):
    (tmp_path / "a").mkdir()
    for name in ("b.yaml", "a/c.yml", "a/d.txt"):
        (tmp_path / name).write_text(HEAD)
    assert [path.name for path in find_files([tmp_path, tmp_path / "b.yaml"])] == ["c.yml", "b.yaml"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadData, match="no scenario files"):
        find_files([tmp_path / "empty"])


# Messages about scripts that fail


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("  - bet\n  - expect: {pot: 4}", "line 6, step 2: pot: expected 4, found 3"),
        ("  - expect:\n      over: false\n      pot: 9", "line 7, step 1: pot: expected 9, found 2"),
        ("  - call", "line 5, step 1: 'call' is not possible now; P1 decides and can: pass, bet"),
        (
            "  - bett",
            "line 5, step 1: 'bett' is not possible now; did you mean 'bet'? P1 decides and can: pass, bet",
        ),
        ("  - P2: bet", "line 5, step 1: P2 does not decide now; P1 decides and can: pass, bet"),
        ("  - P3: {bet: }", "line 5, step 1: unknown player 'P3'; there are: P1, P2, expect, repeat"),
        (
            "  - {bet: , call: King}",
            "line 5, step 1: 'call King' is not possible now; P2 decides and can: fold, call",
        ),
        ("  - bet\n  - fold\n  - bet", "line 7, step 3: 'bet' is not possible: the game is over"),
        ("  - expect: {pto: 2}", "line 5, step 1: unknown key 'pto'; did you mean 'pot'?"),
        (
            "  - expect: {legal: [bet, call]}",
            "line 5, step 1: legal: expected [bet, call], found [pass, bet] (missing [call], too many [pass])",
        ),
        ("  - expect: {cannot: [bet]}", "line 5, step 1: cannot: 'bet' is possible"),
        (
            "  - expect: {can: [call]}",
            "line 5, step 1: can: 'call' is not possible now; P1 decides and can: pass, bet",
        ),
        (
            "  - expect: {P1 knows: {hands: {P2: Jack}}}",
            "line 5, step 1: P1 cannot know this; also possible: hands P2: expected Jack, found Queen",
        ),
        ("  - expect: {P1 does not know: {hands: {P1: King}}}", "line 5, step 1: P1 knows {hands: {P1: King}}"),
        ("  - expect: {P1 does not know: {pot: 3}}", "line 5, step 1: pot: expected 3, found 2"),
        ("  - expect: {canot: [bet]}", "line 5, step 1: unknown key 'canot'; did you mean 'cannot'?"),
        ("  - expect: {P3 knows: {pot: 2}}", "line 5, step 1: unknown player 'P3'; there are: P1, P2"),
        ("  - expect: {winner: P1}", "line 5, step 1: winner: expected P1, found nobody"),
        ("  - expect: {decider: P2}", "line 5, step 1: decider: expected P2, found P1"),
    ],
)
def test_failures_name_the_line_the_step_and_what_was_found(steps, message):
    assert failure(steps) == message


def test_every_mismatch_of_an_expect_is_reported():
    assert [each.message for each in outcome("  - expect: {pot: 9, over: true}").failures] == [
        "pot: expected 9, found 2",
        "over: expected true, found false",
    ]


# Files that cannot be read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "test.yaml: the file is empty; a scenario has 'game', 'start' and 'steps'"),
        ("[]", "test.yaml: the file is empty; a scenario has 'game', 'start' and 'steps'"),
        ("just words", "test.yaml, line 1: a scenario must be a mapping with 'game', 'start' and 'steps'"),
        ("- just words", "test.yaml, line 1: a scenario must be a mapping with 'game', 'start' and 'steps'"),
        ("start: {}\nsteps: []", "test.yaml, line 1: a scenario needs 'game', the name of a game"),
        ("game: kuhn\nsteps: []", "test.yaml, line 1: a scenario needs 'start', a position"),
        ("game: kuhn\nstart: [1]", "test.yaml, line 2: a scenario needs 'start', a position"),
        (
            "game: kuhn\nstart: {}\nsteps: bet",
            "test.yaml, line 3: a scenario needs 'steps', a list of choices and expectations",
        ),
        ("game: kuhn\nstart: {}\nseed: x", "test.yaml, line 3: a scenario needs 'seed', an integer"),
        ("game: kuhn\nstart: {seed: 3}", "test.yaml, line 2: 'seed' belongs beside 'start', not inside it"),
        ("game: kuhn\nstrat: {}", "test.yaml, line 2: unknown key 'strat'; did you mean 'start'?"),
        ("game: kuhn\nscenarios: 3", "test.yaml, line 2: 'scenarios' must be a list of scenarios"),
        (
            "game: kuhn\nstart: 3\nscenarios: [{}]",
            "test.yaml, line 2: 'start' must be a position",
        ),
        (
            "game: kuhn\nsteps: []\nscenarios: [{}]",
            "test.yaml, line 2: unknown key 'steps'; there are: game, name, otherwise",
        ),
        (
            "game: kuhn\nstart:\n  hands:\n    P1: Kign\n    P2: Jack",
            "test.yaml, line 4: hands.P1: input should be 'Jack'",
        ),
        ("game: khun\nstart: {}", "test.yaml, line 1: unknown game 'khun'; did you mean 'kuhn'?"),
        (
            "game: kuhn\nstart:\n  hnads: {}",
            "test.yaml, line 3: hnads: unknown key 'hnads'; did you mean 'hands'?",
        ),
        (
            HEAD + "steps:\n- []",
            "test.yaml, line 5: a step is a choice, such as 'play: Strike' or 'end turn', or 'expect: ...'",
        ),
        (
            HEAD + "steps:\n- ",
            "test.yaml, line 5: a step is a choice, such as 'play: Strike' or 'end turn', or 'expect: ...'",
        ),
        (
            HEAD + "steps:\n- expect: 3",
            "test.yaml, line 5: 'expect' needs a part of the position, as in 'hand: [Bash]'",
        ),
        (HEAD + "steps:\n- {expect: {pot: 2}, bet: }", "test.yaml, line 5: 'expect' must be the only key of its step"),
        (
            HEAD + "steps:\n- exepct: {pot: 2}",
            "test.yaml, line 5: unknown part of a step 'exepct'; did you mean 'expect'?",
        ),
        (HEAD + "steps:\n- bet: [[1]]", "test.yaml, line 5: 'bet' needs a name, as in 'play: Strike'"),
        (HEAD + "steps:\n- repeat: {bet: [1, 2]}", "test.yaml, line 5: expected one choice, found 2"),
        (HEAD + "steps:\n- expect: {pot: >= 2}", "test.yaml, line 5: "),
    ],
)
def test_an_unreadable_file_is_reported_in_one_sentence(text, message):
    assert refused(text).startswith(message)


# Files that a start names


@pytest.fixture
def with_content(tmp_path):
    (tmp_path / "decks.yaml").write_text("decks:\n  strikes: [Strike, Strike, Strike, Strike, Strike]\n")
    path = tmp_path / "battle.yaml"
    path.write_text(
        "game: spire\nstart: {deck: strikes, enemies: [Cultist], content: decks.yaml}\n"
        "steps:\n  - expect: {hand: {Strike: 5}}\n"
    )
    return path


def test_content_is_a_file_beside_the_scenario(with_content):
    assert load_file(with_content)[0].run().passed
    assert registry.game(with_content).new(1).view()["hand"] == ["Strike"] * 5


def test_a_saved_game_needs_no_content_file(with_content):
    saved = registry.game(with_content).new(1).to_json()
    (with_content.parent / "decks.yaml").unlink()
    assert cardwright.state_from_json(saved).view()["hand"] == ["Strike"] * 5


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "decks.yaml: no such file or directory"),
        ("decks:\n  strikes: 5\n", "decks.yaml, line 2: decks.strikes: "),
        ("ducks: {}\n", "decks.yaml, line 1: ducks: unknown key 'ducks'; did you mean 'decks'?"),
    ],
)
def test_errors_in_content_name_its_file(with_content, content, message):
    file = with_content.parent / "decks.yaml"
    file.unlink() if content is None else file.write_text(content)
    with pytest.raises(BadData) as error:
        load_file(with_content)[0].run()
    assert f"{with_content}, line 2: {file.parent}/{message}" in str(error.value)


@pytest.mark.parametrize(
    ("steps", "passed"),
    [
        ("[bet, fold, expect: {result: {P1: won, P2: lost}}]", True),
        ("[bet, fold, expect: {result: {P2: won}}]", False),
        ("[bet, expect: {result: open}]", True),
    ],
)
def test_the_result_says_who_won_and_who_lost(steps, passed):
    [scenario] = read_document(data.parse(f"{{game: kuhn, start: {{}}, steps: {steps}}}", "x.yaml"))
    assert scenario.run().passed == passed


def test_a_single_player_can_lose():
    start = "{hand: [Strike], player: {hp: 1}, enemies: [{name: Jaw Worm, intent: Chomp}]}"
    text = f"{{game: spire, start: {start}, steps: [end turn, expect: {{result: lost, over: true}}]}}"
    [scenario] = read_document(data.parse(text, "x.yaml"))
    assert scenario.run().passed


def test_a_choice_has_a_limited_length():
    text = f"{{game: kuhn, start: {{}}, steps: [{'bet ' * 200}]}}"
    with pytest.raises(BadData, match=r"x\.yaml, line 1: a choice of 799 characters is too long"):
        read_document(data.parse(text, "x.yaml"))


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ("events: P2 bets", "expected 'P2 bets' in [P1 has the King, P2 has the Jack, P1 bets]"),
        ("events: [P1 bets, P1 has the King]", "expected 'P1 has the King' in"),
        ("no events: P1 bets", "expected no 'P1 bets' in"),
        ("events for P1: P2 has the Jack", "expected 'P2 has the Jack' in [P1 has the King, P1 bets]"),
        ("events for P3: P1 bets", "unknown player 'P3'"),
    ],
)
def test_events_that_did_not_happen_are_found(expected, message):
    text = "{game: kuhn, start: {hands: {P1: King, P2: Jack}}, steps: [bet, expect: {" + expected + "}]}"
    (scenario,) = read_document(data.parse(text))
    assert message in str(scenario.run())
