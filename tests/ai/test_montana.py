"""What the search knows of Montana."""

from __future__ import annotations

from collections.abc import Iterator
from statistics import fmean

import pytest

from railhead.ai.knowledge import build_knowledge, knowledge_for, weights_of
from railhead.ai.search import Search
from railhead.ai.search.choices import Choices
from railhead.ai.search.levels import Player
from railhead.ai.training.arena import Match, play
from railhead.ai.training.matches import decisions
from railhead.ai.training.self_play import bernoulli, sample_by_priors
from railhead.games.game import CHANCE, OVER, Actions
from railhead.games.montana import state
from railhead.games.montana.match import Montana
from railhead.games.random import Random
from railhead.games.registry import rulesets
from railhead.games.vectors import vec
from tests.ai.knowledge_in_play import kinds_weighed, priors, standing
from tests.games.montana.positions import MADE, bare, have
from tests.games.positions import act, settle_chance


def opening(seats: int, seed: int = 1) -> Montana:
    """The first decision of a match with the default options."""
    position = MADE.opened(seats, seed)
    settle_chance(position, seed)
    return position


def lead(position: Montana) -> float:
    """How far seat 0 of two is ahead."""
    first, second = standing(position)
    return first - second


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_move_has_a_prior_and_every_position_a_value(seats: int) -> None:
    codes = kinds_weighed(knowledge_for("montana"), opening(seats), Random(seats))
    assert len(codes) >= 12


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        (state.GRAIN, 3),
        (state.PUMPKIN, 3),
        (state.COPPER, 3),
        (state.COPPER + state.LARGE, 2),
        (state.CATTLE, 3),
        (state.COINS, 6),
        (state.CANTEENS, 2),
    ],
)
def test_more_pieces_are_better_for_their_owner(cell: int, number: int) -> None:
    position = opening(2)
    before = lead(position)
    position.give(0, cell, number)
    assert lead(position) > before


def test_settlements_count_more_than_anything_held() -> None:
    position = opening(2)
    before = lead(position)
    position.cells[state.block(0) + state.SETTLEMENTS] -= 3
    with_settlements = lead(position)
    assert with_settlements > before
    for piece in (0, 1, state.COINS, state.CATTLE):
        position = opening(2)
        position.give(0, piece, position.amount(0, piece) + 2)
        assert before < lead(position) + 0.2 < with_settlements + 0.2


@pytest.mark.parametrize(("cell", "number"), [(state.GRAIN, 1), (state.COINS, 3)])
def test_held_pieces_count_less_when_the_end_is_near(cell: int, number: int) -> None:
    early: list[float] = []
    late: list[float] = []
    for position in positions_of_matches(150):
        left = min(position.amount(seat, state.SETTLEMENTS) for seat in (0, 1))
        if 3 < left < 9:
            continue
        without = lead(position)
        position.give(0, cell, position.amount(0, cell) + number)
        (late if left <= 3 else early).append(lead(position) - without)
    assert 0 < fmean(late) < fmean(early)


def positions_of_matches(matches: int) -> Iterator[Montana]:
    """Some positions of matches of two by priors, to be changed at will."""
    choices = Choices(knowledge_for("montana"))
    for number in range(matches):
        position, random = opening(2, number), Random(number)
        for seat, _ in decisions(position, random, rulesets()["montana"].ply_cap):
            if bernoulli(random, 0.2):
                yield position.clone()
            position.play(seat, sample_by_priors(choices, position, seat, 2.0, random))


def test_two_workers_where_one_would_do_are_hardly_considered() -> None:
    position = bare()
    have(position, 0, stone_worker=4, grain_worker=2, coins=1)
    one, others, two = weights_of_payments(position, "work:quarry:1:")
    assert one > others > 4 * two
    act(position, "work:quarry:1:stone")
    # A helper from two other workers is as good to the network as one of the stone workers.
    one, others, two = weights_of_payments(position, "helpers:")
    assert min(one, others) > 4 * two


def weights_of_payments(position: Montana, move: str) -> tuple[float, float, float]:
    """How a move is weighed for one worker of its colour, for two others, and for two such."""
    found = priors(position)
    return found[f"{move}stone"], found[f"{move}grain+grain"], found[f"{move}stone+stone"]


def test_whoever_plays_without_a_search_goes_by_the_policy_network() -> None:
    knowledge, position, actions = knowledge_for("montana"), opening(2), Actions()
    seat = int(position.actor())
    position.collect(seat, actions)
    in_tree, in_playouts = (vec[float]([0.0] * int(actions.count)) for _ in range(2))
    knowledge.priors(position, seat, actions, in_tree)
    knowledge.policy(position, seat, actions, in_playouts)
    assert list(in_playouts) == list(in_tree)
    assert max(in_tree) > 2 * min(in_tree)


def test_a_missing_weight_is_named() -> None:
    weights = weights_of("montana")
    del weights["c_puct"]
    with pytest.raises(KeyError, match="c_puct"):
        build_knowledge("montana", weights)


def test_a_decision_of_four_players() -> None:
    position = opening(4)
    search = Search(position, int(position.actor()), knowledge_for("montana"), 1)
    search.run(200)
    for _, visits, sums, _ in search.statistics():
        assert len(sums) == 4
        assert all(0.0 <= total <= visits for total in sums)


def test_fallback_plays_a_whole_match() -> None:
    position, random = opening(2), Random(3)
    player = Player("montana", "easy")
    for _ in range(3000):
        seat = int(position.actor())
        if seat == OVER:
            break
        if seat == CHANCE:
            position.sample_chance(random)
        else:
            position.apply(seat, player.fallback(position, seat).action)
    assert position.actor() == OVER


@pytest.mark.full
def test_an_easy_bot_beats_random_play() -> None:
    won = sum(
        play(Match("montana", "easy", "random", number, budget=0.2)).won for number in range(4)
    )
    assert won >= 3
