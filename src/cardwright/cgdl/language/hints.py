"""What a text means that the grammar refuses, where writers of games often go wrong."""

from __future__ import annotations

DEALER = ("deal", "give", "remove", "trump", "trick", "gather", "move")  # words of com rules
COURT = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
WORDS_FOR_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {
    "playit": "a card must be shown before it is played: write 'if show same suit T0 then playit'",
    "lose": "no rule says who loses: write 'out', or let another player win",
    "pass": "players pass with 'next' or 'done', as in 'done say \"pass\"'",
    "draw": "a card is drawn with 'take 1 from D face down', or after 'if draw then'",
}
CONSEQUENTS = (  # first words of what a rule does
    "add", "again", "bet", "call", "capture", "choose", "chosen", "done", "forget", "give", "look", "move", "next",
    "out", "put", "reveal", "score", "stop", "swap", "take", "turn", "win",
)  # fmt: skip


def hint(found: str, before: str, accepted: set[str]) -> str:
    """Return what to write in place of a word, after the word before it; empty if there is nothing to say.

    >>> hint("deal", "{", {"COM", "PUT"})
    "the dealer's rules begin with 'com': write 'com deal'"
    """
    if "COM" in accepted and found in DEALER:
        return f"the dealer's rules begin with 'com': write 'com {found}'"
    if "PUT" in accepted and found in DEALER:
        return f"'com {found}' comes before all rules of the players"
    if "INT" in accepted and before == "number" and found in COURT:
        return f"write 'number {COURT[found]}', or in language 3 '{found}' alone"
    if {"ANY", "RBRACE"} <= accepted and "PUT" not in accepted and found in CONSEQUENTS:
        return f"write a comma before {found!r} to do both; a line of 'when' begins with cards, as in 'number 7 in T0'"
    if accepted == {"OF"} and before.isdigit():
        return f"write 'number {before}' for the cards of a number, or '{before} of hearts' for one of them"
    if found == "same" and {"LESSTHAN", "ANY"} <= accepted:
        return "a card that fits another is shown first: write 'if show same suit T0 then playit'"
    if "PUT" in accepted:
        return WORDS.get(found, "")
    return ""
