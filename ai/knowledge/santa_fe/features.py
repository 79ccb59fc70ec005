"""How likely the railroads of Santa Fe are to get to its cities: by how near their routes are."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.santa_fe import actions, state
from railhead.games.santa_fe.board import MOST_CITIES
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
        self.expected: vec[float] = vec[float]([0.0] * MOST_CITIES)
        """For each city with a card how many railroads may be connected in the end."""

    def learn(self, components: Components) -> None:
        """Prepare for a map, unless it was the last one seen."""
        if self.components is not components:
            self.components = components
            self.cities = components.city_count
            self.near = vec[float]([self.decay**pieces for pieces in distances(components)])

    def expect(self, position: Position) -> None:
        """Fill `expected`."""
        cells = position.cells
        components = position.components
        expected = self.expected
        for card in range(components.cards):
            expected[card] = 0.0
        for railroad in range(actions.RAILROAD_COUNT):
            pieces: i64 = position.unlaid(railroad)
            connected: i64 = cells[state.CONNECTED + railroad]
            least = self.decay ** float(pieces) - 1e-9
            at: i64 = state.HEADS + actions.ROUTES * railroad
            self.expect_routes(position, railroad, at, connected, pieces, least)

    def expect_routes(
        self, position: Position, railroad: i64, at: i64, connected: i64, pieces: i64, least: float
    ) -> None:
        """Add one railroad to `expected`: 1 where it is connected, else by its nearest route.

        `least` is how near a city has to be for the railroad's `pieces` to suffice.
        """
        components = position.components
        cells = position.cells
        expected = self.expected
        near = self.near
        first: i64 = -1
        second: i64 = -1
        third: i64 = -1
        if pieces > 0:
            first = self.place_of(position, railroad, cells[at])
            second = self.place_of(position, railroad, cells[at + 1])
            third = self.place_of(position, railroad, cells[at + 2])
        for card in range(components.cards):
            if connected & components.bit[card]:
                expected[card] += 1.0
            elif pieces > 0:
                best = 0.0
                if first >= 0:
                    best = near[first + card]
                if second >= 0 and near[second + card] > best:
                    best = near[second + card]
                if third >= 0 and near[third + card] > best:
                    best = near[third + card]
                if best >= least:
                    expected[card] += self.reach * best

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
        return float(position.components.value[card]) * self.expected[card]
