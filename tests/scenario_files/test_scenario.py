"""Scenario files: what they can say, and what is said about those that fail or cannot be read."""

from __future__ import annotations

import pytest

from cardwright.core import data
from cardwright.core.data import Document
from cardwright.core.errors import BadData
from cardwright.core.presentation import Action, Presentation
from cardwright.scenarios import scenario
from cardwright.scenarios.performer import Performer
from cardwright.scenarios.scenario import load, read
from cardwright.scenarios.script import read_choice, read_step

HEAD = "game: kuhn\nseed: 1\nstart: {hands: {P1: King, P2: Jack}}\n"


def outcome(steps: str):
    (only,) = read(data.parse(f"{HEAD}steps:\n{steps}", "test.yaml"))
    return only.run()


def failure(steps: str) -> str:
    (line,) = str(outcome(steps)).splitlines()[1:]
    return line.partition("test.yaml, ")[2]


def refused(text: str) -> str:
    def run_all():
        for each in read(data.parse(text, "test.yaml")):
            each.run()

    with pytest.raises(BadData) as error:
        run_all()
    return str(error.value)


# What a script can say


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
def test_scripts_that_are_right(steps):
    assert outcome(steps).passed, str(outcome(steps))


def test_looking_ahead_changes_nothing():
    assert outcome("  - expect: {can: [{P1: bet, P2: call}]}\n  - expect: {pot: 2, decider: P1}").passed


def test_otherwise_is_done_until_the_step_can_be():
    text = HEAD + "otherwise: pass\nsteps:\n  - P2: bet\n  - P1: fold\n  - expect: {winner: P2}"
    (only,) = read(data.parse(text, "test.yaml"))
    assert only.run().passed


def test_otherwise_does_not_hide_a_wrong_step():
    text = HEAD + "otherwise: pass\nsteps:\n  - raise"
    (only,) = read(data.parse(text, "test.yaml"))
    assert "'raise' cannot be done now; P1 decides and may: pass, bet" in str(only.run())


def test_start_and_game_are_shared_and_overridden():
    text = """
game: kuhn
start: {hands: {P1: King, P2: Jack}}
scenarios:
  - {name: shared, steps: [expect: {hands: {P1: King}}]}
  - {start: {hands: {P1: Jack, P2: King}}, steps: [expect: {hands: {P1: Jack}}]}
"""
    one, two = read(data.parse(text, "many.yaml"))
    assert (one.name, two.name) == ("shared", "many 2")
    assert one.run().passed
    assert two.run().passed


def test_a_scenario_with_a_seed_is_played_once_and_others_must_hold_whatever_chance_does():
    dealt = "game: kuhn\nstart: {}\nsteps:\n  - expect: {hands: {P1: King}}\n"
    assert not read(data.parse(dealt))[0].run().passed
    seeds = [seed for seed in range(20) if read(data.parse(f"seed: {seed}\n{dealt}"))[0].run().passed]
    assert 0 < len(seeds) < 20


def test_a_failure_by_chance_names_the_seed_that_shows_it():
    text = "game: kuhn\nstart: {}\nsteps:\n  - expect: {hands: {P1: King}}\n"
    outcome = read(data.parse(text, "test.yaml"))[0].run()
    seed = outcome.failures[0].seed
    assert f"test.yaml, line 4, step 1 (seed {seed}): hands P1: expected King, found" in str(outcome)
    assert not read(data.parse(f"seed: {seed}\n{text}"))[0].run().passed


def test_a_file_without_steps_is_a_start_only(tmp_path):
    path = tmp_path / "position.yaml"
    path.write_text(HEAD)
    assert load(path)[0].run().passed
    assert load(path)[0].name == "position"


def test_json_is_read_too(tmp_path):
    path = tmp_path / "position.json"
    path.write_text('{"game": "kuhn", "start": {}, "steps": ["bet", {"expect": {"pot": 7}}]}')
    (found,) = load(path)[0].run().failures
    assert (found.line, found.step, found.message) == (None, 2, "pot: expected 7, found 3")


