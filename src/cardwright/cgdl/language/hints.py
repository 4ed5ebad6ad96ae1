"""What a text means that the grammar refuses, where writers of games often go wrong."""

from __future__ import annotations

import re

DEALER = ("deal", "give", "remove", "trump", "trick", "gather", "move")  # words of com rules
COURT = {"ace": 1, "jack": 11, "queen": 12, "king": 13}
PARTS = ("stage", "repeat", "ranking", "winning")  # what begins after the end of a stage
WORDS_FOR_NUMBERS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
WORDS = {
    "playit": "a card must be shown before it is played: write 'if show same suit T0 then playit'",
    "lose": "no rule says who loses: write 'out', or let another player win",
    "pass": "players pass with 'next' or 'done', as in 'done say \"pass\"'",
    "else": "write 'otherwise', as in 'otherwise take 1 from D face down'",
    "discard": "cards are discarded with 'put', as in 'put 1 in T0 any face up'",
    "when": "write 'if': 'when' begins the effects of cards, before all stages",
    "draw": "a card is drawn with 'take 1 from D face down', or after 'if draw then'",
    "fold": "write 'out', as in 'out say \"fold\"'",
    "com": "the dealer's rules, with 'com', come before all rules of the players in a stage",
}
CONSEQUENTS = (  # first words of what a rule does
    "add", "again", "bet", "call", "capture", "choose", "chosen", "done", "forget", "give", "look", "move", "next",
    "out", "put", "reveal", "score", "stop", "swap", "take", "turn", "win",
)  # fmt: skip
SIGNS = {  # of programming languages: what must be accepted there, and what to write
    "==": ("INT", "write '=' once"),
    "!=": ("LESSTHAN", "write 'not' before the comparison, as in 'if not cards HX = 3 then win'"),
    "<>": ("INT", "write 'not' before a comparison with '=', as in 'if not cards HX = 3 then win'"),
    "=<": ("INT", "write '<='"),
    "=>": ("INT", "write '>='"),
    "&&": ("AND", "write 'and'"),
    "||": ("OR", "write 'or'"),
    "!": ("NOT", "write 'not'"),
}
BEFORE_STAGES = re.compile(
    r"deck\s*{|cards\s+[a-z_]+\s*=|jokers\s|first\s+meld\s|layout\s+[a-z_]+\s*=|name\s+(T\d|stack|token)"
    r"|with\s+[a-z_]+\s*=|when\s*{"
)
LATE_CONDITION = re.compile(r"((?:(?:mandatory|once|otherwise) )*)(?!if |.* then)([^#\"]+) if ([^#\"]+)")
LONGEST_QUOTED = 120  # of rules in a hint


def hint_in_context(text: str, position: int, accepted: set[str]) -> str:
    """Return what to write where the lines around the error show it; empty if they do not.

    >>> text = "stage { mandatory win if have nothing }"
    >>> hint_in_context(text, text.index("}"), {"AND", "OR", "THEN"})
    "a condition comes before what it allows: write 'mandatory if have nothing then win'"
    """
    if BEFORE_STAGES.match(text, position) and accepted & {"STAGE", "PUT", "RBRACE", "$END"}:
        order = "'tables', 'deck', 'cards', 'jokers', 'first meld', 'layout', 'name', 'with' and 'when', in this order"
        return f"{text[position:].split()[0]!r} does not fit here: before the first stage come {order}"
    before = text[:position].rstrip()
    line = before[before.rfind("\n") + 1 :].rpartition("{")[2].strip()
    late = LATE_CONDITION.fullmatch(line) if len(line) <= LONGEST_QUOTED else None
    at_end = text.startswith("}", position) or "\n" in text[len(before) : position]
    if "THEN" in accepted and late and at_end:
        modifiers, what, condition = late.groups()
        return f"a condition comes before what it allows: write '{modifiers}if {condition} then {what}'"
    return ""


def hint(found: str, before: str, accepted: set[str]) -> str:
    """Return what to write in place of a word, after the word before it; empty if there is nothing to say.

    >>> hint("deal", "{", {"COM", "PUT"})
    "the dealer's rules begin with 'com': write 'com deal'"
    """
    if accepted == {"LANGUAGE"}:
        return "a file begins with its language: write 'language 3' in the first line"
    if "RBRACE" in accepted and found in PARTS and found.upper() not in accepted:
        return f"a '}}' is missing before {found!r}, at the end of a stage"
    needed, what = SIGNS.get(found) or SIGNS.get(before + found, ("", ""))
    if needed in accepted:
        return what
    if "INT" in accepted and found in WORDS_FOR_NUMBERS:
        return f"write the number {WORDS_FOR_NUMBERS.index(found) + 1} in digits"
    if found == "(":
        return "conditions have no parentheses: 'and' binds more closely than 'or'; write two rules if need be"
    if accepted == {"ALL"} or (before == "each" and found in ("player", "hand")):
        return "write 'all players'"
    if accepted == {"FACE"}:
        return "write 'face up' or 'face down' after the zone"
    if found == "+" and before.startswith("S"):
        return "points are counted for one stack; for partners, 'score' or 'captured' in 'winning' counts both"
    if "LESSTHAN" in accepted and before == "then":
        return "a condition is missing between 'if' and 'then', as in 'if have nothing then win'"
    if (before, found) == ("each", "rule"):
        return "write 'each_rule' as one word"
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
