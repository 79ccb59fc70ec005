"""Many matches in one call: the same as one after another, in arrays that stay where they are."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from numpy.typing import NDArray

from railhead.games.game import CHANCE, OVER, IllegalAction
from railhead.games.random import Random
from railhead.rl.action_table import UNFINISHED, Decision
from railhead.rl.environment import Table
from railhead.rl.rows import Rows
from railhead.rl.turns import observation_at, places
from railhead.rl.vector import VectorEnv
from tests.rl.digests import report
from tests.rl.tables import GAMES

COUNT = 3


class OneAfterAnother:
    """One row played as plainly as can be, to hold the environment against."""

    def __init__(self, table: Table, seed: int, row: int) -> None:
        self.table = table
        self.random = Random(seed, row)
        self.decision = Decision(table.actions.table)
        self.state = table.opening(self.random)
        self._go_on()

    def _go_on(self) -> None:
        if self.state.actor() == CHANCE:
            self.state.sample_chance(self.random)
        self.seat = int(self.state.actor())
        if self.seat != OVER:
            self.decision.begin(self.state, self.seat)

    def choose(self, number: int) -> list[float] | None:
        """Choose; what places are worth where that ended the match, and another has begun."""
        action = int(self.decision.choose(number))
        if action == UNFINISHED:
            return None
        self.state.play(self.seat, action)
        self._go_on()
        if self.seat != OVER:
            return None
        worth = places(self.state.ranking())
        self.state = self.table.opening(self.random)
        self._go_on()
        return worth

    def shown(self) -> tuple[NDArray[np.int16], list[int]]:
        """What the row's arrays should hold."""
        told = observation_at(self.table, self.state, self.decision, self.seat, self.seat)
        return told, self.decision.numbers()


@pytest.mark.parametrize("game", GAMES)
def test_rows_are_matches_played_one_after_another(game: str) -> None:
    env = VectorEnv(game, COUNT, seed=5)
    singles = [OneAfterAnother(env.table, 5, row) for row in range(COUNT)]
    random = np.random.default_rng(1)
    ended = 0
    while ended < 2 * COUNT:
        for row, single in enumerate(singles):
            told, offered = single.shown()
            assert env.seats[row] == single.seat
            assert np.array_equal(env.observations[row], told)
            assert np.flatnonzero(env.masks[row]).tolist() == offered
        choices = np.array([random.choice(np.flatnonzero(mask)) for mask in env.masks])
        worth = [
            single.choose(int(number)) for single, number in zip(singles, choices, strict=True)
        ]
        env.step(choices)
        for row, reward in enumerate(worth):
            assert bool(env.ended[row]) == (reward is not None)
            assert env.rewards[row].tolist() == (reward or [0.0] * env.table.seats)
            ended += reward is not None


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_decides_everything(game: str) -> None:
    one, other = VectorEnv(game, COUNT, seed=8), VectorEnv(game, COUNT, seed=8)
    for _ in range(150):
        assert one.observations.tobytes() == other.observations.tobytes()
        assert one.masks.tobytes() == other.masks.tobytes()
        one.step(one.sample())
        other.step(other.sample())
    begun = VectorEnv(game, COUNT, seed=8).observations.tobytes()
    assert one.observations.tobytes() != begun
    assert one.reset(8).tobytes() == begun
    assert one.reset(9).tobytes() != begun


@pytest.mark.parametrize("game", GAMES)
def test_the_arrays_are_written_where_they_are_and_for_reading(game: str) -> None:
    env = VectorEnv(game, COUNT)
    arrays = (env.observations, env.masks, env.seats, env.ended, env.rewards, env.scores)
    places_before = [array.__array_interface__["data"][0] for array in arrays]
    before = env.observations.copy()
    for _ in range(20):
        env.step(env.sample())
    assert not np.array_equal(env.observations, before)
    after = (env.observations, env.masks, env.seats, env.ended, env.rewards, env.scores)
    assert [array.__array_interface__["data"][0] for array in after] == places_before
    for array in arrays:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_choice_is_refused_and_changes_nothing(game: str) -> None:
    env = VectorEnv(game, COUNT)
    before = env.observations.tobytes(), env.masks.tobytes()
    for wrong in (int(np.flatnonzero(~env.masks[1])[0]), -1, env.table.actions.size):
        choices = env.sample().copy()
        choices[1] = wrong
        with pytest.raises(IllegalAction, match=f"{wrong} may not be chosen in match 1"):
            env.step(choices)
    assert (env.observations.tobytes(), env.masks.tobytes()) == before


@pytest.mark.parametrize("game", GAMES)
def test_rewards_by_score_are_leads_over_the_others(game: str) -> None:
    env = VectorEnv(game, COUNT, reward="score", seats=3)
    while not env.ended.any():
        env.step(env.sample())
    row = int(np.flatnonzero(env.ended)[0])
    scores = env.scores[row]
    leads = [own - np.delete(scores, seat).mean() for seat, own in enumerate(scores)]
    assert np.allclose(env.rewards[row], leads)
    env.step(env.sample())
    assert not env.ended[row]
    assert not env.rewards[row].any()
    assert not env.scores[row].any()


@pytest.mark.sampled
@pytest.mark.parametrize("opponents", ["random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_with_opponents_the_caller_has_one_seat_of_each_match(game: str, opponents: str) -> None:
    env = VectorEnv(game, COUNT, opponents=opponents)
    own, ended = env.seats.copy(), np.zeros(COUNT, int)
    assert own.tolist() == [row % env.table.seats for row in range(COUNT)]
    while ended.sum() < 2:
        assert (env.observations[:, 0] == env.seats).all(), "a row is told to its seat"
        env.step(env.sample())
        ended += env.ended
        assert env.seats.tolist() == ((own + ended) % env.table.seats).tolist()


def test_greedy_opponents_beat_random_ones() -> None:
    env = VectorEnv("montana", 16, opponents="greedy", seed=2)
    own: list[float] = []
    while len(own) < 40:
        seats = env.seats.copy()
        env.step(env.sample())
        own += [float(env.rewards[row, seats[row]]) for row in np.flatnonzero(env.ended)]
    assert np.mean(own) < -0.7


def test_samples_are_as_likely_as_legal_actions() -> None:
    env = VectorEnv("great_western_trail", 1, seed=3)
    while len(np.flatnonzero(env.masks[0])) < 4:
        env.step(env.sample())
    drawn = [int(env.sample()[0]) for _ in range(4000)]
    assert isinstance(env.rows, Rows)
    legal = env.rows.matches.decisions[0].legal.to_list()
    shares: dict[int, float] = {}
    for action in legal:
        first = env.table.actions.encode(action)[0]
        shares[first] = shares.get(first, 0) + 1 / len(legal)
    for number, share in shares.items():
        assert abs(drawn.count(number) / 4000 - share) < 0.05


@pytest.mark.full
def test_plain_python_writes_the_same_arrays() -> None:
    plain = subprocess.run(
        [sys.executable, "-m", "tests.rl.digests"],
        env={**os.environ, "RAILHEAD_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=280,
    )
    assert plain.stdout.splitlines() == report()
