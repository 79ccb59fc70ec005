"""The log of a match in words, made anew whenever it is asked for: labels are not stored.

Engines replay a match in milliseconds, and a process remembers a few positions of the matches that
it has told of lately, to go on from there; where none is near, it begins at a version of the past.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Final

from railhead.games.game import Game, State
from railhead.games.recently_used import RecentlyUsed
from railhead.service.core.past_positions import PastPositions
from railhead.service.core.progress import Progress, replay
from railhead.service.errors import RulesChanged, Unavailable
from railhead.service.model import Event, Head, Record, RenderedEvent, Seat, seats_of
from railhead.service.model.event_text import render_event
from railhead.service.store.position_snapshots import SNAPSHOT_INTERVAL
from railhead.service.store.store import Store

MATCHES: Final = 1024
POINTS_PER_MATCH: Final = 3
"""How many places of one match are remembered."""


@dataclass(frozen=True)
class ReplayPoint:
    """Where a replay can go on from: a version with its position as saved bytes, and the seats."""

    version: int
    position: bytes
    seats: Sequence[Seat]


class EventRenderer:
    """The logs of the matches of a store in words."""

    def __init__(
        self, store: Store, game_of: Callable[[Record], Game], pasts: PastPositions
    ) -> None:
        self._store = store
        self._game_of = game_of
        self._past_positions = pasts
        self._lock = Lock()
        self._points: RecentlyUsed[str, tuple[ReplayPoint, ...]] = RecentlyUsed(MATCHES)

    def render(
        self, record: Record, after: int, until: int, known: Head | None = None
    ) -> list[RenderedEvent]:
        """The entries above version `after` and up to `until`, in words.

        `known` is a head of the match from which to go on where nothing nearer is remembered.
        Raises `RulesChanged` for a match of another version of the rules.
        """
        if after >= until:
            return []
        try:
            return self._render(record, self._nearest(record, after, known), after, until)
        except (ValueError, KeyError):  # remembered from before the store went back
            self.forget(record.id)
        try:
            return self._render(record, self._replay_point_at(record, after), after, until)
        except (ValueError, KeyError) as error:
            raise RulesChanged(str(error)) from error

    def scores(self, record: Record, head: Head) -> list[tuple[int, list[int]]]:
        """Each version of a match with other scores than the one before, and these.

        The match is over; what is found is kept with it. Raises `RulesChanged` for a match of
        another version of the rules.
        """
        made_of = f"{record.game} {record.rules_version} {record.data_hash} {head.mark}"
        kept = self._store.position_snapshots.scores(record.id)
        if kept is not None and kept[0] == made_of:
            return kept[1]
        found = self._scores(record, head.version)
        with suppress(Unavailable):  # a store that is full can still be read
            self._store.position_snapshots.keep_scores(record.id, head.mark, made_of, found)
        return found

    def _scores(self, record: Record, until: int) -> list[tuple[int, list[int]]]:
        found: list[tuple[int, list[int]]] = []

        def count(progress: Progress, _: Event | None = None) -> None:
            points = progress.state.scores()
            if not found or points != found[-1][1]:
                found.append((progress.version, points))

        try:
            count(self._replay(record, _opening(record), until, count))
        except (ValueError, KeyError) as error:
            raise RulesChanged(str(error)) from error
        return found

    def forget(self, match_id: str) -> None:
        """Forget the places of a match."""
        self._points.keep(match_id, ())

    def _render(
        self, record: Record, start: ReplayPoint, after: int, until: int
    ) -> list[RenderedEvent]:
        found: list[RenderedEvent] = []

        def tell(before: Progress, event: Event) -> None:
            if event.version > after:
                found.append(render_event(before.seats, before.state, event))

        progress = self._replay(record, start, until, tell)
        point = ReplayPoint(progress.version, progress.state.save(), progress.seats)
        self._remember(record.id, point)
        return found

    def _replay(
        self,
        record: Record,
        start: ReplayPoint,
        until: int,
        before: Callable[[Progress, Event], None],
    ) -> Progress:
        """The match at version `until`, gone to from a place; `before` sees each entry coming."""
        state = self._game_of(record).load(start.position)
        progress = Progress(record, state, start.version, {}, 0, start.seats, record.created_at)
        events = self._store.log(record.id, start.version, until)
        return replay(progress, events, before, partial(self._position, record))

    def _position(self, record: Record, version: int) -> State:
        return self._past(record, version).state

    def _past(self, record: Record, version: int) -> Progress:
        return self._past_positions.at(record, self._store.head(record.id).mark, version)

    def _replay_point_at(self, record: Record, version: int) -> ReplayPoint:
        """A version as the place to begin at."""
        past = self._past(record, version)
        return ReplayPoint(version, past.state.save(), past.seats)

    def _nearest(self, record: Record, version: int, known: Head | None) -> ReplayPoint:
        points = [_opening(record), *(self._points.get(record.id) or ())]
        if known is not None:
            points.append(ReplayPoint(known.version, known.position, seats_of(record, known)))
        nearest = max(
            (point for point in points if point.version <= version),
            key=lambda point: point.version,
        )
        far = version - nearest.version > SNAPSHOT_INTERVAL
        return self._replay_point_at(record, version) if far else nearest

    def _remember(self, match_id: str, point: ReplayPoint) -> None:
        with self._lock:
            kept = self._points.get(match_id) or ()
            others = [other for other in kept if other.version != point.version]
            self._points.keep(match_id, (*others[1 - POINTS_PER_MATCH :], point))


def _opening(record: Record) -> ReplayPoint:
    return ReplayPoint(0, record.opening, record.seats)
