"""What concerns a client over all its matches: its turns, its invitations, and their ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, Final

from railhead.service.accounts.storage import ClientStorage
from railhead.service.clients.client_status import (
    event_of,
    follows_another,
    is_untouched,
    rematch_event,
    status_of,
)
from railhead.service.core.change_notifier import Wake
from railhead.service.core.matches import Matches
from railhead.service.errors import MatchDamaged
from railhead.service.model import Client

PAGE: Final = 200
"""How many matches are looked at, and events told, at once."""


class ClientNotifications:
    """A client's news, from what is open when it is first asked.

    `wake` is called, by a thread that it may not keep, where there may be news. A match that is
    over, gone, or no longer the client's is told of once and not looked at again.
    """

    def __init__(self, matches: Matches, client: Client, wake: Wake) -> None:
        self._matches = matches
        self._client = client
        self._wake = wake
        self._last_status: dict[str, tuple[str, int]] = {}
        self._watched: dict[str, Wake] = {}
        self._changed: dict[str, None] = {}
        self._noted: dict[str, str] = {}
        """When the matches that are new to it were noted as the client's."""
        self._listed = False
        self._began = False
        """Whether what was there when it was first asked has been looked for."""
        self._later: set[str] = set()
        """Those matches that are new to it and came after that."""

    def close(self) -> None:
        """Watch nothing any more."""
        while self._watched:
            self._watched.popitem()[1]()

    def next_events(self) -> list[dict[str, Any]]:
        """The next events, `PAGE` of them or so; none where nothing is new.

        Raises `Unavailable`; what was new then is told by a later call.
        """
        if self._client.id not in self._watched:
            self._watch(self._client.id)
        if not self._listed:
            self._list()
        chosen = list(self._changed)[:PAGE]
        for match_id in chosen:
            # Taken out before it is read: a change that comes meanwhile puts it back.
            self._changed.pop(match_id, None)
        try:
            return list(self._events_of(chosen))
        except Exception:
            self._changed.update(dict.fromkeys(chosen))
            raise

    @property
    def pending(self) -> bool:
        """Whether there is more to look at already."""
        return bool(self._changed) or not self._listed

    def _watch(self, name: str) -> None:
        self._watched[name] = self._matches.changes.watch(name, partial(self._note, name))

    def _note(self, name: str) -> None:
        if name == self._client.id:
            self._listed = False
        else:
            self._changed[name] = None
        self._wake()

    def _list(self) -> None:
        """Look for matches that have come."""
        self._listed = True  # before it is looked at: what comes then is to be listed again
        try:
            self._look_through()
        except Exception:
            self._listed = False
            raise

    def _look_through(self) -> None:
        store = self._matches.store
        below: str | None = None
        while True:
            rows = store.storage(ClientStorage).matches(self._client.id, below, PAGE)
            fresh = {
                match_id: noted for match_id, noted in rows if match_id not in self._last_status
            }
            self._changed.update(dict.fromkeys(fresh))
            self._noted.update(fresh)
            if self._began:
                self._later.update(fresh)
            if len(rows) < PAGE:
                self._began = True
                return
            below = rows[-1][1]

    def _events_of(self, match_ids: list[str]) -> Iterator[dict[str, Any]]:
        for match_id in match_ids:
            # Watched before it is read, so that no change in between is missed.
            if match_id not in self._watched and match_id not in self._last_status:
                self._watch(match_id)
        heads = self._matches.store.heads_or_damaged(match_ids)
        # Of one that cannot be read all that is known is that it is there.
        readable = (
            (match_id, head)
            for match_id, head in zip(match_ids, heads, strict=True)
            if not isinstance(head, MatchDamaged)
        )
        for match_id, head in readable:
            before, noted = self._last_status.pop(match_id, None), self._noted.pop(match_id, None)
            if head is None and noted is not None:
                self._matches.store.storage(ClientStorage).forget_gone(
                    self._client.id, match_id, noted
                )
            record = None if head is None else self._matches.record(match_id)
            now = status_of(self._client.id, record, head)
            if now[0] != "gone":  # of a match that is noted, but not kept yet, there may be more
                self._last_status[match_id] = now
            if now[0] in ("over", "gone"):
                self._watched.pop(match_id, _no_op)()
            later = match_id in self._later
            self._later.discard(match_id)
            if (
                before is None
                and follows_another(record, head, now)
                and (later or is_untouched(record, head))
            ):
                yield rematch_event(self._client.id, match_id, record, head)
            if now != before and (
                event := event_of(self._client.id, match_id, record, head, before, now)
            ):
                yield event


def _no_op() -> None:
    pass
