"""Rows of matches stepped by several processes, in arrays that all of them share."""

from __future__ import annotations

import json
import os
import pickle
import subprocess
import sys
import weakref
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from mmap import mmap
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from tempfile import TemporaryFile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from railhead.rl.environment import Table
from railhead.rl.rows import Arrays, RowSettings, array_shapes, part_of

ALIGNED = 64
"""Bytes: arrays begin at a multiple of these, so that no two share a cache line."""
END_SECONDS = 10.0
BEGIN = """
import json, sys
sys.path[:] = json.loads(sys.argv[3])
from railhead.rl.worker import main
main()
"""


class SharedArrays:
    """The arrays of so many rows over shared memory of `size` bytes, one behind the other.

    `choices` is what the caller writes.
    """

    def __init__(self, table: Table, count: int) -> None:
        self.shapes = {**array_shapes(table, count), "choices": (np.int64, (count,))}
        self.first: dict[str, int] = {}
        self.size = 0
        for name, (kind, shape) in self.shapes.items():
            self.first[name] = self.size
            wanted = int(np.prod(shape)) * np.dtype(kind).itemsize
            self.size += -(-wanted // ALIGNED) * ALIGNED

    def over(self, memory: mmap) -> Arrays:
        """The arrays, by name."""
        return {
            name: np.frombuffer(memory, kind, int(np.prod(shape)), self.first[name]).reshape(shape)
            for name, (kind, shape) in self.shapes.items()
        }


class SharedRows:
    """As `Rows`, by so many processes: each steps its share and writes it to shared memory.

    A process ends with this object, or with the process that made it. Raises `RuntimeError` where
    one has ended before.
    """

    def __init__(self, table: Table, settings: RowSettings, processes: int) -> None:
        self.settings = settings
        shared = SharedArrays(table, settings.count)
        with TemporaryFile() if not hasattr(os, "memfd_create") else _memory_file() as file:
            os.ftruncate(file.fileno(), shared.size)
            self._arrays = shared.over(mmap(file.fileno(), shared.size))
            self.parts = _shares(settings, processes)
            begun = [_begin(part, settings.count, file.fileno()) for part in self.parts]
        self.connections = [connection for connection, _ in begun]
        self.processes = [process for _, process in begun]
        self.arrays: Arrays = {}
        for name, array in self._arrays.items():
            self.arrays[name] = array.view()
            self.arrays[name].flags.writeable = False
        self._end = weakref.finalize(self, _end, self.connections, self.processes)

    def reset(self, seed: int) -> None:
        """Begin all matches anew."""
        self._ask([("reset", seed)] * len(self.parts))

    def step(self, choices: NDArray[np.int64]) -> None:
        """Choose a number in each match; all may be chosen."""
        self._arrays["choices"][:] = choices
        self._ask([("step",)] * len(self.parts))

    def sample(self) -> None:
        """Write choices at random to `sampled`."""
        self._ask([("sample",)] * len(self.parts))

    def advise(self) -> None:
        """Write the choices of a greedy player to `sampled`."""
        self._ask([("advise",)] * len(self.parts))

    def save(self) -> Arrays:
        """All that is needed to go on from here, beside the settings."""
        found: list[Arrays] = self._ask([("save",)] * len(self.parts))
        return {name: np.concatenate([one[name] for one in found]) for name in found[0]}

    def resume(self, saved: Arrays) -> None:
        """Go on from what was saved of as many rows. Raises `ValueError`."""
        self._ask([("resume", part_of(saved, one.first, one.count)) for one in self.parts])

    def close(self) -> None:
        """End the processes."""
        self._end()

    def _ask(self, commands: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Let each process do something; what they answer, once all are done."""
        try:
            for connection, command in zip(self.connections, commands, strict=True):
                connection.send(command)
            answers = [connection.recv() for connection in self.connections]
        except (EOFError, OSError) as lost:
            self.close()
            raise RuntimeError("a process that steps matches has ended: begin anew") from lost
        for answer in answers:
            if isinstance(answer, Exception):
                raise answer
        return answers


def _memory_file() -> Any:
    return os.fdopen(os.memfd_create("railhead-rows"), "r+b")


def _shares(settings: RowSettings, processes: int) -> list[RowSettings]:
    """The rows of each process: as many as the others', or one more."""
    bounds = [settings.count * number // processes for number in range(processes + 1)]
    return [
        replace(settings, first=settings.first + first, count=end - first)
        for first, end in pairwise(bounds)
    ]


def _begin(
    settings: RowSettings, count: int, memory: int
) -> tuple[Connection[Any, Any], subprocess.Popen[bytes]]:
    """A process for some of `count` rows, and the connection to it.

    It is begun by its module's name, so that a program needs no guard against being run again, and
    finds modules where this process does.
    """
    own, other = Pipe()
    with other:
        process = subprocess.Popen(
            [sys.executable, "-c", BEGIN, str(other.fileno()), str(memory), json.dumps(sys.path)],
            pass_fds=(other.fileno(), memory),
            stdin=subprocess.DEVNULL,
        )
    own.send_bytes(pickle.dumps((settings, count)))
    return own, process


def _end(connections: list[Connection[Any, Any]], processes: list[subprocess.Popen[bytes]]) -> None:
    """Let processes end, which they do once nobody is connected."""
    for connection in connections:
        connection.close()
    for process in processes:
        try:
            process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
