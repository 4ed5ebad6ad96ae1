"""What effects and cards are worth to a player, judged by their data alone. The rule-based player asks for it.

The unit is a card in hand. Numbers are rough: they say whether an effect is good or bad for the player it acts on, and
which of two effects is better: destroying a unicorn takes more than drawing three cards to make up for. Where a player
chooses, the effect is judged by the best choice.
"""

from __future__ import annotations

from .content import Card, Count, Effect, Lasting, Program
from .plugins import find_effect

IN_STABLE, HAND_SIZE, ANOTHER_TURN, REST_OF_TURN = 4, 3, 4, -1
USUAL_COUNT = 2  # what a number that is counted is taken for, if it may be as large
_LASTING = {
    "cards cannot be neighed": 2,
    "no instants": -1,
    "no upgrades": -1,
    "basics only here": 1,
    "unicorns indestructible": 2,
    "pandas": -3,
    "no triggers": -2,
    "open hand": -1,
}
_AT_ONCE = {"take": 1, "search": 1, "look": 1, "pick": 2, "swap": 0, "shrink": 1, "move": IN_STABLE, "follow": 0}
_HARMFUL = ("discard", "pull", "pick", "swap", "shrink")  # to the player who is chosen


def harms_chosen(effect: Effect) -> bool:
    """Whether an effect is bad for the player that its owner chooses for it."""
    return find_effect(effect.use).harms if effect.use else effect.verb in _HARMFUL


def program_worth(program: Program, card_type: str) -> int:
    """Return what a program of a card of this type is worth to its owner, with all that follows it."""
    found = sum(effect_worth(effect, card_type) for effect in program.effects)
    return found + sum(program_worth(each, card_type) for each in (program.then, program.if_done) if each)


def effect_worth(effect: Effect, card_type: str) -> int:
    """Return what an effect is worth to the player who carries it out, or whose card it is if others do."""
    if effect.either:
        return max(effect_worth(part, card_type) for part in effect.either)
    if effect.return_ is not None and effect.by is None:
        return 1  # a card of others, or a Downgrade of one's own
    own = _worth_to_actor(effect, card_type)
    return {None: own, "each": 0, "others": -own, "chosen": abs(own), "holder": -own}[effect.by]


def is_burden(card: Card) -> bool:
    """Whether a card is bad for the player in whose stable it is.

    Its effects decide. If they are neither good nor bad, the type does: Downgrades are bad, other cards are not.
    """
    basis = IN_STABLE * card.value if card.type in ("baby", "basic", "magical") else 0
    repeated = 2  # times that an effect of every turn happens
    for program, times in ((card.enter, 1), (card.begin, repeated), (card.end, repeated)):
        if program:
            found = program_worth(program, card.type) * times
            basis += max(0, found) if program.may else found
    for group in (card.traffic, card.crowd):
        basis += sum(effect_worth(effect, card.type) for effect in group.do) if group else 0
    basis += sum(map(_lasting_worth, card.always))
    return basis < 0 or (basis == 0 and card.type == "downgrade")


def _worth_to_actor(effect: Effect, card_type: str) -> int:
    verb = effect.verb
    operand = getattr(effect, verb)
    if verb in _AT_ONCE:
        return _AT_ONCE[verb]
    if verb in ("discard", "draw", "pull", "extra_draws", "plays"):
        amount = min(operand.most, USUAL_COUNT) if isinstance(operand, Count) else int(operand)
        return -amount if verb == "discard" else amount - 1 if verb == "plays" else amount
    if verb == "shuffle":
        return -HAND_SIZE if "hand" in operand else 0
    if verb == "turn":
        return ANOTHER_TURN if operand == "again" else REST_OF_TURN
    if verb == "use":
        return -IN_STABLE if harms_chosen(effect) else 1
    return _worth_of_cards(effect, verb, str(operand), card_type)


def _worth_of_cards(effect: Effect, verb: str, operand: str, card_type: str) -> int:
    """Return the worth of an effect that moves cards into a stable or out of one."""
    kinds = (card_type if operand == "this" else operand.removeprefix("all ")).split(" or ")
    worths = [-IN_STABLE if kind == "downgrade" else IN_STABLE for kind in kinds]
    if operand.startswith("all "):
        return -2 * sum(worths)
    if verb in ("sacrifice", "give"):
        return -max(worths)
    if verb == "return_":
        return -max(worths) // IN_STABLE
    if verb == "steal":
        return max(worths) + (-1 if effect.until == "end of turn" else 1)
    if verb == "bring" and effect.source == "hand":
        return max(worths) - 1
    return 1 if verb == "reveal" and effect.into != "stable" else max(worths)


def _lasting_worth(lasting: Lasting) -> int:
    if lasting.word:
        return _LASTING[lasting.word]
    if lasting.add:
        return -2 * lasting.add if lasting.to == "goal" else lasting.add
    if lasting.keep_out:
        return -_worth_of_kinds(lasting.keep_out)
    if lasting.shield:
        return _worth_of_kinds(lasting.shield)
    return -1 if lasting.cannot_play and lasting.cannot_play != "baby" else 0  # nobody plays babies anyway


def _worth_of_kinds(kinds: str) -> int:
    """Return 1 if it is good to have such cards in a stable, -1 if it is bad, and 0 if they are never there."""
    present = [kind for kind in kinds.split(" or ") if kind not in ("magic", "instant")]
    return 0 if not present else -1 if set(present) == {"downgrade"} else 1
