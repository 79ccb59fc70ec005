"""The one rule of time: a table of cases, and random requests of everybody against a model."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from railhead.games.game import CHANCE, State
from railhead.games.random import Random
from railhead.service.accounts.tokens import hash_token
from railhead.service.core.matches import Matches
from railhead.service.errors import Problem, TimeOver
from railhead.service.history.forking import Fork, fork
from railhead.service.history.past_versions import PastVersions
from railhead.service.model import MOVES, Account, Event, Match, NewMatch, Seat
from railhead.service.seats.rematch import rematch
from railhead.service.seats.seating import Seated, Seating
from railhead.service.store.clocks import Clocks
from tests.service.test_matches import any_notation

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

    def left(self, seat: int) -> int:
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


def to_a_turn_of_two_seats(at: Table) -> tuple[int, int]:
    """Play on until a decision of one seat leads to one of another that may be taken back."""
    for _ in range(40):
        (seat,) = at.to_act
        for choice in range(len(at.match.state.legal_actions(seat))):
            at.act(seat, choice)
            if at.to_act != [seat] and at.back.undo_limit(at.match, seat).versions:
                return seat, at.to_act[0]
            if at.to_act != [seat]:
                break
            if at.back.undo_limit(at.match, seat).versions:
                at.undo(seat)
        else:
            at.act(seat)
    raise AssertionError("no such turn")


# The cases, by point of the rule.


def test_taking_back_costs_who_does_it_what_the_others_waited(table: Any) -> None:
    at = table("steam", count=3)
    seat, other = to_a_turn_of_two_seats(at)
    own, others = at.left(seat), at.left(other)
    at.wait(20)
    assert at.left(other) == others - 20 * SECOND
    at.undo(seat)
    assert at.left(other) == others
    assert at.left(seat) <= own - 20 * SECOND
    at.wait(3)
    assert at.left(seat) <= own - 23 * SECOND, "it runs again"


@pytest.mark.parametrize("clock", [TURN, BANK])
def test_acting_and_taking_back_wins_no_time(table: Any, clock: dict[str, Any]) -> None:
    at = table("steam", count=3, clock=clock)
    seat, _ = to_a_turn_of_two_seats(at)
    at.undo(seat)
    before = at.left(seat)
    for round_ in range(1, 8):
        choice = next(
            number
            for number in range(len(at.match.state.legal_actions(seat)))
            if _may_be_taken_back(at, seat, number)
        )
        at.wait(2)
        at.act(seat, choice)
        at.wait(1)
        at.undo(seat)
        assert at.left(seat) == before - 3 * SECOND * round_


def _may_be_taken_back(at: Table, seat: int, choice: int) -> bool:
    """Whether the seat may take this back; the table is then as it was."""
    at.act(seat, choice)
    if not at.back.undo_limit(at.match, seat).versions:
        raise AssertionError("the seat cannot go back to its turn")
    at.undo(seat)
    return True


def test_handing_over_and_taking_back_is_no_free_thought(table: Any) -> None:
    at = table(clock=TURN)
    (seat,) = at.to_act
    at.wait(10)
    at.hand_over(seat)
    assert at.left(seat) == 50 * SECOND
    assert not (at.times or {})[seat].runs, "a bot's thinking ends nobody's time"
    at.wait(15)
    at.take_back(seat)
    assert at.left(seat) == 35 * SECOND
    at.hand_over(seat)
    at.wait(40)
    with pytest.raises(Problem, match="used up"):
        at.take_back(seat)


def test_what_a_bot_has_thought_costs_its_holder_nothing_after_the_turn(table: Any) -> None:
    at = table(clock=BANK)
    (seat,) = at.to_act
    at.wait(10)
    at.hand_over(seat)
    at.wait(100)
    while at.to_act == [seat]:
        at.act(seat)
    at.take_back(seat)
    assert at.left(seat) == 590 * SECOND, "and a bot earns no increment"


@pytest.mark.parametrize("then", [TURN["then"], RESIGN])
@pytest.mark.parametrize("on_turn", [True, False])
def test_the_clock_of_who_leaves_runs_on(table: Any, then: dict[str, Any], on_turn: bool) -> None:
    at = table(clock={**BANK, "then": then})
    (seat,) = at.to_act
    leaver, other = (seat, 1 - seat) if on_turn else (1 - seat, seat)
    at.wait(30)
    at.leave(leaver)
    before = {one: at.left(one) for one in (0, 1)}
    at.wait(100)
    assert at.left(leaver) == before[leaver] - 100 * SECOND
    assert at.left(other) == before[other], "who waits for somebody loses nothing"
    at.wait(before[leaver] / SECOND - 100)
    with pytest.raises(Problem, match="over"):
        at.claim(leaver)
    assert at.matches.run_out(at.id)
    assert at.status == "active"
    assert at.seats[leaver].kind == "bot"
    assert at.seats[leaver].resigned == (then["kind"] == "resign")


def test_nobody_is_saved_from_what_comes_when_time_is_over(table: Any) -> None:
    """Not by a friend, nor by the owner, who puts a bot in a moment before anybody has looked."""
    at = table(clock={**TURN, "then": RESIGN}, absent_after=60)
    (seat,) = at.to_act
    at.wait(60)
    for by in (at.seats[1 - seat], None):
        with pytest.raises(TimeOver):
            at.seating.fill(at.id, seat, by, "hard")
    at.matches.run_out(at.id)
    assert at.seats[seat].resigned


def test_who_claims_a_seat_goes_on_with_its_time(table: Any) -> None:
    at = table(clock=BANK)
    (seat,) = at.to_act
    at.wait(30)
    at.leave(seat)
    at.wait(100)
    at.claim(seat)
    assert at.left(seat) == 470 * SECOND
    at.wait(1)
    assert at.left(seat) == 469 * SECOND


def test_no_clock_runs_before_all_seats_were_taken(table: Any) -> None:
    seats = [Seat(0, "human", "a", token_hash=hash_token("a")), Seat(1, "open", "Seat 1")]
    at = table(seats=seats)
    at.wait(10_000)
    assert not at.matches.run_out(at.id)
    assert [at.left(0), at.left(1)] == [600 * SECOND] * 2
    at.leave(0)
    at.wait(10_000)
    assert not at.matches.run_out(at.id)
    at.claim(0)
    at.wait(10_000)
    at.claim(1)
    assert [at.left(0), at.left(1)] == [600 * SECOND] * 2
    at.wait(3)
    assert at.left(at.to_act[0]) == 597 * SECOND


def test_the_owner_who_goes_back_pays_and_the_others_get_back(table: Any) -> None:
    """Far back: what the owner's own seat has used stays used, whatever else is undone."""
    seats = [
        Seat(0, "human", "owner", token_hash=hash_token("owner")),
        Seat(1, "open", "Seat 1"),
    ]
    at = table(seats=seats, undo="any")
    at.claim(1)
    begun = at.version
    spent = {0: 0, 1: 0}
    while at.version < begun + 12:
        (seat,) = at.to_act
        at.wait(5)
        spent[seat] += 5
        at.act(seat)
    assert min(spent.values()) > 0
    at.undo(None, begun)
    assert at.left(1) == 600 * SECOND
    assert at.left(0) == (600 - spent[0] - spent[1]) * SECOND


