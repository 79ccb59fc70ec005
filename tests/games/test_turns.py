"""Where a seat's turn ends: `State.turn`, held against views and logs.

Each game has a reckoning of its own here, made of nothing but views and notation.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, NamedTuple

import pytest

from railhead.games.game import CHANCE, OVER, SPECTATOR, State
from railhead.games.random import Random
from railhead.games.registry import shipped_rulesets
from tests.conformance.walks import Case, cases, held_to_contract, walk
from tests.games.montana import positions as montana
from tests.games.positions import act, actor, offered, phase
from tests.games.santa_fe import positions as santa_fe
from tests.games.steam import positions as steam

LARGEST = 2**53
"""Clients read numbers as doubles."""

Played = list[str]


class Decision(NamedTuple):
    """What a seat had to decide in a match: at which ply, with what, and in which of its turns."""

    ply: int
    seat: int
    number: int
    reckoned: Hashable


def montana_turn(view: dict[str, Any], played: Played) -> Hashable:
    """A player's spins of the set-up are one turn, a canteen begins another."""
    setup = view["phase"] in ("setup_spin", "setup_joker")
    return setup, view["round"], view["active"], played.count("canteen:yes")


def steam_turn(view: dict[str, Any], played: Played) -> Hashable:
    """A turn in each phase and round of goods; every bid or pass is one."""
    now = {"supply": "build", "take_points": "goods"}.get(view["phase"], view["phase"])
    if now in ("first_auction", "auction"):
        return len(played)
    return view["turn"], now, view["goods_round"], view["active"]


def santa_fe_turn(view: dict[str, Any], played: Played) -> Hashable:
    """A turn in each phase; the exchange before a second lay turn belongs to that turn."""
    now = "lay_2" if view["phase"] == "exchange" else view["phase"]
    return view["round"], now


def santa_fe_turn_with_early_exchange(view: dict[str, Any], played: Played) -> Hashable:
    """All exchange before anybody lays: a phase of its own."""
    return view["round"], view["phase"]


RECKONINGS: dict[str, Callable[[dict[str, Any], Played], Hashable]] = {
    "montana": montana_turn,
    "santa_fe": santa_fe_turn,
    "steam": steam_turn,
}


def reckoning_of(case: Case) -> Callable[[dict[str, Any], Played], Hashable]:
    if case.options.get("exchange_time") == "before_phase":
        return santa_fe_turn_with_early_exchange
    return RECKONINGS[case.game.ruleset.id]


def decisions(case: Case, seed: int) -> Iterator[Decision]:
    """Every decision of a random match."""
    random, state, played = Random(seed, 41), case.opening(seed), list[str]()
    reckoning, ply = reckoning_of(case), 0
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.sample_chance(random)
            continue
        view = state.view(SPECTATOR)
        for seat in state.to_act():
            yield Decision(ply, seat, int(state.turn()), reckoning(view, played))
        acting = state.to_act()
        seat = acting[int(random.below(len(acting)))]
        legal = state.legal_actions(seat)
        action = legal[int(random.below(len(legal)))]
        notation = state.game.vocabulary.notation(action)
        played.append(notation)
        state.apply(seat, action)
        ply += 1


def following(case: Case, seed: int) -> Iterator[tuple[Decision, Decision]]:
    """Each decision of a seat with its next one."""
    latest: dict[int, Decision] = {}
    for decision in decisions(case, seed):
        if decision.seat in latest:
            yield latest[decision.seat], decision
        latest[decision.seat] = decision


@pytest.mark.sampled
@pytest.mark.parametrize(
    "case", [case for name in RECKONINGS for case in cases(shipped_rulesets()[name])], ids=str
)
def test_a_number_lasts_as_long_as_a_turn_of_the_rulebook(case: Case) -> None:
    for before, after in following(case, 5):
        same = before.reckoned == after.reckoned
        assert (before.number == after.number) == same, f"{before}, then {after}"


