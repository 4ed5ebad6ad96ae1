"""Valid files of every format, to be damaged."""

from __future__ import annotations

import functools
import json
import tempfile
import zipfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

import cardwright
from cardwright import arena, autobattler, balance, cgdl, training
from cardwright.agents import Layer, Layers, write_network
from cardwright.agents.llm.prompt import STYLES, shipped_text
from cardwright.agents.value import FORMAT as FORMAT_OF_VALUES
from cardwright.arena.league import FORMAT as FORMAT_OF_LEAGUES
from cardwright.arena.statistics import Estimate
from cardwright.core import data, registry
from cardwright.generate.cards import Candidate, CardArchive, Figures, Known, Rung, Search
from cardwright.generate.cards import Settings as CardSettings
from cardwright.generate.cards.checkpoint import save as save_cards
from cardwright.generate.cards.conversation import Conversation, Fared, Refusal
from cardwright.generate.games import STAGES, checkpoint

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "examples"
SOURCES = TESTS.parent / "src/cardwright"
TUNED = {"play": {"tournament": {"cards": "table-2", "size": 2}}, "parameters": {"cards.*.attack": [1, 10]}}
LOGGED = {"seats": ["2*first", "first,random"], "seed": 1}  # the run whose log is damaged
LOGGED_GAMES = 3
TRAINED = training.Settings(seed=1, population=2, generations=2, games=1)  # the evolution that is damaged

EXCHANGES = {
    "0": [
        {
            "messages": [{"role": "system", "content": "You play."}, {"role": "user", "content": "Choose."}],
            "reply": "Choice: 1",
            "problem": "",
            "tokens_in": 9,
            "tokens_out": 3,
            "cached": False,
        }
    ]
}


class Sample(NamedTuple):
    """A valid file."""

    content: str | bytes
    value: Any = None  # the plain data it holds, if any

    @property
    def is_json(self) -> bool:
        """Whether it is written as JSON."""
        return isinstance(self.content, str) and self.content[:1] in ("{", "[")


def of_data(value: Any, as_json: bool = False) -> Sample:
    """Return a file that holds plain data."""
    return Sample(json.dumps(value) if as_json else data.to_yaml(value), value)


@functools.cache
def spire_content() -> list[Sample]:
    """A few of the standard cards, statuses and enemies at a time."""
    sections: dict[str, list[tuple[str, Any]]] = {}
    for file in sorted((SOURCES / "spire/data").glob("*.yaml")):
        if file.name.startswith(("ironclad", "statuses", "enemies")):  # the others leave out what their folder implies
            for section, entries in data.read(file).value.items():
                sections.setdefault(section, []).extend(entries.items() if isinstance(entries, dict) else [])
    random = Random(1)
    return [
        of_data({name: dict(random.sample(entries, min(2, len(entries)))) for name, entries in sections.items()})
        for _ in range(20)
    ]


@functools.cache
def scenario_files() -> list[Sample]:
    """Single scenarios of the test suite."""
    samples = []
    for file in sorted((TESTS / "scenarios").rglob("*.yaml")):
        value = data.read(file).value
        for each in value["scenarios"] if isinstance(value, dict) else []:
            samples.append(of_data({**value, "scenarios": [each]}))
    return samples


@functools.cache
def saved_games() -> list[Sample]:
    """The beginnings of some games."""
    samples = []
    for name in ("kuhn", "spire:jaw-worm", "unicorns:2", "cgdl:uno"):
        state = cardwright.game(name).new(seed=3)
        while not state.over and len(state.history()) < 12:
            state.play(state.legal()[-1])
        samples.append(of_data(json.loads(state.to_json(exchanges=EXCHANGES)), as_json=True))
    return samples


@functools.cache
def replays() -> list[Sample]:
    """Games of the arena."""
    samples = []
    for saved in saved_games():
        players = cardwright.state_from_json(saved.content).game.players
        value = {"format": arena.replays.FORMAT, "game": "x", "seats": ["first"] * players, "saved": saved.value}
        samples.append(of_data({**value, "exchanges": EXCHANGES}, as_json=True))
    return samples


@functools.cache
def prompts() -> list[Sample]:
    """The prompts of all styles."""
    return [of_data(data.parse(shipped_text(style)).value) for style in STYLES]


@functools.cache
def balance_configs() -> list[Sample]:
    """The examples, and a small tournament with every key."""
    full = {
        **TUNED,
        "title": "Small",
        "objectives": ["standard_deviation", {"metric": "mean_rate", "goal": 0.5}],
        "constraints": [{"metric": "tie_share", "at_most": 0.5}],
        "optimiser": {"name": "nsga2", "population": 4},
        "budget": 4,
        "seed": 1,
    }
    examples = [EXAMPLES / f"balance_{name}.yaml" for name in ("autobattler", "spire", "unicorns")]
    return [of_data(full), of_data(TUNED), *(of_data(data.read(file).value) for file in examples)]


