"""The view, the picture drawn from it, labels and refusals."""

from __future__ import annotations

import json
from xml.etree import ElementTree

import pytest

from railhead.games.game import OVER, SPECTATOR, State
from railhead.games.great_western_trail import RULESET, names, pending
from railhead.games.layout import LAYOUTS, WIDE
from railhead.games.playout import random_match
from railhead.games.random import Random
from tests.games.great_western_trail.positions import (
    bare,
    build,
    dealt,
    display,
    enter_city,
    have,
    hold,
    jobs,
    lay,
    market,
    opened,
    owe,
    stand,
)
from tests.games.pictures import SVG, elements, texts
from tests.games.positions import act, label, offered, refused


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_picture_at_every_stage_of_a_match(seats: int) -> None:
    state = dealt(seats, seats)
    keys = set(state.view(0))
    for turn in range(200):
        view = state.view(turn % seats)
        assert set(view) == keys
        assert json.loads(json.dumps(view)) == view
        for layout in LAYOUTS:
            said = " ".join(texts(state, turn % seats, layout=layout))
            assert all(f"Player {seat + 1}" in said for seat in range(seats))
            assert "Kansas City" in said
            standing = [space["tile"] or space["name"] for space in view["trail"]
                        if space["kind"] in ("neutral", "private")]  # fmt: skip
            assert all(f" {name} " in said for name in standing)
        if state.actor() == OVER:
            break
        random_match(state, Random(seats, turn), 12)
        state.sample_chance(Random(turn))


def test_what_happens_shows() -> None:
    state = bare()
    have(state, 0, money=10)
    before = RULESET.picture(state.view(0))
    owe(state, pending.BUILD, 2)
    act(state, "build:1a:B1")
    said = texts(state)
    assert "1a" in said
    assert RULESET.picture(state.view(0)) != before


def test_hands_show_to_their_owner_only() -> None:
    state = dealt()
    assert not any(name.startswith("hand-") for name in elements(state, SPECTATOR))
    own = [name for name in elements(state, 0) if name.startswith("hand-")]
    assert own
    assert all(name.startswith("hand-0-") for name in own)


