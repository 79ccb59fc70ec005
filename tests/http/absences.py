"""Letting time pass for whom a match waits: in the store, as if it had gone by."""

from __future__ import annotations

from dataclasses import replace

from railhead.service.core.matches import Matches
from railhead.service.store.keys import match_key
from railhead.service.store.serialization import head_to_bytes


def let_pass(matches: Matches, match_id: str, seconds: float) -> None:
    """Let all seats that a match waits for have been waited for so much longer.

    A process that has shown the match to somebody since its last change shows it so again, but for
    who is absent: time goes by without a change of what it has kept.
    """
    head = matches.store.head(match_id)
    assert head.waited_since is not None
    since = {seat: at - int(seconds * 1000) for seat, at in head.waited_since.items()}
    key = match_key(match_id, "head")
    matches.store.writer.set(key, head_to_bytes(replace(head, waited_since=since)))
