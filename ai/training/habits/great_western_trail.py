"""Habits in Great Western Trail: workers and plans, Kansas City, the deck, deliveries."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from railhead.ai.training.habits.observer import POINTS, Habit, Observer, ratio
from railhead.games.game import Actions
from railhead.games.great_western_trail.names import CITIES, WORKERS
from railhead.games.great_western_trail.rules.movement import collect_moves
from railhead.games.great_western_trail.state import Position
from railhead.games.great_western_trail.trail import LAST
from railhead.games.packing import FIRST, PARAMETER_MASK

PLURALS: Final = {"cowboy": "cowboys", "craftsman": "craftsmen", "engineer": "engineers"}
FULL_ROW: Final = 5
"""The workers that fill a row, beside the printed one."""
COUNTED: Final = {
    "remove": "cards_removed",
    "hazard": "hazards_removed",
    "build": "buildings",
    "upgrade": "stations",
}


class GreatWesternTrailObserver(Observer[Position]):
    """A worker is counted when it is hired, also where it is given up later."""

    HABITS = (
        POINTS,
        *(Habit(f"{PLURALS[one]}_hired", f"{PLURALS[one]} hired") for one in WORKERS),
        Habit("no_cowboy_hired", "no cowboy hired", is_share=True),
        Habit("five_cowboys_hired", "five cowboys hired", is_share=True),
        Habit("craftsman_hired", "a craftsman hired", is_share=True),
        *(
            Habit(f"plan_{PLURALS[one]}", f"plan: {PLURALS[one]} above all", is_share=True)
            for one in WORKERS
        ),
        Habit("plan_none", "plan: none, two longest rows alike", is_share=True),
        Habit("first_kansas_city", "turn of the first arrival in Kansas City"),
        Habit("turns", "turns"),
        Habit("cards_removed", "cards removed from the deck"),
        Habit("cattle_bought", "cattle bought"),
        Habit(
            "bought_late_share",
            "share of cattle bought at the last building before Kansas City",
            is_share=True,
        ),
        Habit("buildings", "buildings built"),
        Habit("stations", "stations upgraded"),
        Habit("hazards_removed", "hazards removed"),
        Habit("deliveries", "deliveries"),
        *(
            Habit(f"to_{city}", f"deliveries to {city.replace('_', ' ').title()}")
            for city in CITIES
        ),
        Habit("first_seat_lead", "points of the first seat above the others", is_of_match=True),
    )

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.city: str = position.components.trail.names[LAST]
        self.on_turn: int | None = None
        self.first_seat: int | None = None
        self.arrivals: dict[int, int] = {}

    def see(self, seat: int, name: str, values: Sequence[str]) -> None:
        """See `Observer.see`."""
        if seat < 0:
            return
        own = self.seats[seat]
        if seat != self.on_turn:  # only who is on turn decides anything, and nobody is left out
            self.on_turn = seat
            own["turns"] += 1
            if self.first_seat is None:
                self.first_seat = seat
        if name == "move" and values[0] == self.city:
            self.arrivals.setdefault(seat, own["turns"])
        elif name == "hire":
            own[f"{PLURALS[values[1]]}_hired"] += 1
        elif name == "deliver":
            own["deliveries"] += 1
            own[f"to_{values[0]}"] += 1
        elif name == "buy":
            bought = 1 if values[2] == "none" else 2
            own["cattle_bought"] += bought
            own["bought_late"] += bought if self.is_before_city(seat) else 0
        elif name in COUNTED:
            own[COUNTED[name]] += 1

    def is_before_city(self, seat: int) -> bool:
        """Whether a cattleman's next step may lead to Kansas City."""
        steps = Actions(8)
        collect_moves(self.state, seat, 1, True, True, steps)
        return LAST in [(step >> FIRST) & PARAMETER_MASK for step in steps.to_list()]

    def habits_of_match(self) -> dict[str, float]:
        """See `Observer.habits_of_match`."""
        points = self.state.scores()
        first = self.first_seat or 0
        others = [one for seat, one in enumerate(points) if seat != first]
        return {"first_seat_lead": points[first] - sum(others) / len(others)}

    def habits_of(self, seat: int) -> dict[str, float]:
        """See `Observer.habits_of`."""
        own = self.seats[seat]
        hired = {one: own[f"{PLURALS[one]}_hired"] for one in WORKERS}
        largest = [one for one in WORKERS if hired[one] == max(hired.values())]
        habits = {habit.name: float(own[habit.name]) for habit in self.HABITS}
        for derived in (POINTS.name, "first_seat_lead", "first_kansas_city", "bought_late_share"):
            del habits[derived]
        ratio(habits, "bought_late_share", own["bought_late"], own["cattle_bought"])
        habits["no_cowboy_hired"] = float(hired["cowboy"] == 0)
        habits["five_cowboys_hired"] = float(hired["cowboy"] >= FULL_ROW)
        habits["craftsman_hired"] = float(hired["craftsman"] > 0)
        plan = PLURALS[largest[0]] if len(largest) == 1 else "none"
        habits[f"plan_{plan}"] = 1.0
        if seat in self.arrivals:
            habits["first_kansas_city"] = float(self.arrivals[seat])
        return habits
