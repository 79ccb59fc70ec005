"""What others know of hands and decks, and what re-dealing makes of it."""

from collections import Counter

import pytest

from games.game import CHANCE, SPECTATOR
from games.great_western_trail import names
from games.great_western_trail.components import CARDS, CATTLE
from games.great_western_trail.rules import cards, chance
from games.great_western_trail.state import (
    HAND,
    KNOWN,
    OBJECTIVE_DECK,
    PILE,
    PUBLIC_X,
    SECRETS,
    SWAPS,
    UNSEEN,
    X,
    block,
    count,
)
from games.random import Random
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
    pending,
    pile,
    stand,
    visit,
)
from tests.games.positions import act, settle_chance


def supposed(state, viewer, draws=60):
    """Positions as a viewer may suppose them."""
    found = []
    for seed in range(draws):
        copy = state.clone()
        copy.determinize(viewer, Random(seed))
        assert copy.census() == state.census()
        found.append(copy)
    return found


def take_top(state, seat, card):
    """A player takes an objective card from the top of the deck into the hand."""
    index = names.OBJECTIVES.index(card)
    assert state.cells[OBJECTIVE_DECK + index]
    state.cells[2] = seat
    owe(state, pending.GAIN_CARD, pending.INTO_HAND)
    act(state, "objective:deck", f"take_objective:{seat}:{card}")


def test_a_draw_is_seen_by_its_owner_only():
    state = opened()
    action = state.parse("draw:0:jersey")
    assert state.observe(0, CHANCE, action) == "draw:0:jersey"
    assert state.observe(1, CHANCE, action) == state.observe(SPECTATOR, CHANCE, action)
    assert state.observe(1, CHANCE, action) == "draw:0:?"


def test_a_hand_is_dealt_anew_from_hand_and_deck():
    state = dealt(3)
    own, other = hand(state, 0), Counter()
    for position in supposed(state, 0):
        assert hand(position, 0) == own
        assert sum(hand(position, 1).values()) == 4
        other.update(hand(position, 1))
    assert set(other) == {"jersey", "guernsey", "black_angus", "dutch_belt"}
    assert len({tuple(hand(position, 0).items()) for position in supposed(state, SPECTATOR)}) > 5


def test_a_card_taken_from_the_display_stays_known_in_hand():
    state = bare(building_sides="b")
    build(state, 0, B2=6)
    hold(state, 0, "ayrshire", "jersey")
    display(state, "D1", "D2", "D3", "D4")
    visit(state, "B2")
    act(state, "spend:cattle_money_3_objective:ayrshire", "objective:D2")
    settle_chance(state)
    assert all("D2" in hand(position, 0) for position in supposed(state, 1))
    assert state.view(1)["players"][0]["hand"] == {"D2": 1}


def test_the_hand_is_known_when_the_discard_pile_is_shuffled():
    state = bare()
    hold(state, 0, "jersey", "guernsey")
    deck(state, 0)
    discards(state, 0, "holstein", "ayrshire", "black_angus")
    owe(state, pending.DRAW, 0, 1)
    settle_chance(state)
    known = pile(state, 0, KNOWN)
    assert known == {"jersey": 1, "guernsey": 1}
    drawn = set()
    for position in supposed(state, 1):
        cards = hand(position, 0)
        assert {"jersey", "guernsey"} <= set(cards)
        drawn |= set(cards) - {"jersey", "guernsey"}
    assert drawn == {"holstein", "ayrshire", "black_angus"}


def test_what_leaves_the_hand_was_first_what_all_knew():
    state = bare()
    hold(state, 0, "jersey", "jersey")
    state.give(0, KNOWN + 0, 1)
    owe(state, pending.DISCARD, 1)
    act(state, "discard:jersey")
    assert pile(state, 0, KNOWN) == {}
    assert hand(state, 0) == {"jersey": 1}


def test_a_secret_card_may_be_any_that_nobody_has_seen():
    state = bare()
    take_top(state, 0, "E1")
    assert state.view(0)["players"][0]["hand"] == {"E1": 1}
    shown = state.view(1)["players"][0]
    assert (shown["hand"], shown["unseen_in_hand"]) == ({}, 1)
    unseen = set(state.view(1)["unseen_objectives"])
    assert "E1" in unseen
    found = {next(iter(hand(position, 0))) for position in supposed(state, 1, 300)}
    assert found == unseen
    for position in supposed(state, 1, 20):
        held = next(iter(hand(position, 0)))
        left = position.cells[OBJECTIVE_DECK + names.OBJECTIVES.index(held)]
        total = position.cells[UNSEEN + names.OBJECTIVES.index(held)]
        assert left == total - 1


def test_a_secret_card_is_seen_when_it_is_played():
    state = bare()
    stand(state, 0, "A")
    take_top(state, 0, "D3")
    act(state, "play:D3")
    assert state.held(0, SECRETS) == 0
    assert "D3" not in state.view(1)["unseen_objectives"]


def with_two_x():
    """Seat 0 has an X that all know to be in hand or deck, and an unseen card."""
    state = bare()
    stand(state, 0, "A")
    discards(state, 0)
    return state


def after_playing_an_x(in_hand, secret):
    """The public X was in hand or in the deck; the unseen card is an X too, or not."""
    state = with_two_x()
    display(state, "W1", "W2", "W3", "W4")
    hold(state, 0, "jersey", "X" if in_hand else "guernsey")
    deck(state, 0, "guernsey" if in_hand else "X")
    take_top(state, 0, secret)
    act(state, "play:X", "skip")
    return state


