"""`cardwright play`, driven through a pseudo-terminal like a person would."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from pathlib import Path

import kuhn
import pytest
from patience import PATIENCE
from typed_console import TypedConsole

import cardwright
from cardwright.agents import Agent, make
from cardwright.cli.main import run
from cardwright.cli.play import _agents
from cardwright.cli.play_choices import match_choice
from cardwright.cli.play_session import Session
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.errors import CardwrightError
from cardwright.core.presentation import Action

pexpect = pytest.importorskip("pexpect")

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = f"""
import sys
sys.path.insert(0, {str(EXAMPLES)!r})
import kuhn
from cardwright.core import registry
registry.register_family(kuhn.family)
from cardwright.cli.main import run
sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def play(monkeypatch, tmp_path):
    children = []
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def start(*arguments):
        child = pexpect.spawn(
            sys.executable,
            ["-c", PROGRAM, "play", *map(str, arguments)],
            env={**os.environ, "TERM": "xterm", "NO_COLOR": "1"},
            dimensions=(24, 300),
            encoding="utf-8",
            timeout=PATIENCE,
            echo=False,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
        )
        children.append(child)
        return child

    yield start
    for child in children:
        child.close(force=True)


@pytest.fixture
def position(tmp_path):
    """P1 has the better card."""
    path = tmp_path / "best.yaml"
    path.write_text("game: kuhn\nstart: {hands: {P1: King, P2: Queen}}\n")
    return path


def ended(child) -> int:
    child.expect(pexpect.EOF)
    child.wait()
    return child.exitstatus


@pytest.mark.parametrize(
    ("seats", "people"), [("2*you", 2), ("you,you", 2), (" 1 * you ,random", 1), ("random,1*you", 1)]
)
def test_several_seats_can_be_yours(seats, people):
    found = _agents(kuhn.family.game({}), seats)
    assert (len(found), found.count(None)) == (2, people)


@pytest.mark.parametrize("seats", ["0*you", "x*you", "3*you", "-1*you", "2*you,random"])
def test_a_wrong_number_of_your_seats_is_refused(seats):
    with pytest.raises(CardwrightError):
        _agents(kuhn.family.game({}), seats)


def test_a_whole_game_with_mistakes_and_an_undo(play, position):
    child = play(position, "--seats", "first,you", "--seed", 3)
    child.expect_exact("Kuhn poker: best, seed 3; P1 is first, P2 is you; h for help")
    child.expect_exact(
        "You have the Queen\r\nP1 passes\r\nhands: P1 ?, P2 Queen\r\npot: 2\r\n  1  pass\r\n  2  bet\r\nP2> "
    )
    child.sendline("u")
    child.expect_exact("there is nothing to undo\r\nP2> ")
    child.sendline("raise")
    child.expect_exact("'raise' is not one of the choices; h for help\r\nP2> ")
    child.sendline("7")
    child.expect_exact("the choices are 1 to 2\r\nP2> ")
    child.sendline("h")
    child.expect_exact("--resume goes on\r\nP2> ")
    child.sendline("be")
    child.expect_exact("You: bet\r\n     P1 folds\r\n     P1 has the King\r\n     You have the Queen\r\n")
    child.expect_exact("hands: P1 King, P2 Queen\r\npot: 3\r\nThe game is over. You win, pot 3.\r\n")
    child.expect_exact("u to undo")
    child.sendline("")
    assert ended(child) == 0


def test_undo_goes_back_to_the_last_choice(play, position):
    child = play(position, "--seats", "you,you")
    child.expect_exact("hands: P1 King, P2 ?\r\npot: 2\r\n")
    child.expect_exact("P1> ")
    child.sendline("bet")
    child.expect_exact("hands: P1 ?, P2 Queen\r\npot: 3\r\n  1  fold\r\n  2  call\r\nP2> ")
    child.sendline("undo")
    child.expect_exact("hands: P1 King, P2 ?\r\npot: 2\r\n  1  pass\r\n  2  bet\r\nP1> ")
    child.sendline("1")
    child.expect_exact("hands: P1 ?, P2 Queen\r\npot: 2\r\n  1  pass\r\n  2  bet\r\nP2> ")
    child.sendline("PASS")
    child.expect_exact("The game is over. P1 wins, pot 2.\r\n")
    child.expect_exact("Enter to leave> ")
    child.sendline("u")
    child.expect_exact("hands: P1 ?, P2 Queen\r\npot: 2\r\n  1  pass\r\n  2  bet\r\nP2> ")
    child.sendline("q")
    assert ended(child) == 0


