"""Who sits at a table with whom, in which order, and with which shuffle."""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from operator import itemgetter
from typing import Final

Table = tuple[str, ...]
"""The names of players at a table, in the order of their seats."""

STEPS: Final = 5_000
"""How many ways to fill a table are tried for a round, before the best so far is taken."""
NEAR: Final = {2: 1_000, 3: 24, 4: 14}
FEWER_NEAR: Final = 12
"""By seats, how many of the next players in the standings the first may be put at a table with."""
BYES_TRIED: Final = 24


@dataclass(frozen=True)
class Pairing:
    """A match of a tournament: `rotation` of a `table` of a `round`, all counted from 1.

    `players` are the names in the order of the seats; matches of one table have one `seed`.
    """

    round: int
    table: int
    rotation: int
    players: Table
    seed: int

    @property
    def key(self) -> str:
        """What it is called in the folder of the tournament."""
        return f"{self.round}-{self.table}-{self.rotation}"


@dataclass(frozen=True)
class Round:
    """The tables of a round, and who has a bye."""

    tables: Sequence[Table]
    byes: Sequence[str] = ()


@dataclass
class History:
    """What earlier rounds mean for the next: points so far, who has met whom, who had byes."""

    points: Mapping[str, float] = field(default_factory=dict)
    met: Counter[frozenset[str]] = field(default_factory=Counter)
    byes: Counter[str] = field(default_factory=Counter)

    def add(self, played: Round) -> None:
        """Remember the tables and byes of a round."""
        for table in played.tables:
            self.met.update(frozenset(pair) for pair in combinations(table, 2))
        self.byes.update(played.byes)


def pairings(number: int, played: Round, seed: int) -> list[Pairing]:
    """The matches of round `number`: each table with every rotation of its seats."""
    return [
        Pairing(number, place, by + 1, (*table[by:], *table[:by]), shuffle(seed, number, place))
        for place, table in enumerate(played.tables, 1)
        for by in range(len(table))
    ]


def shuffle(seed: int, number: int, table: int) -> int:
    """The seed of the matches of a table of round `number`, in a tournament with this seed."""
    digest = hashlib.sha256(f"{seed}/{number}/{table}".encode()).digest()
    return int.from_bytes(digest[:6], "big")


def round_robin(players: Sequence[str], seats: int, source: random.Random) -> Round:
    """Every group of so many players at a table once, the groups and their seats in any order."""
    tables = [tuple(source.sample(one, seats)) for one in combinations(players, seats)]
    source.shuffle(tables)
    return Round(tables)


def swiss(players: Sequence[str], seats: int, history: History, source: random.Random) -> Round:
    """Tables of players who stand alike, with as few meetings again as can be found.

    Players left over have a bye, those that had the fewest first, of those the last ones; of
    players with as many points any comes first. `players` are at least `seats`.
    """
    order = list(players)
    source.shuffle(order)
    order.sort(key=lambda name: -history.points.get(name, 0.0))
    best: tuple[_Cost, list[Table], Sequence[str]] | None = None
    for resting in _byes(order, len(order) % seats, history.byes):
        left = [name for name in order if name not in resting]
        cost, tables = _Seating(seats, history).best(left)
        if best is None or cost[0] < best[0][0]:
            best = cost, tables, resting
        if cost[0] == 0:
            break
    assert best is not None, "there are always byes to try, of nobody at least"
    return Round([tuple(source.sample(table, seats)) for table in best[1]], best[2])


def _byes(order: Sequence[str], count: int, had: Counter[str]) -> list[tuple[str, ...]]:
    """Some ways to choose who rests, the one to be preferred first."""
    fewest = sorted(range(len(order)), key=lambda place: (had[order[place]], -place))
    sure, rest = fewest[:count], fewest[count:]
    if not sure:
        return [()]
    last = had[order[sure[-1]]]
    fixed = [place for place in sure if had[order[place]] < last]
    open_to = [place for place in [*sure, *rest] if had[order[place]] == last]
    ways = combinations(open_to, count - len(fixed))
    return [
        tuple(order[place] for place in sorted((*fixed, *way)))
        for way, _ in zip(ways, range(BYES_TRIED), strict=False)
    ]


_Cost = tuple[int, float]
"""How often players meet again, and how far those at a table stand apart."""


class _Seating:
    """A search for the cheapest way to seat players, which ends after `STEPS`."""

    def __init__(self, seats: int, history: History) -> None:
        self.seats = seats
        self.history = history
        self.steps = 0
        self.found: tuple[_Cost, list[Table]] | None = None

    def best(self, order: Sequence[str]) -> tuple[_Cost, list[Table]]:
        """The cheapest tables found for players in the order of their standing."""
        self._visit(tuple(order), [], (0, 0.0))
        assert self.found is not None, "the first way down is always gone to its end"
        return self.found

    def _visit(self, left: tuple[str, ...], tables: list[Table], cost: _Cost) -> None:
        if not left:
            self.found = cost, list(tables)
            return
        first, rest = left[0], left[1 : 1 + NEAR.get(self.seats, FEWER_NEAR)]
        ways = [(first, *others) for others in combinations(rest, self.seats - 1)]
        for more, table in sorted(((self._cost(way), way) for way in ways), key=itemgetter(0)):
            self.steps += 1
            total = (cost[0] + more[0], cost[1] + more[1])
            if self.found is not None and (total >= self.found[0] or self.steps > STEPS):
                return
            tables.append(table)
            self._visit(tuple(name for name in left if name not in table), tables, total)
            tables.pop()

    def _cost(self, table: Table) -> _Cost:
        again, apart = 0, 0.0
        for one, other in combinations(table, 2):
            again += self.history.met[frozenset((one, other))]
            points = self.history.points
            apart += (points.get(one, 0.0) - points.get(other, 0.0)) ** 2
        return again, apart
