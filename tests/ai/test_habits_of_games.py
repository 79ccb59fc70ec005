"""What observers count in a match, against positions: the end, and how cells change on the way."""

from __future__ import annotations

import statistics
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from railhead.ai.training.habits import habits_of
from railhead.ai.training.habits.steam import join_links
from railhead.games.great_western_trail import state as trail_cells
from railhead.games.great_western_trail.names import CITIES, WORKERS
from railhead.games.great_western_trail.state import Position as TrailPosition
from railhead.games.great_western_trail.trail import LAST
from railhead.games.montana import state as montana_cells
from railhead.games.montana.actions import COLOURS
from railhead.games.montana.state import Position as MontanaPosition
from railhead.games.registry import shipped_rulesets
from railhead.games.santa_fe import state as santa_fe_cells
from railhead.games.santa_fe.actions import RAILROADS
from railhead.games.santa_fe.state import Position as SantaFePosition
from railhead.games.steam import state as steam_cells
from railhead.games.steam.actions import TILES
from railhead.games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from railhead.games.steam.state import Position as SteamPosition
from tests.ai.watched_match import Watched, watch

TABLES = [
    (1, ["greedy", "greedy"]),
    (2, ["greedy", "random", "greedy"]),
    (3, ["greedy", "greedy", "random", "greedy"]),
]
LARGER = [(1, ["greedy", "greedy", "greedy"]), (2, ["greedy", "random", "greedy", "greedy"])]
AUCTIONS = [(shuffle, ["random"] * 4) for shuffle in (14, 20, 54)]
"""Tables of players who outbid each other and pass."""
PLURALS = {"cowboy": "cowboys", "craftsman": "craftsmen", "engineer": "engineers"}


def amount(seat: int, cell: int) -> Callable[[Any], int]:
    """What gives a number of a player's block, of any of the four games."""
    return lambda position: int(position.amount(seat, cell))


@pytest.mark.parametrize("game", shipped_rulesets())
def test_every_game_has_habits_whose_names_are_those_that_are_counted(game: str) -> None:
    habits = habits_of(game)
    names = [habit.name for habit in habits]
    assert len(names) == len(set(names))
    assert len({habit.title for habit in habits}) == len(names)
    seats = shipped_rulesets()[game].min_seats
    kinds = {
        "great_western_trail": TrailPosition,
        "montana": MontanaPosition,
        "santa_fe": SantaFePosition,
        "steam": SteamPosition,
    }
    counted = watch(kinds[game], game, 4, ["greedy"] * seats).habits
    assert set(counted["match"]) == {habit.name for habit in habits if habit.is_of_match}
    of_seats = {habit.name for habit in habits if not habit.is_of_match}
    for seat in counted["seats"]:
        assert set(seat) <= of_seats
        for habit in habits:
            if habit.is_share and habit.name in seat:
                assert 0 <= seat[habit.name] <= 1
    assert habits_of("no_such_game") == ()


@pytest.mark.parametrize(("shuffle", "agents"), TABLES)
def test_great_western_trail(shuffle: int, agents: list[str]) -> None:
    match = watch(TrailPosition, "great_western_trail", shuffle, agents)
    end = match.end
    for seat, habits in enumerate(match.habits["seats"]):
        hired = [
            match.rises(amount(seat, trail_cells.WORKERS + row)) for row in range(len(WORKERS))
        ]
        assert [habits[f"{PLURALS[name]}_hired"] for name in WORKERS] == hired
        assert habits["no_cowboy_hired"] == (hired[0] == 0)
        # A full row has five hired ones; the last one may be given up, and another hired.
        assert habits["five_cowboys_hired"] == (hired[0] >= 5)
        assert habits["craftsman_hired"] == (hired[1] > 0)
        plans = [habits[f"plan_{PLURALS[name]}"] for name in WORKERS]
        assert sum(plans) + habits["plan_none"] == 1
        alone = hired.count(max(hired)) == 1
        assert plans == [float(alone and number == max(hired)) for number in hired]
        assert habits["hazards_removed"] == end.amount(seat, trail_cells.HAZARDS)
        assert habits["buildings"] == sum(
            end.amount(seat, trail_cells.SITES + number) != 0
            for number in range(int(trail_cells.BUILDINGS))
        )
        assert habits["stations"] == end.amount(seat, trail_cells.STATIONS).bit_count()
        discs = [end.amount(seat, trail_cells.CITIES + city) for city in range(len(CITIES))]
        delivered = [habits[f"to_{city}"] for city in CITIES]
        assert delivered[1:] == discs[1:]
        assert delivered[0] >= discs[0]  # in Kansas City a disc may be left out
        assert habits["deliveries"] == sum(delivered)
        assert habits["cattle_bought"] == match.rises(partial(cattle_of, seat=seat))
        turns, arrival = turns_of(match, seat)
        assert habits["turns"] == turns
        assert habits.get("first_kansas_city") == arrival
        assert habits["points"] == end.scores()[seat]
    removed = trail_cells.count(end.cells, trail_cells.REMOVED_CARDS, trail_cells.CARD_CELLS)
    assert sum(habits["cards_removed"] for habits in match.habits["seats"]) == removed
    first, *others = end.scores()
    assert match.habits["match"] == {"first_seat_lead": first - statistics.fmean(others)}


