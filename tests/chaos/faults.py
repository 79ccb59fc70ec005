"""The damage: processes killed and stopped, disks slowed and filled, connections maltreated.

One fault at a time befalls a group of the store (a primary and its replica), and the next one only
when the group has settled: what is promised is promised for the loss of any one of them. The other
parts get theirs meanwhile.
"""

from __future__ import annotations

import heapq
import signal
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from tests.chaos.kept import Kept, signalled
from tests.chaos.proxy import CUT, DELAY, HALF_OPEN, PASS, STALL, Proxies, Proxy
from tests.chaos.topologies import StoreServer, Topology

LOOK_SECONDS = 0.05
"""How often processes are looked after."""
LONGEST = 4.0
"""Seconds that a fault lasts at most; the store's own deadline for an answer is 5."""

SETTLE_SECONDS = 0.5
"""How often a group that has not settled is looked at."""

Heal = Callable[[], object]


@dataclass
class Site:
    """All that can be damaged: APIs with their proxies, supervisors, and the store."""

    apis: list[tuple[Kept, Proxy]]
    supervisors: list[Kept]
    topology: Topology
    proxies: Proxies

    @property
    def kept(self) -> list[Kept]:
        """Every process that is started again when it ends."""
        return [*self.topology.kept, *(api for api, _ in self.apis), *self.supervisors]

    def look_after(self) -> None:
        """Start again what has ended."""
        for kept in self.kept:
            kept.look_after()


@dataclass
class Fault:
    """A kind of fault: what it befalls, and how it is done.

    `strike` returns how it is healed; None where there was nothing to strike.
    """

    name: str
    strike: Callable[[], Heal | None]
    target: str
    """What no other fault may befall meanwhile."""


