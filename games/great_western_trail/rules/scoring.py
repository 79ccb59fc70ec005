"""The eleven categories of the final scoring.

`docs/rules/great_western_trail.md` sections 6.3, 9.4 and 13.4.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.games.great_western_trail import state
from railhead.games.great_western_trail.components import CATTLE, OBJECTIVES, TASK_BITS
from railhead.games.great_western_trail.rules import buildings, cards, discs, tasks, workers
from railhead.games.great_western_trail.rules.effects import teepee_pairs
from railhead.games.great_western_trail.state import Position
from railhead.games.ranking import rank_seats

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
MASTERS: Final[i64] = 5


def owned_cards(position: Position, seat: int, card: int) -> int:
    """The cards of a kind that all know to be in hand, own deck or discard pile.

    Objective cards that nobody else has seen do not count; at the end of a match all are seen.
    """
    discards = position.amount(seat, state.DISCARDS + card)
    if card == state.X:
        return (
            discards
            + position.amount(seat, state.KNOWN + card)
            + position.amount(seat, state.PUBLIC_X)
        )
    if card >= CATTLE and position.cells[state.UNSEEN + card - CATTLE]:
        return discards
    return int(cards.owned_count(position.cells, state.block(seat), card))


def played_cards(position: Position, seat: int) -> list[int]:
    """The cards of a player's objective area; start cards come after the others in the tables."""
    played = [
        card
        for card in range(OBJECTIVES)
        for _ in range(position.amount(seat, state.PLAYED + card))
    ]
    start = position.amount(seat, state.START_OBJECTIVE)
    return [*played, OBJECTIVES + start - 1] if start else played


