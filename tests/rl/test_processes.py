"""Matches stepped by several processes: the same as in one, in memory that all share."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from railhead.games.game import IllegalAction
from railhead.rl.processes import SharedRows
from railhead.rl.vector import VectorEnv
from tests.rl.tables import GAMES
from tests.rl.test_copies import ARRAYS, some_steps

COUNT = 7


@pytest.fixture
def shared() -> Iterator[VectorEnv]:
    """Matches that two processes step."""
    env = VectorEnv("montana", COUNT, seed=4, processes=2)
    yield env
    env.close()


@pytest.mark.sampled
@pytest.mark.parametrize("opponents", ["none", "greedy"])
@pytest.mark.parametrize("game", GAMES)
def test_it_does_not_matter_how_many_processes_step(game: str, opponents: str) -> None:
    one = VectorEnv(game, COUNT, seed=4, opponents=opponents)
    several = VectorEnv(game, COUNT, seed=4, opponents=opponents, processes=3)
    assert one.observations.tobytes() == several.observations.tobytes()
    assert some_steps(one, 80) == some_steps(several, 80)
    assert one.greedy().tolist() == several.greedy().tolist()
    assert one.reset(9).tobytes() == several.reset(9).tobytes()
    several.close()


def test_the_arrays_stay_where_they_are_and_are_for_reading(shared: VectorEnv) -> None:
    arrays = [getattr(shared, name) for name in ARRAYS]
    before = shared.observations.copy()
    some_steps(shared, 10)
    assert not np.array_equal(shared.observations, before)
    for name, array in zip(ARRAYS, arrays, strict=True):
        assert getattr(shared, name) is array
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 0


def test_an_illegal_choice_changes_nothing_in_any_process(shared: VectorEnv) -> None:
    choices = shared.sample().copy()
    choices[-1] = int(np.flatnonzero(~shared.masks[-1])[0])
    before = shared.observations.tobytes()
    with pytest.raises(IllegalAction, match=f"may not be chosen in match {COUNT - 1}"):
        shared.step(choices)
    assert shared.observations.tobytes() == before
    some_steps(shared, 2)


def test_what_one_process_has_saved_several_go_on_with(tmp_path: Path) -> None:
    file = tmp_path / "matches.npz"
    one = VectorEnv("steam", COUNT, seed=5)
    some_steps(one, 30)
    one.save(file)
    several = VectorEnv.load(file, processes=2)
    assert some_steps(one, 20) == some_steps(several, 20)
    several.save(file)
    several.close()
    assert some_steps(VectorEnv.load(file), 20) == some_steps(one, 20)


def test_none_is_a_process_for_each_core_and_no_more_than_matches() -> None:
    env = VectorEnv("montana", 3, processes=None)
    assert env.processes == min(3, os.cpu_count() or 1)
    env.close()
    env = VectorEnv("montana", 1, processes=4)
    assert env.processes == 1


def test_a_process_that_ended_is_told_of(shared: VectorEnv) -> None:
    assert isinstance(shared.rows, SharedRows)
    shared.rows.processes[1].kill()
    shared.rows.processes[1].wait()
    with pytest.raises(RuntimeError, match="has ended"):
        shared.reset()


def test_what_goes_wrong_in_a_process_is_raised_here(shared: VectorEnv) -> None:
    saved = shared.rows.save()
    saved["positions"] = np.zeros_like(saved["positions"])
    with pytest.raises(ValueError, match="format"):
        shared.rows.resume(saved)
    shared.reset(1)


PROGRAM = """
from railhead.rl.vector import VectorEnv
env = VectorEnv("montana", 4, processes=2)
env.step(env.sample())
print(*[process.pid for process in env.rows.processes])
"""


def test_a_program_needs_no_guard_and_leaves_no_process_behind(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    ran = subprocess.run(
        [sys.executable, tmp_path / "program.py"],
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.stderr == ""
    pids = [int(pid) for pid in ran.stdout.split()]
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
