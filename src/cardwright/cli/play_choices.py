"""What a person types to choose: a number, words, the beginning of words, or several choices at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardwright.core.presentation import Action

Resolve = Callable[[str], str]


def match_choice(text: str, options: Sequence[Action], resolve: Resolve = str) -> Action | str:
    """Return the choice that a number or words name, or a sentence saying why there is none.

    `resolve` returns the full name behind a short form of the game, such as Qs for the queen of spades. Words can be
    the whole choice, its name, the beginning of either, or the beginnings of some of their words.

    >>> from cardwright.core.presentation import Action
    >>> options = [Action(0, "play", "Strike"), Action(1, "play", "Shrug It Off"), Action(9, "end turn", "")]
    >>> match_choice("e", options) == match_choice("3", options) == match_choice("end turn", options) == options[2]
    True
    >>> match_choice("off", options) == match_choice("play it off", options) == options[1]
    True
    >>> match_choice("play s", options)
    "'play s' could be: play Strike, play Shrug It Off"
    """
    if text.isdecimal():
        number = int(text) if len(text) < 10 else 0  # Python refuses to read thousands of digits
        return options[number - 1] if 0 < number <= len(options) else f"the choices are 1 to {len(options)}"
    wanted = list(_readings(text, resolve))
    for fits in (_is_whole, _begins, _contains):
        found = [(number, each) for number, each in enumerate(options, 1) if any(fits(each, words) for words in wanted)]
        if len(found) == 1:
            return found[0][1]
        if found:
            names = list(dict.fromkeys(str(each) for _, each in found))
            shown = names if len(names) > 1 else [f"{number} {each}" for number, each in found]
            return f"{text!r} could be: {', '.join(shown)}"
    return f"{text!r} is not one of the choices; h for help"


def _readings(text: str, resolve: Resolve) -> Iterator[str]:
    """Yield what is written, and the same with a short form in place of all or of the last words."""
    yield text.casefold()
    yield resolve(text).casefold()
    for space in re.finditer(" ", text):
        yield f"{text[: space.start()]} {resolve(text[space.end() :])}".casefold()


def _is_whole(action: Action, words: str) -> bool:
    return words in (str(action).casefold(), action.name.casefold())


def _begins(action: Action, words: str) -> bool:
    return str(action).casefold().startswith(words) or action.name.casefold().startswith(words)


def _contains(action: Action, words: str) -> bool:
    """Return whether each word begins a word of the action, in the same order."""
    left = iter(str(action).casefold().split())
    return all(any(own.startswith(word) for own in left) for word in words.split())


def split_choices(text: str) -> list[str]:
    """Return a line as the choices that it names one after the other: after commas, and a last number.

    >>> split_choices("play strike, sentry 2"), split_choices("strike 2"), split_choices("end turn")
    (['play strike', 'sentry 2'], ['strike', '2'], ['end turn'])
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) != 1:
        return parts
    head = re.fullmatch(r"(.*\S)\s+([0-9]{1,3})", parts[0])
    return [head[1], head[2]] if head else parts


def follow_up(text: str, options: Sequence[Action], resolve: Resolve = str) -> Action | str:
    """Return the choice that a later part of a line names; a number is that of an option's name before its own.

    >>> from cardwright.core.presentation import Action
    >>> options = [Action(12, "target", "Sentry 2"), Action(13, "target", "Sentry 3")]
    >>> follow_up("2", options).name, follow_up("sentry 3", options).name
    ('Sentry 2', 'Sentry 3')
    """
    named = [each for each in options if each.name.endswith(f" {text}")]
    return named[0] if len(named) == 1 else match_choice(text, options, resolve)
