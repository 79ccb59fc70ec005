"""The buffer in which rules list legal actions."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from railhead.games.vectors import vec


@final
class Actions:
    """A reusable buffer of packed actions: what `State.collect` fills.

    Only the first `count` entries of `items` mean anything.
    """

    __slots__ = ("count", "items")

    def __init__(self, capacity: i64 = 256) -> None:
        self.items: vec[i64] = vec[i64]([0] * int(capacity))
        self.count: i64 = 0

    def clear(self) -> None:
        """Empty the buffer, keeping its room."""
        self.count = 0

    def add(self, code: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Append the action of type `code` with up to three raw parameter values, or a packed one.

        Packed here as `games.packing.pack` does it: rules list many actions for each one played,
        and a call less for each is felt.
        """
        count: i64 = self.count
        if count == i64(len(self.items)):
            self.make_room(1)
        self.items[count] = code | (a << 8) | (b << 18) | (c << 28)
        self.count = count + 1

    def make_room(self, more: i64) -> None:
        """Have room for so many more: rules that list whole rows write them to `items` themselves.

        Copied one by one: a list would box them all.
        """
        count: i64 = self.count
        if count + more <= i64(len(self.items)):
            return
        items = self.items
        larger = vec[i64]([0] * int(2 * (count + more)))
        for index in range(count):
            larger[index] = items[index]
        self.items = larger

    def to_list(self) -> list[int]:
        """The actions as a new list."""
        return [int(self.items[index]) for index in range(int(self.count))]