@functools.cache
def cost_tables() -> list[Sample]:
    """Weights of rooms by measure."""
    risk = {"E": 4, "E@10-": 2.5, "*@1-5": 1, "11C": 9, 12: 3}
    return [of_data({"risk": risk, "fear": {"B": 1, "T": -5}}), of_data({"risk": risk}, as_json=True)]


@functools.cache
def weights() -> list[Sample]:
    """Weights that come with a game, and a few of a small game."""
    few = {"format": "cardwright weights 1", "game": "unicorns", "made": {"by": "hand", "games": 3}}
    evolved = data.read(SOURCES / "unicorns/data/weights/evolved.yaml").value
    main = {key: evolved["weights"][key] for key in ("worth", "effect", "manners")}
    return [of_data({**few, "weights": main}, as_json) for as_json in (False, True)] + [of_data(evolved)]


@functools.cache
def trainings() -> list[Sample]:
    """The checkpoint of a short evolution."""
    with tempfile.TemporaryDirectory() as folder:
        training.evolve("spire:jaw-worm", TRAINED, jobs=1, folder=folder)
        text = (Path(folder) / "training.json").read_text()
    return [Sample(text, json.loads(text))]


@functools.cache
def maps() -> list[Sample]:
    """The example map as text, and a generated one as JSON."""
    from cardwright import route
    from cardwright.spire import maps as spire_maps

    generated = spire_maps.generate("ABC", 1, 0).to_data()
    return [Sample(route.to_text(route.example())), of_data(generated, as_json=True)]


@functools.cache
def searches() -> list[Sample]:
    """The checkpoint of a short search."""
    with tempfile.TemporaryDirectory() as folder:
        balance.tune(balance.Study(TUNED, folder), budget=3, jobs=1, folder=folder)
        value = json.loads((Path(folder) / "search.json").read_text())
    return [of_data(value, as_json=True)]


def evolution() -> dict[str, Any]:
    """A search for new games, with a game in its archive and one in its nursery."""
    verdict = {"passed": True, "figure": [9.0, 8.0, 10.0], "merit": 0.5}
    passed = {kind.name: verdict for kind in STAGES}
    failed = {STAGES[0].name: verdict, STAGES[1].name: {**verdict, "passed": False, "figure": [0.5, None, None]}}
    tallies = {"random": {"wins": [3, 4, 5], "draws": 1, "crashes": 0, "turns": 9.5}}
    text = cgdl.text(cgdl.load("uno"))
    thresholds = {"fair.most": 0.1}
    return {
        "format": checkpoint.FORMAT,
        "settings": {"seed": 1, "players": [2, 3], "language": 2, "parents": [text], "thresholds": thresholds},
        "evaluations": 192,
        "passed": 1,
        "failures": {STAGES[1].name: 191},
        "archive": [{"number": 7, "origin": "random", "text": text, "judgement": passed, "tallies": tallies}],
        "nursery": [{"number": 8, "origin": "mutation of 7", "text": text, "judgement": failed, "tallies": {}}],
    }  # fmt: skip


def evolutions() -> list[Sample]:
    """The checkpoint of that search."""
    return [of_data(evolution(), as_json=True)]


@functools.cache
def card_searches() -> list[Sample]:
    """Checkpoints of searches for cards, with two known cards in the archive and one that a model has designed."""
    return [of_data(_card_search(game), as_json=True) for game in ("spire", "autobattler", "unicorns")]


def _card_search(game: str) -> dict[str, Any]:
    flat = Estimate(1.0, 0.5, 1.5)
    figures = Figures(flat, 10, {"random": 1.0}, {"starter": 1.0}, 5, 1, flat, "Rage", Estimate(0.5, 0.0, 1.0))
    maker = registry.family(game).card_maker()
    cards = maker.known()[:2]
    found = [Candidate(number, "grown", card, figures, 0.5) for number, card in enumerate(cards)]
    known = Known([{maker.name(card): figures for card in cards}])
    said = Conversation((Fared(cards[0], figures, ""),), (Refusal("{}", "no card"),), 1, 2, 30, 40, 0.5)
    settings = CardSettings(game, 1, batch=4, rungs=(Rung(games=1, stride=24),))
    search = Search(settings, CardArchive(maker, known, found), 7, Counter({"like a card of the archive": 5}), said)
    with tempfile.TemporaryDirectory() as folder:
        save_cards(Path(folder), search)
        value: dict[str, Any] = json.loads((Path(folder) / "search.json").read_text())
        return value


@functools.cache
def networks() -> list[Sample]:
    """A small network: the whole file, what its header says, and one of its arrays."""
    import kuhn

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "some.npz"
        layer = Layer(np.full((5, 3), 0.5), np.zeros(3))
        heads = [Layer(np.full((3, size), 0.25), np.zeros(size)) for size in (2, 1)]
        write_network(file, kuhn.family.game({}), Layers((layer,), *heads), {"by": "a test"})
        with zipfile.ZipFile(file) as archive:
            header, array = archive.read("header.json"), archive.read("policy.npy")
        return [Sample(file.read_bytes()), of_data(json.loads(header), as_json=True), Sample(array)]


