"""Habits in Santa Fe: city cards, cash, double turns, and whose railroads are laid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from railhead.ai.training.habits.observer import POINTS, Habit, Observer, ratio
from railhead.games.game import CHANCE
from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.actions import DOUBLE, NO_CARD, RAILROADS
from railhead.games.santa_fe.rules.scoring import TIE_BREAK_VALUE
from railhead.games.santa_fe.state import Position

COUNTED: Final = {"discard": "cards_exchanged", "pass": "passes"}
DRAWN: Final = {"city": "cities_drawn", DOUBLE: "doubles_drawn"}


class SantaFeObserver(Observer[Position]):
    """A card is played when it is turned up; a branch card is used with the first piece laid."""

    HABITS = (
        POINTS,
        Habit("cards_played", "city cards played"),
        Habit("second_copies", "second copies of a city played"),
        Habit("cards_of_value_7", f"city cards of value {TIE_BREAK_VALUE} played"),
        Habit("connections_a_card", "railroads that reach the city of a card at the end"),
        Habit("points_a_card", "points of a card"),
        Habit("cash", "cash at the end"),
        Habit("cash_share", "share of cash in the points", is_share=True),
        Habit("double_turns", "double turns used"),
        Habit("double_in_round_2", "a double turn in the second round", is_share=True),
        Habit("cities_drawn", "city cards drawn"),
        Habit("doubles_drawn", "double-turn cards drawn"),
        Habit("cards_exchanged", "city cards exchanged"),
        Habit("branches", "branches begun"),
        Habit("pieces", "pieces laid"),
        Habit("passes", "lay turns passed"),
        Habit("rounds", "rounds", is_of_match=True),
        *(
            Habit(f"pieces_{railroad}", f"pieces of {railroad.upper()} laid", is_of_match=True)
            for railroad in RAILROADS
        ),
    )

    def see(self, seat: int, name: str, values: Sequence[str]) -> None:
        """See `Observer.see`."""
        if name == "reveal":
            self.turn_up(values)
        if seat == CHANCE:
            return
        own = self.seats[seat]
        if name in ("lay", "branch"):
            own["pieces"] += 1
            self.match[f"pieces_{values[0]}"] += 1
            own["branches"] += name == "branch"
        elif name == "draw":
            own[DRAWN.get(values[0], "other_draws")] += 1
        elif name in COUNTED:
            own[COUNTED[name]] += 1

    def turn_up(self, cards: Sequence[str]) -> None:
        """Note the cards that are turned up, one of each seat."""
        for own, card in zip(self.seats, cards, strict=False):
            if card == DOUBLE:
                own["double_turns"] += 1
                own["double_in_round_2"] += self.state.cells[state.ROUND] == 2
            elif card != NO_CARD:
                own["cards_played"] += 1
                own["second_copies"] += own[f"played_{card}"] > 0
                own[f"played_{card}"] += 1

    def habits_of_match(self) -> dict[str, float]:
        """See `Observer.habits_of_match`."""
        names = [f"pieces_{railroad}" for railroad in RAILROADS]
        return {
            "rounds": float(self.state.cells[state.ROUND]),
            **{name: float(self.match[name]) for name in names},
        }

    def habits_of(self, seat: int) -> dict[str, float]:
        """See `Observer.habits_of`."""
        position = self.state
        sheet = position.score_sheet()
        own = self.seats[seat]
        reached = sum(
            int(position.copies_of(seat, card, state.TABLEAU) * position.connections(card))
            for card in range(int(position.components.cards))
        )
        worth, cash = sheet["city_cards"][seat], sheet["money"][seat]
        habits = {
            habit.name: float(own[habit.name]) for habit in self.HABITS if not habit.is_of_match
        }
        for derived in (POINTS.name, "cash_share", "connections_a_card", "points_a_card"):
            del habits[derived]
        habits["cards_of_value_7"] = float(sheet["cards_of_value_7"][seat])
        habits["cash"] = float(cash)
        ratio(habits, "cash_share", cash, worth + cash)
        ratio(habits, "connections_a_card", reached, own["cards_played"])
        ratio(habits, "points_a_card", worth, own["cards_played"])
        return habits


assert set(DRAWN) <= set(actions.STOCK)
