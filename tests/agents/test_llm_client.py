"""The chat protocol against a real server: what is retried, what is given up, and that the key stays secret."""

from __future__ import annotations

import base64
import json
import threading
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from chat_server import DRIPS, KEY, completion, cutting, endless, replying, sending
from patience import PATIENCE

from cardwright.agents import Halted
from cardwright.agents.llm import client
from cardwright.agents.llm.client import Gate, Server
from cardwright.agents.llm.settings import Settings
from cardwright.core.errors import CardwrightError

REQUEST = {"model": "m", "messages": [{"role": "user", "content": "Choose."}], "max_tokens": 50}


class Clock:
    """A clock that only waiting moves."""

    def __init__(self) -> None:
        self.time = 0.0
        self.waits: list[float] = []
        self._lock = threading.Lock()

    def now(self) -> float:
        return self.time

    def wait(self, halt: threading.Event, seconds: float) -> None:
        with self._lock:
            self.waits.append(seconds)
            self.time += seconds


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(chat, clock) -> Server:
    found = client.server()
    return Server(found.http, found.shown, found.secrets, Gate(clock.now), clock.wait)


def ask(server: Server, **settings) -> client.Completion:
    return server.ask(REQUEST, Settings(model="m", **settings), threading.Event())


def test_a_good_reply(server, chat):
    found = ask(server)
    assert (found.text, found.tokens_in, found.tokens_out, found.cut) == ("Choice: 1", 100, 10, False)
    assert chat.headers[0]["Authorization"] == f"Bearer {KEY}"


def test_failures_that_may_pass_are_retried_after_longer_and_longer_waits(server, chat, clock):
    chat.script = [sending(b"", 503), cutting, sending(b"not JSON"), sending(b"{}"), replying("Choice: 2")]
    assert ask(server).text == "Choice: 2"
    assert clock.waits == [1, 2, 4, 8]


def test_a_server_that_stays_silent_is_asked_again(server, chat):
    chat.script = [chat.silent]
    assert ask(server, timeout=1).text == "Choice: 1"
    assert len(chat.requests) >= 2  # more often where a reply takes a second


def test_retry_after_is_waited_for_exactly(server, chat, clock):
    chat.script = [sending(b"", 429, Retry_After="17")]
    assert ask(server).text == "Choice: 1"
    assert sum(clock.waits) == 17


def test_retry_after_can_be_a_date(server, chat, clock):
    chat.script = [sending(b"", 503, Retry_After="Wed, 21 Oct 2015 07:28:00 GMT")]
    assert ask(server).text == "Choice: 1"
    assert clock.waits == []


def test_all_games_wait_when_one_is_told_to(server, chat, clock):
    """After a 429, a request of another thread does not pass before the time is up."""
    server.gate.close(30)
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: ask(server), range(3)))
    assert clock.time >= 30
    assert clock.waits[0] == 30


def test_a_429_without_a_time_closes_the_gate_for_all(server, chat, clock):
    chat.script = [sending(b"", 429), sending(b"", 429)]
    closed = []
    close = server.gate.close
    server.gate.close = lambda seconds: (closed.append(seconds), close(seconds))
    assert ask(server).text == "Choice: 1"
    assert closed == [1, 2]
    assert sum(clock.waits) == 3


def test_a_server_that_asks_for_too_long_a_wait_is_given_up(server, chat, clock):
    chat.script = [sending(b"daily quota", 429, Retry_After="86400")]
    with pytest.raises(CardwrightError, match="daily quota"):
        ask(server)
    assert clock.waits == []


def test_the_rate_spaces_requests_out(server, clock):
    for _ in range(3):
        ask(server, rate=30)
    assert clock.waits == [2, 2]


def test_a_server_that_never_recovers_is_given_up(server, chat):
    chat.reply = lambda request: sending(b"overloaded", 500)
    with pytest.raises(CardwrightError, match=r"status 500 \(overloaded\), 3 times in a row"):
        ask(server, retries=2)
    assert len(chat.requests) == 3


@pytest.mark.parametrize("status", [400, 401, 404, 301])
def test_a_refusal_is_not_retried(server, chat, status):
    chat.script = [sending(b'{"error": "no such model"}', status)]
    with pytest.raises(CardwrightError, match=f"status {status}.*no such model"):
        ask(server)
    assert len(chat.requests) == 1


