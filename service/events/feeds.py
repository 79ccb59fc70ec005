"""Following matches: each is read once after a change, however many follow it in this process."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from threading import Lock
from typing import Final

from railhead.service.core.change_notifier import Wake
from railhead.service.core.match_cache import is_lost
from railhead.service.core.matches import Matches
from railhead.service.errors import MatchWentBack, Unavailable
from railhead.service.model import Halted, Head, Record, Rematch, RenderedEvent
from railhead.service.seats.rematch import rematch_of

EVENTS_PER_CHUNK: Final = 100
"""How many events are told at once, so that who has missed many takes them bit by bit."""
RENDERINGS_KEPT: Final = 32
"""How many things that were made of a match are kept until it changes."""


class Feed:
    """A match as its followers in this process share it. Safe to use from several threads."""

    def __init__(self, matches: Matches, record: Record) -> None:
        self.record = record
        self._matches = matches
        self._lock = Lock()
        self._wakes: dict[int, Wake] = {}
        self._changes = 1
        self._read = 0
        self._head: Head
        self._rematch: Rematch | None = None
        self._rematch_read = 0
        self._halted: Halted | None = None
        self._halted_read = 0
        self._recent: Sequence[RenderedEvent] = ()
        self._rendered: dict[Hashable, tuple[bytes, int]] = {}
        self._end: Wake

    def current_head(self, version: int) -> Head:
        """The head, read where it may not be the newest, as where it is behind `version`.

        Raises `NoSuchMatch`, `Unavailable`, `RulesChanged`.
        """
        with self._lock:
            # Before the read: a change that comes during it is read the next time.
            changes = self._changes
            if self._read != changes or self._head.version < version:
                self._update_head(self._matches.head(self.record.id))
                self._read = changes
            return self._head

    def _update_head(self, head: Head) -> None:
        before = self._head if self._read else None
        self._head = head
        if before is not None and before.mark == head.mark:
            return
        self._rendered = {}
        self._recent = ()
        # Rendered once from the position that is at hand; who is further behind has it replayed.
        if before is not None and not is_lost(before, head):
            until = min(before.version + EVENTS_PER_CHUNK, head.version)
            self._recent = self._matches.event_renderer.render(
                self.record, before.version, until, before
            )

    def render_events(self, head: Head, after: int) -> Sequence[RenderedEvent]:
        """The next events up to `head` after version `after`, no more than `EVENTS_PER_CHUNK`.

        Raises `MatchWentBack` where the match is not at `after` yet, or not any more, and
        `Unavailable`.
        """
        if after > head.version:
            raise MatchWentBack(version=head.version)
        until = min(after + EVENTS_PER_CHUNK, head.version)
        recent = self._recent
        if recent and recent[0].event.version <= after + 1 and recent[-1].event.version == until:
            return [one for one in recent if one.event.version > after]
        told = self._matches.event_renderer.render(self.record, after, until)
        if after < until and not told:  # deleted just now, or a store that has lost a part
            raise Unavailable("the log of the match cannot be read")
        return told

    def rematch(self, head: Head) -> Rematch | None:
        """The match that follows, read once after a change as the head is. Raises `Unavailable`."""
        with self._lock:
            changes = self._changes
            if head.status == "over" and self._rematch_read != changes:
                self._rematch = rematch_of(self._matches, self.record, head)
                self._rematch_read = changes
            return self._rematch

    def halt(self, head: Head) -> Halted | None:
        """Why its bots do not play on, read once after a change. Raises `Unavailable`."""
        with self._lock:
            changes = self._changes
            if self._halted_read != changes:
                self._halted = self._matches.halt_of(self.record, head)
                self._halted_read = changes
            return self._halted

    def get_or_render(
        self, head: Head, key: Hashable, make: Callable[[], tuple[bytes, int]]
    ) -> tuple[bytes, int]:
        """What `make` returns, made once for all who ask with this key while `head` stands."""
        whole = (head.mark, key)
        made = self._rendered.get(whole)
        if made is None:
            made = make()
            # Not the latest ones are kept but the first: at a change nearly all ask for the same
            # few.
            if len(self._rendered) < RENDERINGS_KEPT:
                self._rendered[whole] = made
        return made

    def _notify(self) -> None:
        self._changes += 1
        # A copy: a follower may leave, in another thread, while they are woken.
        for wake in tuple(self._wakes.values()):
            wake()


class Feeds:
    """The feeds of the matches that are followed in this process."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._lock = Lock()
        self._feeds: dict[str, Feed] = {}
        self._followers = 0

    def follow(self, record: Record, wake: Wake) -> tuple[Feed, Wake]:
        """The feed of a match, and how to follow it no longer.

        `wake` is called at each change from now on, by a thread that it may not keep. Raises
        `Unavailable`.
        """
        with self._lock:
            feed = self._feeds.get(record.id)
            if feed is None:
                feed = Feed(self._matches, record)
                feed._end = self._matches.changes.watch(record.id, feed._notify)
                self._feeds[record.id] = feed
            self._followers += 1
            number = self._followers
            feed._wakes[number] = wake
        return feed, partial(self._leave, feed, number)

    def _leave(self, feed: Feed, number: int) -> None:
        with self._lock:
            feed._wakes.pop(number, None)
            # The match may be followed again by a new feed, which is not this one's to end.
            if not feed._wakes and self._feeds.get(feed.record.id) is feed:
                del self._feeds[feed.record.id]
                feed._end()
