"""What matches were at their versions, replayed from the nearest of a few snapshots.

The entries from there on are repeated. Where they go back to before the snapshot, only the
position of that version is wanted, so that what was gone back behind is not replayed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import accumulate
from typing import Final

import structlog

from railhead.games.game import CHANCE, Game, State
from railhead.service.core.progress import Progress, head_of, replay
from railhead.service.errors import RulesChanged, Unavailable
from railhead.service.model import MOVES, Event, Head, Record
from railhead.service.store.position_snapshots import (
    SNAPSHOT_INTERVAL,
    decode_snapshot,
    encode_snapshot,
    snapshot_matches,
)
from railhead.service.store.store import Store

log = structlog.get_logger()

UNDO_COST: Final = 20
"""An entry that goes back may cost as much as so many others."""


class PastPositions:
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
            return _PastPosition(self._store, record, game, mark).at(version)
        except (ValueError, KeyError) as error:
            log.warning("snapshots of a match mislead", match=record.id, error=repr(error))
            # Snapshots only save time; without them the log alone says what the match was.
            self._store.position_snapshots.drop(record.id)
        try:
            return _PastPosition(self._store, record, game, mark).at(version)
        except (ValueError, KeyError) as error:
            raise RulesChanged(str(error)) from error


class _PastPosition:
    """One match for as long as it is asked for. Its snapshots serve even if none is stored."""

    def __init__(self, store: Store, record: Record, game: Game, mark: str) -> None:
        self._store = store
        self._record = record
        self._game = game
        self._mark = mark
        self._snapshots: dict[int, Head] = {}

    def at(self, version: int) -> Progress:
        """What it was at a version, with snapshots kept on the way there."""
        start, entries = self._from_the_nearest(version)
        # Twice the interval, so that a rest of just over one is not cut once more.
        while _cost(entries) > 2 * SNAPSHOT_INTERVAL:
            first = _step(entries)
            start = self._keep(self._after(start, first), first[-1])
            entries = entries[len(first) :]
        return self._after(start, entries)

    def _after(self, start: Head, entries: Sequence[Event]) -> Progress:
        """What it was after these entries, which follow a snapshot."""
        progress = Progress.after(
            self._record, start, self._game.load(start.position), start.updated_at
        )
        return replay(progress, entries, elsewhere=self._position)

    def _position(self, version: int) -> State:
        """The position of a version, by the moves that led there and no others."""
        moves: list[Event] = []
        while True:
            start, entries = self._from_the_nearest(version)
            for number in range(len(entries) - 1, -1, -1):
                if entries[number].kind == "undo":
                    version = entries[number].details["to"]
                    break
                if entries[number].kind in MOVES:
                    moves.append(entries[number])
            else:
                break
        state = self._game.load(start.position)
        for event in reversed(moves):
            state.apply(CHANCE if event.seat is None else event.seat, state.parse(event.notation))
        return state

    def _from_the_nearest(self, version: int) -> tuple[Head, Sequence[Event]]:
        """The snapshot to begin at, and the entries from there to a version.

        A snapshot that was not made of this log is as good as none, and is kept no longer.
        """
        made = max((one for one in self._snapshots if one <= version), default=0)
        while (
            stored := self._store.position_snapshots.latest_before(self._record.id, version)
        ) is not None:
            start = decode_snapshot(stored)
            if start.version < made:
                break
            entries = self._store.log(self._record.id, start.version - 1, version)
            if entries and snapshot_matches(self._record, stored, entries[0]):
                return start, entries[1:]
            log.warning("snapshot does not fit", match=self._record.id, version=start.version)
            self._store.position_snapshots.drop(self._record.id, stored)
        start = self._snapshots.get(made) or self._opening()
        return start, self._store.log(self._record.id, made, version)

    def _opening(self) -> Head:
        return head_of(Progress.initial(self._record, self._game.load(self._record.opening)))

    def _keep(self, progress: Progress, last: Event) -> Head:
        """Keep a snapshot where the replay is, after the entry `last`."""
        head = self._snapshots[progress.version] = head_of(progress)
        made = encode_snapshot(self._record, head, last)
        with suppress(Unavailable):  # a store that is full can still be read
            self._store.position_snapshots.keep(self._record.id, self._mark, head.version, made)
        return head


def _cost(entries: Sequence[Event]) -> int:
    return len(entries) + UNDO_COST * sum(event.kind == "undo" for event in entries)


def _step(entries: Sequence[Event]) -> Sequence[Event]:
    """The entries up to the next snapshot: one that goes back, if there is any, so that who comes
    by it later need not go back."""
    costs = accumulate(1 + UNDO_COST * (event.kind == "undo") for event in entries)
    until = sum(1 for cost in costs if cost < SNAPSHOT_INTERVAL) + 1
    backs = (number for number in range(until, 0, -1) if entries[number - 1].kind == "undo")
    return entries[: next(backs, until)]
