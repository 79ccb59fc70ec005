"""What a network is told of Great Western Trail."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from railhead.ai.knowledge.great_western_trail import inputs
from railhead.ai.knowledge.great_western_trail.board_inputs import STATIONS, TILES, TRACK, WORKERS
from railhead.ai.knowledge.great_western_trail.herd_inputs import CITIES, NOW_GAIN, VALUE
from railhead.ai.knowledge.great_western_trail.inputs import BOARD, HERD, OWED, TrailFeatures
from railhead.ai.knowledge.great_western_trail.owed import DELIVERY, GO, MARKET
from railhead.ai.net.inputs import MOST_INPUTS, Features, Inputs
from railhead.games.game import CHANCE, OVER
from railhead.games.great_western_trail import RULESET, pending, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.rules import discs
from railhead.games.great_western_trail.trail import LAST
from railhead.games.random import Random
from tests.games.positions import Positions, altered_game, settle_chance

MADE = Positions(RULESET, GreatWesternTrail)
NARROW_WEIGHTS = 690
"""So many inputs, those of a seat twice, leave room for 32 hidden units in the file of weights."""
VARIANTS: list[dict[str, Any]] = [
    {},
    {"building_sides": "a", "neutral_buildings": "beginner"},
    {"building_sides": "b", "copy_attached": True, "keep_replaced_actions": True},
    {
        "worker_split": "more_cowboys",
        "cowboys": "each_turn",
        "objectives_in_kansas_city": True,
        "late_workers": "removed",
    },
    {
        "idle_turns": False,
        "delivery_objective_from_deck": False,
        "special_delivery_pays": False,
        "upgrade_before_reward": True,
        "turn_up_last_card": False,
        "city_pays_hand_disc": True,
    },
]


def opening(seats: int = 2, seed: int = 1) -> GreatWesternTrail:
    """The first decision of a match with the default options."""
    position = MADE.opened(seats, seed)
    settle_chance(position, seed)
    return position


def seen(position: GreatWesternTrail, seat: int) -> Counter[int]:
    """How often each input of a seat is named."""
    out = Inputs()
    TrailFeatures().see_seat(position, seat, out)
    return Counter(int(out.items[index]) for index in range(int(out.count)))


def table(position: GreatWesternTrail) -> Counter[int]:
    """How often each input of the table is named."""
    out = Inputs()
    TrailFeatures().see_table(position, out)
    return Counter(int(out.items[index]) for index in range(int(out.count)))


def check_bounds(features: Features, position: GreatWesternTrail, out: Inputs) -> None:
    """Fail where an input does not exist, or where there are too many."""
    out.clear()
    features.see_table(position, out)
    assert 0 < out.count <= MOST_INPUTS
    assert all(0 <= out.items[index] < features.of_table for index in range(int(out.count)))
    for seat in range(int(position.seats())):
        out.clear()
        features.see_seat(position, seat, out)
        assert 0 < out.count <= MOST_INPUTS
        assert all(0 <= out.items[index] < features.of_seat for index in range(int(out.count)))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variant", range(len(VARIANTS)))
def test_inputs_are_within_bounds_all_through_random_matches(seats: int, variant: int) -> None:
    features, out, random = TrailFeatures(), Inputs(), Random(variant, seats)
    position = MADE.opened(seats, variant, **VARIANTS[variant])
    codes = set()
    while position.actor() != OVER:
        check_bounds(features, position, out)
        seat = int(position.actor())
        if seat == CHANCE:
            position.sample_chance(random)
            continue
        codes.add(int(pending.top(position)))
        legal = position.legal_actions(seat)
        position.play(seat, legal[random.below(len(legal))])
    check_bounds(features, position, out)
    assert len(codes) >= 12


def test_extremes_are_within_bounds() -> None:
    """Numbers far beyond what occurs: levels end, and what does not fit is left out."""
    features, out = TrailFeatures(), Inputs()
    for seats in (2, 4):
        position = opening(seats)
        for seat in range(seats):
            own = int(state.block(seat))
            for cell in range(own, own + state.PLAYER_CELLS):
                position.cells[cell] = 9
            position.give(seat, state.PLACE, 3)
            position.give(seat, state.CERTIFICATE, 5)
            position.give(seat, state.START_OBJECTIVE, 2)
            position.give(seat, state.MASTERS_OWNED, 31)
            position.give(seat, state.STATIONS, 1023)
            for worker in range(3):
                position.give(seat, state.WORKERS + worker, 6)
            for group in range(10):
                position.give(seat, state.DISCS + group, 0)
        check_bounds(features, position, out)
        out.clear()
        features.see_seat(position, 0, out)
        assert out.count == MOST_INPUTS


def test_another_board_is_measured_anew() -> None:
    """One set of features serves matches on several boards, each by its own numbers."""
    usual = opening()
    game = MADE.game()
    cities = [dict(row) for row in game.data["board"]["cities"]["list"]]
    cities[0]["each"] = 15
    other = altered_game(RULESET, MADE.options(), {"board": {"cities": {"list": cities}}})
    position = MADE.started(game.draw_setup(2, MADE.options(), Random(1)), other)
    settle_chance(position)
    features, out = TrailFeatures(), Inputs()
    for looked in (usual, position, usual):
        check_bounds(features, looked, out)
    gains = range(HERD + NOW_GAIN, HERD + NOW_GAIN + 7)
    assert [i in seen(usual, 0) for i in gains] != [i in seen(position, 0) for i in gains]


def test_the_weights_fit_into_their_file() -> None:
    features = TrailFeatures()
    assert 2 * features.of_seat + features.of_table <= NARROW_WEIGHTS


def test_positions_that_are_alike_are_seen_alike() -> None:
    """Whatever was looked at before."""
    one, other = opening(3), opening(3)
    features, out, again = TrailFeatures(), Inputs(), Inputs()
    for seat in range(3):
        out.clear()
        features.see_seat(one, seat, out)
        features.see_seat(opening(2, 5), 1, Inputs())
        again.clear()
        features.see_seat(other, seat, again)
        assert [out.items[i] for i in range(out.count)] == [
            again.items[i] for i in range(again.count)
        ]
    assert table(one) == table(other)


@pytest.mark.parametrize(
    ("cell", "number", "index"),
    [
        (state.WORKERS, 3, BOARD + WORKERS + 1),
        (state.HAZARDS, 1, BOARD + TILES),
        (state.TEEPEES + 1, 2, BOARD + TILES + 2),
        (state.STATIONS, 4, BOARD + STATIONS + 2),
        (state.TRACK, 13, BOARD + TRACK + 1),
        (state.CITIES + 3, 1, HERD + CITIES + 3),
    ],
)
def test_a_fact_sets_its_input(cell: int, number: int, index: int) -> None:
    position = opening()
    others = seen(position, 1)
    assert index not in seen(position, 0)
    position.give(0, cell, number)
    assert index in seen(position, 0)
    assert seen(position, 1) == others


@pytest.mark.parametrize("cell", [state.MONEY, state.DISCARDS + 9, state.HAZARD_POINTS])
def test_points_are_counted(cell: int) -> None:
    position = opening()
    before = points(seen(position, 0))
    position.give(0, cell, position.held(0, cell) + 10)
    assert points(seen(position, 0)) > before


def points(named: Counter[int]) -> int:
    """The points there are, as the digits say them."""
    stages = range(0, inputs.BELOW, inputs.DIGITS)
    return sum(16 * named[s] + 4 * named[s + 1] + named[s + 2] for s in stages)


def test_the_points_are_those_of_the_rules() -> None:
    """At the end of a match, but for objective cards, which are not solved to the best here."""
    random = Random(5)
    position = opening(3)
    while position.actor() != OVER:
        seat = int(position.actor())
        if seat == CHANCE:
            position.sample_chance(random)
        else:
            legal = position.legal_actions(seat)
            position.play(seat, legal[random.below(len(legal))])
    sheet = position.score_sheet()
    for seat, total in enumerate(position.scores()):
        cards = sheet["objectives"][seat] + sheet["station_masters"][seat]
        assert points(seen(position, seat)) <= max(total, 0)
        assert points(seen(position, seat)) >= total - max(cards, 0)


def test_the_hand_says_what_could_be_delivered_now() -> None:
    position = opening()
    position.give(0, state.PLACE, 7)
    for card in range(13):
        position.give(0, state.HAND + card, 0)
    empty = seen(position, 0)
    for card in (4, 5, 7, 10):
        position.give(0, state.HAND + card, 1)
    full = seen(position, 0)
    levels = range(HERD + VALUE, HERD + VALUE + 11)
    assert [level in empty for level in levels] == [False] * 11
    assert full[HERD + VALUE + 15 // 2 - 1] == 1


def test_arrows_count_in_what_a_delivery_gains() -> None:
    position = opening()
    for card in range(13):
        position.give(0, state.HAND + card, int(card in (4, 5, 7, 10)))
    before = seen(position, 0)
    position.give(0, state.CITIES + 6, 1)
    gains = range(HERD + NOW_GAIN, HERD + NOW_GAIN + 7)
    highest = [max(i for i in gains if i in named) for named in (before, seen(position, 0))]
    assert highest[1] > highest[0]


def test_the_turn_in_progress_is_told_apart() -> None:
    position = opening()
    assert seen(position, 0)[OWED + GO] == 1
    assert OWED + GO not in seen(position, 1)
    position.play(0, position.legal_actions(0)[0])
    assert OWED + GO not in seen(position, 0)
    market = position.clone()
    pending.push(market, pending.MARKET)
    assert seen(market, 0)[OWED + MARKET] == seen(position, 0)[OWED + MARKET] + 1


def test_means_do_not_matter_to_a_seat_whose_last_turn_is_over() -> None:
    position = opening(3)
    position.cells[state.END_SEAT] = 1
    position.cells[state.ACTIVE] = 2
    rich = position.clone()
    rich.give(1, state.WORKERS, 4)
    rich.give(1, state.TRACK, 20)
    assert seen(rich, 1) == seen(position, 1)
    assert sum(seen(position, 1).values()) < sum(seen(position, 2).values())
    rich.give(1, state.HAZARD_POINTS, 4)
    assert seen(rich, 1) != seen(position, 1)


def test_a_disc_about_to_be_placed_counts_as_placed() -> None:
    position = opening()
    position.give(0, state.PLACE, int(LAST))
    pending.push(position, pending.PLACE_DISC, 4)
    named = seen(position, 0)
    assert named[HERD + CITIES + 4] == 1
    assert OWED + DELIVERY not in named
    pending.pop(position)
    pending.push(position, pending.PLACE_DISC, int(discs.CITY_COUNT) + 2)
    assert seen(position, 0)[BOARD + STATIONS + 2] == 1


def test_transport_still_to_be_paid_is_not_had() -> None:
    position = opening()
    position.give(0, state.MONEY, 9)
    poorer = position.clone()
    poorer.give(0, state.MONEY, 4)
    pending.push(position, pending.TRANSPORT, 5)
    assert seen(position, 0) == seen(poorer, 0)
