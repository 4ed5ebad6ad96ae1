"""The rules of a match and of each mechanic, one rule per test."""

from __future__ import annotations

import pytest

from cardwright.autobattler import Card, Mechanic, Rule, match, watch
from cardwright.core.errors import BadData


def card(attack: int, health: int, **mechanics: int | None) -> Card:
    return Card("+".join(mechanics) or "plain", attack, health, mechanics)


def after(phases: int, a: list[Card], b: list[Card], profile: str = "corrected") -> tuple[list[str], list[str]]:
    """Return the attack and health of all living cards after some phases, from the left."""
    phase = list(watch(a, b, profile))[phases]
    return [f"{c.attack}/{c.health}" for c in phase.a], [f"{c.attack}/{c.health}" for c in phase.b]


WALL = card(0, 9)


def test_both_fighters_strike_and_survivors_go_to_the_right_end() -> None:
    assert after(1, [card(2, 5), WALL], [card(3, 4), WALL]) == (["0/9", "2/2"], ["0/9", "3/2"])


def test_the_side_with_a_card_left_wins_and_two_empty_sides_tie() -> None:
    assert match([card(3, 3)], [card(1, 2)]).result == 1
    assert match([card(1, 2)], [card(3, 3)]).result == -1
    assert match([card(3, 3)], [card(3, 3)]).result == 0


def test_no_attack_anywhere_is_a_tie_at_once() -> None:
    assert match([WALL], [WALL]) == (0, 0)


def test_a_match_is_a_tie_after_128_phases() -> None:
    assert match([card(1, 1000)], [card(2, 1000)]) == (0, 128)


def test_a_win_of_the_second_player_is_a_tie_in_the_reference() -> None:
    assert match([card(1, 2)], [card(3, 3)], "reference").result == 0


def test_an_explosion_hits_the_bench_then_the_fighter() -> None:
    assert after(1, [card(0, 1, explode_on_death=3)], [card(1, 9), WALL, card(0, 3)]) == ([], ["0/6", "1/6"])


def test_the_blow_of_a_dead_fighter_still_lands() -> None:
    """Both attacks are read first: the blast deals 3, then the blow 2."""
    assert after(1, [card(2, 1, explode_on_death=3)], [card(1, 9)]) == ([], ["1/4"])


def test_an_explosion_triggers_another() -> None:
    a = [card(0, 1, explode_on_death=2), card(0, 3)]
    b = [card(1, 9), card(0, 2, explode_on_death=3), WALL]
    assert after(1, a, b) == ([], ["0/7", "1/7"])


def test_a_vampire_heals_the_rightmost_of_its_bench() -> None:
    a = [card(1, 6), card(0, 5, friendly_vampire=3), WALL]
    assert after(2, a, [card(4, 9), card(4, 9), WALL])[0] == ["0/9", "1/5", "0/1"]


def test_healing_stops_at_the_printed_health() -> None:
    a = [card(1, 6), card(0, 5, friendly_vampire=10), WALL]
    assert after(2, a, [card(4, 9), card(4, 9), WALL])[0] == ["0/9", "1/6", "0/1"]


def test_attack_grows_with_each_hit() -> None:
    assert after(2, [card(1, 9, grow_on_damage=4)], [card(1, 30)])[0] == ["9/7"]


def test_heal_on_death_heals_the_bench() -> None:
    assert after(2, [WALL, card(0, 1, heal_on_death=2)], [card(4, 9), card(1, 9)])[0] == ["0/7"]


def test_a_health_donor_keeps_tenths_and_shares_the_rest() -> None:
    """Of 5, a donor with 3 keeps 1. The bench counts two cards, so the rest of 4 is split into 2 each."""
    a = [WALL, card(0, 9, health_donor=3), card(0, 9, friendly_vampire=5)]
    assert after(3, a, [card(6, 99)])[0] == ["0/5", "0/4", "0/3"]


def test_armour_absorbs_every_blow_even_of_0() -> None:
    assert after(3, [card(1, 3, ignore_first_damage=2)], [card(2, 9), WALL])[0] == ["1/1"]


def test_a_morph_copies_the_attack_of_the_fighter_then_of_the_bench() -> None:
    b = [card(3, 9), card(5, 9), card(7, 9)]
    assert after(1, [card(0, 9, morph_attack=None)], b)[0] == ["3/6"]
    assert after(2, [card(0, 9, morph_attack=None)], b)[0] == ["7/1"]


def test_a_pain_splitter_takes_tenths_and_splits_the_rest() -> None:
    """Of 7, a splitter with 3 takes 2, plus 1 because 5 is odd; the two cards on the bench take 2 each."""
    assert after(1, [card(0, 9, pain_splitter=3), WALL, WALL], [card(7, 9)])[0] == ["0/7", "0/7", "0/6"]


def test_a_pain_splitter_without_a_bench_takes_everything() -> None:
    assert after(1, [card(0, 9, pain_splitter=3)], [card(7, 9)])[0] == ["0/2"]


@pytest.mark.parametrize(("profile", "attacks"), [("corrected", "12101"), ("experiments", "12343")])
def test_a_rampage_strengthens_until_middle_age(profile: str, attacks: str) -> None:
    rampage, patient = [card(0, 30, rampage=2)], [card(1, 40)]
    assert "".join(after(k, rampage, patient, profile)[0][0].split("/")[0] for k in range(1, 4)) == attacks[:3]


