"""Tuning real games: the auto battler in tournaments, battles and card games in the arena."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cardwright import autobattler, cgdl, spire
from cardwright.arena import run as arena_run
from cardwright.balance import Study, tune
from cardwright.balance.arenas import ArenaPlan, Arenas, SeriesCache
from cardwright.balance.tournaments import TournamentPlan, Tournaments
from cardwright.core import data, registry
from cardwright.core.errors import BadData, CardwrightError, UnknownName

NUMBERS = {"cards.*.attack": [1, 10], "cards.*.health": [1, 10], "cards.*.mechanics.*": [1, 10]}
STARTER = {"Strike": 5, "Defend": 4, "Bash": 1}


def tournament(**plan):
    return {"play": {"tournament": {"cards": "table-2", "size": 2, **plan}}, "parameters": NUMBERS}


def test_a_study_plays_the_tournament_of_the_auto_battler():
    cards = autobattler.sample("table-2")
    metagame = Study(tournament(size=3)).look()
    result = autobattler.tournament(cards)
    assert metagame.rates == pytest.approx(result.card_win_rates())
    assert (metagame.ties, metagame.length, metagame.games) == (result.ties, result.phases, result.matches)
    once = Study(tournament(size=3, count="once")).look()
    assert once.rates == pytest.approx(result.card_win_rates(count="once"))


def test_values_reach_the_cards():
    study = Study(tournament())
    genome = tuple(k % 10 for k in range(12))
    cards = study.subject.with_values(study.space.values(genome))
    assert cards.get("Vanilla.health") == study.space.settings(genome)["cards.Vanilla.health"]
    assert study.play([genome])[0].rates == pytest.approx(autobattler.tournament(cards, size=2).card_win_rates())


def test_threads_do_not_change_the_result():
    study = Study(tournament())
    genomes = [study.space.sample(np.random.default_rng(k)) for k in range(6)]
    alone = [each.rates.tolist() for each in study.play(genomes, jobs=1)]
    assert [each.rates.tolist() for each in study.play(genomes, jobs=2)] == alone


def test_tuning_makes_the_cards_more_even_and_writes_them(tmp_path):
    result = tune(Study(tournament()), budget=150, seed=1)
    assert result.winner.losses[0] < result.start.losses[0] / 2
    result.save(tmp_path)
    tuned = autobattler.CardSet.read(tmp_path / "tuned.yaml")
    assert autobattler.tournament(tuned, size=2).std() == pytest.approx(result.winner.losses[0])


def test_fixed_cards_do_not_change():
    parameters = {"cards.*.attack": [1, 10], "cards.Vanilla.attack": 7, "cards.Survivalist.attack": 9}
    result = tune(Study({**tournament(), "parameters": parameters}), budget=40, seed=1)
    assert result.settings["cards.Vanilla.attack"] == 7
    assert not any("Vanilla" in each.label for each in result.changes)


def test_group_tournaments_are_noisy_and_full_tournaments_are_not():
    assert Study(tournament(group=8)).subject.noisy
    assert Study(tournament(group=25)).subject.noisy  # the draw also decides who is side a
    assert not Study(tournament()).subject.noisy


def test_a_metagame_of_ties_is_flagged():
    config = {"play": {"tournament": {"cards": "vanilla"}}, "parameters": {"cards.*.attack": [5, 8]}}
    study = Study(config)
    metagame = study.look()
    assert metagame.all_ties
    assert metagame.rates.std() == 0
    result = tune(study, budget=10, seed=1)
    assert any("end in a tie" in each for each in result.warnings())
    assert result.to_dict()["after"]["all_ties"] is True


def test_metrics_of_structure_get_the_payoff_matrix():
    study = Study({**tournament(), "objectives": ["nash_entropy", "cyclic_share"]})
    metagame = study.look()
    assert metagame.matrix.shape == (25, 25)
    assert len(metagame.lineup_names) == 25
    assert tune(study, budget=30, seed=1).winner.values[0] > study.judge(metagame, study.space.start).values[0]


def arena(**plan):
    defaults = {"scenarios": ["spire:louses", "spire:cultist"], "seats": "random", "games": 30, "measure": "hp_left"}
    return {"play": {"arena": {**defaults, **plan}}}


def test_variants_are_measured_against_the_baseline_game_by_game():
    variants = {"none": {"deck": STARTER}, "Cleave": {"deck": {**STARTER, "Cleave": 1}}, "same": {"deck": STARTER}}
    metagame = Study(arena(variants=variants, baseline="none")).look(seed=3)
    assert metagame.names == ["Cleave", "same"]
    assert (metagame.rates[1], metagame.errors[1]) == (0, 0)  # the same games, card for card
    assert metagame.errors[0] > 0
    assert metagame.unit == "gain in hp left"
    assert metagame.games == 3 * 2 * 30


@pytest.mark.parametrize("compare", ["variants", "scenarios"])
def test_a_baseline_is_not_counted_among_the_gains(compare):
    variants = {"none": {"deck": STARTER}, "strong": {"deck": {**STARTER, "Strike": 50}}}
    metagame = Study(arena(variants=variants, baseline="none", compare=compare)).look(seed=3)
    fights = ("spire:louses", "spire:cultist")
    hp_left = {key: series.columns["hp_left"].mean() for key, series in metagame.details.items()}
    gains = [hp_left["strong", name] - hp_left["none", name] for name in fights]
    assert metagame.names == (["strong"] if compare == "variants" else list(fights))
    assert metagame.rates == pytest.approx([np.mean(gains)] if compare == "variants" else gains)
    assert metagame.distribution == pytest.approx(gains)


def test_a_number_in_the_rules_of_spire_changes_the_battles():
    config = {**arena(), "parameters": {"cards.Strike.damage": [1, 30], "cards.Bash.cost": [0, 3]}}
    study = Study(config)
    assert study.space.start == (5, 2)
    weak, strong = study.play([(0, 2), (29, 2)], seed=1)
    assert strong.rates.mean() > weak.rates.mean()
    original = study.play([study.space.start], seed=1)[0]
    assert original.rates == pytest.approx(study.look(seed=1).rates)


def test_games_with_the_same_rules_are_not_played_again():
    variants = {"none": {"deck": STARTER}, "Cleave": {"deck": {**STARTER, "Cleave": 1}}}
    config = {**arena(variants=variants, baseline="none"), "parameters": {"cards.Cleave.damage": [1, 9]}}
    study = Study(config)
    study.play([(0,), (1,), (2,)], seed=1)
    cached = study.subject._cache.series
    assert len(cached) == 2 * 1 + 2 * 3  # the first deck once, Cleave for each value, in two scenarios


def test_the_series_cache_drops_the_least_recently_used_first():
    series = arena_run(registry.game("kuhn"), "2*random", games=10, seed=1, jobs=1).series[0]
    size = sum(column.nbytes for column in series.columns.values())
    cache = SeriesCache(3 * size)
    for key in (b"a", b"b", b"c"):
        cache.put(key, series)
    assert cache.get(b"a") is series
    cache.put(b"d", series)
    assert (list(cache.series), cache.free_bytes) == ([b"c", b"a", b"d"], 0)
    small = SeriesCache(size - 1)
    small.put(b"a", series)
    assert small.get(b"a") is None
    assert small.free_bytes == size - 1


def test_the_start_of_any_game_can_be_tuned():
    config = {**arena(), "parameters": {"start.player.max_hp": {"bounds": [10, 90], "step": 40, "from": 80}}}
    few, many = Study(config).play([(0,), (2,)], seed=1)
    assert many.rates.mean() > few.rates.mean()


def test_a_game_of_several_players_is_compared_seat_by_seat():
    metagame = Study({"play": {"arena": {"scenarios": "kuhn", "seats": "random,random", "games": 200}}}).look(seed=1)
    assert metagame.names == ["seat 1", "seat 2"]
    assert metagame.rates.sum() == pytest.approx(1)


def test_the_tuned_rules_of_spire_can_be_read_back(tmp_path):
    study = Study({**arena(games=5), "parameters": {"cards.Cleave+.damage": [9, 12], "cards.Bash.cost": [1, 2]}})
    study.subject.write(study.space.values((0, 0)), tmp_path / "tuned.yaml")
    content = spire.load(tmp_path / "tuned.yaml")
    assert content.cards["Bash"].cost == 1
    assert content.cards["Cleave+"].model_dump(mode="json")["effect"]["do"][0]["attack"] == 9


def test_a_tuned_card_keeps_its_upgrade(tmp_path):
    parameters = {"cards.Whirlwind.damage": [3, 12], "cards.Cleave.damage": [8, 9], "cards.Body Slam.cost": [0, 1]}
    study = Study({**arena(games=5), "parameters": parameters})
    study.subject.write(study.space.values((6, 0, 0)), tmp_path / "tuned.yaml")
    written = data.read(tmp_path / "tuned.yaml").value["cards"]
    assert sorted(written) == ["Body Slam", "Whirlwind"]  # Cleave is what it was
    assert written["Whirlwind"]["effect"]["attack"] == "9 (12)"
    assert spire.load(tmp_path / "tuned.yaml").cards["Body Slam+"].cost == 0  # no cost is below 0
    battle = spire.battle(["Armaments", "Whirlwind"], content=tmp_path / "tuned.yaml")
    assert "Whirlwind+" in str(battle.new(seed=1).play("play Armaments").view())
    assert battle.content.cards["Whirlwind+"].describe() == "X times: Deal 12 damage to all enemies."


def test_a_card_tuned_with_its_upgrade_has_both_numbers(tmp_path):
    parameters = {"cards.Cleave.damage": [8, 9], "cards.Cleave+.damage": [11, 15]}
    study = Study({**arena(games=5), "parameters": parameters})
    study.subject.write(study.space.values((1, 4)), tmp_path / "tuned.yaml")
    assert data.read(tmp_path / "tuned.yaml").value["cards"]["Cleave"]["effect"]["attack"] == "9 (15)"


def test_the_tuned_cards_of_a_draft_can_be_read_back_and_drafted(tmp_path):
    play = {"arena": {"scenarios": "autobattler:draft", "seats": "random,random", "games": 5}}
    study = Study({"play": play, "parameters": {"cards.Grenade.price": [1, 9]}})
    study.subject.write(study.space.values((7,)), tmp_path / "tuned.yaml")
    cards = autobattler.CardSet.read(tmp_path / "tuned.yaml")
    original = autobattler.sample("draft").parameters()
    assert cards.parameters() == {**original, "Grenade.price": 8}
    start = data.read(tmp_path / "tuned.yaml").value
    assert registry.family("autobattler").game({**start, "players": 2}).cards == cards


def test_a_tuned_start_is_written_as_a_scenario(tmp_path):
    parameters = {"start.gold": {"bounds": [1, 9], "from": 5}, "cards.Grenade.price": 6}
    play = {"arena": {"scenarios": "autobattler:table", "seats": "4*random", "games": 5}}
    study = Study({"play": play, "parameters": parameters})
    study.subject.write(study.space.values((7,)), tmp_path / "tuned.yaml")
    game = registry.game(tmp_path / "tuned.yaml")
    assert (game.players, game.start["gold"], game.cards.card("Grenade").price) == (4, 8, 6)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"cards.Vanilla.health": [0, 5]}, "cards.Vanilla.health cannot be 0: .*health"),
        ({"cards.*.attack": [1, 50_000]}, "cards.Survivalist.attack cannot be 50000"),
        ({"cards.Vanilla.attack": [1, 5], "cards.Vanilla.health": 0}, "cards.Vanilla.health cannot be 0"),
        ({"cards.Vanilla.attack": {"bounds": [1, 2], "step": 0.5}}, "cards.Vanilla.attack cannot be 2.0"),
        ({"cards.Vanilla.attack": {"values": [1, 2.5, 7]}}, "cards.Vanilla.attack cannot be 2.5"),
    ],
)
def test_values_the_cards_do_not_allow_are_refused_before_the_folder_is_made(parameters, message, tmp_path):
    with pytest.raises(BadData, match=message):
        tune(Study({**tournament(), "parameters": parameters}), budget=1, folder=tmp_path / "report")
    assert not (tmp_path / "report").exists()


@pytest.mark.parametrize("path", ["cards.Bash.cost", "start.player.max_hp"])
def test_values_a_game_of_the_arena_does_not_allow_are_refused_too(path):
    study = Study({**arena(games=1), "parameters": {path: {"bounds": [-50, 2], "from": 2}}})
    with pytest.raises(BadData, match=f"{path} cannot be -50"):
        tune(study, budget=1)


@pytest.mark.parametrize(
    ("plan", "message"),
    [
        ({"scenarios": "spire:nobody"}, "unknown start of spire"),
        ({"scenarios": ["spire:louses", "kuhn"]}, "must belong to one game"),
        ({"measure": "gold"}, "unknown measure of spire 'gold'"),
        ({"baseline": "none"}, "baseline must be one of at least two variants"),
        ({"variants": {"a": {}, "b": {}}, "baseline": "a", "compare": "seats"}, "not with seats"),
        ({"compare": "variants"}, "no variants to compare"),
        ({"seat": "random"}, "unknown key 'seat'"),
        ({"seats": "2*random"}, "has 1 seat; '2\\*random' fills 2"),
        ({"seats": "rando"}, "unknown agent 'rando'"),
        ({"variants": {"more": {"deck": {"Strke": 5}}}}, "the variant 'more' of .*did you mean 'Strike'"),
    ],
)
def test_bad_plans_are_refused(plan, message):
    with pytest.raises(CardwrightError, match=message):
        Study(arena(**plan))


def test_bad_configs_are_refused(tmp_path):
    for config, message in (
        ({**tournament(), "ply": 1}, "unknown key 'ply'"),
        ({"play": {}}, "exactly one way to play"),
        ({"play": {"tournment": {}}}, "unknown way to play 'tournment'; did you mean 'tournament'"),
        ({"play": {"tournament": {"cards": "nowhere.yaml"}}}, "nowhere.yaml: no such file"),
        ({**tournament(), "objectives": ["sdt"]}, "unknown metric 'sdt'"),
        ({**tournament(), "objectives": ["wasserstein"]}, "needs the option 'target'"),
        ({**tournament(), "objectives": [{"metric": "entropy", "of": 1}]}, "unknown option of the metric entropy"),
        ({**tournament(), "constraints": ["tie_share"]}, "either at_most or at_least"),
        ({**tournament(), "constraints": [{"metric": "tie_share", "at_mst": 1.0}]}, "at_least, not 'at_mst'"),
        (
            {**tournament(), "constraints": [{"metric": "tie_share", "at_most": -1}]},
            "the tie share is from 0 to 1 and never at most -1",
        ),
        (
            {**tournament(), "constraints": [{"metric": "change", "at_least": 1.5}]},
            "the change is from 0 to 1 and never at least 1.5",
        ),
        ({**tournament(), "budget": 0}, "greater than or equal to 1"),
        ({**tournament(), "play": {"landscape_without_read:X": {}}}, "unknown subject or module"),
    ):
        with pytest.raises(CardwrightError, match=message):
            Study(config, tmp_path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("play: {tournament: {cards: table-2,\n  size: 9}}", "line 2: play.tournament.size: input should be less than"),
        (
            "play:\n tournament:\n  cards:\n  - {name: A, attack: -1, health: 2}",
            "line 4: play.tournament.cards.A.attack: ",
        ),
        (
            "play:\n tournament:\n  cards: {cards:\n   [{name: A, attack: 1}]}",
            "line 4: play.tournament.cards.cards.A.health",
        ),
        ("play:\n  arena:\n    scenarios: kuhn\n    games: 0", "line 4: play.arena.games: input should be greater"),
        ("play:\n  arena:\n    scenarios: kuun", "line 2: unknown"),
        ("play: {tournament: {cards: table-2}}\nobjectives:\n- entropy\n- sdt", "line 4: unknown metric 'sdt'"),
        (
            "play: {tournament: {cards: table-2}}\nconstraints:\n- {metric: none, at_most: 1}",
            "line 3: unknown metric 'none'",
        ),
    ],
)
def test_errors_in_a_config_name_the_line(text, message, tmp_path):
    (tmp_path / "config.yaml").write_text(text)
    with pytest.raises(CardwrightError, match=f"config.yaml, {message}"):
        Study.read(tmp_path / "config.yaml")


def test_the_file_of_a_described_game_is_relative_to_the_config(tmp_path):
    (tmp_path / "config.yaml").write_text("play: {arena: {scenarios: mine.cgdl, seats: '3*random', games: 5}}")
    (tmp_path / "mine.cgdl").write_text(cgdl.source("blackjack"))
    assert list(Study.read(tmp_path / "config.yaml").look().names) == ["seat 1", "seat 2", "seat 3"]
    (tmp_path / "mine.cgdl").write_text("language 1 game of cards")
    with pytest.raises(BadData, match=r"config.yaml, line 1: .*mine.cgdl, line 1, column 17: 'of' does not fit here"):
        Study.read(tmp_path / "config.yaml")


def test_an_error_in_a_card_file_names_both_files(tmp_path):
    (tmp_path / "config.yaml").write_text("play:\n  tournament:\n    cards: mine.yaml\n")
    (tmp_path / "mine.yaml").write_text("cards:\n- {name: A, attack: 1, health: 0}\n")
    with pytest.raises(BadData, match=r"config.yaml, line \d: .*mine.yaml, line 2: cards.A.health"):
        Study.read(tmp_path / "config.yaml")


def test_the_arena_has_no_payoff_matrix():
    with pytest.raises(BadData, match="needs a tournament"):
        Study({**arena(), "objectives": ["nash_entropy"]}).look()


def test_the_fingerprint_of_an_arena_covers_the_content_of_scenario_files(tmp_path):
    """A search must not resume with other fights although the config and the rules are the same."""
    found = []
    for hp in (80, 80, 40):
        second = f"game: spire\nstart: {{deck: ironclad, enemies: [Cultist], player: {{max_hp: {hp}}}}}\n"
        (tmp_path / "second.yaml").write_text(second)
        found.append(Arenas(ArenaPlan(scenarios=["spire:cultist", "second.yaml"], games=5), tmp_path).fingerprint())
    assert found[0] == found[1] != found[2]


def test_the_fingerprint_of_an_arena_covers_what_an_agent_imports(tmp_path, monkeypatch):
    agent = "from helper_of_this_test import FIRST\nclass Own:\n    def choose(self, state):\n        return FIRST\n"
    (tmp_path / "own.py").write_text(agent)
    monkeypatch.syspath_prepend(tmp_path)
    found = []
    for number in (0, 0, 1):
        (tmp_path / "helper_of_this_test.py").write_text(f"FIRST = {number}\n")
        plan = ArenaPlan(scenarios="spire:cultist", seats=f"{tmp_path}/own.py:Own", games=5)
        found.append(Arenas(plan, tmp_path).fingerprint())
    assert found[0] == found[1] != found[2]


def test_a_subject_without_one_of_the_compared_things():
    rest = Tournaments(autobattler.sample("table-2"), TournamentPlan(cards="table-2", size=2)).without("Vanilla")
    assert "Vanilla" not in rest.play([{}], 0)[0].names
    fights = Arenas(ArenaPlan(scenarios=["spire:louses", "spire:cultist"], games=5, measure="hp_left"))
    assert list(fights.without("spire:louses").games) == ["spire:cultist"]
    assert Arenas(ArenaPlan(scenarios="kuhn", seats="2*random")).without("seat 1") is None
    with pytest.raises(UnknownName):
        Arenas(ArenaPlan(scenarios="knh"))


def test_a_single_game_has_no_standard_error():
    shown = Study(arena(games=1)).look().to_dict()
    assert "errors" not in shown
    json.dumps(shown, allow_nan=False)


def test_seats_are_checked_with_the_number_of_players_a_parameter_sets():
    play = {"arena": {"scenarios": "unicorns:4", "seats": "2*rules,2*random", "games": 1}}
    study = Study({"play": play, "parameters": {"start.players": [2, 4]}})
    with pytest.raises(BadData, match=r"start\.players cannot be 2: unicorns:4 has 2 seats"):
        tune(study, budget=2)


def test_wrong_parameters_are_found_when_the_config_is_read():
    with pytest.raises(CardwrightError, match="unknown part of a path 'Bsh'"):
        Study({**arena(games=1), "parameters": {"cards.Bsh.cost": [0, 3]}})


def test_changed_code_of_an_agent_makes_another_search(tmp_path):
    identities = []
    for value in (0, 1, 1):
        text = f"class Mine:\n    name = 'mine'\n    def choose(self, state, legal):\n        return legal[{value}]\n"
        (tmp_path / "mine.py").write_text(text)
        identities.append(Study(arena(seats=f"{tmp_path}/mine.py:Mine", games=1)).identity(1))
    assert identities[0] != identities[1] == identities[2]


def test_a_described_game_is_written_line_by_line(tmp_path):
    play = {"arena": {"scenarios": "cgdl:blackjack", "seats": "3*random", "games": 1}}
    study = Study({"play": play, "parameters": {"switches.turn_limit": {"bounds": [50, 60], "from": 50}}})
    study.subject.write(study.space.values((5,)), tmp_path / "tuned.yaml")
    assert "  text: |\n" in (tmp_path / "tuned.yaml").read_text()
    assert registry.game(tmp_path / "tuned.yaml").players == 3
