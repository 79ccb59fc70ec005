"""What others know of hands and decks, and what re-dealing makes of it."""

from __future__ import annotations

from collections import Counter

import pytest

from railhead.games.game import CHANCE, SPECTATOR
from railhead.games.great_western_trail import names, pending, state
from railhead.games.great_western_trail.components import CARDS, CATTLE
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.rules import cards, chance
from railhead.games.random import Random
from tests.games.great_western_trail.positions import (
    bare,
    build,
    dealt,
    deck,
    discards,
    display,
    enter_city,
    hand,
    have,
    hold,
    opened,
    owe,
    pile,
    stand,
    visit,
)
from tests.games.positions import act, settle_chance


def supposed(position: GreatWesternTrail, viewer: int, draws: int = 60) -> list[GreatWesternTrail]:
    """Positions as a viewer may suppose them."""
    found = []
    for seed in range(draws):
        copy = position.clone()
        copy.determinize(viewer, Random(seed))
        assert copy.census() == position.census()
        found.append(copy)
    return found


def take_top(position: GreatWesternTrail, seat: int, card: str) -> None:
    """A player takes an objective card from the top of the deck into the hand."""
    index = names.OBJECTIVES.index(card)
    assert position.cells[state.OBJECTIVE_DECK + index]
    position.cells[2] = seat
    owe(position, pending.GAIN_CARD, pending.INTO_HAND)
    act(position, "objective:deck", f"take_objective:{seat}:{card}")


def test_a_draw_is_seen_by_its_owner_only() -> None:
    position = opened()
    action = position.parse("draw:0:jersey")
    assert position.observe(0, CHANCE, action) == "draw:0:jersey"
    assert position.observe(1, CHANCE, action) == position.observe(SPECTATOR, CHANCE, action)
    assert position.observe(1, CHANCE, action) == "draw:0:?"


def test_a_hand_is_dealt_anew_from_hand_and_deck() -> None:
    position = dealt(3)
    own = hand(position, 0)
    other: Counter[str] = Counter()
    for imagined in supposed(position, 0):
        assert hand(imagined, 0) == own
        assert sum(hand(imagined, 1).values()) == 4
        other.update(hand(imagined, 1))
    assert set(other) == {"jersey", "guernsey", "black_angus", "dutch_belt"}
    assert len({tuple(hand(imagined, 0).items()) for imagined in supposed(position, SPECTATOR)}) > 5


def test_a_card_taken_from_the_display_stays_known_in_hand() -> None:
    position = bare(building_sides="b")
    build(position, 0, B2=6)
    hold(position, 0, "ayrshire", "jersey")
    display(position, "D1", "D2", "D3", "D4")
    visit(position, "B2")
    act(position, "spend:cattle_money_3_objective:ayrshire", "objective:D2")
    settle_chance(position)
    assert all("D2" in hand(imagined, 0) for imagined in supposed(position, 1))
    assert position.view(1)["players"][0]["hand"] == {"D2": 1}


def test_the_hand_is_known_when_the_discard_pile_is_shuffled() -> None:
    position = bare()
    hold(position, 0, "jersey", "guernsey")
    deck(position, 0)
    discards(position, 0, "holstein", "ayrshire", "black_angus")
    owe(position, pending.DRAW, 0, 1)
    settle_chance(position)
    known = pile(position, 0, state.KNOWN)
    assert known == {"jersey": 1, "guernsey": 1}
    drawn = set()
    for imagined in supposed(position, 1):
        cards = hand(imagined, 0)
        assert {"jersey", "guernsey"} <= set(cards)
        drawn |= set(cards) - {"jersey", "guernsey"}
    assert drawn == {"holstein", "ayrshire", "black_angus"}


def test_what_leaves_the_hand_was_first_what_all_knew() -> None:
    position = bare()
    hold(position, 0, "jersey", "jersey")
    position.give(0, state.KNOWN + 0, 1)
    owe(position, pending.DISCARD, 1)
    act(position, "discard:jersey")
    assert pile(position, 0, state.KNOWN) == {}
    assert hand(position, 0) == {"jersey": 1}


