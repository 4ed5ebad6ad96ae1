"""What was found about a game by playing it, in tables and in plain sentences."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardwright.arena.statistics import Estimate
from cardwright.arena.table import Grid, Grids, Shown, Tables, mean_text, rate_text
from cardwright.cgdl import tree
from cardwright.cgdl.prose.words import listed, player

from .real_choices import RealChoices
from .stages import Choices
from .subject import Side
from .trim import Effect
from .unused import UnusedCards

UNLIKELY = 0.001  # of a difference between seats by chance, for a warning
UNFAIR = 0.05  # the difference between the seats' win rates that a warning needs
MANY = 0.5  # the share of draws that a warning needs
RARE = 0.01  # the share of plays that may be stopped or crash
EARLY = 0.35  # of a play: if it is decided before that, a warning says so
FEW_CLEAR = 0.1  # the share of decisions that must matter
LITTLE_GAIN = 0.25  # of what a player can win: below that, skill hardly matters
MOST_NAMED = 6  # cards
SEARCHES = "mcts:"


class Plays(NamedTuple):
    """How plays went in which every seat had the same agent."""

    agent: str
    plays: int
    won: Estimate
    drawn: Estimate
    stopped: Estimate  # at the turn limit
    crashed: Estimate  # for other reasons
    reason: str  # of the first crash
    turns: Estimate  # of plays that came to an end, as decisions
    decisions: Estimate
    sides: tuple[Estimate, ...]  # the win rate of each side
    chance: float  # how likely equal sides would differ so much


class Rung(NamedTuple):
    """How much more an agent wins than one below it: the gain; of a game for one player, the difference of rates."""

    agent: str
    below: str
    plays: int  # of each side
    gain: Estimate


class Drama(NamedTuple):
    """Means of plays that were won: how long the winner was behind, lead changes, and when the play was decided."""

    plays: int
    behind: Estimate
    changes: Estimate
    decided: Estimate


@dataclass(frozen=True)
class Review(Shown):
    """What play shows about a game; `warnings()` says what is wrong with it."""

    name: str
    described: tree.Game
    sides: tuple[Side, ...]
    seed: int
    plays: list[Plays]  # of random players first
    effects: list[Effect]
    cards: UnusedCards
    ladder: list[Rung] = field(default_factory=list)
    choices: RealChoices | None = None
    drama: Drama | None = None

    @property
    def title(self) -> str:
        """What was judged."""
        game = self.described
        players = f"{game.players} player{'s' if game.players > 1 else ''}"
        return f"{game.name}, {players}, {self.plays[0].plays:,} random plays, seed {self.seed}"

    @property
    def side_names(self) -> list[str]:
        """The players of each side."""
        return [listed(map(player, side)) for side in self.sides]

    @property
    def _is_never_won(self) -> bool:
        """Whether this is a game for one player in which every play of every agent was lost."""
        return len(self.sides) == 1 and all(each.sides[0].value == 0 for each in self.plays)

    # Warnings.

    def warnings(self) -> list[str]:
        """Return what is wrong with the game, in plain sentences."""
        found = (self._endings, self._decisions, self._fairness, self._skill, self._leads, self._unused)
        return [sentence for each in found for sentence in each()]

    def _endings(self) -> Iterator[str]:
        limit = self.described.switch("turn_limit")
        for each in self.plays:
            of = f"{each.plays:,} plays of {each.agent} players"
            if each.stopped.value > RARE:
                others = " Turns and decisions are those of the others." if each.stopped.value < 1 else ""
                yield f"{_percent(each.stopped)} of {of} were stopped at the limit of {limit:,} turns.{others}"
            if each.crashed.value > 0:
                yield f"{_percent(each.crashed)} of {of} crashed: {each.reason}."
            if each.drawn.value == 1:
                yield f"Nobody ever wins: all of {of} were drawn."
            elif each.drawn.value > MANY:
                yield f"{_percent(each.drawn)} of {of} were drawn."

    def _decisions(self) -> Iterator[str]:
        decisions = self.plays[0].decisions.value
        if decisions == 0 or math.isnan(decisions):
            yield "Players never decide anything." if decisions == 0 else "No play came to an end."
        elif decisions / self.described.players < Choices.least:
            yield f"Players decide little: {decisions / self.described.players:.1f} times each in a play."
        if self._is_never_won:
            return
        if self.choices is not None and self.choices.decisions and self.choices.clear.high < FEW_CLEAR:
            share = _percent(self.choices.clear)
            yield f"Choices hardly matter: in {share} of decisions one action is clearly better than the others."

    def _fairness(self) -> Iterator[str]:
        if len(self.sides) == 1:
            return
        for each in self.plays:
            best, worst = (pick(range(len(self.sides)), key=lambda k: each.sides[k].value) for pick in (max, min))
            if each.chance < UNLIKELY and each.sides[best].value - each.sides[worst].value > UNFAIR:
                shares = [f"{self.side_names[k]} {_percent(each.sides[k])}" for k in (best, worst)]
                yield f"The seats are not equal among {each.agent} players: {shares[0]} of plays won, {shares[1]}."

    def _skill(self) -> Iterator[str]:
        if self._is_never_won:
            yield "Nobody ever wins: whether choices and skill matter cannot be told from these plays."
            return
        if self.ladder and not any(rung.gain.low > 0 for rung in self.ladder):
            if max(rung.gain.high for rung in self.ladder) < LITTLE_GAIN:
                yield "Skill hardly matters: no agent wins clearly more than a weaker one."
            else:
                yield "Whether skill matters is not clear from so few plays: give more with --games."
        for rung in self.ladder:
            if rung.gain.high < 0 and rung.agent.startswith(SEARCHES) and rung.below.startswith(SEARCHES):
                yield f"Thinking longer does not help: {rung.agent} wins less than {rung.below}."

    def _leads(self) -> Iterator[str]:
        if self.drama is not None and self.drama.decided.high < EARLY:
            after = _percent(self.drama.decided)
            yield f"Plays are decided early: after {after} of a play, the later winner is ahead for good."

    def _unused(self) -> Iterator[str]:
        for each in self.effects:
            if each.share == 0:
                yield f"No random play changes without the rule in line {each.line}: {each.rule}"
        for cards, what in ((self.cards.never_dealt, "dealt"), (self.cards.never_laid, "laid from a hand")):
            if cards:
                names = [f"the {each}" for each in cards[:MOST_NAMED]]
                more = [f"{len(cards) - MOST_NAMED} more"] if len(cards) > MOST_NAMED else []
                yield f"Cards that are never {what}: {listed([*names, *more])}."

    # Tables.

    def report(self) -> Tables:
        """Return the tables."""
        warned = [f"warning: {each}" for each in self.warnings()] or ["no warnings"]
        return Grids(self.title, [each.grid._replace(about=each.about) for each in self.sections()], ["", *warned])

    def sections(self) -> list[Section]:
        """Return the tables with what they mean."""
        made = [self._results()]
        if len(self.sides) > 1:
            made.append(self._seats())
        if self.ladder:
            made.append(self._ladder())
        if self.choices is not None:
            made.append(self._course())
        if self.effects:
            made.append(self._rules())
        return made

    def _results(self) -> Section:
        columns = ["agent", "plays", "won %", "drawn %", "stopped %", "crashed %", "turns", "decisions"]
        rows = [
            [each.agent, f"{each.plays:,}", *map(rate_text, (each.won, each.drawn, each.stopped, each.crashed)),
             mean_text(each.turns), mean_text(each.decisions)]
            for each in self.plays
        ]  # fmt: skip
        about = (
            "Plays in which every seat has the same agent. A play is stopped at the turn limit; turns and "
            "decisions are those of the plays that end."
        )
        return Section("results", about, Grid("Endings and length", columns, rows))

    def _seats(self) -> Section:
        columns = ["agent", *self.side_names, "chance"]
        rows = [[each.agent, *map(rate_text, each.sides), f"{each.chance:.3f}"] for each in self.plays]
        about = "Plays won, in per cent. The chance is how likely equal seats would differ so much (Cochran's test)."
        return Section("seats", about, Grid("Seats", columns, rows))

    def _ladder(self) -> Section:
        alone = len(self.sides) == 1
        shown = _more if alone else _gain
        columns = ["agent", "other", "plays", "wins more, %" if alone else "gain"]
        rows = [[rung.agent, rung.below, f"{rung.plays * len(self.sides):,}", shown(rung.gain)] for rung in self.ladder]
        about = "Each agent against a weaker one. " + (
            "The figure is the difference between their win rates."
            if alone
            else "The gain is 0 if it wins no more than its share, and 1 if it always wins."
        )
        return Section("skill", about, Grid("Skill", columns, rows))

    def _course(self) -> Section:
        rows = []
        if self.choices is not None and self.choices.decisions:
            rows = [
                ["decisions in which one action is clearly better, %", rate_text(self.choices.clear)],
                ["advantage of the best action over the others, from -2 to 2", mean_text(self.choices.worth)],
            ]
        if self.drama is not None and self.drama.plays:
            rows += [
                ["share of a play in which the winner is behind, %", rate_text(self.drama.behind)],
                ["lead changes in a play", mean_text(self.drama.changes)],
                ["share of a play after which it is decided, %", rate_text(self.drama.decided)],
            ]
        turns, decisions = self.plays[0].turns.value, self.plays[0].decisions.value
        rows.insert(0, ["decisions in a turn", f"{decisions / turns:.2f}" if turns else "-"])
        about = "Plays of tree searches. Chances of winning are judged by random playouts at twelve moments of a play."
        return Section("choices", about, Grid("Choices and leads", ["measure", "figure"], rows))

    def _rules(self) -> Section:
        rows = [[each.rule, f"{each.line:,}", f"{100 * each.share:.1f}"] for each in self.effects]
        about = "The share of random plays that change without the rule; 100 if the game is not valid without it."
        return Section("rules", about, Grid("Rules", ["text", "line", "plays changed, %"], rows))

    # Data and pages.

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data."""
        game = self.described
        return {
            "game": self.name,
            "title": game.name,
            "language": game.language,
            "players": game.players,
            "seed": self.seed,
            "warnings": self.warnings(),
            "plays": [_data(each) for each in self.plays],
            "ladder": [_data(each) for each in self.ladder],
            "choices": None if self.choices is None else _data(self.choices),
            "drama": None if self.drama is None else _data(self.drama),
            "rules": [_data(each) for each in self.effects],
            "cards": _data(self.cards),
        }

    def to_html(self) -> str:
        """Return everything as one page."""
        from .review_page import page

        return page(self)


class Section(NamedTuple):
    """A table and what it means."""

    name: str
    about: str
    grid: Grid


def _more(difference: Estimate) -> str:
    return rate_text(difference, "+")


def _gain(gain: Estimate) -> str:
    return f"{gain.value:+.2f} [{gain.low:+.2f},{gain.high:+.2f}]"


def _percent(share: Estimate) -> str:
    """Return a share in per cent; one that is not quite 0 or 100 does not read so."""
    value = 100 * share.value
    return f"{value:.1f} %" if 0 < value < 1 or 99 < value < 100 else f"{value:.0f} %"


def _data(found: Any) -> dict[str, Any]:
    """Return a tuple with names as plain data."""
    return {name: _plain(value) for name, value in found._asdict().items()}


def _plain(value: Any) -> Any:
    if isinstance(value, Estimate):
        return value.to_list()
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    return value
