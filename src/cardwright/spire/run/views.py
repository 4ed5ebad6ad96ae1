"""A run as data and as text."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from cardwright.core.chart import Chart, Spot
from cardwright.core.event_log import LoggedEvent
from cardwright.core.game import Game
from cardwright.core.presentation import Action, CardName, Face, Presentation
from cardwright.core.showing.choices import mentioned
from cardwright.core.state import State
from cardwright.spire.engine.start import EMPTY
from cardwright.spire.facade import Battle
from cardwright.spire.maps.act_map import BOSS, from_grid
from cardwright.spire.maps.generation import BOSS_COLUMN, ROWS
from cardwright.spire.maps.looks import LOOKS

from . import text, words
from .action_words import deck_verb, neow_words, room_words
from .actions import BOSS_ROOM, DRINK, FIRST_ACTIONS
from .log_events import RunEvent
from .narration import event_text
from .option_text import bonfire_text, neow_text, option_text, removal_text, rest_text
from .rooms import Rest
from .state import NONE, SOLD, Frame, Key, Outcome, Place, Select
from .tables import Names, names, tables


class RunViews(Game):
    """How runs are shown: the part of `RunGame` that turns a position into data and text."""

    battle: Battle  # which knows how battles are shown
    listed: Names  # of everything in runs, a designer's own cards and relics included
    event_type = RunEvent
    score_words = "which count at least 0.5 for a run that is won and 0 or less for a death"
    presentation = Presentation(
        unordered=(*Battle.presentation.unordered, "deck"),
        piles=(*Battle.presentation.piles, "deck"),
        counters=Battle.presentation.counters,
        redundant=("neow",),  # whose options are what can be chosen
        sources={**Battle.presentation.sources, "remove": ("deck",), "upgrade": ("deck",), "transform": ("deck",)},
        symbols=LOOKS,
    )

    def view(self, state: State) -> dict[str, Any]:
        """Return the position: the run, and the battle in progress or what the screen shows."""
        record = state.record
        run = record.run
        shown: dict[str, Any] = {
            "act": int(run.act),
            "floor": int(run.floor),
            "place": words.place_name(Place(int(run.place))),
            "boss": names().encounters[run.bosses[0]],
            "deck": [CardName(words.card_name(c, up, self.listed), k) for k, (c, up) in enumerate(_deck(run))],
        }
        if record.fighting:
            return {**shown, **self.battle.view(self._inner(state))}
        return {**shown, "map": self._map(run), **self._carried(run), **({} if state.over else self._screen(run))}

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view without the order of the draw pile and what lies face down."""
        view = self.view(state)
        return {**view, **self.battle.seen(self._inner(state), player)} if state.record.fighting else view

    def _inner(self, state: State) -> State:
        """Return a copy of the battle in progress as a game of its own."""
        return State(self.battle, state.seed, state.records["battle"].copy(), logged=state.logged)

    def _carried(self, run: Any) -> dict[str, Any]:
        """Return what the player has besides the deck."""
        keys = [key.name.lower() for key in Key if run.keys & key]
        relics = [self._relic(int(kind), int(run.charge[kind])) for kind in run.relic_list[: run.relic_count]]
        slots = run.potions[: run.potion_slots].tolist()
        return {
            "player": {"hp": int(run.hp), "max_hp": int(run.max_hp), "gold": int(run.gold)},
            "relics": relics,
            "potions": [EMPTY if kind == NONE else names().potions[kind] for kind in slots],
            **({"keys": keys} if keys else {}),
        }

    def _relic(self, kind: int, counter: int) -> Any:
        name = self.listed.relics[kind]
        return {"name": name, "counter": counter} if self.battle.content.relics[name].counter == "kept" else name

    def _map(self, run: Any) -> Chart:
        """Return the map of the act with the player on it; its rooms are named as in the choice of the next one."""
        act_map = from_grid(run, 0, int(run.act), int(run.ascension))
        here = (int(run.x), int(run.y))
        boss = BOSS_COLUMN, act_map.rows
        spots = {boss: Spot(room_words(0, ROWS, BOSS_ROOM), act_map.rows + 1, BOSS, BOSS_COLUMN)}
        places = Counter[int]()
        for node in act_map.nodes:  # from the left
            name = room_words(places[node.y], node.y, int(run.kind[node.y, node.x]))
            label = name.partition(" ")[0]
            spots[node.x, node.y] = Spot(name, node.y + 1, act_map.letter(node), float(node.x), label)
            places[node.y] += 1
        links = ((spots[node.x, node.y].name, spots[x, node.y + 1].name) for node in act_map.nodes for x in node.to)
        place = spots[here].name if here in spots else None
        return Chart(str(act_map.draw(here=here)), spots.values(), links, place)

    def _screen(self, run: Any) -> dict[str, Any]:
        """Return what can be chosen, apart from the path."""
        frame = words.frame(run)
        if frame == Frame.REWARD:
            return {"rewards": _rewards(run, self.listed)}
        if frame == Frame.SHOP:
            return {"shop": _goods(run, self.listed)}
        if frame == Frame.CHEST:
            return {"chest": words.CHEST_SIZES[run.chest_size].lower()}
        if frame == Frame.EVENT:
            return {"event": {"name": names().events[run.event], **_details(run, self.listed)}}
        if frame == Frame.NEOW:
            options = zip(run.neow.tolist(), _drawbacks(run), strict=True)
            return {"neow": [neow_words(bonus, drawback) for bonus, drawback in options]}
        if frame == Frame.BOSS_RELIC:
            return {"offered": words.relics(run.boss_relics.tolist(), self.listed)}
        if frame == Frame.SELECT and run.select == Select.OBTAIN:
            return {"offered": words.cards(run.library.tolist(), run.library_up.tolist(), self.listed)}
        if frame == Frame.SELECT:
            return {"choose": f"{int(run.select_left)} to {deck_verb(Select(int(run.select)))}"}
        if frame == Frame.MATCH:
            return {"table": _table(run, self.listed), "tries": int(run.table_tries)}
        return {}

    def text(self, state: State) -> str:
        """Return the position as the player reads it."""
        return self._text(state, self._map(state.record.run))

    def short_text(self, state: State) -> str:
        """Return the position with only the next floors of the map, and these only while they matter."""
        run = state.record.run
        choosing = run.outcome == Outcome.RUNNING and words.frame(run) in (Frame.MAP, Frame.NEOW)
        return self._text(state, text.next_floors(self._map(run), int(run.y)) if choosing else "")

    def _text(self, state: State, drawing: str) -> str:
        record = state.record
        seen = self.seen(state, 0)
        if record.fighting:
            return f"{text.head(seen, self._seed())}\n{self.battle.text(self._inner(state))}"
        return "\n".join(text.lines(seen, drawing, self._seed()))

    def _seed(self) -> str:
        """Return the seed that the start gives the run, as it is written there; empty for a random run."""
        return str(self.start.get("run", {}).get("seed", ""))

    def describe(self, state: State, action: Action) -> str:
        """Return an action with the text of what it is about."""
        if state.record.fighting:
            return self.battle.describe(self._inner(state), action)
        run = state.record.run
        option = _option(run, action)
        if option:
            price = f" for {int(run.shop_removal)} gold" if action.kind == "buy removal" else ""
            return f"{action}{price}: {option}"
        name = action.name.partition(" (")[0]
        face = self.face(name)
        if face is None:
            return str(action)
        cost = f" ({face.cost})" if face.cost else ""
        price = _price(run, action, self.listed) if action.kind == "buy" else ""
        return f"{action}{cost}{price}: {self._explained(face)}".removesuffix(": ")

    def _explained(self, face: Face) -> str:
        """Return the text of a card, a relic or a potion with what the statuses in it do."""
        told = (
            f"{name}: {text}"
            for name, text in self.battle.terms().items()
            if re.search(rf"\b{re.escape(name)}\b", face.text)
        )
        return " ".join([face.text, *told])

    def refusal(self, state: State, words: str) -> str:
        """Return why a card cannot be played, something in a shop not be bought, or a room not be entered now."""
        if state.record.fighting:
            return self.battle.refusal(self._inner(state), words)
        verb, _, wanted = words.casefold().partition(" ")
        if verb == "go" and any(action.kind == "go" for action in state.legal()):
            rooms = mentioned(wanted, [spot.name for spot in self._map(state.record.run).spots])
            return f"no path leads from here to {rooms[0]}" if rooms else ""
        goods = self.view(state).get("shop")
        if verb != "buy" or not goods:
            return ""
        offers = {good["name"]: good["price"] for kind in ("cards", "relics", "potions") for good in goods[kind]}
        gold = int(state.record.run.gold)
        meant = [name for name in mentioned(wanted, offers) if offers[name] > gold]
        if meant:
            return f"{meant[0]} costs {offers[meant[0]]} gold, and you have {gold}"
        known = mentioned(wanted, [*self.listed.cards, *self.listed.relics, *names().potions])
        return f"the shop does not sell {min(known, key=len)}" if known else ""

    def face(self, card: str) -> Face | None:
        """Return what is printed on a card, relic or potion."""
        return self.battle.face(card)

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event of the log as a sentence."""
        return (
            event_text(event, self.listed) if event.kind >= RunEvent.ENTERED else self.battle.event_text(event, player)
        )


def _deck(run: Any) -> list[tuple[int, int]]:
    return list(zip(run.deck_card[: run.deck_size].tolist(), run.deck_up[: run.deck_size].tolist(), strict=True))


def _rewards(run: Any, listed: Names) -> dict[str, Any]:
    """Return what lies on the reward screen."""
    shown = words.rewards(run, listed)
    if run.reward_key:
        shown["key"] = Key(int(run.reward_key)).name.lower()
    for number, cards in enumerate(shown.pop("cards", []), start=1):
        shown["cards" if number == 1 else f"cards {number}"] = cards
    return shown


def _goods(run: Any, listed: Names) -> dict[str, Any]:
    """Return what the shop still sells, with its prices."""
    shown = words.shop(run, listed)
    removal = shown.pop("remove")
    goods = {
        kind: [{"name": name, "price": price} for name, price in sold if price != SOLD] for kind, sold in shown.items()
    }
    return goods if removal == SOLD else {**goods, "removal": removal}


def _option(run: Any, action: Action) -> str:
    """Return what an option of Neow, an event, a shop or a rest site does; empty for other actions."""
    frame = words.frame(run)
    if action.id >= DRINK:
        return ""
    if frame == Frame.REST:
        return rest_text(Rest(action.id - int(FIRST_ACTIONS[frame])), run)
    k = action.id - int(FIRST_ACTIONS[frame])
    if frame == Frame.SELECT and run.select == Select.BONFIRE:
        return bonfire_text(int(tables().card_rarity[run.deck_card[k]]))
    if frame == Frame.EVENT:
        return option_text(int(tables().event_first[run.event, run.stage]) + k, int(run.ascension))
    if frame == Frame.NEOW:
        return neow_text(int(run.neow[k]), _drawbacks(run)[k], run)
    return removal_text(run) if action.kind == "buy removal" else ""


def _drawbacks(run: Any) -> tuple[int, ...]:
    """Return the drawback of each of Neow's options, NONE for none."""
    return NONE, NONE, int(run.drawback), len(names().drawbacks) - 1


