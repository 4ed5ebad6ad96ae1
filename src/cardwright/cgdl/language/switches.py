"""The semantic switches: where the paper can be read in several ways, a game file states the reading it needs.

>>> SWITCHES["other_hands"].default
'all'
>>> SWITCHES["other_hands"].values
('all', 'any')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cardwright.core.errors import unknown


class Switch(NamedTuple):
    """A question the paper leaves open: its possible answers, the default, and two sentences of explanation."""

    name: str
    values: tuple[str, ...]  # empty: an integer from `lowest` to `highest`
    default: str | int
    doc: str
    lowest: int = 0
    highest: int = 0


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch(
            "axioms", ("usual", "paper"), "usual",
            "The defaults of the other switches: those of this table, or what the paper's text says of every game. "
            "`paper` means rules_per_turn = many, passing = both, mandatory = first_turn, drawing = always and "
            "showing = set.",
        ),
        Switch(
            "other_bets", ("highest", "sum"), "highest",
            "The value of KA1 (or KA0) in a comparison: the highest bet (or stash) of the other players, or the sum of "
            "all of them. With either value, `gain KA1` takes the tokens of all other players.",
        ),
        Switch(
            "other_hands", ("all", "any"), "all",
            "Whether a comparison with HA must hold for every other hand or for at least one. Real card games need "
            "all; the paper's blackjack figures fit any.",
        ),
        Switch(
            "out_hands", ("ignored", "counted"), "ignored",
            "Whether HA includes the hands of players who are out. If no hand is left to compare with, a comparison "
            "with HA holds.",
        ),
        Switch(
            "mandatory", ("each_turn", "first_turn", "each_rule"), "each_turn",
            "When a player's mandatory rules are tested, until each has been played once in the stage: at the start of "
            "each turn, at the start of the first turn only, or also after each rule the player plays. The paper says "
            "first_turn, but then nobody could win its UNO.",
        ),
        Switch(
            "rules_per_turn", ("one", "many", "each"), "one",
            "Whether a turn ends after one rule (not counting mandatory rules), continues until a rule says next, "
            "done or out, or no rule can be played, or ends after each rule, mandatory ones included. The paper's text "
            "says many, which its figures bear out.",
        ),
        Switch(
            "passing", ("never", "next", "done", "both"), "never",
            "Whether a player who can play a rule may decline, and how: by waiting for the next turn, by being done "
            "with the stage, or by either. A game can also offer this with its own rules, as Texas does.",
        ),
        Switch(
            "drawing", ("when_stuck", "always"), "when_stuck",
            "Whether a rule with the antecedent `draw` can be played at any time, or only by a player who can play no "
            "rule with `show`. With always, nearly every random game of UNO ends with an empty deck.",
        ),
        Switch(
            "showing", ("one", "set"), "one",
            "How many cards a player shows with `show`: one, or a set of at least one card, chosen card by card. Each "
            "of them must be in the relation to the table, as it lay before; `playit` plays all of them, in the order "
            "in which they were shown.",
        ),
        Switch(
            "empty_deck", ("stays", "ends", "reshuffles"), "stays",
            "What happens when a card is needed from an empty deck: it cannot be drawn, the game ends, or all cards "
            "of T0 except the top one are shuffled into a new deck. In the paper, an empty deck makes UNO a draw.",
        ),
        Switch(
            "compare_with", ("top", "first", "any"), "top",
            "The card of a table that `show` and `put` compare with: the last one put there, the first one, or any of "
            "them. With an empty table, nothing can be shown and anything can be put.",
        ),
        Switch(
            "bets", ("total", "added"), "total",
            "What `bet >= KA1` compares: the player's whole bet after adding to it, or only the tokens added. With "
            "either value, the player adds at least one token.",
        ),
        Switch(
            "sums", ("ranking", "numbers"), "ranking",
            "The value of a card in `sum`: its score in the ranking if it has one, or always its number. A card "
            "without a score counts its number; an ace counts 1.",
        ),
        Switch(
            "kickers", ("count", "ignored"), "count",
            "Whether the cards in and beside two plays of equal score, such as two pairs, decide which is better, in "
            "the order of poker. If they are ignored, the plays are equal.",
        ),
        Switch(
            "points", ("stash", "stash_and_bet"), "stash",
            "Which tokens earn points at the end of the game: those in the stash, or also those in the bet. The player "
            "with the most points wins.",
        ),
        Switch(
            "ties", ("draw", "first", "shared"), "draw",
            "Who wins if several players have the most points: nobody, so that the game is a draw, the first of them "
            "in the order of the seats, or, in language 3, all of them. With first, the game is a draw only if nobody "
            "has more than 0 points; with shared, only if all players have the same.",
        ),
        Switch(
            "counting", ("turns", "idle", "everything", "rules", "actions"), "turns",
            "What counts as a turn: a turn of a player; with idle, also one of each player in a stage that has only "
            "com rules; with everything, also each com rule and each card that is dealt or drawn; with rules, each "
            "rule instead, com rules included; with actions likewise, but a com rule counts once for each card that it "
            "deals and for each player to whom it gives tokens. The turn limit applies to this count.",
        ),
        Switch(
            "runs", ("ace_low", "ace_high", "both"), "ace_low",
            "Where the ace of the usual deck stands in a run of cards (language 3): below the 2, above the king, or "
            "either, but not between them. In a deck of the game's own, runs follow the order of the ranks.",
        ),
        Switch(
            "suits", ("equal", "ranked"), "equal",
            "Whether of two groups of the same number the one with the highest suit beats the other (language 3). "
            "Suits rank as the deck lists them: clubs, diamonds, hearts, spades in the usual one.",
        ),
        Switch(
            "melds", ("any", "one_per_number"), "any",
            "Whether a player and partners can lay several sets of the same number on a table, or only add to the one "
            "that lies there (language 3). A set with the top card of another table joins the one that lies there.",
        ),
        Switch(
            "turn_limit", (), 100,
            "The number of turns after which the game is stopped and counts as crashed. The paper's limit is 100.",
            lowest=1, highest=10_000,
        ),
    )
}  # fmt: skip


def fault(name: str, value: str | int) -> str:
    """Return what is wrong with a switch and its value, "" if nothing is.

    >>> fault("passing", "often")
    'passing can be never, next, done or both, not often'
    """
    switch = SWITCHES.get(name)
    if switch is None:
        return str(unknown("switch", name, SWITCHES))
    if switch.values:
        allowed = f"{', '.join(switch.values[:-1])} or {switch.values[-1]}"
        return "" if value in switch.values else f"{name} can be {allowed}, not {value}"
    within = isinstance(value, int) and switch.lowest <= value <= switch.highest
    return "" if within else f"{name} can be {switch.lowest} to {switch.highest:,}, not {value}"


# What the paper's text says of every game.
AXIOMS: dict[str, dict[str, str | int]] = {
    "usual": {},
    "paper": {
        "rules_per_turn": "many", "passing": "both", "mandatory": "first_turn", "drawing": "always", "showing": "set",
    },
}  # fmt: skip


def setting(name: str, given: Mapping[str, str | int]) -> str | int:
    """Return the value of a switch: the one given, that of the given axioms, or its default.

    >>> setting("passing", {"axioms": "paper"}), setting("passing", {"axioms": "paper", "passing": "never"})
    ('both', 'never')
    """
    if name in given:
        return given[name]
    axioms = AXIOMS.get(str(given.get("axioms")), {})
    return axioms.get(name, SWITCHES[name].default)
