"""Whatever is done with its seats, a match that is not over can be gone on with to its end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

import pytest

from railhead.games.random import Random
from railhead.service.core.matches import Matches
from railhead.service.errors import Problem
from railhead.service.history.past_versions import PastVersions
from railhead.service.model import MOVES, Client, Match, NewMatch, Seat
from railhead.service.seats.departures import Departures
from railhead.service.seats.seating import Seating
from tests.http.absences import let_pass
from tests.service.test_matches import any_notation

ABSENT_AFTER = 60
STEPS = 40
LONG = 10_000


@dataclass
class Table:
    """A match, and all that may be asked of it at random."""

    matches: Matches
    random: Random
    match_id: str = ""
    clients: dict[str, Client] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.seating = Seating(self.matches)
        self.departures = Departures(self.matches)
        number = 2 + self.random.below(3)
        seats = [self._seat(at) for at in range(number)]
        new = NewMatch("veil", {}, seats, visibility="public", absent_after=ABSENT_AFTER)
        self.match_id = self.matches.create(new).match.record.id

    def _seat(self, number: int) -> Seat:
        name = f"Seat {number}"
        match self.random.below(4):
            case 0:
                return Seat(number, "bot", "easy", "easy")
            case 1:
                return Seat(number, "open", name)
            case 2:
                return Seat(number, "human", name)
        return Seat(number, "human", name, client=self.client().id)

    def client(self) -> Client:
        made, _ = self.matches.accounts.create("one", "")
        self.clients[made.id] = made
        return made

    @property
    def match(self) -> Match:
        return self.matches.match(self.match_id)

    def any_step(self) -> None:
        """One request of somebody, which may be refused."""
        steps: list[Callable[[Seat], object]] = [
            *(self.act for _ in range(4)),
            *(self.hand_over, self.take_back, self.leave, self.resign, self.claim, self.delete),
            *(self.fill, self.fill_as_owner, self.undo, self.wait),
        ]
        match = self.match
        seat = match.seats[self.random.below(len(match.seats))]
        with suppress(Problem):
            steps[self.random.below(len(steps))](seat)

    def act(self, seat: Seat) -> None:
        match = self.match
        if match.to_act:
            chosen = match.to_act[self.random.below(len(match.to_act))]
            notation = any_notation(match, chosen, self.random)
            self.matches.submit(self.match_id, chosen, notation, match.version)

    def hand_over(self, seat: Seat) -> None:
        if seat.is_held and seat.kind != "open":
            self.seating.hand_to_bot(self.match_id, seat.number, seat, "easy")

    def take_back(self, seat: Seat) -> None:
        if seat.is_held and seat.kind != "open":
            self.seating.take_back(self.match_id, seat.number, seat)

    def leave(self, seat: Seat) -> None:
        holder = seat if seat.is_held and seat.kind != "open" else None
        self.seating.leave(self.match_id, seat.number, holder)

    def resign(self, seat: Seat) -> None:
        if seat.is_held and seat.kind != "open":
            play_on = self.random.below(4) == 0
            self.seating.resign(self.match_id, seat.number, seat, "easy", play_on)

    def claim(self, seat: Seat) -> None:
        client = self.client() if self.random.below(2) else None
        self.seating.claim(self.match_id, seat.number, None, "somebody", client)

    def delete(self, seat: Seat) -> None:
        if seat.client in self.clients:
            self.departures.begin(self.clients.pop(seat.client))

    def fill(self, seat: Seat) -> None:
        others = [one for one in self.match.seats if one.is_held and one.number != seat.number]
        if others:
            by = others[self.random.below(len(others))]
            self.seating.fill(self.match_id, seat.number, by, "easy")

    def fill_as_owner(self, seat: Seat) -> None:
        self.seating.fill(self.match_id, seat.number, None, "easy")

    def undo(self, seat: Seat) -> None:
        match = self.match
        PastVersions(self.matches).undo(self.match_id, seat, match.version - 1, match.version)

    def wait(self, seat: Seat) -> None:
        let_pass(self.matches, self.match_id, ABSENT_AFTER * self.random.below(3) / 2)

    def holders(self) -> list[Seat]:
        """Those who could ask for something: people with a token, and clients that are there."""
        return [
            seat
            for seat in self.match.seats
            if seat.kind != "open"
            and not seat.resigned
            and (seat.token_hash is not None or seat.client in self.clients)
        ]

    def finish(self, by: Seat | None) -> None:
        """Bring the match to its end though everybody but `by` (None: the owner) is silent."""
        for _ in range(LONG):
            match = self.match
            if match.status == "over":
                return
            if match.status == "open":
                let_pass(self.matches, self.match_id, ABSENT_AFTER)
                for seat in match.seats:
                    if seat.kind == "open":
                        self.seating.fill(self.match_id, seat.number, by, "easy")
                continue
            (number, *_) = match.to_act
            seat = match.seats[number]
            if seat.kind == "human" and (by is None or number != by.number):
                let_pass(self.matches, self.match_id, ABSENT_AFTER)
                self.seating.fill(self.match_id, number, by, "easy")
                continue
            notation = any_notation(match, number, self.random)
            self.matches.submit(self.match_id, number, notation, match.version)
        raise AssertionError("the match comes to no end")


def has_begun(table: Table) -> bool:
    """Whether all seats were taken once: then Veil deals, and else nothing is drawn or decided."""
    return any(event.kind in MOVES for event in table.matches.events(table.match_id))


@pytest.mark.sampled
@pytest.mark.parametrize("seed", range(60))
def test_somebody_can_always_go_on(matches: Matches, seed: int) -> None:
    table = Table(matches, Random(seed))
    for _ in range(STEPS):
        table.any_step()
        match = table.match
        living = {seat.number for seat in table.holders()}
        for seat in match.seats:
            if match.status != "over" and seat.kind == "human":
                assert seat.number in living, "nobody is waited for who is gone"
        assert match.status != "active" or match.to_act
        assert match.status != "over" or not match.to_act
    holders = table.holders() if has_begun(table) else []
    chosen = [None, *holders][table.random.below(1 + len(holders))]
    table.finish(chosen)
    assert table.match.status == "over"
    assert matches.replay(table.match_id).save() == table.match.state.save()
