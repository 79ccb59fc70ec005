"""How far a match may be taken back, and by whom: the one rule, for matches that are played and for
logs that are read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from zlib import crc32

from railhead.games.game import SPECTATOR, State
from railhead.games.random import Random
from railhead.service.model import MOVES, Event, Record

DEALS: Final = 24
"""In so many deals of what is hidden a move must have been legal, to have told nobody anything."""


@dataclass(frozen=True)
class UndoLimit:
    """The versions that may be gone back to, the latest first, and why not further."""

    versions: Sequence[int]
    reason: str


class UndoHistory:
    """What a match has been: its log from the first entry on, which may still grow, and `state_at`,
    which gives the position of a version."""

    def __init__(
        self, record: Record, events: Sequence[Event], state_at: Callable[[int], State]
    ) -> None:
        self._record = record
        self._events = events
        self._state_at = state_at
        self._revealing: dict[int, bool] = {}

    def limit(self, status: str, version: int, seat: int | None) -> UndoLimit:
        """How far `seat` may go back at `version`, None for the owner."""
        if status != "active":
            return UndoLimit([], "nothing can be taken back in a match that is not being played")
        if self._record.undo == "off":
            return UndoLimit([], "the match was made without taking back")
        if seat is None:
            if self._record.undo != "any":
                return UndoLimit([], "only a seat may take back, and only its own moves")
            return UndoLimit(range(version - 1, -1, -1), "this is the beginning")
        return self._own(version, seat)

    def _own(self, version: int, seat: int) -> UndoLimit:
        """How far back all entries are moves of the seat's own that told nobody anything."""
        versions: list[int] = []
        for event in _line(self._events, version):
            if event.kind not in MOVES:
                continue
            reason = self._obstacle(event, seat)
            if reason is not None:
                return UndoLimit(versions, reason)
            if event.kind == "action":
                versions.append(event.version - 1)
        return UndoLimit(versions, "this is the beginning")

    def _obstacle(self, event: Event, seat: int) -> str | None:
        """Why an entry cannot be taken back by `seat`; None where it can."""
        if event.kind == "chance":
            return "something was drawn"
        if event.seat != seat:
            return f"seat {event.seat} has acted since"
        if self._reveals_hidden(event):
            return "the move has shown something that was hidden"
        return None

    def _reveals_hidden(self, event: Event) -> bool:
        told = self._revealing.get(event.version)
        if told is None:
            told = _reveals_hidden(event, self._record, self._state_at)
            self._revealing[event.version] = told
        return told


def _line(events: Sequence[Event], version: int) -> Iterator[Event]:
    """The entries that led to a version, the last one first; what was taken back is left out."""
    while version > 0:
        event = events[version - 1]
        yield event
        version = event.details["to"] if event.kind == "undo" else version - 1


def line_of(events: Sequence[Event], version: int) -> list[Event]:
    """The moves that led to a version, the first one first; what was taken back is left out."""
    return [event for event in _line(events, version) if event.kind in MOVES][::-1]


def _reveals_hidden(event: Event, record: Record, state_at: Callable[[int], State]) -> bool:
    """Whether a move may have told anybody what they did not know.

    Asked of spectators, who know what is public and no more, so that the answer tells nobody what
    is hidden; a seat that was shown more of the move than they were has learnt something. The deals
    follow from when the match was made, which its export says, so that whoever reads the log later
    finds the same.
    """
    state = state_at(event.version - 1)
    if not state.game.ruleset.hides:
        return False
    assert event.seat is not None
    seat, kind = event.seat, state.game.vocabulary.type_of(state.parse(event.notation))
    public = event.notation_for(SPECTATOR)
    others = (other for other in range(len(record.seats)) if other != seat)
    if (kind.secret and not event.seen) or any(event.notation_for(one) != public for one in others):
        return True
    random = Random(crc32(record.created_at.encode()), event.version)
    for _ in range(DEALS):
        dealt = state.clone()
        dealt.determinize(SPECTATOR, random)
        legal = dealt.legal_actions(seat)
        if public not in {dealt.observe(SPECTATOR, seat, action) for action in legal}:
            return True
    return False
