"""Sending, resting and sending again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import TypeVar

import httpx2

from railhead.client import transport
from railhead.client.calls import Answer, Call
from railhead.client.patience import Attempts, Patience
from railhead.client.streams import Following

T = TypeVar("T")


class AsyncConnection:
    """The way to one service, with one token where a call has none of its own."""

    def __init__(
        self,
        url: str,
        token: str,
        timeout: float,
        patience: Patience,
        user_agent: str,
        through: httpx2.AsyncBaseTransport | None,
    ) -> None:
        self.token = token
        self.timeout = timeout
        self.patience = patience
        self._route = transport.Route(url)
        self._http = httpx2.AsyncClient(
            base_url=url,
            headers=transport.headers(user_agent),
            limits=transport.LIMITS,
            transport=through,
        )

    async def ask(self, call: Call[T], token: str | None = None) -> T:
        """The answer to a call, sent again as long as that is right and there is patience.

        Raises `Problem`, `ConnectionLost` or `UnexpectedAnswer`.
        """
        call = call.holding(self.token if token is None else token)
        attempts = Attempts(call, self.patience)
        while True:
            try:
                response = await self._http.request(
                    call.method,
                    call.path,
                    params=call.query,
                    content=call.content,
                    headers=call.all_headers,
                    timeout=transport.timeouts(call, self.timeout),
                )
            except httpx2.RequestError as error:
                await asyncio.sleep(self._route.pause_after(attempts, error))
                continue
            self._route.reached = True
            answer = Answer(response.status_code, response.headers, response.content)
            step = attempts.after(answer)
            await asyncio.sleep(step.pause)
            if not step.again:
                return answer.read(call)

    async def follow(self, following: Following[T]) -> AsyncIterator[T]:
        """The events of a stream, over as many connections as it takes. Raises as `ask` does."""
        while True:
            call = following.call
            following.reset()
            try:
                async with self._http.stream(
                    call.method,
                    call.path,
                    params=call.query,
                    headers=call.all_headers,
                    timeout=transport.timeouts(call, self.timeout),
                ) as response:
                    self._route.reached = True
                    if response.status_code != 200:
                        content = await response.aread()
                        answer = Answer(response.status_code, response.headers, content)
                        step = following.attempts.after(answer)
                        if not step.again:
                            raise answer.failure()
                        pause = step.pause
                    else:
                        async for chunk in response.aiter_bytes():
                            for event in following.take(chunk):
                                yield event
                            if following.ended:
                                return
                        pause = self._route.pause_after(following.attempts, transport.ENDED)
            except httpx2.RequestError as error:
                pause = self._route.pause_after(following.attempts, error)
            await asyncio.sleep(pause)

    async def close(self) -> None:
        """Close all connections."""
        await self._http.aclose()
