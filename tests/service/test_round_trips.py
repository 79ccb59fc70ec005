"""Random matches, exported, imported and exported again: the same documents but for the mark."""

from __future__ import annotations

from collections import Counter
from typing import Any

import orjson
import pytest

from railhead.games.registry import rulesets
from railhead.service.core.matches import Matches
from railhead.service.history.forking import Fork, fork
from railhead.service.model import Match, Seat
from tests.service.random_matches import (
    Calendar,
    RandomMatch,
    as_imported,
    calendar,
    document_of,
    taken_in,
)

__all__ = ["calendar"]

PLAYED = {
    "veil": 30,
    "failing_search": 10,
    "montana": 9,
    "great_western_trail": 6,
    "santa_fe": 9,
    "steam": 6,
}
"""How many matches of each game that can be hosted, those of the tests too."""


def same_again(matches: Matches, match: Match) -> Match:
    """The match imported, whose export has to be the same, and so has that of another import."""
    for _ in range(2):
        document = document_of(matches, match)
        again = taken_in(matches, orjson.loads(document))
        assert document_of(matches, again) == as_imported(document, again, match.record.id)
        assert again.state.save() == match.state.save()
        match = again
    return match


@pytest.mark.sampled
@pytest.mark.parametrize("game", PLAYED)
def test_an_import_is_exported_as_it_was(matches: Matches, calendar: Calendar, game: str) -> None:
    kinds: Counter[str] = Counter()
    ruleset = rulesets()[game]
    for seed in range(PLAYED[game]):
        count = ruleset.min_seats + seed % (ruleset.max_seats - ruleset.min_seats + 1)
        played = RandomMatch(matches, calendar, game, min(count, 4), seed)
        match = played.play()
        events = matches.events(played.id)
        kinds.update(event.kind for event in events)
        again = same_again(matches, match)
        told = matches.events(again.record.id)
        assert [event.at for event in told] == [event.at for event in events]
        assert [event.seen for event in told] == [event.seen for event in events]
        assert (again.updated_at, again.record.created_at) == (
            match.updated_at,
            match.record.created_at,
        )
    assert {"action", "undo", "seat", "clock"} <= set(kinds), kinds


@pytest.mark.sampled
@pytest.mark.parametrize("game", ["veil", "montana", "great_western_trail", "santa_fe", "steam"])
def test_forks_are_imported_as_they_were(matches: Matches, calendar: Calendar, game: str) -> None:
    seats: Any = [Seat(number, "human", f"Seat {number}") for number in range(3)]
    first = RandomMatch(matches, calendar, game, 3, 5)
    for _ in range(15):
        if first.now().status == "active":
            first.act(first.now())
        elif first.now().status == "open":
            first.change_seats(first.now())
    running = first.now()
    over = first.play()

    def forked(origin: Match, version: int, viewer: int = 0) -> Match:
        wanted = Fork(version, seats, "private", "any", False, "everybody", None, None, "anybody")
        made = fork(matches, origin, viewer, wanted, None).match
        going = RandomMatch.__new__(RandomMatch)
        going.__dict__.update({**first.__dict__, "id": made.record.id, "invitations": {}})
        return going.play()

    at = running.version
    for origin in (over, running):  # as it was, and as a seat of a running match knows it
        one = forked(origin, at)
        of_it = forked(one, max(0, one.version - 2))
        hidden = rulesets()[game].hides and origin is running
        assert (one.record.line is None) == (of_it.record.line is None) == hidden
        again = same_again(matches, of_it)
        mark: Any = again.record.origin
        assert mark == {"kind": "import", "match": mark["match"], "origin": of_it.record.origin}
        # And what is forked from an import is known as far as that is.
        from_import = forked(again, 0)
        assert (from_import.record.line is None) == hidden
        taken_in(matches, orjson.loads(document_of(matches, from_import)))
