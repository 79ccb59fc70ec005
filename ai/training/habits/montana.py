"""Habits in Montana: when and how much is built, auctions, workers, cattle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from railhead.ai.training.habits.observer import POINTS, Habit, Observer, ratio
from railhead.games.montana import actions, state
from railhead.games.montana.actions import COLOURS, WHEEL_SPACES
from railhead.games.montana.components import JOKER_PAIR
from railhead.games.montana.state import Position

BURST: Final = 3
"""The settlements of a turn that is a burst."""
MANY_GOODS: Final = 12
MAIN_ACTIONS: Final = {
    "hire": "hiring",
    "bank": "at the bank",
    "work": "in an area",
    "city": "in the city",
    "build": "building",
}
COUNTED: Final = {"trade": "cattle_traded", "discard": "workers_returned"}
JOKERS: Final = (state.HIRE_JOKER, state.STEPS_JOKER)


class MontanaObserver(Observer[Position]):
    """A bid stood where nobody outbid it, paid or, after a shortage, not."""

    HABITS = (
        POINTS,
        Habit("all_built", "all settlements built", is_share=True),
        Habit("building_turns", "turns in which settlements were built"),
        Habit("bursts", f"bursts: turns with {BURST} settlements or more"),
        Habit("burst_share", "share of bursts in building turns", is_share=True),
        Habit("largest_burst", "most settlements of a turn"),
        Habit(
            "waiting_share",
            f"share of turns with {MANY_GOODS} goods that did not build",
            is_share=True,
        ),
        Habit("turns", "turns"),
        *(
            Habit(f"{name}_share", f"share of turns spent {text}", is_share=True)
            for name, text in MAIN_ACTIONS.items()
        ),
        Habit("bids_stood", "bids that stood"),
        Habit("price", "pumpkins of a bid that stood"),
        *(Habit(f"{colour}_workers", f"{colour} workers hired") for colour in COLOURS),
        Habit("workers_returned", "workers returned"),
        Habit("cattle_traded", "cattle traded"),
        Habit("cattle_left", "cattle at the end"),
        Habit("canteens_used", "canteens used"),
        Habit("rounds", "rounds", is_of_match=True),
        Habit("tied", "first place tied on settlements", is_share=True, is_of_match=True),
    )

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.turn: int | None = None
        self.active = 0
        self.built = 0
        self.goods = 0
        self.standing: dict[int, int] = {}
        """The price of each seat's last bid of this auction, unless it has passed since."""

    def see(self, seat: int, name: str, values: Sequence[str]) -> None:
        """See `Observer.see`."""
        cells = self.state.cells
        if cells[state.PHASE] != state.BIDDING:
            self.end_auction()
        if cells[state.PHASE] == state.MAIN and int(self.state.turn()) != self.turn:
            self.end_turn()
            self.begin_turn()
        self.count_workers(name, values)
        if seat < 0:
            return
        own = self.seats[seat]
        if name in MAIN_ACTIONS and cells[state.PHASE] == state.MAIN:
            own[f"{name}_turns"] += 1
        elif name == "bid":
            # Whoever is outbid bids again or passes.
            self.standing[seat] = int(self.state.components.prices[int(values[1]) - 1])
        elif name == "pass":
            self.standing.pop(seat, None)
        elif name == "canteen":
            own["canteens_used"] += values[0] == "yes"
        elif name in COUNTED:
            own[COUNTED[name]] += 1

    def begin_turn(self) -> None:
        """Note how things stand as a turn begins."""
        self.turn = int(self.state.turn())
        self.active = int(self.state.cells[state.ACTIVE])
        self.built = self.state.settlements_built(self.active)
        self.goods = sum(self.state.amount(self.active, good) for good in range(state.GOOD_CELLS))

    def end_turn(self) -> None:
        """Note what the turn that has ended, if any, has brought."""
        if self.turn is None:
            return
        own = self.seats[self.active]
        built = self.state.settlements_built(self.active) - self.built
        own["turns"] += 1
        own["building_turns"] += built > 0
        own["bursts"] += built >= BURST
        own["largest_burst"] = max(own["largest_burst"], built)
        if self.goods >= MANY_GOODS:
            own["rich_turns"] += 1
            own["waiting_turns"] += built == 0

    def end_auction(self) -> None:
        """Note the bids that stood, if an auction has ended."""
        for seat, price in self.standing.items():
            self.seats[seat]["bids_stood"] += 1
            self.seats[seat]["pumpkins_bid"] += price
        self.standing.clear()

    def count_workers(self, name: str, values: Sequence[str]) -> None:
        """Note the workers that the wheel brings to whose turn it is; those of the set-up aside."""
        cells, components = self.state.cells, self.state.components
        pair = JOKER_PAIR
        if name == "spin" and cells[state.PHASE] == state.HIRE_SPIN:
            pair = int(components.wheel[int(values[0])])
        elif name == "advance" and values[0] != "0":
            pair = int(components.wheel[(int(cells[state.ARROW]) + int(values[0])) % WHEEL_SPACES])
        elif name == "joker" and int(cells[state.PHASE]) in JOKERS:
            pair = actions.WORKER_SETS.index(values[0])
        if pair != JOKER_PAIR:
            for number, colour in enumerate(COLOURS):
                count = int(components.set_counts[len(COLOURS) * pair + number])
                self.seats[int(cells[state.ACTIVE])][f"{colour}_workers"] += count

    def end(self) -> None:
        """See `Observer.end`."""
        self.end_auction()
        self.end_turn()

    def habits_of_match(self) -> dict[str, float]:
        """See `Observer.habits_of_match`."""
        first, second = sorted(self.state.scores(), reverse=True)[:2]
        return {"rounds": float(self.state.cells[state.ROUND]), "tied": float(first == second)}

    def habits_of(self, seat: int) -> dict[str, float]:
        """See `Observer.habits_of`."""
        own = self.seats[seat]
        habits = {
            habit.name: float(own[habit.name])
            for habit in self.HABITS
            if not habit.is_of_match and not habit.is_share
        }
        del habits[POINTS.name], habits["price"]
        habits["all_built"] = float(self.state.amount(seat, state.SETTLEMENTS) == 0)
        habits["cattle_left"] = float(self.state.amount(seat, state.CATTLE))
        ratio(habits, "price", own["pumpkins_bid"], own["bids_stood"])
        ratio(habits, "burst_share", own["bursts"], own["building_turns"])
        ratio(habits, "waiting_share", own["waiting_turns"], own["rich_turns"])
        for name in MAIN_ACTIONS:
            ratio(habits, f"{name}_share", own[f"{name}_turns"], own["turns"])
        return habits
