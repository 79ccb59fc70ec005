"""The city: the auction, payment and rewards."""

from __future__ import annotations

import pytest

from railhead.games.game import IllegalAction
from railhead.games.montana.match import Montana
from tests.games.montana.positions import (
    bare,
    have,
    held,
    stock,
    supply,
)
from tests.games.positions import act, offered, phase

BLUE, GREEN, RED = 0, 1, 2


def spaces(state: Montana) -> dict[int, tuple[int, int]]:
    """The cheapest price offered in each row, and the dearest."""
    found: dict[int, list[int]] = {}
    for move in offered(state, "bid"):
        _, row, column = move.split(":")
        found.setdefault(int(row), []).append(int(column) + 1)
    return {row: (min(prices), max(prices)) for row, prices in found.items()}


def example() -> Montana:
    """The rulebook's auction after Red has outbid Blue."""
    state = bare(3)
    have(state, BLUE, pumpkin=4)
    have(state, GREEN, pumpkin=3)
    have(state, RED, pumpkin=3)
    act(state, "city")
    assert held(state, BLUE, "pumpkin") == 5
    act(state, "bid:2:1", "bid:4:1", "bid:2:2")
    return state


@pytest.mark.rule("montana:19")
def test_the_example_of_the_auction() -> None:
    state = example()
    assert state.actor() == BLUE
    assert spaces(state) == {1: (2, 5), 2: (4, 5), 3: (2, 5), 4: (3, 5)}
    assert "pass" in offered(state)
    act(state, "bid:4:2")
    assert state.actor() == GREEN
    assert spaces(state) == {1: (2, 3), 3: (2, 3)}
    act(state, "bid:1:1")
    assert held(state, BLUE, "pumpkin", "coins") == (2, 2)
    assert held(state, GREEN, "pumpkin", "cattle") == (1, 1)
    assert held(state, RED, "pumpkin") == 0
    assert state.actor() == RED
    assert phase(state) == "city_reward"


@pytest.mark.rule("montana:19")
def test_payment_goes_clockwise_from_the_active_player() -> None:
    state = bare(3)
    for seat in range(3):
        have(state, seat, pumpkin=3, stone_small=1)
    act(state, "city", "bid:4:1", "bid:3:2", "bid:1:1")
    assert [held(state, seat, "pumpkin") for seat in range(3)] == [2, 3, 3]
    act(state, "upgrade:0:1")
    assert [held(state, seat, "pumpkin") for seat in range(3)] == [2, 0, 3]
    act(state, "upgrade:0:0")
    assert [held(state, seat, "pumpkin") for seat in range(3)] == [2, 0, 1]
    assert state.actor() == RED
    act(state, "upgrade:0:1")
    assert held(state, RED, "cattle", "stone_large") == (1, 1)
    assert state.actor() == GREEN
    assert phase(state) == "main_action"


@pytest.mark.rule("montana:20")
def test_the_outbid_player_outbids_in_turn() -> None:
    state = example()
    act(state, "bid:2:3")
    assert state.actor() == RED
    assert spaces(state) == {1: (2, 3), 3: (2, 3), 4: (3, 3)}
    assert "pass" in offered(state)


@pytest.mark.rule("montana:21")
def test_the_active_player_outbid_and_passing() -> None:
    state = example()
    act(state, "pass")
    assert state.view(0)["city"]["contractors"][BLUE]["passed"] is True
    assert held(state, BLUE, "pumpkin", "coins", "cattle") == (5, 0, 0)
    assert held(state, GREEN, "pumpkin", "coins") == (1, 2)
    act(state, "collect:grain+grain+grain")
    assert held(state, RED, "pumpkin", "grain") == (0, 3)
    assert state.actor() == GREEN
    assert phase(state) == "main_action"
    waiting = {"row": None, "column": None, "passed": False}
    contractors = state.view(0)["city"]["contractors"]
    assert contractors == [{"seat": seat, **waiting} for seat in range(3)]


def test_who_has_passed_is_not_asked_again() -> None:
    state = bare(3)
    for seat in range(3):
        have(state, seat, pumpkin=5)
    act(state, "city", "bid:1:1", "pass", "bid:1:2", "bid:1:3", "bid:1:4")
    assert state.actor() == BLUE
    act(state, "pass")
    assert held(state, RED, "pumpkin") == 0
    assert state.actor() == GREEN
    assert phase(state) == "main_action"


def test_a_player_outbid_before_another_has_acted() -> None:
    state = bare(3)
    for seat in range(3):
        have(state, seat, pumpkin=5)
    act(state, "city", "bid:1:1", "bid:1:2")
    assert state.actor() == BLUE, "the outbid player acts at once"
    act(state, "bid:3:1")
    assert state.actor() == RED, "then the order goes on"


@pytest.mark.rule("montana:23")
def test_one_pumpkin_too_few_for_the_city() -> None:
    state = bare()
    assert "city" not in offered(state)
    have(state, 0, cattle=1)
    assert "city" not in offered(state)
    act(state, "trade:pumpkin")
    assert "city" in offered(state)


