"""How likely the railroads of Santa Fe are to get to its cities: by how near their routes are."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.components import PRICES_NONE, Components, distances
from railhead.games.santa_fe.rules.track import BOUNDLESS, has_way, inside_goal
from railhead.games.santa_fe.state import Position
from railhead.games.vectors import vec


@final
class Prospects:
    """What may become of cities in one position after the other.

    `learn` comes before anything else, `expect` before `expected` and `worth`.
    """

    def __init__(self, decay: float, reach: float) -> None:
        self.decay: float = decay
        self.reach: float = reach
        self.components: Components | None = None
        self.cities: i64 = 0
        self.near: vec[float] = vec[float]([0.0])
        """For two cities `decay` to the power of the pieces between them."""
        self.least: vec[float] = vec[float]([0.0] * int(actions.RAILROAD_COUNT))
        """For each railroad how near a city has to be for its pieces to suffice."""
        self.places: vec[i64] = vec[i64]([-1] * int(actions.RAILROAD_COUNT * actions.ROUTES))
        """For each route its row of `near`; -1 where it gets no farther."""

    def learn(self, components: Components) -> None:
        """Prepare for a map, unless it was the last one seen."""
        if self.components is not components:
            self.components = components
            self.cities = components.city_count
            self.near = vec[float]([self.decay**pieces for pieces in distances(components)])

    def expect(self, position: Position) -> None:
        """Note where the railroads are, and how far they may get."""
        cells = position.cells
        places = self.places
        at: i64 = 0
        for railroad in range(actions.RAILROAD_COUNT):
            pieces: i64 = position.unlaid(railroad)
            self.least[railroad] = self.decay ** float(pieces) - 1e-9
            for _ in range(actions.ROUTES):
                places[at] = -1
                if pieces > 0:
                    places[at] = self.place_of(position, railroad, cells[state.HEADS + at])
                at += 1

    def expected(self, position: Position, card: i64) -> float:
        """How many railroads may be connected to a city with a card in the end.

        1 for each that is, else what its nearest route is good for. Asked of the few cards that a
        seat may choose among, not of all.
        """
        cells = position.cells
        near = self.near
        places = self.places
        bit: i64 = position.components.bit[card]
        total = 0.0
        at: i64 = 0
        for railroad in range(actions.RAILROAD_COUNT):
            if cells[state.CONNECTED + railroad] & bit:
                total += 1.0
            else:
                best = 0.0
                for route in range(actions.ROUTES):
                    place: i64 = places[at + route]
                    if place >= 0 and near[place + card] > best:
                        best = near[place + card]
                if best >= self.least[railroad]:
                    total += self.reach * best
            at += actions.ROUTES
        return total

    def place_of(self, position: Position, railroad: i64, head: i64) -> i64:
        """The row of `near` of the city where a route stands or goes to; -1 in a dead end."""
        if head == 0:
            return -1
        if head > state.INSIDE:
            return self.cities * inside_goal(position, head)
        if has_way(position, railroad, head - 1, PRICES_NONE, BOUNDLESS):
            return self.cities * (head - 1)
        return -1

    def worth(self, position: Position, card: i64) -> float:
        """The points a city card may bring."""
        return float(position.components.value[card]) * self.expected(position, card)
