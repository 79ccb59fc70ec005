"""Pages of public matches: rows of the listings, with the matches that they stand for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress

from railhead.service.errors import MatchDamaged, NoSuchMatch
from railhead.service.model import Head, Record
from railhead.service.store import listings
from railhead.service.store.connection import Client, translating_errors


class PublicMatches:
    """The public matches of one store; `heads` and `record` read those that rows name."""

    def __init__(
        self,
        reader: Client,
        writer: Client,
        heads: Callable[[Sequence[str]], list[Head | MatchDamaged | None]],
        record: Callable[[str], Record],
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._heads = heads
        self._record = record

    def page(
        self, game: str, status: str, before: str | None, limit: int
    ) -> tuple[list[tuple[Record, Head]], str | None]:
        """Up to `limit` public matches, newest first, and where the next page starts.

        `game` and `status` may be empty for all. Rows of matches that are gone are removed; where
        there are many, a page is shorter than it could be, and may be empty. Raises `Unavailable`.
        """
        found: list[tuple[Record, Head]] = []
        with translating_errors():
            rows = listings.Rows(
                self._reader, game, status, "+" if before is None else f"({before}"
            )
        for _ in range(listings.ROUNDS):
            page = rows.take(limit + 1)  # one more than wanted says whether there is a next page
            heads = self._heads([listings.id_of(row) for row in page])
            rows_and_heads = list(zip(page, heads, strict=True))
            gone = sorted(row for row, head in rows_and_heads if head is None)
            listings.prune(self._writer, gone)
            for row, head in rows_and_heads:
                if head is None or isinstance(head, MatchDamaged):
                    continue
                if len(found) == limit:
                    return found, listings.member(found[-1][0])
                with suppress(NoSuchMatch, MatchDamaged):  # deleted a moment ago
                    found.append((self._record(listings.id_of(row)), head))
            if len(page) <= limit:
                return found, None
        return found, page[-1]
