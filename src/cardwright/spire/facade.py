"""Battles as people use them: `battle(deck=..., enemies=...)`, and the family that the registry lists."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import array_verbs, data
from cardwright.core.errors import unknown
from cardwright.core.family import Family
from cardwright.core.game import TokenField
from cardwright.core.labels import split_label
from cardwright.core.making.maker import CardMaker
from cardwright.core.presentation import Presentation
from cardwright.core.state import State

from .enemy_text import enemy_text, move_text
from .engine import verbs as _verbs  # noqa: F401  registers the verbs
from .engine.heuristics import WEIGHTS, Weight
from .engine.observation import action_names, feature_names
from .engine.opcodes import Op
from .engine.start import Built, Start, build
from .engine.state import AGENDA_SIZE, MAX_ACTIONS, PLAYER, VARIANTS, Fault, Label, Outcome
from .engine.state import State as Record
from .engine.summary import NAMES as SUMMARY
from .engine.tokens import max_tokens, token_fields
from .hosts import HostAction, ask, registered
from .intents import effects_besides_attacks
from .narration import agent_name
from .notation.cards import Card
from .notation.content import Content, from_dict, load, standard, without_defaults
from .notation.enemies import Enemy
from .notation.relics import Potion, Relic
from .notation.statuses import Status, single_in
from .notation.text import option_texts
from .rules_text import how_to_play
from .tuned import with_upgrades
from .views import BattleViews


class Battle(BattleViews):
    """The rules and the start of one battle."""

    family = "spire"
    title = "Slay the Spire battle"
    version = 1
    dtype = Record
    max_actions = MAX_ACTIONS
    summary_names = SUMMARY
    measures = ("hp_left",)
    status_holders = ("player", "enemies")
    weights = WEIGHTS
    weight_names = tuple(each.name.lower() for each in Weight)
    presentation = Presentation(
        unordered=("hand", "discard", "exhaust", "draw"),
        piles=("draw", "discard", "exhaust"),
        counters=("bonus", "counter"),
        sources={"play": ("hand",), "potion": ("potions",), "card": ("hand", "offered")},
    )

    def __init__(self, name: str, start: Mapping[str, Any], content: Content | None = None):
        start = data.plain(start)
        model = data.validate(Start, start)
        content = content or standard()
        if model.content is not None:
            content = content.with_more(model.content)
        self._set_up(name, start, content, *build([model], content))

    @classmethod
    def several(cls, named: Mapping[str, Start], content: Content, own: Mapping[str, Any]) -> list[Battle]:
        """Return a battle for each start by name, all with this content, which is compiled only once.

        `own` is what the content has besides the standard content, as plain data.
        """
        battles: list[Battle] = []
        for (name, start), built in zip(named.items(), build(list(named.values()), content), strict=True):
            battle = cls.__new__(cls)
            plain = {**start.model_dump(mode="json", exclude_unset=True), "content": own}
            battle._set_up(name, plain, content, built, battles[0].move_effects if battles else None)
            battles.append(battle)
        return battles

    @classmethod
    def of(cls, built: Built, content: Content, ascension: int) -> Battle:
        """Return the battle that was built from this content, for games that hold battles."""
        battle = cls.__new__(cls)
        battle._set_up("battle", {"ascension": ascension}, content, built)
        return battle

    def _set_up(
        self, name: str, start: Mapping[str, Any], content: Content, built: Built, move_effects: Any = None
    ) -> None:
        compiler = built.compiler
        super().__init__(name, start, built.setup, players=1, rules=built.rules)
        self.content = content
        self.card_names = compiler.cards.names
        self.status_names = compiler.statuses.names
        self.enemy_names = compiler.enemies.names
        self.moves = list(compiler.moves.names)
        self.move_names = [move for _, move in self.moves]
        self.resource_names = compiler.resources.names
        self.relic_names = compiler.relics.names
        self.potion_names = compiler.potions.names
        self.event_names = compiler.own_events.names
        self.option_names = [text for each in compiler.choices for text in option_texts(each, single_in(content))]
        self.has_gold = bool(np.isin(built.rules["code"]["op"], (Op.GOLD, Op.STEAL)).any())
        self._origins = compiler.origins()
        self._owned_moves = [f"{move} ({enemy})" for enemy, move in self.moves]
        self.move_effects = move_effects or [
            effects_besides_attacks(content.enemy(enemy).moves[move].do, compiler) for enemy, move in self.moves
        ]
        self.max_tokens = max_tokens(self.rules)
        self._names = {}
        self._told_intents = {}
        self.hosts = [self._host(name) for name in compiler.hosts.names]

    @staticmethod
    def _host(name: str) -> HostAction:
        if name not in registered:
            raise unknown("host action", name, registered)
        return registered[name].function

    @property
    def _vocabulary(self) -> tuple[Sequence[str], ...]:
        """The names of cards, statuses, enemies, moves, resources ..., in the order of their indices."""
        cards, enemies = (self.card_names, self.status_names), (self.enemy_names, self._owned_moves)
        return *cards, *enemies, self.resource_names, self.option_names, self.relic_names, self.potion_names

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What each number of an observation means."""
        return feature_names(self.rules, *self._vocabulary)

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns of the rows that describe characters, statuses and cards."""
        return token_fields(self.rules, *self._vocabulary)

    @functools.cached_property
    def action_space(self) -> Sequence[str]:
        """What each action of a learner means."""
        return action_names(self.rules, self.card_names, self.status_names, self.option_names, self.potion_names)

    def player_name(self, player: int) -> str:
        """Return what the player is called."""
        return "player"

    def words(self, label: int) -> tuple[str, str]:
        """Return the kind and the name of an action."""
        kind, subject = split_label(label)
        if kind == Label.END_TURN:
            return "end turn", ""
        if kind == Label.SKIP:
            return "skip", ""
        if kind == Label.TARGET:
            return "target", agent_name(self, subject)
        if kind == Label.STATUS:
            return "status", self.status_names[subject]
        if kind == Label.OPTION:
            return "choose", self.option_names[subject]
        if kind == Label.POTION:
            return "potion", self.potion_names[subject]
        before, card = divmod(subject, VARIANTS)
        name = self.card_names[card] + (f", variant {before + 1}" if before else "")
        return ("play" if kind == Label.PLAY else "card"), name

    def answer_host(self, state: State) -> None:
        """Call the Python function that an effect asks, and continue with its answer."""
        ask(self, state, self.hosts[state.record.prompt_host])
        state.run(array_verbs.apply, state.records, 0, self.rules, 0)

    def fault_text(self, fault: int) -> str:
        """Return why the rules stopped."""
        if fault == Fault.AGENDA_FULL:
            return f"more than {AGENDA_SIZE} effects were waiting at the same time"
        return super().fault_text(fault)

    def fault_part(self, state: State) -> str:
        """Return whose effect ran last."""
        record = state.record
        pc = int(record.agenda[record.agenda_first].pc)
        return str(self.origin(pc) or "") if record.agenda_count else ""

    def ending(self, state: State) -> str:
        """Return whether the player survived."""
        hp, turn = int(state.record.agents[PLAYER].hp), f"on turn {state.turn}"
        if state.record.outcome == Outcome.ESCAPED:
            return f"player escapes {turn} with {hp} HP left"
        if state.winners:
            return f"player wins {turn} with {hp} HP left"
        return f"player dies {turn}" if hp <= 0 else f"nobody wins: the battle ends {turn}, after too many turns"

    def how_to_play(self) -> str:
        """Return the rules in force in a few sentences."""
        return how_to_play(self)

    def card_list(self) -> Sequence[str]:
        """Return the names of all cards, in the battle or not."""
        return list(self.content.cards)

    def playable_cards(self) -> Sequence[str]:
        """Return the names of the cards in this battle that can be played; upgraded ones only if they are in a pile.

        Upgrades that happen in the battle are too many to list: each card has one.
        """
        upgrades = {*self.rules["cards"]["upgrade"][0, : len(self.card_names)].tolist()}
        present = {*self.setup["cards"]["kind"][0, : int(self.setup["card_count"][0])].tolist()}
        return [
            name
            for kind, name in enumerate(self.card_names)
            if not self.content.cards[name].unplayable and (kind in present or kind not in upgrades)
        ]

    def terms(self) -> dict[str, str]:
        """Return what each status does, and what resources and events of the content are."""
        texts = {name: status.says(self.content) for name, status in self.content.statuses.items()}
        texts |= {name: resource.text or "" for name, resource in self.content.resources.items()}
        texts |= {name: event.text or "" for name, event in self.content.events.items()}
        return {name: text for name, text in texts.items() if text}

    def glossary(self) -> dict[str, str]:
        """Return what statuses, relics, potions, enemies and their moves do; moves of one name are told together."""
        ascension = int(self.start.get("ascension", 0))
        texts = {name: enemy_text(enemy, ascension) for name, enemy in self.content.enemies.items()}
        moves: dict[str, list[str]] = {}
        for name, enemy in self.content.enemies.items():
            for move, does in enemy.moves.items():
                moves.setdefault(move, []).append(f"{move_text(does, ascension)} (a move of {name})")
        carried: dict[str, Relic | Potion] = {**self.content.relics, **self.content.potions}
        texts |= {name: each.says(self.content) for name, each in carried.items()}
        return {**{move: " ".join(each) for move, each in moves.items()}, **texts, **self.terms()}

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return the player's HP at the end."""
        return {"hp_left": states["agents"]["hp"][:, PLAYER]}


