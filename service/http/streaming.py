"""How the shell sends an answer in pieces: when it has news, signs of life, and to slow readers.

A piece is asked for only once the one before has been taken, so that a client that reads slowly
costs no more memory than one that does not; one that takes nothing at all is let go.
"""

from __future__ import annotations

import asyncio
import time
from asyncio import AbstractEventLoop
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

from service.http.holds import HEARTBEAT_SECONDS, Hold, Stream

SEND_SECONDS: Final = 30.0
"""How long a client may take nothing of a piece until its stream ends."""


class Transport(Protocol):
    """What RSGI's `response_stream` gives."""

    async def send_bytes(self, data: bytes) -> None:
        """Return once it is taken. Raises `RuntimeError` where the client is gone."""


async def streamed(
    transport: Transport,
    hold: Hold,
    stream: Stream,
    first: bytes,
    following: Callable[[], Awaitable[bytes]],
    loop: AbstractEventLoop,
) -> None:
    """Send a stream whose first piece is `first`, until it, its client or the process ends.

    `following` asks the stream for its next piece, in a thread.
    """
    body = first
    while await _sent(transport, hold, body):
        if stream.ended or hold.over:
            return
        body = await _next(hold, stream, following, loop)


async def _next(
    hold: Hold, stream: Stream, following: Callable[[], Awaitable[bytes]], loop: AbstractEventLoop
) -> bytes:
    """The next piece as soon as there may be one, or a heartbeat when it is time for it."""
    pause = stream.pause
    if pause != 0:
        await hold.sleep(loop, time.monotonic() + (HEARTBEAT_SECONDS if pause is None else pause))
    if hold.over:
        return b""
    if not hold.changed and pause is None:
        return stream.heartbeat
    hold.changed = False
    return await following()


async def _sent(transport: Transport, hold: Hold, body: bytes) -> bool:
    """Whether the client has taken the piece, and is there for another."""
    if not body:
        return True
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await transport.send_bytes(body)
    except (TimeoutError, RuntimeError):  # it takes nothing, or is gone
        return False
    return not hold.over
