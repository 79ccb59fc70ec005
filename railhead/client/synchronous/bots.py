# Made of railhead/client/asynchronous by `make openapi`: change it there.
"""A bot: a function that chooses, and the loop that plays with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from railhead.client.results import Played, opponents
from railhead.client.seats import Choice
from railhead.client.synchronous.match import Chooser, Turn
from railhead.client.synchronous.service import Railhead


@dataclass(frozen=True)
class Bot:
    """What `bot` makes of a function that chooses."""

    choose: Chooser
    url: str
    game: str
    against: str | Sequence[str]
    name: str
    options: dict[str, Any] | None
    settings: dict[str, Any] = field(repr=False)

    def __call__(self, turn: Turn) -> Choice:
        """What it chooses at a turn."""
        return self.choose(turn)

    def play(self, matches: int = 1) -> list[Played]:
        """Play so many matches against bots of the service, from each seat in turn."""
        with Railhead(self.url, **self.settings) as service:
            least = (service.game(self.game))["seats"]["min"]
            played = []
            for number in range(matches):
                seats, ours = opponents(self.name, self.against, least, number)
                created = service.create(self.game, seats, options=self.options)
                result = created.seats[ours].play(self.choose)
                played.append(Played(created.id, ours, result))
            return played

    def sit_down(self, match: str, token: str) -> Played:
        """Play the seat of that token in somebody's match, to its end."""
        with Railhead(self.url, **self.settings) as service:
            ours = service.match(match, token)
            seat = ours.seat(ours.state())
            return Played(match, seat, ours.play(self.choose))
