"""What a network is told of a position of Steam."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from railhead.ai.knowledge.steam.deliveries import KINDS, POINTS, Deliveries
from railhead.ai.knowledge.steam.expansion import Expansion
from railhead.ai.knowledge.steam.forecast import (
    Forecast,
    best_of,
    flow,
    lead,
    payable,
    place_in_order,
    queue_distance,
    turns_left,
)
from railhead.ai.knowledge.steam.link_graph import LinkGraph
from railhead.ai.knowledge.steam.track_networks import TrackNetworks
from railhead.ai.net.inputs import Features, Inputs
from railhead.games.game import ACTOR, SEATS, State
from railhead.games.steam import state
from railhead.games.steam.rules.build import tiles_left
from railhead.games.steam.rules.growth import goods_in
from railhead.games.steam.state import Position

MOST_SEATS: Final = 6
MOST_POINTS: Final = 6
"""Of one delivery."""
PHASES: Final = 9
STEP: Final = 5
"""Money and points are told in steps of so many, and the rest one by one."""

STAGES: Final = 3
"""The last turn, the two before it, and earlier: what counts as points in one buys others."""

# For each seat: money.
INCOME_STEPS: Final = 20
CASH_FROM: Final = 2 * (INCOME_STEPS + 1)
MOST_CASH: Final = 10
CASH_STEPS_FROM: Final = CASH_FROM + MOST_CASH + 1
CASH_STEPS: Final = 6
FLOW_FROM: Final = CASH_STEPS_FROM + CASH_STEPS + 1
FLOW_STEPS: Final = 12
SLACK_FROM: Final = FLOW_FROM + FLOW_STEPS + 1
SLACK_STEPS: Final = 7
LASTING_FROM: Final = SLACK_FROM + 2 * (SLACK_STEPS + 1)
LASTING_STEPS: Final = 13
# The locomotive and the action tile.
LEVEL_FROM: Final = LASTING_FROM + LASTING_STEPS + 1
MOST_LEVEL: Final = 6
IDLE_FROM: Final = LEVEL_FROM + MOST_LEVEL + 1
MOST_IDLE: Final = 9
IMPROVED: Final = IDLE_FROM + MOST_IDLE + 1
TILE_FROM: Final = IMPROVED + 1
DUE: Final = TILE_FROM + 8
# The own network.
LINKS_FROM: Final = DUE + 1
MOST_LINKS: Final = 14
LARGEST_FROM: Final = LINKS_FROM + MOST_LINKS + 1
MOST_LARGEST: Final = 10
PARTS_FROM: Final = LARGEST_FROM + MOST_LARGEST + 1
MOST_PARTS: Final = 3
CITIES_FROM: Final = PARTS_FROM + MOST_PARTS + 1
MOST_CITIES: Final = 7
JOINABLE_FROM: Final = CITIES_FROM + MOST_CITIES + 1
MOST_JOINABLE: Final = 4
MATCHED_FROM: Final = JOINABLE_FROM + MOST_JOINABLE + 1
MOST_GOODS: Final = 7
NEAR_FROM: Final = MATCHED_FROM + MOST_GOODS + 1
OPEN_FROM: Final = NEAR_FROM + MOST_GOODS + 1
MOST_OPEN: Final = 3
TO_GO_FROM: Final = OPEN_FROM + MOST_OPEN + 1
MOST_TO_GO: Final = 4
# Deliveries.
NOW_FROM: Final = TO_GO_FROM + MOST_TO_GO + 1
MOST_CUBES: Final = 3
BEST_FROM: Final = NOW_FROM + MOST_POINTS * (MOST_CUBES + 1)
LEAST_BEST: Final = 3
PAIR_FROM: Final = BEST_FROM + 4 * (MOST_CUBES + 1)
MOST_PAIR: Final = 12
NEXT_PAIR_FROM: Final = PAIR_FROM + MOST_PAIR + 1
FOUR_FROM: Final = NEXT_PAIR_FROM + MOST_PAIR + 1
FOUR_STEPS: Final = 10
HIGHEST_FROM: Final = FOUR_FROM + FOUR_STEPS + 1
HIGHEST_STEPS: Final = 12
CONTESTED_FROM: Final = HIGHEST_FROM + HIGHEST_STEPS + 1
MOST_CONTESTED: Final = 4
GIVEN_FROM: Final = CONTESTED_FROM + MOST_CONTESTED + 1
MOST_GIVEN: Final = 4
FED_FROM: Final = GIVEN_FROM + MOST_GIVEN + 1
MOST_FED: Final = 6
# Points to come: those that are certain are added by themselves.
COMING_FROM: Final = FED_FROM + MOST_FED + 1
COMING_STEPS: Final = 17
LEAD_STEPS: Final = 10
REST_FROM: Final = COMING_FROM + STAGES * (COMING_STEPS + 1)
COMING_LEAD_FROM: Final = REST_FROM + STEP
# The turn.
ORDER_FROM: Final = COMING_LEAD_FROM + LEAD_STEPS + 1
QUEUED_FROM: Final = ORDER_FROM + MOST_SEATS + 1
PHASE_FROM: Final = QUEUED_FROM + MOST_SEATS + 1
BUILDS_FROM: Final = PHASE_FROM + PHASES
SUPPLIED: Final = BUILDS_FROM + 5
PENDING_FROM: Final = SUPPLIED + 1
BID_FROM: Final = PENDING_FROM + MOST_POINTS + 1
BID_STEPS: Final = 8
OUT_FROM: Final = BID_FROM + BID_STEPS + 1
LEADER: Final = OUT_FROM + 3
FREE_PASS: Final = LEADER + 1
BANKRUPT: Final = FREE_PASS + 1
# Where the network can grow.
WAYS_FROM: Final = BANKRUPT + 1
WAYS_STEPS: Final = 12
FURTHER_FROM: Final = WAYS_FROM + WAYS_STEPS + 1
MOST_FURTHER: Final = 9
UNTOUCHED_FROM: Final = FURTHER_FROM + MOST_FURTHER + 1
UNTOUCHED_STEPS: Final = 8
OWN_GOODS_FROM: Final = UNTOUCHED_FROM + UNTOUCHED_STEPS + 1
OWN_GOODS_STEPS: Final = 7
SHARED_FROM: Final = OWN_GOODS_FROM + OWN_GOODS_STEPS + 1
SHARED_STEPS: Final = 9
OF_SEAT: Final = SHARED_FROM + SHARED_STEPS + 1

# For the table.
STANDARD_FROM: Final = MOST_SEATS + 1
TURNS_FROM: Final = STANDARD_FROM + 2
MOST_TURNS: Final = 10
AT_PHASE_FROM: Final = TURNS_FROM + MOST_TURNS + 1
ROUND_FROM: Final = AT_PHASE_FROM + PHASES
CUBES_FROM: Final = ROUND_FROM + 3
CUBE_STEPS: Final = 15
SUPPLY_FROM: Final = CUBES_FROM + CUBE_STEPS + 1
MOST_SPACES: Final = 12
NEW_CITIES_FROM: Final = SUPPLY_FROM + MOST_SPACES + 1
MOST_NEW_CITIES: Final = 8
ALL_LINKS_FROM: Final = NEW_CITIES_FROM + MOST_NEW_CITIES + 1
ALL_LINKS_STEPS: Final = 12
HIGH_BID_FROM: Final = ALL_LINKS_FROM + ALL_LINKS_STEPS + 1
MOST_BID: Final = 10
PLACE_FROM: Final = HIGH_BID_FROM + MOST_BID + 1
OF_TABLE: Final = PLACE_FROM + MOST_SEATS


class PositionFeatures(Features):
    """Money, network, deliveries, points to come and turn of each seat.

    What a network of track brings is found for all seats together in `see_table`, which is asked
    first of every position.
    """

    def __init__(self) -> None:
        super().__init__(OF_TABLE, OF_SEAT)
        self.graph: LinkGraph = LinkGraph()
        self.deliveries: Deliveries = Deliveries()
        self.networks: TrackNetworks = TrackNetworks()
        self.forecast: Forecast = Forecast()
        self.expansion: Expansion = Expansion()

    def see_table(self, position: State, out: Inputs) -> None:
        """See `Features.see_table`."""
        assert isinstance(position, Position)
        self.graph.find(position)
        self.deliveries.find(position, self.graph)
        self.networks.find(position, self.graph)
        self.forecast.find(position, self.deliveries, self.networks)
        self.expansion.find(position, self.graph, self.networks)
        cells = position.cells
        links: i64 = 0
        for seat in range(cells[SEATS]):
            links += self.networks.links[seat]
        out.choose(0, cells[SEATS], MOST_SEATS)
        out.choose(STANDARD_FROM, cells[state.STANDARD], 1)
        out.choose(TURNS_FROM, turns_left(position), MOST_TURNS)
        out.choose(AT_PHASE_FROM, cells[state.PHASE], PHASES - 1)
        out.choose(ROUND_FROM, cells[state.GOODS_ROUND], 2)
        out.choose(ALL_LINKS_FROM, links // 3, ALL_LINKS_STEPS)
        see_goods(position, out)
        if cells[state.PHASE] in (state.BIDDING, state.BIDDING_FIRST):
            out.choose(HIGH_BID_FROM, cells[state.HIGH_BID] + 1, MOST_BID)
            out.choose(PLACE_FROM, cells[state.PLACE], MOST_SEATS - 1)

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`."""
        assert isinstance(position, Position)
        self._see_points(position, seat, out)
        if position.cells[state.block(seat) + state.BANKRUPT] == 1:
            out.add(BANKRUPT)
            return
        see_money(position, seat, out)
        self._see_locomotive(position, seat, out)
        self._see_network(seat, out)
        self._see_deliveries(seat, out)
        self._see_turn(position, seat, out)

    def certain(self, position: State, seat: i64) -> i64:
        """See `Features.certain`."""
        return self.forecast.secured[seat]

    def _see_points(self, position: Position, seat: i64, out: Inputs) -> None:
        """Points to come, and how far before the others."""
        seats: i64 = position.seats()
        coming: i64 = self.forecast.coming[seat] + 10
        first: i64 = COMING_FROM + stage(position) * (COMING_STEPS + 1)
        out.choose(first, coming // STEP, COMING_STEPS)
        out.choose(REST_FROM, coming % STEP, STEP - 1)
        out.choose(
            COMING_LEAD_FROM, (lead(self.forecast.coming, seats, seat) + 33) // 6, LEAD_STEPS
        )

    def _see_locomotive(self, position: Position, seat: i64, out: Inputs) -> None:
        """Its level, whether the links there are could use more, and the action tile."""
        cells = position.cells
        own: i64 = state.block(seat)
        level: i64 = cells[own + state.LOCOMOTIVE]
        out.choose(LEVEL_FROM, level, MOST_LEVEL)
        most: i64 = MOST_POINTS
        at: i64 = KINDS * POINTS * seat + 2 * POINTS
        while most > 0 and self.deliveries.counts[at + most] == 0:
            most -= 1
        out.choose(IDLE_FROM, level - most + 4, MOST_IDLE)
        if cells[own + state.IMPROVED] == 1:
            out.add(IMPROVED)
        out.choose(TILE_FROM, cells[own + state.TILE], 7)
        if cells[own + state.DUE] == 1:
            out.add(DUE)

    def _see_network(self, seat: i64, out: Inputs) -> None:
        networks = self.networks
        out.choose(LINKS_FROM, networks.links[seat], MOST_LINKS)
        out.choose(LARGEST_FROM, networks.largest[seat], MOST_LARGEST)
        out.choose(PARTS_FROM, networks.parts[seat], MOST_PARTS)
        out.choose(CITIES_FROM, networks.cities[seat], MOST_CITIES)
        out.choose(JOINABLE_FROM, networks.joinable[seat], MOST_JOINABLE)
        out.choose(MATCHED_FROM, networks.matched[seat], MOST_GOODS)
        out.choose(NEAR_FROM, networks.near[seat] // 2, MOST_GOODS)
        out.choose(OPEN_FROM, networks.open_ends[seat], MOST_OPEN)
        out.choose(TO_GO_FROM, networks.tiles_to_go[seat], MOST_TO_GO)
        expansion = self.expansion
        out.choose(WAYS_FROM, expansion.ways[seat] // 2, WAYS_STEPS)
        out.choose(FURTHER_FROM, expansion.stops[seat], MOST_FURTHER)
        out.choose(UNTOUCHED_FROM, expansion.goods[seat] // 2, UNTOUCHED_STEPS)
        out.choose(OWN_GOODS_FROM, expansion.own_goods[seat] // 2, OWN_GOODS_STEPS)
        out.choose(SHARED_FROM, expansion.shared_goods[seat] // 4, SHARED_STEPS)

    def _see_deliveries(self, seat: i64, out: Inputs) -> None:
        """How many goods bring at least so much, what the best bring together, and who else."""
        deliveries = self.deliveries
        counts = deliveries.counts
        at: i64 = KINDS * POINTS * seat
        now: i64 = 0
        best: i64 = 0
        points: i64 = MOST_POINTS
        while points > 0:
            now += counts[at + points]
            out.choose(NOW_FROM + (points - 1) * (MOST_CUBES + 1), now, MOST_CUBES)
            if points >= LEAST_BEST:
                best += counts[at + 2 * POINTS + points]
                first: i64 = BEST_FROM + (points - LEAST_BEST) * (MOST_CUBES + 1)
                out.choose(first, best, MOST_CUBES)
            points -= 1
        left: i64 = self.forecast.left[seat]
        two: i64 = left if left < 2 else 2
        out.choose(PAIR_FROM, best_of(counts, at, two), MOST_PAIR)
        out.choose(NEXT_PAIR_FROM, best_of(counts, at + POINTS, two), MOST_PAIR)
        out.choose(FOUR_FROM, best_of(counts, at, left if left < 4 else 4) // 2, FOUR_STEPS)
        out.choose(HIGHEST_FROM, self.forecast.best_sum[seat] // 6, HIGHEST_STEPS)
        out.choose(CONTESTED_FROM, deliveries.contested[seat], MOST_CONTESTED)
        out.choose(GIVEN_FROM, deliveries.given[seat], MOST_GIVEN)
        out.choose(FED_FROM, deliveries.fed[seat], MOST_FED)

    def _see_turn(self, position: Position, seat: i64, out: Inputs) -> None:
        """Its place in the order and in this phase, and what it has begun."""
        cells = position.cells
        own: i64 = state.block(seat)
        phase: i64 = cells[state.PHASE]
        out.choose(ORDER_FROM, place_in_order(position, seat), MOST_SEATS)
        if cells[ACTOR] == seat:
            out.choose(PHASE_FROM, phase, PHASES - 1)
        out.choose(PENDING_FROM, cells[own + state.PENDING], MOST_POINTS)
        if phase in (state.BIDDING, state.BIDDING_FIRST):
            out.choose(BID_FROM, cells[own + state.LAST_BID] + 1, BID_STEPS)
            out.choose(OUT_FROM, cells[own + state.OUT], 2)
            if cells[state.LEADER] == seat:
                out.add(LEADER)
        else:
            before: i64 = queue_distance(position, seat)
            out.choose(QUEUED_FROM, before + 1, MOST_SEATS)
            if before == 0 and phase in (state.BUILDING, state.SUPPLYING):
                out.choose(BUILDS_FROM, tiles_left(position, seat), 4)
            served: i64 = self.networks.served[seat]
            if phase == state.SUPPLYING and (served >> cells[state.SUPPLIED]) & 1 != 0:
                out.add(SUPPLIED)
        if cells[own + state.FREE_PASS] == 1:
            out.add(FREE_PASS)


def stage(position: Position) -> i64:
    """How near the end is."""
    turns: i64 = turns_left(position)
    if turns <= 1:
        return 0
    return 1 if turns <= 3 else 2


def see_money(position: Position, seat: i64, out: Inputs) -> None:
    """Income, cash, and what can be paid beyond what is owed for one turn and for all."""
    cells = position.cells
    own: i64 = state.block(seat)
    cash: i64 = cells[own + state.CASH]
    first: i64 = INCOME_STEPS + 1 if stage(position) > 0 else 0
    out.choose(first, cells[own + state.INCOME] + 10, INCOME_STEPS)
    out.choose(CASH_FROM, cash, MOST_CASH)
    out.choose(CASH_STEPS_FROM, cash // STEP, CASH_STEPS)
    turns: i64 = turns_left(position)
    each: i64 = flow(position, seat)
    if cells[state.STANDARD] == 1:
        out.choose(FLOW_FROM, (each + 14) // 2, FLOW_STEPS)
    spare: i64 = payable(position, seat)
    first = SLACK_FROM
    out.choose(first, (spare + each + 4) // 4, SLACK_STEPS)
    first += SLACK_STEPS + 1
    out.choose(first, (spare + each * turns + 12) // 6, SLACK_STEPS)
    out.choose(LASTING_FROM, (cash + each * turns + 40) // 8, LASTING_STEPS)


def see_goods(position: Position, out: Inputs) -> None:
    """How many goods lie in the cities and can still come there."""
    cells = position.cells
    total: i64 = 0
    at: i64 = state.STOPS
    for _ in range(position.land.stop_count):
        if cells[at + state.COLOUR] > 0:
            for colour in range(state.COLOUR_COUNT):
                total += cells[at + state.CUBES + colour]
        at += state.STOP_CELLS
    out.choose(CUBES_FROM, total // 3, CUBE_STEPS)
    spaces: i64 = 0
    for space in range(state.SPACE_COUNT):
        if goods_in(position, space) > 0:
            spaces += 1
    out.choose(SUPPLY_FROM, spaces, MOST_SPACES)
    new: i64 = 0
    for colour in range(state.COLOUR_COUNT):
        new += cells[state.NEW_CITIES + colour]
    out.choose(NEW_CITIES_FROM, new, MOST_NEW_CITIES)


assert (state.BLOCKS, POINTS - 1, len(state.PHASES)) == (MOST_SEATS, MOST_POINTS, PHASES)
