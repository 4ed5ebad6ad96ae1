"""The page of a replay in a real browser: navigation, cards, the summary, and hostile names."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import kuhn
import pytest
from patience import PATIENCE

import cardwright
from cardwright import unicorns
from cardwright.agents import Exchange, make, play_game
from cardwright.arena.replay_page import page_data, replay_page
from cardwright.arena.story import Story
from cardwright.core.game import Game
from cardwright.spire.run.facade import game as run_game

HOSTILE = (
    "</script><script>document.title='broken'</script><img src=x onerror=\"document.title='broken'\">&amp;%%DATA%%"
)


@pytest.fixture(scope="module")
def battle():
    end = play_game(cardwright.game("spire:jaw-worm"), [make("first")], seed=7, agent_seed=7)
    return Story.of(end, ("first",))


class Page:
    """A page in the browser, with helpers to press keys and read text."""

    def __init__(self, browser, path, story, after=""):
        path.write_text(replay_page(story), encoding="utf-8")
        browser.get_log("browser")
        browser.get("about:blank")
        browser.get(path.as_uri() + after)
        self.browser = browser

    def press(self, *names):
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.keys import Keys

        for name in names:
            ActionChains(self.browser).send_keys(getattr(Keys, name)).perform()

    def press_with_shift(self, name):
        from selenium.webdriver import ActionChains
        from selenium.webdriver.common.keys import Keys

        ActionChains(self.browser).key_down(Keys.SHIFT).send_keys(getattr(Keys, name)).key_up(Keys.SHIFT).perform()

    def all(self, selector):
        return [each.text for each in self.browser.find_elements("css selector", selector) if each.is_displayed()]

    def text(self, selector):
        (found,) = self.all(selector)
        return found

    def console_errors(self):
        return [each["message"] for each in self.browser.get_log("browser")]


@pytest.fixture
def open_page(browser, tmp_path):
    return lambda story, after="": Page(browser, tmp_path / "replay.html", story, after)


def test_left_and_right_move_between_decisions(open_page, battle):
    page = open_page(battle)
    last = len(battle.decisions)
    assert page.text(".position") == f"1 of {last}"
    assert page.text(".decision b") == str(battle.decisions[0])
    page.press("ARROW_RIGHT")
    assert page.text(".position") == f"2 of {last}"
    assert page.text(".decision b") == str(battle.decisions[1])
    page.press("ARROW_LEFT", "ARROW_LEFT")
    assert page.text(".position") == f"1 of {last}"
    page.press("END")
    assert page.text(".position") == f"End of {last}"
    assert page.text(".decision") == f"The end: {battle.result()}"
    page.press("ARROW_RIGHT", "HOME")
    assert page.text(".position") == f"1 of {last}"
    assert page.console_errors() == []


def test_shift_moves_by_turns(open_page, battle):
    turns = [state.turn for state in battle.states[:-1]]
    page = open_page(battle)
    second, third = (turns.index(turn) for turn in (2, 3))
    keys = [("ARROW_RIGHT", second), ("ARROW_RIGHT", third), ("ARROW_LEFT", second), ("ARROW_LEFT", 0)]
    for key, number in keys:
        page.press_with_shift(key)
        assert page.text(".position") == f"{number + 1} of {len(turns)}"
    page.press("ARROW_RIGHT")
    page.press_with_shift("ARROW_LEFT")
    assert page.text(".position") == f"1 of {len(turns)}"


def test_space_plays_until_the_end(browser, open_page):
    from selenium.webdriver.support.ui import WebDriverWait

    page = open_page(Story.of(kuhn.family.game({}).new(1).play("bet")))
    page.press("SPACE")
    WebDriverWait(browser, PATIENCE).until(lambda _: page.text(".position") == "End of 1")


def test_a_long_story_lists_a_part_of_its_decisions(open_page, battle):
    longer = Story.of(battle.states[-1])
    many = replace(longer, decisions=longer.decisions[:1] * 900, states=longer.states[:1] * 900 + longer.states[-1:])
    page = open_page(many)
    page.press("ENTER")
    assert len(page.all(".decisions b")) == 400
    assert page.text(".sheet .note") == "500 more decisions are not listed; use the slider to get there."
    page.press("ESCAPE", "END", "ARROW_LEFT", "ENTER")
    assert page.text(".decisions .current small") == "turn 1"
    assert page.text(".position") == "900 of 900"


def test_hands_enemies_and_piles_are_drawn(open_page, battle):
    page = open_page(battle)
    for number in range(3):
        view = battle.shown(number)
        assert page.all(".zone .card .name") == view["hand"]
        (enemy,) = view["enemies"]
        assert page.all(".figures h3") == [enemy["name"]]
        assert f"hp {enemy['hp']} / {enemy['max_hp']}" in page.all(".figures .bar")
        assert page.all(".pile b") == [str(len(view[pile])) for pile in ("draw", "discard", "exhaust")]
        page.press("ARROW_RIGHT")


def test_a_click_opens_a_pile(open_page, battle):
    page = open_page(battle)
    page.browser.find_element("css selector", ".pile").click()
    assert page.all(".unfolded .card .name") == battle.shown(0)["draw"]
    page.browser.find_element("css selector", ".unfolded .pile").click()
    assert page.all(".unfolded") == []


def test_enter_toggles_a_summary(open_page, battle):
    page = open_page(battle)
    assert page.all(".summary") == []
    page.press("ENTER")
    assert page.text(".summary h2") == battle.result()
    assert page.all(".summary td")[:3] == ["player", "first", str(len(battle.decisions))]
    assert page.all(".decisions b") == list(map(str, battle.decisions))
    page.press("ENTER")
    assert page.all(".summary") == []
    page.press("ENTER", "ESCAPE")
    assert page.all(".summary") == []
    page.press("ENTER")
    page.browser.find_elements("css selector", ".decisions button")[3].click()
    assert page.all(".summary") == []
    assert page.text(".position").startswith("4 of ")


def test_a_phone_shows_all_buttons_and_whole_names(browser, open_page):
    state = cardwright.unicorns.game(players=2).new(seed=3)
    page = open_page(Story.of(state))
    browser.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    )
    try:
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 390
        buttons = browser.execute_script(
            "return [...document.querySelectorAll('nav button')].map((each) => each.getBoundingClientRect().right)"
        )
        assert max(buttons) <= 390
        lines = browser.execute_script(
            "const card = document.querySelector('.card:not(.back)'); card.style.setProperty('--letters', 11);"
            "const name = card.querySelector('.name'); name.textContent = 'Pandamonium';"
            "const text = document.createRange(); text.selectNodeContents(name); return text.getClientRects().length"
        )
        assert lines == 1
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    assert page.text(".shown") == "The position at the end"


def test_a_fragment_opens_the_page_at_a_decision(open_page, battle):
    assert open_page(battle, "#5").text(".position").startswith("5 of ")


def test_any_game_is_drawn(open_page):
    page = open_page(
        Story.of(kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}}).new(1).play("bet"), ("me", "you"))
    )
    assert page.all(".player h2") == ["P1\nme", "P2\na person"]
    assert page.all(".player .chip") == ["hand King", "hand Jack"]
    page.press("ARROW_RIGHT")
    assert page.all(".table > .chips .chip") == ["pot 3"]
    assert page.console_errors() == []


def test_choices_have_the_words_of_players_and_long_runs_of_amounts_are_short(open_page):
    state = cardwright.game("cgdl:holdem").new(1).play("bet 5").play("bet 20").play("bet 20")
    page = open_page(Story.of(state), "#2")
    assert page.text(".now b") == "raise 20"
    assert page.all(".options li") == ["call 5", "raise 6", "…", "raise 20", "…", "raise 98", "fold"]


def test_stables_and_hands_are_drawn_as_cards(open_page):
    start = {
        "players": 3,
        "P1": {"stable": ["Narwhal", "Yay"], "hand": ["Rhinocorn", "Unicorn Poison"]},
        "P2": {"stable": ["Baby Unicorn"], "hand": ["Neigh"]},
        "deck": ["Basic Unicorn"],
    }
    state = unicorns.family.game(start).new(1).play("play Rhinocorn").play("into P1")
    page = open_page(Story.of(state, ("rules", "random", "random")))
    panels = page.browser.find_elements("css selector", ".player")
    shown = [[card.text for card in panel.find_elements("css selector", ".card .name")] for panel in panels]
    assert shown == [["Narwhal", "Yay", "Rhinocorn", "Unicorn Poison"], ["Baby Unicorn", "Neigh"], []]
    assert page.all(".player:first-child .kind") == ["Basic Unicorn", "Upgrade", "Magical Unicorn", "Magic"]
    page.press("ARROW_RIGHT")
    # It lies on the stack, so the question where it goes does not show it again.
    assert page.all(".middle .zone .name") == ["Rhinocorn"]
    page.press("ARROW_RIGHT")
    assert page.all(".player:first-child .card.new .name") == ["Rhinocorn"]
    assert page.console_errors() == []


def test_a_map_is_drawn_with_the_place_of_the_player(open_page):
    story = Story.of(run_game(room="map", floor=3, seed=5).new(2).play("go 4A enemy"))
    page = open_page(story)
    drawn = "return document.querySelectorAll(arguments[0]).length"
    assert page.browser.execute_script(drawn, ".chart .spot.here") == 1
    assert page.browser.execute_script(drawn, ".chart .spot") == len(story.states[0].view()["map"].spots)
    assert page.console_errors() == []


def test_a_hostile_name_is_shown_as_text(open_page):
    story = Story.of(kuhn.family.game({}).new(1).play("bet"), (HOSTILE, "you"), HOSTILE)
    page = open_page(story)
    assert HOSTILE in page.text("#subtitle")
    assert page.all(".player h2")[0] == f"P1\n{HOSTILE}"
    page.press("ENTER")
    assert HOSTILE in page.all(".summary td")
    assert page.browser.title == f"Kuhn poker: {HOSTILE}"
    assert page.browser.find_elements("css selector", "img") == []
    assert len(page.browser.find_elements("css selector", "script")) == 2
    assert page.console_errors() == []


def test_replies_of_language_models_are_shown_as_text(open_page):
    messages = [{"role": "system", "content": HOSTILE}, {"role": "user", "content": "Choose."}]
    again = [*messages, {"role": "assistant", "content": "Hm."}, {"role": "user", "content": "Once more."}]
    asked = [Exchange(messages, "Hm.", "it is short", 5, 1, False), Exchange(again, HOSTILE, "", 7, 2, True)]
    story = replace(Story.of(kuhn.family.game({}).new(1).play("bet")), exchanges={0: asked})
    page = open_page(story)
    assert page.all(".exchange > pre") == ["Hm.", HOSTILE]
    assert page.all(".exchange small") == ["not used: it is short; 5 tokens in, 1 out", "7 tokens in, 2 out"]
    page.browser.execute_script("for (const each of document.querySelectorAll('details')) each.open = true")
    assert page.all("details pre") == [HOSTILE, "Choose.", "Once more."]
    page.press("ARROW_RIGHT")
    assert page.all(".exchange") == []
    assert page.browser.title != "broken"
    assert not page.console_errors()


def test_the_page_loads_nothing_and_forbids_other_scripts(battle):
    page = replay_page(battle)
    assert "default-src 'none'" in page
    for fetching in (" src=", " href=", "url(", "@import", "fetch(", "XMLHttpRequest"):
        assert fetching not in page


def test_equal_parts_of_positions_are_written_once(battle):
    data = page_data(battle)
    assert len(data["parts"]) == len({json.dumps(part) for part in data["parts"]})
    rebuilt = {key: data["parts"][part] for key, part in data["decisions"][2]["state"].items()}
    assert rebuilt == battle.shown(2)
    assert data["faces"]["Strike"]["cost"] == "1"


def test_games_without_a_presentation_can_be_shown():
    assert Game.presentation.piles == ()
    assert kuhn.family.game({}).face("King") is None


def test_the_page_keeps_every_digit_of_a_seed_and_shows_no_control_characters():
    seed = 2**63 + 1
    page = replay_page(Story.of(cardwright.game("spire:jaw-worm").new(seed), name="\u202e\x1bname"))
    [shown] = re.findall(r'id="data">(.*?)</script>', page, re.DOTALL)
    story = json.loads(shown)
    assert story["seed"] == str(seed)
    assert story["name"] == "??name"
