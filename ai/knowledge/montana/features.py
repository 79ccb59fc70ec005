"""What the value of Montana reads of a position."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from railhead.ai.net.inputs import Features, Inputs
from railhead.games.game import State
from railhead.games.montana import state
from railhead.games.montana.actions import AREA_SPACES
from railhead.games.montana.components import BYTE_HIGHS
from railhead.games.montana.rules.shared import GOOD_COUNT, packed_goods, worker_count
from railhead.games.montana.state import Position

MOST_GOODS: Final = 7
MOST_WORKERS: Final = 5
MOST_COINS: Final = 15
MOST_TOKENS: Final = 6
MOST_LEFT: Final = 12
MOST_READY: Final = 5
MOST_SEATS: Final = 4
MOST_LACKING: Final = 6
PHASES: Final = 16
AREAS: Final = 4

# For each seat.
WORKERS_FROM: Final = 6 * (MOST_GOODS + 1)
HIRED_FROM: Final = WORKERS_FROM + 4 * (MOST_WORKERS + 1)
COINS_FROM: Final = HIRED_FROM + 9
CATTLE_FROM: Final = COINS_FROM + MOST_COINS + 1
CANTEENS_FROM: Final = CATTLE_FROM + MOST_TOKENS + 1
LEFT_FROM: Final = CANTEENS_FROM + MOST_TOKENS + 1
READY_FROM: Final = LEFT_FROM + MOST_LEFT + 1
SINGLE_FROM: Final = READY_FROM + MOST_READY + 1
DOUBLE_FROM: Final = SINGLE_FROM + MOST_LACKING + 1
AFTER_FROM: Final = DOUBLE_FROM + MOST_LACKING + 1
PHASE_FROM: Final = AFTER_FROM + MOST_SEATS
BID_FROM: Final = PHASE_FROM + PHASES
OF_SEAT: Final = BID_FROM + 9

# For the table.
LAST_FROM: Final = MOST_SEATS + 1
AREAS_FROM: Final = LAST_FROM + 2
BANK_FROM: Final = AREAS_FROM + AREAS * (AREA_SPACES + 1)
ARROW_FROM: Final = BANK_FROM + 7
OF_TABLE: Final = ARROW_FROM + 8


class PositionFeatures(Features):
    """Pieces in hand, how near the next fields are, whose turn it is and which places are taken."""

    def __init__(self) -> None:
        super().__init__(OF_TABLE, OF_SEAT)

    def see_table(self, position: State, out: Inputs) -> None:
        """See `Features.see_table`."""
        assert isinstance(position, Position)
        cells = position.cells
        out.choose(0, position.seats(), MOST_SEATS)
        out.choose(LAST_FROM, cells[state.LAST_ROUND], 1)
        out.choose(ARROW_FROM, cells[state.ARROW], 7)
        first: i64 = AREAS_FROM
        place: i64 = state.LARGE_AT
        for _ in range(AREAS):
            taken: i64 = 0
            for _ in range(AREA_SPACES):
                if cells[place] != 0:
                    taken += 1
                place += 1
            out.choose(first, taken, AREA_SPACES)
            first += AREA_SPACES + 1
        taken = 0
        for space in range(state.BANK_CELLS):
            if cells[state.BANK_AT + space] != 0:
                taken += 1
        out.choose(BANK_FROM, taken, 6)

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`."""
        assert isinstance(position, Position)
        self._see_pieces(position, seat, out)
        out.choose(READY_FROM, ready(position, seat), MOST_READY)
        self._see_fields(position, seat, out)
        self._see_turn(position, seat, out)

    def _see_pieces(self, position: Position, seat: i64, out: Inputs) -> None:
        """What lies on a seat's board."""
        cells = position.cells
        at: i64 = state.block(seat)
        first: i64 = 0
        for good in range(GOOD_COUNT):
            out.choose(first, cells[at + good], MOST_GOODS)
            first += MOST_GOODS + 1
        for colour in range(4):
            out.choose(first, cells[at + state.WORKERS + colour], MOST_WORKERS)
            first += MOST_WORKERS + 1
        out.choose(HIRED_FROM, worker_count(cells, seat), 8)
        out.choose(COINS_FROM, cells[at + state.COINS], MOST_COINS)
        out.choose(CATTLE_FROM, cells[at + state.CATTLE], MOST_TOKENS)
        out.choose(CANTEENS_FROM, cells[at + state.CANTEENS], MOST_TOKENS)
        out.choose(LEFT_FROM, cells[at + state.SETTLEMENTS], MOST_LEFT)

    def _see_fields(self, position: Position, seat: i64, out: Inputs) -> None:
        """How many goods are lacking for the nearest field, and for the nearest double one."""
        cells = position.cells
        components = position.components
        bit: i64 = 1 << seat
        own: i64 = state.block(seat)
        single: i64 = MOST_LACKING
        double: i64 = MOST_LACKING
        at: i64 = state.hex_at(0)
        end: i64 = state.hex_at(components.hex_count)
        have: i64 = 0
        good: i64 = GOOD_COUNT
        while good > 0:
            good -= 1
            have = (have << 8) | cells[own + good]
        have |= BYTE_HIGHS
        while at < end:
            if (cells[at + state.REACH] & bit) != 0:
                face: i64 = cells[at + state.FACE]
                lacking: i64 = 0
                if ((have - components.face_bytes[face]) & BYTE_HIGHS) != BYTE_HIGHS:
                    cost: i64 = GOOD_COUNT * face
                    for kind in range(GOOD_COUNT):
                        short: i64 = components.face_cost[cost + kind] - cells[own + kind]
                        if short > 0:
                            lacking += short
                if lacking < single:
                    single = lacking
                if components.face_settlements[face] > 1 and lacking < double:
                    double = lacking
            at += state.HEX_CELLS
        out.choose(SINGLE_FROM, single, MOST_LACKING)
        out.choose(DOUBLE_FROM, double, MOST_LACKING)

    def _see_turn(self, position: Position, seat: i64, out: Inputs) -> None:
        """How many others come before the seat, and the phase where it is its turn."""
        cells = position.cells
        seats: i64 = position.seats()
        after: i64 = seat - cells[state.ACTIVE]
        if after < 0:
            after += seats
        out.choose(AFTER_FROM, after, MOST_SEATS - 1)
        if after == 0:
            out.choose(PHASE_FROM, cells[state.PHASE], PHASES - 1)
        stands: i64 = cells[state.block(seat) + state.CONTRACTOR]
        if stands > 0:
            out.choose(BID_FROM, 1 + ((stands - 1) >> 3), 8)


