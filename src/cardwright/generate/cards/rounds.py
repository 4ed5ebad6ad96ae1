"""Judging cards in rounds, for people who watch: each round plays more games, and the intervals shrink."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from cardwright.core.errors import BadData, unknown

from .figures import Figures
from .judge_file import for_people
from .known import Known
from .search import Settings, judged

SHARES = (8, 4, 2)  # of the games of the last round, each of the rounds before it plays this part


class Round(NamedTuple):
    """What is known of the cards so far, by name, and how much of the work is done."""

    figures: dict[str, Figures]
    done: int
    steps: int
    unit: str
    comparing: bool = False  # whether known cards are being played


def judge_rounds(path: str | Path, settings: Settings, names: Sequence[str] = (), most: int = 100) -> Iterator[Round]:
    """Yield the figures of the cards of a file, or of those named, after each card of each round; of `most` cards.

    The games of a round contain those of the round before. The last round plays the games of `judge_file`, so it finds
    the same strengths. Then the known cards are played, and the last result compares the cards with them.
    """
    settings = for_people(settings)
    maker = settings.maker()
    cards = {maker.name(card): card for card in maker.read(path)}
    for name in names:
        if name not in cards:
            raise unknown("card that can be judged", name, cards)
    chosen = {name: cards[name] for name in names or cards}
    if not chosen:
        raise BadData(f"{path} has no cards to judge; {maker.judged}")
    if len(chosen) > most:
        raise BadData(f"at most {most} cards are judged in rounds, not {len(chosen)}; choose some")
    for card in chosen.values():
        maker.check(card)
    last = settings.rungs[-1]
    early = [replace(last, games=max(2, last.games // share), partner_games=0, use_games=0) for share in SHARES]
    settings = replace(settings, rungs=(*early, last, settings.rungs[max(0, len(settings.rungs) - 2)]))
    found: dict[str, Figures] = {}
    known = maker.known()
    done, steps = 0, (len(early) + 1) * len(chosen) + len(known)
    for rung in range(len(early) + 1):
        for name, card in chosen.items():
            found[name] = judged(settings, card, rung)
            done += 1
            yield Round(dict(found), done, steps, maker.unit)
    usual: dict[str, Figures] = {}
    for card in known:
        usual[maker.name(card)] = judged(settings, card, len(settings.rungs) - 1)
        done += 1
        if done < steps:
            yield Round(dict(found), done, steps, maker.unit, comparing=True)
    among = Known([usual])
    compared = {name: among.compared(among.ranked(each)) for name, each in found.items()}
    yield Round(compared, done, steps, maker.unit)
