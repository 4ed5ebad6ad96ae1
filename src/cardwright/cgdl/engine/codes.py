"""What the numbers in tables mean: players, relations, zones, conditions, operations and switches."""

from __future__ import annotations

from enum import IntEnum

ME, OTHERS, LEFT, RIGHT, OPPOSITE, US = -1, -2, -3, -4, -5, -6  # instead of the number of a player
CHOSEN, STARTER = -11, -12  # in language 3: whom the player has chosen, who starts the stages
ME_BIT, OTHERS_BIT, LEFT_BIT, RIGHT_BIT = 1 << 8, 1 << 9, 1 << 10, 1 << 11  # the same in a set of owners of zones
OPPOSITE_BIT = 1 << 12
CHOSEN_BIT, STARTER_BIT = 1 << 13, 1 << 14
NO_PILE = 2  # instead of a pile of tokens, in a bet that is compared with none


class Relation(IntEnum):
    """How two numbers or cards compare."""

    LESS = 0
    AT_MOST = 1
    EQUAL = 2
    AT_LEAST = 3
    MORE = 4
    SAME_SUIT = 5
    SAME_NUMBER = 6
    ANY = 7
    LAST_OF_LANGUAGE_2 = ANY  # those below depend on more than two cards
    BEATING = 8  # higher in the same suit, or a trump on another suit
    MATCHING = 9  # of the same number as any card of the table
    CATCHING_NOTHING = 100  # that captures nothing on the table


class Zone(IntEnum):
    """The kinds of zones for cards."""

    DECK = 0
    TABLE = 1
    HAND = 2
    STACK = 3


class Condition(IntEnum):
    """The antecedents, with the fields of `Rule` that each of them reads."""

    ALWAYS = 0  # no operands
    TOKENS = 1  # `who`, `pile`: one amount; `other_who`, `other_pile`: the other; `relation`
    PLAYS = 2  # `left`, `right`: cards, compared by their best plays; `relation`
    SUMS = 3  # `left`, `right` or `number` if `by_number`: sums; `limit`: for cards with two scores; `relation`
    HAVE = 4  # `empty`, or `part_count` of `parts`: sets of cards, and `plays`: a set of plays
    DRAW = 5  # no operands; playing the rule draws a card
    FOUND = 6  # `left`: where; `parts[0]`: the cards, one of which must lie there
    POINTS = 7  # `left`, `right` or `number` if `by_number`: stacks; `relation`
    SHOW = 8  # `table`, `relation`: the player shows a card in this relation to the table
    LAST_OF_LANGUAGE_2 = SHOW  # those below are tests of language 3
    COMPARE = 9  # `amount`, `other_amount`: rows of `amounts`; `relation`
    SAID = 10  # `word`; `who`: ME or OTHERS
    LEADER = 11  # no operands
    HIGHEST = 12  # `table`
    ON_TOP = 36  # `table`, and `parts[0]`: the cards, or `relation` to the card below if `by_number`
    TRUMP = 37  # `number`: the suit
    CAUGHT = 38  # no operands
    ALONE = 50  # no operands
    CHOSEN = 51  # `word`
    CAPTURED_LAST = 100  # no operands
    LAST = 80  # `table`
    TAKEN = 81  # no operands
    OTHERS_OUT = 90  # no operands
    EXACT_PLAYS = (
        110  # `amount`, `other_amount`: rows of `amounts`, whose operands say how many cards lie where; `relation`
    )


