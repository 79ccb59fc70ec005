"""Both clients as one: each test is run with the one that waits, and with the other."""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any, cast

import pytest

from railhead.client import AsyncRailhead, Railhead
from railhead.client.asynchronous.match import AsyncTurn
from tests.http.conftest import address, api, bots, match, processes

__all__ = ["address", "api", "bots", "match", "processes"]

Opened = Callable[..., Railhead]


class Waited:
    """Something asynchronous, used by a caller who waits."""

    def __init__(self, asynchronous: Any, loop: asyncio.AbstractEventLoop) -> None:
        self._asynchronous = asynchronous
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        return self._waited(getattr(self._asynchronous, name))

    def __call__(self, *given: Any, **named: Any) -> Any:
        given = tuple(self._as_asynchronous(one) for one in given)
        return self._waited(self._asynchronous(*given, **named))

    def __iter__(self) -> Iterator[Any]:
        stream: AsyncIterator[Any] = aiter(self._asynchronous)
        while True:
            try:
                found = self._loop.run_until_complete(_next(stream))
            except StopAsyncIteration:
                return
            yield self._waited(found)

    def _as_asynchronous(self, one: Any) -> Any:
        if not inspect.isfunction(one):
            return one

        async def choose(turn: AsyncTurn) -> Any:
            return one(turn)

        return choose

    def _waited(self, found: Any) -> Any:
        if inspect.isawaitable(found):
            return self._waited(self._loop.run_until_complete(_result(found)))
        if isinstance(found, dict) and any(_is_ours(one) for one in found.values()):
            return {key: self._waited(one) for key, one in found.items()}
        return Waited(found, self._loop) if _is_ours(found) or _is_used(found) else found


async def _next(stream: AsyncIterator[Any]) -> Any:
    return await anext(stream)


async def _result(found: Any) -> Any:
    return await found


def _is_ours(found: Any) -> bool:
    return type(found).__name__.startswith("Async")


def _is_used(found: Any) -> bool:
    return inspect.isroutine(found) or inspect.isasyncgen(found)


@pytest.fixture(params=["synchronous", "asynchronous"])
def opened(request: pytest.FixtureRequest) -> Iterator[Opened]:
    """Opens clients as `Railhead` does, of the kind that is tested."""
    clients: list[Any] = []
    loop = asyncio.new_event_loop()

    def made(url: str, **settings: Any) -> Railhead:
        if request.param == "synchronous":
            clients.append(Railhead(url, **settings))
        else:
            clients.append(Waited(AsyncRailhead(url, **settings), loop))
        return cast(Railhead, clients[-1])

    yield made
    for client in clients:
        client.close()
    loop.run_until_complete(loop.shutdown_asyncgens())
    loop.close()
