"""Dealing hidden cards anew where not every card may lie everywhere.

A seat that did not follow suit has no card of that suit: `State.determinize` may deal it none.
"""

from __future__ import annotations

from math import comb

from railhead.games.random import Random, shuffled_copy


def deal_to_fit(allowed: list[int], room: list[int], random: Random) -> list[int]:
    """A place for each card, such that every deal that fits is as likely.

    `allowed` has for each card a bit for each place where it may lie, and `room` for each place how
    many of the cards lie there: all of them together. Raises `ValueError` where nothing fits.
    """
    masks = sorted(set(allowed))
    ways = _Ways([(mask, allowed.count(mask)) for mask in masks])
    left = tuple(room)
    if sum(room) != len(allowed) or ways.count(0, left) == 0:
        raise ValueError(f"{len(allowed)} cards do not fit into {room}")
    places = [0] * len(allowed)
    for index in range(len(masks)):
        alike = [card for card in range(len(allowed)) if allowed[card] == masks[index]]
        # Which of them go to which place is all the same; how many go there is not, and is drawn by
        # weight.
        alike = shuffled_copy(alike, random)
        split = ways.sample_split(index, left, random)
        for place in range(len(room)):
            for _ in range(split[place]):
                places[alike.pop()] = place
        left = _less(left, split)
    return places


class _Ways:
    """In how many ways cards can be dealt, those that may lie at the same places together.

    `groups` has the bits of these places and the number of cards of each group.
    """

    def __init__(self, groups: list[tuple[int, int]]) -> None:
        self.groups = groups
        self.known: dict[tuple[int, tuple[int, ...]], int] = {}

    def count(self, index: int, room: tuple[int, ...]) -> int:
        """The deals of the group `index` and all after it into so much room."""
        if index == len(self.groups):
            return 1
        key = (index, room)
        if key not in self.known:
            self.known[key] = sum(
                [self.weight(index, room, split) for split in self.splits(index, room)]
            )
        return self.known[key]

    def splits(self, index: int, room: tuple[int, ...]) -> list[tuple[int, ...]]:
        """How many cards of a group may go to each place."""
        mask, cards = self.groups[index]
        if index == len(self.groups) - 1:  # the last group fills what room there is
            fits = all((mask >> place) & 1 or not room[place] for place in range(len(room)))
            return [room] if fits else []
        found: list[tuple[int, ...]] = [()]
        for place in range(len(room)):
            most = room[place] if (mask >> place) & 1 else 0
            found = [
                (*before, own)
                for before in found
                for own in range(min(most, cards - sum(before)) + 1)
            ]
        return [split for split in found if sum(split) == cards]

    def weight(self, index: int, room: tuple[int, ...], split: tuple[int, ...]) -> int:
        """The deals that begin with a split of the group `index`."""
        ways, dealt = self.count(index + 1, _less(room, split)), 0
        for number in split:
            dealt += number
            ways *= comb(dealt, number)
        return ways

    def sample_split(self, index: int, room: tuple[int, ...], random: Random) -> tuple[int, ...]:
        """A split, as likely as the deals that begin with it are many."""
        # Numbers of deals soon pass 2**32, so two words of the generator make one draw.
        word = (int(random.next32()) << 32) + int(random.next32())
        point = (word * self.count(index, room)) >> 64
        splits = self.splits(index, room)
        at = 0
        while point >= self.weight(index, room, splits[at]):
            point -= self.weight(index, room, splits[at])
            at += 1
        return splits[at]


def _less(room: tuple[int, ...], split: tuple[int, ...]) -> tuple[int, ...]:
    return tuple([room[place] - split[place] for place in range(len(room))])
