"""One match of a model against bots, with all that is counted of it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from railhead.agents.harness.looking import READERS, run_look
from railhead.agents.harness.plan import Planned
from railhead.agents.harness.players import Decision, Player, PlayerGone, PlayerUnreachable, Reply
from railhead.agents.harness.stated_plans import StatedPlan
from railhead.agents.listing import with_numbers
from railhead.agents.prompts import TITLE, legal_actions
from railhead.agents.seat_handles import SeatHandle
from railhead.agents.tools import GameTools, ToolRefused, ToolResult
from railhead.client import AsyncRailhead, RailheadError

Status = Literal["finished", "forfeited", "failed"]


@dataclass(frozen=True)
class Limits:
    """What a model may do before it forfeits.

    So many illegal `attempts` at one decision, and so many `seconds` for one answer: a command that
    takes longer forfeits, an endpoint is asked again. A further attempt than `looks` at one
    decision to see something is an illegal one. A match in which nobody acts for `stall` seconds
    has failed, and nobody forfeits.
    """

    attempts: int = 3
    looks: int = 8
    seconds: float = 120.0
    stall: float = 300.0


@dataclass
class Record:
    """What became of a match; `place` is from 1, tied ones share the better one.

    `illegal` counts attempts, `retried` the decisions that needed more than one. Before `looked` of
    them the model asked to see something, with each tool as often as `looks` says. `plans` counts
    those that it stated, `steps` what became of their steps. Tokens are null where the model does
    not tell them. A match that `failed` says nothing of the model.
    """

    game: str
    level: str
    seats: int
    seat: int
    seed: int
    status: Status = "failed"
    reason: str = ""
    match: str = ""
    rules_version: int = 0
    place: int | None = None
    scores: list[int] | None = None
    decisions: int = 0
    illegal: int = 0
    retried: int = 0
    looked: int = 0
    looks: dict[str, int] = field(default_factory=dict)
    plans: int = 0
    steps: dict[str, int] = field(default_factory=dict)
    input_tokens: int | None = None
    output_tokens: int | None = None
    seconds: float = 0.0
    """How long the model thought in all."""


@dataclass
class Table:
    """The match that a model plays, and what has been counted.

    Where the table is `hidden`, the model has to look at it.
    """

    service: AsyncRailhead
    tools: GameTools
    player: Player
    limits: Limits
    record: Record
    handle: SeatHandle | None = None
    hidden: bool = False
    plan: StatedPlan = field(default_factory=StatedPlan)


class Forfeited(Exception):
    """The model has lost the match by what it did; the message says what."""


async def play(
    service: AsyncRailhead,
    tools: GameTools,
    planned: Planned,
    player: Player,
    limits: Limits,
    hidden: bool,
) -> Record:
    """Play a match to its end, or until the model forfeits or the match fails.

    Raises `PlayerMisconfigured`, and whatever else is no matter of one match.
    """
    record = Record(**asdict(planned))
    table = Table(service, tools, player, limits, record, hidden=hidden)
    result: Mapping[str, Any] | None = None
    try:
        await _sit_down(table)
        result = await to_the_end(table)
        record.status = "finished"
        record.scores = list(result["scores"])
        record.place = place(result["ranking"], planned.seat)
    except Forfeited as forfeit:
        record.status, record.reason, record.place = "forfeited", str(forfeit), planned.seats
        await _give_up(table)
    except (PlayerUnreachable, ToolRefused, RailheadError) as error:
        record.reason = str(error)
    finally:
        await player.close(result)
    record.seconds = round(record.seconds, 3)
    add_counts(record.steps, table.plan.end())
    return record


async def _sit_down(table: Table) -> None:
    record = table.record
    record.rules_version = (await table.service.game(record.game))["rules_version"]
    told = await table.tools.new_match(
        record.game,
        level=record.level,
        seats=record.seats,
        seat=record.seat,
        seed=record.seed,
    )
    assert told.seat is not None
    table.handle = told.seat
    record.match = told.seat.match


async def to_the_end(table: Table) -> Mapping[str, Any]:
    """The result of the match at whose table the model sits, its `handle`, once it is over.

    Raises `Forfeited`, `PlayerUnreachable`, `PlayerMisconfigured`, `ToolRefused` and what the
    client raises.
    """
    told = await table.tools.table(str(table.handle))
    changed, version = time.monotonic(), -1
    while True:
        assert told.match is not None
        if told.match["status"] == "over":
            result: Mapping[str, Any] = told.match["result"]
            return result
        if told.match["version"] != version:
            changed, version = time.monotonic(), told.match["version"]
        if legal_actions(told.match):
            told = await _decide(table, told)
        elif time.monotonic() - changed > table.limits.stall:
            raise PlayerUnreachable(f"nobody has acted for {table.limits.stall:g} seconds")
        else:
            told = await table.tools.table(str(table.handle))


async def _decide(table: Table, told: ToolResult) -> ToolResult:
    """The next table, after one decision of the model."""
    record, complaint = table.record, None
    assert told.match is not None
    record.decisions += 1
    looks = sum(record.looks.values())
    try:
        for attempt in range(1, table.limits.attempts + 1):
            if attempt == 2:
                record.retried += 1
            try:
                answer = await _answer(table, told, attempt, complaint)
                version = told.match["version"]
                done = await table.tools.act(str(table.handle), answer.said, version)
            except ToolRefused as refused:
                if not refused.illegal:
                    return await table.tools.table(str(table.handle))
                record.illegal += 1
                complaint = str(refused)
            else:
                _compare_plans(table, legal_actions(told.match), done.taken, answer)
                return done
    finally:
        record.looked += sum(record.looks.values()) > looks
    raise Forfeited(f"{table.limits.attempts} illegal attempts at one decision, last: {complaint}")


async def _answer(table: Table, told: ToolResult, attempt: int, complaint: str | None) -> Reply:
    """What the model says at last, after all that it asks to see.

    Raises `ToolRefused`, as of an illegal action, once it has asked too often.
    """
    record = table.record
    reply = await _measure(table, table.player.decide(decision(table, told, attempt, complaint)))
    for _ in range(table.limits.looks):
        if reply.look is None:
            return reply
        if reply.look.tool in READERS:
            add_counts(record.looks, {reply.look.tool: 1})
        seen = await run_look(table.tools, record.game, str(table.handle), reply.look)
        reply = await _measure(table, table.player.see(seen))
    if reply.look is None:
        return reply
    raise ToolRefused(
        f"You have looked {table.limits.looks} times at this decision. Choose an action.",
        illegal=True,
    )


def decision(table: Table, told: ToolResult, attempt: int, complaint: str | None) -> Decision:
    """The question that the model is asked."""
    record, match = table.record, told.match
    assert match is not None
    legal = [
        {"number": number, "action": action["action"], "label": action["label"]}
        for number, action in with_numbers(legal_actions(match))
    ]
    return Decision(
        record.match,
        record.game,
        record.seat,
        match["version"],
        told.text.partition(f"\n{TITLE}\n")[0] if table.hidden else told.text,
        legal if table.tools.listed and not table.hidden else None,
        attempt,
        complaint,
    )


async def _measure(table: Table, asked: Awaitable[Reply]) -> Reply:
    """An answer of the model, with its time and its tokens counted."""
    record, began = table.record, time.monotonic()
    try:
        reply = await asked
    except PlayerGone as error:
        raise Forfeited(str(error)) from error
    finally:
        record.seconds += time.monotonic() - began
    record.input_tokens = add_tokens(record.input_tokens, reply.input_tokens)
    record.output_tokens = add_tokens(record.output_tokens, reply.output_tokens)
    return reply


def _compare_plans(
    table: Table, actions: Sequence[Mapping[str, Any]], taken: str | None, answer: Reply
) -> None:
    """Compare what was done with the plan before it; then take the plan that came with it."""
    record = table.record
    if taken is not None:
        add_counts(record.steps, table.plan.follow(actions, taken))
    if answer.plan:
        record.plans += 1
        add_counts(record.steps, table.plan.state(answer.plan))


async def _give_up(table: Table) -> None:
    """Let a bot play the rest, so that nobody waits for the seat."""
    if table.handle is not None:
        with suppress(RailheadError):
            await table.service.match(table.handle.match, table.handle.token).resign(play_on=True)


def add_tokens(so_far: int | None, more: int | None) -> int | None:
    """The sum of what was told; None as long as nothing was."""
    return so_far if more is None else (so_far or 0) + more


def add_counts(counts: dict[str, int], more: Mapping[str, int]) -> None:
    """Add to counts by name."""
    for name, number in more.items():
        counts[name] = counts.get(name, 0) + number


def place(ranking: Sequence[Sequence[int]], seat: int) -> int:
    """The place of a seat, from 1; tied ones share the better one."""
    ahead = 0
    for tied in ranking:
        if seat in tied:
            break
        ahead += len(tied)
    return ahead + 1
