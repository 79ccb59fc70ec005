"""Who is delivered to next: owners in turn by the time they took, and places that none can fill.

An attempt at an endpoint holds a place until it ends. One owner has few, and so has one endpoint,
whoever's it is. All that are not known to be quick have half of them together, and those known to
be slow few of these: so whoever answers at once is never behind those who do not, and who is new
seldom.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

Name = TypeVar("Name", bound=Hashable)

QUICK: Final = "quick"
NEW: Final = "new"
SLOW: Final = "slow"
PLACES: Final = 256
"""How many attempts a process waits for at once."""
OF_ALL: Final = {QUICK: PLACES, NEW: PLACES // 2, SLOW: PLACES // 8}
"""How many of these for endpoints of a kind and the slower ones."""
OF_ONE: Final = {QUICK: 8, NEW: 2, SLOW: 2}
"""How many for one owner."""
OF_AN_ENDPOINT: Final = {QUICK: 64, NEW: 8, SLOW: 8}
"""How many for one endpoint, for all owners that know it so."""
MOST_WAITING: Final = 1000
"""How many lanes of one owner are kept in mind; the sweep offers the others again."""
FORGIVEN: Final = 0.5
"""What is left of the seconds that each owner took, whenever they are forgiven."""
LEAST_SECONDS: Final = 0.5
"""What counts for nothing once no more is left."""


@dataclass(frozen=True)
class Endpoint:
    """Where an owner's webhook goes: a host with its port, and how the owner's last attempt ended.

    `QUICK` where it was answered well and at once, `SLOW` where it took long, `NEW` otherwise.
    """

    name: str
    kind: str


class DeliverySlots:
    """The places of one process, and what waits for them. Its caller holds a lock."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, None]] = defaultdict(dict)
        self._looking: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._at: Counter[Endpoint] = Counter()
        self._all = dict.fromkeys(OF_ALL, 0)
        self._took: dict[str, float] = {}

    def want(self, owner: str, lane: str) -> None:
        """Let a lane of an owner be looked at, when it is the owner's turn."""
        waiting = self._waiting[owner]
        if len(waiting) < MOST_WAITING:
            waiting[lane] = None

    def forget_waiting(self) -> None:
        """Let nothing wait any more."""
        self._waiting.clear()

    @property
    def busy(self) -> bool:
        """Whether somebody looks at a lane."""
        return bool(self._looking)

    def next(self) -> tuple[str, str] | None:
        """An owner and a lane to look at: of those who took least time, who has waited longest."""
        waiting_owners = (owner for owner in self._waiting if self._looking[owner] < OF_ONE[QUICK])
        owner = min(waiting_owners, key=self._seconds_of, default=None)
        if owner is None:
            return None
        waiting = self._waiting.pop(owner)
        lane = next(iter(waiting))
        del waiting[lane]
        if waiting:  # behind the others
            self._waiting[owner] = waiting
        self._looking[owner] += 1
        return owner, lane

    def note_look(self, owner: str) -> None:
        """What `next` gave has been looked at."""
        self._add(self._looking, owner, -1)

    def acquire(self, owner: str, endpoint: Endpoint) -> bool:
        """A place for an attempt at the owner's endpoint; False where none is free."""
        kind = endpoint.kind
        if self._held[owner] >= OF_ONE[kind] or self._at[endpoint] >= OF_AN_ENDPOINT[kind]:
            return False
        if any(self._all[one] >= OF_ALL[one] for one in _counted_for(kind)):
            return False
        self._count(owner, endpoint, 1)
        return True

    def release(self, owner: str, endpoint: Endpoint) -> None:
        """The place that `acquire` gave is free again."""
        self._count(owner, endpoint, -1)

    def add_time(self, owner: str, seconds: float) -> None:
        """Count what an attempt took: all other owners come before this one for as long."""
        self._took[owner] = self._seconds_of(owner) + seconds

    def forgive(self) -> None:
        """Let what owners took some time ago count less."""
        left = {owner: seconds * FORGIVEN for owner, seconds in self._took.items()}
        self._took = {owner: took for owner, took in left.items() if took >= LEAST_SECONDS}

    def _count(self, owner: str, endpoint: Endpoint, step: int) -> None:
        self._add(self._held, owner, step)
        self._add(self._at, endpoint, step)
        for kind in _counted_for(endpoint.kind):
            self._all[kind] += step

    def _seconds_of(self, owner: str) -> float:
        return self._took.get(owner, 0.0)

    @staticmethod
    def _add(counted: Counter[Name], name: Name, step: int) -> None:
        counted[name] += step
        if not counted[name]:
            del counted[name]


def _counted_for(kind: str) -> Sequence[str]:
    """The kinds of whose places an attempt takes one: its own, and all that are quicker."""
    kinds = list(OF_ALL)
    return kinds[: kinds.index(kind) + 1]