OWN_CARDS = {
    "cards": [
        {"name": "Fire", "attack": 2, "health": 3, "mechanics": {"burn": 2, "survivalist": None}, "price": 2},
        {"name": "Plain", "attack": 1, "health": 1, "mechanics": ["survivalist"]},
        {"name": "Water", "attack": 0, "health": 9, "mechanics": "survivalist"},
    ],
    "mechanics": {
        "burn": {
            "text": "{p} damage", "parameter": "damage",
            "rules": [{"when": "death", "if": "age > 1", "do": "damage", "to": "enemies", "amount": "p"}],
        }
    },
}  # fmt: skip


@functools.cache
def card_sets() -> list[Sample]:
    """A set with a mechanic of its own, and those of the package."""
    return [of_data(OWN_CARDS), *(of_data(autobattler.sample(name).to_dict()) for name in autobattler.sample_names())]


def matches() -> list[Sample]:
    """A match file of one line."""
    card = {"attack": 2, "health": 3, "mechanic": "explode_on_death", "parameter": 2}
    other = {"name": "Plain", "attack": 1, "health": 4, "mechanics": {"survivalist": None}}
    line = {"a": [card, other], "b": [other], "reference": 1, "corrected": -1, "phases_corrected": 3}
    return [of_data(line, as_json=True)]


def drafts() -> list[Sample]:
    """Scenarios whose starts are those of drafts."""
    player = {"lineup": ["Fire"], "lives": 2, "points": 1, "gold": 5}
    start = {**OWN_CARDS, "players": 2, "rounds": 3, "round": 2, "shop": ["Plain", "Water"], "P1": player}
    return [of_data({"game": "autobattler", "start": each}) for each in (start, {"profile": "reference", "players": 3})]


def card_game_starts() -> list[Sample]:
    """Scenarios whose starts are those of described games."""
    hand = {"hand": ["7h", "8h"], "stack": ["2c"], "stash": 3, "bet": 1, "status": "playing"}
    hearts = {
        "game": "hearts",
        "stage": "trick",
        "player": "P2",
        "turn": 3,
        "P1": hand,
        "T0": ["5c"],
        "deck": {"top": []},
    }
    text = {"text": cgdl.source("german_whist"), "switches": {"passing": "next"}, "players": 2, "trump": "clubs"}
    uno = {"game": "uno", "players": 4, "deck": ["2c"]}
    return [of_data({"game": "cgdl", "start": start}) for start in (hearts, text, uno)]


@functools.cache
def unicorn_decks() -> list[Sample]:
    """The whole deck, and a few of its cards on top of it."""
    whole = data.read(SOURCES / "unicorns/data/decks/second-print.yaml").value
    entries, random = list(whole["cards"].items()), Random(1)
    few = [{"base": "second-print", "cards": dict(random.sample(entries, 6))} for _ in range(20)]
    return [of_data(each) for each in (*few, whole)]


@functools.cache
def logs() -> list[Sample]:
    """The Parquet file of a short run, and the same with its columns as plain data."""
    with tempfile.TemporaryDirectory() as folder:
        import kuhn
        import polars

        arena.run(kuhn.family.game({}), LOGGED["seats"], games=LOGGED_GAMES, seed=LOGGED["seed"], log=folder)
        content = (Path(folder) / "games.parquet").read_bytes()
        columns = polars.read_parquet(content).with_columns(polars.col("seats").cast(str)).to_dict(as_series=False)
        head = json.loads((Path(folder) / "games.json").read_text())
    return [Sample(content), of_data(columns, as_json=True), of_data(head, as_json=True)]


@functools.cache
def action_logs() -> list[Sample]:
    """The action log of a short run as a Parquet file, and what is said about it; then the log of its games."""
    with tempfile.TemporaryDirectory() as name:
        import kuhn

        folder = Path(name)
        settings = {"games": LOGGED_GAMES, "seed": LOGGED["seed"], "log": folder, "actions": True}
        arena.run(kuhn.family.game({}), LOGGED["seats"], **settings)
        head = json.loads((folder / "actions.json").read_text())
        files = [Sample((folder / each).read_bytes()) for each in ("games.parquet", "games.json")]
        return [Sample((folder / "actions.parquet").read_bytes()), of_data(head, as_json=True), *files]


@functools.cache
def leagues() -> list[Sample]:
    """What a folder says about its league."""
    return [of_data({"format": FORMAT_OF_LEAGUES, "game": "kuhn:custom", "seed": seed}, True) for seed in (1, -7)]


@functools.cache
def values() -> list[Sample]:
    """Weights of features for a small game."""
    weights = {"bias": 0.5, "estimate": 0.0, "Jack": -0.5, "Queen": 0.0, "King": 0.5, "own bet": 0.25, "other bet": 0.0}
    return [of_data({"format": FORMAT_OF_VALUES, "game": "kuhn", "made": {"games": 60}, "weights": weights})]