def test_a_saved_game_continues_and_can_still_be_undone(play, position, tmp_path):
    saved = tmp_path / "saved.json"
    child = play(position, "--seats", "you,you")
    child.sendline("bet")
    child.expect_exact("P2> ")
    child.sendline("s")
    child.expect_exact("name a file: s FILE")
    child.sendline(f"s {tmp_path}/no/where.json")
    child.expect_exact("no such file or directory")
    child.sendline(f"s {saved}")
    child.expect_exact("saved; continue later with: cardwright play --load")
    child.sendline("q")
    child.expect_exact("you left the game")
    assert ended(child) == 0

    child = play("--load", saved, "--seats", "you,you")
    child.expect_exact("hands: P1 ?, P2 Queen\r\npot: 3\r\n")
    child.sendline("u")
    child.expect_exact("hands: P1 King, P2 ?\r\npot: 2\r\n")
    child.expect_exact("P1> ")
    child.sendeof()
    child.expect_exact("you left the game")
    assert ended(child) == 0


def test_a_saved_game_remembers_who_plays(play, position, tmp_path):
    saved = tmp_path / "saved.json"
    child = play(position, "--seats", "first,you")
    child.expect_exact("P2> ")
    child.sendline(f"s {saved}")
    child.expect_exact("saved; continue later")
    child.sendline("q")
    assert ended(child) == 0
    child = play("--load", saved)
    child.expect_exact("P1 is first, P2 is you")
    child.expect_exact("P2> ")
    child.sendeof()
    assert ended(child) == 0


def test_a_battle(play):
    child = play("spire:jaw-worm", "--seed", 7)
    child.expect_exact("Slay the Spire battle: jaw-worm, seed 7")
    child.expect_exact("Energy 3")
    child.expect_exact("> ")
    first = child.before
    child.sendline("strike")
    child.expect_exact("Energy 2")
    child.expect_exact("> ")
    child.sendline("undo")
    child.expect_exact("Energy 3")
    child.expect_exact("> ")
    assert child.before == first
    for _ in range(100):
        child.sendline("end turn")
        if child.expect_exact(["The game is over. You die on turn", "> "]) == 0:
            break
    child.expect_exact("Enter to leave> ")
    child.sendline("q")
    assert ended(child) == 0


def test_ctrl_c_leaves_cleanly(play, position):
    child = play(position)
    child.expect_exact("P1> ")
    child.kill(signal.SIGINT)
    child.expect_exact("you left the game")
    assert ended(child) == 0


def test_earlier_lines_come_back_with_the_arrow_up(play, position):
    child = play(position, "--seats", "you,first")
    child.expect_exact("P1> ")
    child.sendline("wait")
    child.expect_exact("'wait' is not one of the choices")
    child.expect_exact("P1> ")
    child.send("\x1b[A")
    child.sendline("")
    child.expect_exact("'wait' is not one of the choices")
    child.sendline("q")
    assert ended(child) == 0


