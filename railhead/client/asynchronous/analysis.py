"""An analysis that was asked for."""

from __future__ import annotations

from collections.abc import AsyncIterator

from railhead.client import operations, schemas
from railhead.client.asynchronous.connection import AsyncConnection
from railhead.client.streams import AnalysisEvents

WAIT_SECONDS = 30


class AsyncAnalysis:
    """An analysis of a match, by its `number` among the caller's."""

    def __init__(self, connection: AsyncConnection, match: str, token: str, number: int) -> None:
        self.number = number
        self._connection = connection
        self._match = match
        self._token = token

    async def state(self) -> schemas.AnalysisShown:
        """How far it is."""
        call = operations.get_analysis(self._match, self.number)
        return await self._connection.ask(call, self._token)

    async def wait(self) -> schemas.AnalysisShown:
        """What was found, once it has ended."""
        while True:
            call = operations.get_analysis(self._match, self.number, wait=WAIT_SECONDS)
            shown = await self._connection.ask(call, self._token)
            if shown["status"] != "running":
                return shown

    def progress(self) -> AsyncIterator[schemas.AnalysisEvent]:
        """The analysis now and after each change, up to the event of kind `end`."""
        patience = self._connection.patience
        return self._connection.follow(
            AnalysisEvents(self._match, self.number, self._token, patience)
        )

    async def cancel(self) -> None:
        """Have no more thought about it."""
        call = operations.cancel_analysis(self._match, self.number)
        await self._connection.ask(call, self._token)
