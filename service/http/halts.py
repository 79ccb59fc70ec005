"""What a seat is told that has to wait for a bot which does not play on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from railhead.service.core.matches import Matches
from railhead.service.errors import NotYourTurn
from railhead.service.http.rendering import halted_json
from railhead.service.model import Record

HALTED: Final = (
    "the bot whose turn it is has failed again and again, and is not tried for now: take moves "
    "back, or ask the operator for `railhead retry`"
)


@contextmanager
def telling_of_halts(matches: Matches, record: Record) -> Iterator[None]:
    """Have a `NotYourTurn` of this match say so where the bot that is to act does not."""
    try:
        yield
    except NotYourTurn as early:
        halted = matches.halt_of(record, matches.head(record.id))
        if halted is None:
            raise
        members = {**early.members, "halted": halted_json(halted)}
        raise NotYourTurn(HALTED, **members) from early