def test_a_game_that_was_left_goes_on(play, position):
    child = play(position, "--seats", "you,you")
    child.expect_exact("P1> ")
    child.sendline("bet")
    child.expect_exact("P2> ")
    child.sendintr()
    child.expect_exact("you left the game; go on with: cardwright play --resume")
    assert ended(child) == 0
    child = play("--resume")
    child.expect_exact("hands: P1 ?, P2 Queen\r\npot: 3\r\n")
    child.expect_exact("P2> ")
    child.sendline("q")
    assert ended(child) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "name either a game"),
        (["kuhn", "--load", "x.json"], "not both"),
        (["--load", "nowhere.json"], "nowhere.json: no such file"),
        (["--load", "x.json", "--seed", "1"], "--seed and --players cannot be used with --load"),
        (["khun"], "unknown game 'khun'; did you mean 'kuhn'?"),
        (["kuhn", "--seats", "random,random"], "including 'you'"),
        (["kuhn", "--seats", "you"], "standard needs 2 seats"),
        (["kuhn", "--seats", "you,rnadom"], "unknown agent 'rnadom'; did you mean 'random'?"),
    ],
)
def test_bad_input_is_one_sentence(arguments, message, capsys):
    assert run(["play", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error
    assert error.count("\n") == 1


def moves_of_p2(game, seed, agent, *lines):
    """Return what the other player did after each line typed."""
    console = TypedConsole(*lines)
    Session(game.new(seed), [None, agent], console).play()
    return re.findall("^ *P2 ((?!is |has ).*)", console.file.getvalue(), re.MULTILINE)


def shown(game, seats, *lines, seed=7):
    console = TypedConsole(*lines)
    Session(game.new(seed), seats, console).play()
    return console.file.getvalue()


def test_what_enemies_did_is_reported():
    game = cardwright.game("spire:jaw-worm")
    assert "uses Chomp\n" not in shown(game, [None])
    output = shown(game, [None], "end turn")
    assert re.search(r"^You: end turn\n     .* are discarded\n     Jaw Worm uses Chomp\n", output, re.MULTILINE)
    assert re.search(r"^     You lose 11 HP \(69 left\)$", output, re.MULTILINE)


def test_an_agent_that_cannot_play_the_game_is_refused_before_it_begins(capsys):
    assert run(["play", "cgdl:briscola", "--seats", "you,rules"]) == 2
    output, error = capsys.readouterr()
    advice = "use one that needs none: random, lookahead:2 or mcts:200, for example"
    assert error == f"cardwright: Briscola has no heuristics for the agent 'rules'; {advice}\n"
    assert output == ""


def test_a_won_battle_is_reported_to_whoever_won_it():
    last = "game: spire\nstart: {hand: [Strike], enemies: [{name: Cultist, hp: 1}]}\n"
    game = cardwright.spire.battle(**cardwright.core.data.parse(last, "last").value["start"])
    output = shown(game, [None], "1")
    assert "     You win the battle\n" in output


def test_cards_that_are_moved_one_by_one_are_reported_together():
    output = shown(cardwright.game("cgdl:hearts"), [None, *[make("first")] * 3], "1", "1", "1", seed=5)
    assert output.count("P2 picks up 3 cards\n") == 1
    assert output.count("P2 passes 3 cards to P3\n") == 1
    assert len(re.findall("You pick up the .*, the .* and the .*\n", output)) == 1


def test_cards_and_rules_are_explained():
    lines = ("card defend", "card vulnerable", "card", "card nothing like it", "rules")
    output = shown(cardwright.game("spire:jaw-worm"), [None], *lines)
    assert "Defend (skill, 1): Gain 5 block.\n" in output
    assert "Vulnerable: Takes 50% more damage from attacks.\n" in output
    assert "name a card: card NAME\n" in output
    assert "there is no card 'nothing like it' with a text in this game\n" in output
    assert "Reduce the HP of every enemy to 0" in output


def test_a_name_that_is_only_similar_is_told_apart():
    output = shown(cardwright.game("spire:jaw-worm"), [None], "card big fish", "card defnd")
    assert "there is no card 'big fish'; the nearest is Ceramic Fish:\nCeramic Fish: " in output
    assert "there is no card 'defnd'; the nearest is Defend:\nDefend (skill, 1): Gain 5 block.\n" in output


def test_a_power_is_explained_together_with_the_status_of_its_name():
    output = shown(cardwright.game("spire:jaw-worm"), [None], "card rupture")
    assert "Rupture (power, 1): Gain 1 Rupture.\nRupture: Strength whenever you lose HP" in output


def test_playing_compiles_nothing(play, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    child = play("unicorns", "--players", 3, "--seats", "you,rules,random", "--seed", 7)
    child.expect_exact("P1> ")
    child.sendline("1")
    child.expect_exact("P1> ")
    child.sendline("q")
    assert ended(child) == 0
    assert not list((tmp_path / "cache").rglob("*.nbc"))


def test_nothing_hidden_is_shown():
    game = kuhn.family.game({"hands": {"P1": "Queen", "P2": "King"}})
    output = shown(game, [None, make("first")], "pass")
    before, _, after = output.partition("P2 passes")
    assert "King" not in before
    assert "P2 has the King" in after


def test_each_of_two_people_reads_what_happened_since_their_last_decision(kuhn_game):
    output = shown(kuhn_game, [None, None], "pass", "bet", "call")
    assert output.count("You: pass") == 1
    assert output.count("P1 passes") == 1
    assert "You: pass\n     P2 bets\nhands" in output


def test_agents_decide_the_same_after_an_undo(kuhn_game):
    seeds = [seed for seed in range(12) if moves_of_p2(kuhn_game, seed, make("random"), "pass") == ["bets"]]
    assert 0 < len(seeds) < 12
    for seed in seeds:
        assert moves_of_p2(kuhn_game, seed, make("random"), "pass", "undo", "pass") == ["bets", "bets"]


def test_agents_in_python_see_only_what_their_seat_knows(kuhn_game):
    seen = []

    class Watcher(Agent):
        def choose(self, state):
            seen.append((state.seed, state.history(), state.view()["hands"]))
            return state.legal()[0]

    for seed in range(12):
        assert moves_of_p2(kuhn_game, seed, Watcher(), "pass") == ["passes"]
    real = [kuhn_game.new(seed).view()["hands"] for seed in range(12)]
    assert all(history == [] for _, history, _ in seen)
    assert not {seed for seed, _, _ in seen} & set(range(12))
    assert [hands["P2"] for _, _, hands in seen] == [hands["P2"] for hands in real]
    assert [hands["P1"] for _, _, hands in seen] != [hands["P1"] for hands in real]


OPTIONS = [
    Action(3, "play", "Strike"),
    Action(5, "play", "Strike+"),
    Action(9, "play", "Bash"),
    Action(0, "end turn", ""),
]


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("1", 3),
        ("4", 0),
        ("play strike", 3),
        ("strike", 3),
        ("strike+", 5),
        ("b", 9),
        ("play b", 9),
        ("end", 0),
        ("e", 0),
    ],
)
def test_a_choice_is_a_number_words_or_their_beginning(text, chosen):
    found = match_choice(text, {str(each): each for each in OPTIONS})
    assert isinstance(found, Action)
    assert found.id == chosen


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0", "the choices are 1 to 4"),
        ("5", "the choices are 1 to 4"),
        ("9" * 5000, "the choices are 1 to 4"),
        ("s", "'s' could be: play Strike, play Strike+"),
        ("²", "'²' is not one of the choices; h for help"),
    ],
)
def test_other_input_is_answered_with_a_sentence(text, message):
    assert match_choice(text, {str(each): each for each in OPTIONS}) == message


