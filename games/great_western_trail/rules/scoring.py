"""The eleven categories of the final scoring.

`docs/rules/great_western_trail.md` sections 6.3, 9.4 and 13.4.
"""

from __future__ import annotations

from typing import Final, final

from games.game import ranked
from games.great_western_trail.components import CATTLE, OBJECTIVES, TASK_BITS, packed_tasks
from games.great_western_trail.names import TASKS
from games.great_western_trail.rules import discs
from games.great_western_trail.rules.effects import teepee_pairs
from games.great_western_trail.state import (
    BUILDINGS,
    CERTIFICATE,
    CITIES,
    DISCARDS,
    DISCS,
    END_SEAT,
    HAND,
    HAZARD_POINTS,
    HAZARDS,
    KNOWN,
    MASTERS_OWNED,
    MONEY,
    PILE,
    PLAYED,
    PUBLIC_X,
    SITES,
    START_OBJECTIVE,
    STATIONS,
    TEEPEES,
    UNSEEN,
    WORKERS,
    Position,
    X,
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
MOST_ITEMS: Final = 31
"""More of one kind than all objective cards together ask for."""
GUARDS: Final = packed_tasks([MOST_ITEMS + 1] * len(TASKS))
"""The highest bit of each number of tasks: cleared where a subtraction borrows."""
MASTER_WORKERS: Final = 0
MASTER_OBJECTIVES: Final = 1
MASTER_HAZARDS: Final = 2
MASTER_TEEPEES: Final = 3
MASTER_CERTIFICATES: Final = 4


def city_points(state: Position, seat: int) -> int:
    """The cities with discs, and the arrows between two of them."""
    components = state.components
    total = 0
    for city in range(discs.CITY_COUNT):
        placed = state.held(seat, CITIES + city)
        total += placed * int(components.city_points[city])
        if placed and city + 1 < discs.CITY_COUNT and state.held(seat, CITIES + city + 1):
            total += int(components.arrow_points[city])
    return total


def owned_cards(state: Position, seat: int, card: int) -> int:
    """The cards of a kind that all know to be in hand, own deck or discard pile.

    Objective cards that nobody else has seen do not count; at the end of a match all are seen.
    """
    discards = state.held(seat, DISCARDS + card)
    if card == X:
        return discards + state.held(seat, KNOWN + card) + state.held(seat, PUBLIC_X)
    if card >= CATTLE and state.cells[UNSEEN + card - CATTLE]:
        return discards
    return discards + state.held(seat, HAND + card) + state.held(seat, PILE + card)


def items(state: Position, seat: int) -> list[int]:
    """What a player has of each task, in the order of `names.TASKS`."""
    owned = [owned_cards(state, seat, card) for card in range(CATTLE)]
    value = state.components.value
    return [
        sum(state.held(seat, SITES + number) > 0 for number in range(BUILDINGS)),
        state.held(seat, TEEPEES),
        state.held(seat, TEEPEES + 1),
        state.held(seat, HAZARDS),
        state.held(seat, STATIONS).bit_count(),
        *(
            sum(number for card, number in enumerate(owned) if value[card] == wanted)
            for wanted in (3, 4, 5)
        ),
        state.held(seat, CITIES + discs.SAN_FRANCISCO),
    ]


def played_cards(state: Position, seat: int) -> list[int]:
    """The cards of a player's objective area; start cards come after the others in the tables."""
    cards = [card for card in range(OBJECTIVES) for _ in range(state.held(seat, PLAYED + card))]
    start = state.held(seat, START_OBJECTIVE)
    return [*cards, OBJECTIVES + start - 1] if start else cards


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


def covers(have: int, tasks: int) -> bool:
    """Whether packed items are enough for packed tasks."""
    return ((have | GUARDS) - tasks) & GUARDS == GUARDS


def at_most(have: int, tasks: int) -> int:
    """The smaller of both numbers for each kind of item."""
    enough = ((have | GUARDS) - tasks) & GUARDS
    mask = enough - (enough >> (TASK_BITS - 1))
    return (tasks & mask) | (have & ~mask)


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
        if covers(items, card.tasks):
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
    cards = [
        Candidate(
            int(components.objective_tasks[card]),
            int(components.objective_points[card]),
            int(components.objective_penalty[card]),
            place < len(forced),
        )
        for place, card in enumerate([*forced, *free])
    ]
    if (state.held(seat, MASTERS_OWNED) >> MASTER_OBJECTIVES) & 1 == 0:
        return Assignment(cards, 0, 0)
    return Assignment(
        cards,
        int(components.master_per[MASTER_OBJECTIVES]),
        int(components.master_points[MASTER_OBJECTIVES]),
    )


def best_objectives(state: Position, seat: int) -> tuple[int, int]:
    """The points of objective cards and those of the station master that counts them, best chosen.

    A deck card counts only if it is added; an item serves one card. With that station master a
    further card can be worth its penalty.
    """
    have = packed_tasks([min(number, MOST_ITEMS) for number in items(state, seat)])
    total, own = assignment(state, seat).best(0, have, 0)
    return own, total - own


def other_masters(state: Position, seat: int) -> int:
    """The station masters but for the one that counts objective cards."""
    components = state.components
    certificates = int(components.certificates[state.held(seat, CERTIFICATE)])
    counted = {
        MASTER_WORKERS: sum(state.held(seat, WORKERS + worker) for worker in range(3)),
        MASTER_HAZARDS: state.held(seat, HAZARDS),
        MASTER_TEEPEES: int(teepee_pairs(state, seat)),
        MASTER_CERTIFICATES: certificates + int(discs.permanent_certificates(state, seat)),
    }
    return sum(
        int(components.master_points[master]) * (number // int(components.master_per[master]))
        for master, number in counted.items()
        if (state.held(seat, MASTERS_OWNED) >> master) & 1
    )


def seat_points(state: Position, seat: int) -> list[int]:
    """A seat's points in the order of `CATEGORIES`."""
    components = state.components
    built = [number for number in range(BUILDINGS) if state.held(seat, SITES + number) > 0]
    stations = state.held(seat, STATIONS)
    objectives, master = best_objectives(state, seat)
    late = sum(max(0, state.held(seat, WORKERS + worker) - 4) for worker in range(3))
    return [
        state.held(seat, MONEY) // int(components.dollars_per_point),
        sum(int(components.building_points[state.face(number)]) for number in built),
        city_points(state, seat),
        sum(
            int(components.station_points[station])
            for station in range(discs.STATION_COUNT)
            if (stations >> station) & 1
        ),
        state.held(seat, HAZARD_POINTS),
        sum(
            owned_cards(state, seat, card) * int(components.card_points[card])
            for card in range(CATTLE)
        ),
        objectives,
        master + other_masters(state, seat),
        late * int(components.slot_points),
        int(components.right_step_points) * int(state.held(seat, DISCS + discs.STEP_RIGHT) == 0),
        int(components.token_points) * int(state.cells[END_SEAT] == seat + 1),
    ]


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
