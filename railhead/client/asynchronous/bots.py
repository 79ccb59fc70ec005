"""A bot: a function that chooses, and the loop that plays with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from railhead.client.asynchronous.match import AsyncChooser, AsyncTurn
from railhead.client.asynchronous.service import AsyncRailhead
from railhead.client.results import Played, opponents
from railhead.client.seats import Choice


@dataclass(frozen=True)
class AsyncBot:
    """What `bot` makes of a function that chooses."""

    choose: AsyncChooser
    url: str
    game: str
    against: str | Sequence[str]
    name: str
    options: dict[str, Any] | None
    settings: dict[str, Any] = field(repr=False)

    async def __call__(self, turn: AsyncTurn) -> Choice:
        """What it chooses at a turn."""
        return await self.choose(turn)

    async def play(self, matches: int = 1) -> list[Played]:
        """Play so many matches against bots of the service, from each seat in turn."""
        async with AsyncRailhead(self.url, **self.settings) as service:
            least = (await service.game(self.game))["seats"]["min"]
            played = []
            for number in range(matches):
                seats, ours = opponents(self.name, self.against, least, number)
                created = await service.create(self.game, seats, options=self.options)
                result = await created.seats[ours].play(self.choose)
                played.append(Played(created.id, ours, result))
            return played

    async def sit_down(self, match: str, token: str) -> Played:
        """Play the seat of that token in somebody's match, to its end."""
        async with AsyncRailhead(self.url, **self.settings) as service:
            ours = service.match(match, token)
            seat = ours.seat(await ours.state())
            return Played(match, seat, await ours.play(self.choose))