def cattle_of(position: TrailPosition, seat: int) -> int:
    """How many cattle cards a seat has, wherever."""
    return sum(
        position.amount(seat, pile + card)
        for pile in (trail_cells.HAND, trail_cells.PILE, trail_cells.DISCARDS)
        for card in range(int(trail_cells.CATTLE_CELLS))
    )


def turns_of(match: Watched[TrailPosition], seat: int) -> tuple[int, int | None]:
    """The turns of a seat, and that of its first arrival in Kansas City."""
    active = [int(step.before.cells[trail_cells.ACTIVE]) for step in match.steps]
    begins = [
        now == seat and (number == 0 or active[number - 1] != seat)
        for number, now in enumerate(active)
    ]
    # Seat 0 begins: until it has, the last seat is on turn without a decision.
    if seat == len(match.habits["seats"]) - 1:
        begins[0] = False
    arrival = None
    for number, step in enumerate(match.steps):
        if arrival is None and step.after.amount(seat, trail_cells.PLACE) == LAST:
            arrival = sum(begins[: number + 1])
    return sum(begins), arrival


def test_cattle_bought_one_step_before_kansas_city_are_told_apart() -> None:
    shares = [
        habits["bought_late_share"]
        for shuffle in range(6)
        for habits in watch(
            TrailPosition, "great_western_trail", shuffle, ["greedy", "greedy"]
        ).habits["seats"]
        if "bought_late_share" in habits
    ]
    assert min(shares) == 0
    assert max(shares) == 1


@pytest.mark.parametrize(("shuffle", "agents"), LARGER)
def test_steam(shuffle: int, agents: list[str]) -> None:
    match = watch(SteamPosition, "steam", shuffle, agents)
    end, last = match.end, int(match.end.cells[steam_cells.TURN])
    used: dict[int, list[int]] = {seat: [] for seat in range(len(agents))}
    foreign: dict[int, list[int]] = {seat: [] for seat in range(len(agents))}
    for step in match.steps:
        if cubes_of(step.after) < cubes_of(step.before):
            gains = [earned(step.after, seat) - earned(step.before, seat) for seat in used]
            used[step.seat].append(sum(gains))
            foreign[step.seat].append(sum(gains) - gains[step.seat])
    for seat, habits in enumerate(match.habits["seats"]):
        begun = [
            next(one.after for one in match.steps if one.after.cells[steam_cells.TURN] == turn)
            for turn in range(2, last + 1)
        ]
        levels = [one.amount(seat, steam_cells.LOCOMOTIVE) for one in [*begun, end]]
        found = [habits.get(f"locomotive_turn_{turn}") for turn in range(1, last + 2)]
        assert found == [*levels, None]
        assert habits["deliveries"] == len(used[seat])
        if used[seat]:
            assert habits["links_a_delivery"] == statistics.fmean(used[seat])
            assert habits["others_share"] == sum(foreign[seat]) / sum(used[seat])
            over = sum(number > 1 for number in foreign[seat])
            assert habits["two_of_others"] == over / len(used[seat])
        tiles = [
            sum(
                step.before.amount(seat, steam_cells.TILE) == 0
                and step.after.amount(seat, steam_cells.TILE) == number
                for step in match.steps
            )
            for number in range(1, len(TILES) + 1)
        ]
        # Who takes the last tile of the last turn keeps it; those of other turns go back at once.
        assert [habits[f"tile_{name}"] for name in TILES] == tiles
        full = [
            int(step.before.cells[steam_cells.TURN])
            for step in match.steps
            if step.after.amount(seat, steam_cells.INCOME) >= 10
        ]
        assert habits.get("income_ten_turn") == (full[0] if full else None)
        assert habits["income_ten"] == bool(full)
        points = match.rises(partial(earned, seat=seat))
        income = sum(
            step.before.amount(seat, steam_cells.PENDING)
            for step in match.steps
            if (step.seat, step.notation) == (seat, "take:income")
        )
        # The last of a turn may be followed by a loan within the same step.
        assert match.rises(amount(seat, steam_cells.INCOME)) <= income
        assert habits.get("income_share") == (income / points if points else None)
        assert habits["growth_turns_3_to_5"] == sum(
            step.before.amount(seat, steam_cells.DUE) < step.after.amount(seat, steam_cells.DUE)
            for step in match.steps
            if step.before.cells[steam_cells.TURN] in (3, 4, 5)
        )
        assert habits["links"] == end.score_sheet()["links"][seat]
        if habits["links"]:
            largest = max(reach(end, seat, stop) for stop in range(int(end.land.stop_count)))
            assert habits["connected_share"] == largest / habits["links"]
            assert habits["one_network"] == (largest == habits["links"])
        assert habits["points"] == end.scores()[seat]


