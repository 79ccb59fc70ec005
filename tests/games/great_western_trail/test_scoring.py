"""The final scoring and the end of the match."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

import pytest

from railhead.games.game import OVER
from railhead.games.great_western_trail import names, state
from railhead.games.great_western_trail.match import GreatWesternTrail
from railhead.games.great_western_trail.rules import scoring, tasks
from railhead.games.playout import random_match
from railhead.games.random import Random
from tests.games.great_western_trail.positions import (
    bare,
    build,
    dealt,
    deck,
    discards,
    enter_city,
    have,
    held,
    hold,
    jobs,
    now,
    played,
    turn_of,
    values,
)
from tests.games.great_western_trail.test_delivery import foresight
from tests.games.positions import act, offered, settle_chance


def start_with(position: GreatWesternTrail, seat: int, name: str | None) -> None:
    """A player's start objective; None for none."""
    number = names.START_OBJECTIVES.index(name) + 1 if name else 0
    position.give(seat, state.START_OBJECTIVE, number)


def objectives(position: GreatWesternTrail, seat: int = 0) -> tuple[int, int]:
    return scoring.best_objectives(position, seat)


def clean(**pieces: int | Sequence[str]) -> GreatWesternTrail:
    """Seat 0 without cards, start objective and points."""
    position = bare()
    start_with(position, 0, None)
    deck(position, 0)
    discards(position, 0)
    have(position, 0, **pieces)
    return position


@pytest.mark.rule("great_western_trail:53")
def test_a_point_for_five_dollars() -> None:
    position = clean(money=24)
    assert position.score_sheet()["money"][0] == 4


@pytest.mark.rule("great_western_trail:55")
def test_adding_a_failed_card_for_the_station_master() -> None:
    position = clean(hazards=1, masters=["objectives"])
    # Two cards with one hazard each and nothing else to do: D1 and D4 without their other tasks.
    deck(position, 0, "W1", "W2")
    have(position, 0, hazards=1)
    build(position, 0, A1=1, A2=2)
    deck(position, 0, "W1", "W2", "texas_longhorn_5")
    assert objectives(position) == (3 - 2, 3)
    start_with(position, 0, "S4")
    assert objectives(position) == (3, 3)


@pytest.mark.rule("great_western_trail:56")
def test_played_and_unplayed_cards_share_items() -> None:
    position = clean(hazards=3, green=1, blue=1)
    start_with(position, 0, "S3")
    build(position, 0, A1=1, A2=2)
    played(position, 0, "D2")
    deck(position, 0, "E5")
    assert sum(objectives(position)) == 3


@pytest.mark.rule("great_western_trail:58")
def test_played_cards_are_forced() -> None:
    position = clean(hazards=1)
    start_with(position, 0, "S4")
    build(position, 0, A1=1, A2=2, A3=3)
    played(position, 0, "W2", "W1", "W5", "X")
    assert sum(objectives(position)) == 3 - 2 - 2 - 3 + 0


@pytest.mark.rule("great_western_trail:59")
@pytest.mark.parametrize(("discs", "points"), [(2, 18), (1, 10)])
def test_the_worked_example_of_objectives(discs: int, points: int) -> None:
    position = clean(hazards=3, blue=1, san_francisco=discs)
    start_with(position, 0, "S2")
    build(position, 0, A1=1, A2=2, A3=3)
    played(position, 0, "E4", "X", "X")
    assert objectives(position) == (points, 0)