def test_a_rampage_weakens_below_zero_without_healing() -> None:
    assert after(6, [card(0, 30, rampage=1)], [card(1, 40)]) == (["-4/24"], ["1/39"])


def test_a_survivalist_exchanges_attack_and_health() -> None:
    assert after(1, [card(5, 4, survivalist=None)], [card(1, 30)])[0] == ["3/5"]
    assert after(1, [card(5, 4, survivalist=None)], [card(1, 30)], "reference")[0] == ["5/3"]


def test_a_blow_of_0_is_enough_for_a_survivalist() -> None:
    assert after(1, [card(6, 1, survivalist=None)], [WALL])[0] == ["1/6"]


def test_a_heal_brings_a_survivalist_down_to_its_printed_health() -> None:
    a = [card(8, 4, survivalist=None), card(0, 9, friendly_vampire=1)]
    assert [after(k, a, [card(1, 99)])[0][-k % 2] for k in (1, 2)] == ["3/8", "3/4"]


def test_threshold_hurts_all_enemies_once_it_is_old() -> None:
    a, b = [card(0, 2, threshold=2)], [card(1, 9), card(1, 9)]
    assert after(2, a, b) == ([], ["1/7", "1/7"])
    assert after(2, a, b, "reference") == ([], ["1/7", "1/9"])


def test_threshold_heals_its_bench_by_its_age_while_young() -> None:
    assert after(2, [WALL, card(0, 1, threshold=2)], [card(4, 99)])[0] == ["0/6"]


def test_a_time_bomb_explodes_after_more_hits_than_its_parameter() -> None:
    assert match([card(0, 9, time_bomb=1)], [card(1, 9)]) == (0, 3)


def test_a_card_can_have_several_mechanics() -> None:
    a = [WALL, card(0, 1, explode_on_death=2, heal_on_death=3)]
    assert after(2, a, [card(4, 9), card(1, 9)]) == (["0/8"], ["4/7", "1/7"])
    tough = [card(1, 1, ignore_first_damage=2, explode_on_death=5)]
    assert match(tough, [card(1, 8)]) == (0, 3)


THORNS = Mechanic(parameter="thorns", rules=[Rule(when="hurt", do="damage", to="enemy fighter", amount="p")])
RALLY = Mechanic(rules=[Rule(when="death", do="strengthen", to="allies", amount=3)])


def test_custom_mechanics_are_data() -> None:
    assert match([Card("Hedgehog", 0, 9, {"thorns": 3})], [card(1, 9)], mechanics={"thorns": THORNS}) == (1, 3)
    a = [card(0, 4), Card("Drummer", 0, 1, ["rally"])]
    last = list(watch(a, [card(1, 9)], mechanics={"rally": RALLY}))[2]
    assert [str(each) for each in last.a] == ["plain 3/3"]


@pytest.mark.parametrize("size", [0, 8])
def test_a_lineup_has_one_to_seven_cards(size: int) -> None:
    with pytest.raises(BadData, match="1 to 7"):
        match([WALL] * size, [WALL])


@pytest.mark.parametrize(
    ("mechanics", "words"),
    [({"explode": 1}, "unknown mechanic"), ({"rampage": None}, "middle age"), ({"survivalist": 1}, "no parameter")],
)
def test_unknown_mechanics_and_wrong_parameters_are_refused(mechanics: dict[str, int | None], words: str) -> None:
    with pytest.raises(BadData, match=words):
        match([Card("odd", 1, 1, mechanics)], [WALL])


@pytest.mark.parametrize(("profile", "left"), [("corrected", "0/6"), ("paper", "0/8")])
def test_a_splitter_with_three_takes_tenths_or_percent(profile: str, left: str) -> None:
    """Of 7, 3 % are 0, plus 1 because 7 is odd."""
    assert after(1, [card(0, 9, pain_splitter=3), WALL, WALL], [card(7, 9)], profile)[0][-1] == left


def test_only_percentages_go_up_to_a_hundred() -> None:
    with pytest.raises(BadData, match="50 is more than 10 tenths"):
        match([card(0, 9, pain_splitter=50)], [WALL])
    with pytest.raises(BadData, match="less than or equal to 10"):
        match([card(0, 9, rampage=50)], [WALL], "paper")
    with pytest.raises(ValueError, match="less than or equal to 100"):
        card(0, 9, pain_splitter=101)


@pytest.mark.parametrize(("profile", "stands"), [("corrected", "9/1"), ("paper", "1/9")])
def test_a_survivalist_of_the_paper_exchanges_at_the_start(profile: str, stands: str) -> None:
    assert after(0, [card(9, 1, survivalist=None)], [WALL], profile)[0] == [stands]


def test_healing_never_takes_health_from_a_card_that_exchanged() -> None:
    """The survivalist has 9 health at the start although 1 is printed."""
    healed = after(1, [card(0, 3, friendly_vampire=1), card(9, 1, survivalist=None)], [WALL], "paper")[0]
    assert healed[0] == "1/9"
