"""All matches of a plan, several at once."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Sequence

from railhead.agents.harness.gather import as_completed
from railhead.agents.harness.plan import Planned
from railhead.agents.harness.players import Player
from railhead.agents.harness.playing import Limits, Record, play
from railhead.agents.tools import GameTools
from railhead.client import AsyncRailhead


async def records(
    service: AsyncRailhead,
    url: str,
    plan: Sequence[Planned],
    player: Callable[[str], Player],
    limits: Limits,
    *,
    listed: bool,
    hidden: bool,
    parallel: int,
) -> AsyncGenerator[Record]:
    """What became of each match, as they end; `player` makes a model for a match of a game.

    Raises what `play` raises; the other matches are broken off then.
    """
    tools = GameTools(service, url, listed=listed)

    async def play_one(planned: Planned) -> Record:
        return await play(service, tools, planned, player(planned.game), limits, hidden)

    async for record in as_completed(play_one, plan, parallel):
        yield record
