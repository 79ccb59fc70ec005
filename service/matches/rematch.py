"""The same match once more: who had a seat has it again, with the same token."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from railhead.service.errors import MatchNotOver, NoSuchMatch
from railhead.service.matches.creation import new_record
from railhead.service.matches.matches import Matches
from railhead.service.matches.progress import Progress
from railhead.service.model import Created, Match, NewMatch, Seat, Tokens
from railhead.service.store.commits import Moved


def rematch(matches: Matches, over: Match) -> Created:
    """The match that follows a finished one: the same for everybody who asks for it.

    Game, options, data, seats and all that opens them are those of the match that is over; set-up
    and chance are drawn anew. Raises `MatchNotOver`, `RulesChanged`.
    """
    record = over.record
    if over.status != "over":
        raise MatchNotOver()
    match_id = matches.store.kept.follow(record.id, matches.store.new_match_id(None))
    with suppress(NoSuchMatch):  # who was to make it may have failed
        return Created(matches.match(match_id), Tokens())
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
        clock=record.clock,
        analyses=record.analyses,
    )
    game, setup = matches.set_up(new, over.game)
    made = new_record(match_id, new, game, game.start(setup), dict(setup), Tokens())
    made = replace(
        made,
        seats=tuple(seats),
        owner_hash=record.owner_hash,
        spectator_hash=record.spectator_hash,
    )
    progress = Progress.opening(made, game.load(made.opening))
    progress.settle()
    try:
        return matches.begin(progress, game, Tokens(), None)
    except Moved:
        return Created(matches.match(match_id), Tokens())


def _again(seat: Seat) -> Seat:
    """A seat as it is in the next match: whoever held it plays."""
    if not seat.held:
        return seat
    return replace(seat, kind="human", level=None, resigned=False)
