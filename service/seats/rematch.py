"""The same match once more: who had a seat has it again, with the same token."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from railhead.service.core.creation import new_record
from railhead.service.core.levels import known_level
from railhead.service.core.match_cache import MatchCache
from railhead.service.core.matches import Matches
from railhead.service.core.progress import Progress
from railhead.service.errors import MatchNotOver, NoSuchMatch, Unavailable
from railhead.service.model import (
    CreationResult,
    Head,
    Idempotency,
    Match,
    MatchTokens,
    NewMatch,
    Record,
    Rematch,
    Seat,
)
from railhead.service.seats.departures import vacate
from railhead.service.seats.storage import RematchStorage

DELETIONS: Final = 20
"""How many rematches may be deleted while one is asked for."""


def rematch(matches: Matches, over: Match, asked_by: str | None = None) -> CreationResult:
    """The match that follows a finished one: for a day the same for everybody who asks for it.

    Game, options, data, seats and all that opens them are those of the match that is over; set-up
    and chance are drawn anew. Where the one that followed was deleted, another follows, under an id
    of its own. A bot whose level is not known any more is of the weakest. The match that is over
    says which follows it, and whoever waits there is woken. Raises `MatchNotOver`, `RulesChanged`,
    `TooManyBotMatches`, `Unavailable`.
    """
    if over.status != "over":
        raise MatchNotOver()
    # The key of a creation like any other: of several who make a match for it the first one's is
    # kept, each under a fresh id, and who fails on the way leaves nothing behind.
    key = Idempotency("rematch", over.record.id, "")
    for _ in range(DELETIONS):
        earlier = matches.store.earlier(key)
        with suppress(NoSuchMatch):
            following = (
                _create_rematch(matches, over, key, asked_by)
                if earlier is None
                else earlier.match_id
            )
            match = matches.match(following)
            matches.store.storage(RematchStorage).note(
                over.record.id, Rematch(following, match.record.created_at)
            )
            return CreationResult(match, MatchTokens())
        if earlier is not None:
            matches.store.forget_earlier(key, earlier)
    raise Unavailable("rematches of this match are deleted as fast as they are made")


def rematch_of(matches: MatchCache, record: Record, head: Head) -> Rematch | None:
    """The match that follows this one, if it is over and there is one that is not deleted.

    Whoever may read the one may read the other: visibility and tokens are the same. Raises
    `Unavailable`.
    """
    if head.status != "over":
        return None
    found = matches.store.storage(RematchStorage).of(record.id)
    if found is None or matches.store.heads([found.match])[0] is None:
        return None
    return found


def _create_rematch(matches: Matches, over: Match, key: Idempotency, asked_by: str | None) -> str:
    """The id of a match that is made to follow, or of one that somebody else made meanwhile.

    Raises `NoSuchMatch` where that one is gone already.
    """
    record = over.record
    seats = [_again(matches, seat) for seat in over.seats]
    new = NewMatch(
        record.game,
        record.options,
        seats,
        visibility=record.visibility,
        auto_forced=record.auto_forced,
        undo=record.undo,
        sealed=record.sealed,
        client=record.client,
        clock=_clock(record.clock),
        analyses=record.analyses,
        absent_after=record.absent_after,
        asked_by=asked_by,
        claims=record.claims,
    )
    game, setup = matches.set_up(new, over.game)
    match_id = matches.store.new_match_id(key)
    at = matches.store.clocks.at(match_id)
    made = new_record(match_id, new, game, game.start(setup), dict(setup), MatchTokens(), at)
    made = replace(
        made,
        seats=tuple(seats),
        owner_hash=record.owner_hash,
        spectator_hash=record.spectator_hash,
        rematch_of=record.id,
    )
    progress = Progress.initial(made, game.load(made.opening))
    progress.settle()
    return matches.begin(progress, game, MatchTokens(), key).match.record.id


def _again(matches: Matches, seat: Seat) -> Seat:
    """A seat as it is in the next match: whoever held it plays, else a bot of a known level.

    That of a client that is gone is open, and so is one of a person that nobody holds, as in a
    match that was imported: its owner invites.
    """
    if seat.client is not None and matches.accounts.find(seat.client) is None:
        return vacate(replace(seat, kind="human"))
    if seat.is_held:
        return replace(seat, kind="human", level=None, resigned=False)
    if seat.kind == "human":
        return Seat(seat.number, "open", f"Seat {seat.number}")
    if seat.kind != "bot":
        return seat
    level = known_level(seat.level)
    # A bot that nobody holds is called as its level is.
    name = level if seat.name == seat.level else seat.name
    return replace(seat, name=name, level=level, resigned=False)


def _clock(clock: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """The clock of the next match: its bot too is of a level that there is."""
    if clock is None:
        return None
    return {**clock, "then": {**clock["then"], "level": known_level(clock["then"]["level"])}}
