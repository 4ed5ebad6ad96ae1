"""What happened, told to the player it happened to: "P1 draws a card" becomes "You draw a card"."""

from __future__ import annotations

import re

_IRREGULAR = {"is": "are", "has": "have", "does": "do", "goes": "go"}


def second_person(text: str, name: str) -> str:
    """Return a sentence in the present tense with "you" in place of the player `name`.

    >>> second_person("P1 draws the 7 of diamonds", "P1")
    'You draw the 7 of diamonds'
    >>> second_person("P2 steals Yay from P1's stable and passes P1 a card", "P1")
    'P2 steals Yay from your stable and passes you a card'
    >>> second_person("P11 passes", "P1"), second_person("P1 passes", "P1"), second_person("P1 is out", "P1")
    ('P11 passes', 'You pass', 'You are out')
    """
    player = rf"\b{re.escape(name)}\b"
    text = re.sub(rf"^{player} ([a-z]+)\b", lambda match: f"You {_second_person_verb(match[1])}", text)
    text = re.sub(rf"^{player}'s\b", "Your", text)
    return re.sub(player, "you", re.sub(rf"{player}'s\b", "your", text))


def _second_person_verb(verb: str) -> str:
    """Return the verb as it follows "you"; the words of events are in the third person."""
    if verb in _IRREGULAR:
        return _IRREGULAR[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return re.sub(r"(?<=ss|sh|ch)es$|(?<=x)es$|s$", "", verb)
