"""The connection to the store, whose URL says what kind it is.

`redis://`, `rediss://` and `unix://` name one server; `redis+sentinel://host:port,host:port/service`
asks Sentinels for the primary; `redis+cluster://host:port,host:port` is a cluster. `rediss+…` is
the same over TLS. User and password stand before an `@`, more settings of the client behind a `?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha1
from typing import Any, Final, TypeAlias
from urllib.parse import parse_qsl, urlencode, urlsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.connection import SSLConnection, parse_url
from redis.exceptions import NoScriptError, RedisClusterException, RedisError
from redis.retry import Retry
from redis.sentinel import Sentinel

from railhead.service.errors import Unavailable

PATIENCE: Final = 5.0
"""Seconds a server may take to answer."""
LOOK_AFTER: Final = 30
"""Seconds after which an idle connection is tried before it is used."""
STORE_ERRORS: Final = (RedisError, RedisClusterException)
"""What goes wrong between a client and its servers."""

Client: TypeAlias = redis.Redis | RedisCluster

_SEVERAL: Final = re.compile(r"(rediss?)\+(sentinel|cluster)$")
_SENTINEL_OPTIONS: Final = ("username", "password")


class UnusableUrl(ValueError):
    """A URL that names no store; the message says what it should look like."""


def connect(
    url: str, retries: int = 0, kind: type[redis.Redis] = redis.Redis, **further: Any
) -> Client:
    """A client that gives up in seconds; by default it never sends a command twice.

    That of one server is of this `kind`; `further` goes to the client. Raises `UnusableUrl`. A
    cluster is asked for its servers at once, others on first use.
    """
    check_url(url)
    options: dict[str, Any] = {
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
        "health_check_interval": LOOK_AFTER,
        **further,
    }
    # The library would send again by itself, also what was carried out and lost its answer.
    retry = Retry(NoBackoff(), retries)
    parts = urlsplit(url)
    several = _SEVERAL.match(parts.scheme)
    if several is None:
        return kind.from_url(url, retry=retry, **options)
    user, _, hosts = parts.netloc.rpartition("@")
    addresses = [address_of(host, url) for host in hosts.split(",")]
    query = dict(parse_qsl(parts.query))
    if several[2] == "sentinel":
        return _behind_sentinels(several[1], user, addresses, parts.path, query, retry, options)
    first = f"{several[1]}://{user}{'@' if user else ''}{addresses[0][0]}:{addresses[0][1]}"
    others = [ClusterNode(host, port) for host, port in addresses[1:]]
    plain = f"{first}/?{urlencode(query)}"
    return RedisCluster(url=plain, startup_nodes=others, retry=retry, **options)


def _behind_sentinels(
    scheme: str,
    user: str,
    addresses: list[tuple[str, int]],
    path: str,
    query: dict[str, str],
    retry: Retry,
    options: dict[str, Any],
) -> redis.Redis:
    """The primary of a service, as the Sentinels know it whenever a connection is opened."""
    service, _, database = path.strip("/").partition("/")
    own = {name: query.pop(f"sentinel_{name}", None) for name in _SENTINEL_OPTIONS}
    parsed = options_of(scheme, user, query)
    encryption = {name: value for name, value in parsed.items() if name.startswith("ssl")}
    sentinel = Sentinel(addresses, sentinel_kwargs={**options, **encryption, **own})
    database_option = {"db": int(database)} if database else {}
    found: redis.Redis = sentinel.master_for(
        service, retry=retry, **options, **parsed, **database_option
    )
    return found


def options_of(scheme: str, user: str, query: dict[str, str]) -> dict[str, Any]:
    """What the parts of a URL say of a connection, but where to; with `ssl` where it is TLS."""
    parsed = dict(parse_url(f"{scheme}://{user}{'@' if user else ''}host/?{urlencode(query)}"))
    del parsed["host"]
    if parsed.pop("connection_class", None) is SSLConnection:
        parsed["ssl"] = True
    return parsed


def address_of(host: str, url: str) -> tuple[str, int]:
    """Host and port of one server of a URL. Raises `UnusableUrl`."""
    name, _, port = host.rpartition(":")
    if not name or not port.isdigit():
        raise UnusableUrl(f"{redact_url(url)}: each server is written as host:port")
    return name.strip("[]"), int(port)


def check_url(url: str) -> None:
    """Raise `UnusableUrl` for what is not the URL of a store."""
    parts = urlsplit(url)
    several = _SEVERAL.match(parts.scheme)
    if several is None:
        try:
            parse_url(url)
        except ValueError as error:
            raise UnusableUrl(f"{redact_url(url)} names no store: {error}") from error
        return
    for host in parts.netloc.rpartition("@")[2].split(","):
        address_of(host, url)
    if several[2] == "sentinel" and not parts.path.strip("/"):
        raise UnusableUrl(f"{redact_url(url)}: Sentinels are followed by a service, …/mymaster")


def connect_to_server(url: str, retries: int = 0, **further: Any) -> redis.Redis:
    """A client of one server, as `connect` makes it. Raises `UnusableUrl`, also for a cluster."""
    if is_cluster(url):
        raise UnusableUrl(f"{redact_url(url)} is a cluster, where a single server is needed")
    client = connect(url, retries, **further)
    assert isinstance(client, redis.Redis)
    return client


def is_cluster(url: str) -> bool:
    """Whether the URL is that of a cluster."""
    several = _SEVERAL.match(urlsplit(url).scheme)
    return several is not None and several[2] == "cluster"


def redact_url(url: str) -> str:
    """The URL without its passwords, for people and logs."""
    without = re.sub(r"//[^@/]*@", "//…@", url)
    return re.sub(r"(password=)[^&]*", r"\1…", without)


def primaries(client: Client) -> list[redis.Redis]:
    """All servers that are written to, each with a client of its own."""
    if isinstance(client, RedisCluster):
        return [client.get_redis_connection(node) for node in client.get_primaries()]
    return [client]


def disconnect(client: Client) -> None:
    """Close all connections; the next use opens them again."""
    if isinstance(client, RedisCluster):
        client.disconnect_connection_pools()
    else:
        client.connection_pool.disconnect()


def command(client: Client, *words: Any) -> Any:
    """The answer to one command."""
    return client.execute_command(*words)  # type: ignore[no-untyped-call] # not typed


@contextmanager
def translating_errors() -> Iterator[None]:
    """Raises `Unavailable` where the store does not answer or refuses."""
    try:
        yield
    except STORE_ERRORS as error:
        raise Unavailable(f"the store does not answer as it should: {error}") from error


class Script:
    """A script that a server is sent once and then called by its digest."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.digest = sha1(text.encode(), usedforsecurity=False).hexdigest()

    def call(self, keys: list[str], arguments: list[Any]) -> tuple[Any, ...]:
        """The command that runs it where it is known."""
        return ("EVALSHA", self.digest, len(keys), *keys, *arguments)

    def first_call(self, keys: list[str], arguments: list[Any]) -> tuple[Any, ...]:
        """The command that runs it where it is not, and makes it known."""
        return ("EVAL", self.text, len(keys), *keys, *arguments)

    def __call__(self, client: Client, keys: list[str], arguments: list[Any]) -> Any:
        """Run it on the server that has the keys, which lie in one partition."""
        try:
            return command(client, *self.call(keys, arguments))
        except NoScriptError:
            return command(client, *self.first_call(keys, arguments))
