"""The instruction set of a battle: what the interpreter executes for effects, and the stack machine for formulas."""

from __future__ import annotations

from enum import IntEnum


class Op(IntEnum):
    """The instructions of effects.

    Each has the operands `a`, `b`, `c` and `amount` (see `Code`); those a comment does not name are unused. A jump
    target is an index into the code. The interpreter has a branch for each group, up to the member named as its last.
    """

    END = 0  # the effect is finished
    # on an agent; b is an Aim and says which
    ATTACK = 1  # a: code to run at once if the effect has killed, 0 for none; b: Aim; amount: damage before rules
    DAMAGE = 2  # b: Aim; amount: damage that block absorbs and that is no attack
    LOSE_HP = 3  # b: Aim; amount: HP lost, whatever the block
    HEAL = 4  # b: Aim; amount: HP regained
    MAX_HP = 5  # b: Aim; amount: maximum HP gained, or lost if negative
    BLOCK = 6  # b: Aim; amount: block before rules such as those of Dexterity and Frail modify it
    PLAIN_BLOCK = 7  # b: Aim; amount: block that no rule modifies
    APPLY = 8  # a: status; b: Aim; amount: stacks
    CLEAR = 9  # a: status, of which all stacks go; b: Aim
    INTEND = 10  # a: name of the move (as in `Move`); b: Aim
    SPAWN = 11  # a: kind of enemy; b: Aim; amount: its HP, 0 or less to roll them
    LEAVE = 12  # b: Aim
    ROLL = 13  # b: Aim; amount: what is added to its own number
    STEAL = 14  # b: Aim, the thief; amount: gold taken from the player
    BROADCAST = 15  # a: event; b: Aim; c: the event's inputs, `Input` bits; amount: its value before rules modify it
    DROP_TO_HP = 16  # b: Aim; amount: the most HP that are left
    LAST_ON_AGENT = DROP_TO_HP
    # on the player
    ENERGY = 17  # amount: energy gained, or lost if negative
    DRAW = 18  # amount: cards to draw
    ADD = 19  # a: kind of card; c: destination, a Pile; amount: copies
    ADD_RANDOM = 20  # a: `Pick` bits; c: destination, a Pile; amount.number: Price
    GAIN = 21  # a: resource; amount: what is gained of it, or lost if negative
    GOLD = 22  # amount: gold gained, or lost if negative
    SHUFFLE = 23  # no operands; the discard pile into the draw pile
    FILL_SLOTS = 24  # amount: random potions for empty slots
    LAST_ON_PLAYER = FILL_SLOTS
    # on the chosen card
    MOVE = 25  # a: destination, a Pile
    UPGRADE = 26  # no operands
    DUPLICATE = 27  # a: destination of the copies, a Pile; amount: copies
    COST = 28  # a: Duration; c: whether it only lowers the cost; amount: the new cost
    BONUS = 29  # amount: what is added to the card's counter
    PLAY = 30  # a: PlayMode
    LAST_ON_CARD = PLAY
    # aiming at agents
    CHOOSE_AGENT = 31  # a: AgentSet; b: jump if there is none; c: chosen in turn, 0 for one; amount.number: optional?
    RANDOM_AGENT = 32  # a: AgentSet; b: jump target if there is none
    EACH_AGENT = 33  # operands as RANDOM_AGENT; c: how many at random, 0 for all; starts a loop for NEXT_AGENT
    NEXT_AGENT = 34  # b: jump target when none is left
    LAST_AIM_AT_AGENT = NEXT_AGENT
    # aiming at cards
    CHOOSE_CARD = 35  # a: Pile; b: jump target if there is none; c: CardFilter; amount.number: excluded group, or NONE
    RANDOM_CARD = 36  # a: Pile; b: jump target if there is none; c: CardFilter; amount.number: excluded group, or NONE
    TOP_CARD = 37  # a: Pile.DRAW; b: jump target if there is none; c: 0; amount.number: NONE
    EACH_CARD = 38  # operands as RANDOM_CARD, c also with a `COUNT` at random; starts a loop for NEXT_CARD
    NEXT_CARD = 39  # a: Pile; b: jump target when none is left
    OFFER = 40  # a: CardFilter; b: jump target if there is none; c: cards to choose from; amount.number: their pool
    LAST_AIM_AT_CARD = OFFER
    # control
    SELF_CARD = 41  # no operands; chooses the card the effect comes from
    TIMES = 42  # b: jump target if the amount is 0 or less; amount: iterations; starts a loop, which AGAIN continues
    AGAIN = 43  # b: jump target while iterations are left
    IF = 44  # b: jump target if the amount is 0; amount: condition
    JUMP = 45  # b: jump target
    CALL = 46  # a: index of the code to run to its RETURN before this effect goes on
    RETURN = 47  # no operands; tells the effect that called this one what happened
    HOST = 48  # a: Python function, whose answer becomes the entry's amount; b: Aim, for whom it broadcasts events
    FINISH_CARD = 49  # no operands; puts a played card away
    LAST_CONTROL = FINISH_CARD
    # aiming at statuses, and on the status aimed at
    CHOOSE_STATUS = 50  # a: StatusSet; b: jump target if there is none; c: Aim, whose status; amount.number: optional?
    RANDOM_STATUS = 51  # operands as CHOOSE_STATUS
    REMOVE = 52  # b: Aim
    STACK = 53  # b: Aim; amount: stacks
    # choosing one of several effects
    CHOOSE_OPTION = 54  # a: options, whose jumps follow; b: jump target after them; c: the number of the first


