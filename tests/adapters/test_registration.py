"""What importing does: `cardwright` imports no other library of environments, `cardwright.adapters` registers games."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIBRARIES = {"gymnasium", "pettingzoo", "pyspiel", "open_spiel"}


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_cardwright_imports_no_library_of_environments():
    code = f"""
import sys, cardwright, cardwright.agents, cardwright.arena, cardwright.cli.main
cardwright.game("spire:jaw-worm")
print(sorted({LIBRARIES!r} & set(sys.modules)))
"""
    assert run(code) == "[]"


@pytest.mark.parametrize(
    "code",
    [
        "import gymnasium, cardwright.adapters; name = 'cardwright/spire-jaw-worm-v0'",
        "import gymnasium; name = 'cardwright.adapters:cardwright/spire-jaw-worm-v0'",
    ],
)
def test_games_are_made_by_name_in_a_fresh_process(code):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'cardwright[rl]'")
    assert run(f"{code}\nprint(gymnasium.make(name).unwrapped.game.name)") == "jaw-worm"


def test_every_game_has_a_name():
    gymnasium = pytest.importorskip("gymnasium", reason="gymnasium is not installed: pip install 'cardwright[rl]'")

    import cardwright
    from cardwright.adapters.registration import env_id
    from cardwright.core.registry import is_installed

    installed = [game for game in cardwright.games() if is_installed(game.partition(":")[0])]
    for game in installed:  # other tests register games of their own
        assert gymnasium.spec(env_id(game)).kwargs == {"game": game}
    assert gymnasium.make("cardwright/uno-v0", opponents="first", seat=1).unwrapped.game.title == "UNO"


def test_without_gymnasium_one_sentence_says_what_to_install():
    code = """
import sys
sys.modules["gymnasium"] = None
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, *rest: None if name == "gymnasium" else real(name, *rest)
import cardwright.adapters
from cardwright.core.errors import CardwrightError
for module in ("gymnasium_env", "vector_env", "pettingzoo_env"):
    try:
        importlib.import_module(f"cardwright.adapters.{module}")
    except CardwrightError as error:
        print(error)
"""
    assert run(code).splitlines() == ["environments need the library gymnasium: pip install 'cardwright[rl]'"] * 3