@pytest.mark.parametrize("name", RECKONINGS)
def test_every_game_has_turns_of_several_decisions_and_turns_of_one_seat_in_a_row(
    name: str,
) -> None:
    within = in_a_row = 0
    for case in cases(shipped_rulesets()[name]):
        for before, after in following(case, 6):
            apart = after.ply - before.ply
            within += before.number == after.number and apart > 0
            in_a_row += before.number != after.number and apart == 1
    assert within > 20
    assert in_a_row > 20


@pytest.mark.parametrize("name", held_to_contract())
def test_a_turn_is_told_by_what_all_know_and_never_comes_again(name: str) -> None:
    for case in cases(held_to_contract()[name])[:4]:
        ended: set[tuple[int, int]] = set()
        running: dict[int, int] = {}
        for ply, moment in enumerate(walk(case, 7)):
            state, number = moment.state, int(moment.state.turn())
            assert 0 <= number < LARGEST
            moment.unchanged()
            for seat in state.to_act():
                if running.get(seat, number) != number:
                    ended.add((seat, running[seat]))
                assert (seat, number) not in ended, f"turn {number} of seat {seat} is back"
                running[seat] = number
            if ply % 7 == 0:
                for viewer in moment.viewers():
                    other = state.clone()
                    other.determinize(viewer, Random(ply, viewer + 50))
                    assert other.turn() == number
                assert state.game.load(state.save()).turn() == number


def turn_at(state: State) -> tuple[int, int]:
    """Who is to act, and in which turn."""
    return actor(state), int(state.turn())


def test_montana_a_canteen_begins_another_turn_of_the_same_player() -> None:
    position = montana.bare()
    montana.have(position, 0, canteens=1, grain=1)
    turn = turn_at(position)
    act(position, "hire", "spin:3")
    assert phase(position) == "advance"
    assert turn_at(position) == turn
    act(position, "advance:0")
    assert phase(position) == "canteen"
    assert turn_at(position) == turn
    act(position, "canteen:yes")
    seat, number = turn_at(position)
    assert seat == 0
    assert number != turn[1]


def test_montana_the_bids_in_a_town_belong_to_the_turn_of_who_went_there() -> None:
    position = montana.bare()
    montana.have(position, 0, pumpkin=3)
    montana.have(position, 1, pumpkin=3)
    number = position.turn()
    act(position, "city", "bid:4:1")
    assert turn_at(position) == (1, number)
    act(position, "bid:4:2")
    assert turn_at(position) == (0, number)
    act(position, "pass")
    while phase(position) != "main_action":
        assert position.turn() == number
        act(position, offered(position)[-1])
    assert actor(position) == 1
    assert position.turn() != number


def test_santa_fe_the_last_to_lay_in_one_phase_is_not_on_the_same_turn_in_the_next() -> None:
    position = santa_fe.laying(doubles=(0,))
    first = turn_at(position)
    act(position, offered(position, "lay")[0])
    assert turn_at(position) == first, "the second piece of a double turn is of the same turn"
    act(position, "stop")
    last = turn_at(position)
    assert last[0] == 1
    act(position, offered(position, "lay")[0])
    assert phase(position) in ("exchange", "lay_2")
    assert position.turn() != last[1]


def test_steam_the_last_to_build_may_move_first_and_that_is_another_turn() -> None:
    position = steam.opened()
    act(position, "select:turn_order", "select:engineer", "select:first_move")
    for seat in range(3):
        assert turn_at(position)[0] == seat
        number = position.turn()
        build = offered(position, "build")
        if seat == 2:
            act(position, build[0])
            assert turn_at(position) == (2, number), "a tile does not end a building turn"
        act(position, "done")
    assert phase(position) == "goods"
    assert actor(position) == 2
    assert position.turn() != number
    goods = position.turn()
    act(position, "improve")
    act(position, "pass", "pass")
    assert phase(position) == "goods"
    assert actor(position) == 2
    assert position.turn() != goods, "each round of goods has a turn of its own"
