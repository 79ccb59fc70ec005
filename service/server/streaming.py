"""How the bridge sends an answer in pieces: when it has news, signs of life, and to slow readers.

A piece is asked for only once the one before has been taken, so that a client that reads slowly
costs no more memory than one that does not; one that takes nothing at all is let go.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Final, Protocol

from railhead.service.http.waiters import HEARTBEAT_SECONDS, Stream, Waiter
from railhead.service.server.request_context import WsgiResponse

if TYPE_CHECKING:
    from railhead.service.shortcuts import HTTPProtocol

SEND_SECONDS: Final = 30.0
"""How long a client may take nothing of a piece until its stream ends."""


class Transport(Protocol):
    """What RSGI's `response_stream` gives."""

    async def send_bytes(self, data: bytes) -> None:
        """Return once it is taken. Raises `RuntimeError` where the client is gone."""


async def send_stream(
    transport: Transport,
    waiter: Waiter,
    stream: Stream,
    answer: WsgiResponse,
    ask: Callable[[], Awaitable[None]],
) -> None:
    """Send a stream whose first piece is in `answer`, until it, its client or the process ends.

    `ask` lets a thread put the stream's next piece there.
    """
    loop = asyncio.get_running_loop()
    while await _send_chunk(transport, answer.body) and not _is_over(waiter, stream):
        pause = stream.pause
        if pause != 0:
            seconds = HEARTBEAT_SECONDS if pause is None else pause
            await waiter.sleep(loop, min(time.monotonic() + seconds, waiter.expires))
        if _is_over(waiter, stream):
            return
        if waiter.has_changed or pause is not None or time.monotonic() >= waiter.expires:
            waiter.has_changed = False
            await ask()
        else:
            answer.body = stream.heartbeat


def _is_over(waiter: Waiter, stream: Stream) -> bool:
    return stream.has_ended or waiter.is_over


async def _send_chunk(transport: Transport, body: bytes) -> bool:
    """Whether the client has taken the piece, and is there for another."""
    if not body:
        return True
    try:
        async with asyncio.timeout(SEND_SECONDS):
            await transport.send_bytes(body)
    except (TimeoutError, RuntimeError):  # it takes nothing, or is gone
        return False
    return True


async def cancel_on_disconnect(proto: HTTPProtocol, waiter: Waiter) -> None:
    """End the wait once its client has closed the connection: nobody reads the answer."""
    await proto.client_disconnect()
    waiter.cancel()
