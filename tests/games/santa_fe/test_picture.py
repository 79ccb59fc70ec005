"""The view, the picture drawn from it, and the wording of labels."""

from __future__ import annotations

import json
from xml.etree.ElementTree import Element

import pytest

from railhead.games.game import OVER
from railhead.games.layout import LAYOUTS
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.santa_fe.map_picture import MOUNTAIN, RIVER, extent, places_of
from railhead.games.santa_fe.match import SantaFe
from railhead.games.santa_fe.name_places import Sizes, name_boxes
from railhead.games.santa_fe.tokens import COLOURS
from tests.games.pictures import SVG, drawing, elements, texts
from tests.games.positions import act, offered, refused
from tests.games.santa_fe.positions import (
    build,
    game,
    give_branch,
    later,
    laying,
    opened,
    options,
    put_head,
)


def strokes(state: SantaFe, colour: str) -> list[Element]:
    return [line for line in drawing(state).iter(f"{SVG}line") if line.get("stroke") == colour]


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_a_picture_at_every_stage_of_a_match(seats: int) -> None:
    given = options(variant="advanced", purchase=True)
    state = game().start(game().draw_setup(seats, given, Random(seats)))
    keys = set(state.view(0))
    random = Random(seats, 1)
    while state.actor() != OVER:
        state.sample_chance(random)
        view = state.view(0)
        assert set(view) == keys
        assert json.loads(json.dumps(view)) == view
        for layout in LAYOUTS:
            said = " ".join(texts(state, 0, layout=layout))
            for city in view["map"]["cities"]:
                assert city["name"] in said
        random_match(state, random, 12)


def test_the_caption_says_what_is_reconstructed() -> None:
    said = " ".join(text for text in texts(opened()) if text)
    assert "The map is a reconstruction, not the printed board" in said


def test_track_is_drawn_in_the_colour_of_its_railroad() -> None:
    state = laying()
    green = strokes(state, COLOURS["green"])
    act(state, "lay:gn:1:DUL")
    assert (len(green), len(strokes(state, COLOURS["green"]))) == (0, 1)
    build(state, "gn", "DUL", "FAR")
    assert len(strokes(state, COLOURS["green"])) == 4


def test_a_piece_lies_beside_the_city_it_started_from() -> None:
    state = laying()
    put_head(state, "gn", "FAR")
    act(state, "lay:gn:1:MIN")
    [piece] = strokes(state, COLOURS["green"])
    places = {city["city"]: city for city in state.view(0)["map"]["cities"]}
    x = float(piece.attrib["x1"]) - 20
    assert abs(x - places["FAR"]["x"]) < abs(x - places["MIN"]["x"])


def test_mountains_and_rivers_are_drawn() -> None:
    state = opened()
    links = state.view(0)["map"]["links"]
    spaces = sum(link["spaces"] * len(link["lines"]) for link in links if link["mountain"])
    assert len(strokes(state, MOUNTAIN.light)) == spaces
    assert len(strokes(state, RIVER)) == sum(sum(link["river"]) for link in links)


def test_a_hand_is_drawn_for_its_owner() -> None:
    state = later()
    give_branch(state, 0, "kp")
    hand = {name: text for name, text in elements(state, 0).items() if name.startswith("hand-")}
    assert list(hand)[:3] == ["hand-0-DEN", "hand-0-SFE", "hand-0-REN"]
    assert not any(name.startswith("hand-0-") for name in elements(state, 1))
    shown = texts(state, 1)
    numbers = shown.index("City cards")
    assert shown[numbers : numbers + 4] == ["City cards", "4", "Doubles", "1"]


def test_labels_say_what_a_move_brings() -> None:
    state = laying(doubles=(0,), branches={0: "gn"})
    labels = {move: state.label(0, state.parse(move)) for move in offered(state)}
    assert labels["lay:kp:1:ABI"] == (
        "Kansas Pacific, route 1: from Kansas City to Abilene, space 1 of 2"
    )
    assert labels["lay:kp:1:OMA"] == (
        "Kansas Pacific, route 1: from Kansas City to Omaha, space 1 of 1, earn $4"
    )
    assert labels["lay:up:1:MIL"].endswith("space 1 of 1, connect it")
    assert labels["branch:gn:MIL:DUL"] == (
        "Great Northern, new branch from Milwaukee to Duluth, space 1 of 2"
    )
    act(state, "lay:gn:1:DUL")
    assert state.label(0, state.parse("stop")) == "Lay no second piece"
    assert state.label(0, state.parse("lay:gn:1:DUL")) == (
        "Great Northern, route 1: on to Duluth, space 2 of 2, earn $4"
    )


def test_a_label_of_a_selection_names_the_branch_card() -> None:
    state = later()
    give_branch(state, 0, "kp")
    assert state.label(0, state.parse("select:REN")) == (
        "Play Reno (value 6) and the branch card of Kansas Pacific"
    )
    assert state.label(1, state.parse("select:double")) == "Play the double-turn card"


def test_moves_of_another_phase_are_refused_with_what_is_due() -> None:
    assert refused(later(), "lay:gn:1:DUL", 0) == "now is the time for select, not for lay"
    assert refused(laying(), "select:REN") == "now is the time for lay, not for select"


def test_no_link_runs_under_a_name() -> None:
    view = opened().view(0)
    shown, land = view["map"], extent(view)
    places = places_of(shown, land)
    boxes = name_boxes(
        tuple((city["city"], city["name"], *places[city["city"]]) for city in shown["cities"]),
        tuple(city for road in view["railroads"] for city in road["special"]),
        tuple((link["a"], link["b"], len(link["lines"])) for link in shown["links"]),
        (0, 0, *land),
        Sizes(),
    )
    for link in shown["links"]:
        (ax, ay), (bx, by) = places[link["a"]], places[link["b"]]
        for step in range(101):
            x, y = ax + (bx - ax) * step / 100, ay + (by - ay) * step / 100
            under = [
                code
                for code, (left, top, right, bottom) in boxes.items()
                if left < x < right and top < y < bottom
            ]
            assert not under, f"the link {link['a']}-{link['b']} runs under {under}"
