"""Checks of what only language 3 has: repeats in repeats, conditions, words, steps and partners."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from . import limits, tree
from .hints import COURT, WORDS_FOR_NUMBERS
from .parser import keywords
from .problem import Problem

WORDS_READ = (tree.Kept, tree.Called, tree.CalledCards, tree.Chosen)
KEPT = (tree.SCORE, tree.TRICKS, tree.DEADWOOD, tree.MELDED)  # for every player, in every game
WORDS_SET = (tree.Choose, tree.Call, tree.Add, tree.AddForAll)


def problems_3(game: tree.Game) -> Iterator[Problem]:
    """Yield every problem with what only language 3 has."""
    if game.language < 3:
        return
    yield from _repeats(game)
    yield from _conditions(game)
    yield from _words(game)
    yield from _choices(game)
    yield from _partners(game)
    yield from _effects(game)
    yield from _called_cards(game)
    for stage in game.written_stages():
        yield from _steps(stage, game)
        yield from _together(stage)
    for each in game.switches:
        if (each.name, each.value) in (("counting", "rules"), ("counting", "actions")):
            yield Problem(each.at, f"counting = {each.value} belongs to languages 1 and 2: here turns are counted")


def _too_many(at: tree.Location, what: str, count: int, most: int) -> Iterator[Problem]:
    if count > most:
        yield Problem(at, f"{count} {what}; at most {most} are allowed")


# Repeats.


def _repeats(game: tree.Game) -> Iterator[Problem]:
    repeats = game.of(tree.Repeat, tree.Until, tree.ForEach)
    yield from _too_many(game.at, "repeats", len(repeats), limits.MAX_REPEATS)
    for part in game.stages:
        yield from _too_many(part.at, "repeats in each other", _depth(part), limits.MAX_DEPTH)
    for node in repeats:
        acting = any(stage.rules for stage in tree.stages_in(node.stages))
        if isinstance(node, tree.Until) and not acting:
            yield Problem(node.at, "this repeat might never end: no player has a turn in it; add a stage with a rule")


def _depth(part: tree.Part) -> int:
    return 0 if isinstance(part, tree.Stage) else 1 + max(map(_depth, part.stages), default=0)


# Conditions.


def _conditions(game: tree.Game) -> Iterator[Problem]:
    untils = sum(not isinstance(node.condition, tree.Condition) for node in game.of(tree.Until))
    untils += sum(node.cards.called is not None for node in game.of(tree.Found))
    tests = game.of(tree.Test)
    yield from _too_many(game.at, "tests in conditions", len(tests) + untils, limits.MAX_TESTS)
    exact = [node for node in game.of(tree.ComparePlays) if isinstance(node.left[0], tree.Exactly)]
    amounts = 2 * (len(game.of(tree.Compare)) + len(exact))
    amounts += sum(not isinstance(node.highest, int) or bool(node.having) for node in game.of(tree.Choose))
    amounts += len(game.of(tree.Amount, tree.DealCount))
    yield from _too_many(game.at, "amounts", amounts, limits.MAX_AMOUNTS)
    conditions = [node.condition for node in game.of(tree.Until)]
    for draw in [*(test.what for test in tests), *conditions]:
        if isinstance(draw, tree.Draw):
            yield Problem(draw.at, "'draw' draws a card: it cannot stand beside 'or', after 'not' or after 'until'")
    for plays in exact:
        yield from _exact_plays(plays)
    for cards in game.of(tree.CardCount):
        yield from _too_many(cards.at, "zones", len(cards.zones), limits.MAX_ZONES)
        if len(set(cards.zones)) < len(cards.zones):
            yield Problem(cards.at, "a zone is named twice")
    for node in game.nodes if game.players % 2 else ():
        if getattr(node, "who", None) == tree.OPPOSITE:
            yield Problem(node.at, f"nobody sits opposite in a game for {game.players} players")


def _exact_plays(node: tree.ComparePlays) -> Iterator[Problem]:
    for parts in (node.left, node.right):
        one, two = (part for part in parts if isinstance(part, tree.Exactly))
        if one.zone == two.zone:
            yield Problem(one.at, "the cards of a play must come from two different zones")
        yield from _too_many(one.at, "cards of a play", one.amount + two.amount, tree.HAND_SIZE)


# Words.


def _words(game: tree.Game) -> Iterator[Problem]:
    """Check that each word is said, chosen or counted, and not both, and that it is not a word of the language."""
    yield from _too_many(game.at, "words and counters", len(game.words), limits.MAX_WORDS)
    taken = set(keywords()) - {"colour"}  # it only follows 'other', and games need it as a name
    said = {node.word for node in game.of(tree.Choose, tree.Call)}
    for node in game.of(*WORDS_SET):
        if node.word in taken:
            yield Problem(node.at, f"{node.word!r} is a word of the language; choose another name")
        elif isinstance(node, tree.Add | tree.AddForAll) and node.word in said:
            yield Problem(node.at, f"{node.word!r} is called or chosen elsewhere, so nothing can be added to it")
    for node in game.of(*WORDS_READ):
        name = node.name if isinstance(node, tree.Kept) else node.word
        if _is_court(node) and name not in game.words:
            yield Problem(node.at, f"write {name!r} alone for the cards of this name")
        elif name in WORDS_FOR_NUMBERS and name not in game.words:
            yield Problem(node.at, f"write the number {WORDS_FOR_NUMBERS.index(name) + 1} in digits")
        elif name not in (*game.words, *KEPT):
            yield Problem(node.at, f"nobody calls, chooses or counts {name!r}{_known(game)}")
        elif isinstance(node, tree.Chosen) and game.kinds.get(name) != tree.OF_PLAYER:
            yield Problem(node.at, f"nobody chooses a player with {name!r}: write 'choose player as {name}'")
        elif isinstance(node, tree.Called) and name in game.counters:
            yield Problem(node.at, f"{name!r} is counted, not called; compare it with a number, as in '{name} > 0'")


def _is_court(node: tree.Node | None) -> bool:
    """Return whether a part such as `number queen` means cards rather than a word of the game."""
    return isinstance(node, tree.CalledCards) and node.kind == tree.OF_CARD and node.word in COURT


def _known(game: tree.Game) -> str:
    return (
        f": the words are {', '.join(game.words)}" if game.words else ": write 'choose 0 to 13 as bid' or 'call pass'"
    )


def _choices(game: tree.Game) -> Iterator[Problem]:
    for choose in game.of(tree.Choose):
        highest = choose.highest if isinstance(choose.highest, int) else choose.lowest + 1
        if choose.lowest >= highest:
            yield Problem(choose.at, "the first number must be lower than the second")
        yield from _too_many(choose.at, "numbers to choose from", highest - choose.lowest + 1, limits.MAX_CHOICES)
    for add in game.of(tree.AddForAll):
        if add.most is not None and add.most < 2:
            yield Problem(add.at, "a count must go to 2 or more")
    for rule in game.of(tree.Rule):
        yield from _higher(rule)
    for move in game.of(tree.Move):
        if move.table == move.to:
            yield Problem(move.at, "cards must go to a different table")


def _higher(rule: tree.Rule) -> Iterator[Problem]:
    """Check that a choice for which nothing may be left decides whether its rule can be played."""
    for index, each in enumerate(rule.consequents):
        higher = isinstance(each, tree.Choose) and each.kind == tree.HIGHER
        if higher and (index or isinstance(rule.antecedent, tree.Show | tree.Draw)):
            yield Problem(each.at, "'choose higher' must come first in a rule without 'show' or 'draw'")
        elif higher and tree.MANDATORY in rule.modifiers:
            yield Problem(each.at, "'choose higher' cannot be mandatory: there may be no higher number")


# Effects of cards.


def _effects(game: tree.Game) -> Iterator[Problem]:
    for effect in game.effects:
        yield from _too_many(effect.at, "consequents", len(effect.consequents), limits.MAX_CONSEQUENTS)
        yield from _higher(effect.rule)
    yield from _too_many(game.at, "effects of cards", len(game.effects), limits.MAX_EFFECTS)
    for stage in game.written_stages():
        room = limits.MAX_RULES - len(stage.rules)
        if stage.rules and 0 <= room < len(game.effects):
            yield Problem(
                stage.at, f"this stage has {len(stage.rules)} rules, which leaves room for {room} effects of cards only"
            )
    for node in game.of(tree.SwapHands):
        if node.hand.who == tree.ME:
            yield Problem(node.at, "players cannot swap hands with themselves; name another hand, as in HA, HL or H0")


# Cards by what was called, and choices at the same time.


def _called_cards(game: tree.Game) -> Iterator[Problem]:
    for node in game.of(tree.Selection, tree.PutCards, tree.Effect):
        match node:
            case tree.Selection() if (
                sum(isinstance(each, tree.CalledCards) for each in (node.cards, *node.without)) > 1
            ):
                yield Problem(node.at, "a selection can name one word only")
            case tree.PutCards() | tree.Effect() if node.cards.called and not _is_court(node.cards.cards):
                yield Problem(node.at, "a word in place of a number or suit is allowed after 'found' and 'count' only")


def _together(stage: tree.Stage) -> Iterator[Problem]:
    if not stage.together:
        return
    match stage.rules:
        case (tree.Rule((), tree.Always(), (tree.Put(zone=tree.Table(), relation=tree.ANY), tree.Done())),):
            return
        case (tree.Rule((), tree.Always(), (tree.Choose(highest=int(), kind=kind), tree.Done())),) if (
            kind != tree.HIGHER
        ):
            return
    yield Problem(
        stage.at,
        "a stage 'together' has one rule, without a condition: 'put 1 in T0 any face down, done' with any number and "
        "table, or 'choose 0 to 5 as bid, done' with any numbers",
    )


# Partners and steps.


def _partners(game: tree.Game) -> Iterator[Problem]:
    named = [seat for team in game.partners for seat in team]
    where = named[0].at if named and isinstance(named[0], tree.Located) else game.at
    for seat, times in Counter(named).items():
        if not 0 <= seat < game.players:
            yield Problem(where, f"partners: there is no player {seat}: the players are 0 to {game.players - 1}")
        elif times > 1:
            yield Problem(where, f"partners: player {seat} is named twice")
    if len({len(team) for team in game.partners}) > 1 or (named and len(set(named)) < game.players):
        yield Problem(where, "partners: every player needs as many partners as every other")
    if game.partners:
        return
    for node in game.of(tree.Kept, tree.GroupsOf):
        if node.whose == tree.US:
            yield Problem(node.at, "'our' needs partners: write 'partners 0 and 2, 1 and 3' after the players")
    for stage in game.of(tree.Stage):
        if stage.by_partners:
            yield Problem(stage.at, "'by partners' needs partners: write 'partners 0 and 2, 1 and 3' after the players")


def _steps(stage: tree.Stage, game: tree.Game) -> Iterator[Problem]:
    steps = {rule.step for rule in stage.rules} - {0}
    if not steps:
        return
    yield from _too_many(stage.at, "steps of a turn", len(steps), limits.MAX_STEPS)
    if game.switch("rules_per_turn") != "one":
        yield Problem(stage.at, "steps of a turn need 'rules_per_turn = one': each step plays one rule")
    for rule in stage.rules:
        if rule.step and tree.MANDATORY in rule.modifiers:
            yield Problem(rule.at, "a mandatory rule cannot belong to a step; write it after the last step")
        elif not rule.step and tree.MANDATORY not in rule.modifiers:
            yield Problem(rule.at, "in a stage with steps, each rule outside them must be mandatory")
