"""Parts of a valid game that never come to anything: what `cardwright cgdl check` warns of."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from . import tree
from .rule_printer import rule_text

SURE = (
    tree.Next | tree.Done | tree.Out | tree.Win | tree.End | tree.Stop | tree.Again | tree.Lead | tree.Call | tree.Score
    | tree.Add
)  # consequents that are always possible  # fmt: skip


def unused_parts(game: tree.Game) -> Iterator[str]:
    """Yield a warning for each rule that can never be played, or looks like the end of the rule before it.

    Comparisons of points that are always 0 are warned of too, and games in which nobody ever has any.
    """
    filled = _filled(game)
    for stage in game.written_stages():
        yield from _blocked(stage)
        yield from _beside(stage)
        yield from _never_reached(stage)
        for rule in stage.rules:
            show = rule.antecedent
            if isinstance(show, tree.Show) and show.table not in filled:
                what = f"T{show.table.which}"
                yield f"line {rule.at.line}: nothing is ever put on {what}, so no card can be shown for it"
    if not game.winning.captured:
        for node in game.of(tree.ComparePoints, tree.PointsOf):
            yield f"line {node.at.line}: no card has points, so these are always 0; add 'captured' to 'winning'"
        if game.winning.score is not None and not game.uses(tree.Score, tree.Win):
            yield f"line {game.winning.at.line}: no rule scores, so everybody ends with 0, and no rule wins the game"


def _blocked(stage: tree.Stage) -> Iterator[str]:
    """Yield a warning for each rule with `otherwise` below one that can always be played."""
    above: tree.Rule | None = None
    for rule in stage.rules:
        if above is not None and tree.OTHERWISE in rule.modifiers and above.step == rule.step:
            yield (
                f"line {rule.at.line}: {rule_text(rule)!r} can never be played, "
                f"because {rule_text(above)!r} above it always can"
            )
        sure = isinstance(rule.antecedent, tree.Always) and all(isinstance(each, SURE) for each in rule.consequents)
        if above is None and sure and not {tree.MANDATORY, tree.ONCE, tree.OTHERWISE} & set(rule.modifiers):
            above = rule


def _beside(stage: tree.Stage) -> Iterator[str]:
    """Yield a warning for each rule without a condition that begins in the line of another: a comma may be missing."""
    for before, rule in pairwise(stage.rules):
        bare = isinstance(rule.antecedent, tree.Always) and not rule.modifiers and before.step == rule.step
        if bare and 0 < rule.at.line == before.at.line:
            yield (
                f"line {rule.at.line}: {rule_text(rule)!r} is a rule of its own; write a comma before it to do both, "
                f"or begin a new line"
            )


def _never_reached(stage: tree.Stage) -> Iterator[str]:
    """Yield a warning for a mandatory rule without a condition that ends every turn before anything else is done."""
    last = tree.Next | tree.Done | tree.Out | tree.Win | tree.End | tree.Stop
    for number, rule in enumerate(stage.rules, 1):
        always = tree.MANDATORY in rule.modifiers and isinstance(rule.antecedent, tree.Always)
        others = [each for each in stage.rules if tree.MANDATORY not in each.modifiers] or stage.rules[number:]
        if always and others and isinstance(rule.consequents[-1], last):
            yield (
                f"line {rule.at.line}: {rule_text(rule)!r} is carried out at the beginning of every turn and ends it, "
                f"so {rule_text(others[0])!r} can never be played"
            )
            return


def _filled(game: tree.Game) -> set[tree.Table]:
    """Return the tables that cards can come to."""
    tables: set[tree.Table] = set()
    for node in game.nodes:
        match node:
            case tree.Put(zone=tree.Table() as table) | tree.PutPlay(zone=tree.Table() as table):
                tables.add(table)
            case tree.PutCards(zone=tree.Table() as table) | tree.PutAll(table=table) | tree.Turn(table=table):
                tables.add(table)
            case tree.Deal(to=tree.Table() as table) | tree.DealCards(to=tree.Table() as table):
                tables.add(table)
            case tree.Move(to=table) | tree.Trick(to=tree.Table() as table) | tree.DealUntil(table=table):
                tables.add(table)
    return tables
