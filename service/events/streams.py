"""The events of a match as a stream: server-sent events, or JSON, a line each."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import orjson
import structlog

from railhead.games.game import SPECTATOR
from railhead.service.core.match_cache import is_lost
from railhead.service.core.matches import Matches
from railhead.service.errors import MatchWentBack, Problem, SeatChanged
from railhead.service.events.feeds import Feed
from railhead.service.http.auth import Caller
from railhead.service.http.event_sources import LINES, SERVER_SENT, EventSource
from railhead.service.http.rendering import (
    event_json,
    halted_event_json,
    over_json,
    rematch_event_json,
)
from railhead.service.http.token_watch import TokenWatch
from railhead.service.model import Halted, Head, Rematch, Seat, seats_of

log = structlog.get_logger()

Events = list[dict[str, Any]]


def _server_sent(events: Events) -> bytes:
    """Each event with its version as its id, but for a problem, which no client has seen then."""
    parts = []
    for event in events:
        number = b"" if event["kind"] == "problem" else b"id: %d\n" % event["version"]
        kind = event["kind"].encode()
        parts.append(b"%sevent: %s\ndata: %s\n\n" % (number, kind, orjson.dumps(event)))
    return b"".join(parts)


def _lines(events: Events) -> bytes:
    return b"".join(orjson.dumps(event) + b"\n" for event in events)


FORMS: Final[dict[str, Callable[[Events], bytes]]] = {SERVER_SENT: _server_sent, LINES: _lines}


def prologue(form: str) -> bytes:
    """What a stream begins with, so that its client knows that it is there.

    An `EventSource` is told how long to wait, one to five seconds, until it connects again: all are
    cut off at once when a process stops, and should not come back at once.
    """
    if form == LINES:
        return b"\n"
    return b"retry: %d\n\n" % (1000 + random.getrandbits(12))


@dataclass(frozen=True)
class Beginning:
    """After which version a stream begins, and whether it goes on until there is a rematch."""

    after: int
    until_rematch: bool = False


class EventStream(EventSource):
    """What happens in a match from its beginning on, told to `viewer`: a `waiters.Stream`.

    It ends with the match, or where there is nothing more to tell: with an event of kind `over`, or
    one of kind `problem`. A rematch that there is by then is told before `over`. One that is to go
    on until there is a rematch ends with that. That the bots are halted is told after the events
    up to there, and that they are not any more where no version says so.
    """

    __slots__ = (
        *("_after", "_feed", "_halted", "_holder", "_matches", "_over_sent"),
        *("_seen", "_until_rematch", "_viewer"),
    )

    def __init__(
        self,
        matches: Matches,
        feed: Feed,
        caller: Caller,
        begins: Beginning,
        form: str,
        token: TokenWatch,
    ) -> None:
        super().__init__(form, token)
        self._matches = matches
        self._feed = feed
        self._viewer = caller.viewer
        self._holder = None if caller.viewer == SPECTATOR else _holder(caller.seat)
        self._after = begins.after
        self._until_rematch = begins.until_rematch
        self._over_sent = False
        self._halted: Halted | None = None
        self._seen: Head | None = None

    def new_events(self) -> bytes:
        """See `EventSource.new_events`."""
        head = self._feed.current_head(self._after)
        if self._seen is not None and is_lost(self._seen, head):
            raise MatchWentBack(version=head.version)
        if self._holder is not None:
            seat = seats_of(self._feed.record, head)[self._viewer]
            if _holder(seat) != self._holder:
                raise SeatChanged()
        self._seen = head
        after, until = self._after, head.version
        over = head.status == "over"
        following = self._feed.rematch(head)
        halted = self._feed.halt(head)
        if self._over_sent or (after == until and not over):
            self.has_ended = self._over_sent and following is not None
            told = [rematch_event_json(following, until)] if following and self.has_ended else []
            if halted != self._halted:
                told.append(halted_event_json(halted, until))
                self._halted = halted
            return FORMS[self.form](told)
        self._halted = None  # another version
        early = None if self._until_rematch else following
        piece, reached = self._feed.get_or_render(
            head,
            (self._viewer, self.form, after, early),
            lambda: self._render_chunk(head, after, early),
        )
        self._after = reached
        self._over_sent = over and reached == until
        self.has_ended = self._over_sent and not self._until_rematch
        followed = self._over_sent and following is not None and not self.has_ended
        if reached < until or followed or halted is not None:
            self.pause = 0
        return piece

    def _render_chunk(self, head: Head, after: int, following: Rematch | None) -> tuple[bytes, int]:
        """The next piece after a version, and the version up to which it tells.

        A rematch is told before the end, if there is one.
        """
        told = self._feed.render_events(head, after)
        reached = told[-1].event.version if told else after
        events = [event_json(one, self._viewer) for one in told]
        if head.status == "over" and reached == head.version:
            if following is not None:
                events.append(rematch_event_json(following, head.version))
            events.append(over_json(self._matches.at(self._feed.record, head)))
        return FORMS[self.form](events), reached

    def final_event(self, problem: Problem) -> bytes:
        """See `EventSource.final_event`."""
        event = {
            "version": self._after,
            "kind": "problem",
            "seat": None,
            "action": "problem",
            "label": problem.detail,
            "at": None,
            "problem": problem.document(),
        }
        return FORMS[self.form]([event])


def _holder(seat: Seat) -> tuple[str | None, str | None]:
    """What tells who holds a seat: nobody else is told what it may know."""
    return seat.token_hash, seat.client
