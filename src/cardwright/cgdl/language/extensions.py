"""Which parts of a game belong to language 2 or 3 only."""

from __future__ import annotations

from collections.abc import Iterator

from . import tree
from .card_printer import selection_text
from .hints import COURT, WORDS_FOR_NUMBERS
from .problem import Problem


def extensions(game: tree.Game) -> Iterator[Problem]:
    """Yield a problem for every kind of part that belongs to a higher language, where it comes first."""
    if game.language >= 3:
        return
    told: set[str] = set()
    for node in sorted(game.nodes, key=lambda node: node.at):
        name, language = _language_3(node), 3
        if not name and game.language == 1:
            name, language = _language_2(node), 2
        instead = _instead(node)
        if instead:
            yield Problem(node.at, f"write {instead}")
        elif name and name not in told:
            told.add(name)
            marked = f"this file is marked 'language {game.language}'"
            yield Problem(node.at, f"{name!r} belongs to language {language}, but {marked}")


def _instead(node: tree.Node) -> str:
    """Return what to write in languages 1 and 2 for cards that only language 3 calls so, "" for other parts."""
    match node:
        case tree.Kind(name) if name in tree.SUITS:
            return f"'suit {name}' for cards of a suit"
        case tree.Kind(name) if name in WORDS_FOR_NUMBERS:
            return f"'number {WORDS_FOR_NUMBERS.index(name) + 1}' for the cards of a number"
        case tree.Card(str(name), suit) if name in COURT:
            return f"'{COURT[name]} of {suit}'; language 3 also allows '{name} of {suit}'"
        case tree.CalledCards(tree.OF_CARD, name) if name in COURT:
            return f"'number {COURT[name]}', or in language 3 '{name}' alone"
    return ""


def _language_2(node: tree.Node) -> str:
    """Return what a part of language 2 is called, "" for any other part."""
    match node:
        case tree.Repeat():
            return "repeat"
        case tree.Remove():
            return "com remove"
        case tree.Trick():
            return "com trick"
        case tree.Trump():
            return "com trump"
        case tree.Stack() | tree.Stacks():
            return "stack"
        case tree.Captured():
            return "captured"
        case tree.Hand(who) | tree.Tokens(who, _) if who in (tree.LEFT, tree.RIGHT):
            return "the player on the left or right"
        case tree.Found():
            return "found"
        case tree.PutCards():
            return f"put {selection_text(node.cards)}"
        case tree.Turn():
            return "turn"
        case tree.BetAll():
            return "bet all"
        case tree.Lead():
            return "lead"
        case tree.PutPlay():
            return f"put {node.play.name}"
        case tree.Ask():
            return "ask"
        case tree.Gain(tokens=int()):
            return "gain of a number"
        case tree.Rule() if tree.OTHERWISE in node.modifiers:
            return "otherwise"
    return ""


_WORDS_3: dict[type[tree.Node], str] = {
    tree.Until: "repeat until", tree.Gather: "com gather", tree.DealCount: "com deal of a count", tree.Move: "com move",
    tree.AddForAll: "com add", tree.Alone: "alone", tree.Chosen: "chosen",
    tree.Effect: "when", tree.ChooseSuit: "choose", tree.NextTakes: "next takes", tree.NextMisses: "next misses",
    tree.TurnAround: "turn around", tree.SwapHands: "swap hands", tree.MoveHands: "move hands",
    tree.TakeAll: "take all", tree.TakeTo: "take to", tree.Reveal: "reveal", tree.Forget: "com forget",
    tree.NextStarts: "com next starts", tree.DealCards: "com deal of given cards",
    tree.CalledCards: "a word in place of a number or suit",
    tree.Compare: "a comparison of counts", tree.Called: "called", tree.Leader: "leader", tree.Highest: "highest",
    tree.Score: "score", tree.Add: "add", tree.Choose: "choose", tree.ChooseTrump: "choose", tree.Call: "call",
    tree.Capture: "capture", tree.Stop: "stop", tree.Again: "again",
    tree.OnTop: "found on", tree.IsTrump: "trump", tree.Caught: "caught",
    tree.CaptureCards: "capture", tree.CapturedLast: "captured last", tree.BestOf: "best",
    tree.Layout: "layout", tree.InLayout: "layout", tree.ForEach: "repeat for each", tree.MoveCards: "move",
    tree.RevealTop: "reveal top", tree.TurnOver: "turn over", tree.DealTables: "com deal to several tables",
    tree.Lay: "lay", tree.LayAll: "lay all", tree.LayOff: "lay off", tree.Beat: "beat", tree.Last: "last",
    tree.Taken: "taken", tree.Exactly: "a play of exactly so many cards",
    tree.DealUntil: "com deal until", tree.ShownStarts: "com shown starts", tree.AllReturn: "com all return",
    tree.OthersOut: "others out", tree.SharePot: "share pot", tree.Reopen: "reopen", tree.ForgetOwn: "forget",
    tree.LookAt: "look at", tree.PutAll: "put all", tree.ChosenTakes: "chosen takes", tree.ChosenOut: "chosen out",
    tree.GroupsOf: "groups", tree.PutHighest: "put highest", tree.OwnDeck: "deck", tree.NamedCards: "cards",
    tree.Jokers: "jokers", tree.FirstMeld: "first meld",
}  # fmt: skip


def _language_3(node: tree.Node) -> str:
    """Return what a part of language 3 is called, "" for any other part."""
    match node:
        case tree.Repeat() if not all(isinstance(part, tree.Stage) for part in node.stages):
            return "a repeat in a repeat"
        case tree.Hand(tree.OPPOSITE) | tree.Stack(tree.OPPOSITE) | tree.Tokens(tree.OPPOSITE, _):
            return "the player opposite"
        case tree.Hand(tree.STARTER) | tree.Stack(tree.STARTER):
            return "the player who starts"
        case tree.Bet() if node.chips is not None:
            return "bet of a number"
        case tree.PutCards() if node.relation != tree.ANY:
            return f"put with {node.relation!r}"
        case tree.Test(negated=True):
            return "not"
        case tree.Condition(alternatives) if len(alternatives) > 1:
            return "or"
        case tree.Condition(((_, _, *_),)):
            return "and"
        case tree.Rule() if node.also:
            return "and"
        case tree.Stage() if node.together:
            return "together"
        case tree.Rule() if node.step:
            return "first"
        case tree.Game() if node.partners:
            return "partners"
        case tree.Kind(name):
            return name
        case tree.Card(number, suit) if isinstance(number, str) or suit not in tree.SUITS:
            return f"{number} of {suit}"
        case tree.Suit(suit) if suit not in tree.SUITS:
            return f"suit {suit}"
        case tree.Trick(trump=str(suit)) if suit not in tree.SUITS:
            return f"trump {suit}"
        case tree.Winning() if node.score is not None:
            return "score"
        case tree.Setting("ties", "shared"):
            return "ties = shared"
        case tree.Setting("runs" | "suits" | "melds" as name):
            return f"with {name}"
    return _WORDS_3.get(type(node), "")