def brute_force(position: GreatWesternTrail, seat: int) -> int:
    """The best of every choice of added and of fulfilled cards."""
    components = position.components
    packed = int(tasks.items(position, seat))
    have_items = [packed >> 6 * at & 63 for at in range(9)]
    forced, free = scoring.played_cards(position, seat), scoring.deck_cards(position, seat)
    master = bool(position.amount(seat, state.MASTERS_OWNED) >> 1 & 1)

    def wanted(card: int) -> list[int]:
        return [(int(components.objective_tasks[card]) >> 6 * at) & 63 for at in range(9)]

    best = -999
    for kept in itertools.product((False, True), repeat=len(free)):
        cards = forced + [card for card, keep in zip(free, kept, strict=True) if keep]
        for done in itertools.product((False, True), repeat=len(cards)):
            met = [wanted(card) for card, ok in zip(cards, done, strict=True) if ok]
            if any(
                sum(column) > n
                for column, n in zip(zip(*met, strict=True), have_items, strict=False)
            ):
                continue
            total = sum(
                int(components.objective_points[card])
                if ok
                else -int(components.objective_penalty[card])
                for card, ok in zip(cards, done, strict=True)
            )
            best = max(best, total + (3 * (len(cards) // 2) if master else 0))
    return best


@pytest.mark.parametrize("seed", range(30))
def test_the_assignment_is_the_best_there_is(seed: int) -> None:
    random = Random(seed)
    position = clean(
        hazards=int(random.below(5)),
        green=int(random.below(3)),
        blue=int(random.below(3)),
        san_francisco=int(random.below(3)),
        masters=["objectives"] if random.below(2) else [],
        stations=names.STATIONS[: int(random.below(4))],
    )
    build(position, 0, **dict(zip(["A1", "A2", "A3"], [1, 2, 3], strict=True)))
    start_with(position, 0, names.START_OBJECTIVES[int(random.below(4))])
    cards = [names.OBJECTIVES[int(random.below(21))] for _ in range(6)]
    played(position, 0, *dict.fromkeys(cards[:3]))
    extra = [card for card in dict.fromkeys(cards[3:]) if card not in cards[:3]]
    deck(position, 0, *extra, "ayrshire", "holstein", "west_highland_3", "texas_longhorn_7")
    assert sum(objectives(position)) == brute_force(position, 0)


def many_cards(
    hazards: int, teepees: int, stations: int, cattle: Sequence[str]
) -> GreatWesternTrail:
    """The area empty, and each of twenty different cards in the deck; items of a long match."""
    position = clean(hazards=hazards, green=teepees, blue=teepees, masters=["objectives"])
    have(position, 0, stations=names.STATIONS[:stations])
    build(position, 0, A1=1, A2=2, A3=3, B1=4, B2=5, B3=6, C11=7, C12=8)
    deck(position, 0, *names.OBJECTIVES[:20], *cattle)
    return position


@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        ((14, 7, 10, []), (42, 15)),
        ((7, 3, 5, []), (27, 12)),
        ((9, 5, 7, ["ayrshire"] * 3 + ["west_highland_3"] * 2 + ["texas_longhorn_5"]), (45, 18)),
    ],
)
def test_many_cards_are_chosen_from_in_few_steps(
    pieces: tuple[int, int, int, Sequence[str]], points: tuple[int, int]
) -> None:
    position = many_cards(*pieces)
    assert objectives(position) == points
    items = int(tasks.items(position, 0))
    assignment = scoring.assignment(position, 0)
    assert assignment.best(0, items, 0) == (sum(points), points[0])
    assert len(assignment.solved) < 2000


@pytest.mark.parametrize(
    ("master", "pieces", "points"),
    [
        ("workers", {"cowboy": 3, "craftsman": 2}, 6),
        ("hazards", {"hazards": 5}, 6),
        ("teepees", {"green": 3, "blue": 2}, 6),
        ("certificates", {"certificate": 3}, 6),
        ("certificates", {"certificate": 2}, 3),
    ],
)
def test_station_masters(master: str, pieces: dict[str, int], points: int) -> None:
    position = clean(masters=[master], **pieces)
    assert position.score_sheet()["station_masters"][0] == points


def test_the_master_of_objectives_counts_the_area_with_its_start_card() -> None:
    position = clean(masters=["objectives"])
    start_with(position, 0, "S1")
    assert objectives(position) == (0, 0)
    played(position, 0, "D1")
    assert objectives(position) == (-2, 3)


def test_the_other_categories() -> None:
    position = clean(
        hazard_points=7, cowboy=6, engineer=5, step_right=0, stations=["4.5", "39"], masters=[]
    )
    build(position, 0, A1=10, A2=4)
    deck(position, 0, "west_highland_5", "ayrshire", "jersey")
    hold(position, 0, "texas_longhorn_7")
    discards(position, 0, "holstein")
    position.cells[state.END_SEAT] = 1
    sheet = {name: column[0] for name, column in position.score_sheet().items()}
    assert sheet == {
        "money": 0,
        "buildings": 16,
        "cities": 0,
        "stations": 10,
        "hazards": 7,
        "cattle": 5 + 3 + 7 + 1,
        "objectives": 0,
        "station_masters": 0,
        "workers": 12,
        "right_step": 3,
        "job_market_token": 2,
    }
    assert position.scores()[0] == sum(sheet.values())


def test_every_building_and_card_scores_what_is_printed() -> None:
    points = [1, 1, 1, 3, 4, 5, 6, 6, 9, 13, 1, 1, 3, 3, 4, 5, 6, 8, 8, 11]
    craftsmen = [1, 1, 1, 2, 3, 4, 5, 5, 7, 9, 1, 1, 2, 2, 3, 4, 5, 6, 6, 8]
    components = clean().components
    assert list(components.building_points) == points
    assert list(components.building_craftsmen) == craftsmen
    assert list(components.card_points) == [0, 0, 0, 0, 1, 2, 3, 3, 4, 5, 5, 6, 7]


def test_ties_share_the_victory() -> None:
    position = bare()
    for seat in range(2):
        start_with(position, seat, None)
        deck(position, seat)
        discards(position, seat)
    assert position.ranking() == [[0, 1]]
    have(position, 1, money=5)
    assert position.ranking() == [[1], [0]]


# The end of the match.


def last_worker(column: int) -> GreatWesternTrail:
    """Seat 0 is about to fill the last space of the job market."""
    position = bare()
    jobs(position, 12)
    position.cells[5] = 1
    columns: list[list[str]] = [[], [], []]
    columns[column - 1] = ["cowboy", "engineer"]
    if column == 2:
        columns[2] = ["cowboy", "green_teepee"]
    foresight(position, *[column or ["empty", "empty"] for column in columns])
    enter_city(position)
    return position


def test_the_red_arrow_ends_the_match_after_a_turn_of_all_others() -> None:
    position = last_worker(2)
    act(position, "take:2:cowboy")
    assert position.view(0)["token_holder"] == 0
    assert offered(position) == ["take:3:green_teepee"]
    act(position, "take:3:green_teepee")
    settle_chance(position)
    act(position, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    settle_chance(position)
    assert position.actor() == 1
    assert position.score_sheet()["job_market_token"] == [2, 0]
    act(position, "move:G:0", "auxiliary:1:1")
    while position.actor() != OVER:
        settle_chance(position)
        if position.actor() == 1:
            act(position, "done")
    assert now(position) == "finish"


def test_after_the_red_arrow_workers_are_not_chosen_any_more() -> None:
    position = last_worker(3)
    act(position, "take:3:engineer")
    turn_of(position, 1)
    foresight(position, ["empty", "empty"], ["cowboy", "cowboy"], ["engineer", "blue_teepee"])
    enter_city(position)
    assert values(position, "take", 2) == ["blue_teepee"]


@pytest.mark.parametrize("late", ["refilled", "removed"])
def test_the_refill_after_the_end_is_triggered(late: str) -> None:
    position = bare(late_workers=late)
    jobs(position, 13)
    position.cells[state.END_SEAT] = 1
    enter_city(position)
    settle_chance(position)
    act(position, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    settle_chance(position)
    column = position.view(0)["foresight"][1]
    assert all(tile in names.WORKERS for tile in column) == (late == "refilled")
    removed = position.view(0)["removed_tiles"]
    assert (sum(removed.get(worker, 0) for worker in names.WORKERS) >= 2) == (late == "removed")


def test_placements_until_the_end() -> None:
    for seats, wanted in ((2, 21), (3, 31), (4, 41)):
        position = dealt(seats)
        view = position.view(0)
        placed = sum(sum(row["workers"].values()) for row in view["job_market"])
        assert 12 * seats - placed == wanted


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_end_with_everything_seen(seats: int) -> None:
    for seed in range(3):
        position = dealt(seats, seed, building_sides="b")
        before = position.census()
        random_match(position, Random(seed))
        assert position.actor() == OVER
        assert position.census() == before
        assert [position.amount(seat, state.SECRETS) for seat in range(seats)] == [0] * seats
        assert held(position, 0, "money") >= 0
