"""The names of actions: what a player chooses with a rule, in the words of the file."""

from __future__ import annotations

from ..engine.state import Need
from ..language import tree
from ..language.card_printer import zone_text
from ..language.decks import Pack
from ..language.rule_printer import consequent_text


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
        case tree.Choose(word=word):
            return word, ""
        case tree.ChooseTrump():
            return "trump", ""
        case tree.ChooseSuit():
            return "suit", ""
        case tree.SwapHands() if need == Need.PLAYER:
            return "swap with", ""
        case tree.MoveCards():
            return ("to" if need == Need.NUMBER else "move"), ""
        case tree.CaptureCards():
            return "capture", ""
        case tree.LayOff(top=tree.Table()):
            return "lay off top on", ""
        case tree.LayOff():
            return ("lay off on" if need == Need.NUMBER else "lay off"), ""
        case tree.Beat():
            return "beat with", ""
        case tree.Lay(kind, top=top):
            return f"lay {kind} with{' top and' if top else ''}", ""
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


def distinguishing_texts(stage: tree.Stage, needs: list[Need], pack: Pack) -> list[str]:
    """Return, for each rule of a stage, how many cards it puts, where they go and the rest of its text, if another rule
    begins with the same words, perhaps with the same card, and differs there; else "".

    `needs` lists what is chosen first with each rule.
    """
    firsts = [
        action_words(rule, -1 if isinstance(rule.antecedent, tree.Show) else 0, need)
        for rule, need in zip(stage.rules, needs, strict=True)
    ]
    texts = []
    for k, (rule, own) in enumerate(zip(stage.rules, firsts, strict=True)):
        together = [
            each if index == k or _can_meet(*((each, rule) if index < k else (rule, each)), pack) else None
            for index, each in enumerate(stage.rules)
        ]
        alike = [each for each, other in zip(together, firsts, strict=True) if each is not None and other == own]
        differing = [text(rule) for text in (amount_words, zone_words, rest_text) if len(set(map(text, alike))) > 1]
        source = _source_words(rule, alike) if len(pack.faces) < pack.size else ""
        texts.append(", ".join(filter(None, [source, *differing])))
    return texts


def _source_words(rule: tree.Rule, alike: list[tree.Rule]) -> str:
    """Return where a rule moves cards from, if another one moves equal cards from elsewhere to the same place."""

    def source(each: tree.Rule) -> str:
        first = each.consequents[0]
        return f"from {' + '.join(map(zone_text, first.sources))}" if isinstance(first, tree.MoveCards) else ""

    same = [each for each in alike if (zone_words(each), rest_text(each)) == (zone_words(rule), rest_text(rule))]
    return source(rule) if len(set(map(source, same))) > 1 else ""


def _can_meet(above: tree.Rule, below: tree.Rule, pack: Pack) -> bool:
    """Return whether two rules of a stage can be offered together with the same card."""
    if tree.OTHERWISE in below.modifiers or (above.step != below.step and above.step and below.step):
        return False
    firsts = (above.consequents[0], below.consequents[0])
    match firsts:
        case tree.Bet(one, tree.Tokens() as tokens, some), tree.Bet(other, tree.Tokens() as same, more) if (
            tokens == same and (one, some) != (other, more)
        ):
            return not {one, other} <= {"<", "=", ">"}  # no amount is less, equal and more
    puts = [each for each in firsts if isinstance(each, tree.PutCards)]
    return len(puts) < 2 or pack.selected(puts[0].cards) & pack.selected(puts[1].cards) != 0


def amount_words(rule: tree.Rule) -> str:
    """Return how many cards are put or laid with the first choices of a rule, and whether jokers are, as text."""
    match rule.consequents[0]:
        case tree.Put(amount=amount) if amount > 1:
            return f"{amount} cards"
        case tree.Lay(least=least, or_more=or_more, natural=natural):
            return f"{least} card{'s' * (least > 1)}{' or more' * or_more}{' without jokers' * natural}"
    return ""


def zone_words(rule: tree.Rule) -> str:
    """Return where the first choice of a rule puts cards or takes them from, as text."""
    first = rule.consequents[0]
    match first:
        case tree.PlayIt() if isinstance(rule.antecedent, tree.Show):
            return f"on {zone_text(rule.antecedent.table)}"
        case tree.MoveCards(to=to):
            return f"to {zone_text(to)}"
        case tree.Take(source=zone):
            return f"from {zone_text(zone)}"
        case tree.Put(zone=zone) | tree.PutPlay(zone=zone) | tree.PutCards(zone=zone):
            return f"in {zone_text(zone)}"
        case tree.Lay(table=zone) | tree.LayOff(table=zone) | tree.Beat(zone):
            return f"in {zone_text(zone)}"
    return ""
