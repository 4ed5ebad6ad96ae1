"""What a person types to choose: a number, words, the beginning of words, or several choices at once."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from cardwright.core.showing.choices import amount_kind, brief, menu_numbers

if TYPE_CHECKING:
    from cardwright.core.presentation import Action

NO_CHOICE = "is not one of the choices; h for help"
UNSEEN = "its number counts in a list that you have not seen yet; write words"
MOST_WORDS = 60  # of a line; longer ones can be read in too many ways
MOST_QUOTED = 60  # characters of what a person wrote, in an answer
MOST_NAMED = 8  # choices that a person can mean, in an answer
ALL_IN = ("all in", "all-in", "allin")  # the highest amount
ARTICLES = frozenset(("a", "an", "the", "my"))
COMMA = r",(?:\s*(?:and|then)\b)*"
COMMA_OR_AND = rf"{COMMA}|\s(?:and|then)(?:\s+then)?(?=\s)"
Resolve = Callable[[str], str]


def match_choice(text: str, options: Mapping[str, Action], resolve: Resolve = str) -> Action | str:
    """Return the choice that a number or words name, or a sentence saying why there is none.

    The options are choices by what is shown of them. `resolve` returns the full name behind a short form of the game,
    such as Qs for the queen of spades. Words can be the whole choice, its name, the beginning of either, or the
    beginnings of some of their words.

    >>> from cardwright.core.presentation import Action
    >>> options = [Action(0, "play", "Strike"), Action(1, "play", "Shrug It Off"), Action(9, "end turn", "")]
    >>> shown = {str(each): each for each in options}
    >>> match_choice("e", shown) == match_choice("3", shown) == match_choice("end turn", shown) == options[2]
    True
    >>> match_choice("off", shown) == match_choice("play it off", shown) == options[1]
    True
    >>> match_choice("play s", shown)
    "'play s' could be: play Strike, play Shrug It Off"
    """
    if text.isdecimal():
        return _by_number(text, options)
    amounts = [each for each in options.values() if amount_kind(each)]
    if amounts and text.casefold() in ALL_IN:
        return max(amounts, key=lambda each: int(each.name))
    wanted = dict.fromkeys(_readings(text, resolve))
    numbers = menu_numbers(options.values())
    named = [
        (number, _names(shown, each), shown) for number, (shown, each) in zip(numbers, options.items(), strict=True)
    ]
    for fits in (_is_whole, _begins, _contains):
        found = [(number, shown) for number, names, shown in named if any(fits(names, words) for words in wanted)]
        if len(found) == 1:
            return options[found[0][1]]
        if found:
            names = list(dict.fromkeys(brief(shown) for _, shown in found))
            told = names if len(names) > 1 else [f"{number} {brief(shown)}" for number, shown in found]
            more = f" and {len(told) - MOST_NAMED} more" if len(told) > MOST_NAMED else ""
            return f"{quoted(text)} could be: {', '.join(told[:MOST_NAMED])}{more}"
    return f"{quoted(text)} {NO_CHOICE}"


def _by_number(text: str, options: Mapping[str, Action]) -> Action | str:
    """Return the choice with a number in the menu; where choices are amounts, a number is never anything else.

    >>> from cardwright.core.presentation import Action
    >>> bids = {f"bid {k}": Action(k, "bid", str(k)) for k in range(14)}
    >>> _by_number("4", bids).name, _by_number("14", bids | {"pass": Action(14, "pass", "")})
    ('4', 'there is no amount 14; the amounts are 0 to 13')
    """
    number = text.lstrip("0") or "0"
    fitting = zip(menu_numbers(options.values()), options.items(), strict=True)
    found = [(shown, each) for own, (shown, each) in fitting if own == number]
    if len(found) == 1:
        return found[0][1]
    if found:
        return f"{quoted(text)} could be: {', '.join(brief(shown) for shown, _ in found[:MOST_NAMED])}"
    amounts = [int(each.name) for each in options.values() if amount_kind(each)]
    if not amounts:
        return f"the choices are 1 to {len(options)}"
    span = f"amounts are {min(amounts)} to {max(amounts)}" if len(amounts) > 1 else f"only amount is {amounts[0]}"
    return f"there is no amount {text[:MOST_QUOTED]}; the {span}"


def quoted(text: str) -> str:
    """Return what a person wrote in quotes, shortened if it is long.

    >>> quoted("bash"), len(quoted("a" * 10_000))
    ("'bash'", 66)
    """
    return repr(text) if len(text) <= MOST_QUOTED else f"{text[:MOST_QUOTED]!r} ..."


def _readings(text: str, resolve: Resolve) -> Iterator[str]:
    """Yield what is written, with articles and without, and the same with short forms of all or of the last words."""
    for written in dict.fromkeys((text, without_articles(text))):
        yield written.casefold()
        yield resolve(written).casefold()
        for space in re.finditer(" ", written):
            yield f"{written[: space.start()]} {resolve(written[space.end() :])}".casefold()


def _names(shown: str, action: Action) -> list[str]:
    """Return what a choice is called: in scenarios, by its name alone, and as it is shown.

    Only the whole of the first counts: in scenarios, a call and a raise can both be a bet.
    """
    return [str(action).casefold(), action.name.casefold(), brief(shown).casefold()]


def _is_whole(names: Sequence[str], words: str) -> bool:
    return words in names


def _begins(names: Sequence[str], words: str) -> bool:
    """Return whether a choice begins with some words; 3 does not begin 30."""
    return any(each.startswith(words) and not re.match(r"\d\d", each[len(words) - 1 :]) for each in names[1:])


def _contains(names: Sequence[str], words: str) -> bool:
    """Return whether each word begins a word of the choice, in the same order; a number must be the same."""
    return any(_in_order(each, words) for each in names[1:])


def _in_order(name: str, words: str) -> bool:
    left = iter(name.split())
    return all(any(own == word if word.isdecimal() else own.startswith(word) for own in left) for word in words.split())


def separated(text: str) -> list[list[str]]:
    """Return the ways to read a line as several choices with commas, or with "and" or "then", between them.

    >>> separated("play strike, sentry 2"), separated("strike and defend"), separated("strike 2")
    ([['play strike', 'sentry 2']], [['strike', 'defend']], [])
    """
    ways = ([part.strip() for part in re.split(between, text) if part.strip()] for between in (COMMA, COMMA_OR_AND))
    return [list(way) for way in dict.fromkeys(map(tuple, ways)) if len(way) > 1]


def halves(text: str) -> list[list[str]]:
    """Return the ways to read some of the words of a line as one choice, and the others as a second.

    >>> halves("play strike 2")
    [['play strike', '2'], ['play', 'strike 2']]
    """
    spaces = [space.start() for space in re.finditer(r"\s+", text)]
    return [[text[:space], text[space:].strip()] for space in reversed(spaces)]


def without_articles(text: str) -> str:
    """Return words without articles, unless nothing else is left.

    >>> without_articles("play a club"), without_articles("a")
    ('play club', 'a')
    """
    return " ".join(word for word in text.split() if word.casefold() not in ARTICLES) or text


def follow_up(
    text: str, options: Mapping[str, Action], seen: Mapping[str, Action], resolve: Resolve = str
) -> Action | str:
    """Return the choice that a later part of a line names; a number is that of an option's name before any other.

    `seen` are the choices that were on the screen when the line was typed. Where some of them can still be taken, their
    numbers hold, although the list may be shorter by now.

    >>> from cardwright.core.presentation import Action
    >>> options = {f"target Sentry {k}": Action(k, "target", f"Sentry {k}") for k in (2, 3)}
    >>> follow_up("2", options, {}).name, follow_up("sentry 3", options, {}).name
    ('Sentry 2', 'Sentry 3')
    >>> follow_up("9", options, {})
    'there is no target 9; there are 1 to 2'
    >>> cards = {f"pass {name}": Action(k, "pass", name) for k, name in enumerate(["7♣", "8♣", "9♣"])}
    >>> left = {shown: each for shown, each in cards.items() if each.name != "7♣"}
    >>> follow_up("2", left, cards).name, follow_up("1", left, cards)
    ('8♣', 'pass 7♣ is no longer a choice then')
    """
    named = [each for each in options.values() if text.isdecimal() and each.name.endswith(f" {text}")]
    if len(named) == 1:
        return named[0]
    left = {str(each): each for each in options.values()}
    if text.isdecimal() and not is_new(options, seen):
        meant = match_choice(text, seen)
        if isinstance(meant, str):
            return meant
        shown = next(words for words, each in seen.items() if each == meant)
        return left.get(str(meant)) or f"{brief(shown)} is no longer a choice then"
    found, kinds = match_choice(text, options, resolve), {each.kind for each in options.values()}
    if isinstance(found, str) and text.isdecimal() and len(kinds) == 1:
        return f"there is no {kinds.pop()} {text[:MOST_QUOTED]}; there are 1 to {len(options)}"
    return found


def is_new(options: Mapping[str, Action], seen: Mapping[str, Action]) -> bool:
    """Return whether none of the choices was on the screen before."""
    return set(map(str, options.values())).isdisjoint(map(str, seen.values()))


def counts_unseen(text: str, before: str, options: Mapping[str, Action], seen: Mapping[str, Action]) -> bool:
    """Return whether a number that follows another one would count in a list that the person has not seen.

    After words it may: in "strike, 2" it is the second enemy.

    >>> from cardwright.core.presentation import Action
    >>> rooms = {f"go to {name}": Action(k, "go to", name) for k, name in enumerate(["A", "B"])}
    >>> gift = {"take gold": Action(9, "take", "gold")}
    >>> counts_unseen("1", "1", rooms, gift), counts_unseen("1", "take", rooms, gift)
    (True, False)
    """
    return (
        text.isdecimal()
        and before.isdecimal()
        and is_new(options, seen)
        and not any(amount_kind(each) or each.name.endswith(f" {text}") for each in options.values())
    )


def is_amount(first: Action, then: str) -> bool:
    """Return whether a number after a choice is its amount; `call 500` is not `call` and then choice 500."""
    return bool(amount_kind(first)) and then.isdecimal()