def test_folders_are_searched(tmp_path):
    (tmp_path / "a").mkdir()
    for name in ("b.yaml", "a/c.yml", "a/d.txt"):
        (tmp_path / name).write_text(HEAD)
    assert [path.name for path in scenario.find([tmp_path, tmp_path / "b.yaml"])] == ["c.yml", "b.yaml"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadData, match="no scenario files"):
        scenario.find([tmp_path / "empty"])


# What is said about scripts that fail


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("  - bet\n  - expect: {pot: 4}", "line 6, step 2: pot: expected 4, found 3"),
        ("  - expect:\n      over: false\n      pot: 9", "line 7, step 1: pot: expected 9, found 2"),
        ("  - call", "line 5, step 1: 'call' cannot be done now; P1 decides and may: pass, bet"),
        (
            "  - bett",
            "line 5, step 1: 'bett' cannot be done now; did you mean 'bet'? P1 decides and may: pass, bet",
        ),
        ("  - P2: bet", "line 5, step 1: it is not for P2 to decide now; P1 decides and may: pass, bet"),
        ("  - P3: {bet: }", "line 5, step 1: unknown player 'P3'; there are: P1, P2, expect, repeat"),
        (
            "  - {bet: , call: King}",
            "line 5, step 1: 'call King' cannot be done now; P2 decides and may: fold, call",
        ),
        ("  - bet\n  - fold\n  - bet", "line 7, step 3: 'bet' cannot be done: the game is over"),
        ("  - expect: {pto: 2}", "line 5, step 1: unknown key 'pto'; did you mean 'pot'?"),
        (
            "  - expect: {legal: [bet, call]}",
            "line 5, step 1: legal: expected [bet, call], found [pass, bet] (missing [call], too many [pass])",
        ),
        ("  - expect: {cannot: [bet]}", "line 5, step 1: cannot: 'bet' can be done"),
        (
            "  - expect: {can: [call]}",
            "line 5, step 1: can: 'call' cannot be done now; P1 decides and may: pass, bet",
        ),
        (
            "  - expect: {P1 knows: {hands: {P2: Jack}}}",
            "line 5, step 1: P1 cannot know this; it could also be so: hands P2: expected Jack, found Queen",
        ),
        ("  - expect: {P1 does not know: {hands: {P1: King}}}", "line 5, step 1: P1 knows {hands: {P1: King}}"),
        ("  - expect: {P1 does not know: {pot: 3}}", "line 5, step 1: pot: expected 3, found 2"),
        ("  - expect: {canot: [bet]}", "line 5, step 1: unknown key 'canot'; did you mean 'cannot'?"),
        ("  - expect: {P3 knows: {pot: 2}}", "line 5, step 1: unknown player 'P3'; there are: P1, P2"),
        ("  - expect: {winner: P1}", "line 5, step 1: winner: expected P1, found nobody"),
        ("  - expect: {decider: P2}", "line 5, step 1: decider: expected P2, found P1"),
    ],
)
def test_failures_say_where_and_what_was_found(steps, message):
    assert failure(steps) == message


