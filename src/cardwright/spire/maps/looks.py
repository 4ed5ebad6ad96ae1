"""What the rooms of maps look like in pictures: a colour and a symbol by letter."""

from __future__ import annotations

from cardwright.core.chart import Symbol

_ELITE = Symbol(
    "elite",
    "#cfa9e0",
    strokes="M6.4 9C4.4 8 3.6 5.8 4.2 3.5M17.6 9c2-1 2.8-3.2 2.2-5.5",
    filled="M12 6c-3.6 0-5.8 2.4-5.8 5.5 0 1.9.9 3.2 2 3.9V19h7.6v-3.6c1.1-.7 2-2 2-3.9C17.8 8.4 15.6 6 12 6z"
    "M9.6 10.2a1.5 1.7 0 1 1 0 3.4a1.5 1.7 0 1 1 0-3.4zM14.4 10.2a1.5 1.7 0 1 1 0 3.4a1.5 1.7 0 1 1 0-3.4z",
)
START = "ST"
LOOKS = {
    START: Symbol("start", "#dccfb4", strokes="M7 21V4", filled="M7 4l11 4-11 5z"),
    "N": Symbol("enemy", "#d2cbc0", strokes="M6 4l11 12M18 4L7 16M4 15l5 5M20 15l-5 5M6.5 17.5L4 20M17.5 17.5L20 20"),
    "U": Symbol(
        "event",
        "#b5d6c3",
        strokes="M8.5 8.5a3.6 3.6 0 1 1 5.4 3.1c-1.3.8-1.9 1.4-1.9 3.1",
        filled="M10.6 18.6a1.4 1.4 0 1 0 2.8 0a1.4 1.4 0 1 0-2.8 0z",
    ),
    "M": Symbol(
        "shop",
        "#f1d57f",
        strokes="M12 3.5v17M15.8 7.4C14.9 6.4 13.6 6 12 6c-2.2 0-4 1-4 2.9 0 4.2 8 2 8 6.2"
        "C16 17 14.2 18 12 18c-1.8 0-3.3-.6-4.2-1.8",
    ),
    "R": Symbol(
        "rest",
        "#f4b06c",
        strokes="M5 21l14-2.5M5 18.5L19 21",
        filled="M12.6 3c.6 3.6 4.4 5 4.4 9.2a5 5 0 0 1-10 0c0-2.5 1.7-3.6 1.9-5.7 1.7.9 2.1 2.3 2.1 3.6"
        " 1.3-1.6 2.2-4 1.6-7.1z",
    ),
    "T": Symbol(
        "treasure", "#97c6e6", strokes="M4 11.5C4 8 5.8 6 8.5 6h7C18.2 6 20 8 20 11.5V18H4zM4 12h16M12 10.5v3.2"
    ),
    "E": _ELITE,
    "EX": _ELITE._replace(name="burning elite", colour="#ff7d47", size=1.2),
    "B": Symbol("boss", "#e5674d", filled="M4.5 18.5L3 8l5.2 4L12 4.5l3.8 7.5L21 8l-1.5 10.5z", size=1.6),
}
