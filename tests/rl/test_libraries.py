"""Gymnasium and PettingZoo find their own checks of environments passed."""

from __future__ import annotations

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from railhead.games.game import IllegalAction
from railhead.rl import zoo
from railhead.rl.gym import SeatEnv
from tests.rl.tables import GAMES

A_DICTIONARY = pytest.mark.filterwarnings(
    "ignore:Observation space for each agent probably should be:UserWarning",
    "ignore:Observation is not a NumPy array:UserWarning",
)
"""What PettingZoo says of every environment whose observations come with masks."""


@A_DICTIONARY
@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_its_interface_kept(game: str) -> None:
    api_test(zoo.env(game), num_cycles=300)


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_equal_matches_for_equal_seeds(game: str) -> None:
    seed_test(lambda: zoo.env(game), num_cycles=100)


def test_pettingzoo_finds_what_is_rendered() -> None:
    render_test(lambda render_mode=None: zoo.env("montana", render_mode=render_mode))


@pytest.mark.parametrize("game", GAMES)
def test_agents_of_pettingzoo_play_to_the_end(game: str) -> None:
    env = zoo.SeatsEnv(game, seats=3)
    env.reset(seed=4)
    earned = dict.fromkeys(env.agents, 0.0)
    for agent in env.agent_iter():
        told, reward, ended, cut, _ = env.last()
        earned[agent] += reward
        assert told is not None
        others = [other for other in env.agents if other != agent]
        assert not any(env.observe(other)["action_mask"].any() for other in others)
        env.step(None if ended or cut else int(np.flatnonzero(told["action_mask"])[-1]))  # type: ignore[arg-type]
    assert sum(earned.values()) == pytest.approx(0)
    assert max(earned.values()) > 0


def test_an_illegal_choice_ends_a_match_of_pettingzoo() -> None:
    env = zoo.env("montana")
    env.reset(seed=1)
    told, *_ = env.last()
    assert told is not None
    bare = env.unwrapped
    with pytest.raises(IllegalAction):
        bare.step(int(np.flatnonzero(told["action_mask"] == 0)[0]))
    agent = env.agent_selection
    env.step(int(np.flatnonzero(told["action_mask"] == 0)[0]))
    assert env.rewards[agent] == -1
    assert all(env.terminations.values())


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_its_interface_kept(game: str) -> None:
    made = gymnasium.make(f"railhead/{game}-v0", render_mode="ansi")
    assert isinstance(made.unwrapped, SeatEnv)
    check_env(made.unwrapped)


@pytest.mark.parametrize("opponents", ["random", "easy"])
def test_a_seat_of_gymnasium_plays_to_the_end(opponents: str) -> None:
    env = SeatEnv("montana", opponents=opponents, seat=1, options={"round_limit": 4})
    told, info = env.reset(seed=2)
    begun = told.tobytes()
    ended, reward = False, 0.0
    while not ended:
        assert reward == 0
        assert env.observation_space.contains(told)
        assert told[0] == info["seat"] == 1
        assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
        choice = int(np.flatnonzero(info["action_mask"])[0])
        told, reward, ended, cut, info = env.step(choice)
        assert not cut
    scores = info["scores"]
    assert (reward > 0) == (scores[1] > scores[0]) or scores[0] == scores[1]
    assert env.reset(seed=2)[0].tobytes() == begun
    assert env.reset(seed=3)[0].tobytes() != begun


def test_an_illegal_choice_ends_an_episode_of_gymnasium() -> None:
    env = SeatEnv("montana")
    _, info = env.reset(seed=2)
    wrong = int(np.flatnonzero(info["action_mask"] == 0)[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended) == (-1.0, True)
    assert str(wrong) in info["illegal_action"]