def test_all_that_is_wrong_in_a_look_is_told():
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
        ("just words", "test.yaml, line 1: a scenario is a mapping with 'game', 'start' and 'steps'"),
        ("- just words", "test.yaml, line 1: a scenario is a mapping with 'game', 'start' and 'steps'"),
        ("start: {}\nsteps: []", "test.yaml, line 1: a scenario needs 'game', the name of a game"),
        ("game: kuhn\nsteps: []", "test.yaml, line 1: a scenario needs 'start', a position"),
        ("game: kuhn\nstart: [1]", "test.yaml, line 2: a scenario needs 'start', a position"),
        (
            "game: kuhn\nstart: {}\nsteps: bet",
            "test.yaml, line 3: a scenario needs 'steps', a list of choices and expectations",
        ),
        ("game: kuhn\nstart: {}\nseed: x", "test.yaml, line 3: a scenario needs 'seed', a whole number"),
        ("game: kuhn\nstart: {seed: 3}", "test.yaml, line 2: 'seed' stands beside 'start', not in it"),
        ("game: kuhn\nstrat: {}", "test.yaml, line 2: unknown key 'strat'; did you mean 'start'?"),
        ("game: kuhn\nscenarios: 3", "test.yaml, line 2: 'scenarios' is a list of scenarios"),
        ("game: kuhn\nstart: 3\nscenarios: [{}]", "test.yaml, line 2: 'start' is a position, in the words of the game"),
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
            "test.yaml, line 5: a step is a choice, as 'play: Strike' or 'end turn', or 'expect: ...'",
        ),
        (
            HEAD + "steps:\n- ",
            "test.yaml, line 5: a step is a choice, as 'play: Strike' or 'end turn', or 'expect: ...'",
        ),
        (
            HEAD + "steps:\n- expect: 3",
            "test.yaml, line 5: 'expect' needs the part of the position to look at, as in 'hand: [Bash]'",
        ),
        (HEAD + "steps:\n- {expect: {pot: 2}, bet: }", "test.yaml, line 5: 'expect' stands alone in its step"),
        (
            HEAD + "steps:\n- exepct: {pot: 2}",
            "test.yaml, line 5: unknown part of a step 'exepct'; did you mean 'expect'?",
        ),
        (HEAD + "steps:\n- bet: [[1]]", "test.yaml, line 5: 'bet' needs a name, as in 'play: Strike'"),
        (HEAD + "steps:\n- repeat: {bet: [1, 2]}", "test.yaml, line 5: one choice belongs here, not 2"),
        (HEAD + "steps:\n- expect: {pot: >= 2}", "test.yaml, line 5: "),
    ],
)
def test_what_cannot_be_read_is_one_sentence(text, message):
    assert refused(text).startswith(message)


# Choices of a game with several kinds of them, played by a stand-in


class Script:
    """A state that offers one list of actions after the other."""

    def __init__(self, game, *stages):
        self.game = game
        self.stages = list(stages)
        self.done = []

    over = property(lambda self: not self.stages)
    decider = 0
    winners = ()

    def score(self, player):
        return 0.0

    def legal(self):
        return self.stages[0]

    def play(self, action):
        self.stages.pop(0)
        self.done.append(action.id)

    def view(self):
        return self.game.view(self)

    def copy(self):
        twin = Script(self.game, *self.stages)
        twin.done = list(self.done)
        return twin


class Brawl:
    players = 1
    presentation = Presentation(extra_names=("Left", "Right"))

    def player_name(self, player):
        return "Hero"

    def view(self, state):
        return {"enemies": [{"name": "Louse"}, {"name": "Jaw Worm"}]}

    def resolve_name(self, words):
        return {"worm": "Jaw Worm"}.get(words.casefold(), words)


def actions(*words):
    return [Action(number, *word.split(":")) for number, word in enumerate(words)]


def performed(raw, *stages, otherwise=()):
    document = Document(None, "test")
    performance = Performer(Script(Brawl(), *stages), tuple(read_choice(each, document, ()) for each in otherwise))
    mismatches = performance.take(read_step(raw, document, ()))
    return performance.state.done, [mismatch.message for mismatch in mismatches]


PLAY = actions("play:Strike", "play:Strike", "play:Bash", "end turn:")
TARGET = actions("target:Louse", "target:Louse", "target:Jaw Worm")


@pytest.mark.parametrize(
    ("raw", "done"),
    [
        ({"play": "bash"}, [2]),
        ({"play": "Strike"}, [0]),
        ({"play": "Strike 2"}, [1]),
        ("play Strike 2", [1]),
        ("end turn", [3]),
        ({"play": "Bash", "target": "Louse 2"}, [2, 1]),
        ({"play": ["Bash", "Bash"]}, None),
        ({"play": "Strike 3"}, None),
        ({"target": "Louse"}, None),
    ],
)
def test_choices_are_found_by_kind_and_name(raw, done):
    made, wrong = performed(raw, PLAY, TARGET)
    assert (made if not wrong else None) == done


