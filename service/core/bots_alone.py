"""Matches between bots alone: nobody's turn ever holds them up, so how many run is bounded."""

from __future__ import annotations

from typing import Final

from railhead.service.errors import TooManyBotMatches
from railhead.service.model import Head, Record, is_somebody
from railhead.service.store.store import Store

RETRY_SECONDS: Final = 10


def check_bot_matches(store: Store, record: Record) -> None:
    """Count a match that is about to be created, if bots play it alone and one asked for it.

    Raises `TooManyBotMatches` where as many of its creator run as may.
    """
    most = store.settings.bot_matches
    if not most or record.asked_by is None or any(map(is_somebody, record.seats)):
        return
    address, _, client = record.asked_by.partition(" ")
    creator = client or address
    if store.bot_matches.note(creator, record.id, most):
        return
    names, made = store.bot_matches.counted(creator)
    heads = zip(names, store.heads_or_damaged(names), strict=True)
    ended = [
        name
        for name, head in heads
        if (head is None and name in made) or (isinstance(head, Head) and head.status == "over")
    ]
    store.bot_matches.forget(creator, ended)
    if not store.bot_matches.note(creator, record.id, most):
        raise TooManyBotMatches(
            f"{most} matches between bots alone run that you have created",
            limit=most,
            retry_after=RETRY_SECONDS,
        )
