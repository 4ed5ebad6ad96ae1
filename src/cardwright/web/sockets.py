"""Messages of pages through web sockets, which can be anything."""

from __future__ import annotations

from typing import Any

from fastapi import WebSocket, WebSocketDisconnect

from cardwright.core.errors import BadData

from .bodies import read_json

LONGEST_MESSAGE = 64 * 1024


async def received(socket: WebSocket) -> dict[str, Any]:
    """Return the next message of a page; one that is not a JSON object is refused."""
    event = await socket.receive()
    if event["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(event.get("code", 1000))
    text = event.get("text") or ""
    message = read_json(text, "the message") if len(text) <= LONGEST_MESSAGE else None
    if not isinstance(message, dict):
        raise BadData(f"a message must be a JSON object of at most {LONGEST_MESSAGE:,} characters")
    return message