def test_a_choice_that_the_rules_made_themselves_may_be_named():
    assert performed({"play": "Bash", "target": "Jaw Worm"}, PLAY, PLAY) == ([2], [])
    assert performed({"play": "Bash", "target": "Louse 1"}, PLAY, PLAY) == ([2], [])


def test_such_a_choice_may_be_written_as_a_sentence_and_say_whose_it_is():
    assert performed({"Hero": ["play Bash", "target Jaw Worm"]}, PLAY, PLAY) == ([2], [])
    assert performed({"play": "Bash", "target": "Jaw Worm of Hero"}, PLAY, PLAY) == ([2], [])
    assert performed({"Hero": ["play Bash", "target Jaw Wurm"]}, PLAY, PLAY)[1]


def test_names_that_no_position_shows_are_known_too():
    assert performed({"play": "Bash", "side": "left"}, PLAY, PLAY) == ([2], [])


def test_short_names_are_read_in_full():
    assert performed({"play": "Bash", "target": "worm"}, PLAY, TARGET) == ([2, 2], [])
    assert performed({"Hero": ["play Bash", "target Worm"]}, PLAY, TARGET) == ([2, 2], [])
    assert performed({"expect": {"enemies": {"contains": "Worm", "worm": 1}}}, PLAY)[1] == []
    assert performed({"expect": {"enemies": ["Louse", "not worm"]}}, PLAY)[1]


def test_whose_it_is_may_be_left_out_where_it_is_clear():
    owned = actions("destroy:Yay of P2", "destroy:Louse of P2", "destroy:Louse of P3", "destroy:Louse of P2")
    assert performed({"destroy": "yay"}, owned) == ([0], [])
    assert performed("destroy Yay", owned) == ([0], [])
    assert performed({"destroy": "Louse of P2 2"}, owned) == ([3], [])
    assert performed({"destroy": "Louse"}, owned)[1]


def test_an_answer_may_say_what_it_is_for():
    question = actions("yes:", "no:")
    assert performed({"use": False}, question) == performed({"Hero": {"may": "no"}}, question) == ([1], [])


def test_but_not_under_a_name_nobody_has():
    _, wrong = performed({"play": "Bash", "target": "Jaw Wurm"}, PLAY, PLAY)
    assert wrong == ["'target Jaw Wurm' cannot be done now; Hero decides and may: play Strike, play Bash, end turn"]


def test_nor_for_a_player_who_was_not_asked():
    _, wrong = performed({"play": "Bash", "Hero": "Louse"}, PLAY, PLAY)
    assert wrong == ["'Hero Louse' cannot be done now; Hero decides and may: play Strike, play Bash, end turn"]


def test_nor_where_another_choice_of_its_kind_is_offered():
    _, wrong = performed({"play": "Bash", "target": "Hero"}, PLAY, TARGET)
    assert wrong == ["'target Hero' cannot be done now; Hero decides and may: target Louse, target Jaw Worm"]


def test_what_cannot_be_done_is_not_excused_by_the_rules():
    assert performed({"expect": {"cannot": [{"play": "Bash", "target": "Jaw Worm"}]}}, PLAY, PLAY)[1] == []
    assert performed({"expect": {"can": [{"play": "Bash", "target": "Jaw Worm"}]}}, PLAY, PLAY)[1] == []


def test_a_list_is_several_choices_of_one_kind():
    assert performed({"play": ["Bash", "Strike 2"]}, PLAY, PLAY) == ([2, 1], [])


@pytest.mark.parametrize("raw", [{"use": True}, {"Hero": {"use": True}}, True])
def test_a_bare_yes_is_a_word(raw):
    assert performed(raw, actions("use:no", "use:yes")) == ([1], [])


def test_otherwise_may_come_between_the_choices_of_a_step():
    react = actions("pass:", "play:Neigh")
    assert performed({"play": "Bash", "target": "Louse"}, PLAY, react, react, TARGET, otherwise=["pass"]) == (
        [2, 0, 0, 0],
        [],
    )


def test_a_repetition_without_end_is_stopped():
    _, wrong = performed({"repeat": "end turn"}, *[PLAY] * 2000)
    assert wrong == ["'end turn' can be done without end; it was stopped after 1,000 times"]
