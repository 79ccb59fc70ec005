"""The final scoring and the end of the match."""

import itertools

import pytest

from games.game import OVER
from games.great_western_trail import names
from games.great_western_trail.rules import scoring
from games.great_western_trail.state import END_SEAT, SECRETS, START_OBJECTIVE
from games.playout import random_match
from games.random import Random
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


def start_with(state, seat, name):
    """A player's start objective; None for none."""
    number = names.START_OBJECTIVES.index(name) + 1 if name else 0
    state.give(seat, START_OBJECTIVE, number)


def objectives(state, seat=0):
    return scoring.best_objectives(state, seat)


def clean(**pieces):
    """Seat 0 without cards, start objective and points."""
    state = bare()
    start_with(state, 0, None)
    deck(state, 0)
    discards(state, 0)
    have(state, 0, **pieces)
    return state


@pytest.mark.rule("great_western_trail:53")
def test_a_point_for_five_dollars():
    state = clean(money=24)
    assert state.score_sheet()["money"][0] == 4


@pytest.mark.rule("great_western_trail:55")
def test_adding_a_failed_card_for_the_station_master():
    state = clean(hazards=1, masters=["objectives"])
    # Two cards with one hazard each and nothing else to do: D1 and D4 without their other tasks.
    deck(state, 0, "W1", "W2")
    have(state, 0, hazards=1)
    build(state, 0, A1=1, A2=2)
    deck(state, 0, "W1", "W2", "texas_longhorn_5")
    assert objectives(state) == (3 - 2, 3)
    start_with(state, 0, "S4")
    assert objectives(state) == (3, 3)


@pytest.mark.rule("great_western_trail:56")
def test_played_and_unplayed_cards_share_items():
    state = clean(hazards=3, green=1, blue=1)
    start_with(state, 0, "S3")
    build(state, 0, A1=1, A2=2)
    played(state, 0, "D2")
    deck(state, 0, "E5")
    assert sum(objectives(state)) == 3


@pytest.mark.rule("great_western_trail:58")
def test_played_cards_are_forced():
    state = clean(hazards=1)
    start_with(state, 0, "S4")
    build(state, 0, A1=1, A2=2, A3=3)
    played(state, 0, "W2", "W1", "W5", "X")
    assert sum(objectives(state)) == 3 - 2 - 2 - 3 + 0


@pytest.mark.rule("great_western_trail:59")
@pytest.mark.parametrize(("discs", "points"), [(2, 18), (1, 10)])
def test_the_worked_example_of_objectives(discs, points):
    state = clean(hazards=3, blue=1, san_francisco=discs)
    start_with(state, 0, "S2")
    build(state, 0, A1=1, A2=2, A3=3)
    played(state, 0, "E4", "X", "X")
    assert objectives(state) == (points, 0)


def brute_force(state, seat):
    """The best of every choice of added and of fulfilled cards."""
    components = state.components
    have_items = scoring.items(state, seat)
    forced, free = scoring.played_cards(state, seat), scoring.deck_cards(state, seat)
    master = bool(state.held(seat, 32) >> 1 & 1)

    def tasks(card):
        return [(int(components.objective_tasks[card]) >> 6 * at) & 63 for at in range(9)]

    best = -999
    for kept in itertools.product((False, True), repeat=len(free)):
        cards = forced + [card for card, keep in zip(free, kept, strict=True) if keep]
        for done in itertools.product((False, True), repeat=len(cards)):
            met = [tasks(card) for card, ok in zip(cards, done, strict=True) if ok]
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
def test_the_assignment_is_the_best_there_is(seed):
    random = Random(seed)
    state = clean(
        hazards=int(random.below(5)),
        green=int(random.below(3)),
        blue=int(random.below(3)),
        san_francisco=int(random.below(3)),
        masters=["objectives"] if random.below(2) else [],
        stations=names.STATIONS[: int(random.below(4))],
    )
    build(state, 0, **dict(zip(["A1", "A2", "A3"], [1, 2, 3], strict=True)))
    start_with(state, 0, names.START_OBJECTIVES[int(random.below(4))])
    cards = [names.OBJECTIVES[int(random.below(21))] for _ in range(6)]
    played(state, 0, *dict.fromkeys(cards[:3]))
    extra = [card for card in dict.fromkeys(cards[3:]) if card not in cards[:3]]
    deck(state, 0, *extra, "ayrshire", "holstein", "west_highland_3", "texas_longhorn_7")
    assert sum(objectives(state)) == brute_force(state, 0)


def many_cards(hazards, teepees, stations, cattle=()):
    """The area empty, and each of twenty different cards in the deck; items of a long match."""
    state = clean(hazards=hazards, green=teepees, blue=teepees, masters=["objectives"])
    have(state, 0, stations=names.STATIONS[:stations])
    build(state, 0, A1=1, A2=2, A3=3, B1=4, B2=5, B3=6, C11=7, C12=8)
    deck(state, 0, *names.OBJECTIVES[:20], *cattle)
    return state


