"""How a match ends, and who has won."""

from __future__ import annotations

import pytest

from railhead.games.game import OVER, SPECTATOR
from tests.games.positions import act, actor
from tests.games.veil.positions import dealt, player, select


@pytest.mark.rule("veil:11")
def test_the_last_card_of_the_row_ends_the_match() -> None:
    state = dealt("ant eel", "bee goat", row="kite lark")
    select(state, "eel goat")
    act(state, "take:kite", "keep", "pass", "draw:0:dove")
    select(state, "dove kite")
    act(state, "take:lark", "keep")
    assert state.view(SPECTATOR)["phase"] == "show"
    act(state, "pass")
    assert actor(state) == OVER
    assert state.score_sheet()["piles"] == [0, 4 + 1]


@pytest.mark.rule("veil:12")
def test_a_hand_without_a_card_ends_the_match() -> None:
    hands = ("moth newt", "crow hare", "lynx toad", "wolf swan")
    state = dealt(*hands, row="vixen stag bear king", deck="small", giving=False)
    select(state, "newt hare toad swan")
    act(state, "take:bear", "pass")
    select(state, "moth crow lynx wolf")
    act(state, "take:stag", "pass")
    assert actor(state) == OVER
    assert state.view(SPECTATOR)["row"] == ["vixen", "king"]


@pytest.mark.rule("veil:13")
def test_a_gift_is_uncovered_and_counts_for_its_receiver() -> None:
    state = dealt("ant eel", "dove goat", row="kite lark")
    select(state, "eel goat")
    act(state, "take:kite", "give:dove", "pass", "draw:0:finch", "draw:1:heron")
    select(state, "ant kite")
    act(state, "take:lark", "keep", "pass")
    assert state.view(SPECTATOR)["phase"] == "uncover"
    assert player(state, 0, SPECTATOR)["pile"] == []
    act(state, "reveal:0:dove")
    assert player(state, 0, SPECTATOR)["pile"] == ["dove"]
    assert actor(state) == OVER
    assert state.score_sheet()["piles"] == [3, 5]
    assert state.scores() == [3, 5 + 2]
    assert state.ranking() == [[1], [0]]


@pytest.mark.rule("veil:14")
def test_the_highest_card_breaks_a_tie() -> None:
    state = dealt("mole carp", "bee lark", row="ant quail", giving=False)
    select(state, "mole lark")
    act(state, "take:ant", "pass", "draw:1:newt")
    assert state.scores() == [1, 0]
    select(state, "ant bee")
    act(state, "take:quail", "pass")
    assert state.scores() == [1, 1]
    assert state.ranking() == [[0], [1]]