def deck_cards(position: Position, seat: int) -> list[int]:
    """The objective cards that a player may add at the end."""
    return [
        card
        for card in range(OBJECTIVES)
        for _ in range(owned_cards(position, seat, CATTLE + card))
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
    # The guard bit stays where there is enough; less itself shifted down, it is a mask of the bits
    # of that number, so that all are chosen at once.
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


def assignment(position: Position, seat: int) -> Assignment:
    """The choice of cards to add and to fulfil. Every card of the area counts."""
    components = position.components
    forced, free = played_cards(position, seat), deck_cards(position, seat)
    candidates = [
        Candidate(
            int(components.objective_tasks[card]),
            int(components.objective_points[card]),
            int(components.objective_penalty[card]),
            place < len(forced),
        )
        for place, card in enumerate([*forced, *free])
    ]
    if (position.amount(seat, state.MASTERS_OWNED) >> MASTER_OBJECTIVES) & 1 == 0:
        return Assignment(candidates, 0, 0)
    return Assignment(
        candidates,
        int(components.master_per[MASTER_OBJECTIVES]),
        int(components.master_points[MASTER_OBJECTIVES]),
    )


def best_objectives(position: Position, seat: int) -> tuple[int, int]:
    """The points of objective cards and those of the station master that counts them, best chosen.

    A deck card counts only if it is added; an item serves one card. With that station master a
    further card can be worth its penalty.
    """
    total, own = assignment(position, seat).best(0, int(tasks.items(position, seat)), 0)
    return own, total - own


def building_points(position: Position, seat: i64) -> i64:
    """The buildings on the trail."""
    cells = position.cells
    points = position.components.building_points
    at: i64 = state.block(seat) + state.SITES
    total: i64 = 0
    for number in range(state.BUILDINGS):
        if cells[at + number] > 0:
            total += points[buildings.side(position, number)]
    return total


def city_points(position: Position, seat: i64) -> i64:
    """The cities with discs, and the arrows between two of them."""
    cells = position.cells
    points = position.components.city_points
    arrows = position.components.arrow_points
    at: i64 = state.block(seat) + state.CITIES
    total: i64 = 0
    for city in range(discs.CITY_COUNT):
        placed: i64 = cells[at + city]
        total += placed * points[city]
        if placed > 0 and city + 1 < discs.CITY_COUNT and cells[at + city + 1] > 0:
            total += arrows[city]
    return total


def station_points(position: Position, seat: i64) -> i64:
    """The upgraded stations."""
    points = position.components.station_points
    upgraded: i64 = position.cells[state.block(seat) + state.STATIONS]
    total: i64 = 0
    for station in range(discs.STATION_COUNT):
        if (upgraded >> station) & 1 == 1:
            total += points[station]
    return total


def cattle_points(position: Position, seat: i64) -> i64:
    """The cattle cards, wherever they lie."""
    cells = position.cells
    points = position.components.card_points
    own: i64 = state.block(seat)
    total: i64 = 0
    for card in range(CATTLE):
        total += cards.owned_count(cells, own, card) * points[card]
    return total


def worker_points(position: Position, seat: i64) -> i64:
    """The workers on the last slots of their rows."""
    cells = position.cells
    at: i64 = state.block(seat) + state.WORKERS
    late: i64 = 0
    for worker in range(workers.TYPES):
        if cells[at + worker] > workers.PLAIN_SLOTS:
            late += cells[at + worker] - workers.PLAIN_SLOTS
    return late * position.components.slot_points


def right_step_points(position: Position, seat: i64) -> i64:
    """The disc space of the right step, once it is clear."""
    if position.cells[state.block(seat) + state.DISCS + discs.STEP_RIGHT] > 0:
        return 0
    return position.components.right_step_points


def token_points(position: Position, seat: i64) -> i64:
    """The token of the job market."""
    return position.components.token_points if position.cells[state.END_SEAT] == seat + 1 else 0


def count_for(position: Position, seat: i64, master: i64) -> i64:
    """What a station master counts; the one of objective cards goes by `best_objectives`."""
    own: i64 = state.block(seat)
    if master == MASTER_WORKERS:
        return state.count(position.cells, own + state.WORKERS, workers.TYPES)
    if master == MASTER_HAZARDS:
        return position.cells[own + state.HAZARDS]
    if master == MASTER_TEEPEES:
        return teepee_pairs(position, seat)
    return discs.all_certificates(position, seat)


def other_masters(position: Position, seat: i64) -> i64:
    """The station masters but for the one that counts objective cards."""
    components = position.components
    owned: i64 = position.cells[state.block(seat) + state.MASTERS_OWNED]
    total: i64 = 0
    for master in range(MASTERS):
        if (owned >> master) & 1 == 1 and master != MASTER_OBJECTIVES:
            counted: i64 = count_for(position, seat, master)
            total += components.master_points[master] * (counted // components.master_per[master])
    return total


def seat_points(position: Position, seat: int) -> list[int]:
    """A seat's points in the order of `CATEGORIES`."""
    objectives, master = best_objectives(position, seat)
    points: list[i64] = [
        i64(position.amount(seat, state.MONEY)) // position.components.dollars_per_point,
        building_points(position, seat),
        city_points(position, seat),
        station_points(position, seat),
        position.cells[state.block(seat) + state.HAZARD_POINTS],
        cattle_points(position, seat),
        objectives,
        master + other_masters(position, seat),
        worker_points(position, seat),
        right_step_points(position, seat),
        token_points(position, seat),
    ]
    return [int(number) for number in points]


def score_sheet(position: Position) -> dict[str, list[int]]:
    """Every seat's points by category, as far as all can see."""
    rows = [seat_points(position, seat) for seat in range(int(position.cells[0]))]
    return {name: [row[index] for row in rows] for index, name in enumerate(CATEGORIES)}


def scores(position: Position) -> list[int]:
    """Every seat's points."""
    return [sum(seat_points(position, seat)) for seat in range(int(position.cells[0]))]


def ranking(position: Position) -> list[list[int]]:
    """The seats from first to last; equal points share a place."""
    return rank_seats([(points,) for points in scores(position)])
