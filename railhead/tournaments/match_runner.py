"""One match of a tournament: begun or gone on with, watched, and what becomes of its players."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, Final, cast

from railhead.client import AsyncMatch, AsyncRailhead, problems
from railhead.client.schemas import MatchShown
from railhead.client.seats import Seat
from railhead.tournaments.pairings import Pairing
from railhead.tournaments.players import Player
from railhead.tournaments.programs import GRACE_SECONDS, Program
from railhead.tournaments.results import Result
from railhead.tournaments.state_dir import Settings, StateDir, UnderWay

LOGS: Final = "logs"
GONE: Final = (problems.NoSuchMatch, problems.Unauthorized)
LEAST_TIME: Final = 0.5
"""Of the time for a turn, what must be left for a match to be gone on with."""


class Stalled(Exception):
    """Nobody acts in a match, and no clock runs; the message says what to look at."""


class MatchRunner:
    """What all matches of a tournament share: the service at `url`, the folder, the players.

    A match in which nothing happens for `stall` seconds ends the run; the next one goes on with it.
    """

    def __init__(
        self,
        service: AsyncRailhead,
        url: str,
        folder: StateDir,
        settings: Settings,
        players: Mapping[str, Player],
        *,
        rules_version: int,
        stall: float,
    ) -> None:
        self.service = service
        self.url = url
        self.folder = folder
        self.settings = settings
        self.players = players
        self.rules_version = rules_version
        self.stall = stall

    async def play(self, pairing: Pairing) -> Result:
        """Play a match to its end, or go on with it, and put its result into the folder.

        Raises `Stalled` and what the client raises.
        """
        began = time.monotonic()
        under_way, owner = await self._at_the_table(pairing)
        programs: dict[int, Program] = {}
        try:
            for seat, token in under_way.tokens.items():
                if seat not in under_way.forfeits:
                    programs[seat] = await self._program(pairing, under_way, seat, token)
            shown = await self._watch(under_way, owner, programs)
            for program in programs.values():
                await program.stop(GRACE_SECONDS)
        finally:
            for program in programs.values():
                program.kill()
            for program in programs.values():
                await program.stop()
        ended = shown["result"]
        assert ended is not None
        result = Result(
            pairing,
            under_way.match,
            ended["scores"],
            ended["ranking"],
            self.rules_version,
            dict(sorted(under_way.forfeits.items())),
            round(time.monotonic() - began, 3),
        )
        self.folder.end(result)
        return result

    async def _at_the_table(self, pairing: Pairing) -> tuple[UnderWay, AsyncMatch]:
        """The match and its owner's handle: that under way where it can be gone on with."""
        under_way = self.folder.under_way.get(pairing.key)
        if under_way is not None:
            owner = self.service.match(under_way.match, under_way.owner)
            if await self._goes_on(under_way, owner):
                return under_way, owner
        settings = self.settings
        created = await self.service.create(
            settings.game,
            [self._seat(name) for name in pairing.players],
            options=settings.options,
            seed=pairing.seed,
            clock={"kind": "turn", "seconds": settings.turn_seconds, "then": {"kind": "resign"}},
            undo="off",
            sealed=True,
            analyses="nobody",
        )
        tokens = {seat: match.token for seat, match in created.seats.items()}
        under_way = UnderWay(pairing.key, created.id, created.owner.token, tokens)
        self.folder.begin(under_way)
        return under_way, created.owner

    def _seat(self, name: str) -> Seat:
        level = self.players[name].level
        seat = {"kind": "human", "name": name} if level is None else {"kind": "bot", "level": level}
        return cast(Seat, seat)

    async def _goes_on(self, under_way: UnderWay, owner: AsyncMatch) -> bool:
        """Whether a match can be gone on with.

        Not where time ran out, or nearly so, while nobody had the program play: that is no fault
        of a player's.
        """
        try:
            shown = await owner.state()
        except GONE:
            return False
        for seat in under_way.forfeits.keys() - resigned_seats(shown):
            await self._give_up(under_way, seat)
        return resigned_seats(shown) <= under_way.forfeits.keys() and not self._late(shown)

    def _late(self, shown: MatchShown) -> bool:
        assert shown["clock"] is not None, "matches of tournaments have one"
        now, least = time.time(), LEAST_TIME * self.settings.turn_seconds
        clocks = [one for one in shown["clock"]["seats"] if one["since"] is not None]
        return any(one["left"] - (now - (one["since"] or now)) < least for one in clocks)

    async def _program(
        self, pairing: Pairing, under_way: UnderWay, seat: int, token: str
    ) -> Program:
        name = pairing.players[seat]
        return await Program.start(
            self.players[name].arguments,
            self.folder.path / LOGS / f"{pairing.key}-seat-{seat}.log",
            url=self.url,
            game=self.settings.game,
            match=under_way.match,
            seat=seat,
            token=token,
        )

    async def _watch(
        self, under_way: UnderWay, owner: AsyncMatch, programs: Mapping[int, Program]
    ) -> MatchShown:
        """The match once it is over; by then all forfeits are in the folder."""
        watching = [
            asyncio.create_task(self._forfeit_at_end(under_way, owner, seat, program))
            for seat, program in programs.items()
        ]
        following = asyncio.create_task(self._follow(under_way, owner))
        try:
            left: set[asyncio.Task[Any]] = {following, *watching}
            while not following.done():
                done, left = await asyncio.wait(left, return_when=asyncio.FIRST_COMPLETED)
                for one in done:
                    one.result()
            return following.result()
        finally:
            for task in (following, *watching):
                task.cancel()
            await asyncio.gather(following, *watching, return_exceptions=True)

    async def _follow(self, under_way: UnderWay, owner: AsyncMatch) -> MatchShown:
        shown = await owner.state()
        changed = time.monotonic()
        while True:
            for seat in resigned_seats(shown) - under_way.forfeits.keys():
                self._out_of_time(under_way, seat)
            if shown["status"] == "over":
                return shown
            later = await owner.wait(shown["version"])
            if later is not None:
                shown, changed = later, time.monotonic()
            elif time.monotonic() - changed > self.stall:
                raise Stalled(
                    f"nobody has acted in match {under_way.match} for {self.stall:g} seconds: do "
                    "workers of the service run? The same command goes on from here"
                )

    async def _forfeit_at_end(
        self, under_way: UnderWay, owner: AsyncMatch, seat: int, program: Program
    ) -> None:
        """Give up the seat of a program once that has ended, unless the match is over."""
        reason = await program.wait()
        shown = await owner.state()
        if shown["status"] != "over" and seat not in resigned_seats(shown):
            self.folder.forfeit(under_way, seat, reason)
            await self._give_up(under_way, seat)

    async def _give_up(self, under_way: UnderWay, seat: int) -> None:
        with suppress(problems.MatchOver):  # bots are players too: their places are played out
            await self.service.match(under_way.match, under_way.tokens[seat]).resign(play_on=True)

    def _out_of_time(self, under_way: UnderWay, seat: int) -> None:
        seconds = self.settings.turn_seconds
        self.folder.forfeit(under_way, seat, f"a turn was not over within {seconds} seconds")


def resigned_seats(shown: MatchShown) -> set[int]:
    """The seats of a match that were given up."""
    return {one["seat"] for one in shown["seats"] if cast("dict[str, Any]", one).get("resigned")}
