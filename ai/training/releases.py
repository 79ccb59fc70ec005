"""Agents of earlier releases: a checkout of their commit, and a process that plays from it."""

from __future__ import annotations

import fcntl
import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from railhead.ai.search.levels import ChosenMove
from railhead.ai.training.agents import Agent
from railhead.games.game import Game, Setup, State

ROOT = Path(__file__).resolve().parents[2]
RELEASES = ROOT / "build" / "releases"
RUNNER = Path(__file__).with_name("release_runner.py")
BUILT = "built"
"""The file in a checkout that says that it has been built."""


class ReleaseFailed(RuntimeError):
    """An earlier release cannot be had, or did not play; the message says why."""


def checkout(commit: str, folder: Path = RELEASES, repository: Path = ROOT) -> Path:
    """The sources of a commit, built once, in a folder of `folder`. Raises `ReleaseFailed`.

    Building takes minutes; another process that wants the same commit waits for it.
    """
    name = git(repository, "rev-parse", "--verify", f"{commit}^{{commit}}").decode().strip()
    place = folder / name
    if (place / BUILT).exists():
        return place
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (place / BUILT).exists():
            with tarfile.open(fileobj=io.BytesIO(git(repository, "archive", name))) as files:
                files.extractall(place, filter="data")
            _build(place)
            (place / BUILT).touch()
    return place


def git(repository: Path, *arguments: str) -> bytes:
    """What git answers. Raises `ReleaseFailed` where it fails, or there is none."""
    try:
        ran = subprocess.run(
            ["git", "-C", str(repository), *arguments],  # noqa: S607 - whichever there is
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", b"").decode().strip()
        raise ReleaseFailed(
            f"`git {' '.join(arguments)}` failed: agents of earlier releases need a clone of this "
            f"repository that has their commit. {said}"
        ) from error
    return ran.stdout


def _build(place: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"],
        cwd=place,
        env={**os.environ, "PYTHONPATH": str(place)},
        capture_output=True,
        text=True,
        check=False,
    )
    if ran.returncode:
        raise ReleaseFailed(f"{place} could not be built: {ran.stderr[-2000:]}")


class Release:
    """A process that plays one agent from a checkout, a match at a time."""

    def __init__(self, agent: Agent, place: Path) -> None:
        self.agent = agent
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(RUNNER)],
            env={**os.environ, "PYTHONPATH": str(place)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )

    def begin(
        self, game: Game, setup: Setup, seeds: Mapping[int, int], factor: float
    ) -> Mapping[int, ReleasedPlayer]:
        """Begin a match; a player for each seat that has a seed. Raises `ReleaseFailed`.

        `factor` is that of the arena.
        """
        asked = {
            "game": game.ruleset.id,
            "version": game.ruleset.version,
            "data": game.data,
            "setup": setup,
            "level": self.agent.name,
            "factor": factor * self.agent.factor,
            "simulations": self.agent.simulations,
            "seeds": seeds,
        }
        most = self._ask({"begin": asked})["simulations"]
        return {seat: ReleasedPlayer(self, most) for seat in seeds}

    def notify(self, seat: int, notation: str) -> None:
        """An action or an outcome of chance has happened."""
        self._send({"played": [seat, notation]})

    def choose(self, seat: int) -> Mapping[str, Any]:
        """The answer of the runner for the seat to act. Raises `ReleaseFailed`."""
        return self._ask({"choose": seat})

    def close(self) -> None:
        """End the process."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        self.process.stdout.close()
        self.process.wait()

    def _send(self, message: Mapping[str, Any]) -> None:
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # why it ended is its next answer
            self.process.stdin.write(json.dumps(message) + "\n")
            self.process.stdin.flush()

    def _ask(self, message: Mapping[str, Any]) -> dict[str, Any]:
        self._send(message)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        answer: dict[str, Any] = json.loads(line) if line else {"error": "its process ended"}
        if "error" in answer:
            raise ReleaseFailed(f"{self.agent.text}: {answer['error']}")
        return answer


class ReleasedPlayer:
    """A seat that an earlier release plays; `most_simulations` are those of its turns."""

    def __init__(self, release: Release, most_simulations: int | None) -> None:
        self.release = release
        self.most_simulations = most_simulations

    def choose(self, state: State, seat: int) -> ChosenMove:
        """The move of `seat`. The release knows `state` from what was played."""
        answer = self.release.choose(seat)
        action = state.parse(answer["action"])
        return ChosenMove(action, answer["simulations"], answer["seconds"], answer["value"])


@cache
def release_of(agent: Agent) -> Release:
    """The process that plays this agent of an earlier release, kept for the matches to come.

    Raises `ReleaseFailed`.
    """
    assert agent.commit is not None
    return Release(agent, checkout(agent.commit))
