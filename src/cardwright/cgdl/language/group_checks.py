"""Checks of groups of cards: sets, runs and poker hands that players lay on tables (language 3)."""

from __future__ import annotations

from collections.abc import Iterator

from . import limits, tree
from .card_printer import zone_text
from .decks import pack_of
from .problem import Problem

CHOSEN = tree.Lay | tree.LayOff | tree.Beat  # the player chooses the cards
SHORTEST_RUN = 2
WITH_TOP = 2  # cards of a set with the top card of a table, at least
MOST_OF_FIRST = 4  # cards that a set needs where first melds have a minimum: else one set could need two jokers


def group_problems(game: tree.Game) -> Iterator[Problem]:
    """Yield every problem with groups of cards."""
    yield from _places(game)
    yield from _tables(game)
    yield from _sizes(game)
    yield from _counts(game)
    yield from _melds(game)
    if game.jokers:
        yield from _jokers(game, game.jokers)
    if game.first_meld:
        yield from _minimums(game.first_meld)
        yield from _first_meld(game, game.first_meld)


# Where groups are laid in a rule.


def _places(game: tree.Game) -> Iterator[Problem]:
    for effect in game.effects:
        for each in effect.consequents:
            if isinstance(each, tree.Groups):
                yield Problem(each.at, f"{_verb(each)!r} cannot be an effect of a card")
    for rule in (rule for stage in game.written_stages() for rule in stage.rules):
        for index, each in enumerate(rule.consequents):
            if not isinstance(each, CHOSEN):
                continue
            if index or isinstance(rule.antecedent, tree.Show | tree.Draw):
                yield Problem(each.at, f"{_verb(each)!r} must come first in a rule without 'show' or 'draw'")
            elif tree.MANDATORY in rule.modifiers:
                yield Problem(each.at, f"{_verb(each)!r} cannot be mandatory: the hand may have no such cards")


def _verb(consequent: tree.Groups) -> str:
    match consequent:
        case tree.LayOff():
            return "lay off"
        case tree.LayAll():
            return "lay all"
        case tree.Beat():
            return "beat"
    return f"lay {consequent.kind}"


# The tables with groups.


def _tables(game: tree.Game) -> Iterator[Problem]:
    melds = {node.table for node in game.of(tree.Lay, tree.LayAll)}
    beaten = {node.table for node in game.of(tree.Beat)}
    growing = {node.table for node in game.of(tree.LayOff)}
    for node in game.of(tree.Beat, tree.LayOff):
        if node.table not in melds:
            what = "beaten" if isinstance(node, tree.Beat) else "added to"
            yield Problem(node.at, f"nobody lays a group in {zone_text(node.table)} that could be {what}")
        elif isinstance(node, tree.LayOff) and node.table in beaten:
            name = zone_text(node.table)
            yield Problem(node.at, f"{name} keeps only its last group, because of 'beat {name}': nobody can lay off")
    for_groups = melds | beaten | growing
    for node in game.nodes if for_groups else ():
        for table in _touched(node) & for_groups:
            yield Problem(
                node.at,
                f"{zone_text(table)} is a table for groups: cards come there by 'lay', 'lay off' and 'beat' only, and "
                "leave it all together, by 'com move' or 'capture'",
            )
    if game.switch("empty_deck") == "reshuffles" and tree.Table(0) in melds:
        yield Problem(game.at, "T0 is reshuffled when the deck is empty, so groups must be laid on another table")


def _touched(node: tree.Node) -> set[tree.Table]:
    """Return the tables that single cards come to or leave by a part of a game."""
    match node:
        case tree.Put(zone=tree.Table() as table) | tree.PutPlay(zone=tree.Table() as table):
            return {table}
        case tree.PutCards(zone=tree.Table() as table) | tree.Take(source=tree.Table() as table):
            return {table}
        case tree.Deal(to=tree.Table() as table) | tree.DealCards(to=tree.Table() as table):
            return {table}
        case tree.Move(to=table) | tree.Turn(table=table) | tree.TakeAll(table):
            return {table}
        case tree.Rule(antecedent=tree.Show(table=table), consequents=(tree.PlayIt(), *_)):
            return {table}
        case tree.Trick(table, to):
            return {table, to} if isinstance(to, tree.Table) else {table}
        case tree.Lay(top=tree.Table() as table) | tree.LayOff(top=tree.Table() as table):
            return {table}
    return set()


# Sizes and counts.


def _sizes(game: tree.Game) -> Iterator[Problem]:
    for node in game.of(tree.Lay):
        if node.kind == tree.RUN and node.least < SHORTEST_RUN:
            yield Problem(node.at, f"a run has at least {SHORTEST_RUN} cards")
        if node.top and node.kind != tree.SET:
            yield Problem(node.at, "only a set is laid with the top card of a table: write 'lay set'")
        elif node.top and node.least < WITH_TOP:
            yield Problem(node.at, f"a set with the top card of a table has at least {WITH_TOP} cards")
        if node.natural and not game.jokers:
            yield Problem(node.at, "there are no jokers: leave out 'without jokers', or write 'jokers number 2'")
        if node.required is not None and node.required.called:
            yield Problem(node.at, "a word in place of a number or suit is allowed after 'found' and 'count' only")