class Op(IntEnum):
    """The consequents, with the fields of `Consequent` that each of them reads. Named members end groups of them."""

    TAKE = 0  # `zone`, `which`: where from; `amount`: how many cards; `face_up`: everybody sees them
    PUT = 1  # `zone`, `which`: where to; `amount`: how many of `cards`; `relation`: to the table; `face_up`
    PUT_PLAY = 2  # `zone`, `which`: where to; `amount`: how many cards of one number; `face_up`
    ASK = 3  # `which`: the player asked, or OTHERS
    LAST_WITH_PLAYER = ASK  # up to here `which` can be OTHERS: a player must be chosen
    TURN = 4  # `zone`, `which`: where from; `amount`: how many cards; `table`: where to
    BET_ALL = 5  # no operands
    BET = 6  # `relation`, `which`, `pile`: the bet compares so with these tokens, and `amount` more; ANY has no others;
    # with NO_PILE, `amount` tokens are added
    LAST_THAT_CAN_FAIL = BET  # those below are always possible
    GAIN = 7  # `which`, `pile`: these tokens go to the stash
    GAIN_NEW = 8  # `amount`: of new tokens
    PLAYIT = 9  # `which`: the table that the shown card goes to
    LEAD = 10  # no operands, as for all that follow
    NEXT = 11
    DONE = 12
    OUT = 13
    WIN = 14
    END = 15
    LAST_OF_LANGUAGE_2 = END  # those below belong to language 3
    SCORE = 16  # `amount`: a row of `amounts`
    ADD = 17  # `amount`: a row of `amounts`; `which`: the counter
    CHOOSE = 18  # `cards`: the choices, one bit each; `amount`: the number that the lowest means; `which`: the word;
    # `table`: a row of `amounts`, the highest number, or NONE; `relation`: MORE if it must exceed what others chose;
    # `zone`: HAND if it is another player; `pile`: 0, or 1 + the word that this player must not have called; with the
    # `relation` EQUAL, 1 + the word that must be the amount of row `table`
    CHOOSE_TRUMP = 19  # `cards`: the suits, one bit each; `table`: NONE
    SAY = 20  # `which`: the word
    CAPTURE = 21  # `table`
    STOP = 22
    AGAIN = 23
    CHOOSE_SUIT = 50  # `cards`: the suits, one bit each; `which`: the table; `table`: NONE
    FIRST_OF_EFFECTS = 51  # those below change turns and whole hands
    NEXT_TAKES = FIRST_OF_EFFECTS  # `amount`: of cards
    MISS = 52
    TURN_AROUND = 53
    SWAP = 54  # `which`: the player, or OTHERS
    MOVE_HANDS = 55
    TAKE_ALL = 56  # `table`
    REVEAL = 57  # `table`
    TAKE_TO = 58  # `amount`: of cards in the hand
    MOVE_CARDS = 101  # `table`: a row of `moves`; `cards`: those that can be moved
    REVEAL_TOP = 102  # `table`, or NONE; `which`: k + 1 for layout k
    TURN_OVER = 103  # `table`
    CATCH = 100  # `table`; `amount`: what a card captures, a `Catch`
    FIRST_OF_GROUPS = 80  # those below lay groups of cards on `table`
    LAY = FIRST_OF_GROUPS  # `which`: a `Group`; `amount`: the fewest cards; `pile`: whether more can be laid; `cards`:
    # those of which one must be in the group; `zone`: whether jokers cannot be; `relation`: 0, or 1 + the table whose
    # top card is the first one
    LAY_OFF = 81  # `which`: ME or OTHERS for their melds, NONE for all; `relation`: 0, or 1 + the table whose top card
    # is laid off
    BEAT = 82
    LAY_ALL = 83
    LAST_OF_GROUPS = LAY_ALL
    FIRST_OF_PLAYERS = 90  # those below concern pots and other players
    SHARE_POT = FIRST_OF_PLAYERS
    REOPEN = 91
    FORGET_OWN = 92
    LOOK_AT = 93  # `which`: the player
    PUT_ALL = 94  # `which`: the player; `table`
    CHOSEN_TAKES = 95  # `which`: CHOSEN; `amount`: of cards
    CHOSEN_OUT = 96  # `which`: CHOSEN
    PUT_HIGHEST = 97  # `which`: the player; `amount`: of cards; `face_up`


class Jump(IntEnum):
    """The kinds of jumps back to the start of a repeat."""

    TIMES = 0  # `times`: how often it is played
    EACH = 2  # `layout`: it is played once for each table; `times`: how many these are
    UNTIL = 1  # `first_test`, `test_count`: the condition that ends it


class Kind(IntEnum):
    """What an operand counts, with the fields of `Operand` that it reads."""

    NUMBER = 0  # `number`
    CARDS = 1  # `side`, `cards`: how many of these cards lie there; `deck`: also all cards in the deck
    SUM = 2  # `side`, `number`: the sum of the cards there, with this limit for cards with two scores
    POINTS = 3  # `side`: the points of captured cards
    LAST_OF_CARDS = POINTS  # those below are kept for players: `whose`
    TOKENS = 4  # `pile`
    SCORE = 5
    TRICKS = 6
    WORD = 7  # `word`
    BEST = 100  # `side`, `cards`: the highest score among these cards
    EXACTLY = 110  # `side`, `number`: so many of these cards, for the best play
    DEADWOOD = 80
    MELDED = 81
    GROUPS = 82  # `number`: of cards or more in each; `pile`: whether only groups without jokers count


