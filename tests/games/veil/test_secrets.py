"""Who knows what, beyond what the conformance suite asks of every game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from examples.veil import RULESET
from railhead.games.game import CHANCE, SPECTATOR
from tests.conformance.hidden import dealing_fits_events, determinized
from tests.conformance.small import small_case
from tests.games.positions import act
from tests.games.veil.positions import dealt, laid_out, player, select


@pytest.mark.rule("veil:15")
def test_a_card_drawn_or_selected_is_its_players_alone() -> None:
    state = laid_out(2, "kite lark")
    draw = state.parse("draw:0:ant")
    assert state.observe(0, CHANCE, draw) == "draw:0:ant"
    assert {state.observe(viewer, CHANCE, draw) for viewer in (1, SPECTATOR)} == {"draw:0:?"}
    state = dealt("ant eel", "bee goat", row="kite lark")
    selecting = state.parse("select:ant")
    assert state.observe(0, 0, selecting) == "select:ant"
    assert {state.observe(viewer, 0, selecting) for viewer in (1, SPECTATOR)} == {"select:?"}
    act(state, "select:ant")
    assert player(state, 0)["selected"] == "ant"
    assert player(state, 0, 1)["selected"] is None
    assert player(state, 0, 1)["has_selected"]


@pytest.mark.rule("veil:16")
def test_a_gift_is_known_to_giver_and_receiver() -> None:
    state = dealt("ant eel", "bee goat", "carp finch", row="kite lark mole")
    select(state, "eel goat carp")
    act(state, "take:kite")
    giving = state.parse("give:bee")
    seen = {viewer: state.observe(viewer, 1, giving) for viewer in (0, 1, 2, SPECTATOR)}
    assert seen == {0: "give:?", 1: "give:bee", 2: "give:bee", SPECTATOR: "give:?"}
    act(state, "give:bee")
    piles = [player(state, 2, viewer)["pile"] for viewer in (0, 1, 2, SPECTATOR)]
    assert piles == [[], ["bee"], ["bee"], []]
    assert all(player(determinized(state, 1, n), 2)["pile"] == ["bee"] for n in range(20))


@pytest.mark.rule("veil:17")
def test_a_card_taken_is_remembered() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    select(state, "eel goat")
    act(state, "take:kite", "keep", "pass", "draw:0:dove")
    assert player(state, 1, 0)["hand"] == ["kite"]
    assert "kite" in player(determinized(state, 0, 1), 1)["hand"]
    state.apply(1, state.parse("select:bee"))
    assert player(state, 1, 0)["hand"] == ["kite"]
    supposed = [player(determinized(state, 0, number), 1) for number in range(40)]
    assert {"kite" in one["hand"] for one in supposed} == {True}
    assert {one["selected"] == "kite" for one in supposed} == {True, False}


@pytest.mark.sampled
@pytest.mark.parametrize("seats", [2, 3])
def test_hidden_cards_are_dealt_as_often_as_an_enumeration_says(seats: int) -> None:
    case = replace(small_case(RULESET), seats=seats)
    compared = [
        dealing_fits_events(case, viewer, viewer, most=1000, frequencies=True).positions
        for viewer in [*range(seats), SPECTATOR]
    ]
    assert sum(compared) > 1000
