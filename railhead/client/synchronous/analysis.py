# Made of railhead/client/asynchronous by `make openapi`: change it there.
"""An analysis that was asked for."""

from __future__ import annotations

from collections.abc import Iterator

from railhead.client import operations, schemas
from railhead.client.streams import AnalysisEvents
from railhead.client.synchronous.connection import Connection

WAIT_SECONDS = 30


class Analysis:
    """An analysis of a match, by its `number` among the caller's."""

    def __init__(self, connection: Connection, match: str, token: str, number: int) -> None:
        self.number = number
        self._connection = connection
        self._match = match
        self._token = token

    def state(self) -> schemas.AnalysisShown:
        """How far it is."""
        call = operations.get_analysis(self._match, self.number)
        return self._connection.ask(call, self._token)

    def wait(self) -> schemas.AnalysisShown:
        """What was found, once it has ended."""
        while True:
            call = operations.get_analysis(self._match, self.number, wait=WAIT_SECONDS)
            shown = self._connection.ask(call, self._token)
            if shown["status"] != "running":
                return shown

    def progress(self) -> Iterator[schemas.AnalysisEvent]:
        """The analysis now and after each change, up to the event of kind `end`."""
        patience = self._connection.patience
        return self._connection.follow(
            AnalysisEvents(self._match, self.number, self._token, patience)
        )

    def cancel(self) -> None:
        """Have no more thought about it."""
        call = operations.cancel_analysis(self._match, self.number)
        self._connection.ask(call, self._token)
