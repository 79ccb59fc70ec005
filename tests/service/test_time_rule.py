"""The one rule of time: a table of cases."""

from __future__ import annotations

from typing import Any

import pytest

from railhead.games.random import Random
from railhead.service.accounts.tokens import hash_token
from railhead.service.errors import Problem, TimeOver
from railhead.service.model import Account, Seat
from railhead.service.seats.rematch import rematch
from tests.service.test_matches import any_notation
from tests.service.time_table import BANK, RESIGN, SECOND, TURN, Table, table

__all__ = ["table"]


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
    own, others = at.time_left(seat), at.time_left(other)
    at.wait(20)
    assert at.time_left(other) == others - 20 * SECOND
    at.undo(seat)
    assert at.time_left(other) == others
    assert at.time_left(seat) <= own - 20 * SECOND
    at.wait(3)
    assert at.time_left(seat) <= own - 23 * SECOND, "it runs again"


@pytest.mark.parametrize("clock", [TURN, BANK])
def test_acting_and_taking_back_wins_no_time(table: Any, clock: dict[str, Any]) -> None:
    at = table("steam", count=3, clock=clock)
    seat, _ = to_a_turn_of_two_seats(at)
    at.undo(seat)
    before = at.time_left(seat)
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
        assert at.time_left(seat) == before - 3 * SECOND * round_


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
    assert at.time_left(seat) == 50 * SECOND
    assert not (at.times or {})[seat].runs, "a bot's thinking ends nobody's time"
    at.wait(15)
    at.take_back(seat)
    assert at.time_left(seat) == 35 * SECOND
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
    assert at.time_left(seat) == 590 * SECOND, "and a bot earns no increment"


@pytest.mark.parametrize("then", [TURN["then"], RESIGN])
@pytest.mark.parametrize("on_turn", [True, False])
def test_the_clock_of_who_leaves_runs_on(table: Any, then: dict[str, Any], on_turn: bool) -> None:
    at = table(clock={**BANK, "then": then})
    (seat,) = at.to_act
    leaver, other = (seat, 1 - seat) if on_turn else (1 - seat, seat)
    at.wait(30)
    at.leave(leaver)
    before = {one: at.time_left(one) for one in (0, 1)}
    at.wait(100)
    assert at.time_left(leaver) == before[leaver] - 100 * SECOND
    assert at.time_left(other) == before[other], "who waits for somebody loses nothing"
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
    assert at.time_left(seat) == 470 * SECOND
    at.wait(1)
    assert at.time_left(seat) == 469 * SECOND


def test_no_clock_runs_before_all_seats_were_taken(table: Any) -> None:
    seats = [Seat(0, "human", "a", token_hash=hash_token("a")), Seat(1, "open", "Seat 1")]
    at = table(seats=seats)
    at.wait(10_000)
    assert not at.matches.run_out(at.id)
    assert [at.time_left(0), at.time_left(1)] == [600 * SECOND] * 2
    at.leave(0)
    at.wait(10_000)
    assert not at.matches.run_out(at.id)
    at.claim(0)
    at.wait(10_000)
    at.claim(1)
    assert [at.time_left(0), at.time_left(1)] == [600 * SECOND] * 2
    at.wait(3)
    assert at.time_left(at.to_act[0]) == 597 * SECOND


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
    assert at.time_left(1) == 600 * SECOND
    assert at.time_left(0) == (600 - spent[0] - spent[1]) * SECOND


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
            before = [at.time_left(seat.number) for seat in at.seats]
            came = at.version
            at.undo(None, to)
            followed += len(at.matches.events(at.id, came)) > 1
            assert all(at.time_left(seat) <= left for seat, left in enumerate(before))


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
    assert at.time_left(1) == 600 * SECOND
    assert at.time_left(0) == 600 * SECOND - (at.at - since)


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
