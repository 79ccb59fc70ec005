"""The eleven categories of the final scoring.

`docs/rules/great_western_trail.md` sections 6.3, 9.4 and 13.4.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from games.game import ranked
from games.great_western_trail.components import CATTLE, OBJECTIVES, TASK_BITS
from games.great_western_trail.rules import buildings, cards, discs, tasks, workers
from games.great_western_trail.rules.effects import teepee_pairs
from games.great_western_trail.state import (
    BUILDINGS,
    CITIES,
    DISCARDS,
    DISCS,
    END_SEAT,
    HAZARD_POINTS,
    HAZARDS,
    KNOWN,
    MASTERS_OWNED,
    MONEY,
    PLAYED,
    PUBLIC_X,
    SITES,
    START_OBJECTIVE,
    STATIONS,
    UNSEEN,
    WORKERS,
    Position,
    X,
    block,
    count,
)

CATEGORIES: Final = (
    "money",
    "buildings",
    "cities",
    "stations",
    "hazards",
    "cattle",
    "objectives",
    "station_masters",
    "workers",
    "right_step",
    "job_market_token",
)
MASTER_WORKERS: Final = 0
MASTER_OBJECTIVES: Final = 1
MASTER_HAZARDS: Final = 2
MASTER_TEEPEES: Final = 3
MASTER_CERTIFICATES: Final = 4
MASTERS: Final = 5


def owned_cards(state: Position, seat: int, card: int) -> int:
    """The cards of a kind that all know to be in hand, own deck or discard pile.

    Objective cards that nobody else has seen do not count; at the end of a match all are seen.
    """
    discards = state.held(seat, DISCARDS + card)
    if card == X:
        return discards + state.held(seat, KNOWN + card) + state.held(seat, PUBLIC_X)
    if card >= CATTLE and state.cells[UNSEEN + card - CATTLE]:
        return discards
    return int(cards.owned(state.cells, block(seat), card))


def played_cards(state: Position, seat: int) -> list[int]:
    """The cards of a player's objective area; start cards come after the others in the tables."""
    played = [card for card in range(OBJECTIVES) for _ in range(state.held(seat, PLAYED + card))]
    start = state.held(seat, START_OBJECTIVE)
    return [*played, OBJECTIVES + start - 1] if start else played


def deck_cards(state: Position, seat: int) -> list[int]:
    """The objective cards that a player may add at the end."""
    return [
        card for card in range(OBJECTIVES) for _ in range(owned_cards(state, seat, CATTLE + card))
    ]


@final
class Candidate:
    """An objective card in the scoring: its tasks packed, and whether it is in the area already."""

    def __init__(self, tasks: int, points: int, penalty: int, forced: bool) -> None:
        self.tasks: int = tasks
        self.points: int = points
        self.penalty: int = penalty
        self.forced: bool = forced


def at_most(have: int, wanted: int) -> int:
    """The smaller of both numbers for each kind of item."""
    enough = ((have | tasks.GUARDS) - wanted) & tasks.GUARDS
    mask = enough - (enough >> (TASK_BITS - 1))
    return (wanted & mask) | (have & ~mask)


@final
class Assignment:
    """Which cards to add and which to fulfil, for the most points.

    `per` cards, fulfilled or not, bring `each` points of a station master; 0 for none. `solved`
    keeps what is best from a card on, by the items left: those beyond what the cards from there on
    ask for make no difference, so there are far fewer cases than choices.
    """

    def __init__(self, cards: list[Candidate], per: int, each: int) -> None:
        # Cards that ask for the same kinds lie together, so that items are soon of no further use.
        self.cards = sorted(cards, key=lambda card: (card.tasks, card.penalty, card.forced))
        self.per = per
        self.each = each
        self.needs = [0]
        for card in reversed(self.cards):
            self.needs.insert(0, self.needs[0] + card.tasks)
        self.solved: dict[tuple[int, int, int], tuple[int, int]] = {}

    def best(self, index: int, items: int, counted: int) -> tuple[int, int]:
        """The most points of the cards from `index` on, and what objective cards have of them.

        `counted` cards have not yet brought points of the station master. Of equal sums the one
        with more of objective cards is taken.
        """
        if index == len(self.cards):
            return 0, 0
        key = index, at_most(items, self.needs[index]), counted
        found = self.solved.get(key)
        if found is None:
            found = self.solved[key] = self.choose(*key)
        return found

    def choose(self, index: int, items: int, counted: int) -> tuple[int, int]:
        """The better of fulfilling a card, having it unfulfilled, and leaving it out."""
        card = self.cards[index]
        ways: list[tuple[int, int]] = []
        if tasks.covers(items, card.tasks):
            ways.append(self.have(index, items - card.tasks, counted, card.points))
        if not card.forced:
            ways.append(self.best(index + 1, items, counted))
        if card.forced or self.per:
            ways.append(self.have(index, items, counted, -card.penalty))
        return max(ways)

    def have(self, index: int, items: int, counted: int, points: int) -> tuple[int, int]:
        """The points with a card that brings so many itself."""
        master = 0
        if self.per:
            counted += 1
            if counted == self.per:
                counted, master = 0, self.each
        total, own = self.best(index + 1, items, counted)
        return total + points + master, own + points