@pytest.mark.parametrize(
    ("own", "others", "left", "open_to"),
    [(1, 0, 0, False), (2, 0, 0, True), (1, 0, 1, True), (0, 5, 0, False), (1, 5, 0, False)],
)
def test_the_free_pumpkin_may_come_by_the_shortage_rule(
    own: int, others: int, left: int, open_to: bool
) -> None:
    state = bare()
    have(state, 0, pumpkin=own)
    have(state, 1, pumpkin=others)
    supply(state, pumpkin=left)
    assert ("city" in offered(state)) is open_to


def test_the_free_pumpkin_in_a_shortage() -> None:
    state = bare(3)
    have(state, 0, pumpkin=2)
    have(state, 1, pumpkin=3)
    supply(state, pumpkin=0)
    act(state, "city")
    assert [held(state, seat, "pumpkin") for seat in range(3)] == [2, 2, 0]
    assert stock(state, "pumpkin") == 1


def test_the_active_player_must_place_a_contractor() -> None:
    state = bare()
    have(state, 0, pumpkin=1)
    act(state, "city")
    assert offered(state) == ["bid:1:1", "bid:2:1", "bid:3:1", "bid:4:1"]
    with pytest.raises(IllegalAction):
        state.apply(0, state.parse("pass"))


@pytest.mark.rule("montana:24")
def test_with_one_pumpkin_one_can_only_pass() -> None:
    state = bare()
    have(state, 0, pumpkin=1)
    have(state, 1, pumpkin=1)
    act(state, "city", "bid:4:1")
    assert state.actor() == 1
    assert offered(state) == ["pass"]
    assert held(state, 1, "pumpkin") == 1, "only the active player takes one"


def test_a_bid_beyond_ones_pumpkins() -> None:
    state = bare()
    have(state, 0, pumpkin=2)
    act(state, "city")
    with pytest.raises(IllegalAction, match="costs 4 pumpkins, there are 3"):
        state.apply(0, state.parse("bid:1:3"))


@pytest.mark.rule("montana:26")
def test_large_stones_by_the_shortage_rule() -> None:
    state = bare()
    have(state, 0, pumpkin=1, stone_small=2)
    have(state, 1, stone_large=2)
    supply(state, stone_large=1)
    act(state, "city", "bid:1:1", "pass")
    assert "upgrade:0:2" in offered(state)
    act(state, "upgrade:0:2")
    assert held(state, 0, "stone_large", "stone_small", "cattle") == (2, 0, 1)
    assert held(state, 1, "stone_large") == 1
    assert stock(state, "stone_large") == 0


def win(row: int, **pieces: int) -> Montana:
    state = bare()
    have(state, 0, pumpkin=1, **pieces)
    act(state, "city", f"bid:{row}:1", "pass")
    return state


@pytest.mark.rule("montana:27")
def test_the_goods_of_row_two() -> None:
    state = win(2)
    assert "collect:grain+grain+copper_small" in offered(state)
    assert not [move for move in offered(state) if "pumpkin" in move]
    assert len(offered(state, "collect")) == 20
    act(state, "collect:grain+grain+copper_small")
    assert held(state, 0, "grain", "copper_small") == (2, 1)


@pytest.mark.rule("montana:27")
def test_a_pumpkin_from_row_two_is_refused() -> None:
    state = win(2)
    with pytest.raises(IllegalAction):
        state.apply(0, state.parse("collect:grain+pumpkin"))


@pytest.mark.parametrize(("row", "most"), [(1, 3), (3, 2), (4, 1)])
def test_upgrades_in_any_mix_up_to_the_row(row: int, most: int) -> None:
    state = win(row, copper_small=4, stone_small=4)
    totals = [sum(int(n) for n in move.split(":")[1:]) for move in offered(state, "upgrade")]
    assert max(totals) == most
    assert totals.count(most) == most + 1
    act(state, f"upgrade:1:{most - 1}")
    assert held(state, 0, "copper_small", "copper_large") == (3, 1)
    assert held(state, 0, "stone_small", "stone_large") == (5 - most, most - 1)


@pytest.mark.parametrize(("row", "gains"), [(1, (1, 0)), (3, (0, 0)), (4, (0, 2))])
def test_cattle_and_coins_come_without_a_declaration(row: int, gains: tuple[int, int]) -> None:
    state = win(row)
    assert held(state, 0, "cattle", "coins") == gains


def test_no_cattle_left_means_none_gained() -> None:
    state = bare()
    have(state, 0, pumpkin=1)
    supply(state, cattle=0)
    act(state, "city", "bid:1:1", "pass")
    assert held(state, 0, "cattle") == 0


def test_what_the_row_gives_cannot_pay_for_its_own_upgrades() -> None:
    state = win(1)
    assert phase(state) == "end_trade", "the cattle came after the declaration"