@dataclass
class Faults:
    """Deals faults of all kinds in turn, at random within each round, and heals them."""

    site: Site
    chance: Random
    struck: Counter[str] = field(default_factory=Counter)
    diary: list[dict[str, object]] = field(default_factory=list)
    """When which fault began and ended, for the summary."""

    def __post_init__(self) -> None:
        self._busy: set[str] = set()
        self._looked: dict[int, tuple[float, bool]] = {}
        self._heals: list[tuple[float, int, Heal, str, dict[str, object]]] = []
        self._deck: list[Fault] = []

    def run(self, number: int, seconds: float) -> None:
        """Deal so many faults within about so many seconds, then heal all."""
        began = time.monotonic()
        dealt = 0
        patience = began + 3 * seconds
        while dealt < number and time.monotonic() < patience:
            self._look_after()
            if time.monotonic() - began >= dealt * seconds / number and self._deal():
                dealt += 1
            time.sleep(LOOK_SECONDS)
        while self._heals:
            self._look_after()
            time.sleep(LOOK_SECONDS)

    def _look_after(self) -> None:
        self.site.look_after()
        while self._heals and self._heals[0][0] <= time.monotonic():
            _, _, heal, target, entry = heapq.heappop(self._heals)
            heal()
            entry["healed"] = time.monotonic()
            self._busy.discard(target)

    def _deal(self) -> bool:
        """Strike with the next fault whose target is not busy; False where there is none."""
        if not self._deck:
            self._deck = self._kinds()
            self.chance.shuffle(self._deck)
        for fault in self._deck:
            if fault.target in self._busy:
                continue
            heal = fault.strike()
            if heal is None:
                continue
            self._deck.remove(fault)
            self._busy.add(fault.target)
            lasts = self.chance.uniform(0.2, LONGEST)
            entry: dict[str, object] = {"fault": fault.name, "began": time.monotonic()}
            self.diary.append(entry)
            until = time.monotonic() + lasts
            heapq.heappush(self._heals, (until, len(self.diary), heal, fault.target, entry))
            self.struck[fault.name] += 1
            return True
        return False

    # The kinds.

    def _kinds(self) -> list[Fault]:
        """Every kind once, each at a target drawn now, and those of the store for each group."""
        api, proxy = self.chance.choice(self.site.apis)
        supervisor = self.chance.choice(self.site.supervisors)
        found = [
            self._process("API: killed", api, signal.SIGKILL),
            self._child("API: worker killed", api, signal.SIGKILL),
            self._child("API: worker stopped", api, signal.SIGSTOP),
            self._connections("clients", proxy, api.name),
            self._process("supervisor: killed", supervisor, signal.SIGKILL),
            self._process("supervisor: stopped", supervisor, signal.SIGSTOP),
            self._child("bot worker: killed", supervisor, signal.SIGKILL),
            self._child("bot worker: stopped", supervisor, signal.SIGSTOP),
        ]
        for number in range(len(self.site.topology.groups)):
            found += self._of_a_group(number)
        if self.site.topology.queue is not None:
            found += self._of_the_queue(self.site.topology.queue)
        return found

    def _of_a_group(self, number: int) -> list[Fault]:
        """Faults of a primary and, where it has one, of its replica."""
        group = self.site.topology.groups[number]
        target = f"group {number}"

        def on(
            replica: bool, act: Callable[[StoreServer], Heal | None]
        ) -> Callable[[], Heal | None]:
            def strike() -> Heal | None:
                primary = self._settled_primary(number)
                if primary is None:
                    return None
                others = [one for one in group if one is not primary]
                return act(self.chance.choice(others) if replica else primary)

            return strike

        mode = self.chance.choice([CUT, DELAY, STALL, HALF_OPEN])
        found = [
            Fault("primary: killed", on(False, _killed), target),
            Fault("primary: stopped", on(False, _stopped), target),
            Fault(f"primary: connections {mode}", on(False, self._maltreating(mode)), target),
            Fault("primary: disk slow", on(False, self._slow), target),
            Fault("primary: disk full", on(False, _full), target),
        ]
        if len(group) > 1:
            found += [
                Fault("replica: killed", on(True, _killed), target),
                Fault("replica: stopped", on(True, _stopped), target),
                Fault(f"replica: connections {mode}", on(True, self._maltreating(mode)), target),
            ]
        return found

    def _settled_primary(self, number: int) -> StoreServer | None:
        """The primary of a group that has settled, which is looked at now and then."""
        looked, settled = self._looked.get(number, (0.0, False))
        group = self.site.topology.groups[number]
        if not settled and time.monotonic() < looked + SETTLE_SECONDS:
            return None
        settled = self.site.topology.settled(group)
        self._looked[number] = (time.monotonic(), settled)
        return self.site.topology.primary(group) if settled else None

    def _of_the_queue(self, queue: StoreServer) -> list[Fault]:
        def wiped() -> Heal:
            queue.ask("FLUSHALL")
            return _no_op

        return [
            Fault("queue: wiped", wiped, "queue"),
            Fault("queue: killed", lambda: _killed(queue), "queue"),
            self._connections("queue", queue.proxy, "queue"),
        ]

    def _process(self, name: str, kept: Kept, number: int) -> Fault:
        def strike() -> Heal | None:
            if not kept.signal(number):
                return None
            return (lambda: kept.signal(signal.SIGCONT)) if number == signal.SIGSTOP else _no_op

        return Fault(name, strike, kept.name)

    def _child(self, name: str, kept: Kept, number: int) -> Fault:
        def strike() -> Heal | None:
            child = kept.child(self.chance)
            if not child or not signalled(child, number):
                return None
            resumes = number == signal.SIGSTOP
            return (lambda: signalled(child, signal.SIGCONT)) if resumes else _no_op

        return Fault(name, strike, kept.name)

    def _connections(self, of: str, proxy: Proxy, target: str) -> Fault:
        mode = self.chance.choice([CUT, DELAY, STALL, HALF_OPEN])

        def strike() -> Heal:
            return self._maltreat(proxy, mode)

        return Fault(f"{of}: connections {mode}", strike, target)

    def _maltreating(self, mode: str) -> Callable[[StoreServer], Heal]:
        return lambda server: self._maltreat(server.proxy, mode)

    def _maltreat(self, proxy: Proxy, mode: str) -> Heal:
        self.site.proxies.behave(proxy, mode, self.chance.uniform(0.02, 0.5))
        return lambda: self.site.proxies.behave(proxy, PASS)

    def _slow(self, server: StoreServer) -> Heal:
        server.behave_disk(milliseconds=self.chance.choice([50, 300, 1900]))
        return server.behave_disk


def _no_op() -> None:
    """What ends is started again anyway."""


def _killed(server: StoreServer) -> Heal | None:
    return _no_op if server.kept.signal(signal.SIGKILL) else None


def _stopped(server: StoreServer) -> Heal | None:
    if not server.kept.signal(signal.SIGSTOP):
        return None
    return lambda: server.kept.signal(signal.SIGCONT)


def _full(server: StoreServer) -> Heal:
    server.behave_disk(full=True)
    return server.behave_disk
