"""Several choices in a line that a person types: what each part names, and why one of them cannot be done."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from cardwright.core.showing.choices import brief, choices

from .play_choices import (
    NO_CHOICE,
    UNSEEN,
    counts_unseen,
    follow_up,
    halves,
    is_amount,
    is_new,
    match_choice,
    quoted,
    separated,
    without_articles,
)

if TYPE_CHECKING:
    from cardwright.core.game import Game
    from cardwright.core.presentation import Action
    from cardwright.core.state import State

Options = Mapping[str, "Action"]  # the choices by what is shown of them


def first_of_line(state: State, line: str, options: Options) -> tuple[Action | str, list[str]] | None:
    """Return the first of the choices that a line names, or why it cannot be done, and all that it names.

    If the line names a single choice, there is nothing to return.
    """
    found = [_checked(state, parts, options) for parts in separated(line)]
    if not found and _with_target(state.game, line, options):
        found = [_checked(state, [line], options)]
    return next((each for each in found if not isinstance(each[0], str)), found[-1] if found else None)


def why_not(state: State, answer: str, text: str) -> str:
    """Return why a choice that exists cannot be taken; the answer given if nothing of the game is meant."""
    if not answer.endswith(NO_CHOICE):
        return answer
    written = without_articles(text)
    readings = dict.fromkeys((written, re.sub(r"\s+\d+$", "", written)))  # a target can follow
    words = map(state.game.resolve_name, readings)
    return next(filter(None, (state.game.refusal(state, each) for each in words)), answer)


def _with_target(game: Game, part: str, options: Options) -> tuple[Action, list[str]] | None:
    """Return the choice that the first words of a part name, these words, and the others: what it is for."""
    for words in halves(part):
        first = match_choice(words[0], options, game.resolve_name)
        if isinstance(first, str) or is_amount(first, words[1]):
            continue
        shown = next(text for text, each in options.items() if each is first)
        if not _is_only_verb(words[0], shown, first.name):
            return first, words
    return None


def _is_only_verb(words: str, shown: str, name: str) -> bool:
    """Return whether words begin a choice, but end before what it is about: that is not what the person means then.

    >>> _is_only_verb("lay off", "lay off 2 of hearts", "2 of hearts"), _is_only_verb("lay o", "lay", "")
    (True, False)
    """
    subject = name.partition(",")[0].casefold()
    verb, found, _ = shown.casefold().partition(subject) if subject else ("", "", "")
    return bool(found) and verb.startswith(words.casefold())


def _checked(state: State, parts: list[str], seen: Options) -> tuple[Action | str, list[str]]:
    """Return the first of several choices, or why one of them cannot follow the others, and all that are named.

    A part can name two, as in "strike 2": there the second is what the first is for, never a choice of its own.
    """
    taken: list[Action] = []
    copies = {str(alike[0]): len(alike) for alike in choices(state).values()}
    written, targets = list(parts), set[int]()
    wholes: dict[int, tuple[State, str, str]] = {}  # the parts that were split, and why they are no choices themselves
    while len(taken) < len(written):
        part = written[len(taken)]
        if taken:
            shown, decider = brief(state.game.describe(state, taken[-1])), state.decider
            state = state.copy().play(taken[-1])
            if state.over or state.decider != decider:
                last = "ends the game" if state.over else "is the last choice before others decide"
                return f"nothing was done: {shown} {last}, and nothing can follow in the same line", written
        options = {words: alike[0] for words, alike in choices(state).items()}
        found = _next(state.game, part, options, seen, written[len(taken) - 1] if taken else None)
        if len(taken) in targets and not is_new(options, seen) and _means_nothing(state, part, found):
            what = part if part.isdecimal() else quoted(part)
            why = f"{shown} needs no target, so {what} means nothing; commas separate choices"
            return f"nothing was done: {why}", written
        if isinstance(found, str) and (split := _with_target(state.game, part, options)):
            wholes[len(taken) + 1] = state, part, found
            found, written[len(taken) : len(taken) + 1] = split
            targets.add(len(taken) + 1)
        if isinstance(found, str) and len(taken) in wholes and not _means_nothing(state, part, found):
            before, whole, answer = wholes[len(taken)]
            reason = why_not(before, answer, whole)
            return f"nothing was done: {quoted(whole)} is not possible; {reason}", written
        if isinstance(found, str):
            reason = _reason(state, found, part, seen, taken, copies)
            return f"nothing was done: choice {len(taken) + 1}, {quoted(part)}, is not possible; {reason}", written
        taken.append(found)
    return taken[0], written


def _means_nothing(state: State, part: str, found: Action | str) -> bool:
    """Return whether a target that is not asked for is nothing else of the game, such as a card."""
    return part.isdecimal() or (isinstance(found, str) and why_not(state, found, part) == found)


def _next(game: Game, part: str, options: Options, seen: Options, before: str | None) -> Action | str:
    """Return the choice that a part of a line names, after the part before it."""
    if before is None:
        return match_choice(part, options, game.resolve_name)
    if counts_unseen(part, before, options, seen):
        return UNSEEN
    return follow_up(part, options, seen, game.resolve_name)


def _reason(state: State, answer: str, part: str, seen: Options, taken: list[Action], copies: Mapping[str, int]) -> str:
    """Return why the next choice of a line cannot be taken after the others."""
    meant = match_choice(part, seen, state.game.resolve_name)
    times = 0 if isinstance(meant, str) else list(map(str, taken)).count(str(meant))
    if times and answer.endswith(NO_CHOICE) and times == copies[str(meant)]:
        return f"you can {meant} only {'once' if times == 1 else f'{times} times'}"
    return why_not(state, answer, part)