def test_an_endless_response_is_cut(server, chat):
    chat.script = [endless] * 2
    with pytest.raises(CardwrightError, match="longer than 1,048,576 bytes, 2 times in a row"):
        ask(server, retries=1)


def test_a_response_that_drips_ends_at_the_deadline(server, chat):
    """Every byte comes in time for the next read; only the request as a whole takes too long."""

    def outcome(_: str) -> str:
        with pytest.raises(CardwrightError) as error:
            ask(server, timeout=3, retries=0)
        return str(error.value)

    chat.script = [chat.dripping(part) for part in DRIPS]
    with ThreadPoolExecutor(len(DRIPS)) as pool:
        for each in pool.map(outcome, DRIPS):
            assert each.endswith("cannot be used: no whole reply within 3 s")
    assert all(chat.left.acquire(timeout=PATIENCE) for _ in DRIPS), "all connections are closed"
    client.disconnect()
    assert not [each for each in threading.enumerate() if each.name == "language model"]


def test_a_response_that_drips_is_asked_for_again(server, chat):
    chat.script = [chat.dripping("headers")]
    assert ask(server, timeout=2).text == "Choice: 1"


@pytest.mark.parametrize("part", ["status", "headers", "trailers"])
def test_a_head_that_never_ends_is_cut(server, chat, part):
    chat.script = [chat.dripping(part, size=65_536, pause=0)]
    with pytest.raises(CardwrightError, match="cannot be used"):
        ask(server, retries=0)
    assert chat.left.acquire(timeout=PATIENCE)


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 100_000,
        b'{"choices": []}',
        b'{"choices": [{"message": {"content": 5}}]}',
        json.dumps(completion("x", usage={"prompt_tokens": -5, "completion_tokens": 1})).encode(),
        b'{"choices": [{"message": {"content": "' + b"9" * 5000 + b'"}}], "usage": {"prompt_tokens": 1e999}}',
        b"\xff\xfe\x00",
        b"",
    ],
)
def test_a_malformed_response_is_refused(server, chat, body):
    chat.script = [sending(body)]
    with pytest.raises(CardwrightError, match="not one of a chat model"):
        ask(server, retries=0)


def test_tokens_are_estimated_if_the_server_does_not_count_them(server, chat):
    chat.script = [sending(b'{"choices": [{"message": {"content": "Choice: 1"}}]}')]
    found = ask(server)
    assert (found.tokens_in, found.tokens_out) == (2, 3)


def test_a_long_reply_is_cut(server, chat):
    chat.script = [replying("x" * 500_000)]
    found = ask(server)
    assert found.cut
    assert len(found.text) == 40_000


def test_newer_models_get_the_limit_under_its_newer_name(server, chat):
    chat.script = [sending(b"use 'max_completion_tokens' instead", 400)]
    ask(server)
    ask(server)
    limits = [{name for name in each if name.startswith("max")} for each in chat.requests]
    assert limits == [{"max_tokens"}, {"max_completion_tokens"}, {"max_completion_tokens"}]


def test_games_that_learn_the_newer_name_at_once_all_use_it(server, chat):
    def refuse(handler) -> None:
        server.limit_name = "max_completion_tokens"  # another game was faster
        sending(b"use 'max_completion_tokens' instead", 400)(handler)

    chat.script = [refuse]
    assert ask(server).text == "Choice: 1"


@pytest.mark.parametrize("length", [150, 180, 195])
def test_no_part_of_a_key_is_shown(server, chat, length):
    chat.script = [sending(b"x" * length + KEY.encode(), 403)]
    with pytest.raises(CardwrightError) as error:
        ask(server)
    assert KEY[:4] not in str(error.value)


def test_a_word_that_stands_for_no_key_stays_in_replies(server, chat):
    server.secrets = client._secrets(httpx.URL(chat.url), "none")
    chat.script = [replying("I see none.\nChoice: 1")]
    assert ask(server).text == "I see none.\nChoice: 1"


def test_the_key_is_removed_from_what_the_server_says(server, chat):
    chat.script = [replying(f"{KEY}\nChoice: 1"), sending(f"bad key {KEY}".encode(), 401)]
    assert ask(server).text == "[key]\nChoice: 1"
    with pytest.raises(CardwrightError) as error:
        ask(server)
    assert KEY not in str(error.value)
    assert "bad key [key]" in str(error.value)


