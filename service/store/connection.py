"""The connection to a Redis-protocol server, and how the keys of a match are called."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from service.errors import Unavailable

PATIENCE: Final = 5.0
"""Seconds a server may take to answer."""


def connect(url: str, retries: int = 0, **options: Any) -> redis.Redis:
    """A client that gives up in seconds; by default it never sends a command twice."""
    return redis.Redis.from_url(
        url,
        **options,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), retries),
        health_check_interval=30,
    )


@contextmanager
def answering() -> Iterator[None]:
    """Raises `Unavailable` where the server does not answer or refuses."""
    try:
        yield
    except RedisError as error:
        raise Unavailable(f"the store does not answer as it should: {error}") from error


def match_key(match_id: str, part: str) -> str:
    """A key of a match: all begin alike, so that matches can be spread over several servers."""
    return f"match:{match_id}:{part}"
