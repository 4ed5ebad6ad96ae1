"""Errors of the public interface. Each message is one sentence: the error, its location, and the allowed values."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable

from .showing.text import one_line

LONGEST_MESSAGE = 2000
MOST_MEANT = 8  # names that an error lists because any of them could be meant


class CardwrightError(Exception):
    """Bad input of any kind; commands print its message and exit with code 2.

    The message stays one line of printable characters, whatever names from files it quotes.

    >>> print(CardwrightError("no card\\nof this name"))
    no card of this name
    """

    def __init__(self, message: object = "") -> None:
        line = one_line(str(message))
        super().__init__(line if len(line) <= LONGEST_MESSAGE else f"{line[:LONGEST_MESSAGE]} ...")


class UnknownName(CardwrightError):
    """A name that does not exist."""


class BadData(CardwrightError):
    """A file or a value that is not valid."""


class IllegalAction(CardwrightError):
    """An action that is not legal in this position."""


class RunawayRules(CardwrightError):
    """Rules that trigger themselves without end."""


class IndexOutOfBounds(CardwrightError, IndexError):
    """A compiled function that used an index below 0 or beyond the end of an array."""


def unknown(what: str, name: object, allowed: Iterable[str]) -> UnknownName:
    """Return the error for an unknown name, with the nearest known name or all of them.

    >>> print(unknown("card", "Strke", ["Strike", "Defend"]))
    unknown card 'Strke'; did you mean 'Strike'?
    >>> print(unknown("card", "BOOMERANG", ["Strike", "Sword Boomerang"]))
    unknown card 'BOOMERANG'; did you mean 'Sword Boomerang'?
    >>> print(unknown("agent", "zzz", ["first", "random"]))
    unknown agent 'zzz'; there are: first, random
    """
    names = sorted({str(each) for each in allowed}, key=_counted)
    given = str(name)[:80]
    near = nearest(given, names)
    if near is not None:
        return UnknownName(f"unknown {what} {given!r}; did you mean {near!r}?")
    shown = ", ".join(names[:40]) + (", ..." if len(names) > 40 else "")
    return UnknownName(f"unknown {what} {given!r}; there are: {shown or 'none'}")


def nearest(name: str, names: Iterable[str]) -> str | None:
    """Return the name that was probably meant: one that is spelt alike, or the only one with all of this in it.

    >>> nearest("BASH", ["Bash", "Abash"]), nearest("x", ["Bash"])
    ('Bash', None)
    """
    known = {each.casefold(): each for each in reversed(list(names))}
    close = difflib.get_close_matches(name.casefold(), known, n=1, cutoff=0.6)
    if close:
        return known[close[0]]
    whole = [each for each in known if len(name) > 2 and name.casefold() in each]
    return known[whole[0]] if len(whole) == 1 else None


def meant(what: str, name: str, allowed: Iterable[str]) -> str:
    """Return the allowed name that is meant: capitals make no difference, and a part is enough if no other has it.

    Longer names that begin with a name that has the part do not count: "Searing" means "Searing Blow", not its upgrade.

    >>> meant("card", "searing", ["Bash", "Searing Blow", "Searing Blow+"])
    'Searing Blow'
    """
    names = list(allowed)
    if name in names:
        return name
    wanted = name.casefold()
    for fits in (str.__eq__, str.startswith, str.__contains__):
        found = [each for each in names if wanted and fits(each.casefold(), wanted)]
        shortest = min(found, key=len, default="")
        if found and all(each.startswith(shortest) for each in found):
            return shortest
        if found:
            listed = ", ".join(found[:MOST_MEANT]) + (", ..." if len(found) > MOST_MEANT else "")
            raise UnknownName(f"{name[:80]!r} can mean more than one {what}: {listed}")
    raise unknown(what, name, names)


def counted(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> counted(1, "seat"), counted(4, "seat")
    ('1 seat', '4 seats')
    """
    return f"{number:,} {thing}{'' if number == 1 else 's'}"


def _counted(name: str) -> list[str]:
    """Return what names are sorted by, so that 2A comes before 10A."""
    return [part.zfill(20) if part.isdigit() else part for part in re.split(r"([0-9]+)", name)]


def reason(error: Exception) -> str:
    """Return why the system refused something, as part of a sentence.

    >>> reason(FileNotFoundError(2, "No such file or directory"))
    'no such file or directory'
    """
    return (getattr(error, "strerror", None) or str(error)).lower()
