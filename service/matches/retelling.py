"""The log of a match in words, made anew whenever it is asked for: labels are not stored.

Engines replay a match in milliseconds, and a process remembers a few positions of the matches that
it has told of lately, to go on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Final

from games.game import Game, State
from service.errors import RulesChanged
from service.matches.progress import Progress
from service.matches.recently_used import RecentlyUsed
from service.matches.telling import told
from service.model import Head, Record, Told
from service.store.store import Store

MATCHES: Final = 1024
PLACES: Final = 3
"""How many places of one match are remembered."""


@dataclass(frozen=True)
class Place:
    """Where a replay can go on from: a version with its position as saved bytes."""

    version: int
    position: bytes


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
        start = self._nearest(record, after, known)
        try:
            return self._told(record, start, after, until)
        except ValueError:  # remembered from before the store went back
            self.forget(record.id)
        try:
            return self._told(record, Place(0, record.opening), after, until)
        except ValueError as error:
            raise RulesChanged(str(error)) from error

    def forget(self, match_id: str) -> None:
        """Forget the places of a match."""
        self._places.keep(match_id, ())

    def _told(self, record: Record, start: Place, after: int, until: int) -> list[Told]:
        state = self._game_of(record).load(start.position)
        progress = Progress(record, state, start.version, {}, 0)
        found: list[Told] = []
        for event in self._store.log(record.id, start.version, until):
            if event.version > after:
                found.append(told(record, progress.state, event))
            progress.repeat(event)
        self._remember(record.id, progress.version, progress.state)
        return found

    def _nearest(self, record: Record, version: int, known: Head | None) -> Place:
        places = [Place(0, record.opening), *(self._places.get(record.id) or ())]
        if known is not None:
            places.append(Place(known.version, known.position))
        return max(
            (place for place in places if place.version <= version),
            key=lambda place: place.version,
        )

    def _remember(self, match_id: str, version: int, state: State) -> None:
        with self._lock:
            others = [
                place for place in self._places.get(match_id) or () if place.version != version
            ]
            places = (*others[1 - PLACES :], Place(version, state.save()))
            self._places.keep(match_id, places)
