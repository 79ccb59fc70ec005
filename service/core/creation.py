"""What creating a match makes: its record."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from railhead.games.game import Game, Ruleset, State
from railhead.service.accounts.tokens import hash_token
from railhead.service.model import MatchTokens, NewMatch, Record, Seat


def new_record(
    match_id: str,
    new: NewMatch,
    game: Game,
    state: State,
    setup: dict[str, Any],
    tokens: MatchTokens,
    created_at: str,
) -> Record:
    """Version 0 of a match whose opening is `state`, and which `tokens` open."""
    ruleset: Ruleset = game.ruleset
    return Record(
        id=match_id,
        game=ruleset.id,
        rules_version=ruleset.version,
        options=setup["options"],
        data_hash=game.data_hash,
        setup=setup,
        opening=state.save(),
        seats=tuple(_seat(seat, tokens) for seat in new.seats),
        owner_hash=hash_token(tokens.owner),
        visibility=new.visibility,
        auto_forced=new.auto_forced,
        seed=new.seed,
        created_at=created_at,
        spectator_hash=hash_token(tokens.spectator),
        client=new.client,
        undo=new.undo,
        sealed=new.sealed,
        clock=new.clock,
        analyses=new.analyses,
        absent_after=new.absent_after,
        asked_by=new.asked_by,
        claims=new.claims,
    )


def _seat(seat: Seat, tokens: MatchTokens) -> Seat:
    if seat.number in tokens.invitations:
        return replace(seat, invitation_hash=hash_token(tokens.invitations[seat.number]))
    if seat.number in tokens.seats:
        return replace(seat, token_hash=hash_token(tokens.seats[seat.number]))
    return seat