class Aim(IntEnum):
    """Which agent an instruction acts on."""

    TARGET = 0  # the agent the effect is aimed at
    SOURCE = 1  # the agent who acts


class Input(IntEnum):
    """What an event that content defines tells its rules, as bits."""

    AMOUNT = 1
    TARGET = 2
    CARD = 4


class AgentSet(IntEnum):
    """Agents an effect can aim at, relative to the agent who acts."""

    ENEMIES = 0
    AGENTS = 1
    ALLIES = 2


class StatusSet(IntEnum):
    """Statuses of an agent that an effect can aim at."""

    ANY = 0
    BUFF = 1
    DEBUFF = 2


class CardFilter(IntEnum):
    """Which cards of a pile an instruction can choose, as bits above those of the card types."""

    TYPES = 255  # the bits of the card types; none of them set means any type
    OPTIONAL = 256  # the player can choose nothing
    UPGRADABLE = 512  # only cards that can be upgraded
    COSTLY = 16384  # only cards that cost energy
    COUNT = 1024  # times the number of cards that a loop visits at random, 0 times for all, or that are chosen in turn


class Pick(IntEnum):
    """Which cards are added at random, as bits."""

    TYPES = 255  # the bits of the card types; none of them set means any type
    COLORLESS = 256  # colourless cards, not the character's
    UPGRADED = 512  # their upgrades


class Price(IntEnum):
    """What a card that is added at random costs."""

    USUAL = 0
    FREE = 1  # this turn
    FREE_IN_BATTLE = 2


class Duration(IntEnum):
    """How long a new cost lasts."""

    TURN = 0
    BATTLE = 1
    PLAY = 2  # until the card is played


class PlayMode(IntEnum):
    """How an effect plays a card."""

    ONCE = 0  # the chosen card, free of charge and aimed at random
    THEN_EXHAUST = 1  # likewise, and the card is exhausted
    AGAIN = 2  # the card the effect reacts to, once more


class TermOp(IntEnum):
    """The steps of formulas, for a stack machine. Operands that a comment does not name are unused.

    The machine has a branch for each group whose first and last members are named.
    """

    NUMBER = 0  # a: the number
    # operators on the two topmost values; NOT takes one
    PLUS = 1
    MINUS = 2
    TIMES = 3
    DIVIDE = 4
    REMAINDER = 5
    LESS = 6
    EQUAL = 7
    AND = 8
    OR = 9
    NOT = 10
    MIN = 11
    MAX = 12
    RANDOM = 13
    FIRST_OPERATOR = PLUS
    LAST_OPERATOR = RANDOM
    # values of the entry
    X_OR_STACKS = 14  # the energy spent on a card that costs X, or the stacks of the status whose rule this is
    AMOUNT = 15
    DEALT = 16
    KILLED = 17
    AFFECTED = 18
    # values of an agent
    HP = 19  # a: Who
    MAX_HP = 20  # a: Who
    BLOCK = 21  # a: Who
    STATUS = 22  # a: Who; b: status
    ATTACKING = 23  # a: Who; whether the agent intends to attack
    FIRST_OF_AGENT = HP
    LAST_OF_AGENT = ATTACKING
    # values of cards
    PILE = 24  # a: Pile; cards in it
    PILE_TYPE = 25  # a: Pile; b: CardType; cards of this type in it
    NAMED = 26  # a: group of names; cards of it in hand, draw and discard pile and in play
    BONUS = 27  # the counter of the card the effect comes from
    CHOSEN_COST = 28  # the cost of the chosen card
    FIRST_OF_CARDS = PILE
    LAST_OF_CARDS = CHOSEN_COST
    # values of the battle
    ENERGY = 29
    TURN = 30
    PLAYED = 31
    HURT = 32
    LIVING_ENEMIES = 33  # of the agent who acts
    LIVING_ALLIES = 34  # of the agent who acts, not counting itself
    ROLL = 35
    BY_SELF = 36
    LAST_MOVE = 37  # a: name of a move; whether it was the last move of the agent who acts
    REPLAYED = 38
    SLOT = 39  # a: Who; the slot of the agent: 0 for the player, then the enemies from the left
    RESOURCE = 40  # a: the resource
    COUNTER = 41  # a: the status as which rules know a relic; what the relic has counted
    ROOM = 42  # a: Room; whether the battle takes place there


class Who(IntEnum):
    """Whose value a formula reads."""

    SELF = 0
    TARGET = 1
    PLAYER = 2