class ByWord(IntEnum):
    """How a word of the player changes a set of cards."""

    NOT = 0
    NUMBER = 1  # only cards of this number
    SUIT = 2
    EXCEPT_NUMBER = 3  # all but those
    EXCEPT_SUIT = 4


class DealerOp(IntEnum):
    """What the dealer does, with the fields of `Command` that each of them reads."""

    DEAL_TO_PLAYERS = 0  # `players`: a set; `amount`: of cards for each
    DEAL_TO_TABLE = 1  # `table`; `amount`: of cards
    GIVE = 2  # `players`: a set; `amount`: of tokens for each
    REMOVE = 3  # `cards`: a set
    TRICK = 4  # `table`: where the trick lies; `to`: the table it goes to, or NONE for the stack; `trump`: a suit,
    # or NONE for the suit turned up; `amount`: of tokens
    DEAL_TO_STACKS = 5  # `amount`: of cards for each
    TRUMP = 6  # `table`: the suit of its top card
    LAST_OF_LANGUAGE_2 = TRUMP  # those below belong to language 3
    GATHER = 7  # no operands
    DEAL_TO_TABLES = 100  # `amount`; `table`, or NONE; `to`: the layout; `players`: whether they lie face up
    MOVE = 8  # `table`, `to`: all cards of a table go to another
    DEAL_COUNT = 9  # `amount`: a row of `amounts`, of cards for each player
    MOVE_HANDS = 51  # no operands
    REVEAL = 52  # `table`
    FORGET = 53  # no operands
    NEXT_STARTS = 54  # no operands
    DEAL_CARDS = 55  # `cards`: a set; `to`: the player; `table`: instead of a player, or NONE
    FIRST_OF_PLAYERS = 90
    DEAL_UNTIL = FIRST_OF_PLAYERS  # `table`; `amount`: the sum; `cards`: the limit for cards with two scores
    SHOWN_STARTS = 91  # `amount`: 1 for the best, 0 for the lowest
    ALL_RETURN = 92  # no operands
    ADD = 50  # `amount`: for each player; `table`: the counter; `players`: the number after which it is 1, or NONE


class Observed(IntEnum):
    """What observations contain besides what every game has; a set of bits."""

    KNOWN_HANDS = 1 << 0  # cards in other hands can be known
    STACKS = 1 << 1
    REMOVED = 1 << 2
    UNDER_DECK = 1 << 3  # cards can be put under the deck
    FIRST_CARDS = 1 << 4  # the lowest card of a table matters
    TOKENS = 1 << 5
    TRUMP = 1 << 6
    STARTER = 1 << 7
    REPEATS = 1 << 8  # stages are played several times
    CHOICES = 1 << 9  # players decide in the middle of rules
    SHOWN = 1 << 10  # and have shown a card before
    ASKED = 1 << 11  # or asked for a number
    SEATS = 1 << 12  # rules name players by their number


class EmptyDeck(IntEnum):
    """What happens when a card is needed from an empty deck."""

    STAYS = 0
    ENDS = 1
    RESHUFFLES = 2


class CompareWith(IntEnum):
    """Which card of a table other cards are compared with."""

    TOP = 0
    FIRST = 1
    ANY = 2


class MandatoryTest(IntEnum):
    """When mandatory rules are tested."""

    EACH_TURN = 0
    FIRST_TURN = 1
    EACH_RULE = 2


class RulesPerTurn(IntEnum):
    """How many rules a player plays in a turn."""

    ONE = 0  # not counting mandatory rules
    MANY = 1
    EACH = 2  # one, and a mandatory rule counts


class Counting(IntEnum):
    """What counts as a turn."""

    TURNS = 0
    IDLE = 1  # also those in stages in which players have no rules
    EVERYTHING = 2  # turns, com rules and drawn cards
    RULES = 3  # instead of turns, com rules included
    ACTIONS = 4  # the same, but a com rule counts once for each card it deals and for each player it gives tokens


class Passing(IntEnum):
    """Whether a player can decline to play a rule; the bits are the choices NEXT and DONE."""

    NEVER = 0
    NEXT = 1
    DONE = 2
    BOTH = 3
