"""The one rule of time: random requests of everybody against a model."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from railhead.games.game import CHANCE, State
from railhead.games.random import Random
from railhead.service.errors import Problem
from railhead.service.history.forking import Fork, fork
from railhead.service.model import MOVES, Event, Match, Seat
from railhead.service.seats.rematch import rematch
from tests.service.test_matches import any_notation
from tests.service.time_table import BANK, FULL, RESIGN, SECOND, TURN, Table, table

__all__ = ["table"]


@dataclass
class Model:
    """Ten lines of arithmetic: by seat what was granted and used, now and at every version."""

    clock: dict[str, Any]
    granted: dict[int, int]
    used: dict[int, int]
    by_bot: dict[int, int] = field(default_factory=dict)
    past: dict[int, tuple[dict[int, int], dict[int, int]]] = field(default_factory=dict)

    def passed(self, milliseconds: int, before: Match) -> None:
        for seat in before.seats:
            decides = seat.number in before.opened
            if (decides and seat.kind == "human") or (before.status == seat.kind == "open"):
                self.used[seat.number] += milliseconds
            elif decides and seat.kind == "bot" and seat.is_held and not seat.resigned:
                self.by_bot[seat.number] = self.by_bot.get(seat.number, 0) + milliseconds

    def turn_ended(self, seat: int, times: int, kinds: tuple[str, str]) -> None:
        self.by_bot.pop(seat, None)
        if self.clock["kind"] == "turn":
            self.granted[seat] = self.used[seat] + FULL["turn"]
        elif kinds == ("human", "human"):
            self.granted[seat] += times * self.clock["increment"] * SECOND

    def taken_back(self, seat: int) -> None:
        self.used[seat] += self.by_bot.pop(seat, 0)

    def went_back(self, by: list[int], to: int, before: Match, on_turn: list[int]) -> None:
        granted, used = self.past[to]
        lost = 0
        for seat in self.used:
            if seat in by:
                self.granted[seat] = min(granted[seat], self.granted[seat])
            elif before.opened.get(seat, to + 1) > to:
                lost += self.used[seat] - min(used[seat], self.used[seat])
                self.granted[seat] = granted[seat]
                self.used[seat] = min(used[seat], self.used[seat])
        if by:
            self.used[next((seat for seat in by if seat in on_turn), by[0])] += lost
        self.by_bot.clear()


def turns_of(state: State, events: list[Event]) -> tuple[dict[int, int], set[int]]:
    """How many turns of each seat ended over these moves, and of which one ended or began."""
    ended: dict[int, int] = {}
    turned: set[int] = set()
    open_turns = {seat: state.turn() for seat in state.to_act()}
    for event in events:
        if event.kind not in MOVES:
            continue
        state.apply(CHANCE if event.seat is None else event.seat, state.parse(event.notation))
        if state.actor() == CHANCE:
            continue
        now = {seat: state.turn() for seat in state.to_act()}
        for seat, turn in open_turns.items():
            if now.get(seat) != turn:
                ended[seat] = ended.get(seat, 0) + 1
                turned.add(seat)
        turned |= now.keys() - open_turns.keys()
        open_turns = now
    return ended, turned


class Walk:
    """Random legal requests of everybody at a table, and the model beside them."""

    def __init__(self, at: Table, clock: dict[str, Any], seed: int) -> None:
        self.at, self.random = at, Random(seed)
        full = FULL[clock["kind"]]
        seats = [seat.number for seat in at.match.seats]
        self.model = Model(clock, dict.fromkeys(seats, full), dict.fromkeys(seats, 0))
        self.done: dict[str, int] = {}
        self._remember(-1)

    def _remember(self, before: int) -> None:
        kept = dict(self.model.granted), dict(self.model.used)
        for version in range(before + 1, self.at.version + 1):
            self.model.past[version] = kept

    def step(self) -> None:
        """One request after a while; the model follows what the log says of it."""
        at, before = self.at, self.at.match
        seconds = self.random.below(9_000)
        at.at += seconds
        self.model.passed(seconds, before)
        left = {seat.number: at.time_left(seat.number) for seat in before.seats}
        name = self._ask(before)
        if name is None:
            return
        self.done[name] = self.done.get(name, 0) + 1
        self._follow(name, before)
        self._check(name, before, left)

    def _ask(self, before: Match) -> str | None:
        """Ask for something at random; its name, None where it was refused or changed nothing."""
        at = self.at
        seat = before.seats[self.random.below(len(before.seats))]
        on_turn = list(before.to_act) or [seat.number]
        acting = on_turn[self.random.below(len(on_turn))]
        wanted = self.random.below(13)
        try:
            if at.matches.run_out(at.id):
                return "clock"
            if wanted < 5 and before.opened:
                at.submit(acting, any_notation(before, acting, self.random))
                return "act"
            if wanted == 5:
                versions = at.back.undo_limit(before, None).versions
                at.undo(None, versions[self.random.below(min(12, len(versions)))])
                return "owner"
            if wanted in (6, 7):
                at.undo(seat.number)
                return f"undo {seat.number}"
            if wanted == 12:
                self.apart()
                return None
            kinds = [at.hand_over, at.take_back, at.leave, at.claim]
            resigns = at.version > 60 and not self.random.below(20)
            asked = at.resign if resigns else kinds[wanted - 8]
            asked(seat.number)
        except (Problem, IndexError):
            return None
        return asked.__name__ if at.version > before.version else None

    def apart(self) -> None:
        """A fork, and the rematch of a match that is over, leave the time of this match alone."""
        at, match = self.at, self.at.match
        before = match.times
        if match.status == "over":
            again = rematch(at.matches, match).match
            accounts = list((again.times or {}).values())
            assert all(account.used == 0 for account in accounts)
            assert {account.remaining for account in accounts} <= {FULL[self.model.clock["kind"]]}
        elif match.status == "active":
            seats = tuple(Seat(seat.number, "human", seat.name) for seat in match.seats)
            wanted = Fork(
                match.version, seats, "private", "any", False, "nobody", None, None, "anybody"
            )
            assert fork(at.matches, match, 0, wanted, None).match.times is None
        assert at.match.times == before
        self.done["apart"] = self.done.get("apart", 0) + 1

    def _follow(self, name: str, before: Match) -> None:
        events = self.at.matches.events(self.at.id, before.version)
        now = self.at.match
        state, by = before.state.clone(), list[int]()
        if events[0].kind == "undo":
            to = int(events[0].details["to"])
            state = self.at.matches.match_at(self.at.id, to).state
            by = [int(name.split()[1])] if name != "owner" else self._owners(before)
            self.model.went_back(by, to, before, state.to_act())
        ended, turned = turns_of(state, events)
        undone = events[0].kind == "undo"
        for seat in turned:
            kinds = before.seats[seat].kind, now.seats[seat].kind
            # What follows from going back by itself is earned by nobody once more.
            if not undone:
                self.model.turn_ended(seat, ended.get(seat, 0), kinds)
            elif self.model.clock["kind"] == "turn" and seat not in by:
                self.model.turn_ended(seat, 0, kinds)
        for number, sits in enumerate(now.seats):
            if sits.kind != "bot" and before.seats[number].kind == "bot":
                self.model.taken_back(number)
            if number not in now.opened:
                self.model.by_bot.pop(number, None)
        self._remember(before.version)

    def _owners(self, match: Match) -> list[int]:
        first = match.record.seats
        return [
            seat.number for seat in match.seats if seat.token_hash == first[seat.number].token_hash
        ]

    def _check(self, name: str, before: Match, left: dict[int, int]) -> None:
        now = self.at.match
        for number, account in (now.times or {}).items():
            model = self.model.granted[number], self.model.used[number]
            assert (account.granted, account.used) == model, (name, number)
        if now.status != "over":
            waits = any(seat.kind == "bot" for seat in now.seats if seat.number in now.opened)
            runs = any(account.runs for account in (now.times or {}).values())
            assert runs or waits, "what runs is always somebody's"
        raising = {"act": (), "clock": ()}.get(name, range(len(now.seats)))
        owners = self._owners(before) if name == "owner" else []
        for seat in raising:
            if name.startswith("undo") and seat != int(name.split()[1]):
                continue
            if name == "owner" and seat not in owners:
                continue
            if name.startswith(("undo", "owner")) or not self._turned_since(before):
                assert self.at.time_left(seat) <= left[seat], (name, seat)

    def _turned_since(self, before: Match) -> bool:
        """Whether chance or forced moves came with a request, which may have ended turns."""
        return any(
            event.kind in MOVES for event in self.at.matches.events(self.at.id, before.version)
        )


@pytest.mark.sampled
@pytest.mark.parametrize(
    "clock", [TURN, BANK, {**BANK, "then": RESIGN}], ids=["turn", "bank", "out"]
)
@pytest.mark.parametrize("game", ["montana", "steam", "santa_fe", "great_western_trail", "veil"])
def test_random_requests_of_everybody_agree_with_the_model(
    table: Any, game: str, clock: dict[str, Any]
) -> None:
    asked: dict[str, int] = {}
    for seed in range(3):
        at = table(game, count=3 if game == "steam" else 2, clock=clock, undo="any")
        walk = Walk(at, clock, seed)
        for _ in range(120):
            if at.status == "over":
                walk.apart()
                break
            walk.step()
        for name, times in walk.done.items():
            asked[name.split()[0]] = asked.get(name.split()[0], 0) + times
    assert asked.keys() >= {"act", "owner", "hand_over", "take_back", "leave", "apart"}
