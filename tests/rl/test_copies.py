"""Environments can be copied, pickled and saved at any time: what goes on is the same."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from railhead.rl import checkpoints, zoo
from railhead.rl.gym import SeatEnv
from railhead.rl.vector import VectorEnv
from tests.rl.tables import GAMES

ROWS = 4
ARRAYS = ("observations", "masks", "seats", "ended", "rewards", "scores")


def pickled(env: Any) -> Any:
    """A copy by way of bytes."""
    return pickle.loads(pickle.dumps(env))  # noqa: S301 - our own


COPIES = pytest.mark.parametrize("copied", [copy.deepcopy, pickled])


@COPIES
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_of_a_seat_goes_on_alike(game: str, copied: Callable[[Any], Any]) -> None:
    env = SeatEnv(game, opponents="random")
    _, info = env.reset(seed=3)
    for step in range(25):
        _, _, ended, _, info = env.step(chosen(info["action_mask"], step))
        if ended:
            _, info = env.reset()
    other = copied(env)
    for step in range(40):
        choice = chosen(info["action_mask"], step)
        one, another = env.step(choice), other.step(choice)
        assert one[0].tobytes() == another[0].tobytes()
        assert one[1:4] == another[1:4]
        info = one[4]
        assert np.array_equal(info["action_mask"], another[4]["action_mask"])
        if one[2]:
            (told, info), (other_told, _) = env.reset(), other.reset()
            assert told.tobytes() == other_told.tobytes()


def chosen(mask: Any, step: int) -> int:
    """One of the numbers that may be chosen."""
    offered = np.flatnonzero(mask)
    return int(offered[step * 7 % len(offered)])


@COPIES
def test_a_copy_meets_the_same_bots(copied: Callable[[Any], Any]) -> None:
    env = SeatEnv("montana", opponents="beginner", options={"round_limit": 8})
    _, info = env.reset(seed=5)
    for step in range(4):
        _, _, _, _, info = env.step(chosen(info["action_mask"], step))
    other, ended, step = copied(env), False, 0
    while not ended:
        choice = chosen(info["action_mask"], step)
        (told, reward, ended, _, info), another = env.step(choice), other.step(choice)
        assert told.tobytes() == another[0].tobytes()
        assert (reward, ended) == another[1:3]
        step += 1
    assert step > 5


@COPIES
@pytest.mark.parametrize("game", GAMES)
def test_a_copy_of_all_seats_goes_on_alike(game: str, copied: Callable[[Any], Any]) -> None:
    env = zoo.env(game)
    env.reset(seed=4)
    for step in range(30):
        env.step(chosen(env.last()[0]["action_mask"], step))
    other = copied(env)
    for step in range(60):
        told, reward, ended, _, _ = env.last()
        again = other.last()
        assert env.agent_selection == other.agent_selection
        assert told["observation"].tobytes() == again[0]["observation"].tobytes()
        assert (reward, ended) == again[1:3]
        if ended:
            break
        for one in (env, other):
            one.step(chosen(told["action_mask"], step))


def some_steps(env: VectorEnv, steps: int) -> list[bytes]:
    """What the arrays held after each of some random steps."""
    held = []
    for _ in range(steps):
        env.step(env.sample())
        held.append(b"".join(getattr(env, name).tobytes() for name in ARRAYS))
    return held


@pytest.mark.parametrize("opponents", ["none", "random", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_a_vector_goes_on_from_a_file_with_the_same_results(
    game: str, opponents: str, tmp_path: Path
) -> None:
    env = VectorEnv(game, ROWS, seed=7, opponents=opponents, options={})
    some_steps(env, 65)
    env.save(tmp_path / "matches.npz")
    other = VectorEnv.load(tmp_path / "matches.npz")
    for name in ARRAYS:
        assert getattr(env, name).tobytes() == getattr(other, name).tobytes(), name
    assert some_steps(env, 60) == some_steps(other, 60)
    assert env.reset().tobytes() == other.reset().tobytes()


def test_a_vector_is_saved_in_the_step_that_ended_a_match(tmp_path: Path) -> None:
    env = VectorEnv("santa_fe", 2, seed=1, seats=3, reward="score", opponents="random")
    while not env.ended.any():
        env.step(env.sample())
    env.save(tmp_path / "matches.npz")
    other = VectorEnv.load(tmp_path / "matches.npz")
    assert other.ended.tolist() == env.ended.tolist()
    assert np.array_equal(other.rewards, env.rewards)
    assert some_steps(env, 5) == some_steps(other, 5)


def test_a_vector_is_saved_between_the_parts_of_an_action(tmp_path: Path) -> None:
    env = VectorEnv("steam", 2, seed=2)
    told = env.table.layout.chosen
    while not env.observations[:, told].any():
        env.step(env.sample())
    env.save(tmp_path / "matches.npz")
    other = VectorEnv.load(tmp_path / "matches.npz")
    assert some_steps(env, 5) == some_steps(other, 5)


@COPIES
def test_a_copy_of_a_vector_goes_on_alike(copied: Callable[[Any], Any]) -> None:
    env = VectorEnv("great_western_trail", ROWS, seed=3)
    some_steps(env, 20)
    other = copied(env)
    assert some_steps(env, 30) == some_steps(other, 30)


def test_a_file_that_is_none_is_refused(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no matches")
    with pytest.raises(ValueError, match="no file that a VectorEnv has saved"):
        VectorEnv.load(tmp_path / "text")
    np.savez(tmp_path / "other.npz", numbers=np.arange(3))
    with pytest.raises(ValueError, match="no file that a VectorEnv has saved"):
        VectorEnv.load(tmp_path / "other.npz")
    with pytest.raises(FileNotFoundError):
        VectorEnv.load(tmp_path / "nothing")


def test_a_file_of_other_data_or_another_format_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    env = VectorEnv("montana", 1)
    env.save(tmp_path / "matches.npz")
    with monkeypatch.context() as patched:
        patched.setattr(checkpoints, "FORMAT", 2)
        with pytest.raises(ValueError, match="saved in format 1; this version reads format 2"):
            VectorEnv.load(tmp_path / "matches.npz")
    settings, rows = checkpoints.decode((tmp_path / "matches.npz").read_bytes())
    monkeypatch.setattr(env.table.game, "data_hash", "other")
    settings.pop("data_hash")
    (tmp_path / "other.npz").write_bytes(checkpoints.encode(settings, env.table, rows))
    with pytest.raises(ValueError, match="other data of Montana"):
        VectorEnv.load(tmp_path / "other.npz")