@pytest.mark.parametrize("clock", [TURN, BANK], ids=["turn", "bank"])
@pytest.mark.parametrize("game", ["montana", "steam", "great_western_trail"])
def test_what_follows_from_going_back_is_not_earned_again(
    table: Any, game: str, clock: dict[str, Any]
) -> None:
    """Back to before a draw or a forced move, where the turn of somebody begins or ends by itself:
    as often as one likes, at no time at all, without a second more for anybody.
    """
    at = table(game, count=3 if game == "steam" else 2, clock=clock, undo="any", seed=1)
    followed, random = 0, Random(1)
    while followed < 3:
        at.wait(1)
        version, match = at.version, at.match
        at.submit(match.to_act[0], any_notation(match, match.to_act[0], random))
        for to in range(version + 1, at.version):
            before = [at.left(seat.number) for seat in at.seats]
            came = at.version
            at.undo(None, to)
            followed += len(at.matches.events(at.id, came)) > 1
            assert all(at.left(seat) <= left for seat, left in enumerate(before))


def test_who_claimed_a_seat_is_no_owner_of_the_rematch(table: Any) -> None:
    """Its owner goes back at the cost of seats whose tokens the creator was given, as before."""
    seats = [
        Seat(0, "human", "owner", token_hash=hash_token("owner")),
        Seat(1, "open", "Seat 1"),
    ]
    at = table(seats=seats, undo="any")
    at.claim(1)
    for seat in (0, 1):
        at.seating.resign(at.id, seat, at.match.seats[seat], "easy")
    at.id = rematch(at.matches, at.match).match.record.id
    begun, since = at.version, at.at
    while at.version < begun + 12:
        at.wait(5)
        at.act()
    at.undo(None, begun)
    assert at.left(1) == 600 * SECOND
    assert at.left(0) == 600 * SECOND - (at.at - since)


def test_a_seat_that_is_opened_among_bots_runs_out(table: Any) -> None:
    """A match of bots has begun too: who opens two of its seats lets nobody wait for ever."""
    at = table(seats=[Seat(seat, "bot", "easy", "easy") for seat in (0, 1)])
    at.seating.leave(at.id, 0, None)
    at.seating.leave(at.id, 1, None)
    at.claim(0)
    at.wait(601)
    assert at.matches.run_out(at.id)
    assert (at.status, at.seats[1].kind) == ("active", "bot")


def test_times_of_old_heads_and_logs_are_read() -> None:
    from railhead.service.store.serialization import head_from_bytes, times_of

    old = b"7 nonce active 0 0:7 2026-01-31T12:00:00.000000Z - 0:5000:1700,1:6000:0\nposition"
    assert head_from_bytes(old).times == {0: Account(5000, 0, 1700), 1: Account(6000)}
    assert times_of(b"0keep#Xy_-@z") is None
    assert times_of(b"0keep#Xy_-@z~0:a:1,1:b:0") == {0: Account(10, 1), 1: Account(11)}
    assert times_of(b"0keep#Xy_-@z~") == {}


# Random requests against a model.


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
        left = {seat.number: at.left(seat.number) for seat in before.seats}
        name = self._asked(before)
        if name is None:
            return
        self.done[name] = self.done.get(name, 0) + 1
        self._follow(name, before)
        self._check(name, before, left)

    def _asked(self, before: Match) -> str | None:
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
                assert self.at.left(seat) <= left[seat], (name, seat)

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
