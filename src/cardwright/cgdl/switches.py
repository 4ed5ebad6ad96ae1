"""The semantic switches: where the paper can be read in more than one way, a game file says which reading it needs.

>>> SWITCHES["other_hands"].default
'all'
>>> SWITCHES["other_hands"].values
('all', 'any')
"""

from __future__ import annotations

from typing import NamedTuple


class Switch(NamedTuple):
    """A question the paper leaves open: the answers, the usual one, and what they mean in two sentences."""

    name: str
    values: tuple[str, ...]  # empty: a number from `lowest` to `highest`
    default: str | int
    doc: str
    lowest: int = 0
    highest: int = 0


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        Switch(
            "other_bets", ("highest", "sum"), "highest",
            "What KA1 (or KA0) amounts to in a comparison: the highest of the others' bets, or all of them together. "
            "Whichever it is, `gain KA1` takes the tokens of all the others.",
        ),
        Switch(
            "other_hands", ("all", "any"), "all",
            "Whether a comparison with HA must hold for every other hand or for at least one. Real card games mean "
            "all; the paper's blackjack figures fit any.",
        ),
        Switch(
            "out_hands", ("ignored", "counted"), "ignored",
            "Whether the hands of players who are out count among HA. With nobody left to compare with, a comparison "
            "with HA holds.",
        ),
        Switch(
            "mandatory", ("each_turn", "first_turn", "each_rule"), "each_turn",
            "When mandatory rules are tested, until they have been played once in the stage: at the start of each "
            "of the player's turns, of the first only, or also after each rule the player has played. The paper says "
            "the first only, but its UNO needs each turn.",
        ),
        Switch(
            "rules_per_turn", ("one", "many"), "one",
            "Whether a player's turn is over after one rule (mandatory rules aside) or goes on until a rule says next, "
            "done or out, or no rule can be played. The paper's text says many, its figures for UNO fit only one.",
        ),
        Switch(
            "passing", ("never", "next", "done", "both"), "never",
            "Whether a player who could play a rule may decline: by waiting for the next turn, by being done with the "
            "stage, or either. A game can offer the same with rules of its own, as Texas does.",
        ),
        Switch(
            "drawing", ("when_stuck", "always"), "when_stuck",
            "Whether a rule with the antecedent `draw` can be played at any time, or only by a player who can play no "
            "rule with `show`. At any time, nearly every random game of UNO ends with an empty deck.",
        ),
        Switch(
            "empty_deck", ("stays", "ends", "reshuffles"), "stays",
            "What happens when cards are to come from an empty deck: they cannot, the game ends, or all cards "
            "of T0 but the top one are shuffled into a new deck. In the paper an empty deck makes UNO a draw.",
        ),
        Switch(
            "compare_with", ("top", "first", "any"), "top",
            "The card of a table that `show` and `put` compare with: the one put last, the one put first, or any of "
            "them. Beside an empty table nothing can be shown, and anything can be put.",
        ),
        Switch(
            "bets", ("total", "added"), "total",
            "What `bet >= KA1` compares: the player's whole bet as it will be, or only the tokens added to it. In both "
            "readings at least one token is added.",
        ),
        Switch(
            "sums", ("ranking", "numbers"), "ranking",
            "What a card counts in `sum`: its score in the ranking where it has one, or always its number. Cards that "
            "are not in the ranking count their number, an ace 1.",
        ),
        Switch(
            "kickers", ("count", "ignored"), "count",
            "Whether two equal plays, say two pairs of the same score, are told apart by the cards in them and beside "
            "them, in the order of poker. Ignored, they are equal.",
        ),
        Switch(
            "points", ("stash", "stash_and_bet"), "stash",
            "Which tokens give points at the end of the game: those in the stash, or also those still lying as a bet. "
            "The most points win; shared by two players, they are a draw.",
        ),
        Switch(
            "counting", ("turns", "everything"), "turns",
            "What the count of turns counts: the turns of players, or also each com rule and each drawn card, by which "
            "the paper's 59 turns of UNO may have come about. The limit of turns is compared with this count.",
        ),
        Switch(
            "turn_limit", (), 100,
            "After so many turns the game is stopped and counts as crashed. The paper's limit is 100.",
            lowest=1, highest=10_000,
        ),
    )
}  # fmt: skip