def _starts() -> dict[str, tuple[str, Mapping[str, Any]]]:
    """Return the battles that come with the package."""
    text = (resources.files(__package__) / "data" / "starts.yaml").read_text(encoding="utf-8")
    return {name: (each["about"], each["start"]) for name, each in data.parse(text, "starts.yaml").value.items()}


class SpireFamily(Family[Any]):
    """Battles and runs after Slay the Spire, whose cards, statuses and enemies can be tuned.

    A start with the key `run` is that of a run; all others are those of battles.
    """

    synonyms: Mapping[str, str] = {"damage": "attack"}

    def game(self, start: Mapping[str, Any], name: str = "custom") -> Any:
        """Return the battle or the run that begins with `start`."""
        if not isinstance(start, Mapping) or "run" not in start:
            return Battle(name, start)
        from .run.facade import RunGame  # which most people who fight single battles do not need

        return RunGame(name, start)

    def merged_start(self, shared: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
        """Replace the shared values of the player, or of a run, one by one: `{block: 5}` keeps the HP."""
        merged = {**shared, **own}
        for key in ("player", "run"):
            given = [each[key] for each in (shared, own) if isinstance(each.get(key), Mapping)]
            if len(given) == 2:
                merged[key] = {**given[0], **given[1]}
        return merged

    def inline_files(self, start: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """Read the file that `content` names, relative to the folder of the scenario file."""
        if not isinstance(start.get("content"), str):
            return start
        path = folder / start["content"]
        load(path)  # errors name that file and the line in it
        return {**start, "content": data.read(path).value}

    def card_maker(self) -> CardMaker:
        """Return what grows cards and statuses after the standard ones."""
        from .making import SpireMaker

        return SpireMaker()

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Return cards, statuses and enemies as plain data; an upgraded card is a separate entry, such as "Bash+".

        >>> family.rules({})["cards"]["Bash+"]["effect"]["do"][0]
        {'attack': 10}
        """
        rules = _content(start).model_dump(mode="json", exclude_unset=True, exclude={"loop"})
        for card in rules["cards"].values():
            card.pop("upgrade", None)
        return rules

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start of a battle in which these entries replace those of the same name."""
        content = without_defaults(start.get("content") or {})
        for section, entries in _with_upgrades(start, rules).items():
            content[section] = {**content.get(section, {}), **entries}
        return {**start, "content": content}

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the entries alone, in words: a file of content adds to the standard content."""
        return from_dict(_with_upgrades(start, rules)).to_words()


def _content(start: Mapping[str, Any]) -> Content:
    """Return the standard content and that of a start."""
    return standard().with_more(from_dict(start.get("content") or {}))


def _with_upgrades(start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return changed entries, of which the cards keep their upgrades."""
    cards = {"cards": with_upgrades(rules["cards"], _content(start))} if "cards" in rules else {}
    return {**rules, **cards}


family = SpireFamily(Battle, _starts)


def battle(
    deck: str | Iterable[str] | Mapping[str, int] | None = "ironclad",
    enemies: str | Iterable[Any] = ("Jaw Worm",),
    *,
    relics: Iterable[Any] = (),
    potions: Iterable[str | None] = (),
    content: Content | str | Path | Iterable[Card | Status | Enemy | Relic | Potion] | None = None,
    name: str = "custom",
    **start: Any,
) -> Battle:
    """Return a battle of a deck against enemies; `start` takes all other keys of scenario files (docs/scenarios.md).

    `content` holds custom cards, statuses, enemies, relics and potions, or names a file with them.

    >>> game = battle(deck={"Strike": 3, "Whirlwind": 1}, enemies=["Cultist"])
    >>> state = game.new(seed=1)
    >>> sorted(set(map(str, state.legal())))
    ['end turn', 'play Strike', 'play Whirlwind']
    """
    begin: dict[str, Any] = dict(start)
    begin["enemies"] = [enemies] if isinstance(enemies, str | Mapping) else _listed(enemies)
    if deck is not None and not {"hand", "draw", "discard", "exhaust"} & set(start):
        begin["deck"] = deck if isinstance(deck, str) else dict(deck) if isinstance(deck, Mapping) else _listed(deck)
    begin |= {key: _listed(each) for key, each in (("relics", relics), ("potions", potions)) if each}
    if content is not None:
        more = load(content) if isinstance(content, str | Path) else _listed(content)
        own = Content().with_more(*more) if isinstance(more, list) else more
        begin["content"] = own.to_dict() if isinstance(own, Content) else own
    return Battle(name, begin)


def _listed(value: Any) -> Any:
    """Return an iterable as a list; anything else is left unchanged for validation to judge."""
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str | Mapping | Content) else value
