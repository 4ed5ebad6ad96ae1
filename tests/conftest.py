"""What tests share: the example games, a small question of balance, refusals of commands, a chat server, a browser."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from chat_server import KEY, ChatServer
from hypothesis import HealthCheck, settings

# The first example may have to wait for the compiler. Where many examples are cheap, tests say how many they want.
settings.register_profile("cardwright", deadline=None, max_examples=25, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("cardwright")

sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))


BROWSER_FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1400,1000",
)


@pytest.fixture(scope="session")
def kuhn_game():
    import kuhn

    return kuhn.family.game({})


@pytest.fixture
def balance_config(tmp_path: Path) -> str:
    """The file of a small question of balance."""
    path = tmp_path / "config.yaml"
    path.write_text('play: {tournament: {cards: table-2, size: 2}}\nparameters: {"cards.*.attack": [1, 10]}\n')
    return str(path)


@pytest.fixture(scope="module")
def few_known_cards() -> Iterator[None]:
    """A search for cards of Slay the Spire judges only a few of those that there are."""
    from few_known_cards import MAKER, few_known

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MAKER, "known", few_known)
        yield


@pytest.fixture
def refused(capsys):
    """Check that a command is refused with exit code 2 and nothing but one sentence, which contains `complaint`."""
    from cardwright.cli.main import run

    def check(arguments, complaint):
        assert run(arguments) == 2
        output = capsys.readouterr()
        assert output.out == ""
        assert complaint in output.err
        assert output.err.count("\n") == 1

    return check


@pytest.fixture
def keyboard(monkeypatch):
    """Make the standard input a terminal at which `keys` are already pressed."""
    pty = pytest.importorskip("pty", reason="this system has no pseudo-terminals")
    opened = []

    def press(keys: str) -> None:
        person, terminal = pty.openpty()
        opened.extend((person, terminal))
        os.write(person, keys.encode())
        monkeypatch.setattr(sys, "stdin", os.fdopen(terminal, closefd=False))

    yield press
    for each in opened:
        os.close(each)


@pytest.fixture
def open_umask() -> Iterator[None]:
    """Everybody can read and write new files, unless the program says otherwise."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.fixture
def chat(monkeypatch, tmp_path: Path) -> Iterator[ChatServer]:
    """A server on loopback that speaks the protocol of language models; the environment names it."""
    from cardwright.agents.llm import client

    with ChatServer() as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        monkeypatch.setenv("OPENAI_API_KEY", KEY)
        monkeypatch.setenv("NO_PROXY", "127.0.0.1")
        monkeypatch.setenv("CARDWRIGHT_ANSWERS", str(tmp_path / "answers"))
        yield server
        client.disconnect()


@pytest.fixture(scope="module")
def browser(tmp_path_factory):
    """A real browser, for pages."""
    browser_path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    driver_path = shutil.which("chromedriver")
    if not browser_path or not driver_path:
        pytest.skip("no Chromium with its driver is installed (Debian: apt-get install chromium chromium-driver)")
    webdriver = pytest.importorskip("selenium.webdriver")

    options = webdriver.ChromeOptions()
    options.binary_location = browser_path
    for flag in (*BROWSER_FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(driver_path))
    yield driver
    driver.quit()


@pytest.fixture(scope="session", autouse=True)
def _registered():
    import goofspiel
    import kuhn
    import leduc

    from cardwright.core import registry

    for each in (goofspiel, kuhn, leduc):
        registry.register_family(each.family)
