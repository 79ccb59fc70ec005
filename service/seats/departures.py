"""How a client that is deleted leaves its matches.

The deletion marks the client in the store in the same step, and the mark stays until every match
has been left: the process that was asked leaves a few at once, whoever sweeps goes on with the
others, and again wherever one died. A match that is noted for a client that is gone marks it
again, so that none is missed that was being made or claimed meanwhile.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import replace
from typing import Final

import structlog

from railhead.service.accounts.storage import ClientStorage
from railhead.service.accounts.tokens import hash_token, new_token
from railhead.service.core.matches import Matches
from railhead.service.core.progress import Progress
from railhead.service.errors import NoSuchMatch, RulesChanged, Unavailable
from railhead.service.model import Client, Match, Seat

log = structlog.get_logger()

AT_ONCE: Final = 50
"""How many matches of one client are looked at before others have their turn."""
MOST_CLIENTS: Final = 4
"""How many clients are looked at in turn."""
SWEEP_SECONDS: Final = 0.25
"""About how long one sweep goes on."""
LEASE_MILLISECONDS: Final = 30_000
"""For how long a client's matches are left to the one who has begun to leave them."""
LATER_MILLISECONDS: Final = 60_000
"""When those are looked at again that could not be left: not kept yet, or of other rules."""


class Departures:
    """The clients of a store that are gone, and their matches that are still to be left."""

    def __init__(self, matches: Matches) -> None:
        self._matches = matches
        self._store = matches.store
        self._reached: dict[str, str] = {}
        """Below which match to go on, of clients whose matches could not all be left."""

    def begin(self, client: Client) -> None:
        """Let the client be no more, and leave its first matches. Raises `Unavailable`."""
        self._matches.accounts.revoke(client)
        with suppress(Unavailable):  # it is gone; who sweeps goes on
            self.go_on(client.id)

    def sweep(self) -> None:
        """Go on with those that nobody goes on with. Raises `Unavailable`."""
        until = time.monotonic() + SWEEP_SECONDS
        while time.monotonic() < until:
            found = self._store.leaving.offer_overdue(MOST_CLIENTS)
            for client_id, _ in found:
                try:
                    self.go_on(client_id)
                except Unavailable:
                    raise
                except Exception:  # one client may not keep others from leaving
                    log.exception("client not left", client=client_id)
            if not found:
                return

    def go_on(self, client_id: str) -> None:
        """Leave the next matches of a client, if nobody else does. Raises `Unavailable`."""
        lease = self._store.leaving.lease(client_id, LEASE_MILLISECONDS)
        if lease is None:
            return
        below = self._reached.pop(client_id, None)
        rows = self._store.storage(ClientStorage).matches(client_id, below, AT_ONCE)
        for match_id, noted in rows:
            if self._is_left(client_id, match_id, noted):
                self._store.storage(ClientStorage).forget(client_id, match_id)
        if len(rows) == AT_ONCE:
            self._reached[client_id] = rows[-1][1]
            self._store.leaving.retry_later(client_id, lease, 0)
        elif self._store.storage(ClientStorage).has_matches(client_id):
            self._store.leaving.retry_later(client_id, lease, LATER_MILLISECONDS)
        else:
            self._store.leaving.acknowledge(client_id, lease)

    def _is_left(self, client_id: str, match_id: str, noted: str) -> bool:
        """Whether a client that is gone has nothing to do with a match any more."""

        def step(match: Match, progress: Progress) -> None:
            if match.status == "over":
                return
            for seat in match.seats:
                if seat.client == client_id and not seat.resigned:
                    progress.sit("seat", vacate(seat))

        try:
            self._matches.change(match_id, step)
        except NoSuchMatch:
            return self._store.storage(ClientStorage).is_made_by_now(client_id, noted)
        except Unavailable:
            raise
        except RulesChanged as why:
            log.warning("match not left", match=match_id, problem=why.detail)
            return False
        except Exception:  # a fault in a game may not keep the client from leaving other matches
            log.exception("match not left", match=match_id)
            return False
        return True


def vacate(seat: Seat) -> Seat:
    """The seat of a client that is gone: open to be claimed, or the bot's that played for it.

    One that was kept for the client stays open, to whoever has its invitation.
    """
    if seat.kind == "bot":
        return Seat(seat.number, "bot", str(seat.level), seat.level)
    if seat.kind == "open":
        return replace(seat, client=None)
    name = f"Seat {seat.number}"
    return Seat(seat.number, "open", name, invitation_hash=hash_token(new_token()))
