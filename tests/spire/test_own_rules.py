"""Rules that content defines: events, actions, resources and the loop of a turn, as examples/forge.yaml uses them."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import cardwright
from cardwright import arena, scenarios, spire
from cardwright.agents import Past
from cardwright.agents.llm.prompt import load_prompt
from cardwright.core import data
from cardwright.core.errors import BadData, RunawayRules
from cardwright.spire.encounters import acts, enemies
from cardwright.spire.engine.compiler import Compiler
from cardwright.spire.engine.rules import OpenRules, Rules
from cardwright.spire.making import SpireMaker
from cardwright.spire.notation.checking import mistakes

EXAMPLES = Path(__file__).parents[2] / "examples"
FORGE = EXAMPLES / "forge.yaml"
PROMPT = Path(__file__).parent / "data" / "forge_prompt.txt"
ENEMY = {"name": "Cultist", "hp": 40, "intent": "Dark Strike"}


def forge(**start) -> spire.Battle:
    return spire.battle(**{"deck": "smith", "enemies": [ENEMY], "content": FORGE, **start})


def told(state) -> list[str]:
    return [text for text in (state.game.event_text(event, None) for event in state.events) if text]


# The example


def test_the_example_is_short_and_without_mistakes():
    assert len(FORGE.read_text(encoding="utf-8").splitlines()) <= 40
    assert mistakes(FORGE) == []
    content = spire.load(FORGE)
    assert all((content.events, content.actions, content.resources, content.loop))


@pytest.mark.parametrize(
    "scenario", scenarios.load_file(EXAMPLES / "forge_scenarios.yaml"), ids=lambda scenario: scenario.name
)
def test_the_scenarios_of_the_example_pass(scenario):
    assert scenario.run().passed


@pytest.mark.parametrize("agent", ["random", "first", "rules", "lookahead:1", "mcts:20"])
def test_every_agent_plays_the_example(agent):
    series = arena.run(forge(enemies=["Cultist"]), [agent], games=3, seed=1).series
    assert series[0].games == 3


def test_the_prompt_of_a_language_model_tells_the_rules_of_the_example():
    state = forge(hand=["Bellows", "Hot Iron"], player={"statuses": {"Leather Apron": 2}}).new(seed=1)
    messages = load_prompt("plain").messages(state, Past(0), 3)
    assert "\n".join(each["content"] for each in messages) + "\n" == PROMPT.read_text(encoding="utf-8")


def test_the_example_reads_back():
    content = spire.load(FORGE)
    assert spire.from_dict(content.to_dict()) == content
    words = content.to_words()
    assert spire.from_dict(data.parse(data.to_yaml(words)).value).to_words() == words
    assert words["cards"]["Bellows"]["effect"] == {"Stoke": "3 (4)", "block": 4}


def test_learners_see_resources():
    game = forge(hand=["Bellows"])
    state = game.new(seed=1)
    heat = list(game.features).index("Heat")
    before = state.observe()[heat]
    state.play("play Bellows")
    assert state.observe()[heat] > before > 0
    what, name = ([field.name for field in game.token_fields].index(each) for each in ("what", "name"))
    rows = [row for row in state.tokens().tolist() if game.token_fields[what].values[row[what]] == "resource"]
    assert [game.token_fields[name].values[row[name]] for row in rows] == ["Heat"]
    plain = spire.battle()
    assert "resource" not in next(field.values for field in plain.token_fields if field.name == "what")


def test_a_game_with_own_rules_is_saved_and_continued():
    state = forge().new(seed=3)
    for _ in range(6):
        state.play(state.legal()[0])
    assert cardwright.state_from_json(state.to_json()) == state


def test_cards_are_made_after_the_example():
    maker = SpireMaker(spire.standard().with_more(spire.load(FORGE)))
    rng = random.Random(1)
    for _ in range(20):
        maker.check(maker.vary(maker.grow(rng), rng))
    for card in maker.read(FORGE):
        assert maker.face(card).text
        assert maker.likeness(card)
        maker.vary(card, rng)


# What content defines


def content(**parts) -> spire.Content:
    return spire.from_dict(parts)


BOOM = {"Boom": {"inputs": ["amount", "target"]}}


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"statuses": {"A": {"rules": [{"after": "Bom", "do": {"block": 1}}]}}}, "unknown event 'Bom'; did you mean"),
        ({"cards": {"A": {"type": "skill", "effect": {"broadcast": "Bom"}}}}, "unknown event of the content 'Bom'"),
        ({"cards": {"A": {"type": "skill", "effect": {"broadcast": "Boom"}}}}, "the event 'Boom' needs an amount"),
        ({"cards": {"A": {"type": "skill", "effect": {"Stok": 3}}}}, "unknown action 'Stok'; did you mean 'Stoke'?"),
        ({"cards": {"A": {"type": "skill", "pay": {"Hat": 1}}}}, "unknown resource 'Hat'"),
        (
            {"resources": {"Ash": {}}, "statuses": {"A": {"rules": [{"modify": "Ash spent", "times": 2}]}}},
            "a rule can act after 'Ash spent', but not modify it",
        ),
        (
            {"resources": {"Ash": {}}, "statuses": {"A": {"rules": [{"before": "Ash gained", "do": {"block": 1}}]}}},
            "a rule can act after 'Ash gained', but not before it",
        ),
        ({"cards": {"A": {"type": "skill", "effect": {"gain": "Hat"}}}}, "unknown resource 'Hat'"),
        (
            {"resources": {"Ash": {}}, "cards": {"A": {"type": "skill", "cost": "X", "pay": {"Ash": "X"}}}},
            "'X' is known only while a card acts, so no price and no 'playable' depends on it",
        ),
        ({"cards": {"A": {"type": "skill", "cost": "X + 1"}}}, "'X' is known only while a card acts"),
        ({"cards": {"A": {"type": "skill", "playable": "dealt > 2"}}}, "'dealt' is known only while a card acts"),
        (
            {"statuses": {"A": {"rules": [{"after": "Boom", "types": "attack", "do": {"block": 1}}]}}},
            "the event 'Boom' has no input 'card'",
        ),
        (
            {"events": {"Hush": {"inputs": []}},
             "statuses": {"A": {"rules": [{"after": "Hush", "do": {"broadcast": "Hush"}}]}}},
            "statuses.A: the event 'Hush' triggers itself without end",
        ),
        (
            {"events": {"Hush": {"inputs": []}, "Shh": {"inputs": []}},
             "statuses": {"A": {"rules": [{"after": "Hush", "do": {"broadcast": "Shh"}},
                                          {"before": "Shh", "do": {"broadcast": "Hush"}}]}}},
            "statuses.A: the event 'Hush' triggers itself without end",
        ),
        (
            {"resources": {"Ash": {}}, "statuses": {"A": {"rules": [{"after": "Ash gained", "do": {"gain": "Ash"}}]}}},
            "statuses.A: the event 'Ash gained' triggers itself without end",
        ),
        (
            {"resources": {"Ash": {"most": 3}}, "cards": {"A": {"type": "skill", "pay": {"Ash": 5}}}},
            "cards.A: nobody can pay 5 Ash: a player has at most 3",
        ),
        ({"resources": {"Energy": {}}}, "resources.Energy: 'Energy' means something in the game already"),
        ({"events": {"Card Played": {}}}, "events.Card Played: 'Card Played' means something in the game already"),
        ({"events": {"Weak": {}}}, "events.Weak: 'Weak' is both an event and a status"),
        ({"resources": {"Weak": {}}}, "resources.Weak: 'Weak' is both a resource and a status"),
        ({"resources": {"Boom": {}}}, "resources.Boom: 'Boom' is both an event and a resource"),
        ({"resources": {"Stoke": {}}}, "resources.Stoke: 'Stoke' is both an action and a resource"),
        ({"events": {"Stoke": {}}}, "events.Stoke: 'Stoke' is both an event and an action"),
        ({"resources": {"Ash": {}}, "events": {"Ash spent": {}}}, "events.Ash spent: 'Ash spent' is an event of"),
        ({"resources": {name: {} for name in "ABCDE"}}, "resources.E: a battle holds at most 4 resources"),
        ({"cards": {"A": {"type": "skill", "effect": {"heal": "target.Weak"}}}}, "'target.Weak' needs a target"),
        (
            {"cards": {"A": {"type": "skill", "effect": {"to": "an enemy", "when": "target.Weak > 0", "attack": 3}}}},
            "'target.Weak' needs a target: write it in the 'do' of an effect with 'to: an enemy'",
        ),
        ({"cards": {"A": {"type": "skill", "playable": "target.hp > 3"}}}, "'target.hp' needs a target"),
        ({"cards": {"A": {"type": "skill", "effect": {"block": "by_self"}}}}, "'by_self' needs an event that"),
        (
            {"statuses": {"A": {"rules": [{"after": "turn start", "do": {"damage": 3}}]}}},
            "'damage' needs a target",
        ),
        (
            {"statuses": {"A": {"rules": [{"after": "turn start", "do": {"block": "target.Weak"}}]}}},
            "'target.Weak' needs a target",
        ),
        ({"statuses": {"A": {"rules": [{"after": "turn end", "do": {"block": "cost"}}]}}}, "'cost' needs a card"),
        (
            {"statuses": {"A": {"rules": [{"after": "turn end", "do": {"play": "card again"}}]}}},
            "'card again' needs an event about a card",
        ),
        (
            {"statuses": {"A": {"rules": [{"after": "status gained", "when": "by_self", "do": {"block": 1}}]}}},
            "'by_self' needs an event that somebody causes",
        ),
    ],
)  # fmt: skip
def test_mistakes_that_compiling_finds_are_named_with_their_line(parts, complaint, tmp_path):
    stoke = {"Stoke": {"takes": ["heat"], "do": {"block": "heat"}}}
    path = tmp_path / "mine.yaml"
    path.write_text(data.to_yaml({**parts, "events": {**BOOM, **parts.get("events", {})}, "actions": stoke}))
    (found,) = mistakes(path)
    assert complaint in found
    assert f"{path}, line " in found


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"events": {"boom": {}}}, "begins with a capital letter"),
        ({"resources": {"Ash": {"start": 9, "most": 3}}}, "the start, 9, is more than the most"),
        ({"cards": {"A": {"type": "skill", "pay": {"Heat": -2}}}}, "a price is at least 0, not '-2'"),
        ({"events": {"Boom": {"inputs": "agent"}}}, "unknown input 'agent'; did you mean 'target'?"),
        ({"loop": "papre"}, "unknown loop 'papre'; did you mean 'paper'?"),
        ({"loop": ["draw", "enemies"]}, "a turn needs the phase 'play'"),
        ({"loop": ["play", "enemy"]}, "unknown phase 'enemy'"),
        ({"actions": {"A": {"do": "A"}}}, "the action 'A' uses itself"),
        ({"actions": {"A": {"takes": ["hp"], "do": {"block": 1}}}}, "means nothing else in formulas"),
        ({"actions": {"A": {"do": {"block": 1}, "text": "{heat}"}}}, "unknown parameter 'heat'"),
        (
            {"actions": {"A": {"takes": ["n"], "do": {"block": "n"}, "text": "{n"}}},
            "braces hold the name of a parameter",
        ),
        ({"actions": {"A": {"takes": ["n"], "do": {"block": "n"}, "text": "{n.real}"}}}, "braces hold the name of a"),
        ({"actions": {"A": {"takes": ["n"], "do": {"block": 3}}}}, "the action takes 'n', but no amount of its effect"),
        ({"actions": {"A": {"takes": ["a", "a"], "do": {"block": "a"}}}}, "the parameter 'a' stands twice in 'takes'"),
        (
            {
                "actions": {"A": {"takes": ["n"], "do": {"block": "n"}}},
                "cards": {"C": {"type": "skill", "effect": "A"}},
            },
            "the action 'A' takes an amount, 'n'",
        ),
        ({"statuses": {"A": {"rules": [{"before": "died", "do": {"block": 1}}]}}}, "that rules can act before 'died'"),
        ({"statuses": {"A": {"rules": [{"modify": "died", "add": 1}]}}}, "unknown value 'died'"),
        (
            {"statuses": {"A": {"rules": [{"after": "status lost", "spend": 1}]}}},
            "a rule after status lost cannot spend",
        ),
    ],
)
def test_mistakes_that_reading_finds(parts, complaint):
    with pytest.raises(BadData) as caught:
        content(**parts)
    assert complaint in str(caught.value)


def test_a_phase_that_nobody_defines_is_named_with_its_line(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("cards: {A: {type: skill}}\nloop: [play, Coolin]\nevents: {Cooling: }\n")
    assert mistakes(path) == [f"{path}, line 2: loop: unknown phase 'Coolin'; did you mean 'Cooling'?"]


@pytest.mark.parametrize(
    ("rule", "lacks"),
    [
        ({"modify": "Cooling", "add": 3}, "amount"),
        ({"after": "Cooling", "types": "attack", "do": {"block": 1}}, "card"),
    ],
)
@pytest.mark.parametrize("broadcast", [False, True])
def test_a_phase_has_neither_an_amount_nor_a_card(rule, lacks, broadcast, tmp_path):
    parts = {
        "events": {"Cooling": {"inputs": ["amount", "card"]}},
        "loop": ["draw", "play", "Cooling"],
        "statuses": {"A": {"rules": [rule]}},
        "cards": {"Fan": {"type": "skill", "effect": {"broadcast": "3 Cooling"}}} if broadcast else {},
    }
    path = tmp_path / "mine.yaml"
    path.write_text(data.to_yaml(parts))
    says = f"statuses.A: the event 'Cooling' happens only as a phase, which has no {lacks}"
    assert [each.partition(": ")[2] for each in mistakes(path)] == ([] if broadcast else [says])


def test_a_resource_is_not_named_like_a_status():
    with pytest.raises(BadData, match="both a resource and a status"):
        spire.battle(content=content(resources={"Weak": {}}))


def test_an_action_stands_for_others_with_amounts_in_place_of_its_parameters():
    made = content(
        actions={
            "Brace": {"takes": ["points"], "do": {"block": "2 * points"}},
            "Brace Twice": {"takes": ["points", "more"], "do": [{"Brace": "points + 1"}, {"Brace": "more"}]},
            "Yell": {"takes": ["loud"], "do": {"energy": "loud"}, "text": "Yell {loud} times"},
        },
        cards={
            "A": {"type": "skill", "effect": {"Brace": "3 to 5"}},
            "B": {"type": "skill", "effect": {"Brace Twice": {"points": 2, "more": "hand"}}},
            "C": {"type": "skill", "effect": {"Yell": "2 (3)"}},
        },
    )
    texts = [made.card(name).describe() for name in ("A", "B", "C", "C+")]
    assert texts == [
        "Gain block equal to 2 times a random number from 3 to 5.",
        "Gain 6 block. Gain 2 block for each card in hand.",
        "Yell 2 times.",
        "Yell 3 times.",
    ]


def test_actions_that_grow_without_end_are_refused_at_once():
    actions = {f"A{n}": {"takes": ["x"], "do": [{f"A{n + 1}": "x"}, {f"A{n + 1}": "2 * x"}]} for n in range(12)}
    with pytest.raises(BadData, match="nested more than 8 deep"):
        content(actions={**actions, "A12": {"takes": ["x"], "do": {"block": "x"}}})


def test_python_builds_what_files_define():
    parts = [
        spire.NewEvent(name="Boom"),
        spire.Resource(name="Heat", start=3),
        spire.NewAction(name="Vent", takes=("n",), do=spire.Gain("Heat", "-n").And(spire.Broadcast("Boom", "n"))),
        spire.Status(name="Fuse", rules=(spire.Rule(after="Boom", do=spire.Block("amount")),)),
        spire.Card(name="Hiss", type="skill", cost=0, effect=spire.Use("Vent", 2)),
    ]
    game = spire.battle(hand=["Hiss"], enemies=[ENEMY], content=parts, player={"statuses": {"Fuse": 1}})
    state = game.new(seed=1, logged=True).play("play Hiss")
    assert state.view()["resources"] == {"Heat": 1}
    assert state.view()["player"]["block"] == 2
    assert "Boom happens (amount 2)" in told(state)


def test_a_rule_that_the_player_can_end_does_not_trigger_itself_without_end():
    rule = {"after": "Ash gained", "do": {"choose_one": [{"gain": "Ash"}, {"block": 1}]}}
    made = content(resources={"Ash": {}}, statuses={"A": {"rules": [rule]}})
    spire.battle(hand=["Strike"], enemies=[ENEMY], content=made, player={"statuses": {"A": 1}})


def test_rules_that_trigger_each_other_are_named_when_they_are_stopped():
    rules = {
        "A": [{"after": "Tick", "do": {"broadcast": "Tock"}}],
        "B": [{"after": "Tock", "do": {"broadcast": "Tick"}}],
    }
    made = content(
        events={"Tick": {"inputs": []}, "Tock": {"inputs": []}},
        cards={"Wind": {"type": "skill", "effect": {"broadcast": "Tick"}}},
        statuses={name: {"rules": each} for name, each in rules.items()},
    )
    game = spire.battle(hand=["Wind"], enemies=[ENEMY], content=made, player={"statuses": {"A": 1, "B": 1}})
    with pytest.raises(RunawayRules, match=r"without end \(last: statuses\.[AB], after T[io]ck\)"):
        game.new(seed=1).play("play Wind")


def test_a_start_of_a_resource_that_is_not_kept_lasts_for_the_first_turn():
    made = content(resources={"Heat": {"start": 3, "each_turn": 1, "kept": False}})
    state = spire.battle(deck=["Strike"] * 5, enemies=[ENEMY], content=made).new(seed=1)
    assert state.view()["resources"] == {"Heat": 4}
    assert state.play("end turn").view()["resources"] == {"Heat": 1}


def test_most_of_the_standard_content_needs_none_of_this():
    compiler = Compiler(spire.standard())
    for card in spire.standard().cards.values():
        if card.color == "red" or card.type == "status":
            compiler.card(card.name)
    for name in (*acts()[1].weak, *acts()[1].elites, "Gremlin Gang", "Blue Slaver", "2 Fungi Beasts", "Large Slime"):
        for enemy in enemies(name, random.Random(1)):
            compiler.enemy(enemy if isinstance(enemy, str) else enemy["name"])
    assert compiler.finish().dtype == Rules != OpenRules


# Texts


def test_an_action_inside_a_target_is_described_once_its_target_is_named():
    made = content(
        actions={"Sting": {"takes": ["n"], "do": [{"damage": "n"}, {"when": "n > 2", "apply": "1 Weak"}]}},
        cards={
            "A": {"type": "skill", "effect": {"to": "a random enemy", "do": {"Sting": 3}}},
            "B": {"type": "skill", "effect": {"to": "a random enemy", "do": {"Sting": "2 (4)"}}},
        },
    )
    assert made.card("A").describe() == "Deal 3 damage to a random enemy. Apply 1 Weak to it."
    assert made.card("B").describe() == "Deal 2 damage to a random enemy."
    assert made.card("B").upgraded().describe() == "Deal 4 damage to a random enemy. Apply 1 Weak to it."


@pytest.mark.parametrize(
    ("playable", "text"),
    [("3 > 2", "Gain 5 block."), ("3 < 2", "Cannot be played. Gain 5 block."),
     ("hp < 9", "Can only be played if your HP is less than 9. Gain 5 block.")],
)  # fmt: skip
def test_conditions_that_never_change_are_left_out(playable, text):
    assert spire.Card(name="A", type="skill", playable=playable, effect={"block": 5}).describe() == text


def test_a_rule_about_cards_of_some_types_says_so():
    rule = {"after": "Gong", "types": "attack", "do": {"block": 2}}
    made = content(events={"Gong": {"inputs": ["card"]}}, statuses={"Ear": {"rules": [rule]}})
    assert made.status("Ear").says() == "On your Gong about an attack: gain 2 block."


def test_a_status_that_nobody_has_twice_is_gained_once():
    made = content(
        cards={
            "A": {"type": "power", "effect": {"to": "self", "apply": "2 Grim"}},
            "B": {"type": "power", "effect": {"to": "self", "apply": {"Grim": "hand"}}},
        },
        statuses={"Grim": {"stacking": "keep"}},
    )
    game = spire.battle(hand=["A"], enemies=[ENEMY], content=made)
    assert game.face("A").text == "Gain 1 Grim."
    assert game.face("B").text == "If there are cards in hand: Gain 1 Grim."
    assert game.new(seed=1).play("play A").view()["player"]["statuses"] == {"Grim": 1}


@pytest.mark.parametrize("holder", ["player", "enemy"])
def test_a_start_gives_nobody_a_status_twice_that_nobody_has_twice(holder):
    start = {"player": {"statuses": {"Grim": 5}}} if holder == "player" else {}
    enemy = ENEMY if holder == "player" else {**ENEMY, "statuses": {"Grim": 5}}
    made = content(statuses={"Grim": {"stacking": "keep"}})
    with pytest.raises(BadData, match=r"statuses\.Grim: its stacking is 'keep', so anybody has 1 or none of it, not 5"):
        spire.battle(hand=["Strike"], enemies=[enemy], content=made, **start)


@pytest.mark.parametrize(
    ("loop", "sentence"),
    [
        (["draw", "play", "enemies"], "You begin with 3 energy, and no turn brings more."),
        (["draw", "play", "enemies"], "Heat: you begin with 1 and keep what is left"),
        (["energy", "draw", "draw", "play"], "Each turn you draw 5 cards 2 times and get 3 energy;"),
        (["energy", "draw", "play", "energy"], "get 2 2 times each turn and lose what is left when you get the next"),
    ],
)
def test_the_rules_tell_what_a_loop_brings(loop, sentence):
    made = content(resources={"Heat": {"start": 1, "each_turn": 2, "kept": False}}, loop=loop)
    assert sentence in spire.battle(enemies=[ENEMY], content=made).how_to_play()


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (
            {"to": "2 random enemies", "do": [{"discard": "a card in hand"}, {"damage": 3}]},
            "For each of 2 random enemies: Discard a card in hand; deal 3 damage to that enemy.",
        ),
        (
            {"to": "an enemy", "do": [
                {"to": "every card in hand", "do": [
                    {"to": "a random enemy", "damage": 1}, {"apply": "1 Vulnerable"}, {"do": "discard"}]}]},
            "Choose an enemy. For each card in hand: Deal 1 damage to a random enemy; "
            "apply 1 Vulnerable to the enemy chosen first; discard that card.",
        ),
        (
            {"to": "an enemy", "do": [{"attack": 3}, {"to": "a random card in hand", "do": ["upgrade", "discard"]}]},
            "Deal 3 damage. Upgrade a random card in hand for this battle. Discard it.",
        ),
    ],
)  # fmt: skip
def test_it_means_one_thing_only(effect, text):
    assert spire.Card(name="A", type="skill", effect=effect).describe() == text
