"""The log of a match in words, made anew whenever it is asked for: labels are not stored.

Engines replay a match in milliseconds, and a process remembers a few positions of the matches that
it has told of lately, to go on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Final

from railhead.games.game import Game
from railhead.games.recently_used import RecentlyUsed
from railhead.service.errors import RulesChanged
from railhead.service.matches.progress import Progress, replayed
from railhead.service.matches.telling import told
from railhead.service.model import Event, Head, Record, Seat, Told, seats_of
from railhead.service.store.store import Store

MATCHES: Final = 1024
PLACES: Final = 3
"""How many places of one match are remembered."""


@dataclass(frozen=True)
class Place:
    """Where a replay can go on from: a version with its position as saved bytes, and the seats."""

    version: int
    position: bytes
    seats: Sequence[Seat]


class Tellings:
    """The logs of the matches of a store in words."""

    def __init__(self, store: Store, game_of: Callable[[Record], Game]) -> None:
        self._store = store
        self._game_of = game_of
        self._lock = Lock()
        self._places: RecentlyUsed[str, tuple[Place, ...]] = RecentlyUsed(MATCHES)

    def of(self, record: Record, after: int, until: int, known: Head | None = None) -> list[Told]:
        """The entries above version `after` and up to `until`, in words.

        `known` is a head of the match from which to go on where nothing nearer is remembered.
        Raises `RulesChanged` for a match of another version of the rules.
        """
        if after >= until:
            return []
        try:
            return self._told(record, self._nearest(record, after, known), after, until)
        except (ValueError, KeyError):  # remembered from before the store went back, or an undo
            self.forget(record.id)
        try:
            return self._told(record, _opening(record), after, until)
        except (ValueError, KeyError) as error:
            raise RulesChanged(str(error)) from error

    def scores(self, record: Record, until: int) -> list[tuple[int, list[int]]]:
        """Each version up to `until` with other scores than the one before, and these.

        Raises `RulesChanged` for a match of another version of the rules.
        """
        found: list[tuple[int, list[int]]] = []

        def count(progress: Progress, _: Event | None = None) -> None:
            points = progress.state.scores()
            if not found or points != found[-1][1]:
                found.append((progress.version, points))

        try:
            count(self._replayed(record, _opening(record), until, count))
        except (ValueError, KeyError) as error:
            raise RulesChanged(str(error)) from error
        return found

    def forget(self, match_id: str) -> None:
        """Forget the places of a match."""
        self._places.keep(match_id, ())

    def _told(self, record: Record, start: Place, after: int, until: int) -> list[Told]:
        found: list[Told] = []

        def tell(before: Progress, event: Event) -> None:
            if event.version > after:
                found.append(told(before.seats, before.state, event))

        progress = self._replayed(record, start, until, tell)
        place = Place(progress.version, progress.state.save(), progress.seats)
        self._remember(record.id, place)
        return found

    def _replayed(
        self, record: Record, start: Place, until: int, before: Callable[[Progress, Event], None]
    ) -> Progress:
        """The match at version `until`, gone to from a place; `before` sees each entry coming."""
        state = self._game_of(record).load(start.position)
        progress = Progress(record, state, start.version, {}, 0, start.seats)
        return replayed(progress, self._store.log(record.id, start.version, until), before)

    def _nearest(self, record: Record, version: int, known: Head | None) -> Place:
        places = [_opening(record), *(self._places.get(record.id) or ())]
        if known is not None:
            places.append(Place(known.version, known.position, seats_of(record, known)))
        return max(
            (place for place in places if place.version <= version),
            key=lambda place: place.version,
        )

    def _remember(self, match_id: str, place: Place) -> None:
        with self._lock:
            kept = self._places.get(match_id) or ()
            others = [other for other in kept if other.version != place.version]
            self._places.keep(match_id, (*others[1 - PLACES :], place))


def _opening(record: Record) -> Place:
    return Place(0, record.opening, record.seats)