def cubes_of(position: SteamPosition) -> int:
    """The goods that lie in cities."""
    stops = range(int(position.land.stop_count))
    return sum(
        int(position.cells[int(steam_cells.stop_cell(stop)) + steam_cells.CUBES + colour])
        for stop in stops
        for colour in range(int(steam_cells.COLOUR_COUNT))
    )


def earned(position: SteamPosition, seat: int) -> int:
    """The points of a seat, with those that it has still to take."""
    return position.amount(seat, steam_cells.POINTS) + position.amount(seat, steam_cells.PENDING)


def reach(position: SteamPosition, seat: int, stop: int) -> int:
    """How many of a seat's links hang together with those that meet at a stop."""
    table = links(position)
    met, links_met = {stop}, set()
    grown = True
    while grown:
        grown = False
        for port, link in enumerate(table):
            if link == NO_LINK or link >> END_BITS != seat + steam_cells.FIRST_OWNER:
                continue
            other = int(link & END_MASK)
            if port // 6 in met and (min(port, other), max(port, other)) not in links_met:
                links_met.add((min(port, other), max(port, other)))
                met.add(other // 6)
                grown = True
    return len(links_met)


def test_links_that_meet_are_one_network() -> None:
    assert join_links([]) == []
    sizes = sorted(map(len, join_links([(1, 2), (5, 6), (3, 4), (2, 3), (6, 7), (8, 9)])))
    assert sizes == [1, 2, 3]
    assert len(join_links([(1, 2), (3, 4), (5, 6), (2, 5), (4, 1)])) == 1


@pytest.mark.parametrize(("shuffle", "agents"), TABLES)
def test_santa_fe(shuffle: int, agents: list[str]) -> None:
    match = watch(SantaFePosition, "santa_fe", shuffle, agents)
    end, sheet = match.end, match.end.score_sheet()
    cards = range(int(end.components.cards))
    for seat, habits in enumerate(match.habits["seats"]):
        copies = [int(end.copies_of(seat, card, santa_fe_cells.TABLEAU)) for card in cards]
        assert habits["cards_played"] == sum(copies)
        assert habits["second_copies"] == sum(number > 1 for number in copies)
        assert habits["cards_of_value_7"] == sum(
            number for card, number in enumerate(copies) if end.components.value[card] == 7
        )
        exchanged = [int(end.copies_of(seat, card, santa_fe_cells.DISCARDED)) for card in cards]
        assert habits["cards_exchanged"] == sum(exchanged)
        assert habits["cash"] == sheet["money"][seat]
        total = sheet["money"][seat] + sheet["city_cards"][seat]
        assert habits["points"] == total
        assert habits["cash_share"] == sheet["money"][seat] / total
        assert habits["points_a_card"] == sheet["city_cards"][seat] / sum(copies)
        doubles = match.rises(amount(seat, santa_fe_cells.DOUBLE_TURN))
        assert habits["double_turns"] == doubles
    laid = {f"pieces_{name}": end.pieces_on_board(at) for at, name in enumerate(RAILROADS)}
    assert match.habits["match"] == {"rounds": int(end.cells[santa_fe_cells.ROUND]), **laid}
    seats = match.habits["seats"]
    assert sum(habits["pieces"] for habits in seats) == sum(laid.values())
    second = [step for step in match.steps if step.before.cells[santa_fe_cells.ROUND] == 2]
    for seat, habits in enumerate(seats):
        used = any(step.after.amount(seat, santa_fe_cells.DOUBLE_TURN) for step in second)
        assert habits["double_in_round_2"] == used


@pytest.mark.parametrize(("shuffle", "agents"), [*TABLES, *AUCTIONS])
def test_montana(shuffle: int, agents: list[str]) -> None:
    match = watch(MontanaPosition, "montana", shuffle, agents)
    end = match.end
    for seat, habits in enumerate(match.habits["seats"]):
        turns = turns_in(match, seat)
        built = [
            later.settlements_built(seat) - begun.settlements_built(seat) for begun, later in turns
        ]
        assert habits["points"] == sum(built) == end.settlements_built(seat)
        assert habits["all_built"] == (end.amount(seat, montana_cells.SETTLEMENTS) == 0)
        assert habits["turns"] == len(built)
        building = [number for number in built if number]
        assert habits["building_turns"] == len(building)
        assert habits["bursts"] == sum(number >= 3 for number in built)
        assert habits["largest_burst"] == max(built)
        assert habits["build_share"] == len(building) / len(built)
        if building:
            assert habits["burst_share"] == habits["bursts"] / len(building)
        rich = [
            number
            for number, (begun, _) in zip(built, turns, strict=True)
            if sum(begun.amount(seat, good) for good in range(6)) >= 12
        ]
        assert habits.get("waiting_share") == (rich.count(0) / len(rich) if rich else None)
        prices = standing_prices(match, seat)
        assert habits["bids_stood"] == len(prices)
        assert habits.get("price") == (statistics.fmean(prices) if prices else None)
        spins = [
            step
            for step in match.steps
            if step.notation.split(":")[0] in ("spin", "joker", "advance")
            and int(step.before.cells[montana_cells.PHASE]) >= montana_cells.MAIN
            and step.before.cells[montana_cells.ACTIVE] == seat
        ]
        for colour, name in enumerate(COLOURS):
            cell = montana_cells.WORKERS + colour
            came = [
                step.after.amount(seat, cell) - step.before.amount(seat, cell) for step in spins
            ]
            assert habits[f"{name}_workers"] == sum(came)
        traded = match.falls(amount(seat, montana_cells.CATTLE))
        assert habits["cattle_traded"] == traded
        assert habits["cattle_left"] == end.amount(seat, montana_cells.CATTLE)
    used = sum(habits["canteens_used"] for habits in match.habits["seats"])
    assert used == end.cells[montana_cells.USED_CANTEENS]
    best, second = sorted(end.scores(), reverse=True)[:2]
    assert match.habits["match"] == {
        "rounds": int(end.cells[montana_cells.ROUND]),
        "tied": best == second,
    }


def turns_in(
    match: Watched[MontanaPosition], seat: int
) -> list[tuple[MontanaPosition, MontanaPosition]]:
    """Where each turn of a seat begins, and where the next turn does."""
    decided = [
        step.before
        for step in match.steps
        if int(step.before.cells[montana_cells.PHASE]) >= montana_cells.MAIN
    ]
    begun = [
        later
        for earlier, later in pairwise([None, *decided])
        if later is not None and (earlier is None or earlier.turn() != later.turn())
    ]
    return [
        (before, after)
        for before, after in pairwise([*begun, match.end])
        if before.cells[montana_cells.ACTIVE] == seat
    ]


def standing_prices(match: Watched[MontanaPosition], seat: int) -> list[int]:
    """The prices of a seat's bids that stood when the bidding of an auction ended."""
    prices = []
    for step in match.steps:
        before, after = step.before, step.after
        bids = before.cells[montana_cells.PHASE] == montana_cells.BIDDING
        if not bids or after.cells[montana_cells.PHASE] == montana_cells.BIDDING:
            continue
        name, *values = step.notation.split(":")
        place = before.amount(seat, montana_cells.CONTRACTOR)
        if step.seat == seat:
            place = 1 + 8 * (int(values[0]) - 1) + int(values[1]) - 1 if name == "bid" else 0
        if place > 0:
            prices.append(int(before.components.prices[(place - 1) % 8]))
    return prices
