"""How choices find their actions, tested on a stand-in for a game with several kinds of choices."""

from __future__ import annotations

import pytest

from cardwright.core.data import Document
from cardwright.core.presentation import Action, Presentation
from cardwright.scenarios import Performer
from cardwright.scenarios.script import read_choice, read_step


class Script:
    """A state that offers one list of actions after the other."""

    def __init__(self, game, *stages):
        self.game = game
        self.stages = list(stages)
        self.done = []

    over = property(lambda self: not self.stages)
    decider = 0
    winners = ()
    events = ()

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
    performer = Performer(Script(Brawl(), *stages), tuple(read_choice(each, document, ()) for each in otherwise))
    mismatches = performer.take(read_step(raw, document, ()))
    return performer.state.done, [mismatch.message for mismatch in mismatches]


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


def test_a_choice_that_the_rules_made_can_be_named():
    assert performed({"play": "Bash", "target": "Jaw Worm"}, PLAY, PLAY) == ([2], [])
    assert performed({"play": "Bash", "target": "Louse 1"}, PLAY, PLAY) == ([2], [])


def test_such_a_choice_can_be_a_sentence_and_name_an_owner():
    assert performed({"Hero": ["play Bash", "target Jaw Worm"]}, PLAY, PLAY) == ([2], [])
    assert performed({"play": "Bash", "target": "Jaw Worm of Hero"}, PLAY, PLAY) == ([2], [])
    assert performed({"Hero": ["play Bash", "target Jaw Wurm"]}, PLAY, PLAY)[1]


def test_such_a_choice_can_use_names_that_no_view_shows():
    assert performed({"play": "Bash", "side": "left"}, PLAY, PLAY) == ([2], [])


def test_short_names_are_resolved():
    assert performed({"play": "Bash", "target": "worm"}, PLAY, TARGET) == ([2, 2], [])
    assert performed({"Hero": ["play Bash", "target Worm"]}, PLAY, TARGET) == ([2, 2], [])
    assert performed({"expect": {"enemies": {"contains": "Worm", "worm": 1}}}, PLAY)[1] == []
    assert performed({"expect": {"enemies": ["Louse", "not worm"]}}, PLAY)[1]


def test_the_owner_can_be_left_out_if_only_one_card_fits():
    owned = actions("destroy:Yay of P2", "destroy:Louse of P2", "destroy:Louse of P3", "destroy:Louse of P2")
    assert performed({"destroy": "yay"}, owned) == ([0], [])
    assert performed("destroy Yay", owned) == ([0], [])
    assert performed({"destroy": "Louse of P2 2"}, owned) == ([3], [])
    assert performed({"destroy": "Louse"}, owned)[1]


MOVES = actions("move:Worm, to T4, score 1", "move:Louse, to T4", "move:Louse, to T5", "stop:")


@pytest.mark.parametrize(
    ("raw", "done"),
    [
        ({"move": "Worm"}, [0]),
        ("move worm", [0]),
        ({"Hero": {"move": "Worm", "to": "T4"}}, [0]),
        ({"move": "Worm", "to": "T4", "score": 1}, [0]),
        ({"move": "Louse", "to": "T5"}, [2]),
        ({"move": "Louse, to T5"}, [2]),
        ({"move": "Louse"}, None),
        ({"move": "Worm", "to": "T5"}, None),
        ({"move": "Worm", "target": "Louse"}, None),
        ({"move": "Wor"}, None),
        ({"move": "Worm, to"}, None),
    ],
)
def test_the_rest_of_a_choice_can_be_left_out_if_only_one_begins_so(raw, done):
    made, wrong = performed(raw, MOVES)
    assert (made if not wrong else None) == done
    assert bool(performed({"expect": {"cannot": raw}}, MOVES)[1]) == (done is not None)


def test_any_key_can_stand_before_yes_or_no():
    question = actions("yes:", "no:")
    assert performed({"use": False}, question) == performed({"Hero": {"may": "no"}}, question) == ([1], [])


def test_a_choice_made_by_the_rules_must_name_something_that_exists():
    _, wrong = performed({"play": "Bash", "target": "Jaw Wurm"}, PLAY, PLAY)
    assert wrong == ["'target Jaw Wurm' is not possible now; Hero decides and can: play Strike, play Bash, end turn"]


def test_a_choice_made_by_the_rules_must_not_name_a_player_who_was_not_asked():
    _, wrong = performed({"play": "Bash", "Hero": "Louse"}, PLAY, PLAY)
    assert wrong == ["'Hero Louse' is not possible now; Hero decides and can: play Strike, play Bash, end turn"]


def test_a_choice_is_not_made_by_the_rules_if_its_kind_is_offered():
    _, wrong = performed({"play": "Bash", "target": "Hero"}, PLAY, TARGET)
    assert wrong == ["'target Hero' is not possible now; Hero decides and can: target Louse, target Jaw Worm"]


def test_cannot_ignores_choices_made_by_the_rules_and_can_accepts_them():
    assert performed({"expect": {"cannot": [{"play": "Bash", "target": "Jaw Worm"}]}}, PLAY, PLAY)[1] == []
    assert performed({"expect": {"can": [{"play": "Bash", "target": "Jaw Worm"}]}}, PLAY, PLAY)[1] == []


def test_a_list_means_several_choices_of_one_kind():
    assert performed({"play": ["Bash", "Strike 2"]}, PLAY, PLAY) == ([2, 1], [])


@pytest.mark.parametrize("raw", [{"use": True}, {"Hero": {"use": True}}, True])
def test_a_bare_yes_is_read_as_a_word(raw):
    assert performed(raw, actions("use:no", "use:yes")) == ([1], [])


def test_otherwise_applies_between_the_choices_of_a_step():
    react = actions("pass:", "play:Neigh")
    assert performed({"play": "Bash", "target": "Louse"}, PLAY, react, react, TARGET, otherwise=["pass"]) == (
        [2, 0, 0, 0],
        [],
    )


def test_an_endless_repetition_is_stopped():
    _, wrong = performed({"repeat": "end turn"}, *[PLAY] * 2000)
    assert wrong == ["'end turn' never stops being possible; stopped after 1,000 repetitions"]