def test_which_x_was_played_does_not_show():
    """Three truths look alike to the other seat, and each of them is among what it supposes."""
    truths = [after_playing_an_x(*how) for how in ((True, "X"), (True, "D1"), (False, "X"))]
    views, suppositions = [], []
    for state in truths:
        assert [state.held(0, cell) for cell in (PUBLIC_X, SECRETS, SWAPS)] == [0, 1, 1]
        views.append(state.view(1))
        suppositions.append({position.save() for position in supposed(state, 1, 400)})
    assert views[0] == views[1] == views[2]
    assert suppositions[0] == suppositions[1] == suppositions[2]
    assert all(state.save() in suppositions[0] for state in truths)


def test_an_x_that_cannot_be_public_was_the_secret_one():
    state = with_two_x()
    take_top(state, 0, "X")
    act(state, "play:X", "skip")
    assert (state.held(0, SECRETS), state.held(0, SWAPS)) == (0, 0)


def test_a_hand_turned_up_without_its_secret_card_proves_the_swap():
    state = bare(2, building_sides="b")
    stand(state, 0, "A")
    hold(state, 0, "jersey", "guernsey")
    deck(state, 0, "X", "jersey", "jersey", "guernsey", "black_angus", "dutch_belt")
    discards(state, 0)
    take_top(state, 0, "X")
    act(state, "play:X", "skip")
    unseen = state.view(1)["unseen_objectives"]["X"]
    assert [state.held(0, cell) for cell in (PUBLIC_X, SECRETS, SWAPS)] == [0, 1, 1]
    enter_city(state)
    settle_chance(state)
    assert [state.held(0, cell) for cell in (PUBLIC_X, SECRETS, SWAPS)] == [1, 0, 0]
    assert state.view(1)["unseen_objectives"].get("X", 0) == unseen - 1
    seen = state.view(1)
    for position in supposed(state, 1, 20):
        assert position.view(1) == seen
        assert pile(position, 0, PILE)["X"] == 1


def move_a_card(state, seat, random):
    """A secret card, a card that leaves the hand, or one that is drawn."""
    own, kind = int(block(seat)), int(random.below(5))
    if kind == 0 and count(state.cells, OBJECTIVE_DECK, 21):
        left = [card for card in range(21) if state.cells[OBJECTIVE_DECK + card]]
        # X cards are what this is about, so they come more often than their number says.
        card = 20 if 20 in left and random.below(2) else left[int(random.below(len(left)))]
        take_top(state, seat, names.OBJECTIVES[card])
    elif kind < 3:
        held = [card for card in range(CARDS) if state.cells[own + HAND + card]]
        if held:
            card = held[int(random.below(len(held)))]
            cards.discard(state, seat, X if X in held and random.below(2) else card)
    else:
        pending.push(state, pending.DRAW, seat, 1)
        if cards.is_draw_due(state):
            chance.play(state, 0, chance.sample(state, random))
        pending.pop(state)


@pytest.mark.parametrize("seed", range(12))
def test_no_course_of_cards_makes_a_redeal_change_what_all_know(seed):
    random = Random(seed)
    state = bare(2)
    for seat in range(2):
        hold(state, seat, "jersey", "guernsey")
        deck(state, seat, *["X"] * (1 - seat), "jersey", "black_angus", "dutch_belt")
        discards(state, seat)
    for _ in range(40):
        seat = int(random.below(2))
        move_a_card(state, seat, random)
        for other in range(2):
            own = int(block(other))
            hidden = count(state.cells, own + HAND, CARDS) - count(state.cells, own + KNOWN, CARDS)
            assert 0 <= state.held(other, SWAPS) <= state.held(other, SECRETS) <= hidden
        assert all(state.cells[UNSEEN + card] >= 0 for card in range(CARDS - CATTLE))
        viewer = (0, 1, SPECTATOR)[int(random.below(3))]
        seen = state.view(viewer)
        assert all(position.view(viewer) == seen for position in supposed(state, viewer, 2))


def test_turning_up_a_hand_is_chance_that_all_see():
    state = bare()
    hold(state, 0, "jersey", "guernsey")
    enter_city(state)
    assert {state.observe(1, CHANCE, outcome) for outcome, _ in state.chance_outcomes()} == {
        "reveal:0:jersey",
        "reveal:0:guernsey",
    }
    act(state, "reveal:0:guernsey")
    for position in supposed(state, 1, 20):
        assert sum(hand(position, 0).values()) == 1


def test_scores_tell_nothing_of_secret_cards():
    state = bare()
    have(state, 0, san_francisco=1)
    discards(state, 0)
    deck(state, 0)
    before = state.scores()
    take_top(state, 0, "X")
    assert state.scores() == before
    assert state.view(1)["score_sheet"] == state.view(0)["score_sheet"]


def test_decks_with_secret_cards_are_turned_up_before_the_scoring():
    state = bare()
    have(state, 0, san_francisco=1)
    deck(state, 0, "jersey")
    discards(state, 0)
    take_top(state, 0, "X")
    state.cells[6] = 1
    state.cells[2] = 1
    while pending.top(state) != pending.PHASE_C:
        pending.pop(state)
    owe(state, pending.NEXT_TURN)
    turned = []
    while state.actor() == CHANCE:
        outcome = state.chance_outcomes()[0][0]
        turned.append(state.observe(1, CHANCE, outcome))
        state.apply(CHANCE, outcome)
    assert turned == ["reveal:0:X", "reveal:0:jersey"]
    assert state.score_sheet()["objectives"][0] == 5
    assert state.held(0, HAND) == 0