@final
class PolicyInputs(PositionFeatures):
    """The same without how near fields are: `MoveFeatures` tells it of each move."""

    def see_seat(self, position: State, seat: i64, out: Inputs) -> None:
        """See `Features.see_seat`."""
        assert isinstance(position, Position)
        self._see_pieces(position, seat, out)
        self._see_turn(position, seat, out)


def ready(position: Position, seat: i64) -> i64:
    """How many settlements the goods in hand could place at once, dearest fields first."""
    cells = position.cells
    components = position.components
    cost = components.face_bytes
    settlements = components.face_settlements
    have: i64 = packed_goods(cells, seat)
    bit: i64 = 1 << seat
    end: i64 = state.hex_at(components.hex_count)
    total: i64 = 0
    used: i64 = -1
    wanted: i64 = 2
    fields: i64 = 0
    while wanted > 0:
        at: i64 = state.hex_at(0)
        while at < end and fields < components.most_fields:
            if (cells[at + state.REACH] & bit) != 0 and at != used:
                face: i64 = cells[at + state.FACE]
                if settlements[face] >= wanted and (
                    ((have - cost[face]) & BYTE_HIGHS) == BYTE_HIGHS
                ):
                    have -= cost[face]
                    total += settlements[face]
                    fields += 1
                    used = at
            at += state.hex_at(1) - state.hex_at(0)
        wanted -= 1
    return total