def test_an_abandoned_game_stops_waiting(server, chat):
    chat.reply = lambda request: sending(b"", 503)
    halt = threading.Event()
    server.wait = lambda event, seconds: event.set()
    with pytest.raises(Halted):
        server.ask(REQUEST, Settings(model="m"), halt)
    assert len(chat.requests) == 1


def test_no_server_is_an_error_at_once(chat, clock, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/v1")
    found = client.server()
    found.wait = clock.wait
    with pytest.raises(CardwrightError, match=r"at http://127\.0\.0\.1:1/v1 cannot be used"):
        ask(found)
    assert clock.waits == []


@pytest.mark.parametrize("url", ["localhost:8080", "ftp://host/v1", "http://", "file:///etc/passwd", "http://[::1"])
def test_an_address_that_is_none(chat, monkeypatch, url):
    monkeypatch.setenv("OPENAI_BASE_URL", url)
    with pytest.raises(CardwrightError, match="OPENAI_BASE_URL is not the address"):
        client.server()


@pytest.mark.parametrize("key", [KEY, ""])
def test_a_query_in_the_address_stays_behind_the_path(chat, monkeypatch, key):
    monkeypatch.setenv("OPENAI_BASE_URL", f"{chat.url}?api-version=2&token=very-secret%2Ftoken#part")
    monkeypatch.setenv("OPENAI_API_KEY", key)
    chat.reply = lambda request: sending(b"very-secret/token, very-secret%2Ftoken in version 2", 403)
    with pytest.raises(CardwrightError, match="version 2") as error:
        ask(client.server())
    assert chat.paths == ["/v1/chat/completions?api-version=2&token=very-secret%2Ftoken"]
    assert chat.headers[0].get("Authorization") == (f"Bearer {key}" if key else None)
    assert "very-secret" not in str(error.value)
    assert client.server().shown == chat.url


def test_a_path_keeps_its_encoding_and_may_end_in_a_slash(chat, monkeypatch):
    chat.path = "/a%2Fb/chat/completions"
    monkeypatch.setenv("OPENAI_BASE_URL", chat.url.replace("/v1", "/a%2Fb/"))
    assert ask(client.server()).text == "Choice: 1"


def test_a_password_in_the_address_is_sent_but_not_shown(chat, monkeypatch):
    monkeypatch.setenv("OPENAI_BASE_URL", chat.url.replace("//", "//me:my-password@"))
    monkeypatch.delenv("OPENAI_API_KEY")
    basic = base64.b64encode(b"me:my-password").decode()
    chat.reply = lambda request: sending(f"my-password and {basic}".encode(), 403)
    with pytest.raises(CardwrightError) as error:
        ask(client.server())
    assert chat.headers[0]["Authorization"] == f"Basic {basic}"
    assert "my-password" not in str(error.value)
    assert basic not in str(error.value)
    assert client.server().shown == chat.url


@pytest.mark.parametrize("user", ["me", "me:my-password"])
def test_a_password_does_not_replace_the_key(chat, monkeypatch, user):
    monkeypatch.setenv("OPENAI_BASE_URL", chat.url.replace("//", f"//{user}@"))
    with pytest.raises(CardwrightError, match="OPENAI_BASE_URL has a user name or a password, and OPENAI_API") as error:
        client.server()
    assert "my-password" not in str(error.value)
    assert KEY not in str(error.value)


@pytest.mark.parametrize(("name", "value"), [("ALL_PROXY", "nonsense://x"), ("SSL_CERT_FILE", "/no/such/file")])
def test_an_environment_without_connections_is_one_sentence(chat, monkeypatch, name, value):
    monkeypatch.setenv(name, value)
    with pytest.raises(CardwrightError, match="the environment does not allow connections"):
        client.server()


def test_without_a_server_the_environment_is_named(chat, monkeypatch):
    monkeypatch.delenv("OPENAI_BASE_URL")
    monkeypatch.delenv("OPENAI_API_KEY")
    with pytest.raises(CardwrightError, match="set OPENAI_BASE_URL"):
        client.server()


def test_a_key_with_line_ends_is_refused_without_showing_it(chat, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-hidden\nX-Other: 1")
    with pytest.raises(CardwrightError, match="OPENAI_API_KEY holds no key") as error:
        client.server()
    assert "hidden" not in str(error.value)


def test_the_missing_library_is_named(chat, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "httpx", None)
    with pytest.raises(CardwrightError, match=r"pip install 'cardwright\[llm\]'"):
        client.server()
