"""Routes: maps and paths as pages ask for them, and the page itself."""

from __future__ import annotations

import json
import shlex

import pytest
from patience import PATIENCE

from cardwright import route
from cardwright.spire import maps


def plan(server, **question):
    answer = server.post("/api/routes/plan", question)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_map_of_a_seed_is_the_map_of_the_command(web_server):
    found = web_server.get("/api/routes/map", params={"seed": "HELLO", "act": 2, "ascension": 20}).json()
    own = route.RouteMap.from_act(maps.generate("HELLO", 2, 20, compiled=False))
    chart = found["chart"]
    assert [tuple(spot.values())[:4] for spot in chart["spots"]] == [tuple(room) for room in own.rooms()]
    assert sorted(map(tuple, chart["links"])) == sorted(own.graph.edges)
    assert {spot["kind"] for spot in chart["spots"]} <= found["symbols"].keys()


def test_the_best_paths_are_those_of_the_planner(web_server):
    found = plan(web_server, file="example", require=["at least 2 elites"], objective="reward - 0.5*risk", k=3)
    planner = route.Planner(route.example(), "reward - 0.5*risk", constraints=["at least 2 elites"])
    assert [each["path"] for each in found["routes"]] == [list(each.path) for each in planner.k_best(3)]
    assert [each["values"] for each in found["front"]] == [each.values for each in planner.pareto()]


def test_weights_change_the_path(web_server):
    calm = plan(web_server, file="example")
    keen = plan(web_server, file="example", weights={"risk": {"E": 0, "EX": 0, "N": 5}})
    assert calm["routes"][0]["path"] != keen["routes"][0]["path"]


def test_the_command_does_the_same(web_server, capsys):
    from cardwright.cli.main import run

    question = {"objective": "reward", "require": ["through 9A"], "weights": {"reward": {"T": 5.5}, "risk": {"E": 1}}}
    found = plan(web_server, seed="HELLO", act=2, **question)
    assert run([*shlex.split(found["command"])[1:], "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert printed["path"] == found["routes"][0]["path"]
    assert [each["path"] for each in printed["front"]] == [each["path"] for each in found["front"]]


def test_no_path_is_an_answer_that_says_which_constraints(web_server):
    found = plan(web_server, file="example", require=["at least 9 elites", "a rest before the boss"])
    assert found["routes"] == []
    assert found["problem"].startswith(
        "no path from the start to the boss keeps 'at least 9 elites'; the most that can be kept"
    )


def test_a_map_in_a_file_of_the_folder(web_server):
    (web_server.folder / "small.txt").write_text(
        "Floors\n2\nEncounters\n0-ST\n1A-N 1B-E\n2-B\nLinks\n0,1A,1B\n1A,2 1B,2\n"
    )
    assert len(web_server.get("/api/routes/map", params={"file": "small.txt"}).json()["chart"]["spots"]) == 4
    assert plan(web_server, file="small.txt", objective="reward")["routes"][0]["path"] == ["0", "1B", "2"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"seed": "HELLO", "file": "example"},
        {"file": "missing.txt"},
        {"file": "../secret.txt"},
        {"file": "broken.txt"},
        {"seed": "a b!"},
        {"seed": "HELLO", "require": ["make me rich"]},
        {"seed": "HELLO", "require": ["through 99Z"]},
        {"seed": "HELLO", "objective": "__import__('os')"},
        {"seed": "HELLO", "start": "77"},
        {"seed": "HELLO", "weights": {"risk": {"nothing": 3}}},
    ],
)
def test_bad_questions_are_refused_in_one_sentence(web_server, body):
    (web_server.folder / "broken.txt").write_text("Floors\nmany\n")
    answer = web_server.post("/api/routes/plan", body)
    assert answer.status_code == 400
    assert answer.json()["error"]


@pytest.mark.parametrize("body", [{"seed": "A", "k": 1000}, {"seed": "A", "require": ["no shop"] * 13}, {"act": 5}])
def test_questions_that_ask_too_much_are_refused(web_server, body):
    assert web_server.post("/api/routes/plan", body).status_code == 422


def test_requiring_a_room_changes_the_path_at_once(browser, web_server):
    from selenium.webdriver import ActionChains
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    def all_of(selector, what):
        script = f"return [...document.querySelectorAll(arguments[0])].map((each) => each.{what})"
        return browser.execute_script(script, selector)

    def on_path():
        return all_of(".spot.on", "dataset.spot")

    def label(name):
        return all_of(f"[data-spot='{name}']", "getAttribute('aria-label')")[0]

    def until(condition):
        WebDriverWait(browser, PATIENCE).until(lambda _: condition())

    browser.get(f"{web_server.address}/routes?file=example")
    best = sorted(route.Planner(route.example()).best().path)
    until(lambda: sorted(on_path()) == best)
    assert "11C" not in best
    browser.find_element("css selector", "[data-spot='11C']").click()
    until(lambda: "11C" in on_path())
    assert label("11C") == "11C: burning elite, floor 11, costs 4, on the path, required"
    ActionChains(browser).send_keys(Keys.ENTER).perform()  # the room has the focus
    until(lambda: "forbidden" in label("11C"))
    until(lambda: sorted(on_path()) == best)
    ActionChains(browser).send_keys(Keys.ARROW_UP, Keys.ENTER).perform()
    until(lambda: any("--require 'through 12" in each for each in all_of(".command code", "textContent")))
    assert "--require 'avoid 11C'" in all_of(".command code", "textContent")[0]
    assert not [each for each in browser.get_log("browser") if each["level"] == "SEVERE"]
    browser.find_element("css selector", ".wish input").send_keys("at least 2 dragons", Keys.ENTER)
    until(lambda: any("'dragons'" in each for each in all_of(".stack .problem", "textContent")))
    assert all_of(".toast", "textContent") == []  # it would cover the map


def test_a_seed_that_is_too_long_is_not_cut(browser, web_server):
    from selenium.webdriver.common.keys import Keys
    from selenium.webdriver.support.ui import WebDriverWait

    browser.get(f"{web_server.address}/routes")
    seed = WebDriverWait(browser, PATIENCE).until(lambda _: browser.find_elements("css selector", ".map-form input"))[0]
    seed.clear()
    seed.send_keys("A" * 500, Keys.ENTER)
    refusal = browser.find_element("css selector", ".map-form .problem")
    WebDriverWait(browser, PATIENCE).until(lambda _: refusal.text)
    assert "at most 40 characters" in refusal.text
    assert seed.get_attribute("value") == "A" * 500
    browser.get_log("browser")  # the answer is an error, which the browser notes
