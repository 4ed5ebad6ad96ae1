"""Who may ask: other sites, other names of this machine, large requests and strangers on the network are refused."""

from __future__ import annotations

import asyncio
from pathlib import Path

import httpx
import pytest
from patience import PATIENCE
from web_server import WebServer
from websockets.exceptions import InvalidStatus

from cardwright.web.guards import LARGEST_BODY, Guard
from cardwright.web.settings import Settings

NEW = {"game": "spire:jaw-worm"}


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]:1", "127.0.0.1:1", "127.0.0.1:x"]
)
def test_a_name_that_leads_here_from_elsewhere_is_refused(web_server, host):
    answer = web_server.get("/api/games", headers={"Host": host})
    assert answer.status_code in (400, 403)


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://"])
def test_requests_of_other_sites_are_refused(web_server, origin):
    assert web_server.post("/api/tables", NEW, headers={"Origin": origin}).status_code == 403
    with pytest.raises(InvalidStatus), web_server.socket("/ws/seats/000000000000", origin=origin):
        pass


def test_a_web_socket_without_origin_is_refused(web_server):
    with pytest.raises(InvalidStatus), web_server.socket("/ws/seats/000000000000", origin=None):
        pass


def test_an_image_of_another_site_cannot_ask(web_server):
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert web_server.get("/api/games", headers=headers).status_code == 403
    headers["Sec-Fetch-Mode"] = "navigate"  # a link to the first page
    assert web_server.get("/", headers=headers).status_code == 200


def test_a_large_request_is_refused(web_server):
    answer = web_server.post("/api/tables", {"game": "x" * (LARGEST_BODY + 1)})
    assert answer.status_code == 413
    assert answer.json()["error"].endswith("bytes are read")


def test_a_request_that_cannot_be_read_is_refused_in_a_sentence(web_server):
    assert web_server.get("/nowhere").json() == {"error": "there is no such page"}
    assert web_server.client.delete("/api/games").json() == {"error": "this address does not answer such a request"}


@pytest.mark.parametrize("path", ["/nowhere", "/seat/", "/api/run/file?name=gone&file=x.html"])
def test_a_person_who_follows_a_wrong_link_gets_a_page(web_server, path):
    answer = web_server.get(path, headers={"Accept": "text/html,*/*"})
    assert answer.status_code in (400, 404)
    assert '<a class="button main" href="/">' in answer.text
    assert answer.headers["Content-Security-Policy"]


def test_a_large_request_without_a_length_is_given_up(web_server):
    def pieces():
        for _ in range(2 * LARGEST_BODY // 65536):
            yield b" " * 65536

    try:
        answer = web_server.client.post("/api/tables", content=pieces())
        assert answer.status_code >= 400
    except httpx.HTTPError:
        pass  # the server hung up
    assert web_server.get("/api/games").status_code == 200


def test_every_answer_forbids_inline_scripts(web_server):
    for path in ("/", "/play", "/api/games", "/static/ui.js", "/nowhere"):
        headers = web_server.get(path).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("length", ["x", "-1", "9" * 30])
def test_a_length_that_is_none_is_refused(web_server, length):
    request = f"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1:{web_server.port}\r\nContent-Length: {length}\r\n\r\n"
    import socket

    with socket.create_connection(("127.0.0.1", web_server.port), timeout=PATIENCE) as connection:
        connection.sendall(request.encode())
        assert connection.recv(100).startswith((b"HTTP/1.1 4", b""))
    assert web_server.get("/api/games").status_code == 200


@pytest.fixture(scope="module")
def open_server(start_server) -> WebServer:
    """A server that other machines reach."""
    return start_server(options=["--host=0.0.0.0"])


def test_strangers_need_the_token(open_server):
    assert open_server.token
    for path in ("/", "/play", "/api/games", "/api/tables", "/api/openapi.json"):
        assert open_server.get(path).status_code == 401
        assert open_server.get(path, params={"token": "wrong"}).status_code == 401
    assert open_server.post("/api/tables", NEW).status_code == 401
    page = open_server.get("/", headers={"Accept": "text/html"})
    assert (page.status_code, "Were you invited to a game?" in page.text) == (401, True)
    assert 'href="/"' not in page.text  # which would lead here again


def test_the_token_opens_the_workbench_and_leaves_the_address(open_server):
    with httpx.Client(base_url=open_server.address, follow_redirects=True, trust_env=False) as client:
        answer = client.get("/", params={"token": open_server.token})
        assert answer.status_code == 200
        assert open_server.token not in str(answer.url)
        assert "httponly" in answer.history[0].headers["set-cookie"].lower()
        assert client.post("/api/tables", json=NEW).status_code == 201


def test_a_guest_reaches_only_the_seat(open_server):
    headers = {"Cookie": f"cardwright-token={open_server.token}"}
    seats = {"game": "cgdl:blackjack", "seats": ["you", "guest", "random"]}
    made = open_server.post("/api/tables", seats, headers=headers).json()
    path, _, key = made["guests"]["1"].partition("#")
    assert open_server.get(path).status_code == 200
    with open_server.seat({"table": made["table"], "keys": {"1": key}}) as seat:
        assert seat.next("welcome")["player"] == 1
        assert seat.next("position")["player"] == 1
    assert open_server.get("/api/tables").status_code == 401
    assert 'href="/"' not in open_server.get(f"/seat/{made['table']}").text


def test_a_request_that_a_stopping_server_gives_up_is_refused_in_a_sentence():
    async def slow(scope, receive, send):
        raise asyncio.CancelledError

    settings = Settings(Path(), "127.0.0.1", 80, "", (), ())
    client = httpx.AsyncClient(transport=httpx.ASGITransport(Guard(slow, settings)), base_url="http://127.0.0.1")
    response = asyncio.run(client.get("/api/games"))
    assert (response.status_code, response.json()) == (503, {"error": "the server was stopped"})
