"""What creating a match makes: its record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from games.game import Game, Ruleset, State
from service.matches.tokens import hashed
from service.model import NewMatch, Record, Seat


def new_record(
    match_id: str,
    new: NewMatch,
    game: Game,
    state: State,
    setup: dict[str, Any],
    tokens: Mapping[int, str],
    owner: str,
) -> Record:
    """Version 0 of a match whose opening is `state`; `tokens` are those of the human seats."""
    ruleset: Ruleset = game.ruleset
    return Record(
        id=match_id,
        game=ruleset.id,
        rules_version=ruleset.version,
        options=setup["options"],
        data_hash=game.data_hash,
        setup=setup,
        opening=state.save(),
        seats=tuple(_seat(seat, tokens.get(seat.number)) for seat in new.seats),
        owner_hash=hashed(owner),
        visibility=new.visibility,
        auto_forced=new.auto_forced,
        seed=new.seed,
        created_at=now(),
    )


def _seat(seat: Seat, token: str | None) -> Seat:
    return replace(seat, token_hash=None if token is None else hashed(token))


def now() -> str:
    """The time as records hold it: UTC, to the microsecond, `2026-01-31T12:00:00.000000Z`."""
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
