"""What the search knows of Santa Fe."""

from __future__ import annotations

import pytest

from railhead.ai.knowledge import build_knowledge, knowledge_for, weights_of
from railhead.ai.search import Search
from railhead.ai.training.arena import Match, play
from railhead.games.random import Random
from railhead.games.santa_fe import state
from railhead.games.santa_fe.components import FAR, distances
from railhead.games.santa_fe.match import SantaFe
from tests.ai.knowledge_in_play import kinds_weighed, priors, standing
from tests.games.positions import act
from tests.games.santa_fe.positions import (
    city,
    fill,
    game,
    later,
    laying,
    options,
    play_card,
    put_head,
    road,
    swap_hand,
)

KNOWLEDGE = knowledge_for("santa_fe")
UNIT = 25
"""So many points are a standing of 1."""


def lead(position: SantaFe) -> float:
    """How far the first of two is ahead: of standings only differences count."""
    first, second = standing(position)
    return first - second


@pytest.mark.parametrize(
    ("seats", "variant", "purchase"),
    [(2, "basic", False), (3, "advanced", False), (4, "basic", True), (5, "advanced", True)],
)
def test_every_move_has_a_prior_and_every_position_a_value(
    seats: int, variant: str, purchase: bool
) -> None:
    given = options(variant=variant, purchase=purchase)
    random = Random(seats)
    for match in range(3):
        position = game().start(game().draw_setup(seats, given, Random(match)))
        assert len(kinds_weighed(KNOWLEDGE, position, random)) >= 4


@pytest.mark.parametrize(
    ("cell", "fewer", "more"),
    [(state.MONEY, 0, 9), (state.MONEY, 9, 20), (state.HELD_DOUBLES, 0, 1), (state.ENGINEER, 0, 1)],
)
def test_more_is_better_for_its_owner(cell: int, fewer: int, more: int) -> None:
    position = later()
    position.give(0, cell, fewer)
    before = lead(position)
    position.give(0, cell, more)
    assert lead(position) > before


@pytest.mark.parametrize("railroad", ["kp", "atsf", "sp"])
def test_a_played_card_counts_for_each_railroad(railroad: str) -> None:
    leads = []
    for played in (False, True):
        position = laying()
        if played:
            play_card(position, 0, "LOS")
        elsewhere = lead(position)
        put_head(position, railroad, "LOS")
        leads.append((elsewhere, lead(position)))
    (without, there_without), (played_card, there) = leads
    assert there > there_without + 5 / UNIT
    assert there - there_without > 2 * (played_card - without) > 0


def test_a_railroad_nearby_promises_more_than_one_far_away() -> None:
    worth = []
    for place in ("PHX", "DAL"):
        position = laying()
        play_card(position, 0, "SDG")
        put_head(position, "kp", place)
        worth.append(lead(position))
    assert worth[0] > worth[1]


def test_a_dead_end_promises_nothing() -> None:
    position = laying()
    play_card(position, 0, "SDG")
    put_head(position, "kp", "TUC")
    before = lead(position)
    for name in ("ELP", "PHX", "SDG"):
        fill(position, "TUC", name)
    assert lead(position) < before


def test_a_hand_is_worth_little_when_the_end_is_near() -> None:
    worth = []
    for pieces_left in (9, 1):
        position = later()
        for railroad in ("atsf", "sp", "gn", "up", "kp"):
            position.cells[state.SUPPLY + road(railroad)] = pieces_left
        dealt = lead(position)
        swap_hand(position, 0, "SEA", "POR", "LOS", "SDG")
        worth.append(lead(position) - dealt)
    assert worth[0] > 1 / UNIT
    assert abs(worth[1]) < worth[0] / 4


def test_priors_like_what_connects_the_own_cards() -> None:
    position = laying()
    before = priors(position)
    play_card(position, 0, "DDC")
    own = priors(position)
    assert own["lay:kp:1:ABI"] > before["lay:kp:1:ABI"]
    assert own["lay:kp:1:ABI"] > own["lay:kp:1:STL"]
    play_card(position, 1, "OKC")
    assert priors(position)["lay:kp:1:ABI"] < own["lay:kp:1:ABI"]


def test_priors_like_a_bonus() -> None:
    position = laying()
    put_head(position, "atsf", "SAO")
    weights = priors(position)
    assert weights["lay:atsf:1:HOU"] == max(
        weight for move, weight in weights.items() if move.startswith("lay:atsf")
    )
    position.give(0, state.DOUBLE_TURN, 1)
    assert priors(position)["lay:atsf:1:HOU"] > weights["lay:atsf:1:HOU"]


def test_priors_of_cards() -> None:
    position = later()
    put_head(position, "up", "SEA")
    weights = priors(position)
    assert weights["select:SEA"] > weights["select:DEN"]
    position = laying(doubles=(0,))
    act(position, "lay:gn:1:DUL", "stop", "lay:up:1:DSM")
    put_head(position, "up", "SEA")
    weights = priors(position)
    assert weights["discard:DEN"] > weights["discard:SEA"]


def test_distances_are_those_of_the_shortest_ways() -> None:
    components = game().components
    away = distances(components)
    cities = int(components.city_count)
    assert max(away) < FAR
    for one, other, pieces in (("CHI", "MIL", 1), ("CHI", "DUL", 3), ("NOL", "SDG", 11)):
        assert away[cities * city(one) + city(other)] == pieces
        assert away[cities * city(other) + city(one)] == pieces


def test_a_missing_weight_is_named() -> None:
    weights = weights_of("santa_fe")
    del weights["decay"]
    with pytest.raises(KeyError, match="decay"):
        build_knowledge("santa_fe", weights)


def test_a_decision_of_five_players() -> None:
    position = later(5)
    search = Search(position, 2, KNOWLEDGE, 1)
    search.run(150)
    found = search.statistics()
    assert len(found) == 5
    for _, visits, sums, _ in found:
        assert len(sums) == 5
        assert all(0.0 <= total <= visits for total in sums)


@pytest.mark.full
def test_an_easy_bot_beats_random_play() -> None:
    won = sum(
        play(Match("santa_fe", "easy", "random", number, budget=0.2)).won for number in range(4)
    )
    assert won >= 3