def _counts(game: tree.Game) -> Iterator[Problem]:
    if game.uses(tree.Lay, tree.LayAll):
        return
    for node in game.of(tree.Kept, tree.GroupsOf):
        name = "groups" if isinstance(node, tree.GroupsOf) else node.name
        if name in ("groups", tree.MELDED):
            yield Problem(node.at, f"{name!r} is always 0: nobody lays a group, as in 'lay set of 3 or more in T0'")


def _melds(game: tree.Game) -> Iterator[Problem]:
    """Check that sets of one number each are laid card by card."""
    setting = next((each for each in game.switches if each.name == "melds" and each.value == "one_per_number"), None)
    if setting is None:
        return
    if all(node.kind != tree.SET for node in game.of(tree.Lay)):
        yield Problem(setting.at, "nobody lays a set, as in 'lay set of 3 or more in T0'")
    for node in game.of(tree.Beat, tree.LayAll):
        yield Problem(node.at, f"{_verb(node)!r} cannot be used with melds = one_per_number")


# Jokers.


def _jokers(game: tree.Game, jokers: tree.Jokers) -> Iterator[Problem]:
    pack = pack_of(game)
    if not game.uses(tree.Lay):
        yield Problem(jokers.at, "nobody lays a group with jokers, as in 'lay set of 3 or more in T0'")
    for cards in jokers.cards:
        if cards.called:
            yield Problem(cards.at, "a word in place of a number or suit is allowed after 'found' and 'count' only")
    if not pack.everything & ~pack.jokers(jokers):
        yield Problem(jokers.at, "a joker stands for another card: some cards must be no jokers")
    for node in game.of(tree.Beat, tree.LayAll):
        yield Problem(node.at, f"{_verb(node)!r} cannot be used with jokers: it does not know what they stand for")
    for node in game.of(tree.Kept):
        if node.name == tree.DEADWOOD:
            yield Problem(node.at, "'deadwood' cannot be counted with jokers; count the hand, as in 'sum HX'")


# The first melds.


def _minimums(first: tree.FirstMeld) -> Iterator[Problem]:
    *limited, last = first.minimums
    if len(first.minimums) > limits.MAX_MINIMUMS:
        yield Problem(first.at, f"{len(first.minimums)} minimums; at most {limits.MAX_MINIMUMS} are allowed")
    for each in first.minimums:
        if each.amount < 1:
            yield Problem(each.at, "the first melds must count at least 1")
    if last.below is not None:
        yield Problem(last.at, f"what holds from {last.below} on? Write a number without 'below' at the end")
    scores = [each.below for each in limited]
    for each, before in zip(limited, [None, *scores], strict=False):
        if each.below is None:
            yield Problem(each.at, "write a score, as in '50 below 1500': only the last number holds for all others")
        elif before is not None and each.below <= before:
            yield Problem(each.at, f"the scores must rise, and {each.below} is not above {before}")


def _first_meld(game: tree.Game, first: tree.FirstMeld) -> Iterator[Problem]:
    """Check that the most that can still be laid in a turn can be computed: see `engine.first_melds`."""
    needed = [
        f"'with {name} = {value}'"
        for name, value in (("melds", "one_per_number"), ("rules_per_turn", "many"), ("passing", "never"))
        if game.switch(name) != value
    ]
    if needed:
        yield Problem(first.at, f"'first meld' needs {' and '.join(needed)}")
    if game.jokers and not game.jokers.fewer:
        yield Problem(first.at, "'first meld' needs jokers that are 'fewer than others'")
    lays = game.of(tree.Lay)
    offs = game.of(tree.LayOff)
    if not any(map(begins_anywhere, lays)) or not any(node.top is None for node in offs):
        yield Problem(first.at, "'first meld' needs the rules 'lay set of 3 or more' and 'lay off on own melds'")
    if len({node.table for node in lays} | {node.table for node in offs}) > 1:
        yield Problem(first.at, "'first meld' needs all melds on one table")
    for node in lays:
        if node.kind != tree.SET:
            yield Problem(node.at, f"'first meld' is for sets only, not for 'lay {node.kind}'")
        elif node.least > MOST_OF_FIRST:
            yield Problem(node.at, f"'first meld' needs sets of {MOST_OF_FIRST} or fewer cards")
    for off in offs:
        if off.whose != tree.OWN_MELDS:
            yield Problem(off.at, "'first meld' needs 'lay off on own melds': a side begins with its own")
    for rank in game.ranking:
        if not isinstance(rank.what, tree.Play) and min(rank.scores) < 0:
            yield Problem(rank.at, "'first meld' needs cards that count 0 or more")


def begins_anywhere(lay: tree.Lay) -> bool:
    """Return whether a set of any number can be laid so, with jokers and as many cards as the player likes."""
    return lay.kind == tree.SET and lay.or_more and lay.top is None and not lay.natural
