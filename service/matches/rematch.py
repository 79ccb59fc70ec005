"""The same match once more: who had a seat has it again, with the same token."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, Final

from railhead.service.errors import MatchNotOver, NoSuchMatch, Unavailable
from railhead.service.matches.creation import new_record
from railhead.service.matches.levels import known_level
from railhead.service.matches.matches import Matches
from railhead.service.matches.progress import Progress
from railhead.service.model import Created, Idempotency, Match, NewMatch, Seat, Tokens

DELETIONS: Final = 20
"""How many rematches may be deleted while one is asked for."""


def rematch(matches: Matches, over: Match) -> Created:
    """The match that follows a finished one: for a day the same for everybody who asks for it.

    Game, options, data, seats and all that opens them are those of the match that is over; set-up
    and chance are drawn anew. Where the one that followed was deleted, another follows, under an id
    of its own. A bot whose level is not known any more is of the weakest. Raises `MatchNotOver`,
    `RulesChanged`, `Unavailable`.
    """
    if over.status != "over":
        raise MatchNotOver()
    # The key of a creation like any other: of several who make a match for it the first one's is
    # kept, each under a fresh id, and who fails on the way leaves nothing behind.
    key = Idempotency("rematch", over.record.id, "")
    for _ in range(DELETIONS):
        earlier = matches.store.earlier(key)
        with suppress(NoSuchMatch):
            following = _made(matches, over, key) if earlier is None else earlier.match_id
            return Created(matches.match(following), Tokens())
        if earlier is not None:
            matches.store.forget_earlier(key, earlier)
    raise Unavailable("rematches of this match are deleted as fast as they are made")


def _made(matches: Matches, over: Match, key: Idempotency) -> str:
    """The id of a match that is made to follow, or of one that somebody else made meanwhile.

    Raises `NoSuchMatch` where that one is gone already.
    """
    record = over.record
    seats = [_again(seat) for seat in over.seats]
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
    )
    game, setup = matches.set_up(new, over.game)
    match_id = matches.store.new_match_id(key)
    made = new_record(match_id, new, game, game.start(setup), dict(setup), Tokens())
    made = replace(
        made,
        seats=tuple(seats),
        owner_hash=record.owner_hash,
        spectator_hash=record.spectator_hash,
    )
    progress = Progress.opening(made, game.load(made.opening))
    progress.settle()
    return matches.begin(progress, game, Tokens(), key).match.record.id


def _again(seat: Seat) -> Seat:
    """A seat as it is in the next match: whoever held it plays, else a bot of a known level.

    One of a person that nobody holds, as in a match that was imported, is open: its owner invites.
    """
    if seat.held:
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
