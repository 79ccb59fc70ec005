"""A match whose time is set by hand, for what is tested of the rule of time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from railhead.service.accounts.tokens import hash_token
from railhead.service.core.matches import Matches
from railhead.service.history.past_versions import PastVersions
from railhead.service.model import Event, Match, NewMatch, Seat
from railhead.service.seats.seating import Seated, Seating
from railhead.service.store.clocks import Clocks

START = 1_700_000_000_000
SECOND = 1000
TURN = {"kind": "turn", "seconds": 60, "increment": 0, "then": {"kind": "bot", "level": "easy"}}
BANK = {**TURN, "kind": "bank", "seconds": 600, "increment": 7}
RESIGN = {"kind": "resign", "level": "easy"}
FULL = {"turn": 60 * SECOND, "bank": 600 * SECOND}


class Table:
    """A match over a real store whose time is set by hand: what everybody at it may ask for."""

    def __init__(
        self, matches: Matches, monkeypatch: pytest.MonkeyPatch, game: str, **more: Any
    ) -> None:
        self.at = START
        monkeypatch.setattr(Clocks, "now", lambda *_: self.at)
        monkeypatch.setattr(Clocks, "approximate_now", lambda *_: self.at)
        monkeypatch.setattr(Clocks, "paused_milliseconds", lambda *_: 0)
        monkeypatch.setattr(Clocks, "wall", lambda *_: self.at / SECOND)
        self.matches, self.seating, self.back = matches, Seating(matches), PastVersions(matches)
        count = more.pop("count", 2)
        seats = [
            Seat(number, "human", f"human {number}", token_hash=hash_token(f"{number}"))
            for number in range(count)
        ]
        seats = [replace(seats[0], token_hash=hash_token("owner")), *seats[1:]]
        new = NewMatch(game, more.pop("options", {}), more.pop("seats", seats), **more)
        self.id = matches.create(new).match.record.id

    def __getattr__(self, name: str) -> Any:
        return getattr(self.match, name)

    @property
    def match(self) -> Match:
        return self.matches.match(self.id)

    def wait(self, seconds: float) -> None:
        self.at += round(seconds * SECOND)

    def time_left(self, seat: int) -> int:
        """What the seat has left at this very moment, in milliseconds."""
        account = (self.match.times or {}).get(seat)
        if account is None:
            return FULL[(self.match.record.clock or {})["kind"]]
        return account.remaining - (account.running_time(self.at) if account.runs else 0)

    def act(self, seat: int | None = None, choice: int = 0) -> list[Event]:
        match = self.match
        seat = match.to_act[0] if seat is None else seat
        notation = match.game.vocabulary.notation(match.state.legal_actions(seat)[choice])
        return self.submit(seat, notation)

    def submit(self, seat: int, notation: str) -> list[Event]:
        return list(self.matches.submit(self.id, seat, notation, self.match.version).events)

    def undo(self, seat: int | None, to: int | None = None) -> None:
        match = self.match
        versions = self.back.undo_limit(match, seat).versions
        holder = None if seat is None else match.seats[seat]
        self.back.undo(self.id, holder, versions[0] if to is None else to, match.version)

    def hand_over(self, seat: int) -> Seated:
        return self.seating.hand_to_bot(self.id, seat, self.match.seats[seat], "easy")

    def take_back(self, seat: int) -> Seated:
        return self.seating.take_back(self.id, seat, self.match.seats[seat])

    def leave(self, seat: int) -> Seated:
        return self.seating.leave(self.id, seat, self.match.seats[seat])

    def claim(self, seat: int) -> Seated:
        return self.seating.claim(self.id, seat, None, None, None)

    def resign(self, seat: int) -> Seated:
        return self.seating.resign(self.id, seat, self.match.seats[seat], "easy")


@pytest.fixture
def table(matches: Matches, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Lets a test sit down at a public match."""

    def sit(game: str = "montana", **more: Any) -> Table:
        return Table(matches, monkeypatch, game, **{"visibility": "public", "clock": BANK, **more})

    return sit
