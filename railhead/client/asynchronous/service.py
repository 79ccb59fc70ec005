"""A service: its games, new matches, and what belongs to a client's token."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Literal, TypeVar, cast

import httpx2

from railhead.client import operations, schemas
from railhead.client.asynchronous.connection import AsyncConnection
from railhead.client.asynchronous.match import AsyncCreated, AsyncMatch
from railhead.client.calls import Call, without_none
from railhead.client.patience import Patience
from railhead.client.seats import Seat
from railhead.client.streams import ClientEvents

T = TypeVar("T")


class AsyncRailhead:
    """The public API of the service at `url`, for the holder of a client's `token`, if any.

    `timeout` is in seconds, for each part of a request. What fails in passing is sent again: up to
    `tries` times in all, for `seconds` after it first failed, or `first_seconds` where nothing has
    answered at `url` yet. `user_agent` says who asks.
    Every method may raise what `railhead.client.errors` has.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        timeout: float = 10.0,
        tries: int = 20,
        seconds: float = 30.0,
        first_seconds: float = 3.0,
        user_agent: str = "",
        transport: httpx2.AsyncBaseTransport | None = None,
    ) -> None:
        patience = Patience(tries, seconds, first_seconds)
        self._connection = AsyncConnection(url, token, timeout, patience, user_agent, transport)

    async def __aenter__(self) -> AsyncRailhead:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections; nothing can be asked afterwards."""
        await self._connection.close()

    async def ask(self, call: Call[T]) -> T:
        """The answer to any of `railhead.client.operations`, with the patience of all others."""
        return await self._connection.ask(call)

    async def games(self) -> list[schemas.GameListed]:
        """All games."""
        return (await self.ask(operations.list_games()))["games"]

    async def game(self, game: str) -> schemas.GameShown:
        """One game: seats, options, types of action, bot levels."""
        return await self.ask(operations.get_game(game))

    async def components(self, game: str, **options: str) -> schemas.GameComponents:
        """What a table of a game with these options is made of."""
        return await self.ask(operations.get_components(game, options=options))

    async def rules(self, game: str) -> str:
        """The rules of a game as implemented, as Markdown."""
        return await self.ask(operations.get_rules(game))

    async def player_rules(self, game: str) -> schemas.PlayerRulesShown:
        """The rules of a game for its players, in short."""
        return await self.ask(operations.get_player_rules(game))

    async def tutorial(self, game: str) -> schemas.TutorialShown:
        """A first match of a game that is explained while it is played."""
        return await self.ask(operations.get_tutorial(game))

    async def picture(self, game: str) -> str:
        """A table of a game at the beginning of a match, as SVG."""
        return await self.ask(operations.get_game_picture(game))

    async def puzzles(self, game: str) -> list[schemas.PuzzleListed]:
        """The puzzles of a game: decisions with one clearly best action."""
        return (await self.ask(operations.list_puzzles(game)))["puzzles"]

    async def puzzle(self, game: str, puzzle: str | None = None) -> schemas.PuzzleShown:
        """A puzzle: the table and its legal actions; without an id that of the day."""
        if puzzle is None:
            return await self.ask(operations.get_daily_puzzle(game))
        return await self.ask(operations.get_puzzle(game, puzzle))

    async def answer(
        self, game: str, puzzle: str, action: str, *, reveal: bool = False
    ) -> schemas.PuzzleAnswer:
        """Whether an action solves a puzzle; with the solution if so, or if to be revealed."""
        body: schemas.NewPuzzleAnswer = {"action": action, "reveal": reveal}
        return await self.ask(operations.answer_puzzle(game, puzzle, body))

    async def create(
        self,
        game: str,
        seats: Sequence[Seat],
        *,
        options: Mapping[str, object] | None = None,
        seed: int | None = None,
        visibility: Literal["private", "public"] | None = None,
        auto_forced: bool | None = None,
        clock: schemas.Clock | None = None,
        undo: Literal["own", "any", "off"] | None = None,
        sealed: bool | None = None,
        analyses: Literal["alone", "ended", "everybody", "nobody"] | None = None,
    ) -> AsyncCreated:
        """A new match; what is left out is as the service has it."""
        body = without_none(
            game=game,
            seats=list(seats),
            options=options,
            seed=seed,
            visibility=visibility,
            auto_forced=auto_forced,
            clock=clock,
            undo=undo,
            sealed=sealed,
            analyses=analyses,
        )
        made = await self.ask(operations.create_match(cast(schemas.NewMatch, body)))
        return AsyncCreated(self._connection, made)

    def match(self, match: str, token: str | None = None) -> AsyncMatch:
        """The match of that id for the holder of `token`; without one, of the client's."""
        return AsyncMatch(self._connection, match, token)

    async def matches(
        self,
        game: Any = None,
        status: Literal["open", "active", "over"] | None = None,
    ) -> AsyncIterator[schemas.MatchListed]:
        """All public matches, newest first."""
        cursor = None
        while True:
            page = await self.ask(
                operations.list_matches(game=game, status=status, cursor=cursor, limit=100)
            )
            for listed in page["matches"]:
                yield listed
            cursor = page["cursor"]
            if cursor is None:
                return

    async def import_match(
        self, document: schemas.Export, *, visibility: Literal["private", "public"] | None = None
    ) -> AsyncCreated:
        """A match made of the document of a finished one; as `private`, though it was public."""
        wanted = cast(schemas.NewImport, document)  # an export has all that older ones lack
        call = operations.import_match(wanted, visibility=visibility)
        return AsyncCreated(self._connection, await self.ask(call))

    async def register(self, name: str, contact: str = "") -> schemas.ClientCreated:
        """A new client, with the `token` that an `AsyncRailhead` may have."""
        return await self.ask(operations.create_client({"name": name, "contact": contact}))

    async def renew_token(self) -> schemas.ClientCreated:
        """Another main `token` of the client; the one before opens nothing from then on."""
        return await self.ask(operations.renew_my_token())

    async def tokens(self) -> list[schemas.TokenShown]:
        """The tokens of the client, the main one first."""
        return (await self.ask(operations.list_my_tokens()))["tokens"]

    async def create_token(
        self,
        name: str,
        scopes: Sequence[Literal["play", "read", "webhooks"]],
        *,
        expires_in: int | None = None,
        expires_at: str | None = None,
    ) -> schemas.TokenCreated:
        """A further `token` of the client, good for its scopes.

        It expires in so many seconds, or at a time as RFC 3339 writes it, or not at all.
        """
        body = without_none(
            name=name, scopes=list(scopes), expires_in=expires_in, expires_at=expires_at
        )
        return await self.ask(operations.create_my_token(cast(schemas.NewToken, body)))

    async def revoke_token(self, token: str) -> None:
        """Let the token of the client that has this id open nothing any more."""
        await self.ask(operations.revoke_my_token(token))

    async def me(self) -> schemas.ClientShown:
        """The client whose token this is."""
        return await self.ask(operations.get_me())

    async def my_matches(self) -> AsyncIterator[schemas.MyMatch]:
        """All matches in which the client has a seat, or that it owns."""
        cursor = None
        while True:
            page = await self.ask(operations.list_my_matches(cursor=cursor, limit=100))
            for listed in page["matches"]:
                yield listed
            cursor = page["cursor"]
            if cursor is None:
                return

    def my_events(self) -> AsyncIterator[schemas.ClientEvent]:
        """What concerns the client, without end; after a cut all that is open is told again."""
        connection = self._connection
        return connection.follow(ClientEvents(connection.token, connection.patience))