def region(state: State, name: str, viewer: int = 0) -> list[str]:
    """What is written in a region of the table."""
    svg = RULESET.picture(state.view(viewer), (), (), WIDE, name)
    return [one.text or "" for one in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def test_buildings_say_on_the_board_what_they_do() -> None:
    state = bare()
    build(state, 1, B1=4)
    said = region(state, "board")
    assert said.count("A") == 1
    for words in ("Guernsey: $2", "hire", "or $2: engine 2", "hazard for $5", "move up to 2"):
        assert words in said
    assert "4a" in said
    assert "B1" not in said, "a building has one name"
    assert "B2" in said


def test_a_teepee_says_what_it_brings_and_a_market_what_it_costs() -> None:
    state = bare()
    lay(state, T4="green_teepee", FL1="flood_4_green")
    assert {"$4", "−$3", "4p"} <= {*region(state, "board")}
    assert {"×3 $5 for 2", "×1 $12"} <= {*region(state, "market")}


def test_own_cards_have_value_breed_and_number_and_objectives_their_whole_text() -> None:
    state = bare()
    hold(state, 0, "dutch_belt", "dutch_belt", "D4")
    said = region(state, "seat-0")
    assert {"×2", "Dutch", "Belt", "D4: Gain $2", "wants 1 hazard, 2 stations"} <= {*said}
    first = state.view(0)["players"][0]["start_objective"]
    assert f"{first}: the first objective" in said
    assert any(text.startswith("wants ") for text in region(state, "seat-1", 0))


def test_a_city_says_what_transport_costs_each_seat() -> None:
    state = bare()
    have(state, 0, engine="5")
    costs = [city["transport"] for city in state.view(0)["cities"]]
    assert costs[0] == [0, 0]
    assert all(near <= far for near, far in costs)
    assert costs[-1] == [9, 11]
    assert {"9", "11", "+$6", "+9p"} <= {*region(state, "cities")}


def test_the_notices_are_in_the_caption() -> None:
    said = " ".join(texts(bare()))
    assert all(word in said for word in RULESET.notices[0].split())


def told(state: State, move: str) -> str:
    """What a log says of a move of Ann, in seat 0."""
    action = state.parse(move)
    return state.game.vocabulary.sentence(action, state.label_params(0, action), "Ann")


def test_labels_say_what_a_person_wants_to_know() -> None:
    state = bare()
    build(state, 1, B1=4)
    have(state, 0, money=10, craftsman=2)
    stand(state, 0, "B")
    assert label(state, "move:B1:0") == (
        "Move to B1 (building 4a of seat 1), 1 step, pay $2 to seat 1"
    )
    jobs(state, 4, row3="engineer")
    owe(state, pending.HIRE, 2)
    assert label(state, "hire:3:engineer") == ("Hire an engineer for $9 (row 3 of the job market)")
    pending.pop(state)
    owe(state, pending.BUILD, 2)
    assert label(state, "build:4a:A1") == "Build 4a at A1 for $4"
    pending.pop(state)
    lay(state, T4="green_teepee", FL1="flood_4_green")
    owe(state, pending.TRADE)
    assert label(state, "trade:T4") == "Trade at T4: take the green teepee and $4"
    assert told(state, "trade:T4") == "Ann trades at T4, taking the green teepee and $4"
    pending.pop(state)
    owe(state, pending.HAZARD, 0)
    assert label(state, "hazard:FL1") == (
        "Remove the hazard at FL1 (flood of 4 points with a green hand)"
    )


def test_the_first_placing_is_no_step() -> None:
    state = dealt()
    assert label(state, "move:A:0") == "Put the cattleman on neutral building A"


def test_an_objective_card_is_told_in_words() -> None:
    state = bare()
    display(state, "D4", "W1", "E2", "X")
    owe(state, pending.GAIN_CARD, pending.FROM_DISPLAY)
    assert [label(state, move) for move in offered(state, "objective")] == [
        "Gain objective D4 (Gain $2; 1 hazard, 2 stations: 3 or -2 points)",
        "Gain objective W1 (Draw up to 3 cards, then discard as many; 1 hazard, 1 Texas Longhorn: "
        "3 or -2 points)",
        "Gain objective E2 (Move the engine forward up to 2 spaces; 1 green teepee, 1 station, "
        "2 West Highlands: 5 or -3 points)",
        "Gain objective X (Take an auxiliary action, single or double; 1 disc on San Francisco: "
        "5 or -3 points)",
    ]


def test_a_log_tells_whole_sentences() -> None:
    state = bare()
    assert told(state, "turn_up_cattle:ayrshire") == "An Ayrshire comes to the cattle market"
    assert told(state, "turn_up_objective:D4") == (
        "Objective D4 (Gain $2; 1 hazard, 2 stations: 3 or -2 points) comes to the display"
    )
    assert told(state, "foresight:1:flood_2_black") == (
        "A flood of 2 points with a black hand comes to foresight 1"
    )
    assert told(state, "take:3:engineer") == "Ann places an engineer from foresight 3"
    assert told(state, "use:trade") == "Ann uses an action: trade with the Indians"
    assert told(state, "auxiliary:3:2") == (
        "Ann takes an auxiliary action: pay $2 and move the engine back 2 spaces, with a "
        "certificate step for each"
    )
    assert told(state, "objective:deck") == "Ann gains the top objective of the deck"
    assert told(state, "disc:auxiliary_4") == "Ann takes the disc from auxiliary action 4"
    assert told(state, "draw_cards:1") == "Ann draws 1 card, then discards as many"
    assert told(state, "pair:pair_4:jersey:jersey") == "Ann discards a Jersey and another for $4"


def test_cards_have_their_article_and_their_worth() -> None:
    state = opened(3)
    assert label(state, "discard:D1") == "Discard objective D1"
    assert label(state, "discard:ayrshire") == "Discard an Ayrshire"
    assert label(state, "remove:texas_longhorn_6") == (
        "Remove a Texas Longhorn worth 6 points from the game"
    )


def test_outcomes_of_cards_name_the_seat() -> None:
    state = bare(3)
    hold(state, 0, "jersey")
    enter_city(state)
    assert label(state, "reveal:0:jersey") == "Seat 0 turns up jersey"
    state = opened(3)
    assert label(state, "draw:0:dutch_belt") == "Seat 0 draws dutch belt"


def test_refusals_say_why() -> None:
    state = bare()
    build(state, 0, B1=1)
    have(state, 0, money=7)
    stand(state, 0, "B")
    assert "nothing lies on B2" in refused(state, "move:B2:0")
    assert "not within your 3 steps" in refused(state, "move:KC:0")
    assert "now is the time for move, not for " in refused(state, "discard:jersey")
    assert "now is the time for move, not for " in refused(state, "play:D1")
    jobs(state, 4, row3="engineer", row1="cowboy")
    owe(state, pending.HIRE, 0)
    assert "there is no engineer in row 2" in refused(state, "hire:2:engineer")
    have(state, 0, money=6)
    assert "costs $7, you have $6" in refused(state, "hire:3:engineer")
    pending.pop(state)
    owe(state, pending.BUILD, 2)
    assert "is not on your player board" in refused(state, "build:1a:B2")
    assert "is not on your player board" in refused(state, "build:1b:B2")
    assert "no space for private buildings" in refused(state, "build:2a:A")
    assert "cannot replace" in refused(state, "build:2a:B1")
    pending.pop(state)
    market(state, "holstein", "west_highland_3")
    owe(state, pending.MARKET)
    assert "for cards of value 3" in refused(state, "buy:1:west_highland_3:none")
    assert "not so many ayrshire" in refused(state, "buy:1:ayrshire:none")
    assert "needs 1 free cowboys and $12" in refused(state, "buy:4:west_highland_3:none")
    assert "not so many brown swiss" in refused(state, "buy:1:holstein:brown_swiss")


def test_a_special_delivery_is_not_refused_for_transport() -> None:
    state = bare()
    have(state, 0, engine="25", money=0, **dict.fromkeys(names.DISCS, 0))
    have(state, 0, hand=2)
    owe(state, pending.SPECIAL_BACK)
    act(state, "engine:20")
    assert refused(state, "deliver:wichita") == "you have no disc that you could place on Wichita"