def test_a_secret_card_may_be_any_that_nobody_has_seen() -> None:
    position = bare()
    take_top(position, 0, "E1")
    assert position.view(0)["players"][0]["hand"] == {"E1": 1}
    shown = position.view(1)["players"][0]
    assert (shown["hand"], shown["unseen_in_hand"]) == ({}, 1)
    unseen = set(position.view(1)["unseen_objectives"])
    assert "E1" in unseen
    found = {next(iter(hand(imagined, 0))) for imagined in supposed(position, 1, 300)}
    assert found == unseen
    for imagined in supposed(position, 1, 20):
        held = next(iter(hand(imagined, 0)))
        left = imagined.cells[state.OBJECTIVE_DECK + names.OBJECTIVES.index(held)]
        total = imagined.cells[state.UNSEEN + names.OBJECTIVES.index(held)]
        assert left == total - 1


def test_a_secret_card_is_seen_when_it_is_played() -> None:
    position = bare()
    stand(position, 0, "A")
    take_top(position, 0, "D3")
    act(position, "play:D3")
    assert position.amount(0, state.SECRETS) == 0
    assert "D3" not in position.view(1)["unseen_objectives"]


def with_two_x() -> GreatWesternTrail:
    """Seat 0 has an X that all know to be in hand or deck, and an unseen card."""
    position = bare()
    stand(position, 0, "A")
    discards(position, 0)
    return position


def after_playing_an_x(in_hand: bool, secret: str) -> GreatWesternTrail:
    """The public X was in hand or in the deck; the unseen card is an X too, or not."""
    position = with_two_x()
    display(position, "W1", "W2", "W3", "W4")
    hold(position, 0, "jersey", "X" if in_hand else "guernsey")
    deck(position, 0, "guernsey" if in_hand else "X")
    take_top(position, 0, secret)
    act(position, "play:X", "skip")
    return position


def test_which_x_was_played_does_not_show() -> None:
    """Three truths look alike to the other seat, and each of them is among what it supposes."""
    truths = [after_playing_an_x(*how) for how in ((True, "X"), (True, "D1"), (False, "X"))]
    views, suppositions = [], []
    for position in truths:
        assert [
            position.amount(0, cell) for cell in (state.PUBLIC_X, state.SECRETS, state.SWAPS)
        ] == [0, 1, 1]
        views.append(position.view(1))
        suppositions.append({imagined.save() for imagined in supposed(position, 1, 400)})
    assert views[0] == views[1] == views[2]
    assert suppositions[0] == suppositions[1] == suppositions[2]
    assert all(position.save() in suppositions[0] for position in truths)


def test_an_x_that_cannot_be_public_was_the_secret_one() -> None:
    position = with_two_x()
    take_top(position, 0, "X")
    act(position, "play:X", "skip")
    assert (position.amount(0, state.SECRETS), position.amount(0, state.SWAPS)) == (0, 0)


def test_a_hand_turned_up_without_its_secret_card_proves_the_swap() -> None:
    position = bare(2, building_sides="b")
    stand(position, 0, "A")
    hold(position, 0, "jersey", "guernsey")
    deck(position, 0, "X", "jersey", "jersey", "guernsey", "black_angus", "dutch_belt")
    discards(position, 0)
    take_top(position, 0, "X")
    act(position, "play:X", "skip")
    unseen = position.view(1)["unseen_objectives"]["X"]
    assert [position.amount(0, cell) for cell in (state.PUBLIC_X, state.SECRETS, state.SWAPS)] == [
        0,
        1,
        1,
    ]
    enter_city(position)
    settle_chance(position)
    assert [position.amount(0, cell) for cell in (state.PUBLIC_X, state.SECRETS, state.SWAPS)] == [
        1,
        0,
        0,
    ]
    assert position.view(1)["unseen_objectives"].get("X", 0) == unseen - 1
    seen = position.view(1)
    for imagined in supposed(position, 1, 20):
        assert imagined.view(1) == seen
        assert pile(imagined, 0, state.PILE)["X"] == 1


