"""Effects for Unstable Unicorns in Python: a one-time effect, a continuous one, and a deck with cards that use them.

    cardwright arena examples/unicorn_effects.py:family --seats "2*rules,2*random" --games 1000

The functions are compiled into the rules of the game, so they follow the rules for kernels in docs/write_a_game.md.
"""

from __future__ import annotations

from cardwright import unicorns
from cardwright.unicorns import tools
from cardwright.unicorns.rules import Added, Kind, Lasts, Where


@unicorns.effect("destroy the newest Unicorn of each other player")
def sweep_the_newest(s, rules, you, card, other):
    """Demand that the last unicorn in every other stable is destroyed; saves and other reactions follow as usual."""
    done = False
    for player in range(s.players):
        newest = tools.NONE
        each = tools.cards_in(s, tools.Zone.STABLE + player)
        while each != tools.NONE:
            if tools.kind_of(rules, each) & Kind.UNICORN:
                newest = each
            each = tools.after(s, each)
        if player != you and newest != tools.NONE:
            done = tools.destroy(s, rules, you, card, newest) or done
    return done


@unicorns.effect("draw two cards; the player after you takes a random card from your hand")
def share_the_spoils(s, rules, you, card, other):
    """Draw two cards, and let the next player take one unseen."""
    found = tools.draw(s, rules, you, 2)
    tools.take_from(s, rules, (you + 1) % s.players, tools.random_card(s, tools.Zone.HAND + you))
    return found


@unicorns.continuous("While no player has fewer Unicorns than you, you draw one card more in your draw phase.")
def underdog(s, rules, question, detail, you, card, about):
    """Add a card to the draws of a player who is last."""
    if question != Lasts.ADD or detail != Added.DRAWS:
        return 0
    own = tools.count_cards(s, rules, Kind.UNICORN, Where.YOUR_STABLE, you)
    for player in range(s.players):
        if tools.count_cards(s, rules, Kind.UNICORN, Where.YOUR_STABLE, player) < own:
            return 0
    return 1


DECK = {
    "about": "three cards with effects in Python",
    "base": "second-print",
    "cards": {
        "New Broom": {"type": "magic", "copies": 2, "play": {"use": "sweep the newest"}},
        "Harvest Home": {"type": "magic", "copies": 2, "play": {"use": "share the spoils"}},
        "Underdog Kennel": {"type": "upgrade", "copies": 2, "always": [{"use": "underdog"}]},
    },
}

family = unicorns.UnicornsFamily(
    unicorns.Unicorns, {"spoils": ("four players, with effects in Python", {"players": 4, "cards": DECK})}
)
