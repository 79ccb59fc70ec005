"""Which processes of which hosts use a store, as they say themselves: for `railhead doctor`.

Each says it again every `EVERY_SECONDS`; what is older than `LAPSES_SECONDS` counts for nothing.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

import orjson
import structlog

from railhead import __version__
from railhead.games._build import COMPILED
from railhead.games.registry import rulesets
from railhead.service.environment import DAY
from railhead.service.errors import Unavailable
from railhead.service.logs import outage_over
from railhead.service.store.connection import Client, translating_errors
from railhead.service.store.due_turns import CLOCK
from railhead.service.store.store import Store

log = structlog.get_logger()

HOSTS: Final = "hosts"
EVERY_SECONDS: Final = 20.0
LAPSES_SECONDS: Final = 70.0
MOST_SKEW_SECONDS: Final = 1.0
THIS_HOST: Final = (
    "this host's clock is {ahead:+.1f} s from the store's, which is the one that counts: set up NTP"
)
OTHER_HOSTS: Final = (
    "of {hosts} other hosts the clocks are up to {most:.1f} s from the store's, which is the one "
    "that counts: `railhead doctor` names them"
)


@dataclass(frozen=True)
class Present:
    """One process: where, what for, which version, and how far its clock is from the store's."""

    host: str
    pid: int
    role: str
    version: str
    compiled: bool
    rules: Mapping[str, str]
    ahead: float = 0.0
    said_at: float = 0.0

    def __str__(self) -> str:
        return f"{self.role} {self.pid} on {self.host}"


def here(role: str) -> Present:
    """This process, as far as it needs no store to know it."""
    return Present(socket.gethostname(), os.getpid(), role, __version__, COMPILED, _rules())


@cache
def _rules() -> Mapping[str, str]:
    """For each game the version of its rules, and a digest of their sources and data."""
    found = sorted(rulesets().values(), key=lambda ruleset: ruleset.id)
    return {one.id: f"{one.version}-{_digest(one.folder)}" for one in found}


def _digest(folder: Path) -> str:
    digest = blake2b(digest_size=6)
    for path in sorted((*folder.rglob("*.py"), *folder.rglob("*.yaml"))):
        digest.update(str(path.relative_to(folder)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def give_sign(store: Store, process: Present) -> None:
    """Say that the process is there, and see that the store still is. Raises `Unavailable`."""
    announce(store.writer, process)
    outage_over(Unavailable.slug)
    store.lay_out_again()


def announce(client: Client, process: Present) -> None:
    """Say that the process is there. Raises `Unavailable`."""
    clock, now = ahead(client)
    with translating_errors():
        said = asdict(replace(process, ahead=clock, said_at=now))
        client.hset(HOSTS, f"{process.host} {process.pid}", orjson.dumps(said).decode())
        client.expire(HOSTS, DAY)


def ahead(client: Client) -> tuple[float, float]:
    """By how many seconds this host's clock is ahead of the store's, and the store's time.

    Raises `Unavailable`.
    """
    with translating_errors():
        before = time.time()
        now = CLOCK(client, [HOSTS], []) / 1000
        # The store has read its clock about halfway between asking and being answered.
        return round((before + time.time()) / 2 - now, 3), now


def clock_warnings(client: Client) -> list[str]:
    """What is to be said of the clocks of the hosts, without their names. Raises `Unavailable`."""
    own, here_now = ahead(client)[0], socket.gethostname()
    others: dict[str, float] = {}
    for one in present(client):
        if one.host != here_now and abs(one.ahead) > MOST_SKEW_SECONDS:
            others[one.host] = max(others.get(one.host, 0.0), abs(one.ahead))
    found = [THIS_HOST.format(ahead=own)] if abs(own) > MOST_SKEW_SECONDS else []
    if others:
        found.append(OTHER_HOSTS.format(hosts=len(others), most=max(others.values())))
    return found


def present(client: Client) -> list[Present]:
    """Who has said so lately. Removes what has lapsed. Raises `Unavailable`."""
    with translating_errors():
        now = CLOCK(client, [HOSTS], []) / 1000
        said = {name: Present(**orjson.loads(text)) for name, text in client.hgetall(HOSTS).items()}
        lapsed = [name for name, one in said.items() if one.said_at < now - LAPSES_SECONDS]
        if lapsed:
            client.hdel(HOSTS, *lapsed)
    return sorted(
        (one for name, one in said.items() if name not in lapsed),
        key=lambda one: (one.host, one.role, one.pid),
    )


def keep_announcing(store: Store, role: str) -> None:
    """Say that this process is there for as long as it is, from a thread of its own."""

    def say() -> None:
        process = here(role)
        while True:
            try:
                give_sign(store, process)
            except Unavailable as error:
                log.debug("presence not announced", problem=error.detail)
            time.sleep(EVERY_SECONDS)

    threading.Thread(target=say, name="presence", daemon=True).start()
