"""Pictures of maps: they contain every room and the path, and equal maps have equal bytes."""

from __future__ import annotations

import pytest

from cardwright import route
from cardwright.core.errors import BadData
from cardwright.core.showing import pictures
from cardwright.route import Planner, RouteMap, drawing
from cardwright.spire import maps

PAPER = route.example()


def texts(figure):
    return [text.get_text() for text in figure.findobj(match=lambda each: hasattr(each, "get_text"))]


def test_a_picture_has_an_icon_for_every_room_and_for_the_legend():
    shown = texts(drawing.picture(PAPER))
    for kind in ("U", "M", "R", "T", "B"):
        icon = drawing.LOOKS[kind].icon
        assert shown.count(icon) == sum(room.kind == kind for room in PAPER.rooms()) + 1


def test_the_path_is_highlighted():
    path = Planner(PAPER).best().path
    lines = drawing.picture(PAPER, path).axes[0].lines
    assert sum(line.get_color() == drawing.HIGHLIGHT for line in lines) == len(path) - 1 + 1  # one more in the legend


def test_equal_maps_have_equal_bytes():
    first, second = (pictures.render(drawing.picture(PAPER, title="a map"), "svg") for _ in range(2))
    assert first == second
    assert first.startswith(b"<?xml")


def test_the_suffix_selects_the_format(tmp_path):
    planner = Planner(PAPER)
    figure = drawing.trade_off(planner.pareto(), planner.k_best(20))
    pictures.save(figure, tmp_path / "front.png")
    assert (tmp_path / "front.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(BadData, match=r"\.svg or \.png"):
        pictures.save(figure, tmp_path / "front.gif")


def test_the_text_drawing_marks_the_path():
    canvas = PAPER.draw(["0", "1B", "2C"])
    assert {canvas.cells[line][column] for line, column in canvas.marked} == {*"STNM/"}


def test_a_notebook_shows_maps_and_routes():
    generated = maps.generate(1)
    rooms = len(generated.nodes) + 1  # and the boss
    assert generated._repr_html_().count("<circle") == rooms
    assert RouteMap.from_act(generated)._repr_html_().count("<circle") == rooms + 1  # and the start
    best = Planner(PAPER).best("9B")
    shown = best._repr_html_()
    assert shown.count("<td") == 2 * len(best.path)
    assert shown.count('stroke-width="3"') == len(best.path) - 1  # the links of the path


@pytest.mark.parametrize("seed", range(40))
def test_marking_a_path_drops_no_link(seed):
    """A marked stroke once hid the slopes of other links."""
    act = route.RouteMap.from_act(maps.generate(seed))
    paths = [list(each.path) for each in route.Planner(act, "risk").k_best(20)]
    assert {str(act.draw(path)) for path in paths} == {str(act.draw())}


def test_links_that_cross_are_both_visible():
    text = "Floors\n3\nEncounters\n0-ST\n1A-N 1B-N\n2A-N 2B-N\n3-B\nLinks\n0,1A,1B\n1A,2B 1B,2A\n2A,3 2B,3\n"
    assert str(route.from_text(text)).count("X") == 1
