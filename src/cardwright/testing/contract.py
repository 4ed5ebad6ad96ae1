"""The contract: what must hold in every game, and how it is said when it does not."""

from __future__ import annotations

import enum

from cardwright.core.errors import CardwrightError


class ContractBroken(CardwrightError, AssertionError):
    """A game does not keep the contract; the message says which part, and how to see it again."""


class UnclearVerb(ContractBroken):
    """Either `hide` changes what a player knows, or a verb that reads a position shows what the player cannot know.

    Only the event log can tell.
    """

    def __init__(self, player: str, verb: str, what: str):
        super().__init__(f"either `hide` changes what {player} knows, or `{verb}` shows {player} a secret: {what}")
        self.if_hiding = f"`hide` changes what {player} knows, as `{verb}` shows: {what}"
        self.where = ""  # the seed and the decision at which it was found

    def settled(self, by_log: bool) -> ContractBroken:
        """Return the error to report; with `by_log`, the event log has cleared the verb that reads."""
        return ContractBroken(f"{self.if_hiding if by_log else self} ({self.where})")


class Violation(enum.IntEnum):
    """What a game can do wrong while kernels play it."""

    NONE = 0
    RESET_LEAVES_RESIDUE = 1
    NO_LEGAL_ACTION = 2
    ACTION_OUT_OF_RANGE = 3
    ACTION_TWICE = 4
    READING_CHANGES_THE_POSITION = 5
    SCORE_OUT_OF_RANGE = 6
    ESTIMATE_OUT_OF_RANGE = 7
    COPY_DIFFERS = 8
    HIDING_LEAKS = 9
    HIDING_CHANGES_THE_DECIDER = 10
    HIDING_CHANGES_ACTIONS = 11
    OBSERVATION_SIZE = 12
    OBSERVATION_LEAKS = 13
    OBSERVATION_OUT_OF_RANGE = 14
    NEVER_ENDS = 15
    REPLAY_DIFFERS = 16
    FAULT = 17
    INVARIANT = 18
    PLAYER_OUT_OF_RANGE = 19
    TOKENS_OUT_OF_RANGE = 20
    ACTION_INDEX_OUT_OF_RANGE = 21
    ACTION_INDEX_AMBIGUOUS = 22
    SUMMARY_SIZE = 23


SENTENCES = {
    Violation.RESET_LEAVES_RESIDUE: "`reset` leaves something of an earlier game, or draws from outside the record",
    Violation.NO_LEGAL_ACTION: "the decider has no legal action, but the game is not over",
    Violation.ACTION_OUT_OF_RANGE: "a legal action is not between 0 and `max_actions` - 1",
    Violation.ACTION_TWICE: "`legal` lists the same action twice",
    Violation.READING_CHANGES_THE_POSITION: "reading a position changes it: only `apply`, `reset` and `hide` may write",
    Violation.SCORE_OUT_OF_RANGE: "a score is not between -1 and 1",
    Violation.ESTIMATE_OUT_OF_RANGE: "`evaluate` returns an estimate that is not between -1 and 1",
    Violation.COPY_DIFFERS: "a copy of the position evolves differently: `apply` uses something outside the record",
    Violation.HIDING_LEAKS: "`hide` leaks: two positions that a player cannot tell apart become different copies",
    Violation.HIDING_CHANGES_THE_DECIDER: "`hide` changes who decides",
    Violation.HIDING_CHANGES_ACTIONS: "`hide` changes the actions of the player who decides, or they depend on hidden "
    "information",
    Violation.OBSERVATION_SIZE: "`observe` does not write one number for each of `features`",
    Violation.OBSERVATION_LEAKS: "learners get what depends on hidden information, or `hide` changes what players know",
    Violation.OBSERVATION_OUT_OF_RANGE: "`observe` writes a feature that is not a number from -1 to 1",
    Violation.NEVER_ENDS: "the game takes more decisions than it declares, or never ends",
    Violation.REPLAY_DIFFERS: "the same seed and the same actions lead to another position",
    Violation.FAULT: "the rules stop with a fault",
    Violation.PLAYER_OUT_OF_RANGE: "`decider` returns a player who does not take part",
    Violation.TOKENS_OUT_OF_RANGE: "`tokenise` writes more than `max_tokens` rows, or a number outside its field",
    Violation.SUMMARY_SIZE: "`summarise` does not write one number for each of `summary_names`",
    Violation.ACTION_INDEX_OUT_OF_RANGE: "`action_index` returns a number outside of `action_space`",
    Violation.ACTION_INDEX_AMBIGUOUS: "`action_index` returns the same number for actions that do different things",
}

UNCLEAR = (Violation.HIDING_CHANGES_ACTIONS, Violation.OBSERVATION_LEAKS)
