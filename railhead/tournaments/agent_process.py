"""`python -m railhead.tournaments.agent_process command COMMAND`: a model plays a seat.

Or `endpoint URL MODEL`, with the key in `RAILHEAD_AGENT_KEY`. The model is asked as `railhead
agents` asks one, with a table in words and numbered legal actions. The seat is that of the
environment's `RAILHEAD_TOKEN` in the match `RAILHEAD_MATCH` at `RAILHEAD_URL`.
"""

from __future__ import annotations

import asyncio
import math
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Final

import httpx2

from railhead.agents.harness.command_player import CommandPlayer
from railhead.agents.harness.endpoint_player import EndpointPlayer
from railhead.agents.harness.players import Player, PlayerMisconfigured, PlayerUnreachable
from railhead.agents.harness.playing import Forfeited, Limits, Record, Table, to_the_end
from railhead.agents.seat_handles import SeatHandle
from railhead.agents.tools import GameTools, ToolRefused
from railhead.client import AsyncRailhead
from railhead.tournaments.seat_process import PATIENCE_SECONDS

LIMITS: Final = Limits(seconds=24 * 3600.0, stall=math.inf)
"""How long an answer may take is the clock's affair."""
ENDPOINT_SECONDS: Final = 120.0
MEMORY: Final = 4
"""Decisions that an endpoint is reminded of."""


async def play(kind: str, what: Sequence[str], environment: Mapping[str, str]) -> None:
    """Have a model play the seat of the environment to the end of its match.

    Raises `Forfeited` for three illegal attempts at one decision or a command that ended, and
    `PlayerUnreachable`, `PlayerMisconfigured`, `ToolRefused` and what the client raises.
    """
    url = environment["RAILHEAD_URL"]
    handle = SeatHandle(environment["RAILHEAD_MATCH"], environment["RAILHEAD_TOKEN"])
    async with (
        AsyncRailhead(url, seconds=PATIENCE_SECONDS) as service,
        httpx2.AsyncClient(timeout=ENDPOINT_SECONDS) as http,
    ):
        player: Player
        if kind == "command":
            player = CommandPlayer(what[0], LIMITS.seconds)
        else:
            key = environment.get("RAILHEAD_AGENT_KEY", "")
            player = EndpointPlayer(http, what[0], what[1], key, MEMORY)
        shown = await service.match(handle.match, handle.token).state()
        seat = service.match(handle.match).seat(shown)
        record = Record(shown["game"], "", len(shown["seats"]), seat, 0, match=handle.match)
        table = Table(service, GameTools(service, url), player, LIMITS, record, handle)
        result = None
        try:
            result = await to_the_end(table)
        finally:
            await player.close(result)


def main(kind: str, what: Sequence[str]) -> None:
    """Play; who forfeits ends with what it did."""
    try:
        asyncio.run(play(kind, what, os.environ))
    except (Forfeited, PlayerUnreachable, PlayerMisconfigured, ToolRefused) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
