"""What a seat may know of a position, written as one row of numbers by a table of rules.

Each rule reads cells of the position and writes some numbers; `railhead.rl.features` makes the
table, and says what each number means. Seats are told from the viewer on: 1 is the viewer, 2 the
next in the order of seats, 0 nobody.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i16, i64, mypyc_attr

from railhead.games.game import SEATS, State
from railhead.games.vectors import vec

# Kinds of rules.
PLAIN: Final = 0
"""`count` cells as they are."""
SEAT: Final = 1
"""`count` cells that name a seat, `first` standing for seat 0; anything less is nobody."""
FLAGS: Final = 2
"""`count` bits of one cell, from bit `first` on."""
SEAT_FLAGS: Final = 3
"""Of `count` cells a bit for each seat, from the viewer's on."""
FIELD: Final = 4
"""Of `count` cells, the bits `second` from bit `first` on."""
LOOKUP: Final = 5
"""For each of `count` cells `second` entries of the lookup list, from `first` + cell * `second`."""
OWNED: Final = 6
"""For each of `count` cells whose it is and which: 0, or 1 + seat * `first` + number."""

# Cells of a rule.
KIND: Final = 0
SOURCE: Final = 1
COUNT: Final = 2
STRIDE: Final = 3
FIRST: Final = 4
SECOND: Final = 5
RULE_CELLS: Final = 6


def relative_seat(seat: i64, viewer: i64, seats: i64) -> i64:
    """A seat as a viewer is told of it: 1 for itself, 2 for the next; 0 for nobody (below 0)."""
    if seat < 0:
        return 0
    behind: i64 = seat - viewer
    if behind < 0:
        behind += seats
    return behind + 1


@mypyc_attr(allow_interpreted_subclasses=True)
class Encoder:
    """The rules for one game with a number of seats.

    `shared` are rules over the whole position, `of_seat` over the block of each seat, which begin
    at `blocks` and have `block_cells` each. What rules cannot say, such as anything hidden, is
    written by `write_shared` and `write_seat` of a subclass, behind that of the rules: so many
    numbers, `more_shared` and `more_of_seat`.
    """

    def __init__(
        self,
        shared: vec[i64],
        of_seat: vec[i64],
        lookup: vec[i64],
        blocks: i64,
        block_cells: i64,
        more_shared: i64,
        more_of_seat: i64,
    ) -> None:
        self.shared: vec[i64] = shared
        self.of_seat: vec[i64] = of_seat
        self.lookup: vec[i64] = lookup
        self.blocks: i64 = blocks
        self.block_cells: i64 = block_cells
        self.more_shared: i64 = more_shared
        self.more_of_seat: i64 = more_of_seat

    def write(self, position: State, viewer: i64, out: vec[i16], at: i64) -> None:
        """Write what `viewer`, a seat, may know, from `at` on: the viewer's number first."""
        cells = position.cells
        seats: i64 = cells[SEATS]
        out[at] = i16(viewer)
        at = self._follow(self.shared, 0, cells, viewer, out, at + 1)
        if self.more_shared > 0:
            self.write_shared(position, viewer, out, at)
            at += self.more_shared
        seat: i64 = viewer
        for _ in range(seats):
            at = self._follow(
                self.of_seat, self.blocks + self.block_cells * seat, cells, viewer, out, at
            )
            if self.more_of_seat > 0:
                self.write_seat(position, viewer, seat, out, at)
                at += self.more_of_seat
            seat += 1
            if seat == seats:
                seat = 0

    def write_shared(self, position: State, viewer: i64, out: vec[i16], at: i64) -> None:
        """Write what no rule says of the table: `more_shared` numbers."""
        raise NotImplementedError

    def write_seat(self, position: State, viewer: i64, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what no rule says of a seat: `more_of_seat` numbers."""
        raise NotImplementedError

    def _follow(
        self, rules: vec[i64], base: i64, cells: vec[i64], viewer: i64, out: vec[i16], at: i64
    ) -> i64:
        """Follow rules whose cells begin at `base`; where to write on."""
        rule: i64 = 0
        end: i64 = i64(len(rules))
        while rule < end:
            kind: i64 = rules[rule + KIND]
            source: i64 = base + rules[rule + SOURCE]
            count: i64 = rules[rule + COUNT]
            if kind == PLAIN:
                stride: i64 = rules[rule + STRIDE]
                while count > 0:
                    out[at] = i16(cells[source])
                    source += stride
                    at += 1
                    count -= 1
            elif kind == FIELD:
                at = _write_field(
                    cells, source, count, rules[rule + STRIDE], rules[rule + FIRST],
                    rules[rule + SECOND], out, at,
                )  # fmt: skip
            elif kind == FLAGS:
                bits: i64 = cells[source] >> rules[rule + FIRST]
                while count > 0:
                    out[at] = i16(bits & 1)
                    bits >>= 1
                    at += 1
                    count -= 1
            elif kind == LOOKUP:
                at = _write_lookup(
                    self.lookup, cells, source, count, rules[rule + STRIDE], rules[rule + FIRST],
                    rules[rule + SECOND], out, at,
                )  # fmt: skip
            else:
                at = _write_seats(
                    kind, cells, source, count, rules[rule + STRIDE], rules[rule + FIRST], viewer,
                    out, at,
                )  # fmt: skip
            rule += RULE_CELLS
        return at


def _write_field(
    cells: vec[i64],
    source: i64,
    count: i64,
    stride: i64,
    shift: i64,
    bits: i64,
    out: vec[i16],
    at: i64,
) -> i64:
    """See `FIELD`; where to write on."""
    while count > 0:
        out[at] = i16((cells[source] >> shift) & bits)
        source += stride
        at += 1
        count -= 1
    return at


def _write_lookup(
    lookup: vec[i64],
    cells: vec[i64],
    source: i64,
    count: i64,
    stride: i64,
    first: i64,
    width: i64,
    out: vec[i16],
    at: i64,
) -> i64:
    """See `LOOKUP`; where to write on."""
    while count > 0:
        entry: i64 = first + cells[source] * width
        end: i64 = entry + width
        while entry < end:
            out[at] = i16(lookup[entry])
            entry += 1
            at += 1
        source += stride
        count -= 1
    return at


def _write_seats(
    kind: i64,
    cells: vec[i64],
    source: i64,
    count: i64,
    stride: i64,
    first: i64,
    viewer: i64,
    out: vec[i16],
    at: i64,
) -> i64:
    """See `SEAT`, `SEAT_FLAGS` and `OWNED`; where to write on."""
    seats: i64 = cells[SEATS]
    while count > 0:
        cell: i64 = cells[source]
        if kind == SEAT_FLAGS:
            seat: i64 = viewer
            for _ in range(seats):
                out[at] = i16((cell >> seat) & 1)
                at += 1
                seat = seat + 1 if seat + 1 < seats else 0
        elif kind == SEAT:
            out[at] = i16(relative_seat(cell - first, viewer, seats))
            at += 1
        elif cell > 0:
            out[at] = i16(relative_seat((cell - 1) // first, viewer, seats))
            out[at + 1] = i16(1 + (cell - 1) % first)
            at += 2
        else:
            out[at] = 0
            out[at + 1] = 0
            at += 2
        source += stride
        count -= 1
    return at