@pytest.mark.parametrize("file", ["~nobody-of-this-name/x", "nul\0", "/", "no/such/folder"])
def test_a_game_that_cannot_be_saved_goes_on(kuhn_game, file):
    console = TypedConsole(f"s {file}", "q")
    Session(kuhn_game.new(1, logged=True), [None, make("first")], console).play()
    *_, refusal, left = console.file.getvalue().splitlines()
    assert refusal.startswith(file[:3])
    assert left == "you left the game"


def test_input_that_is_no_text_is_answered_with_help(kuhn_game):
    class Undecodable(TypedConsole):
        def input(self, *prompt, **options):
            line = super().input()
            return line.encode("latin-1").decode()

    console = Undecodable("é", "q")
    Session(kuhn_game.new(1, logged=True), [None, make("first")], console).play()
    assert "q, quit       leave" in console.file.getvalue()


class Failing(Agent):
    """Raises an error, then takes an action that does not exist, then plays."""

    name = "failing"

    def __init__(self):
        self.asked = 0

    def choose(self, state):
        self.asked += 1
        if self.asked == 1:
            raise ValueError("I do not know")
        return 17 if self.asked == 2 else state.legal()[0]


def test_an_agent_that_fails_does_not_end_the_game(kuhn_game, tmp_path):
    seats = [None, Failing()]
    saved = tmp_path / "saved.json"
    console = TypedConsole("bet", f"s {saved}", "", "u", "pass", "q")
    Session(kuhn_game.new(1, logged=True), seats, console).play()
    shown = console.file.getvalue()
    assert "ValueError: I do not know" in shown
    assert "17" in shown
    assert "The game is over." in shown
    assert len(cardwright.load_state(saved).history()) == 1


@pytest.mark.skipif(not COMPILED, reason="Numba is switched off")
@pytest.mark.parametrize("agent", ["rules", "lookahead:1"])
def test_agents_wait_for_the_compiler_only_if_they_search(play, monkeypatch, tmp_path, agent):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    child = play("autobattler:draft", "--seats", f"you,{agent}", "--seed", 7)
    child.expect_exact("P1> ")
    child.sendline("end shopping")
    child.expect_exact("round 2 begins")
    child.expect_exact("P1> ")
    child.sendline("q")
    assert ended(child) == 0
    assert bool(list((tmp_path / "cache").rglob("kernel._play*.nbc"))) == (agent == "lookahead:1")


def is_running(process: str) -> bool:
    try:
        return Path("/proc", process, "stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not COMPILED or sys.platform != "linux", reason="needs the compiler and /proc")
def test_the_compiler_ends_with_a_game_that_is_killed(play, monkeypatch, tmp_path):
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    child = play("autobattler:draft", "--seats", "you,mcts:1")
    child.expect_exact("P1> ")
    started = Path(f"/proc/{child.pid}/task/{child.pid}/children").read_text().split()
    assert started
    child.kill(signal.SIGKILL)
    child.wait()
    while any(map(is_running, started)):
        time.sleep(0.05)
    assert not list((tmp_path / "cache").rglob("kernel._play*.nbc")), "it was not finished"


def test_a_saved_game_runs_no_code(tmp_path, capsys, kuhn_game):
    (tmp_path / "evil.py").write_text("import pathlib\npathlib.Path(__file__).with_name('executed').touch()\n")
    kuhn_game.new(1).save(tmp_path / "saved.json", ["you", f"{tmp_path}/evil.py:Agent"])
    assert run(["play", "--load", str(tmp_path / "saved.json")]) == 2
    message = capsys.readouterr().err
    assert message.startswith(f"cardwright: {tmp_path / 'saved.json'}: ")
    assert "name who plays with --seats" in message
    assert not (tmp_path / "executed").exists()
