"""What happened, in words for the player it happened to: "P1 draws a card" becomes "You draw a card"."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go"}

if TYPE_CHECKING:
    from ..state import State


def noticed(state: State, player: int) -> list[str]:
    """Return what a player noticed in the step that led to a position, in words for that player.

    Where a step ends tells whether others had a choice, so lines are `joined` only when several steps are put together.
    """
    name = state.game.player_name(player)
    return [second_person(text, name) for text in state.narrate(player)]


def second_person(text: str, name: str) -> str:
    """Return a sentence in the present tense with "you" in place of the player `name`.

    >>> second_person("P1 draws the 7 of diamonds", "P1")
    'You draw the 7 of diamonds'
    >>> second_person("P2 steals Yay from P1's stable and passes P1 a card", "P1")
    'P2 steals Yay from your stable and passes you a card'
    >>> second_person("Yay leaves the stable of P1, and the cards of P1 leave the game", "P1")
    'Yay leaves your stable, and your cards leave the game'
    >>> second_person("P1 takes a card from the trick pile of P1", "P1")
    'You take a card from your trick pile'
    >>> second_person("P2 chooses Baby Narwhal of P1 for Trapdoor", "P1")
    'P2 chooses your Baby Narwhal for Trapdoor'
    >>> second_person("P11 passes", "P1"), second_person("P1 passes", "P1"), second_person("P1 goes alone", "P1")
    ('P11 passes', 'You pass', 'You go alone')
    >>> second_person("P1 dies", "P1")
    'You die'
    >>> second_person("player blocks 5 and loses 3 HP", "player")
    'You block 5 and lose 3 HP'
    """
    player = rf"\b{re.escape(name)}\b"
    subject = re.match(rf"{player} ([a-z]+)\b", text)
    if subject:
        rest = text[subject.end() :]
        rest = re.sub(r"(?<= and )[a-z]+s(?= [0-9])", lambda verb: _second_person_verb(verb[0]), rest)
        text = f"You {_second_person_verb(subject[1])}{rest}"
    text = re.sub(rf"^{player}'s\b", "Your", text)
    text = re.sub(rf"{player}'s\b", "your", text)
    text = re.sub(rf"\bthe (\w+(?: \w+)?) of {player}", r"your \1", text)
    text = re.sub(rf"\b([A-Z][\w'-]*(?: [A-Z][\w'-]*)*) of {player}", r"your \1", text)
    return re.sub(player, "you", text)


def _second_person_verb(verb: str) -> str:
    """Return the verb as it follows "you"; the words of events are in the third person."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies") and len(verb) > len("dies"):
        return f"{verb[:-3]}y"
    return re.sub(r"(?<=ss|sh|ch|go|do|to)es$|(?<=x)es$|s$", "", verb)


def joined(lines: Iterable[str]) -> Iterator[str]:
    """Yield sentences, with one in place of several that say the same of different cards.

    >>> list(joined(["You draw Bash", "You draw Strike", "You pass", "Bash is discarded", "Strike is discarded"]))
    ['You draw Bash and Strike', 'You pass', 'Bash and Strike are discarded']
    >>> list(joined(["P2 draws a card", "P2 draws a card", "P2 takes a card from T0", "P2 takes a card from T0"]))
    ['P2 draws 2 cards', 'P2 takes 2 cards from T0']
    >>> list(joined(["P2 puts a card on T1", "P2 puts a card on T1", "P2 puts the 2 of clubs on T1"]))
    ['P2 puts 2 cards and the 2 of clubs on T1']
    >>> list(joined(["P2 puts the ace of spades on T0", "P2 puts the 2 of clubs on T0", "P3 puts a card on T0"]))
    ['P2 puts the ace of spades and the 2 of clubs on T0', 'P3 puts a card on T0']
    >>> list(joined(["You are done", "P2 is done", "P3 is done", "P3 takes the trick"]))
    ['You, P2 and P3 are done', 'P3 takes the trick']
    >>> list(joined(["You draw Bash", "P2 draws Bash", "Louse loses 3 HP (2 left)", "Louse loses 2 HP (0 left)"]))
    ['You draw Bash', 'P2 draws Bash', 'Louse loses 3 HP (2 left)', 'Louse loses 2 HP (0 left)']
    """
    for (before, after), run in itertools.groupby(map(_parted, lines), key=lambda parts: (parts[0], parts[2])):
        cards = [card for _, card, _ in run]
        if not any(cards):
            yield from [before] * len(cards)
            continue
        if len(cards) > 1 or cards == ["You"]:
            after = after.replace(" is ", " are ", 1)
        *most, last = _counted(cards)
        yield before + (f"{', '.join(most)} and {last}" if most else last) + after


def _counted(cards: list[str]) -> list[str]:
    """Return names of cards in their order, with a number in place of those that nobody sees."""
    unseen = cards.count("a card")
    if unseen < 2:
        return cards
    first = cards.index("a card")
    return [*cards[:first], f"{unseen} cards", *(card for card in cards[first:] if card != "a card")]


_JOINED = (
    re.compile(r"(\S+ draws? )(.+)()"),
    re.compile(r"()(.+)( is (?:discarded|exhausted))"),
    re.compile(r"((?:\S+|the dealer) [a-z]+(?: up)? )(a card|the \w+ of \w+)((?: (?:from|on|under|to) .+)?)"),
    re.compile(r"()(\S+)( (?:is|are) done(?: .+)?)"),
)


def _parted(line: str) -> tuple[str, str, str]:
    """Return what stands before the part in which sentences may differ, such as a card, that part, and what follows."""
    for pattern in _JOINED:
        match = pattern.fullmatch(line)
        if match:
            return match[1], match[2], match[3].replace(" are ", " is ", 1)
    return line, "", ""
