"""What the log says of income and expenses."""

from __future__ import annotations

import re

import pytest

from railhead.games.random import Random
from railhead.games.steam import state
from railhead.games.steam.match import Steam
from tests.games.positions import act
from tests.games.steam.positions import drawn, have, held, moving, opened

RECEIVES = re.compile(r"seat (\d) receives \$(\d+)")


def told(position: Steam, seat: int, notation: str) -> str:
    """The sentence of the log."""
    action = position.parse(notation)
    details = position.label_params(seat, action)
    return position.game.vocabulary.sentence(action, details, f"Seat {seat}")


@pytest.mark.rule("steam:E1")
def test_the_last_action_of_a_turn_says_what_everybody_gets_and_pays() -> None:
    position = opened()
    have(position, 0, cash=1, income=4)
    have(position, 1, cash=0, income=-3)
    have(position, 2, cash=9, income=-2)
    moving(position, goods_round=2)
    act(position, "pass", "pass")
    assert told(position, 2, "pass") == (
        "Seat 2 passes this round of goods; income and expenses: seat 0 receives $4; "
        "seat 1 pays $3, giving up 1 step of income; seat 2 pays $2"
    )
    assert "income" not in position.label(2, position.parse("pass"))
    have(position, 1, income=-10)
    have(position, 2, income=0)
    assert told(position, 2, "pass").endswith("expenses: seat 0 receives $4; seat 1 is bankrupt"), (
        "who gets and pays nothing is not spoken of"
    )


def test_no_other_action_says_it() -> None:
    position = opened()
    have(position, 0, income=4)
    moving(position)
    for seat in (0, 1, 2, 0, 1):
        assert told(position, seat, "pass") == f"Seat {seat} passes this round of goods"
        act(position, "pass")


@pytest.mark.rule("steam:S1")
def test_the_locomotive_is_paid_for_in_the_standard_game() -> None:
    position = opened(variant="standard")
    have(position, 0, cash=5, income=1, locomotive=3, points=0)
    have(position, 1, cash=0, income=6, locomotive=2)
    have(position, 2, cash=0, income=0, locomotive=2, points=2)
    moving(position, goods_round=2)
    act(position, "pass", "pass")
    assert told(position, 2, "improve").endswith(
        "; income and expenses: seat 0 pays $2; seat 1 receives $4; "
        "seat 2 pays $3, giving up 2 victory points"
    )


@pytest.mark.parametrize("variant", ["base", "standard"])
@pytest.mark.parametrize("seed", range(4))
def test_the_log_says_what_happens(variant: str, seed: int) -> None:
    position, random, turns_ended = drawn(seats=3, seed=seed, variant=variant), Random(seed, 2), 0
    while (seat := int(position.actor())) >= 0:
        legal = position.legal_actions(seat)
        action = legal[random.below(len(legal))]
        follows = str(position.label_params(seat, action)["follows"])
        turn = int(position.cells[state.TURN])
        purses = [held(position, one, "cash") for one in range(3)]
        bankrupts = [position.amount(one, state.BANKRUPT) for one in range(3)]
        position.play(seat, action)
        ended = position.cells[state.TURN] != turn or position.actor() < 0
        turns_ended += ended
        assert ended or not follows
        for one, number in RECEIVES.findall(follows):
            assert held(position, int(one), "cash") - purses[int(one)] == int(number)
        for one in range(3):
            gone = position.amount(one, state.BANKRUPT) > bankrupts[one]
            assert gone == (f"seat {one} is bankrupt" in follows)
    assert turns_ended
