"""The exchange of cards before the second lay turn of a double turn."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.game import CHANCE, SPECTATOR, IllegalAction
from railhead.games.santa_fe import state
from railhead.games.santa_fe.match import SantaFe
from tests.games.positions import act, offered, phase, refused
from tests.games.santa_fe.positions import (
    empty_deck,
    in_hand,
    laying,
    player,
    swap_hand,
)


def exchanging(**chosen: Any) -> SantaFe:
    """Seat 0 has a double turn, and the second lay phase begins."""
    position = laying(doubles=(0,), **chosen)
    act(position, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    return position


def test_an_exchange_comes_before_the_first_piece() -> None:
    position = exchanging()
    assert (phase(position), position.actor()) == ("exchange", 0)
    assert offered(position) == [f"discard:{name}" for name in ("DEN", "SFE", "REN", "SEA")] + [
        "keep"
    ]
    act(position, "keep")
    assert (phase(position), position.actor()) == ("lay_2", 0)
    assert in_hand(position, 0) == ["DEN", "SFE", "REN", "SEA"]


def test_as_many_cards_are_drawn_as_were_laid_aside() -> None:
    position = exchanging()
    act(position, "discard:DEN", "discard:REN")
    assert player(position, 0)["laid_aside_cards"] == ["DEN", "REN"]
    assert offered(position) == ["discard:SEA", "keep"]
    with pytest.raises(IllegalAction, match="in the order of the list of cities"):
        act(position, "discard:SFE")
    assert refused(position, "discard:BOI") == "Boise (value 6) is not in your hand"
    act(position, "keep", "deal:0:EUG")
    assert position.actor() == CHANCE
    act(position, "deal:0:BUT")
    assert in_hand(position, 0) == ["SFE", "BUT", "EUG", "SEA"]
    assert player(position, 0)["exchanged_cards"] == ["DEN", "REN"]
    assert (phase(position), position.actor()) == ("lay_2", 0)


def test_why_a_card_is_not_exchanged_once_only_the_end_is_left() -> None:
    position = exchanging()
    assert refused(position, "discard:double") == "only city cards are exchanged"
    act(position, "discard:SEA")
    assert offered(position) == ["keep"]
    assert refused(position, "discard:SFE") == (
        "cards are exchanged in the order of the list of cities, and a later one has gone"
    )
    assert refused(position, "discard:BOI") == "Boise (value 6) is not in your hand"
    assert refused(position, "discard:double") == "only city cards are exchanged"


def test_equal_cards_may_both_be_exchanged() -> None:
    position = exchanging()
    swap_hand(position, 0, "DEN", "DEN", "REN")
    act(position, "discard:DEN")
    assert offered(position) == ["discard:DEN", "discard:REN", "keep"]
    act(position, "discard:DEN", "keep", "deal:0:BOI", "deal:0:EUG")
    assert player(position, 0)["exchanged_cards"] == ["DEN", "DEN"]


def test_exchanged_cards_leave_the_game() -> None:
    position = exchanging()
    swap_hand(position, 0, "DEN", "DEN")
    act(position, "discard:DEN", "discard:DEN")
    assert position.actor() == CHANCE, "the last card ends the exchange"
    assert "deal:0:DEN" not in [
        position.game.vocabulary.notation(outcome) for outcome, _ in position.chance_outcomes()
    ]


def test_no_more_cards_than_the_deck_has() -> None:
    position = exchanging()
    empty_deck(position, keep=1)
    act(position, "discard:DEN")
    assert position.actor() == CHANCE


def test_nothing_is_asked_with_an_empty_deck_or_hand() -> None:
    position = laying(doubles=(0, 1))
    act(position, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    swap_hand(position, 0)
    no_deck = position.clone()
    empty_deck(no_deck)
    act(no_deck, "stop")
    assert (phase(no_deck), no_deck.actor()) == ("lay_2", 0)
    act(position, "stop")
    assert (phase(position), position.actor()) == ("lay_2", 0)
    act(position, offered(position)[0], "stop")
    assert (phase(position), position.actor()) == ("exchange", 1)


def test_no_exchange_without_a_double_turn() -> None:
    position = laying()
    act(position, "lay:gn:1:DUL", "lay:up:1:DSM")
    assert phase(position) == "lay_2"
    assert refused(position, "keep").startswith("now is the time for")


def test_others_see_how_many_cards_are_exchanged() -> None:
    position = exchanging()
    moves = [position.parse(move) for move in ("discard:DEN", "keep")]
    for viewer in (1, SPECTATOR):
        assert position.observe(viewer, 0, moves[0]) == "discard:?"
        assert position.observe(viewer, 0, moves[1]) == "keep"
    act(position, "discard:DEN")
    for viewer in (1, SPECTATOR):
        shown = player(position, 0, viewer)
        assert (shown["laid_aside"], shown["laid_aside_cards"]) == (1, None)
    act(position, "keep")
    shown = player(position, 0, 1)
    assert (shown["exchanged"], shown["exchanged_cards"]) == (1, None)
    assert position.amount(0, state.HELD_DOUBLES) == 0


def test_labels_of_the_end_of_an_exchange() -> None:
    position = exchanging()
    keep = position.parse("keep")
    assert position.label(0, keep) == "Exchange no cards"
    act(position, "discard:DEN")
    assert position.label(0, keep) == "Draw 1 new card and keep the rest"
    act(position, "discard:REN")
    assert position.label(0, keep) == "Draw 2 new cards and keep the rest"