@pytest.mark.parametrize(
    ("pieces", "points"),
    [
        ((14, 7, 10), (42, 15)),
        ((7, 3, 5), (27, 12)),
        ((9, 5, 7, ["ayrshire"] * 3 + ["west_highland_3"] * 2 + ["texas_longhorn_5"]), (45, 18)),
    ],
)
def test_many_cards_are_chosen_from_in_few_steps(pieces, points):
    state = many_cards(*pieces)
    assert objectives(state) == points
    items = scoring.packed_tasks(scoring.items(state, 0))
    assignment = scoring.assignment(state, 0)
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
def test_station_masters(master, pieces, points):
    state = clean(masters=[master], **pieces)
    assert state.score_sheet()["station_masters"][0] == points


def test_the_master_of_objectives_counts_the_area_with_its_start_card():
    state = clean(masters=["objectives"])
    start_with(state, 0, "S1")
    assert objectives(state) == (0, 0)
    played(state, 0, "D1")
    assert objectives(state) == (-2, 3)


def test_the_other_categories():
    state = clean(
        hazard_points=7, cowboy=6, engineer=5, step_right=0, stations=["4.5", "39"], masters=[]
    )
    build(state, 0, A1=10, A2=4)
    deck(state, 0, "west_highland_5", "ayrshire", "jersey")
    hold(state, 0, "texas_longhorn_7")
    discards(state, 0, "holstein")
    state.cells[END_SEAT] = 1
    sheet = {name: column[0] for name, column in state.score_sheet().items()}
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
    assert state.scores()[0] == sum(sheet.values())


def test_every_building_and_card_scores_what_is_printed():
    points = [1, 1, 1, 3, 4, 5, 6, 6, 9, 13, 1, 1, 3, 3, 4, 5, 6, 8, 8, 11]
    craftsmen = [1, 1, 1, 2, 3, 4, 5, 5, 7, 9, 1, 1, 2, 2, 3, 4, 5, 6, 6, 8]
    components = clean().components
    assert list(components.building_points) == points
    assert list(components.building_craftsmen) == craftsmen
    assert list(components.card_points) == [0, 0, 0, 0, 1, 2, 3, 3, 4, 5, 5, 6, 7]


def test_ties_share_the_victory():
    state = bare()
    for seat in range(2):
        start_with(state, seat, None)
        deck(state, seat)
        discards(state, seat)
    assert state.ranking() == [[0, 1]]
    have(state, 1, money=5)
    assert state.ranking() == [[1], [0]]


# The end of the match.


def last_worker(column):
    """Seat 0 is about to fill the last space of the job market."""
    state = bare()
    jobs(state, 12)
    state.cells[5] = 1
    columns = [[], [], []]
    columns[column - 1] = ["cowboy", "engineer"]
    if column == 2:
        columns[2] = ["cowboy", "green_teepee"]
    foresight(state, *[column or ["empty", "empty"] for column in columns])
    enter_city(state)
    return state


def test_the_red_arrow_ends_the_match_after_a_turn_of_all_others():
    state = last_worker(2)
    act(state, "take:2:cowboy")
    assert state.view(0)["token_holder"] == 0
    assert offered(state) == ["take:3:green_teepee"]
    act(state, "take:3:green_teepee")
    settle_chance(state)
    act(state, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    settle_chance(state)
    assert state.actor() == 1
    assert state.score_sheet()["job_market_token"] == [2, 0]
    act(state, "move:G:0", "auxiliary:1:1")
    while state.actor() != OVER:
        settle_chance(state)
        if state.actor() == 1:
            act(state, "done")
    assert now(state) == "finish"


def test_after_the_red_arrow_workers_are_not_chosen_any_more():
    state = last_worker(3)
    act(state, "take:3:engineer")
    turn_of(state, 1)
    foresight(state, ["empty", "empty"], ["cowboy", "cowboy"], ["engineer", "blue_teepee"])
    enter_city(state)
    assert values(state, "take", 2) == ["blue_teepee"]


@pytest.mark.parametrize("late", ["refilled", "removed"])
def test_the_refill_after_the_end_is_triggered(late):
    state = bare(late_workers=late)
    jobs(state, 13)
    state.cells[END_SEAT] = 1
    enter_city(state)
    settle_chance(state)
    act(state, "income:0", "deliver:kansas_city", "disc:auxiliary_1")
    settle_chance(state)
    column = state.view(0)["foresight"][1]
    assert all(tile in names.WORKERS for tile in column) == (late == "refilled")
    removed = state.view(0)["removed_tiles"]
    assert (sum(removed.get(worker, 0) for worker in names.WORKERS) >= 2) == (late == "removed")


def test_placements_until_the_end():
    for seats, wanted in ((2, 21), (3, 31), (4, 41)):
        state = dealt(seats)
        view = state.view(0)
        placed = sum(sum(row["workers"].values()) for row in view["job_market"])
        assert 12 * seats - placed == wanted


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_matches_end_with_everything_seen(seats):
    for seed in range(3):
        state = dealt(seats, seed, building_sides="b")
        before = state.census()
        random_match(state, Random(seed))
        assert state.actor() == OVER
        assert state.census() == before
        assert [state.held(seat, SECRETS) for seat in range(seats)] == [0] * seats
        assert held(state, 0, "money") >= 0
