"""Numbers for packed actions, and the decision of one seat as a learner takes it: part by part.

An action type with many parameters is chosen in parts, one number each. A number stands for a type
and some of its parameters; where only one legal action is left, no further part is asked for.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from railhead.games.game import Actions, IllegalAction, State
from railhead.games.packing import CODE_MASK
from railhead.games.vectors import vec

MOST_PARTS: Final = 3
UNFINISHED: Final = -1
"""What `Decision.choose` answers while further parts of the action are to be chosen."""

# Cells of a part in `ActionTable.parts`.
FIELDS: Final = 0
FIELDS_END: Final = 1
NUMBERS: Final = 2
PART_CELLS: Final = 3

# Cells of a field in `ActionTable.fields`.
SHIFT: Final = 0
BITS: Final = 1
SIZE: Final = 2
FIELD_CELLS: Final = 3


@final
class ActionTable:
    """The numbers of a game's actions, made by `railhead.rl.actions`.

    `first_part` has for each type's code its first part, -1 for outcomes of chance. A part has the
    range of its fields, and where its numbers begin. A field is some bits of a packed action and
    how many values they have.
    `numbers` has for all values of a part's fields, in lexical order, the number or -1. `size` is
    one more than the largest number.
    """

    def __init__(
        self,
        size: int,
        first_part: vec[i64],
        parts: vec[i64],
        fields: vec[i64],
        numbers: vec[i64],
    ) -> None:
        self.size: i64 = size
        self.first_part: vec[i64] = first_part
        self.parts: vec[i64] = parts
        self.fields: vec[i64] = fields
        self.numbers: vec[i64] = numbers

    def number(self, action: i64, after: i64) -> i64:
        """The number of a packed action's part, `after` so many others. Raises `LookupError`."""
        parts = self.parts
        fields = self.fields
        at: i64 = PART_CELLS * (self.first_part[action & CODE_MASK] + after)
        field: i64 = FIELD_CELLS * parts[at + FIELDS]
        end: i64 = FIELD_CELLS * parts[at + FIELDS_END]
        place: i64 = 0
        while field < end:
            value: i64 = (action >> fields[field + SHIFT]) & fields[field + BITS]
            size: i64 = fields[field + SIZE]
            if value >= size:
                raise LookupError(f"the action {action} has no number")
            place = place * size + value
            field += FIELD_CELLS
        number: i64 = self.numbers[parts[at + NUMBERS] + place]
        if number < 0:
            raise LookupError(f"the action {action} has no number")
        return number


@final
class Decision:
    """What a seat may choose now: the legal actions that fit the parts chosen so far.

    `chosen` has the numbers of these parts; the first `parts` entries mean anything.
    """

    def __init__(self, table: ActionTable) -> None:
        self.table: ActionTable = table
        self.legal: Actions = Actions()
        self.offered: vec[i64] = vec[i64]([0] * 256)
        self.chosen: vec[i64] = vec[i64]([0] * MOST_PARTS)
        self.parts: i64 = 0

    def begin(self, state: State, seat: i64) -> None:
        """A new decision of `seat`, which is to act at `state`."""
        legal = self.legal
        legal.clear()
        state.collect(seat, legal)
        self.parts = 0
        self._offer()

    def copy_of(self, other: Decision) -> None:
        """Take over where another decision, over the same table, stands."""
        self.legal = Actions(i64(len(other.legal.items)))
        for index in range(other.legal.count):
            self.legal.add(other.legal.items[index])
        for index in range(other.parts):
            self.chosen[index] = other.chosen[index]
        self.parts = other.parts
        self._offer()

    def numbers(self) -> list[int]:
        """The numbers that may be chosen, in ascending order."""
        return sorted({int(self.offered[index]) for index in range(int(self.legal.count))})

    def chosen_parts(self) -> list[int]:
        """The numbers chosen so far."""
        return [int(self.chosen[index]) for index in range(int(self.parts))]

    def mark(self, masks: vec[u8], at: i64, mark: u8) -> None:
        """Write `mark` for each number that may be chosen, number 0 being at `at`."""
        offered = self.offered
        for index in range(self.legal.count):
            masks[at + offered[index]] = mark

    def choose(self, number: i64) -> i64:
        """Choose a part: the packed action, or `UNFINISHED`. Raises `IllegalAction`."""
        offered = self.offered
        items = self.legal.items
        fitting: i64 = 0
        found: i64 = UNFINISHED
        for index in range(self.legal.count):
            if offered[index] == number:
                fitting += 1
                found = items[index]
        if fitting == 0:
            raise IllegalAction(f"{number} is not among the numbers that may be chosen")
        if fitting == 1:
            return found
        self._go_on(number)
        return UNFINISHED

    def _go_on(self, number: i64) -> None:
        """Keep the legal actions that fit, and offer their next parts."""
        items = self.legal.items
        kept: i64 = 0
        for index in range(self.legal.count):
            if self.offered[index] == number:
                items[kept] = items[index]
                kept += 1
        self.legal.count = kept
        self.chosen[self.parts] = number
        self.parts += 1
        self._offer()

    def _offer(self) -> None:
        """Find the numbers of all legal actions for the part that is to be chosen."""
        count: i64 = self.legal.count
        if count > i64(len(self.offered)):
            self.offered = vec[i64]([0] * (2 * int(count)))
        items = self.legal.items
        offered = self.offered
        table = self.table
        for index in range(count):
            offered[index] = table.number(items[index], self.parts)
