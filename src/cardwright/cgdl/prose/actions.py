"""The names of actions: what a player chooses with a rule, in the words of the file."""

from __future__ import annotations

from ..engine.state import Need
from ..language import tree
from ..language.printer import consequent_text, zone_text


def action_words(rule: tree.Rule, step: int, need: Need) -> tuple[str, str]:
    """Return the kind and name of an action; the name is empty where the card, player or number chosen is the name.

    `step` is the consequent being played, -1 while a card is to be shown.

    >>> from cardwright import cgdl
    >>> rules = cgdl.load("uno").stages[1].rules
    >>> action_words(rules[0], -1, Need.CARD), action_words(rules[2], 0, Need.NOTHING)
    (('play', ''), ('draw', ''))
    """
    if step < 0:
        return ("play" if tree.PlayIt() in rule.consequents else "show"), ""
    if isinstance(rule.antecedent, tree.Draw) and need == Need.NOTHING:
        return "draw", ""
    consequent = rule.consequents[step]
    match consequent:
        case tree.Bet():
            return "bet", ""
        case tree.Ask():
            return ("ask for" if need == Need.NUMBER else "ask"), ""
        case tree.Take() if need == Need.PLAYER:
            return "take from", ""
        case tree.Put() | tree.PutPlay() | tree.PutCards():
            return ("give to" if need == Need.PLAYER else "put"), ""
    kind, _, name = consequent_text(consequent).partition(" ")
    return kind, name


def rest_text(rule: tree.Rule) -> str:
    """Return what a rule does after the first choice, as text."""
    rest = rule.consequents[0 if isinstance(rule.antecedent, tree.Draw | tree.Show) else 1 :]
    return ", ".join(consequent_text(each) for each in rest if each != tree.PlayIt())


def distinguishing_texts(stage: tree.Stage, needs: list[Need]) -> list[str]:
    """Return, for each rule of a stage, where cards go and the rest of its text, if another rule begins with the same
    words and differs there; else "".

    `needs` lists what is chosen first with each rule.
    """
    firsts = [
        action_words(rule, -1 if isinstance(rule.antecedent, tree.Show) else 0, need)
        for rule, need in zip(stage.rules, needs, strict=True)
    ]
    texts = []
    for rule, own in zip(stage.rules, firsts, strict=True):
        alike = [each for each, other in zip(stage.rules, firsts, strict=True) if other == own]
        differing = (text(rule) for text in (zone_words, rest_text) if len(set(map(text, alike))) > 1)
        texts.append(", ".join(filter(None, differing)))
    return texts


def zone_words(rule: tree.Rule) -> str:
    """Return where the first choice of a rule puts cards or takes them from, as text."""
    first = rule.consequents[0]
    match first:
        case tree.PlayIt() if isinstance(rule.antecedent, tree.Show):
            return f"on {zone_text(rule.antecedent.table)}"
        case tree.Take(source=zone):
            return f"from {zone_text(zone)}"
        case tree.Put(zone=zone) | tree.PutPlay(zone=zone) | tree.PutCards(zone=zone):
            return f"in {zone_text(zone)}"
    return ""
