"""Groups of cards on tables in the start of a game."""

from __future__ import annotations

from typing import Any

from pydantic import Field

from cardwright.core.data import Data
from cardwright.core.errors import BadData, unknown

from ..language import tree
from ..language.card_names import words
from ..language.decks import Pack, pack_of
from .group_compiler import followers, runs_of
from .group_tables import Group
from .state import MAX_GROUPS


class Meld(Data):
    """A group of cards: whose it is, the table where it lies, and its cards, which that table need not list."""

    of: str
    where: str = Field("", alias="in")
    cards: list[str] = Field(min_length=1)


def tables_of_groups(game: tree.Game) -> list[str]:
    """Return the tables on which players lay groups."""
    laid = {node.table.which for node in game.of(tree.Lay, tree.LayAll)}
    return [f"T{which}" for which in sorted(laid)]


def table_of(meld: Meld, game: tree.Game) -> int:
    """Return the table where a group lies; it must be given if there are several."""
    tables = tables_of_groups(game)
    if not tables:
        raise BadData("melds: in this game nobody lays groups of cards")
    if meld.where not in tables and (meld.where or len(tables) > 1):
        raise unknown("table for groups", meld.where, tables)
    return int((meld.where or tables[0])[1:])


def place_group(record: Any, meld: Meld, cards: list[int], game: tree.Game) -> None:
    """Note that cards, which lie on a table, are a group."""
    names = [f"P{number + 1}" for number in range(game.players)]
    if meld.of not in names:
        raise unknown("player", meld.of, names)
    k, owner, pack = int(record["group_count"]), names.index(meld.of), pack_of(game)
    if k == MAX_GROUPS:
        raise BadData(f"melds: at most {MAX_GROUPS} are allowed")
    kind, ordered = _group(cards, game, pack)
    table = table_of(meld, game)
    if kind != Group.POKER_HAND:
        _check_jokers(cards, game, pack)
    if kind == Group.SET and game.switch("melds") == "one_per_number":
        _check_number(record, pack.rank_of[ordered[0]], owner, table, game)
    record["groups"][k] = sum(1 << card for card in cards)
    record["group_kind"][k], record["group_owner"][k], record["group_table"][k] = kind, owner, table
    record["group_first"][k], record["group_last"][k] = ordered[0], ordered[-1]
    record["group_count"] += 1
    for card in cards:
        record["laid_by"][card] = owner


def _check_jokers(cards: list[int], game: tree.Game, pack: Pack) -> None:
    """Refuse a set or a run with more jokers than the game allows in a group of its size."""
    if not game.jokers:
        return
    size, jokers = len(cards), pack.jokers(game.jokers)
    most = (size - 1) // 2 if game.jokers.fewer else size - 1
    if game.jokers.most is not None:
        most = min(most, game.jokers.most)
    found = sum(jokers >> card & 1 for card in cards)
    if found > most:
        names = ", ".join(pack.name(card) for card in cards)
        raise BadData(f"melds: {names}: {found} of {size} cards are jokers; the limit is {most}")


def _check_number(record: Any, rank: int, owner: int, table: int, game: tree.Game) -> None:
    """Refuse a set if its owner's side has another one of its number on the table."""
    pack = pack_of(game)
    side = next((team for team in game.partners if owner in team), (owner,))
    for k in range(int(record["group_count"])):
        beside = record["group_table"][k] == table and record["group_owner"][k] in side
        if beside and record["group_kind"][k] == Group.SET and pack.rank_of[record["group_first"][k]] == rank:
            number = words(pack.ranks[rank])
            raise BadData(f"melds: the side of P{owner + 1} has two sets of number {number}; in this game they are one")


def _group(cards: list[int], game: tree.Game, pack: Pack) -> tuple[Group, list[int]]:
    """Return the kind of a group, and its cards from the lowest."""
    laid = {node.kind for node in game.of(tree.Lay)}
    laid |= {tree.SET, tree.RUN} if game.uses(tree.LayAll) else set()
    jokers = pack.jokers(game.jokers)
    if any(jokers >> card & 1 for card in cards):
        others = sorted(card for card in cards if not jokers >> card & 1)
        if tree.SET in laid and len({pack.rank_of[card] for card in others}) == 1:
            return Group.SET, [*others, *(card for card in cards if card not in others)]
        if tree.RUN in laid and others:
            return Group.RUN, _row_with_jokers(cards, jokers, game, pack)
    row = _row(cards, game, pack)
    if tree.SET in laid and len({pack.rank_of[card] for card in cards}) == 1:
        return Group.SET, sorted(cards)
    if tree.RUN in laid and len(row) == len(cards):
        return Group.RUN, row
    if tree.POKER_HAND in laid and len(cards) == tree.HAND_SIZE:
        return Group.POKER_HAND, sorted(cards)
    raise BadData(f"melds: {', '.join(pack.name(card) for card in cards)} are no group of this game")


def _row_with_jokers(cards: list[int], jokers: int, game: tree.Game, pack: Pack) -> list[int]:
    """Return what the cards of a run stand for, which are given from the lowest."""
    runs = runs_of(game, pack)
    row = [next(card for card in cards if not jokers >> card & 1)]
    for _ in cards[: cards.index(row[0])]:
        row[:0] = [card for card in range(pack.size) if row[0] in followers(card, runs, pack)][:1]
    for card in cards[len(row) :]:
        following = followers(row[-1], runs, pack)
        row += following[:1] if jokers >> card & 1 else [card] * (card in following)
    if len(row) < len(cards):
        raise BadData(f"melds: {', '.join(pack.name(card) for card in cards)} are no run")
    return row


def _row(cards: list[int], game: tree.Game, pack: Pack) -> list[int]:
    """Return as many of the cards as follow each other, from the first that follows none of the others."""
    runs = runs_of(game, pack)
    after = {card: [other for other in followers(card, runs, pack) if other in cards] for card in cards}
    following = {other for others in after.values() for other in others}
    row = [card for card in cards if card not in following][:1]
    while row and after[row[-1]]:
        row.append(after[row[-1]][0])
    return row
