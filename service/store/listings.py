"""Public matches, newest first: the listings of all partitions, merged.

A row of a listing is the time at which a match was made or imported here, and its id. Rows are in
one order over all partitions, so that where a page ends is said by its last row alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from railhead.games.registry import rulesets
from railhead.service.model import Record
from railhead.service.store import keys
from railhead.service.store.connection import Client, translating_errors
from railhead.service.store.layout import STATUSES

# Three take 1.3 ms for a page of 20; a full page of each partition took 1.8.
FEW: Final = 3
"""How many rows each partition is asked for besides its share of those wanted."""
ROUNDS: Final = 5
"""How often one request looks for more where it finds rows of matches that are gone."""
AT_ONCE: Final = 20
"""How many rows of a listing are looked at in one go for matches that have expired."""


def member(record: Record) -> str:
    """The row of a match."""
    return f"{record.here_since} {record.id}"


def id_of(row: str) -> str:
    """The match of a row."""
    return row.rpartition(" ")[2]


def indexes(record: Record, status: str) -> list[str]:
    """The listings that a match in this status stands in."""
    partition = keys.partition_of(record.id)
    games = ("", record.game)
    return [keys.index_key(partition, game, state) for game in games for state in ("", status)]


def all_indexes(partition: int, game: str) -> list[str]:
    """The listings of a partition that a match of this game may stand in."""
    games = dict.fromkeys(("", game))
    return [keys.index_key(partition, one, status) for one in games for status in STATUSES]


def every_index(partition: int) -> list[str]:
    """The listings of a partition, of all games."""
    games = ("", *rulesets())
    return [keys.index_key(partition, game, status) for game in games for status in STATUSES]


class Rows:
    """The rows of one listing below `top`, in order, asked for as they are needed."""

    def __init__(self, reader: Client, game: str, status: str, top: str) -> None:
        self.reader = reader
        self.listings = [
            keys.index_key(partition, game, status) for partition in range(keys.PARTITIONS)
        ]
        self.tops = [top] * keys.PARTITIONS
        self.found: list[list[str]] = [[] for _ in self.listings]
        self.ended = [False] * keys.PARTITIONS

    def take(self, wanted: int) -> list[str]:
        """The next rows, `wanted` of them unless the listing ends before."""
        self._ask(range(keys.PARTITIONS), wanted // keys.PARTITIONS + FEW)
        while True:
            rows = sorted(chain.from_iterable(self.found), reverse=True)[:wanted]
            last = rows[-1] if len(rows) == wanted else ""
            # Where the last row that was read is still on the page, more that follow it may be.
            short = [number for number in self._open() if self.found[number][-1] > last]
            if not short:
                return self._cut_found(rows)
            self._ask(short, wanted)

    def _open(self) -> Iterator[int]:
        return (number for number, ended in enumerate(self.ended) if not ended)

    def _ask(self, partitions: Sequence[int], count: int) -> None:
        """Read on in these partitions as far as `count` rows that nobody has taken."""
        asked = [n for n in partitions if not self.ended[n] and len(self.found[n]) < count]
        if not asked:
            return
        with translating_errors(), self.reader.pipeline(transaction=False) as batch:
            for number in asked:
                missing = count - len(self.found[number])
                top = self.tops[number]
                batch.zrevrangebylex(self.listings[number], top, "-", 0, missing)
            answers: list[list[bytes]] = batch.execute()
        for number, answer in zip(asked, answers, strict=True):
            missing = count - len(self.found[number])
            self.ended[number] = len(answer) < missing
            self.found[number] += [row.decode() for row in answer]
            if answer:
                self.tops[number] = f"({answer[-1].decode()}"

    def _cut_found(self, rows: list[str]) -> list[str]:
        if rows:
            self.found = [[row for row in own if row < rows[-1]] for own in self.found]
        return rows


def prune(writer: Client, rows: Sequence[str]) -> None:
    """Remove the rows of matches that are gone from all listings: nobody knows of which game."""
    if not rows:
        return
    by_partition: dict[int, list[str]] = {}
    for row in rows:
        by_partition.setdefault(keys.partition_of(id_of(row)), []).append(row)
    with translating_errors(), writer.pipeline(transaction=False) as batch:
        for partition, own in by_partition.items():
            for listing in every_index(partition):
                batch.zrem(listing, *own)
        batch.execute()


class Leftovers:
    """Finds the rows of matches that have expired, which nobody tells the listings of.

    Most are at the old end, where no page comes to. Each call goes on where the one before has
    stopped, since old matches that are kept stand there too.
    """

    def __init__(self, reader: Client, writer: Client) -> None:
        self._reader = reader
        self._writer = writer
        self._seen: dict[str, str] = {}

    def clear(self, partition: int) -> int:
        """Look at the next rows of each listing of a partition; how many matches are gone.

        Raises `Unavailable`.
        """
        rows = self._next_rows(partition)
        if not rows:
            return 0
        with translating_errors(), self._reader.pipeline(transaction=False) as batch:
            for row in rows:
                batch.exists(keys.match_key(id_of(row), "head"))
            there: list[int] = batch.execute()
        gone = [row for row, exists in zip(rows, there, strict=True) if not exists]
        prune(self._writer, gone)
        return len(gone)

    def _next_rows(self, partition: int) -> list[str]:
        """Some rows of each listing; once one is at its end, it begins anew the next time."""
        listed = every_index(partition)
        with translating_errors(), self._reader.pipeline(transaction=False) as batch:
            for listing in listed:
                seen = self._seen.get(listing)
                batch.zrangebylex(listing, "-" if seen is None else f"({seen}", "+", 0, AT_ONCE)
            answers: list[list[bytes]] = batch.execute()
        rows: set[str] = set()
        for listing, answer in zip(listed, answers, strict=True):
            found = [row.decode() for row in answer]
            rows.update(found)
            if len(found) < AT_ONCE:
                self._seen.pop(listing, None)
            else:
                self._seen[listing] = found[-1]
        return sorted(rows)