def move_a_card(position: GreatWesternTrail, seat: int, random: Random) -> None:
    """A secret card, a card that leaves the hand, or one that is drawn."""
    own, kind = int(state.block(seat)), int(random.below(5))
    if kind == 0 and state.count(position.cells, state.OBJECTIVE_DECK, 21):
        left = [card for card in range(21) if position.cells[state.OBJECTIVE_DECK + card]]
        # X cards are what this is about, so they come more often than their number says.
        card = 20 if 20 in left and random.below(2) else left[int(random.below(len(left)))]
        take_top(position, seat, names.OBJECTIVES[card])
    elif kind < 3:
        held = [card for card in range(CARDS) if position.cells[own + state.HAND + card]]
        if held:
            card = held[int(random.below(len(held)))]
            cards.discard(position, seat, state.X if state.X in held and random.below(2) else card)
    else:
        pending.push(position, pending.DRAW, seat, 1)
        if cards.is_draw_due(position):
            chance.play(position, 0, chance.sample(position, random))
        pending.pop(position)


@pytest.mark.parametrize("seed", range(12))
def test_no_course_of_cards_makes_a_redeal_change_what_all_know(seed: int) -> None:
    random = Random(seed)
    position = bare(2)
    for seat in range(2):
        hold(position, seat, "jersey", "guernsey")
        deck(position, seat, *["X"] * (1 - seat), "jersey", "black_angus", "dutch_belt")
        discards(position, seat)
    for _ in range(40):
        seat = int(random.below(2))
        move_a_card(position, seat, random)
        for other in range(2):
            own = int(state.block(other))
            hidden = state.count(position.cells, own + state.HAND, CARDS) - state.count(
                position.cells, own + state.KNOWN, CARDS
            )
            assert (
                0
                <= position.amount(other, state.SWAPS)
                <= position.amount(other, state.SECRETS)
                <= hidden
            )
        assert all(position.cells[state.UNSEEN + card] >= 0 for card in range(CARDS - CATTLE))
        viewer = (0, 1, SPECTATOR)[int(random.below(3))]
        seen = position.view(viewer)
        assert all(imagined.view(viewer) == seen for imagined in supposed(position, viewer, 2))


def test_turning_up_a_hand_is_chance_that_all_see() -> None:
    position = bare()
    hold(position, 0, "jersey", "guernsey")
    enter_city(position)
    assert {position.observe(1, CHANCE, outcome) for outcome, _ in position.chance_outcomes()} == {
        "reveal:0:jersey",
        "reveal:0:guernsey",
    }
    act(position, "reveal:0:guernsey")
    for imagined in supposed(position, 1, 20):
        assert sum(hand(imagined, 0).values()) == 1


def test_scores_tell_nothing_of_secret_cards() -> None:
    position = bare()
    have(position, 0, san_francisco=1)
    discards(position, 0)
    deck(position, 0)
    before = position.scores()
    take_top(position, 0, "X")
    assert position.scores() == before
    assert position.view(1)["score_sheet"] == position.view(0)["score_sheet"]


def test_decks_with_secret_cards_are_turned_up_before_the_scoring() -> None:
    position = bare()
    have(position, 0, san_francisco=1)
    deck(position, 0, "jersey")
    discards(position, 0)
    take_top(position, 0, "X")
    position.cells[6] = 1
    position.cells[2] = 1
    while pending.top(position) != pending.PHASE_C:
        pending.pop(position)
    owe(position, pending.NEXT_TURN)
    turned = []
    while position.actor() == CHANCE:
        outcome = position.chance_outcomes()[0][0]
        turned.append(position.observe(1, CHANCE, outcome))
        position.apply(CHANCE, outcome)
    assert turned == ["reveal:0:X", "reveal:0:jersey"]
    assert position.score_sheet()["objectives"][0] == 5
    assert position.amount(0, state.HAND) == 0
