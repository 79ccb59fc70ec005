"""A log from elsewhere, carried out entry by entry: each must be one that this service would write.

What the rules of the game allow is not enough. The service draws and takes forced moves at once,
and only those; moves are taken back by who may, as far as they may; clocks run out where there are
some; seats change hands as they can; time never runs back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

import structlog

from railhead.games.game import CHANCE, IllegalAction, NotationError, State
from railhead.service.core.progress import Progress
from railhead.service.history.log_entries import import_refused
from railhead.service.history.seat_changes import (
    leaves_its_bot,
    why_no_clock,
    why_not,
    why_not_absent,
)
from railhead.service.history.undo_rule import UndoHistory
from railhead.service.model import Event, Seat
from railhead.service.model.event_text import seat_after, to_the_second

log = structlog.get_logger()

CLOCKS_APART: Final = 60
"""By so many seconds at most the clocks of two hosts may differ."""


class _Wrong(Exception):
    """An entry cannot be; the message says why, after its place."""


class LogReplay:
    """Lets `progress`, which is at its opening, go through a log.

    `clock_known` says whether the record's clock is what was agreed; of old documents it is not.
    `latest` is the time that no entry may be after, as entries have it.
    """

    def __init__(self, progress: Progress, clock_known: bool, latest: str) -> None:
        self._progress = progress
        self._clock_known = clock_known
        self._latest = latest
        self._created = to_the_second(progress.record.created_at)
        self._events: list[Event] = []
        self._saved: list[bytes] = []
        self._past = UndoHistory(progress.record, self._events, self._state_at)
        self._held = {seat.number for seat in progress.seats if seat.kind == "human"}
        self._checks: dict[str, Callable[[Event], None]] = {
            "action": self._check_action,
            "chance": self._check_move,
            "forced": self._check_move,
            "undo": self._check_undo,
            "seat": self._check_seat,
            "clock": self._check_clock,
        }

    @property
    def last_at(self) -> str | None:
        """When the last entry so far was; None where the log does not say."""
        return self._events[-1].at if self._events else None

    def run(self, entries: Sequence[Event]) -> None:
        """Carry out all entries. Raises `ImportRefused`, naming the first that cannot be."""
        goes_back = any(entry.kind == "undo" for entry in entries)
        for number, entry in enumerate(entries):
            if goes_back:
                self._saved.append(self._progress.state.save())
            try:
                self._add(entry)
            except (_Wrong, IllegalAction, NotationError) as error:
                raise import_refused(f"log.{number}", str(error)) from error
            except (ValueError, LookupError, TypeError, ArithmeticError) as error:
                log.info("entry refused", number=number, exc_info=error)
                raise import_refused(f"log.{number}", "cannot be carried out here") from error

    def _add(self, entry: Event) -> None:
        progress = self._progress
        if progress.status == "over":
            raise _Wrong("comes after the end of the match")
        if entry.seat is not None and entry.seat >= len(progress.seats):
            raise _Wrong(
                f"is of a seat that there is not; the last one is {len(progress.seats) - 1}"
            )
        self._check_due(entry)
        self._check_time(entry)
        self._checks[entry.kind](entry)
        back = self._state_at(entry.details["to"]) if entry.kind == "undo" else None
        progress.copy(entry, back)
        self._events.append(progress.told[-1].event)

    def _state_at(self, version: int) -> State:
        return self._progress.state.game.load(self._saved[version])

    def _check_due(self, entry: Event) -> None:
        """Whether it is the service's to go on, and if so, whether it is what the service does."""
        progress = self._progress
        if progress.waits:
            if entry.kind not in ("seat", "undo", "clock"):
                raise _Wrong("comes while a seat is open: the match waits for it")
        elif progress.state.actor() == CHANCE:
            if entry.kind != "chance":
                raise _Wrong("comes where something is drawn first: its kind must be chance")
        elif (forced := progress.forced_move()) is not None:
            seat, action = forced
            notation = progress.state.game.vocabulary.notation(action)
            if (entry.kind, entry.seat, entry.notation) != ("forced", seat, notation):
                raise _Wrong(f"must be the only move of seat {seat}, {notation}, of kind forced")
        elif entry.kind == "chance":
            raise _Wrong("comes where nothing is drawn")
        elif entry.kind == "forced":
            raise _Wrong("must be of kind action: the service does not take this move by itself")

    def _check_time(self, entry: Event) -> None:
        before = self.last_at if self._events else None
        if entry.at is None:
            if before is not None:
                raise _Wrong("must say in at when it was, as the entry before it does")
            return
        if entry.at < (before or self._created):
            known = "the entry before it" if before else "the match was made"
            raise _Wrong(f"was, by its at, before {known}")
        if entry.at > self._latest:
            raise _Wrong("lies, by its at, in the future")
        if entry.kind in ("chance", "forced"):
            together = before if self._events else self._created
            if entry.at != together:
                raise _Wrong(f"must be at {together}, at once after what it follows from")

    def _check_action(self, entry: Event) -> None:
        if entry.seat not in self._progress.opened:
            raise _Wrong(f"is of seat {entry.seat}, which is not to act")
        if entry.search is not None and self._progress.seats[entry.seat].kind != "bot":
            raise _Wrong(f"has a search, but seat {entry.seat} is not played by a bot")
        self._check_move(entry)

    def _check_move(self, entry: Event) -> None:
        state = self._progress.state
        written = state.game.vocabulary.notation(state.parse(entry.notation))
        if written != entry.notation:
            raise _Wrong(f"must have its action as {written}")

    def _check_undo(self, entry: Event) -> None:
        progress = self._progress
        if entry.seat is not None and progress.seats[entry.seat].kind != "human":
            raise _Wrong("is of a seat that no person plays, who could take back")
        reach = self._past.limit(progress.status, progress.version, entry.seat)
        if entry.details["to"] not in reach.versions:
            raise _Wrong(f"cannot go back to version {entry.details['to']}: {reach.reason}")

    def _check_seat(self, entry: Event) -> None:
        assert entry.seat is not None
        before = self._progress.seats[entry.seat]
        after = seat_after(before, entry.details)
        held = entry.seat in self._held
        absent = bool(entry.details.get("absent"))
        wrong = why_not_absent(self._progress.record, before, after) if absent else None
        wrong = wrong or why_not(before, held, after)
        if wrong is not None:
            raise _Wrong(wrong)
        if entry.details.get("ends") and not self._may_end_with(after):
            raise _Wrong("does not end the match: only a resignation among bots does")
        if after.kind == "human":
            self._held.add(entry.seat)
        elif after.kind == "open" or leaves_its_bot(before, held, after):
            self._held.discard(entry.seat)

    def _may_end_with(self, after: Seat) -> bool:
        """Whether only bots remain that play for nobody once a seat is given up, if it is."""
        seats = self._progress.seats
        others = (seat for seat in seats if seat.number != after.number and not seat.resigned)
        given_up = after.resigned and not seats[after.number].resigned
        return given_up and not any(
            seat.kind != "bot" or seat.number in self._held for seat in others
        )

    def _check_clock(self, entry: Event) -> None:
        assert entry.seat is not None
        clock: Any = self._progress.record.clock
        before = self._progress.seats[entry.seat]
        after = seat_after(before, entry.details)
        if entry.seat not in self._progress.opened and before.kind != "open":
            raise _Wrong(f"is of seat {entry.seat}, which is not to act: its clock stands")
        if self._progress.waits and before.kind != "open":
            raise _Wrong("comes while a seat is open: the clock of that one runs")
        if clock is None:
            if self._clock_known:
                raise _Wrong("comes in a match without clocks")
            # An old document: only that a bot took over for a person is known.
            clock = {"then": {"kind": "resign" if after.resigned else "bot", "level": after.level}}
        wrong = why_no_clock(clock, before, after)
        if wrong is not None:
            raise _Wrong(wrong)
        ends = self._may_end_with(after)
        if self._clock_known and bool(entry.details.get("ends")) != ends:
            raise _Wrong("ends the match: only bots remain" if ends else "does not end the match")
        if entry.at is not None and "seconds" in clock:
            earliest = datetime.fromisoformat(self._created) + timedelta(
                seconds=clock["seconds"] - CLOCKS_APART
            )
            if datetime.fromisoformat(entry.at) < earliest:
                raise _Wrong("comes before anybody's time can have run out")
