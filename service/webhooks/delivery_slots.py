"""Who is delivered to next: owners in turn by the time they took, and slots that none can fill.

An attempt at an endpoint holds a slot until it ends. One owner has few, and so has one endpoint,
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
SLOTS: Final = 256
"""How many attempts a process waits for at once."""
SLOTS_IN_ALL: Final = {QUICK: SLOTS, NEW: SLOTS // 2, SLOW: SLOTS // 8}
"""How many of these for endpoints of a kind and the slower ones."""
SLOTS_PER_OWNER: Final = {QUICK: 8, NEW: 2, SLOW: 2}
"""How many for one owner."""
SLOTS_PER_ENDPOINT: Final = {QUICK: 64, NEW: 8, SLOW: 8}
"""How many for one endpoint, for all owners that know it so."""
MOST_WAITING: Final = 1000
"""How many lanes of one owner are kept in mind; the sweep offers the others again."""
DECAY: Final = 0.5
"""What is left of the seconds that each owner took, at each `decay`."""
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
    """The slots of one process, and what waits for them. Its caller holds a lock."""

    def __init__(self) -> None:
        self._waiting: dict[str, dict[str, None]] = defaultdict(dict)
        self._looking: Counter[str] = Counter()
        self._held: Counter[str] = Counter()
        self._at: Counter[Endpoint] = Counter()
        self._all = dict.fromkeys(SLOTS_IN_ALL, 0)
        self._took: dict[str, float] = {}

    def enqueue(self, owner: str, lane: str) -> None:
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
        waiting_owners = (
            owner for owner in self._waiting if self._looking[owner] < SLOTS_PER_OWNER[QUICK]
        )
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

    def end_look(self, owner: str) -> None:
        """What `next` gave has been looked at."""
        self._add(self._looking, owner, -1)

    def acquire(self, owner: str, endpoint: Endpoint) -> bool:
        """Take a slot for an attempt at the owner's endpoint; False where none is free."""
        kind = endpoint.kind
        if (
            self._held[owner] >= SLOTS_PER_OWNER[kind]
            or self._at[endpoint] >= SLOTS_PER_ENDPOINT[kind]
        ):
            return False
        if any(self._all[one] >= SLOTS_IN_ALL[one] for one in _counted_for(kind)):
            return False
        self._count(owner, endpoint, 1)
        return True

    def release(self, owner: str, endpoint: Endpoint) -> None:
        """The slot that `acquire` took is free again."""
        self._count(owner, endpoint, -1)

    def charge(self, owner: str, seconds: float) -> None:
        """An attempt of an owner took so long: all others come before it for as long."""
        self._took[owner] = self._seconds_of(owner) + seconds

    def decay(self) -> None:
        """Let what owners took some time ago count less."""
        left = {owner: seconds * DECAY for owner, seconds in self._took.items()}
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
    """The kinds of whose slots an attempt takes one: its own, and all that are quicker."""
    kinds = list(SLOTS_IN_ALL)
    return kinds[: kinds.index(kind) + 1]
