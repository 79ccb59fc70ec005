"""The exchange of cards before the second lay turn of a double turn."""

import pytest

from games.game import CHANCE, SPECTATOR, IllegalAction
from games.santa_fe.state import HELD_DOUBLES
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    empty_deck,
    in_hand,
    laying,
    player,
    swap_hand,
)


def exchanging(**chosen):
    """Seat 0 has a double turn, and the second lay phase begins."""
    state = laying(doubles=(0,), **chosen)
    act(state, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    return state


def test_an_exchange_comes_before_the_first_piece():
    state = exchanging()
    assert (phase(state), state.actor()) == ("exchange", 0)
    assert offered(state) == [f"discard:{name}" for name in ("DEN", "SFE", "REN", "SEA")] + ["keep"]
    act(state, "keep")
    assert (phase(state), state.actor()) == ("lay_2", 0)
    assert in_hand(state, 0) == ["DEN", "SFE", "REN", "SEA"]


def test_as_many_cards_are_drawn_as_were_laid_aside():
    state = exchanging()
    act(state, "discard:DEN", "discard:REN")
    assert player(state, 0)["laid_aside_cards"] == ["DEN", "REN"]
    assert offered(state) == ["discard:SEA", "keep"]
    with pytest.raises(IllegalAction, match="in the order of the list of cities"):
        act(state, "discard:SFE")
    assert refused(state, "discard:BOI") == "Boise (value 6) is not in your hand"
    act(state, "keep", "deal:0:EUG")
    assert state.actor() == CHANCE
    act(state, "deal:0:BUT")
    assert in_hand(state, 0) == ["SFE", "BUT", "EUG", "SEA"]
    assert player(state, 0)["exchanged_cards"] == ["DEN", "REN"]
    assert (phase(state), state.actor()) == ("lay_2", 0)


def test_why_a_card_is_not_exchanged_once_only_the_end_is_left():
    state = exchanging()
    assert refused(state, "discard:double") == "only city cards are exchanged"
    act(state, "discard:SEA")
    assert offered(state) == ["keep"]
    assert refused(state, "discard:SFE") == (
        "cards are exchanged in the order of the list of cities, and a later one has gone"
    )
    assert refused(state, "discard:BOI") == "Boise (value 6) is not in your hand"
    assert refused(state, "discard:double") == "only city cards are exchanged"


def test_equal_cards_may_both_be_exchanged():
    state = exchanging()
    swap_hand(state, 0, "DEN", "DEN", "REN")
    act(state, "discard:DEN")
    assert offered(state) == ["discard:DEN", "discard:REN", "keep"]
    act(state, "discard:DEN", "keep", "deal:0:BOI", "deal:0:EUG")
    assert player(state, 0)["exchanged_cards"] == ["DEN", "DEN"]


def test_exchanged_cards_leave_the_game():
    state = exchanging()
    swap_hand(state, 0, "DEN", "DEN")
    act(state, "discard:DEN", "discard:DEN")
    assert state.actor() == CHANCE, "the last card ends the exchange"
    assert "deal:0:DEN" not in [
        state.game.vocabulary.notation(outcome) for outcome, _ in state.chance_outcomes()
    ]


def test_no_more_cards_than_the_deck_has():
    state = exchanging()
    empty_deck(state, keep=1)
    act(state, "discard:DEN")
    assert state.actor() == CHANCE


def test_nothing_is_asked_with_an_empty_deck_or_hand():
    state = laying(doubles=(0, 1))
    act(state, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
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
    act(state, "lay:gn:1:DUL", "lay:up:1:DSM")
    assert phase(state) == "lay_2"
    assert refused(state, "keep").startswith("now is the time to")


def test_others_see_how_many_cards_are_exchanged():
    state = exchanging()
    moves = [state.parse(move) for move in ("discard:DEN", "keep")]
    for viewer in (1, SPECTATOR):
        assert state.observe(viewer, 0, moves[0]) == "discard:?"
        assert state.observe(viewer, 0, moves[1]) == "keep"
    act(state, "discard:DEN")
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
    act(state, "discard:DEN")
    assert state.label(0, keep) == "Draw 1 new card and keep the rest"
    act(state, "discard:REN")
    assert state.label(0, keep) == "Draw 2 new cards and keep the rest"
