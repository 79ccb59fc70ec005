"""Public matches, newest first: the listings of all partitions, merged.

A row of a listing is the time of a match's creation and its id. Rows are in one order over all
partitions, so that where a page ends is said by its last row alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Final

from railhead.service.model import Record
from railhead.service.store import keys
from railhead.service.store.connection import Client, answering
from railhead.service.store.layout import STATUSES

FEW: Final = 3
"""How many rows each partition is asked for besides its share of those wanted."""


def member(record: Record) -> str:
    """The row of a match."""
    return f"{record.created_at} {record.id}"


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
            short = [number for number in self._open() if self.found[number][-1] > last]
            if not short:
                return self._taken(rows)
            self._ask(short, wanted)

    def _open(self) -> Iterator[int]:
        return (number for number, ended in enumerate(self.ended) if not ended)

    def _ask(self, partitions: Sequence[int], count: int) -> None:
        """Read on in these partitions as far as `count` rows that nobody has taken."""
        asked = [n for n in partitions if not self.ended[n] and len(self.found[n]) < count]
        if not asked:
            return
        with answering(), self.reader.pipeline(transaction=False) as batch:
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

    def _taken(self, rows: list[str]) -> list[str]:
        if rows:
            self.found = [[row for row in own if row < rows[-1]] for own in self.found]
        return rows


def prune(writer: Client, rows: Sequence[str], game: str) -> None:
    """Remove the rows of matches that are gone."""
    if not rows:
        return
    with answering(), writer.pipeline(transaction=False) as batch:
        for row in rows:
            for listing in all_indexes(keys.partition_of(id_of(row)), game):
                batch.zrem(listing, row)
        batch.execute()
