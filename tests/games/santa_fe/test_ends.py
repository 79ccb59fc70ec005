"""How a match ends."""

from __future__ import annotations

import pytest

from railhead.games.game import OVER
from railhead.games.playout import random_match
from railhead.games.random import Random
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.match import SantaFe
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


def test_the_last_piece_ends_the_match_at_once_with_its_bonus() -> None:
    position = laying(doubles=(0,))
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = 2 if name == "gn" else 0
    before = money(position, 0)
    act(position, "lay:gn:1:DUL", "lay:gn:1:DUL")
    assert (phase(position), position.actor(), position.to_act()) == ("over", OVER, [])
    assert money(position, 0) == before + 4
    assert position.view(0)["turn"] is None


def test_the_last_piece_may_connect_nothing() -> None:
    position = laying()
    for name in actions.RAILROADS:
        position.cells[state.SUPPLY + road(name)] = 1 if name == "gn" else 0
    act(position, "lay:gn:1:DUL")
    assert phase(position) == "over"


@pytest.mark.rule("santa_fe:31")
@pytest.mark.parametrize("variant", ["basic", "advanced"])
def test_over_when_a_player_cannot_lay_whatever_branch_card_another_has(variant: str) -> None:
    position = laying(branches={1: "gn"}, variant=variant)
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 2
    act(position, "lay:up:1:MIL")
    assert offered(position, "branch") != []
    act(position, "lay:up:1:MIN")
    assert phase(position) == "over"
    assert player(position, 1)["branch_card_played"] == "gn"


@pytest.mark.rule("santa_fe:32")
def test_the_own_branch_card_need_not_be_used() -> None:
    position = laying(branches={0: "gn"})
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 2
    act(position, "lay:up:1:MIL", "lay:up:1:MIN")
    assert phase(position) == "lay_2"
    assert offered(position, "lay") == []
    assert offered(position)[-1] == "pass"
    assert position.label(0, position.parse("pass")) == "Lay nothing: the match ends"
    used = position.clone()
    act(used, offered(used, "branch")[0])
    assert used.actor() == 1
    act(position, "pass")
    assert phase(position) == "over"


@pytest.mark.rule("santa_fe:32")
def test_in_the_advanced_game_declining_is_a_pass() -> None:
    position = laying(branches={0: "gn"}, variant="advanced")
    dead_end(position, "gn")
    position.cells[state.SUPPLY + road("up")] = 2
    act(position, "lay:up:1:MIL", "lay:up:1:MIN", "pass")
    assert phase(position) == "over", "seat 1 has no legal piece on the board"
    assert player(position, 0)["passed"]


def test_a_branch_card_is_no_reason_to_lay_while_a_route_can_go_on() -> None:
    position = laying(branches={0: "gn"})
    assert "pass" not in offered(position)


@pytest.mark.parametrize("variant", ["basic", "advanced"])
@pytest.mark.parametrize("seats", [2, 5])
def test_a_branch_card_makes_one_route_at_most_and_never_comes_back(
    seats: int, variant: str
) -> None:
    left = dict.fromkeys(actions.RAILROADS, 2)
    for moment in walk(Case(game(), options(variant=variant), seats, "branches"), seats):
        position = moment.state
        assert isinstance(position, SantaFe)
        before, left = left, {name: branch_cards(position, name) for name in actions.RAILROADS}
        for shown in position.view(0)["railroads"]:
            name = shown["railroad"]
            assert 0 <= left[name] <= before[name]
            assert 1 <= len(shown["routes"]) <= 3 - left[name]
    assert min(left.values()) < 2, "no branch card was played"


def branch_cards(position: SantaFe, railroad: str) -> int:
    """The branch cards of a railroad in the supply, in hands, and turned up but not used yet."""
    mine = 1 + road(railroad)
    return int(position.cells[state.BRANCHES + road(railroad)]) + sum(
        position.amount(seat, cell) == mine
        for seat in range(int(position.seats()))
        for cell in (state.HELD_BRANCH, state.PLAYED_BRANCH)
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("variant", "purchase"),
    [("basic", False), ("basic", True), ("advanced", False), ("advanced", True)],
)
def test_random_matches_end_in_time(seats: int, variant: str, purchase: bool) -> None:
    given = options(variant=variant, purchase=purchase)
    bound = {2: 32, 3: 22, 4: 16, 5: 13}[seats]
    for seed in range(3):
        position = game().start(game().draw_setup(seats, given, Random(seed)))
        before = position.census()
        random_match(position, Random(seed, 5))
        assert position.actor() == OVER
        assert position.census() == before
        rounds = position.view(0)["round"]
        assert rounds <= (65 if purchase or variant == "advanced" else bound)
        assert sorted(seat for group in position.ranking() for seat in group) == list(range(seats))
