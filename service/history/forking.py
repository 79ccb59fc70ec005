"""A new match out of a version of another: of a finished one as it was, else as the caller knows
it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from railhead.games.game import OVER, State
from railhead.service.accounts.tokens import new_tokens
from railhead.service.core import chance
from railhead.service.core.creation import new_record
from railhead.service.core.matches import Matches
from railhead.service.core.origins import fork_of, forked_from
from railhead.service.core.progress import Progress
from railhead.service.errors import InvalidSeats, MatchOver
from railhead.service.history.past_versions import PastVersions
from railhead.service.history.undo_rule import line_of
from railhead.service.history.visibility import allows_analysis, knows_all
from railhead.service.model import CreationResult, Idempotency, Match, NewMatch, Seat


@dataclass(frozen=True)
class Fork:
    """What a new match takes from elsewhere than its origin; further members as in `NewMatch`."""

    version: int
    seats: tuple[Seat, ...]
    visibility: str
    undo: str
    sealed: bool
    analyses: str
    client: str | None
    absent_after: int | None
    claims: str
    asked_by: str | None = None


def fork(
    matches: Matches, origin: Match, viewer: int, wanted: Fork, idempotency: Idempotency | None
) -> CreationResult:
    """A match that begins where another was, as `viewer` knows it.

    Of a finished match that is not sealed all is known; else what `viewer` cannot know is dealt
    anew. What may not be analysed in the match may not be in the new one either. Raises
    `NoSuchVersion`, `InvalidSeats`, `MatchOver` for a position that has ended (one in which the
    last player gave up can be played on), `RulesChanged`, `IdempotencyMismatch`.
    """
    record = origin.record
    state = _known_state(matches, origin, viewer, wanted)
    earlier = matches.created_before(idempotency)
    if earlier is not None:
        return earlier
    new = _new_match(origin, wanted)
    tokens = new_tokens(new)
    match_id = matches.store.new_match_id(idempotency)
    setup = {**record.setup, "options": dict(record.options)}
    at = matches.store.clocks.at(match_id)
    made = new_record(match_id, new, origin.game, state, setup, tokens, at)
    comes_from = fork_of(record.id, wanted.version)
    made = replace(made, origin=comes_from, line=_line(matches, origin, wanted.version))
    progress = Progress.initial(made, state)
    progress.settle()
    return matches.begin(progress, origin.game, tokens, idempotency)


def _known_state(matches: Matches, origin: Match, viewer: int, wanted: Fork) -> State:
    """The position to begin at, with what `viewer` cannot know dealt anew. Raises as `fork`."""
    record = origin.record
    if len(wanted.seats) != len(record.seats):
        problem = f"must be {len(record.seats)} seats, as in the match"
        raise InvalidSeats(errors=[{"field": "seats", "problem": problem}])
    state = PastVersions(matches).at(record, origin, wanted.version).state
    if state.actor() == OVER:
        raise MatchOver("the match is over at this version; fork from an earlier one")
    if not knows_all(origin):
        state.determinize(viewer, chance.unpredictable())
    return state


def _new_match(origin: Match, wanted: Fork) -> NewMatch:
    """What the new match is, of what the other one was and of what is wanted."""
    record = origin.record
    return NewMatch(
        record.game,
        record.options,
        wanted.seats,
        visibility=wanted.visibility,
        auto_forced=record.auto_forced,
        undo=wanted.undo,
        sealed=wanted.sealed,
        analyses=wanted.analyses if allows_analysis(origin) else "nobody",
        client=wanted.client,
        absent_after=wanted.absent_after,
        asked_by=wanted.asked_by,
        claims=wanted.claims,
    )


def _line(matches: Matches, origin: Match, version: int) -> list[dict[str, Any]] | None:
    """The moves that led from the set-up to a version, where its fork begins just there.

    None where something was dealt anew, in this fork or in one that the match comes of: nobody may
    see what really was, and no moves lead to what was dealt.
    """
    record = origin.record
    if origin.game.ruleset.hides and not knows_all(origin):
        return None
    before: Sequence[Mapping[str, Any]] = ()
    if forked_from(record.origin) is not None:
        if record.line is None:
            return None
        before = record.line
    moves = line_of(matches.events(record.id), version)
    return [*map(dict, before), *({"seat": one.seat, "action": one.notation} for one in moves)]
