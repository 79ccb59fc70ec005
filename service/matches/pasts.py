"""What matches were at their versions, replayed from the nearest of a few places that are kept.

A log may go back to any of its versions, so a replay has several spans: where one goes back, what
was before it does not matter, but for who sat where. So the spans are replayed in turn, from the
earliest on; each begins at a place, of which there is one about every `EVERY` entries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import structlog

from railhead.games.game import Game, State
from railhead.service.errors import RulesChanged, Unavailable
from railhead.service.matches.progress import Progress, head_of
from railhead.service.model import Event, Head, Record
from railhead.service.store.places import EVERY, fits, head_of_place, place
from railhead.service.store.store import Store

log = structlog.get_logger()

SPAN_COST: Final = 20
"""To begin a further span costs as much as to repeat so many entries."""
DEAR: Final = 2 * EVERY
"""Beyond so many entries a place is kept on the way."""


@dataclass(frozen=True)
class Span:
    """Entries that follow a place; `back` is which of them goes back last, None where none does."""

    start: Head
    entries: Sequence[Event]
    back: int | None


class Pasts:
    """What the matches of a store were. Safe to share between threads."""

    def __init__(self, store: Store, game_of: Callable[[Record], Game]) -> None:
        self._store = store
        self._game_of = game_of

    def at(self, record: Record, mark: str, version: int) -> Progress:
        """A match, whose head has this mark, as it was at a version that it has reached.

        Raises `NoSuchMatch`, and `RulesChanged` where the rules are others, or refuse the log.
        """
        game = self._game_of(record)
        if record.rules_version != game.ruleset.version:
            raise RulesChanged(f"recorded under version {record.rules_version} of the rules")
        try:
            return _Past(self._store, record, game, mark).at(version)
        except (ValueError, KeyError) as error:
            log.warning("the places of a match mislead", match=record.id, error=repr(error))
            self._store.places.drop(record.id)
        try:
            return _Past(self._store, record, game, mark).at(version)
        except (ValueError, KeyError) as error:
            raise RulesChanged(str(error)) from error


class _Past:
    """One match for as long as it is asked for. Places that are made serve even if none is kept."""

    def __init__(self, store: Store, record: Record, game: Game, mark: str) -> None:
        self._store = store
        self._record = record
        self._game = game
        self._mark = mark
        self._made: dict[int, Head] = {}

    def at(self, version: int) -> Progress:
        """What it was at a version, with places kept on the way there."""
        start, entries = self._from_the_nearest(version)
        while len(entries) > DEAR:
            first = entries[:EVERY]
            begun = self._replayed(self._spans(start, first))
            start, entries = self._keep(begun, first[-1]), entries[EVERY:]
        return self._replayed(self._spans(start, entries))

    def _from_the_nearest(self, version: int) -> tuple[Head, Sequence[Event]]:
        """The place to begin at, and the entries from there to a version.

        A place that was not made of this log is as good as none, and is kept no longer.
        """
        made = max((one for one in self._made if one <= version), default=0)
        while (stored := self._store.places.nearest(self._record.id, version)) is not None:
            start = head_of_place(stored)
            if start.version < made:
                break
            entries = self._store.log(self._record.id, start.version - 1, version)
            if entries and fits(self._record, stored, entries[0]):
                return start, entries[1:]
            log.warning("a place does not fit", match=self._record.id, version=start.version)
            self._store.places.drop(self._record.id, stored)
        return self._made.get(made) or self._opening(), self._store.log(
            self._record.id, made, version
        )

    def _opening(self) -> Head:
        return head_of(Progress.opening(self._record, self._game.load(self._record.opening)))

    def _spans(self, start: Head, entries: Sequence[Event]) -> list[Span]:
        """What is to be replayed for these entries, in the order in which it is."""
        spans = [_span(start, entries)]
        while (back := spans[-1].back) is not None:
            spans.append(_span(*self._from_the_nearest(spans[-1].entries[back].details["to"])))
        return spans[::-1]

    def _replayed(self, spans: Sequence[Span]) -> Progress:
        """The match after the last of the spans."""
        cost = 0
        before: State | None = None
        for number, span in enumerate(spans, 1):
            progress = self._after(span, before)
            cost += len(span.entries) + SPAN_COST
            if cost > DEAR and number < len(spans) and span.entries:
                self._keep(progress, span.entries[-1])
                cost = 0
            before = progress.state
        return progress

    def _after(self, span: Span, before: State | None) -> Progress:
        """The match after a span; `before` is the position that its last entry back leads to."""
        progress = Progress.after(self._record, span.start, self._game.load(span.start.position))
        following = span.entries
        if span.back is not None:
            for event in span.entries[: span.back]:
                progress.pass_over(event)
            progress.repeat(span.entries[span.back], before)
            following = span.entries[span.back + 1 :]
        for event in following:
            progress.repeat(event)
        return progress

    def _keep(self, progress: Progress, last: Event) -> Head:
        """Keep a place where the replay is, after the entry `last`."""
        head = self._made[progress.version] = head_of(progress)
        made = place(self._record, head, last)
        with suppress(Unavailable):  # a store that is full can still be read
            self._store.places.keep(self._record.id, self._mark, head.version, made)
        return head


def _span(start: Head, entries: Sequence[Event]) -> Span:
    backwards = range(len(entries) - 1, -1, -1)
    back = next((number for number in backwards if entries[number].kind == "undo"), None)
    return Span(start, entries, back)
