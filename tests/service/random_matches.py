"""Matches played at random with all that can happen to one: moves taken back, seats that change
hands, clocks that run out; at times of their own."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import orjson
import pytest

from railhead.service.core import clocks, progress
from railhead.service.core.matches import Matches
from railhead.service.errors import Problem
from railhead.service.history.documents import Importer, export_match, import_match
from railhead.service.history.past_versions import PastVersions
from railhead.service.http.schemas.fields import parse
from railhead.service.http.schemas.import_requests import NewImport
from railhead.service.model import Account, Match, NewMatch, Seat
from railhead.service.seats.seating import Seating
from railhead.service.store.clocks import Clocks
from railhead.service.user_data.validation_queue import ValidationTicket

LEVELS = ("easy", "medium", "hard")
CLOCK = {
    "kind": "bank",
    "seconds": 30,
    "increment": 5,
    "then": {"kind": "bot", "level": "medium"},
}
RESIGNING = {
    "kind": "turn",
    "seconds": 7200,
    "increment": 0,
    "then": {"kind": "resign", "level": "easy"},
}


class Calendar:
    """A clock for matches that take days, which it tells the service in place of the store's."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.time = datetime.now(UTC) - timedelta(days=20)

    def now(self) -> str:
        self.time += timedelta(microseconds=self.random.choice([7, 900_000, 7_000_000]))
        return self.time.isoformat(timespec="microseconds").replace("+00:00", "Z")

    def wait(self, hours: int) -> None:
        self.time += timedelta(hours=hours)


@pytest.fixture
def calendar(monkeypatch: pytest.MonkeyPatch) -> Calendar:
    """The time by which the service says when things happen."""
    told = Calendar(Random(1))
    monkeypatch.setattr(Clocks, "at", lambda *_: told.now())
    return told


def seats_at_random(count: int, random: Random) -> list[Seat]:
    """At least one of a person."""
    seats = [Seat(0, "human", "Ann")]
    for number in range(1, count):
        level = random.choice(LEVELS)
        seats.append(
            random.choice(
                [
                    Seat(number, "human", f"Björn {number}"),
                    Seat(number, "bot", level, level),
                    Seat(number, "open", f"Seat {number}"),
                ]
            )
        )
    return seats


class RandomMatch:
    """One match, and whoever does something in it."""

    def __init__(self, matches: Matches, calendar: Calendar, game: str, seats: int, seed: int):
        self.matches, self.calendar, self.random = matches, calendar, Random(seed)
        self.seating, self.past = Seating(matches), PastVersions(matches)
        new = NewMatch(
            game,
            {},
            seats_at_random(seats, self.random),
            seed=seed,
            visibility=self.random.choice(["private", "public"]),
            auto_forced=self.random.random() < 0.7,
            undo=("any", "own", "off")[seed % 3],
            clock=(CLOCK, RESIGNING, None, RESIGNING)[seed % 4],
            analyses=self.random.choice(["alone", "ended", "everybody", "nobody"]),
        )
        created = matches.create(new)
        self.id = created.match.record.id
        self.invitations: dict[int, str] = dict(created.tokens.invitations)

    def now(self) -> Match:
        return self.matches.match(self.id)

    def play(self, undos: int = 6, changes: int = 12) -> Match:
        """To the end."""
        while (match := self.now()).status != "over":
            chance = self.random.random()
            if match.status == "open" or (changes and chance < 0.1):
                changes -= match.status != "open"
                with suppress(Problem):
                    self.change_seats(match)
            elif undos and chance < 0.2:
                undos -= 1
                with suppress(Problem):
                    self.take_back(match)
            else:
                self.act(match)
        return match

    def act(self, match: Match) -> None:
        seat = self.random.choice(list(match.to_act))
        action = self.random.choice(match.state.legal_actions(seat))
        notation = match.game.vocabulary.notation(action)
        self.matches.submit(self.id, seat, notation, match.version)

    def take_back(self, match: Match) -> None:
        holders = [None, *(seat for seat in match.seats if seat.kind == "human")]
        holder = self.random.choice(holders)
        versions = list(
            self.past.undo_limit(match, None if holder is None else holder.number).versions
        )
        if versions:
            to = self.random.choice(versions[:8])
            self.past.undo(self.id, holder, to, match.version)

    def change_seats(self, match: Match) -> None:
        for seat in match.seats:
            if seat.kind == "open":
                self.fill(seat)
                return
        seat = self.random.choice(list(match.seats))
        holder = seat if seat.is_held else None
        what = self.random.randrange(5)
        if what == 0 and match.record.clock is not None:
            self.run_out(match)
        elif what == 1 and holder is not None and self.random.random() < 0.3:
            self.seating.resign(self.id, seat.number, holder, self.random.choice(LEVELS))
        elif what == 2 and holder is not None:
            self.seating.take_back(self.id, seat.number, holder)
        elif what == 3:
            left = self.seating.leave(self.id, seat.number, holder)
            self.invitations[seat.number] = left.invitation or ""
        elif holder is None:
            self.seating.fill(self.id, seat.number, None, self.random.choice(LEVELS))
        else:
            self.seating.hand_to_bot(self.id, seat.number, holder, self.random.choice(LEVELS))

    def fill(self, seat: Seat) -> None:
        number = seat.number
        if self.random.random() < 0.4:
            self.seating.fill(self.id, number, None, self.random.choice(LEVELS))
            return
        if not self.invitations.get(number) or self.random.random() < 0.2:
            left = self.seating.leave(self.id, number, None)
            self.invitations[number] = left.invitation or ""
        name = self.random.choice([None, "Cleo", "Däg"])
        self.seating.claim(self.id, number, self.invitations[number], name, None)

    def run_out(self, match: Match) -> None:
        acting = [seat for seat in match.to_act if match.seats[seat].kind == "human"]
        if not acting:
            return
        self.calendar.wait(3)

        def step(now: Match, going: progress.Progress) -> None:
            now.times = {**(now.times or {}), acting[0]: Account(0, 1, 1)}
            clocks.run_out(now, going, self.matches.store.clocks.now(self.id))

        self.matches.change(self.id, step)


def document_of(matches: Matches, match: Match) -> bytes:
    """The export as it goes out."""
    return orjson.dumps(export_match(matches, match))


def taken_in(matches: Matches, document: Any, visibility: str | None = None) -> Match:
    """The match that a document is imported as, as the API does it."""
    loaded = parse(NewImport, document)
    seats = [
        Seat(number, seat["kind"], seat["name"], seat["level"])
        for number, seat in enumerate(loaded["seats"])
    ]
    return import_match(
        matches, loaded, Importer(seats, visibility, None), None, ValidationTicket("")
    ).match


def as_imported(document: bytes, match: Match, before: str) -> bytes:
    """The document as it has to be exported again by the match that it was imported as."""
    whole = orjson.loads(document)
    forked = whole["origin"]
    if forked is not None and forked["kind"] == "import":
        forked = forked.get("origin")
    mark = {"kind": "import", "match": before, **({} if forked is None else {"origin": forked})}
    return orjson.dumps({**whole, "match": match.record.id, "origin": mark})
