"""Habits in Steam: locomotive and income by turn, deliveries, the network, action tiles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from railhead.ai.training.habits.observer import POINTS, Habit, Observer, ratio
from railhead.games.steam import state
from railhead.games.steam.actions import TILES
from railhead.games.steam.rules.track import END_BITS, END_MASK, NO_LINK, links
from railhead.games.steam.state import Position

MOST_TURNS: Final = 10
FULL_INCOME: Final = 10
GROWTH: Final = ("city_growth", "urbanization")
GROWTH_TURNS: Final = range(3, 6)


class SteamObserver(Observer[Position]):
    """Links of a delivery are those that pay somebody: track without an owner does not count."""

    HABITS = (
        POINTS,
        *(
            Habit(f"locomotive_turn_{turn}", f"locomotive after turn {turn}")
            for turn in range(1, MOST_TURNS + 1)
        ),
        Habit("deliveries", "deliveries"),
        Habit("links_a_delivery", "links of a delivery"),
        Habit("others_share", "share of others' links in own deliveries", is_share=True),
        Habit("two_of_others", "share of deliveries over two or more of others", is_share=True),
        Habit("links", "own links at the end"),
        Habit("connected_share", "share of own links in the largest network", is_share=True),
        Habit("one_network", "all own links are one network", is_share=True),
        Habit("income_ten", f"income reached {FULL_INCOME}", is_share=True),
        Habit("income_ten_turn", f"turn in which income reached {FULL_INCOME}"),
        Habit("income_share", "share of delivery points taken as income", is_share=True),
        *(Habit(f"tile_{tile}", f"{tile.replace('_', ' ')} taken") for tile in TILES),
        Habit("growth_turns_3_to_5", "City Growth or Urbanization used in turns 3 to 5"),
    )

    def __init__(self, position: Position) -> None:
        super().__init__(position)
        self.turn = int(self.state.cells[state.TURN])
        self.levels: list[dict[str, float]] = [{} for _ in self.seats]
        self.ten: dict[int, int] = {}
        self.networks: Mapping[int, Sequence[int]] = {}

    def see(self, seat: int, name: str, values: Sequence[str]) -> None:
        """See `Observer.see`."""
        turn = int(self.state.cells[state.TURN])
        if turn != self.turn:
            self.note_levels()
            self.turn = turn
        if seat < 0:
            return
        own = self.seats[seat]
        if name == "deliver":
            self.deliver(seat, [int(points) for points in values[3].split(",")])
        elif name == "take" and values[0] == "income":
            self.take_income(seat)
        elif name in ("select", "decline"):
            own[f"tile_{values[0]}"] += 1
            used = name == "select" and values[0] in GROWTH
            own["growth_turns_3_to_5"] += used and turn in GROWTH_TURNS

    def note_levels(self) -> None:
        """Note all locomotives at the end of a turn."""
        for seat, levels in enumerate(self.levels):
            level = self.state.amount(seat, state.LOCOMOTIVE)
            levels[f"locomotive_turn_{self.turn}"] = float(level)

    def deliver(self, seat: int, points: Sequence[int]) -> None:
        """Note a delivery that gives the seats these points, a point a link."""
        own = self.seats[seat]
        of_others = sum(points) - points[seat]
        own["deliveries"] += 1
        own["links_used"] += sum(points)
        own["links_of_others"] += of_others
        own["two_of_others"] += of_others > 1
        for other, number in enumerate(points):
            if number:
                self.seats[other]["points"] += number

    def take_income(self, seat: int) -> None:
        """Note that the points of a delivery become income."""
        points = self.state.amount(seat, state.PENDING)
        self.seats[seat]["income"] += points
        if self.state.amount(seat, state.INCOME) + points >= FULL_INCOME:
            self.ten.setdefault(seat, self.turn)

    def end(self) -> None:
        """See `Observer.end`."""
        self.note_levels()
        self.networks = networks_of(self.state)

    def habits_of(self, seat: int) -> dict[str, float]:
        """See `Observer.habits_of`."""
        own, networks = self.seats[seat], self.networks[seat]
        number = sum(networks)
        habits = dict(self.levels[seat])
        for name in ("deliveries", "growth_turns_3_to_5", *(f"tile_{tile}" for tile in TILES)):
            habits[name] = float(own[name])
        ratio(habits, "links_a_delivery", own["links_used"], own["deliveries"])
        ratio(habits, "others_share", own["links_of_others"], own["links_used"])
        ratio(habits, "two_of_others", own["two_of_others"], own["deliveries"])
        ratio(habits, "income_share", own["income"], own["points"])
        habits["links"] = float(number)
        if number:
            habits["connected_share"] = max(networks) / number
            habits["one_network"] = float(len(networks) == 1)
        habits["income_ten"] = float(seat in self.ten)
        if seat in self.ten:
            habits["income_ten_turn"] = float(self.ten[seat])
        return habits


def networks_of(position: Position) -> Mapping[int, Sequence[int]]:
    """The numbers of links of each seat's networks: links that meet at a stop are of one."""
    found = links(position)
    networks: dict[int, list[int]] = {}
    for seat in range(int(position.seats())):
        ends = [
            (port // 6, int(link & END_MASK) // 6)
            for port, link in enumerate(found)
            if link != NO_LINK
            and link >> END_BITS == seat + state.FIRST_OWNER
            and port < link & END_MASK  # each link stands at both its ends
        ]
        networks[seat] = [len(network) for network in join_links(ends)]
    return networks


def join_links(ends: Sequence[tuple[int, int]]) -> list[list[tuple[int, int]]]:
    """The links between stops, those together that hang together."""
    networks: list[list[tuple[int, int]]] = []
    for link in ends:
        met = [one for one in networks if any(set(link) & set(other) for other in one)]
        networks = [one for one in networks if one not in met]
        networks.append([link, *(other for one in met for other in one)])
    return networks