def _price(run: Any, action: Action, listed: Names) -> str:
    """Return the price of what an action buys."""
    goods = [good for kind in ("cards", "relics", "potions") for good in _goods(run, listed)[kind]]
    return next((f" for {good['price']} gold" for good in goods if good["name"] == action.name), "")


def _details(run: Any, listed: Names) -> dict[str, Any]:
    """Return what an event tells besides its options."""
    event, memo = names().events[run.event], run.memo.tolist()
    details: dict[str, Any] = {"tries": int(run.visits)} if run.visits else {}
    if event == "World of Goop":
        details["gold to lose"] = memo[0]
    elif event == "Dead Adventurer":
        details["guard"] = names().encounters[memo[-1]]
    elif event == "We Meet Again":
        slot, gold, card = memo[:3]
        given = {
            "potion": names().potions[run.potions[slot]] if slot != NONE else None,
            "gold": gold if gold != NONE else None,
            "card": words.card_name(run.deck_card[card], run.deck_up[card], listed) if card != NONE else None,
        }
        details |= {what: each for what, each in given.items() if each is not None}
    return details


def _table(run: Any, listed: Names) -> list[Any]:
    """Return the cards of Match and Keep: None for one that nobody has seen, "gone" for one that was taken."""
    return [
        "gone" if run.table_gone >> k & 1 else listed.cards[card] if run.table_seen >> k & 1 else None
        for k, card in enumerate(run.table.tolist())
    ]
