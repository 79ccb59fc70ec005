"""How a match ends."""

import pytest

from games.game import OVER
from games.playout import random_match
from games.random import Random
from games.santa_fe.actions import RAILROADS
from games.santa_fe.state import BRANCHES, HELD_BRANCH, PLAYED_BRANCH, SUPPLY
from tests.conformance.walks import Case, walk
from tests.games.positions import act, offered, phase
from tests.games.santa_fe.positions import (
    dead_end,
    game,
    laying,
    money,
    options,
    player,
    road,
)


def test_the_last_piece_ends_the_match_at_once_with_its_bonus():
    state = laying(doubles=(0,))
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = 2 if name == "gn" else 0
    before = money(state, 0)
    act(state, "lay:gn:1:DUL", "lay:gn:1:DUL")
    assert (phase(state), state.actor(), state.to_act()) == ("over", OVER, [])
    assert money(state, 0) == before + 4
    assert state.view(0)["turn"] is None


def test_the_last_piece_may_connect_nothing():
    state = laying()
    for name in RAILROADS:
        state.cells[SUPPLY + road(name)] = 1 if name == "gn" else 0
    act(state, "lay:gn:1:DUL")
    assert phase(state) == "over"


@pytest.mark.rule("santa_fe:31")
@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_over_when_a_player_cannot_lay_whatever_branch_card_another_has(variant):
    state = laying(branches={1: "gn"}, variant=variant)
    dead_end(state, "gn")
    state.cells[SUPPLY + road("up")] = 2
    act(state, "lay:up:1:MIL")
    assert offered(state, "branch") != []
    act(state, "lay:up:1:MIN")
    assert phase(state) == "over"
    assert player(state, 1)["branch_card_played"] == "gn"


@pytest.mark.rule("santa_fe:32")
def test_the_own_branch_card_need_not_be_used():
    state = laying(branches={0: "gn"})
    dead_end(state, "gn")
    state.cells[SUPPLY + road("up")] = 2
    act(state, "lay:up:1:MIL", "lay:up:1:MIN")
    assert phase(state) == "lay_2"
    assert offered(state, "lay") == []
    assert offered(state)[-1] == "pass"
    assert state.label(0, state.parse("pass")) == "Lay nothing: the match ends"
    used = state.clone()
    act(used, offered(used, "branch")[0])
    assert used.actor() == 1
    act(state, "pass")
    assert phase(state) == "over"


@pytest.mark.rule("santa_fe:32")
def test_in_the_advanced_game_declining_is_a_pass():
    state = laying(branches={0: "gn"}, variant="advanced")
    dead_end(state, "gn")
    state.cells[SUPPLY + road("up")] = 2
    act(state, "lay:up:1:MIL", "lay:up:1:MIN", "pass")
    assert phase(state) == "over", "seat 1 has no legal piece on the board"
    assert player(state, 0)["passed"]


def test_a_branch_card_is_no_reason_to_lay_while_a_route_can_go_on():
    state = laying(branches={0: "gn"})
    assert "pass" not in offered(state)


@pytest.mark.parametrize("variant", ["basic", "advanced"])
@pytest.mark.parametrize("seats", [2, 5])
def test_a_branch_card_makes_one_route_at_most_and_never_comes_back(seats, variant):
    left = dict.fromkeys(RAILROADS, 2)
    for moment in walk(Case(game(), options(variant=variant), seats, "branches"), seats):
        state = moment.state
        before, left = left, {name: branch_cards(state, name) for name in RAILROADS}
        for shown in state.view(0)["railroads"]:
            name = shown["railroad"]
            assert 0 <= left[name] <= before[name]
            assert 1 <= len(shown["routes"]) <= 3 - left[name]
    assert min(left.values()) < 2, "no branch card was played"


def branch_cards(state, railroad):
    """The branch cards of a railroad in the supply, in hands, and turned up but not used yet."""
    mine = 1 + road(railroad)
    return int(state.cells[BRANCHES + road(railroad)]) + sum(
        state.held(seat, cell) == mine
        for seat in range(int(state.seats()))
        for cell in (HELD_BRANCH, PLAYED_BRANCH)
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("variant", "purchase"),
    [("basic", False), ("basic", True), ("advanced", False), ("advanced", True)],
)
def test_random_matches_end_in_time(seats, variant, purchase):
    given = options(variant=variant, purchase=purchase)
    bound = {2: 32, 3: 22, 4: 16, 5: 13}[seats]
    for seed in range(3):
        state = game().start(game().draw_setup(seats, given, Random(seed)))
        before = state.census()
        random_match(state, Random(seed, 5))
        assert state.actor() == OVER
        assert state.census() == before
        rounds = state.view(0)["round"]
        assert rounds <= (65 if purchase or variant == "advanced" else bound)
        assert sorted(seat for group in state.ranking() for seat in group) == list(range(seats))