def assignment(state: Position, seat: int) -> Assignment:
    """The choice of cards to add and to fulfil. Every card of the area counts."""
    components = state.components
    forced, free = played_cards(state, seat), deck_cards(state, seat)
    candidates = [
        Candidate(
            int(components.objective_tasks[card]),
            int(components.objective_points[card]),
            int(components.objective_penalty[card]),
            place < len(forced),
        )
        for place, card in enumerate([*forced, *free])
    ]
    if (state.held(seat, MASTERS_OWNED) >> MASTER_OBJECTIVES) & 1 == 0:
        return Assignment(candidates, 0, 0)
    return Assignment(
        candidates,
        int(components.master_per[MASTER_OBJECTIVES]),
        int(components.master_points[MASTER_OBJECTIVES]),
    )


def best_objectives(state: Position, seat: int) -> tuple[int, int]:
    """The points of objective cards and those of the station master that counts them, best chosen.

    A deck card counts only if it is added; an item serves one card. With that station master a
    further card can be worth its penalty.
    """
    total, own = assignment(state, seat).best(0, int(tasks.items(state, seat)), 0)
    return own, total - own


def building_points(state: Position, seat: i64) -> i64:
    """The buildings on the trail."""
    cells = state.cells
    points = state.components.building_points
    at: i64 = block(seat) + SITES
    total: i64 = 0
    number: i64 = 0
    while number < BUILDINGS:
        if cells[at + number] > 0:
            total += points[buildings.side(state, number)]
        number += 1
    return total


def city_points(state: Position, seat: i64) -> i64:
    """The cities with discs, and the arrows between two of them."""
    cells = state.cells
    points = state.components.city_points
    arrows = state.components.arrow_points
    at: i64 = block(seat) + CITIES
    total: i64 = 0
    city: i64 = 0
    while city < discs.CITY_COUNT:
        placed: i64 = cells[at + city]
        total += placed * points[city]
        if placed > 0 and city + 1 < discs.CITY_COUNT and cells[at + city + 1] > 0:
            total += arrows[city]
        city += 1
    return total


def station_points(state: Position, seat: i64) -> i64:
    """The upgraded stations."""
    points = state.components.station_points
    upgraded: i64 = state.cells[block(seat) + STATIONS]
    total: i64 = 0
    station: i64 = 0
    while station < discs.STATION_COUNT:
        if (upgraded >> station) & 1 == 1:
            total += points[station]
        station += 1
    return total


def cattle_points(state: Position, seat: i64) -> i64:
    """The cattle cards, wherever they lie."""
    cells = state.cells
    points = state.components.card_points
    own: i64 = block(seat)
    total: i64 = 0
    card: i64 = 0
    while card < CATTLE:
        total += cards.owned(cells, own, card) * points[card]
        card += 1
    return total


def worker_points(state: Position, seat: i64) -> i64:
    """The workers on the last slots of their rows."""
    cells = state.cells
    at: i64 = block(seat) + WORKERS
    late: i64 = 0
    worker: i64 = 0
    while worker < workers.TYPES:
        if cells[at + worker] > workers.PLAIN_SLOTS:
            late += cells[at + worker] - workers.PLAIN_SLOTS
        worker += 1
    return late * state.components.slot_points


def right_step_points(state: Position, seat: i64) -> i64:
    """The disc space of the right step, once it is clear."""
    if state.cells[block(seat) + DISCS + discs.STEP_RIGHT] > 0:
        return 0
    return state.components.right_step_points


def token_points(state: Position, seat: i64) -> i64:
    """The token of the job market."""
    return state.components.token_points if state.cells[END_SEAT] == seat + 1 else 0


def counted_by(state: Position, seat: i64, master: i64) -> i64:
    """What a station master counts; the one of objective cards goes by `best_objectives`."""
    own: i64 = block(seat)
    if master == MASTER_WORKERS:
        return count(state.cells, own + WORKERS, workers.TYPES)
    if master == MASTER_HAZARDS:
        return state.cells[own + HAZARDS]
    if master == MASTER_TEEPEES:
        return teepee_pairs(state, seat)
    return discs.all_certificates(state, seat)


def other_masters(state: Position, seat: i64) -> i64:
    """The station masters but for the one that counts objective cards."""
    components = state.components
    owned: i64 = state.cells[block(seat) + MASTERS_OWNED]
    total: i64 = 0
    master: i64 = 0
    while master < MASTERS:
        if (owned >> master) & 1 == 1 and master != MASTER_OBJECTIVES:
            counted: i64 = counted_by(state, seat, master)
            total += components.master_points[master] * (counted // components.master_per[master])
        master += 1
    return total


def seat_points(state: Position, seat: int) -> list[int]:
    """A seat's points in the order of `CATEGORIES`."""
    objectives, master = best_objectives(state, seat)
    points: list[i64] = [
        i64(state.held(seat, MONEY)) // state.components.dollars_per_point,
        building_points(state, seat),
        city_points(state, seat),
        station_points(state, seat),
        state.cells[block(seat) + HAZARD_POINTS],
        cattle_points(state, seat),
        objectives,
        master + other_masters(state, seat),
        worker_points(state, seat),
        right_step_points(state, seat),
        token_points(state, seat),
    ]
    return [int(number) for number in points]


def score_sheet(state: Position) -> dict[str, list[int]]:
    """Every seat's points by category, as far as all can see."""
    rows = [seat_points(state, seat) for seat in range(int(state.cells[0]))]
    return {name: [row[index] for row in rows] for index, name in enumerate(CATEGORIES)}


def scores(state: Position) -> list[int]:
    """Every seat's points."""
    return [sum(seat_points(state, seat)) for seat in range(int(state.cells[0]))]


def ranking(state: Position) -> list[list[int]]:
    """The seats from first to last; equal points share a place."""
    return ranked([(points,) for points in scores(state)])
