"""Games in the notation of the paper, read into the tree of our language.

"A Card Game Description Language" (Font, Mahlmann, Manrique and Togelius, 2013) prints rules as in
`mandatory_tokens, KX1, <, KA1 - out`. Commas, underscores and dashes only separate words, so they can be left out.

>>> texts = "STAGE 0 com_deal, ALL PLAYERS, 7 com_deal, T0, 1", "STAGE 1 show, same suit, T0 _ playit draw _ next"
>>> game, = read_paper("\\n".join(texts), "UNO").games
>>> [rule.antecedent for rule in game.stages[1].rules]
[Show(relation='same suit', table=Table(which=0)), Draw()]
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, NoReturn, cast

from . import tree
from .checks import problems
from .paper_layout import Layout, Piece, Section, Sheet
from .parser import LARGEST_TEXT
from .problem import BadGame, Problem
from .rule_builder import WHO
from .tree import Location

LAMBDA = "λ"
SPELLINGS = {
    "lambda": LAMBDA, "\\lambda": LAMBDA,
    "≤": "<=", "\\leq": "<=", "\\le": "<=", "≥": ">=", "\\geq": ">=", "\\ge": ">=",
}  # fmt: skip
WORD = re.compile(r"\\?[A-Za-zλ]+[0-9]*|[0-9]+|<=|>=|[<>=≤≥+*()\[\]]")
MINUS = re.compile(r"(?<![\w)\]])[-\u2013\u2212](?=[0-9])")  # directly before a number, and not after a word
SEPARATOR = re.compile(rf"(?:[\s,;:_]|\\_|(?!{MINUS.pattern})[\u2013\u2014-])+")
TOKENS = re.compile(r"K([XA]|[0-9])([01])", re.IGNORECASE)
TRUNCATED = ("K", "KA")  # as Tables 3 and 4 print it twice, at the end of a column
COMMANDS, MODIFIERS = ("deal", "give"), (tree.MANDATORY, tree.ONCE)
ENDINGS: dict[str, type[tree.Next | tree.Done | tree.Out | tree.Win | tree.End | tree.PlayIt]] = {
    "playit": tree.PlayIt, "next": tree.Next, "done": tree.Done, "out": tree.Out, "win": tree.Win, "end": tree.End,
}  # fmt: skip
ANTECEDENTS = ("unconditional", "tokens", "play", "sum", "have", "draw", "show")
CONSEQUENTS = ("pifr", "puin", "bet", "gain", *ENDINGS)
TOKEN_LOCATIONS = "a location of tokens (KX0, KX1, KA0, KA1, K00, K01, ...)"


@dataclass(frozen=True)
class Converted:
    """The games of a text, and remarks about what had to be guessed."""

    games: tuple[tree.Game, ...]
    remarks: tuple[str, ...]


def read_paper(text: str, name: str, switches: Mapping[str, str | int] | None = None, file: str = "text") -> Converted:
    """Return the games that a text in the paper's notation describes, with these switches, checked.

    `name` is for a game whose text has no title. Errors are `BadGame`, with line, column and what is allowed.
    """
    if len(text) > LARGEST_TEXT:
        raise BadGame(file, [Problem(Location(1, 1), f"at most {LARGEST_TEXT:,} characters are allowed")])
    layout = Layout(text, file)
    settings = tuple(tree.Setting(key, value) for key, value in (switches or {}).items())
    remarks: list[str] = []
    games = []
    for sheet in layout.sheets:
        game = _game(sheet, layout, sheet.name or name, settings, remarks)
        found = problems(game)
        if found:
            raise BadGame(file, found)
        games.append(game)
    return Converted(tuple(games), tuple(remarks))


def _game(sheet: Sheet, layout: Layout, name: str, settings: tuple[tree.Setting, ...], remarks: list[str]) -> tree.Game:
    """Build one game; the points default to those of the paper's games."""
    stages = []
    for index in sorted(sheet.stages):
        section = sheet.stages[index]
        com, rules = _Reader(layout, section, remarks).stage()
        stages.append(tree.Stage(section.name, com, rules, at=section.at))
    ranking = _Reader(layout, sheet.sections.get("RANKING"), remarks).ranking()
    gives = any(isinstance(com, tree.Give) for stage in stages for com in stage.com)
    winning = _Reader(layout, sheet.sections.get("WINNING CONDITIONS"), remarks).winning(tree.Winning(int(gives), 0))
    used = [node.which for stage in stages for node in tree.walk(stage) if isinstance(node, tree.Table)]
    tables = max(used, default=-1) + 1 if layout.tables is None else layout.tables
    at = sheet.at or next((section.at for section in sheet.stages.values()), Location(1, 1))
    return tree.Game(name, layout.players, tables, 1, settings, tuple(stages), ranking, winning, at=at)


