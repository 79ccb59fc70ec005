"""Requests are begun where they come in, whatever granian would schedule."""

from __future__ import annotations

import asyncio
import contextvars
from types import CoroutineType
from typing import Any, cast

from granian import _futures

from railhead.service.shortcuts import ImmediateCallback, Incoming, dispatch_directly


class Request:
    """A request as granian watches it, answered by nobody."""

    scope = "scope"
    proto = "proto"


async def refuse(scope: object, proto: object) -> None:
    raise AssertionError("the loop has run what was begun already")


def test_what_granian_schedules_is_begun_instead() -> None:
    loop = asyncio.new_event_loop()
    begun: list[object] = []
    dispatch_directly(loop, begun.append)
    granian: Any = _futures
    watched = granian._future_watcher_wrapper(refuse)
    made: list[CoroutineType[Any, Any, None]] = []

    def run(watcher: object) -> CoroutineType[Any, Any, None]:
        made.append(watched(watcher))
        return made[-1]

    incoming = cast(Incoming, Request())
    granian._cbsched_aioschedule(loop, contextvars.copy_context(), run)(incoming)
    assert begun == [incoming]
    loop.call_soon(loop.stop)
    loop.run_forever()
    assert made[0].cr_running is False
    assert made[0].cr_frame is None, "closed, not forgotten"
    loop.close()


def test_everything_else_goes_to_the_loop() -> None:
    loop = asyncio.new_event_loop()
    dispatch_directly(loop, lambda _: None)
    called: list[int] = []
    loop.call_soon_threadsafe(called.append, 3)
    loop.call_soon_threadsafe(loop.stop)
    loop.run_forever()
    assert called == [3]
    loop.close()


def test_who_says_so_is_called_without_the_loop() -> None:
    loop = asyncio.new_event_loop()
    dispatch_directly(loop, lambda _: None)
    heard: list[object] = []

    class Listener(ImmediateCallback):
        def __call__(self, come: Any) -> None:
            heard.append(come)

    loop.call_soon_threadsafe(Listener(), "body", context=contextvars.copy_context())
    assert heard == ["body"], "though the loop does not run"
    loop.close()
