"""What environments cannot do is refused with a sentence that says what is possible."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from railhead.games.options import InvalidOption
from railhead.rl import zoo
from railhead.rl.gym import SeatEnv
from railhead.rl.vector import VectorEnv

REFUSED: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"game": "chess"}, KeyError, "no environment of 'chess', only of great_western_trail"),
    ({"seats": 5}, ValueError, "2 to 4 seats, not for 5"),
    ({"options": {"round_limit": -1}}, InvalidOption, "from 0 to 200"),
]
OF_VECTORS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"count": 0}, ValueError, "no 0 matches"),
    ({"opponents": "strong"}, ValueError, "none, random, greedy, not 'strong'"),
    ({"reward": "luck"}, ValueError, "place or score, not 'luck'"),
    ({"processes": 0}, ValueError, "1 or more, or None, not 0"),
    ({"seed": -1}, ValueError, "from 0 to 18446744073709551615, not -1"),
    ({"seed": 1 << 64}, ValueError, "from 0 to 18446744073709551615"),
    ({"seed": 0.5}, ValueError, "whole number .* not 0.5"),
]
OF_SEATS: list[tuple[dict[str, Any], type[Exception], str]] = [
    ({"seat": 2}, ValueError, "seats are 0 to 1, or None, not 2"),
    ({"seat": -1}, ValueError, "seats are 0 to 1, or None, not -1"),
    ({"seat": 0.5}, ValueError, "seats are 0 to 1, or None, not 0.5"),
    ({"opponents": "strongest"}, ValueError, "random, beginner, .*expert, not 'strongest'"),
]


@pytest.mark.parametrize(("given", "raised", "said"), [*REFUSED, *OF_VECTORS])
def test_a_vector_that_cannot_be_is_refused(
    given: dict[str, Any], raised: type[Exception], said: str
) -> None:
    with pytest.raises(raised, match=said):
        VectorEnv(**{"game": "montana", "count": 1, **given})


@pytest.mark.parametrize(("given", "raised", "said"), [*REFUSED, *OF_SEATS])
def test_a_seat_that_cannot_be_is_refused(
    given: dict[str, Any], raised: type[Exception], said: str
) -> None:
    with pytest.raises(raised, match=said):
        SeatEnv(**given)


@pytest.mark.parametrize(("given", "raised", "said"), REFUSED)
def test_agents_that_cannot_be_are_refused(
    given: dict[str, Any], raised: type[Exception], said: str
) -> None:
    with pytest.raises(raised, match=said):
        zoo.env(**given)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ([0.0, 1.0, 2.0], "whole numbers from 0 to 496, not float64"),
        ([0, np.nan, 1], "whole numbers from 0 to 496, not float64"),
        ([True, False, True], "whole numbers from 0 to 496, not bool"),
        (["pass", "pass", "pass"], "whole numbers from 0 to 496, not <U4"),
        ([1, 2], "2 choices were made for 3 matches"),
        ([[1], [2], [3]], r"an array of 3 numbers, not of \(3, 1\)"),
        (1, r"an array of 3 numbers, not of \(\)"),
        ([1 << 70, 1, 1], "whole numbers from 0 to 496, not object"),
        (np.array([1 << 63, 1, 1], np.uint64), "9223372036854775808 may not be chosen in match 0"),
    ],
)
def test_choices_that_are_none_change_nothing(choices: Any, said: str) -> None:
    env = VectorEnv("montana", 3)
    before = env.observations.tobytes(), env.masks.tobytes()
    with pytest.raises(ValueError, match=said):
        env.step(choices)
    assert (env.observations.tobytes(), env.masks.tobytes()) == before


NO_CHOICES: list[tuple[Any, str]] = [
    (2.0, "not 2.0"),
    (float("nan"), "not nan"),
    (None, "not None"),
    ("3", "not '3'"),
    (-1, "not -1"),
    (497, "not 497"),
    (np.array([1, 2]), r"not array\(\[1, 2\]\)"),
]


@pytest.mark.parametrize(("choice", "said"), NO_CHOICES)
def test_a_choice_that_is_none_changes_nothing(choice: Any, said: str) -> None:
    env = SeatEnv("montana")
    told, _ = env.reset(seed=1)
    with pytest.raises(ValueError, match=f"a choice is a whole number from 0 to 496, {said}"):
        env.step(choice)
    assert env.turns.observation(env.seat).tobytes() == told.tobytes()
    for agents in (zoo.env("montana"), zoo.SeatsEnv("montana")):
        agents.reset(seed=1)
        before = agents.last()[0]["observation"].tobytes()
        with pytest.raises(ValueError, match=f"a choice is a whole number from 0 to 496, {said}"):
            agents.step(choice)
        assert agents.last()[0]["observation"].tobytes() == before


@pytest.mark.parametrize("seed", [-1, 1.5, float("nan"), "one", 1 << 64])
def test_a_seed_that_is_none_is_refused(seed: Any) -> None:
    said = "a seed is a whole number from 0 to 18446744073709551615"
    with pytest.raises(ValueError, match=said):
        SeatEnv("montana").reset(seed=seed)
    with pytest.raises(ValueError, match=said):
        zoo.env("montana").reset(seed=seed)
    with pytest.raises(ValueError, match=said):
        VectorEnv("montana", 1).reset(seed)
