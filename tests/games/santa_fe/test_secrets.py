"""Who knows what, beyond what the conformance suite asks of every game."""

from __future__ import annotations

from railhead.games.game import CHANCE, SPECTATOR
from railhead.games.random import Random
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.match import SantaFe
from tests.conformance.hidden import agrees, determinized
from tests.games.positions import act, offered
from tests.games.santa_fe.positions import (
    city,
    dealt,
    empty_deck,
    in_hand,
    later,
    laying,
    player,
    swap_hand,
)


def test_hands_are_their_owners_alone() -> None:
    position = dealt(3)
    assert player(position, 1)["hand"] == ["ABI", "REN", "TUC", "POR", "double"]
    for viewer in (0, 2, SPECTATOR):
        shown = player(position, 1, viewer)
        assert (shown["hand"], shown["city_cards"], shown["double_turn_cards"]) == (None, 4, 1)


def test_a_deal_shows_the_card_to_its_owner() -> None:
    position = laying()
    deal = position.parse("deal:0:BOI")
    assert position.observe(0, CHANCE, deal) == "deal:0:BOI"
    assert {position.observe(viewer, CHANCE, deal) for viewer in (1, SPECTATOR)} == {"deal:0:?"}


def test_a_selection_is_seen_only_as_made() -> None:
    """Whether it is a double-turn card is hidden too, and its count stays as it was."""
    position = later()
    views = []
    for card in ("REN", "double"):
        chosen = position.clone()
        move = chosen.parse(f"select:{card}")
        assert chosen.observe(1, 0, move) == chosen.observe(SPECTATOR, 0, move) == "select:?"
        chosen.apply(0, move)
        assert player(chosen, 0)["selected"] == card
        views.append(chosen.view(1))
    assert views[0] == views[1]
    assert views[0]["players"][0]["has_selected"]
    assert views[0]["players"][0]["selected"] is None
    assert views[0]["players"][0]["double_turn_cards"] == 1


def test_selections_are_chosen_anew_for_others() -> None:
    position = later()
    position.apply(0, position.parse("select:REN"))
    seen = {determinized(position, 1, seed).amount(0, state.CHOSEN) for seed in range(60)}
    assert len(seen) > 10
    assert 1 + int(position.components.cards) in seen, "a double-turn card is possible too"
    own = {determinized(position, 0, seed).amount(0, state.CHOSEN) for seed in range(20)}
    assert own == {1 + city("REN")}


def test_no_double_turn_card_is_supposed_in_the_first_round() -> None:
    position = dealt()
    position.apply(0, position.parse("select:REN"))
    for seed in range(40):
        assert determinized(position, 1, seed).amount(0, state.CHOSEN) <= position.components.cards


def test_own_discards_are_remembered_and_others_supposed() -> None:
    position = laying(doubles=(0,))
    act(position, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    act(position, "discard:DEN", "discard:SEA")
    for seed in range(20):
        own = determinized(position, 0, seed)
        assert [own.cells[state.PENDING], own.cells[state.PENDING + 1]] == [
            1 + city("DEN"),
            1 + city("SEA"),
        ]
        other = determinized(position, 1, seed)
        assert 0 < other.cells[state.PENDING] <= other.cells[state.PENDING + 1]
    act(position, "keep", "deal:0:BOI", "deal:0:EUG")
    supposed = set()
    for seed in range(40):
        own = determinized(position, 0, seed)
        assert player(own, 0)["exchanged_cards"] == ["DEN", "SEA"]
        other = determinized(position, 1, seed)
        cards = tuple(player(other, 0)["exchanged_cards"])
        assert len(cards) == 2
        assert "ABI" not in cards, "its only card has been played"
        supposed.add(cards)
    assert len(supposed) > 20


def test_cards_seen_are_never_dealt_again() -> None:
    """Abilene's only card is in a tableau or in the viewer's own hand."""
    position = dealt()
    for seed in range(30):
        assert "ABI" not in in_hand(determinized(position, 1, seed), 0)


def test_every_hand_is_supposed_as_often_as_the_deck_says() -> None:
    position = laying()
    empty_deck(position, keep=0, seat=0)
    swap_from_discards(position, 0, ["DEN", "DEN", "REN", "BOI", "EUG", "EUG"])
    shares: dict[bytes, float] = {}
    pool = ["DEN", "DEN", "REN", "BOI", "EUG", "EUG"]
    for one in range(6):
        for other in range(one):
            pair = tuple(sorted((city(pool[one]) + 1, city(pool[other]) + 1)))
            shares[repr(pair).encode()] = shares.get(repr(pair).encode(), 0) + 1 / 15
    dealt_hands = []
    for seed in range(600):
        made = determinized(position, 1, seed)
        at = state.block(0) + state.HAND
        dealt_hands.append(repr((int(made.cells[at]), int(made.cells[at + 1]))).encode())
    agrees(shares, dealt_hands)


def swap_from_discards(position: SantaFe, seat: int, pool: list[str]) -> None:
    """Let all cards that seat 1 has not seen be `pool`: two in seat 0's hand, the rest the deck."""
    swap_hand(position, seat)
    for card in range(int(position.components.cards)):
        position.cells[state.city_at(card) + state.DISCARDED] = 0
        position.cells[state.city_at(card) + state.IN_DECK] = 0
    for name in pool:
        position.cells[state.city_at(city(name)) + state.IN_DECK] += 1
    position.cells[state.DECK_SIZE] = len(pool)
    swap_hand(position, seat, pool[0], pool[2])


def test_a_spectator_supposes_every_hand() -> None:
    position = dealt(3)
    made = [determinized(position, SPECTATOR, seed) for seed in range(10)]
    for seat in range(3):
        assert len({tuple(in_hand(one, seat)) for one in made}) > 5
        assert all(len(in_hand(one, seat)) == 4 for one in made)


def test_money_may_be_covered() -> None:
    position = laying(open_money=False)
    assert [player(position, 0, viewer)["money"] for viewer in (0, 1, SPECTATOR)] == [2, None, None]
    assert laying().view(SPECTATOR)["players"][0]["money"] == 2
    for railroad in range(actions.RAILROAD_COUNT):
        position.cells[state.SUPPLY + railroad] = int(railroad == 0)
    act(position, offered(position, "lay")[0])
    assert player(position, 0, SPECTATOR)["money"] is not None, "the match is over"


def test_dealing_leaves_the_original_alone() -> None:
    position = dealt()
    saved = position.save()
    copy = position.clone()
    copy.determinize(1, Random(4))
    assert position.save() == saved
    assert copy.census() == position.census()
    assert copy.amount(0, state.HELD_DOUBLES) == 1