class _Word(NamedTuple):
    """A word, number or sign, as it is written and in lower case with signs unified."""

    at: Location
    written: str
    text: str


class _Reader:
    """Reads one section of a game, word by word."""

    def __init__(self, layout: Layout, section: Section | None, remarks: list[str]) -> None:
        self.layout, self.remarks = layout, remarks
        self.words = [word for piece in (section.pieces if section else ()) for word in self._split(piece)]
        self.index = 0
        self.start = section.at if section else Location(1, 1)

    def _split(self, piece: Piece) -> Iterable[_Word]:
        position = 0
        while position < len(piece.text):
            if MINUS.match(piece.text, position):
                at = Location(piece.at.line, piece.at.column + position)
                raise self.layout.error(at, "numbers cannot be negative in this notation")
            if blank := SEPARATOR.match(piece.text, position):
                position = blank.end()
                continue
            at = Location(piece.at.line, piece.at.column + position)
            match = WORD.match(piece.text, position)
            if match is None:
                raise self.layout.error(at, f"{piece.text[position]!r} is not a sign of this notation")
            lower = match[0].lower()
            yield _Word(at, match[0], SPELLINGS.get(lower, lower))
            position = match.end()

    # Single words.

    @property
    def word(self) -> str:
        """The next word, "" at the end of the section."""
        return self.words[self.index].text if self.index < len(self.words) else ""

    @property
    def written(self) -> str:
        """The next word as it is written, "" at the end of the section."""
        return self.words[self.index].written if self.index < len(self.words) else ""

    @property
    def at(self) -> Location:
        """Where the next word is; at the end of the section, where its last word is."""
        return self.words[min(self.index, len(self.words) - 1)].at if self.words else self.start

    def fail(self, expected: str) -> NoReturn:
        """Raise an error that says what was found and what was expected."""
        what = f"{self.written!r} does not fit here" if self.written else "the text ends too soon"
        raise self.layout.error(self.at, f"{what}; expected {expected}")

    def take(self) -> str:
        """Return the next word and go on."""
        word = self.word
        self.index += 1
        return word

    def skip(self, *words: str) -> bool:
        """Skip the next word if it is one of these, and return whether it was."""
        if self.word not in words:
            return False
        self.index += 1
        return True

    def one_of(self, words: Iterable[str], what: str = "") -> str:
        """Return the next word, which must be one of these."""
        allowed = tuple(words)
        if self.word not in allowed:
            self.fail(what or f"{', '.join(allowed[:-1])} or {allowed[-1]}")
        return self.take()

    def number(self, what: str) -> int:
        """Return the next word, which must be a number."""
        if not self.word.isdigit():
            self.fail(what)
        at = self.at
        return self.layout.number(self.take(), at)

    # A stage.

    def stage(self) -> tuple[tuple[tree.Com, ...], tuple[tree.Rule, ...]]:
        """Return the com rules and the players' rules of a stage."""
        com: list[tree.Com] = []
        rules: list[tree.Rule] = []
        while self.word:
            if self.word == "com" or self.word in COMMANDS:
                com.append(self._command())
            else:
                rules.append(self._rule())
        return tuple(com), tuple(rules)

    def _command(self) -> tree.Com:
        at = self.at
        self.skip("com")
        verb = self.one_of(COMMANDS)
        to = self._receivers(verb)
        if verb == "give":
            assert not isinstance(to, tree.Table)
            return tree.Give(self.number("a number of tokens"), to, at=at)
        return tree.Deal(self.number("a number of cards"), to, at=at)

    def _receivers(self, verb: str) -> tuple[int, ...] | tree.Table | None:
        if self.skip("all"):
            self.one_of(("players",))
            return None
        if verb == "deal" and re.fullmatch("t[0-9]", self.word):
            return self._table()
        tables = ", a table such as T0" if verb == "deal" else ""
        if not self.skip("player", "players"):
            self.fail(f"ALL PLAYERS, players such as 'players 0 and 1'{tables}")
        seats = [self.number("the number of a player")]
        while self.skip("and"):
            seats.append(self.number("the number of a player"))
        return tuple(seats)

    def _rule(self) -> tree.Rule:
        at = self.at
        modifiers = (self.take(),) if self.word in MODIFIERS else ()
        known = (*ANTECEDENTS, LAMBDA)
        if self.word not in known:
            before = "" if modifiers else f"com, {', '.join(MODIFIERS)} or "
            self.fail(f"{before}an antecedent ({', '.join(known)})")
        antecedent = self._antecedent()
        consequents = []
        while self.word in CONSEQUENTS:
            consequents.append(self._consequent())
        if not consequents:
            self.fail(f"a consequent ({', '.join(CONSEQUENTS)})")
        return tree.Rule(modifiers, antecedent, tuple(consequents), at=at)

    # Antecedents.

    def _antecedent(self) -> tree.Antecedent:
        at, word = self.at, self.take()
        match word:
            case "tokens":
                return tree.CompareTokens(self._tokens(), self._relation(), self._tokens(), at=at)
            case "play":
                return tree.ComparePlays(self._zones(), self._relation(), self._zones(), at=at)
            case "sum":
                left, relation = self._zones(), self._relation()
                right = self.number("a sum") if self.word.isdigit() else self._zones()
                return tree.CompareSums(left, relation, right, at=at)
            case "have":
                return tree.Have(self._combinations(), at=at)
            case "draw":
                return tree.Draw(at=at)
            case "show":
                return self._show(at)
        return tree.Always(at=at)

    def _show(self, at: Location) -> tree.Show:
        if self.skip("card", "cards"):
            self.one_of(("with",))
        if self.skip("same"):
            relation = f"same {self.one_of(('suit', 'number'))}"
        else:
            relation = self._relation(" or 'same suit' or 'same number'")
        return tree.Show(relation, self._table(), at=at)

    def _relation(self, more: str = "") -> str:
        return self.one_of(tree.RELATIONS, f"a restriction ({', '.join(tree.RELATIONS)}){more}")

    def _tokens(self) -> tree.Tokens:
        at = self.at
        if self.written in TRUNCATED:
            self.remarks.append(f"{self.layout.file}, line {at.line}: {self.written!r} is read as KA1")
            self.index += 1
            return tree.Tokens(tree.OTHERS, tree.BET, at=at)
        match = TOKENS.fullmatch(self.word)
        if match is None:
            self.fail(TOKEN_LOCATIONS)
        self.index += 1
        return tree.Tokens(_who(match[1]), int(match[2]), at=at)

    def _zones(self) -> tuple[tree.Hand | tree.Table, ...]:
        zones = [self._zone(("h", "t"))]
        while self.skip("+"):
            zones.append(self._zone(("h", "t")))
        return tuple(zones)

    def _table(self) -> tree.Table:
        return cast(tree.Table, self._zone(("t",)))

    def _zone(self, kinds: tuple[str, ...]) -> Any:
        """Return a location of cards of one of these kinds: d for the deck, h for a hand, t for a table."""
        at, word = self.at, self.word
        readers: dict[str, tuple[str, Callable[[str], tree.CardZone], str]] = {
            "d": ("d", lambda _: tree.Deck(at=at), "the deck (D)"),
            "h": ("h[xa0-9]", lambda which: tree.Hand(_who(which), at=at), "a hand (HX, HA, H0, ...)"),
            "t": ("t[0-9]", lambda which: tree.Table(int(which), at=at), "a table (T0, T1, ...)"),
        }
        for kind in kinds:
            pattern, build, _ = readers[kind]
            if re.fullmatch(pattern, word):
                self.index += 1
                return build(word[1:])
        self.fail(" or ".join(readers[kind][2] for kind in kinds))

    # Consequents.

    def _consequent(self) -> tree.Consequent:
        at, word = self.at, self.take()
        match word:
            case "pifr":
                zone, amount = self._amount_of()
                return tree.Take(amount, zone, self._face(), at=at)
            case "puin":
                zone, amount = self._amount_of()
                relation = tree.ANY if self.skip(LAMBDA) else self._relation(f" or {LAMBDA}")
                return tree.Put(amount, zone, relation, self._face(), at=at)
            case "bet":
                return self._bet(at)
            case "gain":
                return tree.Gain(self._tokens(), at=at)
        return ENDINGS[word](at=at)

    def _amount_of(self) -> tuple[tree.CardZone, int]:
        zone = self._zone(("d", "t", "h"))
        self.one_of(("*",), "* and a number of cards, as in D * 2")
        return zone, self.number("a number of cards")

    def _face(self) -> str:
        return self.one_of((tree.UP, tree.DOWN))

    def _bet(self, at: Location) -> tree.Bet:
        if self.skip(LAMBDA):
            self.skip(LAMBDA)  # the location
            return tree.Bet(tree.ANY, at=at)
        return tree.Bet(self._relation(f" or {LAMBDA}"), self._tokens(), at=at)

    # Cards, ranking and winning conditions.

    def _combinations(self) -> tuple[tree.Combination, ...]:
        if self.skip(LAMBDA):
            return ()
        parts = [self._combination()]
        while self.skip("+", "and"):
            parts.append(self._combination())
        return tuple(parts)

    def _combination(self) -> tree.Combination:
        at = self.at
        self.skip("number", "suit")
        if self.word.isdigit():
            number = self.number("the number of a card")
            if self.skip("of"):
                return tree.Card(number, self.one_of(tree.SUITS), at=at)
            return tree.Number(number, at=at)
        if self.word in tree.SUITS:
            return tree.Suit(self.take(), at=at)
        for play in sorted(tree.PLAYS, key=len, reverse=True):  # "straight flush" before "straight"
            names = play.split()
            if [word.text for word in self.words[self.index : self.index + len(names)]] == names:
                self.index += len(names)
                return tree.Play(play, at=at)
        self.fail(f"a card such as '2 of diamonds', a number, a suit or a play ({', '.join(tree.PLAYS)})")

    def ranking(self) -> tuple[tree.Rank, ...]:
        """Return the ranking: pairs such as `[flush, 600]`, `flush (600)` or `[1, 1 and 10]`."""
        ranks = []
        while self.word:
            at = self.at
            squared = self.skip("[")
            what = self._combination()
            rounded = self.skip("(") or (self.skip("=") and self.skip("("))
            scores = [self.number("a score")]
            if self.skip("and", "or"):
                scores.append(self.number("a score"))
            for opened, closing in ((rounded, ")"), (squared, "]")):
                if opened:
                    self.one_of((closing,), f"{closing!r}, which closes the bracket before the score")
            ranks.append(tree.Rank(what, tuple(scores), at=at))
        return tuple(ranks)

    def winning(self, usual: tree.Winning) -> tree.Winning:
        """Return the winning conditions, two numbers; the usual ones if the text has none."""
        if not self.words:
            return usual
        at = self.at
        token = self.number("the points for each token")
        alive = self.number("the points for not being out")
        if self.word:
            self.fail("the end of the winning conditions, which are two numbers")
        return tree.Winning(token, alive, at=at)


def _who(letter: str) -> int:
    return WHO[letter.upper()] if letter.upper() in WHO else int(letter)
