"""What an agent can have done: games, new match, table, act, rules, advise.

Nothing is remembered of a caller, so any process can answer any call.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from railhead.agents import rulebook
from railhead.agents.advice import advice
from railhead.agents.choosing import UNLISTED, NotChosen, Said, parse_choice
from railhead.agents.game_list import describe_game, list_games
from railhead.agents.prompts import choices, legal_actions, table_prompt
from railhead.agents.refusals import SEAT, TABLE, WAIT, explain, sentences, what_is_wrong
from railhead.agents.seat_handles import InvalidSeatHandle, SeatHandle
from railhead.agents.ttl_cache import TtlCache
from railhead.client import AsyncMatch, AsyncRailhead, RailheadError, problems
from railhead.client.seats import OVERTAKEN, Seat
from railhead.words.choices import Reference, truncate_text
from railhead.words.prompts import render_map

LATEST_EVENTS: Final = 8
"""So many events are told with a table that is asked for."""
LONGEST_ADVICE: Final = 10
STILL: Final = "It is still your decision."
NAME: Final = re.compile(r"\w{1,64}", re.ASCII)
"""What may be the id of a game: other text would lead to another address."""


class ToolRefused(Exception):
    """A call that came to nothing; the message says what to do next.

    `illegal` says whether an action was tried that is none of the legal ones.
    """

    def __init__(self, text: str, *, illegal: bool = False) -> None:
        super().__init__(text)
        self.illegal = illegal


@dataclass(frozen=True)
class ToolResult:
    """An answer: its `text`, and where it shows a table, whose and as it is at which version.

    `taken` is the notation of the action that was taken.
    """

    text: str
    seat: SeatHandle | None = None
    match: Mapping[str, Any] | None = None
    taken: str | None = None


class GameTools:
    """Answers over the service at `url`, spoken to through `service`.

    Whoever acts, or asks for the table, is kept waiting for others for `patience` seconds at most.
    Where legal actions are not `listed`, none is shown, and matches are made without advice. Every
    method raises `ToolRefused`.
    """

    def __init__(
        self, service: AsyncRailhead, url: str, patience: float = 25.0, listed: bool = True
    ) -> None:
        self.url = url
        self.listed = listed
        self._service = service
        self._patience = patience
        self._described: TtlCache[Mapping[str, Any]] = TtlCache()
        self._references: TtlCache[Reference] = TtlCache()
        self._rules: TtlCache[str] = TtlCache()

    async def games(self, game: str = "") -> ToolResult:
        """All games in a line each, or one with its options, levels and types of action."""
        try:
            if game:
                return ToolResult(describe_game(await self._game(game)))
            listed = [await self._game(one["id"]) for one in await self._service.games()]
            return ToolResult(list_games(listed))
        except RailheadError as error:
            raise self._refusal(error) from error

    async def new_match(
        self,
        game: str,
        *,
        level: str = "easy",
        seats: int | None = None,
        seat: int = 0,
        options: Mapping[str, Any] | None = None,
        seed: int | None = None,
        name: str = "agent",
    ) -> ToolResult:
        """A match against bots of one level, and the first table of the caller's seat."""
        try:
            described = await self._game(game)
            fewest, most = described["seats"]["min"], described["seats"]["max"]
            count = fewest if seats is None else seats
            if not fewest <= count <= most:
                raise ToolRefused(f"The argument seats is {fewest} to {most} in {game}.")
            if not 0 <= seat < count:
                raise ToolRefused(
                    f"The argument seat is 0 to {count - 1}, since the match has {count} seats."
                )
            wanted: list[Any] = [{"kind": "bot", "level": level}] * (count - 1)
            wanted.insert(seat, {"kind": "human", "name": name})
            created = await self._service.create(
                game,
                cast("list[Seat]", wanted),
                options=None if options is None else dict(options),
                seed=seed,
                analyses=None if self.listed else "nobody",
            )
            ours = created.seats[seat]
            handle = SeatHandle(created.id, ours.token)
            shown = await self._turn(ours, await ours.state(legal_actions=True))
            table = await self._prompt(ours, shown, 0)
        except RailheadError as error:
            raise self._refusal(error) from error
        notices = "".join(f"\nNotice: {notice}" for notice in described["notices"])
        head = f"seat: {handle}\nKeep it: it is the argument seat of all further calls.{notices}"
        return ToolResult(f"{head}\n\n{table}", handle, shown)

    async def table(self, seat: str, *, filter: str = "", map: bool = False) -> ToolResult:
        """The table, once it is the caller's turn or nobody has acted for as long as we wait.

        With `filter` only the legal actions that have it, with `map` the map as it is drawn.
        """
        handle = self._handle(seat)
        match = self._service.match(handle.match, handle.token)
        try:
            shown: Mapping[str, Any] = await match.state(legal_actions=True)
            if map:
                drawn = render_map(shown["game"], shown["view"], shown["seats"])
                none = f"{shown['game']} has no map beside its table."
                return ToolResult(drawn or none, handle, shown)
            shown = await self._turn(match, shown)
            if filter and self.listed:
                return ToolResult(choices(shown, filter, await self._reference(match, shown)))
            after = max(0, shown["version"] - LATEST_EVENTS)
            return ToolResult(await self._prompt(match, shown, after), handle, shown)
        except RailheadError as error:
            raise self._refusal(error) from error

    async def act(self, seat: str, action: Said, version: int) -> ToolResult:
        """Take an action for the decision at a version; the table, once it is the seat's turn."""
        handle = self._handle(seat)
        match = self._service.match(handle.match, handle.token)
        try:
            shown = await match.state(legal_actions=True)
            actions = legal_actions(shown)
            if not actions:
                return await self._nothing_to_do(handle, match, shown)
            reference = await self._reference(match, shown)
            notation = parse_choice(action, actions, reference, self.listed)
            done = await match.act(notation, version)
            turn = await self._turn(match, {**shown, **done})
            text = await self._prompt(match, turn, version)
        except NotChosen as error:
            raise ToolRefused(sentences(str(error), STILL), illegal=True) from error
        except problems.IllegalAction as error:
            hint = "Choose another one; table shows what is legal" if self.listed else UNLISTED
            raise ToolRefused(sentences(f"Illegal: {error.detail}", hint), illegal=True) from error
        except OVERTAKEN as error:
            raise ToolRefused(
                sentences("Nothing was done", *what_is_wrong(error), TABLE)
            ) from error
        except RailheadError as error:
            raise self._refusal(error) from error
        return ToolResult(text, handle, turn, notation)

    async def rules(self, game: str, about: str = "", page: int = 1) -> ToolResult:
        """The contents of a game's rules, a section, or what they say of some words."""
        try:
            described = await self._game(game)
            text = await self._rules.get(game, lambda: self._service.rules(game))
            if not about.strip():
                return ToolResult(rulebook.contents(text))
            components = await self._service.components(game)
            reference = Reference(described, cast("Mapping[str, Any]", components))
            return ToolResult(rulebook.search(text, about, reference, page))
        except LookupError as error:
            hint = "Call rules without about for the sections"
            raise ToolRefused(sentences(str(error), hint)) from error
        except RailheadError as error:
            raise self._refusal(error) from error

    async def advise(self, seat: str, seconds: int = 2) -> ToolResult:
        """What the service's bots think of the caller's decision."""
        handle = self._handle(seat)
        if not 1 <= seconds <= LONGEST_ADVICE:
            raise ToolRefused(f"The argument seconds is 1 to {LONGEST_ADVICE}.")
        match = self._service.match(handle.match, handle.token)
        try:
            legal = await match.legal_actions()
            if not legal["actions"]:
                raise ToolRefused(sentences(f"There is nothing to decide: {legal['reason']}"))
            analysis = await match.analyse(seconds)
            return ToolResult(advice(await analysis.wait(), legal))
        except RailheadError as error:
            raise self._refusal(error) from error

    async def picture(self, told_of: ToolResult) -> str | None:
        """The table of an answer as SVG; None where it shows none, or there is none any more."""
        if told_of.seat is None or told_of.match is None:
            return None
        match = self._service.match(told_of.seat.match, told_of.seat.token)
        try:
            return await match.picture(version=told_of.match["version"])
        except RailheadError:
            return None

    async def _nothing_to_do(self, handle: SeatHandle, match: AsyncMatch, shown: Any) -> ToolResult:
        if shown["status"] == "over":
            return ToolResult(await self._prompt(match, shown, shown["version"]), handle)
        raise ToolRefused(f"It is not your turn. {WAIT}")

    async def _turn(self, match: AsyncMatch, shown: Any) -> Any:
        """The match at the seat's next decision, at its end, or as it is when patience ends."""
        until = time.monotonic() + self._patience
        while shown["status"] != "over" and shown["you"] is not None and not legal_actions(shown):
            left = until - time.monotonic()
            if left <= 0:
                break
            shown = await match.wait(shown["version"], left) or shown
        return shown

    async def _prompt(self, match: AsyncMatch, shown: Any, after: int) -> str:
        events = [event async for event in match.log(min(after, shown["version"]))]
        until = [event for event in events if event["version"] <= shown["version"]]
        reference = await self._reference(match, shown)
        return table_prompt(shown, until, reference, self.listed)

    async def _game(self, game: str) -> Mapping[str, Any]:
        if not NAME.fullmatch(game):
            raise ToolRefused(
                f"There is no game “{truncate_text(game)}”. Call games for the games there are."
            )
        return await self._described.get(game, lambda: self._service.game(game))

    async def _reference(self, match: AsyncMatch, shown: Any) -> Reference:
        async def load() -> Reference:
            return Reference(await self._game(shown["game"]), await match.components())

        return await self._references.get(match.id, load)

    def _handle(self, seat: str) -> SeatHandle:
        try:
            return SeatHandle.read(seat)
        except InvalidSeatHandle as error:
            raise ToolRefused(sentences(str(error), SEAT)) from error

    def _refusal(self, error: RailheadError) -> ToolRefused:
        return ToolRefused(explain(error, self.url))
