"""The exchange of cards before the second lay turn of a double turn."""

import pytest

from games.game import CHANCE, SPECTATOR, IllegalAction
from games.santa_fe.state import HELD_DOUBLES
from tests.games.santa_fe.table import (
    act,
    empty_deck,
    in_hand,
    laying,
    offered,
    phase,
    player,
    reason,
    swap_hand,
)


def exchanging(**chosen):
    """Seat 0 has a double turn, and the second lay phase begins."""
    state = laying(doubles=(0,), **chosen)
    act(state, "lay:gn:1:duluth", "stop", "lay:up:1:des_moines")
    return state


def test_an_exchange_comes_before_the_first_piece():
    state = exchanging()
    assert (phase(state), state.actor()) == ("exchange", 0)
    assert offered(state) == [
        f"discard:{name}" for name in ("denver", "santa_fe", "reno", "seattle")
    ] + ["keep"]
    act(state, "keep")
    assert (phase(state), state.actor()) == ("lay_2", 0)
    assert in_hand(state, 0) == ["denver", "santa_fe", "reno", "seattle"]


def test_as_many_cards_are_drawn_as_were_laid_aside():
    state = exchanging()
    act(state, "discard:denver", "discard:reno")
    assert player(state, 0)["laid_aside_cards"] == ["denver", "reno"]
    assert offered(state) == ["discard:seattle", "keep"]
    with pytest.raises(IllegalAction, match="in the order of the list of cities"):
        act(state, "discard:santa_fe")
    assert reason(state, "discard:boise") == "Boise (value 6) is not in your hand"
    act(state, "keep", "deal:0:eugene")
    assert state.actor() == CHANCE
    act(state, "deal:0:butte")
    assert in_hand(state, 0) == ["santa_fe", "butte", "eugene", "seattle"]
    assert player(state, 0)["exchanged_cards"] == ["denver", "reno"]
    assert (phase(state), state.actor()) == ("lay_2", 0)


def test_equal_cards_may_both_be_exchanged():
    state = exchanging()
    swap_hand(state, 0, "denver", "denver", "reno")
    act(state, "discard:denver")
    assert offered(state) == ["discard:denver", "discard:reno", "keep"]
    act(state, "discard:denver", "keep", "deal:0:boise", "deal:0:eugene")
    assert player(state, 0)["exchanged_cards"] == ["denver", "denver"]


def test_exchanged_cards_leave_the_game():
    state = exchanging()
    swap_hand(state, 0, "denver", "denver")
    act(state, "discard:denver", "discard:denver")
    assert state.actor() == CHANCE, "the last card ends the exchange"
    assert "deal:0:denver" not in [
        state.game.vocabulary.notation(outcome) for outcome, _ in state.chance_outcomes()
    ]


def test_no_more_cards_than_the_deck_has():
    state = exchanging()
    empty_deck(state, keep=1)
    act(state, "discard:denver")
    assert state.actor() == CHANCE


def test_nothing_is_asked_with_an_empty_deck_or_hand():
    state = laying(doubles=(0, 1))
    act(state, "lay:gn:1:duluth", "stop", "lay:up:1:des_moines")
    swap_hand(state, 0)
    no_deck = state.clone()
    empty_deck(no_deck)
    act(no_deck, "stop")
    assert (phase(no_deck), no_deck.actor()) == ("lay_2", 0)
    act(state, "stop")
    assert (phase(state), state.actor()) == ("lay_2", 0)
    act(state, offered(state)[0], "stop")
    assert (phase(state), state.actor()) == ("exchange", 1)


def test_no_exchange_without_a_double_turn():
    state = laying()
    act(state, "lay:gn:1:duluth", "lay:up:1:des_moines")
    assert phase(state) == "lay_2"
    assert reason(state, "keep").startswith("now is the time to")


def test_others_see_how_many_cards_are_exchanged():
    state = exchanging()
    moves = [state.parse(move) for move in ("discard:denver", "keep")]
    for viewer in (1, SPECTATOR):
        assert state.observe(viewer, 0, moves[0]) == "discard:?"
        assert state.observe(viewer, 0, moves[1]) == "keep"
    act(state, "discard:denver")
    for viewer in (1, SPECTATOR):
        shown = player(state, 0, viewer)
        assert (shown["laid_aside"], shown["laid_aside_cards"]) == (1, None)
    act(state, "keep")
    shown = player(state, 0, 1)
    assert (shown["exchanged"], shown["exchanged_cards"]) == (1, None)
    assert state.held(0, HELD_DOUBLES) == 0


def test_labels_of_the_end_of_an_exchange():
    state = exchanging()
    keep = state.parse("keep")
    assert state.label(0, keep) == "Exchange no cards"
    act(state, "discard:denver")
    assert state.label(0, keep) == "Draw 1 new card and keep the rest"
    act(state, "discard:reno")
    assert state.label(0, keep) == "Draw 2 new cards and keep the rest"
